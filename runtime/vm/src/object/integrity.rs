//! Extensibility, freezing and sealing, prototypes, and array length.

use super::define::Descriptor;
use super::elements;
use super::slots;
use crate::kinds::*;
use crate::shape::{attr, flag};
use crate::value::*;

/// O.[[IsExtensible]]().
pub fn is_extensible<'rt>(cx: &Cx<'rt>, o: Root<'_, 'rt>) -> bool {
    o.cast::<Object>(cx).is_some_and(|o| !cx.host.shapes.has(slots::shape(o), flag::NOT_EXTENSIBLE))
}

/// What SetIntegrityLevel and [[PreventExtensions]] do, by degree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// [[PreventExtensions]] only.
    NotExtensible,
    /// SEALED
    Sealed,
    /// FROZEN
    Frozen,
}

/// [[PreventExtensions]] and SetIntegrityLevel for ordinary objects: always succeeds.
pub fn restrict<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, level: Level) -> Result<(), Throw> {
    super::keys::own_keys(cx, o, super::keys::Which::Symbols)?; // materialises lazy functions
    let flags = match level {
        Level::NotExtensible => flag::NOT_EXTENSIBLE,
        Level::Sealed => flag::NOT_EXTENSIBLE | flag::SEALED_ELEMENTS,
        Level::Frozen => {
            flag::NOT_EXTENSIBLE | flag::SEALED_ELEMENTS | flag::FROZEN_ELEMENTS | flag::LENGTH_READ_ONLY
        }
    };
    if level != Level::NotExtensible {
        unmap_arguments(cx, o)?;
        restrict_elements(cx, o, level)?;
    }
    let Some(object) = o.cast::<Object>(&*cx) else { return Ok(()) };
    let shape = slots::shape(object);
    let crate::vm::Machine { shapes, atoms, .. } = &mut *cx.host.machine;
    let shape = shapes.restrict(shape, flags, |key, attrs| match level {
        Level::NotExtensible => attrs,
        // Private elements are no properties.
        _ if atoms.is_private(key) => attrs,
        Level::Sealed => attrs & !attr::C,
        Level::Frozen if attrs & attr::ACCESSOR != 0 => attrs & !attr::C,
        Level::Frozen => attrs & !(attr::C | attr::W),
    });
    super::define::set_shape(&*cx, o, shape);
    if cx.host.shapes.has(shape, flag::WATCHED) { crate::protectors::recheck(cx) } else { Ok(()) }
}

/// A frozen arguments object no longer follows the parameters.
fn unmap_arguments<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; v);
    for i in 0..64 {
        let mapped = o.cast::<Object>(&*cx).and_then(|o| super::lookup::mapped_argument(o, i));
        if let Some(value) = mapped {
            v.set(value);
            if let Some(arguments) = o.cast::<Arguments>(&*cx) {
                arguments.set_raw(0, arguments.raw(0) & !(1 << i));
            }
            elements::put(cx, o, i, v)?;
        }
    }
    Ok(())
}

fn restrict_elements<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, level: Level) -> Result<(), Throw> {
    elements::freeze_dense(cx, o)?;
    roots!(cx; v);
    let Some(object) = o.cast::<Object>(&*cx) else { return Ok(()) };
    if object.get(object_words::ELEMENTS).cast::<Sparse>().is_none() {
        return Ok(());
    }
    for index in elements::indices(object) {
        let Some(object) = o.cast::<Object>(&*cx) else { break };
        let attrs = match elements::read(object, index) {
            elements::Element::Data(value) => {
                v.set(value);
                elements::plain_attrs(&*cx, object)
            }
            elements::Element::Unusual(value, attrs) => {
                v.set(value);
                attrs
            }
            elements::Element::Missing => continue,
        };
        let frozen = level == Level::Frozen && attrs & attr::ACCESSOR == 0;
        elements::put_unusual(cx, o, index, v, attrs & !attr::C & if frozen { !attr::W } else { 15 })?;
    }
    Ok(())
}

