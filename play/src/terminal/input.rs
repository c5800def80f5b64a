//! Lines typed by a player, read on a thread of their own so that a stop request is noticed at once.

use std::io::{BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// How often the stop flag is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// Longest line that is read, in bytes; what is longer is cut into several.
const LONGEST: u64 = 4096;

/// What came of waiting for a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    Line(String),
    /// The input has ended, or the terminal is gone.
    End,
    /// The stop flag was raised.
    Stop,
}

/// A source of lines. The next is read only when it is asked for.
pub(super) struct Lines {
    wanted: Sender<()>,
    typed: Receiver<Option<String>>,
}

impl Lines {
    /// Reads from `input` until it ends; the thread may outlive the reader, waiting for a last line.
    pub(super) fn new(input: impl BufRead + Send + 'static) -> Lines {
        let (wanted, requests) = channel();
        let (lines, typed) = channel();
        // Without a thread the channel is closed, which reads as the end of the input.
        let _ = thread::Builder::new()
            .name("input".into())
            .spawn(move || serve(input, &requests, &lines));
        Lines { wanted, typed }
    }

    /// Waits for a line, the end of the input or the stop flag.
    pub(super) fn next(&self, stop: &AtomicBool) -> Typed {
        if stop.load(Ordering::Relaxed) {
            return Typed::Stop;
        }
        if self.wanted.send(()).is_err() {
            return Typed::End;
        }
        loop {
            match self.typed.recv_timeout(GLANCE) {
                Ok(Some(line)) => return Typed::Line(line),
                Ok(None) | Err(RecvTimeoutError::Disconnected) => return Typed::End,
                Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => {
                    return Typed::Stop;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

fn serve(mut input: impl BufRead, requests: &Receiver<()>, lines: &Sender<Option<String>>) {
    while requests.recv().is_ok() {
        let line = read_line(&mut input);
        let ended = line.is_none();
        if lines.send(line).is_err() || ended {
            return;
        }
    }
}

/// A line without its end; `None` at the end of the input or if it fails.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    match input.take(LONGEST).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(String::from_utf8_lossy(&bytes).trim_end().to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn lines_come_in_order_and_then_the_end() {
        let lines = Lines::new(Cursor::new(b"one\r\n\xfftwo"));
        let go = AtomicBool::new(false);
        assert_eq!(lines.next(&go), Typed::Line("one".into()));
        assert_eq!(lines.next(&go), Typed::Line("\u{fffd}two".into()));
        assert_eq!(lines.next(&go), Typed::End);
        assert_eq!(lines.next(&go), Typed::End);
    }

    #[test]
    fn a_raised_flag_ends_the_waiting() {
        let (reader, _writer) = std::io::pipe().unwrap();
        let lines = Lines::new(std::io::BufReader::new(reader));
        let stop = std::sync::Arc::new(AtomicBool::new(false));
        let raise = stop.clone();
        let raising = thread::spawn(move || {
            thread::sleep(Duration::from_millis(20));
            raise.store(true, Ordering::Relaxed);
        });
        assert_eq!(lines.next(&stop), Typed::Stop);
        raising.join().unwrap();
    }
}
