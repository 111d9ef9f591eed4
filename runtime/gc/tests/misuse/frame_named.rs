//! The frame that `roots!` opens has no name outside of the macro, so it can be neither moved nor forgotten.
use tercet_gc::*;

fn f(cx: &mut Cx<'_, ()>) {
    roots!(cx; r);
    std::mem::forget(frame);
    r.set(Value::int(1));
}
fn main() {}
