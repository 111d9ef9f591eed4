//! Upper and lower case and normal forms, by the whole of Unicode; lone surrogates stand for themselves.

use super::{assemble, string_argument, this_string, view};
use crate::realm::Args;
use crate::string::{StringBuilder, View};
use crate::value::*;
use unicode_normalization::{IsNormalized, UnicodeNormalization};

/// String.prototype.toLowerCase()
pub fn to_lower_case<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    lower(cx, args, "String.prototype.toLowerCase")
}

/// String.prototype.toLocaleLowerCase(): without locales the same.
pub fn to_locale_lower_case<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    lower(cx, args, "String.prototype.toLocaleLowerCase")
}

/// String.prototype.toUpperCase()
pub fn to_upper_case<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    upper(cx, args, "String.prototype.toUpperCase")
}

/// String.prototype.toLocaleUpperCase(): without locales the same.
pub fn to_locale_upper_case<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    upper(cx, args, "String.prototype.toLocaleUpperCase")
}

fn lower_byte(b: u8) -> u8 {
    match b {
        b'A'..=b'Z' | 0xC0..=0xD6 | 0xD8..=0xDE => b + 32,
        _ => b,
    }
}

fn upper_byte(b: u8) -> u8 {
    match b {
        b'a'..=b'z' | 0xE0..=0xF6 | 0xF8..=0xFE => b - 32,
        _ => b,
    }
}

const SIGMA: u16 = 0x3A3;

fn lower<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>, method: &str) -> Completion<'a, 'rt> {
    roots!(cx; s);
    this_string(cx, args, method, s)?;
    match view(&*cx, s) {
        View::Latin1(bytes) if bytes.iter().all(|&b| lower_byte(b) == b) => Ok(s.get(&*cx)),
        View::Latin1(_) => map_bytes(cx, s, lower_byte),
        // A sigma at the end of a word depends on what surrounds it.
        View::Utf16(units) if units.contains(&SIGMA) => map_runs(cx, s, |run, out| {
            out.push_str(&run.to_lowercase());
        }),
        View::Utf16(_) => map_chars(cx, s, |c, out| {
            c.to_lowercase().for_each(|c| out.push_code_point(c as u32));
        }),
    }
}

fn upper<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>, method: &str) -> Completion<'a, 'rt> {
    roots!(cx; s);
    this_string(cx, args, method, s)?;
    // Sharp s, micro sign and y with diaeresis leave Latin-1 or grow.
    let special = |b: u8| matches!(b, 0xB5 | 0xDF | 0xFF);
    match view(&*cx, s) {
        View::Latin1(bytes) if bytes.iter().all(|&b| upper_byte(b) == b && !special(b)) => Ok(s.get(&*cx)),
        View::Latin1(bytes) if !bytes.iter().any(|&b| special(b)) => map_bytes(cx, s, upper_byte),
        _ => map_chars(cx, s, |c, out| {
            c.to_uppercase().for_each(|c| out.push_code_point(c as u32));
        }),
    }
}

fn map_bytes<'a, 'rt>(cx: &'a mut Cx<'rt>, s: Root<'_, 'rt>, f: fn(u8) -> u8) -> Completion<'a, 'rt> {
    let length = view(&*cx, s).len();
    assemble(cx, length, false, |out, nogc| {
        if let (super::Out::Narrow(out), View::Latin1(bytes)) = (out, view(nogc, s)) {
            out.iter_mut().zip(bytes).for_each(|(o, &b)| *o = f(b));
        }
    })
}

/// Maps every code point that is no lone surrogate. The string itself if nothing changes.
fn map_chars<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    s: Root<'_, 'rt>,
    mut f: impl FnMut(char, &mut StringBuilder),
) -> Completion<'a, 'rt> {
    let units = view(&*cx, s);
    let mut out = StringBuilder::new();
    for c in char::decode_utf16(units.units()) {
        match c {
            Ok(c) => f(c, &mut out),
            Err(lone) => out.push(lone.unpaired_surrogate()),
        }
    }
    if out.view().equals(units) { Ok(s.get(&*cx)) } else { out.finish(cx) }
}

/// Maps every run between lone surrogates, which no rule of Unicode looks across. The string itself if nothing
/// changes.
fn map_runs<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    s: Root<'_, 'rt>,
    mut f: impl FnMut(&str, &mut StringBuilder),
) -> Completion<'a, 'rt> {
    let units = view(&*cx, s);
    let mut out = StringBuilder::new();
    let mut run = String::new();
    for c in char::decode_utf16(units.units()) {
        match c {
            Ok(c) => run.push(c),
            Err(lone) => {
                f(&run, &mut out);
                run.clear();
                out.push(lone.unpaired_surrogate());
            }
        }
    }
    f(&run, &mut out);
    if out.view().equals(units) { Ok(s.get(&*cx)) } else { out.finish(cx) }
}

/// String.prototype.normalize([form])
pub fn normalize<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s, form);
    this_string(cx, args, "String.prototype.normalize", s)?;
    let mut name = String::from("NFC");
    if !args.get(0).get(&*cx).is_undefined() {
        string_argument(cx, args, 0, form)?;
        name = form.cast::<crate::kinds::Str>(&*cx).map(crate::string::to_rust_string).unwrap_or_default();
        if !matches!(name.as_str(), "NFC" | "NFD" | "NFKC" | "NFKD") {
            let message = "The normalization form should be one of NFC, NFD, NFKC, NFKD.";
            return Err(crate::error::range_error(cx, message));
        }
    }
    if let View::Latin1(bytes) = view(&*cx, s)
        && (name == "NFC" || bytes.is_ascii())
    {
        return Ok(s.get(&*cx));
    }
    map_runs(cx, s, |run, out| {
        let chars = run.chars();
        let mut put = |c: char| out.push_code_point(c as u32);
        match name.as_str() {
            "NFC" if unicode_normalization::is_nfc_quick(chars.clone()) == IsNormalized::Yes => {
                chars.for_each(put)
            }
            "NFC" => chars.nfc().for_each(&mut put),
            "NFD" => chars.nfd().for_each(&mut put),
            "NFKC" => chars.nfkc().for_each(&mut put),
            _ => chars.nfkd().for_each(&mut put),
        }
    })
}
