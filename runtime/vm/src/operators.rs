//! Operators on any values: the slow halves of the arithmetic instructions, equality, relation, `typeof`, `instanceof`.

use crate::atom::{Atom, names};
use crate::convert::{self, Hint};
use crate::error;
use crate::kinds::*;
use crate::object;
use crate::string;
use crate::value::*;

/// SameValue.
pub fn same_value<'rt>(cx: &Cx<'rt>, a: Value<'_, 'rt>, b: Value<'_, 'rt>) -> bool {
    match (a.as_number(), b.as_number()) {
        (Some(a), Some(b)) => {
            a == b && a.is_sign_negative() == b.is_sign_negative() || a.is_nan() && b.is_nan()
        }
        _ => strict_equals(cx, a, b),
    }
}

/// SameValueZero.
pub fn same_value_zero<'rt>(cx: &Cx<'rt>, a: Value<'_, 'rt>, b: Value<'_, 'rt>) -> bool {
    match (a.as_number(), b.as_number()) {
        (Some(a), Some(b)) => a == b || a.is_nan() && b.is_nan(),
        _ => strict_equals(cx, a, b),
    }
}

/// IsStrictlyEqual.
#[inline]
pub fn strict_equals<'rt>(_: &Cx<'rt>, a: Value<'_, 'rt>, b: Value<'_, 'rt>) -> bool {
    if let (Some(a), Some(b)) = (a.as_number(), b.as_number()) {
        return a == b;
    }
    if a.same_bits(b) {
        return true;
    }
    match (a.cast::<Str>(), b.cast::<Str>()) {
        (Some(a), Some(b)) => string::equals(a, b),
        _ => match (a.cast::<BigInt>(), b.cast::<BigInt>()) {
            (Some(a), Some(b)) => a.bytes() == b.bytes(),
            _ => false,
        },
    }
}

/// IsLooselyEqual.
pub fn loose_equals<'rt>(cx: &mut Cx<'rt>, a: Root<'_, 'rt>, b: Root<'_, 'rt>) -> Result<bool, Throw> {
    let (x, y) = (a.get(&*cx), b.get(&*cx));
    if x.is_nullish() || y.is_nullish() {
        return Ok(x.is_nullish() && y.is_nullish());
    }
    let same_type = x.is_number() && y.is_number()
        || x.is_string() && y.is_string()
        || x.is_object() && y.is_object()
        || x.is_symbol() && y.is_symbol()
        || x.as_bool().is_some() && y.as_bool().is_some();
    if same_type {
        return Ok(strict_equals(&*cx, x, y));
    }
    roots!(cx; p);
    if x.is_object() {
        p.set(convert::to_primitive(cx, a, Hint::Default)?);
        return loose_equals(cx, p, b);
    }
    if y.is_object() {
        p.set(convert::to_primitive(cx, b, Hint::Default)?);
        return loose_equals(cx, a, p);
    }
    if x.is_symbol() || y.is_symbol() {
        return Ok(false);
    }
    Ok(convert::to_number(cx, a)? == convert::to_number(cx, b)?)
}

/// `a + b`.
pub fn add<'a, 'rt>(cx: &'a mut Cx<'rt>, a: Root<'_, 'rt>, b: Root<'_, 'rt>) -> Completion<'a, 'rt> {
    let (x, y) = (a.get(&*cx), b.get(&*cx));
    if let (Some(x), Some(y)) = (x.as_number(), y.as_number()) {
        return Ok(number(x + y));
    }
    roots!(cx; p, q);
    p.copy(a);
    q.copy(b);
    if x.is_string() && y.is_string() {
        return string::concat(cx, p, q);
    }
    p.set(convert::to_primitive(cx, a, Hint::Default)?);
    q.set(convert::to_primitive(cx, b, Hint::Default)?);
    if p.get(&*cx).is_string() || q.get(&*cx).is_string() {
        p.set(convert::to_string(cx, p)?);
        q.set(convert::to_string(cx, q)?);
        return string::concat(cx, p, q);
    }
    let x = convert::to_number(cx, p)?;
    let y = convert::to_number(cx, q)?;
    Ok(number(x + y))
}

/// The arithmetic operators other than `+`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Arithmetic {
    Sub,
    Mul,
    Div,
    Mod,
    Exp,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    UShr,
}

/// Applies an operator to numbers.
pub fn apply<'a, 'rt>(op: Arithmetic, x: f64, y: f64) -> Value<'a, 'rt> {
    let int = convert::double_to_int32;
    match op {
        Arithmetic::Sub => number(x - y),
        Arithmetic::Mul => number(x * y),
        Arithmetic::Div => number(x / y),
        Arithmetic::Mod => number(remainder(x, y)),
        Arithmetic::Exp => number(power(x, y)),
        Arithmetic::And => Value::int(int(x) & int(y)),
        Arithmetic::Or => Value::int(int(x) | int(y)),
        Arithmetic::Xor => Value::int(int(x) ^ int(y)),
        Arithmetic::Shl => Value::int(int(x).wrapping_shl(int(y) as u32 & 31)),
        Arithmetic::Shr => Value::int(int(x).wrapping_shr(int(y) as u32 & 31)),
        Arithmetic::UShr => number((int(x) as u32).wrapping_shr(int(y) as u32 & 31) as f64),
    }
}

/// Number::remainder: the sign of the dividend, also for zero.
pub fn remainder(x: f64, y: f64) -> f64 {
    // Rust's `%` on doubles is C's fmod, which is exact and keeps the dividend's sign.
    x % y
}

