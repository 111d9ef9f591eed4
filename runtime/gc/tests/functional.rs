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

#[test]
fn cells_keep_all_their_words() {
    everywhere(|cx| {
        roots!(cx; a, b, c);
        let cell = cx.alloc::<Array>(TAILED, 77, 2).expect("room");
        assert_eq!((cell.kind(), cell.aux(), cell.len(), cell.raw(2)), (3, 77, 2, 0));
        assert!(cell.get(1).same_bits(Value::FILL));
        cell.set_raw(0, u64::MAX);
        cell.set_raw(2, 0xFFFA_0000_0000_1234); // looks like a pointer and must not be followed
        cell.set(0, Value::double(0.5));
        cell.set_aux(78);
        a.set(cell);
        b.set(
            cx.alloc_bytes::<Bytes>(BYTES, 1, 9, 11, |bytes, _| bytes.copy_from_slice(b"hello world"))
                .expect("room"),
        );
        c.set(
            cx.alloc_units::<Bytes>(BYTES, 2, 8, 3, |units, _| units.copy_from_slice(&[1, 0xD800, 3]))
                .expect("room"),
        );
        for round in 0..3 {
            let (cell, bytes) =
                (a.cast::<Array>(&cx).expect("an array"), b.cast::<Bytes>(&cx).expect("bytes"));
            assert_eq!((cell.aux(), cell.raw(0), cell.raw(1)), (78 + round, u64::MAX, 0));
            assert_eq!((cell.raw(2), cell.get(0).as_double()), (0xFFFA_0000_0000_1234, Some(0.5)));
            assert_eq!(
                (bytes.bytes(), bytes.byte_len(), bytes.host_word()),
                (&b"hello world"[..], 11, 9 + round)
            );
            assert_eq!((bytes.len(), bytes.aux(), cell.bytes(), cell.byte_len()), (0, 1, &b""[..], 0));
            assert_eq!(c.cast::<Bytes>(&cx).expect("units").units(), [1, 0xD800, 3]);
            assert!(a.cast::<Pair>(&cx).is_none() && b.cast::<Array>(&cx).is_none());
            assert!(cell.untyped().cast::<Pair>().is_none());
            assert!(cell.identity_eq(cell.untyped().cast::<Array>().expect("still an array")));
            cell.set_aux(79 + round);
            bytes.set_host_word(10 + round);
            if round == 0 { cx.collect_minor() } else { cx.collect_full() }
        }
        let empty = cx.alloc_bytes::<Bytes>(BYTES, 0, 5, 0, |_, _| ()).expect("room");
        assert_eq!((empty.bytes(), empty.host_word()), (&b""[..], 5));
    });
}

#[test]
fn accesses_are_checked() {
    run_with(Options::default(), |cx| {
        roots!(cx; pair, bytes);
        pair.set(cx.alloc::<Pair>(PAIR, 0, 2).expect("room"));
        bytes.set(cx.alloc_bytes::<Bytes>(BYTES, 0, 0, 8, |_, _| ()).expect("room"));
        let caught = |f: &dyn Fn()| std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).is_err();
        let (p, b) = (pair.cast::<Pair>(&cx).expect("a pair"), bytes.cast::<Bytes>(&cx).expect("bytes"));
        assert!(caught(&|| assert!(p.get(2).is_int())));
        assert!(caught(&|| p.set(2, Value::int(0))));
        assert!(caught(&|| p.set_raw(0, 0)));
        assert!(caught(&|| assert!(b.get(0).is_int())));
        assert!(caught(&|| p.fill(1, 2, Value::int(0))));
        assert!(caught(&|| p.fill(3, usize::MAX, Value::int(0))));
        assert!(caught(&|| p.copy_from(0, p, 1, 2)));
        assert!(caught(&|| p.copy_from(1, b, 0, 1)));
        let mut bad = |kind: Kind| {
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(cx.alloc::<Pair>(kind, 0, 1))))
                .is_err()
        };
        assert!(bad(Kind { id: 0, tail: 0, layout: Layout::Values }));
        assert!(bad(Kind { id: 1, tail: 4, layout: Layout::Values }));
        assert!(bad(BYTES));
        // A panic in the middle of making a cell leaves a sound heap.
        let r = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            roots!(cx; unwound);
            unwound.set(Value::int(1));
            drop(cx.alloc_bytes::<Bytes>(BYTES, 0, 0, 100_000, |_, _| panic!("no bytes")))
        }));
        assert!(r.is_err());
        cx.collect_full();
        assert_eq!(sum(list(cx, 10).expect("room")), 45);
    });
}

