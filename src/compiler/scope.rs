//! Where variables live, and reading and writing them.
//!
//! A binding that no inner function reaches is a register. Captured bindings are slots of environments; each
//! scope with captured bindings makes one environment, whose register lives as long as the scope. Environments
//! of outer functions are fetched once, at the start of the function ("hoisted"), into registers of their own.

use super::Compiler;
use super::assembler::{CALLEE, Inst, Reg};
use super::fold::Const;
use crate::syntax::ast::{BindingId, Expr, Ident, Name, ScopeId};
use crate::syntax::scope::{Binding, BindingKind, RefUse, Resolution};
use tercet_vm::atom::Atom;
use tercet_vm::code::ops::Op;

/// Index into the compiler's table of environments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct EnvId(pub u32);

/// An environment as the compiler knows it.
pub(super) struct EnvInfo {
    /// The environment around it.
    pub parent: Option<EnvId>,
    /// How many functions are around the one that makes it.
    pub depth: usize,
    /// The register that holds it in that function.
    pub register: Reg,
    /// An `arguments` object writes its slots.
    pub is_mapped: bool,
}

/// Where a binding lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Loc {
    /// The global scope.
    Global,
    /// A register of its function.
    Register(Reg),
    /// A slot of an environment.
    Slot(EnvId, i32),
}

/// A value that is fetched once, at the start of a function or before a loop.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Hoist {
    /// The environment the function closed over, whatever it is.
    Closure,
    /// An environment of an outer function.
    Env(EnvId),
    /// A slot, never changed once the function can run, of an environment of an outer function.
    Slot(EnvId, i32),
    /// The same, fetched before the loops that use it.
    LoopSlot(EnvId, i32),
    /// A constant, loaded before the loops that use it.
    LoopConst(Const),
}

/// What to restore when a scope ends.
pub(super) struct ScopeMark {
    registers: Reg,
    env: Option<EnvId>,
}

/// An identifier occurrence, resolved.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub loc: Loc,
    pub binding: Option<BindingId>,
    /// The binding may be uninitialised here.
    pub check: bool,
    /// This occurrence declares the binding.
    pub declares: bool,
}

