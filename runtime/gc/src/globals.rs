//! Globals: persistent roots outside the stack.
//!
//! Here: the block of slots, their numbers and what is known of each. Not here: the walk over them (`heap::collect`).
//!
//! Invariants: the block never moves, so that a slot is `base + id * 8`. Every slot, free ones too, holds a value.
//! A slot that may hold a young pointer is on the young list.

use crate::{
    os,
    value::{FILL, is_ptr_bits},
};
use std::cell::UnsafeCell;

/// The number of a global. Ids of dropped globals are used again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

/// Does a global keep its cell alive?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// It does.
    Strong,
    /// Not over a full collection, unless the host marks it.
    Weak,
}

/// 2^24 slots, 128 MiB of addresses, of which only touched pages take memory.
const CAPACITY: usize = 1 << 24;

pub(crate) const USED: u8 = 1;
pub(crate) const IS_WEAK: u8 = 2;
pub(crate) const MARKED: u8 = 4;
const ON_YOUNG_LIST: u8 = 8;
/// A weak global that the last full collection found dead.
pub(crate) const DIED: u8 = 16;

pub(crate) struct Globals {
    base: *mut u64,
    table: UnsafeCell<Table>,
}

#[derive(Default)]
pub(crate) struct Table {
    pub(crate) flags: Vec<u8>,
    free: Vec<u32>,
    young: Vec<u32>,
}

impl Globals {
    pub(crate) fn new() -> std::io::Result<Self> {
        Ok(Globals { base: os::map(CAPACITY * 8)?.cast(), table: UnsafeCell::default() })
    }
    #[inline(always)]
    pub(crate) fn base(&self) -> *mut u64 {
        self.base
    }
    /// # Safety
    /// No other borrow of the table is alive. (Every caller in this crate ends its borrow before it calls anything
    /// that might come back here.)
    #[allow(clippy::mut_from_ref)]
    pub(crate) unsafe fn table(&self) -> &mut Table {
        // SAFETY: by the caller's promise.
        unsafe { &mut *self.table.get() }
    }
    /// The slot's address, if the number was ever given out.
    #[inline(always)]
    pub(crate) fn slot(&self, id: GlobalId) -> Option<*mut u64> {
        // SAFETY: the borrow ends here.
        let len = unsafe { self.table() }.flags.len();
        // SAFETY: numbers below `len` lie in the block.
        ((id.0 as usize) < len).then(|| unsafe { self.base.add(id.0 as usize) })
    }
    pub(crate) fn create(&self, bits: u64, strength: Strength) -> GlobalId {
        // SAFETY: the borrow ends before `store` takes its own.
        let t = unsafe { self.table() };
        let id = t.free.pop().unwrap_or_else(|| {
            if t.flags.len() == CAPACITY {
                eprintln!("tercet-gc: more than {CAPACITY} globals");
                std::process::abort()
            }
            t.flags.push(0);
            t.flags.len() as u32 - 1
        });
        t.flags[id as usize] = t.flags[id as usize] & ON_YOUNG_LIST
            | USED
            | if strength == Strength::Weak { IS_WEAK } else { 0 };
        self.store(GlobalId(id), bits);
        GlobalId(id)
    }
    /// Stores without regard to whether the pointer is young: the next minor collection takes it off the list.
    #[inline]
    pub(crate) fn store(&self, id: GlobalId, bits: u64) {
        let Some(slot) = self.slot(id) else { return };
        // SAFETY: the borrow ends here.
        let t = unsafe { self.table() };
        let flags = &mut t.flags[id.0 as usize];
        if *flags & USED == 0 {
            return;
        }
        // SAFETY: a slot of the block.
        unsafe { slot.write(bits) };
        if is_ptr_bits(bits) && *flags & ON_YOUNG_LIST == 0 {
            *flags |= ON_YOUNG_LIST;
            t.young.push(id.0);
        }
    }
    pub(crate) fn drop_id(&self, id: GlobalId) {
        let Some(slot) = self.slot(id) else { return };
        // SAFETY: the borrow ends here.
        let t = unsafe { self.table() };
        let flags = &mut t.flags[id.0 as usize];
        if *flags & USED != 0 {
            *flags &= ON_YOUNG_LIST;
            // SAFETY: a slot of the block.
            unsafe { slot.write(FILL) };
            t.free.push(id.0);
        }
    }
    /// Takes the list of slots that may hold young pointers, for a collection, after which none does.
    pub(crate) fn take_young(&self) -> Vec<u32> {
        // SAFETY: the borrow ends here.
        let t = unsafe { self.table() };
        for &id in &t.young {
            t.flags[id as usize] &= !ON_YOUNG_LIST;
        }
        std::mem::take(&mut t.young)
    }
    /// Did the last full collection find the weak global dead?
    pub(crate) fn died(&self, id: GlobalId) -> bool {
        // SAFETY: the borrow ends here.
        unsafe { self.table() }.flags.get(id.0 as usize).is_some_and(|f| f & DIED != 0)
    }
    /// Is the slot on the young list?
    pub(crate) fn is_on_young_list(&self, id: u32) -> bool {
        // SAFETY: the borrow ends here.
        unsafe { self.table() }.flags[id as usize] & ON_YOUNG_LIST != 0
    }
}

impl Drop for Globals {
    fn drop(&mut self) {
        // SAFETY: the block is ours, and the heap that it belongs to is going away.
        unsafe { os::unmap(self.base.cast(), CAPACITY * 8) }
    }
}
