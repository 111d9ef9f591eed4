//! Checks that bytecode is well formed: operands in range, jumps to instructions, backward jumps that poll, and no
//! register read before it is written on some way. A call clobbers its window and everything above.

use tercet_vm::code::ops::{Extra, Format, Op};
use tercet_vm::code::template::TemplateSpec;

/// An instruction, decoded.
struct Inst {
    op: Op,
    a: i32,
    b: i32,
    c: i32,
    wide: u32,
    extra: (u32, u32),
}

/// The registers an instruction reads, those it writes, and the first one of those that it leaves undefined.
#[derive(Default)]
struct Effects {
    reads: Vec<i32>,
    writes: Vec<i32>,
    clobbers_from: Option<i32>,
}

fn decode(code: &[u64], pc: usize) -> Inst {
    let word = code[pc];
    let half = |index: u32| i32::from((word >> (16 * index)) as u16 as i16);
    let op = Op::ALL[usize::from(word as u16)];
    let extra = if op.extra() == Extra::None { 0 } else { code[pc + 1] };
    Inst {
        op,
        a: half(1),
        b: half(2),
        c: half(3),
        wide: (word >> 32) as u32,
        extra: (extra as u32, (extra >> 32) as u32),
    }
}

fn offset(inst: &Inst) -> Option<i64> {
    match inst.op.format() {
        Format::Jump | Format::RJump => Some(i64::from(inst.wide as i32)),
        Format::RRJump | Format::RIJump => Some(i64::from(inst.c)),
        _ => None,
    }
}

fn effects(spec: &TemplateSpec, inst: &Inst) -> Effects {
    let Inst { op, a, b, c, extra, .. } = *inst;
    let unsigned = i32::from(c as u16);
    let range = |first: i32, count: i32| (first..first + count).collect::<Vec<i32>>();
    let made = |reads: Vec<i32>, writes: Vec<i32>| Effects { reads, writes, clobbers_from: None };
    let call = |reads: Vec<i32>| Effects { reads, writes: vec![a], clobbers_from: Some(b) };
    match op {
        Op::SetEnv | Op::SetEnvCheck | Op::SetProp | Op::SetElemI | Op::ArrayPush | Op::ArraySpread => {
            made(vec![a, b], vec![])
        }
        Op::DefProp | Op::SetProto | Op::SetFuncName | Op::SetHome | Op::SetFieldInit | Op::InitFields => {
            made(vec![a, b], vec![])
        }
        Op::CheckInit | Op::SetGlobal | Op::InitGlobalLex | Op::ArrayHole | Op::CheckThis | Op::Ret => {
            made(vec![a], vec![])
        }
        Op::Throw | Op::CheckObj | Op::CheckIsObject | Op::IterClose | Op::IterCloseThrow => {
            made(vec![a], vec![])
        }
        Op::ThrowConst | Op::ThrowError | Op::CoerceThis | Op::Generator | Op::RetUndef => {
            made(vec![], vec![])
        }
        Op::SetElem | Op::SetSuper | Op::SetPrivate | Op::AddPrivateField | Op::AddPrivateMethod => {
            made(vec![a, b, c], vec![])
        }
        Op::DefElem | Op::DefMethod | Op::DefGetter | Op::DefSetter => made(vec![a, b, c], vec![]),
        Op::SetSuperFrom | Op::AddPrivateAccessor => made(vec![a, b, c, c + 1], vec![]),
        Op::GetSuperFrom => made(vec![a, b, c], vec![a]),
        Op::CopyDataProps => made([vec![a], range(b, unsigned + 1)].concat(), vec![]),
        Op::NewClass => made(vec![b, extra.0 as i32], vec![a, a + 1]),
        Op::GetIter | Op::ForInStart => made(vec![b], vec![a, a + 1, a + 2]),
        Op::GetMethod => made(vec![b], vec![a, a + 2]),
        Op::Yield => made(vec![b], vec![a, c]),
        Op::YieldDelegate => made(vec![b], vec![a, c]),
        Op::DelegateStep => made(vec![a, b, b + 1, b + 2, c], vec![a, c]),
        Op::IterNext | Op::IterLoop | Op::IterStep | Op::IterRest | Op::ForInNext | Op::ForInLoop => {
            made(range(b, 3), vec![a])
        }
        Op::BindThis => made(vec![a, b], vec![b]),
        Op::RetDerived => made(vec![a, b], vec![]),
        Op::CreateArgs => made(if b == 1 { vec![c] } else { vec![] }, vec![a]),
        Op::NewArrayCap | Op::NewObject | Op::CreateRest | Op::TemplateObject => made(vec![], vec![a]),
        Op::NewObjectLit => {
            let keys = spec.literals[unsigned as usize].keys.len() as i32;
            made(range(b, keys), vec![a])
        }
        Op::NewArray | Op::Concat => made(range(b, unsigned), vec![a]),
        Op::Call => call([vec![b, b + 2], range(b + 3, unsigned)].concat()),
        Op::CallPlain | Op::New => call([vec![b], range(b + 3, unsigned)].concat()),
        Op::CallSpread => call(vec![b, b + 2, b + 3]),
        Op::NewSpread => call(vec![b, b + 3]),
        Op::SuperCall => call([vec![extra.0 as i32, extra.1 as i32], range(b + 3, unsigned)].concat()),
        Op::SuperCallSpread => call(vec![extra.0 as i32, extra.1 as i32, b + 3]),
        _ => match op.format() {
            Format::None | Format::Jump => made(vec![], vec![]),
            Format::R | Format::RU | Format::RI32 | Format::RAtom => made(vec![], vec![a]),
            Format::RR | Format::RRU | Format::RRI => made(vec![b], vec![a]),
            Format::RRR => made(vec![b, c], vec![a]),
            Format::RJump | Format::RIJump => made(vec![a], vec![]),
            Format::RRJump => made(vec![a, b], vec![]),
        },
    }
}

