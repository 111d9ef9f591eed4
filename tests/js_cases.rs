//! Runs every case file of `tests/spread` and `tests/language` through the built `tercet` and
//! compares what it prints with the committed `.expected` beside the file.
//!
//! What lives here: the list of files (one test a file), the run, and the comparison. What does not:
//! the cases themselves, and how expectations are made (`tests/spread/regenerate.sh`).
//!
//! The environment reaches the engine unchanged, so `TERCET_GC` selects the collector's mode here as
//! it does anywhere else.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A file that runs longer than this hangs; under GC stress a file may need minutes.
const LIMIT: Duration = Duration::from_secs(600);

/// How many differing cases a failure shows.
const SHOWN: usize = 25;

/// One test function for each case file, and the same list as data.
macro_rules! case_files {
    ($($folder:ident { $($file:ident)* })*) => {
        $(mod $folder {
            $(#[test]
            fn $file() {
                super::check(stringify!($folder), stringify!($file));
            })*
        })*

        const LISTED: &[(&str, &[&str])] = &[$((stringify!($folder), &[$(stringify!($file)),*])),*];
    };
}

case_files! {
    spread {
        array_from
        call_spread
        destructuring
        for_of
        generators
        guards
        iterator_close
        object_spread
        strings_and_collections
        table
    }
    language {
        arrays
        arrays_generic
        classes
        collections
        control_flow
        early_errors
        errors
        expressions
        functions
        group_by
        iterator_helpers
        json
        math
        numbers
        objects
        operators
        scopes
        set_methods
        strings
        symbols
        uri
    }
}

/// A case file that is on disk but not in the list above would never run.
#[test]
fn every_case_file_is_listed() {
    for (folder, files) in LISTED {
        let on_disk: BTreeSet<String> = fs::read_dir(tests_folder().join(folder))
            .expect("a folder of case files")
            .map(|entry| entry.expect("a readable folder").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "js"))
            .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
            .filter(|name| name != "prelude")
            .collect();
        let listed: BTreeSet<String> = files.iter().map(|file| (*file).to_owned()).collect();
        assert_eq!(on_disk, listed, "tests/{folder} against the list in this file");
    }
}

fn tests_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn check(folder: &str, file: &str) {
    let source = tests_folder().join(folder).join(file).with_extension("js");
    let expected = read(&source.with_extension("expected"));
    let outcome = run(folder, file, &source);
    let differences = differences(&expected, &outcome.printed);
    if outcome.succeeded() && differences.is_empty() {
        return;
    }
    let mut report = format!("{folder}/{file}.js: {}\n", outcome.ending());
    for difference in differences.iter().take(SHOWN) {
        report.push_str(difference);
    }
    if differences.len() > SHOWN {
        let _ = writeln!(report, "… and {} more", differences.len() - SHOWN);
    }
    if !outcome.complaints.is_empty() {
        let _ = writeln!(report, "standard error:\n{}", outcome.complaints);
    }
    panic!("{report}");
}

/// What one run of the engine left behind.
struct Outcome {
    printed: String,
    complaints: String,
    /// `None` when it was ended at the limit.
    status: Option<ExitStatus>,
}

impl Outcome {
    fn succeeded(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }

    fn ending(&self) -> String {
        match self.status {
            Some(status) => format!("the engine ended with {status}"),
            None => format!("the engine was ended after {} s", LIMIT.as_secs()),
        }
    }
}

/// Runs the prelude and the case file as one script. The output goes to files: a pipe that nobody
/// reads while waiting could fill up and block the engine.
fn run(folder: &str, file: &str, source: &Path) -> Outcome {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("js_cases").join(folder);
    fs::create_dir_all(&scratch).expect("a folder for scratch files");
    let script = scratch.join(file).with_extension("js");
    let stdout = scratch.join(file).with_extension("out");
    let stderr = scratch.join(file).with_extension("err");
    let prelude = read(&tests_folder().join("spread/prelude.js"));
    fs::write(&script, prelude + &read(source)).expect("a writable scratch folder");

    let mut child = Command::new(env!("CARGO_BIN_EXE_tercet"))
        .arg("run")
        .arg(&script)
        .stdin(Stdio::null())
        .stdout(File::create(&stdout).expect("a scratch file"))
        .stderr(File::create(&stderr).expect("a scratch file"))
        .spawn()
        .expect("the engine starts");
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("the engine can be waited for") {
            break Some(status);
        }
        if started.elapsed() > LIMIT {
            child.kill().expect("the engine can be ended");
            child.wait().expect("the engine can be waited for");
            break None;
        }
        thread::sleep(Duration::from_millis(2));
    };
    Outcome { printed: read(&stdout), complaints: read(&stderr), status }
}

/// Reads a text that may hold anything a broken engine prints.
fn read(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The lines that differ. Every case prints one line and no case is skipped, so the two sides go line
/// by line; an engine that stops early prints nothing for the rest.
fn differences(expected: &str, printed: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut wanted = expected.lines();
    let mut seen = printed.lines();
    loop {
        let pair = (wanted.next(), seen.next());
        if pair.0 == pair.1 {
            if pair.0.is_none() {
                return found;
            }
            continue;
        }
        let (want, got) = (pair.0.unwrap_or("(no more)"), pair.1.unwrap_or("(nothing)"));
        found.push(format!("  expected {want}\n  printed  {got}\n\n"));
    }
}
