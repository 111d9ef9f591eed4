//! QuoteJSONString: what JSON text is appended to, and how strings are escaped in either width.
//!
//! Clean stretches are copied block by block; escapes are written from the block's mask, so that dense ones do not
//! make scanning start over.

use super::scan::{BLOCK, any_special_byte, any_special_unit, any_surrogate, is_special, special_mask};
use crate::string::{StringBuilder, View};

/// What text is appended to: bytes of Latin-1, or units of UTF-16.
pub trait Sink {
    /// Can it hold Latin-1 only?
    const NARROW: bool;
    /// Units so far.
    fn units(&self) -> usize;
    /// Appends a Latin-1 unit.
    fn byte(&mut self, unit: u8);
    /// Appends Latin-1 text as it is.
    fn text(&mut self, text: &[u8]);
    /// Appends Latin-1 text, escaped.
    fn escape_bytes(&mut self, text: &[u8]);
    /// Appends UTF-16 text as it is; nothing if the sink cannot hold it.
    fn wide_text(&mut self, text: &[u16]);
    /// Appends UTF-16 text, escaped; nothing if the sink cannot hold it.
    fn escape_units(&mut self, text: &[u16]);
}

impl Sink for Vec<u8> {
    const NARROW: bool = true;
    #[inline(always)]
    fn units(&self) -> usize {
        Vec::len(self)
    }
    #[inline(always)]
    fn byte(&mut self, unit: u8) {
        self.push(unit);
    }
    #[inline(always)]
    fn text(&mut self, text: &[u8]) {
        self.extend_from_slice(text);
    }
    #[inline]
    fn escape_bytes(&mut self, text: &[u8]) {
        escape_latin1(self, text);
    }
    fn wide_text(&mut self, _: &[u16]) {}
    fn escape_units(&mut self, _: &[u16]) {}
}

impl Sink for Vec<u16> {
    const NARROW: bool = false;
    #[inline(always)]
    fn units(&self) -> usize {
        Vec::len(self)
    }
    #[inline(always)]
    fn byte(&mut self, unit: u8) {
        self.push(unit as u16);
    }
    #[inline(always)]
    fn text(&mut self, text: &[u8]) {
        self.extend(text.iter().map(|&b| b as u16));
    }
    fn escape_bytes(&mut self, text: &[u8]) {
        escape_latin1(self, text);
    }
    fn wide_text(&mut self, text: &[u16]) {
        self.extend_from_slice(text);
    }
    fn escape_units(&mut self, text: &[u16]) {
        escape_utf16(self, text);
    }
}

const HEX: &[u8; 16] = b"0123456789abcdef";

