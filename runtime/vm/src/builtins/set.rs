//! Set (ECMA-262 24.2): constructor, methods, set algebra. Its iterators are those of `map`.

use crate::atom::names;
use crate::builtins::map::{
    self, clone_table, create_collection, create_iterator, flatten_key, incompatible, insert, next_in,
    store_table, table_of,
};
use crate::call;
use crate::convert;
use crate::error;
use crate::iteration::{self, Record, Site};
use crate::kinds::*;
use crate::object;
use crate::protectors;
use crate::realm::{self, Args, Intrinsic, Spec, SpecKey};
use crate::realm::{getter, method, same, symbol_getter, tag};
use crate::table;
use crate::value::*;

/// Properties of %Set.prototype%.
pub static PROTOTYPE: &[Spec] = &[
    method("has", has, 1),
    method("add", add, 1),
    method("delete", delete, 1),
    method("clear", clear, 0),
    method("entries", entries, 0),
    method("forEach", for_each, 1),
    getter("size", size),
    method("values", values, 0),
    same(SpecKey::Name("keys"), SpecKey::Name("values")),
    tag("Set"),
    same(SpecKey::Symbol(names::ITERATOR), SpecKey::Name("values")),
    method("union", union, 1),
    method("intersection", intersection, 1),
    method("difference", difference, 1),
    method("symmetricDifference", symmetric_difference, 1),
    method("isSubsetOf", is_subset_of, 1),
    method("isSupersetOf", is_superset_of, 1),
    method("isDisjointFrom", is_disjoint_from, 1),
];
/// Properties of %Set%.
pub static STATICS: &[Spec] = &[symbol_getter(names::SPECIES, "[Symbol.species]", map::species)];
/// Properties of %SetIteratorPrototype%.
pub static ITERATOR_PROTOTYPE: &[Spec] = &[method("next", iterator_next, 0), tag("Set Iterator")];

/// Set([iterable]).
pub fn construct<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if !args.is_construct(&*cx) {
        return Err(map::requires_new(cx, "Set"));
    }
    roots!(cx; set, t, adder);
    let iterable = args.get(0);
    t.set(table::new(cx, map::expected_entries(&*cx, iterable))?);
    set.set(create_collection(cx, SET, args, Intrinsic::SetPrototype, t)?);
    if iterable.get(&*cx).is_nullish() {
        return Ok(set.get(&*cx));
    }
    adder.set(map::get_adder(cx, set, "add")?);
    if protectors::is_function(&*cx, adder.get(&*cx), add)
        && map::iterates_as_made::<SetObject>(&*cx, iterable, Intrinsic::SetPrototype, protectors::SET)
    {
        clone_table::<SetObject>(cx, iterable, t)?;
        store_table(&*cx, set, t);
        return Ok(set.get(&*cx));
    }
    add_values(cx, set, iterable, adder)?;
    Ok(set.get(&*cx))
}

/// The loop of the constructors of Set and WeakSet.
pub fn add_values<'rt>(
    cx: &mut Cx<'rt>,
    target: Root<'_, 'rt>,
    iterable: Root<'_, 'rt>,
    adder: Root<'_, 'rt>,
) -> Result<(), Throw> {
    roots!(cx; iterator, next, mode, item);
    let record = Record { iterator, next, mode };
    let direct =
        target.cast::<SetObject>(&*cx).is_some() && protectors::is_function(&*cx, adder.get(&*cx), add);
    iteration::get_iterator(cx, Site::Builtin, iterable, record)?;
    while iteration::step_value(cx, record, item)? {
        if direct {
            add_value(cx, target, item)?;
        } else if let Err(thrown) = call::call(cx, adder, target, &[item]) {
            return Err(iteration::close_throw(cx, record, thrown));
        }
    }
    Ok(())
}

/// Adds a value to the Set in `set`.
#[inline]
fn add_value<'rt>(cx: &mut Cx<'rt>, set: Root<'_, 'rt>, v: Root<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; nothing);
    insert::<SetObject>(cx, set, v, nothing)
}

