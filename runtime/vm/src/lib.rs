//! The JavaScript virtual machine of Tercet.

pub mod atom;
pub mod code;