impl Compiler<'_> {
    /// The register of a hoisted value.
    pub(super) fn hoist(&mut self, value: Hoist) -> Reg {
        let index = match self.f.hoists.iter().position(|known| *known == value) {
            Some(index) => index,
            None => {
                if let Hoist::Slot(env, _) | Hoist::LoopSlot(env, _) = value {
                    self.hoist(Hoist::Env(env));
                }
                self.f.hoists.push(value);
                self.f.hoists.len() - 1
            }
        };
        super::assembler::HOIST + index as i32
    }

    /// The register of a value that is hoisted out of the current loops.
    pub(super) fn hoist_from_loop(&mut self, value: Hoist) -> Reg {
        let register = self.hoist(value);
        let index = (register - super::assembler::HOIST) as usize;
        if let Some(fetched) = self.f.loops.last_mut()
            && !fetched.contains(&index)
        {
            fetched.push(index);
        }
        register
    }

    /// Enters a loop.
    pub(super) fn enter_loop(&mut self) {
        if self.f.loop_depth == 0 {
            self.f.asm.placeholder(self.f.loops.len());
            self.f.loops.push(Vec::new());
        }
        self.f.loop_depth += 1;
    }

    /// Leaves a loop.
    pub(super) fn leave_loop(&mut self) {
        self.f.loop_depth -= 1;
    }

    /// The instructions that fetch values before the outermost loops.
    pub(super) fn loop_prologues(&mut self) -> Vec<Vec<Inst>> {
        let loops = std::mem::take(&mut self.f.loops);
        let fetch = |fetched: Vec<usize>| fetched.into_iter().filter_map(|index| self.fetch(index)).collect();
        loops.into_iter().map(fetch).collect()
    }

    /// The instruction that fetches a hoisted slot or constant.
    fn fetch(&mut self, index: usize) -> Option<Inst> {
        let target = super::assembler::HOIST + index as i32;
        match self.f.hoists[index].clone() {
            Hoist::Slot(env, slot) | Hoist::LoopSlot(env, slot) => {
                let from = self.hoist(Hoist::Env(env));
                Some(Inst::new(Op::GetEnv, target, from, slot))
            }
            Hoist::LoopConst(value) => Some(self.constant_inst(target, &value)),
            Hoist::Closure | Hoist::Env(_) => None,
        }
    }

    /// The instructions that fetch the hoisted values at the start.
    pub(super) fn hoist_prologue(&mut self) -> Vec<Inst> {
        let hoists = std::mem::take(&mut self.f.hoists);
        let register = |index: usize| super::assembler::HOIST + index as i32;
        let mut code = Vec::new();
        let mut chain: Vec<(u32, Reg)> = Vec::new();
        for (index, hoist) in hoists.iter().enumerate() {
            match hoist {
                Hoist::Closure => chain.push((0, register(index))),
                Hoist::Env(env) => chain.push((self.distance(*env), register(index))),
                _ => {}
            }
        }
        chain.sort_unstable();
        let mut at: Option<(u32, Reg)> = None;
        for (distance, target) in chain {
            let (mut here, mut from) = match at {
                Some(at) => at,
                None => {
                    code.push(Inst::new(Op::FuncEnv, target, 0, 0));
                    (0, target)
                }
            };
            if here == distance && from != target {
                code.push(Inst::new(Op::Move, target, from, 0));
            }
            while here < distance {
                code.push(Inst::new(Op::EnvParent, target, from, 0));
                from = target;
                here += 1;
            }
            at = Some((distance, target));
        }
        self.f.hoists = hoists;
        for index in 0..self.f.hoists.len() {
            if matches!(self.f.hoists[index], Hoist::Slot(..)) {
                code.extend(self.fetch(index));
            }
        }
        code
    }

    /// How many steps lead from the environment the current function closed over to `env`.
    fn distance(&self, env: EnvId) -> u32 {
        let mut at = self.f.closure_env;
        let mut steps = 0;
        while let Some(id) = at {
            if id == env {
                break;
            }
            at = self.envs[id.0 as usize].parent;
            steps += 1;
        }
        steps
    }

    /// The register that holds an environment.
    pub(super) fn env_register(&mut self, env: EnvId) -> Reg {
        let info = &self.envs[env.0 as usize];
        if info.depth == self.outer.len() { info.register } else { self.hoist(Hoist::Env(env)) }
    }

    /// The register of the innermost environment, for closures and new environments.
    pub(super) fn current_env(&mut self) -> Reg {
        match self.f.env {
            Some(env) => self.env_register(env),
            None => self.hoist(Hoist::Closure),
        }
    }

    /// Makes an environment inside the current one, which it becomes.
    pub(super) fn new_env(&mut self, slots: i32) -> EnvId {
        let parent = self.current_env();
        let register = self.temp();
        self.emit(Op::NewEnv, register, parent, slots);
        self.add_env(register)
    }

    fn add_env(&mut self, register: Reg) -> EnvId {
        let id = EnvId(self.envs.len() as u32);
        self.envs.push(EnvInfo { parent: self.f.env, depth: self.outer.len(), register, is_mapped: false });
        self.f.env = Some(id);
        id
    }

    /// Reads a slot: a register that holds its value.
    pub(super) fn slot_operand(&mut self, env: EnvId, slot: i32) -> Reg {
        let dst = self.temp();
        let from = self.env_register(env);
        self.emit(Op::GetEnv, dst, from, slot);
        dst
    }

    /// Reads a slot that never changes once an inner function can run.
    pub(super) fn stable_slot(&mut self, env: EnvId, slot: i32) -> Reg {
        if self.envs[env.0 as usize].depth == self.outer.len() {
            self.slot_operand(env, slot)
        } else {
            self.hoist(Hoist::Slot(env, slot))
        }
    }

    /// Remembers the state before a scope.
    pub(super) fn scope_mark(&self) -> ScopeMark {
        ScopeMark { registers: self.mark(), env: self.f.env }
    }

    /// Leaves a scope.
    pub(super) fn leave_scope(&mut self, mark: ScopeMark) {
        self.release(mark.registers);
        self.f.env = mark.env;
    }

    /// Enters a block-like scope: takes registers and makes the environment, all uninitialised as needed.
    pub(super) fn enter_scope(&mut self, scope: ScopeId) -> ScopeMark {
        let mark = self.scope_mark();
        self.declare(scope);
        mark
    }

    /// Gives the bindings of a scope their places and emits their initial states.
    pub(super) fn declare(&mut self, scope: ScopeId) {
        self.place_scope(scope);
        self.renew_scope(scope);
    }

    /// Gives the bindings of a scope their places, in registers and in an environment that is still to be made
    /// by [`Self::renew_scope`].
    pub(super) fn place_scope(&mut self, scope: ScopeId) {
        let scopes = self.scopes;
        let env = scopes.bindings_of(scope).any(|(_, binding)| binding.captured).then(|| {
            let register = self.temp();
            self.add_env(register)
        });
        let mut slot = 0;
        for (id, binding) in scopes.bindings_of(scope) {
            match env {
                Some(env) if binding.captured => {
                    self.locs[id.index()] = Loc::Slot(env, slot);
                    slot += 1;
                }
                _ => {
                    let register = self.temp();
                    self.place_in_register(id, register);
                }
            }
        }
    }

    /// The binding lives in the register.
    pub(super) fn place_in_register(&mut self, id: BindingId, register: Reg) {
        self.locs[id.index()] = Loc::Register(register);
        if let Some(slot) = self.f.variables.get_mut(register as usize) {
            *slot = Some(id);
        }
    }

    /// What a binding holds before its declaration is evaluated.
    pub(super) fn initial_state(&mut self, id: BindingId, binding: &Binding) {
        match (self.locs[id.index()], binding.kind) {
            (loc, BindingKind::Var) => match loc {
                Loc::Register(register) if self.f.skip_init != Some(id) => self.load_undefined(register),
                Loc::Slot(env, slot) => {
                    let mark = self.mark();
                    let value = self.temp();
                    self.load_undefined(value);
                    let env = self.env_register(env);
                    self.emit(Op::SetEnv, env, value, slot);
                    self.release(mark);
                }
                _ => {}
            },
            (Loc::Register(register), _) if binding.needs_tdz => self.load_uninit(register),
            _ => {}
        }
    }

    /// Makes the environment of the innermost scope and puts its variables into their temporal dead zones: on
    /// entry, and for each iteration of a loop.
    pub(super) fn renew_scope(&mut self, scope: ScopeId) {
        let scopes = self.scopes;
        let captured = scopes.bindings_of(scope).filter(|(_, binding)| binding.captured).count();
        if captured > 0
            && let Some(env) = self.f.env
        {
            let info = &self.envs[env.0 as usize];
            let (register, parent) = (info.register, info.parent);
            let current = std::mem::replace(&mut self.f.env, parent);
            let parent = self.current_env();
            self.f.env = current;
            self.emit(Op::NewEnv, register, parent, captured as i32);
        }
        for (id, binding) in scopes.bindings_of(scope) {
            self.initial_state(id, binding);
        }
    }

    /// What an identifier occurrence means.
    pub(super) fn place(&self, ident: &Ident) -> Place {
        let reference = self.scopes.reference(ident.reference);
        let binding = match reference.resolution {
            Resolution::Local(id) | Resolution::Dynamic(Some(id)) => Some(id),
            Resolution::Global | Resolution::Dynamic(None) => None,
        };
        let loc = match binding {
            Some(id) if self.f.name_binding == Some(id) => Loc::Register(CALLEE),
            Some(id) => self.locs[id.index()],
            None => Loc::Global,
        };
        let declares = reference.usage == RefUse::Declare;
        Place { loc, binding, check: reference.check_tdz && !declares, declares }
    }

    /// The binding is in a register that may be written without any check.
    pub(super) fn writable_register(&self, place: &Place) -> Option<Reg> {
        match (place.loc, place.binding) {
            (Loc::Register(register), Some(id)) if !place.check => {
                let kind = self.scopes.binding(id).kind;
                (place.declares || !kind.is_immutable()).then_some(register)
            }
            _ => None,
        }
    }

    /// The register of a binding that this occurrence declares, if nothing can see it before.
    pub(super) fn fresh_register(&self, place: &Place) -> Option<Reg> {
        let id = place.binding?;
        match place.loc {
            Loc::Register(register) if place.declares && !self.scopes.binding(id).needs_tdz => Some(register),
            _ => None,
        }
    }

    /// The value of a variable: in place, or in a new temporary.
    pub(super) fn ident_operand(&mut self, ident: &Ident) -> Reg {
        let place = self.place(ident);
        match place.loc {
            Loc::Register(register) => {
                self.check_register(&place, register, ident);
                register
            }
            Loc::Slot(env, slot) if !place.check && self.is_stable(&place, env) => {
                self.hoist_from_loop(Hoist::LoopSlot(env, slot))
            }
            _ => {
                let dst = self.temp();
                self.load_ident(ident, dst);
                dst
            }
        }
    }

    /// In a loop: the variable of an outer function never changes once an inner function runs.
    fn is_stable(&self, place: &Place, env: EnvId) -> bool {
        let Some(id) = place.binding else { return false };
        let binding = self.scopes.binding(id);
        let info = &self.envs[env.0 as usize];
        self.f.loop_depth > 0
            && info.depth != self.outer.len()
            && !info.is_mapped
            && !binding.reassigned
            && !binding.needs_tdz
            && matches!(binding.kind, BindingKind::Param | BindingKind::Function | BindingKind::FunctionName)
    }

    fn check_register(&mut self, place: &Place, register: Reg, ident: &Ident) {
        if place.check {
            let atom = self.atom(ident.name);
            self.emit_at(ident.span.start, Op::CheckInit, register, atom.0 as i32, 0);
        }
    }

    /// `dst = variable`
    pub(super) fn load_ident(&mut self, ident: &Ident, dst: Reg) {
        let place = self.place(ident);
        let at = ident.span.start;
        match place.loc {
            Loc::Register(register) => {
                self.check_register(&place, register, ident);
                self.copy(dst, register);
            }
            Loc::Slot(env, slot) => {
                let env = self.env_register(env);
                if place.check {
                    let atom = self.atom(ident.name);
                    self.emit_named(at, Op::GetEnvCheck, (dst, env, slot), atom);
                } else {
                    self.emit(Op::GetEnv, dst, env, slot);
                }
            }
            Loc::Global => match self.global_constant(ident.name, ident) {
                Some(value) => self.load_const(dst, &value),
                None => {
                    let atom = self.atom(ident.name);
                    self.emit_cached(at, Op::GetGlobal, dst, 0, atom);
                }
            },
        }
    }

    /// `undefined`, `NaN` and `Infinity` of the global object never change.
    pub(super) fn global_constant(&self, name: Name, ident: &Ident) -> Option<Const> {
        use crate::syntax::Known;
        if self.scopes.resolution(ident.reference) != Resolution::Global {
            return None;
        }
        if name == Known::Undefined {
            Some(Const::Undefined)
        } else if name == Known::NaN {
            Some(Const::Number(f64::NAN))
        } else if name == Known::Infinity {
            Some(Const::Number(f64::INFINITY))
        } else {
            None
        }
    }

    /// `variable = value`, with all checks. A declaring occurrence initialises.
    pub(super) fn store_ident(&mut self, ident: &Ident, value: Reg, at: u32) {
        let place = self.place(ident);
        if let Some(register) = self.writable_register(&place) {
            self.copy(register, value);
            return;
        }
        let atom = self.atom(ident.name);
        if !place.declares && self.refuse_constant(&place, atom, at) {
            return;
        }
        match place.loc {
            Loc::Register(register) => {
                self.check_register(&place, register, ident);
                self.copy(register, value);
            }
            Loc::Slot(env, slot) => {
                let env = self.env_register(env);
                if place.check {
                    self.emit_named(at, Op::SetEnvCheck, (env, value, slot), atom);
                } else {
                    self.emit(Op::SetEnv, env, value, slot);
                }
            }
            Loc::Global if place.declares && place.binding.is_some_and(|id| self.is_lexical(id)) => {
                self.emit_cached(at, Op::InitGlobalLex, value, 0, atom);
            }
            Loc::Global => self.emit_cached(at, Op::SetGlobal, value, 0, atom),
        }
    }

    fn is_lexical(&self, id: BindingId) -> bool {
        self.scopes.binding(id).kind.is_lexical()
    }

    /// Assigning to an immutable binding: throws, or does nothing for a function's own name in sloppy code.
    fn refuse_constant(&mut self, place: &Place, atom: Atom, at: u32) -> bool {
        let Some(id) = place.binding else { return false };
        let kind = self.scopes.binding(id).kind;
        if !kind.is_immutable() {
            return false;
        }
        if kind == BindingKind::FunctionName && !self.f.strict {
            return true;
        }
        if place.check {
            self.check_initialised(place, atom, at);
        }
        self.emit_at(at, Op::ThrowConst, 0, atom.0 as i32, 0);
        true
    }

    /// Throws a ReferenceError if the binding is in its temporal dead zone.
    pub(super) fn check_initialised(&mut self, place: &Place, atom: Atom, at: u32) {
        let mark = self.mark();
        match place.loc {
            Loc::Register(register) => self.emit_at(at, Op::CheckInit, register, atom.0 as i32, 0),
            Loc::Slot(env, slot) => {
                let dst = self.temp();
                let env = self.env_register(env);
                self.emit_named(at, Op::GetEnvCheck, (dst, env, slot), atom);
            }
            Loc::Global => {
                let dst = self.temp();
                self.emit_cached(at, Op::GetGlobal, dst, 0, atom);
            }
        }
        self.release(mark);
    }

    /// Copies `register` to a temporary if it is a variable that one of `later` may assign.
    pub(super) fn protect<'e>(&mut self, register: Reg, later: impl IntoIterator<Item = &'e Expr>) -> Reg {
        let Some(id) = self.variable_in(register) else { return register };
        if later.into_iter().any(|expr| self.may_assign(expr, id)) { self.copied(register) } else { register }
    }

    /// A new temporary with the value of the register.
    pub(super) fn copied(&mut self, register: Reg) -> Reg {
        let dst = self.temp();
        self.copy(dst, register);
        dst
    }

    /// The variable that lives in a register, if something may assign it.
    pub(super) fn variable_in(&self, register: Reg) -> Option<BindingId> {
        let index = usize::try_from(register).ok()?;
        let id = self.f.variables.get(index).copied().flatten()?;
        self.scopes.binding(id).reassigned.then_some(id)
    }
}
