//! A fixed agent as a function of positions: what it plays there, and how likely.
//!
//! Whoever responds to an agent must know what it would do in positions that no game has come to. For `random`, `scripted` and `net` without
//! a search that is known exactly. Any other agent is asked afresh at each position, with a seed that depends on the
//! position only, and what it says is taken for its only answer: right for agents without dice of their own that remember
//! nothing, an assumption for searches. Only what an agent loses in real games may be held against it.

use std::sync::{Arc, Mutex, PoisonError};

use moonbase_engine::{Game, Seat};
use moonbase_models::Scripted;

use crate::agent::Agent;
use crate::net::NetPolicy;
use crate::registry::{Playable, build, check};
use crate::spec::{AgentError, AgentSpec};

/// What an agent plays, as a function of the position.
pub trait Policy<G: Game>: Send + Sync {
    /// A probability for each of `actions`, the legal ones in the rules' order; they sum to 1. A seat must decide.
    fn probabilities(&self, position: &G, actions: &[G::Action]) -> Vec<f64>;

    /// Are these exactly the probabilities with which the agent plays, whatever happened before?
    fn is_exact(&self) -> bool;

    /// Is the policy the same for a position turned or mirrored?
    fn is_symmetric(&self) -> bool {
        false
    }

    /// Can the agent play `seat` of a game that starts so?
    ///
    /// # Errors
    /// As [`Agent::check`].
    fn check(&self, _start: &G, _seat: Seat) -> Result<(), AgentError> {
        Ok(())
    }
}

/// The policy of an agent.
///
/// # Errors
/// As [`build`].
///
/// ```
/// use moonbase_agents::policy::policy_of;
/// use moonbase_engine::{Game, toy::{Nim, NimOptions}};
/// let start = Nim::new(&NimOptions::new(&[1, 2])).unwrap();
/// let mut actions = Vec::new();
/// start.legal_actions(&mut actions);
/// let random = policy_of::<Nim>(&"random".parse().unwrap()).unwrap();
/// assert_eq!(random.probabilities(&start, &actions), [1.0 / 3.0; 3]);
/// ```
pub fn policy_of<G: Playable>(spec: &AgentSpec) -> Result<Arc<dyn Policy<G>>, AgentError> {
    check(spec)?;
    Ok(match spec.name.as_str() {
        "random" => Arc::new(Uniform),
        "scripted" => Arc::new(RulesOfThumb),
        "net" => match NetPolicy::from_spec::<G>(spec)? {
            Some(policy) => Arc::new(policy),
            None => Arc::new(asked(spec)?),
        },
        _ => Arc::new(asked(spec)?),
    })
}

fn asked<G: Playable>(spec: &AgentSpec) -> Result<Asked<G>, AgentError> {
    Ok(Asked {
        agent: Mutex::new(build(spec)?),
        exact: spec.name == "exact",
    })
}

/// All actions alike.
struct Uniform;

impl<G: Game> Policy<G> for Uniform {
    fn probabilities(&self, _: &G, actions: &[G::Action]) -> Vec<f64> {
        vec![1.0 / actions.len() as f64; actions.len()]
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

/// The actions of highest score, alike: see [`Scripted::scripted_action`].
struct RulesOfThumb;

impl<G: Scripted> Policy<G> for RulesOfThumb {
    fn probabilities(&self, position: &G, actions: &[G::Action]) -> Vec<f64> {
        let mut scores = Vec::with_capacity(actions.len());
        position.score_actions(actions, &mut scores);
        let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let best = scores.iter().filter(|score| **score >= top).count();
        let share = |score: &f64| {
            if *score >= top {
                1.0 / best as f64
            } else {
                0.0
            }
        };
        scores.iter().map(share).collect()
    }

    fn is_exact(&self) -> bool {
        true
    }
}

/// An agent that is asked afresh at each position.
struct Asked<G: Game> {
    agent: Mutex<Box<dyn Agent<G>>>,
    exact: bool,
}

impl<G: Game> Policy<G> for Asked<G> {
    fn probabilities(&self, position: &G, actions: &[G::Action]) -> Vec<f64> {
        // A new game forgets whatever a panicking thread left.
        let mut agent = self.agent.lock().unwrap_or_else(PoisonError::into_inner);
        agent.new_game(position.key());
        let chosen = agent.decide(position).action;
        let certain = |action: &G::Action| if *action == chosen { 1.0 } else { 0.0 };
        actions.iter().map(certain).collect()
    }

    fn is_exact(&self) -> bool {
        self.exact
    }

    fn check(&self, start: &G, seat: Seat) -> Result<(), AgentError> {
        let agent = self.agent.lock().unwrap_or_else(PoisonError::into_inner);
        agent.check(start, seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::toy::{Courier, CourierOptions};
    use std::collections::BTreeMap;

    fn policy(spec: &str, position: &Courier) -> (Vec<f64>, Vec<<Courier as Game>::Action>) {
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        let policy = policy_of::<Courier>(&spec.parse().unwrap()).unwrap();
        (policy.probabilities(position, &actions), actions)
    }

    /// What the agent does in a thousand games at this position is what the policy says.
    #[test]
    fn policies_are_what_agents_play() {
        let start = Courier::new(&CourierOptions::default()).unwrap();
        for spec in ["random", "scripted"] {
            let (probabilities, actions) = policy(spec, &start);
            let mut agent = build::<Courier>(&spec.parse().unwrap()).unwrap();
            let mut counts = BTreeMap::new();
            for seed in 0..1000 {
                agent.new_game(seed);
                *counts.entry(agent.decide(&start).action).or_insert(0) += 1;
            }
            for (action, probability) in actions.iter().zip(&probabilities) {
                let share = f64::from(*counts.get(action).unwrap_or(&0)) / 1000.0;
                assert!((share - probability).abs() < 0.06, "{spec} {action}");
            }
            assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn others_are_asked_and_give_one_answer_for_a_position() {
        let start = Courier::new(&CourierOptions::default()).unwrap();
        let (probabilities, _) = policy("uct:sims=30", &start);
        assert_eq!(probabilities, policy("uct:sims=30", &start).0);
        let mut sorted = probabilities;
        sorted.sort_by(f64::total_cmp);
        assert_eq!((sorted[0], sorted.last()), (0.0, Some(&1.0)));
    }

    #[test]
    fn a_spec_that_cannot_be_is_refused() {
        assert!(policy_of::<Courier>(&"uct:sims=0".parse().unwrap()).is_err());
        assert!(policy_of::<Courier>(&"nobody".parse().unwrap()).is_err());
    }
}
