//! The realm: intrinsics, made when first needed from the builtins' tables, the global object and global scope.
//!
//! Lives here: the table of intrinsics and the making of objects from property tables. The properties themselves stand
//! in `builtins/<name>.rs`. Invariant: an intrinsic object's shape is unique, and a slot that has not been asked for
//! holds a LAZY immediate that says which row of which table it is.

use crate::atom::{Atom, Key, names};
use crate::builtins;
use crate::kinds::*;
use crate::object::{create, define, slots};
use crate::shape::{ShapeId, attr, flag};
use crate::value::*;
use std::collections::HashMap;

/// A built-in function.
pub type NativeFn = for<'a, 'f, 'rt> fn(&'a mut Cx<'rt>, Args<'f, 'rt>) -> Completion<'a, 'rt>;

/// The window of a call, as a built-in sees it: callee, new.target, this, arguments.
#[derive(Clone, Copy)]
pub struct Args<'f, 'rt> {
    window: Slots<'f, 'rt>,
    missing: Root<'f, 'rt>,
}

impl<'f, 'rt> Args<'f, 'rt> {
    /// `window` is `[callee, new.target, this, arguments...]`; `missing` a root that always holds undefined.
    pub fn new(window: Slots<'f, 'rt>, missing: Root<'f, 'rt>) -> Self {
        Args { window, missing }
    }
    /// The active function.
    #[inline]
    pub fn callee(self) -> Root<'f, 'rt> {
        self.window.at(0)
    }
    /// NewTarget: undefined in calls.
    #[inline]
    pub fn new_target(self) -> Root<'f, 'rt> {
        self.window.at(1)
    }
    /// Is it a construct call?
    pub fn is_construct(self, cx: &Cx<'rt>) -> bool {
        self.new_target().get(cx).is_object()
    }
    /// The `this` value.
    #[inline]
    pub fn this(self) -> Root<'f, 'rt> {
        self.window.at(2)
    }
    /// Argument `i`, or a root that holds undefined (and must not be written).
    #[inline]
    pub fn get(self, i: usize) -> Root<'f, 'rt> {
        if i + 3 < self.window.len() { self.window.at(i + 3) } else { self.missing }
    }
    /// How many arguments were given.
    #[inline]
    pub fn len(self) -> usize {
        self.window.len() - 3
    }
    /// No arguments?
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
    /// All arguments from `from` on.
    pub fn rest(self, from: usize) -> Slots<'f, 'rt> {
        let from = (from + 3).min(self.window.len());
        self.window.sub(from, self.window.len())
    }
}

