//! A little embedder, shared by the tests of this crate.
#![allow(dead_code, reason = "each test binary uses a part of it")]

use gc_arena::{Collect, Rootable};
use tercet_gc::*;

/// A cell of two values.
pub struct Pair;
impl CellType for Pair {
    const TAG: PtrTag = PtrTag::A;
    const FIRST: u8 = 1;
    const LAST: u8 = 1;
}
/// A cell of any number of values.
pub struct Array;
impl CellType for Array {
    const TAG: PtrTag = PtrTag::B;
    const FIRST: u8 = 2;
    const LAST: u8 = 3;
}
/// Bytes.
pub struct Bytes;
impl CellType for Bytes {
    const TAG: PtrTag = PtrTag::C;
    const FIRST: u8 = 4;
    const LAST: u8 = 5;
}
/// Weak words.
pub struct WeakRef;
impl CellType for WeakRef {
    const TAG: PtrTag = PtrTag::D;
    const FIRST: u8 = 6;
    const LAST: u8 = 6;
}
/// Ephemerons.
pub struct Eph;
impl CellType for Eph {
    const TAG: PtrTag = PtrTag::E;
    const FIRST: u8 = 7;
    const LAST: u8 = 7;
}

pub const PAIR: Kind = Kind { id: 1, tail: 0, layout: Layout::Values };
pub const ARRAY: Kind = Kind { id: 2, tail: 0, layout: Layout::Values };
pub const TAILED: Kind = Kind { id: 3, tail: 3, layout: Layout::Values };
pub const BYTES: Kind = Kind { id: 4, tail: 0, layout: Layout::Raw };
pub const ATOM: Kind = Kind { id: 5, tail: 0, layout: Layout::Raw };
pub const WEAK: Kind = Kind { id: 6, tail: 1, layout: Layout::Weak };
pub const EPH: Kind = Kind { id: 7, tail: 0, layout: Layout::Ephemerons };

pub static KINDS: &[KindInfo] = &[
    KindInfo { kind: PAIR, name: "pair", meets_host: false },
    KindInfo { kind: ARRAY, name: "array", meets_host: false },
    KindInfo { kind: TAILED, name: "tailed", meets_host: true },
    KindInfo { kind: BYTES, name: "bytes", meets_host: false },
    KindInfo { kind: ATOM, name: "atom", meets_host: true },
    KindInfo { kind: WEAK, name: "weak", meets_host: false },
    KindInfo { kind: EPH, name: "ephemerons", meets_host: false },
];

/// The code space has no part in these tests.
#[derive(Collect)]
#[collect(require_static)]
pub struct NoCode;
pub type NoCodeRoot = Rootable![NoCode];

pub fn isolate(options: Options) -> Isolate<NoCodeRoot> {
    Isolate::new(options, KINDS, |_| NoCode)
}

/// Counts what it hears.
#[derive(Default, Debug)]
pub struct Counting {
    pub stressed: bool,
    pub begun: usize,
    pub ended: usize,
    pub met: Vec<(u8, u32, u64, u32)>,
    /// Weak globals to mark when a cell with this number in `host_word` is met.
    pub mark: Vec<(u32, GlobalId)>,
    pub watch: Vec<GlobalId>,
    pub dead: Vec<GlobalId>,
    /// Ids that were already marked when they were to be marked.
    pub again: usize,
}
impl Host for Counting {
    fn begin_full(&mut self, _: &mut Marker<'_>) {
        self.begun += 1;
        self.met.clear();
    }
    fn met(&mut self, cell: CellView<'_>, m: &mut Marker<'_>) {
        self.met.push((cell.kind(), cell.aux(), cell.raw(0), cell.host_word()));
        for &(word, id) in &self.mark {
            if cell.kind() == ATOM.id && cell.host_word() == word {
                if m.is_marked(id) {
                    self.again += 1;
                }
                m.mark_global(id);
                assert!(m.is_marked(id));
            }
        }
    }
    fn end_full(&mut self, g: &DeadGlobals<'_>) {
        self.ended += 1;
        self.dead = self.watch.iter().copied().filter(|&id| g.is_dead(id)).collect();
    }
}

pub type TestCx<'rt> = Cx<'rt, Counting>;

pub fn options(spec: &str) -> Options {
    let mut o = Options::default();
    o.apply_spec(spec).expect("a good spec");
    o
}

/// Runs a body in one isolate and says what the heap counted.
pub fn run_with(options: Options, body: impl FnOnce(&mut TestCx<'_>)) -> Stats {
    let stressed = options.stress != Stress::Off;
    let mut isolate = isolate(options);
    isolate.enter(|mut entry| {
        entry.run(Counting { stressed, ..Counting::default() }, |cx| body(cx));
    });
    isolate.stats().clone()
}

/// Runs a body plainly, with the smallest nursery, and under stress in several ways.
pub fn everywhere(body: impl Fn(&mut TestCx<'_>)) {
    run_with(Options::default(), &body);
    run_with(options("verify,nursery=65536"), &body);
    for spec in ["stress=1,verify,protect=3", "stress=7,verify", "random=0.2:42,verify,protect=2"] {
        let stats = run_with(options(spec), &body);
        let verdict = stats.verdict();
        assert!(verdict.passed(), "{spec}: {verdict}");
    }
}

/// Fewer rounds under stress.
pub fn rounds(cx: &TestCx<'_>, n: usize) -> usize {
    if cx.host.stressed { n.div_ceil(100) } else { n }
}

pub fn cons<'a, 'rt>(
    cx: &'a mut TestCx<'rt>,
    head: Root<'_, 'rt>,
    tail: Root<'_, 'rt>,
) -> Result<Value<'a, 'rt>, Throw> {
    let pair = cx.alloc::<Pair>(PAIR, 0, 2)?;
    pair.set(0, head.get(pair));
    pair.set(1, tail.get(pair));
    Ok(pair.into())
}
pub fn list<'a, 'rt>(cx: &'a mut TestCx<'rt>, n: i32) -> Result<Value<'a, 'rt>, Throw> {
    roots!(cx; head, acc);
    for i in 0..n {
        head.set(Value::int(i));
        acc.set(cons(cx, head, acc)?);
    }
    Ok(acc.get(&*cx))
}
pub fn sum(list: Value<'_, '_>) -> i64 {
    let (mut s, mut p) = (0, list.cast::<Pair>());
    while let Some(c) = p {
        s += i64::from(c.get(0).as_int().expect("an int"));
        p = c.get(1).cast();
    }
    s
}
