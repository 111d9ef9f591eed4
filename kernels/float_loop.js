// float_loop: escape-time iteration over a square of the complex plane: double arithmetic in
// nested loops.
// Reduced size: 12
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    300,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  let inside = 0;
  let steps = 0;
  for (let py = 0; py < n; py++) {
    const ci = (py * 2) / n - 1;
    for (let px = 0; px < n; px++) {
      const cr = (px * 3) / n - 2;
      let zr = 0;
      let zi = 0;
      let i = 0;
      while (i < 50 && zr * zr + zi * zi <= 4) {
        const t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        i++;
      }
      steps += i;
      if (i === 50) {
        inside++;
      }
    }
  }
  return inside + " " + steps;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
