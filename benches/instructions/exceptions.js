function check(i) {
  if (i % 3 === 0) throw new Error("three");
  return i;
}
let sum = 0;
for (let i = 0; i < 10000; i++) {
  try {
    sum += check(i);
  } catch (e) {
    sum += e.message.length;
  } finally {
    sum++;
  }
}
