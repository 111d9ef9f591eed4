//! SyntaxErrors of JSON.parse, worded as V8 words them.

use super::scan::Unit;
use crate::error;
use crate::value::*;

/// What is wrong at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Whatever is there is not expected.
    Unexpected,
    /// After `{`.
    PropertyNameOrBrace,
    /// After a comma in an object.
    PropertyName,
    /// After the first property name of an object (after later ones whatever is there is not expected).
    Colon,
    /// After a property value.
    CommaOrBrace,
    /// After an element.
    CommaOrBracket,
    /// After the whole text.
    Trailing,
    /// The text ends in a string.
    UnterminatedString,
    /// A raw control character in a string.
    ControlCharacter,
    /// A backslash before something that cannot be escaped.
    Escape,
    /// `\u` without four digits.
    UnicodeEscape,
    /// A digit after a leading zero.
    LeadingZero,
    /// No digit after `-`.
    NoNumberAfterMinus,
    /// No digit after the point.
    Fraction,
    /// No digit in the exponent.
    Exponent,
}

/// Units of context that a message quotes on either side.
const CONTEXT: usize = 10;

/// Throws the SyntaxError for a problem at `at` in `text` (without padding).
#[cold]
#[inline(never)]
pub fn throw<U: Unit>(cx: &mut Cx<'_>, text: &[U], at: usize, problem: Problem) -> Throw {
    let message = message(text, at, problem);
    error::syntax_error(cx, &message)
}

fn message<U: Unit>(text: &[U], at: usize, problem: Problem) -> String {
    let what = match problem {
        Problem::Unexpected => return unexpected(text, at),
        Problem::PropertyNameOrBrace => "Expected property name or '}'",
        Problem::PropertyName => "Expected double-quoted property name",
        Problem::Colon => "Expected ':' after property name",
        Problem::CommaOrBrace => "Expected ',' or '}' after property value",
        Problem::CommaOrBracket => "Expected ',' or ']' after array element",
        Problem::Trailing => {
            return format!("Unexpected non-whitespace character after JSON at position {at}");
        }
        Problem::UnterminatedString => "Unterminated string",
        Problem::ControlCharacter => "Bad control character in string literal",
        Problem::Escape => "Bad escaped character",
        Problem::UnicodeEscape => "Bad Unicode escape",
        Problem::LeadingZero => "Unexpected number",
        Problem::NoNumberAfterMinus => "No number after minus sign",
        Problem::Fraction => "Unterminated fractional number",
        Problem::Exponent => "Exponent part is missing a number",
    };
    format!("{what} in JSON at position {at}")
}

fn unexpected<U: Unit>(text: &[U], at: usize) -> String {
    let Some(&unit) = text.get(at) else { return "Unexpected end of JSON input".into() };
    match unit.code() {
        0x30..=0x39 | 0x2D => return format!("Unexpected number in JSON at position {at}"),
        0x22 => return format!("Unexpected string in JSON at position {at}"),
        _ => {}
    }
    let show = |from: usize, to: usize| {
        String::from_utf16_lossy(&text[from..to].iter().map(|u| u.code()).collect::<Vec<_>>())
    };
    let n = text.len();
    if n <= 15 && matches!(show(0, n).as_str(), "[object Object]" | "NaN" | "Infinity" | "undefined") {
        return format!("\"{}\" is not valid JSON", show(0, n));
    }
    let token = show(at, at + 1);
    let source = if n <= 2 * CONTEXT {
        format!("\"{}\"", show(0, n))
    } else if at < CONTEXT {
        format!("\"{}\"...", show(0, at + CONTEXT))
    } else if at < n - CONTEXT {
        format!("...\"{}\"...", show(at - CONTEXT, at + CONTEXT))
    } else {
        format!("...\"{}\"", show(at - CONTEXT, n))
    };
    format!("Unexpected token '{token}', {source} is not valid JSON")
}
