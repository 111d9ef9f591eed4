//! SerializeJSONProperty and what belongs to it, step by step (ECMA-262 25.5.2.1 to 25.5.2.6): with `toJSON`,
//! replacers, getters and everything else that a program can observe.

use super::number::{append_double, append_int};
use super::quote::append_quoted;
use crate::atom::{Key, names};
use crate::call;
use crate::convert;
use crate::error;
use crate::kinds::*;
use crate::object::keys::{self, Which};
use crate::object::lookup::{self, Lookup};
use crate::object::{self, elements};
use crate::string::{self, MAX_LENGTH, StringBuilder, View};
use crate::table;
use crate::value::*;

/// What stays the same in one call of JSON.stringify.
pub struct Serializer<'f, 'rt> {
    /// ReplacerFunction, or undefined.
    pub replacer: Root<'f, 'rt>,
    /// PropertyList: an array of strings, or undefined.
    pub list: Root<'f, 'rt>,
    /// Gap.
    pub gap: Vec<u16>,
    /// The text so far.
    pub out: StringBuilder,
    /// From [`DEEP`] levels on: the table of the objects that are being written.
    pub open: Root<'f, 'rt>,
}

/// So many levels are searched for cycles one by one.
const DEEP: usize = 64;

/// The name of a property; that of an element becomes a string only when somebody asks.
#[derive(Clone, Copy)]
pub enum Name<'l, 'rt> {
    /// An array index.
    Index(u32),
    /// A string.
    Text(Root<'l, 'rt>),
}

/// An object or array being written, and the one around it.
struct Level<'l, 'rt> {
    object: Root<'l, 'rt>,
    name: Name<'l, 'rt>,
    up: Option<&'l Level<'l, 'rt>>,
    depth: usize,
}

