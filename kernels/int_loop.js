// int_loop: 32-bit integer arithmetic in one loop: shifts, xor, masks and Math.imul.
// Reduced size: 2000
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    5000000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  let a = 1;
  let b = 7;
  for (let i = 0; i < n; i++) {
    a = (a ^ (a << 5)) | 0;
    b = (b + (a >>> 3) + i) | 0;
    a = (Math.imul(a, 31) + b) | 0;
  }
  return (a >>> 0) + " " + (b >>> 0);
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
