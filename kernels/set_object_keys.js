// set_object_keys: a Set and a Map keyed by objects: add, has, get, delete.
// Reduced size: 300
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    200000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const objects = [];
  const set = new Set();
  const map = new Map();
  for (let i = 0; i < n; i++) {
    const object = { i };
    objects.push(object);
    set.add(object);
    map.set(object, i);
  }
  let sum = 0;
  for (let i = 0; i < n; i++) {
    if (set.has(objects[i])) {
      sum += map.get(objects[i]) & 3;
    }
    if ((i & 1) === 0) {
      set.delete(objects[i]);
    }
  }
  return sum + " " + set.size + " " + map.size + " " + set.has({ i: 1 });
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
