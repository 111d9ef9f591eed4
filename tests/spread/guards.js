// Everything a fast path for array iteration must notice: prototypes patched before, during and
// after a loop, arrays that change under it, and who is asked to close.

const counting = () => {
  const log = { returns: 0 };
  log.descriptor = {
    value() {
      log.returns++;
      return {};
    },
  };
  return log;
};

test("hole with a getter on Array.prototype that grows the array", () => {
  const a = [1, , 3];
  let grown = false;
  const get = function () {
    if (!grown) {
      grown = true;
      a.push(4);
    }
    return "G";
  };
  return patched(Array.prototype, 1, { get }, () => [...a]);
});
test("hole getter's receiver is the array", () => {
  const a = [1, , 3];
  let receiver;
  const get = function () {
    receiver = this;
    return "G";
  };
  return patched(Array.prototype, 1, { get }, () => [[...a], receiver === a]);
});
test("hole reading a for-of", () =>
  patched(Array.prototype, 0, { value: "P" }, () => {
    const seen = [];
    for (const x of [, 2]) {
      seen.push(x);
    }
    return seen;
  }));
test("hole filled by the loop body", () => {
  const a = [1, , 3];
  const seen = [];
  for (const x of a) {
    a[1] = 2;
    seen.push(x);
  }
  return seen;
});
test("for-of: replaced proto iterator is lazy", () => {
  let pulls = 0;
  const value = function* () {
    for (;;) {
      pulls++;
      yield pulls;
    }
  };
  return patched(Array.prototype, Symbol.iterator, { value }, () => {
    for (const x of [9]) {
      if (x === 2) {
        break;
      }
    }
    return pulls;
  });
});
test("for-of: deleted proto iterator", () =>
  patched(Array.prototype, Symbol.iterator, null, () => {
    for (const x of [1]) {
    }
  }));
