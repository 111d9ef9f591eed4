//! Text of numbers: by radix, with a number of digits, with grouping. Pure functions of finite doubles.
//!
//! Digits are exact: where the wanted number of digits cuts the exact decimal expansion in the middle between two
//! candidates, ECMA-262 takes the larger one, whereas the standard library, which does the rest, takes the even one.

/// How many fraction bits `x` has, at least 0: equal to the number of digits of its exact decimal fraction.
fn fraction_bits(x: f64) -> i32 {
    if x == 0.0 {
        return 0;
    }
    let bits = x.to_bits();
    let exponent = (bits >> 52 & 0x7FF) as i32;
    let mantissa = bits & ((1 << 52) - 1) | if exponent == 0 { 0 } else { 1 << 52 };
    (1075 - exponent.max(1) - mantissa.trailing_zeros() as i32).max(0)
}

/// The decimal digits of `text` (a point is skipped) plus one in the last place; true if a digit was carried out in
/// front (then the first digit is 1 and must be put there).
fn increment(text: &mut [u8]) -> bool {
    for digit in text.iter_mut().rev() {
        match digit {
            b'0'..=b'8' => {
                *digit += 1;
                return false;
            }
            b'9' => *digit = b'0',
            _ => {}
        }
    }
    true
}

/// ASCII digits as text.
fn text_of(bytes: Vec<u8>) -> String {
    bytes.into_iter().map(char::from).collect()
}

/// Number.prototype.toFixed for |x| < 10^21.
pub fn fixed(x: f64, digits: usize) -> String {
    let sign = if x < 0.0 { "-" } else { "" };
    let x = x.abs();
    if fraction_bits(x) != digits as i32 + 1 {
        return format!("{sign}{x:.digits$}");
    }
    // The expansion ends with a 5 just behind the last digit that is wanted: away from zero.
    let mut exact = format!("{x:.*}", digits + 1).into_bytes();
    exact.truncate(exact.len() - if digits == 0 { 2 } else { 1 });
    let carried = increment(&mut exact);
    format!("{sign}{}{}", if carried { "1" } else { "" }, text_of(exact))
}

/// The digits of x > 0 rounded to `count` significant ones, half up, and the exponent of the first.
fn significant(x: f64, count: usize) -> (Vec<u8>, i32) {
    let (mut digits, exponent) = split_exponential(&format!("{x:.count$e}"));
    // One digit more than wanted: does the expansion end right there, with a 5?
    let place = exponent - count as i32;
    let tie = digits.last() == Some(&b'5')
        && if place < 0 {
            fraction_bits(x) == -place
        } else {
            let whole = format!("{x:.0}").into_bytes();
            fraction_bits(x) == 0
                && whole.starts_with(&digits)
                && whole[digits.len()..].iter().all(|&b| b == b'0')
        };
    if !tie {
        return split_exponential(&format!("{x:.*e}", count - 1));
    }
    digits.pop();
    if increment(&mut digits) {
        digits.insert(0, b'1');
        digits.pop();
        return (digits, exponent + 1);
    }
    (digits, exponent)
}

/// The digits and the exponent of the standard library's `d.ddde-x`.
fn split_exponential(text: &str) -> (Vec<u8>, i32) {
    let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
    (digits.bytes().filter(u8::is_ascii_digit).collect(), exponent.parse().unwrap_or(0))
}

/// The fewest digits that are read as x > 0 again, of those the ones nearest to it, and the exponent of the first.
fn shortest(x: f64) -> (Vec<u8>, i32) {
    let mut buffer = ryu_js::Buffer::new();
    let text = buffer.format_finite(x);
    let (text, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let point = text.find('.').unwrap_or(text.len()) as i32;
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).collect();
    let zeros = digits.iter().take_while(|&&b| b == b'0').count();
    let end = digits.iter().rposition(|&b| b != b'0').map_or(0, |i| i + 1);
    (digits[zeros..end.max(zeros)].to_vec(), exponent + point - 1 - zeros as i32)
}

/// Digits with a point behind the first, and the exponent.
fn scientific(sign: &str, digits: &[u8], exponent: i32) -> String {
    let mut text = String::from(sign);
    for (i, &digit) in digits.iter().enumerate() {
        if i == 1 {
            text.push('.');
        }
        text.push(digit as char);
    }
    let minus = if exponent < 0 { '-' } else { '+' };
    format!("{text}e{minus}{}", exponent.unsigned_abs())
}

