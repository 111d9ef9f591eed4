// rest_args: calls that collect rest parameters, with and without leading parameters.
// Reduced size: 500
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    500000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function sumAll(...values) {
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    sum += values[i];
  }
  return sum;
}

function tail(first, ...rest) {
  return first + rest.length;
}

function run(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += sumAll(i, 1, 2, 3) + tail(i, 1, 2);
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
