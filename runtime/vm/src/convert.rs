//! Type conversion (ECMA-262 7.1).
//!
//! Functions that may call user code take roots; the others take values.

use crate::atom::{Key, names};
use crate::error;
use crate::kinds::*;
use crate::object;
use crate::realm::Intrinsic;
use crate::string::{self, View};
use crate::value::*;

/// ToBoolean.
#[inline]
pub fn to_boolean(v: Value<'_, '_>) -> bool {
    if let Some(b) = v.as_bool() {
        return b;
    }
    if let Some(i) = v.as_int() {
        return i != 0;
    }
    if let Some(d) = v.as_double() {
        return !(d == 0.0 || d.is_nan());
    }
    if let Some(s) = v.cast::<Str>() {
        return string::length(s) != 0;
    }
    !v.is_nullish()
}

/// The hint of ToPrimitive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// default
    Default,
    /// number
    Number,
    /// string
    String,
}

/// ToPrimitive(input, hint).
pub fn to_primitive<'a, 'rt>(cx: &'a mut Cx<'rt>, v: Root<'_, 'rt>, hint: Hint) -> Completion<'a, 'rt> {
    if !v.get(&*cx).is_object() {
        return Ok(v.get(&*cx));
    }
    roots!(cx; f, arg, result);
    f.set(object::get_method(cx, v, names::TO_PRIMITIVE)?);
    if !f.get(&*cx).is_undefined() {
        let name = match hint {
            Hint::Default => names::DEFAULT,
            Hint::Number => names::NUMBER,
            Hint::String => names::STRING,
        };
        arg.set(crate::atom::to_value(cx, name)?);
        result.set(crate::call::call(cx, f, v, &[arg])?);
        if result.get(&*cx).is_object() {
            return Err(error::type_error(cx, "Cannot convert object to primitive value"));
        }
        return Ok(result.get(&*cx));
    }
    let order = if hint == Hint::String {
        [names::TO_STRING, names::VALUE_OF]
    } else {
        [names::VALUE_OF, names::TO_STRING]
    };
    for name in order {
        f.set(object::get(cx, v, name)?);
        if crate::call::is_callable(f.get(&*cx)) {
            result.set(crate::call::call(cx, f, v, &[])?);
            if !result.get(&*cx).is_object() {
                return Ok(result.get(&*cx));
            }
        }
    }
    Err(error::type_error(cx, "Cannot convert object to primitive value"))
}

/// ToNumber.
pub fn to_number<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<f64, Throw> {
    let value = v.get(&*cx);
    if let Some(n) = value.as_number() {
        return Ok(n);
    }
    if let Some(b) = value.as_bool() {
        return Ok(b as u8 as f64);
    }
    if value.is_undefined() {
        return Ok(f64::NAN);
    }
    if value.is_null() {
        return Ok(0.0);
    }
    if value.is_string() {
        roots!(cx; s);
        s.copy(v);
        string::flatten(cx, s)?;
        return Ok(s.cast::<Str>(&*cx).and_then(string::try_view).map_or(f64::NAN, string_to_number));
    }
    if value.is_symbol() {
        return Err(error::type_error(cx, "Cannot convert a Symbol value to a number"));
    }
    if !value.is_object() {
        return Err(error::type_error(cx, "Cannot convert a BigInt value to a number"));
    }
    roots!(cx; p);
    p.set(to_primitive(cx, v, Hint::Number)?);
    to_number(cx, p)
}

/// Is it WhiteSpace or LineTerminator?
pub fn is_space(unit: u16) -> bool {
    matches!(unit, 9..=13 | 0x20 | 0xA0 | 0x1680 | 0x2000..=0x200A | 0x2028 | 0x2029 | 0x202F | 0x205F | 0x3000 | 0xFEFF)
}

