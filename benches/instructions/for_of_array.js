function run(n) {
  const list = Array.from({ length: 1000 }, (_, i) => i);
  let sum = 0;
  for (let i = 0; i < n; i++) for (const v of list) sum += v;
  return sum;
}
run(150);
