// dict_add_delete: an object used as a dictionary: a sliding window of keys, the oldest deleted at
// each step.
// Reduced size: 300
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    200000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const dict = {};
  let sum = 0;
  for (let i = 0; i < n; i++) {
    dict["k" + i] = i;
    if (i >= 100) {
      const old = "k" + (i - 100);
      sum += dict[old];
      delete dict[old];
    }
  }
  let left = 0;
  for (const key in dict) {
    left += dict[key];
  }
  return sum + " " + left + " " + Object.keys(dict).length;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
