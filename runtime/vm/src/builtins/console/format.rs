//! The arguments of `console.log` as one text: format specifiers (`%s`, `%d`, `%i`, `%f`, `%j`, `%o`, `%O`, `%c`, `%%`),
//! then the rest with blanks between.

use super::inspect::{Options, inspect, number_text};
use crate::atom::{self, names};
use crate::builtins::number::parse;
use crate::convert;
use crate::error;
use crate::kinds::*;
use crate::object::{self, Found, define, lookup};
use crate::realm::{self, Intrinsic};
use crate::string;
use crate::value::*;

/// The text of all arguments.
pub fn format<'rt>(cx: &mut Cx<'rt>, args: Slots<'_, 'rt>) -> Result<String, Throw> {
    let mut text = String::new();
    let mut next = 0;
    if args.len() > 1
        && let Some(first) = args.at(0).cast::<Str>(&*cx).map(string::to_rust_string)
        && first.contains('%')
    {
        next = directives(cx, &first, args, &mut text)?;
    }
    for i in next..args.len() {
        if i > 0 {
            text.push(' ');
        }
        match args.at(i).cast::<Str>(&*cx) {
            Some(s) => text.push_str(&string::to_rust_string(s)),
            None => text.push_str(&inspect(cx, args.at(i), Options::default())?),
        }
    }
    Ok(text)
}

/// Carries out the specifiers of `first` with the arguments after it; gives the first argument that is left. That is
/// `first` itself, with nothing written, if it has no specifiers that count.
fn directives<'rt>(
    cx: &mut Cx<'rt>,
    first: &str,
    args: Slots<'_, 'rt>,
    text: &mut String,
) -> Result<usize, Throw> {
    let bytes = first.as_bytes();
    let (mut used, mut copied, mut i) = (0, 0, 0);
    while i + 1 < bytes.len() {
        if bytes[i] != b'%' {
            i += 1;
            continue;
        }
        let directive = bytes[i + 1];
        i += 2;
        if directive == b'%' {
            text.push_str(&first[copied..i - 1]);
            copied = i;
        } else if used + 1 < args.len() && b"sjdOoifc".contains(&directive) {
            used += 1;
            text.push_str(&first[copied..i - 2]);
            text.push_str(&argument(cx, directive, args.at(used))?);
            copied = i;
        }
    }
    if copied == 0 {
        return Ok(0);
    }
    text.push_str(&first[copied..]);
    Ok(used + 1)
}

fn argument<'rt>(cx: &mut Cx<'rt>, directive: u8, v: Root<'_, 'rt>) -> Result<String, Throw> {
    match directive {
        b's' => as_string(cx, v),
        b'j' => as_json(cx, v),
        b'O' => inspect(cx, v, Options::default()),
        b'o' => inspect(cx, v, Options { show_hidden: true, depth: 4, ..Options::default() }),
        b'c' => Ok(String::new()),
        _ if v.get(&*cx).is_symbol() => Ok("NaN".into()),
        b'd' => convert::to_number(cx, v).map(number_text),
        _ => {
            roots!(cx; s);
            s.copy(v);
            convert::to_flat_string(cx, s)?;
            let view = crate::builtins::string::view(&*cx, s);
            let n = if directive == b'i' { parse::int_prefix(view, 0) } else { parse::float_prefix(view) };
            Ok(number_text(n))
        }
    }
}

/// ToString as text.
pub fn string_of<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<String, Throw> {
    roots!(cx; s);
    s.set(convert::to_string(cx, v)?);
    Ok(s.cast::<Str>(&*cx).map(string::to_rust_string).unwrap_or_default())
}

/// `%s`: objects without a `toString` of their own are inspected.
fn as_string<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<String, Throw> {
    if let Some(n) = v.get(&*cx).as_number() {
        return Ok(number_text(n));
    }
    if v.get(&*cx).is_symbol() {
        return Ok(error::describe(&*cx, v.get(&*cx)));
    }
    if v.get(&*cx).is_object() && !crate::call::is_callable(v.get(&*cx)) && has_built_in_to_string(cx, v)? {
        return inspect(cx, v, Options { depth: 0, ..Options::default() });
    }
    string_of(cx, v)
}

/// Does ToString of the object end in a built-in function?
fn has_built_in_to_string<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<bool, Throw> {
    roots!(cx; f, at, setter);
    for key in [names::TO_PRIMITIVE, names::TO_STRING] {
        f.set(object::get(cx, v, key)?);
        if !crate::call::is_callable(f.get(&*cx)) {
            continue;
        }
        at.copy(v);
        if lookup::walk(&*cx, at, key.into(), f) == lookup::Lookup::Missing || at.ptr_eq(v) {
            return Ok(false);
        }
        // Who made the holder: a built-in constructor?
        let found = define::get_own_property(cx, at, names::CONSTRUCTOR, f, setter)?;
        return Ok(matches!(found, Some(Found::Data(_))) && f.cast::<Native>(&*cx).is_some());
    }
    Ok(true)
}

/// `%j`: JSON.stringify.
fn as_json<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<String, Throw> {
    roots!(cx; json, result, exception);
    json.set(realm::intrinsic(cx, Intrinsic::Json)?);
    let key = atom::intern_static(cx, "stringify");
    let thrown = match crate::call::invoke_method(cx, json, key, &[v]) {
        Ok(text) => {
            result.set(text);
            return string_of(cx, result);
        }
        Err(thrown) => thrown,
    };
    error::take_exception(cx, thrown, exception);
    let circular = exception.cast::<ErrorObject>(&*cx).is_some()
        && error::read_text(cx, exception, names::MESSAGE)
            .is_some_and(|m| m.starts_with("Converting circular structure to JSON"));
    if circular { Ok("[Circular]".into()) } else { Err(cx.throw(exception)) }
}
