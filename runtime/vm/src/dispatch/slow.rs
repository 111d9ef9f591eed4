//! What handlers call out of line: the general meaning of instructions, on roots made of their slots.
//!
//! Nothing here may be inlined into a handler: what it keeps on the native stack would turn the handler's jump to the
//! next one into a call.

use super::*;
use crate::atom::{Atom, Key, names};
use crate::code::Literal;
use crate::code::installed::Body;
use crate::convert;
use crate::error::ErrorKind;
use crate::iteration;
use crate::kinds::{Array, Dense, ELEMENTS, Env, Object, Str};
use crate::object::{self, create, elements};
use crate::operators::{self, Arithmetic, Relation};
use crate::realm::{self, Intrinsic};
use crate::shape::attr;
use crate::string;

/// The root at a slot of the active frame.
///
/// Sound for the callers in this room only: rule 1.
#[inline(always)]
fn root<'f, 'rt>(slot: *mut u64) -> Root<'f, 'rt> {
    // SAFETY: the loop passes slots of the active frame's window.
    unsafe { raw::root(slot) }
}

/// The value of a word that was just read from a slot, for questions that do not allocate.
#[inline(always)]
fn in_hand<'a, 'rt>(word: u64, _: &'a u64) -> Value<'a, 'rt> {
    // SAFETY: the caller does nothing that collects while it holds the value.
    unsafe { raw::value(word) }
}

#[cold]
#[inline(never)]
pub(super) fn interrupted(cx: &mut Cx<'_>) -> Throw {
    cx.host.interrupt.store(false, std::sync::atomic::Ordering::Relaxed);
    error::throw(cx, ErrorKind::Error, "interrupted")
}

pub(super) fn truthy(word: u64) -> bool {
    convert::to_boolean(in_hand(word, &word))
}

pub(super) fn string_length(word: u64) -> i32 {
    in_hand(word, &word).cast::<Str>().map_or(0, |s| string::length(s) as i32)
}

/// `s[i]` for a flat string whose unit is Latin-1 and has been made before.
#[inline]
pub(super) fn string_unit(cx: &Cx<'_>, word: u64, i: i32) -> Option<u64> {
    let view = in_hand(word, &word).cast::<Str>().and_then(string::try_view)?;
    let unit = view.get(usize::try_from(i).ok()?)?;
    let atom = (*cx.host.cache.units.get(unit as usize)?)?;
    cx.host.atoms.cell(atom).map(|g| cx.global(g).bits())
}

#[inline(never)]
pub(super) fn strict_equals(x: u64, y: u64) -> bool {
    if x == y {
        return true;
    }
    match (in_hand(x, &x).cast::<Str>(), in_hand(y, &x).cast::<Str>()) {
        (Some(x), Some(y)) => string::equals(x, y),
        _ => false,
    }
}

#[cold]
#[inline(never)]
pub(super) fn load_string(cx: &mut Cx<'_>, dst: *mut u64, atom: Atom) -> Result<(), Throw> {
    let v = crate::atom::to_value(cx, atom)?;
    root(dst).set(v);
    Ok(())
}

#[inline(never)]
pub(super) fn new_env<'rt>(
    cx: &mut Cx<'rt>,
    dst: *mut u64,
    parent: *mut u64,
    slots: usize,
) -> Result<(), Throw> {
    let env = cx.alloc::<Env>(ENV, 0, 1 + slots)?;
    env.set(0, root(parent).get(env));
    env.fill(1, slots, uninit());
    root(dst).set(env.with_tag(CELL));
    Ok(())
}

#[inline(never)]
pub(super) fn clone_env<'rt>(cx: &mut Cx<'rt>, dst: *mut u64, env: *mut u64) -> Result<(), Throw> {
    let source: Root<'_, 'rt> = root(env);
    let n = source.cast::<Env>(&*cx).map_or(0, |e| e.len());
    let copy = cx.alloc_copy::<Env>(ENV, 0, n, source, 0, n)?;
    root(dst).set(copy.with_tag(CELL));
    Ok(())
}