/// Number.prototype.toExponential; None: as many digits as are needed.
pub fn exponential(x: f64, fraction_digits: Option<usize>) -> String {
    let sign = if x < 0.0 { "-" } else { "" };
    let x = x.abs();
    let (digits, exponent) = match fraction_digits {
        _ if x == 0.0 => (vec![b'0'; fraction_digits.unwrap_or(0) + 1], 0),
        Some(count) => significant(x, count + 1),
        None => shortest(x),
    };
    scientific(sign, &digits, exponent)
}

/// Number.prototype.toPrecision.
pub fn precision(x: f64, count: usize) -> String {
    let sign = if x < 0.0 { "-" } else { "" };
    let x = x.abs();
    let (digits, exponent) = if x == 0.0 { (vec![b'0'; count], 0) } else { significant(x, count) };
    if exponent < -6 || exponent >= count as i32 {
        return scientific(sign, &digits, exponent);
    }
    let text = text_of(digits);
    if exponent < 0 {
        return format!("{sign}0.{}{text}", "0".repeat((-exponent - 1) as usize));
    }
    let (whole, fraction) = text.split_at(exponent as usize + 1);
    if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// Number.prototype.toString for radix 2 to 36 but 10, of any double: the same digits as V8's, which stop as soon as
/// they tell the number from its neighbours.
pub fn radix(x: f64, radix: u32) -> String {
    if x.is_nan() {
        return "NaN".into();
    }
    if x.is_infinite() {
        return if x > 0.0 { "Infinity" } else { "-Infinity" }.into();
    }
    let value = x.abs();
    let base = radix as f64;
    let mut whole = value.floor();
    let mut fraction = value - whole;
    let mut after = Vec::new();
    let mut delta = (0.5 * (value.next_up() - value)).max(0f64.next_up());
    if fraction >= delta {
        loop {
            fraction *= base;
            delta *= base;
            let digit = fraction as usize;
            after.push(digit as u8);
            fraction -= digit as f64;
            let up = fraction > 0.5 || fraction == 0.5 && digit & 1 == 1;
            if up && fraction + delta > 1.0 {
                if carry(&mut after, radix) {
                    whole += 1.0;
                }
                break;
            }
            if fraction < delta {
                break;
            }
        }
    }
    let mut before = Vec::new();
    // Digits beyond the precision of the double are zeros.
    while whole / base >= 9007199254740992.0 {
        whole /= base;
        before.push(b'0');
    }
    loop {
        let digit = whole % base;
        before.push(DIGITS[digit as usize % 36]);
        whole = (whole - digit) / base;
        if whole <= 0.0 {
            break;
        }
    }
    if x < 0.0 {
        before.push(b'-');
    }
    before.reverse();
    if !after.is_empty() {
        before.push(b'.');
        before.extend(after.iter().map(|&d| DIGITS[d as usize % 36]));
    }
    text_of(before)
}

/// Adds one to the last of the fraction digits, which are cut off behind the one that does not overflow; true if all
/// of them did.
fn carry(digits: &mut Vec<u8>, radix: u32) -> bool {
    while let Some(digit) = digits.pop() {
        if (digit as u32) + 1 < radix {
            digits.push(digit + 1);
            return false;
        }
    }
    true
}

/// Number.prototype.toLocaleString as in American English: groups of three digits, at most three of the fraction,
/// rounded from the shortest decimal form.
pub fn locale(x: f64) -> String {
    if x.is_nan() {
        return "NaN".into();
    }
    let sign = if x.is_sign_negative() { "-" } else { "" };
    let x = x.abs();
    if x.is_infinite() {
        return format!("{sign}∞");
    }
    let (mut digits, mut exponent) = if x == 0.0 { (vec![b'0'], 0) } else { shortest(x) };
    // Digit i has the place exponent - i; places below -3 go.
    let kept = exponent + 4;
    if kept < 0 {
        digits = vec![b'0'];
        exponent = 0;
    } else if (kept as usize) < digits.len() {
        let up = digits[kept as usize] >= b'5';
        digits.truncate(kept as usize);
        if up && increment(&mut digits) {
            digits.insert(0, b'1');
            exponent += 1;
        }
        if digits.is_empty() {
            digits.push(b'0');
            exponent = 0;
        }
    }
    let digit = |place: i32| {
        usize::try_from(exponent - place).ok().and_then(|i| digits.get(i)).map_or('0', |&b| b as char)
    };
    let mut text = String::from(sign);
    for place in (0..=exponent.max(0)).rev() {
        text.push(digit(place));
        if place > 0 && place % 3 == 0 {
            text.push(',');
        }
    }
    let fraction: String = (1..=3).map(|i| digit(-i)).collect();
    let fraction = fraction.trim_end_matches('0');
    if !fraction.is_empty() {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_rounds_half_up() {
        for (x, digits, expected) in [
            (0.5, 0, "1"),
            (1.5, 0, "2"),
            (2.5, 0, "3"),
            (-2.5, 0, "-3"),
            (1.45, 1, "1.4"),
            (8.345, 2, "8.35"),
            (1.255, 2, "1.25"),
            (10.235, 2, "10.23"),
            (9.5, 0, "10"),
            (9.75, 1, "9.8"),
            (99.995, 2, "100.00"),
            (0.125, 2, "0.13"),
            (-1e-7, 2, "-0.00"),
            (-0.0, 2, "0.00"),
            (1e20, 2, "100000000000000000000.00"),
            (0.1, 20, "0.10000000000000000555"),
        ] {
            assert_eq!(fixed(x, digits), expected, "{x} {digits}");
        }
    }

    #[test]
    fn digits_round_half_up() {
        for (x, count, expected) in [
            (25.0, 1, "3e+1"),
            (35.0, 1, "4e+1"),
            (95.0, 1, "1e+2"),
            (0.5, 1, "0.5"),
            (1.25, 2, "1.3"),
            (1.35, 2, "1.4"),
            (0.000001, 2, "0.0000010"),
            (1e-7, 2, "1.0e-7"),
            (1e21, 3, "1.00e+21"),
            (99.99, 3, "100"),
            (123.456, 10, "123.4560000"),
            (-1234.5678, 2, "-1.2e+3"),
            (0.0, 3, "0.00"),
            (4503599627370497.5, 16, "4503599627370498"),
            (2.5e15, 1, "3e+15"),
            (5e-324, 3, "4.94e-324"),
        ] {
            assert_eq!(precision(x, count), expected, "{x} {count}");
        }
        assert_eq!(exponential(25.0, Some(0)), "3e+1");
        assert_eq!(exponential(12345.0, Some(3)), "1.235e+4");
        assert_eq!(exponential(0.00015, Some(1)), "1.5e-4");
        assert_eq!(exponential(5e-324, None), "5e-324");
        assert_eq!(exponential(0.0, Some(2)), "0.00e+0");
        assert_eq!(exponential(-0.0, None), "0e+0");
    }

    #[test]
    fn radices() {
        for (x, base, expected) in [
            (255.0, 16, "ff"),
            (-255.75, 16, "-ff.c"),
            (0.1, 2, "0.0001100110011001100110011001100110011001100110011001101"),
            (0.1, 3, "0.0022002200220022002200220022002201"),
            (1e21, 7, "5135235413265003022600000"),
            (1.0 / 3.0, 3, "0.1"),
            (0.0, 2, "0"),
            (-0.0, 2, "0"),
            (std::f64::consts::PI, 36, "3.53i5ab8p5f"),
            (-1234.5678, 13, "-73c.74c5c21c4cb4"),
            (9007199254740991.0, 36, "2gosa7pa2gv"),
        ] {
            assert_eq!(radix(x, base), expected, "{x} {base}");
        }
    }

    #[test]
    fn groups() {
        for (x, expected) in [
            (1234.5678, "1,234.568"),
            (1.0005, "1.001"),
            (0.0005, "0.001"),
            (0.00049, "0"),
            (-0.0, "-0"),
            (999.9995, "1,000"),
            (0.9995, "1"),
            (1e21, "1,000,000,000,000,000,000,000"),
            (123456789012345680000.0, "123,456,789,012,345,680,000"),
            (-1234.5, "-1,234.5"),
            (100.0, "100"),
            (1e-7, "0"),
            (0.05, "0.05"),
            (f64::NEG_INFINITY, "-∞"),
        ] {
            assert_eq!(locale(x), expected, "{x}");
        }
    }
}
