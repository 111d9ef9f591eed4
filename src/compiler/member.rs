//! Property access of all kinds: reading, writing, deleting, optional chains, `super`, private names.

use super::assembler::Reg;
use super::fold::Const;
use super::scope::Loc;
use super::{Compiler, Res};
use crate::syntax::Str;
use crate::syntax::ast::{Expr, ExprKind, Ident};
use crate::syntax::scope::Resolution;
use tercet_vm::atom::Atom;
use tercet_vm::code::ops::Op;

/// A place that can be read and assigned, with its parts evaluated.
#[derive(Clone, Copy)]
pub(super) enum Reference {
    /// `object.name`
    Named { object: Reg, name: Atom },
    /// `object[index]`
    Indexed { object: Reg, index: i32 },
    /// `object[key]`
    Keyed { object: Reg, key: Reg },
    /// `object.#name`
    Private { object: Reg, name: Reg },
    /// `super[key]`
    Super { this: Reg, key: Reg },
    /// A call where a reference should be: it was called, and an exception was thrown.
    Invalid,
}

/// Whether the text is an array index, which is never a named property.
fn is_index(text: &str) -> bool {
    text.len() <= 10
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text.len() == 1 || !text.starts_with('0'))
        && text.parse::<u64>().is_ok_and(|index| index < u64::from(u32::MAX))
}

