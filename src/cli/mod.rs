//! The command line.
//!
//! - `args`: what can be said on it. `heap`: what it says to the collector.
//! - `run`: scripts, from the arguments to the exit status. `repl`: the session without a script.
//! - `diagnostics`: rejected sources and uncaught exceptions on standard error. `stats`: the report at exit.
//! - `interrupt`: Ctrl-C.
//! - [`bench`]: `tercet bench`.

mod args;
pub mod bench;
mod diagnostics;
mod heap;
mod interrupt;
mod repl;
mod run;
mod stats;

use args::Command;
use clap::CommandFactory;
use std::process::ExitCode;

/// The process's `main`.
pub fn main() -> ExitCode {
    let cli = args::parse(std::env::args_os());
    match cli.command {
        Some(Command::Bench(args)) => bench::run(args),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut args::Cli::command(), "tercet", &mut script);
            if run::print(&script) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Some(Command::Run(args)) => run::run(*args),
        None => run::run(cli.run),
    }
}
