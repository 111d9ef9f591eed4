//! The embedding API: an engine is an isolate with its realm; scripts run in turns.
//!
//! ```
//! use tercet::{Engine, Options, Show};
//! let mut engine = Engine::new(Options::default());
//! assert_eq!(engine.run("6 * 7", "answer.js", Show::Inspected), Ok(Some("42".to_string())));
//! ```
//!
//! Lives here: joining front end and machine, and what is left of an exception that nobody caught ([`Uncaught`]). How
//! that looks is [`crate::cli`]'s business; how values look is the machine's `console`.

mod dynamic;
mod uncaught;

pub use uncaught::{Place, Uncaught};

use crate::compiler;
use crate::syntax::{self, Interner, ParseOptions, Parsed, SyntaxErrorKind};
use std::rc::Rc;
use tercet_gc::{Isolate, Options, Stats, Verdict};
use tercet_vm::atom::{self, Atom};
use tercet_vm::builtins::console;
use tercet_vm::code::template::{Atoms, TemplateSpec};
use tercet_vm::code::{self, CodeSpace, Source};
use tercet_vm::kinds::Str;
use tercet_vm::value::{Cx, Root, Throw, roots};
use tercet_vm::vm::{Machine, Vm};
use tercet_vm::{dispatch, error, kinds, object, realm, script, string};

/// An isolate with its realm.
pub struct Engine {
    isolate: Isolate<gc_arena::Rootable![CodeSpace<'_>]>,
    /// `None` only while a turn runs.
    machine: Option<Box<Machine>>,
    interner: Interner,
}

/// What [`Engine::run`] gives of a script's completion value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    /// Nothing.
    Nothing,
    /// As the console shows it inside other values: strings in quotes.
    Inspected,
    /// As the console prints it: strings as they are.
    Printed,
}

/// Why a script did not run to its end.
#[derive(Clone, PartialEq, Debug)]
pub enum Failure {
    /// The source was rejected: nothing has run.
    Syntax(SyntaxFailure),
    /// An exception that nobody caught.
    Exception(Box<Uncaught>),
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

impl From<Uncaught> for Failure {
    fn from(uncaught: Uncaught) -> Failure {
        Failure::Exception(Box::new(uncaught))
    }
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
    ///
    /// # Panics
    /// If the system does not give out the address ranges of the heap.
    pub fn new(options: Options) -> Engine {
        let isolate = Isolate::new(options, kinds::KINDS, |mc| CodeSpace {
            live: gc_arena::Gc::new(mc, gc_arena::RefLock::new(Vec::new())),
        });
        let mut machine = Box::<Machine>::default();
        machine.compile = Some(dynamic::function);
        Engine { isolate, machine: Some(machine), interner: Interner::new() }
    }

    /// The machine between turns: counters, output, the interrupt flag.
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

    /// Runs a script. Gives its completion value as text if `show` asks for it.
    ///
    /// # Errors
    /// [`Failure`]: the source was rejected, or an exception was not caught.
    pub fn run(&mut self, source: &str, name: &str, show: Show) -> Result<Option<String>, Failure> {
        self.turn(|cx, interner| {
            let spec = prepare(cx, interner, source, show != Show::Nothing)?;
            roots!(cx; value);
            execute(cx, spec, source, name, value)?;
            Ok(printed(cx, value, show))
        })
    }

    /// Runs a script of a session that is typed line by line: it may declare again what `let`, `const` and `class` of
    /// earlier scripts declared, and its completion value becomes the value of the global `_`.
    ///
    /// # Errors
    /// As [`Engine::run`].
    pub fn run_input(&mut self, source: &str, name: &str) -> Result<String, Failure> {
        self.turn(|cx, interner| {
            let mut spec = prepare(cx, interner, source, true)?;
            redeclare(&mut cx.host.machine, &mut spec);
            roots!(cx; value, ignored);
            execute(cx, spec, source, name, value)?;
            if let Err(thrown) = realm::define_global(cx, "_", value) {
                // The program has made it impossible: it will not miss it.
                error::take_exception(cx, thrown, ignored);
            }
            Ok(console::show(cx, value))
        })
    }

