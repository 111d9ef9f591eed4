//! The front end against nonsense: random bytes, token soups, truncated and mutated programs, deep nesting, long
//! chains. It may reject; it may not panic, overflow the stack or take more than linear time.
//!
//! `TERCET_FUZZ_ROUNDS` sets how many random programs are tried, `TERCET_FUZZ_SEED` where to begin.

mod syntax_support;

use std::time::{Duration, Instant};
use tercet::syntax::{
    DynamicFunctionKind, Interner, ParseOptions, SyntaxErrorKind, is_incomplete, parse_function_parts,
    parse_module, parse_script,
};

/// splitmix64
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

const TOKENS: &[&str] = &[
    "async",
    "await",
    "yield",
    "let",
    "const",
    "var",
    "using",
    "of",
    "in",
    "get",
    "set",
    "static",
    "class",
    "extends",
    "super",
    "new",
    "target",
    "import",
    "meta",
    "export",
    "default",
    "from",
    "as",
    "function",
    "function*",
    "return",
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "break",
    "continue",
    "try",
    "catch",
    "finally",
    "throw",
    "with",
    "typeof",
    "delete",
    "void",
    "this",
    "null",
    "true",
    "eval",
    "arguments",
    "x",
    "y",
    "#x",
    "a",
    "b",
    "'use strict'",
    "\"s\"",
    "1",
    "0x1f",
    "1n",
    "08",
    "1.5e3",
    "`t`",
    "`${",
    "}`",
    "/re/g",
    "/",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "...",
    ".",
    "?.",
    "=>",
    "=",
    "+=",
    "&&=",
    "??",
    "||",
    "&&",
    "**",
    "+",
    "-",
    "++",
    "--",
    "!",
    "~",
    "<",
    ">>",
    "===",
    ",",
    ";",
    ":",
    "?",
    "\n",
    "//c\n",
    "/*c*/",
    "<!--",
    "-->",
    "\\u0061",
    "instanceof",
    "debugger",
    "__proto__",
    "constructor",
    "𝒜",
    "\u{2028}",
    "@",
    "#",
    "\\",
];

const PROGRAMS: &[&str] = &[
    "'use strict'; class A extends B { #x = 1; static { this.y = #x in this; } get [k]() { return super.z; } async *m() \
     { yield* await this.#x; } constructor(...a) { super(...a); new.target; } static async = 1; 'q'() {} }",
    "async function f({ a = 1, b: [c, ...d] = [], ...e }, g = () => arguments) { for await (const x of y) { label: for \
     (let i = 0, n = x?.length ?? 0; i < n; i++) { if (i % 2) continue label; else break; } } }",
    "var o = { a, b: 2, 'c': 3, 4: 5, [d]: 6, get e() { return 1 }, set e(v) {}, async f() {}, *g() {}, async *h() {}, \
     __proto__: null, ...rest }; ({ a, b: c = 1, ...d } = o); [a, , [b] = [], ...c.d] = e; (a, b) => ({}); async x => x",
    "switch (a) { case 1: let b; function c() {} default: try { throw 1 } catch ({ m }) { with (m) n = `a${b}c${`d`}` } \
     finally { do ; while (0) } } function* g() { yield\n x = yield * 2; return /[/]\\/(?<n>a)/u.test(tag`\\u`) } \
     a ||= b &&= c ??= d; x = a ? b : c, d ** -e; if (x) function f() {} else ;",
    "import d, { a as b, 'x y' as c } from 'm' with { type: 'json' }; import * as n from 'n'; export { b as default, c }; \
     export * from 'o'; export * as p from 'o'; export const [q, { r }] = await s; export class T {} import('x', {}); \
     import.meta.url; export function u() {} using v = w; await using z = null;",
];

fn check(source: &str) {
    let options = ParseOptions::default();
    let mut interner = Interner::new();
    let mut results = Vec::new();
    for result in [
        parse_script(source, &mut interner, &options),
        parse_script(source, &mut interner, &ParseOptions { strict: true, eval: true, ..options.clone() }),
        parse_module(source, &mut interner, &options),
    ] {
        if let Err(error) = &result {
            let (start, end) = (error.span.start as usize, error.span.end as usize);
            assert!(start <= end && end <= source.len(), "{error} at {start}..{end} in {source:?}");
            assert!(source.is_char_boundary(start) && source.is_char_boundary(end), "{error} in {source:?}");
            assert!(!error.message.is_empty());
        }
        results.push(result);
    }
    for parsed in results.iter().flatten() {
        syntax_support::verify(parsed, &interner);
    }
}

