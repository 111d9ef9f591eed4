//! %WrapForValidIteratorPrototype% (ECMA-262 27.1.3.2.1.1): passes `next` and `return` on to a foreign iterator.

use super::{Sort, words};
use crate::atom::names;
use crate::call;
use crate::error;
use crate::kinds::*;
use crate::object;
use crate::realm::{self, Args};
use crate::value::*;

/// The wrapped iterator and its `next`; TypeError if the receiver is no wrapper.
fn unwrap<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    name: &str,
    iterator: Root<'_, 'rt>,
    next: Root<'_, 'rt>,
) -> Result<(), Throw> {
    if let Some(wrapper) = args.this().cast::<IteratorHelper>(&*cx)
        && Sort::of(wrapper) == Sort::Wrap
    {
        iterator.set(wrapper.get(words::ITERATED));
        next.set(wrapper.get(words::NEXT));
        return Ok(());
    }
    let what = error::describe(&*cx, args.this().get(&*cx));
    Err(error::type_error(
        cx,
        &format!("Method %WrapForValidIteratorPrototype%.{name} called on incompatible receiver {what}"),
    ))
}

/// %WrapForValidIteratorPrototype%.next().
pub fn next<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; iterator, next);
    unwrap(cx, args, "next", iterator, next)?;
    call::call(cx, next, iterator, &[])
}

/// %WrapForValidIteratorPrototype%.return().
pub fn return_<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; iterator, f);
    unwrap(cx, args, "return", iterator, f)?;
    f.set(object::get_method(cx, iterator, names::RETURN)?);
    if f.get(&*cx).is_undefined() {
        return realm::iter_result(cx, f, true);
    }
    call::call(cx, f, iterator, &[])
}
