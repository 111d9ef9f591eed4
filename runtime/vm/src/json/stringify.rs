//! JSON.stringify: what it is called with, and which way is taken.

use super::plain::{self, Outcome};
use super::serialize::Serializer;
use crate::atom::{Key, names};
use crate::call;
use crate::convert;
use crate::error;
use crate::iteration::spread;
use crate::kinds::*;
use crate::object::{self, create};
use crate::shape::attr;
use crate::string::{self, StringBuilder, View};
use crate::table;
use crate::value::*;

/// Longest gap.
const MAX_GAP: usize = 10;

/// JSON.stringify(value, replacer, space).
pub fn stringify<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    value: Root<'_, 'rt>,
    replacer: Root<'_, 'rt>,
    space: Root<'_, 'rt>,
) -> Completion<'a, 'rt> {
    roots!(cx; f, list, v, holder, open);
    if call::is_callable(replacer.get(&*cx)) {
        f.copy(replacer);
    } else if replacer.cast::<Array>(&*cx).is_some() {
        property_list(cx, replacer, list)?;
    }
    let gap = gap(cx, space)?;
    if f.get(&*cx).is_undefined() && list.get(&*cx).is_undefined() {
        let narrow: Option<Vec<u8>> = gap.iter().map(|&u| u8::try_from(u).ok()).collect();
        let view = narrow.as_deref().map_or(View::Utf16(&gap), View::Latin1);
        match plain::write(&*cx, value, view) {
            Outcome::Text(text) => return text.finish(cx),
            Outcome::Nothing => return Ok(undefined()),
            Outcome::TooLong => return Err(error::range_error(cx, "Invalid string length")),
            Outcome::Unfit => {}
        }
    }
    v.copy(value);
    if !f.get(&*cx).is_undefined() {
        holder.set(create::plain(cx)?);
        object::define::add(cx, holder, Key::Name(names::EMPTY), v, attr::WEC)?;
    }
    let mut serializer = Serializer { replacer: f, list, gap, out: StringBuilder::new(), open };
    if serializer.root(cx, holder, v)? { serializer.out.finish(cx) } else { Ok(undefined()) }
}

/// Step 4.b: the strings of a replacer array, each once, as an array in `list`.
fn property_list<'rt>(cx: &mut Cx<'rt>, replacer: Root<'_, 'rt>, list: Root<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; v, seen, nothing);
    list.set(create::array(cx, 0, 0)?);
    seen.set(table::new(cx, 0)?);
    let length = convert::length_of_array_like(cx, replacer)?;
    for i in 0..length.min(u32::MAX as u64) as u32 {
        v.set(object::get(cx, replacer, Key::Index(i))?);
        let value = v.get(&*cx);
        let taken = value.is_string()
            || value.is_number()
            || value.cast::<StringObject>().is_some()
            || value.cast::<Primitive>().is_some_and(|p| p.get(object_words::OWN).is_number());
        if !taken {
            continue;
        }
        convert::to_flat_string(cx, v)?;
        if table::lookup(cx, seen, v)?.is_none() {
            table::set(cx, seen, v, nothing)?;
            spread::push(cx, list, v)?;
        }
    }
    Ok(())
}

/// Steps 5 to 8: the gap.
fn gap<'rt>(cx: &mut Cx<'rt>, space: Root<'_, 'rt>) -> Result<Vec<u16>, Throw> {
    roots!(cx; v);
    v.copy(space);
    if v.cast::<StringObject>(&*cx).is_some() {
        v.set(convert::to_string(cx, space)?);
    } else if v.cast::<Primitive>(&*cx).is_some_and(|p| p.get(object_words::OWN).is_number()) {
        v.set(number(convert::to_number(cx, space)?));
    }
    if let Some(n) = v.get(&*cx).as_number() {
        let n = if n.is_nan() { 0.0 } else { n.clamp(0.0, MAX_GAP as f64) };
        return Ok(vec![b' ' as u16; n as usize]);
    }
    if v.get(&*cx).is_string() {
        string::flatten(cx, v)?;
        if let Some(view) = v.cast::<Str>(&*cx).and_then(string::try_view) {
            return Ok(view.slice(0, view.len().min(MAX_GAP)).units().collect());
        }
    }
    Ok(Vec::new())
}
