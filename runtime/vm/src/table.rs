//! The hash table behind Map, Set and sparse elements: insertion order, deletion during iteration, in one cell.
//!
//! Layout of a TABLE cell: `aux` is the capacity in entries, a power of two; words 0 to 2 are the table that replaced
//! this one (or undefined), how many entries are used (deleted ones included), how many are live; then `capacity`
//! words with two chain heads each, then the entries, three words each: key, value, link. Heads and links are integers
//! in the bits of a double, which the heap copies as they are: a link is the next entry's number plus one, and above
//! it the key's hash, so that probing reads keys only to confirm and growing hashes nothing.
//!
//! Invariants: keys are canonical ([`canonical`]) and their strings flat, so that numbers and identities compare by
//! bits. A deleted entry's key is a hole, and no chain leads to it. A table that was replaced never changes again,
//! except that `clear` sets its used count to 0: [`reposition`] depends on both. Nothing is hashed by address: objects
//! by identity hash.

use crate::kinds::{BigInt, Flat, Object, Rope, Str, Symbol, TABLE, Table};
use crate::string;
use crate::value::*;

const NEXT: usize = 0;
const USED: usize = 1;
const LIVE: usize = 2;
const HEAD: usize = 3;
const ENTRY: usize = 3;
/// Bits of a hash that a link has room for.
const HASH: u32 = (1 << 30) - 1;
/// Most entries.
const MAX_CAPACITY: usize = 1 << 26;
/// Tables of at most so many entries do not shrink.
const MIN_SHRINK: usize = 64;

/// An integer in the bits of a double.
#[inline(always)]
fn packed<'a, 'rt>(n: u64) -> Value<'a, 'rt> {
    Value::double(f64::from_bits(n))
}

#[inline(always)]
fn count(t: Gc<'_, '_, Table>, word: usize) -> usize {
    t.get(word).as_int().unwrap_or(0) as usize
}
#[inline(always)]
fn set_count(t: Gc<'_, '_, Table>, word: usize, n: usize) {
    t.set(word, Value::int(n as i32));
}
#[inline(always)]
fn capacity(t: Gc<'_, '_, Table>) -> usize {
    t.aux() as usize
}
#[inline(always)]
fn entry_at(capacity: usize, e: usize) -> usize {
    HEAD + capacity + e * ENTRY
}
/// Entries used so far, deleted ones included: where iteration ends.
#[inline]
pub fn used(t: Gc<'_, '_, Table>) -> usize {
    count(t, USED)
}
/// Live entries.
#[inline]
pub fn len(t: Gc<'_, '_, Table>) -> usize {
    count(t, LIVE)
}

/// Where an iterator that stands before entry `position` of `t` stands in the table that replaced `t`, if one did.
/// That one may have been replaced, too.
#[inline]
pub fn reposition<'a, 'rt>(t: Gc<'a, 'rt, Table>, position: usize) -> Option<(Gc<'a, 'rt, Table>, usize)> {
    let next = t.get(NEXT).cast::<Table>()?;
    let before = position.min(used(t));
    let kept = if len(t) == used(t) { before } else { (0..before).filter(|&e| !key(t, e).is_hole()).count() };
    Some((next, kept))
}

/// The first live entry at or after `position`.
#[inline]
pub fn next_entry(t: Gc<'_, '_, Table>, position: usize) -> Option<usize> {
    (position..used(t)).find(|&e| !key(t, e).is_hole())
}

/// A new table for `capacity` entries (rounded up to a power of two).
pub fn new<'a, 'rt>(cx: &'a mut Cx<'rt>, capacity: usize) -> Completion<'a, 'rt> {
    let capacity = capacity.next_power_of_two().clamp(4, MAX_CAPACITY);
    let t = cx.alloc::<Table>(TABLE, capacity as u32, HEAD + capacity * (1 + ENTRY))?;
    set_count(t, USED, 0);
    set_count(t, LIVE, 0);
    t.fill(HEAD, capacity, packed(0));
    Ok(t.into())
}

/// A key as it is stored: an integer wherever a number is one (-0, too), the flat string of a rope.
#[inline]
pub fn canonical<'a, 'rt>(key: Value<'a, 'rt>) -> Value<'a, 'rt> {
    if let Some(d) = key.as_double() {
        let i = d as i32;
        return if i as f64 == d { Value::int(i) } else { key };
    }
    match key.cast::<Rope>() {
        Some(rope) if rope.get(1).is_undefined() => rope.get(0),
        _ => key,
    }
}

