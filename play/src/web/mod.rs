//! The game in a browser: a server with its page inside.
//!
//! [`serve`] does everything. The page draws what it is told and sends back what was chosen; rules, dice and agents are
//! here, in the same [`Session`](crate::session::Session) that the terminal plays. Nothing is fetched from elsewhere.
//!
//! - `guard`, `rate`: who may ask for what, and how often;
//! - `hall`: all games, in memory (`seats`) and in files (`folder`); `opening`: games begun and loaded; `table`: one game, whatever game it is;
//! - `view`, `review`, `at_table`: what a page is told; `menu`: what can be chosen for a new game;
//! - `api`, `server`, `stream`: requests and connections; `assets`, `rules`: the page itself.
//!
//! Bounds, so that nobody can harm others: [`Limits`].

mod api;
mod assets;
mod at_table;
mod folder;
mod guard;
mod hall;
mod id;
mod menu;
mod opening;
mod rate;
mod review;
mod rules;
mod seats;
mod server;
mod stream;
mod table;
mod view;

use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use moonbase_agents::{AgentError, AgentSpec};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

use api::{Server, router};
use guard::Guard;
use hall::Hall;
use menu::Opponents;
pub use rate::Rate;

/// The port if none is named.
pub const PORT: u16 = 1969;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// How often the flag to stop is looked at.
const BEAT: Duration = Duration::from_millis(50);

/// Agents that still think when the server stops have so long, and are then left.
const FAREWELL: Duration = Duration::from_millis(300);

/// Threads for files and agents together.
const THREADS: usize = 24;

/// What a server may use up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Games in the folder.
    pub games: usize,
    /// Of these, games in memory.
    pub awake: usize,
    /// Words of a game: what a server keeps of one then stays below some 30 MiB.
    pub words: usize,
    /// A finished or forgotten game may go after so long, if the server is full. No network can fill the server alone: in that
    /// time it begins fewer games than are kept.
    pub old: Duration,
    /// A game in which nothing was ever played may go after so long, if the server is full.
    pub untouched: Duration,
    /// Agents that think at once.
    pub thinkers: usize,
    /// Connections at once; more wait to be taken.
    pub connections: usize,
    /// Of these, connections of one network; more are closed at once.
    pub connections_each: usize,
    /// The head of a request, and its body, must have come in after so long.
    pub slow: Duration,
    /// Whoever does not take in 64 KiB of an answer in this time gets no more of it.
    pub reading: Duration,
    /// No connection is kept longer than so.
    pub life: Duration,
    /// Nobody waits longer than so for a game to change.
    pub wait: Duration,
    /// Longest message, in bytes.
    pub message: usize,
    /// Longest message that begins a game, with a record perhaps, in bytes.
    pub record: usize,
    /// Requests of one peer.
    pub requests: Rate,
    /// Games that one peer begins.
    pub begun: Rate,
    /// Hints that one peer asks for.
    pub hints: Rate,
}

impl Default for Limits {
    fn default() -> Limits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            games: 2000,
            awake: 256,
            words: 12_000,
            old: 6 * DAY,
            untouched: Duration::from_secs(3600),
            thinkers: cores.clamp(1, 8),
            connections: 700,
            connections_each: 200,
            slow: Duration::from_secs(10),
            reading: Duration::from_secs(30),
            life: Duration::from_secs(600),
            wait: Duration::from_secs(25),
            message: 4 << 10,
            record: 1 << 20,
            requests: Rate {
                burst: 600.0,
                a_second: 100.0,
            },
            begun: Rate {
                burst: 250.0,
                a_second: 250.0 / DAY.as_secs_f64(),
            },
            hints: Rate {
                burst: 30.0,
                a_second: 0.5,
            },
        }
    }
}

/// What `moonbase serve` is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct ServeOptions {
    /// An address or a name of this machine.
    pub host: String,
    /// 0 takes any that is free.
    pub port: u16,
    /// Names besides `localhost` and addresses under which the server may be asked.
    pub names: Vec<String>,
    /// Where games are kept.
    pub folder: PathBuf,
    /// Opponents besides the usual ones.
    pub agents: Vec<AgentSpec>,
    /// Who gives hints; [`DEFAULT_HINT`] if nobody is named.
    pub hint: Option<AgentSpec>,
    pub limits: Limits,
}

/// Who gives hints if nobody is named.
pub const DEFAULT_HINT: &str = menu::HINT;

