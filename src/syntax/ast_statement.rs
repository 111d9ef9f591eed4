//! The abstract syntax tree, second part: programs, statements, declarations and module items.

use super::ast::{Class, Expr, Function, FunctionUses, Ident, Pattern, Span};
use super::name::{Name, Str};
use super::scope::{BindingId, RefId, ScopeId};

/// What a source text was parsed as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A script.
    Script,
    /// A module.
    Module,
    /// The argument of a direct or indirect eval.
    Eval,
    /// The assembled text of `Function(…)` and its kin: the program is one function expression.
    Function,
}

/// A whole source text.
#[derive(Debug)]
pub struct Program {
    /// What it was parsed as.
    pub goal: Goal,
    /// Strict mode code.
    pub strict: bool,
    /// The statements.
    pub body: Vec<Stmt>,
    /// Its scope: `var`s, functions and lexical declarations at the top level.
    pub scope: ScopeId,
    /// What its top-level code uses.
    pub uses: FunctionUses,
    /// Some `await`, `for await` or `await using` stands outside of all functions: `[[HasTLA]]` of a module.
    pub has_await: bool,
    /// The tables of a module.
    pub module: Option<Box<ModuleInfo>>,
}

/// A statement with its place in the source.
#[derive(Debug)]
pub struct Stmt {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: StmtKind,
}

/// The kinds of statements and declarations.
#[derive(Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// An expression statement; directives are such statements too.
    Expr(Expr),
    /// `{ … }`
    Block(Block),
    /// `var`, `let`, `const`, `using`, `await using`
    Variable(VariableDeclaration),
    /// A function declaration. It is initialised when its scope is entered.
    Function(Box<FunctionDeclaration>),
    /// A class declaration.
    Class(Box<ClassDeclaration>),
    /// `if`
    If(Box<If>),
    /// `for (;;)`
    For(Box<For>),
    /// `for (… in …)`
    ForIn(Box<ForInOf>),
    /// `for (… of …)`, `for await (… of …)`
    ForOf(Box<ForInOf>),
    /// `while`
    While(Box<(Expr, Stmt)>),
    /// `do … while`
    DoWhile(Box<(Stmt, Expr)>),
    /// `return`
    Return(Option<Expr>),
    /// `throw`
    Throw(Expr),
    /// `break`, `break label`
    Break(Option<Name>),
    /// `continue`, `continue label`
    Continue(Option<Name>),
    /// `label: statement`
    Labelled {
        /// The label.
        label: Name,
        /// What it labels.
        body: Box<Stmt>,
    },
    /// `switch`
    Switch(Box<Switch>),
    /// `try`
    Try(Box<Try>),
    /// `with`
    With(Box<With>),
    /// `debugger`
    Debugger,
    /// An import declaration. Its bindings exist when the module is instantiated: nothing to execute.
    Import(Box<ImportDeclaration>),
    /// An export declaration. `export var x` and its like hold the declaration inside.
    Export(Box<ExportDeclaration>),
}

/// A block of statements.
#[derive(Debug)]
pub struct Block {
    /// Scope of its lexical declarations. Always there; often without bindings.
    pub scope: ScopeId,
    /// The statements.
    pub body: Vec<Stmt>,
}

/// Which keyword declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named as the keywords")]
pub enum DeclarationKind {
    Var,
    Let,
    Const,
    Using,
    AwaitUsing,
}

impl DeclarationKind {
    /// Whether the binding belongs to the block rather than to the function.
    pub fn is_lexical(self) -> bool {
        self != DeclarationKind::Var
    }
}

/// A variable statement or lexical declaration.
#[derive(Debug)]
pub struct VariableDeclaration {
    /// The keyword.
    pub kind: DeclarationKind,
    /// At least one.
    pub declarators: Vec<Declarator>,
}

/// `pattern = init`
#[derive(Debug)]
pub struct Declarator {
    /// Where it stands.
    pub span: Span,
    /// What is bound.
    pub pattern: Pattern,
    /// The initializer. Without one, `let x` initialises to `undefined` and `var x` does nothing.
    pub init: Option<Expr>,
}

