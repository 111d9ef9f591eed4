//! The front end: lexer, parser, AST, early errors, scope analysis.
