//! `moonbase bot`, `moonbase bot-check`

use clap::Args;
use moonbase_agents::AgentSpec;

/// Lets an agent play as a bot: it answers the requests of any runner of games, lines of JSON on standard input
///
/// docs/bots.md describes the protocol.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase bot --agent mcts:ms=500\n  moonbase match 'ext:cmd=\"moonbase bot --agent scripted\"' random --games 10"
)]
pub struct Bot {
    /// The agent, NAME or NAME:key=value,... (see `moonbase agents`)
    #[arg(long)]
    pub agent: AgentSpec,
    /// The only game that it plays; by default any
    #[arg(long)]
    pub game: Option<String>,
}

/// Checks that a bot in any language keeps the protocol: walks it through every corner and says what fails
///
/// docs/bots.md describes the protocol. The exit code is 1 if anything fails.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase bot-check 'python3 docs/bots/greedy.py'\n  moonbase bot-check 'sh docs/bots/first.sh' --game lost_patrol-mini --limit 5000"
)]
pub struct BotCheck {
    /// The bot's command, as a shell would take it
    #[arg(value_name = "CMD")]
    pub command: String,
    /// Game or preset that is played
    #[arg(long, default_value = "ufo-mini")]
    pub game: String,
    /// Milliseconds for each answer, once the bot has started and answered `hello`
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub limit: u64,
    /// Milliseconds for the bot to start and to answer `hello`
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub start: u64,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Shows what the bot says on standard error
    #[arg(long)]
    pub stderr: bool,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}
