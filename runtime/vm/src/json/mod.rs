//! JSON: text to values and back (ECMA-262 25.5).
//!
//! Rooms: [`scan`] finds special characters; [`parse`] reads, with an explicit stack and no recursion, [`values`] keeps
//! what it has read, [`keys`] and what it has learned about objects, [`syntax`] words its errors, [`revive`] is the walk
//! with a reviver; [`stringify`] writes: [`plain`] what no program can observe, [`serialize`] everything; [`quote`]
//! escapes, [`number`] prints numbers.
//!
//! Not here: the functions that programs call (`builtins::json`).

pub mod keys;
pub mod number;
pub mod parse;
pub mod plain;
pub mod quote;
pub mod revive;
pub mod scan;
pub mod serialize;
pub mod stringify;
pub mod syntax;
pub mod values;
