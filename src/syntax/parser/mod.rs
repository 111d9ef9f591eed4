//! The parser: recursive descent, with precedence climbing for binary operators.
//!
//! What lives here: the parser's state and its helpers, and the entry for whole programs. The grammar's
//! sections are in the submodules. Early errors that depend on where something stands (labels, `super`,
//! `await`, targets of assignment, strictness) are reported here; those that depend on declarations (duplicate
//! names, private names, exports) are reported by [`super::scope_analysis`].
//!
//! Invariants:
//! - Nothing is read twice. What could be a pattern or an arrow function's parameters is read as an
//!   expression and converted when `=`, `=>`, `of` or `in` shows what it was; what is valid only in one of the
//!   two readings is kept in [`Pending`] until then. So the time is linear.
//! - Every recursion passes through [`Parser::enter`], which bounds the native stack and the height of the
//!   tree. Productions on the way of a recursion are not inlined into each other: the frame of the merged
//!   function would be paid at every level, by all of its alternatives. (A debug build takes up to 2.5 KiB a
//!   level, so [`ParseOptions::max_depth`] levels fit a main thread's 8 MiB with room to spare.)

mod class;
mod expression;
mod for_statement;
mod function;
mod module;
mod object;
mod pattern;
mod primary;
mod statement;

pub(super) use pattern::for_each_bound;

use super::ParseOptions;
use super::ast::{
    Argument, Expr, ExprKind, FunctionUses, Goal, Ident, ImportAttribute, ModuleInfo, Program, RefId,
    ScopeId, Span, Stmt,
};
use super::error::{SyntaxError, SyntaxErrorKind};
use super::lexer::Lexer;
use super::name::{Interner, Known, Name, Str};
use super::token::{T, Token, flags};
use rustc_hash::{FxHashMap, FxHashSet};

/// Result of a parsing function. The error is boxed to keep the results of successes small.
pub(super) type ParseResult<T> = Result<T, Box<SyntaxError>>;

/// No offset in the source.
const NOWHERE: u32 = u32::MAX;

/// What surrounds the code being parsed, up to the next function boundary.
#[derive(Clone, Copy)]
struct Context {
    strict: bool,
    /// `await` is an operator.
    is_async: bool,
    /// `yield` is an operator.
    is_generator: bool,
    /// `await` is not an identifier, though it may not be an operator either: modules, static blocks.
    await_reserved: bool,
    /// In formal parameters: `await` and `yield` expressions are errors.
    in_parameters: bool,
    /// Not at the top level: an `await` here does not make the module asynchronous.
    in_function: bool,
    allow_return: bool,
    allow_new_target: bool,
    allow_super_property: bool,
    allow_super_call: bool,
    /// In a field initializer or static block: `arguments` is an error.
    forbid_arguments: bool,
    /// In a `for` head's first part: `in` is not an operator.
    no_in: bool,
    /// Directly at the top level of a script or in a `case`: no `using`.
    no_using: bool,
}

/// Places of things that are valid in a pattern only. Reported unless a pattern is what they turn out to be in.
#[derive(Clone, Copy)]
struct Pending {
    /// `{ x = 1 }`: the `=`.
    cover_initializer: u32,
    /// `{ __proto__: a, __proto__: b }`: the second key.
    duplicate_proto: u32,
}

impl Pending {
    const NONE: Pending = Pending { cover_initializer: NOWHERE, duplicate_proto: NOWHERE };

    fn is_none(self) -> bool {
        self.cover_initializer == NOWHERE && self.duplicate_proto == NOWHERE
    }

    fn merge(self, other: Pending) -> Pending {
        Pending {
            cover_initializer: self.cover_initializer.min(other.cover_initializer),
            duplicate_proto: self.duplicate_proto.min(other.duplicate_proto),
        }
    }
}

/// A label in force.
struct Label {
    name: Name,
    is_loop: bool,
}

/// The jump targets in force; replaced as a whole at function boundaries.
#[derive(Default)]
struct Targets {
    labels: Vec<Label>,
    loops: u32,
    switches: u32,
}

