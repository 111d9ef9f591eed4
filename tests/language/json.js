// JSON.stringify and JSON.parse.

const s = JSON.stringify;
const p = JSON.parse;

test("undefined, function, symbol at the root", () => [s(undefined), s(() => 1), s(Symbol()), s()]);
test("undefined, function, symbol in an array", () => s([undefined, () => 1, Symbol(), NaN, Infinity, -0, null]));
test("undefined, function, symbol in an object", () => s({ a: undefined, b: () => 1, c: Symbol(), d: null, [Symbol()]: 1 }));
test("primitives", () => [s(1), s("a"), s(true), s(null), s(-0), s(NaN), s(-Infinity), s(1e21), s(0.1)]);
test("numbers", () => s([1e21, 1e-7, 123456789012345680000, 5e-324, 1.7976931348623157e308, 0.1 + 0.2, 100, 1e5, -1.5, 2147483648]));
test("lone surrogates", () => [s("\ud83d"), s("\ude00x"), s("\u{1F600}"), s("\ude00\ud83d"), s("\ud83d\ud83d\ude00"), s("a\ud800")]);
test("escapes", () => s("\0\x01\b\t\n\v\f\r\x1f\"\\/\u2028\u2029\x7f\u00ff"));
test("escapes at every position", () => {
  let ok = 0;
  for (let n = 0; n < 40; n++) {
    for (const c of ['"', "\\", "\n", "\x01", "\ud800", "\u4e2d"]) {
      const text = "a".repeat(n) + c + "b".repeat(40 - n);
      if (p(s(text)) === text) ok++;
    }
  }
  return ok;
});
test("long strings of both widths", () => {
  const narrow = "abc\u00e9".repeat(1000);
  const wide = "ab\u4e2d\u{1F600}".repeat(1000);
  const escaped = '"\\\n'.repeat(1000);
  return [narrow, wide, escaped].map((t) => [s(t).length, p(s(t)) === t]);
});
test("keys are escaped", () => s({ 'a"b': 1, "\n": 2, "": 3, "\ud800": 4 }));
test("key order", () => s({ b: 1, 2: 1, a: 1, 1: 1, "-1": 1 }));
test("own enumerable only", () => s(Object.create({ inherited: 1 }, { hidden: { value: 1 }, shown: { value: 2, enumerable: true } })));
test("nested", () => s({ a: [1, { b: [] }, {}], c: { d: { e: null } } }));
test("__proto__ as an own key", () => [s({ ["__proto__"]: 1, a: 2 }), s({ __proto__: { x: 1 }, a: 2 })]);
test("sparse arrays", () => [s([1, , 3]), s(Array(3))]);
test("sparse with a prototype index", () => patched(Array.prototype, 1, { value: "P" }, () => s([1, , 3])));
test("arrays with extra properties", () => s(Object.assign([1], { x: 2 })));
test("array-likes, Maps, Sets, Errors, functions with properties", () => [s({ length: 1, 0: "a" }), s(new Map([[1, 2]])), s(new Set([1])), s(new Error("m")), s([Object.assign(() => 1, { x: 1 })])]);
test("arguments and subclass arrays", () => [(function () { return s(arguments); })(1, 2), s(new (class A extends Array {})(1, 2, 3))]);
test("objects without a prototype", () => s(Object.assign(Object.create(null), { a: 1 })));
test("boxed", () => s([new Number(3), new String("s"), new Boolean(false), Object(Symbol())]));
test("boxed with overridden conversions", () => {
  const n = new Number(3);
  n.valueOf = () => 7;
  const t = new String("s");
  t.toString = () => "8";
  const b = new Boolean(false);
  b.valueOf = () => true;
  return [s(n), s(t), s(b)];
});
test("getters", () => s({ get a() { return 1; }, get b() { return undefined; } }));
test("throwing getter", () => s({ get a() { throw new RangeError("a"); } }));
test("circular", () => {
  const names = [];
  const o = {};
  o.b = { c: o };
  const a = [];
  a.push([a]);
  const t = { toJSON: () => ({ t }) };
  for (const v of [o, a]) {
    try {
      s(v);
    } catch (e) {
      names.push(e.name);
    }
  }
  return names;
});
test("shared references are not circular", () => {
  const x = { v: 1 };
  return s([x, x, { x }]);
});
test("circular reached through toJSON", () => {
  const o = { toJSON: () => ({ again: o }) };
  try {
    s(o);
  } catch (e) {
    return e.name === "TypeError" || e.name === "RangeError";
  }
});
test("indent: numbers", () => [s({ a: [1, { b: 2 }], c: [], d: {} }, null, 2), s([1], null, 11), s([1], null, -1), s([1], null, 1.9), s([1], null, 0), s([1], null, NaN), s([1], null, "")]);
test("indent: strings", () => [s([1], null, "--"), s([1], null, "abcdefghij123"), s({ a: { b: 1 } }, null, "\t")]);
test("indent: boxed and others", () => [s([1], null, new Number(1)), s([1], null, new String("-")), s([1], null, true), s([1], null, {}), s([1], null, null)]);
test("indent: deep", () => s({ a: { b: { c: [[[1]]] } } }, null, 1));
test("replacer list", () => [s({ a: 1, b: { a: 2, c: 3 }, 1: 4 }, ["a", "b", "c", 1]), s({ a: 1, b: 2 }, ["b", "a", "b"]), s({ a: 1 }, []), s([{ a: 1, b: 2 }], ["a"])]);
test("replacer list conversions", () => s({ a: 1, 1: 2, b: 3, c: 4, true: 5 }, [new String("a"), new Number(1), "b", true, null, {}, undefined]));
test("replacer list with toJSON'ed and inherited keys", () => s(Object.create({ inherited: 1 }), ["inherited", "missing"]));
test("replacer function calls", () => {
  const calls = [];
  const r = s({ a: [1] }, function (key, value) {
    calls.push([key, typeof key, Array.isArray(this) ? "arr" : s(Object.keys(this))]);
    return value;
  });
  return [r, calls];
});
test("replacer function changes", () => [s({ a: 1, b: "x" }, (k, v) => (typeof v === "number" ? v + 1 : v)), s({ a: 1, b: 2 }, (k, v) => (k === "a" ? undefined : v)), s([1, 2], (k, v) => (k === "0" ? undefined : v)), s(1, () => undefined), s({ a: 1 }, (k, v) => (k === "" ? { x: 2 } : v))]);
test("replacer holder", () => {
  let root;
  s(5, function (k, v) {
    root = this;
    return v;
  });
  return [root, Object.keys(root)];
});
test("replacer neither function nor array", () => [s({ a: 1 }, 5), s({ a: 1 }, {}), s({ a: 1 }, "a")]);
test("throwing replacer", () => s({ a: 1 }, () => { throw new RangeError("r"); }));
test("toJSON", () => [s({ toJSON: () => "J" }), s({ a: { toJSON: (k) => "key " + k } }), s([{ toJSON: (k) => typeof k + k }]), s({ toJSON: 5 }), s({ toJSON: () => undefined }), s([{ toJSON: () => undefined }])]);
test("toJSON keys", () => {
  const keys = [];
  const t = { toJSON: (k) => (keys.push(k), 1) };
  s({ x: t });
  s([t]);
  s(t);
  return keys;
});
test("toJSON is not applied to its own result", () => s({ toJSON: () => ({ a: 2, toJSON: () => "never at this level" }) }));
test("toJSON on prototypes", () => {
  class A {
    toJSON() {
      return "P";
    }
  }
  return s(new A());
});
test("toJSON on String.prototype is not looked up", () => patched(String.prototype, "toJSON", { value: () => "S" }, () => s(["a"])));
test("toJSON on Number.prototype is not looked up", () => patched(Number.prototype, "toJSON", { value: () => "N" }, () => s([1])));
test("toJSON on Object.prototype is", () => patched(Object.prototype, "toJSON", { value: () => "O" }, () => s([{}])));
test("toJSON on boxed primitives is", () => patched(Number.prototype, "toJSON", { value: () => "B" }, () => s([new Number(1), 1])));
test("toJSON before the replacer", () => s({ a: { toJSON: () => "t" } }, (k, v) => (k === "a" ? v + "r" : v)));
test("mutation: keys are taken up front, values live", () => {
  const del = { a: { toJSON: () => (delete del.b, 1) }, b: 2, c: 3 };
  const add = { a: { toJSON: () => ((add.z = 9), 1) }, b: 2 };
  const change = { a: { toJSON: () => ((change.b = 5), 1) }, b: 2 };
  return [s(del), s(add), s(change)];
});
test("mutation: arrays", () => {
  const push = [{ toJSON: () => (push.push(9), 1) }, 2];
  const cut = [{ toJSON: () => ((cut.length = 1), 1) }, 2, 3];
  return [s(push), s(cut)];
});
test("getter that adds toJSON to a prototype on the way", () => {
  const r = s([
    {
      get own() {
        Object.prototype.toJSON = () => "J";
        return 1;
      },
    },
    {},
  ]);
  delete Object.prototype.toJSON;
  return r;
});
test("deep nesting", () => {
  let o = 1;
  for (let i = 0; i < 500; i++) o = { o };
  let a = [];
  for (let i = 0; i < 500; i++) a = [a];
  return [s(o).length, s(a).length];
});
test("many records", () => {
  const list = [];
  for (let i = 0; i < 500; i++) list.push({ id: i, name: "n" + i, tags: ["a", "b"], nested: { x: i / 2, y: null } });
  const text = s(list);
  const back = p(text);
  return [text.length, back.length, back[499], s(back) === text];
});
test("records of changing shape", () => {
  const list = [];
  for (let i = 0; i < 50; i++) list.push(i % 3 ? { a: i } : { b: i, a: -i, c: "x" });
  return s(p(s(list))) === s(list);
});
test("stringify properties", () => [s.length, s.name, p.length, JSON[Symbol.toStringTag], Object.keys(JSON)]);

