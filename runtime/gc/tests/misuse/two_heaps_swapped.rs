//! The mutators of two heaps cannot be swapped.
use tercet_gc::*;

fn f<'a, 'b>(a: &mut Cx<'a, ()>, b: &mut Cx<'b, ()>) {
    std::mem::swap(a, b);
}
fn main() {}