/// `\uxxxx`
#[cold]
fn push_unicode<S: Sink>(out: &mut S, unit: u16) {
    let digit = |shift: u16| HEX[(unit >> shift & 15) as usize];
    out.text(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
}

/// The escape of a special unit.
#[inline]
fn push_escape<S: Sink>(out: &mut S, unit: u16) {
    let letter = match unit {
        0x22 => b'"',
        0x5C => b'\\',
        8 => b'b',
        9 => b't',
        10 => b'n',
        12 => b'f',
        13 => b'r',
        _ => return push_unicode(out, unit),
    };
    out.text(&[b'\\', letter]);
}

#[inline]
fn escape_latin1<S: Sink>(out: &mut S, text: &[u8]) {
    let mut rest = text;
    while let Some((block, tail)) = rest.split_first_chunk::<BLOCK>() {
        if any_special_byte(block) {
            escape_block(out, block, special_mask(block));
        } else {
            out.text(block);
        }
        rest = tail;
    }
    if !rest.is_empty() {
        escape_block(out, rest, tail_mask(rest));
    }
}

/// Which of fewer than sixteen bytes are special; exactly, if any is.
#[inline]
fn tail_mask(tail: &[u8]) -> u32 {
    let mut block = [b' '; BLOCK];
    if let (Some(first), Some(last)) = (tail.first_chunk::<8>(), tail.last_chunk::<8>()) {
        block[..8].copy_from_slice(first);
        block[8..].copy_from_slice(last);
    } else if let (Some(first), Some(last)) = (tail.first_chunk::<4>(), tail.last_chunk::<4>()) {
        block[..4].copy_from_slice(first);
        block[4..8].copy_from_slice(last);
    } else {
        block.iter_mut().zip(tail).for_each(|(to, &from)| *to = from);
    }
    if !any_special_byte(&block) {
        return 0;
    }
    tail.iter().enumerate().fold(0, |mask, (i, &b)| mask | (is_special(b as u16) as u32) << i)
}

#[inline]
fn escape_block<S: Sink>(out: &mut S, block: &[u8], mask: u32) {
    if mask == 0 {
        return out.text(block);
    }
    let (mut mask, mut from) = (mask, 0);
    while mask != 0 {
        let i = mask.trailing_zeros() as usize;
        let (Some(clean), Some(&byte)) = (block.get(from..i), block.get(i)) else { return };
        out.text(clean);
        push_escape(out, byte as u16);
        from = i + 1;
        mask &= mask - 1;
    }
    out.text(block.get(from..).unwrap_or_default());
}

fn is_surrogate(unit: u16) -> bool {
    unit & 0xF800 == 0xD800
}

/// Where the first special unit or surrogate at or after `from` is.
#[inline]
fn find_awkward(text: &[u16], from: usize) -> usize {
    let mut at = from;
    while let Some(block) = text.get(at..).and_then(|t| t.first_chunk::<8>()) {
        if any_special_unit(block) || any_surrogate(block) {
            break;
        }
        at += 8;
    }
    let rest = text.get(at..).unwrap_or_default();
    rest.iter().position(|&u| is_special(u) || is_surrogate(u)).map_or(text.len(), |i| at + i)
}

fn escape_utf16(out: &mut Vec<u16>, text: &[u16]) {
    let mut at = 0;
    while at < text.len() {
        let stop = find_awkward(text, at);
        out.extend_from_slice(text.get(at..stop).unwrap_or_default());
        at = stop;
        // One unit after the other as long as there is something awkward every now and then.
        let mut clean = 0;
        while clean < 8
            && let Some(&unit) = text.get(at)
        {
            at += 1;
            if is_special(unit) {
                push_escape(out, unit);
            } else if !is_surrogate(unit) {
                out.push(unit);
                clean += 1;
                continue;
            } else if let Some(&low) = text.get(at)
                && unit < 0xDC00
                && (0xDC00..0xE000).contains(&low)
            {
                out.extend_from_slice(&[unit, low]);
                at += 1;
            } else {
                push_unicode(out, unit);
            }
            clean = 0;
        }
    }
}

/// Appends a string with quotes and escapes; the builder becomes wide if it has to.
pub fn append_quoted(out: &mut StringBuilder, view: View<'_>) {
    out.push(b'"' as u16);
    match (&mut *out, view) {
        (StringBuilder::Latin1(bytes), View::Latin1(text)) => bytes.escape_bytes(text),
        (StringBuilder::Utf16(units), View::Latin1(text)) => units.escape_bytes(text),
        (StringBuilder::Utf16(units), View::Utf16(text)) => units.escape_units(text),
        (StringBuilder::Latin1(bytes), View::Utf16(text)) => {
            let mut units = widen(bytes);
            units.escape_units(text);
            *out = StringBuilder::Utf16(units);
        }
    }
    out.push(b'"' as u16);
}

/// The units of Latin-1 text.
pub fn widen(bytes: &[u8]) -> Vec<u16> {
    bytes.iter().map(|&b| b as u16).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, unit by unit.
    fn expected(text: &[u16]) -> Vec<u16> {
        let mut out = Vec::new();
        let mut i = 0;
        while i < text.len() {
            let u = text[i];
            let pair = (0xD800..0xDC00).contains(&u)
                && text.get(i + 1).is_some_and(|l| (0xDC00..0xE000).contains(l));
            if pair {
                out.extend_from_slice(&text[i..i + 2]);
                i += 1;
            } else if is_special(u) || is_surrogate(u) {
                let short = match u {
                    8 => "\\b".into(),
                    9 => "\\t".into(),
                    10 => "\\n".into(),
                    12 => "\\f".into(),
                    13 => "\\r".into(),
                    0x22 => "\\\"".into(),
                    0x5C => "\\\\".into(),
                    _ => format!("\\u{u:04x}"),
                };
                out.extend(short.encode_utf16());
            } else {
                out.push(u);
            }
            i += 1;
        }
        out
    }

    fn random(state: &mut u64) -> u64 {
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        *state >> 33
    }

    #[test]
    fn both_widths_agree_with_the_definition() {
        let mut state = 7;
        for round in 0..100_000 {
            let n = random(&mut state) as usize % 60;
            let density = 1 + round % 20;
            let units: Vec<u16> = (0..n)
                .map(|_| match random(&mut state) % (4 + density) {
                    0 => (random(&mut state) % 0x30) as u16,
                    1 => b'\\' as u16,
                    2 => 0xD800 + (random(&mut state) % 0x800) as u16,
                    3 => random(&mut state) as u16,
                    _ => b'a' as u16,
                })
                .collect();
            let mut out: Vec<u16> = Vec::new();
            out.escape_units(&units);
            assert_eq!(out, expected(&units), "{units:?}");
            let bytes: Vec<u8> = units.iter().map(|&u| u as u8).collect();
            let narrow: Vec<u16> = bytes.iter().map(|&b| b as u16).collect();
            let (mut out, mut wide): (Vec<u8>, Vec<u16>) = Default::default();
            out.escape_bytes(&bytes);
            wide.escape_bytes(&bytes);
            assert_eq!(widen(&out), expected(&narrow), "{bytes:?}");
            assert_eq!(wide, expected(&narrow), "{bytes:?}");
        }
    }

    #[test]
    fn every_escape_at_every_position() {
        for unit in (0..0x20).chain([0x22, 0x5C, 0x7F, 0xFF, 0x2028, 0xD800, 0xDFFF]) {
            for n in 0..40 {
                let mut text = vec![b'x' as u16; 40];
                text[n] = unit;
                let mut out: Vec<u16> = Vec::new();
                out.escape_units(&text);
                assert_eq!(out, expected(&text));
            }
        }
    }
}
