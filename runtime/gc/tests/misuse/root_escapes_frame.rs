//! A root does not outlive its frame.
use tercet_gc::*;

fn f<'f, 'rt>(cx: &'f mut Cx<'rt, ()>) -> Root<'f, 'rt> {
    roots!(cx; r);
    r
}
fn main() {}
