//! The machine's state beside the heap, and what it tells the collector.
//!
//! Lives here: the struct that `Cx` carries as host, and the answers to the collector's questions. Every other room
//! owns its own part of the state and its functions.

use crate::atom::{Atom, AtomTable};
use crate::code::{CodeSpace, Template};
use crate::dispatch::Frame;
use crate::kinds::*;
use crate::realm::Realm;
use crate::shape::{ShapeId, ShapeTable};
use crate::value::GlobalId;
use std::ops::{Deref, DerefMut};
use tercet_gc::{CellView, DeadGlobals, Host, Marker};

/// Small results worth keeping.
pub struct Cache {
    /// The atoms of one-unit Latin-1 strings.
    pub units: [Option<Atom>; 256],
}

/// Which iterations took the fast path and which the protocol, by site; for tests and `--stats`.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Verdicts {
    /// Dense copies or index loops, by [`crate::iteration::Site`].
    pub dense: [u64; crate::iteration::SITES],
    /// Full protocol.
    pub generic: [u64; crate::iteration::SITES],
}

/// Everything that lives as long as the isolate and does not depend on a turn.
pub struct Machine {
    /// Property keys.
    pub atoms: AtomTable,
    /// Shapes.
    pub shapes: ShapeTable,
    /// Intrinsics and global scope.
    pub realm: Realm,
    /// Small results worth keeping.
    pub cache: Cache,
    /// Protector word: see `protectors`.
    pub protectors: u32,
    /// Iteration verdicts.
    pub verdicts: Verdicts,
    /// Inline cache misses.
    pub cache_misses: u64,
    /// Set from outside to stop the running script.
    pub interrupt: std::sync::Arc<std::sync::atomic::AtomicBool>,
    /// When the isolate was made: the origin of `performance.now`.
    pub start: std::time::Instant,
    identity: u32,
    /// State of Math.random; not both zero.
    pub random: [u64; 2],
    /// Where text goes.
    pub output: crate::output::Output,
    /// Counters, timers and indentation of `console`.
    pub console: crate::builtins::console::State,
    /// The front end, for `Function` and its kin; without it they throw.
    pub compile: Option<crate::host::CompileHook>,
    /// Identity hashes of the arrays that are being joined: a cycle ends there.
    pub joining: Vec<u32>,
    dropped: Vec<GlobalId>,
    marked_code: Vec<bool>,
    /// Arguments after the script's name, for `scriptArgs`.
    pub script_args: Vec<String>,
}

/// Templates by id, for one turn.
pub struct Code<'rt> {
    /// The root of the code space.
    pub space: &'rt CodeSpace<'rt>,
    /// The same templates, without the lock.
    pub templates: Vec<Option<&'rt Template<'rt>>>,
}

/// The host part of `Cx`.
pub struct Vm<'rt> {
    /// What outlives the turn.
    pub machine: Box<Machine>,
    /// Code.
    pub code: Code<'rt>,
    /// Active calls of bytecode functions, outermost first.
    pub frames: Vec<Frame<'rt>>,
    /// Addresses that the dispatcher asks for all the time.
    pub(crate) fast: crate::dispatch::Fast,
    /// Where the dispatcher goes on, where handlers cannot jump to each other.
    #[cfg(not(tercet_threaded))]
    pub(crate) at: (*const u64, *mut u64, *const crate::code::Cache),
}

impl Deref for Vm<'_> {
    type Target = Machine;
    #[inline(always)]
    fn deref(&self) -> &Machine {
        &self.machine
    }
}
impl DerefMut for Vm<'_> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Machine {
        &mut self.machine
    }
}

impl Default for Machine {
    fn default() -> Self {
        Machine {
            atoms: AtomTable::default(),
            shapes: ShapeTable::default(),
            realm: Realm::default(),
            cache: Cache::default(),
            protectors: crate::protectors::ALL,
            verdicts: Verdicts::default(),
            cache_misses: 0,
            interrupt: Default::default(),
            start: std::time::Instant::now(),
            identity: 0,
            random: [seed(), seed()],
            output: Default::default(),
            console: Default::default(),
            compile: None,
            joining: Vec::new(),
            dropped: Vec::new(),
            marked_code: Vec::new(),
            script_args: Vec::new(),
        }
    }
}

fn seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish() | 1
}

