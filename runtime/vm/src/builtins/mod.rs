//! The built-in objects: one file each, with a table of properties and the functions in it.
//!
//! To add a built-in method: write the function, add a row to the table of its file. To add a built-in object: a file
//! here and a row in the table of `realm`.

pub mod array;
pub mod array_iterator;
pub mod boolean;
pub mod console;
pub mod descriptor;
pub mod error;
pub mod function;
pub mod generator;
pub mod global;
pub mod iterator;
pub mod json;
pub mod map;
pub mod math;
pub mod number;
pub mod object;
pub mod reflect;
pub mod set;
pub mod string;
pub mod sum;
pub mod symbol;
pub mod uri;
pub mod weak;
