//! `moonbase tournament`

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use moonbase_agents::AgentSpec;
use moonbase_eval::arena::Format;

use super::{Changes, threads};

/// Plays a tournament of many agents, every game kept in a database
///
/// Prints Elo ratings over both seats and for each, with 95% intervals, and every pairing. A tournament that was stopped, or killed,
/// goes on when the same command is given again; with more pairs it is prolonged.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase tournament scripted random mcts:sims=100 --pairs 50 --db games.sqlite\n  moonbase tournament --plan plan.toml --db games.sqlite\n  moonbase report games.sqlite"
)]
pub struct Tournament {
    /// Agents, NAME or NAME:key=value,... (see `moonbase agents`)
    #[arg(required_unless_present = "plan")]
    pub agents: Vec<AgentSpec>,
    /// A TOML file with the plan: game, set, agents, format, pairs, seed
    #[arg(long, value_name = "FILE", conflicts_with_all = ["agents", "game", "settings", "tiles", "format", "pairs", "seed"])]
    pub plan: Option<PathBuf>,
    /// The database; made if it is not there
    #[arg(long, value_name = "FILE")]
    pub db: PathBuf,
    /// Game or preset
    #[arg(long, default_value = "ufo")]
    pub game: String,
    #[command(flatten)]
    pub changes: Changes,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t = Meeting::RoundRobin)]
    pub format: Meeting,
    /// Pairs of games that each pairing plays
    #[arg(long, default_value_t = 50)]
    pub pairs: u64,
    /// One seed, one result, for any number of threads
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads; by default one for each core
    #[arg(long, value_parser = threads)]
    pub threads: Option<usize>,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// Who meets whom.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meeting {
    /// Each meets each
    RoundRobin,
    /// The first meets each of the others
    Gauntlet,
}

impl From<Meeting> for Format {
    fn from(meeting: Meeting) -> Format {
        match meeting {
            Meeting::RoundRobin => Format::RoundRobin,
            Meeting::Gauntlet => Format::Gauntlet,
        }
    }
}
