function* count(n) {
  for (let i = 0; i < n; i++) yield i;
}
let sum = 0;
for (const v of count(50000)) sum += v;
