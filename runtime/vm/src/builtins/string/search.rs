//! Single units, finding, and the methods that belong to regular expressions.

use super::{clamped, delegate, is_reg_exp, pattern_method, string_argument, this_string, view};
use crate::atom::names;
use crate::kinds::*;
use crate::realm::Args;
use crate::string::{self, View};
use crate::value::*;
use crate::{convert, error, object};

/// The unit at an int32 position of a string that is flat already, without any conversion.
#[inline]
fn quick_unit<'rt>(cx: &Cx<'rt>, args: Args<'_, 'rt>) -> Option<u16> {
    let view = args.this().cast::<Str>(cx).and_then(string::try_view)?;
    view.get(args.get(0).as_int()? as usize)
}

/// The unit at ToIntegerOrInfinity of argument 0, or from the end if that is negative and `relative`.
fn unit<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    method: &str,
    relative: bool,
) -> Result<Option<u16>, Throw> {
    roots!(cx; s);
    this_string(cx, args, method, s)?;
    let mut position = convert::to_integer(cx, args.get(0))?;
    let view = view(&*cx, s);
    if relative && position < 0.0 {
        position += view.len() as f64;
    }
    Ok(if position >= 0.0 { view.get(position as usize) } else { None })
}

/// String.prototype.at(index)
pub fn at<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let found = match quick_unit(&*cx, args) {
        Some(unit) => Some(unit),
        None => unit(cx, args, "String.prototype.at", true)?,
    };
    match found {
        Some(unit) => string::from_unit(cx, unit),
        None => Ok(undefined()),
    }
}

/// String.prototype.charAt(pos)
pub fn char_at<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let found = match quick_unit(&*cx, args) {
        Some(unit) => Some(unit),
        None => unit(cx, args, "String.prototype.charAt", false)?,
    };
    match found {
        Some(unit) => string::from_unit(cx, unit),
        None => string::empty(cx),
    }
}

/// String.prototype.charCodeAt(pos)
pub fn char_code_at<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let found = match quick_unit(&*cx, args) {
        Some(unit) => Some(unit),
        None => unit(cx, args, "String.prototype.charCodeAt", false)?,
    };
    Ok(found.map_or(Value::double(f64::NAN), |unit| Value::int(unit as i32)))
}

/// String.prototype.codePointAt(pos)
pub fn code_point_at<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s);
    this_string(cx, args, "String.prototype.codePointAt", s)?;
    let position = convert::to_integer(cx, args.get(0))?;
    let view = view(&*cx, s);
    if position < 0.0 || position >= view.len() as f64 {
        return Ok(undefined());
    }
    Ok(Value::int(view.code_point(position as usize).0 as i32))
}

/// ToString of argument 0 into `s`, after the check that it is no regular expression.
fn plain_argument<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    method: &str,
    s: Root<'_, 'rt>,
) -> Result<(), Throw> {
    if is_reg_exp(cx, args.get(0))? {
        let message = format!("First argument to {method} must not be a regular expression");
        return Err(error::type_error(cx, &message));
    }
    string_argument(cx, args, 0, s)
}

/// String.prototype.includes(searchString [, position])
pub fn includes<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s, wanted);
    this_string(cx, args, "String.prototype.includes", s)?;
    plain_argument(cx, args, "String.prototype.includes", wanted)?;
    let length = view(&*cx, s).len();
    let from = clamped(cx, args.get(1), length, 0)?;
    Ok(boolean(view(&*cx, s).index_of(view(&*cx, wanted), from).is_some()))
}

/// String.prototype.startsWith(searchString [, position])
pub fn starts_with<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s, wanted);
    this_string(cx, args, "String.prototype.startsWith", s)?;
    plain_argument(cx, args, "String.prototype.startsWith", wanted)?;
    let length = view(&*cx, s).len();
    let from = clamped(cx, args.get(1), length, 0)?;
    let (s, wanted) = (view(&*cx, s), view(&*cx, wanted));
    Ok(boolean(wanted.len() <= length - from && s.slice(from, from + wanted.len()).equals(wanted)))
}

