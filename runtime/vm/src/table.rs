//! The hash table behind Map, Set and sparse elements: insertion order, deletion during iteration, in one cell.
//!
//! Layout of a TABLE cell (all words are values): 0 capacity (entries), 1 entries used (deleted ones included),
//! 2 live entries, 3 whether it was replaced by `clear`, 4 the table that replaced this one, or undefined; then
//! `2 * capacity` buckets (int: first entry + 1, or 0), then entries of three words: key, value, next entry + 1 | the
//! rest. A deleted entry's key is a hole. Nothing is hashed by address: objects by identity hash.

use crate::kinds::{BigInt, Flat, Object, Str, Symbol, TABLE, Table};
use crate::string;
use crate::value::*;

const HEAD: usize = 5;
const ENTRY: usize = 3;

fn word(t: Gc<'_, '_, Table>, i: usize) -> usize {
    t.get(i).as_int().unwrap_or(0) as usize
}
fn set_word(t: Gc<'_, '_, Table>, i: usize, n: usize) {
    t.set(i, Value::int(n as i32));
}
fn capacity(t: Gc<'_, '_, Table>) -> usize {
    word(t, 0)
}
/// Entries used so far, deleted ones included: where iteration ends.
pub fn used(t: Gc<'_, '_, Table>) -> usize {
    word(t, 1)
}
/// Live entries.
pub fn len(t: Gc<'_, '_, Table>) -> usize {
    word(t, 2)
}
/// Where an iterator that stands before entry `position` of `t` stands in the table that replaced `t`, if one did.
pub fn reposition<'a, 'rt>(t: Gc<'a, 'rt, Table>, position: usize) -> Option<(Gc<'a, 'rt, Table>, usize)> {
    let next = t.get(4).cast::<Table>()?;
    if word(t, 3) != 0 {
        return Some((next, 0));
    }
    let dropped = (0..position.min(used(t))).filter(|&e| key(t, e).is_hole()).count();
    Some((next, position - dropped))
}
fn entry_at(t: Gc<'_, '_, Table>, e: usize) -> usize {
    HEAD + 2 * capacity(t) + e * ENTRY
}

/// A new table for `capacity` entries (rounded up to a power of two).
pub fn new<'a, 'rt>(cx: &'a mut Cx<'rt>, capacity: usize) -> Completion<'a, 'rt> {
    let capacity = capacity.next_power_of_two().max(4);
    let t = cx.alloc::<Table>(TABLE, 0, HEAD + capacity * (2 + ENTRY))?;
    set_word(t, 0, capacity);
    for i in 1..4 {
        set_word(t, i, 0);
    }
    t.fill(HEAD, 2 * capacity, Value::int(0));
    Ok(t.into())
}

/// The hash of a key. Gives an object its identity hash; makes a string flat in its root. -0 is +0.
pub fn hash_key<'rt>(cx: &mut Cx<'rt>, key: Root<'_, 'rt>) -> Result<u32, Throw> {
    let v = key.get(&*cx);
    if v.is_string() {
        string::flatten(cx, key)?;
        return Ok(key.cast::<Flat>(&*cx).map_or(1, string::hash));
    }
    if v.is_object() {
        return crate::object::slots::identity_hash(cx, key).map(mix);
    }
    Ok(hash_simple(v))
}

/// The hash that a key would have been stored under, without giving one: None if it cannot be in any table.
fn existing_hash(key: Value<'_, '_>) -> Option<u32> {
    if let Some(o) = key.cast::<Object>() {
        return crate::object::slots::existing_identity_hash(o).map(mix);
    }
    Some(hash_simple(key))
}

fn hash_simple(v: Value<'_, '_>) -> u32 {
    if let Some(n) = v.as_number() {
        let n = if n == 0.0 { 0.0 } else { n };
        let bits = n.to_bits();
        return mix(bits as u32 ^ (bits >> 32) as u32);
    }
    if let Some(s) = v.cast::<Symbol>() {
        return mix(crate::atom::of_symbol(s).0);
    }
    if let Some(b) = v.cast::<BigInt>() {
        return string::View::Latin1(b.bytes()).hash();
    }
    mix(v.as_imm().unwrap_or(0))
}

