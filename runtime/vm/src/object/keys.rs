//! [[OwnPropertyKeys]], and what is built on it: copying properties, enumerating.

use super::elements;
use super::lookup::{Own, find_own};
use super::slots;
use crate::atom::{Key, names};
use crate::kinds::*;
use crate::shape::{attr, flag};
use crate::value::*;

/// Which own keys are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// Strings and symbols.
    All,
    /// Strings only (indices first).
    Strings,
    /// Symbols only.
    Symbols,
}

/// O.[[OwnPropertyKeys]]() as keys: indices ascending, strings, symbols. The keys stay good as long as the object
/// keeps its properties; the ones of a rooted object that user code may change should be held as values.
pub fn own_keys<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, which: Which) -> Result<Vec<Key>, Throw> {
    let Some(object) = o.cast::<Object>(&*cx) else { return Ok(Vec::new()) };
    if cx.host.shapes.has(slots::shape(object), flag::LAZY_FUNCTION) {
        super::define::materialise_function(cx, o)?;
    }
    let Some(object) = o.cast::<Object>(&*cx) else { return Ok(Vec::new()) };
    let mut keys = Vec::new();
    if which != Which::Symbols {
        if let Some(s) = object.cast::<StringObject>().and_then(|o| o.get(object_words::OWN).cast::<Str>()) {
            keys.extend((0..crate::string::length(s) as u32).map(Key::Index));
        }
        keys.extend(elements::indices(object).into_iter().map(Key::Index));
        if let Some(arguments) = object.cast::<Arguments>()
            && arguments.raw(0) != 0
        {
            keys.extend((0..64).filter(|i| arguments.raw(0) >> i & 1 != 0).map(Key::Index));
            keys.sort_unstable_by_key(|k| if let Key::Index(i) = k { *i } else { u32::MAX });
            keys.dedup();
        }
        if object.kind() == ARRAY.id || object.kind() == STRING_OBJECT.id {
            keys.push(Key::Name(names::LENGTH));
        }
    }
    let named = cx.host.shapes.keys(slots::shape(object));
    if which != Which::Symbols {
        keys.extend(named.iter().filter(|(k, _)| cx.host.atoms.is_string(*k)).map(|&(k, _)| Key::Name(k)));
    }
    if which != Which::Strings {
        keys.extend(named.iter().filter(|(k, _)| cx.host.atoms.is_symbol(*k)).map(|&(k, _)| Key::Name(k)));
    }
    Ok(keys)
}

/// CopyDataProperties(target, source, excluded): also object spread and rest. `source` may be any value.
pub fn copy_data_properties<'rt>(
    cx: &mut Cx<'rt>,
    target: Root<'_, 'rt>,
    source: Root<'_, 'rt>,
    excluded: &[Key],
) -> Result<(), Throw> {
    if source.get(&*cx).is_nullish() {
        return Ok(());
    }
    if copy_plain(cx, target, source, excluded)? {
        return Ok(());
    }
    roots!(cx; from, v, list, key_value);
    from.set(crate::convert::to_object(cx, source)?);
    let keys = own_keys(cx, from, Which::All)?;
    list.set(key_list(cx, &keys)?);
    for (i, key) in keys.into_iter().enumerate() {
        if excluded.contains(&key) {
            continue;
        }
        // The value in the list keeps the key's atom alive over getters.
        if let Some(list) = list.cast::<Storage>(&*cx) {
            key_value.set(list.get(i));
        }
        let Some(object) = from.cast::<Object>(&*cx) else { break };
        let enumerable = match find_own(&*cx, object, key) {
            Own::Data(_, attrs) | Own::Accessor(_, attrs) => attrs & attr::E != 0,
            Own::Missing => false,
            Own::Lazy => super::define::get_own_property(cx, from, key, v, key_value)?
                .is_some_and(|f| f.attrs() & attr::E != 0),
        };
        if enumerable {
            v.set(super::get(cx, from, key)?);
            super::create_data_property_or_throw(cx, target, key, v)?;
        }
    }
    Ok(())
}

/// The values of keys in a STORAGE cell: they keep the atoms alive.
pub fn key_list<'a, 'rt>(cx: &'a mut Cx<'rt>, keys: &[Key]) -> Completion<'a, 'rt> {
    roots!(cx; list);
    let cell = cx.alloc::<Storage>(STORAGE, 0, keys.len())?;
    list.set(cell);
    for (i, &key) in keys.iter().enumerate() {
        if let Key::Name(atom) = key {
            let v = crate::atom::to_value(cx, atom)?;
            let proof = v.as_cell().map(|c| c.nogc());
            if let Some(cell) = proof.and_then(|p| list.cast::<Storage>(p)) {
                cell.set(i, v);
            }
        }
    }
    Ok(list.get(&*cx))
}

