//! Agents: they are shown positions and answer with a [`Decision`]; they never see dice to come.
//!
//! - [`agent`]: the trait [`Agent`] and what a decision says;
//! - [`registry`]: agents by name, from specs such as `uct:sims=400`;
//! - [`random`], [`scripted`], [`uct`]: the agents that need no training;
//! - [`exact`]: perfect play from the solution of a small game;
//! - [`expectimax`]: expectiminimax with pruning through dice;
//! - [`mcts`]: tree search through dice, with everything to choose from;
//! - [`ext`], [`bot`]: programs in any language as agents, and agents as such programs;
//! - [`time`]: clocks of games, and how much of theirs agents give a decision;
//! - [`evaluator`], [`puct`]: search guided by an opinion about positions, such as a net's;
//! - [`net`]: trained agents;
//! - [`mod@policy`]: fixed agents as functions of positions, for whoever responds to them.

pub mod agent;
pub mod bot;
pub mod budget;
mod clock;
pub mod evaluator;
pub mod exact;
pub mod expectimax;
pub mod ext;
mod forfeit;
pub mod mcts;
pub mod net;
pub mod policy;
pub mod puct;
pub mod random;
pub mod registry;
pub mod scripted;
pub mod spec;
pub mod time;
pub mod uct;

pub use agent::{Agent, Decision, Ply, Spent, Thought, ValueBounds};
pub use budget::Budget;
pub use evaluator::{Evaluation, Evaluator, Query, RolloutEvaluator};
pub use exact::{Exact, Oracle, Solution, Solvable};
pub use expectimax::Expectimax;
pub use ext::{Ext, Indexed};
pub use forfeit::Forfeit;
pub use mcts::{Improvement, Mcts, PolicyImprover};
pub use net::{MakeNet, NetAgent, NetEvaluator, NetSettings, SeatNets, evaluation_of};
pub use policy::{Policy, policy_of};
pub use puct::{PuctSearch, PuctSettings, Selection};
pub use random::Random;
pub use registry::{AgentInfo, MakeAgent, Playable, SettingInfo, build, infos};
pub use scripted::{Scripted, ScriptedAgent};
pub use spec::{AgentError, AgentSpec, shell_word};
pub use time::{OnClock, Remaining, TimeControl};
pub use uct::{Uct, UctSearch};
