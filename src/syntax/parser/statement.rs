//! Statements and declarations, except `for`.

use super::function::FunctionHead;
use super::pattern::for_each_bound;
use super::{Label, ParseResult, Parser};
use crate::syntax::ast::*;
use crate::syntax::name::Known;
use crate::syntax::token::{T, Token};

/// Where a statement stands: which declarations are allowed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    /// In a list of statements.
    List,
    /// The body of `if`, directly: function declarations in sloppy code.
    If,
    /// The body of a loop or `with`: no declarations, not even behind labels.
    Body,
    /// Behind a label in a list of statements: function declarations in sloppy code.
    Label,
}

impl Parser<'_, '_> {
    /// `StatementListItem`
    pub(super) fn statement_list_item(&mut self) -> ParseResult<Stmt> {
        self.statement_at(Position::List)
    }

    /// `Statement` as the body of a loop or `with`.
    pub(super) fn body_statement(&mut self) -> ParseResult<Stmt> {
        self.statement_at(Position::Body)
    }

    /// `Statement` as the body of a loop.
    pub(super) fn loop_body(&mut self) -> ParseResult<Stmt> {
        self.targets.loops += 1;
        let body = self.body_statement()?;
        self.targets.loops -= 1;
        Ok(body)
    }

    fn statement_at(&mut self, position: Position) -> ParseResult<Stmt> {
        let outer_peak = self.enter()?;
        let start = self.token.start;
        let kind = self.statement_kind(position)?;
        self.leave(outer_peak);
        Ok(Stmt { span: self.span_from(start), kind })
    }

    fn statement_kind(&mut self, position: Position) -> ParseResult<StmtKind> {
        Ok(match self.token.kind {
            T::LBrace => StmtKind::Block(self.block()?),
            T::Semicolon => {
                self.bump();
                StmtKind::Empty
            }
            T::Var => self.variable_statement(DeclarationKind::Var)?,
            T::Const => {
                if position != Position::List {
                    return Err(self.unexpected());
                }
                self.variable_statement(DeclarationKind::Const)?
            }
            T::If => self.if_statement()?,
            T::For => self.for_statement()?,
            T::While => self.while_statement()?,
            T::Do => self.do_while_statement()?,
            T::Continue => self.continue_statement()?,
            T::Break => self.break_statement()?,
            T::Return => self.return_statement()?,
            T::With => self.with_statement()?,
            T::Switch => self.switch_statement()?,
            T::Throw => self.throw_statement()?,
            T::Try => self.try_statement()?,
            T::Debugger => {
                self.bump();
                self.semicolon()?;
                StmtKind::Debugger
            }
            T::Function => self.function_statement(position, self.token.start, false)?,
            T::Class => {
                if position != Position::List {
                    return Err(self.unexpected());
                }
                StmtKind::Class(Box::new(self.class_declaration(false)?))
            }
            T::Import => self.import_in_script()?,
            T::Ident => self.statement_from_identifier(position)?,
            _ => self.expression_statement()?,
        })
    }

    /// A statement that begins with an identifier: a declaration by a contextual keyword, a label, or an
    /// expression.
    #[inline(never)]
    fn statement_from_identifier(&mut self, position: Position) -> ParseResult<StmtKind> {
        let token = self.token;
        if token.name.index() <= Known::LAST && !token.escaped() {
            if token.is(Known::Let) && self.let_begins_declaration(position)? {
                return self.variable_statement(DeclarationKind::Let);
            }
            if token.is(Known::Async) {
                let next = self.peek();
                if next.kind == T::Function && !next.newline_before() {
                    self.bump();
                    return self.function_statement(position, token.start, true);
                }
            }
            if token.is(Known::Using) && self.using_begins_declaration() {
                self.check_using(position)?;
                return self.variable_statement(DeclarationKind::Using);
            }
            if token.is(Known::Await) && self.context.is_async && self.await_using_begins_declaration() {
                self.check_using(position)?;
                self.note_top_level_await();
                self.bump();
                return self.variable_statement(DeclarationKind::AwaitUsing);
            }
        }
        let expr = self.expression()?;
        if self.at(T::Colon)
            && let ExprKind::Ident(ident) = expr.kind
        {
            return self.labelled_statement(position, ident);
        }
        self.semicolon()?;
        Ok(StmtKind::Expr(expr))
    }

