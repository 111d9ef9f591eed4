//! The generator's statements, declarations and tampering.

use super::expression::{NUMBERS, TEXTS};
use super::program::{Place, Program, Type};

impl Program {
    /// Makes some statements.
    pub fn statements(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            self.statement(depth);
        }
    }

    /// A block's inside.
    pub fn block(&mut self, depth: usize) {
        self.scopes.push(Vec::new());
        self.indent += 1;
        let n = 1 + self.random.below(3);
        self.statements(n, depth.saturating_sub(1));
        self.indent -= 1;
        self.scopes.pop();
    }

    fn statement(&mut self, depth: usize) {
        self.budget = self.budget.saturating_sub(1);
        if depth == 0 || self.budget == 0 {
            let mark = self.mark();
            let e = self.any(2);
            return self.line(&format!("log(\"{mark}\", {e});"));
        }
        match self.random.below(100) {
            0..=18 => {
                let mark = self.mark();
                let e = self.any(3);
                self.line(&format!("log(\"{mark}\", {e});"));
            }
            19..=33 => self.assignment(),
            34..=41 => self.declaration(),
            42..=46 => self.destructuring(),
            47..=54 => self.branch(depth),
            55..=68 => self.loop_statement(depth),
            69..=71 => self.switch(depth),
            72..=78 => self.try_statement(depth),
            79..=82 => self.jump(),
            83..=87 => self.tamper(depth),
            88..=89 => {
                self.line("{");
                self.shadowed_block(depth);
                self.line("}");
            }
            90..=91 => {
                // A labelled block left early.
                let label = format!("L{}", self.mark());
                self.line(&format!("{label}: {{"));
                self.scopes.push(Vec::new());
                self.indent += 1;
                self.statements(1, depth - 1);
                let c = self.boolean(2);
                self.line(&format!("if ({c}) break {label};"));
                self.statements(1, depth - 1);
                self.indent -= 1;
                self.scopes.pop();
                self.line("}");
            }
            _ => {
                let e = self.any(3);
                self.line(&format!("({e});"));
            }
        }
    }

    /// A block that declares an outer name again: earlier uses in it meet the dead zone.
    fn shadowed_block(&mut self, depth: usize) {
        let kind = self.some_type();
        let outer = self.variable(kind, true);
        self.block(depth);
        let Some(name) = outer else { return };
        let mark = self.mark();
        let value = self.any(1);
        self.line("  try {");
        self.line(&format!(
            "    const peek = () => {name}; if (fuel % 3 === 0) peek(); let {name} = {value}; log(\"{mark}\", peek());"
        ));
        self.line(&format!("  }} catch (e) {{ log(\"caught {mark}\", e); }}"));
    }

    fn assignment(&mut self) {
        if self.random.percent(55) {
            let kind = self.some_type();
            if let Some(name) = self.variable(kind, true) {
                let value = self.of(kind, 3);
                return self.line(&format!("{name} = cut({value});"));
            }
        }
        let (target, _) = self.member();
        let value = self.any(2);
        let operator = self.random.pick(&["=", "=", "=", "=", "??=", "||=", "&&=", "+=", "-=", "|="]);
        if operator == "=" {
            self.line(&format!("{target} = {value};"));
        } else if operator == "+=" {
            let value = self.number(1);
            self.line(&format!("{target} += {value}; {target} = cut({target});"));
        } else {
            self.line(&format!("{target} {operator} {value};"));
        }
    }

    /// A member that may be assigned, and whether its object is an array.
    pub fn member(&mut self) -> (String, bool) {
        match self.random.below(10) {
            0..=2 => {
                let a = self.array(1);
                let i = self.small(1);
                (format!("{a}[{i}]"), true)
            }
            3 if self.place.this => {
                let this = self.this();
                (format!("{this}.{}", self.key()), false)
            }
            4 if !self.place.private.is_empty() => {
                let names = self.place.private.clone();
                let name = &names[self.random.below(names.len())];
                let o = self.variable(Type::Object, false).unwrap_or("this".to_owned());
                let o = if self.place.this && self.random.percent(80) { "this".to_owned() } else { o };
                (format!("{o}.{name}"), false)
            }
            5 if self.place.method => (format!("super.{}", self.key()), false),
            6 => {
                // No object as a key: V8 converts it twice in compound assignments.
                let o = self.object(1);
                let k =
                    if self.random.percent(50) { self.random.pick(TEXTS) } else { self.random.pick(NUMBERS) };
                (format!("{o}[{k}]"), false)
            }
            _ => {
                let o = self.object(1);
                (format!("{o}.{}", self.key()), false)
            }
        }
    }

    /// A declaration of something, simple enough not to throw as a rule.
    pub fn declaration(&mut self) {
        self.budget = self.budget.saturating_sub(1);
        // A name whose declaration has thrown stays dead for ever: at the top, declare first.
        let top = self.scopes.len() == 1;
        match self.random.below(20) {
            0..=2 => {
                let name = self.fresh(Type::Function);
                // Functions in blocks are seen outside of them in sloppy code; keep to their own scope.
                let text = self.function(&name, false, 3);
                self.line(&text);
                self.declare(&name, Type::Function, false);
            }
            3..=4 => {
                let name = self.fresh(Type::Generator);
                let text = self.function(&name, true, 3);
                self.line(&text);
                self.declare(&name, Type::Generator, false);
            }
            5..=7 => {
                let name = self.fresh(Type::Class);
                let text = self.class(&name, 2);
                if top && self.random.percent(80) {
                    self.line(&format!("let {name} = Object;"));
                    self.line(&format!("try {{ {name} = {text}; }} catch (e) {{ log(\"class\", e); }}"));
                } else {
                    self.line(&text);
                }
                self.declare(&name, Type::Class, false);
            }
            8..=9 => self.destructuring(),
            _ => {
                let kind = self.some_type();
                let value = self.of(kind, 2);
                let name = self.fresh(kind);
                let mut word = self.random.pick(&["let", "let", "const", "var"]);
                if top && self.random.percent(80) {
                    word = "let";
                    self.line(&format!("let {name};"));
                    self.line(&format!("try {{ {name} = cut({value}); }} catch (e) {{ log(\"init\", e); }}"));
                } else {
                    self.line(&format!("{word} {name} = cut({value});"));
                }
                self.declare(&name, kind, word != "const");
            }
        }
    }

    fn destructuring(&mut self) {
        let array = self.random.percent(60);
        let source = if array { self.iterable(2) } else { self.of(Type::Object, 2) };
        if self.random.percent(30) {
            let pattern = self.pattern(array, 2, false);
            return self
                .line(&format!("try {{ ({pattern} = {source}); }} catch (e) {{ log(\"pattern\", e); }}"));
        }
        let (pattern, names) = self.declaring_pattern(array, 2);
        if self.scopes.len() == 1 || self.random.percent(60) {
            let list: Vec<String> = names.iter().map(|n| format!("{n} = 0")).collect();
            if !list.is_empty() {
                self.line(&format!("let {};", list.join(", ")));
            }
            self.line(&format!("try {{ ({pattern} = {source}); }} catch (e) {{ log(\"pattern\", e); }}"));
        } else {
            let word = self.random.pick(&["let", "var"]);
            self.line(&format!("{word} {pattern} = {source};"));
        }
        for name in names {
            self.declare(&name, Type::Any, true);
        }
    }

    /// A pattern whose targets are new names; they are not declared yet.
    fn declaring_pattern(&mut self, array: bool, depth: usize) -> (String, Vec<String>) {
        let outer = std::mem::take(&mut self.pattern_names);
        let pattern = self.pattern(array, depth, true);
        (pattern, std::mem::replace(&mut self.pattern_names, outer))
    }

    /// A pattern. With `declare` its targets are new names, which are left in `pattern_names`.
    pub fn pattern(&mut self, array: bool, depth: usize, declare: bool) -> String {
        let count = self.random.below(4);
        let mut parts: Vec<String> = Vec::new();
        for _ in 0..count {
            if array && self.random.percent(15) {
                parts.push(String::new());
                continue;
            }
            let mut target = if depth > 0 && self.random.percent(15) {
                let array = self.random.percent(50);
                self.pattern(array, depth - 1, declare)
            } else {
                self.target(declare, true)
            };
            if self.random.percent(35) {
                target = format!("{target} = {}", self.any(1));
            }
            parts.push(if array {
                target
            } else if self.random.percent(20) {
                format!("[{}]: {target}", self.any(1))
            } else {
                format!("{}: {target}", self.key())
            });
        }
        let mut text = parts.join(", ");
        if self.random.percent(30) {
            let target = self.target(declare, true);
            let comma = if parts.is_empty() { "" } else { ", " };
            text = format!("{text}{comma}...{target}");
        } else if array && parts.last().is_some_and(String::is_empty) {
            text.push(',');
        }
        if array { format!("[{text}]") } else { format!("{{ {text} }}") }
    }

    /// What a pattern assigns to. V8 evaluates members in nested patterns too early: with `inner` they are simple.
    fn target(&mut self, declare: bool, inner: bool) -> String {
        if declare {
            let name = self.fresh(Type::Any);
            self.pattern_names.push(name.clone());
            return name;
        }
        match self.variable(Type::Any, true) {
            Some(name) if self.random.percent(60) => name,
            Some(name) if inner => format!("{name}.{}", self.key()),
            None if inner => format!("lib.{}", self.key()),
            _ => self.member().0,
        }
    }

    fn branch(&mut self, depth: usize) {
        let c = if self.random.percent(60) { self.boolean(3) } else { self.any(2) };
        self.line(&format!("if ({c}) {{"));
        self.block(depth);
        if self.random.percent(50) {
            self.line("} else {");
            self.block(depth);
        }
        self.line("}");
    }

    fn loop_statement(&mut self, depth: usize) {
        let label = self.random.percent(25).then(|| format!("L{}", self.mark()));
        let prefix = label.as_ref().map_or(String::new(), |l| format!("{l}: "));
        let before = self.place.clone();
        self.place.in_loop = true;
        self.place.labels.extend(label);
        self.scopes.push(Vec::new());
        let word = self.random.pick(&["let", "let", "const", "var"]);
        let fuel = "if (--fuel < 0) throw STOP;";
        match self.random.below(12) {
            0..=2 => {
                let i = self.fresh(Type::Number);
                let word = if word == "const" { "let" } else { word };
                let bound = 1 + self.random.below(5);
                let (test, step) = match self.random.below(4) {
                    0 => (format!("{i} !== {bound}"), format!("{i}++")),
                    1 => (format!("{i} < {bound}"), format!("{i} += 2")),
                    2 => (format!("{i} <= {bound}.5"), format!("++{i}")),
                    _ => (format!("{i} < {bound}"), format!("{i}++")),
                };
                self.line(&format!("{prefix}for ({word} {i} = 0; {test}; {step}) {{ {fuel}"));
                let mutable = self.random.percent(15);
                self.declare(&i, Type::Number, mutable);
                self.block(depth);
                self.line("}");
            }
            3..=7 => {
                let source = self.iterable(2);
                let head = match self.random.below(5) {
                    0 => {
                        let array = self.random.percent(50);
                        let (pattern, names) = self.declaring_pattern(array, 1);
                        for name in names {
                            self.declare(&name, Type::Any, word != "const");
                        }
                        format!("{word} {pattern}")
                    }
                    1 => self.target(false, false),
                    _ => {
                        let v = self.fresh(Type::Any);
                        self.declare(&v, Type::Any, word != "const");
                        format!("{word} {v}")
                    }
                };
                self.line(&format!("{prefix}for ({head} of {source}) {{ {fuel}"));
                self.block(depth);
                self.line("}");
            }
            8 => {
                let source = if self.random.percent(70) { self.object(2) } else { self.any(2) };
                let k = self.fresh(Type::Text);
                self.line(&format!("{prefix}for ({word} {k} in {source}) {{ {fuel}"));
                self.declare(&k, Type::Text, false);
                let mark = self.mark();
                self.line(&format!("  log(\"{mark}\", {k});"));
                self.line("}");
            }
            9..=10 => {
                let c = self.boolean(2);
                let i = self.fresh(Type::Number);
                self.line(&format!("let {i} = 0;"));
                self.line(&format!("{prefix}while ({c} || {i} < 2) {{ if (++{i} > 4) break; {fuel}"));
                self.block(depth);
                self.line("}");
            }
            _ => {
                let c = self.boolean(2);
                let i = self.fresh(Type::Number);
                self.line(&format!("let {i} = 0;"));
                self.line(&format!("{prefix}do {{ {fuel}"));
                self.block(depth);
                self.line(&format!("}} while ({i}++ < 3 && {c});"));
            }
        }
        self.scopes.pop();
        self.place = before;
    }

    fn switch(&mut self, depth: usize) {
        let v = self.any(2);
        self.line(&format!("switch ({v}) {{"));
        let before = self.place.clone();
        self.place.in_switch = true;
        self.scopes.push(Vec::new());
        self.indent += 1;
        let cases = 1 + self.random.below(4);
        let default = self.random.below(6);
        for i in 0..cases {
            if i == default {
                self.line("default:");
            } else {
                let c = self.any(1);
                self.line(&format!("case {c}:"));
            }
            self.indent += 1;
            // No declarations: a case jumped over leaves their names dead.
            self.line("{");
            self.block(depth);
            self.line("}");
            if self.random.percent(60) {
                self.line("break;");
            }
            self.indent -= 1;
        }
        self.indent -= 1;
        self.scopes.pop();
        self.place = before;
        self.line("}");
    }

    fn try_statement(&mut self, depth: usize) {
        self.line("try {");
        self.block(depth);
        let mark = self.mark();
        let form = self.random.below(3);
        if form != 1 {
            let e = self.fresh(Type::Any);
            if self.random.percent(15) {
                self.line("} catch {");
                self.block(depth);
            } else {
                self.line(&format!("}} catch ({e}) {{"));
                self.scopes.push(Vec::new());
                self.declare(&e, Type::Any, true);
                self.line(&format!("  log(\"caught {mark}\", {e});"));
                self.block(depth);
                self.scopes.pop();
            }
        }
        if form != 0 {
            self.line("} finally {");
            self.line(&format!("  log(\"finally {mark}\", fuel);"));
            self.block(depth);
        }
        self.line("}");
    }

    /// Leaves a loop, a function, or throws; under a condition, so that code after it is not dead.
    fn jump(&mut self) {
        let c = self.boolean(2);
        let mut ways: Vec<String> = Vec::new();
        if self.place.in_loop {
            ways.push("break;".into());
            ways.push("continue;".into());
            for label in &self.place.labels {
                ways.push(format!("break {label};"));
                ways.push(format!("continue {label};"));
            }
        } else if self.place.in_switch {
            ways.push("break;".into());
        }
        if self.place.function {
            let v = self.any(2);
            ways.push(format!("return {v};"));
        }
        if ways.is_empty() || self.random.percent(20) {
            let v = self.any(1);
            ways.push(format!("throw {v};"));
            let kind = self.random.pick(&["Error", "TypeError", "RangeError"]);
            ways.push(format!("throw new {kind}(\"own\");"));
        }
        let way = ways.swap_remove(self.random.below(ways.len()));
        self.line(&format!("if ({c}) {way}"));
    }

    /// Changes what fast paths rely on, for a while or for good.
    fn tamper(&mut self, depth: usize) {
        let id = self.mark();
        let small = self.random.below(4);
        let change = match self.random.below(18) {
            0 => format!(
                "Array.prototype[Symbol.iterator] = function* () {{ if (--fuel < 0) throw STOP; yield {small}; yield this.length; }};"
            ),
            1 => format!(
                "{{ const p = Object.getPrototypeOf([][Symbol.iterator]()), old = p.next; p.next = function () {{ if (--fuel < 0) throw STOP; const r = old.call(this); log(\"next {id}\", r.done); return r; }}; }}"
            ),
            2 => format!("Array.prototype[{small}] = \"proto{id}\";"),
            3 => format!("Object.prototype[{small}] = \"base{id}\";"),
            4 => format!(
                "Object.getPrototypeOf([][Symbol.iterator]()).return = function (v) {{ log(\"return {id}\", v); return {{}}; }};"
            ),
            5 => format!(
                "Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())).return = function (v) {{ log(\"return {id}\", v); return {{}}; }};"
            ),
            6 => {
                let a = self.array(1);
                format!(
                    "{a}[Symbol.iterator] = function () {{ log(\"own {id}\", 0); return [{small}, 7].values(); }};"
                )
            }
            7 => {
                let (a, o) = (self.array(1), self.any(1));
                format!("Object.setPrototypeOf({a}, {o});")
            }
            8 => {
                let a = self.array(1);
                format!(
                    "Object.defineProperty({a}, {small}, {{ get() {{ log(\"get {id}\", this.length); return {id}; }}, set(v) {{ log(\"set {id}\", v); }}, configurable: {}, enumerable: {} }});",
                    small != 1,
                    small != 2
                )
            }
            9 => {
                let o = self.any(1);
                let how = self.random.pick(&["freeze", "seal", "preventExtensions"]);
                format!("Object.{how}({o});")
            }
            10 => {
                let o = self.object(1);
                let k = self.key();
                format!(
                    "Object.defineProperty({o}, \"{k}\", {{ value: {id}, writable: {}, enumerable: {}, configurable: {} }});",
                    id.is_multiple_of(2),
                    id.is_multiple_of(3),
                    small > 0
                )
            }
            11 => {
                let o = self.object(1);
                let k = self.key();
                format!("Object.prototype.{k} = {o};")
            }
            12 => format!(
                "Object.defineProperty(Object.prototype, \"{}\", {{ get() {{ return {id}; }}, set(v) {{ log(\"set {id}\", v); }}, configurable: true }});",
                self.key()
            ),
            13 => format!(
                "{}.prototype[Symbol.iterator] = function* () {{ if (--fuel < 0) throw STOP; yield [{small}, {id}]; }};",
                self.random.pick(&["Set", "Map", "String"])
            ),
            14 => format!(
                "Array.prototype.push = function (...v) {{ log(\"push {id}\", v.length); return {small}; }};"
            ),
            15 => {
                let c = self.random.pick(&["Array", "Map", "Set"]);
                format!(
                    "Object.defineProperty({c}, Symbol.species, {{ value: undefined, configurable: true }});"
                )
            }
            16 => "delete Array.prototype[Symbol.iterator];".to_owned(),
            _ => {
                let a = self.array(1);
                let n = self.small(1);
                format!("{a}.length = {n};")
            }
        };
        self.line(&change);
        if self.random.percent(70) {
            self.scopes.push(Vec::new());
            self.line("try {");
            self.block(depth);
            self.line(&format!("}} catch (e) {{ log(\"caught {id}\", e); }}"));
            self.scopes.pop();
            self.restore();
        }
    }

    /// Puts back what programs replace.
    pub fn restore(&mut self) {
        self.line("lib.restore();");
    }

    /// A function declaration or expression.
    pub fn function(&mut self, name: &str, generator: bool, depth: usize) -> String {
        let place = self.inner_place(generator, false);
        let (params, body) = self.parameters_and_body(place, depth);
        format!("function{} {name}({params}) {{\n{body}}}", if generator { "*" } else { "" })
    }

    /// Parameters, and the body of a function, each line of it indented.
    pub fn parameters_and_body(&mut self, place: Place, depth: usize) -> (String, String) {
        self.nesting += 1;
        let parts = self.within(place, |p| {
            // No `yield` in parameters.
            let generator = std::mem::replace(&mut p.place.generator, false);
            let params = p.parameters();
            p.place.generator = generator;
            let body = p.capture(|p| {
                p.indent += 1;
                p.line("if ((fuel -= 5) < 0) throw STOP;");
                let n = p.random.below(if p.nesting > 3 { 1 } else { 4 });
                p.statements(n, depth.min(2));
                let v = p.any(2);
                if p.random.percent(85) {
                    p.line(&format!("return {v};"));
                }
                p.indent -= 1;
                for _ in 0..p.indent {
                    p.text.push_str("  ");
                }
            });
            (params, body)
        });
        self.nesting -= 1;
        parts
    }

    /// A list of parameters.
    pub fn parameters(&mut self) -> String {
        let mut list = Vec::new();
        for _ in 0..self.random.below(4) {
            let kind = self.some_type();
            match self.random.below(8) {
                0 => {
                    let array = self.random.percent(50);
                    let (pattern, names) = self.declaring_pattern(array, 1);
                    let default = if array { "[]" } else { "{}" };
                    list.push(format!("{pattern} = {default}"));
                    for name in names {
                        self.declare(&name, Type::Any, true);
                    }
                }
                1..=3 => {
                    let value = self.of(kind, 1);
                    let name = self.fresh(kind);
                    list.push(format!("{name} = {value}"));
                    self.declare(&name, kind, true);
                }
                _ => {
                    let name = self.fresh(Type::Any);
                    list.push(name.clone());
                    self.declare(&name, Type::Any, true);
                }
            }
        }
        if self.random.percent(20) {
            let name = self.fresh(Type::Array);
            list.push(format!("...{name}"));
            self.declare(&name, Type::Array, true);
        }
        list.join(", ")
    }
}
