//! Calls, construction, returning, throwing.

use crate::atom::Atom;
use crate::dispatch::run::*;
use crate::dispatch::*;
use crate::error;
use crate::function;

/// The template of a closure that may be called (`CLASS`) or constructed, by the flag that must be clear or set.
#[inline(always)]
unsafe fn template<'rt>(cx: &Cx<'rt>, f: *mut u64) -> (Option<&'rt Template<'rt>>, u64) {
    // SAFETY: `f` is a CLOSURE cell, whose raw word follows its values; its code id names a template.
    unsafe {
        let word = *f.add(1 + function::closure_words::COUNT);
        (*cx.host.code.templates.get_unchecked(word as u32 as usize), word >> 32)
    }
}

/// The body of both call instructions: the call of an ordinary closure whose window can stay where it is. Everything
/// else is a handler of its own, so that this one needs no stack frame.
macro_rules! call {
    ($cx:ident, $s:ident) => {{
        let window = $s.p($s.b());
        let callee = *window;
        if is_object(callee) {
            let f = cell(callee);
            if *f as u8 == CLOSURE.id {
                let (template, flags) = template($cx, f);
                let base = window.add(3);
                if let Some(template) = template
                    && flags & function::CLASS as u64 == 0
                    && !template.needs_arguments
                    && has_room($cx, base, template.registers as usize)
                {
                    $s.sync($cx);
                    *window.add(1) = UNDEFINED_BITS;
                    let pc = template.code.as_ptr();
                    let argc = $s.count() as u32;
                    open_frame(
                        $cx,
                        Frame {
                            template,
                            pc,
                            base,
                            end: base,
                            args: base,
                            argc,
                            dst: $s.a() as i16,
                            flags: 0,
                            words: 1,
                        },
                    );
                    return dispatch($cx, pc, base, template.caches.as_ptr(), $s.k);
                }
            } else if *f as u8 == NATIVE.id {
                return call_native($cx, $s.pc, $s.base, $s.caches, $s.k);
            }
        }
        return call_any($cx, $s.pc, $s.base, $s.caches, $s.k);
    }};
}

op!(Call(cx, s) { call!(cx, s) });
op!(CallPlain(cx, s) {
    *s.p(s.b() + 2) = UNDEFINED_BITS;
    call!(cx, s)
});

/// A call of a built-in.
#[inline(never)]
unsafe fn call_native<'rt>(
    cx: &mut Cx<'rt>,
    pc: *const u64,
    base: *mut u64,
    caches: *const crate::code::Cache,
    k: u64,
) -> Step {
    let s = S { pc, base, caches, k };
    s.sync(cx);
    // SAFETY: as in `op!`; the callee is a NATIVE cell, whose number names a built-in.
    unsafe {
        let v = attempt!(cx, slow::call_native(cx, s.p(s.b()), s.count()));
        s.set(s.a(), v);
        next!(cx, s, 1)
    }
}

/// A call of anything else: closures that keep their arguments, classes, bound functions, values that are no functions.
#[inline(never)]
unsafe fn call_any<'rt>(
    cx: &mut Cx<'rt>,
    pc: *const u64,
    base: *mut u64,
    caches: *const crate::code::Cache,
    k: u64,
) -> Step {
    let s = S { pc, base, caches, k };
    s.sync(cx);
    // SAFETY: as in `op!`.
    unsafe {
        let window = s.p(s.b());
        if is_object(*window) && *cell(*window) as u8 == CLOSURE.id {
            let (template, flags) = template(cx, cell(*window));
            if let Some(template) = template
                && flags & function::CLASS as u64 == 0
            {
                *window.add(1) = UNDEFINED_BITS;
                attempt!(cx, push_frame(cx, template, window, s.count(), s.a() as i16, 0, 1));
                enter_frame!(cx, s.k)
            }
        }
        let v = attempt!(cx, slow::call(cx, window, s.count()));
        s.set(s.a(), v);
        next!(cx, s, 1)
    }
}

