//! Character classes: those of all patterns, and the class sets of the flag `v`.

use super::{Check, Validator};

/// How deep class sets may nest.
const MAX_DEPTH: u32 = 400;

const INVALID_CLASS: &str = "Invalid character class";
const INVALID_SET: &str = "Invalid set operation in character class";
const UNTERMINATED: &str = "Unterminated character class";

/// An operand of a class set.
#[derive(Clone, Copy)]
struct Operand {
    /// The character it is, if it is one.
    character: Option<u32>,
    /// `MayContainStrings`
    strings: bool,
}

impl Validator<'_> {
    /// A class without the flag `v`, behind its `[`.
    pub(super) fn class(&mut self) -> Check<()> {
        self.eat('^');
        loop {
            if self.eat(']') {
                return Ok(());
            }
            let low = self.class_atom()?;
            if self.peek() != Some('-') || matches!(self.peek_at(1), Some(']')) {
                continue;
            }
            self.at += 1;
            let high = self.class_atom()?;
            match (low, high) {
                (Some(low), Some(high)) if low > high => {
                    return Err("Range out of order in character class");
                }
                (Some(_), Some(_)) => {}
                // Annex B takes the hyphen literally when a side is a class.
                _ if self.unicode => return Err(INVALID_CLASS),
                _ => {}
            }
        }
    }

    /// A character of a class, or `None` for an escape that is a class.
    fn class_atom(&mut self) -> Check<Option<u32>> {
        let Some(&unit) = self.input.get(self.at) else { return Err(UNTERMINATED) };
        if !self.eat('\\') {
            self.at += 1;
            return Ok(Some(unit));
        }
        match self.peek() {
            None => Err("\\ at end of pattern"),
            Some('b') => {
                self.at += 1;
                Ok(Some(0x08))
            }
            Some('-') if self.unicode => {
                self.at += 1;
                Ok(Some('-' as u32))
            }
            // Annex B: digits and `_` behind `\c`, in classes only.
            Some('c') if !self.unicode && self.peek_at(1).is_some_and(|c| c.is_ascii_digit() || c == '_') => {
                let value = self.input[self.at + 1] % 32;
                self.at += 2;
                Ok(Some(value))
            }
            // References are none in classes: these are octal or identity escapes.
            Some('k') if !self.unicode && self.has_names => Err("Invalid escape"),
            Some('1'..='9') if self.unicode => Err("Invalid class escape"),
            Some(_) => self.character_class_escape_or_character(),
        }
    }

    /// A class with the flag `v`, behind its `[`: whether it may contain strings.
    pub(super) fn class_set(&mut self) -> Check<bool> {
        self.class_depth += 1;
        if self.class_depth > MAX_DEPTH {
            return Err("Regular expression too large");
        }
        let negated = self.eat('^');
        let strings = self.class_set_contents()?;
        self.class_depth -= 1;
        if negated && strings {
            return Err("Negated character class may contain strings");
        }
        Ok(strings)
    }

    fn class_set_contents(&mut self) -> Check<bool> {
        if self.eat(']') {
            return Ok(false);
        }
        let first = self.class_set_operand()?;
        for operator in ["&&", "--"] {
            if self.class_set_operator() == Some(operator) {
                let mut strings = first.strings;
                while self.eat_all(operator) {
                    if operator == "&&" && self.peek() == Some('&') {
                        return Err(INVALID_CLASS);
                    }
                    let operand = self.class_set_operand()?;
                    if operator == "&&" {
                        strings &= operand.strings;
                    }
                }
                if self.peek().is_none() {
                    return Err(UNTERMINATED);
                }
                return if self.eat(']') { Ok(strings) } else { Err(INVALID_SET) };
            }
        }
        let mut operand = first;
        let mut strings = false;
        loop {
            if self.class_set_operator().is_some() {
                return Err(INVALID_SET);
            }
            if self.eat('-') {
                let high = self.class_set_operand()?;
                match (operand.character, high.character) {
                    (Some(low), Some(high)) if low <= high => {}
                    (Some(_), Some(_)) => return Err("Range out of order in character class"),
                    _ => return Err(INVALID_CLASS),
                }
                if self.class_set_operator().is_some() {
                    return Err(INVALID_SET);
                }
            }
            strings |= operand.strings;
            if self.eat(']') {
                return Ok(strings);
            }
            operand = self.class_set_operand()?;
        }
    }

    fn class_set_operator(&self) -> Option<&'static str> {
        match (self.peek()?, self.peek_at(1)?) {
            ('&', '&') => Some("&&"),
            ('-', '-') => Some("--"),
            _ => None,
        }
    }

    /// `ClassSetOperand`, or a character of a range.
    fn class_set_operand(&mut self) -> Check<Operand> {
        let Some(&unit) = self.input.get(self.at) else { return Err(UNTERMINATED) };
        let c = char::from_u32(unit).unwrap_or('\u{FFFD}');
        let class = |strings| Operand { character: None, strings };
        let character = |value| Operand { character: Some(value), strings: false };
        match c {
            '[' => {
                self.at += 1;
                Ok(class(self.class_set()?))
            }
            '\\' => {
                self.at += 1;
                match self.peek() {
                    Some('q') if self.peek_at(1) == Some('{') => {
                        self.at += 2;
                        Ok(class(self.class_strings()?))
                    }
                    Some('p') => {
                        self.at += 1;
                        Ok(class(self.property()?))
                    }
                    Some('d' | 'D' | 's' | 'S' | 'w' | 'W' | 'P') => {
                        self.character_class_escape_or_character()?;
                        Ok(class(false))
                    }
                    _ => Ok(character(self.class_set_escape()?)),
                }
            }
            _ => Ok(character(self.class_set_character()?)),
        }
    }

    /// A character that is not escaped.
    fn class_set_character(&mut self) -> Check<u32> {
        let Some(&unit) = self.input.get(self.at) else { return Err(UNTERMINATED) };
        let c = char::from_u32(unit).unwrap_or('\u{FFFD}');
        if "()[]{}/-|".contains(c) {
            return Err(INVALID_CLASS);
        }
        if "&!#$%*+,.:;<=>?@^`~".contains(c) && self.peek_at(1) == Some(c) {
            return Err(INVALID_SET);
        }
        self.at += 1;
        Ok(unit)
    }

    /// What stands behind a backslash and is one character.
    fn class_set_escape(&mut self) -> Check<u32> {
        match self.peek() {
            Some('b') => {
                self.at += 1;
                Ok(0x08)
            }
            Some(c) if "&-!#%,:;<=>@`~".contains(c) => {
                self.at += 1;
                Ok(c as u32)
            }
            Some('1'..='9') => Err("Invalid class escape"),
            _ => self.character_escape(),
        }
    }

    /// `ClassStringDisjunction` behind `\q{`: whether it has strings that are not single characters.
    fn class_strings(&mut self) -> Check<bool> {
        let mut strings = false;
        let mut length = 0;
        loop {
            match self.peek() {
                None => return Err("Invalid escape"),
                Some(c @ ('}' | '|')) => {
                    self.at += 1;
                    strings |= length != 1;
                    length = 0;
                    if c == '}' {
                        return Ok(strings);
                    }
                }
                Some('\\') => {
                    self.at += 1;
                    self.class_set_escape()?;
                    length += 1;
                }
                Some(_) => {
                    self.class_set_character()?;
                    length += 1;
                }
            }
        }
    }
}
