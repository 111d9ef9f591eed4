//! Numeric literals: all radices, separators, legacy octal forms, BigInts.

use super::{INVALID, LexError, Lexer, is_identifier_start};
use crate::syntax::name::Interner;
use crate::syntax::token::{T, Token, flags};

impl Lexer<'_> {
    /// Reads the number of which the scanner has read the first digit, or a dot and a digit.
    pub(super) fn number(&mut self, token: &mut Token, interner: &mut Interner) {
        let start = token.start as usize;
        let bytes = self.source.as_bytes();
        let result = match (bytes[start], bytes.get(start + 1)) {
            (b'0', Some(b'x' | b'X')) => self.radix_number(token, start, 16, interner),
            (b'0', Some(b'o' | b'O')) => self.radix_number(token, start, 8, interner),
            (b'0', Some(b'b' | b'B')) => self.radix_number(token, start, 2, interner),
            (b'0', Some(b'0'..=b'9')) => self.legacy_number(token, start),
            (b'0', Some(b'_')) => {
                Err(LexError::new("Numeric separator can not be used after leading 0.", start + 1, start + 2))
            }
            _ => self.decimal_number(token, start, interner),
        };
        let end = match result {
            Ok(end) => end,
            Err(error) => return self.fail(token, error),
        };
        let follows = self.source[end..].chars().next();
        if let Some(c) = follows
            && (c == '\\' || c.is_ascii_digit() || is_identifier_start(c))
        {
            return self.fail(token, LexError::new(INVALID, start, end + c.len_utf8()));
        }
        self.seek(end);
    }

    /// Skips digits and separators from `at`; at least one digit is needed.
    fn digits(&self, mut at: usize, radix: u32) -> Result<usize, LexError> {
        let bytes = self.source.as_bytes();
        let is_digit = |at: usize| bytes.get(at).is_some_and(|&byte| (byte as char).is_digit(radix));
        if !is_digit(at) {
            return Err(LexError::new(INVALID, at, self.char_end(at)));
        }
        loop {
            while is_digit(at) {
                at += 1;
            }
            if bytes.get(at) != Some(&b'_') {
                return Ok(at);
            }
            if !is_digit(at + 1) {
                let message = if bytes.get(at + 1) == Some(&b'_') {
                    "Only one underscore is allowed as numeric separator"
                } else {
                    "Numeric separators are not allowed at the end of numeric literals"
                };
                return Err(LexError::new(message, at, at + 1));
            }
            at += 1;
        }
    }

    /// The offset behind the character at `at`, if there is one.
    pub(super) fn char_end(&self, at: usize) -> usize {
        at + self.source[at..].chars().next().map_or(0, char::len_utf8)
    }

    fn radix_number(
        &mut self,
        token: &mut Token,
        start: usize,
        radix: u32,
        interner: &mut Interner,
    ) -> Result<usize, LexError> {
        let end = self.digits(start + 2, radix)?;
        let text = &self.source[start..end];
        if self.source.as_bytes().get(end) == Some(&b'n') {
            self.buffer.clear();
            self.buffer.extend(text.chars().filter(|&c| c != '_').map(|c| c.to_ascii_lowercase()));
            token.kind = T::BigInt;
            token.name = interner.intern(&self.buffer);
            return Ok(end + 1);
        }
        token.number = parse_integer_radix(&text[2..], radix);
        Ok(end)
    }

    /// `017`, or a decimal number with leading zeros as `08.5`.
    fn legacy_number(&mut self, token: &mut Token, start: usize) -> Result<usize, LexError> {
        let bytes = self.source.as_bytes();
        let mut end = start;
        let mut octal = true;
        while let Some(b'0'..=b'9') = bytes.get(end) {
            octal &= bytes[end] < b'8';
            end += 1;
        }
        if bytes.get(end) == Some(&b'_') {
            let message = "Numeric separator can not be used after leading 0.";
            return Err(LexError::new(message, end, end + 1));
        }
        if octal {
            token.flags |= flags::OCTAL;
            token.number = parse_integer_radix(&self.source[start..end], 8);
            return Ok(end);
        }
        token.flags |= flags::OCTAL_DECIMAL;
        let end = self.fraction_and_exponent(end)?;
        token.number = self.decimal_value(start, end);
        Ok(end)
    }

    fn decimal_number(
        &mut self,
        token: &mut Token,
        start: usize,
        interner: &mut Interner,
    ) -> Result<usize, LexError> {
        let bytes = self.source.as_bytes();
        let mut end = start;
        if bytes[start] != b'.' {
            end = self.digits(start, 10)?;
            if bytes.get(end) == Some(&b'n') {
                self.buffer.clear();
                self.buffer.extend(self.source[start..end].chars().filter(|&c| c != '_'));
                token.kind = T::BigInt;
                token.name = interner.intern(&self.buffer);
                return Ok(end + 1);
            }
            // Most numbers are short integers, which need no general conversion.
            if end - start <= 15 && !matches!(bytes.get(end), Some(b'.' | b'e' | b'E')) {
                let digits = bytes[start..end].iter().filter(|&&byte| byte != b'_');
                token.number = digits.fold(0u64, |value, byte| value * 10 + u64::from(byte - b'0')) as f64;
                return Ok(end);
            }
        }
        let end = self.fraction_and_exponent(end)?;
        token.number = self.decimal_value(start, end);
        Ok(end)
    }

    /// Skips `.5e+3` or any part of it.
    fn fraction_and_exponent(&self, mut at: usize) -> Result<usize, LexError> {
        let bytes = self.source.as_bytes();
        if bytes.get(at) == Some(&b'.') {
            at += 1;
            match bytes.get(at) {
                Some(b'0'..=b'9') => at = self.digits(at, 10)?,
                Some(b'_') => return Err(LexError::new(INVALID, at, at + 1)),
                _ => {}
            }
        }
        if let Some(b'e' | b'E') = bytes.get(at) {
            at += 1;
            if let Some(b'+' | b'-') = bytes.get(at) {
                at += 1;
            }
            at = self.digits(at, 10)?;
        }
        Ok(at)
    }

    fn decimal_value(&mut self, start: usize, end: usize) -> f64 {
        let text = &self.source[start..end];
        let parsed = if text.contains('_') {
            self.buffer.clear();
            self.buffer.extend(text.chars().filter(|&c| c != '_'));
            self.buffer.parse()
        } else {
            text.parse()
        };
        parsed.expect("Rust reads every decimal literal of ECMAScript")
    }
}

