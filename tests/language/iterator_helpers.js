// Iterator, Iterator.from and the helpers of ES2025.
// Expectations: newest Node

function* nat() {
  for (let i = 0; ; i++) yield i;
}
const source = (limit, log = []) => {
  let i = 0;
  return {
    __proto__: Iterator.prototype,
    log,
    next() {
      log.push("next");
      return i < limit ? { value: i++, done: false } : { value: undefined, done: true };
    },
    return() {
      log.push("return");
      return {};
    },
  };
};
const caught = (f) => {
  try {
    return f();
  } catch (e) {
    return "threw " + e.name;
  }
};

test("Iterator is abstract", () => [caught(() => new Iterator()), caught(() => Iterator()), Iterator.length, Iterator.name]);
test("Iterator may be extended", () => {
  class I extends Iterator {
    n = 0;
    next() {
      return { value: this.n++, done: this.n > 3 };
    }
  }
  return [[...new I()], new I() instanceof Iterator, new I().map((x) => x * 2).toArray()];
});
test("prototypes", () => [Iterator.prototype === IteratorPrototype, [].values() instanceof Iterator, nat() instanceof Iterator, new Map().keys() instanceof Iterator]);
test("Iterator.prototype.constructor and tag are accessors", () => ["constructor", Symbol.toStringTag].map((k) => {
  const d = Object.getOwnPropertyDescriptor(Iterator.prototype, k);
  return [typeof d.get, typeof d.set, d.enumerable, d.configurable];
}));
test("Iterator.prototype.constructor setter", () => [caught(() => { "use strict"; Iterator.prototype.constructor = 1; }), (() => { const o = Object.create(Iterator.prototype); o.constructor = 5; return Object.keys(o); })(), Iterator.prototype[Symbol.toStringTag]]);
test("map", () => [nat().map((x) => x * x).take(4).toArray(), [..."ab"].values().map((c, i) => c + i).toArray()]);
test("filter", () => nat().filter((x) => x % 3 === 0).take(3).toArray());
test("take", () => [nat().take(0).toArray(), nat().take(2).toArray(), [1].values().take(5).toArray(), [1, 2].values().take(1.9).toArray(), [1, 2].values().take("1").toArray(), [1, 2].values().take(Infinity).toArray()]);
test("drop", () => [nat().drop(3).take(2).toArray(), [1].values().drop(5).toArray(), [1, 2].values().drop(0).toArray(), [1, 2].values().drop(Infinity).toArray()]);
test("take and drop with bad limits", () => [NaN, -1, undefined, "x"].map((n) => [caught(() => nat().take(n)), caught(() => nat().drop(n))]));
test("take and drop with -0.5", () => [nat().take(-0.5).toArray(), nat().drop(-0.5).take(1).toArray()]);
test("flatMap", () => [[1, 2].values().flatMap((x) => [x, x * 10]).toArray(), [1].values().flatMap(() => []).toArray(), [1].values().flatMap(() => new Set([5, 6])).toArray()]);
test("flatMap refuses strings and non-iterables", () => [caught(() => ["ab"].values().flatMap((x) => x).toArray()), caught(() => [1].values().flatMap((x) => x).toArray()), [1].values().flatMap(() => new String("xy")).toArray()]);
test("flatMap of iterators", () => [1].values().flatMap(() => [7, 8].values()).toArray());
test("reduce", () => [[1, 2, 3].values().reduce((a, b) => a + b), [1, 2].values().reduce((a, b) => a + b, "s"), [5].values().reduce(() => "unused"), [].values().reduce(() => 1, "init"), caught(() => [].values().reduce(() => 1)), [1].values().reduce((a, b) => [a, b], undefined)]);
test("reduce arguments", () => {
  const seen = [];
  ["a", "b", "c"].values().reduce((...args) => (seen.push(args), args[1]));
  return seen;
});
test("toArray", () => [[1, 2].values().toArray(), new Set([1]).values().toArray()]);
test("forEach", () => {
  const seen = [];
  const r = ["a", "b"].values().forEach((...args) => seen.push(args));
  return [seen, r];
});
test("some, every, find", () => [nat().some((x) => x > 3), [1, 2].values().some((x) => x > 5), [1, 2].values().every((x) => x > 0), nat().every((x) => x < 3), nat().find((x) => x * x > 20), [1].values().find((x) => x > 5)]);
test("callbacks must be callable, checked first", () => ["map", "filter", "flatMap", "reduce", "forEach", "some", "every", "find"].map((n) => {
  let gets = 0;
  const it = {
    __proto__: Iterator.prototype,
    get next() {
      gets++;
      return () => ({ done: true });
    },
  };
  return [caught(() => it[n](5)), gets];
}));
for (const [name, use] of [
  ["map", (s) => s.map((x) => x)],
  ["filter", (s) => s.filter(() => true)],
  ["take", (s) => s.take(2)],
  ["drop", (s) => s.drop(1)],
  ["flatMap", (s) => s.flatMap((x) => [x])],
]) {
  test(name + ": lazy", () => {
    const s = source(5);
    use(s);
    return s.log;
  });
  test(name + ": return before the first next", () => {
    const s = source(5);
    const h = use(s);
    return [h.return(), h.next(), h.return(), s.log];
  });
  test(name + ": return after a step", () => {
    const s = source(5);
    const h = use(s);
    h.next();
    return [h.return("ignored"), h.next(), s.log];
  });
  test(name + ": run to the end", () => {
    const s = source(3);
    const h = use(s);
    return [[...h], h.next(), s.log];
  });
  test(name + ": break closes", () => {
    const s = source(5);
    for (const x of use(s)) break;
    return s.log;
  });
  test(name + ": next is read once", () => {
    let gets = 0;
    let n = 0;
    const it = {
      __proto__: Iterator.prototype,
      get next() {
        gets++;
        return () => ({ value: n, done: n++ > 3 });
      },
    };
    return [[...use(it)], gets];
  });
  test(name + ": throwing next does not close", () => {
    const log = [];
    const it = {
      __proto__: Iterator.prototype,
      next() {
        throw new RangeError("next");
      },
      return() {
        log.push("return");
        return {};
      },
    };
    return [caught(() => use(it).next()), log];
  });
  test(name + ": on a non-object", () => caught(() => Iterator.prototype[name].call(5, name === "take" || name === "drop" ? 1 : () => 1)));
  test(name + ": helper prototype", () => {
    const h = use(source(1));
    return [Object.prototype.toString.call(h), typeof h.next, typeof h.return, typeof h.throw, h[Symbol.iterator]() === h];
  });
  test(name + ": reentrance", () => {
    let h;
    const it = { __proto__: Iterator.prototype, next: () => h.next() };
    h = use(it);
    return caught(() => h.next());
  });
}
for (const name of ["map", "filter", "flatMap", "forEach", "some", "every", "find", "reduce"]) {
  test(name + ": throwing callback closes", () => {
    const s = source(5);
    const r = caught(() => {
      const h = s[name](() => {
        throw new RangeError("c");
      }, 0);
      return h.next();
    });
    return [r, s.log];
  });
}
test("some, every and find close early", () => {
  const s = source(5);
  const e = source(5);
  const f = source(5);
  s.some(() => true);
  e.every(() => false);
  f.find(() => true);
  return [s.log, e.log, f.log];
});
test("take closes when the limit is reached", () => {
  const s = source(9);
  return [s.take(2).toArray(), s.log];
});
test("take(0) closes at the first next", () => {
  const s = source(9);
  return [s.take(0).next(), s.log];
});
test("flatMap closes inner and outer", () => {
  const outer = source(3);
  const inner = source(3);
  const h = outer.flatMap(() => inner);
  h.next();
  h.return();
  return [outer.log, inner.log];
});
test("chains", () => nat().filter((x) => x % 2).map((x) => x * x).drop(1).flatMap((x) => [x, -x]).take(5).toArray());
test("Iterator.from an iterator without the prototype", () => {
  const raw = { i: 0, next() { return { value: this.i++, done: this.i > 3 }; } };
  const it = Iterator.from(raw);
  return [it.map((x) => x + 1).toArray(), it instanceof Iterator, it === raw];
});
test("Iterator.from an iterable", () => [Iterator.from([1, 2]).toArray(), Iterator.from("ab").toArray(), Iterator.from(new Set([3])).toArray()]);
test("Iterator.from keeps real iterators", () => {
  const it = [1].values();
  return Iterator.from(it) === it;
});
test("Iterator.from bad values", () => [5, null, undefined, true, Symbol()].map((v) => caught(() => Iterator.from(v))));
test("Iterator.from an object without next", () => [typeof Iterator.from({}), caught(() => Iterator.from({}).next())]);
test("Iterator.from null @@iterator", () => Iterator.from({ [Symbol.iterator]: null, next: () => ({ done: true }) }).toArray());
test("wrapped return", () => {
  const log = [];
  const it = Iterator.from({ next: () => ({ done: false }), return: () => (log.push("return"), { value: "r" }) });
  return [it.return(), Iterator.from({ next() {} }).return(), log];
});
test("results are passed through by wrapped next", () => {
  const result = { value: 1, done: false, extra: 1 };
  return Iterator.from({ next: () => result }).next() === result;
});
test("lengths", () => ["map", "filter", "take", "drop", "flatMap", "reduce", "toArray", "forEach", "some", "every", "find"].map((n) => Iterator.prototype[n].length));
