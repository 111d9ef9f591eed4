//! The shadow stack, and rooting by type.
//!
//! Here: the block of slots, the slots (`Root`), the two ways to open some (`Frame`, `Window`), and the proof that
//! nothing moves (`NoGc`). Not here: who scans the slots (`heap::collect`).
//!
//! Invariants: the block never moves. Every slot below the stack pointer holds a value; a collection rewrites it in
//! place. Frames and windows are popped in the reverse order of their opening, or the process aborts: the slots of
//! one that was forgotten stay below the stack pointer until the frame around it is popped, which aborts too.

use crate::{
    cell::{CellType, Gc},
    cx::Cx,
    heap::Heap,
    os,
    value::{Brand, FILL, INT, Value, is_ptr_bits},
};
use std::{cell::Cell, marker::PhantomData};

/// Slots at the end which only `Cx::frame` may use.
pub(crate) const RED_ZONE: usize = 64 << 10;

/// The block of slots.
pub(crate) struct StackBlock {
    base: *mut u64,
    slots: usize,
    red_zone: usize,
}

impl StackBlock {
    pub(crate) fn new(slots: usize) -> std::io::Result<Self> {
        let slots = os::pages(slots.clamp(4096, 1 << 32) * 8) / 8;
        let red_zone = RED_ZONE.min(slots / 2);
        Ok(StackBlock { base: os::map(slots * 8)?.cast(), slots, red_zone })
    }
    #[inline(always)]
    pub(crate) fn base(&self) -> *mut u64 {
        self.base
    }
    /// Slots left over `sp` before the end of the block, or before the red zone.
    #[inline(always)]
    pub(crate) fn room(&self, sp: *mut u64, red_zone: bool) -> usize {
        let end = self.base as usize + (self.slots - if red_zone { 0 } else { self.red_zone }) * 8;
        end.saturating_sub(sp as usize) / 8
    }
    /// Gives back the memory of the slots far above `sp`.
    pub(crate) fn trim(&self, sp: *mut u64) {
        let from = os::pages((sp as usize - self.base as usize) + RED_ZONE * 8);
        if from < self.slots * 8 {
            // SAFETY: whole pages of the block above the stack pointer, where no slot is in use.
            unsafe { os::discard(self.base.cast::<u8>().add(from), self.slots * 8 - from) }
        }
    }
}

impl Drop for StackBlock {
    fn drop(&mut self) {
        // SAFETY: the block is ours, and the heap that it belongs to is going away.
        unsafe { os::unmap(self.base.cast(), self.slots * 8) }
    }
}

/// Proof that no collection happens during `'a`. Zero-sized.
#[derive(Clone, Copy)]
pub struct NoGc<'a, 'rt>(PhantomData<&'a ()>, Brand<'rt>);

impl NoGc<'_, '_> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        NoGc(PhantomData, PhantomData)
    }
}

/// Whatever proves that no collection happens during `'a`: a token, a shared borrow of `Cx`, a cell in hand.
pub trait Proof<'a, 'rt>: Copy + sealed::Sealed {
    /// The proof as a token.
    #[inline(always)]
    fn token(self) -> NoGc<'a, 'rt> {
        NoGc::new()
    }
}
mod sealed {
    pub trait Sealed {}
}
impl sealed::Sealed for NoGc<'_, '_> {}
impl<'a, 'rt> Proof<'a, 'rt> for NoGc<'a, 'rt> {}
impl<H> sealed::Sealed for &Cx<'_, H> {}
impl<'a, 'rt, H> Proof<'a, 'rt> for &'a Cx<'rt, H> {}
impl<H> sealed::Sealed for &&mut Cx<'_, H> {}
impl<'a, 'rt, H> Proof<'a, 'rt> for &'a &mut Cx<'rt, H> {}
impl<T> sealed::Sealed for Gc<'_, '_, T> {}
impl<'a, 'rt, T> Proof<'a, 'rt> for Gc<'a, 'rt, T> {}

/// A rooted slot: a register, an argument or a `roots!` local. One word, `Copy`, survives collections.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Root<'f, 'rt>(&'f Cell<u64>, Brand<'rt>);

