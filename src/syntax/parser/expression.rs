//! Expressions with operators: assignment, conditional, binary, unary, postfix; calls and member access.

use super::{Context, ParseResult, Parser, Pending, collect};
use crate::syntax::ast::*;
use crate::syntax::name::Known;
use crate::syntax::token::{T, Token};
use std::mem;

/// Binding power of `in`, for `#x in o`.
const RELATIONAL: u8 = 7;
const EXPONENT: u8 = 11;

/// What a token means between two operands.
#[derive(Clone, Copy)]
enum Infix {
    Binary(BinaryOp),
    Logical(LogicalOp),
}

/// The operator of a token and its precedence, 0 if it is none.
#[inline]
fn infix(kind: T) -> (u8, Infix) {
    use BinaryOp::*;
    let (precedence, op) = match kind {
        T::QuestionQuestion => return (1, Infix::Logical(LogicalOp::Coalesce)),
        T::PipePipe => return (1, Infix::Logical(LogicalOp::Or)),
        T::AmpAmp => return (2, Infix::Logical(LogicalOp::And)),
        T::Pipe => (3, BitOr),
        T::Caret => (4, BitXor),
        T::Amp => (5, BitAnd),
        T::EqEq => (6, Equal),
        T::BangEq => (6, NotEqual),
        T::EqEqEq => (6, StrictEqual),
        T::BangEqEq => (6, StrictNotEqual),
        T::Lt => (7, Less),
        T::LtEq => (7, LessEqual),
        T::Gt => (7, Greater),
        T::GtEq => (7, GreaterEqual),
        T::In => (7, In),
        T::Instanceof => (7, Instanceof),
        T::Shl => (8, ShiftLeft),
        T::Shr => (8, ShiftRight),
        T::Ushr => (8, ShiftRightUnsigned),
        T::Plus => (9, Add),
        T::Minus => (9, Sub),
        T::Star => (10, Mul),
        T::Slash => (10, Div),
        T::Percent => (10, Rem),
        T::StarStar => (EXPONENT, Exp),
        _ => (0, Add),
    };
    (precedence, Infix::Binary(op))
}

fn precedence(op: BinaryOp) -> u8 {
    use BinaryOp::*;
    match op {
        BitOr => 3,
        BitXor => 4,
        BitAnd => 5,
        Equal | NotEqual | StrictEqual | StrictNotEqual => 6,
        Less | LessEqual | Greater | GreaterEqual | In | Instanceof => 7,
        ShiftLeft | ShiftRight | ShiftRightUnsigned => 8,
        Add | Sub => 9,
        Mul | Div | Rem => 10,
        Exp => EXPONENT,
    }
}

fn assign_op(kind: T) -> Option<AssignOp> {
    use BinaryOp::*;
    Some(match kind {
        T::Assign => AssignOp::Assign,
        T::PlusAssign => AssignOp::Binary(Add),
        T::MinusAssign => AssignOp::Binary(Sub),
        T::StarAssign => AssignOp::Binary(Mul),
        T::SlashAssign => AssignOp::Binary(Div),
        T::PercentAssign => AssignOp::Binary(Rem),
        T::StarStarAssign => AssignOp::Binary(Exp),
        T::ShlAssign => AssignOp::Binary(ShiftLeft),
        T::ShrAssign => AssignOp::Binary(ShiftRight),
        T::UshrAssign => AssignOp::Binary(ShiftRightUnsigned),
        T::AmpAssign => AssignOp::Binary(BitAnd),
        T::PipeAssign => AssignOp::Binary(BitOr),
        T::CaretAssign => AssignOp::Binary(BitXor),
        T::AmpAmpAssign => AssignOp::Logical(LogicalOp::And),
        T::PipePipeAssign => AssignOp::Logical(LogicalOp::Or),
        T::QuestionQuestionAssign => AssignOp::Logical(LogicalOp::Coalesce),
        _ => return None,
    })
}

/// An arrow function without parentheses: no operator may follow.
fn is_bare_arrow(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Function(function) if function.is_arrow)
}

