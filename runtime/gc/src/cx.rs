//! The mutator's view: `Cx`, allocation, exceptions, globals.
//!
//! Here: everything that an embedder does with a heap apart from reading cells. Not here: how to get a `Cx`
//! (`isolate`), the unsafe shortcuts (`raw`).
//!
//! Invariant: there is one `Cx` per heap at a time, so that `&Cx` proves that no collection happens.

use crate::{
    cell::{Gc, Kind, Layout},
    globals::{GlobalId, Strength},
    heap::{
        Heap,
        large::{LARGE_WORDS, write_header},
    },
    host::Host,
    stack::{Frame, NoGc, Root, SlotRange, Window},
    stats::Stats,
    value::{Brand, FILL, Value},
};

use std::ops::Range;

/// The mutator. `&mut Cx` is the right to collect; `&Cx` is proof that nobody does.
pub struct Cx<'rt, H> {
    pub(crate) heap: &'rt Heap,
    /// The arena of the code space, of the same brand.
    pub mc: &'rt gc_arena::Mutation<'rt>,
    /// The embedder's state.
    pub host: H,
    /// Below this address the native stack counts as used up.
    pub(crate) native_limit: usize,
    pub(crate) brand: Brand<'rt>,
}

/// An exception is pending in `Cx::exception`. Zero-sized, so that `?` carries no lifetime.
#[derive(Debug, PartialEq, Eq)]
#[must_use = "a pending exception has to be handled or passed on"]
pub struct Throw(());

/// Slots whose values a new cell starts with.
pub trait Slots<'rt>: sealed::Sealed {
    /// How many.
    #[doc(hidden)]
    fn count(&self) -> usize;
    /// # Safety
    /// There is room for `count` words at `to`.
    #[doc(hidden)]
    unsafe fn copy_to(&self, to: *mut u64);
}
mod sealed {
    pub trait Sealed {}
}
impl sealed::Sealed for &[Root<'_, '_>] {}
impl<'rt> Slots<'rt> for &[Root<'_, 'rt>] {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }
    #[inline(always)]
    unsafe fn copy_to(&self, to: *mut u64) {
        for (i, root) in self.iter().enumerate() {
            // SAFETY: by the caller's promise.
            unsafe { to.add(i).write(root.bits()) }
        }
    }
}
impl<const N: usize> sealed::Sealed for &[Root<'_, '_>; N] {}
impl<'rt, const N: usize> Slots<'rt> for &[Root<'_, 'rt>; N] {
    #[inline(always)]
    fn count(&self) -> usize {
        N
    }
    #[inline(always)]
    unsafe fn copy_to(&self, to: *mut u64) {
        // SAFETY: by the caller's promise.
        unsafe { self.as_slice().copy_to(to) }
    }
}
impl sealed::Sealed for &Window<'_> {}
impl<'rt> Slots<'rt> for &Window<'rt> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }
    #[inline(always)]
    unsafe fn copy_to(&self, to: *mut u64) {
        // SAFETY: by the caller's promise.
        unsafe { (*self, 0..self.len()).copy_to(to) }
    }
}
impl sealed::Sealed for (&Window<'_>, Range<usize>) {}
impl<'rt> Slots<'rt> for (&Window<'rt>, Range<usize>) {
    #[inline(always)]
    fn count(&self) -> usize {
        assert!(self.1.start <= self.1.end && self.1.end <= self.0.len(), "a range within the window");
        self.1.len()
    }
    #[inline(always)]
    unsafe fn copy_to(&self, to: *mut u64) {
        // SAFETY: by the caller's promise; `count`, whose result it promised about, has checked the range.
        unsafe { self.0.base().add(self.1.start).copy_to_nonoverlapping(to, self.1.len()) }
    }
}

impl sealed::Sealed for SlotRange<'_, '_> {}
impl<'rt> Slots<'rt> for SlotRange<'_, 'rt> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }
    #[inline(always)]
    unsafe fn copy_to(&self, to: *mut u64) {
        // SAFETY: by the caller's promise.
        unsafe { self.base().copy_to_nonoverlapping(to, self.len()) }
    }
}

