//! Math.sumPrecise: the sum of an iterable of numbers, rounded once.
//!
//! The accumulator is a fixed-point number wide enough for every double, in words of 32 bits held in 64, so that
//! carries need to be passed on only now and then.

use crate::iteration::{self, Record, Site};
use crate::realm::Args;
use crate::value::*;

/// 2098 bits reach from 2^-1074 to 2^1023; the rest is room for carries.
const WORDS: usize = 70;
/// After so many additions carries are passed on: each adds less than 2^33 to a word.
const PATIENCE: u32 = 1 << 28;

struct Accumulator {
    /// Word i counts units of 2^(32 i - 1074).
    words: [i64; WORDS],
    pending: u32,
}

impl Accumulator {
    fn new() -> Self {
        Accumulator { words: [0; WORDS], pending: 0 }
    }

    /// Adds a finite number.
    fn add(&mut self, x: f64) {
        let bits = x.to_bits();
        let exponent = (bits >> 52 & 0x7FF) as usize;
        let mantissa = bits & ((1 << 52) - 1) | if exponent == 0 { 0 } else { 1 << 52 };
        let place = exponent.max(1) - 1;
        let shifted = (mantissa as u128) << (place % 32);
        for i in 0..3 {
            let part = (shifted >> (32 * i)) as u32 as i64;
            let word = &mut self.words[place / 32 + i];
            *word += if x.is_sign_negative() { -part } else { part };
        }
        self.pending += 1;
        if self.pending == PATIENCE {
            self.pass_carries();
        }
    }

    /// Afterwards all words but the last are 0 to 2^32 - 1; the last has the sign.
    fn pass_carries(&mut self) {
        let mut carry = 0;
        for word in &mut self.words[..WORDS - 1] {
            let sum = *word + carry;
            *word = sum & 0xFFFF_FFFF;
            carry = sum >> 32;
        }
        self.words[WORDS - 1] += carry;
        self.pending = 0;
    }

    /// The sum, to nearest, ties to even.
    fn finish(mut self) -> f64 {
        self.pass_carries();
        let negative = self.words[WORDS - 1] < 0;
        if negative {
            self.words.iter_mut().for_each(|w| *w = -*w);
            self.pass_carries();
        }
        let bit = |i: i32| i >= 0 && self.words[i as usize / 32] >> (i % 32) & 1 != 0;
        let Some(top) = self.words.iter().rposition(|&w| w != 0) else { return 0.0 };
        let highest = 32 * top as i32 + 63 - self.words[top].leading_zeros() as i32;
        // 53 bits from the highest one, but never below 2^-1074, which is bit 0.
        let lowest = (highest - 52).max(0);
        let mut mantissa = (lowest..=highest).rev().fold(0u64, |m, i| m << 1 | bit(i) as u64);
        let rest = (0..lowest - 1).any(&bit);
        if bit(lowest - 1) && (rest || mantissa & 1 == 1) {
            mantissa += 1;
        }
        // In two exact steps, since 2^-1074 alone is not reached from a large exponent.
        let magnitude = mantissa as f64 * 2f64.powi((lowest - 1074).max(-1000));
        let magnitude = if lowest < 74 { magnitude * 2f64.powi(lowest - 74) } else { magnitude };
        if negative { -magnitude } else { magnitude }
    }
}

/// Math.sumPrecise(items)
pub fn sum_precise<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; iterator, next, mode, v);
    let record = Record { iterator, next, mode };
    if args.get(0).get(&*cx).is_nullish() {
        let what = crate::error::describe(&*cx, args.get(0).get(&*cx));
        return Err(crate::error::type_error(cx, &format!("{what} is not iterable")));
    }
    iteration::get_iterator(cx, Site::Builtin, args.get(0), record)?;
    let mut sum = Accumulator::new();
    // -0 until something else comes; then infinities and NaN by themselves.
    let mut special = 0.0;
    let mut only_minus_zero = true;
    while iteration::step_value(cx, record, v)? {
        let Some(n) = v.get(&*cx).as_number() else {
            let what = crate::error::describe(&*cx, v.get(&*cx));
            let thrown = crate::error::type_error(cx, &format!("{what} is not a number"));
            return Err(iteration::close_throw(cx, record, thrown));
        };
        if !n.is_finite() {
            special += n;
        } else if n != 0.0 {
            sum.add(n);
        }
        only_minus_zero &= n == 0.0 && n.is_sign_negative();
    }
    Ok(number(if special != 0.0 {
        special
    } else if only_minus_zero {
        -0.0
    } else {
        sum.finish()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(numbers: &[f64]) -> f64 {
        let mut a = Accumulator::new();
        numbers.iter().for_each(|&n| a.add(n));
        a.finish()
    }

    #[test]
    fn exact_sums() {
        assert_eq!(sum(&[0.1; 10]), 1.0);
        assert_eq!(sum(&[1e20, 0.1, -1e20]), 0.1);
        assert_eq!(sum(&[1e308, 1e308, -1e308, -1e308, 5e-324]), 5e-324);
        assert_eq!(sum(&[f64::MAX, f64::MAX]), f64::INFINITY);
        assert_eq!(sum(&[f64::MAX, f64::MAX, -f64::MAX]), f64::MAX);
        assert_eq!(sum(&[-1.5, -2.25]), -3.75);
        assert_eq!(sum(&[1.0, 2f64.powi(-53)]), 1.0);
        assert_eq!(sum(&[1.0, 2f64.powi(-53), 5e-324]), 1.0 + f64::EPSILON);
        assert_eq!(sum(&[1.0, -1.0]), 0.0);
        assert_eq!(sum(&[2.2250738585072014e-308, -5e-324]), 2.225073858507201e-308);
        assert_eq!(sum(&[1e16, 1.0, 1e-16]), 10000000000000002.0);
        assert_eq!(sum(&[9.007199254740992e15, 1.0, 1.0]), 9007199254740994.0);
        assert_eq!(sum(&[-5e-324, -5e-324]), -1e-323);
    }
}
