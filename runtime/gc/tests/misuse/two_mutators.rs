//! Never two mutators of one heap at a time.
use tercet_gc::*;

fn f<C>(isolate: &mut Isolate<C>)
where
    C: for<'a> gc_arena::Rootable<'a>,
    for<'a> gc_arena::arena::Root<'a, C>: Sized + gc_arena::Collect<'a>,
{
    isolate.enter(|mut entry| {
        entry.run((), |a| {
            entry.run((), |b| std::mem::swap(a, b));
        });
    });
}
fn main() {}
