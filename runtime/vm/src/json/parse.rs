//! JSON.parse without the reviver: one pass over a copy of the text, with an explicit stack.
//!
//! Invariants: the text lies in native memory with zeroes behind it, so that scanning needs no care at the end and
//! collections need none at all. Strings of keys are rooted (in `key_roots`) until the end, so the atoms of
//! [`PropertyKey`]s are good all the while. An unfinished object has two words on the stack before its values, where
//! those that every object has will be.

use super::keys::{KeyCache, NONE, PropertyKey, Templates};
use super::scan::{BLOCK, Unit};
use super::syntax::{self, Problem};
use super::values::{List, ValueStack, WINDOW};
use crate::atom::{self, Key};
use crate::kinds::*;
use crate::object::{create, elements, slots};
use crate::shape::{ShapeId, attr, flag};
use crate::string::{self, View};
use crate::value::*;

/// Objects with so many properties keep all of them inside.
const MAX_INLINE: usize = 32;
/// Objects with more properties are dictionaries from the start.
const MAX_SHARED: usize = 128;

/// Parses the string in `source`, which becomes flat. The result is a value or a SyntaxError.
pub fn parse<'a, 'rt>(cx: &'a mut Cx<'rt>, source: Root<'_, 'rt>) -> Completion<'a, 'rt> {
    string::flatten(cx, source)?;
    match source.cast::<Str>(&*cx).and_then(string::try_view) {
        Some(View::Latin1(bytes)) => {
            let (text, n) = (padded(bytes), bytes.len());
            parse_text(cx, &text, n)
        }
        Some(View::Utf16(units)) => {
            let (text, n) = (padded(units), units.len());
            parse_text(cx, &text, n)
        }
        None => Ok(undefined()),
    }
}

fn padded<U: Copy + Default>(text: &[U]) -> Vec<U> {
    let mut copy = Vec::with_capacity(text.len() + BLOCK);
    copy.extend_from_slice(text);
    copy.resize(text.len() + BLOCK, U::default());
    copy
}

fn parse_text<'a, 'rt, U: Text>(cx: &'a mut Cx<'rt>, text: &[U], end: usize) -> Completion<'a, 'rt> {
    roots!(cx; spill, exemplars, key_roots, out);
    let window = cx.window(WINDOW)?;
    let mut parser = Parser {
        text,
        end,
        at: 0,
        stack: ValueStack::new(window.slots(), spill),
        frames: Vec::new(),
        keys: Vec::new(),
        cache: KeyCache::default(),
        templates: Templates::new(exemplars),
        key_roots: List::new(key_roots),
        bytes: Vec::new(),
        units: Vec::new(),
        out,
    };
    match parser.run(cx)? {
        Ok(()) => Ok(out.get(&*cx)),
        Err((at, problem)) => Err(syntax::throw(cx, text.get(..end).unwrap_or(text), at, problem)),
    }
}

/// Units of a text, and the strings made of them.
trait Text: Unit + Default {
    fn view(text: &[Self]) -> View<'_>;
    fn make<'a, 'rt>(cx: &'a mut Cx<'rt>, text: &[Self]) -> Completion<'a, 'rt>;
    fn append(text: &[Self], bytes: &mut Vec<u8>, units: &mut Vec<u16>);
    fn parse_number(text: &[Self]) -> f64;
}

impl Text for u8 {
    fn view(text: &[u8]) -> View<'_> {
        View::Latin1(text)
    }
    #[inline]
    fn make<'a, 'rt>(cx: &'a mut Cx<'rt>, text: &[u8]) -> Completion<'a, 'rt> {
        string::from_latin1(cx, text)
    }
    #[inline]
    fn append(text: &[u8], bytes: &mut Vec<u8>, units: &mut Vec<u16>) {
        if units.is_empty() {
            bytes.extend_from_slice(text)
        } else {
            units.extend(text.iter().map(|&b| b as u16))
        }
    }
    fn parse_number(text: &[u8]) -> f64 {
        fast_float2::parse(text).unwrap_or(f64::NAN)
    }
}

