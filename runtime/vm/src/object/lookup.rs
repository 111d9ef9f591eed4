//! [[Get]], [[HasProperty]], GetMethod: reading along the prototype chain.

use super::elements::{self, Element};
use super::slots;
use crate::atom::{Key, names};
use crate::kinds::*;
use crate::realm::Intrinsic;
use crate::shape::{attr, flag};
use crate::string;
use crate::value::*;

/// An own property as it lies in the object.
#[derive(Clone, Copy)]
pub enum Own<'a, 'rt> {
    /// A data property with attributes.
    Data(Value<'a, 'rt>, u8),
    /// An accessor property: the pair, and attributes.
    Accessor(Gc<'a, 'rt, Accessor>, u8),
    /// There is none.
    Missing,
    /// It has to be materialised first ([`super::define::materialise`]), then asked for again.
    Lazy,
}

/// Finds an own property without running anything.
pub fn find_own<'a, 'rt>(cx: &'a Cx<'rt>, o: Gc<'a, 'rt, Object>, key: Key) -> Own<'a, 'rt> {
    match key {
        Key::Index(index) => find_own_index(cx, o, index),
        Key::Name(atom) => {
            let shape = slots::shape(o);
            if let Some(slot) = cx.host.shapes.lookup(shape, atom) {
                let v = slots::read(cx, o, slot.index);
                if v.as_imm().is_some_and(|i| i >= imm::LAZY) {
                    return Own::Lazy;
                }
                if slot.attrs & attr::ACCESSOR != 0 {
                    return v
                        .cast::<Accessor>()
                        .map_or(Own::Missing, |a| Own::Accessor(a, slot.attrs & !attr::ACCESSOR));
                }
                return Own::Data(v, slot.attrs);
            }
            if o.kind() == ARRAY.id {
                if atom == names::LENGTH
                    && let Some(a) = o.cast::<Array>()
                {
                    let read_only = cx.host.shapes.has(shape, flag::LENGTH_READ_ONLY);
                    return Own::Data(
                        index_value(elements::array_length(a)),
                        if read_only { 0 } else { attr::W },
                    );
                }
            } else if o.kind() == CLOSURE.id || o.kind() == NATIVE.id {
                if (atom == names::LENGTH
                    || atom == names::NAME
                    || atom == names::PROTOTYPE && crate::function::has_prototype(cx, o))
                    && cx.host.shapes.has(shape, flag::LAZY_FUNCTION)
                {
                    return Own::Lazy;
                }
            } else if o.kind() == STRING_OBJECT.id
                && atom == names::LENGTH
                && let Some(s) = o.get(object_words::OWN).cast::<Str>()
            {
                return Own::Data(index_value(string::length(s) as u32), 0);
            }
            Own::Missing
        }
    }
}

fn find_own_index<'a, 'rt>(cx: &'a Cx<'rt>, o: Gc<'a, 'rt, Object>, index: u32) -> Own<'a, 'rt> {
    match elements::read(o, index) {
        Element::Data(v) => Own::Data(v, elements::plain_attrs(cx, o)),
        Element::Unusual(v, attrs) if attrs & attr::ACCESSOR != 0 => {
            v.cast::<Accessor>().map_or(Own::Missing, |a| Own::Accessor(a, attrs & !attr::ACCESSOR))
        }
        Element::Unusual(v, attrs) => {
            let v = mapped_argument(o, index).unwrap_or(v);
            Own::Data(v, attrs)
        }
        Element::Missing => {
            if let Some(v) = mapped_argument(o, index) {
                return Own::Data(v, elements::plain_attrs(cx, o));
            }
            if o.kind() == STRING_OBJECT.id
                && let Some(s) = o.get(object_words::OWN).cast::<Str>()
                && (index as usize) < string::length(s)
            {
                return Own::Lazy;
            }
            Own::Missing
        }
    }
}

/// The parameter that element `index` of a sloppy arguments object stands for.
pub fn mapped_argument<'a, 'rt>(o: Gc<'a, 'rt, Object>, index: u32) -> Option<Value<'a, 'rt>> {
    let arguments = o.cast::<Arguments>()?;
    if index >= 64 || arguments.raw(0) >> index & 1 == 0 {
        return None;
    }
    Some(arguments.get(object_words::OWN).cast::<Env>()?.get(1 + index as usize))
}

/// What a walk along the prototype chain found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lookup {
    /// A data property; its value has been stored.
    Data,
    /// An accessor; the pair has been stored.
    Accessor,
    /// Nothing.
    Missing,
    /// The holder has to materialise the property; then ask again.
    Lazy,
}

/// Walks from the object in `holder` upwards; leaves the holder there and the value or pair in `out`.
pub fn walk<'rt>(cx: &Cx<'rt>, holder: Root<'_, 'rt>, key: Key, out: Root<'_, 'rt>) -> Lookup {
    let Some(mut o) = holder.cast::<Object>(cx) else { return Lookup::Missing };
    loop {
        match find_own(cx, o, key) {
            Own::Data(v, _) => {
                out.set(v);
                holder.set(o);
                return Lookup::Data;
            }
            Own::Accessor(pair, _) => {
                out.set(pair);
                holder.set(o);
                return Lookup::Accessor;
            }
            Own::Lazy => {
                holder.set(o);
                return Lookup::Lazy;
            }
            Own::Missing => match proto(cx, o) {
                Some(next) => o = next,
                None => return Lookup::Missing,
            },
        }
    }
}

