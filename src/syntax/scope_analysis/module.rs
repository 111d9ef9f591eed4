//! Imports and exports: the tables of [`ModuleInfo`].

use super::{Analysis, ScopeResult};
use crate::syntax::ast::*;
use crate::syntax::name::Known;
use crate::syntax::parser::for_each_bound;
use crate::syntax::scope::*;
use rustc_hash::FxHashMap;

impl Analysis<'_> {
    /// Declares what the import declarations of a module bind.
    pub(super) fn declare_imports(&mut self, body: &[Stmt], info: &mut ModuleInfo) -> ScopeResult<()> {
        for statement in body {
            let StmtKind::Import(import) = &statement.kind else { continue };
            let default = import.default.iter().map(|local| (ImportName::Name(Known::Default.name()), local));
            let namespace = import.namespace.iter().map(|local| (ImportName::Namespace, local));
            let named =
                import.named.iter().map(|specifier| (ImportName::Name(specifier.imported), &specifier.local));
            for (imported, local) in default.chain(namespace).chain(named) {
                let binding = self.declare_lexical(local.name, BindingKind::Import, local.span, None)?;
                // A namespace object is there from the start; what another module declares may not be.
                self.states[binding.index()].initialized = imported == ImportName::Namespace;
                info.imports.push(ImportEntry {
                    request: import.request,
                    imported,
                    local: local.name,
                    binding,
                    span: local.span,
                });
            }
        }
        Ok(())
    }

    /// Collects the exports of a module whose names have been declared.
    pub(super) fn collect_exports(&mut self, body: &[Stmt], info: &mut ModuleInfo) -> ScopeResult<()> {
        let imports: FxHashMap<BindingId, usize> =
            info.imports.iter().enumerate().map(|(index, entry)| (entry.binding, index)).collect();
        for statement in body {
            let StmtKind::Export(export) = &statement.kind else { continue };
            match &**export {
                ExportDeclaration::Named(specifiers) => {
                    for ExportSpecifier { local, exported } in specifiers {
                        let Some(binding) = self.find_in(local.name, self.scope) else {
                            let name = self.interner.resolve(local.name);
                            let message = format!("Export '{name}' is not defined in module");
                            return Err(self.error(local.span, message));
                        };
                        let import = imports.get(&binding).map(|&index| &info.imports[index]);
                        match import {
                            Some(&ImportEntry { request, imported: ImportName::Name(name), .. }) => {
                                info.indirect_exports.push(IndirectExport {
                                    exported: *exported,
                                    request,
                                    imported: ImportName::Name(name),
                                    span: local.span,
                                });
                            }
                            _ => self.export_local(info, *exported, local.name, binding),
                        }
                    }
                }
                ExportDeclaration::NamedFrom { request, specifiers } => {
                    for &(imported, exported) in specifiers {
                        info.indirect_exports.push(IndirectExport {
                            exported,
                            request: *request,
                            imported: ImportName::Name(imported),
                            span: statement.span,
                        });
                    }
                }
                ExportDeclaration::All { request, exported: None } => info.star_exports.push(*request),
                ExportDeclaration::All { request, exported: Some(exported) } => {
                    info.indirect_exports.push(IndirectExport {
                        exported: *exported,
                        request: *request,
                        imported: ImportName::Namespace,
                        span: statement.span,
                    });
                }
                ExportDeclaration::Declaration(inner) => self.export_declared(info, inner, None),
                ExportDeclaration::DefaultDeclaration(inner) => {
                    self.export_declared(info, inner, Some(Known::Default.name()));
                }
                ExportDeclaration::DefaultExpr { binding, .. } => {
                    self.export_name(info, Known::Default.name(), binding.name);
                }
            }
        }
        Ok(())
    }

    fn export_declared(&mut self, info: &mut ModuleInfo, declaration: &Stmt, exported: Option<Name>) {
        let mut names = Vec::new();
        match &declaration.kind {
            StmtKind::Variable(variables) => {
                for declarator in &variables.declarators {
                    for_each_bound(&declarator.pattern, &mut |ident| names.push(ident.name));
                }
            }
            StmtKind::Function(function) => names.extend(function.function.name.map(|ident| ident.name)),
            StmtKind::Class(class) => names.push(class.binding.name),
            _ => {}
        }
        for name in names {
            self.export_name(info, exported.unwrap_or(name), name);
        }
    }

    fn export_name(&mut self, info: &mut ModuleInfo, exported: Name, local: Name) {
        if let Some(binding) = self.find_in(local, self.scope) {
            self.export_local(info, exported, local, binding);
        }
    }

    /// Other modules see the binding: it is captured, and may be read before it is initialised.
    fn export_local(&mut self, info: &mut ModuleInfo, exported: Name, local: Name, binding: BindingId) {
        info.local_exports.push(LocalExport { exported, local, binding });
        let binding = &mut self.scopes.bindings[binding.index()];
        binding.captured = true;
        binding.used = true;
        binding.needs_tdz |= binding.kind.is_lexical();
    }
}
