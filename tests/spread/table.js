// Array spread and its relatives: which guard of a fast path each case would catch.

test("holes", () => {
  const copy = [...[1, , 3]];
  return [copy, 1 in copy];
});
test("holes w/ proto idx", () => patched(Array.prototype, 1, { value: "P" }, () => [...[1, , 3]]));
test("holes w/ Object.prototype idx", () => patched(Object.prototype, 1, { value: "O" }, () => [...[1, , 3]]));
test("length grown", () => {
  const a = [1];
  a.length = 3;
  return [...a];
});
test("replaced proto iterator", () => {
  const values = function* () {
    yield "p";
  };
  return patched(Array.prototype, Symbol.iterator, { value: values }, () => [...[1, 2]]);
});
test("replaced proto iterator, restored", () => {
  const values = function* () {
    yield "p";
  };
  const during = patched(Array.prototype, Symbol.iterator, { value: values }, () => [...[1, 2]]);
  return [during, [...[1, 2]]];
});
test("deleted proto iterator", () => patched(Array.prototype, Symbol.iterator, null, () => [...[1, 2]]));
test("patched %ArrayIteratorPrototype%.next", () => {
  const next = ArrayIteratorPrototype.next;
  const times10 = function () {
    const step = next.call(this);
    return step.done ? step : { value: step.value * 10, done: false };
  };
  return patched(ArrayIteratorPrototype, "next", { value: times10 }, () => [...[1, 2]]);
});
test("deleted %ArrayIteratorPrototype%.next", () =>
  patched(ArrayIteratorPrototype, "next", null, () => [...[1, 2]]));
test("next patched by getter", () => {
  const next = ArrayIteratorPrototype.next;
  let gets = 0;
  const get = function () {
    gets++;
    return next;
  };
  return patched(ArrayIteratorPrototype, "next", { get }, () => [[...[1, 2]], gets]);
});
test("next getter's receiver is the iterator", () => {
  const next = ArrayIteratorPrototype.next;
  const seen = [];
  const get = function () {
    seen.push(this !== ArrayIteratorPrototype, Object.getPrototypeOf(this) === ArrayIteratorPrototype);
    return next;
  };
  return patched(ArrayIteratorPrototype, "next", { get }, () => [[...[1]], seen]);
});
test("return on AIP not called by spread", () => {
  let returns = 0;
  const value = function () {
    returns++;
    return {};
  };
  return patched(ArrayIteratorPrototype, "return", { value }, () => [[...[1, 2]], returns]);
});
test("own iterator getter count", () => {
  const a = [1, 2];
  let gets = 0;
  Object.defineProperty(a, Symbol.iterator, {
    get() {
      gets++;
      return Array.prototype.values;
    },
  });
  return [[...a], gets];
});
test("own iterator undefined", () => {
  const a = [1];
  a[Symbol.iterator] = undefined;
  return [...a];
});
test("own iterator null", () => {
  const a = [1];
  a[Symbol.iterator] = null;
  return [...a];
});
test("own iterator is the same function", () => {
  const a = [1, 2];
  a[Symbol.iterator] = Array.prototype[Symbol.iterator];
  return [...a];
});
test("subclass from", () => {
  class MyArr extends Array {}
  const copy = [...MyArr.from([1, 2, 3])];
  return [copy, copy.constructor === Array];
});
test("subclass w/ own iterator", () => {
  class MyArr extends Array {
    *[Symbol.iterator]() {
      yield 9;
    }
  }
  return [...MyArr.from([1, 2, 3]), ...new MyArr(1, 2)];
});
test("setPrototypeOf null", () => {
  const a = [1, 2];
  Object.setPrototypeOf(a, null);
  return [...a];
});
test("setPrototypeOf w/ inherited iter", () => {
  const a = [1, 2];
  Object.setPrototypeOf(a, {
    *[Symbol.iterator]() {
      yield "q";
    },
  });
  return [...a];
});
test("accessor element", () => {
  const a = [1, 2];
  let gets = 0;
  Object.defineProperty(a, 0, {
    get() {
      gets++;
      return "g";
    },
  });
  return [[...a], gets];
});
test("accessor mutates", () => {
  const a = [1, 2, 3];
  Object.defineProperty(a, 0, {
    get() {
      a.push(4);
      return "g";
    },
  });
  return [...a];
});
test("accessor shortens", () => {
  const a = [1, 2, 3];
  Object.defineProperty(a, 0, {
    get() {
      a.length = 2;
      return "g";
    },
  });
  return [...a];
});
test("frozen src", () => {
  const copy = [...Object.freeze([1, 2])];
  return [copy, Object.isFrozen(copy)];
});
test("arguments", () =>
  (function () {
    return [...arguments];
  })(1, 2));
