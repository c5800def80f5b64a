//! A connection that does not wait for ever for a slow reader.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// So many bytes must be taken in within the time that there is.
const PART: usize = 64 << 10;

/// A stream whose writing fails when the other end takes in less than [`PART`] bytes in a time. The time begins when something has to
/// wait, and ends when nothing does.
pub struct Patient<S> {
    stream: S,
    time: Duration,
    /// Since something waits: when that is too long, and the bytes that went through.
    waits: Option<(Pin<Box<Sleep>>, usize)>,
}

impl<S> Patient<S> {
    pub fn new(stream: S, time: Duration) -> Patient<S> {
        Patient {
            stream,
            time,
            waits: None,
        }
    }

    /// Counts what came of writing `offered` bytes.
    fn counted(
        &mut self,
        context: &mut Context<'_>,
        offered: usize,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(bytes)) if bytes < offered => self.went_through(bytes),
            Poll::Ready(_) => self.waits = None,
            Poll::Pending => {
                let time = self.time;
                let (end, _) = self.waits.get_or_insert_with(|| (Box::pin(sleep(time)), 0));
                if end.as_mut().poll(context).is_ready() {
                    return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
                }
            }
        }
        written
    }

    fn went_through(&mut self, bytes: usize) {
        if let Some((_, through)) = &mut self.waits {
            *through += bytes;
            if *through >= PART {
                self.waits = None;
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.counted(context, bytes.len(), written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let offered = parts.iter().map(|part| part.len()).sum();
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.counted(context, offered, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::future::poll_fn;

    use super::*;

    /// The other end: takes in so many bytes at each try, and nothing where there is `None`.
    struct Script(VecDeque<Option<usize>>);

    impl AsyncWrite for Script {
        fn poll_write(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<io::Result<usize>> {
            match self.0.pop_front().flatten() {
                Some(most) => Poll::Ready(Ok(most.min(bytes.len()))),
                None => Poll::Pending,
            }
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    fn runs<T>(work: impl Future<Output = T>) -> T {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        runtime.enable_time().build().unwrap().block_on(work)
    }

    /// The first write waits, the others bring so many bytes through each; does the time begin anew after them?
    async fn begins_anew(takes: &[usize]) -> bool {
        let script = takes.iter().map(|bytes| Some(*bytes));
        let mut stream = Patient::new(
            Script([None].into_iter().chain(script).collect()),
            Duration::from_secs(3600),
        );
        let bytes = [0; 2 * PART];
        for _ in 0..=takes.len() {
            poll_fn(|context| {
                let _ = Pin::new(&mut stream).poll_write(context, &bytes);
                Poll::Ready(())
            })
            .await;
        }
        stream.waits.is_none()
    }

    #[test]
    fn who_takes_in_nothing_gets_no_more() {
        let error = runs(async {
            let mut stream = Patient::new(Script(VecDeque::new()), Duration::from_millis(1));
            poll_fn(|context| Pin::new(&mut stream).poll_write(context, b"answer")).await
        });
        assert_eq!(error.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[test]
    fn who_takes_in_a_little_now_and_then_gains_no_time() {
        runs(async {
            assert!(!begins_anew(&[1, 1, 1]).await);
            assert!(begins_anew(&[PART / 2, PART / 2]).await);
            assert!(begins_anew(&[2 * PART]).await, "all went through");
        });
    }
}
