//! Classes, methods, `super`, private names, and making `this` for constructors.

use super::*;
use crate::atom::{Atom, Key, names};
use crate::code::installed::Body;
use crate::convert;
use crate::function::{self, closure_words as word};
use crate::object::{self, create, slots};
use crate::realm::{self, Intrinsic};
use crate::shape::{ShapeId, attr};

fn root<'f, 'rt>(slot: *mut u64) -> Root<'f, 'rt> {
    // SAFETY: the loop passes slots of the active frame's window.
    unsafe { raw::root(slot) }
}

/// Before a constructor's frame is opened: `this` of the call window (constructor, new.target, this, ...) becomes a new
/// object of new.target's `prototype`, or UNINIT for derived classes.
#[inline]
pub(super) fn prepare_this<'rt>(cx: &mut Cx<'rt>, window: *mut u64, template: &Body) -> Result<(), Throw> {
    let this: Root<'_, 'rt> = root(window.wrapping_add(2));
    if template.kind == FunctionKind::DerivedConstructor {
        this.set(uninit());
        return Ok(());
    }
    let new_target: Root<'_, 'rt> = root(window.wrapping_add(1));
    if fast_this(cx, new_target, this, template) {
        return Ok(());
    }
    slow_this(cx, new_target, this, template)
}

/// The shape is known, and new.target's `prototype` still is the object that it was made for.
#[inline(never)]
fn fast_this<'rt>(cx: &mut Cx<'rt>, new_target: Root<'_, 'rt>, this: Root<'_, 'rt>, template: &Body) -> bool {
    let (shape, proto) = template.instance_shape.get();
    if shape == 0 {
        return false;
    }
    let Some(f) = new_target.cast::<Closure>(&*cx) else { return false };
    let function: Gc<'_, '_, Object> = match f.cast() {
        Some(f) => f,
        None => return false,
    };
    let Some(slot) = cx.host.shapes.lookup(slots::shape(function), names::PROTOTYPE) else { return false };
    if slot.attrs & attr::ACCESSOR != 0
        || !slots::read(&*cx, function, slot.index).same_bits(cx.global(GlobalId(proto)))
    {
        return false;
    }
    let inline = cx.host.shapes.inline(ShapeId(shape)) as usize;
    match cx.alloc::<Plain>(PLAIN, shape, object_words::OWN + inline) {
        Ok(o) => {
            this.set(o);
            true
        }
        Err(_) => {
            // The slow path raises it again.
            cx.exception().set(undefined());
            false
        }
    }
}

#[inline(never)]
fn slow_this<'rt>(
    cx: &mut Cx<'rt>,
    new_target: Root<'_, 'rt>,
    this: Root<'_, 'rt>,
    template: &Body,
) -> Result<(), Throw> {
    roots!(cx; proto);
    proto.set(realm::prototype_from_constructor(cx, new_target, Intrinsic::ObjectPrototype)?);
    let inline = template.inline_hint.get();
    let shape = create::root_shape(cx, proto, inline, 0)?;
    if let Some(global) = cx.host.shapes.proto(shape) {
        template.instance_shape.set((shape.0, global.0));
    }
    let o = cx.alloc::<Plain>(PLAIN, shape.0, object_words::OWN + inline as usize)?;
    this.set(o);
    Ok(())
}

/// The TypeError for calling a class.
#[cold]
#[inline(never)]
pub(super) fn not_callable(cx: &mut Cx<'_>, template: &Body) -> Throw {
    let name = crate::atom::key_text(&*cx, template.name.into());
    error::type_error(cx, &format!("Class constructor {name} cannot be invoked without 'new'"))
}

/// The ReferenceError for `this` before `super()`.
#[cold]
pub(super) fn this_uninitialised(cx: &mut Cx<'_>) -> Throw {
    error::reference_error(
        cx,
        "Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
    )
}

/// What a derived constructor returns when its completion is no object: undefined means `this`.
#[cold]
#[inline(never)]
pub(super) fn derived_result(cx: &mut Cx<'_>, v: u64, this: u64) -> Result<u64, Throw> {
    if v != UNDEFINED_BITS {
        return Err(error::type_error(cx, "Derived constructors may only return object or undefined"));
    }
    if this == UNINIT_BITS { Err(this_uninitialised(cx)) } else { Ok(this) }
}

/// Fills the constructor and new.target of a super call's window.
#[inline(never)]
pub(super) fn prepare_super_call<'rt>(
    cx: &mut Cx<'rt>,
    window: *mut u64,
    active: *mut u64,
    new_target: *mut u64,
) -> Result<(), Throw> {
    let parent = object::integrity::get_prototype_of(&*cx, root(active));
    let callable = crate::call::is_constructor(&*cx, parent);
    root(window).set(parent);
    if !callable {
        let what = error::describe(&*cx, root(window).get(&*cx));
        return Err(error::type_error(cx, &format!("Super constructor {what} is not a constructor")));
    }
    root(window.wrapping_add(1)).copy(root(new_target));
    Ok(())
}

