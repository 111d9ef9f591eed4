//! The lazy iterator helpers and the wrappers of `Iterator.from`.
//!
//! An ITERATOR_HELPER cell holds the underlying iterator and its `next`, the function, and for flatMap the inner
//! iterator and its `next`; raw: what it does, its state and the modes of the two records; a counter or what remains.
//! Invariant: while a step runs the state is RUNNING, so that re-entering throws.

use super::*;

/// Properties of %IteratorHelperPrototype%.
pub static HELPER_PROTOTYPE: &[Spec] = &[
    method("next", helper_next, 0),
    method("return", helper_return, 0),
    crate::realm::tag("Iterator Helper"),
];

/// Properties of %WrapForValidIteratorPrototype%.
pub static WRAP_PROTOTYPE: &[Spec] = &[method("next", wrap_next, 0), method("return", wrap_return, 0)];

const MAP: u8 = 0;
const FILTER: u8 = 1;
const TAKE: u8 = 2;
const DROP: u8 = 3;
const FLAT_MAP: u8 = 4;
const WRAP: u8 = 5;

const START: u8 = 0;
const YIELDED: u8 = 1;
const RUNNING: u8 = 2;
const COMPLETED: u8 = 3;

const ITERATED: usize = object_words::OWN;
const NEXT: usize = ITERATED + 1;
const FUNCTION: usize = ITERATED + 2;
const INNER: usize = ITERATED + 3;
const INNER_NEXT: usize = ITERATED + 4;
const WORDS: usize = ITERATED + 5;

/// The numbers in the first raw word.
#[derive(Clone, Copy)]
struct Info {
    what: u8,
    state: u8,
    mode: u8,
    inner_mode: u8,
}

fn info(h: Gc<'_, '_, IteratorHelper>) -> Info {
    let [what, state, mode, inner_mode, ..] = h.raw(0).to_le_bytes();
    Info { what, state, mode, inner_mode }
}
fn set_info(h: Gc<'_, '_, IteratorHelper>, i: Info) {
    h.set_raw(0, u64::from_le_bytes([i.what, i.state, i.mode, i.inner_mode, 0, 0, 0, 0]));
}
fn set_state<'rt>(cx: &Cx<'rt>, it: Root<'_, 'rt>, state: u8) {
    if let Some(h) = it.cast::<IteratorHelper>(cx) {
        set_info(h, Info { state, ..info(h) });
    }
}

/// A helper over the record.
fn make<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    what: u8,
    record: Record<'_, 'rt>,
    function: Root<'_, 'rt>,
    counter: u64,
) -> Completion<'a, 'rt> {
    let proto = if what == WRAP {
        Intrinsic::WrapForValidIteratorPrototype
    } else {
        Intrinsic::IteratorHelperPrototype
    };
    let shape = realm::kind_shape(cx, proto)?;
    let h = cx.alloc::<IteratorHelper>(ITERATOR_HELPER, shape.0, WORDS)?;
    h.set(ITERATED, record.iterator.get(h));
    h.set(NEXT, record.next.get(h));
    h.set(FUNCTION, function.get(h));
    let mode = record.mode.as_int().unwrap_or(0) as u8;
    set_info(h, Info { what, state: START, mode, inner_mode: 0 });
    h.set_raw(1, counter);
    Ok(h.into())
}

fn with_function<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    args: Args<'_, 'rt>,
    what: u8,
    name: &str,
) -> Completion<'a, 'rt> {
    roots!(cx; iterator, next, mode);
    let record = Record { iterator, next, mode };
    start(cx, args, name, record)?;
    make(cx, what, record, args.get(0), 0)
}

/// Iterator.prototype.map.
pub fn map<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    with_function(cx, args, MAP, "map")
}
/// Iterator.prototype.filter.
pub fn filter<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    with_function(cx, args, FILTER, "filter")
}
/// Iterator.prototype.flatMap.
pub fn flat_map<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    with_function(cx, args, FLAT_MAP, "flatMap")
}
/// Iterator.prototype.take.
pub fn take<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    with_limit(cx, args, TAKE, "take")
}
/// Iterator.prototype.drop.
pub fn drop<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    with_limit(cx, args, DROP, "drop")
}

fn with_limit<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    args: Args<'_, 'rt>,
    what: u8,
    name: &str,
) -> Completion<'a, 'rt> {
    roots!(cx; iterator, next, mode, nothing);
    let record = Record { iterator, next, mode };
    check_receiver(cx, args, name)?;
    let limit = match limit(cx, args.get(0)) {
        Ok(limit) => limit,
        Err(thrown) => return Err(reject(cx, args, thrown)),
    };
    iteration::get_iterator_direct(cx, args.this(), record)?;
    make(cx, what, record, nothing, limit)
}

