//! Arithmetic, comparison into a register, typeof, concatenation.

use crate::dispatch::run::*;
use crate::dispatch::*;
use crate::operators::{Arithmetic, Relation};

/// An operator on two numbers with an int32 form that may overflow.
macro_rules! checked {
    ($name:ident, $int:ident, $double:tt, $slow:ident) => {
        op!($name(cx, s) {
            let (x, y) = (s.r(s.b()), s.r(s.c()));
            if s.both_int(x, y) {
                if let Some(n) = (x as i32).$int(y as i32) {
                    s.set(s.a(), s.int(n));
                    next!(cx, s, 1)
                }
                s.set(s.a(), (x as i32 as f64 $double y as i32 as f64).to_bits());
                next!(cx, s, 1)
            }
            if let (Some(x), Some(y)) = (s.number(x), s.number(y)) {
                s.set(s.a(), double(x $double y));
                next!(cx, s, 1)
            }
            otherwise!(cx, s, {
                attempt!(cx, $slow(cx, s, s.r(s.c())));
                next!(cx, s, 1)
            })
        });
    };
}
/// The same with an int32 constant in `c`.
macro_rules! checked_imm {
    ($name:ident, $int:ident, $double:tt, $slow:ident) => {
        op!($name(cx, s) {
            let x = s.r(s.b());
            if x >= s.k {
                if let Some(n) = (x as i32).$int(s.c() as i32) {
                    s.set(s.a(), s.int(n));
                    next!(cx, s, 1)
                }
                s.set(s.a(), (x as i32 as f64 $double s.c() as f64).to_bits());
                next!(cx, s, 1)
            }
            if is_double(x) {
                s.set(s.a(), double(f64::from_bits(x) $double s.c() as f64));
                next!(cx, s, 1)
            }
            otherwise!(cx, s, {
                attempt!(cx, $slow(cx, s, s.int(s.c() as i32)));
                next!(cx, s, 1)
            })
        });
    };
}

#[inline(always)]
fn add_slow(cx: &mut Cx<'_>, s: S, y: u64) -> Result<(), Throw> {
    slow::add(cx, s.p(s.a()), s.p(s.b()), y)
}
#[inline(always)]
fn sub_slow(cx: &mut Cx<'_>, s: S, y: u64) -> Result<(), Throw> {
    slow::arithmetic(cx, Arithmetic::Sub, s.p(s.a()), s.p(s.b()), y)
}

checked!(Add, checked_add, +, add_slow);
checked!(Sub, checked_sub, -, sub_slow);
checked_imm!(AddI, checked_add, +, add_slow);
checked_imm!(SubI, checked_sub, -, sub_slow);

/// Multiplication: the int32 form must not lose the sign of a zero.
#[inline(always)]
fn multiply(s: S, x: u64, y: u64) -> Option<u64> {
    if s.both_int(x, y) {
        let (m, n) = (x as i32, y as i32);
        return Some(match m.checked_mul(n) {
            Some(d) if d != 0 || m | n >= 0 => s.int(d),
            _ => (m as f64 * n as f64).to_bits(),
        });
    }
    match (s.number(x), s.number(y)) {
        (Some(x), Some(y)) => Some(double(x * y)),
        _ => None,
    }
}

op!(Mul(cx, s) {
    if let Some(v) = multiply(s, s.r(s.b()), s.r(s.c())) {
        s.set(s.a(), v);
        next!(cx, s, 1)
    }
    otherwise!(cx, s, {
        attempt!(cx, slow::arithmetic(cx, Arithmetic::Mul, s.p(s.a()), s.p(s.b()), s.r(s.c())));
        next!(cx, s, 1)
    })
});
op!(MulI(cx, s) {
    if let Some(v) = multiply(s, s.r(s.b()), s.int(s.c() as i32)) {
        s.set(s.a(), v);
        next!(cx, s, 1)
    }
    otherwise!(cx, s, {
        attempt!(cx, slow::arithmetic(cx, Arithmetic::Mul, s.p(s.a()), s.p(s.b()), s.int(s.c() as i32)));
        next!(cx, s, 1)
    })
});
op!(Div(cx, s) {
    let (x, y) = (s.r(s.b()), s.r(s.c()));
    if s.both_int(x, y) {
        s.set(s.a(), slow::divide(x as i32, y as i32));
        next!(cx, s, 1)
    }
    if let (Some(x), Some(y)) = (s.number(x), s.number(y)) {
        s.set(s.a(), double(x / y));
        next!(cx, s, 1)
    }
    otherwise!(cx, s, {
        attempt!(cx, slow::arithmetic(cx, Arithmetic::Div, s.p(s.a()), s.p(s.b()), s.r(s.c())));
        next!(cx, s, 1)
    })
});
op!(Mod(cx, s) {
    let (x, y) = (s.r(s.b()), s.r(s.c()));
    if s.both_int(x, y) && x as i32 >= 0 && y as i32 > 0 {
        s.set(s.a(), s.int(x as i32 % y as i32));
        next!(cx, s, 1)
    }
    otherwise!(cx, s, {
        attempt!(cx, slow::arithmetic(cx, Arithmetic::Mod, s.p(s.a()), s.p(s.b()), s.r(s.c())));
        next!(cx, s, 1)
    })
});
op!(ModI(cx, s) {
    let x = s.r(s.b());
    if x >= s.k && x as i32 >= 0 && s.c() > 0 {
        s.set(s.a(), s.int((x as u32 % s.c() as u32) as i32));
        next!(cx, s, 1)
    }
    otherwise!(cx, s, {
        attempt!(cx, slow::arithmetic(cx, Arithmetic::Mod, s.p(s.a()), s.p(s.b()), s.int(s.c() as i32)));
        next!(cx, s, 1)
    })
});
op!(Exp(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::arithmetic(cx, Arithmetic::Exp, s.p(s.a()), s.p(s.b()), s.r(s.c())));
    next!(cx, s, 1)
});

