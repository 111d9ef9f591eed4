//! JavaScript values: what the words of the moving heap mean here.
//!
//! Lives here: the meaning of the pointer tags and immediates, and cheap questions about a value that need neither
//! the heap nor a conversion. Conversions are in [`crate::convert`], operators in [`crate::operators`].

pub use tercet_gc::{
    AnyCell, CellType, Frame, GlobalId, NoGc, Proof, PtrTag, Root, SlotRange as Slots, Strength, Throw, roots,
};

use crate::vm::Vm;

/// The mutator with the machine's state as host.
pub type Cx<'rt> = tercet_gc::Cx<'rt, Vm<'rt>>;
/// A value in hand.
pub type Value<'a, 'rt> = tercet_gc::Value<'a, 'rt>;
/// A typed pointer in hand.
pub type Gc<'a, 'rt, T> = tercet_gc::Gc<'a, 'rt, T>;
/// What every function that may run JavaScript or allocate returns.
pub type Completion<'a, 'rt> = Result<Value<'a, 'rt>, Throw>;

/// Tag of cells that are no JavaScript values: storage, environments, accessors.
pub const CELL: PtrTag = PtrTag::A;
/// Tag of big integers.
pub const BIGINT: PtrTag = PtrTag::B;
/// Tag of symbols (and private names).
pub const SYMBOL: PtrTag = PtrTag::C;
/// Tag of strings.
pub const STRING: PtrTag = PtrTag::D;
/// Tag of objects.
pub const OBJECT: PtrTag = PtrTag::E;

/// Numbers of the immediates. `undefined` is what the heap fills fresh words with.
pub mod imm {
    /// `undefined`
    pub const UNDEFINED: u32 = 0;
    /// `null`: differs from `undefined` in one bit, so that both are found by one test.
    pub const NULL: u32 = 4;
    /// An absent element of an array.
    pub const HOLE: u32 = 6;
    /// A binding in its temporal dead zone.
    pub const UNINIT: u32 = 7;
    /// `false`
    pub const FALSE: u32 = 8;
    /// `true`: differs from `false` in the lowest bit.
    pub const TRUE: u32 = 9;
    /// From here on: a property of a built-in object that has not been materialised.
    pub const LAZY: u32 = 0x1000_0000;
}

/// `undefined`
pub const UNDEFINED: Value<'static, 'static> = Value::imm(imm::UNDEFINED);

macro_rules! constants { ($($(#[$d:meta])* $name:ident = $imm:ident;)+) => { $(
    $(#[$d])* #[inline(always)] pub fn $name<'a, 'rt>() -> Value<'a, 'rt> { Value::imm(imm::$imm) }
)+ } }
constants! {
    /// `undefined`
    undefined = UNDEFINED;
    /// `null`
    null = NULL;
    /// An absent element.
    hole = HOLE;
    /// A binding in its temporal dead zone.
    uninit = UNINIT;
}

/// `true` or `false`
#[inline(always)]
pub fn boolean<'a, 'rt>(b: bool) -> Value<'a, 'rt> {
    Value::imm(imm::FALSE + b as u32)
}

/// A number, as int32 if it is one (and not -0).
#[inline]
pub fn number<'a, 'rt>(n: f64) -> Value<'a, 'rt> {
    let i = n as i32;
    if i as f64 == n && (i != 0 || n.is_sign_positive()) { Value::int(i) } else { Value::double(n) }
}

/// An index or length.
#[inline]
pub fn index_value<'a, 'rt>(n: u32) -> Value<'a, 'rt> {
    if n <= i32::MAX as u32 { Value::int(n as i32) } else { Value::double(n as f64) }
}

/// Cheap questions about a value.
pub trait Js: Sized + Copy {
    /// Is it this immediate?
    fn is_immediate(self, number: u32) -> bool;
    /// Is it an object?
    fn is_object(self) -> bool;
    /// Is it a string?
    fn is_string(self) -> bool;
    /// Is it a symbol?
    fn is_symbol(self) -> bool;
    /// Is it a number of either representation?
    fn is_number(self) -> bool;
    /// The number, if it is one.
    fn as_number(self) -> Option<f64>;
    /// The boolean, if it is one.
    fn as_bool(self) -> Option<bool>;
    /// `undefined`?
    #[inline(always)]
    fn is_undefined(self) -> bool {
        self.is_immediate(imm::UNDEFINED)
    }
    /// `null`?
    #[inline(always)]
    fn is_null(self) -> bool {
        self.is_immediate(imm::NULL)
    }
    /// `undefined` or `null`?
    #[inline(always)]
    fn is_nullish(self) -> bool {
        self.is_undefined() || self.is_null()
    }
    /// An absent element?
    #[inline(always)]
    fn is_hole(self) -> bool {
        self.is_immediate(imm::HOLE)
    }
    /// A binding in its temporal dead zone?
    #[inline(always)]
    fn is_uninit(self) -> bool {
        self.is_immediate(imm::UNINIT)
    }
}

impl Js for Value<'_, '_> {
    #[inline(always)]
    fn is_immediate(self, number: u32) -> bool {
        self.same_bits(Value::imm(number))
    }
    #[inline(always)]
    fn is_object(self) -> bool {
        self.has_tag(OBJECT)
    }
    #[inline(always)]
    fn is_string(self) -> bool {
        self.has_tag(STRING)
    }
    #[inline(always)]
    fn is_symbol(self) -> bool {
        self.has_tag(SYMBOL)
    }
    #[inline(always)]
    fn is_number(self) -> bool {
        self.is_int() || self.is_double()
    }
    #[inline(always)]
    fn as_number(self) -> Option<f64> {
        if let Some(i) = self.as_int() { Some(i as f64) } else { self.as_double() }
    }
    #[inline(always)]
    fn as_bool(self) -> Option<bool> {
        match self.as_imm() {
            Some(imm::FALSE) => Some(false),
            Some(imm::TRUE) => Some(true),
            _ => None,
        }
    }
}
