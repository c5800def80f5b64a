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

/// Most positions that are remembered, some 3 KiB each; what is found out beyond that is found out again when it is asked for.
const MOST_KNOWN: usize = 20_000;

/// What a search found out about a position in which a seat decides.
#[derive(Clone)]
struct Judged<G: Words> {
    value: AbsoluteValue,
    action: G::Action,
    line: Vec<String>,
}

/// What was found out already, shared by all threads: it does not depend on who asks.
pub(super) struct Known<G: Words>(Mutex<HashMap<G, Judged<G>>>);

// Derived, it would ask for a default position.
impl<G: Words> Default for Known<G> {
    fn default() -> Self {
        Known(Mutex::new(HashMap::new()))
    }
}

impl<G: Words> Known<G> {
    fn get<T>(&self, position: &G, read: impl Fn(&Judged<G>) -> T) -> Option<T> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(position).map(read)
    }

    fn put(&self, position: &G, judged: Judged<G>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() < MOST_KNOWN {
            known.insert(position.clone(), judged);
        }
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
        let Judged { action, line, .. } = self.judged(position, seat, Judged::clone);
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
            Turn::Decide(seat) => self.judged(position, seat, |judged| judged.value),
            Turn::Chance => LuckMeter::new(self).expectation(position),
        }
    }

    /// Something about a position in which this seat decides: searched once, however often it is asked for.
    fn judged<T>(&mut self, position: &G, seat: Seat, read: impl Fn(&Judged<G>) -> T) -> T {
        if let Some(known) = self.known.get(position, &read) {
            return known;
        }
        let judged = self.search(position, seat);
        let told = read(&judged);
        self.known.put(position, judged);
        told
    }

    fn search(&mut self, position: &G, seat: Seat) -> Judged<G> {
        self.agent.new_game(mix(self.seed ^ position.key()));
        let Decision {
            action,
            line,
            value,
            ..
        } = self.agent.decide(position);
        // That the agent knows values was seen before.
        let value = value.unwrap_or(SeatValue(0.0)).absolute(seat).0;
        Judged {
            value: AbsoluteValue(value.clamp(-1.0, 1.0)),
            action,
            line,
        }
    }
}

/// For the meter of luck.
impl<G: Words> Evaluator<G> for Judge<'_, G> {
    fn evaluate(&mut self, position: &G, _: &[G::Action]) -> Evaluation {
        let value = match position.turn() {
            Turn::Decide(seat) => self.judged(position, seat, |judged| judged.value.seen_by(seat)),
            // The meter asks about decisions only.
            _ => SeatValue(0.0),
        };
        Evaluation {
            value,
            priors: Vec::new(),
        }
    }

    fn gives_priors(&self) -> bool {
        false
    }
}
