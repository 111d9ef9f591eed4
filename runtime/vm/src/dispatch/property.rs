//! Inline caches: what the loop does when a cache misses, and how it is filled.

use super::*;
use crate::atom::{Atom, Key, names};
use crate::code::Cache;
use crate::object::{self, lookup::Lookup, slots};
use crate::shape::{ShapeId, attr, flag};

/// Flag in `place`: the value belongs to a prototype whose global is in `other`.
pub(super) const INHERITED: u32 = 1 << 30;
/// `shape` of a cached global lexical binding.
pub(super) const LEXICAL: u32 = u32::MAX;
/// `shape` of a cached property of String.prototype, for string receivers.
pub(super) const STRING_SHAPE: u32 = u32::MAX - 1;

/// Lets a cache hold a property that objects of `shape` have themselves.
fn cache_own(cx: &mut Cx<'_>, cache: &Cache, shape: ShapeId, slot: u32) {
    if cx.host.shapes.has(shape, flag::UNIQUE) {
        cx.host.shapes.set_flags(shape, flag::CACHED);
    }
    cache.place.set(place(slot, cx.host.shapes.inline(shape)));
    cache.shape.set(shape.0);
}

/// Where slot `slot` of an object with `inline` inline slots lies.
fn place(slot: u32, inline: u32) -> u32 {
    if slot < inline { 1 + object_words::OWN as u32 + slot } else { Cache::OUTSIDE | (slot - inline) }
}

/// GetProp after a miss.
#[inline(never)]
pub(super) fn get<'rt>(
    cx: &mut Cx<'rt>,
    dst: *mut u64,
    obj: *mut u64,
    atom: Atom,
    cache: &Cache,
) -> Result<(), Throw> {
    // SAFETY: rule 1.
    let (dst, obj): (Root<'_, 'rt>, Root<'_, 'rt>) = unsafe { (raw::root(dst), raw::root(obj)) };
    cx.host.cache_misses += 1;
    if own_data(cx, dst, obj, atom, cache) {
        return Ok(());
    }
    if obj.get(&*cx).is_object() {
        roots!(cx; holder, out);
        holder.copy(obj);
        let key = Key::Name(atom);
        loop {
            match object::lookup::walk(&*cx, holder, key, out) {
                Lookup::Data => {
                    fill_get(cx, obj, holder, atom, cache)?;
                    dst.copy(out);
                    return Ok(());
                }
                Lookup::Lazy => object::define::materialise(cx, holder, key, out)?,
                Lookup::Missing | Lookup::Accessor => break,
            }
        }
    } else if obj.get(&*cx).is_string() && atom != names::LENGTH {
        roots!(cx; holder, out);
        holder.set(crate::realm::intrinsic(cx, crate::realm::Intrinsic::StringPrototype)?);
        let key = Key::Name(atom);
        loop {
            match object::lookup::walk(&*cx, holder, key, out) {
                Lookup::Data => {
                    fill_inherited(cx, holder, atom, cache, STRING_SHAPE)?;
                    dst.copy(out);
                    return Ok(());
                }
                Lookup::Lazy => object::define::materialise(cx, holder, key, out)?,
                Lookup::Missing | Lookup::Accessor => break,
            }
        }
    }
    let v = object::get_v(cx, obj, atom)?;
    dst.set(v);
    Ok(())
}

/// The commonest reason for a miss: another shape that has the property itself, as plain data.
#[inline]
fn own_data<'rt>(
    cx: &mut Cx<'rt>,
    dst: Root<'_, 'rt>,
    obj: Root<'_, 'rt>,
    atom: Atom,
    cache: &Cache,
) -> bool {
    let Some(object) = obj.cast::<Object>(&*cx) else { return false };
    let shape = slots::shape(object);
    let Some(slot) = cx.host.shapes.lookup(shape, atom) else { return false };
    let v = slots::read(&*cx, object, slot.index);
    if slot.attrs & attr::ACCESSOR != 0 || v.as_imm().is_some_and(|i| i >= imm::LAZY) {
        return false;
    }
    dst.set(v);
    cache_own(cx, cache, shape, slot.index);
    true
}

