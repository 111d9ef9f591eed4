//! The session: reads input, runs it, prints its value.
//!
//! Lives here: commands, the prompt, the history. Each input is one turn of the engine. What Tab offers is in
//! [`complete`].

mod complete;

use super::diagnostics::Diagnostics;
use super::{interrupt, run};
use crate::{Engine, Failure};
use complete::Names;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Config, Editor};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

const PROMPT: &str = "> ";
const CONTINUATION: &str = "... ";
const HISTORY: usize = 2000;

const HELP: &str = "\
.help            this text
.load FILE       run a file in this session
.bytecode CODE   print the bytecode of CODE
.exit            leave, as Ctrl-D does

Ctrl-C clears the line, or stops the script that is running. `_` is the last value.";

/// Runs the session until its user leaves; gives the exit status.
pub fn run(engine: &mut Engine) -> u8 {
    interrupt::stop_input(engine.machine().interrupt.clone());
    match converse(engine) {
        Ok(()) => 0,
        Err(error) => {
            run::write_error(&format!("tercet: {error}"));
            1
        }
    }
}

fn converse(engine: &mut Engine) -> rustyline::Result<()> {
    let config = Config::builder().max_history_size(HISTORY)?.build();
    let mut session = Session { engine, inputs: 0, diagnostics: Diagnostics::new() };
    let session = RefCell::new(&mut session);
    let mut editor = Editor::<Names<'_, '_>, DefaultHistory>::with_config(config)?;
    editor.set_helper(Some(Names::of(&session)));
    let history = history();
    if let Some(file) = &history {
        // There is none yet at first.
        let _ = editor.load_history(file);
    }
    say(&format!("Tercet {} (.help for help)", env!("CARGO_PKG_VERSION")));
    let mut input = String::new();
    loop {
        let prompt = if input.is_empty() { PROMPT } else { CONTINUATION };
        match editor.readline(prompt) {
            Ok(line) => input.push_str(&line),
            Err(ReadlineError::Interrupted) => {
                input.clear();
                continue;
            }
            Err(ReadlineError::Eof) => return Ok(()),
            Err(error) => return Err(error),
        }
        let mut session = session.borrow_mut();
        if input.trim().is_empty() {
            input.clear();
            continue;
        }
        if session.wants_more(&input) {
            input.push('\n');
            continue;
        }
        // A history that cannot be kept is no reason to stop.
        if editor.add_history_entry(input.as_str()).unwrap_or(false)
            && let Some(file) = &history
        {
            let _ = editor.append_history(file);
        }
        match session.answer(&input) {
            Answer::Text(text) => say(&text),
            Answer::Complaint(text) => run::write_error(&text),
            Answer::End => return Ok(()),
        }
        input.clear();
    }
}

/// The history file, in a folder that exists.
fn history() -> Option<PathBuf> {
    let state = |name, below: &str| {
        std::env::var_os(name).filter(|v| Path::new(v).is_absolute()).map(|v| Path::new(&v).join(below))
    };
    let folder = state("XDG_STATE_HOME", "tercet").or_else(|| state("HOME", ".local/state/tercet"))?;
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

fn say(text: &str) {
    run::print(format!("{text}\n").as_bytes());
}

/// What the session does about an input.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Answer {
    /// For standard output.
    Text(String),
    /// For standard error.
    Complaint(String),
    /// It ends.
    End,
}

/// The session without its terminal.
struct Session<'e> {
    engine: &'e mut Engine,
    /// How many inputs have been run: they are named by it.
    inputs: usize,
    diagnostics: Diagnostics,
}

