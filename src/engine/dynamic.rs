//! Code that is made while the program runs: what `Function` is given.

use super::AtomSource;
use crate::compiler;
use crate::syntax::{self, DynamicFunctionKind, Interner, SyntaxErrorKind};
use std::rc::Rc;
use tercet_vm::atom::names;
use tercet_vm::code::{self, Source, Template};
use tercet_vm::error::{self, ErrorKind};
use tercet_vm::host::DynamicKind;
use tercet_vm::value::{Cx, Throw};

/// The machine's `CompileHook`.
pub(super) fn compile<'rt>(
    cx: &mut Cx<'rt>,
    kind: DynamicKind,
    parameters: &[String],
    body: &str,
) -> Result<&'rt Template<'rt>, Throw> {
    let kind = match kind {
        DynamicKind::Normal => DynamicFunctionKind::Normal,
        DynamicKind::Generator => DynamicFunctionKind::Generator,
    };
    let mut interner = Interner::new();
    let parameters: Vec<&str> = parameters.iter().map(String::as_str).collect();
    let function = syntax::parse_function_parts(kind, &parameters, body, &mut interner).map_err(|e| {
        let class = if e.kind == SyntaxErrorKind::TooDeep { ErrorKind::Range } else { ErrorKind::Syntax };
        error::throw(cx, class, &e.message)
    })?;
    let mut atoms = AtomSource { cx, failed: None };
    let compiled = compiler::compile_script(&function.parsed, &interner, &function.source, &mut atoms, true);
    if let Some(thrown) = atoms.failed {
        return Err(thrown);
    }
    let script = compiled.map_err(|e| error::syntax_error(cx, &e.message))?;
    // The script is one expression statement: the function.
    let Some(mut spec) = script.children.into_iter().next() else {
        return Err(error::syntax_error(cx, "Unexpected end of input"));
    };
    spec.name = names::ANONYMOUS;
    let source = Rc::new(Source { name: "<anonymous>".to_string(), text: function.source });
    Ok(code::install(cx, spec, &source).as_ref())
}
