//! What the benches share: functions of a script, called over and over in one engine.

use criterion::{BenchmarkGroup, Throughput, measurement::WallTime};
use tercet::{Engine, Options, Show};

/// An engine in which `source` has run.
pub fn engine(source: &str) -> Engine {
    let mut engine = Engine::new(Options::default());
    run(&mut engine, source);
    engine
}

fn run(engine: &mut Engine, source: &str) {
    if let Err(failure) = engine.run(source, "bench.js", Show::Nothing) {
        panic!("{failure:?} in {source}");
    }
}

/// Times `call`, which does something `turns` times. Parsing and compiling the call is part of the time, so `turns`
/// should be large.
pub fn time(
    group: &mut BenchmarkGroup<'_, WallTime>,
    engine: &mut Engine,
    name: &str,
    call: &str,
    turns: u64,
) {
    group.throughput(Throughput::Elements(turns));
    group.bench_function(name, |bencher| bencher.iter(|| run(engine, call)));
}
