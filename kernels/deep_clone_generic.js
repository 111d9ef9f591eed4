// deep_clone_generic: a recursive clone that discovers the shape of what it copies with
// Array.isArray and Object.keys.
// Reduced size: 50
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    40000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function template() {
  return {
    id: 0,
    name: "record",
    profile: { email: "ada@example.com", city: "London", tags: ["alpha", "beta", "gamma"] },
    items: [
      { sku: "A-1", price: 1.5 },
      { sku: "B-2", price: 2.25 },
      { sku: "C-3", price: 3.125 },
    ],
  };
}

function clone(value) {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    const copy = [];
    for (let i = 0; i < value.length; i++) {
      copy.push(clone(value[i]));
    }
    return copy;
  }
  const copy = {};
  for (const key of Object.keys(value)) {
    copy[key] = clone(value[key]);
  }
  return copy;
}

function run(n) {
  const record = template();
  let sum = 0;
  for (let i = 0; i < n; i++) {
    record.id = i;
    const copy = clone(record);
    sum += copy.id + copy.items[i % 3].price;
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