#[inline(never)]
pub(super) fn delete_global<'rt>(cx: &mut Cx<'rt>, dst: *mut u64, atom: Atom) -> Result<(), Throw> {
    roots!(cx; global);
    let deleted = if cx.host.realm.lexicals.contains_key(&atom) {
        false
    } else {
        global.set(realm::intrinsic(cx, Intrinsic::Global)?);
        object::delete(cx, global, atom)?
    };
    root(dst).set(crate::value::boolean(deleted));
    Ok(())
}

#[inline(never)]
pub(super) fn delete_property<'rt>(
    cx: &mut Cx<'rt>,
    dst: *mut u64,
    obj: *mut u64,
    atom: Atom,
    strict: bool,
) -> Result<(), Throw> {
    roots!(cx; o);
    o.copy(root(obj));
    delete_key(cx, dst, o, Key::Name(atom), strict)
}

#[inline(never)]
pub(super) fn delete_element<'rt>(
    cx: &mut Cx<'rt>,
    dst: *mut u64,
    obj: *mut u64,
    key: *mut u64,
    strict: bool,
) -> Result<(), Throw> {
    roots!(cx; o, k);
    o.copy(root(obj));
    k.copy(root(key));
    if o.get(&*cx).is_nullish() {
        o.set(convert::to_object(cx, o)?);
    }
    let key = convert::to_property_key(cx, k)?;
    delete_key(cx, dst, o, key, strict)
}

#[inline(never)]
fn delete_key<'rt>(
    cx: &mut Cx<'rt>,
    dst: *mut u64,
    o: Root<'_, 'rt>,
    key: Key,
    strict: bool,
) -> Result<(), Throw> {
    let object = convert::to_object(cx, o)?;
    o.set(object);
    let deleted = if strict {
        object::delete_property_or_throw(cx, o, key)?;
        true
    } else {
        object::delete(cx, o, key)?
    };
    root(dst).set(crate::value::boolean(deleted));
    Ok(())
}

#[inline(never)]
pub(super) fn has_property(
    cx: &mut Cx<'_>,
    dst: *mut u64,
    key: *mut u64,
    obj: *mut u64,
) -> Result<(), Throw> {
    let found = operators::has_property_in(cx, root(key), root(obj))?;
    root(dst).set(crate::value::boolean(found));
    Ok(())
}

#[inline(never)]
pub(super) fn instance_of(
    cx: &mut Cx<'_>,
    dst: *mut u64,
    v: *mut u64,
    target: *mut u64,
) -> Result<(), Throw> {
    let is = operators::instance_of(cx, root(v), root(target))?;
    root(dst).set(crate::value::boolean(is));
    Ok(())
}

#[inline(never)]
pub(super) fn new_object(cx: &mut Cx<'_>, dst: *mut u64, room: u16) -> Result<(), Throw> {
    let inline = room.clamp(create::DEFAULT_INLINE as u16, 32) as u8;
    let v = create::plain_sized(cx, inline)?;
    root(dst).set(v);
    Ok(())
}

#[cold]
#[inline(never)]
pub(super) fn new_object_literal<'rt>(
    cx: &mut Cx<'rt>,
    dst: *mut u64,
    first: *mut u64,
    literal: &Literal,
) -> Result<(), Throw> {
    let n = literal.keys.len();
    if n <= 120 {
        if literal.shape.get() == 0 {
            let mut shape = create::intrinsic_shape(cx, Intrinsic::ObjectPrototype, n as u8, 0)?;
            for &key in &literal.keys {
                shape = cx.host.shapes.add(shape, key, attr::WEC).0;
            }
            literal.shape.set(shape.0);
        }
        // SAFETY: rule 1: the values lie in registers of the active frame.
        let values: Slots<'_, 'rt> = unsafe { raw::range(first, n) };
        let o = cx.alloc::<Object>(PLAIN, literal.shape.get(), 2 + n)?;
        for i in 0..n {
            o.set(2 + i, values.at(i).get(o));
        }
        root(dst).set(o);
        return Ok(());
    }
    roots!(cx; o);
    o.set(create::plain_sized(cx, 32)?);
    for (i, &key) in literal.keys.iter().enumerate() {
        object::create_data_property_or_throw(cx, o, key, root(first.wrapping_add(i)))?;
    }
    root(dst).copy(o);
    Ok(())
}

