//! Tercet: a JavaScript engine whose strength is copying data.
#![forbid(unsafe_code)]

pub mod compiler;
pub mod syntax;