fn random_program(random: &mut Random) -> String {
    match random.below(4) {
        0 => {
            let bytes: Vec<u8> = (0..random.below(60)).map(|_| random.next() as u8).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        }
        1 => {
            let mut source = String::new();
            for _ in 0..random.below(40) {
                source.push_str(random.pick(TOKENS));
                if random.below(4) != 0 {
                    source.push(' ');
                }
            }
            source
        }
        2 => {
            let program = random.pick(PROGRAMS);
            let mut cut = random.below(program.len());
            while !program.is_char_boundary(cut) {
                cut -= 1;
            }
            program[..cut].to_owned()
        }
        _ => {
            // Replace some words of a program.
            let program = random.pick(PROGRAMS);
            let mut words: Vec<&str> = program.split_inclusive([' ', '(', ')', '{', '}', ',', ';']).collect();
            for _ in 0..=random.below(4) {
                let index = random.below(words.len());
                match random.below(3) {
                    0 => words[index] = random.pick(TOKENS),
                    1 => {
                        words.remove(index);
                    }
                    _ => words.insert(index, random.pick(TOKENS)),
                }
                if words.is_empty() {
                    break;
                }
            }
            words.concat()
        }
    }
}

#[test]
fn nonsense_is_rejected_in_peace() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let rounds = number("TERCET_FUZZ_ROUNDS").unwrap_or(4000);
    let seed = number("TERCET_FUZZ_SEED").unwrap_or(1);
    for round in 0..rounds {
        let mut random = Random(seed.wrapping_add(round).wrapping_mul(0xD134_2543_DE82_EF95));
        let source = random_program(&mut random);
        if let Err(panic) = std::panic::catch_unwind(|| check(&source)) {
            eprintln!("round {round} of seed {seed}: {source:?}");
            std::panic::resume_unwind(panic);
        }
    }
}

#[test]
fn prefixes_of_a_program_are_incomplete() {
    let mut interner = Interner::new();
    for (source, incomplete) in [
        ("function f() {", true),
        ("f(", true),
        ("[1, 2", true),
        ("`abc${", true),
        ("`abc", true),
        ("/* comment", true),
        ("a +", true),
        ("if (x)", true),
        ("({ a:", true),
        ("class A {", true),
        ("'abc\\\n", true),
        ("() =>", true),
        ("x = {", true),
        ("for (;;", true),
        ("try {", true),
        ("try {}", true),
        ("()", true),
        ("const x", false),
        ("f(a,", true),
        ("'abc", false),
        ("a b", false),
        (")", false),
        ("let let", false),
        ("x = }", false),
    ] {
        let error = parse_script(source, &mut interner, &ParseOptions::default()).expect_err(source);
        assert_eq!(is_incomplete(&error), incomplete, "{source:?}: {error}");
    }
}

/// Runs on a thread with as much stack as main threads have.
fn with_main_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(test);
    thread.expect("a thread can be made").join().expect("no panic");
}

#[test]
fn deep_nesting_is_an_error_not_an_overflow() {
    with_main_stack(|| {
        let shapes: &[(&str, &str, &str)] = &[
            ("(", "1", ")"),
            ("[", "", "]"),
            ("{", "", "}"),
            ("({a:", "1", "})"),
            ("({a=", "1", "} = b)"),
            ("[a,[", "", "]]"),
            ("f(", "", ")"),
            ("a[", "1", "]"),
            ("a => ", "1", ""),
            ("(a) => {", "", "}"),
            ("(a = ", "1", ") => 1"),
            ("async (a = ", "1", ") => 1"),
            ("function f() {", "", "}"),
            ("(function() {", "", "})()"),
            ("(class { m() {", "", "} })"),
            ("(class { [", "1", "]() {} })"),
            ("(class { static {", "", "} })"),
            ("(class { x = ", "1", "})"),
            ("class A extends (", "B", ") {}"),
            ("if (1) ", ";", ""),
            ("if (1) ; else ", ";", ""),
            ("for (;;) ", ";", ""),
            ("while (1) ", ";", ""),
            ("do ", ";", " while (0)"),
            ("try {", "", "} finally {}"),
            ("switch (1) { case 1:", "", "}"),
            ("with (a) ", ";", ""),
            ("!", "1", ""),
            ("- ", "1", ""),
            ("typeof ", "1", ""),
            ("++", "a", ""),
            ("new ", "a", ""),
            ("new (", "a", ")"),
            ("1 + (", "1", ")"),
            ("1 || (2 && (3 | (4 ^ (", "1", "))))"),
            ("1||2&&3|4^5&6==7<8<<9+10*(", "1", ")"),
            ("1 ** ", "1", ""),
            ("a ? ", "1", ": 2"),
            ("a ? 1 : ", "1", ""),
            ("a = ", "1", ""),
            ("[a] = ", "1", ""),
            ("`${", "1", "}`"),
            ("f`${", "1", "}`"),
            ("x?.[", "1", "]"),
            ("let [", "a", "] = 1"),
            ("var {a:", "b", "} = 1"),
        ];
        for depth in [10, 1000, 100_000] {
            for (open, middle, close) in shapes {
                let source = open.repeat(depth) + middle + &close.repeat(depth);
                let mut interner = Interner::new();
                let result = parse_script(&source, &mut interner, &ParseOptions::default());
                if let Err(error) = &result
                    && depth == 100_000
                {
                    assert_ne!(error.kind, SyntaxErrorKind::Incomplete, "{open}");
                }
                if depth == 100_000 && result.is_ok() {
                    panic!("{open:?} nested {depth} times was accepted");
                }
                drop(result);
            }
        }
    });
}

