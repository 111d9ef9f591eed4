//! Function objects: closures over templates, built-ins, and their lazy `length`, `name` and `prototype`.
//!
//! A CLOSURE cell holds, after elements and slots: environment, home object, class data (the fields initialiser); its
//! raw word is the code id and flags. A NATIVE cell holds two data words; raw: native number and flags, length and
//! name. Calling is in `call` and `dispatch`.

use crate::atom::{Atom, names};
use crate::code::CodeId;
use crate::code::template::FunctionKind;
use crate::kinds::*;
use crate::object;
use crate::realm::{self, Intrinsic, NativeFn};
use crate::shape::{ShapeId, attr, flag};
use crate::value::*;

/// Flag in a function's raw word: has [[Construct]].
pub const CONSTRUCTOR: u32 = 1;
/// Flag: [[IsClassConstructor]].
pub const CLASS: u32 = 2;
/// Flag: [[ConstructorKind]] is derived.
pub const DERIVED: u32 = 4;

/// Word numbers of a CLOSURE.
pub mod closure_words {
    /// The environment closed over, or undefined.
    pub const ENV: usize = 2;
    /// [[HomeObject]], or undefined.
    pub const HOME: usize = 3;
    /// [[Fields]]: the initialiser function of a class constructor, or undefined.
    pub const FIELDS: usize = 4;
    /// How many words a closure has.
    pub const COUNT: usize = 5;
}

/// The flags of a template's closures.
pub fn flags_of(kind: FunctionKind) -> u32 {
    match kind {
        FunctionKind::Normal => CONSTRUCTOR,
        FunctionKind::BaseConstructor => CONSTRUCTOR | CLASS,
        FunctionKind::DerivedConstructor => CONSTRUCTOR | CLASS | DERIVED,
        _ => 0,
    }
}

fn lazy_shape(cx: &mut Cx<'_>, proto: Intrinsic, index: usize) -> Result<ShapeId, Throw> {
    let shape = cx.host.realm.function_shapes[index];
    if shape.0 != 0 {
        return Ok(shape);
    }
    let shape = object::create::intrinsic_shape(cx, proto, 0, flag::LAZY_FUNCTION)?;
    cx.host.shapes.pin(shape);
    cx.host.realm.function_shapes[index] = shape;
    Ok(shape)
}

/// A closure of template `code` over the environment in `env`.
pub fn closure<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    code: CodeId,
    kind: FunctionKind,
    env: Root<'_, 'rt>,
) -> Completion<'a, 'rt> {
    let shape = if kind == FunctionKind::Generator {
        lazy_shape(cx, Intrinsic::GeneratorFunctionPrototype, 1)?
    } else {
        lazy_shape(cx, Intrinsic::FunctionPrototype, 0)?
    };
    let f = cx.alloc::<Closure>(CLOSURE, shape.0, closure_words::COUNT)?;
    f.set(closure_words::ENV, env.get(f));
    f.set_raw(0, code.0 as u64 | (flags_of(kind) as u64) << 32);
    Ok(f.into())
}

/// A built-in function.
pub fn native<'a, 'rt>(cx: &'a mut Cx<'rt>, f: NativeFn, name: Atom, length: u32) -> Completion<'a, 'rt> {
    let number = cx.host.realm.natives.len() as u64;
    cx.host.realm.natives.push(f);
    native_numbered(cx, number as u32, name, length)
}

/// A built-in function whose Rust function has been registered before ([`register_native`]): for functions that are
/// made again and again, with data in their two words.
pub fn native_numbered<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    number: u32,
    name: Atom,
    length: u32,
) -> Completion<'a, 'rt> {
    let shape = lazy_shape(cx, Intrinsic::FunctionPrototype, 0)?;
    let cell = cx.alloc::<Native>(NATIVE, shape.0, object_words::OWN + 2)?;
    cell.set_raw(0, number as u64);
    cell.set_raw(1, length as u64 | (name.0 as u64) << 32);
    Ok(cell.into())
}

/// `length` and `name` of a function that has not materialised them.
pub fn length_and_name<'rt>(cx: &Cx<'rt>, f: Root<'_, 'rt>) -> (u32, Atom) {
    if let Some(native) = f.cast::<Native>(cx) {
        return (native.raw(1) as u32, Atom((native.raw(1) >> 32) as u32));
    }
    match f.cast::<Closure>(cx).and_then(|c| cx.host.code.templates[c.raw(0) as u32 as usize]) {
        Some(template) => (template.length, template.name),
        None => (0, names::EMPTY),
    }
}

