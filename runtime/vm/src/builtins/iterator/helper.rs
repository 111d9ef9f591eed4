//! Iterator helpers: map, filter, take, drop, flatMap, and `Iterator.concat` (ECMA-262 27.1.4, 27.1.2.1).
//!
//! The specification writes them as generators; here each is a state machine in an ITERATOR_HELPER cell, so that the
//! engine steps chains of them without result objects ([`helper_step`]). While a step runs, the state says so and
//! nobody else touches the cell. A completed helper holds on to nothing.

use super::{
    Sort, close_receiver, counter_value, get_inner_iterator, make, require_callable, require_object, words,
};
use crate::atom::names;
use crate::call;
use crate::convert;
use crate::error;
use crate::iteration::{self, Record};
use crate::kinds::*;
use crate::object;
use crate::realm::{self, Args};
use crate::value::*;

const START: u64 = 0;
const SUSPENDED: u64 = 1;
const RUNNING: u64 = 2;
const COMPLETED: u64 = 3;
/// A limit of infinity.
const NO_LIMIT: u64 = u64::MAX;

fn state(helper: Gc<'_, '_, IteratorHelper>) -> u64 {
    helper.raw(words::STATE) >> 8 & 0xFF
}
fn set_state(helper: Gc<'_, '_, IteratorHelper>, state: u64) {
    helper.set_raw(words::STATE, helper.raw(words::STATE) & !0xFF00 | state << 8);
}

/// A helper with a callback.
fn with_callback<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    args: Args<'_, 'rt>,
    sort: Sort,
    name: &str,
) -> Completion<'a, 'rt> {
    require_callable(cx, args, name)?;
    roots!(cx; iterator, next, mode);
    let record = Record { iterator, next, mode };
    iteration::get_iterator_direct(cx, args.this(), record)?;
    make(cx, sort, record, args.get(0), 0)
}

/// Iterator.prototype.map(mapper).
pub fn map<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    with_callback(cx, args, Sort::Map, "map")
}
/// Iterator.prototype.filter(predicate).
pub fn filter<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    with_callback(cx, args, Sort::Filter, "filter")
}
/// Iterator.prototype.flatMap(mapper).
pub fn flat_map<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    with_callback(cx, args, Sort::FlatMap, "flatMap")
}

/// A helper with a limit.
fn with_limit<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    args: Args<'_, 'rt>,
    sort: Sort,
    name: &str,
) -> Completion<'a, 'rt> {
    require_object(cx, args, name)?;
    let number = match convert::to_number(cx, args.get(0)) {
        Ok(number) => number,
        Err(thrown) => return Err(close_receiver(cx, args, thrown)),
    };
    // ToIntegerOrInfinity is negative from -1 on only.
    if number.is_nan() || number <= -1.0 {
        let what = error::describe(&*cx, args.get(0).get(&*cx));
        let thrown = error::range_error(cx, &format!("{what} must be positive"));
        return Err(close_receiver(cx, args, thrown));
    }
    roots!(cx; iterator, next, mode, nothing);
    let record = Record { iterator, next, mode };
    iteration::get_iterator_direct(cx, args.this(), record)?;
    // Beyond 2^53 nobody counts.
    let limit = if number >= 9007199254740992.0 { NO_LIMIT } else { number.max(0.0) as u64 };
    make(cx, sort, record, nothing, limit)
}

/// Iterator.prototype.take(limit).
pub fn take<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    with_limit(cx, args, Sort::Take, "take")
}
/// Iterator.prototype.drop(limit).
pub fn drop<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    with_limit(cx, args, Sort::Drop, "drop")
}

/// Iterator.concat(...items).
pub fn concat<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; list, method, nothing);
    list.set(cx.alloc::<Storage>(STORAGE, 0, args.len() * 2)?.with_tag(CELL));
    for i in 0..args.len() {
        let item = args.get(i);
        if !item.get(&*cx).is_object() {
            let what = error::describe(&*cx, item.get(&*cx));
            return Err(error::type_error(cx, &format!("{what} is not an object")));
        }
        method.set(object::get_method(cx, item, names::ITERATOR)?);
        if method.get(&*cx).is_undefined() {
            let what = error::describe(&*cx, item.get(&*cx));
            return Err(error::type_error(cx, &format!("{what} is not iterable")));
        }
        if let Some(list) = list.cast::<Storage>(&*cx) {
            list.set(2 * i, item.get(&*cx));
            list.set(2 * i + 1, method.get(&*cx));
        }
    }
    let record = Record { iterator: nothing, next: nothing, mode: nothing };
    make(cx, Sort::Concat, record, list, 0)
}

/// TypeError unless the receiver is a helper.
fn require_helper<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>, name: &str) -> Result<(), Throw> {
    if args.this().cast::<IteratorHelper>(&*cx).is_some_and(|h| Sort::of(h) != Sort::Wrap) {
        return Ok(());
    }
    let what = error::describe(&*cx, args.this().get(&*cx));
    let message = format!("Method Iterator Helper.prototype.{name} called on incompatible receiver {what}");
    Err(error::type_error(cx, &message))
}

