// Math: every function, with edge cases; results that may differ in the last digits are rounded.

const edge = [NaN, Infinity, -Infinity, 0, -0, 1, -1, 0.5, -0.5, 1.5, -1.5, 2.5, 0.49999999999999994, 4503599627370495.5, 1e300, -1e-300, 5e-324];
for (const name of ["abs", "ceil", "floor", "round", "trunc", "sign", "sqrt", "fround", "clz32"]) {
  test(name, () => edge.map((v) => Math[name](v)));
}
for (const name of ["sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "exp", "expm1", "log", "log2", "log10", "log1p", "cbrt"]) {
  test(name, () => [NaN, Infinity, -Infinity, 0, -0, 1, -1, 0.5, -0.5, 2, 10, 0.001].map((v) => {
    const r = Math[name](v);
    return r === 0 || !Number.isFinite(r) ? r : r.toPrecision(12);
  }));
}
test("log2 and log10 of exact powers", () => [Math.log2(8), Math.log2(1024), Math.log2(0.125), Math.log10(1000), Math.log10(1e-5), Math.log10(1e15), Math.log2(2 ** 52)]);
test("cbrt of cubes", () => [27, -8, 1000, 0.001].map((v) => Math.cbrt(v).toFixed(10)));
test("round halves", () => [0.5, 1.5, 2.5, -0.5, -1.5, -2.5, -0.2, 0.49999999999999994, 4503599627370496.5, 9007199254740991, -4503599627370495.5, 2147483647.5, -2147483648.5].map(Math.round));
test("floor, ceil and trunc keep -0", () => [Math.floor(-0), Math.ceil(-0.5), Math.trunc(-0.9), Math.round(-0.4), Math.floor(-0.5), Math.ceil(0.2)]);
test("floor and ceil of large values", () => [Math.floor(2147483647.9), Math.ceil(2147483647.1), Math.floor(-2147483648.1), Math.ceil(-2147483648.9), Math.floor(1e20)]);
test("abs of edges", () => [Math.abs(-2147483648), Math.abs(-0), Math.abs("-3"), Math.abs(null), Math.abs(), Math.abs([]), Math.abs([-2]), Math.abs({})]);
test("max and min", () => [Math.max(), Math.min(), Math.max(1, 3, 2), Math.min(1, -3, 2), Math.max(NaN, 1), Math.min(1, NaN), Math.max(0, -0), Math.min(0, -0), Math.max(-0, 0), Math.max(-0, -0), Math.max("3", 2), Math.max(null, -1), Math.max(undefined, 1), Math.max([5], 1)]);
test("max converts every argument", () => {
  const log = [];
  const v = (n) => ({
    valueOf() {
      log.push(n);
      return n;
    },
  });
  return [Math.max(NaN, v(1), v(2)), log];
});
test("max with a throwing argument after NaN", () => Math.max(NaN, Symbol()));
test("lengths", () => [Math.max.length, Math.min.length, Math.hypot.length, Math.atan2.length, Math.pow.length, Math.imul.length, Math.round.length]);
test("pow", () => [Math.pow(2, 10), Math.pow(2, 0.5).toFixed(10), Math.pow(-8, 1 / 3), Math.pow(0, 0), Math.pow(NaN, 0), Math.pow(0, NaN), Math.pow(1, NaN), Math.pow(1, Infinity), Math.pow(-1, -Infinity), Math.pow(2, Infinity), Math.pow(0.5, Infinity), Math.pow(-Infinity, 3), Math.pow(-Infinity, -3), Math.pow(-0, -3), Math.pow(10, 22), Math.pow(10, -5).toFixed(15), Math.pow(2, -1074)]);
test("atan2 quadrants", () => [[0, 1], [0, -1], [-0, -1], [1, 0], [-1, 0], [0, 0], [-0, 0], [0, -0], [-0, -0], [1, 1], [-1, -1], [Infinity, Infinity], [1, Infinity], [1, -Infinity], [NaN, 1]].map(([y, x]) => {
  const r = Math.atan2(y, x);
  return r === 0 || r !== r ? r : r.toPrecision(12);
}));
test("hypot", () => [Math.hypot(), Math.hypot(3, 4), Math.hypot(-0), Math.hypot(NaN, Infinity), Math.hypot(1, NaN), Math.hypot(-Infinity, NaN), Math.hypot(1e200, 1e200).toPrecision(12), Math.hypot("3", [4]), Math.hypot(1, 2, 2)]);
test("imul", () => [Math.imul(2, 4), Math.imul(-1, 8), Math.imul(0xffffffff, 5), Math.imul(0xfffffffe, 5), Math.imul(65536, 65536), Math.imul(123456789, 987654321), Math.imul(1.9, 2.9), Math.imul("3", 4), Math.imul(NaN, 1), Math.imul()]);
test("clz32", () => [0, 1, 0xffffffff, -1, 0.5, 2 ** 32, 1 << 30, NaN, "8", undefined].map((v) => Math.clz32(v)));
test("fround", () => [Math.fround(5.5), Math.fround(5.05), Math.fround(1e40), Math.fround(-1e-50), Math.fround(16777217), Math.fround(1.17549435e-38), Math.fround(1e-45), Math.fround(3.4028235e38), Math.fround(3.4028236e38)]);
test("sign", () => [Math.sign(-3), Math.sign("5"), Math.sign(-0), Math.sign("x"), Math.sign(null)]);
test("sqrt", () => [Math.sqrt(4), Math.sqrt(2), Math.sqrt(-1), Math.sqrt(-0), Math.sqrt(1e-320), Math.sqrt(Number.MAX_VALUE)]);
test("random", () => {
  for (let i = 0; i < 1000; i++) {
    const r = Math.random();
    if (!(r >= 0 && r < 1)) return r;
  }
  return Math.random() !== Math.random();
});
test("constants", () => [Math.PI, Math.E, Math.LN2, Math.LN10, Math.LOG2E, Math.LOG10E, Math.SQRT2, Math.SQRT1_2]);
test("constants cannot be written", () => {
  "use strict";
  Math.PI = 3;
});
test("tag", () => [Math[Symbol.toStringTag], String(Math), typeof Math]);
test("conversion errors", () => Math.floor(Symbol()));
test("conversions", () => [Math.floor("3.7"), Math.ceil(null), Math.floor(undefined), Math.round([2.6]), Math.trunc(true), Math.floor({ valueOf: () => 9.9 })]);