fn require_set<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>, method: &str) -> Result<(), Throw> {
    if args.this().cast::<SetObject>(&*cx).is_some() {
        return Ok(());
    }
    Err(incompatible(cx, method, args.this()))
}

/// Set.prototype.has(value).
pub fn has<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require_set(cx, args, "Set.prototype.has")?;
    flatten_key(cx, args.get(0))?;
    Ok(boolean(contains::<SetObject>(&*cx, args.this(), args.get(0))))
}

/// Is the value (a flat one, if a string) in the collection?
#[inline]
fn contains<'rt, T: CellType>(cx: &Cx<'rt>, collection: Root<'_, 'rt>, v: Root<'_, 'rt>) -> bool {
    table_of::<T>(cx, collection).is_some_and(|t| table::find(t, v.get(cx)).is_some())
}

/// Set.prototype.add(value).
pub fn add<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require_set(cx, args, "Set.prototype.add")?;
    add_value(cx, args.this(), args.get(0))?;
    Ok(args.this().get(&*cx))
}

/// Set.prototype.delete(value).
pub fn delete<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require_set(cx, args, "Set.prototype.delete")?;
    map::remove::<SetObject>(cx, args.this(), args.get(0)).map(boolean)
}

/// Set.prototype.clear().
pub fn clear<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require_set(cx, args, "Set.prototype.clear")?;
    map::remove_all::<SetObject>(cx, args.this())?;
    Ok(undefined())
}

/// get Set.prototype.size.
pub fn size<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require_set(cx, args, "get Set.prototype.size")?;
    Ok(Value::int(size_of(&*cx, args.this()) as i32))
}

fn size_of<'rt>(cx: &Cx<'rt>, set: Root<'_, 'rt>) -> usize {
    table_of::<SetObject>(cx, set).map_or(0, table::len)
}

/// Set.prototype.forEach(callback [, thisArg]).
pub fn for_each<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require_set(cx, args, "Set.prototype.forEach")?;
    map::visit::<SetObject>(cx, args)?;
    Ok(undefined())
}

/// Set.prototype.entries().
pub fn entries<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require_set(cx, args, "Set.prototype.entries")?;
    create_iterator(cx, args.this(), Intrinsic::SetIteratorPrototype, map::ENTRIES)
}
/// Set.prototype.values(), keys() and @@iterator().
pub fn values<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require_set(cx, args, "Set.prototype.values")?;
    create_iterator(cx, args.this(), Intrinsic::SetIteratorPrototype, map::KEYS)
}

/// %SetIteratorPrototype%.next().
pub fn iterator_next<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if args.this().cast::<TableIterator>(&*cx).is_none_or(map::is_map_iterator) {
        return Err(incompatible(cx, "Set Iterator.prototype.next", args.this()));
    }
    roots!(cx; v);
    let found = map::iterator_step(cx, args.this(), v)?;
    realm::iter_result(cx, v, !found)
}

/// A Set Record (ECMA-262 24.2.1.1).
#[derive(Clone, Copy)]
struct SetRecord<'f, 'rt> {
    object: Root<'f, 'rt>,
    size: f64,
    has: Root<'f, 'rt>,
    keys: Root<'f, 'rt>,
}

