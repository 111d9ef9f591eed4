// Array.prototype and Array statics on real arrays: values, holes, arguments, mutation, species.

test("Array()", () => [Array(), Array(3), Array(1, 2), new Array("3"), Array(0).length]);
for (const bad of [-1, 1.5, NaN, 4294967296, Infinity]) {
  test("Array(" + bad + ")", () => Array(bad));
}
test("isArray", () => [[], new Array(), Array.prototype, {}, null, "a", { length: 0 }, Object.create(Array.prototype), class extends Array {}].map((v) => Array.isArray(v)));
test("length set", () => {
  const a = [1, 2, 3];
  a.length = 1;
  a.length = 3;
  return a;
});
test("length grows by index", () => {
  const a = [];
  a[3] = 1;
  a["5"] = 2;
  a["06"] = 3;
  a[-1] = 4;
  a[1.5] = 5;
  return [a.length, a];
});
test("largest index", () => {
  const a = [];
  a[4294967294] = 1;
  a[4294967295] = 2;
  return [a.length, Object.keys(a)];
});
for (const bad of [-1, 1.5, "x", NaN, {}, 4294967296]) {
  test("length = " + String(bad), () => {
    const a = [1];
    a.length = bad;
  });
}
test("length conversions", () => {
  const a = [1, 2, 3];
  a.length = "2";
  const b = [1, 2];
  b.length = { valueOf: () => 1 };
  const c = [1];
  c.length = null;
  return [a, b, c];
});
test("length with a non-configurable element", () => {
  "use strict";
  const a = [1, 2, 3, 4];
  Object.defineProperty(a, 1, { configurable: false });
  try {
    a.length = 0;
  } catch (e) {
    return [e.name, a.length, a];
  }
});
test("length read-only", () => {
  "use strict";
  const a = Object.defineProperty([1], "length", { writable: false });
  const names = [];
  for (const f of [() => a.push(2), () => (a[1] = 2), () => (a.length = 0), () => a.pop(), () => a.shift(), () => a.unshift(1), () => a.splice(0, 1)]) {
    try {
      f();
      names.push("ok");
    } catch (e) {
      names.push(e.name);
    }
  }
  return [names, a];
});
test("length read-only, same value allowed", () => {
  "use strict";
  const a = Object.defineProperty([1, 2], "length", { writable: false });
  a.length = 2;
  a[0] = 9;
  return a;
});
test("length descriptor", () => Object.getOwnPropertyDescriptor([1, 2], "length"));
test("length defined through defineProperty", () => {
  const a = [1, 2, 3];
  Object.defineProperty(a, "length", { value: 1 });
  return a;
});
test("length defined as accessor", () => Object.defineProperty([], "length", { get: () => 1 }));
test("elisions", () => [[,], [, ,], [1, ,], [, 1], [,].length, 0 in [,]]);
test("hole reads go to the prototype", () => patched(Array.prototype, 1, { value: "P", writable: true }, () => [1, , 3][1]));
test("hole writes see a setter on the prototype", () => {
  let log = "";
  const set = function (v) {
    log += v;
  };
  return patched(Array.prototype, 1, { set, get: () => "G" }, () => {
    const a = [1, , 3];
    a[1] = "w";
    const b = [];
    b.push("x");
    b.push("y");
    return [log, 1 in a, Object.keys(a), Object.keys(b)];
  });
});
test("hole write blocked by a read-only prototype index", () =>
  patched(Array.prototype, 1, { value: "P", writable: false }, () => {
    const a = [1, , 3];
    a[1] = "w";
    return [Object.keys(a), a[1]];
  }));
test("delete makes holes", () => {
  const a = [1, 2, 3];
  delete a[1];
  delete a[2];
  return [a, a.length];
});
test("push and pop", () => {
  const a = [];
  return [a.push(), a.push(1), a.push(2, 3), a.pop(), a.pop(), a.pop(), a.pop(), a];
});
test("push an array, not its elements", () => {
  const a = [];
  a.push([1, 2]);
  return a;
});
test("shift and unshift", () => {
  const a = [1, , 3];
  return [a.shift(), a.unshift(), a.unshift("x", "y"), a, [].shift(), a.shift(), a];
});
test("shift moves inherited values over holes", () =>
  patched(Array.prototype, 1, { value: "P", writable: true }, () => {
    const a = [0, , 2];
    a.shift();
    return [Object.keys(a), a[0], a[1]];
  }));
