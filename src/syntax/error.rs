//! Syntax errors: what went wrong, where, and whether more input would help.

use super::ast::Span;
use std::fmt;

/// What kind of failure a [`SyntaxError`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyntaxErrorKind {
    /// The text does not match the grammar, or an early error applies.
    Syntax,
    /// The input ended where more was needed; more input might make it valid.
    Incomplete,
    /// The nesting is too deep for this implementation. The engine reports a `RangeError`.
    TooDeep,
}

/// A source text was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// The message, in the words that users of Node know.
    pub message: String,
    /// What it complains about.
    pub span: Span,
    /// What kind of failure it is.
    pub kind: SyntaxErrorKind,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let class = if self.kind == SyntaxErrorKind::TooDeep { "RangeError" } else { "SyntaxError" };
        write!(f, "{class}: {}", self.message)
    }
}

impl std::error::Error for SyntaxError {}

/// Whether a REPL should ask for more input instead of reporting the error.
pub fn is_incomplete(error: &SyntaxError) -> bool {
    error.kind == SyntaxErrorKind::Incomplete
}
