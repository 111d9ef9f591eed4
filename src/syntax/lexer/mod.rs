//! The lexer: source text to tokens, one at a time.
//!
//! What lives here: white space, comments, names, and the driver that finishes what the generated scanner in
//! [`super::token`] begins. Numbers, strings, templates and regular expression bodies are in the submodules.
//!
//! The lexer always reads `/` as an operator and `}` as a punctuator; the parser, which knows what may stand
//! where, asks for a regular expression or for the rest of a template when it meets one of them as the current
//! token. At that moment the lexer stands at the end of that token, since it never reads ahead.
//!
//! A malformed token does not stop the lexer: the token has kind [`T::Error`] and the error waits in
//! [`Lexer::error`] until the parser stumbles over the token.

mod number;
mod string;

use super::ast::Span;
use super::error::{SyntaxError, SyntaxErrorKind};
use super::name::{Interner, Known};
use super::token::{T, Token, flags};
use logos::Logos;

/// What is said of characters that cannot begin or continue a token.
pub(super) const INVALID: &str = "Invalid or unexpected token";

/// A malformed token.
#[derive(Clone, Copy, Debug)]
pub(super) struct LexError {
    pub message: &'static str,
    pub span: Span,
    pub kind: SyntaxErrorKind,
}

impl From<LexError> for SyntaxError {
    fn from(error: LexError) -> SyntaxError {
        SyntaxError { message: error.message.to_owned(), span: error.span, kind: error.kind }
    }
}

impl LexError {
    fn new(message: &'static str, start: usize, end: usize) -> LexError {
        LexError { message, span: Span::new(start as u32, end as u32), kind: SyntaxErrorKind::Syntax }
    }

    fn incomplete(message: &'static str, start: usize, end: usize) -> LexError {
        LexError { kind: SyntaxErrorKind::Incomplete, ..LexError::new(message, start, end) }
    }
}

/// The lexer.
pub(super) struct Lexer<'s> {
    source: &'s str,
    scanner: logos::Lexer<'s, T>,
    /// HTML-like comments are comments: in scripts, not in modules.
    html_comments: bool,
    /// No token has been read yet, so that `-->` begins a comment.
    at_start: bool,
    /// The value of the last string token with [`flags::WIDE`].
    pub wide: Option<Box<[u16]>>,
    /// What is wrong with the last token of kind [`T::Error`].
    pub error: Option<LexError>,
    /// Scratch space for names with escapes and numbers with separators.
    buffer: String,
}

/// Where a lexer stands, to return to.
pub(super) struct Checkpoint<'s> {
    scanner: logos::Lexer<'s, T>,
    at_start: bool,
    wide: Option<Box<[u16]>>,
    error: Option<LexError>,
}

impl<'s> Lexer<'s> {
    /// A lexer at the start of `source`, behind a hashbang comment if there is one.
    pub fn new(source: &'s str, html_comments: bool) -> Self {
        let mut lexer = Lexer {
            source,
            scanner: T::lexer(source),
            html_comments,
            at_start: true,
            wide: None,
            error: None,
            buffer: String::new(),
        };
        if source.starts_with("#!") {
            lexer.skip_line(2);
        }
        lexer
    }

