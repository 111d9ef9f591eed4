//! The second walk, over classes; private names.

use super::{Analysis, FunctionState, ScopeResult};
use crate::syntax::ast::*;
use crate::syntax::scope::*;

impl Analysis<'_> {
    /// A class. Its methods cannot be called before its inner name is initialised; its heritage and computed
    /// keys are evaluated before that.
    pub(super) fn class(&mut self, class: &mut Class) -> ScopeResult<()> {
        let strict = std::mem::replace(&mut self.function.strict, true);
        class.scope = self.new_scope(ScopeKind::Class);
        let outer = self.enter_scope(class.scope);
        if let Some(name) = &class.name {
            self.declare(name.name, BindingKind::ClassName, name.span);
        }
        if let Some(heritage) = &mut class.heritage {
            self.expr(heritage)?;
        }
        // The heritage does not see the private names.
        self.declare_private_names(&mut class.elements)?;
        class.instance_scope = self.class_init_scope();
        class.static_scope = self.class_init_scope();
        for element in &mut class.elements {
            match &mut element.kind {
                ClassElementKind::Method(key, _)
                | ClassElementKind::Getter(key, _)
                | ClassElementKind::Setter(key, _)
                | ClassElementKind::Field(key, _) => self.key(key)?,
                ClassElementKind::StaticBlock(_) => {}
            }
        }
        if let Some(name) = &mut class.name
            && let Some(id) = self.find_in(name.name, class.scope)
        {
            self.declaration(name, id);
        }
        if let Some(constructor) = &mut class.constructor {
            self.function(constructor, false)?;
        }
        for element in &mut class.elements {
            let (scope, uses) = if element.is_static {
                (class.static_scope, &mut class.static_uses)
            } else {
                (class.instance_scope, &mut class.instance_uses)
            };
            match &mut element.kind {
                ClassElementKind::Method(_, function)
                | ClassElementKind::Getter(_, function)
                | ClassElementKind::Setter(_, function) => self.function(function, false)?,
                ClassElementKind::Field(_, None) => {}
                ClassElementKind::Field(_, Some(value)) => {
                    self.class_code(scope, uses, |this| this.expr(value))?;
                }
                ClassElementKind::StaticBlock(block) => {
                    self.class_code(scope, uses, |this| this.static_block(block))?;
                }
            }
        }
        self.leave_scope(outer);
        self.function.strict = strict;
        Ok(())
    }

    fn class_init_scope(&mut self) -> ScopeId {
        let own = ScopeId(self.scopes.scopes.len() as u32);
        self.new_scope_in(ScopeKind::ClassInit, self.scope, own, true)
    }

    /// Walks a field initializer or static block as code of the method that it belongs to.
    fn class_code(
        &mut self,
        scope: ScopeId,
        uses: &mut FunctionUses,
        walk: impl FnOnce(&mut Self) -> ScopeResult<()>,
    ) -> ScopeResult<()> {
        let inside = FunctionState {
            scope,
            var_scope: scope,
            arguments_scope: None,
            strict: true,
            parameter_expressions: false,
            loop_depth: 0,
            uses: *uses,
        };
        let outer_function = std::mem::replace(&mut self.function, inside);
        let outer = self.enter_scope(scope);
        walk(self)?;
        self.leave_scope(outer);
        *uses = self.function.uses;
        self.function = outer_function;
        Ok(())
    }

    fn static_block(&mut self, block: &mut StaticBlock) -> ScopeResult<()> {
        block.scope = self.new_scope(ScopeKind::StaticBlock);
        self.function.var_scope = block.scope;
        let outer = self.enter_scope(block.scope);
        self.hoist_list(&mut block.body, None)?;
        self.resolve_list(&mut block.body)?;
        self.leave_scope(outer);
        Ok(())
    }

    fn declare_private_names(&mut self, elements: &mut [ClassElement]) -> ScopeResult<()> {
        for element in elements {
            let (key, found) = match &mut element.kind {
                ClassElementKind::Method(key, _) => (key, PrivateElement::Method),
                ClassElementKind::Getter(key, _) => (key, PrivateElement::Getter),
                ClassElementKind::Setter(key, _) => (key, PrivateElement::Setter),
                ClassElementKind::Field(key, _) => (key, PrivateElement::Field),
                ClassElementKind::StaticBlock(_) => continue,
            };
            let PropertyKey::Private(ident) = key else { continue };
            let is_static = element.is_static;
            let id = match self.find_in(ident.name, self.scope) {
                None => {
                    let kind = BindingKind::Private(PrivateKind { element: found, is_static });
                    self.declare(ident.name, kind, ident.span)
                }
                Some(id) => {
                    // Only a getter and a setter may share a name.
                    let BindingKind::Private(other) = self.scopes.binding(id).kind else { continue };
                    let is_pair = matches!(
                        (other.element, found),
                        (PrivateElement::Getter, PrivateElement::Setter)
                            | (PrivateElement::Setter, PrivateElement::Getter)
                    );
                    if !is_pair || other.is_static != is_static {
                        return Err(self.redeclared(ident.name, ident.span));
                    }
                    let kind = PrivateKind { element: PrivateElement::Accessor, is_static };
                    self.scopes.bindings[id.index()].kind = BindingKind::Private(kind);
                    id
                }
            };
            self.declaration(ident, id);
        }
        Ok(())
    }

    /// Resolves the use of a private name.
    pub(super) fn private_reference(&mut self, ident: &mut Ident) -> ScopeResult<()> {
        if self.visible.contains_key(&ident.name) {
            ident.reference = self.reference(ident.name, RefUse::Read);
            return Ok(());
        }
        if self.outer_private_names.contains(&ident.name) {
            let scope = self.scope;
            ident.reference = self.add_reference(ident.name, scope, Resolution::Dynamic(None), RefUse::Read);
            return Ok(());
        }
        let name = self.interner.resolve(ident.name);
        let message = format!("Private field '{name}' must be declared in an enclosing class");
        Err(self.error(ident.span, message))
    }
}
