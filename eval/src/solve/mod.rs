//! Exact solutions of small games.
//!
//! Backward induction, depth first, over all positions that can be reached from a start (see
//! [`moonbase_agents::exact`] for what is computed and how exact it is). The values of kept positions stay in a
//! table that grows up to the memory limit; those in between go through a cache that forgets the oldest
//! when it is full, which costs time only. Every position that either seat can steer to is
//! solved, good play or not: the solution is an oracle for any agent's mistakes.
//!
//! All threads work on the whole game with one memory, every second one from the last child to the first: they
//! meet in the middle of each node. Values don't depend on their number, nor on what the cache forgot.

mod save;
mod store;

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossbeam::channel::{RecvTimeoutError, Sender, unbounded};
use moonbase_agents::Solvable;
use moonbase_agents::exact::{Backup, MAX_DEPTH, Stop};
use serde::Serialize;

use store::{Store, Worker};

pub use save::SaveError;

/// Stack of a thread: [`MAX_DEPTH`] plies, up to four positions and a few words for each. It is only taken as
/// far as it is used.
pub(crate) const fn stack_for<G>() -> usize {
    MAX_DEPTH * (4 * size_of::<G>() + 2048)
}

/// How often progress is told.
const TICK: Duration = Duration::from_millis(200);

/// What is to be solved, and with what.
#[derive(Clone, Debug)]
pub struct SolvePlan<G> {
    pub start: G,
    /// At least one.
    pub threads: usize,
    /// Bytes that values may take.
    pub memory: u64,
    /// Whether images of a position are solved once.
    pub symmetric: bool,
}

impl<G> SolvePlan<G> {
    /// Both cores and 8 GiB; images are solved once.
    pub fn new(start: G) -> Self {
        SolvePlan {
            start,
            threads: crate::work::all_cores(),
            memory: 8 << 30,
            symmetric: true,
        }
    }
}

/// How far solving has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SolveProgress {
    /// Kept positions solved.
    pub kept: u64,
    pub bytes: u64,
    pub seconds: f64,
}

/// Why a game was not solved; one line each.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SolveError {
    #[error(
        "{kept} positions were solved when {limit_mib} MiB of memory were full; allow more, or solve a smaller game"
    )]
    Memory { kept: u64, limit_mib: u64 },
    #[error("a line of play is longer than {MAX_DEPTH} plies; set a smaller max_turns")]
    TooLong,
    #[error("stopped after {kept} positions; nothing was saved")]
    Stopped { kept: u64 },
    #[error("a thread could not go on: {0}")]
    Broken(String),
}

/// What was found out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SolveReport {
    pub game: &'static str,
    pub first_seat: &'static str,
    /// The start's value, as the first seat sees it.
    pub value: f64,
    /// Positions whose values are kept.
    pub kept: u64,
    /// Positions worked out between them; those that the cache forgot and several threads met at once
    /// count again.
    pub between: u64,
    pub seconds: f64,
    /// Bytes that values took.
    pub bytes: u64,
    pub threads: usize,
    pub symmetric: bool,
}

impl fmt::Display for SolveReport {
    /// A few lines within 80 columns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |name: &str, figure: String| vec![name.to_string(), figure];
        let seconds = self.seconds.max(1e-3);
        let rows = [
            row(
                "value",
                format!("{:+.6} for {}", self.value, self.first_seat),
            ),
            row("positions kept", self.kept.to_string()),
            row("worked out between", self.between.to_string()),
            row("seconds", format!("{:.1}", self.seconds)),
            row(
                "positions/s",
                format!("{:.0}", self.between as f64 / seconds),
            ),
            row("memory", format!("{} MiB", self.bytes >> 20)),
            row("threads", self.threads.to_string()),
        ];
        write!(f, "{}", crate::table::render(&rows))
    }
}

/// A solved game.
pub struct Solved<G: Solvable> {
    pub report: SolveReport,
    start: G,
    store: Store,
}

