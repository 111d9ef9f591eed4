//! Methods that read: at, includes, indexOf, join, iterators.

use super::*;
use crate::builtins::array_iterator;
use crate::operators;
use crate::string::StringBuilder;

/// Array.prototype.at.
pub fn at<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v);
    let length = receiver(cx, args, o)? as f64;
    let n = convert::to_integer(cx, args.get(0))?;
    let i = if n < 0.0 { length + n } else { n };
    if !(0.0..length).contains(&i) {
        return Ok(undefined());
    }
    get_at(cx, o, i as u64, v)?;
    Ok(v.get(&*cx))
}

fn iterator<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>, what: u32) -> Completion<'a, 'rt> {
    roots!(cx; o);
    o.set(convert::to_object(cx, args.this())?);
    array_iterator::create(cx, o, what, 0)
}
/// Array.prototype.values, also Array.prototype[@@iterator].
pub fn values<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    iterator(cx, args, array_iterator::VALUES)
}
/// Array.prototype.keys.
pub fn keys<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    iterator(cx, args, array_iterator::KEYS)
}
/// Array.prototype.entries.
pub fn entries<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    iterator(cx, args, array_iterator::ENTRIES)
}

/// The first index to look at for a `fromIndex` argument, counting from the start.
fn start_index<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>, length: u64) -> Result<u64, Throw> {
    let n = convert::to_integer(cx, v)?;
    Ok(if n < 0.0 { (length as f64 + n).max(0.0) } else { n.min(length as f64) } as u64)
}

/// Array.prototype.includes.
pub fn includes<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v);
    let length = receiver(cx, args, o)?;
    if length == 0 {
        return Ok(boolean(false));
    }
    for i in start_index(cx, args.get(1), length)?..length {
        let same = match dense_element(&*cx, o, i) {
            Some(v) => operators::same_value_zero(&*cx, v, args.get(0).get(&*cx)),
            None => {
                get_at(cx, o, i, v)?;
                operators::same_value_zero(&*cx, v.get(&*cx), args.get(0).get(&*cx))
            }
        };
        if same {
            return Ok(boolean(true));
        }
    }
    Ok(boolean(false))
}

/// IsStrictlyEqual of element `i`, if there is one.
fn equals_element<'rt>(
    cx: &mut Cx<'rt>,
    args: Args<'_, 'rt>,
    o: Root<'_, 'rt>,
    i: u64,
    v: Root<'_, 'rt>,
) -> Result<bool, Throw> {
    if let Some(v) = dense_element(&*cx, o, i) {
        return Ok(operators::strict_equals(&*cx, v, args.get(0).get(&*cx)));
    }
    Ok(get_if_present(cx, o, i, v)? && operators::strict_equals(&*cx, v.get(&*cx), args.get(0).get(&*cx)))
}

/// Array.prototype.indexOf.
pub fn index_of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v);
    let length = receiver(cx, args, o)?;
    if length == 0 {
        return Ok(Value::int(-1));
    }
    for i in start_index(cx, args.get(1), length)?..length {
        if equals_element(cx, args, o, i, v)? {
            return Ok(length_value(i));
        }
    }
    Ok(Value::int(-1))
}

/// Array.prototype.lastIndexOf.
pub fn last_index_of<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, v);
    let length = receiver(cx, args, o)?;
    if length == 0 {
        return Ok(Value::int(-1));
    }
    let n = if args.len() > 1 { convert::to_integer(cx, args.get(1))? } else { length as f64 - 1.0 };
    let last = if n >= 0.0 { n.min(length as f64 - 1.0) } else { length as f64 + n };
    if last < 0.0 {
        return Ok(Value::int(-1));
    }
    for i in (0..=last as u64).rev() {
        if equals_element(cx, args, o, i, v)? {
            return Ok(length_value(i));
        }
    }
    Ok(Value::int(-1))
}

/// Array.prototype.join.
pub fn join<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, separator);
    let length = receiver(cx, args, o)?;
    let mut comma = StringBuilder::new();
    if args.get(0).get(&*cx).is_undefined() {
        comma.push(b',' as u16);
    } else {
        separator.copy(args.get(0));
        convert::to_flat_string(cx, separator)?;
        if let Some(view) = separator.cast::<Str>(&*cx).and_then(crate::string::try_view) {
            comma.push_view(view);
        }
    }
    join_with(cx, o, length, &comma, |cx, v| convert::to_flat_string(cx, v))
}

/// The elements as strings, made by `text`, with a separator; an object that is being joined already gives "".
fn join_with<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    o: Root<'_, 'rt>,
    length: u64,
    separator: &StringBuilder,
    text: impl Fn(&mut Cx<'rt>, Root<'_, 'rt>) -> Result<(), Throw>,
) -> Completion<'a, 'rt> {
    cx.check_stack(64)?;
    let identity = object::slots::identity_hash(cx, o)?;
    if cx.host.joining.contains(&identity) {
        return crate::string::empty(cx);
    }
    cx.host.joining.push(identity);
    let mut out = StringBuilder::new();
    let joined = join_elements(cx, o, length, separator, text, &mut out);
    cx.host.joining.pop();
    joined?;
    out.finish(cx)
}

fn join_elements<'rt>(
    cx: &mut Cx<'rt>,
    o: Root<'_, 'rt>,
    length: u64,
    separator: &StringBuilder,
    text: impl Fn(&mut Cx<'rt>, Root<'_, 'rt>) -> Result<(), Throw>,
    out: &mut StringBuilder,
) -> Result<(), Throw> {
    roots!(cx; v);
    for i in 0..length {
        if i > 0 {
            out.push_view(separator.view());
        }
        if out.len() > crate::string::MAX_LENGTH {
            crate::string::check_length(cx, out.len())?;
        }
        get_at(cx, o, i, v)?;
        if !v.get(&*cx).is_nullish() {
            text(cx, v)?;
            if let Some(view) = v.cast::<Str>(&*cx).and_then(crate::string::try_view) {
                out.push_view(view);
            }
        }
    }
    Ok(())
}

/// Array.prototype.toString.
pub fn to_string<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, f);
    o.set(convert::to_object(cx, args.this())?);
    f.set(object::get(cx, o, names::JOIN)?);
    if call::is_callable(f.get(&*cx)) {
        return call::call(cx, f, o, &[]);
    }
    crate::builtins::object::to_string_of(cx, o)
}

/// Array.prototype.toLocaleString.
pub fn to_locale_string<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o);
    let length = receiver(cx, args, o)?;
    let mut comma = StringBuilder::new();
    comma.push(b',' as u16);
    join_with(cx, o, length, &comma, |cx, v| {
        let key = crate::atom::intern_static(cx, "toLocaleString");
        let text = call::invoke_method(cx, v, key, &[])?;
        v.set(text);
        convert::to_flat_string(cx, v)
    })
}
