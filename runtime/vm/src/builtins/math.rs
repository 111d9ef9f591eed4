//! math: built-in properties.

use crate::realm::{Args, Spec};
use crate::value::*;

/// Properties.
pub static PROPERTIES: &[Spec] = &[];