#[test]
fn old_cells_remember_young_ones() {
    everywhere(|cx| {
        roots!(cx; old, young, tmp);
        old.set(cx.alloc::<Array>(ARRAY, 0, 10).expect("room"));
        cx.collect_full();
        for round in 0..4 {
            for i in 0..10 {
                young.set(list(cx, i + round).expect("room"));
                old.cast::<Array>(&cx).expect("an array").set(i as usize, young.get(&cx));
            }
            young.set(Value::FILL);
            if round % 2 == 0 {
                cx.collect_minor()
            } else {
                cx.collect_full()
            }
            tmp.set(list(cx, 50).expect("room")); // overwrites the nursery
            for i in 0..10 {
                let n = i64::from(i + round);
                assert_eq!(sum(old.cast::<Array>(&cx).expect("an array").get(i as usize)), n * (n - 1) / 2);
            }
        }
    });
}

#[test]
fn ranges_of_words_copy_with_a_barrier() {
    everywhere(|cx| {
        roots!(cx; old, young, n);
        old.set(cx.alloc::<Array>(ARRAY, 0, 8).expect("room"));
        cx.collect_full();
        young.set(cx.alloc::<Array>(ARRAY, 0, 5).expect("room"));
        for i in 0..5 {
            n.set(list(cx, i).expect("room"));
            young.cast::<Array>(&cx).expect("an array").set(i as usize, n.get(&cx));
        }
        n.set(Value::FILL);
        let (o, y) = (old.cast::<Array>(&cx).expect("an array"), young.cast::<Array>(&cx).expect("an array"));
        o.copy_from(2, y, 0, 5);
        cx.collect_minor();
        let o = old.cast::<Array>(&cx).expect("an array");
        o.move_within(2, 3, 5);
        for i in 0..5 {
            assert_eq!(sum(o.get(3 + i)), (0..i as i64).sum());
        }
        o.fill(0, 8, Value::int(4));
        let y = young.cast::<Array>(&cx).expect("an array");
        o.copy_from_replacing(1, y, 0, 5, y.get(0), Value::int(99));
        assert_eq!((o.get(0).as_int(), o.get(1).as_int(), sum(o.get(5))), (Some(4), Some(99), 6));
        n.set(cx.alloc::<Pair>(PAIR, 0, 2).expect("room"));
        old.cast::<Array>(&cx).expect("an array").fill(1, 7, n.get(&cx));
        n.set(Value::FILL);
        cx.collect_minor();
        let o = old.cast::<Array>(&cx).expect("an array");
        assert!(o.get(7).cast::<Pair>().expect("a pair").get(0).same_bits(Value::FILL));
    });
}

