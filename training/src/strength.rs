//! Strength against fixed opponents.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use moonbase_agents::{AgentSpec, MakeAgent, MakeNet, NetSettings, Playable};
use moonbase_engine::{BySeat, Seat};
use moonbase_eval::{Control, Estimate, Row, Tournament, TournamentReport, play_tournament};
use moonbase_models::{FastNet, Rating, Weights};

use crate::error::TrainError;

/// A game that nets can be trained for and measured in.
pub trait Trainable: Playable {}

impl<G: Playable> Trainable for G {}

/// How one seat's net did against one opponent.
#[derive(Clone, PartialEq, Debug)]
pub struct Strength {
    /// The game's name for the seat.
    pub seat: &'static str,
    pub opponent: String,
    pub games: u64,
    /// Win 1, draw ½, loss 0.
    pub score: Estimate,
}

impl Strength {
    fn of(row: &Row) -> Strength {
        Strength {
            seat: row.seat,
            opponent: row.opponent.clone(),
            games: row.score.samples as u64,
            score: row.score,
        }
    }

    /// As it is written into an agent file.
    pub fn rating(&self) -> Rating {
        Rating {
            seat: self.seat.into(),
            opponent: self.opponent.clone(),
            games: self.games,
            score: self.score.mean,
            low: self.score.low,
            high: self.score.high,
        }
    }
}

/// The strengths that a tournament has measured.
pub fn strengths(report: &TournamentReport) -> Vec<Strength> {
    report.rows.iter().map(Strength::of).collect()
}

/// What to measure.
pub struct Measurement<'a, G: Trainable> {
    pub options: &'a G::Options,
    pub nets: &'a BySeat<Weights>,
    /// What each seat's net is called in the table.
    pub names: BySeat<String>,
    /// Agent specs.
    pub against: &'a [String],
    /// Games for each seat and opponent.
    pub games: u64,
    pub seed: u64,
}

/// Plays each seat's net, by its most probable actions, against each opponent, on the same dice for all.
/// `None` if there is nothing to play, or if it was stopped.
///
/// # Errors
/// An opponent that cannot be built.
pub fn measure<G: Trainable>(
    plan: &Measurement<G>,
    threads: usize,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Option<TournamentReport>, TrainError> {
    if plan.against.is_empty() || plan.games == 0 {
        return Ok(None);
    }
    let nets = BySeat::from_fn(|seat| entrant(plan, seat));
    let specs: Result<Vec<AgentSpec>, _> = plan.against.iter().map(|text| text.parse()).collect();
    let specs = specs?;
    let opponents = specs.iter().map(|spec| spec as &dyn MakeAgent<G>);
    let tournament = Tournament::<G> {
        options: plan.options,
        entrants: BySeat::new(vec![&nets.first], vec![&nets.second]),
        opponents: opponents.collect(),
        games: plan.games,
        seed: plan.seed,
    };
    let mut control = Control {
        threads,
        stop,
        progress,
    };
    let report = play_tournament(&tournament, &mut control)?;
    Ok(report.complete.then_some(report))
}

fn entrant<G: Trainable>(plan: &Measurement<G>, seat: Seat) -> MakeNet {
    let mut nets = BySeat::default();
    nets[seat] = Some(Arc::new(FastNet::new(&plan.nets[seat])));
    MakeNet {
        name: plan.names[seat].clone(),
        nets,
        settings: NetSettings::default(),
    }
}
