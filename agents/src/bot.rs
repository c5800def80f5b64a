//! The other side of [`crate::ext`]: an agent of this program as a bot that any runner of games can ask.
//!
//! `docs/bots.md` describes the protocol. A decision hangs on the game's words so far, from which the position is built; a dump
//! that comes with them must be that of the same position.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use moonbase_engine::record::play_word;
use moonbase_engine::registry::{RegistryError, family_of, options_from};
use moonbase_engine::trace::position_differences;
use moonbase_engine::{BySeat, Game, Seat, Turn, with_family};
use serde_json::Value;

use crate::agent::{Agent, Ply};
use crate::ext::protocol::{
    Answer, Go, Greeting, Hello, NewGame, PROTOCOL, Reply, Request, VERSION, line,
};
use crate::ext::{Line, read_line};
use crate::registry::{Playable, build, check};
use crate::spec::{AgentError, AgentSpec};
use crate::time::Remaining;

/// Bytes of a request at most.
const MAX_REQUEST: usize = 1 << 24;

/// Why a bot cannot serve.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    #[error(transparent)]
    Agent(#[from] AgentError),
    #[error(transparent)]
    Game(#[from] RegistryError),
    #[error("cannot read the requests: {0}")]
    Read(io::Error),
    /// Nobody reads the replies, or they cannot be written.
    #[error("cannot write the replies: {0}")]
    Write(io::Error),
}

/// Answers requests, a line each, until `quit` or the end of the input.
///
/// With a `game`, a game or preset, only games of its family are played.
///
/// # Errors
/// An agent that is unknown or, where a game is named, cannot be made for it; an unknown game; input or output that fails.
///
/// ```
/// use moonbase_agents::{AgentSpec, bot};
/// let requests = "{\"type\":\"ping\",\"id\":1}\n{\"type\":\"quit\"}\n";
/// let mut replies = Vec::new();
/// bot::serve(&AgentSpec::named("scripted"), None, requests.as_bytes(), &mut replies).unwrap();
/// assert_eq!(replies, b"{\"type\":\"pong\",\"id\":1}\n");
/// ```
pub fn serve(
    spec: &AgentSpec,
    game: Option<&str>,
    mut input: impl BufRead,
    output: &mut dyn Write,
) -> Result<(), BotError> {
    let mut bot = Bot::new(spec, game)?;
    while let Some(line) = read_line(&mut input, MAX_REQUEST).map_err(BotError::Read)? {
        let reply = match line {
            Line::TooLong => refusal(None, format!("a line of more than {MAX_REQUEST} bytes")),
            Line::Whole(text) => match bot.reply(&text) {
                Some(reply) => reply,
                None => break,
            },
        };
        write(output, &reply).map_err(BotError::Write)?;
    }
    Ok(())
}

fn write(output: &mut dyn Write, reply: &Reply) -> io::Result<()> {
    writeln!(output, "{}", line(reply)?)?;
    output.flush()
}

fn refusal(id: Option<u64>, message: impl ToString) -> Reply {
    let message = message.to_string();
    Reply::Error { id, message }
}

struct Bot<'a> {
    spec: &'a AgentSpec,
    /// The only game that is played, if one was named.
    only: Option<&'a str>,
    table: Option<Box<dyn Table>>,
}

impl<'a> Bot<'a> {
    fn new(spec: &'a AgentSpec, only: Option<&'a str>) -> Result<Self, BotError> {
        check(spec)?;
        if let Some(game) = only {
            // Told now rather than at the first game.
            with_family!(family_of(game)?, |G| build::<G>(spec).map(|_| ()))?;
        }
        Ok(Bot {
            spec,
            only,
            table: None,
        })
    }

