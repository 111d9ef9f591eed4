//! The heap: what one isolate's cells live in, and the policy of when to collect.
//!
//! Here: `Heap`, the slow path of allocation, limits and triggers, the outlined half of the write barrier. Not here:
//! the spaces (`nursery`, `old`, `large`), the collectors (`minor`, `full`), stress (`stress`, `quarantine`).
//!
//! Invariants: a `Heap` does not move, because chunks and large cells point to it. `Inner` is borrowed mutably only by
//! functions that were reached from a `&mut Cx` or that own the isolate; the write barrier and everything else
//! reachable from `&Cx` touches the cells outside of `Inner` only. After every collection the nursery is empty, hence
//! nothing is remembered.

pub(crate) mod full;
pub(crate) mod large;
pub(crate) mod minor;
pub(crate) mod nursery;
pub(crate) mod old;
pub(crate) mod quarantine;
pub(crate) mod stress;
mod verify;
mod weak;

use crate::{
    cell::{KindInfo, LARGE, REMEMBERED},
    globals::Globals,
    host::Host,
    options::{Options, Stress},
    stack::StackBlock,
    stats::Stats,
    value::FILL,
};
use large::{LARGE_WORDS, LargePrefix, LargeSpace};
use nursery::Nursery;
use old::{Chunk, ChunkPool, OldSpace};
use quarantine::Quarantine;
use std::{
    cell::{Cell, UnsafeCell},
    io,
    ptr::{self, NonNull},
};
use stress::Clock;

/// Once the limit was hit, so much more may be allocated, for the sake of the error that reports it.
const SLACK: usize = 256 << 10;
/// No full collection is due below this.
const MIN_TRIGGER: usize = 8 << 20;

pub(crate) struct Heap {
    /// The nursery's bump pointer.
    pub(crate) bump: Cell<*mut u64>,
    /// Its limit for the inline path: null if the next allocation shall take the slow path in any case.
    pub(crate) limit: Cell<*mut u64>,
    /// The shadow stack's pointer: the first free slot.
    pub(crate) sp: Cell<*mut u64>,
    pub(crate) exception: Cell<u64>,
    young_base: Cell<usize>,
    young_span: Cell<usize>,
    /// Old cells that may hold young pointers, and whole large ones.
    remembered: UnsafeCell<Vec<*mut u64>>,
    /// Large cells with a marked card.
    carded: UnsafeCell<Vec<*mut u64>>,
    /// Bytes of external memory.
    external: Cell<usize>,
    /// Above this the next allocation makes a full collection.
    external_trigger: Cell<usize>,
    pub(crate) stack: StackBlock,
    pub(crate) globals: Globals,
    inner: UnsafeCell<Inner>,
}

pub(crate) struct Inner {
    pub(crate) options: Options,
    pub(crate) kinds: Kinds,
    nursery: Nursery,
    old: OldSpace,
    pool: ChunkPool,
    large: LargeSpace,
    pub(crate) stats: Stats,
    clock: Clock,
    pub(crate) quarantine: Quarantine,
    /// Fill memory that cells have left.
    poison: bool,
    /// Above so many bytes the next collection is a full one.
    trigger: usize,
    full_due: bool,
    /// The limit was hit and the slack may be used.
    slack: bool,
}

impl Drop for Inner {
    fn drop(&mut self) {
        // The pool is the one that unmaps.
        for chunk in self.old.chunks.drain(..) {
            self.pool.give(chunk);
        }
    }
}

