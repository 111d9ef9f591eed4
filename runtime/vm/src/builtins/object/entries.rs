//! Lists of properties: Object.keys, values, entries, getOwnPropertyNames and getOwnPropertySymbols; and what makes
//! objects of lists: fromEntries, groupBy.

use crate::atom::{Atom, Key};
use crate::convert;
use crate::error;
use crate::iteration::{self, Record, Site, spread};
use crate::kinds::*;
use crate::object::keys::{Which, is_enumerable, key_list, own_keys};
use crate::object::{self, Found, create, elements, slots};
use crate::realm::Args;
use crate::shape::{Slot, attr, flag};
use crate::value::*;

/// The named properties of an object whose own enumerable properties are exactly its string-keyed ones, all of them
/// plain data: nothing can run while they are listed.
fn plain_properties<'rt>(cx: &Cx<'rt>, o: Root<'_, 'rt>) -> Option<Vec<(Atom, Slot)>> {
    let object = o.cast::<Plain>(cx)?.cast::<Object>()?;
    let shape = slots::shape(object);
    if cx.host.shapes.has(shape, flag::UNUSUAL) || !object.get(object_words::ELEMENTS).is_undefined() {
        return None;
    }
    let mut named = cx.host.shapes.keys(shape);
    named.retain(|&(key, _)| cx.host.atoms.is_string(key));
    let lazy = |slot: u32| slots::read(cx, object, slot).as_imm().is_some_and(|i| i >= imm::LAZY);
    if named.iter().any(|(_, slot)| lazy(slot.index)) { None } else { Some(named) }
}

/// A new array of `n` elements that `element` gives, which nothing that runs meanwhile can see.
fn dense_array<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    n: usize,
    element: impl for<'b> Fn(&'b Cx<'rt>, usize) -> Value<'b, 'rt>,
) -> Completion<'a, 'rt> {
    roots!(cx; out);
    out.set(create::array(cx, n as u32, n as u32)?);
    if let Some((cell, _)) = out.cast::<Object>(&*cx).and_then(elements::dense) {
        for i in 0..n {
            cell.set(i, element(&*cx, i));
        }
        cell.set_aux(n as u32);
    }
    Ok(out.get(&*cx))
}

/// CreateArrayFromList of the names of properties that `o` has.
fn name_array<'a, 'rt>(cx: &'a mut Cx<'rt>, named: &[(Atom, Slot)]) -> Completion<'a, 'rt> {
    for &(key, _) in named {
        if cx.host.atoms.cell(key).is_none() {
            crate::atom::to_value(cx, key)?;
        }
    }
    dense_array(cx, named.len(), |cx, i| cx.host.atoms.cell(named[i].0).map_or(undefined(), |c| cx.global(c)))
}

/// CreateArrayFromList of keys that `o` has and keeps meanwhile.
pub(in crate::builtins) fn key_array<'a, 'rt>(cx: &'a mut Cx<'rt>, keys: &[Key]) -> Completion<'a, 'rt> {
    roots!(cx; out, v);
    out.set(create::array(cx, 0, keys.len() as u32)?);
    for &key in keys {
        v.set(crate::atom::key_to_value(cx, key)?);
        spread::push(cx, out, v)?;
    }
    Ok(out.get(&*cx))
}

fn own_property_keys<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>, which: Which) -> Completion<'a, 'rt> {
    roots!(cx; o);
    o.set(convert::to_object(cx, args.get(0))?);
    let keys = own_keys(cx, o, which)?;
    key_array(cx, &keys)
}

/// Object.getOwnPropertyNames(O)
pub(super) fn get_own_property_names<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    args: Args<'_, 'rt>,
) -> Completion<'a, 'rt> {
    own_property_keys(cx, args, Which::Strings)
}

/// Object.getOwnPropertySymbols(O)
pub(super) fn get_own_property_symbols<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    args: Args<'_, 'rt>,
) -> Completion<'a, 'rt> {
    own_property_keys(cx, args, Which::Symbols)
}

/// Object.keys(O)
pub(super) fn keys<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o);
    o.set(convert::to_object(cx, args.get(0))?);
    if let Some(named) = plain_properties(&*cx, o) {
        return name_array(cx, &named);
    }
    let mut keys = Vec::new();
    for key in own_keys(cx, o, Which::Strings)? {
        if is_enumerable(cx, o, key)? {
            keys.push(key);
        }
    }
    key_array(cx, &keys)
}

/// Object.values(O)
pub(super) fn values<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, out);
    o.set(convert::to_object(cx, args.get(0))?);
    if let Some(named) = plain_properties(&*cx, o) {
        return dense_array(cx, named.len(), |cx, i| {
            o.cast::<Object>(cx).map_or(undefined(), |o| slots::read(cx, o, named[i].1.index))
        });
    }
    out.set(create::array(cx, 0, 0)?);
    own_properties(cx, o, |cx, _, value| spread::push(cx, out, value))?;
    Ok(out.get(&*cx))
}

