// spread_gen: array spread of a generator that yields 50 numbers.
// Reduced size: 50
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    30000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function* count(limit) {
  for (let i = 0; i < limit; i++) {
    yield i;
  }
}

function run(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const copy = [...count(50)];
    sum += copy.length + copy[i % 50];
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
