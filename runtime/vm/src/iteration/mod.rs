//! Iteration: the protocol, the protectors' predicate, and every fast path.
//!
//! One predicate ([`is_dense`]) decides at every site whether an array may be read without the protocol. Everything
//! else calls `@@iterator` once and steps; iterators of our own whose `next` is intrinsic step without result objects.
//! Each verdict is counted by [`Site`].
//!
//! An iteration record is three roots (in bytecode three registers): see [`Record`].

pub mod spread;

use crate::atom::names;
use crate::builtins;
use crate::error;
use crate::kinds::*;
use crate::object::{self, elements};
use crate::protectors;
use crate::shape::ShapeId;
use crate::value::*;

/// Where in a program the iteration stands; for the counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Site {
    ForOf,
    Destructuring,
    YieldStar,
    ArraySpread,
    CallSpread,
    ArrayFrom,
    Builtin,
}
/// How many sites there are.
pub const SITES: usize = 7;
impl Site {
    /// All of them, in the order of their numbers.
    pub const ALL: [Site; SITES] = [
        Site::ForOf,
        Site::Destructuring,
        Site::YieldStar,
        Site::ArraySpread,
        Site::CallSpread,
        Site::ArrayFrom,
        Site::Builtin,
    ];
    /// The site that `c` of GetIter names.
    pub fn from_operand(c: u16) -> Site {
        Site::ALL[(c as usize).min(2)]
    }
    /// As it is printed.
    pub fn name(self) -> &'static str {
        match self {
            Site::ForOf => "for-of",
            Site::Destructuring => "destructuring",
            Site::YieldStar => "yield*",
            Site::ArraySpread => "array spread",
            Site::CallSpread => "call spread",
            Site::ArrayFrom => "Array.from",
            Site::Builtin => "built-in",
        }
    }
}

/// Mode of a record: the full protocol.
pub const GENERIC: i32 = 0;
/// Mode: `iterator` is a dense array, `next` the index.
pub const DENSE: i32 = 1;
/// Mode: `iterator` is a built-in iterator or generator whose intrinsic `next` steps without result objects.
pub const BUILTIN: i32 = 2;

/// An iterator record. Done when `iterator` holds undefined.
#[derive(Clone, Copy)]
pub struct Record<'f, 'rt> {
    /// [[Iterator]]; in DENSE mode the array.
    pub iterator: Root<'f, 'rt>,
    /// [[NextMethod]]; in DENSE mode the next index.
    pub next: Root<'f, 'rt>,
    /// The mode, an int32.
    pub mode: Root<'f, 'rt>,
}

impl<'f, 'rt> Record<'f, 'rt> {
    /// [[Done]].
    pub fn is_done(self) -> bool {
        self.iterator.as_imm() == Some(imm::UNDEFINED)
    }
    /// Sets [[Done]].
    pub fn finish(self) {
        self.iterator.set(undefined());
    }
}

/// May iterating this array be replaced by reading its elements? It is an array of this realm with the initial shape,
/// hence with `Array.prototype` and no own `@@iterator`, and the iteration protocol is as it was made.
#[inline]
pub fn is_dense<'rt>(cx: &Cx<'rt>, v: Value<'_, 'rt>, promises: u32) -> bool {
    cx.host.protectors & promises == promises
        && v.cast::<Array>().is_some_and(|a| ShapeId(a.aux()) == cx.host.realm.array_shape)
}

fn count(cx: &mut Cx<'_>, site: Site, dense: bool) {
    let verdicts = &mut cx.host.verdicts;
    if dense { verdicts.dense[site as usize] += 1 } else { verdicts.generic[site as usize] += 1 }
}

/// Counts a fast verdict of a site.
pub fn count_dense(cx: &mut Cx<'_>, site: Site) {
    count(cx, site, true);
}

/// GetIterator(v, sync), or the dense mode where it cannot be told apart.
pub fn get_iterator<'rt>(
    cx: &mut Cx<'rt>,
    site: Site,
    v: Root<'_, 'rt>,
    record: Record<'_, 'rt>,
) -> Result<(), Throw> {
    if is_dense(&*cx, v.get(&*cx), protectors::ITER | protectors::CLOSE) {
        count(cx, site, true);
        record.iterator.copy(v);
        record.next.set(Value::int(0));
        record.mode.set(Value::int(DENSE));
        return Ok(());
    }
    roots!(cx; method);
    method.set(get_iterator_method(cx, v)?);
    get_iterator_from_method(cx, site, v, method, record)
}

/// GetMethod(v, @@iterator); TypeError naming the value if it is undefined.
pub fn get_iterator_method<'a, 'rt>(cx: &'a mut Cx<'rt>, v: Root<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; method);
    if !v.get(&*cx).is_nullish() {
        method.set(object::get_v(cx, v, names::ITERATOR)?);
    }
    if !crate::call::is_callable(method.get(&*cx)) {
        let what = error::describe(&*cx, v.get(&*cx));
        return Err(error::type_error(cx, &format!("{what} is not iterable")));
    }
    Ok(method.get(&*cx))
}

