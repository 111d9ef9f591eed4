//! Iteration: for-of, destructuring, for-in.

use super::branch::{interrupted, poll};
use crate::dispatch::run::*;
use crate::dispatch::*;
use crate::iteration::{self, Site};

op!(GetIter(cx, s) {
    s.sync(cx);
    let site = Site::from_operand(s.count() as u16);
    attempt!(cx, slow::get_iterator(cx, site, s.p(s.b()), s.p(s.a())));
    next!(cx, s, 1)
});

/// The next element of a record in dense mode, if it is at hand. A finished record holds undefined.
#[inline(always)]
unsafe fn dense_next(s: S, at: *mut u64) -> Option<u64> {
    // SAFETY: `at` is a record; in dense mode its first word is an array or undefined.
    unsafe {
        if *at.add(2) != s.int(iteration::DENSE) || !is_object(*at) {
            return None;
        }
        let (array, i) = (cell(*at), *at.add(1) as u32);
        let elements = *array.add(1);
        if i >= *array.add(3) as u32 || elements >> 48 != CELL_TAG {
            return None;
        }
        let e = cell(elements);
        if i >= (*e >> 32) as u32 {
            return None;
        }
        let v = *e.add(1 + i as usize);
        if v == HOLE_BITS {
            return None;
        }
        *at.add(1) = s.int(i as i32 + 1);
        Some(v)
    }
}

op!(IterNext(cx, s) {
    if let Some(v) = dense_next(s, s.p(s.b())) {
        s.set(s.a(), v);
        next!(cx, s, 1)
    }
    s.sync(cx);
    if attempt!(cx, slow::iterator_step(cx, s.p(s.b()), s.p(s.a()))) {
        next!(cx, s, 1)
    }
    jump!(cx, s, s.c())
});
op!(IterLoop(cx, s) {
    poll!(cx, s);
    if let Some(v) = dense_next(s, s.p(s.b())) {
        s.set(s.a(), v);
        jump!(cx, s, s.c())
    }
    s.sync(cx);
    if attempt!(cx, slow::iterator_step(cx, s.p(s.b()), s.p(s.a()))) {
        jump!(cx, s, s.c())
    }
    next!(cx, s, 1)
});
op!(IterStep(cx, s) {
    if let Some(v) = dense_next(s, s.p(s.b())) {
        s.set(s.a(), v);
        next!(cx, s, 1)
    }
    s.sync(cx);
    attempt!(cx, slow::iterator_step(cx, s.p(s.b()), s.p(s.a())));
    next!(cx, s, 1)
});
op!(IterRest(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::iterator_rest(cx, s.p(s.b()), s.p(s.a())));
    next!(cx, s, 1)
});
op!(IterClose(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::iterator_close(cx, s.p(s.a())));
    next!(cx, s, 1)
});
op!(IterCloseThrow(cx, s) {
    s.sync(cx);
    slow::iterator_close_quietly(cx, s.p(s.a()));
    next!(cx, s, 1)
});
op!(ForInStart(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::for_in_start(cx, s.p(s.a()), s.p(s.b())));
    next!(cx, s, 1)
});
op!(ForInNext(cx, s) {
    s.sync(cx);
    if attempt!(cx, slow::for_in_next(cx, s.p(s.b()), s.p(s.a()))) {
        next!(cx, s, 1)
    }
    jump!(cx, s, s.c())
});
op!(ForInLoop(cx, s) {
    poll!(cx, s);
    s.sync(cx);
    if attempt!(cx, slow::for_in_next(cx, s.p(s.b()), s.p(s.a()))) {
        jump!(cx, s, s.c())
    }
    next!(cx, s, 1)
});
