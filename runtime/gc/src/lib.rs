//! A moving, generational heap whose rooting discipline is checked by the borrow checker and costs nothing at run time.
//!
//! The crate knows nothing of any language. An embedder brings a table of cell kinds, meanings for five pointer tags and
//! for immediates, and a `Host` that hears of full collections.
//!
//! - `&mut Cx` is the right to collect, `&Cx` the proof that nobody does (`NoGc` is that proof as a token).
//! - `Value` and `Gc` are in hand, and die at the next possible collection.
//! - `Root` is a slot of the shadow stack, opened by `roots!` or `Cx::window`, and survives.
//! - Everything is branded `'rt`; one `Isolate::enter`, one brand.
#![deny(unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks, missing_docs)]

mod cell;
mod cx;
mod fault;
mod globals;
mod heap;
mod host;
mod isolate;
mod options;
mod os;
pub mod raw;
mod stack;
mod stats;
mod value;

pub use cell::{AnyCell, CellType, Gc, Kind, KindInfo, Layout};
pub use cx::{Cx, Slots, Throw};
pub use globals::{GlobalId, Strength};
pub use host::{CellView, DeadGlobals, Host, Marker};
pub use isolate::{Entry, Isolate};
pub use options::{Options, Stress};
pub use stack::{Frame, NoGc, Proof, Root, SlotRange, Window};
pub use stats::{Pauses, Stats, Verdict};
pub use value::{PtrTag, Value};
