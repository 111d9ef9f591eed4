//! The moving heap.
