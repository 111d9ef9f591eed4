//! Methods that change the receiver: push, pop, shift, unshift, reverse, fill, copyWithin.

use super::support::{
    MAX_LENGTH, Simple, delete, find, get, index_number, receiver, relative_index, set, set_length, simple,
};
use crate::convert;
use crate::error;
use crate::kinds::*;
use crate::object::{assign, elements};
use crate::realm::Args;
use crate::value::*;

/// Array.prototype.push(...items).
pub fn push<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    // As far as the receiver is an ordinary array that can take more, nobody can tell how.
    let mut done = 0;
    while done < args.len() && assign::push_dense(cx, args.this(), args.get(done))? {
        done += 1;
    }
    if done > 0
        && done == args.len()
        && let Some(array) = args.this().cast::<Array>(&*cx)
    {
        return Ok(index_value(elements::array_length(array)));
    }
    roots!(cx; o);
    let mut length = receiver(cx, args, "push", o)?;
    let rest = (args.len() - done) as u64;
    if length + rest > MAX_LENGTH {
        let message = format!(
            "Pushing {rest} elements on an array-like of length {length} is disallowed by ECMA-262, as the total \
             surpasses 2**53-1"
        );
        return Err(error::type_error(cx, &message));
    }
    for i in done..args.len() {
        set(cx, o, length, args.get(i))?;
        length += 1;
    }
    set_length(cx, o, length)?;
    Ok(index_number(length))
}

/// Array.prototype.pop().
pub fn pop<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v);
    if let Some(Simple { array, cell, used, length }) = simple(&*cx, args.this()) {
        if length == 0 {
            return Ok(undefined());
        }
        elements::set_array_length(array, length - 1);
        let Some(dense) = cell.filter(|_| used == length) else { return Ok(undefined()) };
        let last = length as usize - 1;
        v.set(dense.get(last));
        dense.set(last, hole());
        dense.set_aux(length - 1);
        return Ok(if v.get(&*cx).is_hole() { undefined() } else { v.get(&*cx) });
    }
    let length = receiver(cx, args, "pop", o)?;
    if length == 0 {
        set_length(cx, o, 0)?;
        return Ok(undefined());
    }
    get(cx, o, length - 1, v)?;
    delete(cx, o, length - 1)?;
    set_length(cx, o, length - 1)?;
    Ok(v.get(&*cx))
}

/// Array.prototype.shift().
pub fn shift<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, first, v);
    if let Some(Simple { array, cell, used, length }) = simple(&*cx, args.this()) {
        if length == 0 {
            return Ok(undefined());
        }
        elements::set_array_length(array, length - 1);
        let Some(dense) = cell.filter(|_| used > 0) else { return Ok(undefined()) };
        let last = used as usize - 1;
        v.set(dense.get(0));
        dense.move_within(1, 0, last);
        dense.set(last, hole());
        dense.set_aux(used - 1);
        return Ok(if v.get(&*cx).is_hole() { undefined() } else { v.get(&*cx) });
    }
    let length = receiver(cx, args, "shift", o)?;
    if length == 0 {
        set_length(cx, o, 0)?;
        return Ok(undefined());
    }
    get(cx, o, 0, first)?;
    for k in 1..length {
        move_element(cx, o, k, k - 1, v)?;
    }
    delete(cx, o, length - 1)?;
    set_length(cx, o, length - 1)?;
    Ok(first.get(&*cx))
}

/// Moves an element, or its absence, from one index to another.
pub(super) fn move_element<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    from: u64,
    to: u64,
    v: Root<'_, 'rt>,
) -> Result<(), Throw> {
    if find(cx, o, from, v)? { set(cx, o, to, v) } else { delete(cx, o, to) }
}

/// Makes room for `n` (more than 0) elements at `at` of a simple array, where their words then lie unwritten; false if
/// it is no such array, or `at` beyond the elements that it has.
pub(super) fn open_gap<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, at: u32, n: usize) -> Result<bool, Throw> {
    let Some(Simple { cell, used, length, .. }) = simple(&*cx, o) else { return Ok(false) };
    if at > used || n as u64 + length as u64 >= u32::MAX as u64 {
        return Ok(false);
    }
    let capacity = cell.map_or(0, |c| c.len() as u64);
    let total = used as u64 + n as u64;
    if total > capacity {
        elements::grow(cx, o, (total + total / 2).min(u32::MAX as u64 - 1) as u32)?;
    }
    let Some(Simple { array, cell: Some(dense), .. }) = simple(&*cx, o) else { return Ok(false) };
    dense.move_within(at as usize, at as usize + n, (used - at) as usize);
    dense.set_aux(total as u32);
    elements::set_array_length(array, length + n as u32);
    Ok(true)
}