fn ends(op: Op) -> bool {
    matches!(
        op,
        Op::Jmp
            | Op::Loop
            | Op::Ret
            | Op::RetUndef
            | Op::RetDerived
            | Op::Throw
            | Op::ThrowError
            | Op::ThrowConst
    )
}

fn polls(op: Op) -> bool {
    op.name().contains("Loop")
}

/// Checks a function and those inside it.
pub fn verify(spec: &TemplateSpec) -> Result<(), String> {
    let code = &spec.code;
    let mut starts = vec![false; code.len() + 1];
    let mut pc = 0;
    while pc < code.len() {
        starts[pc] = true;
        if usize::from(code[pc] as u16) >= Op::ALL.len() {
            return Err(format!("{pc}: no instruction"));
        }
        pc += decode(code, pc).op.words();
    }
    if pc != code.len() {
        return Err("the last instruction is cut off".to_owned());
    }
    for position in spec.positions.windows(2) {
        if position[0].pc >= position[1].pc {
            return Err("positions are not ascending".to_owned());
        }
    }
    for handler in &spec.handlers {
        let (start, end, target) = (handler.start as usize, handler.end as usize, handler.target as usize);
        if !starts[start] || (end < code.len() && !starts[end]) || !starts[target] || start >= end {
            return Err(format!("bad handler {handler:?}"));
        }
    }
    dataflow(spec, &starts)?;
    spec.children
        .iter()
        .enumerate()
        .try_for_each(|(index, child)| verify(child).map_err(|error| format!("function {index}: {error}")))
}

/// Registers from -3; a register is known to be written if its bit is set.
type Known = Vec<bool>;

fn dataflow(spec: &TemplateSpec, starts: &[bool]) -> Result<(), String> {
    let code = &spec.code;
    let registers = i32::from(spec.registers);
    let size = registers as usize + 3;
    let mut states: Vec<Option<Known>> = vec![None; code.len() + 1];
    let mut entry = vec![false; size];
    for slot in entry.iter_mut().take(3 + usize::from(spec.params)) {
        *slot = true;
    }
    let mut work = vec![];
    join(&mut states, &mut work, 0, &entry);
    while let Some(pc) = work.pop() {
        let Some(mut known) = states[pc].clone() else { continue };
        let inst = decode(code, pc);
        let effects = effects(spec, &inst);
        for handler in &spec.handlers {
            if (handler.start as usize) <= pc && pc < handler.end as usize {
                let mut caught = known.clone();
                caught[(i32::from(handler.register) + 3) as usize] = true;
                join(&mut states, &mut work, handler.target as usize, &caught);
                break;
            }
        }
        for &register in effects.reads.iter().chain(&effects.writes) {
            if register < -3 || register >= registers {
                return Err(format!("{pc}: {} uses r{register} of {registers}", inst.op.name()));
            }
        }
        for &register in &effects.reads {
            if !known[(register + 3) as usize] {
                return Err(format!("{pc}: {} reads r{register}, which is not written", inst.op.name()));
            }
        }
        if let Some(first) = effects.clobbers_from {
            for slot in known.iter_mut().skip((first + 3) as usize) {
                *slot = false;
            }
        }
        for &register in &effects.writes {
            known[(register + 3) as usize] = true;
        }
        if let Some(offset) = offset(&inst) {
            let target = pc as i64 + offset;
            if target < 0 || target >= code.len() as i64 || !starts[target as usize] {
                return Err(format!("{pc}: {} jumps to {target}", inst.op.name()));
            }
            if offset <= 0 && !polls(inst.op) {
                return Err(format!("{pc}: {} jumps backwards", inst.op.name()));
            }
            join(&mut states, &mut work, target as usize, &known);
        }
        if !ends(inst.op) {
            let next = pc + inst.op.words();
            if next >= code.len() {
                return Err(format!("{pc}: control leaves the code"));
            }
            join(&mut states, &mut work, next, &known);
        }
    }
    Ok(())
}

fn join(states: &mut [Option<Known>], work: &mut Vec<usize>, pc: usize, known: &Known) {
    match &mut states[pc] {
        Some(old) => {
            let mut changed = false;
            for (old, new) in old.iter_mut().zip(known) {
                if *old && !new {
                    *old = false;
                    changed = true;
                }
            }
            if changed {
                work.push(pc);
            }
        }
        empty => {
            *empty = Some(known.clone());
            work.push(pc);
        }
    }
}
