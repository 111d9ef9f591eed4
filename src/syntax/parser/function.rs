//! Functions: parameters, bodies, arrow functions, directives.

use super::pattern::for_each_bound;
use super::primary::octal_escape_message;
use super::{Context, ParseResult, Parser, Targets};
use crate::syntax::ast::*;
use crate::syntax::name::Known;
use crate::syntax::token::{T, flags};
use rustc_hash::FxHashSet;
use std::mem;

/// What stands before a function's parameters.
pub(super) struct FunctionHead {
    pub start: u32,
    pub kind: FunctionKind,
    pub name: Option<Ident>,
    pub is_async: bool,
    pub is_generator: bool,
}

/// What is replaced at the boundary of a function, to be put back behind it.
pub(super) struct Outside {
    context: Context,
    targets: Targets,
    last_await: u32,
    last_yield: u32,
    last_await_identifier: u32,
}

impl Parser<'_, '_> {
    /// Begins code of its own: a function, a field initializer, a static block.
    pub(super) fn enter_function(&mut self, inside: Context) -> Outside {
        Outside {
            context: mem::replace(&mut self.context, inside),
            targets: mem::take(&mut self.targets),
            last_await: self.last_await,
            last_yield: self.last_yield,
            last_await_identifier: self.last_await_identifier,
        }
    }

    /// Ends code of its own.
    pub(super) fn leave_function(&mut self, outside: Outside) {
        self.context = outside.context;
        self.targets = outside.targets;
        self.last_await = outside.last_await;
        self.last_yield = outside.last_yield;
        self.last_await_identifier = outside.last_await_identifier;
    }

    /// Parameters and body of any function but an arrow function.
    #[inline(never)]
    pub(super) fn function_rest(&mut self, head: FunctionHead) -> ParseResult<Function> {
        let FunctionHead { start, kind, name, is_async, is_generator } = head;
        let outer_peak = self.enter()?;
        let outside = self.enter_function(Context {
            strict: self.context.strict,
            is_async,
            is_generator,
            await_reserved: self.goal == Goal::Module,
            in_parameters: true,
            in_function: true,
            allow_return: true,
            allow_new_target: true,
            allow_super_property: kind != FunctionKind::Normal,
            allow_super_call: kind == FunctionKind::DerivedConstructor,
            forbid_arguments: false,
            no_in: false,
            no_using: false,
        });
        let open = self.token.start;
        let params = self.parameters()?;
        self.check_accessor(kind, &params, open)?;
        let mut function = Function {
            span: Span::default(),
            kind,
            name,
            simple_params: params.iter().all(is_simple),
            has_parameter_expressions: params.iter().any(has_expression),
            length: expected_argument_count(&params),
            params,
            body: FunctionBody::Block(Vec::new()),
            is_async,
            is_generator,
            is_arrow: false,
            strict: false,
            name_scope: None,
            param_scope: ScopeId::UNSET,
            body_scope: ScopeId::UNSET,
            uses: FunctionUses::default(),
        };
        self.function_body(&mut function)?;
        let unique = kind != FunctionKind::Normal;
        self.check_parameters(&function, unique)?;
        if let Some(name) = &function.name {
            self.check_function_name(name)?;
        }
        self.leave_function(outside);
        self.leave(outer_peak);
        function.span = self.span_from(start);
        Ok(function)
    }

    /// A function that turned out to be strict may not be called `eval` or by a word reserved there. (What
    /// `await` and `yield` mean in the name has been seen to.)
    fn check_function_name(&self, name: &Ident) -> ParseResult<()> {
        if self.context.strict && name.name.is_eval_or_arguments() {
            return Err(self.error(name.span, "Unexpected eval or arguments in strict mode"));
        }
        if self.context.strict && name.name.is_strict_reserved() {
            return Err(self.error(name.span, "Unexpected strict mode reserved word"));
        }
        Ok(())
    }

    fn check_accessor(&self, kind: FunctionKind, params: &[Param], open: u32) -> ParseResult<()> {
        let message = match (kind, params) {
            (FunctionKind::Getter, [_, ..]) => "Getter must not have any formal parameters.",
            (FunctionKind::Setter, [param]) if param.rest => {
                "Setter function argument must not be a rest parameter"
            }
            (FunctionKind::Setter, [] | [_, _, ..]) => "Setter must have exactly one formal parameter.",
            _ => return Ok(()),
        };
        Err(self.error(self.span_from(open), message))
    }

