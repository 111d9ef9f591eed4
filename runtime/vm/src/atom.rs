//! Property keys.

/// A string or symbol used as a property key, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Atom(pub u32);
