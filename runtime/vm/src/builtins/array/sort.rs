//! Sorting: a stable merge sort over a list of the present values.
//!
//! The list lies in a STORAGE cell, so that a comparison function may collect. Without one, all-number lists compare
//! the numbers' strings only where they have to, and strings are compared by units.

use super::*;
use crate::string;
use std::cmp::Ordering;

/// Runs shorter than this are sorted by insertion.
const RUN: usize = 8;

/// Array.prototype.sort.
pub fn sort<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    check_comparator(cx, args)?;
    roots!(cx; o, list, v);
    let length = receiver(cx, args, o)?;
    let n = collect(cx, o, length, true, list)?;
    sort_list(cx, args, list, n)?;
    for i in 0..n {
        v.set(list_get(&*cx, list, i));
        set_at(cx, o, i as u64, v)?;
    }
    for i in n as u64..length {
        // Only what was there before is deleted: holes have moved to the end.
        roots!(cx; scratch);
        let key = index_key(cx, i, scratch)?;
        if object::has_own_property(cx, o, key)? || !is_array(&*cx, o) && object::has_property(cx, o, key)? {
            object::delete_property_or_throw(cx, o, key)?;
        }
    }
    Ok(o.get(&*cx))
}

/// Array.prototype.toSorted.
pub fn to_sorted<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    check_comparator(cx, args)?;
    roots!(cx; o, list);
    let length = receiver(cx, args, o)?;
    if length > u32::MAX as u64 {
        return Err(error::range_error(cx, "Invalid array length"));
    }
    let n = collect(cx, o, length, false, list)?;
    sort_list(cx, args, list, n)?;
    if n == 0 { create::array(cx, 0, 0) } else { create::array_copy(cx, list, 0, n) }
}

fn check_comparator<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>) -> Result<(), Throw> {
    let f = args.get(0).get(&*cx);
    if f.is_undefined() || call::is_callable(f) {
        return Ok(());
    }
    Err(error::type_error(cx, "The comparison function must be either a function or undefined"))
}

/// SortIndexedProperties, the collecting half: the values into a new list, how many in the result.
fn collect<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    length: u64,
    skip_holes: bool,
    list: Root<'_, 'rt>,
) -> Result<usize, Throw> {
    roots!(cx; v);
    let mut capacity = length.min(array_capacity(&*cx, o)).max(8) as usize;
    list.set(cx.alloc::<Storage>(STORAGE, 0, capacity)?.with_tag(CELL));
    let mut n = 0;
    for i in 0..length {
        if skip_holes {
            if !get_if_present(cx, o, i, v)? {
                continue;
            }
        } else {
            get_at(cx, o, i, v)?;
        }
        if n == capacity {
            capacity *= 2;
            let bigger = cx.alloc_copy::<Storage>(STORAGE, 0, capacity, list, 0, n)?.with_tag(CELL);
            list.set(bigger);
        }
        if let Some(cell) = list.cast::<Storage>(&*cx) {
            cell.set(n, v.get(&*cx));
        }
        n += 1;
    }
    Ok(n)
}

fn array_capacity<'rt>(cx: &Cx<'rt>, o: Root<'_, 'rt>) -> u64 {
    o.cast::<Object>(cx).and_then(elements::dense).map_or(0, |(_, used)| used as u64)
}

fn list_get<'a, 'rt>(cx: &'a Cx<'rt>, list: Root<'_, 'rt>, i: usize) -> Value<'a, 'rt> {
    list.cast::<Storage>(cx).map_or(undefined(), |l| l.get(i))
}

