//! The HTML methods of Annex B (ECMA-262 B.2.2).

use super::{string_argument, this_string, view};
use crate::realm::Args;
use crate::string::StringBuilder;
use crate::value::*;

/// CreateHTML(string, tag, attribute, value).
fn create_html<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    args: Args<'_, 'rt>,
    method: &str,
    tag: &str,
    attribute: Option<&str>,
) -> Completion<'a, 'rt> {
    roots!(cx; s, v);
    this_string(cx, args, &format!("String.prototype.{method}"), s)?;
    let mut text = StringBuilder::new();
    text.push_str("<");
    text.push_str(tag);
    if let Some(attribute) = attribute {
        string_argument(cx, args, 0, v)?;
        text.push_str(" ");
        text.push_str(attribute);
        text.push_str("=\"");
        for unit in view(&*cx, v).units() {
            if unit == b'"' as u16 { text.push_str("&quot;") } else { text.push(unit) }
        }
        text.push_str("\"");
    }
    text.push_str(">");
    text.push_view(view(&*cx, s));
    text.push_str("</");
    text.push_str(tag);
    text.push_str(">");
    text.finish(cx)
}

macro_rules! html {
    ($($name:ident $tag:literal $attribute:expr;)+) => { $(
        #[doc = concat!("String.prototype.", stringify!($name))]
        pub fn $name<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
            create_html(cx, args, stringify!($name), $tag, $attribute)
        }
    )+ };
}

html! {
    anchor "a" Some("name");
    big "big" None;
    blink "blink" None;
    bold "b" None;
    fixed "tt" None;
    fontcolor "font" Some("color");
    fontsize "font" Some("size");
    italics "i" None;
    link "a" Some("href");
    small "small" None;
    strike "strike" None;
    sub "sub" None;
    sup "sup" None;
}
