//! Primary expressions: literals, identifiers, array literals, templates, parentheses and what may turn out to
//! be an arrow function, `import`.

use super::function::FunctionHead;
use super::{ParseResult, Parser, Pending};
use crate::syntax::ast::*;
use crate::syntax::name::Known;
use crate::syntax::regexp_syntax;
use crate::syntax::token::{T, flags};
use std::mem;

impl Parser<'_, '_> {
    /// `PrimaryExpression`, or an arrow function if one may begin here.
    pub(super) fn primary(&mut self) -> ParseResult<Expr> {
        let token = self.token;
        let start = token.start;
        let kind = match token.kind {
            T::Ident => return self.identifier_or_arrow(),
            T::Number => {
                self.check_octal_number()?;
                ExprKind::Number(token.number)
            }
            T::BigInt => ExprKind::BigInt(token.name),
            T::String => {
                self.check_octal_string()?;
                ExprKind::String(self.string_value())
            }
            T::This => ExprKind::This,
            T::Null => ExprKind::Null,
            T::True => ExprKind::Bool(true),
            T::False => ExprKind::Bool(false),
            T::LParen => return self.parenthesized(),
            T::LBracket => return self.array_literal(),
            T::LBrace => return self.object_literal(),
            T::Function => return self.function_expression(start, false),
            T::Class => return self.class_expression(),
            T::Backtick => {
                let template = Box::new(self.template(false)?);
                return Ok(self.expr_from(start, ExprKind::Template(template)));
            }
            T::Slash | T::SlashAssign => self.regular_expression()?,
            T::Import => return self.import_expression(),
            T::PrivateName => return Err(self.unexpected()),
            _ => return Err(self.unexpected()),
        };
        self.bump();
        Ok(self.expr_from(start, kind))
    }

    /// Legacy octal numbers are errors in strict mode code.
    fn check_octal_number(&self) -> ParseResult<()> {
        if !self.context.strict || self.token.flags & (flags::OCTAL | flags::OCTAL_DECIMAL) == 0 {
            return Ok(());
        }
        let message = if self.token.flags & flags::OCTAL != 0 {
            "Octal literals are not allowed in strict mode."
        } else {
            "Decimals with leading zeros are not allowed in strict mode."
        };
        Err(self.error(self.token.span(), message))
    }

    /// Legacy octal escapes are errors in strict mode code.
    pub(super) fn check_octal_string(&self) -> ParseResult<()> {
        if !self.context.strict || self.token.flags & (flags::OCTAL | flags::OCTAL_DECIMAL) == 0 {
            return Ok(());
        }
        Err(self.error(self.token.span(), octal_escape_message(self.token.flags)))
    }

    /// An identifier reference; `x => …`, `async x => …` or `async function` if possible.
    #[inline(never)]
    fn identifier_or_arrow(&mut self) -> ParseResult<Expr> {
        let token = self.token;
        let start = token.start;
        let may_be_arrow = start == self.arrow_start;
        if token.is(Known::Async) {
            let next = self.peek();
            if !next.newline_before() {
                if next.kind == T::Function {
                    self.bump();
                    return self.function_expression(start, true);
                }
                if next.kind == T::Ident && may_be_arrow {
                    // `async x` is no expression unless it begins an arrow function; `of` in a `for` head
                    // and its like are told apart by what follows.
                    let checkpoint = (self.token, self.previous_end, self.lexer.checkpoint());
                    self.bump();
                    let arrow = self.peek();
                    if arrow.kind == T::Arrow && !arrow.newline_before() {
                        return self.async_arrow_with_identifier(start);
                    }
                    (self.token, self.previous_end) = (checkpoint.0, checkpoint.1);
                    self.lexer.rewind(checkpoint.2);
                }
            }
        }
        let ident = self.identifier_reference()?;
        if self.at(T::Arrow) && may_be_arrow && !self.token.newline_before() {
            self.check_identifier_name(ident.name, ident.span, true)?;
            return self.arrow_with_identifier(start, ident);
        }
        Ok(self.expr_from(start, ExprKind::Ident(ident)))
    }

