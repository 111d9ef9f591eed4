//! The second walk: resolves the identifiers of expressions, patterns and functions.

use super::{Analysis, FunctionState, ScopeResult};
use crate::syntax::ast::*;
use crate::syntax::parser::for_each_bound;
use crate::syntax::scope::*;

/// What the identifiers of a pattern do.
#[derive(Clone, Copy)]
pub(super) enum Target {
    /// Initialise the binding of that name in this scope.
    Declare(ScopeId),
    /// Assign as a `var` with an initializer does.
    Var,
    /// Assign.
    Assign,
}

impl Analysis<'_> {
    pub(super) fn expr(&mut self, expr: &mut Expr) -> ScopeResult<()> {
        match &mut expr.kind {
            ExprKind::Null
            | ExprKind::Bool(_)
            | ExprKind::Number(_)
            | ExprKind::BigInt(_)
            | ExprKind::String(_)
            | ExprKind::RegExp { .. }
            | ExprKind::ImportMeta => {}
            ExprKind::Ident(ident) => ident.reference = self.reference(ident.name, RefUse::Read),
            ExprKind::This => self.function.uses.this = true,
            ExprKind::NewTarget => self.function.uses.new_target = true,
            ExprKind::Template(template) => self.exprs(&mut template.expressions)?,
            ExprKind::TaggedTemplate(tagged) => {
                self.expr(&mut tagged.tag)?;
                self.exprs(&mut tagged.template.expressions)?;
            }
            ExprKind::Array(elements) => {
                for element in elements {
                    match element {
                        ArrayElement::Hole => {}
                        ArrayElement::Expr(expr) | ArrayElement::Spread(expr) => self.expr(expr)?,
                    }
                }
            }
            ExprKind::Object(properties) => {
                for property in properties {
                    self.property(property)?;
                }
            }
            ExprKind::Function(function) => self.function(function, true)?,
            ExprKind::Class(class) => self.class(class)?,
            ExprKind::Unary { operand: inner, .. }
            | ExprKind::Await(inner)
            | ExprKind::YieldStar(inner)
            | ExprKind::Paren(inner)
            | ExprKind::OptionalChain(inner)
            | ExprKind::Member { object: inner, .. } => self.expr(inner)?,
            ExprKind::Yield(argument) => {
                if let Some(argument) = argument {
                    self.expr(argument)?;
                }
            }
            ExprKind::Update { target, .. } => self.simple_target(target, RefUse::ReadWrite)?,
            ExprKind::Binary { operands, .. } | ExprKind::Index { operands, .. } => {
                self.expr(&mut operands.0)?;
                self.expr(&mut operands.1)?;
            }
            ExprKind::BinaryChain(chain) => {
                self.expr(&mut chain.first)?;
                for (_, operand) in &mut chain.rest {
                    self.expr(operand)?;
                }
            }
            ExprKind::PrivateIn { name, object } => {
                self.private_reference(name)?;
                self.expr(object)?;
            }
            ExprKind::PrivateMember { object, name, .. } => {
                self.expr(object)?;
                self.private_reference(name)?;
            }
            ExprKind::Logical { operands, .. } => self.exprs(operands)?,
            ExprKind::Sequence(items) => self.exprs(items)?,
            ExprKind::Conditional(conditional) => {
                self.expr(&mut conditional.test)?;
                self.expr(&mut conditional.consequent)?;
                self.expr(&mut conditional.alternate)?;
            }
            ExprKind::Assign(assign) => {
                match assign.op {
                    AssignOp::Assign => self.pattern(&mut assign.target, Target::Assign)?,
                    _ => self.simple_target(&mut assign.target, RefUse::ReadWrite)?,
                }
                self.expr(&mut assign.value)?;
            }
            ExprKind::SuperMember(_) => self.uses_super(),
            ExprKind::SuperIndex(index) => {
                self.uses_super();
                self.expr(index)?;
            }
            ExprKind::SuperCall(arguments) => {
                self.uses_super();
                self.function.uses.new_target = true;
                self.arguments(arguments)?;
            }
            ExprKind::Call(call) => {
                self.expr(&mut call.callee)?;
                self.arguments(&mut call.arguments)?;
                call.scope = self.scope;
                if call.maybe_direct_eval {
                    self.direct_eval();
                }
            }
            ExprKind::New(new) => {
                self.expr(&mut new.callee)?;
                self.arguments(&mut new.arguments)?;
            }
            ExprKind::ImportCall(import) => {
                self.expr(&mut import.specifier)?;
                if let Some(options) = &mut import.options {
                    self.expr(options)?;
                }
            }
        }
        Ok(())
    }

    fn exprs(&mut self, exprs: &mut [Expr]) -> ScopeResult<()> {
        exprs.iter_mut().try_for_each(|expr| self.expr(expr))
    }

    fn arguments(&mut self, arguments: &mut [Argument]) -> ScopeResult<()> {
        arguments.iter_mut().try_for_each(|argument| match argument {
            Argument::Expr(expr) | Argument::Spread(expr) => self.expr(expr),
        })
    }

    fn uses_super(&mut self) {
        self.function.uses.this = true;
        self.function.uses.super_ = true;
    }

    /// A call that may be a direct eval: it may use whatever is in reach.
    fn direct_eval(&mut self) {
        let here = self.scope;
        self.scopes.scopes[here.index()].has_direct_eval = true;
        self.find_arguments();
        let arguments = self.function.arguments_scope.is_some();
        self.function.uses = FunctionUses {
            arguments,
            this: true,
            super_: true,
            new_target: true,
            captured_by_arrow: true,
            direct_eval: true,
        };
        let function = self.function;
        if !function.strict && self.kind_of(function.scope) == ScopeKind::Params {
            self.sloppy_eval_scopes.insert(function.scope);
            if function.parameter_expressions && here >= function.var_scope {
                // The `var`s of the eval come between the body and the parameters.
                self.sloppy_eval_scopes.insert(function.var_scope);
            }
        }
    }

    fn property(&mut self, property: &mut Property) -> ScopeResult<()> {
        match &mut property.kind {
            PropertyKind::Value { key, value, .. } => {
                self.key(key)?;
                self.expr(value)
            }
            PropertyKind::Proto(value) | PropertyKind::Spread(value) => self.expr(value),
            PropertyKind::Method(key, function)
            | PropertyKind::Getter(key, function)
            | PropertyKind::Setter(key, function) => {
                self.key(key)?;
                self.function(function, false)
            }
        }
    }

    pub(super) fn key(&mut self, key: &mut PropertyKey) -> ScopeResult<()> {
        match key {
            PropertyKey::Computed(expr) => self.expr(expr),
            _ => Ok(()),
        }
    }

    /// The target of an operator that reads and writes it.
    fn simple_target(&mut self, target: &mut Pattern, usage: RefUse) -> ScopeResult<()> {
        match &mut target.kind {
            PatternKind::Ident(ident) => {
                ident.reference = self.reference(ident.name, usage);
                Ok(())
            }
            PatternKind::Expr(expr) => self.expr(expr),
            PatternKind::Object(_) | PatternKind::Array(_) => self.pattern(target, Target::Assign),
        }
    }

    /// A pattern, in order of evaluation.
    pub(super) fn pattern(&mut self, pattern: &mut Pattern, target: Target) -> ScopeResult<()> {
        match &mut pattern.kind {
            PatternKind::Ident(ident) => {
                match target {
                    Target::Declare(scope) => {
                        if let Some(id) = self.find_in(ident.name, scope) {
                            self.declaration(ident, id);
                        }
                    }
                    Target::Var => ident.reference = self.var_initializer(ident.name),
                    Target::Assign => ident.reference = self.reference(ident.name, RefUse::Write),
                }
                Ok(())
            }
            PatternKind::Expr(expr) => self.expr(expr),
            PatternKind::Object(object) => {
                for property in &mut object.properties {
                    self.key(&mut property.key)?;
                    self.element(&mut property.value, target)?;
                }
                object.rest.iter_mut().try_for_each(|rest| self.pattern(rest, target))
            }
            PatternKind::Array(array) => {
                for element in array.elements.iter_mut().flatten() {
                    self.element(element, target)?;
                }
                array.rest.iter_mut().try_for_each(|rest| self.pattern(rest, target))
            }
        }
    }

    fn element(&mut self, element: &mut PatternElement, target: Target) -> ScopeResult<()> {
        if let Some(default) = &mut element.default {
            self.expr(default)?;
        }
        self.pattern(&mut element.pattern, target)
    }

    /// The assignment that a `var` with an initializer makes. The first one outside of all loops does not
    /// count as a reassignment.
    fn var_initializer(&mut self, name: Name) -> RefId {
        let visible = self.visible.get(&name).copied();
        let before = visible.map(|id| {
            let Binding { reassigned, used, .. } = *self.scopes.binding(id);
            (id, reassigned, used)
        });
        let reference = self.reference(name, RefUse::Write);
        if let Some((id, reassigned, used)) = before {
            let binding = &mut self.scopes.bindings[id.index()];
            let state = &mut self.states[id.index()];
            let is_first = binding.kind == BindingKind::Var
                && binding.scope == self.function.var_scope
                && self.function.loop_depth == 0
                && !state.var_initialized;
            state.var_initialized = true;
            if is_first {
                binding.reassigned = reassigned;
                binding.used = used;
            }
        }
        reference
    }

    /// A function of any kind. `is_expression` tells that its name, if it has one, is a scope of its own.
    pub(super) fn function(&mut self, function: &mut Function, is_expression: bool) -> ScopeResult<()> {
        let outer_scope = self.scope;
        if is_expression && let Some(name) = &mut function.name {
            // The name is initialised by the function itself: it belongs to the scope made next.
            let own = ScopeId(self.scopes.scopes.len() as u32 + 1);
            let scope = self.new_scope_in(ScopeKind::FunctionName, self.scope, own, function.strict);
            self.enter_scope(scope);
            let id = self.declare(name.name, BindingKind::FunctionName, name.span);
            self.declaration(name, id);
            function.name_scope = Some(scope);
        }
        let name_scope = self.scope;
        let own = ScopeId(self.scopes.scopes.len() as u32);
        function.param_scope = self.new_scope_in(ScopeKind::Params, name_scope, own, function.strict);
        let outer_function = self.function;
        self.function = FunctionState {
            scope: own,
            var_scope: own,
            arguments_scope: if function.is_arrow { outer_function.arguments_scope } else { Some(own) },
            strict: function.strict,
            parameter_expressions: function.has_parameter_expressions,
            loop_depth: 0,
            uses: FunctionUses::default(),
        };
        self.enter_scope(own);
        for param in &function.params {
            for_each_bound(&param.pattern, &mut |ident| {
                if self.find_in(ident.name, own).is_none() {
                    let id = self.declare(ident.name, BindingKind::Param, ident.span);
                    self.states[id.index()].initialized = !function.has_parameter_expressions;
                }
            });
        }
        for param in &mut function.params {
            if let Some(default) = &mut param.default {
                self.expr(default)?;
            }
            self.pattern(&mut param.pattern, Target::Declare(own))?;
        }
        function.body_scope = self.new_scope(ScopeKind::Body);
        self.function.var_scope = function.body_scope;
        self.enter_scope(function.body_scope);
        match &mut function.body {
            FunctionBody::Block(body) => {
                self.hoist_list(body, Some(own))?;
                self.resolve_list(body)?;
            }
            FunctionBody::Expr(expr) => self.expr(expr)?,
        }
        self.leave_scope(own);
        self.leave_scope(name_scope);
        if function.name_scope.is_some() {
            self.leave_scope(outer_scope);
        }
        function.uses = self.function.uses;
        self.function = outer_function;
        if function.is_arrow {
            self.pass_on_uses(function.uses);
        }
        Ok(())
    }

    /// What an arrow function needs, the function around it needs too.
    fn pass_on_uses(&mut self, inner: FunctionUses) {
        let uses = &mut self.function.uses;
        uses.arguments |= inner.arguments;
        uses.this |= inner.this;
        uses.super_ |= inner.super_;
        uses.new_target |= inner.new_target;
        uses.captured_by_arrow |= inner.this || inner.super_ || inner.new_target;
    }
}
