//! The JSON object (ECMA-262 25.5, and JSON.rawJSON): arguments in, results out. The work is done in [`crate::json`].

use crate::call;
use crate::convert;
use crate::error;
use crate::json::{parse, revive, stringify};
use crate::kinds::*;
use crate::object;
use crate::object::integrity::{self, Level};
use crate::realm::{Args, Spec, method, tag};
use crate::shape::attr;
use crate::string;
use crate::value::*;

/// Properties.
pub static PROPERTIES: &[Spec] = &[
    method("parse", parse, 2),
    method("stringify", stringify, 3),
    method("rawJSON", raw_json, 1),
    method("isRawJSON", is_raw_json, 1),
    tag("JSON"),
];

/// JSON.parse(text [, reviver]).
pub fn parse<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; text, v);
    text.set(convert::to_string(cx, args.get(0))?);
    if !call::is_callable(args.get(1).get(&*cx)) {
        return parse::parse(cx, text);
    }
    v.set(parse::parse(cx, text)?);
    revive::revive(cx, v, args.get(1))
}

/// JSON.stringify(value [, replacer [, space]]).
pub fn stringify<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    stringify::stringify(cx, args.get(0), args.get(1), args.get(2))
}

/// JSON.rawJSON(text).
pub fn raw_json<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; text, o, nothing);
    text.copy(args.get(0));
    convert::to_flat_string(cx, text)?;
    let view = text.cast::<Str>(&*cx).and_then(string::try_view);
    let ends = view.map(|view| (view.get(0), view.len().checked_sub(1).and_then(|last| view.get(last))));
    let refused = |unit: Option<u16>| matches!(unit, None | Some(0x09 | 0x0A | 0x0D | 0x20));
    if ends.is_none_or(|(first, last)| refused(first) || refused(last) || matches!(first, Some(0x5B | 0x7B)))
    {
        return Err(error::syntax_error(cx, "Invalid value for JSON.rawJSON"));
    }
    parse::parse(cx, text)?;
    nothing.set(null());
    let shape = object::create::root_shape(cx, nothing, 1, 0)?;
    o.set(cx.alloc::<RawJson>(RAW_JSON, shape.0, object_words::OWN + 1)?);
    let key = crate::atom::intern_static(cx, "rawJSON");
    object::define::define_new(cx, o, key, text, attr::WEC)?;
    integrity::restrict(cx, o, Level::Frozen)?;
    Ok(o.get(&*cx))
}

/// JSON.isRawJSON(O).
pub fn is_raw_json<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Ok(boolean(args.get(0).cast::<RawJson>(&*cx).is_some()))
}
