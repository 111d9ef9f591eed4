//! Methods that call a function for each element. One call window serves all the calls of a method.

use super::*;

/// The window of the callback's calls: [f, _, thisArg, element, index, receiver].
struct Calls<'rt> {
    window: tercet_gc::Window<'rt>,
}

impl<'rt> Calls<'rt> {
    fn new(cx: &mut Cx<'rt>, f: Root<'_, 'rt>) -> Result<Self, Throw> {
        check_callable(cx, f)?;
        Ok(Calls { window: cx.window(6)? })
    }
    /// Call(f, thisArg, (v, i, o)).
    #[inline]
    fn call<'a>(
        &self,
        cx: &'a mut Cx<'rt>,
        args: Args<'_, 'rt>,
        v: Root<'_, 'rt>,
        i: u64,
        o: Root<'_, 'rt>,
    ) -> Completion<'a, 'rt> {
        let slots = self.window.slots();
        slots.at(0).copy(args.get(0));
        slots.at(2).copy(args.get(1));
        slots.at(3).copy(v);
        slots.at(4).set(if i <= i32::MAX as u64 { Value::int(i as i32) } else { length_value(i) });
        slots.at(5).copy(o);
        call::invoke(cx, slots)
    }
}

/// Array.prototype.forEach.
pub fn for_each<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v);
    let length = receiver(cx, args, o)?;
    let calls = Calls::new(cx, args.get(0))?;
    for i in 0..length {
        if get_if_present(cx, o, i, v)? {
            calls.call(cx, args, v, i, o)?;
        }
    }
    Ok(undefined())
}

/// Array.prototype.map.
pub fn map<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v, out);
    let length = receiver(cx, args, o)?;
    let calls = Calls::new(cx, args.get(0))?;
    let plain = species_create(cx, o, length, out)?;
    if plain && length <= elements::MAX_PREALLOCATED as u64 {
        elements::grow(cx, out, length as u32)?;
    }
    for i in 0..length {
        if get_if_present(cx, o, i, v)? {
            v.set(calls.call(cx, args, v, i, o)?);
            if !plain || !put_new(cx, out, i, v) {
                create_at(cx, out, i, v)?;
            }
        }
    }
    Ok(out.get(&*cx))
}

/// Stores element `i` of a new array whose elements have room: nobody else has seen the array's elements yet, but user
/// code may have got hold of the array in ways that changed it, so everything is looked at again.
#[inline]
fn put_new<'rt>(cx: &Cx<'rt>, array: Root<'_, 'rt>, i: u64, v: Root<'_, 'rt>) -> bool {
    if !is_initial(cx, array) {
        return false;
    }
    let Some(a) = array.cast::<Array>(cx) else { return false };
    let Some(dense) = a.get(object_words::ELEMENTS).cast::<Dense>() else { return false };
    if dense.kind() != ELEMENTS.id || i >= elements::array_length(a) as u64 || i >= dense.len() as u64 {
        return false;
    }
    dense.set(i as usize, v.get(cx));
    dense.set_aux(dense.aux().max(i as u32 + 1));
    true
}

/// Array.prototype.filter.
pub fn filter<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v, out);
    let length = receiver(cx, args, o)?;
    let calls = Calls::new(cx, args.get(0))?;
    species_create(cx, o, 0, out)?;
    let mut to = 0;
    for i in 0..length {
        if get_if_present(cx, o, i, v)? {
            let keep = convert::to_boolean(calls.call(cx, args, v, i, o)?);
            if keep {
                create_at(cx, out, to, v)?;
                to += 1;
            }
        }
    }
    Ok(out.get(&*cx))
}

/// Array.prototype.some.
pub fn some<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    search(cx, args, true).map(boolean)
}
/// Array.prototype.every.
pub fn every<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    search(cx, args, false).map(|stopped| boolean(!stopped))
}

/// Whether the callback's result is `stop_at` for some present element.
fn search<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>, stop_at: bool) -> Result<bool, Throw> {
    roots!(cx; o, v);
    let length = receiver(cx, args, o)?;
    let calls = Calls::new(cx, args.get(0))?;
    for i in 0..length {
        if get_if_present(cx, o, i, v)? && convert::to_boolean(calls.call(cx, args, v, i, o)?) == stop_at {
            return Ok(true);
        }
    }
    Ok(false)
}

/// FindViaPredicate: the index, and the element in `out`.
fn find_via_predicate<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    out: Root<'_, 'rt>,
    from_end: bool,
) -> Result<Option<u64>, Throw> {
    roots!(cx; o);
    let length = receiver(cx, args, o)?;
    let calls = Calls::new(cx, args.get(0))?;
    for step in 0..length {
        let i = if from_end { length - 1 - step } else { step };
        get_at(cx, o, i, out)?;
        if convert::to_boolean(calls.call(cx, args, out, i, o)?) {
            return Ok(Some(i));
        }
    }
    out.set(undefined());
    Ok(None)
}

fn index_or_minus_one<'a, 'rt>(found: Option<u64>) -> Value<'a, 'rt> {
    found.map_or(Value::int(-1), length_value)
}

/// Array.prototype.find.
pub fn find<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; v);
    find_via_predicate(cx, args, v, false)?;
    Ok(v.get(&*cx))
}
/// Array.prototype.findIndex.
pub fn find_index<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; v);
    Ok(index_or_minus_one(find_via_predicate(cx, args, v, false)?))
}
/// Array.prototype.findLast.
pub fn find_last<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; v);
    find_via_predicate(cx, args, v, true)?;
    Ok(v.get(&*cx))
}
/// Array.prototype.findLastIndex.
pub fn find_last_index<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; v);
    Ok(index_or_minus_one(find_via_predicate(cx, args, v, true)?))
}

/// Array.prototype.reduce.
pub fn reduce<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    fold(cx, args, false)
}
/// Array.prototype.reduceRight.
pub fn reduce_right<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    fold(cx, args, true)
}

fn fold<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>, from_end: bool) -> Completion<'a, 'rt> {
    roots!(cx; o, v, accumulator);
    let length = receiver(cx, args, o)?;
    check_callable(cx, args.get(0))?;
    let window = cx.window(7)?;
    let slots = window.slots();
    let mut have = args.len() > 1;
    if have {
        accumulator.copy(args.get(1));
    }
    for step in 0..length {
        let i = if from_end { length - 1 - step } else { step };
        if !get_if_present(cx, o, i, v)? {
            continue;
        }
        if !have {
            have = true;
            accumulator.copy(v);
            continue;
        }
        slots.at(0).copy(args.get(0));
        slots.at(2).set(undefined());
        slots.at(3).copy(accumulator);
        slots.at(4).copy(v);
        slots.at(5).set(length_value(i));
        slots.at(6).copy(o);
        accumulator.set(call::invoke(cx, slots)?);
    }
    if !have {
        return Err(error::type_error(cx, "Reduce of empty array with no initial value"));
    }
    Ok(accumulator.get(&*cx))
}
