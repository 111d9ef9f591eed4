//! Object and array literals, closures, classes.

use crate::dispatch::run::*;
use crate::dispatch::*;
use crate::error;
use crate::function::closure_words;
use crate::iteration::{self, Site};
use crate::protectors;

/// The template of the topmost frame.
#[inline(always)]
fn template<'rt>(cx: &Cx<'rt>) -> &'rt Template<'rt> {
    // SAFETY: while an instruction runs there is a topmost frame.
    unsafe { cx.host.frames.last().unwrap_unchecked() }.template
}

op!(NewObject(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::new_object(cx, s.p(s.a()), s.b() as u16));
    next!(cx, s, 1)
});
op!(NewObjectLit(cx, s) {
    let literal = template(cx).literals.get_unchecked(s.count());
    let shape = literal.shape.get();
    if shape != 0 {
        let n = literal.keys.len();
        let o = cx.raw_bump(3 + n);
        if !o.is_null() {
            *o = raw::header(PLAIN, 0, 0) | (n as u64 + 2) << 16 | (shape as u64) << 32;
            *o.add(1) = UNDEFINED_BITS;
            *o.add(2) = UNDEFINED_BITS;
            let from = s.p(s.b());
            for i in 0..n {
                *o.add(3 + i) = *from.add(i);
            }
            s.set(s.a(), OBJECT_TAG << 48 | o as u64);
            next!(cx, s, 1)
        }
    }
    otherwise!(cx, s, {
        let literal = &template(cx).literals[s.count()];
        attempt!(cx, slow::new_object_literal(cx, s.p(s.a()), s.p(s.b()), literal));
        next!(cx, s, 1)
    })
});
/// Literals longer than this are made out of line.
const MAX_INLINE_ARRAY: usize = 256;
op!(NewArray(cx, s) {
    let n = s.count();
    let shape = cx.host.realm.array_shape.0;
    if shape != 0 && n > 0 && n <= MAX_INLINE_ARRAY {
        let e = cx.raw_bump(n + 5);
        if !e.is_null() {
            *e = raw::header(ELEMENTS, 0, 0) | (n as u64) << 16 | (n as u64) << 32;
            let from = s.p(s.b());
            for i in 0..n {
                *e.add(1 + i) = *from.add(i);
            }
            let o = e.add(1 + n);
            *o = raw::header(ARRAY, 0, 2) | (shape as u64) << 32;
            *o.add(1) = CELL_TAG << 48 | e as u64;
            *o.add(2) = UNDEFINED_BITS;
            *o.add(3) = n as u64;
            s.set(s.a(), OBJECT_TAG << 48 | o as u64);
            next!(cx, s, 1)
        }
    }
    otherwise!(cx, s, {
        attempt!(cx, slow::new_array(cx, s.p(s.a()), s.p(s.b()), s.count()));
        next!(cx, s, 1)
    })
});
op!(NewArrayCap(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::new_array_capacity(cx, s.p(s.a()), s.count() as u32));
    next!(cx, s, 1)
});
op!(ArrayPush(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::array_push(cx, s.p(s.a()), s.p(s.b())));
    next!(cx, s, 1)
});
op!(ArrayHole(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::array_hole(cx, s.p(s.a())));
    next!(cx, s, 1)
});
op!(ArraySpread(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::array_spread(cx, s.p(s.a()), s.p(s.b())));
    next!(cx, s, 1)
});
/// What the copy in place relies on: iterating gives the elements, and holes are undefined.
const PLAIN_COPY: u32 = protectors::ITER | protectors::NO_ELEMENTS;
op!(SpreadArray(cx, s) {
    let v = s.r(s.b());
    let shape = cx.host.realm.array_shape.0;
    if is_object(v) && (*cell(v) >> 32) as u32 == shape && cx.host.protectors & PLAIN_COPY == PLAIN_COPY {
        let (n, elements) = (*cell(v).add(3) as u32 as usize, *cell(v).add(1));
        // The shape is 0 until the first array has been made, and then every object's is another.
        if elements >> 48 == CELL_TAG
            && n <= MAX_INLINE_ARRAY
            && n > 0
            && (*cell(elements) >> 32) as u32 as usize == n
        {
            let e = cx.raw_bump(n + 5);
            if !e.is_null() {
                *e = raw::header(ELEMENTS, 0, 0) | (n as u64) << 16 | (n as u64) << 32;
                let from = cell(elements).add(1);
                for i in 0..n {
                    let word = *from.add(i);
                    *e.add(1 + i) = if word == HOLE_BITS { UNDEFINED_BITS } else { word };
                }
                let o = e.add(1 + n);
                *o = raw::header(ARRAY, 0, 2) | (shape as u64) << 32;
                *o.add(1) = CELL_TAG << 48 | e as u64;
                *o.add(2) = UNDEFINED_BITS;
                *o.add(3) = n as u64;
                s.set(s.a(), OBJECT_TAG << 48 | o as u64);
                iteration::count_dense(cx, Site::ArraySpread);
                next!(cx, s, 1)
            }
        }
    }
    otherwise!(cx, s, {
        attempt!(cx, slow::spread_array(cx, s.p(s.a()), s.p(s.b())));
        next!(cx, s, 1)
    })
});
op!(DefProp(cx, s) {
    let target = s.r(s.a());
    let cache = s.cache();
    if is_object(target) {
        let o = cell(target);
        if (*o >> 32) as u32 == cache.shape.get()
            && cache.epoch.get() == cx.host.shapes.epoch
            && add_place(o, cache.place.get(), s.r(s.b()), cache.other.get())
        {
            next!(cx, s, 2)
        }
    }
    otherwise!(cx, s, {
        attempt!(cx, property::define(cx, s.p(s.a()), s.p(s.b()), s.atom(), s.cache()));
        next!(cx, s, 2)
    })
});
op!(DefElem(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::define_element(cx, s.p(s.a()), s.p(s.b()), s.p(s.c())));
    next!(cx, s, 1)
});
op!(DefMethod(cx, s) {
    s.sync(cx);
    attempt!(cx, class::define_method(cx, s.p(s.a()), s.p(s.b()), s.p(s.c()), s.low(), class::Method::Plain));
    next!(cx, s, 2)
});
op!(DefGetter(cx, s) {
    s.sync(cx);
    attempt!(cx, class::define_method(cx, s.p(s.a()), s.p(s.b()), s.p(s.c()), s.low(), class::Method::Getter));
    next!(cx, s, 2)
});
op!(DefSetter(cx, s) {
    s.sync(cx);
    attempt!(cx, class::define_method(cx, s.p(s.a()), s.p(s.b()), s.p(s.c()), s.low(), class::Method::Setter));
    next!(cx, s, 2)
});
op!(SetProto(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::set_proto(cx, s.p(s.a()), s.p(s.b())));
    next!(cx, s, 1)
});
op!(CopyDataProps(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::copy_data_properties(cx, s.p(s.a()), s.p(s.b()), s.count()));
    next!(cx, s, 1)
});
op!(SetFuncName(cx, s) {
    s.sync(cx);
    attempt!(cx, class::set_function_name(cx, s.p(s.a()), s.p(s.b()), s.count() as u16));
    next!(cx, s, 1)
});
op!(ToKey(cx, s) {
    let v = s.r(s.b());
    if v >= s.k && v as i32 >= 0 || is_string(v) || v >> 48 == SYMBOL_TAG {
        s.set(s.a(), v);
        next!(cx, s, 1)
    }
    otherwise!(cx, s, {
        attempt!(cx, slow::to_key(cx, s.p(s.a()), s.p(s.b())));
        next!(cx, s, 1)
    })
});
op!(NewClosure(cx, s) {
    s.sync(cx);
    let child = *template(cx).children.get_unchecked(s.count());
    attempt!(cx, slow::new_closure(cx, s.p(s.a()), s.p(s.b()), &child.body));
    next!(cx, s, 1)
});
op!(NewClass(cx, s) {
    s.sync(cx);
    let child = *template(cx).children.get_unchecked(s.count());
    let env = s.p(s.low() as i32 as isize);
    attempt!(cx, class::new_class(cx, s.p(s.a()), s.p(s.b()), env, &child.body));
    next!(cx, s, 2)
});
op!(SetHome(cx, s) {
    class::set_word(cx, s.p(s.a()), s.p(s.b()), closure_words::HOME);
    next!(cx, s, 1)
});
op!(SetFieldInit(cx, s) {
    class::set_word(cx, s.p(s.a()), s.p(s.b()), closure_words::FIELDS);
    next!(cx, s, 1)
});
op!(InitFields(cx, s) {
    s.sync(cx);
    attempt!(cx, class::init_fields(cx, s.p(s.a()), s.p(s.b())));
    next!(cx, s, 1)
});
op!(TemplateObject(cx, s) {
    s.sync(cx);
    let template = template(cx);
    attempt!(cx, slow::template_object(cx, s.p(s.a()), &template.body, s.b() as u16 as usize));
    next!(cx, s, 1)
});
op!(NewRegExp(cx, s) {
    s.sync(cx);
    let thrown = error::syntax_error(cx, "not supported yet: regular expressions");
    raise(cx, thrown)
});
