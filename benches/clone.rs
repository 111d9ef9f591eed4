//! The parts of a hand-written deep clone, and the whole. One element is one record cloned.

mod support;

use criterion::{Criterion, criterion_group, criterion_main};
use support::{engine, time};

const SOURCE: &str = r#"
const record = {
  id: 0,
  name: "record",
  profile: { email: "ada@example.com", city: "London", tags: ["alpha", "beta", "gamma"] },
  items: [{ sku: "A-1", price: 1.5 }, { sku: "B-2", price: 2.25 }, { sku: "C-3", price: 3.125 }],
};
function repeat(times, f) { let r; for (let i = 0; i < times; i++) r = f(record); return r; }
const literals = (r) => ({ id: r.id, name: r.name, profile: { email: r.profile.email, city: r.profile.city, tags: null }, items: null });
const reads = (r) => r.id + r.profile.email.length + r.profile.city.length + r.items[0].price + r.profile.tags.length;
const tags = (r) => [...r.profile.tags];
const items = (r) => r.items.map((item) => ({ sku: item.sku, price: item.price }));
const clone = (r) => ({
  id: r.id,
  name: r.name,
  profile: { email: r.profile.email, city: r.profile.city, tags: [...r.profile.tags] },
  items: r.items.map((item) => ({ sku: item.sku, price: item.price })),
});
const spread = (r) => ({ ...r, profile: { ...r.profile, tags: [...r.profile.tags] }, items: r.items.map((item) => ({ ...item })) });
function generic(v) {
  if (Array.isArray(v)) return v.map(generic);
  if (typeof v !== "object" || v === null) return v;
  const copy = {};
  for (const key of Object.keys(v)) copy[key] = generic(v[key]);
  return copy;
}
const json = (r) => JSON.parse(JSON.stringify(r));
"#;

const TURNS: u64 = 1000;

fn clone(c: &mut Criterion) {
    let mut engine = engine(SOURCE);
    let mut group = c.benchmark_group("clone");
    for name in ["literals", "reads", "tags", "items", "clone", "spread", "generic", "json"] {
        time(&mut group, &mut engine, name, &format!("repeat({TURNS}, {name})"), TURNS);
    }
    group.finish();
}

criterion_group!(benches, clone);
criterion_main!(benches);
