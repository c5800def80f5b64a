//! How long a search may go on.

use std::time::Duration;

use crate::clock::Clock;
use crate::spec::{AgentError, AgentSpec};
use crate::time::Remaining;

/// At most so many simulations a decision.
pub const MAX_SIMS: u64 = 1_000_000_000;

/// The budget of one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Simulations: reproducible.
    Sims(u64),
    /// New positions in the tree; a simulation that adds none counts as one. Reproducible.
    Nodes(u64),
    /// Time on the clock, less if no other action can catch up in what is left: what comes out depends on the
    /// machine.
    Time(Duration),
    /// Simulations that a game's clock may cut off: what comes out is that of [`Budget::Sims`], unless the time runs out first.
    SimsWithin(u64, Duration),
    /// The same for [`Budget::Nodes`].
    NodesWithin(u64, Duration),
}

impl Budget {
    /// Reads `sims=`, `nodes=` or `ms=`; `default` simulations if none is given.
    ///
    /// # Errors
    /// More than one, or a number out of range.
    pub fn from_spec(spec: &AgentSpec, default: u64) -> Result<Budget, AgentError> {
        let sims = spec.integer("sims", 1..=MAX_SIMS)?;
        let nodes = spec.integer("nodes", 1..=MAX_SIMS)?;
        let millis = spec.integer("ms", 1..=3_600_000)?;
        let conflict = |settings| AgentError::Conflict {
            agent: spec.name.clone(),
            settings,
        };
        match (sims, nodes, millis) {
            (Some(_), Some(_), _) => Err(conflict("sims or nodes")),
            (Some(_), _, Some(_)) => Err(conflict("sims or ms")),
            (_, Some(_), Some(_)) => Err(conflict("nodes or ms")),
            (_, _, Some(millis)) => Ok(Budget::Time(Duration::from_millis(millis))),
            (_, Some(nodes), None) => Ok(Budget::Nodes(nodes)),
            (sims, None, None) => Ok(Budget::Sims(sims.unwrap_or(default))),
        }
    }

    /// The budget of the next decision on a clock: that of the spec, if it names one, cut off where the clock is about to run out; else a time.
    pub(crate) fn on_clock(self, spec: &AgentSpec, remaining: &Remaining) -> Budget {
        if !spec.names_a_budget() {
            return Budget::Time(remaining.for_a_decision());
        }
        let most = remaining.most_for_a_decision();
        // What was cut off at the last decision is not what the spec says.
        match Budget::from_spec(spec, 1).unwrap_or(self) {
            Budget::Sims(sims) | Budget::SimsWithin(sims, _) => Budget::SimsWithin(sims, most),
            Budget::Nodes(nodes) | Budget::NodesWithin(nodes, _) => {
                Budget::NodesWithin(nodes, most)
            }
            Budget::Time(time) => Budget::Time(time.min(most)),
        }
    }

    /// What is left of it when so much time has gone by.
    pub fn less(self, spent: Duration) -> Budget {
        match self {
            Budget::Time(time) => Budget::Time(time.saturating_sub(spent)),
            Budget::SimsWithin(sims, time) => Budget::SimsWithin(sims, time.saturating_sub(spent)),
            Budget::NodesWithin(nodes, time) => {
                Budget::NodesWithin(nodes, time.saturating_sub(spent))
            }
            other => other,
        }
    }

    /// Starts to count.
    pub fn start(self) -> Meter {
        let limit = match self {
            Budget::Time(time) | Budget::SimsWithin(_, time) | Budget::NodesWithin(_, time) => {
                Some(time)
            }
            Budget::Sims(_) | Budget::Nodes(_) => None,
        };
        Meter {
            budget: self,
            clock: Clock::start(limit),
            sims: 0,
            nodes: None,
            grown: 0,
            to_the_end: false,
        }
    }
}

/// Counts simulations, nodes and time against a [`Budget`].
#[derive(Clone, Debug)]
pub struct Meter {
    budget: Budget,
    clock: Clock,
    sims: u64,
    /// Nodes of the tree when last told.
    nodes: Option<usize>,
    /// Nodes added, or simulations that added none.
    grown: u64,
    to_the_end: bool,
}

impl Meter {
    /// So many simulations are under way at the same time, on threads or in a batch.
    pub fn at_once(self, sims: usize) -> Meter {
        Meter {
            clock: self.clock.at_once(sims),
            ..self
        }
    }

    /// The search begins only now; a deadline stays.
    pub fn restart(&mut self) {
        self.clock.restart();
    }

    /// May one more simulation start? The first always may.
    pub fn another(&mut self) -> bool {
        let more = self.sims == 0
            || match self.budget {
                Budget::Sims(sims) => self.sims < sims,
                Budget::Nodes(nodes) => self.grown < nodes,
                Budget::Time(_) => self.clock.in_time(self.sims),
                Budget::SimsWithin(sims, _) => self.sims < sims && self.clock.in_time(self.sims),
                Budget::NodesWithin(nodes, _) => {
                    self.grown < nodes && self.clock.in_time(self.sims)
                }
            };
        self.sims += u64::from(more);
        more
    }

    /// As [`Meter::another`], the tree having so many nodes.
    pub fn another_at(&mut self, nodes: usize) -> bool {
        if let Some(before) = self.nodes.replace(nodes) {
            self.grown += nodes.saturating_sub(before).max(1) as u64;
        }
        self.another()
    }

    #[cfg(test)]
    pub fn told_by(self, now: fn() -> std::time::Instant) -> Meter {
        Meter {
            clock: self.clock.told_by(now),
            ..self
        }
    }

    /// As if it were a budget of time, for so many more.
    #[cfg(test)]
    pub fn with_time_for(self, sims: u64) -> Meter {
        Meter {
            budget: Budget::Time(Duration::from_secs(1)),
            clock: self.clock.with_time_for(sims),
            ..self
        }
    }

