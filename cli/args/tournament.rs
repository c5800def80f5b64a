//! `moonbase tournament`

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use moonbase_agents::{AgentSpec, TimeControl};
use moonbase_eval::arena::Format;

use super::{Changes, threads};

/// Plays a tournament of many agents, every game kept in a database
///
/// Prints Elo ratings over both seats and for each, with 95% intervals, and every pairing. A tournament that was stopped, or killed,
/// goes on when the same command is given again; with more pairs, or Swiss rounds, it is prolonged. docs/tournaments.md has more.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase tournament scripted random mcts:sims=100 --pairs 50 --db games.sqlite\n  moonbase tournament --plan plan.toml --db games.sqlite\n  moonbase tournament mcts uct scripted random --format swiss --rounds 3 --pairs 10 --db swiss.sqlite\n  moonbase tournament mcts uct scripted random --format knockout --pairs 4 --clock 30s+0.1s --db cup.sqlite\n  moonbase tournament uct:sims=50 uct:sims=100 scripted --format adaptive --pairs 200 --db games.sqlite\n  moonbase report games.sqlite"
)]
pub struct Tournament {
    /// Agents, NAME or NAME:key=value,... (see `moonbase agents`)
    #[arg(required_unless_present = "plan")]
    pub agents: Vec<AgentSpec>,
    /// A TOML file with the plan: game, set, agents, format, pairs, rounds, most_pairs, self_play, clock, seed
    #[arg(long, value_name = "FILE", conflicts_with_all = ["agents", "game", "settings", "tiles", "format", "pairs", "rounds", "most_pairs", "self_play", "clock", "seed"])]
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
    /// Pairs of games: of each pairing, each meeting (swiss) or each tie (knockout); in all (adaptive)
    #[arg(long, default_value_t = 50)]
    pub pairs: u64,
    /// Rounds of a Swiss tournament; by default as many as a knockout would have
    #[arg(long)]
    pub rounds: Option<u64>,
    /// Pairs of games that a level tie of a knockout is prolonged to; by default four times its pairs
    #[arg(long)]
    pub most_pairs: Option<u64>,
    /// In a round robin: each agent also plays as many games against itself, each counted as a pair, for alpha-rank by seat
    #[arg(long)]
    pub self_play: bool,
    /// Time for each side of each game, such as 60s+0.5s; agents whose spec names no budget share it out, and who has none left loses
    #[arg(long, value_name = "BASE+INCREMENT")]
    pub clock: Option<TimeControl>,
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
    /// In each round those meet who have done alike
    Swiss,
    /// Who loses is out; the first agent named is the first seed
    Knockout,
    /// Those meet whose games are expected to tell most about the ratings
    Adaptive,
}

impl From<Meeting> for Format {
    fn from(meeting: Meeting) -> Format {
        match meeting {
            Meeting::RoundRobin => Format::RoundRobin,
            Meeting::Gauntlet => Format::Gauntlet,
            Meeting::Swiss => Format::Swiss,
            Meeting::Knockout => Format::Knockout,
            Meeting::Adaptive => Format::Adaptive,
        }
    }
}
