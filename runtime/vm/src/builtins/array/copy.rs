//! Methods that make new arrays of elements that there are: slice, concat, toReversed, with.

use super::is_array;
use super::mutate::reverse_words;
use super::support::{
    Gaps, MAX_LENGTH, default_species, define, find, get, receiver, relative_index, set_length, simple,
    species_create, this_object,
};
use crate::atom::names;
use crate::convert;
use crate::error;
use crate::iteration::spread;
use crate::kinds::*;
use crate::object::lookup::{Own, find_own};
use crate::object::{self, create, elements};
use crate::realm::{Args, Intrinsic};
use crate::value::*;

/// A new array of the words `from..from + n` of a simple array, or as many of them as there are, the rest absent;
/// holes stay holes or become undefined.
pub(super) fn copy_words<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    o: Root<'_, 'rt>,
    from: usize,
    n: usize,
    fill_holes: bool,
) -> Completion<'a, 'rt> {
    roots!(cx; source);
    let mut present = 0;
    if let Some(s) = simple(&*cx, o)
        && let Some(cell) = s.cell
    {
        source.set(cell);
        present = (s.used as usize).saturating_sub(from).min(n);
    }
    if present == 0 {
        return create::array(cx, n as u32, 0);
    }
    let made = if fill_holes {
        create::array_copy(cx, source, from, present)?
    } else {
        create::array_slice(cx, source, from, present)?
    };
    if let Some(array) = made.cast::<Array>() {
        elements::set_array_length(array, n as u32);
    }
    Ok(made)
}

/// Array.prototype.slice(start, end).
pub fn slice<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, result, v);
    let length = receiver(cx, args, "slice", o)?;
    let from = relative_index(cx, args.get(0), length)?;
    let to = convert::relative_index(cx, args.get(1), length, length)?.max(from);
    // The arguments' conversion may have shortened the array.
    if default_species(&*cx, o) && simple(&*cx, o).is_some_and(|s| to <= s.length as u64) {
        return copy_words(cx, o, from as usize, (to - from) as usize, false);
    }
    species_create(cx, o, to - from, result)?;
    let mut gaps = Gaps::default();
    let mut k = from;
    while k < to {
        if find(cx, o, k, v)? {
            define(cx, result, k - from, v)?;
            k += 1;
        } else {
            k = gaps.next(&*cx, o, k, to);
        }
    }
    set_length(cx, result, to - from)?;
    Ok(result.get(&*cx))
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

/// Array.prototype.concat(...items).
pub fn concat<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, result, item, v);
    this_object(cx, args, "concat", o)?;
    if let Some(total) = concat_total(&*cx, args, o) {
        return concat_simple(cx, args, o, total);
    }
    species_create(cx, o, 0, result)?;
    let mut n = 0;
    for i in 0..=args.len() {
        item.copy(if i == 0 { o } else { args.get(i - 1) });
        if !is_concat_spreadable(cx, item)? {
            if n >= MAX_LENGTH {
                return Err(too_large(cx, 1, n));
            }
            define(cx, result, n, item)?;
            n += 1;
            continue;
        }
        let length = convert::length_of_array_like(cx, item)?;
        if n + length > MAX_LENGTH {
            return Err(too_large(cx, length, n));
        }
        let mut gaps = Gaps::default();
        let mut k = 0;
        while k < length {
            if find(cx, item, k, v)? {
                define(cx, result, n + k, v)?;
                k += 1;
            } else {
                k = gaps.next(&*cx, item, k, length);
            }
        }
        n += length;
    }
    set_length(cx, result, n)?;
    Ok(result.get(&*cx))
}

fn too_large(cx: &mut Cx<'_>, n: u64, length: u64) -> Throw {
    let message = format!(
        "Concatenating {n} elements to an array-like of length {length} is disallowed by ECMA-262, as the total \
         surpasses 2**53-1"
    );
    error::type_error(cx, &message)
}

