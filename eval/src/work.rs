//! Work shared among threads, with the same result for any number of them.
//!
//! Items are numbered; a thread takes the next number that is free. What an item gives may depend on its
//! number only (seeds come from [`moonbase_engine::chance::rng_for`]), and results are handed back in order.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crossbeam::channel::{Sender, unbounded};

use crate::error::EvalError;

/// How a long piece of work is watched and stopped.
pub struct Control<'a> {
    /// At least one.
    pub threads: usize,
    /// Set from outside (by Ctrl-C): what is finished by then is the result.
    pub stop: &'a AtomicBool,
    /// Told how many items are done, of how many; called on the caller's thread.
    pub progress: &'a mut dyn FnMut(u64, u64),
}

/// One thread for each core.
pub fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Works through items `0..count`. Each thread has a worker of its own.
///
/// A job that is stopped halfway gives `None`. The results come with their numbers, in order; some
/// are missing exactly when the work was stopped.
///
/// # Errors
/// The first error that came up; the rest of the work is then dropped.
pub fn run<W, T: Send>(
    count: u64,
    control: &mut Control<'_>,
    make_worker: impl Fn() -> Result<W, EvalError> + Sync,
    job: impl Fn(&mut W, u64) -> Result<Option<T>, EvalError> + Sync,
) -> Result<Vec<(u64, T)>, EvalError> {
    let threads = control.threads.clamp(1, count.max(1) as usize);
    let (next, stop) = (AtomicU64::new(0), control.stop);
    let failed = AtomicBool::new(false);
    let progress = &mut *control.progress;
    let work = |sender: Sender<Result<(u64, T), EvalError>>| {
        let halted = || stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
        let result = work_through(count, &next, halted, &make_worker, &job, &sender);
        if let Err(error) = result {
            failed.store(true, Ordering::Relaxed);
            // The receiver outlives the threads; a lost message could only be a second error.
            let _ = sender.send(Err(error));
        }
    };
    let scope = crossbeam::thread::scope(|scope| {
        let (sender, receiver) = unbounded();
        for _ in 0..threads {
            let sender = sender.clone();
            let work = &work;
            scope.spawn(move |_| work(sender));
        }
        drop(sender);
        let mut results = Vec::new();
        for message in receiver {
            results.push(message);
            progress(results.len() as u64, count);
        }
        results
    });
    let results = scope.map_err(|panic| EvalError::Broken(message_of(&*panic)))?;
    let mut results = results.into_iter().collect::<Result<Vec<_>, _>>()?;
    results.sort_by_key(|(index, _)| *index);
    Ok(results)
}

fn work_through<W, T>(
    count: u64,
    next: &AtomicU64,
    halted: impl Fn() -> bool,
    make_worker: impl Fn() -> Result<W, EvalError>,
    job: impl Fn(&mut W, u64) -> Result<Option<T>, EvalError>,
    sender: &Sender<Result<(u64, T), EvalError>>,
) -> Result<(), EvalError> {
    let mut worker = make_worker()?;
    while !halted() {
        let index = next.fetch_add(1, Ordering::Relaxed);
        if index >= count {
            break;
        }
        if let Some(result) = job(&mut worker, index)? {
            // The receiver outlives the threads.
            let _ = sender.send(Ok((index, result)));
        }
    }
    Ok(())
}

/// What a thread said when it panicked.
fn message_of(panic: &(dyn std::any::Any + Send)) -> String {
    let panics = panic.downcast_ref::<Vec<Box<dyn std::any::Any + Send>>>();
    let panic = panics
        .and_then(|all| all.first().map(Box::as_ref))
        .unwrap_or(panic);
    let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a thread panicked".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(threads: usize, stop_at: u64) -> Result<Vec<(u64, u64)>, EvalError> {
        let stop = AtomicBool::new(false);
        let mut seen = 0;
        let mut control = Control {
            threads,
            stop: &stop,
            progress: &mut |done, total| {
                assert_eq!((done, total), (seen + 1, 100));
                seen = done;
            },
        };
        run(
            100,
            &mut control,
            || Ok(()),
            |(), i| {
                if i == stop_at {
                    stop.store(true, Ordering::Relaxed);
                    return Ok(None);
                }
                Ok(Some(i * i))
            },
        )
    }

    #[test]
    fn the_result_does_not_depend_on_the_number_of_threads() {
        let expected: Vec<(u64, u64)> = (0..100).map(|i| (i, i * i)).collect();
        for threads in [1, 2, 5, 200] {
            assert_eq!(squares(threads, 1000), Ok(expected.clone()));
        }
    }

    #[test]
    fn stopping_gives_what_is_done() {
        let results = squares(2, 40).unwrap();
        assert!(results.len() >= 38 && results.len() < 60);
        assert!(results.iter().all(|(i, square)| i * i == *square));
    }

    fn control<'a>(stop: &'a AtomicBool, progress: &'a mut dyn FnMut(u64, u64)) -> Control<'a> {
        Control {
            threads: 3,
            stop,
            progress,
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let (stop, mut quiet) = (AtomicBool::new(false), |_, _| {});
        let mut control = control(&stop, &mut quiet);
        let job = |(): &mut (), i| match i {
            7 => Err(EvalError::NoGames),
            _ => Ok(Some(i)),
        };
        let result = run(1_000_000_000, &mut control, || Ok(()), job);
        assert_eq!(result, Err(EvalError::NoGames));
    }

    #[test]
    fn a_panic_is_an_error() {
        let (stop, mut quiet) = (AtomicBool::new(false), |_, _| {});
        let mut control = control(&stop, &mut quiet);
        let job = |(): &mut (), i: u64| -> Result<Option<u64>, EvalError> { panic!("item {i}") };
        let error = run(1, &mut control, || Ok(()), job).unwrap_err();
        assert_eq!(error, EvalError::Broken("item 0".into()));
    }
}
