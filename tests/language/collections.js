// Map, Set, WeakMap, WeakSet, WeakRef: everything but iteration order under mutation.

test("Map basics", () => {
  const m = new Map();
  return [m.set("a", 1) === m, m.get("a"), m.get("b"), m.has("a"), m.size, m.delete("a"), m.delete("a"), m.size];
});
test("Set basics", () => {
  const s = new Set();
  return [s.add(1) === s, s.has(1), s.has("1"), s.size, s.delete(1), s.delete(1), s.clear(), s.size];
});
test("SameValueZero keys", () => {
  const m = new Map([[NaN, "nan"], [0, "zero"], ["0", "string"], [null, "null"], [undefined, "undefined"]]);
  return [m.get(NaN), m.get(-0), m.get("0"), m.get(null), m.get(undefined), m.size, m.get()];
});
test("-0 keys and values", () => {
  const m = new Map([[-0, -0]]);
  const s = new Set([-0]);
  return [Object.is([...m.keys()][0], 0), Object.is([...m.values()][0], -0), Object.is([...s][0], 0)];
});
test("int and double keys", () => {
  const m = new Map();
  m.set(1, "a");
  m.set(1.0, "b");
  m.set(0.5 + 0.5, "c");
  m.set(2 ** 31, "d");
  return [m.size, m.get(1), m.get(2147483648), m.get(3 - 2)];
});
test("string keys by content", () => {
  const m = new Map([["hello", 1]]);
  const key = ["hel", "lo"].join("");
  return [m.get(key), m.get("hel" + "lo"), m.has("hell" + "o")];
});
test("object keys by identity", () => {
  const a = {};
  const m = new Map([[a, 1]]);
  return [m.get(a), m.get({}), m.has(a)];
});
test("mixed keys", () => {
  const s = Symbol("s");
  const f = () => {};
  const m = new Map([[true, 1], ["true", 2], [s, 3], [f, 4], [[], 5]]);
  return [m.get(true), m.get("true"), m.get(s), m.get(f), m.get([])];
});
test("set overwrites in place", () => {
  const m = new Map([["a", 1], ["b", 2]]);
  m.set("a", 3);
  return [...m];
});
test("delete then set moves to the end", () => {
  const m = new Map([["a", 1], ["b", 2]]);
  m.delete("a");
  m.set("a", 3);
  return [...m.keys()];
});
test("clear", () => {
  const m = new Map([[1, 1]]);
  const it = m.keys();
  m.clear();
  m.set(2, 2);
  return [m.size, [...it], [...m]];
});
test("many entries", () => {
  const m = new Map();
  for (let i = 0; i < 10000; i++) m.set("k" + i, i);
  for (let i = 0; i < 10000; i += 3) m.delete("k" + i);
  let sum = 0;
  for (const v of m.values()) sum += v;
  return [m.size, sum, m.get("k9998"), m.has("k9999")];
});
test("many object keys", () => {
  const keys = [];
  const m = new Map();
  for (let i = 0; i < 2000; i++) {
    const k = { i };
    keys.push(k);
    m.set(k, i);
  }
  let ok = 0;
  for (let i = 0; i < 2000; i++) if (m.get(keys[i]) === i) ok++;
  return ok;
});
test("add and delete churn", () => {
  const s = new Set();
  for (let i = 0; i < 5000; i++) {
    s.add(i);
    s.delete(i - 10);
  }
  return [s.size, [...s][0], [...s][9]];
});
test("constructor errors", () => [() => Map(), () => new Map(5), () => new Map([5]), () => new Map(["ab", null]), () => new Set(5), () => new Map({})].map((f) => {
  try {
    return f().size;
  } catch (e) {
    return e.name;
  }
}));
test("receivers", () => [() => Map.prototype.get.call({}, 1), () => Map.prototype.get.call(new Set(), 1), () => Set.prototype.add.call(new Map(), 1), () => Map.prototype.has.call(new WeakMap(), {}), () => Map.prototype.size].map((f) => {
  try {
    f();
    return "ok";
  } catch (e) {
    return e.name;
  }
}));
test("properties", () => [Map.length, Set.length, Map.prototype.set.length, Map.prototype.forEach.length, Object.getOwnPropertyDescriptor(Map.prototype, "size").get.name, Map.prototype.entries.name, Map.prototype[Symbol.iterator].name]);
test("size is read-only", () => {
  const m = new Map();
  m.size = 5;
  return m.size;
});
test("own properties beside entries", () => {
  const m = new Map([["a", 1]]);
  m.a = 2;
  return [m.get("a"), m.a, Object.keys(m)];
});
test("NaN in a Set", () => new Set([NaN, NaN, 0 / 0]).size);
test("nested collections", () => new Map([["s", new Set([1, new Map([[2, [3]]])])]]));
test("Set of arrays does not compare contents", () => new Set([[1], [1]]).size);
test("array uniqueness idiom", () => [...new Set([3, 1, 3, 2, 1])].sort());
test("WeakMap basics", () => {
  const k = {};
  const w = new WeakMap([[k, 1]]);
  return [w.get(k), w.has(k), w.set(k, 2) === w, w.get(k), w.delete(k), w.delete(k), w.has(k), w.get({})];
});
test("WeakMap with primitive keys", () => {
  const w = new WeakMap();
  return [w.get(1), w.has("a"), w.delete(null)];
});
for (const bad of [1, "s", null, undefined, true]) {
  test("WeakMap.set of " + bad, () => new WeakMap().set(bad, 1));
  test("WeakSet.add of " + bad, () => new WeakSet().add(bad));
}
test("WeakMap registered symbol key", () => new WeakMap().set(Symbol.for("r"), 1));
test("WeakMap function and array keys", () => {
  const f = () => {};
  const a = [];
  const w = new WeakMap([[f, "f"], [a, "a"]]);
  return [w.get(f), w.get(a)];
});
test("WeakMap value that refers to its key", () => {
  const w = new WeakMap();
  const k = {};
  w.set(k, { k });
  return w.get(k).k === k;
});
test("WeakMap chain", () => {
  const w = new WeakMap();
  const first = {};
  let k = first;
  for (let i = 0; i < 100; i++) {
    const next = { i };
    w.set(k, next);
    k = next;
  }
  let n = 0;
  for (let c = first; w.has(c); c = w.get(c)) n++;
  return n;
});
test("WeakSet basics", () => {
  const k = {};
  const w = new WeakSet([k]);
  return [w.has(k), w.has({}), w.add(k) === w, w.delete(k), w.has(k), w.has(1)];
});
test("WeakMap has no iteration", () => [typeof WeakMap.prototype.forEach, typeof WeakMap.prototype[Symbol.iterator], typeof WeakMap.prototype.size, typeof WeakMap.prototype.clear]);
test("WeakRef", () => {
  const o = { a: 1 };
  const r = new WeakRef(o);
  return [r.deref() === o, Object.prototype.toString.call(r), WeakRef.length];
});
test("WeakRef of a primitive", () => new WeakRef(1));
test("WeakRef without new", () => WeakRef({}));
test("weak things under allocation pressure", () => {
  const w = new WeakMap();
  const kept = [];
  for (let i = 0; i < 5000; i++) {
    const k = { i };
    w.set(k, { payload: [i, i + 1] });
    if (i % 100 === 0) kept.push(k);
  }
  return kept.map((k) => w.get(k).payload[0]).reduce((a, b) => a + b);
});
test("tags", () => [new Map(), new Set(), new WeakMap(), new WeakSet()].map((c) => Object.prototype.toString.call(c)));
test("forEach returns undefined", () => [new Map().forEach(() => 1), new Set().forEach(() => 1)]);
test("keys equal values for Sets", () => Set.prototype.keys === Set.prototype.values);
