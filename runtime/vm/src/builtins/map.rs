//! Map (ECMA-262 24.1), and the iterators of Map and Set.
//!
//! The entries themselves are in `table`; a MAP cell holds one. What iterates a Map inside the machine without result
//! objects is [`iterator_step`].

use crate::atom::names;
use crate::call;
use crate::error;
use crate::iteration::{self, Record, Site};
use crate::kinds::*;
use crate::object::{self, elements};
use crate::protectors;
use crate::realm::{self, Args, Intrinsic, Spec};
use crate::realm::{getter, method, same, symbol_getter, tag};
use crate::table;
use crate::value::*;
use tercet_gc::Kind;

/// Properties of %Map.prototype%.
pub static PROTOTYPE: &[Spec] = &[
    method("get", get, 1),
    method("set", set, 2),
    method("has", has, 1),
    method("delete", delete, 1),
    method("clear", clear, 0),
    method("entries", entries, 0),
    method("forEach", for_each, 1),
    method("keys", keys, 0),
    getter("size", size),
    method("values", values, 0),
    tag("Map"),
    same(realm::SpecKey::Symbol(names::ITERATOR), realm::SpecKey::Name("entries")),
];
/// Properties of %Map%.
pub static STATICS: &[Spec] =
    &[symbol_getter(names::SPECIES, "[Symbol.species]", species), method("groupBy", group_by, 2)];
/// Properties of %MapIteratorPrototype%.
pub static ITERATOR_PROTOTYPE: &[Spec] = &[method("next", iterator_next, 0), tag("Map Iterator")];

/// What an iterator gives: keys.
pub const KEYS: u32 = 0;
/// Values.
pub const VALUES: u32 = 1;
/// Arrays of key and value (for a Set of the key twice).
pub const ENTRIES: u32 = 2;
const WHAT: u32 = 3;
/// Flag: the iterator is one of a Map.
const OF_MAP: u32 = 4;

/// The table of the Map or Set (by type) in a root.
#[inline]
pub fn table_of<'a, 'rt, T: CellType>(cx: &'a Cx<'rt>, v: Root<'_, 'rt>) -> Option<Gc<'a, 'rt, Table>> {
    v.cast::<T>(cx)?.get(object_words::OWN).cast::<Table>()
}

/// Stores a table that may have replaced another into its Map or Set.
pub fn store_table<'rt>(cx: &Cx<'rt>, collection: Root<'_, 'rt>, t: Root<'_, 'rt>) {
    if let Some(o) = collection.cast::<Object>(cx) {
        o.set(object_words::OWN, t.get(cx));
    }
}

/// The TypeError of a method that was called on something else.
#[cold]
pub fn incompatible<'rt>(cx: &mut Cx<'rt>, method: &str, receiver: Root<'_, 'rt>) -> Throw {
    let what = error::describe(&*cx, receiver.get(&*cx));
    error::type_error(cx, &format!("Method {method} called on incompatible receiver {what}"))
}

/// OrdinaryCreateFromConstructor for a collection: `own` is its one word.
pub fn create_collection<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    kind: Kind,
    args: Args<'_, 'rt>,
    prototype: Intrinsic,
    own: Root<'_, 'rt>,
) -> Completion<'a, 'rt> {
    // The `prototype` of a built-in constructor cannot be changed.
    let shape = if args.new_target().ptr_eq(args.callee()) {
        realm::kind_shape(cx, prototype)?
    } else {
        roots!(cx; proto);
        proto.set(realm::prototype_from_constructor(cx, args.new_target(), prototype)?);
        object::create::root_shape(cx, proto, 0, 0)?
    };
    let o = cx.alloc::<Object>(kind, shape.0, object_words::OWN + 1)?;
    o.set(object_words::OWN, own.get(o));
    Ok(o.into())
}

