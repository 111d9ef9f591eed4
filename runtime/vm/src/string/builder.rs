//! Building a string in native memory, narrow as long as possible.

use super::View;
use crate::value::*;

/// Collects units; `finish` makes the string. Holds no heap references, so it may live across collections.
#[derive(Debug)]
pub enum StringBuilder {
    /// So far all units are Latin-1.
    Latin1(Vec<u8>),
    /// Some unit is not.
    Utf16(Vec<u16>),
}

impl Default for StringBuilder {
    fn default() -> Self {
        StringBuilder::Latin1(Vec::new())
    }
}

impl StringBuilder {
    /// An empty builder.
    pub fn new() -> Self {
        Self::default()
    }
    /// Units so far.
    pub fn len(&self) -> usize {
        match self {
            StringBuilder::Latin1(b) => b.len(),
            StringBuilder::Utf16(u) => u.len(),
        }
    }
    /// No units so far?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    fn widen(&mut self) -> &mut Vec<u16> {
        if let StringBuilder::Latin1(bytes) = self {
            *self = StringBuilder::Utf16(bytes.iter().map(|&b| b as u16).collect());
        }
        match self {
            StringBuilder::Utf16(units) => units,
            StringBuilder::Latin1(_) => unreachable!("just widened"),
        }
    }
    /// Appends a unit.
    #[inline]
    pub fn push(&mut self, unit: u16) {
        match self {
            StringBuilder::Latin1(b) if unit < 256 => b.push(unit as u8),
            _ => self.widen().push(unit),
        }
    }
    /// Appends a code point.
    pub fn push_code_point(&mut self, point: u32) {
        if let Some(rest) = point.checked_sub(0x10000) {
            self.push(0xD800 + (rest >> 10) as u16);
            self.push(0xDC00 + (rest & 0x3FF) as u16);
        } else {
            self.push(point as u16);
        }
    }
    /// Appends text.
    pub fn push_str(&mut self, text: &str) {
        match self {
            StringBuilder::Latin1(b) if text.is_ascii() => b.extend_from_slice(text.as_bytes()),
            _ => text.encode_utf16().for_each(|u| self.push(u)),
        }
    }
    /// Appends the units of a string.
    pub fn push_view(&mut self, view: View<'_>) {
        match (&mut *self, view) {
            (StringBuilder::Latin1(b), View::Latin1(v)) => b.extend_from_slice(v),
            (StringBuilder::Latin1(_), View::Utf16(v)) if v.iter().all(|&u| u < 256) => {
                v.iter().for_each(|&u| self.push(u))
            }
            (_, View::Latin1(v)) => self.widen().extend(v.iter().map(|&b| b as u16)),
            (_, View::Utf16(v)) => self.widen().extend_from_slice(v),
        }
    }
    /// The units so far.
    pub fn view(&self) -> View<'_> {
        match self {
            StringBuilder::Latin1(b) => View::Latin1(b),
            StringBuilder::Utf16(u) => View::Utf16(u),
        }
    }
    /// Makes the string. RangeError if it is too long.
    pub fn finish<'a, 'rt>(&self, cx: &'a mut Cx<'rt>) -> Completion<'a, 'rt> {
        match self {
            StringBuilder::Latin1(b) => super::from_latin1(cx, b),
            StringBuilder::Utf16(u) => super::from_utf16(cx, u),
        }
    }
}
