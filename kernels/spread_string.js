// spread_string: array spread of a 50-character string, some characters outside the basic plane.
// Reduced size: 50
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    60000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const source = "The quick brown fox \u{1F98A} jumps over the lazy dog \u{1F415}!";
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const copy = [...source];
    sum += copy.length + copy[i % copy.length].length;
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
