// call_spread: calls with a spread array argument, alone and after plain arguments.
// Reduced size: 500
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    500000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function add3(a, b, c) {
  return a + b + c;
}

function run(n) {
  const three = [1, 2, 3];
  const two = [4, 5];
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += add3(...three) + add3(i, ...two);
  }
  return sum + Math.max(...three);
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