/// An operator on int32 whose result is int32.
macro_rules! bitwise {
    ($name:ident, $imm:ident, $op:expr, $slow:ident) => {
        op!($name(cx, s) {
            let (x, y) = (s.r(s.b()), s.r(s.c()));
            if s.both_int(x, y) {
                let f: fn(i32, i32) -> i32 = $op;
                s.set(s.a(), s.int(f(x as i32, y as i32)));
                next!(cx, s, 1)
            }
            otherwise!(cx, s, {
                attempt!(cx, slow::arithmetic(cx, Arithmetic::$slow, s.p(s.a()), s.p(s.b()), s.r(s.c())));
                next!(cx, s, 1)
            })
        });
        bitwise!($imm, $op, $slow);
    };
    ($imm:ident, $op:expr, $slow:ident) => {
        op!($imm(cx, s) {
            let x = s.r(s.b());
            if x >= s.k {
                let f: fn(i32, i32) -> i32 = $op;
                s.set(s.a(), s.int(f(x as i32, s.c() as i32)));
                next!(cx, s, 1)
            }
            otherwise!(cx, s, {
                attempt!(cx, slow::arithmetic(cx, Arithmetic::$slow, s.p(s.a()), s.p(s.b()), s.int(s.c() as i32)));
                next!(cx, s, 1)
            })
        });
    };
}
bitwise!(BitAnd, BitAndI, |x, y| x & y, And);
bitwise!(BitOr, BitOrI, |x, y| x | y, Or);
bitwise!(Shl, ShlI, |x, y| x.wrapping_shl(y as u32), Shl);
bitwise!(Shr, ShrI, |x, y| x.wrapping_shr(y as u32), Shr);

op!(BitXor(cx, s) {
    let (x, y) = (s.r(s.b()), s.r(s.c()));
    if s.both_int(x, y) {
        s.set(s.a(), s.int(x as i32 ^ y as i32));
        next!(cx, s, 1)
    }
    otherwise!(cx, s, {
        attempt!(cx, slow::arithmetic(cx, Arithmetic::Xor, s.p(s.a()), s.p(s.b()), s.r(s.c())));
        next!(cx, s, 1)
    })
});

#[inline(always)]
fn unsigned(s: S, n: u32) -> u64 {
    if n <= i32::MAX as u32 { s.int(n as i32) } else { (n as f64).to_bits() }
}
op!(UShr(cx, s) {
    let (x, y) = (s.r(s.b()), s.r(s.c()));
    if s.both_int(x, y) {
        s.set(s.a(), unsigned(s, (x as u32).wrapping_shr(y as u32)));
        next!(cx, s, 1)
    }
    otherwise!(cx, s, {
        attempt!(cx, slow::arithmetic(cx, Arithmetic::UShr, s.p(s.a()), s.p(s.b()), s.r(s.c())));
        next!(cx, s, 1)
    })
});
op!(UShrI(cx, s) {
    let x = s.r(s.b());
    if x >= s.k {
        s.set(s.a(), unsigned(s, (x as u32).wrapping_shr(s.c() as u32)));
        next!(cx, s, 1)
    }
    otherwise!(cx, s, {
        attempt!(cx, slow::arithmetic(cx, Arithmetic::UShr, s.p(s.a()), s.p(s.b()), s.int(s.c() as i32)));
        next!(cx, s, 1)
    })
});

