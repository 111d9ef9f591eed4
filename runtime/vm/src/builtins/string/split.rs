//! split by strings: the array is made in one go.

use super::{delegate, pattern_method, string_argument, view};
use crate::atom::names;
use crate::kinds::*;
use crate::realm::Args;
use crate::string::{self, View};
use crate::value::*;
use crate::{convert, object};

/// Where `needle` occurs, from left to right without overlap, at most `limit` times. An empty one occurs before every
/// unit and at the end.
pub(super) fn occurrences(s: View<'_>, needle: View<'_>, limit: usize) -> Vec<u32> {
    if let (View::Latin1(s), View::Latin1(needle)) = (s, needle) {
        return match needle {
            [byte] => memchr::memchr_iter(*byte, s).take(limit).map(|i| i as u32).collect(),
            _ => memchr::memmem::find_iter(s, needle).take(limit).map(|i| i as u32).collect(),
        };
    }
    let step = needle.len().max(1);
    let mut found = Vec::new();
    let mut from = 0;
    while found.len() < limit
        && let Some(i) = s.index_of(needle, from)
    {
        found.push(i as u32);
        from = i + step;
    }
    found
}

/// String.prototype.split(separator, limit)
pub fn split<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s, separator, f);
    convert::require_object_coercible(cx, args.this(), "String.prototype.split")?;
    if pattern_method(cx, args.get(0), names::SPLIT, f)? {
        return delegate(cx, args, f, true);
    }
    s.copy(args.this());
    convert::to_flat_string(cx, s)?;
    let limit =
        if args.get(1).get(&*cx).is_undefined() { u32::MAX } else { convert::to_uint32(cx, args.get(1))? };
    string_argument(cx, args, 0, separator)?;
    if limit == 0 {
        return object::create::array(cx, 0, 0);
    }
    let (length, width) = (view(&*cx, s).len(), view(&*cx, separator).len());
    if args.get(0).get(&*cx).is_undefined() {
        return pieces(cx, s, &[], 0, 1);
    }
    if width == 0 {
        return units(cx, s, length.min(limit as usize));
    }
    let found = occurrences(view(&*cx, s), view(&*cx, separator), limit as usize);
    let count = (found.len() + 1).min(limit as usize);
    pieces(cx, s, &found, width, count)
}

/// An array of the first `count` pieces between the separators `found`, which are `width` units wide.
fn pieces<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    s: Root<'_, 'rt>,
    found: &[u32],
    width: usize,
    count: usize,
) -> Completion<'a, 'rt> {
    let length = view(&*cx, s).len();
    let mut from = 0;
    list(cx, count, |cx, i, piece| {
        let to = found.get(i).map_or(length, |&p| p as usize);
        piece.set(string::substring(cx, s, from, to)?);
        from = to + width;
        Ok(())
    })
}

/// An array of the first `count` units.
fn units<'a, 'rt>(cx: &'a mut Cx<'rt>, s: Root<'_, 'rt>, count: usize) -> Completion<'a, 'rt> {
    list(cx, count, |cx, i, piece| {
        let unit = view(&*cx, s).get(i).unwrap_or(0);
        piece.set(string::from_unit(cx, unit)?);
        Ok(())
    })
}

/// A dense array of `count` values, each left by `make` in the root it is given.
fn list<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    count: usize,
    mut make: impl FnMut(&mut Cx<'rt>, usize, Root<'_, 'rt>) -> Result<(), Throw>,
) -> Completion<'a, 'rt> {
    if count == 0 {
        return object::create::array(cx, 0, 0);
    }
    roots!(cx; cell, piece);
    cell.set(cx.alloc::<Dense>(ELEMENTS, count as u32, count)?);
    for i in 0..count {
        make(cx, i, piece)?;
        if let Some(cell) = cell.cast::<Dense>(&*cx) {
            cell.set(i, piece.get(&*cx));
        }
    }
    let array = object::create::array(cx, count as u32, 0)?;
    if let Some(array) = array.cast::<Array>() {
        array.set(object_words::ELEMENTS, cell.get(array));
    }
    Ok(array)
}
