//! Tokens: their kinds, as the generated scanner finds them, and the token with its value.

use super::ast::Span;
use super::name::{Known, Name};
use logos::Logos;

/// The kind of a token.
///
/// [`logos`] generates the scanner for white space, punctuators and the beginnings of everything else;
/// [`super::lexer`] finishes the tokens that need more than a regular expression: strings, numbers, templates,
/// comments, names with escapes or outside of ASCII. Keywords come out of interning.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\x0B\x0C]+")]
#[repr(u8)]
pub(super) enum T {
    // Keywords, in the order of `Known`.
    Break,
    Case,
    Catch,
    Class,
    Const,
    Continue,
    Debugger,
    Default,
    Delete,
    Do,
    Else,
    Enum,
    Export,
    Extends,
    False,
    Finally,
    For,
    Function,
    If,
    Import,
    In,
    Instanceof,
    New,
    Null,
    Return,
    Super,
    Switch,
    This,
    Throw,
    True,
    Try,
    Typeof,
    Var,
    Void,
    While,
    With,

    /// A keyword spelt with escapes: valid as a property name only.
    EscapedKeyword,
    /// Any other identifier name, contextual keywords included.
    #[regex(r"[A-Za-z_$][A-Za-z0-9_$]*")]
    Ident,
    /// `#name`
    #[regex(r"#[A-Za-z_$][A-Za-z0-9_$]*")]
    #[token("#")]
    PrivateName,
    #[regex(r"[0-9]")]
    #[regex(r"\.[0-9]")]
    Number,
    BigInt,
    #[regex(r"\x22[^\x22\\\n\r]*\x22")]
    #[regex(r"'[^'\\\n\r]*'")]
    String,
    /// A quote that does not begin a string on one line without escapes.
    #[token("\"")]
    #[token("'")]
    Quote,
    /// The opening quote of a template: the parser asks the lexer for the chunks.
    #[token("`")]
    Backtick,

    #[token("{")]
    LBrace,
    #[token("}")]
    RBrace,
    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    #[token("[")]
    LBracket,
    #[token("]")]
    RBracket,
    #[token(".")]
    Dot,
    #[token("...")]
    Ellipsis,
    #[token(";")]
    Semicolon,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("?")]
    Question,
    QuestionDot,
    #[token("=>")]
    Arrow,
    #[token("~")]
    Tilde,
    #[token("!")]
    Bang,
    #[token("++")]
    PlusPlus,
    #[token("--")]
    MinusMinus,
    #[token("@")]
    At,

    #[token("=")]
    Assign,
    #[token("+=")]
    PlusAssign,
    #[token("-=")]
    MinusAssign,
    #[token("*=")]
    StarAssign,
    #[token("/=")]
    SlashAssign,
    #[token("%=")]
    PercentAssign,
    #[token("**=")]
    StarStarAssign,
    #[token("<<=")]
    ShlAssign,
    #[token(">>=")]
    ShrAssign,
    #[token(">>>=")]
    UshrAssign,
    #[token("&=")]
    AmpAssign,
    #[token("|=")]
    PipeAssign,
    #[token("^=")]
    CaretAssign,
    #[token("&&=")]
    AmpAmpAssign,
    #[token("||=")]
    PipePipeAssign,
    #[token("??=")]
    QuestionQuestionAssign,

    #[token("??")]
    QuestionQuestion,
    #[token("||")]
    PipePipe,
    #[token("&&")]
    AmpAmp,
    #[token("|")]
    Pipe,
    #[token("^")]
    Caret,
    #[token("&")]
    Amp,
    #[token("==")]
    EqEq,
    #[token("!=")]
    BangEq,
    #[token("===")]
    EqEqEq,
    #[token("!==")]
    BangEqEq,
    #[token("<")]
    Lt,
    #[token("<=")]
    LtEq,
    #[token(">")]
    Gt,
    #[token(">=")]
    GtEq,
    #[token("<<")]
    Shl,
    #[token(">>")]
    Shr,
    #[token(">>>")]
    Ushr,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("**")]
    StarStar,

    // The rest never leaves the lexer.
    #[regex(r"[\n\r][ \t\n\r]*")]
    LineTerminator,
    #[token("//")]
    LineComment,
    #[token("/*")]
    BlockComment,
    #[token("<!--")]
    HtmlOpen,
    #[token("-->")]
    HtmlClose,
    /// A backslash or a character outside of ASCII.
    #[token("\\")]
    #[regex(r"[^\x00-\x7F]")]
    Other,

    /// The end of the input.
    Eof,
    /// Not a token: the lexer holds the error.
    Error,
}

/// What else is to know about a token.
pub(super) mod flags {
    /// A line terminator stands between the previous token and this one.
    pub const NEWLINE_BEFORE: u8 = 1;
    /// A name or string contains an escape.
    pub const ESCAPED: u8 = 2;
    /// A number or string contains a legacy octal form: `010`, `"\1"`.
    pub const OCTAL: u8 = 4;
    /// A number like `08`, or an escape `\8` or `\9`: as forbidden as octals, with another message.
    pub const OCTAL_DECIMAL: u8 = 8;
    /// A string's value is in `Lexer::wide`.
    pub const WIDE: u8 = 16;
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// Its kind.
    pub kind: T,
    /// See [`flags`].
    pub flags: u8,
    /// Offset of its first byte.
    pub start: u32,
    /// Offset after its last byte.
    pub end: u32,
    /// Names, keywords, private names: the text. Strings: the value. BigInts: the digits. Else empty.
    pub name: Name,
    /// The value of a number.
    pub number: f64,
}

impl Token {
    /// The place of the token.
    #[inline]
    pub fn span(&self) -> Span {
        Span::new(self.start, self.end)
    }

    /// Whether a line terminator precedes it.
    #[inline]
    pub fn newline_before(&self) -> bool {
        self.flags & flags::NEWLINE_BEFORE != 0
    }

    /// Whether it contains an escape.
    #[inline]
    pub fn escaped(&self) -> bool {
        self.flags & flags::ESCAPED != 0
    }

    /// Whether it is this contextual keyword, spelt without escapes.
    #[inline]
    pub fn is(&self, word: Known) -> bool {
        self.kind == T::Ident && self.name == word && !self.escaped()
    }
}

impl T {
    /// The keyword tokens, by the index of their name.
    const KEYWORDS: [T; Known::RESERVED] = [
        T::Break,
        T::Case,
        T::Catch,
        T::Class,
        T::Const,
        T::Continue,
        T::Debugger,
        T::Default,
        T::Delete,
        T::Do,
        T::Else,
        T::Enum,
        T::Export,
        T::Extends,
        T::False,
        T::Finally,
        T::For,
        T::Function,
        T::If,
        T::Import,
        T::In,
        T::Instanceof,
        T::New,
        T::Null,
        T::Return,
        T::Super,
        T::Switch,
        T::This,
        T::Throw,
        T::True,
        T::Try,
        T::Typeof,
        T::Var,
        T::Void,
        T::While,
        T::With,
    ];

    /// The kind of an identifier name without escapes.
    #[inline]
    pub fn of_name(name: Name) -> T {
        // The empty name has index 0 and wraps round.
        T::KEYWORDS.get(name.index().wrapping_sub(1)).copied().unwrap_or(T::Ident)
    }

    /// Whether the token is an identifier name in the sense of property names.
    #[inline]
    pub fn is_identifier_name(self) -> bool {
        self as u8 <= T::Ident as u8
    }
}
