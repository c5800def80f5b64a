//! By how much an agent can be exploited in a small game, exactly.
//!
//! For each seat the value `v` of the agent against itself and the value `b` of the best response in that seat (see
//! [`moonbase_agents::exact::Replies`]). What the best response gains is `b - v`, and
//!
//! ```text
//! NashConv = Σ over the seats of (b - v)       exploitability = NashConv / 2
//! ```
//!
//! (Lanctot et al. 2017; Timbers et al. 2020). Both are 0 for an equilibrium and for nothing else. In a game for two in which one wins
//! what the other loses, the values against itself cancel out of the sum.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use moonbase_agents::exact::{Play, Replies, Stop};
use moonbase_agents::{AgentError, AgentSpec, Playable, Policy, policy_of};
use moonbase_engine::{AbsoluteValue, Seat};
use serde::Serialize;

use crate::solve::{SolveError, SolveProgress, stack_for};
use crate::table::render;

/// How often progress is told.
const TICK: Duration = Duration::from_millis(100);

/// What is worked out, each on a thread of its own.
const TASKS: [Play; 3] = [
    Play::Itself,
    Play::Responds(Seat::First),
    Play::Responds(Seat::Second),
];

/// Which agent is exploited, and where.
pub struct ExactPlan<'a, G> {
    /// The game's or preset's name, for the report.
    pub game: &'a str,
    pub start: &'a G,
    pub agent: &'a AgentSpec,
    /// At least one; no more than three are of use.
    pub threads: usize,
    /// Bytes that values may take, in all.
    pub memory: u64,
}

/// By how much an agent can be exploited; values lie in [-1, 1].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExactReport {
    pub agent: String,
    pub game: String,
    /// By the name of the seat in which the best response sits.
    pub seats: BTreeMap<&'static str, ExactGain>,
    /// The sum of the gains.
    pub nash_conv: f64,
    /// Half of that.
    pub exploitability: f64,
    /// Positions worked out, again perhaps.
    pub positions: u64,
    pub seconds: f64,
}

/// What a best response wins in one seat, as that seat sees it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ExactGain {
    /// The agent against itself.
    pub itself: f64,
    /// The best response against the agent.
    pub response: f64,
    /// What it wins more.
    pub gain: f64,
}

/// Why it was not worked out; one line each.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ExactError {
    #[error(transparent)]
    Agent(#[from] AgentError),
    #[error(transparent)]
    Solve(#[from] SolveError),
    #[error(
        "what `{0}` plays depends on more than the position; exactly exploited are random, scripted, exact, and net without a search"
    )]
    NoPolicy(String),
}

/// Works out exactly what best responses to an agent win, in each seat.
///
/// `stop` ends the work from outside; `progress` is called on this thread a few times a second.
///
/// # Errors
/// An agent that cannot be built or whose choices do not depend on the position alone, too little memory, or stopped.
///
/// ```
/// use moonbase_engine::{Game, toy::{Nim, NimOptions}};
/// use moonbase_eval::{ExactPlan, best_responses};
/// let start = Nim::new(&NimOptions::new(&[2])).unwrap();
/// let agent = "random".parse().unwrap();
/// let plan = ExactPlan { game: "nim", start: &start, agent: &agent, threads: 2, memory: 1 << 20 };
/// let stop = std::sync::atomic::AtomicBool::new(false);
/// let report = best_responses(&plan, &stop, &mut |_| {}).unwrap();
/// // In the first seat a response takes both stones; in the second it must hope.
/// assert_eq!((report.seats["a"].gain, report.seats["b"].gain), (1.0, 0.0));
/// assert_eq!(report.exploitability, 0.5);
/// ```
pub fn best_responses<G: Playable>(
    plan: &ExactPlan<'_, G>,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(SolveProgress),
) -> Result<ExactReport, ExactError> {
    let started = Instant::now();
    let policies: Vec<_> = TASKS.iter().map(|_| policy_of::<G>(plan.agent)).collect();
    let policies = policies.into_iter().collect::<Result<Vec<_>, _>>()?;
    if !policies[0].is_exact() {
        return Err(ExactError::NoPolicy(plan.agent.to_string()));
    }
    for seat in Seat::BOTH {
        policies[0].check(plan.start, seat)?;
    }
    let work = Work {
        next: AtomicUsize::new(0),
        done: AtomicU64::new(0),
        halt: AtomicBool::new(false),
        found: Mutex::new(vec![Err(Stop::Asked); TASKS.len()]),
    };
    std::thread::scope(|scope| {
        let mut running = Vec::new();
        for _ in 0..plan.threads.clamp(1, TASKS.len()) {
            let builder = std::thread::Builder::new().stack_size(stack_for::<G>());
            let spawned = builder.spawn_scoped(scope, || work.through(plan, &policies));
            running.push(spawned.map_err(|error| work.broken(&error.to_string()))?);
        }
        while !running.iter().all(|thread| thread.is_finished()) {
            std::thread::sleep(TICK.min(started.elapsed()));
            if stop.load(Ordering::Relaxed) {
                work.halt.store(true, Ordering::Relaxed);
            }
            progress(work.progress(started));
        }
        let mut joined = running.into_iter().map(|thread| thread.join());
        joined.try_for_each(|end| end.map_err(|_| work.broken("a thread panicked")))
    })?;
    let positions = work.done.load(Ordering::Relaxed);
    let found = work.found.into_inner().unwrap_or_else(|p| p.into_inner());
    let values = values(&found).map_err(|stop| told(stop, positions, plan.memory))?;
    Ok(report(plan, &values, positions, started.elapsed()))
}