/// ClassDefinitionEvaluation, steps up to the constructor and the prototype: `dst` and the register after it.
#[inline(never)]
pub(super) fn new_class<'rt>(
    cx: &mut Cx<'rt>,
    dst: *mut u64,
    superclass: *mut u64,
    env: *mut u64,
    template: &Body,
) -> Result<(), Throw> {
    roots!(cx; parent, proto_parent, f, proto, v);
    parent.copy(root(superclass));
    if parent.get(&*cx).is_uninit() {
        parent.set(realm::intrinsic(cx, Intrinsic::FunctionPrototype)?);
        proto_parent.set(realm::intrinsic(cx, Intrinsic::ObjectPrototype)?);
    } else if parent.get(&*cx).is_null() {
        proto_parent.set(null());
        parent.set(realm::intrinsic(cx, Intrinsic::FunctionPrototype)?);
    } else if crate::call::is_constructor(&*cx, parent.get(&*cx)) {
        proto_parent.set(object::get(cx, parent, names::PROTOTYPE)?);
        let p = proto_parent.get(&*cx);
        if !p.is_object() && !p.is_null() {
            let what = error::describe(&*cx, p);
            return Err(error::type_error(
                cx,
                &format!("Class extends value does not have valid prototype property {what}"),
            ));
        }
    } else {
        let what = error::describe(&*cx, parent.get(&*cx));
        return Err(error::type_error(
            cx,
            &format!("Class extends value {what} is not a constructor or null"),
        ));
    }
    proto.set(create::with_proto(cx, proto_parent)?);
    let shape = create::root_shape(cx, parent, 0, 0)?;
    let cell = cx.alloc::<Closure>(CLOSURE, shape.0, word::COUNT)?;
    cell.set(word::ENV, root(env).get(cell));
    cell.set(word::HOME, proto.get(cell));
    cell.set_raw(0, template.id.0 as u64 | (function::flags_of(template.kind) as u64) << 32);
    f.set(cell);
    v.set(index_value(template.length));
    object::define::define_new(cx, f, names::LENGTH, v, attr::C)?;
    v.set(crate::atom::to_value(cx, template.name)?);
    object::define::define_new(cx, f, names::NAME, v, attr::C)?;
    object::define::define_new(cx, f, names::PROTOTYPE, proto, 0)?;
    object::define::define_new(cx, proto, names::CONSTRUCTOR, f, attr::WC)?;
    root(dst).copy(f);
    root(dst.wrapping_add(1)).copy(proto);
    Ok(())
}

/// Stores a word of a closure: home object, fields initialiser.
#[inline(never)]
pub(super) fn set_word(cx: &mut Cx<'_>, f: *mut u64, v: *mut u64, at: usize) {
    if let Some(closure) = root(f).cast::<Closure>(&*cx) {
        closure.set(at, root(v).get(&*cx));
    }
}

/// InitializeInstanceElements, as far as it is code: runs the class's initialiser with `this`.
#[inline(never)]
pub(super) fn init_fields<'rt>(cx: &mut Cx<'rt>, class: *mut u64, this: *mut u64) -> Result<(), Throw> {
    roots!(cx; f);
    let Some(closure) = root(class).cast::<Closure>(&*cx) else { return Ok(()) };
    f.set(closure.get(word::FIELDS));
    if f.get(&*cx).is_object() {
        crate::call::call(cx, f, root(this), &[])?;
    }
    Ok(())
}

/// Kinds of method definitions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    Plain,
    Getter,
    Setter,
}

/// DefineMethodProperty and its accessor forms.
#[inline(never)]
pub(super) fn define_method<'rt>(
    cx: &mut Cx<'rt>,
    target: *mut u64,
    key: *mut u64,
    f: *mut u64,
    enumerable: u32,
    method: Method,
) -> Result<(), Throw> {
    roots!(cx; k);
    k.copy(root(key));
    let key = convert::to_property_key(cx, k)?;
    let f: Root<'_, 'rt> = root(f);
    let mut desc = object::Descriptor {
        enumerable: Some(enumerable != 0),
        configurable: Some(true),
        ..Default::default()
    };
    match method {
        Method::Plain => {
            desc.value = Some(f);
            desc.writable = Some(true);
        }
        Method::Getter => desc.get = Some(f),
        Method::Setter => desc.set = Some(f),
    }
    object::define_property_or_throw(cx, root(target), key, &desc)
}