impl<'rt> Serializer<'_, 'rt> {
    /// SerializeJSONProperty for the value of the outermost property, which is in `v`; false if it has no text. `holder`
    /// is the wrapper, if there is a replacer function.
    pub fn root(&mut self, cx: &mut Cx<'rt>, holder: Root<'_, 'rt>, v: Root<'_, 'rt>) -> Result<bool, Throw> {
        roots!(cx; name);
        name.set(string::empty(cx)?);
        let name = Name::Text(name);
        self.prepare(cx, holder, name, v)?;
        if is_skipped(v.get(&*cx)) {
            return Ok(false);
        }
        self.value(cx, name, v, None)?;
        Ok(true)
    }

    /// Steps 2 to 4: `toJSON`, the replacer, and unwrapping, on the value in `v`.
    fn prepare(
        &mut self,
        cx: &mut Cx<'rt>,
        holder: Root<'_, 'rt>,
        name: Name<'_, 'rt>,
        v: Root<'_, 'rt>,
    ) -> Result<(), Throw> {
        let replaced = !self.replacer.get(&*cx).is_undefined();
        if !v.get(&*cx).is_object() && !replaced {
            return Ok(());
        }
        roots!(cx; f, key);
        if v.get(&*cx).is_object() {
            f.set(object::get(cx, v, names::TO_JSON)?);
            if call::is_callable(f.get(&*cx)) {
                name_value(cx, name, key)?;
                v.set(call::call(cx, f, v, &[key])?);
            }
        }
        if replaced {
            name_value(cx, name, key)?;
            v.set(call::call(cx, self.replacer, holder, &[key, v])?);
        }
        unwrap(cx, v)
    }

    /// Steps 5 on: writes the value in `v`, which has a text.
    fn value(
        &mut self,
        cx: &mut Cx<'rt>,
        name: Name<'_, 'rt>,
        v: Root<'_, 'rt>,
        up: Option<&Level<'_, 'rt>>,
    ) -> Result<(), Throw> {
        if self.out.len() > MAX_LENGTH {
            return Err(error::range_error(cx, "Invalid string length"));
        }
        let value = v.get(&*cx);
        if value.is_string() {
            string::flatten(cx, v)?;
            if let Some(view) = v.cast::<Str>(&*cx).and_then(string::try_view) {
                append_quoted(&mut self.out, view);
            }
        } else if let Some(i) = value.as_int() {
            match &mut self.out {
                StringBuilder::Latin1(out) => append_int(out, i),
                StringBuilder::Utf16(out) => append_int(out, i),
            }
        } else if let Some(d) = value.as_double() {
            match &mut self.out {
                StringBuilder::Latin1(out) => append_double(out, d),
                StringBuilder::Utf16(out) => append_double(out, d),
            }
        } else if value.is_object() {
            if let Some(text) = value.cast::<RawJson>().and_then(|o| o.get(object_words::OWN).cast::<Str>()) {
                if let Some(view) = string::try_view(text) {
                    self.out.push_view(view);
                }
                return Ok(());
            }
            cx.check_stack(64)?;
            let level = Level { object: v, name, up, depth: up.map_or(1, |up| up.depth + 1) };
            self.enter(cx, &level)?;
            if v.cast::<Array>(&*cx).is_some() {
                self.array(cx, &level)?
            } else {
                self.object(cx, &level)?
            }
            self.leave(cx, &level)?;
        } else if value.has_tag(BIGINT) {
            return Err(error::type_error(cx, "Do not know how to serialize a BigInt"));
        } else {
            self.out.push_str(match value.as_imm() {
                Some(imm::TRUE) => "true",
                Some(imm::FALSE) => "false",
                _ => "null",
            });
        }
        Ok(())
    }

    /// Step 1 of SerializeJSONObject and SerializeJSONArray: TypeError if the object is already being written.
    fn enter(&mut self, cx: &mut Cx<'rt>, level: &Level<'_, 'rt>) -> Result<(), Throw> {
        if level.depth <= DEEP {
            return match level.find(level.object) {
                Some(start) => Err(level.cycle(cx, start)),
                None => Ok(()),
            };
        }
        roots!(cx; object, nothing);
        if level.depth == DEEP + 1 {
            self.open.set(table::new(cx, 2 * DEEP)?);
            let mut at = level.up;
            while let Some(up) = at {
                object.copy(up.object);
                table::set(cx, self.open, object, nothing)?;
                at = up.up;
            }
        }
        object.copy(level.object);
        if table::lookup(cx, self.open, object)?.is_some()
            && let Some(start) = level.find(level.object)
        {
            return Err(level.cycle(cx, start));
        }
        table::set(cx, self.open, object, nothing)
    }

    fn leave(&mut self, cx: &mut Cx<'rt>, level: &Level<'_, 'rt>) -> Result<(), Throw> {
        if level.depth > DEEP {
            roots!(cx; object);
            object.copy(level.object);
            table::delete(cx, self.open, object)?;
        }
        Ok(())
    }

    fn new_line(&mut self, depth: usize) {
        if self.gap.is_empty() {
            return;
        }
        self.out.push(b'\n' as u16);
        for _ in 0..depth {
            self.out.push_view(View::Utf16(&self.gap));
        }
    }

    /// SerializeJSONObject.
    fn object(&mut self, cx: &mut Cx<'rt>, level: &Level<'_, 'rt>) -> Result<(), Throw> {
        roots!(cx; list, name, v);
        let listed = self.list.cast::<Array>(&*cx).map(elements::array_length);
        let mut keys = Vec::new();
        if listed.is_none() {
            keys = enumerable_keys(cx, level.object, list)?;
        }
        self.out.push(b'{' as u16);
        let mut any = false;
        for i in 0..listed.unwrap_or(keys.len() as u32) {
            let key = match keys.get(i as usize) {
                Some(&key) => {
                    name.set(crate::atom::key_to_value(cx, key)?);
                    key
                }
                None => {
                    if let Some((dense, used)) = self.list.cast::<Object>(&*cx).and_then(elements::dense)
                        && i < used
                    {
                        name.set(dense.get(i as usize));
                    }
                    v.copy(name);
                    convert::to_property_key(cx, v)?
                }
            };
            v.set(object::get(cx, level.object, key)?);
            self.prepare(cx, level.object, Name::Text(name), v)?;
            if is_skipped(v.get(&*cx)) {
                continue;
            }
            if any {
                self.out.push(b',' as u16);
            }
            any = true;
            self.new_line(level.depth);
            if let Some(view) = name.cast::<Str>(&*cx).and_then(string::try_view) {
                append_quoted(&mut self.out, view);
            }
            self.out.push_str(if self.gap.is_empty() { ":" } else { ": " });
            self.value(cx, Name::Text(name), v, Some(level))?;
        }
        if any {
            self.new_line(level.depth - 1);
        }
        self.out.push(b'}' as u16);
        Ok(())
    }

    /// SerializeJSONArray.
    fn array(&mut self, cx: &mut Cx<'rt>, level: &Level<'_, 'rt>) -> Result<(), Throw> {
        roots!(cx; v);
        let length = convert::length_of_array_like(cx, level.object)?;
        self.out.push(b'[' as u16);
        for i in 0..length.min(u32::MAX as u64) as u32 {
            if i > 0 {
                self.out.push(b',' as u16);
            }
            self.new_line(level.depth);
            v.set(object::get(cx, level.object, Key::Index(i))?);
            self.prepare(cx, level.object, Name::Index(i), v)?;
            if is_skipped(v.get(&*cx)) {
                v.set(null());
            }
            self.value(cx, Name::Index(i), v, Some(level))?;
        }
        if length > 0 {
            self.new_line(level.depth - 1);
        }
        self.out.push(b']' as u16);
        Ok(())
    }
}

