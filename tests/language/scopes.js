// Bindings: let, const, var, closures, TDZ, default parameters, arguments, this, hoisting.

const throws = (f) => {
  try {
    f();
    return "no error";
  } catch (e) {
    return e.name;
  }
};

let topLet = "let";
var topVar = "var";
const topThis = this;

test("closures per iteration", () => {
  const fs = [];
  for (let i = 0; i < 3; i++) fs.push(() => i);
  return fs.map((f) => f());
});
test("closures per iteration, changed in the body", () => {
  const fs = [];
  for (let i = 0; i < 6; i++) {
    fs.push(() => i);
    i++;
  }
  return fs.map((f) => f());
});
test("closures in the head and the update", () => {
  const fs = [];
  for (let i = 0, f = () => i; i < 2; fs.push(() => i), i++) fs.push(f);
  return fs.map((f) => f());
});
test("closures write to their own iteration", () => {
  const fs = [];
  for (let i = 0; i < 2; i++) fs.push([() => ++i, () => i]);
  return [fs[0][0](), fs[0][0](), fs[0][1](), fs[1][1]()];
});
test("var closures share", () => {
  const fs = [];
  for (var i = 0; i < 3; i++) fs.push(() => i);
  return fs.map((f) => f());
});
test("continue and per-iteration bindings", () => {
  const fs = [];
  for (let i = 0; i < 4; i++) {
    if (i === 1) continue;
    fs.push(() => i);
  }
  return fs.map((f) => f());
});
test("closures in while bodies", () => {
  const fs = [];
  let n = 0;
  while (n < 3) {
    const k = n++;
    let j = k * 2;
    fs.push(() => [k, j++]);
  }
  return fs.map((f) => (f(), f()));
});
test("closures over parameters", () => {
  const f = (a) => [() => a, (v) => (a = v)];
  const [get, set] = f(1);
  set(2);
  return get();
});
test("two closures share a variable", () => {
  let n = 0;
  const inc = () => ++n;
  const get = () => n;
  inc();
  inc();
  return [get(), n];
});
test("deeply nested closures", () => {
  const f = (a) => (b) => (c) => (d) => [a, b, c, d, (a += 1)];
  const g = f(1)(2)(3);
  return [g(4), g(5)];
});
test("counter factories are independent", () => {
  const make = () => {
    let n = 0;
    return () => ++n;
  };
  const a = make();
  const b = make();
  a();
  a();
  return [a(), b()];
});
test("recursion with captured locals", () => {
  const fs = [];
  const rec = (n) => {
    const local = n * 10;
    if (n > 0) rec(n - 1);
    fs.push(() => local);
  };
  rec(3);
  return fs.map((f) => f());
});
test("catch parameter captured", () => {
  const fs = [];
  for (let i = 0; i < 2; i++) {
    try {
      throw i;
    } catch (e) {
      fs.push(() => e++);
    }
  }
  return [fs[0](), fs[0](), fs[1]()];
});
test("switch scope is shared by its cases", () => {
  const f = (x) => {
    switch (x) {
      case 0:
        let v = "set";
      case 1:
        return throws(() => v) + typeof v;
    }
  };
  return f(0);
});
test("switch scope TDZ", () => {
  switch (1) {
    case 0:
      let v;
    case 1:
      v = 1;
  }
});
test("TDZ: read", () => {
  x;
  let x;
});
test("TDZ: write", () => {
  x = 1;
  let x;
});
test("TDZ: const", () => {
  x;
  const x = 1;
});
test("TDZ: self reference in the initializer", () => {
  let x = x + 1;
});
test("TDZ: through a closure called too early", () => {
  const f = () => x;
  f();
  let x = 1;
});
test("TDZ: through a closure called later", () => {
  const f = () => x;
  let x = 1;
  return f();
});
test("TDZ: inner shadows before its declaration", () => {
  const x = "outer";
  {
    const seen = throws(() => x);
    const x = "inner";
    return seen;
  }
});
test("TDZ: compound assignment and update", () => [throws(() => { x += 1; let x; }), throws(() => { x++; let x; }), throws(() => { x ||= 1; let x; }), throws(() => { [x] = [1]; let x; })]);
test("TDZ: loop bodies start afresh", () => {
  const names = [];
  for (let i = 0; i < 2; i++) {
    names.push(throws(() => x));
    let x = i;
  }
  return names;
});
test("TDZ: for head", () => {
  for (let i = i; ; ) {
    break;
  }
});
test("TDZ: class and functions", () => {
  const seen = throws(() => new A());
  class A {}
  return [seen, new A() instanceof A];
});
test("let without initializer is undefined each time", () => {
  const seen = [];
  for (let i = 0; i < 2; i++) {
    let x;
    seen.push(x);
    x = i;
  }
  return seen;
});
test("const assignment", () => {
  const c = 1;
  c = 2;
});
test("const update, compound, in closures", () => {
  const c = 1;
  return [throws(() => c++), throws(() => (c += 1)), throws(() => (() => (c = 2))()), c];
});
test("const assignment evaluates the right side first", () => {
  const c = 1;
  const log = [];
  try {
    c = log.push("evaluated");
  } catch (e) {
    log.push(e.name);
  }
  return log;
});
test("logical assignment to a const that short-circuits", () => {
  const c = 1;
  c ||= 2;
  return [c, throws(() => (c &&= 3))];
});
test("const objects can change inside", () => {
  const o = { a: 1 };
  o.a = 2;
  return o;
});
test("named function expression's name is read-only", () => {
  const f = function g() {
    g = 1;
    return typeof g;
  };
  const s = function h() {
    "use strict";
    h = 1;
  };
  return [f(), throws(s), typeof g];
});
test("named function expression's name is shadowed", () => [(function f(f) { return f; })(1), (function f() { var f = 2; return f; })(), (function f() { let f = 3; return f; })()]);
test("var hoisting", () => {
  const seen = [typeof v, v];
  if (false) {
    var v = 1;
  }
  return seen;
});
test("var redeclared keeps its value", () => {
  var a = 1;
  var a;
  for (var a of [5]);
  return a;
});
test("function hoisting", () => {
  const seen = [typeof f, f()];
  function f() {
    return "hoisted";
  }
  return seen;
});
test("function against var of one name", () => {
  var f = 1;
  function f() {}
  return typeof f;
});
test("last function declaration wins", () => {
  function f() {
    return 1;
  }
  const r = f();
  function f() {
    return 2;
  }
  return r;
});
test("function over parameter, parameter over var", () => {
  function a(x) {
    return typeof x;
    function x() {}
  }
  function b(x) {
    var x;
    return x;
  }
  return [a(1), b(1)];
});
test("block functions in sloppy mode leak as var", () => {
  const before = typeof f;
  {
    function f() {}
  }
  return [before, typeof f];
});
test("block functions in strict mode do not leak", () => {
  "use strict";
  {
    function f() {}
  }
  return typeof f;
});
test("block functions hoist within their block", () => {
  {
    const r = f();
    function f() {
      return "in block";
    }
    return r;
  }
});
test("block function and a let outside", () => {
  let f = "let";
  {
    function f() {}
  }
  return f;
});
test("block function in a branch not taken", () => {
  if (false) {
    function f() {}
  }
  return typeof f;
});
test("shadowing at every level", () => {
  let x = 1;
  const seen = [];
  {
    let x = 2;
    {
      let x = 3;
      seen.push(x);
    }
    seen.push(x);
  }
  seen.push(x);
  return seen;
});
test("let in a for head is not seen outside", () => {
  for (let hidden = 0; hidden < 1; hidden++);
  return typeof hidden;
});
test("top-level let and var on the global object", () => [typeof globalThis.topLet, typeof globalThis.topVar, topLet, topVar, Object.getOwnPropertyDescriptor(globalThis, "topVar").configurable]);
test("top-level function on the global object", () => typeof globalThis.topFunction);
function topFunction() {}
test("sloppy assignment makes a deletable global", () => {
  madeBySloppy = 1;
  const seen = [globalThis.madeBySloppy, delete globalThis.madeBySloppy, typeof madeBySloppy];
  return seen;
});
test("strict assignment to nothing", () => {
  "use strict";
  neverMade = 1;
});
test("reading nothing", () => neverMade);
test("global property read as a variable", () => {
  globalThis.viaProperty = 5;
  const v = viaProperty;
  delete globalThis.viaProperty;
  return [v, typeof viaProperty];
});
test("assigning to undefined, NaN, Infinity", () => {
  undefined = 1;
  NaN = 2;
  return [undefined, NaN];
});
test("assigning to undefined, strict", () => {
  "use strict";
  undefined = 1;
});
test("undefined may be a local", () => {
  const undefined = 5;
  return undefined;
});
test("default parameters", () => {
  const f = (a, b = a + 1, c = () => a + b) => [a, b, c()];
  return [f(1), f(1, 5), f(1, undefined), f(1, null), f.length];
});
test("default parameters do not see body vars", () => {
  var x = "outer";
  function f(a = () => x) {
    var x = "body";
    return [a(), x];
  }
  return f();
});
test("body var starts with the parameter's value, separately", () => {
  function f(x, g = () => x) {
    var x;
    const start = x;
    x = 2;
    return [start, x, g()];
  }
  return f(1);
});
test("assigning a parameter in a default closure", () => {
  function f(x, set = (v) => (x = v)) {
    set(9);
    return x;
  }
  return f(1);
});
test("parameters in TDZ", () => [throws(() => ((a = b, b) => a)()), throws(() => ((a = a) => a)()), ((a, b = a) => b)(1)]);
test("defaults run left to right, each call", () => {
  let n = 0;
  const f = (a = n++, b = n++) => [a, b];
  return [f(), f(), f(5), n];
});
test("default that throws", () => ((a = (() => { throw new RangeError("d"); })()) => a)());
test("default with arguments", () =>
  (function (a, b = arguments.length) {
    return [a, b];
  })(1));
