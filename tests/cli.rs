//! The command line, as a user meets it: exit status, standard output and standard error of whole processes.
//!
//! What lives here: everything of `src/cli` that can be seen from outside. What does not: the session on a terminal and
//! the arithmetic of columns, which are tested where they are.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, starts_with};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::Stdio;

/// The command, with nothing of this process's environment that would change what it prints.
fn tercet() -> Command {
    let mut command = Command::cargo_bin("tercet").expect("the built command");
    command.env_remove("TERCET_GC").env_remove("NO_COLOR");
    command
}

/// A file of its own for each test.
fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli");
    fs::create_dir_all(&folder).expect("a folder for scratch files");
    let path = folder.join(name);
    fs::write(&path, content).expect("a writable scratch folder");
    path
}

/// Standard error of a run of code that fails.
fn complaint(code: &str) -> String {
    let output = tercet().args(["-e", code]).output().expect("a run");
    assert_eq!(output.status.code(), Some(1), "{code}");
    String::from_utf8(output.stderr).expect("text")
}

// ---- what is run

#[test]
fn a_file_with_arguments() {
    let script = file(
        "arguments.js",
        "#!/usr/bin/env tercet\nconsole.log(scriptArgs.slice(1).join(), scriptArgs.length)\n",
    );
    for first in [&[][..], &["run"], &["--heap-limit", "100m", "run"]] {
        tercet()
            .args(first)
            .arg(&script)
            .args(["a", "--stats", "-e", "x"])
            .assert()
            .success()
            .stdout("a,--stats,-e,x 5\n")
            .stderr("");
    }
}

#[test]
fn code() {
    tercet().args(["-e", "console.log(1)"]).assert().success().stdout("1\n").stderr("");
    tercet().args(["-p", "scriptArgs", "--", "-x"]).assert().success().stdout("[ '[eval]', '-x' ]\n");
    tercet().args(["-p", "'text'"]).assert().success().stdout("text\n");
    tercet().args(["-p", "({ a: ['text'] })"]).assert().success().stdout("{ a: [ 'text' ] }\n");
    tercet().args(["-p", "console.log(1); if (true) 2"]).assert().success().stdout("1\n2\n");
    tercet().args(["-p", "var x"]).assert().success().stdout("undefined\n");
}

#[test]
fn standard_input() {
    for args in [&[][..], &["-"], &["run", "-"]] {
        tercet().args(args).write_stdin("console.log(6 * 7)").assert().success().stdout("42\n");
    }
    tercet().args(["-", "a"]).write_stdin("console.log(scriptArgs)").assert().stdout("[ '-', 'a' ]\n");
    tercet().write_stdin("1 +").assert().code(1).stderr(starts_with("[stdin]:1:4: SyntaxError: "));
}

#[test]
fn byte_order_mark() {
    tercet().arg(file("bom.js", "\u{feff}console.log('é𝄞')")).assert().success().stdout("é𝄞\n");
}

#[test]
fn files_that_are_none() {
    tercet().arg("no/such.js").assert().code(1).stderr("tercet: no/such.js: no such file\n");
    tercet().arg(env!("CARGO_MANIFEST_DIR")).assert().code(1).stderr(contains(": is a directory"));
    let latin1 = file("latin1.js", b"x = '\xe9'");
    tercet().arg(latin1).assert().code(1).stderr(contains("latin1.js: not UTF-8 at byte 5"));
}

#[test]
fn an_interrupt_ends_a_script_after_its_output() {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("tercet"))
        .args(["-e", "console.log('out'); console.error('ready'); for (;;);"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let mut complaints = BufReader::new(child.stderr.take().expect("a pipe"));
    complaints.read_line(&mut String::new()).expect("a line");
    let status = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.expect("kill").success());
    let output = child.wait_with_output().expect("an end");
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(130), &b"out\n"[..]));
    let mut rest = String::new();
    complaints.read_to_string(&mut rest).expect("text");
    assert_eq!(rest, "");
}

// ---- usage