/// A key in a property table.
#[derive(Clone, Copy)]
pub enum SpecKey {
    /// A string.
    Name(&'static str),
    /// A well-known symbol.
    Symbol(Atom),
}

/// What a property of a built-in is.
#[derive(Clone, Copy)]
pub enum What {
    /// A method with its `length`.
    Method(NativeFn, u8),
    /// An accessor without setter.
    Getter(NativeFn),
    /// An accessor with both.
    Accessor(NativeFn, NativeFn),
    /// A number.
    Number(f64),
    /// A string.
    Text(&'static str),
    /// `undefined`
    Undefined,
    /// A well-known symbol's value.
    SymbolValue(Atom),
    /// Another intrinsic.
    Intrinsic(Intrinsic),
    /// An accessor whose getter and setter both are %ThrowTypeError%.
    Poison,
    /// Whatever this makes.
    Make(for<'a, 'rt> fn(&'a mut Cx<'rt>) -> Completion<'a, 'rt>),
    /// The same function object as another property of this table (`trimLeft` is `trimStart`; `keys` is `values`).
    Same(SpecKey),
}

/// A row of a property table.
#[derive(Clone, Copy)]
pub struct Spec {
    /// Key.
    pub key: SpecKey,
    /// Value.
    pub what: What,
    /// Attributes.
    pub attrs: u8,
    /// `name` of the function, if it is not the key.
    pub name: Option<&'static str>,
}

/// A method row.
pub const fn method(name: &'static str, f: NativeFn, length: u8) -> Spec {
    Spec { key: SpecKey::Name(name), what: What::Method(f, length), attrs: attr::WC, name: None }
}
/// A method row whose key is a symbol; `name` as in `[Symbol.iterator]`.
pub const fn symbol_method(symbol: Atom, name: &'static str, f: NativeFn, length: u8) -> Spec {
    Spec { key: SpecKey::Symbol(symbol), what: What::Method(f, length), attrs: attr::WC, name: Some(name) }
}
/// A getter row.
pub const fn getter(name: &'static str, f: NativeFn) -> Spec {
    Spec { key: SpecKey::Name(name), what: What::Getter(f), attrs: attr::C, name: None }
}
/// A getter row whose key is a symbol.
pub const fn symbol_getter(symbol: Atom, name: &'static str, f: NativeFn) -> Spec {
    Spec { key: SpecKey::Symbol(symbol), what: What::Getter(f), attrs: attr::C, name: Some(name) }
}
/// A getter and setter row.
pub const fn accessor(name: &'static str, get: NativeFn, set: NativeFn) -> Spec {
    Spec { key: SpecKey::Name(name), what: What::Accessor(get, set), attrs: attr::C, name: None }
}
/// A row with any value and attributes.
pub const fn value(name: &'static str, what: What, attrs: u8) -> Spec {
    Spec { key: SpecKey::Name(name), what, attrs, name: None }
}
/// A `Symbol.toStringTag` row.
pub const fn tag(text: &'static str) -> Spec {
    Spec { key: SpecKey::Symbol(names::TO_STRING_TAG), what: What::Text(text), attrs: attr::C, name: None }
}
/// A row that is the same function object as another row.
pub const fn same(key: SpecKey, as_key: SpecKey) -> Spec {
    Spec { key, what: What::Same(as_key), attrs: attr::WC, name: None }
}

/// How an intrinsic object comes to be.
#[derive(Clone, Copy)]
pub enum Make {
    /// An ordinary object.
    Plain,
    /// A constructor: function, `length`, `prototype`.
    Constructor(NativeFn, u8, Intrinsic),
    /// A function that is no constructor.
    Function(NativeFn, u8),
    /// %Array.prototype%: an array.
    Array,
    /// A wrapper with this primitive: false, 0 or "".
    Wrapper(WrapperKind),
}

/// The primitive of a wrapper prototype.
#[derive(Clone, Copy)]
pub enum WrapperKind {
    /// %Boolean.prototype%
    Boolean,
    /// %Number.prototype%
    Number,
    /// %String.prototype%
    String,
}

/// A row of the table of intrinsics.
pub struct IntrinsicSpec {
    /// `name` of functions.
    pub name: &'static str,
    /// [[Prototype]]; None: null.
    pub proto: Option<Intrinsic>,
    /// How it is made.
    pub make: Make,
    /// Its properties, besides `prototype`, `length`, `name` of functions and `constructor` of prototypes, which come
    /// from the other columns.
    pub properties: &'static [Spec],
    /// For prototypes: the constructor.
    pub constructor: Option<Intrinsic>,
}

macro_rules! intrinsics {
    ($($name:ident: $text:literal, $proto:expr, $make:expr, $properties:expr, $constructor:expr;)+) => {
        /// The intrinsic objects (ECMA-262 6.1.7.4).
        #[allow(missing_docs)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum Intrinsic { $($name),+ }
        /// How many there are.
        pub const INTRINSICS: usize = [$(Intrinsic::$name),+].len();
        static TABLE: [IntrinsicSpec; INTRINSICS] = {
            #[allow(unused_imports)]
            use Intrinsic::*;
            [$(IntrinsicSpec { name: $text, proto: $proto, make: $make, properties: $properties, constructor: $constructor }),+]
        };
        const ALL: [Intrinsic; INTRINSICS] = [$(Intrinsic::$name),+];
    };
}

use Make::{Constructor, Function, Plain, Wrapper};
use builtins::*;

intrinsics! {
    ObjectPrototype: "", None, Plain, object::PROTOTYPE, Some(Object);
    FunctionPrototype: "", Some(ObjectPrototype), Function(function::prototype_call, 0), function::PROTOTYPE, Some(FunctionConstructor);
    Object: "Object", Some(FunctionPrototype), Constructor(object::construct, 1, ObjectPrototype), object::STATICS, None;
    FunctionConstructor: "Function", Some(FunctionPrototype), Constructor(function::construct, 1, FunctionPrototype), &[], None;
    ArrayPrototype: "", Some(ObjectPrototype), Make::Array, array::PROTOTYPE, Some(Array);
    Array: "Array", Some(FunctionPrototype), Constructor(array::construct, 1, ArrayPrototype), array::STATICS, None;
    StringPrototype: "", Some(ObjectPrototype), Wrapper(WrapperKind::String), string::PROTOTYPE, Some(String);
    String: "String", Some(FunctionPrototype), Constructor(string::construct, 1, StringPrototype), string::STATICS, None;
    NumberPrototype: "", Some(ObjectPrototype), Wrapper(WrapperKind::Number), number::PROTOTYPE, Some(Number);
    Number: "Number", Some(FunctionPrototype), Constructor(number::construct, 1, NumberPrototype), number::STATICS, None;
    ParseFloat: "parseFloat", Some(FunctionPrototype), Function(number::parse_float, 1), &[], None;
    ParseInt: "parseInt", Some(FunctionPrototype), Function(number::parse_int, 2), &[], None;
    BooleanPrototype: "", Some(ObjectPrototype), Wrapper(WrapperKind::Boolean), boolean::PROTOTYPE, Some(Boolean);
    Boolean: "Boolean", Some(FunctionPrototype), Constructor(boolean::construct, 1, BooleanPrototype), &[], None;
    SymbolPrototype: "", Some(ObjectPrototype), Plain, symbol::PROTOTYPE, Some(Symbol);
    Symbol: "Symbol", Some(FunctionPrototype), Constructor(symbol::construct, 0, SymbolPrototype), symbol::STATICS, None;
    Math: "", Some(ObjectPrototype), Plain, math::PROPERTIES, None;
    Json: "", Some(ObjectPrototype), Plain, json::PROPERTIES, None;
    Console: "", Some(ObjectPrototype), Plain, console::PROPERTIES, None;
    Performance: "", Some(ObjectPrototype), Plain, console::PERFORMANCE, None;
    Reflect: "", Some(ObjectPrototype), Plain, reflect::PROPERTIES, None;
    DatePrototype: "", Some(ObjectPrototype), Plain, &[], Some(Date);
    Date: "Date", Some(FunctionPrototype), Constructor(console::date, 7, DatePrototype), console::DATE, None;
    MapPrototype: "", Some(ObjectPrototype), Plain, map::PROTOTYPE, Some(Map);
    Map: "Map", Some(FunctionPrototype), Constructor(map::construct, 0, MapPrototype), map::STATICS, None;
    SetPrototype: "", Some(ObjectPrototype), Plain, set::PROTOTYPE, Some(Set);
    Set: "Set", Some(FunctionPrototype), Constructor(set::construct, 0, SetPrototype), set::STATICS, None;
    WeakMapPrototype: "", Some(ObjectPrototype), Plain, weak::MAP_PROTOTYPE, Some(WeakMap);
    WeakMap: "WeakMap", Some(FunctionPrototype), Constructor(weak::construct_map, 0, WeakMapPrototype), &[], None;
    WeakSetPrototype: "", Some(ObjectPrototype), Plain, weak::SET_PROTOTYPE, Some(WeakSet);
    WeakSet: "WeakSet", Some(FunctionPrototype), Constructor(weak::construct_set, 0, WeakSetPrototype), &[], None;
    WeakRefPrototype: "", Some(ObjectPrototype), Plain, weak::REF_PROTOTYPE, Some(WeakRef);
    WeakRef: "WeakRef", Some(FunctionPrototype), Constructor(weak::construct_ref, 1, WeakRefPrototype), &[], None;
    IteratorPrototype: "", Some(ObjectPrototype), Plain, iterator::PROTOTYPE, None;
    Iterator: "Iterator", Some(FunctionPrototype), Constructor(iterator::construct, 0, IteratorPrototype), iterator::STATICS, None;
    ArrayIteratorPrototype: "", Some(IteratorPrototype), Plain, array_iterator::PROTOTYPE, None;
    StringIteratorPrototype: "", Some(IteratorPrototype), Plain, string::ITERATOR_PROTOTYPE, None;
    MapIteratorPrototype: "", Some(IteratorPrototype), Plain, map::ITERATOR_PROTOTYPE, None;
    SetIteratorPrototype: "", Some(IteratorPrototype), Plain, set::ITERATOR_PROTOTYPE, None;
    IteratorHelperPrototype: "", Some(IteratorPrototype), Plain, iterator::HELPER_PROTOTYPE, None;
    WrapForValidIteratorPrototype: "", Some(IteratorPrototype), Plain, iterator::WRAP_PROTOTYPE, None;
    GeneratorPrototype: "", Some(IteratorPrototype), Plain, generator::PROTOTYPE, None;
    GeneratorFunctionPrototype: "", Some(FunctionPrototype), Plain, generator::FUNCTION_PROTOTYPE, None;
    GeneratorFunction: "GeneratorFunction", Some(FunctionConstructor), Constructor(generator::construct, 1, GeneratorFunctionPrototype), &[], None;
    ErrorPrototype: "", Some(ObjectPrototype), Plain, error::PROTOTYPE, Some(Error);
    Error: "Error", Some(FunctionPrototype), Constructor(error::construct, 1, ErrorPrototype), error::STATICS, None;
    TypeErrorPrototype: "TypeError", Some(ErrorPrototype), Plain, error::TYPE_PROTOTYPE, Some(TypeError);
    TypeError: "TypeError", Some(Error), Constructor(error::construct, 1, TypeErrorPrototype), &[], None;
    RangeErrorPrototype: "RangeError", Some(ErrorPrototype), Plain, error::RANGE_PROTOTYPE, Some(RangeError);
    RangeError: "RangeError", Some(Error), Constructor(error::construct, 1, RangeErrorPrototype), &[], None;
    ReferenceErrorPrototype: "ReferenceError", Some(ErrorPrototype), Plain, error::REFERENCE_PROTOTYPE, Some(ReferenceError);
    ReferenceError: "ReferenceError", Some(Error), Constructor(error::construct, 1, ReferenceErrorPrototype), &[], None;
    SyntaxErrorPrototype: "SyntaxError", Some(ErrorPrototype), Plain, error::SYNTAX_PROTOTYPE, Some(SyntaxError);
    SyntaxError: "SyntaxError", Some(Error), Constructor(error::construct, 1, SyntaxErrorPrototype), &[], None;
    EvalErrorPrototype: "EvalError", Some(ErrorPrototype), Plain, error::EVAL_PROTOTYPE, Some(EvalError);
    EvalError: "EvalError", Some(Error), Constructor(error::construct, 1, EvalErrorPrototype), &[], None;
    UriErrorPrototype: "URIError", Some(ErrorPrototype), Plain, error::URI_PROTOTYPE, Some(UriError);
    UriError: "URIError", Some(Error), Constructor(error::construct, 1, UriErrorPrototype), &[], None;
    AggregateErrorPrototype: "AggregateError", Some(ErrorPrototype), Plain, error::AGGREGATE_PROTOTYPE, Some(AggregateError);
    AggregateError: "AggregateError", Some(Error), Constructor(error::construct_aggregate, 2, AggregateErrorPrototype), &[], None;
    ThrowTypeError: "", Some(FunctionPrototype), Function(function::throw_type_error, 0), &[], None;
    Global: "", Some(ObjectPrototype), Plain, global::PROPERTIES, None;
}

/// The realm's state.
pub struct Realm {
    intrinsics: [Option<GlobalId>; INTRINSICS],
    /// Native functions by number.
    pub natives: Vec<NativeFn>,
    /// Shapes of `{}` by inline slots.
    pub plain_shapes: [ShapeId; 33],
    /// The initial shape of arrays.
    pub array_shape: ShapeId,
    /// Shapes of lazy functions: see `function`.
    pub function_shapes: [ShapeId; 4],
    /// Iterator result objects: `{value, done}`.
    pub result_shape: ShapeId,
    /// Shapes of builtin iterators and other often made kinds, by prototype.
    pub kind_shapes: HashMap<Intrinsic, ShapeId>,
    /// Global lexical bindings: slot and whether it is constant.
    pub lexicals: HashMap<Atom, (u32, bool)>,
    /// The STORAGE cell of their values.
    pub lexical_values: Option<GlobalId>,
    /// The GlobalSymbolRegistry: a table.
    pub symbol_registry: Option<GlobalId>,
    /// [[KeptAlive]]: the table of what WeakRefs have given out in this job.
    pub kept_objects: Option<GlobalId>,
}

impl Default for Realm {
    fn default() -> Self {
        Realm {
            intrinsics: [None; INTRINSICS],
            natives: Vec::new(),
            plain_shapes: [ShapeId(0); 33],
            array_shape: ShapeId(0),
            function_shapes: [ShapeId(0); 4],
            result_shape: ShapeId(0),
            kind_shapes: HashMap::new(),
            lexicals: HashMap::new(),
            lexical_values: None,
            symbol_registry: None,
            kept_objects: None,
        }
    }
}

impl Realm {
    /// The intrinsic's global, if it has been made.
    #[inline]
    pub fn made(&self, which: Intrinsic) -> Option<GlobalId> {
        self.intrinsics[which as usize]
    }
}

/// An intrinsic object, made now if it has not been.
#[inline]
pub fn intrinsic<'a, 'rt>(cx: &'a mut Cx<'rt>, which: Intrinsic) -> Completion<'a, 'rt> {
    match cx.host.realm.made(which) {
        Some(global) => Ok(cx.global(global)),
        None => make(cx, which),
    }
}

/// Is `v` this intrinsic object?
pub fn is_intrinsic<'rt>(cx: &Cx<'rt>, v: Value<'_, 'rt>, which: Intrinsic) -> bool {
    cx.host.realm.made(which).is_some_and(|g| cx.global(g).same_bits(v))
}

#[cold]
#[inline(never)]
fn make<'a, 'rt>(cx: &'a mut Cx<'rt>, which: Intrinsic) -> Completion<'a, 'rt> {
    roots!(cx; o, proto, v);
    let spec = &TABLE[which as usize];
    proto.set(null());
    if let Some(p) = spec.proto {
        proto.set(intrinsic(cx, p)?);
    }
    let global = create::prototype_global(cx, proto)?;
    let watched = match which {
        Intrinsic::ObjectPrototype => flag::WATCHED | flag::IMMUTABLE_PROTOTYPE,
        Intrinsic::ArrayPrototype
        | Intrinsic::Array
        | Intrinsic::ArrayIteratorPrototype
        | Intrinsic::IteratorPrototype
        | Intrinsic::StringPrototype
        | Intrinsic::StringIteratorPrototype
        | Intrinsic::MapPrototype
        | Intrinsic::MapIteratorPrototype
        | Intrinsic::SetPrototype
        | Intrinsic::SetIteratorPrototype
        | Intrinsic::GeneratorPrototype => flag::WATCHED,
        _ => 0,
    };
    if let Make::Wrapper(kind) = spec.make {
        v.set(match kind {
            WrapperKind::Boolean => crate::value::boolean(false),
            WrapperKind::Number => Value::int(0),
            WrapperKind::String => crate::string::empty(cx)?,
        });
    }
    let shape = cx.host.shapes.unique(global, 0, watched);
    match spec.make {
        Make::Plain => o.set(cx.alloc::<crate::kinds::Object>(PLAIN, shape.0, object_words::OWN)?),
        Make::Array => o.set(cx.alloc::<crate::kinds::Object>(ARRAY, shape.0, object_words::OWN)?),
        Make::Wrapper(kind) => {
            let kind = if matches!(kind, WrapperKind::String) { STRING_OBJECT } else { PRIMITIVE };
            let wrapper = cx.alloc::<crate::kinds::Object>(kind, shape.0, object_words::OWN + 1)?;
            wrapper.set(object_words::OWN, v.get(wrapper));
            o.set(wrapper);
        }
        Make::Function(f, length) | Make::Constructor(f, length, _) => {
            let name = crate::atom::intern_static(cx, spec.name);
            let native = cx.host.realm.natives.len() as u64;
            cx.host.realm.natives.push(f);
            let flags =
                if matches!(spec.make, Make::Constructor(..)) { crate::function::CONSTRUCTOR } else { 0 };
            let cell = cx.alloc::<crate::kinds::Object>(NATIVE, shape.0, object_words::OWN + 2)?;
            cell.set_raw(0, native | (flags as u64) << 32);
            cell.set_raw(1, length as u64 | (name.0 as u64) << 32);
            o.set(cell);
        }
    }
    // Known from here on, since the properties may name it.
    let global = cx.new_global(o.get(&*cx), Strength::Strong);
    cx.host.realm.intrinsics[which as usize] = Some(global);
    if let Make::Function(_, length) | Make::Constructor(_, length, _) = spec.make {
        v.set(Value::int(length as i32));
        slots::add(cx, o, names::LENGTH, v, attr::C)?;
        let name = crate::atom::intern_static(cx, spec.name);
        v.set(crate::atom::to_value(cx, name)?);
        slots::add(cx, o, names::NAME, v, attr::C)?;
    }
    if let Make::Constructor(.., prototype) = spec.make {
        v.set(lazy(which, PROTOTYPE_ROW));
        let _ = prototype;
        slots::add(cx, o, names::PROTOTYPE, v, 0)?;
    }
    if spec.constructor.is_some() {
        v.set(lazy(which, CONSTRUCTOR_ROW));
        slots::add(cx, o, names::CONSTRUCTOR, v, attr::WC)?;
    }
    for (row, property) in spec.properties.iter().enumerate() {
        let key = spec_key(cx, property.key);
        let attrs = match property.what {
            What::Getter(_) | What::Accessor(..) | What::Poison => property.attrs | attr::ACCESSOR,
            _ => property.attrs,
        };
        v.set(lazy(which, row as u32));
        slots::add(cx, o, key, v, attrs)?;
    }
    if which == Intrinsic::ThrowTypeError {
        crate::object::integrity::restrict(cx, o, crate::object::integrity::Level::Frozen)?;
    }
    if matches!(which, Intrinsic::ErrorPrototype) || watched != 0 {
        create::prototype_global(cx, o)?;
    }
    Ok(o.get(&*cx))
}

const PROTOTYPE_ROW: u32 = 0xFFFF;
const CONSTRUCTOR_ROW: u32 = 0xFFFE;

fn lazy<'a, 'rt>(which: Intrinsic, row: u32) -> Value<'a, 'rt> {
    Value::imm(imm::LAZY | (which as u32) << 16 | row)
}

fn spec_key(cx: &mut Cx<'_>, key: SpecKey) -> Atom {
    match key {
        SpecKey::Name(name) => crate::atom::intern_static(cx, name),
        SpecKey::Symbol(atom) => atom,
    }
}

/// The name of the constructor that a lazy `constructor` slot stands for.
pub fn lazy_constructor_name(v: Value<'_, '_>) -> Option<&'static str> {
    let number = v.as_imm()?.checked_sub(imm::LAZY)?;
    let constructor = TABLE[(number >> 16) as usize % INTRINSICS].constructor?;
    (number & 0xFFFF == CONSTRUCTOR_ROW).then_some(TABLE[constructor as usize].name)
}