/// The TypeError of a constructor that was called as a function.
#[cold]
pub fn requires_new(cx: &mut Cx<'_>, name: &str) -> Throw {
    error::type_error(cx, &format!("Constructor {name} requires 'new'"))
}

/// The method of a new collection that its constructor adds entries with: read once; TypeError if it is not callable.
pub fn get_adder<'a, 'rt>(cx: &'a mut Cx<'rt>, collection: Root<'_, 'rt>, name: &str) -> Completion<'a, 'rt> {
    roots!(cx; adder);
    let key = if name == "set" { names::SET } else { names::ADD };
    adder.set(object::get(cx, collection, key)?);
    if !call::is_callable(adder.get(&*cx)) {
        let what = error::describe(&*cx, adder.get(&*cx));
        return Err(error::type_error(
            cx,
            &format!("'{what}' returned for property '{name}' of object '#<Object>' is not a function"),
        ));
    }
    Ok(adder.get(&*cx))
}

/// How many entries to make room for: the length of a dense array, within reason.
pub fn expected_entries<'rt>(cx: &Cx<'rt>, iterable: Root<'_, 'rt>) -> usize {
    if !iteration::is_dense(cx, iterable.get(cx), protectors::ITER | protectors::CLOSE) {
        return 0;
    }
    iterable
        .cast::<Object>(cx)
        .and_then(elements::dense)
        .map_or(0, |(_, used)| used.min(elements::MAX_PREALLOCATED) as usize)
}

/// Map([iterable]).
pub fn construct<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if !args.is_construct(&*cx) {
        return Err(requires_new(cx, "Map"));
    }
    roots!(cx; map, t, adder);
    let iterable = args.get(0);
    t.set(table::new(cx, expected_entries(&*cx, iterable))?);
    map.set(create_collection(cx, MAP, args, Intrinsic::MapPrototype, t)?);
    if iterable.get(&*cx).is_nullish() {
        return Ok(map.get(&*cx));
    }
    adder.set(get_adder(cx, map, "set")?);
    if protectors::is_function(&*cx, adder.get(&*cx), set)
        && iterates_as_made::<MapObject>(&*cx, iterable, Intrinsic::MapPrototype, protectors::MAP)
    {
        clone_table::<MapObject>(cx, iterable, t)?;
        store_table(&*cx, map, t);
        return Ok(map.get(&*cx));
    }
    add_entries(cx, map, iterable, adder)?;
    Ok(map.get(&*cx))
}

/// Does iterating this Map or Set give its entries, with nobody watching?
pub fn iterates_as_made<'rt, T: CellType>(
    cx: &Cx<'rt>,
    v: Root<'_, 'rt>,
    prototype: Intrinsic,
    promise: u32,
) -> bool {
    cx.host.protectors & promise != 0
        && v.cast::<T>(cx).is_some_and(|o| {
            cx.host.realm.kind_shapes.get(&prototype).is_some_and(|shape| shape.0 == o.aux())
        })
}

/// A copy of another collection's table in `t`.
pub fn clone_table<'rt, T: CellType>(
    cx: &mut Cx<'rt>,
    source: Root<'_, 'rt>,
    t: Root<'_, 'rt>,
) -> Result<(), Throw> {
    let Some(table) = table_of::<T>(&*cx, source) else { return Ok(()) };
    let n = table::len(table);
    t.set(table);
    t.set(table::compact(cx, t, n)?);
    Ok(())
}

/// AddEntriesFromIterable: of Map and WeakMap.
pub fn add_entries<'rt>(
    cx: &mut Cx<'rt>,
    target: Root<'_, 'rt>,
    iterable: Root<'_, 'rt>,
    adder: Root<'_, 'rt>,
) -> Result<(), Throw> {
    roots!(cx; iterator, next, mode, item, k, v);
    let record = Record { iterator, next, mode };
    iteration::get_iterator(cx, Site::Builtin, iterable, record)?;
    while iteration::step_value(cx, record, item)? {
        if let Err(thrown) = add_entry(cx, target, adder, item, k, v) {
            return Err(iteration::close_throw(cx, record, thrown));
        }
    }
    Ok(())
}

