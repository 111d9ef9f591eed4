//! Bytes borrowed from a cell die at the next allocation.
use tercet_gc::*;

fn f(cx: &mut Cx<'_, ()>, kind: Kind) {
    roots!(cx; r);
    let bytes = r.get(&cx).as_cell().unwrap().bytes();
    let _ = cx.alloc::<AnyCell>(kind, 0, 1);
    println!("{}", bytes.len());
}
fn main() {}