/// A function declaration.
#[derive(Debug)]
pub struct FunctionDeclaration {
    /// The function; its name resolves to the binding that it initialises. The name is `*default*` for
    /// `export default function () {}`, whose `name` property is `default`.
    pub function: Function,
    /// The binding that it initialises when its scope is entered.
    pub binding: BindingId,
    /// Annex B.3.3, a function in a block: when the declaration is *evaluated*, where it stands, the value
    /// of `binding` is also assigned to this reference, a `var` of the same name. The `var` has been declared.
    pub annex_b_var: Option<RefId>,
}

/// A class declaration.
#[derive(Debug)]
pub struct ClassDeclaration {
    /// The outer binding; `*default*` for `export default class {}`, whose `name` property is `default`.
    pub binding: Ident,
    /// The class.
    pub class: Class,
}

/// `if (test) consequent else alternate`. A function declaration as a branch (Annex B) is put into a block.
#[derive(Debug)]
#[allow(missing_docs, reason = "named as in ECMA-262")]
pub struct If {
    pub test: Expr,
    pub consequent: Stmt,
    pub alternate: Option<Stmt>,
}

/// `for (init; test; update) body`
#[derive(Debug)]
#[allow(missing_docs, reason = "named as in ECMA-262")]
pub struct For {
    /// Scope of the lexical declarations in `init`. If one of its bindings is captured and is not constant,
    /// each iteration needs a fresh copy (`CreatePerIterationEnvironment`).
    pub scope: ScopeId,
    pub init: Option<ForInit>,
    pub test: Option<Expr>,
    pub update: Option<Expr>,
    pub body: Stmt,
}

/// The first part of a `for (;;)` head.
#[derive(Debug)]
#[allow(missing_docs, reason = "says itself")]
pub enum ForInit {
    Expr(Expr),
    Declaration(VariableDeclaration),
}

/// `for (target in object) body` and `for (target of object) body`
#[derive(Debug)]
pub struct ForInOf {
    /// Scope of a lexical declaration in the head: fresh and in its temporal dead zone while `object` is
    /// evaluated, then fresh for each iteration.
    pub scope: ScopeId,
    /// What is assigned or declared.
    pub target: ForTarget,
    /// What is iterated.
    pub object: Expr,
    /// The body.
    pub body: Stmt,
    /// `for await`
    pub is_await: bool,
}

/// The left side of `in` or `of` in a `for` head.
#[derive(Debug)]
pub enum ForTarget {
    /// An assignment target.
    Pattern(Pattern),
    /// A declaration of one binding.
    Declaration {
        /// The keyword.
        kind: DeclarationKind,
        /// What is bound.
        pattern: Pattern,
        /// `for (var x = init in object)`, Annex B, sloppy code.
        init: Option<Expr>,
    },
}

/// `switch (discriminant) { … }`
#[derive(Debug)]
pub struct Switch {
    /// The value to compare, evaluated outside `scope`.
    pub discriminant: Expr,
    /// Scope of the lexical declarations of all clauses.
    pub scope: ScopeId,
    /// The clauses.
    pub cases: Vec<Case>,
}

/// `case test:` or `default:`, and what follows.
#[derive(Debug)]
pub struct Case {
    /// Where it stands.
    pub span: Span,
    /// `None` for `default`.
    pub test: Option<Expr>,
    /// The statements.
    pub body: Vec<Stmt>,
}

/// `try … catch … finally`: a handler or a finalizer, or both.
#[derive(Debug)]
#[allow(missing_docs, reason = "named as in ECMA-262")]
pub struct Try {
    pub block: Block,
    pub handler: Option<Catch>,
    pub finalizer: Option<Block>,
}

/// `catch (param) { … }`
#[derive(Debug)]
pub struct Catch {
    /// Scope of the parameter, the parent of the body's scope.
    pub scope: ScopeId,
    /// What is bound.
    pub param: Option<Pattern>,
    /// The body.
    pub body: Block,
}

/// `with (object) body`
#[derive(Debug)]
pub struct With {
    /// The object, evaluated outside `scope`.
    pub object: Expr,
    /// The scope of the object environment: has no bindings, but references through it are dynamic.
    pub scope: ScopeId,
    /// The body.
    pub body: Stmt,
}

