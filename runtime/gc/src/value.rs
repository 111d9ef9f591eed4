//! The value word: a 64-bit NaN box.
//!
//! Here: the encoding, and `Value`, one word in hand. Not here: what a cell looks like (`cell`), where a value may be
//! kept (`stack`, `globals`).
//!
//! Invariants: a `Value<'a, 'rt>` whose tag is a pointer addresses the header of a live cell of the heap branded
//! `'rt` for as long as `'a` lasts. Words that are not pointers carry no lifetime, hence the `const` constructors
//! leave it free.

use crate::cell::{AnyCell, CellType, Gc};
use std::{fmt, marker::PhantomData};

/// The invariant brand of a heap. The pointer keeps what is branded on its thread: cells are shared without locks.
pub(crate) type Brand<'rt> = PhantomData<(fn(&'rt ()) -> &'rt (), *mut ())>;

pub(crate) const IMM: u64 = 0xFFF9 << 48;
pub(crate) const PTR: u64 = 0xFFFA << 48;
pub(crate) const PTR_SPAN: u64 = 5 << 48;
pub(crate) const INT: u64 = 0xFFFF << 48;
pub(crate) const ADDR: u64 = (1 << 48) - 1;
pub(crate) const CANONICAL_NAN: u64 = 0x7FF8 << 48;
pub(crate) const FILL: u64 = IMM;
pub(crate) const DEAD: u64 = IMM | 3;

/// Is this word a tagged pointer?
#[inline(always)]
pub(crate) const fn is_ptr_bits(bits: u64) -> bool {
    bits.wrapping_sub(PTR) < PTR_SPAN
}

/// The five pointer tags. What each means is the embedder's business; the collector follows all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum PtrTag {
    /// Tag 0xFFFA.
    A = 0,
    /// Tag 0xFFFB.
    B = 1,
    /// Tag 0xFFFC.
    C = 2,
    /// Tag 0xFFFD.
    D = 3,
    /// Tag 0xFFFE.
    E = 4,
}

impl PtrTag {
    /// The tag in place, in the top 16 bits of a word.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        PTR + ((self as u64) << 48)
    }
}

/// A value in hand: one word, valid during `'a` only.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Value<'a, 'rt>(u64, PhantomData<&'a ()>, Brand<'rt>);

impl<'a, 'rt> Value<'a, 'rt> {
    /// `imm(0)`: what fresh value words and fresh roots hold.
    pub const FILL: Self = Self::imm(0);
    /// `imm(1)`: the exception left behind when the heap limit is hit.
    pub const HEAP_FULL: Self = Self::imm(1);
    /// `imm(2)`: the exception left behind when one of the two stacks is used up.
    pub const STACK_FULL: Self = Self::imm(2);
    /// `imm(3)`: what a full collection writes over a weak word whose cell died.
    pub const DEAD: Self = Self::imm(3);

    #[inline(always)]
    pub(crate) const fn from_bits(bits: u64) -> Self {
        Value(bits, PhantomData, PhantomData)
    }
    /// A 32-bit integer.
    #[inline(always)]
    pub const fn int(i: i32) -> Self {
        Self::from_bits(INT | i as u32 as u64)
    }
    /// A double, always boxed as one, even if its value is an integer. NaNs lose their payload.
    #[inline(always)]
    pub const fn double(f: f64) -> Self {
        Self::from_bits(if f.is_nan() { CANONICAL_NAN } else { f.to_bits() })
    }
    /// An immediate of the embedder's. 0 to 3 are reserved, see the constants.
    #[inline(always)]
    pub const fn imm(n: u32) -> Self {
        Self::from_bits(IMM | n as u64)
    }
    /// The word itself.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }
    /// Is this a 32-bit integer?
    #[inline(always)]
    pub const fn is_int(self) -> bool {
        self.0 >= INT
    }
    /// The 32-bit integer, if this is one.
    #[inline(always)]
    pub const fn as_int(self) -> Option<i32> {
        if self.is_int() { Some(self.0 as u32 as i32) } else { None }
    }
    /// Is this a double?
    #[inline(always)]
    pub const fn is_double(self) -> bool {
        self.0 < IMM
    }
    /// The double, if this is one.
    #[inline(always)]
    pub const fn as_double(self) -> Option<f64> {
        if self.is_double() { Some(f64::from_bits(self.0)) } else { None }
    }
    /// Is this an immediate?
    #[inline(always)]
    pub const fn is_imm(self) -> bool {
        self.0 >> 48 == IMM >> 48
    }
    /// The number of the immediate, if this is one.
    #[inline(always)]
    pub const fn as_imm(self) -> Option<u32> {
        if self.is_imm() { Some(self.0 as u32) } else { None }
    }
    /// Is this a pointer, of whichever tag?
    #[inline(always)]
    pub const fn is_ptr(self) -> bool {
        is_ptr_bits(self.0)
    }
    /// The pointer's tag, if this is one.
    #[inline(always)]
    pub const fn ptr_tag(self) -> Option<PtrTag> {
        match self.0 >> 48 {
            0xFFFA => Some(PtrTag::A),
            0xFFFB => Some(PtrTag::B),
            0xFFFC => Some(PtrTag::C),
            0xFFFD => Some(PtrTag::D),
            0xFFFE => Some(PtrTag::E),
            _ => None,
        }
    }
    /// Is this a pointer with tag `tag`?
    #[inline(always)]
    pub const fn has_tag(self, tag: PtrTag) -> bool {
        self.0 >> 48 == tag.bits() >> 48
    }
    /// Are these the same word?
    #[inline(always)]
    pub const fn same_bits(self, other: Value<'_, 'rt>) -> bool {
        self.0 == other.0
    }
    /// The typed pointer, if the tag is `T::TAG` and the cell's kind lies in `T::FIRST..=T::LAST`.
    #[inline(always)]
    pub fn cast<T: CellType>(self) -> Option<Gc<'a, 'rt, T>> {
        if self.has_tag(T::TAG) { self.as_cell()?.cast::<T>() } else { None }
    }
    /// The untyped pointer, if this is a pointer.
    #[inline(always)]
    pub fn as_cell(self) -> Option<Gc<'a, 'rt, AnyCell>> {
        if !self.is_ptr() {
            return None;
        }
        // SAFETY: a pointer word addresses a live cell during `'a`, by the invariant of `Value`.
        Some(unsafe { Gc::from_addr(self.0 & ADDR) })
    }
}

impl fmt::Debug for Value<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(i) = self.as_int() {
            write!(f, "int({i})")
        } else if let Some(d) = self.as_double() {
            write!(f, "double({d:?})")
        } else if let Some(n) = self.as_imm() {
            write!(f, "imm({n})")
        } else {
            write!(f, "ptr({:#x})", self.0)
        }
    }
}