    /// `( FormalParameters )`
    fn parameters(&mut self) -> ParseResult<Vec<Param>> {
        self.expect(T::LParen)?;
        let params = self.parameters_until(T::RParen)?;
        self.bump();
        Ok(params)
    }

    /// `FormalParameters`, up to a token of this kind.
    #[inline(never)]
    fn parameters_until(&mut self, end: T) -> ParseResult<Vec<Param>> {
        let mut params = Vec::new();
        while !self.at(end) {
            if self.at(T::Ellipsis) {
                params.push(self.rest_parameter()?);
                if self.at(T::Comma) {
                    let message = "Rest parameter must be last formal parameter";
                    return Err(self.error(self.token.span(), message));
                }
                if !self.at(end) {
                    return Err(self.unexpected());
                }
                break;
            }
            let pattern = self.binding_pattern()?;
            let default = self.default_value()?;
            params.push(Param { pattern, default, rest: false });
            if !self.at(end) {
                if !matches!(self.token.kind, T::Comma | T::Eof | T::Error) {
                    let message = "missing ) after formal parameters";
                    return Err(self.error(self.token.span(), message));
                }
                self.expect(T::Comma)?;
            }
        }
        Ok(params)
    }

    // What `Function()` parses.

    /// A whole source text that is one function expression.
    pub(in crate::syntax) fn single_function(mut self, is_async: bool) -> ParseResult<Program> {
        let start = self.token.start;
        if is_async {
            self.bump();
        }
        let mut expr = self.function_expression(start, is_async)?;
        if !self.at(T::Eof) {
            return Err(self.unexpected());
        }
        if let ExprKind::Function(function) = &mut expr.kind {
            // `anonymous` is what the function is called, but it is bound nowhere.
            function.name = None;
        }
        let body = vec![Stmt { span: expr.span, kind: StmtKind::Expr(expr) }];
        Ok(self.into_program(body))
    }

    /// A whole source text that is a list of parameters.
    pub(in crate::syntax) fn only_parameters(
        mut self,
        is_async: bool,
        is_generator: bool,
    ) -> ParseResult<()> {
        self.context = Context { in_parameters: true, ..self.dynamic_context(is_async, is_generator) };
        self.parameters_until(T::Eof).map(|_| ())
    }

    /// A whole source text that is a function body.
    pub(in crate::syntax) fn only_body(mut self, is_async: bool, is_generator: bool) -> ParseResult<()> {
        self.context = self.dynamic_context(is_async, is_generator);
        self.program().map(|_| ())
    }

    fn dynamic_context(&self, is_async: bool, is_generator: bool) -> Context {
        Context {
            is_async,
            is_generator,
            in_function: true,
            allow_return: true,
            allow_new_target: true,
            no_using: false,
            ..self.context
        }
    }

    /// `... BindingPattern`
    pub(super) fn rest_parameter(&mut self) -> ParseResult<Param> {
        self.bump();
        let pattern = self.binding_pattern()?;
        if self.at(T::Assign) {
            return Err(self.error(self.token.span(), "Rest parameter may not have a default initializer"));
        }
        Ok(Param { pattern, default: None, rest: true })
    }

    /// `{ FunctionBody }`; makes the context strict if there is a directive.
    #[inline(never)]
    fn function_body(&mut self, function: &mut Function) -> ParseResult<()> {
        self.context.in_parameters = false;
        self.expect(T::LBrace)?;
        let first = self.statements.len();
        self.directives(function.simple_params)?;
        let body = self.statement_list(first, |kind| kind == T::RBrace)?;
        self.bump();
        function.strict = self.context.strict;
        function.body = FunctionBody::Block(body);
        Ok(())
    }

