// dc_slice: slice() of the three-string array of the deep-clone record.
// Reduced size: 500
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    500000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const tags = ["alpha", "beta", "gamma"];
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const copy = tags.slice();
    sum += copy.length + (i & 7);
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
