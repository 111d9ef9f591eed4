//! `tercet bench`: runs kernels as whole processes on Tercet and on other engines and compares them.
//!
//! What lives here: the command's arguments and the order of its work. The engines and their runs are
//! in `engine`, the arithmetic in `stats`, what is printed in `report`. What does not live here: the
//! kernels (`kernels/*.js`), and benchmarks of single parts of the engine (`benches/`).

mod engine;
mod report;
mod stats;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use engine::{Engine, Sample};
use report::{Measured, Report};

/// Arguments of `tercet bench`.
#[derive(Args, Debug, Clone)]
pub struct BenchArgs {
    /// Kernels to run: files, or folders whose every *.js is run
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Another engine to compare with, as a command line; may be given several times
    #[arg(long = "vs", value_name = "CMD")]
    versus: Vec<String>,

    /// Runs of each kernel on each engine, after one to warm up
    #[arg(short = 'n', long, value_name = "RUNS", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,

    /// Size passed to every kernel instead of the kernel's own
    #[arg(long, value_name = "N")]
    size: Option<u64>,
}

/// How the result is printed.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For a terminal
    Table,
    /// For a README
    Markdown,
    /// For a program; has every single sample
    Json,
}

/// Runs the benchmark, prints its report on standard output and its errors on standard error. Fails
/// when a kernel could not be run, or when its checksum is missing or not the same everywhere.
pub fn run(args: BenchArgs) -> ExitCode {
    let prepared = prepare(&args);
    let (kernels, engines) = match prepared {
        Ok(prepared) => prepared,
        Err(message) => {
            eprintln!("tercet bench: {message}");
            return ExitCode::FAILURE;
        }
    };
    let report = measure(&kernels, engines, &args);
    // A program that reads JSON finds the failures in it; a table without lines tells nobody anything.
    if !report.kernels.is_empty() || args.format == Format::Json {
        println!("{}", report.render(args.format).trim_end());
    }
    for failure in &report.failures {
        eprintln!("tercet bench: {failure}");
    }
    if report.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Finds the kernels and the engines; the first engine is Tercet itself.
fn prepare(args: &BenchArgs) -> Result<(Vec<PathBuf>, Vec<Engine>), String> {
    let kernels = kernels(&args.paths)?;
    let mut engines = vec![Engine::this()?];
    for command in &args.versus {
        engines.push(Engine::parse(command)?);
    }
    Ok((kernels, engines))
}

/// The files that `paths` name, those of a folder in the order of their names.
fn kernels(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() {
            if !path.is_file() {
                return Err(format!("{}: no such file or folder", path.display()));
            }
            found.push(path.clone());
            continue;
        }
        let failed = |error| format!("{}: {error}", path.display());
        let mut inside = Vec::new();
        for entry in fs::read_dir(path).map_err(failed)? {
            let file = entry.map_err(failed)?.path();
            if file.is_file() && file.extension() == Some(OsStr::new("js")) {
                inside.push(file);
            }
        }
        if inside.is_empty() {
            return Err(format!("{}: has no *.js", path.display()));
        }
        inside.sort();
        found.append(&mut inside);
    }
    Ok(found)
}

/// Measures every kernel; one that fails is left out and its failure kept.
fn measure(kernels: &[PathBuf], engines: Vec<Engine>, args: &BenchArgs) -> Report {
    let turns = kernels.len() as u64 * engines.len() as u64 * (u64::from(args.runs) + 1);
    let progress = ProgressBar::new(turns).with_style(
        ProgressStyle::with_template("{bar:30} {pos}/{len} {eta} {msg}").expect("a valid template"),
    );
    let mut measured = Vec::new();
    let mut failures = Vec::new();
    for (index, kernel) in kernels.iter().enumerate() {
        match measure_one(kernel, &engines, args, &progress) {
            Ok(kernel) => measured.push(kernel),
            Err(failure) => failures.push(failure),
        }
        progress.set_position(turns / kernels.len() as u64 * (index as u64 + 1));
    }
    progress.finish_and_clear();
    Report { engines, size: args.size, kernels: measured, failures }
}

