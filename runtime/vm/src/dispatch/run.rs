//! The dispatch loop: one match over the instruction table, with the fast body of each instruction in place and
//! everything else out of line.
//!
//! Register state: `pc` the instruction being executed, `base` register 0 of the frame, `caches` its inline caches.
//! `sync!` stores `pc` into the frame before anything that can throw or look at the stack.

use super::*;
use super::{class, generator, property, slow};
use crate::atom::Atom;
use crate::code::Cache;
use crate::code::ops::Op;
use crate::iteration;
use crate::operators::{Arithmetic, Relation};
use crate::protectors;
use crate::realm::Args;

#[inline(always)]
fn is_double(v: u64) -> bool {
    v < IMM
}
#[inline(always)]
fn both_int(a: u64, b: u64) -> bool {
    a & b >= INT
}
#[inline(always)]
fn int(i: i32) -> u64 {
    INT | i as u32 as u64
}
#[inline(always)]
fn boolean(b: bool) -> u64 {
    FALSE_BITS + b as u64
}
/// The number in a word that is an int32 or a double.
#[inline(always)]
fn as_number(v: u64) -> Option<f64> {
    if is_double(v) {
        Some(f64::from_bits(v))
    } else if v >= INT {
        Some(v as i32 as f64)
    } else {
        None
    }
}
/// A double as a word; int32 if it is one costs more than it gains here.
#[inline(always)]
fn double(d: f64) -> u64 {
    // The NaN that x86 makes has the sign bit set; one NaN only, so that words can be compared.
    if d.is_nan() { f64::NAN.to_bits() } else { d.to_bits() }
}
#[inline(always)]
fn is_object(v: u64) -> bool {
    v >> 48 == OBJECT_TAG
}
#[inline(always)]
fn cell(v: u64) -> *mut u64 {
    (v & ADDRESS) as *mut u64
}

