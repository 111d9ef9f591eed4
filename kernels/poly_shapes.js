// poly_shapes: one property-read site that sees eight shapes in turn.
// Reduced size: 1000
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    3000000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const shapes = [
    { v: 1 },
    { a: 0, v: 2 },
    { a: 0, b: 0, v: 3 },
    { b: 0, v: 4 },
    { c: 0, v: 5, d: 0 },
    { v: 6, e: 0 },
    { f: 0, g: 0, h: 0, v: 7 },
    { v: 8, i: 0, j: 0 },
  ];
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += shapes[i & 7].v;
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