#[test]
fn long_chains_are_fine_or_too_deep() {
    with_main_stack(|| {
        let count = 100_000;
        let shapes: &[(&str, &str, bool)] = &[
            ("a", "+a", true),
            ("a", "-a*a", true),
            ("a", "&&a", true),
            ("a", "||a&&a", true),
            ("a", "??a", true),
            ("a", ",a", true),
            ("a", "\n;a", true),
            ("[a", ",a", false),
            ("x = a", "<a", true),
            ("a", ".b", false),
            ("a", "()", false),
            ("a", "[0]", false),
            ("a", "?.b", false),
            ("a", "`t`", false),
            ("a", "=a", false),
            ("a", "?a:a", false),
            ("a", "**a", false),
            ("var a", ",a", true),
            ("l:", ";", true),
        ];
        for &(first, link, fine) in shapes {
            let source = first.to_owned() + &link.repeat(count);
            let mut interner = Interner::new();
            match parse_script(&source, &mut interner, &ParseOptions::default()) {
                Ok(_) => assert!(fine, "{link:?}"),
                Err(error) if fine => panic!("{link:?}: {error}"),
                Err(error) => assert_ne!(error.message, "", "{link:?}"),
            }
        }
        // Spines of links whose arguments hold spines: no height may escape the count.
        let mut source = "a".to_owned();
        for _ in 0..40 {
            source = format!("f({source}){}", "()".repeat(200));
        }
        let mut interner = Interner::new();
        let error = parse_script(&source, &mut interner, &ParseOptions::default()).expect_err("too deep");
        assert_eq!(error.kind, SyntaxErrorKind::TooDeep);
    });
}

/// The time for a source of about this many bytes.
fn time(unit: &str, bytes: usize) -> Duration {
    let source = unit.repeat(bytes / unit.len() + 1);
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let mut interner = Interner::new();
        let start = Instant::now();
        drop(parse_script(&source, &mut interner, &ParseOptions::default()));
        best = best.min(start.elapsed());
    }
    best
}

#[test]
fn time_is_linear() {
    with_main_stack(|| {
        for unit in [
            "var a = b;\n",
            "function f(a, b) { return a + b }\n",
            "((((((((((((((a)))))))))))))) => {};\n",
            "[[[[[[[[[[a]]]]]]]]]] = b;\n",
            "(a = (b = (c = (d = 1) => 2) => 3) => 4) => 5;\n",
            "{ function f() { g } }\n",
            "'string' + `template ${x}`;\n",
            "async (a, b = async (c) => 1) => 2;\n",
            "x = '\\u0041\\n';\n",
            "/* c */ // d\n",
            "try {} catch (e) { var e }\n",
        ] {
            let small = time(unit, 20_000);
            let large = time(unit, 320_000);
            // Sixteen times the work; noise gets a wide margin, a quadratic algorithm would need 256.
            assert!(
                large < small * 90 + Duration::from_millis(20),
                "{unit:?}: {small:?} for 20 kB, {large:?} for 320 kB"
            );
        }
    });
}

#[test]
fn function_parts() {
    let mut interner = Interner::new();
    use DynamicFunctionKind::*;
    for (kind, params, body) in [
        (Normal, "a, b = 1", "return a + b // comment"),
        (Generator, "...a", "yield* a"),
        (Async, "", "'use strict'; await 1"),
        (AsyncGenerator, "{ a }", "yield await a"),
        (Normal, "a //", "-->"),
        (Normal, "", "return new.target"),
    ] {
        let function = parse_function_parts(kind, &[params], body, &mut interner).expect(body);
        assert!(function.source.contains("anonymous("), "{}", function.source);
    }
    for (params, body) in [
        ("a) {}, function (b", ""),
        ("a", "}, function () {"),
        ("/*", "*/) {"),
        ("", "super.x"),
        ("-->", ""),
        ("a = 1", "'use strict'"),
        ("a, a", "'use strict'"),
        ("a", "let a"),
    ] {
        let result = parse_function_parts(Normal, &[params], body, &mut interner);
        assert!(result.is_err(), "{params} {body}");
    }
}
