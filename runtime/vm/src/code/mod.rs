//! Bytecode: the instruction table, what the compiler produces, and the installed form that runs.

pub mod installed;
pub mod ops;
pub mod template;
pub mod verify;

pub use installed::{Cache, CodeId, CodeSpace, Literal, Source, Template, install};
