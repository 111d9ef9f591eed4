//! Small questions about expressions, answered conservatively and cheaply.

use super::Compiler;
use crate::syntax::ast::{
    Argument, ArrayElement, BindingId, Expr, ExprKind, Pattern, PatternKind, Property, PropertyKey,
    PropertyKind, UnaryOp,
};
use crate::syntax::scope::{Resolution, Scopes};

/// How many nodes a search visits before it gives up.
const BUDGET: u32 = 200;

/// What a [`Search`] looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// An assignment to the binding, not counting inner functions.
    Assignment(BindingId),
    /// Any occurrence of the binding, not counting inner functions.
    Mention(BindingId),
    /// A function or class.
    Closure,
}

/// A search through an expression.
struct Search<'a> {
    scopes: &'a Scopes,
    goal: Goal,
    budget: u32,
}

impl Search<'_> {
    fn expr(&mut self, expr: &Expr) -> bool {
        if self.budget == 0 {
            return true;
        }
        self.budget -= 1;
        match &expr.kind {
            ExprKind::Null
            | ExprKind::Bool(_)
            | ExprKind::Number(_)
            | ExprKind::BigInt(_)
            | ExprKind::String(_)
            | ExprKind::RegExp { .. }
            | ExprKind::This
            | ExprKind::NewTarget
            | ExprKind::ImportMeta
            | ExprKind::SuperMember(_)
            | ExprKind::Yield(None) => false,
            ExprKind::Ident(ident) => match self.goal {
                Goal::Mention(id) => self.scopes.resolution(ident.reference) == Resolution::Local(id),
                _ => false,
            },
            ExprKind::Function(_) => self.goal == Goal::Closure,
            ExprKind::Class(_) | ExprKind::ImportCall(_) => true,
            ExprKind::Template(template) => self.all(&template.expressions),
            ExprKind::TaggedTemplate(tagged) => {
                self.expr(&tagged.tag) || self.all(&tagged.template.expressions)
            }
            ExprKind::Array(elements) => elements.iter().any(|element| match element {
                ArrayElement::Hole => false,
                ArrayElement::Expr(inner) | ArrayElement::Spread(inner) => self.expr(inner),
            }),
            ExprKind::Object(properties) => properties.iter().any(|property| self.property(property)),
            ExprKind::Unary { operand, .. } => self.expr(operand),
            ExprKind::Update { target, .. } => self.pattern(target),
            ExprKind::Binary { operands, .. } | ExprKind::Index { operands, .. } => {
                self.expr(&operands.0) || self.expr(&operands.1)
            }
            ExprKind::BinaryChain(chain) => {
                self.expr(&chain.first) || chain.rest.iter().any(|(_, operand)| self.expr(operand))
            }
            ExprKind::Logical { operands, .. } | ExprKind::Sequence(operands) => self.all(operands),
            ExprKind::Conditional(conditional) => {
                self.expr(&conditional.test)
                    || self.expr(&conditional.consequent)
                    || self.expr(&conditional.alternate)
            }
            ExprKind::Assign(assign) => self.pattern(&assign.target) || self.expr(&assign.value),
            ExprKind::Member { object, .. }
            | ExprKind::PrivateMember { object, .. }
            | ExprKind::PrivateIn { object, .. } => self.expr(object),
            ExprKind::Call(call) => self.expr(&call.callee) || self.arguments(&call.arguments),
            ExprKind::SuperCall(arguments) => self.arguments(arguments),
            ExprKind::New(new) => self.expr(&new.callee) || self.arguments(&new.arguments),
            ExprKind::SuperIndex(inner)
            | ExprKind::OptionalChain(inner)
            | ExprKind::Yield(Some(inner))
            | ExprKind::YieldStar(inner)
            | ExprKind::Await(inner)
            | ExprKind::Paren(inner) => self.expr(inner),
        }
    }

    fn all(&mut self, exprs: &[Expr]) -> bool {
        exprs.iter().any(|expr| self.expr(expr))
    }

    fn arguments(&mut self, arguments: &[Argument]) -> bool {
        arguments.iter().any(|argument| match argument {
            Argument::Expr(inner) | Argument::Spread(inner) => self.expr(inner),
        })
    }

    fn key(&mut self, key: &PropertyKey) -> bool {
        matches!(key, PropertyKey::Computed(inner) if self.expr(inner))
    }

    fn property(&mut self, property: &Property) -> bool {
        match &property.kind {
            PropertyKind::Value { key, value, .. } => self.key(key) || self.expr(value),
            PropertyKind::Proto(value) | PropertyKind::Spread(value) => self.expr(value),
            PropertyKind::Method(key, _) | PropertyKind::Getter(key, _) | PropertyKind::Setter(key, _) => {
                self.goal == Goal::Closure || self.key(key)
            }
        }
    }

    fn pattern(&mut self, pattern: &Pattern) -> bool {
        match &pattern.kind {
            PatternKind::Ident(ident) => match self.goal {
                Goal::Assignment(id) | Goal::Mention(id) => matches!(
                    self.scopes.resolution(ident.reference),
                    Resolution::Local(found) | Resolution::Dynamic(Some(found)) if found == id
                ),
                Goal::Closure => false,
            },
            PatternKind::Expr(expr) => self.expr(expr),
            PatternKind::Object(object) => {
                object.properties.iter().any(|property| {
                    self.key(&property.key)
                        || self.pattern(&property.value.pattern)
                        || property.value.default.as_ref().is_some_and(|default| self.expr(default))
                }) || object.rest.as_ref().is_some_and(|rest| self.pattern(rest))
            }
            PatternKind::Array(array) => {
                array.elements.iter().flatten().any(|element| {
                    self.pattern(&element.pattern)
                        || element.default.as_ref().is_some_and(|default| self.expr(default))
                }) || array.rest.as_ref().is_some_and(|rest| self.pattern(rest))
            }
        }
    }
}

