//! The early errors of regular expression literals: a validator for the `Pattern` grammar of ECMA-262 with
//! Annex B, modifiers and duplicate named groups.
//!
//! Nothing is compiled here: the run time does that anew, when the literal is evaluated. Groups are followed
//! with a stack of their own, so that nesting costs no native stack; only the nested classes of the flag `v`
//! recurse, to a bounded depth.

mod class;
mod properties;

use super::lexer::{is_identifier_part, is_identifier_start};
use rustc_hash::FxHashSet;

/// What is wrong with a regular expression literal.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Problem {
    /// The flags are unknown, repeated or contradictory.
    Flags,
    /// The pattern is invalid, for this reason.
    Pattern(&'static str),
}

type Check<T> = Result<T, &'static str>;

/// Checks pattern and flags.
pub(super) fn validate(pattern: &str, flags: &str) -> Result<(), Problem> {
    let mut seen = 0u32;
    for flag in flags.chars() {
        let index = "dgimsuvy".find(flag).ok_or(Problem::Flags)?;
        if seen >> index & 1 != 0 {
            return Err(Problem::Flags);
        }
        seen |= 1 << index;
    }
    let (unicode, sets) = (flags.contains('u'), flags.contains('v'));
    if unicode && sets {
        return Err(Problem::Flags);
    }
    let unicode = unicode || sets;
    // Without `u` or `v`, a pattern is a sequence of code units.
    let input: Vec<u32> = if unicode {
        pattern.chars().map(u32::from).collect()
    } else {
        pattern.encode_utf16().map(u32::from).collect()
    };
    let mut validator = Validator {
        input: &input,
        at: 0,
        unicode,
        sets,
        groups: 0,
        has_names: false,
        names: FxHashSet::default(),
        references: Vec::new(),
        class_depth: 0,
    };
    validator.count_groups();
    validator.pattern().map_err(Problem::Pattern)
}

/// A group that has been opened.
struct Group {
    /// A quantifier may follow.
    quantifiable: bool,
    /// Names of the groups in the alternative being read.
    names: Vec<String>,
    /// Names of the groups in the alternatives before it.
    earlier_names: Vec<String>,
}

struct Validator<'a> {
    input: &'a [u32],
    at: usize,
    /// Flag `u` or `v`.
    unicode: bool,
    /// Flag `v`.
    sets: bool,
    /// How many capturing groups there are.
    groups: u32,
    /// Some group has a name: then `\k` is always a reference.
    has_names: bool,
    /// Names of groups that can take part in a match together with what comes next.
    names: FxHashSet<String>,
    /// Names that are referred to.
    references: Vec<String>,
    class_depth: u32,
}