#[cold]
#[inline(never)]
pub(super) fn new_array<'rt>(
    cx: &mut Cx<'rt>,
    dst: *mut u64,
    first: *mut u64,
    n: usize,
) -> Result<(), Throw> {
    // SAFETY: rule 1.
    let values: Slots<'_, 'rt> = unsafe { raw::range(first, n) };
    let v = create::array_from_slots(cx, values)?;
    root(dst).set(v);
    Ok(())
}

#[inline(never)]
pub(super) fn new_array_capacity(cx: &mut Cx<'_>, dst: *mut u64, capacity: u32) -> Result<(), Throw> {
    let v = create::array(cx, 0, capacity)?;
    root(dst).set(v);
    Ok(())
}

#[inline(never)]
pub(super) fn array_hole(cx: &mut Cx<'_>, array: *mut u64) -> Result<(), Throw> {
    if let Some(a) = root(array).cast::<Array>(&*cx) {
        elements::set_array_length(a, elements::array_length(a).saturating_add(1));
    }
    Ok(())
}

#[inline(never)]
pub(super) fn array_push(cx: &mut Cx<'_>, array: *mut u64, v: *mut u64) -> Result<(), Throw> {
    iteration::spread::push(cx, root(array), root(v))
}

#[inline(never)]
pub(super) fn array_spread(cx: &mut Cx<'_>, array: *mut u64, source: *mut u64) -> Result<(), Throw> {
    iteration::spread::append(cx, iteration::Site::ArraySpread, root(array), root(source))
}

#[inline(never)]
pub(super) fn get_iterator(
    cx: &mut Cx<'_>,
    site: iteration::Site,
    v: *mut u64,
    at: *mut u64,
) -> Result<(), Throw> {
    // SAFETY: rule 1 for the record's registers.
    let record = unsafe { super::run::record(at) };
    iteration::get_iterator(cx, site, root(v), record)
}

#[inline(never)]
pub(super) fn iterator_close(cx: &mut Cx<'_>, at: *mut u64) -> Result<(), Throw> {
    // SAFETY: rule 1 for the record's registers.
    let record = unsafe { super::run::record(at) };
    iteration::close(cx, record)
}

#[inline(never)]
pub(super) fn spread_array(cx: &mut Cx<'_>, dst: *mut u64, source: *mut u64) -> Result<(), Throw> {
    let v = iteration::spread::to_array(cx, iteration::Site::ArraySpread, root(source))?;
    root(dst).set(v);
    Ok(())
}

#[inline(never)]
pub(super) fn define_element(
    cx: &mut Cx<'_>,
    obj: *mut u64,
    key: *mut u64,
    src: *mut u64,
) -> Result<(), Throw> {
    roots!(cx; k);
    k.copy(root(key));
    let key = convert::to_property_key(cx, k)?;
    object::create_data_property_or_throw(cx, root(obj), key, root(src))
}

#[inline(never)]
pub(super) fn set_proto(cx: &mut Cx<'_>, obj: *mut u64, proto: *mut u64) -> Result<(), Throw> {
    let p = root(proto).get(&*cx);
    if p.is_object() || p.is_null() {
        object::integrity::set_prototype_of(cx, root(obj), root(proto))?;
    }
    Ok(())
}

#[inline(never)]
pub(super) fn copy_data_properties<'rt>(
    cx: &mut Cx<'rt>,
    target: *mut u64,
    source: *mut u64,
    excluded: usize,
) -> Result<(), Throw> {
    let window = cx.window(excluded)?;
    let mut keys = Vec::with_capacity(excluded);
    for i in 0..excluded {
        let slot = window.slot(i);
        slot.copy(root(source.wrapping_add(1 + i)));
        keys.push(convert::to_property_key(cx, slot)?);
    }
    object::keys::copy_data_properties(cx, root(target), root(source), &keys)
}

#[inline(never)]
pub(super) fn to_key(cx: &mut Cx<'_>, dst: *mut u64, v: *mut u64) -> Result<(), Throw> {
    roots!(cx; k);
    k.copy(root(v));
    let key = convert::to_property_key(cx, k)?;
    let v = crate::atom::key_to_value(cx, key)?;
    root(dst).set(v);
    Ok(())
}

#[inline(never)]
pub(super) fn new_closure(cx: &mut Cx<'_>, dst: *mut u64, env: *mut u64, child: &Body) -> Result<(), Throw> {
    let v = crate::function::closure(cx, child.id, child.kind, root(env))?;
    root(dst).set(v);
    Ok(())
}

