//! Methods that change the receiver.

use super::*;

/// The largest length of an array-like.
const MAX_LENGTH: u64 = (1 << 53) - 1;

/// Array.prototype.push.
pub fn push<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if args.len() == 1 && object::assign::push_dense(cx, args.this(), args.get(0))? {
        return Ok(length_value(array_len(&*cx, args.this())));
    }
    roots!(cx; o);
    let mut length = receiver(cx, args, o)?;
    if length + args.len() as u64 > MAX_LENGTH {
        return Err(error::type_error(cx, "Pushing elements past 2 ** 53 - 1"));
    }
    for i in 0..args.len() {
        if !object::assign::push_dense(cx, o, args.get(i))? {
            set_at(cx, o, length, args.get(i))?;
        }
        length += 1;
    }
    set_length(cx, o, length)?;
    Ok(length_value(length))
}

/// Array.prototype.pop.
pub fn pop<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v);
    if remove_dense(&*cx, args.this(), false, v) {
        return Ok(v.get(&*cx));
    }
    let length = receiver(cx, args, o)?;
    if length == 0 {
        set_length(cx, o, 0)?;
        return Ok(undefined());
    }
    get_at(cx, o, length - 1, v)?;
    delete_at(cx, o, length - 1)?;
    set_length(cx, o, length - 1)?;
    Ok(v.get(&*cx))
}

/// Array.prototype.shift.
pub fn shift<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, first, v);
    if remove_dense(&*cx, args.this(), true, v) {
        return Ok(v.get(&*cx));
    }
    let length = receiver(cx, args, o)?;
    if length == 0 {
        set_length(cx, o, 0)?;
        return Ok(undefined());
    }
    get_at(cx, o, 0, first)?;
    for i in 1..length {
        move_element(cx, o, i, i - 1, v)?;
    }
    delete_at(cx, o, length - 1)?;
    set_length(cx, o, length - 1)?;
    Ok(first.get(&*cx))
}

/// Takes the first or last element of a plain dense array that is not empty.
fn remove_dense<'rt>(cx: &Cx<'rt>, o: Root<'_, 'rt>, first: bool, out: Root<'_, 'rt>) -> bool {
    let Some(length) = plain_dense(cx, o).filter(|&n| n > 0) else { return false };
    let Some(array) = o.cast::<Array>(cx) else { return false };
    let Some(dense) = array.get(object_words::ELEMENTS).cast::<Dense>() else { return false };
    let last = length as usize - 1;
    let v = dense.get(if first { 0 } else { last });
    out.set(if v.is_hole() { undefined() } else { v });
    if first {
        dense.move_within(1, 0, last);
    }
    dense.set(last, hole());
    dense.set_aux(last as u32);
    elements::set_array_length(array, last as u32);
    true
}

/// Moves an element, or its absence, from one index to another.
fn move_element<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    from: u64,
    to: u64,
    v: Root<'_, 'rt>,
) -> Result<(), Throw> {
    if get_if_present(cx, o, from, v)? { set_at(cx, o, to, v) } else { delete_at(cx, o, to) }
}

/// Array.prototype.unshift.
pub fn unshift<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v);
    let length = receiver(cx, args, o)?;
    let n = args.len() as u64;
    if n > 0 {
        if length + n > MAX_LENGTH {
            return Err(error::type_error(cx, "Unshifting elements past 2 ** 53 - 1"));
        }
        if open_gap(cx, o, 0, n)? {
            for i in 0..args.len() {
                set_at(cx, o, i as u64, args.get(i))?;
            }
            return Ok(length_value(length + n));
        }
        for i in (0..length).rev() {
            move_element(cx, o, i, i + n, v)?;
        }
        for i in 0..args.len() {
            set_at(cx, o, i as u64, args.get(i))?;
        }
    }
    set_length(cx, o, length + n)?;
    Ok(length_value(length + n))
}

/// Makes room for `n` elements at `at` of a plain dense array: they are undefined then. False if it is no such array.
fn open_gap<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, at: u32, n: u64) -> Result<bool, Throw> {
    let Some(length) = plain_dense(&*cx, o) else { return Ok(false) };
    let total = length as u64 + n;
    if total >= u32::MAX as u64 || n == 0 {
        return Ok(false);
    }
    let capacity = o.cast::<Object>(&*cx).and_then(elements::dense).map_or(0, |(d, _)| d.len() as u64);
    if total > capacity {
        elements::grow(cx, o, (total + total / 2).min(u32::MAX as u64 - 1) as u32)?;
    }
    let Some(array) = o.cast::<Array>(&*cx) else { return Ok(false) };
    let Some(dense) = array.get(object_words::ELEMENTS).cast::<Dense>() else { return Ok(false) };
    dense.set_aux(total as u32);
    dense.move_within(at as usize, at as usize + n as usize, (length - at) as usize);
    dense.fill(at as usize, n as usize, undefined());
    elements::set_array_length(array, total as u32);
    Ok(true)
}