    /// The reply to a line; `None` at the end.
    fn reply(&mut self, text: &str) -> Option<Reply> {
        let value: Value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(error) => return Some(refusal(None, format!("no JSON: {error}"))),
        };
        let id = value["id"].as_u64();
        let request: Request = match serde_json::from_value(value) {
            Ok(request) => request,
            Err(error) => return Some(refusal(id, error)),
        };
        Some(match request {
            Request::Quit => return None,
            Request::Hello(hello) => self.hello(&hello),
            Request::Ping { id } => Reply::Pong { id },
            Request::Set { id, name, .. } => refusal(Some(id), format!("no option `{name}`")),
            Request::NewGame(game) => match self.seated(&game) {
                Ok(table) => {
                    self.table = Some(table);
                    Reply::Ok { id: game.id }
                }
                Err(message) => refusal(Some(game.id), message),
            },
            Request::Go(go) => match self.decide(&go) {
                Ok(answer) => Reply::Action(answer),
                Err(message) => refusal(Some(go.id), message),
            },
        })
    }

    fn hello(&self, hello: &Hello) -> Reply {
        let id = hello.id;
        if hello.protocol != PROTOCOL || hello.version != VERSION {
            let message = format!("this bot speaks {PROTOCOL}, version {VERSION}");
            return refusal(Some(id), message);
        }
        Reply::Hello(Greeting {
            id,
            protocol: PROTOCOL.into(),
            version: VERSION,
            name: self.spec.to_string(),
            options: Vec::new(),
        })
    }

    fn seated(&self, message: &NewGame) -> Result<Box<dyn Table>, String> {
        let text = |error: RegistryError| error.to_string();
        let family = family_of(&message.game).map_err(text)?;
        if let Some(only) = self.only
            && family_of(only).map_err(text)? != family
        {
            return Err(format!("this bot plays {only} only"));
        }
        with_family!(family, |G| {
            let table = Seated::<G>::new(self.spec, message)?;
            Ok(Box::new(table))
        })
    }

    fn decide(&mut self, go: &Go) -> Result<Answer, String> {
        let table = self.table.as_mut().ok_or("no game was begun")?;
        table.decide(go)
    }
}

/// A game in progress.
trait Table {
    fn decide(&mut self, go: &Go) -> Result<Answer, String>;
}

struct Seated<G: Game> {
    agent: Box<dyn Agent<G>>,
    start: G,
    /// What was played up to `position`.
    words: Vec<String>,
    history: Vec<Ply<G>>,
    /// Decisions that each seat has taken.
    decisions: BySeat<u32>,
    position: G,
}

impl<G: Playable> Seated<G> {
    fn new(spec: &AgentSpec, message: &NewGame) -> Result<Self, String> {
        let options = options_from::<G>(&message.game, &message.options);
        let options = options.map_err(|error| error.to_string())?;
        let start = G::new(&options).map_err(|error| error.to_string())?;
        let mut agent = build::<G>(spec).map_err(|error| error.to_string())?;
        agent.new_game(message.seed);
        Ok(Seated {
            agent,
            position: start.clone(),
            start,
            words: Vec::new(),
            history: Vec::new(),
            decisions: BySeat::new(0, 0),
        })
    }

    /// What the seat's clock shows, if there is one.
    fn remaining(&self, go: &Go, seat: Seat) -> Option<Remaining> {
        Some(Remaining {
            left: Duration::from_millis(go.clock.left_ms?),
            increment: Duration::from_millis(go.clock.increment_ms.unwrap_or(0)),
            decisions: self.decisions[seat],
        })
    }

    /// Goes to where these words lead: on from where it is, if they begin as what was played.
    fn follow(&mut self, words: &[String]) -> Result<(), String> {
        if !words.starts_with(&self.words) {
            self.position = self.start.clone();
            (self.words, self.history) = (Vec::new(), Vec::new());
            self.decisions = BySeat::new(0, 0);
        }
        for (number, word) in (1..).zip(words).skip(self.words.len()) {
            self.step(word)
                .map_err(|error| format!("word {number}: {error}"))?;
        }
        Ok(())
    }

