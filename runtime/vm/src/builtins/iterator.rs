//! iterator: built-in properties.

use crate::realm::{Args, Spec};
use crate::value::*;

/// Properties.
pub static PROTOTYPE: &[Spec] = &[];
/// Properties.
pub static STATICS: &[Spec] = &[];
/// Properties.
pub static HELPER_PROTOTYPE: &[Spec] = &[];
/// Properties.
pub static WRAP_PROTOTYPE: &[Spec] = &[];
/// Built-in.
pub fn construct<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let _ = args;
    Err(crate::error::type_error(cx, "iterator.construct"))
}
/// Built-in.
pub fn iterator<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let _ = args;
    Err(crate::error::type_error(cx, "iterator.iterator"))
}
/// Built-in.
pub fn helper_next<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let _ = args;
    Err(crate::error::type_error(cx, "iterator.helper_next"))
}

/// Steps an iterator helper.
pub fn helper_step<'rt>(_: &mut Cx<'rt>, _: Root<'_, 'rt>, _: Root<'_, 'rt>) -> Result<bool, Throw> {
    Ok(false)
}
