//! Running bytecode: frames, calls, the loop, unwinding, generators.
//!
//! Lives here: everything that keeps raw pointers into the shadow stack or into code. All `unsafe` of this crate is in
//! this room. Rooms: [`run`] the loop with the fast bodies, [`property`] inline caches, [`slow`] what the loop calls out
//! of line, [`class`] classes and functions, [`generator`] suspended windows.
//!
//! The discipline that the SAFETY comments refer to:
//! 1. A frame's window `base - 3 .. base + registers` lies below the stack pointer while the frame is active, and every
//!    slot of it always holds a value. The stack never moves, so slot addresses are good as long as the frame is.
//! 2. Addresses of heap cells are taken from slots, used, and forgotten before anything that takes `&mut Cx`.
//! 3. Code is verified when it is installed: registers lie in the window, jumps land on instructions, cache, literal
//!    and child numbers exist. Templates do not move or die while the turn lasts.
#![allow(unsafe_code)]

pub mod class;
pub mod generator;
mod handlers;
mod property;
mod run;
mod slow;

use crate::code::Template;
use crate::code::template::FunctionKind;
use crate::error;
use crate::kinds::*;
use crate::value::*;
use tercet_gc::raw;

/// The native caller is waiting for this frame's result.
const ENTRY: u8 = 1;
/// [[Construct]]: a result that is no object is replaced by `this`.
const CONSTRUCT: u8 = 2;
/// The slot below the window's header holds the generator object.
const GENERATOR: u8 = 4;

/// Most active calls of bytecode functions.
pub const MAX_FRAMES: usize = 100_000;
/// Frames that a stack trace shows.
const TRACE_FRAMES: usize = 10;

/// An active call.
#[derive(Clone, Copy)]
pub struct Frame<'rt> {
    template: &'rt Template<'rt>,
    /// The instruction being executed: exact at calls and wherever something can throw.
    pc: *const u64,
    /// Register 0.
    base: *mut u64,
    /// The stack pointer while this frame is the topmost one: never below the end of the caller's window, whose slots
    /// have to stay in the collector's sight even if this frame is shorter.
    end: *mut u64,
    /// Argument 0, and how many arguments were given.
    args: *mut u64,
    argc: u32,
    /// The caller's register for the result.
    dst: i16,
    flags: u8,
    /// Length of the calling instruction in words.
    words: u8,
}

/// Addresses that do not change while a turn lasts: the blocks of the shadow stack and of the globals never move.
pub(crate) struct Fast {
    /// Global 0.
    globals: *const u64,
    /// The global that holds the global object; null until it has been made.
    object: *const u64,
    /// The global that holds the cell of lexical bindings; null until there are some.
    lexicals: *const u64,
    /// Where the red zone of the shadow stack begins.
    limit: *mut u64,
}

impl Default for Fast {
    fn default() -> Self {
        let null = std::ptr::null();
        Fast { globals: null, object: null, lexicals: null, limit: std::ptr::null_mut() }
    }
}

/// Looks the addresses up again: at the start of a turn, and when the global scope has got its cells.
pub(crate) fn refresh(cx: &mut Cx<'_>) {
    // SAFETY: the addresses are read through only while what they name is there.
    unsafe {
        let globals = cx.raw_globals_base();
        let slot = |id: Option<GlobalId>| id.map_or(std::ptr::null(), |id| globals.add(id.0 as usize));
        cx.host.fast = Fast {
            globals,
            object: slot(cx.host.realm.made(crate::realm::Intrinsic::Global)),
            lexicals: slot(cx.host.realm.lexical_values),
            limit: cx.raw_stack_limit(),
        };
    }
}

/// A root that always holds undefined: slot 0 of the shadow stack, which every turn reserves first.
pub fn missing<'rt>(cx: &Cx<'rt>) -> Root<'rt, 'rt> {
    // SAFETY: slot 0 lies below the stack pointer for the whole turn (`turn`) and is never written.
    unsafe { raw::root(cx.raw_stack_base()) }
}

