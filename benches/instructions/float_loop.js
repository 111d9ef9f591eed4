function run(n) {
  let x = 0.5;
  let y = 1.5;
  for (let i = 0; i < n; i++) {
    x = x * 0.999 + y / (i + 1);
    if (x > 100) x -= 100.5;
    y = y + x * 0.001;
  }
  return x + y;
}
run(100000);
