//! Loads, environments, the global scope, properties.

use crate::atom::Atom;
use crate::code::Cache;
use crate::dispatch::run::*;
use crate::dispatch::*;
use crate::error;
use crate::function::closure_words;
use crate::protectors;

op!(Nop(cx, s) { next!(cx, s, 1) });
op!(Move(cx, s) {
    s.set(s.a(), s.r(s.b()));
    next!(cx, s, 1)
});
op!(LoadInt(cx, s) {
    s.set(s.a(), s.int(s.bc()));
    next!(cx, s, 1)
});
op!(LoadNum(cx, s) {
    s.set(s.a(), s.extra());
    next!(cx, s, 2)
});
op!(LoadStr(cx, s) {
    if let Some(global) = cx.host.atoms.cell(Atom(s.bc() as u32)) {
        s.set(s.a(), *cx.host.fast.globals.add(global.0 as usize));
        next!(cx, s, 1)
    }
    otherwise!(cx, s, {
        attempt!(cx, slow::load_string(cx, s.p(s.a()), Atom(s.bc() as u32)));
        next!(cx, s, 1)
    })
});
op!(LoadImm(cx, s) {
    s.set(s.a(), IMM | s.b() as u64);
    next!(cx, s, 1)
});

// ---- environments

op!(NewEnv(cx, s) {
    let n = s.count();
    let env = cx.raw_bump(2 + n);
    if env.is_null() {
        otherwise!(cx, s, {
            attempt!(cx, slow::new_env(cx, s.p(s.a()), s.p(s.b()), s.count()));
            next!(cx, s, 1)
        })
    }
    if n > 4000 {
        // Larger cells are the heap's business; the room just taken is filled like any other.
        *env = raw::header(ENV, 0, 1);
        *env.add(1) = UNDEFINED_BITS;
        otherwise!(cx, s, {
            attempt!(cx, slow::new_env(cx, s.p(s.a()), s.p(s.b()), s.count()));
            next!(cx, s, 1)
        })
    }
    *env = raw::header(ENV, 0, 0) | (1 + n as u64) << 16;
    *env.add(1) = s.r(s.b());
    for i in 0..n {
        *env.add(2 + i) = UNINIT_BITS;
    }
    s.set(s.a(), CELL_TAG << 48 | env as u64);
    next!(cx, s, 1)
});
op!(FuncEnv(cx, s) {
    s.set(s.a(), *cell(s.r(-3)).add(1 + closure_words::ENV));
    next!(cx, s, 1)
});
op!(EnvParent(cx, s) {
    s.set(s.a(), *cell(s.r(s.b())).add(1));
    next!(cx, s, 1)
});
op!(GetEnv(cx, s) {
    s.set(s.a(), *cell(s.r(s.b())).add(2 + s.count()));
    next!(cx, s, 1)
});
op!(GetEnvCheck(cx, s) {
    let v = *cell(s.r(s.b())).add(2 + s.count());
    if v == UNINIT_BITS {
        otherwise!(cx, s, { raise_uninitialised(cx, Atom(s.low())) })
    }
    s.set(s.a(), v);
    next!(cx, s, 2)
});
op!(SetEnv(cx, s) {
    let env = cell(s.r(s.a()));
    let slot = env.add(2 + s.count());
    let v = s.r(s.b());
    *slot = v;
    raw::barrier(env, slot, v);
    next!(cx, s, 1)
});
op!(SetEnvCheck(cx, s) {
    let env = cell(s.r(s.a()));
    let slot = env.add(2 + s.count());
    if *slot == UNINIT_BITS {
        otherwise!(cx, s, { raise_uninitialised(cx, Atom(s.low())) })
    }
    let v = s.r(s.b());
    *slot = v;
    raw::barrier(env, slot, v);
    next!(cx, s, 2)
});
op!(CloneEnv(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::clone_env(cx, s.p(s.a()), s.p(s.b())));
    next!(cx, s, 1)
});
op!(CheckInit(cx, s) {
    if s.r(s.a()) == UNINIT_BITS {
        otherwise!(cx, s, { raise_uninitialised(cx, Atom(s.bc() as u32)) })
    }
    next!(cx, s, 1)
});
op!(ThrowConst(cx, s) {
    s.sync(cx);
    let thrown = error::type_error(cx, "Assignment to constant variable.");
    raise(cx, thrown)
});

fn raise_uninitialised(cx: &mut Cx<'_>, atom: Atom) -> Step {
    let thrown = property::not_initialised(cx, atom);
    raise(cx, thrown)
}

// ---- global scope