/// Solves a game from a position on.
///
/// `stop` ends the work from outside; `progress` is called on this thread a few times a second.
///
/// # Errors
/// Too little memory, lines of play that are too long, or stopped.
///
/// ```
/// use moonbase_engine::{Game, toy::{Pig, PigOptions}};
/// use moonbase_eval::solve::{SolvePlan, solve};
/// let plan = SolvePlan::new(Pig::new(&PigOptions { target: 2, faces: 2 }).unwrap());
/// let stop = std::sync::atomic::AtomicBool::new(false);
/// let solved = solve(plan, &stop, &mut |_| {}).unwrap();
/// assert_eq!(solved.report.value, 0.5);
/// ```
pub fn solve<G: Solvable>(
    plan: SolvePlan<G>,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(SolveProgress),
) -> Result<Solved<G>, SolveError> {
    let started = Instant::now();
    let store = Store::new(plan.memory);
    if store.bytes() > plan.memory {
        return Err(full(&store, plan.memory));
    }
    let threads = plan.threads.max(1);
    let scope = crossbeam::thread::scope(|scope| {
        let (sender, receiver) = unbounded();
        for index in 0..threads {
            let (sender, store, plan) = (sender.clone(), &store, &plan);
            let builder = scope.builder().stack_size(stack_for::<G>());
            let spawned = builder.spawn(move |_| work(plan, store, index, &sender));
            spawned.map_err(|error| {
                store.halt.store(true, Ordering::Relaxed);
                SolveError::Broken(error.to_string())
            })?;
        }
        drop(sender);
        let mut results = Vec::new();
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(result) => results.push(result),
                Err(RecvTimeoutError::Disconnected) => return Ok(results),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.load(Ordering::Relaxed) {
                store.halt.store(true, Ordering::Relaxed);
            }
            progress(SolveProgress {
                kept: store.kept(),
                bytes: store.bytes(),
                seconds: started.elapsed().as_secs_f64(),
            });
        }
    });
    let broken = |_| SolveError::Broken("a thread panicked".into());
    let results = scope.map_err(broken)??;
    let between = results.iter().map(|result| result.1).sum();
    let value = value_of(&results, &store, plan.memory)?;
    let report = SolveReport {
        game: G::NAME,
        first_seat: G::SEATS.first,
        value: value.into(),
        kept: store.kept(),
        between,
        seconds: started.elapsed().as_secs_f64(),
        bytes: store.bytes(),
        threads,
        symmetric: plan.symmetric,
    };
    Ok(Solved {
        report,
        start: plan.start,
        store,
    })
}

/// What a thread came to, and how many positions it worked out between kept ones.
type Finding = (Result<f32, Stop>, u64);

fn work<G: Solvable>(plan: &SolvePlan<G>, store: &Store, index: usize, sender: &Sender<Finding>) {
    let worker = Worker { store, between: 0 };
    let backup = Backup::new(worker).symmetric(plan.symmetric);
    let mut backup = backup.backwards(index % 2 == 1);
    let result = backup.value(&plan.start);
    // The first to have the value, or to fail for good, ends the others' work.
    store.halt.store(true, Ordering::Relaxed);
    // The receiver outlives the threads.
    let _ = sender.send((result, backup.memory.between));
}

fn full(store: &Store, limit: u64) -> SolveError {
    SolveError::Memory {
        kept: store.kept(),
        limit_mib: limit >> 20,
    }
}

/// The value, if a thread has it; else the reason why not.
fn value_of(results: &[Finding], store: &Store, limit: u64) -> Result<f32, SolveError> {
    if let Some(value) = results.iter().find_map(|(result, _)| result.ok()) {
        return Ok(value);
    }
    let kept = store.kept();
    let stops: Vec<Stop> = results
        .iter()
        .filter_map(|(result, _)| result.err())
        .collect();
    Err(if stops.contains(&Stop::Full) {
        full(store, limit)
    } else if stops.contains(&Stop::TooDeep) {
        SolveError::TooLong
    } else {
        SolveError::Stopped { kept }
    })
}
