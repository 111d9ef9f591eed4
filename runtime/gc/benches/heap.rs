//! What allocation and collection cost, beside `gc-arena` and `Rc` doing the same work in the same run.

use criterion::{
    BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use gc_arena::{Arena, Collect, Gc as Ref, Mutation, RefLock, Rootable};
use std::{cell::RefCell, hint::black_box, rc::Rc};
use tercet_gc::*;

struct Node;
impl CellType for Node {
    const TAG: PtrTag = PtrTag::A;
    const FIRST: u8 = 1;
    const LAST: u8 = 1;
}
const NODE: Kind = Kind { id: 1, tail: 0, layout: Layout::Values };
static KINDS: &[KindInfo] = &[KindInfo { kind: NODE, name: "node", meets_host: false }];

#[derive(Collect)]
#[collect(require_static)]
struct NoCode;

type Bench<'rt> = Cx<'rt, ()>;

fn with_heap(f: impl FnOnce(&mut Bench<'_>)) {
    let mut isolate = Isolate::<Rootable![NoCode]>::new(Options::default(), KINDS, |_| NoCode);
    isolate.enter(|mut entry| {
        entry.run((), |cx| f(cx));
    });
}

/// The model: a cell of two values.
#[derive(Clone, Copy, Collect)]
#[collect(no_drop)]
enum Word<'gc> {
    Int(i32),
    Pair(Ref<'gc, [Word<'gc>; 2]>),
    Record(Ref<'gc, RefLock<[Word<'gc>; 4]>>),
}
type Model = Arena<Rootable![Ref<'_, RefLock<Vec<Word<'_>>>>]>;

fn with_model(slots: usize) -> Model {
    Arena::new(|mc| Ref::new(mc, RefLock::new(vec![Word::Int(0); slots])))
}

#[derive(Clone)]
#[expect(dead_code, reason = "what matters is that it is written")]
enum Counted {
    Int(i32),
    Pair(Rc<[Counted; 2]>),
    Record(Rc<RefCell<[Counted; 4]>>),
}

const LIST: i32 = 1000;

fn list<'a, 'rt>(cx: &'a mut Bench<'rt>) -> Result<Value<'a, 'rt>, Throw> {
    roots!(cx; acc);
    for i in 0..LIST {
        let pair = cx.alloc::<Node>(NODE, 0, 2)?;
        pair.set(0, Value::int(i));
        pair.set(1, acc.get(pair));
        acc.set(pair);
    }
    Ok(acc.get(&*cx))
}

fn lists(c: &mut Criterion) {
    let mut g = c.benchmark_group("lists");
    g.throughput(Throughput::Elements(LIST as u64));
    with_heap(|cx| {
        g.bench_function("tercet", |b| b.iter(|| black_box(list(cx).expect("room").is_ptr())));
    });
    let mut model = with_model(1);
    g.bench_function("gc-arena", |b| {
        b.iter(|| {
            model.mutate(|mc, root| {
                let mut acc = Word::Int(0);
                for i in 0..LIST {
                    acc = Word::Pair(Ref::new(mc, [Word::Int(i), acc]));
                }
                root.borrow_mut(mc)[0] = acc;
            });
            model.collect_debt();
        })
    });
    g.bench_function("rc", |b| {
        b.iter(|| {
            let mut acc = Counted::Int(0);
            for i in 0..LIST {
                acc = Counted::Pair(Rc::new([Counted::Int(i), acc]));
            }
            black_box(&acc);
            // Without recursion, as a list's owner has to.
            while let Counted::Pair(p) = acc {
                acc = p[1].clone();
                drop(p);
            }
        })
    });
}

/// Long lists, of which the last one stays alive: most cells survive a minor collection.
fn survivors(c: &mut Criterion) {
    let mut g = c.benchmark_group("survivors");
    const LISTS: usize = 100;
    g.throughput(Throughput::Elements(LIST as u64 * LISTS as u64));
    with_heap(|cx| {
        roots!(cx; keep);
        keep.set(cx.alloc::<Node>(NODE, 0, LISTS).expect("room"));
        g.bench_function("tercet", |b| {
            b.iter(|| {
                for i in 0..LISTS {
                    let v = list(cx).expect("room");
                    keep.cast::<Node>(v.as_cell().expect("a list")).expect("a table").set(i, v);
                }
            })
        });
    });
    let mut model = with_model(LISTS);
    g.bench_function("gc-arena", |b| {
        b.iter(|| {
            for at in 0..LISTS {
                model.mutate(|mc, root| {
                    let mut acc = Word::Int(0);
                    for i in 0..LIST {
                        acc = Word::Pair(Ref::new(mc, [Word::Int(i), acc]));
                    }
                    root.borrow_mut(mc)[at] = acc;
                });
                model.collect_debt();
            }
        })
    });
}

