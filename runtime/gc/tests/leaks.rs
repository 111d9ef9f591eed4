//! An isolate that goes takes its memory along.

mod common;
use common::*;
use tercet_gc::*;

/// Pages mapped by this process.
fn mapped_pages() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    statm.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0)
}

#[test]
fn isolates_come_and_go() {
    let turn = |spec: &str| {
        run_with(options(spec), |cx| {
            roots!(cx; a, b);
            a.set(cx.alloc::<Array>(ARRAY, 0, 100_000).expect("room"));
            b.set(list(cx, 2000).expect("room"));
            cx.collect_full();
            a.set(Value::FILL);
            cx.new_global(b.get(&cx), Strength::Strong);
            cx.collect_full();
        });
    };
    let specs = ["off", "verify", "protect=3,stress=400"];
    specs.into_iter().for_each(turn);
    let before = mapped_pages();
    for _ in 0..20 {
        specs.into_iter().for_each(turn);
    }
    let after = mapped_pages();
    assert!(after <= before + 1000, "{before} pages before, {after} after");
}
