//! Interned source text: identifier names, string contents, digits of big integers.
//!
//! Here live the [`Interner`] and the handles it gives out. A [`Name`] is four bytes, compares in one
//! instruction and is dense, so that tables may be indexed by it. Names which the grammar itself mentions are
//! interned first, in the order of [`Known`], in every interner: comparing a name with one of them needs no
//! interner at hand.
//!
//! Run-time property keys do not live here: an interner never forgets, so it may hold what stood in a source
//! text, not what a program computes.

use lasso::{Key, Rodeo, Spur};
use rustc_hash::FxBuildHasher;

/// A well-formed Unicode string kept by an [`Interner`].
///
/// Private names are interned with their leading `#`, and so never collide with other identifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Name(pub Spur);

impl Name {
    /// The name's dense index: 0, 1, 2, … in the order of interning.
    #[inline]
    pub fn index(self) -> usize {
        self.0.into_usize()
    }

    /// The inverse of [`Name::index`]; `None` when the index cannot be that of a name.
    #[inline]
    pub fn from_index(index: usize) -> Option<Name> {
        Spur::try_from_usize(index).map(Name)
    }
}

impl Name {
    /// Whether the name is a reserved word in strict mode code only.
    #[inline]
    pub(super) fn is_strict_reserved(self) -> bool {
        (Known::Implements as usize..=Known::Yield as usize).contains(&self.index())
    }

    /// Whether the name is `eval` or `arguments`, which strict mode code may not bind or assign.
    #[inline]
    pub(super) fn is_eval_or_arguments(self) -> bool {
        self == Known::Eval || self == Known::Arguments
    }
}

impl PartialEq<Known> for Name {
    #[inline]
    fn eq(&self, known: &Known) -> bool {
        self.index() == *known as usize
    }
}

macro_rules! known {
    ($($variant:ident $text:literal)*) => {
        /// Names that the grammar or the early errors mention, at the same index in every [`Interner`].
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u32)]
        #[allow(missing_docs, reason = "each variant is its text")]
        pub enum Known { $($variant),* }

        impl Known {
            const TEXTS: &'static [&'static str] = &[$($text),*];
        }
    };
}

known! {
    // The reserved words, in the order of the keyword tokens; then those reserved in strict mode code.
    Empty ""
    Break "break" Case "case" Catch "catch" Class "class" Const "const" Continue "continue"
    Debugger "debugger" Default "default" Delete "delete" Do "do" Else "else" Enum "enum"
    Export "export" Extends "extends" False "false" Finally "finally" For "for" Function "function"
    If "if" Import "import" In "in" Instanceof "instanceof" New "new" Null "null" Return "return"
    Super "super" Switch "switch" This "this" Throw "throw" True "true" Try "try" Typeof "typeof"
    Var "var" Void "void" While "while" With "with"
    Implements "implements" Interface "interface" Let "let" Package "package" Private "private"
    Protected "protected" Public "public" Static "static" Yield "yield"
    // All others.
    Arguments "arguments" As "as" Async "async" Await "await" Accessor "accessor"
    Constructor "constructor" Defer "defer" Eval "eval" From "from" Get "get" Meta "meta"
    Module "module" Of "of" Prototype "prototype" Proto "__proto__" Set "set" Source "source"
    StarDefault "*default*" Target "target" Undefined "undefined" UseStrict "use strict"
    Using "using" PrivateConstructor "#constructor" Star "*" NaN "NaN" Infinity "Infinity"
    Anonymous "anonymous"
}

impl Known {
    /// The handle of this name, valid in every interner.
    #[inline]
    pub fn name(self) -> Name {
        Name(Spur::try_from_usize(self as usize).expect("the known names are few"))
    }

    /// How many reserved words there are; they have the indices from 1 up to this.
    pub(super) const RESERVED: usize = Known::With as usize;

    /// The index of the last known name.
    pub(super) const LAST: usize = Known::TEXTS.len() - 1;

    /// The text of this name.
    pub fn text(self) -> &'static str {
        Known::TEXTS[self as usize]
    }
}

/// The table of all names of an engine's source texts.
pub struct Interner {
    names: Rodeo<Spur, FxBuildHasher>,
}

impl Default for Interner {
    fn default() -> Self {
        Self::new()
    }
}

impl Interner {
    /// An interner that holds the [`Known`] names only.
    pub fn new() -> Self {
        let mut names = Rodeo::with_hasher(FxBuildHasher);
        for (index, text) in Known::TEXTS.iter().enumerate() {
            let key: Spur = names.get_or_intern_static(text);
            assert_eq!(key.into_usize(), index, "a known name is listed twice");
        }
        Interner { names }
    }

    /// The handle of `text`, which is added when it is new.
    #[inline]
    pub fn intern(&mut self, text: &str) -> Name {
        Name(self.names.get_or_intern(text))
    }

    /// The handle of `text` if it has been interned before.
    pub fn get(&self, text: &str) -> Option<Name> {
        self.names.get(text).map(Name)
    }

    /// The text behind a handle that this interner gave out.
    #[inline]
    pub fn resolve(&self, name: Name) -> &str {
        self.names.resolve(&name.0)
    }

    /// How many names there are; each [`Name::index`] is below it.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Never true, since the known names are always there.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// The value of a string literal or of a template's cooked or raw chunk.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Str {
    /// Well-formed Unicode.
    Name(Name),
    /// Contains a lone surrogate, which only an escape such as `\ud800` can produce: all UTF-16 code units.
    Wtf16(Box<[u16]>),
}

impl Str {
    /// The handle of a well-formed string.
    pub fn as_name(&self) -> Option<Name> {
        match self {
            Str::Name(name) => Some(*name),
            Str::Wtf16(_) => None,
        }
    }

    /// The UTF-16 code units of the string.
    pub fn to_utf16(&self, interner: &Interner) -> Vec<u16> {
        match self {
            Str::Name(name) => interner.resolve(*name).encode_utf16().collect(),
            Str::Wtf16(units) => units.to_vec(),
        }
    }
}