    /// The source text.
    pub fn source(&self) -> &'s str {
        self.source
    }

    /// Remembers the position. The value of the current token stays with the checkpoint.
    pub fn checkpoint(&mut self) -> Checkpoint<'s> {
        Checkpoint {
            scanner: self.scanner.clone(),
            at_start: self.at_start,
            wide: self.wide.take(),
            error: self.error,
        }
    }

    /// Returns to a remembered position.
    pub fn rewind(&mut self, checkpoint: Checkpoint<'s>) {
        self.scanner = checkpoint.scanner;
        self.at_start = checkpoint.at_start;
        self.wide = checkpoint.wide;
        self.error = checkpoint.error;
    }

    /// Reads the next token.
    pub fn next(&mut self, interner: &mut Interner) -> Token {
        let mut token =
            Token { kind: T::Eof, flags: 0, start: 0, end: 0, name: Known::Empty.name(), number: 0.0 };
        loop {
            let kind = match self.scanner.next() {
                Some(Ok(kind)) => kind,
                Some(Err(())) => {
                    let span = self.scanner.span();
                    self.fail(&mut token, LexError::new(INVALID, span.start, span.end));
                    break;
                }
                None => {
                    token.kind = T::Eof;
                    token.start = self.source.len() as u32;
                    token.end = token.start;
                    break;
                }
            };
            let start = self.scanner.span().start;
            token.start = start as u32;
            token.kind = kind;
            match kind {
                T::LineTerminator => {
                    token.flags |= flags::NEWLINE_BEFORE;
                    continue;
                }
                T::Ident => self.name_token(&mut token, start, start, interner),
                T::LineComment => {
                    self.skip_line(self.position());
                    continue;
                }
                T::BlockComment if self.block_comment(&mut token) => continue,
                T::String => {
                    let text = &self.source[start + 1..self.position() - 1];
                    token.name = interner.intern(text);
                }
                T::Number => self.number(&mut token, interner),
                T::Quote => self.string_with_escapes(&mut token, interner),
                T::PrivateName => {
                    self.name_token(&mut token, start, start + 1, interner);
                    if token.kind != T::Error {
                        token.kind = T::PrivateName;
                    }
                }
                T::Question => {
                    // `?.` is one token, except before a digit: `a?.5:b`.
                    let rest = self.rest();
                    if rest.first() == Some(&b'.') && !rest.get(1).is_some_and(u8::is_ascii_digit) {
                        self.scanner.bump(1);
                        token.kind = T::QuestionDot;
                    }
                }
                T::HtmlOpen => {
                    if self.html_comments {
                        self.skip_line(self.position());
                        continue;
                    }
                    token.kind = T::Lt;
                    self.seek(start + 1);
                }
                T::HtmlClose => {
                    if self.html_comments && (self.at_start || token.newline_before()) {
                        self.skip_line(self.position());
                        continue;
                    }
                    token.kind = T::MinusMinus;
                    self.seek(start + 2);
                }
                T::Other => match self.source[start..].chars().next() {
                    Some('\u{2028}' | '\u{2029}') => {
                        token.flags |= flags::NEWLINE_BEFORE;
                        continue;
                    }
                    Some(c) if is_space_outside_ascii(c) => continue,
                    _ => self.name_token(&mut token, start, start, interner),
                },
                _ => {}
            }
            break;
        }
        self.at_start = false;
        if token.kind != T::Eof {
            token.end = self.position() as u32;
        }
        token
    }

    /// The offset after the last token.
    fn position(&self) -> usize {
        self.scanner.span().end
    }

    /// The bytes after the last token.
    fn rest(&self) -> &'s [u8] {
        &self.source.as_bytes()[self.position()..]
    }

    /// Continues at another offset, which must be on a character boundary.
    fn seek(&mut self, position: usize) {
        let here = self.position();
        if position < here {
            self.scanner = T::lexer(self.source);
            self.scanner.bump(position);
        } else {
            self.scanner.bump(position - here);
        }
    }

    /// Makes `token` an error.
    fn fail(&mut self, token: &mut Token, error: LexError) {
        token.kind = T::Error;
        token.start = error.span.start;
        self.error = Some(error);
        // One error is enough: what follows is not looked at.
        self.seek((error.span.end as usize).max(self.position()));
    }

    /// Continues at the next line terminator at or after `from`.
    fn skip_line(&mut self, from: usize) {
        let bytes = self.source.as_bytes();
        let mut at = from;
        loop {
            match memchr::memchr3(b'\n', b'\r', 0xE2, &bytes[at..]) {
                None => return self.seek(bytes.len()),
                Some(offset) => at += offset,
            }
            // U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
            if bytes[at] != 0xE2 || matches!(bytes[at + 1..], [0x80, 0xA8 | 0xA9, ..]) {
                return self.seek(at);
            }
            at += 1;
        }
    }

    /// Skips a comment whose `/*` has been read. False, and an error, if it does not end.
    fn block_comment(&mut self, token: &mut Token) -> bool {
        let from = self.position();
        let Some(length) = memchr::memmem::find(self.rest(), b"*/") else {
            let end = self.source.len();
            self.fail(token, LexError::incomplete(INVALID, from - 2, end));
            return false;
        };
        let text = &self.source[from..from + length];
        let newline = memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some()
            || (!text.is_ascii() && text.contains(['\u{2028}', '\u{2029}']));
        if newline {
            token.flags |= flags::NEWLINE_BEFORE;
        }
        self.seek(from + length + 2);
        true
    }

    /// Finishes a name that begins at `name_start`, where the scanner has read its first ASCII letters or
    /// nothing; the token, with a `#` perhaps, begins at `start`.
    #[inline]
    fn name_token(&mut self, token: &mut Token, start: usize, name_start: usize, interner: &mut Interner) {
        let end = self.position();
        let plain = end > name_start && self.source.as_bytes()[end - 1].is_ascii() && token.kind != T::Other;
        if plain && !self.rest().first().is_some_and(|&byte| byte == b'\\' || byte >= 0x80) {
            token.name = interner.intern(&self.source[start..end]);
            if start == name_start {
                token.kind = T::of_name(token.name);
            }
            return;
        }
        self.name_with_escapes(token, start, name_start, interner);
    }

    #[cold]
    fn name_with_escapes(
        &mut self,
        token: &mut Token,
        start: usize,
        name_start: usize,
        interner: &mut Interner,
    ) {
        self.buffer.clear();
        self.buffer.push_str(&self.source[start..name_start]);
        let mut at = name_start;
        let mut first = true;
        while let Some(c) = self.source[at..].chars().next() {
            let (c, next) = if c == '\\' {
                token.flags |= flags::ESCAPED;
                match self.unicode_escape(at) {
                    Ok(found) => found,
                    Err(error) => return self.fail(token, error),
                }
            } else {
                (c, at + c.len_utf8())
            };
            let valid = if first { is_identifier_start(c) } else { is_identifier_part(c) };
            if !valid {
                if token.escaped() && self.source.as_bytes()[at] == b'\\' {
                    return self.fail(token, LexError::new("Invalid Unicode escape sequence", at, next));
                }
                break;
            }
            self.buffer.push(c);
            at = next;
            first = false;
        }
        if first {
            let end = at + self.source[at..].chars().next().map_or(0, char::len_utf8);
            return self.fail(token, LexError::new(INVALID, start, end));
        }
        self.seek(at);
        token.name = interner.intern(&self.buffer);
        token.kind = T::of_name(token.name);
        if token.kind != T::Ident && token.escaped() {
            token.kind = T::EscapedKeyword;
        }
    }

    /// Reads `\uXXXX` or `\u{X…}` at `at`, in a name: a scalar value, and the offset behind.
    fn unicode_escape(&self, at: usize) -> Result<(char, usize), LexError> {
        let bytes = self.source.as_bytes();
        if bytes.get(at + 1) != Some(&b'u') {
            let end = at + 1 + self.source[at + 1..].chars().next().map_or(0, char::len_utf8);
            return Err(LexError::new(INVALID, at, end));
        }
        let (value, next) = self.unicode_escape_value(at + 2)?;
        match char::from_u32(value) {
            Some(c) => Ok((c, next)),
            None => Err(LexError::new("Invalid Unicode escape sequence", at, next)),
        }
    }

    /// Reads `XXXX` or `{X…}`: the code point and the offset behind.
    fn unicode_escape_value(&self, at: usize) -> Result<(u32, usize), LexError> {
        let bytes = self.source.as_bytes();
        let invalid = |end: usize| LexError::new("Invalid Unicode escape sequence", at - 2, end);
        if bytes.get(at) == Some(&b'{') {
            let mut value = 0u32;
            let mut next = at + 1;
            while let Some(digit) = bytes.get(next).and_then(|&byte| (byte as char).to_digit(16)) {
                value = value * 16 + digit;
                next += 1;
                if value > 0x10FFFF {
                    return Err(LexError::new("Undefined Unicode code-point", at - 2, next));
                }
            }
            if next == at + 1 || bytes.get(next) != Some(&b'}') {
                return Err(invalid(next));
            }
            return Ok((value, next + 1));
        }
        let mut value = 0u32;
        for next in at..at + 4 {
            match bytes.get(next).and_then(|&byte| (byte as char).to_digit(16)) {
                Some(digit) => value = value * 16 + digit,
                None => return Err(invalid(next)),
            }
        }
        Ok((value, at + 4))
    }

    /// Reads a regular expression whose first `/` is at `start`: the pattern, the flags. The lexer then stands
    /// behind it.
    pub fn regular_expression(&mut self, start: u32) -> Result<(&'s str, &'s str), LexError> {
        let start = start as usize;
        let mut in_class = false;
        let mut escaped = false;
        let mut close = None;
        for (offset, c) in self.source[start + 1..].char_indices() {
            match c {
                '\n' | '\r' | '\u{2028}' | '\u{2029}' => break,
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '[' => in_class = true,
                ']' => in_class = false,
                '/' if !in_class => {
                    close = Some(start + 1 + offset);
                    break;
                }
                _ => {}
            }
        }
        let Some(close) = close else {
            return Err(LexError::new("Invalid regular expression: missing /", start, start + 1));
        };
        let mut end = close + 1;
        while let Some(c) = self.source[end..].chars().next() {
            if c == '\\' {
                return Err(LexError::new("Invalid regular expression flags", start, end));
            }
            if !is_identifier_part(c) {
                break;
            }
            end += c.len_utf8();
        }
        self.seek(end);
        Ok((&self.source[start + 1..close], &self.source[close + 1..end]))
    }
}

/// White space outside of ASCII: category Zs, NO-BREAK SPACE among it, and the byte order mark.
fn is_space_outside_ascii(c: char) -> bool {
    matches!(
        c,
        '\u{A0}' | '\u{FEFF}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}'
    )
}

/// `IdentifierStartChar`
pub(super) fn is_identifier_start(c: char) -> bool {
    c == '$' || c == '_' || unicode_id_start::is_id_start(c)
}

/// `IdentifierPartChar`
pub(super) fn is_identifier_part(c: char) -> bool {
    c == '$' || c == '\u{200C}' || c == '\u{200D}' || unicode_id_start::is_id_continue(c)
}
