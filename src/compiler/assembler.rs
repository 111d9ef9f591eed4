//! Instructions under construction: labels, jump relaxation, and the encoding into words.
//!
//! The rest of the compiler emits [`Inst`]s with labels as jump targets and with *provisional* register numbers.
//! [`Assembler::finish`] gives every register its final number, decides which jumps need their long form and
//! writes the words. Registers that hold values computed once at the start of a function ("hoisted": outer
//! environments, constants used in loops) are numbered from [`HOIST`]; they end up just above the parameters.

use tercet_vm::code::ops::{Extra, Format, Op, pair, word, word32};

/// A register, provisional until [`Assembler::finish`].
pub(super) type Reg = i32;

/// `this` of the frame.
pub(super) const THIS: Reg = -1;
/// `new.target` of the frame.
pub(super) const NEW_TARGET: Reg = -2;
/// The function that runs.
pub(super) const CALLEE: Reg = -3;
/// The first hoisted register.
pub(super) const HOIST: Reg = 1 << 20;
/// No source position.
const NO_POSITION: u32 = u32::MAX;
/// More registers than this do not fit into an operand.
const MAX_REGISTERS: i32 = 32_000;

/// A jump target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Label(u32);

impl Label {
    /// As a number, for operands.
    pub fn index(self) -> u32 {
        self.0
    }
}

/// An instruction before encoding. Operands that are 32 bits wide, and labels of wide jumps, are in `b`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inst {
    op: Op,
    a: i32,
    b: i32,
    c: i32,
    extra: u64,
    position: u32,
}

impl Inst {
    /// An instruction without second word and position.
    pub fn new(op: Op, a: i32, b: i32, c: i32) -> Inst {
        Inst { op, a, b, c, extra: 0, position: NO_POSITION }
    }

    /// The same with a second word.
    pub fn with_extra(self, extra: u64) -> Inst {
        Inst { extra, ..self }
    }

    /// The same with a place in the source.
    pub fn at(self, position: u32) -> Inst {
        Inst { position, ..self }
    }
}

/// A handler in terms of instruction indices.
struct Guard {
    start: u32,
    end: u32,
    target: Label,
    register: Reg,
}

/// What [`Assembler::finish`] gives.
pub(super) struct Assembled {
    /// The words.
    pub code: Vec<u64>,
    /// Start, end, target (all in words), register.
    pub handlers: Vec<(u32, u32, u32, i16)>,
    /// Word and byte offset in the source.
    pub positions: Vec<(u32, u32)>,
    /// Size of the register window.
    pub registers: u16,
}

/// The code of one function while it grows.
#[derive(Default)]
pub(super) struct Assembler {
    code: Vec<Inst>,
    /// Instruction index of each label; `u32::MAX` until bound.
    labels: Vec<u32>,
    /// Whether an emitted instruction jumps to the label.
    used: Vec<bool>,
    guards: Vec<Guard>,
    /// Control cannot get here.
    dead: bool,
    /// The last index that somebody remembers, so that the instruction before it must stay.
    pinned: u32,
}

impl Assembler {
    /// Whether control can reach the place where the next instruction would go.
    pub fn reachable(&self) -> bool {
        !self.dead
    }

    /// Appends an instruction; nothing happens where control cannot get.
    pub fn emit(&mut self, inst: Inst) {
        if self.dead {
            return;
        }
        if let Some(label) = label_of(&inst) {
            self.used[label as usize] = true;
        }
        self.code.push(inst);
        self.dead = matches!(
            inst.op,
            Op::Jmp
                | Op::Loop
                | Op::Ret
                | Op::RetUndef
                | Op::RetDerived
                | Op::Throw
                | Op::ThrowError
                | Op::ThrowConst
        );
    }

    /// A new label, to be bound later.
    pub fn label(&mut self) -> Label {
        self.labels.push(u32::MAX);
        self.used.push(false);
        Label(self.labels.len() as u32 - 1)
    }

    /// The label is here. Only jumps that were emitted before lead to it.
    pub fn bind(&mut self, label: Label) {
        self.drop_jumps_to(label);
        self.invert_jump_over(label);
        if self.used[label.0 as usize] {
            self.dead = false;
        }
        self.labels[label.0 as usize] = self.here();
    }

    /// A `Jmp` to the next instruction is not needed.
    fn drop_jumps_to(&mut self, label: Label) {
        while self.pinned < self.code.len() as u32
            && self.code.last().is_some_and(|last| last.op == Op::Jmp && last.b == label.0 as i32)
        {
            self.code.pop();
            self.dead = false;
        }
    }

