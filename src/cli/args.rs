//! What can be said on the command line.

use super::bench::BenchArgs;
use super::heap::HeapArgs;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;

/// `tercet`
#[derive(Parser, Debug)]
#[command(
    name = "tercet",
    version,
    about = "A JavaScript engine",
    long_about = "A JavaScript engine. Without a script it starts a session on a terminal, and runs standard input \
                  otherwise.",
    override_usage = "tercet [OPTIONS] [FILE] [ARGS]...\n       tercet [OPTIONS] -e <CODE> [ARGS]...\n       tercet <COMMAND>",
    after_help = "Exit status: 0, or 1 after an uncaught exception or a syntax error, 2 after a usage error, \
                  3 when a run under GC stress moved nothing, 130 after an interrupt.",
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
pub struct Cli {
    /// Other things to do.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// A script.
    #[command(flatten)]
    pub run: RunArgs,
}

/// Other things to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Run a script (the word `run` may be left out)
    #[command(override_usage = "tercet run [OPTIONS] [FILE] [ARGS]...")]
    Run(Box<RunArgs>),
    /// Compare engines on benchmark kernels
    Bench(BenchArgs),
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// What to run, and how.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// The script, `-` for standard input; everything behind it is in the global array `scriptArgs`
    #[arg(value_name = "FILE", trailing_var_arg = true, value_hint = clap::ValueHint::FilePath)]
    pub script: Vec<OsString>,

    /// Run CODE instead of a file
    #[arg(short, long, value_name = "CODE", help_heading = "Script", conflicts_with = "print")]
    pub eval: Option<String>,

    /// Run CODE and print its completion value
    #[arg(short, long, value_name = "CODE", help_heading = "Script")]
    pub print: Option<String>,

    /// Print the bytecode of all functions instead of running the script
    #[arg(long, help_heading = "Diagnostics")]
    pub dump_bytecode: bool,

    /// At exit, report on standard error what the engine has counted
    #[arg(
        long,
        value_name = "FORMAT",
        help_heading = "Diagnostics",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "text"
    )]
    pub stats: Option<StatsFormat>,

    /// The heap.
    #[command(flatten)]
    pub heap: HeapArgs,
}

/// How `--stats` reports.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatsFormat {
    /// For people
    Text,
    /// For programs: an object on one line
    Json,
}

/// Reads the command line; ends the process for help, version and mistakes.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Cli {
    try_parse(words.into_iter().collect()).unwrap_or_else(|error| error.exit())
}

fn try_parse(words: Vec<OsString>) -> Result<Cli, clap::Error> {
    let cli = Cli::try_parse_from(&words)?;
    // Behind options, `run` is not taken for the command: put it in front of them. (The file is called `./run`.)
    let at = words.len() - cli.run.script.len();
    if cli.command.is_none() && at > 1 && cli.run.script.first().is_some_and(|word| word == "run") {
        let mut words = words;
        let word = words.remove(at);
        words.insert(1, word);
        return Cli::try_parse_from(&words);
    }
    Ok(cli)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> Cli {
        let words = [&["tercet"], words].concat().into_iter().map(OsString::from).collect();
        try_parse(words).expect("arguments without mistakes")
    }

    #[test]
    fn definition() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn script_arguments_are_left_alone() {
        let cli = parsed(&["--stats", "a.js", "--stats", "-e", "--", "--help"]);
        assert_eq!(cli.run.script, ["a.js", "--stats", "-e", "--", "--help"]);
        assert_eq!(cli.run.eval, None);
        assert_eq!(parsed(&["-e", "1", "x"]).run.script, ["x"]);
        assert_eq!(parsed(&["-"]).run.script, ["-"]);
    }

    #[test]
    fn run_may_stand_behind_options() {
        for words in [
            &["--stats=json", "run", "--gc-verify", "a.js", "-x"][..],
            &["run", "--stats=json", "--gc-verify", "a.js", "-x"],
        ] {
            let Some(Command::Run(run)) = parsed(words).command else { panic!("no run in {words:?}") };
            assert_eq!((run.stats, run.heap.verify()), (Some(StatsFormat::Json), true));
            assert_eq!(run.script, ["a.js", "-x"]);
        }
        let Some(Command::Run(run)) = parsed(&["run", "run"]).command else { panic!("no run") };
        assert_eq!(run.script, ["run"]);
    }
}
