//! The scope analysis: fills the tables of [`super::scope`] and the ids in the tree, and reports the early
//! errors that depend on declarations.
//!
//! The code of each function is walked twice. [`hoist`] goes over its statements, not into expressions: it
//! makes the scopes and declares all names. [`resolve`] goes over everything in order of evaluation and
//! resolves each identifier; when it comes to an inner function, that is hoisted and resolved in turn. Function
//! declarations are resolved where their scope is entered, since they may be called from there on. So a binding
//! is initialized before a reference is evaluated if its declaration was walked before the reference.
//!
//! The innermost binding of each name is in one table ([`Analysis::visible`]), with those it hides linked
//! behind it; so a look-up takes constant time, however deep the nesting.
//!
//! What evals and `with` do to references is settled at the end, in one pass over the tables: see [`finish`].

mod class;
mod finish;
mod hoist;
mod module;
mod resolve;
mod statement;

use super::ParseOptions;
use super::ast::*;
use super::error::{SyntaxError, SyntaxErrorKind};
use super::name::{Interner, Known};
use super::scope::*;
use rustc_hash::{FxHashMap, FxHashSet};

type ScopeResult<T> = Result<T, Box<SyntaxError>>;

/// No binding.
const NONE: u32 = u32::MAX;

/// What the analysis knows of a binding beside the table.
#[derive(Clone, Copy)]
struct BindingState {
    /// The binding of the same name that it hides, or [`NONE`].
    hidden: u32,
    /// Its initialization has been walked.
    initialized: bool,
    /// `catch (e)`: may be redeclared by `var`.
    simple_catch: bool,
    /// A function declaration in a block, neither async nor generator: may be repeated in sloppy code.
    plain_function: bool,
    /// A `var` with an initializer has been walked.
    var_initialized: bool,
}

/// The function whose code is being walked.
#[derive(Clone, Copy)]
struct FunctionState {
    /// Its function-level scope: see [`Scope::function`].
    scope: ScopeId,
    /// Where its `var`s go.
    var_scope: ScopeId,
    /// The `Params` scope of the innermost function around that has its own `arguments`.
    arguments_scope: Option<ScopeId>,
    strict: bool,
    parameter_expressions: bool,
    loop_depth: u32,
    uses: FunctionUses,
}

/// The state of the analysis.
struct Analysis<'a> {
    interner: &'a Interner,
    scopes: Scopes,
    states: Vec<BindingState>,
    /// The innermost binding of each name.
    visible: FxHashMap<Name, BindingId>,
    scope: ScopeId,
    function: FunctionState,
    /// Function-level scopes, and body scopes below parameters with expressions, in which a sloppy direct eval
    /// may declare `var`s.
    sloppy_eval_scopes: FxHashSet<ScopeId>,
    goal: Goal,
    /// Private names of classes around eval code.
    outer_private_names: &'a [Name],
}

/// Analyses a program.
pub(super) fn analyze(
    program: &mut Program,
    interner: &Interner,
    options: &ParseOptions,
) -> Result<Scopes, Box<SyntaxError>> {
    let scope = ScopeId(0);
    let mut analysis = Analysis {
        interner,
        scopes: Scopes::default(),
        states: Vec::new(),
        visible: FxHashMap::default(),
        scope,
        function: FunctionState {
            scope,
            var_scope: scope,
            arguments_scope: None,
            strict: program.strict,
            parameter_expressions: false,
            loop_depth: 0,
            uses: FunctionUses::default(),
        },
        sloppy_eval_scopes: FxHashSet::default(),
        goal: program.goal,
        outer_private_names: &options.private_names,
    };
    let kind = match program.goal {
        Goal::Script | Goal::Function => ScopeKind::Script,
        Goal::Module => ScopeKind::Module,
        Goal::Eval => ScopeKind::Eval,
    };
    analysis.scopes.scopes.push(Scope {
        kind,
        parent: None,
        function: scope,
        bindings: Vec::new(),
        strict: program.strict,
        has_captured: false,
        has_direct_eval: false,
        contains_with: false,
    });
    program.scope = scope;
    if let Some(info) = &mut program.module {
        analysis.declare_imports(&program.body, info)?;
    }
    analysis.hoist_list(&mut program.body, None)?;
    if let Some(info) = &mut program.module {
        analysis.collect_exports(&program.body, info)?;
    }
    analysis.resolve_list(&mut program.body)?;
    program.uses = analysis.function.uses;
    analysis.finish();
    Ok(analysis.scopes)
}