fn add_entry<'rt>(
    cx: &mut Cx<'rt>,
    target: Root<'_, 'rt>,
    adder: Root<'_, 'rt>,
    item: Root<'_, 'rt>,
    k: Root<'_, 'rt>,
    v: Root<'_, 'rt>,
) -> Result<(), Throw> {
    if !read_pair(&*cx, item, k, v) {
        if !item.get(&*cx).is_object() {
            let what = error::describe(&*cx, item.get(&*cx));
            return Err(error::type_error(cx, &format!("Iterator value {what} is not an entry object")));
        }
        k.set(object::get(cx, item, crate::atom::Key::Index(0))?);
        v.set(object::get(cx, item, crate::atom::Key::Index(1))?);
    }
    if target.cast::<MapObject>(&*cx).is_some() && protectors::is_function(&*cx, adder.get(&*cx), set) {
        return insert::<MapObject>(cx, target, k, v);
    }
    call::call(cx, adder, target, &[k, v])?;
    Ok(())
}

/// Elements 0 and 1 of an array that has both as plain data.
fn read_pair<'rt>(cx: &Cx<'rt>, item: Root<'_, 'rt>, k: Root<'_, 'rt>, v: Root<'_, 'rt>) -> bool {
    let Some((dense, used)) =
        item.cast::<Array>(cx).and_then(|a| a.cast::<Object>()).and_then(elements::dense)
    else {
        return false;
    };
    if used < 2 || dense.get(0).is_hole() || dense.get(1).is_hole() {
        return false;
    }
    k.set(dense.get(0));
    v.set(dense.get(1));
    true
}

/// Sets a key of the Map or Set (by type) in `collection`.
#[inline]
pub fn insert<'rt, T: CellType>(
    cx: &mut Cx<'rt>,
    collection: Root<'_, 'rt>,
    k: Root<'_, 'rt>,
    v: Root<'_, 'rt>,
) -> Result<(), Throw> {
    let Some(t) = table_of::<T>(&*cx, collection) else { return Ok(()) };
    if table::try_set(t, k.get(&*cx), v.get(&*cx)) {
        return Ok(());
    }
    insert_slowly::<T>(cx, collection, k, v)
}

#[cold]
#[inline(never)]
fn insert_slowly<'rt, T: CellType>(
    cx: &mut Cx<'rt>,
    collection: Root<'_, 'rt>,
    k: Root<'_, 'rt>,
    v: Root<'_, 'rt>,
) -> Result<(), Throw> {
    roots!(cx; t, key);
    key.copy(k);
    let Some(table) = table_of::<T>(&*cx, collection) else { return Ok(()) };
    t.set(table);
    table::set(cx, t, key, v)?;
    store_table(&*cx, collection, t);
    Ok(())
}

/// get Map[@@species], get Set[@@species].
pub fn species<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Ok(args.this().get(&*cx))
}

/// Map.prototype.get(key).
pub fn get<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let key = args.get(0);
    flatten_key(cx, key)?;
    if args.this().cast::<MapObject>(&*cx).is_none() {
        return Err(incompatible(cx, "Map.prototype.get", args.this()));
    }
    let Some(t) = table_of::<MapObject>(&*cx, args.this()) else { return Ok(undefined()) };
    Ok(table::find(t, key.get(&*cx)).map_or(undefined(), |e| table::value(t, e)))
}

/// A rope would have to be flattened to be looked for: done in its argument, where nobody can see it.
#[inline]
pub fn flatten_key<'rt>(cx: &mut Cx<'rt>, key: Root<'_, 'rt>) -> Result<(), Throw> {
    if key.cast::<Rope>(&*cx).is_some() { crate::string::flatten(cx, key) } else { Ok(()) }
}

