//! What was read from a global dies at the next allocation.
use tercet_gc::*;

fn f(cx: &mut Cx<'_, ()>, id: GlobalId) {
    let v = cx.global(id);
    cx.collect_full();
    println!("{v:?}");
}
fn main() {}