test("function in body does not collide with parameter scope", () => {
  function f(a = typeof inner) {
    function inner() {}
    return a;
  }
  return f();
});
test("mapped arguments", () =>
  (function (a, b) {
    a = 10;
    arguments[1] = 20;
    return [a, b, arguments[0], arguments[1], arguments.length];
  })(1, 2));
test("mapped arguments: missing ones are not mapped", () =>
  (function (a, b) {
    b = 5;
    arguments[1] = 6;
    return [b, arguments.length, arguments[1]];
  })(1));
test("mapped arguments: delete unmaps", () =>
  (function (a) {
    delete arguments[0];
    arguments[0] = 5;
    return [a, arguments[0]];
  })(1));
test("mapped arguments: defineProperty", () =>
  (function (a) {
    Object.defineProperty(arguments, 0, { value: 7 });
    const mapped = a;
    Object.defineProperty(arguments, 0, { writable: false });
    a = 8;
    return [mapped, a, arguments[0]];
  })(1));
test("mapped arguments: accessor unmaps", () =>
  (function (a) {
    Object.defineProperty(arguments, 0, { get: () => "got", configurable: true });
    a = 2;
    return [a, arguments[0]];
  })(1));
test("mapped arguments: freeze", () =>
  (function (a) {
    Object.freeze(arguments);
    a = 2;
    return [a, arguments[0]];
  })(1));
