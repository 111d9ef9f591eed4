//! Conversions between property descriptors and objects (ECMA-262 6.2.6.4 and 6.2.6.5).
//!
//! What a descriptor does to an object is in [`crate::object::define`].

use crate::atom::{Atom, names};
use crate::convert;
use crate::error;
use crate::object::{self, Descriptor, Found, create, slots};
use crate::shape::attr;
use crate::value::*;

/// Where ToPropertyDescriptor puts the values of the fields.
#[derive(Clone, Copy)]
pub struct Fields<'f, 'rt> {
    /// [[Value]]
    pub value: Root<'f, 'rt>,
    /// [[Get]]
    pub get: Root<'f, 'rt>,
    /// [[Set]]
    pub set: Root<'f, 'rt>,
}

/// Reads a field of a descriptor object: HasProperty and Get.
fn field<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    name: Atom,
    out: Root<'_, 'rt>,
) -> Result<Option<()>, Throw> {
    if !object::has_property(cx, o, name)? {
        return Ok(None);
    }
    out.set(object::get(cx, o, name)?);
    Ok(Some(()))
}

/// ToPropertyDescriptor(Obj).
pub fn to_property_descriptor<'f, 'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    fields: Fields<'f, 'rt>,
) -> Result<Descriptor<'f, 'rt>, Throw> {
    if !o.get(&*cx).is_object() {
        let what = error::describe(&*cx, o.get(&*cx));
        return Err(error::type_error(cx, &format!("Property description must be an object: {what}")));
    }
    roots!(cx; v);
    let flag = |cx: &mut Cx<'rt>, name| -> Result<Option<bool>, Throw> {
        Ok(field(cx, o, name, v)?.map(|()| convert::to_boolean(v.get(&*cx))))
    };
    let enumerable = flag(cx, names::ENUMERABLE)?;
    let configurable = flag(cx, names::CONFIGURABLE)?;
    let value = field(cx, o, names::VALUE, fields.value)?.map(|()| fields.value);
    let writable = flag(cx, names::WRITABLE)?;
    let get = field(cx, o, names::GET, fields.get)?.map(|()| fields.get);
    check_function(cx, get, "Getter")?;
    let set = field(cx, o, names::SET, fields.set)?.map(|()| fields.set);
    check_function(cx, set, "Setter")?;
    if (get.is_some() || set.is_some()) && (value.is_some() || writable.is_some()) {
        let what = error::describe(&*cx, o.get(&*cx));
        return Err(error::type_error(
            cx,
            &format!(
                "Invalid property descriptor. Cannot both specify accessors and a value or writable attribute, {what}"
            ),
        ));
    }
    Ok(Descriptor { value, get, set, writable, enumerable, configurable })
}

fn check_function<'rt>(cx: &mut Cx<'rt>, f: Option<Root<'_, 'rt>>, role: &str) -> Result<(), Throw> {
    match f {
        Some(f) if !f.get(&*cx).is_undefined() && !crate::call::is_callable(f.get(&*cx)) => {
            let what = error::describe(&*cx, f.get(&*cx));
            Err(error::type_error(cx, &format!("{role} must be a function: {what}")))
        }
        _ => Ok(()),
    }
}

/// FromPropertyDescriptor of what [[GetOwnProperty]] has found: `value` holds the value or the getter.
pub fn from_property_descriptor<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    found: Option<Found>,
    value: Root<'_, 'rt>,
    setter: Root<'_, 'rt>,
) -> Completion<'a, 'rt> {
    let Some(found) = found else { return Ok(undefined()) };
    roots!(cx; o, v);
    o.set(create::plain(cx)?);
    let attrs = found.attrs();
    match found {
        Found::Data(_) => {
            slots::add(cx, o, names::VALUE, value, attr::WEC)?;
            v.set(boolean(attrs & attr::W != 0));
            slots::add(cx, o, names::WRITABLE, v, attr::WEC)?;
        }
        Found::Accessor(_) => {
            slots::add(cx, o, names::GET, value, attr::WEC)?;
            slots::add(cx, o, names::SET, setter, attr::WEC)?;
        }
    }
    v.set(boolean(attrs & attr::E != 0));
    slots::add(cx, o, names::ENUMERABLE, v, attr::WEC)?;
    v.set(boolean(attrs & attr::C != 0));
    slots::add(cx, o, names::CONFIGURABLE, v, attr::WEC)?;
    Ok(o.get(&*cx))
}
