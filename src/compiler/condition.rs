//! Expressions as conditions: jumps without materialised booleans.

use super::assembler::{Label, Reg};
use super::fold::Const;
use super::{Compiler, Res};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, LogicalOp, UnaryOp};
use tercet_vm::code::ops::Op;

/// The fused jump of a comparison, taken when the comparison is true or when it is not.
fn compare_jump(op: BinaryOp, want: bool) -> Option<Op> {
    Some(match (op, want) {
        (BinaryOp::Less, true) => Op::JLt,
        (BinaryOp::Less, false) => Op::JNLt,
        (BinaryOp::LessEqual, true) => Op::JLe,
        (BinaryOp::LessEqual, false) => Op::JNLe,
        (BinaryOp::Greater, true) => Op::JGt,
        (BinaryOp::Greater, false) => Op::JNGt,
        (BinaryOp::GreaterEqual, true) => Op::JGe,
        (BinaryOp::GreaterEqual, false) => Op::JNGe,
        (BinaryOp::Equal, true) | (BinaryOp::NotEqual, false) => Op::JEq,
        (BinaryOp::Equal, false) | (BinaryOp::NotEqual, true) => Op::JNe,
        (BinaryOp::StrictEqual, true) | (BinaryOp::StrictNotEqual, false) => Op::JSeq,
        (BinaryOp::StrictEqual, false) | (BinaryOp::StrictNotEqual, true) => Op::JSne,
        _ => return None,
    })
}

/// The same with a small integer as right operand.
fn immediate_jump(op: Op) -> Option<Op> {
    Some(match op {
        Op::JLt => Op::JLtI,
        Op::JLe => Op::JLeI,
        Op::JGt => Op::JGtI,
        Op::JGe => Op::JGeI,
        Op::JNLt => Op::JNLtI,
        Op::JNLe => Op::JNLeI,
        Op::JNGt => Op::JNGtI,
        Op::JNGe => Op::JNGeI,
        Op::JSeq => Op::JSeqI,
        Op::JSne => Op::JSneI,
        _ => return None,
    })
}

/// The conditional back edges of a comparison, with two registers and with a small integer.
fn loop_op(op: BinaryOp) -> Option<(Op, Op)> {
    Some(match op {
        BinaryOp::Less => (Op::LoopLt, Op::LoopLtI),
        BinaryOp::LessEqual => (Op::LoopLe, Op::LoopLeI),
        BinaryOp::Greater => (Op::LoopGt, Op::LoopGtI),
        BinaryOp::GreaterEqual => (Op::LoopGe, Op::LoopGeI),
        _ => return None,
    })
}

/// The comparison with its operands swapped.
fn swapped(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        other => other,
    }
}

