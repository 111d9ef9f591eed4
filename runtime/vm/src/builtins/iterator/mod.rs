//! Iterator: the abstract constructor, `Iterator.from`, %IteratorPrototype% with its helpers.
//!
//! Rooms: [`helper`] the lazy helpers (map, filter, take, drop, flatMap) and wrappers; here the eager ones.

mod helper;

use crate::atom::{Key, names};
use crate::call;
use crate::convert;
use crate::error;
use crate::iteration::{self, Record};
use crate::kinds::*;
use crate::object::{self, create};
use crate::operators;
use crate::realm::{self, Args, Intrinsic, Spec, SpecKey, What, method, symbol_method};
use crate::shape::attr;
use crate::value::*;

pub use helper::{HELPER_PROTOTYPE, WRAP_PROTOTYPE, helper_next, helper_step};

/// Static properties of %Iterator%.
pub static STATICS: &[Spec] = &[method("from", helper::from, 1)];

/// Properties of %IteratorPrototype%.
pub static PROTOTYPE: &[Spec] = &[
    Spec {
        key: SpecKey::Name("constructor"),
        what: What::Accessor(get_constructor, set_constructor),
        attrs: attr::C,
        name: None,
    },
    method("drop", helper::drop, 1),
    method("every", every, 1),
    method("filter", helper::filter, 1),
    method("find", find, 1),
    method("flatMap", helper::flat_map, 1),
    method("forEach", for_each, 1),
    method("map", helper::map, 1),
    method("reduce", reduce, 1),
    method("some", some, 1),
    method("take", helper::take, 1),
    method("toArray", to_array, 0),
    symbol_method(names::ITERATOR, "[Symbol.iterator]", iterator, 0),
    Spec {
        key: SpecKey::Symbol(names::TO_STRING_TAG),
        what: What::Accessor(get_tag, set_tag),
        attrs: attr::C,
        name: Some("[Symbol.toStringTag]"),
    },
];

/// Iterator(): abstract.
pub fn construct<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if !args.is_construct(&*cx) {
        return Err(error::type_error(cx, "Constructor Iterator requires 'new'"));
    }
    if args.new_target().ptr_eq(args.callee()) {
        return Err(error::type_error(cx, "Abstract class Iterator not directly constructable"));
    }
    roots!(cx; proto);
    proto.set(realm::prototype_from_constructor(cx, args.new_target(), Intrinsic::IteratorPrototype)?);
    create::with_proto(cx, proto)
}

/// %IteratorPrototype%[@@iterator]: the receiver.
pub fn iterator<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Ok(args.this().get(&*cx))
}

fn get_constructor<'a, 'rt>(cx: &'a mut Cx<'rt>, _: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    realm::intrinsic(cx, Intrinsic::Iterator)
}
fn set_constructor<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    set_ignoring_prototype(cx, args, names::CONSTRUCTOR.into())
}
fn get_tag<'a, 'rt>(cx: &'a mut Cx<'rt>, _: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let atom = crate::atom::intern_static(cx, "Iterator");
    crate::atom::to_value(cx, atom)
}
fn set_tag<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    set_ignoring_prototype(cx, args, names::TO_STRING_TAG.into())
}

/// SetterThatIgnoresPrototypeProperties(this, %Iterator.prototype%, key, value).
fn set_ignoring_prototype<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    args: Args<'_, 'rt>,
    key: Key,
) -> Completion<'a, 'rt> {
    if !args.this().get(&*cx).is_object() {
        return Err(error::type_error(cx, "Iterator.prototype setter called on non-object"));
    }
    if realm::is_intrinsic(&*cx, args.this().get(&*cx), Intrinsic::IteratorPrototype) {
        return Err(error::type_error(cx, "Cannot assign to this property of Iterator.prototype"));
    }
    if object::has_own_property(cx, args.this(), key)? {
        object::set(cx, args.this(), key, args.get(0), true)?;
    } else {
        object::create_data_property_or_throw(cx, args.this(), key, args.get(0))?;
    }
    Ok(undefined())
}

