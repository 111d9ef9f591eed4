// Every binary and unary operator over a table of operands; integer and double edge cases.

const operands = [
  ["undefined", undefined],
  ["null", null],
  ["true", true],
  ["false", false],
  ["0", 0],
  ["-0", -0],
  ["1", 1],
  ["-1", -1],
  ["2", 2],
  ["0.5", 0.5],
  ["-1.5", -1.5],
  ["2**31-1", 2147483647],
  ["-2**31", -2147483648],
  ["2**32", 4294967296],
  ["2**53", 9007199254740992],
  ["1e300", 1e300],
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
  ['""', ""],
  ['"0"', "0"],
  ['"1"', "1"],
  ['" 12 "', " 12 "],
  ['"0x10"', "0x10"],
  ['"a"', "a"],
  ['"b"', "b"],
  ["[]", []],
  ["[3]", [3]],
  ["[1,2]", [1, 2]],
  ["{}", {}],
  ["valueOf 42", { valueOf: () => 42 }],
];
const binary = [
  ["+", (a, b) => a + b],
  ["-", (a, b) => a - b],
  ["*", (a, b) => a * b],
  ["/", (a, b) => a / b],
  ["%", (a, b) => a % b],
  ["**", (a, b) => a ** b],
  ["&", (a, b) => a & b],
  ["|", (a, b) => a | b],
  ["^", (a, b) => a ^ b],
  ["<<", (a, b) => a << b],
  [">>", (a, b) => a >> b],
  [">>>", (a, b) => a >>> b],
  ["==", (a, b) => a == b],
  ["!=", (a, b) => a != b],
  ["===", (a, b) => a === b],
  ["!==", (a, b) => a !== b],
  ["<", (a, b) => a < b],
  [">", (a, b) => a > b],
  ["<=", (a, b) => a <= b],
  [">=", (a, b) => a >= b],
  ["&&", (a, b) => a && b],
  ["||", (a, b) => a || b],
  ["??", (a, b) => a ?? b],
];
const isLogical = (op) => op === "==" || op === "!=" || op === "===" || op === "!==" || op[0] === "<" || op[0] === ">";
// The last digits of a power are up to the implementation.
const rounded = (op, value) => (op === "**" && value !== 0 && Number.isFinite(value) ? Number(value.toPrecision(12)) : value);
for (const [op, apply] of binary) {
  for (const [name, left] of operands) {
    test(name + " " + op + " each", () => {
      // Booleans in one word: a row stays readable.
      if (isLogical(op) && op !== "<<" && op !== ">>" && op !== ">>>") {
        return operands.map(([, right]) => (apply(left, right) ? "1" : "0")).join("");
      }
      return operands.map(([, right]) => rounded(op, apply(left, right)));
    });
  }
}
const unary = [
  ["+", (a) => +a],
  ["-", (a) => -a],
  ["~", (a) => ~a],
  ["!", (a) => !a],
  ["typeof", (a) => typeof a],
  ["void", (a) => void a],
  ["++", (a) => ++a],
  ["--", (a) => --a],
  ["postfix ++", (a) => [a++, a]],
  ["postfix --", (a) => [a--, a]],
  ["String", (a) => String(a)],
  ["Number", (a) => Number(a)],
  ["Boolean", (a) => Boolean(a)],
  ["template", (a) => `${a}`],
  ["| 0", (a) => a | 0],
  [">>> 0", (a) => a >>> 0],
  ["Object.is(x, -x)", (a) => Object.is(a, -a)],
];
for (const [op, apply] of unary) {
  test(op + " of each", () => operands.map(([, a]) => apply(a)));
}

