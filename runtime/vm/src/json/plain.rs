//! JSON.stringify where nobody can tell how it is done: one walk over ordinary objects and arrays that runs no user
//! code and does not allocate in the heap.
//!
//! Invariant: what the walk cannot do exactly makes it give up ([`Outcome::Unfit`]); nothing has happened then, and
//! `serialize` starts afresh. Since nothing runs meanwhile, what has been found out about a shape (its keys, escaped;
//! that no `toJSON` is in sight) holds for all objects that have it.

use super::number::{append_double, append_int};
use super::quote::{Sink, append_quoted, widen};
use crate::atom::{Key, names};
use crate::kinds::*;
use crate::object::lookup::{Own, find_own, proto};
use crate::object::{elements, slots};
use crate::shape::{AtomHasher, ShapeId, attr};
use crate::string::{self, MAX_LENGTH, StringBuilder, View};
use crate::value::*;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// How the walk ended.
pub enum Outcome {
    /// The text.
    Text(StringBuilder),
    /// The value has no JSON text: undefined, a symbol, a function.
    Nothing,
    /// Something is observable, or an error: do it by the book.
    Unfit,
    /// The text is too long for a string.
    TooLong,
}

/// Why a walk stopped.
enum Stop {
    /// The sink is too narrow for what comes next.
    Wide,
    Unfit,
    TooLong,
}

/// A property of a shape: where the text of its key is, and its slot.
#[derive(Clone, Copy)]
struct Property {
    from: u32,
    to: u32,
    /// Is the text UTF-16?
    wide: bool,
    slot: u32,
}

/// What objects of a shape are to this walk.
#[derive(Clone, Copy)]
enum Layout {
    /// Not for this walk.
    Unfit,
    /// Functions: skipped like undefined.
    Callable,
    /// Arrays.
    Array,
    /// Raw JSON text.
    Raw,
    /// Objects with these properties.
    Object { first: u32, last: u32, inline: u32 },
}

/// An object or array being written.
struct Frame<'a, 'rt> {
    object: Gc<'a, 'rt, Object>,
    /// Its dense elements, and how many are in use.
    dense: Option<(Gc<'a, 'rt, Dense>, u32)>,
    /// The next element.
    element: u32,
    /// Where elements end: length of an array.
    elements: u32,
    array: bool,
    /// The next property, and where they end.
    property: u32,
    last: u32,
    inline: u32,
    /// Has anything been written in it?
    any: bool,
}

/// From so many levels on cycles are looked for at powers of two only: late, but in time.
const DEEP: usize = 256;
/// Layouts that are found without hashing.
const RECENT: usize = 16;

struct Walk<'a, 'g, 'rt> {
    cx: &'a Cx<'rt>,
    gap: View<'g>,
    frames: Vec<Frame<'a, 'rt>>,
    layouts: HashMap<ShapeId, Layout, BuildHasherDefault<AtomHasher>>,
    /// The layouts asked for last, by the low bits of the shape.
    recent: [(ShapeId, Layout); RECENT],
    properties: Vec<Property>,
    /// Texts of keys: a comma, the quoted key, a colon, with a gap a space.
    narrow: Vec<u8>,
    wide: Vec<u16>,
}

/// Writes a value. Nothing is changed, nothing runs.
pub fn write<'rt>(cx: &Cx<'rt>, v: Root<'_, 'rt>, gap: View<'_>) -> Outcome {
    let mut walk = Walk {
        cx,
        gap,
        frames: Vec::new(),
        layouts: HashMap::default(),
        recent: [(ShapeId(0), Layout::Unfit); RECENT],
        properties: Vec::new(),
        narrow: Vec::new(),
        wide: Vec::new(),
    };
    let mut narrow: Vec<u8> = Vec::with_capacity(128);
    let mut stopped = Err(Stop::Wide);
    let v = v.get(cx);
    let mut rooted = false;
    if matches!(gap, View::Latin1(_)) {
        stopped = walk.value(&mut narrow, v);
        rooted = stopped.is_ok();
        if rooted {
            stopped = stopped.and_then(|nothing| walk.run(&mut narrow).map(|()| nothing));
        }
    }
    match stopped {
        Ok(true) => Outcome::Text(StringBuilder::Latin1(narrow)),
        Ok(false) => Outcome::Nothing,
        Err(Stop::Unfit) => Outcome::Unfit,
        Err(Stop::TooLong) => Outcome::TooLong,
        Err(Stop::Wide) => {
            let mut units = widen(&narrow);
            let begun = if rooted { Ok(true) } else { walk.value(&mut units, v) };
            match begun.and_then(|something| walk.run(&mut units).map(|()| something)) {
                Ok(true) => Outcome::Text(StringBuilder::Utf16(units)),
                Ok(false) => Outcome::Nothing,
                Err(Stop::TooLong) => Outcome::TooLong,
                Err(_) => Outcome::Unfit,
            }
        }
    }
}

