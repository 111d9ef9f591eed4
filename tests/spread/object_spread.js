// Object spread and Object.assign.

test("basics", () => ({ ...{ a: 1, b: 2 }, c: 3 }));
test("later wins", () => ({ a: 1, ...{ a: 2 }, ...{ a: 3, b: 4 } }));
test("earlier position is kept", () => Object.keys({ a: 1, b: 2, ...{ a: 3, c: 4 } }));
test("of null, undefined, numbers, booleans, symbols", () => ({
  ...null,
  ...undefined,
  ...5,
  ...true,
  ...Symbol("s"),
}));
test("of a string", () => ({ ..."ab" }));
test("of an array", () => ({ ...["x", , "z"] }));
test("of a function", () => {
  const f = () => {};
  f.extra = 1;
  return { ...f };
});
test("own enumerable only", () => ({
  ...Object.create({ inherited: 1 }, { hidden: { value: 2 }, shown: { value: 3, enumerable: true } }),
}));
test("symbols are copied after strings", () => {
  const s = Symbol("s");
  const o = { [s]: 1, b: 2, 1: 3 };
  return { ...o };
});
test("getters are read, data is made", () => {
  let gets = 0;
  const copy = {
    ...{
      get a() {
        return ++gets;
      },
    },
  };
  return [copy.a, copy.a, gets];
});
test("getter's receiver is the source", () => {
  let receiver;
  const source = {
    get a() {
      receiver = this;
      return 1;
    },
  };
  ({ ...source });
  return receiver === source;
});
test("getter that deletes a later key", () => {
  const source = {
    get a() {
      delete this.b;
      return 1;
    },
    b: 2,
    c: 3,
  };
  return { ...source };
});
test("getter that adds a key", () => {
  const source = {
    get a() {
      this.z = 9;
      return 1;
    },
    b: 2,
  };
  return { ...source };
});
test("getter that makes a later key non-enumerable", () => {
  const source = {
    get a() {
      Object.defineProperty(this, "b", { enumerable: false });
      return 1;
    },
    b: 2,
  };
  return { ...source };
});
test("throwing getter", () => ({
  ...{
    get a() {
      throw new RangeError("a");
    },
  },
}));
test("setters in the literal do not run, the accessor is replaced", () => {
  let sets = 0;
  const o = {
    set a(v) {
      sets++;
    },
    ...{ a: 1 },
  };
  return [o, sets];
});
test("setters on Object.prototype do not run", () => {
  const set = function () {
    throw new Error("set");
  };
  return patched(Object.prototype, "a", { set }, () => Object.keys({ ...{ a: 1 } }));
});
test("prototype is not copied", () => {
  class A {
    constructor() {
      this.x = 1;
    }
    m() {}
  }
  const copy = { ...new A() };
  return [copy, copy instanceof A, "m" in copy];
});
test("own __proto__ is copied as data", () => {
  const source = JSON.parse('{"__proto__": {"x": 1}, "y": 2}');
  const copy = { ...source };
  return [Object.keys(copy), Object.getPrototypeOf(copy) === Object.prototype, copy.x];
});
test("__proto__: in the literal sets the prototype beside a spread", () => {
  const proto = { p: 1 };
  const o = { __proto__: proto, ...{ a: 2 } };
  return [o.p, Object.keys(o)];
});
test("writable, enumerable, configurable", () =>
  Object.getOwnPropertyDescriptor({ ...Object.freeze({ a: 1 }) }, "a"));
test("result extensible", () => Object.isExtensible({ ...Object.freeze({ a: 1 }) }));
test("order: integer keys ascending, then strings in creation order", () =>
  Object.keys({ ...{ b: 1, 2: 1, a: 1, 1: 1 }, c: 1, 0: 1 }));
test("evaluation order", () => {
  const log = [];
  const get = (name) => (log.push(name), { [name]: 1 });
  const o = { [(log.push("k"), "x")]: log.push("v"), ...get("s"), y: log.push("y") };
  return [o, log];
});
test("spread in the middle of accessors", () => {
  const o = {
    get a() {
      return "getter";
    },
    ...{ b: 1 },
    get b() {
      return "later getter";
    },
  };
  return [o.a, o.b];
});
test("shallow", () => {
  const inner = {};
  return { ...{ inner } }.inner === inner;
});
test("many keys", () => {
  const o = {};
  for (let i = 0; i < 1000; i++) o["k" + i] = i;
  const copy = { ...o };
  return [Object.keys(copy).length, copy.k999, Object.keys(copy)[500]];
});
test("dictionary after deletes", () => {
  const o = { a: 1, b: 2, c: 3 };
  delete o.b;
  o.b = 4;
  return { ...o };
});
test("of arguments", () =>
  (function () {
    return { ...arguments };
  })("x", "y"));
test("of a Map: own properties only", () => {
  const m = new Map([[1, 2]]);
  m.own = 3;
  return { ...m };
});
test("of an Error", () => {
  const e = new Error("m");
  e.code = 5;
  return { ...e };
});
test("assign basics", () => {
  const target = { a: 1 };
  const result = Object.assign(target, { b: 2 }, null, undefined, { a: 3 });
  return [result === target, result];
});
test("assign runs setters", () => {
  let set;
  const target = {
    set a(v) {
      set = v;
    },
  };
  Object.assign(target, { a: 5 });
  return set;
});
test("assign to a read-only property throws, earlier ones stay", () => {
  const target = Object.defineProperty({}, "b", { value: 0 });
  try {
    Object.assign(target, { a: 1, b: 2, c: 3 });
  } catch (e) {
    return [e.name, target];
  }
});
test("assign to a frozen object", () => Object.assign(Object.freeze({}), { a: 1 }));
test("assign to null", () => Object.assign(null, {}));
test("assign to a primitive", () => {
  const result = Object.assign(5, { a: 1 });
  return [typeof result, result.a, result.valueOf()];
});
test("assign to a string: index is read-only", () => Object.assign("abc", [1]));
test("assign from strings and arrays", () => Object.assign({}, "ab", ["X"]));
test("assign copies symbols", () => {
  const s = Symbol("s");
  return Object.assign({}, { [s]: 1 })[s];
});
test("assign order", () => {
  const log = [];
  const target = {
    set a(v) {
      log.push("set a");
    },
    set b(v) {
      log.push("set b");
    },
  };
  const source = {
    get a() {
      log.push("get a");
    },
    get b() {
      log.push("get b");
    },
  };
  Object.assign(target, source);
  return log;
});
test("assign with __proto__ in the source goes through the setter", () => {
  const source = JSON.parse('{"__proto__": {"x": 1}}');
  const target = Object.assign({}, source);
  return [target.x, Object.keys(target)];
});
test("assign length", () => Object.assign.length);
test("assign to an array", () => Object.assign([1, 2, 3], [9], { 5: "f" }));
test("assign with length of an array", () => Object.assign([1, 2, 3], { length: 1 }));