#[test]
fn cells_start_as_copies() {
    everywhere(|cx| {
        roots!(cx; src, a, b);
        src.set(cx.alloc::<Array>(ARRAY, 0, 6).expect("room"));
        for i in 0..6 {
            a.set(list(cx, i).expect("room"));
            src.cast::<Array>(&cx).expect("an array").set(i as usize, a.get(&cx));
        }
        for size in [4, 20_000] {
            let copy = cx.alloc_copy::<Array>(ARRAY, 3, size, src, 2, 4).expect("room");
            assert_eq!((copy.len(), sum(copy.get(0)), sum(copy.get(3))), (size, 1, 10));
            assert!(size == 4 || copy.get(size - 1).same_bits(Value::FILL));
            a.set(copy);
        }
        let window = cx.window(4).expect("room");
        window.slot(0).copy(src);
        window.slot(3).set(Value::int(3));
        b.set(cx.alloc_from_window::<Array>(ARRAY, 0, 3, &[a, b, src]).expect("room"));
        let c = cx.alloc_from_window::<Array>(ARRAY, 0, 5, &window).expect("room");
        assert!(
            c.get(0).same_bits(src.get(c)) && c.get(3).as_int() == Some(3) && c.get(4).same_bits(Value::FILL)
        );
        let c = cx.alloc_from_window::<Array>(ARRAY, 0, 1, (&window, 3..4)).expect("room");
        assert_eq!(c.get(0).as_int(), Some(3));
        drop(window);
        let b = b.cast::<Array>(&cx).expect("an array");
        assert!(b.get(0).same_bits(a.get(b)) && b.get(2).same_bits(src.get(b)));
    });
}

#[test]
fn large_cells_stay_and_are_swept() {
    everywhere(|cx| {
        roots!(cx; big, tmp);
        big.set(cx.alloc::<Array>(TAILED, 5, 100_000).expect("room"));
        let at = big.get(&cx).bits();
        big.cast::<Array>(&cx).expect("an array").set_raw(1, 42);
        for round in 0..3 {
            for i in [0, 1, 63, 64, 50_000, 99_999] {
                tmp.set(list(cx, 3).expect("room"));
                big.cast::<Array>(&cx).expect("an array").set(i, tmp.get(&cx));
            }
            tmp.set(Value::FILL);
            if round == 1 {
                cx.collect_full()
            } else {
                cx.collect_minor()
            }
            tmp.set(list(cx, 20).expect("room"));
            let b = big.cast::<Array>(&cx).expect("an array");
            for i in [0, 1, 63, 64, 50_000, 99_999] {
                assert_eq!(sum(b.get(i)), 3);
            }
            assert_eq!((b.len(), b.raw(1), b.aux(), b.kind()), (100_000, 42, 5, 3));
            assert!(b.get(2).same_bits(Value::FILL));
            b.move_within(0, 10, 64);
            assert_eq!(sum(b.get(74 - 1)), 3);
        }
        assert_eq!(big.get(&cx).bits(), at);
        let with = cx.committed_bytes();
        tmp.set(cx.alloc_units::<Bytes>(BYTES, 0, 7, 1 << 20, |units, _| units.fill(0xABCD)).expect("room"));
        big.set(Value::FILL);
        cx.collect_full();
        let t = tmp.cast::<Bytes>(&cx).expect("units");
        assert!(t.units().len() == 1 << 20 && t.units().iter().all(|&u| u == 0xABCD) && t.host_word() == 7);
        tmp.set(Value::FILL);
        cx.collect_full();
        cx.collect_full(); // the mappings were kept for one
        assert!(cx.committed_bytes() + 700_000 <= with, "{} {with}", cx.committed_bytes());
    });
}

#[test]
fn weak_words_die_with_their_cells() {
    everywhere(|cx| {
        roots!(cx; weak, kept, tmp);
        weak.set(cx.alloc::<WeakRef>(WEAK, 0, 4).expect("room"));
        kept.set(list(cx, 2).expect("room"));
        weak.cast::<WeakRef>(&cx).expect("weak").set(0, kept.get(&cx));
        weak.cast::<WeakRef>(&cx).expect("weak").set(1, Value::int(1));
        tmp.set(cx.alloc::<Array>(ARRAY, 0, 50_000).expect("room"));
        weak.cast::<WeakRef>(&cx).expect("weak").set(2, tmp.get(&cx));
        tmp.set(list(cx, 2).expect("room"));
        weak.cast::<WeakRef>(&cx).expect("weak").set(3, tmp.get(&cx));
        weak.cast::<WeakRef>(&cx).expect("weak").set_raw(0, 17);
        tmp.set(Value::FILL);
        cx.collect_minor(); // weak words are strong for a minor collection
        assert_eq!(sum(weak.cast::<WeakRef>(&cx).expect("weak").get(3)), 1);
        cx.collect_full();
        let w = weak.cast::<WeakRef>(&cx).expect("weak");
        assert!(w.get(0).same_bits(kept.get(&cx)) && sum(w.get(0)) == 1 && w.get(1).as_int() == Some(1));
        assert!(w.get(2).same_bits(Value::DEAD) && w.get(3).same_bits(Value::DEAD));
        assert_eq!(w.raw(0), 17);
        kept.set(Value::FILL);
        cx.collect_full();
        assert!(weak.cast::<WeakRef>(&cx).expect("weak").get(0).same_bits(Value::DEAD));
    });
}