op!(New(cx, s) {
    let window = s.p(s.b());
    s.sync(cx);
    *window.add(1) = *window;
    if is_object(*window) && *cell(*window) as u8 == CLOSURE.id {
        let (template, flags) = template(cx, cell(*window));
        if flags & function::CONSTRUCTOR as u64 != 0
            && let Some(template) = template
        {
            attempt!(cx, class::prepare_this(cx, window, template));
            attempt!(cx, push_frame(cx, template, window, s.count(), s.a() as i16, CONSTRUCT, 1));
            enter_frame!(cx, s.k)
        }
    }
    let v = attempt!(cx, slow::construct(cx, window, s.count()));
    s.set(s.a(), v);
    next!(cx, s, 1)
});
op!(CallSpread(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::call_spread(cx, s.p(s.a()), s.p(s.b()), false));
    next!(cx, s, 1)
});
op!(NewSpread(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::call_spread(cx, s.p(s.a()), s.p(s.b()), true));
    next!(cx, s, 1)
});

/// The registers of the active function and new.target of a super call.
fn super_operands(s: S) -> (*mut u64, *mut u64) {
    (s.p(s.low() as i32 as isize), s.p(s.high() as i32 as isize))
}
op!(SuperCall(cx, s) {
    let (active, new_target) = super_operands(s);
    let window = s.p(s.b());
    s.sync(cx);
    attempt!(cx, class::prepare_super_call(cx, window, active, new_target));
    if *cell(*window) as u8 == CLOSURE.id
        && let (Some(template), _) = template(cx, cell(*window))
    {
        attempt!(cx, class::prepare_this(cx, window, template));
        attempt!(cx, push_frame(cx, template, window, s.count(), s.a() as i16, CONSTRUCT, 2));
        enter_frame!(cx, s.k)
    }
    let v = attempt!(cx, slow::construct_prepared(cx, window, s.count()));
    s.set(s.a(), v);
    next!(cx, s, 2)
});
op!(SuperCallSpread(cx, s) {
    let (active, new_target) = super_operands(s);
    s.sync(cx);
    attempt!(cx, class::prepare_super_call(cx, s.p(s.b()), active, new_target));
    attempt!(cx, slow::super_call_spread(cx, s.p(s.a()), s.p(s.b())));
    next!(cx, s, 2)
});
op!(BindThis(cx, s) {
    if s.r(s.b()) != UNINIT_BITS {
        otherwise!(cx, s, {
            let thrown = error::reference_error(cx, "Super constructor may only be called once");
            raise(cx, thrown)
        })
    }
    s.set(s.b(), s.r(s.a()));
    next!(cx, s, 1)
});
op!(CheckThis(cx, s) {
    if s.r(s.a()) == UNINIT_BITS {
        otherwise!(cx, s, {
            let thrown = class::this_uninitialised(cx);
            raise(cx, thrown)
        })
    }
    next!(cx, s, 1)
});
op!(CoerceThis(cx, s) {
    if is_object(s.r(-1)) {
        next!(cx, s, 1)
    }
    otherwise!(cx, s, {
        attempt!(cx, slow::coerce_this(cx, s.p(-1)));
        next!(cx, s, 1)
    })
});
op!(CreateRest(cx, s) {
    s.sync(cx);
    let frame = *cx.host.frames.last().unwrap_unchecked();
    attempt!(cx, slow::create_rest(cx, s.p(s.a()), frame.args, frame.argc as usize, s.b() as u16 as usize));
    next!(cx, s, 1)
});
op!(CreateArgs(cx, s) {
    s.sync(cx);
    let frame = *cx.host.frames.last().unwrap_unchecked();
    let mapped = (s.b() != 0).then(|| s.p(s.c()));
    attempt!(cx, slow::create_arguments(cx, s.p(s.a()), &frame, mapped));
    next!(cx, s, 1)
});

