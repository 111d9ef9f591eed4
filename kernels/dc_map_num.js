// dc_map_num: map over three numbers: the call overhead of dc_map without its literals.
// Reduced size: 300
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    500000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const prices = [1.5, 2.25, 3.125];
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const copy = prices.map((price) => price * 2);
    sum += copy[i % 3];
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
