//! The second walk, over statements.

use super::resolve::Target;
use super::{Analysis, ScopeResult};
use crate::syntax::ast::*;
use crate::syntax::scope::*;

impl Analysis<'_> {
    /// A list of statements whose scope has been entered: first the functions, which can be called before the
    /// rest has been executed.
    pub(super) fn resolve_list(&mut self, list: &mut [Stmt]) -> ScopeResult<()> {
        for statement in list.iter_mut() {
            self.hoisted_function(statement)?;
        }
        list.iter_mut().try_for_each(|statement| self.statement(statement))
    }

    fn hoisted_function(&mut self, statement: &mut Stmt) -> ScopeResult<()> {
        let mut statement = statement;
        loop {
            match &mut statement.kind {
                StmtKind::Labelled { body, .. } => statement = body,
                StmtKind::Export(export) => match &mut **export {
                    ExportDeclaration::Declaration(inner) | ExportDeclaration::DefaultDeclaration(inner) => {
                        statement = inner;
                    }
                    _ => return Ok(()),
                },
                StmtKind::Function(declaration) => {
                    let FunctionDeclaration { function, binding, .. } = &mut **declaration;
                    if let Some(name) = &mut function.name {
                        self.declaration(name, *binding);
                    }
                    return self.function(function, false);
                }
                _ => return Ok(()),
            }
        }
    }

    pub(super) fn block(&mut self, block: &mut Block) -> ScopeResult<()> {
        let outer = self.enter_scope(block.scope);
        self.resolve_list(&mut block.body)?;
        self.leave_scope(outer);
        Ok(())
    }

    fn statement(&mut self, statement: &mut Stmt) -> ScopeResult<()> {
        match &mut statement.kind {
            StmtKind::Empty
            | StmtKind::Function(_)
            | StmtKind::Return(None)
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Debugger => Ok(()),
            StmtKind::Expr(expr) | StmtKind::Throw(expr) | StmtKind::Return(Some(expr)) => self.expr(expr),
            StmtKind::Block(block) => self.block(block),
            StmtKind::Variable(declaration) => self.variables(declaration),
            StmtKind::Class(declaration) => {
                self.class(&mut declaration.class)?;
                self.declare_here(&mut declaration.binding);
                Ok(())
            }
            StmtKind::If(statement) => {
                self.expr(&mut statement.test)?;
                self.statement(&mut statement.consequent)?;
                statement.alternate.iter_mut().try_for_each(|alternate| self.statement(alternate))
            }
            StmtKind::For(statement) => self.for_loop(statement),
            StmtKind::ForIn(statement) | StmtKind::ForOf(statement) => self.for_in_of(statement),
            StmtKind::While(parts) => self.in_loop(|this| {
                this.expr(&mut parts.0)?;
                this.statement(&mut parts.1)
            }),
            StmtKind::DoWhile(parts) => self.in_loop(|this| {
                this.statement(&mut parts.0)?;
                this.expr(&mut parts.1)
            }),
            StmtKind::Labelled { body, .. } => self.statement(body),
            StmtKind::Switch(switch) => self.switch(switch),
            StmtKind::Try(statement) => self.try_statement(statement),
            StmtKind::With(with) => {
                self.expr(&mut with.object)?;
                self.scopes.scopes[with.scope.index()].contains_with = true;
                let outer = self.enter_scope(with.scope);
                self.statement(&mut with.body)?;
                self.leave_scope(outer);
                Ok(())
            }
            StmtKind::Import(import) => {
                let locals = import.named.iter_mut().map(|specifier| &mut specifier.local);
                for ident in locals.chain(&mut import.default).chain(&mut import.namespace) {
                    if let Some(id) = self.find_in(ident.name, self.scope) {
                        let initialized = self.states[id.index()].initialized;
                        self.declaration(ident, id);
                        // It is the other module that initialises it.
                        self.states[id.index()].initialized = initialized;
                    }
                }
                Ok(())
            }
            StmtKind::Export(export) => match &mut **export {
                ExportDeclaration::Declaration(inner) | ExportDeclaration::DefaultDeclaration(inner) => {
                    self.statement(inner)
                }
                ExportDeclaration::DefaultExpr { binding, value } => {
                    self.expr(value)?;
                    self.declare_here(binding);
                    Ok(())
                }
                ExportDeclaration::Named(specifiers) => {
                    for specifier in specifiers {
                        let local = &mut specifier.local;
                        if let Some(id) = self.find_in(local.name, self.scope) {
                            let resolution = self.resolution_of(id);
                            let scope = self.scope;
                            local.reference = self.add_reference(local.name, scope, resolution, RefUse::Read);
                        }
                    }
                    Ok(())
                }
                ExportDeclaration::NamedFrom { .. } | ExportDeclaration::All { .. } => Ok(()),
            },
        }
    }

    /// The declaring occurrence of a name of the current scope.
    fn declare_here(&mut self, ident: &mut Ident) {
        if let Some(id) = self.find_in(ident.name, self.scope) {
            self.declaration(ident, id);
        }
    }

    fn in_loop(&mut self, walk: impl FnOnce(&mut Self) -> ScopeResult<()>) -> ScopeResult<()> {
        self.function.loop_depth += 1;
        walk(self)?;
        self.function.loop_depth -= 1;
        Ok(())
    }

    fn variables(&mut self, declaration: &mut VariableDeclaration) -> ScopeResult<()> {
        for declarator in &mut declaration.declarators {
            let target = if declaration.kind.is_lexical() {
                Target::Declare(self.scope)
            } else if declarator.init.is_some() {
                Target::Var
            } else {
                // Does nothing at run time.
                Target::Declare(self.var_home(&declarator.pattern))
            };
            if let Some(init) = &mut declarator.init {
                self.expr(init)?;
            }
            self.pattern(&mut declarator.pattern, target)?;
        }
        Ok(())
    }

    /// The scope that holds the binding of `var x`: the function's body or, if `x` is a parameter, its
    /// parameters.
    fn var_home(&self, pattern: &Pattern) -> ScopeId {
        let var_scope = self.function.var_scope;
        match &pattern.kind {
            PatternKind::Ident(ident) if self.find_in(ident.name, var_scope).is_none() => self.function.scope,
            _ => var_scope,
        }
    }

    fn for_loop(&mut self, statement: &mut For) -> ScopeResult<()> {
        let outer = self.enter_scope(statement.scope);
        match &mut statement.init {
            None => {}
            Some(ForInit::Expr(expr)) => self.expr(expr)?,
            Some(ForInit::Declaration(declaration)) => self.variables(declaration)?,
        }
        self.in_loop(|this| {
            if let Some(test) = &mut statement.test {
                this.expr(test)?;
            }
            if let Some(update) = &mut statement.update {
                this.expr(update)?;
            }
            this.statement(&mut statement.body)
        })?;
        self.leave_scope(outer);
        Ok(())
    }

    fn for_in_of(&mut self, statement: &mut ForInOf) -> ScopeResult<()> {
        let outer = self.enter_scope(statement.scope);
        if let ForTarget::Declaration { init: Some(init), pattern, .. } = &mut statement.target {
            self.expr(init)?;
            self.pattern(pattern, Target::Var)?;
        }
        self.expr(&mut statement.object)?;
        self.in_loop(|this| {
            match &mut statement.target {
                ForTarget::Pattern(pattern) => this.pattern(pattern, Target::Assign)?,
                ForTarget::Declaration { kind, pattern, .. } => {
                    let target = if kind.is_lexical() { Target::Declare(this.scope) } else { Target::Var };
                    this.pattern(pattern, target)?;
                }
            }
            this.statement(&mut statement.body)
        })?;
        self.leave_scope(outer);
        Ok(())
    }

    fn switch(&mut self, switch: &mut Switch) -> ScopeResult<()> {
        self.expr(&mut switch.discriminant)?;
        let outer = self.enter_scope(switch.scope);
        for case in &mut switch.cases {
            for statement in &mut case.body {
                self.hoisted_function(statement)?;
            }
        }
        for case in &mut switch.cases {
            if let Some(test) = &mut case.test {
                self.expr(test)?;
            }
            for statement in &mut case.body {
                self.statement(statement)?;
            }
            // Another clause may be entered without passing through this one.
            for index in 0..self.scopes.scope(switch.scope).bindings.len() {
                let id = self.scopes.scope(switch.scope).bindings[index];
                self.states[id.index()].initialized = !self.scopes.binding(id).kind.is_lexical();
            }
        }
        self.leave_scope(outer);
        Ok(())
    }

    fn try_statement(&mut self, statement: &mut Try) -> ScopeResult<()> {
        self.block(&mut statement.block)?;
        if let Some(catch) = &mut statement.handler {
            let outer = self.enter_scope(catch.scope);
            if let Some(param) = &mut catch.param {
                self.pattern(param, Target::Declare(catch.scope))?;
            }
            self.block(&mut catch.body)?;
            self.leave_scope(outer);
        }
        statement.finalizer.iter_mut().try_for_each(|block| self.block(block))
    }
}
