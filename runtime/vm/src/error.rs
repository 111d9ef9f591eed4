//! Making and throwing errors of the language, with their stacks.

use crate::atom::names;
use crate::kinds::*;
use crate::object;
use crate::realm::Intrinsic;
use crate::shape::attr;
use crate::value::*;

/// The NativeError types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// Error
    Error,
    /// TypeError
    Type,
    /// ReferenceError
    Reference,
    /// SyntaxError
    Syntax,
    /// RangeError
    Range,
    /// EvalError
    Eval,
    /// URIError
    Uri,
    /// AggregateError
    Aggregate,
}

impl ErrorKind {
    /// The prototype that such errors have.
    pub fn prototype(self) -> Intrinsic {
        match self {
            ErrorKind::Error => Intrinsic::ErrorPrototype,
            ErrorKind::Type => Intrinsic::TypeErrorPrototype,
            ErrorKind::Reference => Intrinsic::ReferenceErrorPrototype,
            ErrorKind::Syntax => Intrinsic::SyntaxErrorPrototype,
            ErrorKind::Range => Intrinsic::RangeErrorPrototype,
            ErrorKind::Eval => Intrinsic::EvalErrorPrototype,
            ErrorKind::Uri => Intrinsic::UriErrorPrototype,
            ErrorKind::Aggregate => Intrinsic::AggregateErrorPrototype,
        }
    }
}

/// Makes an error object with a message and the current stack.
pub fn make<'a, 'rt>(cx: &'a mut Cx<'rt>, kind: ErrorKind, message: &str) -> Completion<'a, 'rt> {
    roots!(cx; e, text);
    e.set(object::create::of_kind_intrinsic(cx, ERROR, 1, kind.prototype())?);
    text.set(crate::string::from_str(cx, message)?);
    object::define::define_new(cx, e, names::MESSAGE, text, attr::WC)?;
    attach_stack(cx, e)?;
    Ok(e.get(&*cx))
}

/// Gives an error object its `stack`: the header and the JavaScript frames, as text.
pub fn attach_stack<'rt>(cx: &mut Cx<'rt>, e: Root<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; text);
    text.set(stack_text(cx, e)?);
    object::define::define_new(cx, e, names::STACK, text, attr::WC)
}

/// What `stack` of an error object would say if it were made now.
pub fn stack_text<'a, 'rt>(cx: &'a mut Cx<'rt>, e: Root<'_, 'rt>) -> Completion<'a, 'rt> {
    let frames = crate::dispatch::stack_trace(cx);
    let header = header(cx, e);
    let all = if frames.is_empty() { header } else { format!("{header}\n{frames}") };
    crate::string::from_str(cx, &all)
}

/// `name: message`, read without running user code.
fn header<'rt>(cx: &mut Cx<'rt>, e: Root<'_, 'rt>) -> String {
    let name = read_text(cx, e, names::NAME).unwrap_or_else(|| "Error".into());
    let message = read_text(cx, e, names::MESSAGE).unwrap_or_default();
    if message.is_empty() {
        name
    } else if name.is_empty() {
        message
    } else {
        format!("{name}: {message}")
    }
}

/// A string property along the prototype chain, if it is plain data.
pub fn read_text<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, key: crate::atom::Atom) -> Option<String> {
    roots!(cx; holder, out);
    holder.copy(o);
    loop {
        match object::lookup::walk(&*cx, holder, key.into(), out) {
            object::lookup::Lookup::Data => {
                return out.cast::<Str>(&*cx).map(crate::string::to_rust_string);
            }
            object::lookup::Lookup::Lazy => object::define::materialise(cx, holder, key.into(), out).ok()?,
            _ => return None,
        }
    }
}

/// Throws a new error of a kind.
#[cold]
pub fn throw(cx: &mut Cx<'_>, kind: ErrorKind, message: &str) -> Throw {
    roots!(cx; e);
    match make(cx, kind, message) {
        Ok(v) => e.set(v),
        Err(pending) => return pending,
    }
    cx.throw(e)
}

