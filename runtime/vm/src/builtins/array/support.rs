//! What the methods of Array have in common: access by indices up to 2^53 - 1, species, runs of absent elements, and
//! the test for arrays whose words may be moved about as they lie.

use crate::atom::{self, Key, names};
use crate::call;
use crate::convert;
use crate::error;
use crate::iteration;
use crate::kinds::*;
use crate::object::{self, create, elements, lookup, slots};
use crate::protectors;
use crate::realm::Args;
use crate::string;
use crate::table;
use crate::value::*;

/// The largest index that is an array index; larger ones are names.
pub const MAX_INDEX: u64 = u32::MAX as u64 - 1;
/// The largest length of an array-like.
pub const MAX_LENGTH: u64 = (1 << 53) - 1;

/// ToObject(this value), left in `o`, and LengthOfArrayLike of it; `method` is for the message.
#[inline]
pub fn receiver<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    method: &str,
    o: Root<'_, 'rt>,
) -> Result<u64, Throw> {
    this_object(cx, args, method, o)?;
    convert::length_of_array_like(cx, o)
}

/// ToObject(this value), left in `o`; `method` is for the message.
#[inline]
pub fn this_object<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    method: &str,
    o: Root<'_, 'rt>,
) -> Result<(), Throw> {
    o.copy(args.this());
    if o.get(&*cx).is_object() {
        return Ok(());
    }
    if o.get(&*cx).is_nullish() {
        return Err(error::type_error(cx, &format!("Array.prototype.{method} called on null or undefined")));
    }
    o.set(convert::to_object(cx, o)?);
    Ok(())
}

/// TypeError unless `f` holds a function.
#[inline]
pub fn require_callable<'rt>(cx: &mut Cx<'rt>, f: Root<'_, 'rt>) -> Result<(), Throw> {
    if call::is_callable(f.get(&*cx)) {
        return Ok(());
    }
    let what = error::describe(&*cx, f.get(&*cx));
    Err(error::type_error(cx, &format!("{what} is not a function")))
}

/// An index or length as a number.
#[inline]
pub fn index_number<'a, 'rt>(index: u64) -> Value<'a, 'rt> {
    if index <= i32::MAX as u64 { Value::int(index as i32) } else { Value::double(index as f64) }
}

/// The property key of an index. That of a large one is good as long as `keep` is.
#[inline]
pub fn index_key<'rt>(cx: &mut Cx<'rt>, index: u64, keep: Root<'_, 'rt>) -> Result<Key, Throw> {
    if index <= MAX_INDEX {
        return Ok(Key::Index(index as u32));
    }
    keep.set(string::from_latin1(cx, index.to_string().as_bytes())?);
    atom::key_of_string(cx, keep)
}

/// An element that lies in the dense cell of an array, whatever the array's shape.
#[inline(always)]
pub fn read_dense<'a, 'rt>(cx: &'a Cx<'rt>, o: Root<'_, 'rt>, index: u64) -> Option<Value<'a, 'rt>> {
    let dense = o.cast::<Array>(cx)?.get(object_words::ELEMENTS).cast::<Dense>()?;
    if index >= dense.aux() as u64 {
        return None;
    }
    let v = dense.get(index as usize);
    if v.is_hole() { None } else { Some(v) }
}

/// Get(O, index), left in `out`.
#[inline]
pub fn get<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, index: u64, out: Root<'_, 'rt>) -> Result<(), Throw> {
    if let Some(v) = read_dense(&*cx, o, index) {
        out.set(v);
        return Ok(());
    }
    get_slow(cx, o, index, out)
}

#[inline(never)]
fn get_slow<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, index: u64, out: Root<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; keep);
    let key = index_key(cx, index, keep)?;
    out.set(object::get(cx, o, key)?);
    Ok(())
}

/// HasProperty(O, index) and, if it is there, Get(O, index), left in `out`.
#[inline]
pub fn find<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, index: u64, out: Root<'_, 'rt>) -> Result<bool, Throw> {
    if let Some(v) = read_dense(&*cx, o, index) {
        out.set(v);
        return Ok(true);
    }
    find_slow(cx, o, index, out)
}

#[inline(never)]
fn find_slow<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, index: u64, out: Root<'_, 'rt>) -> Result<bool, Throw> {
    roots!(cx; keep);
    let key = index_key(cx, index, keep)?;
    if !object::has_property(cx, o, key)? {
        return Ok(false);
    }
    out.set(object::get(cx, o, key)?);
    Ok(true)
}

/// HasProperty(O, index).
pub fn has<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, index: u64) -> Result<bool, Throw> {
    if read_dense(&*cx, o, index).is_some() {
        return Ok(true);
    }
    roots!(cx; keep);
    let key = index_key(cx, index, keep)?;
    object::has_property(cx, o, key)
}

