//! The values of literals: numbers, strings, templates, names; and the source text of functions and classes.

use tercet::syntax::ast::*;
use tercet::syntax::{Interner, ParseOptions, parse_script};

fn expression(source: &str, interner: &mut Interner) -> Expr {
    let parsed = parse_script(source, interner, &ParseOptions::default()).expect(source);
    match parsed.program.body.into_iter().next().map(|statement| statement.kind) {
        Some(StmtKind::Expr(expr)) => expr,
        other => panic!("{source:?} is {other:?}"),
    }
}

#[test]
fn numbers() {
    let cases: &[(&str, f64)] = &[
        ("0", 0.0),
        ("1_000", 1000.0),
        ("0.1", 0.1),
        (".5e1", 5.0),
        ("5.", 5.0),
        ("5.e-1", 0.5),
        ("1e400", f64::INFINITY),
        ("123456789012345678901234567890", 123456789012345678901234567890.0),
        ("9007199254740993", 9007199254740992.0),
        ("1_0.0_1e0_1", 100.1),
        ("0xFf", 255.0),
        ("0B1_01", 5.0),
        ("0o17", 15.0),
        ("017", 15.0),
        ("00", 0.0),
        ("08", 8.0),
        ("019.5", 19.5),
        ("0x1fffffffffffff8", 144115188075855864.0),
        ("5e-324", 5e-324),
        ("1.7976931348623157e308", f64::MAX),
    ];
    let mut interner = Interner::new();
    for &(source, value) in cases {
        let ExprKind::Number(found) = expression(source, &mut interner).kind else { panic!("{source}") };
        assert_eq!(found.to_bits(), value.to_bits(), "{source}");
    }
    for (source, digits) in [("1_0n", "10"), ("0n", "0"), ("0XaBn", "0xab"), ("0o7n", "0o7"), ("0B1n", "0b1")]
    {
        let ExprKind::BigInt(found) = expression(source, &mut interner).kind else { panic!("{source}") };
        assert_eq!(interner.resolve(found), digits, "{source}");
    }
}

#[test]
fn strings() {
    let cases: &[(&str, &[u16])] = &[
        ("('')", &[]),
        ("('aé😀')", &[0x61, 0xe9, 0xd83d, 0xde00]),
        (r"('\n\t\r\b\f\v\0\'\\\a')", &[10, 9, 13, 8, 12, 11, 0, 39, 92, 97]),
        (r"('\x41\u0042\u{43}\u{1F600}')", &[0x41, 0x42, 0x43, 0xd83d, 0xde00]),
        (r"('\ud83d\ude00')", &[0xd83d, 0xde00]),
        (r"('a\ud83d')", &[0x61, 0xd83d]),
        (r"('\ude00é\ud83d')", &[0xde00, 0xe9, 0xd83d]),
        (r"('\u{d800}x')", &[0xd800, 0x78]),
        ("('\\ud83d\\\n\\ude00')", &[0xd83d, 0xde00]),
        ("('a\\\r\nb\\\u{2028}c\u{2029}')", &[0x61, 0x62, 0x63, 0x2029]),
        (r"('\1\12\377\400\08\9')", &[1, 10, 255, 32, 48, 0, 56, 57]),
    ];
    let mut interner = Interner::new();
    for &(source, units) in cases {
        let expr = expression(source, &mut interner);
        let ExprKind::String(found) = &expr.unparen().kind else { panic!("{source}") };
        assert_eq!(found.to_utf16(&interner), units, "{source:?}");
        assert_eq!(found.as_name().is_some(), String::from_utf16(units).is_ok(), "{source:?}");
    }
}

#[test]
fn templates() {
    let mut interner = Interner::new();
    let source = "f`a\\n\r\nb\r${0}\\u{41}\\\r\n${1}\\u${2}\\0\\x4${3}\\``";
    let ExprKind::TaggedTemplate(tagged) = expression(source, &mut interner).kind else { panic!() };
    let chunks: Vec<(Option<String>, &str)> = tagged
        .template
        .chunks
        .iter()
        .map(|chunk| {
            let cooked =
                chunk.cooked.as_ref().and_then(Str::as_name).map(|name| interner.resolve(name).to_owned());
            (cooked, interner.resolve(chunk.raw))
        })
        .collect();
    assert_eq!(
        chunks,
        [
            (Some("a\n\nb\n".to_owned()), "a\\n\nb\n"),
            (Some("A".to_owned()), "\\u{41}\\\n"),
            (None, "\\u"),
            (None, "\\0\\x4"),
            (Some("`".to_owned()), "\\`"),
        ]
    );
}

#[test]
fn names_are_decoded() {
    let mut interner = Interner::new();
    for (source, name) in [
        (r"\u0061b\u{63}", "abc"),
        ("a\\u0062", "ab"),
        ("𝒜\u{200d}é", "𝒜\u{200d}é"),
        (r"\u{1d49c}", "𝒜"),
        ("$_ñ9", "$_ñ9"),
    ] {
        let ExprKind::Ident(ident) = expression(source, &mut interner).kind else { panic!("{source}") };
        assert_eq!(interner.resolve(ident.name), name);
    }
    let ExprKind::RegExp { pattern, flags } = expression(r"/[/\]]\//gu", &mut interner).kind else {
        panic!()
    };
    assert_eq!((interner.resolve(pattern), interner.resolve(flags)), (r"[/\]]\/", "gu"));
}

#[test]
fn spans_are_the_source_text() {
    let mut interner = Interner::new();
    let source = "/**/ (class A { static  async *  f ( a ) { }  get [ x ] ( ) { } /**/ })";
    let expr = expression(source, &mut interner);
    let ExprKind::Class(class) = &expr.unparen().kind else { panic!() };
    assert_eq!(class.span.text(source), &source[6..source.len() - 1]);
    let texts: Vec<&str> = class
        .elements
        .iter()
        .map(|element| match &element.kind {
            ClassElementKind::Method(_, function) | ClassElementKind::Getter(_, function) => {
                function.span.text(source)
            }
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(texts, ["async *  f ( a ) { }", "get [ x ] ( ) { }"]);

    let source = " ( async ( a , b = 1 , ...c ) => a )( )";
    let ExprKind::Call(call) = expression(source, &mut interner).kind else { panic!() };
    let ExprKind::Function(function) = &call.callee.unparen().kind else { panic!() };
    assert_eq!(function.span.text(source), "async ( a , b = 1 , ...c ) => a");
    assert_eq!((function.length, function.simple_params, function.params.len()), (1, false, 3));
    assert!(function.is_async && function.is_arrow && function.has_parameter_expressions);

    let source = "`a${ b }c` . d";
    let ExprKind::Member { object, .. } = expression(source, &mut interner).kind else { panic!() };
    assert_eq!(object.span.text(source), "`a${ b }c`");
}

#[test]
fn names_are_shared_between_sources() {
    let mut interner = Interner::new();
    let ExprKind::Ident(first) = expression("shared", &mut interner).kind else { panic!() };
    let ExprKind::Ident(second) = expression("sh\\u0061red", &mut interner).kind else { panic!() };
    assert_eq!(first.name, second.name);
    assert_eq!(interner.get("shared"), Some(first.name));
    assert_eq!(Name::from_index(first.name.index()), Some(first.name));
}
