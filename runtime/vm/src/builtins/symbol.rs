//! symbol: built-in properties.

use crate::realm::{Args, Spec};
use crate::value::*;

/// Properties.
pub static PROTOTYPE: &[Spec] = &[];
/// Properties.
pub static STATICS: &[Spec] = &[];
/// Built-in.
pub fn construct<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let _ = args;
    Err(crate::error::type_error(cx, "symbol.construct"))
}