/// ToIntegerOrInfinity of a limit: RangeError for NaN and negative ones; infinity is the largest number.
fn limit<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<u64, Throw> {
    let n = convert::to_number(cx, v)?;
    if n.is_nan() || n.trunc() < 0.0 {
        let what = error::describe(&*cx, v.get(&*cx));
        return Err(error::range_error(cx, &format!("{what} must be positive")));
    }
    Ok(n.trunc() as u64)
}

/// %IteratorHelperPrototype%.next().
pub fn helper_next<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    check_helper(cx, args)?;
    roots!(cx; v);
    let more = helper_step(cx, args.this(), v)?;
    realm::iter_result(cx, v, !more)
}

fn check_helper<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>) -> Result<(), Throw> {
    if args.this().cast::<IteratorHelper>(&*cx).is_some_and(|h| info(h).what != WRAP) {
        return Ok(());
    }
    let what = error::describe(&*cx, args.this().get(&*cx));
    Err(error::type_error(cx, &format!("Iterator Helper method called on incompatible receiver {what}")))
}

/// One step: false, and undefined in `out`, once exhausted.
pub fn helper_step<'rt>(cx: &mut Cx<'rt>, it: Root<'_, 'rt>, out: Root<'_, 'rt>) -> Result<bool, Throw> {
    out.set(undefined());
    let Some(h) = it.cast::<IteratorHelper>(&*cx) else { return Ok(false) };
    match info(h).state {
        RUNNING => return Err(error::type_error(cx, "Generator is already running")),
        COMPLETED => return Ok(false),
        _ => {}
    }
    cx.check_stack(64)?;
    set_state(&*cx, it, RUNNING);
    let stepped = step(cx, it, out);
    set_state(&*cx, it, if matches!(stepped, Ok(true)) { YIELDED } else { COMPLETED });
    if !matches!(stepped, Ok(true)) {
        out.set(undefined());
    }
    stepped
}

fn counter<'rt>(cx: &Cx<'rt>, it: Root<'_, 'rt>) -> u64 {
    it.cast::<IteratorHelper>(cx).map_or(0, |h| h.raw(1))
}
fn set_counter<'rt>(cx: &Cx<'rt>, it: Root<'_, 'rt>, n: u64) {
    if let Some(h) = it.cast::<IteratorHelper>(cx) {
        h.set_raw(1, n);
    }
}

fn step<'rt>(cx: &mut Cx<'rt>, it: Root<'_, 'rt>, out: Root<'_, 'rt>) -> Result<bool, Throw> {
    roots!(cx; iterator, next, mode, function, index, v, nothing);
    let record = Record { iterator, next, mode };
    let Some(h) = it.cast::<IteratorHelper>(&*cx) else { return Ok(false) };
    let what = info(h).what;
    iterator.set(h.get(ITERATED));
    next.set(h.get(NEXT));
    mode.set(Value::int(info(h).mode as i32));
    function.set(h.get(FUNCTION));
    match what {
        TAKE => {
            let remaining = counter(&*cx, it);
            if remaining == 0 {
                iteration::close(cx, record)?;
                return Ok(false);
            }
            if remaining != u64::MAX {
                set_counter(&*cx, it, remaining - 1);
            }
            return iteration::step_value(cx, record, out);
        }
        DROP => {
            while counter(&*cx, it) > 0 {
                if counter(&*cx, it) != u64::MAX {
                    set_counter(&*cx, it, counter(&*cx, it) - 1);
                }
                if !iteration::step_value(cx, record, v)? {
                    return Ok(false);
                }
            }
            return iteration::step_value(cx, record, out);
        }
        FLAT_MAP => {
            if let Some(stepped) = step_inner(cx, it, record, out)? {
                return Ok(stepped);
            }
        }
        _ => {}
    }
    while iteration::step_value(cx, record, v)? {
        index.set(number(counter(&*cx, it) as f64));
        set_counter(&*cx, it, counter(&*cx, it) + 1);
        match call::call(cx, function, nothing, &[v, index]) {
            Ok(result) => out.set(result),
            Err(thrown) => return Err(iteration::close_throw(cx, record, thrown)),
        }
        match what {
            FILTER => {
                if convert::to_boolean(out.get(&*cx)) {
                    out.copy(v);
                    return Ok(true);
                }
            }
            FLAT_MAP => {
                if let Err(thrown) = open_inner(cx, it, out) {
                    return Err(iteration::close_throw(cx, record, thrown));
                }
                if let Some(stepped) = step_inner(cx, it, record, out)? {
                    return Ok(stepped);
                }
            }
            _ => return Ok(true),
        }
    }
    Ok(false)
}

/// GetIteratorFlattenable(v, reject-primitives) into the inner record.
fn open_inner<'rt>(cx: &mut Cx<'rt>, it: Root<'_, 'rt>, v: Root<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; iterator, next, mode);
    let inner = Record { iterator, next, mode };
    if !v.get(&*cx).is_object() {
        let what = error::describe(&*cx, v.get(&*cx));
        return Err(error::type_error(cx, &format!("{what} is not an object")));
    }
    flattenable(cx, v, inner)?;
    if let Some(h) = it.cast::<IteratorHelper>(&*cx) {
        h.set(INNER, iterator.get(&*cx));
        h.set(INNER_NEXT, next.get(&*cx));
        set_info(h, Info { inner_mode: mode.as_int().unwrap_or(0) as u8, ..info(h) });
    }
    Ok(())
}