/// GetSetRecord(obj): `has` and `keys` are roots for the two methods.
fn get_set_record<'f, 'rt>(
    cx: &mut Cx<'rt>,
    object: Root<'f, 'rt>,
    has: Root<'f, 'rt>,
    keys: Root<'f, 'rt>,
) -> Result<SetRecord<'f, 'rt>, Throw> {
    if !object.get(&*cx).is_object() {
        let what = error::describe(&*cx, object.get(&*cx));
        return Err(error::type_error(cx, &format!("{what} is not an object")));
    }
    roots!(cx; size);
    size.set(object::get(cx, object, names::SIZE)?);
    let number = convert::to_number(cx, size)?;
    if number.is_nan() {
        return Err(error::type_error(cx, "The 'size' property must be a number"));
    }
    let size = number.trunc() + 0.0;
    if size < 0.0 {
        return Err(error::range_error(
            cx,
            &format!("'{}' is an invalid size", convert::number_to_string(size)),
        ));
    }
    has.set(object::get(cx, object, names::HAS)?);
    if !call::is_callable(has.get(&*cx)) {
        return Err(error::type_error(cx, "The 'has' property must be a function"));
    }
    keys.set(object::get(cx, object, names::KEYS)?);
    if !call::is_callable(keys.get(&*cx)) {
        return Err(error::type_error(cx, "The 'keys' property must be a function"));
    }
    Ok(SetRecord { object, size, has, keys })
}

/// ToBoolean(Call(other.[[Has]], other.[[SetObject]], v)), without the call where nobody can tell.
fn record_has<'rt>(cx: &mut Cx<'rt>, other: SetRecord<'_, 'rt>, v: Root<'_, 'rt>) -> Result<bool, Throw> {
    if other.object.cast::<SetObject>(&*cx).is_some()
        && protectors::is_function(&*cx, other.has.get(&*cx), has)
    {
        return Ok(contains::<SetObject>(&*cx, other.object, v));
    }
    let result = call::call(cx, other.has, other.object, &[v])?;
    Ok(convert::to_boolean(result))
}

/// GetIteratorFromMethod(other.[[SetObject]], other.[[Keys]]).
fn record_keys<'rt>(
    cx: &mut Cx<'rt>,
    other: SetRecord<'_, 'rt>,
    record: Record<'_, 'rt>,
) -> Result<(), Throw> {
    iteration::get_iterator_from_method(cx, Site::Builtin, other.object, other.keys, record)
}

/// A new Set with the table in `t`.
fn set_of<'a, 'rt>(cx: &'a mut Cx<'rt>, t: Root<'_, 'rt>) -> Completion<'a, 'rt> {
    let shape = realm::kind_shape(cx, Intrinsic::SetPrototype)?;
    let o = cx.alloc::<Object>(SET, shape.0, object_words::OWN + 1)?;
    o.set(object_words::OWN, t.get(o));
    Ok(o.into())
}

/// Set.prototype.union(other).
pub fn union<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; has, keys, iterator, next, mode, v, t, nothing);
    require_set(cx, args, "Set.prototype.union")?;
    let other = get_set_record(cx, args.get(0), has, keys)?;
    let record = Record { iterator, next, mode };
    record_keys(cx, other, record)?;
    clone_table::<SetObject>(cx, args.this(), t)?;
    while iteration::step_value(cx, record, v)? {
        table::set(cx, t, v, nothing)?;
    }
    set_of(cx, t)
}

/// Set.prototype.intersection(other).
pub fn intersection<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; has, keys, iterator, next, mode, v, t, at, nothing);
    require_set(cx, args, "Set.prototype.intersection")?;
    let other = get_set_record(cx, args.get(0), has, keys)?;
    t.set(table::new(cx, 0)?);
    if size_of(&*cx, args.this()) as f64 <= other.size {
        start(&*cx, args, at);
        let mut position = 0;
        while next_in(&*cx, at, &mut position, Some(v), None) {
            if record_has(cx, other, v)? {
                table::set(cx, t, v, nothing)?;
            }
        }
    } else {
        let record = Record { iterator, next, mode };
        record_keys(cx, other, record)?;
        while iteration::step_value(cx, record, v)? {
            flatten_key(cx, v)?;
            if contains::<SetObject>(&*cx, args.this(), v) {
                table::set(cx, t, v, nothing)?;
            }
        }
    }
    set_of(cx, t)
}

/// Puts the table of `this` into a root to step over.
fn start<'rt>(cx: &Cx<'rt>, args: Args<'_, 'rt>, at: Root<'_, 'rt>) {
    if let Some(t) = table_of::<SetObject>(cx, args.this()) {
        at.set(t);
    }
}

