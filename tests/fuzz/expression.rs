//! The generator's expressions, by the type they are meant to have. Everything but plain names, literals and calls
//! comes in parentheses.

use super::program::{Program, Type};
use std::collections::HashSet;

pub const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "-1",
    "(-0)",
    "0.5",
    "1.5",
    "-2.25",
    "NaN",
    "Infinity",
    "255",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967295",
    "4294967296",
    "1e21",
    "9007199254740991",
    "1e-7",
    "0x7f",
    "1_000",
];
pub const TEXTS: &[&str] = &[
    "\"\"",
    "\"a\"",
    "\"b\"",
    "\"abc\"",
    "\"0\"",
    "\"1\"",
    "\" 12 \"",
    "\"-0\"",
    "\"1e3\"",
    "\"length\"",
    "\"é\"",
    "\"日本\"",
    "\"\\ud83d\\ude00x\"",
    "\"\\ud83d\"",
    "\"a,b,,c\"",
    "\"x\\ny\"",
    "`t`",
    "\"undefined\"",
];
const KEYS: &[&str] = &["a", "b", "c", "d", "x", "y", "name", "p0", "p1", "valueOf", "length"];

impl Program {
    pub fn key(&mut self) -> &'static str {
        let common = self.random.percent(95);
        KEYS[self.random.below(if common { 9 } else { KEYS.len() })]
    }

    /// An expression meant to have this type.
    pub fn of(&mut self, kind: Type, depth: usize) -> String {
        match kind {
            Type::Number => self.number(depth),
            Type::Text => self.string(depth),
            Type::Bool => self.boolean(depth),
            Type::Array => self.array(depth),
            Type::Object => self.object(depth),
            Type::Function => self.function_value(depth),
            Type::Generator => self.generator_function(depth),
            Type::Class => self.class_value(depth),
            Type::Map => self.map(depth),
            Type::Set => self.set(depth),
            Type::Any => self.any(depth),
        }
    }

    pub fn this(&self) -> String {
        if self.strict || self.place.method { "this".into() } else { "own(this)".into() }
    }

    fn known(&mut self, kind: Type) -> Option<String> {
        self.random.percent(55).then(|| self.variable(kind, false)).flatten()
    }

    /// A number from 0 to 7.
    pub fn small(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.percent(60) {
            return self.random.below(6).to_string();
        }
        format!("({} & 7)", self.number(depth - 1))
    }

    pub fn number(&mut self, depth: usize) -> String {
        if let Some(v) = self.known(Type::Number) {
            return v;
        }
        if depth == 0 {
            return self.random.pick(NUMBERS).to_owned();
        }
        let d = depth - 1;
        match self.random.below(26) {
            0..=3 => self.random.pick(NUMBERS).to_owned(),
            4..=8 => {
                let op =
                    self.random.pick(&["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>", "+", "-"]);
                format!("({} {op} {})", self.number(d), self.number(d))
            }
            9 => {
                let op = self.random.pick(&["-", "+", "~", "- -", "+ +"]);
                format!("({op} {})", self.number(d))
            }
            10 => match self.variable(Type::Number, true) {
                Some(v) => {
                    let form = self.random.pick(&[
                        "(@++)",
                        "(++@)",
                        "(@--)",
                        "(--@)",
                        "(@ += 2)",
                        "(@ = @ * 3 & 1023)",
                    ]);
                    form.replace('@', &v)
                }
                None => self.random.pick(NUMBERS).to_owned(),
            },
            11 => format!("{}.length", self.array(d)),
            12 => format!("{}.length", self.string(d)),
            13 => {
                let f =
                    self.random.pick(&["floor", "ceil", "abs", "sign", "trunc", "round", "clz32", "fround"]);
                format!("Math.{f}({})", self.number(d))
            }
            14 => {
                let f = self.random.pick(&["max", "min", "imul"]);
                format!("Math.{f}({}, {})", self.number(d), self.number(d))
            }
            15 => format!("{}.charCodeAt({})", self.string(d), self.small(d)),
            16 => {
                let f = self.random.pick(&["indexOf", "lastIndexOf"]);
                format!("{}.{f}({})", self.array(d), self.any(d))
            }
            17 => format!("Number({})", self.any(d)),
            18 => format!("(+{})", self.any(d)),
            19 => format!("{}.reduce((p, q) => cut(p + q), 0)", self.array(d)),
            20 => format!("({} ? {} : {})", self.boolean(d), self.number(d), self.number(d)),
            21 => {
                let target = self.member().0;
                let form =
                    self.random.pick(&["(@++)", "(--@)", "(@ |= 5)", "(@ -= 1)", "(@ *= 2)", "(@ >>>= 1)"]);
                form.replace('@', &target)
            }
            22 => format!("parseInt({})", self.string(d)),
            23 => format!("{}.size", if self.random.percent(50) { self.map(d) } else { self.set(d) }),
            24 => format!("odd({}, {})", self.number(d), self.random.below(9)),
            _ => format!("{}.push({})", self.array(d), self.any(d)),
        }
    }

    pub fn string(&mut self, depth: usize) -> String {
        if let Some(v) = self.known(Type::Text) {
            return v;
        }
        if depth == 0 {
            return self.random.pick(TEXTS).to_owned();
        }
        let d = depth - 1;
        match self.random.below(22) {
            0..=4 => self.random.pick(TEXTS).to_owned(),
            5..=7 => format!("cut({} + {})", self.string(d), self.any(d)),
            8 => format!("cut(`{}${{{}}}x${{{}}}`)", self.random.below(10), self.any(d), self.number(d)),
            9 => format!("(typeof {})", self.any(d)),
            10 => format!("String({})", self.any(d)),
            11 => {
                let f = self.random.pick(&["slice", "substring", "substr"]);
                format!("{}.{f}({}, {})", self.string(d), self.small(d), self.number(d))
            }
            12 => {
                let f = self.random.pick(&[
                    "toUpperCase",
                    "toLowerCase",
                    "trim",
                    "trimStart",
                    "toString",
                    "normalize",
                ]);
                format!("{}.{f}()", self.string(d))
            }
            13 => format!("{}.padStart({}, {})", self.string(d), self.small(d), self.string(d)),
            14 => {
                let f = self.random.pick(&["charAt", "at", "repeat"]);
                format!("{}.{f}({})", self.string(d), self.small(d))
            }
            15 => {
                let f = self.random.pick(&["replace", "replaceAll"]);
                format!("{}.{f}({}, {})", self.string(d), self.string(d), self.string(d))
            }
            16..=17 => format!("cut({}.join({}))", self.array(d), self.string(0)),
            18 => format!("cut(JSON.stringify({}))", self.any(d)),
            19 => format!("({}).toString()", self.number(d)),
            20 => format!("Object.keys({}).join()", self.any(d)),
            _ => format!("{}.name", self.function_value(d)),
        }
    }

    pub fn boolean(&mut self, depth: usize) -> String {
        if let Some(v) = self.known(Type::Bool) {
            return v;
        }
        if depth == 0 {
            return self.random.pick(&["true", "false"]).to_owned();
        }
        let d = depth - 1;
        match self.random.below(24) {
            0 => "true".into(),
            1 => "false".into(),
            2..=7 => {
                let op = self.random.pick(&["<", "<=", ">", ">=", "===", "!=="]);
                format!("({} {op} {})", self.number(d), self.number(d))
            }
            8..=10 => {
                let op = self.random.pick(&["==", "!=", "===", "!==", "<", ">="]);
                format!("({} {op} {})", self.any(d), self.any(d))
            }
            11 => format!("(!{})", self.any(d)),
            12..=13 => {
                let op = self.random.pick(&["&&", "||"]);
                format!("({} {op} {})", self.boolean(d), self.boolean(d))
            }
            14 => format!("(\"{}\" in {})", self.key(), self.object(d)),
            15 => format!("({} in {})", self.small(d), self.array(d)),
            16 => {
                let class = if self.random.percent(50) { self.class_value(0) } else { "Object".into() };
                format!("({} instanceof {class})", self.any(d))
            }
            17 => format!("Array.isArray({})", self.any(d)),
            18 => format!("{}.includes({})", self.array(d), self.any(d)),
            19 => format!("{}.startsWith({})", self.string(d), self.string(d)),
            20 => {
                if self.random.percent(50) {
                    format!("{}.has({})", self.map(d), self.any(d))
                } else {
                    format!("{}.delete({})", self.set(d), self.any(d))
                }
            }
            21 => format!("Object.is({}, {})", self.any(d), self.any(d)),
            22 => format!("(delete {})", self.deletable()),
            _ => {
                let f = self.random.pick(&["every", "some"]);
                format!("{}.{f}({})", self.array(d), self.callback(d))
            }
        }
    }

    fn deletable(&mut self) -> String {
        loop {
            let target = self.member().0;
            if !target.contains(".#") && !target.starts_with("super") {
                return target;
            }
        }
    }

    pub fn array(&mut self, depth: usize) -> String {
        if let Some(v) = self.known(Type::Array) {
            return v;
        }
        if depth == 0 {
            return self
                .random
                .pick(&["[]", "[1, 2, 3]", "[, 1]", "[\"a\", \"b\"]", "[1.5, , -0]", "[[1], [2]]"])
                .to_owned();
        }
        let d = depth - 1;
        match self.random.below(30) {
            0..=6 => {
                let n = self.random.below(5);
                let mut parts: Vec<String> = (0..n).map(|_| self.element(d)).collect();
                if parts.last().is_some_and(String::is_empty) {
                    parts.push(String::new());
                }
                format!("[{}]", parts.join(", "))
            }
            7..=10 => format!("cut([...{}])", self.iterable(d)),
            11 => format!("Array.from({})", self.iterable(d)),
            12 => format!("Array.from({}, {})", self.iterable(d), self.callback(d)),
            13..=15 => {
                let f = self.random.pick(&["map", "filter", "map", "flatMap"]);
                format!("{}.{f}({})", self.array(d), self.callback(d))
            }
            16..=17 => format!("{}.slice({}, {})", self.array(d), self.small(d), self.number(d)),
            18 => format!("cut({}.concat({}, {}))", self.array(d), self.any(d), self.array(d)),
            19 => format!(
                "cut({}.splice({}, {}, {}))",
                self.array(d),
                self.small(d),
                self.small(d),
                self.element_or(d)
            ),
            20 => {
                let f = self.random.pick(&["keys", "values", "entries", "getOwnPropertyNames"]);
                format!("Object.{f}({})", self.object(d))
            }
            21 => format!("{}.split({})", self.string(d), self.string(0)),
            22 => format!("Array.of({}, {})", self.any(d), self.any(d)),
            23 => {
                let f = self.random.pick(&["reverse", "toReversed", "flat"]);
                format!("{}.{f}()", self.array(d))
            }
            24 => {
                let order = self.random.pick(&["p - q", "q - p"]);
                format!("{}.map((q) => (q & 15)).sort((p, q) => {order})", self.array(d))
            }
            25 => format!("{}.map((q) => typeof q).sort()", self.array(d)),
            26 => format!("Array({}).fill({})", self.small(d), self.any(d)),
            27 => format!("{}.with(0, {})", self.array(d), self.any(d)),
            28 if self.place.this && !self.place.no_arguments => {
                "Array.prototype.slice.call(arguments)".into()
            }
            29 => format!(
                "{}.copyWithin({}, {}, {})",
                self.array(d),
                self.small(d),
                self.small(d),
                self.small(d)
            ),
            _ => "Array(3)".into(),
        }
    }

    /// An element of an array literal, perhaps a hole or a spread.
    fn element(&mut self, d: usize) -> String {
        match self.random.below(10) {
            0 => String::new(),
            1..=2 => format!("...{}", self.iterable(d)),
            3..=5 => self.number(d),
            _ => self.any(d),
        }
    }

    fn element_or(&mut self, d: usize) -> String {
        let e = self.element(d);
        if e.is_empty() { "null".into() } else { e }
    }

    pub fn iterable(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.random.below(20) {
            0..=7 => self.array(depth),
            8 => self.string(d),
            9 => self.set(d),
            10 => self.map(d),
            11 => {
                let f = self.random.pick(&["keys", "values", "entries"]);
                let o = match self.random.below(3) {
                    0 => self.map(d),
                    1 => self.set(d),
                    _ => self.array(d),
                };
                format!("{o}.{f}()")
            }
            12..=14 => {
                let g = self.generator_function(d);
                let arguments = self.arguments(d);
                format!("{g}({arguments})")
            }
            15..=17 => {
                let mode = if self.random.percent(60) { self.random.below(2) } else { self.random.below(6) };
                format!("steps({}, {}, {mode})", self.random.below(5), self.mark())
            }
            18 if self.place.this && !self.place.no_arguments => "arguments".into(),
            _ => self.any(d),
        }
    }

    pub fn object(&mut self, depth: usize) -> String {
        if let Some(v) = self.known(Type::Object) {
            return v;
        }
        if depth == 0 {
            return self
                .random
                .pick(&["({})", "({ a: 1, b: \"x\" })", "({ a: { b: 2 }, c: [3] })"])
                .to_owned();
        }
        let d = depth - 1;
        match self.random.below(16) {
            0..=7 => {
                let n = self.random.below(5);
                let mut parts: Vec<String> = (0..n).map(|_| self.property(d)).collect();
                // V8 defines accessors late where there is a spread, and forgets where a repeated key was first.
                if parts.iter().any(|p| p.starts_with("...")) {
                    let mut keys = HashSet::new();
                    parts.retain(|p| match p.split_once([':', '(', ' ']) {
                        Some(("get" | "set", _)) => false,
                        Some((key, _)) if !p.starts_with("...") => {
                            keys.insert(key.trim_start_matches('*').to_owned())
                        }
                        _ => true,
                    });
                }
                format!("({{ {} }})", parts.join(", "))
            }
            8..=9 => {
                let class = self.class_value(d);
                let arguments = self.arguments(d);
                format!("new {class}({arguments})")
            }
            10 => format!("Object.assign({}, {})", self.object(d), self.any(d)),
            11 => format!("Object.create({})", self.object(d)),
            12 => format!("({{ ...{} }})", self.any(d)),
            13 => format!("Object.fromEntries({}.map((q) => [q, 1]))", self.array(d)),
            14 if self.place.this => self.this(),
            _ => format!("[{}, {}][{}]", self.object(d), self.object(d), self.random.below(2)),
        }
    }

    fn property(&mut self, d: usize) -> String {
        let key =
            if self.random.percent(12) { format!("[{}]", self.any(d.min(1))) } else { self.key().to_owned() };
        let mark = self.mark();
        match self.random.below(12) {
            0 => format!("...{}", self.any(d)),
            1 => {
                let place = self.inner_place(false, true);
                let v = self.within(place, |p| p.any(d.min(1)));
                format!("get {key}() {{ if (--fuel < 0) throw STOP; log(\"get {mark}\", 0); return {v}; }}")
            }
            2 => format!("set {key}(v) {{ log(\"set {mark}\", v); }}"),
            3 => {
                let place = self.inner_place(false, true);
                let (params, body) = self.parameters_and_body(place, 1);
                format!("{key}({params}) {{\n{body}}}")
            }
            4 => {
                let place = self.inner_place(true, true);
                let (params, body) = self.parameters_and_body(place, 1);
                let key = if self.random.percent(40) { "[Symbol.iterator]".to_owned() } else { key };
                format!("*{key}({params}) {{\n{body}}}")
            }
            5 => format!("{}: {}", self.random.below(4), self.any(d)),
            6 => {
                let (key, value) = self.meaningful(d);
                format!("{key}: {value}")
            }
            _ => format!("{key}: {}", self.any(d)),
        }
    }

    pub fn map(&mut self, depth: usize) -> String {
        if let Some(v) = self.known(Type::Map) {
            return v;
        }
        let d = depth.saturating_sub(1);
        match self.random.below(5) {
            0 => "new Map()".into(),
            1 => format!("new Map({}.map((q, i) => [q, i]))", self.array(d)),
            2 => format!("new Map({})", self.map_source(d)),
            _ => format!("new Map([[{}, {}], [{}, {}]])", self.any(d), self.any(d), self.any(d), self.any(d)),
        }
    }

    fn map_source(&mut self, d: usize) -> String {
        if d == 0 || self.random.percent(50) { "[[1, 2]]".into() } else { self.iterable(d - 1) }
    }

    pub fn set(&mut self, depth: usize) -> String {
        if let Some(v) = self.known(Type::Set) {
            return v;
        }
        if depth == 0 {
            return "new Set([3, 1, 3, NaN, -0])".into();
        }
        match self.random.below(3) {
            0 => format!("{}.add({})", self.set(depth - 1), self.any(depth - 1)),
            _ => format!("new Set({})", self.iterable(depth - 1)),
        }
    }

    /// A function for array methods.
    fn callback(&mut self, depth: usize) -> String {
        if self.random.percent(25) {
            return self.function_value(depth);
        }
        let place = self.arrow_place();
        self.within(place, |p| {
            let (x, i) = (p.fresh(Type::Any), p.fresh(Type::Number));
            p.declare(&x, Type::Any, true);
            p.declare(&i, Type::Number, true);
            let e = p.any(depth.min(1));
            format!("(({x}, {i}) => {e})")
        })
    }

    pub fn function_value(&mut self, depth: usize) -> String {
        if let Some(v) = self.known(Type::Function) {
            return v;
        }
        if depth == 0 || self.nesting > 3 {
            return self
                .random
                .pick(&["String", "Boolean", "Object", "((p) => p)", "(function (p, q) { return q; })"])
                .to_owned();
        }
        match self.random.below(12) {
            0..=5 => {
                let place = self.arrow_place();
                if self.random.percent(50) {
                    self.within(place, |p| {
                        let params = p.parameters();
                        let e = p.any(depth - 1);
                        format!("(({params}) => fuel-- > 0 ? {e} : lib.stop())")
                    })
                } else {
                    let (params, body) = self.parameters_and_body(place, 1);
                    format!("(({params}) => {{\n{body}}})")
                }
            }
            6..=8 => format!("({})", self.function("", false, 1)),
            9 => {
                let name = self.fresh(Type::Function);
                format!("({})", self.function(&name, false, 1))
            }
            10 => format!(
                "{}.bind({}, {})",
                self.function_value(depth - 1),
                self.any(depth - 1),
                self.any(depth - 1)
            ),
            _ => format!("({}.{})", self.object(depth - 1), self.key()),
        }
    }

    pub fn generator_function(&mut self, depth: usize) -> String {
        if let Some(v) = self.known(Type::Generator) {
            return v;
        }
        if depth == 0 || self.nesting > 3 {
            return "(function* () { yield 1; yield 2; return 3; })".into();
        }
        format!("({})", self.function("", true, 2))
    }

    fn class_value(&mut self, depth: usize) -> String {
        if let Some(v) = self.known(Type::Class) {
            return v;
        }
        if depth == 0 || self.nesting > 2 {
            return self.random.pick(&["Object", "Array", "(class {})", "Error", "Map"]).to_owned();
        }
        format!("({})", self.class("", depth.min(2)))
    }

    pub fn arguments(&mut self, d: usize) -> String {
        let n = self.random.below(4);
        let mut list: Vec<String> = (0..n).map(|_| self.any(d.min(1))).collect();
        if self.random.percent(15) {
            let at = self.random.below(list.len() + 1);
            let spread = format!("...cut({})", self.iterable(d.min(1)));
            list.insert(at, spread);
        }
        list.join(", ")
    }

    pub fn any(&mut self, depth: usize) -> String {
        if self.random.percent(25)
            && let Some(v) = self.variable(Type::Any, false)
        {
            return v;
        }
        if depth == 0 {
            return match self.random.below(8) {
                0 => "undefined".into(),
                1 => "null".into(),
                2 => self.boolean(0),
                3..=5 => self.number(0),
                _ => self.string(0),
            };
        }
        let d = depth - 1;
        match self.random.below(50) {
            0 => "undefined".into(),
            1 => "null".into(),
            2..=8 => self.number(d),
            9..=13 => self.string(d),
            14..=15 => self.boolean(d),
            16..=19 => self.array(d),
            20..=23 => self.object(d),
            24..=27 => {
                let f = self.function_value(d);
                let a = self.arguments(d);
                format!("{f}({a})")
            }
            28 => format!("{}[{}]", self.array(d), self.small(d)),
            29 => format!("{}.{}", self.object(d), self.key()),
            30 => {
                let a = self.arguments(d);
                let (o, k) = (self.object(d), self.key());
                let form = self.random.pick(&["?.K", "?.K?.(A)", "?.[B]", ".K?.(A).c", ".K(A)", "?.K.b?.c"]);
                let b = self.any(d);
                format!(
                    "{o}{}",
                    form.replace('K', k).replace('A', "\u{1}").replace('B', &b).replace('\u{1}', &a)
                )
            }
            31 => {
                let (left, right) = (self.any(d), self.any(d));
                match self.random.pick(&["&&", "||", "??", "+", "**", ",", "-", "=="]) {
                    "**" => format!("(({}) ** {})", self.small(d), self.small(d)),
                    op => format!("cut(({left} {op} {right}))"),
                }
            }
            32 => format!("({} ? {} : {})", self.boolean(d), self.any(d), self.any(d)),
            33 if self.place.generator => match self.random.below(3) {
                0 => format!("(yield* {})", self.iterable(d)),
                _ => format!("(yield {})", self.any(d)),
            },
            34 if self.place.this && !self.place.no_arguments => {
                let this = self.this();
                self.random.pick(&[&this, "new.target", "arguments", "arguments[0]"]).to_owned()
            }
            35 if self.place.method => {
                let a = self.arguments(d);
                format!(
                    "super.{}{}",
                    self.key(),
                    if self.random.percent(40) { format!("({a})") } else { String::new() }
                )
            }
            36 if !self.place.private.is_empty() && self.place.this => {
                let names = self.place.private.clone();
                let name = &names[self.random.below(names.len())];
                if self.random.percent(30) {
                    format!("({name} in Object({}))", self.any(d))
                } else {
                    format!("this.{name}")
                }
            }
            37 => self.resumed(d),
            38 => self.set(d),
            39 => self.map(d),
            40 => self.tagged(d),
            41 => {
                let c = self.class_value(d);
                let a = self.arguments(d);
                format!("new {c}({a})")
            }
            42 => self.function_value(d),
            43 => {
                let f = self.random.pick(&["find", "findLast", "forEach", "findIndex", "map"]);
                format!("{}.{f}({})", self.array(d), self.callback(d))
            }
            44..=46 => self.reflective(d),
            _ => match self.variable(Type::Any, true) {
                Some(v) => {
                    let e = self.any(d);
                    let op = self.random.pick(&["=", "??=", "||=", "&&=", "="]);
                    format!("({v} {op} {e})")
                }
                None => "Symbol.iterator".into(),
            },
        }
    }

    /// What works on any object or function.
    fn reflective(&mut self, d: usize) -> String {
        match self.random.below(16) {
            0 => format!("Reflect.ownKeys({})", self.object(d)),
            1 => format!("Reflect.get({}, {}, {})", self.object(d), self.any(d), self.any(d)),
            2 => format!(
                "Reflect.set({}, \"{}\", {}, {})",
                self.object(d),
                self.key(),
                self.any(d),
                self.object(d)
            ),
            3 => {
                let (c, a, n) = (self.class_value(d), self.array(d), self.class_value(d));
                format!("Reflect.construct({c}, {a}, {n})")
            }
            4 => format!("Reflect.apply({}, {}, {})", self.function_value(d), self.any(d), self.array(d)),
            5..=6 => {
                let (f, this, a) = (self.function_value(d), self.any(d), self.arguments(d));
                format!("{f}.call({this}, {a})")
            }
            7 => format!("{}.apply({}, {})", self.function_value(d), self.any(d), self.iterable(d)),
            8 => format!("JSON.parse(JSON.stringify({}))", self.any(d)),
            9 => format!("Object.getOwnPropertyDescriptors({})", self.object(d)),
            10 => format!("Object.getPrototypeOf({})", self.object(d)),
            11 => {
                let f = self.random.pick(&[
                    "map", "filter", "slice", "join", "concat", "indexOf", "reverse", "push", "splice",
                ]);
                let (x, y, a) = (self.any(d), self.any(d), self.function_value(d));
                format!(
                    "Array.prototype.{f}.call({{ 0: {x}, 2: {y}, length: {} }}, {a})",
                    self.random.below(4)
                )
            }
            12 => format!("({}).toString({})", self.random.pick(NUMBERS), 10),
            13 => format!("({}).toFixed({})", self.random.pick(NUMBERS), self.random.below(5)),
            14 => {
                let (k, v) = (self.object(d), self.any(d));
                format!(
                    "((w, k) => [w.set(k, {v}).get(k), w.has(k), w.delete(k), w.get(k)])(new WeakMap(), {k})"
                )
            }
            _ => format!("Object.entries({}).flat()", self.object(d)),
        }
    }

    /// A computed key that means something to the engine, and a value for it.
    fn meaningful(&mut self, d: usize) -> (&'static str, String) {
        match self.random.below(6) {
            0 => ("[Symbol.toPrimitive]", "(hint) => log(\"hint\", hint)".into()),
            1 => ("[Symbol.isConcatSpreadable]", self.boolean(d.min(1))),
            2 => ("[Symbol.toStringTag]", self.string(0)),
            3 => ("[Symbol.hasInstance]", "(v) => log(\"instance\", !v)".into()),
            4 => ("[Symbol.iterator]", self.generator_function(d.min(1))),
            _ => ("toJSON", self.function_value(d.min(1))),
        }
    }

    /// A generator driven by hand.
    fn resumed(&mut self, d: usize) -> String {
        let g = self.generator_function(d);
        let a = self.arguments(d);
        let mut steps = String::new();
        for _ in 0..1 + self.random.below(4) {
            let how = self.random.pick(&["next", "next", "next", "return", "throw"]);
            steps += &format!(" log(\"step\", i.{how}({}));", self.random.below(9));
        }
        format!("((i) => {{ try {{{steps} }} catch (e) {{ log(\"step threw\", e); }} return i; }})({g}({a}))")
    }

    fn tagged(&mut self, d: usize) -> String {
        let f = if self.random.percent(50) {
            "((t, ...v) => [t, t.raw, v])".to_owned()
        } else {
            self.function_value(d)
        };
        format!("{f}`a\\n${{{}}}b${{{}}}`", self.any(d), self.any(d))
    }
}
