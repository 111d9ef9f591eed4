//! Strings: Latin-1 or UTF-16 flat cells, and ropes that are flattened on demand.
//!
//! Lives here: making, measuring, concatenating, slicing, comparing, hashing. String *methods* are in
//! `builtins/string`. Invariants: a flat cell never changes, apart from its cached hash and atom; a FLAT16 cell may
//! hold only Latin-1 units, and hashes and compares as if it were narrow.

mod builder;
mod view;

pub use builder::StringBuilder;
pub use view::View;

use crate::kinds::{FLAT8, FLAT16, Flat, ROPE, Rope, Str};
use crate::value::*;
use crate::vm::Cache;

/// Longest string, in UTF-16 code units; beyond it a RangeError.
pub const MAX_LENGTH: usize = (1 << 29) - 24;
/// Shorter concatenations are copied at once: a rope would be larger.
const MIN_ROPE: usize = 24;

/// Length in code units.
#[inline]
pub fn length(s: Gc<'_, '_, Str>) -> usize {
    match s.cast::<Flat>() {
        Some(flat) => flat_length(flat),
        None => s.raw(0) as u32 as usize,
    }
}

#[inline]
fn flat_length(s: Gc<'_, '_, Flat>) -> usize {
    if s.kind() == FLAT8.id { s.byte_len() } else { s.byte_len() / 2 }
}

/// The units of a flat string, or of a rope that has been flattened.
#[inline]
pub fn try_view<'a>(s: Gc<'a, '_, Str>) -> Option<View<'a>> {
    if let Some(flat) = s.cast::<Flat>() {
        return Some(flat_view(flat));
    }
    if s.get(1).is_undefined() { s.get(0).cast::<Flat>().map(flat_view) } else { None }
}

#[inline]
fn flat_view<'a>(s: Gc<'a, '_, Flat>) -> View<'a> {
    if s.kind() == FLAT8.id { View::Latin1(s.bytes()) } else { View::Utf16(s.units()) }
}

/// Makes `s`, a root that holds a string, hold a flat one.
#[inline]
pub fn flatten<'rt>(cx: &mut Cx<'rt>, s: Root<'_, 'rt>) -> Result<(), Throw> {
    if s.cast::<Flat>(&*cx).is_some() { Ok(()) } else { flatten_rope(cx, s) }
}

#[cold]
#[inline(never)]
fn flatten_rope<'rt>(cx: &mut Cx<'rt>, s: Root<'_, 'rt>) -> Result<(), Throw> {
    let Some(rope) = s.cast::<Rope>(&*cx) else { return Ok(()) };
    if rope.get(1).is_undefined() {
        s.set(rope.get(0));
        return Ok(());
    }
    let length = rope.raw(0) as u32 as usize;
    let wide = rope_is_wide(rope);
    let flat: Value<'_, 'rt> = if wide {
        cx.alloc_units::<Flat>(FLAT16, 0, 0, length, |out, nogc| {
            fill(s.get(nogc), out.len(), |at, view| match view {
                View::Latin1(b) => out[at..at + b.len()].iter_mut().zip(b).for_each(|(o, &b)| *o = b as u16),
                View::Utf16(u) => out[at..at + u.len()].copy_from_slice(u),
            })
        })?
        .into()
    } else {
        cx.alloc_bytes::<Flat>(FLAT8, 0, 0, length, |out, nogc| {
            fill(s.get(nogc), out.len(), |at, view| match view {
                View::Latin1(b) => out[at..at + b.len()].copy_from_slice(b),
                View::Utf16(u) => out[at..at + u.len()].iter_mut().zip(u).for_each(|(o, &u)| *o = u as u8),
            })
        })?
        .into()
    };
    let nogc_cell = flat.as_cell().map(|c| c.nogc());
    if let Some(rope) = nogc_cell.and_then(|p| s.cast::<Rope>(p)) {
        rope.set(0, flat);
        rope.set(1, undefined());
    }
    s.set(flat);
    Ok(())
}

/// Visits the flat parts of a rope from right to left without recursion; `put` gets each part's position.
fn fill<'a>(root: Value<'a, '_>, length: usize, mut put: impl FnMut(usize, View<'a>)) {
    let mut end = length;
    let mut pending = vec![root];
    while let Some(v) = pending.pop() {
        let Some(s) = v.cast::<Str>() else { continue };
        if let Some(view) = try_view(s) {
            end -= view.len();
            put(end, view);
        } else {
            pending.push(s.get(0));
            pending.push(s.get(1));
        }
    }
}

/// Whether any part of a rope is UTF-16. The flag is kept in the rope's raw word.
fn rope_is_wide(rope: Gc<'_, '_, Rope>) -> bool {
    rope.raw(0) >> 32 & 1 != 0
}

