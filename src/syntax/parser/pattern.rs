//! Patterns: binding patterns as they are read, assignment targets as they are made from expressions.

use super::{ParseResult, Parser};
use crate::syntax::ast::*;
use crate::syntax::name::Known;
use crate::syntax::token::T;

const INVALID_DESTRUCTURING: &str = "Invalid destructuring assignment target";
const REST_NOT_LAST: &str = "Rest element must be last element";

impl Parser<'_, '_> {
    /// `BindingIdentifier` or `BindingPattern`
    pub(super) fn binding_pattern(&mut self) -> ParseResult<Pattern> {
        let start = self.token.start;
        let kind = match self.token.kind {
            T::LBrace => {
                let outer_peak = self.enter()?;
                let pattern = self.with_in(Self::object_binding_pattern)?;
                self.leave(outer_peak);
                PatternKind::Object(Box::new(pattern))
            }
            T::LBracket => {
                let outer_peak = self.enter()?;
                let pattern = self.with_in(Self::array_binding_pattern)?;
                self.leave(outer_peak);
                PatternKind::Array(Box::new(pattern))
            }
            _ => PatternKind::Ident(self.binding_identifier()?),
        };
        Ok(Pattern { span: self.span_from(start), kind, parenthesized: false })
    }

    #[inline(never)]
    fn object_binding_pattern(&mut self) -> ParseResult<ObjectPattern> {
        self.bump();
        let mut pattern = ObjectPattern { properties: Vec::new(), rest: None };
        while !self.at(T::RBrace) {
            if self.eat(T::Ellipsis) {
                let ident = self.binding_identifier()?;
                let kind = PatternKind::Ident(ident);
                pattern.rest = Some(Pattern { span: ident.span, kind, parenthesized: false });
                if self.at(T::Comma) {
                    return Err(self.error(self.token.span(), REST_NOT_LAST));
                }
                break;
            }
            let token = self.token;
            let key = self.property_key()?;
            let value = if self.eat(T::Colon) {
                self.binding_element()?
            } else {
                if token.kind != T::Ident {
                    return Err(if token.kind.is_identifier_name() {
                        self.unexpected_token(&token)
                    } else {
                        self.unexpected()
                    });
                }
                self.check_identifier(&token, true)?;
                let span = token.span();
                let ident = Ident { name: token.name, reference: RefId::UNSET, span };
                let kind = PatternKind::Ident(ident);
                let default = self.default_value()?;
                PatternElement { pattern: Pattern { span, kind, parenthesized: false }, default }
            };
            pattern.properties.push(PatternProperty { key, value });
            if !self.at(T::RBrace) {
                self.expect(T::Comma)?;
            }
        }
        self.expect(T::RBrace)?;
        Ok(pattern)
    }

    #[inline(never)]
    fn array_binding_pattern(&mut self) -> ParseResult<ArrayPattern> {
        self.bump();
        let mut pattern = ArrayPattern { elements: Vec::new(), rest: None };
        while !self.at(T::RBracket) {
            if self.eat(T::Comma) {
                pattern.elements.push(None);
                continue;
            }
            if self.eat(T::Ellipsis) {
                pattern.rest = Some(self.binding_pattern()?);
                if self.at(T::Comma) {
                    return Err(self.error(self.token.span(), REST_NOT_LAST));
                }
                break;
            }
            pattern.elements.push(Some(self.binding_element()?));
            if !self.at(T::RBracket) {
                self.expect(T::Comma)?;
            }
        }
        self.expect(T::RBracket)?;
        Ok(pattern)
    }

    /// `BindingElement`
    fn binding_element(&mut self) -> ParseResult<PatternElement> {
        let pattern = self.binding_pattern()?;
        let default = self.default_value()?;
        Ok(PatternElement { pattern, default })
    }

    /// `= AssignmentExpression`, if it is there.
    pub(super) fn default_value(&mut self) -> ParseResult<Option<Expr>> {
        if self.eat(T::Assign) { Ok(Some(self.with_in(Self::assignment)?)) } else { Ok(None) }
    }

    /// Makes the left side of `=`, `of` or `in` of an expression.
    pub(super) fn assignment_target(&mut self, expr: Expr) -> ParseResult<Pattern> {
        match expr.kind {
            ExprKind::Array(_) | ExprKind::Object(_) => self.expr_to_pattern(expr),
            _ => {
                self.check_pending()?;
                self.simple_target(expr, true, "Invalid left-hand side in assignment")
            }
        }
    }

    /// Makes a target of an expression that must be an identifier or member access. `allow_call` admits calls
    /// in sloppy code, which fail when they are executed.
    pub(super) fn simple_target(
        &self,
        expr: Expr,
        allow_call: bool,
        message: &'static str,
    ) -> ParseResult<Pattern> {
        let span = expr.span;
        let parenthesized = matches!(expr.kind, ExprKind::Paren(_));
        let inner = into_unparenthesized(expr);
        let kind = match inner.kind {
            ExprKind::Ident(ident) => {
                if self.context.strict && ident.name.is_eval_or_arguments() {
                    return Err(self.error(ident.span, "Unexpected eval or arguments in strict mode"));
                }
                PatternKind::Ident(ident)
            }
            ExprKind::Member { .. }
            | ExprKind::Index { .. }
            | ExprKind::PrivateMember { .. }
            | ExprKind::SuperMember(_)
            | ExprKind::SuperIndex(_) => PatternKind::Expr(Box::new(inner)),
            ExprKind::Call(_) if allow_call && !self.context.strict => PatternKind::Expr(Box::new(inner)),
            _ => return Err(self.error(span, message)),
        };
        Ok(Pattern { span, kind, parenthesized })
    }

