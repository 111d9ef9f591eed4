//! String literals with escapes, and the chunks of templates.

use super::{INVALID, LexError, Lexer};
use crate::syntax::ast::TemplateChunk;
use crate::syntax::name::{Interner, Str};
use crate::syntax::token::{T, Token, flags};

/// A piece of a template, as read.
pub(in crate::syntax) struct Chunk {
    /// Its values.
    pub chunk: TemplateChunk,
    /// The offset behind the quote or brace that ends it.
    pub end: u32,
    /// Whether the template ends with it; else an expression follows.
    pub tail: bool,
    /// What is wrong with its escapes, when there is no cooked value.
    pub error: Option<LexError>,
}

/// A string under construction: UTF-8 until a surrogate comes up, UTF-16 from then on.
#[derive(Default)]
struct Builder {
    text: String,
    wide: Option<Vec<u16>>,
}

impl Builder {
    fn push_str(&mut self, text: &str) {
        match &mut self.wide {
            None => self.text.push_str(text),
            Some(wide) => wide.extend(text.encode_utf16()),
        }
    }

    /// Appends a code point, which may be a surrogate.
    fn push(&mut self, code_point: u32) {
        match char::from_u32(code_point) {
            Some(c) => self.push_str(c.encode_utf8(&mut [0; 4])),
            None => {
                let text = &self.text;
                let wide = self.wide.get_or_insert_with(|| text.encode_utf16().collect());
                wide.push(code_point as u16);
            }
        }
    }

    fn finish(self, interner: &mut Interner) -> Str {
        match self.wide {
            None => Str::Name(interner.intern(&self.text)),
            // Surrogates written as two escapes may have met.
            Some(wide) => match String::from_utf16(&wide) {
                Ok(text) => Str::Name(interner.intern(&text)),
                Err(_) => Str::Wtf16(wide.into_boxed_slice()),
            },
        }
    }
}

