//! Expressions: the entry points, and operators.
//!
//! - [`Compiler::operand`]: a register that holds the value, in place for variables.
//! - [`Compiler::into`]: the value ends up in a given register, which may be written before the evaluation is
//!   complete; [`Compiler::write_variable`] is for registers where that would be seen.
//! - [`Compiler::effect`]: the value is not needed.

use super::analysis::writes_last;
use super::assembler::Reg;
use super::scope::Loc;
use super::{Compiler, Res, unsupported};
use crate::syntax::ast::{BinaryChain, BinaryOp, Expr, ExprKind, LogicalOp, Pattern, PatternKind, UnaryOp};
use tercet_vm::atom::Atom;
use tercet_vm::code::ops::Op;

/// The instruction of a binary operator.
pub(super) fn binary_op(op: BinaryOp) -> Op {
    match op {
        BinaryOp::Add => Op::Add,
        BinaryOp::Sub => Op::Sub,
        BinaryOp::Mul => Op::Mul,
        BinaryOp::Div => Op::Div,
        BinaryOp::Rem => Op::Mod,
        BinaryOp::Exp => Op::Exp,
        BinaryOp::ShiftLeft => Op::Shl,
        BinaryOp::ShiftRight => Op::Shr,
        BinaryOp::ShiftRightUnsigned => Op::UShr,
        BinaryOp::BitAnd => Op::BitAnd,
        BinaryOp::BitOr => Op::BitOr,
        BinaryOp::BitXor => Op::BitXor,
        BinaryOp::Equal => Op::Eq,
        BinaryOp::NotEqual => Op::Ne,
        BinaryOp::StrictEqual => Op::StrictEq,
        BinaryOp::StrictNotEqual => Op::StrictNe,
        BinaryOp::Less => Op::Lt,
        BinaryOp::LessEqual => Op::Le,
        BinaryOp::Greater => Op::Gt,
        BinaryOp::GreaterEqual => Op::Ge,
        BinaryOp::In => Op::In,
        BinaryOp::Instanceof => Op::InstanceOf,
    }
}

/// The instruction of a binary operator whose right operand is a small integer.
fn immediate_op(op: BinaryOp) -> Option<Op> {
    Some(match op {
        BinaryOp::Add => Op::AddI,
        BinaryOp::Sub => Op::SubI,
        BinaryOp::Mul => Op::MulI,
        BinaryOp::Rem => Op::ModI,
        BinaryOp::BitAnd => Op::BitAndI,
        BinaryOp::BitOr => Op::BitOrI,
        BinaryOp::ShiftLeft => Op::ShlI,
        BinaryOp::ShiftRight => Op::ShrI,
        BinaryOp::ShiftRightUnsigned => Op::UShrI,
        _ => return None,
    })
}

/// The operator gives the same when the operands are swapped, one of them being a number.
fn commutes_with_number(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Mul | BinaryOp::BitAnd | BinaryOp::BitOr)
}

