//! Installed code: immutable templates in the code space, which never move while a turn lasts.
//!
//! Invariants: templates hold atoms, shape numbers and caches, never pointers into the moving heap. A [`CodeId`] names
//! a template from closures and suspended generators; an id whose template no live cell names any more is dropped
//! between turns.

use super::template::{FunctionKind, GlobalDeclarations, Handler, Position, TemplateSpec, TemplateStrings};
use crate::atom::Atom;
use crate::value::{Cx, GlobalId};
use gc_arena::{Collect, Gc, RefLock};
use std::cell::Cell;
use std::rc::Rc;

/// Number of a template.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CodeId(pub u32);

/// A source text, shared by the functions in it.
#[derive(Debug)]
pub struct Source {
    /// As it appears in stack traces.
    pub name: String,
    /// The text.
    pub text: String,
}

/// An inline cache: what was found where, for one shape of the receiver.
#[derive(Default, Debug)]
pub struct Cache {
    /// Receiver's shape; 0 never matches.
    pub shape: Cell<u32>,
    /// Where the value is: words from the start of the cell if it is inline, else [`Cache::OUTSIDE`] plus the index in
    /// the slots cell.
    pub place: Cell<u32>,
    /// Inherited: the holder's global + 1. Added: the next shape. Own: 0.
    pub other: Cell<u32>,
    /// The epoch at which an inherited or added entry was true.
    pub epoch: Cell<u32>,
}

impl Cache {
    /// Flag in `place`: the value lies in the slots cell.
    pub const OUTSIDE: u32 = 1 << 31;
}

/// An object literal's keys and, once it has been made, its shape.
#[derive(Debug)]
pub struct Literal {
    /// The keys.
    pub keys: Box<[Atom]>,
    /// The final shape, or 0.
    pub shape: Cell<u32>,
}

/// What a template holds besides its children.
#[derive(Debug)]
pub struct Body {
    /// Number.
    pub id: CodeId,
    /// See [`TemplateSpec`].
    pub name: Atom,
    /// See [`TemplateSpec`].
    pub length: u32,
    /// See [`TemplateSpec`].
    pub kind: FunctionKind,
    /// See [`TemplateSpec`].
    pub strict: bool,
    /// See [`TemplateSpec`].
    pub params: u16,
    /// See [`TemplateSpec`].
    pub registers: u16,
    /// See [`TemplateSpec`].
    pub needs_arguments: bool,
    /// See [`TemplateSpec`].
    pub code: Box<[u64]>,
    /// One for each cached access.
    pub caches: Box<[Cache]>,
    /// See [`TemplateSpec`].
    pub literals: Box<[Literal]>,
    /// See [`TemplateSpec`]; with the object once it has been made.
    pub templates: Box<[(TemplateStrings, Cell<Option<GlobalId>>)]>,
    /// See [`TemplateSpec`].
    pub handlers: Box<[Handler]>,
    /// See [`TemplateSpec`].
    pub positions: Box<[Position]>,
    /// Text and name.
    pub source: Rc<Source>,
    /// See [`TemplateSpec`].
    pub range: (u32, u32),
    /// See [`TemplateSpec`].
    pub globals: Option<Box<GlobalDeclarations>>,
    /// Inline slots that objects made by this constructor turned out to need.
    pub inline_hint: Cell<u8>,
    /// The shape of objects made with this constructor's `prototype`, and the global of that prototype + 1.
    pub instance_shape: Cell<(u32, u32)>,
}

/// An installed function.
#[derive(Collect)]
#[collect(no_drop)]
pub struct Template<'gc> {
    /// Everything but the children.
    #[collect(require_static)]
    pub body: Body,
    /// Functions inside this one.
    pub children: Box<[Gc<'gc, Template<'gc>>]>,
}

impl std::ops::Deref for Template<'_> {
    type Target = Body;
    #[inline(always)]
    fn deref(&self) -> &Body {
        &self.body
    }
}

/// The root of the code space.
#[derive(Collect)]
#[collect(no_drop)]
pub struct CodeSpace<'gc> {
    /// By [`CodeId`].
    pub live: Gc<'gc, RefLock<Vec<Option<Gc<'gc, Template<'gc>>>>>>,
}

/// Installs a function and those inside it.
///
/// # Panics
/// If [`super::verify`] refuses the code: then the compiler is broken, and running it would not be safe.
pub fn install<'rt>(cx: &mut Cx<'rt>, spec: TemplateSpec, source: &Rc<Source>) -> Gc<'rt, Template<'rt>> {
    if let Err((pc, fault)) = super::verify::verify(&spec) {
        unreachable!("the compiler made bad code: {fault:?} at word {pc}");
    }
    let children: Box<[_]> = spec.children.into_iter().map(|child| install(cx, child, source)).collect();
    let id = CodeId(cx.host.code.templates.len() as u32);
    let body = Body {
        id,
        name: spec.name,
        length: spec.length,
        kind: spec.kind,
        strict: spec.strict,
        params: spec.params,
        registers: spec.registers.max(spec.params),
        needs_arguments: spec.needs_arguments,
        code: spec.code.into(),
        caches: (0..spec.caches).map(|_| Cache::default()).collect(),
        literals: spec.literals.into_iter().map(|l| Literal { keys: l.keys, shape: Cell::new(0) }).collect(),
        templates: spec.templates.into_iter().map(|t| (t, Cell::new(None))).collect(),
        handlers: spec.handlers.into(),
        positions: spec.positions.into(),
        source: source.clone(),
        range: spec.source,
        globals: spec.globals,
        inline_hint: Cell::new(crate::object::create::DEFAULT_INLINE),
        instance_shape: Cell::new((0, 0)),
    };
    let template = Gc::new(cx.mc, Template { body, children });
    cx.host.code.space.live.borrow_mut(cx.mc).push(Some(template));
    cx.host.code.templates.push(Some(template.as_ref()));
    template
}

impl Body {
    /// Line and column of the instruction that covers word `pc`.
    pub fn position(&self, pc: u32) -> Option<Position> {
        let after = self.positions.partition_point(|p| p.pc <= pc);
        after.checked_sub(1).map(|i| self.positions[i])
    }
    /// The function's text.
    pub fn text(&self) -> &str {
        self.source.text.get(self.range.0 as usize..self.range.1 as usize).unwrap_or("")
    }
}
