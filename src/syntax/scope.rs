//! The tables of the scope analysis: scopes, bindings, references and how they resolve.
//!
//! What lives here: data and look-ups. The analysis that fills the tables is in `scope_analysis`.
//!
//! Invariants:
//! - A scope's parent has a smaller [`ScopeId`].
//! - A binding that is not `captured` is referred to only by code of the function it belongs to, and never by
//!   name at run time: it may live in a register.
//! - `captured` is set on every binding that a direct eval or a reference under `with` could reach.
//! - A reference is [`Resolution::Dynamic`] only if, at run time, a binding that the tables do not know could
//!   come in between.

use super::ast::Span;
use super::name::Name;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// What the parser writes; replaced by the scope analysis.
            pub const UNSET: $name = $name(u32::MAX);

            /// As an index.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// Index into [`Scopes::scopes`].
    ScopeId
}
id! {
    /// Index into [`Scopes::bindings`].
    BindingId
}
id! {
    /// Index into [`Scopes::refs`].
    RefId
}

/// All scopes, bindings and references of one program.
#[derive(Debug, Default)]
pub struct Scopes {
    /// The scopes; parents before children.
    pub scopes: Vec<Scope>,
    /// The bindings of all scopes.
    pub bindings: Vec<Binding>,
    /// The identifier occurrences.
    pub refs: Vec<Reference>,
}

/// What a scope belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    /// Top level of a script. Its `var`s and functions are properties of the global object; its lexical
    /// bindings live in the realm's declarative record, visible to other scripts.
    Script,
    /// Top level of a module.
    Module,
    /// Top level of eval code. In sloppy code its `var`s and functions belong to the scope around the eval,
    /// and references to them are dynamic.
    Eval,
    /// The own name of a named function expression.
    FunctionName,
    /// Parameters and `arguments`.
    Params,
    /// `var`s and top-level lexical declarations of a function body.
    Body,
    /// A block; also the implicit one around a function declaration as a branch of `if`.
    Block,
    /// Head of `for`, `for-in`, `for-of`.
    For,
    /// The clauses of a `switch`.
    Switch,
    /// A catch parameter.
    Catch,
    /// Under the object of a `with` statement; no bindings.
    With,
    /// A class's name and private names.
    Class,
    /// The method that evaluates instance field initializers, or static ones and static blocks.
    ClassInit,
    /// A static block: `var`s and lexical declarations.
    StaticBlock,
}

/// A scope.
#[derive(Debug)]
pub struct Scope {
    /// What it belongs to.
    pub kind: ScopeKind,
    /// The scope around it.
    pub parent: Option<ScopeId>,
    /// The function-level scope it belongs to: of kind `Params`, `ClassInit`, `Script`, `Module` or `Eval`;
    /// that may be itself. A `FunctionName` scope belongs to the function whose name it holds, which
    /// initialises it on entry from the callee.
    pub function: ScopeId,
    /// Its bindings, in order of declaration; [`Binding::index`] is the position here.
    pub bindings: Vec<BindingId>,
    /// Strict mode code.
    pub strict: bool,
    /// Some binding is captured: at run time an environment is needed.
    pub has_captured: bool,
    /// A direct eval stands in this scope or in one inside it, also in an inner function.
    pub has_direct_eval: bool,
    /// A `with` statement stands in this scope or in one inside it, also in an inner function.
    pub contains_with: bool,
}

/// How a binding was declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BindingKind {
    /// `var`, also that of Annex B.3.3. Starts as `undefined`, or as the parameter in [`Binding::shadows`].
    Var,
    /// `let`
    Let,
    /// `const`
    Const,
    /// `using`, `await using`
    Using,
    /// A class declaration's outer binding: like `let`.
    Class,
    /// The name inside a class: like `const`.
    ClassName,
    /// A function declaration.
    Function,
    /// A parameter. With parameter expressions it has a temporal dead zone too.
    Param,
    /// A catch parameter.
    CatchParam,
    /// The name inside a named function expression: immutable; assigning throws in strict code only.
    FunctionName,
    /// The `arguments` object.
    Arguments,
    /// An import: immutable, an alias of another module's binding (or a namespace object).
    Import,
    /// A private name of a class; its own name begins with `#`.
    Private(PrivateKind),
}

