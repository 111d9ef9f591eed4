//! Verification of the whole heap, before and after each collection.
//!
//! Checked: headers are sound and cells follow each other without gaps; every word that should hold a value does, and
//! every pointer addresses the start of a cell that lies in live space; every edge from old to young is remembered;
//! after a collection the nursery is empty and nothing is remembered. What is wrong is written to standard error, and
//! the process aborts: the next collection would follow the wrong pointer.

use super::{Heap, Inner, large, old::CHUNK_BYTES};
use crate::{
    cell::{EPHEMERON, LARGE, MANY, OLD, RAW, REMEMBERED, WEAK, size_in_words},
    fault::{self, Stderr},
    value::{ADDR, IMM, is_ptr_bits},
};
use std::{
    collections::{HashMap, HashSet},
    fmt::{self, Write},
};

/// So many faults are described; the rest are counted.
const DESCRIBED: u64 = 10;

/// Where cells start.
#[derive(Default)]
struct Starts {
    /// By the address of an aligned range as large as a chunk, a bit per word.
    ranges: HashMap<usize, Box<[u64]>>,
    large: HashSet<usize>,
}

impl Starts {
    fn insert(&mut self, at: *mut u64) {
        let (range, bit) = Self::place(at as usize);
        let bits = self.ranges.entry(range).or_insert_with(|| vec![0; CHUNK_BYTES / 512].into());
        bits[bit / 64] |= 1 << (bit % 64);
    }
    fn contains(&self, addr: usize) -> bool {
        let (range, bit) = Self::place(addr);
        addr.is_multiple_of(8)
            && self.ranges.get(&range).is_some_and(|bits| bits[bit / 64] & 1 << (bit % 64) != 0)
            || self.large.contains(&addr)
    }
    fn place(addr: usize) -> (usize, usize) {
        (addr & !(CHUNK_BYTES - 1), addr % CHUNK_BYTES / 8)
    }
}

struct Check<'h> {
    heap: &'h Heap,
    inner: &'h Inner,
    when: &'static str,
    starts: Starts,
    faults: u64,
}

