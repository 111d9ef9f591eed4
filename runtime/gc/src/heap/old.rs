//! The old space: aligned chunks, bumped through by the collections that promote into them.
//!
//! Here: chunks and their bookkeeping. Not here: what is copied into them (`minor`, `full`).
//!
//! Invariants: a chunk starts at a multiple of its size, and begins with a `ChunkHeader`, so that masking the address
//! of any old cell that is not large finds the heap. Cells follow each other without gaps from `start` to the top.

use super::Heap;
use crate::os;

pub(crate) const CHUNK_BYTES: usize = 256 << 10;
const HEADER_BYTES: usize = 64;
/// Chunks are mapped so many at a time, and returned one by one.
const SLAB: usize = 16;

#[repr(C)]
pub(crate) struct ChunkHeader {
    pub(crate) heap: *const Heap,
    top: *mut u64,
}

/// A chunk's address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Chunk(pub(crate) *mut ChunkHeader);

impl Chunk {
    /// The chunk around an old cell that is not large.
    #[inline(always)]
    pub(crate) fn of(cell: *const u64) -> Chunk {
        Chunk((cell as usize & !(CHUNK_BYTES - 1)) as *mut ChunkHeader)
    }
    #[inline(always)]
    pub(crate) fn start(self) -> *mut u64 {
        self.0.cast::<u64>().wrapping_add(HEADER_BYTES / 8)
    }
    #[inline(always)]
    fn end(self) -> *mut u64 {
        self.0.cast::<u64>().wrapping_add(CHUNK_BYTES / 8)
    }
}

/// Empty chunks, shared by the spaces that take turns.
#[derive(Default)]
pub(crate) struct ChunkPool {
    free: Vec<Chunk>,
    /// Chunks that exist, in use or not.
    pub(crate) mapped: usize,
}

impl ChunkPool {
    fn take(&mut self, heap: *const Heap) -> Chunk {
        if self.free.is_empty() {
            let slab = os::map_aligned(SLAB * CHUNK_BYTES, CHUNK_BYTES)
                .unwrap_or_else(|e| os::out_of_memory("the old space", &e));
            for i in (0..SLAB).rev() {
                self.free.push(Chunk(slab.wrapping_add(i * CHUNK_BYTES).cast()));
            }
            self.mapped += SLAB;
        }
        let Some(chunk) = self.free.pop() else { unreachable!("a slab was just added") };
        // SAFETY: the chunk is mapped and nobody else's.
        unsafe { chunk.0.write(ChunkHeader { heap, top: chunk.start() }) }
        chunk
    }
    pub(crate) fn give(&mut self, chunk: Chunk) {
        self.free.push(chunk)
    }
    /// A chunk that will never come back: somebody else unmaps it.
    pub(crate) fn forget(&mut self, _: Chunk) {
        self.mapped -= 1;
    }
    /// Returns memory to the system until so many bytes are left.
    pub(crate) fn trim(&mut self, bytes: usize) {
        while self.free.len() > bytes / CHUNK_BYTES
            && let Some(chunk) = self.free.pop()
        {
            self.mapped -= 1;
            // SAFETY: an empty chunk that nobody uses.
            unsafe { os::unmap(chunk.0.cast(), CHUNK_BYTES) }
        }
    }
}

impl Drop for ChunkPool {
    fn drop(&mut self) {
        for chunk in &self.free {
            // SAFETY: an empty chunk that nobody uses.
            unsafe { os::unmap(chunk.0.cast(), CHUNK_BYTES) }
        }
    }
}

pub(crate) struct OldSpace {
    heap: *const Heap,
    pub(crate) chunks: Vec<Chunk>,
    /// Bump pointer and end of the last chunk; both null if there is none.
    bump: *mut u64,
    end: *mut u64,
    /// Bytes of cells in all chunks but the last.
    closed: usize,
}

/// A position in the space: everything before it has been scanned.
#[derive(Clone, Copy)]
pub(crate) struct Scan {
    chunk: usize,
    at: *mut u64,
}

impl OldSpace {
    pub(crate) fn new(heap: *const Heap) -> Self {
        OldSpace {
            heap,
            chunks: Vec::new(),
            bump: std::ptr::null_mut(),
            end: std::ptr::null_mut(),
            closed: 0,
        }
    }
    /// Bytes of cells.
    pub(crate) fn used(&self) -> usize {
        let open = self.chunks.last().map_or(0, |c| self.bump as usize - c.start() as usize);
        self.closed + open
    }
    /// Room for a cell; the caller writes it.
    #[inline(always)]
    pub(crate) fn bump(&mut self, pool: &mut ChunkPool, words: usize) -> *mut u64 {
        let cell = self.bump;
        if (self.end as usize).wrapping_sub(cell as usize) < words * 8 {
            return self.next_chunk(pool, words);
        }
        self.bump = cell.wrapping_add(words);
        cell
    }
    #[cold]
    #[inline(never)]
    fn next_chunk(&mut self, pool: &mut ChunkPool, words: usize) -> *mut u64 {
        self.closed = self.used();
        self.sync_top();
        let chunk = pool.take(self.heap);
        self.chunks.push(chunk);
        self.bump = chunk.start().wrapping_add(words);
        self.end = chunk.end();
        chunk.start()
    }
    /// Writes the bump pointer into the last chunk's header.
    pub(crate) fn sync_top(&mut self) {
        if let Some(chunk) = self.chunks.last() {
            // SAFETY: a chunk of ours.
            unsafe { (*chunk.0).top = self.bump }
        }
    }
    /// The end of the cells of chunk number `i`.
    #[inline(always)]
    pub(crate) fn top(&self, i: usize) -> *mut u64 {
        if i + 1 == self.chunks.len() {
            self.bump
        } else {
            // SAFETY: a chunk of ours.
            unsafe { (*self.chunks[i].0).top }
        }
    }
    /// Where the next cell will lie.
    pub(crate) fn position(&self) -> Scan {
        Scan { chunk: self.chunks.len().saturating_sub(1), at: self.bump }
    }
    /// The start of the space.
    pub(crate) fn beginning(&self) -> Scan {
        Scan { chunk: 0, at: self.chunks.first().map_or(std::ptr::null_mut(), |c| c.start()) }
    }
    /// The next cell to scan, if there is one.
    #[inline(always)]
    pub(crate) fn next(&self, scan: &mut Scan) -> Option<*mut u64> {
        loop {
            if scan.at.is_null() {
                // The position was taken when there was no chunk yet.
                scan.at = self.chunks.first()?.start();
            }
            if scan.at != self.top(scan.chunk) {
                return Some(scan.at);
            }
            if scan.chunk + 1 == self.chunks.len() {
                return None;
            }
            scan.chunk += 1;
            scan.at = self.chunks[scan.chunk].start();
        }
    }
    /// The cell at `scan` has been dealt with.
    #[inline(always)]
    pub(crate) fn advance(&self, scan: &mut Scan, words: usize) {
        scan.at = scan.at.wrapping_add(words);
    }
}
