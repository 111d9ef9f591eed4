// sort_comparator: sort of pseudo-random integers with a comparator function, then of already
// sorted ones.
// Reduced size: 300
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    300000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  let seed = 42;
  const values = [];
  for (let i = 0; i < n; i++) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    values.push(seed);
  }
  values.sort((a, b) => a - b);
  let sum = 0;
  for (let i = 0; i < n; i += 97) {
    sum = (sum + values[i]) % 1000000007;
  }
  values.sort((a, b) => a - b);
  return sum + " " + values[0] + " " + values[n - 1];
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
