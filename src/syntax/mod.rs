//! The front end: source text to syntax tree and scope tables.
//!
//! [`parse_script`], [`parse_module`] and [`parse_function_parts`] are the ways in. What they give holds all that a
//! compiler needs: names are resolved, scopes laid out, early errors reported.
//!
//! - [`name`]: interned names, in which the source's identifiers and strings are kept.
//! - [`ast`]: the tree. [`scope`]: the tables that its identifiers and scopes point into.
//! - `token`, `lexer`: source text to tokens. `regexp_syntax`: the early errors of regular expression literals.
//! - `parser`: tokens to the tree, with the early errors that depend on where something stands.
//! - `scope_analysis`: the tree to the tables, with the early errors that depend on declarations.
//! - [`error`]: what a rejected source gives. [`dump`]: renderings for tests and debugging.
//!
//! Nothing here runs code or knows a value of the run time. Time and memory are linear in the length of the
//! source; nesting is bounded by [`ParseOptions::max_depth`].

pub mod ast;
mod ast_statement;
pub mod dump;
pub mod error;
mod lexer;
pub mod name;
mod parser;
mod regexp_syntax;
pub mod scope;
mod scope_analysis;
mod token;

pub use error::{SyntaxError, SyntaxErrorKind, is_incomplete};
pub use name::{Interner, Known, Name, Str};

use ast::{Goal, Program};
use parser::Parser;
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

/// Parses a script, or eval code if the options say so.
pub fn parse_script(
    source: &str,
    interner: &mut Interner,
    options: &ParseOptions,
) -> Result<Parsed, SyntaxError> {
    parse(source, interner, options, if options.eval { Goal::Eval } else { Goal::Script })
}

/// Parses a module.
pub fn parse_module(
    source: &str,
    interner: &mut Interner,
    options: &ParseOptions,
) -> Result<Parsed, SyntaxError> {
    parse(source, interner, options, Goal::Module)
}

/// Which constructor makes a function of its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DynamicFunctionKind {
    /// `Function`
    Normal,
    /// `GeneratorFunction`
    Generator,
    /// `AsyncFunction`
    Async,
    /// `AsyncGeneratorFunction`
    AsyncGenerator,
}

/// A function made of its parts.
#[derive(Debug)]
pub struct ParsedFunction {
    /// The assembled source text, which the spans of the tree refer to.
    pub source: String,
    /// A program whose body is one expression statement: the function, without a name. It is to be called
    /// `anonymous`.
    pub parsed: Parsed,
}

/// Parses what `Function(…params, body)` and its kin are given, as `CreateDynamicFunction` does.
pub fn parse_function_parts(
    kind: DynamicFunctionKind,
    params: &[&str],
    body: &str,
    interner: &mut Interner,
) -> Result<ParsedFunction, SyntaxError> {
    let (prefix, is_async, is_generator) = match kind {
        DynamicFunctionKind::Normal => ("function", false, false),
        DynamicFunctionKind::Generator => ("function*", false, true),
        DynamicFunctionKind::Async => ("async function", true, false),
        DynamicFunctionKind::AsyncGenerator => ("async function*", true, true),
    };
    let params = params.join(",");
    let source = format!("{prefix} anonymous({params}\n) {{\n{body}\n}}");
    let options = ParseOptions::default();
    // Each part must be valid by itself, not only together with the others.
    let goal = Goal::Function;
    let check = |result: Result<(), Box<SyntaxError>>| {
        result.map_err(|error| SyntaxError {
            // More input cannot come, and the spans are of texts that nobody else has.
            kind: if is_incomplete(&error) { SyntaxErrorKind::Syntax } else { error.kind },
            span: ast::Span::default(),
            message: error.message,
        })
    };
    check(
        Parser::new(&params, interner, &options, goal)
            .and_then(|parser| parser.only_parameters(is_async, is_generator)),
    )?;
    check(
        Parser::new(body, interner, &options, goal)
            .and_then(|parser| parser.only_body(is_async, is_generator)),
    )?;
    let mut program = Parser::new(&source, interner, &options, goal)
        .and_then(|parser| parser.single_function(is_async))
        .map_err(|error| *error)?;
    let scopes = scope_analysis::analyze(&mut program, interner, &options).map_err(|error| *error)?;
    Ok(ParsedFunction { source, parsed: Parsed { program, scopes } })
}

fn parse(
    source: &str,
    interner: &mut Interner,
    options: &ParseOptions,
    goal: Goal,
) -> Result<Parsed, SyntaxError> {
    let parser = Parser::new(source, interner, options, goal).map_err(|error| *error)?;
    let mut program = parser.program().map_err(|error| *error)?;
    let scopes = scope_analysis::analyze(&mut program, interner, options).map_err(|error| *error)?;
    Ok(Parsed { program, scopes })
}
