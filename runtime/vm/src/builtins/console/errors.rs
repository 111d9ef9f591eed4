//! Errors as inspection shows them: the stack, with what their class adds, then properties.

use super::inspect::Inspector;
use crate::atom::{Key, names};
use crate::kinds::*;
use crate::object;
use crate::string;
use crate::value::*;

/// A property as text, if it is a string.
fn text_property<'rt>(
    cx: &mut Cx<'rt>,
    e: Root<'_, 'rt>,
    key: crate::atom::Atom,
) -> Result<Option<String>, Throw> {
    roots!(cx; v);
    v.set(object::get(cx, e, key)?);
    Ok(v.cast::<Str>(&*cx).map(string::to_rust_string))
}

/// The stack, or name and message.
fn stack_of<'rt>(cx: &mut Cx<'rt>, e: Root<'_, 'rt>) -> Result<String, Throw> {
    if let Some(stack) = text_property(cx, e, names::STACK)?
        && !stack.is_empty()
    {
        return Ok(stack);
    }
    let name = text_property(cx, e, names::NAME)?.unwrap_or_else(|| "Error".into());
    let message = text_property(cx, e, names::MESSAGE)?.unwrap_or_default();
    Ok(match (name.is_empty(), message.is_empty()) {
        (_, true) => name,
        (true, false) => message,
        (false, false) => format!("{name}: {message}"),
    })
}

/// The text of an error object; `keys` gets `cause` and `errors` and loses what the text says already.
pub fn text<'rt>(
    inspector: &Inspector,
    cx: &mut Cx<'rt>,
    e: Root<'_, 'rt>,
    constructor: Option<&str>,
    tag: &str,
    keys: &mut Vec<Key>,
) -> Result<String, Throw> {
    let name = text_property(cx, e, names::NAME)?.unwrap_or_else(|| "Error".into());
    let message = text_property(cx, e, names::MESSAGE)?.unwrap_or_default();
    let stack = stack_of(cx, e)?;
    if !inspector.options.show_hidden {
        for key in [names::NAME, names::MESSAGE, names::STACK] {
            if let Some(at) = keys.iter().position(|&k| k == Key::Name(key))
                && text_property(cx, e, key)?.is_some_and(|text| stack.contains(&text))
            {
                keys.remove(at);
            }
        }
    }
    if object::has_property(cx, e, names::CAUSE)? && !keys.contains(&Key::Name(names::CAUSE)) {
        keys.push(Key::Name(names::CAUSE));
    }
    roots!(cx; errors);
    errors.set(object::get(cx, e, names::ERRORS)?);
    if errors.cast::<Array>(&*cx).is_some() && !keys.contains(&Key::Name(names::ERRORS)) {
        keys.push(Key::Name(names::ERRORS));
    }
    let stack = improve(stack, constructor, &name, tag);
    // The first frame, behind the message.
    let behind = if message.is_empty() { 0 } else { stack.find(&message).map_or(0, |at| at + message.len()) };
    let mut text = match stack[behind..].find("\n    at").map(|at| at + behind) {
        None => format!("[{stack}]"),
        Some(at) => {
            let frames = frames(cx, e, &stack[at + 1..])?;
            format!("{}\n{frames}", &stack[..at])
        }
    };
    if inspector.indentation != 0 {
        text = text.replace('\n', &format!("\n{}", " ".repeat(inspector.indentation)));
    }
    Ok(text)
}

/// Puts the name of the class in, where the stack begins with a more general one.
fn improve(stack: String, constructor: Option<&str>, name: &str, tag: &str) -> String {
    let begins = name.ends_with("Error")
        && stack.starts_with(name)
        && matches!(stack.as_bytes().get(name.len()), None | Some(b':' | b'\n'));
    if constructor.is_some() && !begins {
        return stack;
    }
    let (mut length, mut fallback) = (name.len(), String::from("Error"));
    if constructor.is_none() {
        let word = stack.split([':', '\n']).next().unwrap_or_default();
        let found = word.starts_with(|c: char| c.is_ascii_uppercase()) && stack.len() > word.len()
            || word.ends_with("Error");
        length = if found { word.len() } else { 0 };
        if found {
            fallback = word.into();
        }
    }
    let prefix = match constructor {
        None if !tag.is_empty() && fallback != tag => format!("[{fallback}: null prototype] [{tag}]"),
        None => format!("[{fallback}: null prototype]"),
        Some(constructor) if !tag.is_empty() && constructor != tag => format!("{constructor} [{tag}]"),
        Some(constructor) => constructor.into(),
    };
    if name == prefix {
        return stack;
    }
    let rest = stack.get(length..).unwrap_or_default();
    if !prefix.contains(name) {
        format!("{prefix} [{name}]{rest}")
    } else if length == 0 {
        format!("{prefix}: {stack}")
    } else {
        format!("{prefix}{rest}")
    }
}

/// The frames, without those that the cause's stack has in common.
fn frames<'rt>(cx: &mut Cx<'rt>, e: Root<'_, 'rt>, frames: &str) -> Result<String, Throw> {
    roots!(cx; cause);
    cause.set(object::get(cx, e, names::CAUSE)?);
    if cause.cast::<ErrorObject>(&*cx).is_none() {
        return Ok(frames.into());
    }
    let cause = stack_of(cx, cause)?;
    let Some(at) = cause.find("\n    at") else { return Ok(frames.into()) };
    let mut lines: Vec<&str> = frames.split('\n').collect();
    let other: Vec<&str> = cause[at + 1..].split('\n').collect();
    let Some((offset, length)) = common_run(&lines, &other) else { return Ok(frames.into()) };
    let note = format!("    ... {} lines matching cause stack trace ...", length - 2);
    lines.splice(offset + 1..offset + length - 1, [note.as_str()]);
    Ok(lines.join("\n"))
}

/// The first run of more than three lines of `a` that is in `b`, too: where, and how long.
fn common_run(a: &[&str], b: &[&str]) -> Option<(usize, usize)> {
    for i in 0..a.len().saturating_sub(3) {
        if let Some(at) = b.iter().position(|line| *line == a[i]) {
            let length = a[i..].iter().zip(&b[at..]).take_while(|(a, b)| a == b).count();
            if length > 3 {
                return Some((i, length));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_names() {
        let improved = |stack: &str, constructor, name| improve(stack.into(), constructor, name, "");
        assert_eq!(improved("Error: m\n    at x", Some("MyError"), "Error"), "MyError: m\n    at x");
        assert_eq!(improved("Error: m", Some("Foo"), "Error"), "Foo [Error]: m");
        assert_eq!(improved("Error: m", Some("Error"), "Error"), "Error: m");
        assert_eq!(improved("Error: m", Some("Error"), "Other"), "Error: m");
        assert_eq!(improved("Error: m", None, "Error"), "[Error: null prototype]: m");
    }

    #[test]
    fn runs() {
        let a = ["w", "x", "y", "z", "q", "r"];
        assert_eq!(common_run(&a, &["0", "x", "y", "z", "q"]), Some((1, 4)));
        assert_eq!(common_run(&a, &["x", "y", "z"]), None);
    }
}