/// Set(O, index, v, true).
#[inline]
pub fn set<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, index: u64, v: Root<'_, 'rt>) -> Result<(), Throw> {
    if index <= MAX_INDEX
        && let Some(array) = o.cast::<Array>(&*cx)
        && let Some(object) = array.cast::<Object>()
        && elements::overwrite(object, index as u32, v.get(&*cx))
    {
        return Ok(());
    }
    roots!(cx; keep);
    let key = index_key(cx, index, keep)?;
    object::set(cx, o, key, v, true)
}

/// DeletePropertyOrThrow(O, index).
pub fn delete<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, index: u64) -> Result<(), Throw> {
    roots!(cx; keep);
    let key = index_key(cx, index, keep)?;
    object::define::delete_property_or_throw(cx, o, key)
}

/// CreateDataPropertyOrThrow(O, index, v).
#[inline]
pub fn define<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, index: u64, v: Root<'_, 'rt>) -> Result<(), Throw> {
    if index <= MAX_INDEX
        && let Some(array) = initial_array(&*cx, o)
        && cell_of(array).is_some()
    {
        elements::put(cx, o, index as u32, v)?;
        if let Some(array) = o.cast::<Array>(&*cx)
            && index >= elements::array_length(array) as u64
        {
            elements::set_array_length(array, index as u32 + 1);
        }
        return Ok(());
    }
    roots!(cx; keep);
    let key = index_key(cx, index, keep)?;
    object::create_data_property_or_throw(cx, o, key, v)
}

/// An index argument, relative to the end if it is negative, clamped to `0..=length`.
pub fn relative_index<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>, length: u64) -> Result<u64, Throw> {
    convert::relative_index(cx, v, length, 0)
}

/// The `deleteCount` or `skipCount` of splice and toSpliced, and how many items follow it.
pub fn splice_counts<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    start: u64,
    length: u64,
) -> Result<(u64, usize), Throw> {
    let rest = length - start;
    let count = match args.len() {
        0 => 0,
        1 => rest,
        _ => convert::to_integer(cx, args.get(1))?.clamp(0.0, rest as f64) as u64,
    };
    Ok((count, args.len().saturating_sub(2)))
}

/// Set(O, "length", length, true).
pub fn set_length<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, length: u64) -> Result<(), Throw> {
    if initial_array(&*cx, o).is_some_and(|a| elements::array_length(a) as u64 == length) {
        return Ok(());
    }
    roots!(cx; v);
    v.set(index_number(length));
    object::set(cx, o, names::LENGTH, v, true)
}

/// An array of the initial shape: extensible, with a writable length, and with nothing between it and
/// `Array.prototype`.
#[inline(always)]
pub fn initial_array<'a, 'rt>(cx: &'a Cx<'rt>, o: Root<'_, 'rt>) -> Option<Gc<'a, 'rt, Array>> {
    if iteration::is_dense(cx, o.get(cx), 0) { o.cast::<Array>(cx) } else { None }
}

/// The dense cell of an array, `Some(None)` if it has no elements at all, None if they are of another kind.
#[inline(always)]
fn cell_of<'a, 'rt>(array: Gc<'a, 'rt, Array>) -> Option<Option<Gc<'a, 'rt, Dense>>> {
    let cell = array.get(object_words::ELEMENTS);
    match cell.cast::<Dense>() {
        Some(dense) if dense.kind() == ELEMENTS.id => Some(Some(dense)),
        None if cell.is_undefined() => Some(None),
        _ => None,
    }
}

/// An array that can be changed word by word: it has the initial shape, plain dense elements or none, and nothing
/// shines through its holes.
#[derive(Clone, Copy)]
pub struct Simple<'a, 'rt> {
    /// The array.
    pub array: Gc<'a, 'rt, Array>,
    /// Its elements.
    pub cell: Option<Gc<'a, 'rt, Dense>>,
    /// How many words of the cell are in use.
    pub used: u32,
    /// Array length.
    pub length: u32,
}

/// The array in `o`, if it is a simple one.
#[inline(always)]
pub fn simple<'a, 'rt>(cx: &'a Cx<'rt>, o: Root<'_, 'rt>) -> Option<Simple<'a, 'rt>> {
    if !iteration::is_dense(cx, o.get(cx), protectors::NO_ELEMENTS) {
        return None;
    }
    let array = o.cast::<Array>(cx)?;
    let cell = cell_of(array)?;
    let length = elements::array_length(array);
    Some(Simple { array, cell, used: cell.map_or(0, |c| c.aux()).min(length), length })
}

