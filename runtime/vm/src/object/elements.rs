//! Indexed properties: dense cells whose `aux` counts the words in use, or a sparse table.
//!
//! Invariants: in a dense cell, words from `aux` on are holes; present ones are writable, enumerable, configurable
//! data properties, restricted only by the FROZEN_ELEMENTS and SEALED_ELEMENTS flags of the shape (the cell's kind is
//! then FROZEN_ELEMENTS, so that stores take the slow path). Everything else is sparse.

use crate::kinds::{
    Array, Dense, ELEMENT_CELL, ELEMENTS, ElementCell, Elements, FROZEN_ELEMENTS, Object, SPARSE, Sparse,
    Table, object_words as word,
};
use crate::shape::attr;
use crate::table;
use crate::value::*;

/// A gap of more than this many holes makes elements sparse, unless most words are in use.
const MAX_GAP: u32 = 4096;
/// Arrays longer than this are never made dense in advance.
pub const MAX_PREALLOCATED: u32 = 1 << 20;

/// Where an element was found.
pub enum Element<'a, 'rt> {
    /// A plain data property.
    Data(Value<'a, 'rt>),
    /// With attributes; the value or the accessor cell.
    Unusual(Value<'a, 'rt>, u8),
    /// None.
    Missing,
}

/// Reads an own element of an object that is not exotic in its indices.
#[inline]
pub fn read<'a, 'rt>(o: Gc<'a, 'rt, Object>, index: u32) -> Element<'a, 'rt> {
    let cell = o.get(word::ELEMENTS);
    if let Some(dense) = cell.cast::<Dense>() {
        if index < dense.aux() {
            let v = dense.get(index as usize);
            if !v.is_hole() {
                return Element::Data(v);
            }
        }
        return Element::Missing;
    }
    match cell.cast::<Sparse>() {
        Some(sparse) => read_sparse(sparse, index),
        None => Element::Missing,
    }
}

fn read_sparse<'a, 'rt>(sparse: Gc<'a, 'rt, Sparse>, index: u32) -> Element<'a, 'rt> {
    let Some(table) = sparse.get(0).cast::<Table>() else { return Element::Missing };
    match table::get_index(table, index) {
        None => Element::Missing,
        Some(v) => match v.cast::<ElementCell>() {
            Some(cell) => Element::Unusual(cell.get(0), cell.aux() as u8),
            None => Element::Data(v),
        },
    }
}

/// Are there any elements at all? (Prototypes are asked.)
pub fn has_any(o: Gc<'_, '_, Object>) -> bool {
    match o.get(word::ELEMENTS).cast::<Elements>() {
        None => false,
        Some(e) => match e.cast::<Dense>() {
            Some(dense) => (0..dense.aux() as usize).any(|i| !dense.get(i).is_hole()),
            None => true,
        },
    }
}

/// The dense cell and how many of its words are in use.
#[inline]
pub fn dense<'a, 'rt>(o: Gc<'a, 'rt, Object>) -> Option<(Gc<'a, 'rt, Dense>, u32)> {
    let cell = o.get(word::ELEMENTS).cast::<Dense>()?;
    Some((cell, cell.aux()))
}

/// Overwrites a present plain element without leaving the dense cell; false if that is not possible.
#[inline]
pub fn overwrite<'a, 'rt>(o: Gc<'a, 'rt, Object>, index: u32, v: Value<'a, 'rt>) -> bool {
    if let Some(dense) = o.get(word::ELEMENTS).cast::<Dense>()
        && dense.kind() == ELEMENTS.id
        && index < dense.aux()
        && !dense.get(index as usize).is_hole()
    {
        dense.set(index as usize, v);
        return true;
    }
    false
}

