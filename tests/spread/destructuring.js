// Array and object destructuring: values, defaults, order of evaluation, targets, and closing.

const source = (values, log = []) => ({
  log,
  [Symbol.iterator]() {
    let i = 0;
    log.push("iterator");
    return {
      next() {
        log.push("next");
        return i < values.length ? { value: values[i++], done: false } : { value: undefined, done: true };
      },
      return() {
        log.push("return");
        return {};
      },
    };
  },
});

test("array basics", () => {
  const [a, b, c] = [1, 2];
  return [a, b, c];
});
test("array elisions", () => {
  const [, a, , b] = [1, 2, 3, 4];
  return [a, b];
});
test("array nested", () => {
  const [[a], [b, [c]]] = [[1], [2, [3]]];
  return [a, b, c];
});
test("array rest", () => {
  const [a, ...b] = [1, 2, 3];
  return [a, b];
});
test("array rest of nothing", () => {
  const [a, ...b] = [];
  return [a, b];
});
test("array rest with a nested pattern", () => {
  const [a, ...[b, ...c]] = [1, 2, 3, 4];
  return [a, b, c];
});
test("array rest with an object pattern", () => {
  const [...{ length, 0: first }] = ["x", "y"];
  return [length, first];
});
test("array rest of holes", () => {
  const [, ...b] = [1, , 3];
  return [b, 0 in b];
});
test("array rest elements are defined, not set", () => {
  const set = function () {
    throw new Error("set");
  };
  return patched(Array.prototype, 0, { set }, () => {
    const [...a] = [1];
    return a;
  });
});
test("array defaults", () => {
  const [a = 1, b = 2, c = 3] = [undefined, null];
  return [a, b, c];
});
test("array defaults see earlier bindings", () => {
  const [a, b = a + 1, c = b * 2] = [1];
  return [a, b, c];
});
test("array defaults are lazy", () => {
  let calls = 0;
  const f = () => ++calls;
  const [a = f(), b = f()] = [7];
  return [a, b, calls];
});
test("array default in TDZ", () => {
  const [a = b, b] = [];
});
test("array default reading itself", () => {
  const [a = a] = [];
});
test("array of a string", () => {
  const [a, b, ...c] = "x\u{1F600}yz";
  return [a, b, c];
});
test("array of a Map", () => {
  const [[k, v], second] = new Map([
    ["a", 1],
    ["b", 2],
  ]);
  return [k, v, second];
});
test("array of null", () => {
  const [a] = null;
});
test("array of undefined", () => {
  const [] = undefined;
});
test("array of a number", () => {
  const [a] = 1;
});
test("array of an object", () => {
  const [a] = { 0: 1, length: 1 };
});
test("protocol: one element", () => {
  const s = source([1, 2, 3]);
  const [a] = s;
  return [a, s.log];
});
test("protocol: empty pattern", () => {
  const s = source([1]);
  const [] = s;
  return s.log;
});
test("protocol: elisions only", () => {
  const s = source([1, 2, 3]);
  const [, ,] = s;
  return s.log;
});
test("protocol: exhausted", () => {
  const s = source([1]);
  const [a, b, c] = s;
  return [a, b, c, s.log];
});
test("protocol: rest", () => {
  const s = source([1, 2]);
  const [...a] = s;
  return [a, s.log];
});
test("protocol: rest after exhaustion", () => {
  const s = source([]);
  const [a, ...b] = s;
  return [a, b, s.log];
});
test("protocol: default throws, closed", () => {
  const s = source([undefined, 2]);
  try {
    const [
      a = (() => {
        throw new RangeError("default");
      })(),
    ] = s;
  } catch (e) {
    s.log.push(e.name);
  }
  return s.log;
});
test("protocol: next throws, not closed", () => {
  const log = [];
  const iterable = {
    [Symbol.iterator]: () => ({
      next() {
        throw new RangeError("next");
      },
      return() {
        log.push("return");
        return {};
      },
    }),
  };
  try {
    const [a] = iterable;
  } catch (e) {
    log.push(e.name);
  }
  return log;
});
test("protocol: nested pattern of null closes the outer", () => {
  const s = source([null]);
  try {
    const [[a]] = s;
  } catch (e) {
    s.log.push(e.name);
  }
  return s.log;
});
test("protocol: return must give an object", () => {
  const iterable = { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: () => 1 }) };
  const [a] = iterable;
});
test("protocol: return not callable", () => {
  const iterable = { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: 1 }) };
  const [a] = iterable;
});
test("protocol: return null is skipped", () => {
  const iterable = { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 5 }), return: null }) };
  const [a] = iterable;
  return a;
});
test("protocol: throwing default beats a bad return", () => {
  const iterable = { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: () => 1 }) };
  const [
    a = (() => {
      throw new RangeError("default");
    })(),
  ] = iterable;
});
test("assignment: swap", () => {
  let a = 1;
  let b = 2;
  [a, b] = [b, a];
  return [a, b];
});
test("assignment: value is the right-hand side", () => {
  let a;
  const right = [1, 2];
  return ([a] = right) === right;
});
test("assignment: to properties", () => {
  const o = {};
  [o.a, o["b"], ...o.c] = [1, 2, 3, 4];
  return o;
});
test("assignment: to elements being read", () => {
  const a = [1, 2, 3];
  [a[2], a[1], a[0]] = a;
  return a;
});
test("assignment: nested and defaults", () => {
  let a, b, c;
  [a = 1, [b = 2] = [], { c = 3 } = {}] = [];
  return [a, b, c];
});
test("assignment: to a const", () => {
  const a = 1;
  [a] = [2];
});
test("assignment: setter throws, closed", () => {
  const s = source([1, 2]);
  const o = {
    set x(v) {
      throw new RangeError("set");
    },
  };
  try {
    [o.x] = s;
  } catch (e) {
    s.log.push(e.name);
  }
  return s.log;
});
test("assignment: target evaluated before the step", () => {
  const s = source([1]);
  const o = {};
  const target = () => {
    s.log.push("target");
    return o;
  };
  [target().x] = s;
  return [o, s.log];
});
test("assignment: throwing target expression closes", () => {
  const s = source([1]);
  const target = () => {
    throw new RangeError("target");
  };
  try {
    [target().x] = s;
  } catch (e) {
    s.log.push(e.name);
  }
  return s.log;
});
test("assignment: rest target evaluated first", () => {
  const s = source([1]);
  const o = {};
  const target = () => {
    s.log.push("target");
    return o;
  };
  [...target().x] = s;
  return [o, s.log];
});
test("assignment: undeclared in sloppy mode makes a global", () => {
  [undeclaredByDestructuring] = [4];
  const value = globalThis.undeclaredByDestructuring;
  delete globalThis.undeclaredByDestructuring;
  return value;
});
test("assignment: undeclared in strict mode", () => {
  "use strict";
  [undeclaredByDestructuring] = [4];
});
test("assignment: parenthesised targets", () => {
  let a, b;
  const o = {};
  [(a), (o.x)] = [1, 2];
  ({ y: (b) } = { y: 3 });
  return [a, b, o];
});
test("object basics", () => {
  const { a, b: renamed, c } = { a: 1, b: 2 };
  return [a, renamed, c];
});
test("object defaults", () => {
  const { a = 1, b: x = 2, c: y = 3 } = { a: undefined, b: null };
  return [a, x, y];
});
test("object computed keys", () => {
  const k = "key";
  const { [k]: a, [k + "2"]: b = 5, ["x" + 1]: c } = { key: 1, x1: 3 };
  return [a, b, c];
});
test("object numeric and string keys", () => {
  const { 0: a, "b c": b, 1.5: c } = { 0: "zero", "b c": "bc", 1.5: "f" };
  return [a, b, c];
});
test("object symbol key", () => {
  const s = Symbol("s");
  const { [s]: a } = { [s]: 9 };
  return a;
});
test("object nested", () => {
  const {
    a: {
      b: [, c],
    },
    d: { e = 4 } = {},
  } = { a: { b: [1, 2] } };
  return [c, e];
});
test("object from a primitive", () => {
  const { length, [0]: first } = "xyz";
  const { toFixed } = 1;
  return [length, first, typeof toFixed];
});
test("object from null", () => {
  const {} = null;
});
test("object from undefined", () => {
  const { a } = undefined;
});
test("object from nested undefined", () => {
  const {
    a: { b },
  } = {};
});
test("object: null source, computed key not evaluated", () => {
  let calls = 0;
  try {
    const { [++calls]: a } = null;
  } catch (e) {
    return [e.name, calls];
  }
});
test("object getters run in pattern order", () => {
  const log = [];
  const o = {
    get a() {
      log.push("a");
      return 1;
    },
    get b() {
      log.push("b");
    },
  };
  const {
    b = (log.push("default b"), 2),
    a = 3,
  } = o;
  return [a, b, log];
});
test("object order: key, get, default, bind", () => {
  const log = [];
  const o = {
    get x() {
      log.push("get x");
    },
  };
  const key = () => {
    log.push("key");
    return "x";
  };
  const value = () => {
    log.push("default");
    return 1;
  };
  const { [key()]: a = value() } = o;
  return [a, log];
});
test("object assignment order: key, target, get, default, put", () => {
  const log = [];
  const o = {
    get x() {
      log.push("get");
    },
  };
  const t = {
    set y(v) {
      log.push("put " + v);
    },
  };
  const key = () => (log.push("key"), "x");
  const target = () => (log.push("target"), t);
  const value = () => (log.push("default"), 1);
  ({ [key()]: target().y = value() } = o);
  return log;
});
test("object key is converted once", () => {
  let calls = 0;
  const key = {
    toString() {
      calls++;
      return "k";
    },
  };
  const { [key]: a } = { k: 5 };
  return [a, calls];
});
test("object rest", () => {
  const { a, ...rest } = { a: 1, b: 2, c: 3 };
  return [a, rest];
});
test("object rest excludes computed and numeric keys", () => {
  const k = "b";
  const { 0: zero, [k]: b, ...rest } = { 0: "z", 1: "o", b: 2, c: 3 };
  return [zero, b, rest];
});
test("object rest excludes a symbol key", () => {
  const s = Symbol("s");
  const t = Symbol("t");
  const { [s]: v, ...rest } = { [s]: 1, [t]: 2, a: 3 };
  return [v, rest];
});
test("object rest takes own enumerable only", () => {
  const o = Object.create({ inherited: 1 }, { hidden: { value: 2 }, shown: { value: 3, enumerable: true } });
  const { ...rest } = o;
  return rest;
});
test("object rest reads getters, gives data", () => {
  const { ...rest } = {
    get a() {
      return 5;
    },
  };
  return [rest, Object.getOwnPropertyDescriptor(rest, "a")];
});
test("object rest prototype is Object.prototype", () => {
  class A {}
  const { ...rest } = new A();
  return Object.getPrototypeOf(rest) === Object.prototype;
});
test("object rest of a primitive", () => {
  const { ...rest } = "ab";
  const { ...none } = 5;
  return [rest, none];
});
test("object rest of null", () => {
  const { ...rest } = null;
});
test("object rest with __proto__ own property", () => {
  const o = JSON.parse('{"__proto__": 1, "a": 2}');
  const { a, ...rest } = o;
  return [Object.keys(rest), Object.getPrototypeOf(rest) === Object.prototype];
});
test("object assignment", () => {
  let a, b;
  ({ a, b } = { a: 1, b: 2 });
  return [a, b];
});
test("object assignment with defaults and shorthand", () => {
  let a, b;
  ({ a = 5, b = 6 } = { b: 7 });
  return [a, b];
});
test("object assignment rest to a property", () => {
  const o = {};
  let a;
  ({ a, ...o.rest } = { a: 1, b: 2 });
  return o;
});
test("object assignment value is the right-hand side", () => {
  let a;
  const right = { a: 1 };
  return ({ a } = right) === right;
});
test("function names from defaults", () => {
  const { f = () => {}, g = function () {}, h = class {} } = {};
  const [i = () => {}] = [];
  return [f.name, g.name, h.name, i.name];
});
test("parameters", () => {
  const f = ({ a, b = 2 } = {}, [c, ...d] = [3, 4, 5]) => [a, b, c, d];
  return [f(), f({ a: 1 }, "xyz"), f.length];
});
test("parameters: order of evaluation", () => {
  const log = [];
  const f = (a = log.push("a"), { b = log.push("b") } = (log.push("obj"), {}), [c = log.push("c")] = []) => log;
  return f();
});
test("parameter of null", () => (({ a }) => a)(null));
test("catch parameter", () => {
  try {
    throw { message: "m", list: [1, 2] };
  } catch ({ message, list: [, second] }) {
    return [message, second];
  }
});
test("for-of head", () => {
  const seen = [];
  for (const [k, { v = "none" }] of [
    ["a", { v: 1 }],
    ["b", {}],
  ]) {
    seen.push(k, v);
  }
  return seen;
});
test("for-of head, assignment", () => {
  const o = {};
  for ([o.k, o.v] of [["a", 1]]) {
  }
  return o;
});
test("for-in head", () => {
  const seen = [];
  for (const [first, second] in { ab: 1, cd: 2 }) {
    seen.push(first + "-" + second);
  }
  return seen;
});
test("for head", () => {
  const seen = [];
  for (let [i, j] = [0, 3]; i < j; [i, j] = [i + 1, j - 1]) {
    seen.push([i, j]);
  }
  return seen;
});
test("var redeclared in a pattern", () => {
  var a = 1;
  var [a, b = a] = [2];
  return [a, b];
});
test("yield in a pattern default", () => {
  function* g() {
    const [a = yield "ask"] = [];
    return a;
  }
  const it = g();
  return [it.next(), it.next("answer")];
});
test("generator return while a pattern waits closes the source", () => {
  const s = source([undefined]);
  function* g() {
    const [a = yield 1] = s;
  }
  const it = g();
  it.next();
  it.return();
  return s.log;
});
test("chained patterns", () => {
  let a, b, c;
  [a, b] = [b, c] = [1, 2];
  return [a, b, c];
});
test("pattern over arguments", () =>
  (function () {
    const [a, ...b] = arguments;
    return [a, b];
  })(1, 2, 3));
test("deep mixture", () => {
  const {
    list: [{ id, ...more }, ...others],
    [`k${1}`]: { deep: [, [x]] } = { deep: [0, ["dflt"]] },
  } = { list: [{ id: 1, u: 2, w: 3 }, 4, 5] };
  return [id, more, others, x];
});
