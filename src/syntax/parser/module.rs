//! Imports and exports.

use super::{ParseResult, Parser};
use crate::syntax::ast::*;
use crate::syntax::name::Known;
use crate::syntax::token::{T, Token};
use rustc_hash::FxHashSet;

impl Parser<'_, '_> {
    /// `ModuleItem`
    pub(super) fn module_item(&mut self) -> ParseResult<Stmt> {
        let start = self.token.start;
        let token_kind = self.token.kind;
        let kind = match token_kind {
            T::Import if !matches!(self.peek().kind, T::LParen | T::Dot) => self.import_declaration()?,
            T::Export => self.export_declaration()?,
            _ => return self.statement_list_item(),
        };
        Ok(Stmt { span: self.span_from(start), kind })
    }

    /// Notes that the program is asynchronous, if that is what an `await` here means.
    pub(super) fn note_top_level_await(&mut self) {
        self.has_await |= !self.context.in_function;
    }

    /// The identifier `*default*`, where a default export has no name.
    pub(super) fn default_binding(&self, start: u32) -> Ident {
        Ident { name: Known::StarDefault.name(), reference: RefId::UNSET, span: Span::new(start, start) }
    }

    #[inline(never)]
    fn import_declaration(&mut self) -> ParseResult<StmtKind> {
        self.bump();
        let mut import = ImportDeclaration { request: 0, default: None, namespace: None, named: Vec::new() };
        if self.at(T::String) {
            import.request = self.module_request()?;
            self.semicolon()?;
            return Ok(StmtKind::Import(Box::new(import)));
        }
        let mut more = true;
        if self.at(T::Ident) {
            import.default = Some(self.binding_identifier()?);
            more = self.eat(T::Comma);
        }
        if more {
            match self.token.kind {
                T::Star => {
                    self.bump();
                    self.expect_word(Known::As)?;
                    import.namespace = Some(self.binding_identifier()?);
                }
                T::LBrace => self.named_imports(&mut import.named)?,
                _ => return Err(self.unexpected()),
            }
        }
        import.request = self.parse_from_clause()?;
        self.semicolon()?;
        Ok(StmtKind::Import(Box::new(import)))
    }

    fn named_imports(&mut self, named: &mut Vec<ImportSpecifier>) -> ParseResult<()> {
        self.bump();
        while !self.at(T::RBrace) {
            let token = self.token;
            let imported = self.module_export_name()?;
            let local = if self.eat_word(Known::As) {
                self.binding_identifier()?
            } else if token.kind == T::String {
                return Err(self.unexpected());
            } else {
                self.check_identifier(&token, true)?;
                Ident { name: token.name, reference: RefId::UNSET, span: token.span() }
            };
            named.push(ImportSpecifier { imported, local });
            if !self.at(T::RBrace) {
                self.expect(T::Comma)?;
            }
        }
        self.bump();
        Ok(())
    }