    fn expression_statement(&mut self) -> ParseResult<StmtKind> {
        let expr = self.expression()?;
        self.semicolon()?;
        Ok(StmtKind::Expr(expr))
    }

    /// Declarations stand in lists of statements only.
    fn check_declaration(&self, position: Position, token: &Token) -> ParseResult<()> {
        if position == Position::List {
            return Ok(());
        }
        let message = "Lexical declaration cannot appear in a single-statement context";
        Err(self.error(token.span(), message))
    }

    /// Whether the `let` that is the current token is a keyword here.
    fn let_begins_declaration(&mut self, position: Position) -> ParseResult<bool> {
        let token = self.token;
        let next = self.peek();
        match next.kind {
            T::LBracket => {
                self.check_declaration(position, &token)?;
                Ok(true)
            }
            T::LBrace | T::Ident | T::EscapedKeyword => {
                if position == Position::List {
                    return Ok(true);
                }
                // `if (x) let` newline `y` is two expression statements.
                if next.newline_before() {
                    return Ok(false);
                }
                self.check_declaration(position, &token)?;
                Ok(true)
            }
            // `let yield`, `let let` and their like are reported as declarations; an operator is not one.
            _ => Ok(false),
        }
    }

    /// Whether the `using` that is the current token is a keyword here: a name follows on the same line.
    fn using_begins_declaration(&mut self) -> bool {
        let next = self.peek();
        next.kind == T::Ident && !next.newline_before()
    }

    /// Whether `await using x` stands here, on one line.
    pub(super) fn await_using_begins_declaration(&mut self) -> bool {
        let checkpoint = self.lexer.checkpoint();
        let second = self.lexer.next(self.interner);
        let third = self.lexer.next(self.interner);
        self.lexer.rewind(checkpoint);
        second.is(Known::Using)
            && !second.newline_before()
            && third.kind == T::Ident
            && !third.newline_before()
    }

    fn check_using(&self, position: Position) -> ParseResult<()> {
        self.check_declaration(position, &self.token)?;
        if self.context.no_using {
            let message = "Using declaration cannot appear in the bare case statement or at the top level of a \
                           script";
            return Err(self.error(self.token.span(), message));
        }
        Ok(())
    }

    #[inline(never)]
    fn variable_statement(&mut self, kind: DeclarationKind) -> ParseResult<StmtKind> {
        self.bump();
        let declaration = self.variable_declarations(kind)?;
        self.semicolon()?;
        Ok(StmtKind::Variable(declaration))
    }

    fn variable_declarations(&mut self, kind: DeclarationKind) -> ParseResult<VariableDeclaration> {
        let mut declarators = Vec::new();
        loop {
            let declarator = self.declarator(kind)?;
            self.check_initializer(kind, &declarator)?;
            declarators.push(declarator);
            if !self.eat(T::Comma) {
                return Ok(VariableDeclaration { kind, declarators });
            }
        }
    }

    /// A pattern with its initializer, if there is one.
    pub(super) fn declarator(&mut self, kind: DeclarationKind) -> ParseResult<Declarator> {
        let start = self.token.start;
        let pattern = match kind {
            DeclarationKind::Using | DeclarationKind::AwaitUsing => {
                let ident = self.binding_identifier()?;
                Pattern { span: ident.span, kind: PatternKind::Ident(ident), parenthesized: false }
            }
            _ => self.binding_pattern()?,
        };
        if kind.is_lexical() {
            let mut found = None;
            for_each_bound(&pattern, &mut |ident| {
                if ident.name == Known::Let {
                    found = Some(ident.span);
                }
            });
            if let Some(span) = found {
                return Err(self.error(span, "let is disallowed as a lexically bound name"));
            }
        }
        let init = if self.eat(T::Assign) { Some(self.assignment()?) } else { None };
        Ok(Declarator { span: self.span_from(start), pattern, init })
    }

