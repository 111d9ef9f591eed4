// fib: doubly recursive Fibonacci: the cost of a call.
// Reduced size: 12
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    32,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function fib(n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

function run(n) {
  return fib(n);
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