/// GetIteratorFromMethod(v, method).
pub fn get_iterator_from_method<'rt>(
    cx: &mut Cx<'rt>,
    site: Site,
    v: Root<'_, 'rt>,
    method: Root<'_, 'rt>,
    record: Record<'_, 'rt>,
) -> Result<(), Throw> {
    count(cx, site, false);
    roots!(cx; it);
    it.set(crate::call::call(cx, method, v, &[])?);
    if !it.get(&*cx).is_object() {
        return Err(error::type_error(cx, "Result of the Symbol.iterator method is not an object"));
    }
    get_iterator_direct(cx, it, record)
}

/// GetIteratorDirect(iterator).
pub fn get_iterator_direct<'rt>(
    cx: &mut Cx<'rt>,
    it: Root<'_, 'rt>,
    record: Record<'_, 'rt>,
) -> Result<(), Throw> {
    record.next.set(object::get(cx, it, names::NEXT)?);
    record.iterator.copy(it);
    record.mode.set(Value::int(if is_builtin(&*cx, it, record.next) { BUILTIN } else { GENERIC }));
    Ok(())
}

/// Is `next` the intrinsic one of the built-in iterator in `it`?
fn is_builtin<'rt>(cx: &Cx<'rt>, it: Root<'_, 'rt>, next: Root<'_, 'rt>) -> bool {
    let Some(o) = it.cast::<Object>(cx) else { return false };
    let f: crate::realm::NativeFn = match o.kind() {
        k if k == ARRAY_ITERATOR.id => builtins::array_iterator::next,
        k if k == STRING_ITERATOR.id => builtins::string::iterator_next,
        k if k == GENERATOR.id => builtins::generator::next,
        k if k == TABLE_ITERATOR.id => {
            return protectors::is_function(cx, next.get(cx), builtins::map::iterator_next)
                && o.cast::<TableIterator>().is_some_and(builtins::map::is_map_iterator)
                || protectors::is_function(cx, next.get(cx), builtins::set::iterator_next)
                    && o.cast::<TableIterator>().is_some_and(|i| !builtins::map::is_map_iterator(i));
        }
        k if k == ITERATOR_HELPER.id => builtins::iterator::helper_next,
        _ => return false,
    };
    protectors::is_function(cx, next.get(cx), f)
}

/// IteratorStepValue: true and the value in `out`, or false when exhausted (the record is then done). A throw leaves
/// the record done.
pub fn step_value<'rt>(cx: &mut Cx<'rt>, record: Record<'_, 'rt>, out: Root<'_, 'rt>) -> Result<bool, Throw> {
    match record.mode.as_int() {
        Some(DENSE) => step_dense(cx, record, out),
        Some(BUILTIN) => {
            let stepped = step_builtin(cx, record.iterator, out);
            if !matches!(stepped, Ok(true)) {
                record.finish();
            }
            stepped
        }
        _ => {
            let stepped = step_generic(cx, record, out);
            if !matches!(stepped, Ok(true)) {
                record.finish();
            }
            stepped
        }
    }
}

/// IteratorStep: like [`step_value`] without asking for the value.
pub fn step<'rt>(cx: &mut Cx<'rt>, record: Record<'_, 'rt>) -> Result<bool, Throw> {
    roots!(cx; result);
    if record.mode.as_int() != Some(GENERIC) {
        return step_value(cx, record, result);
    }
    let stepped = call_next(cx, record, result).and_then(|()| is_complete(cx, result)).map(|done| !done);
    if !matches!(stepped, Ok(true)) {
        record.finish();
    }
    stepped
}

fn step_dense<'rt>(cx: &mut Cx<'rt>, record: Record<'_, 'rt>, out: Root<'_, 'rt>) -> Result<bool, Throw> {
    let index = record.next.as_int().unwrap_or(0) as u32;
    let Some(array) = record.iterator.cast::<Array>(&*cx) else { return Ok(false) };
    if index >= elements::array_length(array) {
        record.finish();
        out.set(undefined());
        return Ok(false);
    }
    record.next.set(Value::int(index as i32 + 1));
    if let Some(dense) = array.get(object_words::ELEMENTS).cast::<Dense>()
        && index < dense.aux()
    {
        let v = dense.get(index as usize);
        if !v.is_hole() {
            out.set(v);
            return Ok(true);
        }
    }
    match object::get(cx, record.iterator, crate::atom::Key::Index(index)) {
        Ok(v) => {
            out.set(v);
            Ok(true)
        }
        Err(thrown) => {
            record.finish();
            Err(thrown)
        }
    }
}

