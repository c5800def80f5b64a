//! One game, and what there is to learn from it.

use std::sync::Arc;

use moonbase_agents::{Agent, Policy, Scripted, evaluation_of};
use moonbase_engine::chance::{MoonRng, mix, rng_for};
use moonbase_engine::{BySeat, Game, GameOutcome, KeyedDice, Seat, Turn};
use moonbase_models::{Batch, FastNet, Features, Scratch};
use rand::RngExt;
use serde::{Deserialize, Serialize};

use crate::lookahead::{Lookahead, improve};
use crate::method::Method;
use crate::search::Searcher;
use crate::td;

/// Who plays a seat.
#[derive(Clone, Copy)]
pub enum Player<'a> {
    /// A net that learns from the game; it draws its actions from its policy.
    Learner(&'a FastNet),
    /// A past self; it draws likewise, and nothing is recorded.
    Past(&'a FastNet),
    Random,
    /// The game's rules of thumb.
    Scripted,
    /// The agent of [`Table::with`].
    Agent,
}

/// A fixed agent to learn against.
pub struct Fixed<G: Game> {
    pub agent: Box<dyn Agent<G>>,
    /// What searches take it to play.
    pub policy: Arc<dyn Policy<G>>,
}

/// The decisions of one seat in one game, in order.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Trajectory {
    pub batch: Batch,
    pub steps: Vec<Step>,
    /// For each action row its probability after a look ahead or a search. Where the policy has nothing to learn, the
    /// batch has no rows.
    pub improved: Vec<f32>,
    /// The seat's return, in [-1, 1].
    pub outcome: f32,
}

/// A decision that was taken.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Step {
    /// Index of the action among the legal ones.
    pub chosen: u32,
    /// Natural logarithm of the probability with which it was drawn.
    pub log_probability: f32,
    /// The net's value of the position, after a look ahead if one was taken.
    pub value: f32,
    /// The action was drawn only to explore: what followed says nothing of the policy.
    pub explored: bool,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Episode {
    /// Recorded for learners only.
    pub trajectories: BySeat<Option<Trajectory>>,
    /// Decisions of both seats.
    pub plies: u64,
    /// The first seat's score: win 1, draw ½, loss 0.
    pub score: f64,
}

/// How much probability the rules of thumb leave to actions that they do not choose, when they are imitated.
const OTHERS: f32 = 0.1;

/// The buffers of a thread that plays games.
pub struct Table<'a, G: Features> {
    method: Method,
    /// The nets of both seats as they are now, for looking ahead.
    nets: &'a BySeat<Arc<FastNet>>,
    actions: Vec<G::Action>,
    batch: Batch,
    scratch: Scratch,
    lookahead: Lookahead<G>,
    searcher: Option<Searcher<G>>,
    fixed: Option<Fixed<G>>,
}

impl<'a, G: Features + Scripted> Table<'a, G> {
    /// `method` as it is now (see [`Method::at`]).
    pub fn new(method: Method, nets: &'a BySeat<Arc<FastNet>>) -> Self {
        let searcher = match method {
            Method::Search { sims, scale, .. } => Some(Searcher::new(nets, sims, scale)),
            _ => None,
        };
        Table {
            method,
            nets,
            actions: Vec::new(),
            batch: Batch::default(),
            scratch: Scratch::default(),
            lookahead: Lookahead::default(),
            searcher,
            fixed: None,
        }
    }

    /// With a fixed agent that may take a seat.
    pub fn with(self, fixed: Option<Fixed<G>>) -> Self {
        Table { fixed, ..self }
    }

    /// A new game begins: the fixed agent starts afresh, and searches know whether it plays.
    fn begin(&mut self, players: &BySeat<Player>, seed: u64) {
        let plays = |seat: Seat| matches!(players[seat], Player::Agent);
        let known = Seat::BOTH.into_iter().any(plays);
        if let Some(fixed) = &mut self.fixed {
            fixed.agent.new_game(mix(mix(seed) ^ 2));
            if let Some(searcher) = &mut self.searcher {
                searcher.know(known.then(|| fixed.policy.clone()));
            }
        }
    }

