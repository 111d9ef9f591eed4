//! Where exceptions are reported: the places that V8 gives in its messages and stack traces.

use super::Compiler;
use crate::syntax::Name;
use crate::syntax::ast::{Expr, ExprKind, Span};

impl Compiler<'_> {
    /// Where the property name of a member expression stands.
    pub(super) fn name_position(&self, span: Span, name: Name) -> u32 {
        let text = self.interner.resolve(name);
        let start = (span.end as usize).saturating_sub(text.len());
        match self.source.get(start..span.end as usize) {
            Some(found) if found == text => start as u32,
            _ => span.start,
        }
    }

    /// The first token at or after the offset, which is right behind an operand; closing parentheses do not
    /// count.
    pub(super) fn token_after(&self, end: u32) -> u32 {
        let bytes = self.source.as_bytes();
        let mut at = end as usize;
        loop {
            match (bytes.get(at), bytes.get(at + 1)) {
                (Some(b' ' | b'\t' | b'\n' | b'\r' | b')'), _) => at += 1,
                (Some(b'/'), Some(b'/')) => {
                    at += bytes[at..].iter().take_while(|byte| !matches!(byte, b'\n' | b'\r')).count();
                }
                (Some(b'/'), Some(b'*')) => {
                    let rest = self.source.get(at..).unwrap_or("");
                    at += rest.find("*/").map_or(rest.len(), |length| length + 2);
                }
                _ => return if at < bytes.len() { at as u32 } else { end },
            }
        }
    }

    /// A call: at the last name of the callee, or else at the parenthesis.
    pub(super) fn call_position(&self, callee: &Expr) -> u32 {
        match &callee.kind {
            ExprKind::Ident(ident) => ident.span.start,
            ExprKind::Member { property, .. } => self.name_position(callee.span, *property),
            ExprKind::PrivateMember { name, .. } => name.span.start,
            _ => {
                let rest = self.source.get(callee.span.end as usize..).unwrap_or("");
                let blank = rest.len() - rest.trim_start_matches([' ', '\n', '\t', '\r', '?', '.']).len();
                callee.span.end + blank as u32
            }
        }
    }

    /// A value: member expressions at their name or bracket, calls as calls, anything else at its start.
    pub(super) fn value_position(&self, expr: &Expr) -> u32 {
        match &expr.kind {
            ExprKind::Member { property, .. } => self.name_position(expr.span, *property),
            ExprKind::Index { operands, .. } => operands.1.span.start.saturating_sub(1),
            ExprKind::PrivateMember { name, .. } => name.span.start,
            ExprKind::Call(call) => self.call_position(&call.callee),
            _ => expr.span.start,
        }
    }

    /// Reading a member that is also written: where its object is.
    pub(super) fn object_position(&self, target: &Expr) -> u32 {
        match &target.kind {
            ExprKind::Member { object, .. } | ExprKind::PrivateMember { object, .. } => {
                self.value_position(object)
            }
            ExprKind::Index { operands, .. } => self.value_position(&operands.0),
            _ => target.span.start,
        }
    }
}