#[test]
fn ephemerons_chain() {
    everywhere(|cx| {
        // Key i is the value of key i+1's pair, in an order that a naive fixpoint takes quadratic time for.
        let n = if cx.host.stressed { 12 } else { 50_000 };
        roots!(cx; table, key, next, keys);
        table.set(cx.alloc::<Eph>(EPH, 0, 2 * n + 1).expect("room"));
        key.set(cx.alloc::<Pair>(PAIR, 0, 2).expect("room"));
        for i in 0..n {
            next.set(cx.alloc::<Pair>(PAIR, 0, 2).expect("room"));
            next.cast::<Pair>(&cx).expect("a pair").set(0, Value::int(i as i32));
            let t = table.cast::<Eph>(&cx).expect("a table");
            t.set(2 * i, next.get(t));
            t.set(2 * i + 1, key.get(t));
            key.copy(next);
        }
        let t = table.cast::<Eph>(&cx).expect("a table");
        t.set(2 * n, key.get(t)); // the odd last word is weak
        next.set(Value::FILL);
        keys.copy(key);
        key.set(Value::FILL);
        let start = std::time::Instant::now();
        cx.collect_full();
        assert!(start.elapsed().as_secs() < 5, "not linear");
        let t = table.cast::<Eph>(&cx).expect("a table");
        for i in 1..n {
            assert_eq!(t.get(2 * i).cast::<Pair>().expect("a key").get(0).as_int(), Some(i as i32));
            assert!(t.get(2 * i + 1).same_bits(t.get(2 * i - 2)));
        }
        assert!(t.get(2 * n).same_bits(t.get(2 * n - 2)));
        // Without the first key the chain dies, although each value is held by the table.
        keys.set(Value::FILL);
        cx.collect_full();
        let t = table.cast::<Eph>(&cx).expect("a table");
        assert!((0..=2 * n).all(|i| t.get(i).same_bits(Value::DEAD)));
    });
}

#[test]
fn ephemerons_that_hold_their_own_key_die() {
    everywhere(|cx| {
        roots!(cx; table, key, value, big);
        table.set(cx.alloc::<Eph>(EPH, 0, 6).expect("room"));
        big.set(cx.alloc::<Array>(ARRAY, 0, 10_000).expect("room"));
        key.set(cx.alloc::<Pair>(PAIR, 0, 2).expect("room"));
        value.set(cx.alloc::<Pair>(PAIR, 0, 2).expect("room"));
        value.cast::<Pair>(&cx).expect("a pair").set(0, key.get(&cx));
        let t = table.cast::<Eph>(&cx).expect("a table");
        t.set(0, key.get(t));
        t.set(1, value.get(t));
        t.set(2, big.get(t)); // a large key
        t.set(3, value.get(t));
        t.set(4, Value::int(1)); // no pointer: always live
        t.set(5, big.get(t));
        key.set(Value::FILL);
        value.set(Value::FILL);
        cx.collect_full();
        let t = table.cast::<Eph>(&cx).expect("a table");
        assert!(t.get(0).is_ptr() && t.get(1).same_bits(t.get(3)), "the value of `big` holds the key");
        t.set(5, Value::FILL);
        t.set(3, Value::FILL);
        cx.collect_full();
        let t = table.cast::<Eph>(&cx).expect("a table");
        assert!(t.get(0).same_bits(Value::DEAD) && t.get(1).same_bits(Value::DEAD));
        assert!(t.get(2).same_bits(big.get(t)));
        big.set(Value::FILL);
        cx.collect_full();
        let t = table.cast::<Eph>(&cx).expect("a table");
        assert!(
            t.get(2).same_bits(Value::DEAD)
                && t.get(4).as_int() == Some(1)
                && t.get(5).same_bits(Value::FILL)
        );
    });
}

