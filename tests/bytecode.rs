//! What the compiler makes of small programs.

mod bytecode_verifier;

use bytecode_verifier::verify;
use std::collections::HashMap;
use tercet::compiler::{compile_script, disassemble};
use tercet::syntax::{Interner, ParseOptions, parse_script};
use tercet_vm::atom::Atom;
use tercet_vm::code::template::{Atoms, TemplateSpec};

/// Atoms without an engine.
#[derive(Default)]
struct Table {
    texts: Vec<String>,
    known: HashMap<String, Atom>,
}

impl Atoms for Table {
    fn atom(&mut self, text: &str) -> Atom {
        if let Some(&atom) = self.known.get(text) {
            return atom;
        }
        let atom = Atom(self.texts.len() as u32);
        self.texts.push(text.to_owned());
        self.known.insert(text.to_owned(), atom);
        atom
    }

    fn atom_utf16(&mut self, text: &[u16]) -> Atom {
        self.atom(&String::from_utf16_lossy(text))
    }
}

fn compile(source: &str, completion_value: bool) -> Result<(TemplateSpec, Table), String> {
    let mut interner = Interner::new();
    let parsed = parse_script(source, &mut interner, &ParseOptions::default()).map_err(|e| e.to_string())?;
    let mut table = Table::default();
    let spec = compile_script(&parsed, &interner, source, &mut table, completion_value)
        .map_err(|error| error.to_string())?;
    Ok((spec, table))
}

fn dump(source: &str, completion_value: bool) -> String {
    match compile(source, completion_value) {
        Ok((spec, table)) => {
            verify(&spec).unwrap();
            let code = disassemble(&spec, &|atom| table.texts[atom.0 as usize].clone());
            format!("{source}\n\n{code}")
        }
        Err(message) => message,
    }
}

/// Takes a snapshot, and checks the code with and without completion value.
macro_rules! snapshot {
    ($($name:ident $source:literal;)+) => { $(
        #[test]
        fn $name() {
            dump($source, true);
            insta::assert_snapshot!(dump($source, false));
        }
    )+ };
}

snapshot! {
    loops_and_numbers "function sum(n) { let s = 0; for (let i = 0; i < n; i++) s += i * 2.5 + 1; return s; }";
    recursion "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }";
    evaluation_order "function f(x, a) { g(x, x++, x); a[x] = x = 2; a[x++] += x; return x + (x = 1) + x; }";
    conditions "function f(a, b) { if (!(a && b) || a === undefined && b == null) return 1; while (a > 3 && !b) a--; return a || b; }";
    closures "function f() { let n = 0; const add = by => n += by; for (let i = 0; i < 3; i++) g(() => i + n); return add; }";
    methods_and_calls "function f(o) { o.a(1); o.b.c(2)[o.d](...o, 3); return new o.E(f(), ...o); }";
    literals "f({ a: 1, g() {}, 'b': [1, , 2], [f()]: () => 1, get c() { return super.x; }, ...f, __proto__: null, 3: [...f] });";
    templates "function f(s) { return tag`a${s}\\u0041` + `x${s}y${f()}z${s.z}` + `plain`; }";
    destructuring "function f({ a, b = 2, ...rest }, [x, , y = () => a, ...z] = []) { ({ a: a.b, [a]: x } = y); [x, y] = [y, x]; return rest; }";
    iteration "function f(o) { for (const x of o) { if (x) break; g(() => x); } for (var k in o) continue; return k; }";
    finally "function f(y) { for (const x of y) { try { if (x) break; if (y) continue; return 1; } catch (e) { g(e); } finally { h(); } } }";
    labels "outer: for (;;) { for (;;) { if (a) continue outer; if (b) break outer; if (c) break; } } block: { if (d) break block; e(); }";
    switch "function f(v) { switch (v) { case 1: return 'a'; case 'x': let q = 1; default: q = 2; break; case undefined: } return v; }";
    optional_chains "function f(a) { delete a?.b.c; return a?.b?.[c]?.(1).d ?? (a?.b)(2); }";
    logical_assignment "function f(a) { a ||= 1; a.x ??= () => 1; a[f()] &&= 2; c ||= class {}; return a; }";
    updates "function f(o) { let i = 0; const v = i++ + ++i; o.p++; o[i]--; --o[0]; i--; return -v; }";
    generators "function* f(a = 1) { try { const [x = yield 1] = a; return yield* x; } finally { g(); } }";
    arguments "function f(a, b) { arguments[0] = b; return a; } function g(...r) { 'use strict'; return arguments.length + r; }";
    dead_zones "(function g() { g = 1; 'x'; }); { f(() => x); x = 1; let x = f(x); const c = 1; c = 2; }";
    classes "class A { #x = 1; y = this.#x; static z = A; ['k' + 1] = () => this; constructor(v) { this.v = v; } get x() { return this.#x; } #m() {} m(o) { return #m in o && this.#m(); } static { this.w = 1; } }";
    derived_classes "class B extends A { f = super.foo; constructor(...args) { super(...args); this.q = (() => super.x)(); } m() { return super.m(1); } } class C extends B {}";
    hoisting "f(); { function f() { return 1; } } function g() { h(); var h; function h() {} }";
    folding "if (1 + 2 > 4) a(); else b(); while (false) c(); d = 'x' + 'y' + e + 60 * 1000 + typeof f + void 0; do g(); while (0);";
    constants_in_loops "function f(a) { for (const x of a) if (x.kind === 'leaf' && x.size > 1e6) return x * 0.5; }";
    names "const a = () => {}, o = { b: function () {}, c: class { static d = () => 1; } }; let { e = () => {} } = o; (f) = function () {};";
}