#[inline(always)]
fn spread(n: u32) -> u32 {
    ((n as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32 & HASH
}

/// The hash of a number that tends to come in sequences: sixteen in a row have their chains' heads on one cache line.
#[inline(always)]
fn spread_groups(n: u32) -> u32 {
    (n ^ spread(n >> 4)) & HASH
}

/// The hash of a canonical key: None for an object that has never been a key, which is in no table then.
#[inline]
fn existing_hash(key: Value<'_, '_>) -> Option<u32> {
    if let Some(s) = key.cast::<Flat>() {
        return Some(string::hash(s) & HASH);
    }
    if let Some(i) = key.as_int() {
        return Some(spread_groups(i as u32));
    }
    if let Some(o) = key.cast::<Object>() {
        return crate::object::slots::existing_identity_hash(o).map(spread_groups);
    }
    Some(rare_hash(key))
}

fn rare_hash(key: Value<'_, '_>) -> u32 {
    if let Some(d) = key.as_double() {
        let bits = d.to_bits();
        return spread(bits as u32 ^ (bits >> 32) as u32);
    }
    if let Some(s) = key.cast::<Symbol>() {
        return spread(crate::atom::of_symbol(s).0);
    }
    if let Some(b) = key.cast::<BigInt>() {
        return string::View::Latin1(b.bytes()).hash() & HASH;
    }
    spread(key.as_imm().unwrap_or(0))
}

/// Makes the key in a root fit for [`find`] and [`try_set`]: a string becomes flat, an object gets an identity hash.
#[inline]
pub fn prepare<'rt>(cx: &mut Cx<'rt>, key: Root<'_, 'rt>) -> Result<(), Throw> {
    let v = key.get(&*cx);
    if v.cast::<Rope>().is_some() {
        return string::flatten(cx, key);
    }
    match v.cast::<Object>() {
        Some(o) if crate::object::slots::existing_identity_hash(o).is_none() => {
            crate::object::slots::identity_hash(cx, key).map(|_| ())
        }
        _ => Ok(()),
    }
}

/// SameValueZero for canonical keys of the same hash.
#[inline]
fn same_key<'rt>(a: Value<'_, 'rt>, b: Value<'_, 'rt>) -> bool {
    a.same_bits(b) || same_content(a, b)
}

fn same_content<'rt>(a: Value<'_, 'rt>, b: Value<'_, 'rt>) -> bool {
    if let (Some(a), Some(b)) = (a.cast::<Str>(), b.cast::<Str>()) {
        return string::equals(a, b);
    }
    match (a.cast::<BigInt>(), b.cast::<BigInt>()) {
        (Some(a), Some(b)) => a.bytes() == b.bytes(),
        _ => false,
    }
}

/// Where the chain of a hash begins: the word, and how far its bits lie to the left.
#[inline(always)]
fn bucket(capacity: usize, hash: u32) -> (usize, u32) {
    let b = hash as usize & (2 * capacity - 1);
    (HEAD + (b >> 1), (b as u32 & 1) * 32)
}
#[inline(always)]
fn chain_head(t: Gc<'_, '_, Table>, (word, shift): (usize, u32)) -> u32 {
    (t.get(word).bits() >> shift) as u32
}
#[inline(always)]
fn set_chain_head(t: Gc<'_, '_, Table>, (word, shift): (usize, u32), e: u32) {
    let other = t.get(word).bits() & (0xFFFF_FFFF << (32 - shift));
    t.set(word, packed(other | (e as u64) << shift));
}

#[inline]
fn find_hashed<'rt>(t: Gc<'_, 'rt, Table>, key: Value<'_, 'rt>, hash: u32) -> Option<usize> {
    let capacity = capacity(t);
    let mut e = chain_head(t, bucket(capacity, hash));
    while e != 0 {
        let at = entry_at(capacity, e as usize - 1);
        let link = t.get(at + 2).bits();
        if (link >> 32) as u32 == hash && same_key(t.get(at), key) {
            return Some(e as usize - 1);
        }
        e = link as u32;
    }
    None
}

