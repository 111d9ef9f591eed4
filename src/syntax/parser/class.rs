//! Classes.

use super::function::FunctionHead;
use super::object::Modifiers;
use super::{Context, ParseResult, Parser};
use crate::syntax::ast::*;
use crate::syntax::name::Known;
use crate::syntax::token::T;

impl Parser<'_, '_> {
    /// `class …` as an expression.
    #[inline(never)]
    pub(super) fn class_expression(&mut self) -> ParseResult<Expr> {
        let start = self.token.start;
        let strict = std::mem::replace(&mut self.context.strict, true);
        self.bump();
        let name = if self.at(T::Ident) { Some(self.binding_identifier()?) } else { None };
        let class = self.class_tail(start, name)?;
        self.context.strict = strict;
        Ok(self.expr_from(start, ExprKind::Class(Box::new(class))))
    }

    /// `class …` as a declaration. The name may be missing after `export default`.
    #[inline(never)]
    pub(super) fn class_declaration(&mut self, is_default: bool) -> ParseResult<ClassDeclaration> {
        let start = self.token.start;
        let strict = std::mem::replace(&mut self.context.strict, true);
        self.bump();
        let name = if is_default && !self.at(T::Ident) { None } else { Some(self.binding_identifier()?) };
        let class = self.class_tail(start, name)?;
        self.context.strict = strict;
        let binding = name.unwrap_or_else(|| self.default_binding(start));
        Ok(ClassDeclaration { binding, class })
    }

    /// Heritage and body.
    fn class_tail(&mut self, start: u32, name: Option<Ident>) -> ParseResult<Class> {
        let outer_peak = self.enter()?;
        let heritage = if self.eat(T::Extends) {
            let heritage = self.left_hand_side()?;
            self.check_pending()?;
            if matches!(&heritage.kind, ExprKind::Function(function) if function.is_arrow) {
                return Err(self.unexpected());
            }
            Some(heritage)
        } else {
            None
        };
        let mut class = Class {
            span: Span::default(),
            name,
            heritage,
            constructor: None,
            elements: Vec::new(),
            scope: ScopeId::UNSET,
            instance_scope: ScopeId::UNSET,
            instance_uses: FunctionUses::default(),
            static_scope: ScopeId::UNSET,
            static_uses: FunctionUses::default(),
        };
        self.expect(T::LBrace)?;
        let outer = self.context;
        self.context.no_in = false;
        while !self.at(T::RBrace) {
            if !self.eat(T::Semicolon) {
                self.class_element(&mut class)?;
            }
        }
        self.context = outer;
        self.bump();
        self.leave(outer_peak);
        class.span = self.span_from(start);
        Ok(class)
    }

    #[inline(never)]
    fn class_element(&mut self, class: &mut Class) -> ParseResult<()> {
        let start = self.token.start;
        let mut is_static = false;
        if self.token.is(Known::Static) {
            let next = self.peek();
            if next.kind == T::LBrace {
                let block = self.static_block()?;
                let kind = ClassElementKind::StaticBlock(block);
                class.elements.push(ClassElement { span: self.span_from(start), is_static: true, kind });
                return Ok(());
            }
            is_static = !matches!(next.kind, T::LParen | T::Assign | T::Semicolon | T::RBrace | T::Eof);
            if is_static {
                self.bump();
            }
        }
        // The text of a method does not include `static`.
        let element_start = self.token.start;
        let modifiers = self.modifiers();
        let key_span = self.token.span();
        let key = self.class_element_name()?;
        let is_method = modifiers.any() || self.at(T::LParen);
        self.check_element_name(&key, key_span, is_static, is_method, modifiers)?;
        if !is_method {
            let value = self.field_initializer()?;
            self.semicolon()?;
            let kind = ClassElementKind::Field(key, value);
            class.elements.push(ClassElement { span: self.span_from(start), is_static, kind });
            return Ok(());
        }
        if !is_static && is_named(&key, Known::Constructor) {
            if class.constructor.is_some() {
                return Err(self.error(key_span, "A class may only have one constructor"));
            }
            let kind = if class.heritage.is_some() {
                FunctionKind::DerivedConstructor
            } else {
                FunctionKind::BaseConstructor
            };
            let head =
                FunctionHead { start: element_start, kind, name: None, is_async: false, is_generator: false };
            class.constructor = Some(Box::new(self.function_rest(head)?));
            return Ok(());
        }
        let kind = match modifiers {
            Modifiers { getter: true, .. } => FunctionKind::Getter,
            Modifiers { setter: true, .. } => FunctionKind::Setter,
            _ => FunctionKind::Method,
        };
        let Modifiers { is_async, is_generator, .. } = modifiers;
        let head = FunctionHead { start: element_start, kind, name: None, is_async, is_generator };
        let function = Box::new(self.function_rest(head)?);
        let kind = match kind {
            FunctionKind::Getter => ClassElementKind::Getter(key, function),
            FunctionKind::Setter => ClassElementKind::Setter(key, function),
            _ => ClassElementKind::Method(key, function),
        };
        class.elements.push(ClassElement { span: self.span_from(start), is_static, kind });
        Ok(())
    }

