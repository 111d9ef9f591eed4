//! String: the constructor, its statics, and the table of the prototype (ECMA-262 22.1).
//!
//! Rooms: [`search`] finding and single units, [`change`] parts and copies with something added or taken away,
//! [`replace`] and [`split`], [`case`] upper and lower case and normal forms, [`compare`] localeCompare, [`html`] the
//! methods of Annex B, [`iterator`] the string iterator. Strings themselves (flat, ropes, views) are in
//! `crate::string`.
//!
//! Every method makes its strings flat in roots of its own first: the rope keeps its flat form, so that a loop over a
//! long rope flattens it once.

pub mod case;
pub mod change;
pub mod compare;
pub mod html;
pub mod iterator;
pub mod replace;
pub mod search;
pub mod split;

pub use iterator::{iterator, iterator_next, iterator_step};

use crate::atom::names;
use crate::kinds::*;
use crate::realm::{Args, Intrinsic, Spec, SpecKey, method, same, symbol_method, tag};
use crate::string::{self, StringBuilder, View};
use crate::value::*;
use crate::{call, convert, error, object};

/// String.prototype.
pub static PROTOTYPE: &[Spec] = &[
    method("anchor", html::anchor, 1),
    method("at", search::at, 1),
    method("big", html::big, 0),
    method("blink", html::blink, 0),
    method("bold", html::bold, 0),
    method("charAt", search::char_at, 1),
    method("charCodeAt", search::char_code_at, 1),
    method("codePointAt", search::code_point_at, 1),
    method("concat", change::concat, 1),
    method("endsWith", search::ends_with, 1),
    method("fontcolor", html::fontcolor, 1),
    method("fontsize", html::fontsize, 1),
    method("fixed", html::fixed, 0),
    method("includes", search::includes, 1),
    method("indexOf", search::index_of, 1),
    method("isWellFormed", search::is_well_formed, 0),
    method("italics", html::italics, 0),
    method("lastIndexOf", search::last_index_of, 1),
    method("link", html::link, 1),
    method("localeCompare", compare::locale_compare, 1),
    method("match", search::match_, 1),
    method("matchAll", search::match_all, 1),
    method("normalize", case::normalize, 0),
    method("padEnd", change::pad_end, 1),
    method("padStart", change::pad_start, 1),
    method("repeat", change::repeat, 1),
    method("replace", replace::replace, 2),
    method("replaceAll", replace::replace_all, 2),
    method("search", search::search, 1),
    method("slice", change::slice, 2),
    method("small", html::small, 0),
    method("split", split::split, 2),
    method("strike", html::strike, 0),
    method("sub", html::sub, 0),
    method("substr", change::substr, 2),
    method("substring", change::substring, 2),
    method("sup", html::sup, 0),
    method("startsWith", search::starts_with, 1),
    method("toString", to_string, 0),
    method("toWellFormed", change::to_well_formed, 0),
    method("trim", change::trim, 0),
    method("trimStart", change::trim_start, 0),
    same(SpecKey::Name("trimLeft"), SpecKey::Name("trimStart")),
    method("trimEnd", change::trim_end, 0),
    same(SpecKey::Name("trimRight"), SpecKey::Name("trimEnd")),
    method("toLocaleLowerCase", case::to_locale_lower_case, 0),
    method("toLocaleUpperCase", case::to_locale_upper_case, 0),
    method("toLowerCase", case::to_lower_case, 0),
    method("toUpperCase", case::to_upper_case, 0),
    method("valueOf", value_of, 0),
    symbol_method(names::ITERATOR, "[Symbol.iterator]", iterator, 0),
];

/// The constructor's own.
pub static STATICS: &[Spec] = &[
    method("fromCharCode", from_char_code, 1),
    method("fromCodePoint", from_code_point, 1),
    method("raw", raw, 1),
];

/// %StringIteratorPrototype%.
pub static ITERATOR_PROTOTYPE: &[Spec] = &[method("next", iterator_next, 0), tag("String Iterator")];

/// The units of the flat string in `s`; of anything else none.
#[inline]
pub(crate) fn view<'a, 'rt: 'a>(proof: impl Proof<'a, 'rt>, s: Root<'_, 'rt>) -> View<'a> {
    s.cast::<Str>(proof).and_then(string::try_view).unwrap_or(View::Latin1(&[]))
}

