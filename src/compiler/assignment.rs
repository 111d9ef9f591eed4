//! Assignment expressions and updates.

use super::analysis::is_pure;
use super::assembler::Reg;
use super::expression::short_circuit;
use super::member::Reference;
use super::{Compiler, Res};
use crate::syntax::ast::{
    Assign, AssignOp, BinaryOp, Expr, ExprKind, Ident, LogicalOp, Pattern, PatternKind,
};
use tercet_vm::code::ops::Op;

impl Compiler<'_> {
    /// Evaluates an assignment for its effect.
    pub(super) fn assign_effect(&mut self, assign: &Assign) -> Res<()> {
        self.assign(assign, None).map(|_| ())
    }

    /// Evaluates an assignment; gives a register that holds its value. If `dst` is given it may be used for the
    /// value, and is free to be overwritten.
    pub(super) fn assign(&mut self, assign: &Assign, dst: Option<Reg>) -> Res<Reg> {
        let at = self.token_after(assign.target.span.end);
        match &assign.target.kind {
            PatternKind::Ident(ident) => match assign.op {
                AssignOp::Assign => self.assign_ident(ident, &assign.target, &assign.value, at, dst),
                AssignOp::Binary(op) => self.compound_ident(ident, op, &assign.value, at, dst),
                AssignOp::Logical(op) => self.logical_ident(ident, op, assign, at, dst),
            },
            PatternKind::Expr(target) => match assign.op {
                AssignOp::Assign => {
                    let reference = self.reference(target, &[&assign.value], false)?;
                    let value = match dst {
                        Some(dst) if !self.is_in_place(&assign.value) => {
                            self.into(&assign.value, dst)?;
                            dst
                        }
                        _ => self.operand(&assign.value)?,
                    };
                    self.set_reference(reference, value, at)?;
                    Ok(value)
                }
                AssignOp::Binary(op) => {
                    let from = self.object_position(target);
                    let reference = self.reference(target, &[&assign.value], true)?;
                    let value = dst.unwrap_or_else(|| self.temp());
                    let old = self.temp();
                    self.get_reference(reference, old, from)?;
                    self.binary_with(op, old, &assign.value, from, value)?;
                    self.set_reference(reference, value, at)?;
                    Ok(value)
                }
                AssignOp::Logical(op) => {
                    let from = self.object_position(target);
                    let reference = self.reference(target, &[&assign.value], true)?;
                    let value = dst.unwrap_or_else(|| self.temp());
                    let end = self.label();
                    self.get_reference(reference, value, from)?;
                    self.jump_on(short_circuit(op), value, end);
                    self.into(&assign.value, value)?;
                    self.set_reference(reference, value, at)?;
                    self.bind(end);
                    Ok(value)
                }
            },
            PatternKind::Object(_) | PatternKind::Array(_) => {
                let value = self.operand(&assign.value)?;
                let value = self.keep_for_pattern(value, &assign.target);
                let at = if matches!(assign.target.kind, PatternKind::Array(_)) {
                    at
                } else {
                    assign.value.span.start
                };
                self.destructure(&assign.target, value, at)?;
                Ok(value)
            }
        }
    }

    /// The register keeps its value while the pattern is bound.
    pub(super) fn keep_for_pattern(&mut self, value: Reg, pattern: &Pattern) -> Reg {
        match self.variable_in(value) {
            Some(id) if self.pattern_may_assign(pattern, id) => self.copied(value),
            _ => value,
        }
    }

    /// [`Self::operand`] needs no temporary for the expression.
    fn is_in_place(&self, expr: &Expr) -> bool {
        matches!(expr.unparen().kind, ExprKind::Ident(_) | ExprKind::This)
    }

    fn assign_ident(
        &mut self,
        ident: &Ident,
        target: &Pattern,
        value: &Expr,
        at: u32,
        dst: Option<Reg>,
    ) -> Res<Reg> {
        let place = self.place(ident);
        if let Some(register) = self.writable_register(&place) {
            if value.is_anonymous_function_definition() && matches!(value.unparen().kind, ExprKind::Class(_))
            {
                let mark = self.mark();
                let result = self.temp();
                self.named_into(value, target, result)?;
                self.copy(register, result);
                self.release(mark);
            } else if value.is_anonymous_function_definition() {
                self.named_into(value, target, register)?;
            } else {
                self.write_variable(value, register)?;
            }
            return Ok(register);
        }
        let result = match dst {
            _ if self.is_in_place(value) => self.operand(value)?,
            Some(dst) => {
                self.named_into(value, target, dst)?;
                dst
            }
            None if value.is_anonymous_function_definition() => {
                let result = self.temp();
                self.named_into(value, target, result)?;
                result
            }
            None => self.operand(value)?,
        };
        self.store_ident(ident, result, at);
        Ok(result)
    }

    fn compound_ident(
        &mut self,
        ident: &Ident,
        op: BinaryOp,
        value: &Expr,
        at: u32,
        dst: Option<Reg>,
    ) -> Res<Reg> {
        let place = self.place(ident);
        let old = self.ident_operand(ident);
        if let Some(register) = self.writable_register(&place) {
            let mark = self.mark();
            let old = self.protect(old, [value]);
            self.binary_with(op, old, value, ident.span.start, register)?;
            self.release(mark);
            return Ok(register);
        }
        let old = self.protect(old, [value]);
        let result = dst.unwrap_or_else(|| self.temp());
        self.binary_with(op, old, value, ident.span.start, result)?;
        self.store_ident(ident, result, at);
        Ok(result)
    }

    fn logical_ident(
        &mut self,
        ident: &Ident,
        op: LogicalOp,
        assign: &Assign,
        at: u32,
        dst: Option<Reg>,
    ) -> Res<Reg> {
        let place = self.place(ident);
        let end = self.label();
        if let Some(register) = self.writable_register(&place) {
            self.jump_on(short_circuit(op), register, end);
            self.assign_ident(ident, &assign.target, &assign.value, at, None)?;
            self.bind(end);
            return Ok(register);
        }
        let result = dst.unwrap_or_else(|| self.temp());
        self.load_ident(ident, result);
        self.jump_on(short_circuit(op), result, end);
        self.named_into(&assign.value, &assign.target, result)?;
        self.store_ident(ident, result, at);
        self.bind(end);
        Ok(result)
    }

    /// `++` and `--`. Without `dst` the value is not needed.
    pub(super) fn update(
        &mut self,
        increment: bool,
        prefix: bool,
        target: &Pattern,
        dst: Option<Reg>,
    ) -> Res<()> {
        let step = if increment { Op::Inc } else { Op::Dec };
        let mark = self.mark();
        match &target.kind {
            PatternKind::Ident(ident) => {
                let at = ident.span.start;
                let written = if prefix { at } else { self.token_after(target.span.end) };
                let place = self.place(ident);
                let old = self.ident_operand(ident);
                let register = self.writable_register(&place);
                let new = match (register, dst) {
                    (Some(register), _) => register,
                    (None, Some(dst)) if prefix => dst,
                    _ => self.temp(),
                };
                match dst {
                    Some(dst) if !prefix => {
                        self.emit_at(at, Op::ToNumeric, dst, old, 0);
                        self.emit_at(at, step, new, dst, 0);
                    }
                    _ => self.emit_at(at, step, new, old, 0),
                }
                if register.is_none() {
                    self.store_ident(ident, new, written);
                }
                if let Some(dst) = dst
                    && prefix
                {
                    self.copy(dst, new);
                }
            }
            PatternKind::Expr(expr) => {
                let at = self.object_position(expr);
                let written =
                    if prefix { self.value_position(expr) } else { self.token_after(target.span.end) };
                let reference = self.reference(expr, &[], true)?;
                let old = match dst {
                    Some(dst) if !prefix => dst,
                    _ => self.temp(),
                };
                self.get_reference(reference, old, at)?;
                let new = match dst {
                    Some(dst) if prefix => dst,
                    _ => self.temp(),
                };
                if dst.is_some() && !prefix {
                    self.emit_at(at, Op::ToNumeric, old, old, 0);
                }
                self.emit_at(at, step, new, old, 0);
                self.set_reference(reference, new, written)?;
            }
            PatternKind::Object(_) | PatternKind::Array(_) => {
                return self.fail("invalid operand of an update", target.span);
            }
        }
        self.release(mark);
        Ok(())
    }

    /// Evaluates the initialiser of a declaration, or the right-hand side of an assignment, and stores it.
    pub(super) fn initialise(&mut self, target: &Pattern, value: &Expr) -> Res<()> {
        let mark = self.mark();
        match &target.kind {
            PatternKind::Ident(ident) => {
                let place = self.place(ident);
                match self.fresh_register(&place) {
                    Some(register) => self.named_into(value, target, register)?,
                    None => {
                        let at = self.token_after(target.span.end);
                        self.assign_ident(ident, target, value, at, None)?;
                    }
                }
            }
            _ => {
                let source = self.operand(value)?;
                let source = self.keep_for_pattern(source, target);
                self.destructure(target, source, value.span.start)?;
            }
        }
        self.release(mark);
        Ok(())
    }

    /// Whether the target's parts can be evaluated late, because nothing observes when.
    pub(super) fn is_simple_target(&self, target: &Pattern) -> bool {
        match &target.kind {
            PatternKind::Ident(_) => true,
            PatternKind::Expr(expr) => is_pure(expr),
            _ => false,
        }
    }

    /// Evaluates an assignment target's parts before the value is known.
    pub(super) fn target_reference(&mut self, target: &Pattern, later: &[&Expr]) -> Res<Option<Reference>> {
        match &target.kind {
            PatternKind::Expr(expr) => self.reference(expr, later, false).map(Some),
            _ => Ok(None),
        }
    }
}