/// Does any part of a string lie in UTF-16?
#[inline]
pub fn is_wide(s: Gc<'_, '_, Str>) -> bool {
    match s.cast::<Rope>() {
        Some(rope) => rope_is_wide(rope),
        None => s.kind() == FLAT16.id,
    }
}

/// A string of Latin-1 bytes.
pub fn from_latin1<'a, 'rt>(cx: &'a mut Cx<'rt>, text: &[u8]) -> Completion<'a, 'rt> {
    match text {
        [] => return empty(cx),
        [one] => return from_unit(cx, *one as u16),
        _ => {}
    }
    check_length(cx, text.len())?;
    Ok(cx.alloc_bytes::<Flat>(FLAT8, 0, 0, text.len(), |out, _| out.copy_from_slice(text))?.into())
}

/// A string of UTF-16 units; narrow if all of them are Latin-1.
pub fn from_utf16<'a, 'rt>(cx: &'a mut Cx<'rt>, text: &[u16]) -> Completion<'a, 'rt> {
    if text.len() <= 1 {
        return if let [one] = text { from_unit(cx, *one) } else { empty(cx) };
    }
    check_length(cx, text.len())?;
    if text.iter().all(|&u| u < 256) {
        return Ok(cx
            .alloc_bytes::<Flat>(FLAT8, 0, 0, text.len(), |out, _| {
                out.iter_mut().zip(text).for_each(|(o, &u)| *o = u as u8)
            })?
            .into());
    }
    Ok(cx.alloc_units::<Flat>(FLAT16, 0, 0, text.len(), |out, _| out.copy_from_slice(text))?.into())
}

/// A string of UTF-8 text.
pub fn from_str<'a, 'rt>(cx: &'a mut Cx<'rt>, text: &str) -> Completion<'a, 'rt> {
    if text.is_ascii() {
        from_latin1(cx, text.as_bytes())
    } else {
        from_utf16(cx, &text.encode_utf16().collect::<Vec<_>>())
    }
}

/// The empty string.
pub fn empty<'a, 'rt>(cx: &'a mut Cx<'rt>) -> Completion<'a, 'rt> {
    crate::atom::to_value(cx, crate::atom::names::EMPTY)
}

/// The string of one unit; Latin-1 ones are shared.
pub fn from_unit<'a, 'rt>(cx: &'a mut Cx<'rt>, unit: u16) -> Completion<'a, 'rt> {
    if unit >= 256 {
        return Ok(cx.alloc_units::<Flat>(FLAT16, 0, 0, 1, |out, _| out[0] = unit)?.into());
    }
    let atom = match cx.host.cache.units[unit as usize] {
        Some(atom) => atom,
        None => {
            let mut utf8 = [0; 4];
            let atom = crate::atom::intern_pinned(cx, char::from(unit as u8).encode_utf8(&mut utf8))?;
            cx.host.cache.units[unit as usize] = Some(atom);
            atom
        }
    };
    crate::atom::to_value(cx, atom)
}

/// Throws the RangeError for strings that would be too long.
pub fn check_length(cx: &mut Cx<'_>, length: usize) -> Result<(), Throw> {
    if length > MAX_LENGTH { Err(crate::error::range_error(cx, "Invalid string length")) } else { Ok(()) }
}

/// `a + b` for two roots that hold strings.
pub fn concat<'a, 'rt>(cx: &'a mut Cx<'rt>, a: Root<'_, 'rt>, b: Root<'_, 'rt>) -> Completion<'a, 'rt> {
    let (Some(left), Some(right)) = (a.cast::<Str>(&*cx), b.cast::<Str>(&*cx)) else {
        return Err(crate::error::type_error(cx, "not a string"));
    };
    let (m, n) = (length(left), length(right));
    if n == 0 {
        return Ok(a.get(&*cx));
    }
    if m == 0 {
        return Ok(b.get(&*cx));
    }
    let wide = is_wide(left) || is_wide(right);
    let total = m + n;
    check_length(cx, total)?;
    if total >= MIN_ROPE {
        let cell = cx.alloc::<Rope>(ROPE, 0, 2)?;
        cell.set(0, a.get(cell));
        cell.set(1, b.get(cell));
        cell.set_raw(0, total as u64 | (wide as u64) << 32);
        return Ok(cell.into());
    }
    flatten(cx, a)?;
    flatten(cx, b)?;
    let copy_views =
        |a: Root<'_, 'rt>, b: Root<'_, 'rt>, nogc: NoGc<'_, 'rt>, put: &mut dyn FnMut(usize, View<'_>)| {
            for (root, at) in [(a, 0), (b, m)] {
                if let Some(view) = root.cast::<Str>(nogc).and_then(try_view) {
                    put(at, view);
                }
            }
        };
    Ok(if wide {
        cx.alloc_units::<Flat>(FLAT16, 0, 0, total, |out, nogc| {
            copy_views(a, b, nogc, &mut |at, view| view.copy_to(&mut out[at..at + view.len()]))
        })?
        .into()
    } else {
        cx.alloc_bytes::<Flat>(FLAT8, 0, 0, total, |out, nogc| {
            copy_views(a, b, nogc, &mut |at, view| {
                if let View::Latin1(bytes) = view {
                    out[at..at + bytes.len()].copy_from_slice(bytes)
                }
            })
        })?
        .into()
    })
}

