// Error objects: constructors, properties, cause, toString, AggregateError, errors of the engine.

const classes = [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError];
for (const C of classes) {
  test(C.name, () => {
    const e = new C("m");
    return [e.name, e.message, String(e), e instanceof C, e instanceof Error, C("called") instanceof C, C.length, Object.prototype.toString.call(e), Object.getPrototypeOf(C) === (C === Error ? Function.prototype : Error), Object.getOwnPropertyDescriptor(e, "message"), C.prototype.hasOwnProperty("message")];
  });
}
test("message absent", () => [new Error().hasOwnProperty("message"), new Error(undefined).hasOwnProperty("message"), new Error().message, new Error("").hasOwnProperty("message"), new Error(null).message, new Error(5).message, new Error({ toString: () => "o" }).message]);
test("message of a symbol", () => new Error(Symbol()));
test("cause", () => [new Error("m", { cause: 1 }).cause, "cause" in new Error("m"), "cause" in new Error("m", {}), Object.getOwnPropertyDescriptor(new Error("m", { cause: undefined }), "cause"), new TypeError("m", { cause: "c" }).cause, "cause" in new Error("m", "not an object")]);
test("cause: order", () => {
  const log = [];
  new Error({ toString: () => log.push("message") + "" }, {
    get cause() {
      log.push("cause");
    },
  });
  return log;
});
test("toString", () => {
  const s = Error.prototype.toString;
  return [{ name: "N", message: "m" }, { name: "", message: "m" }, { name: "N", message: "" }, { name: "", message: "" }, {}, { name: undefined, message: undefined }, { name: null, message: null }, { name: 1, message: 2 }].map((o) => s.call(o));
});
test("toString on a non-object", () => Error.prototype.toString.call(5));
test("toString with changed name", () => {
  const e = new Error("m");
  e.name = "Custom";
  return [String(e), e + "", `${e}`, Object.keys(e)];
});
test("name is on the prototype", () => [new RangeError().hasOwnProperty("name"), RangeError.prototype.hasOwnProperty("name"), Error.prototype.message, Error.prototype.name]);
test("AggregateError", () => {
  const e = new AggregateError([1, new Error("x")], "m", { cause: "c" });
  return [e.name, e.message, e.errors.length, e.errors[0], e.cause, e instanceof Error, AggregateError.length, Object.getOwnPropertyDescriptor(e, "errors").enumerable, Object.getPrototypeOf(AggregateError) === Error];
});
test("AggregateError of iterables", () => [new AggregateError("ab").errors, new AggregateError(new Set([1])).errors, new AggregateError([]).hasOwnProperty("message")]);
test("AggregateError of a non-iterable", () => new AggregateError(5));
test("AggregateError without new", () => AggregateError([1]).errors);
test("subclass", () => {
  class HttpError extends Error {
    constructor(status) {
      super("status " + status);
      this.status = status;
    }
    get name() {
      return "HttpError";
    }
  }
  const e = new HttpError(404);
  return [String(e), e.status, e instanceof HttpError, e instanceof Error, Object.keys(e)];
});
test("subclass with cause", () => {
  class E extends RangeError {}
  const e = new E("m", { cause: 7 });
  return [e.cause, e.name, e.constructor.name, Object.prototype.toString.call(e)];
});
test("subclass by function", () => {
  function Old(m) {
    this.message = m;
  }
  Old.prototype = Object.create(Error.prototype);
  Old.prototype.name = "Old";
  return [String(new Old("m")), new Old() instanceof Error];
});
test("stack is a string or absent", () => ["string", "undefined"].includes(typeof new Error("m").stack));
test("not enumerable", () => [Object.keys(new Error("m")), JSON.stringify(new Error("m")), { ...new Error("m") }]);
test("frozen, extended, thrown again", () => {
  const e = Object.freeze(new Error("m"));
  try {
    throw e;
  } catch (x) {
    return x === e;
  }
});
test("engine errors have the right classes", () => [
  () => null.x,
  () => undefined(),
  () => ({}).x.y,
  () => nope,
  () => {
    const c = 1;
    c = 2;
  },
  () => new Array(-1),
  () => "x".repeat(-1),
  () => (1).toFixed(101),
  () => Symbol() + "",
  () => new 5(),
  () => ({}) instanceof 5,
  () => "a" in "b",
  () => Object.defineProperty(1, "a", {}),
  () => JSON.parse("{"),
  () => Function("("),
  () => [].reduce((a) => a),
  () => new Proxy2(),
  () => class extends null {}.prototype.x.y,
  () => Object.setPrototypeOf(Object.preventExtensions({}), {}),
].map((f) => {
  try {
    f();
    return "ok";
  } catch (e) {
    return [e.constructor.name, e.name, typeof e.message, e.message.length > 0].join();
  }
}));
test("engine errors carry a stack-free own message", () => {
  try {
    null.x;
  } catch (e) {
    return [Object.keys(e), e.hasOwnProperty("message"), Object.getPrototypeOf(e) === TypeError.prototype];
  }
});
test("thrown values keep identity through layers", () => {
  const o = { custom: 1 };
  const f = () => {
    try {
      throw o;
    } finally {
      [1].map((x) => x);
    }
  };
  try {
    [1].forEach(f);
  } catch (e) {
    return e === o;
  }
});
test("errors out of every kind of callback", () => {
  const boom = () => {
    throw new RangeError("boom");
  };
  return [() => [1].map(boom), () => [2, 1].sort(boom), () => "a".replace("a", boom), () => JSON.stringify({ toJSON: boom }), () => JSON.parse("1", boom), () => new Map([[1, 1]]).forEach(boom), () => Array.from([1], boom), () => ({ get x() { return boom(); } }).x, () => `${{ toString: boom }}`, () => +{ valueOf: boom }, () => new (class { constructor() { boom(); } })(), () => Object.assign({}, { get a() { return boom(); } }), () => [...{ [Symbol.iterator]: boom }], () => Reflect2(), () => Object.defineProperty({}, "a", { get value() { return boom(); } })].map((f) => {
    try {
      f();
      return "ok";
    } catch (e) {
      return e.name;
    }
  });
});
