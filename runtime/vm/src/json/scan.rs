//! Finding what is special in JSON text: quotes, backslashes, control characters, surrogates; a block at a time.
//!
//! Lives here: nothing but scanning, without a heap. Whole blocks are tested by comparisons that compilers turn into
//! vector code; positions are found by arithmetic on words.

/// Bytes or units that a block function looks at together.
pub const BLOCK: usize = 16;

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// A code unit of a text: a byte of Latin-1 or a unit of UTF-16.
pub trait Unit: Copy + Eq + 'static {
    /// As a number.
    fn code(self) -> u16;
    /// The position of the first quote, backslash or control character at or after `from`; the length if none.
    fn find_special(text: &[Self], from: usize) -> usize;
    /// Are `n` units the same at `a` and at `b`? Both ranges lie in the text.
    fn same(text: &[Self], a: usize, b: usize, n: usize) -> bool;
    /// A cheap hash of the `n` units at `at`.
    fn quick_hash(text: &[Self], at: usize, n: usize) -> u32;
}

impl Unit for u8 {
    #[inline(always)]
    fn code(self) -> u16 {
        self as u16
    }
    #[inline]
    fn find_special(text: &[u8], from: usize) -> usize {
        let mut at = from;
        while let Some(chunk) = text.get(at..).and_then(|t| t.first_chunk::<8>()) {
            let bits = special_bits(u64::from_le_bytes(*chunk));
            if bits != 0 {
                return at + (bits.trailing_zeros() / 8) as usize;
            }
            at += 8;
        }
        find_slowly(text, at, |b| is_special(b as u16))
    }
    #[inline]
    fn same(text: &[u8], a: usize, b: usize, n: usize) -> bool {
        text.get(a..a + n).is_some_and(|x| text.get(b..b + n).is_some_and(|y| same_bytes(x, y)))
    }
    #[inline]
    fn quick_hash(text: &[u8], at: usize, n: usize) -> u32 {
        let Some(bytes) = text.get(at..at + n) else { return 0 };
        let (first, last) = match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
            (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
            _ => (short_word(bytes), 0),
        };
        mix(first ^ last.rotate_left(29), n)
    }
}

impl Unit for u16 {
    #[inline(always)]
    fn code(self) -> u16 {
        self
    }
    #[inline]
    fn find_special(text: &[u16], from: usize) -> usize {
        let mut at = from;
        while let Some(block) = text.get(at..).and_then(|t| t.first_chunk::<8>()) {
            if any_special_unit(block) {
                break;
            }
            at += 8;
        }
        find_slowly(text, at, is_special)
    }
    #[inline]
    fn same(text: &[u16], a: usize, b: usize, n: usize) -> bool {
        text.get(a..a + n).is_some_and(|x| text.get(b..b + n).is_some_and(|y| x == y))
    }
    #[inline]
    fn quick_hash(text: &[u16], at: usize, n: usize) -> u32 {
        let Some(units) = text.get(at..at + n) else { return 0 };
        let word = |units: &[u16]| units.iter().take(4).fold(0, |w, &u| w << 16 | u as u64);
        let last = units.len().saturating_sub(4);
        mix(word(units) ^ word(&units[last..]).rotate_left(29), n)
    }
}

#[inline(always)]
fn mix(word: u64, n: usize) -> u32 {
    ((word ^ (n as u64) << 56).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
}

/// Fewer than eight bytes as a word.
#[inline(always)]
fn short_word(bytes: &[u8]) -> u64 {
    if let (Some(a), Some(b)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        return u32::from_le_bytes(*a) as u64 | (u32::from_le_bytes(*b) as u64) << 32;
    }
    bytes.iter().fold(0, |w, &b| w << 8 | b as u64)
}

/// Equality of short texts without a call.
#[inline(always)]
fn same_bytes(x: &[u8], y: &[u8]) -> bool {
    let n = x.len();
    if n != y.len() || n > 16 {
        return x == y;
    }
    match (x.first_chunk::<8>(), y.first_chunk::<8>(), x.last_chunk::<8>(), y.last_chunk::<8>()) {
        (Some(a), Some(b), Some(c), Some(d)) => a == b && c == d,
        _ => short_word(x) == short_word(y),
    }
}

/// A quote, a backslash or a control character?
#[inline(always)]
pub fn is_special(unit: u16) -> bool {
    unit < 0x20 || unit == b'"' as u16 || unit == b'\\' as u16
}

fn find_slowly<T: Copy>(text: &[T], from: usize, special: impl Fn(T) -> bool) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    rest.iter().position(|&u| special(u)).map_or(text.len(), |i| from + i)
}