/// The fast path: an ordinary object without accessors, unusual attributes or elements, copied to a fresh ordinary
/// one. Without excluded keys the source's shape is taken over as a whole where it can be.
fn copy_plain<'rt>(
    cx: &mut Cx<'rt>,
    target: Root<'_, 'rt>,
    source: Root<'_, 'rt>,
    excluded: &[Key],
) -> Result<bool, Throw> {
    let (Some(from), Some(to)) = (source.cast::<Plain>(&*cx), target.cast::<Plain>(&*cx)) else {
        return Ok(false);
    };
    let (from_shape, to_shape) = (crate::shape::ShapeId(from.aux()), crate::shape::ShapeId(to.aux()));
    if cx.host.shapes.has(from_shape, flag::UNUSUAL | flag::PROTOTYPE)
        || cx.host.shapes.has(to_shape, flag::UNUSUAL | flag::UNIQUE | flag::NOT_EXTENSIBLE)
        || !from.get(object_words::ELEMENTS).is_undefined()
    {
        return Ok(false);
    }
    let unique = cx.host.shapes.has(from_shape, flag::UNIQUE);
    let whole = !unique
        && excluded.is_empty()
        && cx.host.shapes.count(to_shape) == 0
        && cx.host.shapes.proto(from_shape) == cx.host.shapes.proto(to_shape)
        && cx.host.shapes.inline(from_shape) == cx.host.shapes.inline(to_shape)
        && from.get(object_words::SLOTS).is_undefined();
    if whole {
        let n = cx.host.shapes.count(from_shape) as usize;
        to.copy_from(object_words::OWN, from, object_words::OWN, n);
        to.set_aux(from_shape.0);
        return Ok(true);
    }
    let keys = cx.host.shapes.keys(from_shape);
    roots!(cx; v);
    for (key, slot) in keys {
        if excluded.contains(&Key::Name(key)) || cx.host.atoms.is_private(key) {
            continue;
        }
        let Some(from) = source.cast::<Object>(&*cx) else { break };
        v.set(slots::read(&*cx, from, slot.index));
        super::create_data_property_or_throw(cx, target, key, v)?;
    }
    Ok(true)
}

/// Whether an own property is there and enumerable.
pub fn is_enumerable<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, key: Key) -> Result<bool, Throw> {
    roots!(cx; value, setter);
    Ok(super::get_own_property(cx, o, key, value, setter)?.is_some_and(|f| f.attrs() & attr::E != 0))
}

/// The keys that for-in visits, as an array of strings: enumerable string keys, own first, then inherited, without
/// shadowed ones.
pub fn for_in_keys<'a, 'rt>(cx: &'a mut Cx<'rt>, o: Root<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; at, out, v);
    let mut seen: std::collections::HashSet<Key> = Default::default();
    let mut wanted = Vec::new();
    at.copy(o);
    let mut first = true;
    while let Some(object) = at.cast::<Object>(&*cx) {
        let last = super::lookup::proto(&*cx, object).is_none();
        let keys = own_keys(cx, at, Which::Strings)?;
        let single = first && last;
        for key in keys {
            if single || seen.insert(key) {
                let Some(object) = at.cast::<Object>(&*cx) else { break };
                let enumerable = match find_own(&*cx, object, key) {
                    Own::Data(_, attrs) | Own::Accessor(_, attrs) => attrs & attr::E != 0,
                    Own::Missing => false,
                    Own::Lazy => matches!(key, Key::Index(_)),
                };
                if enumerable {
                    wanted.push(key);
                }
            }
        }
        first = false;
        let Some(object) = at.cast::<Object>(&*cx) else { break };
        match super::lookup::proto(&*cx, object) {
            Some(next) => at.set(next),
            None => break,
        }
    }
    out.set(super::create::array(cx, wanted.len() as u32, wanted.len() as u32)?);
    for (i, &key) in wanted.iter().enumerate() {
        v.set(crate::atom::key_to_value(cx, key)?);
        elements::put(cx, out, i as u32, v)?;
    }
    Ok(out.get(&*cx))
}
