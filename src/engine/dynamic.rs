//! Functions made of source texts: what the machine asks of the front end while a program runs.

use super::AtomSource;
use crate::compiler;
use crate::syntax::{self, DynamicFunctionKind, Interner, SyntaxError, SyntaxErrorKind};
use std::rc::Rc;
use tercet_vm::atom;
use tercet_vm::code::{self, Source, Template};
use tercet_vm::error::{self, ErrorKind};
use tercet_vm::host::DynamicKind;
use tercet_vm::value::{Cx, Throw};

/// The machine's [`tercet_vm::host::CompileHook`].
pub(super) fn function<'rt>(
    cx: &mut Cx<'rt>,
    kind: DynamicKind,
    parameters: &[String],
    body: &str,
) -> Result<&'rt Template<'rt>, Throw> {
    let kind = match kind {
        DynamicKind::Normal => DynamicFunctionKind::Normal,
        DynamicKind::Generator => DynamicFunctionKind::Generator,
    };
    let parameters: Vec<&str> = parameters.iter().map(String::as_str).collect();
    let mut interner = Interner::new();
    let made = match syntax::parse_function_parts(kind, &parameters, body, &mut interner) {
        Ok(made) => made,
        Err(rejected) => return Err(throw(cx, &rejected)),
    };
    let mut atoms = AtomSource { cx, failed: None };
    let script = compiler::compile_script(&made.parsed, &interner, &made.source, &mut atoms, true);
    if let Some(thrown) = atoms.failed {
        return Err(thrown);
    }
    // The function is the only one directly in the script, which itself never runs.
    let mut function = match script.map(|mut script| script.children.pop()) {
        Ok(Some(function)) => function,
        Ok(None) => return Err(error::syntax_error(cx, "Invalid function")),
        Err(rejected) => return Err(error::syntax_error(cx, &rejected.message)),
    };
    function.name = atom::intern_pinned(cx, "anonymous")?;
    let source = Rc::new(Source { name: "<anonymous>".to_string(), text: made.source });
    Ok(code::install(cx, function, &source).as_ref())
}

fn throw(cx: &mut Cx<'_>, rejected: &SyntaxError) -> Throw {
    let kind = match rejected.kind {
        SyntaxErrorKind::TooDeep => ErrorKind::Range,
        SyntaxErrorKind::Syntax | SyntaxErrorKind::Incomplete => ErrorKind::Syntax,
    };
    error::throw(cx, kind, &rejected.message)
}
