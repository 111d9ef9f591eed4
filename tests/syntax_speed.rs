//! Throughput on real programs: `TERCET_PARSE_FILES` is a list of files, separated by colons. Names that end in
//! `.mjs` or `.module.js` are modules. All must be accepted.
//!
//! `TERCET_PARSE_FILES=a.js:b.mjs cargo test --release --test syntax_speed -- --nocapture`

use std::time::{Duration, Instant};
use tercet::syntax::{Interner, ParseOptions, parse_module, parse_script};

#[test]
fn throughput() {
    let Ok(files) = std::env::var("TERCET_PARSE_FILES") else {
        eprintln!("skipped: TERCET_PARSE_FILES is not set");
        return;
    };
    // Test threads have a quarter of a main thread's stack.
    let thread =
        std::thread::Builder::new().stack_size(8 << 20).spawn(move || files.split(':').for_each(measure));
    thread.expect("a thread can be made").join().expect("all files are valid");
}

fn measure(file: &str) {
    let source = std::fs::read_to_string(file).expect("the file can be read");
    let options = ParseOptions::default();
    let mut best = Duration::MAX;
    for _ in 0..7 {
        let mut interner = Interner::new();
        let start = Instant::now();
        let parsed = if file.ends_with(".mjs") || file.ends_with(".module.js") {
            parse_module(&source, &mut interner, &options)
        } else {
            parse_script(&source, &mut interner, &options)
        };
        best = best.min(start.elapsed());
        match parsed {
            Ok(parsed) => drop(parsed),
            Err(error) => panic!("{file}: {error} at {:?}", error.span),
        }
    }
    let megabytes = source.len() as f64 / 1e6;
    println!("{file}: {megabytes:.2} MB, {:.1} MB/s", megabytes / best.as_secs_f64());
}
