//! Cells: the header, the layouts, and the typed pointer `Gc` through which they are read and written.
//!
//! Here: the header's format, bounds-checked access, the write barrier's inline half. Not here: where cells lie and
//! how they move (`heap`).
//!
//! A cell is `[header][value words...][raw tail words]`, or, with the RAW flag,
//! `[header][len_bytes u32 | host u32][bytes... padded to 8]`. The header, from the low byte up: kind `u8` (never 0),
//! flags `u8`, number of value words `u16`, aux `u32`. A word whose low byte is 0 stands in the place of a header only
//! while a collection runs: the cell has moved to `word >> 8`.
//!
//! Every access checks the header and never the type parameter, so a wrong `CellType` cannot break memory safety.

use crate::{
    heap::{self, large::LargePrefix},
    stack::NoGc,
    value::{ADDR, Brand, PtrTag, Value, is_ptr_bits},
};
use std::{fmt, marker::PhantomData, ptr::NonNull};

pub(crate) const TAIL: u64 = 0x03 << 8;
pub(crate) const RAW: u64 = 0x04 << 8;
pub(crate) const WEAK: u64 = 0x08 << 8;
pub(crate) const EPHEMERON: u64 = 0x10 << 8;
pub(crate) const LARGE: u64 = 0x20 << 8;
pub(crate) const OLD: u64 = 0x40 << 8;
pub(crate) const REMEMBERED: u64 = 0x80 << 8;
/// In the header's count of value words: the count is in the large-object prefix.
pub(crate) const MANY: u64 = 0xFFFF;

/// How the words of a cell are to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Value words, all strong.
    Values,
    /// Bytes; no value words.
    Raw,
    /// Value words, all weak.
    Weak,
    /// Value words in pairs (key, value): the value lives only while the key does.
    Ephemerons,
}

/// What the allocation functions need to know about a kind of cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The kind's number, 1 to 255.
    pub id: u8,
    /// How many raw words follow the value words, 0 to 3.
    pub tail: u8,
    /// How the words are to be read.
    pub layout: Layout,
}

/// One row of the embedder's table of kinds.
#[derive(Clone, Copy, Debug)]
pub struct KindInfo {
    /// The kind.
    pub kind: Kind,
    /// Its name in reports.
    pub name: &'static str,
    /// Shall a full collection call `Host::met` for each live cell of this kind?
    pub meets_host: bool,
}

impl Kind {
    /// The header of a cell of this kind, as it stands in the nursery. `values` is at most 0xFFFE.
    ///
    /// # Panics
    /// If the kind's number is 0, its tail longer than 3 words or combined with `Layout::Raw`, or the count of values
    /// out of range.
    #[inline(always)]
    pub const fn header(self, aux: u32, values: usize) -> u64 {
        assert!(self.id != 0 && self.tail <= 3, "a kind's number is 1 to 255, its tail 0 to 3 words");
        assert!(self.tail == 0 || !matches!(self.layout, Layout::Raw), "a raw cell has no tail words");
        assert!(values < MANY as usize, "a header counts at most 0xFFFE value words");
        let layout = match self.layout {
            Layout::Values => 0,
            Layout::Raw => RAW,
            Layout::Weak => WEAK,
            Layout::Ephemerons => EPHEMERON,
        };
        self.id as u64 | (self.tail as u64) << 8 | layout | (values as u64) << 16 | (aux as u64) << 32
    }
}

/// A type of cell: which pointer tag its values carry, and which kinds belong to it.
///
/// A safe trait: all accesses are checked against the cell's header, so lying leads to surprises but not to unsafety.
pub trait CellType {
    /// The tag of values that point to such cells.
    const TAG: PtrTag;
    /// The lowest kind that belongs to this type.
    const FIRST: u8;
    /// The highest kind that belongs to this type.
    const LAST: u8;
}

/// The type parameter of a `Gc` of which nothing is known. It has no tag, hence is no `CellType`.
pub enum AnyCell {}

/// Owns no `T`, and holds for any `T` whatever its own properties.
type Typed<T> = PhantomData<fn() -> T>;

/// A typed pointer in hand, valid during `'a` only.
#[repr(transparent)]
pub struct Gc<'a, 'rt, T>(NonNull<u64>, PhantomData<&'a ()>, Typed<T>, Brand<'rt>);

impl<T> Clone for Gc<'_, '_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Gc<'_, '_, T> {}

