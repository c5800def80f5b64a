//! Strength against fixed opponents.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use moonbase_agents::registry::MakeAgent;
use moonbase_agents::{Agent, AgentError, AgentSpec, MakeNet, NetSettings, Playable, build};
use moonbase_engine::chance::mix;
use moonbase_engine::{BySeat, KeyedDice, Seat, Turn};
use moonbase_models::{FastNet, Rating, Weights};

use crate::error::TrainError;
use crate::pool::map_items;

/// A game that nets can be trained for and measured in.
pub trait Trainable: Playable {}

impl<G: Playable> Trainable for G {}

/// How one seat's net did against one opponent.
#[derive(Clone, PartialEq, Debug)]
pub struct Strength {
    pub seat: Seat,
    pub opponent: String,
    pub games: u64,
    /// Mean score: win 1, draw ½, loss 0.
    pub score: f64,
    /// Half the width of the 95% interval.
    pub margin: f64,
}

impl Strength {
    fn of(seat: Seat, opponent: &str, scores: &[f64]) -> Strength {
        let count = scores.len().max(1) as f64;
        let mean = scores.iter().sum::<f64>() / count;
        let variance = scores.iter().map(|s| (s - mean) * (s - mean)).sum::<f64>() / count;
        Strength {
            seat,
            opponent: opponent.into(),
            games: scores.len() as u64,
            score: mean,
            margin: 1.96 * (variance / count).sqrt(),
        }
    }

    /// As it is written into an agent file.
    pub fn rating(&self, seat: &str) -> Rating {
        Rating {
            seat: seat.into(),
            opponent: self.opponent.clone(),
            games: self.games,
            score: self.score,
            low: (self.score - self.margin).max(0.0),
            high: (self.score + self.margin).min(1.0),
        }
    }
}

/// Plays each seat's net, by its most probable actions, `games` times against each opponent. The
/// seeds are the same for both seats and all opponents. `None` if it was stopped.
///
/// # Errors
/// An opponent that cannot be built.
pub fn measure<G: Trainable>(
    start: &G,
    nets: &BySeat<Weights>,
    against: &[String],
    games: u64,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Option<Vec<Strength>>, TrainError> {
    let nets = MakeNet {
        name: "net".into(),
        nets: nets
            .clone()
            .map(|weights| Some(Arc::new(FastNet::new(&weights)))),
        settings: NetSettings::default(),
    };
    let mut strengths = Vec::new();
    for opponent in against {
        let spec: AgentSpec = opponent.parse()?;
        build::<G>(&spec)?;
        let worker = || {
            let mut pair: Result<[Box<dyn Agent<G>>; 2], AgentError> =
                nets.make().and_then(|net| Ok([net, build(&spec)?]));
            move |item: u64| {
                let [net, opponent] = pair.as_mut().map_err(|e| e.clone())?;
                let seat = Seat::BOTH[(item % 2) as usize];
                Ok(game(start, seat, net.as_mut(), opponent.as_mut(), item / 2))
            }
        };
        let scores = map_items(
            threads,
            2 * games,
            stop,
            worker,
            |_: &Result<f64, AgentError>| (),
        );
        let Some(scores) = scores else {
            return Ok(None);
        };
        let scores: Vec<f64> = scores.into_iter().collect::<Result<_, _>>()?;
        for seat in Seat::BOTH {
            let own = scores.iter().skip(seat.index()).step_by(2);
            strengths.push(Strength::of(
                seat,
                opponent,
                &own.copied().collect::<Vec<f64>>(),
            ));
        }
    }
    Ok(Some(strengths))
}

/// The score of `net`, which plays `seat`.
fn game<G: Trainable>(
    start: &G,
    seat: Seat,
    net: &mut dyn Agent<G>,
    opponent: &mut dyn Agent<G>,
    seed: u64,
) -> f64 {
    let mut position = start.clone();
    let mut dice = KeyedDice::new(mix(seed ^ 0x5bd1_e995));
    net.new_game(mix(seed));
    opponent.new_game(mix(seed ^ 1));
    loop {
        match position.turn() {
            Turn::Over(outcome) => return outcome.score(seat),
            Turn::Chance => {
                let outcome = dice.roll(&position);
                position.resolve_unchecked(outcome);
            }
            Turn::Decide(to_move) => {
                let decision = match to_move == seat {
                    true => net.decide(&position),
                    false => opponent.decide(&position),
                };
                position.play_unchecked(decision.action);
            }
        }
    }
}
