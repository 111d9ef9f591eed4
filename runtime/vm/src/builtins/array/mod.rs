//! Array: the constructor, its static methods, and the table of the prototype.
//!
//! Rooms: [`access`] methods that read, [`mutate`] those that change the receiver, [`callback`] those that call a
//! function for each element, [`copy`] those that make new arrays, [`sort`] sorting, [`from`] `Array.from` and `of`.
//! All methods are generic: they work on any object with a length up to 2^53 - 1, with fast paths for dense arrays that
//! are checked again after every call into user code.

mod access;
mod callback;
mod copy;
mod from;
mod mutate;
mod sort;

use crate::atom::{Key, names};
use crate::call;
use crate::convert;
use crate::error;
use crate::kinds::*;
use crate::object::{self, create, elements};
use crate::realm::What;
use crate::realm::{self, Args, Intrinsic, Spec, SpecKey, method, same, symbol_getter};
use crate::shape::attr;
use crate::value::*;

pub use access::values;

/// Static properties of %Array%.
pub static STATICS: &[Spec] = &[
    method("from", from::from, 1),
    method("isArray", is_array_method, 1),
    method("of", from::of, 0),
    symbol_getter(names::SPECIES, "[Symbol.species]", species),
];

/// Properties of %Array.prototype%.
pub static PROTOTYPE: &[Spec] = &[
    method("at", access::at, 1),
    method("concat", copy::concat, 1),
    method("copyWithin", mutate::copy_within, 2),
    method("entries", access::entries, 0),
    method("every", callback::every, 1),
    method("fill", mutate::fill, 1),
    method("filter", callback::filter, 1),
    method("find", callback::find, 1),
    method("findIndex", callback::find_index, 1),
    method("findLast", callback::find_last, 1),
    method("findLastIndex", callback::find_last_index, 1),
    method("flat", copy::flat, 0),
    method("flatMap", copy::flat_map, 1),
    method("forEach", callback::for_each, 1),
    method("includes", access::includes, 1),
    method("indexOf", access::index_of, 1),
    method("join", access::join, 1),
    method("keys", access::keys, 0),
    method("lastIndexOf", access::last_index_of, 1),
    method("map", callback::map, 1),
    method("pop", mutate::pop, 0),
    method("push", mutate::push, 1),
    method("reduce", callback::reduce, 1),
    method("reduceRight", callback::reduce_right, 1),
    method("reverse", mutate::reverse, 0),
    method("shift", mutate::shift, 0),
    method("slice", copy::slice, 2),
    method("some", callback::some, 1),
    method("sort", sort::sort, 1),
    method("splice", mutate::splice, 2),
    method("toLocaleString", access::to_locale_string, 0),
    method("toReversed", copy::to_reversed, 0),
    method("toSorted", sort::to_sorted, 1),
    method("toSpliced", copy::to_spliced, 2),
    method("toString", access::to_string, 0),
    method("unshift", mutate::unshift, 1),
    method("values", access::values, 0),
    method("with", copy::with, 2),
    same(SpecKey::Symbol(names::ITERATOR), SpecKey::Name("values")),
    Spec {
        key: SpecKey::Symbol(names::UNSCOPABLES),
        what: What::Make(unscopables),
        attrs: attr::C,
        name: None,
    },
];

/// Array(...) and new Array(...).
pub fn construct<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; proto, array, v);
    if args.is_construct(&*cx) && !args.new_target().ptr_eq(args.callee()) {
        proto.set(realm::prototype_from_constructor(cx, args.new_target(), Intrinsic::ArrayPrototype)?);
    }
    if args.len() == 1 && args.get(0).get(&*cx).is_number() {
        let n = args.get(0).get(&*cx).as_number().unwrap_or(0.0);
        let length = n as u32;
        if length as f64 != n {
            return Err(error::range_error(cx, "Invalid array length"));
        }
        array.set(create::array(cx, length, length.min(PREALLOCATE))?);
    } else {
        array.set(create::array_from_slots(cx, args.rest(0))?);
    }
    if proto.get(&*cx).is_object() {
        object::integrity::set_prototype_of(cx, array, proto)?;
    }
    Ok(array.get(&*cx))
}

/// `new Array(n)` takes room for so many elements at once.
const PREALLOCATE: u32 = 1 << 16;

