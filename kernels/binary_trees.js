// binary_trees: complete binary trees built and walked, one kept alive while many die young.
// Reduced size: 6
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    15,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

class Node {
  constructor(left, right) {
    this.left = left;
    this.right = right;
  }
}

function build(depth) {
  return depth === 0 ? new Node(null, null) : new Node(build(depth - 1), build(depth - 1));
}

function check(node) {
  return node.left === null ? 1 : 1 + check(node.left) + check(node.right);
}

function run(n) {
  const kept = build(n);
  const counts = [];
  for (let depth = 4; depth <= n; depth += 4) {
    const turns = 1 << (n - depth + 2);
    let total = 0;
    for (let i = 0; i < turns; i++) {
      total += check(build(depth));
    }
    counts.push(total);
  }
  return counts.join(" ") + " " + check(kept);
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