#[test]
fn globals_are_roots() {
    everywhere(|cx| {
        roots!(cx; tmp);
        tmp.set(list(cx, 10).expect("room"));
        let strong = cx.new_global(tmp.get(&cx), Strength::Strong);
        tmp.set(list(cx, 4).expect("room"));
        let weak = cx.new_global(tmp.get(&cx), Strength::Weak);
        let number = cx.new_global(Value::int(5), Strength::Weak);
        tmp.set(Value::FILL);
        cx.host.watch = vec![strong, weak, number];
        cx.collect_minor();
        if !cx.host.stressed {
            assert_eq!(sum(cx.global(weak)), 6);
        }
        cx.collect_full();
        assert_eq!(sum(cx.global(strong)), 45);
        assert!(cx.global(weak).same_bits(Value::FILL) && !cx.global(number).is_imm());
        assert!(cx.host.stressed || cx.host.dead == [weak]);
        tmp.set(list(cx, 3).expect("room"));
        cx.set_global(strong, tmp.get(&cx));
        tmp.set(Value::FILL);
        cx.collect_minor();
        assert_eq!(sum(cx.global(strong)), 3);
        cx.drop_global(strong);
        cx.drop_global(strong);
        assert!(cx.global(strong).same_bits(Value::FILL));
        cx.set_global(strong, Value::int(1));
        assert!(cx.global(strong).same_bits(Value::FILL), "a dropped global takes no value");
        assert!(cx.global(GlobalId(1 << 30)).same_bits(Value::FILL));
        assert_eq!(cx.new_global(Value::int(9), Strength::Strong), strong);
        cx.collect_full();
        assert_eq!(cx.global(strong).as_int(), Some(9));
    });
}

#[test]
fn the_host_marks_weak_globals() {
    everywhere(|cx| {
        roots!(cx; atom, tmp, kept);
        atom.set(cx.alloc_bytes::<Bytes>(ATOM, 3, 99, 2, |b, _| b.fill(1)).expect("room"));
        tmp.set(cx.alloc_bytes::<Bytes>(ATOM, 4, 99, 2, |b, _| b.fill(2)).expect("room"));
        kept.set(list(cx, 4).expect("room"));
        let weak = cx.new_global(kept.get(&cx), Strength::Weak);
        kept.set(Value::FILL);
        cx.host.mark = vec![(99, weak)];
        cx.collect_full();
        assert_eq!(sum(cx.global(weak)), 6);
        let mut met = cx.host.met.clone();
        met.sort();
        assert_eq!(met, [(ATOM.id, 3, 0, 99), (ATOM.id, 4, 0, 99)], "each live cell once");
        assert!(cx.host.again > 0 && cx.host.begun == cx.host.ended);
        atom.set(Value::FILL);
        tmp.set(cx.alloc::<Array>(TAILED, 8, 30_000).expect("room"));
        tmp.cast::<Array>(&cx).expect("an array").set_raw(0, 12);
        cx.collect_full();
        assert!(cx.global(weak).same_bits(Value::FILL));
        assert_eq!(cx.host.met, [(TAILED.id, 8, 12, 0)], "large cells are met too");
    });
}

#[test]
fn external_memory_makes_collections_due() {
    let stats = run_with(Options::default(), |cx| {
        for _ in 0..100 {
            cx.external(1 << 20);
            cx.alloc::<Pair>(PAIR, 0, 2).expect("room");
            cx.external(-(1 << 20));
        }
        assert_eq!(cx.stats().full, 0);
        for _ in 0..100 {
            cx.external(1 << 20);
            cx.alloc::<Pair>(PAIR, 0, 2).expect("room");
        }
        cx.external(isize::MIN);
    });
    assert!((2..12).contains(&stats.full), "{}", stats.full);
}