test("mapped arguments: duplicate parameters", () => Function("a", "a", "arguments[0] = 'x'; arguments[1] = 'y'; return [a, arguments[0]].join()")(1, 2));
test("mapped arguments escape", () => {
  function f(a) {
    return [arguments, () => a, (v) => (a = v)];
  }
  const [args, get, set] = f(1);
  set(2);
  const first = args[0];
  args[0] = 3;
  return [first, get()];
});
test("unmapped arguments: strict", () =>
  (function (a) {
    "use strict";
    a = 10;
    arguments[0] = 20;
    return [a, arguments[0]];
  })(1));
test("unmapped arguments: defaults", () =>
  (function (a, b = 2) {
    a = 10;
    return [arguments[0], arguments.length];
  })(1));
test("arguments properties", () =>
  (function () {
    return [Object.getOwnPropertyNames(arguments), Object.prototype.toString.call(arguments), Array.isArray(arguments), Object.getPrototypeOf(arguments) === Object.prototype, Object.keys(arguments)];
  })(1, 2));
test("arguments.callee", () => [
  (function () {
    return typeof arguments.callee;
  })(),
  throws(function () {
    "use strict";
    arguments.callee;
  }),
]);
test("arguments.length is writable", () =>
  (function () {
    arguments.length = 1;
    return Array.prototype.slice.call(arguments);
  })(1, 2));
