//! How inspected values are laid out: quoting, lines, columns. Pure functions of text.
//!
//! The rules are those of Node's `util.inspect` with its default settings, so that output can be compared.

use crate::string::View;

/// Lines are broken so that they stay below this.
pub const BREAK_LENGTH: usize = 80;
/// So many nested levels may share a line.
const COMPACT: i32 = 3;

/// Length in UTF-16 units.
pub fn units(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}

/// How many columns a terminal needs for the text.
pub fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

fn char_width(c: char) -> usize {
    match c as u32 {
        0x20..=0x7E => 1,
        // Control characters, combining marks, variation selectors.
        0..=0x1F
        | 0x7F..=0x9F
        | 0x300..=0x36F
        | 0x200B..=0x200F
        | 0x20D0..=0x20FF
        | 0xFE00..=0xFE0F
        | 0xFE20..=0xFE2F
        | 0xE0100..=0xE01EF => 0,
        // What East Asian typography sets in squares.
        0x1100..=0x115F
        | 0x2329..=0x232A
        | 0x2E80..=0x303E
        | 0x3040..=0x3247
        | 0x3250..=0x4DBF
        | 0x4E00..=0xA4C6
        | 0xA960..=0xA97C
        | 0xAC00..=0xD7A3
        | 0xF900..=0xFAFF
        | 0xFE10..=0xFE19
        | 0xFE30..=0xFE6B
        | 0xFF01..=0xFF60
        | 0xFFE0..=0xFFE6
        | 0x1B000..=0x1B001
        | 0x1F200..=0x1F251
        | 0x1F300..=0x1F64F
        | 0x1F900..=0x1F9FF
        | 0x20000..=0x3FFFD => 2,
        _ => 1,
    }
}

/// The units in quotes: single ones unless that would need escapes that double ones or backticks do not.
pub fn quote(view: View<'_>) -> String {
    let has = |text: &[u8]| view.index_of(View::Latin1(text), 0).is_some();
    let mark = if !has(b"'") {
        '\''
    } else if !has(b"\"") {
        '"'
    } else if !has(b"`") && !has(b"${") {
        '`'
    } else {
        '\''
    };
    let mut text = String::with_capacity(view.len() + 2);
    text.push(mark);
    escape_into(&mut text, view, mark);
    text.push(mark);
    text
}

/// Appends the units with control characters, backslashes, lone surrogates and `mark` escaped.
pub fn escape_into(text: &mut String, view: View<'_>, mark: char) {
    for c in char::decode_utf16(view.units()) {
        match c {
            Ok('\n') => text.push_str("\\n"),
            Ok('\t') => text.push_str("\\t"),
            Ok('\r') => text.push_str("\\r"),
            Ok('\u{8}') => text.push_str("\\b"),
            Ok('\u{C}') => text.push_str("\\f"),
            Ok('\\') => text.push_str("\\\\"),
            Ok(c) if c == mark => {
                text.push('\\');
                text.push(c);
            }
            Ok(c) if c.is_control() => text.push_str(&format!("\\x{:02X}", c as u32)),
            Ok(c) => text.push(c),
            Err(lone) => text.push_str(&format!("\\u{:x}", lone.unpaired_surrogate())),
        }
    }
}