/// Runs one turn of the engine: reserves what all native code counts on.
pub fn turn<'rt, R>(cx: &mut Cx<'rt>, f: impl FnOnce(&mut Cx<'rt>) -> R) -> R {
    roots!(cx; _missing);
    cx.host.frames.reserve_exact(MAX_FRAMES + 1);
    refresh(cx);
    housekeeping(cx);
    f(cx)
}

/// Runs the bytecode function in a window `[callee, new.target, this, arguments...]`.
pub fn enter<'a, 'rt>(cx: &'a mut Cx<'rt>, window: Slots<'_, 'rt>, construct: bool) -> Completion<'a, 'rt> {
    let Some(template) = callee_template(cx, window.at(0)) else { return Ok(undefined()) };
    let needed = template.registers as usize + window.len() * 2 + 8;
    cx.check_stack(needed)?;
    let argc = window.len() - 3;
    // SAFETY: room has been checked; all slots up to the new stack pointer are written before it is set.
    let (sp, to) = unsafe {
        let sp = cx.raw_sp();
        raw::slot(window.at(0)).copy_to_nonoverlapping(sp, window.len());
        cx.raw_set_sp(sp.add(window.len()));
        (sp, sp)
    };
    let result = enter_at(cx, to, argc, construct, template);
    // SAFETY: back to where it was; the frames above are gone.
    unsafe { cx.raw_set_sp(sp) };
    // SAFETY: nothing has been allocated since the result was taken.
    result.map(|bits| unsafe { raw::value(bits) })
}

#[inline(never)]
fn enter_at<'rt>(
    cx: &mut Cx<'rt>,
    to: *mut u64,
    argc: usize,
    construct: bool,
    template: &'rt Template<'rt>,
) -> Result<u64, Throw> {
    if construct {
        class::prepare_this(cx, to, template)?;
    } else if matches!(template.kind, FunctionKind::BaseConstructor | FunctionKind::DerivedConstructor) {
        return Err(class::not_callable(cx, template));
    }
    let flags = ENTRY | if construct { CONSTRUCT } else { 0 };
    // SAFETY: `to` is the start of a window of `3 + argc` slots that ends at the stack pointer.
    unsafe { push_frame(cx, template, to, argc, 0, flags, 1)? };
    run::run(cx, None)
}

fn callee_template<'rt>(cx: &Cx<'rt>, callee: Root<'_, 'rt>) -> Option<&'rt Template<'rt>> {
    let closure = callee.cast::<Closure>(cx)?;
    cx.host.code.templates[closure.raw(0) as u32 as usize]
}

/// Opens a frame over the call window at `window` (callee, new.target, this, `argc` arguments).
///
/// # Safety
/// The window lies within or at the end of the slots below the stack pointer, and nothing above its end is needed by
/// anybody any more.
unsafe fn push_frame<'rt>(
    cx: &mut Cx<'rt>,
    template: &'rt Template<'rt>,
    window: *mut u64,
    argc: usize,
    dst: i16,
    flags: u8,
    words: u8,
) -> Result<(), Throw> {
    // SAFETY: rule 1; room is checked before anything above the stack pointer is written.
    unsafe {
        let args = window.add(3);
        if !has_room(cx, args, argc + template.registers as usize) {
            return Err(cx.throw_imm(2));
        }
        let mut base = args;
        if template.needs_arguments {
            // The arguments stay where they are; the window starts again above them.
            let moved = args.add(argc);
            window.copy_to_nonoverlapping(moved, 3);
            base = moved.add(3);
            args.copy_to_nonoverlapping(base, argc.min(template.params as usize));
        }
        open_frame(
            cx,
            Frame {
                template,
                pc: template.code.as_ptr(),
                base,
                end: base,
                args,
                argc: argc as u32,
                dst,
                flags,
                words,
            },
        );
    }
    Ok(())
}

/// Is there room for a frame with so many slots from `base` on?
#[inline(always)]
fn has_room(cx: &Cx<'_>, base: *mut u64, slots: usize) -> bool {
    base.wrapping_add(slots + 8) <= cx.host.fast.limit && cx.host.frames.len() < MAX_FRAMES
}

