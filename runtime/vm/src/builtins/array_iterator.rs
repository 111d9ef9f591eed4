//! array_iterator: built-in properties.

use crate::realm::{Args, Spec};
use crate::value::*;

/// Properties.
pub static PROTOTYPE: &[Spec] = &[];
/// Built-in.
pub fn next<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let _ = args;
    Err(crate::error::type_error(cx, "array_iterator.next"))
}

/// What an array iterator gives: values.
pub const VALUES: u32 = 0;
/// Creates one.
pub fn create<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    array: Root<'_, 'rt>,
    what: u32,
    index: u32,
) -> Completion<'a, 'rt> {
    let _ = (cx, array, what, index);
    Ok(undefined())
}
/// Steps one.
pub fn step<'rt>(_: &mut Cx<'rt>, _: Root<'_, 'rt>, _: Root<'_, 'rt>) -> Result<bool, Throw> {
    Ok(false)
}
