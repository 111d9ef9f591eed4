// for_of_array: for-of over an array of 100 numbers.
// Reduced size: 20
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    30000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const source = [];
  for (let i = 0; i < 100; i++) {
    source.push(i);
  }
  let sum = 0;
  for (let i = 0; i < n; i++) {
    for (const value of source) {
      sum += value;
    }
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