/// Runs the topmost frame until the frame that a native caller entered returns: its result, as a word. With `pending`,
/// begins by raising that exception at the topmost frame's pc.
pub(super) fn run<'rt>(cx: &mut Cx<'rt>, pending: Option<Throw>) -> Result<u64, Throw> {
    let mut pc: *const u64;
    let mut base: *mut u64;
    let mut caches: *const Cache;
    let interrupt = std::sync::Arc::as_ptr(&cx.host.interrupt);

    macro_rules! load_frame {
        () => {
            match cx.host.frames.last() {
                Some(frame) => {
                    pc = frame.pc;
                    base = frame.base;
                    caches = frame.template.caches.as_ptr();
                }
                None => return Ok(UNDEFINED_BITS),
            }
        };
    }
    if let Some(thrown) = pending {
        unwind(cx, thrown)?;
        restore_sp(cx);
    }
    load_frame!();

    loop {
        // SAFETY: rules 1 to 3 of the room: `pc` points to a verified instruction, registers lie in the window of the
        // topmost frame, addresses of cells are used only until the next `&mut cx`.
        let thrown: Throw = unsafe {
            'exec: loop {
                let w = *pc;
                macro_rules! a {
                    () => {
                        (w >> 16) as i16 as isize
                    };
                }
                macro_rules! b {
                    () => {
                        (w >> 32) as i16 as isize
                    };
                }
                macro_rules! c {
                    () => {
                        (w >> 48) as i16 as isize
                    };
                }
                macro_rules! bc {
                    () => {
                        (w >> 32) as i32
                    };
                }
                macro_rules! r {
                    ($i:expr) => {
                        *base.offset($i)
                    };
                }
                macro_rules! p {
                    ($i:expr) => {
                        base.offset($i)
                    };
                }
                macro_rules! next {
                    ($n:expr) => {{
                        pc = pc.add($n);
                        continue 'exec;
                    }};
                }
                macro_rules! sync {
                    () => {
                        (*cx.host.frames.last_mut().unwrap_unchecked()).pc = pc
                    };
                }
                macro_rules! slow {
                    ($e:expr) => {{
                        sync!();
                        match $e {
                            Ok(v) => v,
                            Err(thrown) => break 'exec thrown,
                        }
                    }};
                }
                macro_rules! jump {
                    ($offset:expr) => {{
                        pc = pc.offset($offset as isize);
                        continue 'exec;
                    }};
                }
                macro_rules! template {
                    () => {
                        (*cx.host.frames.last().unwrap_unchecked()).template
                    };
                }
                macro_rules! extra {
                    () => {
                        *pc.add(1)
                    };
                }
                macro_rules! cache {
                    () => {
                        &*caches.add(extra!() as u32 as usize)
                    };
                }
                macro_rules! atom {
                    () => {
                        Atom((extra!() >> 32) as u32)
                    };
                }
                macro_rules! poll {
                    () => {
                        if (*interrupt).load(std::sync::atomic::Ordering::Relaxed) {
                            slow!(slow::interrupted(cx));
                        }
                    };
                }
                macro_rules! bits {
                    ($op:expr, $arith:ident, $imm:expr) => {{
                        let x = r!(b!());
                        let y = $imm;
                        if both_int(x, y) {
                            let f: fn(i32, i32) -> i32 = $op;
                            r!(a!()) = int(f(x as i32, y as i32));
                        } else {
                            slow!(slow::arithmetic(cx, Arithmetic::$arith, p!(a!()), x_slot!(), y));
                        }
                        next!(1)
                    }};
                }
                macro_rules! x_slot {
                    () => {
                        p!(b!())
                    };
                }
                macro_rules! relation { ($op:tt, $rel:ident, $x:expr, $y:expr, $px:expr, $py:expr) => {{
                    let (x, y) = ($x, $y);
                    if both_int(x, y) {
                        (x as i32) $op (y as i32)
                    } else if let (Some(x), Some(y)) = (as_number(x), as_number(y)) {
                        x $op y
                    } else {
                        slow!(slow::compare(cx, Relation::$rel, $px, y))
                    }
                }} }
                macro_rules! set_relation {
                    ($op:tt, $rel:ident) => {{
                        let v = relation!($op, $rel, r!(b!()), r!(c!()), p!(b!()), ());
                        r!(a!()) = boolean(v);
                        next!(1)
                    }};
                }
                macro_rules! jump_relation {
                    ($op:tt, $rel:ident, $want:expr) => {{
                        if relation!($op, $rel, r!(a!()), r!(b!()), p!(a!()), ()) == $want {
                            jump!(c!())
                        }
                        next!(1)
                    }};
                }
                macro_rules! jump_relation_imm {
                    ($op:tt, $rel:ident, $want:expr) => {{
                        if relation!($op, $rel, r!(a!()), int(b!() as i32), p!(a!()), ()) == $want {
                            jump!(c!())
                        }
                        next!(1)
                    }};
                }
                macro_rules! loop_relation {
                    ($op:tt, $rel:ident) => {{
                        poll!();
                        if relation!($op, $rel, r!(a!()), r!(b!()), p!(a!()), ()) {
                            jump!(c!())
                        }
                        next!(1)
                    }};
                }
                macro_rules! loop_relation_imm {
                    ($op:tt, $rel:ident) => {{
                        poll!();
                        if relation!($op, $rel, r!(a!()), int(b!() as i32), p!(a!()), ()) {
                            jump!(c!())
                        }
                        next!(1)
                    }};
                }
                macro_rules! truthy {
                    ($v:expr) => {{
                        let v = $v;
                        if v & !1 == FALSE_BITS {
                            v == TRUE_BITS
                        } else if v >= INT {
                            v as i32 != 0
                        } else {
                            slow::truthy(v)
                        }
                    }};
                }
                macro_rules! strict_equal {
                    ($x:expr, $y:expr) => {{
                        let (x, y) = ($x, $y);
                        if both_int(x, y) || is_object(x) {
                            x == y
                        } else if let (Some(x), Some(y)) = (as_number(x), as_number(y)) {
                            x == y
                        } else {
                            slow::strict_equals(x, y)
                        }
                    }};
                }
                match std::mem::transmute::<u16, Op>(w as u16) {
                    Op::Nop => next!(1),
                    Op::Move => {
                        r!(a!()) = r!(b!());
                        next!(1)
                    }
                    Op::LoadInt => {
                        r!(a!()) = int(bc!());
                        next!(1)
                    }
                    Op::LoadNum => {
                        r!(a!()) = extra!();
                        next!(2)
                    }
                    Op::LoadStr => {
                        let atom = Atom(bc!() as u32);
                        match cx.host.atoms.cell(atom) {
                            Some(global) => r!(a!()) = *cx.raw_globals_base().add(global.0 as usize),
                            None => slow!(slow::load_string(cx, p!(a!()), atom)),
                        }
                        next!(1)
                    }
                    Op::LoadImm => {
                        r!(a!()) = IMM | b!() as u64;
                        next!(1)
                    }

                    // ---- environments
                    Op::NewEnv => {
                        slow!(slow::new_env(cx, p!(a!()), p!(b!()), c!() as u16 as usize));
                        next!(1)
                    }
                    Op::FuncEnv => {
                        r!(a!()) = *cell(r!(-3)).add(1 + crate::function::closure_words::ENV);
                        next!(1)
                    }
                    Op::EnvParent => {
                        r!(a!()) = *cell(r!(b!())).add(1);
                        next!(1)
                    }
                    Op::GetEnv => {
                        r!(a!()) = *cell(r!(b!())).add(2 + c!() as u16 as usize);
                        next!(1)
                    }
                    Op::GetEnvCheck => {
                        let v = *cell(r!(b!())).add(2 + c!() as u16 as usize);
                        if v == UNINIT_BITS {
                            slow!(Err::<(), _>(property::not_initialised(cx, Atom(extra!() as u32))))
                        }
                        r!(a!()) = v;
                        next!(2)
                    }
                    Op::SetEnv => {
                        let env = cell(r!(a!()));
                        let slot = env.add(2 + c!() as u16 as usize);
                        let v = r!(b!());
                        *slot = v;
                        raw::barrier(env, slot, v);
                        next!(1)
                    }
                    Op::SetEnvCheck => {
                        let env = cell(r!(a!()));
                        let slot = env.add(2 + c!() as u16 as usize);
                        if *slot == UNINIT_BITS {
                            slow!(Err::<(), _>(property::not_initialised(cx, Atom(extra!() as u32))))
                        }
                        let v = r!(b!());
                        *slot = v;
                        raw::barrier(env, slot, v);
                        next!(2)
                    }
                    Op::CloneEnv => {
                        slow!(slow::clone_env(cx, p!(a!()), p!(b!())));
                        next!(1)
                    }
                    Op::CheckInit => {
                        if r!(a!()) == UNINIT_BITS {
                            slow!(Err::<(), _>(property::not_initialised(cx, Atom(bc!() as u32))))
                        }
                        next!(1)
                    }
                    Op::ThrowConst => slow!(Err(error::type_error(cx, "Assignment to constant variable."))),

                    // ---- global scope
                    Op::GetGlobal | Op::GetGlobalTypeof => {
                        let cache = cache!();
                        let shape = cache.shape.get();
                        if shape == property::LEXICAL {
                            if let Some(global) = cx.host.realm.lexical_values {
                                let values = cell(*cx.raw_globals_base().add(global.0 as usize));
                                r!(a!()) = *values.add(1 + cache.place.get() as usize);
                                next!(2)
                            }
                        } else if let Some(global) = cx.host.realm.made(crate::realm::Intrinsic::Global) {
                            let object = cell(*cx.raw_globals_base().add(global.0 as usize));
                            if (*object >> 32) as u32 == shape {
                                r!(a!()) = read_place(object, cache.place.get());
                                next!(2)
                            }
                        }
                        let typeof_ = w as u16 == Op::GetGlobalTypeof as u16;
                        slow!(property::get_global(cx, p!(a!()), atom!(), cache, typeof_));
                        next!(2)
                    }
                    Op::SetGlobal => {
                        let cache = cache!();
                        let shape = cache.shape.get();
                        if shape == property::LEXICAL {
                            if let Some(global) = cx.host.realm.lexical_values {
                                let values = cell(*cx.raw_globals_base().add(global.0 as usize));
                                let slot = values.add(1 + cache.place.get() as usize);
                                let v = r!(a!());
                                *slot = v;
                                raw::barrier(values, slot, v);
                                next!(2)
                            }
                        } else if let Some(global) = cx.host.realm.made(crate::realm::Intrinsic::Global) {
                            let object = cell(*cx.raw_globals_base().add(global.0 as usize));
                            if (*object >> 32) as u32 == shape {
                                write_place(object, cache.place.get(), r!(a!()));
                                next!(2)
                            }
                        }
                        let strict = template!().strict;
                        slow!(property::set_global(cx, p!(a!()), atom!(), cache, strict));
                        next!(2)
                    }
                    Op::InitGlobalLex => {
                        property::init_global_lexical(cx, p!(a!()), atom!());
                        next!(2)
                    }
                    Op::DeleteGlobal => {
                        slow!(slow::delete_global(cx, p!(a!()), Atom(extra!() as u32)));
                        next!(2)
                    }

                    // ---- properties
                    Op::GetProp => {
                        let v = r!(b!());
                        let cache = cache!();
                        if is_object(v) {
                            let o = cell(v);
                            if (*o >> 32) as u32 == cache.shape.get() {
                                let place = cache.place.get();
                                if place < property::INHERITED {
                                    r!(a!()) = *o.add(place as usize);
                                    next!(2)
                                }
                                if place & property::INHERITED == 0 {
                                    r!(a!()) = read_place(o, place);
                                    next!(2)
                                }
                                if cache.epoch.get() == cx.host.shapes.epoch {
                                    let holder = cell(*cx.raw_globals_base().add(cache.other.get() as usize));
                                    r!(a!()) = read_place(holder, place & !property::INHERITED);
                                    next!(2)
                                }
                            }
                        }
                        slow!(property::get(cx, p!(a!()), p!(b!()), atom!(), cache));
                        next!(2)
                    }
                    Op::GetMethod => {
                        let v = r!(b!());
                        let cache = cache!();
                        let shape = if is_object(v) {
                            (*cell(v) >> 32) as u32
                        } else if v >> 48 == STRING_TAG {
                            property::STRING_SHAPE
                        } else {
                            0
                        };
                        r!(a!() + 2) = v;
                        if shape == cache.shape.get() && shape != 0 {
                            let place = cache.place.get();
                            if place & property::INHERITED == 0 {
                                r!(a!()) = read_place(cell(v), place);
                                next!(2)
                            }
                            if cache.epoch.get() == cx.host.shapes.epoch {
                                let holder = cell(*cx.raw_globals_base().add(cache.other.get() as usize));
                                r!(a!()) = read_place(holder, place & !property::INHERITED);
                                next!(2)
                            }
                        }
                        slow!(property::get(cx, p!(a!()), p!(a!() + 2), atom!(), cache));
                        next!(2)
                    }
                    Op::GetLength => {
                        let v = r!(b!());
                        if is_object(v) {
                            let o = cell(v);
                            if *o as u8 == ARRAY.id {
                                let n = *o.add(3) as u32;
                                r!(a!()) =
                                    if n <= i32::MAX as u32 { int(n as i32) } else { double(n as f64) };
                                next!(2)
                            }
                            let cache = cache!();
                            if (*o >> 32) as u32 == cache.shape.get()
                                && cache.place.get() & property::INHERITED == 0
                            {
                                r!(a!()) = read_place(o, cache.place.get());
                                next!(2)
                            }
                        } else if v >> 48 == STRING_TAG {
                            r!(a!()) = int(slow::string_length(v));
                            next!(2)
                        }
                        slow!(property::get(cx, p!(a!()), p!(b!()), atom!(), cache!()));
                        next!(2)
                    }
                    Op::SetProp => {
                        let target = r!(a!());
                        let cache = cache!();
                        if is_object(target) {
                            let o = cell(target);
                            if (*o >> 32) as u32 == cache.shape.get() {
                                let other = cache.other.get();
                                if other == 0 {
                                    write_place(o, cache.place.get(), r!(b!()));
                                    next!(2)
                                }
                                if cache.epoch.get() == cx.host.shapes.epoch
                                    && add_place(o, cache.place.get(), r!(b!()), other)
                                {
                                    next!(2)
                                }
                            }
                        }
                        let strict = template!().strict;
                        slow!(property::set(cx, p!(a!()), p!(b!()), atom!(), cache, strict));
                        next!(2)
                    }
                    Op::GetElem => {
                        let (v, k) = (r!(b!()), r!(c!()));
                        if is_object(v) && k >= INT {
                            let elements = *cell(v).add(1);
                            if elements >> 48 == 0xFFFA {
                                let e = cell(elements);
                                if (k as u32) < (*e >> 32) as u32 {
                                    let found = *e.add(1 + k as u32 as usize);
                                    if found != HOLE_BITS {
                                        r!(a!()) = found;
                                        next!(1)
                                    }
                                }
                            }
                        } else if k >= INT
                            && v >> 48 == STRING_TAG
                            && let Some(unit) = slow::string_unit(cx, v, k as i32)
                        {
                            r!(a!()) = unit;
                            next!(1)
                        }
                        slow!(property::get_elem(cx, p!(a!()), p!(b!()), p!(c!())));
                        next!(1)
                    }
                    Op::GetElemI => {
                        let v = r!(b!());
                        if is_object(v) {
                            let elements = *cell(v).add(1);
                            if elements >> 48 == 0xFFFA {
                                let e = cell(elements);
                                let i = c!() as u16 as u32;
                                if i < (*e >> 32) as u32 {
                                    let found = *e.add(1 + i as usize);
                                    if found != HOLE_BITS {
                                        r!(a!()) = found;
                                        next!(1)
                                    }
                                }
                            }
                        }
                        slow!(property::get_index(cx, p!(a!()), p!(b!()), c!() as u16 as u32));
                        next!(1)
                    }
                    Op::SetElemI => {
                        let v = r!(a!());
                        if is_object(v) {
                            let elements = *cell(v).add(1);
                            if elements >> 48 == 0xFFFA {
                                let e = cell(elements);
                                let i = c!() as u16 as u32;
                                if *e as u8 == ELEMENTS.id && i < (*e >> 32) as u32 {
                                    let slot = e.add(1 + i as usize);
                                    if *slot != HOLE_BITS {
                                        let value = r!(b!());
                                        *slot = value;
                                        raw::barrier(e, slot, value);
                                        next!(1)
                                    }
                                }
                            }
                        }
                        let strict = template!().strict;
                        slow!(property::set_index(cx, p!(a!()), p!(b!()), c!() as u16 as u32, strict));
                        next!(1)
                    }
                    Op::SetElem => {
                        let (v, k) = (r!(a!()), r!(b!()));
                        if is_object(v) && k >= INT {
                            let o = cell(v);
                            let elements = *o.add(1);
                            if elements >> 48 == 0xFFFA {
                                let e = cell(elements);
                                let used = (*e >> 32) as u32;
                                let i = k as u32;
                                let slot = e.add(1 + i as usize);
                                if *e as u8 == ELEMENTS.id {
                                    if i < used {
                                        if *slot != HOLE_BITS {
                                            let value = r!(c!());
                                            *slot = value;
                                            raw::barrier(e, slot, value);
                                            next!(1)
                                        }
                                    } else if i == used
                                        && (*o >> 32) as u32 == cx.host.realm.array_shape.0
                                        && *o.add(3) as u32 == i
                                        && (i as usize) < raw::gc::<Dense>(e).len()
                                        && cx.host.protectors & protectors::NO_ELEMENTS != 0
                                    {
                                        let value = r!(c!());
                                        *slot = value;
                                        raw::barrier(e, slot, value);
                                        *e = *e & u32::MAX as u64 | (i as u64 + 1) << 32;
                                        *o.add(3) = *o.add(3) & !(u32::MAX as u64) | (i as u64 + 1);
                                        next!(1)
                                    }
                                }
                            }
                        }
                        let strict = template!().strict;
                        slow!(property::set_elem(cx, p!(a!()), p!(b!()), p!(c!()), strict));
                        next!(1)
                    }
                    Op::DelProp => {
                        let strict = template!().strict;
                        slow!(slow::delete_property(cx, p!(a!()), p!(b!()), Atom(extra!() as u32), strict));
                        next!(2)
                    }
                    Op::DelElem => {
                        let strict = template!().strict;
                        slow!(slow::delete_element(cx, p!(a!()), p!(b!()), p!(c!()), strict));
                        next!(1)
                    }
                    Op::In => {
                        slow!(slow::has_property(cx, p!(a!()), p!(b!()), p!(c!())));
                        next!(1)
                    }
                    Op::InstanceOf => {
                        slow!(slow::instance_of(cx, p!(a!()), p!(b!()), p!(c!())));
                        next!(1)
                    }
                    Op::GetSuper => {
                        slow!(class::get_super(cx, p!(a!()), p!(-3), p!(b!()), p!(c!())));
                        next!(1)
                    }
                    Op::SetSuper => {
                        let strict = template!().strict;
                        slow!(class::set_super(cx, p!(-3), p!(a!()), p!(b!()), p!(c!()), strict));
                        next!(1)
                    }
                    Op::FuncHome => {
                        r!(a!()) = *cell(r!(-3)).add(1 + crate::function::closure_words::HOME);
                        next!(1)
                    }
                    Op::GetSuperFrom => {
                        slow!(class::get_super_from(cx, p!(a!()), p!(b!()), p!(c!()), p!(a!())));
                        next!(1)
                    }
                    Op::SetSuperFrom => {
                        let strict = template!().strict;
                        slow!(class::set_super_from(cx, p!(a!()), p!(b!()), p!(c!()), p!(c!() + 1), strict));
                        next!(1)
                    }
                    Op::GetPrivate => {
                        slow!(class::get_private(cx, p!(a!()), p!(b!()), p!(c!())));
                        next!(1)
                    }
                    Op::SetPrivate => {
                        slow!(class::set_private(cx, p!(a!()), p!(b!()), p!(c!())));
                        next!(1)
                    }
                    Op::AddPrivateField => {
                        slow!(class::add_private(cx, p!(a!()), p!(b!()), p!(c!()), class::Private::Field));
                        next!(1)
                    }
                    Op::AddPrivateMethod => {
                        slow!(class::add_private(cx, p!(a!()), p!(b!()), p!(c!()), class::Private::Method));
                        next!(1)
                    }
                    Op::AddPrivateAccessor => {
                        slow!(class::add_private(cx, p!(a!()), p!(b!()), p!(c!()), class::Private::Accessor));
                        next!(1)
                    }
                    Op::PrivateIn => {
                        slow!(class::private_in(cx, p!(a!()), p!(b!()), p!(c!())));
                        next!(1)
                    }
                    Op::NewPrivateName => {
                        slow!(class::new_private_name(cx, p!(a!()), Atom(bc!() as u32)));
                        next!(1)
                    }

                    // ---- literals
                    Op::NewObject => {
                        slow!(slow::new_object(cx, p!(a!()), b!() as u16));
                        next!(1)
                    }
                    Op::NewObjectLit => {
                        let literal = &template!().literals[c!() as u16 as usize];
                        let shape = literal.shape.get();
                        let n = literal.keys.len();
                        if shape != 0 {
                            let o = cx.raw_bump(3 + n);
                            if !o.is_null() {
                                *o = raw::header(PLAIN, 0, 0) | ((n as u64 + 2) << 16) | (shape as u64) << 32;
                                *o.add(1) = UNDEFINED_BITS;
                                *o.add(2) = UNDEFINED_BITS;
                                let from = p!(b!());
                                for i in 0..n {
                                    *o.add(3 + i) = *from.add(i);
                                }
                                r!(a!()) = OBJECT_TAG << 48 | o as u64;
                                next!(1)
                            }
                        }
                        slow!(slow::new_object_literal(cx, p!(a!()), p!(b!()), literal));
                        next!(1)
                    }
                    Op::NewArray => {
                        let n = c!() as u16 as usize;
                        let shape = cx.host.realm.array_shape.0;
                        if shape != 0 && n > 0 {
                            let e = cx.raw_bump(n + 5);
                            if !e.is_null() {
                                *e = raw::header(ELEMENTS, 0, 0) | (n as u64) << 16 | (n as u64) << 32;
                                let from = p!(b!());
                                for i in 0..n {
                                    *e.add(1 + i) = *from.add(i);
                                }
                                let o = e.add(1 + n);
                                *o = raw::header(ARRAY, 0, 2) | (shape as u64) << 32;
                                *o.add(1) = 0xFFFA << 48 | e as u64;
                                *o.add(2) = UNDEFINED_BITS;
                                *o.add(3) = n as u64;
                                r!(a!()) = OBJECT_TAG << 48 | o as u64;
                                next!(1)
                            }
                        }
                        slow!(slow::new_array(cx, p!(a!()), p!(b!()), n));
                        next!(1)
                    }
                    Op::NewArrayCap => {
                        slow!(slow::new_array_capacity(cx, p!(a!()), c!() as u16 as u32));
                        next!(1)
                    }
                    Op::ArrayPush => {
                        slow!(iteration::spread::push(cx, raw::root(p!(a!())), raw::root(p!(b!()))));
                        next!(1)
                    }
                    Op::ArrayHole => {
                        slow!(slow::array_hole(cx, p!(a!())));
                        next!(1)
                    }
                    Op::ArraySpread => {
                        slow!(iteration::spread::append(
                            cx,
                            iteration::Site::ArraySpread,
                            raw::root(p!(a!())),
                            raw::root(p!(b!()))
                        ));
                        next!(1)
                    }
                    Op::SpreadArray => {
                        slow!(slow::spread_array(cx, p!(a!()), p!(b!())));
                        next!(1)
                    }
                    Op::DefProp => {
                        let target = r!(a!());
                        let cache = cache!();
                        if is_object(target) {
                            let o = cell(target);
                            if (*o >> 32) as u32 == cache.shape.get()
                                && cache.epoch.get() == cx.host.shapes.epoch
                                && add_place(o, cache.place.get(), r!(b!()), cache.other.get())
                            {
                                next!(2)
                            }
                        }
                        slow!(property::define(cx, p!(a!()), p!(b!()), atom!(), cache));
                        next!(2)
                    }
                    Op::DefElem => {
                        slow!(slow::define_element(cx, p!(a!()), p!(b!()), p!(c!())));
                        next!(1)
                    }
                    Op::DefMethod => {
                        slow!(class::define_method(
                            cx,
                            p!(a!()),
                            p!(b!()),
                            p!(c!()),
                            extra!() as u32,
                            class::Method::Plain
                        ));
                        next!(2)
                    }
                    Op::DefGetter => {
                        slow!(class::define_method(
                            cx,
                            p!(a!()),
                            p!(b!()),
                            p!(c!()),
                            extra!() as u32,
                            class::Method::Getter
                        ));
                        next!(2)
                    }
                    Op::DefSetter => {
                        slow!(class::define_method(
                            cx,
                            p!(a!()),
                            p!(b!()),
                            p!(c!()),
                            extra!() as u32,
                            class::Method::Setter
                        ));
                        next!(2)
                    }
                    Op::SetProto => {
                        slow!(slow::set_proto(cx, p!(a!()), p!(b!())));
                        next!(1)
                    }
                    Op::CopyDataProps => {
                        slow!(slow::copy_data_properties(cx, p!(a!()), p!(b!()), c!() as u16 as usize));
                        next!(1)
                    }
                    Op::SetFuncName => {
                        slow!(class::set_function_name(cx, p!(a!()), p!(b!()), c!() as u16));
                        next!(1)
                    }
                    Op::ToKey => {
                        let v = r!(b!());
                        if v >= INT && v as i32 >= 0 || v >> 48 == STRING_TAG || v >> 48 == 0xFFFC {
                            r!(a!()) = v;
                        } else {
                            slow!(slow::to_key(cx, p!(a!()), p!(b!())))
                        }
                        next!(1)
                    }
                    Op::NewClosure => {
                        let child = template!().children[c!() as u16 as usize];
                        slow!(slow::new_closure(cx, p!(a!()), p!(b!()), &child.body));
                        next!(1)
                    }
                    Op::NewClass => {
                        let child = template!().children[c!() as u16 as usize];
                        let env = extra!() as u32 as i32 as isize;
                        slow!(class::new_class(cx, p!(a!()), p!(b!()), p!(env), &child.body));
                        next!(2)
                    }
                    Op::SetHome => {
                        class::set_word(cx, p!(a!()), p!(b!()), crate::function::closure_words::HOME);
                        next!(1)
                    }
                    Op::SetFieldInit => {
                        class::set_word(cx, p!(a!()), p!(b!()), crate::function::closure_words::FIELDS);
                        next!(1)
                    }
                    Op::InitFields => {
                        slow!(class::init_fields(cx, p!(a!()), p!(b!())));
                        next!(1)
                    }
                    Op::TemplateObject => {
                        let t = template!();
                        slow!(slow::template_object(cx, p!(a!()), &t.body, b!() as u16 as usize));
                        next!(1)
                    }
                    Op::NewRegExp => {
                        slow!(Err(error::syntax_error(cx, "not supported yet: regular expressions")));
                    }

                    // ---- arithmetic
                    Op::Add => {
                        let (x, y) = (r!(b!()), r!(c!()));
                        if both_int(x, y) {
                            if let Some(sum) = (x as i32).checked_add(y as i32) {
                                r!(a!()) = int(sum);
                                next!(1)
                            }
                            r!(a!()) = double(x as i32 as f64 + y as i32 as f64);
                        } else if let (Some(x), Some(y)) = (as_number(x), as_number(y)) {
                            r!(a!()) = double(x + y);
                        } else {
                            slow!(slow::add(cx, p!(a!()), p!(b!()), y));
                        }
                        next!(1)
                    }
                    Op::Sub => {
                        let (x, y) = (r!(b!()), r!(c!()));
                        if both_int(x, y) {
                            if let Some(d) = (x as i32).checked_sub(y as i32) {
                                r!(a!()) = int(d);
                                next!(1)
                            }
                            r!(a!()) = double(x as i32 as f64 - y as i32 as f64);
                        } else if let (Some(x), Some(y)) = (as_number(x), as_number(y)) {
                            r!(a!()) = double(x - y);
                        } else {
                            slow!(slow::arithmetic(cx, Arithmetic::Sub, p!(a!()), p!(b!()), y));
                        }
                        next!(1)
                    }
                    Op::Mul | Op::MulI => {
                        let x = r!(b!());
                        let y = if w as u16 == Op::Mul as u16 { r!(c!()) } else { int(c!() as i32) };
                        if both_int(x, y) {
                            let (m, n) = (x as i32, y as i32);
                            if let Some(d) = m.checked_mul(n)
                                && (d != 0 || m | n >= 0)
                            {
                                r!(a!()) = int(d);
                                next!(1)
                            }
                            r!(a!()) = double(m as f64 * n as f64);
                        } else if let (Some(x), Some(y)) = (as_number(x), as_number(y)) {
                            r!(a!()) = double(x * y);
                        } else {
                            slow!(slow::arithmetic(cx, Arithmetic::Mul, p!(a!()), p!(b!()), y));
                        }
                        next!(1)
                    }
                    Op::Div => {
                        let (x, y) = (r!(b!()), r!(c!()));
                        if both_int(x, y) {
                            r!(a!()) = slow::divide(x as i32, y as i32);
                        } else if let (Some(x), Some(y)) = (as_number(x), as_number(y)) {
                            r!(a!()) = double(x / y);
                        } else {
                            slow!(slow::arithmetic(cx, Arithmetic::Div, p!(a!()), p!(b!()), y));
                        }
                        next!(1)
                    }
                    Op::Mod | Op::ModI => {
                        let x = r!(b!());
                        let y = if w as u16 == Op::Mod as u16 { r!(c!()) } else { int(c!() as i32) };
                        if both_int(x, y) && x as i32 >= 0 && y as i32 > 0 {
                            r!(a!()) = int(x as i32 % y as i32);
                        } else {
                            slow!(slow::arithmetic(cx, Arithmetic::Mod, p!(a!()), p!(b!()), y));
                        }
                        next!(1)
                    }
                    Op::Exp => {
                        let y = r!(c!());
                        slow!(slow::arithmetic(cx, Arithmetic::Exp, p!(a!()), p!(b!()), y));
                        next!(1)
                    }
                    Op::BitAnd => bits!(|x, y| x & y, And, r!(c!())),
                    Op::BitOr => bits!(|x, y| x | y, Or, r!(c!())),
                    Op::BitXor => bits!(|x, y| x ^ y, Xor, r!(c!())),
                    Op::Shl => bits!(|x, y| x.wrapping_shl(y as u32), Shl, r!(c!())),
                    Op::Shr => bits!(|x, y| x.wrapping_shr(y as u32), Shr, r!(c!())),
                    Op::BitAndI => bits!(|x, y| x & y, And, int(c!() as i32)),
                    Op::BitOrI => bits!(|x, y| x | y, Or, int(c!() as i32)),
                    Op::ShlI => bits!(|x, y| x.wrapping_shl(y as u32), Shl, int(c!() as i32)),
                    Op::ShrI => bits!(|x, y| x.wrapping_shr(y as u32), Shr, int(c!() as i32)),
                    Op::UShr | Op::UShrI => {
                        let x = r!(b!());
                        let y = if w as u16 == Op::UShr as u16 { r!(c!()) } else { int(c!() as i32) };
                        if both_int(x, y) {
                            let n = (x as u32).wrapping_shr(y as u32);
                            r!(a!()) = if n <= i32::MAX as u32 { int(n as i32) } else { double(n as f64) };
                        } else {
                            slow!(slow::arithmetic(cx, Arithmetic::UShr, p!(a!()), p!(b!()), y));
                        }
                        next!(1)
                    }
                    Op::AddI => {
                        let x = r!(b!());
                        if x >= INT {
                            if let Some(sum) = (x as i32).checked_add(c!() as i32) {
                                r!(a!()) = int(sum);
                                next!(1)
                            }
                            r!(a!()) = double(x as i32 as f64 + c!() as f64);
                        } else if is_double(x) {
                            r!(a!()) = double(f64::from_bits(x) + c!() as f64);
                        } else {
                            slow!(slow::add(cx, p!(a!()), p!(b!()), int(c!() as i32)));
                        }
                        next!(1)
                    }
                    Op::SubI => {
                        let x = r!(b!());
                        if x >= INT {
                            if let Some(sum) = (x as i32).checked_sub(c!() as i32) {
                                r!(a!()) = int(sum);
                                next!(1)
                            }
                            r!(a!()) = double(x as i32 as f64 - c!() as f64);
                        } else if is_double(x) {
                            r!(a!()) = double(f64::from_bits(x) - c!() as f64);
                        } else {
                            slow!(slow::arithmetic(
                                cx,
                                Arithmetic::Sub,
                                p!(a!()),
                                p!(b!()),
                                int(c!() as i32)
                            ));
                        }
                        next!(1)
                    }
                    Op::Inc => {
                        let x = r!(b!());
                        if x >= INT && x as i32 != i32::MAX {
                            r!(a!()) = int(x as i32 + 1);
                        } else if let Some(x) = as_number(x) {
                            r!(a!()) = double(x + 1.0);
                        } else {
                            slow!(slow::arithmetic(cx, Arithmetic::Sub, p!(a!()), p!(b!()), int(-1)));
                        }
                        next!(1)
                    }
                    Op::Dec => {
                        let x = r!(b!());
                        if x >= INT && x as i32 != i32::MIN {
                            r!(a!()) = int(x as i32 - 1);
                        } else if let Some(x) = as_number(x) {
                            r!(a!()) = double(x - 1.0);
                        } else {
                            slow!(slow::arithmetic(cx, Arithmetic::Sub, p!(a!()), p!(b!()), int(1)));
                        }
                        next!(1)
                    }
                    Op::Neg => {
                        let x = r!(b!());
                        if x >= INT && x as i32 != 0 && x as i32 != i32::MIN {
                            r!(a!()) = int(-(x as i32));
                        } else if let Some(x) = as_number(x) {
                            r!(a!()) = double(-x);
                        } else {
                            slow!(slow::negate(cx, p!(a!()), p!(b!())));
                        }
                        next!(1)
                    }
                    Op::Plus | Op::ToNumeric => {
                        let x = r!(b!());
                        if x >= INT || is_double(x) {
                            r!(a!()) = x;
                        } else {
                            slow!(slow::to_number(cx, p!(a!()), p!(b!())));
                        }
                        next!(1)
                    }
                    Op::BitNot => {
                        let x = r!(b!());
                        if x >= INT {
                            r!(a!()) = int(!(x as i32));
                        } else {
                            slow!(slow::arithmetic(cx, Arithmetic::Xor, p!(a!()), p!(b!()), int(-1)));
                        }
                        next!(1)
                    }
                    Op::Not => {
                        let v = truthy!(r!(b!()));
                        r!(a!()) = boolean(!v);
                        next!(1)
                    }
                    Op::Typeof => {
                        slow!(slow::type_of(cx, p!(a!()), p!(b!())));
                        next!(1)
                    }
                    Op::Concat => {
                        slow!(slow::concat(cx, p!(a!()), p!(b!()), c!() as u16 as usize));
                        next!(1)
                    }
                    Op::Lt => set_relation!(<, Lt),
                    Op::Le => set_relation!(<=, Le),
                    Op::Gt => set_relation!(>, Gt),
                    Op::Ge => set_relation!(>=, Ge),
                    Op::Eq => {
                        let v = slow!(slow::loose_equals(cx, p!(b!()), p!(c!())));
                        r!(a!()) = boolean(v);
                        next!(1)
                    }
                    Op::Ne => {
                        let v = slow!(slow::loose_equals(cx, p!(b!()), p!(c!())));
                        r!(a!()) = boolean(!v);
                        next!(1)
                    }
                    Op::StrictEq => {
                        r!(a!()) = boolean(strict_equal!(r!(b!()), r!(c!())));
                        next!(1)
                    }
                    Op::StrictNe => {
                        r!(a!()) = boolean(!strict_equal!(r!(b!()), r!(c!())));
                        next!(1)
                    }

                    // ---- jumps
                    Op::Jmp => jump!(bc!()),
                    Op::Loop => {
                        poll!();
                        jump!(bc!())
                    }
                    Op::JTrue => {
                        if truthy!(r!(a!())) {
                            jump!(bc!())
                        }
                        next!(1)
                    }
                    Op::JFalse => {
                        if !truthy!(r!(a!())) {
                            jump!(bc!())
                        }
                        next!(1)
                    }
                    Op::LoopTrue => {
                        poll!();
                        if truthy!(r!(a!())) {
                            jump!(bc!())
                        }
                        next!(1)
                    }
                    Op::JNullish => {
                        if r!(a!()) & !4 == UNDEFINED_BITS {
                            jump!(bc!())
                        }
                        next!(1)
                    }
                    Op::JNotNullish => {
                        if r!(a!()) & !4 != UNDEFINED_BITS {
                            jump!(bc!())
                        }
                        next!(1)
                    }
                    Op::JUndef => {
                        if r!(a!()) == UNDEFINED_BITS {
                            jump!(bc!())
                        }
                        next!(1)
                    }
                    Op::JNotUndef => {
                        if r!(a!()) != UNDEFINED_BITS {
                            jump!(bc!())
                        }
                        next!(1)
                    }
                    Op::JLt => jump_relation!(<, Lt, true),
                    Op::JLe => jump_relation!(<=, Le, true),
                    Op::JGt => jump_relation!(>, Gt, true),
                    Op::JGe => jump_relation!(>=, Ge, true),
                    Op::JNLt => jump_relation!(<, Lt, false),
                    Op::JNLe => jump_relation!(<=, Le, false),
                    Op::JNGt => jump_relation!(>, Gt, false),
                    Op::JNGe => jump_relation!(>=, Ge, false),
                    Op::JLtI => jump_relation_imm!(<, Lt, true),
                    Op::JLeI => jump_relation_imm!(<=, Le, true),
                    Op::JGtI => jump_relation_imm!(>, Gt, true),
                    Op::JGeI => jump_relation_imm!(>=, Ge, true),
                    Op::JNLtI => jump_relation_imm!(<, Lt, false),
                    Op::JNLeI => jump_relation_imm!(<=, Le, false),
                    Op::JNGtI => jump_relation_imm!(>, Gt, false),
                    Op::JNGeI => jump_relation_imm!(>=, Ge, false),
                    Op::LoopLt => loop_relation!(<, Lt),
                    Op::LoopLe => loop_relation!(<=, Le),
                    Op::LoopGt => loop_relation!(>, Gt),
                    Op::LoopGe => loop_relation!(>=, Ge),
                    Op::LoopLtI => loop_relation_imm!(<, Lt),
                    Op::LoopLeI => loop_relation_imm!(<=, Le),
                    Op::LoopGtI => loop_relation_imm!(>, Gt),
                    Op::LoopGeI => loop_relation_imm!(>=, Ge),
                    Op::JEq => {
                        if slow!(slow::loose_equals(cx, p!(a!()), p!(b!()))) {
                            jump!(c!())
                        }
                        next!(1)
                    }
                    Op::JNe => {
                        if !slow!(slow::loose_equals(cx, p!(a!()), p!(b!()))) {
                            jump!(c!())
                        }
                        next!(1)
                    }
                    Op::JSeq => {
                        if strict_equal!(r!(a!()), r!(b!())) {
                            jump!(c!())
                        }
                        next!(1)
                    }
                    Op::JSne => {
                        if !strict_equal!(r!(a!()), r!(b!())) {
                            jump!(c!())
                        }
                        next!(1)
                    }
                    Op::JSeqI => {
                        if as_number(r!(a!())) == Some(b!() as f64) {
                            jump!(c!())
                        }
                        next!(1)
                    }
                    Op::JSneI => {
                        if as_number(r!(a!())) != Some(b!() as f64) {
                            jump!(c!())
                        }
                        next!(1)
                    }

                    // ---- calls
                    Op::Call | Op::CallPlain => {
                        let window = p!(b!());
                        let argc = c!() as u16 as usize;
                        if w as u16 == Op::CallPlain as u16 {
                            *window.add(2) = UNDEFINED_BITS;
                        }
                        let callee = *window;
                        sync!();
                        if is_object(callee) {
                            let f = cell(callee);
                            if *f as u8 == CLOSURE.id {
                                let id = *f.add(6);
                                if id >> 32 & crate::function::CLASS as u64 == 0
                                    && let Some(template) =
                                        *cx.host.code.templates.get_unchecked(id as u32 as usize)
                                {
                                    *window.add(1) = UNDEFINED_BITS;
                                    if let Err(thrown) =
                                        push_frame(cx, template, window, argc, a!() as i16, 0, 1)
                                    {
                                        break 'exec thrown;
                                    }
                                    load_frame!();
                                    continue 'exec;
                                }
                            } else if *f as u8 == NATIVE.id {
                                let native = cx.host.realm.natives[*f.add(5) as u32 as usize];
                                *window.add(1) = UNDEFINED_BITS;
                                let args = Args::new(raw::range(window, 3 + argc), missing(cx));
                                match native(cx, args) {
                                    Ok(v) => {
                                        let v = v.bits();
                                        r!(a!()) = v;
                                    }
                                    Err(thrown) => break 'exec thrown,
                                }
                                next!(1)
                            }
                        }
                        match slow::call(cx, window, argc) {
                            Ok(v) => r!(a!()) = v,
                            Err(thrown) => break 'exec thrown,
                        }
                        next!(1)
                    }
                    Op::New => {
                        let window = p!(b!());
                        let argc = c!() as u16 as usize;
                        sync!();
                        *window.add(1) = *window;
                        if is_object(*window) && *cell(*window) as u8 == CLOSURE.id {
                            let id = *cell(*window).add(6);
                            if id >> 32 & crate::function::CONSTRUCTOR as u64 != 0
                                && let Some(template) =
                                    *cx.host.code.templates.get_unchecked(id as u32 as usize)
                            {
                                if let Err(thrown) = class::prepare_this(cx, window, template) {
                                    break 'exec thrown;
                                }
                                if let Err(thrown) =
                                    push_frame(cx, template, window, argc, a!() as i16, CONSTRUCT, 1)
                                {
                                    break 'exec thrown;
                                }
                                load_frame!();
                                continue 'exec;
                            }
                        }
                        match slow::construct(cx, window, argc) {
                            Ok(v) => r!(a!()) = v,
                            Err(thrown) => break 'exec thrown,
                        }
                        next!(1)
                    }
                    Op::CallSpread => {
                        slow!(slow::call_spread(cx, p!(a!()), p!(b!()), false));
                        next!(1)
                    }
                    Op::NewSpread => {
                        slow!(slow::call_spread(cx, p!(a!()), p!(b!()), true));
                        next!(1)
                    }
                    Op::SuperCall => {
                        let (f, nt) =
                            (extra!() as u32 as i32 as isize, (extra!() >> 32) as u32 as i32 as isize);
                        let window = p!(b!());
                        let argc = c!() as u16 as usize;
                        slow!(class::prepare_super_call(cx, window, p!(f), p!(nt)));
                        if *cell(*window) as u8 == CLOSURE.id {
                            let id = *cell(*window).add(6);
                            if let Some(template) = *cx.host.code.templates.get_unchecked(id as u32 as usize)
                            {
                                slow!(class::prepare_this(cx, window, template));
                                slow!(push_frame(cx, template, window, argc, a!() as i16, CONSTRUCT, 2));
                                load_frame!();
                                continue 'exec;
                            }
                        }
                        let v = slow!(slow::construct_prepared(cx, window, argc));
                        r!(a!()) = v;
                        next!(2)
                    }
                    Op::SuperCallSpread => {
                        let (f, nt) =
                            (extra!() as u32 as i32 as isize, (extra!() >> 32) as u32 as i32 as isize);
                        let window = p!(b!());
                        slow!(class::prepare_super_call(cx, window, p!(f), p!(nt)));
                        slow!(slow::super_call_spread(cx, p!(a!()), window));
                        next!(2)
                    }
                    Op::BindThis => {
                        if r!(b!()) != UNINIT_BITS {
                            slow!(Err::<(), _>(error::reference_error(
                                cx,
                                "Super constructor may only be called once"
                            )))
                        }
                        r!(b!()) = r!(a!());
                        next!(1)
                    }
                    Op::CheckThis => {
                        if r!(a!()) == UNINIT_BITS {
                            slow!(Err::<(), _>(class::this_uninitialised(cx)))
                        }
                        next!(1)
                    }
                    Op::CoerceThis => {
                        if !is_object(r!(-1)) {
                            slow!(slow::coerce_this(cx, p!(-1)))
                        }
                        next!(1)
                    }
                    Op::CreateRest => {
                        let frame = *cx.host.frames.last().unwrap_unchecked();
                        slow!(slow::create_rest(
                            cx,
                            p!(a!()),
                            frame.args,
                            frame.argc as usize,
                            b!() as u16 as usize
                        ));
                        next!(1)
                    }
                    Op::CreateArgs => {
                        let frame = *cx.host.frames.last().unwrap_unchecked();
                        slow!(slow::create_arguments(
                            cx,
                            p!(a!()),
                            frame.args,
                            frame.argc as usize,
                            (b!() != 0).then(|| p!(c!())),
                            p!(-3),
                            frame.template.params as usize
                        ));
                        next!(1)
                    }
                    Op::Ret | Op::RetUndef | Op::RetDerived => {
                        let mut v = if w as u16 == Op::RetUndef as u16 { UNDEFINED_BITS } else { r!(a!()) };
                        let frame = *cx.host.frames.last().unwrap_unchecked();
                        if frame.flags & !ENTRY != 0 {
                            if frame.flags & CONSTRUCT != 0 && !is_object(v) {
                                if w as u16 == Op::RetDerived as u16 {
                                    v = slow!(class::derived_result(cx, v, r!(b!())));
                                } else {
                                    v = r!(-1);
                                }
                            }
                            if frame.flags & GENERATOR != 0 {
                                generator::complete(cx, base);
                            }
                        }
                        cx.host.frames.set_len(cx.host.frames.len() - 1);
                        if frame.flags & ENTRY != 0 {
                            return Ok(v);
                        }
                        let caller = cx.host.frames.last().unwrap_unchecked();
                        pc = caller.pc.add(frame.words as usize);
                        base = caller.base;
                        caches = caller.template.caches.as_ptr();
                        cx.raw_set_sp(base.add(caller.template.registers as usize));
                        r!(frame.dst as isize) = v;
                        continue 'exec;
                    }
                    Op::Throw => {
                        sync!();
                        break 'exec cx.throw(raw::root(p!(a!())));
                    }
                    Op::ThrowError => slow!(Err(slow::throw_error(cx, b!() as u16, Atom(extra!() as u32)))),
                    Op::CheckObj => {
                        if r!(a!()) & !4 == UNDEFINED_BITS {
                            slow!(Err::<(), _>(slow::not_destructurable(cx, p!(a!()))))
                        }
                        next!(1)
                    }
                    Op::CheckIsObject => {
                        if !is_object(r!(a!())) {
                            slow!(Err::<(), _>(slow::throw_error(cx, 1, Atom(extra!() as u32))))
                        }
                        next!(2)
                    }

                    // ---- iteration
                    Op::GetIter => {
                        slow!(iteration::get_iterator(
                            cx,
                            iteration::Site::from_operand(c!() as u16),
                            raw::root(p!(b!())),
                            record(p!(a!()))
                        ));
                        next!(1)
                    }
                    Op::IterNext | Op::IterLoop => {
                        let looping = w as u16 == Op::IterLoop as u16;
                        if looping {
                            poll!();
                        }
                        let at = p!(b!());
                        // Dense mode with the element at hand; a finished record holds undefined.
                        if *at.add(2) == int(iteration::DENSE) && is_object(*at) {
                            let (array, i) = (cell(*at), *at.add(1) as u32);
                            let elements = *array.add(1);
                            if i < *array.add(3) as u32 && elements >> 48 == 0xFFFA {
                                let e = cell(elements);
                                if i < (*e >> 32) as u32 {
                                    let v = *e.add(1 + i as usize);
                                    if v != HOLE_BITS {
                                        *at.add(1) = int(i as i32 + 1);
                                        r!(a!()) = v;
                                        if looping {
                                            jump!(c!())
                                        }
                                        next!(1)
                                    }
                                }
                            }
                        }
                        let more = slow!(slow::iterator_step(cx, at, p!(a!())));
                        if more == looping {
                            jump!(c!())
                        }
                        next!(1)
                    }
                    Op::IterStep => {
                        slow!(slow::iterator_step(cx, p!(b!()), p!(a!())));
                        next!(1)
                    }
                    Op::IterRest => {
                        slow!(slow::iterator_rest(cx, p!(b!()), p!(a!())));
                        next!(1)
                    }
                    Op::IterClose => {
                        slow!(iteration::close(cx, record(p!(a!()))));
                        next!(1)
                    }
                    Op::IterCloseThrow => {
                        sync!();
                        slow::iterator_close_quietly(cx, p!(a!()));
                        next!(1)
                    }
                    Op::ForInStart => {
                        slow!(slow::for_in_start(cx, p!(a!()), p!(b!())));
                        next!(1)
                    }
                    Op::ForInNext | Op::ForInLoop => {
                        let looping = w as u16 == Op::ForInLoop as u16;
                        if looping {
                            poll!();
                        }
                        let more = slow!(slow::for_in_next(cx, p!(b!()), p!(a!())));
                        if more == looping {
                            jump!(c!())
                        }
                        next!(1)
                    }

                    // ---- generators
                    Op::Generator => {
                        pc = pc.add(1);
                        let v = slow!(generator::create(cx));
                        let frame = *cx.host.frames.last().unwrap_unchecked();
                        cx.host.frames.set_len(cx.host.frames.len() - 1);
                        if frame.flags & ENTRY != 0 {
                            return Ok(v);
                        }
                        load_frame!();
                        pc = pc.add(frame.words as usize);
                        restore_sp(cx);
                        r!(frame.dst as isize) = v;
                        continue 'exec;
                    }
                    Op::Yield | Op::YieldDelegate => {
                        let v = r!(b!());
                        sync!();
                        generator::suspend(cx, w as u16 == Op::YieldDelegate as u16);
                        cx.host.frames.set_len(cx.host.frames.len() - 1);
                        return Ok(v);
                    }
                    Op::DelegateStep => {
                        slow!(generator::delegate_step(cx, p!(a!()), p!(b!()), p!(c!())));
                        next!(1)
                    }
                }
            }
        };
        unwind(cx, thrown)?;
        restore_sp(cx);
        load_frame!();
    }
}

