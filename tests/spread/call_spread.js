// Spread in calls, new and super; rest parameters; arguments.
// Spec: implicit constructor passes all arguments without the array iterator => [1, 2]

const list = (...args) => args;

test("alone", () => list(...[1, 2]));
test("mixed", () => list(0, ...[1, 2], 3, ...[], ...[4]));
test("of a string", () => list(..."ab"));
test("of a Set and a Map", () => list(...new Set([1, 2]), ...new Map([[3, 4]])));
test("of a generator", () =>
  list(
    ...(function* () {
      yield 1;
      yield 2;
    })(),
  ));
test("of holes", () => {
  const got = list(...[, 1]);
  return [got, 0 in got];
});
test("of null", () => list(...null));
test("of undefined", () => list(...undefined));
test("of a number", () => list(...5));
test("of an object", () => list(...{}));
test("of arguments", () =>
  (function () {
    return list(...arguments);
  })(1, 2));
test("holes with a prototype index", () => patched(Array.prototype, 0, { value: "P" }, () => list(...[, 1])));
test("replaced proto iterator", () => {
  const value = function* () {
    yield "p";
  };
  return patched(Array.prototype, Symbol.iterator, { value }, () => list(...[1, 2])[0]);
});
test("patched next", () => {
  let left = 2;
  const value = () => ({ value: left, done: left-- === 0 });
  return patched(ArrayIteratorPrototype, "next", { value }, () => list(...[1]));
});
test("own iterator", () => {
  const a = [1];
  a[Symbol.iterator] = function* () {
    yield "own";
  };
  return list(...a);
});
test("subclass", () => {
  class Sub extends Array {
    *[Symbol.iterator]() {
      yield "sub";
    }
  }
  return list(...new Sub(1, 2));
});
test("order: callee, then arguments left to right", () => {
  const log = [];
  const f = () => (log.push("callee"), list);
  const a = (x) => (log.push(x), [x]);
  f()(...a(1), log.push("mid"), ...a(2));
  return log;
});
test("not callable is found after the arguments", () => {
  const log = [];
  try {
    undefined(...(log.push("arg"), []));
  } catch (e) {
    log.push(e.name);
  }
  return log;
});
test("not iterable beats not callable", () => {
  const f = 1;
  let name;
  try {
    f(
      ...{
        get [Symbol.iterator]() {
          throw new RangeError("get");
        },
      },
    );
  } catch (e) {
    name = e.name;
  }
  return name;
});
test("method call keeps its receiver", () => {
  const o = {
    f(...args) {
      return [this === o, args];
    },
  };
  return [o.f(...[1]), o["f"](...[2])];
});
test("optional call", () => {
  const o = { f: list };
  return [o.f?.(...[1, 2]), o.g?.(...[1])];
});
test("optional call does not evaluate a skipped spread", () => {
  let calls = 0;
  const f = undefined;
  f?.(...[calls++]);
  return calls;
});
test("new", () => {
  class P {
    constructor(a, b) {
      this.a = a;
      this.b = b;
    }
  }
  return new P(...[1, 2]);
});
test("new Array", () => [new Array(...[3]).length, new Array(...[3, 4])]);
test("new of a bound function", () => {
  function P(...args) {
    this.args = args;
  }
  const B = P.bind(null, 1);
  return new B(...[2, 3]).args;
});
test("new of a non-constructor", () => new (() => {})(...[1]));
test("super call", () => {
  class A {
    constructor(...args) {
      this.args = args;
    }
  }
  class B extends A {
    constructor(...args) {
      super(0, ...args, ...[9]);
    }
  }
  return new B(1, 2).args;
});
test("super method", () => {
  class A {
    m(...args) {
      return args.length;
    }
  }
  class B extends A {
    m(...args) {
      return super.m(...args, ...args);
    }
  }
  return new B().m(1, 2);
});
test("implicit constructor passes all arguments without the array iterator", () => {
  class A {
    constructor(...args) {
      this.args = args;
    }
  }
  class B extends A {}
  return patched(Array.prototype, Symbol.iterator, null, () => new B(1, 2).args);
});
test("Math.max and push", () => {
  const a = [];
  a.push(...[1, 5, 3], ...[2]);
  return [Math.max(...a), Math.max(...[]), a.length];
});
test("push of itself", () => {
  const a = [1, 2];
  a.push(...a, ...a);
  return a;
});
test("concat and unshift", () => {
  const a = [3];
  a.unshift(...[1, 2]);
  return [a, [].concat(...[[1], [2, [3]]])];
});
test("String.fromCharCode", () => String.fromCharCode(...[104, 105]));
test("ten thousand arguments", () => {
  const a = [];
  for (let i = 0; i < 10000; i++) a.push(i);
  return [list(...a).length, list(...a)[9999], Math.max(...a)];
});
test("function length does not matter", () => ((a, b) => [a, b])(...[1], ...[2], ...[3]));
test("missing arguments", () => ((a, b, c) => [a, b, c])(...[1]));
test("apply and call against spread", () => [list.apply(null, [1, , 2]), list.call(null, ...[1, 2])]);
test("apply does not use the iterator", () =>
  patched(Array.prototype, Symbol.iterator, null, () => list.apply(null, [1, 2])));
