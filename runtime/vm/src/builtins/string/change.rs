//! Parts of strings, and copies with something added or taken away.

use super::{assemble, clamped, is_wide, search, string_argument, this_string, view};
use crate::convert::is_space;
use crate::realm::Args;
use crate::string::{self, View};
use crate::value::*;
use crate::{convert, error};

/// String.prototype.concat(...args)
pub fn concat<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s, next);
    s.copy(args.this());
    convert::require_object_coercible(cx, s, "String.prototype.concat")?;
    next.set(convert::to_string(cx, s)?);
    s.copy(next);
    for i in 0..args.len() {
        next.set(convert::to_string(cx, args.get(i))?);
        let sum = string::concat(cx, s, next)?;
        s.set(sum);
    }
    Ok(s.get(&*cx))
}

/// StringPaddingBuiltinsImpl(O, maxLength, fillString, placement).
fn pad<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    args: Args<'_, 'rt>,
    method: &str,
    at_start: bool,
) -> Completion<'a, 'rt> {
    roots!(cx; s, filler);
    this_string(cx, args, method, s)?;
    let wanted = convert::to_length(cx, args.get(0))?;
    let length = view(&*cx, s).len();
    if wanted <= length as u64 {
        return Ok(s.get(&*cx));
    }
    let spaces = args.get(1).get(&*cx).is_undefined();
    if !spaces {
        string_argument(cx, args, 1, filler)?;
        if view(&*cx, filler).is_empty() {
            return Ok(s.get(&*cx));
        }
    }
    let wide = is_wide(view(&*cx, s)) || is_wide(view(&*cx, filler));
    let wanted = wanted.min(usize::MAX as u64) as usize;
    let (text_at, from, to) =
        if at_start { (wanted - length, 0, wanted - length) } else { (0, length, wanted) };
    assemble(cx, wanted, wide, |out, nogc| {
        out.put(text_at, view(nogc, s));
        out.fill(from, to, if spaces { View::Latin1(b" ") } else { view(nogc, filler) });
    })
}

/// String.prototype.padEnd(maxLength [, fillString])
pub fn pad_end<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    pad(cx, args, "String.prototype.padEnd", false)
}

/// String.prototype.padStart(maxLength [, fillString])
pub fn pad_start<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    pad(cx, args, "String.prototype.padStart", true)
}

/// Longer repetitions are ropes over pieces of about this length.
const FLAT_REPEAT: usize = 1 << 16;

/// String.prototype.repeat(count)
pub fn repeat<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s);
    this_string(cx, args, "String.prototype.repeat", s)?;
    let n = convert::to_integer(cx, args.get(0))?;
    if !(0.0..f64::INFINITY).contains(&n) {
        roots!(cx; given);
        given.set(convert::to_string(cx, args.get(0))?);
        let given = given.cast::<crate::kinds::Str>(&*cx).map(string::to_rust_string).unwrap_or_default();
        return Err(error::range_error(cx, &format!("Invalid count value: {given}")));
    }
    let length = view(&*cx, s).len();
    if n == 0.0 || length == 0 {
        return string::empty(cx);
    }
    if n == 1.0 {
        return Ok(s.get(&*cx));
    }
    if n * length as f64 > string::MAX_LENGTH as f64 {
        return Err(error::range_error(cx, "Invalid string length"));
    }
    let n = n as usize;
    if n * length <= FLAT_REPEAT {
        return repeat_flat(cx, s, n);
    }
    repeat_rope(cx, s, n)
}

fn repeat_flat<'a, 'rt>(cx: &'a mut Cx<'rt>, s: Root<'_, 'rt>, n: usize) -> Completion<'a, 'rt> {
    let (length, wide) = (view(&*cx, s).len(), is_wide(view(&*cx, s)));
    assemble(cx, n * length, wide, |out, nogc| out.fill(0, n * length, view(nogc, s)))
}

