//! What inspection shows of the kinds of objects: names, sizes, functions, errors, wrappers.

use super::inspect::{Body, Form, Inspector};
use crate::atom::{Key, names};
use crate::builtins::map;
use crate::code::template::FunctionKind;
use crate::kinds::*;
use crate::object::{self, elements};
use crate::string;
use crate::table;
use crate::value::*;

/// The name of an object's kind, for objects without constructor.
pub fn class_name<'rt>(cx: &Cx<'rt>, v: Root<'_, 'rt>) -> &'static str {
    match v.cast::<Object>(cx).map_or(0, |o| o.kind()) {
        k if k == ARRAY.id => "Array",
        k if (CLOSURE.id..=BOUND.id).contains(&k) => "Function",
        k if k == ERROR.id => "Error",
        k if k == STRING_OBJECT.id => "String",
        k if k == MAP.id => "Map",
        k if k == SET.id => "Set",
        k if k == WEAK_MAP.id => "WeakMap",
        k if k == WEAK_SET.id => "WeakSet",
        k if k == WEAK_REF.id => "WeakRef",
        _ => "Object",
    }
}

/// Constructor, size and tag, with a blank behind.
fn prefix(constructor: Option<&str>, tag: &str, fallback: &str, size: &str) -> String {
    match constructor {
        None if !tag.is_empty() && fallback != tag => format!("[{fallback}{size}: null prototype] [{tag}] "),
        None => format!("[{fallback}{size}: null prototype] "),
        Some(name) if !tag.is_empty() && name != tag => format!("{name}{size} [{tag}] "),
        Some(name) => format!("{name}{size} "),
    }
}

/// The prefix of an object of which nothing special is shown.
pub fn context<'rt>(cx: &Cx<'rt>, v: Root<'_, 'rt>, constructor: Option<&str>, tag: &str) -> String {
    let class = class_name(cx, v);
    prefix(constructor, tag, if class == tag { "Object" } else { class }, "")
}

/// How an object is shown. Keys that are shown in other ways are taken out of `keys`, and hidden ones put in.
pub fn form<'rt>(
    inspector: &mut Inspector,
    cx: &mut Cx<'rt>,
    v: Root<'_, 'rt>,
    constructor: Option<&str>,
    tag: &str,
    keys: &mut Vec<Key>,
) -> Result<Form, Throw> {
    let kind = v.cast::<Object>(&*cx).map_or(0, |o| o.kind());
    let braces = |open: String, body: Body, empty: bool| {
        let alone = empty.then(|| format!("{open}}}"));
        Form { base: String::new(), open, close: "}", body, alone }
    };
    let with_base = |base: String| Form {
        alone: Some(base.clone()),
        base,
        open: "{".into(),
        close: "}",
        body: Body::Empty,
    };
    if let Some(array) = v.cast::<Array>(&*cx) {
        let length = elements::array_length(array);
        let open = if constructor == Some("Array") && tag.is_empty() {
            String::from("[")
        } else {
            prefix(constructor, tag, "Array", &format!("({length})")) + "["
        };
        let alone = (length == 0).then(|| format!("{open}]"));
        return Ok(Form { base: String::new(), open, close: "]", body: Body::Elements, alone });
    }
    if kind == MAP.id || kind == SET.id {
        let size = v
            .cast::<Object>(&*cx)
            .and_then(|o| o.get(object_words::OWN).cast::<Table>())
            .map_or(0, table::len);
        let (name, body) = if kind == MAP.id { ("Map", Body::Entries) } else { ("Set", Body::Members) };
        return Ok(braces(prefix(constructor, tag, name, &format!("({size})")) + "{", body, size == 0));
    }
    if let Some(iterator) = v.cast::<TableIterator>(&*cx) {
        let of = if map::is_map_iterator(iterator) { "Map" } else { "Set" };
        let what = if map::iterator_gives(iterator) == map::ENTRIES { "Entries" } else { "Iterator" };
        let other =
            if tag.is_empty() || tag == format!("{of} Iterator") { "".into() } else { format!("{tag}] [") };
        return Ok(braces(format!("[{other}{of} {what}] {{"), Body::Rest, false));
    }
    if crate::call::is_callable(v.get(&*cx)) {
        return Ok(with_base(function_base(cx, v, constructor, tag)?));
    }
    if kind == ERROR.id {
        return Ok(with_base(super::errors::text(inspector, cx, v, constructor, tag, keys)?));
    }
    if kind == PRIMITIVE.id || kind == STRING_OBJECT.id {
        return Ok(with_base(wrapper_base(inspector, cx, v, constructor, tag, keys)?));
    }
    if kind == WEAK_MAP.id || kind == WEAK_SET.id {
        return Ok(braces(context(&*cx, v, constructor, tag) + "{", Body::Unknown, false));
    }
    let open = if constructor == Some("Object") {
        if kind == ARGUMENTS.id {
            "[Arguments] {".into()
        } else if tag.is_empty() {
            "{".into()
        } else {
            prefix(constructor, tag, "Object", "") + "{"
        }
    } else {
        context(&*cx, v, constructor, tag) + "{"
    };
    Ok(braces(open, Body::Empty, true))
}