fn fill_get<'rt>(
    cx: &mut Cx<'rt>,
    obj: Root<'_, 'rt>,
    holder: Root<'_, 'rt>,
    atom: Atom,
    cache: &Cache,
) -> Result<(), Throw> {
    let Some(object) = obj.cast::<Object>(&*cx) else { return Ok(()) };
    let shape = slots::shape(object);
    if obj.ptr_eq(holder) {
        if let Some(slot) = cx.host.shapes.lookup(shape, atom) {
            cache_own(cx, cache, shape, slot.index);
        }
        return Ok(());
    }
    // Inherited: every object on the way is a prototype, so that a change bumps the epoch; the receiver itself, if its
    // shape is unique, has to tell when it gets the key.
    if cx.host.shapes.has(shape, flag::UNIQUE) {
        cx.host.shapes.set_flags(shape, flag::MISS_CACHED);
    }
    fill_inherited(cx, holder, atom, cache, shape.0)
}

#[inline(never)]
fn fill_inherited<'rt>(
    cx: &mut Cx<'rt>,
    holder: Root<'_, 'rt>,
    atom: Atom,
    cache: &Cache,
    shape: u32,
) -> Result<(), Throw> {
    let Some(global) = object::create::prototype_global(cx, holder)? else { return Ok(()) };
    let Some(object) = holder.cast::<Object>(&*cx) else { return Ok(()) };
    let holder_shape = slots::shape(object);
    if let Some(slot) = cx.host.shapes.lookup(holder_shape, atom) {
        cache.place.set(place(slot.index, cx.host.shapes.inline(holder_shape)) | INHERITED);
        cache.other.set(global.0);
        cache.epoch.set(cx.host.shapes.epoch);
        cache.shape.set(shape);
    }
    Ok(())
}

/// SetProp after a miss.
#[cold]
#[inline(never)]
pub(super) fn set<'rt>(
    cx: &mut Cx<'rt>,
    obj: *mut u64,
    src: *mut u64,
    atom: Atom,
    cache: &Cache,
    strict: bool,
) -> Result<(), Throw> {
    // SAFETY: rule 1.
    let (obj, src): (Root<'_, 'rt>, Root<'_, 'rt>) = unsafe { (raw::root(obj), raw::root(src)) };
    cx.host.cache_misses += 1;
    let key = Key::Name(atom);
    if !obj.get(&*cx).is_object() {
        return set_primitive(cx, obj, key, src, strict);
    }
    let before = obj.cast::<Object>(&*cx).map_or(ShapeId(0), slots::shape);
    let own = cx.host.shapes.lookup(before, atom);
    if let Some(slot) = own
        && slot.attrs & (attr::W | attr::ACCESSOR) == attr::W
        && !cx.host.shapes.has(before, flag::WATCHED)
    {
        cache_own(cx, cache, before, slot.index);
        cache.other.set(0);
        if let Some(object) = obj.cast::<Object>(&*cx) {
            slots::write(&*cx, object, slot.index, src.get(&*cx));
        }
        return Ok(());
    }
    object::set(cx, obj, key, src, strict)?;
    if own.is_none() {
        fill_add(cx, obj, atom, cache, before);
    }
    Ok(())
}

/// Remembers that `before` becomes the object's present shape when `atom` is added, if that is what has happened.
#[inline(never)]
fn fill_add<'rt>(cx: &mut Cx<'rt>, obj: Root<'_, 'rt>, atom: Atom, cache: &Cache, before: ShapeId) {
    let Some(object) = obj.cast::<Object>(&*cx) else { return };
    let after = slots::shape(object);
    let shapes = &cx.host.shapes;
    if after == before || shapes.has(after, flag::UNIQUE) || shapes.count(after) != shapes.count(before) + 1 {
        return;
    }
    if let Some(slot) = shapes.lookup(after, atom)
        && slot.attrs == attr::WEC
        && slot.index == shapes.count(before)
    {
        cache.place.set(place(slot.index, shapes.inline(after)));
        cache.other.set(after.0);
        cache.epoch.set(shapes.epoch);
        cache.shape.set(before.0);
    }
}

/// Assignment to a property of a primitive.
#[inline(never)]
fn set_primitive<'rt>(
    cx: &mut Cx<'rt>,
    v: Root<'_, 'rt>,
    key: Key,
    src: Root<'_, 'rt>,
    strict: bool,
) -> Result<(), Throw> {
    roots!(cx; proto);
    let Some(intrinsic) = object::lookup::primitive_prototype(v.get(&*cx)) else {
        let text = crate::atom::key_text(&*cx, key);
        let what = error::describe(&*cx, v.get(&*cx));
        return Err(error::type_error(cx, &format!("Cannot set properties of {what} (setting '{text}')")));
    };
    proto.set(crate::realm::intrinsic(cx, intrinsic)?);
    if !object::set_with_receiver(cx, proto, key, src, v)? && strict {
        let text = crate::atom::key_text(&*cx, key);
        let what = error::describe(&*cx, v.get(&*cx));
        return Err(error::type_error(cx, &format!("Cannot create property '{text}' on {what}")));
    }
    Ok(())
}

