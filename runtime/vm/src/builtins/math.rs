//! Math (ECMA-262 21.3).
//!
//! Each function takes the implementation that is closest to exact or, where two are equally good, the one that agrees
//! with other engines to the last digit: crate `libm` for most, the system's for powers, log10 and tanh.

use crate::realm::{Args, Spec, What, method, tag, value};
use crate::value::*;
use crate::{convert, operators};

/// Math's own.
pub static PROPERTIES: &[Spec] = &[
    method("abs", abs, 1),
    method("acos", acos, 1),
    method("acosh", acosh, 1),
    method("asin", asin, 1),
    method("asinh", asinh, 1),
    method("atan", atan, 1),
    method("atanh", atanh, 1),
    method("atan2", atan2, 2),
    method("ceil", ceil, 1),
    method("cbrt", cbrt, 1),
    method("expm1", expm1, 1),
    method("clz32", clz32, 1),
    method("cos", cos, 1),
    method("cosh", cosh, 1),
    method("exp", exp, 1),
    method("floor", floor, 1),
    method("fround", fround, 1),
    method("f16round", f16round, 1),
    method("hypot", hypot, 2),
    method("imul", imul, 2),
    method("log", log, 1),
    method("log1p", log1p, 1),
    method("log2", log2, 1),
    method("log10", log10, 1),
    method("max", max, 2),
    method("min", min, 2),
    method("pow", pow, 2),
    method("random", random, 0),
    method("round", round, 1),
    method("sign", sign, 1),
    method("sin", sin, 1),
    method("sinh", sinh, 1),
    method("sqrt", sqrt, 1),
    method("sumPrecise", super::sum::sum_precise, 1),
    method("tan", tan, 1),
    method("tanh", tanh, 1),
    method("trunc", trunc, 1),
    value("E", What::Number(std::f64::consts::E), 0),
    value("LN10", What::Number(std::f64::consts::LN_10), 0),
    value("LN2", What::Number(std::f64::consts::LN_2), 0),
    value("LOG10E", What::Number(std::f64::consts::LOG10_E), 0),
    value("LOG2E", What::Number(std::f64::consts::LOG2_E), 0),
    value("PI", What::Number(std::f64::consts::PI), 0),
    value("SQRT1_2", What::Number(std::f64::consts::FRAC_1_SQRT_2), 0),
    value("SQRT2", What::Number(std::f64::consts::SQRT_2), 0),
    tag("Math"),
];

macro_rules! of_one_number {
    ($($name:ident $f:expr;)+) => { $(
        #[doc = concat!("Math.", stringify!($name), "(x)")]
        pub fn $name<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
            let f: fn(f64) -> f64 = $f;
            Ok(number(f(convert::to_number(cx, args.get(0))?)))
        }
    )+ };
}

of_one_number! {
    acos libm::acos;
    acosh libm::acosh;
    asin libm::asin;
    asinh libm::asinh;
    atan libm::atan;
    atanh libm::atanh;
    cbrt libm::cbrt;
    cos libm::cos;
    cosh libm::cosh;
    exp |x| if x == 1.0 { std::f64::consts::E } else { libm::exp(x) };
    expm1 libm::expm1;
    fround |x| x as f32 as f64;
    f16round to_half;
    log libm::log;
    log1p libm::log1p;
    log2 libm::log2;
    log10 f64::log10;
    sin libm::sin;
    sinh libm::sinh;
    sqrt f64::sqrt;
    tan libm::tan;
    tanh f64::tanh;
}

/// The nearest number that sixteen bits can hold, ties to even.
fn to_half(x: f64) -> f64 {
    let a = x.abs();
    if !a.is_finite() || a == 0.0 {
        return x;
    }
    // Adding and taking away a number whose last place is the wanted one rounds to that place.
    let exponent = ((a.to_bits() >> 52) as i32 - 1023).max(-14);
    let shift = 1.5 * 2f64.powi((exponent - 10 + 52).min(1000));
    let rounded = if exponent > 16 { f64::INFINITY } else { (a + shift) - shift };
    if rounded > 65504.0 { f64::INFINITY.copysign(x) } else { rounded.copysign(x) }
}

macro_rules! of_integers_the_same {
    ($($name:ident $f:expr;)+) => { $(
        #[doc = concat!("Math.", stringify!($name), "(x)")]
        pub fn $name<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
            if let Some(i) = args.get(0).as_int() {
                return Ok(Value::int(i));
            }
            let f: fn(f64) -> f64 = $f;
            Ok(number(f(convert::to_number(cx, args.get(0))?)))
        }
    )+ };
}

of_integers_the_same! {
    ceil f64::ceil;
    floor f64::floor;
    round round_half_up;
    trunc f64::trunc;
}

/// To the nearest integer, halves towards positive infinity, -0 for what rounds to zero from below.
fn round_half_up(x: f64) -> f64 {
    let below = x.floor();
    let rounded = if x - below >= 0.5 { below + 1.0 } else { below };
    rounded.copysign(x)
}

/// Math.abs(x)
pub fn abs<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if let Some(i) = args.get(0).as_int().and_then(i32::checked_abs) {
        return Ok(Value::int(i));
    }
    Ok(number(convert::to_number(cx, args.get(0))?.abs()))
}