impl Compiler<'_> {
    /// Jumps to the label if the truth of the expression is `want`; else falls through.
    pub(super) fn jump_if(&mut self, expr: &Expr, want: bool, label: Label) -> Res<()> {
        let expr = expr.unparen();
        if let Some(value) = self.constant(expr) {
            if value.truthy() == want {
                self.jump(label);
            }
            return Ok(());
        }
        let mark = self.mark();
        match &expr.kind {
            ExprKind::Unary { op: UnaryOp::Not, operand } => self.jump_if(operand, !want, label)?,
            ExprKind::Logical { op: op @ (LogicalOp::And | LogicalOp::Or), operands } => {
                self.jump_if_logical(*op, operands, want, label)?;
            }
            ExprKind::Binary { op, operands } if compare_jump(*op, want).is_some() => {
                self.jump_if_compare(*op, &operands.0, &operands.1, want, label)?;
            }
            ExprKind::BinaryChain(chain) => match chain.rest.last() {
                Some((op, last)) if compare_jump(*op, want).is_some() => {
                    let left = self.chain_prefix(chain)?;
                    self.jump_compared(*op, left, last, want, label, self.chain_position(chain))?;
                }
                _ => self.jump_if_value(expr, want, label)?,
            },
            ExprKind::Sequence(exprs) => {
                if let Some((last, first)) = exprs.split_last() {
                    for expr in first {
                        self.effect(expr)?;
                    }
                    self.jump_if(last, want, label)?;
                }
            }
            ExprKind::Conditional(conditional) => {
                let (otherwise, end) = (self.label(), self.label());
                self.jump_if(&conditional.test, false, otherwise)?;
                self.jump_if(&conditional.consequent, want, label)?;
                self.jump(end);
                self.bind(otherwise);
                self.jump_if(&conditional.alternate, want, label)?;
                self.bind(end);
            }
            _ => self.jump_if_value(expr, want, label)?,
        }
        self.release(mark);
        Ok(())
    }

    /// The end of a loop's iteration: jumps back to `body` if the expression is true; else control goes to `exit`,
    /// which is bound right after.
    pub(super) fn jump_back_if(&mut self, expr: &Expr, body: Label, exit: Label) -> Res<()> {
        let expr = expr.unparen();
        let at = expr.span.start;
        let mark = self.mark();
        match &expr.kind {
            ExprKind::Binary { op, operands } if loop_op(*op).is_some() => {
                let (left, right) = &**operands;
                let at = self.token_after(left.span.end);
                let (op, left, right) = match self.immediate(left) {
                    Some(_) if self.immediate(right).is_none() => (swapped(*op), right, left),
                    _ => (*op, left, right),
                };
                let first = self.stable_operand(left, right)?;
                if let Some((plain, with_immediate)) = loop_op(op) {
                    match self.immediate(right) {
                        Some(immediate) => self.jump_on2(at, with_immediate, first, immediate, body),
                        None => {
                            let second = self.operand(right)?;
                            self.jump_on2(at, plain, first, second, body);
                        }
                    }
                }
            }
            ExprKind::Logical { op: LogicalOp::And, operands } => {
                if let Some((last, first)) = operands.split_last() {
                    for operand in first {
                        self.jump_if(operand, false, exit)?;
                    }
                    self.jump_back_if(last, body, exit)?;
                }
            }
            ExprKind::Binary { op, .. } if compare_jump(*op, true).is_some() => {
                self.jump_if(expr, false, exit)?;
                self.jump_back(at, body);
            }
            ExprKind::Unary { op: UnaryOp::Not, .. } | ExprKind::Logical { .. } | ExprKind::Sequence(_) => {
                self.jump_if(expr, false, exit)?;
                self.jump_back(at, body);
            }
            _ if self.constant(expr).is_some() => {
                self.jump_if(expr, false, exit)?;
                self.jump_back(at, body);
            }
            _ => {
                let value = self.operand(expr)?;
                self.jump_on_back(at, Op::LoopTrue, value, body);
            }
        }
        self.release(mark);
        Ok(())
    }

    fn jump_if_value(&mut self, expr: &Expr, want: bool, label: Label) -> Res<()> {
        let value = self.operand(expr)?;
        self.jump_on(if want { Op::JTrue } else { Op::JFalse }, value, label);
        Ok(())
    }

    fn jump_if_logical(&mut self, op: LogicalOp, operands: &[Expr], want: bool, label: Label) -> Res<()> {
        let Some((last, first)) = operands.split_last() else { return Ok(()) };
        let decisive = op == LogicalOp::Or;
        if want == decisive {
            for operand in operands {
                self.jump_if(operand, want, label)?;
            }
        } else {
            let end = self.label();
            for operand in first {
                self.jump_if(operand, decisive, end)?;
            }
            self.jump_if(last, want, label)?;
            self.bind(end);
        }
        Ok(())
    }

    fn jump_if_compare(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        want: bool,
        label: Label,
    ) -> Res<()> {
        let at = self.token_after(left.span.end);
        let (constant, other) = match (self.constant(left), self.constant(right)) {
            (Some(value), None) => (Some(value), right),
            _ => (None, left),
        };
        if let Some(value) = constant {
            let nullish = matches!(value, Const::Undefined | Const::Null);
            let immediate = matches!(value, Const::Number(number)
                if super::fold::immediate_number(number).is_some());
            let equality = swapped(op) == op;
            if (nullish && equality) || (immediate && op != BinaryOp::Equal && op != BinaryOp::NotEqual) {
                let other = self.operand(other)?;
                return self.jump_compared(swapped(op), other, left, want, label, at);
            }
        }
        let first = self.stable_operand(left, right)?;
        self.jump_compared(op, first, right, want, label, at)
    }

    /// Jumps depending on a comparison whose left operand has been evaluated.
    fn jump_compared(
        &mut self,
        op: BinaryOp,
        left: Reg,
        right: &Expr,
        want: bool,
        label: Label,
        at: u32,
    ) -> Res<()> {
        let Some(jump) = compare_jump(op, want) else { return Ok(()) };
        match (jump, self.constant(right)) {
            (Op::JEq, Some(Const::Undefined | Const::Null)) => self.jump_on(Op::JNullish, left, label),
            (Op::JNe, Some(Const::Undefined | Const::Null)) => self.jump_on(Op::JNotNullish, left, label),
            (Op::JSeq, Some(Const::Undefined)) => self.jump_on(Op::JUndef, left, label),
            (Op::JSne, Some(Const::Undefined)) => self.jump_on(Op::JNotUndef, left, label),
            _ => match (immediate_jump(jump), self.immediate(right)) {
                (Some(jump), Some(immediate)) => self.jump_on2(at, jump, left, immediate, label),
                _ => {
                    let right = self.operand(right)?;
                    self.jump_on2(at, jump, left, right, label);
                }
            },
        }
        Ok(())
    }
}
