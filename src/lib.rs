//! Tercet: a JavaScript engine whose strength is copying data.
//!
//! [`Engine`] is the way in for Rust programs; [`cli`] is the command line on top of it. Below are the front end
//! ([`syntax`], [`compiler`]) and, in crates of their own, the machine (`tercet-vm`) and the heap (`tercet-gc`).
#![forbid(unsafe_code)]

pub mod cli;
pub mod compiler;
mod engine;
pub mod syntax;

pub use engine::{Engine, Failure, Place, Show, SyntaxFailure, Uncaught};
pub use tercet_gc::{Options, Stress};