fn mix(n: u32) -> u32 {
    let n = (n ^ (n >> 16)).wrapping_mul(0x85EB_CA6B);
    let n = (n ^ (n >> 13)).wrapping_mul(0xC2B2_AE35);
    n ^ (n >> 16)
}

/// SameValueZero for keys; strings must be flat.
fn same_key<'rt>(a: Value<'_, 'rt>, b: Value<'_, 'rt>) -> bool {
    if a.same_bits(b) {
        return true;
    }
    match (a.cast::<Str>(), b.cast::<Str>()) {
        (Some(a), Some(b)) => return string::equals(a, b),
        (None, None) => {}
        _ => return false,
    }
    match (a.as_number(), b.as_number()) {
        (Some(a), Some(b)) => a == b,
        _ => match (a.cast::<BigInt>(), b.cast::<BigInt>()) {
            (Some(a), Some(b)) => a.bytes() == b.bytes(),
            _ => false,
        },
    }
}

#[inline]
fn find<'rt>(t: Gc<'_, 'rt, Table>, key: Value<'_, 'rt>, hash: u32) -> Option<usize> {
    let mut e = word(t, HEAD + (hash as usize & (2 * capacity(t) - 1)));
    while e != 0 {
        let at = entry_at(t, e - 1);
        if same_key(t.get(at), key) {
            return Some(e - 1);
        }
        e = word(t, at + 2);
    }
    None
}

/// The entry of a key. A string key in `key` becomes flat.
pub fn lookup<'rt>(cx: &mut Cx<'rt>, t: Root<'_, 'rt>, key: Root<'_, 'rt>) -> Result<Option<usize>, Throw> {
    let v = key.get(&*cx);
    if v.is_string() {
        string::flatten(cx, key)?;
        let hash = key.cast::<Flat>(&*cx).map_or(1, string::hash);
        return Ok(t.cast::<Table>(&*cx).and_then(|t| find(t, key.get(&*cx), hash)));
    }
    let Some(hash) = existing_hash(v) else { return Ok(None) };
    Ok(t.cast::<Table>(&*cx).and_then(|t| find(t, key.get(&*cx), hash)))
}

/// The key of entry `e`: a hole if it has been deleted.
pub fn key<'a, 'rt>(t: Gc<'a, 'rt, Table>, e: usize) -> Value<'a, 'rt> {
    t.get(entry_at(t, e))
}
/// The value of entry `e`.
pub fn value<'a, 'rt>(t: Gc<'a, 'rt, Table>, e: usize) -> Value<'a, 'rt> {
    t.get(entry_at(t, e) + 1)
}
/// Changes the value of entry `e`.
pub fn set_value<'a, 'rt>(t: Gc<'a, 'rt, Table>, e: usize, v: Value<'a, 'rt>) {
    t.set(entry_at(t, e) + 1, v);
}

/// Sets key to value; `t` holds the table and gets the new one if it had to grow. -0 becomes +0.
pub fn set<'rt>(
    cx: &mut Cx<'rt>,
    t: Root<'_, 'rt>,
    key: Root<'_, 'rt>,
    v: Root<'_, 'rt>,
) -> Result<(), Throw> {
    let hash = hash_key(cx, key)?;
    let Some(table) = t.cast::<Table>(&*cx) else { return Ok(()) };
    if let Some(e) = find(table, key.get(&*cx), hash) {
        set_value(table, e, v.get(&*cx));
        return Ok(());
    }
    if used(table) == capacity(table) {
        grow(cx, t)?;
    }
    let Some(table) = t.cast::<Table>(&*cx) else { return Ok(()) };
    let k = key.get(&*cx);
    let k = if k.as_number() == Some(0.0) { Value::int(0) } else { k };
    append(table, k, v.get(&*cx), hash);
    Ok(())
}

