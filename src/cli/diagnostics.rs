//! How rejected sources and uncaught exceptions look on standard error.

use crate::{Failure, SyntaxFailure, Uncaught};
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::io::IsTerminal;
use std::ops::Range;

/// Lines that are longer are cut around what matters.
const WIDTH: usize = 110;
/// So much of a line is looked at on either side of what matters, in bytes.
const WINDOW: usize = 400;

/// The renderer for standard error.
#[derive(Clone, Copy, Debug)]
pub struct Diagnostics {
    colour: bool,
}

impl Diagnostics {
    /// With colours if standard error is a terminal and nothing speaks against them.
    pub fn new() -> Diagnostics {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty())
            || std::env::var_os("TERM").is_some_and(|v| v == "dumb");
        Diagnostics { colour: std::io::stderr().is_terminal() && !refused }
    }

    /// Without colours.
    #[cfg(test)]
    pub fn plain() -> Diagnostics {
        Diagnostics { colour: false }
    }

    /// A failure of the script `name` with this text.
    pub fn failure(self, failure: &Failure, name: &str, source: &str) -> String {
        match failure {
            Failure::Syntax(rejected) => self.syntax(rejected, name, source),
            Failure::Exception(uncaught) => self.uncaught(uncaught),
        }
    }

    fn syntax(self, rejected: &SyntaxFailure, name: &str, source: &str) -> String {
        let line = Line::at(source, rejected.span.0);
        let start = rejected.span.0.clamp(line.start, line.start + line.text.len()) - line.start;
        let start = line.text.floor_char_boundary(start);
        let end = rejected.span.1.saturating_sub(line.start).clamp(start, line.text.len());
        let column = column(&line.text[..start]);
        let (bold, reset) = self.emphasis();
        let headline = format!(
            "{name}:{}:{column}: {bold}{}{reset}: {}\n",
            line.number, rejected.class, rejected.message
        );
        headline + &self.excerpt(line, start..end)
    }

    fn uncaught(self, uncaught: &Uncaught) -> String {
        let mut out = String::new();
        self.exception(&mut out, uncaught, "Uncaught ", "");
        out.truncate(out.trim_end().len());
        out
    }

    fn exception(self, out: &mut String, uncaught: &Uncaught, prefix: &str, indent: &str) {
        let (bold, reset) = self.emphasis();
        let headline = uncaught.headline.replace('\n', &format!("\n{indent}"));
        out.push_str(&format!("{indent}{bold}{prefix}{reset}{headline}\n"));
        for frame in &uncaught.frames {
            out.push_str(&format!("{indent}{frame}\n"));
        }
        if let Some(place) = &uncaught.place
            && let Some(line) = Line::numbered(&place.source.text, place.line as usize)
        {
            let start = offset(line.text, place.column as usize);
            let end = start + line.text[start..].chars().next().map_or(0, char::len_utf8);
            for line in self.excerpt(line, start..end).lines() {
                out.push_str(&format!("{indent}{line}\n"));
            }
        }
        let inner = format!("{indent}  ");
        for error in &uncaught.errors {
            self.exception(out, error, "[error] ", &inner);
        }
        if let Some(cause) = &uncaught.cause {
            self.exception(out, cause, "Caused by: ", indent);
        }
    }

    /// A line with a part of it marked below.
    fn excerpt(self, line: Line<'_>, span: Range<usize>) -> String {
        let (text, span) = window(line.text, span);
        let snippet =
            Snippet::source(text).line_start(line.number).annotation(AnnotationKind::Primary.span(span));
        let renderer = if self.colour { Renderer::styled() } else { Renderer::plain() };
        let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(WIDTH);
        renderer.render(&[Group::with_level(Level::ERROR).element(snippet)])
    }

    /// What makes text bold and red, and what ends that.
    fn emphasis(self) -> (&'static str, &'static str) {
        if self.colour { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") }
    }
}

/// A line of a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Line<'a> {
    /// From 1.
    number: usize,
    /// Byte offset in the source.
    start: usize,
    /// Without its terminator.
    text: &'a str,
}

impl<'a> Line<'a> {
    /// The line that holds a byte offset.
    fn at(source: &'a str, offset: usize) -> Line<'a> {
        let mut last = Line { number: 1, start: 0, text: "" };
        for line in lines(source) {
            if line.start > offset {
                break;
            }
            last = line;
        }
        last
    }

    fn numbered(source: &'a str, number: usize) -> Option<Line<'a>> {
        lines(source).nth(number.checked_sub(1)?)
    }
}

/// The lines of a source as ECMAScript counts them.
fn lines(source: &str) -> impl Iterator<Item = Line<'_>> {
    let mut rest = Some(0);
    let mut number = 0;
    std::iter::from_fn(move || {
        let start = rest?;
        number += 1;
        let tail = &source[start..];
        let (text, next) = match tail.find(['\n', '\r', '\u{2028}', '\u{2029}']) {
            None => (tail, None),
            Some(end) => {
                let terminator = if tail[end..].starts_with("\r\n") {
                    2
                } else {
                    tail[end..].chars().next().map_or(1, char::len_utf8)
                };
                (&tail[..end], Some(start + end + terminator))
            }
        };
        rest = next;
        Some(Line { number, start, text })
    })
}

/// The column behind a text, from 1, in UTF-16 code units.
fn column(before: &str) -> usize {
    1 + before.chars().map(char::len_utf16).sum::<usize>()
}

/// The byte offset of a column in a line.
fn offset(line: &str, column: usize) -> usize {
    let mut at = 1;
    for (offset, c) in line.char_indices() {
        if at >= column {
            return offset;
        }
        at += c.len_utf16();
    }
    line.len()
}

/// The part of a very long line around a span, and the span in it.
fn window(line: &str, span: Range<usize>) -> (&str, Range<usize>) {
    let floor = line.floor_char_boundary(span.start.saturating_sub(WINDOW));
    let ceiling = line.ceil_char_boundary((span.start + WINDOW).min(line.len()));
    (&line[floor..ceiling], span.start - floor..span.end.min(ceiling) - floor)
}