impl<'a, 'rt> Walk<'a, '_, 'rt> {
    /// Writes until all begun objects and arrays are finished. After [`Stop::Wide`] another sink, with the same text so
    /// far, can go on.
    fn run<S: Sink>(&mut self, out: &mut S) -> Result<(), Stop> {
        loop {
            let Some(frame) = self.frames.last_mut() else { return Ok(()) };
            if frame.element < frame.elements {
                self.element(out)?;
            } else if frame.property < frame.last {
                self.property(out)?;
            } else {
                let (array, any) = (frame.array, frame.any);
                self.frames.pop();
                if any {
                    self.new_line(out);
                }
                out.byte(if array { b']' } else { b'}' });
            }
            if out.units() > MAX_LENGTH {
                return Err(Stop::TooLong);
            }
        }
    }

    /// Writes the next element of the innermost frame.
    fn element<S: Sink>(&mut self, out: &mut S) -> Result<(), Stop> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let index = frame.element;
        let v = match frame.dense {
            Some((dense, used)) if index < used => dense.get(index as usize),
            _ => hole(),
        };
        let (array, any) = (frame.array, frame.any);
        let depth = self.frames.len() - 1;
        if v.is_hole() {
            if !array {
                self.advance(depth, any);
                return Ok(());
            }
            // What a prototype may have in place of a hole.
            if self.cx.host.prototype_elements()
                || slots::shape(frame.object) != self.cx.host.realm.array_shape
            {
                return Err(Stop::Unfit);
            }
        }
        let skipped = self.is_skipped(v)?;
        if skipped && !array {
            self.advance(depth, any);
            return Ok(());
        }
        self.fits::<S>(v)?;
        if any {
            out.byte(b',');
        }
        self.new_line(out);
        if !array {
            out.byte(b'"');
            append_int(out, index as i32);
            out.text(if self.gap.is_empty() { b"\":" } else { b"\": " });
        }
        self.advance(depth, true);
        if skipped {
            out.text(b"null")
        } else {
            self.value(out, v)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn advance(&mut self, depth: usize, any: bool) {
        if let Some(frame) = self.frames.get_mut(depth) {
            frame.element += 1;
            frame.any = any;
        }
    }

    /// Writes the next properties of the innermost frame, until one is an object.
    fn property<S: Sink>(&mut self, out: &mut S) -> Result<(), Stop> {
        let depth = self.frames.len() - 1;
        loop {
            let Some(frame) = self.frames.get(depth) else { return Ok(()) };
            if frame.property >= frame.last {
                return Ok(());
            }
            let Some(&property) = self.properties.get(frame.property as usize) else {
                return Err(Stop::Unfit);
            };
            let v = match property.slot.checked_sub(frame.inline) {
                None => frame.object.get(object_words::OWN + property.slot as usize),
                Some(slot) => match frame.object.get(object_words::SLOTS).cast::<Storage>() {
                    Some(storage) => storage.get(slot as usize),
                    None => return Err(Stop::Unfit),
                },
            };
            let any = frame.any;
            let skipped = self.is_skipped(v)?;
            if !skipped {
                if S::NARROW && property.wide {
                    return Err(Stop::Wide);
                }
                self.fits::<S>(v)?;
                let from = property.from as usize;
                if self.gap.is_empty() {
                    self.key_text(out, property, from + !any as usize);
                } else {
                    if any {
                        out.byte(b',');
                    }
                    self.new_line(out);
                    self.key_text(out, property, from + 1);
                }
            }
            if let Some(frame) = self.frames.get_mut(depth) {
                frame.property += 1;
                frame.any |= !skipped;
            }
            if !skipped {
                self.value(out, v)?;
                if self.frames.len() - 1 != depth {
                    return Ok(());
                }
            }
        }
    }

    #[inline]
    fn key_text<S: Sink>(&self, out: &mut S, property: Property, from: usize) {
        let to = property.to as usize;
        if property.wide {
            out.wide_text(self.wide.get(from..to).unwrap_or_default());
        } else {
            out.text(self.narrow.get(from..to).unwrap_or_default());
        }
    }

    /// With a gap, a new line with the indentation of the innermost frame.
    fn new_line<S: Sink>(&self, out: &mut S) {
        if self.gap.is_empty() {
            return;
        }
        out.byte(b'\n');
        for _ in 0..self.frames.len() {
            match self.gap {
                View::Latin1(gap) => out.text(gap),
                View::Utf16(gap) => out.wide_text(gap),
            }
        }
    }

    /// Has the value no text of its own: undefined, a symbol, a function?
    #[inline]
    fn is_skipped(&mut self, v: Value<'a, 'rt>) -> Result<bool, Stop> {
        if v.is_int() || v.is_double() || v.is_string() {
            return Ok(false);
        }
        if let Some(o) = v.cast::<Object>() {
            return match self.layout(o) {
                Layout::Unfit => Err(Stop::Unfit),
                layout => Ok(matches!(layout, Layout::Callable)),
            };
        }
        match v.as_imm() {
            Some(imm::NULL | imm::TRUE | imm::FALSE) => Ok(false),
            Some(imm::UNDEFINED | imm::HOLE) => Ok(true),
            None if v.is_symbol() => Ok(true),
            _ => Err(Stop::Unfit),
        }
    }

    /// Can the sink hold what is written next?
    #[inline]
    fn fits<S: Sink>(&self, v: Value<'a, 'rt>) -> Result<(), Stop> {
        if S::NARROW
            && let Some(s) = v.cast::<Str>()
            && string::is_wide(s)
        {
            return Err(Stop::Wide);
        }
        Ok(())
    }

    /// Writes a value or, if it is an object or array, its beginning; false if it has no text.
    #[inline]
    fn value<S: Sink>(&mut self, out: &mut S, v: Value<'a, 'rt>) -> Result<bool, Stop> {
        if let Some(i) = v.as_int() {
            append_int(out, i);
        } else if let Some(s) = v.cast::<Str>() {
            self.fits::<S>(v)?;
            quote(out, s)?;
        } else if let Some(o) = v.cast::<Object>() {
            return self.begin(out, o);
        } else if let Some(d) = v.as_double() {
            append_double(out, d);
        } else {
            out.text(match v.as_imm() {
                Some(imm::NULL) => b"null",
                Some(imm::TRUE) => b"true",
                Some(imm::FALSE) => b"false",
                _ => return self.is_skipped(v).map(|_| false),
            });
        }
        Ok(true)
    }

    /// Begins an object or array.
    fn begin<S: Sink>(&mut self, out: &mut S, object: Gc<'a, 'rt, Object>) -> Result<bool, Stop> {
        let layout = self.layout(object);
        let depth = self.frames.len();
        if (depth < DEEP || depth.is_power_of_two())
            && self.frames.iter().any(|frame| frame.object.identity_eq(object))
        {
            return Err(Stop::Unfit);
        }
        let dense = elements::dense(object);
        if dense.is_none() && !object.get(object_words::ELEMENTS).is_undefined() {
            return Err(Stop::Unfit);
        }
        let mut frame = Frame {
            object,
            dense,
            element: 0,
            elements: dense.map_or(0, |(_, used)| used),
            array: false,
            property: 0,
            last: 0,
            inline: 0,
            any: false,
        };
        match layout {
            Layout::Unfit => return Err(Stop::Unfit),
            Layout::Callable => return Ok(false),
            Layout::Raw => {
                let text = object.get(object_words::OWN).cast::<Str>();
                return match text.and_then(string::try_view) {
                    Some(View::Latin1(text)) => {
                        out.text(text);
                        Ok(true)
                    }
                    Some(View::Utf16(text)) if !S::NARROW => {
                        out.wide_text(text);
                        Ok(true)
                    }
                    _ => Err(Stop::Unfit),
                };
            }
            Layout::Array => {
                frame.array = true;
                frame.elements = object.cast::<Array>().map_or(0, elements::array_length);
            }
            Layout::Object { first, last, inline } => {
                (frame.property, frame.last, frame.inline) = (first, last, inline);
            }
        }
        out.byte(if frame.array { b'[' } else { b'{' });
        self.frames.push(frame);
        Ok(true)
    }

    /// What objects of this one's shape are.
    #[inline]
    fn layout(&mut self, object: Gc<'a, 'rt, Object>) -> Layout {
        let shape = slots::shape(object);
        let place = shape.0 as usize % RECENT;
        if self.recent[place].0 == shape {
            return self.recent[place].1;
        }
        let layout = match self.layouts.get(&shape) {
            Some(&layout) => layout,
            None => {
                let layout = self.examine(object, shape);
                self.layouts.insert(shape, layout);
                layout
            }
        };
        self.recent[place] = (shape, layout);
        layout
    }

    #[cold]
    #[inline(never)]
    fn examine(&mut self, object: Gc<'a, 'rt, Object>, shape: ShapeId) -> Layout {
        let mut at = Some(object);
        while let Some(holder) = at {
            if !matches!(find_own(self.cx, holder, Key::Name(names::TO_JSON)), Own::Missing) {
                return Layout::Unfit;
            }
            at = proto(self.cx, holder);
        }
        let kind = object.kind();
        if object.cast::<Callable>().is_some() {
            return Layout::Callable;
        }
        if kind == RAW_JSON.id {
            return Layout::Raw;
        }
        if kind == ARRAY.id {
            return Layout::Array;
        }
        if kind == STRING_OBJECT.id || kind == PRIMITIVE.id || kind == ARGUMENTS.id {
            return Layout::Unfit;
        }
        let shapes = &self.cx.host.shapes;
        let first = self.properties.len() as u32;
        for (key, slot) in shapes.keys(shape) {
            if !self.cx.host.atoms.is_string(key) || slot.attrs & attr::E == 0 {
                continue;
            }
            if slot.attrs & attr::ACCESSOR != 0 {
                return Layout::Unfit;
            }
            self.add_property(key, slot.index);
        }
        Layout::Object { first, last: self.properties.len() as u32, inline: shapes.inline(shape) }
    }

    fn add_property(&mut self, key: crate::atom::Atom, slot: u32) {
        let mut text = StringBuilder::new();
        text.push(b',' as u16);
        append_quoted(&mut text, crate::atom::text(self.cx, key));
        text.push_str(if self.gap.is_empty() { ":" } else { ": " });
        let (from, wide) = match &text {
            StringBuilder::Latin1(bytes) => {
                self.narrow.extend_from_slice(bytes);
                (self.narrow.len() - bytes.len(), false)
            }
            StringBuilder::Utf16(units) => {
                self.wide.extend_from_slice(units);
                (self.wide.len() - units.len(), true)
            }
        };
        self.properties.push(Property { from: from as u32, to: (from + text.len()) as u32, wide, slot });
    }
}

