//! An isolate stays on its thread.
use tercet_gc::*;

fn f(isolate: Isolate<gc_arena::Rootable![()]>) {
    std::thread::spawn(move || drop(isolate));
}
fn main() {}
