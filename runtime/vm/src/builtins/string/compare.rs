//! localeCompare: an approximation of the root collation of Unicode, without its tables.
//!
//! Three levels, as there: base letters first (punctuation, then digits, then letters), then accents, then case with
//! small letters first. Exact for ASCII and close for Latin; other scripts are ordered by code point. Canonically
//! equivalent strings compare equal, as ECMA-262 22.1.3.12 requires.

use super::{string_argument, this_string, view};
use crate::realm::Args;
use crate::string::View;
use crate::value::*;
use std::cmp::Ordering;
use unicode_normalization::{UnicodeNormalization, char::canonical_combining_class};

/// String.prototype.localeCompare(that)
pub fn locale_compare<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; s, that);
    this_string(cx, args, "String.prototype.localeCompare", s)?;
    string_argument(cx, args, 0, that)?;
    Ok(Value::int(compare(view(&*cx, s), view(&*cx, that)) as i32))
}

fn compare(a: View<'_>, b: View<'_>) -> Ordering {
    if a.equals(b) {
        return Ordering::Equal;
    }
    if let (View::Latin1(a), View::Latin1(b)) = (a, b)
        && a.is_ascii()
        && b.is_ascii()
    {
        return compare_ascii(a, b);
    }
    let (a, b) = (elements(a), elements(b));
    let level =
        |f: fn(&Element) -> u32| a.iter().map(f).filter(|&w| w != 0).cmp(b.iter().map(f).filter(|&w| w != 0));
    level(|e| e.primary).then_with(|| level(|e| e.secondary)).then_with(|| level(|e| e.tertiary))
}

/// Without accents there are two levels only.
fn compare_ascii(a: &[u8], b: &[u8]) -> Ordering {
    let weights = |text: &[u8], f: fn(u8) -> u8| text.iter().map(move |&c| f(c)).collect::<Vec<_>>();
    let mut start = 0;
    while let (Some(x), Some(y)) = (a.get(start), b.get(start))
        && x == y
    {
        start += 1;
    }
    let (a, b) = (&a[start..], &b[start..]);
    // Mostly the first difference decides.
    if let (Some(&x), Some(&y)) = (a.first(), b.first()) {
        let (x, y) = (ASCII[x as usize & 127], ASCII[y as usize & 127]);
        if x != y && x != 0 && y != 0 {
            return x.cmp(&y);
        }
    }
    let primary = |c: u8| ASCII[c as usize & 127];
    let (x, y) = (weights(a, primary), weights(b, primary));
    let order = x.iter().filter(|&&w| w != 0).cmp(y.iter().filter(|&&w| w != 0));
    order.then_with(|| {
        let case = |c: u8| if ASCII[c as usize & 127] == 0 { 0 } else { 1 + c.is_ascii_uppercase() as u8 };
        let (x, y) = (weights(a, case), weights(b, case));
        x.iter().filter(|&&w| w != 0).cmp(y.iter().filter(|&&w| w != 0))
    })
}

/// White space and punctuation in order.
const ORDER: &[u8] = b"\t\n\x0b\x0c\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";
/// Weight of the digit 0.
const DIGITS: u8 = 0x40;
/// Weight of the letter a.
const LETTERS: u8 = 0x50;

/// First-level weights of ASCII; 0 is ignored.
static ASCII: [u8; 128] = {
    let mut table = [0; 128];
    let mut i = 0;
    while i < ORDER.len() {
        table[ORDER[i] as usize] = i as u8 + 1;
        i += 1;
    }
    let mut i = 0;
    while i < 26 {
        if i < 10 {
            table[b'0' as usize + i] = DIGITS + i as u8;
        }
        table[b'a' as usize + i] = LETTERS + i as u8;
        table[b'A' as usize + i] = LETTERS + i as u8;
        i += 1;
    }
    table
};

/// One step of a string in the order; a weight of 0 does not count on its level.
struct Element {
    primary: u32,
    secondary: u32,
    tertiary: u32,
}

/// Accents in order of their second-level weights.
const ACCENTS: &[char] = &[
    '\u{301}', '\u{300}', '\u{306}', '\u{302}', '\u{30C}', '\u{30A}', '\u{308}', '\u{30B}', '\u{303}',
    '\u{307}', '\u{338}', '\u{327}', '\u{328}', '\u{304}',
];
/// Second-level weight of no accent; of a stroke through the letter.
const PLAIN: u32 = 1;
const STROKE: u32 = 12;

