// string_concat: s += x a million times, then a walk over the result: quadratic without ropes or
// builders.
// Reduced size: 1000
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    1000000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  let s = "";
  for (let i = 0; i < n; i++) {
    s += (i & 1) === 0 ? "ab" : "c";
  }
  let hash = 0;
  for (let i = 0; i < s.length; i += 13) {
    hash = (hash * 31 + s.charCodeAt(i)) | 0;
  }
  return s.length + " " + (hash >>> 0);
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
