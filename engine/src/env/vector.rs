//! Many games in one call, as a structure of arrays.
//!
//! A game that ends is begun anew in the same call (Gymnasium's same-step autoreset): its reward and its
//! end are those of the old episode, its observation, mask and seat those of the new one, and what was last
//! seen of the old one stays in `final_observations`. A step allocates nothing, unless a game has more than
//! 1024 different rolls or 512 legal actions, which makes its memory grow once.

use super::encoding::Encoding;
use super::episode::{EnvError, EnvSettings, Episode, Verdict};
use super::seat::{Opponent, RandomOpponent, opponent_acts};
use crate::chance::mix;
use crate::game::{Game, Seat};

/// After so many games in which nobody of the learners had a choice the options are to blame.
const MOST_SKIPPED: u64 = 1000;

/// The seed of the `episode`-th episode (from 0) of game `game` of a vector environment reset with `seed`.
pub fn episode_seed(seed: u64, game: usize, episode: u64) -> u64 {
    mix(mix(mix(seed) ^ game as u64) ^ episode)
}

/// The arrays of a vector environment; row `i` is game `i`'s. Those from `rewards` on tell of the last call
/// of `step`, and are zero after a reset.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch {
    /// Games × length of an observation, as the seat to choose sees it.
    pub observations: Vec<f32>,
    /// Games × number of indices: which are legal.
    pub action_masks: Vec<bool>,
    /// The seat to choose.
    pub seats: Vec<Seat>,
    /// The seat that acted.
    pub acted: Vec<Seat>,
    /// The reward of the seat that acted; the other seat's is its negative.
    pub rewards: Vec<f32>,
    pub terminated: Vec<bool>,
    pub truncated: Vec<bool>,
    /// Where an episode ended: its last observation, as the seat that acted sees it. Else what was there.
    pub final_observations: Vec<f32>,
    /// Where an episode ended: the outcome's name.
    pub outcomes: Vec<Option<&'static str>>,
    /// Where an episode ended: its number of decisions of both seats. Else that of the running one.
    pub decisions: Vec<u32>,
    /// Number of the running episode, from 0.
    pub episodes: Vec<u64>,
}

impl Batch {
    fn new(games: usize, observation: usize, actions: usize) -> Batch {
        Batch {
            observations: vec![0.0; games * observation],
            action_masks: vec![false; games * actions],
            seats: vec![Seat::First; games],
            acted: vec![Seat::First; games],
            rewards: vec![0.0; games],
            terminated: vec![false; games],
            truncated: vec![false; games],
            final_observations: vec![0.0; games * observation],
            outcomes: vec![None; games],
            decisions: vec![0; games],
            episodes: vec![0; games],
        }
    }

    fn clear_step(&mut self) {
        self.acted.fill(Seat::First);
        self.rewards.fill(0.0);
        self.terminated.fill(false);
        self.truncated.fill(false);
        self.final_observations.fill(0.0);
        self.outcomes.fill(None);
        self.decisions.fill(0);
    }

    /// Number of games.
    pub fn games(&self) -> usize {
        self.seats.len()
    }
}

/// The vector form: for both seats, or for one against opponents.
#[derive(Clone, Debug)]
pub struct VectorEnv<G: Game, E, O = RandomOpponent> {
    episodes: Vec<Episode<G>>,
    encoding: E,
    /// The learner's seat, if there are opponents.
    learner: Option<Seat>,
    opponents: Vec<O>,
    seed: u64,
    batch: Batch,
    verdicts: Vec<Verdict<G::Action>>,
}

impl<G: Game, E: Encoding<G>> VectorEnv<G, E> {
    /// So many games of which every choice, of either seat, is the caller's; reset with seed 0.
    ///
    /// # Errors
    /// Options that contradict each other, or under which nobody ever has a choice.
    pub fn new(
        options: &G::Options,
        encoding: E,
        settings: EnvSettings,
        games: usize,
    ) -> Result<Self, EnvError> {
        Self::build(options, encoding, settings, games, None, Vec::new())
    }
}

impl<G: Game, E: Encoding<G>, O: Opponent<G>> VectorEnv<G, E, O> {
    /// A game for each opponent, in which the caller chooses for `seat` only; reset with seed 0.
    ///
    /// # Errors
    /// Options that contradict each other, or under which `seat` never has a choice; an illegal action
    /// of an opponent's.
    pub fn against(
        options: &G::Options,
        encoding: E,
        settings: EnvSettings,
        seat: Seat,
        opponents: Vec<O>,
    ) -> Result<Self, EnvError> {
        let games = opponents.len();
        Self::build(options, encoding, settings, games, Some(seat), opponents)
    }

