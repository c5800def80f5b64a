//! Many threads: in one tree, or in several that are merged.
//!
//! - **Tree**: all threads go through one tree behind a lock (Chaslot, Winands and van den Herik 2008, "global mutex"),
//!   which is held for the way down and up and not while a leaf is judged. Virtual loss keeps the threads apart. Good as
//!   long as judging takes most of the time, as it does here; the result depends on the threads' timing.
//! - **Root**: each of `trees=` trees has its own generator and its share of the budget, and their statistics are added
//!   up; with a budget of simulations the result is the same for any number of threads.

use std::sync::{Mutex, MutexGuard, PoisonError};

use moonbase_engine::Game;
use moonbase_engine::chance::MoonRng;

use super::search::{Core, judge};
use super::slot::Slot;
use crate::budget::{Budget, Meter};
use crate::evaluator::Evaluator;

/// What a thread works with.
pub(super) struct Worker<G: Game> {
    pub evaluator: Box<dyn Evaluator<G>>,
    pub slots: Vec<Slot<G>>,
    pub rng: MoonRng,
}

impl<G: Game> Worker<G> {
    /// Searches alone.
    pub fn run(&mut self, core: &mut Core<G>, meter: &mut Meter) {
        let Worker {
            evaluator,
            slots,
            rng,
        } = self;
        core.run(meter, evaluator.as_mut(), slots, rng);
    }

    /// Searches with others.
    fn share(&mut self, shared: &Mutex<(&mut Core<G>, &mut Meter)>) {
        let Worker {
            evaluator,
            slots,
            rng,
        } = self;
        let (mut begun, mut evaluations) = (0, Vec::new());
        loop {
            {
                let (core, meter) = &mut *lock(shared);
                core.end_batch(&slots[..begun], &evaluations);
                begun = core.begin_batch(meter, slots, rng);
            }
            if begun == 0 {
                return;
            }
            evaluations = judge(evaluator.as_mut(), &slots[..begun]);
        }
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panicked takes the whole search down with it: there is nothing to save.
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All workers in one tree.
pub(super) fn run_shared<G: Game>(
    core: &mut Core<G>,
    workers: &mut [Worker<G>],
    meter: &mut Meter,
) {
    if let [worker] = workers {
        return worker.run(core, meter);
    }
    let shared = Mutex::new((core, meter));
    side_by_side(workers, |worker| worker.share(&shared));
}

/// Each worker in its own tree, on so many threads. The meters of all, in order.
pub(super) fn run_apart<G: Game>(
    cores: &mut [Core<G>],
    workers: &mut [Worker<G>],
    budget: Budget,
    threads: usize,
) -> Vec<Meter> {
    let trees = cores.len();
    let meter = |(tree, worker): (usize, &Worker<G>)| {
        let share = share_of(budget, tree, trees, threads);
        // A tree that is sure of its choice may still be outvoted.
        share.start().to_the_end().at_once(worker.slots.len())
    };
    let mut meters: Vec<Meter> = workers.iter().enumerate().map(meter).collect();
    let jobs = cores.iter_mut().zip(workers).zip(&mut meters);
    let mut piles: Vec<Vec<_>> = (0..threads).map(|_| Vec::new()).collect();
    for (i, job) in jobs.enumerate() {
        piles[i % threads].push(job);
    }
    side_by_side(piles, |pile| {
        for ((core, worker), meter) in pile {
            meter.restart();
            worker.run(core, meter);
        }
    });
    meters
}

/// Does all jobs at the same time, the first one on the thread that calls.
fn side_by_side<J: Send>(jobs: impl IntoIterator<Item = J>, work: impl Fn(J) + Sync) {
    let mut jobs = jobs.into_iter();
    let (own, work) = (jobs.next(), &work);
    let done = crossbeam::scope(|scope| {
        for job in jobs {
            scope.spawn(move |_| work(job));
        }
        own.map(work)
    });
    if let Err(panic) = done {
        std::panic::resume_unwind(panic);
    }
}

/// A tree's share of a budget; of time, the moment by which it must be done: the trees of a thread follow each other.
fn share_of(budget: Budget, tree: usize, trees: usize, threads: usize) -> Budget {
    let part = |whole: u64| {
        let (tree, trees) = (tree as u64, trees as u64);
        (whole / trees + u64::from(tree < whole % trees)).max(1)
    };
    let by = |time: std::time::Duration| {
        let of_thread = (trees - tree % threads).div_ceil(threads);
        time * (tree / threads + 1) as u32 / of_thread as u32
    };
    match budget {
        Budget::Sims(sims) => Budget::Sims(part(sims)),
        Budget::Nodes(nodes) => Budget::Nodes(part(nodes)),
        Budget::Time(time) => Budget::Time(by(time)),
        Budget::SimsWithin(sims, time) => Budget::SimsWithin(part(sims), by(time)),
        Budget::NodesWithin(nodes, time) => Budget::NodesWithin(part(nodes), by(time)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn shares(budget: Budget, trees: usize, threads: usize) -> Vec<Budget> {
        let shares = (0..trees).map(|tree| share_of(budget, tree, trees, threads));
        shares.collect()
    }

    #[test]
    fn simulations_are_shared_out_to_the_last() {
        let parts = [4, 3, 3].map(Budget::Sims);
        assert_eq!(shares(Budget::Sims(10), 3, 2), parts);
        assert_eq!(
            shares(Budget::Nodes(10), 3, 1),
            [4, 3, 3].map(Budget::Nodes)
        );
    }

    #[test]
    fn the_trees_of_a_thread_follow_each_other_up_to_the_deadline() {
        let until = |millis: &[u64]| -> Vec<Budget> {
            let times = millis.iter().map(|millis| Duration::from_millis(*millis));
            times.map(Budget::Time).collect()
        };
        let budget = Budget::Time(Duration::from_millis(12));
        assert_eq!(shares(budget, 4, 2), until(&[6, 6, 12, 12]));
        assert_eq!(shares(budget, 4, 3), until(&[6, 12, 12, 12]));
        assert_eq!(shares(budget, 3, 1), until(&[4, 8, 12]));
        assert_eq!(shares(budget, 2, 2), until(&[12, 12]));
        let [one, all] = [6, 12].map(Duration::from_millis);
        let parts = [(4, one), (3, all), (3, all)];
        let parts = parts.map(|(sims, time)| Budget::SimsWithin(sims, time));
        assert_eq!(shares(Budget::SimsWithin(10, all), 3, 2), parts);
    }

    #[test]
    fn a_panic_on_another_thread_is_passed_on() {
        let work = |job: u32| assert!(job < 2, "job {job}");
        let caught = std::panic::catch_unwind(|| side_by_side([0, 1, 2], work));
        assert!(caught.is_err());
        side_by_side([0, 1], work);
    }
}