/// `import … from specifier with attributes`
#[derive(Debug)]
pub struct ImportDeclaration {
    /// Index into [`ModuleInfo::requests`].
    pub request: u32,
    /// `import name from`
    pub default: Option<Ident>,
    /// `import * as name from`
    pub namespace: Option<Ident>,
    /// `import { imported as local } from`
    pub named: Vec<ImportSpecifier>,
}

/// `imported as local`
#[derive(Debug)]
pub struct ImportSpecifier {
    /// The name in the other module.
    pub imported: Name,
    /// The binding here.
    pub local: Ident,
}

/// `key: "value"` after `with`
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ImportAttribute {
    /// The key.
    pub key: Str,
    /// The value.
    pub value: Str,
}

/// An export declaration.
#[derive(Debug)]
pub enum ExportDeclaration {
    /// `export { local as exported }`
    Named(Vec<ExportSpecifier>),
    /// `export { imported as exported } from specifier`: nothing to execute.
    NamedFrom {
        /// Index into [`ModuleInfo::requests`].
        request: u32,
        /// The name in the other module and the name here.
        specifiers: Vec<(Name, Name)>,
    },
    /// `export * from specifier`, `export * as exported from specifier`
    All {
        /// Index into [`ModuleInfo::requests`].
        request: u32,
        /// The name of the namespace object.
        exported: Option<Name>,
    },
    /// `export var …`, `export let …`, `export function …`, `export class …`
    Declaration(Stmt),
    /// `export default function …`, `export default class …`
    DefaultDeclaration(Stmt),
    /// `export default expression`
    DefaultExpr {
        /// The binding `*default*`.
        binding: Ident,
        /// Its value; an anonymous function gets the name `default`.
        value: Expr,
    },
}

/// `local as exported`
#[derive(Debug)]
pub struct ExportSpecifier {
    /// The binding here.
    pub local: Ident,
    /// The name for others.
    pub exported: Name,
}

/// What `ParseModule` collects. `exported` and `imported` names may come from string literals, which are
/// well-formed Unicode.
#[derive(Debug, Default)]
pub struct ModuleInfo {
    /// `[[RequestedModules]]`: distinct pairs of specifier and attributes, in order of first occurrence.
    pub requests: Vec<ModuleRequest>,
    /// `[[ImportEntries]]`
    pub imports: Vec<ImportEntry>,
    /// `[[LocalExportEntries]]`
    pub local_exports: Vec<LocalExport>,
    /// `[[IndirectExportEntries]]`, also those that came by `import { x }` and `export { x }`.
    pub indirect_exports: Vec<IndirectExport>,
    /// `[[StarExportEntries]]`: indices of requests.
    pub star_exports: Vec<u32>,
}

/// A module to load.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModuleRequest {
    /// The specifier.
    pub specifier: Str,
    /// The attributes, sorted by key in code-unit order.
    pub attributes: Vec<ImportAttribute>,
    /// Where the specifier first stands, for error messages.
    pub span: Span,
}

/// What is imported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportName {
    /// A name; `default` for the default import.
    Name(Name),
    /// The namespace object.
    Namespace,
}

/// An import entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportEntry {
    /// Index into [`ModuleInfo::requests`].
    pub request: u32,
    /// What is imported.
    pub imported: ImportName,
    /// The name here.
    pub local: Name,
    /// The binding in the module's scope.
    pub binding: BindingId,
    /// Where it stands.
    pub span: Span,
}

/// An export of a binding of this module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalExport {
    /// The name for others.
    pub exported: Name,
    /// The name here, perhaps `*default*`.
    pub local: Name,
    /// The binding in the module's scope.
    pub binding: BindingId,
}

/// An export of another module's binding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndirectExport {
    /// The name for others.
    pub exported: Name,
    /// Index into [`ModuleInfo::requests`].
    pub request: u32,
    /// What is passed on.
    pub imported: ImportName,
    /// Where it stands.
    pub span: Span,
}
