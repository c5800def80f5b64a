//! `moonbase analyse`

use std::path::PathBuf;

use clap::Args;
use moonbase_agents::AgentSpec;

use super::Rules;

/// Shows what an agent thinks of a position
///
/// Prints the actions it weighed with visits, values and priors, the line it expects with the probabilities of
/// the dice in it, and what the thinking cost. Without a record it is the first decision of a game.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase analyse ufo --agent uct:sims=2000\n  moonbase analyse ufo --record game.txt --ply 120 --agent scripted"
)]
pub struct Analyse {
    #[command(flatten)]
    pub rules: Rules,
    /// A game record; it must be of the same game
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// The position after so many actions and chance outcomes of the record; by default after the last
    #[arg(long, value_name = "N", requires = "record")]
    pub ply: Option<usize>,
    /// The agent that is asked, NAME or NAME:key=value,... (see `moonbase agents`)
    #[arg(long)]
    pub agent: AgentSpec,
    /// Seed of the agent, and of the dice before a game's first decision
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}