/// Leaves the topmost frame with a result.
macro_rules! leave {
    ($cx:ident, $s:ident, $frame:ident, $v:expr) => {{
        let v = $v;
        let depth = $cx.host.frames.len() - 1;
        $cx.host.frames.set_len(depth);
        if $frame.flags & ENTRY != 0 {
            return give(v);
        }
        let caller = $cx.host.frames.get_unchecked(depth - 1);
        let (pc, base) = (caller.pc.add($frame.words as usize), caller.base);
        let caches = caller.template.caches.as_ptr();
        let sp = caller.end;
        $cx.raw_set_sp(sp);
        *base.offset($frame.dst as isize) = v;
        return dispatch($cx, pc, base, caches, $s.k);
    }};
}

/// Before a frame with flags is left: [[Construct]]'s rule for the result `v`, a generator's end.
#[inline(never)]
unsafe fn finish(cx: &mut Cx<'_>, base: *mut u64, flags: u8, v: u64) -> u64 {
    if flags & GENERATOR != 0 {
        generator::complete(cx, base);
    }
    // SAFETY: rule 1: `this` of the frame.
    if flags & CONSTRUCT != 0 && !is_object(v) { unsafe { *base.sub(1) } } else { v }
}

macro_rules! ret {
    ($cx:ident, $s:ident, $v:expr) => {{
        let frame = $cx.host.frames.last().unwrap_unchecked();
        if frame.flags & !ENTRY == 0 {
            let frame = *frame;
            leave!($cx, $s, frame, $v)
        }
        otherwise!($cx, $s, {
            let flags = $cx.host.frames.last().unwrap_unchecked().flags;
            let v = finish($cx, $s.base, flags, $v);
            let frame = *$cx.host.frames.last().unwrap_unchecked();
            leave!($cx, $s, frame, v)
        })
    }};
}
op!(Ret(cx, s) { ret!(cx, s, s.r(s.a())) });
op!(RetUndef(cx, s) { ret!(cx, s, UNDEFINED_BITS) });
op!(RetDerived(cx, s) {
    let mut v = s.r(s.a());
    if !is_object(v) {
        s.sync(cx);
        v = attempt!(cx, class::derived_result(cx, v, s.r(s.b())));
    }
    let frame = *cx.host.frames.last().unwrap_unchecked();
    leave!(cx, s, frame, v)
});
op!(Throw(cx, s) {
    s.sync(cx);
    let thrown = cx.throw(raw::root(s.p(s.a())));
    raise(cx, thrown)
});
op!(ThrowError(cx, s) {
    s.sync(cx);
    let thrown = slow::throw_error(cx, s.b() as u16, Atom(s.low()));
    raise(cx, thrown)
});
op!(CheckObj(cx, s) {
    if s.r(s.a()) & !4 == UNDEFINED_BITS {
        otherwise!(cx, s, {
            let thrown = slow::not_destructurable(cx, s.p(s.a()));
            raise(cx, thrown)
        })
    }
    next!(cx, s, 1)
});
op!(CheckIsObject(cx, s) {
    if !is_object(s.r(s.a())) {
        otherwise!(cx, s, {
            let thrown = slow::throw_error(cx, 1, Atom(s.low()));
            raise(cx, thrown)
        })
    }
    next!(cx, s, 2)
});
op!(Generator(cx, s) {
    // Resumed after this instruction.
    S { pc: s.pc.add(1), ..s }.sync(cx);
    let v = attempt!(cx, generator::create(cx));
    let frame = *cx.host.frames.last().unwrap_unchecked();
    leave!(cx, s, frame, v)
});
op!(Yield(cx, s) {
    let v = s.r(s.b());
    s.sync(cx);
    generator::suspend(cx, false);
    cx.host.frames.pop();
    Ok(v)
});
op!(YieldDelegate(cx, s) {
    let v = s.r(s.b());
    s.sync(cx);
    generator::suspend(cx, true);
    cx.host.frames.pop();
    Ok(v)
});
op!(DelegateStep(cx, s) {
    s.sync(cx);
    attempt!(cx, generator::delegate_step(cx, s.p(s.a()), s.p(s.b()), s.p(s.c())));
    next!(cx, s, 1)
});