test("queue of many", () => {
  const q = [];
  let sum = 0;
  for (let i = 0; i < 1000; i++) {
    q.push(i);
    if (i % 3) sum += q.shift();
  }
  return [sum, q.length, q[0], q[q.length - 1]];
});
test("splice", () => {
  const a = [1, 2, 3, 4, 5];
  return [a.splice(1, 2), a, a.splice(-1), a, a.splice(1, 0, "x", "y"), a, a.splice(1, 2, "z"), a, a.splice(0), a];
});
test("splice argument counts", () => [[1, 2].splice(), [1, 2].splice(undefined), [1, 2].splice(0, undefined), [1, 2].splice(1, NaN), [1, 2].splice(-99, 1), [1, 2].splice(99, 1, 3), [1, 2, 3].splice(1, Infinity)]);
test("splice with holes", () => {
  const a = [1, , 3, , 5];
  const removed = a.splice(1, 2, "n");
  return [removed, a];
});
test("slice", () => [[], [1], [-2], [1, 2], [2, 1], [0, -1], [NaN], ["1", "2"], [undefined, undefined], [-99, 99]].map((args) => [1, 2, 3].slice(...args)));
test("slice keeps holes", () => {
  const a = [1, , 3].slice();
  return [a, 1 in a];
});
test("slice of a hole with a prototype index", () =>
  patched(Array.prototype, 1, { value: "P", writable: true }, () => {
    const a = [1, , 3].slice();
    return [a[1], a.hasOwnProperty(1)];
  }));
