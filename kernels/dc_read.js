// dc_read: the property reads of the deep clone and no allocation: the floor of the dc_ loops.
// Reduced size: 1000
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

function run(n) {
  const record = template();
  let sum = 0;
  for (let i = 0; i < n; i++) {
    record.id = i;
    sum +=
      record.id +
      record.name.length +
      record.profile.email.length +
      record.profile.city.length +
      record.profile.tags.length +
      record.items.length;
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