/// TypeError unless the receiver is an object.
fn check_receiver<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>, name: &str) -> Result<(), Throw> {
    if args.this().get(&*cx).is_object() {
        return Ok(());
    }
    Err(error::type_error(cx, &format!("Iterator.prototype.{name} called on non-object")))
}

/// Closes the receiver because an argument is no good, and gives the error.
fn reject<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>, thrown: Throw) -> Throw {
    roots!(cx; iterator, next, mode);
    iterator.copy(args.this());
    mode.set(Value::int(iteration::GENERIC));
    iteration::close_throw(cx, Record { iterator, next, mode }, thrown)
}

/// The receiver is an object and the first argument callable; then GetIteratorDirect(this).
fn start<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    name: &str,
    record: Record<'_, 'rt>,
) -> Result<(), Throw> {
    check_receiver(cx, args, name)?;
    if !call::is_callable(args.get(0).get(&*cx)) {
        let what = error::describe(&*cx, args.get(0).get(&*cx));
        let thrown = error::type_error(cx, &format!("{what} is not a function"));
        return Err(reject(cx, args, thrown));
    }
    iteration::get_iterator_direct(cx, args.this(), record)
}

/// Calls the first argument with each value and its number until `f` says to stop; closes the iterator then, or if
/// something throws.
fn each<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    name: &str,
    v: Root<'_, 'rt>,
    mut stop: impl FnMut(Value<'_, 'rt>) -> bool,
) -> Result<bool, Throw> {
    roots!(cx; iterator, next, mode, index, nothing);
    let record = Record { iterator, next, mode };
    start(cx, args, name, record)?;
    let mut i = 0u64;
    while iteration::step_value(cx, record, v)? {
        index.set(number(i as f64));
        let stopped = match call::call(cx, args.get(0), nothing, &[v, index]) {
            Ok(result) => stop(result),
            Err(thrown) => return Err(iteration::close_throw(cx, record, thrown)),
        };
        if stopped {
            iteration::close(cx, record)?;
            return Ok(true);
        }
        i += 1;
    }
    Ok(false)
}

fn every<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; v);
    let stopped = each(cx, args, "every", v, |result| !convert::to_boolean(result))?;
    Ok(boolean(!stopped))
}
fn some<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; v);
    let stopped = each(cx, args, "some", v, convert::to_boolean)?;
    Ok(boolean(stopped))
}
fn find<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; v);
    let found = each(cx, args, "find", v, convert::to_boolean)?;
    Ok(if found { v.get(&*cx) } else { undefined() })
}
fn for_each<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; v);
    each(cx, args, "forEach", v, |_| false)?;
    Ok(undefined())
}

fn reduce<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; iterator, next, mode, v, accumulator, index, nothing);
    let record = Record { iterator, next, mode };
    start(cx, args, "reduce", record)?;
    let mut i = 0u64;
    if args.len() > 1 {
        accumulator.copy(args.get(1));
    } else {
        if !iteration::step_value(cx, record, accumulator)? {
            return Err(error::type_error(cx, "Reduce of a done iterator with no initial value"));
        }
        i = 1;
    }
    while iteration::step_value(cx, record, v)? {
        index.set(number(i as f64));
        match call::call(cx, args.get(0), nothing, &[accumulator, v, index]) {
            Ok(result) => accumulator.set(result),
            Err(thrown) => return Err(iteration::close_throw(cx, record, thrown)),
        }
        i += 1;
    }
    Ok(accumulator.get(&*cx))
}

fn to_array<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; iterator, next, mode, v, out);
    let record = Record { iterator, next, mode };
    check_receiver(cx, args, "toArray")?;
    iteration::get_iterator_direct(cx, args.this(), record)?;
    out.set(create::array(cx, 0, 0)?);
    while iteration::step_value(cx, record, v)? {
        iteration::spread::push(cx, out, v)?;
    }
    Ok(out.get(&*cx))
}

/// OrdinaryHasInstance(%Iterator%, v).
fn inherits_from_iterator<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<bool, Throw> {
    roots!(cx; c);
    c.set(realm::intrinsic(cx, Intrinsic::Iterator)?);
    operators::ordinary_has_instance(cx, c, v)
}