/// Number::exponentiate.
pub fn power(x: f64, y: f64) -> f64 {
    if y.is_nan() || y.is_infinite() && x.abs() == 1.0 {
        return f64::NAN;
    }
    x.powf(y)
}

/// An operator on any values: ToNumeric both, then [`apply`].
pub fn arithmetic<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    op: Arithmetic,
    a: Root<'_, 'rt>,
    b: Root<'_, 'rt>,
) -> Completion<'a, 'rt> {
    let x = convert::to_number(cx, a)?;
    let y = convert::to_number(cx, b)?;
    Ok(apply(op, x, y))
}

/// The relational operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Relation {
    Lt,
    Le,
    Gt,
    Ge,
}

/// `a op b` for any values. NaN makes all of them false.
pub fn compare<'rt>(
    cx: &mut Cx<'rt>,
    op: Relation,
    a: Root<'_, 'rt>,
    b: Root<'_, 'rt>,
) -> Result<bool, Throw> {
    roots!(cx; p, q);
    p.set(convert::to_primitive(cx, a, Hint::Number)?);
    q.set(convert::to_primitive(cx, b, Hint::Number)?);
    if p.get(&*cx).is_string() && q.get(&*cx).is_string() {
        string::flatten(cx, p)?;
        string::flatten(cx, q)?;
        let (x, y) = (p.cast::<Str>(&*cx), q.cast::<Str>(&*cx));
        if let (Some(x), Some(y)) = (x.and_then(string::try_view), y.and_then(string::try_view)) {
            let order = x.compare(y);
            return Ok(match op {
                Relation::Lt => order.is_lt(),
                Relation::Le => order.is_le(),
                Relation::Gt => order.is_gt(),
                Relation::Ge => order.is_ge(),
            });
        }
    }
    let x = convert::to_number(cx, p)?;
    let y = convert::to_number(cx, q)?;
    Ok(match op {
        Relation::Lt => x < y,
        Relation::Le => x <= y,
        Relation::Gt => x > y,
        Relation::Ge => x >= y,
    })
}

/// The name that `typeof` gives.
pub fn type_of(v: Value<'_, '_>) -> Atom {
    if v.is_number() {
        names::NUMBER
    } else if v.is_string() {
        names::STRING
    } else if v.is_object() {
        if crate::call::is_callable(v) { names::FUNCTION } else { names::OBJECT }
    } else if v.is_symbol() {
        names::SYMBOL
    } else if v.as_bool().is_some() {
        names::BOOLEAN
    } else if v.is_null() {
        names::OBJECT
    } else if v.has_tag(BIGINT) {
        names::BIGINT
    } else {
        names::UNDEFINED
    }
}

/// InstanceofOperator(V, target).
pub fn instance_of<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>, target: Root<'_, 'rt>) -> Result<bool, Throw> {
    if !target.get(&*cx).is_object() {
        return Err(error::type_error(cx, "Right-hand side of 'instanceof' is not an object"));
    }
    roots!(cx; f, r);
    f.set(object::get_method(cx, target, names::HAS_INSTANCE)?);
    if !f.get(&*cx).is_undefined() {
        if crate::builtins::function::is_default_has_instance(&*cx, f) {
            return ordinary_has_instance(cx, target, v);
        }
        r.set(crate::call::call(cx, f, target, &[v])?);
        return Ok(convert::to_boolean(r.get(&*cx)));
    }
    if !crate::call::is_callable(target.get(&*cx)) {
        return Err(error::type_error(cx, "Right-hand side of 'instanceof' is not callable"));
    }
    ordinary_has_instance(cx, target, v)
}

/// OrdinaryHasInstance(C, O).
pub fn ordinary_has_instance<'rt>(
    cx: &mut Cx<'rt>,
    c: Root<'_, 'rt>,
    o: Root<'_, 'rt>,
) -> Result<bool, Throw> {
    if !crate::call::is_callable(c.get(&*cx)) {
        return Ok(false);
    }
    cx.check_stack(16)?;
    roots!(cx; p);
    if let Some(bound) = c.cast::<Bound>(&*cx) {
        p.set(bound.get(object_words::OWN));
        return instance_of(cx, o, p);
    }
    if !o.get(&*cx).is_object() {
        return Ok(false);
    }
    p.set(object::get(cx, c, names::PROTOTYPE)?);
    if !p.get(&*cx).is_object() {
        return Err(error::type_error(cx, "Function has non-object prototype in instanceof check"));
    }
    let mut at = o.cast::<Object>(&*cx);
    while let Some(object) = at {
        at = object::lookup::proto(&*cx, object);
        if at.is_some_and(|proto| p.cast::<Object>(&*cx).is_some_and(|p| p.identity_eq(proto))) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// `key in o`; `key` becomes its property key.
pub fn has_property_in<'rt>(cx: &mut Cx<'rt>, key: Root<'_, 'rt>, o: Root<'_, 'rt>) -> Result<bool, Throw> {
    if !o.get(&*cx).is_object() {
        let what = error::describe(&*cx, key.get(&*cx));
        return Err(error::type_error(
            cx,
            &format!("Cannot use 'in' operator to search for {what} in a value that is no object"),
        ));
    }
    roots!(cx; k);
    k.copy(key);
    let key = convert::to_property_key(cx, k)?;
    object::has_property(cx, o, key)
}
