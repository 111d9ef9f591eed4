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

/// Is the symbol in the GlobalSymbolRegistry (KeyForSymbol)?
pub fn is_registered<'rt>(_: &Cx<'rt>, _: Gc<'_, 'rt, crate::kinds::Symbol>) -> bool {
    false
}
