//! Two fresh results at once: the second allocation could have moved the first.
use tercet_gc::*;

fn f(cx: &mut Cx<'_, ()>, kind: Kind) -> Result<(), Throw> {
    let a = cx.alloc::<AnyCell>(kind, 0, 1)?;
    let b = cx.alloc::<AnyCell>(kind, 0, 1)?;
    println!("{a:?} {b:?}");
    Ok(())
}
fn main() {}
