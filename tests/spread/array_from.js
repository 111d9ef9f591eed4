// Array.from and Array.of: iterables and array-likes, the mapper, constructors, and the order of it all.

test("from an array", () => Array.from([1, 2, 3]));
test("from a string", () => Array.from("a\u{1F600}b"));
test("from a Set", () => Array.from(new Set([3, 1, 3])));
test("from a Map", () => Array.from(new Map([["a", 1]])));
test("from a generator", () =>
  Array.from(
    (function* () {
      yield 1;
      yield 2;
      return 3;
    })(),
  ));
test("from an array-like", () => Array.from({ length: 3, 0: "a", 2: "c" }));
test("from an array-like with a string length", () => Array.from({ length: "2", 0: "a", 1: "b" }));
test("from an array-like with a fractional length", () => Array.from({ length: 1.9, 0: "a", 1: "b" }));
test("from an array-like with a negative length", () => Array.from({ length: -1, 0: "a" }));
test("from an array-like with a NaN length", () => Array.from({ length: NaN, 0: "a" }));
test("from an array-like whose length throws", () =>
  Array.from({
    get length() {
      throw new RangeError("length");
    },
  }));
test("from an array-like too long", () => Array.from({ length: 4294967296 }));
test("from a number", () => Array.from(3));
test("from a boolean", () => Array.from(true));
test("from a function", () => Array.from((a, b) => a));
test("from null", () => Array.from(null));
test("from undefined", () => Array.from(undefined));
test("from an empty object", () => Array.from({}));
test("from a wrapped string", () => Array.from(new String("ab")));
test("from with a mapper", () => Array.from([1, 2], (x, i) => [x * 10, i]));
test("from with a mapper, argument count", () =>
  Array.from([1], function () {
    return arguments.length;
  }));
test("from with a mapper and this", () =>
  Array.from(
    [1],
    function () {
      return this;
    },
    "t",
  ));
test("from with a strict mapper and this", () =>
  Array.from(
    [1],
    function () {
      "use strict";
      return typeof this;
    },
    "t",
  ));
test("from with an arrow mapper ignores this", () => Array.from([1], () => typeof globalThis, 5));
test("from with undefined mapper", () => Array.from([1], undefined));
test("from with null mapper", () => Array.from([1], null));
test("from with an object mapper", () => Array.from([1], {}));
test("a bad mapper is found before the source is touched", () => {
  let gets = 0;
  const source = {
    get [Symbol.iterator]() {
      gets++;
    },
  };
  try {
    Array.from(source, 1);
  } catch (e) {
    return [e.name, gets];
  }
});
test("from holes become own undefined", () => {
  const copy = Array.from([, 1]);
  return [copy, 0 in copy];
});
test("from an array-like hole", () => {
  const copy = Array.from({ length: 1 });
  return [copy, 0 in copy];
});
test("null @@iterator means array-like", () => Array.from({ [Symbol.iterator]: null, length: 1, 0: "a" }));
test("undefined @@iterator means array-like", () =>
  Array.from({ [Symbol.iterator]: undefined, length: 1, 0: "a" }));
