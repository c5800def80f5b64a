//! `moonbase play`

use std::path::PathBuf;

use clap::Args;
use moonbase_agents::AgentSpec;
use moonbase_play::terminal::LevelWish;

use super::Changes;

/// Plays a game in the terminal
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase play ufo --as shado --against scripted\n  moonbase play ufo --as alien --against uct:sims=400 --seed 5 --save game.txt\n  moonbase play ufo --level 4\n  moonbase play lost_patrol --as lurker --level auto\n  moonbase play ufo --table --level 6 --tiles my-box.toml\n  moonbase play ufo --level 4 --full-screen\n  moonbase play ufo --load game.txt"
)]
pub struct Play {
    /// Game or preset, such as ufo or ufo-mini
    #[arg(required_unless_present = "load")]
    pub game: Option<String>,
    #[command(flatten)]
    pub changes: Changes,
    /// Your seat, or both, or none to watch; by default the first
    #[arg(long = "as", value_name = "SEAT")]
    pub seat: Option<String>,
    /// The opponent (see `moonbase agents`); by default scripted
    #[arg(long, value_name = "AGENT")]
    pub against: Option<AgentSpec>,
    /// The opponent by strength: 1 (a beginner) to 10, or auto, by your results so far (see `moonbase levels`)
    #[arg(long, value_name = "1-10|auto", conflicts_with_all = ["against", "load"])]
    pub level: Option<LevelWish>,
    /// Your tiles, dice and figures are real: asks what was drawn and rolled, says what to place and move
    #[arg(long)]
    pub table: bool,
    /// On the whole screen of the terminal, with keys and mouse, instead of line by line
    #[arg(long, conflicts_with = "table")]
    pub full_screen: bool,
    /// Seed of dice and agents; by default a new one every time
    #[arg(long)]
    pub seed: Option<u64>,
    /// Where the game is saved while it is played; by default a new file in this folder
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Goes on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["settings", "tiles", "scenario", "seed"])]
    pub load: Option<PathBuf>,
    /// Who gives hints
    #[arg(long, value_name = "AGENT")]
    pub hint: Option<AgentSpec>,
}
