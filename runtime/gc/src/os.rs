//! What we ask of the operating system: address ranges.
//!
//! Here: the only calls of `mmap` and its family. Not here: who owns which range.

use std::{io, ptr};

#[cfg(not(all(target_endian = "little", target_pointer_width = "64", unix)))]
compile_error!("the heap needs a little-endian 64-bit Unix: 48-bit addresses, mmap and mprotect");

pub(crate) const PAGE: usize = 4096;

/// Rounds up to whole pages.
pub(crate) const fn pages(bytes: usize) -> usize {
    bytes.next_multiple_of(PAGE)
}

/// A fresh range of zeroes, readable and writable, for which no memory is set aside before it is touched.
pub(crate) fn map(bytes: usize) -> io::Result<*mut u8> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_NORESERVE;
    // SAFETY: a new anonymous mapping at an address of the kernel's choice touches nothing of ours.
    let p = unsafe { libc::mmap(ptr::null_mut(), bytes, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
    if p == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(p.cast()) }
}

/// As `map`, at a multiple of `align` (a power of two, at least a page).
pub(crate) fn map_aligned(bytes: usize, align: usize) -> io::Result<*mut u8> {
    let base = map(bytes + align)?;
    let skip = (base as usize).next_multiple_of(align) - base as usize;
    // SAFETY: both cuts lie in the fresh range, which is `align` longer than what is kept.
    unsafe {
        let kept = base.add(skip);
        if skip > 0 {
            unmap(base, skip);
        }
        if align > skip {
            unmap(kept.add(bytes), align - skip);
        }
        Ok(kept)
    }
}

/// Gives a range back.
///
/// # Safety
/// The range came from `map`, and nothing uses it any more.
pub(crate) unsafe fn unmap(base: *mut u8, bytes: usize) {
    // SAFETY: by the caller's promise.
    let failed = unsafe { libc::munmap(base.cast(), bytes) } != 0;
    debug_assert!(!failed, "munmap: {}", io::Error::last_os_error());
}

/// Gives the memory of whole pages back but keeps the addresses; the pages read as zeroes afterwards.
///
/// # Safety
/// The range came from `map`, and nothing needs what it holds.
pub(crate) unsafe fn discard(base: *mut u8, bytes: usize) {
    // SAFETY: by the caller's promise.
    unsafe { libc::madvise(base.cast(), bytes, libc::MADV_DONTNEED) };
}

/// Forbids every access to whole pages.
///
/// # Safety
/// The range came from `map`; from now on every access to it faults.
pub(crate) unsafe fn forbid(base: *mut u8, bytes: usize) {
    // SAFETY: by the caller's promise.
    unsafe { libc::mprotect(base.cast(), bytes, libc::PROT_NONE) };
}

/// The end when the system has no more memory in the middle of a collection, which cannot be undone.
#[cold]
pub(crate) fn out_of_memory(what: &str, error: &io::Error) -> ! {
    eprintln!("tercet-gc: no memory for {what}: {error}");
    std::process::abort()
}
