//! No mutator leaves `enter`.
use tercet_gc::*;

fn f<C>(isolate: &mut Isolate<C>)
where
    C: for<'a> gc_arena::Rootable<'a>,
    for<'a> gc_arena::arena::Root<'a, C>: Sized + gc_arena::Collect<'a>,
{
    let mut kept = None;
    isolate.enter(|mut entry| {
        entry.run((), |cx| kept = Some(cx));
    });
    drop(kept);
}
fn main() {}
