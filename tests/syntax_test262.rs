//! Parses every test of test262, if `TERCET_TEST262` names a checkout: tests that expect a `SyntaxError` when they
//! are parsed must be rejected, all others accepted. Nothing is run.

mod syntax_support;

use std::fs;
use std::path::{Path, PathBuf};
use tercet::syntax::{Interner, ParseOptions, SyntaxError, parse_module, parse_script};

/// Features that are proposals still, or belong to later editions than the parser's.
const UNSUPPORTED: &[&str] = &[
    "decorators",
    "source-phase-imports",
    "source-phase-imports-module-source",
    "import-defer",
    "import-bytes",
    "import-text",
];

struct Metadata<'a> {
    flags: &'a str,
    features: &'a str,
    rejected: bool,
}

/// Reads the front matter, a YAML comment, as far as it matters here.
fn metadata(source: &str) -> Metadata<'_> {
    let front =
        source.split_once("/*---").and_then(|(_, rest)| rest.split_once("---*/")).map_or("", |parts| parts.0);
    let field = |name: &str| {
        let start = front.find(&format!("\n{name}:")).map(|at| at + name.len() + 2)?;
        let rest = &front[start..];
        // The field ends at the next line that is not indented.
        let mut end = 0;
        for line in rest.split_inclusive('\n') {
            if end > 0 && !line.starts_with([' ', '\n', '\r', '-']) {
                break;
            }
            end += line.len();
        }
        Some(&rest[..end])
    };
    let negative = field("negative").unwrap_or("");
    Metadata {
        flags: field("flags").unwrap_or(""),
        features: field("features").unwrap_or(""),
        rejected: negative.contains("phase: parse"),
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',', '[', ']', '\n', '\r']).filter(|word| !word.is_empty() && *word != "-")
}

fn parse(source: &str, module: bool) -> Result<(), SyntaxError> {
    let mut interner = Interner::new();
    let options = ParseOptions::default();
    let parse = if module { parse_module } else { parse_script };
    let parsed = parse(source, &mut interner, &options)?;
    syntax_support::verify(&parsed, &interner);
    Ok(())
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("the checkout can be read") {
        let path = entry.expect("a directory can be listed").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "js")
            && !path.to_string_lossy().contains("_FIXTURE")
        {
            files.push(path);
        }
    }
}

#[test]
fn test262() {
    let Some(root) = std::env::var_os("TERCET_TEST262") else {
        eprintln!("skipped: TERCET_TEST262 is not set");
        return;
    };
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(move || run(Path::new(&root)));
    thread.expect("a thread can be made").join().expect("all tests are as expected");
}

fn run(root: &Path) {
    let mut files = Vec::new();
    collect(&root.join("test"), &mut files);
    files.sort();
    let (mut count, mut skipped, mut wrong) = (0, 0, Vec::new());
    for path in &files {
        let Ok(source) = fs::read_to_string(path) else { continue };
        let Metadata { flags, features, rejected } = metadata(&source);
        if words(features).any(|feature| UNSUPPORTED.contains(&feature)) {
            skipped += 1;
            continue;
        }
        let has = |flag: &str| words(flags).any(|word| word == flag);
        let mut runs = Vec::new();
        if has("module") {
            runs.push(("module", parse(&source, true)));
        } else {
            if !has("onlyStrict") {
                runs.push(("sloppy", parse(&source, false)));
            }
            if !has("noStrict") && !has("raw") {
                runs.push(("strict", parse(&format!("\"use strict\";\n{source}"), false)));
            }
        }
        for (mode, result) in runs {
            count += 1;
            if result.is_err() != rejected {
                let verdict = result.map_or_else(|error| error.to_string(), |()| "accepted".to_owned());
                let path = path.strip_prefix(root).unwrap_or(path).display();
                wrong.push(format!("{path} ({mode}): {verdict}"));
            }
        }
    }
    println!("{count} programs parsed, {skipped} tests skipped");
    assert!(wrong.is_empty(), "{} of {count} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}
