//! Nothing is allocated while a cell's bytes are written.
use tercet_gc::*;

fn f(cx: &mut Cx<'_, ()>, kind: Kind) {
    let _ = cx.alloc_bytes::<AnyCell>(kind, 0, 0, 8, |_, _| cx.collect_minor());
}
fn main() {}
