//! Numbers as JSON text, without allocation.

use super::quote::Sink;

/// Appends an int32.
#[inline]
pub fn append_int<S: Sink>(out: &mut S, i: i32) {
    let mut buffer = [0u8; 11];
    let mut at = digits(&mut buffer, i.unsigned_abs() as u64);
    if i < 0 {
        at -= 1;
        buffer[at] = b'-';
    }
    out.text(&buffer[at..]);
}

/// Writes the digits of `n`, which fit, to the end of the buffer; where they begin.
#[inline(always)]
fn digits(buffer: &mut [u8], mut n: u64) -> usize {
    let mut at = buffer.len();
    loop {
        at -= 1;
        buffer[at] = b'0' + (n % 10) as u8;
        n /= 10;
        if n == 0 {
            return at;
        }
    }
}

/// Decimals of the quick way.
const DECIMALS: u64 = 1_000_000;

/// Appends a double as Number::toString does; `null` if it is not finite.
#[inline]
pub fn append_double<S: Sink>(out: &mut S, d: f64) {
    if !d.is_finite() {
        return out.text(b"null");
    }
    let size = d.abs();
    if size < 1e9 {
        // At most fifteen digits: if they read back as the same double, they are the shortest that do, apart from
        // zeroes at the end.
        let n = (size * DECIMALS as f64 + 0.5) as u64;
        if n as f64 / DECIMALS as f64 == size {
            return append_decimal(out, d < 0.0, n);
        }
    }
    out.text(ryu_js::Buffer::new().format_finite(d).as_bytes());
}

/// Appends `n` millionths.
fn append_decimal<S: Sink>(out: &mut S, negative: bool, n: u64) {
    // Sign, nine digits at most, point, six digits.
    let mut buffer = [0u8; 17];
    let mut fraction = n % DECIMALS;
    let mut end = 10;
    if fraction > 0 {
        for place in buffer[11..].iter_mut().rev() {
            *place = b'0' + (fraction % 10) as u8;
            fraction /= 10;
        }
        buffer[10] = b'.';
        end = buffer.iter().rposition(|&b| b != b'0').map_or(10, |last| last + 1);
    }
    let mut at = digits(&mut buffer[..10], n / DECIMALS);
    if negative {
        at -= 1;
        buffer[at] = b'-';
    }
    out.text(&buffer[at..end]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(d: f64) -> String {
        let mut out = Vec::new();
        append_double(&mut out, d);
        String::from_utf8(out).expect("ASCII")
    }

    #[test]
    fn as_the_general_way() {
        let mut state = 3u64;
        for i in 0..200_000u64 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let decimals = 10f64.powi((i % 9) as i32);
            let d = ((state >> 20) as i64 % 1_000_000_000_000 - 500_000_000_000) as f64 / decimals;
            for d in [d, f64::from_bits(state), d / 3.0] {
                if d.is_finite() {
                    assert_eq!(shown(d), ryu_js::Buffer::new().format_finite(d), "{d:?}");
                }
            }
        }
        for d in [0.0, -0.0, 0.1, -0.5, 1e-6, 1e-7, 123456789.125, 999999999.999999, 1e9, 0.1 + 0.2, 1e21] {
            assert_eq!(shown(d), ryu_js::Buffer::new().format_finite(d));
        }
        assert_eq!(shown(f64::NAN), "null");
        let mut out = Vec::new();
        for i in [0, -1, i32::MIN, i32::MAX, 10] {
            append_int(&mut out, i);
            out.push(b' ');
        }
        assert_eq!(out, b"0 -1 -2147483648 2147483647 10 ");
    }
}