/// %IteratorHelperPrototype%.next().
pub fn helper_next<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require_helper(cx, args, "next")?;
    roots!(cx; v);
    let more = helper_step(cx, args.this(), v)?;
    realm::iter_result(cx, v, !more)
}

/// %IteratorHelperPrototype%.return().
pub fn helper_return<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require_helper(cx, args, "return")?;
    roots!(cx; nothing);
    let it = args.this();
    match it.cast::<IteratorHelper>(&*cx).map(state) {
        Some(RUNNING) => return Err(already_running(cx)),
        Some(COMPLETED) | None => {}
        Some(state) => {
            // Before the first step the helper counts as completed while its iterator is closed.
            enter(&*cx, it, if state == START { COMPLETED } else { RUNNING });
            let closed = close_all(cx, it);
            complete(&*cx, it);
            closed?;
        }
    }
    realm::iter_result(cx, nothing, true)
}

fn already_running(cx: &mut Cx<'_>) -> Throw {
    error::type_error(cx, "Generator is already running")
}

fn enter<'rt>(cx: &Cx<'rt>, it: Root<'_, 'rt>, state: u64) {
    if let Some(helper) = it.cast::<IteratorHelper>(cx) {
        set_state(helper, state);
    }
}

/// The helper has completed, and lets go of everything.
fn complete<'rt>(cx: &Cx<'rt>, it: Root<'_, 'rt>) {
    if let Some(helper) = it.cast::<IteratorHelper>(cx) {
        set_state(helper, COMPLETED);
        for word in words::ITERATED..words::COUNT {
            helper.set(word, undefined());
        }
    }
}

/// The record of the underlying iterator, or the inner one, out of the cell.
fn load<'rt>(cx: &Cx<'rt>, it: Root<'_, 'rt>, record: Record<'_, 'rt>, inner: bool) {
    let Some(helper) = it.cast::<IteratorHelper>(cx) else { return };
    let (iterator, next, shift) =
        if inner { (words::INNER, words::INNER_NEXT, 24) } else { (words::ITERATED, words::NEXT, 16) };
    record.iterator.set(helper.get(iterator));
    record.next.set(helper.get(next));
    record.mode.set(Value::int((helper.raw(words::STATE) >> shift & 0xFF) as i32));
}

/// The inner record into the cell.
fn store_inner<'rt>(cx: &Cx<'rt>, it: Root<'_, 'rt>, record: Record<'_, 'rt>) {
    let Some(helper) = it.cast::<IteratorHelper>(cx) else { return };
    helper.set(words::INNER, record.iterator.get(cx));
    helper.set(words::INNER_NEXT, record.next.get(cx));
    let mode = record.mode.as_int().unwrap_or(iteration::GENERIC) as u64;
    helper.set_raw(words::STATE, helper.raw(words::STATE) & !(0xFF << 24) | mode << 24);
}

/// `return` between steps: closes the inner iterator, then the underlying one.
fn close_all<'rt>(cx: &mut Cx<'rt>, it: Root<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; iterator, next, mode, inner_iterator, inner_next, inner_mode);
    let record = Record { iterator, next, mode };
    let inner = Record { iterator: inner_iterator, next: inner_next, mode: inner_mode };
    load(&*cx, it, record, false);
    load(&*cx, it, inner, true);
    if let Err(thrown) = iteration::close(cx, inner) {
        return Err(iteration::close_throw(cx, record, thrown));
    }
    iteration::close(cx, record)
}

/// One step of the helper in `it`: false, and undefined in `out`, when it has completed.
pub fn helper_step<'rt>(cx: &mut Cx<'rt>, it: Root<'_, 'rt>, out: Root<'_, 'rt>) -> Result<bool, Throw> {
    out.set(undefined());
    let Some(helper) = it.cast::<IteratorHelper>(&*cx) else { return Ok(false) };
    let sort = Sort::of(helper);
    match state(helper) {
        _ if sort == Sort::Wrap => {
            let message = "Method Iterator Helper.prototype.next called on incompatible receiver";
            return Err(error::type_error(cx, message));
        }
        RUNNING => return Err(already_running(cx)),
        COMPLETED => return Ok(false),
        _ => set_state(helper, RUNNING),
    }
    let stepped = advance(cx, it, sort, out);
    if matches!(stepped, Ok(true)) {
        enter(&*cx, it, SUSPENDED);
    } else {
        complete(&*cx, it);
    }
    stepped
}

fn counter<'rt>(cx: &Cx<'rt>, it: Root<'_, 'rt>) -> u64 {
    it.cast::<IteratorHelper>(cx).map_or(0, |h| h.raw(words::COUNTER))
}
fn set_counter<'rt>(cx: &Cx<'rt>, it: Root<'_, 'rt>, n: u64) {
    if let Some(helper) = it.cast::<IteratorHelper>(cx) {
        helper.set_raw(words::COUNTER, n);
    }
}

