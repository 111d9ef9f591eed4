//! Running a script: from the arguments to the exit status.

use super::args::RunArgs;
use super::diagnostics::Diagnostics;
use super::heap::Modes;
use crate::{Engine, Failure, Options, Show};
use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;

/// Exit status after an uncaught exception, a rejected source, or a source that cannot be read.
const FAILED: u8 = 1;
/// After a mistake in the arguments.
const USAGE: u8 = 2;
/// After a run under stress in which nothing moved, so that nothing was tested.
const UNTESTED: u8 = 3;

/// The native stack of the thread that runs scripts. Only what is touched takes memory.
const STACK: usize = 256 << 20;
/// So much of it is left for code that does not ask how deep it is: the parser, the collector, printing.
const MARGIN: usize = 64 << 20;

/// A script: its name in stack traces, its text, and what `scriptArgs` begins with.
struct Script {
    name: String,
    text: String,
    show: Show,
}

/// Runs what the arguments name.
pub fn run(args: RunArgs) -> ExitCode {
    let mut options = match args.heap.options() {
        Ok(options) => options,
        Err(why) => {
            complain(&why);
            return ExitCode::from(USAGE);
        }
    };
    options.native_stack_bytes = STACK - MARGIN;
    let thread = std::thread::Builder::new().name("main".to_string()).stack_size(STACK);
    let code = match thread.spawn(move || on_thread(args, options)).map(|thread| thread.join()) {
        Ok(Ok(code)) => code,
        // It has said why.
        Ok(Err(_)) => 101,
        Err(error) => {
            complain(&format!("no thread for the script: {error}"));
            FAILED
        }
    };
    ExitCode::from(code)
}

fn on_thread(args: RunArgs, options: Options) -> u8 {
    let script = match script(&args) {
        Ok(script) => script,
        Err(why) => {
            complain(&why);
            return FAILED;
        }
    };
    let modes = Modes::of(&options);
    let mut engine = Engine::new(options);
    let mut code = execute(&mut engine, &args, &script);
    if let Some((line, failed)) = modes.judge(engine.verdict()) {
        write_error(&line);
        if failed && code == 0 {
            code = UNTESTED;
        }
    }
    code
}

/// Runs a script or prints its bytecode; reports what went wrong.
fn execute(engine: &mut Engine, args: &RunArgs, script: &Script) -> u8 {
    let done = if args.dump_bytecode {
        engine.disassemble(&script.text, script.show != Show::Nothing).map(Some)
    } else {
        engine
            .set_global_strings("scriptArgs", &script_args(args, script))
            .and_then(|()| engine.run(&script.text, &script.name, script.show))
    };
    engine.machine().output.flush();
    match done {
        Ok(None) => 0,
        Ok(Some(text)) => {
            let _ = print(format!("{}\n", text.trim_end_matches('\n')).as_bytes());
            0
        }
        Err(failure) => {
            report(&failure, script);
            FAILED
        }
    }
}

fn report(failure: &Failure, script: &Script) {
    write_error(&Diagnostics::new().failure(failure, &script.name, &script.text));
}

/// `[file, ...args]`
fn script_args(args: &RunArgs, script: &Script) -> Vec<String> {
    let words = args.script.iter().map(|word| word.to_string_lossy().into_owned());
    if inline(args).is_some() || args.script.is_empty() {
        return std::iter::once(script.name.clone()).chain(words).collect();
    }
    words.collect()
}

/// Code in the arguments.
fn inline(args: &RunArgs) -> Option<(&String, Show)> {
    let print = args.print.as_ref().map(|code| (code, Show::Printed));
    print.or(args.eval.as_ref().map(|code| (code, Show::Nothing)))
}

/// Gets the script that the arguments name.
fn script(args: &RunArgs) -> Result<Script, String> {
    if let Some((code, show)) = inline(args) {
        return Ok(Script { name: "[eval]".to_string(), text: code.clone(), show });
    }
    match args.script.first() {
        Some(file) if file != "-" => read_file(file),
        _ => {
            let name = "[stdin]";
            let mut bytes = Vec::new();
            std::io::stdin().read_to_end(&mut bytes).map_err(|error| format!("{name}: {error}"))?;
            decode(name.to_string(), bytes)
        }
    }
}

fn read_file(file: &OsString) -> Result<Script, String> {
    let path = Path::new(file);
    let name = file.to_string_lossy().into_owned();
    if path.is_dir() {
        return Err(format!("{name}: is a directory"));
    }
    match std::fs::read(path) {
        Ok(bytes) => decode(name, bytes),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(format!("{name}: no such file")),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

fn decode(name: String, bytes: Vec<u8>) -> Result<Script, String> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Script { name, text, show: Show::Nothing }),
        Err(error) => Err(format!("{name}: not UTF-8 at byte {}", error.utf8_error().valid_up_to())),
    }
}

/// Says that a command cannot be done.
fn complain(why: &str) {
    write_error(&format!("tercet: {why}"));
}

/// Writes a line to standard error; nobody is left to tell if that fails.
pub fn write_error(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// Writes to standard output. A reader that has gone away is no failure.
pub fn print(bytes: &[u8]) -> ExitCode {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => ExitCode::from(FAILED),
        _ => ExitCode::SUCCESS,
    }
}
