//! WeakMap, WeakSet, WeakRef (ECMA-262 24.3, 24.4, 26.1), and the weak table they stand on.
//!
//! A WEAK_PAIRS cell is a hash table with open addressing: pairs of key and value, a power of two of them; `aux` counts
//! the pairs in use, dead ones included. A free pair's key is undefined; a key that died, or was deleted, is
//! [`Value::DEAD`] and may be taken over by another. Hashes: identity hashes of objects, atoms of symbols.

use crate::builtins::map::{
    add_entries, create_collection, get_adder, incompatible, requires_new, store_table,
};
use crate::builtins::set::add_values;
use crate::error;
use crate::kinds::*;
use crate::object::slots;
use crate::realm::{Args, Intrinsic, Spec, method, tag};
use crate::table;
use crate::value::*;

/// Properties of %WeakMap.prototype%.
pub static MAP_PROTOTYPE: &[Spec] = &[
    method("delete", map_delete, 1),
    method("get", map_get, 1),
    method("has", map_has, 1),
    method("set", map_set, 2),
    tag("WeakMap"),
];
/// Properties of %WeakSet.prototype%.
pub static SET_PROTOTYPE: &[Spec] =
    &[method("add", set_add, 1), method("delete", set_delete, 1), method("has", set_has, 1), tag("WeakSet")];
/// Properties of %WeakRef.prototype%.
pub static REF_PROTOTYPE: &[Spec] = &[method("deref", deref, 0), tag("WeakRef")];

/// Pairs of a new table.
const MIN_PAIRS: usize = 4;

/// CanBeHeldWeakly(v): objects, and symbols that are not in the registry.
pub fn can_be_held_weakly<'rt>(cx: &Cx<'rt>, v: Value<'_, 'rt>) -> bool {
    v.is_object() || v.cast::<Symbol>().is_some_and(|s| !crate::builtins::symbol::is_registered(cx, s))
}

/// The hash of a key: None if it is in no table.
fn hash(key: Value<'_, '_>) -> Option<usize> {
    let n = match key.cast::<Object>() {
        Some(o) => slots::existing_identity_hash(o)?,
        None => crate::atom::of_symbol(key.cast::<Symbol>()?).0,
    };
    Some((n as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) as usize >> 32)
}

fn is_dead(key: Value<'_, '_>) -> bool {
    key.same_bits(Value::DEAD)
}

/// Where a key is, or else where it may be put: a dead pair or a free one. None: the table is full.
enum Place {
    Found(usize),
    Vacant(Option<usize>),
}

fn place<'rt>(pairs: Gc<'_, 'rt, WeakPairs>, key: Value<'_, 'rt>, hash: usize) -> Place {
    let mask = (pairs.len() / 2).wrapping_sub(1);
    let mut vacant = None;
    for i in 0..pairs.len() / 2 {
        let at = 2 * (hash.wrapping_add(i) & mask);
        let other = pairs.get(at);
        if other.same_bits(key) {
            return Place::Found(at);
        }
        if is_dead(other) {
            vacant = vacant.or(Some(at));
        } else if other.is_undefined() {
            return Place::Vacant(vacant.or(Some(at)));
        }
    }
    Place::Vacant(vacant)
}

fn pairs_of<'a, 'rt, T: CellType>(cx: &'a Cx<'rt>, v: Root<'_, 'rt>) -> Option<Gc<'a, 'rt, WeakPairs>> {
    v.cast::<T>(cx)?.get(object_words::OWN).cast::<WeakPairs>()
}

/// Where a key of the collection (by type) is.
fn find<'a, 'rt, T: CellType>(
    cx: &'a Cx<'rt>,
    collection: Root<'_, 'rt>,
    key: Root<'_, 'rt>,
) -> Option<(Gc<'a, 'rt, WeakPairs>, usize)> {
    let pairs = pairs_of::<T>(cx, collection)?;
    let key = key.get(cx);
    match place(pairs, key, hash(key)?) {
        Place::Found(at) => Some((pairs, at)),
        Place::Vacant(_) => None,
    }
}

