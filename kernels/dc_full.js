// dc_full: the whole body of object_deep_clone, every part of the clone used.
// Reduced size: 200
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    500000,
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

function clone(record) {
  return {
    id: record.id,
    name: record.name,
    profile: {
      email: record.profile.email,
      city: record.profile.city,
      tags: [...record.profile.tags],
    },
    items: record.items.map((item) => ({ sku: item.sku, price: item.price })),
  };
}

function run(n) {
  const record = template();
  let sum = 0;
  for (let i = 0; i < n; i++) {
    record.id = i;
    const copy = clone(record);
    sum += copy.id + copy.profile.tags.length + copy.items[2].price;
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