fn step_builtin<'rt>(cx: &mut Cx<'rt>, it: Root<'_, 'rt>, out: Root<'_, 'rt>) -> Result<bool, Throw> {
    let kind = it.cast::<Object>(&*cx).map_or(0, |o| o.kind());
    if kind == ARRAY_ITERATOR.id {
        builtins::array_iterator::step(cx, it, out)
    } else if kind == STRING_ITERATOR.id {
        builtins::string::iterator_step(cx, it, out)
    } else if kind == TABLE_ITERATOR.id {
        builtins::map::iterator_step(cx, it, out)
    } else if kind == GENERATOR.id {
        use crate::dispatch::generator::{Mode, Resumed, resume};
        roots!(cx; nothing, result);
        match resume(cx, it, Mode::Next, nothing, out)? {
            Resumed::Yielded => Ok(true),
            Resumed::Completed => {
                out.set(undefined());
                Ok(false)
            }
            Resumed::Delegated => {
                result.copy(out);
                read_result(cx, result, out)
            }
        }
    } else {
        builtins::iterator::helper_step(cx, it, out)
    }
}

fn step_generic<'rt>(cx: &mut Cx<'rt>, record: Record<'_, 'rt>, out: Root<'_, 'rt>) -> Result<bool, Throw> {
    roots!(cx; result);
    call_next(cx, record, result)?;
    read_result(cx, result, out)
}

/// IteratorNext without its check of the result.
fn call_next<'rt>(cx: &mut Cx<'rt>, record: Record<'_, 'rt>, result: Root<'_, 'rt>) -> Result<(), Throw> {
    result.set(crate::call::call(cx, record.next, record.iterator, &[])?);
    Ok(())
}

/// IteratorComplete of what `next` gave, which has to be an object.
fn is_complete<'rt>(cx: &mut Cx<'rt>, result: Root<'_, 'rt>) -> Result<bool, Throw> {
    if !result.get(&*cx).is_object() {
        let what = error::describe(&*cx, result.get(&*cx));
        return Err(error::type_error(cx, &format!("Iterator result {what} is not an object")));
    }
    Ok(crate::convert::to_boolean(object::get(cx, result, names::DONE)?))
}

/// IteratorComplete and IteratorValue of the object in `result`: false if it is done.
fn read_result<'rt>(cx: &mut Cx<'rt>, result: Root<'_, 'rt>, out: Root<'_, 'rt>) -> Result<bool, Throw> {
    if is_complete(cx, result)? {
        out.set(undefined());
        return Ok(false);
    }
    out.set(object::get(cx, result, names::VALUE)?);
    Ok(true)
}

/// IteratorClose(record, normal completion).
pub fn close<'rt>(cx: &mut Cx<'rt>, record: Record<'_, 'rt>) -> Result<(), Throw> {
    if record.is_done() {
        return Ok(());
    }
    roots!(cx; it, method, result);
    if !take_for_close(cx, record, it)? {
        return Ok(());
    }
    method.set(object::get_method(cx, it, names::RETURN)?);
    if method.get(&*cx).is_undefined() {
        return Ok(());
    }
    result.set(crate::call::call(cx, method, it, &[])?);
    if !result.get(&*cx).is_object() {
        let what = error::describe(&*cx, result.get(&*cx));
        return Err(error::type_error(cx, &format!("{what} is not an object")));
    }
    Ok(())
}

/// Marks the record done and puts the real iterator into `it`; false if nothing can observe the closing: a dense
/// array while no `return` has been added.
fn take_for_close<'rt>(cx: &mut Cx<'rt>, record: Record<'_, 'rt>, it: Root<'_, 'rt>) -> Result<bool, Throw> {
    if record.mode.as_int() == Some(DENSE) {
        if cx.host.protectors & protectors::CLOSE != 0 {
            record.finish();
            return Ok(false);
        }
        let index = record.next.as_int().unwrap_or(0) as u32;
        it.set(builtins::array_iterator::create(
            cx,
            record.iterator,
            builtins::array_iterator::VALUES,
            index,
        )?);
    } else {
        it.copy(record.iterator);
    }
    record.finish();
    Ok(true)
}

/// IteratorClose(record, throw completion): whatever `return` does, the pending exception goes on.
pub fn close_throw<'rt>(cx: &mut Cx<'rt>, record: Record<'_, 'rt>, thrown: Throw) -> Throw {
    if record.is_done() {
        return thrown;
    }
    roots!(cx; exception, ignored);
    error::take_exception(cx, thrown, exception);
    if let Err(second) = close_quietly(cx, record) {
        error::take_exception(cx, second, ignored);
    }
    cx.throw(exception)
}

/// Calls `return` for a throw completion: its result is not looked at.
pub fn close_quietly<'rt>(cx: &mut Cx<'rt>, record: Record<'_, 'rt>) -> Result<(), Throw> {
    if record.is_done() {
        return Ok(());
    }
    roots!(cx; it, method);
    if !take_for_close(cx, record, it)? {
        return Ok(());
    }
    method.set(object::get_method(cx, it, names::RETURN)?);
    if !method.get(&*cx).is_undefined() {
        crate::call::call(cx, method, it, &[])?;
    }
    Ok(())
}
