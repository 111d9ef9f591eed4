//! Object and array literals, templates, closures.

use super::assembler::Reg;
use super::{Compiler, Res};
use crate::syntax::Known;
use crate::syntax::ast::{
    ArrayElement, Expr, ExprKind, Function, FunctionKind, Property, PropertyKey, PropertyKind, Span, Template,
};
use tercet_vm::atom::Atom;
use tercet_vm::code::ops::{Op, pair};
use tercet_vm::code::template::{LiteralSpec, TemplateStrings};

/// How many elements or properties of a literal are evaluated into registers before the object is made.
pub(super) const MOST_INLINE: usize = 64;

/// What is defined on an object or class.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Definition {
    Method,
    Getter,
    Setter,
}

impl Definition {
    fn op(self) -> Op {
        match self {
            Definition::Method => Op::DefMethod,
            Definition::Getter => Op::DefGetter,
            Definition::Setter => Op::DefSetter,
        }
    }

    /// What goes before the key in the function's name.
    pub fn prefix(self) -> &'static str {
        match self {
            Definition::Method => "",
            Definition::Getter => "get ",
            Definition::Setter => "set ",
        }
    }

    /// The same as an operand of `SetFuncName`.
    fn prefix_number(self) -> i32 {
        match self {
            Definition::Method => 0,
            Definition::Getter => 1,
            Definition::Setter => 2,
        }
    }
}