impl Machine {
    /// The next identity hash, never 0.
    pub fn next_identity(&mut self) -> u32 {
        self.identity = self.identity.wrapping_add(1).max(1);
        self.identity
    }

    /// May a hole in an array of initial shape be filled from a prototype?
    #[inline]
    pub fn prototype_elements(&self) -> bool {
        self.protectors & crate::protectors::NO_ELEMENTS == 0
    }
}

impl<'rt> Vm<'rt> {
    /// Takes the machine into a turn.
    pub fn new(machine: Box<Machine>, space: &'rt CodeSpace<'rt>) -> Vm<'rt> {
        let templates = space.live.borrow().iter().map(|t| t.map(|t| t.as_ref())).collect();
        Vm {
            machine,
            code: Code { space, templates },
            frames: Vec::new(),
            fast: crate::dispatch::Fast::default(),
            #[cfg(not(tercet_threaded))]
            at: (std::ptr::null(), std::ptr::null_mut(), std::ptr::null()),
        }
    }

    fn mark_atom(&mut self, atom: Atom, m: &mut Marker<'_>) {
        if atom.0 != 0
            && let Some(cell) = self.machine.atoms.mark(atom)
        {
            m.mark_global(cell);
        }
    }

    fn mark_shape(&mut self, id: ShapeId, m: &mut Marker<'_>) {
        let Machine { shapes, atoms, .. } = &mut *self.machine;
        shapes.mark(id, |key, global| {
            if let Some(cell) = key.and_then(|key| atoms.mark(key)) {
                m.mark_global(cell);
            }
            if let Some(global) = global {
                m.mark_global(global);
            }
        });
    }

    fn mark_code(&mut self, id: u32) {
        if let Some(mark) = self.machine.marked_code.get_mut(id as usize) {
            *mark = true;
        }
    }

    /// Has the last full collection left globals to be dropped?
    pub fn has_dropped(&self) -> bool {
        !self.machine.dropped.is_empty()
    }

    /// The globals of atoms and prototypes that the last full collection found dead: to be dropped by the caller,
    /// who has the mutator.
    pub fn take_dropped(&mut self) -> Vec<GlobalId> {
        std::mem::take(&mut self.machine.dropped)
    }
}

impl Host for Vm<'_> {
    fn begin_full(&mut self, m: &mut Marker<'_>) {
        self.machine.atoms.clear_marks();
        self.machine.shapes.clear_marks();
        self.machine.marked_code = vec![false; self.code.templates.len()];
        for shape in self.machine.shapes.take_kept() {
            self.mark_shape(shape, m);
        }
        // Shapes that code names: literals and constructors make objects of them without asking again.
        let templates: Vec<_> = self.code.templates.iter().flatten().copied().collect();
        for template in templates {
            let (instances, _) = template.instance_shape.get();
            if instances != 0 {
                self.mark_shape(ShapeId(instances), m);
            }
            for literal in &template.literals {
                if literal.shape.get() != 0 {
                    self.mark_shape(ShapeId(literal.shape.get()), m);
                }
            }
        }
    }

    fn met(&mut self, cell: CellView<'_>, m: &mut Marker<'_>) {
        let kind = cell.kind();
        if kind == FLAT8.id || kind == FLAT16.id {
            self.mark_atom(Atom(cell.aux()), m);
        } else if kind == SYMBOL_CELL.id {
            self.mark_atom(Atom(cell.raw(0) as u32), m);
        } else if kind == SUSPENDED.id {
            self.mark_code(cell.raw(1) as u32);
        } else {
            self.mark_shape(ShapeId(cell.aux()), m);
            if kind == CLOSURE.id {
                self.mark_code(cell.raw(0) as u32);
            }
        }
    }

    fn end_full(&mut self, _: &DeadGlobals<'_>) {
        let machine = &mut *self.machine;
        for template in self.code.templates.iter().flatten() {
            for cache in &template.caches {
                let dead = |id: u32| id != 0 && !machine.shapes.is_live(ShapeId(id));
                // `other` is a shape or a global: both change only with the shape or the epoch.
                if dead(cache.shape.get()) {
                    cache.shape.set(0);
                }
                cache.epoch.set(0);
            }
        }
        machine.shapes.epoch = machine.shapes.epoch.max(1);
        machine.shapes.sweep(&mut machine.dropped);
        machine.atoms.sweep(&mut machine.dropped);
    }
}