/// RequireObjectCoercible and ToString of `this`, flat, in `s`: how nearly every method begins.
#[inline]
fn this_string<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    method: &str,
    s: Root<'_, 'rt>,
) -> Result<(), Throw> {
    s.copy(args.this());
    if s.cast::<Flat>(&*cx).is_some() {
        return Ok(());
    }
    convert::require_object_coercible(cx, s, method)?;
    convert::to_flat_string(cx, s)
}

/// ToString of argument `i`, flat, in `s`.
#[inline]
fn string_argument<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    i: usize,
    s: Root<'_, 'rt>,
) -> Result<(), Throw> {
    s.copy(args.get(i));
    if s.cast::<Flat>(&*cx).is_some() { Ok(()) } else { convert::to_flat_string(cx, s) }
}

/// ToIntegerOrInfinity clamped to `0..=length`; `default` for undefined.
fn clamped<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>, length: usize, default: usize) -> Result<usize, Throw> {
    if let Some(i) = v.as_int() {
        return Ok((i.max(0) as usize).min(length));
    }
    if v.get(&*cx).is_undefined() {
        return Ok(default);
    }
    Ok(convert::to_integer(cx, v)?.clamp(0.0, length as f64) as usize)
}

/// The method of a pattern object that does the work instead ([`names::REPLACE`] and so on), in `f`. Whether there is
/// one.
fn pattern_method<'rt>(
    cx: &mut Cx<'rt>,
    pattern: Root<'_, 'rt>,
    symbol: crate::atom::Atom,
    f: Root<'_, 'rt>,
) -> Result<bool, Throw> {
    if pattern.get(&*cx).is_nullish() {
        return Ok(false);
    }
    f.set(object::get_method(cx, pattern, symbol)?);
    Ok(!f.get(&*cx).is_undefined())
}

/// IsRegExp(v), as long as there are no RegExp objects: by `@@match` alone.
fn is_reg_exp<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<bool, Throw> {
    if !v.get(&*cx).is_object() {
        return Ok(false);
    }
    roots!(cx; matcher);
    matcher.set(object::get(cx, v, names::MATCH)?);
    Ok(convert::to_boolean(matcher.get(&*cx)))
}

/// Where [`assemble`] has its parts written.
enum Out<'o> {
    Narrow(&'o mut [u8]),
    Wide(&'o mut [u16]),
}

impl Out<'_> {
    /// Writes `part` at unit `at`. A narrow result takes Latin-1 units only.
    fn put(&mut self, at: usize, part: View<'_>) {
        let end = at + part.len();
        match (self, part) {
            (Out::Narrow(out), View::Latin1(bytes)) => out[at..end].copy_from_slice(bytes),
            (Out::Narrow(out), View::Utf16(units)) => {
                out[at..end].iter_mut().zip(units).for_each(|(o, &u)| *o = u as u8)
            }
            (Out::Wide(out), part) => part.copy_to(&mut out[at..end]),
        }
    }
    /// Fills `from..to` with copies of `part`, the last one cut off.
    fn fill(&mut self, from: usize, to: usize, part: View<'_>) {
        if part.len() == 1 {
            match self {
                Out::Narrow(out) => out[from..to].fill(part.unit(0) as u8),
                Out::Wide(out) => out[from..to].fill(part.unit(0)),
            }
            return;
        }
        let n = part.len().min(to - from);
        if n == 0 {
            return;
        }
        self.put(from, part.slice(0, n));
        // Then double what is there.
        let mut done = n;
        while from + done < to {
            let more = done.min(to - from - done);
            match self {
                Out::Narrow(out) => out.copy_within(from..from + more, from + done),
                Out::Wide(out) => out.copy_within(from..from + more, from + done),
            }
            done += more;
        }
    }
}

/// A new string of `length` units, all written by `write`. RangeError if it is too long.
fn assemble<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    length: usize,
    wide: bool,
    write: impl FnOnce(&mut Out<'_>, NoGc<'_, 'rt>),
) -> Completion<'a, 'rt> {
    if length == 0 {
        return string::empty(cx);
    }
    string::check_length(cx, length)?;
    Ok(if wide {
        cx.alloc_units::<Flat>(FLAT16, 0, 0, length, |out, nogc| write(&mut Out::Wide(out), nogc))?.into()
    } else {
        cx.alloc_bytes::<Flat>(FLAT8, 0, 0, length, |out, nogc| write(&mut Out::Narrow(out), nogc))?.into()
    })
}

/// Are there units of two bytes in the cell?
fn is_wide(view: View<'_>) -> bool {
    matches!(view, View::Utf16(_))
}

