//! Who plays whom, how often.

use std::path::Path;

use moonbase_agents::TimeControl;
use serde::{Deserialize, Serialize};

/// Pairs that a pairing, or a tournament by expected information, may play.
pub const MOST_PAIRS: u64 = 1_000_000;

/// Rounds that a Swiss tournament may have.
pub const MOST_ROUNDS: u64 = 1000;

/// A tie of a knockout is prolonged to so many times its pairs, if nothing else is said.
const PROLONGED: u64 = 4;

/// A tournament. One plan gives one tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArenaPlan {
    /// A game or preset.
    pub game: String,
    /// Rule options, each `name=value`.
    #[serde(default)]
    pub set: Vec<String>,
    /// Agent specs, no two alike. Where seeds matter, the first is the best.
    pub agents: Vec<String>,
    #[serde(default)]
    pub format: Format,
    /// Pairs of games: of each pairing (round robin, gauntlet), each meeting (Swiss), each tie that is decided then (knockout), in
    /// all (adaptive).
    pub pairs: u64,
    /// Rounds of a Swiss tournament; see [`ArenaPlan::rounds`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u64>,
    /// Pairs that a tie of a knockout plays at most; see [`ArenaPlan::most_pairs`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_pairs: Option<u64>,
    /// In a round robin: each also plays against itself, as many games as a pairing plays pairs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub self_play: bool,
    /// Time for each side of each game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    #[serde(default = "one")]
    pub seed: u64,
}

/// Which agents meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Each meets each.
    #[default]
    RoundRobin,
    /// The first meets each of the others.
    Gauntlet,
    /// In each round those meet who have done alike, none twice if that can be: see [`super::swiss`].
    Swiss,
    /// Who loses is out: see [`super::knockout`].
    Knockout,
    /// Those meet whose games tell most about the ratings: see [`super::adaptive`].
    Adaptive,
}

impl Format {
    /// Its name in plans.
    pub fn name(self) -> &'static str {
        match self {
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
            Format::Swiss => "swiss",
            Format::Knockout => "knockout",
            Format::Adaptive => "adaptive",
        }
    }
}

/// A plan that cannot be played, in one line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    #[error("a tournament needs at least two agents")]
    TooFew,
    #[error("agent `{0}` is named twice")]
    Twice(String),
    #[error("a pairing plays 1 to {MOST_PAIRS} pairs of games")]
    Pairs,
    #[error("a Swiss tournament has 1 to {MOST_ROUNDS} rounds")]
    Rounds,
    #[error(
        "a tie of {pairs} pairs can go on to {pairs} to {MOST_PAIRS} pairs in all, not to {most_pairs}"
    )]
    MostPairs { pairs: u64, most_pairs: u64 },
    #[error("{what} are only for the format {}, not for {}", .for_format.name(), .format.name())]
    Misfit {
        what: &'static str,
        for_format: Format,
        format: Format,
    },
    #[error("{file}: {fault}")]
    File { file: String, fault: String },
}

/// A plan beside the one in a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Compared {
    /// The same tournament, or more of it.
    GoesOn,
    /// Less of it than there is, in words.
    Shorter(String),
    Other,
}

fn one() -> u64 {
    1
}

impl ArenaPlan {
    /// Reads a plan from TOML.
    ///
    /// # Errors
    /// An unreadable file, unknown or missing keys, a plan that cannot be played.
    pub fn read(path: &Path) -> Result<ArenaPlan, PlanError> {
        let fault = |fault: String| PlanError::File {
            file: path.display().to_string(),
            fault: fault.trim().replace('\n', "; "),
        };
        let text = std::fs::read_to_string(path).map_err(|e| fault(e.to_string()))?;
        let plan: ArenaPlan = toml::from_str(&text).map_err(|e| fault(e.message().into()))?;
        plan.check().map_err(|e| fault(e.to_string()))?;
        Ok(plan)
    }