impl<'f, 'rt> Root<'f, 'rt> {
    /// # Safety
    /// During `'f` the word is below the stack pointer of the heap branded `'rt`, or is another word that its
    /// collections rewrite, and holds a value of that heap.
    #[inline(always)]
    pub(crate) unsafe fn at(slot: *mut u64) -> Self {
        // SAFETY: by the caller's promise; all writes go through `Cell` or raw pointers.
        Root(unsafe { &*slot.cast::<Cell<u64>>() }, PhantomData)
    }
    #[inline(always)]
    pub(crate) fn bits(self) -> u64 {
        self.0.get()
    }
    #[inline(always)]
    pub(crate) fn slot(self) -> *mut u64 {
        self.0.as_ptr()
    }
    /// The value in the slot, for as long as nothing moves.
    #[inline(always)]
    pub fn get<'a>(self, _: impl Proof<'a, 'rt>) -> Value<'a, 'rt> {
        Value::from_bits(self.0.get())
    }
    /// The cell that the slot points to, if it is a `T`.
    #[inline(always)]
    pub fn cast<'a, T: CellType>(self, proof: impl Proof<'a, 'rt>) -> Option<Gc<'a, 'rt, T>> {
        self.get(proof).cast::<T>()
    }
    /// Overwrites the slot.
    #[inline(always)]
    pub fn set<'a>(self, v: impl Into<Value<'a, 'rt>>)
    where
        'rt: 'a,
    {
        self.0.set(v.into().bits())
    }
    /// Overwrites the slot with what another holds.
    #[inline(always)]
    pub fn copy(self, from: Root<'_, 'rt>) {
        self.0.set(from.0.get())
    }
    /// Does the slot hold a 32-bit integer?
    #[inline(always)]
    pub fn is_int(self) -> bool {
        self.0.get() >= INT
    }
    /// The 32-bit integer in the slot. Needs no proof: it is no pointer.
    #[inline(always)]
    pub fn as_int(self) -> Option<i32> {
        Value::from_bits(self.0.get()).as_int()
    }
    /// The double in the slot. Needs no proof: it is no pointer.
    #[inline(always)]
    pub fn as_double(self) -> Option<f64> {
        Value::from_bits(self.0.get()).as_double()
    }
    /// The immediate in the slot. Needs no proof: it is no pointer.
    #[inline(always)]
    pub fn as_imm(self) -> Option<u32> {
        Value::from_bits(self.0.get()).as_imm()
    }
    /// Does the slot hold a pointer?
    #[inline(always)]
    pub fn is_ptr(self) -> bool {
        is_ptr_bits(self.0.get())
    }
    /// Do both slots hold pointers to the same cell, tags aside?
    #[inline(always)]
    pub fn ptr_eq(self, other: Root<'_, 'rt>) -> bool {
        self.is_ptr() && other.is_ptr() && (self.0.get() ^ other.0.get()) << 16 == 0
    }
    /// Do both slots hold the same word?
    #[inline(always)]
    pub fn same_bits(self, other: Root<'_, 'rt>) -> bool {
        self.0.get() == other.0.get()
    }
}

#[cold]
#[inline(never)]
fn broken_order() -> ! {
    eprintln!("tercet-gc: a frame or window of the shadow stack was popped out of order or forgotten");
    std::process::abort()
}

#[cold]
#[inline(never)]
fn red_zone_used_up() -> ! {
    eprintln!(
        "tercet-gc: the shadow stack's red zone is used up; some recursion does not call `check_stack`"
    );
    std::process::abort()
}

/// Opens `n` slots that hold FILL.
///
/// # Safety
/// There is room for them.
#[inline(always)]
unsafe fn open(heap: &Heap, n: usize) -> *mut u64 {
    let base = heap.sp.get();
    // SAFETY: by the caller's promise the slots lie in the block; above the stack pointer nobody uses them.
    unsafe {
        for i in 0..n {
            base.add(i).write(FILL);
        }
        heap.sp.set(base.add(n));
    }
    base
}

#[inline(always)]
fn close(heap: &Heap, base: *mut u64, n: usize) {
    // `wrapping_add`: no promise is needed for a comparison.
    if heap.sp.replace(base) != base.wrapping_add(n) {
        broken_order()
    }
}

/// `N` slots opened together; popped on drop. Use the `roots!` macro, which keeps the frame out of reach.
pub struct Frame<'rt, const N: usize> {
    heap: &'rt Heap,
    base: *mut u64,
    brand: Brand<'rt>,
}