/// Writes a string, flat or not; the sink is wide enough.
#[inline]
fn quote<S: Sink>(out: &mut S, s: Gc<'_, '_, Str>) -> Result<(), Stop> {
    match string::try_view(s) {
        Some(View::Latin1(text)) => {
            out.byte(b'"');
            out.escape_bytes(text);
            out.byte(b'"');
            Ok(())
        }
        Some(View::Utf16(text)) => {
            out.byte(b'"');
            out.escape_units(text);
            out.byte(b'"');
            Ok(())
        }
        None => quote_rope(out, s),
    }
}

/// A rope is written part by part, or as a whole if surrogates might lie across its joints.
#[cold]
fn quote_rope<S: Sink>(out: &mut S, s: Gc<'_, '_, Str>) -> Result<(), Stop> {
    if string::length(s) + out.units() > MAX_LENGTH {
        return Err(Stop::TooLong);
    }
    out.byte(b'"');
    if string::is_wide(s) {
        out.escape_units(&string::to_units(s));
    } else {
        let mut pending: Vec<Gc<'_, '_, Str>> = vec![s];
        while let Some(part) = pending.pop() {
            match string::try_view(part) {
                Some(View::Latin1(text)) => out.escape_bytes(text),
                Some(View::Utf16(text)) => out.escape_units(text),
                None => {
                    pending.extend([part.get(1), part.get(0)].into_iter().filter_map(|v| v.cast::<Str>()))
                }
            }
        }
    }
    out.byte(b'"');
    Ok(())
}
