// json_stringify_1mb: JSON.stringify of the 5000 user records of json_parse_1mb per turn (fewer
// when N is small); sums the lengths.
// Reduced size: 1
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    30,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function users(count) {
  const list = [];
  for (let i = 0; i < count; i++) {
    list.push({
      id: i,
      name: "user_" + i,
      email: "user_" + i + "@example.com",
      created_at: "2024-01-15T10:30:00Z",
      active: i % 3 !== 0,
      score: i * 1.5,
      tags: ["tag_" + (i % 10), "tag_" + (i % 7)],
    });
  }
  return { users: list };
}

function run(n) {
  const data = users(n < 30 ? n * 10 : 5000);
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += JSON.stringify(data).length;
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
