//! The one table of cell kinds: number, layout, name, and the Rust type that names it.
//!
//! Every object kind starts with the same two value words: [`ELEMENTS`](object_words::ELEMENTS) and
//! [`SLOTS`](object_words::SLOTS). What follows is the kind's own.

use crate::value::{BIGINT, CELL, CellType, OBJECT, PtrTag, STRING, SYMBOL};
use tercet_gc::{Kind, KindInfo, Layout};

/// Word numbers shared by all objects.
pub mod object_words {
    /// Indexed properties: undefined, or a cell of kind ELEMENTS, FROZEN_ELEMENTS or SPARSE.
    pub const ELEMENTS: usize = 0;
    /// Named properties beyond the inline ones: undefined, or a cell of kind STORAGE whose `aux` is the identity hash.
    pub const SLOTS: usize = 1;
    /// First word of a kind's own data; for ordinary objects the first inline property.
    pub const OWN: usize = 2;
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $name:ident = $id:literal $layout:ident tail $tail:literal meets $meets:literal;)+) => {
        $( $(#[doc = $doc])+ pub const $name: Kind = Kind { id: $id, tail: $tail, layout: Layout::$layout }; )+
        /// The table the heap is made with.
        pub static KINDS: &[KindInfo] = &[$(KindInfo { kind: $name, name: stringify!($name), meets_host: $meets }),+];
    };
}

kinds! {
    /// Latin-1 string: aux = atom or 0, host word = hash or 0, bytes.
    FLAT8 = 1 Raw tail 0 meets true;
    /// UTF-16 string: likewise, units.
    FLAT16 = 2 Raw tail 0 meets true;
    /// Concatenation: left, right; raw: length. Once flattened: the flat string, undefined.
    ROPE = 3 Values tail 1 meets false;
    /// Symbol or private name: description; raw: atom | private flag << 32.
    SYMBOL_CELL = 4 Values tail 1 meets true;
    /// Big integer: digits.
    BIGINT_CELL = 5 Raw tail 0 meets false;
    /// Dense elements: aux = how many words are in use; unused ones are holes.
    ELEMENTS = 8 Values tail 0 meets false;
    /// Dense elements of a frozen or sealed object: aux as ELEMENTS; attributes in the object's shape.
    FROZEN_ELEMENTS = 9 Values tail 0 meets false;
    /// Indexed properties by hash table: the table; see `elements`.
    SPARSE = 10 Values tail 0 meets false;
    /// Plain storage: named properties out of line, lists.
    STORAGE = 11 Values tail 0 meets false;
    /// Captured variables: word 0 is the parent.
    ENV = 12 Values tail 0 meets false;
    /// Getter and setter of an accessor property.
    ACCESSOR = 13 Values tail 0 meets false;
    /// Hash table of Map, Set and sparse elements: aux = capacity; see `table`.
    TABLE = 14 Values tail 0 meets false;
    /// Keys and values of WeakMap and WeakSet: aux = how many pairs are in use, dead ones included.
    WEAK_PAIRS = 15 Ephemerons tail 0 meets false;
    /// The target of a WeakRef.
    WEAK_BOX = 16 Weak tail 0 meets false;
    /// Registers of a suspended generator: the window, then raw: pc, code.
    SUSPENDED = 17 Values tail 2 meets true;
    /// A sparse element with unusual attributes: value or accessor; aux = attributes.
    ELEMENT_CELL = 18 Values tail 0 meets false;

    /// Ordinary object: inline properties.
    PLAIN = 32 Values tail 0 meets true;
    /// Array exotic object; raw: length | flags << 32.
    ARRAY = 33 Values tail 1 meets true;
    /// Function with bytecode: environment, home object, class data; raw: code | flags << 32.
    CLOSURE = 34 Values tail 1 meets true;
    /// Built-in function: two data words; raw: native | flags << 32, length | name atom << 32.
    NATIVE = 35 Values tail 2 meets true;
    /// Bound function: target, this, arguments (STORAGE).
    BOUND = 36 Values tail 0 meets true;
    /// Error: the stack as a string or undefined.
    ERROR = 37 Values tail 0 meets true;
    /// Boolean, Number, Symbol wrapper: the primitive.
    PRIMITIVE = 38 Values tail 0 meets true;
    /// String exotic object: the string.
    STRING_OBJECT = 39 Values tail 0 meets true;
    /// arguments: environment of mapped parameters or undefined; raw: how many are mapped.
    ARGUMENTS = 40 Values tail 1 meets true;
    /// Map: table.
    MAP = 41 Values tail 0 meets true;
    /// Set: table.
    SET = 42 Values tail 0 meets true;
    /// WeakMap: pairs.
    WEAK_MAP = 43 Values tail 0 meets true;
    /// WeakSet: pairs.
    WEAK_SET = 44 Values tail 0 meets true;
    /// WeakRef: box.
    WEAK_REF = 45 Values tail 0 meets true;
    /// Generator: SUSPENDED cell or undefined; raw: state.
    GENERATOR = 46 Values tail 1 meets true;
    /// Array iterator: array or undefined when exhausted; raw: next index | what << 32.
    ARRAY_ITERATOR = 47 Values tail 1 meets true;
    /// String iterator: string; raw: position.
    STRING_ITERATOR = 48 Values tail 1 meets true;
    /// Map or Set iterator: the table that the position refers to, undefined when exhausted; raw: position | what << 32.
    TABLE_ITERATOR = 49 Values tail 1 meets true;
    /// Iterator helper or wrapper: iterated, next, function, inner iterator, inner next; raw: state and counter.
    ITERATOR_HELPER = 50 Values tail 2 meets true;
    /// Raw JSON: the text, which is also its only property.
    RAW_JSON = 51 Values tail 0 meets true;
}

macro_rules! cell_types {
    ($($(#[$d:meta])* $name:ident: $tag:ident $first:literal..=$last:literal;)+) => { $(
        $(#[$d])* #[derive(Clone, Copy, Debug)] pub struct $name;
        impl CellType for $name { const TAG: PtrTag = $tag; const FIRST: u8 = $first; const LAST: u8 = $last; }
    )+ };
}

cell_types! {
    /// Any string.
    Str: STRING 1..=3;
    /// A flat string.
    Flat: STRING 1..=2;
    /// A rope.
    Rope: STRING 3..=3;
    /// A symbol.
    Symbol: SYMBOL 4..=4;
    /// A big integer.
    BigInt: BIGINT 5..=5;
    /// Dense elements, frozen or not.
    Dense: CELL 8..=9;
    /// Elements of any kind.
    Elements: CELL 8..=10;
    /// Sparse elements.
    Sparse: CELL 10..=10;
    /// Plain storage.
    Storage: CELL 11..=11;
    /// An environment.
    Env: CELL 12..=12;
    /// An accessor pair.
    Accessor: CELL 13..=13;
    /// A hash table.
    Table: CELL 14..=14;
    /// Weak pairs.
    WeakPairs: CELL 15..=15;
    /// A weak box.
    WeakBox: CELL 16..=16;
    /// A suspended window.
    Suspended: CELL 17..=17;
    /// A sparse element with attributes.
    ElementCell: CELL 18..=18;
    /// Any object.
    Object: OBJECT 32..=51;
    /// An ordinary object.
    Plain: OBJECT 32..=32;
    /// An array.
    Array: OBJECT 33..=33;
    /// A function with bytecode.
    Closure: OBJECT 34..=34;
    /// A built-in function.
    Native: OBJECT 35..=35;
    /// A bound function.
    Bound: OBJECT 36..=36;
    /// Anything callable without a proxy.
    Callable: OBJECT 34..=36;
    /// An error.
    ErrorObject: OBJECT 37..=37;
    /// A primitive wrapper other than String.
    Primitive: OBJECT 38..=38;
    /// A String object.
    StringObject: OBJECT 39..=39;
    /// An arguments object.
    Arguments: OBJECT 40..=40;
    /// A Map.
    MapObject: OBJECT 41..=41;
    /// A Set.
    SetObject: OBJECT 42..=42;
    /// A WeakMap.
    WeakMap: OBJECT 43..=43;
    /// A WeakSet.
    WeakSet: OBJECT 44..=44;
    /// A WeakRef.
    WeakRef: OBJECT 45..=45;
    /// A generator.
    Generator: OBJECT 46..=46;
    /// An array iterator.
    ArrayIterator: OBJECT 47..=47;
    /// A string iterator.
    StringIterator: OBJECT 48..=48;
    /// A Map or Set iterator.
    TableIterator: OBJECT 49..=49;
    /// An iterator helper.
    IteratorHelper: OBJECT 50..=50;
    /// Raw JSON.
    RawJson: OBJECT 51..=51;
}