/// By doubling, so that the result takes little room until somebody looks into it.
fn repeat_rope<'a, 'rt>(cx: &'a mut Cx<'rt>, s: Root<'_, 'rt>, n: usize) -> Completion<'a, 'rt> {
    roots!(cx; piece, result);
    let per_piece = (FLAT_REPEAT / view(&*cx, s).len()).max(1);
    result.set(repeat_or_empty(cx, s, n % per_piece)?);
    piece.set(repeat_or_empty(cx, s, per_piece)?);
    let mut pieces = n / per_piece;
    loop {
        if pieces & 1 == 1 {
            let sum = string::concat(cx, piece, result)?;
            result.set(sum);
        }
        pieces >>= 1;
        if pieces == 0 {
            return Ok(result.get(&*cx));
        }
        let twice = string::concat(cx, piece, piece)?;
        piece.set(twice);
    }
}

fn repeat_or_empty<'a, 'rt>(cx: &'a mut Cx<'rt>, s: Root<'_, 'rt>, n: usize) -> Completion<'a, 'rt> {
    match n {
        0 => string::empty(cx),
        1 => Ok(s.get(&*cx)),
        n => repeat_flat(cx, s, n),
    }
}

/// String.prototype.slice(start, end)
pub fn slice<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s);
    this_string(cx, args, "String.prototype.slice", s)?;
    let length = view(&*cx, s).len() as u64;
    let from = convert::relative_index(cx, args.get(0), length, 0)?;
    let to = convert::relative_index(cx, args.get(1), length, length)?;
    string::substring(cx, s, from as usize, to as usize)
}

/// String.prototype.substring(start, end)
pub fn substring<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s);
    this_string(cx, args, "String.prototype.substring", s)?;
    let length = view(&*cx, s).len();
    let start = clamped(cx, args.get(0), length, 0)?;
    let end = clamped(cx, args.get(1), length, length)?;
    string::substring(cx, s, start.min(end), start.max(end))
}

/// String.prototype.substr(start, length) (Annex B)
pub fn substr<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s);
    this_string(cx, args, "String.prototype.substr", s)?;
    let size = view(&*cx, s).len();
    let start = convert::relative_index(cx, args.get(0), size as u64, 0)? as usize;
    let length = clamped(cx, args.get(1), size, size)?;
    string::substring(cx, s, start, start.saturating_add(length).min(size))
}

/// TrimString(string, where).
fn trim_ends<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    args: Args<'_, 'rt>,
    method: &str,
    start: bool,
    end: bool,
) -> Completion<'a, 'rt> {
    roots!(cx; s);
    this_string(cx, args, method, s)?;
    let units = view(&*cx, s);
    let n = units.len();
    let from = if start { (0..n).find(|&i| !is_space(units.unit(i))).unwrap_or(n) } else { 0 };
    let to =
        if end { (from..n).rev().find(|&i| !is_space(units.unit(i))).map_or(from, |i| i + 1) } else { n };
    string::substring(cx, s, from, to)
}

/// String.prototype.trim()
pub fn trim<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    trim_ends(cx, args, "String.prototype.trim", true, true)
}

/// String.prototype.trimStart()
pub fn trim_start<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    trim_ends(cx, args, "String.prototype.trimStart", true, false)
}

/// String.prototype.trimEnd()
pub fn trim_end<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    trim_ends(cx, args, "String.prototype.trimEnd", false, true)
}

/// String.prototype.toWellFormed()
pub fn to_well_formed<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s);
    this_string(cx, args, "String.prototype.toWellFormed", s)?;
    let units = view(&*cx, s);
    let Some(first) = search::lone_surrogate(units, 0) else { return Ok(s.get(&*cx)) };
    let mut fixed: Vec<u16> = units.units().collect();
    let mut next = Some(first);
    while let Some(i) = next {
        fixed[i] = 0xFFFD;
        next = search::lone_surrogate(View::Utf16(&fixed), i + 1);
    }
    string::from_utf16(cx, &fixed)
}