/// Map.prototype.has(key).
pub fn has<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let key = args.get(0);
    flatten_key(cx, key)?;
    let Some(t) = table_of::<MapObject>(&*cx, args.this()) else {
        return Err(incompatible(cx, "Map.prototype.has", args.this()));
    };
    Ok(boolean(table::find(t, key.get(&*cx)).is_some()))
}

/// Map.prototype.set(key, value).
pub fn set<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if args.this().cast::<MapObject>(&*cx).is_none() {
        return Err(incompatible(cx, "Map.prototype.set", args.this()));
    }
    insert::<MapObject>(cx, args.this(), args.get(0), args.get(1))?;
    Ok(args.this().get(&*cx))
}

/// Map.prototype.delete(key).
pub fn delete<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if args.this().cast::<MapObject>(&*cx).is_none() {
        return Err(incompatible(cx, "Map.prototype.delete", args.this()));
    }
    remove::<MapObject>(cx, args.this(), args.get(0)).map(boolean)
}

/// Deletes a key of the Map or Set (by type) in `collection`; whether it was there.
pub fn remove<'rt, T: CellType>(
    cx: &mut Cx<'rt>,
    collection: Root<'_, 'rt>,
    k: Root<'_, 'rt>,
) -> Result<bool, Throw> {
    roots!(cx; t, key);
    key.copy(k);
    let Some(table) = table_of::<T>(&*cx, collection) else { return Ok(false) };
    t.set(table);
    let found = table::delete(cx, t, key)?;
    store_table(&*cx, collection, t);
    Ok(found)
}

/// Map.prototype.clear().
pub fn clear<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if args.this().cast::<MapObject>(&*cx).is_none() {
        return Err(incompatible(cx, "Map.prototype.clear", args.this()));
    }
    remove_all::<MapObject>(cx, args.this())?;
    Ok(undefined())
}

/// Empties the Map or Set (by type) in `collection`.
pub fn remove_all<'rt, T: CellType>(cx: &mut Cx<'rt>, collection: Root<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; t);
    let Some(table) = table_of::<T>(&*cx, collection) else { return Ok(()) };
    if table::used(table) == 0 {
        return Ok(());
    }
    t.set(table);
    table::clear(cx, t)?;
    store_table(&*cx, collection, t);
    Ok(())
}

/// get Map.prototype.size.
pub fn size<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let Some(t) = table_of::<MapObject>(&*cx, args.this()) else {
        return Err(incompatible(cx, "get Map.prototype.size", args.this()));
    };
    Ok(Value::int(table::len(t) as i32))
}

/// Map.prototype.forEach(callback [, thisArg]).
pub fn for_each<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if args.this().cast::<MapObject>(&*cx).is_none() {
        return Err(incompatible(cx, "Map.prototype.forEach", args.this()));
    }
    visit::<MapObject>(cx, args)?;
    Ok(undefined())
}

/// The loop of `forEach`: calls back with value (of a Set: key), key, collection.
pub fn visit<'rt, T: CellType>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>) -> Result<(), Throw> {
    let callback = args.get(0);
    if !call::is_callable(callback.get(&*cx)) {
        let what = error::describe(&*cx, callback.get(&*cx));
        return Err(error::type_error(cx, &format!("{what} is not a function")));
    }
    roots!(cx; t);
    if let Some(table) = table_of::<T>(&*cx, args.this()) {
        t.set(table);
    }
    let of_map = args.this().cast::<MapObject>(&*cx).is_some();
    let mut position = 0;
    loop {
        let window = cx.window(6)?;
        let slots = window.slots();
        if !next_in(&*cx, t, &mut position, Some(slots.at(4)), of_map.then(|| slots.at(3))) {
            return Ok(());
        }
        if !of_map {
            slots.at(3).copy(slots.at(4));
        }
        slots.at(0).copy(callback);
        slots.at(2).copy(args.get(1));
        slots.at(5).copy(args.this());
        call::invoke(cx, slots)?;
    }
}

