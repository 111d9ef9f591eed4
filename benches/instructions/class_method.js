class Shape {
  #scale = 2;
  constructor(side) {
    this.side = side;
  }
  get scale() {
    return this.#scale;
  }
  area() {
    return this.side * this.side;
  }
}
class Cube extends Shape {
  area() {
    return super.area() * 6 * this.scale;
  }
}
function run(n) {
  const shapes = [new Shape(1), new Cube(2)];
  let sum = 0;
  for (let i = 0; i < n; i++) sum += shapes[i & 1].area();
  return sum;
}
run(30000);
