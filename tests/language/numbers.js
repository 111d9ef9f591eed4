// Number: conversion to and from text, formatting, constants and predicates.

const values = [0, -0, 1, -1, 0.5, 1.5, 2.5, -2.5, 10, 123.456, 0.000001, 1e-7, 123456789, 1e20, 1e21, 1.005, 0.1, 1 / 3, 5e-324, 1.7976931348623157e308, NaN, Infinity, -Infinity];
for (const v of values) {
  test("toString of " + v + (Object.is(v, -0) ? " (negative)" : ""), () => [String(v), v.toString(10), `${v}`]);
  test("toFixed of " + v + (Object.is(v, -0) ? " (negative)" : ""), () => [0, 1, 2, 5, 10, 20].map((d) => v.toFixed(d)));
  test("toPrecision of " + v + (Object.is(v, -0) ? " (negative)" : ""), () => [1, 2, 3, 10, 21].map((d) => v.toPrecision(d)));
  test("toExponential of " + v + (Object.is(v, -0) ? " (negative)" : ""), () => [v.toExponential(), ...[0, 1, 2, 10, 20].map((d) => v.toExponential(d))]);
}
for (const radix of [2, 3, 8, 16, 32, 36]) {
  test("radix " + radix, () => [0, 1, -1, 10, 255, -255, 65535, 2 ** 31, -(2 ** 31), 2 ** 32 + 1, 0.5, -0.25, 255.75].map((v) => (Number.isInteger(v) || radix % 2 === 0 ? v.toString(radix) : "skip")));
}
test("radix of NaN and infinities", () => [NaN.toString(2), Infinity.toString(36), (-Infinity).toString(16)]);
test("radix conversions of the argument", () => [(10).toString("2"), (10).toString(undefined), (10).toString(2.9)]);
for (const radix of [0, 1, 37, -1, Infinity, null]) {
  test("bad radix " + radix, () => (10).toString(radix));
}
for (const digits of [-1, 101, Infinity, NaN, "2", undefined, 1.9]) {
  test("toFixed argument " + digits, () => (1.2345).toFixed(digits));
  test("toPrecision argument " + digits, () => (1.2345).toPrecision(digits));
  test("toExponential argument " + digits, () => (1.2345).toExponential(digits));
}
test("toFixed large", () => [(1e21).toFixed(2), (1e20).toFixed(2), (123.456).toFixed(100).length, (0.1).toFixed(55)]);
test("toFixed rounding", () => [(0.5).toFixed(0), (1.5).toFixed(0), (2.5).toFixed(0), (1.45).toFixed(1), (8.345).toFixed(2), (1.255).toFixed(2), (-1.5).toFixed(0), (0.000001).toFixed(7), (-0.0000001).toFixed(2), (10.235).toFixed(2)]);
test("toPrecision forms", () => [(1234.5678).toPrecision(2), (0.00001).toPrecision(1), (0.000001).toPrecision(2), (0.0000001).toPrecision(2), (1e21).toPrecision(3), (99.99).toPrecision(3), (25).toPrecision(1), (35).toPrecision(1)]);
test("toPrecision of NaN ignores the range", () => [NaN.toPrecision(1000), Infinity.toPrecision(-1)]);
test("toExponential rounding", () => [(25).toExponential(0), (12345).toExponential(3), (0.00015).toExponential(1), (99.99).toExponential(1), (0).toExponential(2)]);
test("receiver checks", () => Number.prototype.toFixed.call("1", 2));
test("valueOf receiver check", () => Number.prototype.valueOf.call({}));
test("wrapped receivers", () => [new Number(5).toString(2), Number.prototype.toString.call(new Number(3)), new Number(1.5).toFixed(2)]);
test("Number.prototype is a Number", () => [Number.prototype.toString(), Number.prototype.valueOf()]);
test("shortest digits", () => [0.1 + 0.2, 1.1, 4.35, 0.000001234, 123456.789, 1e23, 2 ** 70, 4.9406564584124654e-324, 2.2250738585072014e-308, 9007199254740991, 1.2345678901234567e-10, 1.0000000000000002, 0.3, 1e-6, 1.5e-6, 12e20, 12e21]);
test("large integers", () => [1e15, 1e16, 1e17, 123456789012345678, 4294967296, 4294967297, -4294967296, 1e100]);
for (const text of ["", " ", "0", "-0", "+0", "1", " 1 ", "\t\n1\r\u2028", "1.", ".1", ".", "1e3", "1E-3", "1e", "1e+", "-1", "--1", "+1", "0x1F", "0X1f", "-0x1", "0b11", "0o17", "0b2", "0x", "0xg", "Infinity", "-Infinity", "+Infinity", "infinity", "Infinity1", "NaN", "1 2", "1_000", "1n", "\u00a01\ufeff", "\u180e1", "1,5", "null", "0.1e1", "00012", "08", "1e1000", "-1e1000", "1e-400", "5e-324", "9007199254740993", "0.1000000000000000055511151231257827", "179769313486231580793728971405301e276", "2.2250738585072011e-308", "12345678901234567890123456789", "123abc", "12.34.56", "\u0661"]) {
  test("text " + JSON.stringify(text), () => [Number(text), parseFloat(text), parseInt(text)]);
}
for (const radix of [undefined, 0, 1, 2, 8, 10, 16, 36, 37, -16, NaN, "16", 4294967298]) {
  test("parseInt radix " + radix, () => ["10", "ff", "0x1f", "z", "-11", "9", "1.9", ""].map((t) => parseInt(t, radix)));
}
test("parseInt corners", () => [parseInt(null, 36), parseInt(1e21), parseInt(1e-7), parseInt("  -0"), parseInt("9007199254740993"), parseInt("0x"), parseInt("123px"), parseInt(0.0000005), parseInt([7, 8]), parseInt("100000000000000000000000", 2), parseInt("zzzzzzzzzzzz", 36)]);
test("parseFloat corners", () => [parseFloat("3.14abc"), parseFloat("-.5e-2x"), parseFloat("1e1e1"), parseFloat("0x10"), parseFloat("Infinityx"), parseFloat("-Infin"), parseFloat("1e+"), parseFloat("1.5.2"), parseFloat("-"), parseFloat({ toString: () => "2.5" })]);
test("parseFloat of -0", () => [parseFloat("-0"), parseFloat("-0.0e5")]);
test("parseInt of a symbol", () => parseInt(Symbol()));
test("the same functions", () => [Number.parseFloat === parseFloat, Number.parseInt === parseInt]);
test("constants", () => [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, Number.MAX_VALUE, Number.MIN_VALUE, Number.EPSILON, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN]);
test("constants are read-only", () => Object.getOwnPropertyDescriptor(Number, "MAX_VALUE"));
for (const [name, f] of [["isInteger", Number.isInteger], ["isSafeInteger", Number.isSafeInteger], ["isFinite", Number.isFinite], ["isNaN", Number.isNaN]]) {
  test("Number." + name, () => [0, -0, 1, 1.5, 1e308, 2 ** 53, 2 ** 53 - 1, -(2 ** 53), NaN, Infinity, "1", null, undefined, {}, new Number(1), true].map((v) => f(v)));
}
test("global isNaN and isFinite convert", () => [isNaN("x"), isNaN("1"), isNaN(undefined), isNaN(null), isNaN([]), isNaN({}), isFinite("1"), isFinite("x"), isFinite(null), isFinite(""), isFinite(Infinity)]);
test("global isNaN of a symbol", () => isNaN(Symbol()));
test("Number() calls", () => [Number(), Number(undefined), Number(null), Number(true), Number([]), Number([5]), Number([1, 2]), Number({}), Number(new Number(3)), Number("  42\n")]);
test("new Number", () => [typeof new Number(5), new Number("0x10").valueOf(), new Number() + 1]);
test("Number of an object: valueOf first", () => Number({ valueOf: () => "7", toString: () => "8" }));
test("global value properties", () => ["NaN", "Infinity", "undefined"].map((k) => Object.getOwnPropertyDescriptor(globalThis, k)));
test("property on a number", () => {
  const n = 5;
  n.x = 1;
  return n.x;
});
test("property on a number, strict", () => {
  "use strict";
  const n = 5;
  n.x = 1;
});
test("toLocaleString exists", () => typeof (5).toLocaleString);
