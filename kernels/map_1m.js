// map_1m: a Map with string keys: insert, look up with freshly built keys, iterate the values,
// probe for missing keys.
// Reduced size: 500
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    500000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const map = new Map();
  for (let i = 0; i < n; i++) {
    map.set("key_" + i, i * 2);
  }
  let found = 0;
  for (let i = 0; i < n; i++) {
    found += map.get("key_" + i);
  }
  let total = 0;
  for (const value of map.values()) {
    total += value;
  }
  let hits = 0;
  const probes = n < 10000 ? n : 10000;
  for (let i = 0; i < probes; i++) {
    if (map.has("missing_" + i)) {
      hits++;
    }
  }
  return map.size + " " + found + " " + total + " " + hits;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