/// The value of digits (and separators, which are skipped) in a radix that is a power of two, correctly
/// rounded: to nearest, ties to even.
fn parse_integer_radix(digits: &str, radix: u32) -> f64 {
    let bits_per_digit = radix.trailing_zeros();
    let mut significant = 0u64;
    let mut dropped_bits = 0i32;
    let mut sticky = false;
    for digit in digits.chars().filter_map(|c| c.to_digit(radix)) {
        for bit in (0..bits_per_digit).rev() {
            let bit = digit >> bit & 1;
            if significant >> 63 == 0 {
                significant = significant << 1 | u64::from(bit);
            } else {
                // 64 bits are more than the 53 that count: of the rest, only whether it is zero matters.
                sticky |= bit == 1;
                dropped_bits = dropped_bits.saturating_add(1);
            }
        }
    }
    if sticky {
        significant |= 1;
    }
    significant as f64 * 2f64.powi(dropped_bits)
}

#[cfg(test)]
mod tests {
    use super::parse_integer_radix;

    #[test]
    fn integers_of_any_size_round_to_even() {
        assert_eq!(parse_integer_radix("ff", 16), 255.0);
        assert_eq!(parse_integer_radix("20000000000001", 16), 9007199254740992.0);
        assert_eq!(parse_integer_radix("20000000000003", 16), 9007199254740996.0);
        assert_eq!(parse_integer_radix("200000000000010000000000000001", 16), {
            let upper = 9007199254740994.0;
            upper * 2f64.powi(64)
        });
        assert_eq!(parse_integer_radix(&"f".repeat(256), 16), f64::INFINITY);
        assert_eq!(parse_integer_radix(&"f".repeat(10_000), 16), f64::INFINITY);
        assert_eq!(parse_integer_radix(&format!("{}1", "0".repeat(2000)), 8), 1.0);
    }
}