/// Makes the value of a lazy slot of the intrinsic in `o`.
pub fn materialise_builtin<'rt>(cx: &mut Cx<'rt>, o: Root<'_, 'rt>, key: Atom) -> Result<(), Throw> {
    roots!(cx; v, w);
    let Some(object) = o.cast::<crate::kinds::Object>(&*cx) else { return Ok(()) };
    let Some(slot) = cx.host.shapes.lookup(slots::shape(object), key) else { return Ok(()) };
    let Some(number) = slots::read(&*cx, object, slot.index).as_imm().and_then(|i| i.checked_sub(imm::LAZY))
    else {
        return Ok(());
    };
    let (which, row) = (ALL[(number >> 16) as usize % INTRINSICS], number & 0xFFFF);
    let spec = &TABLE[which as usize];
    match row {
        PROTOTYPE_ROW => {
            if let Make::Constructor(.., prototype) = spec.make {
                v.set(intrinsic(cx, prototype)?);
            }
        }
        CONSTRUCTOR_ROW => {
            if let Some(constructor) = spec.constructor {
                v.set(intrinsic(cx, constructor)?);
            }
        }
        row => {
            let property = spec.properties[row as usize];
            let text = property.name.unwrap_or(match property.key {
                SpecKey::Name(name) => name,
                SpecKey::Symbol(_) => "",
            });
            match property.what {
                What::Method(f, length) => {
                    let name = crate::atom::intern_static(cx, text);
                    v.set(crate::function::native(cx, f, name, length as u32)?);
                }
                What::Getter(get) => accessor_pair(cx, Some(get), None, text, v, w)?,
                What::Accessor(get, set) => accessor_pair(cx, Some(get), Some(set), text, v, w)?,
                What::Poison => {
                    w.set(intrinsic(cx, Intrinsic::ThrowTypeError)?);
                    let pair = cx.alloc::<crate::kinds::Accessor>(ACCESSOR, 0, 2)?;
                    pair.set(0, w.get(pair));
                    pair.set(1, w.get(pair));
                    v.set(pair);
                }
                What::Number(n) => v.set(crate::value::number(n)),
                What::Text(text) => {
                    let atom = crate::atom::intern_static(cx, text);
                    v.set(crate::atom::to_value(cx, atom)?);
                }
                What::Undefined => v.set(undefined()),
                What::SymbolValue(atom) => v.set(crate::atom::to_value(cx, atom)?),
                What::Intrinsic(other) => v.set(intrinsic(cx, other)?),
                What::Make(make) => v.set(make(cx)?),
                What::Same(other) => {
                    let other = spec_key(cx, other);
                    v.set(crate::object::get(cx, o, Key::Name(other))?);
                }
            }
        }
    }
    // The slot's number has not changed: only the same slow path could have removed or replaced it.
    if let Some(object) = o.cast::<crate::kinds::Object>(&*cx)
        && let Some(slot) = cx.host.shapes.lookup(slots::shape(object), key)
    {
        slots::write(&*cx, object, slot.index, v.get(&*cx));
    }
    Ok(())
}

