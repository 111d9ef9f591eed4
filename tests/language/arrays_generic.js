// Array methods on receivers that are no arrays: array-likes, strings, long lengths, accessors.

const like = (object) => Object.assign({ length: 3 }, object);
const call = (name, receiver, ...args) => Array.prototype[name].apply(receiver, args);

test("push on an object", () => {
  const o = {};
  return [call("push", o, "a", "b"), o];
});
test("push with a string length", () => {
  const o = { length: "2" };
  call("push", o, "x");
  return o;
});
test("push at 2**53-1", () => {
  const o = { length: 2 ** 53 - 1 };
  call("push", o, 1);
});
test("push nothing at 2**53-1", () => {
  const o = { length: 2 ** 53 - 1 };
  return [call("push", o), o.length];
});
test("push past 2**32", () => {
  const o = { length: 2 ** 32 };
  call("push", o, "x");
  return [o.length, o[4294967296]];
});
test("push past the largest array index", () => {
  const a = [];
  a.length = 4294967295;
  try {
    a.push("x", "y");
  } catch (e) {
    return [e.name, a.length, a[4294967295], a[4294967296]];
  }
});
test("pop on an object", () => {
  const o = like({ 2: "z" });
  return [call("pop", o), o, call("pop", {}), call("pop", { length: 0 })];
});
test("pop sets length on an empty object", () => {
  const o = {};
  call("pop", o);
  return o;
});
test("shift and unshift on objects", () => {
  const o = like({ 0: "a", 2: "c" });
  const shifted = call("shift", o);
  call("unshift", o, "n");
  return [shifted, o];
});
test("unshift past 2**53-1", () => call("unshift", { length: 2 ** 53 - 1 }, 1));
test("splice on an object", () => {
  const o = like({ 0: "a", 1: "b", 2: "c" });
  return [call("splice", o, 1, 1, "x", "y"), o];
});
test("splice past 2**53-1", () => call("splice", { length: 2 ** 53 - 1 }, 0, 0, 1));
test("reverse on an object with holes", () => call("reverse", like({ 0: "a" })));
test("sort on an object", () => call("sort", like({ 0: "c", 1: "a", 2: "b" })));
test("sort on an object with holes", () => call("sort", like({ 2: "b", 1: undefined })));
test("fill on an object", () => call("fill", like({}), "f"));
test("copyWithin on an object", () => call("copyWithin", like({ 0: "a", 1: "b" }), 1));
test("slice of an object", () => call("slice", like({ 0: "a", 2: "c" }), 0, 3));
test("slice of a string", () => call("slice", "abc", 1));
test("concat on an object", () => call("concat", like({}), 1).length);
test("join of an object", () => [call("join", like({ 0: "a", 2: "c" }), "-"), call("join", { length: -1 }), call("join", "abc", ".")]);
test("map over a string", () => call("map", "abc", (c) => c + c));
test("filter over arguments", () =>
  (function () {
    return call("filter", arguments, (x) => x > 1);
  })(1, 2, 3));
test("indexOf in a string and an object", () => [call("indexOf", "abc", "b"), call("indexOf", like({ 1: "x" }), "x"), call("includes", like({}), undefined)]);
test("at and with", () => [call("at", "abc", -1), call("with", like({ 0: "a" }), 1, "w")]);
test("toReversed, toSorted, toSpliced", () => [call("toReversed", like({ 0: "a" })), call("toSorted", like({ 0: "b", 1: "a" })), call("toSpliced", like({ 0: "a" }), 0, 1)]);
test("flat and flatMap", () => [call("flat", like({ 0: [1], 1: 2 })), call("flatMap", like({ 0: 1, 1: 2 }), (x) => [x, x])]);
test("reduce over a string", () => call("reduce", "abc", (a, b) => b + a));
test("every on a number", () => call("every", 5, () => false));
test("keys of an object", () => [...call("keys", like({}))]);
test("lengths converted", () => ["2", 2.9, -1, NaN, null, undefined, true, "x", {}, Infinity].map((length) => (length === Infinity ? "skip" : call("map", { length, 0: "a", 1: "b" }, (x) => x))));
test("length getter runs once", () => {
  let gets = 0;
  const o = {
    get length() {
      gets++;
      return 2;
    },
    0: "a",
    1: "b",
  };
  call("forEach", o, () => {});
  return gets;
});
test("order of accesses in reverse", () => {
  const log = [];
  const o = {
    get length() {
      log.push("length");
      return 2;
    },
    get 0() {
      log.push("get 0");
      return "a";
    },
    set 0(v) {
      log.push("set 0 " + v);
    },
    get 1() {
      log.push("get 1");
      return "b";
    },
    set 1(v) {
      log.push("set 1 " + v);
    },
  };
  call("reverse", o);
  return log;
});
test("fill stops at a throwing setter", () => {
  const o = {
    length: 3,
    set 1(v) {
      throw new RangeError("set");
    },
  };
  try {
    call("fill", o, "f");
  } catch (e) {
    return [e.name, o[0], 2 in o];
  }
});
test("pop on a frozen object", () => call("pop", Object.freeze({ length: 1, 0: "a" })));
test("push on a string", () => call("push", "abc", "d"));
test("pop on a string", () => call("pop", "abc"));
test("sort compares by string conversion once per compare, order stable", () => call("sort", { length: 4, 0: 10, 1: 9, 2: "1", 3: 1 }));
test("methods on functions", () => {
  const f = (a, b, c) => 1;
  f[0] = "x";
  return [call("join", f), call("indexOf", f, "x"), call("slice", f)];
});
test("Array.isArray is not fooled", () => [Array.isArray(like({})), Array.isArray({ __proto__: [] })]);
test("objects that inherit from an array", () => {
  const o = Object.create([1, 2, 3]);
  o.push(4);
  return [o.length, Object.keys(o), Object.getPrototypeOf(o).length];
});
test("method on undefined", () => call("push", undefined, 1));
test("indexed accessors on an array", () => {
  const a = [1, 2, 3];
  const log = [];
  Object.defineProperty(a, 1, { get: () => (log.push("get"), "g"), set: (v) => log.push("set " + v) });
  a.reverse();
  a.fill(0);
  a.includes("g");
  a.slice();
  return [log, a.length];
});