impl Compiler<'_> {
    /// The atom of a string that names a property, unless it is an array index.
    pub(super) fn property_atom(&mut self, text: &str) -> Option<Atom> {
        if is_index(text) { None } else { Some(self.atoms.atom(text)) }
    }

    /// The atom of a literal string that names a property, unless it is an array index.
    pub(super) fn str_property(&mut self, text: &Str) -> Option<Atom> {
        match text {
            Str::Name(name) if is_index(self.interner.resolve(*name)) => None,
            _ => Some(self.str_atom(text)),
        }
    }

    /// The constant string key of an index expression.
    fn constant_key(&mut self, key: &Expr) -> Option<Atom> {
        match self.constant(key)? {
            Const::Str(text) => self.str_property(&text),
            Const::Text(text) => self.property_atom(&text),
            _ => None,
        }
    }

    /// The constant index of an index expression, if it fits the instructions for that.
    fn constant_index(&self, key: &Expr) -> Option<i32> {
        let value = self.constant(key)?;
        let index = match &value {
            Const::Number(number) => *number as u16,
            _ => self.const_text(&value).filter(|text| is_index(text))?.parse().ok()?,
        };
        match value {
            Const::Number(number) if f64::from(index) != number => None,
            _ => Some(i32::from(index)),
        }
    }

    /// `dst = object[key]`; the object has been evaluated.
    pub(super) fn get_element(&mut self, dst: Reg, object: Reg, key: &Expr) -> Res<()> {
        let at = key.span.start.saturating_sub(1);
        if let Some(index) = self.constant_index(key) {
            self.emit_at(at, Op::GetElemI, dst, object, index);
        } else if let Some(name) = self.constant_key(key) {
            self.get_named(at, dst, object, name);
        } else {
            let object = self.protect(object, [key]);
            let key = self.operand(key)?;
            self.emit_at(at, Op::GetElem, dst, object, key);
        }
        Ok(())
    }

    /// `dst = object.name`
    pub(super) fn get_named(&mut self, at: u32, dst: Reg, object: Reg, name: Atom) {
        let length = *self.length_atom.get_or_insert_with(|| self.atoms.atom("length"));
        let op = if name == length { Op::GetLength } else { Op::GetProp };
        self.emit_cached(at, op, dst, object, name);
    }

    /// `dst = member expression`
    pub(super) fn member(&mut self, expr: &Expr, dst: Reg) -> Res<()> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Member { object, property, optional } => {
                let object = self.link(object, *optional)?;
                let at = self.name_position(span, *property);
                let name = self.atom(*property);
                self.get_named(at, dst, object, name);
            }
            ExprKind::Index { operands, optional } => {
                let (object, key) = &**operands;
                let object = self.link(object, *optional)?;
                self.get_element(dst, object, key)?;
            }
            ExprKind::PrivateMember { object, name, optional } => {
                let object = self.link(object, *optional)?;
                let key = self.private_name(name);
                self.emit_at(name.span.start, Op::GetPrivate, dst, object, key);
            }
            _ => {
                let reference = self.reference(expr, &[], false)?;
                self.get_reference(reference, dst, span.start)?;
            }
        }
        Ok(())
    }

    /// The object of a link of a chain; an optional link ends the chain when it is nullish.
    fn link(&mut self, object: &Expr, optional: bool) -> Res<Reg> {
        let object = self.operand(object)?;
        self.short_cut(object, optional);
        Ok(object)
    }

    /// Ends the innermost optional chain if the register is nullish.
    pub(super) fn short_cut(&mut self, register: Reg, optional: bool) {
        if optional && let Some(&label) = self.f.chains.last() {
            self.jump_on(Op::JNullish, register, label);
        }
    }

    /// `dst = optional chain`
    pub(super) fn optional_chain(&mut self, inner: &Expr, dst: Reg) -> Res<()> {
        let (short, end) = (self.label(), self.label());
        self.f.chains.push(short);
        self.into(inner, dst)?;
        self.f.chains.pop();
        self.jump(end);
        self.bind(short);
        self.load_undefined(dst);
        self.bind(end);
        Ok(())
    }

    /// A register that holds a private name.
    pub(super) fn private_name(&mut self, ident: &Ident) -> Reg {
        let (Resolution::Local(id) | Resolution::Dynamic(Some(id))) = self.scopes.resolution(ident.reference)
        else {
            return self.ident_operand(ident);
        };
        match self.locs[id.index()] {
            Loc::Slot(env, slot) => self.stable_slot(env, slot),
            Loc::Register(register) => register,
            Loc::Global => self.ident_operand(ident),
        }
    }

    /// Evaluates the parts of an assignment target. The registers keep their values while `later` is evaluated.
    /// With `twice` the key is converted once, for reading and writing.
    pub(super) fn reference(&mut self, expr: &Expr, later: &[&Expr], twice: bool) -> Res<Reference> {
        let span = expr.span;
        Ok(match &expr.kind {
            ExprKind::Paren(inner) => return self.reference(inner, later, twice),
            ExprKind::Member { object, property, .. } => {
                let object = self.operand(object)?;
                let object = self.protect(object, later.iter().copied());
                Reference::Named { object, name: self.atom(*property) }
            }
            ExprKind::Index { operands, .. } => {
                let (object, key) = &**operands;
                let object = self.operand(object)?;
                let object = self.protect(object, later.iter().copied().chain([key]));
                if let Some(index) = self.constant_index(key) {
                    Reference::Indexed { object, index }
                } else if let Some(name) = self.constant_key(key) {
                    Reference::Named { object, name }
                } else {
                    Reference::Keyed { object, key: self.reference_key(key, later, twice)? }
                }
            }
            ExprKind::PrivateMember { object, name, .. } => {
                let object = self.operand(object)?;
                let object = self.protect(object, later.iter().copied());
                Reference::Private { object, name: self.private_name(name) }
            }
            ExprKind::SuperMember(name) => {
                let this = self.this_operand(span.start)?;
                let key = self.temp();
                let name = self.atom(*name);
                self.load_atom(key, name);
                Reference::Super { this, key }
            }
            ExprKind::SuperIndex(key) => {
                let this = self.this_operand(span.start)?;
                Reference::Super { this, key: self.reference_key(key, later, twice)? }
            }
            ExprKind::Call(_) => {
                self.effect(expr)?;
                let message = self.atoms.atom("Invalid left-hand side in assignment");
                self.emit_named(span.start, Op::ThrowError, (0, 2, 0), message);
                Reference::Invalid
            }
            _ => return self.fail("invalid assignment target", span),
        })
    }

    fn reference_key(&mut self, key: &Expr, later: &[&Expr], twice: bool) -> Res<Reg> {
        let register = self.operand(key)?;
        if twice && !self.is_number(key) {
            let converted = self.temp();
            self.emit_at(key.span.start, Op::ToKey, converted, register, 0);
            return Ok(converted);
        }
        Ok(self.protect(register, later.iter().copied()))
    }

    /// The value of the expression certainly is a number.
    fn is_number(&self, expr: &Expr) -> bool {
        use crate::syntax::ast::BinaryOp::{Add, BitAnd, Div, Mul, Rem, ShiftRightUnsigned, Sub};
        match &expr.unparen().kind {
            ExprKind::Number(_) => true,
            ExprKind::Binary { op: Add, operands } => {
                self.is_number(&operands.0) && self.is_number(&operands.1)
            }
            ExprKind::Binary { op: ShiftRightUnsigned, .. } => true,
            ExprKind::Binary { op: Sub | Mul | Div | Rem | BitAnd, operands } => {
                self.is_number(&operands.0) || self.is_number(&operands.1)
            }
            _ => false,
        }
    }

    /// `dst = reference`
    pub(super) fn get_reference(&mut self, reference: Reference, dst: Reg, at: u32) -> Res<()> {
        match reference {
            Reference::Named { object, name } => self.get_named(at, dst, object, name),
            Reference::Indexed { object, index } => self.emit_at(at, Op::GetElemI, dst, object, index),
            Reference::Keyed { object, key } => self.emit_at(at, Op::GetElem, dst, object, key),
            Reference::Private { object, name } => self.emit_at(at, Op::GetPrivate, dst, object, name),
            Reference::Super { this, key } => match self.captured_home(at)? {
                None => self.emit_at(at, Op::GetSuper, dst, key, this),
                Some(home) => {
                    let mark = self.mark();
                    let value = self.copied(this);
                    self.emit_at(at, Op::GetSuperFrom, value, home, key);
                    self.copy(dst, value);
                    self.release(mark);
                }
            },
            Reference::Invalid => {}
        }
        Ok(())
    }

    /// `reference = value`
    pub(super) fn set_reference(&mut self, reference: Reference, value: Reg, at: u32) -> Res<()> {
        match reference {
            Reference::Named { object, name } => self.emit_cached(at, Op::SetProp, object, value, name),
            Reference::Indexed { object, index } => self.emit_at(at, Op::SetElemI, object, value, index),
            Reference::Keyed { object, key } => self.emit_at(at, Op::SetElem, object, key, value),
            Reference::Private { object, name } => self.emit_at(at, Op::SetPrivate, object, name, value),
            Reference::Super { this, key } => match self.captured_home(at)? {
                None => self.emit_at(at, Op::SetSuper, key, value, this),
                Some(home) => {
                    let mark = self.mark();
                    let pair = self.temps(2);
                    self.copy(pair, value);
                    self.copy(pair + 1, this);
                    self.emit_at(at, Op::SetSuperFrom, home, key, pair);
                    self.release(mark);
                }
            },
            Reference::Invalid => {}
        }
        Ok(())
    }

    /// `dst = delete operand`
    pub(super) fn delete(&mut self, operand: &Expr, at: u32, dst: Reg) -> Res<()> {
        let operand = operand.unparen();
        match &operand.kind {
            ExprKind::OptionalChain(inner) => {
                let (short, end) = (self.label(), self.label());
                self.f.chains.push(short);
                self.delete_in_chain(inner, at, dst)?;
                self.f.chains.pop();
                self.jump(end);
                self.bind(short);
                self.load_const(dst, &Const::Bool(true));
                self.bind(end);
                Ok(())
            }
            _ => self.delete_in_chain(operand, at, dst),
        }
    }

    fn delete_in_chain(&mut self, operand: &Expr, at: u32, dst: Reg) -> Res<()> {
        match &operand.kind {
            ExprKind::Member { object, property, optional } => {
                let object = self.link(object, *optional)?;
                let name = self.atom(*property);
                self.emit_named(at, Op::DelProp, (dst, object, 0), name);
            }
            ExprKind::Index { operands, optional } => {
                let (object, key) = &**operands;
                let object = self.link(object, *optional)?;
                let object = self.protect(object, [key]);
                let key = self.operand(key)?;
                self.emit_at(at, Op::DelElem, dst, object, key);
            }
            ExprKind::SuperMember(_) | ExprKind::SuperIndex(_) => {
                self.this_operand(at)?;
                if let ExprKind::SuperIndex(key) = &operand.kind {
                    self.operand(key)?;
                }
                let message = self.atoms.atom("Unsupported reference to 'super'");
                self.emit_named(at, Op::ThrowError, (0, 2, 0), message);
            }
            ExprKind::Ident(ident) => {
                let place = self.place(ident);
                let declared_here = place
                    .binding
                    .is_some_and(|id| place.loc != Loc::Global || self.scopes.binding(id).kind.is_lexical());
                if declared_here {
                    self.load_const(dst, &Const::Bool(false));
                } else {
                    let name = self.atom(ident.name);
                    self.emit_named(at, Op::DeleteGlobal, (dst, 0, 0), name);
                }
            }
            _ => {
                self.effect(operand)?;
                self.load_const(dst, &Const::Bool(true));
            }
        }
        Ok(())
    }
}
