//! `moonbase scenario`

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Checks scenario files of fg1, and draws them
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase scenario draw skirmish --text > my-battle.txt\n  moonbase scenario check my-battle.txt\n  moonbase scenario draw my-battle.txt --svg my-battle.svg\n  moonbase play fg1 --scenario my-battle.txt"
)]
pub struct Scenario {
    #[command(subcommand)]
    pub command: ScenarioCommand,
}

#[derive(Subcommand, Debug)]
pub enum ScenarioCommand {
    /// Says what scenario files hold, or the line and column of what is wrong
    Check(ScenarioCheck),
    /// Prints a scenario as a map
    Draw(ScenarioDraw),
}

#[derive(Args, Debug)]
#[command(after_help = "Example:\n  moonbase scenario check my-battle.txt")]
pub struct ScenarioCheck {
    /// Scenario files, or names of those that come with the program
    #[arg(required = true, value_name = "NAME|FILE")]
    pub files: Vec<String>,
}

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase scenario draw mini\n  moonbase scenario draw my-battle.txt --svg my-battle.svg"
)]
pub struct ScenarioDraw {
    /// A scenario file, or the name of one that comes with the program
    #[arg(value_name = "NAME|FILE")]
    pub file: String,
    /// Writes the picture to a file instead
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Prints the scenario file itself, to start your own from
    #[arg(long, conflicts_with = "svg")]
    pub text: bool,
}