/// Object.entries(O)
pub(super) fn entries<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, out, entry);
    o.set(convert::to_object(cx, args.get(0))?);
    let pair = cx.window(2)?;
    let pair = pair.slots();
    if let Some(named) = plain_properties(&*cx, o) {
        out.set(create::array(cx, 0, named.len() as u32)?);
        for (key, slot) in named {
            pair.at(0).set(crate::atom::to_value(cx, key)?);
            if let Some(object) = o.cast::<Object>(&*cx) {
                pair.at(1).set(slots::read(&*cx, object, slot.index));
            }
            entry.set(create::array_from_slots(cx, pair)?);
            spread::push(cx, out, entry)?;
        }
        return Ok(out.get(&*cx));
    }
    out.set(create::array(cx, 0, 0)?);
    own_properties(cx, o, |cx, key, value| {
        pair.at(0).set(crate::atom::key_to_value(cx, key)?);
        pair.at(1).copy(value);
        entry.set(create::array_from_slots(cx, pair)?);
        spread::push(cx, out, entry)
    })?;
    Ok(out.get(&*cx))
}

/// EnumerableOwnProperties(O, key+value), one by one.
fn own_properties<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    mut each: impl FnMut(&mut Cx<'rt>, Key, Root<'_, 'rt>) -> Result<(), Throw>,
) -> Result<(), Throw> {
    roots!(cx; list, value, setter);
    let keys = own_keys(cx, o, Which::Strings)?;
    // Getters may remove what has not been visited: the list keeps the keys alive.
    list.set(key_list(cx, &keys)?);
    for key in keys {
        let Some(found) = object::get_own_property(cx, o, key, value, setter)? else { continue };
        if found.attrs() & attr::E == 0 {
            continue;
        }
        if let Found::Accessor(_) = found {
            value.set(object::get(cx, o, key)?);
        }
        each(cx, key, value)?;
    }
    Ok(())
}

/// Object.fromEntries(iterable)
pub(super) fn from_entries<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let iterable = args.get(0);
    if iterable.get(&*cx).is_nullish() {
        let what = error::describe(&*cx, iterable.get(&*cx));
        return Err(error::type_error(cx, &format!("{what} is not iterable")));
    }
    roots!(cx; out, iterator, next, mode, item);
    let record = Record { iterator, next, mode };
    out.set(create::plain(cx)?);
    iteration::get_iterator(cx, Site::Builtin, iterable, record)?;
    while iteration::step_value(cx, record, item)? {
        if let Err(thrown) = add_entry(cx, out, item) {
            return Err(iteration::close_throw(cx, record, thrown));
        }
    }
    Ok(out.get(&*cx))
}

/// One round of AddEntriesFromIterable with CreateDataPropertyOnObject.
fn add_entry<'rt>(cx: &mut Cx<'rt>, out: Root<'_, 'rt>, item: Root<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; k, v);
    if !item.get(&*cx).is_object() {
        let what = error::describe(&*cx, item.get(&*cx));
        return Err(error::type_error(cx, &format!("Iterator value {what} is not an entry object")));
    }
    k.set(object::get(cx, item, Key::Index(0))?);
    v.set(object::get(cx, item, Key::Index(1))?);
    let key = convert::to_property_key(cx, k)?;
    object::create_data_property_or_throw(cx, out, key, v)
}

/// Object.groupBy(items, callback)
pub(super) fn group_by<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let (items, callback) = (args.get(0), args.get(1));
    convert::require_object_coercible(cx, items, "Object.groupBy")?;
    if !crate::call::is_callable(callback.get(&*cx)) {
        let what = error::describe(&*cx, callback.get(&*cx));
        return Err(error::type_error(cx, &format!("{what} is not a function")));
    }
    roots!(cx; groups, proto, iterator, next, mode, item, index);
    let record = Record { iterator, next, mode };
    // The groups grow in the result itself, which nobody sees before the end.
    proto.set(null());
    groups.set(create::with_proto(cx, proto)?);
    iteration::get_iterator(cx, Site::Builtin, items, record)?;
    let mut k = 0u64;
    while iteration::step_value(cx, record, item)? {
        index.set(number(k as f64));
        if let Err(thrown) = add_to_group(cx, groups, callback, item, index) {
            return Err(iteration::close_throw(cx, record, thrown));
        }
        k += 1;
    }
    Ok(groups.get(&*cx))
}

/// One round of GroupBy(items, callback, property) with AddValueToKeyedGroup.
fn add_to_group<'rt>(
    cx: &mut Cx<'rt>,
    groups: Root<'_, 'rt>,
    callback: Root<'_, 'rt>,
    item: Root<'_, 'rt>,
    index: Root<'_, 'rt>,
) -> Result<(), Throw> {
    roots!(cx; nothing, k, group, setter);
    k.set(crate::call::call(cx, callback, nothing, &[item, index])?);
    let key = convert::to_property_key(cx, k)?;
    if object::get_own_property(cx, groups, key, group, setter)?.is_none() {
        group.set(create::array(cx, 0, 0)?);
        object::create_data_property_or_throw(cx, groups, key, group)?;
    }
    spread::push(cx, group, item)
}