/// Makes `frame` the topmost one: registers without an argument become undefined; its `end` is found here.
///
/// # Safety
/// [`has_room`] has said so; the arguments that are parameters lie at the frame's base.
#[inline(always)]
unsafe fn open_frame<'rt>(cx: &mut Cx<'rt>, mut frame: Frame<'rt>) {
    // SAFETY: there is room on the shadow stack; `turn` has reserved the frames.
    unsafe {
        let registers = frame.template.registers as usize;
        let end = frame.base.add(registers);
        let mut slot = frame.base.add((frame.argc as usize).min(frame.template.params as usize));
        // Four at a time, up to three beyond the end, where there is room: cheaper than counting.
        while slot < end {
            (slot as *mut [u64; 4]).write([UNDEFINED_BITS; 4]);
            slot = slot.add(4);
        }
        frame.end = end.max(cx.raw_sp());
        cx.raw_set_sp(frame.end);
        let depth = cx.host.frames.len();
        cx.host.frames.as_mut_ptr().add(depth).write(frame);
        cx.host.frames.set_len(depth + 1);
    }
}

const INT: u64 = 0xFFFF << 48;
const IMM: u64 = 0xFFF9 << 48;
const OBJECT_TAG: u64 = 0xFFFE;
const CELL_TAG: u64 = 0xFFFA;
const SYMBOL_TAG: u64 = 0xFFFC;
const STRING_TAG: u64 = 0xFFFD;
const ADDRESS: u64 = (1 << 48) - 1;
const UNDEFINED_BITS: u64 = IMM | imm::UNDEFINED as u64;
const HOLE_BITS: u64 = IMM | imm::HOLE as u64;
const UNINIT_BITS: u64 = IMM | imm::UNINIT as u64;
const FALSE_BITS: u64 = IMM | imm::FALSE as u64;
const TRUE_BITS: u64 = IMM | imm::TRUE as u64;

/// Finds the handler of a pending exception: pops frames down to it and leaves the exception in its register. Gives
/// the exception back if the native caller of this run is reached first.
#[inline(never)]
fn unwind(cx: &mut Cx<'_>, thrown: Throw) -> Result<(), Throw> {
    roots!(cx; exception);
    error::take_exception(cx, thrown, exception);
    while let Some(&frame) = cx.host.frames.last() {
        // SAFETY: both pointers are into the same code.
        let pc = unsafe { frame.pc.offset_from(frame.template.code.as_ptr()) } as u32;
        let handler = frame.template.handlers.iter().find(|h| h.start <= pc && pc < h.end);
        if let Some(handler) = handler {
            // SAFETY: rule 1 for the slot; rule 3 for the target.
            unsafe {
                raw::root(frame.base.offset(handler.register as isize)).copy(exception);
                if let Some(top) = cx.host.frames.last_mut() {
                    top.pc = frame.template.code.as_ptr().add(handler.target as usize);
                }
            }
            return Ok(());
        }
        cx.host.frames.pop();
        if frame.flags & GENERATOR != 0 {
            generator::complete(cx, frame.base);
        }
        if frame.flags & ENTRY != 0 {
            break;
        }
    }
    Err(cx.throw(exception))
}

/// The active calls as lines of a stack trace, innermost first.
#[inline(never)]
pub fn stack_trace(cx: &mut Cx<'_>) -> String {
    let mut lines = Vec::new();
    for frame in cx.host.frames.iter().rev().take(TRACE_FRAMES) {
        // SAFETY: both pointers are into the same code.
        let pc = unsafe { frame.pc.offset_from(frame.template.code.as_ptr()) } as u32;
        let place = match frame.template.position(pc) {
            Some(p) => format!("{}:{}:{}", frame.template.source.name, p.line, p.column),
            None => frame.template.source.name.clone(),
        };
        let name = crate::atom::key_text(&*cx, frame.template.name.into());
        lines.push(if name.is_empty() || frame.template.kind == FunctionKind::Script {
            format!("    at {place}")
        } else {
            format!("    at {name} ({place})")
        });
    }
    lines.join("\n")
}

/// Drops the globals of atoms and prototypes that the last full collection found dead: from the slow halves of keyed
/// access, where programs that make many of them come by, and at the start of a turn.
fn housekeeping(cx: &mut Cx<'_>) {
    if !cx.host.has_dropped() {
        return;
    }
    for global in cx.host.take_dropped() {
        cx.drop_global(global);
    }
}