    /// Reads the directive prologue onto the stack of statements.
    pub(super) fn directives(&mut self, simple_params: bool) -> ParseResult<()> {
        let mut octal = None;
        while self.at(T::String) {
            let token = self.token;
            let text = token.span().text(self.lexer.source());
            if token.flags & (flags::OCTAL | flags::OCTAL_DECIMAL) != 0 {
                octal.get_or_insert(token);
            }
            let statement = self.statement_list_item()?;
            // It is a directive if the string is all there is: no operators, no parentheses.
            let is_directive = match &statement.kind {
                StmtKind::Expr(expr) => matches!(expr.kind, ExprKind::String(_)),
                _ => false,
            };
            self.statements.push(statement);
            if !is_directive {
                return Ok(());
            }
            if text[1..text.len() - 1] == *Known::UseStrict.text() {
                if !simple_params {
                    let message = "Illegal 'use strict' directive in function with non-simple parameter list";
                    return Err(self.error(token.span(), message));
                }
                self.context.strict = true;
            }
            if let Some(token) = octal
                && self.context.strict
            {
                return Err(self.error(token.span(), octal_escape_message(token.flags)));
            }
        }
        Ok(())
    }

    /// Checks the names of parameters, now that it is known whether the function is strict.
    fn check_parameters(&self, function: &Function, unique: bool) -> ParseResult<()> {
        let strict = function.strict;
        let mut names = Vec::new();
        for param in &function.params {
            for_each_bound(&param.pattern, &mut |ident| names.push(ident));
        }
        if strict {
            for ident in &names {
                if ident.name.is_eval_or_arguments() {
                    return Err(self.error(ident.span, "Unexpected eval or arguments in strict mode"));
                }
                if ident.name.is_strict_reserved() {
                    return Err(self.error(ident.span, "Unexpected strict mode reserved word"));
                }
            }
        }
        if !(strict || unique || !function.simple_params) {
            return Ok(());
        }
        // A hash table does not pay for a handful of names.
        let mut seen = FxHashSet::default();
        for (index, ident) in names.iter().enumerate() {
            let duplicate = if names.len() <= 8 {
                names[..index].iter().any(|other| other.name == ident.name)
            } else {
                !seen.insert(ident.name)
            };
            if duplicate {
                let message = "Duplicate parameter name not allowed in this context";
                return Err(self.error(ident.span, message));
            }
        }
        Ok(())
    }

    // Arrow functions.

    /// `x => …`, from the arrow.
    pub(super) fn arrow_with_identifier(&mut self, start: u32, ident: Ident) -> ParseResult<Expr> {
        let params = vec![identifier_parameter(ident)];
        self.arrow_rest(start, false, params)
    }

    /// `async x => …`, from `x`.
    pub(super) fn async_arrow_with_identifier(&mut self, start: u32) -> ParseResult<Expr> {
        if self.token.name == Known::Await {
            return Err(self.error(self.token.span(), "Unexpected reserved word"));
        }
        let ident = self.binding_identifier()?;
        let params = vec![identifier_parameter(ident)];
        self.arrow_rest(start, true, params)
    }

    /// `(items, ...rest) => …`, from the arrow.
    #[inline(never)]
    pub(super) fn arrow_from_items(
        &mut self,
        start: u32,
        items: Vec<Expr>,
        rest: Option<Param>,
    ) -> ParseResult<Expr> {
        let mut params = Vec::with_capacity(items.len() + 1);
        for item in items {
            params.push(self.expr_to_parameter(item)?);
        }
        params.extend(rest);
        if self.last_yield > start {
            let message = "Yield expression not allowed in formal parameter";
            return Err(self.error(self.span_from(start), message));
        }
        if self.last_await > start {
            let message = "Illegal await-expression in formal parameters of async function";
            return Err(self.error(self.span_from(start), message));
        }
        self.arrow_rest(start, false, params)
    }

