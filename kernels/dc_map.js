// dc_map: map of the three item records of the deep-clone record to fresh literals.
// Reduced size: 300
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    500000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const items = [
    { sku: "A-1", price: 1.5 },
    { sku: "B-2", price: 2.25 },
    { sku: "C-3", price: 3.125 },
  ];
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const copy = items.map((item) => ({ sku: item.sku, price: item.price }));
    sum += copy[i % 3].price;
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
