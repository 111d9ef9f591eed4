//! Array: the constructor, and the tables of the constructor and the prototype (ECMA-262 23.1).
//!
//! Rooms: [`support`] what the methods share, [`access`] methods that read, [`join`] those that make strings,
//! [`callback`] those that call a function for each element, [`mutate`] and [`splice`] those that change the receiver,
//! [`copy`] and [`flat`] those that make new arrays, [`sort`] with [`timsort`], [`from`] `Array.from` and `of`.
//!
//! All methods are generic: they work on any object with a length up to 2^53 - 1. Each asks whether its receiver is a
//! *simple* array, whose words may be read and moved about as they lie, after the last call into user code and before
//! it touches them; every other receiver goes through the property operations, step by step as the specification says.

mod access;
mod callback;
mod copy;
mod flat;
mod from;
mod join;
mod mutate;
mod sort;
mod splice;
mod support;
mod timsort;

use crate::atom::names;
use crate::error;
use crate::kinds::*;
use crate::object::{self, create};
use crate::realm::{self, Args, Intrinsic, Spec, SpecKey, What, method, same, symbol_getter};
use crate::shape::attr;
use crate::value::*;

pub use access::values;

/// Static properties of %Array%.
pub static STATICS: &[Spec] = &[
    method("isArray", is_array_method, 1),
    method("from", from::from, 1),
    method("of", from::of, 0),
    symbol_getter(names::SPECIES, "[Symbol.species]", species),
];

/// Properties of %Array.prototype%.
pub static PROTOTYPE: &[Spec] = &[
    method("at", access::at, 1),
    method("concat", copy::concat, 1),
    method("copyWithin", mutate::copy_within, 2),
    method("fill", mutate::fill, 1),
    method("find", callback::find, 1),
    method("findIndex", callback::find_index, 1),
    method("findLast", callback::find_last, 1),
    method("findLastIndex", callback::find_last_index, 1),
    method("lastIndexOf", access::last_index_of, 1),
    method("pop", mutate::pop, 0),
    method("push", mutate::push, 1),
    method("reverse", mutate::reverse, 0),
    method("shift", mutate::shift, 0),
    method("unshift", mutate::unshift, 1),
    method("slice", copy::slice, 2),
    method("sort", sort::sort, 1),
    method("splice", splice::splice, 2),
    method("includes", access::includes, 1),
    method("indexOf", access::index_of, 1),
    method("join", join::join, 1),
    method("keys", access::keys, 0),
    method("entries", access::entries, 0),
    method("values", access::values, 0),
    method("forEach", callback::for_each, 1),
    method("filter", callback::filter, 1),
    method("flat", flat::flat, 0),
    method("flatMap", flat::flat_map, 1),
    method("map", callback::map, 1),
    method("every", callback::every, 1),
    method("some", callback::some, 1),
    method("reduce", callback::reduce, 1),
    method("reduceRight", callback::reduce_right, 1),
    method("toReversed", copy::to_reversed, 0),
    method("toSorted", sort::to_sorted, 1),
    method("toSpliced", splice::to_spliced, 2),
    method("toLocaleString", join::to_locale_string, 0),
    method("toString", join::to_string, 0),
    method("with", copy::with, 2),
    same(SpecKey::Symbol(names::ITERATOR), SpecKey::Name("values")),
    Spec {
        key: SpecKey::Symbol(names::UNSCOPABLES),
        what: What::Make(unscopables),
        attrs: attr::C,
        name: None,
    },
];

/// Array(...values) and new Array(...values).
pub fn construct<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; proto, array);
    if args.is_construct(&*cx) && !args.new_target().ptr_eq(args.callee()) {
        proto.set(realm::prototype_from_constructor(cx, args.new_target(), Intrinsic::ArrayPrototype)?);
    }
    let single = if args.len() == 1 { args.get(0).get(&*cx).as_number() } else { None };
    if let Some(n) = single {
        let length = n as u32;
        if length as f64 != n {
            return Err(error::range_error(cx, "Invalid array length"));
        }
        array.set(support::array_create(cx, length as u64)?);
    } else {
        array.set(create::array_from_slots(cx, args.rest(0))?);
    }
    if proto.get(&*cx).is_object() && !realm::is_intrinsic(&*cx, proto.get(&*cx), Intrinsic::ArrayPrototype) {
        let shape = create::root_shape(cx, proto, 0, 0)?;
        object::define::set_shape(&*cx, array, shape);
    }
    Ok(array.get(&*cx))
}

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
