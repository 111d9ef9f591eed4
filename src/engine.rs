//! The embedding API: an engine is an isolate with its realm; scripts run in turns.
//!
//! Lives here: joining front end and machine. The command line is in [`crate::cli`]; what values look like when they
//! are printed is the machine's `console`.

use crate::compiler;
use crate::syntax::{self, Interner, ParseOptions, SyntaxErrorKind};
use std::rc::Rc;
use tercet_gc::{Isolate, Options, Stats, Verdict};
use tercet_vm::atom::{self, Atom};
use tercet_vm::code::template::Atoms;
use tercet_vm::code::{self, CodeSpace, Source};
use tercet_vm::value::{Cx, Root, Throw, roots};
use tercet_vm::vm::{Machine, Vm};
use tercet_vm::{dispatch, error, kinds, script};

/// An isolate with its realm.
pub struct Engine {
    isolate: Isolate<gc_arena::Rootable![CodeSpace<'_>]>,
    /// `None` only while a turn runs.
    machine: Option<Box<Machine>>,
    interner: Interner,
}

/// Why a script did not run to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The source was rejected: nothing has run.
    Syntax(SyntaxFailure),
    /// An exception that nobody caught.
    Exception {
        /// As it is reported: name, message and stack of an error; otherwise the value.
        report: String,
    },
}

/// A rejected source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxFailure {
    /// `SyntaxError`, or `RangeError` for sources that nest too deeply.
    pub class: &'static str,
    /// What is wrong.
    pub message: String,
    /// Byte offsets in the source.
    pub span: (usize, usize),
    /// More input might make it valid.
    pub incomplete: bool,
}

/// Gives atoms to the compiler; remembers the first failure, since the trait has no way to tell it.
struct AtomSource<'a, 'rt> {
    cx: &'a mut Cx<'rt>,
    failed: Option<Throw>,
}

impl AtomSource<'_, '_> {
    fn note(&mut self, made: Result<Atom, Throw>) -> Atom {
        made.unwrap_or_else(|thrown| {
            self.failed.get_or_insert(thrown);
            atom::names::EMPTY
        })
    }
}

impl Atoms for AtomSource<'_, '_> {
    fn atom(&mut self, text: &str) -> Atom {
        let made = atom::intern_pinned(self.cx, text);
        self.note(made)
    }
    fn atom_utf16(&mut self, text: &[u16]) -> Atom {
        let made = atom::intern_pinned_utf16(self.cx, text);
        self.note(made)
    }
}

impl Engine {
    /// Makes an engine with a fresh realm.
    pub fn new(options: Options) -> Engine {
        let isolate = Isolate::new(options, kinds::KINDS, |mc| CodeSpace {
            live: gc_arena::Gc::new(mc, gc_arena::RefLock::new(Vec::new())),
        });
        Engine { isolate, machine: Some(Box::default()), interner: Interner::new() }
    }

    /// The machine between turns: counters, output, script arguments.
    pub fn machine(&mut self) -> &mut Machine {
        self.machine.get_or_insert_default()
    }

    /// The collector's counters.
    pub fn stats(&self) -> &Stats {
        self.isolate.stats()
    }

    /// What the collections of this engine have proved.
    pub fn verdict(&self) -> Verdict {
        self.isolate.stats().verdict()
    }

    /// Runs `f` as one turn.
    pub fn turn<R>(&mut self, f: impl for<'rt> FnOnce(&mut Cx<'rt>, &mut Interner) -> R) -> R {
        let machine = self.machine.take().unwrap_or_default();
        let interner = &mut self.interner;
        let (machine, result) = self.isolate.enter(|mut entry| {
            let vm = Vm::new(machine, entry.root);
            let (vm, result) = entry.run(vm, |cx| dispatch::turn(cx, |cx| f(cx, interner)));
            (vm.machine, result)
        });
        self.machine = Some(machine);
        result
    }

    /// Runs a script. With `show`, gives its completion value as the console prints it.
    ///
    /// # Errors
    /// [`Failure`]: the source was rejected, or an exception was not caught.
    pub fn run(&mut self, source: &str, name: &str, show: bool) -> Result<Option<String>, Failure> {
        self.turn(|cx, interner| {
            let template = match compile(cx, interner, source, name, show)? {
                Ok(template) => template,
                Err(thrown) => return Err(report(cx, thrown)),
            };
            roots!(cx; value);
            match script::run(cx, template) {
                Ok(v) => value.set(v),
                Err(thrown) => return Err(report(cx, thrown)),
            }
            Ok(show.then(|| tercet_vm::builtins::console::show(cx, value)))
        })
    }
}

type Template<'rt> = gc_arena::Gc<'rt, code::Template<'rt>>;

/// Parses, compiles and installs a script.
fn compile<'rt>(
    cx: &mut Cx<'rt>,
    interner: &mut Interner,
    source: &str,
    name: &str,
    completion_value: bool,
) -> Result<Result<Template<'rt>, Throw>, Failure> {
    let parsed = syntax::parse_script(source, interner, &ParseOptions::default()).map_err(|e| {
        let class = if e.kind == SyntaxErrorKind::TooDeep { "RangeError" } else { "SyntaxError" };
        Failure::Syntax(SyntaxFailure {
            class,
            span: (e.span.start as usize, e.span.end as usize),
            incomplete: syntax::is_incomplete(&e),
            message: e.message,
        })
    })?;
    let mut atoms = AtomSource { cx, failed: None };
    let spec =
        compiler::compile_script(&parsed, interner, source, &mut atoms, completion_value).map_err(|e| {
            Failure::Syntax(SyntaxFailure {
                class: "SyntaxError",
                span: (e.span.start as usize, e.span.end as usize),
                incomplete: false,
                message: e.message,
            })
        })?;
    if let Some(thrown) = atoms.failed {
        return Ok(Err(thrown));
    }
    let source = Rc::new(Source { name: name.to_string(), text: source.to_string() });
    Ok(Ok(code::install(cx, spec, &source)))
}

/// The report of an uncaught exception.
fn report(cx: &mut Cx<'_>, thrown: Throw) -> Failure {
    roots!(cx; e);
    error::take_exception(cx, thrown, e);
    Failure::Exception { report: uncaught(cx, e) }
}

fn uncaught<'rt>(cx: &mut Cx<'rt>, e: Root<'_, 'rt>) -> String {
    if let Some(stack) = error::read_text(cx, e, atom::names::STACK) {
        return stack;
    }
    tercet_vm::builtins::console::show(cx, e)
}
