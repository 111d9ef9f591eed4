//! The generator of programs: its state, names, and the program as a whole. Statements and expressions are in files of
//! their own.
//!
//! Programs are valid, end soon, and log what they compute. Every function and nearly every loop takes fuel; results
//! that could grow by repetition are cut. What differs between correct engines (messages, the order of a sort's calls,
//! transcendental functions, what a `for-in` makes of additions) is not used.

use super::random::Random;

/// What a variable or expression is meant to hold. Nothing enforces it: programs break their own promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    Number,
    Text,
    Bool,
    Array,
    Object,
    Function,
    Generator,
    Class,
    Map,
    Set,
    Any,
}

pub const TYPES: [Type; 11] = [
    Type::Number,
    Type::Text,
    Type::Bool,
    Type::Array,
    Type::Object,
    Type::Function,
    Type::Generator,
    Type::Class,
    Type::Map,
    Type::Set,
    Type::Any,
];

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub kind: Type,
    /// May be assigned.
    pub mutable: bool,
}

/// What surrounds the code being generated.
#[derive(Clone, Default)]
pub struct Place {
    /// In a function, so that `return` may stand here.
    pub function: bool,
    /// In the body of a generator.
    pub generator: bool,
    /// `this` and `new.target` mean something: not at the top level, nor in an arrow there.
    pub this: bool,
    /// In a method: `super.x` may stand here.
    pub method: bool,
    /// In a class's field or static block: no `arguments`.
    pub no_arguments: bool,
    /// Private names in force.
    pub private: Vec<String>,
    /// Labels of loops, and whether an unlabelled `break` or `continue` may stand here.
    pub labels: Vec<String>,
    pub in_loop: bool,
    pub in_switch: bool,
}

pub struct Program {
    pub random: Random,
    pub text: String,
    pub indent: usize,
    pub scopes: Vec<Vec<Variable>>,
    pub place: Place,
    pub strict: bool,
    /// Statements still to be made: bounds the size of the program.
    pub budget: usize,
    /// Names that the pattern being made declares.
    pub pattern_names: Vec<String>,
    /// How many functions and classes are around.
    pub nesting: usize,
    names: usize,
    marks: usize,
}

/// Generates a program.
pub fn generate(seed: u64) -> String {
    let mut random = Random::new(seed);
    let strict = random.percent(40);
    let wrapped = random.percent(60);
    let budget = 20 + random.below(60);
    let mut p = Program {
        random,
        text: String::new(),
        indent: 0,
        scopes: vec![Vec::new()],
        place: Place::default(),
        strict,

        budget,
        pattern_names: Vec::new(),
        nesting: 0,
        names: 0,
        marks: 0,
    };
    p.whole(wrapped);
    let directive = if strict { "\"use strict\";\n" } else { "" };
    format!("{directive}{}{}", include_str!("prelude.js"), p.text)
}

impl Program {
    fn whole(&mut self, wrapped: bool) {
        if wrapped {
            self.line("(function () {");
            self.indent += 1;
            self.place.function = true;
            self.place.this = true;
        }
        for _ in 0..3 + self.random.below(4) {
            self.declaration();
        }
        while self.budget > 0 {
            if self.random.percent(15) {
                self.declaration();
                continue;
            }
            let mark = self.mark();
            self.line("try {");
            self.scopes.push(Vec::new());
            self.indent += 1;
            let returns = std::mem::replace(&mut self.place.function, false);
            let n = 1 + self.random.below(4);
            self.statements(n, 3);
            self.place.function = returns;
            self.indent -= 1;
            self.scopes.pop();
            self.line(&format!("}} catch (e) {{ log(\"caught {mark}\", e); }}"));
        }
        self.restore();
        for variable in self.scopes.concat() {
            self.line(&format!(
                "try {{ log(\"{0}\", {0}); }} catch (e) {{ log(\"{0} threw\", e); }}",
                variable.name
            ));
        }
        self.line("log(\"end\", fuel);");
        if wrapped {
            self.indent -= 1;
            self.line("})();");
        }
    }

    /// Writes a line.
    pub fn line(&mut self, line: &str) {
        for _ in 0..self.indent {
            self.text.push_str("  ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// What has been written since: for code that goes into an expression.
    pub fn capture(&mut self, f: impl FnOnce(&mut Self)) -> String {
        let before = std::mem::take(&mut self.text);
        f(self);
        std::mem::replace(&mut self.text, before)
    }

    /// A name that occurs nowhere else.
    pub fn fresh(&mut self, kind: Type) -> String {
        self.names += 1;
        let letter = match kind {
            Type::Number => "n",
            Type::Text => "s",
            Type::Bool => "b",
            Type::Array => "a",
            Type::Object => "o",
            Type::Function => "f",
            Type::Generator => "g",
            Type::Class => "C",
            Type::Map => "m",
            Type::Set => "t",
            Type::Any => "v",
        };
        format!("{letter}{}", self.names)
    }

    /// A number that names a place in the log.
    pub fn mark(&mut self) -> usize {
        self.marks += 1;
        self.marks
    }

    pub fn declare(&mut self, name: &str, kind: Type, mutable: bool) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(Variable { name: name.to_owned(), kind, mutable });
        }
    }

    /// A variable of this type.
    pub fn variable(&mut self, kind: Type, mutable: bool) -> Option<String> {
        let known: Vec<&Variable> = self
            .scopes
            .iter()
            .flatten()
            .filter(|v| (v.kind == kind || kind == Type::Any && !mutable) && (v.mutable || !mutable))
            .collect();
        if known.is_empty() {
            return None;
        }
        // Later ones are likelier: they are nearer.
        let (a, b) = (self.random.below(known.len()), self.random.below(known.len()));
        Some(known[a.max(b)].name.clone())
    }

    pub fn some_type(&mut self) -> Type {
        TYPES[self.random.below(TYPES.len())]
    }

    /// Runs `f` in an inner scope and place.
    pub fn within<R>(&mut self, place: Place, f: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.place, place);
        self.scopes.push(Vec::new());
        let result = f(self);
        self.scopes.pop();
        self.place = outer;
        result
    }

    /// The place inside a function or method.
    pub fn inner_place(&self, generator: bool, method: bool) -> Place {
        Place {
            function: true,
            generator,
            this: true,
            method,
            private: self.place.private.clone(),
            ..Place::default()
        }
    }

    /// The place inside an arrow function.
    pub fn arrow_place(&self) -> Place {
        Place {
            function: true,
            generator: false,
            labels: Vec::new(),
            in_loop: false,
            in_switch: false,
            ..self.place.clone()
        }
    }
}
