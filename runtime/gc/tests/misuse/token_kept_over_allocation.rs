//! The proof that nothing moves does not last over an allocation.
use tercet_gc::*;

fn f(cx: &mut Cx<'_, ()>, kind: Kind) {
    roots!(cx; r);
    let proof = cx.nogc();
    let _ = cx.alloc::<AnyCell>(kind, 0, 1);
    println!("{:?}", r.get(proof));
}
fn main() {}