fn accessor_pair<'rt>(
    cx: &mut Cx<'rt>,
    get: Option<NativeFn>,
    set: Option<NativeFn>,
    text: &str,
    v: Root<'_, 'rt>,
    w: Root<'_, 'rt>,
) -> Result<(), Throw> {
    v.set(undefined());
    w.set(undefined());
    if let Some(get) = get {
        let name = crate::atom::intern_pinned(cx, &format!("get {text}"))?;
        v.set(crate::function::native(cx, get, name, 0)?);
    }
    if let Some(set) = set {
        let name = crate::atom::intern_pinned(cx, &format!("set {text}"))?;
        w.set(crate::function::native(cx, set, name, 1)?);
    }
    let pair = cx.alloc::<crate::kinds::Accessor>(ACCESSOR, 0, 2)?;
    pair.set(0, v.get(pair));
    pair.set(1, w.get(pair));
    v.set(pair);
    Ok(())
}

/// The shape without properties whose prototype is an intrinsic, for kinds made often.
pub fn kind_shape(cx: &mut Cx<'_>, proto: Intrinsic) -> Result<ShapeId, Throw> {
    if let Some(&shape) = cx.host.realm.kind_shapes.get(&proto) {
        return Ok(shape);
    }
    let shape = create::intrinsic_shape(cx, proto, 0, 0)?;
    cx.host.shapes.pin(shape);
    cx.host.realm.kind_shapes.insert(proto, shape);
    Ok(shape)
}

