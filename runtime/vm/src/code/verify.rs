//! The verifier: what the dispatcher takes for granted is checked here, once, when code is installed.
//!
//! Checked for every function: instructions exist and are whole; register operands lie in the window; jumps and
//! handlers land on instructions; numbers of caches, literals, children, templates exist; control cannot run off the
//! end. Atoms are the compiler's and are checked where they are looked up. Not checked: that the register of an
//! environment instruction holds an environment with that slot; the compiler answers for it.

use super::ops::{Extra, Format, Op};
use super::template::TemplateSpec;

/// Why code was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// No such instruction, or it is cut off.
    Instruction,
    /// A register outside of the window.
    Register,
    /// A jump or handler that does not land on an instruction.
    Target,
    /// A cache, literal, child or template that is not there.
    Number,
    /// Control can run off the end.
    End,
}

/// Registers below 0: this, new.target, callee.
const LOWEST: i32 = -3;

/// Checks one function, not those inside it.
///
/// # Errors
/// The word at which it is broken, and how.
pub fn verify(spec: &TemplateSpec) -> Result<(), (usize, Fault)> {
    let code = &spec.code;
    let starts = instruction_starts(code)?;
    let mut last = None;
    let mut pc = 0;
    while pc < code.len() {
        let Some(op) = op_at(code[pc]) else { return Err((pc, Fault::Instruction)) };
        check(spec, &starts, pc, op).map_err(|fault| (pc, fault))?;
        last = Some(op);
        pc += op.words();
    }
    let ends = matches!(
        last,
        Some(
            Op::Ret
                | Op::RetUndef
                | Op::RetDerived
                | Op::Throw
                | Op::ThrowError
                | Op::ThrowConst
                | Op::Jmp
                | Op::Loop
        )
    );
    if !ends {
        return Err((code.len(), Fault::End));
    }
    for handler in &spec.handlers {
        let (start, end, target) = (handler.start as usize, handler.end as usize, handler.target as usize);
        if start > end || end > code.len() || !starts.get(target).copied().unwrap_or(false) {
            return Err((target, Fault::Target));
        }
        register(spec, handler.register as i32).map_err(|fault| (target, fault))?;
    }
    Ok(())
}

fn op_at(word: u64) -> Option<Op> {
    Op::ALL.get(word as u16 as usize).copied()
}

/// Which words begin an instruction.
fn instruction_starts(code: &[u64]) -> Result<Vec<bool>, (usize, Fault)> {
    let mut starts = vec![false; code.len()];
    let mut pc = 0;
    while pc < code.len() {
        starts[pc] = true;
        let words = op_at(code[pc]).ok_or((pc, Fault::Instruction))?.words();
        if pc + words > code.len() {
            return Err((pc, Fault::Instruction));
        }
        pc += words;
    }
    Ok(starts)
}

fn register(spec: &TemplateSpec, r: i32) -> Result<(), Fault> {
    if (LOWEST..spec.registers.max(spec.params) as i32).contains(&r) { Ok(()) } else { Err(Fault::Register) }
}

/// A run of `n` registers.
fn run(spec: &TemplateSpec, first: i32, n: usize) -> Result<(), Fault> {
    register(spec, first)?;
    if n == 0 { Ok(()) } else { register(spec, first + n as i32 - 1) }
}

fn number(n: usize, there: usize) -> Result<(), Fault> {
    if n < there { Ok(()) } else { Err(Fault::Number) }
}

