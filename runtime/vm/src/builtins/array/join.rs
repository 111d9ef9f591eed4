//! Methods that make strings: join, toString, toLocaleString.

use super::support::{Gaps, find, receiver, this_object};
use crate::atom::names;
use crate::call;
use crate::convert;
use crate::error;
use crate::object;
use crate::realm::Args;
use crate::string::{self, StringBuilder, View};
use crate::value::*;

use crate::kinds::*;

/// Array.prototype.join(separator).
pub fn join<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, text);
    let length = receiver(cx, args, "join", o)?;
    let mut separator = StringBuilder::new();
    if args.get(0).get(&*cx).is_undefined() {
        separator.push(b',' as u16);
    } else {
        text.copy(args.get(0));
        convert::to_flat_string(cx, text)?;
        if let Some(view) = text.cast::<Str>(&*cx).and_then(string::try_view) {
            separator.push_view(view);
        }
    }
    Joiner { out: StringBuilder::new(), separator, locale: false, entered: false }.join(cx, o, length)
}

/// Array.prototype.toLocaleString().
pub fn to_locale_string<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o);
    let length = receiver(cx, args, "toLocaleString", o)?;
    let mut separator = StringBuilder::new();
    separator.push(b',' as u16);
    Joiner { out: StringBuilder::new(), separator, locale: true, entered: false }.join(cx, o, length)
}

/// Array.prototype.toString().
pub fn to_string<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; o, f);
    this_object(cx, args, "toString", o)?;
    f.set(object::get(cx, o, names::JOIN)?);
    if call::is_callable(f.get(&*cx)) {
        return call::call(cx, f, o, &[]);
    }
    crate::builtins::object::to_string_of(cx, o)
}

/// A string being made of the elements of an object.
struct Joiner {
    out: StringBuilder,
    separator: StringBuilder,
    /// By `toLocaleString` of the elements.
    locale: bool,
    /// The object is on the machine's list of those that are being joined.
    entered: bool,
}

impl Joiner {
    /// The elements as strings with separators; an object that is being joined already gives "".
    fn join<'a, 'rt>(mut self, cx: &'a mut Cx<'rt>, o: Root<'_, 'rt>, length: u64) -> Completion<'a, 'rt> {
        if !cx.host.joining.is_empty()
            && let Some(object) = o.cast::<Object>(&*cx)
            && let Some(identity) = object::slots::existing_identity_hash(object)
            && cx.host.joining.contains(&identity)
        {
            return string::empty(cx);
        }
        let joined = self.run(cx, o, length);
        if self.entered {
            cx.host.joining.pop();
        }
        joined?;
        self.out.finish(cx)
    }

    fn run<'rt>(&mut self, cx: &mut Cx<'rt>, o: Root<'_, 'rt>, length: u64) -> Result<(), Throw> {
        // All the separators are needed in any case.
        if self.separator.len() as u64 * length.saturating_sub(1).min(1 << 32) > string::MAX_LENGTH as u64 {
            return Err(error::range_error(cx, "Invalid string length"));
        }
        roots!(cx; v);
        let mut gaps = Gaps::default();
        let mut k = 0;
        while k < length {
            if k > 0 {
                self.out.push_view(self.separator.view());
            }
            if find(cx, o, k, v)? {
                self.element(cx, o, v)?;
                k += 1;
                continue;
            }
            let next = gaps.next(&*cx, o, k, length);
            if !self.separator.is_empty() {
                for _ in k + 1..next {
                    self.out.push_view(self.separator.view());
                }
            }
            k = next;
        }
        Ok(())
    }

    /// Appends the string of an element.
    #[inline]
    fn element<'rt>(&mut self, cx: &mut Cx<'rt>, o: Root<'_, 'rt>, v: Root<'_, 'rt>) -> Result<(), Throw> {
        let value = v.get(&*cx);
        if value.is_nullish() {
            return Ok(());
        }
        if !self.locale {
            if let Some(i) = value.as_int() {
                return self.push_int(cx, i);
            }
            if let Some(d) = value.as_double() {
                return self.push(cx, View::Latin1(ryu_js::Buffer::new().format(d).as_bytes()));
            }
            if let Some(view) = value.cast::<Str>().and_then(string::try_view) {
                return self.push_borrowed(&*cx, view).or_else(|()| string::check_length(cx, usize::MAX));
            }
        }
        self.convert(cx, o, v)
    }

    #[inline(never)]
    fn convert<'rt>(&mut self, cx: &mut Cx<'rt>, o: Root<'_, 'rt>, v: Root<'_, 'rt>) -> Result<(), Throw> {
        if !self.entered && (self.locale || v.get(&*cx).is_object()) {
            let identity = object::slots::identity_hash(cx, o)?;
            cx.host.joining.push(identity);
            self.entered = true;
        }
        if self.locale {
            let key = crate::atom::intern_static(cx, "toLocaleString");
            v.set(call::invoke_method(cx, v, key, &[])?);
        }
        convert::to_flat_string(cx, v)?;
        let pushed = match v.cast::<Str>(&*cx).and_then(string::try_view) {
            Some(view) => self.push_borrowed(&*cx, view),
            None => Ok(()),
        };
        pushed.or_else(|()| string::check_length(cx, usize::MAX))
    }

    fn push_int(&mut self, cx: &mut Cx<'_>, i: i32) -> Result<(), Throw> {
        let mut buffer = [0u8; 11];
        let mut at = buffer.len();
        let mut n = i.unsigned_abs();
        loop {
            at -= 1;
            buffer[at] = b'0' + (n % 10) as u8;
            n /= 10;
            if n == 0 {
                break;
            }
        }
        if i < 0 {
            at -= 1;
            buffer[at] = b'-';
        }
        self.push(cx, View::Latin1(&buffer[at..]))
    }

    fn push(&mut self, cx: &mut Cx<'_>, view: View<'_>) -> Result<(), Throw> {
        string::check_length(cx, self.out.len() + view.len())?;
        self.out.push_view(view);
        Ok(())
    }

    /// Appends units that lie in the heap; `Err` if that is too much.
    #[inline]
    fn push_borrowed(&mut self, _: &Cx<'_>, view: View<'_>) -> Result<(), ()> {
        if self.out.len() + view.len() > string::MAX_LENGTH {
            return Err(());
        }
        self.out.push_view(view);
        Ok(())
    }
}