impl Lexer<'_> {
    /// Reads the string whose opening quote has been read, and which is not simple.
    pub(super) fn string_with_escapes(&mut self, token: &mut Token, interner: &mut Interner) {
        let start = token.start as usize;
        let bytes = self.source.as_bytes();
        let quote = bytes[start];
        let mut builder = Builder::default();
        let mut at = start + 1;
        let mut continued = false;
        loop {
            let plain = at;
            while bytes.get(at).is_some_and(|&byte| byte != quote && !matches!(byte, b'\\' | b'\n' | b'\r')) {
                at += 1;
            }
            builder.push_str(&self.source[plain..at]);
            match bytes.get(at) {
                Some(b'\\') => {
                    token.flags |= flags::ESCAPED;
                    continued |= matches!(bytes.get(at + 1), Some(b'\n' | b'\r'));
                    match self.escape(at, &mut builder, &mut token.flags, false) {
                        Ok(next) => at = next,
                        Err(error) => return self.fail(token, error),
                    }
                }
                Some(&byte) if byte == quote => break,
                // A string over several lines may go on; others are more likely forgotten quotes.
                None if continued => return self.fail(token, LexError::incomplete(INVALID, start, at)),
                _ => return self.fail(token, LexError::new(INVALID, start, at)),
            }
        }
        self.seek(at + 1);
        token.kind = T::String;
        match builder.finish(interner) {
            Str::Name(name) => token.name = name,
            Str::Wtf16(wide) => {
                token.flags |= flags::WIDE;
                self.wide = Some(wide);
            }
        }
    }

    /// Reads the escape sequence at `at`: appends its value, returns the offset behind.
    fn escape(
        &self,
        at: usize,
        builder: &mut Builder,
        token_flags: &mut u8,
        template: bool,
    ) -> Result<usize, LexError> {
        let bytes = self.source.as_bytes();
        let Some(c) = self.source[at + 1..].chars().next() else {
            return Err(LexError::new(INVALID, at, at + 1));
        };
        let next = at + 1 + c.len_utf8();
        let digit_follows = bytes.get(next).is_some_and(u8::is_ascii_digit);
        match c {
            'n' => builder.push(0x0A),
            't' => builder.push(0x09),
            'r' => builder.push(0x0D),
            'b' => builder.push(0x08),
            'f' => builder.push(0x0C),
            'v' => builder.push(0x0B),
            '\r' if bytes.get(next) == Some(&b'\n') => return Ok(next + 1),
            '\r' | '\n' | '\u{2028}' | '\u{2029}' => {}
            'x' => {
                let digit = |at: usize| bytes.get(at).and_then(|&byte| (byte as char).to_digit(16));
                let (Some(high), Some(low)) = (digit(next), digit(next + 1)) else {
                    return Err(LexError::new("Invalid hexadecimal escape sequence", at, next));
                };
                builder.push(high * 16 + low);
                return Ok(next + 2);
            }
            'u' => {
                let (value, next) = self.unicode_escape_value(next)?;
                builder.push(value);
                return Ok(next);
            }
            '0' if !digit_follows => builder.push(0),
            '0'..='9' if template => {
                let message = match c {
                    '8' | '9' => "\\8 and \\9 are not allowed in template strings.",
                    _ => "Octal escape sequences are not allowed in template strings",
                };
                return Err(LexError::new(message, at, next));
            }
            '0'..='7' => {
                *token_flags |= flags::OCTAL;
                let mut value = c as u32 - '0' as u32;
                let mut next = next;
                let most = if c <= '3' { 2 } else { 1 };
                for _ in 0..most {
                    let Some(&byte @ b'0'..=b'7') = bytes.get(next) else { break };
                    value = value * 8 + u32::from(byte - b'0');
                    next += 1;
                }
                builder.push(value);
                return Ok(next);
            }
            '8' | '9' => {
                *token_flags |= flags::OCTAL_DECIMAL;
                builder.push(c as u32);
            }
            _ => builder.push(c as u32),
        }
        Ok(next)
    }

    /// Reads a chunk of a template, from behind the `` ` `` or `}` that has just been read.
    pub fn template_chunk(&mut self, interner: &mut Interner) -> Result<Chunk, LexError> {
        let bytes = self.source.as_bytes();
        let start = self.scanner.span().end;
        let mut cooked = Builder::default();
        let mut raw = String::new();
        let mut simple = true;
        let mut error = None;
        let mut at = start;
        let mut plain = start;
        let tail = loop {
            match bytes.get(at) {
                None => {
                    return Err(LexError::incomplete("Unterminated template literal", start - 1, at));
                }
                Some(b'`') => break true,
                Some(b'$') if bytes.get(at + 1) == Some(&b'{') => break false,
                Some(b'\\') => {
                    simple = false;
                    cooked.push_str(&self.source[plain..at]);
                    raw.push_str(&self.source[plain..at]);
                    let next = match self.escape(at, &mut cooked, &mut 0, true) {
                        Ok(next) => next,
                        Err(problem) => {
                            if at + 1 == bytes.len() {
                                at += 1;
                                continue;
                            }
                            error.get_or_insert(problem);
                            // Whatever is escaped does not end the template.
                            self.char_end(at + 1)
                        }
                    };
                    push_normalised(&mut raw, &self.source[at..next]);
                    at = next;
                    plain = at;
                }
                Some(b'\r') => {
                    simple = false;
                    cooked.push_str(&self.source[plain..at]);
                    raw.push_str(&self.source[plain..at]);
                    cooked.push(0x0A);
                    raw.push('\n');
                    at += if bytes.get(at + 1) == Some(&b'\n') { 2 } else { 1 };
                    plain = at;
                }
                Some(_) => at += 1,
            }
        };
        let rest = &self.source[plain..at];
        let chunk = if simple {
            let name = interner.intern(rest);
            TemplateChunk { cooked: Some(Str::Name(name)), raw: name }
        } else {
            cooked.push_str(rest);
            raw.push_str(rest);
            let cooked = if error.is_none() { Some(cooked.finish(interner)) } else { None };
            TemplateChunk { cooked, raw: interner.intern(&raw) }
        };
        self.seek(at + if tail { 1 } else { 2 });
        Ok(Chunk { chunk, end: self.position() as u32, tail, error })
    }
}

/// Appends `text` with `\r\n` and `\r` turned into `\n`.
fn push_normalised(raw: &mut String, text: &str) {
    if !text.contains('\r') {
        return raw.push_str(text);
    }
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\r' {
            chars.next_if_eq(&'\n');
            raw.push('\n');
        } else {
            raw.push(c);
        }
    }
}
