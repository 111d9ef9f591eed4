//! %ArrayIteratorPrototype% and the iterators of arrays: a state that the engine also steps by itself.
//!
//! An ARRAY_ITERATOR cell holds the array, or undefined once exhausted; raw: the next index in the low half, what it
//! gives in the high half.

use crate::atom::Key;
use crate::error;
use crate::kinds::*;
use crate::object::{self, elements};
use crate::realm::{self, Args, Intrinsic, Spec, method, tag};
use crate::value::*;

/// Properties of %ArrayIteratorPrototype%.
pub static PROTOTYPE: &[Spec] = &[method("next", next, 0), tag("Array Iterator")];

/// It gives values.
pub const VALUES: u32 = 0;
/// It gives indices.
pub const KEYS: u32 = 1;
/// It gives pairs.
pub const ENTRIES: u32 = 2;

/// CreateArrayIterator(array, kind), standing before `index`.
pub fn create<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    array: Root<'_, 'rt>,
    what: u32,
    index: u32,
) -> Completion<'a, 'rt> {
    let shape = realm::kind_shape(cx, Intrinsic::ArrayIteratorPrototype)?;
    let it = cx.alloc::<ArrayIterator>(ARRAY_ITERATOR, shape.0, object_words::OWN + 1)?;
    it.set(object_words::OWN, array.get(it));
    it.set_raw(0, index as u64 | (what as u64) << 32);
    Ok(it.into())
}

/// %ArrayIteratorPrototype%.next().
pub fn next<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if args.this().cast::<ArrayIterator>(&*cx).is_none() {
        let what = error::describe(&*cx, args.this().get(&*cx));
        return Err(error::type_error(cx, &format!("next method called on incompatible receiver {what}")));
    }
    roots!(cx; v);
    let more = step(cx, args.this(), v)?;
    realm::iter_result(cx, v, !more)
}

/// One step: false, and undefined in `out`, once exhausted.
pub fn step<'rt>(cx: &mut Cx<'rt>, it: Root<'_, 'rt>, out: Root<'_, 'rt>) -> Result<bool, Throw> {
    out.set(undefined());
    let Some(iterator) = it.cast::<ArrayIterator>(&*cx) else { return Ok(false) };
    let target = iterator.get(object_words::OWN);
    if target.is_undefined() {
        return Ok(false);
    }
    let (index, what) = (iterator.raw(0) as u32, (iterator.raw(0) >> 32) as u32);
    roots!(cx; array, v, pair);
    array.set(target);
    let length = object_length(cx, array)?;
    if index as u64 >= length {
        if let Some(iterator) = it.cast::<ArrayIterator>(&*cx) {
            iterator.set(object_words::OWN, undefined());
        }
        return Ok(false);
    }
    if let Some(iterator) = it.cast::<ArrayIterator>(&*cx) {
        iterator.set_raw(0, (index as u64 + 1) | ((what as u64) << 32));
    }
    if what == KEYS {
        out.set(index_value(index));
        return Ok(true);
    }
    v.set(object::get(cx, array, Key::Index(index))?);
    if what == VALUES {
        out.copy(v);
        return Ok(true);
    }
    pair.set(object::create::array(cx, 0, 2)?);
    out.set(index_value(index));
    crate::iteration::spread::push(cx, pair, out)?;
    crate::iteration::spread::push(cx, pair, v)?;
    out.copy(pair);
    Ok(true)
}

/// LengthOfArrayLike, read anew at every step.
fn object_length<'rt>(cx: &mut Cx<'rt>, array: Root<'_, 'rt>) -> Result<u64, Throw> {
    match array.cast::<Array>(&*cx) {
        Some(array) => Ok(elements::array_length(array) as u64),
        None => crate::convert::length_of_array_like(cx, array),
    }
}
