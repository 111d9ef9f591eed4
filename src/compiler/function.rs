//! Functions and scripts: prologues, parameters, `this` and its kin, and the finished templates.

use super::assembler::{Assembler, CALLEE, Label, NEW_TARGET, Reg, THIS};
use super::control::{Control, Deferred, Finally};
use super::scope::{EnvId, Hoist, Loc};
use super::{Compiler, Res, unsupported};
use crate::syntax::ast::{
    BindingId, Expr, Function, FunctionBody, FunctionKind, FunctionUses, Goal, Name, Param, Pattern,
    PatternKind, Program, ScopeId, Span, Stmt, StmtKind,
};
use crate::syntax::scope::{BindingKind, RefId, Resolution};
use rustc_hash::FxHashSet;
use tercet_vm::atom::Atom;
use tercet_vm::code::ops::Op;
use tercet_vm::code::template::{
    FunctionKind as TemplateKind, GlobalDeclarations, Handler, LiteralSpec, Position, TemplateSpec,
    TemplateStrings,
};

/// What kind of code is being compiled, as far as `this`, `super` and `return` are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum FunctionForm {
    /// A script.
    #[default]
    Script,
    /// An arrow function.
    Arrow,
    /// The constructor of a derived class.
    Derived,
    /// Anything else.
    Plain,
}

/// Slots of a function's own environment that arrow functions inside it read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Specials {
    pub env: EnvId,
    pub this: i32,
    pub new_target: i32,
    pub home: i32,
    pub callee: i32,
}

/// A function under construction.
#[derive(Default)]
pub(super) struct Func {
    pub asm: Assembler,
    pub form: FunctionForm,
    pub strict: bool,
    pub is_generator: bool,
    /// The first register that is free, and the highest that was ever free.
    pub next: Reg,
    pub top: Reg,
    pub params: i32,
    /// The variable that lives in each register.
    pub variables: Vec<Option<BindingId>>,
    /// The innermost environment.
    pub env: Option<EnvId>,
    /// The environment that the function closes over.
    pub closure_env: Option<EnvId>,
    pub hoists: Vec<Hoist>,
    pub specials: Option<Specials>,
    /// The own name of a function expression: the callee.
    pub name_binding: Option<BindingId>,
    /// A `var` whose declaration is its first use, about to be placed.
    pub skip_init: Option<BindingId>,
    /// Where a derived constructor keeps `this`, unless arrow functions share it.
    pub derived_this: Option<Reg>,
    /// `super()` has been called on every way here.
    pub this_known: bool,
    /// The class has instance fields or private methods.
    pub has_fields: bool,
    pub control: Vec<Control>,
    pub finallies: Vec<Finally>,
    pub deferred: Vec<Deferred>,
    /// Where the optional chains around this place end early.
    pub chains: Vec<Label>,
    /// Keeps the completion value of a script.
    pub completion: Option<Reg>,
    pub loop_depth: u32,
    /// For each outermost loop, which hoisted values are fetched before it.
    pub loops: Vec<Vec<usize>>,
    pub caches: u32,
    pub needs_arguments: bool,
    pub children: Vec<TemplateSpec>,
    pub literals: Vec<LiteralSpec>,
    pub templates: Vec<TemplateStrings>,
}

/// How a template is described besides its code.
pub(super) struct Outline {
    pub name: Atom,
    pub length: u32,
    pub kind: TemplateKind,
    pub source: Span,
    pub class_constructor: bool,
}

/// What is particular about a class constructor.
#[derive(Clone, Copy)]
pub(super) struct ConstructorInfo {
    /// The class.
    pub source: Span,
    /// It has instance fields or private methods.
    pub has_fields: bool,
}

