//! The proof that `init` gets stays there.
use tercet_gc::*;

fn f(cx: &mut Cx<'_, ()>, kind: Kind) {
    let mut kept = None;
    let _ = cx.alloc_bytes::<AnyCell>(kind, 0, 0, 8, |_, proof| kept = Some(proof));
    cx.collect_minor();
    drop(kept);
}
fn main() {}
