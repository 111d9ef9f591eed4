// The cases of array iteration that need typed arrays.

test("typed array", () => [...new Uint8Array([1, 2])]);
test("typed array, Array.from", () => Array.from(new Float64Array([1.5, -0, NaN])));
test("typed array, call spread", () => Math.max(...new Int16Array([3, -4, 2])));
test("typed array, destructuring", () => {
  const [a, b, c] = new Uint8Array([1, 2]);
  return [a, b, c];
});
test("typed array, patched array iterator next", () => {
  let left = 2;
  const value = () => ({ value: left, done: left-- === 0 });
  return patched(ArrayIteratorPrototype, "next", { value }, () => [...new Uint8Array(1)]);
});