impl Compiler<'_> {
    /// Compiles the top level of a script.
    pub(super) fn script(mut self, program: &Program, completion_value: bool) -> Res<TemplateSpec> {
        self.f.form = FunctionForm::Script;
        self.f.strict = program.strict;
        let mut globals = GlobalDeclarations::default();
        let own_vars = program.goal == Goal::Eval && program.strict;
        let own_lexicals = program.goal == Goal::Eval;
        let scopes = self.scopes;
        for (_, binding) in scopes.bindings_of(program.scope) {
            let name = self.atom(binding.name);
            match binding.kind {
                BindingKind::Var if !own_vars => globals.vars.push(name),
                BindingKind::Function if !own_vars => globals.functions.push(name),
                BindingKind::Const | BindingKind::Using if !own_lexicals => globals.consts.push(name),
                BindingKind::Let | BindingKind::Class if !own_lexicals => globals.lets.push(name),
                _ => {}
            }
        }
        let slots = if program.uses.captured_by_arrow { 1 } else { 0 };
        if slots > 0 {
            let env = self.new_env(slots);
            let register = self.env_register(env);
            self.emit(Op::SetEnv, register, THIS, 0);
            self.f.specials = Some(Specials { env, this: 0, new_target: 0, home: 0, callee: 0 });
        }
        if own_lexicals {
            self.declare(program.scope);
            if !own_vars {
                for (id, binding) in scopes.bindings_of(program.scope) {
                    if !binding.kind.is_lexical() {
                        self.locs[id.index()] = Loc::Global;
                    }
                }
            }
        }
        if completion_value {
            let register = self.temp();
            self.load_undefined(register);
            self.f.completion = Some(register);
        }
        self.hoist_functions(program.body.iter())?;
        for stmt in &program.body {
            self.statement(stmt)?;
        }
        match self.f.completion {
            Some(register) => self.emit(Op::Ret, register, 0, 0),
            None => self.emit(Op::RetUndef, 0, 0, 0),
        }
        let name = self.atoms.atom("");
        let source = Span::new(0, self.source.len() as u32);
        let outline =
            Outline { name, length: 0, kind: TemplateKind::Script, source, class_constructor: false };
        let mut spec = self.finish_function(outline)?;
        spec.globals = Some(Box::new(globals));
        Ok(spec)
    }

    /// Starts an inner function.
    pub(super) fn push_function(&mut self, form: FunctionForm, strict: bool, params: i32) {
        let f = Func {
            form,
            strict,
            params,
            next: params,
            top: params,
            variables: vec![None; params as usize],
            env: self.f.env,
            closure_env: self.f.env,
            ..Func::default()
        };
        self.outer.push(std::mem::replace(&mut self.f, f));
    }

    /// Ends an inner function and adds its template to the function around it; gives its index there.
    pub(super) fn pop_function(&mut self, outline: Outline) -> Res<i32> {
        let spec = self.finish_function(outline)?;
        if let Some(outer) = self.outer.pop() {
            self.f = outer;
        }
        self.f.children.push(spec);
        Ok(self.f.children.len() as i32 - 1)
    }

    fn finish_function(&mut self, outline: Outline) -> Res<TemplateSpec> {
        self.emit_deferred();
        let prologue = self.hoist_prologue();
        let fillings = self.loop_prologues();
        let f = std::mem::take(&mut self.f);
        let done = match f.asm.finish(prologue, &fillings, f.params, f.hoists.len() as i32, f.top) {
            Ok(done) => done,
            Err(message) => return self.fail(message, outline.source),
        };
        let positions = done.positions.iter().map(|&(pc, offset)| {
            let (line, column) = self.lines.locate(offset);
            Position { pc, line, column }
        });
        let handlers = done.handlers.iter();
        Ok(TemplateSpec {
            name: outline.name,
            length: outline.length,
            kind: outline.kind,
            strict: f.strict,
            params: f.params as u16,
            registers: done.registers,
            needs_arguments: f.needs_arguments,
            caches: f.caches,
            children: f.children,
            literals: f.literals,
            templates: f.templates,
            handlers: handlers
                .map(|&(start, end, target, register)| Handler { start, end, target, register })
                .collect(),
            positions: positions.collect(),
            code: done.code,
            source: (outline.source.start, outline.source.end),
            globals: None,
            class_fields: outline.class_constructor,
        })
    }

    /// Compiles a function; gives the index of its template.
    pub(super) fn function(
        &mut self,
        function: &Function,
        name: Atom,
        constructor: Option<ConstructorInfo>,
    ) -> Res<i32> {
        if function.is_async {
            let what = if function.is_generator { "async generators" } else { "async functions" };
            return unsupported(what, function.span);
        }
        let form = match function.kind {
            FunctionKind::Arrow => FunctionForm::Arrow,
            FunctionKind::DerivedConstructor => FunctionForm::Derived,
            _ => FunctionForm::Plain,
        };
        let params = function.params.iter().filter(|param| !param.rest).count();
        if params > 30_000 {
            return self.fail("too many parameters", function.span);
        }
        self.push_function(form, function.strict, params as i32);
        self.f.is_generator = function.is_generator;
        self.f.has_fields = constructor.is_some_and(|info| info.has_fields);
        if let (Some(_), Some(name)) = (function.name_scope, &function.name)
            && let Resolution::Local(id) | Resolution::Dynamic(Some(id)) =
                self.scopes.resolution(name.reference)
            && self.scopes.binding(id).kind == BindingKind::FunctionName
        {
            self.f.name_binding = Some(id);
        }
        self.prologue(function)?;
        match &function.body {
            FunctionBody::Expr(expr) => self.return_expr(expr)?,
            FunctionBody::Block(body) => {
                self.function_statements(body, form == FunctionForm::Derived)?;
                self.return_undefined(function.span.end.saturating_sub(1));
            }
        }
        let kind = match function.kind {
            _ if function.is_generator => TemplateKind::Generator,
            FunctionKind::Normal => TemplateKind::Normal,
            FunctionKind::Arrow => TemplateKind::Arrow,
            FunctionKind::Method | FunctionKind::Getter | FunctionKind::Setter => TemplateKind::Method,
            FunctionKind::BaseConstructor => TemplateKind::BaseConstructor,
            FunctionKind::DerivedConstructor => TemplateKind::DerivedConstructor,
        };
        let source = constructor.map_or(function.span, |info| info.source);
        self.pop_function(Outline {
            name,
            length: function.length,
            kind,
            source,
            class_constructor: constructor.is_some(),
        })
    }

    /// The statements of a function's body. In a derived constructor a `super()` that is a statement of its own
    /// makes later checks of `this` unnecessary.
    fn function_statements(&mut self, body: &[Stmt], derived: bool) -> Res<()> {
        for stmt in body {
            self.statement(stmt)?;
            if derived
                && let StmtKind::Expr(Expr { kind: crate::syntax::ast::ExprKind::SuperCall(_), .. }) =
                    &stmt.kind
            {
                self.f.this_known = true;
            }
        }
        Ok(())
    }

    /// Everything before the body: environment, `this`, `arguments`, parameters, variables, inner functions.
    fn prologue(&mut self, function: &Function) -> Res<()> {
        let uses = function.uses;
        let merged = !function.has_parameter_expressions;
        let arguments = uses.arguments && !function.is_arrow;
        let mapped = arguments && !function.strict && function.simple_params;
        let body: &[Stmt] = match &function.body {
            FunctionBody::Block(body) => body,
            FunctionBody::Expr(_) => &[],
        };
        self.function_env(function, mapped, merged);
        if self.f.has_fields && function.kind == FunctionKind::BaseConstructor {
            self.init_fields(CALLEE, THIS, function.span.start);
        }
        let sloppy = matches!(function.kind, FunctionKind::Normal)
            || matches!(function.kind, FunctionKind::Method | FunctionKind::Getter | FunctionKind::Setter);
        if sloppy && !function.strict && uses.this {
            self.emit(Op::CoerceThis, 0, 0, 0);
        }
        self.fill_specials(uses, function.kind == FunctionKind::DerivedConstructor);
        if let Some(id) = self.f.name_binding
            && let Loc::Slot(env, slot) = self.locs[id.index()]
        {
            let env = self.env_register(env);
            self.emit(Op::SetEnv, env, CALLEE, slot);
        }
        self.first_states(function.param_scope, &FxHashSet::default());
        if arguments {
            self.arguments_object(function, mapped);
        }
        self.parameters(&function.params, mapped)?;
        if function.is_generator {
            self.emit_at(function.span.start, Op::Generator, 0, 0, 0);
        }
        let leading = self.leading_vars(body);
        if merged {
            self.first_states(function.body_scope, &leading);
        } else {
            self.body_scope(function.body_scope, &leading);
        }
        self.hoist_functions(body.iter())
    }

    /// Gives all bindings of the function their places and makes its environment.
    fn function_env(&mut self, function: &Function, mapped: bool, merged: bool) {
        let scopes = self.scopes;
        let derived = function.kind == FunctionKind::DerivedConstructor;
        let mut owner = vec![];
        for (index, param) in function.params.iter().enumerate() {
            if let (PatternKind::Ident(ident), false) = (&param.pattern.kind, param.rest)
                && let Resolution::Local(id) | Resolution::Dynamic(Some(id)) =
                    scopes.resolution(ident.reference)
            {
                owner.push((id, index as i32));
            }
        }
        let of_param = |id: BindingId| owner.iter().rev().find(|entry| entry.0 == id).map(|entry| entry.1);
        let body = merged.then_some(function.body_scope);
        let mut slots = if mapped { function.params.len() as i32 } else { 0 };
        let mut places = Vec::new();
        for scope in [Some(function.param_scope), body].into_iter().flatten() {
            for (id, binding) in scopes.bindings_of(scope) {
                match of_param(id) {
                    Some(param) if mapped => places.push((id, param)),
                    _ if binding.captured => {
                        places.push((id, slots));
                        slots += 1;
                    }
                    Some(param) if !binding.needs_tdz => self.place_in_register(id, param),
                    _ => {
                        let register = self.temp();
                        self.place_in_register(id, register);
                    }
                }
            }
        }
        let name = self.f.name_binding.filter(|id| self.captured_names.contains(id));
        if let Some(id) = name {
            places.push((id, slots));
            slots += 1;
        }
        let special = function.uses.captured_by_arrow && !function.is_arrow;
        let first_special = slots;
        if special {
            slots += 4;
        }
        if slots > 0 || mapped {
            let env = self.new_env(slots);
            self.envs[env.0 as usize].is_mapped = mapped;
            for (id, slot) in places {
                self.locs[id.index()] = Loc::Slot(env, slot);
            }
            if special {
                self.set_specials(env, first_special);
            }
        }
        if derived && !special {
            let register = self.temp();
            self.load_uninit(register);
            self.f.derived_this = Some(register);
        }
    }

    fn set_specials(&mut self, env: EnvId, first: i32) {
        self.f.specials =
            Some(Specials { env, this: first, new_target: first + 1, home: first + 2, callee: first + 3 });
    }

    /// An environment with the slots that arrow functions need, in a function without bindings of its own.
    pub(super) fn specials_env(&mut self, uses: FunctionUses) {
        if uses.captured_by_arrow {
            let env = self.new_env(4);
            self.set_specials(env, 0);
            self.fill_specials(uses, false);
        }
    }

    fn fill_specials(&mut self, uses: FunctionUses, derived: bool) {
        let Some(specials) = self.f.specials else { return };
        if self.f.form == FunctionForm::Arrow {
            return;
        }
        let env = self.env_register(specials.env);
        if uses.this && !derived {
            self.emit(Op::SetEnv, env, THIS, specials.this);
        }
        if uses.new_target || derived {
            self.emit(Op::SetEnv, env, NEW_TARGET, specials.new_target);
        }
        if uses.super_ {
            let mark = self.mark();
            let home = self.temp();
            self.emit(Op::FuncHome, home, 0, 0);
            self.emit(Op::SetEnv, env, home, specials.home);
            self.release(mark);
        }
        if derived {
            self.emit(Op::SetEnv, env, CALLEE, specials.callee);
        }
    }

    /// The initial states of a scope whose bindings have their places already.
    fn first_states(&mut self, scope: ScopeId, leading: &FxHashSet<RefId>) {
        let scopes = self.scopes;
        for (id, binding) in scopes.bindings_of(scope) {
            self.f.skip_init = self.declared_first(id, leading).then_some(id);
            self.initial_state(id, binding);
        }
        self.f.skip_init = None;
    }

    /// The declaration of the variable, which is among the `leading` ones, is its first occurrence.
    fn declared_first(&self, id: BindingId, leading: &FxHashSet<RefId>) -> bool {
        leading.contains(&self.first_refs[id.index()])
    }

    /// The separate variables of a function with parameter expressions.
    fn body_scope(&mut self, scope: ScopeId, leading: &FxHashSet<RefId>) {
        let scopes = self.scopes;
        let captured = scopes.bindings_of(scope).filter(|(_, binding)| binding.captured).count();
        let env = (captured > 0).then(|| self.new_env(captured as i32));
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
            match binding.shadows.map(|shadowed| self.locs[shadowed.index()]) {
                Some(source) => {
                    let mark = self.mark();
                    let value = match source {
                        Loc::Register(register) => register,
                        Loc::Slot(env, slot) => self.slot_operand(env, slot),
                        Loc::Global => {
                            let value = self.temp();
                            self.load_undefined(value);
                            value
                        }
                    };
                    self.set_loc(self.locs[id.index()], value);
                    self.release(mark);
                }
                None => {
                    self.f.skip_init = self.declared_first(id, leading).then_some(id);
                    self.initial_state(id, binding);
                    self.f.skip_init = None;
                }
            }
        }
    }

    /// Writes a local binding without checks.
    pub(super) fn set_loc(&mut self, loc: Loc, value: Reg) {
        match loc {
            Loc::Register(register) => self.copy(register, value),
            Loc::Slot(env, slot) => {
                let env = self.env_register(env);
                self.emit(Op::SetEnv, env, value, slot);
            }
            Loc::Global => {}
        }
    }

    fn arguments_object(&mut self, function: &Function, mapped: bool) {
        self.f.needs_arguments = true;
        let env = match self.f.env {
            Some(env) if mapped => self.env_register(env),
            _ => 0,
        };
        if mapped {
            for index in 0..function.params.len() as i32 {
                self.emit(Op::SetEnv, env, index, index);
            }
        }
        let scopes = self.scopes;
        let binding = scopes
            .bindings_of(function.param_scope)
            .chain(scopes.bindings_of(function.body_scope))
            .find(|(_, binding)| binding.kind == BindingKind::Arguments);
        let mark = self.mark();
        let loc = binding.map(|(id, _)| self.locs[id.index()]);
        let register = match loc {
            Some(Loc::Register(register)) => register,
            _ => self.temp(),
        };
        self.emit(Op::CreateArgs, register, i32::from(mapped), env);
        if let Some(loc) = loc {
            self.set_loc(loc, register);
        }
        self.release(mark);
    }

    /// Binds the parameters, which have arrived in the first registers.
    fn parameters(&mut self, params: &[Param], mapped: bool) -> Res<()> {
        for (index, param) in params.iter().enumerate() {
            let index = index as i32;
            let mark = self.mark();
            if param.rest {
                self.f.needs_arguments = true;
                let register = match &param.pattern.kind {
                    PatternKind::Ident(ident) => self.fresh_register(&self.place(ident)),
                    _ => None,
                };
                let register = register.unwrap_or_else(|| self.temp());
                self.emit(Op::CreateRest, register, index, 0);
                self.bind_pattern(&param.pattern, register)?;
                self.release(mark);
                continue;
            }
            if let Some(default) = &param.default {
                let given = self.label();
                self.jump_on(Op::JNotUndef, index, given);
                self.named_into(default, &param.pattern, index)?;
                self.bind(given);
            }
            if !mapped && !self.is_shadowed_param(&param.pattern, index) {
                self.bind_pattern(&param.pattern, index)?;
            }
            self.release(mark);
        }
        Ok(())
    }

    /// In sloppy code a later parameter may have the same name; then that one counts.
    fn is_shadowed_param(&self, pattern: &Pattern, index: Reg) -> bool {
        let PatternKind::Ident(ident) = &pattern.kind else { return false };
        match self.place(ident).loc {
            Loc::Register(register) => register < self.f.params && register != index,
            _ => false,
        }
    }

    /// The function whose `this` is meant here: the number of functions around it, or `None` for this one.
    fn this_owner(&self) -> Option<usize> {
        if self.f.form != FunctionForm::Arrow {
            return None;
        }
        Some(self.outer.iter().rposition(|f| f.form != FunctionForm::Arrow).unwrap_or(0))
    }

    /// The slots of the function around this arrow function, and whether it is a derived constructor.
    fn owner_specials(&self, at: u32) -> Res<Option<(Specials, bool)>> {
        let Some(owner) = self.this_owner() else { return Ok(None) };
        let f = &self.outer[owner];
        match f.specials {
            Some(specials) => Ok(Some((specials, f.form == FunctionForm::Derived))),
            None => self.fail("the scope tables do not mention a captured `this`", Span::new(at, at)),
        }
    }

    /// A register that holds `this`.
    pub(super) fn this_operand(&mut self, at: u32) -> Res<Reg> {
        let specials = self.owner_specials(at)?;
        let checked = match specials {
            Some((specials, false)) => return Ok(self.stable_slot(specials.env, specials.this)),
            Some((specials, true)) => self.slot_operand(specials.env, specials.this),
            None if self.f.form != FunctionForm::Derived => return Ok(THIS),
            None => self.own_derived_this(),
        };
        if !(self.f.this_known && specials.is_none()) {
            self.emit_at(at, Op::CheckThis, checked, 0, 0);
        }
        Ok(checked)
    }

    fn own_derived_this(&mut self) -> Reg {
        match (self.f.derived_this, self.f.specials) {
            (Some(register), _) => register,
            (None, Some(specials)) => self.slot_operand(specials.env, specials.this),
            (None, None) => THIS,
        }
    }

    /// A register that holds `new.target`.
    pub(super) fn new_target_operand(&mut self, at: u32) -> Res<Reg> {
        Ok(match self.owner_specials(at)? {
            Some((specials, _)) => self.stable_slot(specials.env, specials.new_target),
            None => NEW_TARGET,
        })
    }

    /// In an arrow function: a register that holds the home object of the method around it.
    pub(super) fn captured_home(&mut self, at: u32) -> Res<Option<Reg>> {
        let specials = self.owner_specials(at)?;
        Ok(specials.map(|(specials, _)| self.stable_slot(specials.env, specials.home)))
    }

    /// A register that holds the constructor whose parent `super()` calls.
    pub(super) fn active_constructor(&mut self, at: u32) -> Res<Reg> {
        Ok(match self.owner_specials(at)? {
            Some((specials, _)) => self.stable_slot(specials.env, specials.callee),
            None => CALLEE,
        })
    }

    /// `this` becomes the result of `super()`.
    pub(super) fn bind_this(&mut self, value: Reg, at: u32) -> Res<()> {
        let specials = match self.owner_specials(at)? {
            Some((specials, _)) => Some(specials),
            None => self.f.specials,
        };
        match (self.f.derived_this, specials) {
            (Some(register), _) => self.emit_at(at, Op::BindThis, value, register, 0),
            (None, Some(specials)) => {
                let mark = self.mark();
                let register = self.slot_operand(specials.env, specials.this);
                self.emit_at(at, Op::BindThis, value, register, 0);
                let env = self.env_register(specials.env);
                self.emit(Op::SetEnv, env, register, specials.this);
                self.release(mark);
            }
            (None, None) => {}
        }
        let owner = self.this_owner();
        let has_fields = owner.map_or(self.f.has_fields, |owner| self.outer[owner].has_fields);
        if has_fields {
            let constructor = self.active_constructor(at)?;
            self.init_fields(constructor, value, at);
        }
        Ok(())
    }

    /// Runs the field initialisers of a class constructor on an object.
    pub(super) fn init_fields(&mut self, constructor: Reg, this: Reg, at: u32) {
        self.emit_at(at, Op::InitFields, constructor, this, 0);
    }

    /// Leaves the function: all `finally` blocks have run.
    pub(super) fn emit_return(&mut self, value: Option<Reg>, at: u32) {
        let mark = self.mark();
        if self.f.form == FunctionForm::Derived {
            let value = value.unwrap_or_else(|| {
                let register = self.temp();
                self.load_undefined(register);
                register
            });
            let this = self.own_derived_this();
            self.emit_at(at, Op::RetDerived, value, this, 0);
        } else {
            match value {
                Some(value) => self.emit(Op::Ret, value, 0, 0),
                None => self.emit(Op::RetUndef, 0, 0, 0),
            }
        }
        self.release(mark);
    }

    /// The end of a body that returns nothing.
    pub(super) fn return_undefined(&mut self, at: u32) {
        self.emit_return(None, at);
    }

    /// The name of a function expression or declaration.
    pub(super) fn own_name(&mut self, name: Option<Name>) -> Atom {
        match name {
            Some(name) if name == crate::syntax::Known::StarDefault => self.atoms.atom("default"),
            Some(name) => self.atom(name),
            None => self.atoms.atom(""),
        }
    }

    /// The variables with initialisers that stand directly in a function's body.
    fn leading_vars(&self, body: &[Stmt]) -> FxHashSet<RefId> {
        let mut found = FxHashSet::default();
        for stmt in body {
            let StmtKind::Variable(declaration) = &stmt.kind else { continue };
            if declaration.kind.is_lexical() {
                continue;
            }
            for declarator in &declaration.declarators {
                if let (PatternKind::Ident(ident), Some(init)) = (&declarator.pattern.kind, &declarator.init)
                    && let Resolution::Local(id) = self.scopes.resolution(ident.reference)
                    && !self.may_mention(init, id)
                {
                    found.insert(ident.reference);
                }
            }
        }
        found
    }
}