#[test]
fn usage_errors() {
    for args in [
        &["--nope"][..],
        &["-e"],
        &["-e", "1", "-p", "2"],
        &["--gc-stress=0"],
        &["--gc-random", "2"],
        &["--gc-stress", "--gc-random", "0.1"],
        &["--heap-limit", "lots"],
        &["--stats=xml"],
        &["bench"],
        &["completions", "nosh"],
    ] {
        tercet().args(args).assert().code(2).stdout("").stderr(contains("error: "));
    }
    tercet()
        .env("TERCET_GC", "sterss")
        .args(["-e", ""])
        .assert()
        .code(2)
        .stderr("tercet: TERCET_GC: `sterss` is no setting of the heap\n");
}

#[test]
fn help_and_version() {
    let groups = contains("\nScript:\n").and(contains("\nDiagnostics:\n"));
    let groups = groups.and(contains("\nHeap and garbage collector:\n")).and(contains("\nCommands:\n"));
    tercet().arg("--help").assert().success().stdout(groups).stderr("");
    tercet().arg("-h").assert().success().stdout(contains("--gc-verify"));
    tercet().args(["run", "--help"]).assert().success().stdout(contains("--dump-bytecode"));
    tercet().arg("--version").assert().success().stdout(starts_with("tercet "));
}

#[test]
fn completions() {
    for (shell, part) in [("bash", "_tercet"), ("zsh", "#compdef tercet"), ("fish", "complete -c tercet")] {
        tercet().args(["completions", shell]).assert().success().stdout(contains(part));
    }
}

// ---- diagnostics

#[test]
fn rejected_sources() {
    assert_eq!(
        complaint("let a = 1;\r\n\tlet \u{1d11e} = 2;"),
        "[eval]:2:6: SyntaxError: Invalid or unexpected token\n  |\n2 |     let \u{1d11e} = 2;\n  |         ^\n"
    );
    assert_eq!(
        complaint("'\u{1d11e}é' \t+ )"),
        "[eval]:1:10: SyntaxError: Unexpected token ')'\n  |\n1 | '\u{1d11e}é'     + )\n  |            ^\n"
    );
    assert_eq!(
        complaint("if ("),
        "[eval]:1:5: SyntaxError: Unexpected end of input\n  |\n1 | if (\n  |     ^\n"
    );
}

#[test]
fn nothing_of_a_rejected_source_runs() {
    tercet().args(["-e", "console.log(1); )"]).assert().code(1).stdout("");
}

#[test]
fn very_long_lines_are_cut() {
    let code = format!("{}; ) ;{}", "x = 1;".repeat(50_000), "y = 2;".repeat(50_000));
    tercet()
        .arg(file("long.js", code))
        .assert()
        .code(1)
        .stderr(contains("long.js:1:300003: SyntaxError: Unexpected token ')'\n"))
        .stderr(predicate::function(|text: &str| {
            let lines: Vec<&str> = text.lines().collect();
            let caret = lines.last().and_then(|line| line.find('^'));
            lines.len() == 4
                && lines.iter().skip(1).all(|line| line.chars().count() < 130)
                && caret.is_some_and(|at| lines[2].as_bytes().get(at) == Some(&b')'))
        }));
}

#[test]
fn uncaught_errors() {
    let script = file("uncaught.js", "function f(x) {\n\treturn x.a.b;\n}\nconsole.log('before');\nf({});\n");
    let name = script.display();
    let expected = format!(
        "Uncaught TypeError: Cannot read properties of undefined (reading 'b')\n    at f ({name}:2:13)\n    \
         at {name}:5:1\n  |\n2 |     return x.a.b;\n  |                ^\n"
    );
    tercet().arg(&script).assert().code(1).stdout("before\n").stderr(expected);
}

