//! What `robustness.rs` is made of: nonsense for the front end, programs for the whole engine, and their runs on both
//! engines.

mod class;
mod expression;
pub mod nonsense;
pub mod program;
pub mod random;
pub mod run;
mod statement;
