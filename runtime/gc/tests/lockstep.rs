//! Random programs in lockstep on this heap and on a model in `gc-arena`: the reachable graphs must be the same.
//!
//! The model holds strong edges and weak ones by `gc-arena`'s own pointers. It has no ephemerons, so before each of its
//! cycles a naive fixpoint over the graph decides which pairs live.

mod common;
use common::*;
use gc_arena::{Arena, Collect, Gc as Ref, GcWeak, Mutation, RefLock, Rootable};
use proptest::prelude::*;
use std::collections::{HashMap, HashSet, hash_map::Entry};
use tercet_gc::*;

const ROOTS: usize = 6;
/// Pairs of a chain's table; without a common divisor with the steps.
const CHAIN: usize = 8;

#[derive(Clone, Debug)]
enum Op {
    /// A new array with so many words.
    Array(usize, usize),
    /// A new array that starts with the first words of another.
    Copy(usize, usize, usize),
    Bytes(usize, usize, u8),
    /// A weak cell for the target.
    Weak(usize, usize),
    /// A table of ephemerons with so many pairs.
    Table(usize, usize),
    /// A table of so many pairs in a row, the value of each being the key of the next, the first key in a root of its
    /// own. The pairs lie in the table in an order of steps of the last number.
    Chain(usize, usize, usize, usize),
    /// `root[at] = root`, or for a table `root[at] = (root, root)`.
    Store(usize, usize, usize, usize),
    StoreInt(usize, usize, i32),
    /// `memmove` of the first words.
    Move(usize, usize, usize),
    Load(usize, usize, usize),
    /// Reads a weak cell, after a full collection on both sides.
    LoadWeak(usize, usize),
    Assign(usize, usize),
    Drop(usize),
    Minor,
    Full,
    Check,
}

fn op() -> impl Strategy<Value = Op> {
    let r = || 0..ROOTS;
    let size = prop_oneof![10 => 0usize..12, 2 => 100usize..400, 1 => 4090usize..9000];
    prop_oneof![
        6 => (r(), size.clone()).prop_map(|(a, n)| Op::Array(a, n)),
        2 => (r(), r(), size.clone()).prop_map(|(a, b, n)| Op::Copy(a, b, n)),
        2 => (r(), prop_oneof![0usize..40, 33_000usize..34_000], any::<u8>()).prop_map(|(a, n, b)| Op::Bytes(a, n, b)),
        2 => (r(), r()).prop_map(|(a, b)| Op::Weak(a, b)),
        5 => (r(), 1usize..5).prop_map(|(a, n)| Op::Table(a, n)),
        2 => (r(), r(), 1usize..7, prop_oneof![Just(1usize), Just(3), Just(5)])
            .prop_map(|(a, b, n, k)| Op::Chain(a, b, n, k)),
        14 => (r(), 0usize..10_000, r(), r()).prop_map(|(a, i, b, c)| Op::Store(a, i, b, c)),
        3 => (r(), 0usize..10_000, any::<i32>()).prop_map(|(a, i, n)| Op::StoreInt(a, i, n)),
        2 => (r(), r(), 0usize..500).prop_map(|(a, b, n)| Op::Move(a, b, n)),
        6 => (r(), r(), 0usize..10_000).prop_map(|(a, b, i)| Op::Load(a, b, i)),
        2 => (r(), r()).prop_map(|(a, b)| Op::LoadWeak(a, b)),
        3 => (r(), r()).prop_map(|(a, b)| Op::Assign(a, b)),
        3 => r().prop_map(Op::Drop),
        3 => Just(Op::Minor),
        2 => Just(Op::Full),
        2 => Just(Op::Check),
    ]
}

/// What a graph looks like from its roots: a line per cell, cells numbered in the order in which they are reached.
type Picture = Vec<String>;

// ---- the model ----