/// The object or lexical cell of a cached global binding and the place in it, if the cache holds.
#[inline(always)]
unsafe fn cached_global(cx: &Cx<'_>, cache: &Cache) -> Option<(*mut u64, u32)> {
    // SAFETY: the global object is there while code runs; a cached lexical binding's cell is, too.
    unsafe {
        let shape = cache.shape.get();
        if shape == property::LEXICAL {
            return Some((cell(*cx.host.fast.lexicals), cache.place.get()));
        }
        let object = cell(*cx.host.fast.object);
        ((*object >> 32) as u32 == shape).then(|| (object, cache.place.get()))
    }
}

op!(GetGlobal(cx, s) {
    if let Some((object, place)) = cached_global(cx, s.cache()) {
        s.set(s.a(), read_place(object, place));
        next!(cx, s, 2)
    }
    otherwise!(cx, s, {
        attempt!(cx, property::get_global(cx, s.p(s.a()), s.atom(), s.cache(), false));
        next!(cx, s, 2)
    })
});
op!(GetGlobalTypeof(cx, s) {
    s.sync(cx);
    attempt!(cx, property::get_global(cx, s.p(s.a()), s.atom(), s.cache(), true));
    next!(cx, s, 2)
});
op!(SetGlobal(cx, s) {
    if let Some((object, place)) = cached_global(cx, s.cache()) {
        write_place(object, place, s.r(s.a()));
        next!(cx, s, 2)
    }
    otherwise!(cx, s, {
        let strict = strict(cx);
        attempt!(cx, property::set_global(cx, s.p(s.a()), s.atom(), s.cache(), strict));
        next!(cx, s, 2)
    })
});
op!(InitGlobalLex(cx, s) {
    property::init_global_lexical(cx, s.p(s.a()), s.atom());
    next!(cx, s, 2)
});
op!(DeleteGlobal(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::delete_global(cx, s.p(s.a()), Atom(s.low())));
    next!(cx, s, 2)
});

/// Is the code of the topmost frame strict?
fn strict(cx: &Cx<'_>) -> bool {
    cx.host.frames.last().is_some_and(|f| f.template.strict)
}

// ---- named properties

op!(GetProp(cx, s) {
    let v = s.r(s.b());
    let cache = s.cache();
    if is_object(v) {
        let o = cell(v);
        if (*o >> 32) as u32 == cache.shape.get() {
            let place = cache.place.get();
            if place < property::INHERITED {
                s.set(s.a(), *o.add(place as usize));
                next!(cx, s, 2)
            }
            if place & property::INHERITED == 0 {
                s.set(s.a(), read_place(o, place));
                next!(cx, s, 2)
            }
            if cache.epoch.get() == cx.host.shapes.epoch {
                let holder = cell(*cx.host.fast.globals.add(cache.other.get() as usize));
                s.set(s.a(), read_place(holder, place & !property::INHERITED));
                next!(cx, s, 2)
            }
        }
    }
    otherwise!(cx, s, {
        attempt!(cx, property::get(cx, s.p(s.a()), s.p(s.b()), s.atom(), s.cache()));
        next!(cx, s, 2)
    })
});
op!(GetMethod(cx, s) {
    let v = s.r(s.b());
    let cache = s.cache();
    let shape = if is_object(v) {
        (*cell(v) >> 32) as u32
    } else if is_string(v) {
        property::STRING_SHAPE
    } else {
        0
    };
    s.set(s.a() + 2, v);
    if shape == cache.shape.get() && shape != 0 {
        let place = cache.place.get();
        if place & property::INHERITED == 0 {
            s.set(s.a(), read_place(cell(v), place));
            next!(cx, s, 2)
        }
        if cache.epoch.get() == cx.host.shapes.epoch {
            let holder = cell(*cx.host.fast.globals.add(cache.other.get() as usize));
            s.set(s.a(), read_place(holder, place & !property::INHERITED));
            next!(cx, s, 2)
        }
    }
    otherwise!(cx, s, {
        attempt!(cx, property::get(cx, s.p(s.a()), s.p(s.a() + 2), s.atom(), s.cache()));
        next!(cx, s, 2)
    })
});
op!(GetLength(cx, s) {
    let v = s.r(s.b());
    if is_object(v) {
        let o = cell(v);
        if *o as u8 == ARRAY.id {
            let n = *o.add(3) as u32;
            if n <= i32::MAX as u32 {
                s.set(s.a(), s.int(n as i32));
                next!(cx, s, 2)
            }
        } else {
            let cache = s.cache();
            if (*o >> 32) as u32 == cache.shape.get() && cache.place.get() & property::INHERITED == 0 {
                s.set(s.a(), read_place(o, cache.place.get()));
                next!(cx, s, 2)
            }
        }
    } else if is_string(v) {
        s.set(s.a(), s.int(slow::string_length(v)));
        next!(cx, s, 2)
    }
    otherwise!(cx, s, {
        attempt!(cx, property::get(cx, s.p(s.a()), s.p(s.b()), s.atom(), s.cache()));
        next!(cx, s, 2)
    })
});
op!(SetProp(cx, s) {
    let target = s.r(s.a());
    let cache = s.cache();
    if is_object(target) {
        let o = cell(target);
        if (*o >> 32) as u32 == cache.shape.get() {
            let other = cache.other.get();
            if other == 0 {
                write_place(o, cache.place.get(), s.r(s.b()));
                next!(cx, s, 2)
            }
            if cache.epoch.get() == cx.host.shapes.epoch && add_place(o, cache.place.get(), s.r(s.b()), other) {
                next!(cx, s, 2)
            }
        }
    }
    otherwise!(cx, s, {
        let strict = strict(cx);
        attempt!(cx, property::set(cx, s.p(s.a()), s.p(s.b()), s.atom(), s.cache(), strict));
        next!(cx, s, 2)
    })
});
op!(DelProp(cx, s) {
    s.sync(cx);
    let strict = strict(cx);
    attempt!(cx, slow::delete_property(cx, s.p(s.a()), s.p(s.b()), Atom(s.low()), strict));
    next!(cx, s, 2)
});

