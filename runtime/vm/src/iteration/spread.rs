//! Spread: appending everything that an iterable gives to an array.

use super::{Record, Site, count, get_iterator_from_method, get_iterator_method, is_dense, step_value};
use crate::kinds::*;
use crate::object::{self, elements};
use crate::protectors;
use crate::value::*;

/// Can the elements be copied as they lie? Packed, or holes that nothing can fill from a prototype.
fn copyable<'rt>(cx: &Cx<'rt>, v: Value<'_, 'rt>) -> Option<u32> {
    if !is_dense(cx, v, protectors::ITER) {
        return None;
    }
    let array = v.cast::<Array>()?;
    let length = elements::array_length(array);
    match array.get(object_words::ELEMENTS).cast::<Dense>() {
        Some(dense) => {
            let packed = dense.aux() == length && (0..length as usize).all(|i| !dense.get(i).is_hole());
            (packed || !cx.host.prototype_elements() && length <= elements::MAX_PREALLOCATED.max(dense.aux()))
                .then_some(length)
        }
        None => (array.get(object_words::ELEMENTS).is_undefined()
            && (length == 0 || !cx.host.prototype_elements() && length <= elements::MAX_PREALLOCATED))
            .then_some(length),
    }
}

/// `[...source]`: a new array.
pub fn to_array<'a, 'rt>(cx: &'a mut Cx<'rt>, site: Site, source: Root<'_, 'rt>) -> Completion<'a, 'rt> {
    if let Some(length) = copyable(&*cx, source.get(&*cx)) {
        count(cx, site, true);
        return copy(cx, source, length);
    }
    roots!(cx; array);
    array.set(object::create::array(cx, 0, 0)?);
    append_generic(cx, site, array, source)?;
    Ok(array.get(&*cx))
}

/// The dense copy: one allocation of the elements and one copy.
fn copy<'a, 'rt>(cx: &'a mut Cx<'rt>, source: Root<'_, 'rt>, length: u32) -> Completion<'a, 'rt> {
    roots!(cx; cell);
    let mut used = 0;
    if let Some((dense, n)) = source.cast::<Object>(&*cx).and_then(elements::dense) {
        cell.set(dense.with_tag(CELL));
        used = n.min(length);
    }
    if used == length {
        return object::create::array_copy(cx, cell, 0, length as usize);
    }
    // Trailing holes: undefined, too.
    roots!(cx; array, nothing);
    array.set(object::create::array_copy_or_empty(cx, cell, used as usize)?);
    for i in used..length {
        elements::put(cx, array, i, nothing)?;
    }
    if let Some(a) = array.cast::<Array>(&*cx) {
        elements::set_array_length(a, length);
    }
    Ok(array.get(&*cx))
}

/// Appends to the array literal in `array`.
pub fn append<'rt>(
    cx: &mut Cx<'rt>,
    site: Site,
    array: Root<'_, 'rt>,
    source: Root<'_, 'rt>,
) -> Result<(), Throw> {
    let Some(length) = copyable(&*cx, source.get(&*cx)) else {
        return append_generic(cx, site, array, source);
    };
    count(cx, site, true);
    let Some(target) = array.cast::<Array>(&*cx) else { return Ok(()) };
    let at = elements::array_length(target);
    let total = at.checked_add(length).filter(|&t| t < u32::MAX);
    let Some(total) = total else { return Err(crate::error::range_error(cx, "Invalid array length")) };
    if length == 0 {
        return Ok(());
    }
    // Grow by doubling, so that many spreads into one literal stay linear.
    let capacity = target.get(object_words::ELEMENTS).cast::<Dense>().map_or(0, |d| d.len() as u32);
    if total > capacity {
        elements::grow(cx, array, total.max(capacity.saturating_mul(2)))?;
    }
    let (Some(to), Some(from)) = (array.cast::<Object>(&*cx), source.cast::<Object>(&*cx)) else {
        return Ok(());
    };
    let Some((cell, _)) = elements::dense(to) else { return Ok(()) };
    let used = match elements::dense(from) {
        Some((dense, used)) => {
            let used = used.min(length);
            cell.copy_from(at as usize, dense, 0, used as usize);
            cell.replace(at as usize, used as usize, hole(), undefined());
            used
        }
        None => 0,
    };
    cell.fill((at + used) as usize, (length - used) as usize, undefined());
    cell.set_aux(total);
    if let Some(a) = array.cast::<Array>(&*cx) {
        elements::set_array_length(a, total);
    }
    Ok(())
}

fn append_generic<'rt>(
    cx: &mut Cx<'rt>,
    site: Site,
    array: Root<'_, 'rt>,
    source: Root<'_, 'rt>,
) -> Result<(), Throw> {
    roots!(cx; method, iterator, next, mode, v);
    let record = Record { iterator, next, mode };
    method.set(get_iterator_method(cx, source)?);
    get_iterator_from_method(cx, site, source, method, record)?;
    while step_value(cx, record, v)? {
        push(cx, array, v)?;
    }
    Ok(())
}

/// Appends one value to an array literal: an array of ours, dense, whose elements are defined, never set.
#[inline]
pub fn push<'rt>(cx: &mut Cx<'rt>, array: Root<'_, 'rt>, v: Root<'_, 'rt>) -> Result<(), Throw> {
    let Some(a) = array.cast::<Array>(&*cx) else { return Ok(()) };
    let length = elements::array_length(a);
    if length >= u32::MAX - 1 {
        return Err(crate::error::range_error(cx, "Invalid array length"));
    }
    elements::put(cx, array, length, v)?;
    if let Some(a) = array.cast::<Array>(&*cx) {
        elements::set_array_length(a, length + 1);
    }
    Ok(())
}
