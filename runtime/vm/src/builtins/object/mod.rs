//! Object: the constructor and its statics (ECMA-262 20.1.1 and 20.1.2).
//!
//! Rooms: [`entries`] what lists properties or is made of such lists, [`copy`] Object.assign, [`prototype`]
//! Object.prototype. The operations themselves are in [`crate::object`].

mod copy;
mod entries;
mod prototype;

pub use prototype::to_string_of;

use super::descriptor::{Fields, from_property_descriptor, to_property_descriptor};
use crate::atom::Key;
use crate::convert;
use crate::error;
use crate::kinds::*;
use crate::object::integrity::{self, Level};
use crate::object::keys::{Which, own_keys};
use crate::object::{self, Descriptor, create, slots};
use crate::realm::{self, Args, Intrinsic, Spec, method};
use crate::shape::{attr, flag};
use crate::value::*;

pub(super) use entries::key_array;
pub use prototype::PROTOTYPE;

/// Properties of the constructor.
pub static STATICS: &[Spec] = &[
    method("assign", copy::assign, 2),
    method("getOwnPropertyDescriptor", get_own_property_descriptor, 2),
    method("getOwnPropertyDescriptors", get_own_property_descriptors, 1),
    method("getOwnPropertyNames", entries::get_own_property_names, 1),
    method("getOwnPropertySymbols", entries::get_own_property_symbols, 1),
    method("hasOwn", has_own, 2),
    method("is", is, 2),
    method("preventExtensions", prevent_extensions, 1),
    method("seal", seal, 1),
    method("create", object_create, 2),
    method("defineProperties", define_properties, 2),
    method("defineProperty", define_property, 3),
    method("freeze", freeze, 1),
    method("getPrototypeOf", get_prototype_of, 1),
    method("setPrototypeOf", set_prototype_of, 2),
    method("isExtensible", is_extensible, 1),
    method("isFrozen", is_frozen, 1),
    method("isSealed", is_sealed, 1),
    method("keys", entries::keys, 1),
    method("entries", entries::entries, 1),
    method("fromEntries", entries::from_entries, 1),
    method("values", entries::values, 1),
    method("groupBy", entries::group_by, 2),
];

/// Object(value), new Object(value)
pub fn construct<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if args.is_construct(&*cx) && !args.new_target().ptr_eq(args.callee()) {
        roots!(cx; proto);
        proto.set(realm::prototype_from_constructor(cx, args.new_target(), Intrinsic::ObjectPrototype)?);
        return create::with_proto(cx, proto);
    }
    if args.get(0).get(&*cx).is_nullish() { create::plain(cx) } else { convert::to_object(cx, args.get(0)) }
}

/// Object.is(value1, value2)
fn is<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Ok(boolean(crate::operators::same_value(&*cx, args.get(0).get(&*cx), args.get(1).get(&*cx))))
}

/// Object.hasOwn(O, P)
fn has_own<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, p);
    o.set(convert::to_object(cx, args.get(0))?);
    p.copy(args.get(1));
    let key = convert::to_property_key(cx, p)?;
    Ok(boolean(object::has_own_property(cx, o, key)?))
}

/// Object.create(O, Properties)
fn object_create<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    check_prototype(cx, args.get(0))?;
    roots!(cx; o);
    o.set(create::with_proto(cx, args.get(0))?);
    if !args.get(1).get(&*cx).is_undefined() {
        object_define_properties(cx, o, args.get(1))?;
    }
    Ok(o.get(&*cx))
}

/// TypeError unless `proto` holds an object or null.
pub(super) fn check_prototype<'rt>(cx: &mut Cx<'rt>, proto: Root<'_, 'rt>) -> Result<(), Throw> {
    let v = proto.get(&*cx);
    if v.is_object() || v.is_null() {
        return Ok(());
    }
    let what = error::describe(&*cx, v);
    Err(error::type_error(cx, &format!("Object prototype may only be an Object or null: {what}")))
}

