//! Call and Construct for native code: windows on the shadow stack.

use crate::dispatch;
use crate::error;
use crate::function;
use crate::kinds::*;
use crate::object;
use crate::realm::{Args, Intrinsic};
use crate::value::*;

/// IsCallable.
#[inline]
pub fn is_callable(v: Value<'_, '_>) -> bool {
    v.cast::<Callable>().is_some()
}

/// IsConstructor.
pub fn is_constructor<'rt>(_: &Cx<'rt>, v: Value<'_, 'rt>) -> bool {
    let mut v = v;
    while let Some(bound) = v.cast::<Bound>() {
        v = bound.get(object_words::OWN);
    }
    v.cast::<Callable>().is_some_and(|f| (f.raw(0) >> 32) as u32 & function::CONSTRUCTOR != 0)
}

/// Call(F, V, args). TypeError if `f` is not callable.
pub fn call<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    f: Root<'_, 'rt>,
    this: Root<'_, 'rt>,
    args: &[Root<'_, 'rt>],
) -> Completion<'a, 'rt> {
    let window = cx.window(3 + args.len())?;
    let slots = window.slots();
    slots.at(0).copy(f);
    slots.at(2).copy(this);
    for (i, arg) in args.iter().enumerate() {
        slots.at(3 + i).copy(*arg);
    }
    invoke(cx, slots)
}

/// Call with arguments from a window of the shadow stack.
pub fn call_slots<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    f: Root<'_, 'rt>,
    this: Root<'_, 'rt>,
    args: Slots<'_, 'rt>,
) -> Completion<'a, 'rt> {
    let window = cx.window(3 + args.len())?;
    let slots = window.slots();
    slots.at(0).copy(f);
    slots.at(2).copy(this);
    for i in 0..args.len() {
        slots.at(3 + i).copy(args.at(i));
    }
    invoke(cx, slots)
}

/// Call or construct with the arguments in the array or STORAGE cell in `list` (only plain values are read from it).
pub fn call_list<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    f: Root<'_, 'rt>,
    this: Root<'_, 'rt>,
    new_target: Option<Root<'_, 'rt>>,
    list: Root<'_, 'rt>,
) -> Completion<'a, 'rt> {
    let n = list_length(list.get(&*cx));
    let window = cx.window(3 + n)?;
    let slots = window.slots();
    slots.at(0).copy(f);
    slots.at(2).copy(this);
    for i in 0..n {
        slots.at(3 + i).set(list_get(list.get(&*cx), i));
    }
    match new_target {
        None => invoke(cx, slots),
        Some(new_target) => {
            slots.at(1).copy(new_target);
            invoke_construct(cx, slots)
        }
    }
}

fn list_length(list: Value<'_, '_>) -> usize {
    match list.cast::<Array>() {
        Some(array) => object::elements::array_length(array) as usize,
        None => list.cast::<Storage>().map_or(0, |s| s.len()),
    }
}

fn list_get<'a, 'rt>(list: Value<'a, 'rt>, i: usize) -> Value<'a, 'rt> {
    let v = match list.cast::<Array>() {
        Some(array) => match array.get(object_words::ELEMENTS).cast::<Dense>() {
            Some(dense) if i < dense.aux() as usize => dense.get(i),
            _ => undefined(),
        },
        None => list.cast::<Storage>().map_or(undefined(), |s| s.get(i)),
    };
    if v.is_hole() { undefined() } else { v }
}

/// Runs the call in a window `[callee, _, this, arguments...]`.
pub fn invoke<'a, 'rt>(cx: &'a mut Cx<'rt>, window: Slots<'_, 'rt>) -> Completion<'a, 'rt> {
    window.at(1).set(undefined());
    let callee = window.at(0).get(&*cx);
    if let Some(native) = callee.cast::<Native>() {
        let f = cx.host.realm.natives[native.raw(0) as u32 as usize];
        cx.check_stack(64)?;
        let args = Args::new(window, dispatch::missing(&*cx));
        return f(cx, args);
    }
    if callee.cast::<Closure>().is_some() {
        return dispatch::enter(cx, window, false);
    }
    if callee.cast::<Bound>().is_some() {
        return invoke_bound(cx, window, false);
    }
    let what = error::describe(&*cx, callee);
    Err(error::type_error(cx, &format!("{what} is not a function")))
}