/// GetTemplateObject: one frozen array for each site.
#[inline(never)]
pub(super) fn template_object(
    cx: &mut Cx<'_>,
    dst: *mut u64,
    template: &Body,
    site: usize,
) -> Result<(), Throw> {
    let (strings, made) = &template.templates[site];
    if let Some(global) = made.get() {
        root(dst).set(cx.global(global));
        return Ok(());
    }
    roots!(cx; cooked, raw_strings, v);
    cooked.set(create::array(cx, 0, strings.cooked.len() as u32)?);
    raw_strings.set(create::array(cx, 0, strings.raw.len() as u32)?);
    for atom in &strings.cooked {
        match atom {
            Some(atom) => v.set(crate::atom::to_value(cx, *atom)?),
            None => v.set(undefined()),
        }
        iteration::spread::push(cx, cooked, v)?;
    }
    for &atom in &strings.raw {
        v.set(crate::atom::to_value(cx, atom)?);
        iteration::spread::push(cx, raw_strings, v)?;
    }
    object::integrity::restrict(cx, raw_strings, object::integrity::Level::Frozen)?;
    object::define_property_or_throw(cx, cooked, names::RAW, &object::Descriptor::data(raw_strings, 0))?;
    object::integrity::restrict(cx, cooked, object::integrity::Level::Frozen)?;
    made.set(Some(cx.new_global(cooked.get(&*cx), Strength::Strong)));
    root(dst).copy(cooked);
    Ok(())
}

#[inline(never)]
pub(super) fn add(cx: &mut Cx<'_>, dst: *mut u64, a: *mut u64, b: u64) -> Result<(), Throw> {
    roots!(cx; right);
    right.set(in_hand(b, &b));
    let v = operators::add(cx, root(a), right)?;
    root(dst).set(v);
    Ok(())
}

#[inline(never)]
pub(super) fn arithmetic(
    cx: &mut Cx<'_>,
    op: Arithmetic,
    dst: *mut u64,
    a: *mut u64,
    b: u64,
) -> Result<(), Throw> {
    roots!(cx; right);
    right.set(in_hand(b, &b));
    let v = operators::arithmetic(cx, op, root(a), right)?;
    root(dst).set(v);
    Ok(())
}

/// `x / y` of two int32: int32 if the quotient is one.
#[inline]
pub(super) fn divide(x: i32, y: i32) -> u64 {
    if y > 0 && x >= 0 && x % y == 0 {
        INT | (x / y) as u32 as u64
    } else {
        crate::value::number(x as f64 / y as f64).bits()
    }
}

#[inline(never)]
pub(super) fn negate(cx: &mut Cx<'_>, dst: *mut u64, v: *mut u64) -> Result<(), Throw> {
    let n = convert::to_number(cx, root(v))?;
    root(dst).set(number(-n));
    Ok(())
}

#[inline(never)]
pub(super) fn to_number(cx: &mut Cx<'_>, dst: *mut u64, v: *mut u64) -> Result<(), Throw> {
    let n = convert::to_number(cx, root(v))?;
    root(dst).set(number(n));
    Ok(())
}

#[inline(never)]
pub(super) fn compare(cx: &mut Cx<'_>, op: Relation, a: *mut u64, b: u64) -> Result<bool, Throw> {
    roots!(cx; right);
    right.set(in_hand(b, &b));
    operators::compare(cx, op, root(a), right)
}

#[inline(never)]
pub(super) fn loose_equals(cx: &mut Cx<'_>, a: *mut u64, b: *mut u64) -> Result<bool, Throw> {
    operators::loose_equals(cx, root(a), root(b))
}

#[inline(never)]
pub(super) fn type_of(cx: &mut Cx<'_>, dst: *mut u64, v: *mut u64) -> Result<(), Throw> {
    let atom = operators::type_of(root(v).get(&*cx));
    load_string(cx, dst, atom)
}

#[inline(never)]
pub(super) fn concat<'rt>(cx: &mut Cx<'rt>, dst: *mut u64, first: *mut u64, n: usize) -> Result<(), Throw> {
    roots!(cx; all, part);
    all.set(convert::to_string(cx, root(first))?);
    for i in 1..n {
        part.set(convert::to_string(cx, root(first.wrapping_add(i)))?);
        all.set(string::concat(cx, all, part)?);
    }
    root(dst).copy(all);
    Ok(())
}