impl Text for u16 {
    fn view(text: &[u16]) -> View<'_> {
        View::Utf16(text)
    }
    #[inline]
    fn make<'a, 'rt>(cx: &'a mut Cx<'rt>, text: &[u16]) -> Completion<'a, 'rt> {
        string::from_utf16(cx, text)
    }
    #[inline]
    fn append(text: &[u16], _: &mut Vec<u8>, units: &mut Vec<u16>) {
        units.extend_from_slice(text)
    }
    fn parse_number(text: &[u16]) -> f64 {
        let ascii: Vec<u8> = text.iter().map(|&u| u as u8).collect();
        fast_float2::parse(&ascii).unwrap_or(f64::NAN)
    }
}

/// An unfinished array or object.
#[derive(Clone, Copy)]
struct Frame {
    /// Where on the stack its values begin.
    base: u32,
    /// Where among the keys its own begin: none yet, as long as it follows a template.
    keys: u32,
    /// The template that its keys have followed so far; [`ARRAY_FRAME`] in arrays.
    template: u32,
    /// Where in the text its next value is: see `keys`.
    context: u32,
}

/// In place of a template: the frame is an array's.
const ARRAY_FRAME: u32 = NONE - 1;

struct Parser<'t, 'f, 'rt, U> {
    text: &'t [U],
    end: usize,
    at: usize,
    stack: ValueStack<'f, 'rt>,
    frames: Vec<Frame>,
    /// Keys of unfinished objects that do not follow a template.
    keys: Vec<PropertyKey>,
    cache: KeyCache,
    templates: Templates<'f, 'rt>,
    key_roots: List<'f, 'rt>,
    /// A string with escapes: Latin-1 so far, or else in `units`.
    bytes: Vec<u8>,
    units: Vec<u16>,
    out: Root<'f, 'rt>,
}

/// A problem and where it is; made an error when nothing of the parser is in use any more.
type Parsed<T> = Result<T, (usize, Problem)>;

macro_rules! attempt {
    ($parsed:expr) => {
        match $parsed {
            Ok(v) => v,
            Err(problem) => return Ok(Err(problem)),
        }
    };
}

impl<'rt, U: Text> Parser<'_, '_, 'rt, U> {
    /// The unit at `at`; 0 beyond the end (and for a real NUL).
    #[inline(always)]
    fn unit(&self, at: usize) -> u16 {
        self.text.get(at).map_or(0, |u| u.code())
    }
    /// The next unit that is no white space.
    #[inline(always)]
    fn next_token(&mut self) -> u16 {
        loop {
            let unit = self.unit(self.at);
            if !matches!(unit, 0x20 | 0x0A | 0x0D | 0x09) {
                return unit;
            }
            self.at += 1;
        }
    }
    fn problem<T>(&self, problem: Problem) -> Parsed<T> {
        Err((self.at, problem))
    }

    /// Parses the whole text; the value is left in `out`.
    fn run(&mut self, cx: &mut Cx<'rt>) -> Result<Parsed<()>, Throw> {
        loop {
            self.stack.reserve(cx, 3)?;
            match self.next_token() {
                0x22 => {
                    self.at += 1;
                    attempt!(self.string(cx)?);
                }
                0x7B => {
                    self.at += 1;
                    self.open_object();
                    match self.next_token() {
                        0x22 => {
                            attempt!(self.key(cx)?);
                            continue;
                        }
                        0x7D => {
                            self.at += 1;
                            self.close_object(cx)?;
                        }
                        _ => return Ok(self.problem(Problem::PropertyNameOrBrace)),
                    }
                }
                0x5B => {
                    self.at += 1;
                    self.open_array();
                    if self.next_token() != 0x5D {
                        continue;
                    }
                    self.at += 1;
                    self.close_array(cx)?;
                }
                0x2D | 0x30..=0x39 => {
                    let n = attempt!(self.number());
                    self.stack.push(n);
                }
                0x74 => attempt!(self.literal(b"true", boolean(true))),
                0x66 => attempt!(self.literal(b"false", boolean(false))),
                0x6E => attempt!(self.literal(b"null", null())),
                _ => return Ok(self.problem(Problem::Unexpected)),
            }
            if attempt!(self.after_value(cx)?) {
                return Ok(Ok(()));
            }
        }
    }

