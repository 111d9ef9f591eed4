//! The `for` statements.

use super::{ParseResult, Parser, Pending};
use crate::syntax::ast::*;
use crate::syntax::name::Known;
use crate::syntax::token::T;
use std::mem;

/// What stands in a `for` head before `in`, `of` or the first semicolon.
enum Head {
    Nothing,
    Declaration(VariableDeclaration),
    Expr(Expr),
}

impl Parser<'_, '_> {
    /// Any `for` statement.
    pub(super) fn for_statement(&mut self) -> ParseResult<StmtKind> {
        self.bump();
        let mut is_await = false;
        if self.token.kind == T::Ident && self.token.name == Known::Await && self.context.is_async {
            if self.token.escaped() {
                return Err(self.error(self.token.span(), "Keyword must not contain escaped characters"));
            }
            is_await = true;
            self.bump();
            self.note_top_level_await();
        }
        self.expect(T::LParen)?;
        let no_using = mem::replace(&mut self.context.no_using, false);
        let statement = self.for_rest(is_await)?;
        self.context.no_using = no_using;
        Ok(statement)
    }

    #[inline(never)]
    fn for_rest(&mut self, is_await: bool) -> ParseResult<StmtKind> {
        let first = self.token;
        let no_in = mem::replace(&mut self.context.no_in, true);
        let outer = mem::replace(&mut self.pending, Pending::NONE);
        let head = self.for_head()?;
        self.context.no_in = no_in;
        let is_of = self.token.is(Known::Of);
        if is_of || (self.at(T::In) && !is_await) {
            if is_of && let Head::Expr(expr) = &head {
                let bare = matches!(expr.kind, ExprKind::Ident(_));
                if first.is(Known::Let) {
                    let message = "The left-hand side of a for-of loop may not be 'let'.";
                    return Err(self.error(first.span(), message));
                }
                if first.is(Known::Async) && bare && !is_await {
                    let message = "The left-hand side of a for-of loop may not be 'async'.";
                    return Err(self.error(first.span(), message));
                }
            }
            let target = match head {
                Head::Nothing => return Err(self.unexpected()),
                Head::Declaration(declaration) => self.for_declaration(declaration, is_of)?,
                Head::Expr(expr) => ForTarget::Pattern(self.for_target(expr)?),
            };
            self.pending = outer;
            return self.for_in_of_rest(target, is_of, is_await);
        }
        if is_await {
            return Err(self.unexpected());
        }
        self.check_pending()?;
        self.pending = outer;
        let init = match head {
            Head::Nothing => None,
            Head::Expr(first) => Some(ForInit::Expr(first)),
            Head::Declaration(declaration) => {
                for declarator in &declaration.declarators {
                    self.check_initializer(declaration.kind, declarator)?;
                }
                Some(ForInit::Declaration(declaration))
            }
        };
        self.expect(T::Semicolon)?;
        let test = if self.at(T::Semicolon) { None } else { Some(self.expression()?) };
        self.expect(T::Semicolon)?;
        let update = if self.at(T::RParen) { None } else { Some(self.expression()?) };
        self.expect(T::RParen)?;
        let body = self.loop_body()?;
        Ok(StmtKind::For(Box::new(For { scope: ScopeId::UNSET, init, test, update, body })))
    }

    #[inline(never)]
    fn for_head(&mut self) -> ParseResult<Head> {
        if let Some(kind) = self.for_declaration_kind() {
            if kind == DeclarationKind::AwaitUsing {
                self.note_top_level_await();
                self.bump();
            }
            self.bump();
            let mut declarators = vec![self.declarator(kind)?];
            while self.eat(T::Comma) {
                declarators.push(self.declarator(kind)?);
            }
            return Ok(Head::Declaration(VariableDeclaration { kind, declarators }));
        }
        if self.at(T::Semicolon) {
            return Ok(Head::Nothing);
        }
        let start = self.token.start;
        let first = self.assignment_or_pattern()?;
        if !self.at(T::Comma) {
            return Ok(Head::Expr(first));
        }
        self.check_pending()?;
        let mut items = vec![first];
        while self.eat(T::Comma) {
            items.push(self.assignment()?);
        }
        Ok(Head::Expr(self.expr_from(start, ExprKind::Sequence(items))))
    }

