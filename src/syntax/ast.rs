//! The abstract syntax tree: owned enums and structs that follow the grammar of ECMA-262 (ES2025, with
//! explicit resource management).
//!
//! What lives here: the shapes of expressions, patterns, functions, classes. Statements and module items are
//! in `ast_statement` (re-exported here); the tables that identifiers and scopes point into are in
//! [`super::scope`]. No analysis lives here.
//!
//! Invariants a consumer may rely on after a successful parse:
//! - All early errors of ECMA-262 have been reported: the tree is a valid program.
//! - The height of the tree is bounded by [`super::ParseOptions::max_depth`], so that recursion over it (and
//!   dropping it) is safe. Long left-associative chains are flat: see [`ExprKind::Binary`],
//!   [`ExprKind::BinaryChain`], [`ExprKind::Logical`].
//! - Every [`RefId`] and [`ScopeId`] has been filled by the scope analysis.
//! - A span covers the whole node, from its first to its last token, without surrounding white space.

pub use super::ast_statement::*;
pub use super::name::{Name, Str};
pub use super::scope::{BindingId, RefId, ScopeId};

/// A range of byte offsets in the UTF-8 source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset just after the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to `end`, exclusive.
    #[inline]
    pub fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// The span from the start of `self` to the end of `other`.
    #[inline]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }

    /// The source text of the span.
    pub fn text(self, source: &str) -> &str {
        &source[self.start as usize..self.end as usize]
    }
}

/// One occurrence of an identifier as a reference, an assignment target or a declared name.
///
/// What it resolves to is `scopes.resolution(ident.reference)`. The declaring occurrence of a lexical binding
/// or parameter resolves to the binding it declares. The identifier of a `var` declarator with an initializer
/// is an ordinary assignment, resolved from where it stands: in `with (o) { var x = 1 }` it is dynamic, and in
/// `catch (e) { var e = 1 }` it is the catch parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ident {
    /// The name; escapes have been decoded.
    pub name: Name,
    /// The entry of this occurrence in [`super::scope::Scopes::refs`].
    pub reference: RefId,
    /// Where it stands.
    pub span: Span,
}

/// An expression with its place in the source.
#[derive(Debug)]
pub struct Expr {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
}

