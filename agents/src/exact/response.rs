//! The exact best response to a fixed agent, and the agent's value against itself, by backward induction.
//!
//! With the agent's policy `π` at the nodes that it decides, and `b` at those of whoever responds to it:
//!
//! ```text
//! V(s) = max over a of V(s after a)    where the responder decides (minimum if it is the second seat)
//! V(s) = Σ π(a | s) V(s after a)       where the agent does
//! V(s) = Σ p(o) V(s after o)           at a chance node
//! ```
//!
//! `V(start)` is the value of the best response, the most that anybody can win against this agent. It depends on the policy being a
//! function of the position ([`Policy::is_exact`]). Actions that the agent never plays are not looked into, so that a
//! deterministic agent leaves a much smaller game than `solve` has to go through. Values are `f64` throughout.
//!
//! Images under the game's symmetries share a value only where the policy is the same for them; rules of thumb and nets
//! break ties by the order of tiles, so that every image of theirs is worked out by itself.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use moonbase_engine::chance::Mix64;
use moonbase_engine::{AbsoluteValue, Seat, SeatValue, Turn};

use super::Solvable;
use super::backup::{MAX_DEPTH, Stop};
use super::fingerprint::{Key, fingerprint};
use crate::policy::Policy;

/// Values between kept positions that are remembered at most; then all are forgotten.
const MOST_BETWEEN: usize = 1 << 21;

/// Bytes that a remembered value takes, more or less: key and value, and the table's slack.
const VALUE_BYTES: u64 = 56;

type Values = HashMap<Key, f64, BuildHasherDefault<Mix64>>;

/// Who plays like the agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Play {
    /// Both seats.
    Itself,
    /// This seat plays its best, the other one like the agent.
    Responds(Seat),
}

/// Works out exact values of positions under a fixed policy: see the module's documentation.
pub struct Replies<'a, G> {
    policy: &'a dyn Policy<G>,
    play: Play,
    kept: Values,
    between: Values,
    /// Kept values at most.
    most: usize,
    depth: usize,
    watch: Option<(&'a AtomicBool, &'a AtomicU64)>,
}

impl<'a, G: Solvable> Replies<'a, G> {
    /// `memory` bytes for the values that are kept.
    pub fn new(policy: &'a dyn Policy<G>, play: Play, memory: u64) -> Self {
        Replies {
            policy,
            play,
            kept: Values::default(),
            between: Values::default(),
            most: (memory / VALUE_BYTES) as usize,
            depth: 0,
            watch: None,
        }
    }

    /// Stops when `stop` is set, and adds the positions worked out to `done`.
    pub fn watched(self, stop: &'a AtomicBool, done: &'a AtomicU64) -> Self {
        Replies {
            watch: Some((stop, done)),
            ..self
        }
    }

    /// The value of a position.
    ///
    /// # Errors
    /// The memory is full, a line of play is too long, or it was stopped.
    ///
    /// ```
    /// use moonbase_agents::{exact::{Play, Replies}, policy_of};
    /// use moonbase_engine::{Game, Seat, toy::{Nim, NimOptions}};
    /// // Two heaps of one: whoever takes second takes the last, whatever they do.
    /// let start = Nim::new(&NimOptions::new(&[1, 1])).unwrap();
    /// let random = policy_of::<Nim>(&"random".parse().unwrap()).unwrap();
    /// let mut replies = Replies::new(random.as_ref(), Play::Responds(Seat::First), 1 << 20);
    /// assert_eq!(replies.value(&start).unwrap().0, -1.0);
    /// ```
    pub fn value(&mut self, position: &G) -> Result<AbsoluteValue, Stop> {
        self.depth = 0;
        Ok(AbsoluteValue(self.value_of(position, false)?))
    }

    /// `after_chance`: the position follows from a chance node directly.
    fn value_of(&mut self, position: &G, after_chance: bool) -> Result<f64, Stop> {
        match position.turn() {
            Turn::Over(outcome) => Ok(outcome.value.0),
            Turn::Decide(_) if position.kept() => {
                let symmetric = self.policy.is_symmetric();
                let image = symmetric.then(|| position.representative()).flatten();
                self.remembered(image.as_ref().unwrap_or(position), true)
            }
            Turn::Decide(_) => self.remembered(position, false),
            Turn::Chance if after_chance => self.remembered(position, false),
            Turn::Chance => self.fresh(position),
        }
    }

    fn remembered(&mut self, position: &G, kept: bool) -> Result<f64, Stop> {
        let key = fingerprint(position);
        let values = if kept { &self.kept } else { &self.between };
        if let Some(value) = values.get(&key) {
            return Ok(*value);
        }
        let value = self.fresh(position)?;
        self.remember(key, kept, value)?;
        Ok(value)
    }

    fn remember(&mut self, key: Key, kept: bool, value: f64) -> Result<(), Stop> {
        if let Some((stop, done)) = self.watch {
            done.fetch_add(1, Ordering::Relaxed);
            if stop.load(Ordering::Relaxed) {
                return Err(Stop::Asked);
            }
        }
        if !kept {
            if self.between.len() >= MOST_BETWEEN {
                self.between.clear();
            }
            self.between.insert(key, value);
        } else if self.kept.len() >= self.most {
            return Err(Stop::Full);
        } else {
            self.kept.insert(key, value);
        }
        Ok(())
    }

    /// Works the value out from the children's.
    fn fresh(&mut self, position: &G) -> Result<f64, Stop> {
        if self.depth >= MAX_DEPTH {
            return Err(Stop::TooDeep);
        }
        self.depth += 1;
        let value = match (position.turn(), self.play) {
            (Turn::Decide(seat), Play::Responds(own)) if seat == own => self.best(position, seat),
            (Turn::Decide(_), _) => self.replied(position),
            _ => self.rolled(position),
        };
        self.depth -= 1;
        value
    }

