//! What is played next, from the results alone.
//!
//! A tournament goes in rounds: which pairs of games a round has depends on the results of the rounds before and on nothing else.
//! So it depends neither on the number of threads nor on where a tournament was broken off: whoever goes on goes through the
//! rounds again, finds most of them in the database, and plays what is missing.

use std::collections::BTreeMap;

use moonbase_engine::BySeat;

use super::adaptive::Adaptive;
use super::knockout::Knockout;
use super::plan::{ArenaPlan, Format};
use super::store::GameRow;
use super::swiss::Swiss;
use crate::rating::Score;
use crate::rating::results::Kind;

/// A pair of games: the agents' numbers, the lower first, and the pair's number within their pairing. Both games have the dice of
/// that number. An agent against itself plays one game only.
pub type Slot = ([usize; 2], u64);

/// The pairs that have been played, as the agent of the lower number sees them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scores(BTreeMap<Slot, Kind>);

impl Scores {
    /// Those of the games of a database, which come pair by pair.
    pub fn of(games: &[GameRow]) -> Scores {
        let pairs = games.chunk_by(|x, y| (x.agents, x.pair) == (y.agents, y.pair));
        Scores(
            pairs
                .map(|pair| ((pair[0].agents, pair[0].pair), score(pair)))
                .collect(),
        )
    }

    pub fn add(&mut self, slot: Slot, score: Kind) {
        self.0.insert(slot, score);
    }

    pub fn has(&self, slot: &Slot) -> bool {
        self.0.contains_key(slot)
    }

    pub fn get(&self, slot: &Slot) -> Option<Kind> {
        self.0.get(slot).copied()
    }

    /// How many pairs.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The half points of both agents over these pairs: a game won brings two, a draw each one. `None` if a pair is missing.
    pub fn half_points(&self, agents: [usize; 2], pairs: std::ops::Range<u64>) -> Option<[u64; 2]> {
        let mut points = [0, 0];
        for pair in pairs {
            let kind = self.get(&(agents, pair))?;
            for score in [kind.first, kind.second].into_iter().flatten() {
                points[0] += score as u64;
                points[1] += score.flipped() as u64;
            }
        }
        Some(points)
    }
}

/// How the games of a pair went for the agent of the lower number, by its seat.
pub(super) fn score(games: &[GameRow]) -> Kind {
    let mut score = BySeat::new(None, None);
    for game in games {
        let first = Score::of(game.score);
        match game.first_is_a {
            true => score.first = Some(first),
            false => score.second = Some(first.flipped()),
        }
    }
    score
}

/// A tournament on its way.
pub struct Course<'a> {
    plan: &'a ArenaPlan,
    stage: Stage<'a>,
}

enum Stage<'a> {
    /// All pairs are known from the start.
    Fixed {
        begun: bool,
    },
    Swiss(Swiss<'a>),
    Knockout(Knockout<'a>),
    Adaptive(Adaptive<'a>),
}

impl<'a> Course<'a> {
    /// Before the first round.
    pub fn new(plan: &'a ArenaPlan) -> Course<'a> {
        let stage = match plan.format {
            Format::RoundRobin | Format::Gauntlet => Stage::Fixed { begun: false },
            Format::Swiss => Stage::Swiss(Swiss::new(plan)),
            Format::Knockout => Stage::Knockout(Knockout::new(plan)),
            Format::Adaptive => Stage::Adaptive(Adaptive::new(plan)),
        };
        Course { plan, stage }
    }

    /// The pairs of the next round, in the order in which they are played; none at the end. All pairs of the rounds before must have been
    /// played; some of this one may have been.
    pub fn next_round(&mut self, scores: &Scores) -> Vec<Slot> {
        match &mut self.stage {
            Stage::Fixed { begun } => match std::mem::replace(begun, true) {
                true => Vec::new(),
                false => ArenaPlan::interleaved(&self.plan.pairings(), 0..self.plan.pairs),
            },
            Stage::Swiss(swiss) => swiss.next_round(scores),
            Stage::Knockout(knockout) => knockout.next_round(scores),
            Stage::Adaptive(adaptive) => adaptive.next_round(scores),
        }
    }

    /// How many pairs the tournament has, as far as can be told from these results: ties of a knockout may go on.
    pub fn planned(&self, scores: &Scores) -> u64 {
        let plan = self.plan;
        match &self.stage {
            Stage::Fixed { .. } => plan.pairs * plan.pairings().len() as u64,
            Stage::Swiss(_) => plan.rounds() * (plan.agents.len() as u64 / 2) * plan.pairs,
            Stage::Knockout(knockout) => knockout.planned(scores),
            Stage::Adaptive(_) => plan.pairs,
        }
    }
}