    /// Plays a game from `start`. A pure function of its arguments, the nets, the method and the fixed agent.
    ///
    /// # Panics
    /// If the fixed agent is to play, and there is none.
    pub fn play(&mut self, start: &G, players: BySeat<Player>, seed: u64) -> Episode {
        self.begin(&players, seed);
        let mut position = start.clone();
        let mut dice = KeyedDice::new(mix(seed));
        let mut rng = rng_for(seed, 1);
        let mut episode = Episode::default();
        for seat in Seat::BOTH {
            if let Player::Learner(_) = players[seat] {
                episode.trajectories[seat] = Some(Trajectory::default());
            }
        }
        loop {
            match position.turn() {
                Turn::Chance => {
                    let outcome = dice.roll(&position);
                    position.resolve_unchecked(outcome);
                }
                Turn::Decide(seat) => {
                    let trajectory = episode.trajectories[seat].as_mut();
                    let action = self.choose(&position, seat, players[seat], trajectory, &mut rng);
                    position.play_unchecked(action);
                    episode.plies += 1;
                }
                Turn::Over(outcome) => {
                    episode.end(&outcome);
                    return episode;
                }
            }
        }
    }

    fn choose(
        &mut self,
        position: &G,
        seat: Seat,
        player: Player,
        trajectory: Option<&mut Trajectory>,
        rng: &mut MoonRng,
    ) -> G::Action {
        let net = match player {
            Player::Random => return position.random_action(rng),
            Player::Scripted => return position.scripted_action(rng),
            Player::Agent => {
                let fixed = self.fixed.as_mut().expect("a table with a fixed agent");
                return fixed.agent.decide(position).action;
            }
            Player::Learner(net) | Player::Past(net) => net,
        };
        position.legal_actions(&mut self.actions);
        self.batch.clear();
        self.batch
            .push(net.architecture(), position, seat, &self.actions);
        net.evaluate(&self.batch, &mut self.scratch);
        let chosen = match trajectory {
            Some(trajectory) => self.learn_and_draw(position, seat, trajectory, rng),
            None => draw(&self.scratch.logits, self.method.sharpness(), rng).0,
        };
        self.actions[chosen]
    }

    /// Draws from the policy, improved by a look ahead if one is due, and records the decision.
    fn learn_and_draw(
        &mut self,
        position: &G,
        seat: Seat,
        trajectory: &mut Trajectory,
        rng: &mut MoonRng,
    ) -> usize {
        let architecture = self.nets[seat].architecture();
        let better = self.improved(position, seat, rng);
        match (&better, self.method) {
            (Some(_), _) | (_, Method::Ppo { .. }) => {
                trajectory.batch.push_from(&self.batch, 0, architecture)
            }
            _ => trajectory
                .batch
                .push_state_from(&self.batch, 0, architecture),
        }
        let (logits, sharpness) = (&self.scratch.logits, self.method.sharpness());
        let step = match (&better, self.method) {
            (Some((policy, value)), Method::Td { epsilon, .. }) => {
                td::explore(policy, *value, epsilon, rng)
            }
            (Some((policy, value)), _) => {
                let log: Vec<f32> = policy.iter().map(|p| p.ln()).collect();
                Step::drawn(&log, sharpness, *value, rng)
            }
            (None, _) => Step::drawn(logits, sharpness, self.scratch.values[0], rng),
        };
        trajectory
            .improved
            .extend(better.into_iter().flat_map(|(policy, _)| policy));
        trajectory.steps.push(step);
        step.chosen as usize
    }

    /// The policy after a look ahead or a search, and the position's value then; `None` if none is due.
    fn improved(&mut self, position: &G, seat: Seat, rng: &mut MoonRng) -> Option<(Vec<f32>, f32)> {
        match self.method {
            Method::Lookahead {
                temperature,
                keep,
                share,
                ..
            } if rng.random::<f64>() < share => {
                let values = self.look_ahead(position, seat, rng);
                Some(improve(&self.scratch.logits, &values, keep, temperature))
            }
            Method::Search { share, imitate, .. } if rng.random::<f64>() < share => {
                if imitate > 0 {
                    return Some((self.rules_of_thumb(position), self.scratch.values[0]));
                }
                let searcher = self.searcher.as_mut()?;
                let known = evaluation_of(&self.scratch.logits, self.scratch.values[0]);
                Some(searcher.improve(position, known, rng))
            }
            Method::Td { .. } => Some(td::greedy(&self.look_ahead(position, seat, rng))),
            _ => None,
        }
    }