    /// A conditional jump over a `Jmp` becomes one jump.
    fn invert_jump_over(&mut self, label: Label) {
        let count = self.code.len();
        if count < 2 || self.pinned as usize >= count - 1 || self.code[count - 1].op != Op::Jmp {
            return;
        }
        let mut inst = self.code[count - 2];
        if label_of(&inst) == Some(label.0)
            && let Some(op) = inverse(inst.op)
        {
            inst.op = op;
            set_label(&mut inst, self.code[count - 1].b as u32);
            self.code[count - 2] = inst;
            self.code.pop();
            self.dead = false;
        }
    }

    /// The label is here, and control gets here by ways that were not emitted yet: backward jumps, exceptions.
    pub fn bind_open(&mut self, label: Label) {
        self.dead = false;
        self.labels[label.0 as usize] = self.here();
    }

    /// The index of the next instruction, to be remembered.
    pub fn here(&mut self) -> u32 {
        self.pinned = self.code.len() as u32;
        self.pinned
    }

    /// Exceptions in the instructions from `start` up to `end` continue at `target`. Inner regions come first.
    pub fn guard(&mut self, start: u32, end: u32, target: Label, register: Reg) {
        if start < end {
            self.guards.push(Guard { start, end, target, register });
        }
    }

    /// Reserves a place for instructions that are known later: element `number` of what [`Self::finish`] is given.
    pub fn placeholder(&mut self, number: usize) {
        self.here();
        self.emit(Inst::new(Op::Nop, number as i32, 0, 0));
        self.here();
    }

    /// Puts the prologue first and fills the placeholders.
    fn expand(&mut self, prologue: Vec<Inst>, fillings: &[Vec<Inst>]) -> Vec<Inst> {
        let mut code = prologue;
        let mut moved = Vec::with_capacity(self.code.len() + 1);
        for inst in &self.code {
            moved.push(code.len() as u32);
            match inst.op {
                Op::Nop => code.extend(fillings.get(inst.a as usize).into_iter().flatten()),
                _ => code.push(*inst),
            }
        }
        moved.push(code.len() as u32);
        for label in &mut self.labels {
            if let Some(place) = moved.get(*label as usize) {
                *label = *place;
            }
        }
        for guard in &mut self.guards {
            guard.start = moved[guard.start as usize];
            guard.end = moved[guard.end as usize];
        }
        code
    }

    /// Encodes everything. `prologue` goes first; `fillings` are for the placeholders; `params` and `hoisted` tell
    /// how to number registers; `top` is one above the highest provisional register that is not hoisted.
    pub fn finish(
        mut self,
        prologue: Vec<Inst>,
        fillings: &[Vec<Inst>],
        params: i32,
        hoisted: i32,
        top: i32,
    ) -> Result<Assembled, &'static str> {
        if top + hoisted > MAX_REGISTERS {
            return Err("too many local variables and temporaries in one function");
        }
        let mut code = self.expand(prologue, fillings);
        for index in 0..code.len() {
            self.thread(&mut code, index);
            let map = |reg: Reg| match reg {
                _ if reg >= HOIST => params + (reg - HOIST),
                _ if reg >= params => reg + hoisted,
                _ => reg,
            };
            number_registers(&mut code[index], map);
        }
        let (offsets, long) = self.relax(&code);
        let mut words = Vec::with_capacity(code.len() + code.len() / 4);
        let mut positions = Vec::new();
        for (index, inst) in code.iter().enumerate() {
            if inst.position != NO_POSITION && may_throw(inst.op) {
                positions.push((words.len() as u32, inst.position));
            }
            let target = label_of(inst).map(|label| {
                let place = self.labels[label as usize];
                offsets[place as usize] as i64
            });
            encode(&mut words, inst, long[index], target)?;
        }
        let mut handlers = Vec::with_capacity(self.guards.len());
        for guard in self.guards.iter().filter(|guard| guard.start < guard.end) {
            let at = |index: u32| offsets[index as usize];
            let target = offsets[self.labels[guard.target.0 as usize] as usize];
            let register = match guard.register {
                reg if reg >= params => reg + hoisted,
                reg => reg,
            };
            handlers.push((at(guard.start), at(guard.end), target, register as i16));
        }
        Ok(Assembled { code: words, handlers, positions, registers: (top + hoisted) as u16 })
    }

    /// A jump to a `Jmp` goes where that one goes.
    fn thread(&self, code: &mut [Inst], index: usize) {
        let inst = code[index];
        if matches!(inst.op, Op::Loop | Op::LoopTrue | Op::IterLoop | Op::ForInLoop)
            || back_edge(inst.op).is_some()
        {
            return;
        }
        let Some(mut label) = label_of(&inst) else { return };
        for _ in 0..8 {
            let place = self.labels[label as usize] as usize;
            match code.get(place) {
                Some(next) if next.op == Op::Jmp && place != index => label = next.b as u32,
                _ => break,
            }
        }
        set_label(&mut code[index], label);
    }

    /// Word offsets of all instructions (and of the end), and which jumps need the long form.
    fn relax(&self, code: &[Inst]) -> (Vec<u32>, Vec<bool>) {
        let mut long = vec![false; code.len()];
        let mut offsets = vec![0u32; code.len() + 1];
        loop {
            for (index, inst) in code.iter().enumerate() {
                let words = if long[index] { long_words(inst.op) } else { inst.op.words() };
                offsets[index + 1] = offsets[index] + words as u32;
            }
            let mut changed = false;
            for (index, inst) in code.iter().enumerate() {
                if long[index] || !matches!(inst.op.format(), Format::RRJump | Format::RIJump) {
                    continue;
                }
                let target = offsets[self.labels[inst.c as usize] as usize] as i64;
                if i16::try_from(target - offsets[index] as i64).is_err() {
                    long[index] = true;
                    changed = true;
                }
            }
            if !changed {
                return (offsets, long);
            }
        }
    }
}

