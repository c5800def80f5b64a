//! Learning by short searches: Gumbel AlphaZero (Danihelka, Guez, Schrittwieser and Silver 2022; Silver et al. 2017)
//! through chance nodes.
//!
//! At a share of the decisions a Gumbel search of few simulations ([`PolicyImprover`]) with the nets of both seats
//! looks several plies ahead, dice by their exact probabilities. The policy learns its improved policy
//! `π' = softmax(ln π + σ(q̂))` by cross-entropy ([`crate::lookahead::Imitation`]), and the action is drawn from it. At
//! the other decisions the policy is played as it is, which is much cheaper: games, the only source of outcomes, are
//! short of nothing, and only searched decisions teach the policy (playout-cap randomisation, Wu 2019).
//!
//! Searches may grow larger and rarer during a run, and actions be drawn from `p^(1/T)` with a T that falls: outcomes are then
//! those of play as strong as the agents'. A run may begin by imitation: instead of π' the policy then learns what the
//! rules of thumb do, which gives the first searches values of sensible play.
//!
//! Against a fixed agent (`opponents.agent`) the search takes the agent's own replies where the agent decides: what is learned is the
//! best response to it, as by expert iteration (Anthony, Tian and Barber 2017; Timbers et al. 2020).
//!
//! The value learns a λ-return of `V'(s) = Σ π'(a) q̂(a)` (without a search `V(s)`): a mixture of what searches found and
//! of the outcome. Nobody resigns. Features are the same for a board turned or mirrored, but for ties of
//! the rules of thumb, so that there is nothing to augment.

use std::sync::Arc;

use moonbase_agents::{Evaluation, Improvement, NetEvaluator, Policy, PolicyImprover, SeatNets};
use moonbase_engine::BySeat;
use moonbase_engine::chance::MoonRng;
use moonbase_models::{FastNet, Features};

/// Searches with the nets as they are now; keeps its memory from search to search.
pub struct Searcher<G: Features> {
    improver: PolicyImprover<G>,
    evaluator: NetEvaluator,
    sims: u64,
}

impl<G: Features> Searcher<G> {
    /// `scale` is the `c` of σ.
    pub fn new(nets: &BySeat<Arc<FastNet>>, sims: u64, scale: f32) -> Self {
        let nets: SeatNets = BySeat::from_fn(|seat| Some(nets[seat].clone()));
        Searcher {
            improver: PolicyImprover::new(scale),
            evaluator: NetEvaluator::new(nets),
            sims,
        }
    }

    /// Takes the seat that does not decide to be this agent's, `None`: the net's.
    pub fn know(&mut self, opponent: Option<Arc<dyn Policy<G>>>) {
        self.improver.know(opponent);
    }

    /// The improved policy, in the rules' order of actions, and the value for the seat that decides. `known` is what that seat's net
    /// says of the position.
    pub fn improve(
        &mut self,
        position: &G,
        known: Evaluation,
        rng: &mut MoonRng,
    ) -> (Vec<f32>, f32) {
        let (evaluator, sims) = (&mut self.evaluator, self.sims);
        let found = self
            .improver
            .improve(position, Some(known), evaluator, sims, rng);
        let Improvement { policy, value } = found;
        (policy, value)
    }
}
