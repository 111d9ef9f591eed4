// String.prototype and String statics, without regular expressions.

test("at", () => [-4, -3, -1, 0, 2, 3, NaN, "1", undefined, Infinity, 1.9].map((i) => "abc".at(i)));
test("charAt", () => [-1, 0, 2, 3, NaN, "1", undefined, 1.9].map((i) => "abc".charAt(i)));
test("charCodeAt", () => [-1, 0, 2, 3, NaN, "1", undefined].map((i) => "abc".charCodeAt(i)));
test("codePointAt", () => [0, 1, 2, 3, -1].map((i) => "\u{1F600}a".codePointAt(i)));
test("codePointAt of lone surrogates", () => ["\ud83d".codePointAt(0), "\ude00\ud83d".codePointAt(0), "a\ud83d".codePointAt(1)]);
test("index access", () => ["abc"[0], "abc"["1"], "abc"[3], "abc"[-1], "abc"["01"], "abc".length]);
test("index assignment, sloppy", () => {
  const s = "abc";
  s[0] = "X";
  s.length = 1;
  return s;
});
test("index assignment, strict", () => {
  "use strict";
  const s = "abc";
  s[0] = "X";
});
test("concat", () => ["a".concat(), "a".concat("b", 1, null, undefined, [2, 3], {})]);
test("includes", () => ["abc".includes("b"), "abc".includes(""), "abc".includes("c", 3), "abc".includes("", 99), "abc".includes("a", -5), "null".includes(null), "undefined".includes()]);
test("startsWith", () => ["abc".startsWith("a"), "abc".startsWith("b", 1), "abc".startsWith("", 9), "abc".startsWith("abcd"), "abc".startsWith("a", -1), "abc".startsWith("c", 2.9)]);
test("endsWith", () => ["abc".endsWith("c"), "abc".endsWith("b", 2), "abc".endsWith("", 0), "abc".endsWith("abc", undefined), "abc".endsWith("a", 1), "abc".endsWith("zabc"), "abc".endsWith("c", 99)]);
test("indexOf", () => ["abcabc".indexOf("b"), "abcabc".indexOf("b", 2), "abc".indexOf(""), "abc".indexOf("", 2), "abc".indexOf("", 99), "abc".indexOf("a", -9), "abc".indexOf("d"), "undefined".indexOf(), "a1".indexOf(1), "abc".indexOf("c", Infinity)]);
test("lastIndexOf", () => ["abcabc".lastIndexOf("b"), "abcabc".lastIndexOf("b", 3), "abc".lastIndexOf(""), "abc".lastIndexOf("", 1), "abc".lastIndexOf("a", -9), "abc".lastIndexOf("c", NaN), "abc".lastIndexOf("d"), "abc".lastIndexOf("c", 1)]);
test("indexOf in wide and narrow strings", () => ["a\u0101b".indexOf("b"), "abc".indexOf("\u0101"), "\u{1F600}".indexOf("\ude00"), "\u0101\u0102".indexOf("\u0102"), "ab".indexOf("a\u0101")]);
test("long searches", () => {
  const s = "ab".repeat(500) + "needle" + "ab".repeat(500);
  return [s.indexOf("needle"), s.lastIndexOf("needle"), s.includes("needles"), s.indexOf("a", 1500), s.lastIndexOf("b", 999)];
});
test("slice", () => [[], [1], [-1], [1, 2], [-2, -1], [2, 1], [0, 99], [NaN, 2], ["1"], [undefined, undefined], [-99, 1], [1.9, 2.9], [0, -0]].map((a) => "abc".slice(...a)));
test("substring", () => [[], [1], [-1], [1, 2], [2, 1], [0, 99], [NaN, 2], [3, 0], [undefined, 1], [Infinity, -Infinity]].map((a) => "abc".substring(...a)));
test("substr", () => [[], [1], [-1], [1, 1], [-2, 1], [0, -1], [1, undefined], [NaN, 2], [5], [-5, 2]].map((a) => "abc".substr(...a)));
test("padStart and padEnd", () => ["a".padStart(3), "a".padStart(5, "xy"), "a".padEnd(5, "xy"), "abc".padStart(2), "a".padStart(3, ""), "a".padEnd(4, undefined), "a".padStart(3, null), "a".padStart("3", 0), "a".padEnd(NaN, "x"), "a".padEnd(-1)]);
test("padStart too long", () => "a".padStart(2 ** 31));
test("padStart too long with empty filler", () => "a".padStart(2 ** 31, ""));
test("repeat", () => ["ab".repeat(0), "ab".repeat(2), "ab".repeat("3"), "ab".repeat(1.9), "".repeat(2 ** 30), "x".repeat(NaN), "x".repeat(-0)]);
test("repeat negative", () => "a".repeat(-1));
test("repeat Infinity", () => "a".repeat(Infinity));
test("repeat too long", () => "ab".repeat(2 ** 30));
test("replace with strings", () => ["aXbXc".replace("X", "-"), "abc".replace("", "-"), "abc".replace("z", "-"), "abc".replace("b"), "null".replace(null, 1), "abc".replace("b", undefined)]);
test("replace patterns", () => ["abc".replace("b", "[$&]"), "abc".replace("b", "[$`]"), "abc".replace("b", "[$']"), "abc".replace("b", "[$$]"), "abc".replace("b", "[$1]"), "abc".replace("b", "[$<n>]"), "abc".replace("b", "$"), "abc".replace("b", "$0")]);
test("replace with a function", () => "abcb".replace("b", (...args) => "<" + args.join("|") + ">"));
test("replace with a function giving dollar signs", () => "abc".replace("b", () => "$&"));
test("replace function not called without a match", () => {
  let n = 0;
  "abc".replace("z", () => n++);
  return n;
});
test("replaceAll", () => ["aXbXc".replaceAll("X", "-"), "abc".replaceAll("", "-"), "aaa".replaceAll("aa", "b"), "abc".replaceAll("z", "-"), "a.a".replaceAll(".", "$&$&"), "aXbX".replaceAll("X", (m, i, s) => i + s.length)]);
test("replaceAll patterns", () => ["abab".replaceAll("b", "[$`|$']"), "aa".replaceAll("a", "$$")]);
test("replaceAll of the empty string in an empty string", () => ["".replaceAll("", "x"), "".replace("", "x")]);
test("custom replacer by symbol", () => "abc".replace({ [Symbol.replace]: (s, r) => "custom " + s + r }, "R"));
test("custom splitter by symbol", () => "abc".split({ [Symbol.split]: (s, l) => "custom " + s + l }, 5));
test("split", () => ["a,b,c".split(","), "abc".split(""), "abc".split(), "abc".split("z"), "".split(""), "".split(","), "".split(), ",a,".split(","), "a,b,c".split(",", 2), "abc".split("", 2), "abc".split(undefined, 0), "a,b".split(",", 0), "aXXb".split("XX")]);
test("split limits", () => ["a,b,c".split(",", -1), "a,b,c".split(",", 4294967297), "a,b,c".split(",", undefined), "a,b,c".split(",", "1"), "a,b,c".split(",", NaN)]);
test("split surrogates", () => "\u{1F600}".split(""));
test("split with converted separators", () => ["a1b".split(1), "anullb".split(null), "a,b".split(["," ])]);
test("trim", () => ["  a b \n\t", "\u00a0\ufeffa\u2029\u3000", "\u180ea", "", "   ", "\u200ba"].map((s) => [s.trim(), s.trimStart(), s.trimEnd()]));
test("trim aliases", () => [String.prototype.trimLeft === String.prototype.trimStart, String.prototype.trimRight.name]);
test("case", () => ["aBc\u00e9\u00df".toUpperCase(), "ABC\u00c9\u0130".toLowerCase(), "\ufb00\u0149".toUpperCase(), "\u{10428}".toUpperCase(), "\u{10400}".toLowerCase(), "\u01c5".toLowerCase(), "\u01c5".toUpperCase(), "\u00b5\u00ff".toUpperCase()]);
test("final sigma", () => ["\u03a3", "A\u03a3", "A\u03a3B", "A\u03a3 B", "\u03a3A", "A.\u03a3", "A\u00ad\u03a3", "A\u03a3\u00adB"].map((s) => s.toLowerCase()));
test("case of lone surrogates", () => "a\ud800b".toUpperCase());
test("toLocale case", () => ["aB".toLocaleUpperCase(), "aB".toLocaleLowerCase()]);
test("isWellFormed", () => ["", "abc", "\u{1F600}", "\ud83d", "\ude00", "a\ud83db", "\ude00\ud83d", "\ud83d\ud83d\ude00"].map((s) => s.isWellFormed()));
test("toWellFormed", () => ["", "abc", "\u{1F600}", "\ud83d", "\ude00", "a\ud83db", "\ude00\ud83d", "\ud83d\ud83d\ude00"].map((s) => s.toWellFormed()));
test("normalize", () => ["\u00e9", "e\u0301", "\ufb01", "\u1e9b\u0323", "\uac00", "\u1100\u1161", "abc", ""].map((s) => [s.normalize(), s.normalize("NFD"), s.normalize("NFKC"), s.normalize("NFKD")]));
test("normalize with a bad form", () => "a".normalize("NFX"));
test("normalize undefined", () => "e\u0301".normalize(undefined) === "\u00e9");
test("localeCompare", () => ["a".localeCompare("b") < 0, "b".localeCompare("a") > 0, "a".localeCompare("a"), "".localeCompare("a") < 0, "\u00e9".localeCompare("e\u0301"), "undefined".localeCompare()]);
test("comparison by code units", () => ["a" < "b", "Z" < "a", "\uffff" > "\u{10000}", "a" < "aa", "" < "\0", "\u00e9" > "z"]);
test("fromCharCode", () => [String.fromCharCode(), String.fromCharCode(65, 66), String.fromCharCode(0x1f600), String.fromCharCode(-1), String.fromCharCode("97"), String.fromCharCode(1e10), String.fromCharCode(NaN)]);
test("fromCodePoint", () => [String.fromCodePoint(), String.fromCodePoint(0x1f600, 97), String.fromCodePoint(0xd800), String.fromCodePoint("65"), String.fromCodePoint(0x10ffff)]);
for (const bad of [-1, 0x110000, 1.5, NaN, Infinity, "x", undefined]) {
  test("fromCodePoint " + bad, () => String.fromCodePoint(bad));
}
test("raw", () => [String.raw`a\n${1}\u{41}`, String.raw({ raw: ["x", "y", "z"] }, 1, 2, 3), String.raw({ raw: "abc" }, "-", "+"), String.raw({ raw: [] }, 1), String.raw({ raw: ["a"] }, 1)]);
test("raw of nothing", () => String.raw());
test("String()", () => [String(), String(undefined), String(null), String(-0), String([1, [2, 3]]), String({}), String(Symbol("d")), String(() => 1)]);
test("new String", () => {
  const s = new String("ab");
  return [typeof s, s.length, Object.keys(s), s[1], s == "ab", Object.getOwnPropertyNames(s)];
});
test("new String of a symbol", () => new String(Symbol()));
test("String objects: own properties", () => {
  const s = new String("ab");
  s[5] = "x";
  s.extra = 1;
  return [Object.keys(s), 1 in s, 2 in s, delete s[5], Object.getOwnPropertyDescriptor(s, 0), Object.getOwnPropertyDescriptor(s, "length")];
});
test("String objects: defining over an index", () => Object.defineProperty(new String("ab"), 0, { value: "z" }));
test("toString and valueOf receivers", () => String.prototype.toString.call({}));
test("methods on null", () => String.prototype.trim.call(null));
test("methods on other receivers", () => [String.prototype.toUpperCase.call(true), String.prototype.slice.call(12345, 1, 3), String.prototype.includes.call([1, 2], ","), String.prototype.at.call({ toString: () => "xyz" }, -1)]);
test("search arguments convert", () => ["a[object Object]".includes({}), "1,2".startsWith([1, 2]), "true".indexOf(true)]);
test("argument conversion order", () => {
  const log = [];
  const t = (n, v) => ({
    toString() {
      log.push(n);
      return v;
    },
    valueOf() {
      log.push(n + " number");
      return 0;
    },
  });
  String.prototype.padStart.call(t("this", "a"), t("length", 5), t("fill", "b"));
  String.prototype.indexOf.call(t("this", "a"), t("search", "a"), t("position", 0));
  return log;
});
test("HTML methods", () => ["a".anchor('"'), "a".big(), "a".bold(), "a".link("u"), "a".fontsize(7), "a".sub()]);
test("escapes in literals", () => ["\x41\u0042\u{43}", "\b\f\n\r\t\v\0", "\'\"\\", "a\
b", "\z", "\u{1F600}".length]);
test("long concatenation and comparison", () => {
  let a = "";
  let b = "";
  for (let i = 0; i < 1000; i++) {
    a += "xy";
    b = b + "x" + "y";
  }
  return [a === b, a.length, a < b + "z", a.slice(500, 506), a == b];
});
test("ropes of mixed width", () => {
  let s = "";
  for (let i = 0; i < 200; i++) s += i % 7 === 0 ? "\u4e2d" : "a";
  return [s.length, s.charCodeAt(0), s.charCodeAt(1), s.indexOf("\u4e2d", 1), s.lastIndexOf("\u4e2d"), s.slice(6, 9)];
});
test("substrings of ropes and of substrings", () => {
  const s = ("abc" + "def".repeat(10)).slice(2, 20).slice(3).concat("!");
  return [s, s.length, s.slice(-3)];
});
test("keys from computed strings", () => {
  const o = {};
  o["a" + "b"] = 1;
  o["" + 1] = 2;
  o["1.0"] = 3;
  o[1.0] = 4;
  o[-0] = 5;
  return [o.ab, o[1], o["1.0"], o["0"], Object.keys(o)];
});
test("equal strings of different make", () => {
  const a = "hello world";
  const b = ["hello", "world"].join(" ");
  const c = "hello " + "world";
  const m = new Map([[a, 1]]);
  return [a === b, b === c, m.get(b), m.get(c), { [b]: 2 }["hello world"]];
});
test("lengths of methods", () => ["at", "concat", "padStart", "replaceAll", "slice", "split", "startsWith", "substr", "trim", "localeCompare", "normalize", "codePointAt", "indexOf"].map((n) => String.prototype[n].length));
