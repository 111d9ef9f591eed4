//! The generator's classes.

use super::program::{Place, Program, Type};

impl Program {
    pub fn class(&mut self, name: &str, depth: usize) -> String {
        let parent = match self.random.below(10) {
            0..=4 => None,
            5..=7 => self.variable(Type::Class, false),
            8 => Some(self.random.pick(&["Array", "Map", "Error", "Object", "Set"]).to_owned()),
            _ => Some(self.random.pick(&["null", "(class { x = 1; m() { return 2; } })"]).to_owned()),
        };
        let derived = parent.is_some();
        self.nesting += 1;
        let outer = self.place.private.len();
        let n = self.random.below(3);
        let private: Vec<String> = (0..n).map(|_| format!("#q{}", self.mark())).collect();
        self.place.private.extend(private.iter().cloned());
        let mut members = Vec::new();
        for name in &private {
            members.push(self.private_member(name, depth));
        }
        // V8's default constructor of derived classes iterates an array.
        if derived || self.random.percent(50) {
            members.push(self.constructor(derived, depth));
        }
        for _ in 0..self.random.below(5) {
            let member = self.class_member(depth);
            members.push(member);
        }
        // Private names are in force everywhere in the class.
        self.place.private.truncate(outer);
        self.nesting -= 1;
        let heritage = parent.map_or(String::new(), |p| format!("extends {p} "));
        format!("class {name} {heritage}{{\n{}\n}}", members.join("\n"))
    }

    fn field_place(&self) -> Place {
        Place {
            this: true,
            method: true,
            no_arguments: true,
            private: self.place.private.clone(),
            ..Place::default()
        }
    }

    fn field_value(&mut self, depth: usize) -> String {
        let place = self.field_place();
        self.within(place, |p| p.any(depth.min(1)))
    }

    fn method_parts(&mut self, generator: bool) -> (String, String) {
        let place = self.inner_place(generator, true);
        self.parameters_and_body(place, 1)
    }

    fn private_member(&mut self, name: &str, depth: usize) -> String {
        let stat = if self.random.percent(15) { "static " } else { "" };
        match self.random.below(5) {
            0 => {
                let (params, body) = self.method_parts(false);
                format!("{stat}{name}({params}) {{\n{body}}}")
            }
            1 => {
                let v = self.field_value(depth);
                let mark = self.mark();
                format!(
                    "{stat}get {name}() {{ if (--fuel < 0) throw STOP; return {v}; }}\n{stat}set {name}(v) {{ log(\"private set {mark}\", v); }}"
                )
            }
            _ => {
                let v = self.field_value(depth);
                format!("{stat}{name} = {v};")
            }
        }
    }

    fn constructor(&mut self, derived: bool, depth: usize) -> String {
        let place = self.inner_place(false, true);
        let call = if derived && self.random.percent(90) {
            let args = self.within(Place { this: false, method: false, ..place.clone() }, |p| p.arguments(1));
            match self.random.below(6) {
                0 => format!("(() => super({args}))();\n"),
                1 => format!(
                    "try {{ log(\"early\", this); }} catch (e) {{ log(\"early\", e); }} super({args});\n"
                ),
                2 => format!("super(...[{args}]);\n"),
                _ => format!("super({args});\n"),
            }
        } else {
            String::new()
        };
        let (params, body) = self.parameters_and_body(place, depth.min(1));
        // `this` may still be dead in parameters and arrows: that is wanted.
        format!("constructor({params}) {{\n{call}{body}}}")
    }

    fn class_member(&mut self, depth: usize) -> String {
        let stat = if self.random.percent(25) { "static " } else { "" };
        let key = match self.random.below(8) {
            0 => format!("[{}]", self.any(1)),
            _ => self.random.pick(&["a", "b", "c", "d", "x", "y", "m", "p0", "'q r'", "7"]).to_owned(),
        };
        let mark = self.mark();
        match self.random.below(9) {
            0..=1 => {
                let (params, body) = self.method_parts(false);
                format!("{stat}{key}({params}) {{\n{body}}}")
            }
            2 => {
                let (params, body) = self.method_parts(true);
                let key = if self.random.percent(50) { "[Symbol.iterator]".to_owned() } else { key };
                format!("{stat}*{key}({params}) {{\n{body}}}")
            }
            3 => {
                let v = self.field_value(depth);
                format!("{stat}get {key}() {{ if (--fuel < 0) throw STOP; return {v}; }}")
            }
            4 => format!("{stat}set {key}(v) {{ log(\"set {mark}\", v); }}"),
            5 => {
                let place = self.field_place();
                let body = self.within(place, |p| {
                    p.capture(|p| {
                        p.statements(1, 1);
                    })
                });
                format!("static {{\n{body}}}")
            }
            _ => {
                let v = self.field_value(depth);
                format!("{stat}{key} = {v};")
            }
        }
    }
}
