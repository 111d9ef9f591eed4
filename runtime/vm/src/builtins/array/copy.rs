//! Methods that make new arrays of parts of others: slice, concat, flat, the copying forms of the changing ones.

use super::*;

/// Array.prototype.slice.
pub fn slice<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, out, v);
    let length = receiver(cx, args, o)?;
    let from = convert::relative_index(cx, args.get(0), length, 0)?;
    let to = convert::relative_index(cx, args.get(1), length, length)?;
    let count = to.saturating_sub(from);
    let plain = species_create(cx, o, count, out)?;
    if plain && plain_dense(&*cx, o).is_some_and(|n| to <= n as u64) {
        return slice_dense(cx, o, from as u32, count as u32);
    }
    let mut n = 0;
    for i in from..to {
        if get_if_present(cx, o, i, v)? {
            create_at(cx, out, n, v)?;
        }
        n += 1;
    }
    set_length(cx, out, n)?;
    Ok(out.get(&*cx))
}

/// A new array of the `n` elements from `from` on of a plain dense array; holes stay holes.
pub(super) fn slice_dense<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    o: Root<'_, 'rt>,
    from: u32,
    n: u32,
) -> Completion<'a, 'rt> {
    roots!(cx; source);
    if n == 0 {
        return create::array(cx, 0, 0);
    }
    if let Some((cell, _)) = o.cast::<Object>(&*cx).and_then(elements::dense) {
        source.set(cell.with_tag(CELL));
    }
    create::array_slice(cx, source, from as usize, n as usize)
}

/// IsConcatSpreadable.
fn is_concat_spreadable<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<bool, Throw> {
    if !v.get(&*cx).is_object() {
        return Ok(false);
    }
    roots!(cx; flag);
    flag.set(object::get(cx, v, names::IS_CONCAT_SPREADABLE)?);
    if !flag.get(&*cx).is_undefined() {
        return Ok(convert::to_boolean(flag.get(&*cx)));
    }
    Ok(is_array(&*cx, v))
}

/// Array.prototype.concat.
pub fn concat<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, out, item, v);
    o.set(convert::to_object(cx, args.this())?);
    species_create(cx, o, 0, out)?;
    let mut n: u64 = 0;
    item.copy(o);
    for i in 0..=args.len() {
        if i > 0 {
            item.copy(args.get(i - 1));
        }
        if !is_concat_spreadable(cx, item)? {
            if n >= (1 << 53) - 1 {
                return Err(error::type_error(cx, "Array too large"));
            }
            create_at(cx, out, n, item)?;
            n += 1;
            continue;
        }
        let length = convert::length_of_array_like(cx, item)?;
        if n + length > (1 << 53) - 1 {
            return Err(error::type_error(cx, "Array too large"));
        }
        if append_dense(cx, out, n, item, length)? {
            n += length;
            continue;
        }
        for i in 0..length {
            if get_if_present(cx, item, i, v)? {
                create_at(cx, out, n, v)?;
            }
            n += 1;
        }
    }
    set_length(cx, out, n)?;
    Ok(out.get(&*cx))
}

/// Appends a plain dense array to a plain dense array of length `n` as one copy; holes stay holes.
fn append_dense<'rt>(
    cx: &mut Cx<'rt>,
    out: Root<'_, 'rt>,
    n: u64,
    item: Root<'_, 'rt>,
    length: u64,
) -> Result<bool, Throw> {
    let both = plain_dense(&*cx, out).is_some_and(|m| m as u64 == n)
        && plain_dense(&*cx, item).is_some_and(|m| m as u64 == length);
    if !both || n + length >= u32::MAX as u64 {
        return Ok(false);
    }
    if length == 0 {
        return Ok(true);
    }
    let total = (n + length) as u32;
    elements::grow(cx, out, total)?;
    let (Some(to), Some(from)) = (out.cast::<Array>(&*cx), item.cast::<Object>(&*cx)) else {
        return Ok(false);
    };
    let (Some(dense), Some((source, _))) =
        (to.get(object_words::ELEMENTS).cast::<Dense>(), elements::dense(from))
    else {
        return Ok(false);
    };
    dense.copy_from(n as usize, source, 0, length as usize);
    dense.set_aux(total);
    elements::set_array_length(to, total);
    Ok(true)
}