const DEPTH: u32 = 12;

fn tree<'a, 'rt>(cx: &'a mut Bench<'rt>, depth: u32) -> Result<Value<'a, 'rt>, Throw> {
    if depth == 0 {
        return Ok(cx.alloc::<Node>(NODE, 0, 2)?.into());
    }
    roots!(cx; left, right);
    left.set(tree(cx, depth - 1)?);
    right.set(tree(cx, depth - 1)?);
    let node = cx.alloc::<Node>(NODE, 0, 2)?;
    node.set(0, left.get(node));
    node.set(1, right.get(node));
    Ok(node.into())
}
fn model_tree<'gc>(mc: &Mutation<'gc>, depth: u32) -> Word<'gc> {
    if depth == 0 {
        return Word::Pair(Ref::new(mc, [Word::Int(0), Word::Int(0)]));
    }
    let (left, right) = (model_tree(mc, depth - 1), model_tree(mc, depth - 1));
    Word::Pair(Ref::new(mc, [left, right]))
}
fn counted_tree(depth: u32) -> Counted {
    if depth == 0 {
        return Counted::Pair(Rc::new([Counted::Int(0), Counted::Int(0)]));
    }
    Counted::Pair(Rc::new([counted_tree(depth - 1), counted_tree(depth - 1)]))
}

/// Short-lived trees beside one that lives on.
fn trees(c: &mut Criterion) {
    let mut g = c.benchmark_group("trees");
    g.throughput(Throughput::Elements((2 << DEPTH) - 1));
    with_heap(|cx| {
        roots!(cx; kept);
        kept.set(tree(cx, DEPTH + 3).expect("room"));
        g.bench_function("tercet", |b| b.iter(|| black_box(tree(cx, DEPTH).expect("room").is_ptr())));
    });
    let mut model = with_model(2);
    model.mutate(|mc, root| root.borrow_mut(mc)[0] = model_tree(mc, DEPTH + 3));
    g.bench_function("gc-arena", |b| {
        b.iter(|| {
            model.mutate(|mc, root| root.borrow_mut(mc)[1] = model_tree(mc, DEPTH));
            model.collect_debt();
        })
    });
    let kept = counted_tree(DEPTH + 3);
    g.bench_function("rc", |b| b.iter(|| drop(black_box(counted_tree(DEPTH)))));
    drop(kept);
}

const RING: usize = 20_000;

/// Records of four fields of which a window of the last ones stays alive.
fn records(c: &mut Criterion) {
    let mut g = c.benchmark_group("records");
    g.throughput(Throughput::Elements(1000));
    with_heap(|cx| {
        roots!(cx; ring);
        ring.set(cx.alloc::<Node>(NODE, 0, RING).expect("room"));
        let mut at = 0;
        g.bench_function("tercet", |b| {
            b.iter(|| {
                for i in 0..1000 {
                    let r = cx.alloc::<Node>(NODE, 7, 4).expect("room");
                    for k in 0..4 {
                        r.set(k, Value::int(i));
                    }
                    ring.cast::<Node>(r).expect("the ring").set(at, r.into());
                    at = (at + 1) % RING;
                }
            })
        });
    });
    let mut model = with_model(RING);
    let mut at = 0;
    g.bench_function("gc-arena", |b| {
        b.iter(|| {
            model.mutate(|mc, root| {
                let mut ring = root.borrow_mut(mc);
                for i in 0..1000 {
                    let r = Ref::new(mc, RefLock::new([Word::Int(i); 4]));
                    ring[at] = Word::Record(r);
                    at = (at + 1) % RING;
                }
            });
            model.collect_debt();
        })
    });
    let mut ring = vec![Counted::Int(0); RING];
    let mut at = 0;
    g.bench_function("rc", |b| {
        b.iter(|| {
            for i in 0..1000 {
                let fields = [Counted::Int(i), Counted::Int(i), Counted::Int(i), Counted::Int(i)];
                ring[at] = Counted::Record(Rc::new(RefCell::new(fields)));
                at = (at + 1) % RING;
            }
        })
    });
}

