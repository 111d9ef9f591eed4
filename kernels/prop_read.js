// prop_read: own and inherited property reads and one write on a single shape.
// Reduced size: 2000
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    3000000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function Point(x, y) {
  this.x = x;
  this.y = y;
  this.hits = 0;
}
Point.prototype.scale = 3;

function run(n) {
  const p = new Point(1, 2);
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += p.x + p.y * p.scale;
    p.hits = i;
  }
  return sum + p.hits;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
