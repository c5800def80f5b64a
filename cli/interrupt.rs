//! Ctrl-C: asks the running command to stop; a second one ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);

/// Starts to watch for Ctrl-C, for a command that looks at the flag returned.
///
/// Without a handler the system's own takes over, which ends the program: nothing worse.
pub fn watch() -> &'static AtomicBool {
    let handler = || {
        if STOP.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        eprintln!("moonbase: Ctrl-C will end the program at once: {error}");
    }
    &STOP
}