op!(Inc(cx, s) {
    let x = s.r(s.b());
    if x >= s.k && x as i32 != i32::MAX {
        s.set(s.a(), s.int(x as i32 + 1));
        next!(cx, s, 1)
    }
    if let Some(x) = s.number(x) {
        s.set(s.a(), double(x + 1.0));
        next!(cx, s, 1)
    }
    otherwise!(cx, s, {
        attempt!(cx, slow::arithmetic(cx, Arithmetic::Sub, s.p(s.a()), s.p(s.b()), s.int(-1)));
        next!(cx, s, 1)
    })
});
op!(Dec(cx, s) {
    let x = s.r(s.b());
    if x >= s.k && x as i32 != i32::MIN {
        s.set(s.a(), s.int(x as i32 - 1));
        next!(cx, s, 1)
    }
    if let Some(x) = s.number(x) {
        s.set(s.a(), double(x - 1.0));
        next!(cx, s, 1)
    }
    otherwise!(cx, s, {
        attempt!(cx, slow::arithmetic(cx, Arithmetic::Sub, s.p(s.a()), s.p(s.b()), s.int(1)));
        next!(cx, s, 1)
    })
});
op!(Neg(cx, s) {
    let x = s.r(s.b());
    if x >= s.k && x as i32 != 0 && x as i32 != i32::MIN {
        s.set(s.a(), s.int(-(x as i32)));
        next!(cx, s, 1)
    }
    if let Some(x) = s.number(x) {
        s.set(s.a(), double(-x));
        next!(cx, s, 1)
    }
    otherwise!(cx, s, {
        attempt!(cx, slow::negate(cx, s.p(s.a()), s.p(s.b())));
        next!(cx, s, 1)
    })
});
/// ToNumber and, without big integers, ToNumeric.
macro_rules! numeric {
    ($name:ident) => {
        op!($name(cx, s) {
            let x = s.r(s.b());
            if x >= s.k || is_double(x) {
                s.set(s.a(), x);
                next!(cx, s, 1)
            }
            otherwise!(cx, s, {
                attempt!(cx, slow::to_number(cx, s.p(s.a()), s.p(s.b())));
                next!(cx, s, 1)
            })
        });
    };
}
numeric!(Plus);
numeric!(ToNumeric);
op!(BitNot(cx, s) {
    let x = s.r(s.b());
    if x >= s.k {
        s.set(s.a(), s.int(!(x as i32)));
        next!(cx, s, 1)
    }
    otherwise!(cx, s, {
        attempt!(cx, slow::arithmetic(cx, Arithmetic::Xor, s.p(s.a()), s.p(s.b()), s.int(-1)));
        next!(cx, s, 1)
    })
});
op!(Not(cx, s) {
    let v = s.r(s.b());
    s.set(s.a(), truth(!truthy(s, v)));
    next!(cx, s, 1)
});
op!(Typeof(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::type_of(cx, s.p(s.a()), s.p(s.b())));
    next!(cx, s, 1)
});
op!(Concat(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::concat(cx, s.p(s.a()), s.p(s.b()), s.count()));
    next!(cx, s, 1)
});

/// ToBoolean.
#[inline(always)]
pub(super) fn truthy(s: S, v: u64) -> bool {
    if v & !1 == FALSE_BITS {
        v == TRUE_BITS
    } else if v >= s.k {
        v as i32 != 0
    } else {
        slow::truthy(v)
    }
}

macro_rules! relation {
    ($name:ident, $op:tt) => {
        op!($name(cx, s) {
            let (x, y) = (s.r(s.b()), s.r(s.c()));
            if s.both_int(x, y) {
                s.set(s.a(), truth((x as i32) $op (y as i32)));
                next!(cx, s, 1)
            }
            if let (Some(x), Some(y)) = (s.number(x), s.number(y)) {
                s.set(s.a(), truth(x $op y));
                next!(cx, s, 1)
            }
            otherwise!(cx, s, {
                let v = attempt!(cx, slow::compare(cx, Relation::$name, s.p(s.b()), s.r(s.c())));
                s.set(s.a(), truth(v));
                next!(cx, s, 1)
            })
        });
    };
}
relation!(Lt, <);
relation!(Le, <=);
relation!(Gt, >);
relation!(Ge, >=);

/// IsStrictlyEqual.
#[inline(always)]
pub(super) fn strict_equal(s: S, x: u64, y: u64) -> bool {
    if s.both_int(x, y) || is_object(x) {
        x == y
    } else if let (Some(x), Some(y)) = (s.number(x), s.number(y)) {
        x == y
    } else {
        slow::strict_equals(x, y)
    }
}
op!(StrictEq(cx, s) {
    s.set(s.a(), truth(strict_equal(s, s.r(s.b()), s.r(s.c()))));
    next!(cx, s, 1)
});
op!(StrictNe(cx, s) {
    s.set(s.a(), truth(!strict_equal(s, s.r(s.b()), s.r(s.c()))));
    next!(cx, s, 1)
});
op!(Eq(cx, s) {
    s.sync(cx);
    let v = attempt!(cx, slow::loose_equals(cx, s.p(s.b()), s.p(s.c())));
    s.set(s.a(), truth(v));
    next!(cx, s, 1)
});
op!(Ne(cx, s) {
    s.sync(cx);
    let v = attempt!(cx, slow::loose_equals(cx, s.p(s.b()), s.p(s.c())));
    s.set(s.a(), truth(!v));
    next!(cx, s, 1)
});
