//! Object literals and property names.

use super::function::FunctionHead;
use super::{NOWHERE, ParseResult, Parser};
use crate::syntax::ast::*;
use crate::syntax::name::Known;
use crate::syntax::token::{T, Token, flags};
use std::mem;

/// What may stand before a property name.
#[derive(Clone, Copy, Default)]
pub(super) struct Modifiers {
    pub is_async: bool,
    pub is_generator: bool,
    pub getter: bool,
    pub setter: bool,
}

impl Modifiers {
    pub fn any(self) -> bool {
        self.is_async || self.is_generator || self.getter || self.setter
    }
}

impl Parser<'_, '_> {
    /// `ObjectLiteral`; values may contain what only patterns may.
    #[inline(never)]
    pub(super) fn object_literal(&mut self) -> ParseResult<Expr> {
        let start = self.token.start;
        self.bump();
        let mut properties = Vec::new();
        let mut has_proto = false;
        let no_in = mem::replace(&mut self.context.no_in, false);
        while !self.at(T::RBrace) {
            let property_start = self.token.start;
            let kind = if self.eat(T::Ellipsis) {
                let value = self.assignment_or_pattern()?;
                if self.at(T::Comma) {
                    self.spread_commas.insert(start);
                }
                PropertyKind::Spread(value)
            } else {
                self.property()?
            };
            if let PropertyKind::Proto(_) = kind {
                if has_proto && self.pending.duplicate_proto == NOWHERE {
                    self.pending.duplicate_proto = property_start;
                }
                has_proto = true;
            }
            properties.push(Property { span: self.span_from(property_start), kind });
            if !self.at(T::RBrace) {
                self.expect(T::Comma)?;
            }
        }
        self.context.no_in = no_in;
        self.bump();
        self.literal_or_pattern(start, ExprKind::Object(properties))
    }

    #[inline(never)]
    fn property(&mut self) -> ParseResult<PropertyKind> {
        let start = self.token.start;
        let modifiers = self.modifiers();
        let token = self.token;
        let key = self.property_key()?;
        if modifiers.any() || self.at(T::LParen) {
            return self.method_property(start, modifiers, key);
        }
        if self.eat(T::Colon) {
            let value = self.assignment_or_pattern()?;
            let is_proto = match &key {
                PropertyKey::Ident(name) | PropertyKey::String(Str::Name(name)) => *name == Known::Proto,
                _ => false,
            };
            if is_proto {
                return Ok(PropertyKind::Proto(value));
            }
            return Ok(PropertyKind::Value { key, value, shorthand: false });
        }
        let value = self.shorthand(&token)?;
        Ok(PropertyKind::Value { key, value, shorthand: true })
    }

    /// The value of the shorthand property whose key was `token`: an identifier, or, in what must become a
    /// pattern, an assignment that stands for an identifier with a default.
    #[inline(never)]
    fn shorthand(&mut self, token: &Token) -> ParseResult<Expr> {
        if token.kind != T::Ident {
            // What is wrong is that no colon follows, except after reserved words.
            let reserved = token.kind.is_identifier_name();
            return Err(if reserved && !matches!(self.token.kind, T::Eof | T::Error) {
                self.unexpected_token(token)
            } else {
                self.unexpected()
            });
        }
        self.check_identifier(token, false)?;
        if token.name == Known::Await {
            self.last_await_identifier = token.start + 1;
        }
        let span = token.span();
        let ident = Ident { name: token.name, reference: RefId::UNSET, span };
        if !self.at(T::Assign) {
            return Ok(Expr { span, kind: ExprKind::Ident(ident) });
        }
        if self.pending.cover_initializer == NOWHERE {
            self.pending.cover_initializer = self.token.start;
        }
        if self.context.strict && ident.name.is_eval_or_arguments() {
            return Err(self.error(span, "Unexpected eval or arguments in strict mode"));
        }
        self.bump();
        let value = self.assignment()?;
        let target = Pattern { span, kind: PatternKind::Ident(ident), parenthesized: false };
        let assign = Assign { op: AssignOp::Assign, target, value };
        Ok(self.expr_from(token.start, ExprKind::Assign(Box::new(assign))))
    }

    #[inline(never)]
    fn method_property(
        &mut self,
        start: u32,
        modifiers: Modifiers,
        key: PropertyKey,
    ) -> ParseResult<PropertyKind> {
        let kind = match modifiers {
            Modifiers { getter: true, .. } => FunctionKind::Getter,
            Modifiers { setter: true, .. } => FunctionKind::Setter,
            _ => FunctionKind::Method,
        };
        let Modifiers { is_async, is_generator, .. } = modifiers;
        let head = FunctionHead { start, kind, name: None, is_async, is_generator };
        let function = Box::new(self.function_rest(head)?);
        Ok(match kind {
            FunctionKind::Getter => PropertyKind::Getter(key, function),
            FunctionKind::Setter => PropertyKind::Setter(key, function),
            _ => PropertyKind::Method(key, function),
        })
    }

    /// Reads `get`, `set`, `async`, `*` and `async *` where a property name follows.
    pub(super) fn modifiers(&mut self) -> Modifiers {
        let mut modifiers = Modifiers::default();
        if self.at(T::Star) {
            self.bump();
            modifiers.is_generator = true;
            return modifiers;
        }
        let is_async = self.token.is(Known::Async);
        if !(is_async || self.token.is(Known::Get) || self.token.is(Known::Set)) {
            return modifiers;
        }
        let next = self.peek();
        let is_modifier = match next.kind {
            T::LBracket | T::String | T::Number | T::BigInt | T::PrivateName => true,
            T::Star => is_async,
            kind => kind.is_identifier_name(),
        };
        if !is_modifier || (is_async && next.newline_before()) {
            return modifiers;
        }
        modifiers.getter = self.token.is(Known::Get);
        modifiers.setter = self.token.is(Known::Set);
        modifiers.is_async = is_async;
        self.bump();
        if is_async {
            modifiers.is_generator = self.eat(T::Star);
        }
        modifiers
    }

    /// `PropertyName`
    pub(super) fn property_key(&mut self) -> ParseResult<PropertyKey> {
        let token = self.token;
        let key = match token.kind {
            T::String => {
                self.check_octal_string()?;
                PropertyKey::String(self.string_value())
            }
            T::Number => {
                if self.context.strict && token.flags & (flags::OCTAL | flags::OCTAL_DECIMAL) != 0 {
                    // Reports the right message.
                    return self.primary().map(|_| PropertyKey::Number(token.number));
                }
                PropertyKey::Number(token.number)
            }
            T::BigInt => PropertyKey::BigInt(token.name),
            T::LBracket => {
                self.bump();
                let expr = Box::new(self.with_in(Self::assignment)?);
                self.expect(T::RBracket)?;
                return Ok(PropertyKey::Computed(expr));
            }
            kind if kind.is_identifier_name() => PropertyKey::Ident(token.name),
            _ => return Err(self.unexpected()),
        };
        self.bump();
        Ok(key)
    }
}
