//! Reflect (ECMA-262 28.1): the essential internal methods as functions.

use super::descriptor::{Fields, to_property_descriptor};
use super::function;
use super::object as statics;
use crate::convert;
use crate::error;
use crate::object::integrity::{self, Level};
use crate::object::keys::{Which, own_keys};
use crate::object::{self, lookup};
use crate::realm::{Args, Spec, method, tag};
use crate::value::*;

/// Properties.
pub static PROPERTIES: &[Spec] = &[
    method("defineProperty", define_property, 3),
    method("deleteProperty", delete_property, 2),
    method("apply", apply, 3),
    method("construct", construct, 2),
    method("get", get, 2),
    method("getOwnPropertyDescriptor", get_own_property_descriptor, 2),
    method("getPrototypeOf", get_prototype_of, 1),
    method("has", has, 2),
    method("isExtensible", is_extensible, 1),
    method("ownKeys", own_property_keys, 1),
    method("preventExtensions", prevent_extensions, 1),
    method("set", set, 3),
    method("setPrototypeOf", set_prototype_of, 2),
    tag("Reflect"),
];

/// Reflect.apply(target, thisArgument, argumentsList)
fn apply<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    function::check_callable(cx, args.get(0), "apply")?;
    function::call_with_list(cx, args.get(0), args.get(1), args.get(2))
}

fn require_constructor<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<(), Throw> {
    if crate::call::is_constructor(&*cx, v.get(&*cx)) {
        return Ok(());
    }
    let what = error::describe(&*cx, v.get(&*cx));
    Err(error::type_error(cx, &format!("{what} is not a constructor")))
}

/// Reflect.construct(target, argumentsList, newTarget)
fn construct<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require_constructor(cx, args.get(0))?;
    let new_target = if args.len() > 2 { args.get(2) } else { args.get(0) };
    require_constructor(cx, new_target)?;
    function::construct_with_list(cx, args.get(0), args.get(1), new_target)
}

/// Reflect.defineProperty(target, propertyKey, attributes)
fn define_property<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    statics::require_object(cx, args.get(0), "Reflect.defineProperty")?;
    roots!(cx; p, value, get, set);
    p.copy(args.get(1));
    let key = convert::to_property_key(cx, p)?;
    let desc = to_property_descriptor(cx, args.get(2), Fields { value, get, set })?;
    Ok(boolean(object::define_own_property(cx, args.get(0), key, &desc)?))
}

/// Reflect.deleteProperty(target, propertyKey)
fn delete_property<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    statics::require_object(cx, args.get(0), "Reflect.deleteProperty")?;
    roots!(cx; p);
    p.copy(args.get(1));
    let key = convert::to_property_key(cx, p)?;
    Ok(boolean(object::delete(cx, args.get(0), key)?))
}

/// Reflect.get(target, propertyKey, receiver)
fn get<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    statics::require_object(cx, args.get(0), "Reflect.get")?;
    roots!(cx; p);
    p.copy(args.get(1));
    let key = convert::to_property_key(cx, p)?;
    let receiver = if args.len() > 2 { args.get(2) } else { args.get(0) };
    lookup::get_with_receiver(cx, args.get(0), key, receiver)
}

/// Reflect.getOwnPropertyDescriptor(target, propertyKey)
fn get_own_property_descriptor<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    statics::require_object(cx, args.get(0), "Reflect.getOwnPropertyDescriptor")?;
    roots!(cx; p);
    p.copy(args.get(1));
    let key = convert::to_property_key(cx, p)?;
    statics::descriptor_of(cx, args.get(0), key)
}

/// Reflect.getPrototypeOf(target)
fn get_prototype_of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    statics::require_object(cx, args.get(0), "Reflect.getPrototypeOf")?;
    Ok(integrity::get_prototype_of(&*cx, args.get(0)))
}

/// Reflect.has(target, propertyKey)
fn has<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    statics::require_object(cx, args.get(0), "Reflect.has")?;
    roots!(cx; p);
    p.copy(args.get(1));
    let key = convert::to_property_key(cx, p)?;
    Ok(boolean(object::has_property(cx, args.get(0), key)?))
}

/// Reflect.isExtensible(target)
fn is_extensible<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    statics::require_object(cx, args.get(0), "Reflect.isExtensible")?;
    Ok(boolean(integrity::is_extensible(&*cx, args.get(0))))
}

/// Reflect.ownKeys(target)
fn own_property_keys<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    statics::require_object(cx, args.get(0), "Reflect.ownKeys")?;
    let keys = own_keys(cx, args.get(0), Which::All)?;
    statics::key_array(cx, &keys)
}

/// Reflect.preventExtensions(target)
fn prevent_extensions<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    statics::require_object(cx, args.get(0), "Reflect.preventExtensions")?;
    integrity::restrict(cx, args.get(0), Level::NotExtensible)?;
    Ok(boolean(true))
}

/// Reflect.set(target, propertyKey, V, receiver)
fn set<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    statics::require_object(cx, args.get(0), "Reflect.set")?;
    roots!(cx; p);
    p.copy(args.get(1));
    let key = convert::to_property_key(cx, p)?;
    let receiver = if args.len() > 3 { args.get(3) } else { args.get(0) };
    Ok(boolean(object::set_with_receiver(cx, args.get(0), key, args.get(2), receiver)?))
}

/// Reflect.setPrototypeOf(target, proto)
fn set_prototype_of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    statics::require_object(cx, args.get(0), "Reflect.setPrototypeOf")?;
    statics::check_prototype(cx, args.get(1))?;
    Ok(boolean(integrity::set_prototype_of(cx, args.get(0), args.get(1))?))
}
