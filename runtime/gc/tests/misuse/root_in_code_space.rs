//! Nothing of the moving heap can be kept in the code space over turns.
use gc_arena::Rootable;
use std::cell::RefCell;
use tercet_gc::*;

fn f(_: Isolate<Rootable![RefCell<Vec<Window<'_>>>]>) {}
fn main() {}