/// The entry of a key; a string has to be flat (or [`prepare`]d).
#[inline]
pub fn find<'rt>(t: Gc<'_, 'rt, Table>, key: Value<'_, 'rt>) -> Option<usize> {
    let key = canonical(key);
    find_hashed(t, key, existing_hash(key)?)
}

/// The entry of a key. A string key in `key` becomes flat.
pub fn lookup<'rt>(cx: &mut Cx<'rt>, t: Root<'_, 'rt>, key: Root<'_, 'rt>) -> Result<Option<usize>, Throw> {
    if key.cast::<Rope>(&*cx).is_some() {
        string::flatten(cx, key)?;
    }
    Ok(t.cast::<Table>(&*cx).and_then(|t| find(t, key.get(&*cx))))
}

/// The key of entry `e`: a hole if it has been deleted.
#[inline]
pub fn key<'a, 'rt>(t: Gc<'a, 'rt, Table>, e: usize) -> Value<'a, 'rt> {
    t.get(entry_at(capacity(t), e))
}
/// The value of entry `e`.
#[inline]
pub fn value<'a, 'rt>(t: Gc<'a, 'rt, Table>, e: usize) -> Value<'a, 'rt> {
    t.get(entry_at(capacity(t), e) + 1)
}
/// Changes the value of entry `e`.
#[inline]
pub fn set_value<'a, 'rt>(t: Gc<'a, 'rt, Table>, e: usize, v: Value<'a, 'rt>) {
    t.set(entry_at(capacity(t), e) + 1, v);
}

/// Sets a key to a value if that needs no allocation; false: [`set`] has to do it.
#[inline]
pub fn try_set<'a, 'rt>(t: Gc<'a, 'rt, Table>, key: Value<'a, 'rt>, v: Value<'a, 'rt>) -> bool {
    let key = canonical(key);
    if key.cast::<Rope>().is_some() {
        return false;
    }
    let Some(hash) = existing_hash(key) else { return false };
    if let Some(e) = find_hashed(t, key, hash) {
        set_value(t, e, v);
        return true;
    }
    if used(t) == capacity(t) {
        return false;
    }
    append(t, key, v, hash);
    true
}

/// Sets key to value; `t` holds the table and gets the new one if it had to grow. -0 becomes +0; a string in `key`
/// becomes flat.
pub fn set<'rt>(
    cx: &mut Cx<'rt>,
    t: Root<'_, 'rt>,
    key: Root<'_, 'rt>,
    v: Root<'_, 'rt>,
) -> Result<(), Throw> {
    prepare(cx, key)?;
    for _ in 0..2 {
        let Some(table) = t.cast::<Table>(&*cx) else { return Ok(()) };
        if try_set(table, key.get(&*cx), v.get(&*cx)) {
            return Ok(());
        }
        let (live, capacity) = (len(table), capacity(table));
        rebuild(cx, t, if live * 2 > capacity { capacity * 2 } else { capacity })?;
    }
    Ok(())
}

#[inline]
fn append<'a, 'rt>(t: Gc<'a, 'rt, Table>, key: Value<'a, 'rt>, v: Value<'a, 'rt>, hash: u32) {
    let e = used(t);
    let capacity = capacity(t);
    let at = entry_at(capacity, e);
    let bucket = bucket(capacity, hash);
    t.set(at, key);
    t.set(at + 1, v);
    t.set(at + 2, packed(chain_head(t, bucket) as u64 | (hash as u64) << 32));
    set_chain_head(t, bucket, e as u32 + 1);
    set_count(t, USED, e + 1);
    set_count(t, LIVE, len(t) + 1);
}

/// A copy of the table in `t` with the live entries only and room for `capacity`.
pub fn compact<'a, 'rt>(cx: &'a mut Cx<'rt>, t: Root<'_, 'rt>, wanted: usize) -> Completion<'a, 'rt> {
    if wanted > MAX_CAPACITY {
        return Err(crate::error::range_error(cx, "Map maximum size exceeded"));
    }
    roots!(cx; bigger);
    bigger.set(new(cx, wanted)?);
    if let (Some(old), Some(new)) = (t.cast::<Table>(&*cx), bigger.cast::<Table>(&*cx)) {
        copy_entries(old, new);
    }
    Ok(bigger.get(&*cx))
}

