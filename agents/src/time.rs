//! Clocks: so much time for each side of a game, and how much of it a decision should take.
//!
//! A side begins with the *base*, and gets the *increment* after each of its decisions. It has lost when a decision takes as long as it
//! has left, or longer ([`Forfeit::OutOfTime`]). Only the time between question and answer counts, not that of starting a program.
//!
//! **How our agents share it out.** An agent whose spec names no budget of its own gives a decision
//!
//! ```text
//! time = left / decisions still expected + ¾ increment,   at most left / 2,   at least 1 ms
//! ```
//!
//! where 90 decisions are expected in all (half of those of a game of `ufo`) and never fewer than 25 still. So a game of usual
//! length spends evenly, and one that goes on for ever never runs dry. One whose spec names a budget keeps it, but no decision
//! takes more than half of what is left.
//!
//! *Limits.* Games on a clock depend on the machine and on what else it does: they cannot be repeated. Seeds fix the dice only.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use moonbase_engine::{Game, Seat};
use serde::{Deserialize, Serialize};

use crate::agent::{Agent, Decision, Ply};
use crate::forfeit::Forfeit;
use crate::registry::MakeAgent;
use crate::spec::AgentError;

/// Decisions that a side is expected to take in a game.
const EXPECTED: u32 = 90;

/// Decisions that are always expected still.
const STILL: u32 = 25;

/// No decision is given less.
const SHORTEST: Duration = Duration::from_millis(1);

/// No clock has more: a day.
const MOST: Duration = Duration::from_secs(86_400);

/// Time for each side of a game: `60s+0.5s` is a minute, and half a second more after each decision.
///
/// ```
/// use moonbase_agents::TimeControl;
/// let control: TimeControl = "1m+500ms".parse().unwrap();
/// assert_eq!((control.base.as_secs(), control.to_string().as_str()), (60, "60s+0.5s"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    pub base: Duration,
    pub increment: Duration,
}

/// A text that is no [`TimeControl`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is no clock; write BASE or BASE+INCREMENT, such as 60s+0.5s, 5m or 500ms+10ms, a day at most"
)]
pub struct NoClock(String);

impl FromStr for TimeControl {
    type Err = NoClock;

    fn from_str(text: &str) -> Result<Self, NoClock> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let both = duration(base).zip(duration(increment));
        let (base, increment) = both.ok_or_else(|| NoClock(text.into()))?;
        Ok(TimeControl { base, increment })
    }
}

/// A number and a unit; without one, seconds. Kept to the millisecond.
fn duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let units = [("ms", 1.0), ("s", 1e3), ("m", 6e4), ("h", 3.6e6), ("", 1e3)];
    let of_unit = |(unit, millis): (&str, f64)| Some((text.strip_suffix(unit)?, millis));
    let (number, millis) = units.into_iter().find_map(of_unit)?;
    let plain = number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let number: f64 = number.parse().ok().filter(|_| plain)?;
    let millis = (number * millis).round();
    (millis <= MOST.as_millis() as f64).then(|| Duration::from_millis(millis as u64))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: Duration| time.as_millis() as f64 / 1e3;
        write!(f, "{}s+{}s", seconds(self.base), seconds(self.increment))
    }
}

impl TryFrom<String> for TimeControl {
    type Error = NoClock;

    fn try_from(text: String) -> Result<Self, NoClock> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

/// What the clock of a side shows when it is asked for a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Remaining {
    pub left: Duration,
    /// What is added after each decision.
    pub increment: Duration,
    /// Decisions that it has taken in this game.
    pub decisions: u32,
}

impl Remaining {
    /// The time that the next decision should take: see the module's documentation.
    pub fn for_a_decision(&self) -> Duration {
        let still = EXPECTED.saturating_sub(self.decisions).max(STILL);
        let share = self.left / still + self.increment * 3 / 4;
        share.min(self.most_for_a_decision()).max(SHORTEST)
    }

    /// What no decision should exceed, whatever budget an agent has of its own: half of what is left, at least 1 ms.
    pub fn most_for_a_decision(&self) -> Duration {
        (self.left / 2).max(SHORTEST)
    }

    /// Takes what a decision took, and adds the increment.
    fn after(self, used: Duration) -> Result<Remaining, Forfeit> {
        match used < self.left {
            true => Ok(Remaining {
                left: self.left - used + self.increment,
                decisions: self.decisions + 1,
                ..self
            }),
            false => Err(Forfeit::OutOfTime),
        }
    }
}

/// Makes agents that play on a clock.
pub struct OnClock<'a, G: Game> {
    inner: &'a dyn MakeAgent<G>,
    control: TimeControl,
    measure: fn(Instant) -> Duration,
}

impl<'a, G: Game> OnClock<'a, G> {
    pub fn new(inner: &'a dyn MakeAgent<G>, control: TimeControl) -> Self {
        OnClock {
            inner,
            control,
            measure: |started| started.elapsed(),
        }
    }

    /// Takes the time that went by since an instant from elsewhere, for tests that do not hang on the machine.
    pub fn measured(self, measure: fn(Instant) -> Duration) -> Self {
        OnClock { measure, ..self }
    }
}

