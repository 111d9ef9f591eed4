//! No value leaves `run`: the next one collects.
use tercet_gc::*;

fn f<C>(isolate: &mut Isolate<C>)
where
    C: for<'a> gc_arena::Rootable<'a>,
    for<'a> gc_arena::arena::Root<'a, C>: Sized + gc_arena::Collect<'a>,
{
    isolate.enter(|mut entry| {
        let (_, v) = entry.run((), |cx| cx.exception().get(&*cx));
        entry.run((), |cx| cx.collect_full());
        println!("{v:?}");
    });
}
fn main() {}
