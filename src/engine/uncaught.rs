//! What is left of an exception that nobody caught: its text, its place, its causes.
//!
//! Nothing here runs code of the program for errors: only properties that are plain data are read.

use std::rc::Rc;
use tercet_vm::atom::{Atom, names};
use tercet_vm::code::Source;
use tercet_vm::kinds::{Array, ERROR, Object};
use tercet_vm::object::{elements, lookup};
use tercet_vm::value::{Cx, Js, Root, Throw, roots};
use tercet_vm::{builtins, error};

/// An exception that nobody caught.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Uncaught {
    /// Name and message of an error; otherwise the value as the console shows it.
    pub headline: String,
    /// The stack, a line for each frame.
    pub frames: Vec<String>,
    /// The innermost frame whose source is known.
    pub place: Option<Place>,
    /// The error that led to this one.
    pub cause: Option<Box<Uncaught>>,
    /// What an AggregateError collects.
    pub errors: Vec<Uncaught>,
}

/// A place in a source.
#[derive(Clone, Debug)]
pub struct Place {
    /// Name and text.
    pub source: Rc<Source>,
    /// From 1.
    pub line: u32,
    /// From 1, in UTF-16 code units.
    pub column: u32,
}

impl PartialEq for Place {
    fn eq(&self, other: &Place) -> bool {
        (&self.source.name, self.line, self.column) == (&other.source.name, other.line, other.column)
    }
}

/// How far causes are followed, and into how many errors of an AggregateError.
const DEPTH: usize = 8;

/// Takes the pending exception and describes it.
pub(super) fn report(cx: &mut Cx<'_>, thrown: Throw) -> Uncaught {
    roots!(cx; e);
    error::take_exception(cx, thrown, e);
    describe(cx, e, DEPTH)
}

fn describe<'rt>(cx: &mut Cx<'rt>, e: Root<'_, 'rt>, depth: usize) -> Uncaught {
    let Some(stack) = stack(cx, e) else {
        return Uncaught { headline: builtins::console::show(cx, e), ..Uncaught::default() };
    };
    let (head, frames) = split(&stack);
    let frames: Vec<String> = frames.lines().map(str::to_string).collect();
    let place = frames.iter().find_map(|frame| place(cx, frame));
    let mut uncaught = Uncaught { headline: headline(cx, e, head), frames, place, ..Uncaught::default() };
    if depth > 0 {
        roots!(cx; inner, list);
        if data(cx, e, names::CAUSE, inner) && inner.get(&*cx).is_object() {
            uncaught.cause = Some(Box::new(describe(cx, inner, depth - 1)));
        } else if !inner.get(&*cx).is_undefined() {
            let headline = builtins::console::show(cx, inner);
            uncaught.cause = Some(Box::new(Uncaught { headline, ..Uncaught::default() }));
        }
        if data(cx, e, names::ERRORS, list) && list.cast::<Array>(&*cx).is_some() {
            for i in 0..DEPTH as u32 {
                inner.set(match list.cast::<Object>(&*cx).map(|o| elements::read(o, i)) {
                    Some(elements::Element::Data(v)) => v,
                    _ => break,
                });
                uncaught.errors.push(describe(cx, inner, depth / 2));
            }
        }
    }
    uncaught
}

/// The stack of an error, which is a string unless the program has made it something else; without one, name and
/// message. `None` for other values.
fn stack<'rt>(cx: &mut Cx<'rt>, e: Root<'_, 'rt>) -> Option<String> {
    if e.cast::<Object>(&*cx).is_none_or(|o| o.kind() != ERROR.id) {
        return None;
    }
    if let Some(stack) = error::read_text(cx, e, names::STACK).filter(|stack| !stack.is_empty()) {
        return Some(stack);
    }
    let name = error::read_text(cx, e, names::NAME)?;
    let message = error::read_text(cx, e, names::MESSAGE)?;
    Some(join(&name, &message))
}

fn join(name: &str, message: &str) -> String {
    match (name, message) {
        ("", _) => message.to_string(),
        (_, "") => name.to_string(),
        _ => format!("{name}: {message}"),
    }
}

/// Head and frames of a stack.
fn split(stack: &str) -> (&str, &str) {
    if stack.starts_with("    at ") {
        return ("", stack);
    }
    match stack.find("\n    at ") {
        Some(at) => (&stack[..at], &stack[at + 1..]),
        None => (stack, ""),
    }
}

/// The head of the stack was written when the error was made: a name that it got since takes the place of the old
/// one, and the head itself stays if the program has written another.
fn headline<'rt>(cx: &mut Cx<'rt>, e: Root<'_, 'rt>, head: &str) -> String {
    let name = error::read_text(cx, e, names::NAME).unwrap_or_default();
    let message = error::read_text(cx, e, names::MESSAGE).unwrap_or_default();
    let old = head.strip_suffix(message.as_str()).and_then(|rest| match message.as_str() {
        "" => Some(rest),
        _ => rest.strip_suffix(": "),
    });
    let is_name = |old: &str| old.ends_with("Error") && !old.contains(char::is_whitespace);
    if head.is_empty() || old.is_some_and(is_name) && !name.is_empty() {
        join(&name, &message)
    } else {
        head.to_string()
    }
}

/// Reads a property along the prototype chain if it is plain data.
fn data<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, key: Atom, out: Root<'_, 'rt>) -> bool {
    roots!(cx; holder);
    holder.copy(o);
    out.set(tercet_vm::value::undefined());
    if lookup::walk(&*cx, holder, key.into(), out) == lookup::Lookup::Data {
        return true;
    }
    out.set(tercet_vm::value::undefined());
    false
}

/// The place that a frame of a stack names: `    at name (source:line:column)` or `    at source:line:column`.
fn place(cx: &Cx<'_>, frame: &str) -> Option<Place> {
    let place = match frame.strip_suffix(')').and_then(|f| f.rsplit_once(" (")) {
        Some((_, place)) => place,
        None => frame.strip_prefix("    at ")?,
    };
    let (rest, column) = place.rsplit_once(':')?;
    let (name, line) = rest.rsplit_once(':')?;
    let (line, column) = (line.parse().ok()?, column.parse().ok()?);
    let mut templates = cx.host.code.templates.iter().flatten();
    let source = templates.find(|t| t.source.name == name)?.source.clone();
    Some(Place { source, line, column })
}
