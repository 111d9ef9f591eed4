//! What the embedder hears of full collections.
//!
//! Here: the trait and the three views it gets. Not here: the collector behind them (`heap::collect`).
//!
//! Invariant: when `met` is called, every slot of the stack and every strong global has been rewritten already.
//! (A host may hold roots and copy them about; between slots of which only one is rewritten that would be a mistake
//! that no type prevents.)

use crate::{
    cell::{RAW, TAIL, size_in_words},
    globals::GlobalId,
    heap::{Heap, full::Full},
};
use std::marker::PhantomData;

/// The embedder's part in a full collection. A panic in one of these functions aborts the process.
pub trait Host {
    /// A full collection begins; nothing has moved.
    fn begin_full(&mut self, _marker: &mut Marker<'_>) {}
    /// A live cell of a kind with `meets_host`, once per collection.
    fn met(&mut self, _cell: CellView<'_>, _marker: &mut Marker<'_>) {}
    /// All is marked. Weak globals that nobody marked now hold FILL.
    fn end_full(&mut self, _dead: &DeadGlobals<'_>) {}
    /// Something went wrong (access to forbidden memory): say where the program was. Called from a signal handler:
    /// take no locks, allocate nothing, trust nothing.
    fn fault_context(&self, _out: &mut dyn std::fmt::Write) {}
}

impl Host for () {}

/// A live cell, as `Host::met` sees it: the words that are not values.
pub struct CellView<'m> {
    pub(crate) cell: *const u64,
    pub(crate) brand: PhantomData<&'m ()>,
}

impl CellView<'_> {
    fn header(&self) -> u64 {
        // SAFETY: the collector made this view of a cell that has been moved or marked already.
        unsafe { self.cell.read() }
    }
    /// The cell's kind.
    pub fn kind(&self) -> u8 {
        self.header() as u8
    }
    /// The embedder's 32 bits of the header.
    pub fn aux(&self) -> u32 {
        (self.header() >> 32) as u32
    }
    /// Raw tail word `i`, or 0 if there is none.
    pub fn raw(&self, i: usize) -> u64 {
        let tail = ((self.header() & TAIL) >> 8) as usize;
        if i >= tail {
            return 0;
        }
        // SAFETY: the tail is the end of the cell, and `i` lies within it.
        unsafe { self.cell.add(size_in_words(self.cell, self.header()) - tail + i).read() }
    }
    /// The embedder's 32 bits beside the length of a raw cell; 0 for every other cell.
    pub fn host_word(&self) -> u32 {
        if self.header() & RAW == 0 {
            return 0;
        }
        // SAFETY: a raw cell has a second word.
        unsafe { self.cell.add(1).cast::<u32>().add(1).read() }
    }
}

/// With this the host keeps weak globals alive.
pub struct Marker<'m> {
    pub(crate) full: &'m mut Full,
}

impl Marker<'_> {
    /// Keeps a weak global alive, with all that its cell reaches. Doing so twice is the same as once.
    pub fn mark_global(&mut self, id: GlobalId) {
        self.full.mark_global(id)
    }
    /// Is the global strong, or has it been marked in this collection?
    pub fn is_marked(&self, id: GlobalId) -> bool {
        self.full.is_marked(id)
    }
}

/// Which weak globals died.
pub struct DeadGlobals<'m> {
    pub(crate) heap: &'m Heap,
}

impl DeadGlobals<'_> {
    /// Did this collection find the global dead?
    pub fn is_dead(&self, id: GlobalId) -> bool {
        self.heap.globals.died(id)
    }
}
