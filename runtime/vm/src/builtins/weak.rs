//! weak: built-in properties.

use crate::realm::{Args, Spec};
use crate::value::*;

/// Properties.
pub static MAP_PROTOTYPE: &[Spec] = &[];
/// Properties.
pub static SET_PROTOTYPE: &[Spec] = &[];
/// Properties.
pub static REF_PROTOTYPE: &[Spec] = &[];
/// Built-in.
pub fn construct_map<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let _ = args;
    Err(crate::error::type_error(cx, "weak.construct_map"))
}
/// Built-in.
pub fn construct_set<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let _ = args;
    Err(crate::error::type_error(cx, "weak.construct_set"))
}
/// Built-in.
pub fn construct_ref<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let _ = args;
    Err(crate::error::type_error(cx, "weak.construct_ref"))
}