/// Defines element `index` as a plain data property, growing or turning sparse as needed. The caller has checked that
/// the object is extensible and its elements not frozen, or that the element is there; array length is its business.
pub fn put<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, index: u32, v: Root<'_, 'rt>) -> Result<(), Throw> {
    let Some(object) = o.cast::<Object>(&*cx) else { return Ok(()) };
    let cell = object.get(word::ELEMENTS);
    if cell.cast::<Sparse>().is_some() {
        return put_sparse(cx, o, index, v);
    }
    let (capacity, used) = cell.cast::<Dense>().map_or((0, 0), |d| (d.len() as u32, d.aux()));
    if index < capacity {
        if let Some(dense) = cell.cast::<Dense>() {
            dense.set(index as usize, v.get(&*cx));
            dense.set_aux(used.max(index + 1));
        }
        return Ok(());
    }
    if index - used > MAX_GAP && index / 4 > used {
        make_sparse(cx, o)?;
        return put_sparse(cx, o, index, v);
    }
    let wanted = (index + 1).max(capacity + capacity / 2).max(4);
    grow(cx, o, wanted)?;
    if let Some(dense) = o.cast::<Object>(&*cx).and_then(|o| o.get(word::ELEMENTS).cast::<Dense>()) {
        dense.set(index as usize, v.get(&*cx));
        dense.set_aux(index + 1);
    }
    Ok(())
}

/// Makes room for `capacity` dense elements.
pub fn grow<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, capacity: u32) -> Result<(), Throw> {
    let Some(object) = o.cast::<Object>(&*cx) else { return Ok(()) };
    let (have, used) = dense(object).map_or((0, 0), |(d, used)| (d.len() as u32, used));
    if have >= capacity {
        return Ok(());
    }
    let bigger = cx.alloc::<Dense>(ELEMENTS, used, capacity as usize)?;
    bigger.fill(used as usize, (capacity - used) as usize, hole());
    if let Some(object) = o.cast::<Object>(bigger) {
        if let Some((old, used)) = dense(object) {
            bigger.copy_from(0, old, 0, used as usize);
        }
        object.set(word::ELEMENTS, bigger.into());
    }
    Ok(())
}

/// Turns dense elements into a table.
pub fn make_sparse<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; table, v);
    if o.cast::<Object>(&*cx).is_some_and(|o| o.get(word::ELEMENTS).cast::<Sparse>().is_some()) {
        return Ok(());
    }
    let made = table::new(cx, 8)?;
    table.set(made);
    let used = o.cast::<Object>(&*cx).and_then(dense).map_or(0, |(_, used)| used);
    for i in 0..used {
        let Some((cell, _)) = o.cast::<Object>(&*cx).and_then(dense) else { break };
        let value = cell.get(i as usize);
        if !value.is_hole() {
            v.set(value);
            table::set_index(cx, table, i, v)?;
        }
    }
    let sparse = cx.alloc::<Sparse>(SPARSE, 0, 1)?;
    sparse.set(0, table.get(sparse));
    if let Some(object) = o.cast::<Object>(sparse) {
        object.set(word::ELEMENTS, sparse.into());
    }
    Ok(())
}

fn put_sparse<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, index: u32, v: Root<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; table);
    let Some(sparse) = o.cast::<Object>(&*cx).and_then(|o| o.get(word::ELEMENTS).cast::<Sparse>()) else {
        return Ok(());
    };
    table.set(sparse.get(0));
    table::set_index(cx, table, index, v)?;
    if let Some(sparse) = o.cast::<Object>(&*cx).and_then(|o| o.get(word::ELEMENTS).cast::<Sparse>()) {
        sparse.set(0, table.get(&*cx));
    }
    Ok(())
}

/// Defines element `index` with any attributes; `v` is a value or, with [`attr::ACCESSOR`], an accessor cell.
pub fn put_unusual<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    index: u32,
    v: Root<'_, 'rt>,
    attrs: u8,
) -> Result<(), Throw> {
    make_sparse(cx, o)?;
    roots!(cx; cell);
    if attrs == attr::WEC {
        cell.copy(v);
    } else {
        let made = cx.alloc::<ElementCell>(ELEMENT_CELL, attrs as u32, 1)?;
        made.set(0, v.get(made));
        cell.set(made);
    }
    put_sparse(cx, o, index, cell)
}

