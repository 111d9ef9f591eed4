//! The dispatcher: handlers that take the machine's registers as arguments and end by calling the next one.
//!
//! Lives here: the state, the macros that handlers are written with, the table, and `run`. Where the optimiser turns
//! sibling calls into jumps (`tercet_threaded`, set by the build script) a handler's last act is the jump to the next
//! handler; elsewhere it stores the state and returns to a loop. Slow halves are handlers, too ([`otherwise!`]), so that
//! the fast ones need no stack frame.

use super::handlers;
use super::*;
use crate::atom::Atom;
use crate::code::Cache;
use crate::code::ops::with_ops;

/// What a handler gives: the result of the frame that a native caller entered, or a pending exception.
pub(super) type Step = Result<u64, Throw>;

/// A handler. `k` is always [`INT`]: as an argument it costs no instruction to have at hand.
pub(super) type Handler =
    for<'a, 'rt> unsafe fn(&'a mut Cx<'rt>, *const u64, *mut u64, *const Cache, u64) -> Step;

/// The registers of the machine.
#[derive(Clone, Copy)]
pub(super) struct S {
    /// The instruction being executed.
    pub pc: *const u64,
    /// Register 0 of the frame.
    pub base: *mut u64,
    /// The frame's inline caches.
    pub caches: *const Cache,
    /// [`INT`].
    pub k: u64,
}

/// The operands of the instruction, and registers. All of these are sound by rules 1 and 3: `pc` points to a verified
/// instruction of the frame whose window is at `base`.
impl S {
    #[inline(always)]
    fn half(self, i: usize) -> i16 {
        // SAFETY: an instruction has four halves.
        unsafe { *(self.pc as *const i16).add(i) }
    }
    #[inline(always)]
    pub fn a(self) -> isize {
        self.half(1) as isize
    }
    #[inline(always)]
    pub fn b(self) -> isize {
        self.half(2) as isize
    }
    #[inline(always)]
    pub fn c(self) -> isize {
        self.half(3) as isize
    }
    /// `c` as an unsigned number.
    #[inline(always)]
    pub fn count(self) -> usize {
        self.half(3) as u16 as usize
    }
    /// `b` and `c` as one number.
    #[inline(always)]
    pub fn bc(self) -> i32 {
        // SAFETY: as in `half`.
        unsafe { *(self.pc as *const i32).add(1) }
    }
    /// The low half of the second word.
    #[inline(always)]
    pub fn low(self) -> u32 {
        // SAFETY: only handlers of instructions with a second word ask.
        unsafe { *(self.pc as *const u32).add(2) }
    }
    /// The high half of the second word.
    #[inline(always)]
    pub fn high(self) -> u32 {
        // SAFETY: only handlers of instructions with a second word ask.
        unsafe { *(self.pc as *const u32).add(3) }
    }
    /// The second word.
    #[inline(always)]
    pub fn extra(self) -> u64 {
        // SAFETY: only handlers of instructions with a second word ask.
        unsafe { *self.pc.add(1) }
    }
    /// The inline cache that the second word names.
    #[inline(always)]
    pub fn cache<'rt>(self) -> &'rt Cache {
        // SAFETY: rule 3; templates live as long as the turn.
        unsafe { &*self.caches.add(self.low() as usize) }
    }
    /// The atom in the second word's high half.
    #[inline(always)]
    pub fn atom(self) -> Atom {
        Atom(self.high())
    }
    /// The slot of register `i`.
    #[inline(always)]
    pub fn p(self, i: isize) -> *mut u64 {
        self.base.wrapping_offset(i)
    }
    /// The word in register `i`.
    #[inline(always)]
    pub fn r(self, i: isize) -> u64 {
        // SAFETY: rule 1.
        unsafe { *self.base.offset(i) }
    }
    /// Writes register `i`.
    #[inline(always)]
    pub fn set(self, i: isize, v: u64) {
        // SAFETY: rule 1.
        unsafe { *self.base.offset(i) = v }
    }
    /// An int32 as a word.
    #[inline(always)]
    pub fn int(self, i: i32) -> u64 {
        self.k | i as u32 as u64
    }
    /// Are both words int32?
    #[inline(always)]
    pub fn both_int(self, a: u64, b: u64) -> bool {
        a & b >= self.k
    }
    /// The number in a word that is an int32 or a double.
    #[inline(always)]
    pub fn number(self, v: u64) -> Option<f64> {
        if is_double(v) {
            Some(f64::from_bits(v))
        } else if v >= self.k {
            Some(v as i32 as f64)
        } else {
            None
        }
    }
    /// Stores the pc where stack traces and handlers look for it.
    #[inline(always)]
    pub fn sync(self, cx: &mut Cx<'_>) {
        if let Some(frame) = cx.host.frames.last_mut() {
            frame.pc = self.pc;
        }
    }
}