/// Sorts the first `n` values of the list: undefined ones last, the others by the comparison.
fn sort_list<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>, list: Root<'_, 'rt>, n: usize) -> Result<(), Throw> {
    roots!(cx; buffer);
    // Undefined values go to the end without being compared; the order of the others stays.
    let mut m = 0;
    if let Some(l) = list.cast::<Storage>(&*cx) {
        for i in 0..n {
            let v = l.get(i);
            if !v.is_undefined() {
                l.set(m, v);
                m += 1;
            }
        }
        l.fill(m, n - m, undefined());
    }
    if m < 2 {
        return Ok(());
    }
    buffer.set(cx.alloc::<Storage>(STORAGE, 0, m)?.with_tag(CELL));
    if !args.get(0).get(&*cx).is_undefined() {
        let window = cx.window(5)?;
        let slots = window.slots();
        return merge_sort(cx, list, buffer, m, |cx, a, b| {
            slots.at(0).copy(args.get(0));
            slots.at(2).set(undefined());
            slots.at(3).copy(a);
            slots.at(4).copy(b);
            let v = call::invoke(cx, slots)?;
            if let Some(i) = v.as_int() {
                return Ok(i > 0);
            }
            slots.at(3).set(v);
            Ok(convert::to_number(cx, slots.at(3))? > 0.0)
        });
    }
    let all = |cx: &Cx<'rt>, test: fn(Value<'_, 'rt>) -> bool| {
        list.cast::<Storage>(cx).is_some_and(|l| (0..m).all(|i| test(l.get(i))))
    };
    if !all(&*cx, |v| v.is_string()) && !all(&*cx, |v| v.is_int()) {
        return sort_as_strings(cx, list, buffer, m);
    }
    if all(&*cx, |v| v.is_string()) {
        flatten_all(cx, list, m)?;
    }
    merge_sort(cx, list, buffer, m, |cx, a, b| Ok(compare_simple(&*cx, a, b).is_gt()))
}

/// Ropes among strings become flat.
fn flatten_all<'rt>(cx: &mut Cx<'rt>, list: Root<'_, 'rt>, n: usize) -> Result<(), Throw> {
    roots!(cx; s);
    for i in 0..n {
        s.set(list_get(&*cx, list, i));
        string::flatten(cx, s)?;
        if let Some(l) = list.cast::<Storage>(&*cx) {
            l.set(i, s.get(&*cx));
        }
    }
    Ok(())
}

/// The order of two int32 or two flat strings as strings.
fn compare_simple<'rt>(cx: &Cx<'rt>, a: Root<'_, 'rt>, b: Root<'_, 'rt>) -> Ordering {
    if let (Some(x), Some(y)) = (a.as_int(), b.as_int()) {
        return compare_ints(x, y);
    }
    match (a.cast::<Str>(cx).and_then(string::try_view), b.cast::<Str>(cx).and_then(string::try_view)) {
        (Some(a), Some(b)) => a.compare(b),
        _ => Ordering::Equal,
    }
}

/// The order of the decimal texts of two integers.
fn compare_ints(x: i32, y: i32) -> Ordering {
    match (x < 0, y < 0) {
        (true, false) => return Ordering::Less,
        (false, true) => return Ordering::Greater,
        _ => {}
    }
    let (x, y) = (x.unsigned_abs() as u64, y.unsigned_abs() as u64);
    let digits = |n: u64| n.checked_ilog10().unwrap_or(0);
    let (dx, dy) = (digits(x), digits(y));
    let scaled = |n: u64, by: u32| n * 10u64.pow(by);
    match dx.cmp(&dy) {
        Ordering::Equal => x.cmp(&y),
        // A text that is the start of the other comes first.
        Ordering::Less => scaled(x, dy - dx).cmp(&y).then(Ordering::Less),
        Ordering::Greater => x.cmp(&scaled(y, dx - dy)).then(Ordering::Greater),
    }
}

