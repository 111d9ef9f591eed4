//! Constants: literals, and operators on them.

use super::Compiler;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::syntax::{Known, Str};

/// A value known to the compiler.
#[derive(Clone, Debug)]
pub(super) enum Const {
    Undefined,
    Null,
    Bool(bool),
    Number(f64),
    /// A literal string.
    Str(Str),
    /// A string that the compiler made.
    Text(String),
}

impl PartialEq for Const {
    fn eq(&self, other: &Const) -> bool {
        match (self, other) {
            (Const::Undefined, Const::Undefined) | (Const::Null, Const::Null) => true,
            (Const::Bool(a), Const::Bool(b)) => a == b,
            (Const::Number(a), Const::Number(b)) => a.to_bits() == b.to_bits(),
            (Const::Str(a), Const::Str(b)) => a == b,
            (Const::Text(a), Const::Text(b)) => a == b,
            _ => false,
        }
    }
}

impl Const {
    /// `ToBoolean`
    pub fn truthy(&self) -> bool {
        match self {
            Const::Undefined | Const::Null => false,
            Const::Bool(value) => *value,
            Const::Number(number) => *number != 0.0 && !number.is_nan(),
            Const::Str(Str::Name(name)) => *name != Known::Empty,
            Const::Str(Str::Wtf16(units)) => !units.is_empty(),
            Const::Text(text) => !text.is_empty(),
        }
    }
}

/// `ToInt32`
fn to_int32(number: f64) -> i32 {
    if !number.is_finite() {
        return 0;
    }
    (number.trunc() % 4_294_967_296.0) as i64 as i32
}

fn shift_count(number: f64) -> u32 {
    to_int32(number) as u32 & 31
}

/// An operator on two numbers.
fn arithmetic(op: BinaryOp, a: f64, b: f64) -> Option<Const> {
    let int = |value: i32| Some(Const::Number(f64::from(value)));
    match op {
        BinaryOp::Add => Some(Const::Number(a + b)),
        BinaryOp::Sub => Some(Const::Number(a - b)),
        BinaryOp::Mul => Some(Const::Number(a * b)),
        BinaryOp::Div => Some(Const::Number(a / b)),
        BinaryOp::Rem => Some(Const::Number(a % b)),
        BinaryOp::ShiftLeft => int(to_int32(a) << shift_count(b)),
        BinaryOp::ShiftRight => int(to_int32(a) >> shift_count(b)),
        BinaryOp::ShiftRightUnsigned => {
            Some(Const::Number(f64::from((to_int32(a) as u32) >> shift_count(b))))
        }
        BinaryOp::BitAnd => int(to_int32(a) & to_int32(b)),
        BinaryOp::BitOr => int(to_int32(a) | to_int32(b)),
        BinaryOp::BitXor => int(to_int32(a) ^ to_int32(b)),
        BinaryOp::Less => Some(Const::Bool(a < b)),
        BinaryOp::LessEqual => Some(Const::Bool(a <= b)),
        BinaryOp::Greater => Some(Const::Bool(a > b)),
        BinaryOp::GreaterEqual => Some(Const::Bool(a >= b)),
        BinaryOp::Equal | BinaryOp::StrictEqual => Some(Const::Bool(a == b)),
        BinaryOp::NotEqual | BinaryOp::StrictNotEqual => Some(Const::Bool(a != b)),
        BinaryOp::Exp | BinaryOp::In | BinaryOp::Instanceof => None,
    }
}