test("arguments in arrow functions", () =>
  (function () {
    return (() => arguments[0])("inner");
  })("outer"));
test("arguments as a parameter, var, or function", () => [
  (function (arguments) {
    return arguments;
  })(5),
  (function () {
    var arguments;
    return typeof arguments;
  })(),
  (function () {
    function arguments() {}
    return typeof arguments;
  })(),
  (function () {
    let arguments = 1;
    return arguments;
  })(),
]);
test("this: sloppy", () => {
  function f() {
    return this;
  }
  return [f() === globalThis, f.call(null) === globalThis, typeof f.call(5), f.call("s") instanceof String, f.call(undefined) === globalThis];
});
test("this: strict", () => {
  function f() {
    "use strict";
    return this;
  }
  return [f(), f.call(null), f.call(5), f.call("s")];
});
test("this: methods", () => {
  const o = {
    m() {
      return this === o;
    },
  };
  const { m } = o;
  return [o.m(), (o.m)(), (0, o.m)(), m(), o["m"](), (o.m = o.m)()];
});
test("this: arrows", () => {
  const o = {
    m() {
      return (() => this === o)();
    },
    arrow: () => this === globalThis,
  };
  const f = o.m.call(o);
  return [f, o.arrow(), o.arrow.call(5)];
});
test("this: getters on primitives", () =>
  patched(Number.prototype, "me", {
    get() {
      "use strict";
      return typeof this;
    },
  }, () => (5).me));
test("this: sloppy getters on primitives", () =>
  patched(String.prototype, "me", {
    get() {
      return typeof this;
    },
  }, () => "s".me));
test("this at the top level of a script", () => topThis === globalThis);
test("strictness is inherited by inner functions and not by callees", () => {
  function sloppy() {
    return this === globalThis;
  }
  function strict() {
    "use strict";
    const inner = function () {
      return this;
    };
    return [inner(), sloppy()];
  }
  return strict();
});
test("use strict only as a directive", () => {
  function f() {
    ("use strict");
    return this === globalThis;
  }
  function g() {
    "other";
    "use strict";
    return this === undefined;
  }
  return [f(), g()];
});
test("strict: writes that fail", () => {
  "use strict";
  return [throws(() => ("abc".length = 1)), throws(() => (true.x = 1)), throws(() => ((() => 1).name = 2)), throws(() => delete [].length), throws(() => (Object.freeze([1])[0] = 2))];
});
test("function properties", () => {
  function f(a, b) {}
  return [f.length, f.name, delete f.length, f.length, f.hasOwnProperty("prototype"), Object.getOwnPropertyDescriptor(f, "name")];
});
test("generators and arrows as closures over loop variables", () => {
  const its = [];
  for (let i = 0; i < 3; i++)
    its.push(
      (function* () {
        yield i;
        yield i * 10;
      })(),
    );
  return its.map((it) => [...it]);
});
test("immediately invoked", () => [(function () { return 1; })(), (() => 2)(), (function () { return 3; }()), !function () { return 0; }(), void (() => 5)()]);
test("getter closures", () => {
  let n = 0;
  const o = {
    get next() {
      return ++n;
    },
  };
  return [o.next, o.next, n];
});
test("many captured variables", () => {
  let a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
  const sum = () => a + b + c + d + e + f + g + h;
  const first = sum();
  a = c = e = g = 0;
  return [first, sum()];
});