#[test]
fn the_heap_limit_throws() {
    for spec in ["limit=4000000", "limit=4000000,stress=500,verify", "limit=4000000,random=0.001:1,protect=2"]
    {
        run_with(options(spec), |cx| {
            for round in 0..3 {
                roots!(cx; acc, n);
                let mut made = 0u64;
                let thrown = loop {
                    n.set(Value::int(1));
                    match cons(cx, n, acc) {
                        Ok(pair) => acc.set(pair),
                        Err(thrown) => break thrown,
                    }
                    made += 1;
                    assert!(made < 1_000_000, "the limit is not enforced");
                };
                assert_eq!(thrown, cx.throw_imm(1));
                assert!(cx.exception().get(&cx).same_bits(Value::HEAP_FULL));
                assert!(made > 100_000, "only {made} in round {round}");
                // An error object can still be made.
                n.set(cx.alloc::<Array>(ARRAY, 0, 20).expect("slack"));
                // But who catches the error and goes on as before gets nowhere.
                let mut more = 0u64;
                for _ in 0..5 {
                    while let Ok(pair) = cons(cx, n, acc) {
                        acc.set(pair);
                        more += 1;
                        assert!(more < 40_000, "the slack is not enforced");
                    }
                }
                assert!(cx.alloc::<Array>(ARRAY, 0, 100_000).is_err());
                assert!(cx.alloc::<Array>(ARRAY, 0, 1 << 40).is_err());
                assert!(cx.alloc::<Array>(ARRAY, 0, usize::MAX).is_err());
                assert!(cx.alloc_bytes::<Bytes>(BYTES, 0, 0, 1 << 33, |_, _| ()).is_err());
                assert!(cx.alloc_units::<Bytes>(BYTES, 0, 0, usize::MAX, |_, _| ()).is_err());
            }
        });
    }
}

fn dive(cx: &mut TestCx<'_>, depth: usize) -> Result<usize, Throw> {
    cx.check_stack(10)?;
    roots!(cx; a, b, c);
    a.set(Value::int(depth as i32));
    b.copy(a);
    c.copy(b);
    if depth == 1_000_000 { Ok(depth) } else { dive(cx, depth + 1) }
}

#[test]
fn the_stack_limits_throw() {
    let small = Options { stack_slots: 10_000, ..Options::default() };
    run_with(small, |cx| {
        assert_eq!(dive(cx, 0), Err(cx.throw_imm(2)));
        cx.exception().set(Value::FILL);
        assert!(cx.window(6000).is_err());
        assert!(cx.exception().get(&cx).same_bits(Value::STACK_FULL));
        assert!(cx.window(usize::MAX).is_err());
        assert!(cx.window(3000).is_ok(), "everything was popped");
    });
    let shallow = Options { native_stack_bytes: 100_000, ..Options::default() };
    run_with(shallow, |cx| {
        assert_eq!(dive(cx, 0), Err(cx.throw_imm(2)));
        assert_eq!(cx.exception().as_imm(), Some(2));
    });
}

#[test]
fn exceptions_are_roots() {
    everywhere(|cx| {
        roots!(cx; v);
        v.set(list(cx, 5).expect("room"));
        assert_eq!(cx.throw(v), cx.throw_value(v.get(&cx)));
        v.set(Value::FILL);
        cx.collect_minor();
        cx.collect_full();
        v.copy(cx.exception());
        cx.exception().set(Value::FILL);
        assert_eq!(sum(v.get(&cx)), 10);
    });
}

