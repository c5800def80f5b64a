//! Who is stronger, by how much, and how sure that is.
//!
//! - [`matches`]: two agents, in pairs of games on the same dice with the seats swapped;
//! - [`arena`]: tournaments of many agents, kept in a database;
//! - [`balance`]: what a rule does to who wins, and to the length of a game;
//! - [`away`]: games that other processes play;
//! - [`page`]: reports as HTML, Markdown and CSV;
//! - [`tournament`]: several agents against several opponents, a row each;
//! - [`solve`]: exact solutions of small games; [`regret`]: what agents give away against them;
//! - [`best_response`]: by how much agents can be exploited in small games, exactly;
//! - [`mod@analyse`]: what an agent thinks of a position;
//! - [`rating`]: Elo for each seat, tests that stop early, payoffs, Nash averaging, α-rank;
//! - [`luck`]: how much of a result was luck, and what is left without it;
//! - [`stats`]: means with 95% intervals;
//! - [`bench`]: how fast the engine and the searches are;
//! - [`mod@bot_check`]: whether a bot in another language keeps the protocol; [`forfeits`]: games that agents gave up;
//! - [`trace_files`]: games as traces, and traces checked against the engine.
//!
//! Results depend on the seed and not on the number of threads (see [`work`]).

pub mod analyse;
pub mod arena;
pub mod away;
pub mod balance;
pub mod bench;
pub mod best_response;
pub mod bot_check;
mod database;
pub mod error;
pub mod forfeits;
pub mod game;
pub mod luck;
pub mod matches;
pub mod page;
pub mod progress;
pub mod rating;
pub mod regret;
pub mod report;
pub mod solve;
pub mod stats;
pub mod table;
pub mod tournament;
pub mod trace_files;
pub mod work;

pub use analyse::{Analysis, AnalysisPlan, analyse, first_decision};
pub use best_response::{ExactPlan, ExactReport, best_responses};
pub use bot_check::{BotCheckPlan, BotReport, check_bot};
pub use error::EvalError;
pub use forfeits::ForfeitedGame;
pub use game::{FORFEIT, GameSummary, play_game};
pub use matches::{MatchPlan, MatchReport, play_match, play_until_decided};
pub use regret::{Opponent, RegretPlan, RegretReport, regret};
pub use stats::Estimate;
pub use tournament::{Row, Tournament, TournamentReport, play_tournament};
pub use work::Control;