/// SetFunctionName.
#[inline(never)]
pub(super) fn set_function_name(
    cx: &mut Cx<'_>,
    f: *mut u64,
    key: *mut u64,
    prefix: u16,
) -> Result<(), Throw> {
    let prefix = match prefix {
        1 => "get",
        2 => "set",
        _ => "",
    };
    function::set_function_name(cx, root(f), root(key), prefix)
}

/// The object whose properties `super` names: the home object's prototype, in `out`.
#[inline(never)]
fn super_base<'rt>(
    cx: &mut Cx<'rt>,
    home: Root<'_, 'rt>,
    key: Root<'_, 'rt>,
    out: Root<'_, 'rt>,
) -> Result<(), Throw> {
    let proto = object::integrity::get_prototype_of(&*cx, home);
    if !proto.is_object() {
        let what = error::describe(&*cx, key.get(&*cx));
        return Err(error::type_error(cx, &format!("Cannot read properties of null (reading {what})")));
    }
    out.set(proto);
    Ok(())
}

fn home_of<'rt>(cx: &Cx<'rt>, callee: *mut u64, out: Root<'_, 'rt>) {
    if let Some(closure) = root(callee).cast::<Closure>(cx) {
        out.set(closure.get(word::HOME));
    }
}

/// `super[key]` in a method.
#[inline(never)]
pub(super) fn get_super<'rt>(
    cx: &mut Cx<'rt>,
    dst: *mut u64,
    callee: *mut u64,
    key: *mut u64,
    receiver: *mut u64,
) -> Result<(), Throw> {
    roots!(cx; home);
    home_of(&*cx, callee, home);
    get_super_of(cx, dst, home, key, receiver)
}

/// `super[key]` in an arrow function: the home object is in a register.
#[inline(never)]
pub(super) fn get_super_from<'rt>(
    cx: &mut Cx<'rt>,
    dst: *mut u64,
    home: *mut u64,
    key: *mut u64,
    receiver: *mut u64,
) -> Result<(), Throw> {
    get_super_of(cx, dst, root(home), key, receiver)
}

#[inline(never)]
fn get_super_of<'rt>(
    cx: &mut Cx<'rt>,
    dst: *mut u64,
    home: Root<'_, 'rt>,
    key: *mut u64,
    receiver: *mut u64,
) -> Result<(), Throw> {
    roots!(cx; k, base);
    k.copy(root(key));
    super_base(cx, home, k, base)?;
    let key = convert::to_property_key(cx, k)?;
    let v = object::get_with_receiver(cx, base, key, root(receiver))?;
    root(dst).set(v);
    Ok(())
}

/// `super[key] = v` in a method.
#[inline(never)]
pub(super) fn set_super<'rt>(
    cx: &mut Cx<'rt>,
    callee: *mut u64,
    key: *mut u64,
    v: *mut u64,
    receiver: *mut u64,
    strict: bool,
) -> Result<(), Throw> {
    roots!(cx; home);
    home_of(&*cx, callee, home);
    set_super_of(cx, home, key, v, receiver, strict)
}

/// `super[key] = v` in an arrow function.
#[inline(never)]
pub(super) fn set_super_from<'rt>(
    cx: &mut Cx<'rt>,
    home: *mut u64,
    key: *mut u64,
    v: *mut u64,
    receiver: *mut u64,
    strict: bool,
) -> Result<(), Throw> {
    set_super_of(cx, root(home), key, v, receiver, strict)
}

#[inline(never)]
fn set_super_of<'rt>(
    cx: &mut Cx<'rt>,
    home: Root<'_, 'rt>,
    key: *mut u64,
    v: *mut u64,
    receiver: *mut u64,
    strict: bool,
) -> Result<(), Throw> {
    roots!(cx; k, base);
    k.copy(root(key));
    super_base(cx, home, k, base)?;
    let key = convert::to_property_key(cx, k)?;
    if !object::set_with_receiver(cx, base, key, root(v), root(receiver))? && strict {
        return Err(object::assign::read_only_error(cx, root(receiver), key));
    }
    Ok(())
}

/// `a = fresh private name`.
#[inline(never)]
pub(super) fn new_private_name<'rt>(cx: &mut Cx<'rt>, dst: *mut u64, description: Atom) -> Result<(), Throw> {
    roots!(cx; d);
    d.set(crate::atom::to_value(cx, description)?);
    let v = crate::atom::new_symbol(cx, d, true)?;
    root(dst).set(v);
    Ok(())
}

fn private_atom(cx: &Cx<'_>, name: *mut u64) -> Atom {
    root(name).cast::<Symbol>(cx).map_or(Atom(0), crate::atom::of_symbol)
}

fn private_slot(cx: &Cx<'_>, o: *mut u64, atom: Atom) -> Option<crate::shape::Slot> {
    let object = root(o).cast::<Object>(cx)?;
    cx.host.shapes.lookup(slots::shape(object), atom)
}