// ---- indexed properties

/// The dense elements of an object, if it has any: their cell.
#[inline(always)]
unsafe fn dense(o: *mut u64) -> Option<*mut u64> {
    // SAFETY: `o` is an object; its first word is its elements.
    let elements = unsafe { *o.add(1) };
    (elements >> 48 == CELL_TAG).then(|| cell(elements))
}

op!(GetElem(cx, s) {
    let (v, k) = (s.r(s.b()), s.r(s.c()));
    if k >= s.k {
        if is_object(v) {
            // A sparse cell has no words in use, so that it fails the comparison.
            if let Some(e) = dense(cell(v))
                && (k as u32) < (*e >> 32) as u32
            {
                let found = *e.add(1 + k as u32 as usize);
                if found != HOLE_BITS {
                    s.set(s.a(), found);
                    next!(cx, s, 1)
                }
            }
        } else if is_string(v)
            && let Some(unit) = slow::string_unit(cx, v, k as i32)
        {
            s.set(s.a(), unit);
            next!(cx, s, 1)
        }
    }
    otherwise!(cx, s, {
        attempt!(cx, property::get_elem(cx, s.p(s.a()), s.p(s.b()), s.p(s.c())));
        next!(cx, s, 1)
    })
});
op!(GetElemI(cx, s) {
    let v = s.r(s.b());
    if is_object(v)
        && let Some(e) = dense(cell(v))
    {
        let i = s.count();
        if i < (*e >> 32) as u32 as usize {
            let found = *e.add(1 + i);
            if found != HOLE_BITS {
                s.set(s.a(), found);
                next!(cx, s, 1)
            }
        }
    }
    otherwise!(cx, s, {
        attempt!(cx, property::get_index(cx, s.p(s.a()), s.p(s.b()), s.count() as u32));
        next!(cx, s, 1)
    })
});
op!(SetElem(cx, s) {
    let (v, k) = (s.r(s.a()), s.r(s.b()));
    if is_object(v)
        && k >= s.k
        && let Some(e) = dense(cell(v))
        && *e as u8 == ELEMENTS.id
    {
        let used = (*e >> 32) as u32;
        let i = k as u32;
        let slot = e.add(1 + i as usize);
        if i < used {
            if *slot != HOLE_BITS {
                let value = s.r(s.c());
                *slot = value;
                raw::barrier(e, slot, value);
                next!(cx, s, 1)
            }
        } else {
            let o = cell(v);
            if i == used
                && (*o >> 32) as u32 == cx.host.realm.array_shape.0
                && *o.add(3) as u32 == i
                && (i as usize) < raw::gc::<Dense>(e).len()
                && cx.host.protectors & protectors::NO_ELEMENTS != 0
            {
                let value = s.r(s.c());
                *slot = value;
                raw::barrier(e, slot, value);
                *e = *e & u32::MAX as u64 | (i as u64 + 1) << 32;
                *o.add(3) = *o.add(3) & !(u32::MAX as u64) | (i as u64 + 1);
                next!(cx, s, 1)
            }
        }
    }
    otherwise!(cx, s, {
        let strict = strict(cx);
        attempt!(cx, property::set_elem(cx, s.p(s.a()), s.p(s.b()), s.p(s.c()), strict));
        next!(cx, s, 1)
    })
});
op!(SetElemI(cx, s) {
    let v = s.r(s.a());
    if is_object(v)
        && let Some(e) = dense(cell(v))
        && *e as u8 == ELEMENTS.id
    {
        let i = s.count();
        let slot = e.add(1 + i);
        if i < (*e >> 32) as u32 as usize && *slot != HOLE_BITS {
            let value = s.r(s.b());
            *slot = value;
            raw::barrier(e, slot, value);
            next!(cx, s, 1)
        }
    }
    otherwise!(cx, s, {
        let strict = strict(cx);
        attempt!(cx, property::set_index(cx, s.p(s.a()), s.p(s.b()), s.count() as u32, strict));
        next!(cx, s, 1)
    })
});
op!(DelElem(cx, s) {
    s.sync(cx);
    let strict = strict(cx);
    attempt!(cx, slow::delete_element(cx, s.p(s.a()), s.p(s.b()), s.p(s.c()), strict));
    next!(cx, s, 1)
});
op!(In(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::has_property(cx, s.p(s.a()), s.p(s.b()), s.p(s.c())));
    next!(cx, s, 1)
});
op!(InstanceOf(cx, s) {
    s.sync(cx);
    attempt!(cx, slow::instance_of(cx, s.p(s.a()), s.p(s.b()), s.p(s.c())));
    next!(cx, s, 1)
});

