//! Object.prototype (ECMA-262 20.1.3).

use super::prototype_error;
use crate::atom::{self, Key, names};
use crate::convert;
use crate::error;
use crate::kinds::*;
use crate::object::{self, Descriptor, Found, integrity};
use crate::realm::{self, Args, Spec, accessor, method};
use crate::string::{self, StringBuilder};
use crate::value::*;

/// Properties.
pub static PROTOTYPE: &[Spec] = &[
    method("__defineGetter__", define_getter, 2),
    method("__defineSetter__", define_setter, 2),
    method("hasOwnProperty", has_own_property, 1),
    method("__lookupGetter__", lookup_getter, 1),
    method("__lookupSetter__", lookup_setter, 1),
    method("isPrototypeOf", is_prototype_of, 1),
    method("propertyIsEnumerable", property_is_enumerable, 1),
    method("toString", to_string, 0),
    method("valueOf", value_of, 0),
    accessor("__proto__", get_proto, set_proto),
    method("toLocaleString", to_locale_string, 0),
];

/// Object.prototype.hasOwnProperty(V)
fn has_own_property<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, p);
    p.copy(args.get(0));
    let key = convert::to_property_key(cx, p)?;
    o.set(convert::to_object(cx, args.this())?);
    Ok(boolean(object::has_own_property(cx, o, key)?))
}

/// Object.prototype.propertyIsEnumerable(V)
fn property_is_enumerable<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, p);
    p.copy(args.get(0));
    let key = convert::to_property_key(cx, p)?;
    o.set(convert::to_object(cx, args.this())?);
    Ok(boolean(object::keys::is_enumerable(cx, o, key)?))
}

/// Object.prototype.isPrototypeOf(V)
fn is_prototype_of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if !args.get(0).get(&*cx).is_object() {
        return Ok(boolean(false));
    }
    roots!(cx; o);
    o.set(convert::to_object(cx, args.this())?);
    let Some(wanted) = o.cast::<Object>(&*cx) else { return Ok(boolean(false)) };
    let mut at = args.get(0).cast::<Object>(&*cx);
    while let Some(object) = at {
        at = object::lookup::proto(&*cx, object);
        if at.is_some_and(|p| p.identity_eq(wanted)) {
            return Ok(boolean(true));
        }
    }
    Ok(boolean(false))
}

/// Object.prototype.toLocaleString()
fn to_locale_string<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    convert::require_object_coercible(cx, args.this(), "Object.prototype.toLocaleString")?;
    crate::call::invoke_method(cx, args.this(), names::TO_STRING, &[])
}

/// Object.prototype.valueOf()
fn value_of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    convert::to_object(cx, args.this())
}

/// Object.prototype.toString()
fn to_string<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    to_string_of(cx, args.this())
}

/// %Object.prototype.toString% of a value.
pub fn to_string_of<'a, 'rt>(cx: &'a mut Cx<'rt>, this: Root<'_, 'rt>) -> Completion<'a, 'rt> {
    let v = this.get(&*cx);
    if v.is_nullish() {
        let text = if v.is_null() { "[object Null]" } else { "[object Undefined]" };
        return static_text(cx, text);
    }
    roots!(cx; o, tag);
    o.set(convert::to_object(cx, this)?);
    let built_in = built_in_tag(o.cast::<Object>(&*cx));
    tag.set(object::get(cx, o, names::TO_STRING_TAG)?);
    if !tag.get(&*cx).is_string() {
        return static_text(cx, built_in);
    }
    string::flatten(cx, tag)?;
    let mut text = StringBuilder::new();
    text.push_str("[object ");
    if let Some(view) = tag.cast::<Str>(&*cx).and_then(string::try_view) {
        text.push_view(view);
    }
    text.push_str("]");
    text.finish(cx)
}

fn static_text<'a, 'rt>(cx: &'a mut Cx<'rt>, text: &'static str) -> Completion<'a, 'rt> {
    let atom = atom::intern_static(cx, text);
    atom::to_value(cx, atom)
}

/// What Object.prototype.toString gives with builtinTag.
fn built_in_tag(o: Option<Gc<'_, '_, Object>>) -> &'static str {
    let Some(o) = o else { return "[object Object]" };
    let is = |kind: tercet_gc::Kind| o.kind() == kind.id;
    if is(ARRAY) {
        "[object Array]"
    } else if o.cast::<Callable>().is_some() {
        "[object Function]"
    } else if is(ERROR) {
        "[object Error]"
    } else if is(ARGUMENTS) {
        "[object Arguments]"
    } else if is(STRING_OBJECT) {
        "[object String]"
    } else if is(PRIMITIVE) {
        match o.get(object_words::OWN) {
            v if v.is_number() => "[object Number]",
            v if v.as_bool().is_some() => "[object Boolean]",
            _ => "[object Object]",
        }
    } else {
        "[object Object]"
    }
}

/// get Object.prototype.__proto__
fn get_proto<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let v = args.this().get(&*cx);
    if v.is_object() {
        return Ok(integrity::get_prototype_of(&*cx, args.this()));
    }
    match object::lookup::primitive_prototype(v) {
        Some(intrinsic) => realm::intrinsic(cx, intrinsic),
        None => convert::to_object(cx, args.this()),
    }
}

/// set Object.prototype.__proto__
fn set_proto<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let (o, proto) = (args.this(), args.get(0));
    convert::require_object_coercible(cx, o, "set Object.prototype.__proto__")?;
    let settable = proto.get(&*cx).is_object() || proto.get(&*cx).is_null();
    if settable && o.get(&*cx).is_object() && !integrity::set_prototype_of(cx, o, proto)? {
        return Err(prototype_error(cx, o));
    }
    Ok(undefined())
}

fn define_accessor<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>, setter: bool) -> Completion<'a, 'rt> {
    roots!(cx; o, p);
    o.set(convert::to_object(cx, args.this())?);
    let f = args.get(1);
    if !crate::call::is_callable(f.get(&*cx)) {
        let name = if setter { "__defineSetter__" } else { "__defineGetter__" };
        return Err(error::type_error(cx, &format!("Object.prototype.{name}: Expecting function")));
    }
    let mut desc = Descriptor { enumerable: Some(true), configurable: Some(true), ..Descriptor::default() };
    if setter {
        desc.set = Some(f);
    } else {
        desc.get = Some(f);
    }
    p.copy(args.get(0));
    let key = convert::to_property_key(cx, p)?;
    object::define_property_or_throw(cx, o, key, &desc)?;
    Ok(undefined())
}

/// Object.prototype.__defineGetter__(P, getter)
fn define_getter<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    define_accessor(cx, args, false)
}

/// Object.prototype.__defineSetter__(P, setter)
fn define_setter<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    define_accessor(cx, args, true)
}

fn lookup_accessor<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>, setter: bool) -> Completion<'a, 'rt> {
    roots!(cx; o, p, get, set);
    o.set(convert::to_object(cx, args.this())?);
    p.copy(args.get(0));
    let key: Key = convert::to_property_key(cx, p)?;
    while o.get(&*cx).is_object() {
        match object::get_own_property(cx, o, key, get, set)? {
            Some(Found::Accessor(_)) => return Ok(if setter { set.get(&*cx) } else { get.get(&*cx) }),
            Some(Found::Data(_)) => break,
            None => o.set(integrity::get_prototype_of(&*cx, o)),
        }
    }
    Ok(undefined())
}

/// Object.prototype.__lookupGetter__(P)
fn lookup_getter<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    lookup_accessor(cx, args, false)
}

/// Object.prototype.__lookupSetter__(P)
fn lookup_setter<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    lookup_accessor(cx, args, true)
}