/// The kinds of expressions.
#[derive(Debug)]
pub enum ExprKind {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A numeric literal's value.
    Number(f64),
    /// A BigInt literal's digits without `n` and separators, with `0x`, `0o` or `0b` in lower case as
    /// written.
    BigInt(Name),
    /// A string literal.
    String(Str),
    /// A regular expression literal whose pattern and flags are known to be valid.
    RegExp {
        /// The text between the slashes.
        pattern: Name,
        /// The flags, in the order written.
        flags: Name,
    },
    /// A template without tag.
    Template(Box<Template>),
    /// A template with tag.
    TaggedTemplate(Box<TaggedTemplate>),
    /// An identifier reference. `undefined`, `NaN` and so on are ordinary identifiers.
    Ident(Ident),
    /// `this`
    This,
    /// `new.target`
    NewTarget,
    /// `import.meta`
    ImportMeta,
    /// An array literal.
    Array(Vec<ArrayElement>),
    /// An object literal.
    Object(Vec<Property>),
    /// A function expression, arrow function ([`Function::is_arrow`]), in all variants.
    Function(Box<Function>),
    /// A class expression.
    Class(Box<Class>),
    /// A unary operator.
    Unary {
        /// Which one.
        op: UnaryOp,
        /// Its operand. For `delete` and `typeof` of a reference, this is the reference, possibly inside
        /// [`ExprKind::Paren`].
        operand: Box<Expr>,
    },
    /// `++x`, `x++`, `--x`, `x--`
    Update {
        /// True for `++`.
        increment: bool,
        /// True when the operator stands before the operand.
        prefix: bool,
        /// An identifier or a member expression ([`PatternKind::Ident`], [`PatternKind::Expr`]).
        target: Box<Pattern>,
    },
    /// A binary operator with exactly two operands.
    Binary {
        /// Which one.
        op: BinaryOp,
        /// Both operands, in order of evaluation.
        operands: Box<(Expr, Expr)>,
    },
    /// Three or more operands joined by left-associative operators of one precedence: `a + b - c` is
    /// `((a + b) - c)`. Flat, so that a chain of 100 000 terms needs no deep tree.
    BinaryChain(Box<BinaryChain>),
    /// `#name in object`
    PrivateIn {
        /// The private name.
        name: Ident,
        /// The object to look into.
        object: Box<Expr>,
    },
    /// Two or more operands joined by the same logical operator, left to right; all three are associative.
    Logical {
        /// Which one.
        op: LogicalOp,
        /// At least two.
        operands: Vec<Expr>,
    },
    /// `test ? consequent : alternate`
    Conditional(Box<Conditional>),
    /// `=`, `+=`, `&&=` and their like.
    Assign(Box<Assign>),
    /// The comma operator; at least two.
    Sequence(Vec<Expr>),
    /// `object.property`
    Member {
        /// The object.
        object: Box<Expr>,
        /// The name after the dot.
        property: Name,
        /// True for `object?.property`; then an [`ExprKind::OptionalChain`] is above.
        optional: bool,
    },
    /// `object[index]`
    Index {
        /// Object and index, in order of evaluation.
        operands: Box<(Expr, Expr)>,
        /// True for `object?.[index]`.
        optional: bool,
    },
    /// `object.#name`
    PrivateMember {
        /// The object.
        object: Box<Expr>,
        /// The private name, resolved to its binding in a class scope.
        name: Box<Ident>,
        /// True for `object?.#name`.
        optional: bool,
    },
    /// `super.property`
    SuperMember(Name),
    /// `super[index]`
    SuperIndex(Box<Expr>),
    /// `callee(arguments)`. The callee decides about `this`: a member expression, possibly inside
    /// [`ExprKind::Paren`], passes its object.
    Call(Box<Call>),
    /// `super(arguments)`
    SuperCall(Vec<Argument>),
    /// `new callee(arguments)`
    New(Box<New>),
    /// The extent of short-circuiting: when an `optional` link inside finds `undefined` or `null`, the value
    /// of this whole node is `undefined`. Links of this chain are the nested objects and callees of the inner
    /// expression, down to a [`ExprKind::Paren`] or something that is neither member, call nor template.
    OptionalChain(Box<Expr>),
    /// `yield`, `yield argument`
    Yield(Option<Box<Expr>>),
    /// `yield* argument`
    YieldStar(Box<Expr>),
    /// `await argument`
    Await(Box<Expr>),
    /// `import(specifier)`, `import(specifier, options)`
    ImportCall(Box<ImportCall>),
    /// `(expression)`. Kept because names of anonymous functions, assignment targets and optional chains see
    /// the difference; [`Expr::unparen`] looks through it.
    Paren(Box<Expr>),
}

/// A template literal: one more chunk than expressions.
#[derive(Debug)]
pub struct Template {
    /// The chunks between the expressions.
    pub chunks: Vec<TemplateChunk>,
    /// The expressions.
    pub expressions: Vec<Expr>,
}

/// A piece of a template's text.
#[derive(Debug, Clone)]
pub struct TemplateChunk {
    /// With escapes interpreted; `None` if there is an ill-formed one, which only tagged templates allow.
    pub cooked: Option<Str>,
    /// As written, with line ends normalised to `\n`.
    pub raw: Name,
}

/// `tag` followed by a template. Each one is a site of its own with one frozen template object.
#[derive(Debug)]
pub struct TaggedTemplate {
    /// The function to call; passes `this` as a callee does.
    pub tag: Expr,
    /// The template.
    pub template: Template,
}

/// An element of an array literal.
#[derive(Debug)]
pub enum ArrayElement {
    /// An elision.
    Hole,
    /// An expression.
    Expr(Expr),
    /// `...expression`
    Spread(Expr),
}

/// An argument of a call.
#[derive(Debug)]
pub enum Argument {
    /// An expression.
    Expr(Expr),
    /// `...expression`
    Spread(Expr),
}

/// A property of an object literal.
#[derive(Debug)]
pub struct Property {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: PropertyKind,
}

