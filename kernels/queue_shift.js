// queue_shift: an array used as a queue: push at the end, shift from the front, some 10 000
// waiting.
// Reduced size: 500
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    200000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const queue = [];
  const waiting = n < 20000 ? n / 2 : 10000;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    queue.push(i);
    if (queue.length > waiting) {
      sum += queue.shift();
    }
  }
  return sum + " " + queue.length + " " + queue[0];
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
