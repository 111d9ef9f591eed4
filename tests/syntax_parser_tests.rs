//! Runs the `test262-parser-tests` package, if `TERCET_PARSER_TESTS` names its directory.
//!
//! Its `pass` programs must parse, and so must `pass-explicit`, their twins with all parentheses and semicolons
//! written out; `fail` and `early` programs must be rejected.

use std::fs;
use std::path::Path;
use tercet::syntax::{Interner, ParseOptions, SyntaxError, parse_module, parse_script};

/// Programs on which the suite, written for ES2017, and today's standard disagree.
const CHANGED_SINCE: &[(&str, &str)] = &[
    // `\8` and `\9` in sloppy strings.
    ("fail", "0d5e450f1da8a92a.js"),
    ("fail", "79f882da06f88c9f.js"),
    ("fail", "92b6af54adef3624.js"),
    ("fail", "748656edbfb2d0bb.js"),
    // U+2028 and U+2029 in strings.
    ("fail", "8af69d8f15295ed2.js"),
    ("fail", "647e21f8f157c338.js"),
    // Class fields.
    ("fail", "ef81b93cf9bdb4ec.js"),
    ("fail", "98204d734f8c72b3.js"),
    // Annex B: an initializer in the head of `for-in`.
    ("fail", "e3fbcf63d7e43ead.js"),
    // A call as an assignment target, in sloppy code.
    ("fail", "a8beb1480f385441.js"),
    // U+2B81E has become a letter.
    ("fail", "c060a3014ad24dfd.js"),
    // `for (var e of …)` may redeclare a catch parameter.
    ("early", "0f5f47108da5c34e.js"),
    // Annex B: a function declared twice in one block.
    ("early", "12a74c60f52a60de.js"),
    ("early", "be7329119eaa3d47.js"),
    ("early", "ec31fa5e521c5df4.js"),
    ("early", "1aff49273f3e3a98.js"),
];

fn parse(path: &Path) -> Result<(), SyntaxError> {
    let bytes = fs::read(path).expect("the file was just listed");
    let source = String::from_utf8_lossy(&bytes);
    let mut interner = Interner::new();
    let options = ParseOptions::default();
    let is_module = path.to_string_lossy().ends_with(".module.js");
    let result = if is_module {
        parse_module(&source, &mut interner, &options)
    } else {
        parse_script(&source, &mut interner, &options)
    };
    result.map(|_| ())
}

#[test]
fn parser_tests() {
    let Some(root) = std::env::var_os("TERCET_PARSER_TESTS") else {
        eprintln!("skipped: TERCET_PARSER_TESTS is not set");
        return;
    };
    let root = Path::new(&root);
    if !root.join("pass").is_dir() {
        eprintln!("skipped: {} does not hold the parser tests", root.display());
        return;
    }
    let mut wrong = Vec::new();
    let mut count = 0;
    for (directory, valid) in [("pass", true), ("pass-explicit", true), ("fail", false), ("early", false)] {
        for entry in fs::read_dir(root.join(directory)).expect("the suite has this directory") {
            let path = entry.expect("a directory can be listed").path();
            let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let changed = CHANGED_SINCE.contains(&(directory, file.as_str()));
            count += 1;
            let result = parse(&path);
            if result.is_ok() != (valid != changed) {
                let source = fs::read_to_string(&path).unwrap_or_default();
                let verdict = result.map_or_else(|error| error.to_string(), |()| "accepted".to_owned());
                wrong.push(format!("{directory}/{file}: {verdict}\n    {source:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}
