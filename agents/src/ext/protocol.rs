//! The messages of the bot protocol, one JSON object a line; `docs/bots.md` describes them for those who write bots.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The protocol's name, in both greetings.
pub const PROTOCOL: &str = "moonbase-bot";

/// It changes when a bot that knows the old one could go wrong with the new; new keys and new messages do not change it.
pub const VERSION: u32 = 1;

/// What a runner of games says. All but `quit` want one reply with the same `id`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    Hello(Hello),
    /// Sets an option of the bot.
    Set {
        id: u64,
        name: String,
        value: String,
    },
    NewGame(NewGame),
    Go(Box<Go>),
    Ping {
        id: u64,
    },
    Quit,
}

/// A request of a kind that need not be among those above.
#[derive(Serialize)]
pub(super) struct AnyRequest<'a> {
    #[serde(rename = "type")]
    pub kind: &'a str,
    pub id: u64,
    #[serde(flatten)]
    pub keys: &'a Map<String, Value>,
}

/// The runner's greeting.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hello {
    pub id: u64,
    pub protocol: String,
    pub version: u32,
}

/// A game begins; what was before is to be forgotten.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NewGame {
    pub id: u64,
    /// A game or preset.
    pub game: String,
    /// The game of which it is a preset, whose rules and notation they are.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub family: String,
    /// The rule options that differ from it.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// The seats' names, the first seat first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<String>,
    /// The numbering behind [`Go::indices`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub codec: Option<String>,
    /// For the bot's own randomness; it says nothing of the dice.
    pub seed: u64,
}

/// A decision is wanted. The message holds all that is known: nothing hangs on earlier ones but the game's rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Go {
    pub id: u64,
    /// The name of the seat that decides.
    pub seat: String,
    /// All actions and chance outcomes since the start, in order, if the runner knows them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<Vec<String>>,
    /// The position's dump.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    /// The legal actions, in the rules' order.
    #[serde(default)]
    pub legal: Vec<String>,
    /// The number of each legal action in the game's action codec.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub indices: Option<Vec<usize>>,
    #[serde(default)]
    pub clock: Clock,
}

/// The time for a decision and for the game, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Clock {
    /// What a decision should take; absent: as the bot likes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
    /// The game is lost after so long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit_ms: Option<u64>,
    /// In games with clocks: what is left to its side for all its decisions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
    /// What is added to that after each of its decisions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment_ms: Option<u64>,
}

/// What a bot says: one reply to each request, and `info` whenever it likes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reply {
    Hello(Greeting),
    /// To `set` and `new_game`.
    Ok {
        id: u64,
    },
    Action(Answer),
    /// To `ping`.
    Pong {
        id: u64,
    },
    /// The request cannot be met; in a game the bot gives it up.
    Error {
        /// Absent if the request could not be read.
        id: Option<u64>,
        message: String,
    },
    /// For people who look on; it is not read.
    Info {
        #[serde(default)]
        text: String,
    },
}

/// The bot's greeting.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Greeting {
    pub id: u64,
    pub protocol: String,
    pub version: u32,
    /// The bot's name.
    pub name: String,
    /// Options that `set` can set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<BotOption>,
}

/// An option of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BotOption {
    pub name: String,
    pub default: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub help: String,
}

/// A bot's choice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    pub id: u64,
    /// A legal action, in the game's notation.
    pub action: String,
    /// The position's value for the seat that decides, in [-1, 1].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
}

impl Reply {
    /// The request to which it replies.
    pub fn id(&self) -> Option<u64> {
        match self {
            Reply::Hello(greeting) => Some(greeting.id),
            Reply::Action(answer) => Some(answer.id),
            Reply::Ok { id } | Reply::Pong { id } => Some(*id),
            Reply::Error { id, .. } => *id,
            Reply::Info { .. } => None,
        }
    }

    /// Its type's name.
    pub fn kind(&self) -> &'static str {
        match self {
            Reply::Hello(_) => "hello",
            Reply::Ok { .. } => "ok",
            Reply::Action(_) => "action",
            Reply::Pong { .. } => "pong",
            Reply::Error { .. } => "error",
            Reply::Info { .. } => "info",
        }
    }
}

/// A message as a line, without its end.
///
/// # Errors
/// None that a message of this module could cause.
pub fn line(message: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_begins_with_its_type_and_number() {
        let ping = line(&Request::Ping { id: 7 }).unwrap();
        assert_eq!(ping, r#"{"type":"ping","id":7}"#);
        let go = Request::Go(Box::new(Go {
            id: 8,
            seat: "a".into(),
            words: None,
            position: None,
            legal: vec!["roll".into(), "hold".into()],
            indices: None,
            clock: Clock::default(),
        }));
        let text = line(&go).unwrap();
        let expected = r#"{"type":"go","id":8,"seat":"a","legal":["roll","hold"],"clock":{}}"#;
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<Request>(&text).unwrap(), go);
    }

    #[test]
    fn keys_that_a_later_version_adds_are_passed_over() {
        let text = r#"{"type":"action","id":3,"action":"hold","mood":"fine"}"#;
        let reply: Reply = serde_json::from_str(text).unwrap();
        assert_eq!((reply.id(), reply.kind()), (Some(3), "action"));
    }
}