impl Check<'_> {
    fn fault(&mut self, what: fmt::Arguments<'_>) {
        self.faults += 1;
        if self.faults <= DESCRIBED {
            let n = self.inner.stats.minor + self.inner.stats.full;
            let _ = writeln!(Stderr, "tercet-gc: verification {} collection {n}: {what}", self.when);
        }
    }
    fn name(&self, header: u64) -> &'static str {
        self.inner.kinds.names[header as u8 as usize]
    }
    /// Notes the cells between two addresses. False if they do not follow each other properly.
    ///
    /// # Safety
    /// Both addresses lie in one range of ours.
    unsafe fn walk(&mut self, start: *mut u64, end: *mut u64, old: bool) -> bool {
        let mut at = start;
        while at < end {
            // SAFETY: below the end of the range.
            let header = unsafe { at.read() };
            if header & 0xFF == 0 || header & LARGE != 0 || (header & OLD != 0) != old {
                self.fault(format_args!("no sound header at {at:p}: {header:#018x}"));
                return false;
            }
            if header & RAW != 0 && header & (MANY << 16 | WEAK | EPHEMERON) != 0 {
                self.fault(format_args!("no sound raw header at {at:p}: {header:#018x}"));
                return false;
            }
            // SAFETY: a cell, as far as its header tells.
            let next = at.wrapping_add(unsafe { size_in_words(at, header) });
            if next > end {
                let name = self.name(header);
                self.fault(format_args!("the `{name}` at {at:p} is longer than its space: {header:#018x}"));
                return false;
            }
            self.starts.insert(at);
            at = next;
        }
        true
    }
    /// Checks one word that should hold a value. Says whether it points to a young cell.
    fn word(&mut self, bits: u64, place: fmt::Arguments<'_>) -> bool {
        if is_ptr_bits(bits) {
            if !self.starts.contains((bits & ADDR) as usize) {
                let lay = self.inner.quarantine.lookup((bits & ADDR) as usize);
                match lay.and_then(|l| l.cell.map(|c| (self.inner.kinds.names[c.0 as usize], l.collection))) {
                    Some((name, n)) => self.fault(format_args!(
                        "{place} points to {bits:#018x}, where a `{name}` lay until collection {n}"
                    )),
                    None => self.fault(format_args!("{place} points to {bits:#018x}, which is no live cell")),
                }
            }
            return self.heap.is_young(bits & ADDR);
        }
        // Minus infinity is the last double; NaNs with a sign are not canonical, and POISON lies here too.
        if bits > 0xFFF0 << 48 && bits < IMM {
            self.fault(format_args!("{place} holds {bits:#018x}, which is no value"));
        }
        false
    }
    /// # Safety
    /// `cell` passed `walk`, or is a large cell.
    unsafe fn cell(&mut self, cell: *mut u64, remembered: &HashSet<usize>) {
        // SAFETY: by the caller's promise.
        unsafe {
            let header = cell.read();
            if header & RAW != 0 {
                return;
            }
            let values = size_in_words(cell, header) - 1 - ((header >> 8) & 3) as usize;
            let name = self.name(header);
            let known = header & REMEMBERED != 0;
            if known != remembered.contains(&(cell as usize)) {
                self.fault(format_args!(
                    "the `{name}` at {cell:p} has a flag REMEMBERED of {known}, the list not"
                ));
            }
            for i in 0..values {
                let slot = cell.add(1 + i);
                let young = self.word(slot.read(), format_args!("word {i} of the `{name}` at {cell:p}"));
                let carded = || header & LARGE != 0 && large::is_carded(cell, slot);
                if young && header & OLD != 0 && !known && !carded() {
                    self.fault(format_args!(
                        "word {i} of the `{name}` at {cell:p} points to a young cell and is not remembered"
                    ));
                }
            }
        }
    }
    fn all(&mut self) {
        let (heap, inner) = (self.heap, self.inner);
        // SAFETY: no borrow of the list is alive elsewhere.
        let remembered: HashSet<usize> =
            unsafe { &*heap.remembered.get() }.iter().map(|&c| c as usize).collect();
        let mut spaces = vec![(inner.nursery.base, heap.bump.get(), false)];
        spaces.extend(inner.old.chunks.iter().enumerate().map(|(i, c)| (c.start(), inner.old.top(i), true)));
        // SAFETY: the used parts of the nursery and of the chunks.
        spaces.retain(|&(start, end, old)| unsafe { self.walk(start, end, old) });
        self.starts.large = inner.large.cells.iter().map(|&c| c as usize).collect();
        for (mut at, end, _) in spaces {
            while at < end {
                // SAFETY: the walk found cells all the way.
                unsafe {
                    self.cell(at, &remembered);
                    at = at.add(size_in_words(at, at.read()));
                }
            }
        }
        for &cell in &inner.large.cells {
            // SAFETY: the list holds large cells.
            unsafe {
                let header = cell.read();
                if header & 0xFF == 0 || header & (LARGE | OLD) != LARGE | OLD {
                    self.fault(format_args!("no sound header of a large cell at {cell:p}: {header:#018x}"));
                } else {
                    self.cell(cell, &remembered);
                }
            }
        }
        let stack = heap.stack.base();
        // SAFETY: the slots below the stack pointer, and those of globals.
        unsafe {
            for i in 0..heap.sp.get().offset_from_unsigned(stack) {
                self.word(stack.add(i).read(), format_args!("slot {i} of the stack"));
            }
            for id in 0..heap.globals.table().flags.len() {
                let bits = heap.globals.base().add(id).read();
                if self.word(bits, format_args!("global {id}")) && !heap.globals.is_on_young_list(id as u32) {
                    self.fault(format_args!("global {id} points to a young cell and is not on the list"));
                }
            }
        }
        self.word(heap.exception.get(), format_args!("the exception"));
    }
}

impl Heap {
    /// Checks the heap, if that was asked for.
    pub(super) fn verify(&self, inner: &mut Inner, when: &'static str) {
        if !inner.options.verify {
            return;
        }
        let mut check = Check { heap: self, inner, when, starts: Starts::default(), faults: 0 };
        check.all();
        let faults = check.faults;
        if faults > 0 {
            inner.stats.faults += faults;
            let _ = writeln!(Stderr, "tercet-gc: {}", inner.stats.verdict());
            fault::write_context();
            std::process::abort()
        }
    }
}