impl ServeOptions {
    /// On this machine alone, with games in this folder and everything else by default.
    pub fn new(folder: impl Into<PathBuf>) -> ServeOptions {
        ServeOptions {
            host: "127.0.0.1".into(),
            port: PORT,
            names: Vec::new(),
            folder: folder.into(),
            agents: Vec::new(),
            hint: None,
            limits: Limits::default(),
        }
    }
}

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("cannot serve at {host} port {port}: {source}; name another with --host or --port")]
    Address {
        host: String,
        port: u16,
        source: io::Error,
    },
    #[error("cannot keep games in {}: {source}; name another folder with --state", folder.display())]
    Folder { folder: PathBuf, source: io::Error },
    #[error("another server keeps its games in {}; stop it, or name another folder with --state", .0.display())]
    InUse(PathBuf),
    #[error("cannot start the server: {0}")]
    Start(#[source] io::Error),
    #[error(transparent)]
    Agent(#[from] AgentError),
}

/// A server that has begun to listen.
#[derive(Clone, PartialEq, Debug)]
pub struct Ready {
    pub address: SocketAddr,
    /// Games that are kept from before.
    pub games: usize,
}

impl Ready {
    /// Where the page is.
    pub fn url(&self) -> String {
        match self.address.ip() {
            ip if ip.is_unspecified() => format!("http://localhost:{}/", self.address.port()),
            _ => format!("http://{}/", self.address),
        }
    }

    /// Can others than this machine reach it?
    pub fn is_open(&self) -> bool {
        !self.address.ip().is_loopback()
    }
}

/// Serves until `stop` is raised; returns how many games are kept. `ready` is told where, once it listens.
///
/// # Errors
/// The address cannot be had, the folder cannot be used, an agent that there is not. Once it serves nothing ends it but `stop`.
pub fn serve(
    options: &ServeOptions,
    stop: &AtomicBool,
    ready: impl FnOnce(&Ready),
) -> Result<usize, ServeError> {
    for spec in options.agents.iter().chain(&options.hint) {
        moonbase_agents::registry::check(spec)?;
    }
    let opponents = Opponents::new(&options.agents, options.hint.clone())?;
    let hall = Hall::open(&options.folder, options.limits, opponents)?;
    let runtime = runtime()?;
    let listener = runtime.block_on(listen(options))?;
    let address = listener.local_addr().map_err(ServeError::Start)?;
    let loopback = address.ip().is_loopback();
    let guard = Guard::new(&names(options), loopback);
    let (stopper, stopped) = watch::channel(false);
    let server = Arc::new(Server::new(hall, guard, options.limits, stopped.clone()));
    ready(&Ready {
        address,
        games: server.hall.count(),
    });
    runtime.block_on(async {
        let serving = server::run(listener, router(server.clone()), options.limits, stopped);
        let stopping = async {
            raised(stop).await;
            let _ = stopper.send(true);
        };
        tokio::join!(serving, stopping);
    });
    let games = server.hall.count();
    runtime.shutdown_timeout(FAREWELL);
    Ok(games)
}

fn runtime() -> Result<Runtime, ServeError> {
    Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(THREADS)
        .thread_name("web")
        .enable_all()
        .build()
        .map_err(ServeError::Start)
}

async fn listen(options: &ServeOptions) -> Result<TcpListener, ServeError> {
    let named = |source| ServeError::Address {
        host: options.host.clone(),
        port: options.port,
        source,
    };
    let addresses = (options.host.as_str(), options.port).to_socket_addrs();
    let addresses: Vec<SocketAddr> = addresses.map_err(named)?.collect();
    TcpListener::bind(&addresses[..]).await.map_err(named)
}

/// The names that were given, and the host's own if it is one.
fn names(options: &ServeOptions) -> Vec<String> {
    let host = Some(options.host.clone()).filter(|host| host.parse::<IpAddr>().is_err());
    options.names.iter().cloned().chain(host).collect()
}

async fn raised(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(BEAT).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_network_can_fill_the_server_alone() {
        let limits = Limits::default();
        let Rate { burst, a_second } = limits.begun;
        let begun = burst + a_second * limits.old.as_secs_f64();
        assert_eq!(begun.round(), 1750.0);
        assert!(begun < limits.games as f64);
        assert!(2 * limits.connections_each < limits.connections);
    }
}
