const record = {
  id: 0,
  name: "record",
  profile: { email: "ada@example.com", city: "London", tags: ["alpha", "beta", "gamma"] },
  items: [
    { sku: "A-1", price: 1.5 },
    { sku: "B-2", price: 2.25 },
    { sku: "C-3", price: 3.125 },
  ],
};
function clone(record) {
  return {
    id: record.id,
    name: record.name,
    profile: { email: record.profile.email, city: record.profile.city, tags: [...record.profile.tags] },
    items: record.items.map((item) => ({ sku: item.sku, price: item.price })),
  };
}
function run(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    record.id = i;
    sum += clone(record).id;
  }
  return sum;
}
run(10000);
