//! One heap's peace proves nothing about another.
use tercet_gc::*;

fn f<'a, 'b>(a: &mut Cx<'a, ()>, b: &mut Cx<'b, ()>) {
    roots!(a; ra);
    println!("{:?}", ra.get(&b));
}
fn main() {}