/// All values, or why there is one missing: the others were asked to stop then.
fn values(found: &[Result<AbsoluteValue, Stop>]) -> Result<Vec<AbsoluteValue>, Stop> {
    let failed = found.iter().filter_map(|value| value.err());
    match failed.max_by_key(|stop| *stop != Stop::Asked) {
        Some(stop) => Err(stop),
        None => found.iter().copied().collect(),
    }
}

fn told(stop: Stop, kept: u64, memory: u64) -> SolveError {
    match stop {
        Stop::Full => SolveError::Memory {
            kept,
            limit_mib: memory >> 20,
        },
        Stop::TooDeep => SolveError::TooLong,
        Stop::Asked | Stop::Unknown => SolveError::Stopped { kept },
    }
}

/// What the threads share.
struct Work {
    next: AtomicUsize,
    done: AtomicU64,
    halt: AtomicBool,
    found: Mutex<Vec<Result<AbsoluteValue, Stop>>>,
}

impl Work {
    /// Takes one task after another. The first that fails ends the others.
    fn through<G: Playable>(
        &self,
        plan: &ExactPlan<'_, G>,
        policies: &[std::sync::Arc<dyn Policy<G>>],
    ) {
        loop {
            let task = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(play) = TASKS.get(task) else { return };
            let share = plan.memory / TASKS.len() as u64;
            let replies = Replies::new(policies[task].as_ref(), *play, share);
            let value = replies.watched(&self.halt, &self.done).value(plan.start);
            let failed = matches!(value, Err(stop) if stop != Stop::Asked);
            let mut found = self.found.lock().unwrap_or_else(|p| p.into_inner());
            found[task] = value;
            if failed {
                self.halt.store(true, Ordering::Relaxed);
            }
        }
    }

    fn broken(&self, reason: &str) -> SolveError {
        self.halt.store(true, Ordering::Relaxed);
        SolveError::Broken(reason.into())
    }

    fn progress(&self, started: Instant) -> SolveProgress {
        SolveProgress {
            kept: self.done.load(Ordering::Relaxed),
            bytes: 0,
            seconds: started.elapsed().as_secs_f64(),
        }
    }
}

fn report<G: Playable>(
    plan: &ExactPlan<'_, G>,
    values: &[AbsoluteValue],
    positions: u64,
    time: Duration,
) -> ExactReport {
    let gain = |seat: Seat| {
        let itself = values[0].seen_by(seat).0;
        let response = values[1 + seat.index()].seen_by(seat).0;
        let gain = response - itself;
        let found = ExactGain {
            itself,
            response,
            gain,
        };
        (G::SEATS[seat], found)
    };
    let seats: BTreeMap<_, _> = Seat::BOTH.map(gain).into();
    let nash_conv: f64 = seats.values().map(|found| found.gain).sum();
    ExactReport {
        agent: plan.agent.to_string(),
        game: plan.game.into(),
        seats,
        nash_conv,
        exploitability: nash_conv / 2.0,
        positions,
        seconds: time.as_secs_f64(),
    }
}

impl fmt::Display for ExactReport {
    /// A few lines within 80 columns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "best responses to {} in {}, exactly",
            self.agent, self.game
        )?;
        let words = |row: [&str; 4]| row.map(String::from).to_vec();
        let mut rows = vec![words(["", "itself", "best response", "gain"])];
        for (seat, gain) in &self.seats {
            let figures = [gain.itself, gain.response, gain.gain].map(|x| format!("{x:+.6}"));
            rows.push([vec![format!("as {seat}")], figures.to_vec()].concat());
        }
        f.write_str(&render(&rows))?;
        writeln!(
            f,
            "NashConv {:.6}, exploitability {:.6}: {:.1} points of the score",
            self.nash_conv,
            self.exploitability,
            50.0 * self.exploitability
        )?;
        writeln!(
            f,
            "{} positions worked out in {:.1} s",
            self.positions, self.seconds
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::Game;
    use moonbase_engine::toy::{Courier, CourierOptions, Nim, NimOptions};

    fn respond<G: Playable>(
        start: &G,
        agent: &str,
        threads: usize,
        memory: u64,
    ) -> Result<ExactReport, ExactError> {
        let plan = ExactPlan {
            game: G::NAME,
            start,
            agent: &agent.parse().unwrap(),
            threads,
            memory,
        };
        let report = best_responses(&plan, &AtomicBool::new(false), &mut |_| {})?;
        Ok(ExactReport {
            seconds: 0.0,
            ..report
        })
    }

    /// The rules of thumb play Nim perfectly: nothing is to be gained.
    #[test]
    fn perfect_play_cannot_be_exploited() {
        let start = Nim::new(&NimOptions::new(&[1, 2, 3])).unwrap();
        let report = respond(&start, "scripted", 2, 1 << 24).unwrap();
        assert_eq!(report.nash_conv, 0.0);
        assert!(respond(&start, "random", 2, 1 << 24).unwrap().nash_conv > 0.5);
    }

    #[test]
    fn the_same_for_any_number_of_threads() {
        let start = Courier::new(&CourierOptions::default()).unwrap();
        let of = |threads| respond(&start, "random", threads, 1 << 24).unwrap();
        assert_eq!(of(1), of(3));
        let text = of(2).to_string();
        assert!(
            text.contains("as courier") && text.contains("NashConv"),
            "{text}"
        );
    }

    #[test]
    fn what_cannot_be_is_told_in_a_line() {
        let start = Courier::new(&CourierOptions::default()).unwrap();
        let error = |agent, memory| respond(&start, agent, 1, memory).unwrap_err().to_string();
        assert!(
            error("uct:sims=9", 1 << 24).starts_with("what `uct:sims=9` plays depends on more")
        );
        assert!(error("random", 900).contains("memory were full"));
        assert!(error("nobody", 900).starts_with("unknown agent"));
    }
}