/// Is the key printed without quotes?
pub fn is_plain_key(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Where the result of [`join`] stands, and what it is.
pub struct Place {
    /// Columns in front of every line but the first.
    pub indentation: usize,
    /// Lines should stay below.
    pub break_length: usize,
    /// How many levels of nesting are below this one.
    pub levels: i32,
    /// Entries of an array, which may be set in columns.
    pub array: bool,
    /// Array entries are all numbers, hence aligned right.
    pub numbers: bool,
    /// The last entry is a note like `... 5 more items`.
    pub more: bool,
}

/// Entries between braces on one line if they are short and shallow enough, in columns if there are many in an array,
/// else one on each line. `base` stands in front of the opening brace.
pub fn join(output: Vec<String>, base: &str, open: &str, close: &str, place: &Place) -> String {
    let entries = output.len();
    let output = if place.array && entries > 6 { group(output, place) } else { output };
    let front = if base.is_empty() { String::new() } else { format!("{base} ") };
    if place.levels < COMPACT && entries == output.len() {
        let start = output.len() + place.indentation + units(open) + units(base) + 10;
        let total = output.len() + start;
        let fits = total + output.len() <= place.break_length
            && total + output.iter().map(|s| units(s)).sum::<usize>() <= place.break_length
            && !base.contains('\n')
            && !output.iter().any(|s| s.contains('\n'));
        if fits {
            return format!("{front}{open} {} {close}", output.join(", "));
        }
    }
    let indentation = " ".repeat(place.indentation);
    let lines = output.join(&format!(",\n{indentation}  "));
    format!("{front}{open}\n{indentation}  {lines}\n{indentation}{close}")
}

/// Sets the entries of an array in columns, if they are of similar width: a line for each row.
fn group(output: Vec<String>, place: &Place) -> Vec<String> {
    const SEPARATOR: usize = 2;
    let count = output.len() - place.more as usize;
    let widths: Vec<usize> = output[..count].iter().map(|s| width(s)).collect();
    let total: usize = widths.iter().map(|w| w + SEPARATOR).sum();
    let longest = widths.iter().copied().max().unwrap_or(0);
    let cell = longest + SEPARATOR;
    let fits = cell * 3 + place.indentation < place.break_length
        && (total as f64 / cell as f64 > 5.0 || longest <= 6);
    if !fits {
        return output;
    }
    // About as high as wide, if a character is two and a half times as high as wide.
    let bias = (cell as f64 - total as f64 / output.len() as f64).sqrt();
    let biased = (cell as f64 - 3.0 - bias).max(1.0);
    let square = ((2.5 * biased * count as f64).sqrt() / biased).round() as usize;
    let columns =
        square.min((place.break_length - place.indentation) / cell).min(COMPACT as usize * 4).min(15);
    if columns <= 1 {
        return output;
    }
    let column_widths: Vec<usize> = (0..columns)
        .map(|i| widths.iter().skip(i).step_by(columns).copied().max().unwrap_or(0) + SEPARATOR)
        .collect();
    let mut rows = Vec::new();
    for (row, widths) in output[..count].chunks(columns).zip(widths.chunks(columns)) {
        let mut line = String::new();
        for (i, (entry, &width)) in row.iter().zip(widths).enumerate() {
            let last = i + 1 == row.len();
            let pad = " ".repeat(column_widths[i] - width - SEPARATOR);
            if place.numbers {
                line.push_str(&pad);
            }
            line.push_str(entry);
            if !last {
                line.push_str(", ");
                if !place.numbers {
                    line.push_str(&pad);
                }
            }
        }
        rows.push(line);
    }
    rows.extend(output.into_iter().skip(count));
    rows
}

/// `... n more items`
pub fn more_items(n: u64) -> String {
    format!("... {n} more item{}", if n > 1 { "s" } else { "" })
}

/// A table with lines around its cells; rows may be shorter than the head.
pub fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let cell = |row: &[String], i: usize| row.get(i).cloned().unwrap_or_default();
    let widths: Vec<usize> = (0..head.len())
        .map(|i| rows.iter().map(|r| width(&cell(r, i))).max().unwrap_or(0).max(width(&head[i])))
        .collect();
    let rule = |left: &str, middle: &str, right: &str| {
        let parts: Vec<String> = widths.iter().map(|w| "─".repeat(w + 2)).collect();
        format!("{left}{}{right}", parts.join(middle))
    };
    let line = |row: &[String]| {
        let parts: Vec<String> = widths
            .iter()
            .enumerate()
            .map(|(i, &w)| {
                let text = cell(row, i);
                let pad = " ".repeat(w - width(&text));
                text + &pad
            })
            .collect();
        format!("│ {} │", parts.join(" │ "))
    };
    let mut lines = vec![rule("┌", "┬", "┐"), line(head), rule("├", "┼", "┤")];
    lines.extend(rows.iter().map(|row| line(row)));
    lines.push(rule("└", "┴", "┘"));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(array: bool, numbers: bool) -> Place {
        Place { indentation: 0, break_length: BREAK_LENGTH, levels: 0, array, numbers, more: false }
    }

    #[test]
    fn quotes() {
        for (text, expected) in [
            ("a", "'a'"),
            ("it's", "\"it's\""),
            ("'\"", "`'\"`"),
            ("'\"`", "'\\'\"`'"),
            ("\n\u{1}\u{7f}\\", "'\\n\\x01\\x7F\\\\'"),
            ("é", "'é'"),
        ] {
            let units: Vec<u16> = text.encode_utf16().collect();
            assert_eq!(quote(View::Utf16(&units)), expected);
        }
        assert_eq!(quote(View::Utf16(&[0xD83D])), "'\\ud83d'");
    }

    #[test]
    fn lines() {
        let short = vec!["1".to_string(), "2".to_string()];
        assert_eq!(join(short, "", "[", "]", &place(true, true)), "[ 1, 2 ]");
        let numbers: Vec<String> = (0..30).map(|i| i.to_string()).collect();
        let expected = "[\n   0,  1,  2,  3,  4,  5,  6,  7,  8,\n   9, 10, 11, 12, 13, 14, 15, 16, 17,\n  18, 19, 20, \
                        21, 22, 23, 24, 25, 26,\n  27, 28, 29\n]";
        assert_eq!(join(numbers, "", "[", "]", &place(true, true)), expected);
        let long = vec!["a".repeat(50), "b".repeat(50)];
        let expected = format!("X {{\n  {},\n  {}\n}}", "a".repeat(50), "b".repeat(50));
        assert_eq!(join(long, "X", "{", "}", &place(false, false)), expected);
    }

    #[test]
    fn tables() {
        let head = ["(index)".to_string(), "a".to_string()];
        let rows = [vec!["0".to_string(), "1".to_string()], vec!["1".to_string()]];
        let expected = "┌─────────┬───┐\n│ (index) │ a │\n├─────────┼───┤\n│ 0       │ 1 │\n│ 1       │   │\n└─────────┴───┘";
        assert_eq!(table(&head, &rows), expected);
    }
}
