//! Calls: callee, receiver and arguments are evaluated straight into the call window.

use super::assembler::Reg;
use super::literal::MOST_INLINE;
use super::{Compiler, Res};
use crate::syntax::ast::{Argument, Call, Expr, ExprKind, New, TaggedTemplate};
use tercet_vm::code::ops::{Op, pair};

/// Offset of `this` in a call window.
const RECEIVER: Reg = 2;
/// Offset of the first argument.
const ARGUMENTS: Reg = 3;

/// What is known about `this` of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Receiver {
    /// It is in the window.
    InWindow,
    /// It is `undefined`; the call puts it there.
    Undefined,
}

impl Receiver {
    fn call_op(self) -> Op {
        match self {
            Receiver::InWindow => Op::Call,
            Receiver::Undefined => Op::CallPlain,
        }
    }
}

impl Compiler<'_> {
    /// `dst = call`
    pub(super) fn call(&mut self, call: &Call, dst: Reg) -> Res<()> {
        let window = self.temps(ARGUMENTS);
        let receiver = self.callee(&call.callee, window)?;
        self.short_cut(window, call.optional);
        let at = self.call_position(&call.callee);
        self.finish_call(window, receiver, &call.arguments, at, dst)
    }

    fn finish_call(
        &mut self,
        window: Reg,
        receiver: Receiver,
        arguments: &[Argument],
        at: u32,
        dst: Reg,
    ) -> Res<()> {
        if has_spread(arguments) {
            if receiver == Receiver::Undefined {
                self.load_undefined(window + RECEIVER);
            }
            self.spread_arguments(arguments, at)?;
            self.emit_at(at, Op::CallSpread, dst, window, 0);
        } else {
            self.plain_arguments(arguments)?;
            self.emit_at(at, receiver.call_op(), dst, window, arguments.len() as i32);
        }
        Ok(())
    }

    /// Evaluates a callee into the window, and its receiver if it has one.
    fn callee(&mut self, callee: &Expr, window: Reg) -> Res<Receiver> {
        let callee = callee.unparen();
        let mark = self.mark();
        let this = window + RECEIVER;
        let receiver = match &callee.kind {
            ExprKind::Member { object, property, optional } => {
                let at = self.name_position(callee.span, *property);
                let name = self.atom(*property);
                let object = self.receiver(object, None, *optional, this)?;
                self.emit_cached(at, Op::GetMethod, window, object, name);
                Receiver::InWindow
            }
            ExprKind::Index { operands, optional } => {
                let (object, key) = &**operands;
                let object = self.receiver(object, Some(key), *optional, this)?;
                self.get_element(window, object, key)?;
                self.copy(this, object);
                Receiver::InWindow
            }
            ExprKind::PrivateMember { object, name, optional } => {
                let object = self.receiver(object, None, *optional, this)?;
                let key = self.private_name(name);
                self.emit_at(name.span.start, Op::GetPrivate, window, object, key);
                self.copy(this, object);
                Receiver::InWindow
            }
            ExprKind::SuperMember(_) | ExprKind::SuperIndex(_) => {
                let reference = self.reference(callee, &[], false)?;
                self.get_reference(reference, window, callee.span.start)?;
                if let super::member::Reference::Super { this: receiver, .. } = reference {
                    self.copy(this, receiver);
                }
                Receiver::InWindow
            }
            ExprKind::OptionalChain(inner) => {
                let (short, end) = (self.label(), self.label());
                self.f.chains.push(short);
                let receiver = self.callee(inner, window)?;
                self.f.chains.pop();
                self.jump(end);
                self.bind(short);
                self.load_undefined(window);
                if receiver == Receiver::InWindow {
                    self.load_undefined(this);
                }
                self.bind(end);
                receiver
            }
            _ => {
                self.into(callee, window)?;
                Receiver::Undefined
            }
        };
        self.release(mark);
        Ok(receiver)
    }

    /// The object of a method call: in place if it is a variable, else in the window.
    fn receiver(&mut self, object: &Expr, key: Option<&Expr>, optional: bool, this: Reg) -> Res<Reg> {
        let register = match &object.unparen().kind {
            ExprKind::Ident(_) | ExprKind::This => {
                let register = self.operand(object)?;
                self.protect(register, key)
            }
            _ => {
                self.into(object, this)?;
                this
            }
        };
        self.short_cut(register, optional);
        Ok(register)
    }

    /// Evaluates arguments into consecutive new temporaries.
    fn plain_arguments(&mut self, arguments: &[Argument]) -> Res<()> {
        for argument in arguments {
            if let Argument::Expr(expr) = argument {
                let register = self.temp();
                self.into(expr, register)?;
            }
        }
        Ok(())
    }

    /// Evaluates arguments with spreads into an array in a new temporary. A spread that is last is reported at the
    /// call.
    fn spread_arguments(&mut self, arguments: &[Argument], at: u32) -> Res<()> {
        let array = self.temp();
        if let [Argument::Spread(expr)] = arguments {
            let mark = self.mark();
            let value = self.operand(expr)?;
            self.emit_at(at, Op::SpreadArray, array, value, 0);
            self.release(mark);
            return Ok(());
        }
        self.emit(Op::NewArrayCap, array, 0, arguments.len().min(MOST_INLINE) as i32);
        for (index, argument) in arguments.iter().enumerate() {
            let mark = self.mark();
            match argument {
                Argument::Expr(expr) => {
                    let value = self.operand(expr)?;
                    self.emit(Op::ArrayPush, array, value, 0);
                }
                Argument::Spread(expr) => {
                    let value = self.operand(expr)?;
                    let at = if index + 1 == arguments.len() { at } else { expr.span.start };
                    self.emit_at(at, Op::ArraySpread, array, value, 0);
                }
            }
            self.release(mark);
        }
        Ok(())
    }

    /// `dst = new callee(arguments)`
    pub(super) fn new_expr(&mut self, new: &New, at: u32, dst: Reg) -> Res<()> {
        let window = self.temps(ARGUMENTS);
        self.into(&new.callee, window)?;
        if has_spread(&new.arguments) {
            self.spread_arguments(&new.arguments, at)?;
            self.emit_at(at, Op::NewSpread, dst, window, 0);
        } else {
            self.plain_arguments(&new.arguments)?;
            self.emit_at(at, Op::New, dst, window, new.arguments.len() as i32);
        }
        Ok(())
    }

    /// `dst = super(arguments)`
    pub(super) fn super_call(&mut self, arguments: &[Argument], at: u32, dst: Reg) -> Res<()> {
        let result = self.temp();
        let constructor = self.active_constructor(at)?;
        let target = self.new_target_operand(at)?;
        let extra = pair(constructor as u32, target as u32);
        let window = self.temps(ARGUMENTS);
        if has_spread(arguments) {
            self.spread_arguments(arguments, at)?;
            self.emit_extra(at, Op::SuperCallSpread, (result, window, 0), extra);
        } else {
            self.plain_arguments(arguments)?;
            let count = arguments.len() as i32;
            self.emit_extra(at, Op::SuperCall, (result, window, count), extra);
        }
        self.bind_this(result, at)?;
        self.copy(dst, result);
        Ok(())
    }

    /// The default constructor of a derived class: passes all arguments on.
    pub(super) fn forward_super_call(&mut self, at: u32) -> Res<()> {
        self.f.needs_arguments = true;
        let result = self.temp();
        let window = self.temps(ARGUMENTS + 1);
        self.emit(Op::CreateRest, window + ARGUMENTS, 0, 0);
        let constructor = self.active_constructor(at)?;
        let target = self.new_target_operand(at)?;
        let extra = pair(constructor as u32, target as u32);
        self.emit_extra(at, Op::SuperCallSpread, (result, window, 0), extra);
        self.bind_this(result, at)
    }

    /// Calls the function in a register with the receiver and no arguments.
    pub(super) fn call_method(&mut self, function: Reg, this: Reg, at: u32) {
        let mark = self.mark();
        let window = self.temps(ARGUMENTS);
        self.copy(window, function);
        self.copy(window + RECEIVER, this);
        self.emit_at(at, Op::Call, window, window, 0);
        self.release(mark);
    }

    /// `dst = tag`…``
    pub(super) fn tagged_template(&mut self, tagged: &TaggedTemplate, dst: Reg) -> Res<()> {
        let window = self.temps(ARGUMENTS);
        let receiver = self.callee(&tagged.tag, window)?;
        let strings = self.temp();
        let site = self.template_site(&tagged.template);
        self.emit(Op::TemplateObject, strings, site, 0);
        for expr in &tagged.template.expressions {
            let register = self.temp();
            self.into(expr, register)?;
        }
        let count = tagged.template.expressions.len() as i32 + 1;
        let at = self.token_after(tagged.tag.span.end);
        self.emit_at(at, receiver.call_op(), dst, window, count);
        Ok(())
    }
}

fn has_spread(arguments: &[Argument]) -> bool {
    arguments.iter().any(|argument| matches!(argument, Argument::Spread(_)))
}
