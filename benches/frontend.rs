//! How fast source text becomes bytecode: parsing with scope analysis, and compiling, in bytes per second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use tercet::compiler::compile_script;
use tercet::syntax::{Interner, ParseOptions, parse_script};
use tercet_vm::atom::Atom;
use tercet_vm::code::template::Atoms;

/// Atoms without an engine: what is measured is the front end.
struct Count(u32);

impl Atoms for Count {
    fn atom(&mut self, _: &str) -> Atom {
        self.0 += 1;
        Atom(self.0)
    }
    fn atom_utf16(&mut self, _: &[u16]) -> Atom {
        self.atom("")
    }
}

/// Text as people write it: comments, classes, functions, literals, control flow. `@` stands for a number.
const PIECES: &[&str] = &[
    r#"
/**
 * Keeps the entries of page @ in order.
 * @param {Iterable<Entry>} entries what to keep
 */
class Index@ extends Base {
  #entries = new Map();
  static limit = 4096;
  constructor(entries = [], { order = "asc", unique = true, ...rest } = {}) {
    super(rest);
    for (const entry of entries) this.add(entry);
    this.order = order === "asc" ? 1 : -1;
  }
  get size() { return this.#entries.size; }
  add(entry) {
    const key = `${entry.kind}:${entry.id}`;
    if (this.#entries.has(key) && entry.revision <= this.#entries.get(key).revision) return false;
    this.#entries.set(key, { ...entry, seen: Date.now(), tags: [...(entry.tags ?? []), "index@"] });
    return true;
  }
  *sorted(compare = (a, b) => this.order * (a.revision - b.revision)) {
    const list = [...this.#entries.values()].sort(compare);
    for (let i = 0; i < list.length && i < Index@.limit; i++) yield list[i];
  }
}
"#,
    r#"
// Reads a number of the form used by version @ of the format.
function readNumber@(text, position) {
  let value = 0, scale = 1, digits = 0;
  while (position < text.length) {
    const unit = text.charCodeAt(position);
    if (unit >= 48 && unit <= 57) {
      value = value * 10 + (unit - 48);
      digits++;
    } else if (unit === 46 && scale === 1) {
      scale = 10 ** -(text.length - position - 1);
    } else {
      break;
    }
    position += 1;
  }
  return digits === 0 ? { ok: false, error: "digits expected at " + position } : { ok: true, value: value * scale, position };
}
"#,
    r#"
const defaults@ = {
  name: "service-@", retries: 3, timeout: 1.5e3, hosts: ["alpha.example.com", "beta.example.com"],
  limits: { perSecond: 100, burst: 0x40, window: [1, 2, 3, 5, 8, 13] },
  onError(error, attempt) { return attempt < this.retries && error.code !== 404; },
  get label() { return this.name.toUpperCase(); },
};
"#,
    r#"
export_@ = async_@ = function handle(request, response, next) {
  const { method, headers: { accept = "*/*", "content-type": type } = {}, body } = request;
  switch (method) {
    case "GET":
    case "HEAD":
      return response.send(lookup(request.path)?.render({ accept }) ?? null);
    case "POST":
      try {
        const [first, second = first, ...others] = parse(body, type);
        return response.status(201).send(store.insert(first, second, others));
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        return response.status(400).send({ message: error.message, at: error.offset | 0 });
      } finally {
        request.done = true;
      }
    default:
      next(method, ...others@);
  }
};
"#,
];

fn source(bytes: usize) -> String {
    let mut text = String::new();
    for number in 0.. {
        if text.len() >= bytes {
            break;
        }
        text.push_str(&PIECES[number % PIECES.len()].replace('@', &number.to_string()));
    }
    text
}

fn front_end(c: &mut Criterion) {
    let text = source(256 << 10);
    let mut group = c.benchmark_group("frontend");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("parse", |bencher| {
        bencher.iter(|| {
            let mut interner = Interner::new();
            black_box(parse_script(&text, &mut interner, &ParseOptions::default()).expect("a valid script"))
        });
    });
    let mut interner = Interner::new();
    let parsed = parse_script(&text, &mut interner, &ParseOptions::default()).expect("a valid script");
    group.bench_function("compile", |bencher| {
        bencher.iter(|| {
            black_box(
                compile_script(&parsed, &interner, &text, &mut Count(0), false)
                    .expect("a script that compiles"),
            )
        });
    });
    group.finish();
}

criterion_group!(benches, front_end);
criterion_main!(benches);
