//! [[GetOwnProperty]], [[DefineOwnProperty]], [[Delete]], CreateDataProperty, and the materialising of lazy properties.

use super::elements::{self, Element};
use super::lookup::{Own, find_own};
use super::slots;
use crate::atom::{Atom, Key, names};
use crate::kinds::*;
use crate::shape::{attr, flag};
use crate::value::*;

/// A property descriptor (ECMA-262 6.2.6) whose values lie in roots.
#[derive(Clone, Copy, Default)]
pub struct Descriptor<'f, 'rt> {
    /// [[Value]]
    pub value: Option<Root<'f, 'rt>>,
    /// [[Get]]: holds a function or undefined.
    pub get: Option<Root<'f, 'rt>>,
    /// [[Set]]: holds a function or undefined.
    pub set: Option<Root<'f, 'rt>>,
    /// [[Writable]]
    pub writable: Option<bool>,
    /// [[Enumerable]]
    pub enumerable: Option<bool>,
    /// [[Configurable]]
    pub configurable: Option<bool>,
}

impl<'f, 'rt> Descriptor<'f, 'rt> {
    /// A data descriptor with all fields.
    pub fn data(value: Root<'f, 'rt>, attrs: u8) -> Self {
        Descriptor {
            value: Some(value),
            get: None,
            set: None,
            writable: Some(attrs & attr::W != 0),
            enumerable: Some(attrs & attr::E != 0),
            configurable: Some(attrs & attr::C != 0),
        }
    }
    fn is_accessor(&self) -> bool {
        self.get.is_some() || self.set.is_some()
    }
    fn is_data(&self) -> bool {
        self.value.is_some() || self.writable.is_some()
    }
    fn attrs_over(&self, old: u8) -> u8 {
        let bit = |field: Option<bool>, bit: u8| match field {
            Some(true) => bit,
            Some(false) => 0,
            None => old & bit,
        };
        bit(self.writable, attr::W) | bit(self.enumerable, attr::E) | bit(self.configurable, attr::C)
    }
}

/// What [[GetOwnProperty]] found; the values are in the roots that were given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// A data property with attributes; the value is in `value`.
    Data(u8),
    /// An accessor property with attributes; getter in `value`, setter in `setter`.
    Accessor(u8),
}

impl Found {
    /// The attributes.
    pub fn attrs(self) -> u8 {
        match self {
            Found::Data(attrs) | Found::Accessor(attrs) => attrs,
        }
    }
}

/// O.[[GetOwnProperty]](P). The value or getter is left in `value`, the setter in `setter`.
pub fn get_own_property<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    key: impl Into<Key>,
    value: Root<'_, 'rt>,
    setter: Root<'_, 'rt>,
) -> Result<Option<Found>, Throw> {
    let key = key.into();
    loop {
        let Some(object) = o.cast::<Object>(&*cx) else { return Ok(None) };
        return Ok(match find_own(&*cx, object, key) {
            Own::Missing => None,
            Own::Data(v, attrs) => {
                value.set(v);
                Some(Found::Data(attrs))
            }
            Own::Accessor(pair, attrs) => {
                value.set(pair.get(0));
                setter.set(pair.get(1));
                Some(Found::Accessor(attrs))
            }
            Own::Lazy => {
                if let Key::Index(i) = key {
                    value.set(string_element(cx, o, i)?);
                    return Ok(Some(Found::Data(attr::E)));
                }
                materialise(cx, o, key, value)?;
                continue;
            }
        });
    }
}

fn string_element<'a, 'rt>(cx: &'a mut Cx<'rt>, o: Root<'_, 'rt>, index: u32) -> Completion<'a, 'rt> {
    roots!(cx; s);
    if let Some(object) = o.cast::<StringObject>(&*cx) {
        s.set(object.get(object_words::OWN));
    }
    super::lookup::char_at(cx, s, index as usize)
}

