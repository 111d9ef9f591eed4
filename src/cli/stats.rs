//! The report of `--stats`: one table of counters, for people and for programs.

use super::args::StatsFormat;
use crate::Engine;
use std::fmt::Write;
use std::time::Duration;
use tercet_vm::iteration::Site;

/// A counter, by what it counts.
#[derive(Clone, Copy, Debug)]
enum Count {
    Times(u64),
    Bytes(u64),
    Time(Duration),
}

/// Counters that belong together, by name.
type Section = (&'static str, Vec<(String, Count)>);

/// Renders what the engine has counted.
pub fn report(engine: &mut Engine, format: StatsFormat) -> String {
    let sections = sections(engine);
    match format {
        StatsFormat::Text => text(&sections),
        StatsFormat::Json => json(&sections),
    }
}

fn sections(engine: &mut Engine) -> Vec<Section> {
    let stats = engine.stats().clone();
    // Allocation is counted by collections: this one, of which the rest of the report knows nothing, counts the end.
    let committed = engine.turn(|cx, _| {
        let committed = cx.committed_bytes();
        cx.collect_minor();
        committed
    });
    let allocated = engine.stats().bytes_allocated;
    let machine = engine.machine();
    let times =
        |list: &[(&str, u64)]| list.iter().map(|&(name, n)| (name.to_string(), Count::Times(n))).collect();
    let by_site = |counts: &[u64]| {
        Site::ALL.iter().zip(counts).map(|(site, &n)| (site.name().to_string(), Count::Times(n))).collect()
    };
    let pauses = |pauses: &tercet_gc::Pauses| {
        [("median", pauses.median()), ("max", pauses.max()), ("total", pauses.total())]
            .map(|(name, time)| (name.to_string(), Count::Time(time)))
            .to_vec()
    };
    let bytes = [
        ("allocated", allocated),
        ("moved", stats.bytes_moved),
        ("peak heap", stats.peak_heap_bytes.max(committed) as u64),
        ("live after full collection", stats.live_bytes as u64),
    ];
    vec![
        (
            "collections",
            times(&[("minor", stats.minor), ("full", stats.full), ("by stress", stats.stressed)]),
        ),
        ("minor pauses", pauses(&stats.minor_pauses)),
        ("full pauses", pauses(&stats.full_pauses)),
        ("bytes", bytes.map(|(name, n)| (name.to_string(), Count::Bytes(n))).to_vec()),
        ("cells", times(&[("moved", stats.cells_moved), ("large", stats.large_cells)])),
        ("dense iterations", by_site(&machine.verdicts.dense)),
        ("generic iterations", by_site(&machine.verdicts.generic)),
        ("inline caches", times(&[("misses", machine.cache_misses)])),
        (
            "tables",
            times(&[("atoms", machine.atoms.live() as u64), ("shapes", machine.shapes.live() as u64)]),
        ),
    ]
}

/// A line for each section; counters of iteration that are zero are left out.
fn text(sections: &[Section]) -> String {
    let mut out = String::new();
    for (section, counters) in sections {
        let shown: Vec<String> = counters
            .iter()
            .filter(|(_, count)| !section.ends_with("iterations") || !matches!(count, Count::Times(0)))
            .map(|(name, count)| format!("{name} {}", count.text()))
            .collect();
        let shown = if shown.is_empty() { "none".to_string() } else { shown.join(", ") };
        let _ = writeln!(out, "{section:<20}{shown}");
    }
    out.truncate(out.trim_end().len());
    out
}

/// An object of objects of numbers; times are nanoseconds. All names are plain ASCII without quotes.
fn json(sections: &[Section]) -> String {
    let object = |members: Vec<String>| format!("{{{}}}", members.join(","));
    let key = |name: &str| name.replace(' ', "_");
    object(
        sections
            .iter()
            .map(|(section, counters)| {
                let members = counters.iter().map(|(name, count)| match count {
                    Count::Times(n) | Count::Bytes(n) => format!("\"{}\":{n}", key(name)),
                    Count::Time(time) => format!("\"{}_ns\":{}", key(name), time.as_nanos()),
                });
                format!("\"{}\":{}", key(section), object(members.collect()))
            })
            .collect(),
    )
}

impl Count {
    fn text(self) -> String {
        match self {
            Count::Times(n) => n.to_string(),
            Count::Time(time) => format!("{time:.1?}"),
            Count::Bytes(n) if n < 10 << 10 => format!("{n} B"),
            Count::Bytes(n) if n < 10 << 20 => format!("{:.1} KiB", n as f64 / 1024.0),
            Count::Bytes(n) => format!("{:.1} MiB", n as f64 / f64::from(1 << 20)),
        }
    }
}