    /// Goes on after a value up to where the next one begins; true when the whole text has been read.
    #[inline]
    fn after_value(&mut self, cx: &mut Cx<'rt>) -> Result<Parsed<bool>, Throw> {
        loop {
            let unit = self.next_token();
            let Some(frame) = self.frames.last() else {
                if self.at < self.end {
                    return Ok(self.problem(Problem::Trailing));
                }
                self.out.set(self.stack.get(&*cx, 0));
                return Ok(Ok(true));
            };
            let array = frame.template == ARRAY_FRAME;
            match unit {
                0x2C => {
                    self.at += 1;
                    if !array {
                        if self.next_token() != 0x22 {
                            return Ok(self.problem(Problem::PropertyName));
                        }
                        attempt!(self.key(cx)?);
                    }
                    return Ok(Ok(false));
                }
                0x5D if array => {
                    self.at += 1;
                    self.close_array(cx)?;
                }
                0x7D if !array => {
                    self.at += 1;
                    self.close_object(cx)?;
                }
                _ if array => return Ok(self.problem(Problem::CommaOrBracket)),
                _ => return Ok(self.problem(Problem::CommaOrBrace)),
            }
        }
    }

    fn literal(&mut self, word: &[u8], v: Value<'static, 'rt>) -> Parsed<()> {
        for (i, &expected) in word.iter().enumerate() {
            if self.unit(self.at + i) != expected as u16 {
                return Err((self.at + i, Problem::Unexpected));
            }
        }
        self.at += word.len();
        self.stack.push(v);
        Ok(())
    }

    fn number(&mut self) -> Parsed<Value<'static, 'rt>> {
        let start = self.at;
        let negative = self.unit(start) == 0x2D;
        self.at += negative as usize;
        let first = self.at;
        let mut mantissa = self.digits(0);
        let whole = self.at - first;
        if whole == 0 {
            return self.problem(Problem::NoNumberAfterMinus);
        }
        if whole > 1 && self.unit(first) == 0x30 {
            return Err((first + 1, Problem::LeadingZero));
        }
        let mut unit = self.unit(self.at);
        if unit != 0x2E && unit | 0x20 != 0x65 {
            if whole < 10 && !(negative && mantissa == 0) {
                let n = mantissa as i32;
                return Ok(Value::int(if negative { -n } else { n }));
            }
            return Ok(self.finish_number(start, negative, mantissa, whole, 0));
        }
        let (mut count, mut exponent) = (whole, 0i64);
        if unit == 0x2E {
            self.at += 1;
            let from = self.at;
            mantissa = self.digits(mantissa);
            if self.at == from {
                return self.problem(Problem::Fraction);
            }
            count += self.at - from;
            exponent -= (self.at - from) as i64;
            unit = self.unit(self.at);
        }
        if unit | 0x20 == 0x65 {
            self.at += 1;
            let sign = self.unit(self.at);
            self.at += matches!(sign, 0x2B | 0x2D) as usize;
            let from = self.at;
            let e = self.digits(0);
            let digits = self.at - from;
            if digits == 0 {
                return self.problem(Problem::Exponent);
            }
            let e = if digits > 9 { 1 << 30 } else { e as i64 };
            exponent += if sign == 0x2D { -e } else { e };
        }
        Ok(self.finish_number(start, negative, mantissa, count, exponent))
    }

    /// Reads digits on to `n`, which wraps around.
    #[inline(always)]
    fn digits(&mut self, mut n: u64) -> u64 {
        loop {
            let digit = self.unit(self.at).wrapping_sub(0x30);
            if digit > 9 {
                return n;
            }
            n = n.wrapping_mul(10).wrapping_add(digit as u64);
            self.at += 1;
        }
    }