/// Array.prototype.splice.
pub fn splice<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, out, v);
    let length = receiver(cx, args, o)?;
    let start = convert::relative_index(cx, args.get(0), length, 0)?;
    let items = args.len().saturating_sub(2) as u64;
    let delete = match args.len() {
        0 => 0,
        1 => length - start,
        _ => convert::to_integer(cx, args.get(1))?.clamp(0.0, (length - start) as f64) as u64,
    };
    if length + items - delete > MAX_LENGTH {
        return Err(error::type_error(cx, "Splicing elements past 2 ** 53 - 1"));
    }
    let plain = species_create(cx, o, delete, out)?;
    if plain && plain_dense(&*cx, o).is_some_and(|n| n as u64 == length) {
        return splice_dense(cx, args, o, start as u32, delete as u32, items as u32);
    }
    for i in 0..delete {
        if get_if_present(cx, o, start + i, v)? {
            create_at(cx, out, i, v)?;
        }
    }
    set_length(cx, out, delete)?;
    if items < delete {
        for i in start..length - delete {
            move_element(cx, o, i + delete, i + items, v)?;
        }
        for i in (length - delete + items..length).rev() {
            delete_at(cx, o, i)?;
        }
    } else if items > delete {
        for i in (start..length - delete).rev() {
            move_element(cx, o, i + delete, i + items, v)?;
        }
    }
    for i in 0..items {
        set_at(cx, o, start + i, args.get(2 + i as usize))?;
    }
    set_length(cx, o, length - delete + items)?;
    Ok(out.get(&*cx))
}

fn splice_dense<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    args: Args<'_, 'rt>,
    o: Root<'_, 'rt>,
    start: u32,
    delete: u32,
    items: u32,
) -> Completion<'a, 'rt> {
    roots!(cx; out);
    out.set(copy::slice_dense(cx, o, start, delete)?);
    if items > delete {
        open_gap(cx, o, start + delete, (items - delete) as u64)?;
    } else if let Some(array) = o.cast::<Array>(&*cx)
        && let Some(dense) = array.get(object_words::ELEMENTS).cast::<Dense>()
    {
        let length = elements::array_length(array);
        let (from, to) = ((start + delete) as usize, (start + items) as usize);
        dense.move_within(from, to, length as usize - from);
        let shorter = length - delete + items;
        dense.fill(shorter as usize, (length - shorter) as usize, hole());
        dense.set_aux(shorter);
        elements::set_array_length(array, shorter);
    }
    if let Some((dense, _)) = o.cast::<Object>(&*cx).and_then(elements::dense) {
        for i in 0..items as usize {
            dense.set(start as usize + i, args.get(2 + i).get(&*cx));
        }
    }
    Ok(out.get(&*cx))
}

/// Array.prototype.reverse.
pub fn reverse<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, low, high);
    let length = receiver(cx, args, o)?;
    for lower in 0..length / 2 {
        let upper = length - 1 - lower;
        let has_low = get_if_present(cx, o, lower, low)?;
        let has_high = get_if_present(cx, o, upper, high)?;
        match (has_low, has_high) {
            (true, true) => {
                set_at(cx, o, lower, high)?;
                set_at(cx, o, upper, low)?;
            }
            (false, true) => {
                set_at(cx, o, lower, high)?;
                delete_at(cx, o, upper)?;
            }
            (true, false) => {
                delete_at(cx, o, lower)?;
                set_at(cx, o, upper, low)?;
            }
            (false, false) => {}
        }
    }
    Ok(o.get(&*cx))
}

/// Array.prototype.fill.
pub fn fill<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o);
    let length = receiver(cx, args, o)?;
    let from = convert::relative_index(cx, args.get(1), length, 0)?;
    let to = convert::relative_index(cx, args.get(2), length, length)?;
    for i in from..to {
        if !(i == array_used(&*cx, o) && fill_next(cx, o, i, args.get(0))?) {
            set_at(cx, o, i, args.get(0))?;
        }
    }
    Ok(o.get(&*cx))
}

fn array_used<'rt>(cx: &Cx<'rt>, o: Root<'_, 'rt>) -> u64 {
    o.cast::<Object>(cx).and_then(elements::dense).map_or(0, |(_, used)| used as u64)
}

/// The hole after the last element of an array of the initial shape, within its length, filled in order.
fn fill_next<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, i: u64, v: Root<'_, 'rt>) -> Result<bool, Throw> {
    if !is_initial(&*cx, o) || cx.host.prototype_elements() || i >= array_len(&*cx, o) {
        return Ok(false);
    }
    elements::put(cx, o, i as u32, v)?;
    Ok(true)
}

/// Array.prototype.copyWithin.
pub fn copy_within<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v);
    let length = receiver(cx, args, o)?;
    let to = convert::relative_index(cx, args.get(0), length, 0)?;
    let from = convert::relative_index(cx, args.get(1), length, 0)?;
    let end = convert::relative_index(cx, args.get(2), length, length)?;
    let count = end.saturating_sub(from).min(length - to);
    let backwards = from < to && to < from + count;
    for step in 0..count {
        let i = if backwards { count - 1 - step } else { step };
        move_element(cx, o, from + i, to + i, v)?;
    }
    Ok(o.get(&*cx))
}
