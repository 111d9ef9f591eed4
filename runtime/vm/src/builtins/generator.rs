//! %GeneratorPrototype% and %GeneratorFunction.prototype%. How generators run is in `dispatch::generator`.

use crate::dispatch::generator::{Mode, Resumed, resume};
use crate::error;
use crate::host::DynamicKind;
use crate::kinds::*;
use crate::realm::{self, Args, Intrinsic, Spec, SpecKey, What, method, tag, value};
use crate::shape::attr;
use crate::value::*;

/// Properties of %GeneratorPrototype%.
pub static PROTOTYPE: &[Spec] = &[
    Spec {
        key: SpecKey::Name("constructor"),
        what: What::Intrinsic(Intrinsic::GeneratorFunctionPrototype),
        attrs: attr::C,
        name: None,
    },
    method("next", next, 1),
    method("return", return_, 1),
    method("throw", throw, 1),
    tag("Generator"),
];

/// Properties of %GeneratorFunction.prototype%.
pub static FUNCTION_PROTOTYPE: &[Spec] = &[
    value("constructor", What::Intrinsic(Intrinsic::GeneratorFunction), attr::C),
    value("prototype", What::Intrinsic(Intrinsic::GeneratorPrototype), attr::C),
    tag("GeneratorFunction"),
];

/// GeneratorFunction(p1, p2, ..., body).
pub fn construct<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    super::function::create_dynamic_function(
        cx,
        args,
        DynamicKind::Generator,
        Intrinsic::GeneratorFunctionPrototype,
    )
}

fn run<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>, mode: Mode, name: &str) -> Completion<'a, 'rt> {
    if args.this().cast::<Generator>(&*cx).is_none() {
        let what = error::describe(&*cx, args.this().get(&*cx));
        return Err(error::type_error(cx, &format!("{name} method called on incompatible receiver {what}")));
    }
    roots!(cx; out);
    match resume(cx, args.this(), mode, args.get(0), out)? {
        Resumed::Yielded => realm::iter_result(cx, out, false),
        Resumed::Completed => realm::iter_result(cx, out, true),
        Resumed::Delegated => Ok(out.get(&*cx)),
    }
}

/// %GeneratorPrototype%.next(value).
pub fn next<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    run(cx, args, Mode::Next, "next")
}
/// %GeneratorPrototype%.return(value).
pub fn return_<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    run(cx, args, Mode::Return, "return")
}
/// %GeneratorPrototype%.throw(exception).
pub fn throw<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    run(cx, args, Mode::Throw, "throw")
}