test("non-callable @@iterator throws", () => Array.from({ [Symbol.iterator]: 1, length: 1 }));
test("an array with null @@iterator is read as array-like", () => {
  const a = [1, , 3];
  a[Symbol.iterator] = null;
  const copy = Array.from(a);
  return [copy, 1 in copy];
});
test("order: get iterator, construct, call iterator", () => {
  const log = [];
  class C {
    constructor(...args) {
      log.push("construct " + args.length);
    }
    set length(v) {
      log.push("length " + v);
    }
  }
  const source = {
    get [Symbol.iterator]() {
      log.push("get");
      return () => {
        log.push("call");
        return {
          next() {
            log.push("next");
            return { done: true };
          },
        };
      };
    },
  };
  Array.from.call(C, source);
  return log;
});
test("order for an array-like", () => {
  const log = [];
  class C {
    constructor(...args) {
      log.push("construct " + args.join());
    }
    set length(v) {
      log.push("length " + v);
    }
  }
  const source = {
    get [Symbol.iterator]() {
      log.push("get iterator");
    },
    get length() {
      log.push("get length");
      return 1;
    },
    get 0() {
      log.push("get 0");
      return "a";
    },
  };
  Array.from.call(C, source, (x) => {
    log.push("map " + x);
  });
  return log;
});
test("this not a constructor", () => Array.from.call(undefined, [1, 2]));
test("this an object", () => Array.from.call({}, [1, 2]));
test("this an arrow function", () => Array.from.call(() => {}, [1, 2]));
test("this Object", () => Array.from.call(Object, [1, 2]));
test("this a subclass", () => {
  class Sub extends Array {}
  const s = Sub.from([1, 2]);
  return [s, s instanceof Sub, s.length];
});
test("this a plain constructor", () => {
  function Plain() {
    this.made = arguments.length;
  }
  return Array.from.call(Plain, ["a", "b"]);
});
test("this a plain constructor, array-like source", () => {
  function Plain(n) {
    this.made = n;
  }
  return Array.from.call(Plain, { length: 2, 0: "a", 1: "b" });
});
test("constructor whose instances have a non-configurable 0", () => {
  function Bad() {
    Object.defineProperty(this, 0, { value: 1 });
  }
  return Array.from.call(Bad, [2]);
});
test("constructor whose instances have a non-configurable 0, iterator closed", () => {
  let returns = 0;
  function Bad() {
    Object.defineProperty(this, 0, { value: 1 });
  }
  const source = {
    [Symbol.iterator]: () => ({
      next: () => ({ value: 2, done: false }),
      return() {
        returns++;
        return {};
      },
    }),
  };
  try {
    Array.from.call(Bad, source);
  } catch (e) {
    return [e.name, returns];
  }
});
test("constructor whose instances have a read-only length", () => {
  function Bad() {
    Object.defineProperty(this, "length", { value: 0 });
  }
  return Array.from.call(Bad, [2]);
});
test("elements are defined, not set", () => {
  const set = function () {
    throw new Error("set");
  };
  return patched(Array.prototype, 0, { set }, () => Array.from([7]));
});
test("elements are defined on a custom class too", () => {
  let sets = 0;
  class C {
    set 0(v) {
      sets++;
    }
  }
  const c = Array.from.call(C, ["x"]);
  return [c[0], sets, Object.keys(c)];
});
test("mapper throws: iterator closed, error kept", () => {
  let returns = 0;
  const source = {
    [Symbol.iterator]: () => ({
      next: () => ({ value: 2, done: false }),
      return() {
        returns++;
        throw new TypeError("from return");
      },
    }),
  };
  try {
    Array.from(source, () => {
      throw new RangeError("from map");
    });
  } catch (e) {
    return [e.message, returns];
  }
});
test("mapper throws: array-like source has nothing to close", () => {
  let count = 0;
  try {
    Array.from({ length: 3 }, () => {
      if (++count === 2) {
        throw new RangeError("stop");
      }
    });
  } catch (e) {
    return [e.message, count];
  }
});
test("next throws: not closed", () => {
  let returns = 0;
  const source = {
    [Symbol.iterator]: () => ({
      next() {
        throw new RangeError("next");
      },
      return() {
        returns++;
      },
    }),
  };
  try {
    Array.from(source);
  } catch (e) {
    return [e.message, returns];
  }
});
test("mapper shrinks the array", () => {
  const a = [1, 2, 3, 4];
  return Array.from(a, (x) => {
    a.pop();
    return x;
  });
});
test("mapper deletes ahead", () => {
  const a = [1, 2, 3];
  return Array.from(a, (x) => {
    delete a[2];
    return x;
  });
});
test("mapper turns an element into an accessor", () => {
  const a = [1, 2, 3];
  return Array.from(a, (x, i) => {
    if (i === 0) {
      Object.defineProperty(a, 1, { get: () => "accessor" });
    }
    return x;
  });
});
test("mapper patches next: no effect on this call", () => {
  const next = ArrayIteratorPrototype.next;
  try {
    return Array.from([1, 2, 3], (x) => {
      ArrayIteratorPrototype.next = () => ({ done: true });
      return x;
    });
  } finally {
    ArrayIteratorPrototype.next = next;
  }
});
test("replaced proto iterator", () => {
  const value = function* () {
    yield "p";
  };
  return patched(Array.prototype, Symbol.iterator, { value }, () => Array.from([1, 2]));
});
test("deleted proto iterator: array-like", () =>
  patched(Array.prototype, Symbol.iterator, null, () => Array.from([1, , 3])));
test("patched next", () => {
  let left = 2;
  const value = () => ({ value: left, done: left-- === 0 });
  return patched(ArrayIteratorPrototype, "next", { value }, () => Array.from(["a"]));
});
test("iterator returns a non-object", () => Array.from({ [Symbol.iterator]: () => 1 }));
test("next returns a non-object", () => Array.from({ [Symbol.iterator]: () => ({ next: () => 1 }) }));
test("from result is writable and extensible", () => {
  const a = Array.from(Object.freeze([1]));
  a[0] = 2;
  a.push(3);
  return a;
});
test("from with a sequence generator", () => Array.from({ length: 5 }, (_, i) => i * i));
test("from length and name", () => [Array.from.length, Array.from.name, Array.of.length, Array.of.name]);
test("new Array.from", () => new Array.from([1]));
test("of", () => [Array.of(), Array.of(7), Array.of(undefined, null), Array.of(1, 2, 3)]);
test("of with a constructor", () => {
  function Plain(n) {
    this.made = n;
  }
  return Array.of.call(Plain, "a", "b");
});
test("of with a subclass", () => {
  class Sub extends Array {}
  return Sub.of(3);
});
test("of without a constructor", () => Array.of.call(undefined, 1));
test("of sets length", () => {
  let set = "no";
  class C {
    set length(v) {
      set = v;
    }
  }
  Array.of.call(C, 1, 2);
  return set;
});