/// CreateDataPropertyOrThrow for literals and fields, with the cache of additions.
#[cold]
#[inline(never)]
pub(super) fn define<'rt>(
    cx: &mut Cx<'rt>,
    obj: *mut u64,
    src: *mut u64,
    atom: Atom,
    cache: &Cache,
) -> Result<(), Throw> {
    // SAFETY: rule 1.
    let (obj, src): (Root<'_, 'rt>, Root<'_, 'rt>) = unsafe { (raw::root(obj), raw::root(src)) };
    let before = obj.cast::<Object>(&*cx).map_or(ShapeId(0), slots::shape);
    let own = cx.host.shapes.lookup(before, atom);
    object::create_data_property_or_throw(cx, obj, atom, src)?;
    if own.is_none() {
        fill_add(cx, obj, atom, cache, before);
    }
    Ok(())
}

/// `a[b]` after the loop's own attempt.
#[cold]
#[inline(never)]
pub(super) fn get_elem<'rt>(
    cx: &mut Cx<'rt>,
    dst: *mut u64,
    obj: *mut u64,
    key: *mut u64,
) -> Result<(), Throw> {
    housekeeping(cx);
    // SAFETY: rule 1.
    let (dst, obj, key): (Root<'_, 'rt>, Root<'_, 'rt>, Root<'_, 'rt>) =
        unsafe { (raw::root(dst), raw::root(obj), raw::root(key)) };
    if obj.get(&*cx).is_nullish() {
        let what = error::describe(&*cx, obj.get(&*cx));
        let text = match key.cast::<Str>(&*cx) {
            Some(s) => crate::string::to_rust_string(s),
            None => error::describe(&*cx, key.get(&*cx)),
        };
        return Err(error::type_error(cx, &format!("Cannot read properties of {what} (reading '{text}')")));
    }
    roots!(cx; k);
    k.copy(key);
    let key = crate::convert::to_property_key(cx, k)?;
    let v = object::get_v(cx, obj, key)?;
    dst.set(v);
    Ok(())
}

/// GetElemI after the loop's own attempt.
#[cold]
#[inline(never)]
pub(super) fn get_index<'rt>(
    cx: &mut Cx<'rt>,
    dst: *mut u64,
    obj: *mut u64,
    index: u32,
) -> Result<(), Throw> {
    roots!(cx; k);
    k.set(Value::int(index as i32));
    get_elem(cx, dst, obj, raw::slot(k))
}

/// SetElemI after the loop's own attempt.
#[cold]
#[inline(never)]
pub(super) fn set_index<'rt>(
    cx: &mut Cx<'rt>,
    obj: *mut u64,
    src: *mut u64,
    index: u32,
    strict: bool,
) -> Result<(), Throw> {
    roots!(cx; k);
    k.set(Value::int(index as i32));
    set_elem(cx, obj, raw::slot(k), src, strict)
}

/// `a[b] = c` after the loop's own attempt.
#[cold]
#[inline(never)]
pub(super) fn set_elem<'rt>(
    cx: &mut Cx<'rt>,
    obj: *mut u64,
    key: *mut u64,
    src: *mut u64,
    strict: bool,
) -> Result<(), Throw> {
    housekeeping(cx);
    // SAFETY: rule 1.
    let (obj, key, src): (Root<'_, 'rt>, Root<'_, 'rt>, Root<'_, 'rt>) =
        unsafe { (raw::root(obj), raw::root(key), raw::root(src)) };
    // The growing of an ordinary array, one element after the other.
    if let Some(i) = key.as_int()
        && let Some(array) = obj.cast::<Array>(&*cx)
        && i >= 0
        && i as u32 == object::elements::array_length(array)
        && object::assign::push_dense(cx, obj, src)?
    {
        return Ok(());
    }
    roots!(cx; k);
    k.copy(key);
    if obj.get(&*cx).is_nullish() {
        let what = error::describe(&*cx, obj.get(&*cx));
        let text = error::describe(&*cx, key.get(&*cx));
        return Err(error::type_error(cx, &format!("Cannot set properties of {what} (setting '{text}')")));
    }
    let key = crate::convert::to_property_key(cx, k)?;
    if !obj.get(&*cx).is_object() {
        return set_primitive(cx, obj, key, src, strict);
    }
    object::set(cx, obj, key, src, strict)
}

