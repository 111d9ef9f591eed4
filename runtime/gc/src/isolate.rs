//! Isolates: a moving heap and a code arena under one brand.
//!
//! Here: who owns a heap, and how a turn gets at it. Not here: what a turn can do (`cx`).
//!
//! Invariants: the brand `'rt` is the arena's own, which is generative, so that nothing branded can leave `enter` or
//! get to another isolate. One `Entry` exists per `enter`, and one `Cx` per `run`.

use crate::{
    cell::KindInfo, cx::Cx, fault, heap::Heap, host::Host, options::Options, stats::Stats, value::Brand,
};
use gc_arena::{
    Collect, Mutation, Rootable,
    arena::{Arena, Root},
};
use std::{io, marker::PhantomData, ptr::NonNull};

/// An engine's memory: the moving heap, and the arena of the code space with its root.
pub struct Isolate<C>
where
    C: for<'a> Rootable<'a>,
    for<'a> Root<'a, C>: Sized + Collect<'a>,
{
    // Dropped before the heap (which `Drop for Isolate` could not guarantee without the option).
    arena: Option<Arena<C>>,
    heap: NonNull<Heap>,
}

impl<C> Isolate<C>
where
    C: for<'a> Rootable<'a>,
    for<'a> Root<'a, C>: Sized + Collect<'a>,
{
    /// Makes an isolate; `root` makes the code space's root.
    ///
    /// # Panics
    /// If the system does not give out the address ranges.
    pub fn new<F>(options: Options, kinds: &'static [KindInfo], root: F) -> Self
    where
        F: for<'rt> FnOnce(&'rt Mutation<'rt>) -> Root<'rt, C>,
    {
        match Self::try_new(options, kinds, root) {
            Ok(isolate) => isolate,
            Err(e) => panic!("no address space for a heap: {e}"),
        }
    }
    /// As `new`, for those who can go on without.
    pub fn try_new<F>(options: Options, kinds: &'static [KindInfo], root: F) -> io::Result<Self>
    where
        F: for<'rt> FnOnce(&'rt Mutation<'rt>) -> Root<'rt, C>,
    {
        let heap = Heap::new(options, kinds)?;
        // From here on a panic of `root` frees the heap.
        let mut isolate = Isolate { arena: None, heap };
        isolate.arena = Some(Arena::new(root));
        Ok(isolate)
    }
    /// One turn.
    pub fn enter<R>(&mut self, f: impl for<'rt> FnOnce(Entry<'_, 'rt, C>) -> R) -> R {
        let heap = self.heap;
        let Some(arena) = &self.arena else {
            unreachable!("an isolate that is not being dropped has an arena")
        };
        arena.mutate(|mc, root| {
            // SAFETY: the heap is freed by `drop` only, which `&mut self` keeps away; whatever is branded with the
            // arena's lifetime cannot outlive this closure, so the reference does not outlive the heap.
            let heap = unsafe { heap.as_ref() };
            f(Entry { mc, root, heap, turn: PhantomData })
        })
    }
    /// Runs the arena's cycle: templates that its root does not reach any more go.
    pub fn collect_code(&mut self) {
        if let Some(arena) = &mut self.arena {
            arena.finish_cycle()
        }
    }
    /// What the heap has counted.
    pub fn stats(&self) -> &Stats {
        // SAFETY: `Inner` is borrowed mutably only within `enter`, which `&self` keeps away.
        unsafe { &self.heap.as_ref().inner_ref().stats }
    }
}

impl<C> Drop for Isolate<C>
where
    C: for<'a> Rootable<'a>,
    for<'a> Root<'a, C>: Sized + Collect<'a>,
{
    fn drop(&mut self) {
        self.arena = None;
        // SAFETY: made by `Box` in `Heap::new`; nothing refers to it any more.
        drop(unsafe { Box::from_raw(self.heap.as_ptr()) })
    }
}

/// What a turn starts with.
pub struct Entry<'e, 'rt, C: for<'a> Rootable<'a>> {
    /// The arena of the code space.
    pub mc: &'rt Mutation<'rt>,
    /// The root of the code space.
    pub root: &'rt Root<'rt, C>,
    heap: &'rt Heap,
    turn: PhantomData<&'e mut ()>,
}

impl<'rt, C: for<'a> Rootable<'a>> Entry<'_, 'rt, C> {
    /// Runs `f` with a mutator, and gives the host back. (`&mut self`: never two mutators at a time.)
    pub fn run<H: Host, R>(&mut self, host: H, f: impl FnOnce(&mut Cx<'rt, H>) -> R) -> (H, R) {
        let here = 0u8;
        // SAFETY: the borrow ends here.
        let options = unsafe { &self.heap.inner_ref().options };
        let (watch, guard) = (options.protect.is_some(), options.protect.is_some() || options.verify);
        let native_limit = (&raw const here).addr().saturating_sub(options.native_stack_bytes);
        let mut cx = Cx { heap: self.heap, mc: self.mc, host, native_limit, brand: Brand::default() };
        let view = fault::View::new(self.heap, &raw const cx.host);
        if watch {
            fault::watch_thread();
        }
        let entered = guard.then(|| view.enter());
        let result = f(&mut cx);
        drop(entered);
        (cx.host, result)
    }
}