impl Compiler<'_> {
    /// The value of an expression that has no effects and is known now.
    pub(super) fn constant(&self, expr: &Expr) -> Option<Const> {
        match &expr.kind {
            ExprKind::Paren(inner) => self.constant(inner),
            ExprKind::Null => Some(Const::Null),
            ExprKind::Bool(value) => Some(Const::Bool(*value)),
            ExprKind::Number(number) => Some(Const::Number(*number)),
            ExprKind::String(text) => Some(Const::Str(text.clone())),
            ExprKind::Template(template) if template.expressions.is_empty() => {
                template.chunks.first()?.cooked.clone().map(Const::Str)
            }
            ExprKind::Ident(ident) => self.global_constant(ident.name, ident),
            ExprKind::Unary { op, operand } => {
                if !matches!(
                    op,
                    UnaryOp::Minus | UnaryOp::Plus | UnaryOp::Not | UnaryOp::Void | UnaryOp::BitNot
                ) {
                    return None;
                }
                match (op, self.constant(operand)?) {
                    (UnaryOp::Minus, Const::Number(number)) => Some(Const::Number(-number)),
                    (UnaryOp::Plus, Const::Number(number)) => Some(Const::Number(number)),
                    (UnaryOp::BitNot, Const::Number(number)) => {
                        Some(Const::Number(f64::from(!to_int32(number))))
                    }
                    (UnaryOp::Not, value) => Some(Const::Bool(!value.truthy())),
                    (UnaryOp::Void, _) => Some(Const::Undefined),
                    _ => None,
                }
            }
            ExprKind::Binary { op, operands } => {
                let left = self.constant(&operands.0)?;
                let right = self.constant(&operands.1)?;
                self.fold(*op, &left, &right)
            }
            _ => None,
        }
    }

    /// A binary operator on constants.
    pub(super) fn fold(&self, op: BinaryOp, left: &Const, right: &Const) -> Option<Const> {
        match (left, right) {
            (Const::Number(a), Const::Number(b)) => arithmetic(op, *a, *b),
            _ if op == BinaryOp::Add => {
                let mut text = self.const_text(left)?.to_owned();
                text.push_str(self.const_text(right)?);
                Some(Const::Text(text))
            }
            _ => None,
        }
    }

    /// The text of a constant that is a well-formed string.
    pub(super) fn const_text<'c>(&'c self, value: &'c Const) -> Option<&'c str> {
        match value {
            Const::Str(Str::Name(name)) => Some(self.interner.resolve(*name)),
            Const::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The expression is `undefined` and has no effects.
    pub(super) fn is_undefined(&self, expr: &Expr) -> bool {
        matches!(self.constant(expr), Some(Const::Undefined))
    }

    /// The value of an integer constant that fits an immediate operand.
    pub(super) fn immediate(&self, expr: &Expr) -> Option<i32> {
        match self.constant(expr)? {
            Const::Number(number) => immediate_number(number),
            _ => None,
        }
    }
}

/// The number as an immediate operand of 16 bits.
pub(super) fn immediate_number(number: f64) -> Option<i32> {
    let int = number as i16;
    (f64::from(int) == number && !(int == 0 && number.is_sign_negative())).then_some(i32::from(int))
}

/// `Number::toString` with radix 10.
pub(super) fn number_text(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if number == 0.0 {
        return "0".to_owned();
    }
    let scientific = format!("{number:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", mantissa),
    };
    let digits: String = mantissa.chars().filter(|c| *c != '.').collect();
    let count = digits.len() as i32;
    let point = exponent.parse::<i32>().unwrap_or(0) + 1;
    let zeros = |count: i32| "0".repeat(count.max(0) as usize);
    let body = if count <= point && point <= 21 {
        format!("{digits}{}", zeros(point - count))
    } else if 0 < point && point <= 21 {
        format!("{}.{}", &digits[..point as usize], &digits[point as usize..])
    } else if -6 < point && point <= 0 {
        format!("0.{}{digits}", zeros(-point))
    } else {
        let exponent = point - 1;
        let sign = if exponent < 0 { '-' } else { '+' };
        let fraction = if count > 1 { format!(".{}", &digits[1..]) } else { String::new() };
        format!("{}{fraction}e{sign}{}", &digits[..1], exponent.abs())
    };
    format!("{sign}{body}")
}

#[cfg(test)]
mod tests {
    use super::{number_text, to_int32};

    #[test]
    fn numbers_as_keys() {
        let cases: [(f64, &str); 10] = [
            (1.0, "1"),
            (0.5, "0.5"),
            (123.456, "123.456"),
            (1e21, "1e+21"),
            (1e20, "100000000000000000000"),
            (1.5e300, "1.5e+300"),
            (1e-6, "0.000001"),
            (1e-7, "1e-7"),
            (2.5e-9, "2.5e-9"),
            (-0.0, "0"),
        ];
        for (number, text) in cases {
            assert_eq!(number_text(number), text);
        }
    }

    #[test]
    fn wrapping() {
        assert_eq!(to_int32(4_294_967_297.0), 1);
        assert_eq!(to_int32(-1.5), -1);
        assert_eq!(to_int32(2_147_483_648.0), i32::MIN);
        assert_eq!(to_int32(f64::NAN), 0);
    }
}