#[test]
fn roots_compare() {
    everywhere(|cx| {
        roots!(cx; a, b, c);
        assert!(!a.ptr_eq(b) && a.same_bits(b));
        a.set(Value::double(1.0));
        assert!(a.as_double() == Some(1.0) && !a.is_int() && a.as_int().is_none() && !a.is_ptr());
        a.set(list(cx, 1).expect("room"));
        b.copy(a);
        c.set(a.cast::<Pair>(&cx).expect("a pair").with_tag(PtrTag::E));
        cx.collect_full();
        assert!(a.ptr_eq(b) && a.ptr_eq(c) && a.is_ptr() && !a.same_bits(c) && a.as_int().is_none());
    });
}

#[test]
fn the_heap_outlives_a_turn() {
    let mut isolate = isolate(options("verify"));
    let id = isolate.enter(|mut entry| {
        let (host, id) = entry.run(Counting::default(), |cx| {
            roots!(cx; l);
            l.set(list(cx, 100).expect("room"));
            cx.new_global(l.get(&cx), Strength::Strong)
        });
        let (host, total) = entry.run(host, |cx| {
            cx.collect_full();
            sum(cx.global(id))
        });
        assert_eq!((host.begun, total), (1, 4950));
        id
    });
    isolate.collect_code();
    isolate.enter(|mut entry| {
        entry.run((), |cx| {
            cx.collect_full();
            assert_eq!(sum(cx.global(id)), 4950);
        });
    });
    assert_eq!(isolate.stats().full, 2);
}

/// Mixed sizes, ten times the live size allocated and replaced: nothing may be lost to fragmentation.
#[test]
fn fragmentation_does_not_grow() {
    let stats = run_with(Options::default(), |cx| {
        const SLOTS: usize = 4000;
        roots!(cx; table, v);
        table.set(cx.alloc::<Array>(ARRAY, 0, SLOTS).expect("room"));
        let (mut state, mut total, mut live) = (1u64, 0usize, 0usize);
        let mut sizes = vec![0usize; SLOTS];
        while total < 10 * live.max(1 << 20) || total < 200 << 20 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (at, r) = ((state >> 33) as usize % SLOTS, state >> 50);
            // Most are small, some of them large; over time the mix changes.
            let n = match r % 64 {
                0 => 5000 + r as usize % 7000,
                1..8 => 300 + (r as usize % 1000) * (1 + (total >> 26)),
                _ => 1 + r as usize % 60,
            };
            v.set(cx.alloc::<Array>(ARRAY, 0, n).expect("room"));
            v.cast::<Array>(&cx).expect("an array").set(n - 1, Value::int(n as i32));
            table.cast::<Array>(&cx).expect("a table").set(at, v.get(&cx));
            live = live - sizes[at] + (n + 1) * 8;
            sizes[at] = (n + 1) * 8;
            total += (n + 1) * 8;
        }
        v.set(Value::FILL);
        cx.collect_full();
        let (committed, live_now) = (cx.committed_bytes(), cx.stats().live_bytes);
        assert!(live_now >= live && live_now < live * 5 / 4, "{live_now} of {live}");
        // The nursery takes at most 8 MiB, and so do empty mappings beside what is in proportion to the live size.
        assert!(committed <= 2 * live + (16 << 20), "{committed} committed for {live}");
        for (i, &size) in sizes.iter().enumerate() {
            let t = table.cast::<Array>(&cx).expect("a table");
            if let Some(c) = t.get(i).cast::<Array>() {
                assert_eq!(c.get(c.len() - 1).as_int(), Some(c.len() as i32));
                assert_eq!((c.len() + 1) * 8, size);
            }
        }
        // And when almost everything goes, the memory goes too.
        table.cast::<Array>(&cx).expect("a table").fill(10, SLOTS - 10, Value::FILL);
        cx.collect_full();
        assert!(cx.committed_bytes() <= 2 * cx.stats().live_bytes + (16 << 20), "{}", cx.committed_bytes());
    });
    assert!(stats.peak_heap_bytes < 400 << 20 && stats.cells_moved > 0);
}

