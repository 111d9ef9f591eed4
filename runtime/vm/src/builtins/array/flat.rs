//! flat and flatMap: FlattenIntoArray (ECMA-262 23.1.3.13.1).

use super::callback::Calls;
use super::is_array;
use super::support::{Gaps, define, find, receiver, require_callable, species_create};
use crate::convert;
use crate::realm::Args;
use crate::value::*;

/// Array.prototype.flat([depth]).
pub fn flat<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, result);
    let length = receiver(cx, args, "flat", o)?;
    let depth =
        if args.get(0).get(&*cx).is_undefined() { 1.0 } else { convert::to_integer(cx, args.get(0))? };
    species_create(cx, o, 0, result)?;
    flatten(cx, result, 0, o, length, depth)?;
    Ok(result.get(&*cx))
}

/// FlattenIntoArray without a mapper: the next index of the target.
fn flatten<'rt>(
    cx: &mut Cx<'rt>,
    target: Root<'_, 'rt>,
    mut at: u64,
    source: Root<'_, 'rt>,
    length: u64,
    depth: f64,
) -> Result<u64, Throw> {
    // Arrays may contain themselves.
    cx.check_stack(64)?;
    roots!(cx; v);
    let mut gaps = Gaps::default();
    let mut k = 0;
    while k < length {
        if !find(cx, source, k, v)? {
            k = gaps.next(&*cx, source, k, length);
            continue;
        }
        k += 1;
        at = add(cx, target, at, v, depth)?;
    }
    Ok(at)
}

/// Adds a value, or the elements of an array if `depth` allows it.
fn add<'rt>(
    cx: &mut Cx<'rt>,
    target: Root<'_, 'rt>,
    at: u64,
    v: Root<'_, 'rt>,
    depth: f64,
) -> Result<u64, Throw> {
    if depth > 0.0 && is_array(&*cx, v) {
        let length = convert::length_of_array_like(cx, v)?;
        return flatten(cx, target, at, v, length, depth - 1.0);
    }
    define(cx, target, at, v)?;
    Ok(at + 1)
}

/// Array.prototype.flatMap(mapper [, thisArg]).
pub fn flat_map<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, result, v);
    let length = receiver(cx, args, "flatMap", o)?;
    require_callable(cx, args.get(0))?;
    species_create(cx, o, 0, result)?;
    let calls = Calls::new(&*cx)?;
    let mut gaps = Gaps::default();
    let (mut k, mut at) = (0, 0);
    while k < length {
        if !find(cx, o, k, v)? {
            k = gaps.next(&*cx, o, k, length);
            continue;
        }
        v.set(calls.call(cx, args, v, k, o)?);
        k += 1;
        at = add(cx, result, at, v, 1.0)?;
    }
    Ok(result.get(&*cx))
}