    fn best(&mut self, position: &G, seat: Seat) -> Result<f64, Stop> {
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        let mut best = f64::NEG_INFINITY;
        for action in actions {
            let value = AbsoluteValue(self.after(position, action)?);
            best = best.max(value.seen_by(seat).0);
        }
        Ok(SeatValue(best).absolute(seat).0)
    }

    fn replied(&mut self, position: &G) -> Result<f64, Stop> {
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        let probabilities = self.policy.probabilities(position, &actions);
        let mut sum = 0.0;
        for (action, probability) in actions.into_iter().zip(probabilities) {
            if probability > 0.0 {
                sum += probability * self.after(position, action)?;
            }
        }
        Ok(sum)
    }

    fn after(&mut self, position: &G, action: G::Action) -> Result<f64, Stop> {
        let mut next = position.clone();
        next.play_unchecked(action);
        self.value_of(&next, false)
    }

    fn rolled(&mut self, position: &G) -> Result<f64, Stop> {
        let mut outcomes = Vec::new();
        position.chance_outcomes(&mut outcomes);
        let total: u64 = outcomes.iter().map(|(_, weight)| weight).sum();
        let mut sum = 0.0;
        for (outcome, weight) in outcomes {
            let mut next = position.clone();
            next.resolve_unchecked(outcome);
            sum += weight as f64 * self.value_of(&next, true)?;
        }
        Ok(sum / total as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::policy_of;
    use crate::registry::Playable;
    use moonbase_engine::Game;
    use moonbase_engine::registry::options_of;
    use moonbase_engine::toy::{
        Courier, CourierOptions, Nim, NimOptions, Pig, PigOptions, exact_value,
    };
    use moonbase_engine::ufo::Ufo;

    fn value<G: Playable>(start: &G, agent: &str, play: Play) -> f64 {
        let policy = policy_of::<G>(&agent.parse().unwrap()).unwrap();
        let mut replies = Replies::new(policy.as_ref(), play, 1 << 26);
        replies.value(start).unwrap().0
    }

    /// One heap of two. Whoever takes the last stone wins: the first seat takes both. Random takes one or two alike, so that it wins
    /// half of the games in the first seat, whoever responds; in the second it takes the last if it is left one.
    #[test]
    fn one_heap_by_hand() {
        let start = Nim::new(&NimOptions::new(&[2])).unwrap();
        let random = |play| value(&start, "random", play);
        assert_eq!(random(Play::Responds(Seat::First)), 1.0);
        assert_eq!(random(Play::Responds(Seat::Second)), 0.0);
        assert_eq!(random(Play::Itself), 0.0);
    }

    /// Heaps of one and two: the first seat wins by taking one of the two. Random does so with 1/3. If it takes the single one, two are
    /// left and the responder takes both; if it takes the two, one is left: it loses with 2/3, -1/3 for the first seat.
    #[test]
    fn two_heaps_by_hand() {
        let start = Nim::new(&NimOptions::new(&[1, 2])).unwrap();
        let responds = value(&start, "random", Play::Responds(Seat::Second));
        assert!((responds + 1.0 / 3.0).abs() < 1e-12, "{responds}");
        assert_eq!(value(&start, "scripted", Play::Responds(Seat::Second)), 1.0);
    }

    /// A best response wins at least what perfect play is worth and what the agent wins in that seat.
    fn responses_are_no_worse<G: Playable>(start: &G, agent: &str, perfect: f64) {
        let of = |play| value(start, agent, play);
        let (itself, first, second) = (
            of(Play::Itself),
            of(Play::Responds(Seat::First)),
            of(Play::Responds(Seat::Second)),
        );
        let slack = 1e-5;
        assert!(
            first + slack >= perfect.max(itself),
            "{agent}: {first} {itself} {perfect}"
        );
        assert!(
            second - slack <= perfect.min(itself),
            "{agent}: {second} {itself} {perfect}"
        );
    }

    #[test]
    fn toys_are_exploited_by_as_much_as_they_can_be() {
        let courier = Courier::new(&CourierOptions::default()).unwrap();
        let pig = Pig::new(&PigOptions::default()).unwrap();
        responses_are_no_worse(&courier, "random", exact_value(&courier).0);
        responses_are_no_worse(&courier, "scripted", exact_value(&courier).0);
        responses_are_no_worse(&pig, "random", exact_value(&pig).0);
        let first = value(&courier, "random", Play::Responds(Seat::First));
        assert!(first > exact_value(&courier).0 + 0.01, "{first}");
    }

    /// A tiny game of the real one: with the symmetries of the uniform policy, and without those of the rules of thumb.
    #[test]
    fn a_small_ufo_is_exploited() {
        let set = ["aliens=1", "alien_actions=1", "max_turns=2"].map(String::from);
        let options = options_of::<Ufo>("ufo-micro", &set).unwrap();
        let start = Ufo::new(&options).unwrap();
        let mut solved = crate::exact::Backup::new(HashMap::new());
        let perfect = f64::from(solved.value(&start).unwrap());
        responses_are_no_worse(&start, "random", perfect);
        responses_are_no_worse(&start, "scripted", perfect);
    }

    #[test]
    fn memory_that_is_full_is_told() {
        let pig = Pig::new(&PigOptions::default()).unwrap();
        let random = policy_of::<Pig>(&"random".parse().unwrap()).unwrap();
        let mut replies = Replies::new(random.as_ref(), Play::Itself, 100);
        assert_eq!(replies.value(&pig), Err(Stop::Full));
    }
}