/// The label that an instruction jumps to.
fn label_of(inst: &Inst) -> Option<u32> {
    match inst.op.format() {
        Format::Jump | Format::RJump => Some(inst.b as u32),
        Format::RRJump | Format::RIJump => Some(inst.c as u32),
        _ => None,
    }
}

fn set_label(inst: &mut Inst, label: u32) {
    match inst.op.format() {
        Format::Jump | Format::RJump => inst.b = label as i32,
        _ => inst.c = label as i32,
    }
}

/// Which of `a`, `b`, `c` are registers.
pub(super) fn register_operands(op: Op) -> (bool, bool, bool) {
    match op {
        Op::CreateArgs => return (true, false, true),
        Op::ThrowError => return (false, false, false),
        Op::NewArrayCap => return (true, false, false),
        _ => {}
    }
    match op.format() {
        Format::None | Format::Jump => (false, false, false),
        Format::R | Format::RU | Format::RI32 | Format::RAtom | Format::RJump | Format::RIJump => {
            (true, false, false)
        }
        Format::RR | Format::RRU | Format::RRI | Format::RRJump => (true, true, false),
        Format::RRR => (true, true, true),
    }
}

/// How many halves of the second word, from the low one, are registers.
pub(super) fn register_extras(op: Op) -> usize {
    match op {
        Op::NewClass => 1,
        Op::SuperCall | Op::SuperCallSpread => 2,
        _ => 0,
    }
}

fn number_registers(inst: &mut Inst, map: impl Fn(Reg) -> Reg) {
    let (a, b, c) = register_operands(inst.op);
    if a {
        inst.a = map(inst.a);
    }
    if b {
        inst.b = map(inst.b);
    }
    if c {
        inst.c = map(inst.c);
    }
    let halves = register_extras(inst.op);
    if halves > 0 {
        let low = map(inst.extra as u32 as i32) as u32;
        let high = (inst.extra >> 32) as u32;
        let high = if halves == 2 { map(high as i32) as u32 } else { high };
        inst.extra = pair(low, high);
    }
}

/// The plain jump that a conditional back edge combines with `Loop`, negated.
fn back_edge(op: Op) -> Option<Op> {
    Some(match op {
        Op::LoopLt => Op::JNLt,
        Op::LoopLe => Op::JNLe,
        Op::LoopGt => Op::JNGt,
        Op::LoopGe => Op::JNGe,
        Op::LoopLtI => Op::JNLtI,
        Op::LoopLeI => Op::JNLeI,
        Op::LoopGtI => Op::JNGtI,
        Op::LoopGeI => Op::JNGeI,
        _ => return None,
    })
}

/// The jump that is taken exactly when `op` is not.
fn inverse(op: Op) -> Option<Op> {
    Some(match op {
        Op::JLt => Op::JNLt,
        Op::JLe => Op::JNLe,
        Op::JGt => Op::JNGt,
        Op::JGe => Op::JNGe,
        Op::JNLt => Op::JLt,
        Op::JNLe => Op::JLe,
        Op::JNGt => Op::JGt,
        Op::JNGe => Op::JGe,
        Op::JEq => Op::JNe,
        Op::JNe => Op::JEq,
        Op::JSeq => Op::JSne,
        Op::JSne => Op::JSeq,
        Op::JLtI => Op::JNLtI,
        Op::JLeI => Op::JNLeI,
        Op::JGtI => Op::JNGtI,
        Op::JGeI => Op::JNGeI,
        Op::JNLtI => Op::JLtI,
        Op::JNLeI => Op::JLeI,
        Op::JNGtI => Op::JGtI,
        Op::JNGeI => Op::JGeI,
        Op::JSeqI => Op::JSneI,
        Op::JSneI => Op::JSeqI,
        Op::JTrue => Op::JFalse,
        Op::JFalse => Op::JTrue,
        Op::JNullish => Op::JNotNullish,
        Op::JNotNullish => Op::JNullish,
        Op::JUndef => Op::JNotUndef,
        Op::JNotUndef => Op::JUndef,
        _ => return None,
    })
}

