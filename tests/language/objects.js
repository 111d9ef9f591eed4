// Object statics and Object.prototype, property order, accessors, integrity levels, literals.

test("Object()", () => [Object(), Object(null), Object(1), Object("a"), typeof Object(Symbol()), Object([1])]);
test("Object returns objects unchanged", () => {
  const o = {};
  return [Object(o) === o, new Object(o) === o, Object(o) instanceof Object];
});
test("keys order", () => {
  const s = Symbol("s");
  const o = { b: 1, 10: 1, a: 1, 2: 1, [s]: 1, "-1": 1, "01": 1, 4294967294: 1, 4294967295: 1, 1.5: 1 };
  return [Object.keys(o), Object.getOwnPropertyNames(o).length, Object.getOwnPropertySymbols(o)];
});
test("order after delete and add", () => {
  const o = { a: 1, b: 2, c: 3 };
  delete o.a;
  o.a = 4;
  o[5] = 1;
  o[1] = 1;
  return Object.keys(o);
});
test("order is kept by overwriting", () => {
  const o = { a: 1, b: 2 };
  o.a = 3;
  Object.defineProperty(o, "a", { get: () => 1 });
  return Object.keys(o);
});
test("order of a large object", () => {
  const o = {};
  for (let i = 0; i < 300; i++) o["k" + ((i * 7) % 300)] = i;
  const keys = Object.keys(o);
  return [keys.length, keys[0], keys[1], keys[299]];
});
test("order with many deletes", () => {
  const o = {};
  for (let i = 0; i < 100; i++) o["k" + i] = i;
  for (let i = 0; i < 100; i += 2) delete o["k" + i];
  o.k0 = "again";
  const keys = Object.keys(o);
  return [keys.length, keys[0], keys[49], keys[50]];
});
test("keys, values, entries", () => [Object.keys({ a: 1, b: 2 }), Object.values({ a: 1, b: 2 }), Object.entries({ a: 1, b: 2 })]);
test("of primitives", () => [Object.keys("ab"), Object.values("ab"), Object.entries("ab"), Object.keys(5), Object.keys(true)]);
test("of arrays", () => [Object.keys(["x", , "z"]), Object.entries(["x"]), Object.getOwnPropertyNames(["x"])]);
test("keys of null", () => Object.keys(null));
test("entries with a getter that deletes", () => {
  const o = {
    get a() {
      delete this.b;
      return 1;
    },
    b: 2,
    c: 3,
  };
  return Object.entries(o);
});
test("values with a getter that hides", () => {
  const o = {
    get a() {
      Object.defineProperty(this, "b", { enumerable: false });
      return 1;
    },
    b: 2,
  };
  return Object.values(o);
});
test("for-in order and shadowing", () => {
  const proto = { inherited: 1, shared: 1, 3: 1 };
  const o = Object.create(proto, { hidden: { value: 1 }, shared: { value: 2, enumerable: true } });
  o.own = 1;
  o[1] = 1;
  const keys = [];
  for (const k in o) keys.push(k);
  return keys;
});
test("for-in: non-enumerable own hides an inherited key", () => {
  const o = Object.create({ a: 1, b: 2 }, { a: { value: 1, enumerable: false } });
  const keys = [];
  for (const k in o) keys.push(k);
  return keys;
});
test("for-in of null and undefined", () => {
  let n = 0;
  for (const k in null) n++;
  for (const k in undefined) n++;
  return n;
});
test("for-in of a string and an array", () => {
  const keys = [];
  for (const k in "ab") keys.push(k);
  for (const k in ["x", , "z"]) keys.push(typeof k + k);
  for (const k in 5) keys.push(k);
  return keys;
});
test("for-in: deleted ahead is not visited", () => {
  const o = { a: 1, b: 2, c: 3 };
  const keys = [];
  for (const k in o) {
    keys.push(k);
    delete o.b;
  }
  return keys;
});
test("for-in: deleted and re-added ahead", () => {
  const o = { a: 1, b: 2 };
  const keys = [];
  for (const k in o) {
    keys.push(k);
    if (k === "a") {
      delete o.b;
      o.b = 3;
    }
  }
  return keys;
});
test("for-in: symbols are skipped", () => {
  const keys = [];
  for (const k in { [Symbol()]: 1, a: 1 }) keys.push(k);
  return keys;
});
test("for-in with break, continue and closures", () => {
  const fs = [];
  for (const k in { a: 1, b: 2, c: 3, d: 4 }) {
    if (k === "b") continue;
    if (k === "d") break;
    fs.push(() => k);
  }
  return fs.map((f) => f());
});
test("for-in over a var with an initializer", () => Function("for (var k = 5 in {}); return k")());
test("for-in assigns to members", () => {
  const o = {};
  for (o.k in { x: 1, y: 2 });
  return o;
});
test("assign", () => Object.assign({ a: 1 }, { b: 2 }, "xy", null, [9]));
test("create", () => [Object.create(null), Object.getPrototypeOf(Object.create(null)), Object.create({ p: 1 }).p, Object.create({}, { x: { value: 1, enumerable: true } })]);
test("create with undefined properties", () => Object.create({}, undefined));
test("create with null properties", () => Object.create({}, null));
test("create with a bad prototype", () => Object.create(1));
test("create with undefined prototype", () => Object.create());
test("defineProperty defaults", () => Object.getOwnPropertyDescriptor(Object.defineProperty({}, "a", {}), "a"));
test("defineProperty on a primitive", () => Object.defineProperty(1, "a", {}));
test("defineProperty with a bad descriptor", () => Object.defineProperty({}, "a", 1));
test("defineProperty mixing value and get", () => Object.defineProperty({}, "a", { value: 1, get: () => 1 }));
test("defineProperty with a non-callable getter", () => Object.defineProperty({}, "a", { get: 1 }));
test("defineProperty with undefined getter", () => Object.getOwnPropertyDescriptor(Object.defineProperty({}, "a", { get: undefined }), "a"));
test("defineProperty keeps absent attributes", () => {
  const o = { a: 1 };
  Object.defineProperty(o, "a", { enumerable: false });
  return Object.getOwnPropertyDescriptor(o, "a");
});
test("defineProperty data to accessor and back", () => {
  const o = { a: 1 };
  Object.defineProperty(o, "a", { get: () => 2 });
  const first = Object.getOwnPropertyDescriptor(o, "a");
  Object.defineProperty(o, "a", { value: 3 });
  return [first.enumerable, first.set, Object.getOwnPropertyDescriptor(o, "a")];
});
test("defineProperty reads attributes through the prototype", () => {
  const d = Object.create({ value: 5, enumerable: true });
  return Object.getOwnPropertyDescriptor(Object.defineProperty({}, "a", d), "a");
});
for (const [name, change] of [
  ["value", { value: 2 }],
  ["same value", { value: 1 }],
  ["writable", { writable: true }],
  ["writable false", { writable: false }],
  ["enumerable", { enumerable: true }],
  ["configurable", { configurable: true }],
  ["get", { get: () => 1 }],
  ["nothing", {}],
]) {
  test("redefine a fixed property: " + name, () => {
    const o = Object.defineProperty({}, "a", { value: 1 });
    Object.defineProperty(o, "a", change);
    return Object.getOwnPropertyDescriptor(o, "a");
  });
  test("redefine a non-configurable writable property: " + name, () => {
    const o = Object.defineProperty({}, "a", { value: 1, writable: true });
    Object.defineProperty(o, "a", change);
    return Object.getOwnPropertyDescriptor(o, "a").value;
  });
  test("redefine a non-configurable accessor: " + name, () => {
    const o = Object.defineProperty({}, "a", { get: () => 0 });
    Object.defineProperty(o, "a", change);
    return "allowed";
  });
}
test("redefine NaN and -0", () => {
  const o = Object.defineProperty({}, "n", { value: NaN });
  Object.defineProperty(o, "n", { value: NaN });
  const z = Object.defineProperty({}, "z", { value: -0 });
  try {
    Object.defineProperty(z, "z", { value: 0 });
  } catch (e) {
    return e.name;
  }
});
test("defineProperties", () => Object.defineProperties({}, { a: { value: 1, enumerable: true }, b: { get: () => 2, enumerable: true } }));
test("defineProperties is all or nothing on bad descriptors", () => {
  const o = {};
  try {
    Object.defineProperties(o, { a: { value: 1, enumerable: true }, b: 5 });
  } catch (e) {
    return [e.name, Object.keys(o)];
  }
});
test("getOwnPropertyDescriptor", () => [Object.getOwnPropertyDescriptor({ a: 1 }, "a"), Object.getOwnPropertyDescriptor({}, "a"), Object.getOwnPropertyDescriptor("ab", 0), Object.getOwnPropertyDescriptor("ab", "length"), Object.getOwnPropertyDescriptor([1], "length")]);
test("getOwnPropertyDescriptors", () => Object.getOwnPropertyDescriptors({ a: 1, get b() { return 1; } }));
test("getOwnPropertyNames of a string", () => Object.getOwnPropertyNames("ab"));
test("fromEntries", () => [Object.fromEntries([["a", 1], ["b", 2], ["a", 3]]), Object.fromEntries(new Map([[1, 2]])), Object.fromEntries([{ 0: "k", 1: "v" }])]);
test("fromEntries with symbols and __proto__", () => {
  const s = Symbol("s");
  const o = Object.fromEntries([[s, 1], ["__proto__", 2]]);
  return [o[s], Object.keys(o), Object.getPrototypeOf(o) === Object.prototype];
});
test("fromEntries of undefined", () => Object.fromEntries());
test("is", () => [Object.is(NaN, NaN), Object.is(0, -0), Object.is(-0, -0), Object.is("a", "a"), Object.is({}, {}), Object.is(), Object.is(null, undefined)]);
test("hasOwn", () => [Object.hasOwn({ a: 1 }, "a"), Object.hasOwn({}, "toString"), Object.hasOwn("ab", 1), Object.hasOwn([1], "length"), Object.hasOwn(Object.create({ a: 1 }), "a")]);
test("hasOwn of null", () => Object.hasOwn(null, "a"));
test("getPrototypeOf", () => [Object.getPrototypeOf([]) === Array.prototype, Object.getPrototypeOf(1) === Number.prototype, Object.getPrototypeOf(Object.prototype), Object.getPrototypeOf(() => 1) === Function.prototype]);
test("setPrototypeOf", () => {
  const o = {};
  const p = { x: 1 };
  return [Object.setPrototypeOf(o, p) === o, o.x, Object.setPrototypeOf(5, p), Object.setPrototypeOf(o, null) === o, o.x];
});
test("setPrototypeOf cycle", () => {
  const a = {};
  const b = Object.create(a);
  Object.setPrototypeOf(a, b);
});
test("setPrototypeOf non-extensible", () => Object.setPrototypeOf(Object.preventExtensions({}), {}));
test("setPrototypeOf non-extensible, same", () => typeof Object.setPrototypeOf(Object.preventExtensions({}), Object.prototype));
test("setPrototypeOf bad prototype", () => Object.setPrototypeOf({}, 1));
test("setPrototypeOf of undefined", () => Object.setPrototypeOf(undefined, {}));
test("setPrototypeOf Object.prototype", () => Object.setPrototypeOf(Object.prototype, {}));
test("__proto__ accessor", () => {
  const p = { x: 1 };
  const o = {};
  o.__proto__ = p;
  const q = {};
  q.__proto__ = 5;
  const n = Object.create(null);
  n.__proto__ = p;
  return [o.x, o.__proto__ === p, q.__proto__ === Object.prototype, Object.keys(n), n.x, (5).__proto__ === Number.prototype];
});
test("__proto__ in literals", () => {
  const p = { x: 1 };
  const __proto__ = p;
  return [{ __proto__: p }.x, { ["__proto__"]: p }.x, { __proto__ }.x, { "__proto__": p }.x, { __proto__: 5 }.x, Object.keys({ ["__proto__"]: 1 }), { __proto__() { return 1; } }.x, Object.getPrototypeOf({ __proto__: null })];
});
test("freeze", () => {
  "use strict";
  const o = Object.freeze({ a: 1, inner: { b: 2 } });
  o.inner.b = 3;
  const names = [];
  for (const f of [() => (o.a = 2), () => (o.n = 1), () => delete o.a, () => Object.defineProperty(o, "a", { value: 5 }), () => Object.setPrototypeOf(o, null)]) {
    try {
      f();
      names.push("ok");
    } catch (e) {
      names.push(e.name);
    }
  }
  return [o, names, Object.isFrozen(o), Object.isSealed(o), Object.isExtensible(o)];
});
test("freeze, sloppy writes are ignored", () => {
  const o = Object.freeze({ a: 1 });
  o.a = 2;
  o.b = 3;
  delete o.a;
  return o;
});
test("freeze of accessors", () => {
  let v = 1;
  const o = Object.freeze({ get a() { return v; }, set a(x) { v = x; } });
  o.a = 5;
  return o.a;
});
test("seal", () => {
  const o = Object.seal({ a: 1 });
  o.a = 2;
  o.b = 3;
  return [o, delete o.a, Object.isSealed(o), Object.isFrozen(o)];
});
test("preventExtensions", () => {
  const o = Object.preventExtensions({ a: 1 });
  o.b = 2;
  o.a = 3;
  delete o.a;
  return [o, Object.isExtensible(o), Object.isFrozen(o)];
});
test("integrity of primitives", () => [Object.freeze(1), Object.isFrozen("a"), Object.isExtensible(1), Object.seal("s")]);
test("isFrozen of empty and vacuous objects", () => [Object.isFrozen({}), Object.isFrozen(Object.preventExtensions({})), Object.isFrozen(Object.preventExtensions({ a: 1 })), Object.isFrozen(Object.preventExtensions(Object.create({}, { a: { value: 1 } })))]);
test("hasOwnProperty", () => [{ a: 1 }.hasOwnProperty("a"), {}.hasOwnProperty("toString"), [1].hasOwnProperty(0), "ab".hasOwnProperty(1)]);
test("propertyIsEnumerable", () => [{ a: 1 }.propertyIsEnumerable("a"), [].propertyIsEnumerable("length"), {}.propertyIsEnumerable("toString"), "ab".propertyIsEnumerable(0)]);
test("isPrototypeOf", () => [Object.prototype.isPrototypeOf({}), Array.prototype.isPrototypeOf([]), {}.isPrototypeOf(1), Object.prototype.isPrototypeOf(Object.create(null))]);
test("toString tags", () => [undefined, null, 1, "a", true, Symbol(), {}, [], () => 1, new Error(), new Map(), new Set(), (function () { return arguments; })(), Math, JSON].map((v) => Object.prototype.toString.call(v)));
test("toString with toStringTag", () => [String({ [Symbol.toStringTag]: "T" }), String({ [Symbol.toStringTag]: 5 }), Object.prototype.toString.call(class { static get [Symbol.toStringTag]() { return "S"; } })]);
test("toLocaleString calls toString", () => ({ toString: () => "x" }).toLocaleString());
test("valueOf", () => [typeof Object.prototype.valueOf.call(1), Object.prototype.valueOf.call([]).length]);
test("valueOf of null", () => Object.prototype.valueOf.call(null));
test("legacy accessors methods", () => {
  const o = {};
  o.__defineGetter__("g", () => 1);
  o.__defineSetter__("g", () => {});
  return [o.g, typeof o.__lookupGetter__("g"), typeof o.__lookupSetter__("g"), o.__lookupGetter__("none"), Object.create(o).__lookupGetter__("g") === o.__lookupGetter__("g")];
});
test("getters and setters", () => {
  const log = [];
  const o = {
    _v: 1,
    get v() {
      log.push("get");
      return this._v;
    },
    set v(x) {
      log.push("set " + x);
      this._v = x;
    },
  };
  o.v = 5;
  o.v += 2;
  o.v++;
  return [o.v, log];
});
test("inherited setter gets the receiver", () => {
  const proto = {
    set v(x) {
      this.stored = x;
    },
  };
  const o = Object.create(proto);
  o.v = 1;
  return [o, Object.keys(proto)];
});
test("getter without setter, sloppy", () => {
  const o = {
    get a() {
      return 1;
    },
  };
  o.a = 2;
  return o.a;
});
test("getter without setter, strict", () => {
  "use strict";
  const o = {
    get a() {
      return 1;
    },
  };
  o.a = 2;
});
test("setter without getter", () => ({ set a(v) {} }).a);
test("inherited read-only property blocks assignment", () => {
  const o = Object.create(Object.defineProperty({}, "a", { value: 1 }));
  o.a = 2;
  return [o.a, Object.keys(o)];
});
test("inherited read-only property, strict", () => {
  "use strict";
  const o = Object.create(Object.defineProperty({}, "a", { value: 1 }));
  o.a = 2;
});
test("inherited data property is shadowed", () => {
  const p = { a: 1 };
  const o = Object.create(p);
  o.a = 2;
  delete o.a;
  return [o.a, p.a];
});
test("prototype change seen by existing objects", () => {
  const p = { m: () => "old" };
  const o = Object.create(p);
  const before = o.m();
  p.m = () => "new";
  const after = o.m();
  o.m = () => "own";
  const own = o.m();
  delete o.m;
  delete p.m;
  return [before, after, own, typeof o.m];
});
test("a middle prototype gains a property", () => {
  const top = { m: "top" };
  const mid = Object.create(top);
  const o = Object.create(mid);
  const read = () => o.m;
  const first = [read(), read()];
  mid.m = "mid";
  first.push(read());
  delete mid.m;
  first.push(read());
  Object.setPrototypeOf(mid, { m: "other" });
  first.push(read());
  return first;
});
test("literal shorthand, methods, computed", () => {
  const a = 1;
  const k = "key";
  const o = { a, m() { return this.a; }, [k + 1]: 2, "quoted name": 3, 5: 4, [Symbol.toStringTag]: "T", get [k]() { return "g"; } };
  return [o.m(), o.key1, o["quoted name"], o[5], String(o), o.key];
});
test("literal duplicates", () => [{ a: 1, a: 2 }, { a: 1, get a() { return 3; } }.a, { get a() { return 3; }, a: 1 }.a, Object.keys({ a: 1, b: 2, a: 3 })]);
test("literal with getter and setter apart", () => {
  let v = 0;
  const o = { get x() { return v; }, y: 1, set x(n) { v = n; } };
  o.x = 7;
  return [o.x, Object.keys(o)];
});
test("reserved words as names", () => {
  const o = { if: 1, class: 2, get: 3, set: 4, static: 5, new: 6, async: 7, await: 8, of: 9 };
  return [o.if, o.class, o.get, o.set, o.static, o.new, o.async, o.await, o.of];
});
test("get and set as method names", () => {
  const o = { get() { return "g"; }, set() { return "s"; }, get get() { return "gg"; } };
  return [o.set(), o.get];
});
test("numeric literal keys", () => Object.keys({ 0x10: 1, 1e3: 1, .5: 1 }));
test("property reads on undefined", () => undefined.a);
test("property reads on null", () => null["a"]);
test("property writes on undefined", () => {
  undefined.a = 1;
});
test("calling a missing method", () => ({}).missing());
test("key conversion", () => {
  const o = {};
  o[null] = 1;
  o[undefined] = 2;
  o[true] = 3;
  o[[1, 2]] = 4;
  o[{}] = 5;
  o[1e21] = 6;
  o[-0] = 7;
  o[() => 1] = 8;
  return Object.keys(o);
});
test("symbol keys", () => {
  const s = Symbol("k");
  const o = { [s]: 1 };
  o[s]++;
  return [o[s], s in o, Object.keys(o), delete o[s], s in o];
});
test("property named like a method of Object.prototype", () => {
  const o = { toString: 1, constructor: 2, hasOwnProperty: 3 };
  return [Object.keys(o), o.constructor, typeof {}.constructor];
});
test("global object", () => [typeof globalThis, globalThis.globalThis === globalThis, Object.getOwnPropertyDescriptor(globalThis, "Array").enumerable, Object.getOwnPropertyDescriptor(globalThis, "undefined").writable]);
test("a thousand properties, read and deleted", () => {
  const o = {};
  for (let i = 0; i < 1000; i++) o["p" + i] = i;
  let sum = 0;
  for (let i = 0; i < 1000; i++) sum += o["p" + i];
  for (let i = 0; i < 999; i++) delete o["p" + i];
  return [sum, o];
});