/// Measures one kernel: a round to warm up, then `runs` rounds in which the engines take turns, so that
/// a slow spell of the machine falls on all of them.
fn measure_one(
    kernel: &Path,
    engines: &[Engine],
    args: &BenchArgs,
    progress: &ProgressBar,
) -> Result<Measured, String> {
    let name = kernel.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut samples = vec![Vec::with_capacity(args.runs as usize); engines.len()];
    for round in 0..=args.runs {
        let mut of_round = Vec::with_capacity(engines.len());
        for engine in engines {
            progress.set_message(format!("{name} on {}", engine.name));
            let sample = engine
                .run(kernel, args.size)
                .map_err(|failure| format!("{name}: {}: {failure}", engine.name))?;
            of_round.push(sample);
            progress.inc(1);
        }
        agree(&name, engines, &of_round)?;
        if round > 0 {
            for (kept, sample) in samples.iter_mut().zip(of_round) {
                kept.push(sample);
            }
        }
    }
    let checksum = samples[0][0].checksum.clone();
    Ok(Measured { name, checksum, samples })
}

/// Says which engines gave which checksum when they did not all give the same.
fn agree(kernel: &str, engines: &[Engine], samples: &[Sample]) -> Result<(), String> {
    if samples.iter().all(|sample| sample.checksum == samples[0].checksum) {
        return Ok(());
    }
    let each: Vec<String> = engines
        .iter()
        .zip(samples)
        .map(|(engine, sample)| format!("{} on {}", sample.checksum, engine.name))
        .collect();
    Err(format!("{kernel}: checksums differ: {}", each.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        bench: BenchArgs,
    }

    fn parse(words: &[&str]) -> Result<BenchArgs, clap::Error> {
        Cli::try_parse_from([&["bench"], words].concat()).map(|cli| cli.bench)
    }

    fn sample(checksum: &str) -> Sample {
        Sample { checksum: checksum.to_owned(), wall: 1.0, own: None }
    }

    #[test]
    fn arguments_have_defaults() {
        let args = parse(&["kernels"]).unwrap();
        assert_eq!(args.paths, [PathBuf::from("kernels")]);
        assert_eq!((args.runs, args.format, args.size), (10, Format::Table, None));
        assert!(args.versus.is_empty());
    }

    #[test]
    fn arguments_are_read() {
        let args = parse(&[
            "a.js",
            "b.js",
            "--vs",
            "qjs --script",
            "--vs",
            "node",
            "-n",
            "3",
            "--format",
            "json",
            "--size",
            "7",
        ]);
        let args = args.unwrap();
        assert_eq!(args.paths.len(), 2);
        assert_eq!(args.versus, ["qjs --script", "node"]);
        assert_eq!((args.runs, args.format, args.size), (3, Format::Json, Some(7)));
    }

    #[test]
    fn bad_arguments_are_refused() {
        for words in
            [&[] as &[&str], &["a.js", "-n", "0"], &["a.js", "--format", "csv"], &["a.js", "--size", "-1"]]
        {
            assert!(parse(words).is_err(), "{words:?}");
        }
    }

    #[test]
    fn a_folder_stands_for_its_js_files_in_order() {
        let folder = std::env::temp_dir().join(format!("tercet-bench-{}", std::process::id()));
        fs::create_dir_all(folder.join("sub.js")).unwrap();
        for name in ["b.js", "a.js", "notes.txt"] {
            fs::write(folder.join(name), "").unwrap();
        }
        let found = kernels(std::slice::from_ref(&folder)).unwrap();
        let one = kernels(&[folder.join("notes.txt")]).unwrap();
        let missing = kernels(&[folder.join("c.js")]).unwrap_err();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(found, [folder.join("a.js"), folder.join("b.js")]);
        assert_eq!(one, [folder.join("notes.txt")]);
        assert!(missing.contains("c.js"), "{missing}");
    }

    #[test]
    fn differing_checksums_name_kernel_and_engines() {
        let engines = [Engine::parse("qjs").unwrap(), Engine::parse("node").unwrap()];
        assert_eq!(agree("fib", &engines, &[sample("5"), sample("5")]), Ok(()));
        assert_eq!(
            agree("fib", &engines, &[sample("5"), sample("6")]),
            Err("fib: checksums differ: 5 on qjs, 6 on node".to_owned())
        );
    }
}
