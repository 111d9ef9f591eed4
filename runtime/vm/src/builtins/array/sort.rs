//! sort and toSorted: SortIndexedProperties (ECMA-262 23.1.3.30.1) and the orders that need no user code.
//!
//! The values are collected into a list, a STORAGE cell without undefined, so that a comparison function may do what
//! it likes to the receiver. Without such a function, lists of primitives are sorted in native memory by their strings,
//! which are made once; only for objects, whose conversion can be seen, are they made at each comparison.

use super::support::{Gaps, Simple, delete, find, get, receiver, set, simple};
use super::timsort::{self, Order};
use crate::call;
use crate::convert;
use crate::error;
use crate::kinds::*;
use crate::object::create;
use crate::realm::Args;
use crate::string::{self, View};
use crate::value::*;
use std::cmp::Ordering;

/// Array.prototype.sort(comparator).
pub fn sort<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    check_comparator(cx, args)?;
    roots!(cx; o, list, v);
    let length = receiver(cx, args, "sort", o)?;
    let (n, undefineds) = collect(cx, o, length, true, list)?;
    sort_list(cx, args, list, n)?;
    let present = n as u64 + undefineds;
    if write_back_simple(&*cx, o, list, n, present, length) {
        return Ok(o.get(&*cx));
    }
    for k in 0..present {
        let value = if k < n as u64 { list.cast::<Storage>(&*cx).map(|l| l.get(k as usize)) } else { None };
        v.set(value.unwrap_or(undefined()));
        set(cx, o, k, v)?;
    }
    // Holes have moved to the end.
    let mut gaps = Gaps::default();
    let mut k = present;
    while k < length {
        if super::support::has(cx, o, k)? {
            delete(cx, o, k)?;
            k += 1;
        } else {
            k = gaps.next(&*cx, o, k, length);
        }
    }
    Ok(o.get(&*cx))
}

/// Array.prototype.toSorted(comparator).
pub fn to_sorted<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    check_comparator(cx, args)?;
    roots!(cx; o, list);
    let length = receiver(cx, args, "toSorted", o)?;
    if length > u32::MAX as u64 {
        return Err(error::range_error(cx, "Invalid array length"));
    }
    let (n, undefineds) = collect(cx, o, length, false, list)?;
    sort_list(cx, args, list, n)?;
    if length == 0 {
        return create::array(cx, 0, 0);
    }
    // What lies in the list after the values is undefined: fresh words, or what `collect` has left there.
    let total = n + undefineds as usize;
    if list.cast::<Storage>(&*cx).is_none_or(|l| l.len() < total) {
        grow(cx, list, n, total)?;
    }
    create::array_copy(cx, list, 0, total)
}

fn check_comparator<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>) -> Result<(), Throw> {
    let f = args.get(0).get(&*cx);
    if f.is_undefined() || call::is_callable(f) {
        return Ok(());
    }
    let what = error::describe(&*cx, f);
    Err(error::type_error(
        cx,
        &format!("The comparison function must be either a function or undefined [{what}]"),
    ))
}

/// Replaces the list by one of `capacity` words, of which the first `n` are copied; the others are undefined.
fn grow<'rt>(cx: &mut Cx<'rt>, list: Root<'_, 'rt>, n: usize, capacity: usize) -> Result<(), Throw> {
    list.set(if n == 0 {
        cx.alloc::<Storage>(STORAGE, 0, capacity)?
    } else {
        cx.alloc_copy::<Storage>(STORAGE, 0, capacity, list, 0, n)?
    });
    Ok(())
}

/// The values of the receiver as a list: how many, and how many undefined ones were left out. Words of the list after
/// the values are undefined.
fn collect<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    length: u64,
    skip_holes: bool,
    list: Root<'_, 'rt>,
) -> Result<(usize, u64), Throw> {
    if let Some(counts) = collect_simple(cx, o, length, skip_holes, list)? {
        return Ok(counts);
    }
    roots!(cx; v);
    list.set(cx.alloc::<Storage>(STORAGE, 0, 8)?);
    let (mut n, mut undefineds, mut capacity) = (0, 0, 8);
    let mut gaps = Gaps::default();
    let mut k = 0;
    while k < length {
        if !skip_holes {
            get(cx, o, k, v)?;
        } else if !find(cx, o, k, v)? {
            k = gaps.next(&*cx, o, k, length);
            continue;
        }
        k += 1;
        if v.get(&*cx).is_undefined() {
            undefineds += 1;
            continue;
        }
        if n == capacity {
            capacity *= 2;
            grow(cx, list, n, capacity)?;
        }
        if let Some(cell) = list.cast::<Storage>(&*cx) {
            cell.set(n, v.get(&*cx));
        }
        n += 1;
    }
    Ok((n, undefineds))
}