/// Array.prototype.unshift(...items).
pub fn unshift<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v);
    let length = receiver(cx, args, "unshift", o)?;
    let n = args.len();
    if n > 0 {
        if length + n as u64 > MAX_LENGTH {
            let message = format!(
                "Unshifting {n} elements on an array-like of length {length} is disallowed by ECMA-262, as the \
                 total surpasses 2**53-1"
            );
            return Err(error::type_error(cx, &message));
        }
        if open_gap(cx, o, 0, n)? {
            if let Some(dense) = simple(&*cx, o).and_then(|s| s.cell) {
                for i in 0..n {
                    dense.set(i, args.get(i).get(&*cx));
                }
            }
            return Ok(index_number(length + n as u64));
        }
        for k in (0..length).rev() {
            move_element(cx, o, k, k + n as u64, v)?;
        }
        for i in 0..n {
            set(cx, o, i as u64, args.get(i))?;
        }
    }
    set_length(cx, o, length + n as u64)?;
    Ok(index_number(length + n as u64))
}

/// Array.prototype.reverse().
pub fn reverse<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, low, high);
    let length = receiver(cx, args, "reverse", o)?;
    if let Some(Simple { cell, used, length, .. }) = simple(&*cx, o)
        && used == length
    {
        if let Some(dense) = cell {
            reverse_words(dense, 0, length as usize);
        }
        return Ok(o.get(&*cx));
    }
    for lower in 0..length / 2 {
        let upper = length - 1 - lower;
        let has_low = find(cx, o, lower, low)?;
        let has_high = find(cx, o, upper, high)?;
        match (has_low, has_high) {
            (true, true) => {
                set(cx, o, lower, high)?;
                set(cx, o, upper, low)?;
            }
            (false, true) => {
                set(cx, o, lower, high)?;
                delete(cx, o, upper)?;
            }
            (true, false) => {
                delete(cx, o, lower)?;
                set(cx, o, upper, low)?;
            }
            (false, false) => {}
        }
    }
    Ok(o.get(&*cx))
}

/// Reverses the words `from..to` of a cell.
pub(super) fn reverse_words<'a, 'rt, T>(cell: Gc<'a, 'rt, T>, from: usize, to: usize) {
    let (mut i, mut j) = (from, to);
    while i + 1 < j {
        j -= 1;
        let v = cell.get(i);
        cell.set(i, cell.get(j));
        cell.set(j, v);
        i += 1;
    }
}

/// Array.prototype.fill(value [, start [, end]]).
pub fn fill<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o);
    let length = receiver(cx, args, "fill", o)?;
    let from = relative_index(cx, args.get(1), length)?;
    let to = convert::relative_index(cx, args.get(2), length, length)?;
    if from >= to || fill_simple(cx, o, args.get(0), from, to)? {
        return Ok(o.get(&*cx));
    }
    for k in from..to {
        set(cx, o, k, args.get(0))?;
    }
    Ok(o.get(&*cx))
}

/// Fills `from..to` (`from < to`) of a simple array that is as long as that and not much emptier; false: it is not.
fn fill_simple<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    v: Root<'_, 'rt>,
    from: u64,
    to: u64,
) -> Result<bool, Throw> {
    let Some(Simple { used, length, .. }) = simple(&*cx, o) else { return Ok(false) };
    if to > length as u64 || from > used as u64 && to > elements::MAX_PREALLOCATED as u64 {
        return Ok(false);
    }
    elements::grow(cx, o, to as u32)?;
    let Some(Simple { cell: Some(dense), .. }) = simple(&*cx, o) else { return Ok(false) };
    dense.fill(from as usize, (to - from) as usize, v.get(&*cx));
    dense.set_aux(used.max(to as u32));
    Ok(true)
}

/// Array.prototype.copyWithin(target, start [, end]).
pub fn copy_within<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v);
    let length = receiver(cx, args, "copyWithin", o)?;
    let to = relative_index(cx, args.get(0), length)?;
    let from = relative_index(cx, args.get(1), length)?;
    let end = convert::relative_index(cx, args.get(2), length, length)?;
    let count = end.saturating_sub(from).min(length - to);
    if let Some(Simple { cell: Some(dense), used, .. }) = simple(&*cx, o)
        && from.max(to) + count <= used as u64
    {
        dense.move_within(from as usize, to as usize, count as usize);
        return Ok(o.get(&*cx));
    }
    let backwards = from < to && to < from + count;
    for step in 0..count {
        let k = if backwards { count - 1 - step } else { step };
        move_element(cx, o, from + k, to + k, v)?;
    }
    Ok(o.get(&*cx))
}
