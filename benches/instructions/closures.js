function counter() {
  let n = 0;
  return (by) => (n += by);
}
function run(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const add = counter();
    add(1);
    sum += add(i & 3);
  }
  return sum;
}
run(30000);
