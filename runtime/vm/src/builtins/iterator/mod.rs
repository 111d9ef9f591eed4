//! Iterator: the abstract constructor, its statics, the accessors of the prototype (ECMA-262 27.1.3, 27.1.4).
//!
//! Rooms: [`consume`] the methods that run an iterator to its end, [`helper`] the lazy ones and the objects that they
//! make, [`wrap`] what `Iterator.from` puts around foreign iterators. The protocol itself is in [`crate::iteration`].

mod consume;
mod helper;
mod wrap;

use crate::atom::{Atom, names};
use crate::call;
use crate::error;
use crate::iteration::{self, Record, Site};
use crate::kinds::*;
use crate::object::{self, create};
use crate::operators;
use crate::protectors;
use crate::realm::{self, Args, Intrinsic, Spec, SpecKey, What, accessor, method, symbol_method, tag};
use crate::shape::attr;
use crate::value::*;

pub use helper::{helper_next, helper_step};

/// Properties of %Iterator.prototype%.
pub static PROTOTYPE: &[Spec] = &[
    accessor("constructor", get_constructor, set_constructor),
    method("reduce", consume::reduce, 1),
    method("toArray", consume::to_array, 0),
    method("forEach", consume::for_each, 1),
    method("some", consume::some, 1),
    method("every", consume::every, 1),
    method("find", consume::find, 1),
    method("filter", helper::filter, 1),
    method("map", helper::map, 1),
    method("take", helper::take, 1),
    method("drop", helper::drop, 1),
    method("flatMap", helper::flat_map, 1),
    symbol_method(names::ITERATOR, "[Symbol.iterator]", iterator, 0),
    Spec {
        key: SpecKey::Symbol(names::TO_STRING_TAG),
        what: What::Accessor(get_tag, set_tag),
        attrs: attr::C,
        name: Some("[Symbol.toStringTag]"),
    },
];
/// Properties of %Iterator%.
pub static STATICS: &[Spec] = &[method("from", from, 1), method("concat", helper::concat, 0)];
/// Properties of %IteratorHelperPrototype%.
pub static HELPER_PROTOTYPE: &[Spec] = &[
    method("next", helper::helper_next, 0),
    method("return", helper::helper_return, 0),
    tag("Iterator Helper"),
];
/// Properties of %WrapForValidIteratorPrototype%.
pub static WRAP_PROTOTYPE: &[Spec] = &[method("next", wrap::next, 0), method("return", wrap::return_, 0)];

/// Word numbers of an ITERATOR_HELPER, and what its raw words say.
mod words {
    use crate::kinds::object_words::OWN;
    /// The underlying iterator.
    pub const ITERATED: usize = OWN;
    /// Its `next`.
    pub const NEXT: usize = OWN + 1;
    /// The callback; for `concat` the list of iterables and their methods.
    pub const FUNCTION: usize = OWN + 2;
    /// `flatMap` and `concat`: the inner iterator, undefined while there is none.
    pub const INNER: usize = OWN + 3;
    /// Its `next`, or the index in a dense array.
    pub const INNER_NEXT: usize = OWN + 4;
    /// How many words there are.
    pub const COUNT: usize = OWN + 5;
    /// Raw: sort, state << 8, mode << 16, mode of the inner record << 24.
    pub const STATE: usize = 0;
    /// Raw: the counter, or what remains of a limit.
    pub const COUNTER: usize = 1;
}

/// What an ITERATOR_HELPER does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Map,
    Filter,
    Take,
    Drop,
    FlatMap,
    Concat,
    /// An object of `Iterator.from`: no helper at all.
    Wrap,
}

impl Sort {
    fn of(helper: Gc<'_, '_, IteratorHelper>) -> Sort {
        match helper.raw(words::STATE) as u8 {
            0 => Sort::Map,
            1 => Sort::Filter,
            2 => Sort::Take,
            3 => Sort::Drop,
            4 => Sort::FlatMap,
            5 => Sort::Concat,
            _ => Sort::Wrap,
        }
    }
}

/// Makes an ITERATOR_HELPER over a record (of mode GENERIC or BUILTIN).
fn make<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    sort: Sort,
    record: Record<'_, 'rt>,
    function: Root<'_, 'rt>,
    counter: u64,
) -> Completion<'a, 'rt> {
    let proto = if sort == Sort::Wrap {
        Intrinsic::WrapForValidIteratorPrototype
    } else {
        Intrinsic::IteratorHelperPrototype
    };
    let shape = realm::kind_shape(cx, proto)?;
    let helper = cx.alloc::<IteratorHelper>(ITERATOR_HELPER, shape.0, words::COUNT)?;
    helper.set(words::ITERATED, record.iterator.get(helper));
    helper.set(words::NEXT, record.next.get(helper));
    helper.set(words::FUNCTION, function.get(helper));
    let mode = record.mode.as_int().unwrap_or(iteration::GENERIC) as u64;
    helper.set_raw(words::STATE, sort as u64 | mode << 16);
    helper.set_raw(words::COUNTER, counter);
    Ok(helper.into())
}

/// Iterator(): abstract, it can only be extended.
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

