// Function objects and Function.prototype: call, apply, bind, toString, name, length, Function().

function sample(a, b) {
  return [this === undefined ? "undefined" : typeof this, a, b, arguments.length];
}
function strict(a) {
  "use strict";
  return [this, a];
}
test("call", () => [sample.call(1, 2, 3), strict.call(5, 6), strict.call(), strict.call(null)]);
test("apply", () => [strict.apply(1, [2]), strict.apply(1), strict.apply(1, null), sample.apply(0, { length: 2, 0: "a", 1: "b" }), sample.apply(0, "ab".split(""))]);
test("apply with a primitive list", () => strict.apply(1, "ab"));
test("apply with holes", () => (function () { return [arguments.length, 0 in arguments, arguments[0]]; }).apply(null, [,]));
test("apply with a large list", () => Math.max.apply(null, Array.from({ length: 5000 }, (_, i) => i)));
test("apply with a length that throws", () => strict.apply(1, { get length() { throw new RangeError("l"); } }));
test("call on a non-function", () => Function.prototype.call.call({}));
test("bind", () => {
  const b = strict.bind("t", "x");
  return [b(), b("ignored"), b.call("other"), b.name, b.length, sample.bind(0, 1).length, sample.bind(0, 1, 2, 3).length, b.hasOwnProperty("prototype")];
});
test("bind partial and chained", () => {
  const f = (...args) => args;
  const g = f.bind(null, 1).bind(null, 2);
  return [g(3), g.name];
});
test("bind and new", () => {
  function P(a, b) {
    this.a = a;
    this.b = b;
  }
  const B = P.bind({ ignored: 1 }, 1);
  const o = new B(2);
  return [o, o instanceof P, o instanceof B, new (B.bind(null, 7))().b];
});
test("bind and new.target", () => {
  function P() {
    return { same: new.target === P };
  }
  return new (P.bind())();
});
test("bind of arrows and methods is not constructible", () => new ((() => 1).bind())());
test("bind length and name from odd sources", () => {
  const f = () => 1;
  Object.defineProperty(f, "length", { value: 2.7 });
  Object.defineProperty(f, "name", { value: 5 });
  const g = () => 1;
  Object.defineProperty(g, "length", { value: "3" });
  const h = () => 1;
  Object.defineProperty(h, "length", { value: Infinity });
  const i = () => 1;
  Object.defineProperty(i, "length", { value: -Infinity });
  return [f.bind().length, f.bind().name, g.bind().length, h.bind(null, 1).length, i.bind().length];
});
test("bind on a non-function", () => Function.prototype.bind.call({}));
test("name inference", () => {
  const a = () => {};
  let b = function () {};
  var c = class {};
  const o = { d: () => {}, e() {}, get f() { return 1; }, ["g" + 1]: () => {}, h: function named() {}, [Symbol("s")]() {}, async: () => {} };
  const getter = Object.getOwnPropertyDescriptor(o, "f").get;
  return [a.name, b.name, c.name, o.d.name, o.e.name, getter.name, o.g1.name, o.h.name, (() => {}).name, (function () {}).name, o.async.name, Function("x", "").name];
});
test("name and length are configurable, not writable", () => {
  function f() {}
  f.name = "changed";
  const before = f.name;
  Object.defineProperty(f, "name", { value: "defined" });
  return [before, f.name, Object.getOwnPropertyDescriptor(f, "length")];
});
test("length", () => [((a, b) => 1).length, ((a, b = 1, c) => 1).length, ((...a) => 1).length, (({ a }, [b]) => 1).length, (function () {}).length, Function("a, b", "c", "").length]);
test("property order of functions", () => [Object.getOwnPropertyNames(function () { "use strict"; }).slice(0, 2), Object.getOwnPropertyNames(() => 1), Object.getOwnPropertyNames(class {})]);
test("prototype property", () => {
  function f() {}
  function* g() {}
  return [Object.getOwnPropertyDescriptor(f, "prototype"), f.prototype.constructor === f, Object.keys(f.prototype), "prototype" in (() => 1), "constructor" in g.prototype, ({ m() {} }).m.hasOwnProperty("prototype")];
});
test("prototype replaced", () => {
  function F() {}
  F.prototype = { tag: 1 };
  const o = new F();
  F.prototype = 5;
  return [o.tag, Object.getPrototypeOf(new F()) === Object.prototype];
});
test("constructor return values", () => {
  function P() {
    this.x = 1;
    return 5;
  }
  function O() {
    return { y: 2 };
  }
  function F() {
    return () => 1;
  }
  return [new P(), new O(), typeof new F()];
});
test("new without parentheses and with spread", () => {
  function P(...a) {
    this.n = a.length;
  }
  return [new P().n, new P(...[1, 2]).n, (new P).n];
});
test("toString", () => [String(function f(a) { return a; }), String((a) => a + 1), ({ m() { return 1; } }).m.toString(), String(class A { x = 1; }), String(function* g() {}), ({ get a() { return 1; } }, Object.getOwnPropertyDescriptor({ get a() { return 1; } }, "a").get.toString())]);
test("toString keeps comments and spacing", () => (function /* c */ f ( a ,b ) { /* d */ }).toString());
test("toString of builtins has the native form", () => [Math.max, (() => 1).bind(), Map, Object.getOwnPropertyDescriptor(Map.prototype, "size").get].map((f) => String(f).endsWith("{ [native code] }") || String(f).includes("[native code]")));
test("toString of a non-function", () => Function.prototype.toString.call({}));
test("Function()", () => [Function()(), Function("return 1")(), Function("a", "return a")(2), Function("a", "b", "return a + b")(1, 2), Function("a, b", "return a * b")(3, 4), Function("a = 5", "return a")(), Function("...r", "return r")(1, 2), new Function("return this")() === globalThis]);
test("Function() sees only globals", () => {
  const local = 1;
  return Function("return typeof local")();
});
test("Function() toString", () => [String(Function("a", "b", "return a")), String(Function())]);
test("Function() with syntax errors", () => ["}", "return", "a b"].map((s) => {
  try {
    return typeof Function(s);
  } catch (e) {
    return e.name;
  }
}));
test("Function() parameter injection", () => Function("a) { return 1; } function x(", "return 2"));
test("Function() comment in parameters", () => Function("a /* c", "*/ , b", "return b")(1, 2));
test("Function() trailing line comment", () => [Function("a // c", "return a")(4), Function("return 5 // c")()]);
test("Function() names and strictness", () => [Function("'use strict'; return this")(), Function("return this")() === globalThis]);
test("Function.prototype is a function", () => [typeof Function.prototype, Function.prototype(), Function.prototype.length, Function.prototype.name, Object.getPrototypeOf(Function.prototype) === Object.prototype, Function.prototype.hasOwnProperty("prototype")]);
test("caller and arguments are poisoned in strict functions", () => {
  const f = function () {
    "use strict";
  };
  const names = [];
  for (const k of ["caller", "arguments"]) {
    try {
      f[k];
      names.push("ok");
    } catch (e) {
      names.push(e.name);
    }
  }
  return [names, f.hasOwnProperty("caller")];
});
test("functions as objects", () => {
  const f = () => 1;
  f.count = 5;
  f.count++;
  return [f.count, Object.keys(f), "count" in f, delete f.count, f.count];
});
test("Symbol.hasInstance on Function.prototype", () => Function.prototype[Symbol.hasInstance].name);
test("recursion through arguments and name", () => [(function f(n) { return n ? n * f(n - 1) : 1; })(5), ((f) => f(f, 5))((f, n) => (n ? n + f(f, n - 1) : 0))]);
test("higher order", () => {
  const compose = (...fs) => (x) => fs.reduceRight((v, f) => f(v), x);
  const curry = (f, ...a) => (...b) => (a.length + b.length >= f.length ? f(...a, ...b) : curry(f, ...a, ...b));
  const memo = (f, cache = {}) => (n) => (n in cache ? cache[n] : (cache[n] = f(n)));
  return [compose((x) => x + 1, (x) => x * 2)(5), curry((a, b, c) => [a, b, c])(1)(2)(3), memo((n) => n * n)(4)];
});
test("calling through containers", () => {
  const fs = [(x) => x + 1];
  const o = { f: { g: (x) => x * 2 } };
  const m = new Map([["k", (x) => -x]]);
  return [fs[0](1), o.f.g(2), m.get("k")(3), (true ? fs[0] : 0)(4), (0, o.f.g)(5)];
});
test("getters that return functions, called as methods", () => {
  const o = {
    get m() {
      return function () {
        return this === o;
      };
    },
  };
  return o.m();
});
test("too many and too few arguments", () => [((a) => a)(1, 2, 3), ((a, b, c) => [a, b, c])(1), ((a, a2) => a2)()]);
test("duplicate parameters, sloppy", () => Function("a", "a", "return a")(1, 2));
test("parseInt as a callback and bound methods", () => [["1", "2", "3"].map(parseInt), ["a", "b"].map("x".concat.bind("x")), [1, 2].map(String), ["1", "x"].map(Number)]);
test("global functions' lengths", () => [parseInt, parseFloat, isNaN, isFinite].map((f) => [f.name, f.length].join()));