/// Throws a TypeError.
#[cold]
pub fn type_error(cx: &mut Cx<'_>, message: &str) -> Throw {
    throw(cx, ErrorKind::Type, message)
}
/// Throws a RangeError.
#[cold]
pub fn range_error(cx: &mut Cx<'_>, message: &str) -> Throw {
    throw(cx, ErrorKind::Range, message)
}
/// Throws a ReferenceError.
#[cold]
pub fn reference_error(cx: &mut Cx<'_>, message: &str) -> Throw {
    throw(cx, ErrorKind::Reference, message)
}
/// Throws a SyntaxError.
#[cold]
pub fn syntax_error(cx: &mut Cx<'_>, message: &str) -> Throw {
    throw(cx, ErrorKind::Syntax, message)
}

/// Takes the pending exception out of the mutator into `out`. What the heap raised itself (a full heap, a full stack)
/// becomes a RangeError here, where there is room for it.
pub fn take_exception<'rt>(cx: &mut Cx<'rt>, _: Throw, out: Root<'_, 'rt>) {
    let pending = cx.exception();
    let message = match pending.get(&*cx).as_imm() {
        Some(1) => "Out of memory: the heap limit is reached",
        Some(2) => "Maximum call stack size exceeded",
        _ => {
            out.copy(pending);
            pending.set(undefined());
            return;
        }
    };
    pending.set(undefined());
    match make(cx, ErrorKind::Range, message) {
        Ok(v) => out.set(v),
        Err(_) => {
            // Not even the error fits: the exception is then the bare message, made long before if possible.
            cx.exception().set(undefined());
            out.set(null());
        }
    }
}

/// A short description of a value for messages; runs nothing.
pub fn describe<'rt>(cx: &Cx<'rt>, v: Value<'_, 'rt>) -> String {
    if let Some(s) = v.cast::<Str>() {
        let text = crate::string::to_rust_string(s);
        return if text.chars().count() > 40 {
            format!("\"{}...\"", text.chars().take(40).collect::<String>())
        } else {
            format!("\"{text}\"")
        };
    }
    if let Some(n) = v.as_number() {
        return crate::convert::number_to_string(n);
    }
    match v.as_imm() {
        Some(imm::UNDEFINED) => return "undefined".into(),
        Some(imm::NULL) => return "null".into(),
        Some(imm::TRUE) => return "true".into(),
        Some(imm::FALSE) => return "false".into(),
        _ => {}
    }
    if let Some(s) = v.cast::<Symbol>() {
        return crate::atom::key_text(cx, crate::atom::of_symbol(s).into());
    }
    match v.cast::<Object>() {
        Some(o) if o.cast::<Array>().is_some() => "[object Array]".into(),
        Some(o) if o.cast::<Callable>().is_some() => {
            let text = crate::function::source_text(cx, o);
            if text.len() > 100 { "function".into() } else { text }
        }
        Some(o) => format!("#<{}>", constructor_name(cx, o).unwrap_or_else(|| "Object".into())),
        None => "value".into(),
    }
}

/// The name of the constructor that an object names, if that can be read without running anything.
fn constructor_name<'rt>(cx: &Cx<'rt>, o: Gc<'_, 'rt, Object>) -> Option<String> {
    let mut at = Some(o);
    while let Some(o) = at {
        if let Some(slot) = cx.host.shapes.lookup(object::slots::shape(o), names::CONSTRUCTOR) {
            let v = object::slots::read(cx, o, slot.index);
            if let Some(name) = crate::realm::lazy_constructor_name(v) {
                return Some(name.into());
            }
            return crate::function::own_name(cx, v.cast()?).filter(|name| !name.is_empty());
        }
        at = object::lookup::proto(cx, o);
    }
    None
}
