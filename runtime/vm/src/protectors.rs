//! Protectors: one word that says which intrinsic objects are still as they were made, as far as iteration can tell.
//!
//! Invariant: a bit is set only if what it promises holds now. Objects whose changes could break a promise carry the
//! WATCHED flag in their shape; every change of such an object that is not a plain store through an inline cache ends
//! here, where the promises are checked again by value: restoring the original brings the fast path back.

use crate::atom::names;
use crate::kinds::*;
use crate::object::lookup::{Own, find_own, proto};
use crate::realm::Intrinsic;
use crate::value::*;

/// `Array.prototype[@@iterator]` and `%ArrayIteratorPrototype%.next` are the intrinsic data properties.
pub const ITER: u32 = 1;
/// No `return` on `%ArrayIteratorPrototype%`, `%IteratorPrototype%`, `Object.prototype`; their prototypes unchanged.
pub const CLOSE: u32 = 2;
/// No indexed property on `Array.prototype` or `Object.prototype`, and the prototype of the former unchanged.
pub const NO_ELEMENTS: u32 = 4;
/// `String.prototype[@@iterator]` and the string iterator's `next`.
pub const STRING: u32 = 8;
/// `Map.prototype[@@iterator]` and the map iterator's `next`.
pub const MAP: u32 = 16;
/// `Set.prototype[@@iterator]` and the set iterator's `next`.
pub const SET: u32 = 32;
/// The generator prototype's `next` and `@@iterator` of `%IteratorPrototype%`.
pub const GENERATOR: u32 = 64;
/// `Array.prototype.constructor` is %Array%, and `Array[@@species]` the intrinsic accessor.
pub const SPECIES: u32 = 128;
/// All promises.
pub const ALL: u32 = 255;

/// Checks all promises again, after a change of a watched object.
pub fn recheck(cx: &mut Cx<'_>) -> Result<(), Throw> {
    cx.host.protectors = promises(&*cx);
    Ok(())
}

fn promises(cx: &Cx<'_>) -> u32 {
    use crate::builtins as b;
    let mut word = 0;
    let native = |which: Intrinsic, key, f: crate::realm::NativeFn| is_native(cx, which, key, f);
    if native(Intrinsic::ArrayPrototype, names::ITERATOR, b::array::values)
        && native(Intrinsic::ArrayIteratorPrototype, names::NEXT, b::array_iterator::next)
    {
        word |= ITER;
    }
    let chain_intact = has_proto(cx, Intrinsic::ArrayIteratorPrototype, Intrinsic::IteratorPrototype)
        && has_proto(cx, Intrinsic::IteratorPrototype, Intrinsic::ObjectPrototype);
    let no_return = |which| !has_own(cx, which, names::RETURN);
    let base =
        chain_intact && no_return(Intrinsic::IteratorPrototype) && no_return(Intrinsic::ObjectPrototype);
    if base && no_return(Intrinsic::ArrayIteratorPrototype) {
        word |= CLOSE;
    }
    let array_proto = has_proto(cx, Intrinsic::ArrayPrototype, Intrinsic::ObjectPrototype);
    let no_elements = |which| object(cx, which).is_none_or(|o| !crate::object::elements::has_any(o));
    if array_proto && no_elements(Intrinsic::ArrayPrototype) && no_elements(Intrinsic::ObjectPrototype) {
        word |= NO_ELEMENTS;
    }
    if native(Intrinsic::StringPrototype, names::ITERATOR, b::string::iterator)
        && native(Intrinsic::StringIteratorPrototype, names::NEXT, b::string::iterator_next)
    {
        word |= STRING;
    }
    if native(Intrinsic::MapPrototype, names::ITERATOR, b::map::entries)
        && native(Intrinsic::MapIteratorPrototype, names::NEXT, b::map::iterator_next)
    {
        word |= MAP;
    }
    if native(Intrinsic::SetPrototype, names::ITERATOR, b::set::values)
        && native(Intrinsic::SetIteratorPrototype, names::NEXT, b::set::iterator_next)
    {
        word |= SET;
    }
    if native(Intrinsic::GeneratorPrototype, names::NEXT, b::generator::next)
        && native(Intrinsic::IteratorPrototype, names::ITERATOR, b::iterator::iterator)
    {
        word |= GENERATOR;
    }
    if has_default_species(cx) {
        word |= SPECIES;
    }
    word
}

fn has_default_species(cx: &Cx<'_>) -> bool {
    let constructor = object(cx, Intrinsic::ArrayPrototype).is_none_or(|o| {
        match find_own(cx, o, names::CONSTRUCTOR.into()) {
            Own::Lazy => true,
            Own::Data(v, _) => crate::realm::is_intrinsic(cx, v, Intrinsic::Array),
            _ => false,
        }
    });
    constructor
        && object(cx, Intrinsic::Array).is_none_or(|o| match find_own(cx, o, names::SPECIES.into()) {
            Own::Lazy => true,
            Own::Accessor(pair, _) => is_function(cx, pair.get(0), crate::builtins::array::species),
            _ => false,
        })
}

fn object<'a, 'rt>(cx: &'a Cx<'rt>, which: Intrinsic) -> Option<Gc<'a, 'rt, Object>> {
    cx.host.realm.made(which).and_then(|g| cx.global(g).cast::<Object>())
}

/// The property is still lazy, or the built-in function `f`. An intrinsic that has not been made is as it should be.
fn is_native(cx: &Cx<'_>, which: Intrinsic, key: crate::atom::Atom, f: crate::realm::NativeFn) -> bool {
    let Some(o) = object(cx, which) else { return true };
    match find_own(cx, o, key.into()) {
        Own::Lazy => true,
        Own::Data(v, _) => is_function(cx, v, f),
        _ => false,
    }
}

/// Is `v` the built-in function object that runs `f`?
pub fn is_function<'rt>(cx: &Cx<'rt>, v: Value<'_, 'rt>, f: crate::realm::NativeFn) -> bool {
    v.cast::<Native>()
        .and_then(|n| cx.host.realm.natives.get(n.raw(0) as u32 as usize))
        .is_some_and(|&g| std::ptr::fn_addr_eq(f, g))
}

fn has_own(cx: &Cx<'_>, which: Intrinsic, key: crate::atom::Atom) -> bool {
    object(cx, which).is_some_and(|o| !matches!(find_own(cx, o, key.into()), Own::Missing))
}

fn has_proto(cx: &Cx<'_>, which: Intrinsic, expected: Intrinsic) -> bool {
    match (object(cx, which), object(cx, expected)) {
        (Some(o), Some(expected)) => proto(cx, o).is_some_and(|p| p.identity_eq(expected)),
        _ => true,
    }
}
