// batch: a small batch job: class instances mapped to rows, rows sorted, reduced into summaries,
// folded into totals.
// Reduced size: 300
const N = Number(
  (typeof scriptArgs === "object" && scriptArgs[1]) ||
    (typeof process === "object" && process.argv && process.argv[2]) ||
    40000,
);
const out = typeof print === "function" ? print : console.log;
const now = typeof performance === "object" ? () => performance.now() : () => Date.now();

const BUCKETS = ["north", "east", "south", "west"];

class Job {
  constructor(id) {
    this.id = id;
    this.bucket = BUCKETS[id % 4];
    this.weight = (id % 97) * 0.5;
    this.score = 0;
  }
  rescore(factor) {
    this.score = this.weight * factor + (this.id % 7);
    return this.score;
  }
}

class Totals {
  constructor() {
    this.count = 0;
    this.total = 0;
    this.peak = 0;
  }
  fold(summary) {
    this.count += summary.count;
    this.total += summary.total;
    this.peak = Math.max(this.peak, summary.peak);
    return this;
  }
}

function byValueThenKey(a, b) {
  if (a.value !== b.value) {
    return b.value - a.value;
  }
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

function run(n) {
  const jobs = [];
  for (let i = 0; i < n; i++) {
    jobs.push(new Job(i));
  }
  const rows = jobs.map((job) => ({
    key: job.bucket + ":" + job.id,
    value: job.rescore(1.5),
    tag: job.id % 2 === 0 ? "even" : "odd",
  }));
  const sorted = rows.slice().sort(byValueThenKey);
  const summaries = sorted.reduce(
    (acc, row) => {
      const slot = acc[BUCKETS.indexOf(row.key.slice(0, row.key.indexOf(":")))];
      slot.count += row.tag === "even" ? 1 : 2;
      slot.total += row.value;
      slot.peak = Math.max(slot.peak, row.value);
      return acc;
    },
    BUCKETS.map(() => ({ count: 0, total: 0, peak: 0 })),
  );
  const totals = summaries.reduce((acc, summary) => acc.fold(summary), new Totals());
  let result = totals.count + totals.total + totals.peak;
  for (const row of sorted.slice(0, 16)) {
    result += row.value;
  }
  return result.toFixed(4);
}

const start = now();
const checksum = run(N);
const elapsed = now() - start;
out("checksum: " + checksum);
out("time: " + elapsed.toFixed(3) + " ms");
