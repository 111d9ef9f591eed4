// Generators: next, return and throw in every state, try/finally around yield, and yield*.

test("basics", () => {
  function* g() {
    const a = yield 1;
    const b = yield a + 1;
    return a + b;
  }
  const it = g();
  return [it.next("ignored"), it.next(10), it.next(20), it.next()];
});
test("calling does not run the body", () => {
  let ran = false;
  function* g() {
    ran = true;
  }
  g();
  return ran;
});
test("parameters are evaluated at the call", () => {
  const log = [];
  function* g(a = log.push("default")) {
    log.push("body");
  }
  const it = g();
  log.push("called");
  it.next();
  return log;
});
test("parameter errors at the call", () => {
  function* g({ a }) {}
  g(null);
});
test("not a constructor", () => {
  function* g() {}
  new g();
});
test("prototype chain", () => {
  function* g() {}
  const it = g();
  return [
    Object.getPrototypeOf(it) === g.prototype,
    it instanceof g,
    Object.getOwnPropertyNames(g.prototype),
    "constructor" in Object.getPrototypeOf(g.prototype),
  ];
});
test("prototype replaced by a primitive falls back", () => {
  function* g() {}
  const intrinsic = Object.getPrototypeOf(g.prototype);
  g.prototype = 1;
  return Object.getPrototypeOf(g()) === intrinsic;
});
test("toStringTag", () => {
  function* g() {}
  return [Object.prototype.toString.call(g()), Object.prototype.toString.call(g)];
});
test("is its own iterator", () => {
  function* g() {}
  const it = g();
  return it[Symbol.iterator]() === it;
});
test("start: return", () => {
  let ran = false;
  function* g() {
    ran = true;
    yield 1;
  }
  const it = g();
  return [it.return(5), it.next(), ran];
});
test("start: throw", () => {
  let ran = false;
  function* g() {
    ran = true;
    yield 1;
  }
  const it = g();
  let name;
  try {
    it.throw(new RangeError("t"));
  } catch (e) {
    name = e.name;
  }
  return [name, it.next(), ran];
});
test("suspended: return without finally", () => {
  function* g() {
    yield 1;
    yield 2;
  }
  const it = g();
  it.next();
  return [it.return("r"), it.next()];
});
test("suspended: return through finally", () => {
  const log = [];
  function* g() {
    try {
      yield 1;
    } finally {
      log.push("finally");
    }
  }
  const it = g();
  it.next();
  return [it.return("r"), log, it.next()];
});
test("suspended: finally overrides the value", () => {
  function* g() {
    try {
      yield 1;
    } finally {
      return "from finally";
    }
  }
  const it = g();
  it.next();
  return [it.return("r"), it.next()];
});
test("suspended: yield in finally, then the return completes", () => {
  function* g() {
    try {
      yield 1;
    } finally {
      yield "f1";
      yield "f2";
    }
  }
  const it = g();
  it.next();
  return [it.return("r"), it.next(), it.next(), it.next()];
});
test("suspended: throw in finally replaces the return", () => {
  function* g() {
    try {
      yield 1;
    } finally {
      throw new RangeError("f");
    }
  }
  const it = g();
  it.next();
  it.return("r");
});
test("suspended: nested finallys run inside out", () => {
  const log = [];
  function* g() {
    try {
      try {
        yield 1;
      } finally {
        log.push("inner");
      }
    } finally {
      log.push("outer");
    }
  }
  const it = g();
  it.next();
  it.return();
  return log;
});
test("suspended: return is not caught by catch", () => {
  let caught = false;
  function* g() {
    try {
      yield 1;
    } catch (e) {
      caught = true;
    }
  }
  const it = g();
  it.next();
  return [it.return("r"), caught];
});
test("suspended: break in finally cancels the return", () => {
  function* g() {
    for (;;) {
      try {
        yield 1;
      } finally {
        break;
      }
    }
    yield "after";
  }
  const it = g();
  it.next();
  return [it.return("r"), it.next()];
});
test("suspended: throw caught, goes on", () => {
  function* g() {
    try {
      yield 1;
    } catch (e) {
      yield "caught " + e;
    }
    return "end";
  }
  const it = g();
  it.next();
  return [it.throw("x"), it.next(), it.next()];
});
test("suspended: throw uncaught finishes", () => {
  function* g() {
    yield 1;
  }
  const it = g();
  it.next();
  let thrown;
  try {
    it.throw("x");
  } catch (e) {
    thrown = e;
  }
  return [thrown, it.next()];
});
test("suspended: throw with catch and finally", () => {
  const log = [];
  function* g() {
    try {
      yield 1;
    } catch (e) {
      log.push("catch " + e);
      yield 2;
    } finally {
      log.push("finally");
      yield 3;
    }
    return 4;
  }
  const it = g();
  return [it.next(), it.throw("x"), it.next(), it.next(), it.next(), log];
});
test("completed: next, return, throw", () => {
  function* g() {}
  const it = g();
  const first = it.next();
  let thrown;
  try {
    it.throw("t");
  } catch (e) {
    thrown = e;
  }
  return [first, it.next(), it.return("r"), thrown, it.next()];
});
test("body throws: finished afterwards", () => {
  function* g() {
    yield 1;
    throw new RangeError("body");
  }
  const it = g();
  it.next();
  let name;
  try {
    it.next();
  } catch (e) {
    name = e.name;
  }
  return [name, it.next(), it.return(3)];
});
test("running: next from inside", () => {
  let it;
  function* g() {
    it.next();
  }
  it = g();
  it.next();
});
test("running: return and throw from inside", () => {
  const names = [];
  let it;
  function* g() {
    try {
      it.return();
    } catch (e) {
      names.push(e.name);
    }
    try {
      it.throw(1);
    } catch (e) {
      names.push(e.name);
    }
    yield "still alive";
  }
  it = g();
  return [it.next(), names];
});
test("wrong receiver", () => {
  function* g() {}
  const next = g().next;
  next.call({});
});
test("methods' lengths", () => {
  const proto = Object.getPrototypeOf(function* () {}.prototype);
  return [proto.next.length, proto.return.length, proto.throw.length];
});
test("result objects are fresh and ordinary", () => {
  function* g() {
    yield 1;
    yield 1;
  }
  const it = g();
  const a = it.next();
  const b = it.next();
  return [a !== b, Object.keys(a), Object.getPrototypeOf(a) === Object.prototype];
});
test("yield without a value", () => {
  function* g() {
    const x = yield;
    return x;
  }
  const it = g();
  return [it.next(), it.next("in")];
});
test("yield's precedence", () => {
  function* g() {
    const x = (yield 1) + (yield 2);
    yield x, 5;
    return yield yield 3;
  }
  const it = g();
  return [it.next(), it.next(10), it.next(20), it.next(), it.next("a"), it.next("b")];
});
test("yield in expressions keeps what was computed", () => {
  function* g() {
    return [1, yield "a", { b: yield "b" }, `t${yield "c"}`, ((x, y) => x + y)(yield "d", yield "e")];
  }
  const it = g();
  it.next();
  it.next("A");
  it.next("B");
  it.next("C");
  it.next("D");
  return it.next("E");
});
test("yield as a computed key and in a spread", () => {
  function* g() {
    return { [yield 1]: 2, ...(yield 3), z: [...(yield 4)] };
  }
  const it = g();
  it.next();
  it.next("k");
  it.next({ s: 1 });
  return it.next([7, 8]);
});
test("yield in conditions and loops", () => {
  function* g() {
    let n = 0;
    while (yield n) n++;
    for (let i = yield "init"; yield "cond" + i; i = yield "step") n += 100;
    return (yield "t") ? "yes" : "no";
  }
  const it = g();
  return [
    it.next().value,
    it.next(true).value,
    it.next(false).value,
    it.next(5).value,
    it.next(true).value,
    it.next(6).value,
    it.next(false).value,
    it.next(0),
  ];
});
test("yield in switch", () => {
  function* g() {
    switch (yield "subject") {
      case yield "first":
        return "matched first";
      case yield "second":
        return "matched second";
      default:
        return "default";
    }
  }
  const it = g();
  it.next();
  it.next(2);
  it.next(1);
  return it.next(2);
});
test("locals and closures survive suspension", () => {
  function* g() {
    let n = 1;
    const add = (k) => (n += k);
    yield add;
    return n;
  }
  const it = g();
  it.next().value(41);
  return it.next();
});
test("this and arguments", () => {
  function* g() {
    yield this.tag;
    yield arguments.length;
    yield [...arguments];
  }
  return [...g.call({ tag: "t" }, 1, 2)];
});
test("two instances are independent", () => {
  function* g() {
    let n = 0;
    for (;;) yield n++;
  }
  const a = g();
  const b = g();
  a.next();
  a.next();
  return [a.next().value, b.next().value];
});
test("recursive generator", () => {
  function* walk(tree) {
    if (tree) {
      yield* walk(tree[0]);
      yield tree[1];
      yield* walk(tree[2]);
    }
  }
  return [...walk([[null, 1, null], 2, [[null, 3, null], 4, null]])];
});
test("deep delegation", () => {
  function* nest(n) {
    if (n > 0) yield* nest(n - 1);
    yield n;
  }
  return [...nest(50)].length;
});
test("yield* of an array, string, Set", () => {
  function* g() {
    const r = yield* [1, 2];
    yield r;
    yield* "ab";
    yield* new Set([3]);
  }
  return [...g()];
});
test("yield* value is the inner return value", () => {
  function* inner() {
    yield 1;
    return "result";
  }
  function* g() {
    return yield* inner();
  }
  const it = g();
  return [it.next(), it.next()];
});
test("yield* forwards sent values", () => {
  const seen = [];
  function* inner() {
    seen.push(yield 1);
    seen.push(yield 2);
  }
  function* g() {
    yield* inner();
  }
  const it = g();
  it.next("lost");
  it.next("a");
  it.next("b");
  return seen;
});
test("yield* passes inner result objects through", () => {
  const result = { value: 1, done: false, extra: "kept" };
  let n = 0;
  const inner = { [Symbol.iterator]: () => ({ next: () => (n++ === 0 ? result : { done: true }) }) };
  function* g() {
    yield* inner;
  }
  return g().next() === result;
});
test("yield* first next gets undefined", () => {
  let args;
  const inner = {
    [Symbol.iterator]: () => ({
      next(...a) {
        args = a;
        return { done: true, value: 5 };
      },
    }),
  };
  function* g() {
    return yield* inner;
  }
  return [g().next("sent"), args];
});
test("yield* return forwarded", () => {
  const log = [];
  const inner = {
    [Symbol.iterator]: () => ({
      next: () => ({ done: false, value: 1 }),
      return(v) {
        log.push("return " + v);
        return { done: true, value: "inner " + v };
      },
    }),
  };
  function* g() {
    try {
      yield* inner;
    } finally {
      log.push("finally");
    }
  }
  const it = g();
  it.next();
  return [it.return("r"), log];
});
test("yield* return not done goes on", () => {
  const inner = {
    [Symbol.iterator]: () => ({
      next: (v) => ({ done: v === "stop", value: "next " + v }),
      return: (v) => ({ done: false, value: "refused " + v }),
    }),
  };
  function* g() {
    return yield* inner;
  }
  const it = g();
  return [it.next(), it.return("r"), it.next("more"), it.next("stop")];
});
test("yield* without inner return", () => {
  const inner = { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) };
  function* g() {
    yield* inner;
  }
  const it = g();
  it.next();
  return [it.return("r"), it.next()];
});
test("yield* return gives a non-object", () => {
  const inner = { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: () => 1 }) };
  function* g() {
    yield* inner;
  }
  const it = g();
  it.next();
  it.return();
});
test("yield* throw forwarded", () => {
  const inner = {
    [Symbol.iterator]: () => ({
      next: () => ({ done: false, value: 1 }),
      throw: (v) => ({ done: true, value: "handled " + v }),
    }),
  };
  function* g() {
    return yield* inner;
  }
  const it = g();
  it.next();
  return it.throw("t");
});
test("yield* without inner throw closes and throws TypeError", () => {
  const log = [];
  const inner = {
    [Symbol.iterator]: () => ({
      next: () => ({ done: false, value: 1 }),
      return() {
        log.push("return");
        return {};
      },
    }),
  };
  function* g() {
    try {
      yield* inner;
    } catch (e) {
      log.push(e.name);
    }
  }
  const it = g();
  it.next();
  return [it.throw(new RangeError("t")), log];
});
test("yield* throw into an inner generator with catch", () => {
  function* inner() {
    try {
      yield 1;
    } catch (e) {
      yield "caught " + e;
    }
    return "inner end";
  }
  function* g() {
    return yield* inner();
  }
  const it = g();
  it.next();
  return [it.throw("x"), it.next()];
});
test("yield* next not an object", () => {
  function* g() {
    yield* { [Symbol.iterator]: () => ({ next: () => 1 }) };
  }
  g().next();
});
test("yield* of a non-iterable", () => {
  function* g() {
    yield* 5;
  }
  g().next();
});
test("yield* reads done of every result, value only at the end", () => {
  const log = [];
  let n = 0;
  const inner = {
    [Symbol.iterator]: () => ({
      next: () => ({
        get done() {
          log.push("done");
          return n++ > 0;
        },
        get value() {
          log.push("value");
          return n;
        },
      }),
    }),
  };
  function* g() {
    return yield* inner;
  }
  const it = g();
  it.next();
  log.push("-");
  it.next();
  return log;
});
test("yield* fetches next once", () => {
  let gets = 0;
  let n = 0;
  const iterator = {
    get next() {
      gets++;
      return () => ({ done: n++ === 3 });
    },
  };
  function* g() {
    yield* { [Symbol.iterator]: () => iterator };
  }
  [...g()];
  return gets;
});
test("return statement with yield in finally", () => {
  function* g() {
    try {
      return "kept";
    } finally {
      yield "f";
    }
  }
  const it = g();
  return [it.next(), it.next(), it.next()];
});
test("throw statement with yield in finally", () => {
  function* g() {
    try {
      throw new RangeError("kept");
    } finally {
      yield "f";
    }
  }
  const it = g();
  it.next();
  it.next();
});
test("return in finally with throw pending after a yield", () => {
  function* g() {
    try {
      throw new RangeError("lost");
    } finally {
      yield "f";
      return "wins";
    }
  }
  const it = g();
  return [it.next(), it.next()];
});
test("return() during a yield in finally of a throw replaces it", () => {
  function* g() {
    try {
      throw new RangeError("lost");
    } finally {
      yield "f";
    }
  }
  const it = g();
  it.next();
  return it.return("r");
});
test("throw() during a yield in finally of a return replaces it", () => {
  function* g() {
    try {
      return "lost";
    } finally {
      yield "f";
    }
  }
  const it = g();
  it.next();
  it.throw(new RangeError("wins"));
});
test("generator methods", () => {
  const o = {
    *a() {
      yield 1;
    },
    *["b" + 1]() {
      yield 2;
    },
    *[Symbol.iterator]() {
      yield 3;
    },
  };
  class C {
    *m() {
      yield 4;
    }
    static *s() {
      yield 5;
    }
    *#p() {
      yield 6;
    }
    q() {
      return [...this.#p()];
    }
  }
  return [...o.a(), ...o.b1(), ...o, ...new C().m(), ...C.s(), ...new C().q()];
});
test("super in a generator method", () => {
  const base = { m: () => "base" };
  const o = {
    __proto__: base,
    *g() {
      yield super.m();
    },
  };
  return [...o.g()];
});
test("block scopes across yields", () => {
  function* g() {
    const fs = [];
    for (let i = 0; i < 3; i++) {
      yield i;
      fs.push(() => i);
    }
    return fs.map((f) => f());
  }
  const it = g();
  it.next();
  it.next();
  it.next();
  return it.next();
});
test("yield inside with-less nested functions is separate", () => {
  function* outer() {
    const inner = function* () {
      yield "inner";
    };
    yield [...inner()];
    yield "outer";
  }
  return [...outer()];
});
test("yield is an ordinary name outside generators in sloppy mode", () => {
  var yield_ = Function("var yield = 3; return yield * 2");
  return yield_();
});
test("generator in for-of with early return through delegation", () => {
  const log = [];
  function* inner() {
    try {
      yield 1;
      yield 2;
    } finally {
      log.push("inner finally");
    }
  }
  function* outer() {
    try {
      yield* inner();
    } finally {
      log.push("outer finally");
    }
  }
  for (const x of outer()) {
    log.push(x);
    break;
  }
  return log;
});
test("take from an infinite generator by destructuring", () => {
  let closed = false;
  function* nat() {
    try {
      for (let i = 0; ; i++) yield i;
    } finally {
      closed = true;
    }
  }
  const [a, b, c] = nat();
  return [a, b, c, closed];
});
test("many live generators", () => {
  function* g(i) {
    yield i;
    yield i * 2;
  }
  const all = [];
  for (let i = 0; i < 1000; i++) {
    const it = g(i);
    it.next();
    all.push(it);
  }
  return all.reduce((sum, it) => sum + it.next().value, 0);
});
