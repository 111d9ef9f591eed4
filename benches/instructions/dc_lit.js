function run(n) {
  const record = { id: 1, name: "record", profile: { email: "ada@example.com", city: "London" } };
  let last = null;
  for (let i = 0; i < n; i++) {
    last = {
      id: i,
      name: record.name,
      profile: { email: record.profile.email, city: record.profile.city, tags: null },
      items: last === null,
    };
  }
  return last;
}
run(50000);
