// The Set methods of ES2025.
// Expectations: newest Node

const a = () => new Set([1, 2, 3]);
const b = () => new Set([3, 2, 5]);
const like = (values, log = []) => ({
  get size() {
    log.push("size");
    return values.length;
  },
  get has() {
    log.push("get has");
    return (v) => (log.push("has " + v), values.includes(v));
  },
  get keys() {
    log.push("get keys");
    return () => {
      log.push("keys");
      let i = 0;
      return {
        next: () => ({ value: values[i], done: i++ >= values.length }),
        return() {
          log.push("return");
          return {};
        },
      };
    };
  },
});
const names = ["union", "intersection", "difference", "symmetricDifference", "isSubsetOf", "isSupersetOf", "isDisjointFrom"];

for (const name of names) {
  test(name, () => [a()[name](b()), b()[name](a()), a()[name](new Set()), new Set()[name](a()), a()[name](a()), new Set()[name](new Set())]);
  test(name + " with a smaller and a larger set", () => [a()[name](new Set([2])), a()[name](new Set([9, 8, 3, 2, 1, 0]))]);
  test(name + " with a Map", () => a()[name](new Map([[1, "x"], [7, "y"]])));
  test(name + " with a set-like: order of access", () => {
    const log = [];
    return [a()[name](like([2, 9], log)), log];
  });
  test(name + " with a large set-like: order of access", () => {
    const log = [];
    return [new Set([1, 2])[name](like([2, 9, 1], log)), log];
  });
  test(name + " with bad arguments", () => [[1], "ab", null, undefined, 5, {}, { size: 1 }, { size: 1, has() {} }, { size: NaN, has() {}, keys() {} }, { size: -1, has() {}, keys() {} }, { size: 1, has: 1, keys() {} }].map((other) => {
    try {
      a()[name](other);
      return "ok";
    } catch (e) {
      return e.name;
    }
  }));
  test(name + " on a wrong receiver", () => Set.prototype[name].call(new Map(), a()));
  test(name + " result does not use species or subclass", () => {
    class S extends Set {}
    const r = new S([1])[name](new S([1, 2]));
    return typeof r === "boolean" ? r : r.constructor === Set;
  });
  test(name + " length", () => [Set.prototype[name].length, Set.prototype[name].name]);
}
test("-0 from a set-like becomes +0", () => Object.is([...new Set([1]).union(like([-0]))][1], 0));
test("has throwing", () => a().intersection({ size: 9, has() { throw new RangeError("has"); }, keys() {} }));
test("keys giving a non-object", () => new Set([1, 2, 3, 4]).union({ size: 1, has() {}, keys: () => 1 }));
test("next giving a non-object", () => a().union({ size: 1, has() {}, keys: () => ({ next: () => 1 }) }));
test("receiver changed by has during intersection", () => {
  const s = new Set([1, 2, 3]);
  const r = s.intersection({ size: 9, has: (v) => (s.delete(3), true), keys() {} });
  return [r, s];
});
test("receiver changed by keys during difference", () => {
  const s = new Set([1, 2, 3, 4]);
  return s.difference({ size: 1, has() {}, keys: () => (s.delete(1), [2][Symbol.iterator]()) });
});
test("isSupersetOf closes the iterator early", () => {
  const log = [];
  return [a().isSupersetOf(like([9, 1], log)), log];
});
test("isDisjointFrom closes the iterator early", () => {
  const log = [];
  return [a().isDisjointFrom(like([1, 9], log)), log];
});
test("large sets", () => {
  const x = new Set();
  const y = new Set();
  for (let i = 0; i < 1000; i++) {
    x.add(i * 2);
    y.add(i * 3);
  }
  return [x.union(y).size, x.intersection(y).size, x.difference(y).size, x.symmetricDifference(y).size];
});