/// String.prototype.endsWith(searchString [, endPosition])
pub fn ends_with<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s, wanted);
    this_string(cx, args, "String.prototype.endsWith", s)?;
    plain_argument(cx, args, "String.prototype.endsWith", wanted)?;
    let length = view(&*cx, s).len();
    let end = clamped(cx, args.get(1), length, length)?;
    let (s, wanted) = (view(&*cx, s), view(&*cx, wanted));
    Ok(boolean(wanted.len() <= end && s.slice(end - wanted.len(), end).equals(wanted)))
}

/// A position, or -1.
fn position<'a, 'rt>(found: Option<usize>) -> Value<'a, 'rt> {
    Value::int(found.map_or(-1, |i| i as i32))
}

/// String.prototype.indexOf(searchString [, position])
pub fn index_of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s, wanted);
    this_string(cx, args, "String.prototype.indexOf", s)?;
    string_argument(cx, args, 0, wanted)?;
    let length = view(&*cx, s).len();
    let from = clamped(cx, args.get(1), length, 0)?;
    Ok(position(view(&*cx, s).index_of(view(&*cx, wanted), from)))
}

/// String.prototype.lastIndexOf(searchString [, position])
pub fn last_index_of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s, wanted);
    this_string(cx, args, "String.prototype.lastIndexOf", s)?;
    string_argument(cx, args, 0, wanted)?;
    let n = convert::to_number(cx, args.get(1))?;
    let s = view(&*cx, s);
    let from = if n.is_nan() { s.len() } else { n.clamp(0.0, s.len() as f64) as usize };
    Ok(position(s.last_index_of(view(&*cx, wanted), from)))
}

/// Where the first lone surrogate at or after `from` is.
pub(super) fn lone_surrogate(view: View<'_>, from: usize) -> Option<usize> {
    let View::Utf16(units) = view else { return None };
    let mut i = from;
    while let Some(&unit) = units.get(i) {
        i += match unit {
            0xD800..0xDC00 if matches!(units.get(i + 1), Some(0xDC00..0xE000)) => 2,
            0xD800..0xE000 => return Some(i),
            _ => 1,
        };
    }
    None
}

/// String.prototype.isWellFormed()
pub fn is_well_formed<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s);
    this_string(cx, args, "String.prototype.isWellFormed", s)?;
    Ok(boolean(lone_surrogate(view(&*cx, s), 0).is_none()))
}

/// What is left of `match`, `matchAll` and `search` without RegExp objects: the protocol, then a TypeError.
fn by_pattern<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    args: Args<'_, 'rt>,
    symbol: crate::atom::Atom,
) -> Completion<'a, 'rt> {
    roots!(cx; f, s);
    if pattern_method(cx, args.get(0), symbol, f)? {
        return delegate(cx, args, f, false);
    }
    s.copy(args.this());
    s.set(convert::to_string(cx, s)?);
    Err(error::type_error(cx, "RegExp is not supported yet"))
}

/// String.prototype.match(regexp)
pub fn match_<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    convert::require_object_coercible(cx, args.this(), "String.prototype.match")?;
    by_pattern(cx, args, names::MATCH)
}

/// String.prototype.matchAll(regexp)
pub fn match_all<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    convert::require_object_coercible(cx, args.this(), "String.prototype.matchAll")?;
    require_global(cx, args, "String.prototype.matchAll called with a non-global RegExp argument")?;
    by_pattern(cx, args, names::MATCH_ALL)
}

/// String.prototype.search(regexp)
pub fn search<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    convert::require_object_coercible(cx, args.this(), "String.prototype.search")?;
    by_pattern(cx, args, names::SEARCH)
}

/// TypeError if argument 0 is a regular expression whose flags lack `g` (`matchAll`, `replaceAll`).
pub(super) fn require_global<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>, message: &str) -> Result<(), Throw> {
    if !is_reg_exp(cx, args.get(0))? {
        return Ok(());
    }
    roots!(cx; flags);
    let key = crate::atom::intern_static(cx, "flags");
    flags.set(object::get(cx, args.get(0), key)?);
    convert::require_object_coercible(cx, flags, "String.prototype.matchAll")?;
    convert::to_flat_string(cx, flags)?;
    if view(&*cx, flags).index_of(View::Latin1(b"g"), 0).is_none() {
        return Err(error::type_error(cx, message));
    }
    Ok(())
}