    fn build(
        options: &G::Options,
        encoding: E,
        settings: EnvSettings,
        games: usize,
        learner: Option<Seat>,
        opponents: Vec<O>,
    ) -> Result<Self, EnvError> {
        // Each made anew: a clone would not have its room.
        let episodes = (0..games).map(|_| Episode::new(options, settings));
        let batch = Batch::new(games, encoding.observation_len(), encoding.actions());
        let mut env = VectorEnv {
            episodes: episodes.collect::<Result<_, _>>()?,
            encoding,
            learner,
            opponents,
            seed: 0,
            batch,
            verdicts: Vec::with_capacity(games),
        };
        env.reset(0)?;
        Ok(env)
    }

    /// Begins all games anew: episode `e` of game `i` has the seed [`episode_seed`]`(seed, i, e)`. A game
    /// that ends before a choice is the caller's is passed over.
    ///
    /// # Errors
    /// An illegal action of an opponent's; a seat that never has a choice.
    pub fn reset(&mut self, seed: u64) -> Result<(), EnvError> {
        self.seed = seed;
        self.batch.clear_step();
        for game in 0..self.episodes.len() {
            self.begin(game, 0)?;
        }
        Ok(())
    }

    pub fn batch(&self) -> &Batch {
        &self.batch
    }

    pub fn encoding(&self) -> &E {
        &self.encoding
    }

    /// The running episode of a game.
    pub fn episode(&self, game: usize) -> &Episode<G> {
        &self.episodes[game]
    }

    /// Plays an action, given by its index, in every game.
    ///
    /// # Errors
    /// A wrong number of actions or an illegal one (under
    /// [`IllegalPolicy::Refuse`](super::IllegalPolicy)): no game has changed then. An illegal action of an
    /// opponent's.
    pub fn step(&mut self, actions: &[usize]) -> Result<(), EnvError> {
        self.judge_all(actions)?;
        for game in 0..self.episodes.len() {
            let seat = self.batch.seats[game];
            self.batch.acted[game] = seat;
            self.episodes[game].carry_out(seat, self.verdicts[game]);
            self.await_choice(game)?;
            self.note(game, seat);
            if self.episodes[game].ending().is_some() {
                self.begin(game, self.batch.episodes[game] + 1)?;
            } else {
                self.look(game);
            }
        }
        Ok(())
    }

    fn judge_all(&mut self, actions: &[usize]) -> Result<(), EnvError> {
        let (given, games) = (actions.len(), self.episodes.len());
        if given != games {
            return Err(EnvError::Count { given, games });
        }
        let width = self.encoding.actions();
        self.verdicts.clear();
        for (game, (episode, index)) in self.episodes.iter().zip(actions).enumerate() {
            let mask = &self.batch.action_masks[game * width..][..width];
            let seat = self.batch.seats[game];
            let verdict = episode.judge(&self.encoding, seat, *index, mask, Some(game))?;
            self.verdicts.push(verdict);
        }
        Ok(())
    }

    fn await_choice(&mut self, game: usize) -> Result<(), EnvError> {
        match self.learner {
            Some(seat) => opponent_acts(&mut self.episodes[game], &mut self.opponents[game], seat),
            None => Ok(()),
        }
    }

    /// Begins an episode in which there is a choice, from number `first` on.
    fn begin(&mut self, game: usize, first: u64) -> Result<(), EnvError> {
        for number in first..first + MOST_SKIPPED {
            let seed = episode_seed(self.seed, game, number);
            self.episodes[game].begin(seed);
            if let Some(opponent) = self.opponents.get_mut(game) {
                opponent.begin(seed);
            }
            self.await_choice(game)?;
            if self.episodes[game].ending().is_none() {
                self.batch.episodes[game] = number;
                self.look(game);
                return Ok(());
            }
        }
        let who = self.learner.map_or("a seat", |seat| G::SEATS[seat]);
        Err(EnvError::NeverChooses(who))
    }

    /// Writes down what the step has come to.
    fn note(&mut self, game: usize, seat: Seat) {
        let (episode, batch) = (&self.episodes[game], &mut self.batch);
        let ending = episode.ending();
        batch.rewards[game] = ending.map_or(0.0, |ending| ending.returns()[seat] as f32);
        batch.terminated[game] = ending.is_some_and(|ending| ending.is_terminated());
        batch.truncated[game] = ending.is_some_and(|ending| ending.is_truncated());
        batch.outcomes[game] = ending.map(|ending| ending.name());
        batch.decisions[game] = episode.decisions();
        if ending.is_some() {
            let width = self.encoding.observation_len();
            let row = &mut batch.final_observations[game * width..][..width];
            self.encoding.observe(episode.position(), seat, row);
        }
    }

    /// Writes down what the seat to choose sees.
    fn look(&mut self, game: usize) {
        let (episode, batch) = (&self.episodes[game], &mut self.batch);
        let Some(seat) = episode.seat() else {
            return;
        };
        batch.seats[game] = seat;
        let (width, actions) = (self.encoding.observation_len(), self.encoding.actions());
        let row = &mut batch.observations[game * width..][..width];
        self.encoding.observe(episode.position(), seat, row);
        let mask = &mut batch.action_masks[game * actions..][..actions];
        self.encoding
            .fill_mask(episode.position(), episode.legal(), mask);
    }
}