/// The embedder's table of kinds, by number.
pub(crate) struct Kinds {
    pub(crate) names: [&'static str; 256],
    pub(crate) meets: [bool; 256],
}

impl Kinds {
    fn new(table: &[KindInfo]) -> Self {
        let mut kinds = Kinds { names: ["(unknown kind)"; 256], meets: [false; 256] };
        for info in table {
            kinds.names[info.kind.id as usize] = info.name;
            kinds.meets[info.kind.id as usize] = info.meets_host;
        }
        kinds
    }
}

impl Heap {
    pub(crate) fn new(options: Options, kinds: &[KindInfo]) -> io::Result<NonNull<Heap>> {
        let nursery = Nursery::new(options.nursery_bytes, options.protect.is_some())?;
        let stack = StackBlock::new(options.stack_slots)?;
        let heap = Box::new(Heap {
            bump: Cell::new(nursery.base),
            limit: Cell::new(ptr::null_mut()),
            sp: Cell::new(stack.base()),
            exception: Cell::new(FILL),
            young_base: Cell::new(nursery.base as usize),
            young_span: Cell::new(nursery.span),
            remembered: UnsafeCell::default(),
            carded: UnsafeCell::default(),
            external: Cell::new(0),
            external_trigger: Cell::new(MIN_TRIGGER),
            stack,
            globals: Globals::new()?,
            inner: UnsafeCell::new(Inner {
                kinds: Kinds::new(kinds),
                nursery,
                old: OldSpace::new(ptr::null()),
                pool: ChunkPool::default(),
                large: LargeSpace::default(),
                stats: Stats::default(),
                clock: Clock::new(options.stress),
                quarantine: Quarantine::new(options.protect),
                poison: options.protect.is_some() || options.stress != Stress::Off,
                trigger: MIN_TRIGGER,
                full_due: false,
                slack: false,
                options,
            }),
        });
        let heap = NonNull::from(Box::leak(heap));
        // SAFETY: fresh, and nobody else has it.
        let this = unsafe { heap.as_ref() };
        // SAFETY: as above.
        let inner = unsafe { this.inner() };
        inner.old = OldSpace::new(this);
        this.open_nursery(inner);
        Ok(heap)
    }
    /// # Safety
    /// No other borrow of `Inner` is alive: the caller was reached from a `&mut Cx`, or owns the isolate.
    #[allow(clippy::mut_from_ref)]
    pub(crate) unsafe fn inner(&self) -> &mut Inner {
        // SAFETY: by the caller's promise.
        unsafe { &mut *self.inner.get() }
    }
    /// # Safety
    /// No mutable borrow of `Inner` comes to life while this one lasts.
    pub(crate) unsafe fn inner_ref(&self) -> &Inner {
        // SAFETY: by the caller's promise.
        unsafe { &*self.inner.get() }
    }
    /// Does the address lie in the nursery?
    #[inline(always)]
    pub(crate) fn is_young(&self, addr: u64) -> bool {
        (addr as usize).wrapping_sub(self.young_base.get()) < self.young_span.get()
    }
    pub(crate) fn push_remembered(&self, cell: *mut u64) {
        // SAFETY: the borrow ends here, and `push` does not come back.
        unsafe { (*self.remembered.get()).push(cell) }
    }
    pub(crate) fn push_carded(&self, cell: *mut u64) {
        // SAFETY: the borrow ends here, and `push` does not come back.
        unsafe { (*self.carded.get()).push(cell) }
    }
    /// Takes both lists, for a collection.
    fn take_remembered(&self) -> (Vec<*mut u64>, Vec<*mut u64>) {
        // SAFETY: the borrows end here.
        unsafe { (std::mem::take(&mut *self.remembered.get()), std::mem::take(&mut *self.carded.get())) }
    }
    /// Hands the emptied lists back, so that their memory is used again.
    fn return_remembered(&self, mut remembered: Vec<*mut u64>, mut carded: Vec<*mut u64>) {
        remembered.clear();
        carded.clear();
        // SAFETY: the borrows end here.
        unsafe {
            *self.remembered.get() = remembered;
            *self.carded.get() = carded;
        }
    }

    fn nursery_used(&self, inner: &Inner) -> usize {
        self.bump.get() as usize - inner.nursery.base as usize
    }
    /// Bytes that count towards the limit, the nursery aside.
    fn usage(&self, inner: &Inner) -> usize {
        inner.old.used() + inner.large.mapped + self.external.get()
    }
    fn cap(&self, inner: &Inner) -> usize {
        inner.options.heap_limit.saturating_add(if inner.slack { SLACK } else { 0 })
    }
    /// After a collection, and at first: opens the empty nursery as far as the heap limit allows.
    fn open_nursery(&self, inner: &mut Inner) {
        let room = self.cap(inner).saturating_sub(self.usage(inner)).min(inner.nursery.size) & !7;
        inner.nursery.end = inner.nursery.base.wrapping_byte_add(room);
        self.bump.set(inner.nursery.base);
        self.arm(inner);
    }
    /// Sets the limit of the inline path.
    fn arm(&self, inner: &Inner) {
        let slow = inner.clock.is_on() || self.external.get() > self.external_trigger.get();
        self.limit.set(if slow { ptr::null_mut() } else { inner.nursery.end });
    }