/// The parser of one source text.
pub(super) struct Parser<'s, 'i> {
    lexer: Lexer<'s>,
    interner: &'i mut Interner,
    token: Token,
    /// The end of the token before `token`.
    previous_end: u32,
    goal: Goal,
    context: Context,
    targets: Targets,
    pending: Pending,
    /// An arrow function may begin at this offset.
    arrow_start: u32,
    /// Starts, plus one, of the latest `await` and `yield` expressions and of the latest `await` that was taken
    /// for an identifier, outside of inner functions: forbidden in the parameters of (async) arrow functions.
    last_await: u32,
    last_yield: u32,
    last_await_identifier: u32,
    /// The statements and arguments of the lists being read; see [`collect`].
    statements: Vec<Stmt>,
    arguments: Vec<Argument>,
    /// Starts of array and object literals with a comma after a spread element: these are no patterns.
    spread_commas: FxHashSet<u32>,
    depth: u32,
    /// The depth of the deepest node below the innermost [`Parser::enter`].
    peak: u32,
    max_depth: u32,
    /// An `await` stands outside of all functions.
    has_await: bool,
    module: ModuleInfo,
    /// Index of each distinct module request.
    requests: FxHashMap<(Str, Vec<ImportAttribute>), u32>,
    exported: FxHashSet<Name>,
}

impl<'s, 'i> Parser<'s, 'i> {
    pub fn new(
        source: &'s str,
        interner: &'i mut Interner,
        options: &ParseOptions,
        goal: Goal,
    ) -> ParseResult<Self> {
        if source.len() >= NOWHERE as usize {
            return Err(Box::new(SyntaxError {
                message: "Source text is too long".to_owned(),
                span: Span::default(),
                kind: SyntaxErrorKind::TooDeep,
            }));
        }
        let is_module = goal == Goal::Module;
        let mut lexer = Lexer::new(source, !is_module);
        let token = lexer.next(interner);
        Ok(Parser {
            lexer,
            interner,
            token,
            previous_end: 0,
            goal,
            context: Context {
                strict: is_module || options.strict,
                is_async: is_module || options.allow_await,
                is_generator: false,
                await_reserved: is_module,
                in_parameters: false,
                in_function: false,
                allow_return: options.allow_return,
                allow_new_target: options.allow_new_target,
                allow_super_property: options.allow_super_property,
                allow_super_call: options.allow_super_call,
                forbid_arguments: options.forbid_arguments,
                no_in: false,
                no_using: !is_module,
            },
            targets: Targets::default(),
            pending: Pending::NONE,
            arrow_start: NOWHERE,
            last_await: 0,
            last_yield: 0,
            last_await_identifier: 0,
            statements: Vec::new(),
            arguments: Vec::new(),
            spread_commas: FxHashSet::default(),
            depth: 0,
            peak: 0,
            max_depth: options.max_depth,
            has_await: false,
            module: ModuleInfo::default(),
            requests: FxHashMap::default(),
            exported: FxHashSet::default(),
        })
    }

    /// Parses the whole source text.
    pub fn program(mut self) -> ParseResult<Program> {
        let first = self.statements.len();
        self.directives(true)?;
        while self.token.kind != T::Eof {
            let statement =
                if self.goal == Goal::Module { self.module_item()? } else { self.statement_list_item()? };
            self.statements.push(statement);
        }
        let body = collect(&mut self.statements, first);
        Ok(self.into_program(body))
    }

    fn into_program(self, body: Vec<Stmt>) -> Program {
        Program {
            goal: self.goal,
            strict: self.context.strict,
            body,
            scope: ScopeId::UNSET,
            uses: FunctionUses::default(),
            has_await: self.has_await,
            module: (self.goal == Goal::Module).then(|| Box::new(self.module)),
        }
    }

    /// Reads a list of statements up to a token for which `ends` holds, behind those that have been put on the
    /// stack from `first` on.
    fn statement_list(&mut self, first: usize, ends: impl Fn(T) -> bool) -> ParseResult<Vec<Stmt>> {
        while !ends(self.token.kind) {
            let statement = self.statement_list_item()?;
            self.statements.push(statement);
        }
        Ok(collect(&mut self.statements, first))
    }

    // Depth.

    /// Begins a nested production. Hand the result to [`Parser::leave`].
    #[inline]
    fn enter(&mut self) -> ParseResult<u32> {
        self.depth += 1;
        if self.depth > self.max_depth {
            return Err(self.too_deep());
        }
        Ok(std::mem::replace(&mut self.peak, self.depth))
    }

