//! The nursery: one range of addresses, bumped through, emptied by every collection.
//!
//! Here: the range and its size. Not here: the bump pointer and its limit, which sit in `Heap` where the inline
//! allocation path finds them.

use crate::os;

/// The bounds between which the nursery adapts.
pub(crate) const MIN_BYTES: usize = 1 << 20;
pub(crate) const MAX_BYTES: usize = 8 << 20;
/// In protect mode every collection gets a fresh range, so it is a small one.
const PROTECTED_BYTES: usize = 128 << 10;

pub(crate) struct Nursery {
    pub(crate) base: *mut u64,
    /// The whole range; an address is young if it lies in it.
    pub(crate) span: usize,
    /// How much of it is in use at present.
    pub(crate) size: usize,
    /// The end of what may be used at present, as far as the heap limit allows.
    pub(crate) end: *mut u64,
}

impl Nursery {
    pub(crate) fn new(bytes: usize, protect: bool) -> std::io::Result<Self> {
        let (span, size) = if protect {
            (PROTECTED_BYTES, PROTECTED_BYTES)
        } else {
            (MAX_BYTES, os::pages(bytes.clamp(64 << 10, MAX_BYTES)))
        };
        let base = if protect { os::map(span)? } else { os::map_aligned(span, 2 << 20)? }.cast();
        Ok(Nursery { base, span, size, end: base })
    }
    /// Adapts to how much of the nursery a minor collection had to copy: much of it means that cells need more time
    /// to die, little of it that a smaller one would fit the cache better.
    pub(crate) fn adapt(&mut self, survived: usize) {
        if survived > self.size / 4 && self.size < MAX_BYTES {
            self.size *= 2;
            self.size = self.size.min(MAX_BYTES);
        } else if survived < self.size / 64 && self.size > MIN_BYTES {
            self.size = (self.size / 2).max(MIN_BYTES);
        }
    }
}

impl Nursery {
    /// Hands the range over to the caller.
    pub(crate) fn into_range(self) -> (*mut u8, usize) {
        let this = std::mem::ManuallyDrop::new(self);
        (this.base.cast(), this.span)
    }
}

impl Drop for Nursery {
    fn drop(&mut self) {
        // SAFETY: the range is ours; who drops a nursery has moved everything out of it.
        unsafe { os::unmap(self.base.cast(), self.span) }
    }
}
