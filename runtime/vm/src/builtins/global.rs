//! The global object (ECMA-262 19): its value properties, functions and constructors, and what shells add.

use super::{console, uri};
use crate::convert;
use crate::realm::{Args, Intrinsic, Spec, What, method, value};
use crate::shape::attr;
use crate::value::*;

const fn object(name: &'static str, which: Intrinsic) -> Spec {
    value(name, What::Intrinsic(which), attr::WC)
}

/// Properties.
pub static PROPERTIES: &[Spec] = &[
    object("globalThis", Intrinsic::Global),
    value("Infinity", What::Number(f64::INFINITY), 0),
    value("NaN", What::Number(f64::NAN), 0),
    value("undefined", What::Undefined, 0),
    object("Object", Intrinsic::Object),
    object("Function", Intrinsic::FunctionConstructor),
    object("Array", Intrinsic::Array),
    object("Number", Intrinsic::Number),
    object("parseFloat", Intrinsic::ParseFloat),
    object("parseInt", Intrinsic::ParseInt),
    object("Boolean", Intrinsic::Boolean),
    object("String", Intrinsic::String),
    object("Symbol", Intrinsic::Symbol),
    object("Date", Intrinsic::Date),
    object("Error", Intrinsic::Error),
    object("AggregateError", Intrinsic::AggregateError),
    object("EvalError", Intrinsic::EvalError),
    object("RangeError", Intrinsic::RangeError),
    object("ReferenceError", Intrinsic::ReferenceError),
    object("SyntaxError", Intrinsic::SyntaxError),
    object("TypeError", Intrinsic::TypeError),
    object("URIError", Intrinsic::UriError),
    object("JSON", Intrinsic::Json),
    object("Math", Intrinsic::Math),
    object("Reflect", Intrinsic::Reflect),
    object("Map", Intrinsic::Map),
    object("Set", Intrinsic::Set),
    object("WeakMap", Intrinsic::WeakMap),
    object("WeakSet", Intrinsic::WeakSet),
    object("WeakRef", Intrinsic::WeakRef),
    object("Iterator", Intrinsic::Iterator),
    object("console", Intrinsic::Console),
    object("performance", Intrinsic::Performance),
    method("decodeURI", uri::decode_uri, 1),
    method("decodeURIComponent", uri::decode_uri_component, 1),
    method("encodeURI", uri::encode_uri, 1),
    method("encodeURIComponent", uri::encode_uri_component, 1),
    method("escape", uri::escape, 1),
    method("unescape", uri::unescape, 1),
    method("isFinite", is_finite, 1),
    method("isNaN", is_nan, 1),
    object("parseFloat", Intrinsic::ParseFloat),
    object("parseInt", Intrinsic::ParseInt),
    method("print", console::print, 0),
    method("gc", console::gc, 0),
];

/// isFinite(number)
fn is_finite<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Ok(boolean(convert::to_number(cx, args.get(0))?.is_finite()))
}

/// isNaN(number)
fn is_nan<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Ok(boolean(convert::to_number(cx, args.get(0))?.is_nan()))
}
