//! Allocation of objects with their initial shapes.

use crate::kinds::*;
use crate::realm::Intrinsic;
use crate::shape::{ShapeId, flag};
use crate::value::*;
use tercet_gc::Kind;

/// Inline slots of `{}`.
pub const DEFAULT_INLINE: u8 = 4;

/// The global of the object in `proto` as a prototype: from now on its changes bump the epoch.
pub fn prototype_global<'rt>(cx: &mut Cx<'rt>, proto: Root<'_, 'rt>) -> Result<Option<GlobalId>, Throw> {
    let Some(object) = proto.cast::<Object>(&*cx) else { return Ok(None) };
    let shape = super::slots::shape(object);
    if let Some(global) = cx.host.shapes.itself(shape) {
        return Ok(Some(global));
    }
    if cx.host.shapes.has(shape, flag::LAZY_FUNCTION) {
        super::define::materialise_function(cx, proto)?;
    }
    let Some(object) = proto.cast::<Object>(&*cx) else { return Ok(None) };
    let mut shape = super::slots::shape(object);
    let global = cx.new_global(object.into(), Strength::Weak);
    if !cx.host.shapes.has(shape, flag::UNIQUE) {
        shape = cx.host.shapes.make_unique(shape);
        object_set_shape(proto, &*cx, shape);
    }
    cx.host.shapes.set_flags(shape, flag::PROTOTYPE);
    cx.host.shapes.set_itself(shape, global);
    cx.host.shapes.epoch += 1;
    Ok(Some(global))
}

fn object_set_shape<'rt>(o: Root<'_, 'rt>, cx: &Cx<'rt>, shape: ShapeId) {
    if let Some(object) = o.cast::<Object>(cx) {
        object.set_aux(shape.0);
    }
}

/// The shape without properties whose prototype is in `proto` (null: none).
pub fn root_shape<'rt>(
    cx: &mut Cx<'rt>,
    proto: Root<'_, 'rt>,
    inline: u8,
    flags: u16,
) -> Result<ShapeId, Throw> {
    let global = prototype_global(cx, proto)?;
    Ok(cx.host.shapes.root(global, inline, flags))
}

/// The shape without properties whose prototype is an intrinsic.
pub fn intrinsic_shape(cx: &mut Cx<'_>, proto: Intrinsic, inline: u8, flags: u16) -> Result<ShapeId, Throw> {
    roots!(cx; p);
    p.set(crate::realm::intrinsic(cx, proto)?);
    root_shape(cx, p, inline, flags)
}

/// A new object of `kind` with `own` words of its own after elements and slots, and a shape without properties.
pub fn of_kind<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    kind: Kind,
    own: usize,
    proto: Root<'_, 'rt>,
) -> Completion<'a, 'rt> {
    let shape = root_shape(cx, proto, 0, 0)?;
    Ok(cx.alloc::<Object>(kind, shape.0, object_words::OWN + own)?.into())
}

/// Like [`of_kind`], with an intrinsic as prototype.
pub fn of_kind_intrinsic<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    kind: Kind,
    own: usize,
    proto: Intrinsic,
) -> Completion<'a, 'rt> {
    roots!(cx; p);
    p.set(crate::realm::intrinsic(cx, proto)?);
    of_kind(cx, kind, own, p)
}

/// OrdinaryObjectCreate(%Object.prototype%).
pub fn plain<'a, 'rt>(cx: &'a mut Cx<'rt>) -> Completion<'a, 'rt> {
    plain_sized(cx, DEFAULT_INLINE)
}

/// Like [`plain`], with a number of inline slots.
pub fn plain_sized<'a, 'rt>(cx: &'a mut Cx<'rt>, inline: u8) -> Completion<'a, 'rt> {
    let shape = cx.host.realm.plain_shapes[(inline as usize).min(32)];
    let inline = inline.min(32);
    let shape = if shape.0 != 0 {
        shape
    } else {
        let made = intrinsic_shape(cx, Intrinsic::ObjectPrototype, inline, 0)?;
        cx.host.shapes.pin(made);
        cx.host.realm.plain_shapes[inline as usize] = made;
        made
    };
    Ok(cx.alloc::<Plain>(PLAIN, shape.0, object_words::OWN + inline as usize)?.into())
}

