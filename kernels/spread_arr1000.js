// spread_arr1000: array spread of 1000 small integers per turn.
// Reduced size: 50
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    15000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const source = [];
  for (let i = 0; i < 1000; i++) {
    source.push(i);
  }
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const copy = [...source];
    sum += copy.length + copy[i % 1000];
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