/// TypeError unless `o` holds an object.
pub(super) fn require_object<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, method: &str) -> Result<(), Throw> {
    if o.get(&*cx).is_object() {
        return Ok(());
    }
    Err(error::type_error(cx, &format!("{method} called on non-object")))
}

/// Object.defineProperty(O, P, Attributes)
fn define_property<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require_object(cx, args.get(0), "Object.defineProperty")?;
    roots!(cx; p, value, get, set);
    p.copy(args.get(1));
    let key = convert::to_property_key(cx, p)?;
    let desc = to_property_descriptor(cx, args.get(2), Fields { value, get, set })?;
    object::define_property_or_throw(cx, args.get(0), key, &desc)?;
    Ok(args.get(0).get(&*cx))
}

/// Object.defineProperties(O, Properties)
fn define_properties<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require_object(cx, args.get(0), "Object.defineProperties")?;
    object_define_properties(cx, args.get(0), args.get(1))?;
    Ok(args.get(0).get(&*cx))
}

/// What a list of descriptors holds beside the values: which fields there are, and the attributes.
struct Listed {
    key: Key,
    value: bool,
    get: bool,
    set: bool,
    writable: Option<bool>,
    enumerable: Option<bool>,
    configurable: Option<bool>,
}

/// Words of the list for one descriptor: the key, [[Value]], [[Get]], [[Set]].
const WORDS: usize = 4;

/// ObjectDefineProperties(O, Properties).
fn object_define_properties<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    properties: Root<'_, 'rt>,
) -> Result<(), Throw> {
    roots!(cx; props, list, key_value, from, value, get, set);
    props.set(convert::to_object(cx, properties)?);
    let keys = own_keys(cx, props, Which::All)?;
    list.set(key_words(cx, &keys)?);
    let mut listed = Vec::with_capacity(keys.len());
    for (i, key) in keys.into_iter().enumerate() {
        // The list keeps the keys alive, whatever getters do to the object.
        let Some(found) = object::get_own_property(cx, props, key, from, set)? else { continue };
        if found.attrs() & attr::E == 0 {
            continue;
        }
        from.set(object::get(cx, props, key)?);
        value.set(undefined());
        get.set(undefined());
        set.set(undefined());
        let desc = to_property_descriptor(cx, from, Fields { value, get, set })?;
        if let Some(cell) = list.cast::<Storage>(&*cx) {
            key_value.set(cell.get(i * WORDS));
            let at = listed.len() * WORDS;
            for (word, root) in [key_value, value, get, set].into_iter().enumerate() {
                cell.set(at + word, root.get(cell));
            }
        }
        listed.push(Listed {
            key,
            value: desc.value.is_some(),
            get: desc.get.is_some(),
            set: desc.set.is_some(),
            writable: desc.writable,
            enumerable: desc.enumerable,
            configurable: desc.configurable,
        });
    }
    for (i, entry) in listed.into_iter().enumerate() {
        if let Some(cell) = list.cast::<Storage>(&*cx) {
            value.set(cell.get(i * WORDS + 1));
            get.set(cell.get(i * WORDS + 2));
            set.set(cell.get(i * WORDS + 3));
        }
        let desc = Descriptor {
            value: entry.value.then_some(value),
            get: entry.get.then_some(get),
            set: entry.set.then_some(set),
            writable: entry.writable,
            enumerable: entry.enumerable,
            configurable: entry.configurable,
        };
        object::define_property_or_throw(cx, o, entry.key, &desc)?;
    }
    Ok(())
}

/// A STORAGE cell of `WORDS` words for each key, the first of which is the key's value.
fn key_words<'a, 'rt>(cx: &'a mut Cx<'rt>, keys: &[Key]) -> Completion<'a, 'rt> {
    roots!(cx; list, v);
    list.set(cx.alloc::<Storage>(STORAGE, 0, keys.len().saturating_mul(WORDS))?);
    for (i, &key) in keys.iter().enumerate() {
        if let Key::Name(atom) = key {
            v.set(crate::atom::to_value(cx, atom)?);
            if let Some(cell) = list.cast::<Storage>(&*cx) {
                cell.set(i * WORDS, v.get(cell));
            }
        }
    }
    Ok(list.get(&*cx))
}

