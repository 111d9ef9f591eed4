//! Running generated programs: in this process with a watch on the clock, and in Node.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tercet::{Engine, Failure, Options};
use tercet_vm::output::Output;

/// A program that runs longer is stopped; one that cannot be stopped ends the process.
const LIMIT: Duration = Duration::from_secs(20);

/// How a program ended.
pub enum Outcome {
    /// What it printed.
    Log(Vec<String>),
    /// It uses something that the engine does not have.
    Unsupported,
    /// The engine itself failed.
    Panic(String),
    /// It did not end.
    Hang,
}

/// Where programs are kept while they run, and those that failed for good.
pub fn scratch() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("robustness");
    std::fs::create_dir_all(&folder).expect("a folder for scratch files");
    folder
}

/// A thread that stops programs which run too long.
pub struct Watch {
    started: Instant,
    /// Milliseconds since `started` at which the program was begun; 0: none runs.
    begun: Arc<AtomicU64>,
    flag: Arc<Mutex<Option<Arc<AtomicBool>>>>,
}

impl Watch {
    pub fn new() -> Watch {
        let watch = Watch { started: Instant::now(), begun: Arc::default(), flag: Arc::default() };
        let (started, begun, flag) = (watch.started, watch.begun.clone(), watch.flag.clone());
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(200));
                let begun = begun.load(Ordering::Relaxed);
                let now = started.elapsed().as_millis() as u64;
                if begun == 0 || now < begun + LIMIT.as_millis() as u64 {
                    continue;
                }
                if let Ok(flag) = flag.lock()
                    && let Some(flag) = &*flag
                {
                    flag.store(true, Ordering::Relaxed);
                }
                if now > begun + 3 * LIMIT.as_millis() as u64 {
                    eprintln!("a program cannot be stopped: {}", scratch().join("current.js").display());
                    std::process::abort();
                }
            }
        });
        watch
    }

    /// Runs a program in a fresh engine. The text is in a file before, in case the process ends.
    pub fn run(&self, program: &str, file: &str, options: &Options) -> Outcome {
        std::fs::write(scratch().join(file), program).expect("a writable scratch folder");
        let result = catch_unwind(AssertUnwindSafe(|| self.run_here(program, options)));
        self.begun.store(0, Ordering::Relaxed);
        result.unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            Outcome::Panic(text.or(panic.downcast_ref::<&str>().map(|s| s.to_string())).unwrap_or_default())
        })
    }

    fn run_here(&self, program: &str, options: &Options) -> Outcome {
        let lines = Rc::new(RefCell::new(Vec::new()));
        let mut engine = Engine::new(options.clone());
        let sink = lines.clone();
        engine.machine().output = Output::to_callback(Box::new(move |_, text| {
            sink.borrow_mut().push(text.strip_suffix('\n').unwrap_or(text).to_owned());
        }));
        let interrupt = engine.machine().interrupt.clone();
        if let Ok(mut flag) = self.flag.lock() {
            *flag = Some(interrupt);
        }
        let begun = Instant::now();
        self.begun.store(self.started.elapsed().as_millis() as u64 + 1, Ordering::Relaxed);
        let result = engine.run(program, "program", tercet::Show::Nothing);
        if begun.elapsed() > LIMIT {
            return Outcome::Hang;
        }
        assert_eq!(engine.verdict().faults, 0, "the heap is sound");
        match result {
            Err(Failure::Syntax(e)) if e.message.starts_with("not supported yet") => {
                return Outcome::Unsupported;
            }
            Err(Failure::Syntax(e)) => lines.borrow_mut().push(format!("uncaught {}", e.class)),
            Err(Failure::Exception { .. }) => lines.borrow_mut().push("uncaught".to_owned()),
            Ok(_) => {}
        }
        drop(engine);
        let lines = lines.borrow_mut().drain(..).collect();
        Outcome::Log(lines)
    }
}

/// What Node makes of the programs; `None` if it is not installed.
pub fn node(programs: &[String]) -> Option<Vec<Vec<String>>> {
    let folder = scratch();
    let (source, logs) = (folder.join("programs.js"), folder.join("logs.txt"));
    let runner = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/node_runner.js");
    std::fs::write(&source, programs.join("//@@\n")).expect("a writable scratch folder");
    let status =
        Command::new("node").arg(runner).arg(&source).arg(&logs).stdin(Stdio::null()).status().ok()?;
    assert!(status.success(), "node fails on {}", source.display());
    let text = std::fs::read_to_string(&logs).expect("node has written the logs");
    let mut result: Vec<Vec<String>> =
        text.split("//@@\n").map(|log| log.lines().map(str::to_owned).collect()).collect();
    result.pop();
    assert_eq!(result.len(), programs.len());
    Some(result)
}
