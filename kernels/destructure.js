// destructure: array and object destructuring with defaults, nesting and a swap.
// Reduced size: 500
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    500000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const pair = [1, 2];
  const record = { x: 3, inner: { y: 4 } };
  let a = 1;
  let b = 2;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const [p, q] = pair;
    const { x, inner: { y }, z = 5 } = record;
    [a, b] = [b, a];
    sum += p + q + x + y + z + a;
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
