//! What the command line and `TERCET_GC` say to the collector, and its verdict at exit.

use clap::Args;
use tercet_gc::{Options, Stress, Verdict};

/// The environment variable that sets the same things as the options below.
const VARIABLE: &str = "TERCET_GC";

/// Options of the heap.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Heap and garbage collector")]
pub struct HeapArgs {
    /// Throw a RangeError when the heap would become larger; with suffix k, m or g
    #[arg(long, value_name = "SIZE", value_parser = size)]
    heap_limit: Option<usize>,

    /// Write a line for each collection to standard error
    #[arg(long)]
    gc_trace: bool,

    /// Collect and move everything at every Nth allocation
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        conflicts_with = "gc_random",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    gc_stress: Option<u32>,

    /// Collect and move everything at allocations with this probability
    #[arg(long, value_name = "RATE[:SEED]", value_parser = random)]
    gc_random: Option<Stress>,

    /// Forbid access to memory that cells have left, for so many collections
    #[arg(
        long,
        value_name = "GENERATIONS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "4",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    gc_protect: Option<u32>,

    /// Check the whole heap before and after each collection
    #[arg(long)]
    gc_verify: bool,
}

impl HeapArgs {
    /// The options of the engine: defaults, then the environment, then the command line.
    pub fn options(&self) -> Result<Options, String> {
        let mut options = Options::default();
        if let Some(spec) = std::env::var_os(VARIABLE) {
            let applied =
                spec.to_str().ok_or("not UTF-8".to_string()).and_then(|spec| options.apply_spec(spec));
            applied.map_err(|why| format!("{VARIABLE}: {why}"))?;
        }
        if let Some(limit) = self.heap_limit {
            options.heap_limit = limit;
        }
        if let Some(every) = self.gc_stress {
            options.stress = Stress::Every(every);
        }
        if let Some(random) = self.gc_random {
            options.stress = random;
        }
        options.protect = self.gc_protect.or(options.protect);
        options.verify |= self.gc_verify;
        options.trace |= self.gc_trace;
        Ok(options)
    }

    /// `--gc-verify`
    #[cfg(test)]
    pub fn verify(&self) -> bool {
        self.gc_verify
    }
}

/// Which modes need a verdict at exit.
#[derive(Clone, Copy, Debug)]
pub struct Modes {
    stress: bool,
    checks: bool,
}

impl Modes {
    /// The modes among the options.
    pub fn of(options: &Options) -> Modes {
        Modes { stress: options.stress != Stress::Off, checks: options.protect.is_some() || options.verify }
    }

    /// The line that says what a run in these modes has proved, and whether it has failed.
    pub fn judge(self, verdict: Verdict) -> Option<(String, bool)> {
        if !self.stress && !self.checks {
            return None;
        }
        let failed = verdict.faults > 0 || self.stress && verdict.moved_nothing;
        // Without stress it is no failure that nothing moved: there may have been no reason to collect.
        let counts = Verdict { moved_nothing: self.stress && verdict.moved_nothing, ..verdict }.to_string();
        let counts = counts.strip_prefix("gc: ").unwrap_or(&counts);
        Some((format!("gc verdict: {}: {counts}", if failed { "failed" } else { "passed" }), failed))
    }
}

/// A number of bytes.
fn size(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        _ => return Err("a size is a number of bytes, with suffix k, m or g if you like".to_string()),
    };
    let number: usize = digits.parse().map_err(|_| "a size begins with a whole number".to_string())?;
    number.checked_mul(1 << shift).filter(|&size| size > 0).ok_or("not a possible size".to_string())
}

/// A rate and a seed.
fn random(text: &str) -> Result<Stress, String> {
    let mut options = Options::default();
    options.apply_spec(&format!("random={}", text.replace(',', " ")))?;
    Ok(options.stress)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        for (text, bytes) in
            [("1", 1), ("64k", 64 << 10), ("3M", 3 << 20), ("2g", 2 << 30), ("1GiB", 1 << 30)]
        {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "0", "m", "1x", "-1", "1.5m", "99999999999g"] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn random_rates() {
        assert_eq!(random("0.5:7"), Ok(Stress::Random { rate: 0.5, seed: 7 }));
        assert_eq!(random("0.5"), Ok(Stress::Random { rate: 0.5, seed: 0 }));
        for text in ["2", "x", "0.1:x", "0.1,verify", ""] {
            assert!(random(text).is_err(), "{text}");
        }
    }
}
