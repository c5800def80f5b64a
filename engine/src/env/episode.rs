//! One game from a seed to its end, with its wrappers: a step limit, and what becomes of illegal actions.

use super::encoding::Codec;
use crate::chance::{KeyedDice, mix, rng_for};
use crate::game::{AbsoluteValue, BySeat, Game, GameOutcome, Seat, Turn};
use crate::options::OptionsError;
use rand::RngExt;

/// The index of the stream that random replacements of illegal actions are drawn from.
const REPLACEMENTS: u64 = 0x7265_706c_6163_6564;

/// An episode has room for so many different rolls and legal actions from the first; with more its
/// memory grows once.
const EVENTS: usize = 1024;
const LEGAL: usize = 512;

/// What an environment does with an action that is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum IllegalPolicy {
    /// An error; nothing changes.
    #[default]
    Refuse,
    /// The seat loses: the game ends `resigned`, with return -1 for it.
    Resign,
    /// A uniformly random legal action instead, drawn from the episode's seed and the decision's number.
    Random,
}

/// The wrappers of an environment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EnvSettings {
    pub on_illegal: IllegalPolicy,
    /// An episode is truncated after so many decisions of both seats together.
    pub step_limit: Option<u32>,
}

/// Why an environment refused; it is unchanged.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum EnvError {
    #[error(transparent)]
    Options(#[from] OptionsError),
    #[error("action {index} is not legal for {seat}{}; legal: {legal}", in_game(.game))]
    Illegal {
        index: usize,
        seat: &'static str,
        /// The game's number in a vector environment.
        game: Option<usize>,
        /// The first legal indices.
        legal: String,
    },
    #[error("the episode is over; begin another with `reset`")]
    Over,
    #[error("{0} has a choice: step with an action")]
    ActionWanted(&'static str),
    #[error("the episode is over for {0}: step without an action")]
    NoActionWanted(&'static str),
    #[error("the opponent chose `{0}`, which is not legal")]
    Opponent(String),
    #[error("{given} actions were given for {games} games")]
    Count { given: usize, games: usize },
    #[error("{0} had no choice in 1000 games under these options")]
    NeverChooses(&'static str),
}

fn in_game(game: &Option<usize>) -> String {
    game.map_or(String::new(), |game| format!(" in game {game}"))
}

/// How an episode ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Ending {
    /// The game is over, by its rules or because a seat resigned.
    Terminated(GameOutcome),
    /// The step limit was reached.
    Truncated,
}

impl Ending {
    /// Both seats' rewards for the whole episode; they sum to 0.
    pub fn returns(&self) -> BySeat<f64> {
        match self {
            // Adding zero turns -0.0 into 0.0.
            Ending::Terminated(outcome) => outcome.returns().map(|value| value + 0.0),
            Ending::Truncated => BySeat::new(0.0, 0.0),
        }
    }

    /// The outcome's name, or `truncated`.
    pub fn name(&self) -> &'static str {
        match self {
            Ending::Terminated(outcome) => outcome.name,
            Ending::Truncated => "truncated",
        }
    }

    pub fn is_terminated(&self) -> bool {
        matches!(self, Ending::Terminated(_))
    }

    pub fn is_truncated(&self) -> bool {
        matches!(self, Ending::Truncated)
    }
}

/// What is to be done about an action that was given by its index.
#[derive(Clone, Copy, Debug)]
pub(super) enum Verdict<A> {
    Play(A),
    Resign,
}

/// A game being played: always at a decision, or ended.
#[derive(Clone, Debug)]
pub struct Episode<G: Game> {
    start: G,
    position: G,
    dice: KeyedDice,
    settings: EnvSettings,
    decisions: u32,
    ending: Option<Ending>,
    /// The legal actions of the position.
    legal: Vec<G::Action>,
}

impl<G: Game> Episode<G> {
    /// An episode of seed 0.
    ///
    /// # Errors
    /// Options that contradict each other.
    pub fn new(options: &G::Options, settings: EnvSettings) -> Result<Self, OptionsError> {
        let start = G::new(options)?;
        let mut episode = Episode {
            position: start.clone(),
            start,
            dice: KeyedDice::with_room(0, EVENTS),
            settings,
            decisions: 0,
            ending: None,
            legal: Vec::with_capacity(LEGAL),
        };
        episode.begin(0);
        Ok(episode)
    }

    /// Begins anew from the start position with the dice of `seed`.
    pub fn begin(&mut self, seed: u64) {
        self.position.clone_from(&self.start);
        self.dice.restart(seed);
        self.decisions = 0;
        self.ending = None;
        self.go_on();
    }

    /// Rolls until a seat has a choice or the game is over.
    fn go_on(&mut self) {
        while let Turn::Chance = self.position.turn() {
            let outcome = self.dice.roll(&self.position);
            self.position.resolve_unchecked(outcome);
        }
        if let Turn::Over(outcome) = self.position.turn() {
            self.ending = Some(Ending::Terminated(outcome));
        } else if self.settings.step_limit == Some(self.decisions) {
            self.ending = Some(Ending::Truncated);
        }
        self.position.legal_actions(&mut self.legal);
    }

    pub fn position(&self) -> &G {
        &self.position
    }

    pub fn seed(&self) -> u64 {
        self.dice.seed()
    }

    /// Decisions taken so far, of both seats.
    pub fn decisions(&self) -> u32 {
        self.decisions
    }

    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The seat that has a choice; `None` when the episode has ended.
    pub fn seat(&self) -> Option<Seat> {
        match self.position.turn() {
            Turn::Decide(seat) if self.ending.is_none() => Some(seat),
            _ => None,
        }
    }

    /// The legal actions; none when the episode has ended.
    pub fn legal(&self) -> &[G::Action] {
        if self.ending.is_some() {
            return &[];
        }
        &self.legal
    }

    /// Carries out a legal action and the rolls after it.
    pub(super) fn play(&mut self, action: G::Action) {
        self.position.play_unchecked(action);
        self.decisions += 1;
        self.go_on();
    }

    /// The seat gives up.
    pub(super) fn resign(&mut self, seat: Seat) {
        let value = match seat {
            Seat::First => AbsoluteValue(-1.0),
            Seat::Second => AbsoluteValue(1.0),
        };
        let name = "resigned";
        self.decisions += 1;
        self.ending = Some(Ending::Terminated(GameOutcome { name, value }));
    }

    /// Plays out a verdict for the seat whose choice it was.
    pub(super) fn carry_out(&mut self, seat: Seat, verdict: Verdict<G::Action>) {
        match verdict {
            Verdict::Play(action) => self.play(action),
            Verdict::Resign => self.resign(seat),
        }
    }

    /// What an index given for `seat` comes to; `mask` are the legal indices.
    pub(super) fn judge<C: Codec<G> + ?Sized>(
        &self,
        codec: &C,
        seat: Seat,
        index: usize,
        mask: &[bool],
        game: Option<usize>,
    ) -> Result<Verdict<G::Action>, EnvError> {
        if mask.get(index) == Some(&true)
            && let Some(action) = codec.action(&self.position, index)
        {
            return Ok(Verdict::Play(action));
        }
        match self.settings.on_illegal {
            IllegalPolicy::Resign => Ok(Verdict::Resign),
            IllegalPolicy::Random => Ok(Verdict::Play(self.replacement())),
            IllegalPolicy::Refuse => Err(EnvError::Illegal {
                index,
                seat: G::SEATS[seat],
                game,
                legal: first_legal(mask),
            }),
        }
    }

    fn replacement(&self) -> G::Action {
        let stream = mix(self.seed() ^ REPLACEMENTS);
        let mut rng = rng_for(stream, u64::from(self.decisions));
        self.legal[rng.random_range(0..self.legal.len())]
    }
}

/// The first legal indices, in words.
fn first_legal(mask: &[bool]) -> String {
    const MOST: usize = 10;
    let legal = || (0..mask.len()).filter(|index| mask[*index]);
    let shown: Vec<String> = legal().take(MOST).map(|index| index.to_string()).collect();
    match legal().count() {
        all if all > MOST => format!("{} and {} more", shown.join(" "), all - MOST),
        _ => shown.join(" "),
    }
}
