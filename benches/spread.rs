//! Copying with the iteration protocol and around it. One element is one value copied.

mod support;

use criterion::{Criterion, criterion_group, criterion_main};
use support::{engine, time};

const SOURCE: &str = r#"
const arrays = { 3: [1, 2, 3], 1000: Array.from({ length: 1000 }, (_, i) => i), 100000: Array.from({ length: 100000 }, (_, i) => i) };
const holes = Array.from({ length: 1000 }, (_, i) => i);
delete holes[500];
const set = new Set(arrays[1000]);
const map = new Map(arrays[1000].map((i) => [i, i]));
const text = "abcdefghij".repeat(100);
const wide = "αβγδεζηθικ".repeat(100);
function* generator(n) { for (let i = 0; i < n; i++) yield i; }
const iterable = (n) => ({ [Symbol.iterator]() { let i = 0; return { next: () => ({ value: i, done: i++ === n }) }; } });
const record = { id: 1, name: "record", city: "London", score: 2.5, tags: null };
const rest = (...list) => list.length;
const two = (a, b, ...list) => list;
function repeat(times, f) { let r; for (let i = 0; i < times; i++) r = f(); return r; }
"#;

fn spread(c: &mut Criterion) {
    let mut engine = engine(SOURCE);
    let mut group = c.benchmark_group("spread");
    let mut of = |name: &str, body: &str, times: u64, each: u64| {
        time(&mut group, &mut engine, name, &format!("repeat({times}, () => {body})"), times * each);
    };
    of("array of 3", "[...arrays[3]]", 10_000, 3);
    of("array of 1000", "[...arrays[1000]]", 100, 1000);
    of("array of 100000", "[...arrays[100000]]", 4, 100_000);
    of("array with a hole", "[...holes]", 100, 1000);
    of("set", "[...set]", 20, 1000);
    of("map", "[...map]", 20, 1000);
    of("string", "[...text]", 20, 1000);
    of("wide string", "[...wide]", 20, 1000);
    of("generator", "[...generator(1000)]", 20, 1000);
    of("iterator", "[...iterable(1000)]", 20, 1000);
    of("array iterator", "[...arrays[1000].values()]", 20, 1000);
    of("entries", "[...arrays[1000].entries()]", 20, 1000);
    of("Array.from array", "Array.from(arrays[1000])", 100, 1000);
    of("Array.from set", "Array.from(set)", 20, 1000);
    of("Array.from function", "Array.from(arrays[1000], (v) => v + 1)", 20, 1000);
    of("slice", "arrays[1000].slice()", 100, 1000);
    of("concat", "arrays[1000].concat(arrays[3])", 100, 1003);
    of("map of the identity", "arrays[1000].map((v) => v)", 20, 1000);
    of("call", "rest(...arrays[3])", 10_000, 3);
    of("call of 1000", "rest(...arrays[1000])", 100, 1000);
    of("push", "[].push(...arrays[1000])", 100, 1000);
    of("destructuring", "{ const [a, b, ...c] = arrays[3]; return c; }", 10_000, 3);
    of("parameters", "two(1, 2, 3, 4, 5)", 10_000, 5);
    of("object", "({ ...record })", 10_000, 5);
    of("object with changes", "({ ...record, id: 2 })", 10_000, 5);
    of("Object.assign", "Object.assign({}, record)", 10_000, 5);
    group.finish();
}

criterion_group!(benches, spread);
criterion_main!(benches);
