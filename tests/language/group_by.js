// Object.groupBy and Map.groupBy.
// Expectations: newest Node

test("Object.groupBy", () => Object.groupBy([1, 2, 3, 4], (x) => (x % 2 ? "odd" : "even")));
test("Object.groupBy result has a null prototype", () => Object.getPrototypeOf(Object.groupBy([], () => 1)));
test("Object.groupBy key conversion and order", () => Object.groupBy([1, 2, 3], (x) => (x === 1 ? "b" : x === 2 ? 7 : null)));
test("Object.groupBy symbol keys", () => {
  const s = Symbol("s");
  return Object.groupBy([1], () => s)[s];
});
test("Object.groupBy callback arguments", () => {
  const seen = [];
  Object.groupBy(["a", "b"], (...args) => seen.push(args));
  return seen;
});
test("Object.groupBy of other iterables", () => [Object.groupBy("abca", (c) => c), Object.groupBy(new Set([1, 2]), (x) => x), Object.groupBy((function* () { yield 1; })(), () => "k")]);
test("Object.groupBy of holes", () => Object.groupBy([, 1], (x) => typeof x));
test("Map.groupBy", () => Map.groupBy([1, 2, 3, 4], (x) => x % 2));
test("Map.groupBy object keys", () => {
  const k = {};
  const m = Map.groupBy([1, 2], (x) => (x === 1 ? k : {}));
  return [m.size, m.get(k)];
});
test("Map.groupBy -0 and NaN keys", () => {
  const m = Map.groupBy([-0, 0, NaN, NaN], (x) => x);
  return [m.size, [...m.keys()], Object.is([...m.keys()][0], 0)];
});
test("bad arguments", () => [() => Object.groupBy(null, () => 1), () => Object.groupBy([], 1), () => Object.groupBy({}, () => 1), () => Map.groupBy(5, () => 1), () => Map.groupBy([])].map((f) => {
  try {
    f();
    return "ok";
  } catch (e) {
    return e.name;
  }
}));
test("closing on a throwing callback", () => {
  const log = [];
  const source = {
    [Symbol.iterator]: () => ({
      next: () => ({ value: 1, done: false }),
      return() {
        log.push("return");
        return {};
      },
    }),
  };
  for (const groupBy of [Object.groupBy, Map.groupBy]) {
    try {
      groupBy(source, () => {
        throw new RangeError("c");
      });
    } catch (e) {
      log.push(e.name);
    }
  }
  return log;
});
test("closing on a throwing key conversion", () => {
  const log = [];
  const source = {
    [Symbol.iterator]: () => ({
      next: () => ({ value: 1, done: false }),
      return() {
        log.push("return");
        return {};
      },
    }),
  };
  try {
    Object.groupBy(source, () => ({
      toString() {
        throw new RangeError("k");
      },
    }));
  } catch (e) {
    log.push(e.name);
  }
  return log;
});
test("lengths", () => [Object.groupBy.length, Map.groupBy.length]);
