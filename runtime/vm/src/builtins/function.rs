//! Function: the constructor and Function.prototype (ECMA-262 20.2).
//!
//! Function objects themselves are in [`crate::function`], calls in [`crate::call`].

use crate::atom::{Key, names};
use crate::convert;
use crate::error;
use crate::function;
use crate::host::DynamicKind;
use crate::kinds::*;
use crate::object::{self, create, elements, integrity, slots};
use crate::realm::{self, Args, Intrinsic, Spec, SpecKey, What, method};
use crate::shape::{ShapeId, attr, flag};
use crate::string;
use crate::value::*;

/// Properties.
pub static PROTOTYPE: &[Spec] = &[
    Spec { key: SpecKey::Name("arguments"), what: What::Poison, attrs: attr::C, name: None },
    Spec { key: SpecKey::Name("caller"), what: What::Poison, attrs: attr::C, name: None },
    method("apply", apply, 2),
    method("bind", bind, 1),
    method("call", call, 1),
    method("toString", to_string, 0),
    Spec {
        key: SpecKey::Symbol(names::HAS_INSTANCE),
        what: What::Method(has_instance, 1),
        attrs: 0,
        name: Some("[Symbol.hasInstance]"),
    },
];

/// %Function.prototype% itself: takes anything, returns undefined.
pub fn prototype_call<'a, 'rt>(_: &'a mut Cx<'rt>, _: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Ok(undefined())
}

/// %ThrowTypeError%
pub fn throw_type_error<'a, 'rt>(cx: &'a mut Cx<'rt>, _: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Err(error::type_error(
        cx,
        "'caller', 'callee', and 'arguments' properties may not be accessed on strict mode functions or the \
         arguments objects for calls to them",
    ))
}

/// Function(p1, p2, ..., body)
pub fn construct<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    create_dynamic_function(cx, args, DynamicKind::Normal, Intrinsic::FunctionPrototype)
}

/// CreateDynamicFunction(constructor, newTarget, kind, parameterArgs, bodyArg): `fallback` is the prototype.
pub fn create_dynamic_function<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    args: Args<'_, 'rt>,
    kind: DynamicKind,
    fallback: Intrinsic,
) -> Completion<'a, 'rt> {
    roots!(cx; s, env, f, proto);
    let mut texts = Vec::with_capacity(args.len());
    for i in 0..args.len() {
        s.set(convert::to_string(cx, args.get(i))?);
        texts.push(s.cast::<Str>(&*cx).map(string::to_rust_string).unwrap_or_default());
    }
    let body = texts.pop().unwrap_or_default();
    let Some(compile) = cx.host.compile else {
        return Err(error::type_error(cx, "Code generation from strings is not supported here"));
    };
    let template = compile(cx, kind, &texts, &body)?;
    let construct = args.is_construct(&*cx) && !args.new_target().ptr_eq(args.callee());
    if construct {
        proto.set(realm::prototype_from_constructor(cx, args.new_target(), fallback)?);
    }
    f.set(function::closure(cx, template.id, template.kind, env)?);
    if construct {
        integrity::set_prototype_of(cx, f, proto)?;
    }
    Ok(f.get(&*cx))
}

/// Function.prototype.call(thisArg, ...args)
fn call<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    check_callable(cx, args.this(), "call")?;
    crate::call::call_slots(cx, args.this(), args.get(0), args.rest(1))
}

/// Function.prototype.apply(thisArg, argArray)
fn apply<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    check_callable(cx, args.this(), "apply")?;
    if args.get(1).get(&*cx).is_nullish() {
        return crate::call::call(cx, args.this(), args.get(0), &[]);
    }
    call_with_list(cx, args.this(), args.get(0), args.get(1))
}

/// TypeError unless `f` holds a function.
pub(super) fn check_callable<'rt>(cx: &mut Cx<'rt>, f: Root<'_, 'rt>, method: &str) -> Result<(), Throw> {
    if crate::call::is_callable(f.get(&*cx)) {
        return Ok(());
    }
    let v = f.get(&*cx);
    let what = error::describe(&*cx, v);
    let sort = crate::atom::key_text(&*cx, crate::operators::type_of(v).into());
    let article = if sort == "object" || sort == "undefined" { "an" } else { "a" };
    Err(error::type_error(
        cx,
        &format!(
            "Function.prototype.{method} was called on {what}, which is {article} {sort} and not a function"
        ),
    ))
}

/// Call(F, V, CreateListFromArrayLike(list)).
pub(super) fn call_with_list<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    f: Root<'_, 'rt>,
    this: Root<'_, 'rt>,
    list: Root<'_, 'rt>,
) -> Completion<'a, 'rt> {
    let n = list_length(cx, list)?;
    let window = cx.window(n.saturating_add(3))?;
    let window = window.slots();
    window.at(0).copy(f);
    window.at(2).copy(this);
    list_to_slots(cx, list, window.sub(3, window.len()))?;
    crate::call::invoke(cx, window)
}

