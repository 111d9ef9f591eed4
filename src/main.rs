//! The `tercet` command.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    tercet::cli::main()
}
