//! The report of a benchmark as a table, as Markdown or as JSON.
//!
//! What lives here: the shape of the report and its text. What does not: measuring, and the arithmetic
//! of the numbers shown (`super::stats`).

use std::fmt::Write as _;

use comfy_table::{CellAlignment, Table, TableStyle, presets};

use super::Format;
use super::engine::{Engine, Sample};
use super::stats::{Summary, geometric_mean};

/// A finished benchmark.
#[derive(Debug)]
pub struct Report {
    /// The engines, Tercet first.
    pub engines: Vec<Engine>,
    /// The size that replaced the kernels' own.
    pub size: Option<u64>,
    /// What was measured, in the order it was run.
    pub kernels: Vec<Measured>,
    /// One sentence for each kernel that could not be measured.
    pub failures: Vec<String>,
}

/// The runs of one kernel.
#[derive(Debug)]
pub struct Measured {
    /// The kernel's name.
    pub name: String,
    /// The checksum on which all engines agreed.
    pub checksum: String,
    /// For each engine its runs.
    pub samples: Vec<Vec<Sample>>,
}

/// Which of the two times of a run is meant.
#[derive(Debug, Clone, Copy)]
enum Clock {
    Wall,
    Own,
}

impl Measured {
    fn times(&self, engine: usize, clock: Clock) -> Vec<f64> {
        let samples = self.samples[engine].iter();
        match clock {
            Clock::Wall => samples.map(|sample| sample.wall).collect(),
            Clock::Own => samples.filter_map(|sample| sample.own).collect(),
        }
    }

    fn summary(&self, engine: usize, clock: Clock) -> Option<Summary> {
        Summary::of(&self.times(engine, clock))
    }

    /// The engine's median as a multiple of Tercet's.
    fn ratio(&self, engine: usize, clock: Clock) -> Option<f64> {
        self.summary(engine, clock)?.ratio(&self.summary(0, clock)?)
    }
}

impl Report {
    /// The report's text.
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Table => self.table(presets::UTF8_FULL_CONDENSED, str::to_owned),
            Format::Markdown => self.table(presets::ASCII_MARKDOWN, escape_bars),
            Format::Json => self.json(),
        }
    }

    fn mean(&self, engine: usize, clock: Clock) -> Option<f64> {
        geometric_mean(self.kernels.iter().filter_map(|kernel| kernel.ratio(engine, clock)))
    }

    /// One line for each kernel and engine, and the geometric means below. `name_cell` makes a kernel's
    /// or an engine's name fit to stand in a cell.
    fn table(&self, style: TableStyle, name_cell: fn(&str) -> String) -> String {
        let mut table = Table::new();
        table.load_style(style).set_header([
            "kernel",
            "engine",
            "process ms",
            "min–max",
            "× tercet",
            "own ms",
            "min–max",
            "× tercet",
        ]);
        for kernel in &self.kernels {
            for (index, engine) in self.engines.iter().enumerate() {
                let name = if index == 0 { kernel.name.as_str() } else { "" };
                let mut row = vec![name_cell(name), name_cell(&engine.name)];
                for clock in [Clock::Wall, Clock::Own] {
                    let summary = kernel.summary(index, clock);
                    row.push(or_dash(summary, |times| milliseconds(times.median)));
                    row.push(or_dash(summary, |times| {
                        format!("{}–{}", milliseconds(times.min), milliseconds(times.max))
                    }));
                    row.push(or_dash(kernel.ratio(index, clock), |ratio| format!("{ratio:.2}")));
                }
                table.add_row(row);
            }
        }
        for (index, engine) in self.engines.iter().enumerate() {
            let name = if index == 0 { "geometric mean" } else { "" };
            let mean = |clock| or_dash(self.mean(index, clock), |ratio| format!("{ratio:.2}"));
            let empty = String::new;
            table.add_row([
                name.to_owned(),
                name_cell(&engine.name),
                empty(),
                empty(),
                mean(Clock::Wall),
                empty(),
                empty(),
                mean(Clock::Own),
            ]);
        }
        for column in table.column_iter_mut().skip(2) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let lines: Vec<String> = table.to_string().lines().map(|line| line.trim_end().to_owned()).collect();
        lines.join("\n")
    }

    /// Everything, every sample included. Written by hand: the shape is small and fixed.
    fn json(&self) -> String {
        let engines = list(self.engines.iter().map(|engine| quote(&engine.name)));
        let kernels = list(self.kernels.iter().map(|kernel| self.json_kernel(kernel)));
        let means = list((0..self.engines.len()).map(|index| {
            let engine = quote(&self.engines[index].name);
            let (wall, own) = (number(self.mean(index, Clock::Wall)), number(self.mean(index, Clock::Own)));
            format!("{{\"engine\":{engine},\"wall\":{wall},\"own\":{own}}}")
        }));
        let failures = list(self.failures.iter().map(|failure| quote(failure)));
        let size = self.size.map_or("null".to_owned(), |size| size.to_string());
        format!(
            "{{\"unit\":\"ms\",\"size\":{size},\"engines\":{engines},\"kernels\":{kernels},\
             \"geometricMeans\":{means},\"failures\":{failures}}}"
        )
    }

    fn json_kernel(&self, kernel: &Measured) -> String {
        let results = list((0..self.engines.len()).map(|index| {
            let clock = |clock| {
                let summary = kernel.summary(index, clock);
                format!(
                    "{{\"median\":{},\"min\":{},\"max\":{},\"ratio\":{},\"samples\":{}}}",
                    number(summary.map(|times| times.median)),
                    number(summary.map(|times| times.min)),
                    number(summary.map(|times| times.max)),
                    number(kernel.ratio(index, clock)),
                    list(kernel.times(index, clock).into_iter().map(|time| number(Some(time)))),
                )
            };
            let engine = quote(&self.engines[index].name);
            format!("{{\"engine\":{engine},\"wall\":{},\"own\":{}}}", clock(Clock::Wall), clock(Clock::Own))
        }));
        let (name, checksum) = (quote(&kernel.name), quote(&kernel.checksum));
        format!("{{\"name\":{name},\"checksum\":{checksum},\"results\":{results}}}")
    }
}

