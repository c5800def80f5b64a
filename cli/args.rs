//! What can be typed after `moonbase`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use moonbase_agents::{AgentError, AgentSpec, TimeControl};
use moonbase_eval::rating::Sprt;

use crate::scenario_file::scenario_setting;
use crate::tile_set::tile_set;

mod agents;
mod analyse;
mod balance;
mod bots;
mod exact;
mod exploit;
mod levels;
mod play;
mod report;
mod review;
mod scenario;
mod serve;
mod tournament;
mod training;

pub use agents::{Agents, AgentsCommand, AgentsExport, AgentsInfo, AgentsVerify};
pub use analyse::Analyse;
pub use balance::Balance;
pub use bots::{Bot, BotCheck};
pub use exact::{Against, Regret, Solve};
pub use exploit::Exploit;
pub use levels::Levels;
pub use play::Play;
pub use review::Review;
pub use scenario::{Scenario, ScenarioCheck, ScenarioCommand, ScenarioDraw};
pub use serve::Serve;

pub use report::{Form, FormatName, Report};
pub use tournament::Tournament;
pub use training::{Axis, Curves, Quickstart, Train};

/// AI opponents for board games of dice and tiles.
#[derive(Parser, Debug)]
#[command(
    version,
    after_help = "Start with:\n  moonbase quickstart\n  moonbase play ufo --as shado --against scripted\n  moonbase serve"
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    Quickstart(Quickstart),
    Play(Play),
    Serve(Serve),
    Match(Match),
    Tournament(Tournament),
    Report(Report),
    Balance(Balance),
    Train(Train),
    Curves(Curves),
    Trace(Trace),
    Replay(Replay),
    Review(Review),
    Perft(Perft),
    Analyse(Analyse),
    Bench(Bench),
    Solve(Solve),
    Regret(Regret),
    Exploit(Exploit),
    Agents(Agents),
    Levels(Levels),
    Tiles(Tiles),
    Scenario(Scenario),
    Bot(Bot),
    BotCheck(BotCheck),
}

/// A game and its rule options.
#[derive(Args, Debug)]
pub struct Rules {
    /// Game or preset, such as ufo or ufo-mini
    pub game: String,
    // Not `Changes`: clap takes an optional group with a group in it for absent.
    /// Changes a rule option; may be given several times
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// Plays with this tile set, by its name or from a file (see `moonbase tiles`)
    #[arg(long, value_name = "NAME|FILE", value_parser = tiles_setting)]
    tiles: Option<String>,
    /// Plays this scenario of fg1, by its name or from a file (see `moonbase scenario`)
    #[arg(long, value_name = "NAME|FILE", value_parser = scenario_setting)]
    scenario: Option<String>,
}

impl Rules {
    /// The rule options that were given, each as `name=value`.
    pub fn settings(&self) -> Vec<String> {
        let files = self.tiles.iter().chain(&self.scenario);
        self.settings.iter().chain(files).cloned().collect()
    }
}

/// Rule options that differ from the game's or preset's.
#[derive(Args, Debug)]
pub struct Changes {
    /// Changes a rule option; may be given several times
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// Plays with this tile set, by its name or from a file (see `moonbase tiles`)
    #[arg(long, value_name = "NAME|FILE", value_parser = tiles_setting)]
    tiles: Option<String>,
    /// Plays this scenario of fg1, by its name or from a file (see `moonbase scenario`)
    #[arg(long, value_name = "NAME|FILE", value_parser = scenario_setting)]
    scenario: Option<String>,
}

impl Changes {
    /// The rule options that were given, each as `name=value`.
    pub fn settings(&self) -> Vec<String> {
        let files = self.tiles.iter().chain(&self.scenario);
        self.settings.iter().chain(files).cloned().collect()
    }
}

/// The setting that puts a tile set to use: what `--tiles` keeps.
fn tiles_setting(name: &str) -> Result<String, String> {
    tile_set(name).map(|set| format!("tiles={}", set.to_json()))
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
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["game", "settings", "tiles", "scenario", "seed", "plies", "depth"], required_unless_present = "game")]
    pub check: Vec<PathBuf>,
    /// Prints JSON
    #[arg(long, conflicts_with = "check")]
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
    /// The agents of the first and of the second seat
    #[arg(long, value_name = "A,B", default_value = "random,random", value_parser = two_agents)]
    pub agents: TwoAgents,
    /// Replays the games in these files (plain or gzip) and reports where they first differ
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["game", "settings", "tiles", "scenario", "seed", "games", "agents"], required_unless_present = "game")]
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