/// Sets a key, which can be held weakly, of the collection (by type).
fn insert<'rt, T: CellType>(
    cx: &mut Cx<'rt>,
    collection: Root<'_, 'rt>,
    key: Root<'_, 'rt>,
    v: Root<'_, 'rt>,
) -> Result<(), Throw> {
    if key.get(&*cx).is_object() {
        slots::identity_hash(cx, key)?;
    }
    for _ in 0..2 {
        let Some(pairs) = pairs_of::<T>(&*cx, collection) else { return Ok(()) };
        let k = key.get(&*cx);
        let vacant = match place(pairs, k, hash(k).unwrap_or(0)) {
            Place::Found(at) => {
                pairs.set(at + 1, v.get(&*cx));
                return Ok(());
            }
            Place::Vacant(at) => at,
        };
        // A quarter stays free, so that looking for what is not there ends soon.
        let room = (pairs.aux() as usize) < pairs.len() / 8 * 3;
        if let Some(at) = vacant
            && (room || is_dead(pairs.get(at)))
        {
            if !is_dead(pairs.get(at)) {
                pairs.set_aux(pairs.aux() + 1);
            }
            pairs.set(at, k);
            pairs.set(at + 1, v.get(&*cx));
            return Ok(());
        }
        rehash::<T>(cx, collection)?;
    }
    Ok(())
}

fn new_pairs<'a, 'rt>(cx: &'a mut Cx<'rt>, pairs: usize) -> Completion<'a, 'rt> {
    Ok(cx.alloc::<WeakPairs>(WEAK_PAIRS, 0, 2 * pairs)?.into())
}

/// Gives the collection a table without the dead pairs that is at most half full.
fn rehash<'rt, T: CellType>(cx: &mut Cx<'rt>, collection: Root<'_, 'rt>) -> Result<(), Throw> {
    let Some(old) = pairs_of::<T>(&*cx, collection) else { return Ok(()) };
    let live = (0..old.len()).step_by(2).filter(|&at| old.get(at).is_ptr()).count();
    let wanted = (live * 2 + 1).next_power_of_two().max(MIN_PAIRS);
    roots!(cx; bigger);
    bigger.set(new_pairs(cx, wanted)?);
    if let (Some(old), Some(new)) = (pairs_of::<T>(&*cx, collection), bigger.cast::<WeakPairs>(&*cx)) {
        // The allocation may have collected: fewer are alive now, never more.
        for at in (0..old.len()).step_by(2).filter(|&at| old.get(at).is_ptr()) {
            let key = old.get(at);
            if let Place::Vacant(Some(to)) = place(new, key, hash(key).unwrap_or(0)) {
                new.set(to, key);
                new.set(to + 1, old.get(at + 1));
                new.set_aux(new.aux() + 1);
            }
        }
    }
    store_table(&*cx, collection, bigger);
    Ok(())
}

/// Deletes a key; whether it was there.
fn remove<'rt, T: CellType>(cx: &Cx<'rt>, collection: Root<'_, 'rt>, key: Root<'_, 'rt>) -> bool {
    let Some((pairs, at)) = find::<T>(cx, collection, key) else { return false };
    pairs.set(at, Value::DEAD);
    pairs.set(at + 1, undefined());
    true
}

/// WeakMap([iterable]).
pub fn construct_map<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if !args.is_construct(&*cx) {
        return Err(requires_new(cx, "WeakMap"));
    }
    roots!(cx; map, pairs, adder);
    pairs.set(new_pairs(cx, MIN_PAIRS)?);
    map.set(create_collection(cx, WEAK_MAP, args, Intrinsic::WeakMapPrototype, pairs)?);
    if !args.get(0).get(&*cx).is_nullish() {
        adder.set(get_adder(cx, map, "set")?);
        add_entries(cx, map, args.get(0), adder)?;
    }
    Ok(map.get(&*cx))
}

/// WeakSet([iterable]).
pub fn construct_set<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if !args.is_construct(&*cx) {
        return Err(requires_new(cx, "WeakSet"));
    }
    roots!(cx; set, pairs, adder);
    pairs.set(new_pairs(cx, MIN_PAIRS)?);
    set.set(create_collection(cx, WEAK_SET, args, Intrinsic::WeakSetPrototype, pairs)?);
    if !args.get(0).get(&*cx).is_nullish() {
        adder.set(get_adder(cx, set, "add")?);
        add_values(cx, set, args.get(0), adder)?;
    }
    Ok(set.get(&*cx))
}

fn require<'rt, T: CellType>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>, method: &str) -> Result<(), Throw> {
    if args.this().cast::<T>(&*cx).is_some() { Ok(()) } else { Err(incompatible(cx, method, args.this())) }
}

