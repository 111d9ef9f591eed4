//! The same in an argument list.
use tercet_gc::*;

fn make<'a, 'rt>(cx: &'a mut Cx<'rt, ()>, kind: Kind) -> Gc<'a, 'rt, AnyCell> {
    cx.alloc(kind, 0, 1).unwrap()
}
fn f(cx: &mut Cx<'_, ()>, kind: Kind) -> bool {
    make(cx, kind).identity_eq(make(cx, kind))
}
fn main() {}
