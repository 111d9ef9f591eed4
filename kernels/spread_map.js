// spread_map: array spread of a Map of 50 entries per turn: one entry array for each element.
// Reduced size: 50
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    30000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const source = new Map();
  for (let i = 0; i < 50; i++) {
    source.set("k" + i, i * 3);
  }
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const copy = [...source];
    sum += copy.length + copy[i % 50][1];
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
