// objassign: Object.assign of two small records into a fresh object.
// Reduced size: 500
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    400000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const defaults = { width: 1, height: 2, depth: 3 };
  const options = { height: 5, title: "t" };
  let sum = 0;
  for (let i = 0; i < n; i++) {
    options.height = i & 15;
    const merged = Object.assign({}, defaults, options);
    sum += merged.width + merged.height + merged.depth;
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
