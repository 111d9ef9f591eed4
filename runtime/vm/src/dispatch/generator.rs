//! Generators: windows that are copied to a heap cell and back.
//!
//! A GENERATOR object holds a SUSPENDED cell: the words of the window from the callee to the last register, then raw
//! the offset of the pc in words and the code id. While it runs, the slot below its window's header holds the
//! generator object. Invariant: `state` says whether the cell is current.

use super::*;
use crate::atom::names;
use crate::iteration;
use crate::object::{self, create};
use crate::realm::{self, Intrinsic};

/// How a generator is resumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// `next`
    Next,
    /// `throw`
    Throw,
    /// `return`
    Return,
}

/// What resuming a generator led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resumed {
    /// It yielded a value.
    Yielded,
    /// It has completed with a value.
    Completed,
    /// It yielded an iterator result object of the inner iterator of `yield*`, which goes to the caller as it is.
    Delegated,
}

const START: u64 = 0;
const SUSPENDED_YIELD: u64 = 1;
const SUSPENDED_DELEGATE: u64 = 2;
const RUNNING: u64 = 3;
const COMPLETED: u64 = 4;

fn set_state(g: Gc<'_, '_, Generator>, state: u64) {
    g.set_raw(0, state);
}

/// The Generator instruction: makes the object for the topmost frame, with its window as it is, to be resumed at `pc`.
#[inline(never)]
pub(super) fn create<'rt>(cx: &mut Cx<'rt>) -> Result<u64, Throw> {
    roots!(cx; proto, g, callee);
    let Some(&frame) = cx.host.frames.last() else { return Ok(UNDEFINED_BITS) };
    // SAFETY: rule 1.
    callee.copy(unsafe { raw::root(frame.base.sub(3)) });
    proto.set(realm::prototype_from_constructor(cx, callee, Intrinsic::GeneratorPrototype)?);
    g.set(create::of_kind(cx, crate::kinds::GENERATOR, 1, proto)?);
    save(cx, g, frame)?;
    if let Some(generator) = g.cast::<Generator>(&*cx) {
        set_state(generator, START);
    }
    Ok(g.get(&*cx).bits())
}

/// Copies the frame's window into the generator's cell, a new one or the one of the last time.
#[inline(never)]
fn save<'rt>(cx: &mut Cx<'rt>, g: Root<'_, 'rt>, frame: Frame<'rt>) -> Result<(), Throw> {
    let n = 3 + frame.template.registers as usize;
    // SAFETY: rule 1: the window lies below the stack pointer.
    let window: Slots<'_, 'rt> = unsafe { raw::range(frame.base.sub(3), n) };
    let old = g.cast::<Generator>(&*cx).and_then(|g| g.get(object_words::OWN).cast::<Suspended>());
    let cell = match old {
        Some(cell) if cell.len() == n => {
            let address = raw::address(cell);
            // SAFETY: the cell has `n` value words, and the window `n` slots; nothing collects in between.
            unsafe {
                let words = address.add(1);
                raw::slot(window.at(0)).copy_to_nonoverlapping(words, n);
                for i in 0..n {
                    raw::barrier(address, words.add(i), *words.add(i));
                }
            }
            cell
        }
        _ => {
            let cell = cx.alloc_from_window::<Suspended>(SUSPENDED, 0, n, window)?;
            if let Some(generator) = g.cast::<Generator>(cell) {
                generator.set(object_words::OWN, cell.with_tag(CELL));
            }
            cell
        }
    };
    // SAFETY: both pointers are into the same code.
    let pc = unsafe { frame.pc.offset_from(frame.template.code.as_ptr()) };
    cell.set_raw(0, pc as u64);
    cell.set_raw(1, frame.template.id.0 as u64);
    Ok(())
}