/// Would ArraySpeciesCreate make an ordinary array for `o`, and could nobody tell that it looked?
#[inline]
pub fn default_species<'rt>(cx: &Cx<'rt>, o: Root<'_, 'rt>) -> bool {
    iteration::is_dense(cx, o.get(cx), protectors::SPECIES)
}

/// ArrayCreate(length). RangeError beyond 2^32 - 1.
pub fn array_create<'a, 'rt>(cx: &'a mut Cx<'rt>, length: u64) -> Completion<'a, 'rt> {
    if length > u32::MAX as u64 {
        return Err(error::range_error(cx, "Invalid array length"));
    }
    let length = length as u32;
    create::array(cx, length, if length <= elements::MAX_PREALLOCATED { length } else { 0 })
}

/// ArraySpeciesCreate(original, length), left in `out`.
pub fn species_create<'rt>(
    cx: &mut Cx<'rt>,
    original: Root<'_, 'rt>,
    length: u64,
    out: Root<'_, 'rt>,
) -> Result<(), Throw> {
    if default_species(&*cx, original) || original.cast::<Array>(&*cx).is_none() {
        out.set(array_create(cx, length)?);
        return Ok(());
    }
    roots!(cx; c, n);
    c.set(object::get(cx, original, names::CONSTRUCTOR)?);
    if c.get(&*cx).is_object() {
        c.set(object::get(cx, c, names::SPECIES)?);
        if c.get(&*cx).is_null() {
            c.set(undefined());
        }
    }
    if c.get(&*cx).is_undefined() {
        out.set(array_create(cx, length)?);
        return Ok(());
    }
    if !call::is_constructor(&*cx, c.get(&*cx)) {
        return Err(error::type_error(cx, "object.constructor[Symbol.species] is not a constructor"));
    }
    n.set(index_number(length));
    out.set(call::construct(cx, c, &[n], c)?);
    Ok(())
}

/// Passes over runs of absent elements without asking for each of them.
///
/// After as many absent elements in a row as the last search for the next present one cost, such a search is made:
/// it never takes more than a part of the time that asking would.
#[derive(Default)]
pub struct Gaps {
    misses: u32,
    patience: u32,
}

impl Gaps {
    /// Element `index` is absent: the next index below `end` that has to be asked for, or `end`.
    #[inline]
    pub fn next<'rt>(&mut self, cx: &Cx<'rt>, o: Root<'_, 'rt>, index: u64, end: u64) -> u64 {
        self.misses += 1;
        if self.misses <= self.patience.max(32) {
            return index + 1;
        }
        self.misses = 0;
        let (next, cost) = next_present(cx, o, index + 1, end);
        self.patience = cost;
        next
    }
}

/// The first index of `from..end` that may be present in `o` or its prototypes, and how much work it was to find.
fn next_present<'rt>(cx: &Cx<'rt>, o: Root<'_, 'rt>, from: u64, end: u64) -> (u64, u32) {
    let mut best = end;
    let mut cost = 0u32;
    let mut at = o.cast::<Object>(cx);
    while let Some(object) = at {
        if let Some(s) = object.cast::<StringObject>().and_then(|s| s.get(object_words::OWN).cast::<Str>()) {
            if from < string::length(s) as u64 {
                return (from.min(end), cost);
            }
        } else if object.cast::<Arguments>().is_some() && from < 64 {
            return (from.min(end), cost);
        }
        let cell = object.get(object_words::ELEMENTS);
        if let Some(dense) = cell.cast::<Dense>() {
            if let Some(i) = (from..best.min(dense.aux() as u64)).find(|&i| !dense.get(i as usize).is_hole())
            {
                best = i;
            }
        } else if let Some(table) = cell.cast::<Sparse>().and_then(|s| s.get(0).cast::<Table>()) {
            cost = cost.saturating_add(table::used(table) as u32);
            for i in table::indices(table) {
                if (from..best).contains(&(i as u64)) {
                    best = i as u64;
                }
            }
        }
        if best > MAX_INDEX {
            for (key, _) in cx.host.shapes.keys(slots::shape(object)) {
                cost = cost.saturating_add(1);
                if let Some(i) = large_index(cx, key)
                    && (from..best).contains(&i)
                {
                    best = i;
                }
            }
        }
        at = lookup::proto(cx, object);
    }
    (best, cost)
}

/// The integer beyond the array indices that a name spells.
fn large_index(cx: &Cx<'_>, key: atom::Atom) -> Option<u64> {
    if !cx.host.atoms.is_string(key) {
        return None;
    }
    let text = atom::key_text(cx, Key::Name(key));
    if text.len() > 16 || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}