impl Compiler<'_> {
    fn search(&self, goal: Goal) -> Search<'_> {
        Search { scopes: self.scopes, goal, budget: BUDGET }
    }

    /// Whether evaluating the expression may assign the (uncaptured) variable.
    pub(super) fn may_assign(&self, expr: &Expr, id: BindingId) -> bool {
        self.search(Goal::Assignment(id)).expr(expr)
    }

    /// Whether destructuring into the pattern may assign the (uncaptured) variable.
    pub(super) fn pattern_may_assign(&self, pattern: &Pattern, id: BindingId) -> bool {
        self.search(Goal::Assignment(id)).pattern(pattern)
    }

    /// Whether the (uncaptured) variable may occur in the expression.
    pub(super) fn may_mention(&self, expr: &Expr, id: BindingId) -> bool {
        self.search(Goal::Mention(id)).expr(expr)
    }

    /// Whether evaluating the expression may create a closure.
    pub(super) fn may_close_over(&self, expr: &Expr) -> bool {
        self.search(Goal::Closure).expr(expr)
    }

    /// The same for the defaults and computed keys of a pattern.
    pub(super) fn pattern_may_close_over(&self, pattern: &Pattern) -> bool {
        self.search(Goal::Closure).pattern(pattern)
    }
}

/// A small expression that may be compiled twice.
pub(super) fn is_repeatable(expr: &Expr) -> bool {
    fn count(expr: &Expr, budget: &mut u32) -> bool {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        match &expr.kind {
            ExprKind::Null
            | ExprKind::Bool(_)
            | ExprKind::Number(_)
            | ExprKind::String(_)
            | ExprKind::Ident(_)
            | ExprKind::This => true,
            ExprKind::Paren(inner) => count(inner, budget),
            ExprKind::Unary { op, operand } => *op != UnaryOp::Delete && count(operand, budget),
            ExprKind::Binary { operands, .. } | ExprKind::Index { operands, .. } => {
                count(&operands.0, budget) && count(&operands.1, budget)
            }
            ExprKind::Member { object, .. } => count(object, budget),
            _ => false,
        }
    }
    count(expr, &mut 8)
}

/// Evaluating the expression has no effect that another expression could see.
pub(super) fn is_pure(expr: &Expr) -> bool {
    match &expr.unparen().kind {
        ExprKind::Null
        | ExprKind::Bool(_)
        | ExprKind::Number(_)
        | ExprKind::String(_)
        | ExprKind::Ident(_)
        | ExprKind::This
        | ExprKind::Function(_) => true,
        ExprKind::Member { object, .. } => is_pure(object),
        _ => false,
    }
}

/// Evaluating the expression calls nothing, unless objects take part in it that have getters or conversions of
/// their own.
pub(super) fn is_quiet(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Paren(inner) => is_quiet(inner),
        ExprKind::Unary { op, operand } => *op != UnaryOp::Delete && is_quiet(operand),
        ExprKind::Binary { operands, .. } | ExprKind::Index { operands, .. } => {
            is_quiet(&operands.0) && is_quiet(&operands.1)
        }
        ExprKind::BinaryChain(chain) => {
            is_quiet(&chain.first) && chain.rest.iter().all(|(_, operand)| is_quiet(operand))
        }
        ExprKind::Logical { operands, .. } => operands.iter().all(is_quiet),
        ExprKind::Conditional(conditional) => {
            is_quiet(&conditional.test)
                && is_quiet(&conditional.consequent)
                && is_quiet(&conditional.alternate)
        }
        ExprKind::Template(template) => template.expressions.iter().all(is_quiet),
        ExprKind::Member { object, .. } | ExprKind::PrivateMember { object, .. } => is_quiet(object),
        _ => is_pure(expr),
    }
}

/// Compiling the expression into a register writes that register as its very last effect, so that the register
/// may be a variable which the expression reads, or which is seen when the expression throws.
pub(super) fn writes_last(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Paren(inner) | ExprKind::OptionalChain(inner) => writes_last(inner),
        ExprKind::Conditional(conditional) => {
            writes_last(&conditional.consequent) && writes_last(&conditional.alternate)
        }
        ExprKind::Sequence(exprs) => exprs.last().is_some_and(writes_last),
        ExprKind::Array(elements) => {
            elements.len() <= super::literal::MOST_INLINE
                && elements.iter().all(|element| matches!(element, ArrayElement::Expr(_)))
        }
        ExprKind::Null
        | ExprKind::Bool(_)
        | ExprKind::Number(_)
        | ExprKind::String(_)
        | ExprKind::Template(_)
        | ExprKind::TaggedTemplate(_)
        | ExprKind::Ident(_)
        | ExprKind::This
        | ExprKind::NewTarget
        | ExprKind::Function(_)
        | ExprKind::Binary { .. }
        | ExprKind::BinaryChain(_)
        | ExprKind::Member { .. }
        | ExprKind::Index { .. }
        | ExprKind::PrivateMember { .. }
        | ExprKind::Call(_)
        | ExprKind::New(_) => true,
        ExprKind::Unary { op, .. } => *op != UnaryOp::Delete,
        _ => false,
    }
}
