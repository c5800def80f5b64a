//! Ctrl-C: asks the running command to stop; a second one ends the program at once, but for commands that must put
//! something right before they end.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

static STOP: AtomicBool = AtomicBool::new(false);

/// The exit code after Ctrl-C.
pub const CODE: u8 = 130;

/// How long a command that has nothing to save may go on after Ctrl-C, say with a long search.
const GRACE: Duration = Duration::from_secs(2);

/// Starts to watch for Ctrl-C, for a command that looks at the flag returned and saves before it ends.
pub fn watch() -> &'static AtomicBool {
    watch_and(|| {})
}

/// As [`watch`], for a command that looks at the flag all the time and has the terminal to put right: it is never ended in the
/// middle of that, however often it is asked to.
pub fn watch_patiently() -> &'static AtomicBool {
    handle(|| {
        STOP.store(true, Ordering::SeqCst);
    })
}

/// As [`watch`], for a command that has nothing to save: it is ended if it does not look in time.
pub fn watch_briefly() -> &'static AtomicBool {
    watch_and(|| {
        std::thread::spawn(|| {
            std::thread::sleep(GRACE);
            say_and_exit();
        });
    })
}

/// For a command that writes nothing but its output: Ctrl-C ends it at once.
pub fn end_at_once() {
    watch_and(say_and_exit);
}

fn say_and_exit() {
    let _ = writeln!(io::stderr(), "moonbase: interrupted");
    exit();
}

/// Ends the program, and those that it has started.
fn exit() {
    moonbase_agents::ext::end_all();
    std::process::exit(CODE.into());
}

fn watch_and(after: impl Fn() + Send + 'static) -> &'static AtomicBool {
    handle(move || {
        if STOP.swap(true, Ordering::SeqCst) {
            exit();
        }
        after();
    })
}

fn handle(handler: impl Fn() + Send + 'static) -> &'static AtomicBool {
    if let Err(error) = ctrlc::set_handler(handler) {
        // The system's own handler stays, which ends the program: nothing worse.
        let _ = writeln!(
            io::stderr(),
            "moonbase: Ctrl-C will end the program at once: {error}"
        );
    }
    &STOP
}
