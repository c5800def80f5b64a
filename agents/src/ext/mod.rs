//! Bots in any language: programs that play over their standard input and output.
//!
//! `docs/bots.md` describes the protocol. [`Ext`] is the agent `ext:cmd=...` that asks such a program; [`crate::bot`] is the other
//! side. A program that hangs, floods, breaks the rules or the protocol, or ends, loses the game in hand ([`Forfeit`]); the next
//! game starts it anew. It is told of positions and of what has been played, never of the dice to come.
//!
//! [`Forfeit`]: crate::Forfeit

mod agent;
mod connection;
mod indexed;
mod live;
mod process;
pub mod protocol;
mod settings;

pub use agent::{Ext, game_message, go_message};
pub use connection::Connection;
pub use indexed::Indexed;
pub use live::end_all;
pub use process::{Errors, MAX_LINE, MAX_UNREAD};
pub(crate) use process::{Line, read_line};
pub(crate) use settings::SETTINGS;
pub use settings::split_command;
