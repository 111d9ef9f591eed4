//! The minor collection: everything that is reachable in the nursery is promoted to the old space.
//!
//! Here: the copy loop from the roots, the remembered set and the young globals. Not here: the end of weak words and
//! ephemerons, which are strong until a full collection looks at them.

use super::{
    Heap, Inner, large,
    old::{ChunkPool, OldSpace},
};
use crate::{
    cell::{MANY, OLD, REMEMBERED, small_size_in_words},
    value::{ADDR, is_ptr_bits},
};
use std::time::Instant;

struct Minor<'h> {
    base: usize,
    span: usize,
    old: &'h mut OldSpace,
    pool: &'h mut ChunkPool,
    moved: u64,
}

impl Minor<'_> {
    /// Rewrites a word that may point into the nursery.
    ///
    /// # Safety
    /// The word holds a value.
    #[inline(always)]
    unsafe fn forward(&mut self, slot: *mut u64) {
        // SAFETY: by the caller's promise.
        let v = unsafe { slot.read() };
        let addr = (v & ADDR) as usize;
        if addr.wrapping_sub(self.base) < self.span && is_ptr_bits(v) {
            // SAFETY: a pointer into the nursery points to a cell.
            unsafe { slot.write(v & !ADDR | self.copy(addr as *mut u64)) }
        }
    }
    /// # Safety
    /// `from` is a cell of the nursery, moved or not.
    #[inline(always)]
    unsafe fn copy(&mut self, from: *mut u64) -> u64 {
        // SAFETY: by the caller's promise; the new place is as large as the cell and nobody else's.
        unsafe {
            let header = from.read();
            if header & 0xFF == 0 {
                return header >> 8;
            }
            let words = small_size_in_words(from, header);
            let to = self.old.bump(self.pool, words);
            to.write(header | OLD);
            copy_words(from.add(1), to.add(1), words - 1);
            from.write((to as u64) << 8);
            self.moved += 1;
            to as u64
        }
    }
    /// # Safety
    /// `from` is a cell whose value words shall all be rewritten.
    #[inline(always)]
    unsafe fn forward_all(&mut self, first: *mut u64, n: usize) {
        for i in 0..n {
            // SAFETY: by the caller's promise.
            unsafe { self.forward(first.add(i)) }
        }
    }
}

/// Copies the body of a cell. Most are a few words long, for which a loop beats a call.
///
/// # Safety
/// As for `copy_nonoverlapping`.
#[inline(always)]
pub(super) unsafe fn copy_words(from: *const u64, to: *mut u64, n: usize) {
    // SAFETY: by the caller's promise.
    unsafe {
        if n > 16 {
            return std::ptr::copy_nonoverlapping(from, to, n);
        }
        let mut i = 0;
        while i < n {
            to.add(i).write(from.add(i).read());
            i += 1;
        }
    }
}

impl Heap {
    pub(super) fn minor(&self, inner: &mut Inner) {
        self.verify(inner, "before");
        let start = Instant::now();
        let used = self.nursery_used(inner);
        let before = inner.old.used();
        let mut scan = inner.old.position();
        let (remembered, carded) = self.take_remembered();
        let Inner { nursery, old, pool, .. } = inner;
        let mut minor = Minor { base: nursery.base as usize, span: nursery.span, old, pool, moved: 0 };
        // SAFETY: all words below the stack pointer, the exception, globals and value words of cells hold values;
        // the lists hold live old cells.
        unsafe {
            let stack = self.stack.base();
            minor.forward_all(stack, self.sp.get().offset_from_unsigned(stack));
            minor.forward(self.exception.as_ptr());
            for id in self.globals.take_young() {
                minor.forward(self.globals.base().add(id as usize));
            }
            for &cell in &remembered {
                let header = cell.read() & !REMEMBERED;
                cell.write(header);
                let mut values = header >> 16 & MANY;
                if values == MANY {
                    values = (*large::LargePrefix::of(cell)).values as u64;
                }
                minor.forward_all(cell.add(1), values as usize);
            }
            for &cell in &carded {
                large::drain_cards(cell, |slot| minor.forward(slot));
            }
            while let Some(cell) = minor.old.next(&mut scan) {
                let header = cell.read();
                minor.old.advance(&mut scan, small_size_in_words(cell, header));
                // A raw cell's count is 0. The cells of this space are not large, so the count is in the header.
                minor.forward_all(cell.add(1), (header >> 16 & MANY) as usize);
            }
        }
        let moved = minor.moved;
        self.return_remembered(remembered, carded);
        let survived = inner.old.used() - before;
        self.retire_nursery(inner);
        inner.stats.minor += 1;
        inner.stats.cells_moved += moved;
        inner.stats.bytes_moved += survived as u64;
        inner.stats.bytes_allocated += used as u64;
        inner.nursery.adapt(survived);
        self.note_peak(inner, 0);
        self.open_nursery(inner);
        let pause = start.elapsed();
        self.verify(inner, "after");
        inner.stats.minor_pauses.add(pause);
        if inner.options.trace {
            eprintln!("gc: minor {}, {survived} of {used} bytes survived, {pause:?}", inner.stats.minor);
        }
    }
}
