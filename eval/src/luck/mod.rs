//! How much of a result was luck, and what is left without it.
//!
//! At a chance node of a position `s` the outcome `o` came up. Its luck is what an evaluator `V` thinks of it, less what
//! it thought could be expected:
//!
//! ```text
//! luck(s, o) = V(s after o) - Σ p(o') V(s after o')
//! ```
//!
//! A game's luck is the sum over its chance nodes. Its mean is 0 *whatever `V` is*: good, bad or upside down, because each term's
//! mean is 0 given all that went before. So a match's score less any multiple of its mean luck is still an unbiased score. If `V`
//! knows something, the rest varies less: a *control variate*. This is the part for chance of AIVAT (Burch, Schmid, Moravčík, Morrill
//! and Bowling 2018), of DIVAT (Zinkevich, Bowling, Bard, Kan and Billings 2006) and of MIVAT (White and Bowling
//! 2009). AIVAT also takes out the luck of an agent's own dice; agents here do not tell their probabilities.
//!
//! [`LuckMeter`] measures the luck of rolls and games; [`adjust`](fn@adjust) takes it out of a match, the multiple being fitted to other pairs
//! than those that it is used on.
//!
//! *Limits.* An evaluator that was chosen after looking at which one changes the score as wished is no longer blind: name it before.
//! Luck in the dice of a game's chance nodes is taken out, luck in the agents' own search is not.

use moonbase_agents::evaluator::uniform;
use moonbase_agents::{Evaluation, Evaluator, Query, Scripted};
use moonbase_engine::chance::rng_for;
use moonbase_engine::record::{Record, RecordError};
use moonbase_engine::{AbsoluteValue, Game, Seat, Turn};

pub mod adjust;
#[cfg(test)]
mod tests;

pub use adjust::{Adjusted, FEWEST, LuckySample, MeanLuck, adjust, lucky_pair};

/// Why a game's luck cannot be measured.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum LuckError {
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Counted from 0.
    #[error("position {0} does not lead to the next one by any outcome of its chance node")]
    NotConsecutive(usize),
}

/// The luck of one chance node of a game, as the first seat sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Roll {
    /// Number of actions and outcomes before it.
    pub ply: usize,
    pub luck: AbsoluteValue,
}

/// Measures luck with an evaluator.
///
/// Evaluators judge decisions. Where an outcome leads to another chance node, that one's outcomes are weighed too, so many chance nodes
/// deep as [`LuckMeter::looking`] says; beyond that one outcome stands for all, drawn by the position's key. That
/// too depends on the position only, so the luck's mean stays 0.
pub struct LuckMeter<'a, G: Game> {
    evaluator: &'a mut dyn Evaluator<G>,
    depth: u32,
}

/// A position whose value is asked for, and what it counts for which outcome.
struct Leaf<G: Game> {
    outcome: usize,
    probability: f64,
    position: G,
    actions: Vec<G::Action>,
}

/// The outcomes of a chance node: values known already, and the positions to ask about.
struct Tree<G: Game> {
    values: Vec<f64>,
    leaves: Vec<Leaf<G>>,
}

impl<'a, G: Game> LuckMeter<'a, G> {
    /// Looks one chance node further than the one whose luck is measured.
    ///
    /// ```
    /// use moonbase_agents::RolloutEvaluator;
    /// use moonbase_engine::{Game, chance::rng_for, toy::{Pig, PigOptions, PigRoll}};
    /// use moonbase_eval::luck::LuckMeter;
    /// // Whoever rolls a 2 wins at once; after a 1 the other one rolls, and after another 1 the first wins for sure.
    /// let start = Pig::new(&PigOptions { target: 2, faces: 2 }).unwrap();
    /// let mut evaluator = RolloutEvaluator::new(rng_for(1, 0));
    /// let mut meter = LuckMeter::new(&mut evaluator).looking(2);
    /// assert_eq!(meter.roll(&start, PigRoll(2)).0, 0.5);
    /// assert_eq!(meter.roll(&start, PigRoll(1)).0, -0.5);
    /// ```
    pub fn new(evaluator: &'a mut dyn Evaluator<G>) -> Self {
        LuckMeter {
            evaluator,
            depth: 1,
        }
    }

    /// How many chance nodes in a row below an outcome are weighed exactly. Time grows with the product of
    /// their numbers of outcomes.
    pub fn looking(self, depth: u32) -> Self {
        LuckMeter { depth, ..self }
    }

    /// The luck of an outcome of the position's chance node; 0 if it has none, or not this outcome.
    pub fn roll(&mut self, position: &G, outcome: G::Chance) -> AbsoluteValue {
        let mut outcomes = Vec::new();
        position.chance_outcomes(&mut outcomes);
        match outcomes.iter().position(|(other, _)| *other == outcome) {
            Some(came) => self.luck(position, &outcomes, came),
            None => AbsoluteValue(0.0),
        }
    }

    /// What can be expected of the position's chance node, as the first seat sees it: what the luck of its outcomes is measured from; 0 if
    /// it has none.
    pub fn expectation(&mut self, position: &G) -> AbsoluteValue {
        let mut outcomes = Vec::new();
        position.chance_outcomes(&mut outcomes);
        let values = self.values(position, &outcomes);
        AbsoluteValue(mean(&outcomes, &values))
    }

