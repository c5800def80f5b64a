//! `moonbase review`

use std::path::PathBuf;

use clap::Args;
use moonbase_agents::AgentSpec;
use moonbase_play::review::USUAL_JUDGE;

use super::threads;

/// Looks at a game again: what each choice gave away, what was luck, what turned it
///
/// An agent judges every position. Prints the chances as a graph, skill and luck of each side, the three turning points, and what
/// would have been better, with reasons. Points are hundredths of a win.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase review game.txt\n  moonbase review game.txt --agent mcts:sims=5000 --svg game.svg\n  moonbase review game.txt --agent exact:file=ufo-micro.solution --json"
)]
pub struct Review {
    /// A game record
    pub file: PathBuf,
    /// Who judges (see `moonbase agents`): a search, a net, or a solution
    #[arg(long, default_value = USUAL_JUDGE)]
    pub agent: AgentSpec,
    /// Draws the chances into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// The judge's seed: one seed, one review, for any number of threads
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads; by default one for each core
    #[arg(long, value_parser = threads)]
    pub threads: Option<usize>,
    /// Prints JSON: every step
    #[arg(long)]
    pub json: bool,
}
