//! Running a script: from the arguments to the exit status.

use super::args::RunArgs;
use super::diagnostics::Diagnostics;
use super::heap::Modes;
use super::interrupt::{self, INTERRUPTED};
use super::{repl, stats};
use crate::{Engine, Failure, Options, Show};
use std::ffi::OsStr;
use std::io::{IsTerminal, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

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

/// A script: its name in stack traces, its text, and what to print of its value.
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
    let modes = Modes::of(&options);
    let (mut engine, mut code);
    if is_session(&args) {
        engine = Engine::new(options);
        code = repl::run(&mut engine);
    } else {
        let script = match script(&args) {
            Ok(script) => script,
            Err(why) => {
                complain(&why);
                return FAILED;
            }
        };
        engine = Engine::new(options);
        let interrupted = interrupt::end_script(engine.machine().interrupt.clone());
        let done = execute(&mut engine, &args, &script);
        engine.machine().output.flush();
        if interrupted.load(Ordering::Relaxed) {
            return INTERRUPTED;
        }
        code = finish(done, &script);
    }
    if let Some(format) = args.stats {
        write_error(&stats::report(&mut engine, format));
    }
    if let Some((line, failed)) = modes.judge(engine.verdict()) {
        write_error(&line);
        if failed && code == 0 {
            code = UNTESTED;
        }
    }
    code
}

/// Neither a script nor code, and somebody to talk to.
fn is_session(args: &RunArgs) -> bool {
    inline(args).is_none()
        && args.script.is_empty()
        && std::io::stdin().is_terminal()
        && std::io::stdout().is_terminal()
}

/// Runs a script or makes its bytecode readable; gives what is to be printed.
fn execute(engine: &mut Engine, args: &RunArgs, script: &Script) -> Result<Option<String>, Failure> {
    if args.dump_bytecode {
        return engine.disassemble(&script.text, script.show != Show::Nothing).map(Some);
    }
    engine.set_global_strings("scriptArgs", &script_args(args, script))?;
    engine.run(&script.text, &script.name, script.show)
}

/// Prints the result of a script, or reports what went wrong.
fn finish(done: Result<Option<String>, Failure>, script: &Script) -> u8 {
    match done {
        Ok(None) => 0,
        Ok(Some(mut text)) => {
            text.push('\n');
            if print(text.as_bytes()) { 0 } else { FAILED }
        }
        Err(failure) => {
            write_error(&Diagnostics::new().failure(&failure, &script.name, &script.text));
            FAILED
        }
    }
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
            let (name, text) = decode(name.to_string(), bytes)?;
            Ok(Script { name, text, show: Show::Nothing })
        }
    }
}

fn read_file(file: &OsStr) -> Result<Script, String> {
    let (name, text) = read_text(Path::new(file))?;
    Ok(Script { name, text, show: Show::Nothing })
}

/// Name and text of a file; or what is wrong with it.
pub fn read_text(path: &Path) -> Result<(String, String), String> {
    let name = path.to_string_lossy().into_owned();
    if path.is_dir() {
        return Err(format!("{name}: is a directory"));
    }
    match std::fs::read(path) {
        Ok(bytes) => decode(name, bytes),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(format!("{name}: no such file")),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

fn decode(name: String, bytes: Vec<u8>) -> Result<(String, String), String> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok((name, text)),
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
pub fn print(bytes: &[u8]) -> bool {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => true,
        Err(error) => error.kind() == std::io::ErrorKind::BrokenPipe,
    }
}