test("concat", () => [[1].concat(2, [3], [[4]]), [].concat(), [1, ,].concat([, 2]), [1].concat("ab", null, undefined, {})]);
test("concat spreadable", () => {
  const o = { length: 2, 0: "a", [Symbol.isConcatSpreadable]: true };
  const a = [1];
  a[Symbol.isConcatSpreadable] = false;
  const s = new String("xy");
  s[Symbol.isConcatSpreadable] = true;
  return [[0].concat(o).length, [0].concat(o)[1], [0].concat(a).length, [].concat(s)];
});
test("concat of a primitive with the symbol on its prototype", () => patched(Number.prototype, Symbol.isConcatSpreadable, { value: true }, () => [].concat(5)));
test("concat does not use iterators", () => patched(Array.prototype, Symbol.iterator, null, () => [1].concat([2])[1]));
test("concat with accessors", () => {
  const a = [1, 2];
  Object.defineProperty(a, 0, { get: () => "got", enumerable: true });
  return [0].concat(a);
});
test("join", () => [[1, 2].join(), [1, null, undefined, 3].join("-"), [].join(), [[1, [2, 3]], 4].join(";"), [,].join(), [, ,].join("x"), [1, 2].join(undefined), [1, 2].join(null), [1, 2].join("")]);
test("join converts elements in order and separator first", () => {
  const log = [];
  const v = (n) => ({ toString: () => (log.push(n), n) });
  [v("a"), v("b")].join(v("sep"));
  return log;
});
test("join of symbols", () => [Symbol()].join());
test("toString", () => [[1, [2, 3]].toString(), String([]), [null] + "", [undefined] + "x", Array.prototype.toString.call({ join: () => "J" }), Array.prototype.toString.call({})]);
test("toString with join replaced", () => {
  const a = [1, 2];
  a.join = () => "mine";
  return String(a);
});
test("reverse", () => [[].reverse(), [1, 2, 3].reverse(), [1, , 3, 4].reverse(), [, 1].reverse(), [1, ,].reverse()]);
test("indexOf", () => [[1, 2, 1].indexOf(1), [1, 2, 1].indexOf(1, 1), [1].indexOf(1, -1), [1].indexOf(1, -99), [NaN].indexOf(NaN), [0].indexOf(-0), [, 1].indexOf(undefined), ["1"].indexOf(1), [1].indexOf(1, 5), [1, 2].indexOf(2, "1"), [[]].indexOf([])]);
test("lastIndexOf", () => [[1, 2, 1].lastIndexOf(1), [1, 2, 1].lastIndexOf(1, 1), [1, 2, 1].lastIndexOf(1, -2), [NaN].lastIndexOf(NaN), [1, 2].lastIndexOf(1, -99), [1].lastIndexOf(1, undefined), [1, 2, 3].lastIndexOf(3, 99), [1].lastIndexOf(1, NaN)]);
test("includes", () => [[1].includes(1), [NaN].includes(NaN), [0].includes(-0), [,].includes(undefined), [1, 2].includes(1, 1), [1, 2].includes(2, -1), [].includes(undefined), ["1"].includes(1), [1].includes(1, -99)]);
test("at", () => [0, 2, 3, -1, -3, -4, NaN, "1", 1.9, undefined, -Infinity].map((i) => [1, 2, 3].at(i)));
test("with", () => {
  const a = [1, 2, 3];
  return [a.with(0, "x"), a.with(-1, "y"), a, a.with("1", "z"), [, 1].with(1, 2)];
});
test("with out of range", () => [1].with(1, 0));
test("with far negative", () => [1].with(-2, 0));
test("fill", () => [[1, 2, 3].fill(0), [1, 2, 3].fill(0, 1), [1, 2, 3].fill(0, -1), [1, 2, 3].fill(0, 1, 2), [1, 2, 3].fill(0, 2, 1), Array(3).fill("x"), [1].fill(), [1, 2, 3].fill(0, NaN, -1)]);
test("fill shares one object", () => {
  const a = Array(2).fill({});
  return a[0] === a[1];
});
test("copyWithin", () => [[[0, 3], [1, 3], [1, 0], [-2, 0], [0, -2], [0, 1, 3], [2, 0, 2], [0, 99], [99, 0], [NaN, 1]].map((args) => [1, 2, 3, 4, 5].copyWithin(...args)), [1, , 3, 4].copyWithin(2, 0), [, 2, 3].copyWithin(1, 0)]);
test("flat", () => [[1, [2, [3, [4]]]].flat(), [1, [2, [3, [4]]]].flat(Infinity), [1, [2]].flat(0), [[], [[]]].flat(), [1, , [2, , 3]].flat(), [[1, [2]]].flat("1"), [[[1]]].flat(NaN), [[1]].flat(-1)]);
test("flatMap", () => [[1, 2].flatMap((x) => [x, x * 10]), [1, 2].flatMap((x) => [[x]]), [1, , 2].flatMap((x) => x), ["a b", "c"].flatMap((s) => s.split(" "))]);
test("flatMap not callable", () => [].flatMap(1));
test("forEach skips holes, passes index and array", () => {
  const seen = [];
  const a = ["a", , "c"];
  const result = a.forEach(function (x, i, whole) {
    seen.push(x, i, whole === a, this.t);
  }, { t: 1 });
  return [seen, result];
});
test("map keeps holes", () => [[1, , 3].map((x) => x * 2), [, ,].map(() => 1), ["1", "2", "3"].map(Number), ["1", "2", "3"].map(parseInt)]);
test("filter", () => [[1, , 3, 4].filter((x) => x !== 3), [0, 1, "", "a", null, undefined, NaN].filter(Boolean), [,].filter(() => true)]);
test("every and some", () => [[].every(() => false), [].some(() => true), [1, 2].every((x) => x > 0), [1, 2].some((x) => x > 1), [,].every(() => false), [,].some(() => true), [1, 0].every((x) => x)]);
test("every and some stop early", () => {
  let n = 0;
  [1, 2, 3].every(() => (n++, false));
  [1, 2, 3].some(() => (n++, true));
  return n;
});
test("find family visits holes", () => {
  const a = [1, , 3];
  return [a.find((x) => x === undefined), a.findIndex((x) => x === undefined), a.findLast((x) => x === undefined), a.findLastIndex((x) => x === undefined), a.find((x) => x > 5), a.findIndex((x) => x > 5), a.findLast((x) => x < 5), a.findLastIndex((x) => x > 5)];
});
test("findLast order", () => {
  const seen = [];
  [1, 2, 3].findLast((x) => {
    seen.push(x);
  });
  return seen;
});
test("reduce", () => [[1, 2, 3].reduce((a, b) => a + b), [1, 2, 3].reduce((a, b) => a + b, "s"), [[1], [2]].reduce((a, b) => a.concat(b)), [5].reduce(() => "unused"), [].reduce(() => 1, "init"), [, 1, , 2].reduce((a, b) => a + b)]);
test("reduce passes index and array", () => {
  const seen = [];
  ["a", "b", "c"].reduce((acc, x, i, whole) => (seen.push(acc, x, i, whole.length), x));
  return seen;
});
test("reduce of an empty array", () => [].reduce(() => 1));
test("reduce of only holes", () => [, ,].reduce(() => 1));
test("reduce with undefined as initial value", () => [1].reduce((a, b) => [a, b], undefined));
test("reduceRight", () => [[1, 2, 3].reduceRight((a, b) => a + "" + b), [1, 2, 3].reduceRight((a, b, i) => a + i, 0), [1, , 3].reduceRight((a, b) => a - b)]);
test("reduceRight of an empty array", () => [].reduceRight(() => 1));
for (const name of ["forEach", "map", "filter", "every", "some", "find", "findIndex", "findLast", "findLastIndex", "reduce", "reduceRight", "sort", "flatMap", "toSorted"]) {
  test(name + " with a bad callback", () => [[]][0][name]({}));
  test(name + " is generic", () => {
    const f = name === "sort" || name === "toSorted" ? (a, b) => b - a : (x) => x;
    const arrayLike = { length: 3, 0: 3, 1: 1, 2: 2 };
    return Array.prototype[name].call(arrayLike, f);
  });
  test(name + " on null", () => Array.prototype[name].call(null, () => 1));
}
test("callbacks see growth within the first length only", () => {
  const log = [];
  const a = [1, 2];
  a.forEach((x) => {
    log.push(x);
    if (a.length < 5) a.push(x + 10);
  });
  return [log, a.map((x) => (a.push(0), x)).length > 2, [1, 2, 3].filter((x, i, w) => (w.length = 1, true))];
});
test("callbacks see shrinking", () => {
  const seen = [];
  const a = [1, 2, 3, 4];
  a.forEach((x) => {
    seen.push(x);
    a.pop();
  });
  const b = [1, 2, 3];
  const found = b.find((x) => {
    b.length = 1;
    seen.push(x);
  });
  return [seen, found];
});
test("callbacks see changed elements", () => {
  const a = [1, 2, 3];
  return a.map((x, i) => {
    a[2] = "changed";
    return x;
  });
});
test("map result when the callback shrinks", () => {
  const a = [1, 2, 3];
  const r = a.map((x) => {
    a.length = 1;
    return x;
  });
  return [r, r.length];
});
test("sort default is by strings", () => [[10, 9, 1].sort(), ["b", undefined, "a"].sort(), [3, , 1].sort(), [true, false, null, "x"].sort(), [-1, -2, 5].sort(), ["\uffff", "\u{10000}"].sort().length, [, undefined, 1, ,].sort()]);
test("sort returns its receiver", () => {
  const a = [2, 1];
  return a.sort() === a;
});
test("sort with a comparator", () => [[3, 1, 2].sort((a, b) => a - b), [3, 1, 2].sort((a, b) => b - a), [3, 1, 2].sort(() => 0), ["b", "a"].sort((a, b) => (a < b ? -1 : 1)), [3, undefined, 1].sort((a, b) => a - b), [2, , 1].sort((a, b) => a - b)]);
test("sort is stable", () => {
  const a = [];
  for (let i = 0; i < 200; i++) a.push({ k: i % 3, i });
  a.sort((x, y) => x.k - y.k);
  for (let i = 1; i < a.length; i++) {
    if (a[i - 1].k === a[i].k && a[i - 1].i > a[i].i) return "unstable at " + i;
  }
  return "stable";
});
test("sort of many", () => {
  const a = [];
  let s = 1;
  for (let i = 0; i < 5000; i++) {
    s = (s * 16807) % 2147483647;
    a.push(s);
  }
  a.sort((x, y) => x - y);
  for (let i = 1; i < a.length; i++) if (a[i - 1] > a[i]) return "wrong at " + i;
  return a.length;
});
test("sort with comparator results of other kinds", () => [[3, 1, 2].sort((a, b) => String(a - b)), [1, 2].sort(() => NaN), [1, 2].sort(() => undefined), [2, 1].sort((a, b) => ({ valueOf: () => a - b }))]);
test("sort with a comparator that throws", () => [1, 2].sort(() => {
  throw new RangeError("c");
}));
test("sort: comparator never sees undefined or holes", () => {
  let bad = 0;
  [3, undefined, , 1].sort((a, b) => {
    if (a === undefined || b === undefined) bad++;
    return a - b;
  });
  return bad;
});
test("sort with undefined comparator", () => [[2, 10].sort(undefined), [1].length]);
test("sort with null comparator", () => [1].sort(null));
test("sort with an inconsistent comparator ends", () => {
  const a = [];
  for (let i = 0; i < 100; i++) a.push(i);
  a.sort(() => -1);
  return [a.length, a.reduce((x, y) => x + y)];
});
test("sort while the comparator mutates", () => {
  const a = [3, 2, 1];
  a.sort((x, y) => {
    a.push(0);
    return x - y;
  });
  return [a[0], a[1], a[2], a.length > 3];
});
test("sort of accessor elements", () => {
  const a = [2, 1];
  let set;
  Object.defineProperty(a, 0, { get: () => 2, set: (v) => (set = v) });
  a.sort();
  return [set, a[1]];
});
test("sort on a frozen array", () => Object.freeze([2, 1]).sort());
test("toSorted, toReversed, toSpliced leave the receiver", () => {
  const a = [3, , 1];
  return [a.toSorted(), a.toReversed(), a.toSpliced(1, 1, "x", "y"), a.toSpliced(), a.toSpliced(1), a.toSpliced(-1, 0, 9), a];
});
test("toSorted ignores species", () => {
  class A extends Array {}
  return new A(2, 1).toSorted();
});
test("toSpliced of array-likes too long", () => Array.prototype.toSpliced.call({ length: 2 ** 53 - 1 }, 0, 0, 1));
test("with of array-likes too long", () => Array.prototype.with.call({ length: 2 ** 32 }, 0, 1));
test("keys, values, entries", () => [[...["a", , "c"].keys()], [...["a", , "c"].values()], [...["a", ,].entries()]]);
test("species: map, filter, slice, splice, concat, flat, flatMap", () => {
  class A extends Array {}
  const a = A.of(1, 2, 3);
  return [a.map((x) => x), a.filter(() => true), a.slice(1), a.splice(0, 1), a.concat([9]), a.flat(), a.flatMap((x) => [x])].map((r) => [r instanceof A, r.length]);
});
test("species overridden", () => {
  class A extends Array {
    static get [Symbol.species]() {
      return Array;
    }
  }
  const r = A.of(1).map((x) => x);
  return [r instanceof A, r];
});
test("species null and undefined", () => {
  const a = [1];
  a.constructor = { [Symbol.species]: null };
  const b = [1];
  b.constructor = undefined;
  return [a.map((x) => x), b.map((x) => x)];
});
test("species not a constructor", () => {
  const a = [1];
  a.constructor = { [Symbol.species]: 1 };
  return a.map((x) => x);
});
test("constructor not an object", () => {
  const a = [1];
  a.constructor = 5;
  return a.map((x) => x);
});
test("species constructor gets the length", () => {
  const log = [];
  const a = [1, 2, 3];
  a.constructor = {
    [Symbol.species]: function (...args) {
      log.push(args);
    },
  };
  a.map((x) => x);
  a.filter((x) => x);
  a.slice(1);
  a.splice(0, 2);
  return log;
});
test("species elements are defined", () => {
  const a = [1];
  a.constructor = {
    [Symbol.species]: function () {
      Object.defineProperty(this, 0, { value: "fixed" });
    },
  };
  return a.map((x) => x);
});
test("Array[Symbol.species]", () => Array[Symbol.species] === Array);
test("unscopables", () => [Object.getPrototypeOf(Array.prototype[Symbol.unscopables]), Object.keys(Array.prototype[Symbol.unscopables]).filter((k) => ["at", "flat", "toSorted", "findLast", "with"].includes(k))]);
test("lengths", () => ["at", "concat", "copyWithin", "fill", "flat", "includes", "indexOf", "push", "reduce", "slice", "splice", "sort", "unshift", "with", "toSpliced"].map((n) => Array.prototype[n].length));
test("Array.prototype is an array", () => [Array.isArray(Array.prototype), Array.prototype.length]);
test("toLocaleString", () => [[1, null, "a"].toLocaleString(), [{ toLocaleString: () => "L" }].toLocaleString()]);
test("element kinds: int, double, mixed, holey", () => {
  const a = [1, 2, 3];
  a.push(1.5);
  a[0] = -0;
  a.push("s");
  a[7] = NaN;
  return [a, Object.is(a[0], -0), a.indexOf(1.5), a.includes(NaN), a.includes(undefined)];
});
test("elements made non-writable", () => {
  "use strict";
  const a = [1, 2];
  Object.defineProperty(a, 0, { writable: false });
  a[0] = 9;
});
test("frozen arrays: every mutator", () => {
  const a = Object.freeze([1, 2]);
  return ["push", "pop", "shift", "unshift", "reverse", "sort", "splice", "fill", "copyWithin"].map((n) => {
    try {
      a[n](0, 1);
      return n + " ok";
    } catch (e) {
      return e.name;
    }
  });
});
test("sealed and non-extensible arrays", () => {
  const s = Object.seal([1, 2]);
  const n = Object.preventExtensions([1, 2]);
  s[0] = 9;
  s[5] = 9;
  n[5] = 9;
  n.length = 1;
  return [s, n, delete s[0]];
});
test("large sparse arrays", () => {
  const a = [];
  a[1000000] = 1;
  a[10] = 2;
  return [a.length, Object.keys(a), a.indexOf(1), a.filter(() => true), a.lastIndexOf(2), a.some((x) => x === 1)];
});
test("reading past either end", () => [[1][1], [1][-1], [1]["0"], [1]["x"], [1][1.5], [1][4294967295]]);
