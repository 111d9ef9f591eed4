// array_pushpop: push and pop at the end of an array that grows and shrinks.
// Reduced size: 1000
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    2000000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const stack = [];
  let sum = 0;
  for (let i = 0; i < n; i++) {
    stack.push(i);
    if ((i & 3) === 3) {
      sum += stack.pop() + stack.pop();
    }
  }
  while (stack.length > 0) {
    sum += stack.pop() & 1;
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