    /// The luck of each chance node of a game, from all its positions in order, such as [`Record::replay`] gives.
    ///
    /// # Errors
    /// Two positions that do not follow on each other.
    pub fn rolls(&mut self, positions: &[G]) -> Result<Vec<Roll>, LuckError> {
        let mut rolls = Vec::new();
        let mut outcomes = Vec::new();
        for (ply, pair) in positions.windows(2).enumerate() {
            let [position, next] = pair else { continue };
            if position.turn() != Turn::Chance {
                continue;
            }
            position.chance_outcomes(&mut outcomes);
            let leads = |&(outcome, _): &(G::Chance, u64)| after(position, outcome) == *next;
            let came = outcomes.iter().position(leads);
            let came = came.ok_or(LuckError::NotConsecutive(ply))?;
            let luck = self.luck(position, &outcomes, came);
            rolls.push(Roll { ply, luck });
        }
        Ok(rolls)
    }

    /// The luck of a game, from all its positions in order, as the first seat sees it.
    ///
    /// # Errors
    /// Two positions that do not follow on each other.
    pub fn game(&mut self, positions: &[G]) -> Result<AbsoluteValue, LuckError> {
        let rolls = self.rolls(positions)?;
        Ok(AbsoluteValue(rolls.iter().map(|roll| roll.luck.0).sum()))
    }

    /// The luck of a recorded game, as the first seat sees it.
    ///
    /// # Errors
    /// A record that cannot be replayed.
    pub fn record(&mut self, record: &Record) -> Result<AbsoluteValue, LuckError> {
        self.game(&record.replay()?)
    }

    fn luck(&mut self, position: &G, outcomes: &[(G::Chance, u64)], came: usize) -> AbsoluteValue {
        let values = self.values(position, outcomes);
        AbsoluteValue(values[came] - mean(outcomes, &values))
    }

    /// What the evaluator thinks of each outcome, as the first seat sees it.
    fn values(&mut self, position: &G, outcomes: &[(G::Chance, u64)]) -> Vec<f64> {
        let mut tree = Tree {
            values: vec![0.0; outcomes.len()],
            leaves: Vec::new(),
        };
        for (index, &(outcome, _)) in outcomes.iter().enumerate() {
            tree.grow(after(position, outcome), index, 1.0, self.depth);
        }
        self.ask(&mut tree);
        tree.values
    }

    fn ask(&mut self, tree: &mut Tree<G>) {
        if self.evaluator.gives_priors() {
            for leaf in &mut tree.leaves {
                leaf.position.legal_actions(&mut leaf.actions);
            }
        }
        let leaves = tree.leaves.iter();
        let queries = leaves.map(
            |Leaf {
                 position, actions, ..
             }| Query { position, actions },
        );
        let queries: Vec<Query<'_, G>> = queries.collect();
        let answers = self.evaluator.evaluate_batch(&queries);
        for (leaf, answer) in tree.leaves.iter().zip(answers) {
            if let Turn::Decide(seat) = leaf.position.turn() {
                tree.values[leaf.outcome] += leaf.probability * answer.value.absolute(seat).0;
            }
        }
    }
}

impl<G: Game> Tree<G> {
    /// Adds what a position counts for an outcome, with the probability of getting there.
    fn grow(&mut self, position: G, outcome: usize, probability: f64, depth: u32) {
        match position.turn() {
            Turn::Over(end) => self.values[outcome] += probability * end.value.0,
            Turn::Decide(_) => self.leaves.push(Leaf {
                outcome,
                probability,
                position,
                actions: Vec::new(),
            }),
            Turn::Chance if depth == 0 => {
                let one = position.random_chance(&mut rng_for(position.key(), 0));
                self.grow(after(&position, one), outcome, probability, 0);
            }
            Turn::Chance => {
                let mut outcomes = Vec::new();
                position.chance_outcomes(&mut outcomes);
                let total: u64 = outcomes.iter().map(|(_, weight)| weight).sum();
                for (next, weight) in outcomes {
                    let share = probability * weight as f64 / total as f64;
                    self.grow(after(&position, next), outcome, share, depth - 1);
                }
            }
        }
    }
}

/// Judges positions by the rules of thumb's evaluation ([`Scripted::evaluate`]): no dice of its own, no net, fast.
#[derive(Clone, Copy, Debug, Default)]
pub struct RulesOfThumb;

impl<G: Scripted> Evaluator<G> for RulesOfThumb {
    fn evaluate(&mut self, position: &G, actions: &[G::Action]) -> Evaluation {
        let value = position.evaluate();
        let seen = |seat| value.seen_by(seat);
        Evaluation {
            value: match position.turn() {
                Turn::Decide(seat) => seen(seat),
                _ => seen(Seat::First),
            },
            priors: uniform(actions.len()),
        }
    }

    fn gives_priors(&self) -> bool {
        false
    }
}

/// The mean of the outcomes' values by their weights; 0 without outcomes.
fn mean<C>(outcomes: &[(C, u64)], values: &[f64]) -> f64 {
    let total: u64 = outcomes.iter().map(|(_, weight)| weight).sum();
    let each = outcomes.iter().zip(values);
    let weighted = each.map(|((_, weight), value)| *weight as f64 * value);
    weighted.sum::<f64>() / total.max(1) as f64
}

fn after<G: Game>(position: &G, outcome: G::Chance) -> G {
    let mut next = position.clone();
    next.resolve_unchecked(outcome);
    next
}