/// The same for a simple array: one copy, out of which holes and undefined are taken.
fn collect_simple<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    length: u64,
    skip_holes: bool,
    list: Root<'_, 'rt>,
) -> Result<Option<(usize, u64)>, Throw> {
    let Some(Simple { cell: Some(cell), used, .. }) =
        simple(&*cx, o).filter(|s| s.length as u64 == length && s.used > 0)
    else {
        return Ok(None);
    };
    let used = used as usize;
    list.set(cell);
    list.set(cx.alloc_copy::<Storage>(STORAGE, 0, used, list, 0, used)?);
    let Some(cell) = list.cast::<Storage>(&*cx) else { return Ok(None) };
    let (mut n, mut undefineds) = (0, if skip_holes { 0 } else { length - used as u64 });
    for i in 0..used {
        let v = cell.get(i);
        if v.is_undefined() || v.is_hole() && !skip_holes {
            undefineds += 1;
        } else if !v.is_hole() {
            if n != i {
                cell.set(n, v);
            }
            n += 1;
        }
    }
    cell.fill(n, used - n, undefined());
    Ok(Some((n, undefineds)))
}

/// Writes the sorted list back to an array that still is simple and long enough, all at once.
fn write_back_simple<'rt>(
    cx: &Cx<'rt>,
    o: Root<'_, 'rt>,
    list: Root<'_, 'rt>,
    n: usize,
    present: u64,
    length: u64,
) -> bool {
    let Some(Simple { cell: Some(cell), used, .. }) = simple(cx, o) else { return false };
    let Some(list) = list.cast::<Storage>(cx) else { return false };
    if (used as u64) < present || present < n as u64 {
        return false;
    }
    cell.copy_from(0, list, 0, n);
    cell.fill(n, present as usize - n, undefined());
    let end = (used as u64).min(length);
    if present < end {
        cell.fill(present as usize, (end - present) as usize, hole());
    }
    true
}

/// Sorts the first `n` values of the list.
fn sort_list<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>, list: Root<'_, 'rt>, n: usize) -> Result<(), Throw> {
    if n < 2 {
        return Ok(());
    }
    if !args.get(0).get(&*cx).is_undefined() {
        return timsort::sort(cx, list, n, Order::Function(args.get(0)));
    }
    let Some(cell) = list.cast::<Storage>(&*cx) else { return Ok(()) };
    let all = |test: fn(Value<'_, 'rt>) -> bool| (0..n).all(|i| test(cell.get(i)));
    if all(|v| v.is_int()) {
        sort_ints(cell, n);
        Ok(())
    } else if all(|v| v.is_number()) {
        sort_numbers(cx, list, n)
    } else if all(|v| v.is_string()) {
        for i in 0..n {
            flatten_at(cx, list, i)?;
        }
        sort_by_strings(cx, list, list, n)
    } else if all(|v| !v.is_object()) {
        roots!(cx; texts, s);
        texts.set(cx.alloc::<Storage>(STORAGE, 0, n)?);
        for i in 0..n {
            if let Some(cell) = list.cast::<Storage>(&*cx) {
                s.set(cell.get(i));
            }
            convert::to_flat_string(cx, s)?;
            if let Some(texts) = texts.cast::<Storage>(&*cx) {
                texts.set(i, s.get(&*cx));
            }
        }
        sort_by_strings(cx, list, texts, n)
    } else {
        timsort::sort(cx, list, n, Order::Strings)
    }
}

