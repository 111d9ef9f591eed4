//! What the machine needs of whoever embeds it: a front end, for code that is made while the program runs.

use crate::code::Template;
use crate::value::*;

/// Which constructor makes a function of source texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DynamicKind {
    /// `Function`
    Normal,
    /// `GeneratorFunction`
    Generator,
}

/// Parses, compiles and installs a function named `anonymous` out of the source texts of its parameters and its body,
/// as CreateDynamicFunction (ECMA-262 20.2.1.1.1) says. The template refers to global bindings only; its text is the
/// assembled one. Throws a SyntaxError if a part is not valid.
pub type CompileHook =
    for<'rt> fn(&mut Cx<'rt>, DynamicKind, &[String], &str) -> Result<&'rt Template<'rt>, Throw>;
