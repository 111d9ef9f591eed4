// closures: closures made and called in a loop, each sharing one captured variable with a sibling.
// Reduced size: 500
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    500000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function counter(step) {
  let value = 0;
  return { add: () => (value += step), read: () => value };
}

function run(n) {
  let sum = 0;
  const add = (k) => (x) => x + k;
  for (let i = 0; i < n; i++) {
    sum += add(i & 3)(1);
    if ((i & 3) === 0) {
      const c = counter(i & 15);
      c.add();
      c.add();
      sum += c.read();
    }
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
