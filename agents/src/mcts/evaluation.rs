//! What leaves are judged by.
//!
//! | `eval=` | value of a leaf |
//! |---|---|
//! | `rollout` | the outcome of a game played on at random |
//! | `scripted` | the outcome of a game played on by the rules of thumb, each action random with probability `epsilon` |
//! | `truncated` | the same for `depth` plies (decisions and rolls), then the hand-made evaluation |
//! | `heuristic` | the hand-made evaluation of the position itself |
//! | `net` | a trained net's, which tells priors as well |
//!
//! With `prior=w` (0 to 1) the rules of thumb tell priors: the action that they would take gets `w` more than its
//! equal share of the rest.

use std::sync::Arc;

use moonbase_engine::chance::MoonRng;
use moonbase_engine::{AbsoluteValue, Game, SeatValue, Turn};
use moonbase_models::Features;
use moonbase_models::scripted::best_of;
use rand::RngExt;

use crate::agent::decider;
use crate::evaluator::{Evaluation, Evaluator, RolloutEvaluator};
use crate::net::{NetEvaluator, SeatNets};
use crate::scripted::Scripted;

/// What leaves are judged by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judge {
    Rollout,
    Scripted,
    Truncated,
    Heuristic,
    Net,
}

/// Everything about the judgement of leaves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Judgement {
    pub judge: Judge,
    /// Plies of a truncated rollout.
    pub depth: u64,
    /// Share of random actions in scripted rollouts.
    pub epsilon: f64,
    /// Weight of the scripted action in the priors; 0 for no priors.
    pub prior: f32,
    /// Share of a net's priors that all actions get alike.
    pub spread: f32,
}

impl Judgement {
    /// Does the evaluator tell priors?
    pub fn tells_priors(&self) -> bool {
        self.judge == Judge::Net || self.prior > 0.0
    }

    /// An evaluator with its own generator. `nets` are for [`Judge::Net`].
    pub fn evaluator<G: Scripted + Features>(
        self,
        nets: Option<&Arc<SeatNets>>,
        rng: MoonRng,
    ) -> Box<dyn Evaluator<G>> {
        match (self.judge, nets) {
            (Judge::Net, Some(nets)) => {
                let nets = SeatNets::clone(nets);
                Box::new(NetEvaluator::new(nets).spread(self.spread))
            }
            (Judge::Rollout, _) if self.prior == 0.0 => Box::new(RolloutEvaluator::new(rng)),
            _ => Box::new(ByRulesOfThumb {
                how: self,
                rng,
                scores: Vec::new(),
            }),
        }
    }
}

/// Values and priors from a game's rules of thumb.
#[derive(Clone, Debug)]
struct ByRulesOfThumb {
    how: Judgement,
    rng: MoonRng,
    /// Of the actions of the position that was judged last.
    scores: Vec<f64>,
}

impl ByRulesOfThumb {
    /// Plays on, the first action perhaps being chosen already.
    fn play_on<G: Scripted>(&mut self, position: &G, first: Option<G::Action>) -> AbsoluteValue {
        let limit = match self.how.judge {
            Judge::Truncated => self.how.depth,
            _ => u64::MAX,
        };
        let mut position = position.clone();
        let mut first = first;
        for _ in 0..limit {
            match position.turn() {
                Turn::Over(outcome) => return outcome.value,
                Turn::Chance => position.resolve_unchecked(position.random_chance(&mut self.rng)),
                Turn::Decide(_) => {
                    let action = self.action(&position, first.take());
                    position.play_unchecked(action);
                }
            }
        }
        position.evaluate()
    }

    /// The action that the rules of thumb choose, and if it is asked for their judgement, which has much in common with that.
    fn score<G: Scripted>(
        &mut self,
        position: &G,
        actions: &[G::Action],
        judge: bool,
    ) -> (Option<AbsoluteValue>, Option<G::Action>) {
        self.scores.clear();
        let value = match judge {
            true => Some(position.score_and_evaluate(actions, &mut self.scores)),
            false => {
                position.score_actions(actions, &mut self.scores);
                None
            }
        };
        (value, Some(best_of(actions, &self.scores, &mut self.rng)))
    }

    fn action<G: Scripted>(&mut self, position: &G, chosen: Option<G::Action>) -> G::Action {
        let random = self.how.judge == Judge::Rollout
            || self.how.epsilon > 0.0 && self.rng.random_bool(self.how.epsilon);
        match chosen {
            _ if random => position.random_action(&mut self.rng),
            Some(action) => action,
            None => position.scripted_action(&mut self.rng),
        }
    }
}

impl<G: Scripted> Evaluator<G> for ByRulesOfThumb {
    fn evaluate(&mut self, position: &G, actions: &[G::Action]) -> Evaluation {
        let seat = decider(position);
        let heuristic = self.how.judge == Judge::Heuristic;
        let (value, chosen) = match self.how.prior > 0.0 {
            true => self.score(position, actions, heuristic),
            false => (None, None),
        };
        let value = match value {
            Some(value) => value,
            None if heuristic => position.evaluate(),
            None => self.play_on(position, chosen),
        };
        let value = SeatValue(value.seen_by(seat).0.clamp(-1.0, 1.0));
        let priors = chosen.map(|action| priors(actions, action, self.how.prior));
        let priors = priors.unwrap_or_default();
        Evaluation { value, priors }
    }

    fn gives_priors(&self) -> bool {
        self.how.prior > 0.0
    }
}

/// `weight` on one action, the rest shared equally by all.
fn priors<A: PartialEq>(actions: &[A], chosen: A, weight: f32) -> Vec<f32> {
    let share = (1.0 - weight) / actions.len() as f32;
    let prior = |action: &A| share + if *action == chosen { weight } else { 0.0 };
    actions.iter().map(prior).collect()
}

/// Judges every position the same, at no cost: what is measured with it is the tree work alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constant;

impl<G: Game> Evaluator<G> for Constant {
    fn evaluate(&mut self, _: &G, actions: &[G::Action]) -> Evaluation {
        Evaluation {
            value: SeatValue(0.0),
            priors: crate::evaluator::uniform(actions.len()),
        }
    }

    fn gives_priors(&self) -> bool {
        false
    }
}