/// HasOwnProperty(O, P).
pub fn has_own_property<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, key: impl Into<Key>) -> Result<bool, Throw> {
    let key = key.into();
    loop {
        let Some(object) = o.cast::<Object>(&*cx) else { return Ok(false) };
        match find_own(&*cx, object, key) {
            Own::Missing => return Ok(false),
            Own::Lazy if matches!(key, Key::Name(_)) => {
                // Whether a function has a `prototype` shows only then.
                roots!(cx; scratch);
                materialise(cx, o, key, scratch)?;
            }
            _ => return Ok(true),
        }
    }
}

/// Makes a lazy property of the object in `o` real, so that looking again finds it. For an index of a String object,
/// whose elements never become real, leaves a fresh plain holder in `o` with that element instead.
pub fn materialise<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    key: Key,
    scratch: Root<'_, 'rt>,
) -> Result<(), Throw> {
    match key {
        Key::Index(index) => {
            scratch.set(string_element(cx, o, index)?);
            let holder = super::create::plain_sized(cx, 0)?;
            o.set(holder);
            elements::put_unusual(cx, o, index, scratch, attr::E)
        }
        Key::Name(atom) => {
            let Some(object) = o.cast::<Object>(&*cx) else { return Ok(()) };
            if cx.host.shapes.has(slots::shape(object), flag::LAZY_FUNCTION) {
                return materialise_function(cx, o);
            }
            crate::realm::materialise_builtin(cx, o, atom)
        }
    }
}

/// Gives a function its `length`, `name` and `prototype`.
pub fn materialise_function<'rt>(cx: &mut Cx<'rt>, f: Root<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; v);
    let Some(object) = f.cast::<Object>(&*cx) else { return Ok(()) };
    let shape = slots::shape(object);
    if !cx.host.shapes.has(shape, flag::LAZY_FUNCTION) {
        return Ok(());
    }
    let proto = cx.host.shapes.proto(shape);
    let next = cx.host.shapes.root(proto, 0, 0);
    set_shape(&*cx, f, next);
    let (length, name) = crate::function::length_and_name(&*cx, f);
    v.set(index_value(length));
    slots::add(cx, f, names::LENGTH, v, attr::C)?;
    let name = crate::atom::to_value(cx, name)?;
    v.set(name);
    slots::add(cx, f, names::NAME, v, attr::C)?;
    if let Some(attrs) = crate::function::make_prototype_property(cx, f, v)? {
        slots::add(cx, f, names::PROTOTYPE, v, attrs)?;
    }
    Ok(())
}

/// CreateDataProperty(O, P, V).
pub fn create_data_property<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    key: impl Into<Key>,
    v: Root<'_, 'rt>,
) -> Result<bool, Throw> {
    let key = key.into();
    Ok(create_plain(cx, o, key, v)? || define_own_property(cx, o, key, &Descriptor::data(v, attr::WEC))?)
}

/// The fast path of CreateDataProperty: a new named property of an ordinary object, or a plain one overwritten. False:
/// nothing has been done.
fn create_plain<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, key: Key, v: Root<'_, 'rt>) -> Result<bool, Throw> {
    let (Key::Name(atom), Some(object)) = (key, o.cast::<Plain>(&*cx).and_then(|o| o.cast::<Object>()))
    else {
        return Ok(false);
    };
    let shape = slots::shape(object);
    if cx.host.shapes.has(shape, flag::NOT_EXTENSIBLE | flag::WATCHED) {
        return Ok(false);
    }
    match cx.host.shapes.lookup(shape, atom) {
        None => slots::add(cx, o, atom, v, attr::WEC)?,
        Some(slot) if slot.attrs == attr::WEC => slots::write(&*cx, object, slot.index, v.get(&*cx)),
        Some(_) => return Ok(false),
    }
    Ok(true)
}

/// CreateDataPropertyOrThrow(O, P, V).
pub fn create_data_property_or_throw<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    key: impl Into<Key>,
    v: Root<'_, 'rt>,
) -> Result<(), Throw> {
    let key = key.into();
    if create_plain(cx, o, key, v)? {
        return Ok(());
    }
    define_property_or_throw(cx, o, key, &Descriptor::data(v, attr::WEC))
}