/// Removes an element, if it is there. The caller has checked that it is configurable.
pub fn remove<'rt>(cx: &Cx<'rt>, o: Root<'_, 'rt>, index: u32) {
    let Some(object) = o.cast::<Object>(cx) else { return };
    let cell = object.get(word::ELEMENTS);
    if let Some(dense) = cell.cast::<Dense>() {
        if index < dense.aux() {
            dense.set(index as usize, hole());
            if index + 1 == dense.aux() {
                dense.set_aux(index);
            }
        }
    } else if let Some(table) = cell.cast::<Sparse>().and_then(|s| s.get(0).cast::<Table>()) {
        table::remove_index(table, index);
    }
}

/// The attributes that plain elements of this object have.
pub fn plain_attrs(cx: &Cx<'_>, o: Gc<'_, '_, Object>) -> u8 {
    use crate::shape::flag;
    let flags = cx.host.shapes.flags(super::slots::shape(o));
    if flags & flag::FROZEN_ELEMENTS != 0 {
        attr::E
    } else if flags & flag::SEALED_ELEMENTS != 0 {
        attr::E | attr::W
    } else {
        attr::WEC
    }
}

/// Marks dense elements as frozen or sealed, so that stores take the slow path.
pub fn freeze_dense<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>) -> Result<(), Throw> {
    let Some((_, used)) = o.cast::<Object>(&*cx).and_then(dense) else { return Ok(()) };
    let frozen = cx.alloc::<Dense>(FROZEN_ELEMENTS, used, used as usize)?;
    if let Some(object) = o.cast::<Object>(frozen) {
        if let Some((old, _)) = dense(object) {
            frozen.copy_from(0, old, 0, used as usize);
        }
        object.set(word::ELEMENTS, frozen.into());
    }
    Ok(())
}

/// Own indices in ascending order.
pub fn indices(o: Gc<'_, '_, Object>) -> Vec<u32> {
    if let Some((cell, used)) = dense(o) {
        return (0..used).filter(|&i| !cell.get(i as usize).is_hole()).collect();
    }
    let mut found = match o.get(word::ELEMENTS).cast::<Sparse>().and_then(|s| s.get(0).cast::<Table>()) {
        Some(table) => table::indices(table),
        None => Vec::new(),
    };
    found.sort_unstable();
    found
}

/// Array length.
#[inline]
pub fn array_length(a: Gc<'_, '_, Array>) -> u32 {
    a.raw(0) as u32
}

/// Sets array length; elements beyond it must be gone.
#[inline]
pub fn set_array_length(a: Gc<'_, '_, Array>, length: u32) {
    a.set_raw(0, a.raw(0) >> 32 << 32 | length as u64);
}

/// Drops dense elements from `length` on. Sparse ones: from the end, until one is not configurable; gives the length
/// that results.
pub fn truncate<'rt>(cx: &Cx<'rt>, o: Root<'_, 'rt>, length: u32) -> u32 {
    let Some(object) = o.cast::<Object>(cx) else { return length };
    if let Some((cell, used)) = dense(object) {
        if length < used {
            if cell.kind() == FROZEN_ELEMENTS.id {
                return used;
            }
            cell.fill(length as usize, (used - length) as usize, hole());
            cell.set_aux(length);
        }
        return length;
    }
    for index in indices(object).into_iter().rev().take_while(|&i| i >= length) {
        if let Element::Unusual(_, attrs) = read(object, index)
            && attrs & attr::C == 0
        {
            return index + 1;
        }
        if plain_attrs(cx, object) & attr::C == 0 {
            return index + 1;
        }
        remove(cx, o, index);
    }
    length
}
