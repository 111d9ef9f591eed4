//! Running scripts: GlobalDeclarationInstantiation and the call of the script's code.

use crate::atom::Atom;
use crate::code::Template;
use crate::code::template::GlobalDeclarations;
use crate::error;
use crate::kinds::*;
use crate::object;
use crate::realm::{self, Intrinsic};
use crate::shape::attr;
use crate::value::*;

/// ScriptEvaluation of installed code (ECMA-262 16.1.6). Its value is what the code returns: the completion value if it
/// was compiled for that.
pub fn run<'a, 'rt>(cx: &'a mut Cx<'rt>, template: gc_arena::Gc<'rt, Template<'rt>>) -> Completion<'a, 'rt> {
    roots!(cx; f, this, env);
    if let Some(globals) = &template.as_ref().globals {
        declare(cx, globals)?;
    }
    this.set(realm::intrinsic(cx, Intrinsic::Global)?);
    crate::dispatch::refresh(cx);
    f.set(crate::function::closure(cx, template.id, template.kind, env)?);
    crate::call::call(cx, f, this, &[])
}

/// GlobalDeclarationInstantiation (ECMA-262 16.1.7).
fn declare<'rt>(cx: &mut Cx<'rt>, globals: &GlobalDeclarations) -> Result<(), Throw> {
    roots!(cx; global, value, setter);
    global.set(realm::intrinsic(cx, Intrinsic::Global)?);
    for &name in globals.lets.iter().chain(&globals.consts) {
        let taken = cx.host.realm.lexicals.contains_key(&name)
            || object::get_own_property(cx, global, name, value, setter)?
                .is_some_and(|f| f.attrs() & attr::C == 0);
        if taken {
            return Err(redeclared(cx, name));
        }
    }
    for &name in globals.vars.iter().chain(&globals.functions) {
        if cx.host.realm.lexicals.contains_key(&name) {
            return Err(redeclared(cx, name));
        }
    }
    let extensible = object::integrity::is_extensible(&*cx, global);
    for &name in &globals.functions {
        // CanDeclareGlobalFunction.
        let fits = match object::get_own_property(cx, global, name, value, setter)? {
            None => extensible,
            Some(found) => {
                let attrs = found.attrs();
                attrs & attr::C != 0
                    || matches!(found, object::Found::Data(_))
                        && attrs & (attr::W | attr::E) == attr::W | attr::E
            }
        };
        if !fits {
            let text = crate::atom::key_text(&*cx, name.into());
            return Err(error::type_error(cx, &format!("Cannot declare global function '{text}'")));
        }
    }
    for &name in &globals.vars {
        if !extensible && !object::has_own_property(cx, global, name)? {
            let text = crate::atom::key_text(&*cx, name.into());
            return Err(error::type_error(cx, &format!("Cannot declare global variable '{text}'")));
        }
    }
    value.set(undefined());
    for &name in &globals.functions {
        declare_function(cx, global, name, value)?;
    }
    for &name in &globals.vars {
        if !object::has_own_property(cx, global, name)? {
            object::define_property_or_throw(
                cx,
                global,
                name,
                &object::Descriptor::data(value, attr::W | attr::E),
            )?;
        }
    }
    declare_lexicals(cx, global, globals)
}

/// CreateGlobalFunctionBinding up to the value, which the script's code assigns first of all.
fn declare_function<'rt>(
    cx: &mut Cx<'rt>,
    global: Root<'_, 'rt>,
    name: Atom,
    nothing: Root<'_, 'rt>,
) -> Result<(), Throw> {
    roots!(cx; value, setter);
    let found = object::get_own_property(cx, global, name, value, setter)?;
    let desc = match found {
        Some(found) if found.attrs() & attr::C == 0 => {
            object::Descriptor { value: Some(nothing), ..Default::default() }
        }
        _ => object::Descriptor::data(nothing, attr::W | attr::E),
    };
    object::define_property_or_throw(cx, global, name, &desc)
}

/// Makes slots for `let`, `const` and `class`, UNINIT until their declarations run.
fn declare_lexicals<'rt>(
    cx: &mut Cx<'rt>,
    global: Root<'_, 'rt>,
    globals: &GlobalDeclarations,
) -> Result<(), Throw> {
    let have = cx.host.realm.lexicals.len();
    let more = globals.lets.len() + globals.consts.len();
    if more == 0 {
        return Ok(());
    }
    roots!(cx; cell);
    let values = cx.alloc::<Storage>(STORAGE, 0, have + more)?;
    values.fill(0, have + more, uninit());
    cell.set(values.with_tag(CELL));
    if let Some(old) = cx.host.realm.lexical_values
        && let (Some(new), Some(old)) = (cell.cast::<Storage>(&*cx), cx.global(old).cast::<Storage>())
    {
        new.copy_from(0, old, 0, have.min(old.len()));
    }
    match cx.host.realm.lexical_values {
        Some(slot) => cx.set_global(slot, cell.get(&*cx)),
        None => {
            let slot = cx.new_global(cell.get(&*cx), Strength::Strong);
            cx.host.realm.lexical_values = Some(slot);
        }
    }
    let names = globals.lets.iter().map(|&n| (n, false)).chain(globals.consts.iter().map(|&n| (n, true)));
    crate::dispatch::refresh(cx);
    for (slot, (name, constant)) in (have as u32..).zip(names) {
        cx.host.realm.lexicals.insert(name, (slot, constant));
    }
    // Caches of global properties that these bindings shadow.
    let Some(object) = global.cast::<Object>(&*cx) else { return Ok(()) };
    let shape = object::slots::shape(object);
    let shape = cx.host.shapes.restrict(shape, 0, |_, attrs| attrs);
    object::define::set_shape(&*cx, global, shape);
    Ok(())
}

fn redeclared(cx: &mut Cx<'_>, name: Atom) -> Throw {
    let text = crate::atom::key_text(&*cx, name.into());
    error::syntax_error(cx, &format!("Identifier '{text}' has already been declared"))
}