/// The length of the concatenation, if it is one of simple arrays and primitives and nobody can tell how it is done.
fn concat_total<'rt>(cx: &Cx<'rt>, args: Args<'_, 'rt>, o: Root<'_, 'rt>) -> Option<u32> {
    if !default_species(cx, o) {
        return None;
    }
    for which in [Intrinsic::ArrayPrototype, Intrinsic::ObjectPrototype] {
        let made = cx.host.realm.made(which).and_then(|g| cx.global(g).cast::<Object>());
        if made.is_some_and(|p| !matches!(find_own(cx, p, names::IS_CONCAT_SPREADABLE.into()), Own::Missing))
        {
            return None;
        }
    }
    let first = simple(cx, o)?;
    let (mut total, mut used) = (first.length as u64, first.used as u64);
    for i in 0..args.len() {
        if args.get(i).get(cx).is_object() {
            let s = simple(cx, args.get(i))?;
            total += s.length as u64;
            used += s.used as u64;
        } else {
            total += 1;
            used += 1;
        }
    }
    // Much of it absent: then not as one cell.
    if total > 2 * used + elements::MAX_PREALLOCATED as u64 {
        return None;
    }
    u32::try_from(total).ok().filter(|&n| n < u32::MAX)
}

/// The concatenation as one allocation and one copy for each array; holes stay holes.
fn concat_simple<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    args: Args<'_, 'rt>,
    o: Root<'_, 'rt>,
    total: u32,
) -> Completion<'a, 'rt> {
    roots!(cx; result);
    result.set(create::array(cx, total, total)?);
    let Some(to) = result.cast::<Object>(&*cx).and_then(elements::dense).map(|(cell, _)| cell) else {
        return Ok(result.get(&*cx));
    };
    let (mut at, mut used) = (0, 0);
    for i in 0..=args.len() {
        let item = if i == 0 { o } else { args.get(i - 1) };
        if !item.get(&*cx).is_object() {
            to.set(at, item.get(&*cx));
            at += 1;
            used = at;
        } else if let Some(s) = simple(&*cx, item) {
            if let Some(cell) = s.cell.filter(|_| s.used > 0) {
                to.copy_from(at, cell, 0, s.used as usize);
                used = at + s.used as usize;
            }
            at += s.length as usize;
        }
    }
    to.set_aux(used as u32);
    Ok(result.get(&*cx))
}

/// ArrayCreate(length) for elements that will be appended one after the other; the array is empty at first.
pub(super) fn new_array<'rt>(cx: &mut Cx<'rt>, length: u64, out: Root<'_, 'rt>) -> Result<(), Throw> {
    if length > u32::MAX as u64 {
        return Err(error::range_error(cx, "Invalid array length"));
    }
    out.set(create::array(cx, 0, (length as u32).min(elements::MAX_PREALLOCATED))?);
    Ok(())
}

/// The elements of a simple array, absent ones as undefined, as a new array; None if there is no such array, or if most
/// of it is absent.
fn copy_of_simple<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    length: u64,
    out: Root<'_, 'rt>,
) -> Result<bool, Throw> {
    if !simple(&*cx, o).is_some_and(|s| s.used == s.length && s.length as u64 == length) {
        return Ok(false);
    }
    out.set(copy_words(cx, o, 0, length as usize, true)?);
    Ok(true)
}

/// Array.prototype.toReversed().
pub fn to_reversed<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, result, v);
    let length = receiver(cx, args, "toReversed", o)?;
    if copy_of_simple(cx, o, length, result)? {
        if let Some((cell, used)) = result.cast::<Object>(&*cx).and_then(elements::dense) {
            reverse_words(cell, 0, used as usize);
        }
        return Ok(result.get(&*cx));
    }
    new_array(cx, length, result)?;
    for k in (0..length).rev() {
        get(cx, o, k, v)?;
        spread::push(cx, result, v)?;
    }
    Ok(result.get(&*cx))
}

/// Array.prototype.with(index, value).
pub fn with<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, result, v);
    let length = receiver(cx, args, "with", o)?;
    let n = convert::to_integer(cx, args.get(0))?;
    let index = if n < 0.0 { length as f64 + n } else { n };
    if !(0.0..length as f64).contains(&index) {
        return Err(error::range_error(cx, "Invalid array index"));
    }
    let index = index as u64;
    if copy_of_simple(cx, o, length, result)? {
        if let Some((cell, _)) = result.cast::<Object>(&*cx).and_then(elements::dense) {
            cell.set(index as usize, args.get(1).get(&*cx));
        }
        return Ok(result.get(&*cx));
    }
    new_array(cx, length, result)?;
    for k in 0..length {
        if k == index {
            v.copy(args.get(1));
        } else {
            get(cx, o, k, v)?;
        }
        spread::push(cx, result, v)?;
    }
    Ok(result.get(&*cx))
}