#[derive(Clone, Copy, Collect)]
#[collect(no_drop)]
enum Word<'gc> {
    Fill,
    Dead,
    Int(i32),
    Node(Ref<'gc, RefLock<Node<'gc>>>),
    Weak(GcWeak<'gc, RefLock<Node<'gc>>>),
}
#[derive(Collect)]
#[collect(no_drop)]
struct Node<'gc> {
    kind: u8,
    words: Vec<Word<'gc>>,
    bytes: Vec<u8>,
}
type Cell<'gc> = Ref<'gc, RefLock<Node<'gc>>>;
type Model = Arena<Rootable![Ref<'_, RefLock<Vec<Word<'_>>>>]>;

fn address(c: Cell<'_>) -> usize {
    Ref::as_ptr(c) as usize
}

/// The cells that live, in the order in which they are first reached.
fn live<'gc>(roots: &[Word<'gc>]) -> Vec<Cell<'gc>> {
    let (mut order, mut seen): (Vec<Cell<'gc>>, HashSet<usize>) = (Vec::new(), HashSet::new());
    let mut visit = |from: Word<'gc>, order: &mut Vec<Cell<'gc>>| {
        let mut stack = vec![from];
        while let Some(w) = stack.pop() {
            if let Word::Node(c) = w
                && seen.insert(address(c))
            {
                order.push(c);
                if c.borrow().kind == ARRAY.id {
                    stack.extend(c.borrow().words.iter().rev());
                }
            }
        }
    };
    for &r in roots {
        visit(r, &mut order);
    }
    loop {
        let before = order.len();
        let known: HashSet<usize> = order.iter().map(|&c| address(c)).collect();
        for table in order.clone() {
            if table.borrow().kind == EPH.id {
                for pair in table.borrow().words.chunks(2) {
                    if key_lives(pair[0], &known) {
                        visit(pair[1], &mut order);
                    }
                }
            }
        }
        if order.len() == before {
            return order;
        }
    }
}
fn key_lives(key: Word<'_>, known: &HashSet<usize>) -> bool {
    match key {
        Word::Weak(w) => known.contains(&(GcWeak::as_ptr(w) as usize)),
        _ => true,
    }
}

/// A cycle, before which pairs with dead keys are cleared.
fn model_full(model: &mut Model) {
    model.mutate(|mc, root| {
        let known: HashSet<usize> = live(&root.borrow()).into_iter().map(address).collect();
        for cell in live(&root.borrow()) {
            if cell.borrow().kind == EPH.id {
                for pair in cell.borrow_mut(mc).words.chunks_mut(2) {
                    if !key_lives(pair[0], &known) {
                        pair.fill(Word::Dead);
                    }
                }
            }
        }
    });
    model.finish_cycle();
    model.mutate(|mc, root| {
        for cell in live(&root.borrow()) {
            if cell.borrow().kind == WEAK.id {
                for w in &mut cell.borrow_mut(mc).words {
                    if matches!(w, Word::Weak(g) if g.upgrade(mc).is_none()) {
                        *w = Word::Dead;
                    }
                }
            }
        }
    });
}

fn model_picture(model: &Model) -> Picture {
    model.mutate(|_, root| {
        let roots = root.borrow();
        let order = live(&roots);
        let number: HashMap<usize, usize> = order.iter().enumerate().map(|(i, &c)| (address(c), i)).collect();
        let word = |w: &Word<'_>| match *w {
            Word::Fill => "-".into(),
            Word::Dead => "dead".into(),
            Word::Int(i) => i.to_string(),
            Word::Node(c) => format!("#{}", number[&address(c)]),
            Word::Weak(c) => format!("#{}", number[&(GcWeak::as_ptr(c) as usize)]),
        };
        let line = |words: &[Word<'_>]| words.iter().map(word).collect::<Vec<_>>().join(" ");
        let mut picture = vec![line(&roots)];
        picture.extend(order.iter().map(|c| {
            let c = c.borrow();
            format!("{} {:?} {}", c.kind, c.bytes, line(&c.words))
        }));
        picture
    })
}

