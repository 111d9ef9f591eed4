//! How many instructions small kernels take: a measure without noise, where clocks are too noisy to compare.
//!
//! Runs each kernel of `benches/instructions` under callgrind, takes start-up (`empty`) off, and compares with the
//! committed `benches/instructions.txt`. Fails when a kernel has grown by more than 3 %. `--bless` writes the file.
//!
//! `cargo bench --bench instructions [-- [--bless] [KERNEL]...]`

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// A kernel may grow by so much.
const ALLOWED: f64 = 0.03;
/// The script without statements: its count is start-up.
const EMPTY: &str = "empty";

type Counts = BTreeMap<String, u64>;

fn main() -> ExitCode {
    let mut bless = false;
    let mut wanted = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--bless" => bless = true,
            // What cargo adds.
            "--bench" => {}
            name => wanted.push(name.to_owned()),
        }
    }
    let Some(tool) = tool() else {
        println!("skipped: valgrind is not installed");
        return ExitCode::SUCCESS;
    };
    match compare(tool, bless, &wanted) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// What counts.
#[derive(Clone, Copy, PartialEq)]
enum Tool {
    Callgrind,
    /// Hardware counters: close, but not the same numbers, so that nothing is compared with the file.
    Perf,
}

fn tool() -> Option<Tool> {
    let works = |command: &mut Command| {
        command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    if works(Command::new("valgrind").arg("--version")) {
        Some(Tool::Callgrind)
    } else if works(Command::new("perf").args(["stat", "-e", "instructions:u", "true"])) {
        Some(Tool::Perf)
    } else {
        None
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches")
}

fn compare(tool: Tool, bless: bool, wanted: &[String]) -> Result<bool, String> {
    if bless && (tool != Tool::Callgrind || !wanted.is_empty()) {
        return Err("--bless: all kernels, and with callgrind".to_owned());
    }
    let kernels = kernels(wanted)?;
    let before = committed();
    let mut after = Counts::new();
    let start_up = count(tool, EMPTY)?;
    after.insert(EMPTY.to_owned(), start_up);
    for kernel in kernels.iter().filter(|name| *name != EMPTY) {
        after.insert(kernel.clone(), count(tool, kernel)?.saturating_sub(start_up));
    }
    if tool == Tool::Perf {
        println!("valgrind is not installed; these are hardware counts, which are not compared:");
        for (name, count) in &after {
            println!("{name:20} {count:>14}");
        }
        return Ok(true);
    }
    let grown = print(&before, &after);
    if bless {
        return write(&after).map(|()| true);
    }
    for name in &grown {
        println!(
            "{name} takes more than {:.0} % more instructions than benches/instructions.txt says",
            ALLOWED * 100.0
        );
    }
    let unknown: Vec<&String> = after.keys().filter(|name| !before.contains_key(*name)).collect();
    if !unknown.is_empty() {
        println!("not in benches/instructions.txt (--bless writes it): {unknown:?}");
    }
    Ok(grown.is_empty() && unknown.is_empty())
}

fn kernels(wanted: &[String]) -> Result<Vec<String>, String> {
    let entries = std::fs::read_dir(folder().join("instructions")).map_err(|error| error.to_string())?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.path().file_name()?.to_str()?.strip_suffix(".js").map(str::to_owned))
        .filter(|name| wanted.is_empty() || wanted.contains(name))
        .collect();
    names.sort();
    Ok(names)
}

fn committed() -> Counts {
    let text = std::fs::read_to_string(folder().join("instructions.txt")).unwrap_or_default();
    text.lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            Some((words.next()?.to_owned(), words.next()?.parse().ok()?))
        })
        .collect()
}

fn write(counts: &Counts) -> Result<(), String> {
    let mut text = String::new();
    for (name, count) in counts {
        let _ = writeln!(text, "{name:20} {count}");
    }
    std::fs::write(folder().join("instructions.txt"), text).map_err(|error| error.to_string())
}

/// Prints the table; the names of the kernels that have grown.
fn print(before: &Counts, after: &Counts) -> Vec<String> {
    let mut grown = Vec::new();
    println!("{:20} {:>14} {:>14} {:>8}", "kernel", "before", "now", "change");
    for (name, &now) in after {
        let Some(&old) = before.get(name).filter(|&&old| old > 0) else {
            println!("{name:20} {:>14} {now:>14} {:>8}", "-", "-");
            continue;
        };
        let change = now as f64 / old as f64 - 1.0;
        println!("{name:20} {old:>14} {now:>14} {:>+7.2}%", change * 100.0);
        if change > ALLOWED {
            grown.push(name.clone());
        }
    }
    grown
}

/// The instructions of one run.
fn count(tool: Tool, kernel: &str) -> Result<u64, String> {
    let script = folder().join("instructions").join(kernel).with_extension("js");
    let mut command = match tool {
        Tool::Callgrind => {
            let mut command = Command::new("valgrind");
            command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
            command
        }
        Tool::Perf => {
            let mut command = Command::new("perf");
            command.args(["stat", "-x", ";", "-e", "instructions:u"]);
            command
        }
    };
    // Environment variables lie on the stack and move it: none are passed on.
    let command = command.arg(env!("CARGO_BIN_EXE_tercet")).arg("run").arg(&script);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let output = command.env_clear().env("PATH", path).output().map_err(|error| error.to_string())?;
    let log = String::from_utf8_lossy(&output.stderr);
    let number = match tool {
        Tool::Callgrind => log.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok()),
        Tool::Perf => log.lines().find_map(|line| line.split(';').next()?.parse().ok()),
    };
    match number {
        Some(number) if output.status.success() => Ok(number),
        _ => Err(format!("{kernel}: {}: {log}", output.status)),
    }
}