#[test]
fn completion_values() {
    insta::assert_snapshot!(dump(
        "1; if (a) { 2; } for (const x of y) { x; continue; } try { 3; } finally { 4; } var z = 5; ;",
        true
    ));
}

#[test]
fn refused() {
    let cases = [
        ("async function f() {}", "not supported yet: async functions"),
        ("f(async function* () {})", "not supported yet: async generators"),
        ("x = 1n", "not supported yet: BigInt literals"),
        ("x = /a/", "not supported yet: regular expression literals"),
        ("with (x) y;", "not supported yet: `with`"),
        ("import('x')", "not supported yet: dynamic import"),
    ];
    for (source, message) in cases {
        assert_eq!(compile(source, false).err().as_deref(), Some(message), "{source}");
    }
}

/// Compiles and checks a big program, on a stack that is as small as that of a thread.
fn big(source: String) -> Option<String> {
    let result = compile(&source, false);
    if let Ok((spec, _)) = &result {
        verify(spec).unwrap();
    }
    result.err()
}

#[test]
fn long_chains() {
    let terms = |operator: &str| vec!["a"; 100_000].join(operator);
    for operator in [" + ", " && ", ", ", " ?? "] {
        assert_eq!(big(format!("x = ({});", terms(operator))), None, "{operator}");
    }
    assert_eq!(big(format!("if ({}) f();", terms(" || "))), None);
    assert_eq!(big(format!("x = [{}];", terms(", "))), None);
    assert_eq!(big("x += 1; if (x) { y(); }\n".repeat(50_000)), None);
}

#[test]
fn far_jumps() {
    let body = "x.y = f(x.z, 1.5);\n".repeat(10_000);
    assert_eq!(big(format!("function f(x, n) {{ for (let i = 0; i < n; i++) {{ {body} }} }}")), None);
    assert_eq!(
        big(format!("function f(x, n) {{ for (const i of n) {{ if (i === x) {{ {body} }} else f(); }} }}")),
        None
    );
    assert_eq!(big(format!("function f(x, n) {{ for (const i in n) {{ if (i) continue; {body} }} }}")), None);
    assert_eq!(big(format!("function f(x, n) {{ while (n < x) {{ if (n > 2) break; {body} }} }}")), None);
}

#[test]
fn limits_are_errors() {
    let names: Vec<String> = (0..40_000).map(|index| format!("v{index}")).collect();
    let message = big(format!("function f() {{ let {}; return v1; }}", names.join(", ")));
    assert_eq!(message.as_deref(), Some("too many local variables and temporaries in one function"));
    assert!(big(format!("f({})", names.join(", "))).is_some());
    assert!(big(format!("function f({}) {{}}", names.join(", "))).is_some());
    let slots = names.join(", ");
    let two: Vec<String> = (0..70_000).map(|index| format!("w{index}")).collect();
    assert!(big(format!("{{ let {slots}; let {}; f(() => w1); }}", two.join(", "))).is_some());
}

/// The deepest source of this form that the parser accepts.
fn deepest(source: &dyn Fn(usize) -> String) -> String {
    let accepts =
        |depth: usize| parse_script(&source(depth), &mut Interner::new(), &ParseOptions::default()).is_ok();
    let (mut good, mut bad) = (1, 2000);
    while good + 1 < bad {
        let middle = (good + bad) / 2;
        if accepts(middle) { good = middle } else { bad = middle }
    }
    source(good)
}

fn deep_trees() {
    let cases = [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("f(", "1", ")"),
        ("a ? b : ", "1", ""),
        ("a[", "1", "]"),
        ("{", "x;", "}"),
        ("if (a) ", "x;", ""),
        ("a = ", "1", ""),
        ("a.b += ", "1", ""),
        ("f(function () { ", "x;", "})"),
        ("(() => ", "x", ")"),
        ("- ", "x", ""),
        ("try { ", "x;", "} finally {}"),
        ("for (const x of y) ", "z;", ""),
        ("while (x) ", "z;", ""),
        ("x = {a: ", "1", "}"),
        ("x = {a() { ", "1", "}}"),
        ("[a = ", "b", "] = []"),
        ("class A { static { ", "x", " } }"),
        ("x = class { a = ", "x", " }"),
        ("new ", "x", ""),
        ("a ?? (b && ", "x", ")"),
        ("`${", "x", "}`"),
        ("switch (x) { default: ", "x", "}"),
        ("l: ", "x", ""),
        ("x = x * (1 + ", "x", ")"),
        ("var [", "x", "] = y"),
        ("var {a: ", "x", "} = y"),
    ];
    for (open, core, close) in cases {
        let source = deepest(&|depth| format!("{}{core}{}", open.repeat(depth), close.repeat(depth)));
        if let Ok((spec, _)) = compile(&source, false) {
            assert!(!spec.code.is_empty());
        }
    }
    for (open, close) in [(".b", ""), ("[0]", ""), ("(1)", ""), ("?.b(1)", ""), ("`x`", "")] {
        let source = deepest(&|depth| format!("a{}{close}", open.repeat(depth)));
        assert!(compile(&source, false).is_ok());
    }
}

#[test]
fn depth_is_bounded() {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(deep_trees);
    thread.expect("a thread").join().expect("no overflow");
}

/// What main threads have.
const STACK: usize = 8 << 20;
