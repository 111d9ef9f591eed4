// obj_key_churn: one object that gains many thousands of distinct keys, is read back, and loses
// half of them.
// Reduced size: 300
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    200000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const object = {};
  for (let i = 0; i < n; i++) {
    object["key" + i] = i;
  }
  let sum = 0;
  for (let i = 0; i < n; i += 2) {
    sum += object["key" + i];
    delete object["key" + i];
  }
  const keys = Object.keys(object);
  return sum + " " + keys.length + " " + keys[0] + " " + keys[keys.length - 1];
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