#[inline(always)]
pub(super) fn is_double(v: u64) -> bool {
    v < IMM
}
#[inline(always)]
pub(super) fn truth(b: bool) -> u64 {
    FALSE_BITS + b as u64
}
/// A double as a word; looking for an int32 in it costs more than it gains.
#[inline(always)]
pub(super) fn double(d: f64) -> u64 {
    // The NaN that x86 makes has the sign bit set; one NaN only, so that words can be compared.
    if d.is_nan() { f64::NAN.to_bits() } else { d.to_bits() }
}
#[inline(always)]
pub(super) fn is_object(v: u64) -> bool {
    v >> 48 == OBJECT_TAG
}
#[inline(always)]
pub(super) fn is_string(v: u64) -> bool {
    v >> 48 == STRING_TAG
}
/// The address in a pointer word.
#[inline(always)]
pub(super) fn cell(v: u64) -> *mut u64 {
    (v & ADDRESS) as *mut u64
}

/// Defines a handler: `op!(Name(cx, s) { body })`. The body ends in `next!`, `jump!`, `otherwise!` or `return`.
macro_rules! op {
    ($name:ident($cx:ident, $s:ident) $body:block) => {
        #[allow(non_snake_case, unused_variables, unused_unsafe)]
        pub(in crate::dispatch) unsafe fn $name<'rt>(
            $cx: &mut Cx<'rt>,
            pc: *const u64,
            base: *mut u64,
            caches: *const crate::code::Cache,
            k: u64,
        ) -> Step {
            let $s = S { pc, base, caches, k };
            // SAFETY: rules 1 to 3: `pc` is a verified instruction of the topmost frame, registers lie in its window,
            // addresses of cells are used only until the next `&mut cx`.
            unsafe { $body }
        }
    };
}
/// The slow half of a handler: a handler of its own, to which the fast one jumps.
macro_rules! otherwise {
    ($cx:ident, $s:ident, $body:block) => {{
        #[cold]
        #[inline(never)]
        #[allow(unused_variables)]
        unsafe fn cold<'rt>(
            $cx: &mut Cx<'rt>,
            pc: *const u64,
            base: *mut u64,
            caches: *const crate::code::Cache,
            k: u64,
        ) -> Step {
            let $s = S { pc, base, caches, k };
            $s.sync($cx);
            // SAFETY: as in `op!`. (Within a handler's own unsafe block this one would not be needed.)
            #[allow(unused_unsafe)]
            unsafe {
                $body
            }
        }
        return cold($cx, $s.pc, $s.base, $s.caches, $s.k);
    }};
}
/// Goes on at another instruction with the same frame.
macro_rules! goto {
    ($cx:ident, $s:ident, $pc:expr) => {
        return crate::dispatch::run::dispatch($cx, $pc, $s.base, $s.caches, $s.k)
    };
}
/// Goes on `n` words further.
macro_rules! next {
    ($cx:ident, $s:ident, $n:expr) => {
        goto!($cx, $s, $s.pc.add($n))
    };
}
/// Jumps by an offset.
macro_rules! jump {
    ($cx:ident, $s:ident, $offset:expr) => {
        goto!($cx, $s, $s.pc.offset($offset as isize))
    };
}
/// The value of a `Result`, or the exception is raised here. The pc must have been stored.
macro_rules! attempt {
    ($cx:ident, $result:expr) => {
        match $result {
            Ok(v) => v,
            Err(thrown) => return crate::dispatch::run::raise($cx, thrown),
        }
    };
}
/// Goes on with the topmost frame, where its pc says.
macro_rules! enter_frame {
    ($cx:ident, $k:expr) => {{
        let frame = $cx.host.frames.last().unwrap_unchecked();
        let (pc, base, caches) = (frame.pc, frame.base, frame.template.caches.as_ptr());
        return crate::dispatch::run::dispatch($cx, pc, base, caches, $k);
    }};
}
pub(super) use {attempt, enter_frame, goto, jump, next, op, otherwise};

macro_rules! handler_table {
    ($($name:ident)+) => { [$(handlers::$name),+] };
}
/// The handlers by instruction number.
static TABLE: [Handler; crate::code::ops::Op::ALL.len()] = with_ops!(handler_table);

/// Executes the instruction at `pc`.
///
/// # Safety
/// `pc` is a verified instruction of the topmost frame, whose window is at `base`.
#[cfg(tercet_threaded)]
#[inline(always)]
pub(super) unsafe fn dispatch(
    cx: &mut Cx<'_>,
    pc: *const u64,
    base: *mut u64,
    caches: *const crate::code::Cache,
    k: u64,
) -> Step {
    // SAFETY: by the caller's promise.
    unsafe { TABLE.get_unchecked(*(pc as *const u16) as usize)(cx, pc, base, caches, k) }
}

/// What a handler gives to the loop: go on with the stored state. No value has these bits.
#[cfg(not(tercet_threaded))]
const GO_ON: u64 = IMM | 0xFFFF_FFFF_FFFF;

/// Stores where to go on, for the loop in `run`.
///
/// # Safety
/// As for the other form.
#[cfg(not(tercet_threaded))]
pub(super) unsafe fn dispatch(
    cx: &mut Cx<'_>,
    pc: *const u64,
    base: *mut u64,
    caches: *const Cache,
    _: u64,
) -> Step {
    cx.host.at = (pc, base, caches);
    Ok(GO_ON)
}

