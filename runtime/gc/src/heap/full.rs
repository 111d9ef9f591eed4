//! The full collection: everything that is reachable leaves the nursery and all old chunks for fresh chunks; large
//! cells stay and are marked.
//!
//! Here: the copy loop, the marking of globals for the host. Not here: weak words and ephemerons (`weak`).
//!
//! Invariant: each slot is rewritten once, so a slot that has not been rewritten never points to a cell's new place.

use super::{
    Heap, Inner, Kinds,
    large::LargePrefix,
    minor::copy_words,
    old::{ChunkPool, OldSpace, Scan},
    weak::Weaks,
};
use crate::{
    cell::{EPHEMERON, LARGE, MANY, OLD, RAW, REMEMBERED, WEAK, small_size_in_words},
    globals::{DIED, GlobalId, IS_WEAK, MARKED, USED},
    host::{CellView, DeadGlobals, Host, Marker},
    options::Stress,
    value::{ADDR, FILL, is_ptr_bits},
};
use std::{marker::PhantomData, ptr::NonNull, time::Instant};

/// The state of a full collection.
pub(crate) struct Full {
    heap: NonNull<Heap>,
    kinds: NonNull<Kinds>,
    to: OldSpace,
    pool: ChunkPool,
    scan: Scan,
    /// Large cells that are marked and not yet scanned.
    gray: Vec<*mut u64>,
    pub(super) weaks: Weaks,
    moved: u64,
}

/// A panic of the host's in the middle would leave half of the heap moved.
struct AbortOnPanic;
impl Drop for AbortOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("tercet-gc: a panic during a full collection");
            std::process::abort()
        }
    }
}

impl Full {
    fn heap(&self) -> &Heap {
        // SAFETY: the heap outlives its collection.
        unsafe { self.heap.as_ref() }
    }
    /// Rewrites a word after moving or marking what it points to.
    ///
    /// # Safety
    /// The word holds a value and has not been rewritten in this collection.
    #[inline(always)]
    pub(super) unsafe fn forward(&mut self, slot: *mut u64) {
        // SAFETY: by the caller's promise.
        let v = unsafe { slot.read() };
        if is_ptr_bits(v) {
            // SAFETY: a pointer points to a cell.
            unsafe { slot.write(v & !ADDR | self.reach((v & ADDR) as *mut u64)) }
        }
    }
    /// # Safety
    /// `from` is a cell, moved or not.
    #[inline(always)]
    unsafe fn reach(&mut self, from: *mut u64) -> u64 {
        // SAFETY: by the caller's promise; the new place is as large as the cell and nobody else's.
        unsafe {
            let header = from.read();
            if header & 0xFF == 0 {
                return header >> 8;
            }
            if header & LARGE != 0 {
                self.mark_large(from);
                return from as u64;
            }
            let words = small_size_in_words(from, header);
            let to = self.to.bump(&mut self.pool, words);
            to.write(header & !REMEMBERED | OLD);
            copy_words(from.add(1), to.add(1), words - 1);
            from.write((to as u64) << 8);
            self.moved += 1;
            if self.weaks.keyed {
                self.weaks.reached.push(from as usize);
            }
            to as u64
        }
    }
    /// # Safety
    /// `cell` is a large cell.
    #[cold]
    #[inline(never)]
    unsafe fn mark_large(&mut self, cell: *mut u64) {
        // SAFETY: a large cell has a prefix.
        let prefix = unsafe { &mut *LargePrefix::of(cell) };
        if !prefix.marked {
            prefix.marked = true;
            self.gray.push(cell);
            if self.weaks.keyed {
                self.weaks.reached.push(cell as usize);
            }
        }
    }
    /// Where the cell at this address is now, if it has been reached.
    ///
    /// # Safety
    /// It is the address of a cell, moved or not, as an unwritten slot holds it.
    pub(super) unsafe fn whereabouts(&self, from: *mut u64) -> Option<u64> {
        // SAFETY: by the caller's promise.
        unsafe {
            let header = from.read();
            if header & 0xFF == 0 {
                return Some(header >> 8);
            }
            (header & LARGE != 0 && (*LargePrefix::of(from)).marked).then_some(from as u64)
        }
    }
    /// # Safety
    /// `cell` is a reached cell in its place, not scanned before, and `header` its header.
    #[inline(always)]
    unsafe fn scan_cell(&mut self, cell: *mut u64, header: u64, values: usize, host: &mut dyn Host) {
        // SAFETY: the value words of a cell hold values.
        unsafe {
            // The kinds are in the heap, which outlives its collection.
            if self.kinds.as_ref().meets[header as u8 as usize] {
                host.met(CellView { cell, brand: PhantomData }, &mut Marker { full: self });
            }
            if header & (WEAK | EPHEMERON) == 0 {
                for i in 1..=values {
                    self.forward(cell.add(i));
                }
            } else if header & WEAK != 0 {
                self.weaks.cells.push(cell);
            } else {
                self.ephemeron(cell, values);
            }
        }
    }
    /// Scans until nothing is left to scan.
    pub(super) fn drain(&mut self, host: &mut dyn Host) {
        loop {
            while let Some(cell) = self.to.next(&mut self.scan) {
                // SAFETY: a cell of to-space that was copied and not yet scanned.
                unsafe {
                    let header = cell.read();
                    let words = small_size_in_words(cell, header);
                    self.to.advance(&mut self.scan, words);
                    self.scan_cell(cell, header, (header >> 16 & MANY) as usize, host);
                }
            }
            let Some(cell) = self.gray.pop() else { return };
            // SAFETY: a marked large cell, pushed once.
            unsafe {
                let header = cell.read();
                let values = if header & RAW != 0 { 0 } else { (*LargePrefix::of(cell)).values };
                self.scan_cell(cell, header, values, host);
            }
        }
    }
    pub(crate) fn mark_global(&mut self, id: GlobalId) {
        let Some(slot) = self.heap().globals.slot(id) else { return };
        // SAFETY: the borrow of the table ends here.
        let flags = unsafe { &mut self.heap().globals.table().flags[id.0 as usize] };
        if *flags & (USED | IS_WEAK | MARKED) == USED | IS_WEAK {
            *flags |= MARKED;
            // SAFETY: a global holds a value; the flag sees to it that it is rewritten once.
            unsafe { self.forward(slot) }
        }
    }
    pub(crate) fn is_marked(&self, id: GlobalId) -> bool {
        // SAFETY: the borrow of the table ends here.
        let table = unsafe { self.heap().globals.table() };
        table.flags.get(id.0 as usize).is_some_and(|f| f & USED != 0 && f & (IS_WEAK | MARKED) != IS_WEAK)
    }
    /// Rewrites all slots of the stack and all strong globals.
    fn roots(&mut self) {
        let heap = self.heap;
        // SAFETY: the heap outlives its collection.
        let heap = unsafe { heap.as_ref() };
        // SAFETY: all words below the stack pointer, the exception and globals hold values; each is visited once.
        unsafe {
            let stack = heap.stack.base();
            for i in 0..heap.sp.get().offset_from_unsigned(stack) {
                self.forward(stack.add(i));
            }
            self.forward(heap.exception.as_ptr());
            heap.globals.take_young();
            for id in 0..heap.globals.table().flags.len() {
                if heap.globals.table().flags[id] & (USED | IS_WEAK) == USED {
                    self.forward(heap.globals.base().add(id));
                }
            }
        }
    }
    /// Unmarked weak globals forget their cells; the marks are cleared.
    fn finish_globals(&self) {
        let heap = self.heap();
        // SAFETY: nothing in this loop comes back to the table.
        let table = unsafe { heap.globals.table() };
        for (id, flags) in table.flags.iter_mut().enumerate() {
            let dead = *flags & (USED | IS_WEAK | MARKED) == USED | IS_WEAK;
            *flags &= !(MARKED | DIED);
            if dead {
                // SAFETY: a slot of the block.
                let slot = unsafe { heap.globals.base().add(id) };
                // SAFETY: as above.
                unsafe {
                    if is_ptr_bits(slot.read()) {
                        *flags |= DIED;
                        slot.write(FILL);
                    }
                }
            }
        }
    }
}