/// DefinePropertyOrThrow(O, P, Desc).
pub fn define_property_or_throw<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    key: impl Into<Key>,
    desc: &Descriptor<'_, 'rt>,
) -> Result<(), Throw> {
    let key = key.into();
    if define_own_property(cx, o, key, desc)? {
        return Ok(());
    }
    let text = crate::atom::key_text(&*cx, key);
    let exists = has_own_property(cx, o, key)?;
    Err(crate::error::type_error(
        cx,
        &if exists {
            format!("Cannot redefine property: {text}")
        } else {
            format!("Cannot define property {text}, object is not extensible")
        },
    ))
}

/// O.[[DefineOwnProperty]](P, Desc) for all kinds of objects.
pub fn define_own_property<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    key: Key,
    desc: &Descriptor<'_, 'rt>,
) -> Result<bool, Throw> {
    let Some(object) = o.cast::<Object>(&*cx) else { return Ok(false) };
    if let Some(array) = object.cast::<Array>() {
        match key {
            Key::Name(names::LENGTH) => return super::integrity::define_array_length(cx, o, desc),
            Key::Index(index) => {
                let length = elements::array_length(array);
                if index >= length {
                    if cx.host.shapes.has(slots::shape(object), flag::LENGTH_READ_ONLY) {
                        return Ok(false);
                    }
                    if !ordinary_define(cx, o, key, desc)? {
                        return Ok(false);
                    }
                    if let Some(array) = o.cast::<Array>(&*cx) {
                        elements::set_array_length(array, index + 1);
                    }
                    return Ok(true);
                }
            }
            Key::Name(_) => {}
        }
    } else if object.cast::<Arguments>().is_some()
        && let Key::Index(index) = key
    {
        return define_argument(cx, o, index, desc);
    }
    ordinary_define(cx, o, key, desc)
}

/// [[DefineOwnProperty]] of a sloppy arguments object (ECMA-262 10.4.4.2).
fn define_argument<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    index: u32,
    desc: &Descriptor<'_, 'rt>,
) -> Result<bool, Throw> {
    let key = Key::Index(index);
    roots!(cx; current);
    let mapped = o.cast::<Object>(&*cx).and_then(|o| super::lookup::mapped_argument(o, index));
    let Some(value) = mapped else { return ordinary_define(cx, o, key, desc) };
    current.set(value);
    // Give the element a real value, define over it, then keep or drop the mapping.
    if let Some(object) = o.cast::<Object>(&*cx)
        && matches!(elements::read(object, index), Element::Missing)
    {
        elements::put(cx, o, index, current)?;
    }
    let mut full = *desc;
    if desc.value.is_none() && desc.writable == Some(false) && !desc.is_accessor() {
        full.value = Some(current);
    }
    if !ordinary_define(cx, o, key, &full)? {
        return Ok(false);
    }
    let Some(arguments) = o.cast::<Arguments>(&*cx) else { return Ok(true) };
    if let Some(v) = desc.value
        && let Some(env) = arguments.get(object_words::OWN).cast::<Env>()
    {
        env.set(1 + index as usize, v.get(&*cx));
    }
    if desc.is_accessor() || desc.writable == Some(false) {
        arguments.set_raw(0, arguments.raw(0) & !(1 << index));
    } else if let Some(object) = o.cast::<Object>(&*cx)
        && let Some((dense, _)) = elements::dense(object)
        && dense.kind() == ELEMENTS.id
    {
        dense.set(index as usize, hole());
    }
    Ok(true)
}