#[cfg(tercet_threaded)]
#[inline(always)]
unsafe fn start(cx: &mut Cx<'_>, pc: *const u64, base: *mut u64, caches: *const Cache) -> Step {
    // SAFETY: by the caller's promise.
    unsafe { dispatch(cx, pc, base, caches, INT) }
}

#[cfg(not(tercet_threaded))]
unsafe fn start(cx: &mut Cx<'_>, pc: *const u64, base: *mut u64, caches: *const Cache) -> Step {
    cx.host.at = (pc, base, caches);
    loop {
        let (pc, base, caches) = cx.host.at;
        // SAFETY: the state was stored by `dispatch`.
        match unsafe { TABLE[*(pc as *const u16) as usize](cx, pc, base, caches, INT) } {
            Ok(GO_ON) => {}
            result => return result,
        }
    }
}

/// Runs the topmost frame until the frame that a native caller entered returns: its result, as a word. With `pending`,
/// begins by raising that exception at the topmost frame's pc.
pub(super) fn run(cx: &mut Cx<'_>, pending: Option<Throw>) -> Step {
    if let Some(thrown) = pending {
        unwind(cx, thrown)?;
        restore_sp(cx);
    }
    let Some(frame) = cx.host.frames.last() else { return Ok(UNDEFINED_BITS) };
    let (pc, base, caches) = (frame.pc, frame.base, frame.template.caches.as_ptr());
    // SAFETY: the topmost frame's own state.
    unsafe { start(cx, pc, base, caches) }
}

/// Gives a result to the native caller. A call whose result the optimiser does not know, since a handler that returns
/// anything but what a call gave it does not end in jumps.
#[inline(never)]
pub(super) fn give(v: u64) -> Step {
    std::hint::black_box(Ok(v))
}

/// Gives an exception to the native caller, as [`give`] does a result.
#[inline(never)]
fn give_up(thrown: Throw) -> Step {
    std::hint::black_box(Err(thrown))
}

/// Raises an exception in the topmost frame: goes on at a handler, or gives it to the native caller.
#[cold]
#[inline(never)]
pub(super) fn raise(cx: &mut Cx<'_>, thrown: Throw) -> Step {
    if let Err(thrown) = unwind(cx, thrown) {
        return give_up(thrown);
    }
    restore_sp(cx);
    // SAFETY: `unwind` has left the frame whose handler is to run on top.
    unsafe { enter_frame!(cx, INT) }
}

/// Sets the stack pointer to the end of the topmost frame's window.
pub(super) fn restore_sp(cx: &mut Cx<'_>) {
    if let Some(frame) = cx.host.frames.last() {
        // SAFETY: rule 1; what lay above belonged to frames that are gone.
        unsafe { cx.raw_set_sp(frame.end) }
    }
}

/// The value at a cached place of an object.
///
/// # Safety
/// `o` is an object of the shape that the place was cached for.
#[inline(always)]
pub(super) unsafe fn read_place(o: *mut u64, place: u32) -> u64 {
    // SAFETY: by the caller's promise the object has that slot.
    unsafe {
        if place & Cache::OUTSIDE == 0 {
            *o.add(place as usize)
        } else {
            *cell(*o.add(2)).add(1 + (place & !Cache::OUTSIDE) as usize)
        }
    }
}

/// Stores to a cached place of an object.
///
/// # Safety
/// As for [`read_place`].
#[inline(always)]
pub(super) unsafe fn write_place(o: *mut u64, place: u32, v: u64) {
    // SAFETY: by the caller's promise the object has that slot.
    unsafe {
        let (holder, slot) = if place & Cache::OUTSIDE == 0 {
            (o, o.add(place as usize))
        } else {
            let slots = cell(*o.add(2));
            (slots, slots.add(1 + (place & !Cache::OUTSIDE) as usize))
        };
        *slot = v;
        raw::barrier(holder, slot, v);
    }
}

/// Adds a property at a cached place and gives the object its next shape; false if there is no room.
///
/// # Safety
/// `o` is an object of the shape before the addition.
#[inline(always)]
pub(super) unsafe fn add_place(o: *mut u64, place: u32, v: u64, shape: u32) -> bool {
    // SAFETY: an inline place exists in every object of the shape; outside, room is checked.
    unsafe {
        if place & Cache::OUTSIDE != 0 {
            let slots = *o.add(2);
            if slots == UNDEFINED_BITS
                || raw::gc::<Storage>(cell(slots)).len() <= (place & !Cache::OUTSIDE) as usize
            {
                return false;
            }
        }
        write_place(o, place, v);
        *o = *o & u32::MAX as u64 | (shape as u64) << 32;
    }
    true
}

/// The iteration record in three registers.
///
/// # Safety
/// Rule 1 for the three slots.
#[inline(always)]
pub(super) unsafe fn record<'f, 'rt>(at: *mut u64) -> crate::iteration::Record<'f, 'rt> {
    // SAFETY: by the caller's promise.
    unsafe {
        crate::iteration::Record {
            iterator: raw::root(at),
            next: raw::root(at.add(1)),
            mode: raw::root(at.add(2)),
        }
    }
}
