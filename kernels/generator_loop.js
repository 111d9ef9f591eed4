// generator_loop: one generator with a loop, driven by for-of, and a second by next() with a value
// sent in.
// Reduced size: 1000
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    1000000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function* count(limit) {
  for (let i = 0; i < limit; i++) {
    yield i;
  }
}

function* accumulate() {
  let total = 0;
  while (true) {
    total += yield total;
  }
}

function run(n) {
  let sum = 0;
  for (const value of count(n)) {
    sum += value & 3;
  }
  const acc = accumulate();
  acc.next();
  for (let i = 0; i < n / 2; i++) {
    sum += acc.next(1).value & 1;
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