#[test]
fn uncaught_values() {
    for (code, expected) in [
        ("throw 5", "Uncaught 5\n"),
        ("throw 'text'", "Uncaught 'text'\n"),
        ("throw undefined", "Uncaught undefined\n"),
        ("throw { a: [1] }", "Uncaught { a: [ 1 ] }\n"),
        ("throw { get a() { throw 1 } }", "Uncaught { a: [Getter] }\n"),
        (
            "throw { stack: 'none', name: 'x', message: 'y' }",
            "Uncaught { stack: 'none', name: 'x', message: 'y' }\n",
        ),
    ] {
        assert_eq!(complaint(code), expected, "{code}");
    }
}

#[test]
fn causes_and_collected_errors() {
    let text = complaint("throw new Error('outer', { cause: new TypeError('inner', { cause: 'root' }) })");
    let heads: Vec<&str> = text.lines().filter(|line| line.contains(": ") && !line.contains('|')).collect();
    assert_eq!(heads, ["Uncaught Error: outer", "Caused by: TypeError: inner", "Caused by: 'root'"]);
    let text = complaint("throw new AggregateError([new RangeError('a'), 5], 'many')");
    assert!(text.starts_with("Uncaught AggregateError: many\n"), "{text}");
    assert!(text.contains("\n  [error] RangeError: a\n") && text.contains("\n  [error] 5\n"), "{text}");
    let circle = complaint("const e = new Error('x'); e.cause = e; throw e");
    assert!(circle.matches("Error: x").count() < 20, "{circle}");
}

#[test]
fn errors_that_resist_being_reported() {
    let hostile = |property: &str| {
        complaint(&format!(
            "const e = new Error('x'); Object.defineProperty(e, '{property}', {{ get() {{ throw 1 }} }}); throw e"
        ))
    };
    for property in ["stack", "message", "name", "cause", "errors"] {
        assert!(hostile(property).starts_with("Uncaught Error"), "{property}");
    }
    assert!(
        complaint("const e = new Error('x'); e.name = 'Other'; throw e").starts_with("Uncaught Other: x\n")
    );
    assert_eq!(complaint("const e = new Error('x'); e.stack = 'mine'; throw e"), "Uncaught mine\n");
    assert!(complaint("throw Object.setPrototypeOf(new Error('x'), null)").starts_with("Uncaught "));
}

// ---- bytecode and counters

#[test]
fn bytecode_is_printed_instead() {
    tercet()
        .args(["--dump-bytecode", "-e", "console.log(1); function f() { return () => 2 }"])
        .assert()
        .success()
        .stdout(contains("\"f\"").and(contains("#0.0 Arrow")));
}

#[test]
fn counters_for_programs() {
    let code = "let a = [1, 2], b = []; for (let i = 0; i < 9; i++) b = [...a, ...new Set(a)]; gc(); ({ p: b.length }).p";
    let output = tercet().args(["--stats=json", "-p", code]).output().expect("a run");
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(0), &b"4\n"[..]));
    let stats: serde_json::Value = serde_json::from_slice(&output.stderr).expect("JSON");
    let number = |path: &str| stats.pointer(path).and_then(serde_json::Value::as_u64).expect(path);
    assert_eq!(number("/dense_iterations/array_spread"), 9);
    assert_eq!(number("/generic_iterations/array_spread"), 9);
    for path in [
        "/collections/full",
        "/full_pauses/median_ns",
        "/bytes/allocated",
        "/bytes/moved",
        "/bytes/peak_heap",
        "/cells/moved",
        "/inline_caches/misses",
        "/tables/atoms",
        "/tables/shapes",
    ] {
        assert!(number(path) > 0, "{path}");
    }
}

#[test]
fn counters_for_people() {
    tercet().args(["--stats", "-e", "throw 1"]).assert().code(1).stderr(
        contains("\ncollections ").and(contains("\ntables ")).and(contains("generic iterations  none\n")),
    );
}

// ---- the heap

