//! Jumps and conditional jumps, forwards and backwards.

use super::arithmetic::{strict_equal, truthy};
use crate::dispatch::run::*;
use crate::dispatch::*;
use crate::operators::Relation;

/// Has somebody asked for the script to stop?
#[inline(always)]
pub(super) fn interrupted(cx: &Cx<'_>) -> bool {
    cx.host.interrupt.load(std::sync::atomic::Ordering::Relaxed)
}
/// Looks at the interrupt flag on a loop's back edge.
macro_rules! poll {
    ($cx:ident, $s:ident) => {
        if interrupted($cx) {
            otherwise!($cx, $s, {
                let thrown = slow::interrupted($cx);
                raise($cx, thrown)
            })
        }
    };
}
pub(super) use poll;

op!(Jmp(cx, s) { jump!(cx, s, s.bc()) });
op!(Loop(cx, s) {
    poll!(cx, s);
    jump!(cx, s, s.bc())
});

/// A jump on a condition that cannot throw.
macro_rules! simple {
    ($name:ident($s:ident, $v:ident) $condition:expr) => {
        op!($name(cx, $s) {
            let $v = $s.r($s.a());
            if $condition {
                jump!(cx, $s, $s.bc())
            }
            next!(cx, $s, 1)
        });
    };
}
simple!(JTrue(s, v) truthy(s, v));
simple!(JFalse(s, v) !truthy(s, v));
simple!(JNullish(s, v) v & !4 == UNDEFINED_BITS);
simple!(JNotNullish(s, v) v & !4 != UNDEFINED_BITS);
simple!(JUndef(s, v) v == UNDEFINED_BITS);
simple!(JNotUndef(s, v) v != UNDEFINED_BITS);
op!(LoopTrue(cx, s) {
    poll!(cx, s);
    let v = s.r(s.a());
    if truthy(s, v) {
        jump!(cx, s, s.bc())
    }
    next!(cx, s, 1)
});

/// A jump if a relation holds (or does not: `$want`); `$poll` looks at the interrupt flag.
macro_rules! relation {
    ($name:ident, $op:tt, $rel:ident, $want:literal, $y:expr $(, $poll:ident)?) => {
        op!($name(cx, s) {
            $($poll!(cx, s);)?
            let y: fn(S) -> u64 = $y;
            let (x, y) = (s.r(s.a()), y(s));
            if s.both_int(x, y) {
                if ((x as i32) $op (y as i32)) == $want {
                    jump!(cx, s, s.c())
                }
                next!(cx, s, 1)
            }
            if let (Some(x), Some(y)) = (s.number(x), s.number(y)) {
                if (x $op y) == $want {
                    jump!(cx, s, s.c())
                }
                next!(cx, s, 1)
            }
            otherwise!(cx, s, {
                let y: fn(S) -> u64 = $y;
                if attempt!(cx, slow::compare(cx, Relation::$rel, s.p(s.a()), y(s))) == $want {
                    jump!(cx, s, s.c())
                }
                next!(cx, s, 1)
            })
        });
    };
}
macro_rules! relations {
    ($op:tt, $rel:ident: $yes:ident $no:ident $yes_imm:ident $no_imm:ident $back:ident $back_imm:ident) => {
        relation!($yes, $op, $rel, true, |s| s.r(s.b()));
        relation!($no, $op, $rel, false, |s| s.r(s.b()));
        relation!($yes_imm, $op, $rel, true, |s| s.int(s.b() as i32));
        relation!($no_imm, $op, $rel, false, |s| s.int(s.b() as i32));
        relation!($back, $op, $rel, true, |s| s.r(s.b()), poll);
        relation!($back_imm, $op, $rel, true, |s| s.int(s.b() as i32), poll);
    };
}
relations!(<, Lt: JLt JNLt JLtI JNLtI LoopLt LoopLtI);
relations!(<=, Le: JLe JNLe JLeI JNLeI LoopLe LoopLeI);
relations!(>, Gt: JGt JNGt JGtI JNGtI LoopGt LoopGtI);
relations!(>=, Ge: JGe JNGe JGeI JNGeI LoopGe LoopGeI);

op!(JEq(cx, s) {
    s.sync(cx);
    if attempt!(cx, slow::loose_equals(cx, s.p(s.a()), s.p(s.b()))) {
        jump!(cx, s, s.c())
    }
    next!(cx, s, 1)
});
op!(JNe(cx, s) {
    s.sync(cx);
    if !attempt!(cx, slow::loose_equals(cx, s.p(s.a()), s.p(s.b()))) {
        jump!(cx, s, s.c())
    }
    next!(cx, s, 1)
});
op!(JSeq(cx, s) {
    if strict_equal(s, s.r(s.a()), s.r(s.b())) {
        jump!(cx, s, s.c())
    }
    next!(cx, s, 1)
});
op!(JSne(cx, s) {
    if !strict_equal(s, s.r(s.a()), s.r(s.b())) {
        jump!(cx, s, s.c())
    }
    next!(cx, s, 1)
});
op!(JSeqI(cx, s) {
    let x = s.r(s.a());
    if x == s.int(s.b() as i32) || is_double(x) && f64::from_bits(x) == s.b() as f64 {
        jump!(cx, s, s.c())
    }
    next!(cx, s, 1)
});
op!(JSneI(cx, s) {
    let x = s.r(s.a());
    if x == s.int(s.b() as i32) || is_double(x) && f64::from_bits(x) == s.b() as f64 {
        next!(cx, s, 1)
    }
    jump!(cx, s, s.c())
});
