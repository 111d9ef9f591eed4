//! A readable form of bytecode, for `--dump-bytecode` and tests.

use super::assembler::{register_extras, register_operands};
use std::fmt::Write;
use tercet_vm::atom::Atom;
use tercet_vm::code::ops::{Extra, Format, Op};
use tercet_vm::code::template::TemplateSpec;
use tercet_vm::value::imm;

/// Lists the instructions of a function and of those inside it. `text` gives the text of an atom.
pub fn disassemble(spec: &TemplateSpec, text: &dyn Fn(Atom) -> String) -> String {
    let mut out = String::new();
    function(&mut out, spec, text, "");
    out
}

fn function(out: &mut String, spec: &TemplateSpec, text: &dyn Fn(Atom) -> String, path: &str) {
    let strict = if spec.strict { " strict" } else { "" };
    let _ = writeln!(
        out,
        "{}{:?} {:?}{strict} params={} registers={} caches={}",
        if path.is_empty() { String::new() } else { format!("{path} ") },
        spec.kind,
        text(spec.name),
        spec.params,
        spec.registers,
        spec.caches
    );
    if let Some(globals) = &spec.globals {
        for (what, names) in [
            ("let", &globals.lets),
            ("const", &globals.consts),
            ("var", &globals.vars),
            ("function", &globals.functions),
        ] {
            if !names.is_empty() {
                let names: Vec<String> = names.iter().map(|name| text(*name)).collect();
                let _ = writeln!(out, "  {what} {}", names.join(", "));
            }
        }
    }
    let mut pc = 0;
    while pc < spec.code.len() {
        let Some(op) = Op::ALL.get(usize::from(spec.code[pc] as u16)).copied() else {
            let _ = writeln!(out, "{pc:4}  ?");
            pc += 1;
            continue;
        };
        let line = instruction(spec, op, pc, text);
        let place = spec.positions.binary_search_by_key(&(pc as u32), |position| position.pc);
        let place = place.map(|index| {
            let position = spec.positions[index];
            format!("  ; {}:{}", position.line, position.column)
        });
        let _ = writeln!(out, "{}{}", line.trim_end(), place.unwrap_or_default());
        pc += op.words();
    }
    for handler in &spec.handlers {
        let _ = writeln!(
            out,
            "  handler {}..{} -> {} r{}",
            handler.start, handler.end, handler.target, handler.register
        );
    }
    for (index, literal) in spec.literals.iter().enumerate() {
        let keys: Vec<String> = literal.keys.iter().map(|key| text(*key)).collect();
        let _ = writeln!(out, "  literal {index}: {}", keys.join(", "));
    }
    for (index, site) in spec.templates.iter().enumerate() {
        let raw: Vec<String> = site.raw.iter().map(|part| format!("{:?}", text(*part))).collect();
        let _ = writeln!(out, "  template {index}: {}", raw.join(", "));
    }
    for (index, child) in spec.children.iter().enumerate() {
        let path = if path.is_empty() { format!("#{index}") } else { format!("{path}.{index}") };
        let _ = writeln!(out);
        function(out, child, text, &path);
    }
}

fn register(number: i32) -> String {
    match number {
        -1 => "this".to_owned(),
        -2 => "new.target".to_owned(),
        -3 => "callee".to_owned(),
        _ => format!("r{number}"),
    }
}

fn immediate(number: u32) -> String {
    match number {
        imm::UNDEFINED => "undefined".to_owned(),
        imm::NULL => "null".to_owned(),
        imm::TRUE => "true".to_owned(),
        imm::FALSE => "false".to_owned(),
        imm::UNINIT => "uninit".to_owned(),
        imm::HOLE => "hole".to_owned(),
        _ => number.to_string(),
    }
}

fn instruction(spec: &TemplateSpec, op: Op, pc: usize, text: &dyn Fn(Atom) -> String) -> String {
    let word = spec.code[pc];
    let half = |index: u32| i32::from((word >> (16 * index)) as u16 as i16);
    let wide = (word >> 32) as u32;
    let (ra, rb, rc) = register_operands(op);
    let number = |is_register: bool, index: u32, signed: bool| match (is_register, signed) {
        (true, _) => register(half(index)),
        (false, true) => half(index).to_string(),
        (false, false) => (half(index) as u16).to_string(),
    };
    let target = |offset: i32| format!("-> {}", pc as i64 + i64::from(offset));
    let mut operands = Vec::new();
    match op.format() {
        Format::None => {}
        Format::R => operands.push(number(ra, 1, true)),
        Format::RR => operands.extend([number(ra, 1, true), number(rb, 2, true)]),
        Format::RRR | Format::RRI => {
            operands.extend([number(ra, 1, true), number(rb, 2, true), number(rc, 3, true)]);
        }
        Format::RRU => operands.extend([number(ra, 1, true), number(rb, 2, true), number(rc, 3, false)]),
        Format::RU if op == Op::LoadImm => {
            operands.extend([number(ra, 1, true), immediate(u32::from(half(2) as u16))]);
        }
        Format::RU => operands.extend([number(ra, 1, true), number(false, 2, false)]),
        Format::RI32 => operands.extend([number(ra, 1, true), (wide as i32).to_string()]),
        Format::RAtom => operands.extend([number(ra, 1, true), format!("{:?}", text(Atom(wide)))]),
        Format::Jump => operands.push(target(wide as i32)),
        Format::RJump => operands.extend([number(ra, 1, true), target(wide as i32)]),
        Format::RRJump => operands.extend([number(ra, 1, true), number(rb, 2, true), target(half(3))]),
        Format::RIJump => operands.extend([number(ra, 1, true), number(false, 2, true), target(half(3))]),
    }
    if let Some(&extra) = spec.code.get(pc + 1) {
        let (low, high) = (extra as u32, (extra >> 32) as u32);
        match op.extra() {
            Extra::None => {}
            Extra::CacheAtom => operands.push(format!("{:?} [{low}]", text(Atom(high)))),
            Extra::Atom => operands.push(format!("{:?}", text(Atom(low)))),
            Extra::Double => operands.push(format!("{:?}", f64::from_bits(extra))),
            Extra::Pair => {
                let registers = register_extras(op);
                for (index, value) in [low, high].into_iter().enumerate() {
                    operands.push(if index < registers { register(value as i32) } else { value.to_string() });
                }
            }
        }
    }
    format!("{pc:4}  {:<14} {}", op.name(), operands.join(", "))
}
