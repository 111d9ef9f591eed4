// spread_iter: array spread of a hand-written iterator: a fresh result object for each of 50
// steps.
// Reduced size: 50
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    15000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

class Range {
  constructor(limit) {
    this.limit = limit;
  }
  [Symbol.iterator]() {
    let i = 0;
    const limit = this.limit;
    return {
      next() {
        return i < limit ? { value: i++, done: false } : { value: undefined, done: true };
      },
    };
  }
}

function run(n) {
  const source = new Range(50);
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const copy = [...source];
    sum += copy.length + copy[i % 50];
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