impl<T> fmt::Debug for Gc<'_, '_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Gc(kind {}, {:p})", self.kind(), self.0)
    }
}

#[cold]
#[inline(never)]
fn out_of_bounds(at: usize, n: usize, len: usize) -> ! {
    panic!("cell access out of bounds: {n} at {at}, of {len}")
}

impl<'a, 'rt, T> Gc<'a, 'rt, T> {
    /// # Safety
    /// `addr` is the address of a cell that is live in the heap branded `'rt` and does not move during `'a`.
    #[inline(always)]
    pub(crate) unsafe fn from_addr(addr: u64) -> Self {
        // SAFETY: the address of a cell is not null.
        let p = unsafe { NonNull::new_unchecked(addr as usize as *mut u64) };
        Gc(p, PhantomData, PhantomData, PhantomData)
    }
    #[inline(always)]
    pub(crate) fn addr(self) -> *mut u64 {
        self.0.as_ptr()
    }
    #[inline(always)]
    pub(crate) fn header(self) -> u64 {
        // SAFETY: a `Gc` addresses a live cell.
        unsafe { self.addr().read() }
    }
    /// The address of word `i` of the cell, the header being word 0.
    ///
    /// # Safety
    /// The cell has more than `i` words.
    #[inline(always)]
    unsafe fn word(self, i: usize) -> *mut u64 {
        // SAFETY: by the caller's promise the result lies in the cell.
        unsafe { self.addr().add(i) }
    }
    #[inline(always)]
    fn check(self, at: usize, n: usize) {
        let len = self.len();
        if at > len || n > len - at {
            out_of_bounds(at, n, len)
        }
    }
    /// The cell's kind.
    #[inline(always)]
    pub fn kind(self) -> u8 {
        self.header() as u8
    }
    /// The embedder's 32 bits of the header.
    #[inline(always)]
    pub fn aux(self) -> u32 {
        (self.header() >> 32) as u32
    }
    /// Sets the embedder's 32 bits of the header.
    #[inline(always)]
    pub fn set_aux(self, aux: u32) {
        // SAFETY: the upper half of the header of a live cell (little-endian, see `os`).
        unsafe { self.addr().cast::<u32>().add(1).write(aux) }
    }
    /// How many value words the cell has. A raw cell has none.
    #[inline(always)]
    pub fn len(self) -> usize {
        let n = self.header() >> 16 & MANY;
        if n == MANY {
            // SAFETY: this count marks a large cell, which has a prefix.
            return unsafe { (*LargePrefix::of(self.addr())).values };
        }
        n as usize
    }
    /// Has the cell no value words?
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
    /// Value word `i`.
    ///
    /// # Panics
    /// If the cell has no such word.
    #[inline(always)]
    pub fn get(self, i: usize) -> Value<'a, 'rt> {
        self.check(i, 1);
        // SAFETY: just checked; value words hold values that are live as long as the cell is.
        Value::from_bits(unsafe { self.word(1 + i).read() })
    }
    /// Sets value word `i`, and tells the collector if it has to know.
    ///
    /// # Panics
    /// If the cell has no such word.
    #[inline(always)]
    pub fn set(self, i: usize, v: Value<'a, 'rt>) {
        self.check(i, 1);
        // SAFETY: just checked, and `v` is live during `'a` as is the cell.
        unsafe {
            let slot = self.word(1 + i);
            slot.write(v.bits());
            barrier(self.addr(), slot, v.bits());
        }
    }
    /// Raw tail word `i`.
    ///
    /// # Panics
    /// If the cell has no such word.
    #[inline(always)]
    pub fn raw(self, i: usize) -> u64 {
        // SAFETY: `tail_word` returns the address of a word of the cell.
        unsafe { self.tail_word(i).read() }
    }
    /// Sets raw tail word `i`.
    ///
    /// # Panics
    /// If the cell has no such word.
    #[inline(always)]
    pub fn set_raw(self, i: usize, word: u64) {
        // SAFETY: `tail_word` returns the address of a word of the cell that no value is read from.
        unsafe { self.tail_word(i).write(word) }
    }
    #[inline(always)]
    fn tail_word(self, i: usize) -> *mut u64 {
        let tail = ((self.header() & TAIL) >> 8) as usize;
        if i >= tail {
            out_of_bounds(i, 1, tail)
        }
        // SAFETY: the tail follows the value words, and `i` is within it.
        unsafe { self.word(1 + self.len() + i) }
    }
    #[inline(always)]
    fn is_raw(self) -> bool {
        self.header() & RAW != 0
    }
    /// How many bytes a raw cell holds; 0 for every other cell.
    #[inline(always)]
    pub fn byte_len(self) -> usize {
        if !self.is_raw() {
            return 0;
        }
        // SAFETY: a raw cell has a second word, whose lower half is the length.
        unsafe { self.word(1).cast::<u32>().read() as usize }
    }
    /// The bytes of a raw cell; of every other cell none. They never change once the cell is made.
    #[inline(always)]
    pub fn bytes(self) -> &'a [u8] {
        let n = self.byte_len();
        if n == 0 {
            return &[];
        }
        // SAFETY: a raw cell with `n` bytes; nothing writes them after `alloc_bytes`, and nothing moves during `'a`.
        unsafe { std::slice::from_raw_parts(self.word(2).cast::<u8>(), n) }
    }
    /// The bytes of a raw cell as 16-bit units; a last odd byte is left out.
    #[inline(always)]
    pub fn units(self) -> &'a [u16] {
        let n = self.byte_len() / 2;
        if n == 0 {
            return &[];
        }
        // SAFETY: as in `bytes`; the bytes begin on a word boundary.
        unsafe { std::slice::from_raw_parts(self.word(2).cast::<u16>(), n) }
    }
    /// The embedder's 32 bits beside the length of a raw cell; 0 for every other cell.
    #[inline(always)]
    pub fn host_word(self) -> u32 {
        if !self.is_raw() {
            return 0;
        }
        // SAFETY: a raw cell has a second word, whose upper half is the embedder's.
        unsafe { self.word(1).cast::<u32>().add(1).read() }
    }
    /// Sets the embedder's 32 bits beside the length of a raw cell; nothing happens to any other cell.
    #[inline(always)]
    pub fn set_host_word(self, word: u32) {
        if self.is_raw() {
            // SAFETY: as in `host_word`; `bytes` does not cover this word.
            unsafe { self.word(1).cast::<u32>().add(1).write(word) }
        }
    }
    /// Copies `n` value words of `src` from `src_at` on to `dst_at`, as `memmove` does, with one barrier.
    ///
    /// # Panics
    /// If one of the ranges does not lie within its cell.
    #[inline]
    pub fn copy_from<U>(self, dst_at: usize, src: Gc<'a, 'rt, U>, src_at: usize, n: usize) {
        self.check(dst_at, n);
        src.check(src_at, n);
        // SAFETY: both ranges were just checked.
        unsafe {
            std::ptr::copy(src.word(1 + src_at), self.word(1 + dst_at), n);
            self.range_barrier(dst_at, n);
        }
    }
    /// As `copy_from`, replacing each word that is `from` by `to`. The ranges must not overlap, unless `src` is this
    /// cell and `dst_at <= src_at`.
    ///
    /// # Panics
    /// If one of the ranges does not lie within its cell.
    #[inline]
    pub fn copy_from_replacing<U>(
        self,
        dst_at: usize,
        src: Gc<'a, 'rt, U>,
        src_at: usize,
        n: usize,
        from: Value<'a, 'rt>,
        to: Value<'a, 'rt>,
    ) {
        self.check(dst_at, n);
        src.check(src_at, n);
        // SAFETY: both ranges were just checked.
        unsafe {
            let (s, d) = (src.word(1 + src_at), self.word(1 + dst_at));
            for i in 0..n {
                let w = s.add(i).read();
                d.add(i).write(if w == from.bits() { to.bits() } else { w });
            }
            self.range_barrier(dst_at, n);
        }
    }
    /// Replaces words `at..at + n` that hold immediate `from` by immediate `to`.
    ///
    /// # Panics
    /// If the range is not in the cell.
    pub fn replace(self, at: usize, n: usize, from: Value<'_, '_>, to: Value<'_, '_>) {
        assert!(
            !from.is_ptr() && !to.is_ptr() && at <= self.len() && n <= self.len() - at,
            "immediates, and a range in the cell"
        );
        let first = self.addr().wrapping_add(1 + at);
        for i in 0..n {
            // SAFETY: the range was checked; immediates need no barrier.
            unsafe {
                if *first.add(i) == from.bits() {
                    *first.add(i) = to.bits();
                }
            }
        }
    }
    /// Moves `n` value words within this cell.
    ///
    /// # Panics
    /// If one of the ranges does not lie within the cell.
    #[inline]
    pub fn move_within(self, src_at: usize, dst_at: usize, n: usize) {
        self.copy_from(dst_at, self, src_at, n);
    }
    /// Sets `n` value words to `v`.
    ///
    /// # Panics
    /// If the range does not lie within the cell.
    #[inline]
    pub fn fill(self, at: usize, n: usize, v: Value<'a, 'rt>) {
        self.check(at, n);
        // SAFETY: the range was just checked.
        unsafe {
            let d = self.word(1 + at);
            for i in 0..n {
                d.add(i).write(v.bits());
            }
            if v.is_ptr() {
                self.range_barrier(at, n);
            }
        }
    }
    /// # Safety
    /// The range lies within the cell.
    #[inline(always)]
    unsafe fn range_barrier(self, at: usize, n: usize) {
        if self.header() & (OLD | REMEMBERED) == OLD && n > 0 {
            // SAFETY: an old cell, and a range within it.
            unsafe { heap::barrier_range(self.addr(), self.word(1 + at), n) }
        }
    }
    /// Do both point to the same cell?
    #[inline(always)]
    pub fn identity_eq<U>(self, other: Gc<'_, 'rt, U>) -> bool {
        self.0.as_ptr() == other.0.as_ptr()
    }
    /// Forgets the type.
    #[inline(always)]
    pub fn untyped(self) -> Gc<'a, 'rt, AnyCell> {
        Gc(self.0, PhantomData, PhantomData, PhantomData)
    }
    /// The same pointer with another type, if the cell's kind belongs to it.
    #[inline(always)]
    pub fn cast<U: CellType>(self) -> Option<Gc<'a, 'rt, U>> {
        let kind = self.kind();
        if kind >= U::FIRST && kind <= U::LAST {
            Some(Gc(self.0, PhantomData, PhantomData, PhantomData))
        } else {
            None
        }
    }
    /// The value that points here with tag `tag`.
    #[inline(always)]
    pub fn with_tag(self, tag: PtrTag) -> Value<'a, 'rt> {
        Value::from_bits(tag.bits() | self.addr() as u64 & ADDR)
    }
    /// The proof that nothing moves while this pointer is in hand.
    #[inline(always)]
    pub fn nogc(self) -> NoGc<'a, 'rt> {
        // `'a` already forbids a collection: either it borrows a `Cx`, or it came from a proof that does.
        NoGc::new()
    }
}