/// The call of the built-in in a call window.
#[inline(never)]
pub(super) fn call_native<'rt>(cx: &mut Cx<'rt>, window: *mut u64, argc: usize) -> Result<u64, Throw> {
    // SAFETY: rule 1; the callee is a NATIVE cell, whose number names a built-in.
    let (f, slots) = unsafe {
        let number = *((*window & ADDRESS) as *const u64).add(5) as u32 as usize;
        *window.add(1) = UNDEFINED_BITS;
        (*cx.host.realm.natives.get_unchecked(number), raw::range(window, 3 + argc))
    };
    let args = crate::realm::Args::new(slots, missing(cx));
    f(cx, args).map(|v| v.bits())
}

/// A call whose callee is neither a closure nor a plain built-in, or a class constructor.
#[cold]
#[inline(never)]
pub(super) fn call<'rt>(cx: &mut Cx<'rt>, window: *mut u64, argc: usize) -> Result<u64, Throw> {
    // SAFETY: rule 1: a call window lies within the frame's.
    let slots: Slots<'_, 'rt> = unsafe { raw::range(window, 3 + argc) };
    if !crate::call::is_callable(slots.at(0).get(&*cx)) {
        let what = callee_text(cx).unwrap_or_else(|| error::describe(&*cx, slots.at(0).get(&*cx)));
        return Err(error::type_error(cx, &format!("{what} is not a function")));
    }
    crate::call::invoke(cx, slots).map(|v| v.bits())
}

/// The source text of what is being called, if it is short: `a.b.c` for messages.
fn callee_text(cx: &Cx<'_>) -> Option<String> {
    let frame = cx.host.frames.last()?;
    // SAFETY: both pointers are into the same code.
    let pc = unsafe { frame.pc.offset_from(frame.template.code.as_ptr()) } as u32;
    let position = frame.template.position(pc)?;
    let line = frame.template.source.text.lines().nth(position.line as usize - 1)?;
    let units: Vec<u16> = line.encode_utf16().collect();
    let column = (position.column as usize).checked_sub(1)?;
    let word =
        |u: u16| u < 128 && ((u as u8).is_ascii_alphanumeric() || u == b'_' as u16 || u == b'$' as u16);
    let start = (0..column)
        .rev()
        .take_while(|&i| word(*units.get(i).unwrap_or(&0)) || units.get(i) == Some(&(b'.' as u16)))
        .last()
        .unwrap_or(column);
    let end = (column..units.len()).find(|&i| !word(units[i])).unwrap_or(units.len());
    let text = String::from_utf16_lossy(units.get(start..end)?);
    (!text.is_empty() && text.len() <= 60 && !text.starts_with(|c: char| c.is_ascii_digit())).then_some(text)
}

/// `new` of anything but a closure.
#[cold]
#[inline(never)]
pub(super) fn construct(cx: &mut Cx<'_>, window: *mut u64, argc: usize) -> Result<u64, Throw> {
    if !crate::call::is_constructor(&*cx, root(window).get(&*cx)) {
        let what = callee_text(cx).unwrap_or_else(|| error::describe(&*cx, root(window).get(&*cx)));
        return Err(error::type_error(cx, &format!("{what} is not a constructor")));
    }
    construct_prepared(cx, window, argc)
}

/// [[Construct]] of a window whose constructor and new.target are in place.
#[inline(never)]
pub(super) fn construct_prepared<'rt>(cx: &mut Cx<'rt>, window: *mut u64, argc: usize) -> Result<u64, Throw> {
    // SAFETY: rule 1.
    let slots: Slots<'_, 'rt> = unsafe { raw::range(window, 3 + argc) };
    crate::call::invoke_construct(cx, slots).map(|v| v.bits())
}

