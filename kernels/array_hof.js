// array_hof: filter, map, reduce, some and forEach chained over 200 numbers.
// Reduced size: 5
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    6000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const source = [];
  for (let i = 0; i < 200; i++) {
    source.push(i);
  }
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const picked = source.filter((v) => v % 3 === 0).map((v) => v * 2 + i);
    sum += picked.reduce((acc, v) => acc + v, 0);
    if (source.some((v) => v === 150)) {
      sum++;
    }
    source.forEach((v) => {
      sum += v & 1;
    });
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
