//! What an agent is, and what it says about a decision.

use std::fmt;
use std::time::Duration;

use moonbase_engine::{AbsoluteValue, Game, NotationError, Seat, SeatValue, Turn};

use crate::forfeit::Forfeit;
use crate::spec::AgentError;
use crate::time::Remaining;

/// A player of `G`. It is shown positions and never the dice to come: whoever runs the game keeps those.
///
/// Laws: one seed gives one result (unless the agent has a budget of time); the position handed in is not
/// changed; what an agent decides depends on its settings, the seed of [`Agent::new_game`] and the
/// positions that it was asked about since, and on nothing else.
pub trait Agent<G: Game>: Send {
    /// Forgets the last game and starts its own generator afresh.
    fn new_game(&mut self, seed: u64);

    /// Chooses a legal action. The position must be [`Turn::Decide`].
    ///
    /// # Panics
    /// If no seat decides in the position.
    fn decide(&mut self, position: &G) -> Decision<G::Action>;

    /// As [`Agent::decide`], for whoever runs games: an agent that depends on what is outside this program may fail, and then
    /// loses the game in hand. `history` is what was played since the start, the dice included, if that is known; an agent
    /// that looks at positions only does without.
    ///
    /// # Errors
    /// The agent gives up the game.
    ///
    /// # Panics
    /// If no seat decides in the position.
    fn answer(
        &mut self,
        position: &G,
        _history: Option<&[Ply<G>]>,
    ) -> Result<Decision<G::Action>, Forfeit> {
        Ok(self.decide(position))
    }

    /// Tells what its clock shows, in games that have clocks, before each decision; what it does here takes no time from
    /// it. An agent whose spec names no budget takes that of the next decision from it.
    ///
    /// # Errors
    /// The agent gives up the game.
    fn on_clock(&mut self, _position: &G, _remaining: &Remaining) -> Result<(), Forfeit> {
        Ok(())
    }

    /// The agent's spec, as [`crate::AgentSpec`] prints it.
    fn name(&self) -> String;

    /// Can it play `seat` of a game that starts so? Whoever runs games asks before the first one.
    ///
    /// # Errors
    /// What the agent was made for does not fit: other rules, the other seat.
    fn check(&self, _start: &G, _seat: Seat) -> Result<(), AgentError> {
        Ok(())
    }
}

/// A step of a game: an action, or a chance outcome. It prints as the game's notation.
#[derive(PartialEq, Eq, Debug)]
pub enum Ply<G: Game> {
    Action(G::Action),
    Chance(G::Chance),
}

// Derived, it would ask for a game that can be copied.
impl<G: Game> Clone for Ply<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Ply<G> {}

impl<G: Game> Ply<G> {
    /// Reads a word of the game's notation, where the position waits for it. It need not be legal.
    ///
    /// # Errors
    /// It is not the notation of what the position waits for.
    pub fn read(position: &G, word: &str) -> Result<Self, NotationError> {
        match position.turn() {
            Turn::Chance => word.parse().map(Ply::Chance),
            _ => word.parse().map(Ply::Action),
        }
    }
}

impl<G: Game> fmt::Display for Ply<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ply::Action(action) => action.fmt(f),
            Ply::Chance(outcome) => outcome.fmt(f),
        }
    }
}

/// An agent's choice and what it thought.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision<A> {
    pub action: A,
    /// What is known of each action considered, in the rules' order; empty if nothing was weighed.
    pub thoughts: Vec<Thought<A>>,
    /// The position's value for the seat to move, in [-1, 1].
    pub value: Option<SeatValue>,
    /// What is proven of that value; `None` for agents that prove nothing.
    pub bounds: Option<ValueBounds>,
    /// The line expected, in the game's notation: actions and chance outcomes, `action` first.
    pub line: Vec<String>,
    pub spent: Spent,
}

/// What an agent thought of one action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thought<A> {
    pub action: A,
    /// How often a search tried it; 0 for agents that don't search.
    pub visits: u32,
    /// Its value for the seat to move, in [-1, 1].
    pub value: Option<SeatValue>,
    /// Its probability before any search; the priors of a position sum to 1.
    pub prior: Option<f64>,
    /// What is proven of its value; `None` for agents that prove nothing.
    pub bounds: Option<ValueBounds>,
}

/// Proven bounds of a value, as a seat named by the context sees it: `low <= value <= high`, in [-1, 1].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValueBounds {
    pub low: SeatValue,
    pub high: SeatValue,
}

impl ValueBounds {
    /// The bounds of a value that is known exactly.
    pub fn exactly(value: SeatValue) -> Self {
        let (low, high) = (value, value);
        ValueBounds { low, high }
    }

    /// Is the value known (but for rounding)?
    pub fn is_proven(&self) -> bool {
        self.high.0 - self.low.0 < 1e-5
    }
}

/// The budget that a decision used up.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Spent {
    pub sims: u64,
    /// Nodes of the search tree.
    pub nodes: u64,
    /// Steps (actions and chance outcomes) from the root to the deepest position of the tree; 0 without a tree.
    pub depth: u64,
    pub millis: f64,
}

impl Spent {
    pub fn new(sims: u64, nodes: usize, time: Duration) -> Self {
        Spent {
            sims,
            nodes: nodes as u64,
            depth: 0,
            millis: time.as_secs_f64() * 1e3,
        }
    }
}

impl<A> Decision<A> {
    /// A choice without a thought.
    pub fn plain(action: A) -> Self {
        Decision {
            action,
            thoughts: Vec::new(),
            value: None,
            bounds: None,
            line: Vec::new(),
            spent: Spent::default(),
        }
    }

    /// The position's value as the first seat sees it, `seat` having decided.
    pub fn absolute_value(&self, seat: Seat) -> Option<AbsoluteValue> {
        self.value.map(|value| value.absolute(seat))
    }
}

/// The seat that decides.
///
/// # Panics
/// If none does: whoever asks an agent must have looked at the turn.
pub(crate) fn decider<G: Game>(position: &G) -> Seat {
    match position.turn() {
        Turn::Decide(seat) => seat,
        turn => panic!("an agent was asked for a decision at {turn:?}"),
    }
}