#[cold]
#[inline(never)]
fn misuse(what: &str) -> ! {
    panic!("{what}")
}

impl<'rt, H> Cx<'rt, H> {
    /// The proof, as a token, that nothing moves while it lasts.
    #[inline(always)]
    pub fn nogc(&self) -> NoGc<'_, 'rt> {
        NoGc::new()
    }
    /// Opens a frame of `N` roots. It borrows the stack, not `Cx`. Use `roots!`.
    ///
    /// May go into the red zone of the shadow stack, and aborts the process when that is used up: recursive code
    /// calls `check_stack`.
    #[inline(always)]
    pub fn frame<const N: usize>(&self) -> Frame<'rt, N> {
        Frame::open(self.heap)
    }
    /// Opens a window of `n` roots. It borrows the stack, not `Cx`.
    #[inline]
    pub fn window(&self, n: usize) -> Result<Window<'rt>, Throw> {
        Window::open(self.heap, n).ok_or_else(|| self.throw_bits(Value::STACK_FULL.bits()))
    }
    /// Is there room for `slots` more slots on the shadow stack, and some more on the native one?
    #[inline]
    pub fn check_stack(&self, slots: usize) -> Result<(), Throw> {
        let here = 0u8;
        if (&raw const here).addr() < self.native_limit
            || self.heap.stack.room(self.heap.sp.get(), false) < slots
        {
            return Err(self.throw_bits(Value::STACK_FULL.bits()));
        }
        Ok(())
    }

    #[cold]
    fn throw_bits(&self, bits: u64) -> Throw {
        self.heap.exception.set(bits);
        Throw(())
    }
    /// Makes the value in a root the pending exception.
    pub fn throw(&self, v: Root<'_, 'rt>) -> Throw {
        self.throw_bits(v.bits())
    }
    /// Makes an immediate the pending exception.
    pub fn throw_imm(&self, n: u32) -> Throw {
        self.throw_bits(Value::imm(n).bits())
    }
    /// Makes a value in hand the pending exception.
    pub fn throw_value(&self, v: Value<'_, 'rt>) -> Throw {
        self.throw_bits(v.bits())
    }
    /// The root that holds the pending exception. Nothing clears it but whoever handles it.
    #[inline(always)]
    pub fn exception(&self) -> Root<'rt, 'rt> {
        // SAFETY: the word lives as long as the heap, and collections rewrite it.
        unsafe { Root::at(self.heap.exception.as_ptr()) }
    }

    /// Makes a global.
    pub fn new_global(&self, v: Value<'_, 'rt>, strength: Strength) -> GlobalId {
        self.heap.globals.create(v.bits(), strength)
    }
    /// What a global holds; FILL if it has never existed, or was dropped.
    #[inline(always)]
    pub fn global(&self, id: GlobalId) -> Value<'_, 'rt> {
        // SAFETY: the slots of globals hold values.
        Value::from_bits(self.heap.globals.slot(id).map_or(FILL, |slot| unsafe { slot.read() }))
    }
    /// Overwrites a global. Nothing happens if it does not exist.
    #[inline]
    pub fn set_global(&self, id: GlobalId, v: Value<'_, 'rt>) {
        self.heap.globals.store(id, v.bits())
    }
    /// Drops a global; its number may be given out again. Nothing happens if it does not exist.
    pub fn drop_global(&self, id: GlobalId) {
        self.heap.globals.drop_id(id)
    }
    /// Accounts for a change in the external memory that cells keep alive. The next allocation may collect for it.
    pub fn external(&self, delta_bytes: isize) {
        self.heap.external(delta_bytes)
    }
    /// What the heap has counted.
    pub fn stats(&self) -> &Stats {
        // SAFETY: `Inner` is borrowed mutably only below a `&mut Cx`.
        unsafe { &self.heap.inner_ref().stats }
    }
    /// Bytes of memory mapped for cells at present.
    pub fn committed_bytes(&self) -> usize {
        self.heap.committed()
    }
}