    /// Room for a cell of `words` words, which may take a collection. `None` if the heap is full.
    #[cold]
    #[inline(never)]
    pub(crate) fn slow(&self, host: &mut dyn Host, words: usize) -> Option<*mut u64> {
        // SAFETY: reached from a `&mut Cx`; the host has no way to come back here.
        let inner = unsafe { self.inner() };
        inner.stats.allocations += 1;
        let stressed = inner.clock.tick();
        if stressed {
            inner.stats.stressed += 1;
            self.full(inner, host);
        } else if self.external.get() > self.external_trigger.get() {
            self.full(inner, host);
        }
        let bytes = words.checked_mul(8)?;
        if bytes > inner.options.heap_limit {
            return None;
        }
        if words > LARGE_WORDS {
            let after = self.usage(inner) + self.nursery_used(inner) + bytes;
            if (after > inner.trigger || after > self.cap(inner)) && !stressed {
                self.full(inner, host);
            }
            if !self.admits(inner, bytes) {
                return None;
            }
            let cell = inner.large.alloc(self, words)?;
            inner.stats.large_cells += 1;
            inner.stats.bytes_allocated += bytes as u64;
            self.note_peak(inner, 0);
            return Some(cell);
        }
        let fits = |h: &Heap, inner: &Inner| inner.nursery.end as usize - h.bump.get() as usize >= bytes;
        if !fits(self, inner) {
            let after = self.usage(inner) + self.nursery_used(inner) + bytes;
            if inner.full_due || after > self.cap(inner) {
                self.full(inner, host);
            } else {
                self.minor(inner);
                inner.full_due = self.usage(inner) > inner.trigger;
            }
        }
        if (stressed || !fits(self, inner)) && !self.admits(inner, bytes) {
            return None;
        }
        if !fits(self, inner) {
            return None;
        }
        let cell = self.bump.get();
        self.bump.set(cell.wrapping_add(words));
        Some(cell)
    }
    /// After a full collection: is there room for `bytes` more below the limit? The first time there is not, the
    /// slack is granted to whoever asks next.
    fn admits(&self, inner: &mut Inner, bytes: usize) -> bool {
        if self.usage(inner) + self.nursery_used(inner) + bytes <= self.cap(inner) {
            return true;
        }
        if !inner.slack {
            inner.slack = true;
            let used = self.bump.get();
            let room = self.cap(inner).saturating_sub(self.usage(inner)).min(inner.nursery.size) & !7;
            // The nursery may hold cells already, if the request was for a large one.
            inner.nursery.end = inner.nursery.base.wrapping_byte_add(room).max(used);
            self.arm(inner);
        }
        false
    }
    /// After a full collection: sets the next trigger.
    fn settle(&self, inner: &mut Inner) {
        let live = self.usage(inner);
        inner.stats.live_bytes = live;
        inner.trigger = MIN_TRIGGER.max(live + live / 4 * 3);
        // External memory may grow until the sum passes the trigger.
        self.external_trigger.set(inner.trigger - (live - self.external.get()));
        inner.full_due = false;
        if live + SLACK <= inner.options.heap_limit {
            inner.slack = false;
        }
    }
    fn note_peak(&self, inner: &mut Inner, more: usize) {
        let now = inner.pool.mapped * old::CHUNK_BYTES
            + inner.large.mapped
            + inner.large.pooled
            + inner.nursery.size
            + more;
        inner.stats.peak_heap_bytes = inner.stats.peak_heap_bytes.max(now);
    }
    /// Bytes of memory that are mapped for cells at present.
    pub(crate) fn committed(&self) -> usize {
        // SAFETY: the borrow ends here.
        let inner = unsafe { self.inner_ref() };
        inner.pool.mapped * old::CHUNK_BYTES + inner.large.mapped + inner.large.pooled + inner.nursery.size
    }
    /// Accounts for external memory that cells keep alive.
    pub(crate) fn external(&self, delta: isize) {
        self.external.set(self.external.get().saturating_add_signed(delta));
        if self.external.get() > self.external_trigger.get() {
            self.limit.set(ptr::null_mut());
        }
    }
    pub(crate) fn collect_minor(&self) {
        // SAFETY: reached from a `&mut Cx`.
        self.minor(unsafe { self.inner() })
    }
    pub(crate) fn collect_full(&self, host: &mut dyn Host) {
        // SAFETY: reached from a `&mut Cx`; the host has no way to come back here.
        self.full(unsafe { self.inner() }, host)
    }
}

/// The write barrier's outlined half: a pointer to `target` was stored into an old cell that is not remembered.
///
/// # Safety
/// `cell` is a live old cell, `slot` one of its value words.
#[inline(never)]
pub(crate) unsafe fn barrier_old(cell: *mut u64, slot: *mut u64, target: u64) {
    // SAFETY: a live cell has a header; old cells are large, with a prefix, or lie in a chunk.
    unsafe {
        let header = cell.read();
        let heap =
            &*if header & LARGE != 0 { (*LargePrefix::of(cell)).heap } else { (*Chunk::of(cell).0).heap };
        if !heap.is_young(target) {
            return;
        }
        if header & LARGE != 0 {
            large::mark_card(cell, slot);
        } else {
            cell.write(header | REMEMBERED);
            heap.push_remembered(cell);
        }
    }
}

/// The same after a store of many words, of which it is not known whether one points to a young cell.
///
/// # Safety
/// `cell` is a live old cell that is not remembered, `slot` the first of `n` of its value words, `n` more than 0.
#[inline(never)]
pub(crate) unsafe fn barrier_range(cell: *mut u64, slot: *mut u64, n: usize) {
    // SAFETY: as in `barrier_old`.
    unsafe {
        let header = cell.read();
        if header & LARGE != 0 {
            let mut at = slot;
            let last = slot.add(n - 1);
            while at < last {
                large::mark_card(cell, at);
                // One card further: 64 words.
                at = at.wrapping_add(64);
            }
            large::mark_card(cell, last);
        } else {
            cell.write(header | REMEMBERED);
            (*(*Chunk::of(cell).0).heap).push_remembered(cell);
        }
    }
}