/// Sets the stack pointer to the end of the topmost frame's window.
fn restore_sp(cx: &mut Cx<'_>) {
    if let Some(frame) = cx.host.frames.last() {
        // SAFETY: rule 1; what lay above belonged to frames that are gone.
        unsafe { cx.raw_set_sp(frame.base.add(frame.template.registers as usize)) }
    }
}

/// The value at a cached place of an object.
///
/// # Safety
/// `o` is an object of the shape that the place was cached for.
#[inline(always)]
unsafe fn read_place(o: *mut u64, place: u32) -> u64 {
    // SAFETY: by the caller's promise the object has that slot.
    unsafe {
        if place & Cache::OUTSIDE == 0 {
            *o.add(place as usize)
        } else {
            *cell(*o.add(2)).add(1 + (place & !Cache::OUTSIDE) as usize)
        }
    }
}

/// Stores to a cached place of an object.
///
/// # Safety
/// As for [`read_place`].
#[inline(always)]
unsafe fn write_place(o: *mut u64, place: u32, v: u64) {
    // SAFETY: by the caller's promise the object has that slot.
    unsafe {
        let (holder, slot) = if place & Cache::OUTSIDE == 0 {
            (o, o.add(place as usize))
        } else {
            let slots = cell(*o.add(2));
            (slots, slots.add(1 + (place & !Cache::OUTSIDE) as usize))
        };
        *slot = v;
        raw::barrier(holder, slot, v);
    }
}

/// Adds a property at a cached place and gives the object its next shape; false if there is no room.
///
/// # Safety
/// `o` is an object of the shape before the addition.
#[inline(always)]
unsafe fn add_place(o: *mut u64, place: u32, v: u64, shape: u32) -> bool {
    // SAFETY: an inline place exists in every object of the shape; outside, room is checked.
    unsafe {
        if place & Cache::OUTSIDE != 0 {
            let slots = *o.add(2);
            if slots == UNDEFINED_BITS
                || raw::gc::<Storage>(cell(slots)).len() <= (place & !Cache::OUTSIDE) as usize
            {
                return false;
            }
        }
        write_place(o, place, v);
        *o = *o & u32::MAX as u64 | (shape as u64) << 32;
    }
    true
}

/// The iteration record in three registers.
///
/// # Safety
/// Rule 1 for the three slots.
#[inline(always)]
pub(super) unsafe fn record<'f, 'rt>(at: *mut u64) -> iteration::Record<'f, 'rt> {
    // SAFETY: by the caller's promise.
    unsafe {
        iteration::Record { iterator: raw::root(at), next: raw::root(at.add(1)), mode: raw::root(at.add(2)) }
    }
}
