//! Borrowed units of a flat string, of either width.

/// The units of a flat string. Lives as long as nothing collects.
#[derive(Clone, Copy, Debug)]
pub enum View<'a> {
    /// One byte a unit.
    Latin1(&'a [u8]),
    /// Two bytes a unit.
    Utf16(&'a [u16]),
}

/// The multiplier of the hash; any odd number with well-spread bits would do.
const K: u64 = 0x9E37_79B9_7F4A_7C15;

impl<'a> View<'a> {
    /// Units.
    #[inline]
    pub fn len(self) -> usize {
        match self {
            View::Latin1(b) => b.len(),
            View::Utf16(u) => u.len(),
        }
    }
    /// No units?
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
    /// The unit at `i`. Panics if there is none.
    #[inline]
    pub fn unit(self, i: usize) -> u16 {
        match self {
            View::Latin1(b) => b[i] as u16,
            View::Utf16(u) => u[i],
        }
    }
    /// The unit at `i`, if there is one.
    #[inline]
    pub fn get(self, i: usize) -> Option<u16> {
        match self {
            View::Latin1(b) => b.get(i).map(|&b| b as u16),
            View::Utf16(u) => u.get(i).copied(),
        }
    }
    /// The units `from..to`.
    pub fn slice(self, from: usize, to: usize) -> View<'a> {
        match self {
            View::Latin1(b) => View::Latin1(&b[from..to]),
            View::Utf16(u) => View::Utf16(&u[from..to]),
        }
    }
    /// All units in order.
    pub fn units(self) -> impl DoubleEndedIterator<Item = u16> + ExactSizeIterator + 'a {
        (0..self.len()).map(move |i| self.unit(i))
    }
    /// Copies the units, widened, to `out`, which has the same length.
    pub fn copy_to(self, out: &mut [u16]) {
        match self {
            View::Latin1(b) => out.iter_mut().zip(b).for_each(|(o, &b)| *o = b as u16),
            View::Utf16(u) => out.copy_from_slice(u),
        }
    }
    /// The code point at `i` (a lone surrogate stands for itself) and how many units it takes.
    pub fn code_point(self, i: usize) -> (u32, usize) {
        let first = self.unit(i) as u32;
        if (0xD800..0xDC00).contains(&first)
            && let Some(second) = self.get(i + 1)
            && (0xDC00..0xE000).contains(&second)
        {
            return (0x10000 + ((first - 0xD800) << 10) + (second as u32 - 0xDC00), 2);
        }
        (first, 1)
    }
    /// Same units?
    pub fn equals(self, other: View<'_>) -> bool {
        match (self, other) {
            (View::Latin1(a), View::Latin1(b)) => a == b,
            (View::Utf16(a), View::Utf16(b)) => a == b,
            (View::Latin1(a), View::Utf16(b)) | (View::Utf16(b), View::Latin1(a)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| a as u16 == b)
            }
        }
    }
    /// Order by code units.
    pub fn compare(self, other: View<'_>) -> std::cmp::Ordering {
        match (self, other) {
            (View::Latin1(a), View::Latin1(b)) => a.cmp(b),
            (View::Utf16(a), View::Utf16(b)) => a.cmp(b),
            _ => self.units().cmp(other.units()),
        }
    }
    /// Where `needle` occurs first at or after `from`.
    pub fn index_of(self, needle: View<'_>, from: usize) -> Option<usize> {
        let (n, m) = (self.len(), needle.len());
        if m == 0 {
            return (from <= n).then_some(from);
        }
        if m > n || from > n - m {
            return None;
        }
        let found = match (self, needle) {
            (View::Latin1(h), View::Latin1([x])) => memchr::memchr(*x, &h[from..]),
            (View::Latin1(h), View::Latin1(x)) => memchr::memmem::find(&h[from..], x),
            (View::Utf16(h), View::Latin1(x)) => find(&h[from..], x),
            (View::Utf16(h), View::Utf16(x)) => find(&h[from..], x),
            (View::Latin1(_), View::Utf16(x)) if x.iter().any(|&u| u > 255) => None,
            (View::Latin1(h), View::Utf16(x)) => {
                let x: Vec<u8> = x.iter().map(|&u| u as u8).collect();
                memchr::memmem::find(&h[from..], &x)
            }
        };
        found.map(|i| i + from)
    }
    /// Where `needle` occurs last at or before `from`.
    pub fn last_index_of(self, needle: View<'_>, from: usize) -> Option<usize> {
        let m = needle.len();
        let last = self.len().checked_sub(m)?.min(from);
        if let (View::Latin1(h), View::Latin1(x)) = (self, needle) {
            return memchr::memmem::rfind(&h[..last + m], x);
        }
        (0..=last).rev().find(|&i| self.slice(i, i + m).equals(needle))
    }
    /// A hash of the units, the same in either width; never 0.
    pub fn hash(self) -> u32 {
        match self {
            View::Latin1(b) => hash_bytes(b),
            View::Utf16(u) if u.iter().all(|&u| u < 256) => {
                hash_bytes(&u.iter().map(|&u| u as u8).collect::<Vec<_>>())
            }
            View::Utf16(u) => {
                finish(u.iter().fold(u.len() as u64, |h, &u| (h.rotate_left(5) ^ u as u64).wrapping_mul(K)))
            }
        }
    }
    /// The canonical array index that the units spell, below 2^32 - 1.
    #[inline]
    pub fn array_index(self) -> Option<u32> {
        let n = self.len();
        if n == 0 || n > 10 {
            return None;
        }
        let first = self.unit(0);
        if first == b'0' as u16 {
            return (n == 1).then_some(0);
        }
        let mut value: u64 = 0;
        for unit in self.units() {
            let digit = unit.wrapping_sub(b'0' as u16);
            if digit > 9 {
                return None;
            }
            value = value * 10 + digit as u64;
        }
        (value < u32::MAX as u64).then_some(value as u32)
    }
}

