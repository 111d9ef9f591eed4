//! A cell in hand dies at a collection that was asked for, and so does what was read from it.
use tercet_gc::*;

fn f(cx: &mut Cx<'_, ()>) {
    roots!(cx; r);
    let cell = r.get(&cx).as_cell().unwrap();
    let word = cell.get(0);
    cx.collect_minor();
    println!("{word:?}");
}
fn main() {}
