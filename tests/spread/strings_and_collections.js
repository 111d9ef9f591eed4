// Iteration of strings, Sets and Maps: constructors, iterators, and mutation while iterating.

test("string iterator steps", () => {
  const it = "a\u{1F600}"[Symbol.iterator]();
  return [it.next(), it.next(), it.next(), it.next()];
});
test("string iterator over lone surrogates", () => [..."\ud83d", ..."\ude00\ud83d", ..."\ud83d\ud83d\ude00"]);
test("string iterator tag", () => Object.prototype.toString.call(""[Symbol.iterator]()));
test("String.prototype[@@iterator] on null", () => String.prototype[Symbol.iterator].call(null));
test("String.prototype[@@iterator] on a number", () => [...String.prototype[Symbol.iterator].call(123)]);
test("wrapped string", () => [...new String("xy")]);
test("wrapped string with own iterator", () => {
  const s = new String("xy");
  s[Symbol.iterator] = function* () {
    yield "own";
  };
  return [...s];
});
test("long string", () => {
  const s = "ab\u{1F600}".repeat(1000);
  const chars = [...s];
  return [chars.length, chars[2], chars.join("") === s];
});
test("rope string", () => {
  let s = "";
  for (let i = 0; i < 300; i++) s += String.fromCharCode(97 + (i % 26));
  return [...s].length;
});
test("split against spread", () => ["\u{1F600}".split("").length, [..."\u{1F600}"].length]);
test("Set from a string", () => new Set("hello"));
test("Set from an array with holes", () => new Set([1, , 1]));
test("Set from null and undefined", () => [new Set(null).size, new Set(undefined).size]);
test("Set from a number", () => new Set(5));
test("Set without new", () => Set([1]));
test("Set keeps first insertion order", () => [...new Set([3, 1, 3, 2, 1])]);
test("Set: -0 becomes +0, NaN is one", () => {
  const set = new Set([-0, 0, NaN, NaN]);
  return [set.size, Object.is([...set][0], 0)];
});
test("Map: -0 key becomes +0", () => Object.is([...new Map([[-0, 1]]).keys()][0], 0));
test("Map from a Map", () => new Map(new Map([["a", 1]])));
test("Map from array-likes as entries", () => new Map([{ 0: "k", 1: "v" }]));
test("Map from a string entry", () => new Map(["kv"]));
test("Map: later wins, first position", () => [
  ...new Map([
    ["a", 1],
    ["b", 2],
    ["a", 3],
  ]),
]);
test("Set iterator sees additions until exhausted", () => {
  const set = new Set([1]);
  const it = set.values();
  const log = [it.next().value];
  set.add(2);
  log.push(it.next().value, it.next().done);
  set.add(3);
  log.push(it.next().done);
  return log;
});
test("Set iterator after delete of the current and earlier ones", () => {
  const set = new Set([1, 2, 3, 4]);
  const it = set.values();
  it.next();
  it.next();
  set.delete(1);
  set.delete(2);
  return [...it];
});
test("Set iterator after clear and refill", () => {
  const set = new Set([1, 2, 3]);
  const it = set.values();
  it.next();
  set.clear();
  set.add("a");
  set.add("b");
  return [...it];
});
test("Map iterator after many deletes", () => {
  const map = new Map();
  for (let i = 0; i < 100; i++) map.set(i, i);
  const it = map.keys();
  for (let i = 0; i < 10; i++) it.next();
  for (let i = 0; i < 95; i++) map.delete(i);
  return [...it];
});
test("Map iterator across growth", () => {
  const map = new Map([[0, 0]]);
  let seen = 0;
  for (const [k] of map) {
    seen++;
    if (k < 500) map.set(k + 1, 0);
  }
  return [seen, map.size];
});
test("two iterators over one Map", () => {
  const map = new Map([
    [1, "a"],
    [2, "b"],
  ]);
  const a = map.keys();
  const b = map.values();
  return [a.next().value, b.next().value, b.next().value, a.next().value, a.next().done, b.next().done];
});
test("forEach while adding and deleting", () => {
  const set = new Set([1, 2, 3]);
  const seen = [];
  set.forEach((x) => {
    seen.push(x);
    if (x === 1) {
      set.delete(2);
      set.add(4);
    }
  });
  return seen;
});
test("forEach arguments and this", () => {
  const seen = [];
  new Map([["k", "v"]]).forEach(
    function (...args) {
      seen.push(args.length, args[0], args[1], args[2] instanceof Map, this.t);
    },
    { t: 1 },
  );
  return seen;
});
test("forEach callback not callable", () => new Set().forEach(1));
test("entries of a Set", () => [...new Set(["a"]).entries()]);
test("collection iterators' tags", () => [
  Object.prototype.toString.call(new Set().values()),
  Object.prototype.toString.call(new Map().entries()),
]);
test("Set iterator next on a Map iterator", () => {
  const next = Object.getPrototypeOf(new Set().values()).next;
  return next.call(new Map().values());
});
test("Set.prototype.values on a Map", () => Set.prototype.values.call(new Map()));
test("Map.prototype.size on a Set", () => {
  const get = Object.getOwnPropertyDescriptor(Map.prototype, "size").get;
  return get.call(new Set());
});
test("spread of WeakSet", () => [...new WeakSet()]);
test("Set subclass iterates its override", () => {
  class Twice extends Set {
    *[Symbol.iterator]() {
      for (const x of super[Symbol.iterator]()) {
        yield x;
        yield x;
      }
    }
  }
  return [...new Twice([1, 2])];
});
test("Map subclass: constructor uses the overridden set", () => {
  const log = [];
  class M extends Map {
    set(k, v) {
      log.push(k);
      return super.set(k, v * 2);
    }
  }
  return [[...new M([["a", 1]])], log];
});
test("Set spread with a patched values and intact @@iterator", () => {
  const value = () => [9][Symbol.iterator]();
  return patched(Set.prototype, "values", { value }, () => [[...new Set([1])], [...new Set([1]).values()]]);
});
test("Object.fromEntries of a Map and back", () => {
  const o = Object.fromEntries(
    new Map([
      ["a", 1],
      ["b", 2],
    ]),
  );
  return [o, new Map(Object.entries(o))];
});
test("spread of map over generator chains", () => {
  function* map(f, it) {
    for (const x of it) yield f(x);
  }
  function* take(n, it) {
    if (n <= 0) return;
    for (const x of it) {
      yield x;
      if (--n <= 0) return;
    }
  }
  function* nat() {
    for (let i = 0; ; i++) yield i;
  }
  return [...take(5, map((x) => x * x, nat()))];
});
