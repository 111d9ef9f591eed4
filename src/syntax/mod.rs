//! The front end: source text to syntax tree and scope tables.
//!
//! - [`ast`]: the tree. [`scope`]: the tables that its identifiers and scopes point into.
//! - [`name`]: interned names. [`error`]: what a rejected source gives.
//!
//! Nothing here runs code or knows a value of the run time.

pub mod ast;
mod ast_statement;
pub mod error;
pub mod name;
pub mod scope;

pub use error::{SyntaxError, SyntaxErrorKind, is_incomplete};
pub use name::{Interner, Known, Name, Str};

use ast::Program;
use scope::Scopes;

/// How to parse, and what surrounds the source.
#[derive(Clone, Debug)]
pub struct ParseOptions {
    /// Start in strict mode.
    pub strict: bool,
    /// Parse as eval code rather than as a script: free names are dynamic, `var`s are handed outwards.
    pub eval: bool,
    /// Eval code in a function: `new.target` is allowed.
    pub allow_new_target: bool,
    /// Eval code in a method: `super.x` is allowed.
    pub allow_super_property: bool,
    /// Eval code in a derived constructor: `super()` is allowed.
    pub allow_super_call: bool,
    /// Eval code in a class field initializer: `arguments` is forbidden.
    pub forbid_arguments: bool,
    /// Eval code in a class: the private names in force there, with their `#`.
    pub private_names: Vec<Name>,
    /// `return` is allowed at the top level (the bodies of CommonJS modules and the like).
    pub allow_return: bool,
    /// `await` is an expression at the top level of a script (for a REPL).
    pub allow_await: bool,
    /// How deep productions may nest before [`SyntaxErrorKind::TooDeep`]; also bounds the height of the tree.
    pub max_depth: u32,
}

impl Default for ParseOptions {
    fn default() -> Self {
        ParseOptions {
            strict: false,
            eval: false,
            allow_new_target: false,
            allow_super_property: false,
            allow_super_call: false,
            forbid_arguments: false,
            private_names: Vec::new(),
            allow_return: false,
            allow_await: false,
            max_depth: 1800,
        }
    }
}

/// A valid program.
#[derive(Debug)]
pub struct Parsed {
    /// The tree.
    pub program: Program,
    /// Its scopes, bindings and references.
    pub scopes: Scopes,
}