/// OrdinaryObjectCreate(proto): `proto` holds an object or null.
pub fn with_proto<'a, 'rt>(cx: &'a mut Cx<'rt>, proto: Root<'_, 'rt>) -> Completion<'a, 'rt> {
    with_proto_sized(cx, proto, DEFAULT_INLINE)
}

/// Like [`with_proto`], with a number of inline slots.
pub fn with_proto_sized<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    proto: Root<'_, 'rt>,
    inline: u8,
) -> Completion<'a, 'rt> {
    let shape = root_shape(cx, proto, inline, 0)?;
    Ok(cx.alloc::<Plain>(PLAIN, shape.0, object_words::OWN + inline as usize)?.into())
}

/// The initial shape of this realm's arrays.
pub fn array_shape(cx: &mut Cx<'_>) -> Result<ShapeId, Throw> {
    let shape = cx.host.realm.array_shape;
    if shape.0 != 0 {
        return Ok(shape);
    }
    let made = intrinsic_shape(cx, Intrinsic::ArrayPrototype, 0, flag::ARRAY)?;
    cx.host.shapes.pin(made);
    cx.host.realm.array_shape = made;
    Ok(made)
}

/// ArrayCreate(length) with room for `capacity` elements; holes below `length`.
pub fn array<'a, 'rt>(cx: &'a mut Cx<'rt>, length: u32, capacity: u32) -> Completion<'a, 'rt> {
    roots!(cx; elements);
    let shape = array_shape(cx)?;
    if capacity > 0 {
        let cell = cx.alloc::<Dense>(ELEMENTS, 0, capacity as usize)?;
        cell.fill(0, capacity as usize, hole());
        elements.set(cell);
    }
    let a = cx.alloc::<Array>(ARRAY, shape.0, 2)?;
    a.set(object_words::ELEMENTS, elements.get(a));
    a.set_raw(0, length as u64);
    Ok(a.into())
}

/// An array whose elements are the `n` words of `source` (a cell in a root) from `from` on; holes become `undefined`.
pub fn array_copy<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    source: Root<'_, 'rt>,
    from: usize,
    n: usize,
) -> Completion<'a, 'rt> {
    roots!(cx; elements);
    let shape = array_shape(cx)?;
    if n > 0 {
        let cell = cx.alloc_copy::<Dense>(ELEMENTS, n as u32, n, source, from, n)?;
        cell.replace(0, n, hole(), undefined());
        elements.set(cell);
    }
    let a = cx.alloc::<Array>(ARRAY, shape.0, 2)?;
    a.set(object_words::ELEMENTS, elements.get(a));
    a.set_raw(0, n as u64);
    Ok(a.into())
}

/// Like [`array_copy`], but holes stay holes.
pub fn array_slice<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    source: Root<'_, 'rt>,
    from: usize,
    n: usize,
) -> Completion<'a, 'rt> {
    roots!(cx; elements);
    let shape = array_shape(cx)?;
    elements.set(cx.alloc_copy::<Dense>(ELEMENTS, n as u32, n, source, from, n)?);
    let a = cx.alloc::<Array>(ARRAY, shape.0, 2)?;
    a.set(object_words::ELEMENTS, elements.get(a));
    a.set_raw(0, n as u64);
    Ok(a.into())
}

/// Like [`array_copy`] from word 0; `source` may hold no cell if `n` is 0.
pub fn array_copy_or_empty<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    source: Root<'_, 'rt>,
    n: usize,
) -> Completion<'a, 'rt> {
    if n == 0 { array(cx, 0, 0) } else { array_copy(cx, source, 0, n) }
}

/// CreateArrayFromList: an array of the values in a window of the shadow stack.
pub fn array_from_slots<'a, 'rt>(cx: &'a mut Cx<'rt>, values: Slots<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; elements);
    let shape = array_shape(cx)?;
    let n = values.len();
    if n > 0 {
        elements.set(cx.alloc_from_window::<Dense>(ELEMENTS, n as u32, n, values)?);
    }
    let a = cx.alloc::<Array>(ARRAY, shape.0, 2)?;
    a.set(object_words::ELEMENTS, elements.get(a));
    a.set_raw(0, n as u64);
    Ok(a.into())
}