/// Array.prototype.flat.
pub fn flat<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, out);
    let length = receiver(cx, args, o)?;
    let depth =
        if args.get(0).get(&*cx).is_undefined() { 1.0 } else { convert::to_integer(cx, args.get(0))? };
    species_create(cx, o, 0, out)?;
    flatten(cx, out, 0, o, length, depth)?;
    Ok(out.get(&*cx))
}

/// FlattenIntoArray without a mapper: the next index of the target.
fn flatten<'rt>(
    cx: &mut Cx<'rt>,
    out: Root<'_, 'rt>,
    mut at: u64,
    o: Root<'_, 'rt>,
    length: u64,
    depth: f64,
) -> Result<u64, Throw> {
    cx.check_stack(64)?;
    roots!(cx; v);
    for i in 0..length {
        if !get_if_present(cx, o, i, v)? {
            continue;
        }
        if depth > 0.0 && is_array(&*cx, v) {
            let inner = convert::length_of_array_like(cx, v)?;
            at = flatten(cx, out, at, v, inner, depth - 1.0)?;
        } else {
            create_at(cx, out, at, v)?;
            at += 1;
        }
    }
    Ok(at)
}

/// Array.prototype.flatMap.
pub fn flat_map<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, out, v, index);
    let length = receiver(cx, args, o)?;
    check_callable(cx, args.get(0))?;
    species_create(cx, o, 0, out)?;
    let mut at = 0;
    for i in 0..length {
        if !get_if_present(cx, o, i, v)? {
            continue;
        }
        index.set(length_value(i));
        v.set(call::call(cx, args.get(0), args.get(1), &[v, index, o])?);
        if is_array(&*cx, v) {
            let inner = convert::length_of_array_like(cx, v)?;
            at = flatten(cx, out, at, v, inner, 0.0)?;
        } else {
            create_at(cx, out, at, v)?;
            at += 1;
        }
    }
    Ok(out.get(&*cx))
}

/// A new array for `length` elements; RangeError if that is too many.
pub(super) fn new_array<'rt>(cx: &mut Cx<'rt>, length: u64, out: Root<'_, 'rt>) -> Result<(), Throw> {
    if length > u32::MAX as u64 {
        return Err(error::range_error(cx, "Invalid array length"));
    }
    out.set(create::array(cx, 0, (length as u32).min(elements::MAX_PREALLOCATED))?);
    Ok(())
}

/// Array.prototype.toReversed.
pub fn to_reversed<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, out, v);
    let length = receiver(cx, args, o)?;
    new_array(cx, length, out)?;
    for i in (0..length).rev() {
        get_at(cx, o, i, v)?;
        crate::iteration::spread::push(cx, out, v)?;
    }
    Ok(out.get(&*cx))
}

/// Array.prototype.toSpliced.
pub fn to_spliced<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, out, v);
    let length = receiver(cx, args, o)?;
    let start = convert::relative_index(cx, args.get(0), length, 0)?;
    let items = args.len().saturating_sub(2);
    let skip = match args.len() {
        0 => 0,
        1 => length - start,
        _ => convert::to_integer(cx, args.get(1))?.clamp(0.0, (length - start) as f64) as u64,
    };
    let total = length + items as u64 - skip;
    if total > (1 << 53) - 1 {
        return Err(error::type_error(cx, "Array too large"));
    }
    new_array(cx, total, out)?;
    for i in 0..start {
        get_at(cx, o, i, v)?;
        crate::iteration::spread::push(cx, out, v)?;
    }
    for i in 0..items {
        crate::iteration::spread::push(cx, out, args.get(2 + i))?;
    }
    for i in start + skip..length {
        get_at(cx, o, i, v)?;
        crate::iteration::spread::push(cx, out, v)?;
    }
    Ok(out.get(&*cx))
}

/// Array.prototype.with.
pub fn with<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, out, v);
    let length = receiver(cx, args, o)?;
    let n = convert::to_integer(cx, args.get(0))?;
    let i = if n < 0.0 { length as f64 + n } else { n };
    if !(0.0..length as f64).contains(&i) {
        return Err(error::range_error(cx, "Invalid index : out of range"));
    }
    new_array(cx, length, out)?;
    for k in 0..length {
        if k == i as u64 {
            v.copy(args.get(1));
        } else {
            get_at(cx, o, k, v)?;
        }
        crate::iteration::spread::push(cx, out, v)?;
    }
    Ok(out.get(&*cx))
}
