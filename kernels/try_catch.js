// try_catch: try blocks that mostly complete, every eighth turn a throw through one call level,
// and finally.
// Reduced size: 300
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    1000000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function risky(i) {
  if ((i & 7) === 0) {
    throw { code: i };
  }
  return 1;
}

function run(n) {
  let sum = 0;
  let finals = 0;
  for (let i = 0; i < n; i++) {
    try {
      sum += risky(i);
    } catch (e) {
      sum += e.code & 15;
    } finally {
      finals++;
    }
  }
  return sum + " " + finals;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