impl Heap {
    pub(super) fn full(&self, inner: &mut Inner, host: &mut dyn Host) {
        self.verify(inner, "before");
        let start = Instant::now();
        let guard = AbortOnPanic;
        let used = self.nursery_used(inner);
        let before = used + inner.old.used();
        let to = OldSpace::new(self);
        let mut full = Full {
            heap: NonNull::from(self),
            kinds: NonNull::from(&inner.kinds),
            scan: to.beginning(),
            to,
            pool: std::mem::take(&mut inner.pool),
            gray: Vec::new(),
            weaks: Weaks::default(),
            moved: 0,
        };
        let (remembered, carded) = self.take_remembered();
        host.begin_full(&mut Marker { full: &mut full });
        full.roots();
        full.drain(host);
        full.finish_weak(host);
        full.finish_globals();
        full.to.sync_top();
        let moved = full.moved;
        inner.pool = std::mem::take(&mut full.pool);
        let from = std::mem::replace(&mut inner.old, full.to);
        self.return_remembered(remembered, carded);
        self.note_peak(inner, 0);
        self.retire_chunks(inner, &from);
        self.sweep_large(inner);
        self.trim_pool(inner);
        self.retire_nursery(inner);
        host.end_full(&DeadGlobals { heap: self });
        drop(guard);
        inner.stats.full += 1;
        inner.stats.cells_moved += moved;
        inner.stats.bytes_moved += inner.old.used() as u64;
        inner.stats.bytes_allocated += used as u64;
        self.settle(inner);
        self.open_nursery(inner);
        let pause = start.elapsed();
        self.verify(inner, "after");
        if inner.options.stress == Stress::Off {
            self.stack.trim(self.sp.get());
        }
        inner.stats.full_pauses.add(pause);
        if inner.options.trace {
            let (n, after) = (inner.stats.full, inner.old.used());
            eprintln!("gc: full {n}, {after} of {before} bytes survived, {moved} cells moved, {pause:?}");
        }
    }
}