    /// Some declarations need an initializer (unless they stand in a `for` head before `in` or `of`).
    pub(super) fn check_initializer(
        &self,
        kind: DeclarationKind,
        declarator: &Declarator,
    ) -> ParseResult<()> {
        if declarator.init.is_some() {
            return Ok(());
        }
        let what = match kind {
            _ if !matches!(declarator.pattern.kind, PatternKind::Ident(_)) => "destructuring",
            DeclarationKind::Const => "const",
            DeclarationKind::Using => "using",
            DeclarationKind::AwaitUsing => "await using",
            _ => return Ok(()),
        };
        if self.at(T::Error) {
            return Err(self.unexpected());
        }
        Err(self.error(self.token.span(), format!("Missing initializer in {what} declaration")))
    }

    /// A function declaration, from `function`.
    #[inline(never)]
    fn function_statement(
        &mut self,
        position: Position,
        start: u32,
        is_async: bool,
    ) -> ParseResult<StmtKind> {
        let keyword = self.token.span();
        let strict = self.context.strict;
        let message = match position {
            Position::List => None,
            _ if is_async => Some("Async functions can only be declared at the top level or inside a block."),
            _ if strict => {
                Some("In strict mode code, functions can only be declared at top level or inside a block.")
            }
            Position::Body => Some(
                "In non-strict mode code, functions can only be declared at top level, inside a block, or as \
                 the body of an if statement.",
            ),
            Position::If | Position::Label if self.peek().kind == T::Star => {
                Some("Generators can only be declared at the top level or inside a block.")
            }
            Position::If | Position::Label => None,
        };
        if let Some(message) = message {
            return Err(self.error(keyword, message));
        }
        let declaration = self.function_declaration(start, is_async, false)?;
        let kind = StmtKind::Function(Box::new(declaration));
        if position != Position::If {
            return Ok(kind);
        }
        // Annex B.3.3: as if it stood in a block.
        self.deepen()?;
        let statement = Stmt { span: self.span_from(start), kind };
        Ok(StmtKind::Block(Block { scope: ScopeId::UNSET, body: vec![statement] }))
    }

    /// A function declaration, from `function`. The name may be missing after `export default`.
    pub(super) fn function_declaration(
        &mut self,
        start: u32,
        is_async: bool,
        is_default: bool,
    ) -> ParseResult<FunctionDeclaration> {
        self.bump();
        let is_generator = self.eat(T::Star);
        let name = if self.at(T::LParen) {
            if !is_default {
                return Err(self.error(self.token.span(), "Function statements require a function name"));
            }
            self.default_binding(start)
        } else {
            self.binding_identifier()?
        };
        let head =
            FunctionHead { start, kind: FunctionKind::Normal, name: Some(name), is_async, is_generator };
        let function = self.function_rest(head)?;
        Ok(FunctionDeclaration { function, binding: BindingId::UNSET, annex_b_var: None })
    }

    /// `{ StatementList }`
    #[inline(never)]
    pub(super) fn block(&mut self) -> ParseResult<Block> {
        self.expect(T::LBrace)?;
        let no_using = std::mem::replace(&mut self.context.no_using, false);
        let body = self.statement_list(self.statements.len(), |kind| kind == T::RBrace)?;
        self.context.no_using = no_using;
        self.bump();
        Ok(Block { scope: ScopeId::UNSET, body })
    }

    /// `( Expression )`
    fn parenthesized_condition(&mut self) -> ParseResult<Expr> {
        self.expect(T::LParen)?;
        let expr = self.expression()?;
        self.expect(T::RParen)?;
        Ok(expr)
    }