    /// The number that begins at `start`: exact by one operation on doubles where both operands are.
    #[inline]
    fn finish_number(
        &self,
        start: usize,
        negative: bool,
        mantissa: u64,
        digits: usize,
        exponent: i64,
    ) -> Value<'static, 'rt> {
        const POWERS: [f64; 23] = [
            1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
            1e18, 1e19, 1e20, 1e21, 1e22,
        ];
        if digits <= 19
            && mantissa <= 1 << 53
            && let Some(power) = POWERS.get(exponent.unsigned_abs() as usize)
        {
            let n = mantissa as f64;
            let n = if exponent < 0 { n / power } else { n * power };
            return number(if negative { -n } else { n });
        }
        number(self.text.get(start..self.at).map_or(f64::NAN, U::parse_number))
    }

    /// A string value, whose opening quote has been passed.
    #[inline]
    fn string(&mut self, cx: &mut Cx<'rt>) -> Result<Parsed<()>, Throw> {
        let start = self.at;
        let stop = U::find_special(self.text, start);
        if self.unit(stop) == 0x22 {
            self.at = stop + 1;
            let v = U::make(cx, self.text.get(start..stop).unwrap_or_default())?;
            self.stack.push(v);
            return Ok(Ok(()));
        }
        attempt!(self.unescape(start, stop));
        let v = self.unescaped(cx)?;
        self.out.set(v);
        self.stack.push(self.out.get(&*cx));
        Ok(Ok(()))
    }

    /// Reads a string from `start` on, in which `stop` is the first special unit, to beyond its closing quote.
    #[cold]
    fn unescape(&mut self, start: usize, stop: usize) -> Parsed<()> {
        self.bytes.clear();
        self.units.clear();
        let (mut from, mut stop) = (start, stop);
        loop {
            U::append(
                self.text.get(from..stop.min(self.end)).unwrap_or_default(),
                &mut self.bytes,
                &mut self.units,
            );
            if stop >= self.end {
                return Err((self.end, Problem::UnterminatedString));
            }
            match self.unit(stop) {
                0x22 => {
                    self.at = stop + 1;
                    return Ok(());
                }
                0x5C => {}
                _ => return Err((stop, Problem::ControlCharacter)),
            }
            let (unit, next) = self.escape(stop + 1)?;
            self.append_unit(unit);
            from = next;
            stop = U::find_special(self.text, from);
        }
    }

    /// The unit that the escape at `at`, after the backslash, stands for, and where it ends.
    fn escape(&self, at: usize) -> Parsed<(u16, usize)> {
        let unit = match self.unit(at) {
            unit @ (0x22 | 0x5C | 0x2F) => unit,
            0x62 => 8,
            0x66 => 12,
            0x6E => 10,
            0x72 => 13,
            0x74 => 9,
            0x75 => {
                let mut unit = 0;
                for i in 1..5 {
                    let digit = u8::try_from(self.unit(at + i)).ok().and_then(|b| (b as char).to_digit(16));
                    let Some(digit) = digit else { return Err((at + i, Problem::UnicodeEscape)) };
                    unit = unit << 4 | digit as u16;
                }
                return Ok((unit, at + 5));
            }
            unit if at >= self.end || unit > 0xFF => return Err((at, Problem::Unexpected)),
            _ => return Err((at, Problem::Escape)),
        };
        Ok((unit, at + 1))
    }

    fn append_unit(&mut self, unit: u16) {
        match u8::try_from(unit) {
            Ok(byte) if self.units.is_empty() && size_of::<U>() == 1 => self.bytes.push(byte),
            _ => {
                if self.units.is_empty() {
                    self.units.extend(self.bytes.iter().map(|&b| b as u16));
                }
                self.units.push(unit);
            }
        }
    }