impl Parser<'_, '_> {
    /// `Expression`
    pub(super) fn expression(&mut self) -> ParseResult<Expr> {
        let start = self.token.start;
        let first = self.assignment()?;
        if !self.at(T::Comma) {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.eat(T::Comma) {
            items.push(self.assignment()?);
        }
        Ok(self.expr_from(start, ExprKind::Sequence(items)))
    }

    /// `AssignmentExpression`
    pub(super) fn assignment(&mut self) -> ParseResult<Expr> {
        let outer = mem::replace(&mut self.pending, Pending::NONE);
        let expr = self.assignment_or_pattern()?;
        self.check_pending()?;
        self.pending = outer;
        Ok(expr)
    }

    /// `AssignmentExpression`, or a pattern with perhaps a default, to be converted by the caller, who must
    /// see to [`Parser::check_pending`] otherwise.
    pub(super) fn assignment_or_pattern(&mut self) -> ParseResult<Expr> {
        let outer_peak = self.enter()?;
        let outer = mem::replace(&mut self.pending, Pending::NONE);
        let start = self.token.start;
        self.arrow_start = start;
        let expr = self.assignment_inner(start)?;
        self.pending = self.pending.merge(outer);
        self.leave(outer_peak);
        Ok(expr)
    }

    fn assignment_inner(&mut self, start: u32) -> ParseResult<Expr> {
        if self.context.is_generator && self.token.kind == T::Ident && self.token.name == Known::Yield {
            return self.yield_expression();
        }
        let left = self.conditional(start)?;
        let Some(op) = assign_op(self.token.kind) else {
            if self.at(T::Arrow) && !self.token.newline_before() && !is_bare_arrow(&left) {
                return Err(self.error(left.span, "Malformed arrow function parameter list"));
            }
            return Ok(left);
        };
        if is_bare_arrow(&left) {
            return Err(self.unexpected());
        }
        let target = if op == AssignOp::Assign {
            self.assignment_target(left)?
        } else {
            self.check_pending()?;
            let compatible = matches!(op, AssignOp::Binary(_));
            self.simple_target(left, compatible, "Invalid left-hand side in assignment")?
        };
        self.pending = Pending::NONE;
        self.deepen()?;
        self.bump();
        let value = self.assignment()?;
        Ok(self.expr_from(start, ExprKind::Assign(Box::new(Assign { op, target, value }))))
    }

    /// `ConditionalExpression`, or an arrow function.
    fn conditional(&mut self, start: u32) -> ParseResult<Expr> {
        let test = self.binary(0)?;
        if !self.at(T::Question) || is_bare_arrow(&test) || !self.pending.is_none() {
            return Ok(test);
        }
        self.deepen()?;
        self.bump();
        let consequent = self.with_in(Self::assignment)?;
        self.expect(T::Colon)?;
        let alternate = self.assignment()?;
        let conditional = Box::new(Conditional { test, consequent, alternate });
        Ok(self.expr_from(start, ExprKind::Conditional(conditional)))
    }

    /// Operands joined by operators that bind tighter than `minimum`.
    fn binary(&mut self, minimum: u8) -> ParseResult<Expr> {
        let start = self.token.start;
        let mut left = if self.at(T::PrivateName) { self.private_in(minimum)? } else { self.unary()? };
        if !self.pending.is_none() || is_bare_arrow(&left) {
            return Ok(left);
        }
        loop {
            let (precedence, op) = infix(self.token.kind);
            if precedence <= minimum || (self.context.no_in && self.at(T::In)) {
                return Ok(left);
            }
            let operator = self.token;
            if operator.kind == T::StarStar && is_unary(&left) {
                let message = "Unary operator used immediately before exponentiation expression. Parenthesis \
                               must be used to disambiguate operator precedence";
                return Err(self.error(left.span, message));
            }
            self.bump();
            let outer_peak = self.enter()?;
            // `**` is right-associative.
            let floor = if operator.kind == T::StarStar { precedence - 1 } else { precedence };
            let right = self.binary(floor)?;
            self.leave(outer_peak);
            if is_bare_arrow(&right) {
                return Err(self.unexpected_token(&operator));
            }
            left = self.join(start, left, op, right, &operator)?;
        }
    }

    /// Makes one node of two operands, extending a chain where that is possible.
    #[inline(never)]
    fn join(
        &mut self,
        start: u32,
        left: Expr,
        op: Infix,
        right: Expr,
        operator: &Token,
    ) -> ParseResult<Expr> {
        let kind = match op {
            Infix::Logical(op) => {
                let mixed = |operand: &Expr| {
                    matches!(operand.kind, ExprKind::Logical { op: other, .. }
                        if other != op && (other == LogicalOp::Coalesce || op == LogicalOp::Coalesce))
                };
                if mixed(&left) || mixed(&right) {
                    return Err(self.unexpected_token(operator));
                }
                match left.kind {
                    ExprKind::Logical { op: same, mut operands } if same == op => {
                        operands.push(right);
                        ExprKind::Logical { op, operands }
                    }
                    kind => {
                        self.deepen()?;
                        ExprKind::Logical { op, operands: vec![Expr { span: left.span, kind }, right] }
                    }
                }
            }
            Infix::Binary(op) => match left.kind {
                ExprKind::BinaryChain(mut chain) if precedence(chain.rest[0].0) == precedence(op) => {
                    chain.rest.push((op, right));
                    ExprKind::BinaryChain(chain)
                }
                ExprKind::Binary { op: first_op, operands }
                    if precedence(first_op) == precedence(op) && op != BinaryOp::Exp =>
                {
                    let (first, second) = *operands;
                    ExprKind::BinaryChain(Box::new(BinaryChain {
                        first,
                        rest: vec![(first_op, second), (op, right)],
                    }))
                }
                kind => {
                    self.deepen()?;
                    let left = Expr { span: left.span, kind };
                    ExprKind::Binary { op, operands: Box::new((left, right)) }
                }
            },
        };
        Ok(self.expr_from(start, kind))
    }

    /// `#name in ShiftExpression`
    #[inline(never)]
    fn private_in(&mut self, minimum: u8) -> ParseResult<Expr> {
        let start = self.token.start;
        let token = self.token;
        let name = self.bump_ident();
        if !self.at(T::In) || self.context.no_in || minimum >= RELATIONAL {
            return Err(if self.at(T::In) { self.unexpected_token(&token) } else { self.unexpected() });
        }
        self.bump();
        let outer_peak = self.enter()?;
        let object = Box::new(self.binary(RELATIONAL)?);
        self.leave(outer_peak);
        Ok(self.expr_from(start, ExprKind::PrivateIn { name, object }))
    }

    /// `UnaryExpression`
    fn unary(&mut self) -> ParseResult<Expr> {
        let op = match self.token.kind {
            T::Delete => UnaryOp::Delete,
            T::Void => UnaryOp::Void,
            T::Typeof => UnaryOp::Typeof,
            T::Plus => UnaryOp::Plus,
            T::Minus => UnaryOp::Minus,
            T::Tilde => UnaryOp::BitNot,
            T::Bang => UnaryOp::Not,
            T::PlusPlus | T::MinusMinus => return self.prefix_update(),
            T::Ident if self.token.name == Known::Await && self.context.is_async => {
                return self.await_expression();
            }
            _ => return self.postfix(),
        };
        let start = self.token.start;
        let outer_peak = self.enter()?;
        self.bump();
        let operand = Box::new(self.unary()?);
        self.check_pending()?;
        self.leave(outer_peak);
        if op == UnaryOp::Delete {
            self.check_delete(start, &operand)?;
        }
        Ok(self.expr_from(start, ExprKind::Unary { op, operand }))
    }

    fn check_delete(&self, start: u32, operand: &Expr) -> ParseResult<()> {
        let mut target = operand.unparen();
        if self.context.strict && matches!(target.kind, ExprKind::Ident(_)) {
            let message = "Delete of an unqualified identifier in strict mode.";
            return Err(self.error(self.span_from(start), message));
        }
        if let ExprKind::OptionalChain(chain) = &target.kind {
            target = chain;
        }
        if matches!(target.kind, ExprKind::PrivateMember { .. }) {
            return Err(self.error(self.span_from(start), "Private fields can not be deleted"));
        }
        Ok(())
    }

    #[inline(never)]
    fn prefix_update(&mut self) -> ParseResult<Expr> {
        let start = self.token.start;
        let increment = self.at(T::PlusPlus);
        let outer_peak = self.enter()?;
        self.bump();
        let operand = self.unary()?;
        self.check_pending()?;
        self.leave(outer_peak);
        let message = "Invalid left-hand side expression in prefix operation";
        let target = Box::new(self.simple_target(operand, true, message)?);
        Ok(self.expr_from(start, ExprKind::Update { increment, prefix: true, target }))
    }

    #[inline(never)]
    fn await_expression(&mut self) -> ParseResult<Expr> {
        let start = self.token.start;
        if self.token.escaped() {
            return Err(self.error(self.token.span(), "Keyword must not contain escaped characters"));
        }
        if self.context.in_parameters {
            let message = "Illegal await-expression in formal parameters of async function";
            return Err(self.error(self.token.span(), message));
        }
        let outer_peak = self.enter()?;
        self.bump();
        let operand = Box::new(self.unary()?);
        self.check_pending()?;
        self.leave(outer_peak);
        self.last_await = start + 1;
        self.note_top_level_await();
        Ok(self.expr_from(start, ExprKind::Await(operand)))
    }

    /// `YieldExpression`
    #[inline(never)]
    fn yield_expression(&mut self) -> ParseResult<Expr> {
        let start = self.token.start;
        if self.token.escaped() {
            return Err(self.error(self.token.span(), "Keyword must not contain escaped characters"));
        }
        if self.context.in_parameters {
            let message = "Yield expression not allowed in formal parameter";
            return Err(self.error(self.token.span(), message));
        }
        self.bump();
        let kind = if self.token.newline_before() && !self.at(T::Error) {
            ExprKind::Yield(None)
        } else if self.eat(T::Star) {
            ExprKind::YieldStar(Box::new(self.assignment()?))
        } else {
            match self.token.kind {
                T::RParen | T::RBracket | T::RBrace | T::Comma | T::Semicolon | T::Colon | T::In | T::Eof => {
                    ExprKind::Yield(None)
                }
                _ => ExprKind::Yield(Some(Box::new(self.assignment()?))),
            }
        };
        self.last_yield = start + 1;
        Ok(self.expr_from(start, kind))
    }

    /// `UpdateExpression` with its operator behind, if there is one.
    fn postfix(&mut self) -> ParseResult<Expr> {
        let start = self.token.start;
        let operand = self.left_hand_side()?;
        let increment = match self.token.kind {
            T::PlusPlus => true,
            T::MinusMinus => false,
            _ => return Ok(operand),
        };
        if self.token.newline_before() || is_bare_arrow(&operand) {
            return Ok(operand);
        }
        self.check_pending()?;
        let message = "Invalid left-hand side expression in postfix operation";
        let target = Box::new(self.simple_target(operand, true, message)?);
        self.deepen()?;
        self.bump();
        Ok(self.expr_from(start, ExprKind::Update { increment, prefix: false, target }))
    }

    /// `LeftHandSideExpression`
    pub(super) fn left_hand_side(&mut self) -> ParseResult<Expr> {
        let start = self.token.start;
        let head = match self.token.kind {
            T::New => self.new_expression()?,
            T::Super => self.super_expression(true)?,
            _ => self.primary()?,
        };
        if is_bare_arrow(&head) || !self.pending.is_none() {
            return Ok(head);
        }
        self.links(start, head)
    }

    /// Member accesses, calls and templates behind `expr`.
    #[inline(never)]
    fn links(&mut self, start: u32, mut expr: Expr) -> ParseResult<Expr> {
        let mut in_chain = false;
        loop {
            let kind = match self.token.kind {
                T::Dot => {
                    self.bump();
                    self.member_name(expr, false)?
                }
                T::LBracket => self.index(expr, false)?,
                T::LParen => {
                    if let ExprKind::Ident(ident) = &expr.kind
                        && ident.name == Known::Async
                        && start == self.arrow_start
                        && !self.token.newline_before()
                        && ident.span.end - ident.span.start == 5
                    {
                        expr = self.async_call_or_arrow(start, expr)?;
                        if is_bare_arrow(&expr) {
                            return Ok(expr);
                        }
                        continue;
                    }
                    let arguments = self.arguments()?;
                    self.call(expr, arguments, false)
                }
                T::Backtick => {
                    if in_chain {
                        let message = "Invalid tagged template on optional chain";
                        return Err(self.error(self.token.span(), message));
                    }
                    let template = self.template(true)?;
                    ExprKind::TaggedTemplate(Box::new(TaggedTemplate { tag: expr, template }))
                }
                T::QuestionDot => {
                    in_chain = true;
                    self.bump();
                    match self.token.kind {
                        T::LParen => {
                            let arguments = self.arguments()?;
                            self.call(expr, arguments, true)
                        }
                        T::LBracket => self.index(expr, true)?,
                        T::Backtick => {
                            let message = "Invalid tagged template on optional chain";
                            return Err(self.error(self.token.span(), message));
                        }
                        _ => self.member_name(expr, true)?,
                    }
                }
                _ => break,
            };
            self.deepen()?;
            expr = self.expr_from(start, kind);
        }
        if in_chain {
            let span = expr.span;
            return Ok(Expr { span, kind: ExprKind::OptionalChain(Box::new(expr)) });
        }
        Ok(expr)
    }

    fn call(&self, callee: Expr, arguments: Vec<Argument>, optional: bool) -> ExprKind {
        let maybe_direct_eval =
            !optional && matches!(&callee.kind, ExprKind::Ident(ident) if ident.name == Known::Eval);
        ExprKind::Call(Box::new(Call {
            callee,
            arguments,
            optional,
            maybe_direct_eval,
            scope: ScopeId::UNSET,
        }))
    }

    /// The name behind a dot.
    fn member_name(&mut self, object: Expr, optional: bool) -> ParseResult<ExprKind> {
        let object = Box::new(object);
        if self.at(T::PrivateName) {
            let name = Box::new(self.bump_ident());
            return Ok(ExprKind::PrivateMember { object, name, optional });
        }
        let property = self.identifier_name()?;
        Ok(ExprKind::Member { object, property, optional })
    }

    /// `IdentifierName`
    pub(super) fn identifier_name(&mut self) -> ParseResult<Name> {
        if !self.token.kind.is_identifier_name() {
            return Err(self.unexpected());
        }
        let name = self.token.name;
        self.bump();
        Ok(name)
    }

    fn index(&mut self, object: Expr, optional: bool) -> ParseResult<ExprKind> {
        let index = self.bracketed_expression()?;
        Ok(ExprKind::Index { operands: Box::new((object, index)), optional })
    }

    /// `[ Expression ]`
    fn bracketed_expression(&mut self) -> ParseResult<Expr> {
        self.bump();
        let index = self.with_in(Self::expression)?;
        self.expect(T::RBracket)?;
        Ok(index)
    }

    /// `Arguments`
    #[inline(never)]
    pub(super) fn arguments(&mut self) -> ParseResult<Vec<Argument>> {
        self.bump();
        let first = self.arguments.len();
        let no_in = mem::replace(&mut self.context.no_in, false);
        while !self.at(T::RParen) {
            let argument = if self.eat(T::Ellipsis) {
                Argument::Spread(self.assignment()?)
            } else {
                Argument::Expr(self.assignment()?)
            };
            self.arguments.push(argument);
            if !self.eat(T::Comma) {
                break;
            }
        }
        self.context.no_in = no_in;
        if !self.at(T::RParen) && !matches!(self.token.kind, T::Eof | T::Error) {
            return Err(self.error(self.token.span(), "missing ) after argument list"));
        }
        self.expect(T::RParen)?;
        Ok(collect(&mut self.arguments, first))
    }

    /// `async (…)`: a call, unless `=>` follows.
    #[inline(never)]
    fn async_call_or_arrow(&mut self, start: u32, callee: Expr) -> ParseResult<Expr> {
        let open = self.token.start;
        self.bump();
        let mut arguments = Vec::new();
        let mut rest_comma = None;
        let no_in = mem::replace(&mut self.context.no_in, false);
        let outer = mem::replace(&mut self.pending, Pending::NONE);
        while !self.at(T::RParen) {
            if self.eat(T::Ellipsis) {
                arguments.push(Argument::Spread(self.assignment_or_pattern()?));
                if self.at(T::Comma) {
                    rest_comma.get_or_insert(self.token);
                }
            } else {
                arguments.push(Argument::Expr(self.assignment_or_pattern()?));
            }
            if !self.eat(T::Comma) {
                break;
            }
        }
        self.context.no_in = no_in;
        self.expect(T::RParen)?;
        if self.at(T::Arrow) && !self.token.newline_before() {
            if let Some(comma) = rest_comma {
                return Err(self.error(comma.span(), "Rest parameter must be last formal parameter"));
            }
            self.pending = outer;
            return self.arrow_from_arguments(start, open, arguments);
        }
        self.check_pending()?;
        self.pending = outer;
        self.deepen()?;
        let kind = self.call(callee, arguments, false);
        Ok(self.expr_from(start, kind))
    }

    /// `new …`
    #[inline(never)]
    fn new_expression(&mut self) -> ParseResult<Expr> {
        let start = self.token.start;
        let outer_peak = self.enter()?;
        self.bump();
        if self.eat(T::Dot) {
            if !self.token.is(Known::Target) {
                return Err(self.unexpected());
            }
            self.bump();
            if !self.context.allow_new_target {
                let message = "new.target expression is not allowed here";
                return Err(self.error(self.span_from(start), message));
            }
            self.leave(outer_peak);
            return Ok(self.expr_from(start, ExprKind::NewTarget));
        }
        let callee_start = self.token.start;
        let kind = self.token.kind;
        let mut callee = match kind {
            T::New => self.new_expression()?,
            T::Super => self.super_expression(false)?,
            T::Import if self.peek().kind == T::LParen => {
                return Err(self.error(self.token.span(), "Cannot use new with import"));
            }
            _ => self.primary()?,
        };
        self.check_pending()?;
        if is_bare_arrow(&callee) {
            return Err(self.unexpected());
        }
        loop {
            let kind = match self.token.kind {
                T::Dot => {
                    self.bump();
                    self.member_name(callee, false)?
                }
                T::LBracket => self.index(callee, false)?,
                T::Backtick => {
                    let template = self.template(true)?;
                    ExprKind::TaggedTemplate(Box::new(TaggedTemplate { tag: callee, template }))
                }
                T::QuestionDot => {
                    let message = "Invalid optional chain from new expression";
                    return Err(self.error(self.token.span(), message));
                }
                _ => break,
            };
            self.deepen()?;
            callee = self.expr_from(callee_start, kind);
        }
        let arguments = if self.at(T::LParen) { self.arguments()? } else { Vec::new() };
        self.leave(outer_peak);
        Ok(self.expr_from(start, ExprKind::New(Box::new(New { callee, arguments }))))
    }

    /// `super.name`, `super[index]`, `super(…)`
    #[inline(never)]
    fn super_expression(&mut self, allow_call: bool) -> ParseResult<Expr> {
        let start = self.token.start;
        let keyword = self.token.span();
        let misplaced = "'super' keyword unexpected here";
        self.bump();
        let Context { allow_super_call, allow_super_property, .. } = self.context;
        let kind = match self.token.kind {
            T::LParen if allow_call && allow_super_call => {
                let arguments = self.arguments()?;
                ExprKind::SuperCall(arguments)
            }
            T::Dot if allow_super_property => {
                self.bump();
                if self.at(T::PrivateName) {
                    return Err(self.error(self.token.span(), "Unexpected private field"));
                }
                ExprKind::SuperMember(self.identifier_name()?)
            }
            T::LBracket if allow_super_property => {
                let index = self.bracketed_expression()?;
                ExprKind::SuperIndex(Box::new(index))
            }
            _ => return Err(self.error(keyword, misplaced)),
        };
        Ok(self.expr_from(start, kind))
    }
}

/// A unary expression without parentheses, which may not be the base of `**`.
fn is_unary(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Unary { .. } | ExprKind::Await(_))
}