// Integer fast paths at their edges.
test("int add overflow", () => {
  let a = 2147483647;
  let b = 1;
  return [a + b, -a - b - b, a + a, a - -b];
});
test("int subtract overflow", () => {
  let a = -2147483648;
  return [a - 1, a - a, 0 - a, -a];
});
test("int multiply overflow and -0", () => {
  let a = 65536;
  let z = 0;
  return [a * a, a * -a, z * -1, -1 * z, z * z, 2147483647 * 2147483647];
});
test("int divide", () => {
  let a = 7;
  let z = 0;
  return [a / 2, a / 7, a / z, -a / z, z / a, z / -a, z / z, -2147483648 / -1];
});
test("int remainder signs", () => {
  let z = 0;
  return [7 % 3, -7 % 3, 7 % -3, -7 % -3, -6 % 3, 6 % 3, 5 % z, z % 5, -2147483648 % -1, 5 % Infinity, Infinity % 5];
});
test("double remainder", () => [5.5 % 2, -5.5 % 2, 5.5 % -2, 0.3 % 0.1, 1e308 % 3, 4.5 % 1.5, -4.5 % 1.5, 2 ** 53 % 3]);
test("exponent", () => [
  2 ** 10,
  2 ** -1,
  (-2) ** 3,
  (-2) ** 0.5,
  0 ** 0,
  NaN ** 0,
  1 ** Infinity,
  (-1) ** Infinity,
  0 ** -1,
  (-0) ** -1,
  (-0) ** -2,
  (-0) ** 3,
  2 ** 1024,
  2 ** -1075,
  2 ** 3 ** 2,
]);
test("exponent assignment", () => {
  let a = 3;
  a **= 2;
  return a;
});
test("increment edges", () => {
  let a = 2147483647;
  a++;
  let b = -2147483648;
  b--;
  let c = 9007199254740992;
  c++;
  let d = -0;
  d++;
  let e = 0.1;
  e++;
  let f = "5";
  f++;
  let g = "x";
  g++;
  let h = null;
  h++;
  let i;
  i++;
  return [a, b, c, d, e, f, g, h, i];
});
test("negation makes -0", () => {
  let a = 0;
  return [-a, -(-a), 0 * -1, -0 + 0, -0 - 0, 0 - 0, -0 + -0];
});
test("shift counts are masked", () => [1 << 31, 1 << 32, 1 << 33, 1 << -1, -1 >>> 31, -1 >>> 32, -1 >> 40, 5 >>> -30, 1 << 31 >>> 31]);
test("to int32 of large doubles", () => [4294967295 | 0, 4294967296 | 0, 2147483648 | 0, -2147483649 | 0, 1e21 | 0, 1e10 | 0, -1e10 | 0, 2 ** 53 | 0, (2 ** 53 + 2) | 0, 2 ** 84 | 0, 0.9 | 0, -0.9 | 0]);
test("to uint32 of large doubles", () => [-1 >>> 0, 4294967296.5 >>> 0, -4294967297 >>> 0, 1e21 >>> 0, -0.5 >>> 0]);
test("bitwise on doubles", () => [1.9 & 3, -1.9 | 0, 4294967297 & 3, 2 ** 40 ^ 1, ~1.9, ~~-1.9, ~4294967295]);
test("compound assignments", () => {
  let a = 10;
  const log = [];
  log.push((a += 5), (a -= 3), (a *= 2), (a /= 4), (a %= 4), (a <<= 3), (a >>= 1), (a >>>= 1), (a |= 9), (a &= 12), (a ^= 5));
  return log;
});
test("compound assignment evaluates the target once", () => {
  let gets = 0;
  const o = { n: 1 };
  const f = () => (gets++, o);
  f().n += 5;
  f()["n"] *= 2;
  f().n++;
  return [o.n, gets];
});
test("compound assignment reads the left before the right", () => {
  let a = 1;
  a += (a = 10);
  let b = 1;
  b = b + (b = 10) + b;
  return [a, b];
});
test("string relational", () => ["a" < "b", "a" < "B", "10" < "9", "10" < 9, "" < "a", "ab" < "abc", "\u{1F600}" < "\uffff", "a" <= "a", "a" >= "b", "b" > "a", "a" > "a"]);
test("string against number", () => ["5" < 10, "x" < 1, "x" >= 1, "" < 1, null < 1, undefined < 1, null >= 0, null <= 0, null == 0, undefined == 0, "  " == 0, "\n" == 0]);
test("loose equality corners", () => [null == undefined, null == false, undefined == false, "" == false, "0" == false, "false" == false, [] == false, [0] == false, [] == "", [] == [], [1] == 1, "1,2" == [1, 2], {} == "[object Object]", NaN == NaN, 0 == -0, true == 1, true == "1", true == 2]);
test("loose equality with objects", () => {
  const o = { valueOf: () => 1, toString: () => "2" };
  return [o == 1, o == "1", o == "2", o == true, o == o, o == { ...o }, new String("a") == "a", new String("a") == new String("a"), new Number(1) == 1];
});
test("loose equality with symbols", () => {
  const s = Symbol("s");
  return [s == s, s == "s", s == Object(s), Object(s) == s, s == null, s == false];
});
test("addition of kinds", () => [1 + "2", "3" + 4 + 5, 3 + 4 + "5", null + 1, undefined + 1, true + true, [] + [], [] + {}, [1] + [2], 1 + [2], "a" + null, "a" + undefined, -0 + "", 1 + -"2", 1 + +"2"]);
test("addition with toPrimitive hints", () => {
  const hints = [];
  const o = {
    [Symbol.toPrimitive](hint) {
      hints.push(hint);
      return hint === "string" ? "s" : 7;
    },
  };
  return [o + 1, `${o}`, +o, o * 2, o == 7, o < 8, String(o), Number(o), "" + o, hints];
});
test("valueOf and toString order", () => {
  const log = [];
  const o = {
    valueOf() {
      log.push("valueOf");
      return {};
    },
    toString() {
      log.push("toString");
      return "5";
    },
  };
  return [o * 2, o + "", `${o}`, log];
});
test("neither gives a primitive", () => ({ valueOf: () => ({}), toString: () => ({}) }) + 1);
test("no methods at all", () => Object.create(null) + "");
test("toPrimitive not callable", () => +{ [Symbol.toPrimitive]: 1 });
test("toPrimitive null falls back", () => +{ [Symbol.toPrimitive]: null, valueOf: () => 3 });
test("toPrimitive gives an object", () => +{ [Symbol.toPrimitive]: () => ({}) });
test("symbol to number", () => +Symbol());
test("symbol to string by addition", () => Symbol("a") + "");
test("symbol in a template", () => `${Symbol("a")}`);
test("String of a symbol", () => String(Symbol("a")));
test("symbol comparison", () => Symbol() < 1);
test("operand order", () => {
  const log = [];
  const v = (n) => ({
    valueOf() {
      log.push("valueOf " + n);
      return n;
    },
  });
  const e = (n) => (log.push("eval " + n), v(n));
  return [e(1) + e(2), e(3) < e(4), e(5) > e(6), e(7) ** e(8), log];
});
test("throwing left operand stops", () => {
  const log = [];
  const bad = {
    valueOf() {
      throw new RangeError("bad");
    },
  };
  try {
    bad * { valueOf: () => log.push("right") };
  } catch (e) {
    log.push(e.name);
  }
  return log;
});
test("in", () => ["a" in { a: 1 }, "toString" in {}, 0 in [1], 1 in [1], "length" in [], 1 in { 1: 0 }, Symbol.iterator in []]);
test("in on a primitive", () => "a" in "abc");
test("in with key conversion", () => ({ toString: () => "k" }) in { k: 1 });
test("instanceof", () => [[] instanceof Array, [] instanceof Object, (() => 1) instanceof Function, 1 instanceof Number, Object.create(null) instanceof Object, new Number(1) instanceof Number]);
test("instanceof a non-callable", () => ({}) instanceof {});
test("instanceof a primitive", () => ({}) instanceof 5);
test("instanceof an arrow function without prototype", () => ({}) instanceof (() => {}));
test("instanceof a primitive left and no prototype", () => 5 instanceof (() => {}));
test("instanceof a bound function", () => {
  class A {}
  const B = A.bind();
  return [new A() instanceof B, {} instanceof B];
});
test("instanceof with prototype changed", () => {
  function F() {}
  const f = new F();
  F.prototype = {};
  return [f instanceof F, new F() instanceof F];
});
test("delete", () => {
  const o = { a: 1, b: 2 };
  return [delete o.a, delete o.missing, "a" in o, delete 5, delete o, typeof o];
});
test("delete non-configurable, sloppy", () => delete Object.freeze({ a: 1 }).a);
test("delete non-configurable, strict", () => {
  "use strict";
  return delete Object.freeze({ a: 1 }).a;
});
test("delete array elements and length", () => {
  const a = [1, 2, 3];
  return [delete a[1], a, delete a.length];
});
test("delete a string index", () => delete "abc"[0]);
test("delete of null's property", () => delete null.a);
test("typeof", () => [typeof undefined, typeof null, typeof true, typeof 1, typeof "", typeof Symbol(), typeof {}, typeof [], typeof (() => 1), typeof class {}, typeof undeclaredName]);
test("typeof in TDZ", () => {
  typeof x;
  let x;
});
test("void and comma", () => [void 0, void "x", (1, 2, 3)]);
test("conditional chains", () => [1 ? 2 : 3, 0 ? 2 : 3 ? 4 : 5, "" || null || 0 || "last", 1 && "two" && [], null ?? 0 ?? 1]);
test("short circuits", () => {
  let n = 0;
  const f = (v) => (n++, v);
  const r = [f(0) && f(1), f(1) || f(2), f(null) ?? f(3), f(0) ?? f(4)];
  return [r, n];
});
test("precedence", () => [2 + 3 * 4, (2 + 3) * 4, -(2 ** 2), 2 * 3 % 4, 1 + 2 + "3" + 4 * 5, !0 + 1, typeof 1 + 1, 1 < 2 < 3, 3 > 2 > 1, 1 | 2 & 4 ^ 5, 1 + 1 << 2, 10 - 2 - 3, 2 ** 2 ** 0]);
test("float sums", () => [0.1 + 0.2, 0.1 * 3, 1 / 3, 1e21 + 1, 9007199254740993, 5e-324 / 2, 1.7976931348623157e308 * 2, 100 * 1.1]);
test("literals", () => [0x1f, 0o17, 0b101, 1_000_000, 1e3, 1e-7, .5, 5., 0xffffffff, 0x20000000000001, 1e400, 0.0000001, 123456789012345680000, 1e21]);
test("legacy octal literals", () => Function("return [010, 08, 09.5, 0777]")());
test("legacy octal escapes", () => Function("return '\\101\\7\\0\\08\\378'")());