fn elements(view: View<'_>) -> Vec<Element> {
    let mut out = Vec::with_capacity(view.len());
    // Lone surrogates come last.
    for c in char::decode_utf16(view.units()).map(|c| c.unwrap_or(char::MAX)).nfd() {
        let upper = c.is_uppercase();
        let tertiary = 1 + upper as u32;
        let small = if upper { c.to_lowercase().next().unwrap_or(c) } else { c };
        let mut letter = |base: char, secondary: u32, after: u32| {
            out.push(Element { primary: primary(base) + after, secondary, tertiary });
        };
        match small {
            'æ' => "ae".chars().for_each(|c| letter(c, PLAIN + 2, 0)),
            'œ' => "oe".chars().for_each(|c| letter(c, PLAIN + 2, 0)),
            'ß' => "ss".chars().for_each(|c| letter(c, PLAIN + 2, 0)),
            'ø' => letter('o', STROKE, 0),
            'đ' => letter('d', STROKE, 0),
            'ħ' => letter('h', STROKE, 0),
            'ł' => letter('l', STROKE, 0),
            'ŧ' => letter('t', STROKE, 0),
            'ð' => letter('d', PLAIN, 1),
            'ı' => letter('i', PLAIN, 1),
            'ŋ' => letter('n', PLAIN, 1),
            _ if canonical_combining_class(small) != 0 => {
                let place = ACCENTS.iter().position(|&a| a == small);
                let secondary = place.map_or(100 + small as u32, |i| PLAIN + 1 + i as u32);
                out.push(Element { primary: 0, secondary, tertiary: 0 });
            }
            _ if small.is_control() && !small.is_whitespace() => {}
            '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}' => {}
            char::MAX => out.push(Element { primary: u32::MAX, secondary: PLAIN, tertiary }),
            _ => letter(small, PLAIN, 0),
        }
    }
    out
}

/// First-level weight: two apart for ASCII, so that there is room after each letter; other marks between ASCII's and
/// the digits, other letters after `z`.
fn primary(c: char) -> u32 {
    let code = c as u32;
    if code < 128 {
        let weight = ASCII[code as usize] as u32;
        return if weight >= DIGITS as u32 { 0x20_0000 + 2 * weight } else { 2 * weight };
    }
    if c.is_alphanumeric() { 0x40_0000 + code } else { 0x1000 + code }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(a: &str, b: &str) -> i32 {
        let (a, b): (Vec<u16>, Vec<u16>) = (a.encode_utf16().collect(), b.encode_utf16().collect());
        let wide = compare(View::Utf16(&a), View::Utf16(&b)) as i32;
        if a.iter().chain(&b).all(|&u| u < 256) {
            let (a, b): (Vec<u8>, Vec<u8>) =
                (a.iter().map(|&u| u as u8).collect(), b.iter().map(|&u| u as u8).collect());
            assert_eq!(compare(View::Latin1(&a), View::Latin1(&b)) as i32, wide);
        }
        wide
    }

    #[test]
    fn ascii() {
        for (a, b, expected) in [
            ("a", "b", -1),
            ("a", "B", -1),
            ("a", "A", -1),
            ("A", "b", -1),
            ("ab", "A", 1),
            ("Ab", "ab", 1),
            ("aB", "Ab", -1),
            ("a-b", "ab", -1),
            ("_", "-", -1),
            ("$", "0", -1),
            ("9", "a", -1),
            ("10", "9", -1),
            ("a\0", "a", 0),
            ("\0", "", 0),
            ("Z", "a", 1),
            ("", "a", -1),
            ("ab\x01A", "a\x02ba", 1),
        ] {
            assert_eq!(order(a, b), expected, "{a:?} {b:?}");
            assert_eq!(order(b, a), -expected, "{b:?} {a:?}");
        }
    }

    #[test]
    fn latin() {
        for (a, b, expected) in [
            ("é", "e\u{301}", 0),
            ("e", "é", -1),
            ("é", "f", -1),
            ("éa", "eb", -1),
            ("É", "é", 1),
            ("résumé", "resume", 1),
            ("ä", "z", -1),
            ("ø", "p", -1),
            ("o", "ø", -1),
            ("ß", "ss", 1),
            ("ß", "st", -1),
            ("þ", "z", 1),
            ("я", "z", 1),
            ("а", "б", -1),
            ("€", "a", -1),
        ] {
            assert_eq!(order(a, b), expected, "{a:?} {b:?}");
            assert_eq!(order(b, a), -expected, "{b:?} {a:?}");
        }
    }
}
