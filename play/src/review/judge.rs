//! The judge: what positions are worth to an agent that begins afresh at each of them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use moonbase_agents::{Agent, Decision, Evaluation, Evaluator, MakeAgent, Ply};
use moonbase_engine::chance::mix;
use moonbase_engine::{AbsoluteValue, Seat, SeatValue, Turn};
use moonbase_eval::EvalError;
use moonbase_eval::luck::LuckMeter;

use super::{Advice, Look};
use crate::words::Words;

/// Values that were found out already, shared by all threads: a position's value does not depend on who asks for it.
pub(super) struct Known<G>(Mutex<HashMap<G, AbsoluteValue>>);

// Derived, it would ask for a default position.
impl<G> Default for Known<G> {
    fn default() -> Self {
        Known(Mutex::new(HashMap::new()))
    }
}

impl<G: Words> Known<G> {
    fn get(&self, position: &G) -> Option<AbsoluteValue> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(position).copied()
    }

    fn put(&self, position: &G, value: AbsoluteValue) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(position.clone(), value);
    }
}

/// One thread's judge.
pub(super) struct Judge<'a, G: Words> {
    agent: Box<dyn Agent<G>>,
    seed: u64,
    known: &'a Known<G>,
}

impl<'a, G: Words> Judge<'a, G> {
    /// # Errors
    /// The agent cannot be built.
    pub fn new(make: &dyn MakeAgent<G>, seed: u64, known: &'a Known<G>) -> Result<Self, EvalError> {
        Ok(Judge {
            agent: make.make()?,
            seed,
            known,
        })
    }

    /// What there is to say about a position of the game, what was played there, and the position after.
    ///
    /// # Errors
    /// The agent gives up, or plays against the rules.
    pub fn look(
        &mut self,
        position: &G,
        ply: Option<Ply<G>>,
        next: Option<&G>,
    ) -> Result<Look<G>, EvalError> {
        let mut look = Look {
            value: AbsoluteValue(0.0),
            advice: None,
            luck: AbsoluteValue(0.0),
        };
        if let (Some(Ply::Chance(outcome)), Turn::Chance) = (ply, position.turn()) {
            look.luck = LuckMeter::new(self).roll(position, outcome);
        }
        if let (Some(Ply::Action(played)), Some(next), Turn::Decide(seat)) =
            (ply, next, position.turn())
        {
            look.advice = Some(self.advise(position, seat, played, next)?);
        }
        look.value = self.worth(position);
        Ok(look)
    }

    /// What the agent would have done, and how much better that is.
    fn advise(
        &mut self,
        position: &G,
        seat: Seat,
        played: G::Action,
        next: &G,
    ) -> Result<Advice<G>, EvalError> {
        let Decision { action, line, .. } = self.decide(position);
        let mut better = position.clone();
        better.play(action).map_err(|error| EvalError::Illegal {
            agent: self.agent.name(),
            error,
        })?;
        let [best, own] = match action == played {
            true => [SeatValue(0.0); 2],
            false => [&better, next].map(|after| self.worth(after).seen_by(seat)),
        };
        Ok(Advice {
            action,
            line,
            best,
            own,
        })
    }

    /// The value of any position.
    pub fn worth(&mut self, position: &G) -> AbsoluteValue {
        match position.turn() {
            Turn::Over(outcome) => outcome.value,
            Turn::Decide(_) => self.judged(position),
            Turn::Chance => LuckMeter::new(self).expectation(position),
        }
    }

    /// The value of a position in which a seat decides.
    fn judged(&mut self, position: &G) -> AbsoluteValue {
        if let Some(value) = self.known.get(position) {
            return value;
        }
        let seat = match position.turn() {
            Turn::Decide(seat) => seat,
            _ => return AbsoluteValue(0.0),
        };
        // That the agent knows values was seen before.
        let value = self.decide(position).value.unwrap_or(SeatValue(0.0));
        let value = AbsoluteValue(value.absolute(seat).0.clamp(-1.0, 1.0));
        self.known.put(position, value);
        value
    }

    fn decide(&mut self, position: &G) -> Decision<G::Action> {
        self.agent.new_game(mix(self.seed ^ position.key()));
        self.agent.decide(position)
    }
}

/// For the meter of luck.
impl<G: Words> Evaluator<G> for Judge<'_, G> {
    fn evaluate(&mut self, position: &G, _: &[G::Action]) -> Evaluation {
        let value = self.judged(position);
        Evaluation {
            value: match position.turn() {
                Turn::Decide(seat) => value.seen_by(seat),
                _ => SeatValue(value.0),
            },
            priors: Vec::new(),
        }
    }

    fn gives_priors(&self) -> bool {
        false
    }
}
