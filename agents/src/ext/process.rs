//! A program with which lines are exchanged.
//!
//! Two threads per program move the lines, so that a program which neither reads nor writes holds nobody up, and one that
//! writes without end fills nothing but its own pipe.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, unbounded};

use super::live;

/// Bytes of a line at most.
pub const MAX_LINE: usize = 1 << 20;

/// Bytes at most that a program may have written and nobody has asked for.
pub const MAX_UNREAD: usize = 1 << 20;

/// How long a program may take to end after it was told to.
const GRACE: Duration = Duration::from_millis(500);

/// Where a program's standard error goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Errors {
    #[default]
    Hidden,
    /// To that of this program.
    Shown,
}

/// Why no line came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    Late,
    Flood(String),
    Ended,
}

enum Event {
    Line(String),
    Flood(String),
}

/// A running program. When it is dropped it is asked to end, ended if it does not, and waited for.
pub(super) struct Process {
    child: Child,
    /// `None` once it was told that nothing more comes.
    orders: Option<Sender<String>>,
    lines: Receiver<Event>,
    unread: Arc<AtomicUsize>,
    /// What is said for farewell.
    farewell: String,
    ended: bool,
}

impl Process {
    /// Starts a program: its name, then its arguments.
    ///
    /// # Errors
    /// There is no such program, or the system has no room for it.
    pub fn start(words: &[String], errors: Errors, farewell: String) -> io::Result<Process> {
        let [program, arguments @ ..] = words else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "no command"));
        };
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(match errors {
            Errors::Hidden => Stdio::null(),
            Errors::Shown => Stdio::inherit(),
        });
        Process::new(live::spawn(&mut command)?, farewell)
    }

    fn new(mut child: Child, farewell: String) -> io::Result<Process> {
        let (orders, to_write) = unbounded();
        let (sender, lines) = unbounded();
        let unread = Arc::new(AtomicUsize::new(0));
        let (input, output) = (child.stdin.take(), child.stdout.take());
        // From here on it is ended and waited for, whatever happens.
        let process = Process {
            child,
            orders: Some(orders),
            lines,
            unread: unread.clone(),
            farewell,
            ended: false,
        };
        let (Some(input), Some(output)) = (input, output) else {
            return Err(io::Error::other("it has no input or output"));
        };
        let named = |name: &str| thread::Builder::new().name(name.into());
        named("to bot").spawn(move || write_lines(input, &to_write))?;
        named("from bot").spawn(move || read_lines(output, &sender, &unread))?;
        Ok(process)
    }

    /// Sends a line. That nobody reads it shows when no answer comes.
    pub fn send(&self, line: String) {
        if let Some(orders) = &self.orders {
            let _ = orders.send(line);
        }
    }

    /// The next line, if it comes in time.
    pub fn next_line(&self, deadline: Instant) -> Result<String, Silence> {
        match self.lines.recv_deadline(deadline) {
            Ok(Event::Line(line)) => {
                self.unread.fetch_sub(size(&line), Ordering::Relaxed);
                Ok(line)
            }
            Ok(Event::Flood(what)) => Err(Silence::Flood(what)),
            Err(RecvTimeoutError::Timeout) => Err(Silence::Late),
            Err(RecvTimeoutError::Disconnected) => Err(Silence::Ended),
        }
    }

    /// Tells it that nothing more comes, with or without a farewell.
    pub fn close(&mut self, farewell: bool) {
        if farewell {
            self.send(self.farewell.clone());
        }
        self.orders = None;
    }

    /// Waits until it ends by itself; `None` if it does not in time. Whatever it still says is passed over.
    ///
    /// # Errors
    /// It could not be waited for.
    pub fn wait(&mut self, limit: Duration) -> io::Result<Option<ExitStatus>> {
        // Its output ends when it does. That is waited for, since the number of a program that was waited for may be another's.
        let deadline = Instant::now() + limit;
        loop {
            match self.next_line(deadline) {
                Ok(_) | Err(Silence::Flood(_)) => {}
                Err(Silence::Late) => return Ok(None),
                Err(Silence::Ended) => return self.end().map(Some),
            }
        }
    }

    /// Ends it at once, with all that it has started. If it had ended already, this is how.
    ///
    /// # Errors
    /// It could not be waited for.
    pub fn end(&mut self) -> io::Result<ExitStatus> {
        self.ended = true;
        self.orders = None;
        live::end(&mut self.child);
        self.child.wait()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        self.close(true);
        if !matches!(self.wait(GRACE), Ok(Some(_))) {
            // Nothing can be done about an error: it says that there is nobody to wait for.
            let _ = self.end();
        }
    }
}

fn write_lines(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        let written = input.write_all((line + "\n").as_bytes());
        if written.and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Bytes of a line with its end.
fn size(line: &str) -> usize {
    line.len() + 1
}

fn read_lines(output: ChildStdout, lines: &Sender<Event>, unread: &AtomicUsize) {
    let mut reader = BufReader::new(output);
    // An error reads like the end.
    while let Ok(Some(line)) = read_line(&mut reader, MAX_LINE) {
        let event = match line {
            Line::Whole(line) => {
                let size = size(&line);
                match unread.fetch_add(size, Ordering::Relaxed) + size > MAX_UNREAD {
                    true => Event::Flood(format!("more than {MAX_UNREAD} bytes unasked")),
                    false => Event::Line(line),
                }
            }
            Line::TooLong => Event::Flood(format!("a line of more than {MAX_LINE} bytes")),
        };
        let flood = matches!(event, Event::Flood(_));
        if lines.send(event).is_err() || flood {
            return;
        }
    }
}

/// A line of foreign text.
pub(crate) enum Line {
    /// Without its end; what is no UTF-8 is replaced.
    Whole(String),
    TooLong,
}

/// Reads a line of at most `limit` bytes; `None` at the end.
pub(crate) fn read_line(reader: &mut impl BufRead, limit: usize) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let most = limit as u64 + 1;
    reader.by_ref().take(most).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    match bytes.pop_if(|last| *last == b'\n') {
        None if bytes.len() > limit => Ok(Some(Line::TooLong)),
        _ => Ok(Some(Line::Whole(
            String::from_utf8_lossy(&bytes).into_owned(),
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_up_to_their_limit() {
        let mut text = &b"one\n\ntwo\xff\nlonger than ten\n"[..];
        let mut next = || match read_line(&mut text, 10).unwrap() {
            Some(Line::Whole(line)) => line,
            Some(Line::TooLong) => "too long".into(),
            None => "end".into(),
        };
        let read: Vec<String> = (0..4).map(|_| next()).collect();
        assert_eq!(read, ["one", "", "two\u{fffd}", "too long"]);
        let mut end = &b""[..];
        assert!(read_line(&mut end, 10).unwrap().is_none());
    }
}
