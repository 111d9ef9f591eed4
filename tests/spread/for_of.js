// for-of over everything: what it sees, how each way out closes the iterator, and its scopes.

const source = (limit, log = []) => ({
  log,
  [Symbol.iterator]() {
    let i = 0;
    log.push("iterator");
    return {
      next() {
        log.push("next");
        return i < limit ? { value: i++, done: false } : { value: undefined, done: true };
      },
      return(...args) {
        log.push("return/" + args.length);
        return {};
      },
    };
  },
});

test("array", () => {
  let s = "";
  for (const x of [1, 2, 3]) s += x;
  return s;
});
test("array holes", () => {
  const seen = [];
  for (const x of [1, , 3]) seen.push(x);
  return seen;
});
test("string", () => {
  const seen = [];
  for (const c of "a\u{1F600}\udc00b") seen.push(c);
  return seen;
});
test("Set while adding", () => {
  const set = new Set([1, 2]);
  const seen = [];
  for (const x of set) {
    seen.push(x);
    if (x < 4) set.add(x + 2);
  }
  return seen;
});
test("Set while deleting", () => {
  const set = new Set([1, 2, 3]);
  const seen = [];
  for (const x of set) {
    seen.push(x);
    set.delete(x + 1);
  }
  return seen;
});
test("Set: deleted and added again is seen again", () => {
  const set = new Set([1, 2]);
  const seen = [];
  for (const x of set) {
    seen.push(x);
    if (seen.length < 4) {
      set.delete(1);
      set.add(1);
    }
  }
  return seen;
});
test("Map entries, keys, values", () => {
  const map = new Map([["a", 1]]);
  const seen = [];
  for (const [k, v] of map) seen.push(k, v);
  for (const k of map.keys()) seen.push(k);
  for (const v of map.values()) seen.push(v);
  return seen;
});
test("Map cleared during", () => {
  const map = new Map([
    [1, 1],
    [2, 2],
  ]);
  let turns = 0;
  for (const entry of map) {
    turns++;
    map.clear();
  }
  return turns;
});
test("Map entries are fresh arrays", () => {
  const map = new Map([
    [1, 1],
    [2, 2],
  ]);
  const all = [];
  for (const e of map) all.push(e);
  return [all, all[0] !== all[1]];
});
test("arguments", () =>
  (function () {
    let sum = 0;
    for (const x of arguments) sum += x;
    return sum;
  })(1, 2, 3));
