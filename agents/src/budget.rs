//! How long a search may go on.

use std::time::{Duration, Instant};

use crate::spec::{AgentError, AgentSpec};

/// At most so many simulations a decision.
pub const MAX_SIMS: u64 = 1_000_000_000;

/// How often the clock is looked at, in simulations.
const CLOCK_EVERY: u64 = 16;

/// The budget of one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Simulations: reproducible.
    Sims(u64),
    /// Time on the clock: what comes out depends on the machine.
    Time(Duration),
}

impl Budget {
    /// Reads `sims=` or `ms=`; `default` simulations if neither is given.
    ///
    /// # Errors
    /// Both, or a number out of range.
    pub fn from_spec(spec: &AgentSpec, default: u64) -> Result<Budget, AgentError> {
        let sims = spec.integer("sims", 1..=MAX_SIMS)?;
        let millis = spec.integer("ms", 1..=3_600_000)?;
        match (sims, millis) {
            (Some(_), Some(_)) => Err(AgentError::Conflict {
                agent: spec.name.clone(),
                settings: "sims or ms",
            }),
            (_, Some(millis)) => Ok(Budget::Time(Duration::from_millis(millis))),
            (sims, None) => Ok(Budget::Sims(sims.unwrap_or(default))),
        }
    }

    /// Starts to count.
    pub fn start(self) -> Meter {
        Meter {
            budget: self,
            started: Instant::now(),
            sims: 0,
        }
    }
}

/// Counts simulations and time against a [`Budget`].
#[derive(Clone, Debug)]
pub struct Meter {
    budget: Budget,
    started: Instant,
    sims: u64,
}

impl Meter {
    /// May one more simulation start? The first always may.
    pub fn another(&mut self) -> bool {
        let more = match self.budget {
            Budget::Sims(sims) => self.sims < sims,
            Budget::Time(time) => {
                self.sims == 0 || !self.sims.is_multiple_of(CLOCK_EVERY) || self.elapsed() < time
            }
        };
        self.sims += u64::from(more);
        more
    }

    pub fn sims(&self) -> u64 {
        self.sims
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
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
    fn sims_and_ms_exclude_each_other() {
        let spec: AgentSpec = "uct:sims=3,ms=4".parse().unwrap();
        let error = Budget::from_spec(&spec, 9).unwrap_err();
        assert_eq!(error.to_string(), "agent `uct`: give sims or ms, not both");
        let spec: AgentSpec = "uct:ms=4".parse().unwrap();
        let budget = Budget::from_spec(&spec, 9);
        assert_eq!(budget, Ok(Budget::Time(Duration::from_millis(4))));
    }
}