fn advance<'rt>(cx: &mut Cx<'rt>, it: Root<'_, 'rt>, sort: Sort, out: Root<'_, 'rt>) -> Result<bool, Throw> {
    // Chains of helpers step each other.
    cx.check_stack(64)?;
    roots!(cx; iterator, next, mode, v);
    let record = Record { iterator, next, mode };
    load(&*cx, it, record, false);
    match sort {
        Sort::Map => {
            if !iteration::step_value(cx, record, v)? {
                return Ok(false);
            }
            call_function(cx, it, record, v, out)?;
            Ok(true)
        }
        Sort::Filter => {
            while iteration::step_value(cx, record, v)? {
                call_function(cx, it, record, v, out)?;
                if convert::to_boolean(out.get(&*cx)) {
                    out.copy(v);
                    return Ok(true);
                }
            }
            out.set(undefined());
            Ok(false)
        }
        Sort::Take => {
            let remaining = counter(&*cx, it);
            if remaining == 0 {
                iteration::close(cx, record)?;
                return Ok(false);
            }
            if remaining != NO_LIMIT {
                set_counter(&*cx, it, remaining - 1);
            }
            iteration::step_value(cx, record, out)
        }
        Sort::Drop => {
            let mut remaining = counter(&*cx, it);
            while remaining > 0 {
                if remaining != NO_LIMIT {
                    remaining -= 1;
                }
                if !iteration::step(cx, record)? {
                    return Ok(false);
                }
            }
            set_counter(&*cx, it, 0);
            iteration::step_value(cx, record, out)
        }
        Sort::FlatMap => flat_step(cx, it, record, out),
        Sort::Concat => concat_step(cx, it, out),
        Sort::Wrap => Ok(false),
    }
}

/// Calls the helper's function with a value and the counter; a throw closes the underlying iterator.
fn call_function<'rt>(
    cx: &mut Cx<'rt>,
    it: Root<'_, 'rt>,
    record: Record<'_, 'rt>,
    v: Root<'_, 'rt>,
    out: Root<'_, 'rt>,
) -> Result<(), Throw> {
    let window = cx.window(5)?;
    let slots = window.slots();
    let n = counter(&*cx, it);
    if let Some(helper) = it.cast::<IteratorHelper>(&*cx) {
        slots.at(0).set(helper.get(words::FUNCTION));
    }
    slots.at(3).copy(v);
    slots.at(4).set(counter_value(n));
    match call::invoke(cx, slots) {
        Ok(result) => out.set(result),
        Err(thrown) => return Err(iteration::close_throw(cx, record, thrown)),
    }
    set_counter(&*cx, it, n + 1);
    Ok(())
}

fn flat_step<'rt>(
    cx: &mut Cx<'rt>,
    it: Root<'_, 'rt>,
    record: Record<'_, 'rt>,
    out: Root<'_, 'rt>,
) -> Result<bool, Throw> {
    roots!(cx; iterator, next, mode, v);
    let inner = Record { iterator, next, mode };
    load(&*cx, it, inner, true);
    loop {
        if !inner.is_done() {
            match iteration::step_value(cx, inner, out) {
                Err(thrown) => return Err(iteration::close_throw(cx, record, thrown)),
                Ok(more) => {
                    store_inner(&*cx, it, inner);
                    if more {
                        return Ok(true);
                    }
                }
            }
        }
        if !iteration::step_value(cx, record, v)? {
            return Ok(false);
        }
        call_function(cx, it, record, v, out)?;
        if let Err(thrown) = get_inner_iterator(cx, out, inner) {
            return Err(iteration::close_throw(cx, record, thrown));
        }
    }
}

fn concat_step<'rt>(cx: &mut Cx<'rt>, it: Root<'_, 'rt>, out: Root<'_, 'rt>) -> Result<bool, Throw> {
    roots!(cx; iterator, next, mode, item, method);
    let inner = Record { iterator, next, mode };
    load(&*cx, it, inner, true);
    loop {
        if !inner.is_done() {
            let more = iteration::step_value(cx, inner, out)?;
            store_inner(&*cx, it, inner);
            if more {
                return Ok(true);
            }
        }
        let i = counter(&*cx, it) as usize;
        let list = it.cast::<IteratorHelper>(&*cx).and_then(|h| h.get(words::FUNCTION).cast::<Storage>());
        let Some(list) = list.filter(|l| 2 * i + 1 < l.len()) else { return Ok(false) };
        item.set(list.get(2 * i));
        method.set(list.get(2 * i + 1));
        set_counter(&*cx, it, i as u64 + 1);
        out.set(call::call(cx, method, item, &[])?);
        if !out.get(&*cx).is_object() {
            let what = error::describe(&*cx, out.get(&*cx));
            return Err(error::type_error(cx, &format!("{what} is not an object")));
        }
        iteration::get_iterator_direct(cx, out, inner)?;
    }
}
