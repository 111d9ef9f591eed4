//! replace and replaceAll with strings as patterns.

use super::{assemble, delegate, is_wide, pattern_method, search, split::occurrences, string_argument, view};
use crate::atom::names;
use crate::realm::Args;
use crate::string::{self, StringBuilder, View};
use crate::value::*;
use crate::{call, convert};

/// String.prototype.replace(searchValue, replaceValue)
pub fn replace<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s, wanted, with, f);
    convert::require_object_coercible(cx, args.this(), "String.prototype.replace")?;
    if pattern_method(cx, args.get(0), names::REPLACE, f)? {
        return delegate(cx, args, f, true);
    }
    let functional = operands(cx, args, s, wanted, with)?;
    let Some(position) = view(&*cx, s).index_of(view(&*cx, wanted), 0) else { return Ok(s.get(&*cx)) };
    if functional {
        call_replacer(cx, with, wanted, position, s, f)?;
    } else if has_dollar(view(&*cx, with)) {
        let mut text = StringBuilder::new();
        get_substitution(&mut text, view(&*cx, wanted), view(&*cx, s), position, view(&*cx, with));
        f.set(text.finish(cx)?);
    } else {
        f.copy(with);
    }
    let end = position + view(&*cx, wanted).len();
    let (length, new) = (view(&*cx, s).len(), view(&*cx, f).len());
    let wide = is_wide(view(&*cx, s)) || is_wide(view(&*cx, f));
    assemble(cx, length - (end - position) + new, wide, |out, nogc| {
        let s = view(nogc, s);
        out.put(0, s.slice(0, position));
        out.put(position, view(nogc, f));
        out.put(position + new, s.slice(end, length));
    })
}

/// The three operands in order: `this` and the pattern as flat strings, the replacement as a flat string unless it is
/// callable. Whether it is.
fn operands<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    s: Root<'_, 'rt>,
    wanted: Root<'_, 'rt>,
    with: Root<'_, 'rt>,
) -> Result<bool, Throw> {
    s.copy(args.this());
    convert::to_flat_string(cx, s)?;
    string_argument(cx, args, 0, wanted)?;
    if call::is_callable(args.get(1).get(&*cx)) {
        with.copy(args.get(1));
        return Ok(true);
    }
    string_argument(cx, args, 1, with)?;
    Ok(false)
}

/// ToString(Call(replaceValue, undefined, « searchString, position, string »)) into `out`.
fn call_replacer<'rt>(
    cx: &mut Cx<'rt>,
    f: Root<'_, 'rt>,
    wanted: Root<'_, 'rt>,
    position: usize,
    s: Root<'_, 'rt>,
    out: Root<'_, 'rt>,
) -> Result<(), Throw> {
    roots!(cx; this, at);
    at.set(number(position as f64));
    out.set(call::call(cx, f, this, &[wanted, at, s])?);
    convert::to_flat_string(cx, out)
}

fn has_dollar(template: View<'_>) -> bool {
    template.index_of(View::Latin1(b"$"), 0).is_some()
}

/// GetSubstitution(matched, str, position, « », undefined, template): without captures, so that `$1` and `$<` stand
/// for themselves.
fn get_substitution(
    out: &mut StringBuilder,
    matched: View<'_>,
    s: View<'_>,
    position: usize,
    template: View<'_>,
) {
    let n = template.len();
    let mut at = 0;
    while let Some(dollar) = template.index_of(View::Latin1(b"$"), at) {
        out.push_view(template.slice(at, dollar));
        at = dollar + 2;
        match template.get(dollar + 1).and_then(|u| u8::try_from(u).ok()) {
            Some(b'$') => out.push(b'$' as u16),
            Some(b'&') => out.push_view(matched),
            Some(b'`') => out.push_view(s.slice(0, position)),
            Some(b'\'') => out.push_view(s.slice(position + matched.len(), s.len())),
            _ => {
                out.push(b'$' as u16);
                at = dollar + 1;
            }
        }
    }
    out.push_view(template.slice(at, n));
}

/// String.prototype.replaceAll(searchValue, replaceValue)
pub fn replace_all<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s, wanted, with, f);
    convert::require_object_coercible(cx, args.this(), "String.prototype.replaceAll")?;
    search::require_global(cx, args, "String.prototype.replaceAll called with a non-global RegExp argument")?;
    if pattern_method(cx, args.get(0), names::REPLACE, f)? {
        return delegate(cx, args, f, true);
    }
    let functional = operands(cx, args, s, wanted, with)?;
    let found = occurrences(view(&*cx, s), view(&*cx, wanted), usize::MAX);
    if found.is_empty() {
        return Ok(s.get(&*cx));
    }
    let size = view(&*cx, wanted).len();
    if !functional && !has_dollar(view(&*cx, with)) {
        return replace_plain(cx, s, with, &found, size);
    }
    let mut text = StringBuilder::new();
    let mut end = 0;
    for &position in &found {
        let position = position as usize;
        if functional {
            call_replacer(cx, with, wanted, position, s, f)?;
            text.push_view(view(&*cx, s).slice(end, position));
            text.push_view(view(&*cx, f));
        } else {
            let s = view(&*cx, s);
            text.push_view(s.slice(end, position));
            get_substitution(&mut text, view(&*cx, wanted), s, position, view(&*cx, with));
        }
        string::check_length(cx, text.len())?;
        end = position + size;
    }
    let s = view(&*cx, s);
    text.push_view(s.slice(end, s.len()));
    text.finish(cx)
}

/// All occurrences replaced by the same string: one allocation.
fn replace_plain<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    s: Root<'_, 'rt>,
    with: Root<'_, 'rt>,
    found: &[u32],
    size: usize,
) -> Completion<'a, 'rt> {
    let wide = is_wide(view(&*cx, s)) || is_wide(view(&*cx, with));
    let length = view(&*cx, s).len() - found.len() * size;
    let total = found.len().saturating_mul(view(&*cx, with).len()).saturating_add(length);
    assemble(cx, total, wide, |out, nogc| {
        let (s, with) = (view(nogc, s), view(nogc, with));
        let (mut from, mut to) = (0, 0);
        for &position in found {
            let between = s.slice(from, position as usize);
            out.put(to, between);
            out.put(to + between.len(), with);
            to += between.len() + with.len();
            from = position as usize + size;
        }
        out.put(to, s.slice(from, s.len()));
    })
}
