//! [[Set]]: assignment with setters, read-only properties and receivers.

use super::define::{self, Descriptor};
use super::elements;
use super::lookup::{Own, find_own, proto};
use super::slots;
use crate::atom::{Key, names};
use crate::kinds::*;
use crate::shape::{attr, flag};
use crate::value::*;

/// Set(O, P, V, Throw): `o` holds an object.
pub fn set<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    key: impl Into<Key>,
    v: Root<'_, 'rt>,
    throw: bool,
) -> Result<(), Throw> {
    let key = key.into();
    if set_with_receiver(cx, o, key, v, o)? || !throw {
        return Ok(());
    }
    Err(read_only_error(cx, o, key))
}

/// The TypeError for an assignment that failed in strict code.
pub fn read_only_error<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, key: Key) -> Throw {
    let text = crate::atom::key_text(&*cx, key);
    let what = crate::error::describe(&*cx, o.get(&*cx));
    let mut at = o.cast::<Object>(&*cx);
    let extensible = at.is_some_and(|o| !cx.host.shapes.has(slots::shape(o), flag::NOT_EXTENSIBLE));
    let mut message = format!("Cannot add property {text}, object is not extensible");
    while let Some(holder) = at {
        match find_own(&*cx, holder, key) {
            Own::Missing if !extensible => break,
            Own::Missing => at = proto(&*cx, holder),
            Own::Accessor(..) => {
                message = format!("Cannot set property {text} of {what} which has only a getter");
                break;
            }
            _ => {
                message = format!("Cannot assign to read only property '{text}' of object '{what}'");
                break;
            }
        }
    }
    crate::error::type_error(cx, &message)
}

/// O.[[Set]](P, V, Receiver).
pub fn set_with_receiver<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    key: Key,
    v: Root<'_, 'rt>,
    receiver: Root<'_, 'rt>,
) -> Result<bool, Throw> {
    roots!(cx; holder, out);
    holder.copy(o);
    while let Some(object) = holder.cast::<Object>(&*cx) {
        match find_own(&*cx, object, key) {
            Own::Lazy => {
                define::materialise(cx, holder, key, out)?;
            }
            Own::Missing => match proto(&*cx, object) {
                Some(next) => holder.set(next),
                None => break,
            },
            Own::Accessor(pair, _) => {
                let setter = pair.get(1);
                if setter.is_undefined() {
                    return Ok(false);
                }
                out.set(setter);
                crate::call::call(cx, out, receiver, &[v])?;
                return Ok(true);
            }
            Own::Data(_, attrs) => {
                if attrs & attr::W == 0 {
                    return Ok(false);
                }
                if holder.ptr_eq(receiver) {
                    return overwrite(cx, receiver, key, v);
                }
                break;
            }
        }
    }
    set_on_receiver(cx, key, v, receiver)
}

/// OrdinarySetWithOwnDescriptor, steps from 2.b on: the property is to be changed or created on the receiver.
fn set_on_receiver<'rt>(
    cx: &mut Cx<'rt>,
    key: Key,
    v: Root<'_, 'rt>,
    receiver: Root<'_, 'rt>,
) -> Result<bool, Throw> {
    roots!(cx; out);
    loop {
        let Some(object) = receiver.cast::<Object>(&*cx) else { return Ok(false) };
        return match find_own(&*cx, object, key) {
            // The characters of a String object are read-only.
            Own::Lazy if matches!(key, Key::Index(_)) => Ok(false),
            Own::Lazy => {
                define::materialise(cx, receiver, key, out)?;
                continue;
            }
            Own::Accessor(..) => Ok(false),
            Own::Data(_, attrs) if attrs & attr::W == 0 => Ok(false),
            Own::Data(..) => overwrite(cx, receiver, key, v),
            Own::Missing => define::create_data_property(cx, receiver, key, v),
        };
    }
}

/// Changes the value of an own writable data property.
fn overwrite<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, key: Key, v: Root<'_, 'rt>) -> Result<bool, Throw> {
    let Some(object) = o.cast::<Object>(&*cx) else { return Ok(false) };
    match key {
        Key::Index(index) => {
            if elements::overwrite(object, index, v.get(&*cx)) {
                return Ok(true);
            }
            let value = Descriptor { value: Some(v), ..Descriptor::default() };
            define::define_own_property(cx, o, key, &value)
        }
        Key::Name(atom) => match cx.host.shapes.lookup(slots::shape(object), atom) {
            Some(slot) => {
                slots::write(&*cx, object, slot.index, v.get(&*cx));
                if cx.host.shapes.has(slots::shape(object), flag::WATCHED) {
                    crate::protectors::recheck(cx)?;
                }
                Ok(true)
            }
            None => {
                let value = Descriptor { value: Some(v), ..Descriptor::default() };
                define::define_own_property(cx, o, key, &value)
            }
        },
    }
}

/// The fast path of `array.push`: appends to a dense array of ordinary shape. False: take the slow path.
pub fn push_dense<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, v: Root<'_, 'rt>) -> Result<bool, Throw> {
    let Some(array) = o.cast::<Array>(&*cx) else { return Ok(false) };
    let shape = crate::shape::ShapeId(array.aux());
    let length = elements::array_length(array);
    if shape != cx.host.realm.array_shape || length == u32::MAX || cx.host.prototype_elements() {
        return Ok(false);
    }
    match array.get(object_words::ELEMENTS).cast::<Dense>() {
        Some(dense) if dense.kind() == ELEMENTS.id && dense.aux() == length => {
            if (length as usize) < dense.len() {
                dense.set(length as usize, v.get(&*cx));
                dense.set_aux(length + 1);
                elements::set_array_length(array, length + 1);
                return Ok(true);
            }
        }
        None if length == 0 && array.get(object_words::ELEMENTS).is_undefined() => {}
        _ => return Ok(false),
    }
    elements::put(cx, o, length, v)?;
    if let Some(array) = o.cast::<Array>(&*cx) {
        elements::set_array_length(array, length + 1);
    }
    Ok(true)
}

/// `length` as a key.
pub const LENGTH: Key = Key::Name(names::LENGTH);
