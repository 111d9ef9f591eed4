//! Nor does the proof that a fresh cell is.
use tercet_gc::*;

fn f(cx: &mut Cx<'_, ()>, kind: Kind) -> Result<(), Throw> {
    roots!(cx; r);
    let proof = cx.alloc::<AnyCell>(kind, 0, 1)?.nogc();
    cx.alloc::<AnyCell>(kind, 0, 1)?;
    println!("{:?}", r.get(proof));
    Ok(())
}
fn main() {}
