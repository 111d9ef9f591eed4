// class_method: method calls on class instances: a getter, a method that writes, a method that
// calls another.
// Reduced size: 1000
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    4000000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

class Account {
  constructor(balance) {
    this.balance = balance;
    this.moves = 0;
  }
  get doubled() {
    return this.balance * 2;
  }
  deposit(amount) {
    this.balance += amount;
    this.moves++;
    return this;
  }
  cycle(amount) {
    return this.deposit(amount).deposit(-amount).balance;
  }
}

function run(n) {
  const account = new Account(10);
  let sum = 0;
  for (let i = 0; i < n; i += 4) {
    sum += account.cycle(i & 7) + account.doubled;
  }
  return sum + account.moves;
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