/// Steps over the table in `t`, which is replaced if it was: key and value of the next live entry, if there is one.
#[inline]
pub fn next_in<'rt>(
    cx: &Cx<'rt>,
    t: Root<'_, 'rt>,
    position: &mut usize,
    k: Option<Root<'_, 'rt>>,
    v: Option<Root<'_, 'rt>>,
) -> bool {
    let Some(mut table) = t.cast::<Table>(cx) else { return false };
    while let Some((next, at)) = table::reposition(table, *position) {
        (table, *position) = (next, at);
        t.set(next);
    }
    let Some(e) = table::next_entry(table, *position) else { return false };
    *position = e + 1;
    if let Some(k) = k {
        k.set(table::key(table, e));
    }
    if let Some(v) = v {
        v.set(table::value(table, e));
    }
    true
}

/// Map.prototype.entries().
pub fn entries<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    map_iterator(cx, args, "Map.prototype.entries", ENTRIES)
}
/// Map.prototype.keys().
pub fn keys<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    map_iterator(cx, args, "Map.prototype.keys", KEYS)
}
/// Map.prototype.values().
pub fn values<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    map_iterator(cx, args, "Map.prototype.values", VALUES)
}

/// CreateMapIterator.
fn map_iterator<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    args: Args<'_, 'rt>,
    method: &str,
    what: u32,
) -> Completion<'a, 'rt> {
    if args.this().cast::<MapObject>(&*cx).is_none() {
        return Err(incompatible(cx, method, args.this()));
    }
    create_iterator(cx, args.this(), Intrinsic::MapIteratorPrototype, what | OF_MAP)
}

/// Makes an iterator over the Map or Set in `collection`.
pub fn create_iterator<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    collection: Root<'_, 'rt>,
    prototype: Intrinsic,
    what: u32,
) -> Completion<'a, 'rt> {
    let shape = realm::kind_shape(cx, prototype)?;
    let it = cx.alloc::<TableIterator>(TABLE_ITERATOR, shape.0, object_words::OWN + 1)?;
    if let Some(o) = collection.cast::<Object>(it) {
        it.set(object_words::OWN, o.get(object_words::OWN));
    }
    it.set_raw(0, (what as u64) << 32);
    Ok(it.into())
}

/// Is it a Map iterator, rather than a Set iterator?
#[inline]
pub fn is_map_iterator(it: Gc<'_, '_, TableIterator>) -> bool {
    (it.raw(0) >> 32) as u32 & OF_MAP != 0
}

/// What a Map or Set iterator gives: [`KEYS`], [`VALUES`] or [`ENTRIES`].
pub fn iterator_gives(it: Gc<'_, '_, TableIterator>) -> u32 {
    (it.raw(0) >> 32) as u32 & WHAT
}

/// Steps the Map or Set iterator in `it`: true and the value in `out`, or false when exhausted.
pub fn iterator_step<'rt>(cx: &mut Cx<'rt>, it: Root<'_, 'rt>, out: Root<'_, 'rt>) -> Result<bool, Throw> {
    let Some(what) = advance(&*cx, it, out) else { return Ok(false) };
    if what & WHAT != ENTRIES {
        return Ok(true);
    }
    // The pair: nothing runs between here and there, so the entry is still where the position says.
    let shape = object::create::array_shape(cx)?;
    roots!(cx; pair);
    pair.set(cx.alloc::<Dense>(ELEMENTS, 2, 2)?);
    if let Some(pair) = pair.cast::<Dense>(&*cx)
        && let Some(it) = it.cast::<TableIterator>(&*cx)
        && let Some(t) = it.get(object_words::OWN).cast::<Table>()
    {
        let e = (it.raw(0) as u32 as usize).saturating_sub(1);
        pair.set(0, table::key(t, e));
        pair.set(1, if what & OF_MAP != 0 { table::value(t, e) } else { table::key(t, e) });
    }
    let array = cx.alloc::<Array>(ARRAY, shape.0, 2)?;
    array.set(object_words::ELEMENTS, pair.get(array));
    array.set_raw(0, 2);
    out.set(array);
    Ok(true)
}