/// ValidateAndApplyPropertyDescriptor (ECMA-262 10.1.6.3).
fn ordinary_define<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    key: Key,
    desc: &Descriptor<'_, 'rt>,
) -> Result<bool, Throw> {
    roots!(cx; value, setter, pair);
    if let Some(object) = o.cast::<Object>(&*cx)
        && cx.host.shapes.has(slots::shape(object), flag::LAZY_FUNCTION)
    {
        materialise_function(cx, o)?;
    }
    let found = get_own_property(cx, o, key, value, setter)?;
    let Some(found) = found else {
        let extensible = o
            .cast::<Object>(&*cx)
            .is_some_and(|o| !cx.host.shapes.has(slots::shape(o), flag::NOT_EXTENSIBLE));
        if !extensible {
            return Ok(false);
        }
        let mut attrs = desc.attrs_over(0);
        if desc.is_accessor() {
            attrs = attrs & !attr::W | attr::ACCESSOR;
            make_pair(cx, desc.get, desc.set, pair)?;
        } else {
            match desc.value {
                Some(v) => pair.copy(v),
                None => pair.set(undefined()),
            }
        }
        add(cx, o, key, pair, attrs)?;
        return Ok(true);
    };
    let old = found.attrs();
    if old & attr::C == 0 {
        if desc.configurable == Some(true) || desc.enumerable.is_some_and(|e| e != (old & attr::E != 0)) {
            return Ok(false);
        }
        match found {
            Found::Accessor(_) => {
                if desc.is_data() {
                    return Ok(false);
                }
                let same = |a: Option<Root<'_, 'rt>>, b: Root<'_, 'rt>| {
                    a.is_none_or(|a| a.get(&*cx).same_bits(b.get(&*cx)))
                };
                if !same(desc.get, value) || !same(desc.set, setter) {
                    return Ok(false);
                }
            }
            Found::Data(_) => {
                if desc.is_accessor() {
                    return Ok(false);
                }
                if old & attr::W == 0 {
                    if desc.writable == Some(true) {
                        return Ok(false);
                    }
                    if let Some(v) = desc.value
                        && !crate::operators::same_value(&*cx, v.get(&*cx), value.get(&*cx))
                    {
                        return Ok(false);
                    }
                }
            }
        }
    }
    // The elements of String objects never change (10.4.3.2): what fits is taken as defined.
    if let Key::Index(index) = key
        && let Some(string) =
            o.cast::<StringObject>(&*cx).and_then(|o| o.get(object_words::OWN).cast::<Str>())
        && (index as usize) < crate::string::length(string)
    {
        return Ok(true);
    }
    let was_accessor = matches!(found, Found::Accessor(_));
    let mut attrs;
    if desc.is_accessor() {
        attrs = desc.attrs_over(old) & !attr::W | attr::ACCESSOR;
        let (get, set) = if was_accessor {
            (desc.get.or(Some(value)), desc.set.or(Some(setter)))
        } else {
            (desc.get, desc.set)
        };
        make_pair(cx, get, set, pair)?;
    } else if was_accessor && !desc.is_data() {
        attrs = desc.attrs_over(old) & !attr::W | attr::ACCESSOR;
        make_pair(cx, Some(value), Some(setter), pair)?;
    } else {
        attrs = desc.attrs_over(if was_accessor { old & !attr::W } else { old });
        match desc.value {
            Some(v) => pair.copy(v),
            None if was_accessor => pair.set(undefined()),
            None => pair.copy(value),
        }
    }
    attrs &= 15;
    replace(cx, o, key, pair, attrs, old | if was_accessor { attr::ACCESSOR } else { 0 })?;
    Ok(true)
}

fn make_pair<'rt>(
    cx: &mut Cx<'rt>,
    get: Option<Root<'_, 'rt>>,
    set: Option<Root<'_, 'rt>>,
    out: Root<'_, 'rt>,
) -> Result<(), Throw> {
    let pair = cx.alloc::<Accessor>(ACCESSOR, 0, 2)?;
    if let Some(get) = get {
        pair.set(0, get.get(pair));
    }
    if let Some(set) = set {
        pair.set(1, set.get(pair));
    }
    out.set(pair);
    Ok(())
}

