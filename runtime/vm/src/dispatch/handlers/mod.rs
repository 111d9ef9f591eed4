//! The handlers of all instructions, by the groups of the table; each has the name of its instruction.

mod access;
mod arithmetic;
mod branch;
mod calls;
mod literals;
mod sequences;

pub(super) use access::*;
pub(super) use arithmetic::*;
pub(super) use branch::*;
pub(super) use calls::*;
pub(super) use literals::*;
pub(super) use sequences::*;
