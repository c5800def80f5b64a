//! What a search asks about a position: its value, and how promising each action looks.

use moonbase_engine::chance::MoonRng;
use moonbase_engine::{Game, SeatValue};

use crate::agent::decider;
use crate::uct::counted_rollout;

/// An opinion about a position in which a seat decides.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// The value for the seat to move, in [-1, 1].
    pub value: SeatValue,
    /// A probability for each legal action, in the order in which they were given; they sum to 1.
    pub priors: Vec<f32>,
}

/// One question: a position and its legal actions in the rules' order.
pub struct Query<'a, G: Game> {
    pub position: &'a G,
    pub actions: &'a [G::Action],
}

/// Judges positions in which a seat decides. Implementations must be functions of the position and of
/// their own generator only, and must give the same answers however questions are batched.
pub trait Evaluator<G: Game>: Send {
    fn evaluate(&mut self, position: &G, actions: &[G::Action]) -> Evaluation;

    /// Are its priors worth anything? If not, a search need not hand over the legal actions, and what priors there are means
    /// nothing.
    fn gives_priors(&self) -> bool {
        true
    }

    /// Answers many questions at once, in order; nets are several times faster so.
    fn evaluate_batch(&mut self, queries: &[Query<'_, G>]) -> Vec<Evaluation> {
        let one = |query: &Query<'_, G>| self.evaluate(query.position, query.actions);
        queries.iter().map(one).collect()
    }
}

/// Values a position by one random rollout; all actions look equally promising.
#[derive(Clone, Debug)]
pub struct RolloutEvaluator {
    rng: MoonRng,
    plies: u64,
}

impl RolloutEvaluator {
    pub fn new(rng: MoonRng) -> Self {
        RolloutEvaluator { rng, plies: 0 }
    }

    /// Plies of all rollouts so far.
    pub fn plies(&self) -> u64 {
        self.plies
    }
}

impl<G: Game> Evaluator<G> for RolloutEvaluator {
    fn evaluate(&mut self, position: &G, actions: &[G::Action]) -> Evaluation {
        let seat = decider(position);
        let (value, plies) = counted_rollout(position.clone(), &mut self.rng);
        self.plies += plies;
        Evaluation {
            value: value.seen_by(seat),
            priors: uniform(actions.len()),
        }
    }

    fn gives_priors(&self) -> bool {
        false
    }
}

/// Equal probabilities for `count` actions.
pub fn uniform(count: usize) -> Vec<f32> {
    vec![1.0 / count as f32; count]
}