/// Math.sign(x)
pub fn sign<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let x = convert::to_number(cx, args.get(0))?;
    Ok(number(if x == 0.0 || x.is_nan() { x } else { x.signum() }))
}

/// Math.clz32(x)
pub fn clz32<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Ok(Value::int(convert::to_uint32(cx, args.get(0))?.leading_zeros() as i32))
}

/// Math.imul(x, y)
pub fn imul<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let x = convert::to_int32(cx, args.get(0))?;
    let y = convert::to_int32(cx, args.get(1))?;
    Ok(Value::int(x.wrapping_mul(y)))
}

/// Math.atan2(y, x)
pub fn atan2<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let y = convert::to_number(cx, args.get(0))?;
    let x = convert::to_number(cx, args.get(1))?;
    Ok(number(libm::atan2(y, x)))
}

/// Math.pow(base, exponent)
pub fn pow<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let x = convert::to_number(cx, args.get(0))?;
    let y = convert::to_number(cx, args.get(1))?;
    Ok(number(operators::power(x, y)))
}

/// Math.hypot(...args)
pub fn hypot<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let mut numbers = Vec::with_capacity(args.len());
    for i in 0..args.len() {
        numbers.push(convert::to_number(cx, args.get(i))?.abs());
    }
    if numbers.contains(&f64::INFINITY) {
        return Ok(Value::double(f64::INFINITY));
    }
    if numbers.iter().any(|n| n.is_nan()) {
        return Ok(Value::double(f64::NAN));
    }
    let largest = numbers.iter().copied().fold(0.0, f64::max);
    if largest == 0.0 {
        return Ok(Value::int(0));
    }
    // Scaled, so that no square overflows; with the compensation of Kahan.
    let (mut sum, mut compensation) = (0.0, 0.0);
    for n in numbers {
        let scaled = n / largest;
        let summand = scaled * scaled - compensation;
        let preliminary = sum + summand;
        compensation = (preliminary - sum) - summand;
        sum = preliminary;
    }
    Ok(number(sum.sqrt() * largest))
}

/// Math.max(...args)
pub fn max<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if let (2, Some(a), Some(b)) = (args.len(), args.get(0).as_int(), args.get(1).as_int()) {
        return Ok(Value::int(a.max(b)));
    }
    let mut highest = f64::NEG_INFINITY;
    for i in 0..args.len() {
        let x = convert::to_number(cx, args.get(i))?;
        if x.is_nan() || highest.is_nan() {
            highest = f64::NAN;
        } else if x > highest || x == 0.0 && highest == 0.0 && x.is_sign_positive() {
            highest = x;
        }
    }
    Ok(number(highest))
}

/// Math.min(...args)
pub fn min<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if let (2, Some(a), Some(b)) = (args.len(), args.get(0).as_int(), args.get(1).as_int()) {
        return Ok(Value::int(a.min(b)));
    }
    let mut lowest = f64::INFINITY;
    for i in 0..args.len() {
        let x = convert::to_number(cx, args.get(i))?;
        if x.is_nan() || lowest.is_nan() {
            lowest = f64::NAN;
        } else if x < lowest || x == 0.0 && lowest == 0.0 && x.is_sign_negative() {
            lowest = x;
        }
    }
    Ok(number(lowest))
}

/// Math.random(): xorshift128+.
pub fn random<'a, 'rt>(cx: &'a mut Cx<'rt>, _: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let [mut a, b] = cx.host.random;
    a ^= a << 23;
    a ^= a >> 17;
    a ^= b ^ b >> 26;
    cx.host.random = [b, a];
    let bits = a.wrapping_add(b) >> 11;
    Ok(number(bits as f64 * (1.0 / (1u64 << 53) as f64)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves() {
        for (x, expected) in [
            (1.337, 1.3369140625),
            (65504.0, 65504.0),
            (65519.99, 65504.0),
            (65520.0, f64::INFINITY),
            (1e300, f64::INFINITY),
            (5.960464477539063e-8, 5.960464477539063e-8),
            (2.9802322387695312e-8, 0.0),
            (2.980232238769532e-8, 5.960464477539063e-8),
            (1e-300, 0.0),
            (1.00048828125, 1.0),
            (1.0014648437500002, 1.001953125),
            (2049.0, 2048.0),
            (2051.0, 2052.0),
        ] {
            assert_eq!(to_half(x), expected, "{x}");
            assert_eq!(to_half(-x), -expected, "-{x}");
        }
        assert!(to_half(-1e-300).is_sign_negative());
    }

    #[test]
    fn rounding() {
        for (x, expected) in [
            (0.5, 1.0),
            (-0.5, 0.0),
            (2.5, 3.0),
            (-2.5, -2.0),
            (0.49999999999999994, 0.0),
            (-0.2, 0.0),
            (4503599627370495.5, 4503599627370496.0),
            (9007199254740991.0, 9007199254740991.0),
            (-4503599627370495.5, -4503599627370495.0),
        ] {
            assert_eq!(round_half_up(x), expected, "{x}");
        }
        assert!(round_half_up(-0.2).is_sign_negative());
        assert!(round_half_up(f64::NAN).is_nan());
        assert_eq!(round_half_up(f64::INFINITY), f64::INFINITY);
    }
}