/// TestIntegrityLevel.
pub fn test<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, level: Level) -> Result<bool, Throw> {
    if is_extensible(&*cx, o) {
        return Ok(false);
    }
    roots!(cx; value, setter);
    for key in super::keys::own_keys(cx, o, super::keys::Which::All)? {
        if let Some(found) = super::get_own_property(cx, o, key, value, setter)? {
            let data = matches!(found, super::Found::Data(_));
            if found.attrs() & attr::C != 0 || level == Level::Frozen && data && found.attrs() & attr::W != 0
            {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// O.[[GetPrototypeOf]]() as a value: an object or null.
pub fn get_prototype_of<'a, 'rt>(cx: &'a Cx<'rt>, o: Root<'_, 'rt>) -> Value<'a, 'rt> {
    o.cast::<Object>(cx).and_then(|o| super::lookup::proto(cx, o)).map_or(null(), Value::from)
}

/// O.[[SetPrototypeOf]](V): `proto` holds an object or null.
pub fn set_prototype_of<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    proto: Root<'_, 'rt>,
) -> Result<bool, Throw> {
    let Some(object) = o.cast::<Object>(&*cx) else { return Ok(false) };
    let shape = slots::shape(object);
    if get_prototype_of(&*cx, o).same_bits(proto.get(&*cx)) {
        return Ok(true);
    }
    if cx.host.shapes.has(shape, flag::NOT_EXTENSIBLE | flag::IMMUTABLE_PROTOTYPE) {
        return Ok(false);
    }
    let mut at = proto.cast::<Object>(&*cx);
    while let Some(p) = at {
        if p.identity_eq(object) {
            return Ok(false);
        }
        at = super::lookup::proto(&*cx, p);
    }
    if cx.host.shapes.has(shape, flag::LAZY_FUNCTION) {
        super::define::materialise_function(cx, o)?;
    }
    let global = super::create::prototype_global(cx, proto)?;
    let Some(object) = o.cast::<Object>(&*cx) else { return Ok(false) };
    let shape = slots::shape(object);
    let prototype = cx.host.shapes.has(shape, flag::PROTOTYPE);
    let next = cx.host.shapes.with_proto(shape, global);
    super::define::set_shape(&*cx, o, next);
    if prototype {
        cx.host.shapes.epoch += 1;
    }
    crate::protectors::recheck(cx)?;
    Ok(true)
}

/// ArraySetLength (ECMA-262 10.4.2.4).
pub fn define_array_length<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    desc: &Descriptor<'_, 'rt>,
) -> Result<bool, Throw> {
    let new = match desc.value {
        None => None,
        Some(v) => {
            let length = crate::convert::to_uint32(cx, v)?;
            let number = crate::convert::to_number(cx, v)?;
            if length as f64 != number {
                return Err(crate::error::range_error(cx, "Invalid array length"));
            }
            Some(length)
        }
    };
    if desc.configurable == Some(true)
        || desc.enumerable == Some(true)
        || desc.get.is_some()
        || desc.set.is_some()
    {
        return Ok(false);
    }
    let Some(array) = o.cast::<Array>(&*cx) else { return Ok(false) };
    let shape = crate::shape::ShapeId(array.aux());
    let read_only = cx.host.shapes.has(shape, flag::LENGTH_READ_ONLY);
    let old = elements::array_length(array);
    if read_only && (desc.writable == Some(true) || new.is_some_and(|n| n != old)) {
        return Ok(false);
    }
    let mut complete = true;
    if let Some(new) = new
        && new != old
    {
        let reached = if new < old { elements::truncate(&*cx, o, new) } else { new };
        complete = reached == new;
        if let Some(array) = o.cast::<Array>(&*cx) {
            elements::set_array_length(array, reached);
        }
    }
    if desc.writable == Some(false) && !read_only {
        let shape = cx.host.shapes.restrict(shape, flag::LENGTH_READ_ONLY, |_, attrs| attrs);
        super::define::set_shape(&*cx, o, shape);
    }
    Ok(complete)
}
