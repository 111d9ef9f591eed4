//! What single instructions cost: loops, calls, property access, closures, exceptions. One element is one turn.

mod support;

use criterion::{Criterion, criterion_group, criterion_main};
use support::{engine, time};

const SOURCE: &str = r#"
class Point { constructor(x) { this.x = x; } get double() { return this.x * 2; } move(by) { return this.x + by; } }
class Far extends Point { move(by) { return super.move(by) + 1; } }
function emptyLoop(n) { for (let i = 0; i < n; i++); }
function integers(n) { let s = 0; for (let i = 0; i < n; i++) s = (s + i * 3) & 0xFFFF; return s; }
function doubles(n) { let s = 0.5; for (let i = 0; i < n; i++) s = s * 0.999 + i; return s; }
function add(a, b) { return a + b; }
function calls(n) { let s = 0; for (let i = 0; i < n; i++) s = add(s, 1); return s; }
function methods(n) { const p = new Point(1); let s = 0; for (let i = 0; i < n; i++) s += p.move(1); return s; }
function supers(n) { const p = new Far(1); let s = 0; for (let i = 0; i < n; i++) s += p.move(1); return s; }
function reads(n) { const p = { a: 1, b: 2 }; let s = 0; for (let i = 0; i < n; i++) s += p.a + p.b; return s; }
function writes(n) { const p = { a: 1, b: 2 }; for (let i = 0; i < n; i++) { p.a = i; p.b = p.a; } return p; }
function getters(n) { const p = new Point(1); let s = 0; for (let i = 0; i < n; i++) s += p.double; return s; }
function elements(n) { const a = [1, 2, 3, 4]; let s = 0; for (let i = 0; i < n; i++) s += a[i & 3]; return s; }
function shapes(n) {
  const list = [{ a: 1 }, { b: 0, a: 1 }, { c: 0, a: 1 }, { d: 0, a: 1 }];
  let s = 0;
  for (let i = 0; i < n; i++) s += list[i & 3].a;
  return s;
}
function closures(n) { let s = 0; const up = (by) => (s += by); for (let i = 0; i < n; i++) up(1); return s; }
function news(n) { let p; for (let i = 0; i < n; i++) p = new Point(i); return p; }
function throws(n) { let s = 0; for (let i = 0; i < n; i++) { try { throw i; } catch (e) { s += e; } } return s; }
function yields(n) { function* g() { for (let i = 0; i < n; i++) yield i; } let s = 0; for (const v of g()) s += v; return s; }
function globals(n) { for (let i = 0; i < n; i++) counter = counter + 1; }
var counter = 0;
"#;

const TURNS: u64 = 20_000;

fn dispatch(c: &mut Criterion) {
    let mut engine = engine(SOURCE);
    let mut group = c.benchmark_group("dispatch");
    for name in [
        "emptyLoop",
        "integers",
        "doubles",
        "calls",
        "methods",
        "supers",
        "reads",
        "writes",
        "getters",
        "elements",
        "shapes",
        "closures",
        "news",
        "throws",
        "yields",
        "globals",
    ] {
        time(&mut group, &mut engine, name, &format!("{name}({TURNS})"), TURNS);
    }
    group.finish();
}

criterion_group!(benches, dispatch);
criterion_main!(benches);
