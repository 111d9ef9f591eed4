// string_build: lines of text put together from template literals and number conversions, then
// joined.
// Reduced size: 300
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    150000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const lines = [];
  let total = 0;
  for (let i = 0; i < n; i++) {
    const line = `${i},name ${i % 100},${i * 0.5},${i % 2 === 0}`;
    total += line.length;
    lines.push(line);
  }
  const text = lines.join("\n");
  let hash = 0;
  for (let i = 0; i < text.length; i += 17) {
    hash = (hash * 31 + text.charCodeAt(i)) | 0;
  }
  return total + " " + text.length + " " + (hash >>> 0);
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
