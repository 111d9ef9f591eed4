// join_split: split of a text into 30 000 parts and join of them, over and over.
// Reduced size: 40
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    30000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const parts = [];
  for (let i = 0; i < n; i++) {
    parts.push("part" + (i % 1000));
  }
  let text = parts.join(",");
  let sum = 0;
  for (let round = 0; round < 20; round++) {
    const pieces = text.split(",");
    sum += pieces.length + pieces[round].length;
    text = pieces.join(round % 2 === 0 ? ";" : ",");
    const again = text.split(round % 2 === 0 ? ";" : ",");
    text = again.join(",");
    sum += text.length;
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
