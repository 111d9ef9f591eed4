//! Array.from and Array.of.

use super::support::{MAX_LENGTH, array_create, define, get, index_number, require_callable, set_length};
use super::values;
use crate::atom::names;
use crate::call;
use crate::convert;
use crate::error;
use crate::iteration::{self, Record, Site};
use crate::object::{self, create};
use crate::protectors;
use crate::realm::{self, Args, Intrinsic};
use crate::value::*;

/// Array.from(items [, mapper [, thisArg]]), in the order of ECMA-262 23.1.2.1.
pub fn from<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let items = args.get(0);
    let mapping = !args.get(1).get(&*cx).is_undefined();
    if mapping {
        require_callable(cx, args.get(1))?;
    }
    let intrinsic = realm::is_intrinsic(&*cx, args.this().get(&*cx), Intrinsic::Array);
    if intrinsic && !mapping && iteration::is_dense(&*cx, items.get(&*cx), protectors::ITER) {
        return iteration::spread::to_array(cx, Site::ArrayFrom, items);
    }
    roots!(cx; method, result, iterator, next, mode, v);
    method.set(object::get_method(cx, items, names::ITERATOR)?);
    if method.get(&*cx).is_undefined() {
        return from_array_like(cx, args, mapping);
    }
    if !intrinsic && call::is_constructor(&*cx, args.this().get(&*cx)) {
        result.set(call::construct(cx, args.this(), &[], args.this())?);
    } else {
        result.set(create::array(cx, 0, 0)?);
    }
    let record = Record { iterator, next, mode };
    // The constructor may have changed what iterating means, but not the method that has been fetched.
    if iteration::is_dense(&*cx, items.get(&*cx), protectors::ITER | protectors::CLOSE)
        && protectors::is_function(&*cx, method.get(&*cx), values)
    {
        iteration::get_iterator(cx, Site::ArrayFrom, items, record)?;
    } else {
        iteration::get_iterator_from_method(cx, Site::ArrayFrom, items, method, record)?;
    }
    let window = cx.window(5)?;
    let mapper = window.slots();
    let mut k = 0;
    while iteration::step_value(cx, record, v)? {
        let stored = if k == MAX_LENGTH {
            Err(error::type_error(cx, "Invalid array length"))
        } else {
            store(cx, args, mapping.then_some(mapper), result, k, v)
        };
        if let Err(thrown) = stored {
            return Err(iteration::close_throw(cx, record, thrown));
        }
        k += 1;
    }
    set_length(cx, result, k)?;
    Ok(result.get(&*cx))
}

/// Maps a value, in the window if there is one, and defines it as element `k`.
#[inline]
fn store<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    mapper: Option<Slots<'_, 'rt>>,
    result: Root<'_, 'rt>,
    k: u64,
    v: Root<'_, 'rt>,
) -> Result<(), Throw> {
    if let Some(slots) = mapper {
        slots.at(0).copy(args.get(1));
        slots.at(2).copy(args.get(2));
        slots.at(3).copy(v);
        slots.at(4).set(index_number(k));
        v.set(call::invoke(cx, slots)?);
    }
    define(cx, result, k, v)
}

fn from_array_like<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>, mapping: bool) -> Completion<'a, 'rt> {
    roots!(cx; items, result, v);
    items.copy(args.get(0));
    items.set(convert::to_object(cx, items)?);
    let length = convert::length_of_array_like(cx, items)?;
    create_for(cx, args, length, result)?;
    let window = cx.window(5)?;
    for k in 0..length {
        get(cx, items, k, v)?;
        store(cx, args, mapping.then_some(window.slots()), result, k, v)?;
    }
    set_length(cx, result, length)?;
    Ok(result.get(&*cx))
}

/// Construct(C, « length »), or ArrayCreate(length) if the receiver is no constructor.
fn create_for<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    length: u64,
    out: Root<'_, 'rt>,
) -> Result<(), Throw> {
    let c = args.this();
    if realm::is_intrinsic(&*cx, c.get(&*cx), Intrinsic::Array) || !call::is_constructor(&*cx, c.get(&*cx)) {
        out.set(array_create(cx, length)?);
        return Ok(());
    }
    roots!(cx; n);
    n.set(index_number(length));
    out.set(call::construct(cx, c, &[n], c)?);
    Ok(())
}

/// Array.of(...items).
pub fn of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; result);
    if realm::is_intrinsic(&*cx, args.this().get(&*cx), Intrinsic::Array) {
        return create::array_from_slots(cx, args.rest(0));
    }
    create_for(cx, args, args.len() as u64, result)?;
    for i in 0..args.len() {
        define(cx, result, i as u64, args.get(i))?;
    }
    set_length(cx, result, args.len() as u64)?;
    Ok(result.get(&*cx))
}
