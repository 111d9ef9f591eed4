//! `yield` and `yield*`.

use super::assembler::Reg;
use super::control::Exit;
use super::{Compiler, Res};
use crate::syntax::ast::Expr;
use tercet_vm::code::ops::Op;

/// How a generator was resumed, as `Yield` reports it.
mod mode {
    pub const NEXT: i32 = 0;
    pub const RETURN: i32 = 2;
}

/// What a step of `yield*` reports.
mod step {
    pub const DONE: i32 = 1;
    pub const RETURN: i32 = 2;
}

impl Compiler<'_> {
    /// `dst = yield argument`
    pub(super) fn yield_expr(&mut self, argument: Option<&Expr>, at: u32, dst: Reg) -> Res<()> {
        let value = match argument {
            Some(argument) => self.operand(argument)?,
            None => {
                let value = self.temp();
                self.load_undefined(value);
                value
            }
        };
        let mode = self.temp();
        self.emit_at(at, Op::Yield, dst, value, mode);
        let go_on = self.label();
        self.jump_on2(at, Op::JSneI, mode, mode::RETURN, go_on);
        self.leave(Exit::Return, Some(dst), at);
        self.bind(go_on);
        Ok(())
    }

    /// `dst = yield* argument`
    pub(super) fn yield_star(&mut self, argument: &Expr, at: u32, dst: Reg) -> Res<()> {
        let record = self.temps(3);
        let (received, mode) = (self.temp(), self.temp());
        let iterable = self.operand(argument)?;
        self.emit_at(argument.span.start, Op::GetIter, record, iterable, 2);
        self.load_undefined(received);
        self.load_int(mode, mode::NEXT);
        let (again, done, leave) = (self.label(), self.label(), self.label());
        self.f.asm.bind_open(again);
        self.emit_at(at, Op::DelegateStep, received, record, mode);
        self.jump_on2(at, Op::JSeqI, mode, step::DONE, done);
        self.jump_on2(at, Op::JSeqI, mode, step::RETURN, leave);
        self.emit_at(at, Op::YieldDelegate, received, received, mode);
        self.jump_back(at, again);
        self.bind(leave);
        self.leave(Exit::Return, Some(received), at);
        self.bind(done);
        self.copy(dst, received);
        Ok(())
    }
}
