// Prelude of every generated program: what the program calls, taken from the library before the program can
// tamper with it. Nothing here iterates with the protocol or trusts a prototype.
let fuel = 1500;
const STOP = { stop: true };
const lib = (function () {
  "use strict";
  const out = typeof print === "function" ? print : console.log;
  const getPrototypeOf = Object.getPrototypeOf;
  const describe = Object.getOwnPropertyDescriptor;
  const names = Object.getOwnPropertyNames;
  const symbols = Object.getOwnPropertySymbols;
  const extensible = Object.isExtensible;
  const isArray = Array.isArray;
  const is = Object.is;
  const text = String;
  const global = globalThis;
  const uncurry = Function.prototype.bind.bind(Function.prototype.call);
  const unitAt = uncurry(String.prototype.charCodeAt);
  const cutText = uncurry(String.prototype.slice);
  const radix = uncurry(Number.prototype.toString);
  const symbolText = uncurry(Symbol.prototype.toString);
  const mapEach = uncurry(Map.prototype.forEach);
  const setEach = uncurry(Set.prototype.forEach);
  const ErrorClass = Error;
  const define = Object.defineProperty;
  const iteratorKey = Symbol.iterator;
  const known = [
    Object.prototype, "",
    Array.prototype, "",
    Function.prototype, "",
    Map.prototype, "Map",
    Set.prototype, "Set",
    TypeError.prototype, "TypeError",
    RangeError.prototype, "RangeError",
    ReferenceError.prototype, "ReferenceError",
    SyntaxError.prototype, "SyntaxError",
    Error.prototype, "Error",
    String.prototype, "String",
    Number.prototype, "Number",
    Boolean.prototype, "Boolean",
    Symbol.prototype, "Symbol",
    getPrototypeOf(function* () {}), "function*",
    getPrototypeOf(getPrototypeOf((function* () {})())), "Generator",
    null, "null",
  ];
  const builtins = [Object, Array, String, Number, Boolean, Symbol, Function, Map, Set, Error, TypeError, RangeError];
  const MapProto = Map.prototype;
  const SetProto = Set.prototype;
  let nodes = 0;
  let lines = 0;

  function quote(s) {
    let r = '"';
    for (let i = 0; i < s.length; i++) {
      const u = unitAt(s, i);
      // Messages are the engine's own.
      if (u === 69 && cutText(s, i, i + 7) === "Error: ") return r + 'Error..."';
      r += u < 32 || u > 126 ? "\\u{" + radix(u, 16) + "}" : s[i];
      if (i > 80) return r + '..."' + s.length;
    }
    return r + '"';
  }

  // A key: as it is if it is short and plain.
  function name(k) {
    for (let i = 0; i < k.length; i++) {
      const u = unitAt(k, i);
      if (u < 48 || u > 122 || i > 12) return quote(k);
    }
    return k;
  }

  function proto(v) {
    const p = getPrototypeOf(v);
    for (let i = 0; i < known.length; i += 2) if (p === known[i]) return known[i + 1];
    const c = describe(p, "constructor");
    const n = c && typeof c.value === "function" ? describe(c.value, "name") : undefined;
    return "<" + (n && typeof n.value === "string" ? n.value : "?") + ">";
  }

  function property(o, key, depth) {
    const d = describe(o, key);
    if (d === undefined) return "gone";
    const flags = (d.writable === false ? "r" : "") + (d.enumerable ? "" : "h") + (d.configurable ? "" : "c");
    if (d.get || d.set) return flags + (d.get ? " get" : "") + (d.set ? " set" : "");
    return (flags ? flags + " " : "") + show(d.value, depth + 1);
  }

  function show(v, depth) {
    if (typeof v === "string") return quote(v);
    if (typeof v === "symbol") return symbolText(v);
    if (v === null || (typeof v !== "object" && typeof v !== "function")) return is(v, -0) ? "-0" : text(v);
    if (v === global) return "global";
    if (v === STOP) return "STOP";
    if (v === lib) return "lib";
    // Their properties depend on the engine's age.
    for (let i = 0; i < builtins.length; i++) if (v === builtins[i]) return "builtin " + i;
    if (++nodes > 60 || depth > 3) return "...";
    const array = isArray(v);
    let r = proto(v);
    let first = true;
    const keys = names(v);
    const isError = v instanceof ErrorClass;
    let count = 0;
    for (let i = 0; i < keys.length; i++) {
      const k = keys[i];
      if (k === "message" && isError && describe(v, k).value !== "own") continue;
      if (k === "stack" || (array && k === "length")) continue;
      if (typeof v === "function" && (k === "arguments" || k === "caller" || k === "prototype")) continue;
      if (++count > 30) break;
      r += (first ? "" : ", ") + (array && text(count - 1) === k ? "" : name(k) + ": ") + property(v, k, depth);
      first = false;
    }
    const marks = symbols(v);
    for (let i = 0; i < marks.length; i++) {
      r += (first ? "" : ", ") + symbolText(marks[i]) + ": " + property(v, marks[i], depth);
      first = false;
    }
    if (getPrototypeOf(v) === MapProto) mapEach(v, (x, k) => (r += "; " + show(k, depth + 1) + " => " + show(x, depth + 1)));
    if (getPrototypeOf(v) === SetProto) setEach(v, (x) => (r += "; " + show(x, depth + 1)));
    if (array) return "[" + r + "]" + v.length + (extensible(v) ? "" : "fixed");
    r = (typeof v === "function" ? "fn{" : "{") + r + "}";
    return extensible(v) ? r : r + "fixed";
  }

  // What programs tamper with, as it was.
  const watched = [];
  function watch(o) {
    const keys = Reflect.ownKeys(o);
    const saved = [];
    for (let i = 0; i < keys.length; i++) saved[i] = describe(o, keys[i]);
    watched[watched.length] = { o, keys, saved, proto: getPrototypeOf(o) };
  }
  const arrayIterator = getPrototypeOf([][Symbol.iterator]());
  watch(Object.prototype);
  watch(Array.prototype);
  watch(arrayIterator);
  watch(getPrototypeOf(arrayIterator));
  watch(Set.prototype);
  watch(Map.prototype);
  watch(String.prototype);
  watch(Array);
  watch(Set);
  watch(Map);
  const ownKeys = Reflect.ownKeys;
  const remove = Reflect.deleteProperty;
  const redefine = Reflect.defineProperty;
  const setPrototype = Reflect.setPrototypeOf;

  return {
    stop() {
      throw STOP;
    },
    // `this`, except where it is the global object, whose properties are the host's.
    own(v) {
      return v === global ? lib : v;
    },
    restore() {
      for (let i = 0; i < watched.length; i++) {
        const w = watched[i];
        const now = ownKeys(w.o);
        for (let j = 0; j < now.length; j++) {
          let k = 0;
          while (k < w.keys.length && w.keys[k] !== now[j]) k++;
          if (k === w.keys.length) remove(w.o, now[j]);
        }
        for (let j = 0; j < w.keys.length; j++) redefine(w.o, w.keys[j], w.saved[j]);
        setPrototype(w.o, w.proto);
      }
    },
    log(label, value) {
      if (++lines > 250) return value;
      nodes = 0;
      let line;
      try {
        line = show(value, 0);
      } catch (e) {
        line = "no show";
      }
      out(label + " " + line);
      return value;
    },
    // Bounds what a program can build by repeated concatenation.
    cut(v) {
      if (typeof v === "string" && v.length > 64) return cutText(v, 0, 64);
      if (isArray(v) && v.length > 24) v.length = 24;
      return v;
    },
    // An iterable that tells of every step, and of being closed.
    steps(n, id, mode) {
      const iterable = {};
      define(iterable, iteratorKey, {
        value: () => {
          let i = 0;
          const iterator = {
            next() {
              if (--fuel < 0) throw STOP;
              out("  next " + id + " " + i);
              if (mode === 3 && i === 2) throw id;
              return mode === 4 && i === 1 ? 5 : { value: i++, done: i > n };
            },
          };
          if (mode > 0) {
            iterator.return = function (v) {
              out("  return " + id);
              if (mode === 2) throw id + 100;
              return mode === 5 ? 1 : { done: true, value: v };
            };
          }
          return iterator;
        },
      });
      return iterable;
    },
    // An object whose conversions are told.
    odd(n, id) {
      return {
        valueOf() {
          out("  valueOf " + id);
          return n;
        },
        toString() {
          out("  toString " + id);
          return "o" + id;
        },
      };
    },
  };
})();
const log = lib.log, cut = lib.cut, steps = lib.steps, odd = lib.odd, own = lib.own;
