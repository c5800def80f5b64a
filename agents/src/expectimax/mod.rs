//! Expectiminimax with Star1 and Star2 pruning, iterative deepening, and a heuristic at the leaves.
//!
//! # What is computed
//! `V(s, d)`, absolute (the first seat maximises), with `d` decisions left to look ahead:
//! - the game is over in `s`: its outcome's value;
//! - a seat decides in `s`: the heuristic's value if `d = 0`, else the maximum (first seat) or minimum
//!   (second seat) of `V(s', d - 1)` over the legal actions. Seats may move several times in a row: it is the
//!   seat to move that counts, never the parity of the depth;
//! - a chance node: the mean of `V(s', d)` by the exact integer weights.
//!
//! **Depth counts decisions**, the root's own included: depth 1 weighs each action, through the dice that
//! it sets rolling, by the heuristic. The first chance node after a decision is free. Each further one
//! with no decision in between costs as much as a decision, and at `d = 0` such a node is judged by
//! the heuristic itself: games in which dice follow dice (a forest laid by dice) stay finite.
//!
//! # What is pruned
//! Alpha-beta at decision nodes (Knuth and Moore 1975). At a chance node with probabilities `p_i`, Star1 and
//! Star2 (Ballard 1983; Hauk, Buro and Schaeffer 2004) keep an interval `[l_i, u_i]` for every outcome, at first
//! `[-1, 1]`. With `L = Σ p_i l_i` and `U = Σ p_i u_i`, outcome `i` need only be searched in the window
//! `((α - U + p_i u_i) / p_i, (β - L + p_i l_i) / p_i)`, and the node is decided as soon as `U ≤ α` or `L ≥ β`.
//! Star2 first *probes*: for each outcome in which a seat decides it searches the one most promising action,
//! which bounds that outcome from below (first seat) or above (second seat), often deciding the node
//! before any outcome is searched in full. Windows are kept fail-soft.
//!
//! # Limits
//! Pruned and plain search agree (a test says so): nothing is guessed. Pruning needs values within
//! [-1, 1]; the heuristic's are clamped to it. Equal positions are recognised (transposition table) by a 64-bit
//! key, and only at the same depth; one in 2^64 comparisons errs. The table is forgotten between decisions,
//! so that a decision depends on its position alone. Branching of 30 and dice make depth 3 dear.

mod heuristic;
mod search;
mod table;
mod window;

#[cfg(test)]
mod plain;
#[cfg(test)]
mod tests;

use moonbase_engine::{AbsoluteValue, Game, Seat};

use crate::agent::{Agent, Decision, Spent, Thought, decider};
use crate::forfeit::Forfeit;
use crate::registry::SettingInfo;
use crate::scripted::Scripted;
use crate::spec::{AgentError, AgentSpec};
use crate::time::Remaining;

pub use heuristic::{Heuristic, ScriptedHeuristic};
pub use search::{Limits, Pruning, RootMove, Search};

/// Greatest depth, in decisions.
pub const MAX_DEPTH: u64 = 64;

/// Depth if neither depth nor a budget is given.
const DEFAULT_DEPTH: u64 = 2;

/// Decisions and rolls of a scripted continuation, if not given: two or three turns of `ufo`.
const DEFAULT_PLIES: u64 = 60;

/// The settings of the agent `expectimax`.
pub const SETTINGS: [SettingInfo; 6] = [
    SettingInfo {
        key: "depth",
        values: "1..64",
        default: "2, or as deep as nodes or ms allow",
        help: "decisions to look ahead",
    },
    SettingInfo {
        key: "nodes",
        values: "1..1000000000",
        default: "none",
        help: "positions looked at for a decision, at most",
    },
    SettingInfo {
        key: "ms",
        values: "1..3600000",
        default: "none",
        help: "milliseconds for a decision, at most",
    },
    SettingInfo {
        key: "star",
        values: "0..2",
        default: "2",
        help: "pruning at chance nodes: none, Star1, Star2",
    },
    SettingInfo {
        key: "rollouts",
        values: "0..1000",
        default: "0: the scripted evaluation alone",
        help: "scripted continuations that judge a leaf",
    },
    SettingInfo {
        key: "plies",
        values: "1..100000",
        default: "60",
        help: "decisions and rolls of a continuation",
    },
];

