//! The report when something touches memory that cells have left, or when verification fails.
//!
//! Here: the signal handler and what it finds its way by. Not here: which ranges are forbidden (`heap::quarantine`).
//!
//! The handler allocates nothing and takes no lock: it reads the running mutator's heap through a thread-local
//! pointer, and writes to file descriptor 2. What it cannot explain goes to whoever handled the signal before.

use crate::{heap::Heap, host::Host, os};
use std::{
    cell::Cell,
    fmt::{self, Write},
    mem::MaybeUninit,
    ptr,
    sync::OnceLock,
};

/// The running mutator, as the handler sees it.
pub(crate) struct View {
    heap: *const Heap,
    host: *const (),
    context: unsafe fn(*const (), &mut dyn fmt::Write),
    outer: *const View,
}

thread_local! {
    static CURRENT: Cell<*const View> = const { Cell::new(ptr::null()) };
    static ALT_STACK: Cell<Option<AltStack>> = const { Cell::new(None) };
}

/// # Safety
/// `host` points to a living `H`.
unsafe fn context_of<H: Host>(host: *const (), out: &mut dyn fmt::Write) {
    // SAFETY: by the caller's promise. (The host may be borrowed mutably at this moment; the process is about to end.)
    unsafe { (*host.cast::<H>()).fault_context(out) }
}

impl View {
    pub(crate) fn new<H: Host>(heap: &Heap, host: *const H) -> Self {
        View { heap, host: host.cast(), context: context_of::<H>, outer: CURRENT.get() }
    }
    /// Makes this the running mutator's view until the guard is dropped.
    pub(crate) fn enter(&self) -> Entered<'_> {
        CURRENT.set(self);
        Entered(self)
    }
}

pub(crate) struct Entered<'v>(&'v View);
impl Drop for Entered<'_> {
    fn drop(&mut self) {
        CURRENT.set(self.0.outer)
    }
}

/// Standard error without a lock or a buffer.
pub(crate) struct Stderr;
impl fmt::Write for Stderr {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        let mut bytes = s.as_bytes();
        while !bytes.is_empty() {
            // SAFETY: a buffer and its length.
            let n = unsafe { libc::write(2, bytes.as_ptr().cast(), bytes.len()) };
            let n = usize::try_from(n).map_err(|_| fmt::Error)?;
            bytes = &bytes[n.min(bytes.len())..];
        }
        Ok(())
    }
}

/// Has the running mutator's host say where the program was.
pub(crate) fn write_context() {
    let view = CURRENT.get();
    if !view.is_null() {
        // SAFETY: the pointer is set while the view, the heap and the host live.
        unsafe { ((*view).context)((*view).host, &mut Stderr) };
        let _ = writeln!(Stderr);
    }
}

/// The alternate stack of a thread, because the fault may be an overflow of the native one.
struct AltStack(*mut u8);
const ALT_STACK_BYTES: usize = 128 << 10;

impl Drop for AltStack {
    fn drop(&mut self) {
        let off = libc::stack_t { ss_sp: ptr::null_mut(), ss_flags: libc::SS_DISABLE, ss_size: 0 };
        // SAFETY: the thread is going away, and its alternate stack with it.
        unsafe {
            libc::sigaltstack(&off, ptr::null_mut());
            os::unmap(self.0, ALT_STACK_BYTES);
        }
    }
}

/// The handlers that were there before: SIGSEGV, SIGBUS.
static BEFORE: OnceLock<[libc::sigaction; 2]> = OnceLock::new();

/// Sees to it that faults of this thread are reported.
pub(crate) fn watch_thread() {
    BEFORE.get_or_init(|| [libc::SIGSEGV, libc::SIGBUS].map(install));
    if let Some(stack) = ALT_STACK.take() {
        ALT_STACK.set(Some(stack));
        return;
    }
    if let Ok(base) = os::map(ALT_STACK_BYTES) {
        let stack = libc::stack_t { ss_sp: base.cast(), ss_flags: 0, ss_size: ALT_STACK_BYTES };
        // SAFETY: a fresh range, which stays until the thread ends.
        unsafe { libc::sigaltstack(&stack, ptr::null_mut()) };
        ALT_STACK.set(Some(AltStack(base)));
    }
}

fn install(signal: libc::c_int) -> libc::sigaction {
    // SAFETY: both structs are plain data for which zeroes will do; the handler has the signature that SA_SIGINFO
    // asks for.
    unsafe {
        let mut action: libc::sigaction = MaybeUninit::zeroed().assume_init();
        let mut before: libc::sigaction = MaybeUninit::zeroed().assume_init();
        action.sa_sigaction = on_fault as extern "C" fn(_, _, _) as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        libc::sigemptyset(&mut action.sa_mask);
        libc::sigaction(signal, &action, &mut before);
        before
    }
}

extern "C" fn on_fault(signal: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: the kernel passes the signal's information, which for these signals has an address.
    let addr = unsafe { (*info).si_addr() } as usize;
    let view = CURRENT.get();
    // SAFETY: the pointer is set while the view and its heap live, and this thread is the one that runs it.
    let explained = !view.is_null() && unsafe { explain(&*(*view).heap, addr) };
    // SAFETY: restoring an action, either the default one or the one that `install` found. When this handler returns
    // the access is tried again, so that the process dies of its signal or the other handler gets it.
    unsafe {
        let mut action: libc::sigaction = MaybeUninit::zeroed().assume_init();
        action.sa_sigaction = libc::SIG_DFL;
        if !explained && let Some(before) = BEFORE.get() {
            action = before[usize::from(signal == libc::SIGBUS)];
        }
        libc::sigaction(signal, &action, ptr::null_mut());
    }
    if explained {
        // Once only: the host may fault in turn, and then the default action ends it.
        write_context();
    }
}

/// Reports the fault if the address lies in a forbidden range of this heap.
fn explain(heap: &Heap, addr: usize) -> bool {
    // SAFETY: the mutator is interrupted, so nobody changes what this reads, unless the fault came from within the
    // bookkeeping itself.
    let inner = unsafe { heap.inner_ref() };
    let Some(lay) = inner.quarantine.lookup(addr) else { return false };
    let mut out = Stderr;
    let _ = write!(out, "\ntercet-gc: access to memory that a collection had emptied, at {addr:#x}\n");
    let _ = match lay.cell {
        Some((kind, offset, moved)) => writeln!(
            out,
            "  there lay a `{}` (kind {kind}), {offset} bytes into it; collection {} {}",
            inner.kinds.names[kind as usize],
            lay.collection,
            if moved { "moved it" } else { "found it dead" },
        ),
        None => writeln!(out, "  no cell lay there when collection {} emptied it", lay.collection),
    };
    let _ = writeln!(out, "  now: collection {}", inner.stats.minor + inner.stats.full);
    let _ = writeln!(out, "  {}", inner.stats.verdict());
    true
}
