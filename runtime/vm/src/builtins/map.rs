//! map: built-in properties.

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
    Err(crate::error::type_error(cx, "map.construct"))
}
/// Built-in.
pub fn entries<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let _ = args;
    Err(crate::error::type_error(cx, "map.entries"))
}
/// Built-in.
pub fn iterator_next<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let _ = args;
    Err(crate::error::type_error(cx, "map.iterator_next"))
}

/// Steps a Map or Set iterator.
pub fn iterator_step<'rt>(_: &mut Cx<'rt>, _: Root<'_, 'rt>, _: Root<'_, 'rt>) -> Result<bool, Throw> {
    Ok(false)
}
/// Is it a Map iterator?
pub fn is_map_iterator(_: Gc<'_, '_, crate::kinds::TableIterator>) -> bool {
    false
}