    /// `ArrayLiteral`; elements may contain what only patterns may.
    #[inline(never)]
    fn array_literal(&mut self) -> ParseResult<Expr> {
        let start = self.token.start;
        self.bump();
        let mut elements = Vec::new();
        let no_in = mem::replace(&mut self.context.no_in, false);
        while !self.at(T::RBracket) {
            if self.eat(T::Comma) {
                elements.push(ArrayElement::Hole);
                continue;
            }
            if self.eat(T::Ellipsis) {
                elements.push(ArrayElement::Spread(self.assignment_or_pattern()?));
                if self.at(T::Comma) {
                    self.spread_commas.insert(start);
                }
            } else {
                elements.push(ArrayElement::Expr(self.assignment_or_pattern()?));
            }
            if !self.at(T::RBracket) {
                self.expect(T::Comma)?;
            }
        }
        self.context.no_in = no_in;
        self.bump();
        self.literal_or_pattern(start, ExprKind::Array(elements))
    }

    /// Finishes an array or object literal: unless it may still become a pattern, what is valid in patterns
    /// only is an error now.
    pub(super) fn literal_or_pattern(&mut self, start: u32, kind: ExprKind) -> ParseResult<Expr> {
        if !self.pending.is_none() {
            let may_end_pattern = matches!(
                self.token.kind,
                T::Assign | T::Comma | T::RParen | T::RBracket | T::RBrace | T::In | T::Eof
            ) || self.token.is(Known::Of);
            if !may_end_pattern {
                self.check_pending()?;
            }
        }
        Ok(self.expr_from(start, kind))
    }

    /// `RegularExpressionLiteral`; the current token becomes the whole literal.
    #[inline(never)]
    fn regular_expression(&mut self) -> ParseResult<ExprKind> {
        let start = self.token.start;
        let (pattern, flags) =
            self.lexer.regular_expression(start).map_err(|error| Box::new(error.into()))?;
        let end = start + (pattern.len() + flags.len() + 2) as u32;
        if let Err(problem) = regexp_syntax::validate(pattern, flags) {
            let message = match problem {
                regexp_syntax::Problem::Flags => "Invalid regular expression flags".to_owned(),
                regexp_syntax::Problem::Pattern(reason) => {
                    format!("Invalid regular expression: /{pattern}/{flags}: {reason}")
                }
            };
            return Err(self.error(Span::new(start, end), message));
        }
        let pattern = self.interner.intern(pattern);
        let flags = self.interner.intern(flags);
        self.token.end = end;
        Ok(ExprKind::RegExp { pattern, flags })
    }

    /// `TemplateLiteral`, from its opening quote. Ill-formed escapes are allowed after a tag.
    #[inline(never)]
    pub(super) fn template(&mut self, tagged: bool) -> ParseResult<Template> {
        let mut template = Template { chunks: Vec::new(), expressions: Vec::new() };
        loop {
            let chunk = self.lexer.template_chunk(self.interner).map_err(|error| Box::new(error.into()))?;
            if let Some(error) = chunk.error
                && !tagged
            {
                return Err(Box::new(error.into()));
            }
            template.chunks.push(chunk.chunk);
            self.bump();
            // `bump` took the quote or brace before the chunk for the previous token.
            if chunk.tail {
                self.previous_end = chunk.end;
                return Ok(template);
            }
            let expression = self.with_in(Self::expression)?;
            template.expressions.push(expression);
            if !self.at(T::RBrace) {
                if matches!(self.token.kind, T::Eof | T::Error) {
                    return Err(self.unexpected());
                }
                return Err(self.error(self.token.span(), "Missing } in template expression"));
            }
        }
    }

