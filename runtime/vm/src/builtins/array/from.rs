//! Array.from and Array.of.

use super::*;
use crate::iteration::{self, Record, Site};
use crate::protectors;

/// Array.from(items, mapper, thisArg), in the order of ECMA-262 23.1.2.1.
pub fn from<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let mapping = !args.get(1).get(&*cx).is_undefined();
    if mapping {
        check_callable(cx, args.get(1))?;
    }
    let intrinsic = realm::is_intrinsic(&*cx, args.this().get(&*cx), Intrinsic::Array);
    if intrinsic && !mapping && iteration::is_dense(&*cx, args.get(0).get(&*cx), protectors::ITER) {
        return iteration::spread::to_array(cx, Site::ArrayFrom, args.get(0));
    }
    roots!(cx; method, out);
    method.set(object::get_method(cx, args.get(0), names::ITERATOR)?);
    if method.get(&*cx).is_undefined() {
        return from_array_like(cx, args, mapping);
    }
    if !intrinsic && call::is_constructor(&*cx, args.this().get(&*cx)) {
        out.set(call::construct(cx, args.this(), &[], args.this())?);
    } else {
        out.set(create::array(cx, 0, 0)?);
    }
    roots!(cx; iterator, next, mode, v, index);
    let record = Record { iterator, next, mode };
    iteration::get_iterator_from_method(cx, Site::ArrayFrom, args.get(0), method, record)?;
    let mut i = 0;
    while iteration::step_value(cx, record, v)? {
        if mapping {
            index.set(length_value(i));
            match call::call(cx, args.get(1), args.get(2), &[v, index]) {
                Ok(mapped) => v.set(mapped),
                Err(thrown) => return Err(iteration::close_throw(cx, record, thrown)),
            }
        }
        if let Err(thrown) = create_at(cx, out, i, v) {
            return Err(iteration::close_throw(cx, record, thrown));
        }
        i += 1;
    }
    set_length(cx, out, i)?;
    Ok(out.get(&*cx))
}

fn from_array_like<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>, mapping: bool) -> Completion<'a, 'rt> {
    roots!(cx; items, out, v, index);
    items.set(convert::to_object(cx, args.get(0))?);
    let length = convert::length_of_array_like(cx, items)?;
    if call::is_constructor(&*cx, args.this().get(&*cx)) {
        index.set(length_value(length));
        out.set(call::construct(cx, args.this(), &[index], args.this())?);
    } else {
        if length > u32::MAX as u64 {
            return Err(error::range_error(cx, "Invalid array length"));
        }
        out.set(create::array(cx, length as u32, 0)?);
    }
    for i in 0..length {
        get_at(cx, items, i, v)?;
        if mapping {
            index.set(length_value(i));
            v.set(call::call(cx, args.get(1), args.get(2), &[v, index])?);
        }
        create_at(cx, out, i, v)?;
    }
    set_length(cx, out, length)?;
    Ok(out.get(&*cx))
}

/// Array.of(...items).
pub fn of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; out, v);
    let n = args.len() as u64;
    if call::is_constructor(&*cx, args.this().get(&*cx)) {
        v.set(length_value(n));
        out.set(call::construct(cx, args.this(), &[v], args.this())?);
    } else {
        out.set(create::array(cx, 0, n as u32)?);
    }
    for i in 0..args.len() {
        create_at(cx, out, i as u64, args.get(i))?;
    }
    set_length(cx, out, n)?;
    Ok(out.get(&*cx))
}