    /// Ends a nested production.
    #[inline]
    fn leave(&mut self, outer_peak: u32) {
        self.depth -= 1;
        self.peak = self.peak.max(outer_peak);
    }

    /// Notes that the expression read so far becomes the child of a new node, by a left-recursive production.
    #[inline]
    fn deepen(&mut self) -> ParseResult<()> {
        self.peak += 1;
        if self.peak > self.max_depth {
            return Err(self.too_deep());
        }
        Ok(())
    }

    #[cold]
    fn too_deep(&self) -> Box<SyntaxError> {
        Box::new(SyntaxError {
            message: "Maximum call stack size exceeded".to_owned(),
            span: self.token.span(),
            kind: SyntaxErrorKind::TooDeep,
        })
    }

    // Tokens.

    /// Goes to the next token.
    #[inline]
    fn bump(&mut self) {
        self.previous_end = self.token.end;
        self.token = self.lexer.next(self.interner);
    }

    /// Whether the current token is of this kind.
    #[inline]
    fn at(&self, kind: T) -> bool {
        self.token.kind == kind
    }

    /// Skips the current token if it is of this kind.
    #[inline]
    fn eat(&mut self, kind: T) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    /// Skips the current token, which must be of this kind.
    #[inline]
    fn expect(&mut self, kind: T) -> ParseResult<()> {
        if self.at(kind) {
            self.bump();
            return Ok(());
        }
        Err(self.unexpected())
    }

    /// Skips the current token if it is this contextual keyword.
    fn eat_word(&mut self, word: Known) -> bool {
        let found = self.token.is(word);
        if found {
            self.bump();
        }
        found
    }

    /// The token after the current one. An invalid one has kind [`T::Error`].
    fn peek(&mut self) -> Token {
        let checkpoint = self.lexer.checkpoint();
        let token = self.lexer.next(self.interner);
        self.lexer.rewind(checkpoint);
        token
    }

    /// The string value of the current token.
    fn string_value(&mut self) -> Str {
        if self.token.flags & flags::WIDE != 0
            && let Some(units) = self.lexer.wide.take()
        {
            return Str::Wtf16(units);
        }
        Str::Name(self.token.name)
    }

    /// The span from `start` to the end of the last token.
    #[inline]
    fn span_from(&self, start: u32) -> Span {
        Span::new(start, self.previous_end)
    }

    /// An expression from `start` to the end of the last token.
    #[inline]
    fn expr_from(&self, start: u32, kind: ExprKind) -> Expr {
        Expr { span: self.span_from(start), kind }
    }

    /// Automatic semicolon insertion.
    fn semicolon(&mut self) -> ParseResult<()> {
        if self.eat(T::Semicolon) || matches!(self.token.kind, T::RBrace | T::Eof) {
            return Ok(());
        }
        if self.token.newline_before() && !self.at(T::Error) {
            return Ok(());
        }
        if self.last_await_identifier != 0
            && self.previous_end == self.last_await_identifier + 4
            && !self.at(T::Error)
        {
            let message = "await is only valid in async functions and the top level bodies of modules";
            return Err(self.error(self.span_from(self.previous_end - 5), message));
        }
        Err(self.unexpected())
    }

    // Errors.

    /// An error at the end of the input, which more input might mend.
    #[cold]
    fn incomplete(&self, mut error: Box<SyntaxError>) -> Box<SyntaxError> {
        if self.at(T::Eof) {
            error.kind = SyntaxErrorKind::Incomplete;
        }
        error
    }

    #[cold]
    fn error(&self, span: Span, message: impl Into<String>) -> Box<SyntaxError> {
        Box::new(SyntaxError { message: message.into(), span, kind: SyntaxErrorKind::Syntax })
    }

    /// The error that the current token should not be here.
    #[cold]
    fn unexpected(&self) -> Box<SyntaxError> {
        self.unexpected_token(&self.token)
    }

