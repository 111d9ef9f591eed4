//! Large cells: each in a mapping of its own, never moved, swept.
//!
//! Here: the prefix before such a cell, its cards, allocation and sweeping. Not here: marking (`full`).
//!
//! Invariants: a cell has the flag LARGE exactly if it lies behind a `LargePrefix`. It is OLD from birth, and
//! REMEMBERED as a whole until the next collection; after that a store of a young pointer marks the card of 512
//! bytes that it lies in. A cell with a marked card is on the heap's list of carded cells.

use super::Heap;
use crate::{
    cell::{EPHEMERON, LARGE, MANY, OLD, RAW, REMEMBERED, WEAK},
    os,
};

/// Cells of more words than this are large: 32 KiB.
pub(crate) const LARGE_WORDS: usize = 4096;
const CARD_SHIFT: usize = 9;
const PREFIX_BYTES: usize = size_of::<LargePrefix>();

#[repr(C, align(64))]
pub(crate) struct LargePrefix {
    pub(crate) heap: *const Heap,
    /// How many value words the cell has.
    pub(crate) values: usize,
    /// Bytes of the cell.
    pub(crate) bytes: usize,
    /// Bytes of the mapping.
    mapped: usize,
    cards: *mut u8,
    /// The cell is on the heap's list of carded cells.
    pub(crate) carded: bool,
    pub(crate) marked: bool,
}

impl LargePrefix {
    /// The prefix of a large cell.
    #[inline(always)]
    pub(crate) fn of(cell: *mut u64) -> *mut LargePrefix {
        cell.cast::<LargePrefix>().wrapping_sub(1)
    }
}

/// Marks the card of a word of a large cell.
///
/// # Safety
/// `cell` is a large cell with value words, `slot` one of them.
pub(crate) unsafe fn mark_card(cell: *mut u64, slot: *mut u64) {
    let prefix = LargePrefix::of(cell);
    // SAFETY: a large cell has a prefix, whose cards cover the cell.
    unsafe {
        (*prefix).cards.add((slot as usize - cell as usize) >> CARD_SHIFT).write(1);
        if !(*prefix).carded {
            (*prefix).carded = true;
            (*(*prefix).heap).push_carded(cell);
        }
    }
}

/// Is the card of this word marked?
///
/// # Safety
/// As for `mark_card`.
pub(crate) unsafe fn is_carded(cell: *mut u64, slot: *mut u64) -> bool {
    let prefix = LargePrefix::of(cell);
    // SAFETY: as for `mark_card`.
    unsafe {
        (*prefix).carded && (*prefix).cards.add((slot as usize - cell as usize) >> CARD_SHIFT).read() != 0
    }
}

/// Calls `f` for each value word on a marked card, and clears the cards.
///
/// # Safety
/// `cell` is a large cell with value words.
pub(crate) unsafe fn drain_cards(cell: *mut u64, mut f: impl FnMut(*mut u64)) {
    let prefix = LargePrefix::of(cell);
    // SAFETY: a large cell has a prefix, whose cards cover the cell; the words visited are value words.
    unsafe {
        (*prefix).carded = false;
        let values = (*prefix).values;
        for i in 0..cards_of((*prefix).bytes) {
            let card = (*prefix).cards.add(i);
            if card.read() == 0 {
                continue;
            }
            card.write(0);
            let words = 1 << (CARD_SHIFT - 3);
            // Word 0 is the header.
            for w in (i * words).max(1)..((i + 1) * words).min(values + 1) {
                f(cell.add(w));
            }
        }
    }
}

fn cards_of(bytes: usize) -> usize {
    bytes.div_ceil(1 << CARD_SHIFT)
}

/// So many bytes of mappings are kept for the next large cells, from one full collection to the next.
const POOL_BYTES: usize = 8 << 20;

#[derive(Default)]
pub(crate) struct LargeSpace {
    pub(crate) cells: Vec<*mut u64>,
    /// Bytes of the mappings that hold cells.
    pub(crate) mapped: usize,
    /// Mappings whose cells the last full collection found dead: address and bytes.
    pool: Vec<(*mut u8, usize)>,
    /// Bytes of those.
    pub(crate) pooled: usize,
}

/// The sizes of mappings: whole pages, and at most four leading bits, so that one that was left fits the next cell of
/// about the same size.
fn mapping_bytes(bytes: usize) -> usize {
    let step = (bytes.next_power_of_two() / 16).max(os::PAGE);
    bytes.next_multiple_of(step)
}

