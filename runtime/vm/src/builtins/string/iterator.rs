//! String iterators (ECMA-262 22.1.5): code points in order.
//!
//! A STRING_ITERATOR holds a flat string, or undefined once exhausted, and the position of the next unit.

use super::this_string;
use crate::kinds::*;
use crate::realm::{self, Args, Intrinsic};
use crate::string;
use crate::value::*;

/// String.prototype[@@iterator]()
pub fn iterator<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s);
    this_string(cx, args, "String.prototype[Symbol.iterator]", s)?;
    let shape = realm::kind_shape(cx, Intrinsic::StringIteratorPrototype)?;
    let it = cx.alloc::<StringIterator>(STRING_ITERATOR, shape.0, object_words::OWN + 1)?;
    it.set(object_words::OWN, s.get(it));
    Ok(it.into())
}

/// %StringIteratorPrototype%.next()
pub fn iterator_next<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if args.this().cast::<StringIterator>(&*cx).is_none() {
        let what = crate::error::describe(&*cx, args.this().get(&*cx));
        let message = format!("Method String Iterator.prototype.next called on incompatible receiver {what}");
        return Err(crate::error::type_error(cx, &message));
    }
    roots!(cx; v);
    let more = iterator_step(cx, args.this(), v)?;
    realm::iter_result(cx, v, !more)
}

/// Steps the string iterator in `it`: true and the next code point's string in `out`, or false and undefined.
pub fn iterator_step<'rt>(cx: &mut Cx<'rt>, it: Root<'_, 'rt>, out: Root<'_, 'rt>) -> Result<bool, Throw> {
    out.set(undefined());
    let Some(iterator) = it.cast::<StringIterator>(&*cx) else { return Ok(false) };
    let Some(view) = iterator.get(object_words::OWN).cast::<Str>().and_then(string::try_view) else {
        return Ok(false);
    };
    let position = iterator.raw(0) as usize;
    if position >= view.len() {
        iterator.set(object_words::OWN, undefined());
        return Ok(false);
    }
    let (point, units) = view.code_point(position);
    iterator.set_raw(0, (position + units) as u64);
    if units == 1 {
        out.set(string::from_unit(cx, point as u16)?);
    } else {
        let pair = [0xD800 + ((point - 0x10000) >> 10) as u16, 0xDC00 + (point & 0x3FF) as u16];
        out.set(string::from_utf16(cx, &pair)?);
    }
    Ok(true)
}