/// Object.getOwnPropertyDescriptor(O, P)
fn get_own_property_descriptor<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, p);
    o.set(convert::to_object(cx, args.get(0))?);
    p.copy(args.get(1));
    let key = convert::to_property_key(cx, p)?;
    descriptor_of(cx, o, key)
}

/// FromPropertyDescriptor(O.[[GetOwnProperty]](P)).
pub(super) fn descriptor_of<'a, 'rt>(cx: &'a mut Cx<'rt>, o: Root<'_, 'rt>, key: Key) -> Completion<'a, 'rt> {
    roots!(cx; value, setter);
    let found = object::get_own_property(cx, o, key, value, setter)?;
    from_property_descriptor(cx, found, value, setter)
}

/// Object.getOwnPropertyDescriptors(O)
fn get_own_property_descriptors<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, out, desc);
    o.set(convert::to_object(cx, args.get(0))?);
    let keys = own_keys(cx, o, Which::All)?;
    out.set(create::plain(cx)?);
    for key in keys {
        desc.set(descriptor_of(cx, o, key)?);
        if !desc.get(&*cx).is_undefined() {
            object::create_data_property_or_throw(cx, out, key, desc)?;
        }
    }
    Ok(out.get(&*cx))
}

/// Object.getPrototypeOf(O)
fn get_prototype_of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let v = args.get(0).get(&*cx);
    if v.is_object() {
        return Ok(integrity::get_prototype_of(&*cx, args.get(0)));
    }
    match object::lookup::primitive_prototype(v) {
        Some(intrinsic) => realm::intrinsic(cx, intrinsic),
        None => convert::to_object(cx, args.get(0)),
    }
}

/// Object.setPrototypeOf(O, proto)
fn set_prototype_of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let (o, proto) = (args.get(0), args.get(1));
    convert::require_object_coercible(cx, o, "Object.setPrototypeOf")?;
    check_prototype(cx, proto)?;
    if o.get(&*cx).is_object() && !integrity::set_prototype_of(cx, o, proto)? {
        return Err(prototype_error(cx, o));
    }
    Ok(o.get(&*cx))
}

/// The TypeError for a [[SetPrototypeOf]] that returned false.
fn prototype_error<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>) -> Throw {
    let flags = o.cast::<crate::kinds::Object>(&*cx).map_or(0, |o| cx.host.shapes.flags(slots::shape(o)));
    let message = if flags & flag::IMMUTABLE_PROTOTYPE != 0 {
        "Immutable prototype object 'Object.prototype' cannot have their prototype set".to_string()
    } else if flags & flag::NOT_EXTENSIBLE != 0 {
        format!("{} is not extensible", error::describe(&*cx, o.get(&*cx)))
    } else {
        "Cyclic __proto__ value".to_string()
    };
    error::type_error(cx, &message)
}

fn restrict<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>, level: Level) -> Completion<'a, 'rt> {
    if args.get(0).get(&*cx).is_object() {
        integrity::restrict(cx, args.get(0), level)?;
    }
    Ok(args.get(0).get(&*cx))
}

/// Object.preventExtensions(O)
fn prevent_extensions<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    restrict(cx, args, Level::NotExtensible)
}

/// Object.seal(O)
fn seal<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    restrict(cx, args, Level::Sealed)
}

/// Object.freeze(O)
fn freeze<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    restrict(cx, args, Level::Frozen)
}

/// Object.isExtensible(O)
fn is_extensible<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Ok(boolean(integrity::is_extensible(&*cx, args.get(0))))
}

fn test<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>, level: Level) -> Completion<'a, 'rt> {
    if !args.get(0).get(&*cx).is_object() {
        return Ok(boolean(true));
    }
    Ok(boolean(integrity::test(cx, args.get(0), level)?))
}

/// Object.isSealed(O)
fn is_sealed<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    test(cx, args, Level::Sealed)
}

/// Object.isFrozen(O)
fn is_frozen<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    test(cx, args, Level::Frozen)
}