/// Yield and YieldDelegate: saves the topmost frame, whose generator lies below its window. Its cell is there, since it
/// was resumed from it.
#[inline(never)]
pub(super) fn suspend(cx: &mut Cx<'_>, delegate: bool) {
    roots!(cx; g);
    let Some(&frame) = cx.host.frames.last() else { return };
    // SAFETY: a frame with the GENERATOR flag has the generator in that slot.
    g.copy(unsafe { raw::root(frame.base.sub(4)) });
    // Nothing is allocated: the cell has the window's size.
    if save(cx, g, frame).is_ok()
        && let Some(generator) = g.cast::<Generator>(&*cx)
    {
        set_state(generator, if delegate { SUSPENDED_DELEGATE } else { SUSPENDED_YIELD });
    }
}

/// The frame over `base` has returned or thrown: its generator has completed.
#[inline(never)]
pub(super) fn complete(cx: &mut Cx<'_>, base: *mut u64) {
    // SAFETY: a frame with the GENERATOR flag has the generator in that slot.
    let g = unsafe { raw::root(base.sub(4)) };
    if let Some(generator) = g.cast::<Generator>(&*cx) {
        set_state(generator, COMPLETED);
        generator.set(object_words::OWN, undefined());
    }
}

/// GeneratorResume and GeneratorResumeAbrupt (ECMA-262 27.5.3.3, 27.5.3.4); the value or result object is left in
/// `out`. The caller has checked that `generator` holds a generator.
#[inline(never)]
pub fn resume<'rt>(
    cx: &mut Cx<'rt>,
    generator: Root<'_, 'rt>,
    mode: Mode,
    v: Root<'_, 'rt>,
    out: Root<'_, 'rt>,
) -> Result<Resumed, Throw> {
    let Some(g) = generator.cast::<Generator>(&*cx) else { return Ok(Resumed::Completed) };
    let mut state = g.raw(0);
    if state == RUNNING {
        return Err(error::type_error(cx, "Generator is already running"));
    }
    if state == START && mode != Mode::Next {
        set_state(g, COMPLETED);
        g.set(object_words::OWN, undefined());
        state = COMPLETED;
    }
    let cell = g.get(object_words::OWN).cast::<Suspended>();
    let template = cell.and_then(|c| cx.host.code.templates[c.raw(1) as u32 as usize]);
    let (Some(cell), Some(template)) = (cell, template) else {
        return match mode {
            Mode::Throw => Err(cx.throw(v)),
            Mode::Return => {
                out.copy(v);
                Ok(Resumed::Completed)
            }
            Mode::Next => {
                out.set(undefined());
                Ok(Resumed::Completed)
            }
        };
    };
    debug_assert!(state != COMPLETED);
    let n = cell.len();
    let pc = cell.raw(0) as usize;
    cx.check_stack(n + 16)?;
    if cx.host.frames.len() >= MAX_FRAMES {
        return Err(cx.throw_imm(2));
    }
    let Some(g) = generator.cast::<Generator>(&*cx) else { return Ok(Resumed::Completed) };
    let Some(cell) = g.get(object_words::OWN).cast::<Suspended>() else { return Ok(Resumed::Completed) };
    set_state(g, RUNNING);
    // SAFETY: room has been checked; every slot up to the new stack pointer is written before it is set.
    let (sp, base) = unsafe {
        let sp = cx.raw_sp();
        *sp = generator.get(&*cx).bits();
        raw::address(cell).add(1).copy_to_nonoverlapping(sp.add(1), n);
        cx.raw_set_sp(sp.add(1 + n));
        (sp, sp.add(4))
    };
    // SAFETY: `pc` was saved from this template's code.
    let at = unsafe { template.code.as_ptr().add(pc) };
    let mut pending = None;
    let mut pc = at;
    if state != START {
        // SAFETY: `at` is the Yield or YieldDelegate that suspended; its registers lie in the window.
        unsafe {
            let word = *at;
            let a: Root<'_, 'rt> = raw::root(base.offset((word >> 16) as i16 as isize));
            let c: Root<'_, 'rt> = raw::root(base.offset((word >> 48) as i16 as isize));
            match mode {
                Mode::Next => {
                    a.copy(v);
                    c.set(Value::int(0));
                }
                Mode::Return => {
                    a.copy(v);
                    c.set(Value::int(2));
                }
                Mode::Throw if state == SUSPENDED_DELEGATE => {
                    a.copy(v);
                    c.set(Value::int(1));
                }
                Mode::Throw => pending = Some(cx.throw(v)),
            }
            if pending.is_none() {
                pc = at.add(1);
            }
        }
    }
    cx.host.frames.push(Frame {
        template,
        pc,
        base,
        end: base.wrapping_add(n.saturating_sub(3)),
        args: base,
        argc: 0,
        dst: 0,
        flags: ENTRY | GENERATOR,
        words: 1,
    });
    let result = run::run(cx, pending);
    // SAFETY: back to where it was; the frame above is gone.
    unsafe { cx.raw_set_sp(sp) };
    // SAFETY: nothing has been allocated since the result was taken.
    out.set(unsafe { raw::value(result?) });
    Ok(match generator.cast::<Generator>(&*cx).map(|g| g.raw(0)) {
        Some(SUSPENDED_YIELD) => Resumed::Yielded,
        Some(SUSPENDED_DELEGATE) => Resumed::Delegated,
        _ => Resumed::Completed,
    })
}