/// The kinds of properties of an object literal.
#[derive(Debug)]
pub enum PropertyKind {
    /// `key: value`, or the shorthand `key`. Excludes `__proto__: value`.
    Value {
        /// The key.
        key: PropertyKey,
        /// The value.
        value: Expr,
        /// True for `{ key }`, whose value is then an identifier.
        shorthand: bool,
    },
    /// `__proto__: value` (Annex B): sets the prototype. Not computed, not shorthand.
    Proto(Expr),
    /// `key() {}` in all variants.
    Method(PropertyKey, Box<Function>),
    /// `get key() {}`
    Getter(PropertyKey, Box<Function>),
    /// `set key(value) {}`
    Setter(PropertyKey, Box<Function>),
    /// `...expression`
    Spread(Expr),
}

/// A property name in a literal, pattern or class.
#[derive(Debug)]
pub enum PropertyKey {
    /// An identifier name.
    Ident(Name),
    /// A string literal. Its value may be a canonical array index.
    String(Str),
    /// A numeric literal; the key is `ToString` of it.
    Number(f64),
    /// A BigInt literal; the key is its decimal digits.
    BigInt(Name),
    /// `[expression]`
    Computed(Box<Expr>),
    /// `#name`, in classes only. Declares the binding that it resolves to.
    Private(Ident),
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named as in ECMA-262")]
pub enum UnaryOp {
    Delete,
    Void,
    Typeof,
    Plus,
    Minus,
    BitNot,
    Not,
}

/// Binary operators that evaluate both operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named as in ECMA-262")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Exp,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    BitAnd,
    BitOr,
    BitXor,
    Equal,
    NotEqual,
    StrictEqual,
    StrictNotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    Instanceof,
}

/// Operators that may not evaluate their right operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named as in ECMA-262")]
pub enum LogicalOp {
    And,
    Or,
    Coalesce,
}

/// Assignment operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AssignOp {
    /// `=`
    Assign,
    /// `+=` and so on.
    Binary(BinaryOp),
    /// `&&=`, `||=`, `??=`
    Logical(LogicalOp),
}

/// Operands of a chain of left-associative operators.
#[derive(Debug)]
pub struct BinaryChain {
    /// The leftmost operand.
    pub first: Expr,
    /// The operators, each with its right operand; at least two.
    pub rest: Vec<(BinaryOp, Expr)>,
}

/// `test ? consequent : alternate`
#[derive(Debug)]
#[allow(missing_docs, reason = "named as in ECMA-262")]
pub struct Conditional {
    pub test: Expr,
    pub consequent: Expr,
    pub alternate: Expr,
}

/// An assignment. With an operator other than `=` the target is an identifier or member expression.
#[derive(Debug)]
pub struct Assign {
    /// Which operator.
    pub op: AssignOp,
    /// What is assigned to.
    pub target: Pattern,
    /// The right-hand side.
    pub value: Expr,
}

/// `callee(arguments)`
#[derive(Debug)]
pub struct Call {
    /// What is called.
    pub callee: Expr,
    /// The arguments.
    pub arguments: Vec<Argument>,
    /// True for `callee?.(arguments)`.
    pub optional: bool,
    /// True for `eval(…)`, the only form that may be a direct eval: it is one if `eval` is the intrinsic
    /// function at run time.
    pub maybe_direct_eval: bool,
    /// The scope that a direct eval sees. Meaningful only with `maybe_direct_eval`.
    pub scope: ScopeId,
}

/// `new callee(arguments)`; `new callee` has no arguments.
#[derive(Debug)]
pub struct New {
    /// The constructor.
    pub callee: Expr,
    /// The arguments.
    pub arguments: Vec<Argument>,
}

/// A dynamic import.
#[derive(Debug)]
pub struct ImportCall {
    /// The module specifier.
    pub specifier: Expr,
    /// The options, such as `{ with: { type: "json" } }`.
    pub options: Option<Expr>,
}

/// What is bound or assigned to: in declarations, parameters, assignments, `for` heads, `catch`.
#[derive(Debug)]
pub struct Pattern {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: PatternKind,
    /// True for an assignment target in parentheses; then an anonymous function assigned gets no name.
    pub parenthesized: bool,
}

