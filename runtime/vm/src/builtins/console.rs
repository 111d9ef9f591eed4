//! console: built-in properties.

use crate::realm::{Args, Spec};
use crate::value::*;

/// Properties.
pub static PROPERTIES: &[Spec] = &[];
/// Properties.
pub static PERFORMANCE: &[Spec] = &[];
/// Properties.
pub static DATE: &[Spec] = &[];
/// Built-in.
pub fn date<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let _ = args;
    Err(crate::error::type_error(cx, "console.date"))
}
/// How the console prints a value.
pub fn inspect<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> String {
    crate::error::describe(&*cx, v.get(&*cx))
}
