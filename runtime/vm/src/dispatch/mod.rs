//! The dispatch loop.
#![allow(unsafe_code)]
use crate::code::Template;
use crate::value::*;

pub mod generator;

/// An active call.
pub struct Frame<'rt> {
    pub(crate) template: &'rt Template<'rt>,
}
/// Runs a window.
pub fn enter<'a, 'rt>(cx: &'a mut Cx<'rt>, window: Slots<'_, 'rt>, construct: bool) -> Completion<'a, 'rt> {
    let _ = (cx, window, construct);
    Ok(undefined())
}
/// A root that always holds undefined.
pub fn missing<'rt>(cx: &Cx<'rt>) -> Root<'rt, 'rt> {
    cx.exception()
}
/// Stack.
pub fn stack_trace(_: &mut Cx<'_>) -> String {
    String::new()
}