/// The agent `expectimax`: iterative deepening within its limits, the scripted evaluation at the leaves.
///
/// ```
/// use moonbase_agents::build;
/// use moonbase_engine::{Game, toy::{Nim, NimOptions}};
/// let mut agent = build::<Nim>(&"expectimax:depth=4".parse().unwrap()).unwrap();
/// agent.new_game(1);
/// let start = Nim::new(&NimOptions::new(&[1, 2])).unwrap();
/// let decision = agent.decide(&start);
/// assert_eq!(decision.action.to_string(), "take:1:1");
/// assert_eq!(decision.value.unwrap().0, 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Expectimax<G: Game, H = ScriptedHeuristic> {
    search: Search<G, H>,
    spec: AgentSpec,
}

impl<G: Scripted> Expectimax<G> {
    /// Reads all [`SETTINGS`].
    ///
    /// # Errors
    /// Values out of range.
    pub fn from_spec(spec: &AgentSpec) -> Result<Self, AgentError> {
        let rollouts = spec.integer("rollouts", 0..=1000)?.unwrap_or(0);
        let plies = spec.integer("plies", 1..=100_000)?.unwrap_or(DEFAULT_PLIES);
        Expectimax::with_heuristic(spec, ScriptedHeuristic::with_rollouts(rollouts, plies))
    }
}

impl<G: Game, H: Heuristic<G>> Expectimax<G, H> {
    /// Reads `depth=`, `nodes=`, `ms=` and `star=`; the leaves are judged by `heuristic`.
    ///
    /// # Errors
    /// Values out of range.
    pub fn with_heuristic(spec: &AgentSpec, heuristic: H) -> Result<Self, AgentError> {
        let pruning = match spec.integer("star", 0..=2)? {
            Some(0) => Pruning::AlphaBeta,
            Some(1) => Pruning::Star1,
            _ => Pruning::Star2,
        };
        Ok(Expectimax {
            search: Search::new(heuristic, limits(spec)?, pruning),
            spec: spec.clone(),
        })
    }
}

fn limits(spec: &AgentSpec) -> Result<Limits, AgentError> {
    let nodes = spec.integer("nodes", 1..=1_000_000_000)?;
    let millis = spec.integer("ms", 1..=3_600_000)?;
    let free = nodes.is_some() || millis.is_some();
    let default = if free { MAX_DEPTH } else { DEFAULT_DEPTH };
    let depth = spec.integer("depth", 1..=MAX_DEPTH)?.unwrap_or(default);
    Ok(Limits {
        depth: depth as u8,
        nodes,
        time: millis.map(std::time::Duration::from_millis),
    })
}

/// The limits of the next decision on a clock: those of the spec, if it names any, cut off where the clock is about to run out; else a time.
fn on_clock(spec: &AgentSpec, remaining: &Remaining) -> Limits {
    let free = Limits {
        depth: MAX_DEPTH as u8,
        nodes: None,
        time: Some(remaining.for_a_decision()),
    };
    // The spec was read when the agent was made.
    let own = limits(spec).ok().filter(|_| spec.names_a_budget());
    own.map_or(free, |own| {
        let most = remaining.most_for_a_decision();
        let time = Some(own.time.map_or(most, |time| time.min(most)));
        Limits { time, ..own }
    })
}

impl<G: Game, H: Heuristic<G>> Agent<G> for Expectimax<G, H> {
    fn new_game(&mut self, _: u64) {}

    fn decide(&mut self, position: &G) -> Decision<G::Action> {
        let seat = decider(position);
        let moves = self.search.run(position);
        let best = &moves[0];
        Decision {
            action: best.action,
            value: Some(AbsoluteValue(best.value).seen_by(seat)),
            bounds: None,
            line: self.search.line(best),
            thoughts: thoughts(position, seat, &moves),
            spent: Spent::new(0, self.search.nodes() as usize, self.search.elapsed()),
        }
    }

    fn on_clock(&mut self, _: &G, remaining: &Remaining) -> Result<(), Forfeit> {
        self.search.set_limits(on_clock(&self.spec, remaining));
        Ok(())
    }

    fn name(&self) -> String {
        self.spec.to_string()
    }
}

/// What was found out about each action, in the rules' order. An action that was refuted has no
/// value: only that it is not better than the best is known.
fn thoughts<G: Game>(position: &G, seat: Seat, moves: &[RootMove<G>]) -> Vec<Thought<G::Action>> {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    let thought = |action: &G::Action| {
        let known = moves.iter().find(|m| m.action == *action && m.exact);
        Thought {
            action: *action,
            visits: 0,
            value: known.map(|m| AbsoluteValue(m.value).seen_by(seat)),
            prior: None,
            bounds: None,
        }
    };
    actions.iter().map(thought).collect()
}
