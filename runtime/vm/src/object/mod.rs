//! Objects: the essential internal methods of ECMA-262 10.1 and the exotic ones, on cells of the moving heap.
//!
//! Rooms: [`slots`] raw access to named slots, [`elements`] indexed properties, [`lookup`] [[Get]], [`assign`]
//! [[Set]], [`define`] [[DefineOwnProperty]] and [[GetOwnProperty]], [`keys`] [[OwnPropertyKeys]] and copies,
//! [`integrity`] extensibility, freezing and prototypes, [`create`] allocation.
//!
//! All functions that may run JavaScript take roots. Functions that take `&Cx` never collect.

pub mod assign;
pub mod create;
pub mod define;
pub mod elements;
pub mod integrity;
pub mod keys;
pub mod lookup;
pub mod slots;

pub use assign::{set, set_with_receiver};
pub use define::{
    Descriptor, Found, create_data_property, create_data_property_or_throw, define_own_property,
    define_property_or_throw, delete, delete_property_or_throw, get_own_property, has_own_property,
};
pub use lookup::{get, get_method, get_v, get_with_receiver, has_property};