test("for-of: next replaced before", () => {
  let left = 3;
  const value = () => ({ value: left, done: left-- === 0 });
  return patched(ArrayIteratorPrototype, "next", { value }, () => {
    const seen = [];
    for (const x of ["a"]) {
      seen.push(x);
    }
    return seen;
  });
});
test("for-of: next replaced during has no effect", () => {
  const next = ArrayIteratorPrototype.next;
  const seen = [];
  for (const x of [1, 2, 3]) {
    ArrayIteratorPrototype.next = () => ({ done: true });
    seen.push(x);
  }
  ArrayIteratorPrototype.next = next;
  return seen;
});
test("for-of: @@iterator replaced during has no effect on the running loop", () => {
  const seen = [];
  const saved = Array.prototype[Symbol.iterator];
  for (const x of [1, 2, 3]) {
    Array.prototype[Symbol.iterator] = function* () {
      yield "inner";
    };
    seen.push(x);
    if (x === 2) {
      for (const y of [1, 2]) {
        seen.push(y);
      }
    }
  }
  Array.prototype[Symbol.iterator] = saved;
  return seen;
});
test("next replaced then restored by assignment", () => {
  const next = ArrayIteratorPrototype.next;
  ArrayIteratorPrototype.next = () => ({ done: true });
  const during = [...[1, 2]];
  ArrayIteratorPrototype.next = next;
  return [during, [...[1, 2]]];
});
test("next made an accessor then restored by defineProperty", () => {
  const descriptor = Object.getOwnPropertyDescriptor(ArrayIteratorPrototype, "next");
  Object.defineProperty(ArrayIteratorPrototype, "next", {
    get: () => () => ({ done: true }),
    configurable: true,
  });
  const during = [...[1, 2]];
  Object.defineProperty(ArrayIteratorPrototype, "next", descriptor);
  return [during, [...[1, 2]]];
});
for (const [where, proto] of [
  ["ArrayIteratorPrototype", ArrayIteratorPrototype],
  ["IteratorPrototype", IteratorPrototype],
  ["Object.prototype", Object.prototype],
]) {
  test("return on " + where + ": destructuring that stops early", () => {
    const log = counting();
    return patched(proto, "return", log.descriptor, () => {
      const [a] = [1, 2];
      return [a, log.returns];
    });
  });
  test("return on " + where + ": destructuring that exhausts", () => {
    const log = counting();
    return patched(proto, "return", log.descriptor, () => {
      const [a, b, c] = [1, 2];
      return [a, b, c, log.returns];
    });
  });
  test("return on " + where + ": destructuring of exactly the length", () => {
    const log = counting();
    return patched(proto, "return", log.descriptor, () => {
      const [a, b] = [1, 2];
      return [a, b, log.returns];
    });
  });
  test("return on " + where + ": destructuring with rest", () => {
    const log = counting();
    return patched(proto, "return", log.descriptor, () => {
      const [a, ...b] = [1, 2];
      return [a, b, log.returns];
    });
  });
  test("return on " + where + ": break", () => {
    const log = counting();
    return patched(proto, "return", log.descriptor, () => {
      for (const x of [1, 2]) {
        break;
      }
      return log.returns;
    });
  });
  test("return on " + where + ": exhausted loop", () => {
    const log = counting();
    return patched(proto, "return", log.descriptor, () => {
      for (const x of [1, 2]) {
      }
      return log.returns;
    });
  });
  test("return on " + where + ": throw in the body", () => {
    const log = counting();
    return patched(proto, "return", log.descriptor, () => {
      try {
        for (const x of [1, 2]) {
          throw new RangeError("body");
        }
      } catch (e) {
        return [e.name, log.returns];
      }
    });
  });
  test("return on " + where + ": added during the loop, then break", () => {
    const log = counting();
    try {
      for (const x of [1, 2]) {
        Object.defineProperty(proto, "return", { value: log.descriptor.value, configurable: true });
        break;
      }
    } finally {
      delete proto.return;
    }
    return log.returns;
  });
  test("return on " + where + ": Array.from with a mapper that throws", () => {
    const log = counting();
    return patched(proto, "return", log.descriptor, () => {
      try {
        Array.from([1, 2], () => {
          throw new RangeError("map");
        });
      } catch (e) {
        return [e.name, log.returns];
      }
    });
  });
  test("return on " + where + ": new Map from a bad entry", () => {
    const log = counting();
    return patched(proto, "return", log.descriptor, () => {
      try {
        new Map([1]);
      } catch (e) {
        return [e.name, log.returns];
      }
    });
  });
}
test("return's receiver stands at the next index", () => {
  const rest = [];
  const value = function () {
    rest.push(...{ [Symbol.iterator]: () => this });
    return {};
  };
  return patched(ArrayIteratorPrototype, "return", { value }, () => {
    for (const x of [1, 2, 3, 4]) {
      if (x === 2) {
        break;
      }
    }
    return rest;
  });
});
test("return added during the loop stands at the next index", () => {
  const rest = [];
  try {
    for (const x of [1, 2, 3, 4]) {
      if (x === 2) {
        ArrayIteratorPrototype.return = function () {
          rest.push(this.next().value, this.next().value, this.next().done);
          return {};
        };
        break;
      }
    }
  } finally {
    delete ArrayIteratorPrototype.return;
  }
  return rest;
});
test("array grown during the loop", () => {
  const a = [1, 2];
  const seen = [];
  for (const x of a) {
    seen.push(x);
    if (a.length < 5) {
      a.push(x * 10);
    }
  }
  return seen;
});
test("array shrunk during the loop", () => {
  const a = [1, 2, 3, 4];
  const seen = [];
  for (const x of a) {
    seen.push(x);
    a.pop();
  }
  return seen;
});
test("array shrunk, then grown again", () => {
  const a = [1, 2, 3];
  const seen = [];
  for (const x of a) {
    seen.push(x);
    a.length = 0;
    a.push("x", "y");
    if (seen.length > 4) {
      break;
    }
  }
  return seen;
});
test("length reset to zero ends the loop", () => {
  const a = [1, 2, 3];
  let turns = 0;
  for (const x of a) {
    turns++;
    a.length = 0;
  }
  return turns;
});
test("element turned accessor mid-loop", () => {
  const a = [1, 2, 3];
  const seen = [];
  for (const x of a) {
    seen.push(x);
    if (x === 1) {
      Object.defineProperty(a, 2, { get: () => "got" });
    }
  }
  return seen;
});
test("element deleted mid-loop", () => {
  const a = [1, 2, 3];
  const seen = [];
  for (const x of a) {
    seen.push(x);
    delete a[1];
  }
  return seen;
});
test("element kinds change mid-loop", () => {
  const a = [1, 2, 3];
  const seen = [];
  for (const x of a) {
    seen.push(x);
    if (x === 1) {
      a[1] = 2.5;
      a[2] = "three";
    }
  }
  return seen;
});
test("prototype changed mid-loop", () => {
  const a = [1, , 3];
  const seen = [];
  for (const x of a) {
    seen.push(x);
    Object.setPrototypeOf(a, { 1: "inherited" });
  }
  return seen;
});
test("frozen mid-loop", () => {
  const a = [1, 2];
  const seen = [];
  for (const x of a) {
    Object.freeze(a);
    seen.push(x);
  }
  return seen;
});
test("exhausted array iterator stays exhausted", () => {
  const a = [1];
  const it = a.values();
  const first = [it.next(), it.next()];
  a.push(2);
  return [first, it.next()];
});
test("array iterator not yet exhausted sees a push", () => {
  const a = [1];
  const it = a.values();
  it.next();
  a.push(2);
  return [it.next(), it.next()];
});
test("array iterator over an array-like", () => {
  const it = Array.prototype.values.call({ length: 2, 0: "a", 1: "b", 2: "c" });
  return [...it];
});
test("array iterator next on a wrong receiver", () => ArrayIteratorPrototype.next.call({}));
test("array iterator next on a set iterator", () => ArrayIteratorPrototype.next.call(new Set().values()));
test("array iterator toStringTag", () => [
  ArrayIteratorPrototype[Symbol.toStringTag],
  Object.prototype.toString.call([].values()),
]);
test("iterators are their own iterators", () => {
  const it = [1].values();
  return it[Symbol.iterator]() === it;
});
test("values, @@iterator and arguments share one function", () =>
  (function () {
    return [
      Array.prototype.values === Array.prototype[Symbol.iterator],
      arguments[Symbol.iterator] === Array.prototype.values,
      Set.prototype.keys === Set.prototype.values,
      Set.prototype[Symbol.iterator] === Set.prototype.values,
      Map.prototype[Symbol.iterator] === Map.prototype.entries,
    ];
  })());
