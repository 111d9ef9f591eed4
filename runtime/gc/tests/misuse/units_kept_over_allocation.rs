//! So do units, also when they are only passed on to the function that allocates.
use tercet_gc::*;

fn intern(_: &mut Cx<'_, ()>, _: &[u16]) {}
fn f(cx: &mut Cx<'_, ()>) {
    roots!(cx; r);
    let units = r.get(&cx).as_cell().unwrap().units();
    intern(cx, units);
}
fn main() {}
