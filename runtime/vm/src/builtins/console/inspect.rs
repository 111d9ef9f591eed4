//! Values as text for people, like Node's `util.inspect`.
//!
//! Lives here: the walk over values. What special kinds of objects show is in [`super::special`], the layout in
//! [`super::layout`]. User code runs only where Node runs it: getters of `Symbol.toStringTag`, `name`, `stack`.

use super::layout::{self, Place};
use super::special;
use crate::atom::{self, Key, names};
use crate::builtins::map;
use crate::kinds::*;
use crate::object::{self, Found, define, keys, lookup};
use crate::shape::attr;
use crate::string::{self, View};
use crate::table;
use crate::value::*;

/// Settings.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Objects nested deeper are named only; -1: all of them.
    pub depth: i32,
    /// Lines are broken to stay below.
    pub break_length: usize,
    /// So many entries of arrays, maps and sets are shown.
    pub max_array: usize,
    /// Properties that are not enumerable are shown, too.
    pub show_hidden: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { depth: 2, break_length: layout::BREAK_LENGTH, max_array: 100, show_hidden: false }
    }
}

/// Longer strings inside others are cut off.
const MAX_STRING: usize = 10000;
/// When this much has been written, only names of objects follow.
const BUDGET: usize = 1 << 27;

/// The objects around the one at hand, innermost first.
pub struct Seen<'s, 'rt> {
    object: Root<'s, 'rt>,
    outer: Option<&'s Seen<'s, 'rt>>,
}

/// What stands in the braces before the properties.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Body {
    /// Nothing.
    Empty,
    /// Array elements.
    Elements,
    /// Members of a Set.
    Members,
    /// Entries of a Map.
    Entries,
    /// What a Map or Set iterator will give.
    Rest,
    /// What cannot be looked into.
    Unknown,
}

/// How an object is shown.
pub struct Form {
    /// In front of the brace.
    pub base: String,
    /// The opening brace with what belongs to it.
    pub open: String,
    /// The closing brace.
    pub close: &'static str,
    /// Between the braces.
    pub body: Body,
    /// All there is to show, if nothing is between the braces; or because the form has none.
    pub alone: Option<String>,
}

/// An inspection under way.
pub struct Inspector {
    pub(super) options: Options,
    pub(super) indentation: usize,
    current_depth: i32,
    /// Identity hashes of objects that contain themselves, in order of their numbers.
    circular: Vec<u32>,
    written: usize,
}

/// The text of a value.
pub fn inspect<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>, options: Options) -> Result<String, Throw> {
    let mut inspector =
        Inspector { options, indentation: 0, current_depth: 0, circular: Vec::new(), written: 0 };
    inspector.value(cx, v, 0, None)
}

/// A number, -0 with its sign.
pub fn number_text(n: f64) -> String {
    if n == 0.0 && n.is_sign_negative() { "-0".into() } else { crate::convert::number_to_string(n) }
}