test("generator", () => {
  const seen = [];
  for (const x of (function* () {
    yield 1;
    yield* [2, 3];
    return 4;
  })())
    seen.push(x);
  return seen;
});
test("null", () => {
  for (const x of null) {
  }
});
test("number", () => {
  for (const x of 5) {
  }
});
test("object", () => {
  for (const x of {}) {
  }
});
test("completion: exhausted", () => {
  const s = source(2);
  for (const x of s) {
  }
  return s.log;
});
test("completion: break", () => {
  const s = source(9);
  for (const x of s) {
    if (x === 1) break;
  }
  return s.log;
});
test("completion: continue", () => {
  const s = source(2);
  for (const x of s) {
    continue;
  }
  return s.log;
});
test("completion: return", () => {
  const s = source(9);
  const f = () => {
    for (const x of s) return "result " + x;
  };
  return [f(), s.log];
});
test("completion: throw", () => {
  const s = source(9);
  try {
    for (const x of s) throw new RangeError("t");
  } catch (e) {
    return [e.name, s.log];
  }
});
test("completion: labelled break out of two loops", () => {
  const a = source(9);
  const b = source(9, a.log);
  outer: for (const x of a) {
    for (const y of b) {
      break outer;
    }
  }
  return a.log;
});
test("completion: labelled continue of the outer loop", () => {
  const a = source(2);
  const b = source(9, a.log);
  outer: for (const x of a) {
    for (const y of b) {
      continue outer;
    }
  }
  return a.log;
});
test("completion: break from try/finally inside", () => {
  const s = source(9);
  for (const x of s) {
    try {
      break;
    } finally {
      s.log.push("finally");
    }
  }
  return s.log;
});
test("completion: finally overrides break with continue", () => {
  const s = source(2);
  for (const x of s) {
    try {
      break;
    } finally {
      continue;
    }
  }
  return s.log;
});
test("completion: return in finally overrides throw", () => {
  const s = source(2);
  const f = () => {
    for (const x of s) {
      try {
        throw new Error("lost");
      } finally {
        return "kept";
      }
    }
  };
  return [f(), s.log];
});
test("next throws: not closed", () => {
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
    for (const x of iterable) {
    }
  } catch (e) {
    log.push(e.name);
  }
  return log;
});
test("value getter throws: not closed", () => {
  const log = [];
  const iterable = {
    [Symbol.iterator]: () => ({
      next: () => ({
        done: false,
        get value() {
          throw new RangeError("value");
        },
      }),
      return() {
        log.push("return");
        return {};
      },
    }),
  };
  try {
    for (const x of iterable) {
    }
  } catch (e) {
    log.push(e.name);
  }
  return log;
});
test("return throws on break", () => {
  const iterable = {
    [Symbol.iterator]: () => ({
      next: () => ({ done: false }),
      return() {
        throw new RangeError("return");
      },
    }),
  };
  for (const x of iterable) break;
});
test("return throws on throw: body's error wins", () => {
  const iterable = {
    [Symbol.iterator]: () => ({
      next: () => ({ done: false }),
      return() {
        throw new RangeError("return");
      },
    }),
  };
  for (const x of iterable) throw new SyntaxError("body");
});
test("return gives a non-object on break", () => {
  const iterable = { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: () => 1 }) };
  for (const x of iterable) break;
});
test("return gives a non-object on throw: body's error wins", () => {
  const iterable = { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: () => 1 }) };
  for (const x of iterable) throw new RangeError("body");
});
test("return getter throws on throw: body's error wins", () => {
  const iterable = {
    [Symbol.iterator]: () => ({
      next: () => ({ done: false }),
      get return() {
        throw new TypeError("get");
      },
    }),
  };
  for (const x of iterable) throw new RangeError("body");
});
test("return getter throws on break", () => {
  const iterable = {
    [Symbol.iterator]: () => ({
      next: () => ({ done: false }),
      get return() {
        throw new EvalError("get");
      },
    }),
  };
  for (const x of iterable) break;
});
test("return undefined", () => {
  let turns = 0;
  for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: undefined }) }) {
    turns++;
    break;
  }
  return turns;
});
test("return's value on a function return is dropped", () => {
  const iterable = {
    [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: () => ({ value: "other" }) }),
  };
  return (() => {
    for (const x of iterable) return "mine";
  })();
});
test("next is fetched once", () => {
  let gets = 0;
  let i = 0;
  const iterator = {
    get next() {
      gets++;
      return () => ({ done: i++ === 3 });
    },
  };
  for (const x of { [Symbol.iterator]: () => iterator }) {
  }
  return gets;
});
test("next's receiver and arguments", () => {
  let seen;
  const iterator = {
    next(...args) {
      seen = [this === iterator, args.length];
      return { done: true };
    },
  };
  for (const x of { [Symbol.iterator]: () => iterator }) {
  }
  return seen;
});
test("let is fresh each turn", () => {
  const fs = [];
  for (let x of [1, 2, 3]) fs.push(() => x++);
  return [fs[0](), fs[0](), fs[1](), fs[2]()];
});
test("var is shared", () => {
  const fs = [];
  for (var x of [1, 2, 3]) fs.push(() => x);
  return fs.map((f) => f());
});
test("const cannot be assigned in the body", () => {
  for (const x of [1]) {
    x = 2;
  }
});
test("head expression in TDZ of its own name", () => {
  let x = [1];
  for (const x of x) {
  }
});
test("assigning to an outer variable", () => {
  let x = 0;
  for (x of [1, 2]) {
  }
  return x;
});
test("assigning to a property", () => {
  const o = {};
  for (o.x of [1, 2]) {
  }
  return o;
});
test("throwing assignment target closes", () => {
  const s = source(2);
  const o = {
    set x(v) {
      throw new RangeError("set");
    },
  };
  try {
    for (o.x of s) {
    }
  } catch (e) {
    s.log.push(e.name);
  }
  return s.log;
});
test("throwing pattern in the head closes", () => {
  const s = source(2);
  try {
    for (const [x] of s) {
    }
  } catch (e) {
    s.log.push(e.name);
  }
  return s.log;
});
test("body may shadow the loop variable", () => {
  const seen = [];
  for (const x of [1, 2]) {
    const y = x;
    {
      const x = y * 10;
      seen.push(x);
    }
  }
  return seen;
});
test("expression evaluated once", () => {
  let calls = 0;
  const f = () => (calls++, [1, 2, 3]);
  for (const x of f()) {
  }
  return calls;
});
test("nested over the same array", () => {
  const a = [1, 2];
  const seen = [];
  for (const x of a) for (const y of a) seen.push(x * 10 + y);
  return seen;
});
test("one iterator continued by a second loop", () => {
  const it = [1, 2, 3, 4].values();
  const seen = [];
  for (const x of it) {
    seen.push(x);
    if (x === 2) break;
  }
  for (const x of it) seen.push("again " + x);
  return seen;
});
test("one generator is finished by break", () => {
  function* g() {
    yield 1;
    yield 2;
  }
  const it = g();
  for (const x of it) break;
  return [it.next(), it.next()];
});
test("generator's finally runs at break", () => {
  const log = [];
  function* g() {
    try {
      yield 1;
    } finally {
      log.push("finally");
    }
  }
  for (const x of g()) {
    log.push(x);
    break;
  }
  return log;
});
test("generator yields in finally at break: the loop still ends", () => {
  const log = [];
  function* g() {
    try {
      yield 1;
    } finally {
      yield "from finally";
    }
  }
  const it = g();
  for (const x of it) {
    log.push(x);
    break;
  }
  return [log, it.next()];
});
test("loop inside a generator is closed by return()", () => {
  const s = source(9);
  function* g() {
    for (const x of s) yield x;
  }
  const it = g();
  it.next();
  it.next();
  it.return();
  return s.log;
});
test("loop inside a generator is closed by throw()", () => {
  const s = source(9);
  function* g() {
    for (const x of s) yield x;
  }
  const it = g();
  it.next();
  try {
    it.throw(new RangeError("in"));
  } catch (e) {
    s.log.push(e.name);
  }
  return s.log;
});
test("for-of with of as a name", () => {
  const seen = [];
  for (var of of [1, 2]) seen.push(of);
  return seen;
});
test("for-of takes an assignment expression", () => {
  let a;
  const seen = [];
  for (const x of (a = [1], [2, 3])) seen.push(x);
  return [a, seen];
});
test("empty statement body", () => {
  let x;
  for (x of [1, 2]);
  return x;
});
test("delete of the loop's own array elements by splice", () => {
  const a = [1, 2, 3, 4];
  const seen = [];
  for (const x of a) {
    seen.push(x);
    a.splice(0, 1);
  }
  return seen;
});
test("unshift during the loop repeats", () => {
  const a = [1];
  const seen = [];
  for (const x of a) {
    seen.push(x);
    if (seen.length < 3) a.unshift(0);
  }
  return seen;
});
test("entries of an array", () => {
  const seen = [];
  for (const [i, x] of ["a", "b"].entries()) seen.push(i + x);
  return seen;
});