impl LargeSpace {
    /// Room for a cell, with unspecified contents; `finish` makes it one.
    pub(crate) fn alloc(&mut self, heap: *const Heap, words: usize) -> Option<*mut u64> {
        let bytes = words * 8;
        let mapped = mapping_bytes(PREFIX_BYTES + bytes + cards_of(bytes));
        let base = match self.pool.iter().position(|p| p.1 == mapped) {
            Some(i) => {
                self.pooled -= mapped;
                self.pool.swap_remove(i).0
            }
            None => os::map(mapped).ok()?,
        };
        let cell = base.wrapping_add(PREFIX_BYTES).cast::<u64>();
        let cards = base.wrapping_add(PREFIX_BYTES + bytes);
        // SAFETY: the mapping is nobody else's and large enough; it starts on a page, hence the prefix is aligned.
        unsafe {
            cards.write_bytes(0, cards_of(bytes));
            let prefix = LargePrefix { heap, values: 0, bytes, mapped, cards, carded: false, marked: false };
            LargePrefix::of(cell).write(prefix);
        }
        self.mapped += mapped;
        self.cells.push(cell);
        Some(cell)
    }
    /// Keeps an empty mapping for later, or returns it if there are enough.
    pub(crate) fn recycle(&mut self, dead: Vec<(*mut u8, usize)>) {
        // What nobody has asked for since the last time goes first.
        self.release_pool();
        for (base, bytes) in dead {
            if self.pooled + bytes <= POOL_BYTES {
                self.pooled += bytes;
                self.pool.push((base, bytes));
            } else {
                // SAFETY: a dead large cell has no users left.
                unsafe { os::unmap(base, bytes) }
            }
        }
    }
    fn release_pool(&mut self) {
        self.pooled = 0;
        for (base, bytes) in self.pool.drain(..) {
            // SAFETY: an empty mapping, ours alone.
            unsafe { os::unmap(base, bytes) }
        }
    }
    /// Hands over what is not marked, and readies the rest for the time until the next collection.
    pub(crate) fn sweep(&mut self, mut retire: impl FnMut(*mut u64, *mut u8, usize)) {
        self.cells.retain(|&cell| {
            let prefix = LargePrefix::of(cell);
            // SAFETY: the list holds large cells; a dead one has no users left.
            unsafe {
                if (*prefix).marked {
                    (*prefix).marked = false;
                    cell.write(cell.read() & !REMEMBERED);
                    if (*prefix).carded {
                        drain_cards(cell, |_| ());
                    }
                    return true;
                }
                self.mapped -= (*prefix).mapped;
                retire(cell, prefix.cast(), (*prefix).mapped);
                false
            }
        });
    }
}

impl Drop for LargeSpace {
    fn drop(&mut self) {
        self.release_pool();
        self.sweep(|_, base, bytes| {
            // SAFETY: nothing is marked outside a collection, so all go: the heap is going away.
            unsafe { os::unmap(base, bytes) }
        });
    }
}

/// Writes the header of a cell, which may be large.
///
/// # Safety
/// `cell` is room for it that the heap just gave out; `header` is as in the nursery, without its count of values.
#[inline(always)]
pub(crate) unsafe fn write_header(cell: *mut u64, header: u64, values: usize, words: usize) {
    if words > LARGE_WORDS {
        // SAFETY: by the caller's promise; cells of this size have a prefix.
        unsafe { finish(cell, header, values) }
    } else {
        // SAFETY: by the caller's promise.
        unsafe { cell.write(header | (values as u64) << 16) }
    }
}

#[cold]
unsafe fn finish(cell: *mut u64, header: u64, values: usize) {
    let mut header = header | LARGE | OLD | MANY << 16;
    if header & RAW != 0 {
        // No value words, hence no stores and nothing to remember.
        header &= !(MANY << 16);
        debug_assert!(header & (WEAK | EPHEMERON) == 0);
    } else {
        header |= REMEMBERED;
    }
    // SAFETY: by the caller's promise, a large cell with a prefix.
    unsafe {
        (*LargePrefix::of(cell)).values = values;
        cell.write(header);
        if header & REMEMBERED != 0 {
            (*(*LargePrefix::of(cell)).heap).push_remembered(cell);
        }
    }
}