/// The `name` of a function, if it is a string.
fn name_of<'rt>(cx: &mut Cx<'rt>, f: Root<'_, 'rt>) -> Result<String, Throw> {
    roots!(cx; name);
    if !f.get(&*cx).is_object() {
        return Ok(String::new());
    }
    name.set(object::get(cx, f, names::NAME)?);
    Ok(name.cast::<Str>(&*cx).map(string::to_rust_string).unwrap_or_default())
}

/// `[Function: f]`, `[class A extends B]`.
fn function_base<'rt>(
    cx: &mut Cx<'rt>,
    f: Root<'_, 'rt>,
    constructor: Option<&str>,
    tag: &str,
) -> Result<String, Throw> {
    let (mut class, mut generator) = (false, false);
    if let Some(closure) = f.cast::<Closure>(&*cx) {
        class = (closure.raw(0) >> 32) as u32 & crate::function::CLASS != 0;
        let template = cx.host.code.templates.get(closure.raw(0) as u32 as usize).copied().flatten();
        generator = template.is_some_and(|t| t.kind == FunctionKind::Generator);
    }
    let name = name_of(cx, f)?;
    if class {
        let mut base = format!("class {}", if name.is_empty() { "(anonymous)" } else { &name });
        if let Some(constructor) = constructor
            && constructor != "Function"
        {
            base += &format!(" [{constructor}]");
        }
        if !tag.is_empty() && constructor != Some(tag) {
            base += &format!(" [{tag}]");
        }
        if constructor.is_none() {
            return Ok(format!("[{base} extends [null prototype]]"));
        }
        roots!(cx; parent);
        parent.set(object::integrity::get_prototype_of(&*cx, f));
        let parent = name_of(cx, parent)?;
        return Ok(if parent.is_empty() {
            format!("[{base}]")
        } else {
            format!("[{base} extends {parent}]")
        });
    }
    let kind = if generator { "GeneratorFunction" } else { "Function" };
    let mut base = format!("[{kind}");
    if constructor.is_none() {
        base += " (null prototype)";
    }
    base += &if name.is_empty() { " (anonymous)]".into() } else { format!(": {name}]") };
    if let Some(constructor) = constructor
        && constructor != kind
        && constructor != "Function"
    {
        base += &format!(" {constructor}");
    }
    if !tag.is_empty() && constructor != Some(tag) && tag != kind {
        base += &format!(" [{tag}]");
    }
    Ok(base)
}

/// `[Number: 3]`
fn wrapper_base<'rt>(
    inspector: &mut Inspector,
    cx: &mut Cx<'rt>,
    v: Root<'_, 'rt>,
    constructor: Option<&str>,
    tag: &str,
    keys: &mut Vec<Key>,
) -> Result<String, Throw> {
    roots!(cx; primitive);
    if let Some(o) = v.cast::<Object>(&*cx) {
        primitive.set(o.get(object_words::OWN));
    }
    let inner = primitive.get(&*cx);
    let class = if let Some(s) = inner.cast::<Str>() {
        let length = string::length(s) as u32;
        keys.retain(|key| !matches!(key, Key::Index(i) if *i < length));
        "String"
    } else if inner.is_number() {
        "Number"
    } else if inner.is_symbol() {
        "Symbol"
    } else {
        "Boolean"
    };
    let mut base = format!("[{class}");
    match constructor {
        None => base += " (null prototype)",
        Some(name) if name != class => base += &format!(" ({name})"),
        Some(_) => {}
    }
    base += &format!(": {}]", inspector.primitive(cx, primitive)?);
    if !tag.is_empty() && constructor != Some(tag) {
        base += &format!(" [{tag}]");
    }
    Ok(base)
}