    /// Converts an expression into the assignment pattern that it covers.
    pub(super) fn expr_to_pattern(&self, expr: Expr) -> ParseResult<Pattern> {
        let span = expr.span;
        let kind = match expr.kind {
            ExprKind::Array(elements) => PatternKind::Array(Box::new(self.array_to_pattern(span, elements)?)),
            ExprKind::Object(properties) => {
                PatternKind::Object(Box::new(self.object_to_pattern(span, properties)?))
            }
            _ => return self.simple_target(expr, false, INVALID_DESTRUCTURING),
        };
        Ok(Pattern { span, kind, parenthesized: false })
    }

    fn array_to_pattern(&self, span: Span, elements: Vec<ArrayElement>) -> ParseResult<ArrayPattern> {
        let count = elements.len();
        let mut pattern = ArrayPattern { elements: Vec::with_capacity(count), rest: None };
        for (index, element) in elements.into_iter().enumerate() {
            match element {
                ArrayElement::Hole => pattern.elements.push(None),
                ArrayElement::Expr(expr) => pattern.elements.push(Some(self.expr_to_element(expr)?)),
                ArrayElement::Spread(expr) => {
                    if index + 1 < count || self.spread_commas.contains(&span.start) {
                        return Err(self.error(expr.span, REST_NOT_LAST));
                    }
                    pattern.rest = Some(self.expr_to_pattern(expr)?);
                }
            }
        }
        Ok(pattern)
    }

    fn object_to_pattern(&self, span: Span, properties: Vec<Property>) -> ParseResult<ObjectPattern> {
        let count = properties.len();
        let mut pattern = ObjectPattern { properties: Vec::with_capacity(count), rest: None };
        for (index, property) in properties.into_iter().enumerate() {
            let (key, value) = match property.kind {
                PropertyKind::Value { key, value, .. } => (key, value),
                PropertyKind::Proto(value) => (PropertyKey::Ident(Known::Proto.name()), value),
                PropertyKind::Spread(expr) => {
                    if index + 1 < count || self.spread_commas.contains(&span.start) {
                        return Err(self.error(expr.span, REST_NOT_LAST));
                    }
                    let message = "`...` must be followed by an assignable reference in assignment contexts";
                    pattern.rest = Some(self.simple_target(expr, false, message)?);
                    continue;
                }
                PropertyKind::Method(..) | PropertyKind::Getter(..) | PropertyKind::Setter(..) => {
                    return Err(self.error(property.span, INVALID_DESTRUCTURING));
                }
            };
            let value = self.expr_to_element(value)?;
            pattern.properties.push(PatternProperty { key, value });
        }
        Ok(pattern)
    }

    /// Converts an expression into a pattern with perhaps a default.
    pub(super) fn expr_to_element(&self, expr: Expr) -> ParseResult<PatternElement> {
        match expr.kind {
            ExprKind::Assign(assign) if assign.op == AssignOp::Assign => {
                let Assign { target, value, .. } = *assign;
                if let PatternKind::Expr(inner) = &target.kind
                    && matches!(inner.kind, ExprKind::Call(_))
                {
                    return Err(self.error(target.span, INVALID_DESTRUCTURING));
                }
                Ok(PatternElement { pattern: target, default: Some(value) })
            }
            _ => Ok(PatternElement { pattern: self.expr_to_pattern(expr)?, default: None }),
        }
    }

    /// Checks that an assignment pattern is a binding pattern too: no member expressions, no parentheses.
    pub(super) fn check_binding(&self, pattern: &Pattern) -> ParseResult<()> {
        if pattern.parenthesized {
            return Err(self.error(pattern.span, INVALID_DESTRUCTURING));
        }
        match &pattern.kind {
            PatternKind::Ident(ident) => self.check_identifier_name(ident.name, ident.span, true),
            PatternKind::Expr(_) => Err(self.error(pattern.span, INVALID_DESTRUCTURING)),
            PatternKind::Object(object) => {
                object
                    .properties
                    .iter()
                    .try_for_each(|property| self.check_binding(&property.value.pattern))?;
                object.rest.iter().try_for_each(|rest| self.check_binding(rest))
            }
            PatternKind::Array(array) => {
                let elements = array.elements.iter().flatten();
                elements.clone().try_for_each(|element| self.check_binding(&element.pattern))?;
                array.rest.iter().try_for_each(|rest| self.check_binding(rest))
            }
        }
    }
}

/// Takes off the parentheses around an expression.
fn into_unparenthesized(mut expr: Expr) -> Expr {
    while let ExprKind::Paren(inner) = expr.kind {
        expr = *inner;
    }
    expr
}

/// Calls `visit` with every identifier that a binding pattern binds.
pub(in crate::syntax) fn for_each_bound<'a>(pattern: &'a Pattern, visit: &mut impl FnMut(&'a Ident)) {
    match &pattern.kind {
        PatternKind::Ident(ident) => visit(ident),
        PatternKind::Expr(_) => {}
        PatternKind::Object(object) => {
            for property in &object.properties {
                for_each_bound(&property.value.pattern, visit);
            }
            if let Some(rest) = &object.rest {
                for_each_bound(rest, visit);
            }
        }
        PatternKind::Array(array) => {
            for element in array.elements.iter().flatten() {
                for_each_bound(&element.pattern, visit);
            }
            if let Some(rest) = &array.rest {
                for_each_bound(rest, visit);
            }
        }
    }
}
