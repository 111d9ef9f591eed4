//! Classes.
//!
//! The scope of a class always has an environment when there are private names, fields with computed keys or
//! private methods: it holds the private names, then those keys and functions, which the methods that initialise
//! instances and the class itself read.

use super::assembler::{CALLEE, Reg, THIS};
use super::function::{ConstructorInfo, FunctionForm, Outline};
use super::literal::{Definition, needs_home};
use super::scope::{EnvId, Loc};
use super::{Compiler, Res};
use crate::syntax::ast::{
    BindingId, Class, ClassElement, ClassElementKind, Expr, Function, Ident, PropertyKey, StaticBlock,
};
use crate::syntax::scope::{BindingKind, Resolution};
use tercet_vm::atom::Atom;
use tercet_vm::code::ops::{Op, pair};
use tercet_vm::code::template::FunctionKind as TemplateKind;

/// Where the values live that the initialising methods need, by element.
struct Plan {
    env: Option<EnvId>,
    /// The slot of a computed field key, or of a private instance method or accessor function.
    slots: Vec<Option<i32>>,
    /// Instances have fields, private methods or accessors.
    has_fields: bool,
}

/// The functions of a private accessor.
struct Accessor {
    binding: BindingId,
    name: Ident,
    getter: Option<i32>,
    setter: Option<i32>,
}

/// What a private element that is no field consists of.
fn private_function(element: &ClassElement) -> Option<(&Ident, &Function, Definition)> {
    match &element.kind {
        ClassElementKind::Method(PropertyKey::Private(name), function) => {
            Some((name, function, Definition::Method))
        }
        ClassElementKind::Getter(PropertyKey::Private(name), function) => {
            Some((name, function, Definition::Getter))
        }
        ClassElementKind::Setter(PropertyKey::Private(name), function) => {
            Some((name, function, Definition::Setter))
        }
        _ => None,
    }
}

/// Whether an element is evaluated by the method that initialises instances (or the class, if static).
fn is_initialised(element: &ClassElement) -> bool {
    matches!(element.kind, ClassElementKind::Field(..) | ClassElementKind::StaticBlock(_))
}

