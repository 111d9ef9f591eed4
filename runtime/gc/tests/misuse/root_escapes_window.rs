//! Nor its window.
use tercet_gc::*;

fn f(cx: &mut Cx<'_, ()>) {
    let window = cx.window(3).unwrap();
    let root = window.slot(0);
    drop(window);
    root.set(Value::int(1));
}
fn main() {}