    /// # Errors
    /// Fewer than two agents, one named twice, no games or too many, a setting that the format does not have.
    pub fn check(&self) -> Result<(), PlanError> {
        if self.agents.len() < 2 {
            return Err(PlanError::TooFew);
        }
        for (i, agent) in self.agents.iter().enumerate() {
            if self.agents[..i].contains(agent) {
                return Err(PlanError::Twice(agent.clone()));
            }
        }
        if !(1..=MOST_PAIRS).contains(&self.pairs) {
            return Err(PlanError::Pairs);
        }
        self.check_format()
    }

    fn check_format(&self) -> Result<(), PlanError> {
        let settings = [
            (self.rounds.is_some(), "rounds", Format::Swiss),
            (self.most_pairs.is_some(), "most pairs", Format::Knockout),
            (self.self_play, "games against oneself", Format::RoundRobin),
        ];
        for (given, what, for_format) in settings {
            if given && self.format != for_format {
                let format = self.format;
                return Err(PlanError::Misfit {
                    what,
                    for_format,
                    format,
                });
            }
        }
        if !(1..=MOST_ROUNDS).contains(&self.rounds()) {
            return Err(PlanError::Rounds);
        }
        let (pairs, most_pairs) = (self.pairs, self.most_pairs());
        match self.format == Format::Knockout && !(pairs..=MOST_PAIRS).contains(&most_pairs) {
            true => Err(PlanError::MostPairs { pairs, most_pairs }),
            false => Ok(()),
        }
    }

    /// Rounds of a Swiss tournament: as given, or as many as a knockout would have, `⌈log2 agents⌉`.
    pub fn rounds(&self) -> u64 {
        let doublings = self.agents.len().next_power_of_two().trailing_zeros();
        self.rounds.unwrap_or(doublings.into())
    }

    /// Pairs that a tie of a knockout plays at most: as given, or four times its pairs.
    pub fn most_pairs(&self) -> u64 {
        let prolonged = self.pairs.saturating_mul(PROLONGED).min(MOST_PAIRS);
        self.most_pairs.unwrap_or(prolonged)
    }

    /// Does the plan go on with the tournament of an older one? More pairs do, in a Swiss tournament more rounds.
    pub fn compared(&self, older: &ArenaPlan) -> Compared {
        let (mut same, shorter) = (older.clone(), format!("{} pairs a pairing", older.pairs));
        let shorter = match self.format {
            Format::RoundRobin | Format::Gauntlet if self.pairs < older.pairs => Some(shorter),
            Format::Adaptive if self.pairs < older.pairs => Some(format!("{} pairs", older.pairs)),
            Format::Swiss if self.rounds() < older.rounds() => {
                Some(format!("{} rounds", older.rounds()))
            }
            _ => None,
        };
        match self.format {
            Format::Swiss => same.rounds = self.rounds,
            Format::Knockout => {}
            Format::RoundRobin | Format::Gauntlet | Format::Adaptive => same.pairs = self.pairs,
        }
        match (*self == same, shorter) {
            (false, _) => Compared::Other,
            (true, Some(shorter)) => Compared::Shorter(shorter),
            (true, None) => Compared::GoesOn,
        }
    }

    /// The numbers of the agents that meet in a format that asks for no results, the lower first.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let agents = self.agents.len();
        let hosts = match self.format {
            Format::Gauntlet => 1,
            _ => agents,
        };
        let first = if self.self_play { 0 } else { 1 };
        let with = |a| (a + first..agents).map(move |b| [a, b]);
        (0..hosts).flat_map(with).collect()
    }

    /// All pairs of these meetings, pair by pair: the first of each, the second of each, and so on.
    pub(super) fn interleaved(
        meetings: &[[usize; 2]],
        pairs: std::ops::Range<u64>,
    ) -> Vec<super::Slot> {
        let of_all = |pair| meetings.iter().map(move |&agents| (agents, pair));
        pairs.flat_map(of_all).collect()
    }
}
