//! Methods that read: at, includes, indexOf, lastIndexOf, and the makers of iterators.

use super::support::{Gaps, find, get, index_number, receiver, relative_index, simple, this_object};
use crate::builtins::array_iterator;
use crate::convert;
use crate::kinds::*;
use crate::operators;
use crate::realm::Args;
use crate::string;
use crate::value::*;

/// Array.prototype.at(index).
pub fn at<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v);
    let length = receiver(cx, args, "at", o)? as f64;
    let n = convert::to_integer(cx, args.get(0))?;
    let i = if n < 0.0 { length + n } else { n };
    if !(0.0..length).contains(&i) {
        return Ok(undefined());
    }
    get(cx, o, i as u64, v)?;
    Ok(v.get(&*cx))
}

fn iterator<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>, name: &str, what: u32) -> Completion<'a, 'rt> {
    roots!(cx; o);
    this_object(cx, args, name, o)?;
    array_iterator::create(cx, o, what, 0)
}
/// Array.prototype.values(), also Array.prototype[@@iterator].
pub fn values<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    iterator(cx, args, "values", array_iterator::VALUES)
}
/// Array.prototype.keys().
pub fn keys<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    iterator(cx, args, "keys", array_iterator::KEYS)
}
/// Array.prototype.entries().
pub fn entries<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    iterator(cx, args, "entries", array_iterator::ENTRIES)
}

/// Which equality a search goes by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Equality {
    Strict,
    SameValueZero,
}

/// The test for one needle, decided once: does a word of a dense cell hold it? Holes hold nothing, or undefined where
/// absent elements are read.
#[derive(Clone, Copy)]
enum Needle<'a, 'rt> {
    Number(f64),
    NotANumber,
    Never,
    Undefined,
    /// Strings and big integers, which are equal by what they say.
    Content(Value<'a, 'rt>),
    Identical(Value<'a, 'rt>),
}

impl<'a, 'rt> Needle<'a, 'rt> {
    fn new(v: Value<'a, 'rt>, equality: Equality) -> Self {
        match v.as_number() {
            Some(n) if !n.is_nan() => Needle::Number(n),
            Some(_) if equality == Equality::Strict => Needle::Never,
            Some(_) => Needle::NotANumber,
            None if v.is_string() || v.has_tag(BIGINT) => Needle::Content(v),
            None if v.is_undefined() && equality == Equality::SameValueZero => Needle::Undefined,
            None => Needle::Identical(v),
        }
    }
    fn position(
        self,
        cx: &Cx<'rt>,
        dense: Gc<'a, 'rt, Dense>,
        range: impl Iterator<Item = usize>,
    ) -> Option<usize> {
        let mut range = range;
        match self {
            Needle::Number(n) => range.find(|&i| dense.get(i).as_number() == Some(n)),
            Needle::NotANumber => range.find(|&i| dense.get(i).as_double().is_some_and(f64::is_nan)),
            Needle::Never => None,
            Needle::Undefined => range.find(|&i| dense.get(i).is_undefined() || dense.get(i).is_hole()),
            Needle::Content(v) => range.find(|&i| operators::strict_equals(cx, dense.get(i), v)),
            Needle::Identical(v) => range.find(|&i| dense.get(i).same_bits(v)),
        }
    }
}

/// Searches the words `from..to` of a simple array, forwards. `Err`: nothing found before the index it holds, and the
/// rest has to be asked for one by one.
fn search_simple<'rt>(
    cx: &Cx<'rt>,
    o: Root<'_, 'rt>,
    needle: Root<'_, 'rt>,
    equality: Equality,
    from: u64,
    to: u64,
) -> Result<Option<u64>, u64> {
    let Some(s) = simple(cx, o) else { return Err(from) };
    let needle = Needle::new(needle.get(cx), equality);
    let end = to.min(s.used as u64);
    if from < end
        && let Some(dense) = s.cell
        && let Some(i) = needle.position(cx, dense, from as usize..end as usize)
    {
        return Ok(Some(i as u64));
    }
    let rest = from.max(end);
    Ok((matches!(needle, Needle::Undefined) && rest < to).then_some(rest))
}

/// The argument that is searched for; a rope becomes flat.
fn needle<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>, out: Root<'_, 'rt>) -> Result<(), Throw> {
    out.copy(args.get(0));
    if out.get(&*cx).is_string() {
        string::flatten(cx, out)?;
    }
    Ok(())
}

/// Array.prototype.includes(searchElement [, fromIndex]).
pub fn includes<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v, sought);
    let length = receiver(cx, args, "includes", o)?;
    if length == 0 {
        return Ok(boolean(false));
    }
    let start = relative_index(cx, args.get(1), length)?;
    needle(cx, args, sought)?;
    let mut k = match search_simple(&*cx, o, sought, Equality::SameValueZero, start, length) {
        Ok(found) => return Ok(boolean(found.is_some())),
        Err(k) => k,
    };
    let absent = sought.get(&*cx).is_undefined();
    let mut gaps = Gaps::default();
    while k < length {
        if !find(cx, o, k, v)? {
            if absent {
                return Ok(boolean(true));
            }
            k = gaps.next(&*cx, o, k, length);
            continue;
        }
        if operators::same_value_zero(&*cx, v.get(&*cx), sought.get(&*cx)) {
            return Ok(boolean(true));
        }
        k += 1;
    }
    Ok(boolean(false))
}

/// Array.prototype.indexOf(searchElement [, fromIndex]).
pub fn index_of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v, sought);
    let length = receiver(cx, args, "indexOf", o)?;
    if length == 0 {
        return Ok(Value::int(-1));
    }
    let start = relative_index(cx, args.get(1), length)?;
    needle(cx, args, sought)?;
    let mut k = match search_simple(&*cx, o, sought, Equality::Strict, start, length) {
        Ok(found) => return Ok(found.map_or(Value::int(-1), index_number)),
        Err(k) => k,
    };
    let mut gaps = Gaps::default();
    while k < length {
        if !find(cx, o, k, v)? {
            k = gaps.next(&*cx, o, k, length);
            continue;
        }
        if operators::strict_equals(&*cx, v.get(&*cx), sought.get(&*cx)) {
            return Ok(index_number(k));
        }
        k += 1;
    }
    Ok(Value::int(-1))
}

/// Array.prototype.lastIndexOf(searchElement [, fromIndex]).
pub fn last_index_of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v, sought);
    let length = receiver(cx, args, "lastIndexOf", o)?;
    if length == 0 {
        return Ok(Value::int(-1));
    }
    let last = length as f64 - 1.0;
    let n = if args.len() > 1 { convert::to_integer(cx, args.get(1))? } else { last };
    let n = if n >= 0.0 { n.min(last) } else { length as f64 + n };
    if n < 0.0 {
        return Ok(Value::int(-1));
    }
    let mut end = n as u64 + 1;
    needle(cx, args, sought)?;
    if let Some(s) = simple(&*cx, o) {
        let end = end.min(s.used as u64) as usize;
        let needle = Needle::new(sought.get(&*cx), Equality::Strict);
        let found = s.cell.and_then(|dense| needle.position(&*cx, dense, (0..end).rev()));
        return Ok(found.map_or(Value::int(-1), |i| index_number(i as u64)));
    }
    while end > 0 {
        end -= 1;
        if find(cx, o, end, v)? && operators::strict_equals(&*cx, v.get(&*cx), sought.get(&*cx)) {
            return Ok(index_number(end));
        }
    }
    Ok(Value::int(-1))
}