#[test]
fn random_stress_is_replayable() {
    let body = |cx: &mut TestCx<'_>| {
        roots!(cx; keep);
        for _ in 0..20 {
            keep.set(list(cx, 50).expect("room"));
        }
    };
    let runs: Vec<_> = ["random=0.05:7", "random=0.05:7", "random=0.05:8"]
        .map(|s| run_with(options(s), body).verdict().to_string())
        .into();
    assert_eq!(runs[0], runs[1]);
    assert_ne!(runs[0], runs[2]);
}

#[test]
fn a_stress_run_that_moves_nothing_fails() {
    let stats = run_with(options("stress=1"), |_| ());
    assert!(stats.verdict().moved_nothing && !stats.verdict().passed());
    assert!(stats.verdict().to_string().contains("nothing was tested"));
}

#[test]
fn a_dispatch_loop_takes_shortcuts() {
    everywhere(|cx| {
        cx.check_stack(4).expect("room");
        // SAFETY: the slots above the stack pointer are made values before it is moved past them, and it is moved back
        // in the end; cells that `raw_bump` gives room for are written at once, and no address outlives an allocation.
        unsafe {
            let base = cx.raw_sp();
            for i in 0..4 {
                base.add(i).write(Value::FILL.bits());
            }
            assert!(base.add(4) <= cx.raw_stack_limit());
            cx.raw_set_sp(base.add(4));
            let acc = raw::root(base.add(1));
            assert_eq!(raw::slot(acc), base.add(1));
            const HEADER: u64 = raw::header(PAIR, 0, 2);
            let mut fast = 0;
            for i in 0..rounds(cx, 100_000) as i32 {
                base.write(Value::int(i).bits());
                let mut cell = cx.raw_bump(3);
                if cell.is_null() {
                    cell = raw::address(cx.alloc::<Pair>(PAIR, 0, 2).expect("room"));
                } else {
                    fast += 1;
                    cell.write(HEADER);
                }
                cell.add(1).write(base.read());
                cell.add(2).write(if i % 100 == 0 { Value::FILL.bits() } else { base.add(1).read() });
                acc.set(raw::gc::<Pair>(cell));
            }
            assert!(fast > 90_000 || cx.host.stressed && fast == 0, "{fast}");
            // An old cell, and a store behind the collector's back.
            base.add(2).write(base.add(1).read());
            cx.collect_full();
            let young = raw::address(cx.alloc::<Pair>(PAIR, 0, 2).expect("room"));
            base.add(3).write(Value::from(raw::gc::<Pair>(young)).bits());
            let old = raw::address(acc.cast::<Pair>(&cx).expect("a pair"));
            old.add(1).write(base.add(3).read());
            raw::barrier(old, old.add(1), base.add(3).read());
            base.add(3).write(Value::FILL.bits());
            cx.collect_minor();
            let kept = acc.cast::<Pair>(&cx).expect("a pair").get(0).cast::<Pair>().expect("the young one");
            assert!(kept.get(0).same_bits(Value::FILL));
            let all = cx.alloc_from_window::<Array>(ARRAY, 0, 5, raw::range(base, 4)).expect("room");
            assert!(all.get(1).same_bits(acc.get(all)) && all.get(2).same_bits(all.get(1)));
            assert!(all.get(3).same_bits(Value::FILL) && all.get(4).same_bits(Value::FILL));
            let id = cx.new_global(acc.get(&cx), Strength::Strong);
            assert_eq!(cx.raw_globals_base().add(id.0 as usize).read(), base.add(1).read());
            cx.raw_set_sp(base);
        }
    });
}

#[test]
fn isolates_work_side_by_side() {
    std::thread::scope(|s| {
        for i in 0..4 {
            s.spawn(move || {
                let stats = run_with(options("stress=3,protect=2,verify"), |cx| {
                    roots!(cx; keep);
                    for n in 0..20 {
                        keep.set(list(cx, n + i).expect("room"));
                    }
                    assert_eq!(sum(keep.get(&cx)), i64::from((19 + i) * (18 + i) / 2));
                });
                assert!(stats.verdict().passed());
            });
        }
    });
}
