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
    /// Checks that agent files are whole, can be played with this program, and play as when they were written
    Verify(AgentsVerify),
    /// Writes the agents of a training run, as they are now, to another folder, or an agent's net as ONNX
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
#[command(
    after_help = "Examples:\n  moonbase agents export runs/mine agents/mine\n  moonbase agents export runs/mine/shado.safetensors --onnx shado.onnx"
)]
pub struct AgentsExport {
    /// The folder of a training run; with --onnx an agent file
    #[arg(value_name = "RUN|FILE")]
    pub source: PathBuf,
    /// Where the agent files are written
    #[arg(required_unless_present = "onnx", conflicts_with = "onnx")]
    pub folder: Option<PathBuf>,
    /// Writes the agent's net as an ONNX model
    #[arg(long, value_name = "FILE")]
    pub onnx: Option<PathBuf>,
    /// Whose net, if the agent file has those of both seats
    #[arg(long, requires = "onnx")]
    pub seat: Option<String>,
}
