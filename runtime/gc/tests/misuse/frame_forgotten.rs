//! A frame that was opened by hand takes its roots along when it is forgotten.
use tercet_gc::*;

fn f(cx: &mut Cx<'_, ()>) {
    let frame = cx.frame::<1>();
    let [r] = frame.slots();
    std::mem::forget(frame);
    r.set(Value::int(1));
}
fn main() {}
