//! A pending exception must not be dropped by accident.
#![deny(unused_must_use)]
use tercet_gc::*;

fn f(cx: &mut Cx<'_, ()>) {
    cx.throw_imm(7);
}
fn main() {}
