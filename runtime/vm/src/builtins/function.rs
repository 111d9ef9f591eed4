//! function: built-in properties.

use crate::realm::{Args, Spec};
use crate::value::*;

/// Properties.
pub static PROTOTYPE: &[Spec] = &[];
/// Built-in.
pub fn construct<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let _ = args;
    Err(crate::error::type_error(cx, "function.construct"))
}
/// Built-in.
pub fn prototype_call<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let _ = args;
    Err(crate::error::type_error(cx, "function.prototype_call"))
}
/// Built-in.
pub fn throw_type_error<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let _ = args;
    Err(crate::error::type_error(cx, "function.throw_type_error"))
}

/// Is it Function.prototype[@@hasInstance]?
pub fn is_default_has_instance<'rt>(_: &Cx<'rt>, _: Root<'_, 'rt>) -> bool {
    false
}