const OLD: usize = 10_000;

/// Fresh cells stored into old ones, all over the place.
fn stores(c: &mut Criterion) {
    let mut g = c.benchmark_group("old_to_young");
    g.throughput(Throughput::Elements(1000));
    let next = |at: usize| (at * 1_103_515_245 + 12345) % OLD;
    with_heap(|cx| {
        roots!(cx; table);
        table.set(cx.alloc::<Node>(NODE, 0, OLD).expect("room"));
        for i in 0..OLD {
            let cell = cx.alloc::<Node>(NODE, 0, 4).expect("room");
            table.cast::<Node>(cell).expect("the table").set(i, cell.into());
        }
        cx.collect_full();
        let mut at = 0;
        g.bench_function("tercet", |b| {
            b.iter(|| {
                for i in 0..1000 {
                    let fresh = cx.alloc::<Node>(NODE, 0, 4).expect("room");
                    let old = table.cast::<Node>(fresh).and_then(|t| t.get(at).cast::<Node>()).expect("old");
                    old.set(i & 3, fresh.into());
                    at = next(at);
                }
            })
        });
    });
    let mut model = with_model(OLD);
    model.mutate(|mc, root| {
        for i in 0..OLD {
            root.borrow_mut(mc)[i] = Word::Record(Ref::new(mc, RefLock::new([Word::Int(0); 4])));
        }
    });
    let mut at = 0;
    g.bench_function("gc-arena", |b| {
        b.iter(|| {
            model.mutate(|mc, root| {
                for i in 0..1000 {
                    let fresh = Ref::new(mc, RefLock::new([Word::Int(0); 4]));
                    if let Word::Record(old) = root.borrow()[at] {
                        old.borrow_mut(mc)[i & 3] = Word::Record(fresh);
                    }
                    at = next(at);
                }
            });
            model.collect_debt();
        })
    });
    let table: Vec<_> = (0..OLD).map(|_| Rc::new(RefCell::new([const { Counted::Int(0) }; 4]))).collect();
    let mut at = 0;
    g.bench_function("rc", |b| {
        b.iter(|| {
            for i in 0..1000 {
                let fresh = Rc::new(RefCell::new([const { Counted::Int(0) }; 4]));
                table[at].borrow_mut()[i & 3] = Counted::Record(fresh);
                at = next(at);
            }
        })
    });
}

/// Arrays that grow by copying, as `push` makes them.
fn arrays(c: &mut Criterion) {
    let mut g = c.benchmark_group("arrays");
    const N: usize = 100_000;
    g.throughput(Throughput::Elements(N as u64));
    with_heap(|cx| {
        g.bench_function("tercet", |b| {
            b.iter(|| {
                roots!(cx; array);
                array.set(cx.alloc::<Node>(NODE, 0, 16).expect("room"));
                let mut capacity = 16;
                for i in 0..N {
                    if i == capacity {
                        capacity += capacity / 2;
                        array.set(cx.alloc_copy::<Node>(NODE, 0, capacity, array, 0, i).expect("room"));
                    }
                    array.cast::<Node>(&cx).expect("the array").set(i, Value::int(i as i32));
                }
            })
        });
    });
    grow_vec(&mut g, N);
}
/// The floor: what the same growth costs in a vector.
fn grow_vec(g: &mut BenchmarkGroup<'_, WallTime>, n: usize) {
    g.bench_function("vec", |b| {
        b.iter(|| {
            let mut v: Vec<u64> = Vec::with_capacity(16);
            for i in 0..n {
                if v.len() == v.capacity() {
                    v.reserve_exact(v.len() / 2);
                }
                v.push(black_box(i as u64));
            }
            v
        })
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(std::time::Duration::from_millis(500))
        .measurement_time(std::time::Duration::from_secs(2));
    targets = lists, survivors, trees, records, stores, arrays
}
criterion_main!(benches);
