//! Shorthands for emitting instructions and taking registers.

use super::Compiler;
use super::assembler::{Inst, Label, Reg};
use super::fold::Const;
use super::scope::Hoist;
use crate::syntax::Str;
use tercet_vm::atom::Atom;
use tercet_vm::code::ops::{Op, pair};
use tercet_vm::value::imm;

/// When this many values are hoisted, further constants are loaded where they are used.
const MOST_HOISTED: usize = 48;

impl Compiler<'_> {
    /// Appends an instruction that cannot throw.
    pub(super) fn emit(&mut self, op: Op, a: i32, b: i32, c: i32) {
        self.f.asm.emit(Inst::new(op, a, b, c));
    }

    /// Appends an instruction whose exceptions are reported at the byte offset `at`.
    pub(super) fn emit_at(&mut self, at: u32, op: Op, a: i32, b: i32, c: i32) {
        self.f.asm.emit(Inst::new(op, a, b, c).at(at));
    }

    /// Appends an instruction with an inline cache and an atom.
    pub(super) fn emit_cached(&mut self, at: u32, op: Op, a: i32, b: i32, atom: Atom) {
        if self.f.asm.reachable() {
            let extra = pair(self.f.caches, atom.0);
            self.f.caches += 1;
            self.f.asm.emit(Inst::new(op, a, b, 0).with_extra(extra).at(at));
        }
    }

    /// Appends an instruction whose second word holds an atom.
    pub(super) fn emit_named(&mut self, at: u32, op: Op, operands: (i32, i32, i32), atom: Atom) {
        let (a, b, c) = operands;
        self.f.asm.emit(Inst::new(op, a, b, c).with_extra(pair(atom.0, 0)).at(at));
    }

    /// Appends an instruction whose second word is given.
    pub(super) fn emit_extra(&mut self, at: u32, op: Op, operands: (i32, i32, i32), extra: u64) {
        let (a, b, c) = operands;
        self.f.asm.emit(Inst::new(op, a, b, c).with_extra(extra).at(at));
    }

    /// `dst = src`, unless they are the same.
    pub(super) fn copy(&mut self, dst: Reg, src: Reg) {
        if dst != src {
            self.emit(Op::Move, dst, src, 0);
        }
    }

    /// `dst = number`
    pub(super) fn load_int(&mut self, dst: Reg, value: i32) {
        self.emit(Op::LoadInt, dst, value, 0);
    }

    /// `dst = undefined`
    pub(super) fn load_undefined(&mut self, dst: Reg) {
        self.emit(Op::LoadImm, dst, imm::UNDEFINED as i32, 0);
    }

    /// The register holds a variable in its temporal dead zone.
    pub(super) fn load_uninit(&mut self, dst: Reg) {
        self.emit(Op::LoadImm, dst, imm::UNINIT as i32, 0);
    }

    /// `dst = string`
    pub(super) fn load_atom(&mut self, dst: Reg, atom: Atom) {
        self.emit(Op::LoadStr, dst, atom.0 as i32, 0);
    }

    /// The instruction that loads a constant.
    pub(super) fn constant_inst(&mut self, dst: Reg, value: &Const) -> Inst {
        let immediate = |bits: u32| Inst::new(Op::LoadImm, dst, bits as i32, 0);
        match value {
            Const::Undefined => immediate(imm::UNDEFINED),
            Const::Null => immediate(imm::NULL),
            Const::Bool(true) => immediate(imm::TRUE),
            Const::Bool(false) => immediate(imm::FALSE),
            Const::Number(number) => {
                let int = *number as i32;
                if f64::from(int) == *number && !(int == 0 && number.is_sign_negative()) {
                    Inst::new(Op::LoadInt, dst, int, 0)
                } else {
                    // One NaN only: folding on this machine may have made another.
                    let bits = if number.is_nan() { f64::NAN } else { *number }.to_bits();
                    Inst::new(Op::LoadNum, dst, 0, 0).with_extra(bits)
                }
            }
            Const::Str(text) => {
                let atom = self.str_atom(text);
                Inst::new(Op::LoadStr, dst, atom.0 as i32, 0)
            }
            Const::Text(text) => {
                let atom = self.atoms.atom(text);
                Inst::new(Op::LoadStr, dst, atom.0 as i32, 0)
            }
        }
    }

    /// `dst = constant`
    pub(super) fn load_const(&mut self, dst: Reg, value: &Const) {
        let inst = self.constant_inst(dst, value);
        self.f.asm.emit(inst);
    }

    /// A register that holds the constant: in loops one that is loaded before them.
    pub(super) fn const_operand(&mut self, value: &Const) -> Reg {
        if self.f.loop_depth > 0 {
            let hoist = Hoist::LoopConst(value.clone());
            if self.f.hoists.len() < MOST_HOISTED || self.f.hoists.contains(&hoist) {
                return self.hoist_from_loop(hoist);
            }
        }
        let dst = self.temp();
        self.load_const(dst, value);
        dst
    }

    /// The atom of a string literal.
    pub(super) fn str_atom(&mut self, text: &Str) -> Atom {
        match text {
            Str::Name(name) => self.atom(*name),
            Str::Wtf16(units) => self.atoms.atom_utf16(units),
        }
    }

    /// A new label.
    pub(super) fn label(&mut self) -> Label {
        self.f.asm.label()
    }

    /// Binds a label that only earlier instructions jump to.
    pub(super) fn bind(&mut self, label: Label) {
        self.f.asm.bind(label);
    }

    /// `Jmp`
    pub(super) fn jump(&mut self, label: Label) {
        self.f.asm.emit(Inst::new(Op::Jmp, 0, label_number(label), 0));
    }

    /// The backward jump of a loop.
    pub(super) fn jump_back(&mut self, at: u32, label: Label) {
        self.f.asm.emit(Inst::new(Op::Loop, 0, label_number(label), 0).at(at));
    }

    /// A jump that tests one register.
    pub(super) fn jump_on(&mut self, op: Op, a: Reg, label: Label) {
        self.f.asm.emit(Inst::new(op, a, label_number(label), 0));
    }

    /// A conditional back edge that tests one register.
    pub(super) fn jump_on_back(&mut self, at: u32, op: Op, a: Reg, label: Label) {
        self.f.asm.emit(Inst::new(op, a, label_number(label), 0).at(at));
    }

    /// A jump that looks at two operands.
    pub(super) fn jump_on2(&mut self, at: u32, op: Op, a: Reg, b: i32, label: Label) {
        self.f.asm.emit(Inst::new(op, a, b, label_number(label)).at(at));
    }

    /// A new temporary.
    pub(super) fn temp(&mut self) -> Reg {
        self.temps(1)
    }

    /// Consecutive new temporaries; the first one.
    pub(super) fn temps(&mut self, count: i32) -> Reg {
        let first = self.f.next;
        self.f.next = first.saturating_add(count);
        self.f.top = self.f.top.max(self.f.next);
        let needed = usize::try_from(self.f.next).unwrap_or(0).min(1 << 16);
        if self.f.variables.len() < needed {
            self.f.variables.resize(needed, None);
        }
        if let Some(slots) = self.f.variables.get_mut(first as usize..needed) {
            slots.fill(None);
        }
        first
    }

    /// The state of the register stack, for [`Self::release`].
    pub(super) fn mark(&self) -> Reg {
        self.f.next
    }

    /// Frees all registers taken since the mark.
    pub(super) fn release(&mut self, mark: Reg) {
        self.f.next = mark;
    }
}

fn label_number(label: Label) -> i32 {
    label.index() as i32
}
