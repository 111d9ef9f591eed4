//! Symbol (ECMA-262 20.4) and the GlobalSymbolRegistry.
//!
//! Invariant: a registered symbol carries a flag in its cell and its key as its description; the registry, a table
//! from keys to symbols, keeps it for the life of the realm.

use crate::atom::{self, Atom, names};
use crate::convert;
use crate::error;
use crate::kinds::*;
use crate::realm::{Args, Spec, SpecKey, What, getter, method, tag, value};
use crate::shape::attr;
use crate::string::{self, StringBuilder};
use crate::table;
use crate::value::*;

const fn well_known(name: &'static str, symbol: Atom) -> Spec {
    value(name, What::SymbolValue(symbol), 0)
}

/// Properties of the constructor.
pub static STATICS: &[Spec] = &[
    method("for", symbol_for, 1),
    method("keyFor", key_for, 1),
    well_known("asyncIterator", names::ASYNC_ITERATOR),
    well_known("hasInstance", names::HAS_INSTANCE),
    well_known("isConcatSpreadable", names::IS_CONCAT_SPREADABLE),
    well_known("iterator", names::ITERATOR),
    well_known("match", names::MATCH),
    well_known("matchAll", names::MATCH_ALL),
    well_known("replace", names::REPLACE),
    well_known("search", names::SEARCH),
    well_known("species", names::SPECIES),
    well_known("split", names::SPLIT),
    well_known("toPrimitive", names::TO_PRIMITIVE),
    well_known("toStringTag", names::TO_STRING_TAG),
    well_known("unscopables", names::UNSCOPABLES),
];

/// Properties.
pub static PROTOTYPE: &[Spec] = &[
    method("toString", to_string, 0),
    method("valueOf", value_of, 0),
    getter("description", description),
    tag("Symbol"),
    Spec {
        key: SpecKey::Symbol(names::TO_PRIMITIVE),
        what: What::Method(to_primitive, 1),
        attrs: attr::C,
        name: Some("[Symbol.toPrimitive]"),
    },
];

/// Flag in a symbol's raw word: it is in the registry.
const REGISTERED: u64 = 1 << 33;

/// Symbol(description)
pub fn construct<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if args.is_construct(&*cx) {
        return Err(error::type_error(cx, "Symbol is not a constructor"));
    }
    roots!(cx; description);
    description.copy(args.get(0));
    if !description.get(&*cx).is_undefined() {
        convert::to_flat_string(cx, description)?;
    }
    atom::new_symbol(cx, description, false)
}

/// Symbol.for(key)
fn symbol_for<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; key, registry, symbol);
    key.copy(args.get(0));
    convert::to_flat_string(cx, key)?;
    match cx.host.realm.symbol_registry {
        Some(global) => registry.set(cx.global(global)),
        None => registry.set(table::new(cx, 8)?),
    }
    if let Some(e) = table::lookup(cx, registry, key)? {
        return Ok(registry.cast::<Table>(&*cx).map_or(undefined(), |table| table::value(table, e)));
    }
    symbol.set(atom::new_symbol(cx, key, false)?);
    if let Some(cell) = symbol.cast::<Symbol>(&*cx) {
        cell.set_raw(0, cell.raw(0) | REGISTERED);
    }
    table::set(cx, registry, key, symbol)?;
    match cx.host.realm.symbol_registry {
        Some(global) => cx.set_global(global, registry.get(&*cx)),
        None => {
            let global = cx.new_global(registry.get(&*cx), Strength::Strong);
            cx.host.realm.symbol_registry = Some(global);
        }
    }
    Ok(symbol.get(&*cx))
}

/// Is the symbol in the GlobalSymbolRegistry (KeyForSymbol)?
pub fn is_registered<'rt>(_: &Cx<'rt>, symbol: Gc<'_, 'rt, Symbol>) -> bool {
    symbol.raw(0) & REGISTERED != 0
}

/// Symbol.keyFor(sym)
fn key_for<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if !args.get(0).get(&*cx).is_symbol() {
        let what = error::describe(&*cx, args.get(0).get(&*cx));
        return Err(error::type_error(cx, &format!("{what} is not a symbol")));
    }
    let registered = args.get(0).cast::<Symbol>(&*cx).filter(|&s| is_registered(&*cx, s));
    Ok(registered.map_or(undefined(), |s| s.get(0)))
}

/// ThisSymbolValue(value), left in `out`.
fn this_symbol_value<'rt>(
    cx: &mut Cx<'rt>,
    v: Root<'_, 'rt>,
    method: &str,
    out: Root<'_, 'rt>,
) -> Result<(), Throw> {
    out.copy(v);
    if let Some(wrapper) = v.cast::<Primitive>(&*cx) {
        out.set(wrapper.get(object_words::OWN));
    }
    if out.get(&*cx).is_symbol() {
        return Ok(());
    }
    Err(error::type_error(cx, &format!("{method} requires that 'this' be a Symbol")))
}

/// SymbolDescriptiveString(sym): `symbol` holds a symbol.
pub fn descriptive_string<'a, 'rt>(cx: &'a mut Cx<'rt>, symbol: Root<'_, 'rt>) -> Completion<'a, 'rt> {
    let mut text = StringBuilder::new();
    text.push_str("Symbol(");
    // Descriptions are flat: see `construct`.
    let description = symbol.cast::<Symbol>(&*cx).and_then(|s| s.get(0).cast::<Str>());
    if let Some(view) = description.and_then(string::try_view) {
        text.push_view(view);
    }
    text.push_str(")");
    text.finish(cx)
}

/// Symbol.prototype.toString()
fn to_string<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; symbol);
    this_symbol_value(cx, args.this(), "Symbol.prototype.toString", symbol)?;
    descriptive_string(cx, symbol)
}

/// Symbol.prototype.valueOf()
fn value_of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; symbol);
    this_symbol_value(cx, args.this(), "Symbol.prototype.valueOf", symbol)?;
    Ok(symbol.get(&*cx))
}

/// Symbol.prototype\[@@toPrimitive\](hint)
fn to_primitive<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; symbol);
    this_symbol_value(cx, args.this(), "Symbol.prototype [ @@toPrimitive ]", symbol)?;
    Ok(symbol.get(&*cx))
}

/// get Symbol.prototype.description
fn description<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; symbol);
    this_symbol_value(cx, args.this(), "Symbol.prototype.description", symbol)?;
    Ok(symbol.cast::<Symbol>(&*cx).map_or(undefined(), |s| s.get(0)))
}
