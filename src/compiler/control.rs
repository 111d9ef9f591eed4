//! Leaving statements: `break`, `continue`, `return`, exceptions, and what must happen on the way.
//!
//! [`Control`] is the stack of everything around the current place that such a jump meets: targets, regions
//! guarded by an exception handler, iterators to close, and `finally` blocks. A jump out of a guarded region may
//! have to run code (closing iterators) that is no longer guarded, so regions can have gaps.
//!
//! A `finally` block is compiled once. Two registers say why it runs: a number (0 at the end of the block before
//! it, 1 for an exception, 2 and up for the jumps that lead through it) and a value (the exception, or what is
//! returned). After the block a chain of tests sends control where it was going.

use super::assembler::{Inst, Label, Reg};
use super::{Compiler, Res};
use crate::syntax::ast::{Catch, Expr, ExprKind, Name, PatternKind, Span, Try};
use tercet_vm::code::ops::Op;

/// Something around the current place that jumps meet.
pub(super) enum Control {
    /// A statement that `break` or `continue` may name.
    Target(Target),
    /// Exceptions are caught. Holds where the guarded code continues from, while it is not interrupted.
    Region(Region),
    /// Leaving closes the iterator.
    Iterator(Reg),
    /// Leaving runs a `finally` block: index into the function's list.
    Finally(usize),
}

/// A statement that `break` or `continue` may name.
pub(super) struct Target {
    pub labels: Vec<Name>,
    pub break_label: Option<Label>,
    pub continue_label: Option<Label>,
    /// `break` without label means it.
    pub is_default: bool,
}

/// Code guarded by an exception handler.
pub(super) struct Region {
    pub handler: Label,
    pub register: Reg,
    /// Pieces that are complete.
    pieces: Vec<(u32, u32)>,
    start: u32,
}

/// A jump out of a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    /// To the break label of the control entry at this index.
    Break(usize),
    /// To its continue label.
    Continue(usize),
    /// Out of the function.
    Return,
}

/// A `finally` block that is to come.
pub(super) struct Finally {
    entry: Label,
    kind: Reg,
    value: Reg,
    /// Each with the place in the source where it first occurs.
    exits: Vec<(Exit, u32)>,
}

/// A handler that closes an iterator and throws on; emitted at the end of the function.
pub(super) struct Deferred {
    label: Label,
    record: Reg,
    register: Reg,
    /// The handlers around it, inner ones first.
    around: Vec<(Label, Reg)>,
}