    #[inline(never)]
    fn if_statement(&mut self) -> ParseResult<StmtKind> {
        self.bump();
        let test = self.parenthesized_condition()?;
        let consequent = self.statement_at(Position::If)?;
        let alternate = if self.eat(T::Else) { Some(self.statement_at(Position::If)?) } else { None };
        Ok(StmtKind::If(Box::new(If { test, consequent, alternate })))
    }

    #[inline(never)]
    fn while_statement(&mut self) -> ParseResult<StmtKind> {
        self.bump();
        let test = self.parenthesized_condition()?;
        let body = self.loop_body()?;
        Ok(StmtKind::While(Box::new((test, body))))
    }

    #[inline(never)]
    fn do_while_statement(&mut self) -> ParseResult<StmtKind> {
        self.bump();
        let body = self.loop_body()?;
        self.expect(T::While)?;
        let test = self.parenthesized_condition()?;
        // A semicolon is always inserted here.
        self.eat(T::Semicolon);
        Ok(StmtKind::DoWhile(Box::new((body, test))))
    }

    /// The label behind `break` or `continue`.
    fn jump_label(&mut self) -> ParseResult<Option<Token>> {
        self.bump();
        if !self.at(T::Ident) || self.token.newline_before() {
            return Ok(None);
        }
        self.check_identifier(&self.token, false)?;
        let token = self.token;
        self.bump();
        Ok(Some(token))
    }

    fn find_label(&self, label: &Token) -> ParseResult<&Label> {
        self.targets.labels.iter().find(|found| found.name == label.name).ok_or_else(|| {
            self.error(label.span(), format!("Undefined label '{}'", self.interner.resolve(label.name)))
        })
    }

    fn continue_statement(&mut self) -> ParseResult<StmtKind> {
        let start = self.token.start;
        let label = self.jump_label()?;
        if let Some(token) = &label
            && !self.find_label(token)?.is_loop
        {
            let name = self.interner.resolve(token.name);
            let message =
                format!("Illegal continue statement: '{name}' does not denote an iteration statement");
            return Err(self.error(token.span(), message));
        }
        if self.targets.loops == 0 {
            let message = "Illegal continue statement: no surrounding iteration statement";
            return Err(self.error(self.span_from(start), message));
        }
        self.semicolon()?;
        Ok(StmtKind::Continue(label.map(|token| token.name)))
    }

    fn break_statement(&mut self) -> ParseResult<StmtKind> {
        let start = self.token.start;
        let label = self.jump_label()?;
        if let Some(token) = &label {
            self.find_label(token)?;
        } else if self.targets.loops == 0 && self.targets.switches == 0 {
            return Err(self.error(self.span_from(start), "Illegal break statement"));
        }
        self.semicolon()?;
        Ok(StmtKind::Break(label.map(|token| token.name)))
    }

    fn return_statement(&mut self) -> ParseResult<StmtKind> {
        if !self.context.allow_return {
            return Err(self.error(self.token.span(), "Illegal return statement"));
        }
        self.bump();
        let ends =
            matches!(self.token.kind, T::Semicolon | T::RBrace | T::Eof) || self.token.newline_before();
        let argument = if ends && !self.at(T::Error) { None } else { Some(self.expression()?) };
        self.semicolon()?;
        Ok(StmtKind::Return(argument))
    }

    fn throw_statement(&mut self) -> ParseResult<StmtKind> {
        self.bump();
        if self.token.newline_before() {
            return Err(self.error(self.token.span(), "Illegal newline after throw"));
        }
        let argument = self.expression()?;
        self.semicolon()?;
        Ok(StmtKind::Throw(argument))
    }

    #[inline(never)]
    fn with_statement(&mut self) -> ParseResult<StmtKind> {
        if self.context.strict {
            let message = "Strict mode code may not include a with statement";
            return Err(self.error(self.token.span(), message));
        }
        self.bump();
        let object = self.parenthesized_condition()?;
        let body = self.body_statement()?;
        Ok(StmtKind::With(Box::new(With { object, scope: ScopeId::UNSET, body })))
    }

