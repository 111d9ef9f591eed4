//! Rendering of statements and module items.

use super::Dumper;
use crate::syntax::ast::*;

impl Dumper<'_> {
    /// A list of statements, each on a line of its own.
    pub(super) fn statements(&mut self, list: &[Stmt]) {
        self.indent += 1;
        for statement in list {
            self.line();
            self.statement(statement);
        }
        self.indent -= 1;
    }

    fn body(&mut self, statement: &Stmt) {
        self.indent += 1;
        self.line();
        self.statement(statement);
        self.indent -= 1;
    }

    fn block(&mut self, head: &str, block: &Block) {
        self.list(&format!("{head} s{}", block.scope.0), |this| this.statements(&block.body));
    }

    fn label(&mut self, head: &str, label: Option<Name>) {
        match label {
            Some(label) => self.push(&format!("({head} {})", self.text(label))),
            None => self.push(&format!("({head})")),
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Empty => self.push("(empty)"),
            StmtKind::Debugger => self.push("(debugger)"),
            StmtKind::Expr(expr) => self.expr(expr),
            StmtKind::Block(block) => self.block("block", block),
            StmtKind::Variable(declaration) => self.variables(declaration),
            StmtKind::Function(declaration) => {
                if let Some(reference) = declaration.annex_b_var {
                    self.push("annex-b");
                    self.resolution(reference);
                    self.push(" ");
                }
                self.function(&declaration.function);
            }
            StmtKind::Class(declaration) => {
                self.ident(&declaration.binding);
                self.push(" ");
                self.class(&declaration.class);
            }
            StmtKind::If(statement) => self.list("if", |this| {
                this.spaced(&statement.test);
                this.body(&statement.consequent);
                if let Some(alternate) = &statement.alternate {
                    this.body(alternate);
                }
            }),
            StmtKind::For(statement) => self.list(&format!("for s{} ", statement.scope.0), |this| {
                match &statement.init {
                    None => this.push("()"),
                    Some(ForInit::Expr(expr)) => this.expr(expr),
                    Some(ForInit::Declaration(declaration)) => this.variables(declaration),
                }
                for part in [&statement.test, &statement.update] {
                    match part {
                        None => this.push(" ()"),
                        Some(expr) => this.spaced(expr),
                    }
                }
                this.body(&statement.body);
            }),
            StmtKind::ForIn(statement) => self.for_in_of("for-in", statement),
            StmtKind::ForOf(statement) => self.for_in_of("for-of", statement),
            StmtKind::While(parts) => self.list("while", |this| {
                this.spaced(&parts.0);
                this.body(&parts.1);
            }),
            StmtKind::DoWhile(parts) => self.list("do", |this| {
                this.body(&parts.0);
                this.spaced(&parts.1);
            }),
            StmtKind::Return(argument) => {
                self.list("return", |this| argument.iter().for_each(|argument| this.spaced(argument)));
            }
            StmtKind::Throw(argument) => self.list("throw", |this| this.spaced(argument)),
            StmtKind::Break(label) => self.label("break", *label),
            StmtKind::Continue(label) => self.label("continue", *label),
            StmtKind::Labelled { label, body } => {
                let head = format!("label {} ", self.text(*label));
                self.list(&head, |this| this.statement(body));
            }
            StmtKind::Switch(switch) => self.list(&format!("switch s{}", switch.scope.0), |this| {
                this.spaced(&switch.discriminant);
                this.indent += 1;
                for case in &switch.cases {
                    this.line();
                    let head = if case.test.is_some() { "case" } else { "default" };
                    this.list(head, |this| {
                        case.test.iter().for_each(|test| this.spaced(test));
                        this.statements(&case.body);
                    });
                }
                this.indent -= 1;
            }),
            StmtKind::Try(statement) => self.try_statement(statement),
            StmtKind::With(with) => self.list(&format!("with s{}", with.scope.0), |this| {
                this.spaced(&with.object);
                this.body(&with.body);
            }),
            StmtKind::Import(import) => self.import(import),
            StmtKind::Export(export) => self.list("export ", |this| this.export(export)),
        }
    }

    fn variables(&mut self, declaration: &VariableDeclaration) {
        self.list(&format!("{:?}", declaration.kind), |this| {
            for declarator in &declaration.declarators {
                this.push(" ");
                this.list("", |this| {
                    this.pattern(&declarator.pattern);
                    declarator.init.iter().for_each(|init| this.spaced(init));
                });
            }
        });
    }

    fn for_in_of(&mut self, head: &str, statement: &ForInOf) {
        let is_await = if statement.is_await { "-await" } else { "" };
        self.list(&format!("{head}{is_await} s{} ", statement.scope.0), |this| {
            match &statement.target {
                ForTarget::Pattern(pattern) => this.pattern(pattern),
                ForTarget::Declaration { kind, pattern, init } => {
                    this.list(&format!("{kind:?} "), |this| {
                        this.pattern(pattern);
                        init.iter().for_each(|init| this.spaced(init));
                    });
                }
            }
            this.spaced(&statement.object);
            this.body(&statement.body);
        });
    }

    fn try_statement(&mut self, statement: &Try) {
        self.list("try ", |this| {
            this.block("block", &statement.block);
            this.indent += 1;
            if let Some(catch) = &statement.handler {
                this.line();
                this.list(&format!("catch s{} ", catch.scope.0), |this| {
                    if let Some(param) = &catch.param {
                        this.pattern(param);
                        this.push(" ");
                    }
                    this.block("block", &catch.body);
                });
            }
            if let Some(finalizer) = &statement.finalizer {
                this.line();
                this.block("finally", finalizer);
            }
            this.indent -= 1;
        });
    }

    fn import(&mut self, import: &ImportDeclaration) {
        self.list(&format!("import {}", import.request), |this| {
            if let Some(local) = &import.default {
                this.push(" default ");
                this.ident(local);
            }
            if let Some(local) = &import.namespace {
                this.push(" * ");
                this.ident(local);
            }
            for specifier in &import.named {
                this.push(&format!(" {} ", this.text(specifier.imported)));
                this.ident(&specifier.local);
            }
        });
    }

    fn export(&mut self, export: &ExportDeclaration) {
        match export {
            ExportDeclaration::Named(specifiers) => {
                for specifier in specifiers {
                    self.ident(&specifier.local);
                    self.push(&format!(" as {} ", self.text(specifier.exported)));
                }
            }
            ExportDeclaration::NamedFrom { request, .. } => self.push(&format!("names of {request}")),
            ExportDeclaration::All { request, .. } => self.push(&format!("all of {request}")),
            ExportDeclaration::Declaration(statement) => self.statement(statement),
            ExportDeclaration::DefaultDeclaration(statement) => {
                self.push("default ");
                self.statement(statement);
            }
            ExportDeclaration::DefaultExpr { binding, value } => {
                self.push("default ");
                self.ident(binding);
                self.spaced(value);
            }
        }
    }
}