impl Session<'_> {
    /// Is the input only the beginning of something?
    fn wants_more(&mut self, input: &str) -> bool {
        !input.starts_with('.') && self.engine.check(input).is_err_and(|rejected| rejected.incomplete)
    }

    fn answer(&mut self, input: &str) -> Answer {
        // Numbers may begin with a point, too.
        if input.starts_with('.') && !input[1..].starts_with(|c: char| c.is_ascii_digit()) {
            return self.command(input.trim_end());
        }
        self.inputs += 1;
        let name = format!("REPL{}", self.inputs);
        // A block at first sight, but rather meant as an object.
        let trimmed = input.trim();
        if trimmed.starts_with('{') && !trimmed.ends_with(';') {
            let wrapped = format!("({trimmed})");
            if self.engine.check(&wrapped).is_ok() {
                return self.script(&wrapped, &name);
            }
        }
        self.script(input, &name)
    }

    fn command(&mut self, input: &str) -> Answer {
        let (command, rest) = input.split_once(char::is_whitespace).unwrap_or((input, ""));
        let rest = rest.trim();
        match command {
            ".help" => Answer::Text(HELP.to_string()),
            ".exit" => Answer::End,
            ".load" if rest.is_empty() => Answer::Complaint(".load needs a file".to_string()),
            ".load" => match run::read_text(Path::new(rest)) {
                Ok((name, text)) => self.script(&text, &name),
                Err(why) => Answer::Complaint(why),
            },
            ".bytecode" => match self.engine.disassemble(rest, true) {
                Ok(text) => Answer::Text(text.trim_end().to_string()),
                Err(failure) => self.complaint(&failure, "REPL", rest),
            },
            _ => Answer::Complaint(format!("{command} is no command: .help lists them")),
        }
    }

    fn script(&mut self, text: &str, name: &str) -> Answer {
        // An interrupt may have come too late for the script before.
        self.engine.machine().interrupt.store(false, Ordering::Relaxed);
        let done = self.engine.run_input(text, name);
        self.engine.machine().output.flush();
        match done {
            Ok(value) => Answer::Text(value),
            Err(failure) => self.complaint(&failure, name, text),
        }
    }

    fn complaint(&self, failure: &Failure, name: &str, text: &str) -> Answer {
        Answer::Complaint(self.diagnostics.failure(failure, name, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;

    /// Answers to inputs of one session.
    fn answers(inputs: &[&str]) -> Vec<String> {
        let mut engine = Engine::new(Options::default());
        let mut session = Session { engine: &mut engine, inputs: 0, diagnostics: Diagnostics::plain() };
        let text = |answer| match answer {
            Answer::Text(text) => text,
            Answer::Complaint(text) => format!("! {text}"),
            Answer::End => "end".to_string(),
        };
        inputs.iter().map(|input| text(session.answer(input))).collect()
    }

    #[test]
    fn bindings_persist_and_may_be_declared_again() {
        let inputs =
            ["let x = 1", "x + 1", "const x = 5", "x", "x = 6", "let x = x + 2", "class x {}", "typeof x"];
        let answers = answers(&inputs);
        assert_eq!(answers[1], "2");
        assert_eq!(answers[3], "5");
        assert!(
            answers[4].starts_with("! Uncaught TypeError: Assignment to constant variable."),
            "{}",
            answers[4]
        );
        assert_eq!(answers[7], "'function'");
    }

    #[test]
    fn the_last_value_is_kept() {
        assert_eq!(answers(&["6 * 7", "_ + 1", "_"]), ["42", "43", "43"]);
    }

    #[test]
    fn braces_at_the_start_are_objects_where_that_makes_sense() {
        let answers = answers(&["{ a: 1 }", "{ let b = 2; b }", "{ a: 1 };"]);
        assert_eq!(answers, ["{ a: 1 }", "2", "1"]);
    }

    #[test]
    fn errors_do_not_end_the_session() {
        let answers = answers(&["throw 1", "nope", "1 +* 2", "'on'"]);
        assert_eq!(answers[0], "! Uncaught 1");
        assert!(answers[1].starts_with("! Uncaught ReferenceError: nope is not defined\n    at REPL2:1:1"));
        assert!(answers[2].starts_with("! REPL3:1:4: SyntaxError: "), "{}", answers[2]);
        assert_eq!(answers[3], "'on'");
    }

    #[test]
    fn commands() {
        let answers = answers(&[".help", ".bytecode 1", ".load /nonexistent/file", ".nope", ".5", ".exit"]);
        assert_eq!(answers[0], HELP);
        assert!(answers[1].contains("LoadInt"), "{}", answers[1]);
        assert_eq!(answers[2], "! /nonexistent/file: no such file");
        assert_eq!(answers[3], "! .nope is no command: .help lists them");
        assert_eq!(answers[4..], ["0.5", "end"]);
    }

    #[test]
    fn incomplete_input() {
        let mut engine = Engine::new(Options::default());
        let mut session = Session { engine: &mut engine, inputs: 0, diagnostics: Diagnostics::plain() };
        for input in ["function f() {", "[1,", "`a", "/* b", "if (x)"] {
            assert!(session.wants_more(input), "{input}");
        }
        for input in ["1", "1 +* 2", ")", ".load", "'a"] {
            assert!(!session.wants_more(input), "{input}");
        }
    }
}
