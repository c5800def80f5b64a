//! The central abstraction: [`Game`], a position of a two-seat, zero-sum game with explicit chance.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::ops::{Index, IndexMut, Neg};
use std::str::FromStr;

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use crate::options::{OptionsError, RuleOptions};

/// One of the two players. `First` is the player whom the rules name first (SHADO, the patrol, `a`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Seat {
    First,
    Second,
}

impl Seat {
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// The opponent's seat.
    pub fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// 0 for `First`, 1 for `Second`.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A pair of things, one per seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct BySeat<T> {
    pub first: T,
    pub second: T,
}

impl<T> BySeat<T> {
    pub const fn new(first: T, second: T) -> Self {
        BySeat { first, second }
    }

    pub fn from_fn(mut f: impl FnMut(Seat) -> T) -> Self {
        BySeat::new(f(Seat::First), f(Seat::Second))
    }

    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat::new(f(self.first), f(self.second))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        match seat {
            Seat::First => &self.first,
            Seat::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::First => &mut self.first,
            Seat::Second => &mut self.second,
        }
    }
}

/// A zero-sum value in [-1, 1] from the **first** seat's point of view.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct AbsoluteValue(pub f64);

/// A zero-sum value in [-1, 1] from the point of view of a seat named by the context.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct SeatValue(pub f64);

impl AbsoluteValue {
    /// The same value as `seat` sees it.
    pub fn seen_by(self, seat: Seat) -> SeatValue {
        match seat {
            Seat::First => SeatValue(self.0),
            Seat::Second => SeatValue(-self.0),
        }
    }
}

impl SeatValue {
    /// The same value from the first seat's point of view, `self` being seen by `seat`.
    pub fn absolute(self, seat: Seat) -> AbsoluteValue {
        match seat {
            Seat::First => AbsoluteValue(self.0),
            Seat::Second => AbsoluteValue(-self.0),
        }
    }
}

impl Neg for SeatValue {
    type Output = SeatValue;
    fn neg(self) -> SeatValue {
        SeatValue(-self.0)
    }
}

/// How a finished game ended: its name in the rules, and the first seat's return in [-1, 1].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameOutcome {
    pub name: &'static str,
    pub value: AbsoluteValue,
}

impl GameOutcome {
    /// The return of each seat; the two sum to zero.
    pub fn returns(&self) -> BySeat<f64> {
        BySeat::from_fn(|seat| self.value.seen_by(seat).0)
    }

    /// Win 1, draw ½, loss 0 for `seat`, by the sign of its return.
    pub fn score(&self, seat: Seat) -> f64 {
        let value = self.value.seen_by(seat).0;
        if value > 0.0 {
            1.0
        } else if value < 0.0 {
            0.0
        } else {
            0.5
        }
    }
}

/// What a position waits for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Turn {
    /// A seat chooses among two or more legal actions.
    Decide(Seat),
    /// Two or more chance outcomes are possible.
    Chance,
    /// The game has ended.
    Over(GameOutcome),
}

impl Turn {
    /// The name of how the game ended; empty before it has.
    pub(crate) fn outcome_name(self) -> &'static str {
        match self {
            Turn::Over(outcome) => outcome.name,
            _ => "",
        }
    }
}

/// Names the random event of a chance node, so that dice can be keyed by event (see [`crate::chance`]).
///
/// Two nodes with the same key in one game are told apart by how manieth they are. A draw from a
/// deck uses `turn` 0 and the number of tiles drawn as `about`, so that the order of the deck does
/// not depend on when tiles are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct EventKey {
    pub turn: u16,
    pub phase: u8,
    /// What is rolled for: a number of the game's own for each kind of event.
    pub what: u8,
    /// Whom or where it concerns (unit, tile, number drawn).
    pub about: u32,
}

/// Why [`Game::play`] or [`Game::resolve`] refused; the position is unchanged.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PlayError {
    #[error("illegal action {action}; legal here: {legal}")]
    Illegal { action: String, legal: String },
    #[error("impossible outcome {outcome}; possible here: {possible}")]
    Impossible { outcome: String, possible: String },
    #[error("{given} was given, but the position waits for {wanted}")]
    WrongNode { given: String, wanted: &'static str },
}

/// A word that is not in the game's notation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{word}` is not the notation of {what}")]
pub struct NotationError {
    pub word: String,
    pub what: &'static str,
}

/// A word of a game's notation: an action or a chance outcome. `Display` and `FromStr` are inverse.
pub trait Notation:
    Copy + Eq + Ord + Hash + Debug + Display + FromStr<Err = NotationError> + Send + Sync + 'static
{
}

impl<T> Notation for T where
    T: Copy
        + Eq
        + Ord
        + Hash
        + Debug
        + Display
        + FromStr<Err = NotationError>
        + Send
        + Sync
        + 'static
{
}

