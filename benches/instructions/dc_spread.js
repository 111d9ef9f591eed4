function run(n) {
  const tags = ["alpha", "beta", "gamma"];
  let sum = 0;
  for (let i = 0; i < n; i++) sum += [...tags].length;
  return sum;
}
run(50000);