/// %Iterator.prototype%[@@iterator]().
pub fn iterator<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Ok(args.this().get(&*cx))
}

fn get_constructor<'a, 'rt>(cx: &'a mut Cx<'rt>, _: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    realm::intrinsic(cx, Intrinsic::Iterator)
}
fn set_constructor<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    set_ignoring_prototype(cx, args, names::CONSTRUCTOR)
}
fn get_tag<'a, 'rt>(cx: &'a mut Cx<'rt>, _: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let name = crate::atom::intern_static(cx, "Iterator");
    crate::atom::to_value(cx, name)
}
fn set_tag<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    set_ignoring_prototype(cx, args, names::TO_STRING_TAG)
}

/// SetterThatIgnoresPrototypeProperties(this, %Iterator.prototype%, key, value).
fn set_ignoring_prototype<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    args: Args<'_, 'rt>,
    key: Atom,
) -> Completion<'a, 'rt> {
    let this = args.this();
    if !this.get(&*cx).is_object() {
        let what = error::describe(&*cx, this.get(&*cx));
        return Err(error::type_error(cx, &format!("Iterator.prototype setter called on {what}")));
    }
    if realm::is_intrinsic(&*cx, this.get(&*cx), Intrinsic::IteratorPrototype) {
        let text = crate::atom::key_text(&*cx, key.into());
        return Err(error::type_error(
            cx,
            &format!("Cannot assign to read only property '{text}' of object '[object Iterator]'"),
        ));
    }
    if object::has_own_property(cx, this, key)? {
        object::set(cx, this, key, args.get(0), true)?;
    } else {
        object::create_data_property_or_throw(cx, this, key, args.get(0))?;
    }
    Ok(undefined())
}

/// Iterator.from(O).
fn from<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; iterator, next, mode, nothing);
    let record = Record { iterator, next, mode };
    get_iterator_flattenable(cx, args.get(0), true, record)?;
    nothing.set(realm::intrinsic(cx, Intrinsic::Iterator)?);
    if operators::ordinary_has_instance(cx, nothing, iterator)? {
        return Ok(iterator.get(&*cx));
    }
    nothing.set(undefined());
    make(cx, Sort::Wrap, record, nothing, 0)
}

/// GetIteratorFlattenable(obj, primitiveHandling): `strings` says whether strings are iterated.
fn get_iterator_flattenable<'rt>(
    cx: &mut Cx<'rt>,
    v: Root<'_, 'rt>,
    strings: bool,
    record: Record<'_, 'rt>,
) -> Result<(), Throw> {
    if !(v.get(&*cx).is_object() || strings && v.get(&*cx).is_string()) {
        let what = error::describe(&*cx, v.get(&*cx));
        return Err(error::type_error(cx, &format!("{what} is not an object")));
    }
    roots!(cx; method, it);
    method.set(object::get_method(cx, v, names::ITERATOR)?);
    if method.get(&*cx).is_undefined() {
        it.copy(v);
    } else {
        it.set(call::call(cx, method, v, &[])?);
    }
    if !it.get(&*cx).is_object() {
        let what = error::describe(&*cx, it.get(&*cx));
        return Err(error::type_error(cx, &format!("{what} is not an object")));
    }
    iteration::get_iterator_direct(cx, it, record)
}

/// The inner record of `flatMap`: an array that nobody can tell apart is read as it lies.
fn get_inner_iterator<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>, record: Record<'_, 'rt>) -> Result<(), Throw> {
    if iteration::is_dense(&*cx, v.get(&*cx), protectors::ITER | protectors::CLOSE) {
        return iteration::get_iterator(cx, Site::Builtin, v, record);
    }
    get_iterator_flattenable(cx, v, false, record)
}

/// The receiver of a method of %Iterator.prototype%: TypeError unless it is an object.
fn require_object<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>, name: &str) -> Result<(), Throw> {
    if args.this().get(&*cx).is_object() {
        return Ok(());
    }
    Err(error::type_error(cx, &format!("Iterator.prototype.{name} called on non-object")))
}

/// The receiver is an object and the first argument a function; the receiver is closed if only the latter fails.
fn require_callable<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>, name: &str) -> Result<(), Throw> {
    require_object(cx, args, name)?;
    if call::is_callable(args.get(0).get(&*cx)) {
        return Ok(());
    }
    let what = error::describe(&*cx, args.get(0).get(&*cx));
    let thrown = error::type_error(cx, &format!("{what} is not a function"));
    Err(close_receiver(cx, args, thrown))
}

/// An argument is not good: IteratorClose of the receiver, whose `next` has not been asked for.
fn close_receiver<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>, thrown: Throw) -> Throw {
    roots!(cx; iterator, next, mode);
    iterator.copy(args.this());
    mode.set(Value::int(iteration::GENERIC));
    iteration::close_throw(cx, Record { iterator, next, mode }, thrown)
}

/// A counter as a number.
fn counter_value<'a, 'rt>(n: u64) -> Value<'a, 'rt> {
    if n <= i32::MAX as u64 { Value::int(n as i32) } else { Value::double(n as f64) }
}
