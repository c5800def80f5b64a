//! Whom the nets meet in self-play: each other, a random player, the rules of thumb, past selves, a fixed agent.

use moonbase_agents::{AgentSpec, build, policy_of};
use moonbase_engine::chance::rng_for;
use moonbase_engine::{BySeat, Seat};
use rand::RngExt;

use super::{Players, Run};
use crate::episode::{Fixed, Player};
use crate::error::TrainError;
use crate::recipe::OpponentRecipe;
use crate::strength::Trainable;

/// Who takes the other seat's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stranger {
    Random,
    Scripted,
    Past,
    Agent,
}

impl OpponentRecipe {
    /// Who a number drawn from [0, 1) stands for when `done` of the run is done; `None`: nobody, the nets meet.
    fn stranger(&self, draw: f64, done: f64) -> Option<Stranger> {
        let between = |from: f64, to: f64| from + (to - from) * done;
        let shares = [
            (Stranger::Random, between(self.random, self.final_random)),
            (
                Stranger::Scripted,
                between(self.scripted, self.final_scripted),
            ),
            (Stranger::Past, self.past),
            (
                Stranger::Agent,
                self.agent.as_ref().map_or(0.0, |_| self.agent_share),
            ),
        ];
        let mut end = 0.0;
        let drawn = shares.into_iter().find(|(_, share)| {
            end += share;
            draw < end
        });
        drawn.map(|(stranger, _)| stranger)
    }

    /// The only seat that learns, if there is one.
    pub(super) fn learner<G: Trainable>(&self) -> Option<Seat> {
        let name = self.learns.as_deref()?;
        Seat::BOTH.into_iter().find(|seat| G::SEATS[*seat] == name)
    }
}

/// The recipe's fixed agent, if there is one, for so many threads.
///
/// # Errors
/// It cannot be built, or not play this game.
pub(super) fn fixed_agents<G: Trainable>(
    opponents: &OpponentRecipe,
    start: &G,
    threads: usize,
) -> Result<Vec<Fixed<G>>, TrainError> {
    let Some(text) = &opponents.agent else {
        return Ok(Vec::new());
    };
    let spec: AgentSpec = text.parse()?;
    let one = |_| -> Result<Fixed<G>, TrainError> {
        let agent = build::<G>(&spec)?;
        for seat in opponents.strange_seats::<G>() {
            agent.check(start, *seat)?;
        }
        let policy = policy_of(&spec)?;
        Ok(Fixed { agent, policy })
    };
    (0..threads.max(1)).map(one).collect()
}

impl OpponentRecipe {
    /// The seats that others may take.
    fn strange_seats<G: Trainable>(&self) -> &'static [Seat] {
        match self.learner::<G>() {
            Some(Seat::First) => &[Seat::Second],
            Some(Seat::Second) => &[Seat::First],
            None => &Seat::BOTH,
        }
    }
}

impl<G: Trainable> Players<G> {
    /// Who plays game `item`: mostly the nets each other, else one net, the seats taking turns, a stranger.
    pub(super) fn seated(&self, item: u64) -> BySeat<Player<'_>> {
        let (opponents, nets, past) = (&self.recipe.opponents, &self.nets, &self.past);
        let mut rng = rng_for(self.seed, item);
        let strange = opponents.strange_seats::<G>();
        let other = strange[(item % strange.len() as u64) as usize];
        let done = self.iteration as f64 / self.recipe.iterations as f64;
        let stranger = opponents.stranger(rng.random(), done);
        let mut players = BySeat::new(Player::Learner(&nets.first), Player::Learner(&nets.second));
        if self.recipe.opponents.learns.is_some() {
            // The other seat's net plays, but does not learn.
            players[other] = Player::Past(&nets[other]);
        }
        match stranger {
            Some(Stranger::Random) => players[other] = Player::Random,
            Some(Stranger::Scripted) => players[other] = Player::Scripted,
            Some(Stranger::Agent) => players[other] = Player::Agent,
            Some(Stranger::Past) if !past[other].is_empty() => {
                let index = rng.random_range(0..past[other].len());
                players[other] = Player::Past(&past[other][index]);
            }
            Some(Stranger::Past) | None => {}
        }
        players
    }
}

impl<G: Trainable> Run<G> {
    /// Puts the nets into the pool of past selves, now and then; with gating those that became champions.
    pub(super) fn remember(&mut self) {
        let (opponents, iteration) = (&self.recipe.opponents, self.state.iteration);
        let due = match self.recipe.gating.every {
            0 => iteration.is_multiple_of(opponents.every),
            _ => iteration == self.state.champion_since,
        };
        if opponents.pool == 0 || !due {
            return;
        }
        for learner in [&mut self.state.first, &mut self.state.second] {
            let net = learner.champion.as_ref().unwrap_or(&learner.weights);
            learner.past.push(net.clone());
            let extra = learner.past.len().saturating_sub(opponents.pool);
            learner.past.drain(..extra);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_intervals_that_move_during_the_run() {
        let opponents = OpponentRecipe {
            random: 0.5,
            final_random: 0.1,
            scripted: 0.0,
            final_scripted: 0.2,
            agent: None,
            agent_share: 1.0,
            learns: None,
            past: 0.25,
            every: 1,
            pool: 1,
        };
        let at = |done, draws: [f64; 4]| draws.map(|draw| opponents.stranger(draw, done));
        let (random, scripted) = (Some(Stranger::Random), Some(Stranger::Scripted));
        let past = Some(Stranger::Past);
        let start = at(0.0, [0.0, 0.499, 0.5, 0.75]);
        assert_eq!(start, [random, random, past, None]);
        let middle = at(0.5, [0.299, 0.301, 0.399, 0.401]);
        assert_eq!(middle, [random, scripted, scripted, past]);
        let end = at(1.0, [0.099, 0.299, 0.549, 0.551]);
        assert_eq!(end, [random, scripted, past, None]);
        let fixed = OpponentRecipe {
            agent: Some("scripted".into()),
            agent_share: 0.25,
            ..opponents
        };
        let found = [0.749, 0.751, 0.999].map(|draw| fixed.stranger(draw, 0.0));
        assert_eq!(found, [past, Some(Stranger::Agent), Some(Stranger::Agent)]);
    }
}