/// The common end of GetIteratorFlattenable.
fn flattenable<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>, record: Record<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; method, iterator);
    method.set(object::get_method(cx, v, names::ITERATOR)?);
    if method.get(&*cx).is_undefined() {
        iterator.copy(v);
    } else {
        iterator.set(call::call(cx, method, v, &[])?);
    }
    if !iterator.get(&*cx).is_object() {
        let what = error::describe(&*cx, iterator.get(&*cx));
        return Err(error::type_error(cx, &format!("{what} is not an object")));
    }
    iteration::get_iterator_direct(cx, iterator, record)
}

/// The next value of flatMap's inner iterator: None if there is none, or it has just ended.
fn step_inner<'rt>(
    cx: &mut Cx<'rt>,
    it: Root<'_, 'rt>,
    outer: Record<'_, 'rt>,
    out: Root<'_, 'rt>,
) -> Result<Option<bool>, Throw> {
    roots!(cx; iterator, next, mode);
    if !load_inner(&*cx, it, Record { iterator, next, mode }) {
        return Ok(None);
    }
    match iteration::step_value(cx, Record { iterator, next, mode }, out) {
        Ok(true) => Ok(Some(true)),
        Ok(false) => {
            if let Some(h) = it.cast::<IteratorHelper>(&*cx) {
                h.set(INNER, undefined());
            }
            Ok(None)
        }
        Err(thrown) => Err(iteration::close_throw(cx, outer, thrown)),
    }
}

fn load_inner<'rt>(cx: &Cx<'rt>, it: Root<'_, 'rt>, inner: Record<'_, 'rt>) -> bool {
    let Some(h) = it.cast::<IteratorHelper>(cx) else { return false };
    inner.iterator.set(h.get(INNER));
    inner.next.set(h.get(INNER_NEXT));
    inner.mode.set(Value::int(info(h).inner_mode as i32));
    !h.get(INNER).is_undefined()
}

/// %IteratorHelperPrototype%.return().
fn helper_return<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    check_helper(cx, args)?;
    roots!(cx; iterator, next, mode, inner, inner_next, inner_mode, nothing);
    let it = args.this();
    let record = Record { iterator, next, mode };
    if let Some(h) = it.cast::<IteratorHelper>(&*cx) {
        match info(h).state {
            RUNNING => return Err(error::type_error(cx, "Generator is already running")),
            COMPLETED => return realm::iter_result(cx, nothing, true),
            _ => {}
        }
        iterator.set(h.get(ITERATED));
        next.set(h.get(NEXT));
        mode.set(Value::int(info(h).mode as i32));
    }
    set_state(&*cx, it, COMPLETED);
    let inner = Record { iterator: inner, next: inner_next, mode: inner_mode };
    if load_inner(&*cx, it, inner)
        && let Err(thrown) = iteration::close(cx, inner)
    {
        return Err(iteration::close_throw(cx, record, thrown));
    }
    iteration::close(cx, record)?;
    realm::iter_result(cx, nothing, true)
}

/// Iterator.from(O).
pub fn from<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; iterator, next, mode, nothing);
    let record = Record { iterator, next, mode };
    let v = args.get(0).get(&*cx);
    if !v.is_object() && !v.is_string() {
        let what = error::describe(&*cx, v);
        return Err(error::type_error(cx, &format!("{what} is not an object")));
    }
    flattenable(cx, args.get(0), record)?;
    if inherits_from_iterator(cx, iterator)? {
        return Ok(iterator.get(&*cx));
    }
    make(cx, WRAP, record, nothing, 0)
}

fn wrapped<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    iterator: Root<'_, 'rt>,
    next: Root<'_, 'rt>,
) -> Result<(), Throw> {
    match args.this().cast::<IteratorHelper>(&*cx).filter(|h| info(*h).what == WRAP) {
        Some(h) => {
            iterator.set(h.get(ITERATED));
            next.set(h.get(NEXT));
            Ok(())
        }
        None => {
            let what = error::describe(&*cx, args.this().get(&*cx));
            Err(error::type_error(
                cx,
                &format!("Iterator wrapper method called on incompatible receiver {what}"),
            ))
        }
    }
}

fn wrap_next<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; iterator, next);
    wrapped(cx, args, iterator, next)?;
    call::call(cx, next, iterator, &[])
}

fn wrap_return<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; iterator, method, nothing);
    wrapped(cx, args, iterator, method)?;
    method.set(object::get_method(cx, iterator, names::RETURN)?);
    if method.get(&*cx).is_undefined() {
        return realm::iter_result(cx, nothing, true);
    }
    call::call(cx, method, iterator, &[])
}