impl<'rt, const N: usize> Frame<'rt, N> {
    #[inline(always)]
    pub(crate) fn open(heap: &'rt Heap) -> Self {
        if heap.stack.room(heap.sp.get(), true) < N {
            red_zone_used_up()
        }
        // SAFETY: just checked.
        Frame { heap, base: unsafe { open(heap, N) }, brand: PhantomData }
    }
    /// The slots.
    #[inline(always)]
    pub fn slots(&self) -> [Root<'_, 'rt>; N] {
        // SAFETY: the slots are below the stack pointer until `self` is dropped.
        std::array::from_fn(|i| unsafe { Root::at(self.base.add(i)) })
    }
}

impl<const N: usize> Drop for Frame<'_, N> {
    #[inline(always)]
    fn drop(&mut self) {
        close(self.heap, self.base, N)
    }
}

/// A number of slots that is known at run time only; popped on drop.
pub struct Window<'rt> {
    heap: &'rt Heap,
    base: *mut u64,
    len: usize,
    brand: Brand<'rt>,
}

impl<'rt> Window<'rt> {
    /// `None` if the stack has no room for `n` more slots.
    #[inline]
    pub(crate) fn open(heap: &'rt Heap, n: usize) -> Option<Self> {
        if heap.stack.room(heap.sp.get(), false) < n {
            return None;
        }
        // SAFETY: just checked.
        Some(Window { heap, base: unsafe { open(heap, n) }, len: n, brand: PhantomData })
    }
    #[inline(always)]
    pub(crate) fn base(&self) -> *mut u64 {
        self.base
    }
    /// How many slots.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }
    /// No slots at all?
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// Slot `i`.
    ///
    /// # Panics
    /// If there is no such slot.
    #[inline(always)]
    pub fn slot(&self, i: usize) -> Root<'_, 'rt> {
        assert!(i < self.len, "slot {i} of a window of {}", self.len);
        // SAFETY: the slots are below the stack pointer until `self` is dropped.
        unsafe { Root::at(self.base.add(i)) }
    }
}

/// A run of slots below the stack pointer: a window, a part of one, or a call's arguments. Copy.
#[derive(Clone, Copy)]
pub struct SlotRange<'f, 'rt> {
    base: *mut u64,
    len: usize,
    brand: Brand<'rt>,
    frame: PhantomData<&'f ()>,
}

impl<'f, 'rt> SlotRange<'f, 'rt> {
    /// # Safety
    /// During `'f` the slots lie below the stack pointer of the heap branded `'rt`, and hold values.
    #[inline(always)]
    pub(crate) unsafe fn new(base: *mut u64, len: usize) -> Self {
        SlotRange { base, len, brand: PhantomData, frame: PhantomData }
    }
    #[inline(always)]
    pub(crate) fn base(self) -> *mut u64 {
        self.base
    }
    /// How many slots.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.len
    }
    /// No slots at all?
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
    /// Slot `i`.
    ///
    /// # Panics
    /// If there is no such slot.
    #[inline(always)]
    pub fn at(self, i: usize) -> Root<'f, 'rt> {
        assert!(i < self.len, "slot {i} of a range of {}", self.len);
        // SAFETY: the slots stay below the stack pointer during `'f`.
        unsafe { Root::at(self.base.add(i)) }
    }
    /// The slots `from..to`.
    ///
    /// # Panics
    /// If they are not all in the range.
    pub fn sub(self, from: usize, to: usize) -> Self {
        assert!(from <= to && to <= self.len, "slots {from}..{to} of a range of {}", self.len);
        SlotRange { base: self.base.wrapping_add(from), len: to - from, ..self }
    }
}

impl<'rt> Window<'rt> {
    /// All its slots.
    #[inline(always)]
    pub fn slots(&self) -> SlotRange<'_, 'rt> {
        // SAFETY: the slots are below the stack pointer until `self` is dropped.
        unsafe { SlotRange::new(self.base, self.len) }
    }
}

impl Drop for Window<'_> {
    #[inline]
    fn drop(&mut self) {
        close(self.heap, self.base, self.len)
    }
}

/// `roots!(cx; a, b)` opens a frame until the end of the block and names its slots.
#[macro_export]
macro_rules! roots {
    ($cx:expr; $($name:ident),+ $(,)?) => {
        let frame = $cx.frame::<{ [$(stringify!($name)),+].len() }>();
        let [$($name),+] = frame.slots();
    };
}