for (const text of ['{"a":2,"a":3}', "-0", "1e400", "-1e400", "1e-400", " \t\n\r1 ", '"\\ud800"', '"\u2028"', "null", "true", "false", '""', "[]", "{}", "[1,[2,[3]]]", '{"a":{"b":[]}}', '"\\u0041\\n\\/\\b"', "12345678901234567890", "0.1", "1E5", "1e+5", "-1.5e-3", '{"2":1,"b":1,"1":1}', '{"":1}', "[ ]", "{ }", '[1 , 2]', '{"a" : 1 }', '"\\ud83d\\ude00"', "0", "9007199254740993", "4294967296", "0.000001", "123456.789e2", "[null,true,false]", '"\x7f\u00e9"']) {
  test("parse " + JSON.stringify(text), () => p(text));
}
for (const text of ["\u00a01", "\ufeff1", '"\n"', '"\t"', '"\x00"', "01", "-01", "1.", ".5", "+1", "1e", "1e+", "-", "--1", "0x1", "[1,]", "[,1]", "{,}", '{"a":1,}', "{a:1}", "{'a':1}", "", " ", "undefined", "[object Object]", "'a'", "NaN", "Infinity", '"\\x41"', '"\\u00g0"', '"\\u00"', '"abc', '"', "1 2", "[1", "[1,", '{"a"', '{"a":', '{"a":1', "nul", "True", "tru", "nullx", "[1]]", "/* c */ 1", "1 // c", '"\\', '"\\v"', "\u20281", "\v1", '{"a" 1}', "{1:2}", "[1 2]", "]", "}", ":", "\\u0031", "1_000", "1n"]) {
  test("parse error " + JSON.stringify(text), () => p(text));
}
test("parse converts its argument", () => [p(1), p(null), p(true), p({ toString: () => "[1]" }), p([5])]);
test("parse of undefined", () => p(undefined));
test("parse of a symbol", () => p(Symbol()));
test("parse: __proto__ is own data", () => {
  const o = p('{"__proto__": {"x": 1}}');
  return [Object.keys(o), o.x, Object.getPrototypeOf(o) === Object.prototype];
});
test("parse: setters on the prototype are ignored", () => {
  const set = function () {
    throw new Error("set");
  };
  return patched(Object.prototype, "q", { set }, () => Object.keys(p('{"q": 1}')));
});
test("parse: duplicate keys keep the first position", () => Object.keys(p('{"a":1,"b":2,"a":3}')));
test("parse: integer keys first", () => Object.keys(p('{"b":1,"2":1,"1":1}')));
test("parse: -0", () => Object.is(p("-0"), -0));
test("parse: deep nesting", () => {
  let v = p("[".repeat(5000) + "]".repeat(5000));
  let depth = 0;
  while (v !== undefined) {
    v = v[0];
    depth++;
  }
  return depth;
});
test("parse: many numbers", () => {
  const list = [];
  for (let i = 0; i < 1000; i++) list.push(i * 1.1, -i, i * 1e10, i / 7);
  return s(p(s(list))) === s(list);
});
test("reviver order", () => {
  const keys = [];
  p('{"a":[1,{"b":2}],"c":3}', function (k, v) {
    keys.push(k);
    return v;
  });
  return keys;
});
test("reviver holders and values", () => {
  const seen = [];
  p('{"a":[1]}', function (k, v) {
    seen.push([k, Array.isArray(this) ? "array" : typeof this, v]);
    return v;
  });
  return seen;
});
test("reviver changes", () => [p("[1,2]", (k, v) => (typeof v === "number" ? v * 2 : v)), p('{"a":1,"b":2}', (k, v) => (k === "a" ? undefined : v)), p("[1,2,3]", (k, v) => (k === "1" ? undefined : v)), p("1", () => "replaced"), p('{"a":1}', (k, v) => (k === "" ? Object.keys(v) : v))]);
test("reviver modifies a sibling", () => p('{"a":1,"b":2}', function (k, v) {
  if (k === "a") this.b = 9;
  return v;
}));
test("reviver deletes a sibling", () => p('{"a":1,"b":2}', function (k, v) {
  if (k === "a") delete this.b;
  return v;
}));
test("reviver replaces a sibling by an object, which is walked", () => {
  const keys = [];
  p('{"a":1,"b":2}', function (k, v) {
    keys.push(k);
    if (k === "a") this.b = { c: { d: 1 } };
    return v;
  });
  return keys;
});
test("reviver lengthens an array: not visited", () => {
  const keys = [];
  p("[1,2]", function (k, v) {
    keys.push(k);
    if (k === "0") this.push(3);
    return v;
  });
  return keys;
});
test("reviver not callable", () => [p("1", 5), p("1", {}), p("1", null)]);
test("reviver throws", () => p("[1]", () => { throw new RangeError("r"); }));
test("reviver on a non-configurable property", () => p('{"a":1,"b":2}', function (k, v) {
  if (k === "a") Object.defineProperty(this, "b", { configurable: false });
  if (k === "b") return 22;
  return v;
}));
test("round trip of awkward strings", () => ["", "\u2028", "\ud800", "\udc00\ud800", "\0", "\u{1F600}", "</script>", "\\u0041", "\x7f\x80"].map((t) => p(s(t)) === t));
test("deep equality of a round trip", () => p(s({ a: [1, "two", { three: null }], b: true, c: -1.5e-10, "d e": { "": [] } })));
