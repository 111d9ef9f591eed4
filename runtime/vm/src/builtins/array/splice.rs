//! splice and toSpliced.

use super::copy::{self, new_array};
use super::mutate::{move_element, open_gap};
use super::support::{
    MAX_LENGTH, Simple, default_species, define, delete, find, get, receiver, relative_index, set,
    set_length, simple, species_create, splice_counts,
};
use crate::error;
use crate::iteration::spread;
use crate::object::elements;
use crate::realm::Args;
use crate::value::*;

/// Array.prototype.splice(start, deleteCount, ...items).
pub fn splice<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, removed, v);
    let length = receiver(cx, args, "splice", o)?;
    let start = relative_index(cx, args.get(0), length)?;
    let (delete_count, items) = splice_counts(cx, args, start, length)?;
    let shorter = length - delete_count;
    if shorter + items as u64 > MAX_LENGTH {
        let message = format!(
            "Splicing {items} elements into an array-like of length {length} is disallowed by ECMA-262, as the total \
             surpasses 2**53-1"
        );
        return Err(error::type_error(cx, &message));
    }
    if splice_simple(cx, args, o, length, start, delete_count, items, removed)? {
        return Ok(removed.get(&*cx));
    }
    species_create(cx, o, delete_count, removed)?;
    for k in 0..delete_count {
        if find(cx, o, start + k, v)? {
            define(cx, removed, k, v)?;
        }
    }
    set_length(cx, removed, delete_count)?;
    let items_end = items as u64;
    if items_end < delete_count {
        for k in start..shorter {
            move_element(cx, o, k + delete_count, k + items_end, v)?;
        }
        for k in (shorter + items_end..length).rev() {
            delete(cx, o, k)?;
        }
    } else if items_end > delete_count {
        for k in (start..shorter).rev() {
            move_element(cx, o, k + delete_count, k + items_end, v)?;
        }
    }
    for i in 0..items {
        set(cx, o, start + i as u64, args.get(2 + i))?;
    }
    set_length(cx, o, shorter + items_end)?;
    Ok(removed.get(&*cx))
}

/// splice on a simple array of default species whose words are all in use: two moves and no property operations.
/// False: it is none, and nothing has been done.
#[allow(clippy::too_many_arguments)]
fn splice_simple<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    o: Root<'_, 'rt>,
    length: u64,
    start: u64,
    delete_count: u64,
    items: usize,
    removed: Root<'_, 'rt>,
) -> Result<bool, Throw> {
    let whole = |cx: &Cx<'rt>| {
        simple(cx, o).is_some_and(|s| s.used == s.length && s.length as u64 == length)
            && default_species(cx, o)
    };
    if !whole(&*cx) || length + items as u64 >= u32::MAX as u64 {
        return Ok(false);
    }
    let (start, count) = (start as usize, delete_count as usize);
    if items > count {
        // Room first, so that a full heap leaves everything as it was.
        elements::grow(cx, o, grown(&*cx, o, length as usize - count + items))?;
    }
    removed.set(copy::copy_words(cx, o, start, count, false)?);
    if items > count {
        open_gap(cx, o, (start + count) as u32, items - count)?;
    }
    let Some(Simple { array, cell, .. }) = simple(&*cx, o) else { return Ok(true) };
    let Some(dense) = cell else { return Ok(true) };
    if items < count {
        let total = length as usize;
        dense.move_within(start + count, start + items, total - start - count);
        let shorter = total - count + items;
        dense.fill(shorter, count - items, hole());
        dense.set_aux(shorter as u32);
        elements::set_array_length(array, shorter as u32);
    }
    for i in 0..items {
        dense.set(start + i, args.get(2 + i).get(&*cx));
    }
    Ok(true)
}

/// The capacity to grow to for `needed` elements: as it is, if there is room.
fn grown<'rt>(cx: &Cx<'rt>, o: Root<'_, 'rt>, needed: usize) -> u32 {
    let capacity = simple(cx, o).and_then(|s| s.cell).map_or(0, |c| c.len());
    if needed <= capacity { capacity as u32 } else { (needed + needed / 2).min(u32::MAX as usize - 1) as u32 }
}

/// Array.prototype.toSpliced(start, skipCount, ...items).
pub fn to_spliced<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, result, v);
    let length = receiver(cx, args, "toSpliced", o)?;
    let start = relative_index(cx, args.get(0), length)?;
    let (skip, items) = splice_counts(cx, args, start, length)?;
    let total = length - skip + items as u64;
    if total > MAX_LENGTH {
        return Err(error::type_error(cx, "Invalid array length"));
    }
    new_array(cx, total, result)?;
    for k in 0..start {
        get(cx, o, k, v)?;
        spread::push(cx, result, v)?;
    }
    for i in 0..items {
        spread::push(cx, result, args.get(2 + i))?;
    }
    for k in start + skip..length {
        get(cx, o, k, v)?;
        spread::push(cx, result, v)?;
    }
    Ok(result.get(&*cx))
}