impl Analysis<'_> {
    // Scopes.

    /// Makes a scope in the current one, of the current function.
    fn new_scope(&mut self, kind: ScopeKind) -> ScopeId {
        self.new_scope_in(kind, self.scope, self.function.scope, self.function.strict)
    }

    fn new_scope_in(&mut self, kind: ScopeKind, parent: ScopeId, function: ScopeId, strict: bool) -> ScopeId {
        let id = ScopeId(self.scopes.scopes.len() as u32);
        self.scopes.scopes.push(Scope {
            kind,
            parent: Some(parent),
            function,
            bindings: Vec::new(),
            strict,
            has_captured: false,
            has_direct_eval: false,
            contains_with: false,
        });
        id
    }

    /// Makes the bindings of a scope visible, and it the current one. Returns the one it was before.
    fn enter_scope(&mut self, scope: ScopeId) -> ScopeId {
        for index in 0..self.scopes.scope(scope).bindings.len() {
            let id = self.scopes.scope(scope).bindings[index];
            self.show(id);
        }
        std::mem::replace(&mut self.scope, scope)
    }

    /// Hides the bindings of the current scope and returns to the one around it.
    fn leave_scope(&mut self, outer: ScopeId) {
        let scope = self.scope;
        for index in 0..self.scopes.scope(scope).bindings.len() {
            let id = self.scopes.scope(scope).bindings[index];
            let name = self.scopes.binding(id).name;
            match self.states[id.index()].hidden {
                NONE => self.visible.remove(&name),
                hidden => self.visible.insert(name, BindingId(hidden)),
            };
        }
        self.scope = outer;
    }

    /// Makes a binding the visible one of its name.
    fn show(&mut self, id: BindingId) {
        let hidden = self.visible.insert(self.scopes.binding(id).name, id);
        self.states[id.index()].hidden = hidden.map_or(NONE, |hidden| hidden.0);
    }

    // Bindings.

    fn kind_of(&self, scope: ScopeId) -> ScopeKind {
        self.scopes.scope(scope).kind
    }

    /// Adds a binding to the tables, without making it visible.
    fn add_binding(&mut self, name: Name, kind: BindingKind, scope: ScopeId, span: Span) -> BindingId {
        let id = BindingId(self.scopes.bindings.len() as u32);
        let bindings = &mut self.scopes.scopes[scope.index()].bindings;
        let index = bindings.len() as u32;
        bindings.push(id);
        self.scopes.bindings.push(Binding {
            name,
            kind,
            scope,
            index,
            span,
            captured: false,
            reassigned: false,
            needs_tdz: false,
            used: false,
            annex_b_only: false,
            shadows: None,
        });
        self.states.push(BindingState {
            hidden: NONE,
            initialized: !kind.is_lexical(),
            simple_catch: false,
            plain_function: false,
            var_initialized: false,
        });
        id
    }

    /// Adds a binding to the current scope and makes it visible.
    fn declare(&mut self, name: Name, kind: BindingKind, span: Span) -> BindingId {
        let id = self.add_binding(name, kind, self.scope, span);
        self.show(id);
        id
    }

    /// Adds a binding to a scope around the current one, behind the bindings of inner scopes.
    fn declare_outside(&mut self, name: Name, kind: BindingKind, scope: ScopeId, span: Span) -> BindingId {
        let id = self.add_binding(name, kind, scope, span);
        // Along the chain of hidden bindings, scopes go outwards and their ids decrease.
        let mut inner = None;
        let mut next = self.visible.get(&name).copied();
        while let Some(found) = next
            && self.scopes.binding(found).scope > scope
        {
            inner = Some(found);
            next = self.hidden_by(found);
        }
        self.states[id.index()].hidden = next.map_or(NONE, |next| next.0);
        match inner {
            None => {
                self.visible.insert(name, id);
            }
            Some(inner) => self.states[inner.index()].hidden = id.0,
        }
        id
    }

    /// The binding of the same name further outwards.
    fn hidden_by(&self, id: BindingId) -> Option<BindingId> {
        match self.states[id.index()].hidden {
            NONE => None,
            hidden => Some(BindingId(hidden)),
        }
    }

    /// The binding of `name` in exactly this scope, which must be on the current chain of scopes.
    fn find_in(&self, name: Name, scope: ScopeId) -> Option<BindingId> {
        let mut next = self.visible.get(&name).copied();
        while let Some(id) = next {
            let found = self.scopes.binding(id).scope;
            if found <= scope {
                return (found == scope).then_some(id);
            }
            next = self.hidden_by(id);
        }
        None
    }

    #[cold]
    fn redeclared(&self, name: Name, span: Span) -> Box<SyntaxError> {
        let text = self.interner.resolve(name);
        self.error(span, format!("Identifier '{text}' has already been declared"))
    }

    #[cold]
    fn error(&self, span: Span, message: impl Into<String>) -> Box<SyntaxError> {
        Box::new(SyntaxError { message: message.into(), span, kind: SyntaxErrorKind::Syntax })
    }

    // References.

    /// How a reference to this binding resolves, evals and `with` apart.
    fn resolution_of(&self, id: BindingId) -> Resolution {
        let binding = self.scopes.binding(id);
        let is_var = matches!(binding.kind, BindingKind::Var | BindingKind::Function);
        match self.kind_of(binding.scope) {
            ScopeKind::Script if is_var => Resolution::Global,
            ScopeKind::Eval if is_var && !self.scopes.scope(binding.scope).strict => {
                Resolution::Dynamic(None)
            }
            _ => Resolution::Local(id),
        }
    }

    /// Adds a reference.
    fn add_reference(&mut self, name: Name, scope: ScopeId, resolution: Resolution, usage: RefUse) -> RefId {
        let id = RefId(self.scopes.refs.len() as u32);
        self.scopes.refs.push(Reference { name, scope, resolution, usage, check_tdz: false });
        id
    }

    /// Resolves an identifier where it stands.
    fn reference(&mut self, name: Name, usage: RefUse) -> RefId {
        let found = match self.visible.get(&name).copied() {
            _ if name == Known::Arguments => self.find_arguments(),
            found => found,
        };
        let Some(id) = found else {
            let resolution =
                if self.goal == Goal::Eval { Resolution::Dynamic(None) } else { Resolution::Global };
            return self.add_reference(name, self.scope, resolution, usage);
        };
        let resolution = self.resolution_of(id);
        let reference = self.add_reference(name, self.scope, resolution, usage);
        let initialized = self.states[id.index()].initialized;
        let in_function = self.function.scope;
        let home = self.scopes.scope(self.scopes.binding(id).scope).function;
        let binding = &mut self.scopes.bindings[id.index()];
        binding.used = true;
        binding.captured |= home != in_function;
        binding.reassigned |= usage != RefUse::Read;
        if !initialized {
            binding.needs_tdz = true;
            self.scopes.refs[reference.index()].check_tdz = true;
        }
        if binding.kind == BindingKind::Arguments {
            self.function.uses.arguments = true;
        }
        reference
    }

    /// The binding that `arguments` means, made if need be.
    fn find_arguments(&mut self) -> Option<BindingId> {
        let name = Known::Arguments.name();
        let found = self.visible.get(&name).copied();
        let Some(scope) = self.function.arguments_scope else { return found };
        if let Some(id) = found
            && self.scopes.binding(id).scope >= scope
        {
            return found;
        }
        Some(self.declare_outside(name, BindingKind::Arguments, scope, Span::default()))
    }

    /// Resolves the declaring occurrence of a binding, and notes that it is initialized from here on.
    fn declaration(&mut self, ident: &mut Ident, id: BindingId) {
        self.states[id.index()].initialized = true;
        let resolution = self.resolution_of(id);
        ident.reference = self.add_reference(ident.name, self.scope, resolution, RefUse::Declare);
    }
}