/// [[GetPrototypeOf]] of an ordinary object.
#[inline]
pub fn proto<'a, 'rt>(cx: &'a Cx<'rt>, o: Gc<'a, 'rt, Object>) -> Option<Gc<'a, 'rt, Object>> {
    cx.host.shapes.proto(slots::shape(o)).and_then(|g| cx.global(g).cast::<Object>())
}

/// Get(O, P): `o` holds an object.
#[inline]
pub fn get<'a, 'rt>(cx: &'a mut Cx<'rt>, o: Root<'_, 'rt>, key: impl Into<Key>) -> Completion<'a, 'rt> {
    get_with_receiver(cx, o, key.into(), o)
}

/// O.[[Get]](P, Receiver).
pub fn get_with_receiver<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    o: Root<'_, 'rt>,
    key: Key,
    receiver: Root<'_, 'rt>,
) -> Completion<'a, 'rt> {
    roots!(cx; holder, out);
    holder.copy(o);
    loop {
        match walk(&*cx, holder, key, out) {
            Lookup::Data => return Ok(out.get(&*cx)),
            Lookup::Missing => return Ok(undefined()),
            Lookup::Lazy => super::define::materialise(cx, holder, key, out)?,
            Lookup::Accessor => {
                let Some(pair) = out.cast::<Accessor>(&*cx) else { return Ok(undefined()) };
                let getter = pair.get(0);
                if getter.is_undefined() {
                    return Ok(undefined());
                }
                out.set(getter);
                return crate::call::call(cx, out, receiver, &[]);
            }
        }
    }
}

/// GetV(V, P): any value; TypeError for undefined and null.
pub fn get_v<'a, 'rt>(cx: &'a mut Cx<'rt>, v: Root<'_, 'rt>, key: impl Into<Key>) -> Completion<'a, 'rt> {
    let key = key.into();
    if v.get(&*cx).is_object() {
        return get_with_receiver(cx, v, key, v);
    }
    if let Some(s) = v.cast::<Str>(&*cx) {
        match key {
            Key::Name(names::LENGTH) => return Ok(Value::int(string::length(s) as i32)),
            Key::Index(i) if (i as usize) < string::length(s) => return char_at(cx, v, i as usize),
            _ => {}
        }
    }
    roots!(cx; proto);
    let Some(intrinsic) = primitive_prototype(v.get(&*cx)) else {
        let text = crate::atom::key_text(&*cx, key);
        let what = if v.get(&*cx).is_null() { "null" } else { "undefined" };
        return Err(crate::error::type_error(
            cx,
            &format!("Cannot read properties of {what} (reading '{text}')"),
        ));
    };
    proto.set(crate::realm::intrinsic(cx, intrinsic)?);
    get_with_receiver(cx, proto, key, v)
}

/// The string of the unit at `i` of the string in `s`.
pub fn char_at<'a, 'rt>(cx: &'a mut Cx<'rt>, s: Root<'_, 'rt>, i: usize) -> Completion<'a, 'rt> {
    roots!(cx; flat);
    flat.copy(s);
    string::flatten(cx, flat)?;
    let unit = flat.cast::<Str>(&*cx).and_then(string::try_view).and_then(|v| v.get(i)).unwrap_or(0);
    string::from_unit(cx, unit)
}

/// Where property look-up on a primitive starts.
pub fn primitive_prototype(v: Value<'_, '_>) -> Option<Intrinsic> {
    if v.is_string() {
        Some(Intrinsic::StringPrototype)
    } else if v.is_number() {
        Some(Intrinsic::NumberPrototype)
    } else if v.as_bool().is_some() {
        Some(Intrinsic::BooleanPrototype)
    } else if v.is_symbol() {
        Some(Intrinsic::SymbolPrototype)
    } else {
        None
    }
}

/// GetMethod(V, P): undefined for undefined and null; TypeError if it is not callable.
pub fn get_method<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    v: Root<'_, 'rt>,
    key: impl Into<Key>,
) -> Completion<'a, 'rt> {
    let key = key.into();
    roots!(cx; f);
    f.set(get_v(cx, v, key)?);
    if f.get(&*cx).is_nullish() {
        return Ok(undefined());
    }
    if !crate::call::is_callable(f.get(&*cx)) {
        let text = crate::atom::key_text(&*cx, key);
        let what = crate::error::describe(&*cx, f.get(&*cx));
        return Err(crate::error::type_error(cx, &format!("{what} is not a function (property '{text}')")));
    }
    Ok(f.get(&*cx))
}

/// HasProperty(O, P).
pub fn has_property<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, key: impl Into<Key>) -> Result<bool, Throw> {
    let key = key.into();
    roots!(cx; holder, out);
    holder.copy(o);
    loop {
        match walk(&*cx, holder, key, out) {
            Lookup::Missing => return Ok(false),
            Lookup::Lazy => super::define::materialise(cx, holder, key, out)?,
            _ => return Ok(true),
        }
    }
}
