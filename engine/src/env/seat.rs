//! One seat against an opponent, as Gymnasium's `Env`.

use super::encoding::Encoding;
use super::episode::{EnvError, EnvSettings, Episode};
use super::turns::Info;
use crate::chance::{mix, rng_for};
use crate::game::{Game, Seat};

/// Who plays the other seat. It sees positions, never dice to come.
///
/// Any function of a position and a seat is one; what holds a generator sets it in `begin`.
pub trait Opponent<G: Game> {
    /// An episode of this seed begins.
    fn begin(&mut self, _seed: u64) {}

    /// A legal action for `seat`, whose choice it is.
    fn act(&mut self, position: &G, seat: Seat) -> G::Action;
}

impl<G: Game, F: FnMut(&G, Seat) -> G::Action> Opponent<G> for F {
    fn act(&mut self, position: &G, seat: Seat) -> G::Action {
        self(position, seat)
    }
}

/// An opponent whose choices are uniformly random, by the episode's seed.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomOpponent {
    seed: u64,
    choices: u64,
}

impl<G: Game> Opponent<G> for RandomOpponent {
    fn begin(&mut self, seed: u64) {
        // Another stream than that of the dice.
        (self.seed, self.choices) = (mix(!seed), 0);
    }

    fn act(&mut self, position: &G, _seat: Seat) -> G::Action {
        self.choices += 1;
        position.random_action(&mut rng_for(self.seed, self.choices))
    }
}

/// Lets the opponent act until `seat` has a choice or the episode has ended.
pub(super) fn opponent_acts<G: Game, O: Opponent<G>>(
    episode: &mut Episode<G>,
    opponent: &mut O,
    seat: Seat,
) -> Result<(), EnvError> {
    while let Some(mover) = episode.seat().filter(|mover| *mover != seat) {
        let action = opponent.act(episode.position(), mover);
        if !episode.legal().contains(&action) {
            return Err(EnvError::Opponent(action.to_string()));
        }
        episode.play(action);
    }
    Ok(())
}

/// What a step (or a reset) of the single-seat form gives.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Transition<'a> {
    pub observation: &'a [f32],
    pub reward: f32,
    pub terminated: bool,
    pub truncated: bool,
    pub info: Info<'a>,
}

/// The single-seat form. A game can end before its seat has had a choice: `reset` then gives a terminated
/// transition, and a learner resets again.
#[derive(Clone, Debug)]
pub struct SeatEnv<G: Game, E, O> {
    episode: Episode<G>,
    encoding: E,
    seat: Seat,
    opponent: O,
    observation: Vec<f32>,
    mask: Vec<bool>,
}

impl<G: Game, E: Encoding<G>, O: Opponent<G>> SeatEnv<G, E, O> {
    /// An environment in which `seat` is the learner's and `opponent` plays the other. Call `reset` first.
    ///
    /// # Errors
    /// Options that contradict each other.
    pub fn new(
        options: &G::Options,
        encoding: E,
        settings: EnvSettings,
        seat: Seat,
        opponent: O,
    ) -> Result<Self, EnvError> {
        Ok(SeatEnv {
            episode: Episode::new(options, settings)?,
            observation: vec![0.0; encoding.observation_len()],
            mask: vec![false; encoding.actions()],
            encoding,
            seat,
            opponent,
        })
    }

    pub fn seat(&self) -> Seat {
        self.seat
    }

    pub fn episode(&self) -> &Episode<G> {
        &self.episode
    }

    pub fn encoding(&self) -> &E {
        &self.encoding
    }

    /// Begins the episode of a seed; the opponent acts up to the seat's first choice.
    ///
    /// # Errors
    /// An illegal action of the opponent's.
    pub fn reset(&mut self, seed: u64) -> Result<Transition<'_>, EnvError> {
        self.episode.begin(seed);
        self.opponent.begin(seed);
        self.await_choice()
    }

    /// The seat acts, then the opponent up to the seat's next choice.
    ///
    /// # Errors
    /// An illegal index (under [`IllegalPolicy::Refuse`](super::IllegalPolicy); nothing changes then), the
    /// end of the episode, an illegal action of the opponent's.
    pub fn step(&mut self, index: usize) -> Result<Transition<'_>, EnvError> {
        if self.episode.seat() != Some(self.seat) {
            return Err(EnvError::Over);
        }
        let judged = self
            .episode
            .judge(&self.encoding, self.seat, index, &self.mask, None);
        let verdict = judged?;
        self.episode.carry_out(self.seat, verdict);
        self.await_choice()
    }

    fn await_choice(&mut self) -> Result<Transition<'_>, EnvError> {
        opponent_acts(&mut self.episode, &mut self.opponent, self.seat)?;
        let position = self.episode.position();
        self.encoding
            .observe(position, self.seat, &mut self.observation);
        self.encoding
            .fill_mask(position, self.episode.legal(), &mut self.mask);
        Ok(self.transition())
    }

    fn transition(&self) -> Transition<'_> {
        let ending = self.episode.ending();
        let returns = ending.map(|ending| ending.returns());
        Transition {
            observation: &self.observation,
            reward: returns.map_or(0.0, |returns| returns[self.seat] as f32),
            terminated: ending.is_some_and(|ending| ending.is_terminated()),
            truncated: ending.is_some_and(|ending| ending.is_truncated()),
            info: Info {
                action_mask: &self.mask,
                decisions: self.episode.decisions(),
                outcome: ending.map(|ending| ending.name()),
                returns,
            },
        }
    }
}