/// Plays a match of two agents: paired games on the same dice, with the seats swapped
///
/// Prints the first agent's score (win 1, draw ½) and mean return, per seat and overall, with 95%
/// intervals.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase match scripted random --game ufo --games 400 --seed 1\n  moonbase match uct:sims=400 scripted --games 100 --json\n  moonbase match mcts:sims=400 mcts:sims=200 --games 2000 --sprt 0,40\n  moonbase match mcts uct --games 20 --clock 30s+0.1s --threads 1"
)]
pub struct Match {
    /// An agent, NAME or NAME:key=value,... (see `moonbase agents`)
    pub a: AgentSpec,
    /// Its opponent
    pub b: AgentSpec,
    /// Game or preset
    #[arg(long, default_value = "ufo")]
    pub game: String,
    #[command(flatten)]
    pub changes: Changes,
    /// Number of games; an odd one is rounded up to full pairs
    #[arg(long, default_value_t = 100)]
    pub games: u64,
    /// Stops as soon as it is clear whether the first agent is ELO1 better rather than ELO0 (both error rates 5%), at the latest after --games
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
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

/// Measures how fast the engine and the searches are, on one core, or two where it says `threads=2`
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase bench\n  moonbase bench --game ufo-mini --seconds 1 --json"
)]
pub struct Bench {
    /// Games or presets to measure; by default one of each family
    #[arg(long = "game", value_name = "GAME")]
    pub games: Vec<String>,
    /// Seconds for each figure
    #[arg(long, default_value_t = 2.0, value_parser = seconds)]
    pub seconds: f64,
    /// Prints JSON: a list of objects with `game`, `what` and `plies_per_s`
    #[arg(long)]
    pub json: bool,
}

/// Draws a tile set: the kinds of tiles in a box, and how likely each is to be drawn first
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase tiles\n  moonbase tiles default --toml > my-box.toml\n  moonbase tiles my-box.toml"
)]
pub struct Tiles {
    /// A tile set by its name, or a file
    #[arg(value_name = "NAME|FILE", default_value = "default")]
    pub set: String,
    /// Prints JSON
    #[arg(long, conflicts_with = "toml")]
    pub json: bool,
    /// Prints a tile-set file, to start your own from
    #[arg(long)]
    pub toml: bool,
}

/// The agents of both seats.
#[derive(Clone, Debug)]
pub struct TwoAgents(pub [AgentSpec; 2]);

/// Reads `A,B`.
fn two_agents(text: &str) -> Result<TwoAgents, String> {
    let pair = <[AgentSpec; 2]>::try_from(agent_list(text)?.0);
    pair.map(TwoAgents)
        .map_err(|specs| format!("{} agents instead of two", specs.len()))
}

/// Several agents.
#[derive(Clone, Debug)]
pub struct AgentList(pub Vec<AgentSpec>);

/// Reads `A,B,...`. Settings of an agent are set off by commas too: a part that begins with `key=` goes on with
/// the agent before it.
fn agent_list(text: &str) -> Result<AgentList, String> {
    let mut specs: Vec<String> = Vec::new();
    for part in AgentSpec::parts(text) {
        match specs.last_mut() {
            Some(spec) if is_setting(part) => *spec += &format!(",{part}"),
            _ => specs.push(part.into()),
        }
    }
    let specs: Result<Vec<AgentSpec>, AgentError> = specs.iter().map(|s| s.parse()).collect();
    specs.map(AgentList).map_err(|error| error.to_string())
}

/// `key=...`, and not `name:key=...`.
fn is_setting(part: &str) -> bool {
    let before = part.split_once('=').map(|(before, _)| before);
    before.is_some_and(|before| !before.contains(':'))
}

/// More threads than this help nobody, and the system may not have them.
const MOST_THREADS: usize = 1024;

fn sprt(text: &str) -> Result<Sprt, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let both = text.split_once(',');
    let both = both.and_then(|(elo0, elo1)| number(elo0).zip(number(elo1)));
    let (elo0, elo1) = both.ok_or("two numbers such as 0,40 are wanted")?;
    Sprt::new(elo0, elo1, 0.05, 0.05).map_err(|error| error.to_string())
}

fn threads(text: &str) -> Result<usize, String> {
    let number: Option<usize> = text.parse().ok();
    let valid = number.filter(|threads| (1..=MOST_THREADS).contains(threads));
    valid.ok_or_else(|| format!("a number of threads from 1 to {MOST_THREADS} is needed"))
}

fn seconds(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    let valid = number.filter(|seconds| (0.01..=3600.0).contains(seconds));
    valid.ok_or_else(|| "a number of seconds from 0.01 to 3600 is needed".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_fit_together() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_command_has_help_with_an_example() {
        for command in Arguments::command().get_subcommands() {
            let help = command.get_after_help().map(|help| help.to_string());
            let example = format!("moonbase {}", command.get_name());
            assert!(help.unwrap_or_default().contains(&example), "{example}");
            assert!(command.get_about().is_some(), "{example}");
        }
    }

    #[test]
    fn two_agents_are_told_apart_from_their_settings() {
        let of = |text: &str| two_agents(text).map(|two| two.0.map(|spec| spec.to_string()));
        let pair = |a: &str, b: &str| Ok([a.to_string(), b.to_string()]);
        assert_eq!(of("random,scripted"), pair("random", "scripted"));
        assert_eq!(
            of("uct:sims=4,c=1,random"),
            pair("uct:sims=4,c=1", "random")
        );
        let net = "net:file=runs/a:b=c,sims=64";
        assert_eq!(of(&format!("random,{net}")), pair("random", net));
        assert_eq!(of(&format!("{net},uct:sims=3")), pair(net, "uct:sims=3"));
        let bot = r#"ext:cmd="bot a,b=c",ms=5"#;
        assert_eq!(of(&format!("{bot},random")), pair(bot, "random"));
        assert_eq!(of("random"), Err("1 agents instead of two".into()));
        assert!(of("a,b,c").is_err() && of("uct:4,b").is_err());
    }
}