// ---- super and private names

op!(GetSuper(cx, s) {
    s.sync(cx);
    attempt!(cx, class::get_super(cx, s.p(s.a()), s.p(-3), s.p(s.b()), s.p(s.c())));
    next!(cx, s, 1)
});
op!(SetSuper(cx, s) {
    s.sync(cx);
    let strict = strict(cx);
    attempt!(cx, class::set_super(cx, s.p(-3), s.p(s.a()), s.p(s.b()), s.p(s.c()), strict));
    next!(cx, s, 1)
});
op!(FuncHome(cx, s) {
    s.set(s.a(), *cell(s.r(-3)).add(1 + closure_words::HOME));
    next!(cx, s, 1)
});
op!(GetSuperFrom(cx, s) {
    s.sync(cx);
    attempt!(cx, class::get_super_from(cx, s.p(s.a()), s.p(s.b()), s.p(s.c()), s.p(s.a())));
    next!(cx, s, 1)
});
op!(SetSuperFrom(cx, s) {
    s.sync(cx);
    let strict = strict(cx);
    attempt!(cx, class::set_super_from(cx, s.p(s.a()), s.p(s.b()), s.p(s.c()), s.p(s.c() + 1), strict));
    next!(cx, s, 1)
});
op!(GetPrivate(cx, s) {
    s.sync(cx);
    attempt!(cx, class::get_private(cx, s.p(s.a()), s.p(s.b()), s.p(s.c())));
    next!(cx, s, 1)
});
op!(SetPrivate(cx, s) {
    s.sync(cx);
    attempt!(cx, class::set_private(cx, s.p(s.a()), s.p(s.b()), s.p(s.c())));
    next!(cx, s, 1)
});
op!(AddPrivateField(cx, s) {
    s.sync(cx);
    attempt!(cx, class::add_private(cx, s.p(s.a()), s.p(s.b()), s.p(s.c()), class::Private::Field));
    next!(cx, s, 1)
});
op!(AddPrivateMethod(cx, s) {
    s.sync(cx);
    attempt!(cx, class::add_private(cx, s.p(s.a()), s.p(s.b()), s.p(s.c()), class::Private::Method));
    next!(cx, s, 1)
});
op!(AddPrivateAccessor(cx, s) {
    s.sync(cx);
    attempt!(cx, class::add_private(cx, s.p(s.a()), s.p(s.b()), s.p(s.c()), class::Private::Accessor));
    next!(cx, s, 1)
});
op!(PrivateIn(cx, s) {
    s.sync(cx);
    attempt!(cx, class::private_in(cx, s.p(s.a()), s.p(s.b()), s.p(s.c())));
    next!(cx, s, 1)
});
op!(NewPrivateName(cx, s) {
    s.sync(cx);
    attempt!(cx, class::new_private_name(cx, s.p(s.a()), Atom(s.bc() as u32)));
    next!(cx, s, 1)
});