#[cold]
#[inline(never)]
fn no_private(cx: &mut Cx<'_>, atom: Atom, verb: &str) -> Throw {
    let name = crate::atom::key_text(&*cx, Key::Name(atom));
    error::type_error(
        cx,
        &format!(
            "Cannot {verb} private member {name} {} an object whose class did not declare it",
            if verb == "read" { "from" } else { "to" }
        ),
    )
}

/// PrivateGet.
#[inline(never)]
pub(super) fn get_private<'rt>(
    cx: &mut Cx<'rt>,
    dst: *mut u64,
    o: *mut u64,
    name: *mut u64,
) -> Result<(), Throw> {
    let atom = private_atom(&*cx, name);
    let (Some(slot), Some(object)) = (private_slot(&*cx, o, atom), root(o).cast::<Object>(&*cx)) else {
        return Err(no_private(cx, atom, "read"));
    };
    let v = slots::read(&*cx, object, slot.index);
    if slot.attrs & attr::ACCESSOR == 0 {
        root(dst).set(v);
        return Ok(());
    }
    roots!(cx; getter);
    getter.set(v.cast::<Accessor>().map_or(undefined(), |pair| pair.get(0)));
    if getter.get(&*cx).is_undefined() {
        let name = crate::atom::key_text(&*cx, Key::Name(atom));
        return Err(error::type_error(cx, &format!("'{name}' was defined without a getter")));
    }
    let v = crate::call::call(cx, getter, root(o), &[])?;
    root(dst).set(v);
    Ok(())
}

/// PrivateSet.
#[inline(never)]
pub(super) fn set_private<'rt>(
    cx: &mut Cx<'rt>,
    o: *mut u64,
    name: *mut u64,
    src: *mut u64,
) -> Result<(), Throw> {
    let atom = private_atom(&*cx, name);
    let (Some(slot), Some(object)) = (private_slot(&*cx, o, atom), root(o).cast::<Object>(&*cx)) else {
        return Err(no_private(cx, atom, "write"));
    };
    if slot.attrs & attr::ACCESSOR != 0 {
        roots!(cx; setter);
        setter.set(
            slots::read(&*cx, object, slot.index).cast::<Accessor>().map_or(undefined(), |pair| pair.get(1)),
        );
        if setter.get(&*cx).is_undefined() {
            let name = crate::atom::key_text(&*cx, Key::Name(atom));
            return Err(error::type_error(cx, &format!("'{name}' was defined without a setter")));
        }
        crate::call::call(cx, setter, root(o), &[root(src)])?;
        return Ok(());
    }
    if slot.attrs & attr::W == 0 {
        return Err(error::type_error(cx, "Private method is not writable"));
    }
    slots::write(&*cx, object, slot.index, root(src).get(&*cx));
    Ok(())
}

/// Kinds of private elements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Private {
    Field,
    Method,
    Accessor,
}

/// PrivateFieldAdd and PrivateMethodOrAccessorAdd. Not hindered by [[Extensible]].
#[inline(never)]
pub(super) fn add_private<'rt>(
    cx: &mut Cx<'rt>,
    o: *mut u64,
    name: *mut u64,
    v: *mut u64,
    kind: Private,
) -> Result<(), Throw> {
    let atom = private_atom(&*cx, name);
    let o: Root<'_, 'rt> = root(o);
    if private_slot(&*cx, raw::slot(o), atom).is_some() {
        return Err(error::type_error(
            cx,
            "Cannot initialize private methods of class twice on the same object",
        ));
    }
    if o.cast::<Object>(&*cx)
        .is_some_and(|o| cx.host.shapes.has(slots::shape(o), crate::shape::flag::LAZY_FUNCTION))
    {
        object::define::materialise_function(cx, o)?;
    }
    match kind {
        Private::Field => slots::add(cx, o, atom, root(v), attr::W),
        Private::Method => slots::add(cx, o, atom, root(v), 0),
        Private::Accessor => {
            roots!(cx; pair);
            let cell = cx.alloc::<Accessor>(ACCESSOR, 0, 2)?;
            cell.set(0, root(v).get(cell));
            cell.set(1, root(v.wrapping_add(1)).get(cell));
            pair.set(cell);
            slots::add(cx, o, atom, pair, attr::ACCESSOR)
        }
    }
}

/// `#name in o`.
#[inline(never)]
pub(super) fn private_in(cx: &mut Cx<'_>, dst: *mut u64, name: *mut u64, o: *mut u64) -> Result<(), Throw> {
    if !root(o).get(&*cx).is_object() {
        return Err(error::type_error(
            cx,
            "Cannot use 'in' operator to search for a private name in a value that is no object",
        ));
    }
    let atom = private_atom(&*cx, name);
    let found = private_slot(&*cx, o, atom).is_some();
    root(dst).set(crate::value::boolean(found));
    Ok(())
}