/// The part `from..to` of a string (0 <= from <= to <= length); flattens `s`.
pub fn substring<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    s: Root<'_, 'rt>,
    from: usize,
    to: usize,
) -> Completion<'a, 'rt> {
    flatten(cx, s)?;
    let Some(view) = s.cast::<Str>(&*cx).and_then(try_view) else { return empty(cx) };
    let (from, to) = (from.min(view.len()), to.min(view.len()));
    if from >= to {
        return empty(cx);
    }
    if to - from == view.len() {
        return Ok(s.get(&*cx));
    }
    if to - from == 1 {
        let unit = view.unit(from);
        return from_unit(cx, unit);
    }
    let narrow = match view {
        View::Latin1(_) => true,
        View::Utf16(units) => units[from..to].iter().all(|&u| u < 256),
    };
    Ok(if narrow {
        cx.alloc_bytes::<Flat>(FLAT8, 0, 0, to - from, |out, nogc| match part(s, from, to, nogc) {
            Some(View::Latin1(bytes)) => out.copy_from_slice(bytes),
            Some(View::Utf16(units)) => out.iter_mut().zip(units).for_each(|(o, &u)| *o = u as u8),
            None => {}
        })?
        .into()
    } else {
        cx.alloc_units::<Flat>(FLAT16, 0, 0, to - from, |out, nogc| {
            if let Some(view) = part(s, from, to, nogc) {
                view.copy_to(out)
            }
        })?
        .into()
    })
}

fn part<'a, 'rt>(s: Root<'_, 'rt>, from: usize, to: usize, nogc: NoGc<'a, 'rt>) -> Option<View<'a>> {
    s.cast::<Str>(nogc).and_then(try_view).map(|v| v.slice(from, to))
}

/// The hash of a flat string, cached in its cell; 0 never occurs.
#[inline]
pub fn hash(s: Gc<'_, '_, Flat>) -> u32 {
    let cached = s.host_word();
    if cached != 0 {
        return cached;
    }
    let h = flat_view(s).hash();
    s.set_host_word(h);
    h
}

/// Equality of two strings, flat or not, without allocating; ropes that are not flat are compared by collecting
/// their parts into native memory.
pub fn equals<'rt>(a: Gc<'_, 'rt, Str>, b: Gc<'_, 'rt, Str>) -> bool {
    if a.identity_eq(b) {
        return true;
    }
    if length(a) != length(b) {
        return false;
    }
    if let (Some(fa), Some(fb)) = (a.cast::<Flat>(), b.cast::<Flat>()) {
        // Two atoms are equal only if they are the same atom; equal strings of known hash agree in it.
        let (x, y) = (fa.aux(), fb.aux());
        if x != 0 && y != 0 {
            return x == y;
        }
        let (x, y) = (fa.host_word(), fb.host_word());
        if x != 0 && y != 0 && x != y {
            return false;
        }
    }
    match (try_view(a), try_view(b)) {
        (Some(a), Some(b)) => a.equals(b),
        _ => to_units(a) == to_units(b),
    }
}

/// All units, copied to native memory; works for ropes, too.
pub fn to_units(s: Gc<'_, '_, Str>) -> Vec<u16> {
    let mut out = vec![0; length(s)];
    let n = out.len();
    fill(s.with_tag(STRING), n, |at, view| view.copy_to(&mut out[at..at + view.len()]));
    out
}

/// The text with lone surrogates replaced, for messages and output.
pub fn to_rust_string(s: Gc<'_, '_, Str>) -> String {
    match try_view(s) {
        Some(View::Latin1(bytes)) if bytes.is_ascii() => String::from_utf8_lossy(bytes).into_owned(),
        Some(View::Latin1(bytes)) => bytes.iter().map(|&b| b as char).collect(),
        _ => String::from_utf16_lossy(&to_units(s)),
    }
}

impl Default for Cache {
    /// Nothing cached yet.
    fn default() -> Cache {
        Cache { units: [None; 256] }
    }
}