impl<'rt, H: Host> Cx<'rt, H> {
    /// Room for a cell of `words` words, which the caller has to write before the next allocation.
    #[inline(always)]
    fn room(&mut self, words: usize) -> Result<*mut u64, Throw> {
        if words <= LARGE_WORDS {
            let cell = self.heap.bump.get();
            let end = cell.wrapping_add(words);
            if end as usize <= self.heap.limit.get() as usize {
                self.heap.bump.set(end);
                return Ok(cell);
            }
        }
        self.slow(words)
    }
    #[cold]
    #[inline(never)]
    fn slow(&mut self, words: usize) -> Result<*mut u64, Throw> {
        self.heap.slow(&mut self.host, words).ok_or_else(|| self.throw_bits(Value::HEAP_FULL.bits()))
    }
    /// A cell whose header is written; its value words from `skip` on hold FILL, its tail zeroes.
    #[inline(always)]
    fn cell(&mut self, kind: Kind, aux: u32, values: usize, skip: usize) -> Result<*mut u64, Throw> {
        let header = kind.header(aux, 0);
        if matches!(kind.layout, Layout::Raw) {
            misuse("a raw cell has no value words: use alloc_bytes or alloc_units")
        }
        let words = values.saturating_add(1 + kind.tail as usize);
        let cell = self.room(words)?;
        // SAFETY: `room` gave us `words` words.
        unsafe {
            write_header(cell, header, values, words);
            for i in skip..values {
                cell.add(1 + i).write(FILL);
            }
            for i in 0..kind.tail as usize {
                cell.add(1 + values + i).write(0);
            }
        }
        Ok(cell)
    }
    /// Makes a cell of `values` value words, which hold FILL. May collect.
    ///
    /// # Panics
    /// If the kind is raw, or its numbers are out of range; see `Kind::header`.
    #[inline(always)]
    pub fn alloc<T>(&mut self, kind: Kind, aux: u32, values: usize) -> Result<Gc<'_, 'rt, T>, Throw> {
        let cell = self.cell(kind, aux, values, 0)?;
        // SAFETY: a whole cell now.
        Ok(unsafe { Gc::from_addr(cell as u64) })
    }
    /// Makes a cell whose first `n` value words are those of the cell in `src` from `src_at` on, as they are after any
    /// collection; the rest hold FILL.
    ///
    /// # Panics
    /// If `src` holds no pointer, `n > values`, the source has no such words, or as `alloc`.
    #[inline]
    pub fn alloc_copy<T>(
        &mut self,
        kind: Kind,
        aux: u32,
        values: usize,
        src: Root<'_, 'rt>,
        src_at: usize,
        n: usize,
    ) -> Result<Gc<'_, 'rt, T>, Throw> {
        let Some(len) = src.get(&*self).as_cell().map(Gc::len) else { misuse("alloc_copy from no cell") };
        if n > values || src_at > len || n > len - src_at {
            misuse("alloc_copy: a range that is not there")
        }
        let cell = self.cell(kind, aux, values, n)?;
        // The host may have a root of the same slot and may have used it during a collection, hence the second check.
        match src.get(NoGc::new()).as_cell() {
            Some(from) if from.len() >= src_at + n => {
                // SAFETY: the range is there; the new cell is another one.
                unsafe { from.addr().add(1 + src_at).copy_to_nonoverlapping(cell.add(1), n) }
            }
            // SAFETY: the first `n` value words of the new cell.
            _ => unsafe { (0..n).for_each(|i| cell.add(1 + i).write(FILL)) },
        }
        // SAFETY: a whole cell now.
        Ok(unsafe { Gc::from_addr(cell as u64) })
    }
    /// Makes a cell whose first value words are those in `first`: roots, a window, or a window and a range. The rest
    /// hold FILL.
    ///
    /// # Panics
    /// If `first` is more than `values`, or as `alloc`.
    #[inline]
    pub fn alloc_from_window<T>(
        &mut self,
        kind: Kind,
        aux: u32,
        values: usize,
        first: impl Slots<'rt>,
    ) -> Result<Gc<'_, 'rt, T>, Throw> {
        let n = first.count();
        if n > values {
            misuse("alloc_from_window: more slots than value words")
        }
        let cell = self.cell(kind, aux, values, n)?;
        // SAFETY: there is room for `n` words, and then it is a whole cell.
        unsafe {
            first.copy_to(cell.add(1));
            Ok(Gc::from_addr(cell as u64))
        }
    }
    /// A raw cell of which all but the bytes is written.
    #[inline(always)]
    fn raw_cell(&mut self, kind: Kind, aux: u32, host: u32, len: usize) -> Result<*mut u64, Throw> {
        let header = kind.header(aux, 0);
        if !matches!(kind.layout, Layout::Raw) {
            misuse("alloc_bytes and alloc_units make raw cells")
        }
        if len > u32::MAX as usize {
            return Err(self.throw_bits(Value::HEAP_FULL.bits()));
        }
        let words = 2 + len.div_ceil(8);
        let cell = self.room(words)?;
        // SAFETY: `room` gave us `words` words.
        unsafe {
            // The padding, if there is any; harmless if not, because the length is written afterwards.
            cell.add(words - 1).write(0);
            cell.add(1).write(len as u64 | (host as u64) << 32);
            write_header(cell, header, 0, words);
        }
        Ok(cell)
    }
    /// Makes a raw cell and has `init` write its bytes, which are unspecified before. May collect, but not within
    /// `init`.
    ///
    /// # Panics
    /// If the kind is not raw, or its numbers are out of range; see `Kind::header`.
    #[inline]
    pub fn alloc_bytes<T>(
        &mut self,
        kind: Kind,
        aux: u32,
        host: u32,
        len_bytes: usize,
        init: impl FnOnce(&mut [u8], NoGc<'_, 'rt>),
    ) -> Result<Gc<'_, 'rt, T>, Throw> {
        let cell = self.raw_cell(kind, aux, host, len_bytes)?;
        // SAFETY: the bytes are the cell's, all have been written at some time (mapped memory starts as zeroes), and
        // nobody else can reach the cell yet.
        init(unsafe { std::slice::from_raw_parts_mut(cell.add(2).cast::<u8>(), len_bytes) }, NoGc::new());
        // SAFETY: a whole cell.
        Ok(unsafe { Gc::from_addr(cell as u64) })
    }
    /// As `alloc_bytes`, in 16-bit units.
    ///
    /// # Panics
    /// If the kind is not raw, or its numbers are out of range; see `Kind::header`.
    #[inline]
    pub fn alloc_units<T>(
        &mut self,
        kind: Kind,
        aux: u32,
        host: u32,
        len_units: usize,
        init: impl FnOnce(&mut [u16], NoGc<'_, 'rt>),
    ) -> Result<Gc<'_, 'rt, T>, Throw> {
        let cell = self.raw_cell(kind, aux, host, len_units.saturating_mul(2))?;
        // SAFETY: as in `alloc_bytes`; the bytes begin on a word boundary.
        init(unsafe { std::slice::from_raw_parts_mut(cell.add(2).cast::<u16>(), len_units) }, NoGc::new());
        // SAFETY: a whole cell.
        Ok(unsafe { Gc::from_addr(cell as u64) })
    }
    /// A minor collection now.
    pub fn collect_minor(&mut self) {
        self.heap.collect_minor()
    }
    /// A full collection now.
    pub fn collect_full(&mut self) {
        self.heap.collect_full(&mut self.host)
    }
}
