//! Error and the NativeErrors (ECMA-262 20.5).
//!
//! Errors that the machine itself throws are made in [`crate::error`].

use crate::atom::names;
use crate::convert;
use crate::error::{self, ErrorKind};
use crate::iteration::{Site, spread};
use crate::kinds::*;
use crate::object::{self, Descriptor, create};
use crate::realm::{self, Args, Intrinsic, Spec, What, method, value};
use crate::shape::attr;
use crate::string;
use crate::value::*;

/// Properties of Error.prototype.
pub static PROTOTYPE: &[Spec] = &[
    value("name", What::Text("Error"), attr::WC),
    value("message", What::Text(""), attr::WC),
    method("toString", to_string, 0),
];

/// Properties of Error.
pub static STATICS: &[Spec] = &[method("captureStackTrace", capture_stack_trace, 2)];

macro_rules! prototypes {
    ($($table:ident $name:literal)+) => { $(
        /// Properties.
        pub static $table: &[Spec] = &[
            value("name", What::Text($name), attr::WC),
            value("message", What::Text(""), attr::WC),
        ];
    )+ };
}
prototypes! {
    TYPE_PROTOTYPE "TypeError"
    RANGE_PROTOTYPE "RangeError"
    REFERENCE_PROTOTYPE "ReferenceError"
    SYNTAX_PROTOTYPE "SyntaxError"
    EVAL_PROTOTYPE "EvalError"
    URI_PROTOTYPE "URIError"
    AGGREGATE_PROTOTYPE "AggregateError"
}

/// The constructors that share [`construct`], and the prototypes of what they make.
const CONSTRUCTORS: [(Intrinsic, ErrorKind); 7] = [
    (Intrinsic::Error, ErrorKind::Error),
    (Intrinsic::TypeError, ErrorKind::Type),
    (Intrinsic::RangeError, ErrorKind::Range),
    (Intrinsic::ReferenceError, ErrorKind::Reference),
    (Intrinsic::SyntaxError, ErrorKind::Syntax),
    (Intrinsic::EvalError, ErrorKind::Eval),
    (Intrinsic::UriError, ErrorKind::Uri),
];

/// Error(message, options), NativeError(message, options)
pub fn construct<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let callee = args.callee().get(&*cx);
    let kind = CONSTRUCTORS
        .iter()
        .find(|(constructor, _)| realm::is_intrinsic(&*cx, callee, *constructor))
        .map_or(ErrorKind::Error, |&(_, kind)| kind);
    roots!(cx; e);
    e.set(make(cx, args, kind)?);
    install(cx, e, args.get(0), args.get(1))?;
    error::attach_stack(cx, e)?;
    Ok(e.get(&*cx))
}

/// AggregateError(errors, message, options)
pub fn construct_aggregate<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; e, list);
    e.set(make(cx, args, ErrorKind::Aggregate)?);
    install(cx, e, args.get(1), args.get(2))?;
    list.set(spread::to_array(cx, Site::Builtin, args.get(0))?);
    object::define_property_or_throw(cx, e, names::ERRORS, &Descriptor::data(list, attr::WC))?;
    error::attach_stack(cx, e)?;
    Ok(e.get(&*cx))
}

/// OrdinaryCreateFromConstructor(newTarget, the prototype of `kind`, « [[ErrorData]] »).
fn make<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>, kind: ErrorKind) -> Completion<'a, 'rt> {
    roots!(cx; proto);
    proto.set(realm::prototype_from_constructor(cx, args.new_target(), kind.prototype())?);
    create::of_kind(cx, ERROR, 1, proto)
}

/// Gives an error its `message`, then InstallErrorCause(O, options).
fn install<'rt>(
    cx: &mut Cx<'rt>,
    e: Root<'_, 'rt>,
    message: Root<'_, 'rt>,
    options: Root<'_, 'rt>,
) -> Result<(), Throw> {
    roots!(cx; v);
    if !message.get(&*cx).is_undefined() {
        v.set(convert::to_string(cx, message)?);
        object::define::define_new(cx, e, names::MESSAGE, v, attr::WC)?;
    }
    if options.get(&*cx).is_object() && object::has_property(cx, options, names::CAUSE)? {
        v.set(object::get(cx, options, names::CAUSE)?);
        object::define::define_new(cx, e, names::CAUSE, v, attr::WC)?;
    }
    Ok(())
}

/// A property as a string in `out`: `default` if it is undefined.
fn text_property<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    key: crate::atom::Atom,
    default: &str,
    out: Root<'_, 'rt>,
) -> Result<(), Throw> {
    out.set(object::get(cx, o, key)?);
    if out.get(&*cx).is_undefined() {
        out.set(string::from_str(cx, default)?);
    }
    let s = convert::to_string(cx, out)?;
    out.set(s);
    Ok(())
}

/// Error.prototype.toString()
fn to_string<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let this = args.this();
    if !this.get(&*cx).is_object() {
        let what = error::describe(&*cx, this.get(&*cx));
        return Err(error::type_error(
            cx,
            &format!("Method Error.prototype.toString called on incompatible receiver {what}"),
        ));
    }
    roots!(cx; name, message, separator);
    text_property(cx, this, names::NAME, "Error", name)?;
    text_property(cx, this, names::MESSAGE, "", message)?;
    let empty = |root: Root<'_, 'rt>| root.cast::<Str>(&*cx).is_none_or(|s| string::length(s) == 0);
    if empty(name) {
        return Ok(message.get(&*cx));
    }
    if empty(message) {
        return Ok(name.get(&*cx));
    }
    separator.set(string::from_str(cx, ": ")?);
    name.set(string::concat(cx, name, separator)?);
    string::concat(cx, name, message)
}

/// Error.captureStackTrace(object): V8's. All frames are kept, whatever the second argument says.
fn capture_stack_trace<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let o = args.get(0);
    if !o.get(&*cx).is_object() {
        let what = error::describe(&*cx, o.get(&*cx));
        return Err(error::type_error(cx, &format!("Invalid argument: {what}")));
    }
    roots!(cx; text);
    text.set(error::stack_text(cx, o)?);
    object::define_property_or_throw(cx, o, names::STACK, &Descriptor::data(text, attr::WC))?;
    Ok(undefined())
}