/// Moves an iterator beyond the next live entry, whose key or value goes to `out`; what the iterator gives, or None
/// when it is exhausted.
#[inline]
fn advance<'rt>(cx: &Cx<'rt>, it: Root<'_, 'rt>, out: Root<'_, 'rt>) -> Option<u32> {
    let it = it.cast::<TableIterator>(cx)?;
    let mut t = it.get(object_words::OWN).cast::<Table>()?;
    let state = it.raw(0);
    let (mut position, what) = (state as u32 as usize, (state >> 32) as u32);
    let first = t;
    while let Some((next, at)) = table::reposition(t, position) {
        (t, position) = (next, at);
    }
    let Some(e) = table::next_entry(t, position) else {
        it.set(object_words::OWN, undefined());
        out.set(undefined());
        return None;
    };
    if !t.identity_eq(first) {
        it.set(object_words::OWN, t.into());
    }
    it.set_raw(0, state >> 32 << 32 | (e as u64 + 1));
    out.set(if what == VALUES | OF_MAP { table::value(t, e) } else { table::key(t, e) });
    Some(what)
}

/// %MapIteratorPrototype%.next().
pub fn iterator_next<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if !args.this().cast::<TableIterator>(&*cx).is_some_and(is_map_iterator) {
        return Err(incompatible(cx, "Map Iterator.prototype.next", args.this()));
    }
    roots!(cx; v);
    let found = iterator_step(cx, args.this(), v)?;
    realm::iter_result(cx, v, !found)
}

/// Map.groupBy(items, callback).
pub fn group_by<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; t, map, iterator, next, mode, item, group, index, nothing);
    let (items, callback) = (args.get(0), args.get(1));
    crate::convert::require_object_coercible(cx, items, "Map.groupBy")?;
    if !call::is_callable(callback.get(&*cx)) {
        let what = error::describe(&*cx, callback.get(&*cx));
        return Err(error::type_error(cx, &format!("{what} is not a function")));
    }
    let record = Record { iterator, next, mode };
    iteration::get_iterator(cx, Site::Builtin, items, record)?;
    t.set(table::new(cx, 0)?);
    let mut k = 0.0;
    while iteration::step_value(cx, record, item)? {
        index.set(number(k));
        k += 1.0;
        let key = match call::call(cx, callback, nothing, &[item, index]) {
            Ok(key) => key,
            Err(thrown) => return Err(iteration::close_throw(cx, record, thrown)),
        };
        group.set(key);
        add_to_group(cx, t, group, item)?;
    }
    let shape = realm::kind_shape(cx, Intrinsic::MapPrototype)?;
    map.set(cx.alloc::<Object>(MAP, shape.0, object_words::OWN + 1)?);
    store_table(&*cx, map, t);
    Ok(map.get(&*cx))
}

/// AddValueToKeyedGroup: the groups are arrays from the start, which nobody else has seen yet.
fn add_to_group<'rt>(
    cx: &mut Cx<'rt>,
    t: Root<'_, 'rt>,
    key: Root<'_, 'rt>,
    item: Root<'_, 'rt>,
) -> Result<(), Throw> {
    roots!(cx; group);
    match table::lookup(cx, t, key)? {
        Some(e) => {
            if let Some(t) = t.cast::<Table>(&*cx) {
                group.set(table::value(t, e));
            }
        }
        None => {
            group.set(object::create::array(cx, 0, 0)?);
            table::set(cx, t, key, group)?;
        }
    }
    iteration::spread::push(cx, group, item)
}
