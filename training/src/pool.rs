//! Work items on threads: the result is the same for any number of them.

use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam::channel::bounded;
use moonbase_engine::BySeat;

/// Computes `work(0) … work(items - 1)` on `threads` threads and returns the results in that order, or
/// `None` if `stop` was set before all were done. `done` is called on this thread for each result, in
/// no certain order. Each thread makes its own worker, which holds its buffers.
///
/// Items and results pass through bounded queues, so that whoever is ahead waits.
pub fn map_items<T, W>(
    threads: usize,
    items: u64,
    stop: &AtomicBool,
    make_worker: impl Fn() -> W + Sync,
    mut done: impl FnMut(&T),
) -> Option<Vec<T>>
where
    T: Send,
    W: FnMut(u64) -> T,
{
    let threads = threads.max(1);
    let (give, take) = bounded::<u64>(2 * threads);
    let (send, receive) = bounded::<(u64, T)>(2 * threads);
    let mut results: Vec<Option<T>> = (0..items).map(|_| None).collect();
    std::thread::scope(|scope| {
        scope.spawn(move || feed(items, stop, give));
        for _ in 0..threads {
            let (take, send, make_worker) = (take.clone(), send.clone(), &make_worker);
            scope.spawn(move || {
                let mut work = make_worker();
                for item in take {
                    if send.send((item, work(item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop((take, send));
        for (item, result) in receive {
            done(&result);
            results[item as usize] = Some(result);
        }
    });
    results.into_iter().collect()
}

fn feed(items: u64, stop: &AtomicBool, give: crossbeam::channel::Sender<u64>) {
    for item in 0..items {
        if stop.load(Ordering::Relaxed) || give.send(item).is_err() {
            return;
        }
    }
}

/// Runs both, at the same time if there is more than one thread.
pub fn both<T: Send>(
    threads: usize,
    first: impl FnOnce() -> T + Send,
    second: impl FnOnce() -> T + Send,
) -> BySeat<T> {
    if threads < 2 {
        return BySeat::new(first(), second());
    }
    std::thread::scope(|scope| {
        let handle = scope.spawn(first);
        let second = second();
        let first = handle
            .join()
            .unwrap_or_else(|e| std::panic::resume_unwind(e));
        BySeat::new(first, second)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_for_any_number_of_threads() {
        let stop = AtomicBool::new(false);
        for threads in [1, 2, 5] {
            let mut seen = 0;
            let worker = || |item: u64| item * item;
            let squares = map_items(threads, 100, &stop, worker, |_| seen += 1).unwrap();
            assert_eq!(squares, (0..100).map(|i| i * i).collect::<Vec<u64>>());
            assert_eq!(seen, 100);
        }
    }

    #[test]
    fn a_stop_gives_nothing() {
        let stop = AtomicBool::new(false);
        let worker = || {
            |item: u64| {
                stop.store(true, Ordering::Relaxed);
                item
            }
        };
        assert_eq!(map_items(2, 1000, &stop, worker, |_| ()), None);
    }
}