impl Compiler<'_> {
    /// Starts a guarded region.
    pub(super) fn open_region(&mut self, handler: Label, register: Reg) {
        let start = self.f.asm.here();
        self.f.control.push(Control::Region(Region { handler, register, pieces: Vec::new(), start }));
    }

    /// Ends the innermost guarded region.
    pub(super) fn close_region(&mut self) {
        let end = self.f.asm.here();
        if let Some(Control::Region(region)) = self.f.control.pop() {
            for (start, end) in region.pieces.into_iter().chain([(region.start, end)]) {
                self.f.asm.guard(start, end, region.handler, region.register);
            }
        }
    }

    /// Guards the code that follows so that an exception closes the iterator, whose record is followed by a
    /// register for the exception. Leaving it by a jump closes the iterator too.
    pub(super) fn open_iterator(&mut self, record: Reg) {
        let around = self.f.control.iter().rev().filter_map(|entry| match entry {
            Control::Region(region) => Some((region.handler, region.register)),
            _ => None,
        });
        let around = around.collect();
        let label = self.label();
        let register = record + 3;
        self.f.deferred.push(Deferred { label, record, register, around });
        self.f.control.push(Control::Iterator(record));
        self.open_region(label, register);
    }

    /// The end of such code.
    pub(super) fn close_iterator(&mut self) {
        self.close_region();
        self.f.control.pop();
    }

    /// Emits the handlers that close iterators.
    pub(super) fn emit_deferred(&mut self) {
        for deferred in std::mem::take(&mut self.f.deferred) {
            self.f.asm.bind_open(deferred.label);
            let start = self.f.asm.here();
            self.emit(Op::IterCloseThrow, deferred.record, 0, 0);
            self.emit(Op::Throw, deferred.register, 0, 0);
            let end = self.f.asm.here();
            for (handler, register) in deferred.around {
                self.f.asm.guard(start, end, handler, register);
            }
        }
    }

    /// `break`
    pub(super) fn break_statement(&mut self, label: Option<Name>, span: Span) -> Res<()> {
        let found = self.f.control.iter().rposition(|entry| match (entry, label) {
            (Control::Target(target), label) if target.break_label.is_some() => match label {
                Some(label) => target.labels.contains(&label),
                None => target.is_default,
            },
            _ => false,
        });
        match found {
            Some(index) => self.leave(Exit::Break(index), None, span.start),
            None => return self.fail("`break` without a target", span),
        }
        Ok(())
    }

    /// `continue`
    pub(super) fn continue_statement(&mut self, label: Option<Name>, span: Span) -> Res<()> {
        let found = self.f.control.iter().rposition(|entry| match (entry, label) {
            (Control::Target(target), label) if target.continue_label.is_some() => {
                label.is_none_or(|label| target.labels.contains(&label))
            }
            _ => false,
        });
        match found {
            Some(index) => self.leave(Exit::Continue(index), None, span.start),
            None => return self.fail("`continue` without a target", span),
        }
        Ok(())
    }

    /// Emits a jump out of the current place, and what must happen on the way.
    pub(super) fn leave(&mut self, exit: Exit, value: Option<Reg>, at: u32) {
        let floor = match exit {
            Exit::Break(index) | Exit::Continue(index) => index + 1,
            Exit::Return => 0,
        };
        let mut interrupted = Vec::new();
        let mut stopped = false;
        for index in (floor..self.f.control.len()).rev() {
            match &self.f.control[index] {
                Control::Target(_) => {}
                Control::Region(_) => {
                    self.interrupt(index);
                    interrupted.push(index);
                }
                &Control::Iterator(record) => {
                    self.emit_at(at, Op::IterClose, record, 0, 0);
                }
                &Control::Finally(number) => {
                    self.enter_finally(number, exit, value, at);
                    stopped = true;
                    break;
                }
            }
        }
        if !stopped {
            match exit {
                Exit::Return => self.emit_return(value, at),
                Exit::Break(index) | Exit::Continue(index) => {
                    if let Control::Target(target) = &self.f.control[index] {
                        let label = match exit {
                            Exit::Continue(_) => target.continue_label,
                            _ => target.break_label,
                        };
                        if let Some(label) = label {
                            self.jump(label);
                        }
                    }
                }
            }
        }
        for index in interrupted {
            let here = self.f.asm.here();
            if let Control::Region(region) = &mut self.f.control[index] {
                region.start = here;
            }
        }
    }

    /// The region at this index does not guard what follows.
    fn interrupt(&mut self, index: usize) {
        let here = self.f.asm.here();
        if let Control::Region(region) = &mut self.f.control[index] {
            region.pieces.push((region.start, here));
        }
    }

    fn enter_finally(&mut self, number: usize, exit: Exit, value: Option<Reg>, at: u32) {
        let finally = &mut self.f.finallies[number];
        let known = finally.exits.iter().position(|other| other.0 == exit);
        let index = known.unwrap_or_else(|| {
            finally.exits.push((exit, at));
            finally.exits.len() - 1
        });
        let (entry, kind, keeper) = (finally.entry, finally.kind, finally.value);
        match value {
            Some(value) => self.copy(keeper, value),
            None if exit == Exit::Return => self.load_undefined(keeper),
            None => {}
        }
        self.load_int(kind, index as i32 + 2);
        self.jump(entry);
    }

    /// Whether a `return` here just returns.
    fn returns_plainly(&self) -> bool {
        self.f.control.iter().all(|entry| matches!(entry, Control::Target(_) | Control::Region(_)))
    }

    /// `return expr`
    pub(super) fn return_expr(&mut self, expr: &Expr) -> Res<()> {
        let mark = self.mark();
        match &expr.unparen().kind {
            ExprKind::Conditional(conditional) if self.returns_plainly() => {
                let otherwise = self.label();
                self.jump_if(&conditional.test, false, otherwise)?;
                self.return_expr(&conditional.consequent)?;
                self.bind(otherwise);
                self.return_expr(&conditional.alternate)?;
            }
            _ if self.is_undefined(expr) => self.leave(Exit::Return, None, expr.span.start),
            _ => {
                let value = self.operand(expr)?;
                self.leave(Exit::Return, Some(value), expr.span.start);
            }
        }
        self.release(mark);
        Ok(())
    }

    /// `try`
    pub(super) fn try_statement(&mut self, statement: &Try) -> Res<()> {
        self.reset_completion();
        match &statement.finalizer {
            None => self.try_catch(statement),
            Some(finalizer) => {
                let mark = self.mark();
                let (kind, value) = (self.temp(), self.temp());
                self.load_undefined(value);
                let (entry, handler) = (self.label(), self.label());
                let number = self.f.finallies.len();
                self.f.finallies.push(Finally { entry, kind, value, exits: Vec::new() });
                self.f.control.push(Control::Finally(number));
                self.open_region(handler, value);
                self.try_catch(statement)?;
                self.load_int(kind, 0);
                self.close_region();
                self.f.control.pop();
                self.jump(entry);
                self.f.asm.bind_open(handler);
                self.load_int(kind, 1);
                self.bind(entry);
                let saved = self.f.completion.map(|register| {
                    let saved = self.copied(register);
                    self.load_undefined(register);
                    saved
                });
                self.block(finalizer)?;
                if let (Some(register), Some(saved)) = (self.f.completion, saved) {
                    self.copy(register, saved);
                }
                self.after_finally(number);
                self.release(mark);
                Ok(())
            }
        }
    }

    /// Sends control where it was going before the `finally` block.
    fn after_finally(&mut self, number: usize) {
        let Finally { kind, value, .. } = self.f.finallies[number];
        let exits = std::mem::take(&mut self.f.finallies[number].exits);
        let end = self.label();
        self.jump_on2(0, Op::JSeqI, kind, 0, end);
        for (index, (exit, at)) in exits.into_iter().enumerate() {
            let next = self.label();
            self.jump_on2(0, Op::JSneI, kind, index as i32 + 2, next);
            let value = (exit == Exit::Return).then_some(value);
            self.leave(exit, value, at);
            self.bind(next);
        }
        self.f.asm.emit(Inst::new(Op::Throw, value, 0, 0));
        self.bind(end);
    }

    fn try_catch(&mut self, statement: &Try) -> Res<()> {
        let Some(handler) = &statement.handler else { return self.block(&statement.block) };
        let mark = self.mark();
        let exception = self.temp();
        let (caught, end) = (self.label(), self.label());
        self.open_region(caught, exception);
        self.block(&statement.block)?;
        self.close_region();
        self.jump(end);
        self.f.asm.bind_open(caught);
        self.catch_clause(handler, exception)?;
        self.bind(end);
        self.release(mark);
        Ok(())
    }

    fn catch_clause(&mut self, catch: &Catch, exception: Reg) -> Res<()> {
        self.reset_completion();
        let scope = self.scope_mark();
        let simple = match catch.param.as_ref().map(|param| &param.kind) {
            Some(PatternKind::Ident(ident)) => {
                let place = self.place(ident);
                place.binding.filter(|&id| !self.scopes.binding(id).captured)
            }
            _ => None,
        };
        match (simple, &catch.param) {
            (Some(id), _) => self.place_in_register(id, exception),
            (None, Some(param)) => {
                self.declare(catch.scope);
                self.bind_pattern(param, exception)?;
            }
            (None, None) => self.declare(catch.scope),
        }
        self.block(&catch.body)?;
        self.leave_scope(scope);
        Ok(())
    }

    /// The completion value of a statement that has none of its own is `undefined`.
    pub(super) fn reset_completion(&mut self) {
        if let Some(register) = self.f.completion {
            self.load_undefined(register);
        }
    }
}
