//! Shortcuts for a dispatch loop, which keeps its state in registers and proves its own discipline.
//!
//! Here: everything unsafe that leaves this crate. An embedder's slow paths have no use for it.
//!
//! The discipline: between two allocations (or anything else that takes `&mut Cx`) every word below the stack pointer
//! holds a value, every cell that was begun is whole, and no address of a cell is kept in between.

use crate::{
    cell::{self, Gc, Kind},
    cx::Cx,
    heap::large::LARGE_WORDS,
    stack::Root,
    value::{Brand, Value},
};

/// The largest cell that `raw_bump` may be asked for, in words.
pub const MAX_WORDS: usize = LARGE_WORDS;

/// The word of a value.
///
/// # Safety
/// Whoever turns the word back into a value does so under the terms of `value`.
#[inline(always)]
pub unsafe fn bits(v: Value<'_, '_>) -> u64 {
    v.bits()
}

/// The value of a word.
///
/// # Safety
/// The word is a value of the heap branded `'rt`, and no collection happens during `'a`.
#[inline(always)]
pub unsafe fn value<'a, 'rt>(bits: u64) -> Value<'a, 'rt> {
    Value::from_bits(bits)
}

/// The pointer to a cell.
///
/// # Safety
/// `cell` is a live cell of the heap branded `'rt`, and no collection happens during `'a`.
#[inline(always)]
pub unsafe fn gc<'a, 'rt, T>(cell: *mut u64) -> Gc<'a, 'rt, T> {
    // SAFETY: by the caller's promise.
    unsafe { Gc::from_addr(cell as u64) }
}

/// The address of a cell's header.
#[inline(always)]
pub fn address<T>(cell: Gc<'_, '_, T>) -> *mut u64 {
    cell.addr()
}

/// The root at a slot.
///
/// # Safety
/// During `'f` the slot lies below the stack pointer of the heap branded `'rt`, and holds a value.
#[inline(always)]
pub unsafe fn root<'f, 'rt>(slot: *mut u64) -> Root<'f, 'rt> {
    // SAFETY: by the caller's promise.
    unsafe { Root::at(slot) }
}

/// The slot of a root.
#[inline(always)]
pub fn slot(root: Root<'_, '_>) -> *mut u64 {
    root.slot()
}

/// Slots that lie beside each other, for `Cx::alloc_from_window`.
#[derive(Clone, Copy)]
pub struct RawSlots<'rt> {
    pub(crate) first: *const u64,
    pub(crate) len: usize,
    brand: Brand<'rt>,
}

/// `len` slots from `first` on.
///
/// # Safety
/// As long as the result is in use, they lie below the stack pointer of the heap branded `'rt`, and hold values.
#[inline(always)]
pub unsafe fn slots<'rt>(first: *const u64, len: usize) -> RawSlots<'rt> {
    RawSlots { first, len, brand: Brand::default() }
}

/// The header of a cell that `raw_bump` gave room for.
///
/// # Panics
/// As `Kind::header`; in a constant, at compile time.
#[inline(always)]
pub const fn header(kind: Kind, aux: u32, values: usize) -> u64 {
    kind.header(aux, values)
}

/// Tells the collector of a store that was made behind its back.
///
/// # Safety
/// `cell` is a live cell, `slot` one of its value words, and `v` the word that was stored there.
#[inline(always)]
pub unsafe fn barrier(cell: *mut u64, slot: *mut u64, v: u64) {
    // SAFETY: by the caller's promise.
    unsafe { cell::barrier(cell, slot, v) }
}

impl<H> Cx<'_, H> {
    /// Room for a cell in the nursery, or null if the caller has to take the slow path (`alloc` and its like).
    ///
    /// # Safety
    /// `words` is the exact size of the cell, at least 1 and at most `MAX_WORDS`. Every word of it is written before
    /// the next allocation.
    #[inline(always)]
    pub unsafe fn raw_bump(&self, words: usize) -> *mut u64 {
        let cell = self.heap.bump.get();
        let end = cell.wrapping_add(words);
        if end as usize > self.heap.limit.get() as usize {
            return std::ptr::null_mut();
        }
        self.heap.bump.set(end);
        cell
    }
    /// The first slot of the shadow stack.
    ///
    /// # Safety
    /// Only slots below the stack pointer hold values, and they must go on holding values.
    #[inline(always)]
    pub unsafe fn raw_stack_base(&self) -> *mut u64 {
        self.heap.stack.base()
    }
    /// The first free slot of the shadow stack.
    ///
    /// # Safety
    /// As for `raw_stack_base`.
    #[inline(always)]
    pub unsafe fn raw_sp(&self) -> *mut u64 {
        self.heap.sp.get()
    }
    /// Sets the stack pointer.
    ///
    /// # Safety
    /// All slots below `sp` hold values; `check_stack` has found room for the new ones; no frame, window or root
    /// above `sp` is used any more; and it is set back before an older frame or window is popped.
    #[inline(always)]
    pub unsafe fn raw_set_sp(&self, sp: *mut u64) {
        self.heap.sp.set(sp)
    }
    /// The end of the slots that may be used without going into the red zone.
    ///
    /// # Safety
    /// As for `raw_stack_base`.
    #[inline(always)]
    pub unsafe fn raw_stack_limit(&self) -> *mut u64 {
        let sp = self.heap.sp.get();
        sp.wrapping_add(self.heap.stack.room(sp, false))
    }
    /// The slot of global 0; those of the others follow in the order of their numbers.
    ///
    /// # Safety
    /// Reading only, and only slots whose numbers were given out. Values read are good until the next allocation.
    #[inline(always)]
    pub unsafe fn raw_globals_base(&self) -> *const u64 {
        self.heap.globals.base()
    }
}