    #[inline(never)]
    fn switch_statement(&mut self) -> ParseResult<StmtKind> {
        self.bump();
        let discriminant = self.parenthesized_condition()?;
        self.expect(T::LBrace)?;
        let no_using = std::mem::replace(&mut self.context.no_using, true);
        self.targets.switches += 1;
        let mut cases = Vec::new();
        let mut has_default = false;
        while !self.at(T::RBrace) {
            let start = self.token.start;
            let test = if self.at(T::Default) {
                if has_default {
                    let message = "More than one default clause in switch statement";
                    return Err(self.error(self.token.span(), message));
                }
                has_default = true;
                self.bump();
                None
            } else {
                self.expect(T::Case)?;
                Some(self.expression()?)
            };
            self.expect(T::Colon)?;
            let first = self.statements.len();
            let body = self.statement_list(first, |kind| matches!(kind, T::Case | T::Default | T::RBrace))?;
            cases.push(Case { span: self.span_from(start), test, body });
        }
        self.targets.switches -= 1;
        self.context.no_using = no_using;
        self.bump();
        Ok(StmtKind::Switch(Box::new(Switch { discriminant, scope: ScopeId::UNSET, cases })))
    }

    #[inline(never)]
    fn try_statement(&mut self) -> ParseResult<StmtKind> {
        self.bump();
        let block = self.block()?;
        let handler = if self.eat(T::Catch) {
            let param = if self.eat(T::LParen) {
                let param = self.binding_pattern()?;
                self.expect(T::RParen)?;
                Some(param)
            } else {
                None
            };
            Some(Catch { scope: ScopeId::UNSET, param, body: self.block()? })
        } else {
            None
        };
        let finalizer = if self.eat(T::Finally) { Some(self.block()?) } else { None };
        if handler.is_none() && finalizer.is_none() {
            if self.at(T::Error) {
                return Err(self.unexpected());
            }
            let error = self.error(self.token.span(), "Missing catch or finally after try");
            return Err(self.incomplete(error));
        }
        Ok(StmtKind::Try(Box::new(Try { block, handler, finalizer })))
    }

    /// A statement behind one label or more, from the first colon.
    #[inline(never)]
    fn labelled_statement(&mut self, position: Position, first: Ident) -> ParseResult<StmtKind> {
        let outer_labels = self.targets.labels.len();
        let mut label = first;
        let mut labels: Vec<Ident> = Vec::new();
        loop {
            if self.targets.labels.iter().any(|other| other.name == label.name) {
                let name = self.interner.resolve(label.name);
                let message = format!("Label '{name}' has already been declared");
                return Err(self.error(label.span, message));
            }
            self.targets.labels.push(Label { name: label.name, is_loop: false });
            labels.push(label);
            self.deepen()?;
            self.bump();
            if !self.at(T::Ident) || self.peek().kind != T::Colon {
                break;
            }
            label = self.identifier_reference()?;
        }
        let is_loop = matches!(self.token.kind, T::For | T::While | T::Do);
        for label in &mut self.targets.labels[outer_labels..] {
            label.is_loop = is_loop;
        }
        // A function may stand behind labels only where it may stand without them.
        let inner_position = if position == Position::List || position == Position::Label {
            Position::Label
        } else {
            Position::Body
        };
        let mut statement = self.statement_at(inner_position)?;
        self.targets.labels.truncate(outer_labels);
        while let Some(label) = labels.pop() {
            let kind = StmtKind::Labelled { label: label.name, body: Box::new(statement) };
            statement = Stmt { span: self.span_from(label.span.start), kind };
        }
        Ok(statement.kind)
    }

    /// `import` outside of a module's top level: only expressions may begin with it.
    fn import_in_script(&mut self) -> ParseResult<StmtKind> {
        if self.goal == Goal::Module && !matches!(self.peek().kind, T::LParen | T::Dot) {
            let message = "Cannot use import statement outside a module";
            return Err(self.error(self.token.span(), message));
        }
        self.expression_statement()
    }
}
