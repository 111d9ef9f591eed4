function run(o, n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    o.count = i & 7;
    sum += o.count + o.inner.value + o.name.length;
  }
  return sum;
}
run({ name: "abc", inner: { value: 3 }, count: 0 }, 60000);