fn require_holdable<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>, role: &str) -> Result<(), Throw> {
    if can_be_held_weakly(&*cx, v.get(&*cx)) {
        return Ok(());
    }
    Err(error::type_error(cx, &format!("Invalid value used {role}")))
}

/// WeakMap.prototype.get(key).
pub fn map_get<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require::<WeakMap>(cx, args, "WeakMap.prototype.get")?;
    let found = find::<WeakMap>(&*cx, args.this(), args.get(0));
    Ok(found.map_or(undefined(), |(pairs, at)| pairs.get(at + 1)))
}

/// WeakMap.prototype.has(key).
pub fn map_has<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require::<WeakMap>(cx, args, "WeakMap.prototype.has")?;
    Ok(boolean(find::<WeakMap>(&*cx, args.this(), args.get(0)).is_some()))
}

/// WeakMap.prototype.set(key, value).
pub fn map_set<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require::<WeakMap>(cx, args, "WeakMap.prototype.set")?;
    require_holdable(cx, args.get(0), "as weak map key")?;
    insert::<WeakMap>(cx, args.this(), args.get(0), args.get(1))?;
    Ok(args.this().get(&*cx))
}

/// WeakMap.prototype.delete(key).
pub fn map_delete<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require::<WeakMap>(cx, args, "WeakMap.prototype.delete")?;
    Ok(boolean(remove::<WeakMap>(&*cx, args.this(), args.get(0))))
}

/// WeakSet.prototype.add(value).
pub fn set_add<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require::<WeakSet>(cx, args, "WeakSet.prototype.add")?;
    require_holdable(cx, args.get(0), "in weak set")?;
    roots!(cx; nothing);
    insert::<WeakSet>(cx, args.this(), args.get(0), nothing)?;
    Ok(args.this().get(&*cx))
}

/// WeakSet.prototype.has(value).
pub fn set_has<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require::<WeakSet>(cx, args, "WeakSet.prototype.has")?;
    Ok(boolean(find::<WeakSet>(&*cx, args.this(), args.get(0)).is_some()))
}

/// WeakSet.prototype.delete(value).
pub fn set_delete<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require::<WeakSet>(cx, args, "WeakSet.prototype.delete")?;
    Ok(boolean(remove::<WeakSet>(&*cx, args.this(), args.get(0))))
}

/// WeakRef(target).
pub fn construct_ref<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if !args.is_construct(&*cx) {
        return Err(requires_new(cx, "WeakRef"));
    }
    let target = args.get(0);
    if !can_be_held_weakly(&*cx, target.get(&*cx)) {
        return Err(error::type_error(cx, "WeakRef: target must be an object or a non-registered symbol"));
    }
    roots!(cx; weak);
    let cell = cx.alloc::<WeakBox>(WEAK_BOX, 0, 1)?;
    cell.set(0, target.get(cell));
    weak.set(cell);
    add_to_kept_objects(cx, target)?;
    create_collection(cx, WEAK_REF, args, Intrinsic::WeakRefPrototype, weak)
}

/// WeakRef.prototype.deref().
pub fn deref<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require::<WeakRef>(cx, args, "WeakRef.prototype.deref")?;
    roots!(cx; target);
    let held = args.this().cast::<WeakRef>(&*cx).and_then(|r| r.get(object_words::OWN).cast::<WeakBox>());
    if let Some(cell) = held
        && cell.get(0).is_ptr()
    {
        target.set(cell.get(0));
        add_to_kept_objects(cx, target)?;
    }
    Ok(target.get(&*cx))
}

/// AddToKeptObjects(value): what a program has got from a WeakRef stays alive until the end of the job.
fn add_to_kept_objects<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; kept, key, nothing);
    match cx.host.realm.kept_objects {
        Some(global) => kept.set(cx.global(global)),
        None => {
            kept.set(table::new(cx, 0)?);
            cx.host.realm.kept_objects = Some(cx.new_global(kept.get(&*cx), Strength::Strong));
        }
    }
    key.copy(v);
    table::set(cx, kept, key, nothing)?;
    if let Some(global) = cx.host.realm.kept_objects {
        cx.set_global(global, kept.get(&*cx));
    }
    Ok(())
}

/// ClearKeptObjects(): for whoever runs jobs, after each of them.
pub fn clear_kept_objects(cx: &mut Cx<'_>) {
    if let Some(global) = cx.host.realm.kept_objects.take() {
        cx.drop_global(global);
    }
}
