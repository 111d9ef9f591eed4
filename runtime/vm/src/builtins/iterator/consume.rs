//! The methods of %Iterator.prototype% that run the iterator: reduce, toArray, forEach, some, every, find.
//!
//! One call window serves all the calls of a method. A callback that throws closes the iterator.

use super::{counter_value, require_callable, require_object};
use crate::call;
use crate::convert;
use crate::error;
use crate::iteration::{self, Record, spread};
use crate::object::create;
use crate::realm::Args;
use crate::value::*;

/// What a visitor wants.
enum Turn {
    Next,
    /// Close the iterator and end.
    Stop,
}

/// Calls the first argument with each value and its number, and `visit` with the value and the call's result.
fn run<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    name: &str,
    mut visit: impl FnMut(&mut Cx<'rt>, Root<'_, 'rt>, bool) -> Turn,
    want_result: bool,
) -> Result<(), Throw> {
    require_callable(cx, args, name)?;
    roots!(cx; iterator, next, mode, v);
    let record = Record { iterator, next, mode };
    iteration::get_iterator_direct(cx, args.this(), record)?;
    let window = cx.window(5)?;
    let slots = window.slots();
    let mut counter = 0u64;
    while iteration::step_value(cx, record, v)? {
        slots.at(0).copy(args.get(0));
        slots.at(2).set(undefined());
        slots.at(3).copy(v);
        slots.at(4).set(counter_value(counter));
        let truthy = match call::invoke(cx, slots) {
            Ok(result) => want_result && convert::to_boolean(result),
            Err(thrown) => return Err(iteration::close_throw(cx, record, thrown)),
        };
        if matches!(visit(cx, v, truthy), Turn::Stop) {
            return iteration::close(cx, record);
        }
        counter += 1;
    }
    Ok(())
}

/// Iterator.prototype.forEach(procedure).
pub fn for_each<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    run(cx, args, "forEach", |_, _, _| Turn::Next, false)?;
    Ok(undefined())
}

/// Iterator.prototype.some(predicate).
pub fn some<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let mut found = false;
    let visit = |_: &mut Cx<'rt>, _: Root<'_, 'rt>, truthy| {
        found = truthy;
        if truthy { Turn::Stop } else { Turn::Next }
    };
    run(cx, args, "some", visit, true)?;
    Ok(boolean(found))
}

/// Iterator.prototype.every(predicate).
pub fn every<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let mut all = true;
    let visit = |_: &mut Cx<'rt>, _: Root<'_, 'rt>, truthy| {
        all = truthy;
        if truthy { Turn::Next } else { Turn::Stop }
    };
    run(cx, args, "every", visit, true)?;
    Ok(boolean(all))
}

/// Iterator.prototype.find(predicate).
pub fn find<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; found);
    let visit = |_: &mut Cx<'rt>, v: Root<'_, 'rt>, truthy| {
        if truthy {
            found.copy(v);
            Turn::Stop
        } else {
            Turn::Next
        }
    };
    run(cx, args, "find", visit, true)?;
    Ok(found.get(&*cx))
}

/// Iterator.prototype.toArray().
pub fn to_array<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require_object(cx, args, "toArray")?;
    roots!(cx; iterator, next, mode, v, array);
    let record = Record { iterator, next, mode };
    iteration::get_iterator_direct(cx, args.this(), record)?;
    array.set(create::array(cx, 0, 0)?);
    while iteration::step_value(cx, record, v)? {
        spread::push(cx, array, v)?;
    }
    Ok(array.get(&*cx))
}

/// Iterator.prototype.reduce(reducer [, initialValue]).
pub fn reduce<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    require_callable(cx, args, "reduce")?;
    roots!(cx; iterator, next, mode, v, accumulator);
    let record = Record { iterator, next, mode };
    iteration::get_iterator_direct(cx, args.this(), record)?;
    let mut counter = 0u64;
    if args.len() > 1 {
        accumulator.copy(args.get(1));
    } else {
        if !iteration::step_value(cx, record, accumulator)? {
            return Err(error::type_error(cx, "Reduce of a done iterator with no initial value"));
        }
        counter = 1;
    }
    let window = cx.window(6)?;
    let slots = window.slots();
    while iteration::step_value(cx, record, v)? {
        slots.at(0).copy(args.get(0));
        slots.at(2).set(undefined());
        slots.at(3).copy(accumulator);
        slots.at(4).copy(v);
        slots.at(5).set(counter_value(counter));
        match call::invoke(cx, slots) {
            Ok(result) => accumulator.set(result),
            Err(thrown) => return Err(iteration::close_throw(cx, record, thrown)),
        }
        counter += 1;
    }
    Ok(accumulator.get(&*cx))
}