    /// `ClassElementName`
    fn class_element_name(&mut self) -> ParseResult<PropertyKey> {
        if !self.at(T::PrivateName) {
            return self.property_key();
        }
        if self.token.name == Known::PrivateConstructor {
            let message = "Classes may not have a private field named '#constructor'";
            return Err(self.error(self.token.span(), message));
        }
        Ok(PropertyKey::Private(self.bump_ident()))
    }

    fn check_element_name(
        &self,
        key: &PropertyKey,
        span: Span,
        is_static: bool,
        is_method: bool,
        modifiers: Modifiers,
    ) -> ParseResult<()> {
        let message = if is_static && is_named(key, Known::Prototype) {
            "Classes may not have a static property named 'prototype'"
        } else if !is_named(key, Known::Constructor) || (is_static && is_method) {
            return Ok(());
        } else if !is_method {
            "Classes may not have a field named 'constructor'"
        } else if modifiers.getter || modifiers.setter {
            "Class constructor may not be an accessor"
        } else if modifiers.is_async {
            "Class constructor may not be an async method"
        } else if modifiers.is_generator {
            "Class constructor may not be a generator"
        } else {
            return Ok(());
        };
        Err(self.error(span, message))
    }

    /// The code of field initializers and static blocks.
    fn class_code(&self) -> Context {
        Context {
            strict: true,
            is_async: false,
            is_generator: false,
            await_reserved: self.goal == Goal::Module,
            in_parameters: false,
            in_function: true,
            allow_return: false,
            allow_new_target: true,
            allow_super_property: true,
            allow_super_call: false,
            forbid_arguments: true,
            no_in: false,
            no_using: false,
        }
    }

    #[inline(never)]
    fn field_initializer(&mut self) -> ParseResult<Option<Expr>> {
        if !self.at(T::Assign) {
            return Ok(None);
        }
        let outside = self.enter_function(self.class_code());
        self.bump();
        let value = self.assignment()?;
        self.leave_function(outside);
        Ok(Some(value))
    }

    /// `static { … }`, from `static`.
    #[inline(never)]
    fn static_block(&mut self) -> ParseResult<StaticBlock> {
        self.bump();
        let outside = self.enter_function(Context { await_reserved: true, ..self.class_code() });
        let outer_peak = self.enter()?;
        self.bump();
        let body = self.statement_list(self.statements.len(), |kind| kind == T::RBrace)?;
        self.bump();
        self.leave(outer_peak);
        self.leave_function(outside);
        Ok(StaticBlock { scope: ScopeId::UNSET, body })
    }
}

/// Whether a key that is written out has this name.
fn is_named(key: &PropertyKey, name: Known) -> bool {
    match key {
        PropertyKey::Ident(found) | PropertyKey::String(Str::Name(found)) => *found == name,
        _ => false,
    }
}