/// Makes the string at `i` of a list flat.
fn flatten_at<'rt>(cx: &mut Cx<'rt>, list: Root<'_, 'rt>, i: usize) -> Result<(), Throw> {
    let Some(rope) = list.cast::<Storage>(&*cx).and_then(|l| l.get(i).cast::<Rope>()) else { return Ok(()) };
    roots!(cx; s);
    s.set(rope);
    string::flatten(cx, s)?;
    if let Some(cell) = list.cast::<Storage>(&*cx) {
        cell.set(i, s.get(&*cx));
    }
    Ok(())
}

/// Integers by their decimal texts: eleven bytes at most, which fit a word of 128 bits, the unused ones zero.
fn sort_ints(cell: Gc<'_, '_, Storage>, n: usize) {
    let mut keys: Vec<(u128, i32)> =
        (0..n).filter_map(|i| cell.get(i).as_int()).map(|i| (decimal(i), i)).collect();
    keys.sort_unstable();
    for (i, &(_, v)) in keys.iter().enumerate() {
        cell.set(i, Value::int(v));
    }
}

/// The decimal text of an integer, left-aligned.
fn decimal(i: i32) -> u128 {
    let mut text = 0;
    let mut shift = 120;
    if i < 0 {
        text = (b'-' as u128) << shift;
        shift -= 8;
    }
    let magnitude = i.unsigned_abs();
    let mut power = 10u32.pow(magnitude.checked_ilog10().unwrap_or(0));
    loop {
        text |= (b'0' as u128 + (magnitude / power % 10) as u128) << shift;
        if power == 1 {
            return text;
        }
        power /= 10;
        shift -= 8;
    }
}

/// Numbers by their texts, which lie one after the other in one buffer.
fn sort_numbers<'rt>(cx: &mut Cx<'rt>, list: Root<'_, 'rt>, n: usize) -> Result<(), Throw> {
    let mut texts = Vec::with_capacity(n * 8);
    let mut ends = Vec::with_capacity(n);
    let Some(cell) = list.cast::<Storage>(&*cx) else { return Ok(()) };
    for i in 0..n {
        let d = cell.get(i).as_number().unwrap_or(f64::NAN);
        texts.extend_from_slice(ryu_js::Buffer::new().format(d).as_bytes());
        ends.push(texts.len());
    }
    let text = |i: u32| {
        let i = i as usize;
        &texts[if i == 0 { 0 } else { ends[i - 1] }..ends[i]]
    };
    let mut order: Vec<u32> = (0..n as u32).collect();
    order.sort_by(|&a, &b| text(a).cmp(text(b)));
    permute(cx, list, &order)
}

/// Values by strings that are flat and lie in another list, or in the same one.
fn sort_by_strings<'rt>(
    cx: &mut Cx<'rt>,
    list: Root<'_, 'rt>,
    texts: Root<'_, 'rt>,
    n: usize,
) -> Result<(), Throw> {
    let Some(texts) = texts.cast::<Storage>(&*cx) else { return Ok(()) };
    let view =
        |i: u32| texts.get(i as usize).cast::<Str>().and_then(string::try_view).unwrap_or(View::Latin1(&[]));
    let mut order: Vec<(u64, u32)> = (0..n as u32).map(|i| (prefix(view(i)), i)).collect();
    order.sort_by(|a, b| match a.0.cmp(&b.0) {
        Ordering::Equal => view(a.1).compare(view(b.1)),
        unequal => unequal,
    });
    let order: Vec<u32> = order.into_iter().map(|(_, i)| i).collect();
    permute(cx, list, &order)
}

/// The first four units, which decide most comparisons.
fn prefix(view: View<'_>) -> u64 {
    (0..4).fold(0, |word, i| word << 16 | view.get(i).unwrap_or(0) as u64)
}

/// Puts the values of a list in the given order.
fn permute<'rt>(cx: &mut Cx<'rt>, list: Root<'_, 'rt>, order: &[u32]) -> Result<(), Throw> {
    let sorted = cx.alloc::<Storage>(STORAGE, 0, order.len())?;
    let Some(from) = list.cast::<Storage>(sorted) else { return Ok(()) };
    for (to, &i) in order.iter().enumerate() {
        sorted.set(to, from.get(i as usize));
    }
    from.copy_from(0, sorted, 0, order.len());
    Ok(())
}