impl Inspector {
    /// The text of a value at a depth.
    pub(super) fn value<'rt>(
        &mut self,
        cx: &mut Cx<'rt>,
        v: Root<'_, 'rt>,
        depth: i32,
        seen: Option<&Seen<'_, 'rt>>,
    ) -> Result<String, Throw> {
        if !v.get(&*cx).is_object() {
            return self.primitive(cx, v);
        }
        cx.check_stack(256)?;
        let mut at = seen;
        while let Some(outer) = at {
            if outer.object.ptr_eq(v) {
                let hash = object::slots::identity_hash(cx, v)?;
                let known = self.circular.iter().position(|&h| h == hash);
                let number = known.unwrap_or_else(|| {
                    self.circular.push(hash);
                    self.circular.len() - 1
                });
                return Ok(format!("[Circular *{}]", number + 1));
            }
            at = outer.outer;
        }
        self.object(cx, v, depth, seen)
    }

    /// The text of a value that is no object.
    pub(super) fn primitive<'rt>(&mut self, cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<String, Throw> {
        if !v.get(&*cx).is_string() {
            return Ok(match v.get(&*cx).as_number() {
                Some(n) => number_text(n),
                None => crate::error::describe(&*cx, v.get(&*cx)),
            });
        }
        roots!(cx; s);
        s.copy(v);
        string::flatten(cx, s)?;
        let view = s.cast::<Str>(&*cx).and_then(string::try_view).unwrap_or(View::Latin1(&[]));
        let (shown, trailer) = match view.len().checked_sub(MAX_STRING) {
            Some(rest @ 1..) => {
                let s = if rest > 1 { "s" } else { "" };
                (view.slice(0, MAX_STRING), format!("... {rest} more character{s}"))
            }
            _ => (view, String::new()),
        };
        let room = (self.options.break_length).saturating_sub(self.indentation + 4);
        if shown.len() <= 16 || shown.len() <= room {
            return Ok(layout::quote(shown) + &trailer);
        }
        let mut lines = Vec::new();
        let mut from = 0;
        while from < shown.len() {
            let end = shown.index_of(View::Latin1(b"\n"), from).map_or(shown.len(), |i| i + 1);
            lines.push(layout::quote(shown.slice(from, end)));
            from = end;
        }
        Ok(lines.join(&format!(" +\n{}", " ".repeat(self.indentation + 2))) + &trailer)
    }

    fn object<'rt>(
        &mut self,
        cx: &mut Cx<'rt>,
        v: Root<'_, 'rt>,
        depth: i32,
        seen: Option<&Seen<'_, 'rt>>,
    ) -> Result<String, Throw> {
        let constructor = self.constructor_name(cx, v, depth)?;
        let tag = self.tag(cx, v)?;
        let mut shown = self.own_keys(cx, v)?;
        let form = special::form(self, cx, v, constructor.as_deref(), &tag, &mut shown)?;
        if let Some(alone) = form.alone
            && shown.is_empty()
        {
            return Ok(alone);
        }
        if depth > self.options.depth {
            let text = special::context(&*cx, v, constructor.as_deref(), &tag);
            let text = text.trim_end();
            return Ok(if constructor.is_some() { format!("[{text}]") } else { text.into() });
        }
        let depth = depth + 1;
        self.current_depth = depth;
        let here = Seen { object: v, outer: seen };
        let mut output = match form.body {
            Body::Empty => Vec::new(),
            Body::Elements => self.elements(cx, v, depth, &here)?,
            Body::Members | Body::Entries => self.table(cx, v, depth, &here, form.body == Body::Entries)?,
            Body::Rest => self.rest(cx, v, depth, &here)?,
            Body::Unknown => vec!["<items unknown>".into()],
        };
        roots!(cx; alive);
        alive.set(keys::key_list(cx, &shown)?);
        for &key in &shown {
            output.push(self.property(cx, v, key, depth, &here, false)?);
        }
        let mut base = form.base;
        if !self.circular.is_empty()
            && let Some(hash) = v.cast::<Object>(&*cx).and_then(object::slots::existing_identity_hash)
            && let Some(i) = self.circular.iter().position(|&h| h == hash)
        {
            let reference = format!("<ref *{}>", i + 1);
            base = if base.is_empty() { reference } else { format!("{reference} {base}") };
        }
        let array = form.body == Body::Elements;
        let numbers = array && output.len() > 6 && self.all_numbers(cx, v, output.len())?;
        let place = Place {
            array,
            numbers,
            // Node takes the last entry for the note whenever there are that many.
            more: array && output.len() > self.options.max_array,
            ..self.place(depth)
        };
        let text = layout::join(output, &base, &form.open, form.close, &place);
        self.written += text.len();
        if self.written > BUDGET {
            self.options.depth = -1;
        }
        Ok(text)
    }

    /// Are the first `count` elements numbers?
    fn all_numbers<'rt>(&mut self, cx: &mut Cx<'rt>, v: Root<'_, 'rt>, count: usize) -> Result<bool, Throw> {
        roots!(cx; element);
        for i in 0..count {
            element.set(object::get(cx, v, Key::Index(i as u32))?);
            if !element.get(&*cx).is_number() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The own keys to be shown: enumerable ones, or all; of arrays no indices.
    fn own_keys<'rt>(&mut self, cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<Vec<Key>, Throw> {
        let array = v.cast::<Array>(&*cx).is_some();
        let mut shown = keys::own_keys(cx, v, keys::Which::All)?;
        if array {
            shown.retain(|key| !matches!(key, Key::Index(_)));
        }
        if self.options.show_hidden {
            return Ok(shown);
        }
        roots!(cx; holder);
        holder.copy(v);
        let Some(o) = holder.cast::<Object>(&*cx) else { return Ok(shown) };
        shown.retain(|&key| match lookup::find_own(&*cx, o, key) {
            lookup::Own::Data(_, attrs) | lookup::Own::Accessor(_, attrs) => attrs & attr::E != 0,
            lookup::Own::Missing => false,
            // Characters of String objects are enumerable; built-in properties are looked at by their shape.
            lookup::Own::Lazy => match key {
                Key::Index(_) => true,
                Key::Name(name) => cx
                    .host
                    .shapes
                    .lookup(object::slots::shape(o), name)
                    .is_some_and(|slot| slot.attrs & attr::E != 0),
            },
        });
        Ok(shown)
    }

    /// `Symbol.toStringTag`, unless it is shown among the properties anyway.
    fn tag<'rt>(&mut self, cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<String, Throw> {
        roots!(cx; tag, own, setter);
        tag.set(object::get(cx, v, names::TO_STRING_TAG)?);
        let Some(s) = tag.cast::<Str>(&*cx) else { return Ok(String::new()) };
        let text = string::to_rust_string(s);
        if text.is_empty() {
            return Ok(text);
        }
        let found = define::get_own_property(cx, v, names::TO_STRING_TAG, own, setter)?;
        let listed = found.is_some_and(|f| self.options.show_hidden || f.attrs() & attr::E != 0);
        Ok(if listed { String::new() } else { text })
    }

    /// The name of the first `constructor` along the prototype chain that made the object; None if there is no chain.
    fn constructor_name<'rt>(
        &mut self,
        cx: &mut Cx<'rt>,
        v: Root<'_, 'rt>,
        depth: i32,
    ) -> Result<Option<String>, Throw> {
        roots!(cx; at, constructor, setter, name, first);
        at.copy(v);
        while at.get(&*cx).is_object() {
            let found = define::get_own_property(cx, at, names::CONSTRUCTOR, constructor, setter)?;
            if matches!(found, Some(Found::Data(_)))
                && crate::call::is_callable(constructor.get(&*cx))
                && is_instance(cx, v, constructor)?
            {
                name.set(object::get(cx, constructor, names::NAME)?);
                if let Some(text) = name.cast::<Str>(&*cx).map(string::to_rust_string)
                    && !text.is_empty()
                {
                    return Ok(Some(text));
                }
            }
            at.set(object::integrity::get_prototype_of(&*cx, at));
        }
        first.set(object::integrity::get_prototype_of(&*cx, v));
        if !first.get(&*cx).is_object() {
            return Ok(None);
        }
        let class = special::class_name(&*cx, v);
        if depth > self.options.depth {
            return Ok(Some(format!("{class} <Complex prototype>")));
        }
        cx.check_stack(256)?;
        let inner = match self.constructor_name(cx, first, depth + 1)? {
            Some(name) => name,
            None => inspect(cx, first, Options { depth: -1, ..self.options })?,
        };
        Ok(Some(format!("{class} <{inner}>")))
    }

    /// `key: value`, or the value alone.
    pub(super) fn property<'rt>(
        &mut self,
        cx: &mut Cx<'rt>,
        o: Root<'_, 'rt>,
        key: Key,
        depth: i32,
        seen: &Seen<'_, 'rt>,
        bare: bool,
    ) -> Result<String, Throw> {
        roots!(cx; v, setter);
        let found = define::get_own_property(cx, o, key, v, setter)?;
        let text = match found {
            Some(Found::Accessor(_)) => {
                let (get, set) = (!v.get(&*cx).is_undefined(), !setter.get(&*cx).is_undefined());
                match (get, set) {
                    (true, true) => "[Getter/Setter]",
                    (true, false) => "[Getter]",
                    (false, true) => "[Setter]",
                    (false, false) => "undefined",
                }
                .into()
            }
            found => {
                if found.is_none() {
                    v.set(object::get(cx, o, key)?);
                }
                self.indentation += 2;
                let text = self.value(cx, v, depth, Some(seen))?;
                self.indentation -= 2;
                text
            }
        };
        if bare {
            return Ok(text);
        }
        let hidden = found.is_some_and(|f| f.attrs() & attr::E == 0);
        let name = key_name(cx, key, hidden)?;
        Ok(format!("{name}: {text}"))
    }

    /// The elements of an array, with a note at the end if there are more.
    fn elements<'rt>(
        &mut self,
        cx: &mut Cx<'rt>,
        array: Root<'_, 'rt>,
        depth: i32,
        seen: &Seen<'_, 'rt>,
    ) -> Result<Vec<String>, Throw> {
        let length = array.cast::<Array>(&*cx).map_or(0, object::elements::array_length);
        let max = (length as usize).min(self.options.max_array);
        let mut output = Vec::new();
        let mut present = None;
        let mut index = 0;
        while index < length && output.len() < max {
            if object::has_own_property(cx, array, Key::Index(index))? {
                output.push(self.property(cx, array, Key::Index(index), depth, seen, true)?);
                index += 1;
                continue;
            }
            let present: &Vec<u32> = present.get_or_insert_with(|| {
                array.cast::<Object>(&*cx).map(object::elements::indices).unwrap_or_default()
            });
            let next =
                present.get(present.partition_point(|&i| i <= index)).map_or(length, |&i| i.min(length));
            let gap = next - index;
            output.push(format!("<{gap} empty item{}>", if gap > 1 { "s" } else { "" }));
            index = next;
        }
        if index < length {
            output.push(layout::more_items((length - index) as u64));
        }
        Ok(output)
    }

    /// The members of a Set or the entries of a Map.
    fn table<'rt>(
        &mut self,
        cx: &mut Cx<'rt>,
        o: Root<'_, 'rt>,
        depth: i32,
        seen: &Seen<'_, 'rt>,
        entries: bool,
    ) -> Result<Vec<String>, Throw> {
        roots!(cx; k, v, of);
        if let Some(object) = o.cast::<Object>(&*cx) {
            of.set(object.get(object_words::OWN));
        }
        let size = of.cast::<Table>(&*cx).map_or(0, table::len);
        let mut output = Vec::new();
        let mut e = 0;
        self.indentation += 2;
        while let Some(t) = of.cast::<Table>(&*cx)
            && e < table::used(t)
            && output.len() < self.options.max_array
        {
            k.set(table::key(t, e));
            v.set(table::value(t, e));
            e += 1;
            if k.get(&*cx).is_hole() {
                continue;
            }
            let mut text = self.value(cx, k, depth, Some(seen))?;
            if entries {
                text = format!("{text} => {}", self.value(cx, v, depth, Some(seen))?);
            }
            output.push(text);
        }
        self.indentation -= 2;
        if size > output.len() {
            output.push(layout::more_items((size - output.len()) as u64));
        }
        Ok(output)
    }

    /// What a Map or Set iterator will give, without moving it.
    fn rest<'rt>(
        &mut self,
        cx: &mut Cx<'rt>,
        it: Root<'_, 'rt>,
        depth: i32,
        seen: &Seen<'_, 'rt>,
    ) -> Result<Vec<String>, Throw> {
        roots!(cx; k, v, of);
        let mut output = Vec::new();
        let mut left = 0;
        let Some(iterator) = it.cast::<TableIterator>(&*cx) else { return Ok(output) };
        let (map, what) = (map::is_map_iterator(iterator), map::iterator_gives(iterator));
        let mut position = iterator.raw(0) as u32 as usize;
        of.set(iterator.get(object_words::OWN));
        self.indentation += 2;
        while let Some(t) = of.cast::<Table>(&*cx) {
            if let Some((next, at)) = table::reposition(t, position) {
                position = at;
                of.set(next);
                continue;
            }
            let Some(e) = table::next_entry(t, position) else { break };
            position = e + 1;
            if output.len() == self.options.max_array {
                left += 1;
                continue;
            }
            k.set(table::key(t, e));
            v.set(if map { table::value(t, e) } else { table::key(t, e) });
            output.push(match what {
                map::ENTRIES => {
                    let pair =
                        vec![self.value(cx, k, depth, Some(seen))?, self.value(cx, v, depth, Some(seen))?];
                    layout::join(pair, "", "[", "]", &self.place(depth))
                }
                map::VALUES => self.value(cx, v, depth, Some(seen))?,
                _ => self.value(cx, k, depth, Some(seen))?,
            });
        }
        self.indentation -= 2;
        if left > 0 {
            output.push(layout::more_items(left));
        }
        Ok(output)
    }

    /// Where an object at `depth` stands.
    fn place(&self, depth: i32) -> Place {
        Place {
            indentation: self.indentation,
            break_length: self.options.break_length,
            levels: self.current_depth - depth,
            array: false,
            numbers: false,
            more: false,
        }
    }
}

