//! What Tab offers: names in the global scope, and properties of what a path of names leads to. Nothing runs for it:
//! paths go through plain data only.

use super::Session;
use crate::Engine;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};
use std::cell::RefCell;
use tercet_vm::atom::{self, Key};
use tercet_vm::kinds::{Object, Storage};
use tercet_vm::object::keys::{self, Which};
use tercet_vm::object::lookup::{self, Lookup};
use tercet_vm::realm::{self, Intrinsic};
use tercet_vm::value::{Cx, Js, Root, Throw, roots};
use tercet_vm::{error, object, string};

/// The helper of the line editor.
pub struct Names<'s, 'e> {
    session: &'s RefCell<&'s mut Session<'e>>,
}

impl<'s, 'e> Names<'s, 'e> {
    /// Of the session, which must not be busy while a line is edited.
    pub fn of(session: &'s RefCell<&'s mut Session<'e>>) -> Self {
        Names { session }
    }
}

impl Completer for Names<'_, '_> {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..position];
        let path = path(before);
        let (objects, start) = path.rsplit_once('.').unwrap_or(("", path));
        let objects: Vec<&str> = if objects.is_empty() { Vec::new() } else { objects.split('.').collect() };
        // Behind nothing there is too much to offer; `f().` and `.5` are no paths.
        let is_path = !path.is_empty() && !path.starts_with('.') && !objects.contains(&"");
        let Ok(mut session) = self.session.try_borrow_mut() else { return Ok((position, Vec::new())) };
        let names = if is_path { names(session.engine, &objects, start) } else { Vec::new() };
        Ok((position - start.len(), names))
    }
}

impl Helper for Names<'_, '_> {}
impl Highlighter for Names<'_, '_> {}
impl Validator for Names<'_, '_> {}
impl Hinter for Names<'_, '_> {
    type Hint = String;
}

/// The path of names at the end of a text.
fn path(text: &str) -> &str {
    let start = text.rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '.')));
    match start {
        Some(at) => {
            text[at..].trim_start_matches(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '.')))
        }
        None => text,
    }
}

/// The names that begin with `start`: properties of the object at the end of the path, or without a path what is in
/// the global scope.
fn names(engine: &mut Engine, path: &[&str], start: &str) -> Vec<String> {
    let mut found = engine.turn(|cx, _| {
        roots!(cx; ignored);
        collect(cx, path).unwrap_or_else(|thrown| {
            error::take_exception(cx, thrown, ignored);
            Vec::new()
        })
    });
    found.retain(|name| name.starts_with(start) && is_name(name));
    found.sort_unstable();
    found.dedup();
    found
}

fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || matches!(c, '_' | '$'))
        && chars.all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
}

fn collect(cx: &mut Cx<'_>, path: &[&str]) -> Result<Vec<String>, Throw> {
    roots!(cx; holder, value);
    holder.set(realm::intrinsic(cx, Intrinsic::Global)?);
    let mut found = Vec::new();
    for (i, name) in path.iter().enumerate() {
        let key = key(cx, name)?;
        let found_here = i == 0 && lexical(cx, key, value) || property(cx, holder, key, value)?;
        if !found_here {
            return Ok(found);
        }
        holder.copy(value);
        if let Some(prototype) = lookup::primitive_prototype(value.get(&*cx)) {
            holder.set(realm::intrinsic(cx, prototype)?);
        }
    }
    if path.is_empty() {
        let lexicals: Vec<_> = cx.host.realm.lexicals.keys().copied().collect();
        found.extend(lexicals.into_iter().map(|name| atom::key_text(&*cx, name.into())));
    }
    while holder.get(&*cx).is_object() {
        for key in keys::own_keys(cx, holder, Which::Strings)? {
            if let Key::Name(_) = key {
                found.push(atom::key_text(&*cx, key));
            }
        }
        value.set(object::integrity::get_prototype_of(&*cx, holder));
        holder.copy(value);
    }
    Ok(found)
}

fn key(cx: &mut Cx<'_>, name: &str) -> Result<Key, Throw> {
    roots!(cx; text);
    text.set(string::from_str(cx, name)?);
    atom::key_of_string(cx, text)
}

/// The value of an initialised global lexical binding.
fn lexical<'rt>(cx: &Cx<'rt>, key: Key, out: Root<'_, 'rt>) -> bool {
    let Key::Name(name) = key else { return false };
    let Some(&(slot, _)) = cx.host.realm.lexicals.get(&name) else { return false };
    let values = cx.host.realm.lexical_values.and_then(|id| cx.global(id).cast::<Storage>());
    match values.map(|values| values.get(slot as usize)) {
        Some(v) if !v.is_uninit() => {
            out.set(v);
            true
        }
        _ => false,
    }
}

/// The value of a data property.
fn property<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, key: Key, out: Root<'_, 'rt>) -> Result<bool, Throw> {
    roots!(cx; holder);
    if o.cast::<Object>(&*cx).is_none() {
        return Ok(false);
    }
    holder.copy(o);
    loop {
        match lookup::walk(&*cx, holder, key, out) {
            Lookup::Data => return Ok(true),
            Lookup::Lazy => object::define::materialise(cx, holder, key, out)?,
            Lookup::Accessor | Lookup::Missing => return Ok(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Show};

    #[test]
    fn paths() {
        for (text, expected) in [("a.b", "a.b"), ("f(x.y", "x.y"), ("1 + ", ""), ("π é.a", "é.a"), ("", "")]
        {
            assert_eq!(path(text), expected);
        }
    }

    #[test]
    fn names_of_the_global_scope_and_of_objects() {
        let mut engine = Engine::new(Options::default());
        let script = "let alpha = { beta: { gamma: 1, 'not a name': 2, 3: 4 }, get delta() { throw 1 } }; var alpine = ''";
        engine.run(script, "a.js", Show::Nothing).expect("a script without mistakes");
        assert_eq!(names(&mut engine, &[], "alp"), ["alpha", "alpine"]);
        assert_eq!(names(&mut engine, &["alpha", "beta"], "g"), ["gamma"]);
        assert_eq!(names(&mut engine, &["alpha"], "d"), ["delta"]);
        assert_eq!(names(&mut engine, &["alpha", "delta"], ""), [""; 0]);
        assert_eq!(names(&mut engine, &["nope"], ""), [""; 0]);
        assert_eq!(names(&mut engine, &["Object"], "getOwnPropertyNa"), ["getOwnPropertyNames"]);
        assert_eq!(names(&mut engine, &["alpine"], "charCodeA"), ["charCodeAt"]);
    }
}