fn copy_entries<'a, 'rt>(old: Gc<'a, 'rt, Table>, new: Gc<'a, 'rt, Table>) {
    let (from, to) = (capacity(old), capacity(new));
    let n = len(old);
    if n == used(old) {
        new.copy_from(entry_at(to, 0), old, entry_at(from, 0), n * ENTRY);
    } else {
        for (e, o) in (0..used(old)).filter(|&e| !key(old, e).is_hole()).enumerate() {
            new.copy_from(entry_at(to, e), old, entry_at(from, o), ENTRY);
        }
    }
    for e in 0..n {
        let link = entry_at(to, e) + 2;
        let hash = (new.get(link).bits() >> 32) as u32;
        let bucket = bucket(to, hash);
        new.set(link, packed(chain_head(new, bucket) as u64 | (hash as u64) << 32));
        set_chain_head(new, bucket, e as u32 + 1);
    }
    set_count(new, USED, n);
    set_count(new, LIVE, n);
}

/// Replaces the table in `t` by one of another capacity. The old one stays as it is, so that iterators find their
/// place in the new one.
#[cold]
#[inline(never)]
fn rebuild<'rt>(cx: &mut Cx<'rt>, t: Root<'_, 'rt>, capacity: usize) -> Result<(), Throw> {
    roots!(cx; new);
    new.set(compact(cx, t, capacity)?);
    if let Some(old) = t.cast::<Table>(&*cx) {
        old.set(NEXT, new.get(&*cx));
    }
    t.copy(new);
    Ok(())
}

/// Replaces the table in `t` by an empty one; iterators go on in that one.
pub fn clear<'rt>(cx: &mut Cx<'rt>, t: Root<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; empty);
    empty.set(new(cx, 4)?);
    if let Some(old) = t.cast::<Table>(&*cx) {
        set_count(old, USED, 0);
        set_count(old, LIVE, 0);
        old.set(NEXT, empty.get(&*cx));
    }
    t.copy(empty);
    Ok(())
}

/// Deletes a key; whether it was there. `t` gets a smaller table if few entries are left.
pub fn delete<'rt>(cx: &mut Cx<'rt>, t: Root<'_, 'rt>, key: Root<'_, 'rt>) -> Result<bool, Throw> {
    let Some(e) = lookup(cx, t, key)? else { return Ok(false) };
    let Some(table) = t.cast::<Table>(&*cx) else { return Ok(false) };
    remove_entry(table, e);
    let (live, capacity) = (len(table), capacity(table));
    if capacity > MIN_SHRINK && live < capacity / 8 {
        rebuild(cx, t, capacity / 4)?;
    }
    Ok(true)
}

/// Takes a live entry out of its chain and empties it.
fn remove_entry(t: Gc<'_, '_, Table>, e: usize) {
    let capacity = capacity(t);
    let at = entry_at(capacity, e);
    let link = t.get(at + 2).bits();
    let bucket = bucket(capacity, (link >> 32) as u32);
    let mut before = chain_head(t, bucket);
    if before as usize == e + 1 {
        set_chain_head(t, bucket, link as u32);
    } else {
        while before != 0 {
            let other = entry_at(capacity, before as usize - 1) + 2;
            let bits = t.get(other).bits();
            if bits as u32 as usize == e + 1 {
                t.set(other, packed(bits >> 32 << 32 | link as u32 as u64));
                break;
            }
            before = bits as u32;
        }
    }
    t.set(at, hole());
    t.set(at + 1, undefined());
    set_count(t, LIVE, len(t).saturating_sub(1));
}

/// The value at an index key (sparse elements).
pub fn get_index<'a, 'rt>(t: Gc<'a, 'rt, Table>, index: u32) -> Option<Value<'a, 'rt>> {
    find(t, index_value(index)).map(|e| value(t, e))
}
/// Sets an index key.
pub fn set_index<'rt>(cx: &mut Cx<'rt>, t: Root<'_, 'rt>, index: u32, v: Root<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; key);
    key.set(index_value(index));
    set(cx, t, key, v)
}
/// Removes an index key.
pub fn remove_index(t: Gc<'_, '_, Table>, index: u32) {
    if let Some(e) = find(t, index_value(index)) {
        remove_entry(t, e);
    }
}
/// All index keys, in order of insertion.
pub fn indices(t: Gc<'_, '_, Table>) -> Vec<u32> {
    (0..used(t)).filter_map(|e| key(t, e).as_number()).map(|n| n as u32).collect()
}
