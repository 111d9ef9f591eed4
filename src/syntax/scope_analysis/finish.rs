//! The last pass over the tables: what direct evals and `with` statements make dynamic or captured.

use super::Analysis;
use crate::syntax::scope::*;

impl Analysis<'_> {
    pub(super) fn finish(&mut self) {
        self.propagate_outwards();
        self.expose_bindings();
        self.make_references_dynamic();
        for scope in &mut self.scopes.scopes {
            scope.has_captured = scope.bindings.iter().any(|id| self.scopes.bindings[id.index()].captured);
        }
    }

    /// What a scope contains, the scopes around it contain too. Children have greater ids.
    fn propagate_outwards(&mut self) {
        for index in (1..self.scopes.scopes.len()).rev() {
            let Scope { parent, has_direct_eval, contains_with, .. } = self.scopes.scopes[index];
            if let Some(parent) = parent {
                let parent = &mut self.scopes.scopes[parent.index()];
                parent.has_direct_eval |= has_direct_eval;
                parent.contains_with |= contains_with;
            }
        }
    }

    /// Bindings that code elsewhere can reach by name: by a direct eval, or by another script.
    fn expose_bindings(&mut self) {
        for binding in &mut self.scopes.bindings {
            let scope = &self.scopes.scopes[binding.scope.index()];
            if scope.has_direct_eval || scope.kind == ScopeKind::Script {
                binding.captured = true;
                binding.used = true;
                binding.reassigned |= !binding.kind.is_immutable();
                binding.needs_tdz |= binding.kind.is_lexical();
            }
        }
    }

    /// References that leave a function with a sloppy direct eval, or a `with`, may find something there.
    fn make_references_dynamic(&mut self) {
        let has_with = self.scopes.scopes[0].contains_with;
        if self.sloppy_eval_scopes.is_empty() && !has_with {
            return;
        }
        // For each scope, the innermost scope around it (or itself) at whose boundary names may come in: a
        // binding of that scope or further inside is safe. Of several, the innermost has the greatest id.
        let mut boundary: Vec<Option<ScopeId>> = Vec::with_capacity(self.scopes.scopes.len());
        for (index, scope) in self.scopes.scopes.iter().enumerate() {
            let id = ScopeId(index as u32);
            let is_boundary = scope.kind == ScopeKind::With || self.sloppy_eval_scopes.contains(&id);
            let inherited = scope.parent.and_then(|parent| boundary[parent.index()]);
            boundary.push(if is_boundary { Some(id) } else { inherited });
        }
        for reference in &mut self.scopes.refs {
            let Some(boundary) = boundary[reference.scope.index()] else { continue };
            match reference.resolution {
                Resolution::Global => reference.resolution = Resolution::Dynamic(None),
                Resolution::Local(id) => {
                    let binding = &mut self.scopes.bindings[id.index()];
                    if binding.scope < boundary && !matches!(binding.kind, BindingKind::Private(_)) {
                        reference.resolution = Resolution::Dynamic(Some(id));
                        binding.captured = true;
                        binding.needs_tdz |= binding.kind.is_lexical();
                    }
                }
                Resolution::Dynamic(_) => {}
            }
        }
    }
}