    /// `import(…)`, `import.meta`
    #[inline(never)]
    fn import_expression(&mut self) -> ParseResult<Expr> {
        let start = self.token.start;
        self.bump();
        if self.eat(T::Dot) {
            if !self.token.is(Known::Meta) {
                return Err(self.unexpected());
            }
            self.bump();
            if self.goal != Goal::Module {
                let message = "Cannot use 'import.meta' outside a module";
                return Err(self.error(self.span_from(start), message));
            }
            return Ok(self.expr_from(start, ExprKind::ImportMeta));
        }
        if !self.at(T::LParen) {
            if self.goal != Goal::Module && !matches!(self.token.kind, T::Eof | T::Error) {
                let message = "Cannot use import statement outside a module";
                return Err(self.error(self.span_from(start), message));
            }
            return Err(self.unexpected());
        }
        self.bump();
        if self.at(T::RParen) {
            return Err(self.error(self.span_from(start), "import() requires a specifier"));
        }
        let no_in = mem::replace(&mut self.context.no_in, false);
        let specifier = self.assignment()?;
        let mut options = None;
        if self.eat(T::Comma) && !self.at(T::RParen) {
            options = Some(self.assignment()?);
            self.eat(T::Comma);
        }
        self.context.no_in = no_in;
        self.expect(T::RParen)?;
        Ok(self.expr_from(start, ExprKind::ImportCall(Box::new(ImportCall { specifier, options }))))
    }

    /// `(…)`: an expression, or the parameters of an arrow function.
    #[inline(never)]
    fn parenthesized(&mut self) -> ParseResult<Expr> {
        let start = self.token.start;
        let may_be_arrow = start == self.arrow_start;
        self.bump();
        let no_in = mem::replace(&mut self.context.no_in, false);
        let outer = mem::replace(&mut self.pending, Pending::NONE);
        let mut items = Vec::new();
        let mut rest = None;
        // A trailing comma, or `)` at once, is allowed in parameters only.
        let mut parameters_only = self.at(T::RParen).then_some(self.token);
        while !self.at(T::RParen) {
            if self.at(T::Ellipsis) {
                parameters_only = Some(self.token);
                rest = Some(self.rest_parameter()?);
                break;
            }
            items.push(self.assignment_or_pattern()?);
            if !self.at(T::Comma) {
                break;
            }
            self.bump();
            if self.at(T::RParen) {
                parameters_only = Some(self.token);
            }
        }
        self.context.no_in = no_in;
        if rest.is_some() && self.at(T::Comma) {
            return Err(self.error(self.token.span(), "Rest parameter must be last formal parameter"));
        }
        self.expect(T::RParen)?;
        if self.at(T::Arrow) && may_be_arrow && !self.token.newline_before() {
            self.pending = outer;
            return self.arrow_from_items(start, items, rest);
        }
        if let Some(token) = parameters_only {
            return Err(self.incomplete(self.unexpected_token(&token)));
        }
        self.check_pending()?;
        self.pending = outer;
        let inner = match items.len() {
            1 => items.remove(0),
            _ => {
                let span = items[0].span.to(items[items.len() - 1].span);
                Expr { span, kind: ExprKind::Sequence(items) }
            }
        };
        Ok(self.expr_from(start, ExprKind::Paren(Box::new(inner))))
    }

    /// `function …` as an expression, from the keyword `function`.
    #[inline(never)]
    pub(super) fn function_expression(&mut self, start: u32, is_async: bool) -> ParseResult<Expr> {
        self.bump();
        let is_generator = self.eat(T::Star);
        let name = if self.at(T::LParen) {
            None
        } else {
            // The name belongs to the function: `yield` and `await` mean what they mean inside of it.
            let outer = self.context;
            self.context.is_async = is_async;
            self.context.is_generator = is_generator;
            self.context.await_reserved = self.goal == Goal::Module;
            let name = self.binding_identifier()?;
            self.context = outer;
            Some(name)
        };
        let head = FunctionHead { start, kind: FunctionKind::Normal, name, is_async, is_generator };
        let function = self.function_rest(head)?;
        Ok(self.expr_from(start, ExprKind::Function(Box::new(function))))
    }
}

pub(super) fn octal_escape_message(token_flags: u8) -> &'static str {
    if token_flags & flags::OCTAL != 0 {
        "Octal escape sequences are not allowed in strict mode."
    } else {
        "\\8 and \\9 are not allowed in strict mode."
    }
}