/// The kinds of patterns.
#[derive(Debug)]
pub enum PatternKind {
    /// An identifier: declared or assigned to.
    Ident(Ident),
    /// Assignment only: a member expression of any kind ([`ExprKind::Member`], [`ExprKind::Index`],
    /// [`ExprKind::PrivateMember`], [`ExprKind::SuperMember`], [`ExprKind::SuperIndex`]). In sloppy code also
    /// an [`ExprKind::Call`], which is called and then throws a `ReferenceError` (web compatibility).
    Expr(Box<Expr>),
    /// `{ … }`
    Object(Box<ObjectPattern>),
    /// `[ … ]`
    Array(Box<ArrayPattern>),
}

/// An object pattern.
#[derive(Debug)]
pub struct ObjectPattern {
    /// The properties, in order.
    pub properties: Vec<PatternProperty>,
    /// `...rest`
    pub rest: Option<Pattern>,
}

/// A property of an object pattern.
#[derive(Debug)]
pub struct PatternProperty {
    /// The key to read; never private.
    pub key: PropertyKey,
    /// Where the value goes.
    pub value: PatternElement,
}

/// An array pattern.
#[derive(Debug)]
pub struct ArrayPattern {
    /// The elements; `None` is an elision, which steps the iterator.
    pub elements: Vec<Option<PatternElement>>,
    /// `...rest`
    pub rest: Option<Pattern>,
}

/// A pattern with an optional default value.
#[derive(Debug)]
pub struct PatternElement {
    /// Where the value goes.
    pub pattern: Pattern,
    /// Evaluated when the value is `undefined`.
    pub default: Option<Expr>,
}

/// What kind of function it is, for `[[HomeObject]]`, constructor-ness and the rules of `super`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FunctionKind {
    /// A function declaration or expression, and what `Function()` makes.
    Normal,
    /// An arrow function.
    Arrow,
    /// A method of a class or object literal.
    Method,
    /// A getter.
    Getter,
    /// A setter.
    Setter,
    /// The constructor of a class without heritage.
    BaseConstructor,
    /// The constructor of a class with heritage.
    DerivedConstructor,
}

/// A function of any kind.
#[derive(Debug)]
pub struct Function {
    /// From `async` or `function` or the method's first token (also `static` excluded) to the last token:
    /// what `toString` gives.
    pub span: Span,
    /// Its kind.
    pub kind: FunctionKind,
    /// The name of a declaration or of a function expression. Resolves to the outer binding for the former
    /// and to the inner one ([`super::scope::BindingKind::FunctionName`]) for the latter. `None` when the
    /// compiler must derive the name.
    pub name: Option<Ident>,
    /// The parameters, in order; only the last may be a rest parameter.
    pub params: Vec<Param>,
    /// The body.
    pub body: FunctionBody,
    /// Async.
    pub is_async: bool,
    /// Generator.
    pub is_generator: bool,
    /// Arrow function.
    pub is_arrow: bool,
    /// Strict mode code, by directive or by inheritance.
    pub strict: bool,
    /// All parameters are plain identifiers without default, and none is a rest parameter.
    pub simple_params: bool,
    /// Some parameter contains an expression (default or computed key): then `var`s live apart from the
    /// parameters.
    pub has_parameter_expressions: bool,
    /// The expected argument count: parameters before the first with a default or rest.
    pub length: u32,
    /// Scope of a named function expression's own name, the parent of `param_scope`, if it is needed.
    pub name_scope: Option<ScopeId>,
    /// Scope of the parameters and of `arguments`.
    pub param_scope: ScopeId,
    /// Scope of `var`s and top-level lexical declarations, the child of `param_scope`. With simple
    /// parameters, a `var` of a parameter's name is the parameter.
    pub body_scope: ScopeId,
    /// What the function needs to have at hand.
    pub uses: FunctionUses,
}

/// What a function or script needs, found by the scope analysis.
///
/// For `this`, `arguments`, `super` and `new.target`, arrow functions pass their need on to the function
/// around them; `captured_*` tells that one did, so that a register does not do. A direct eval may use all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FunctionUses {
    /// An `arguments` object must be made. In an arrow function: it refers to that of a function around it.
    pub arguments: bool,
    /// `this` (or `super`) is used.
    pub this: bool,
    /// `super.x` or `super()` is used: needs the home object, or the active function.
    pub super_: bool,
    /// `new.target` is used.
    pub new_target: bool,
    /// An inner arrow function or eval uses `this`, `super` or `new.target`.
    pub captured_by_arrow: bool,
    /// Contains `eval(…)` directly, not only in an inner function.
    pub direct_eval: bool,
}

