//! `moonbase solve`, `moonbase regret`

use std::path::PathBuf;

use clap::Args;
use moonbase_agents::AgentSpec;

use super::{Rules, threads};

/// Solves a small game exactly, and saves the solution
///
/// Works out the value of every position that can be reached, dice included. The solution serves as the
/// agent exact:file=FILE and as the measure of `moonbase regret`. See docs for what can be solved here.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase solve ufo-micro --out ufo-micro.solution\n  moonbase solve ufo-micro --set max_turns=2 --memory 4"
)]
pub struct Solve {
    #[command(flatten)]
    pub rules: Rules,
    /// Starts where this game record ends; it must be of the same game
    #[arg(long, value_name = "FILE")]
    pub position: Option<PathBuf>,
    /// Where to save the solution
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Memory for values, in GiB
    #[arg(long, default_value_t = 8.0, value_parser = gibibytes)]
    pub memory: f64,
    /// Threads; by default one for each core
    #[arg(long, value_parser = threads)]
    pub threads: Option<usize>,
    /// Solves every image of a position under the board's symmetries by itself
    #[arg(long)]
    pub every_image: bool,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// Measures what an agent gives away against perfect play, by an exact solution
///
/// Prints the mean regret per decision and per game with 95% intervals: how much worse than the best action
/// the agent's choices are, the luck of the dice left out.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase solve ufo-micro --out ufo-micro.solution\n  moonbase regret scripted --solution ufo-micro.solution --games 400"
)]
pub struct Regret {
    /// An agent, NAME or NAME:key=value,... (see `moonbase agents`)
    pub agent: AgentSpec,
    /// A solution by `moonbase solve`; it says which game is played
    #[arg(long, value_name = "FILE")]
    pub solution: PathBuf,
    /// Starts where this game record ends; it must be of the same game
    #[arg(long, value_name = "FILE")]
    pub position: Option<PathBuf>,
    /// The agent's opponent
    #[arg(long, value_enum, default_value_t = Against::Perfect)]
    pub against: Against,
    /// Number of games; an odd one is rounded up to full pairs
    #[arg(long, default_value_t = 200)]
    pub games: u64,
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

/// The opponent of an agent whose regret is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Against {
    Perfect,
    Itself,
}

pub(super) fn gibibytes(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    let valid = number.filter(|gibibytes| (0.01..=4096.0).contains(gibibytes));
    valid.ok_or_else(|| "a number of GiB from 0.01 to 4096 is needed".into())
}