test("string protector is separate from the array's", () => {
  const value = function* () {
    yield "patched";
  };
  return patched(String.prototype, Symbol.iterator, { value }, () => [[..."ab"], [...[1, 2]]]);
});
test("array protector is separate from the string's", () => {
  const value = function* () {
    yield "patched";
  };
  return patched(Array.prototype, Symbol.iterator, { value }, () => {
    const s = [..."ab"];
    return s.length + s[0] + s[1];
  });
});
test("String iterator next patched", () => {
  const proto = Object.getPrototypeOf(""[Symbol.iterator]());
  let left = 2;
  const value = () => ({ value: left, done: left-- === 0 });
  return patched(proto, "next", { value }, () => [..."abc"]);
});
test("for-of over a string: patched iterator", () => {
  const value = function* () {
    yield "p";
  };
  return patched(String.prototype, Symbol.iterator, { value }, () => {
    let s = "";
    for (const c of "abc") {
      s += c;
    }
    return s;
  });
});
test("indexed property on Array.prototype does not leak into dense arrays", () =>
  patched(Array.prototype, 1, { value: "P" }, () => [[...[1, 2, 3]], [...[1]]]));
test("inherited index past the length is not read", () =>
  patched(Array.prototype, 3, { value: "P" }, () => [...[1, , 3]]));
test("Array.prototype's own prototype with an index", () => {
  const saved = Object.getPrototypeOf(Array.prototype);
  const middle = Object.create(saved, { 1: { value: "M" } });
  Object.setPrototypeOf(Array.prototype, middle);
  try {
    return [...[1, , 3]];
  } finally {
    Object.setPrototypeOf(Array.prototype, saved);
  }
});
test("iterator prototype re-parented", () => {
  const saved = Object.getPrototypeOf(ArrayIteratorPrototype);
  let returns = 0;
  Object.setPrototypeOf(ArrayIteratorPrototype, {
    return() {
      returns++;
      return {};
    },
  });
  try {
    for (const x of [1, 2]) {
      break;
    }
    const [a] = [1, 2];
    return returns;
  } finally {
    Object.setPrototypeOf(ArrayIteratorPrototype, saved);
  }
});
test("next found on %IteratorPrototype% when deleted below", () => {
  const value = () => ({ value: 0, done: true });
  return patched(ArrayIteratorPrototype, "next", null, () =>
    patched(IteratorPrototype, "next", { value }, () => [...[1, 2]]),
  );
});
test("subclass instance iterated with the inherited method", () => {
  class Sub extends Array {}
  const s = new Sub(1, 2, 3);
  const seen = [];
  for (const x of s) {
    seen.push(x);
  }
  return [seen, [...s], Math.max(...s)];
});
test("subclass with iterator added to its prototype later", () => {
  class Sub extends Array {}
  const s = Sub.of(1, 2);
  const before = [...s];
  Sub.prototype[Symbol.iterator] = function* () {
    yield "later";
  };
  return [before, [...s]];
});
test("own @@iterator added mid-life", () => {
  const a = [1, 2];
  const before = [...a];
  a[Symbol.iterator] = function* () {
    yield "own";
  };
  const during = [...a];
  delete a[Symbol.iterator];
  return [before, during, [...a]];
});
