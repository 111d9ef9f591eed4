// Who closes an iterator, and with what: every built-in consumer against a logging source.
// Spec: Object.fromEntries: next throws => ["threw RangeError", ["next", "next"]]

const source = (values, options = {}) => {
  const log = [];
  return {
    log,
    [Symbol.iterator]() {
      let i = 0;
      return {
        next() {
          log.push("next");
          if (options.nextThrows === i) throw new RangeError("next");
          return i < values.length ? { value: values[i++], done: false } : { value: undefined, done: true };
        },
        return() {
          log.push("return");
          if (options.returnThrows) throw new SyntaxError("return");
          return {};
        },
      };
    },
  };
};
const outcome = (s, body) => {
  let result;
  try {
    result = body(s);
  } catch (e) {
    result = "threw " + e.name;
  }
  return [result, s.log];
};
const boom = () => {
  throw new EvalError("boom");
};

const consumers = [
  ["spread", (s) => [...s]],
  ["Array.from", (s) => Array.from(s)],
  ["call spread", (s) => Math.max(...s)],
  ["for-of", (s) => { for (const x of s); }],
  ["for-of break", (s) => { for (const x of s) break; }],
  ["for-of throw", (s) => { for (const x of s) boom(); }],
  ["destructuring one", (s) => { const [a] = s; return a; }],
  ["destructuring rest", (s) => { const [...a] = s; return a; }],
  ["Array.from with a throwing mapper", (s) => Array.from(s, boom)],
  ["new Set", (s) => new Set(s)],
  ["new Map", (s) => new Map(s)],
  ["new WeakSet", (s) => new WeakSet(s)],
  ["new WeakMap", (s) => new WeakMap(s)],
  ["Object.fromEntries", (s) => Object.fromEntries(s)],
  ["yield*", (s) => [...(function* () { yield* s; })()]],
];
for (const [name, body] of consumers) {
  test(name + ": two pairs", () => {
    const key = {};
    return outcome(
      source([
        [1, 2],
        [3, 4],
      ]),
      body,
    );
  });
  test(name + ": empty", () => outcome(source([]), body));
  test(name + ": primitives", () => outcome(source([1, 2]), body));
  test(name + ": next throws", () => outcome(source([[1, 2]], { nextThrows: 1 }), body));
  test(name + ": return throws", () => outcome(source([[1, 2], 5], { returnThrows: true }), body));
}
test("new Set: add replaced and throwing", () =>
  patched(Set.prototype, "add", { value: boom }, () => outcome(source([1]), (s) => new Set(s))));
test("new Map: set replaced and throwing", () =>
  patched(Map.prototype, "set", { value: boom }, () => outcome(source([[1, 2]]), (s) => new Map(s))));
test("new Map: set not callable, found before iterating", () =>
  patched(Map.prototype, "set", { value: 1 }, () => outcome(source([[1, 2]]), (s) => new Map(s))));
test("new Set: add is fetched once", () => {
  let gets = 0;
  const add = Set.prototype.add;
  return patched(
    Set.prototype,
    "add",
    {
      get() {
        gets++;
        return add;
      },
    },
    () => [new Set([1, 2, 3]), gets],
  );
});
test("new Set(undefined) does not fetch add", () =>
  patched(Set.prototype, "add", { get: boom }, () => new Set().size));
test("new Map: entry whose key getter throws", () => {
  const entry = {
    get 0() {
      throw new EvalError("key");
    },
  };
  return outcome(source([entry]), (s) => new Map(s));
});
test("new Map: entry whose value getter throws", () => {
  const entry = {
    0: "k",
    get 1() {
      throw new EvalError("value");
    },
  };
  return outcome(source([entry]), (s) => new Map(s));
});
test("Object.fromEntries: key conversion throws", () =>
  outcome(source([[{ toString: boom }, 1]]), (s) => Object.fromEntries(s)));
test("new WeakMap: bad key closes", () => outcome(source([[1, 2]]), (s) => new WeakMap(s)));
test("return is called with no arguments and the iterator as receiver", () => {
  let seen;
  const iterator = {
    next: () => ({ done: false }),
    return(...args) {
      seen = [this === iterator, args.length];
      return {};
    },
  };
  const [a] = { [Symbol.iterator]: () => iterator };
  return seen;
});
test("return is looked up at the close, not before", () => {
  const log = [];
  const iterator = { next: () => ({ done: false }) };
  for (const x of { [Symbol.iterator]: () => iterator }) {
    iterator.return = () => (log.push("late"), {});
    break;
  }
  return log;
});
test("return getter runs once", () => {
  let gets = 0;
  const iterator = {
    next: () => ({ done: false }),
    get return() {
      gets++;
      return () => ({});
    },
  };
  for (const x of { [Symbol.iterator]: () => iterator }) break;
  return gets;
});
test("nested loops close inside out on throw", () => {
  const log = [];
  const make = (name) => ({
    [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: () => (log.push(name), {}) }),
  });
  try {
    for (const a of make("outer")) for (const b of make("inner")) boom();
  } catch (e) {
    log.push(e.name);
  }
  return log;
});
test("close while closing: inner error replaces break, not throw", () => {
  const bad = { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: boom }) };
  const names = [];
  try {
    for (const a of bad) for (const b of bad) throw new RangeError("body");
  } catch (e) {
    names.push(e.name);
  }
  try {
    outer: for (const a of bad) for (const b of bad) break outer;
  } catch (e) {
    names.push(e.name);
  }
  return names;
});