/// Where the units `x`, at least one, occur first in `h`.
fn find<X: Copy + Into<u16>>(h: &[u16], x: &[X]) -> Option<usize> {
    /// So many units are looked through at once.
    const CHUNK: usize = 64;
    let first: u16 = (*x.first()?).into();
    let starts = h.len().checked_sub(x.len())? + 1;
    let mut at = 0;
    while at < starts {
        let chunk = &h[at..starts.min(at + CHUNK)];
        if chunk.contains(&first) {
            for (i, _) in chunk.iter().enumerate().filter(|&(_, &u)| u == first) {
                let i = at + i;
                if h[i..i + x.len()].iter().zip(x).all(|(&u, &v)| u == v.into()) {
                    return Some(i);
                }
            }
        }
        at += CHUNK;
    }
    None
}

fn finish(h: u64) -> u32 {
    let h = (h ^ (h >> 29)).wrapping_mul(K);
    ((h >> 32) as u32).max(1)
}

/// Hashes Latin-1 text eight bytes at a time.
pub fn hash_bytes(bytes: &[u8]) -> u32 {
    let mut h = bytes.len() as u64;
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let mut word = [0; 8];
        word.copy_from_slice(chunk);
        h = (h.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(K);
    }
    let mut word = [0; 8];
    word[..chunks.remainder().len()].copy_from_slice(chunks.remainder());
    finish((h.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(K))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All places of all short needles in one text, in each combination of widths, against the plain definition.
    #[test]
    fn searching() {
        let text: Vec<u16> = (0..300u32).map(|i| b'a' as u16 + (i * i % 7 % 3) as u16).collect();
        let narrow: Vec<u8> = text.iter().map(|&u| u as u8).collect();
        for needle_at in [0, 1, 5, 70, 128, 290] {
            for m in [0, 1, 2, 3, 9] {
                for changed in [false, true] {
                    let mut needle = text[needle_at..needle_at + m].to_vec();
                    if changed && m > 0 {
                        needle[m - 1] = b'z' as u16;
                    }
                    let small: Vec<u8> = needle.iter().map(|&u| u as u8).collect();
                    for from in [0, 1, 64, 65, 299, 300, 301] {
                        let forward = (from..=text.len()).find(|&i| text[i..].starts_with(&needle));
                        let back = (0..=from.min(text.len())).rev().find(|&i| text[i..].starts_with(&needle));
                        for h in [View::Utf16(&text), View::Latin1(&narrow)] {
                            for x in [View::Utf16(&needle), View::Latin1(&small)] {
                                assert_eq!(h.index_of(x, from), forward, "{needle_at} {m} {from}");
                                assert_eq!(h.last_index_of(x, from), back, "{needle_at} {m} {from}");
                            }
                        }
                    }
                }
            }
        }
        assert_eq!(View::Latin1(b"abc").index_of(View::Utf16(&[0x161]), 0), None);
    }
}
