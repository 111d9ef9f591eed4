//! Loops. The condition stands at the end of the body, so that an iteration costs one test and one `Loop`.

use super::analysis::is_repeatable;
use super::assembler::{Label, Reg};
use super::control::{Control, Target};
use super::{Compiler, Res, unsupported};
use crate::syntax::ast::{
    DeclarationKind, Expr, For, ForInOf, ForInit, ForTarget, Name, Pattern, PatternKind, ScopeId, Stmt,
};
use crate::syntax::scope::BindingKind;
use tercet_vm::code::ops::Op;

/// What a loop's condition is known to give.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Test {
    Always,
    Never,
    Unknown,
}

impl Compiler<'_> {
    fn test(&self, test: Option<&Expr>) -> Test {
        match test.map(|test| self.constant(test)) {
            None => Test::Always,
            Some(Some(value)) if value.truthy() => Test::Always,
            Some(Some(_)) => Test::Never,
            Some(None) => Test::Unknown,
        }
    }

    /// Compiles a loop's body with `break` and `continue` in force.
    fn loop_body(&mut self, body: &Stmt, labels: &[Name], exit: Label, next: Label) -> Res<()> {
        self.f.control.push(Control::Target(Target {
            labels: labels.to_vec(),
            break_label: Some(exit),
            continue_label: Some(next),
            is_default: true,
        }));
        self.statement(body)?;
        self.f.control.pop();
        Ok(())
    }

    /// The end of an iteration: back to the body if the test holds.
    fn loop_again(&mut self, test: Option<&Expr>, known: Test, body: Label, exit: Label) -> Res<()> {
        let at = test.map_or(0, |test| test.span.start);
        match (test, known) {
            (Some(test), Test::Unknown) => self.jump_back_if(test, body, exit),
            (_, Test::Never) => Ok(()),
            _ => {
                self.jump_back(at, body);
                Ok(())
            }
        }
    }

    /// `while`
    pub(super) fn while_loop(&mut self, test: &Expr, body: &Stmt, labels: &[Name]) -> Res<()> {
        self.conditional_loop(Some(test), None, body, labels, None)
    }

    /// `do … while`
    pub(super) fn do_while_loop(&mut self, body: &Stmt, test: &Expr, labels: &[Name]) -> Res<()> {
        self.reset_completion();
        let (start, next, exit) = (self.label(), self.label(), self.label());
        let known = self.test(Some(test));
        self.enter_loop();
        if known == Test::Never {
            self.bind(start);
        } else {
            self.f.asm.bind_open(start);
        }
        self.loop_body(body, labels, exit, next)?;
        self.bind(next);
        self.loop_again(Some(test), known, start, exit)?;
        self.leave_loop();
        self.bind(exit);
        Ok(())
    }

    /// `for (;;)`
    pub(super) fn for_loop(&mut self, statement: &For, labels: &[Name]) -> Res<()> {
        let mark = self.enter_scope(statement.scope);
        let mut closes_over = false;
        match &statement.init {
            None => {}
            Some(ForInit::Expr(expr)) => self.effect(expr)?,
            Some(ForInit::Declaration(declaration)) => {
                self.variable_declaration(declaration)?;
                closes_over = declaration.declarators.iter().any(|declarator| {
                    declarator.init.as_ref().is_some_and(|init| self.may_close_over(init))
                        || self.pattern_may_close_over(&declarator.pattern)
                });
            }
        }
        let copied = self.iteration_env(statement.scope);
        if closes_over {
            self.copy_iteration(copied);
        }
        let update = statement.update.as_ref();
        self.conditional_loop(statement.test.as_ref(), update, &statement.body, labels, copied)?;
        self.leave_scope(mark);
        Ok(())
    }

    /// The register of the environment that each iteration gets a copy of.
    fn iteration_env(&mut self, scope: ScopeId) -> Option<Reg> {
        let scopes = self.scopes;
        let copied = scopes
            .bindings_of(scope)
            .any(|(_, binding)| binding.captured && binding.kind == BindingKind::Let);
        if copied { self.f.env.map(|env| self.env_register(env)) } else { None }
    }

    fn copy_iteration(&mut self, env: Option<Reg>) {
        if let Some(env) = env {
            self.emit(Op::CloneEnv, env, env, 0);
        }
    }

    fn conditional_loop(
        &mut self,
        test: Option<&Expr>,
        update: Option<&Expr>,
        body: &Stmt,
        labels: &[Name],
        copied: Option<Reg>,
    ) -> Res<()> {
        self.reset_completion();
        let known = self.test(test);
        if known == Test::Never {
            return Ok(());
        }
        let (start, next, check, exit) = (self.label(), self.label(), self.label(), self.label());
        self.enter_loop();
        if let (Some(test), Test::Unknown) = (test, known) {
            if is_repeatable(test) {
                self.jump_if(test, false, exit)?;
            } else {
                self.jump(check);
            }
        }
        self.f.asm.bind_open(start);
        self.loop_body(body, labels, exit, next)?;
        self.bind(next);
        self.copy_iteration(copied);
        if let Some(update) = update {
            self.effect(update)?;
        }
        self.bind(check);
        self.loop_again(test, known, start, exit)?;
        self.leave_loop();
        self.bind(exit);
        Ok(())
    }

    /// `for-in` and `for-of`
    pub(super) fn for_in_of(&mut self, statement: &ForInOf, is_of: bool, labels: &[Name]) -> Res<()> {
        if statement.is_await {
            return unsupported("for await", statement.object.span);
        }
        self.reset_completion();
        let mark = self.scope_mark();
        if let ForTarget::Declaration { pattern, init: Some(init), .. } = &statement.target {
            self.initialise(pattern, init)?;
        }
        let (pattern, lexical) = match &statement.target {
            ForTarget::Pattern(pattern) => (pattern, false),
            ForTarget::Declaration {
                kind: DeclarationKind::Using | DeclarationKind::AwaitUsing,
                pattern,
                ..
            } => {
                return unsupported("using declarations", pattern.span);
            }
            ForTarget::Declaration { kind, pattern, .. } => (pattern, kind.is_lexical()),
        };
        let record = self.temps(4);
        let scopes = self.scopes;
        let dead_zone = scopes.bindings_of(statement.scope).any(|(_, binding)| binding.needs_tdz);
        if dead_zone {
            self.declare(statement.scope);
        }
        let temporaries = self.mark();
        let object = self.operand(&statement.object)?;
        let at = statement.object.span.start;
        self.emit_at(at, if is_of { Op::GetIter } else { Op::ForInStart }, record, object, 0);
        self.release(temporaries);
        if !dead_zone {
            self.place_scope(statement.scope);
        }
        let value = self.iteration_variable(pattern, lexical).unwrap_or_else(|| self.temp());
        let (start, next, exit) = (self.label(), self.label(), self.label());
        self.enter_loop();
        self.jump(next);
        self.f.asm.bind_open(start);
        self.f.control.push(Control::Target(Target {
            labels: labels.to_vec(),
            break_label: Some(exit),
            continue_label: None,
            is_default: true,
        }));
        if is_of {
            self.open_iterator(record);
        }
        self.renew_scope(statement.scope);
        if self.iteration_variable(pattern, lexical).is_none() {
            self.bind_pattern(pattern, value)?;
        }
        self.f.control.push(Control::Target(Target {
            labels: labels.to_vec(),
            break_label: None,
            continue_label: Some(next),
            is_default: true,
        }));
        self.statement(&statement.body)?;
        self.f.control.pop();
        if is_of {
            self.close_iterator();
        }
        self.f.control.pop();
        self.bind(next);
        self.jump_on2(at, if is_of { Op::IterLoop } else { Op::ForInLoop }, value, record, start);
        self.leave_loop();
        self.bind(exit);
        self.leave_scope(mark);
        Ok(())
    }

    /// The register of the loop variable, if each value can be put there right away.
    fn iteration_variable(&self, pattern: &Pattern, lexical: bool) -> Option<Reg> {
        match &pattern.kind {
            PatternKind::Ident(ident) if lexical => self.fresh_register(&self.place(ident)),
            _ => None,
        }
    }
}
