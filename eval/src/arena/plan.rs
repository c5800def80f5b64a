//! Who plays whom, how often.

use std::path::Path;

use serde::{Deserialize, Serialize};

/// Pairs that a pairing may play.
pub const MOST_PAIRS: u64 = 1_000_000;

/// A tournament. One plan gives one tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArenaPlan {
    /// A game or preset.
    pub game: String,
    /// Rule options, each `name=value`.
    #[serde(default)]
    pub set: Vec<String>,
    /// Agent specs, no two alike.
    pub agents: Vec<String>,
    #[serde(default)]
    pub format: Format,
    /// Pairs of games that each pairing plays.
    pub pairs: u64,
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
    #[error("{file}: {fault}")]
    File { file: String, fault: String },
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
    /// Fewer than two agents, one named twice, no games or too many.
    pub fn check(&self) -> Result<(), PlanError> {
        if self.agents.len() < 2 {
            return Err(PlanError::TooFew);
        }
        for (i, agent) in self.agents.iter().enumerate() {
            if self.agents[..i].contains(agent) {
                return Err(PlanError::Twice(agent.clone()));
            }
        }
        match (1..=MOST_PAIRS).contains(&self.pairs) {
            true => Ok(()),
            false => Err(PlanError::Pairs),
        }
    }

    /// The numbers of the agents that meet, the lower first.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let agents = self.agents.len();
        let hosts = match self.format {
            Format::RoundRobin => agents,
            Format::Gauntlet => 1,
        };
        let with = |a| (a + 1..agents).map(move |b| [a, b]);
        (0..hosts).flat_map(with).collect()
    }

    /// All pairs, in the order in which they are played: the first of each pairing, the second of each, and so on.
    pub fn schedule(&self) -> impl Iterator<Item = ([usize; 2], u64)> {
        let pairings = self.pairings();
        (0..self.pairs).flat_map(move |pair| {
            let pairings = pairings.clone().into_iter();
            pairings.map(move |pairing| (pairing, pair))
        })
    }
}
