//! What must hold for the result of every successful parse.

use tercet::syntax::dump::dump;
use tercet::syntax::scope::{BindingKind, Resolution, ScopeId, ScopeKind, Scopes};
use tercet::syntax::{Interner, Name, Parsed};

/// Panics if an invariant of the tables or the tree does not hold.
pub fn verify(parsed: &Parsed, interner: &Interner) {
    let scopes = &parsed.scopes;
    for (index, scope) in scopes.scopes.iter().enumerate() {
        let id = ScopeId(index as u32);
        match scope.parent {
            Some(parent) => assert!(parent < id, "scope {index} comes before its parent"),
            None => assert_eq!(index, 0, "only the first scope has no parent"),
        }
        let function = scopes.scope(scope.function);
        assert!(
            matches!(
                function.kind,
                ScopeKind::Params
                    | ScopeKind::ClassInit
                    | ScopeKind::Script
                    | ScopeKind::Module
                    | ScopeKind::Eval
            ),
            "scope {index} belongs to a {:?}",
            function.kind
        );
        assert_eq!(function.function, scope.function);
        let captured = scope.bindings.iter().any(|&binding| scopes.binding(binding).captured);
        assert_eq!(captured, scope.has_captured);
        for (position, (binding_id, binding)) in scopes.bindings_of(id).enumerate() {
            assert_eq!(binding.scope, id);
            assert_eq!(binding.index as usize, position);
            let name = interner.resolve(binding.name);
            for (other_id, other) in scopes.bindings_of(id) {
                assert!(other_id == binding_id || other.name != binding.name, "{name} is bound twice");
            }
        }
    }
    for reference in &scopes.refs {
        let name = interner.resolve(reference.name);
        let (Resolution::Local(id) | Resolution::Dynamic(Some(id))) = reference.resolution else {
            unbound(scopes, reference.name, reference.scope, name);
            continue;
        };
        let binding = scopes.binding(id);
        assert_eq!(binding.name, reference.name, "{name}");
        assert!(encloses(scopes, binding.scope, reference.scope), "{name} is resolved to a scope elsewhere");
        let same_function = scopes.scope(binding.scope).function == scopes.scope(reference.scope).function;
        assert!(same_function || binding.captured, "{name} is captured");
        assert!(!reference.check_tdz || binding.needs_tdz, "{name} has a dead zone");
        if matches!(reference.resolution, Resolution::Dynamic(_)) {
            assert!(binding.captured, "{name} is reached by name");
        }
        // Between reference and binding, nothing may bind the name.
        let mut scope = reference.scope;
        while scope != binding.scope {
            let hidden = scopes.bindings_of(scope).any(|(_, other)| other.name == reference.name);
            // What a class heritage refers to is outside of the private names, though inside of the scope.
            assert!(
                !hidden || matches!(binding.kind, BindingKind::Private(_)),
                "{name} is bound further inside"
            );
            scope = scopes.scope(scope).parent.expect("the binding's scope is further outside");
        }
    }
    let rendering = dump(parsed, interner);
    assert!(!rendering.contains(":unset"), "an identifier has not been resolved: {rendering}");
    assert!(!rendering.contains(&format!("s{}", u32::MAX)), "a scope has not been made: {rendering}");
}

/// Panics if a scope binds a name that was not found: only the `var`s and functions of scripts and evals, which
/// live elsewhere, may do that.
fn unbound(scopes: &Scopes, name: Name, from: ScopeId, text: &str) {
    let mut scope = Some(from);
    while let Some(id) = scope {
        let is_top = matches!(scopes.scope(id).kind, ScopeKind::Script | ScopeKind::Eval);
        for (_, binding) in scopes.bindings_of(id) {
            let is_var = matches!(binding.kind, BindingKind::Var | BindingKind::Function);
            assert!(binding.name != name || (is_top && is_var), "{text} is bound");
        }
        scope = scopes.scope(id).parent;
    }
}

fn encloses(scopes: &Scopes, outer: ScopeId, inner: ScopeId) -> bool {
    let mut scope = Some(inner);
    while let Some(id) = scope {
        if id == outer {
            return true;
        }
        scope = scopes.scope(id).parent;
    }
    false
}