    /// The string that `unescape` has read.
    fn unescaped<'a>(&self, cx: &'a mut Cx<'rt>) -> Completion<'a, 'rt> {
        if self.units.is_empty() {
            string::from_latin1(cx, &self.bytes)
        } else {
            string::from_utf16(cx, &self.units)
        }
    }

    /// A property name, on whose opening quote the parser stands, and the colon.
    #[inline]
    fn key(&mut self, cx: &mut Cx<'rt>) -> Result<Parsed<()>, Throw> {
        let start = self.at + 1;
        let depth = self.frames.len().wrapping_sub(1);
        let Some(&frame) = self.frames.get(depth) else { return Ok(Ok(())) };
        let mut expected = None;
        if let Some(template) = self.templates.get(frame.template) {
            let count = (self.stack.len() - frame.base as usize).wrapping_sub(2);
            expected = template.keys.get(count).copied();
            if !expected.is_some_and(|k| U::same(self.text, k.at as usize, start, k.len as usize + 1)) {
                expected = None;
                self.keys.extend_from_slice(template.keys.get(..count).unwrap_or_default());
            }
        }
        let key = match expected {
            Some(key) => {
                self.at = start + key.len as usize + 1;
                key
            }
            None => {
                let key = attempt!(self.read_key(cx, start)?);
                self.keys.push(key);
                key
            }
        };
        if let Some(frame) = self.frames.get_mut(depth) {
            frame.context = key.context();
            if expected.is_none() {
                frame.template = NONE;
            }
        }
        if self.next_token() != 0x3A {
            let first = self.stack.len() - frame.base as usize == 2;
            return Ok(self.problem(if first { Problem::Colon } else { Problem::Unexpected }));
        }
        self.at += 1;
        Ok(Ok(()))
    }

    /// Reads a property name whose text begins at `start`.
    fn read_key(&mut self, cx: &mut Cx<'rt>, start: usize) -> Result<Parsed<PropertyKey>, Throw> {
        let stop = U::find_special(self.text, start);
        let escaped = self.unit(stop) != 0x22;
        if escaped {
            attempt!(self.unescape(start, stop));
        } else {
            self.at = stop + 1;
        }
        let len = self.at - 1 - start;
        let place = match self.cache.find(self.text, start, len) {
            Ok(key) => return Ok(Ok(key)),
            Err(place) => place,
        };
        let key = if !escaped {
            self.make_key(cx, U::view(self.text.get(start..start + len).unwrap_or_default()))?
        } else if self.units.is_empty() {
            let bytes = std::mem::take(&mut self.bytes);
            let key = self.make_key(cx, View::Latin1(&bytes))?;
            self.bytes = bytes;
            key
        } else {
            let units = std::mem::take(&mut self.units);
            let key = self.make_key(cx, View::Utf16(&units))?;
            self.units = units;
            key
        };
        let key = PropertyKey { key, at: start as u32, len: len as u32 };
        self.cache.put(place, key);
        Ok(Ok(key))
    }

    /// The key of a text; its string is rooted from now on.
    fn make_key(&mut self, cx: &mut Cx<'rt>, text: View<'_>) -> Result<Key, Throw> {
        if let Some(index) = text.array_index() {
            return Ok(Key::Index(index));
        }
        let atom = match atom::existing(&*cx, text) {
            Some(atom) => {
                self.out.set(atom::to_value(cx, atom)?);
                atom
            }
            None => {
                let v = match text {
                    View::Latin1(bytes) => string::from_latin1(cx, bytes)?,
                    View::Utf16(units) => string::from_utf16(cx, units)?,
                };
                self.out.set(v);
                atom::intern(cx, self.out)?
            }
        };
        self.key_roots.push(cx, self.out)?;
        Ok(Key::Name(atom))
    }

    #[inline(always)]
    fn open(&mut self, array: bool) {
        let context = self.frames.last().map_or(0, |f| f.context);
        let template = if array { ARRAY_FRAME } else { self.templates.predict(context) };
        let (base, keys) = (self.stack.len() as u32, self.keys.len() as u32);
        self.frames.push(Frame { base, keys, template, context });
    }
    fn open_array(&mut self) {
        self.open(true);
    }
    fn open_object(&mut self) {
        self.open(false);
        self.stack.push(undefined());
        self.stack.push(undefined());
    }

    fn close_array(&mut self, cx: &mut Cx<'rt>) -> Result<(), Throw> {
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        let v = self.stack.array(cx, frame.base as usize)?;
        self.stack.push(v);
        Ok(())
    }

    #[inline]
    fn close_object(&mut self, cx: &mut Cx<'rt>) -> Result<(), Throw> {
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        let base = frame.base as usize;
        let count = (self.stack.len() - base).saturating_sub(2);
        if let Some(template) = self.templates.get(frame.template) {
            if template.keys.len() == count {
                let v = self.stack.object(cx, template.shape, template.words, base)?;
                self.stack.push(v);
                return Ok(());
            }
            self.keys.extend_from_slice(template.keys.get(..count).unwrap_or_default());
        }
        self.build_object(cx, base, count, frame.keys as usize)?;
        self.stack.push(self.out.get(&*cx));
        Ok(())
    }

    /// Makes the object whose values are on the stack and whose keys are on theirs; it is left in `out`.
    fn build_object(
        &mut self,
        cx: &mut Cx<'rt>,
        base: usize,
        count: usize,
        first_key: usize,
    ) -> Result<(), Throw> {
        if count == 0 {
            self.out.set(create::plain(cx)?);
            self.stack.pop_to(base);
            return Ok(());
        }
        if count <= MAX_INLINE && self.simple_keys(first_key) {
            let root = plain_shape(cx, count)?;
            let words = object_words::OWN + count;
            let v = self.stack.object(cx, root, words, base)?;
            self.out.set(v);
            let mut shape = root;
            for key in self.keys.get(first_key..).unwrap_or_default() {
                if let Key::Name(atom) = key.key {
                    shape = cx.host.shapes.add(shape, atom, attr::WEC).0;
                }
            }
            if let Some(object) = self.out.cast::<Plain>(&*cx) {
                object.set_aux(shape.0);
            }
            if !cx.host.shapes.has(shape, flag::UNIQUE) {
                let context = self.frames.last().map_or(0, |f| f.context);
                let keys = self.keys.get(first_key..).unwrap_or_default();
                self.templates.learn(cx, context, shape, words, keys, self.out)?;
            }
        } else {
            self.build_slowly(cx, base, first_key)?;
            self.stack.pop_to(base);
        }
        self.keys.truncate(first_key);
        Ok(())
    }

    /// Are all keys from `first` on different names?
    fn simple_keys(&self, first: usize) -> bool {
        let keys = self.keys.get(first..).unwrap_or_default();
        keys.iter().enumerate().all(|(i, key)| {
            matches!(key.key, Key::Name(_)) && keys.iter().take(i).all(|other| other.key != key.key)
        })
    }

    /// The same for many keys, indices, and keys that occur twice: one property after the other.
    fn build_slowly(&mut self, cx: &mut Cx<'rt>, base: usize, first_key: usize) -> Result<(), Throw> {
        roots!(cx; object, v);
        let count = self.keys.len() - first_key;
        if count > MAX_SHARED {
            object.set(create::plain_sized(cx, 0)?);
            let root = plain_shape(cx, 0)?;
            let unique = cx.host.shapes.make_unique(root);
            if let Some(o) = object.cast::<Plain>(&*cx) {
                o.set_aux(unique.0);
            }
        } else {
            let names = self.keys.iter().skip(first_key).filter(|k| matches!(k.key, Key::Name(_))).count();
            object.set(create::plain_sized(cx, names.min(MAX_INLINE) as u8)?);
        }
        for i in 0..count {
            let Some(key) = self.keys.get(first_key + i).map(|k| k.key) else { break };
            v.set(self.stack.get(&*cx, base + 2 + i));
            match key {
                Key::Index(index) => elements::put(cx, object, index, v)?,
                Key::Name(atom) => {
                    let Some(o) = object.cast::<Object>(&*cx) else { break };
                    match cx.host.shapes.lookup(slots::shape(o), atom) {
                        Some(slot) => slots::write(&*cx, o, slot.index, v.get(&*cx)),
                        None => slots::add(cx, object, atom, v, attr::WEC)?,
                    }
                }
            }
        }
        self.out.copy(object);
        Ok(())
    }
}

/// The shape of an empty `{}` with so many inline slots.
fn plain_shape(cx: &mut Cx<'_>, inline: usize) -> Result<ShapeId, Throw> {
    let inline = inline.min(MAX_INLINE);
    if cx.host.realm.plain_shapes[inline].0 == 0 {
        create::plain_sized(cx, inline as u8)?;
    }
    Ok(cx.host.realm.plain_shapes[inline])
}
