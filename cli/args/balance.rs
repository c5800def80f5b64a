//! `moonbase balance`

use std::path::PathBuf;

use clap::Args;
use moonbase_agents::AgentSpec;
use moonbase_eval::balance::Vary;

use super::report::Form;
use super::{AgentList, Rules, agent_list, threads};

/// Shows what rules do: plays agents over a grid of rule options
///
/// Prints for every combination who wins and how, how long games are, and the difference to the base, with 95% intervals. Game number N has the
/// same dice in every cell. A comparison with a database that was stopped, or killed, goes on when the same command is given again; with more games it
/// is prolonged.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase balance ufo --vary alien_actions=3..6 --agents mcts:sims=100 --games 100\n  moonbase balance ufo --vary alien_actions=4,5 --vary command_grant=false,true --db rules.sqlite --out rules.html\n  moonbase balance lost_patrol --vary lurker_actions=2..4 --vary fit=strict,path --one-at-a-time\n  moonbase balance ufo-mini --first mcts:sims=200 --second scripted"
)]
pub struct Balance {
    #[command(flatten)]
    pub rules: Rules,
    /// A rule option and its values, NAME=A..B or NAME=VALUE,VALUE,...; may be given several times
    #[arg(long, value_name = "NAME=VALUES")]
    pub vary: Vec<Vary>,
    /// Plays the base and each other value alone, instead of every combination
    #[arg(long)]
    pub one_at_a_time: bool,
    /// Agents; each plays both seats of the whole grid, against itself
    #[arg(long, value_name = "SPEC,...", default_value = "mcts:sims=100", value_parser = agent_list, conflicts_with_all = ["first", "second"])]
    pub agents: AgentList,
    /// Instead: the agent of the first seat
    #[arg(long, value_name = "SPEC", requires = "second")]
    pub first: Option<AgentSpec>,
    /// Instead: the agent of the second seat
    #[arg(long, value_name = "SPEC", requires = "first")]
    pub second: Option<AgentSpec>,
    /// Games in each cell, for each of the agents
    #[arg(long, default_value_t = 100)]
    pub games: u64,
    /// One seed, one result, for any number of threads
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Keeps every game in this database; made if it is not there
    #[arg(long, value_name = "FILE")]
    pub db: Option<PathBuf>,
    /// Threads; by default one for each core
    #[arg(long, value_parser = threads)]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub form: Form,
}