impl<G: Game> MakeAgent<G> for OnClock<'_, G> {
    fn make(&self) -> Result<Box<dyn Agent<G>>, AgentError> {
        Ok(Box::new(Clocked {
            inner: self.inner.make()?,
            control: self.control,
            remaining: self.control.start(),
            measure: self.measure,
        }))
    }

    fn name(&self) -> String {
        format!("{} ({})", self.inner.name(), self.control)
    }
}

impl TimeControl {
    fn start(self) -> Remaining {
        Remaining {
            left: self.base,
            increment: self.increment,
            decisions: 0,
        }
    }
}

/// An agent and its clock.
struct Clocked<G: Game> {
    inner: Box<dyn Agent<G>>,
    control: TimeControl,
    remaining: Remaining,
    measure: fn(Instant) -> Duration,
}

impl<G: Game> Agent<G> for Clocked<G> {
    fn new_game(&mut self, seed: u64) {
        self.remaining = self.control.start();
        self.inner.new_game(seed);
    }

    /// Off the clock: only an answer can be late.
    fn decide(&mut self, position: &G) -> Decision<G::Action> {
        self.inner.decide(position)
    }

    fn answer(
        &mut self,
        position: &G,
        history: Option<&[Ply<G>]>,
    ) -> Result<Decision<G::Action>, Forfeit> {
        self.inner.on_clock(position, &self.remaining)?;
        let started = Instant::now();
        let answer = self.inner.answer(position, history);
        // Whoever is late has lost for that, whatever else is wrong with the answer.
        self.remaining = self.remaining.after((self.measure)(started))?;
        answer
    }

    fn name(&self) -> String {
        self.inner.name()
    }

    fn check(&self, start: &G, seat: Seat) -> Result<(), AgentError> {
        self.inner.check(start, seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AgentSpec;
    use moonbase_engine::toy::{Nim, NimOptions};

    fn control(text: &str) -> TimeControl {
        text.parse().unwrap()
    }

    #[test]
    fn clocks_are_read_and_print_as_they_are_read() {
        for (text, base, increment) in [
            ("60s+0.5s", 60_000, 500),
            ("1m", 60_000, 0),
            ("500ms+10ms", 500, 10),
            ("90", 90_000, 0),
            ("0.5h+2", 1_800_000, 2000),
            ("0+0", 0, 0),
        ] {
            let found = control(text);
            assert_eq!(
                (found.base.as_millis(), found.increment.as_millis()),
                (base, increment)
            );
            assert_eq!(control(&found.to_string()), found);
            let json = serde_json::to_string(&found).unwrap();
            assert_eq!(serde_json::from_str::<TimeControl>(&json).unwrap(), found);
        }
        assert_eq!(control("60+0.5").to_string(), "60s+0.5s");
        for odd in [
            "", "+", "60s+", "-1s", "1e3", "25h", "inf", "NaN", "60x", "1s+2s+3s",
        ] {
            let error = odd.parse::<TimeControl>().unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("`{odd}` is no clock")),
                "{error}"
            );
        }
    }

    /// A minute for 90 decisions, later for 25; with an increment, three quarters of it more; never more than half of what is left.
    #[test]
    fn the_time_for_a_decision_by_hand() {
        let time = |left: u64, increment: u64, decisions| {
            let [left, increment] = [left, increment].map(Duration::from_millis);
            let remaining = Remaining {
                left,
                increment,
                decisions,
            };
            remaining.for_a_decision().as_micros()
        };
        assert_eq!(time(90_000, 0, 0), 1_000_000);
        assert_eq!(time(90_000, 400, 0), 1_300_000);
        assert_eq!(time(50_000, 0, 40), 1_000_000);
        assert_eq!(time(50_000, 0, 1000), 2_000_000);
        assert_eq!(time(100, 1000, 0), 50_000);
        assert_eq!(time(0, 0, 0), 1000);
    }

    /// Of 12 s, with 1 s more after each decision, decisions of 5 s leave 8, then 4: the third is late.
    #[test]
    fn a_late_answer_loses() {
        let spec = AgentSpec::named("scripted");
        let clock = OnClock::<Nim>::new(&spec, control("12s+1s"));
        assert_eq!(MakeAgent::<Nim>::name(&clock), "scripted (12s+1s)");
        let clock = clock.measured(|_| Duration::from_secs(5));
        let (mut agent, start) = (
            clock.make().unwrap(),
            Nim::new(&NimOptions::new(&[3, 4, 5])).unwrap(),
        );
        for game in 0..2 {
            agent.new_game(game);
            assert!(agent.answer(&start, None).is_ok() && agent.answer(&start, None).is_ok());
            assert_eq!(agent.answer(&start, None), Err(Forfeit::OutOfTime));
        }
    }

    #[test]
    fn no_time_is_always_too_little_and_a_day_enough() {
        let start = Nim::new(&NimOptions::new(&[3, 4, 5])).unwrap();
        for (text, in_time) in [("0s", false), ("24h", true)] {
            let spec = AgentSpec::named("random");
            let mut agent = OnClock::<Nim>::new(&spec, control(text)).make().unwrap();
            agent.new_game(1);
            assert_eq!(agent.answer(&start, None).is_ok(), in_time);
        }
    }
}