/// Set.prototype.difference(other).
pub fn difference<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; has, keys, iterator, next, mode, v, t, at);
    require_set(cx, args, "Set.prototype.difference")?;
    let other = get_set_record(cx, args.get(0), has, keys)?;
    clone_table::<SetObject>(cx, args.this(), t)?;
    if size_of(&*cx, args.this()) as f64 <= other.size {
        start(&*cx, args, at);
        let mut position = 0;
        while next_in(&*cx, at, &mut position, Some(v), None) {
            if record_has(cx, other, v)? {
                table::delete(cx, t, v)?;
            }
        }
    } else {
        let record = Record { iterator, next, mode };
        record_keys(cx, other, record)?;
        while iteration::step_value(cx, record, v)? {
            table::delete(cx, t, v)?;
        }
    }
    set_of(cx, t)
}

/// Set.prototype.symmetricDifference(other).
pub fn symmetric_difference<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; has, keys, iterator, next, mode, v, t, nothing);
    require_set(cx, args, "Set.prototype.symmetricDifference")?;
    let other = get_set_record(cx, args.get(0), has, keys)?;
    let record = Record { iterator, next, mode };
    record_keys(cx, other, record)?;
    clone_table::<SetObject>(cx, args.this(), t)?;
    while iteration::step_value(cx, record, v)? {
        flatten_key(cx, v)?;
        if contains::<SetObject>(&*cx, args.this(), v) {
            table::delete(cx, t, v)?;
        } else {
            table::set(cx, t, v, nothing)?;
        }
    }
    set_of(cx, t)
}

/// Set.prototype.isSubsetOf(other).
pub fn is_subset_of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; has, keys, v, at);
    require_set(cx, args, "Set.prototype.isSubsetOf")?;
    let other = get_set_record(cx, args.get(0), has, keys)?;
    if size_of(&*cx, args.this()) as f64 > other.size {
        return Ok(boolean(false));
    }
    start(&*cx, args, at);
    let mut position = 0;
    while next_in(&*cx, at, &mut position, Some(v), None) {
        if !record_has(cx, other, v)? {
            return Ok(boolean(false));
        }
    }
    Ok(boolean(true))
}

/// Set.prototype.isSupersetOf(other).
pub fn is_superset_of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; has, keys);
    require_set(cx, args, "Set.prototype.isSupersetOf")?;
    let other = get_set_record(cx, args.get(0), has, keys)?;
    if (size_of(&*cx, args.this()) as f64) < other.size {
        return Ok(boolean(false));
    }
    Ok(boolean(!any_key(cx, args, other, false)?))
}

/// Set.prototype.isDisjointFrom(other).
pub fn is_disjoint_from<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; has, keys, v, at);
    require_set(cx, args, "Set.prototype.isDisjointFrom")?;
    let other = get_set_record(cx, args.get(0), has, keys)?;
    if size_of(&*cx, args.this()) as f64 > other.size {
        return Ok(boolean(!any_key(cx, args, other, true)?));
    }
    start(&*cx, args, at);
    let mut position = 0;
    while next_in(&*cx, at, &mut position, Some(v), None) {
        if record_has(cx, other, v)? {
            return Ok(boolean(false));
        }
    }
    Ok(boolean(true))
}

/// Does `other` give a key that is (or, for `inside` false, is not) in `this`? Closes the iterator at the first.
fn any_key<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    other: SetRecord<'_, 'rt>,
    inside: bool,
) -> Result<bool, Throw> {
    roots!(cx; iterator, next, mode, v);
    let record = Record { iterator, next, mode };
    record_keys(cx, other, record)?;
    while iteration::step_value(cx, record, v)? {
        flatten_key(cx, v)?;
        if contains::<SetObject>(&*cx, args.this(), v) == inside {
            iteration::close(cx, record)?;
            return Ok(true);
        }
    }
    Ok(false)
}
