// Symbols: identity, registry, description, conversions, and every well-known symbol in use.

test("identity", () => [Symbol() === Symbol(), Symbol("a") === Symbol("a"), typeof Symbol()]);
test("new Symbol", () => new Symbol());
test("description", () => [Symbol("d").description, Symbol().description, Symbol("").description, Symbol(undefined).description, Symbol(null).description, Symbol(5).description, Symbol.iterator.description]);
test("toString", () => [Symbol("d").toString(), Symbol().toString(), String(Symbol("x")), Object(Symbol("o")).toString()]);
test("toString of a non-symbol", () => Symbol.prototype.toString.call("s"));
test("registry", () => [Symbol.for("k") === Symbol.for("k"), Symbol.for("k") === Symbol("k"), Symbol.keyFor(Symbol.for("k")), Symbol.keyFor(Symbol("k")), Symbol.for().description, Symbol.keyFor(Symbol.iterator)]);
test("keyFor a non-symbol", () => Symbol.keyFor("k"));
test("conversions", () => {
  const s = Symbol("s");
  const names = [];
  for (const f of [() => s + "", () => +s, () => s * 2, () => `${s}`, () => s < 1, () => [s].join(), () => Number(s), () => parseInt(s), () => s | 0, () => -s, () => s++ ]) {
    try {
      f();
      names.push("ok");
    } catch (e) {
      names.push(e.name);
    }
  }
  return [names, !s, Boolean(s), s ? 1 : 2, s == s, Object(s) == s, s === Object(s)];
});
test("wrapped", () => {
  const s = Symbol("s");
  const o = Object(s);
  return [typeof o, o.valueOf() === s, o.description, o[Symbol.toPrimitive]() === s, { [o]: 1 }[s]];
});
test("as keys", () => {
  const s = Symbol("s");
  const o = { [s]: 1, a: 2 };
  return [Object.keys(o), JSON.stringify(o), Object.getOwnPropertySymbols(o).length, s in o, o.hasOwnProperty(s), Object.entries(o), o];
});
test("properties set on a symbol are lost", () => {
  const s = Symbol();
  s.x = 1;
  return s.x;
});
test("properties set on a symbol, strict", () => {
  "use strict";
  Symbol().x = 1;
});
test("well-known symbols", () => ["iterator", "asyncIterator", "hasInstance", "isConcatSpreadable", "match", "matchAll", "replace", "search", "species", "split", "toPrimitive", "toStringTag", "unscopables"].map((n) => [typeof Symbol[n], Symbol[n].description === "Symbol." + n, Object.getOwnPropertyDescriptor(Symbol, n).writable].join()));
test("tags of symbols", () => [Symbol.prototype[Symbol.toStringTag], Object.prototype.toString.call(Symbol())]);
test("hasInstance", () => {
  class Even {
    static [Symbol.hasInstance](n) {
      return n % 2 === 0;
    }
  }
  return [2 instanceof Even, 1 instanceof Even, {} instanceof { [Symbol.hasInstance]: () => "truthy" }];
});
test("hasInstance of a plain object without call", () => 1 instanceof { [Symbol.hasInstance]: null });
test("Function.prototype[hasInstance]", () => [Function.prototype[Symbol.hasInstance].call(Array, []), Function.prototype[Symbol.hasInstance].call({}, []), Object.getOwnPropertyDescriptor(Function.prototype, Symbol.hasInstance).writable]);
test("toPrimitive hints", () => {
  const hints = [];
  const o = {
    [Symbol.toPrimitive](hint) {
      hints.push(hint);
      return 1;
    },
  };
  o + 1, o * 1, `${o}`, o == 1, o < 2, +o, [][o], String(o), Number(o), Math.max(o), o + "", { [o]: 1 }, "x".repeat(o), new Map([[o, 1]]), isNaN(o), "a" in { a: 1 } && o in { 1: 1 };
  return hints;
});
test("toPrimitive on a class", () => {
  class Money {
    constructor(n) {
      this.n = n;
    }
    [Symbol.toPrimitive](hint) {
      return hint === "number" ? this.n : hint === "string" ? "$" + this.n : "default";
    }
  }
  const m = new Money(5);
  return [+m, `${m}`, m + "", m - 1];
});
test("toStringTag on instances and prototypes", () => {
  class A {
    get [Symbol.toStringTag]() {
      return "A!";
    }
  }
  const array = [];
  array[Symbol.toStringTag] = "Tagged";
  return [String(new A()), Object.prototype.toString.call(array), Object.prototype.toString.call(Object.assign(() => 1, { [Symbol.toStringTag]: 5 }))];
});
test("toStringTag of standard prototypes", () => [Map.prototype, Set.prototype, WeakMap.prototype, Symbol.prototype, Math, JSON, IteratorPrototype, WeakRef.prototype, (function* () {})()].map((o) => typeof o[Symbol.toStringTag] === "string" && o[Symbol.toStringTag]).slice(0, 6));
test("isConcatSpreadable", () => {
  const like = { length: 2, 0: "x", 1: "y" };
  const plain = [1].concat(like).length;
  like[Symbol.isConcatSpreadable] = true;
  return [plain, [1].concat(like), [1].concat(Object.assign([2], { [Symbol.isConcatSpreadable]: undefined }))];
});
test("species on Map, Set, Array", () => [Map, Set, Array].map((C) => C[Symbol.species] === C && Object.getOwnPropertyDescriptor(C, Symbol.species).set === undefined));
test("iterator on a prototype", () => {
  function List() {}
  List.prototype[Symbol.iterator] = function* () {
    yield 1;
  };
  return [...new List()];
});
test("symbols sort after strings, in creation order", () => {
  const a = Symbol("a");
  const b = Symbol("b");
  const o = {};
  o[b] = 1;
  o.s = 2;
  o[a] = 3;
  o[1] = 4;
  return o;
});
test("symbols as Map keys and in Sets", () => {
  const s = Symbol("s");
  return [new Map([[s, 1]]).get(s), new Set([s, s, Symbol("s")]).size];
});
test("symbol methods' names", () => {
  const s = Symbol("desc");
  const o = { [s]() {}, get [Symbol.iterator]() {}, [Symbol()]: () => {} };
  return [o[s].name, Object.getOwnPropertyDescriptor(o, Symbol.iterator).get.name, o[Object.getOwnPropertySymbols(o)[2]].name];
});
test("getters for description", () => typeof Object.getOwnPropertyDescriptor(Symbol.prototype, "description").get);
test("replace, search, split, match on plain objects", () => [
  "abc".replace({ [Symbol.replace]: (s, r) => s + r }, "!"),
  "abc".search({ [Symbol.search]: (s) => s.length }),
  "abc".split({ [Symbol.split]: (s) => [s] }),
  "abc".match({ [Symbol.match]: (s) => "m" + s }),
]);
test("replaceAll with a Symbol.match marker", () => "a".replaceAll({ [Symbol.match]: true, flags: "", toString: () => "a" }, "b"));
test("startsWith refuses regular-expression-like objects", () => "a".startsWith({ [Symbol.match]: true }));
test("includes takes them when Symbol.match is false", () => "/a/".includes({ [Symbol.match]: false, toString: () => "a" }));
