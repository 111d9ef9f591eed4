//! The `tercet` command.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let path = if args.get(1).map(String::as_str) == Some("run") { &args[2] } else { &args[1] };
    let source = std::fs::read_to_string(path).unwrap();
    let mut options = tercet::Options::default();
    if let Ok(spec) = std::env::var("TERCET_GC") {
        options.apply_spec(&spec).unwrap();
    }
    let mut engine = tercet::Engine::new(options);
    match engine.run(&source, path, false) {
        Ok(_) => std::process::ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{e:?}");
            std::process::ExitCode::FAILURE
        }
    }
}
