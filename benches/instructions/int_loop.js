function run(n) {
  let a = 1;
  let b = 2;
  for (let i = 0; i < n; i++) {
    a = (a * 31 + i) | 0;
    b = (b ^ a) >>> 1;
  }
  return a + b;
}
run(200000);