#[inline(never)]
pub(super) fn call_spread<'rt>(
    cx: &mut Cx<'rt>,
    dst: *mut u64,
    window: *mut u64,
    construct: bool,
) -> Result<(), Throw> {
    let f: Root<'_, 'rt> = root(window);
    let callee = f.get(&*cx);
    let ok =
        if construct { crate::call::is_constructor(&*cx, callee) } else { crate::call::is_callable(callee) };
    if !ok {
        let what = callee_text(cx).unwrap_or_else(|| error::describe(&*cx, f.get(&*cx)));
        let kind = if construct { "constructor" } else { "function" };
        return Err(error::type_error(cx, &format!("{what} is not a {kind}")));
    }
    let (this, list) = (root(window.wrapping_add(2)), root(window.wrapping_add(3)));
    let v = crate::call::call_list(cx, f, this, construct.then_some(f), list)?;
    root(dst).set(v);
    Ok(())
}

#[inline(never)]
pub(super) fn super_call_spread<'rt>(cx: &mut Cx<'rt>, dst: *mut u64, window: *mut u64) -> Result<(), Throw> {
    let (f, new_target, list) = (root(window), root(window.wrapping_add(1)), root(window.wrapping_add(3)));
    let v = crate::call::call_list(cx, f, missing(cx), Some(new_target), list)?;
    root(dst).set(v);
    Ok(())
}

#[cold]
#[inline(never)]
pub(super) fn coerce_this<'rt>(cx: &mut Cx<'rt>, this: *mut u64) -> Result<(), Throw> {
    let this: Root<'_, 'rt> = root(this);
    let v = if this.get(&*cx).is_nullish() {
        realm::intrinsic(cx, Intrinsic::Global)?
    } else {
        convert::to_object(cx, this)?
    };
    this.set(v);
    Ok(())
}

#[inline(never)]
pub(super) fn create_rest<'rt>(
    cx: &mut Cx<'rt>,
    dst: *mut u64,
    args: *mut u64,
    argc: usize,
    from: usize,
) -> Result<(), Throw> {
    let from = from.min(argc);
    // SAFETY: the frame keeps its arguments below its window (`needs_arguments`).
    let rest: Slots<'_, 'rt> = unsafe { raw::range(args.add(from), argc - from) };
    let v = create::array_from_slots(cx, rest)?;
    root(dst).set(v);
    Ok(())
}

/// CreateUnmappedArgumentsObject and CreateMappedArgumentsObject (ECMA-262 10.4.4).
#[inline(never)]
pub(super) fn create_arguments<'rt>(
    cx: &mut Cx<'rt>,
    dst: *mut u64,
    frame: &Frame<'rt>,
    mapped: Option<*mut u64>,
) -> Result<(), Throw> {
    roots!(cx; o, cell, v, w);
    let (argc, params) = (frame.argc as usize, frame.template.params as usize);
    let callee = frame.base.wrapping_sub(3);
    // SAFETY: the frame keeps its arguments below its window (`needs_arguments`).
    let given: Slots<'_, 'rt> = unsafe { raw::range(frame.args, argc) };
    let shape = realm::kind_shape(cx, Intrinsic::ObjectPrototype)?;
    if argc > 0 {
        cell.set(cx.alloc_from_window::<Dense>(ELEMENTS, argc as u32, argc, given)?.with_tag(CELL));
    }
    let made = cx.alloc::<Object>(ARGUMENTS, shape.0, 3)?;
    made.set(object_words::ELEMENTS, cell.get(made));
    o.set(made);
    v.set(Value::int(argc as i32));
    object::define::define_new(cx, o, names::LENGTH, v, attr::WC)?;
    v.set(realm::intrinsic(cx, Intrinsic::ArrayPrototype)?);
    v.set(object::get(cx, v, names::ITERATOR)?);
    object::define::define_new(cx, o, names::ITERATOR, v, attr::WC)?;
    match mapped {
        Some(env) => {
            v.copy(root(callee));
            object::define::define_new(cx, o, names::CALLEE, v, attr::WC)?;
            let mapped = params.min(argc).min(64);
            let Some(arguments) = o.cast::<crate::kinds::Arguments>(&*cx) else { return Ok(()) };
            arguments.set(object_words::OWN, root(env).get(&*cx));
            arguments.set_raw(0, if mapped == 64 { u64::MAX } else { (1 << mapped) - 1 });
            // The parameters' environment is where these live now.
            if let Some(dense) = cell.cast::<Dense>(&*cx) {
                dense.fill(0, mapped, hole());
            }
        }
        None => {
            v.set(realm::intrinsic(cx, Intrinsic::ThrowTypeError)?);
            w.copy(v);
            let accessor = object::Descriptor {
                get: Some(v),
                set: Some(w),
                enumerable: Some(false),
                configurable: Some(false),
                ..Default::default()
            };
            object::define_property_or_throw(cx, o, names::CALLEE, &accessor)?;
        }
    }
    root(dst).copy(o);
    Ok(())
}

