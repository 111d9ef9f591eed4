// Optional chaining, ??, logical assignment, templates, tags, evaluation order, new, commas.
// Spec: evaluation order: update with key conversion => [6, 1]

test("optional chaining: members", () => {
  const o = { a: { b: { c: 1 } }, n: null };
  return [o?.a?.b?.c, o.x?.b.c.d.e, o.n?.a, null?.a, undefined?.["a"], o?.["a"]?.["b"].c, 0?.toFixed, ""?.length];
});
test("optional chaining: calls", () => {
  const o = { f() { return this === o; }, n: null };
  return [o.f?.(), o.g?.(), o?.f(), o.n?.f(), o.x?.y(), o["f"]?.(), (o?.f)(), (o.f)?.()];
});
test("optional chaining: not callable", () => ({ f: 1 }).f?.());
test("optional chaining: short-circuits the whole chain", () => {
  let n = 0;
  const u = undefined;
  return [u?.[n++], u?.a[n++].b(n++), u?.(n++), n];
});
test("optional chaining: parentheses end the chain", () => (undefined?.a).b);
test("optional chaining: delete", () => {
  const o = { a: { b: 1 } };
  return [delete o?.a?.b, o, delete o.x?.y, delete undefined?.a];
});
test("optional chaining: ternary ambiguity", () => [true ?.5 : 1, false?.5:1]);
test("optional chaining: typeof, in and templates", () => [typeof undefined?.a, `${null?.x}`, "a" in ({ b: { a: 1 } }?.b)]);
test("optional chaining: getter runs once", () => {
  let n = 0;
  const o = {
    get f() {
      n++;
      return () => "called";
    },
  };
  return [o.f?.(), n];
});
test("optional chaining: null-prototype and primitives", () => [Object.create(null)?.toString, "abc"?.[1], (5)?.toFixed?.(1)]);
test("nullish", () => [null ?? 1, undefined ?? 2, 0 ?? 3, "" ?? 4, false ?? 5, NaN ?? 6, null ?? undefined ?? 7, (null || undefined) ?? 8, null ?? (0 || 9)]);
test("logical assignment", () => {
  let a = null, b = 0, c = 1, d = "", e;
  a ??= 1;
  b ??= 2;
  b ||= 3;
  c &&= 4;
  d ||= "s";
  e &&= 5;
  return [a, b, c, d, e];
});
test("logical assignment short-circuits", () => {
  let n = 0;
  const o = { t: 1, f: 0, u: undefined };
  o.t ||= n++;
  o.f &&= n++;
  o.t ??= n++;
  o.u ??= "set";
  return [o, n];
});
test("logical assignment does not call setters needlessly", () => {
  const log = [];
  const o = {
    get a() {
      log.push("get");
      return 1;
    },
    set a(v) {
      log.push("set " + v);
    },
  };
  o.a ||= 2;
  o.a &&= 3;
  o.a ??= 4;
  return log;
});
test("logical assignment evaluates keys once", () => {
  let n = 0;
  const o = {};
  o["k" + n++] ??= "v";
  return [o, n];
});
test("logical assignment names functions", () => {
  let f, g = 1, h = null;
  f ||= () => {};
  g &&= function () {};
  h ??= class {};
  const o = {};
  o.p ??= () => {};
  return [f.name, g.name, h.name, o.p.name];
});
test("assignment names functions", () => {
  let f, g, h;
  f = () => {};
  g = function () {};
  (h) = () => {};
  const o = {};
  o.p = () => {};
  const i = (0, () => {});
  return [f.name, g.name, h.name, o.p.name, i.name];
});
test("templates", () => {
  const a = 1;
  return [`a${a}b${a + 1}`, ``, `${""}`, `line
two`, `\n\t\u{41}\x41`, `$a {a} \${a}`, `${`nested ${a}`}`, `a${[1, 2]}${{}}${null}${undefined}`, `\`${"`"}`];
});
test("templates convert to string by hint", () => `${{ toString: () => "s", valueOf: () => "v" }}`);
test("templates evaluate and convert in order", () => {
  const log = [];
  const v = (n) => ({ toString: () => (log.push("str " + n), n) });
  const e = (n) => (log.push("eval " + n), v(n));
  return [`${e("a")}${e("b")}`, log];
});
test("templates with CR LF", () => Function("return `a\r\nb\rc`")());
test("tags", () => {
  const tag = (strings, ...values) => [strings, strings.raw, values];
  return tag`a${1}\n${2}c`;
});
test("tags: invalid escapes", () => {
  const tag = (strings) => [strings[0], strings.raw[0], strings[1], strings.raw[1]];
  return tag`\unicode ${1}\xg`;
});
test("tags: the strings array is frozen and cached per site", () => {
  const tag = (strings) => strings;
  const f = () => tag`x${1}`;
  const a = f();
  return [a === f(), a === tag`x${1}`, Object.isFrozen(a), Object.isFrozen(a.raw), Array.isArray(a), Object.keys(a)];
});
test("tags: receivers and chains", () => {
  const o = {
    t(strings) {
      return this === o && strings[0];
    },
  };
  const curry = (s) => (t) => s[0] + t[0];
  return [o.t`x`, o["t"]`y`, curry`a``b`, new (class { constructor(s) { this.s = s[0]; } })`z`.s].length;
});
test("tags: new with a template", () => {
  const make = () => function () {
    this.made = 1;
  };
  return new make`x`();
});
test("tags: not callable", () => 5`x`);
test("tags: member of result", () => ((s) => ({ v: s[0] }))`q`.v);
test("evaluation order: member assignment", () => {
  const log = [];
  const o = () => (log.push("object"), {});
  const k = () => (log.push("key"), "k");
  const v = () => (log.push("value"), 1);
  o()[k()] = v();
  return log;
});
test("evaluation order: null base is found after the value", () => {
  const log = [];
  try {
    null[log.push("key")] = log.push("value");
  } catch (e) {
    log.push(e.name);
  }
  return log;
});
test("evaluation order: key conversion happens after the value", () => {
  const log = [];
  const key = { toString: () => (log.push("to string"), "k") };
  const o = {};
  o[key] = log.push("value");
  return [log, o];
});
test("evaluation order: compound member assignment", () => {
  const log = [];
  const o = {
    get a() {
      log.push("get");
      return 1;
    },
    set a(v) {
      log.push("set " + v);
    },
  };
  const k = () => (log.push("key"), "a");
  o[k()] += (log.push("right"), 5);
  return log;
});
test("evaluation order: update with key conversion", () => {
  let n = 0;
  const o = { k: 5 };
  const key = { toString: () => (n++, "k") };
  o[key]++;
  return [o.k, n];
});
test("evaluation order: call", () => {
  const log = [];
  const o = { get f() { log.push("get f"); return () => log.push("call"); } };
  o.f(log.push("arg 1"), log.push("arg 2"));
  return log;
});
test("evaluation order: call of an undefined member, arguments first", () => {
  const log = [];
  try {
    ({}).nope(log.push("arg"));
  } catch (e) {
    log.push(e.name);
  }
  return log;
});
test("evaluation order: callee is read before the arguments change it", () => {
  let f = () => "old";
  const change = () => (f = () => "new");
  return [f(change()), f()];
});
test("evaluation order: operands are read before later side effects", () => {
  let a = 1;
  const r1 = a + (a = 5) + a;
  let b = 1;
  const r2 = [b, b++, b, ++b];
  let c = { v: 1 };
  const r3 = c.v + (c = { v: 10 }).v;
  return [r1, r2, r3];
});
test("evaluation order: locals survive calls that change them", () => {
  let x = 1;
  const f = () => (x = 100, 1);
  return x + f() * x;
});
test("evaluation order: object literal", () => {
  const log = [];
  const k = (n) => (log.push("k" + n), n);
  const v = (n) => (log.push("v" + n), n);
  ({ [k(1)]: v(1), [k(2)]: v(2), m: v(3) });
  return log;
});
test("assignment chains", () => {
  let a, b;
  const o = {};
  a = b = o.c = 5;
  return [a, b, o];
});
test("assignment chain with a changing base", () => {
  let a = { n: 1 };
  const old = a;
  a.x = a = { n: 2 };
  return [old, a];
});
test("assignment expression values", () => {
  const o = {
    set a(v) {
      return 99;
    },
  };
  return [(o.a = 5), (o.b = 6)];
});
test("new precedence", () => {
  class A {
    m() {
      return "m";
    }
  }
  A.B = class {
    v = 1;
  };
  return [new A().m(), new A.B().v, (new A).m(), typeof new A, new (class { static C = A; }).constructor.C().m()];
});
test("in and instanceof precedence", () => [!("a" in { a: 1 }), !([] instanceof Array), "1" in [0, 1] == true]);
test("exponent with unary in parentheses", () => [(-2) ** 2, 2 ** -1, (+"3") ** 2]);
test("grouping keeps references", () => {
  const o = { m() { return this === o; } };
  return [(o.m)(), ((o.m))(), (1, o.m)(), (o.m || 0)()];
});
test("typeof of parenthesised undeclared", () => typeof (undeclaredThing));
test("void, delete and typeof stacked", () => [typeof void 0, void typeof 0, !delete {}.a, typeof typeof 1, - -1, + +"2", ~~3.7, !!"x"]);
test("postfix and prefix mixed", () => {
  let a = 1;
  return [a++ + ++a, a-- - --a, a, -a++, a];
});
test("long chains of +", () => {
  const s = "x";
  return [1 + 2 + s + 1 + 2, s + 1 + 2 * 3 + s, "" + 1 + 2];
});
test("conditional as an assignment target's value", () => {
  let a = false ? 1 : true ? 2 : 3;
  return a;
});
test("arrow bodies", () => [(() => ({}))(), (() => {})(), (() => [])(), ((a) => a)(1), ((a, b) => a + b)(1, 2), (({ a }) => a)({ a: 3 }), (([a]) => a)([4]), ((...a) => a)(5), ((a = 6) => a)()]);
test("arrow returning conditional and comma", () => [((x) => x ? "y" : "n")(1), ((x) => (x, 2))(1)]);
test("arrow has no prototype, arguments or new.target of its own", () => {
  const f = () => 1;
  return [f.hasOwnProperty("prototype"), Object.getOwnPropertyNames(f)];
});
test("array literal details", () => [[1, 2, ].length, [, ].length, [1, , 2].length, [...[], , 1].length, [undefined].length]);
test("object literal against block", () => [({}).toString(), eval2("{}"), eval2("({a: 1})")].length);
function eval2(source) {
  return Function("return " + source)();
}
test("numeric separators and methods on literals", () => [1_0.5_0, 1..toString(), 1.0.toFixed(1), 5 .toString(), 0xf_f]);
test("division beside parentheses and braces", () => {
  const a = 10, g = 2, i = 1;
  return [a / g / i, (a) / g, [a][0] / g];
});
test("comma operators everywhere", () => {
  let a = (1, 2);
  const f = (x, y = (3, 4)) => [x, y];
  return [a, f((5, 6)), [(7, 8)]];
});
test("string line continuation and quotes", () => ["a\
b", 'it\'s', "say \"hi\"", '\u2028'.length]);
test("large literals", () => {
  const a = [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69];
  return [a.length, a[69], a.reduce((x, y) => x + y)];
});
test("functions with many parameters and locals", () => {
  const names = [];
  for (let i = 0; i < 200; i++) names.push("p" + i);
  const f = Function(...names, "var " + names.map((n) => n + "_ = " + n).join() + "; return " + names.map((n) => n + "_").join(" + "));
  return f(...names.map((_, i) => i));
});
test("expressions of many operands", () => {
  const terms = [];
  for (let i = 0; i < 300; i++) terms.push("(" + i + ")");
  return Function("return " + terms.join(" + "))();
});
test("deeply nested parentheses and arrays", () => {
  const depth = 200;
  return [Function("return " + "(".repeat(depth) + "1" + ")".repeat(depth))(), Function("return " + "[".repeat(depth) + "1" + "]".repeat(depth))().length];
});
test("many constants", () => {
  const parts = [];
  for (let i = 0; i < 400; i++) parts.push("'s" + i + "'", i + ".5");
  const a = Function("return [" + parts.join() + "]")();
  return [a.length, a[0], a[799], a[400]];
});
test("long jumps", () => {
  const body = [];
  for (let i = 0; i < 500; i++) body.push("x = x + " + i + ";");
  return Function("n", "let x = 0; for (let i = 0; i < n; i++) { if (i === 1) { " + body.join("") + " } else { x++; } } return x")(3);
});