fn check(spec: &TemplateSpec, starts: &[bool], pc: usize, op: Op) -> Result<(), Fault> {
    let word = spec.code[pc];
    let [a, b, c] = [16, 32, 48].map(|shift| (word >> shift) as i16 as i32);
    let (b_count, c_count) = (b as u16 as usize, c as u16 as usize);
    let target = |offset: i32| {
        let at = pc as i64 + offset as i64;
        let lands = usize::try_from(at).ok().and_then(|at| starts.get(at)).copied().unwrap_or(false);
        if lands { Ok(()) } else { Err(Fault::Target) }
    };
    let bc = (word >> 32) as i32;
    match op.format() {
        Format::None => {}
        Format::R | Format::RU | Format::RI32 | Format::RAtom => register(spec, a)?,
        Format::RR | Format::RRU | Format::RRI => {
            register(spec, a)?;
            // Two instructions keep a number where others have their second register.
            if !matches!(op, Op::CreateArgs | Op::NewArrayCap) {
                register(spec, b)?;
            }
        }
        Format::RRR => {
            register(spec, a)?;
            register(spec, b)?;
            register(spec, c)?;
        }
        Format::Jump => target(bc)?,
        Format::RJump => {
            register(spec, a)?;
            target(bc)?;
        }
        Format::RRJump => {
            register(spec, a)?;
            register(spec, b)?;
            target(c)?;
        }
        Format::RIJump => {
            register(spec, a)?;
            target(c)?;
        }
    }
    let extra = if op.words() == 2 { spec.code[pc + 1] } else { 0 };
    let (low, high) = (extra as u32, (extra >> 32) as u32);
    if op.extra() == Extra::CacheAtom {
        number(low as usize, spec.caches as usize)?;
    }
    match op {
        Op::NewObjectLit => {
            number(c_count, spec.literals.len())?;
            run(spec, b, spec.literals[c_count].keys.len())
        }
        Op::NewArray | Op::Concat => run(spec, b, c_count.max(1)),
        Op::CopyDataProps => run(spec, b, 1 + c_count),
        Op::NewClosure => number(c_count, spec.children.len()),
        Op::NewClass => {
            number(c_count, spec.children.len())?;
            run(spec, a, 2)?;
            register(spec, low as i32)
        }
        Op::TemplateObject => number(b_count, spec.templates.len()),
        Op::Call | Op::CallPlain | Op::New => run(spec, b, 3 + c_count),
        Op::SuperCall => {
            run(spec, b, 3 + c_count)?;
            register(spec, low as i32)?;
            register(spec, high as i32)
        }
        Op::SuperCallSpread => {
            run(spec, b, 4)?;
            register(spec, low as i32)?;
            register(spec, high as i32)
        }
        Op::CallSpread | Op::NewSpread => run(spec, b, 4),
        Op::GetMethod => run(spec, a, 3),
        Op::CreateArgs if b != 0 => register(spec, c),
        Op::GetIter | Op::ForInStart | Op::IterClose | Op::IterCloseThrow => run(spec, a, 3),
        Op::IterNext
        | Op::IterLoop
        | Op::IterStep
        | Op::IterRest
        | Op::ForInNext
        | Op::ForInLoop
        | Op::DelegateStep => run(spec, b, 3),
        Op::AddPrivateAccessor | Op::SetSuperFrom => run(spec, c, 2),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::ops::{word, word32};
    use super::*;

    fn function(code: Vec<u64>, registers: u16) -> TemplateSpec {
        TemplateSpec { code, registers, ..Default::default() }
    }

    #[test]
    fn whole_code_passes() {
        let code = vec![word32(Op::LoadInt, 0, 7), word(Op::Ret, 0, 0, 0)];
        assert_eq!(verify(&function(code, 1)), Ok(()));
    }

    #[test]
    fn broken_code_is_refused() {
        let ret = word(Op::RetUndef, 0, 0, 0);
        let cases: &[(Vec<u64>, Fault)] = &[
            (vec![0xFFFF], Fault::Instruction),
            (vec![word(Op::LoadNum, 0, 0, 0)], Fault::Instruction),
            (vec![word(Op::Move, 1, 0, 0), ret], Fault::Register),
            (vec![word(Op::Move, 0, -4, 0), ret], Fault::Register),
            (vec![word32(Op::Jmp, 0, 5), ret], Fault::Target),
            (vec![word32(Op::Jmp, 0, (-1i32) as u32), ret], Fault::Target),
            (vec![word(Op::GetProp, 0, 0, 0), 0, ret], Fault::Number),
            (vec![word(Op::NewClosure, 0, 0, 0), ret], Fault::Number),
            (vec![word(Op::CallPlain, 0, 0, 9), ret], Fault::Register),
            (vec![word(Op::Nop, 0, 0, 0)], Fault::End),
            (vec![], Fault::End),
        ];
        for (code, fault) in cases {
            assert_eq!(verify(&function(code.clone(), 1)).map_err(|e| e.1), Err(*fault), "{code:x?}");
        }
    }
}