/// GetPrototypeFromConstructor(constructor, default): the `prototype` of new.target if it is an object. `new_target`
/// may hold undefined.
pub fn prototype_from_constructor<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    new_target: Root<'_, 'rt>,
    default: Intrinsic,
) -> Completion<'a, 'rt> {
    roots!(cx; p);
    if new_target.get(&*cx).is_object() {
        p.set(crate::object::get(cx, new_target, names::PROTOTYPE)?);
        if p.get(&*cx).is_object() {
            return Ok(p.get(&*cx));
        }
    }
    intrinsic(cx, default)
}

/// CreateIterResultObject(value, done).
pub fn iter_result<'a, 'rt>(cx: &'a mut Cx<'rt>, v: Root<'_, 'rt>, done: bool) -> Completion<'a, 'rt> {
    if cx.host.realm.result_shape.0 == 0 {
        let shape = create::intrinsic_shape(cx, Intrinsic::ObjectPrototype, 2, 0)?;
        let (shape, _) = cx.host.shapes.add(shape, names::VALUE, attr::WEC);
        let (shape, _) = cx.host.shapes.add(shape, names::DONE, attr::WEC);
        cx.host.shapes.pin(shape);
        cx.host.realm.result_shape = shape;
    }
    let shape = cx.host.realm.result_shape;
    let o = cx.alloc::<crate::kinds::Plain>(PLAIN, shape.0, object_words::OWN + 2)?;
    o.set(object_words::OWN, v.get(o));
    o.set(object_words::OWN + 1, crate::value::boolean(done));
    Ok(o.into())
}

/// Defines a non-generic property of the global object, for hosts.
pub fn define_global<'rt>(cx: &mut Cx<'rt>, name: &str, v: Root<'_, 'rt>) -> Result<(), Throw> {
    roots!(cx; global);
    global.set(intrinsic(cx, Intrinsic::Global)?);
    let atom = crate::atom::intern_pinned(cx, name)?;
    define::define_property_or_throw(cx, global, atom, &define::Descriptor::data(v, attr::WC))
}
