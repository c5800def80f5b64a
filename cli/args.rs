//! What can be typed after `moonbase`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// AI opponents for board games of dice and tiles.
#[derive(Parser, Debug)]
#[command(
    version,
    after_help = "Start with:\n  moonbase quickstart\n  moonbase play ufo --as shado --against scripted"
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    Trace(Trace),
    Perft(Perft),
    Replay(Replay),
}

/// A game and its rule options.
#[derive(Args, Debug)]
pub struct Rules {
    /// Game or preset, such as ufo or ufo-mini
    pub game: String,
    /// Changes a rule option; may be given several times
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub settings: Vec<String>,
}

/// Counts the paths through a game's tree, to check rules
///
/// Prints a table: depth, then how many sequences of that many legal actions and possible chance outcomes
/// end in a decision, at a chance node, or at the end of the game.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase perft ufo-mini --depth 4\n  moonbase perft ufo --seed 1 --plies 100 --depth 3\n  moonbase perft --check tests/perft/ufo-mini.txt"
)]
pub struct Perft {
    #[command(flatten)]
    pub rules: Option<Rules>,
    /// Length of the longest paths
    #[arg(long, default_value_t = 3)]
    pub depth: usize,
    /// Starts where random play with this seed has ended the set-up (the forest is laid)
    #[arg(long)]
    pub seed: Option<u64>,
    /// Starts so many decisions and chance nodes of random play later
    #[arg(long, requires = "seed", default_value_t = 0)]
    pub plies: usize,
    /// Counts the tables in these files again and compares
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["game", "settings", "seed", "plies", "depth"], required_unless_present = "game")]
    pub check: Vec<PathBuf>,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// Prints every node of games as lines of JSON, or checks such files against the engine
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase trace ufo --seed 1 --games 2\n  moonbase trace ufo --set forest=dice --agents scripted,random | tail -1\n  moonbase trace --check tests/traces/ufo-mini.jsonl.gz"
)]
pub struct Trace {
    #[command(flatten)]
    pub rules: Option<Rules>,
    /// Seed of the first game; the next game has the next seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of games
    #[arg(long, default_value_t = 1)]
    pub games: u64,
    /// Replays the games in these files (plain or gzip) and reports where they first differ
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["game", "settings", "seed", "games"], required_unless_present = "game")]
    pub check: Vec<PathBuf>,
}

/// Replays a game record and prints it, move by move
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase replay game.txt\n  moonbase replay game.txt --json | moonbase trace --check /dev/stdin"
)]
pub struct Replay {
    /// A game record
    pub file: PathBuf,
    /// Prints the game as a trace, a line of JSON per node
    #[arg(long)]
    pub json: bool,
}