fn or_dash<T>(value: Option<T>, show: impl FnOnce(T) -> String) -> String {
    value.map_or("–".to_owned(), show)
}

/// Three significant digits or so: more would be noise.
fn milliseconds(time: f64) -> String {
    let digits = if time < 1.0 { 3 } else { usize::from(time < 100.0) };
    format!("{time:.digits$}")
}

/// A bar would end a Markdown cell.
fn escape_bars(text: &str) -> String {
    text.replace('|', "\\|")
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

/// Four decimals at most: the clock tells no more.
fn number(value: Option<f64>) -> String {
    match value {
        Some(value) if value.is_finite() => format!("{}", (value * 1e4).round() / 1e4),
        _ => "null".to_owned(),
    }
}

fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(wall: f64, own: Option<f64>) -> Sample {
        Sample { checksum: "1".to_owned(), wall, own }
    }

    fn report() -> Report {
        let kernel = |name: &str, other: Option<f64>| Measured {
            name: name.to_owned(),
            checksum: "1".to_owned(),
            samples: vec![
                vec![sample(10.0, Some(4.0)), sample(12.0, Some(5.0)), sample(11.0, Some(4.5))],
                vec![sample(22.0, other)],
            ],
        };
        Report {
            engines: vec![Engine::parse("tercet").unwrap(), Engine::parse("qjs 'a|b'").unwrap()],
            size: None,
            kernels: vec![kernel("fib", Some(9.0)), kernel("sort", None)],
            failures: vec!["loop: checksums differ".to_owned()],
        }
    }

    fn words(line: &str) -> Vec<&str> {
        line.split([' ', '│', '┆']).filter(|word| !word.is_empty()).collect()
    }

    #[test]
    fn the_table_has_a_line_for_each_kernel_and_engine_and_the_means() {
        let text = report().render(Format::Table);
        let lines: Vec<&str> = text.lines().collect();
        let fib = lines.iter().position(|line| line.contains("fib")).unwrap();
        assert_eq!(
            words(lines[fib]),
            ["fib", "tercet", "11.0", "10.0–12.0", "1.00", "4.5", "4.0–5.0", "1.00"]
        );
        assert_eq!(
            words(lines[fib + 1]),
            ["qjs", "a|b", "22.0", "22.0–22.0", "2.00", "9.0", "9.0–9.0", "2.00"]
        );
        assert_eq!(words(lines[fib + 3])[2..], ["22.0", "22.0–22.0", "2.00", "–", "–", "–"]);
        assert_eq!(words(lines[fib + 4]), ["geometric", "mean", "tercet", "1.00", "1.00"]);
        assert_eq!(words(lines[fib + 5])[2..], ["2.00", "2.00"]);
    }

    #[test]
    fn markdown_is_a_table_of_eight_columns() {
        let text = report().render(Format::Markdown);
        for line in text.lines() {
            let bars = line.replace("\\|", "").matches('|').count();
            assert_eq!(bars, 9, "{line}");
        }
        assert!(text.contains("qjs a\\|b"), "{text}");
        assert!(text.lines().nth(1).unwrap().contains("---"), "{text}");
    }

    #[test]
    fn json_has_every_sample() {
        let text = report().render(Format::Json);
        assert!(
            text.starts_with("{\"unit\":\"ms\",\"size\":null,\"engines\":[\"tercet\",\"qjs a|b\"]"),
            "{text}"
        );
        assert!(text.contains("{\"median\":11,\"min\":10,\"max\":12,\"ratio\":1,\"samples\":[10,12,11]}"));
        assert!(text.contains("{\"median\":null,\"min\":null,\"max\":null,\"ratio\":null,\"samples\":[]}"));
        assert_eq!(number(Some(1.0 / 3.0)), "0.3333");
        assert!(text.contains("\"failures\":[\"loop: checksums differ\"]"));
    }

    #[test]
    fn json_strings_are_escaped() {
        assert_eq!(quote("a\"b\\c\n\u{1}é"), "\"a\\\"b\\\\c\\n\\u0001é\"");
    }

    #[test]
    fn milliseconds_have_few_digits() {
        assert_eq!([0.1234, 1.26, 99.96, 1234.5].map(milliseconds), ["0.123", "1.3", "100.0", "1234"]);
    }
}