#[cold]
#[inline(never)]
pub(super) fn throw_error(cx: &mut Cx<'_>, kind: u16, message: Atom) -> Throw {
    let text = crate::atom::key_text(&*cx, message.into());
    let kind = match kind {
        1 => ErrorKind::Type,
        2 => ErrorKind::Reference,
        3 => ErrorKind::Syntax,
        4 => ErrorKind::Range,
        _ => ErrorKind::Error,
    };
    error::throw(cx, kind, &text)
}

#[cold]
#[inline(never)]
pub(super) fn not_destructurable(cx: &mut Cx<'_>, v: *mut u64) -> Throw {
    let what = error::describe(&*cx, root(v).get(&*cx));
    error::type_error(cx, &format!("Cannot destructure '{what}' as it is {what}."))
}

#[inline(never)]
pub(super) fn iterator_step(cx: &mut Cx<'_>, at: *mut u64, out: *mut u64) -> Result<bool, Throw> {
    // SAFETY: rule 1 for the record's registers.
    let record = unsafe { super::run::record(at) };
    let out = root(out);
    if record.is_done() {
        out.set(undefined());
        return Ok(false);
    }
    let more = iteration::step_value(cx, record, out)?;
    if !more {
        out.set(undefined());
    }
    Ok(more)
}

#[inline(never)]
pub(super) fn iterator_rest(cx: &mut Cx<'_>, at: *mut u64, out: *mut u64) -> Result<(), Throw> {
    // SAFETY: rule 1 for the record's registers.
    let record = unsafe { super::run::record(at) };
    roots!(cx; array, v);
    array.set(create::array(cx, 0, 0)?);
    while !record.is_done() && iteration::step_value(cx, record, v)? {
        iteration::spread::push(cx, array, v)?;
    }
    root(out).copy(array);
    Ok(())
}

#[inline(never)]
pub(super) fn iterator_close_quietly(cx: &mut Cx<'_>, at: *mut u64) {
    // SAFETY: rule 1 for the record's registers.
    let record = unsafe { super::run::record(at) };
    roots!(cx; ignored);
    if let Err(thrown) = iteration::close_quietly(cx, record) {
        error::take_exception(cx, thrown, ignored);
    }
}

#[inline(never)]
pub(super) fn for_in_start<'rt>(cx: &mut Cx<'rt>, at: *mut u64, v: *mut u64) -> Result<(), Throw> {
    roots!(cx; o, keys);
    if !root(v).get(&*cx).is_nullish() {
        o.set(convert::to_object(cx, root(v))?);
        keys.set(object::keys::for_in_keys(cx, o)?);
    }
    root(at).copy(keys);
    root(at.wrapping_add(1)).set(Value::int(0));
    root(at.wrapping_add(2)).copy(o);
    Ok(())
}

#[inline(never)]
pub(super) fn for_in_next<'rt>(cx: &mut Cx<'rt>, at: *mut u64, out: *mut u64) -> Result<bool, Throw> {
    let (keys, index, o): (Root<'_, 'rt>, Root<'_, 'rt>, Root<'_, 'rt>) =
        (root(at), root(at.wrapping_add(1)), root(at.wrapping_add(2)));
    roots!(cx; k);
    loop {
        let i = index.as_int().unwrap_or(0);
        let Some(v) = keys
            .cast::<Object>(&*cx)
            .and_then(elements::dense)
            .and_then(|(dense, used)| ((i as u32) < used).then(|| dense.get(i as usize)))
        else {
            root(out).set(undefined());
            return Ok(false);
        };
        k.set(v);
        index.set(Value::int(i + 1));
        // A key that has been deleted meanwhile is not visited.
        let key = convert::to_property_key(cx, k)?;
        if object::has_property(cx, o, key)? {
            root(out).copy(k);
            return Ok(true);
        }
    }
}
