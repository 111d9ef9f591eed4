//! Rendering of expressions, patterns, functions and classes.

use super::{Dumper, uses};
use crate::syntax::ast::*;

impl Dumper<'_> {
    pub(super) fn spaced(&mut self, expr: &Expr) {
        self.push(" ");
        self.expr(expr);
    }

    fn all(&mut self, exprs: &[Expr]) {
        for expr in exprs {
            self.spaced(expr);
        }
    }

    fn optional_mark(optional: bool) -> &'static str {
        if optional { "?" } else { "" }
    }

    pub(super) fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Null => self.push("null"),
            ExprKind::Bool(value) => self.push(&value.to_string()),
            ExprKind::Number(value) => self.push(&value.to_string()),
            ExprKind::BigInt(digits) => self.push(&format!("{}n", self.text(*digits))),
            ExprKind::String(string) => self.push(&self.str(string)),
            ExprKind::RegExp { pattern, flags } => {
                self.push(&format!("/{}/{}", self.text(*pattern), self.text(*flags)));
            }
            ExprKind::Template(template) => self.list("template", |this| this.template(template)),
            ExprKind::TaggedTemplate(tagged) => self.list("tagged", |this| {
                this.spaced(&tagged.tag);
                this.template(&tagged.template);
            }),
            ExprKind::Ident(ident) => self.ident(ident),
            ExprKind::This => self.push("this"),
            ExprKind::NewTarget => self.push("new.target"),
            ExprKind::ImportMeta => self.push("import.meta"),
            ExprKind::Array(elements) => self.list("array", |this| {
                for element in elements {
                    match element {
                        ArrayElement::Hole => this.push(" hole"),
                        ArrayElement::Expr(expr) => this.spaced(expr),
                        ArrayElement::Spread(expr) => this.spread(expr),
                    }
                }
            }),
            ExprKind::Object(properties) => self.list("object", |this| {
                for property in properties {
                    this.push(" ");
                    this.property(property);
                }
            }),
            ExprKind::Function(function) => self.function(function),
            ExprKind::Class(class) => self.class(class),
            ExprKind::Unary { op, operand } => self.list(&format!("{op:?}"), |this| this.spaced(operand)),
            ExprKind::Update { increment, prefix, target } => {
                let op = if *increment { "++" } else { "--" };
                let head = if *prefix { format!("{op}_") } else { format!("_{op}") };
                self.list(&head, |this| {
                    this.push(" ");
                    this.pattern(target);
                });
            }
            ExprKind::Binary { op, operands } => self.list(&format!("{op:?}"), |this| {
                this.spaced(&operands.0);
                this.spaced(&operands.1);
            }),
            ExprKind::BinaryChain(chain) => self.list("chain", |this| {
                this.spaced(&chain.first);
                for (op, operand) in &chain.rest {
                    this.push(&format!(" {op:?}"));
                    this.spaced(operand);
                }
            }),
            ExprKind::PrivateIn { name, object } => self.list("private-in ", |this| {
                this.ident(name);
                this.spaced(object);
            }),
            ExprKind::Logical { op, operands } => self.list(&format!("{op:?}"), |this| this.all(operands)),
            ExprKind::Conditional(conditional) => self.list("?", |this| {
                this.spaced(&conditional.test);
                this.spaced(&conditional.consequent);
                this.spaced(&conditional.alternate);
            }),
            ExprKind::Assign(assign) => {
                let head = match assign.op {
                    AssignOp::Assign => "= ".to_owned(),
                    AssignOp::Binary(op) => format!("{op:?}= "),
                    AssignOp::Logical(op) => format!("{op:?}= "),
                };
                self.list(&head, |this| {
                    this.pattern(&assign.target);
                    this.spaced(&assign.value);
                });
            }
            ExprKind::Sequence(items) => self.list("seq", |this| this.all(items)),
            ExprKind::Member { object, property, optional } => {
                let head = format!("{}.{}", Self::optional_mark(*optional), self.text(*property));
                self.list(&head, |this| this.spaced(object));
            }
            ExprKind::Index { operands, optional } => {
                self.list(&format!("{}[]", Self::optional_mark(*optional)), |this| {
                    this.spaced(&operands.0);
                    this.spaced(&operands.1);
                });
            }
            ExprKind::PrivateMember { object, name, optional } => {
                self.list(&format!("{}.", Self::optional_mark(*optional)), |this| {
                    this.ident(name);
                    this.spaced(object);
                });
            }
            ExprKind::SuperMember(property) => self.push(&format!("super.{}", self.text(*property))),
            ExprKind::SuperIndex(index) => self.list("super[]", |this| this.spaced(index)),
            ExprKind::Call(call) => {
                let eval = if call.maybe_direct_eval { "-eval" } else { "" };
                self.list(&format!("{}call{eval}", Self::optional_mark(call.optional)), |this| {
                    this.spaced(&call.callee);
                    this.arguments(&call.arguments);
                });
            }
            ExprKind::SuperCall(arguments) => self.list("super()", |this| this.arguments(arguments)),
            ExprKind::New(new) => self.list("new", |this| {
                this.spaced(&new.callee);
                this.arguments(&new.arguments);
            }),
            ExprKind::OptionalChain(chain) => self.list("optional", |this| this.spaced(chain)),
            ExprKind::Yield(argument) => {
                self.list("yield", |this| argument.iter().for_each(|argument| this.spaced(argument)));
            }
            ExprKind::YieldStar(argument) => self.list("yield*", |this| this.spaced(argument)),
            ExprKind::Await(argument) => self.list("await", |this| this.spaced(argument)),
            ExprKind::ImportCall(import) => self.list("import", |this| {
                this.spaced(&import.specifier);
                import.options.iter().for_each(|options| this.spaced(options));
            }),
            ExprKind::Paren(inner) => self.list("paren", |this| this.spaced(inner)),
        }
    }

    fn spread(&mut self, expr: &Expr) {
        self.push(" ");
        self.list("...", |this| this.expr(expr));
    }

    fn arguments(&mut self, arguments: &[Argument]) {
        for argument in arguments {
            match argument {
                Argument::Expr(expr) => self.spaced(expr),
                Argument::Spread(expr) => self.spread(expr),
            }
        }
    }

    fn template(&mut self, template: &Template) {
        for (index, chunk) in template.chunks.iter().enumerate() {
            match &chunk.cooked {
                Some(cooked) => self.push(&format!(" {}", self.str(cooked))),
                None => self.push(&format!(" raw {:?}", self.text(chunk.raw))),
            }
            if let Some(expr) = template.expressions.get(index) {
                self.spaced(expr);
            }
        }
    }

    fn key(&mut self, key: &PropertyKey) {
        match key {
            PropertyKey::Ident(name) => self.push(self.text(*name)),
            PropertyKey::String(string) => self.push(&self.str(string)),
            PropertyKey::Number(value) => self.push(&value.to_string()),
            PropertyKey::BigInt(digits) => self.push(&format!("{}n", self.text(*digits))),
            PropertyKey::Computed(expr) => self.list("key", |this| this.spaced(expr)),
            PropertyKey::Private(ident) => self.ident(ident),
        }
    }

    fn keyed_function(&mut self, head: &str, key: &PropertyKey, function: &Function) {
        self.list(head, |this| {
            this.key(key);
            this.push(" ");
            this.function(function);
        });
    }

    fn property(&mut self, property: &Property) {
        match &property.kind {
            PropertyKind::Value { value, shorthand: true, .. } => self.expr(value),
            PropertyKind::Value { key, value, .. } => self.list("", |this| {
                this.key(key);
                this.spaced(value);
            }),
            PropertyKind::Proto(value) => self.list("proto", |this| this.spaced(value)),
            PropertyKind::Method(key, function) => self.keyed_function("method ", key, function),
            PropertyKind::Getter(key, function) => self.keyed_function("get ", key, function),
            PropertyKind::Setter(key, function) => self.keyed_function("set ", key, function),
            PropertyKind::Spread(value) => self.list("...", |this| this.expr(value)),
        }
    }

    pub(super) fn pattern(&mut self, pattern: &Pattern) {
        if pattern.parenthesized {
            self.push("paren ");
        }
        match &pattern.kind {
            PatternKind::Ident(ident) => self.ident(ident),
            PatternKind::Expr(expr) => self.expr(expr),
            PatternKind::Object(object) => self.list("object-pattern", |this| {
                for property in &object.properties {
                    this.push(" ");
                    this.list("", |this| {
                        this.key(&property.key);
                        this.push(" ");
                        this.element(&property.value);
                    });
                }
                this.rest(object.rest.as_ref());
            }),
            PatternKind::Array(array) => self.list("array-pattern", |this| {
                for element in &array.elements {
                    this.push(" ");
                    match element {
                        Some(element) => this.element(element),
                        None => this.push("hole"),
                    }
                }
                this.rest(array.rest.as_ref());
            }),
        }
    }

    fn rest(&mut self, rest: Option<&Pattern>) {
        if let Some(rest) = rest {
            self.push(" ...");
            self.pattern(rest);
        }
    }

    fn element(&mut self, element: &PatternElement) {
        self.pattern(&element.pattern);
        if let Some(default) = &element.default {
            self.push(" = ");
            self.expr(default);
        }
    }

    pub(super) fn function(&mut self, function: &Function) {
        let kind = match function.kind {
            FunctionKind::Normal => "function",
            FunctionKind::Arrow => "arrow",
            FunctionKind::Method => "method",
            FunctionKind::Getter => "getter",
            FunctionKind::Setter => "setter",
            FunctionKind::BaseConstructor => "constructor",
            FunctionKind::DerivedConstructor => "derived-constructor",
        };
        let is_async = if function.is_async { "async-" } else { "" };
        let star = if function.is_generator { "*" } else { "" };
        let strict = if function.strict { " strict" } else { "" };
        self.list(&format!("{is_async}{kind}{star}{strict}{}", uses(&function.uses)), |this| {
            if let Some(name) = &function.name {
                this.push(" ");
                this.ident(name);
            }
            this.push(" ");
            this.list("", |this| {
                for (index, param) in function.params.iter().enumerate() {
                    this.push(if index > 0 { " " } else { "" });
                    this.push(if param.rest { "..." } else { "" });
                    this.pattern(&param.pattern);
                    if let Some(default) = &param.default {
                        this.push(" = ");
                        this.expr(default);
                    }
                }
            });
            this.push(&format!(" s{}/s{}", function.param_scope.0, function.body_scope.0));
            match &function.body {
                FunctionBody::Block(body) => this.statements(body),
                FunctionBody::Expr(expr) => this.spaced(expr),
            }
        });
    }

    pub(super) fn class(&mut self, class: &Class) {
        self.list(&format!("class s{}", class.scope.0), |this| {
            if let Some(name) = &class.name {
                this.push(" ");
                this.ident(name);
            }
            if let Some(heritage) = &class.heritage {
                this.push(" ");
                this.list("extends", |this| this.spaced(heritage));
            }
            this.indent += 1;
            if let Some(constructor) = &class.constructor {
                this.line();
                this.function(constructor);
            }
            for element in &class.elements {
                this.line();
                this.push(if element.is_static { "static " } else { "" });
                this.class_element(element);
            }
            this.indent -= 1;
        });
    }

    fn class_element(&mut self, element: &ClassElement) {
        match &element.kind {
            ClassElementKind::Method(key, function) => self.keyed_function("", key, function),
            ClassElementKind::Getter(key, function) => self.keyed_function("get ", key, function),
            ClassElementKind::Setter(key, function) => self.keyed_function("set ", key, function),
            ClassElementKind::Field(key, value) => self.list("field ", |this| {
                this.key(key);
                value.iter().for_each(|value| this.spaced(value));
            }),
            ClassElementKind::StaticBlock(block) => {
                self.list(&format!("block s{}", block.scope.0), |this| this.statements(&block.body));
            }
        }
    }
}
