//! The programs that this one has started and not yet seen the end of.
//!
//! Each leads a process group of its own, so that what it starts can be ended with it, and so that a terminal's Ctrl-C goes
//! to this program alone, which then ends them in order.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

static LIVE: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn live() -> MutexGuard<'static, BTreeSet<u32>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program as the leader of a group.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // Locked before: whoever ends all must not miss it.
    let mut live = live();
    let child = command.spawn()?;
    live.insert(child.id());
    Ok(child)
}

/// Ends a program and its group, at once. It must not have been waited for, so that its number is still its own.
pub(super) fn end(child: &mut Child) {
    let mut live = live();
    // An error says that it has ended.
    let _ = child.kill();
    end_group(child.id());
    live.remove(&child.id());
}

/// Ends all programs that agents have started. For the end of this program, where agents may be on threads that nobody waits
/// for: no agent can start another afterwards.
pub fn end_all() {
    let live = live();
    live.iter().copied().for_each(end_group);
    // Whoever would start another waits until this program has ended.
    std::mem::forget(live);
}

#[cfg(unix)]
fn end_group(leader: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    // An error says that nobody is left in the group.
    let _ = killpg(Pid::from_raw(leader as i32), Signal::SIGKILL);
}

#[cfg(not(unix))]
fn end_group(_leader: u32) {}
