//! The first walk over a function's statements: makes scopes and declares names.

use super::{Analysis, ScopeResult};
use crate::syntax::ast::*;
use crate::syntax::name::Known;
use crate::syntax::parser::for_each_bound;
use crate::syntax::scope::*;

impl Analysis<'_> {
    /// Declares what a list of statements declares, in the current scope, and goes into its statements.
    /// Lexical names may not be those of bindings in `also` (parameters) either.
    pub(super) fn hoist_list(&mut self, list: &mut [Stmt], also: Option<ScopeId>) -> ScopeResult<()> {
        for statement in list.iter_mut() {
            self.declare_statement(statement, also)?;
        }
        for statement in list {
            self.hoist_statement(statement)?;
        }
        Ok(())
    }

    /// Declares the lexical names and functions of one statement of a list.
    fn declare_statement(&mut self, statement: &mut Stmt, also: Option<ScopeId>) -> ScopeResult<()> {
        match &mut statement.kind {
            StmtKind::Variable(declaration) if declaration.kind.is_lexical() => {
                self.declare_variables(declaration, also)
            }
            StmtKind::Class(class) => {
                let Ident { name, span, .. } = class.binding;
                self.declare_lexical(name, BindingKind::Class, span, also).map(|_| ())
            }
            StmtKind::Function(function) => self.declare_function(function, also),
            StmtKind::Labelled { body, .. } => self.declare_labelled(body, also),
            StmtKind::Export(export) => match &mut **export {
                ExportDeclaration::Declaration(inner) | ExportDeclaration::DefaultDeclaration(inner) => {
                    self.declare_statement(inner, also)
                }
                ExportDeclaration::DefaultExpr { binding, .. } => {
                    self.declare_lexical(binding.name, BindingKind::Let, binding.span, also).map(|_| ())
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Behind labels, functions may be declared but nothing else.
    fn declare_labelled(&mut self, statement: &mut Stmt, also: Option<ScopeId>) -> ScopeResult<()> {
        match &mut statement.kind {
            StmtKind::Labelled { body, .. } => self.declare_labelled(body, also),
            StmtKind::Function(function) => self.declare_function(function, also),
            _ => Ok(()),
        }
    }

    fn declare_variables(
        &mut self,
        declaration: &VariableDeclaration,
        also: Option<ScopeId>,
    ) -> ScopeResult<()> {
        for declarator in &declaration.declarators {
            self.declare_pattern(&declarator.pattern, binding_kind(declaration.kind), also)?;
        }
        Ok(())
    }

    /// Declares the names that a pattern binds as lexical names of the current scope.
    pub(super) fn declare_pattern(
        &mut self,
        pattern: &Pattern,
        kind: BindingKind,
        also: Option<ScopeId>,
    ) -> ScopeResult<()> {
        let mut result = Ok(());
        for_each_bound(pattern, &mut |ident| {
            if result.is_ok() {
                result = self.declare_lexical(ident.name, kind, ident.span, also).map(|_| ());
            }
        });
        result
    }

    /// Declares a lexical name in the current scope.
    pub(super) fn declare_lexical(
        &mut self,
        name: Name,
        kind: BindingKind,
        span: Span,
        also: Option<ScopeId>,
    ) -> ScopeResult<BindingId> {
        if let Some(&found) = self.visible.get(&name) {
            let found = self.scopes.binding(found);
            if found.scope == self.scope
                || (Some(found.scope) == also && found.kind != BindingKind::Arguments)
            {
                return Err(self.redeclared(name, span));
            }
        }
        Ok(self.declare(name, kind, span))
    }

    /// Declares a function declaration: like a `var` at the top level of functions and scripts, lexically
    /// elsewhere.
    fn declare_function(
        &mut self,
        declaration: &mut FunctionDeclaration,
        also: Option<ScopeId>,
    ) -> ScopeResult<()> {
        let function = &declaration.function;
        let Some(Ident { name, span, .. }) = function.name else { return Ok(()) };
        let plain = !function.is_async && !function.is_generator;
        let like_var = self.scope == self.function.var_scope && self.goal_allows_var_functions();
        if like_var {
            declaration.binding = self.declare_var(name, span, BindingKind::Function)?;
            return Ok(());
        }
        if !self.function.strict
            && plain
            && let Some(&found) = self.visible.get(&name)
            && self.scopes.binding(found).scope == self.scope
            && self.states[found.index()].plain_function
        {
            declaration.binding = found;
            return Ok(());
        }
        let id = self.declare_lexical(name, BindingKind::Function, span, also)?;
        self.states[id.index()].plain_function = plain;
        declaration.binding = id;
        Ok(())
    }

    /// At the top level of a module, function declarations are lexical.
    fn goal_allows_var_functions(&self) -> bool {
        self.kind_of(self.function.var_scope) != ScopeKind::Module
    }

    /// Declares a `var`, or a function that is like one. Returns the binding that the name then means at the
    /// level of the function: it may be a parameter.
    fn declare_var(&mut self, name: Name, span: Span, kind: BindingKind) -> ScopeResult<BindingId> {
        let var_scope = self.function.var_scope;
        let mut next = self.visible.get(&name).copied();
        let mut shadows = None;
        while let Some(id) = next {
            let binding = self.scopes.binding(id);
            if binding.scope < var_scope {
                if self.is_parameter_scope(binding.scope) {
                    if !self.function.parameter_expressions {
                        if kind == BindingKind::Function {
                            self.scopes.bindings[id.index()].reassigned = true;
                        }
                        return Ok(id);
                    }
                    shadows = Some(id);
                }
                break;
            }
            let is_var_like = binding.scope == var_scope
                && matches!(binding.kind, BindingKind::Var | BindingKind::Function)
                && self.goal_allows_var_functions_or(binding.kind);
            if is_var_like {
                let binding = &mut self.scopes.bindings[id.index()];
                binding.annex_b_only = false;
                if kind == BindingKind::Function {
                    binding.kind = BindingKind::Function;
                }
                return Ok(id);
            }
            if !self.states[id.index()].simple_catch {
                return Err(self.redeclared(name, span));
            }
            next = self.hidden_by(id);
        }
        // A `var` called `arguments` is, or begins as, the arguments object.
        if name == Known::Arguments && shadows.is_none() && kind == BindingKind::Var {
            let own = self.function.arguments_scope.filter(|&scope| self.is_parameter_scope(scope));
            if let Some(scope) = own {
                let id = self.declare_outside(name, BindingKind::Arguments, scope, span);
                self.function.uses.arguments = true;
                if !self.function.parameter_expressions {
                    return Ok(id);
                }
                shadows = Some(id);
            }
        }
        let id = self.declare_outside(name, kind, var_scope, span);
        self.scopes.bindings[id.index()].shadows = if kind == BindingKind::Var { shadows } else { None };
        Ok(id)
    }

    fn goal_allows_var_functions_or(&self, kind: BindingKind) -> bool {
        kind == BindingKind::Var || self.goal_allows_var_functions()
    }

    /// Whether this is the scope of the current function's parameters (its body has another one).
    fn is_parameter_scope(&self, scope: ScopeId) -> bool {
        scope == self.function.scope
            && scope != self.function.var_scope
            && self.kind_of(scope) == ScopeKind::Params
    }

    /// Goes into a statement: makes the scopes in it, declares `var`s.
    fn hoist_statement(&mut self, statement: &mut Stmt) -> ScopeResult<()> {
        match &mut statement.kind {
            StmtKind::Variable(declaration) if declaration.kind == DeclarationKind::Var => {
                for declarator in &declaration.declarators {
                    self.declare_var_pattern(&declarator.pattern)?;
                }
                Ok(())
            }
            StmtKind::Block(block) => self.hoist_block(block, None),
            StmtKind::Function(function) => self.hoist_function_in_block(function),
            StmtKind::If(statement) => {
                self.hoist_statement(&mut statement.consequent)?;
                statement.alternate.iter_mut().try_for_each(|alternate| self.hoist_statement(alternate))
            }
            StmtKind::For(statement) => self.hoist_for(statement),
            StmtKind::ForIn(statement) | StmtKind::ForOf(statement) => self.hoist_for_in_of(statement),
            StmtKind::While(parts) => self.hoist_statement(&mut parts.1),
            StmtKind::DoWhile(parts) => self.hoist_statement(&mut parts.0),
            StmtKind::Labelled { body, .. } => self.hoist_statement(body),
            StmtKind::Switch(switch) => self.hoist_switch(switch),
            StmtKind::Try(statement) => self.hoist_try(statement),
            StmtKind::With(with) => {
                with.scope = self.new_scope(ScopeKind::With);
                let outer = self.enter_scope(with.scope);
                self.hoist_statement(&mut with.body)?;
                self.leave_scope(outer);
                Ok(())
            }
            StmtKind::Export(export) => match &mut **export {
                ExportDeclaration::Declaration(inner) => self.hoist_statement(inner),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn declare_var_pattern(&mut self, pattern: &Pattern) -> ScopeResult<()> {
        let mut result = Ok(());
        for_each_bound(pattern, &mut |ident| {
            if result.is_ok() {
                result = self.declare_var(ident.name, ident.span, BindingKind::Var).map(|_| ());
            }
        });
        result
    }

    /// A block; `also` is the scope of a catch parameter around it.
    fn hoist_block(&mut self, block: &mut Block, also: Option<ScopeId>) -> ScopeResult<()> {
        block.scope = self.new_scope(ScopeKind::Block);
        let outer = self.enter_scope(block.scope);
        self.hoist_list(&mut block.body, also)?;
        self.leave_scope(outer);
        Ok(())
    }

    /// Annex B.3.3: a function in a block of sloppy code also declares a `var`, unless that would be an error
    /// or the name is a parameter's.
    fn hoist_function_in_block(&mut self, declaration: &mut FunctionDeclaration) -> ScopeResult<()> {
        let FunctionDeclaration { function, binding, .. } = &*declaration;
        let own_scope = self.scopes.binding(*binding).scope;
        let Some(Ident { name, span, .. }) = function.name else { return Ok(()) };
        if self.function.strict
            || function.is_async
            || function.is_generator
            || own_scope < self.function.var_scope
            || own_scope == self.function.var_scope
        {
            return Ok(());
        }
        let var_scope = self.function.var_scope;
        let mut next = self.hidden_by(*binding);
        while let Some(id) = next {
            let found = self.scopes.binding(id);
            let is_parameter = self.is_parameter_scope(found.scope) && found.kind == BindingKind::Param;
            if is_parameter {
                return Ok(());
            }
            if found.scope < var_scope {
                break;
            }
            let is_var_like =
                found.scope == var_scope && matches!(found.kind, BindingKind::Var | BindingKind::Function);
            if !is_var_like && !self.states[id.index()].simple_catch {
                return Ok(());
            }
            next = self.hidden_by(id);
        }
        let var = match self.find_in(name, var_scope) {
            Some(var) => var,
            None => {
                let var = self.declare_outside(name, BindingKind::Var, var_scope, span);
                self.scopes.bindings[var.index()].annex_b_only = true;
                var
            }
        };
        self.scopes.bindings[var.index()].reassigned = true;
        let resolution = self.resolution_of(var);
        declaration.annex_b_var = Some(self.add_reference(name, var_scope, resolution, RefUse::Write));
        Ok(())
    }

    fn hoist_for(&mut self, statement: &mut For) -> ScopeResult<()> {
        statement.scope = self.new_scope(ScopeKind::For);
        let outer = self.enter_scope(statement.scope);
        if let Some(ForInit::Declaration(declaration)) = &statement.init {
            if declaration.kind.is_lexical() {
                self.declare_variables(declaration, None)?;
            } else {
                for declarator in &declaration.declarators {
                    self.declare_var_pattern(&declarator.pattern)?;
                }
            }
        }
        self.hoist_statement(&mut statement.body)?;
        self.leave_scope(outer);
        Ok(())
    }

    fn hoist_for_in_of(&mut self, statement: &mut ForInOf) -> ScopeResult<()> {
        statement.scope = self.new_scope(ScopeKind::For);
        let outer = self.enter_scope(statement.scope);
        if let ForTarget::Declaration { kind, pattern, .. } = &statement.target {
            if kind.is_lexical() {
                self.declare_pattern(pattern, binding_kind(*kind), None)?;
            } else {
                self.declare_var_pattern(pattern)?;
            }
        }
        self.hoist_statement(&mut statement.body)?;
        self.leave_scope(outer);
        Ok(())
    }

    fn hoist_switch(&mut self, switch: &mut Switch) -> ScopeResult<()> {
        switch.scope = self.new_scope(ScopeKind::Switch);
        let outer = self.enter_scope(switch.scope);
        for case in &mut switch.cases {
            for statement in &mut case.body {
                self.declare_statement(statement, None)?;
            }
        }
        for case in &mut switch.cases {
            for statement in &mut case.body {
                self.hoist_statement(statement)?;
            }
        }
        self.leave_scope(outer);
        Ok(())
    }

    fn hoist_try(&mut self, statement: &mut Try) -> ScopeResult<()> {
        self.hoist_block(&mut statement.block, None)?;
        if let Some(catch) = &mut statement.handler {
            catch.scope = self.new_scope(ScopeKind::Catch);
            let outer = self.enter_scope(catch.scope);
            if let Some(param) = &catch.param {
                let first = self.scopes.bindings.len();
                self.declare_pattern(param, BindingKind::CatchParam, None)?;
                let simple = matches!(param.kind, PatternKind::Ident(_));
                for state in &mut self.states[first..] {
                    state.simple_catch = simple;
                    state.initialized = false;
                }
            }
            self.hoist_block(&mut catch.body, Some(catch.scope))?;
            self.leave_scope(outer);
        }
        statement.finalizer.iter_mut().try_for_each(|block| self.hoist_block(block, None))
    }
}

/// What kind of binding a declaration makes.
pub(super) fn binding_kind(kind: DeclarationKind) -> BindingKind {
    match kind {
        DeclarationKind::Var => BindingKind::Var,
        DeclarationKind::Let => BindingKind::Let,
        DeclarationKind::Const => BindingKind::Const,
        DeclarationKind::Using | DeclarationKind::AwaitUsing => BindingKind::Using,
    }
}