impl Compiler<'_> {
    /// A register that holds the value of the expression: that of the variable itself, or a temporary.
    pub(super) fn operand(&mut self, expr: &Expr) -> Res<Reg> {
        let expr = expr.unparen();
        if let Some(value) = self.constant(expr) {
            return Ok(self.const_operand(&value));
        }
        match &expr.kind {
            ExprKind::Ident(ident) => Ok(self.ident_operand(ident)),
            ExprKind::This => self.this_operand(expr.span.start),
            ExprKind::NewTarget => self.new_target_operand(expr.span.start),
            ExprKind::Assign(assign) => self.assign(assign, None),
            ExprKind::Update { increment, prefix: true, target }
                if let PatternKind::Ident(ident) = &target.kind
                    && let Some(register) = self.writable_register(&self.place(ident)) =>
            {
                self.update(*increment, true, target, None)?;
                Ok(register)
            }
            _ => {
                let dst = self.temp();
                self.into(expr, dst)?;
                Ok(dst)
            }
        }
    }

    /// Like [`Self::operand`], but the register keeps its value while `later` is evaluated.
    pub(super) fn stable_operand(&mut self, expr: &Expr, later: &Expr) -> Res<Reg> {
        let register = self.operand(expr)?;
        Ok(self.protect(register, [later]))
    }

    /// Evaluates the expression for a register that is visible elsewhere.
    pub(super) fn write_variable(&mut self, expr: &Expr, dst: Reg) -> Res<()> {
        if writes_last(expr) || self.constant(expr).is_some() {
            return self.into(expr, dst);
        }
        let mark = self.mark();
        let value = self.operand(expr)?;
        self.copy(dst, value);
        self.release(mark);
        Ok(())
    }

    /// Evaluates the expression into the register. Registers from `mark()` on are free again afterwards.
    pub(super) fn into(&mut self, expr: &Expr, dst: Reg) -> Res<()> {
        if let Some(value) = self.constant(expr) {
            self.load_const(dst, &value);
            return Ok(());
        }
        let mark = self.mark();
        self.write(expr, dst)?;
        self.release(mark);
        Ok(())
    }

    fn write(&mut self, expr: &Expr, dst: Reg) -> Res<()> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Null
            | ExprKind::Bool(_)
            | ExprKind::Number(_)
            | ExprKind::String(_)
            | ExprKind::This
            | ExprKind::NewTarget => {
                let value = self.operand(expr)?;
                self.copy(dst, value);
                Ok(())
            }
            ExprKind::BigInt(_) => unsupported("BigInt literals", span),
            ExprKind::RegExp { .. } => unsupported("regular expression literals", span),
            ExprKind::ImportMeta => unsupported("import.meta", span),
            ExprKind::ImportCall(_) => unsupported("dynamic import", span),
            ExprKind::Await(_) => unsupported("await", span),
            ExprKind::Paren(inner) => self.into(inner, dst),
            ExprKind::Ident(ident) => {
                let value = self.ident_operand_into(ident, dst);
                self.copy(dst, value);
                Ok(())
            }
            ExprKind::Template(template) => self.template(template, span, dst),
            ExprKind::TaggedTemplate(tagged) => self.tagged_template(tagged, dst),
            ExprKind::Array(elements) => self.array_literal(elements, dst),
            ExprKind::Object(properties) => self.object_literal(properties, span, dst),
            ExprKind::Function(_) | ExprKind::Class(_) => self.named(expr, None, dst),
            ExprKind::Unary { op, operand } => self.unary(*op, operand, span.start, dst),
            ExprKind::Update { increment, prefix, target } => {
                self.update(*increment, *prefix, target, Some(dst))
            }
            ExprKind::Binary { op, operands } => self.binary(*op, &operands.0, &operands.1, dst),
            ExprKind::BinaryChain(chain) => self.binary_chain(chain, dst),
            ExprKind::PrivateIn { name, object } => {
                let object = self.operand(object)?;
                let at = self.token_after(name.span.end);
                let name = self.private_name(name);
                self.emit_at(at, Op::PrivateIn, dst, name, object);
                Ok(())
            }
            ExprKind::Logical { op, operands } => self.logical(*op, operands, dst),
            ExprKind::Conditional(conditional) => {
                let (otherwise, end) = (self.label(), self.label());
                self.jump_if(&conditional.test, false, otherwise)?;
                self.into(&conditional.consequent, dst)?;
                self.jump(end);
                self.bind(otherwise);
                self.into(&conditional.alternate, dst)?;
                self.bind(end);
                Ok(())
            }
            ExprKind::Assign(assign) => {
                let value = self.assign(assign, Some(dst))?;
                self.copy(dst, value);
                Ok(())
            }
            ExprKind::Sequence(exprs) => {
                let Some((last, first)) = exprs.split_last() else { return Ok(()) };
                for expr in first {
                    self.effect(expr)?;
                }
                self.into(last, dst)
            }
            ExprKind::Member { .. }
            | ExprKind::Index { .. }
            | ExprKind::PrivateMember { .. }
            | ExprKind::SuperMember(_)
            | ExprKind::SuperIndex(_) => self.member(expr, dst),
            ExprKind::Call(call) => self.call(call, dst),
            ExprKind::SuperCall(arguments) => self.super_call(arguments, span.start, dst),
            ExprKind::New(new) => self.new_expr(new, span.start, dst),
            ExprKind::OptionalChain(inner) => self.optional_chain(inner, dst),
            ExprKind::Yield(argument) => self.yield_expr(argument.as_deref(), span.start, dst),
            ExprKind::YieldStar(argument) => self.yield_star(argument, span.start, dst),
        }
    }

    fn ident_operand_into(&mut self, ident: &crate::syntax::ast::Ident, dst: Reg) -> Reg {
        match self.place(ident).loc {
            Loc::Register(_) => self.ident_operand(ident),
            _ => {
                self.load_ident(ident, dst);
                dst
            }
        }
    }

    /// Evaluates the expression for its effects.
    pub(super) fn effect(&mut self, expr: &Expr) -> Res<()> {
        let mark = self.mark();
        let expr = expr.unparen();
        if self.constant(expr).is_some() {
            return Ok(());
        }
        match &expr.kind {
            ExprKind::Assign(assign) => {
                self.assign_effect(assign)?;
            }
            ExprKind::Update { increment, prefix, target } => {
                self.update(*increment, *prefix, target, None)?;
            }
            ExprKind::Logical { op: op @ (LogicalOp::And | LogicalOp::Or), operands } => {
                let end = self.label();
                if let Some((last, first)) = operands.split_last() {
                    for operand in first {
                        self.jump_if(operand, *op == LogicalOp::Or, end)?;
                    }
                    self.effect(last)?;
                }
                self.bind(end);
            }
            ExprKind::Conditional(conditional) => {
                let (otherwise, end) = (self.label(), self.label());
                self.jump_if(&conditional.test, false, otherwise)?;
                self.effect(&conditional.consequent)?;
                self.jump(end);
                self.bind(otherwise);
                self.effect(&conditional.alternate)?;
                self.bind(end);
            }
            ExprKind::Sequence(exprs) => {
                for expr in exprs {
                    self.effect(expr)?;
                }
            }
            ExprKind::Unary { op: UnaryOp::Void | UnaryOp::Not, operand } => self.effect(operand)?,
            _ => {
                self.operand(expr)?;
            }
        }
        self.release(mark);
        Ok(())
    }

    /// Evaluates an expression that gives an anonymous function the name.
    pub(super) fn named(&mut self, expr: &Expr, name: Option<Atom>, dst: Reg) -> Res<()> {
        let inner = expr.unparen();
        match &inner.kind {
            ExprKind::Function(function) => {
                let name = match (&function.name, name) {
                    (None, Some(name)) => name,
                    (own, _) => self.own_name(own.as_ref().map(|ident| ident.name)),
                };
                self.closure(function, name, dst)
            }
            ExprKind::Class(class) => self.class(class, name, None, dst),
            _ => self.into(expr, dst),
        }
    }

    /// Evaluates an expression whose anonymous function gets its name from what it is assigned to.
    pub(super) fn named_into(&mut self, expr: &Expr, target: &Pattern, dst: Reg) -> Res<()> {
        match &target.kind {
            PatternKind::Ident(ident) if !target.parenthesized && expr.is_anonymous_function_definition() => {
                let name = self.atom(ident.name);
                self.named(expr, Some(name), dst)
            }
            _ => self.into(expr, dst),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr, at: u32, dst: Reg) -> Res<()> {
        let op = match op {
            UnaryOp::Delete => return self.delete(operand, at, dst),
            UnaryOp::Void => {
                self.effect(operand)?;
                self.load_undefined(dst);
                return Ok(());
            }
            UnaryOp::Typeof => {
                let value = self.typeof_operand(operand)?;
                self.emit(Op::Typeof, dst, value, 0);
                return Ok(());
            }
            UnaryOp::Plus => Op::Plus,
            UnaryOp::Minus => Op::Neg,
            UnaryOp::BitNot => Op::BitNot,
            UnaryOp::Not => Op::Not,
        };
        let value = self.operand(operand)?;
        self.emit_at(at, op, dst, value, 0);
        Ok(())
    }

    /// An unresolvable name is `undefined` here.
    fn typeof_operand(&mut self, operand: &Expr) -> Res<Reg> {
        if let ExprKind::Ident(ident) = &operand.unparen().kind
            && self.place(ident).binding.is_none()
            && self.global_constant(ident.name, ident).is_none()
        {
            let dst = self.temp();
            let name = self.atom(ident.name);
            self.emit_cached(ident.span.start, Op::GetGlobalTypeof, dst, 0, name);
            return Ok(dst);
        }
        self.operand(operand)
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, dst: Reg) -> Res<()> {
        let at = self.token_after(left.span.end);
        if commutes_with_number(op)
            && let Some(immediate) = self.immediate(left)
            && let Some(code) = immediate_op(op)
        {
            let right = self.operand(right)?;
            self.emit_at(at, code, dst, right, immediate);
            return Ok(());
        }
        let left = self.stable_operand(left, right)?;
        self.binary_with(op, left, right, at, dst)
    }

    /// `dst = left op right`; the left operand has been evaluated.
    pub(super) fn binary_with(
        &mut self,
        op: BinaryOp,
        left: Reg,
        right: &Expr,
        at: u32,
        dst: Reg,
    ) -> Res<()> {
        if let Some(code) = immediate_op(op)
            && let Some(immediate) = self.immediate(right)
        {
            self.emit_at(at, code, dst, left, immediate);
            return Ok(());
        }
        let right = self.operand(right)?;
        self.emit_at(at, binary_op(op), dst, left, right);
        Ok(())
    }

    /// The value of a chain without its last operator.
    pub(super) fn chain_prefix(&mut self, chain: &BinaryChain) -> Res<Reg> {
        let mut folded = self.constant(&chain.first);
        let mut done = 0;
        for (op, operand) in &chain.rest {
            let next = folded.as_ref().and_then(|left| {
                let right = self.constant(operand)?;
                self.fold(*op, left, &right)
            });
            match next {
                Some(value) if done + 1 < chain.rest.len() => {
                    folded = Some(value);
                    done += 1;
                }
                _ => break,
            }
        }
        let (rest, last) = match chain.rest[done..].split_last() {
            Some((last, rest)) => (rest, &last.1),
            None => return self.operand(&chain.first),
        };
        let accumulator = self.temp();
        let first = match folded {
            Some(value) => self.const_operand(&value),
            None => self.operand(&chain.first)?,
        };
        let next = rest.first().map_or(last, |(_, operand)| operand);
        let mut left = self.protect(first, [next]);
        let mark = self.mark();
        let mut before = done.checked_sub(1).map_or(&chain.first, |index| &chain.rest[index].1);
        for (op, operand) in rest {
            let at = self.token_after(before.span.end);
            self.binary_with(*op, left, operand, at, accumulator)?;
            self.release(mark);
            left = accumulator;
            before = operand;
        }
        Ok(left)
    }

    /// Where the last operator of a chain stands.
    pub(super) fn chain_position(&self, chain: &BinaryChain) -> u32 {
        let before = chain.rest.len().checked_sub(2).map_or(&chain.first, |index| &chain.rest[index].1);
        self.token_after(before.span.end)
    }

    fn binary_chain(&mut self, chain: &BinaryChain, dst: Reg) -> Res<()> {
        let left = self.chain_prefix(chain)?;
        if let Some((op, operand)) = chain.rest.last() {
            self.binary_with(*op, left, operand, self.chain_position(chain), dst)?;
        }
        Ok(())
    }

    fn logical(&mut self, op: LogicalOp, operands: &[Expr], dst: Reg) -> Res<()> {
        let Some((last, first)) = operands.split_last() else { return Ok(()) };
        let end = self.label();
        for operand in first {
            if let Some(value) = self.constant(operand) {
                let decided = match op {
                    LogicalOp::And => !value.truthy(),
                    LogicalOp::Or => value.truthy(),
                    LogicalOp::Coalesce => {
                        !matches!(value, super::fold::Const::Undefined | super::fold::Const::Null)
                    }
                };
                if decided {
                    self.load_const(dst, &value);
                    self.bind(end);
                    return Ok(());
                }
                continue;
            }
            self.into(operand, dst)?;
            self.jump_on(short_circuit(op), dst, end);
        }
        self.into(last, dst)?;
        self.bind(end);
        Ok(())
    }
}

/// The jump over the right operand.
pub(super) fn short_circuit(op: LogicalOp) -> Op {
    match op {
        LogicalOp::And => Op::JFalse,
        LogicalOp::Or => Op::JTrue,
        LogicalOp::Coalesce => Op::JNotNullish,
    }
}