/// get Array[@@species].
pub fn species<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Ok(args.this().get(&*cx))
}

fn is_array_method<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Ok(boolean(is_array(&*cx, args.get(0))))
}

/// IsArray.
pub fn is_array<'rt>(cx: &Cx<'rt>, v: Root<'_, 'rt>) -> bool {
    v.cast::<Array>(cx).is_some()
}

/// Array.prototype[@@unscopables].
fn unscopables<'a, 'rt>(cx: &'a mut Cx<'rt>) -> Completion<'a, 'rt> {
    const NAMES: &[&str] = &[
        "at",
        "copyWithin",
        "entries",
        "fill",
        "find",
        "findIndex",
        "findLast",
        "findLastIndex",
        "flat",
        "flatMap",
        "includes",
        "keys",
        "toReversed",
        "toSorted",
        "toSpliced",
        "values",
    ];
    roots!(cx; o, v);
    v.set(null());
    o.set(create::with_proto(cx, v)?);
    v.set(boolean(true));
    for name in NAMES {
        let key = crate::atom::intern_static(cx, name);
        object::create_data_property_or_throw(cx, o, key, v)?;
    }
    Ok(o.get(&*cx))
}

/// The receiver as an object, in `o`, and its length.
fn receiver<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>, o: Root<'_, 'rt>) -> Result<u64, Throw> {
    o.set(convert::to_object(cx, args.this())?);
    convert::length_of_array_like(cx, o)
}

/// The key of index `i`; for indices beyond array indices, whose key is a string, `scratch` keeps it alive.
fn index_key<'rt>(cx: &mut Cx<'rt>, i: u64, scratch: Root<'_, 'rt>) -> Result<Key, Throw> {
    if i < u32::MAX as u64 {
        return Ok(Key::Index(i as u32));
    }
    scratch.set(crate::string::from_str(cx, &i.to_string())?);
    Ok(Key::Name(crate::atom::intern(cx, scratch)?))
}

/// A length or index as a value.
fn length_value<'a, 'rt>(n: u64) -> Value<'a, 'rt> {
    number(n as f64)
}

/// The element at `i` if it lies dense in the object.
#[inline]
fn dense_element<'a, 'rt>(cx: &'a Cx<'rt>, o: Root<'_, 'rt>, i: u64) -> Option<Value<'a, 'rt>> {
    let (cell, used) = o.cast::<Object>(cx).and_then(elements::dense)?;
    if i >= used as u64 {
        return None;
    }
    let v = cell.get(i as usize);
    (!v.is_hole()).then_some(v)
}

/// Get(O, i).
fn get_at<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, i: u64, out: Root<'_, 'rt>) -> Result<(), Throw> {
    if let Some(v) = dense_element(&*cx, o, i) {
        out.set(v);
        return Ok(());
    }
    roots!(cx; scratch);
    let key = index_key(cx, i, scratch)?;
    out.set(object::get(cx, o, key)?);
    Ok(())
}

/// HasProperty(O, i), and Get if so.
fn get_if_present<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    i: u64,
    out: Root<'_, 'rt>,
) -> Result<bool, Throw> {
    if let Some(v) = dense_element(&*cx, o, i) {
        out.set(v);
        return Ok(true);
    }
    roots!(cx; scratch);
    let key = index_key(cx, i, scratch)?;
    if !object::has_property(cx, o, key)? {
        return Ok(false);
    }
    out.set(object::get(cx, o, key)?);
    Ok(true)
}

/// Set(O, i, v, true).
fn set_at<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, i: u64, v: Root<'_, 'rt>) -> Result<(), Throw> {
    if i < u32::MAX as u64
        && let Some(object) = o.cast::<Object>(&*cx)
        && object.cast::<Arguments>().is_none()
        && elements::overwrite(object, i as u32, v.get(&*cx))
    {
        return Ok(());
    }
    roots!(cx; scratch);
    let key = index_key(cx, i, scratch)?;
    object::set(cx, o, key, v, true)
}

/// DeletePropertyOrThrow(O, i).
fn delete_at<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, i: u64) -> Result<(), Throw> {
    roots!(cx; scratch);
    let key = index_key(cx, i, scratch)?;
    object::delete_property_or_throw(cx, o, key)
}