    /// The bytecode of a script and of all functions in it, as text.
    ///
    /// # Errors
    /// [`Failure`]: the source was rejected.
    pub fn disassemble(&mut self, source: &str, completion_value: bool) -> Result<String, Failure> {
        self.turn(|cx, interner| {
            let spec = prepare(cx, interner, source, completion_value)?;
            Ok(compiler::disassemble(&spec, &|name| atom::key_text(&*cx, name.into())))
        })
    }

    /// Looks whether a source is a valid script.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&mut self, source: &str) -> Result<(), SyntaxFailure> {
        parse(source, &mut self.interner).map(drop)
    }

    /// Makes a global array of strings.
    ///
    /// # Errors
    /// [`Failure`]: there is no memory for it.
    pub fn set_global_strings(&mut self, name: &str, strings: &[String]) -> Result<(), Failure> {
        self.turn(|cx, _| {
            set_global_strings(cx, name, strings).map_err(|thrown| uncaught::report(cx, thrown).into())
        })
    }
}

/// The completion value as text.
fn printed<'rt>(cx: &mut Cx<'rt>, value: Root<'_, 'rt>, show: Show) -> Option<String> {
    match show {
        Show::Nothing => None,
        Show::Printed if let Some(s) = value.cast::<Str>(&*cx) => Some(string::to_rust_string(s)),
        _ => Some(console::show(cx, value)),
    }
}

fn parse(source: &str, interner: &mut Interner) -> Result<Parsed, SyntaxFailure> {
    syntax::parse_script(source, interner, &ParseOptions::default()).map_err(|e| SyntaxFailure {
        class: if e.kind == SyntaxErrorKind::TooDeep { "RangeError" } else { "SyntaxError" },
        span: (e.span.start as usize, e.span.end as usize),
        incomplete: syntax::is_incomplete(&e),
        message: e.message,
    })
}

/// Parses and compiles a script.
fn prepare(
    cx: &mut Cx<'_>,
    interner: &mut Interner,
    source: &str,
    completion_value: bool,
) -> Result<TemplateSpec, Failure> {
    let parsed = parse(source, interner).map_err(Failure::Syntax)?;
    let mut atoms = AtomSource { cx, failed: None };
    let spec = compiler::compile_script(&parsed, interner, source, &mut atoms, completion_value);
    if let Some(thrown) = atoms.failed {
        return Err(uncaught::report(cx, thrown).into());
    }
    spec.map_err(|e| {
        Failure::Syntax(SyntaxFailure {
            class: "SyntaxError",
            span: (e.span.start as usize, e.span.end as usize),
            incomplete: false,
            message: e.message,
        })
    })
}

/// Installs a compiled script and runs it; its completion value goes to `value`.
fn execute<'rt>(
    cx: &mut Cx<'rt>,
    spec: TemplateSpec,
    source: &str,
    name: &str,
    value: Root<'_, 'rt>,
) -> Result<(), Failure> {
    let source = Rc::new(Source { name: name.to_string(), text: source.to_string() });
    let template = code::install(cx, spec, &source);
    match script::run(cx, template) {
        Ok(v) => {
            value.set(v);
            Ok(())
        }
        Err(thrown) => Err(uncaught::report(cx, thrown).into()),
    }
}

/// Lets the script's declarations take over the bindings that exist already.
fn redeclare(machine: &mut Machine, spec: &mut TemplateSpec) {
    let Some(globals) = &mut spec.globals else { return };
    let lexicals = &mut machine.realm.lexicals;
    for (names, constant) in [(&mut globals.lets, false), (&mut globals.consts, true)] {
        names.retain(|name| match lexicals.get_mut(name) {
            Some(binding) => {
                binding.1 = constant;
                false
            }
            None => true,
        });
    }
}

fn set_global_strings(cx: &mut Cx<'_>, name: &str, strings: &[String]) -> Result<(), Throw> {
    let window = cx.window(strings.len())?;
    let slots = window.slots();
    for (i, text) in strings.iter().enumerate() {
        slots.at(i).set(string::from_str(cx, text)?);
    }
    roots!(cx; array);
    array.set(object::create::array_from_slots(cx, slots)?);
    realm::define_global(cx, name, array)
}