test("throwing iterator inside a call", () => {
  const log = [];
  const bad = {
    *[Symbol.iterator]() {
      yield 1;
      throw new RangeError("bad");
    },
  };
  try {
    list(...bad, log.push("never"));
  } catch (e) {
    log.push(e.name);
  }
  return log;
});
test("changing the array between two spreads of it", () => {
  const a = [1];
  return list(...a, a.push(2), ...a);
});
test("eval-like callee name", () => {
  const eval2 = (...args) => args.length;
  return eval2(...[1, 2, 3]);
});
test("tagged template as a spread source", () => list(...((strings) => strings)`a${1}b`));
test("rest: none, some, all", () => {
  const f = (a, ...rest) => [a, rest];
  return [f(), f(1), f(1, 2, 3)];
});
test("rest is a real array", () => {
  const f = (...rest) => [Array.isArray(rest), Object.getPrototypeOf(rest) === Array.prototype, rest.length];
  return f(1, 2);
});
test("rest is fresh each call", () => {
  const f = (...rest) => rest;
  return f(1) !== f(1);
});
test("rest takes explicit undefined", () => list(undefined, undefined));
test("rest ignores setters on Array.prototype", () => {
  const set = function () {
    throw new Error("set");
  };
  return patched(Array.prototype, 0, { set }, () => list(7));
});
test("rest is not affected by a patched iterator", () =>
  patched(Array.prototype, Symbol.iterator, null, () => list(1, 2)));
test("rest with a pattern", () => ((...[a, b = 5, ...c]) => [a, b, c])(1, undefined, 3, 4));
test("rest with an object pattern", () => ((...{ length, 1: second }) => [length, second])("a", "b"));
test("rest and length", () => [((...a) => {}).length, ((a, b, ...c) => {}).length, ((a, b = 1, ...c) => {}).length]);
test("rest unmaps arguments", () =>
  (function (a, ...rest) {
    a = 9;
    arguments[1] = 8;
    return [arguments[0], rest, arguments.length];
  })(1, 2, 3));
test("rest after defaults", () => ((a = 1, ...rest) => [a, rest])(undefined, 2));
test("default sees the rest in TDZ", () => ((a = rest, ...rest) => a)());
test("rest captured by closures", () => {
  const f = (...rest) => [() => rest.push(1), () => rest.length];
  const [push, length] = f(1, 2);
  push();
  return length();
});
test("rest in a generator, method, setter-free object", () => {
  const o = {
    *g(...rest) {
      yield* rest;
    },
    m(...rest) {
      return rest;
    },
  };
  return [[...o.g(1, 2)], o.m(3)];
});
test("rest in a constructor", () => {
  class A {
    constructor(...rest) {
      this.n = rest.length;
    }
  }
  return new A(1, 2, 3);
});
test("rest may be assigned", () =>
  ((...rest) => {
    rest = rest.concat(1);
    return rest;
  })(0));
test("rest shadowed by var", () =>
  (function (...rest) {
    var rest;
    return rest;
  })(1));
test("arguments keeps all beside a rest", () =>
  (function (...rest) {
    return [arguments.length, rest.length, [...arguments]];
  })(1, 2));
