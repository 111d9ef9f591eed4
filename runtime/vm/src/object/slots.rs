//! Named slots: inside the object first, then in a STORAGE cell whose `aux` is the object's identity hash.

use crate::kinds::{Object, STORAGE, Storage, object_words as word};
use crate::shape::ShapeId;
use crate::value::*;

/// The shape of an object.
#[inline(always)]
pub fn shape(o: Gc<'_, '_, Object>) -> ShapeId {
    ShapeId(o.aux())
}

/// The value in a slot.
#[inline]
pub fn read<'a, 'rt>(cx: &Cx<'rt>, o: Gc<'a, 'rt, Object>, slot: u32) -> Value<'a, 'rt> {
    let inline = cx.host.shapes.inline(shape(o));
    if slot < inline {
        o.get(word::OWN + slot as usize)
    } else {
        o.get(word::SLOTS).cast::<Storage>().map_or(undefined(), |s| s.get((slot - inline) as usize))
    }
}

/// Writes a slot that exists.
#[inline]
pub fn write<'a, 'rt>(cx: &Cx<'rt>, o: Gc<'a, 'rt, Object>, slot: u32, v: Value<'a, 'rt>) {
    let inline = cx.host.shapes.inline(shape(o));
    if slot < inline {
        o.set(word::OWN + slot as usize, v);
    } else if let Some(s) = o.get(word::SLOTS).cast::<Storage>() {
        s.set((slot - inline) as usize, v);
    }
}

/// Makes room for `slot` in an object whose shape has `inline` inline slots.
pub fn reserve<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, slot: u32, inline: u32) -> Result<(), Throw> {
    let Some(needed) = (slot + 1).checked_sub(inline) else { return Ok(()) };
    let Some(object) = o.cast::<Object>(&*cx) else { return Ok(()) };
    if needed == 0 {
        return Ok(());
    }
    let (have, hash) = object.get(word::SLOTS).cast::<Storage>().map_or((0, 0), |s| (s.len(), s.aux()));
    if have >= needed as usize {
        return Ok(());
    }
    let capacity = (needed as usize).max(have * 2).max(3);
    let bigger = cx.alloc::<Storage>(STORAGE, hash, capacity)?;
    if let Some(object) = o.cast::<Object>(bigger) {
        if let Some(old) = object.get(word::SLOTS).cast::<Storage>() {
            bigger.copy_from(0, old, 0, have);
        }
        object.set(word::SLOTS, bigger.into());
    }
    Ok(())
}

/// Adds a property that is not there, by shape transition.
pub fn add<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    key: crate::atom::Atom,
    v: Root<'_, 'rt>,
    attrs: u8,
) -> Result<(), Throw> {
    let Some(object) = o.cast::<Object>(&*cx) else { return Ok(()) };
    let from = shape(object);
    let inline = cx.host.shapes.inline(from);
    // Room first: from the transition on nothing may fail, or the shape would promise a slot that is not there.
    let count = cx.host.shapes.count(from);
    reserve(cx, o, count, inline)?;
    let (to, slot) = cx.host.shapes.add(from, key, attrs);
    if let Some(object) = o.cast::<Object>(&*cx) {
        object.set_aux(to.0);
        write(&*cx, object, slot, v.get(&*cx));
    }
    Ok(())
}

/// The identity hash: made when first asked for, never 0.
pub fn identity_hash<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>) -> Result<u32, Throw> {
    let Some(object) = o.cast::<Object>(&*cx) else { return Ok(1) };
    if let Some(s) = object.get(word::SLOTS).cast::<Storage>() {
        if s.aux() != 0 {
            return Ok(s.aux());
        }
    } else {
        let made = cx.alloc::<Storage>(STORAGE, 0, 1)?;
        if let Some(object) = o.cast::<Object>(made) {
            object.set(word::SLOTS, made.into());
        }
    }
    let hash = cx.host.next_identity();
    if let Some(s) = o.cast::<Object>(&*cx).and_then(|o| o.get(word::SLOTS).cast::<Storage>()) {
        s.set_aux(hash);
    }
    Ok(hash)
}

/// The identity hash, if it has been asked for.
pub fn existing_identity_hash(o: Gc<'_, '_, Object>) -> Option<u32> {
    o.get(word::SLOTS).cast::<Storage>().map(|s| s.aux()).filter(|&h| h != 0)
}