/// What a private name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrivateKind {
    /// The element.
    pub element: PrivateElement,
    /// `static`
    pub is_static: bool,
}

/// The elements a private name can stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrivateElement {
    /// A field.
    Field,
    /// A method.
    Method,
    /// A getter without setter.
    Getter,
    /// A setter without getter.
    Setter,
    /// A getter and a setter.
    Accessor,
}

/// A binding.
#[derive(Debug)]
pub struct Binding {
    /// Its name.
    pub name: Name,
    /// How it was declared.
    pub kind: BindingKind,
    /// The scope it belongs to.
    pub scope: ScopeId,
    /// Its position among the scope's bindings.
    pub index: u32,
    /// Where it was first declared.
    pub span: Span,
    /// An inner function, a direct eval or a `with` reaches it: it needs a slot in an environment.
    pub captured: bool,
    /// Assigned to other than by its declaration. For `var`: assigned other than by one initializer that
    /// stands outside of all loops (before which it can still be read as `undefined`).
    pub reassigned: bool,
    /// Some reference may be evaluated before the initialization (see [`Reference::check_tdz`]), so the slot
    /// must start as *uninitialized*.
    pub needs_tdz: bool,
    /// Some reference other than the declaration itself exists.
    pub used: bool,
    /// A `var` that only Annex B.3.3 declares, for a function in a block. At the top level of scripts and eval
    /// code it is made if nothing stands against it, where an ordinary `var` would be an error.
    pub annex_b_only: bool,
    /// A `var` of a parameter's name when the function has parameter expressions: starts with the value of
    /// that parameter (or of `arguments`).
    pub shadows: Option<BindingId>,
}

/// How an occurrence of an identifier uses the binding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefUse {
    /// The declaration: initialises the binding.
    Declare,
    /// The value is read; also by `typeof` and `delete`.
    Read,
    /// The value is written.
    Write,
    /// Compound assignment, `++`, `--`.
    ReadWrite,
}

/// An occurrence of an identifier.
#[derive(Debug, Clone, Copy)]
pub struct Reference {
    /// The name.
    pub name: Name,
    /// The scope it stands in.
    pub scope: ScopeId,
    /// What it resolves to.
    pub resolution: Resolution,
    /// How it uses the binding.
    pub usage: RefUse,
    /// The binding may be uninitialized here: reading or writing must check.
    pub check_tdz: bool,
}

/// What a reference resolves to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resolution {
    /// A known binding.
    Local(BindingId),
    /// Not declared in this source: a name of the global environment. Also the `var`s and functions of a
    /// script's top level, which are properties of the global object.
    Global,
    /// To be looked up by name at run time, from [`Reference::scope`]: under `with`, in a function whose
    /// sloppy direct eval may declare it, or free in eval code. The binding, if any, is what the tables say
    /// (and is `captured`); something may be in front of it.
    Dynamic(Option<BindingId>),
}

impl Scopes {
    /// A scope.
    #[inline]
    pub fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.index()]
    }

    /// A binding.
    #[inline]
    pub fn binding(&self, id: BindingId) -> &Binding {
        &self.bindings[id.index()]
    }

    /// A reference.
    #[inline]
    pub fn reference(&self, id: RefId) -> &Reference {
        &self.refs[id.index()]
    }

    /// What a reference resolves to.
    #[inline]
    pub fn resolution(&self, id: RefId) -> Resolution {
        self.refs[id.index()].resolution
    }

    /// The bindings of a scope, in order of declaration.
    pub fn bindings_of(&self, id: ScopeId) -> impl Iterator<Item = (BindingId, &Binding)> {
        self.scope(id).bindings.iter().map(|&id| (id, self.binding(id)))
    }
}

impl BindingKind {
    /// Whether the binding has a temporal dead zone.
    pub fn is_lexical(self) -> bool {
        matches!(
            self,
            BindingKind::Let
                | BindingKind::Const
                | BindingKind::Using
                | BindingKind::Class
                | BindingKind::ClassName
        )
    }

    /// Whether assigning to it throws a `TypeError` (in strict code only, for
    /// [`BindingKind::FunctionName`]).
    pub fn is_immutable(self) -> bool {
        matches!(
            self,
            BindingKind::Const
                | BindingKind::Using
                | BindingKind::ClassName
                | BindingKind::FunctionName
                | BindingKind::Import
        )
    }
}