    fn expect_word(&mut self, word: Known) -> ParseResult<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.unexpected()) }
    }

    /// `ModuleExportName`
    fn module_export_name(&mut self) -> ParseResult<Name> {
        if !self.at(T::String) {
            return self.identifier_name();
        }
        let span = self.token.span();
        match self.string_value() {
            Str::Name(name) => {
                self.bump();
                Ok(name)
            }
            Str::Wtf16(_) => {
                let message = "Invalid module export name: contains unpaired surrogate";
                Err(self.error(span, message))
            }
        }
    }

    /// `from "specifier"` with attributes.
    fn parse_from_clause(&mut self) -> ParseResult<u32> {
        self.expect_word(Known::From)?;
        if !self.at(T::String) {
            return Err(self.unexpected());
        }
        self.module_request()
    }

    /// A specifier with attributes: its index among the module's requests.
    fn module_request(&mut self) -> ParseResult<u32> {
        let span = self.token.span();
        let specifier = self.string_value();
        self.bump();
        let mut attributes: Vec<(Vec<u16>, ImportAttribute)> = Vec::new();
        let mut keys = FxHashSet::default();
        if self.eat(T::With) {
            self.expect(T::LBrace)?;
            while !self.at(T::RBrace) {
                let token = self.token;
                let key = match token.kind {
                    T::String => {
                        let key = self.string_value();
                        self.bump();
                        key
                    }
                    _ => Str::Name(self.identifier_name()?),
                };
                let units = key.to_utf16(self.interner);
                if !keys.insert(key.clone()) {
                    let name = String::from_utf16_lossy(&units);
                    let message = format!("Import attributes has a duplicate key '{name}'");
                    return Err(self.error(token.span(), message));
                }
                self.expect(T::Colon)?;
                if !self.at(T::String) {
                    return Err(self.unexpected());
                }
                let value = self.string_value();
                self.bump();
                attributes.push((units, ImportAttribute { key, value }));
                if !self.at(T::RBrace) {
                    self.expect(T::Comma)?;
                }
            }
            self.bump();
        }
        attributes.sort_by(|a, b| a.0.cmp(&b.0));
        let attributes = attributes.into_iter().map(|(_, attribute)| attribute).collect();
        let request = ModuleRequest { specifier, attributes, span };
        let known = self.requests.get(&(request.specifier.clone(), request.attributes.clone()));
        if let Some(&index) = known {
            return Ok(index);
        }
        let index = self.module.requests.len() as u32;
        self.requests.insert((request.specifier.clone(), request.attributes.clone()), index);
        self.module.requests.push(request);
        Ok(index)
    }

    /// Notes an exported name, which must be new.
    fn add_export(&mut self, name: Name, span: Span) -> ParseResult<()> {
        if self.exported.insert(name) {
            return Ok(());
        }
        let message = format!("Duplicate export of '{}'", self.interner.resolve(name));
        Err(self.error(span, message))
    }

    #[inline(never)]
    fn export_declaration(&mut self) -> ParseResult<StmtKind> {
        self.bump();
        let kind = self.token.kind;
        let export = match kind {
            T::Star => {
                self.bump();
                let mut exported = None;
                if self.eat_word(Known::As) {
                    let span = self.token.span();
                    let name = self.module_export_name()?;
                    self.add_export(name, span)?;
                    exported = Some(name);
                }
                let request = self.parse_from_clause()?;
                self.semicolon()?;
                ExportDeclaration::All { request, exported }
            }
            T::LBrace => self.named_exports()?,
            T::Default => self.default_export()?,
            T::Var | T::Const | T::Function | T::Class => self.exported_declaration()?,
            T::Ident if self.token.is(Known::Let) => self.exported_declaration()?,
            T::Ident if self.token.is(Known::Async) && self.peek().kind == T::Function => {
                self.exported_declaration()?
            }
            _ => return Err(self.unexpected()),
        };
        Ok(StmtKind::Export(Box::new(export)))
    }

    fn exported_declaration(&mut self) -> ParseResult<ExportDeclaration> {
        let statement = self.statement_list_item()?;
        match &statement.kind {
            StmtKind::Variable(declaration) => {
                let mut names = Vec::new();
                for declarator in &declaration.declarators {
                    super::pattern::for_each_bound(&declarator.pattern, &mut |ident| names.push(*ident));
                }
                for ident in names {
                    self.add_export(ident.name, ident.span)?;
                }
            }
            StmtKind::Function(declaration) => {
                if let Some(ident) = declaration.function.name {
                    self.add_export(ident.name, ident.span)?;
                }
            }
            StmtKind::Class(declaration) => {
                self.add_export(declaration.binding.name, declaration.binding.span)?;
            }
            // `export let` that was no declaration, `export async` with a line break.
            _ => return Err(self.error(statement.span, "Unexpected token 'export'")),
        }
        Ok(ExportDeclaration::Declaration(statement))
    }

    /// `export default …`, from `default`.
    fn default_export(&mut self) -> ParseResult<ExportDeclaration> {
        self.add_export(Known::Default.name(), self.token.span())?;
        self.bump();
        let start = self.token.start;
        let is_async = self.token.is(Known::Async) && {
            let next = self.peek();
            next.kind == T::Function && !next.newline_before()
        };
        if is_async || self.at(T::Function) {
            if is_async {
                self.bump();
            }
            let declaration = self.function_declaration(start, is_async, true)?;
            let kind = StmtKind::Function(Box::new(declaration));
            return Ok(ExportDeclaration::DefaultDeclaration(Stmt { span: self.span_from(start), kind }));
        }
        if self.at(T::Class) {
            let kind = StmtKind::Class(Box::new(self.class_declaration(true)?));
            return Ok(ExportDeclaration::DefaultDeclaration(Stmt { span: self.span_from(start), kind }));
        }
        let value = self.assignment()?;
        self.semicolon()?;
        Ok(ExportDeclaration::DefaultExpr { binding: self.default_binding(start), value })
    }

    /// `export { … }`, `export { … } from …`
    fn named_exports(&mut self) -> ParseResult<ExportDeclaration> {
        self.bump();
        let mut specifiers: Vec<(Token, Name, Name)> = Vec::new();
        while !self.at(T::RBrace) {
            let token = self.token;
            let local = self.module_export_name()?;
            let mut exported = local;
            let mut span = token.span();
            if self.eat_word(Known::As) {
                span = self.token.span();
                exported = self.module_export_name()?;
            }
            self.add_export(exported, span)?;
            specifiers.push((token, local, exported));
            if !self.at(T::RBrace) {
                self.expect(T::Comma)?;
            }
        }
        self.bump();
        if self.token.is(Known::From) {
            let request = self.parse_from_clause()?;
            self.semicolon()?;
            let specifiers = specifiers.into_iter().map(|(_, local, exported)| (local, exported)).collect();
            return Ok(ExportDeclaration::NamedFrom { request, specifiers });
        }
        let mut named = Vec::with_capacity(specifiers.len());
        for (token, local, exported) in specifiers {
            // Without `from`, the names are references to bindings of this module.
            self.check_identifier(&token, false)?;
            let local = Ident { name: local, reference: RefId::UNSET, span: token.span() };
            named.push(ExportSpecifier { local, exported });
        }
        self.semicolon()?;
        Ok(ExportDeclaration::Named(named))
    }
}