/// Is `v` an instance of the function in `constructor`, as far as its plain `prototype` tells?
fn is_instance<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>, constructor: Root<'_, 'rt>) -> Result<bool, Throw> {
    roots!(cx; target, prototype, setter);
    target.copy(constructor);
    while let Some(bound) = target.cast::<Bound>(&*cx) {
        target.set(bound.get(object_words::OWN));
    }
    let found = define::get_own_property(cx, target, names::PROTOTYPE, prototype, setter)?;
    if !matches!(found, Some(Found::Data(_))) {
        return Ok(false);
    }
    let mut at = v.cast::<Object>(&*cx).and_then(|o| lookup::proto(&*cx, o));
    while let Some(o) = at {
        if prototype.cast::<Object>(&*cx).is_some_and(|p| p.identity_eq(o)) {
            return Ok(true);
        }
        at = lookup::proto(&*cx, o);
    }
    Ok(false)
}

/// A key as it is printed.
fn key_name<'rt>(cx: &mut Cx<'rt>, key: Key, hidden: bool) -> Result<String, Throw> {
    roots!(cx; v);
    v.set(atom::key_to_value(cx, key)?);
    if v.get(&*cx).is_symbol() {
        return Ok(format!("[{}]", atom::key_text(&*cx, key)));
    }
    let Some(view) = v.cast::<Str>(&*cx).and_then(string::try_view) else { return Ok(String::new()) };
    let mut text = String::new();
    if key == Key::Name(names::PROTO) {
        return Ok("['__proto__']".into());
    }
    if hidden {
        layout::escape_into(&mut text, view, '\'');
        return Ok(format!("[{text}]"));
    }
    text = v.cast::<Str>(&*cx).map(string::to_rust_string).unwrap_or_default();
    Ok(if layout::is_plain_key(&text) { text } else { layout::quote(view) })
}
