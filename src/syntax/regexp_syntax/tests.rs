//! Valid and invalid regular expressions, by flags.

use super::{Problem, validate};

#[track_caller]
fn valid(flags: &str, patterns: &[&str]) {
    for pattern in patterns {
        assert_eq!(validate(pattern, flags), Ok(()), "/{pattern}/{flags}");
    }
}

#[track_caller]
fn invalid(flags: &str, patterns: &[&str]) {
    for pattern in patterns {
        assert!(validate(pattern, flags).is_err(), "/{pattern}/{flags} must be rejected");
    }
}

#[test]
fn annex_b_is_lenient() {
    valid(
        "",
        &[
            "a{", "a{1", "a{,5}", "{", "}", "]", "x{1}{", r"\c", r"\8", r"[\c]", r"[\c_]", r"\u{1}", r"\x1",
            r"\k", r"\k<a", r"(?=a)*", r"[\d-a]", r"\1(a)", r"\p{x}", r"[a-\d]", r"\_", r"[\b]", "[😀]",
            r"\9",
        ],
    );
    invalid(
        "",
        &[
            "*", "a**", "(", ")", "(?", "(?a)", "[", "[b-a]", "a{2,1}", "{1}", r"\", "(?<=a)*", "^*", r"\b+",
            "(?<a)",
        ],
    );
}

#[test]
fn unicode_mode_is_strict() {
    valid(
        "u",
        &[
            r"\u{10FFFF}",
            r"\p{L}",
            r"\p{Script=Latin}",
            r"\P{gc=Lu}",
            r"\/\^",
            r"[\-]",
            "😀{2}",
            r"\0",
            "(a)\\1",
        ],
    );
    invalid(
        "u",
        &[
            "{",
            "}",
            "]",
            "a{",
            r"\c",
            r"\1",
            r"\01",
            r"\u{110000}",
            r"\u{}",
            r"\x1",
            r"\_",
            r"\-",
            "(?=a)*",
            r"[\d-a]",
            r"\p{Foo}",
            r"\p{sc=Foo}",
            r"\p",
            r"\pL",
            r"\p{RGI_Emoji}",
            r"\k",
            r"\00",
            r"[\1]",
            r"\u12",
        ],
    );
}

#[test]
fn class_sets() {
    valid(
        "v",
        &[
            "[a&&b]",
            "[a--b]",
            "[[a-z]--[aeiou]]",
            r"[\q{abc|d}]",
            r"\p{RGI_Emoji}",
            r"[^\q{a|b}]",
            r"[\p{L}&&\p{ASCII}]",
            r"[\&\-]",
            "[]",
            "[^]",
            "[a-z0-9]",
            r"[^\p{RGI_Emoji}&&a]",
            r"[^a--\q{bc}]",
            "[!]",
            r"[\b]",
        ],
    );
    invalid(
        "v",
        &[
            "[(]",
            "[a&&&b]",
            "[a&&b--c]",
            "[ab&&c]",
            "[a-z&&b]",
            "[!!]",
            r"[^\q{ab}]",
            r"[^\p{RGI_Emoji}]",
            "[-a]",
            r"\P{RGI_Emoji}",
            "[a--]",
            r"[\q{a]",
            "[a",
            "[|]",
            "[z-a]",
            r"[\d-a]",
            "[a&&",
            "[[a]",
            "[a--b",
        ],
    );
}

#[test]
fn names_and_modifiers() {
    valid(
        "",
        &[
            r"(?<a>x)\k<a>",
            r"\k<a>(?<a>x)",
            "(?<a>x)|(?<a>y)",
            "(?:(?<a>x)|(?<a>y))|z",
            r"(?<\u{61}b>x)\k<ab>",
            "(?<π>x)",
            "(?<𝒜>x)",
            r"(?<\ud835\udc9c>x)",
            "(?i:a)",
            "(?i-m:a)",
            "(?-s:a)",
            "(?<$_>x)",
        ],
    );
    invalid(
        "",
        &[
            "(?<a>x)(?<a>y)",
            "(?:(?<a>x)|(?<a>y))(?<a>z)",
            "(?<a>(?<a>x))",
            r"(?<a>x)\k<b>",
            r"(?<a>x)\k",
            "(?<1>x)",
            "(?<>x)",
            "(?<a",
            "(?-:a)",
            "(?ii:a)",
            "(?i-i:a)",
            "(?x:a)",
            "(?i)",
            "(?i-m-s:a)",
            r"(?<a>x)[\k]",
        ],
    );
}

#[test]
fn flags_are_checked() {
    valid("dgimsuy", &["a"]);
    valid("v", &["a"]);
    for flags in ["gg", "uv", "x", "G", "π"] {
        assert_eq!(validate("a", flags), Err(Problem::Flags), "{flags}");
    }
}

#[test]
fn nesting_costs_no_stack() {
    let deep = 100_000;
    valid("", &[&format!("{}{}", "(".repeat(deep), ")".repeat(deep))]);
    invalid("v", &[&format!("{}{}", "[".repeat(deep), "]".repeat(deep))]);
}
