//! The URI handling functions (ECMA-262 19.2.6) and escape and unescape (B.2.1).

use crate::convert;
use crate::error::{self, ErrorKind};
use crate::kinds::*;
use crate::realm::Args;
use crate::string::{self, StringBuilder, View};
use crate::value::*;

/// Why there is no result.
enum Fault {
    Malformed,
    TooLong,
}

const WORD: u8 = 1;
const MARK: u8 = 2;
const RESERVED: u8 = 4;
const ESCAPE: u8 = 8;

/// To which sets an ASCII character belongs: word characters, uriMark without `_`, uriReserved and `#`, the marks that
/// `escape` keeps.
const SETS: [u8; 128] = {
    let mut sets = [0; 128];
    let mut i = 0;
    while i < 128 {
        let c = i as u8;
        if c.is_ascii_alphanumeric() || c == b'_' {
            sets[i] |= WORD;
        }
        if matches!(c, b'-' | b'.' | b'!' | b'~' | b'*' | b'\'' | b'(' | b')') {
            sets[i] |= MARK;
        }
        if matches!(c, b';' | b'/' | b'?' | b':' | b'@' | b'&' | b'=' | b'+' | b'$' | b',' | b'#') {
            sets[i] |= RESERVED;
        }
        if matches!(c, b'@' | b'*' | b'+' | b'-' | b'.' | b'/') {
            sets[i] |= ESCAPE;
        }
        i += 1;
    }
    sets
};

fn is_in(unit: u16, sets: u8) -> bool {
    SETS.get(unit as usize).is_some_and(|s| s & sets != 0)
}

/// The two upper-case hexadecimal digits of a byte.
fn push_hex(out: &mut StringBuilder, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.push(DIGITS[byte as usize >> 4] as u16);
    out.push(DIGITS[byte as usize & 15] as u16);
}

/// The value of `n` hexadecimal digits at `i`.
fn hex(view: View<'_>, i: usize, n: usize) -> Option<u32> {
    (i..i + n).try_fold(0, |value, at| {
        let digit = char::from_u32(view.get(at)? as u32)?.to_digit(16)?;
        Some(value << 4 | digit)
    })
}

/// ToString of the first argument, in `s`; then `convert`, which gives None if the text stays as it is.
fn converted<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    args: Args<'_, 'rt>,
    convert: impl FnOnce(View<'_>) -> Result<Option<StringBuilder>, Fault>,
) -> Completion<'a, 'rt> {
    roots!(cx; s);
    s.copy(args.get(0));
    convert::to_flat_string(cx, s)?;
    let view = s.cast::<Str>(&*cx).and_then(string::try_view);
    match view.map(convert) {
        Some(Ok(Some(text))) => text.finish(cx),
        Some(Err(Fault::Malformed)) => Err(error::throw(cx, ErrorKind::Uri, "URI malformed")),
        Some(Err(Fault::TooLong)) => Err(error::range_error(cx, "Invalid string length")),
        Some(Ok(None)) | None => Ok(s.get(&*cx)),
    }
}

/// Encode(string, extraUnescaped): `kept` are the sets of characters that stay.
fn encode(view: View<'_>, kept: u8) -> Result<Option<StringBuilder>, Fault> {
    let Some(first) = view.units().position(|unit| !is_in(unit, kept)) else { return Ok(None) };
    let mut out = StringBuilder::new();
    out.push_view(view.slice(0, first));
    let mut i = first;
    while i < view.len() {
        let (point, units) = view.code_point(i);
        if units == 1 && is_in(point as u16, kept) {
            out.push(point as u16);
        } else {
            let c = char::from_u32(point).ok_or(Fault::Malformed)?;
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                out.push(b'%' as u16);
                push_hex(&mut out, byte);
            }
        }
        if out.len() > string::MAX_LENGTH {
            return Err(Fault::TooLong);
        }
        i += units;
    }
    Ok(Some(out))
}

/// Decode(string, preserveEscapeSet): escapes of characters in `preserved` stay.
fn decode(view: View<'_>, preserved: u8) -> Result<Option<StringBuilder>, Fault> {
    let Some(first) = view.units().position(|unit| unit == b'%' as u16) else { return Ok(None) };
    let mut out = StringBuilder::new();
    out.push_view(view.slice(0, first));
    let mut i = first;
    while i < view.len() {
        let unit = view.unit(i);
        if unit != b'%' as u16 {
            out.push(unit);
            i += 1;
            continue;
        }
        let byte = hex(view, i + 1, 2).ok_or(Fault::Malformed)? as u8;
        if byte < 128 {
            if is_in(byte as u16, preserved) {
                out.push_view(view.slice(i, i + 3));
            } else {
                out.push(byte as u16);
            }
            i += 3;
            continue;
        }
        let n = byte.leading_ones() as usize;
        if !(2..=4).contains(&n) {
            return Err(Fault::Malformed);
        }
        let mut octets = [byte, 0, 0, 0];
        for (j, octet) in octets.iter_mut().enumerate().take(n).skip(1) {
            let at = i + 3 * j;
            if view.get(at) != Some(b'%' as u16) {
                return Err(Fault::Malformed);
            }
            *octet = hex(view, at + 1, 2).ok_or(Fault::Malformed)? as u8;
        }
        let text = octets.get(..n).and_then(|o| std::str::from_utf8(o).ok()).ok_or(Fault::Malformed)?;
        out.push_str(text);
        i += 3 * n;
    }
    Ok(Some(out))
}

/// decodeURI(encodedURI)
pub fn decode_uri<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    converted(cx, args, |view| decode(view, RESERVED))
}

/// decodeURIComponent(encodedURIComponent)
pub fn decode_uri_component<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    converted(cx, args, |view| decode(view, 0))
}

/// encodeURI(uri)
pub fn encode_uri<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    converted(cx, args, |view| encode(view, WORD | MARK | RESERVED))
}

/// encodeURIComponent(uriComponent)
pub fn encode_uri_component<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    converted(cx, args, |view| encode(view, WORD | MARK))
}

/// escape(string)
pub fn escape<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    converted(cx, args, |view| {
        let Some(first) = view.units().position(|unit| !is_in(unit, WORD | ESCAPE)) else { return Ok(None) };
        let mut out = StringBuilder::new();
        out.push_view(view.slice(0, first));
        for unit in view.slice(first, view.len()).units() {
            if is_in(unit, WORD | ESCAPE) {
                out.push(unit);
            } else {
                let [high, low] = unit.to_be_bytes();
                out.push(b'%' as u16);
                if high != 0 {
                    out.push(b'u' as u16);
                    push_hex(&mut out, high);
                }
                push_hex(&mut out, low);
            }
            if out.len() > string::MAX_LENGTH {
                return Err(Fault::TooLong);
            }
        }
        Ok(Some(out))
    })
}

/// unescape(string)
pub fn unescape<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    converted(cx, args, |view| {
        let Some(first) = view.units().position(|unit| unit == b'%' as u16) else { return Ok(None) };
        let mut out = StringBuilder::new();
        out.push_view(view.slice(0, first));
        let mut i = first;
        while i < view.len() {
            let unit = view.unit(i);
            let (value, taken) = if unit != b'%' as u16 {
                (None, 1)
            } else if view.get(i + 1) == Some(b'u' as u16) {
                (hex(view, i + 2, 4), 6)
            } else {
                (hex(view, i + 1, 2), 3)
            };
            match value {
                Some(value) => {
                    out.push(value as u16);
                    i += taken;
                }
                None => {
                    out.push(unit);
                    i += 1;
                }
            }
        }
        Ok(Some(out))
    })
}