impl<'a, 'rt, T: CellType> From<Gc<'a, 'rt, T>> for Value<'a, 'rt> {
    #[inline(always)]
    fn from(cell: Gc<'a, 'rt, T>) -> Self {
        cell.with_tag(T::TAG)
    }
}

/// The write barrier's inline half: a pointer was stored into a cell that is old and not yet remembered.
///
/// # Safety
/// `cell` is a live cell, `slot` one of its value words, and `v` what was stored there.
#[inline(always)]
pub(crate) unsafe fn barrier(cell: *mut u64, slot: *mut u64, v: u64) {
    // SAFETY: a live cell has a header.
    if unsafe { cell.read() } & (OLD | REMEMBERED) == OLD && is_ptr_bits(v) {
        // SAFETY: an old cell and one of its words.
        unsafe { heap::barrier_old(cell, slot, v & ADDR) }
    }
}

/// How many words the cell takes, the header included, if it is not a large one.
///
/// # Safety
/// `cell` is a live cell, not large, and `header` its header.
#[inline(always)]
pub(crate) unsafe fn small_size_in_words(cell: *const u64, header: u64) -> usize {
    if header & RAW != 0 {
        // SAFETY: as in `size_in_words`.
        return unsafe { size_in_words(cell, header) };
    }
    1 + (header >> 16 & MANY) as usize + ((header & TAIL) >> 8) as usize
}

/// How many words the cell takes, the header included.
///
/// # Safety
/// `cell` is a live cell and `header` its header.
#[inline(always)]
pub(crate) unsafe fn size_in_words(cell: *const u64, header: u64) -> usize {
    if header & RAW != 0 {
        // SAFETY: a raw cell has a second word.
        let len = unsafe { cell.add(1).cast::<u32>().read() } as usize;
        return 2 + len.div_ceil(8);
    }
    let mut values = (header >> 16 & MANY) as usize;
    if values as u64 == MANY {
        // SAFETY: this count marks a large cell, which has a prefix.
        values = unsafe { (*LargePrefix::of(cell.cast_mut())).values };
    }
    1 + values + ((header & TAIL) >> 8) as usize
}
