//! A value in hand dies at the next allocation.
use tercet_gc::*;

fn f(cx: &mut Cx<'_, ()>, root: Root<'_, '_>, kind: Kind) {
    let _ = (root, kind);
    roots!(cx; r);
    let v = r.get(&cx);
    let _ = cx.alloc::<AnyCell>(kind, 0, 1);
    println!("{v:?}");
}
fn main() {}
