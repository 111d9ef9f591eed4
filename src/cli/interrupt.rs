//! Ctrl-C.

use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The exit status after an interrupt.
pub const INTERRUPTED: u8 = 130;

/// So long a script may take to stop: it may be in a function that does not look at the flag.
const PATIENCE: Duration = Duration::from_millis(300);

/// A script that is interrupted ends the process: `flag` is the machine's, and the result says whether an interrupt
/// has come.
pub fn end_script(flag: Arc<AtomicBool>) -> Arc<AtomicBool> {
    let seen = Arc::new(AtomicBool::new(false));
    let handler_seen = seen.clone();
    // Without a handler an interrupt ends the process as well, if not as neatly.
    let _ = ctrlc::set_handler(move || {
        handler_seen.store(true, Ordering::Relaxed);
        flag.store(true, Ordering::Relaxed);
        std::thread::sleep(PATIENCE);
        exit(i32::from(INTERRUPTED));
    });
    seen
}

/// In a session, an interrupt makes the running script throw; a second one ends the process if the script has not
/// looked at the flag since.
pub fn stop_input(flag: Arc<AtomicBool>) {
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            exit(i32::from(INTERRUPTED));
        }
    });
}