/// One step of `yield*` (ECMA-262 15.5.5, the loop): sends what was received (`a`, by the mode in `c`) to the inner
/// iterator of the record at `b`.
#[inline(never)]
pub(super) fn delegate_step<'rt>(
    cx: &mut Cx<'rt>,
    a: *mut u64,
    b: *mut u64,
    c: *mut u64,
) -> Result<(), Throw> {
    // SAFETY: rule 1.
    let (received, record, mode): (Root<'_, 'rt>, iteration::Record<'_, 'rt>, Root<'_, 'rt>) =
        unsafe { (raw::root(a), run::record(b), raw::root(c)) };
    roots!(cx; method, result, done, it);
    it.copy(record.iterator);
    if record.mode.as_int() == Some(iteration::DENSE) {
        // The inner iterator can be seen through `throw` and result objects: make it real.
        let index = record.next.as_int().unwrap_or(0) as u32;
        it.set(crate::builtins::array_iterator::create(
            cx,
            record.iterator,
            crate::builtins::array_iterator::VALUES,
            index,
        )?);
        iteration::get_iterator_direct(cx, it, record)?;
    }
    let was = mode.as_int().unwrap_or(0);
    match was {
        0 => result.set(crate::call::call(cx, record.next, it, &[received])?),
        1 => {
            method.set(object::get_method(cx, it, names::THROW)?);
            if method.get(&*cx).is_undefined() {
                iteration::close(cx, record)?;
                return Err(error::type_error(cx, "The iterator does not provide a 'throw' method"));
            }
            result.set(crate::call::call(cx, method, it, &[received])?);
        }
        _ => {
            method.set(object::get_method(cx, it, names::RETURN)?);
            if method.get(&*cx).is_undefined() {
                mode.set(Value::int(2));
                return Ok(());
            }
            result.set(crate::call::call(cx, method, it, &[received])?);
        }
    }
    if !result.get(&*cx).is_object() {
        let what = error::describe(&*cx, result.get(&*cx));
        return Err(error::type_error(cx, &format!("Iterator result {what} is not an object")));
    }
    done.set(object::get(cx, result, names::DONE)?);
    if crate::convert::to_boolean(done.get(&*cx)) {
        let v = object::get(cx, result, names::VALUE)?;
        received.set(v);
        mode.set(Value::int(if was == 2 { 2 } else { 1 }));
    } else {
        received.copy(result);
        mode.set(Value::int(0));
    }
    Ok(())
}