fn append<'a, 'rt>(t: Gc<'a, 'rt, Table>, k: Value<'a, 'rt>, v: Value<'a, 'rt>, hash: u32) {
    let e = used(t);
    let at = entry_at(t, e);
    let bucket = HEAD + (hash as usize & (2 * capacity(t) - 1));
    t.set(at, k);
    t.set(at + 1, v);
    t.set(at + 2, t.get(bucket));
    set_word(t, bucket, e + 1);
    set_word(t, 1, e + 1);
    set_word(t, 2, len(t) + 1);
}

/// Replaces the table in `t` by one with room, without the deleted entries. The old one stays as it is, so that
/// iterators find their place in the new one ([`reposition`]).
fn grow<'rt>(cx: &mut Cx<'rt>, t: Root<'_, 'rt>) -> Result<(), Throw> {
    let Some(table) = t.cast::<Table>(&*cx) else { return Ok(()) };
    let live = len(table);
    let wanted = if live * 2 > capacity(table) { capacity(table) * 2 } else { capacity(table) };
    if wanted > 1 << 26 {
        return Err(crate::error::range_error(cx, "Map maximum size exceeded"));
    }
    roots!(cx; bigger);
    bigger.set(new(cx, wanted)?);
    let (Some(old), Some(new)) = (t.cast::<Table>(&*cx), bigger.cast::<Table>(&*cx)) else { return Ok(()) };
    for e in 0..used(old) {
        let k = key(old, e);
        if !k.is_hole() {
            let hash = match k.cast::<Flat>() {
                Some(s) => string::hash(s),
                None => existing_hash(k).unwrap_or(1),
            };
            append(new, k, value(old, e), hash);
        }
    }
    old.set(4, bigger.get(&*cx));
    t.set(bigger.get(&*cx));
    Ok(())
}

/// Replaces the table in `t` by an empty one; iterators go on in that one.
pub fn clear<'rt>(cx: &mut Cx<'rt>, t: Root<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; empty);
    empty.set(new(cx, 4)?);
    if let Some(old) = t.cast::<Table>(&*cx) {
        set_word(old, 3, 1);
        old.set(4, empty.get(&*cx));
    }
    t.set(empty.get(&*cx));
    Ok(())
}

/// Deletes a key; whether it was there.
pub fn delete<'rt>(cx: &mut Cx<'rt>, t: Root<'_, 'rt>, key: Root<'_, 'rt>) -> Result<bool, Throw> {
    let Some(e) = lookup(cx, t, key)? else { return Ok(false) };
    let Some(t) = t.cast::<Table>(&*cx) else { return Ok(false) };
    remove_entry(t, e);
    Ok(true)
}

fn remove_entry(t: Gc<'_, '_, Table>, e: usize) {
    let at = entry_at(t, e);
    t.set(at, hole());
    t.set(at + 1, undefined());
    set_word(t, 2, len(t) - 1);
}

/// The value at an index key (sparse elements).
pub fn get_index<'a, 'rt>(t: Gc<'a, 'rt, Table>, index: u32) -> Option<Value<'a, 'rt>> {
    let key = index_value(index);
    find(t, key, hash_simple(key)).map(|e| value(t, e))
}
/// Sets an index key.
pub fn set_index<'rt>(cx: &mut Cx<'rt>, t: Root<'_, 'rt>, index: u32, v: Root<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; key);
    key.set(index_value(index));
    set(cx, t, key, v)
}
/// Removes an index key.
pub fn remove_index(t: Gc<'_, '_, Table>, index: u32) {
    let key = index_value(index);
    if let Some(e) = find(t, key, hash_simple(key)) {
        remove_entry(t, e);
    }
}
/// All index keys, in order of insertion.
pub fn indices(t: Gc<'_, '_, Table>) -> Vec<u32> {
    (0..used(t)).filter_map(|e| key(t, e).as_number()).map(|n| n as u32).collect()
}
