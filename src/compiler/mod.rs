//! The compiler: syntax tree and scope tables to register bytecode.
//!
//! [`compile_script`] walks the tree once and emits instructions as it goes; there is no intermediate form other
//! than the list of instructions with symbolic labels in `assembler`. The methods of [`Compiler`] are spread over
//! the files of this folder by what they compile:
//!
//! - `scope`: where variables live (registers, environments, the global scope), and reading and writing them.
//! - `function`, `class`: functions, their prologues, classes.
//! - `expression`, `condition`, `assignment`, `pattern`, `call`, `literal`, `generator`: expressions.
//! - `statement`, `loops`, `control`: statements; leaving them through `finally` and iterators.
//! - `member`: property access; `emit`: shorthands.
//! - `fold`, `analysis`: constants and small questions about trees.
//! - `lines`, `positions`: where exceptions are reported.
//! - `disassemble`: a readable form of the result.
//!
//! Registers follow a stack discipline: whoever takes temporaries releases them by [`Compiler::release`]. A
//! register that stands for a variable is used as an operand in place; `protect` copies it when something that
//! is evaluated later may assign the variable.

mod analysis;
mod assembler;
mod assignment;
mod call;
mod class;
mod condition;
mod control;
mod disassemble;
mod emit;
mod expression;
mod fold;
mod function;
mod generator;
mod lines;
mod literal;
mod loops;
mod member;
mod pattern;
mod positions;
mod scope;
mod statement;

pub use disassemble::disassemble;

use crate::syntax::ast::{BindingId, Goal, Span};
use crate::syntax::scope::{BindingKind, RefId, Resolution, Scopes};
use crate::syntax::{Interner, Name, Parsed};
use function::Func;
use lines::Lines;
use rustc_hash::{FxHashMap, FxHashSet};
use scope::{EnvInfo, Loc};
use std::fmt;
use tercet_vm::atom::Atom;
use tercet_vm::code::template::{Atoms, TemplateSpec};

/// A valid program that the compiler cannot compile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileError {
    /// What is wrong.
    pub message: String,
    /// Where.
    pub span: Span,
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CompileError {}

type Res<T> = Result<T, CompileError>;

/// The error for a part of the language that is to come.
fn unsupported<T>(what: &str, span: Span) -> Res<T> {
    Err(CompileError { message: format!("not supported yet: {what}"), span })
}

/// Compiles a script. With `completion_value` it returns the value of its last expression statement, as `eval`
/// does; without, `undefined`.
pub fn compile_script(
    parsed: &Parsed,
    interner: &Interner,
    source: &str,
    atoms: &mut dyn Atoms,
    completion_value: bool,
) -> Result<TemplateSpec, CompileError> {
    if parsed.program.goal == Goal::Module {
        return unsupported("modules", Span::new(0, 0));
    }
    Compiler::new(&parsed.scopes, interner, source, atoms).script(&parsed.program, completion_value)
}

/// The state of a compilation.
struct Compiler<'a> {
    scopes: &'a Scopes,
    interner: &'a Interner,
    source: &'a str,
    atoms: &'a mut dyn Atoms,
    name_atoms: FxHashMap<Name, Atom>,
    length_atom: Option<Atom>,
    lines: Lines<'a>,
    /// Where each binding lives, by [`BindingId`].
    locs: Vec<Loc>,
    /// The environments met so far.
    envs: Vec<EnvInfo>,
    /// The first occurrence of each binding.
    first_refs: Vec<RefId>,
    /// Names of function expressions that a function inside them refers to.
    captured_names: FxHashSet<BindingId>,
    /// The function being compiled.
    f: Func,
    /// The functions around it, outermost first.
    outer: Vec<Func>,
}

impl<'a> Compiler<'a> {
    fn new(
        scopes: &'a Scopes,
        interner: &'a Interner,
        source: &'a str,
        atoms: &'a mut dyn Atoms,
    ) -> Compiler<'a> {
        let mut first_refs = vec![RefId::UNSET; scopes.bindings.len()];
        let mut captured_names = FxHashSet::default();
        for (index, reference) in scopes.refs.iter().enumerate() {
            let (Resolution::Local(id) | Resolution::Dynamic(Some(id))) = reference.resolution else {
                continue;
            };
            let first = &mut first_refs[id.index()];
            if *first == RefId::UNSET {
                *first = RefId(index as u32);
            }
            let binding = scopes.binding(id);
            if binding.kind == BindingKind::FunctionName && reference.scope.index() < scopes.scopes.len() {
                let function = scopes.scope(scopes.scope(reference.scope).function);
                if reference.scope != binding.scope && function.parent != Some(binding.scope) {
                    captured_names.insert(id);
                }
            }
        }
        Compiler {
            scopes,
            interner,
            source,
            atoms,
            name_atoms: FxHashMap::default(),
            length_atom: None,
            lines: Lines::new(source),
            locs: vec![Loc::Global; scopes.bindings.len()],
            envs: Vec::new(),
            first_refs,
            captured_names,
            f: Func::default(),
            outer: Vec::new(),
        }
    }

    /// The atom of a name.
    fn atom(&mut self, name: Name) -> Atom {
        if let Some(&atom) = self.name_atoms.get(&name) {
            return atom;
        }
        let atom = self.atoms.atom(self.interner.resolve(name));
        self.name_atoms.insert(name, atom);
        atom
    }

    /// The error for a broken limit or a tree that contradicts its tables.
    fn fail<T>(&self, message: &str, span: Span) -> Res<T> {
        Err(CompileError { message: message.to_owned(), span })
    }
}
