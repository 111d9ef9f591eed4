function run(n) {
  const record = { id: 1, name: "record", city: "London", score: 2.5, tags: null };
  let sum = 0;
  for (let i = 0; i < n; i++) sum += { ...record, id: i }.id;
  return sum;
}
run(30000);
