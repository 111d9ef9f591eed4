//! What the compiler hands to the machine: plain owned descriptions of functions, before they are installed in the
//! code space. They hold atoms and numbers only, never pointers into the moving heap.

use crate::atom::Atom;

/// Which kind of function a template makes; decides [[Construct]], `prototype` and the default `this`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FunctionKind {
    /// `function f() {}`: callable and constructible.
    #[default]
    Normal,
    /// `() => x`: no own this, arguments, super, new.target.
    Arrow,
    /// Methods, getters, setters, and functions that are not constructible.
    Method,
    /// Constructor of a class without `extends`.
    BaseConstructor,
    /// Constructor of a class with `extends`.
    DerivedConstructor,
    /// `function* f() {}`.
    Generator,
    /// Code of a script: `this` is the global object.
    Script,
}

/// A region of code whose exceptions continue at `target`.
#[derive(Clone, Copy, Debug)]
pub struct Handler {
    /// First word covered.
    pub start: u32,
    /// First word no longer covered.
    pub end: u32,
    /// Where control continues.
    pub target: u32,
    /// Register that receives the exception.
    pub register: i16,
}

/// An object literal whose keys are all known: one allocation of its final shape.
#[derive(Clone, Debug)]
pub struct LiteralSpec {
    /// Distinct string keys in source order, none an array index, none `__proto__`.
    pub keys: Box<[Atom]>,
}

/// A tagged template's strings.
#[derive(Clone, Debug)]
pub struct TemplateStrings {
    /// Cooked strings; `None` where the escape was invalid.
    pub cooked: Box<[Option<Atom>]>,
    /// Raw strings.
    pub raw: Box<[Atom]>,
}

/// A position in the source for a word of code: error messages and stack traces.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// First word of the instruction.
    pub pc: u32,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in UTF-16 code units.
    pub column: u32,
}

/// What a script declares in the global scope (GlobalDeclarationInstantiation, ECMA-262 16.1.7).
#[derive(Clone, Debug, Default)]
pub struct GlobalDeclarations {
    /// `let` and `class` names.
    pub lets: Vec<Atom>,
    /// `const` names.
    pub consts: Vec<Atom>,
    /// `var` names that are not functions.
    pub vars: Vec<Atom>,
    /// Function names, each once, last declaration wins; the script's code assigns them with SetGlobal at its start.
    pub functions: Vec<Atom>,
}

/// A compiled function.
#[derive(Clone, Debug, Default)]
pub struct TemplateSpec {
    /// Initial `name`.
    pub name: Atom,
    /// Initial `length`: ExpectedArgumentCount.
    pub length: u32,
    /// What kind of function.
    pub kind: FunctionKind,
    /// Strict mode code.
    pub strict: bool,
    /// Parameters that arrive in registers `0..params`.
    pub params: u16,
    /// Registers of the window, parameters included.
    pub registers: u16,
    /// CreateRest or CreateArgs occurs: surplus arguments must be kept.
    pub needs_arguments: bool,
    /// The instructions.
    pub code: Vec<u64>,
    /// Inline caches to allocate.
    pub caches: u32,
    /// Functions inside this one.
    pub children: Vec<TemplateSpec>,
    /// Object literals.
    pub literals: Vec<LiteralSpec>,
    /// Tagged template sites.
    pub templates: Vec<TemplateStrings>,
    /// Handlers, inner ones first: the first that covers the pc wins.
    pub handlers: Vec<Handler>,
    /// Ascending by pc.
    pub positions: Vec<Position>,
    /// Byte range of the function's text in the source, for `toString`.
    pub source: (u32, u32),
    /// Scripts only.
    pub globals: Option<Box<GlobalDeclarations>>,
    /// A class constructor (a plain call throws); set for Base- and DerivedConstructor.
    pub class_fields: bool,
}

/// Gives the atoms of names and strings to the compiler.
pub trait Atoms {
    /// The atom of a well-formed string.
    fn atom(&mut self, text: &str) -> Atom;
    /// The atom of a string in UTF-16, possibly with lone surrogates.
    fn atom_utf16(&mut self, text: &[u16]) -> Atom;
}
