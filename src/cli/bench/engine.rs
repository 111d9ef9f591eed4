//! The engines that are compared: their command lines, and one run of a kernel by one of them.
//!
//! What lives here: everything that starts a process or reads what it printed. What does not: how
//! often and in which order kernels are run (`super`), and what becomes of the times (`super::stats`).

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Instant;

/// A command that runs the script whose path is put behind it.
#[derive(Debug, Clone)]
pub struct Engine {
    /// What the report calls it.
    pub name: String,
    /// The program and its leading arguments.
    words: Vec<OsString>,
}

/// One run of a kernel.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The value of its `checksum:` line.
    pub checksum: String,
    /// Milliseconds from before the process was started until it had ended.
    pub wall: f64,
    /// Milliseconds of its `time:` line, which leaves out the engine's start.
    pub own: Option<f64>,
}

impl Engine {
    /// This very program.
    pub fn this() -> Result<Engine, String> {
        let program = env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
        Ok(Engine { name: "tercet".to_owned(), words: vec![program.into(), "run".into()] })
    }

    /// A command line, split into words as a shell does. The report calls it by its last path component
    /// and its arguments: full paths make wide tables.
    pub fn parse(command: &str) -> Result<Engine, String> {
        let words = shlex::split(command).ok_or_else(|| format!("unbalanced quotes: {command}"))?;
        let (program, arguments) = words.split_first().ok_or("an empty engine command")?;
        let short = Path::new(program).file_name().map_or(program.into(), |name| name.to_string_lossy());
        let name = [&[short.into_owned()], arguments].concat().join(" ");
        Ok(Engine { name, words: words.into_iter().map(OsString::from).collect() })
    }

    /// Runs `kernel` once.
    pub fn run(&self, kernel: &Path, size: Option<u64>) -> Result<Sample, String> {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).arg(kernel).stdin(Stdio::null());
        if let Some(size) = size {
            command.arg(size.to_string());
        }
        let started = Instant::now();
        let output = command.output().map_err(|error| format!("cannot be started: {error}"))?;
        let wall = started.elapsed().as_secs_f64() * 1000.0;
        read(&output, wall)
    }
}

/// Takes checksum and time from what a run printed.
fn read(output: &Output, wall: f64) -> Result<Sample, String> {
    let printed = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        let complaints = String::from_utf8_lossy(&output.stderr);
        // Some engines report an uncaught error on standard output.
        let reason = complaints.lines().chain(printed.lines()).find(|line| !line.trim().is_empty());
        return Err(format!("ended with {}: {}", output.status, reason.unwrap_or("no message")));
    }
    let value = |label: &str| printed.lines().find_map(|line| line.strip_prefix(label)).map(str::trim);
    let checksum = value("checksum:").ok_or("printed no checksum")?.to_owned();
    let own = value("time:").and_then(|time| time.trim_end_matches("ms").trim().parse().ok());
    Ok(Sample { checksum, wall, own })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let engine = Engine::parse("/opt/my\\ engines/qjs --script 'a b'").unwrap();
        assert_eq!(engine.words, ["/opt/my engines/qjs", "--script", "a b"]);
        assert_eq!(engine.name, "qjs --script a b");
    }

    #[test]
    fn commands_that_are_none_are_refused() {
        assert!(Engine::parse("").is_err());
        assert!(Engine::parse("node 'unbalanced").is_err());
    }

    fn ran(script: &str) -> Result<Sample, String> {
        let output = Command::new("sh").args(["-c", script]).output().unwrap();
        read(&output, 9.0)
    }

    #[test]
    fn checksum_and_time_are_read() {
        let sample = ran("echo noise; echo 'checksum: 1 2'; echo 'time: 3.25 ms'").unwrap();
        assert_eq!(sample, Sample { checksum: "1 2".to_owned(), wall: 9.0, own: Some(3.25) });
    }

    #[test]
    fn the_time_may_be_absent() {
        assert_eq!(ran("echo 'checksum: x'").unwrap().own, None);
    }

    #[test]
    fn failures_say_why() {
        assert_eq!(ran("echo hello"), Err("printed no checksum".to_owned()));
        let failure = ran("echo 'checksum: 1'; echo 'TypeError: no' >&2; exit 3").unwrap_err();
        assert!(failure.contains("TypeError: no") && failure.contains('3'), "{failure}");
        let absent = Engine::parse("/nonexistent/engine").unwrap().run(Path::new("a.js"), None);
        assert!(absent.unwrap_err().contains("cannot be started"));
    }

    #[test]
    fn the_size_follows_the_kernel() {
        let engine = Engine::parse("sh -c 'echo checksum: $0 $1'").unwrap();
        assert_eq!(engine.run(Path::new("k.js"), Some(7)).unwrap().checksum, "k.js 7");
        assert_eq!(engine.run(Path::new("k.js"), None).unwrap().checksum, "k.js");
    }
}