impl Compiler<'_> {
    /// `dst = closure`
    pub(super) fn closure(&mut self, function: &Function, name: Atom, dst: Reg) -> Res<()> {
        let child = self.function(function, name, None)?;
        let env = self.current_env();
        self.emit(Op::NewClosure, dst, env, child);
        Ok(())
    }

    /// The name of a method with a key that is known.
    pub(super) fn method_name(&mut self, key: &PropertyKey, prefix: &str) -> Atom {
        let text = match key {
            PropertyKey::Ident(name) | PropertyKey::BigInt(name) => self.interner.resolve(*name).to_owned(),
            PropertyKey::Private(ident) => self.interner.resolve(ident.name).to_owned(),
            PropertyKey::Number(number) => super::fold::number_text(*number),
            PropertyKey::String(text) => match text.as_name() {
                Some(name) => self.interner.resolve(name).to_owned(),
                None if prefix.is_empty() => return self.str_atom(text),
                None => {
                    let mut units: Vec<u16> = prefix.encode_utf16().collect();
                    units.extend(text.to_utf16(self.interner));
                    return self.atoms.atom_utf16(&units);
                }
            },
            PropertyKey::Computed(_) => String::new(),
        };
        if prefix.is_empty() { self.atoms.atom(&text) } else { self.atoms.atom(&format!("{prefix}{text}")) }
    }

    /// Defines a method or accessor on the object in `target`, whose key is evaluated first.
    pub(super) fn define_method(
        &mut self,
        target: Reg,
        key: &PropertyKey,
        function: &Function,
        definition: Definition,
        enumerable: bool,
    ) -> Res<()> {
        let mark = self.mark();
        let at = function.span.start;
        let key_register = self.temp();
        self.key_into(key, key_register)?;
        let name = self.method_name(key, definition.prefix());
        let closure = self.temp();
        self.closure(function, name, closure)?;
        if matches!(key, PropertyKey::Computed(_)) {
            self.emit(Op::SetFuncName, closure, key_register, definition.prefix_number());
        }
        self.set_home(function, closure, target);
        let extra = pair(u32::from(enumerable), 0);
        self.emit_extra(at, definition.op(), (target, key_register, closure), extra);
        self.release(mark);
        Ok(())
    }

    /// Tells a method its home object, if it will ask.
    pub(super) fn set_home(&mut self, function: &Function, closure: Reg, home: Reg) {
        if needs_home(function) {
            self.emit(Op::SetHome, closure, home, 0);
        }
    }

    /// `dst = [elements]`
    pub(super) fn array_literal(&mut self, elements: &[ArrayElement], dst: Reg) -> Res<()> {
        if let [ArrayElement::Spread(expr)] = elements {
            let value = self.operand(expr)?;
            self.emit_at(expr.span.start, Op::SpreadArray, dst, value, 0);
            return Ok(());
        }
        let plain = elements.iter().take_while(|element| matches!(element, ArrayElement::Expr(_)));
        let plain = plain.count().min(MOST_INLINE);
        let mark = self.mark();
        let first = self.mark();
        for element in &elements[..plain] {
            if let ArrayElement::Expr(expr) = element {
                let register = self.temp();
                self.into(expr, register)?;
            }
        }
        if plain > 0 {
            self.emit(Op::NewArray, dst, first, plain as i32);
        } else {
            self.emit(Op::NewArrayCap, dst, 0, elements.len().min(usize::from(u16::MAX)) as i32);
        }
        self.release(mark);
        for element in &elements[plain..] {
            match element {
                ArrayElement::Hole => self.emit(Op::ArrayHole, dst, 0, 0),
                ArrayElement::Expr(expr) => {
                    let value = self.operand(expr)?;
                    self.emit(Op::ArrayPush, dst, value, 0);
                }
                ArrayElement::Spread(expr) => {
                    let value = self.operand(expr)?;
                    self.emit_at(expr.span.start, Op::ArraySpread, dst, value, 0);
                }
            }
            self.release(mark);
        }
        Ok(())
    }

    /// `dst = {properties}`
    pub(super) fn object_literal(&mut self, properties: &[Property], span: Span, dst: Reg) -> Res<()> {
        let mark = self.mark();
        let keys = self.known_prefix(properties);
        if keys.is_empty() {
            let room = properties.len().min(usize::from(u16::MAX));
            self.emit(Op::NewObject, dst, room as i32, 0);
        } else {
            let first = self.mark();
            for (property, &name) in properties.iter().zip(&keys) {
                let register = self.temp();
                match &property.kind {
                    PropertyKind::Value { value, .. } => self.property_value(value, name, register)?,
                    PropertyKind::Method(_, function) => self.closure(function, name, register)?,
                    _ => {}
                }
            }
            let literal = self.literal(&keys);
            self.emit_at(span.start, Op::NewObjectLit, dst, first, literal);
            for (index, property) in properties[..keys.len()].iter().enumerate() {
                if let PropertyKind::Method(_, function) = &property.kind {
                    self.set_home(function, first + index as i32, dst);
                }
            }
        }
        self.release(mark);
        for property in &properties[keys.len()..] {
            self.property(property, dst)?;
            self.release(mark);
        }
        Ok(())
    }

    /// The value of a property; an anonymous function is named by the key.
    fn property_value(&mut self, value: &Expr, name: Atom, dst: Reg) -> Res<()> {
        if value.is_anonymous_function_definition() {
            self.named(value, Some(name), dst)
        } else {
            self.into(value, dst)
        }
    }

    /// The keys of the properties that can be evaluated before the object exists.
    fn known_prefix(&mut self, properties: &[Property]) -> Vec<Atom> {
        let mut keys = Vec::new();
        for property in properties.iter().take(MOST_INLINE) {
            let key = match &property.kind {
                PropertyKind::Value { key, .. } | PropertyKind::Method(key, _) => key,
                _ => break,
            };
            if is_proto(key) {
                break;
            }
            match self.key_atom(key) {
                Some(name) if !keys.contains(&name) => keys.push(name),
                _ => break,
            }
        }
        keys
    }

    fn literal(&mut self, keys: &[Atom]) -> i32 {
        let known = self.f.literals.iter().position(|literal| *literal.keys == *keys);
        known.unwrap_or_else(|| {
            self.f.literals.push(LiteralSpec { keys: keys.into() });
            self.f.literals.len() - 1
        }) as i32
    }

    /// Adds a property to an object literal.
    fn property(&mut self, property: &Property, object: Reg) -> Res<()> {
        let at = property.span.start;
        match &property.kind {
            PropertyKind::Value { key, value, .. } => {
                if let Some(name) = self.key_atom(key) {
                    let register = if value.is_anonymous_function_definition() {
                        let register = self.temp();
                        self.named(value, Some(name), register)?;
                        register
                    } else {
                        self.operand(value)?
                    };
                    self.emit_cached(at, Op::DefProp, object, register, name);
                    return Ok(());
                }
                let key_register = self.temp();
                self.key_into(key, key_register)?;
                let register = self.computed_value(key, value, key_register)?;
                self.emit_at(at, Op::DefElem, object, key_register, register);
            }
            PropertyKind::Proto(value) => {
                let value = self.operand(value)?;
                self.emit(Op::SetProto, object, value, 0);
            }
            PropertyKind::Method(key, function) => {
                self.define_method(object, key, function, Definition::Method, true)?;
            }
            PropertyKind::Getter(key, function) => {
                self.define_method(object, key, function, Definition::Getter, true)?;
            }
            PropertyKind::Setter(key, function) => {
                self.define_method(object, key, function, Definition::Setter, true)?;
            }
            PropertyKind::Spread(value) => {
                let value = self.operand(value)?;
                self.emit_at(at, Op::CopyDataProps, object, value, 0);
            }
        }
        Ok(())
    }

    /// The value of a property or field whose key is in a register: names anonymous functions.
    pub(super) fn computed_value(&mut self, key: &PropertyKey, value: &Expr, key_register: Reg) -> Res<Reg> {
        if !value.is_anonymous_function_definition() {
            return self.operand(value);
        }
        let register = self.temp();
        match (key, &value.unparen().kind) {
            (PropertyKey::Computed(_), ExprKind::Class(class)) => {
                self.class(class, None, Some(key_register), register)?;
            }
            (PropertyKey::Computed(_), _) => {
                self.named(value, None, register)?;
                self.emit(Op::SetFuncName, register, key_register, 0);
            }
            _ => {
                let name = self.method_name(key, "");
                self.named(value, Some(name), register)?;
            }
        }
        Ok(register)
    }

    /// `dst = template`
    pub(super) fn template(&mut self, template: &Template, span: Span, dst: Reg) -> Res<()> {
        let first = self.mark();
        let mut count = 0;
        for (index, chunk) in template.chunks.iter().enumerate() {
            if let Some(text) = &chunk.cooked
                && text.as_name().is_none_or(|name| name != Known::Empty)
            {
                let register = self.temp();
                let atom = self.str_atom(text);
                self.load_atom(register, atom);
                count += 1;
            }
            if let Some(expr) = template.expressions.get(index) {
                let register = self.temp();
                self.into(expr, register)?;
                count += 1;
                let rest = &template.expressions[index + 1..];
                if !rest.iter().all(super::analysis::is_quiet) && !self.is_primitive(expr) {
                    self.emit_at(expr.span.start, Op::Concat, register, register, 1);
                }
            }
        }
        let converted = template.expressions.iter().find(|expr| !self.is_primitive(expr));
        let at = converted.map_or(span.start, |expr| expr.span.start);
        self.emit_at(at, Op::Concat, dst, first, count);
        Ok(())
    }

    /// Converting the value of the expression to a string calls nothing.
    fn is_primitive(&self, expr: &Expr) -> bool {
        matches!(
            &expr.unparen().kind,
            ExprKind::Template(_) | ExprKind::Update { .. } | ExprKind::Binary { .. }
        ) || self.constant(expr).is_some()
    }

    /// Adds a tagged template's strings; gives the index.
    pub(super) fn template_site(&mut self, template: &Template) -> i32 {
        let chunks = &template.chunks;
        let cooked =
            chunks.iter().map(|chunk| chunk.cooked.as_ref().map(|text| self.str_atom(text))).collect();
        let raw = chunks.iter().map(|chunk| self.atom(chunk.raw)).collect();
        self.f.templates.push(TemplateStrings { cooked, raw });
        self.f.templates.len() as i32 - 1
    }
}

/// Whether a method uses `super`, and so its home object.
pub(super) fn needs_home(function: &Function) -> bool {
    function.kind != FunctionKind::Arrow && (function.uses.super_ || function.uses.direct_eval)
}

fn is_proto(key: &PropertyKey) -> bool {
    match key {
        PropertyKey::Ident(name) => *name == Known::Proto,
        PropertyKey::String(text) => text.as_name().is_some_and(|name| name == Known::Proto),
        _ => false,
    }
}
