// objspread: object spread of a five-property record with one property overridden.
// Reduced size: 500
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    500000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const source = { id: 0, name: "n", x: 1.5, y: 2.5, flag: true };
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const copy = { ...source, id: i };
    sum += copy.id + copy.x;
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