/// The units without white space at either end.
pub fn trim(view: View<'_>, start: bool, end: bool) -> View<'_> {
    let n = view.len();
    let from = if start { (0..n).find(|&i| !is_space(view.unit(i))).unwrap_or(n) } else { 0 };
    let to = if end { (from..n).rev().find(|&i| !is_space(view.unit(i))).map_or(from, |i| i + 1) } else { n };
    view.slice(from, to)
}

/// StringToNumber.
pub fn string_to_number(view: View<'_>) -> f64 {
    let view = trim(view, true, true);
    if view.is_empty() {
        return 0.0;
    }
    let Some(text) = ascii(view) else { return f64::NAN };
    if let [b'0', radix, digits @ ..] = text.as_slice() {
        let radix = match radix {
            b'x' | b'X' => 16,
            b'o' | b'O' => 8,
            b'b' | b'B' => 2,
            _ => 10,
        };
        if radix != 10 {
            return if digits.iter().all(|&d| (d as char).is_digit(radix)) && !digits.is_empty() {
                digits_to_number(digits, radix)
            } else {
                f64::NAN
            };
        }
    }
    match text.as_slice() {
        b"Infinity" | b"+Infinity" => f64::INFINITY,
        b"-Infinity" => f64::NEG_INFINITY,
        t if t.iter().all(|b| matches!(b, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E')) => {
            fast_float2::parse(t).unwrap_or(f64::NAN)
        }
        _ => f64::NAN,
    }
}

/// The units as ASCII, if they are.
pub fn ascii(view: View<'_>) -> Option<Vec<u8>> {
    view.units().map(|u| if u < 128 { Some(u as u8) } else { None }).collect()
}

/// The value of digits in a radix, correctly rounded for powers of two and for 10; others as the usual sum.
pub fn digits_to_number(digits: &[u8], radix: u32) -> f64 {
    if radix == 10 {
        return fast_float2::parse(digits).unwrap_or(f64::NAN);
    }
    if radix.is_power_of_two() {
        return exact_binary(digits, radix);
    }
    digits.iter().fold(0.0, |n, &d| n * radix as f64 + (d as char).to_digit(radix).unwrap_or(0) as f64)
}

/// Rounds to nearest, ties to even, with a sticky bit.
fn exact_binary(digits: &[u8], radix: u32) -> f64 {
    let bits = radix.trailing_zeros();
    let mut mantissa: u64 = 0;
    let mut exponent: i32 = 0;
    let mut sticky = false;
    for &d in digits {
        let digit = (d as char).to_digit(radix).unwrap_or(0) as u64;
        for b in (0..bits).rev() {
            let bit = digit >> b & 1;
            if mantissa >> 62 == 0 {
                mantissa = mantissa << 1 | bit;
            } else {
                exponent = exponent.saturating_add(1);
                sticky |= bit != 0;
            }
        }
    }
    // 63 bits at most: the low bit is free for what was dropped.
    (mantissa | sticky as u64) as f64 * 2f64.powi(exponent.min(2000))
}

/// ToNumeric without BigInt: a number value.
pub fn to_numeric<'a, 'rt>(cx: &'a mut Cx<'rt>, v: Root<'_, 'rt>) -> Completion<'a, 'rt> {
    to_number(cx, v).map(number)
}

/// ToIntegerOrInfinity.
pub fn to_integer<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<f64, Throw> {
    if let Some(i) = v.as_int() {
        return Ok(i as f64);
    }
    let n = to_number(cx, v)?;
    Ok(if n.is_nan() { 0.0 } else { n.trunc() + 0.0 })
}

/// ToInt32 of a number.
#[inline]
pub fn double_to_int32(d: f64) -> i32 {
    let i = d as i64;
    if i as f64 == d {
        return i as i32;
    }
    if !d.is_finite() {
        return 0;
    }
    let bits = d.to_bits();
    let exponent = (bits >> 52 & 0x7FF) as i32 - 1075;
    if exponent >= 32 || exponent <= -53 {
        return 0;
    }
    let mantissa = bits & ((1 << 52) - 1) | 1 << 52;
    let n = if exponent >= 0 { mantissa << exponent } else { mantissa >> -exponent } as i32;
    if d < 0.0 { n.wrapping_neg() } else { n }
}

/// ToInt32.
pub fn to_int32<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<i32, Throw> {
    if let Some(i) = v.as_int() {
        return Ok(i);
    }
    to_number(cx, v).map(double_to_int32)
}

/// ToUint32.
pub fn to_uint32<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<u32, Throw> {
    to_int32(cx, v).map(|i| i as u32)
}

/// ToLength: 0 to 2^53 - 1.
pub fn to_length<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<u64, Throw> {
    to_integer(cx, v).map(|n| n.clamp(0.0, 9007199254740991.0) as u64)
}

/// LengthOfArrayLike: `o` holds an object.
pub fn length_of_array_like<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>) -> Result<u64, Throw> {
    if let Some(array) = o.cast::<Array>(&*cx) {
        return Ok(object::elements::array_length(array) as u64);
    }
    roots!(cx; v);
    v.set(object::get(cx, o, names::LENGTH)?);
    to_length(cx, v)
}

/// Number::toString(n).
pub fn number_to_string(n: f64) -> String {
    ryu_js::Buffer::new().format(n).to_string()
}

/// ToString.
pub fn to_string<'a, 'rt>(cx: &'a mut Cx<'rt>, v: Root<'_, 'rt>) -> Completion<'a, 'rt> {
    let value = v.get(&*cx);
    if value.is_string() {
        return Ok(v.get(&*cx));
    }
    if let Some(i) = value.as_int() {
        return int_to_string(cx, i);
    }
    if let Some(d) = value.as_double() {
        let mut buffer = ryu_js::Buffer::new();
        return string::from_latin1(cx, buffer.format(d).as_bytes());
    }
    let name = match value.as_imm() {
        Some(imm::UNDEFINED) => names::UNDEFINED,
        Some(imm::NULL) => names::NULL,
        Some(imm::TRUE) => names::TRUE,
        Some(imm::FALSE) => names::FALSE,
        _ => {
            if value.is_symbol() {
                return Err(error::type_error(cx, "Cannot convert a Symbol value to a string"));
            }
            roots!(cx; p);
            p.set(to_primitive(cx, v, Hint::String)?);
            if p.get(&*cx).is_object() {
                return Err(error::type_error(cx, "Cannot convert object to primitive value"));
            }
            return to_string(cx, p);
        }
    };
    crate::atom::to_value(cx, name)
}

/// The string of an int32.
pub fn int_to_string<'a, 'rt>(cx: &'a mut Cx<'rt>, i: i32) -> Completion<'a, 'rt> {
    if (0..10).contains(&i) {
        return string::from_unit(cx, b'0' as u16 + i as u16);
    }
    let mut buffer = [0u8; 11];
    let mut at = buffer.len();
    let mut n = i.unsigned_abs();
    while n > 0 {
        at -= 1;
        buffer[at] = b'0' + (n % 10) as u8;
        n /= 10;
    }
    if i < 0 {
        at -= 1;
        buffer[at] = b'-';
    }
    string::from_latin1(cx, &buffer[at..])
}

/// ToString, left in `v` itself, flat.
pub fn to_flat_string<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<(), Throw> {
    let s = to_string(cx, v)?;
    v.set(s);
    string::flatten(cx, v)
}

/// ToPropertyKey. The key's own value replaces the one in `v` (unless that is a number), so that the key is good as
/// long as `v` is.
pub fn to_property_key<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<Key, Throw> {
    if let Some(i) = v.as_int()
        && i >= 0
    {
        return Ok(Key::Index(i as u32));
    }
    if v.get(&*cx).is_object() {
        let p = to_primitive(cx, v, Hint::String)?;
        v.set(p);
        return to_property_key(cx, v);
    }
    if let Some(s) = v.cast::<Symbol>(&*cx) {
        return Ok(Key::Name(crate::atom::of_symbol(s)));
    }
    if let Some(d) = v.as_double()
        && d >= 0.0
        && d < u32::MAX as f64
        && d.fract() == 0.0
    {
        return Ok(Key::Index(d as u32));
    }
    let s = to_string(cx, v)?;
    v.set(s);
    crate::atom::key_of_string(cx, v)
}

/// ToObject.
pub fn to_object<'a, 'rt>(cx: &'a mut Cx<'rt>, v: Root<'_, 'rt>) -> Completion<'a, 'rt> {
    let value = v.get(&*cx);
    if value.is_object() {
        return Ok(v.get(&*cx));
    }
    let (kind, proto) = if value.is_string() {
        (STRING_OBJECT, Intrinsic::StringPrototype)
    } else if value.is_number() {
        (PRIMITIVE, Intrinsic::NumberPrototype)
    } else if value.is_symbol() {
        (PRIMITIVE, Intrinsic::SymbolPrototype)
    } else if value.as_bool().is_some() {
        (PRIMITIVE, Intrinsic::BooleanPrototype)
    } else {
        return Err(error::type_error(cx, "Cannot convert undefined or null to object"));
    };
    if kind.id == STRING_OBJECT.id {
        string::flatten(cx, v)?;
    }
    let made = object::create::of_kind_intrinsic(cx, kind, 1, proto)?;
    if let Some(o) = made.cast::<Object>() {
        o.set(object_words::OWN, v.get(o));
    }
    Ok(made)
}

/// RequireObjectCoercible with the name of the method for the message.
pub fn require_object_coercible<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>, method: &str) -> Result<(), Throw> {
    if v.get(&*cx).is_nullish() {
        return Err(error::type_error(cx, &format!("{method} called on null or undefined")));
    }
    Ok(())
}

/// ToIntegerOrInfinity of a relative index, clamped to `0..=length` (slice, at, fill and so on).
pub fn relative_index<'rt>(
    cx: &mut Cx<'rt>,
    v: Root<'_, 'rt>,
    length: u64,
    default: u64,
) -> Result<u64, Throw> {
    if v.get(&*cx).is_undefined() {
        return Ok(default);
    }
    let n = to_integer(cx, v)?;
    Ok(if n < 0.0 { (length as f64 + n).max(0.0) } else { n.min(length as f64) } as u64)
}