    #[cold]
    fn unexpected_token(&self, token: &Token) -> Box<SyntaxError> {
        let name = || self.interner.resolve(token.name);
        let message = match token.kind {
            T::Error => {
                if let Some(error) = self.lexer.error {
                    return Box::new(error.into());
                }
                super::lexer::INVALID.to_owned()
            }
            T::Eof => {
                return Box::new(SyntaxError {
                    message: "Unexpected end of input".to_owned(),
                    span: token.span(),
                    kind: SyntaxErrorKind::Incomplete,
                });
            }
            T::Number | T::BigInt => "Unexpected number".to_owned(),
            T::String => "Unexpected string".to_owned(),
            T::Backtick => "Unexpected template string".to_owned(),
            T::EscapedKeyword => "Keyword must not contain escaped characters".to_owned(),
            T::Enum => "Unexpected reserved word".to_owned(),
            T::Ident if self.context.strict && token.name.is_strict_reserved() => {
                "Unexpected strict mode reserved word".to_owned()
            }
            T::Ident => format!("Unexpected identifier '{}'", name()),
            T::At => super::lexer::INVALID.to_owned(),
            _ => format!("Unexpected token '{}'", token.span().text(self.lexer.source())),
        };
        self.error(token.span(), message)
    }

    /// Reports what is pending: it did not turn out to be in a pattern.
    fn check_pending(&self) -> ParseResult<()> {
        if self.pending.is_none() {
            return Ok(());
        }
        let Pending { cover_initializer, duplicate_proto } = self.pending;
        Err(if cover_initializer <= duplicate_proto {
            let span = Span::new(cover_initializer, cover_initializer + 1);
            self.error(span, "Invalid shorthand property initializer")
        } else {
            let message = "Duplicate __proto__ fields are not allowed in object literals";
            self.error(Span::new(duplicate_proto, duplicate_proto + 9), message)
        })
    }

    // Identifiers.

    /// Whether `token` may be an identifier here; says why not otherwise. `binding` forbids `eval` and
    /// `arguments` in strict mode code.
    fn check_identifier(&self, token: &Token, binding: bool) -> ParseResult<()> {
        if token.kind != T::Ident {
            return Err(self.unexpected_token(token));
        }
        self.check_identifier_name(token.name, token.span(), binding)
    }

    #[inline]
    fn check_identifier_name(&self, name: Name, span: Span, binding: bool) -> ParseResult<()> {
        // Nearly all names are none of the known ones.
        if name.index() > Known::LAST {
            return Ok(());
        }
        let context = &self.context;
        if name == Known::Await && (context.is_async || context.await_reserved) {
            return Err(self.error(span, "Unexpected reserved word"));
        }
        if name == Known::Yield && (context.is_generator && !context.strict) {
            return Err(self.error(span, "Unexpected identifier 'yield'"));
        }
        if context.strict && name.is_strict_reserved() {
            return Err(self.error(span, "Unexpected strict mode reserved word"));
        }
        if context.strict && binding && name.is_eval_or_arguments() {
            return Err(self.error(span, "Unexpected eval or arguments in strict mode"));
        }
        if context.forbid_arguments && !binding && name == Known::Arguments {
            let message =
                "'arguments' is not allowed in class field initializer or static initialization block";
            return Err(self.error(span, message));
        }
        Ok(())
    }

    /// Reads an identifier reference.
    #[inline]
    fn identifier_reference(&mut self) -> ParseResult<Ident> {
        self.check_identifier(&self.token, false)?;
        if self.token.name == Known::Await {
            self.last_await_identifier = self.token.start + 1;
        }
        Ok(self.bump_ident())
    }

    /// Reads a binding identifier.
    fn binding_identifier(&mut self) -> ParseResult<Ident> {
        self.check_identifier(&self.token, true)?;
        if self.token.name == Known::Await {
            self.last_await_identifier = self.token.start + 1;
        }
        Ok(self.bump_ident())
    }

    /// Makes an identifier of the current token, whatever it is, and skips it.
    #[inline]
    fn bump_ident(&mut self) -> Ident {
        let ident = Ident { name: self.token.name, reference: RefId::UNSET, span: self.token.span() };
        self.bump();
        ident
    }

    /// Runs `parse` with `in` allowed as an operator, as inside all brackets.
    #[inline]
    fn with_in<R>(&mut self, parse: impl FnOnce(&mut Self) -> ParseResult<R>) -> ParseResult<R> {
        let no_in = std::mem::replace(&mut self.context.no_in, false);
        let result = parse(self)?;
        self.context.no_in = no_in;
        Ok(result)
    }
}

/// Takes the items from `first` on off a stack. Lists are read onto stacks which the parser keeps, so that each is
/// allocated once, in its final size.
fn collect<T>(stack: &mut Vec<T>, first: usize) -> Vec<T> {
    stack.drain(first..).collect()
}
