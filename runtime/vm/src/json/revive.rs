//! InternalizeJSONProperty (ECMA-262 25.5.1.1): the walk with a reviver.

use super::serialize::enumerable_keys;
use crate::atom::Key;
use crate::call;
use crate::convert;
use crate::kinds::*;
use crate::object::{self, create};
use crate::shape::attr;
use crate::value::*;

/// Walks the value in `v`, as the property with the empty name of a new object; gives what the reviver gives.
pub fn revive<'a, 'rt>(cx: &'a mut Cx<'rt>, v: Root<'_, 'rt>, reviver: Root<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; holder, name);
    holder.set(create::plain(cx)?);
    let key = Key::Name(crate::atom::names::EMPTY);
    object::define::add(cx, holder, key, v, attr::WEC)?;
    internalize(cx, holder, key, reviver, name)?;
    Ok(name.get(&*cx))
}

/// InternalizeJSONProperty(holder, name, reviver); the result is left in `out`.
fn internalize<'rt>(
    cx: &mut Cx<'rt>,
    holder: Root<'_, 'rt>,
    key: Key,
    reviver: Root<'_, 'rt>,
    out: Root<'_, 'rt>,
) -> Result<(), Throw> {
    cx.check_stack(64)?;
    roots!(cx; v, name, list);
    name.set(crate::atom::key_to_value(cx, key)?);
    v.set(object::get(cx, holder, key)?);
    if v.cast::<Array>(&*cx).is_some() {
        let length = convert::length_of_array_like(cx, v)?;
        for i in 0..length.min(u32::MAX as u64) as u32 {
            element(cx, v, Key::Index(i), reviver, out)?;
        }
    } else if v.get(&*cx).is_object() {
        for key in enumerable_keys(cx, v, list)? {
            element(cx, v, key, reviver, out)?;
        }
    }
    out.set(call::call(cx, reviver, holder, &[name, v])?);
    Ok(())
}

/// Replaces one property of the object in `v` by its revived value, or deletes it. `out` is scratch.
fn element<'rt>(
    cx: &mut Cx<'rt>,
    v: Root<'_, 'rt>,
    key: Key,
    reviver: Root<'_, 'rt>,
    out: Root<'_, 'rt>,
) -> Result<(), Throw> {
    internalize(cx, v, key, reviver, out)?;
    if out.get(&*cx).is_undefined() {
        object::delete(cx, v, key)?;
    } else {
        object::create_data_property(cx, v, key, out)?;
    }
    Ok(())
}
