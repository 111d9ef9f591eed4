// class_super: derived-class construction and super method calls, three levels deep.
// Reduced size: 300
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    300000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

class Shape {
  constructor(name) {
    this.name = name;
  }
  area() {
    return 1;
  }
}
class Rect extends Shape {
  constructor(w, h) {
    super("rect");
    this.w = w;
    this.h = h;
  }
  area() {
    return super.area() + this.w * this.h;
  }
}
class Box extends Rect {
  constructor(w, h, d) {
    super(w, h);
    this.d = d;
  }
  area() {
    return super.area() * 2 + this.d;
  }
}

function run(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += new Box(i & 7, 2, 3).area();
  }
  return sum;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
