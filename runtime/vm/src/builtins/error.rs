//! error: built-in properties.

use crate::realm::{Args, Spec};
use crate::value::*;

/// Properties.
pub static PROTOTYPE: &[Spec] = &[];
/// Properties.
pub static STATICS: &[Spec] = &[];
/// Properties.
pub static TYPE_PROTOTYPE: &[Spec] = &[];
/// Properties.
pub static RANGE_PROTOTYPE: &[Spec] = &[];
/// Properties.
pub static REFERENCE_PROTOTYPE: &[Spec] = &[];
/// Properties.
pub static SYNTAX_PROTOTYPE: &[Spec] = &[];
/// Properties.
pub static EVAL_PROTOTYPE: &[Spec] = &[];
/// Properties.
pub static URI_PROTOTYPE: &[Spec] = &[];
/// Properties.
pub static AGGREGATE_PROTOTYPE: &[Spec] = &[];
/// Built-in.
pub fn construct<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let _ = args;
    Err(crate::error::type_error(cx, "error.construct"))
}
/// Built-in.
pub fn construct_aggregate<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let _ = args;
    Err(crate::error::type_error(cx, "error.construct_aggregate"))
}