    /// Which declaration begins at the current token, if one does.
    fn for_declaration_kind(&mut self) -> Option<DeclarationKind> {
        match self.token.kind {
            T::Var => Some(DeclarationKind::Var),
            T::Const => Some(DeclarationKind::Const),
            T::Ident if self.token.is(Known::Let) => {
                let next = self.peek();
                matches!(next.kind, T::LBracket | T::LBrace | T::Ident | T::EscapedKeyword)
                    .then_some(DeclarationKind::Let)
            }
            T::Ident if self.token.is(Known::Using) => {
                let checkpoint = self.lexer.checkpoint();
                let next = self.lexer.next(self.interner);
                let after = self.lexer.next(self.interner);
                self.lexer.rewind(checkpoint);
                // `for (using of x)` loops over `x`, assigning to `using`.
                let declares = next.kind == T::Ident
                    && !next.newline_before()
                    && (!next.is(Known::Of) || matches!(after.kind, T::Assign | T::Semicolon | T::Colon));
                declares.then_some(DeclarationKind::Using)
            }
            T::Ident if self.token.is(Known::Await) && self.context.is_async => {
                self.await_using_begins_declaration().then_some(DeclarationKind::AwaitUsing)
            }
            _ => None,
        }
    }

    /// Turns the expression before `in` or `of` into a target.
    fn for_target(&mut self, expr: Expr) -> ParseResult<Pattern> {
        let target = match expr.kind {
            ExprKind::Array(_) | ExprKind::Object(_) => self.expr_to_pattern(expr)?,
            _ => {
                self.check_pending()?;
                self.simple_target(expr, true, "Invalid left-hand side in for-loop")?
            }
        };
        self.pending = Pending::NONE;
        Ok(target)
    }

    /// Checks the declaration before `in` or `of`.
    fn for_declaration(&mut self, declaration: VariableDeclaration, is_of: bool) -> ParseResult<ForTarget> {
        let VariableDeclaration { kind, mut declarators } = declaration;
        let loop_name = if is_of { "for-of" } else { "for-in" };
        let span = self.token.span();
        let (Some(declarator), true) = (declarators.pop(), declarators.is_empty()) else {
            let message = format!("Invalid left-hand side in {loop_name} loop: Must have a single binding.");
            return Err(self.error(span, message));
        };
        if !is_of && matches!(kind, DeclarationKind::Using | DeclarationKind::AwaitUsing) {
            let message = "Invalid left-hand side in for-in loop: Using declaration is not allowed.";
            return Err(self.error(declarator.span, message));
        }
        if declarator.init.is_some() {
            let annex_b = !is_of
                && kind == DeclarationKind::Var
                && !self.context.strict
                && matches!(declarator.pattern.kind, PatternKind::Ident(_));
            if !annex_b {
                let message = format!("{loop_name} loop variable declaration may not have an initializer.");
                return Err(self.error(declarator.span, message));
            }
        }
        Ok(ForTarget::Declaration { kind, pattern: declarator.pattern, init: declarator.init })
    }

    /// From `in` or `of`.
    #[inline(never)]
    fn for_in_of_rest(&mut self, target: ForTarget, is_of: bool, is_await: bool) -> ParseResult<StmtKind> {
        self.bump();
        let object = if is_of { self.assignment()? } else { self.expression()? };
        self.expect(T::RParen)?;
        let body = self.loop_body()?;
        let statement = Box::new(ForInOf { scope: ScopeId::UNSET, target, object, body, is_await });
        Ok(if is_of { StmtKind::ForOf(statement) } else { StmtKind::ForIn(statement) })
    }
}
