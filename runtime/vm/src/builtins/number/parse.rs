//! parseInt and parseFloat (ECMA-262 19.2.4, 19.2.5), shared by the global object and Number.

use crate::builtins::string::view;
use crate::convert;
use crate::realm::Args;
use crate::string::View;
use crate::value::*;

/// Argument 0 as a flat string in `s`.
fn text_argument<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>, s: Root<'_, 'rt>) -> Result<(), Throw> {
    s.copy(args.get(0));
    convert::to_flat_string(cx, s)
}

/// parseFloat(string)
pub fn parse_float<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if let Some(n) = args.get(0).get(&*cx).as_number() {
        // Its own text is read as itself, except that -0 is written 0.
        return Ok(number(n + 0.0));
    }
    roots!(cx; s);
    text_argument(cx, args, s)?;
    Ok(number(float_prefix(view(&*cx, s))))
}

/// The number that the longest prefix spells, after white space.
pub(crate) fn float_prefix(view: View<'_>) -> f64 {
    let view = convert::trim(view, true, false);
    let text: Vec<u8> = view
        .units()
        .map_while(|u| u8::try_from(u).ok().filter(|b| b.is_ascii_alphanumeric() || b"+-.".contains(b)))
        .collect();
    let digits = |from: usize| text[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let signed = matches!(text.first(), Some(b'+' | b'-')) as usize;
    if text[signed..].starts_with(b"Infinity") {
        return if text[0] == b'-' { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    let whole = digits(signed);
    let mut end = signed + whole;
    if text.get(end) == Some(&b'.') {
        let fraction = digits(end + 1);
        if whole + fraction == 0 {
            return f64::NAN;
        }
        end += 1 + fraction;
    } else if whole == 0 {
        return f64::NAN;
    }
    if let Some(b'e' | b'E') = text.get(end) {
        let at = end + 1 + matches!(text.get(end + 1), Some(b'+' | b'-')) as usize;
        if at <= text.len() && digits(at) > 0 {
            end = at + digits(at);
        }
    }
    fast_float2::parse(&text[..end]).unwrap_or(f64::NAN)
}

/// parseInt(string, radix)
pub fn parse_int<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if let Some(i) = args.get(0).as_int()
        && (args.get(1).as_int().is_some_and(|r| r == 10 || r == 0) || args.get(1).get(&*cx).is_undefined())
    {
        return Ok(Value::int(i));
    }
    roots!(cx; s);
    text_argument(cx, args, s)?;
    let radix = convert::to_int32(cx, args.get(1))?;
    Ok(number(int_prefix(view(&*cx, s), radix)))
}

/// The integer that the longest prefix spells, after white space; `radix` 0 is 10, or 16 behind `0x`.
pub(crate) fn int_prefix(view: View<'_>, radix: i32) -> f64 {
    let view = convert::trim(view, true, false);
    let mut at = 0;
    let sign = match view.get(0).and_then(|u| u8::try_from(u).ok()) {
        Some(b'-') => -1.0,
        Some(b'+') => 1.0,
        _ => 0.0,
    };
    if sign != 0.0 {
        at = 1;
    }
    if radix != 0 && !(2..=36).contains(&radix) {
        return f64::NAN;
    }
    let mut base = if radix == 0 { 10 } else { radix as u32 };
    if (radix == 0 || radix == 16)
        && view.get(at) == Some(b'0' as u16)
        && matches!(view.get(at + 1), Some(0x58 | 0x78))
    {
        at += 2;
        base = 16;
    }
    let digits: Vec<u8> = (at..view.len())
        .map_while(|i| u8::try_from(view.unit(i)).ok().filter(|&b| (b as char).is_digit(base)))
        .collect();
    if digits.is_empty() {
        return f64::NAN;
    }
    let n = if base.is_power_of_two() || base == 10 {
        convert::digits_to_number(&digits, base)
    } else {
        in_parts(&digits, base)
    };
    if sign < 0.0 { -n } else { n }
}

/// The value in a radix that is no power of two, rounded once for each part of as many digits as fit into 32 bits,
/// as V8 does it.
fn in_parts(digits: &[u8], base: u32) -> f64 {
    let mut value = 0.0;
    let (mut part, mut multiplier) = (0u32, 1u32);
    for &digit in digits.iter().skip_while(|&&d| d == b'0') {
        let digit = (digit as char).to_digit(base).unwrap_or(0);
        if multiplier > u32::MAX / 36 / base {
            value = value * multiplier as f64 + part as f64;
            (part, multiplier) = (0, 1);
        }
        part = part * base + digit;
        multiplier *= base;
    }
    value * multiplier as f64 + part as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats() {
        for (text, expected) in [
            ("3.25abc", 3.25),
            ("-.5e-2x", -0.005),
            ("1e1e1", 10.0),
            ("0x10", 0.0),
            ("1e+", 1.0),
            ("1e", 1.0),
            ("1.5.2", 1.5),
            ("1.", 1.0),
            ("  +.5", 0.5),
            ("Infinityx", f64::INFINITY),
            ("-Infinity", f64::NEG_INFINITY),
        ] {
            assert_eq!(float_prefix(View::Latin1(text.as_bytes())), expected, "{text}");
        }
        for text in ["", "-", ".", "-Infin", "e5", "+", "abc", ".e1"] {
            assert!(float_prefix(View::Latin1(text.as_bytes())).is_nan(), "{text}");
        }
        assert!(float_prefix(View::Latin1(b"-0")).is_sign_negative());
    }

    #[test]
    fn ints() {
        for (text, radix, expected) in [
            ("0x1f", 0, 31.0),
            ("-0X1f", 16, -31.0),
            ("0x1f", 10, 0.0),
            ("zzzzzzzzzzzz", 36, 4738381338321617000.0),
            ("9007199254740993", 10, 9007199254740992.0),
            ("123px", 0, 123.0),
            (" 12", 3, 5.0),
        ] {
            assert_eq!(int_prefix(View::Latin1(text.as_bytes()), radix), expected, "{text}");
        }
        for (text, radix) in [("", 0), ("0x", 0), ("9", 8), ("1", 1), ("1", 37), ("z", 0)] {
            assert!(int_prefix(View::Latin1(text.as_bytes()), radix).is_nan(), "{text}");
        }
    }
}