/// Adds a property that is not there; `v` is the value or the accessor pair.
pub fn add<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    key: Key,
    v: Root<'_, 'rt>,
    attrs: u8,
) -> Result<(), Throw> {
    match key {
        Key::Name(atom) => slots::add(cx, o, atom, v, attrs)?,
        Key::Index(index) if attrs == attr::WEC => elements::put(cx, o, index, v)?,
        Key::Index(index) => elements::put_unusual(cx, o, index, v, attrs)?,
    }
    note_change(cx, o)
}

fn replace<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    key: Key,
    v: Root<'_, 'rt>,
    attrs: u8,
    old: u8,
) -> Result<(), Throw> {
    match key {
        Key::Index(index) => {
            if attrs == attr::WEC
                && o.cast::<Object>(&*cx).is_some_and(|o| elements::overwrite(o, index, v.get(&*cx)))
            {
                return Ok(());
            }
            if attrs == attr::WEC && old == attr::WEC {
                elements::put(cx, o, index, v)?;
            } else {
                elements::put_unusual(cx, o, index, v, attrs)?;
            }
        }
        Key::Name(atom) => {
            let Some(object) = o.cast::<Object>(&*cx) else { return Ok(()) };
            if attrs != old {
                let shape = slots::shape(object);
                let shape = cx.host.shapes.set_attrs(shape, atom, attrs);
                set_shape(&*cx, o, shape);
            }
            if let Some(object) = o.cast::<Object>(&*cx)
                && let Some(slot) = cx.host.shapes.lookup(slots::shape(object), atom)
            {
                slots::write(&*cx, object, slot.index, v.get(&*cx));
            }
        }
    }
    note_change(cx, o)
}

/// Gives an object a shape with the same slots.
pub fn set_shape<'rt>(cx: &Cx<'rt>, o: Root<'_, 'rt>, shape: crate::shape::ShapeId) {
    if let Some(object) = o.cast::<Object>(cx) {
        object.set_aux(shape.0);
    }
}

/// After a change of a property that is no plain store: the protectors.
fn note_change<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>) -> Result<(), Throw> {
    let Some(object) = o.cast::<Object>(&*cx) else { return Ok(()) };
    if cx.host.shapes.has(slots::shape(object), flag::WATCHED) {
        crate::protectors::recheck(cx)
    } else {
        Ok(())
    }
}

/// O.[[Delete]](P).
pub fn delete<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, key: impl Into<Key>) -> Result<bool, Throw> {
    let key = key.into();
    roots!(cx; value, setter);
    let Some(found) = get_own_property(cx, o, key, value, setter)? else { return Ok(true) };
    if found.attrs() & attr::C == 0 {
        return Ok(false);
    }
    match key {
        Key::Index(index) => {
            if let Some(arguments) = o.cast::<Arguments>(&*cx)
                && index < 64
            {
                arguments.set_raw(0, arguments.raw(0) & !(1 << index));
            }
            elements::remove(&*cx, o, index);
        }
        Key::Name(atom) => {
            let Some(object) = o.cast::<Object>(&*cx) else { return Ok(true) };
            if let Some(slot) = cx.host.shapes.lookup(slots::shape(object), atom) {
                slots::write(&*cx, object, slot.index, undefined());
            }
            let shape = slots::shape(object);
            let shape = cx.host.shapes.remove(shape, atom);
            set_shape(&*cx, o, shape);
        }
    }
    note_change(cx, o)?;
    Ok(true)
}

/// DeletePropertyOrThrow(O, P).
pub fn delete_property_or_throw<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    key: impl Into<Key>,
) -> Result<(), Throw> {
    let key = key.into();
    if delete(cx, o, key)? {
        return Ok(());
    }
    let text = crate::atom::key_text(&*cx, key);
    let what = crate::error::describe(&*cx, o.get(&*cx));
    Err(crate::error::type_error(cx, &format!("Cannot delete property '{text}' of {what}")))
}

/// Defines a data property with given attributes on an object of our own that is extensible and lacks it.
pub fn define_new<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    key: Atom,
    v: Root<'_, 'rt>,
    attrs: u8,
) -> Result<(), Throw> {
    add(cx, o, Key::Name(key), v, attrs)
}