/// A position of a two-seat, zero-sum game of perfect information with chance.
///
/// Laws (checked by the conformance suite for every registered game):
/// - a position never waits for a decision with fewer than two legal actions, nor for a chance
///   node with fewer than two outcomes: the engine takes those itself;
/// - the legal list has no duplicates, is in the rules' order, and agrees with [`Game::is_legal`];
/// - weights are positive integers; outcome `o` has probability `weight(o) / sum of weights`;
/// - `play` and `resolve` leave the position untouched when they return an error;
/// - two positions under the same options are equal exactly when their dumps are.
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    type Action: Notation;
    /// One outcome of a chance node: an effect, not dice faces.
    type Chance: Notation;
    type Options: RuleOptions;

    /// The family's name in the registry, on the command line and in traces.
    const NAME: &'static str;
    /// The seats' names in notation, dumps and reports.
    const SEATS: BySeat<&'static str>;

    /// The start position, already advanced to its first node.
    ///
    /// # Errors
    /// Options that contradict each other (each alone was checked when it was set).
    fn new(options: &Self::Options) -> Result<Self, OptionsError>;

    /// The rule options of this game.
    fn options(&self) -> &Self::Options;

    fn turn(&self) -> Turn;

    /// Clears `actions` and fills it with the legal actions in the rules' order; empty unless
    /// [`Turn::Decide`].
    fn legal_actions(&self, actions: &mut Vec<Self::Action>);

    /// Clears `outcomes` and fills it with the possible outcomes and their positive weights in
    /// the rules' order; empty unless [`Turn::Chance`].
    fn chance_outcomes(&self, outcomes: &mut Vec<(Self::Chance, u64)>);

    /// Carries out an action known to be legal. An illegal one may panic or leave nonsense.
    fn play_unchecked(&mut self, action: Self::Action);

    /// Carries out a chance outcome known to be possible here.
    fn resolve_unchecked(&mut self, outcome: Self::Chance);

    /// The key of the random event, at a chance node.
    fn event(&self) -> EventKey;

    /// How far apart the returns of this game usually lie: 1 where it is won or lost, less where it ends with a small lead. Searches explore
    /// in proportion to it.
    fn return_scale(&self) -> f64 {
        1.0
    }

    /// The position dump of the rules.
    fn dump(&self) -> serde_json::Value;

    /// A 64-bit hash of the position, equal for equal positions.
    fn key(&self) -> u64 {
        use std::hash::Hasher;
        let mut hasher = crate::chance::Mix64::default();
        self.hash(&mut hasher);
        hasher.finish()
    }

    fn is_legal(&self, action: Self::Action) -> bool {
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        actions.contains(&action)
    }

    /// Number of legal actions; 0 unless [`Turn::Decide`].
    fn count_legal(&self) -> usize {
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        actions.len()
    }

    /// A uniformly random legal action; the position must be [`Turn::Decide`].
    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Self::Action {
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        actions[rng.random_range(0..actions.len())]
    }

    /// A chance outcome drawn by its weight; the position must be [`Turn::Chance`].
    fn random_chance<R: Rng + ?Sized>(&self, rng: &mut R) -> Self::Chance {
        let mut outcomes = Vec::new();
        self.chance_outcomes(&mut outcomes);
        crate::chance::pick(&outcomes, rng)
    }

    /// Checks and carries out an action.
    ///
    /// # Errors
    /// [`PlayError`], the position being unchanged, when the action is not legal here.
    fn play(&mut self, action: Self::Action) -> Result<(), PlayError> {
        if !matches!(self.turn(), Turn::Decide(_)) {
            return Err(wrong_node(action.to_string(), self.turn()));
        }
        if !self.is_legal(action) {
            let mut legal = Vec::new();
            self.legal_actions(&mut legal);
            let (action, legal) = (action.to_string(), join(&legal));
            return Err(PlayError::Illegal { action, legal });
        }
        self.play_unchecked(action);
        Ok(())
    }

    /// Checks and carries out a chance outcome.
    ///
    /// # Errors
    /// [`PlayError`], the position being unchanged, when the outcome is not possible here.
    fn resolve(&mut self, outcome: Self::Chance) -> Result<(), PlayError> {
        if !matches!(self.turn(), Turn::Chance) {
            return Err(wrong_node(outcome.to_string(), self.turn()));
        }
        let mut outcomes = Vec::new();
        self.chance_outcomes(&mut outcomes);
        if !outcomes.iter().any(|&(o, _)| o == outcome) {
            let possible: Vec<_> = outcomes.iter().map(|&(o, _)| o).collect();
            let (outcome, possible) = (outcome.to_string(), join(&possible));
            return Err(PlayError::Impossible { outcome, possible });
        }
        self.resolve_unchecked(outcome);
        Ok(())
    }
}

fn wrong_node(given: String, turn: Turn) -> PlayError {
    let wanted = match turn {
        Turn::Decide(_) => "a decision",
        Turn::Chance => "a chance outcome",
        Turn::Over(_) => "nothing: the game is over",
    };
    PlayError::WrongNode { given, wanted }
}

fn join<T: fmt::Display>(words: &[T]) -> String {
    let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
    words.join(" ")
}