/// CreateDataPropertyOrThrow(O, i, v).
fn create_at<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, i: u64, v: Root<'_, 'rt>) -> Result<(), Throw> {
    if is_initial(&*cx, o) && i == array_len(&*cx, o) {
        return crate::iteration::spread::push(cx, o, v);
    }
    roots!(cx; scratch);
    let key = index_key(cx, i, scratch)?;
    object::create_data_property_or_throw(cx, o, key, v)
}

/// Set(O, "length", n, true).
fn set_length<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, n: u64) -> Result<(), Throw> {
    if is_initial(&*cx, o) && array_len(&*cx, o) == n {
        return Ok(());
    }
    roots!(cx; v);
    v.set(length_value(n));
    object::set(cx, o, names::LENGTH, v, true)
}

/// An array of this realm with the initial shape: extensible, `length` writable, no named properties.
#[inline]
fn is_initial<'rt>(cx: &Cx<'rt>, o: Root<'_, 'rt>) -> bool {
    let shape = cx.host.realm.array_shape;
    shape.0 != 0 && o.cast::<Array>(cx).is_some_and(|a| a.aux() == shape.0)
}

fn array_len<'rt>(cx: &Cx<'rt>, o: Root<'_, 'rt>) -> u64 {
    o.cast::<Array>(cx).map_or(0, |a| elements::array_length(a) as u64)
}

/// A dense array of the initial shape whose elements are all in use and can be stored to; no prototype has elements.
/// Gives its length. Holes may be among them.
fn plain_dense<'rt>(cx: &Cx<'rt>, o: Root<'_, 'rt>) -> Option<u32> {
    if !is_initial(cx, o) || cx.host.prototype_elements() {
        return None;
    }
    let array = o.cast::<Array>(cx)?;
    let length = elements::array_length(array);
    match array.get(object_words::ELEMENTS).cast::<Dense>() {
        Some(dense) => (dense.kind() == ELEMENTS.id && dense.aux() == length).then_some(length),
        None => (length == 0 && array.get(object_words::ELEMENTS).is_undefined()).then_some(0),
    }
}

/// ArraySpeciesCreate(O, length) into `out`. True if it is a plain new array.
fn species_create<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    length: u64,
    out: Root<'_, 'rt>,
) -> Result<bool, Throw> {
    roots!(cx; c, n);
    if is_array(&*cx, o) {
        c.set(object::get(cx, o, names::CONSTRUCTOR)?);
        let intrinsic = realm::is_intrinsic(&*cx, c.get(&*cx), Intrinsic::Array);
        if c.get(&*cx).is_object() && (!intrinsic || species_replaced(cx, c)?) {
            c.set(object::get(cx, c, names::SPECIES)?);
            if c.get(&*cx).is_null() {
                c.set(undefined());
            }
        }
    }
    if c.get(&*cx).is_undefined() || realm::is_intrinsic(&*cx, c.get(&*cx), Intrinsic::Array) {
        if length > u32::MAX as u64 {
            return Err(error::range_error(cx, "Invalid array length"));
        }
        out.set(create::array(cx, length as u32, 0)?);
        return Ok(true);
    }
    if !call::is_constructor(&*cx, c.get(&*cx)) {
        return Err(error::type_error(cx, "object.constructor[Symbol.species] is not a constructor"));
    }
    n.set(length_value(length));
    out.set(call::construct(cx, c, &[n], c)?);
    Ok(false)
}

/// Has somebody changed `Array[@@species]`?
fn species_replaced<'rt>(cx: &mut Cx<'rt>, c: Root<'_, 'rt>) -> Result<bool, Throw> {
    use crate::object::lookup::{Own, find_own};
    let Some(array) = c.cast::<Object>(&*cx) else { return Ok(false) };
    Ok(match find_own(&*cx, array, names::SPECIES.into()) {
        Own::Lazy => false,
        Own::Accessor(pair, _) => !crate::protectors::is_function(&*cx, pair.get(0), species),
        _ => true,
    })
}

/// TypeError unless `f` is callable.
fn check_callable<'rt>(cx: &mut Cx<'rt>, f: Root<'_, 'rt>) -> Result<(), Throw> {
    if call::is_callable(f.get(&*cx)) {
        return Ok(());
    }
    let what = error::describe(&*cx, f.get(&*cx));
    Err(error::type_error(cx, &format!("{what} is not a function")))
}