/// Construct(F, CreateListFromArrayLike(list), newTarget).
pub(super) fn construct_with_list<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    f: Root<'_, 'rt>,
    list: Root<'_, 'rt>,
    new_target: Root<'_, 'rt>,
) -> Completion<'a, 'rt> {
    let n = list_length(cx, list)?;
    let window = cx.window(n.saturating_add(3))?;
    let window = window.slots();
    window.at(0).copy(f);
    window.at(1).copy(new_target);
    list_to_slots(cx, list, window.sub(3, window.len()))?;
    crate::call::invoke_construct(cx, window)
}

/// The first half of CreateListFromArrayLike: how long the list is.
fn list_length<'rt>(cx: &mut Cx<'rt>, list: Root<'_, 'rt>) -> Result<usize, Throw> {
    if !list.get(&*cx).is_object() {
        return Err(error::type_error(cx, "CreateListFromArrayLike called on non-object"));
    }
    let n = convert::length_of_array_like(cx, list)?;
    Ok(usize::try_from(n).unwrap_or(usize::MAX))
}

/// The other half of CreateListFromArrayLike: the elements, as many as there are slots.
fn list_to_slots<'rt>(cx: &mut Cx<'rt>, list: Root<'_, 'rt>, to: Slots<'_, 'rt>) -> Result<(), Throw> {
    let mut from = 0;
    // Present dense elements are plain data whatever the object is.
    if let Some((cell, used)) = list.cast::<Array>(&*cx).and_then(|a| a.cast()).and_then(elements::dense) {
        let n = to.len().min(used as usize);
        while from < n && !cell.get(from).is_hole() {
            to.at(from).set(cell.get(from));
            from += 1;
        }
    }
    for i in from..to.len() {
        to.at(i).set(object::get(cx, list, index_key(i))?);
    }
    Ok(())
}

/// The key of a list index: lists longer than the shadow stack do not get here.
fn index_key(i: usize) -> Key {
    Key::Index(u32::try_from(i).unwrap_or(u32::MAX - 1))
}

/// Function.prototype.bind(thisArg, ...args)
fn bind<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let target = args.this();
    if !crate::call::is_callable(target.get(&*cx)) {
        return Err(error::type_error(cx, "Bind must be called on a function"));
    }
    roots!(cx; f, proto, list, length, name, prefix);
    let given = args.rest(1);
    // BoundFunctionCreate.
    if !given.is_empty() {
        list.set(cx.alloc_from_window::<Storage>(STORAGE, 0, given.len(), given)?);
    }
    proto.set(integrity::get_prototype_of(&*cx, target));
    f.set(create::of_kind(cx, BOUND, 3, proto)?);
    if let Some(bound) = f.cast::<Bound>(&*cx) {
        bound.set(object_words::OWN, target.get(bound));
        bound.set(object_words::OWN + 1, args.get(0).get(bound));
        bound.set(object_words::OWN + 2, list.get(bound));
    }
    length_and_name(cx, target, length, name)?;
    let remaining = match length.get(&*cx).as_number() {
        Some(n) if n.is_nan() => 0.0,
        Some(n) => (n.trunc() - given.len() as f64).max(0.0) + 0.0,
        None => 0.0,
    };
    length.set(number(remaining));
    slots::add(cx, f, names::LENGTH, length, attr::C)?;
    if !name.get(&*cx).is_string() {
        name.set(string::empty(cx)?);
    }
    prefix.set(string::from_str(cx, "bound ")?);
    name.set(string::concat(cx, prefix, name)?);
    slots::add(cx, f, names::NAME, name, attr::C)?;
    Ok(f.get(&*cx))
}

/// An own `length` and any `name` of a function, read as `bind` reads them: undefined if there is none.
fn length_and_name<'rt>(
    cx: &mut Cx<'rt>,
    f: Root<'_, 'rt>,
    length: Root<'_, 'rt>,
    name: Root<'_, 'rt>,
) -> Result<(), Throw> {
    let shape = f.cast::<Object>(&*cx).map_or(ShapeId(0), slots::shape);
    if shape.0 != 0 && cx.host.shapes.has(shape, flag::LAZY_FUNCTION) {
        // As they would be made, without making them (and a prototype).
        let (n, atom) = function::length_and_name(&*cx, f);
        length.set(index_value(n));
        name.set(crate::atom::to_value(cx, atom)?);
        return Ok(());
    }
    if object::has_own_property(cx, f, names::LENGTH)? {
        length.set(object::get(cx, f, names::LENGTH)?);
    }
    name.set(object::get(cx, f, names::NAME)?);
    Ok(())
}

/// Function.prototype.toString()
fn to_string<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let f = args.this().cast::<Callable>(&*cx).and_then(|f| f.cast::<Object>());
    let Some(text) = f.map(|f| function::source_text(&*cx, f)) else {
        return Err(error::type_error(cx, "Function.prototype.toString requires that 'this' be a Function"));
    };
    string::from_str(cx, &text)
}

/// Function.prototype\[@@hasInstance\](V)
fn has_instance<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Ok(boolean(crate::operators::ordinary_has_instance(cx, args.this(), args.get(0))?))
}

/// Is it Function.prototype\[@@hasInstance\]?
pub fn is_default_has_instance<'rt>(cx: &Cx<'rt>, f: Root<'_, 'rt>) -> bool {
    crate::protectors::is_function(cx, f.get(cx), has_instance)
}