fn node<'gc>(mc: &Mutation<'gc>, kind: Kind, words: Vec<Word<'gc>>, bytes: Vec<u8>) -> Word<'gc> {
    Word::Node(Ref::new(mc, RefLock::new(Node { kind: kind.id, words, bytes })))
}
fn weakly(w: Word<'_>) -> Word<'_> {
    if let Word::Node(c) = w { Word::Weak(Ref::downgrade(c)) } else { w }
}

fn cell(w: Word<'_>, kind: Kind) -> Option<Cell<'_>> {
    match w {
        Word::Node(c) if c.borrow().kind == kind.id => Some(c),
        _ => None,
    }
}

fn model_step(model: &mut Model, op: &Op) {
    if matches!(op, Op::Full | Op::Check | Op::LoadWeak(..)) {
        model_full(model);
    }
    model.mutate(|mc, root| {
        let mut roots = root.borrow_mut(mc);
        match *op {
            Op::Array(a, n) => roots[a] = node(mc, ARRAY, vec![Word::Fill; n], vec![]),
            Op::Copy(a, b, n) => {
                if let Some(src) = cell(roots[b], ARRAY) {
                    let mut words: Vec<_> = src.borrow().words.iter().copied().take(n).collect();
                    words.resize(n, Word::Fill);
                    roots[a] = node(mc, ARRAY, words, vec![]);
                }
            }
            Op::Bytes(a, n, b) => roots[a] = node(mc, BYTES, vec![], vec![b; n]),
            Op::Weak(a, b) => {
                let target = weakly(roots[b]);
                roots[a] = node(mc, WEAK, vec![target], vec![]);
            }
            Op::Table(a, n) => roots[a] = node(mc, EPH, vec![Word::Fill; 2 * n], vec![]),
            Op::Chain(a, b, n, k) => {
                let keys: Vec<_> =
                    (0..=n as i32).map(|i| node(mc, ARRAY, vec![Word::Int(i)], vec![])).collect();
                let mut words = vec![Word::Fill; 2 * CHAIN];
                for i in 0..n {
                    let at = 2 * (i * k % CHAIN);
                    words[at] = weakly(keys[i]);
                    words[at + 1] = keys[i + 1];
                }
                roots[b] = keys[0];
                roots[a] = node(mc, EPH, words, vec![]);
            }
            Op::Store(a, i, b, c) => {
                if let Some(dst) = cell(roots[a], ARRAY) {
                    let n = dst.borrow().words.len();
                    if n > 0 {
                        dst.borrow_mut(mc).words[i % n] = roots[b];
                    }
                } else if let Some(dst) = cell(roots[a], EPH) {
                    let mut dst = dst.borrow_mut(mc);
                    let at = i % (dst.words.len() / 2) * 2;
                    dst.words[at] = weakly(roots[b]);
                    dst.words[at + 1] = roots[c];
                }
            }
            Op::StoreInt(a, i, v) => {
                if let Some(dst) = cell(roots[a], ARRAY) {
                    let n = dst.borrow().words.len();
                    if n > 0 {
                        dst.borrow_mut(mc).words[i % n] = Word::Int(v);
                    }
                }
            }
            Op::Move(a, b, n) => {
                if let (Some(dst), Some(src)) = (cell(roots[a], ARRAY), cell(roots[b], ARRAY)) {
                    let words: Vec<_> = src.borrow().words.iter().copied().take(n).collect();
                    let mut dst = dst.borrow_mut(mc);
                    let n = words.len().min(dst.words.len());
                    let at = dst.words.len() - n;
                    dst.words[at..].copy_from_slice(&words[..n]);
                }
            }
            Op::Load(a, b, i) => {
                if let Some(src) = cell(roots[b], ARRAY) {
                    let n = src.borrow().words.len();
                    if n > 0 {
                        roots[a] = src.borrow().words[i % n];
                    }
                }
            }
            Op::LoadWeak(a, b) => {
                if let Some(src) = cell(roots[b], WEAK) {
                    roots[a] = match src.borrow().words[0] {
                        Word::Weak(w) => w.upgrade(mc).map_or(Word::Dead, Word::Node),
                        other => other,
                    };
                }
            }
            Op::Assign(a, b) => roots[a] = roots[b],
            Op::Drop(a) => roots[a] = Word::Fill,
            Op::Minor | Op::Full | Op::Check => (),
        }
    });
}

// ---- this heap ----

fn step<'rt>(cx: &mut TestCx<'rt>, roots: &Window<'rt>, op: &Op) -> Result<(), Throw> {
    match *op {
        Op::Array(a, n) => roots.slot(a).set(cx.alloc::<Array>(ARRAY, 0, n)?),
        Op::Copy(a, b, n) => {
            if let Some(src) = roots.slot(b).cast::<Array>(&cx) {
                let m = src.len().min(n);
                roots.slot(a).set(cx.alloc_copy::<Array>(ARRAY, 0, n, roots.slot(b), 0, m)?);
            }
        }
        Op::Bytes(a, n, b) => roots.slot(a).set(cx.alloc_bytes::<Bytes>(BYTES, 0, 0, n, |s, _| s.fill(b))?),
        Op::Weak(a, b) => {
            let cell = cx.alloc::<WeakRef>(WEAK, 0, 1)?;
            cell.set(0, roots.slot(b).get(cell));
            roots.slot(a).set(cell);
        }
        Op::Table(a, n) => roots.slot(a).set(cx.alloc::<Eph>(EPH, 0, 2 * n)?),
        Op::Chain(a, b, n, k) => {
            roots!(cx; first, key, table);
            table.set(cx.alloc::<Eph>(EPH, 0, 2 * CHAIN)?);
            for i in 0..=n {
                let next = cx.alloc::<Array>(ARRAY, 0, 1)?;
                next.set(0, Value::int(i as i32));
                if i == 0 {
                    first.set(next);
                } else {
                    let (table, at) = (table.cast::<Eph>(next).expect("a table"), 2 * ((i - 1) * k % CHAIN));
                    table.set(at, key.get(next));
                    table.set(at + 1, next.into());
                }
                key.set(next);
            }
            roots.slot(b).copy(first);
            roots.slot(a).copy(table);
        }
        Op::Store(a, i, b, c) => {
            if let Some(dst) = roots.slot(a).cast::<Array>(&cx) {
                if !dst.is_empty() {
                    dst.set(i % dst.len(), roots.slot(b).get(dst));
                }
            } else if let Some(dst) = roots.slot(a).cast::<Eph>(&cx) {
                let at = i % (dst.len() / 2) * 2;
                dst.set(at, roots.slot(b).get(dst));
                dst.set(at + 1, roots.slot(c).get(dst));
            }
        }
        Op::StoreInt(a, i, v) => {
            if let Some(dst) = roots.slot(a).cast::<Array>(&cx)
                && !dst.is_empty()
            {
                dst.set(i % dst.len(), Value::int(v));
            }
        }
        Op::Move(a, b, n) => {
            if let (Some(dst), Some(src)) =
                (roots.slot(a).cast::<Array>(&cx), roots.slot(b).cast::<Array>(&cx))
            {
                let n = n.min(src.len()).min(dst.len());
                dst.copy_from(dst.len() - n, src, 0, n);
            }
        }
        Op::Load(a, b, i) => {
            if let Some(src) = roots.slot(b).cast::<Array>(&cx)
                && !src.is_empty()
            {
                roots.slot(a).set(src.get(i % src.len()));
            }
        }
        Op::LoadWeak(a, b) => {
            cx.collect_full();
            if let Some(src) = roots.slot(b).cast::<WeakRef>(&cx) {
                roots.slot(a).set(src.get(0));
            }
        }
        Op::Assign(a, b) => roots.slot(a).copy(roots.slot(b)),
        Op::Drop(a) => roots.slot(a).set(Value::FILL),
        Op::Minor => cx.collect_minor(),
        Op::Full | Op::Check => cx.collect_full(),
    }
    Ok(())
}

fn picture<'rt>(cx: &TestCx<'rt>, roots: &Window<'rt>) -> Picture {
    let (mut order, mut number) = (Vec::new(), HashMap::<u64, usize>::new());
    let mut visit = |from: Value<'_, '_>, order: &mut Vec<u64>| {
        let mut stack = vec![from.bits()];
        while let Some(bits) = stack.pop() {
            // SAFETY: words of live cells; nothing is allocated in this function.
            let v: Value<'_, '_> = unsafe { raw::value(bits) };
            if let Some(c) = v.as_cell()
                && let Entry::Vacant(entry) = number.entry(raw::address(c) as u64)
            {
                entry.insert(order.len());
                order.push(bits);
                if c.kind() == ARRAY.id {
                    stack.extend((0..c.len()).rev().map(|i| c.get(i).bits()));
                }
            }
        }
    };
    for i in 0..roots.len() {
        visit(roots.slot(i).get(cx), &mut order);
    }
    // After a full collection every pair of a table is either live or DEAD, so all values count. The model goes over
    // the tables in rounds, hence so do we.
    loop {
        let before = order.len();
        for bits in order.clone() {
            // SAFETY: as above.
            let c = unsafe { raw::value::<'_, '_>(bits) }.as_cell().expect("a cell");
            if c.kind() == EPH.id {
                let known: HashSet<u64> = order.iter().map(|&o| o << 16).collect();
                for i in (0..c.len()).step_by(2) {
                    if !c.get(i).is_ptr() || known.contains(&(c.get(i).bits() << 16)) {
                        visit(c.get(i + 1), &mut order);
                    }
                }
            }
        }
        if order.len() == before {
            break;
        }
    }
    let word = |v: Value<'_, '_>| match (v.as_imm(), v.as_int(), v.is_ptr()) {
        (Some(0), ..) => "-".into(),
        (Some(3), ..) => "dead".into(),
        (_, Some(i), _) => i.to_string(),
        (_, _, true) => format!("#{}", number[&(v.bits() & ((1 << 48) - 1))]),
        _ => format!("{v:?}"),
    };
    let mut picture: Picture =
        vec![(0..roots.len()).map(|i| word(roots.slot(i).get(cx))).collect::<Vec<_>>().join(" ")];
    picture.extend(order.iter().map(|&bits| {
        // SAFETY: as above.
        let c = unsafe { raw::value::<'_, '_>(bits) }.as_cell().expect("a cell");
        let words: Vec<String> = (0..c.len()).map(|i| word(c.get(i))).collect();
        format!("{} {:?} {}", c.kind(), c.bytes(), words.join(" "))
    }));
    picture
}