    /// All of the budget is wanted, even if no choice hangs on it any more.
    pub fn to_the_end(self) -> Meter {
        Meter {
            to_the_end: true,
            ..self
        }
    }

    /// With a budget of time that may end early: at the pace so far at most so many simulations can follow.
    pub fn time_for(&self) -> Option<u64> {
        let of_time = matches!(self.budget, Budget::Time(_)) && !self.to_the_end;
        self.clock.time_for().filter(|_| of_time)
    }

    /// How much of the budget is used up: 0 to 1.
    pub fn progress(&self) -> f32 {
        let share = match self.budget {
            Budget::Sims(sims) | Budget::SimsWithin(sims, _) => self.sims as f64 / sims as f64,
            Budget::Nodes(nodes) | Budget::NodesWithin(nodes, _) => {
                self.grown as f64 / nodes as f64
            }
            Budget::Time(_) => self.clock.progress(),
        };
        share.min(1.0) as f32
    }

    pub fn sims(&self) -> u64 {
        self.sims
    }

    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_of_simulations_is_met_exactly() {
        let mut meter = Budget::Sims(5).start();
        assert_eq!((0..9).filter(|_| meter.another()).count(), 5);
        assert_eq!(meter.sims(), 5);
    }

    #[test]
    fn a_budget_of_time_ends() {
        let mut meter = Budget::Time(Duration::from_millis(5)).start();
        while meter.another() {}
        assert!(meter.sims() > 0 && meter.elapsed() >= Duration::from_millis(5));
    }

    #[test]
    fn a_budget_of_nodes_counts_growth_and_idle_simulations() {
        let mut meter = Budget::Nodes(5).start();
        // Two nodes added, then one, then none: 2 + 1 + 1 + 1.
        let sizes = [1, 3, 4, 4, 4, 4];
        let started = sizes.iter().filter(|size| meter.another_at(**size));
        assert_eq!(started.count(), 4);
    }

    thread_local! {
        /// What the scripted clock shows, and milliseconds that have gone by.
        static SCRIPT: (std::time::Instant, std::cell::Cell<u64>) = (std::time::Instant::now(), 0.into());
    }

    /// A millisecond later at each look, beginning with 0.
    fn scripted() -> std::time::Instant {
        SCRIPT.with(|(start, millis)| {
            let now = *start + Duration::from_millis(millis.get());
            millis.set(millis.get() + 1);
            now
        })
    }

    /// Each simulation takes a millisecond. After the fourth of 5 ms there is time for half a piece, after the fifth there is none.
    #[test]
    fn a_clock_cuts_a_budget_off() {
        let count = |budget: Budget| {
            SCRIPT.with(|(_, millis)| millis.set(0));
            let mut meter = budget.start().told_by(scripted);
            let sims = (1..).take_while(|nodes| meter.another_at(*nodes)).count();
            assert_eq!(meter.time_for(), None, "all of it is wanted");
            sims
        };
        let most = Duration::from_millis(5);
        assert_eq!(count(Budget::SimsWithin(1000, most)), 5);
        assert_eq!(count(Budget::SimsWithin(3, most)), 3);
        assert_eq!(count(Budget::NodesWithin(1000, most)), 5);
        assert_eq!(count(Budget::NodesWithin(2, most)), 2);
        assert_eq!(count(Budget::SimsWithin(1000, Duration::ZERO)), 1);
    }

    /// At most half of what is left, whatever the spec says; with more time again, all of it again.
    #[test]
    fn who_names_a_budget_keeps_it_as_long_as_the_clock_allows() {
        let left = |millis| Remaining {
            left: Duration::from_millis(millis),
            increment: Duration::ZERO,
            decisions: 0,
        };
        let spec: AgentSpec = "uct:ms=40".parse().unwrap();
        let budget = Budget::from_spec(&spec, 9).unwrap();
        let short = budget.on_clock(&spec, &left(20));
        assert_eq!(short, Budget::Time(Duration::from_millis(10)));
        let long = short.on_clock(&spec, &left(200));
        assert_eq!(long, budget);
        let spec: AgentSpec = "uct:nodes=7".parse().unwrap();
        let budget = Budget::from_spec(&spec, 9).unwrap();
        let expected = Budget::NodesWithin(7, Duration::from_millis(10));
        assert_eq!(budget.on_clock(&spec, &left(20)), expected);
        assert_eq!(
            expected.less(Duration::from_millis(4)),
            Budget::NodesWithin(7, Duration::from_millis(6))
        );
    }

    #[test]
    fn who_names_no_budget_takes_the_clocks() {
        let remaining = Remaining {
            left: Duration::from_secs(90),
            increment: Duration::ZERO,
            decisions: 0,
        };
        for (spec, expected) in [
            ("uct:sims=7", Budget::SimsWithin(7, Duration::from_secs(45))),
            ("uct:c=1", Budget::Time(Duration::from_secs(1))),
        ] {
            let spec: AgentSpec = spec.parse().unwrap();
            let budget = Budget::from_spec(&spec, 9).unwrap();
            assert_eq!(budget.on_clock(&spec, &remaining), expected);
        }
    }

    #[test]
    fn sims_and_ms_exclude_each_other() {
        let spec: AgentSpec = "uct:sims=3,ms=4".parse().unwrap();
        let error = Budget::from_spec(&spec, 9).unwrap_err();
        assert_eq!(error.to_string(), "agent `uct`: give sims or ms, not both");
        let spec: AgentSpec = "uct:ms=4".parse().unwrap();
        let budget = Budget::from_spec(&spec, 9);
        assert_eq!(budget, Ok(Budget::Time(Duration::from_millis(4))));
    }
}
