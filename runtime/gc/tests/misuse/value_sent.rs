//! A value in hand stays on its thread.
use tercet_gc::*;

fn f(v: Value<'_, '_>) {
    std::thread::scope(|s| {
        s.spawn(move || println!("{v:?}"));
    });
}
fn main() {}