fn lockstep(spec: &str, ops: &[Op]) {
    let stats = run_with(options(spec), |cx| {
        let roots = cx.window(ROOTS).expect("room");
        let mut model: Model = Arena::new(|mc| Ref::new(mc, RefLock::new(vec![Word::Fill; ROOTS])));
        for (i, op) in ops.iter().chain([&Op::Check]).enumerate() {
            model_step(&mut model, op);
            step(cx, &roots, op).expect("room");
            if matches!(op, Op::Check) {
                assert_eq!(picture(cx, &roots), model_picture(&model), "{spec}, after step {i}");
            }
        }
    });
    assert_eq!(stats.faults, 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn plain(ops in prop::collection::vec(op(), 1..300)) {
        lockstep("off", &ops);
        lockstep("verify,nursery=65536", &ops);
    }
    #[test]
    fn stressed(ops in prop::collection::vec(op(), 1..100)) {
        lockstep("stress=1,verify,protect=2", &ops);
        lockstep("stress=7,verify", &ops);
    }
    #[test]
    fn at_random(ops in prop::collection::vec(op(), 1..150), seed in any::<u64>()) {
        lockstep(&format!("random=0.1:{seed},verify"), &ops);
        lockstep(&format!("random=0.4:{seed},protect=3,nursery=65536"), &ops);
    }
}
