// linked_list_churn: a long-lived linked list under constant replacement: old nodes die in the
// middle of live ones.
// Reduced size: 500
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    500000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

function run(n) {
  const size = n < 2000 ? n : 2000;
  let head = null;
  for (let i = 0; i < size; i++) {
    head = { value: i, payload: [i, i + 1], next: head };
  }
  let cursor = head;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const victim = cursor.next;
    if (victim === null) {
      cursor = head;
      continue;
    }
    cursor.next = { value: i, payload: [i, victim.value], next: victim.next };
    sum = (sum + victim.value + cursor.next.payload[1]) % 1000003;
    cursor = cursor.next;
  }
  let length = 0;
  for (let node = head; node !== null; node = node.next) {
    sum = (sum + node.payload[0]) % 1000003;
    length++;
  }
  return sum + " " + length;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