test("arguments own iter deleted", () =>
  (function () {
    delete arguments[Symbol.iterator];
    return [...arguments];
  })(1, 2));
test("arguments length shortened", () =>
  (function () {
    arguments.length = 1;
    return [...arguments];
  })(1, 2));
test("string", () => [..."a\u{1F600}\ud800b"]);
test("patched String iterator", () => {
  const value = function* () {
    yield typeof this;
  };
  return patched(String.prototype, Symbol.iterator, { value }, () => [..."ab"]);
});
test("patched String iterator, strict", () => {
  const value = function* () {
    "use strict";
    yield typeof this;
  };
  return patched(String.prototype, Symbol.iterator, { value }, () => [..."ab"]);
});
test("Set/Map", () => [...new Set([1]), ...new Set([2]), ...new Map([[1, 2]])]);
test("patched Set.values only", () => {
  const value = function* () {
    yield 99;
  };
  return patched(Set.prototype, "values", { value }, () => [...new Set([1])]);
});
test("patched Set iterator", () => {
  const value = function* () {
    yield 99;
  };
  return patched(Set.prototype, Symbol.iterator, { value }, () => [...new Set([1])]);
});
test("patched Set iterator next", () => {
  const proto = Object.getPrototypeOf(new Set().values());
  let left = 2;
  const value = () => ({ value: left, done: left-- === 0 });
  return patched(proto, "next", { value }, () => [...new Set([1])]);
});
test("patched Map iterator next", () => {
  const proto = Object.getPrototypeOf(new Map().entries());
  let left = 2;
  const value = () => ({ value: left, done: left-- === 0 });
  return patched(proto, "next", { value }, () => [...new Map([[1, 2]])]);
});
test("number", () => [...1]);
test("null", () => [...null]);
test("undefined", () => [...undefined]);
test("{}", () => [...{}]);
test("array-like", () => [...{ length: 1, 0: "a" }]);
test("boolean", () => [...true]);
test("symbol", () => [...Symbol("s")]);
test("function", () => [...function () {}]);
test("patched Number iterator", () => {
  const value = function* () {
    "use strict";
    yield this;
    yield typeof this;
  };
  return patched(Number.prototype, Symbol.iterator, { value }, () => [...7]);
});
test("iter returns non-object", () => [...{ [Symbol.iterator]: () => 1 }]);
test("next returns non-object", () => [...{ [Symbol.iterator]: () => ({ next: () => 1 }) }]);
test("next not fn", () => [...{ [Symbol.iterator]: () => ({ next: 1 }) }]);
test("next missing, not used", () => {
  let error = "none";
  try {
    const [] = { [Symbol.iterator]: () => ({}) };
  } catch (e) {
    error = e.name;
  }
  return error;
});
test("done before value order", () => {
  const log = [];
  let steps = 0;
  const iterable = {
    [Symbol.iterator]: () => ({
      next: () => ({
        get value() {
          log.push("value");
        },
        get done() {
          log.push("done");
          return steps++ > 0;
        },
      }),
    }),
  };
  [...iterable];
  return log;
});
test("throwing value does not call return", () => {
  let returns = 0;
  const iterable = {
    [Symbol.iterator]: () => ({
      next: () => ({
        done: false,
        get value() {
          throw new Error("value");
        },
      }),
      return() {
        returns++;
        return {};
      },
    }),
  };
  try {
    [...iterable];
  } catch (e) {}
  return returns;
});
test("throwing done does not call return", () => {
  let returns = 0;
  const iterable = {
    [Symbol.iterator]: () => ({
      next: () => ({
        get done() {
          throw new Error("done");
        },
      }),
      return() {
        returns++;
        return {};
      },
    }),
  };
  try {
    [...iterable];
  } catch (e) {}
  return returns;
});
test("throwing next does not call return", () => {
  let returns = 0;
  const iterable = {
    [Symbol.iterator]: () => ({
      next() {
        throw new RangeError("next");
      },
      return() {
        returns++;
        return {};
      },
    }),
  };
  let name = "";
  try {
    [...iterable];
  } catch (e) {
    name = e.name;
  }
  return [name, returns];
});
test("truthy done", () => {
  let i = 0;
  return [...{ [Symbol.iterator]: () => ({ next: () => ({ value: i, done: i++ === 2 ? "yes" : "" }) }) }];
});
test("missing done and value", () => {
  let i = 0;
  return [...{ [Symbol.iterator]: () => ({ next: () => (i++ < 2 ? {} : { done: 1 }) }) }];
});
test("eval order", () => {
  const log = [];
  const source = {
    *[Symbol.iterator]() {
      log.push("m");
      yield 0;
    },
  };
  [log.push(1), ...source, log.push(2)];
  return log;
});
test("spread result props dropped", () => {
  const a = [1];
  a.extra = 2;
  return Object.keys([...a]);
});
test("Object.prototype.0 setter ignored on result", () => {
  const set = function () {
    throw new Error("set");
  };
  return patched(Object.prototype, 0, { set }, () => [...[7]]);
});
test("Array.prototype.0 setter ignored on result", () => {
  const set = function () {
    throw new Error("set");
  };
  return patched(Array.prototype, 0, { set }, () => [...[7]]);
});
test("Array.prototype.0 read-only ignored on result", () =>
  patched(Array.prototype, 0, { value: "r", writable: false }, () => [...new Set([7])]));