    fn step(&mut self, word: &str) -> Result<(), String> {
        let turn = self.position.turn();
        let ply = Ply::read(&self.position, word);
        play_word(&mut self.position, word).map_err(|error| error.to_string())?;
        self.history.push(ply.map_err(|error| error.to_string())?);
        self.words.push(word.into());
        if let Turn::Decide(seat) = turn {
            self.decisions[seat] += 1;
        }
        Ok(())
    }

    /// The seat that decides, which must be the one that is named, in the position of the dump, if one came.
    fn seat(&self, go: &Go) -> Result<Seat, String> {
        let Turn::Decide(seat) = self.position.turn() else {
            return Err("after these words nobody decides".into());
        };
        if G::SEATS[seat] != go.seat {
            return Err(format!("after these words {} decides", G::SEATS[seat]));
        }
        let dump = go.position.as_ref();
        let differences = dump.map(|dump| position_differences(&self.position.dump(), dump));
        match differences.unwrap_or_default().first() {
            None => Ok(seat),
            Some(first) => Err(format!("the words lead to another position: {first}")),
        }
    }
}

impl<G: Playable> Table for Seated<G> {
    fn decide(&mut self, go: &Go) -> Result<Answer, String> {
        let words = go.words.as_ref();
        self.follow(words.ok_or("`words` are needed: all that was played since the start")?)?;
        let seat = self.seat(go)?;
        let fits = self.agent.check(&self.start, seat);
        fits.map_err(|error| error.to_string())?;
        if let Some(remaining) = self.remaining(go, seat) {
            let heard = self.agent.on_clock(&self.position, &remaining);
            heard.map_err(|forfeit| forfeit.to_string())?;
        }
        let decided = self.agent.answer(&self.position, Some(&self.history));
        let decision = decided.map_err(|forfeit| forfeit.to_string())?;
        Ok(Answer {
            id: go.id,
            action: decision.action.to_string(),
            // Four digits say all that a value tells, and are the same on every machine.
            value: decision.value.map(|value| (value.0 * 1e4).round() / 1e4),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replies(requests: &[&str]) -> Vec<String> {
        let (spec, mut output) = (AgentSpec::named("scripted"), Vec::new());
        let input = requests.join("\n");
        serve(&spec, Some("ufo"), input.as_bytes(), &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        text.lines().map(String::from).collect()
    }

    #[test]
    fn what_cannot_be_answered_is_an_error_and_the_bot_goes_on() {
        let requests = [
            "hello?",
            r#"{"type":"dance","id":2}"#,
            r#"{"type":"go","id":3,"seat":"alien"}"#,
            r#"{"type":"new_game","id":4,"game":"chess","seed":1}"#,
            r#"{"type":"new_game","id":5,"game":"lost_patrol","seed":1}"#,
            r#"{"type":"new_game","id":6,"game":"ufo-mini","seed":1}"#,
            r#"{"type":"go","id":7,"seat":"alien"}"#,
            r#"{"type":"go","id":8,"seat":"alien","words":["lay:0,0:9"]}"#,
            r#"{"type":"go","id":9,"seat":"shado","words":[]}"#,
            r#"{"type":"go","id":10,"seat":"alien","words":[],"position":{"turn":3}}"#,
            r#"{"type":"go","id":11,"seat":"alien","words":[]}"#,
        ];
        let said = [
            "no JSON",
            "unknown variant `dance`",
            "no game was begun",
            "unknown game `chess`",
            "this bot plays ufo only",
            r#"{"type":"ok","id":6}"#,
            "`words` are needed",
            "word 1: `lay:0,0:9`",
            "after these words alien decides",
            "lead to another position",
            r#"{"type":"action","id":11,"action":"lay:0,0:"#,
        ];
        let replies = replies(&requests);
        assert_eq!(replies.len(), said.len());
        for (number, (reply, said)) in (1..).zip(replies.iter().zip(said)) {
            assert!(reply.contains(said), "{reply}");
            let numbered = reply.contains(&format!("\"id\":{number},"))
                || reply.contains(&format!("\"id\":{number}}}"));
            assert!(numbered || number == 1, "{reply}");
        }
    }
}