/// The source text of a function, or the form of NativeFunction (ECMA-262 20.2.3.5).
pub fn source_text<'rt>(cx: &Cx<'rt>, f: Gc<'_, 'rt, Object>) -> String {
    if let Some(closure) = f.cast::<Closure>() {
        let template = cx.host.code.templates.get(closure.raw(0) as u32 as usize).copied().flatten();
        return template.map_or("", |t| t.text()).to_string();
    }
    let name = f.cast::<Native>().map_or(names::EMPTY, |n| Atom((n.raw(1) >> 32) as u32));
    format!("function {}() {{ [native code] }}", crate::atom::key_text(cx, name.into()))
}

/// The own `name` of a function, if it is a string that can be read without running anything.
pub fn own_name<'rt>(cx: &Cx<'rt>, f: Gc<'_, 'rt, Object>) -> Option<String> {
    match object::lookup::find_own(cx, f, names::NAME.into()) {
        object::lookup::Own::Data(v, _) => v.cast::<Str>().map(crate::string::to_rust_string),
        object::lookup::Own::Lazy => {
            let name = match f.cast::<Closure>() {
                Some(c) => cx.host.code.templates.get(c.raw(0) as u32 as usize).copied().flatten()?.name,
                None => Atom((f.cast::<Native>()?.raw(1) >> 32) as u32),
            };
            Some(crate::atom::key_text(cx, name.into()))
        }
        _ => None,
    }
}

/// Does a function get a `prototype` when its properties are materialised?
pub fn has_prototype<'rt>(cx: &Cx<'rt>, f: Gc<'_, 'rt, Object>) -> bool {
    f.cast::<Closure>()
        .and_then(|c| cx.host.code.templates[c.raw(0) as u32 as usize])
        .is_some_and(|t| matches!(t.kind, FunctionKind::Normal | FunctionKind::Generator))
}

/// Makes the value of a function's `prototype` property into `out` and gives its attributes; None if it has none.
pub fn make_prototype_property<'rt>(
    cx: &mut Cx<'rt>,
    f: Root<'_, 'rt>,
    out: Root<'_, 'rt>,
) -> Result<Option<u8>, Throw> {
    let Some(closure) = f.cast::<Closure>(&*cx) else { return Ok(None) };
    let Some(template) = cx.host.code.templates[closure.raw(0) as u32 as usize] else { return Ok(None) };
    match template.kind {
        FunctionKind::Normal => {
            out.set(object::create::plain(cx)?);
            object::define::define_new(cx, out, names::CONSTRUCTOR, f, attr::WC)?;
            Ok(Some(attr::W))
        }
        FunctionKind::Generator => {
            roots!(cx; proto);
            proto.set(realm::intrinsic(cx, Intrinsic::GeneratorPrototype)?);
            out.set(object::create::with_proto(cx, proto)?);
            Ok(Some(attr::W))
        }
        _ => Ok(None),
    }
}

/// SetFunctionName(F, name, prefix): `name` holds a property key's value.
pub fn set_function_name<'rt>(
    cx: &mut Cx<'rt>,
    f: Root<'_, 'rt>,
    name: Root<'_, 'rt>,
    prefix: &str,
) -> Result<(), Throw> {
    roots!(cx; text, v);
    if let Some(symbol) = name.cast::<Symbol>(&*cx) {
        let description = symbol.get(0).cast::<Str>().map(crate::string::to_rust_string);
        let private = symbol.raw(0) >> 32 & 1 != 0;
        let shown = match description {
            Some(d) if private => d,
            Some(d) => format!("[{d}]"),
            None => String::new(),
        };
        text.set(crate::string::from_str(cx, &shown)?);
    } else {
        text.set(crate::convert::to_string(cx, name)?);
    }
    if !prefix.is_empty() {
        v.set(crate::string::from_str(cx, &format!("{prefix} "))?);
        text.set(crate::string::concat(cx, v, text)?);
    }
    object::define::materialise_function(cx, f)?;
    object::define_own_property(cx, f, names::NAME.into(), &object::Descriptor::data(text, attr::C))?;
    Ok(())
}
