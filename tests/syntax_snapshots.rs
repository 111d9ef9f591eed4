//! Snapshots of trees, scope tables and error renderings.
//!
//! How to read them: see `tercet::syntax::dump`.

use tercet::syntax::dump::{dump, render_error};
use tercet::syntax::{Interner, ParseOptions, parse_module, parse_script};

fn parse(source: &str, options: &ParseOptions, module: bool) -> String {
    let mut interner = Interner::new();
    let parsed = if module {
        parse_module(source, &mut interner, options)
    } else {
        parse_script(source, &mut interner, options)
    };
    match parsed {
        Ok(parsed) => format!("{}\n\n{}", source.trim(), dump(&parsed, &interner)),
        Err(error) => render_error(&error, source),
    }
}

fn script(source: &str) -> String {
    parse(source, &ParseOptions::default(), false)
}

fn module(source: &str) -> String {
    parse(source, &ParseOptions::default(), true)
}

#[test]
fn operators() {
    insta::assert_snapshot!(script(
        "a + b - c * d ** e ** f / g;
         a < b == (c, d) && e && f || !g;
         x ??= y ||= z &&= -w--;
         a = b ? c : d ? e : typeof f[g].h(...i, j);
         (a) = function () {}; new a.b(c)(d); new new A; 0x1f + 1e3 + .5 + 017 + 10n;
         a?.b.c(d)?.[e].f; (a?.b).c; delete a?.b; `x${y}z${w}`; tag`\\u${0}`; 'ab\\u{1f600}' + '\\ud800';"
    ));
}

#[test]
fn destructuring() {
    insta::assert_snapshot!(script(
        "({ a, b: c.d = 1, [e]: [f, , g = 2, ...h[0]], 'i': (j), ...k } = [l, m] = n);
         for ({ a = 1 } of b) ;
         for (const [x, y] of z) f(() => x);
         ((a, { b = a }, [c] = b, ...d) => a + c)`no`;"
            .replace("`no`", "")
            .as_str()
    ));
}

#[test]
fn closures_and_registers() {
    insta::assert_snapshot!(script(
        "function outer(a, b) {
           let captured = a, local = b;
           const late = () => captured + after;
           let after = 1;
           var once = 1, twice = 2; twice = 3;
           for (let i = 0; i < 3; i++) fs.push(() => i);
           for (let j = 0; j < 3; j++) use(j);
           return function named() { return named, hoisted; };
           function hoisted() { return late; }
         }"
    ));
}

#[test]
fn temporal_dead_zones() {
    insta::assert_snapshot!(script(
        "{
           early; let early = early; early;
           function hoisted() { return inner }
           let inner = 1, ok = () => inner;
           switch (inner) { case 0: let s = 1; s; case 1: s; }
           for (const x of x) x;
           class C extends C { static a = C; [C]() { return C } }
           C;
         }
         function f(p = q, q = p) { var p; }"
    ));
}

#[test]
fn annex_b_functions() {
    insta::assert_snapshot!(script(
        "function f(p) {
           { function a() {} }
           { let b; { function b() {} } }
           { function p() {} }
           if (1) function c() {}
           try {} catch (d) { { function d() {} } }
           switch (1) { case 1: function e() {} }
           { function* g() {} }
           a; b; e;
         }
         { function top() {} function top() {} }
         function strict() { 'use strict'; { function s() {} } s; }"
    ));
}

#[test]
fn eval_and_with() {
    insta::assert_snapshot!(script(
        "function sloppy(a) { let b; eval(c); return () => d + a + sloppy; }
         function strict(a) { 'use strict'; eval(c); return d + a; }
         function parameters(a, b = eval('var a')) { return a + e; }
         function under(o, a) { with (o) { a + f; var v = 1; (() => a)(); } return a; }
         function indirect(eval) { (0, eval)(a); eval?.(a); }"
    ));
}

#[test]
fn eval_code() {
    let options = ParseOptions { eval: true, ..ParseOptions::default() };
    insta::assert_snapshot!(parse("var a = b; let c = a; function f() { return c }", &options, false));
}

#[test]
fn this_and_arguments() {
    insta::assert_snapshot!(script(
        "function f() { arguments; }
         function g() { return () => () => this + arguments[0]; }
         function h(arguments) { return arguments; }
         function i() { var arguments; return arguments; }
         function j(a = arguments) { var arguments, a; }
         var k = { m() { return () => super.x; }, n: async function* () { yield* await new.target; } };"
    ));
}

#[test]
fn classes() {
    insta::assert_snapshot!(script(
        "class A extends B {
           #f = 1; static #m() {} get #p() {} set #p(v) {}
           constructor(...a) { super(...a); (() => super.x)(); }
           static { var v = this.#f; let w = () => v; }
           static s = A; [k] = () => this; 'q'; 0 = #f in this;
           static async *g() { this?.#p; }
           static() {} get() {} async;
         }
         (class { static async = 1; get }); (class Named { m() { Named } });"
    ));
}

#[test]
fn statements() {
    insta::assert_snapshot!(script(
        "a: b: for (;;) { continue a; break b }
         for (var i = 0 in o) ; for (x.y in o) ; for (let in o) ;
         do ; while (0) while (1) break
         switch (a) { case b: c; default: }
         try { throw a } catch { b } finally { c }
         if (a) b; else if (c) d
         var { x, y: [z] = [] } = w
         async function f() { for await (const a of b) await a }
         function* g() { const x = yield, y = yield* z; return yield x }
         debugger
         a
         ++b
         let
         c"
    ));
}

#[test]
fn modules() {
    insta::assert_snapshot!(module(
        "import d, { a as b, default as e, 'x y' as c } from 'm' with { type: 'json', 'a': 'b' };
         import * as n from 'm'; import 'side';
         export { b, c as 'any string', local as l2, n }; export * from 'o'; export * as p from 'o';
         export { q as default, r } from 's';
         export const local = await n.x, [t, { u }] = d;
         export function f() { return f && local; }
         export class K {}
         import('x', { with: {} }); import.meta.url;"
    ));
    insta::assert_snapshot!(module(
        "export default class { static m() {} } export {}; using x = y; await using z = x;"
    ));
    insta::assert_snapshot!(module("export default async function () { await 1 }"));
    insta::assert_snapshot!(module("export default (a) => a; function f() {} var g = f;"));
}

#[test]
fn errors() {
    let sources = [
        "let a; var a;",
        "x = {\n  a: 1,\n  b: 2;\n}",
        "const π = 1, x;",
        "f(a b)",
        "if (a",
        "'abc",
        "({ a = 1 })",
        "for (let x, y of z) ;",
        "class A extends B { constructor() { super.#x } }",
        "function f() { 'use strict'; with (a) b }",
        "a => {} ()",
        "/(/",
        "1 = 2",
        "@dec class {}",
        "\\u0061wait: while (1) continue b;",
        "return",
        "async () => { for await (x in y) ; }",
        "`${a",
        "\u{1F600}",
    ];
    let rendered: Vec<String> = sources.iter().map(|source| script(source)).collect();
    insta::assert_snapshot!(rendered.join("\n"));
}