/// Runs the construct call in a window `[constructor, new.target, _, arguments...]`; the caller has checked
/// IsConstructor. The result is an object.
pub fn invoke_construct<'a, 'rt>(cx: &'a mut Cx<'rt>, window: Slots<'_, 'rt>) -> Completion<'a, 'rt> {
    let callee = window.at(0).get(&*cx);
    if let Some(native) = callee.cast::<Native>() {
        let f = cx.host.realm.natives[native.raw(0) as u32 as usize];
        cx.check_stack(64)?;
        window.at(2).set(undefined());
        let args = Args::new(window, dispatch::missing(&*cx));
        return f(cx, args);
    }
    if callee.cast::<Bound>().is_some() {
        return invoke_bound(cx, window, true);
    }
    if callee.cast::<Closure>().is_some() {
        return dispatch::enter(cx, window, true);
    }
    let what = error::describe(&*cx, callee);
    Err(error::type_error(cx, &format!("{what} is not a constructor")))
}

/// [[Call]] and [[Construct]] of bound functions (ECMA-262 10.4.1).
fn invoke_bound<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    window: Slots<'_, 'rt>,
    construct: bool,
) -> Completion<'a, 'rt> {
    cx.check_stack(64)?;
    let Some(bound) = window.at(0).cast::<Bound>(&*cx) else { return Ok(undefined()) };
    let n = bound.get(object_words::OWN + 2).cast::<Storage>().map_or(0, |s| s.len());
    let given = window.len() - 3;
    let inner = cx.window(3 + n + given)?;
    let slots = inner.slots();
    if let Some(bound) = window.at(0).cast::<Bound>(&*cx) {
        slots.at(0).set(bound.get(object_words::OWN));
        slots.at(2).set(bound.get(object_words::OWN + 1));
        if let Some(list) = bound.get(object_words::OWN + 2).cast::<Storage>() {
            for i in 0..n {
                slots.at(3 + i).set(list.get(i));
            }
        }
    }
    for i in 0..given {
        slots.at(3 + n + i).copy(window.at(3 + i));
    }
    if construct {
        // If new.target is the bound function itself, it becomes the target.
        slots.at(1).copy(if window.at(1).ptr_eq(window.at(0)) { slots.at(0) } else { window.at(1) });
        invoke_construct(cx, slots)
    } else {
        invoke(cx, slots)
    }
}

/// Construct(F, args, newTarget): `f` must be a constructor.
pub fn construct<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    f: Root<'_, 'rt>,
    args: &[Root<'_, 'rt>],
    new_target: Root<'_, 'rt>,
) -> Completion<'a, 'rt> {
    let window = cx.window(3 + args.len())?;
    let slots = window.slots();
    slots.at(0).copy(f);
    slots.at(1).copy(new_target);
    for (i, arg) in args.iter().enumerate() {
        slots.at(3 + i).copy(*arg);
    }
    invoke_construct(cx, slots)
}

/// Invoke(V, P, args).
pub fn invoke_method<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    v: Root<'_, 'rt>,
    key: impl Into<crate::atom::Key>,
    args: &[Root<'_, 'rt>],
) -> Completion<'a, 'rt> {
    roots!(cx; f);
    f.set(object::get_v(cx, v, key)?);
    call(cx, f, v, args)
}

/// SpeciesConstructor(O, default).
pub fn species_constructor<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    o: Root<'_, 'rt>,
    default: Intrinsic,
) -> Completion<'a, 'rt> {
    roots!(cx; c);
    c.set(object::get(cx, o, crate::atom::names::CONSTRUCTOR)?);
    if c.get(&*cx).is_undefined() {
        return crate::realm::intrinsic(cx, default);
    }
    if !c.get(&*cx).is_object() {
        return Err(error::type_error(cx, "The .constructor property is not an object"));
    }
    c.set(object::get(cx, c, crate::atom::names::SPECIES)?);
    if c.get(&*cx).is_nullish() {
        return crate::realm::intrinsic(cx, default);
    }
    if !is_constructor(&*cx, c.get(&*cx)) {
        return Err(error::type_error(cx, "object.constructor[Symbol.species] is not a constructor"));
    }
    Ok(c.get(&*cx))
}
