//! What the heap does for its embedder, each body run plainly and again under full stress.

mod common;
use common::*;
use tercet_gc::*;

#[test]
fn lists_survive() {
    everywhere(|cx| {
        roots!(cx; keep);
        keep.set(list(cx, 200).expect("room"));
        for _ in 0..rounds(cx, 300) {
            assert_eq!(sum(list(cx, 100).expect("room")), 4950);
        }
        assert_eq!(sum(keep.get(&cx)), 199 * 100);
    });
}
