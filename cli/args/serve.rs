//! `moonbase serve`

use std::path::PathBuf;

use clap::Args;
use moonbase_agents::AgentSpec;
use moonbase_play::web::{DEFAULT_HINT, PORT};

/// Serves the games to browsers: a page with boards to click on
///
/// All of the page is in the program: nothing is fetched from elsewhere. Games are saved after every change, and are there
/// again when the server is started again. Ctrl-C stops it.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase serve\n  moonbase serve --port 8080 --state games\n  moonbase serve --agent net:file=models/agents/ufo.safetensors,sims=400\n  moonbase serve --host 0.0.0.0 --name board.lan"
)]
pub struct Serve {
    /// Port; 0 takes any that is free
    #[arg(long, default_value_t = PORT)]
    pub port: u16,
    /// Address to serve at; by default only this machine can reach it
    #[arg(long, default_value = "127.0.0.1")]
    pub host: String,
    /// A name under which browsers may ask for it, besides localhost and addresses; may be given several times
    #[arg(long, value_name = "NAME")]
    pub name: Vec<String>,
    /// Folder in which games are kept; by default moonbase in the user's folder for such things
    #[arg(long, value_name = "FOLDER")]
    pub state: Option<PathBuf>,
    /// Offers this agent as an opponent, whatever files or programs it needs; may be given several times
    #[arg(long, value_name = "AGENT")]
    pub agent: Vec<AgentSpec>,
    /// Who gives hints
    #[arg(long, value_name = "AGENT", default_value = DEFAULT_HINT)]
    pub hint: AgentSpec,
}