    /// `async (arguments) => …`, from the arrow.
    #[inline(never)]
    pub(super) fn arrow_from_arguments(
        &mut self,
        start: u32,
        open: u32,
        arguments: Vec<Argument>,
    ) -> ParseResult<Expr> {
        let mut params = Vec::with_capacity(arguments.len());
        let count = arguments.len();
        for (index, argument) in arguments.into_iter().enumerate() {
            params.push(match argument {
                Argument::Expr(expr) => self.expr_to_parameter(expr)?,
                Argument::Spread(expr) => {
                    let span = expr.span;
                    if index + 1 < count {
                        return Err(self.error(span, "Rest parameter must be last formal parameter"));
                    }
                    if matches!(expr.kind, ExprKind::Assign(_)) {
                        let message = "Rest parameter may not have a default initializer";
                        return Err(self.error(span, message));
                    }
                    let pattern = self.expr_to_pattern(expr)?;
                    self.check_binding(&pattern)?;
                    Param { pattern, default: None, rest: true }
                }
            });
        }
        if self.last_yield > open {
            let message = "Yield expression not allowed in formal parameter";
            return Err(self.error(self.span_from(start), message));
        }
        if self.last_await > open || self.last_await_identifier > open {
            let message = "Illegal await-expression in formal parameters of async function";
            return Err(self.error(self.span_from(start), message));
        }
        self.arrow_rest(start, true, params)
    }

    fn expr_to_parameter(&self, expr: Expr) -> ParseResult<Param> {
        let PatternElement { pattern, default } = self.expr_to_element(expr)?;
        self.check_binding(&pattern)?;
        Ok(Param { pattern, default, rest: false })
    }

    /// `=> ConciseBody`
    #[inline(never)]
    fn arrow_rest(&mut self, start: u32, is_async: bool, params: Vec<Param>) -> ParseResult<Expr> {
        self.bump();
        let no_in = self.context.no_in;
        let outside = self.enter_function(Context {
            is_async,
            is_generator: false,
            await_reserved: self.goal == Goal::Module,
            in_parameters: false,
            in_function: true,
            no_using: false,
            allow_return: true,
            ..self.context
        });
        let mut function = Function {
            span: Span::default(),
            kind: FunctionKind::Arrow,
            name: None,
            simple_params: params.iter().all(is_simple),
            has_parameter_expressions: params.iter().any(has_expression),
            length: expected_argument_count(&params),
            params,
            body: FunctionBody::Block(Vec::new()),
            is_async,
            is_generator: false,
            is_arrow: true,
            strict: self.context.strict,
            name_scope: None,
            param_scope: ScopeId::UNSET,
            body_scope: ScopeId::UNSET,
            uses: FunctionUses::default(),
        };
        if self.at(T::LBrace) {
            let outer_peak = self.enter()?;
            self.context.no_in = false;
            self.function_body(&mut function)?;
            self.leave(outer_peak);
        } else {
            self.context.no_in = no_in;
            function.body = FunctionBody::Expr(Box::new(self.assignment()?));
        }
        self.check_parameters(&function, true)?;
        self.leave_function(outside);
        function.span = self.span_from(start);
        Ok(self.expr_from(start, ExprKind::Function(Box::new(function))))
    }
}

fn identifier_parameter(ident: Ident) -> Param {
    let pattern = Pattern { span: ident.span, kind: PatternKind::Ident(ident), parenthesized: false };
    Param { pattern, default: None, rest: false }
}

fn is_simple(param: &Param) -> bool {
    !param.rest && param.default.is_none() && matches!(param.pattern.kind, PatternKind::Ident(_))
}

/// `ContainsExpression` of a parameter.
fn has_expression(param: &Param) -> bool {
    param.default.is_some() || pattern_has_expression(&param.pattern)
}

fn pattern_has_expression(pattern: &Pattern) -> bool {
    let in_element =
        |element: &PatternElement| element.default.is_some() || pattern_has_expression(&element.pattern);
    match &pattern.kind {
        PatternKind::Ident(_) | PatternKind::Expr(_) => false,
        PatternKind::Object(object) => {
            object.properties.iter().any(|property| {
                matches!(property.key, PropertyKey::Computed(_)) || in_element(&property.value)
            }) || object.rest.as_ref().is_some_and(pattern_has_expression)
        }
        PatternKind::Array(array) => {
            array.elements.iter().flatten().any(in_element)
                || array.rest.as_ref().is_some_and(pattern_has_expression)
        }
    }
}

/// `ExpectedArgumentCount`
fn expected_argument_count(params: &[Param]) -> u32 {
    params.iter().take_while(|param| param.default.is_none() && !param.rest).count() as u32
}