/// String(value) and new String(value) (22.1.1.1).
pub fn construct<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s, proto);
    let construct = args.is_construct(&*cx);
    if args.is_empty() {
        s.set(string::empty(cx)?);
    } else if !construct && args.get(0).get(&*cx).is_symbol() {
        return descriptive_string(cx, args.get(0));
    } else {
        s.set(convert::to_string(cx, args.get(0))?);
    }
    if !construct {
        return Ok(s.get(&*cx));
    }
    string::flatten(cx, s)?;
    proto.set(crate::realm::prototype_from_constructor(cx, args.new_target(), Intrinsic::StringPrototype)?);
    let made = object::create::of_kind(cx, STRING_OBJECT, 1, proto)?;
    if let Some(o) = made.cast::<Object>() {
        o.set(object_words::OWN, s.get(o));
    }
    Ok(made)
}

/// SymbolDescriptiveString(sym).
fn descriptive_string<'a, 'rt>(cx: &'a mut Cx<'rt>, symbol: Root<'_, 'rt>) -> Completion<'a, 'rt> {
    let mut text = StringBuilder::new();
    text.push_str("Symbol(");
    roots!(cx; description);
    if let Some(symbol) = symbol.cast::<Symbol>(&*cx) {
        description.set(symbol.get(0));
    }
    if description.get(&*cx).is_string() {
        string::flatten(cx, description)?;
        text.push_view(view(&*cx, description));
    }
    text.push_str(")");
    text.finish(cx)
}

/// String.fromCharCode(...codeUnits)
pub fn from_char_code<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if args.len() == 1 {
        let unit = convert::to_int32(cx, args.get(0))?;
        return string::from_unit(cx, unit as u16);
    }
    let mut text = StringBuilder::new();
    for i in 0..args.len() {
        text.push(convert::to_int32(cx, args.get(i))? as u16);
    }
    text.finish(cx)
}

/// String.fromCodePoint(...codePoints)
pub fn from_code_point<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let mut text = StringBuilder::new();
    for i in 0..args.len() {
        let point = convert::to_number(cx, args.get(i))?;
        if !(0.0..=1114111.0).contains(&point) || point.fract() != 0.0 {
            let given = convert::number_to_string(point);
            return Err(error::range_error(cx, &format!("Invalid code point {given}")));
        }
        text.push_code_point(point as u32);
    }
    text.finish(cx)
}

/// String.raw(template, ...substitutions)
pub fn raw<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; cooked, literals, v, key);
    v.copy(args.get(0));
    cooked.set(convert::to_object(cx, v)?);
    v.set(object::get(cx, cooked, names::RAW)?);
    literals.set(convert::to_object(cx, v)?);
    let length = convert::length_of_array_like(cx, literals)?;
    let mut text = StringBuilder::new();
    for i in 0..length {
        key.set(number(i as f64));
        let key = convert::to_property_key(cx, key)?;
        v.set(object::get(cx, literals, key)?);
        convert::to_flat_string(cx, v)?;
        text.push_view(view(&*cx, v));
        if i + 1 < length && i + 1 < args.len() as u64 {
            v.copy(args.get(i as usize + 1));
            convert::to_flat_string(cx, v)?;
            text.push_view(view(&*cx, v));
        }
        string::check_length(cx, text.len())?;
    }
    text.finish(cx)
}

/// ThisStringValue.
fn this_string_value<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>, method: &str) -> Completion<'a, 'rt> {
    if args.this().get(&*cx).is_string() {
        return Ok(args.this().get(&*cx));
    }
    if args.this().cast::<StringObject>(&*cx).is_none() {
        let message = format!("String.prototype.{method} requires that 'this' be a String");
        return Err(error::type_error(cx, &message));
    }
    Ok(args.this().cast::<StringObject>(&*cx).map_or(undefined(), |o| o.get(object_words::OWN)))
}

/// String.prototype.toString()
pub fn to_string<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    this_string_value(cx, args, "toString")
}

/// String.prototype.valueOf()
pub fn value_of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    this_string_value(cx, args, "valueOf")
}

/// Calls the pattern's own method with `this` and argument 1, if the search goes that way.
fn delegate<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    args: Args<'_, 'rt>,
    f: Root<'_, 'rt>,
    both: bool,
) -> Completion<'a, 'rt> {
    if both {
        call::call(cx, f, args.get(0), &[args.this(), args.get(1)])
    } else {
        call::call(cx, f, args.get(0), &[args.this()])
    }
}