impl Compiler<'_> {
    /// `dst = class`. An anonymous class is named by `name`, or by the key in the register `name_key`.
    pub(super) fn class(
        &mut self,
        class: &Class,
        name: Option<Atom>,
        name_key: Option<Reg>,
        dst: Reg,
    ) -> Res<()> {
        let at = class.span.start;
        let scope = self.scope_mark();
        let name = match (&class.name, name) {
            (Some(own), _) => self.own_name(Some(own.name)),
            (None, Some(name)) => name,
            (None, None) => self.own_name(None),
        };
        let plan = self.class_scope(class);
        let constructor = self.temps(2);
        let prototype = constructor + 1;
        let mark = self.mark();
        let parent = self.temp();
        match &class.heritage {
            Some(heritage) => self.into(heritage, parent)?,
            None => self.load_uninit(parent),
        }
        let info = ConstructorInfo { source: class.span, has_fields: plan.has_fields };
        let child = match &class.constructor {
            Some(function) => self.function(function, name, Some(info))?,
            None => self.default_constructor(class, name, info)?,
        };
        let env = self.current_env();
        self.emit_extra(at, Op::NewClass, (constructor, parent, child), pair(env as u32, 0));
        self.release(mark);
        if let (Some(key), None) = (name_key, &class.name) {
            self.emit(Op::SetFuncName, constructor, key, 0);
        }
        if class.constructor.as_ref().is_some_and(|function| needs_home(function)) {
            self.emit(Op::SetHome, constructor, prototype, 0);
        }
        let methods = self.static_private_registers(class);
        for (index, element) in class.elements.iter().enumerate() {
            let mark = self.mark();
            let register = methods.get(index).copied().flatten();
            self.element_definition(element, &plan, index, constructor, register)?;
            self.release(mark);
        }
        self.initialise_class_name(class, constructor);
        if plan.has_fields {
            self.instance_initialiser(class, &plan, constructor)?;
        }
        self.add_static_private(class, &methods, constructor);
        if class.elements.iter().any(|element| element.is_static && is_initialised(element)) {
            let child = self.initialiser(class, &plan, true)?;
            let function = self.temp();
            self.make_initialiser(child, function, class.static_uses.super_.then_some(constructor));
            self.call_method(function, constructor, at);
        }
        self.copy(dst, constructor);
        self.leave_scope(scope);
        Ok(())
    }

    /// Gives the bindings of the class scope their places and makes the private names.
    fn class_scope(&mut self, class: &Class) -> Plan {
        let scopes = self.scopes;
        let mut places = Vec::new();
        let mut registers = Vec::new();
        let mut next = 0;
        for (id, binding) in scopes.bindings_of(class.scope) {
            if binding.captured || matches!(binding.kind, BindingKind::Private(_)) {
                places.push((id, next));
                next += 1;
            } else {
                registers.push(id);
            }
        }
        let mut slots = vec![None; class.elements.len()];
        for (slot, element) in slots.iter_mut().zip(&class.elements) {
            let computed = matches!(element.kind, ClassElementKind::Field(PropertyKey::Computed(_), _));
            if computed || (!element.is_static && private_function(element).is_some()) {
                *slot = Some(next);
                next += 1;
            }
        }
        let env = (next > 0).then(|| self.new_env(next));
        for id in registers {
            let register = self.temp();
            self.place_in_register(id, register);
            self.initial_state(id, scopes.binding(id));
        }
        if let Some(env) = env {
            let mark = self.mark();
            let register = self.temp();
            let env_register = self.env_register(env);
            for (id, slot) in places {
                self.locs[id.index()] = Loc::Slot(env, slot);
                let binding = scopes.binding(id);
                if matches!(binding.kind, BindingKind::Private(_)) {
                    let description = self.atom(binding.name);
                    self.emit(Op::NewPrivateName, register, description.0 as i32, 0);
                    self.emit(Op::SetEnv, env_register, register, slot);
                }
            }
            self.release(mark);
        }
        let has_fields = class.elements.iter().any(|element| {
            !element.is_static && (is_initialised(element) || private_function(element).is_some())
        });
        Plan { env, slots, has_fields }
    }

    fn initialise_class_name(&mut self, class: &Class, constructor: Reg) {
        let scopes = self.scopes;
        for (id, binding) in scopes.bindings_of(class.scope) {
            if binding.kind == BindingKind::ClassName {
                self.set_loc(self.locs[id.index()], constructor);
            }
        }
    }

    fn default_constructor(&mut self, class: &Class, name: Atom, info: ConstructorInfo) -> Res<i32> {
        let at = class.span.start;
        let derived = class.heritage.is_some();
        let form = if derived { FunctionForm::Derived } else { FunctionForm::Plain };
        self.push_function(form, true, 0);
        self.f.has_fields = info.has_fields;
        if derived {
            let this = self.temp();
            self.load_uninit(this);
            self.f.derived_this = Some(this);
            self.forward_super_call(at)?;
        } else if info.has_fields {
            self.init_fields(CALLEE, THIS, at);
        }
        self.return_undefined(class.span.start);
        let kind = if derived { TemplateKind::DerivedConstructor } else { TemplateKind::BaseConstructor };
        self.pop_function(Outline { name, length: 0, kind, source: class.span, class_constructor: true })
    }

    /// Registers for private static methods and accessors, which are added after all elements are defined.
    fn static_private_registers(&mut self, class: &Class) -> Vec<Option<Reg>> {
        let mut registers = Vec::new();
        if class.elements.iter().any(|element| element.is_static && private_function(element).is_some()) {
            for element in &class.elements {
                let wanted = element.is_static && private_function(element).is_some();
                registers.push(wanted.then(|| self.temp()));
            }
        }
        registers
    }

    /// What an element does while the class is defined.
    fn element_definition(
        &mut self,
        element: &ClassElement,
        plan: &Plan,
        index: usize,
        constructor: Reg,
        register: Option<Reg>,
    ) -> Res<()> {
        let target = if element.is_static { constructor } else { constructor + 1 };
        if let Some((name, function, definition)) = private_function(element) {
            let text = format!("{}{}", definition.prefix(), self.interner.resolve(name.name));
            let name = self.atoms.atom(&text);
            let closure = register.unwrap_or_else(|| self.temp());
            self.closure(function, name, closure)?;
            self.set_home(function, closure, target);
            self.keep(plan, index, closure);
            return Ok(());
        }
        match &element.kind {
            ClassElementKind::Method(key, function) => {
                self.define_method(target, key, function, Definition::Method, false)
            }
            ClassElementKind::Getter(key, function) => {
                self.define_method(target, key, function, Definition::Getter, false)
            }
            ClassElementKind::Setter(key, function) => {
                self.define_method(target, key, function, Definition::Setter, false)
            }
            ClassElementKind::Field(key @ PropertyKey::Computed(_), _) => {
                let register = self.temp();
                self.key_into(key, register)?;
                self.keep(plan, index, register);
                Ok(())
            }
            ClassElementKind::Field(..) | ClassElementKind::StaticBlock(_) => Ok(()),
        }
    }

    /// Puts a value into the slot of the element.
    fn keep(&mut self, plan: &Plan, index: usize, value: Reg) {
        if let (Some(env), Some(slot)) = (plan.env, plan.slots[index]) {
            let env = self.env_register(env);
            self.emit(Op::SetEnv, env, value, slot);
        }
    }

    fn instance_initialiser(&mut self, class: &Class, plan: &Plan, constructor: Reg) -> Res<()> {
        let child = self.initialiser(class, plan, false)?;
        let mark = self.mark();
        let function = self.temp();
        self.make_initialiser(child, function, class.instance_uses.super_.then_some(constructor + 1));
        self.emit(Op::SetFieldInit, constructor, function, 0);
        self.release(mark);
        Ok(())
    }

    fn make_initialiser(&mut self, child: i32, function: Reg, home: Option<Reg>) {
        let env = self.current_env();
        self.emit(Op::NewClosure, function, env, child);
        if let Some(home) = home {
            self.emit(Op::SetHome, function, home, 0);
        }
    }

    /// Adds private static methods and accessors to the class.
    fn add_static_private(&mut self, class: &Class, registers: &[Option<Reg>], constructor: Reg) {
        let functions = class.elements.iter().zip(registers).filter_map(|(element, register)| {
            let (name, _, definition) = private_function(element)?;
            Some((name, definition, (*register)?))
        });
        let functions: Vec<_> = functions.collect();
        let mark = self.mark();
        for (name, definition, register) in &functions {
            if *definition == Definition::Method {
                let name_register = self.private_name(name);
                let at = name.span.start;
                self.emit_at(at, Op::AddPrivateMethod, constructor, name_register, *register);
            }
        }
        let entries = functions.iter().map(|(name, definition, register)| (*name, *definition, *register));
        for accessor in self.accessors(entries) {
            let pair = self.temps(2);
            for (target, register) in [(pair, accessor.getter), (pair + 1, accessor.setter)] {
                match register {
                    Some(register) => self.copy(target, register),
                    None => self.load_undefined(target),
                }
            }
            self.add_accessor(&accessor, constructor, pair);
        }
        self.release(mark);
    }

    fn add_accessor(&mut self, accessor: &Accessor, object: Reg, pair: Reg) {
        let name = self.private_name(&accessor.name);
        self.emit_at(accessor.name.span.start, Op::AddPrivateAccessor, object, name, pair);
    }

    /// Puts getters and setters of the same name together.
    fn accessors<'n>(&self, entries: impl Iterator<Item = (&'n Ident, Definition, i32)>) -> Vec<Accessor> {
        let mut found: Vec<Accessor> = Vec::new();
        for (name, definition, place) in entries {
            let (Resolution::Local(binding) | Resolution::Dynamic(Some(binding))) =
                self.scopes.resolution(name.reference)
            else {
                continue;
            };
            if definition == Definition::Method {
                continue;
            }
            let known = found.iter().position(|accessor| accessor.binding == binding);
            let index = known.unwrap_or_else(|| {
                found.push(Accessor { binding, name: *name, getter: None, setter: None });
                found.len() - 1
            });
            if definition == Definition::Getter {
                found[index].getter = Some(place);
            } else {
                found[index].setter = Some(place);
            }
        }
        found
    }

    /// Compiles the method that initialises instances, or the class itself.
    fn initialiser(&mut self, class: &Class, plan: &Plan, is_static: bool) -> Res<i32> {
        let (scope, uses, name) = if is_static {
            (class.static_scope, class.static_uses, "<static_initializer>")
        } else {
            (class.instance_scope, class.instance_uses, "<instance_members_initializer>")
        };
        self.push_function(FunctionForm::Plain, true, 0);
        self.specials_env(uses);
        self.declare(scope);
        if !is_static {
            self.add_private_methods(class, plan);
        }
        for (index, element) in class.elements.iter().enumerate() {
            if element.is_static != is_static {
                continue;
            }
            let mark = self.mark();
            match &element.kind {
                ClassElementKind::Field(key, value) => {
                    self.field(key, value.as_ref(), plan, index, element.span.start)?;
                }
                ClassElementKind::StaticBlock(block) => self.static_block(block)?,
                _ => {}
            }
            self.release(mark);
        }
        self.return_undefined(class.span.start);
        let name = self.atoms.atom(name);
        let kind = TemplateKind::Method;
        self.pop_function(Outline { name, length: 0, kind, source: class.span, class_constructor: false })
    }

    fn add_private_methods(&mut self, class: &Class, plan: &Plan) {
        let Some(env) = plan.env else { return };
        let elements = class.elements.iter().zip(&plan.slots).filter(|(element, _)| !element.is_static);
        let functions = elements.filter_map(|(element, slot)| {
            let (name, _, definition) = private_function(element)?;
            Some((name, definition, (*slot)?))
        });
        let functions: Vec<_> = functions.collect();
        let mark = self.mark();
        for (name, definition, slot) in &functions {
            if *definition == Definition::Method {
                let name_register = self.private_name(name);
                let function = self.slot_operand(env, *slot);
                self.emit_at(name.span.start, Op::AddPrivateMethod, THIS, name_register, function);
                self.release(mark);
            }
        }
        let entries = functions.iter().map(|(name, definition, slot)| (*name, *definition, *slot));
        for accessor in self.accessors(entries) {
            let pair = self.temps(2);
            for (target, slot) in [(pair, accessor.getter), (pair + 1, accessor.setter)] {
                match slot {
                    Some(slot) => {
                        let from = self.env_register(env);
                        self.emit(Op::GetEnv, target, from, slot);
                    }
                    None => self.load_undefined(target),
                }
            }
            self.add_accessor(&accessor, THIS, pair);
            self.release(mark);
        }
    }

    /// Defines one field on `this`.
    fn field(
        &mut self,
        key: &PropertyKey,
        value: Option<&Expr>,
        plan: &Plan,
        index: usize,
        at: u32,
    ) -> Res<()> {
        let key_register = match (key, plan.env, plan.slots[index]) {
            (PropertyKey::Computed(_), Some(env), Some(slot)) => self.slot_operand(env, slot),
            _ => self.temp(),
        };
        let register = match value {
            Some(value) => self.computed_value(key, value, key_register)?,
            None => {
                let register = self.temp();
                self.load_undefined(register);
                register
            }
        };
        match key {
            PropertyKey::Private(name) => {
                let name_register = self.private_name(name);
                self.emit_at(at, Op::AddPrivateField, THIS, name_register, register);
            }
            PropertyKey::Computed(_) => self.emit_at(at, Op::DefElem, THIS, key_register, register),
            _ => match self.key_atom(key) {
                Some(name) => self.emit_cached(at, Op::DefProp, THIS, register, name),
                None => {
                    self.key_into(key, key_register)?;
                    self.emit_at(at, Op::DefElem, THIS, key_register, register);
                }
            },
        }
        Ok(())
    }

    fn static_block(&mut self, block: &StaticBlock) -> Res<()> {
        let scope = self.enter_scope(block.scope);
        self.hoist_functions(block.body.iter())?;
        self.statements(&block.body)?;
        self.leave_scope(scope);
        Ok(())
    }
}
