//! A moving, generational heap whose rooting discipline is checked by the borrow checker and costs nothing at run time.
//!
//! The crate knows nothing of any language. An embedder brings a table of cell kinds, meanings for five pointer tags and
//! for immediates, and a `Host` that hears of full collections.
//!
//! - `&mut Cx` is the right to collect, `&Cx` the proof that nobody does (`NoGc` is that proof as a token).
//! - `Value` and `Gc` are in hand, and die at the next possible collection.
//! - `Root` is a slot of the shadow stack, opened by `roots!` or `Cx::window`, and survives.
//! - Everything is branded `'rt`; one `Isolate::enter`, one brand.
//!
//! ```
//! use tercet_gc::*;
//!
//! struct Pair;
//! impl CellType for Pair {
//!     const TAG: PtrTag = PtrTag::A;
//!     const FIRST: u8 = 1;
//!     const LAST: u8 = 1;
//! }
//! const PAIR: Kind = Kind { id: 1, tail: 0, layout: Layout::Values };
//! static KINDS: &[KindInfo] = &[KindInfo { kind: PAIR, name: "pair", meets_host: false }];
//!
//! /// Conses the numbers below `n`. The result is in hand: it borrows `cx`, which is why it comes from `&*cx`.
//! fn list<'a, 'rt>(cx: &'a mut Cx<'rt, ()>, n: i32) -> Result<Value<'a, 'rt>, Throw> {
//!     roots!(cx; acc);
//!     for i in 0..n {
//!         let pair = cx.alloc::<Pair>(PAIR, 0, 2)?; // collects at will
//!         pair.set(0, Value::int(i));
//!         pair.set(1, acc.get(pair)); // the new cell is the proof that nothing moves
//!         acc.set(pair);
//!     }
//!     Ok(acc.get(&*cx))
//! }
//!
//! let mut isolate = Isolate::<gc_arena::Rootable![()]>::new(Options::default(), KINDS, |_| ());
//! isolate.enter(|mut entry| {
//!     entry.run((), |cx| {
//!         roots!(cx; l);
//!         l.set(list(cx, 3).expect("room"));
//!         cx.collect_full();
//!         let first = l.cast::<Pair>(&cx).expect("a pair");
//!         assert_eq!(first.get(0).as_int(), Some(2));
//!     });
//! });
//! ```
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
