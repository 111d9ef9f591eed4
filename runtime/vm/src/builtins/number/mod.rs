//! Number: the constructor, its statics and the prototype (ECMA-262 21.1), parseInt and parseFloat.
//!
//! The text of numbers in other forms than ToString's is made in [`format`], without the heap. Number to text in base
//! 10 and text to number are in `crate::convert`.

pub mod format;
pub mod parse;

pub use parse::{parse_float, parse_int};

use crate::kinds::*;
use crate::realm::{Args, Intrinsic, Spec, What, method, value};
use crate::shape::attr;
use crate::value::*;
use crate::{convert, error, object, string};

/// Number.prototype.
pub static PROTOTYPE: &[Spec] = &[
    method("toExponential", to_exponential, 1),
    method("toFixed", to_fixed, 1),
    method("toPrecision", to_precision, 1),
    method("toString", to_string, 1),
    method("valueOf", value_of, 0),
    method("toLocaleString", to_locale_string, 0),
];

/// The constructor's own.
pub static STATICS: &[Spec] = &[
    method("isFinite", is_finite, 1),
    method("isInteger", is_integer, 1),
    method("isNaN", is_nan, 1),
    method("isSafeInteger", is_safe_integer, 1),
    value("parseFloat", What::Intrinsic(Intrinsic::ParseFloat), attr::WC),
    value("parseInt", What::Intrinsic(Intrinsic::ParseInt), attr::WC),
    value("MAX_VALUE", What::Number(f64::MAX), 0),
    value("MIN_VALUE", What::Number(5e-324), 0),
    value("NaN", What::Number(f64::NAN), 0),
    value("NEGATIVE_INFINITY", What::Number(f64::NEG_INFINITY), 0),
    value("POSITIVE_INFINITY", What::Number(f64::INFINITY), 0),
    value("MAX_SAFE_INTEGER", What::Number(MAX_SAFE), 0),
    value("MIN_SAFE_INTEGER", What::Number(-MAX_SAFE), 0),
    value("EPSILON", What::Number(f64::EPSILON), 0),
];

const MAX_SAFE: f64 = 9007199254740991.0;

/// Number(value) and new Number(value) (21.1.1.1).
pub fn construct<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let n = if args.is_empty() { 0.0 } else { convert::to_number(cx, args.get(0))? };
    if !args.is_construct(&*cx) {
        return Ok(number(n));
    }
    roots!(cx; proto);
    proto.set(crate::realm::prototype_from_constructor(cx, args.new_target(), Intrinsic::NumberPrototype)?);
    let made = object::create::of_kind(cx, PRIMITIVE, 1, proto)?;
    if let Some(o) = made.cast::<Object>() {
        o.set(object_words::OWN, number(n));
    }
    Ok(made)
}

/// Number.isFinite(number)
pub fn is_finite<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Ok(boolean(args.get(0).get(&*cx).as_number().is_some_and(f64::is_finite)))
}

/// Number.isInteger(number)
pub fn is_integer<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let n = args.get(0).get(&*cx).as_number();
    Ok(boolean(n.is_some_and(|n| n.is_finite() && n.trunc() == n)))
}

/// Number.isNaN(number)
pub fn is_nan<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Ok(boolean(args.get(0).get(&*cx).as_number().is_some_and(f64::is_nan)))
}

/// Number.isSafeInteger(number)
pub fn is_safe_integer<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let n = args.get(0).get(&*cx).as_number();
    Ok(boolean(n.is_some_and(|n| n.trunc() == n && n.abs() <= MAX_SAFE)))
}

/// ThisNumberValue.
fn this_number_value<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>, method: &str) -> Result<f64, Throw> {
    let this = args.this().get(&*cx);
    if let Some(n) = this.as_number() {
        return Ok(n);
    }
    if let Some(n) = this.cast::<Primitive>().and_then(|o| o.get(object_words::OWN).as_number()) {
        return Ok(n);
    }
    Err(error::type_error(cx, &format!("Number.prototype.{method} requires that 'this' be a Number")))
}

/// Number.prototype.valueOf()
pub fn value_of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    this_number_value(cx, args, "valueOf").map(number)
}

/// Number.prototype.toString([radix])
pub fn to_string<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let x = this_number_value(cx, args, "toString")?;
    let radix =
        if args.get(0).get(&*cx).is_undefined() { 10.0 } else { convert::to_integer(cx, args.get(0))? };
    if !(2.0..=36.0).contains(&radix) {
        return Err(error::range_error(cx, "toString() radix argument must be between 2 and 36"));
    }
    if radix == 10.0 {
        roots!(cx; v);
        v.set(number(x));
        return convert::to_string(cx, v);
    }
    let text = format::radix(x, radix as u32);
    string::from_latin1(cx, text.as_bytes())
}

/// What the methods with a number of digits say of numbers that have none.
fn not_finite(x: f64) -> Option<&'static str> {
    match x {
        f64::INFINITY => Some("Infinity"),
        f64::NEG_INFINITY => Some("-Infinity"),
        x if x.is_nan() => Some("NaN"),
        _ => None,
    }
}

/// Number.prototype.toFixed(fractionDigits)
pub fn to_fixed<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let x = this_number_value(cx, args, "toFixed")?;
    let digits = convert::to_integer(cx, args.get(0))?;
    if !(0.0..=100.0).contains(&digits) {
        return Err(error::range_error(cx, "toFixed() digits argument must be between 0 and 100"));
    }
    let text = match not_finite(x) {
        Some(text) => text.to_string(),
        None if x.abs() >= 1e21 => convert::number_to_string(x),
        None => format::fixed(x, digits as usize),
    };
    string::from_latin1(cx, text.as_bytes())
}

/// Number.prototype.toExponential(fractionDigits)
pub fn to_exponential<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let x = this_number_value(cx, args, "toExponential")?;
    let digits = convert::to_integer(cx, args.get(0))?;
    if let Some(text) = not_finite(x) {
        return string::from_latin1(cx, text.as_bytes());
    }
    if !(0.0..=100.0).contains(&digits) {
        return Err(error::range_error(cx, "toExponential() argument must be between 0 and 100"));
    }
    let shortest = args.get(0).get(&*cx).is_undefined();
    let text = format::exponential(x, if shortest { None } else { Some(digits as usize) });
    string::from_latin1(cx, text.as_bytes())
}

/// Number.prototype.toPrecision(precision)
pub fn to_precision<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let x = this_number_value(cx, args, "toPrecision")?;
    if args.get(0).get(&*cx).is_undefined() {
        roots!(cx; v);
        v.set(number(x));
        return convert::to_string(cx, v);
    }
    let precision = convert::to_integer(cx, args.get(0))?;
    if let Some(text) = not_finite(x) {
        return string::from_latin1(cx, text.as_bytes());
    }
    if !(1.0..=100.0).contains(&precision) {
        return Err(error::range_error(cx, "toPrecision() argument must be between 1 and 100"));
    }
    let text = format::precision(x, precision as usize);
    string::from_latin1(cx, text.as_bytes())
}

/// Number.prototype.toLocaleString(): American English, whatever is asked for.
pub fn to_locale_string<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let x = this_number_value(cx, args, "toLocaleString")?;
    string::from_str(cx, &format::locale(x))
}