/// GetGlobal after a miss; `or_undefined` for the operand of typeof.
#[cold]
#[inline(never)]
pub(super) fn get_global<'rt>(
    cx: &mut Cx<'rt>,
    dst: *mut u64,
    atom: Atom,
    cache: &Cache,
    or_undefined: bool,
) -> Result<(), Throw> {
    // SAFETY: rule 1.
    let dst: Root<'_, 'rt> = unsafe { raw::root(dst) };
    roots!(cx; global);
    if let Some(&(slot, _)) = cx.host.realm.lexicals.get(&atom) {
        let v = lexical_values(cx).map_or(uninit(), |s| s.get(slot as usize));
        if v.is_uninit() {
            return Err(not_initialised(cx, atom));
        }
        dst.set(v);
        cache.place.set(1 + slot);
        cache.shape.set(LEXICAL);
        return Ok(());
    }
    global.set(crate::realm::intrinsic(cx, crate::realm::Intrinsic::Global)?);
    if !object::has_property(cx, global, atom)? {
        if or_undefined {
            dst.set(undefined());
            return Ok(());
        }
        let text = crate::atom::key_text(&*cx, atom.into());
        return Err(error::reference_error(cx, &format!("{text} is not defined")));
    }
    let v = object::get(cx, global, atom)?;
    dst.set(v);
    let Some(object) = global.cast::<Object>(&*cx) else { return Ok(()) };
    let shape = slots::shape(object);
    if let Some(slot) = cx.host.shapes.lookup(shape, atom)
        && slot.attrs & attr::ACCESSOR == 0
    {
        cache_own(cx, cache, shape, slot.index);
    }
    Ok(())
}

fn lexical_values<'a, 'rt>(cx: &'a Cx<'rt>) -> Option<Gc<'a, 'rt, Storage>> {
    cx.host.realm.lexical_values.and_then(|g| cx.global(g).cast::<Storage>())
}

/// The ReferenceError of the temporal dead zone.
#[inline(never)]
pub(super) fn not_initialised(cx: &mut Cx<'_>, atom: Atom) -> Throw {
    let text = crate::atom::key_text(&*cx, atom.into());
    error::reference_error(cx, &format!("Cannot access '{text}' before initialization"))
}

/// SetGlobal.
#[cold]
#[inline(never)]
pub(super) fn set_global<'rt>(
    cx: &mut Cx<'rt>,
    src: *mut u64,
    atom: Atom,
    cache: &Cache,
    strict: bool,
) -> Result<(), Throw> {
    // SAFETY: rule 1.
    let src: Root<'_, 'rt> = unsafe { raw::root(src) };
    if let Some(&(slot, constant)) = cx.host.realm.lexicals.get(&atom) {
        let Some(values) = lexical_values(cx) else { return Ok(()) };
        if values.get(slot as usize).is_uninit() {
            return Err(not_initialised(cx, atom));
        }
        if constant {
            return Err(error::type_error(cx, "Assignment to constant variable."));
        }
        values.set(slot as usize, src.get(&*cx));
        cache.place.set(1 + slot);
        cache.shape.set(LEXICAL);
        return Ok(());
    }
    roots!(cx; global);
    global.set(crate::realm::intrinsic(cx, crate::realm::Intrinsic::Global)?);
    if strict && !object::has_property(cx, global, atom)? {
        let text = crate::atom::key_text(&*cx, atom.into());
        return Err(error::reference_error(cx, &format!("{text} is not defined")));
    }
    object::set(cx, global, atom, src, strict)?;
    let Some(object) = global.cast::<Object>(&*cx) else { return Ok(()) };
    let shape = slots::shape(object);
    if let Some(slot) = cx.host.shapes.lookup(shape, atom)
        && slot.attrs & (attr::ACCESSOR | attr::W) == attr::W
    {
        cache_own(cx, cache, shape, slot.index);
    }
    Ok(())
}

/// InitGlobalLex.
#[inline(never)]
pub(super) fn init_global_lexical<'rt>(cx: &mut Cx<'rt>, src: *mut u64, atom: Atom) {
    // SAFETY: rule 1.
    let src: Root<'_, 'rt> = unsafe { raw::root(src) };
    if let Some(&(slot, _)) = cx.host.realm.lexicals.get(&atom)
        && let Some(values) = lexical_values(cx)
    {
        values.set(slot as usize, src.get(&*cx));
    }
}