/// Has a value no text: undefined, symbols, functions?
fn is_skipped(v: Value<'_, '_>) -> bool {
    v.is_undefined() || v.is_symbol() || call::is_callable(v)
}

/// The name as a string, into `out`.
fn name_value<'rt>(cx: &mut Cx<'rt>, name: Name<'_, 'rt>, out: Root<'_, 'rt>) -> Result<(), Throw> {
    match name {
        Name::Index(i) => out.set(crate::atom::key_to_value(cx, Key::Index(i))?),
        Name::Text(text) => out.copy(text),
    }
    Ok(())
}

/// Step 4: a Number, String or Boolean object in `v` gives way to a primitive.
fn unwrap<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<(), Throw> {
    if v.cast::<StringObject>(&*cx).is_some() {
        let text = convert::to_string(cx, v)?;
        v.set(text);
        return Ok(());
    }
    let Some(wrapper) = v.cast::<Primitive>(&*cx) else { return Ok(()) };
    let primitive = wrapper.get(object_words::OWN);
    if primitive.is_number() {
        v.set(number(convert::to_number(cx, v)?));
    } else if primitive.as_bool().is_some() || primitive.has_tag(BIGINT) {
        v.set(primitive);
    }
    Ok(())
}

/// EnumerableOwnProperties(O, key): the keys, whose atoms the list in `list` keeps alive.
pub fn enumerable_keys<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    list: Root<'_, 'rt>,
) -> Result<Vec<Key>, Throw> {
    let mut enumerable = Vec::new();
    for key in keys::own_keys(cx, o, Which::Strings)? {
        if keys::is_enumerable(cx, o, key)? {
            enumerable.push(key);
        }
    }
    list.set(keys::key_list(cx, &enumerable)?);
    Ok(enumerable)
}

impl<'rt> Level<'_, 'rt> {
    /// The level around this one that writes an object.
    fn find(&self, object: Root<'_, 'rt>) -> Option<&Level<'_, 'rt>> {
        let mut at = self.up;
        while let Some(level) = at {
            if level.object.ptr_eq(object) {
                return Some(level);
            }
            at = level.up;
        }
        None
    }

    /// The error, whose message shows the way from `start` to here.
    #[cold]
    fn cycle(&self, cx: &mut Cx<'rt>, start: &Level<'_, 'rt>) -> Throw {
        let mut lines = Vec::new();
        let mut at = self.up;
        while let Some(level) = at.filter(|level| level.depth > start.depth) {
            let constructor = constructor_name(cx, level.object);
            lines.push(format!("{} -> object with constructor {constructor}", level.name.show(&*cx)));
            at = level.up;
        }
        lines.reverse();
        if lines.len() > 3 {
            lines.splice(2..lines.len() - 1, ["...".to_string()]);
        }
        let mut message = format!(
            "Converting circular structure to JSON\n    --> starting at object with constructor {}",
            constructor_name(cx, start.object)
        );
        for line in lines {
            message.push_str("\n    |     ");
            message.push_str(&line);
        }
        message.push_str(&format!("\n    --- {} closes the circle", self.name.show(&*cx)));
        error::type_error(cx, &message)
    }
}

impl<'rt> Name<'_, 'rt> {
    fn show(self, cx: &Cx<'rt>) -> String {
        match self {
            Name::Index(i) => format!("index {i}"),
            Name::Text(text) => {
                format!("property '{}'", text.cast::<Str>(cx).map(string::to_rust_string).unwrap_or_default())
            }
        }
    }
}

/// The name of an object's constructor in quotes, found without running anything.
fn constructor_name<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>) -> String {
    roots!(cx; holder, constructor);
    holder.copy(o);
    loop {
        match lookup::walk(&*cx, holder, Key::Name(names::CONSTRUCTOR), constructor) {
            Lookup::Lazy => {
                if object::define::materialise(cx, holder, Key::Name(names::CONSTRUCTOR), constructor)
                    .is_err()
                {
                    constructor.set(undefined());
                    break;
                }
            }
            Lookup::Data => break,
            _ => {
                constructor.set(undefined());
                break;
            }
        }
    }
    let name = if call::is_callable(constructor.get(&*cx)) {
        error::read_text(cx, constructor, names::NAME)
    } else {
        None
    };
    format!("'{}'", name.filter(|n| !n.is_empty()).unwrap_or_else(|| "Object".into()))
}