/// Length of the long form of a jump whose offset does not fit 16 bits.
fn long_words(op: Op) -> usize {
    if back_edge(op).or(inverse(op)).is_some() { 2 } else { 3 }
}

/// Whether the instruction can throw or call, and so needs a position.
fn may_throw(op: Op) -> bool {
    !matches!(
        op,
        Op::Move
            | Op::LoadInt
            | Op::LoadNum
            | Op::LoadStr
            | Op::LoadImm
            | Op::NewEnv
            | Op::FuncEnv
            | Op::EnvParent
            | Op::GetEnv
            | Op::SetEnv
            | Op::CloneEnv
            | Op::FuncHome
            | Op::NewPrivateName
            | Op::NewObject
            | Op::NewObjectLit
            | Op::NewArray
            | Op::NewArrayCap
            | Op::ArrayPush
            | Op::ArrayHole
            | Op::SetProto
            | Op::SetFuncName
            | Op::NewClosure
            | Op::SetHome
            | Op::SetFieldInit
            | Op::TemplateObject
            | Op::Not
            | Op::Typeof
            | Op::StrictEq
            | Op::StrictNe
            | Op::Jmp
            | Op::JTrue
            | Op::JFalse
            | Op::JNullish
            | Op::JNotNullish
            | Op::JUndef
            | Op::JNotUndef
            | Op::JSeq
            | Op::JSne
            | Op::JSeqI
            | Op::JSneI
            | Op::CoerceThis
            | Op::CreateRest
            | Op::CreateArgs
            | Op::Ret
            | Op::RetUndef
            | Op::Generator
            | Op::Nop
    )
}

const BIG: &str = "a function is too big: an operand does not fit its instruction";

fn signed(value: i32) -> Result<i32, &'static str> {
    i16::try_from(value).map(i32::from).map_err(|_| BIG)
}

fn unsigned(value: i32) -> Result<i32, &'static str> {
    u16::try_from(value).map(i32::from).map_err(|_| BIG)
}

/// Encodes one instruction; `target` is the absolute word that a jump leads to.
fn encode(words: &mut Vec<u64>, inst: &Inst, long: bool, target: Option<i64>) -> Result<(), &'static str> {
    let here = words.len() as i64;
    let Inst { op, a, b, c, extra, .. } = *inst;
    let far = |from: i64| -> Result<u32, &'static str> {
        i32::try_from(target.unwrap_or(from) - from).map(|offset| offset as u32).map_err(|_| BIG)
    };
    if long {
        let (a, b) = (signed(a)?, signed(b)?);
        if let Some(negated) = back_edge(op) {
            words.push(word(negated, a, b, 2));
            words.push(word32(Op::Loop, 0, far(here + 1)?));
        } else if let Some(negated) = inverse(op) {
            words.push(word(negated, a, b, 2));
            words.push(word32(Op::Jmp, 0, far(here + 1)?));
        } else {
            words.push(word(op, a, b, 2));
            words.push(word32(Op::Jmp, 0, 2));
            let offset = far(here + 2)?;
            words.push(word32(if (offset as i32) < 0 { Op::Loop } else { Op::Jmp }, 0, offset));
        }
        return Ok(());
    }
    words.push(match op.format() {
        Format::None => word(op, 0, 0, 0),
        Format::R => word(op, signed(a)?, 0, 0),
        Format::RR => word(op, signed(a)?, signed(b)?, 0),
        Format::RRR | Format::RRI => word(op, signed(a)?, signed(b)?, signed(c)?),
        Format::RRU if op == Op::CreateArgs => word(op, signed(a)?, unsigned(b)?, signed(c)?),
        Format::RRU => word(op, signed(a)?, signed(b)?, unsigned(c)?),
        Format::RU => word(op, signed(a)?, unsigned(b)?, 0),
        Format::RI32 | Format::RAtom => word32(op, signed(a)?, b as u32),
        Format::Jump => word32(op, 0, far(here)?),
        Format::RJump => word32(op, signed(a)?, far(here)?),
        Format::RRJump | Format::RIJump => word(op, signed(a)?, signed(b)?, signed(far(here)? as i32)?),
    });
    if op.extra() != Extra::None {
        words.push(extra);
    }
    Ok(())
}
