//! A value of one heap cannot be stored in another.
use tercet_gc::*;

fn f<'a, 'b>(a: &mut Cx<'a, ()>, b: &mut Cx<'b, ()>) {
    roots!(a; ra);
    roots!(b; rb);
    rb.set(ra.get(&a));
}
fn main() {}
