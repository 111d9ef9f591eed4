//! Retired memory: what cells have left is filled with poison, and in protect mode forbidden for some collections.
//!
//! Here: the ranges, and what lay in them. Not here: the report (`fault`).
//!
//! Invariant: a forbidden range belongs to nobody but the quarantine, which unmaps it in the end.

use super::{
    Heap, Inner, MIN_TRIGGER,
    nursery::Nursery,
    old::{CHUNK_BYTES, OldSpace},
};
use crate::{cell::size_in_words, os};
use std::collections::VecDeque;

/// Neither a value (see `verify`) nor, with any tag taken off, an address that can be mapped.
pub(crate) const POISON: u64 = 0xFFF5_DEAD_DEAD_DEAD;

/// What lay in a range: offset in bytes, kind, and whether the collection moved it.
type Cells = Box<[(u32, u8, bool)]>;

struct Range {
    base: *mut u8,
    bytes: usize,
    collection: u64,
    cells: Cells,
}

/// What the quarantine knows about an address.
pub(crate) struct Lay {
    pub(crate) collection: u64,
    /// Kind, offset into the cell, and whether the collection moved it.
    pub(crate) cell: Option<(u8, usize, bool)>,
}

/// Forbidden ranges, oldest first.
pub(crate) struct Quarantine {
    depth: u64,
    ranges: VecDeque<Range>,
}

impl Quarantine {
    pub(crate) fn new(depth: Option<u32>) -> Self {
        Quarantine { depth: depth.unwrap_or(0).into(), ranges: VecDeque::new() }
    }
    /// Async-signal-safe.
    pub(crate) fn lookup(&self, addr: usize) -> Option<Lay> {
        let range = self.ranges.iter().find(|r| addr.wrapping_sub(r.base as usize) < r.bytes)?;
        let offset = addr - range.base as usize;
        let at = range.cells.partition_point(|c| c.0 as usize <= offset).checked_sub(1);
        let cell =
            at.map(|i| range.cells[i]).map(|(start, kind, moved)| (kind, offset - start as usize, moved));
        Some(Lay { collection: range.collection, cell })
    }
    fn add(&mut self, range: Range) {
        // SAFETY: the range belongs to us now, and every cell has left it.
        unsafe { os::forbid(range.base, range.bytes) }
        self.ranges.push_back(range);
    }
    /// Unmaps what has been forbidden long enough.
    fn release(&mut self, now: u64) {
        while let Some(r) = self.ranges.front()
            && r.collection + self.depth <= now
        {
            // SAFETY: ours, and nobody's else.
            unsafe { os::unmap(r.base, r.bytes) }
            self.ranges.pop_front();
        }
    }
}

impl Drop for Quarantine {
    fn drop(&mut self) {
        self.release(u64::MAX)
    }
}

/// What lies from `start` to `end`, at offsets from `base`, after a collection has gone over it.
///
/// # Safety
/// The words from `start` to `end` are cells, some of them moved.
unsafe fn survey(base: usize, start: *mut u64, end: *mut u64) -> Cells {
    let mut cells = Vec::new();
    let mut at = start;
    while at < end {
        // SAFETY: `at` is the start of a cell, moved or not; a moved one is as long as the cell in its new place.
        let words = unsafe {
            let header = at.read();
            let moved = header & 0xFF == 0;
            let cell = if moved { (header >> 8) as *mut u64 } else { at };
            cells.push(((at as usize - base) as u32, cell.read() as u8, moved));
            size_in_words(cell, cell.read())
        };
        at = at.wrapping_add(words);
    }
    cells.into()
}

/// # Safety
/// Nobody needs the words from `start` to `end` any more.
unsafe fn poison(start: *mut u64, end: *mut u64) {
    let mut at = start;
    while at < end {
        // SAFETY: by the caller's promise.
        unsafe { at.write(POISON) }
        at = at.wrapping_add(1);
    }
}

impl Heap {
    /// The number of the collection that is running: called before it is counted.
    fn running(inner: &Inner) -> u64 {
        inner.stats.minor + inner.stats.full + 1
    }
    /// The nursery has been emptied: poisons it, and in protect mode changes it for another.
    pub(super) fn retire_nursery(&self, inner: &mut Inner) {
        if !inner.poison {
            return;
        }
        let (start, end) = (inner.nursery.base, self.bump.get());
        if inner.options.protect.is_none() {
            // SAFETY: every cell has left it.
            return unsafe { poison(start, end) };
        }
        let collection = Self::running(inner);
        inner.quarantine.release(collection);
        let fresh = Nursery::new(inner.options.nursery_bytes, true)
            .unwrap_or_else(|e| os::out_of_memory("a fresh nursery", &e));
        let old = std::mem::replace(&mut inner.nursery, fresh);
        self.young_base.set(inner.nursery.base as usize);
        self.young_span.set(inner.nursery.span);
        // SAFETY: the nursery is cells from its base to the bump pointer.
        let cells = unsafe { survey(start as usize, start, end) };
        // SAFETY: every cell has left it.
        unsafe { poison(start, end) }
        let (base, bytes) = old.into_range();
        inner.quarantine.add(Range { base, bytes, collection, cells });
        inner.stats.ranges_protected += 1;
    }
    /// A full collection has emptied these chunks: they go to the pool, or in protect mode to the quarantine.
    pub(super) fn retire_chunks(&self, inner: &mut Inner, from: &OldSpace) {
        let collection = Self::running(inner);
        for (i, &chunk) in from.chunks.iter().enumerate() {
            let (start, end) = (chunk.start(), from.top(i));
            if inner.options.protect.is_some() {
                let base = chunk.0.cast::<u8>();
                // SAFETY: a chunk is cells from its start to its top.
                let cells = unsafe { survey(base as usize, start, end) };
                // SAFETY: every cell has left it.
                unsafe { poison(start, end) }
                inner.pool.forget(chunk);
                inner.quarantine.add(Range { base, bytes: CHUNK_BYTES, collection, cells });
                inner.stats.ranges_protected += 1;
            } else {
                if inner.poison {
                    // SAFETY: every cell has left it.
                    unsafe { poison(start, end) }
                }
                inner.pool.give(chunk);
            }
        }
    }
    /// Empty chunks are kept for the promotions until the next full collection, about as many as it will take for one
    /// to be due: up to 8 MiB (from which what the large cells keep is taken off) or three quarters of what is live.
    /// So memory goes back when the heap shrinks, and a heap of constant size does not ask for it again and again.
    pub(super) fn trim_pool(&self, inner: &mut Inner) {
        let live = inner.old.used();
        inner.pool.trim(MIN_TRIGGER.saturating_sub(inner.large.pooled).max(live / 4 * 3));
    }
    /// Sweeps the large cells: dead ones are kept for the next ones, or in protect mode go to the quarantine.
    pub(super) fn sweep_large(&self, inner: &mut Inner) {
        let collection = Self::running(inner);
        let Inner { large, quarantine, options, stats, .. } = inner;
        let mut dead = Vec::new();
        large.sweep(|cell, base, bytes| {
            if options.protect.is_none() {
                return dead.push((base, bytes));
            }
            // SAFETY: the cell's header is still there.
            let kind = unsafe { cell.read() } as u8;
            let cells = Box::new([((cell as usize - base as usize) as u32, kind, false)]);
            quarantine.add(Range { base, bytes, collection, cells });
            stats.ranges_protected += 1;
        });
        large.recycle(dead);
    }
}