/// Is any of sixteen bytes a quote, a backslash or a control character? (The compiler makes this one comparison of
/// vectors for each.)
#[inline(always)]
pub fn any_special_byte(block: &[u8; BLOCK]) -> bool {
    block.iter().fold(0, |found, &b| found | (b < 0x20) as u8 | (b == b'"') as u8 | (b == b'\\') as u8) != 0
}

/// Is any of eight units a quote, a backslash or a control character?
#[inline(always)]
pub fn any_special_unit(block: &[u16; 8]) -> bool {
    block.iter().fold(0, |found, &u| {
        found | (u < 0x20) as u16 | (u == b'"' as u16) as u16 | (u == b'\\' as u16) as u16
    }) != 0
}

/// Is any of eight units a surrogate?
#[inline(always)]
pub fn any_surrogate(block: &[u16; 8]) -> bool {
    block.iter().fold(0, |found, &u| found | (u & 0xF800 == 0xD800) as u16) != 0
}

/// The high bit of each byte that is a quote, a backslash or a control character. Exact up to the lowest such byte;
/// above it there may be bits too many.
#[inline(always)]
fn special_bits(w: u64) -> u64 {
    let quote = w ^ (LOW * b'"' as u64);
    let slash = w ^ (LOW * b'\\' as u64);
    let below = |w: u64, n: u64| w.wrapping_sub(LOW * n) & !w;
    (below(quote, 1) | below(slash, 1) | below(w, 0x20)) & HIGH
}

/// Which of sixteen bytes are quotes, backslashes or control characters: a bit each.
#[inline]
pub fn special_mask(block: &[u8; BLOCK]) -> u32 {
    let word = u128::from_le_bytes(*block);
    let zero = |w: u64| !(((w & !HIGH) + !HIGH) | w) & HIGH;
    let half = |w: u64| {
        let found = zero(w ^ (LOW * b'"' as u64)) | zero(w ^ (LOW * b'\\' as u64)) | zero(w & (LOW * 0xE0));
        // One bit of each byte, gathered at the top.
        ((found >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
    };
    half(word as u64) | half((word >> 64) as u64) << 8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small generator, so that runs are the same.
    fn random(state: &mut u64) -> u64 {
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        *state >> 33
    }

    #[test]
    fn blocks_agree_with_the_definition() {
        let mut state = 1;
        for _ in 0..200_000 {
            let bytes: [u8; BLOCK] = std::array::from_fn(|_| match random(&mut state) % 8 {
                0 => b'"',
                1 => b'\\',
                2 => (random(&mut state) % 0x24) as u8,
                _ => random(&mut state) as u8,
            });
            let expected = (0..BLOCK).fold(0, |m, i| m | (is_special(bytes[i] as u16) as u32) << i);
            assert_eq!(special_mask(&bytes), expected, "{bytes:?}");
            assert_eq!(any_special_byte(&bytes), expected != 0, "{bytes:?}");
            let first = if expected == 0 { BLOCK } else { expected.trailing_zeros() as usize };
            assert_eq!(u8::find_special(&bytes, 0), first, "{bytes:?}");
            let units: [u16; 8] = std::array::from_fn(|i| match random(&mut state) % 4 {
                0 => 0xD800 + (random(&mut state) % 0x810) as u16,
                1 => (random(&mut state) as u16) << 8 | bytes[i] as u16,
                _ => bytes[i] as u16,
            });
            assert_eq!(any_special_unit(&units), units.iter().any(|&u| is_special(u)), "{units:?}");
            assert_eq!(any_surrogate(&units), units.iter().any(|&u| u & 0xF800 == 0xD800), "{units:?}");
        }
    }

    #[test]
    fn finds_at_every_position() {
        for n in 0..50 {
            for i in 0..=n {
                let mut bytes = vec![b'a'; n];
                if i < n {
                    bytes[i] = b'"';
                }
                let units: Vec<u16> = bytes.iter().map(|&b| b as u16).collect();
                for from in 0..=i {
                    assert_eq!(u8::find_special(&bytes, from), i);
                    assert_eq!(u16::find_special(&units, from), i);
                }
            }
        }
    }
}
