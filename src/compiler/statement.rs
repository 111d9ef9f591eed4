//! Statements and declarations.

use super::control::{Control, Exit, Target};
use super::fold::Const;
use super::scope::Loc;
use super::{Compiler, Res, unsupported};
use crate::syntax::ast::{
    Block, Case, ClassDeclaration, DeclarationKind, FunctionDeclaration, Ident, Name, PatternKind, Stmt,
    StmtKind, Switch, VariableDeclaration,
};
use crate::syntax::scope::BindingKind;
use rustc_hash::FxHashMap;
use tercet_vm::code::ops::Op;

impl Compiler<'_> {
    /// Compiles a statement.
    pub(super) fn statement(&mut self, stmt: &Stmt) -> Res<()> {
        if !self.f.asm.reachable() {
            return Ok(());
        }
        self.labelled(stmt, &mut Vec::new())
    }

    /// Compiles statements in order.
    pub(super) fn statements(&mut self, body: &[Stmt]) -> Res<()> {
        body.iter().try_for_each(|stmt| self.statement(stmt))
    }

    fn labelled(&mut self, stmt: &Stmt, labels: &mut Vec<Name>) -> Res<()> {
        let mark = self.mark();
        match &stmt.kind {
            StmtKind::Labelled { label, body } => {
                labels.push(*label);
                return self.labelled(body, labels);
            }
            StmtKind::For(statement) => self.for_loop(statement, labels)?,
            StmtKind::ForIn(statement) => self.for_in_of(statement, false, labels)?,
            StmtKind::ForOf(statement) => self.for_in_of(statement, true, labels)?,
            StmtKind::While(parts) => self.while_loop(&parts.0, &parts.1, labels)?,
            StmtKind::DoWhile(parts) => self.do_while_loop(&parts.0, &parts.1, labels)?,
            StmtKind::Switch(statement) => self.switch(statement, labels)?,
            _ if labels.is_empty() => self.plain(stmt)?,
            _ => {
                let end = self.label();
                self.f.control.push(Control::Target(Target {
                    labels: std::mem::take(labels),
                    break_label: Some(end),
                    continue_label: None,
                    is_default: false,
                }));
                self.plain(stmt)?;
                self.f.control.pop();
                self.bind(end);
            }
        }
        self.release(mark);
        Ok(())
    }

    fn plain(&mut self, stmt: &Stmt) -> Res<()> {
        match &stmt.kind {
            StmtKind::Expr(expr) => match self.f.completion {
                Some(register) => self.write_variable(expr, register),
                None => self.effect(expr),
            },
            StmtKind::Block(block) => self.block(block),
            StmtKind::Variable(declaration) => self.variable_declaration(declaration),
            StmtKind::Function(declaration) => {
                self.annex_b_assignment(declaration);
                Ok(())
            }
            StmtKind::Class(declaration) => self.class_declaration(declaration),
            StmtKind::If(statement) => {
                self.reset_completion();
                let (otherwise, end) = (self.label(), self.label());
                self.jump_if(&statement.test, false, otherwise)?;
                self.statement(&statement.consequent)?;
                if let Some(alternate) = &statement.alternate {
                    self.jump(end);
                    self.bind(otherwise);
                    self.statement(alternate)?;
                } else {
                    self.bind(otherwise);
                }
                self.bind(end);
                Ok(())
            }
            StmtKind::Return(value) => {
                match value {
                    Some(value) => self.return_expr(value)?,
                    None => self.leave(Exit::Return, None, stmt.span.start),
                }
                Ok(())
            }
            StmtKind::Throw(value) => {
                let value = self.operand(value)?;
                self.emit_at(stmt.span.start, Op::Throw, value, 0, 0);
                Ok(())
            }
            StmtKind::Break(label) => self.break_statement(*label, stmt.span),
            StmtKind::Continue(label) => self.continue_statement(*label, stmt.span),
            StmtKind::Try(statement) => self.try_statement(statement),
            StmtKind::With(_) => unsupported("`with`", stmt.span),
            StmtKind::Import(_) | StmtKind::Export(_) => unsupported("modules", stmt.span),
            StmtKind::Empty
            | StmtKind::Debugger
            | StmtKind::Labelled { .. }
            | StmtKind::For(_)
            | StmtKind::ForIn(_)
            | StmtKind::ForOf(_)
            | StmtKind::While(_)
            | StmtKind::DoWhile(_)
            | StmtKind::Switch(_) => Ok(()),
        }
    }

    /// A block with its scope.
    pub(super) fn block(&mut self, block: &Block) -> Res<()> {
        let scope = self.enter_scope(block.scope);
        self.hoist_functions(block.body.iter())?;
        self.statements(&block.body)?;
        self.leave_scope(scope);
        Ok(())
    }

    /// `var`, `let`, `const`
    pub(super) fn variable_declaration(&mut self, declaration: &VariableDeclaration) -> Res<()> {
        for declarator in &declaration.declarators {
            match declaration.kind {
                DeclarationKind::Using | DeclarationKind::AwaitUsing => {
                    return unsupported("using declarations", declarator.span);
                }
                DeclarationKind::Var | DeclarationKind::Let | DeclarationKind::Const => {}
            }
            let pattern = &declarator.pattern;
            match (&declarator.init, &pattern.kind) {
                (Some(init), _) => self.initialise(pattern, init)?,
                (None, PatternKind::Ident(ident)) if declaration.kind.is_lexical() => {
                    let mark = self.mark();
                    let register = self.fresh_register(&self.place(ident)).unwrap_or_else(|| self.temp());
                    self.load_undefined(register);
                    self.store_ident(ident, register, ident.span.start);
                    self.release(mark);
                }
                (None, _) => {}
            }
        }
        Ok(())
    }

    /// Initialises the functions declared by the statements of a scope, each name once, the last one.
    pub(super) fn hoist_functions<'s>(&mut self, body: impl Iterator<Item = &'s Stmt>) -> Res<()> {
        let declarations: Vec<&FunctionDeclaration> = body.filter_map(declared_function).collect();
        let mut last = FxHashMap::default();
        for (index, declaration) in declarations.iter().enumerate() {
            last.insert(declaration.binding, index);
        }
        for (index, declaration) in declarations.iter().enumerate() {
            if last.get(&declaration.binding) != Some(&index) {
                continue;
            }
            let mark = self.mark();
            let function = &declaration.function;
            let name = self.own_name(function.name.as_ref().map(|ident| ident.name));
            match self.locs[declaration.binding.index()] {
                Loc::Register(register) => self.closure(function, name, register)?,
                loc => {
                    let register = self.temp();
                    self.closure(function, name, register)?;
                    self.set_loc(loc, register);
                    if loc == Loc::Global {
                        self.emit_cached(function.span.start, Op::SetGlobal, register, 0, name);
                    }
                }
            }
            self.release(mark);
        }
        Ok(())
    }

    /// A function declaration in a block, where it stands: the variable of the same name gets its value.
    fn annex_b_assignment(&mut self, declaration: &FunctionDeclaration) {
        let Some(reference) = declaration.annex_b_var else { return };
        let binding = self.scopes.binding(declaration.binding);
        let span = declaration.function.span;
        let value = match self.locs[declaration.binding.index()] {
            Loc::Register(register) => register,
            Loc::Slot(env, slot) => self.slot_operand(env, slot),
            Loc::Global => return,
        };
        let ident = Ident { name: binding.name, reference, span };
        self.store_ident(&ident, value, span.start);
    }

    fn class_declaration(&mut self, declaration: &ClassDeclaration) -> Res<()> {
        let ident = &declaration.binding;
        let register = match self.fresh_register(&self.place(ident)) {
            Some(register) if !self.class_mentions(&declaration.class) => register,
            _ => self.temp(),
        };
        let name = self.own_name(Some(ident.name));
        self.class(&declaration.class, Some(name), None, register)?;
        self.store_ident(ident, register, ident.span.start);
        Ok(())
    }

    fn switch(&mut self, statement: &Switch, labels: &[Name]) -> Res<()> {
        self.reset_completion();
        let value = self.operand(&statement.discriminant)?;
        let value = if self.variable_in(value).is_some() { self.copied(value) } else { value };
        let scope = self.enter_scope(statement.scope);
        self.hoist_functions(statement.cases.iter().flat_map(|case| &case.body))?;
        let end = self.label();
        let mut bodies = Vec::with_capacity(statement.cases.len());
        let mut default = end;
        for case in &statement.cases {
            let label = self.label();
            bodies.push(label);
            if case.test.is_none() {
                default = label;
            }
            self.case_test(case, value, label)?;
        }
        self.jump(default);
        self.f.control.push(Control::Target(Target {
            labels: labels.to_vec(),
            break_label: Some(end),
            continue_label: None,
            is_default: true,
        }));
        for (case, label) in statement.cases.iter().zip(bodies) {
            self.bind(label);
            self.statements(&case.body)?;
        }
        self.f.control.pop();
        self.bind(end);
        self.leave_scope(scope);
        Ok(())
    }

    fn case_test(&mut self, case: &Case, value: i32, label: super::assembler::Label) -> Res<()> {
        let Some(test) = &case.test else { return Ok(()) };
        let mark = self.mark();
        let at = test.span.start;
        if let Some(immediate) = self.immediate(test) {
            self.jump_on2(at, Op::JSeqI, value, immediate, label);
        } else if let Some(Const::Undefined) = self.constant(test) {
            self.jump_on(Op::JUndef, value, label);
        } else {
            let test = self.operand(test)?;
            self.jump_on2(at, Op::JSeq, value, test, label);
        }
        self.release(mark);
        Ok(())
    }

    /// Whether the declaration's own binding may be read before the class is complete.
    fn class_mentions(&self, class: &crate::syntax::ast::Class) -> bool {
        let scopes = self.scopes;
        scopes
            .bindings_of(class.scope)
            .any(|(_, binding)| binding.kind == BindingKind::ClassName && binding.used)
    }
}

/// The function that a statement declares.
fn declared_function(stmt: &Stmt) -> Option<&FunctionDeclaration> {
    let mut stmt = stmt;
    loop {
        match &stmt.kind {
            StmtKind::Function(declaration) => return Some(declaration),
            StmtKind::Labelled { body, .. } => stmt = body,
            _ => return None,
        }
    }
}
