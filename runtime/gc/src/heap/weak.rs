//! Weak words and ephemerons at the end of a full collection.
//!
//! Ephemerons to a fixpoint in linear time: a pair whose key has not been reached when it is scanned is filed under
//! its key. Once everything else is scanned, each cell that is newly reached is looked up, which happens once per cell.

use super::full::Full;
use crate::{
    host::Host,
    value::{ADDR, DEAD, is_ptr_bits},
};
use std::collections::HashMap;

#[derive(Default)]
pub(crate) struct Weaks {
    /// Reached cells with weak words.
    pub(super) cells: Vec<*mut u64>,
    /// Pairs whose key had not been reached yet: the slot of the key, whose value follows it.
    waiting: Vec<*mut u64>,
    /// Last words of ephemeron cells with an odd number of them: weak, and nothing depends on them.
    singles: Vec<*mut u64>,
    /// The same by the key's address, once `keyed`.
    by_key: HashMap<usize, Vec<*mut u64>>,
    /// Shall newly reached cells be noted in `reached`?
    pub(super) keyed: bool,
    pub(super) reached: Vec<usize>,
}

impl Full {
    /// # Safety
    /// `cell` is a reached ephemeron cell in its place, not scanned before.
    #[cold]
    pub(super) unsafe fn ephemeron(&mut self, cell: *mut u64, values: usize) {
        if values % 2 == 1 {
            // SAFETY: the last value word.
            self.weaks.singles.push(unsafe { cell.add(values) });
        }
        for pair in 0..values / 2 {
            // SAFETY: within the value words, none of which has been rewritten.
            unsafe {
                let key = cell.add(1 + 2 * pair);
                let bits = key.read();
                if !is_ptr_bits(bits) {
                    self.forward(key.add(1));
                } else if let Some(now) = self.whereabouts((bits & ADDR) as *mut u64) {
                    key.write(bits & !ADDR | now);
                    self.forward(key.add(1));
                } else if self.weaks.keyed {
                    self.weaks.by_key.entry((bits & ADDR) as usize).or_default().push(key);
                } else {
                    self.weaks.waiting.push(key);
                }
            }
        }
    }
    /// Everything strong has been scanned.
    pub(super) fn finish_weak(&mut self, host: &mut dyn Host) {
        self.weaks.keyed = true;
        for key in std::mem::take(&mut self.weaks.waiting) {
            // SAFETY: the slot of a key, not rewritten; its value follows.
            unsafe {
                let addr = (key.read() & ADDR) as usize;
                if self.whereabouts(addr as *mut u64).is_some() {
                    self.settle_pair(key);
                } else {
                    self.weaks.by_key.entry(addr).or_default().push(key);
                }
            }
        }
        loop {
            self.drain(host);
            if self.weaks.by_key.is_empty() || self.weaks.reached.is_empty() {
                break;
            }
            for addr in std::mem::take(&mut self.weaks.reached) {
                for key in self.weaks.by_key.remove(&addr).unwrap_or_default() {
                    // SAFETY: the slot of a key that has just been reached, not rewritten.
                    unsafe { self.settle_pair(key) }
                }
            }
        }
        for slot in std::mem::take(&mut self.weaks.singles) {
            // SAFETY: a weak word, not rewritten.
            unsafe { self.settle_weak(slot) }
        }
        for key in std::mem::take(&mut self.weaks.by_key).into_values().flatten() {
            // SAFETY: the two words of a pair whose key is dead.
            unsafe {
                key.write(DEAD);
                key.add(1).write(DEAD);
            }
        }
        for cell in std::mem::take(&mut self.weaks.cells) {
            // SAFETY: the value words of a reached cell in its place, not rewritten.
            unsafe {
                for i in 1..=values_of(cell) {
                    self.settle_weak(cell.add(i));
                }
            }
        }
    }
    /// # Safety
    /// `key` is the slot of a reached key, not rewritten, with its value behind it.
    unsafe fn settle_pair(&mut self, key: *mut u64) {
        // SAFETY: by the caller's promise.
        unsafe {
            self.settle_weak(key);
            self.forward(key.add(1));
        }
    }
    /// # Safety
    /// `slot` holds a value and has not been rewritten.
    unsafe fn settle_weak(&mut self, slot: *mut u64) {
        // SAFETY: by the caller's promise.
        unsafe {
            let bits = slot.read();
            if is_ptr_bits(bits) {
                let now = self.whereabouts((bits & ADDR) as *mut u64);
                slot.write(now.map_or(DEAD, |now| bits & !ADDR | now));
            }
        }
    }
}

/// # Safety
/// `cell` is a cell in its place.
unsafe fn values_of(cell: *mut u64) -> usize {
    // SAFETY: by the caller's promise.
    unsafe {
        let n = cell.read() >> 16 & crate::cell::MANY;
        if n == crate::cell::MANY { (*super::large::LargePrefix::of(cell)).values } else { n as usize }
    }
}
