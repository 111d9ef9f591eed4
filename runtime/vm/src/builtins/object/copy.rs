//! Object.assign.

use crate::atom::{Atom, Key};
use crate::convert;
use crate::kinds::*;
use crate::object::keys::{Which, key_list, own_keys};
use crate::object::lookup::{Own, find_own, proto};
use crate::object::{self, Found, slots};
use crate::realm::Args;
use crate::shape::{ShapeId, Slot, attr, flag};
use crate::value::*;

/// Object.assign(target, ...sources)
pub(super) fn assign<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; to);
    to.set(convert::to_object(cx, args.get(0))?);
    for i in 1..args.len() {
        let source = args.get(i);
        if !source.get(&*cx).is_nullish() && !assign_plain(cx, to, source)? {
            assign_generic(cx, to, source)?;
        }
    }
    Ok(to.get(&*cx))
}

fn assign_generic<'rt>(cx: &mut Cx<'rt>, to: Root<'_, 'rt>, source: Root<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; from, list, v, setter);
    from.set(convert::to_object(cx, source)?);
    let keys = own_keys(cx, from, Which::All)?;
    // Getters and setters may remove what has not been visited: the list keeps the keys alive.
    list.set(key_list(cx, &keys)?);
    for key in keys {
        let Some(found) = object::get_own_property(cx, from, key, v, setter)? else { continue };
        if found.attrs() & attr::E == 0 {
            continue;
        }
        if let Found::Accessor(_) = found {
            v.set(object::get(cx, from, key)?);
        }
        object::set(cx, to, key, v, true)?;
    }
    Ok(())
}

/// Does the prototype chain of `o` have the property?
fn inherits<'rt>(cx: &Cx<'rt>, o: Gc<'_, 'rt, Object>, key: Atom) -> bool {
    let mut at = proto(cx, o);
    while let Some(p) = at {
        if !matches!(find_own(cx, p, Key::Name(key)), Own::Missing) {
            return true;
        }
        at = proto(cx, p);
    }
    false
}

/// The fast path: both objects are ordinary, all properties concerned are plain data, and nothing inherited gets in
/// the way, so that nothing can run. False: nothing has been done.
fn assign_plain<'rt>(cx: &mut Cx<'rt>, to: Root<'_, 'rt>, source: Root<'_, 'rt>) -> Result<bool, Throw> {
    let (Some(from), Some(target)) = (source.cast::<Plain>(&*cx), to.cast::<Plain>(&*cx)) else {
        return Ok(false);
    };
    let (from_shape, to_shape) = (ShapeId(from.aux()), ShapeId(target.aux()));
    let shapes = &cx.host.shapes;
    if shapes.has(from_shape, flag::UNUSUAL)
        || shapes.has(to_shape, flag::UNUSUAL | flag::NOT_EXTENSIBLE | flag::WATCHED)
        || !from.get(object_words::ELEMENTS).is_undefined()
    {
        return Ok(false);
    }
    let mut keys = shapes.keys(from_shape);
    let (Some(from_object), Some(object)) = (from.cast::<Object>(), target.cast::<Object>()) else {
        return Ok(false);
    };
    let obstacle = |&(key, slot): &(Atom, Slot)| {
        slots::read(&*cx, from_object, slot.index).as_imm().is_some_and(|i| i >= imm::LAZY)
            || shapes.lookup(to_shape, key).is_none() && inherits(&*cx, object, key)
    };
    if keys.iter().any(obstacle) {
        return Ok(false);
    }
    // An empty target takes over the source's shape as a whole.
    if shapes.count(to_shape) == 0
        && !shapes.has(from_shape, flag::UNIQUE)
        && !shapes.has(to_shape, flag::UNIQUE)
        && shapes.flags(from_shape) == shapes.flags(to_shape)
        && shapes.proto(from_shape) == shapes.proto(to_shape)
        && shapes.inline(from_shape) == shapes.inline(to_shape)
        && from.get(object_words::SLOTS).is_undefined()
    {
        target.copy_from(object_words::OWN, from, object_words::OWN, keys.len());
        target.set_aux(from_shape.0);
        return Ok(true);
    }
    // Strings first, then symbols; a stable sort keeps the order within each.
    keys.sort_by_key(|&(key, _)| cx.host.atoms.is_symbol(key));
    roots!(cx; v);
    for (key, slot) in keys {
        let (Some(from), Some(target)) = (source.cast::<Object>(&*cx), to.cast::<Object>(&*cx)) else {
            break;
        };
        let value = slots::read(&*cx, from, slot.index);
        match cx.host.shapes.lookup(slots::shape(target), key) {
            Some(slot) => slots::write(&*cx, target, slot.index, value),
            None => {
                v.set(value);
                slots::add(cx, to, key, v, attr::WEC)?;
            }
        }
    }
    Ok(true)
}