impl Validator<'_> {
    fn peek(&self) -> Option<char> {
        self.peek_at(0)
    }

    /// The character `offset` ahead; a lone surrogate shows as U+FFFD, which has no meaning in the grammar.
    fn peek_at(&self, offset: usize) -> Option<char> {
        let unit = *self.input.get(self.at + offset)?;
        Some(char::from_u32(unit).unwrap_or('\u{FFFD}'))
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += 1;
        }
        found
    }

    fn eat_all(&mut self, text: &str) -> bool {
        let found = text.chars().enumerate().all(|(offset, c)| self.peek_at(offset) == Some(c));
        if found {
            self.at += text.len();
        }
        found
    }

    /// Counts the capturing groups and sees whether one has a name, before anything refers to them.
    fn count_groups(&mut self) {
        let mut depth = 0;
        while let Some(c) = self.peek() {
            self.at += 1;
            match c {
                '\\' => self.at += 1,
                '[' if depth == 0 || self.sets => depth += 1,
                ']' if depth > 0 => depth -= 1,
                '(' if depth == 0 => {
                    let named = self.peek() == Some('?')
                        && self.peek_at(1) == Some('<')
                        && !matches!(self.peek_at(2), Some('=' | '!'));
                    if named || self.peek() != Some('?') {
                        self.groups += 1;
                    }
                    self.has_names |= named;
                }
                _ => {}
            }
        }
        self.at = 0;
    }

    fn pattern(&mut self) -> Check<()> {
        let outermost = Group { quantifiable: false, names: Vec::new(), earlier_names: Vec::new() };
        let mut open = vec![outermost];
        let mut all_names = FxHashSet::default();
        while let Some(c) = self.peek() {
            let quantifiable = match c {
                ')' => {
                    self.at += 1;
                    let group = open.pop().ok_or("Unmatched ')'")?;
                    let parent = open.last_mut().ok_or("Unmatched ')'")?;
                    self.names.extend(group.earlier_names.iter().cloned());
                    parent.names.extend(group.earlier_names);
                    parent.names.extend(group.names);
                    group.quantifiable
                }
                '(' => {
                    self.at += 1;
                    let (quantifiable, name) = self.group_head()?;
                    if let Some(name) = name {
                        if !self.names.insert(name.clone()) {
                            return Err("Duplicate capture group name");
                        }
                        all_names.insert(name.clone());
                        if let Some(group) = open.last_mut() {
                            group.names.push(name);
                        }
                    }
                    open.push(Group { quantifiable, names: Vec::new(), earlier_names: Vec::new() });
                    continue;
                }
                '|' => {
                    self.at += 1;
                    // Groups of different alternatives never take part in one match.
                    if let Some(group) = open.last_mut() {
                        for name in &group.names {
                            self.names.remove(name);
                        }
                        group.earlier_names.append(&mut group.names);
                    }
                    continue;
                }
                _ => self.atom(c)?,
            };
            self.quantifier(quantifiable)?;
        }
        if open.len() > 1 {
            return Err("Unterminated group");
        }
        if self.references.iter().any(|name| !all_names.contains(name)) {
            return Err("Invalid named capture referenced");
        }
        Ok(())
    }

    /// What stands behind `(`: whether the group may be quantified, and its name.
    fn group_head(&mut self) -> Check<(bool, Option<String>)> {
        if !self.eat('?') {
            return Ok((true, None));
        }
        if self.eat(':') {
            return Ok((true, None));
        }
        if self.eat('=') || self.eat('!') {
            // Annex B allows quantifiers on lookaheads.
            return Ok((!self.unicode, None));
        }
        if self.eat_all("<=") || self.eat_all("<!") {
            return Ok((false, None));
        }
        if self.eat('<') {
            return Ok((true, Some(self.group_name("Invalid capture group name")?)));
        }
        self.modifiers()?;
        Ok((true, None))
    }

    /// `ims-ims:`
    fn modifiers(&mut self) -> Check<()> {
        let mut seen = Vec::new();
        let mut minus = false;
        loop {
            match self.peek() {
                Some(c @ ('i' | 'm' | 's')) if !seen.contains(&c) => seen.push(c),
                Some('-') if !minus => minus = true,
                Some(':') if !seen.is_empty() => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return Err("Invalid group"),
            }
            self.at += 1;
        }
    }

    /// An atom or assertion other than a group: whether it may be quantified.
    fn atom(&mut self, c: char) -> Check<bool> {
        match c {
            '^' | '$' => {
                self.at += 1;
                return Ok(false);
            }
            '*' | '+' | '?' => return Err("Nothing to repeat"),
            '{' if self.unicode => return Err("Nothing to repeat"),
            '{' => {
                if self.braces()?.is_some() {
                    return Err("Nothing to repeat");
                }
                self.at += 1;
            }
            '}' | ']' if self.unicode => return Err("Lone quantifier brackets"),
            '[' => {
                self.at += 1;
                if self.sets {
                    self.class_set()?;
                } else {
                    self.class()?;
                }
            }
            '\\' => {
                self.at += 1;
                return self.atom_escape();
            }
            _ => self.at += 1,
        }
        Ok(true)
    }

    /// A quantifier, if there is one.
    fn quantifier(&mut self, quantifiable: bool) -> Check<()> {
        match self.peek() {
            Some('*' | '+' | '?') => {
                if !quantifiable {
                    return Err("Nothing to repeat");
                }
                self.at += 1;
            }
            Some('{') => {
                let Some((length, ordered)) = self.braces()? else {
                    return if self.unicode { Err("Incomplete quantifier") } else { Ok(()) };
                };
                if !quantifiable {
                    return Err("Nothing to repeat");
                }
                if !ordered {
                    return Err("numbers out of order in {} quantifier");
                }
                self.at += length;
            }
            _ => return Ok(()),
        }
        self.eat('?');
        Ok(())
    }

    /// The quantifier in braces that begins here, if one does: its length, and whether its bounds are in order.
    fn braces(&self) -> Check<Option<(usize, bool)>> {
        let mut offset = 1;
        let number = |offset: &mut usize| {
            let mut value = None;
            while let Some(digit) = self.peek_at(*offset).and_then(|c| c.to_digit(10)) {
                value = Some(value.unwrap_or(0u64).saturating_mul(10).saturating_add(u64::from(digit)));
                *offset += 1;
            }
            value
        };
        let Some(low) = number(&mut offset) else { return Ok(None) };
        let mut high = Some(low);
        if self.peek_at(offset) == Some(',') {
            offset += 1;
            high = number(&mut offset);
        }
        if self.peek_at(offset) != Some('}') {
            return Ok(None);
        }
        Ok(Some((offset + 1, high.is_none_or(|high| low <= high))))
    }

    /// What stands behind a backslash outside of classes: whether it may be quantified.
    fn atom_escape(&mut self) -> Check<bool> {
        let Some(c) = self.peek() else { return Err("\\ at end of pattern") };
        match c {
            'b' | 'B' => {
                self.at += 1;
                return Ok(false);
            }
            '1'..='9' => {
                let start = self.at;
                let mut value = 0u32;
                while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
                    value = value.saturating_mul(10).saturating_add(digit);
                    self.at += 1;
                }
                if value > self.groups {
                    if self.unicode {
                        return Err("Invalid escape");
                    }
                    // Annex B: an octal escape or an identity escape.
                    self.at = start + 1;
                }
            }
            'k' => {
                self.at += 1;
                if self.unicode || self.has_names {
                    if !self.eat('<') {
                        return Err("Invalid named reference");
                    }
                    let name = self.group_name("Invalid named reference")?;
                    self.references.push(name);
                }
            }
            _ => {
                self.character_class_escape_or_character()?;
            }
        }
        Ok(true)
    }

    /// What stands behind a backslash, for classes too: the character it means, `None` for a class of
    /// characters.
    fn character_class_escape_or_character(&mut self) -> Check<Option<u32>> {
        let Some(c) = self.peek() else { return Err("\\ at end of pattern") };
        match c {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => {
                self.at += 1;
                Ok(None)
            }
            'p' | 'P' if self.unicode => {
                self.at += 1;
                if self.property()? && (c == 'P' || !self.sets) {
                    return Err("Invalid property name");
                }
                Ok(None)
            }
            _ => self.character_escape().map(Some),
        }
    }

    /// `{name}` or `{name=value}`: whether it is a property of strings.
    fn property(&mut self) -> Check<bool> {
        const INVALID: &str = "Invalid property name";
        if !self.eat('{') {
            return Err(INVALID);
        }
        let mut text = String::new();
        loop {
            match self.peek() {
                Some('}') => break,
                Some(c) if c.is_ascii_alphanumeric() || c == '_' || c == '=' => text.push(c),
                _ => return Err(INVALID),
            }
            self.at += 1;
        }
        self.at += 1;
        match text.split_once('=') {
            Some((name, value)) if properties::is_property_value(name, value) => Ok(false),
            None if properties::is_lone_property(&text) => Ok(false),
            None if properties::is_property_of_strings(&text) => Ok(true),
            _ => Err(INVALID),
        }
    }

    /// `CharacterEscape`: the value.
    fn character_escape(&mut self) -> Check<u32> {
        let Some(&unit) = self.input.get(self.at) else { return Err("\\ at end of pattern") };
        let c = char::from_u32(unit).unwrap_or('\u{FFFD}');
        self.at += 1;
        let value = match c {
            't' => 0x09,
            'n' => 0x0A,
            'v' => 0x0B,
            'f' => 0x0C,
            'r' => 0x0D,
            'c' => match self.peek() {
                Some(letter) if letter.is_ascii_alphabetic() => {
                    self.at += 1;
                    letter as u32 % 32
                }
                _ if self.unicode => return Err("Invalid unicode escape"),
                _ => {
                    // Annex B: the backslash stands for itself.
                    self.at -= 1;
                    '\\' as u32
                }
            },
            '0'..='7' if !self.unicode => self.legacy_octal(unit - '0' as u32),
            '0' if !self.peek().is_some_and(|c| c.is_ascii_digit()) => 0,
            'x' => match (self.hex_digit(0), self.hex_digit(1)) {
                (Some(high), Some(low)) => {
                    self.at += 2;
                    high * 16 + low
                }
                _ if self.unicode => return Err("Invalid escape"),
                _ => unit,
            },
            'u' => match self.unicode_escape(self.unicode)? {
                Some(value) => value,
                None if self.unicode => return Err("Invalid Unicode escape"),
                None => unit,
            },
            _ if self.unicode => {
                if !"^$\\.*+?()[]{}|/".contains(c) {
                    return Err("Invalid escape");
                }
                unit
            }
            _ => unit,
        };
        Ok(value)
    }

    fn legacy_octal(&mut self, first: u32) -> u32 {
        let mut value = first;
        let most = if first <= 3 { 2 } else { 1 };
        for _ in 0..most {
            let Some(digit) = self.peek().and_then(|c| c.to_digit(8)) else { break };
            value = value * 8 + digit;
            self.at += 1;
        }
        value
    }

    fn hex_digit(&self, offset: usize) -> Option<u32> {
        self.peek_at(offset)?.to_digit(16)
    }

    fn four_digits(&self, offset: usize) -> Option<u32> {
        (0..4).try_fold(0, |value, index| Some(value * 16 + self.hex_digit(offset + index)?))
    }

    /// Behind `\u`: `XXXX`, two of which may make a pair if `pairs`, or then also `{X…}`.
    fn unicode_escape(&mut self, pairs: bool) -> Check<Option<u32>> {
        if pairs && self.peek() == Some('{') {
            let mut offset = 1;
            let mut value = 0u32;
            while let Some(digit) = self.hex_digit(offset) {
                value = value * 16 + digit;
                if value > 0x10FFFF {
                    return Err("Invalid Unicode escape");
                }
                offset += 1;
            }
            if offset == 1 || self.peek_at(offset) != Some('}') {
                return Err("Invalid Unicode escape");
            }
            self.at += offset + 1;
            return Ok(Some(value));
        }
        let Some(value) = self.four_digits(0) else { return Ok(None) };
        self.at += 4;
        if pairs
            && (0xD800..0xDC00).contains(&value)
            && self.peek() == Some('\\')
            && self.peek_at(1) == Some('u')
            && let Some(low @ 0xDC00..0xE000) = self.four_digits(2)
        {
            self.at += 6;
            return Ok(Some(0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00)));
        }
        Ok(Some(value))
    }

    /// A group's name and the `>` behind it.
    fn group_name(&mut self, invalid: &'static str) -> Check<String> {
        let mut name = String::new();
        loop {
            let Some(&unit) = self.input.get(self.at) else { return Err(invalid) };
            self.at += 1;
            let mut value = unit;
            if unit == '>' as u32 && !name.is_empty() {
                return Ok(name);
            }
            if unit == '\\' as u32 {
                if !self.eat('u') {
                    return Err(invalid);
                }
                value = self.unicode_escape(true).map_err(|_| invalid)?.ok_or(invalid)?;
            } else if (0xD800..0xDC00).contains(&unit)
                && let Some(&low @ 0xDC00..0xE000) = self.input.get(self.at)
            {
                self.at += 1;
                value = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
            }
            let c = char::from_u32(value).ok_or(invalid)?;
            let valid = if name.is_empty() { is_identifier_start(c) } else { is_identifier_part(c) };
            if !valid {
                return Err(invalid);
            }
            name.push(c);
        }
    }
}

#[cfg(test)]
mod tests;
