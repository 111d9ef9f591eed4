//! Methods that call a function for each element. One call window serves all the calls of a method.

use super::support::{
    Gaps, define, find as find_element, get, index_number, receiver, require_callable, species_create,
};
use crate::call;
use crate::convert;
use crate::error;
use crate::realm::Args;
use crate::value::*;

/// The window of a callback's calls: [f, _, thisArg, element, index, receiver].
pub(super) struct Calls<'rt> {
    window: tercet_gc::Window<'rt>,
}

impl<'rt> Calls<'rt> {
    /// Opens the window. The roots that the caller needs are to be opened before.
    pub(super) fn new(cx: &Cx<'rt>) -> Result<Self, Throw> {
        Ok(Calls { window: cx.window(6)? })
    }
    /// Call(callback, thisArg, « v, k, o »): the first two are arguments of the method. The callee may have written to
    /// the window, so all of it is filled every time.
    #[inline]
    pub(super) fn call<'a>(
        &self,
        cx: &'a mut Cx<'rt>,
        args: Args<'_, 'rt>,
        v: Root<'_, 'rt>,
        k: u64,
        o: Root<'_, 'rt>,
    ) -> Completion<'a, 'rt> {
        let slots = self.window.slots();
        slots.at(0).copy(args.get(0));
        slots.at(2).copy(args.get(1));
        slots.at(3).copy(v);
        slots.at(4).set(index_number(k));
        slots.at(5).copy(o);
        call::invoke(cx, slots)
    }
}

/// Array.prototype.forEach(callback [, thisArg]).
pub fn for_each<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v);
    let length = receiver(cx, args, "forEach", o)?;
    require_callable(cx, args.get(0))?;
    let calls = Calls::new(&*cx)?;
    let mut gaps = Gaps::default();
    let mut k = 0;
    while k < length {
        if find_element(cx, o, k, v)? {
            calls.call(cx, args, v, k, o)?;
            k += 1;
        } else {
            k = gaps.next(&*cx, o, k, length);
        }
    }
    Ok(undefined())
}

/// Array.prototype.map(callback [, thisArg]).
pub fn map<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v, result);
    let length = receiver(cx, args, "map", o)?;
    require_callable(cx, args.get(0))?;
    species_create(cx, o, length, result)?;
    let calls = Calls::new(&*cx)?;
    let mut gaps = Gaps::default();
    let mut k = 0;
    while k < length {
        if find_element(cx, o, k, v)? {
            v.set(calls.call(cx, args, v, k, o)?);
            define(cx, result, k, v)?;
            k += 1;
        } else {
            k = gaps.next(&*cx, o, k, length);
        }
    }
    Ok(result.get(&*cx))
}

/// Array.prototype.filter(callback [, thisArg]).
pub fn filter<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v, result);
    let length = receiver(cx, args, "filter", o)?;
    require_callable(cx, args.get(0))?;
    species_create(cx, o, 0, result)?;
    let calls = Calls::new(&*cx)?;
    let mut gaps = Gaps::default();
    let (mut k, mut to) = (0, 0);
    while k < length {
        if find_element(cx, o, k, v)? {
            if convert::to_boolean(calls.call(cx, args, v, k, o)?) {
                define(cx, result, to, v)?;
                to += 1;
            }
            k += 1;
        } else {
            k = gaps.next(&*cx, o, k, length);
        }
    }
    Ok(result.get(&*cx))
}

/// Whether the callback gives `stop_at` for some present element.
fn any<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>, name: &str, stop_at: bool) -> Result<bool, Throw> {
    roots!(cx; o, v);
    let length = receiver(cx, args, name, o)?;
    require_callable(cx, args.get(0))?;
    let calls = Calls::new(&*cx)?;
    let mut gaps = Gaps::default();
    let mut k = 0;
    while k < length {
        if find_element(cx, o, k, v)? {
            if convert::to_boolean(calls.call(cx, args, v, k, o)?) == stop_at {
                return Ok(true);
            }
            k += 1;
        } else {
            k = gaps.next(&*cx, o, k, length);
        }
    }
    Ok(false)
}

/// Array.prototype.some(callback [, thisArg]).
pub fn some<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    any(cx, args, "some", true).map(boolean)
}
/// Array.prototype.every(callback [, thisArg]).
pub fn every<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    any(cx, args, "every", false).map(|stopped| boolean(!stopped))
}

/// FindViaPredicate: the index; the element, or undefined, is left in `out`.
fn find_via_predicate<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    name: &str,
    from_end: bool,
    out: Root<'_, 'rt>,
) -> Result<Option<u64>, Throw> {
    roots!(cx; o);
    let length = receiver(cx, args, name, o)?;
    require_callable(cx, args.get(0))?;
    let calls = Calls::new(&*cx)?;
    for step in 0..length {
        let k = if from_end { length - 1 - step } else { step };
        get(cx, o, k, out)?;
        if convert::to_boolean(calls.call(cx, args, out, k, o)?) {
            return Ok(Some(k));
        }
    }
    out.set(undefined());
    Ok(None)
}

fn index_or_minus_one<'a, 'rt>(found: Option<u64>) -> Value<'a, 'rt> {
    found.map_or(Value::int(-1), index_number)
}

/// Array.prototype.find(predicate [, thisArg]).
pub fn find<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; v);
    find_via_predicate(cx, args, "find", false, v)?;
    Ok(v.get(&*cx))
}
/// Array.prototype.findIndex(predicate [, thisArg]).
pub fn find_index<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; v);
    find_via_predicate(cx, args, "findIndex", false, v).map(index_or_minus_one)
}
/// Array.prototype.findLast(predicate [, thisArg]).
pub fn find_last<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; v);
    find_via_predicate(cx, args, "findLast", true, v)?;
    Ok(v.get(&*cx))
}
/// Array.prototype.findLastIndex(predicate [, thisArg]).
pub fn find_last_index<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; v);
    find_via_predicate(cx, args, "findLastIndex", true, v).map(index_or_minus_one)
}

/// Array.prototype.reduce(callback [, initialValue]).
pub fn reduce<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    fold(cx, args, "reduce", false)
}
/// Array.prototype.reduceRight(callback [, initialValue]).
pub fn reduce_right<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    fold(cx, args, "reduceRight", true)
}

fn fold<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    args: Args<'_, 'rt>,
    name: &str,
    from_end: bool,
) -> Completion<'a, 'rt> {
    roots!(cx; o, v, accumulator);
    let length = receiver(cx, args, name, o)?;
    require_callable(cx, args.get(0))?;
    let window = cx.window(7)?;
    let slots = window.slots();
    let mut have = args.len() > 1;
    if have {
        accumulator.copy(args.get(1));
    }
    let mut gaps = Gaps::default();
    let mut step = 0;
    while step < length {
        let k = if from_end { length - 1 - step } else { step };
        if !find_element(cx, o, k, v)? {
            step = if from_end { step + 1 } else { gaps.next(&*cx, o, k, length) };
            continue;
        }
        step += 1;
        if !have {
            have = true;
            accumulator.copy(v);
            continue;
        }
        slots.at(0).copy(args.get(0));
        slots.at(2).set(undefined());
        slots.at(3).copy(accumulator);
        slots.at(4).copy(v);
        slots.at(5).set(index_number(k));
        slots.at(6).copy(o);
        accumulator.set(call::invoke(cx, slots)?);
    }
    if !have {
        return Err(error::type_error(cx, "Reduce of empty array with no initial value"));
    }
    Ok(accumulator.get(&*cx))
}