/// A parameter.
#[derive(Debug)]
pub struct Param {
    /// What it binds.
    pub pattern: Pattern,
    /// Its default value.
    pub default: Option<Expr>,
    /// `...pattern`
    pub rest: bool,
}

/// The body of a function.
#[derive(Debug)]
pub enum FunctionBody {
    /// `{ … }`
    Block(Vec<Stmt>),
    /// `=> expression`
    Expr(Box<Expr>),
}

/// A class declaration or expression.
#[derive(Debug)]
pub struct Class {
    /// From `class` to `}`: what `toString` gives.
    pub span: Span,
    /// The name as bound inside the class body: resolves to the immutable binding in `scope`.
    pub name: Option<Ident>,
    /// The expression after `extends`, evaluated in `scope`.
    pub heritage: Option<Expr>,
    /// The constructor; its kind tells whether the class is derived. `None` means the default one.
    pub constructor: Option<Box<Function>>,
    /// All other elements, in order.
    pub elements: Vec<ClassElement>,
    /// Holds the class's name and its private names.
    pub scope: ScopeId,
    /// Function-like scope in which the initializers of instance fields are evaluated, as one method.
    pub instance_scope: ScopeId,
    /// What instance field initializers use.
    pub instance_uses: FunctionUses,
    /// Function-like scope in which static fields and static blocks are evaluated, as one method.
    pub static_scope: ScopeId,
    /// What static field initializers and static blocks use.
    pub static_uses: FunctionUses,
}

/// An element of a class body other than its constructor.
#[derive(Debug)]
pub struct ClassElement {
    /// Where it stands.
    pub span: Span,
    /// `static`
    pub is_static: bool,
    /// What it is.
    pub kind: ClassElementKind,
}

/// The kinds of class elements.
#[derive(Debug)]
pub enum ClassElementKind {
    /// `key() {}` in all variants.
    Method(PropertyKey, Box<Function>),
    /// `get key() {}`
    Getter(PropertyKey, Box<Function>),
    /// `set key(value) {}`
    Setter(PropertyKey, Box<Function>),
    /// `key = value`, `key`. The value is evaluated in the instance or static scope of the class.
    Field(PropertyKey, Option<Expr>),
    /// `static { … }`
    StaticBlock(StaticBlock),
}

/// A static initialization block.
#[derive(Debug)]
pub struct StaticBlock {
    /// Scope of its `var`s and lexical declarations, a child of the class's static scope.
    pub scope: ScopeId,
    /// Its statements.
    pub body: Vec<Stmt>,
}

impl Expr {
    /// The expression without the parentheses around it.
    pub fn unparen(&self) -> &Expr {
        let mut expr = self;
        while let ExprKind::Paren(inner) = &expr.kind {
            expr = inner;
        }
        expr
    }

    /// `IsAnonymousFunctionDefinition`: whether `NamedEvaluation` gives it a name.
    pub fn is_anonymous_function_definition(&self) -> bool {
        match &self.unparen().kind {
            ExprKind::Function(function) => function.name.is_none(),
            ExprKind::Class(class) => class.name.is_none(),
            _ => false,
        }
    }
}

impl Function {
    /// Whether the function has a `[[Construct]]` internal method.
    pub fn is_constructor(&self) -> bool {
        matches!(
            self.kind,
            FunctionKind::Normal | FunctionKind::BaseConstructor | FunctionKind::DerivedConstructor
        ) && !self.is_async
            && !self.is_generator
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tree is most of what a parse allocates: its nodes should not grow by accident.
    #[test]
    fn nodes_are_small() {
        assert!(size_of::<Expr>() <= 40, "{}", size_of::<Expr>());
        assert!(size_of::<Stmt>() <= 56, "{}", size_of::<Stmt>());
        assert!(size_of::<Pattern>() <= 40, "{}", size_of::<Pattern>());
    }
}
