//! Bytecode: the instruction table, what the compiler produces, and the installed form that runs.

pub mod ops;
pub mod template;
