//! `moonbase agents`

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Lists the agents and their settings, or looks into agent files
#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  moonbase agents\n  moonbase agents info runs/quickstart/shado.safetensors"
)]
pub struct Agents {
    #[command(subcommand)]
    pub command: Option<AgentsCommand>,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand, Debug)]
pub enum AgentsCommand {
    /// Says what is in an agent file
    Info(AgentsInfo),
    /// Checks that agent files are whole and can be played with this program
    Verify(AgentsVerify),
    /// Writes the agents of a training run, as they are now, to another folder
    Export(AgentsExport),
}

#[derive(Args, Debug)]
#[command(after_help = "Example:\n  moonbase agents info runs/quickstart/shado.safetensors --json")]
pub struct AgentsInfo {
    /// An agent file
    pub file: PathBuf,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Example:\n  moonbase agents verify runs/quickstart/*.safetensors")]
pub struct AgentsVerify {
    /// Agent files
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = "Example:\n  moonbase agents export runs/mine agents/mine")]
pub struct AgentsExport {
    /// The folder of a training run
    pub run: PathBuf,
    /// Where the agent files are written
    pub folder: PathBuf,
}