    /// The policy of the rules of thumb: their best actions alike, and the others now and then.
    fn rules_of_thumb(&self, position: &G) -> Vec<f32> {
        let mut scores = Vec::with_capacity(self.actions.len());
        position.score_actions(&self.actions, &mut scores);
        let scores: Vec<f32> = scores.into_iter().map(|score| score as f32).collect();
        let (mut policy, _) = td::greedy(&scores);
        let each = OTHERS / policy.len() as f32;
        let mixed = policy.iter_mut();
        mixed.for_each(|p| *p = (1.0 - OTHERS) * *p + each);
        policy
    }

    /// The value of each action, one ply ahead.
    fn look_ahead(&mut self, position: &G, seat: Seat, rng: &mut MoonRng) -> Vec<f32> {
        let nets = BySeat::new(&*self.nets.first, &*self.nets.second);
        let (lookahead, actions) = (&mut self.lookahead, &self.actions);
        let values = lookahead.action_values(position, seat, actions, nets, rng);
        values.to_vec()
    }
}

impl Step {
    /// Draws from the softmax of the logits times `sharpness`.
    fn drawn(logits: &[f32], sharpness: f32, value: f32, rng: &mut MoonRng) -> Step {
        let (chosen, log_probability) = draw(logits, sharpness, rng);
        Step {
            chosen: chosen as u32,
            log_probability,
            value,
            explored: false,
        }
    }
}

impl Episode {
    fn end(&mut self, outcome: &GameOutcome) {
        for seat in Seat::BOTH {
            if let Some(trajectory) = &mut self.trajectories[seat] {
                trajectory.outcome = outcome.returns()[seat] as f32;
            }
        }
        self.score = outcome.score(Seat::First);
    }
}

/// Draws an index from the softmax of the logits times `sharpness`; returns it with its log-probability.
pub fn draw(logits: &[f32], sharpness: f32, rng: &mut MoonRng) -> (usize, f32) {
    let largest = logits.iter().copied().fold(f32::MIN, f32::max);
    let share = |logit: f32| ((logit - largest) * sharpness).exp();
    let total: f32 = logits.iter().map(|logit| share(*logit)).sum();
    let (mut left, mut chosen) = (rng.random::<f32>() * total, 0);
    for (i, logit) in logits.iter().enumerate() {
        let share = share(*logit);
        if share == 0.0 {
            continue;
        }
        // The last that can be drawn is, even if rounding leaves something.
        (left, chosen) = (left - share, i);
        if left < 0.0 {
            break;
        }
    }
    let log_probability = (logits[chosen] - largest) * sharpness - total.ln();
    (chosen, log_probability)
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::toy::{Courier, CourierOptions};
    use moonbase_models::{Architecture, Weights};

    #[test]
    fn the_rules_of_thumb_play_better_than_chance_and_nothing_of_them_is_recorded() {
        let architecture = Architecture {
            state_features: Courier::STATE_FEATURES,
            action_features: Courier::ACTION_FEATURES,
            trunk: vec![4],
            scorer: vec![4],
            ..Architecture::default()
        };
        let net = Arc::new(FastNet::new(&Weights::random(&architecture, 1)));
        let nets = BySeat::new(net.clone(), net.clone());
        let start = Courier::new(&CourierOptions::default()).unwrap();
        let method = Method::Ppo {
            clip: 0.2,
            entropy: 0.0,
            final_entropy: 0.0,
        };
        let mut table = Table::new(method, &nets);
        let mut score = |courier: Player| -> f64 {
            let mut play = |seed| {
                let players = BySeat::new(courier, Player::Learner(&net));
                let episode = table.play(&start, players, seed);
                let recorded = episode.trajectories.map(|trajectory| trajectory.is_some());
                assert_eq!(recorded, BySeat::new(false, true));
                episode.score
            };
            (0..300).map(&mut play).sum::<f64>() / 300.0
        };
        let (scripted, random) = (score(Player::Scripted), score(Player::Random));
        assert!(scripted > random + 0.1, "{scripted} {random}");
        assert_eq!(scripted, score(Player::Scripted));
    }
}