/// Any values without a comparison function: their strings are made once, beside them.
fn sort_as_strings<'rt>(
    cx: &mut Cx<'rt>,
    list: Root<'_, 'rt>,
    buffer: Root<'_, 'rt>,
    n: usize,
) -> Result<(), Throw> {
    roots!(cx; pairs, pair, s);
    pairs.set(cx.alloc::<Storage>(STORAGE, 0, n)?.with_tag(CELL));
    for i in 0..n {
        s.set(list_get(&*cx, list, i));
        convert::to_flat_string(cx, s)?;
        let cell = cx.alloc::<Storage>(STORAGE, 0, 2)?;
        cell.set(0, s.get(cell));
        if let Some(l) = list.cast::<Storage>(cell) {
            cell.set(1, l.get(i));
        }
        pair.set(cell.with_tag(CELL));
        if let Some(p) = pairs.cast::<Storage>(&*cx) {
            p.set(i, pair.get(&*cx));
        }
    }
    merge_sort(cx, pairs, buffer, n, |cx, a, b| {
        let text = |r: Root<'_, 'rt>| {
            r.cast::<Storage>(&*cx).and_then(|p| p.get(0).cast::<Str>()).and_then(string::try_view)
        };
        Ok(match (text(a), text(b)) {
            (Some(a), Some(b)) => a.compare(b).is_gt(),
            _ => false,
        })
    })?;
    let (Some(list), Some(pairs)) = (list.cast::<Storage>(&*cx), pairs.cast::<Storage>(&*cx)) else {
        return Ok(());
    };
    for i in 0..n {
        if let Some(pair) = pairs.get(i).cast::<Storage>() {
            list.set(i, pair.get(1));
        }
    }
    Ok(())
}

/// A stable bottom-up merge sort; `greater(a, b)` says whether a belongs after b.
fn merge_sort<'rt>(
    cx: &mut Cx<'rt>,
    list: Root<'_, 'rt>,
    buffer: Root<'_, 'rt>,
    n: usize,
    mut greater: impl FnMut(&mut Cx<'rt>, Root<'_, 'rt>, Root<'_, 'rt>) -> Result<bool, Throw>,
) -> Result<(), Throw> {
    roots!(cx; a, b, from, to);
    for start in (0..n).step_by(RUN) {
        for i in start + 1..(start + RUN).min(n) {
            a.set(list_get(&*cx, list, i));
            let mut at = i;
            while at > start {
                b.set(list_get(&*cx, list, at - 1));
                if !greater(cx, b, a)? {
                    break;
                }
                store(&*cx, list, at, b);
                at -= 1;
            }
            store(&*cx, list, at, a);
        }
    }
    from.copy(list);
    to.copy(buffer);
    let mut width = RUN;
    while width < n {
        for start in (0..n).step_by(2 * width) {
            let (middle, end) = ((start + width).min(n), (start + 2 * width).min(n));
            let (mut i, mut j) = (start, middle);
            if middle < end {
                // Runs that are in order already are copied as they are.
                a.set(list_get(&*cx, from, middle - 1));
                b.set(list_get(&*cx, from, middle));
                if greater(cx, a, b)? {
                    a.set(list_get(&*cx, from, i));
                    let mut at = start;
                    while i < middle && j < end {
                        if greater(cx, a, b)? {
                            store(&*cx, to, at, b);
                            j += 1;
                            if j < end {
                                b.set(list_get(&*cx, from, j));
                            }
                        } else {
                            store(&*cx, to, at, a);
                            i += 1;
                            if i < middle {
                                a.set(list_get(&*cx, from, i));
                            }
                        }
                        at += 1;
                    }
                }
            }
            copy_range(&*cx, from, to, i, middle, j, end);
        }
        let swapped = from.get(&*cx);
        b.set(swapped);
        from.copy(to);
        to.copy(b);
        width *= 2;
    }
    if !from.ptr_eq(list) {
        copy_range(&*cx, from, list, 0, n, n, n);
    }
    Ok(())
}

fn store<'rt>(cx: &Cx<'rt>, list: Root<'_, 'rt>, i: usize, v: Root<'_, 'rt>) {
    if let Some(l) = list.cast::<Storage>(cx) {
        l.set(i, v.get(cx));
    }
}

/// Copies what is left of two neighbouring runs, `i..middle` and `j..end`, to where it belongs: before `end`.
fn copy_range<'rt>(
    cx: &Cx<'rt>,
    from: Root<'_, 'rt>,
    to: Root<'_, 'rt>,
    i: usize,
    middle: usize,
    j: usize,
    end: usize,
) {
    let (Some(from), Some(to)) = (from.cast::<Storage>(cx), to.cast::<Storage>(cx)) else { return };
    let right = end - j;
    let left = middle - i;
    to.copy_from(end - right - left, from, i, left);
    to.copy_from(end - right, from, j, right);
}
