//! Handlers end in jumps: however many instructions run, the native stack does not grow.
//!
//! If the optimiser made one of these instructions' handlers call the next one instead of jumping, a small stack would
//! overflow after some thousand turns.

use tercet::{Engine, Options, Show};

const SOURCE: &str = r#"
class A { #p = 1; constructor() { this.x = 1; } m(v) { return v + this.x; } get g() { return this.#p; } set s(v) { this.#p = v; } }
class B extends A { constructor() { super(); this.y = 2; } m(v) { return super.m(v) * 2; } }
function* count(n) { for (let i = 0; i < n; i++) yield i; }
function rest(...args) { return args.length; }
function thrower(n) { if (n % 3 === 0) throw n; return n; }
function turns(n) {
  let b = new B(), sum = 0, s = "", o = { a: 1, b: 2 }, list = [1, 2, 3];
  for (let i = 0; i < n; i++) {
    sum = (sum + b.m(i) + b.g + list[i % 3] + o.a) | 0;
    b.s = i;
    o.c = i; o["d" + (i & 3)] = i; delete o.c;
    const { a, ...others } = o;
    const [x, y = 5, ...z] = [...list, i];
    const copy = { ...o, e: (() => a + x + y)() };
    for (const v of list) sum += v;
    for (const k in copy) sum += k.length;
    for (const v of count(2)) sum += v;
    s = `${i}:${typeof s}`;
    try { sum += thrower(i); } catch (e) { sum ^= e; } finally { sum++; }
    sum += rest(...list, i) + Math.max(i, x) + (i in list) + (b instanceof A) + s.length + z.length + Object.keys(others).length;
    switch (i & 3) { case 0: sum -= 1; break; case 1: sum -= 2; break; default: sum = -sum | 0; }
    sum = ((sum << 1) ^ (sum >>> 3)) & 0xFFFFFF;
  }
  return sum;
}
turns(TURNS);
"#;

#[test]
fn the_native_stack_does_not_grow() {
    // About a hundred instructions a turn.
    let turns = if cfg!(debug_assertions) { 5_000 } else { 100_000 };
    let source = SOURCE.replace("TURNS", &turns.to_string());
    let run = move || {
        let options = Options { native_stack_bytes: 512 << 10, ..Options::default() };
        Engine::new(options)
            .run(&source, "turns.js", Show::Inspected)
            .map_err(|failure| format!("{failure:?}"))
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(run).expect("a thread");
    let result = thread.join().expect("no panic");
    assert!(matches!(&result, Ok(Some(text)) if text.parse::<f64>().is_ok()), "{result:?}");
}
