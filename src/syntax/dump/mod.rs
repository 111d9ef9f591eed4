//! A compact rendering of trees and scope tables, for tests and for people who debug the front end.
//!
//! Trees are S-expressions, one statement a line. An identifier shows what it resolves to: `x:3` is binding 3,
//! `x:g` global, `x:d` dynamic, `x:d3` dynamic with binding 3 behind; a `!` marks a reference that must check
//! for the temporal dead zone. Scopes are listed with their bindings.

mod expression;
mod statement;

use super::ast::*;
use super::name::Interner;
use super::scope::*;
use super::{Parsed, SyntaxError};
use std::fmt::Write;

/// Renders the tree and the tables.
pub fn dump(parsed: &Parsed, interner: &Interner) -> String {
    let mut dumper = Dumper { interner, scopes: &parsed.scopes, out: String::new(), indent: 0 };
    dumper.program(&parsed.program);
    dumper.scope_tables();
    dumper.out
}

/// Renders an error with the line it is about.
pub fn render_error(error: &SyntaxError, source: &str) -> String {
    let start = (error.span.start as usize).min(source.len());
    let end = (error.span.end as usize).clamp(start, source.len());
    let line_start = source[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = source[start..].find('\n').map_or(source.len(), |newline| start + newline);
    let line = source[..start].matches('\n').count() + 1;
    let column = source[line_start..start].chars().count() + 1;
    let width = source[start..end.min(line_end)].chars().count().max(1);
    let text = &source[line_start..line_end];
    let marks = " ".repeat(column - 1) + &"^".repeat(width);
    format!("{line}:{column}\n{text}\n{marks}\n{error}\n")
}

struct Dumper<'a> {
    interner: &'a Interner,
    scopes: &'a Scopes,
    out: String,
    indent: usize,
}

impl<'a> Dumper<'a> {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }

    /// `(head …)`
    fn list(&mut self, head: &str, contents: impl FnOnce(&mut Self)) {
        self.out.push('(');
        self.out.push_str(head);
        contents(self);
        self.out.push(')');
    }

    fn text(&self, name: Name) -> &'a str {
        self.interner.resolve(name)
    }

    fn program(&mut self, program: &Program) {
        let goal = match program.goal {
            Goal::Script => "script",
            Goal::Module => "module",
            Goal::Eval => "eval",
            Goal::Function => "function",
        };
        let strict = if program.strict { " strict" } else { "" };
        let has_await = if program.has_await { " await" } else { "" };
        let head = format!("{goal}{strict}{has_await}{}", uses(&program.uses));
        self.list(&head, |this| this.statements(&program.body));
        self.out.push('\n');
        if let Some(module) = &program.module {
            self.module(module);
        }
    }

    fn module(&mut self, module: &ModuleInfo) {
        for (index, request) in module.requests.iter().enumerate() {
            let _ = write!(self.out, "request {index} {}", self.str(&request.specifier));
            for attribute in &request.attributes {
                let _ = write!(self.out, " {}={}", self.str(&attribute.key), self.str(&attribute.value));
            }
            self.out.push('\n');
        }
        let import_name = |this: &Self, name: ImportName| match name {
            ImportName::Name(name) => this.text(name).to_owned(),
            ImportName::Namespace => "*".to_owned(),
        };
        for entry in &module.imports {
            let imported = import_name(self, entry.imported);
            let local = self.text(entry.local);
            let _ =
                writeln!(self.out, "import {imported} of {} as {local}:{}", entry.request, entry.binding.0);
        }
        for export in &module.local_exports {
            let (local, exported) = (self.text(export.local), self.text(export.exported));
            let _ = writeln!(self.out, "export {local}:{} as {exported}", export.binding.0);
        }
        for export in &module.indirect_exports {
            let imported = import_name(self, export.imported);
            let exported = self.text(export.exported);
            let _ = writeln!(self.out, "export {imported} of {} as {exported}", export.request);
        }
        for request in &module.star_exports {
            let _ = writeln!(self.out, "export * of {request}");
        }
    }

    fn scope_tables(&mut self) {
        for (index, scope) in self.scopes.scopes.iter().enumerate() {
            let _ = write!(self.out, "scope {index} {:?}", scope.kind);
            if let Some(parent) = scope.parent {
                let _ = write!(self.out, " in {}", parent.0);
            }
            if scope.function.index() != index {
                let _ = write!(self.out, " of {}", scope.function.0);
            }
            for (flag, name) in [
                (scope.strict, " strict"),
                (scope.has_captured, " captured"),
                (scope.has_direct_eval, " eval"),
                (scope.contains_with, " with"),
            ] {
                if flag {
                    self.out.push_str(name);
                }
            }
            self.out.push('\n');
            for &id in &scope.bindings {
                self.binding(id);
            }
        }
    }

    fn binding(&mut self, id: BindingId) {
        let binding = self.scopes.binding(id);
        let _ = write!(self.out, "  {}:{} ", self.text(binding.name), id.0);
        match binding.kind {
            BindingKind::Private(kind) => {
                let is_static = if kind.is_static { "static " } else { "" };
                let _ = write!(self.out, "{is_static}{:?}", kind.element);
            }
            kind => {
                let _ = write!(self.out, "{kind:?}");
            }
        }
        for (flag, name) in [
            (binding.captured, " captured"),
            (binding.reassigned, " reassigned"),
            (binding.needs_tdz, " tdz"),
            (!binding.used, " unused"),
            (binding.annex_b_only, " annex-b"),
        ] {
            if flag {
                self.out.push_str(name);
            }
        }
        if let Some(shadowed) = binding.shadows {
            let _ = write!(self.out, " shadows {}", shadowed.0);
        }
        self.out.push('\n');
    }

    /// An identifier with its resolution.
    fn ident(&mut self, ident: &Ident) {
        let name = self.text(ident.name);
        self.out.push_str(name);
        self.resolution(ident.reference);
    }

    fn resolution(&mut self, reference: RefId) {
        let Some(reference) = self.scopes.refs.get(reference.index()) else {
            return self.push(":unset");
        };
        let _ = match reference.resolution {
            Resolution::Local(id) => write!(self.out, ":{}", id.0),
            Resolution::Global => write!(self.out, ":g"),
            Resolution::Dynamic(None) => write!(self.out, ":d"),
            Resolution::Dynamic(Some(id)) => write!(self.out, ":d{}", id.0),
        };
        if reference.check_tdz {
            self.out.push('!');
        }
    }

    fn str(&self, string: &Str) -> String {
        match string {
            Str::Name(name) => format!("{:?}", self.text(*name)),
            Str::Wtf16(units) => format!("{units:04x?}"),
        }
    }
}

fn uses(uses: &FunctionUses) -> String {
    let mut text = String::new();
    for (flag, name) in [
        (uses.arguments, " uses-arguments"),
        (uses.this, " uses-this"),
        (uses.super_, " uses-super"),
        (uses.new_target, " uses-new-target"),
        (uses.captured_by_arrow, " captured-by-arrow"),
        (uses.direct_eval, " direct-eval"),
    ] {
        if flag {
            text.push_str(name);
        }
    }
    text
}
