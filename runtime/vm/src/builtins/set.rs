//! set: built-in properties.

use crate::realm::{Args, Spec};
use crate::value::*;

/// Properties.
pub static PROTOTYPE: &[Spec] = &[];
/// Properties.
pub static STATICS: &[Spec] = &[];
/// Properties.
pub static ITERATOR_PROTOTYPE: &[Spec] = &[];
/// Built-in.
pub fn construct<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let _ = args;
    Err(crate::error::type_error(cx, "set.construct"))
}
/// Built-in.
pub fn values<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let _ = args;
    Err(crate::error::type_error(cx, "set.values"))
}
/// Built-in.
pub fn iterator_next<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let _ = args;
    Err(crate::error::type_error(cx, "set.iterator_next"))
}
