//! Destructuring: patterns in declarations, parameters, assignments and loop heads.
//!
//! The order of evaluation is that of ECMA-262: for each element first the parts of an assignment target, then
//! the value, then its default, then the assignment. While an array pattern is bound its iterator is guarded:
//! leaving early, by an exception or by the `return` of a generator, closes it.

use super::analysis::is_pure;
use super::assembler::Reg;
use super::member::Reference;
use super::{Compiler, Res};
use crate::syntax::ast::{
    ArrayPattern, Expr, ExprKind, ObjectPattern, Pattern, PatternElement, PatternKind, PropertyKey,
};
use tercet_vm::atom::Atom;
use tercet_vm::code::ops::Op;

/// A property key with its parts evaluated.
#[derive(Clone, Copy)]
enum Key {
    Named(Atom),
    Computed(Reg),
}

impl Compiler<'_> {
    /// Binds or assigns the value in a register, which keeps its value meanwhile.
    pub(super) fn bind_pattern(&mut self, pattern: &Pattern, value: Reg) -> Res<()> {
        let mark = self.mark();
        match &pattern.kind {
            PatternKind::Ident(ident) => self.store_ident(ident, value, ident.span.start),
            PatternKind::Expr(expr) => {
                let at = self.value_position(expr);
                let reference = self.reference(expr, &[], false)?;
                self.set_reference(reference, value, at)?;
            }
            PatternKind::Object(_) | PatternKind::Array(_) => {
                self.destructure(pattern, value, pattern.span.start)?;
            }
        }
        self.release(mark);
        Ok(())
    }

    /// Takes the value in a register apart.
    pub(super) fn destructure(&mut self, pattern: &Pattern, value: Reg, at: u32) -> Res<()> {
        let mark = self.mark();
        match &pattern.kind {
            PatternKind::Object(object) => self.object_pattern(object, value, at)?,
            PatternKind::Array(array) => self.array_pattern(array, value, at)?,
            _ => self.bind_pattern(pattern, value)?,
        }
        self.release(mark);
        Ok(())
    }

    fn object_pattern(&mut self, object: &ObjectPattern, value: Reg, at: u32) -> Res<()> {
        let properties = &object.properties;
        let reads_first = properties.first().is_some_and(|property| {
            !matches!(property.key, PropertyKey::Computed(_))
                && self.is_simple_target(&property.value.pattern)
        });
        if !reads_first {
            self.emit_at(at, Op::CheckObj, value, 0, 0);
        }
        let Some(rest) = &object.rest else {
            for property in properties {
                let mark = self.mark();
                let key = self.pattern_key(&property.key, None)?;
                self.property_element(&property.value, value, key, at)?;
                self.release(mark);
            }
            return Ok(());
        };
        let source = self.temps(properties.len() as i32 + 1);
        self.copy(source, value);
        for (index, property) in properties.iter().enumerate() {
            let mark = self.mark();
            let slot = source + 1 + index as i32;
            let key = self.pattern_key(&property.key, Some(slot))?;
            self.property_element(&property.value, source, key, at)?;
            self.release(mark);
        }
        let count = properties.len() as i32;
        let reference = self.target_reference(rest, &[])?;
        let direct = match &rest.kind {
            PatternKind::Ident(ident) => self.fresh_register(&self.place(ident)),
            _ => None,
        };
        let target = direct.unwrap_or_else(|| self.temp());
        self.emit(Op::NewObject, target, 0, 0);
        self.emit_at(at, Op::CopyDataProps, target, source, count);
        self.assign_rest(rest, reference, target)
    }

    /// Assigns the value of a rest element, whose parts have been evaluated.
    fn assign_rest(&mut self, rest: &Pattern, reference: Option<Reference>, value: Reg) -> Res<()> {
        match reference {
            Some(reference) => self.set_reference(reference, value, rest.span.start),
            None => self.bind_pattern(rest, value),
        }
    }

    /// Evaluates a key. With `slot` the key is also kept there, for the rest property.
    fn pattern_key(&mut self, key: &PropertyKey, slot: Option<Reg>) -> Res<Key> {
        if let Some(name) = self.key_atom(key) {
            if let Some(slot) = slot {
                self.load_atom(slot, name);
            }
            return Ok(Key::Named(name));
        }
        let register = slot.unwrap_or_else(|| self.temp());
        self.key_into(key, register)?;
        Ok(Key::Computed(register))
    }

    fn property_element(&mut self, element: &PatternElement, source: Reg, key: Key, at: u32) -> Res<()> {
        let at = if element.pattern.span.start == 0 { at } else { element.pattern.span.start };
        self.element(element, |compiler, dst| {
            match key {
                Key::Named(name) => compiler.get_named(at, dst, source, name),
                Key::Computed(key) => compiler.emit_at(at, Op::GetElem, dst, source, key),
            }
            Ok(())
        })
    }

    /// Fetches a value, applies the default and assigns it.
    fn element(
        &mut self,
        element: &PatternElement,
        fetch: impl FnOnce(&mut Self, Reg) -> Res<()>,
    ) -> Res<()> {
        let pattern = &element.pattern;
        let later: Vec<&Expr> = element.default.iter().collect();
        let reference = self.target_reference(pattern, &later)?;
        let direct = match &pattern.kind {
            PatternKind::Ident(ident) => {
                let place = self.place(ident);
                match &element.default {
                    Some(_) => self.fresh_register(&place),
                    None => self.writable_register(&place),
                }
            }
            _ => None,
        };
        let value = direct.unwrap_or_else(|| self.temp());
        fetch(self, value)?;
        if let Some(default) = &element.default {
            let given = self.label();
            self.jump_on(Op::JNotUndef, value, given);
            self.named_into(default, pattern, value)?;
            self.bind(given);
        }
        match (reference, direct) {
            (Some(reference), _) => self.set_reference(reference, value, pattern.span.start),
            (None, Some(_)) => Ok(()),
            (None, None) => self.bind_pattern(pattern, value),
        }
    }

    fn array_pattern(&mut self, array: &ArrayPattern, value: Reg, at: u32) -> Res<()> {
        let record = self.temps(4);
        self.emit_at(at, Op::GetIter, record, value, 1);
        let elements = array.elements.iter().flatten();
        let quiet = elements.clone().all(|element| self.is_quiet(element))
            && array.rest.as_ref().is_none_or(|rest| matches!(rest.kind, PatternKind::Ident(_)));
        if !quiet {
            self.open_iterator(record);
        }
        for element in &array.elements {
            let mark = self.mark();
            match element {
                None => {
                    let skipped = self.temp();
                    self.emit_at(at, Op::IterStep, skipped, record, 0);
                }
                Some(element) => {
                    let at = element.pattern.span.start;
                    self.element(element, |compiler, dst| {
                        compiler.emit_at(at, Op::IterStep, dst, record, 0);
                        Ok(())
                    })?;
                }
            }
            self.release(mark);
        }
        if let Some(rest) = &array.rest {
            let reference = self.target_reference(rest, &[])?;
            let direct = match &rest.kind {
                PatternKind::Ident(ident) => self.writable_register(&self.place(ident)),
                _ => None,
            };
            let target = direct.unwrap_or_else(|| self.temp());
            self.emit_at(rest.span.start, Op::IterRest, target, record, 0);
            self.assign_rest(rest, reference, target)?;
        }
        if !quiet {
            self.close_iterator();
        }
        if array.rest.is_none() {
            self.emit_at(at, Op::IterClose, record, 0, 0);
        }
        Ok(())
    }

    /// Binding the element cannot throw, apart from stepping the iterator.
    fn is_quiet(&self, element: &PatternElement) -> bool {
        let PatternKind::Ident(ident) = &element.pattern.kind else { return false };
        let place = self.place(ident);
        let harmless = element.default.as_ref().is_none_or(|default| {
            is_pure(default)
                && !matches!(default.unparen().kind, ExprKind::Member { .. } | ExprKind::Ident(_))
        });
        harmless && self.writable_register(&place).is_some()
    }

    /// The atom of a key that names a property: neither computed nor an array index.
    pub(super) fn key_atom(&mut self, key: &PropertyKey) -> Option<Atom> {
        match key {
            PropertyKey::Ident(name) => Some(self.atom(*name)),
            PropertyKey::String(text) => self.str_property(text),
            PropertyKey::Number(number) => self.property_atom(&super::fold::number_text(*number)),
            _ => None,
        }
    }

    /// `dst = key`, converted to a property key.
    pub(super) fn key_into(&mut self, key: &PropertyKey, dst: Reg) -> Res<()> {
        match key {
            PropertyKey::Computed(expr) => {
                let mark = self.mark();
                match self.constant(expr) {
                    Some(value @ (super::fold::Const::Str(_) | super::fold::Const::Text(_))) => {
                        self.load_const(dst, &value);
                    }
                    _ => {
                        let value = self.operand(expr)?;
                        self.emit_at(expr.span.start, Op::ToKey, dst, value, 0);
                    }
                }
                self.release(mark);
            }
            PropertyKey::Number(number) => {
                let int = *number as i32;
                if int >= 0 && f64::from(int) == *number {
                    self.load_int(dst, int);
                } else {
                    let atom = self.atoms.atom(&super::fold::number_text(*number));
                    self.load_atom(dst, atom);
                }
            }
            PropertyKey::Ident(name) | PropertyKey::BigInt(name) => {
                let atom = self.atom(*name);
                self.load_atom(dst, atom);
            }
            PropertyKey::String(text) => {
                let atom = self.str_atom(text);
                self.load_atom(dst, atom);
            }
            PropertyKey::Private(ident) => {
                let name = self.private_name(ident);
                self.copy(dst, name);
            }
        }
        Ok(())
    }
}