test("Array.from mapfn mutates", () => {
  const a = [1, 2, 3];
  return Array.from(a, (x) => {
    if (x === 1) {
      a.push(9);
    }
    return x;
  });
});
test("Array.from holes", () => 0 in Array.from([,]));
test("concat spreadable vs spread", () => {
  const a = ["a"];
  a[Symbol.isConcatSpreadable] = false;
  return [...a];
});
test("self push spread", () => {
  const a = [1, 2];
  a.push(...a);
  return a;
});
test("generator return not called on completion", () => {
  let finals = 0;
  function* g() {
    try {
      yield 1;
      yield 2;
    } finally {
      finals++;
    }
  }
  return [[...g()], finals];
});
test("destructure calls return", () => {
  let returns = 0;
  const iterable = {
    [Symbol.iterator]: () => ({
      next: () => ({ value: 1, done: false }),
      return() {
        returns++;
        return {};
      },
    }),
  };
  const [a] = iterable;
  return returns;
});
test("iterator grows during", () => {
  const a = [1];
  const it = a[Symbol.iterator]();
  [...it];
  a.push(2);
  return it.next();
});
test("spread of an array iterator", () => {
  const it = [1, 2, 3].values();
  it.next();
  return [[...it], [...it]];
});
test("spread of keys and entries", () => [...["a", , "c"].keys(), ...["a", ,].entries()]);
test("spread of nested spreads", () => [...[...[1, ...[2, 3]], 4], ...[], ...[[]]]);
test("spread with elisions around", () => [, ...[1], , ...[], 2, ,]);
test("spread of empty", () => [[...[]], [...""], [...new Set()], [...new Map()]]);
test("spread of the length-changing array in the same literal", () => {
  const a = [1];
  return [...a, a.push(2), ...a];
});
test("spread keeps identity of elements", () => {
  const o = {};
  const copy = [...[o, o]];
  return [copy[0] === o, copy[1] === o];
});
test("spread of -0, NaN, holes kinds", () => [...[-0, NaN, 1.5, , "s"]]);
test("spread of an array with a non-writable length", () => {
  const a = [1, 2];
  Object.defineProperty(a, "length", { writable: false });
  const copy = [...a];
  copy.push(3);
  return copy;
});
test("spread of a large array", () => {
  const a = [];
  for (let i = 0; i < 100000; i++) {
    a.push(i);
  }
  const copy = [...a];
  return [copy.length, copy[99999], copy !== a];
});
test("spread of a sparse array with a far index", () => {
  const a = [];
  a[5000] = 1;
  const copy = [...a];
  return [copy.length, 0 in copy, copy[5000]];
});
test("call spread > stack", () => {
  try {
    return (function () {
      return arguments.length;
    })(...new Array(10000000));
  } catch (e) {
    return e.name;
  }
});