#[test]
fn verdicts() {
    let code = "let o = {}; for (let i = 0; i < 9; i++) o['k' + i] = [i]";
    let verdict = starts_with("gc verdict: passed: ");
    for args in
        [&["--gc-stress"][..], &["--gc-stress=3", "--gc-verify"], &["--gc-random", "0.5:7", "--gc-protect"]]
    {
        tercet().args(args).args(["-e", code]).assert().success().stderr(verdict.clone());
    }
    tercet()
        .env("TERCET_GC", "stress,protect=8,verify")
        .args(["-e", code])
        .assert()
        .success()
        .stderr(verdict);
    tercet()
        .args(["--gc-stress", "-e", "throw 1"])
        .assert()
        .code(1)
        .stderr(contains("\ngc verdict: passed: "));
}

#[test]
fn a_stress_run_in_which_nothing_moves_has_failed() {
    let failed = |command: &mut Command| {
        let expected = starts_with("gc verdict: failed: ").and(contains("nothing moved"));
        command.args(["-e", ""]).assert().code(3).stderr(expected);
    };
    failed(tercet().args(["--gc-random", "0"]));
    failed(tercet().arg("--gc-stress=1000000000"));
    // The command line wins over the environment.
    failed(tercet().env("TERCET_GC", "stress").arg("--gc-random=0"));
    tercet().env("TERCET_GC", "off").args(["-e", ""]).assert().success().stderr("");
}

#[test]
fn heap_limit() {
    let code = "let a = []; try { for (;;) a.push(new Array(1000).fill(0)) } catch (e) { a = e } console.log(String(a))";
    tercet()
        .args(["--heap-limit", "32m", "-e", code])
        .assert()
        .success()
        .stdout(starts_with("RangeError: Out of memory"));
}

#[test]
fn collections_are_traced() {
    tercet().args(["--gc-trace", "-e", "gc()"]).assert().success().stderr(contains("full"));
}

// ---- depth

/// What recurses without end runs into the machine's limit.
#[test]
fn endless_recursion_is_a_range_error() {
    for code in [
        "function f() { return f() + 1 } f()",
        "const o = { get a() { return this.a } }; o.a",
        "const o = { toString() { return `${this}` } }; String(o)",
        "const o = { valueOf() { return +this } }; +o",
        "function f(x) { [2, 1].sort(f) } f()",
        "function f() { return [1].map(f) } f()",
        "function f() { return Math.max(...[1, 2].map(f)) } f()",
        "function f() { return 'a'.replace('a', f) } f()",
        "function f() { new f } f()",
        "class A { constructor() { new this.constructor } } new A",
        "function f() { return Reflect.apply(f, null, []) } f()",
        "function f() { f.call() } f()",
        "function* g() { yield* g() } g().next()",
        "function f() { for (const x of { [Symbol.iterator]: f }); } f()",
        "const a = { toJSON() { return JSON.stringify(a) } }; JSON.stringify(a)",
    ] {
        let text = complaint(code);
        assert!(
            text.starts_with("Uncaught RangeError: Maximum call stack size exceeded\n"),
            "{code}: {text}"
        );
    }
}

/// What is deep but has an end may work or not, but must not end the process.
#[test]
fn deep_data_is_no_crash() {
    let deep = "let a = []; for (let i = 0; i < 2e5; i++) a = [a];";
    for code in [
        "JSON.stringify(a)",
        "JSON.parse('['.repeat(1e6) + ']'.repeat(1e6))",
        "String(a)",
        "a.flat(Infinity)",
        "console.log(a)",
        "let f = () => 1; for (let i = 0; i < 2e5; i++) f = f.bind(null); f()",
        "let s = ''; for (let i = 0; i < 1e6; i++) s = 'x' + s + 'y'; s.length + s.charCodeAt(1e6)",
        "new Function('return ' + '('.repeat(1e5) + ')'.repeat(1e5))",
    ] {
        let output = tercet().args(["-e", &format!("{deep} {code}")]).output().expect("a run");
        let text = String::from_utf8_lossy(&output.stderr);
        let refused = output.status.code() == Some(1) && text.starts_with("Uncaught RangeError: ");
        assert!(output.status.success() || refused, "{code}: {}: {text}", output.status);
    }
}
