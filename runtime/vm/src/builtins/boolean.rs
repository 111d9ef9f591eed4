//! Boolean (ECMA-262 20.3).

use crate::atom::names;
use crate::convert;
use crate::error;
use crate::kinds::*;
use crate::object::create;
use crate::realm::{self, Args, Intrinsic, Spec, method};
use crate::value::*;

/// Properties.
pub static PROTOTYPE: &[Spec] = &[method("toString", to_string, 0), method("valueOf", value_of, 0)];

/// Boolean(value), new Boolean(value)
pub fn construct<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let b = convert::to_boolean(args.get(0).get(&*cx));
    if !args.is_construct(&*cx) {
        return Ok(boolean(b));
    }
    roots!(cx; proto);
    proto.set(realm::prototype_from_constructor(cx, args.new_target(), Intrinsic::BooleanPrototype)?);
    let o = create::of_kind(cx, PRIMITIVE, 1, proto)?;
    if let Some(wrapper) = o.cast::<Primitive>() {
        wrapper.set(object_words::OWN, boolean(b));
    }
    Ok(o)
}

/// ThisBooleanValue(value).
fn this_boolean_value<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>, method: &str) -> Result<bool, Throw> {
    let value = v.get(&*cx);
    let wrapped = || value.cast::<Primitive>().and_then(|o| o.get(object_words::OWN).as_bool());
    if let Some(b) = value.as_bool().or_else(wrapped) {
        return Ok(b);
    }
    Err(error::type_error(cx, &format!("Boolean.prototype.{method} requires that 'this' be a Boolean")))
}

/// Boolean.prototype.toString()
fn to_string<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let b = this_boolean_value(cx, args.this(), "toString")?;
    crate::atom::to_value(cx, if b { names::TRUE } else { names::FALSE })
}

/// Boolean.prototype.valueOf()
fn value_of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Ok(boolean(this_boolean_value(cx, args.this(), "valueOf")?))
}
