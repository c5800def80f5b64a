//! The protocol with a running bot: a request, then its one reply, within a limit of time.

use std::io;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use super::process::{Errors, MAX_UNREAD, Process, Silence};
use super::protocol::{
    Answer, AnyRequest, Go, Greeting, Hello, NewGame, PROTOCOL, Reply, Request, VERSION, line,
};
use crate::forfeit::{Forfeit, shown};

/// A bot that runs. Dropped, it is told to quit, ended if it does not, and waited for; after a forfeit it is ended at once.
///
/// Each method's error is the reason for which the bot loses its game; the bot has then been ended.
pub struct Connection {
    process: Process,
    last_id: u64,
}

impl Connection {
    /// Starts a bot: the program, then its arguments. It has not been greeted yet.
    ///
    /// # Errors
    /// There is no such program, or the system has no room for it.
    pub fn start(command: &[String], errors: Errors) -> io::Result<Connection> {
        let farewell = line(&Request::Quit)?;
        Ok(Connection {
            process: Process::start(command, errors, farewell)?,
            last_id: 0,
        })
    }

    /// Greets it.
    pub fn hello(&mut self, limit: Duration) -> Result<Greeting, Forfeit> {
        let request = |id| {
            let protocol = PROTOCOL.into();
            Request::Hello(Hello {
                id,
                protocol,
                version: VERSION,
            })
        };
        let greeting = match self.request("hello", request, limit)? {
            Reply::Hello(greeting) => greeting,
            other => return Err(self.no_answer("hello", &other)),
        };
        match (greeting.protocol.as_str(), greeting.version) {
            (PROTOCOL, VERSION) => Ok(greeting),
            (PROTOCOL, version) => {
                Err(self.rubbish("hello", format!("version {version} instead of {VERSION}")))
            }
            (other, _) => {
                let other = shown(other);
                Err(self.rubbish(
                    "hello",
                    format!("protocol `{other}` instead of `{PROTOCOL}`"),
                ))
            }
        }
    }

    /// Sets one of its options.
    pub fn set(&mut self, name: &str, value: &str, limit: Duration) -> Result<(), Forfeit> {
        let (name, value) = (name.into(), value.into());
        let request = |id| Request::Set { id, name, value };
        let reply = self.request("set", request, limit)?;
        self.want_ok("set", reply)
    }

    /// Tells it of a new game; the message's number is filled in.
    pub fn new_game(&mut self, game: NewGame, limit: Duration) -> Result<(), Forfeit> {
        let request = |id| Request::NewGame(NewGame { id, ..game });
        let reply = self.request("new_game", request, limit)?;
        self.want_ok("new_game", reply)
    }

    /// Asks for a decision; the message's number is filled in. Whether the answer is legal is not looked at.
    pub fn go(&mut self, go: Go, limit: Duration) -> Result<Answer, Forfeit> {
        let request = |id| Request::Go(Box::new(Go { id, ..go }));
        match self.request("go", request, limit)? {
            Reply::Action(answer) => Ok(answer),
            other => Err(self.no_answer("go", &other)),
        }
    }

    /// Asks whether it is there.
    pub fn ping(&mut self, limit: Duration) -> Result<(), Forfeit> {
        match self.request("ping", |id| Request::Ping { id }, limit)? {
            Reply::Pong { .. } => Ok(()),
            other => Err(self.no_answer("ping", &other)),
        }
    }

    /// Sends a message of any kind with these keys, and a number, and gives back the reply, be it an error.
    pub fn ask(
        &mut self,
        kind: &'static str,
        keys: &Map<String, Value>,
        limit: Duration,
    ) -> Result<Reply, Forfeit> {
        let id = self.next_id();
        match line(&AnyRequest { kind, id, keys }) {
            Ok(text) => self.exchange(kind, text, id, limit),
            Err(error) => Err(self.rubbish(kind, error.to_string())),
        }
    }

    /// What it says without being asked within this time, if anything.
    pub fn stray(&mut self, time: Duration) -> Option<String> {
        self.process.next_line(Instant::now() + time).ok()
    }

    /// Tells it to quit, or only closes its input, and waits for its end: how it ended, or `None` if it did not in time.
    ///
    /// # Errors
    /// It could not be waited for.
    pub fn finish(&mut self, farewell: bool, limit: Duration) -> io::Result<Option<ExitStatus>> {
        self.process.close(farewell);
        self.process.wait(limit)
    }

    fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// A reply that is no error.
    fn request(
        &mut self,
        asked: &'static str,
        request: impl FnOnce(u64) -> Request,
        limit: Duration,
    ) -> Result<Reply, Forfeit> {
        let id = self.next_id();
        let text = match line(&request(id)) {
            Ok(text) => text,
            Err(error) => return Err(self.rubbish(asked, error.to_string())),
        };
        match self.exchange(asked, text, id, limit)? {
            Reply::Error { message, .. } => {
                let said = shown(&message);
                Err(self.give_up(Forfeit::Refused { asked, said }))
            }
            reply => Ok(reply),
        }
    }

    /// Sends a line and waits for the reply of its number.
    fn exchange(
        &mut self,
        asked: &'static str,
        text: String,
        id: u64,
        limit: Duration,
    ) -> Result<Reply, Forfeit> {
        self.process.send(text);
        let deadline = Instant::now() + limit;
        let mut read = 0;
        loop {
            let line = match self.process.next_line(deadline) {
                Ok(line) => line,
                Err(silence) => return Err(self.silent(asked, silence, limit)),
            };
            read += line.len() + 1;
            if read > MAX_UNREAD {
                let what = format!("more than {MAX_UNREAD} bytes for one answer");
                return Err(self.give_up(Forfeit::Flood(what)));
            }
            match parse(&line, id) {
                Ok(Reply::Info { .. }) => {}
                Ok(reply) => return Ok(reply),
                Err(fault) => return Err(self.rubbish(asked, fault)),
            }
        }
    }

    fn silent(&mut self, asked: &'static str, silence: Silence, limit: Duration) -> Forfeit {
        let ended = self.process.end();
        match silence {
            Silence::Late => {
                let millis = limit.as_millis() as u64;
                Forfeit::Late { asked, millis }
            }
            Silence::Flood(what) => Forfeit::Flood(what),
            Silence::Ended => {
                let status = ended.map_or_else(|e| e.to_string(), |status| status.to_string());
                Forfeit::Ended { asked, status }
            }
        }
    }

    fn want_ok(&mut self, asked: &'static str, reply: Reply) -> Result<(), Forfeit> {
        match reply {
            Reply::Ok { .. } => Ok(()),
            other => Err(self.no_answer(asked, &other)),
        }
    }

    fn no_answer(&mut self, asked: &'static str, reply: &Reply) -> Forfeit {
        self.rubbish(asked, format!("`{}` does not belong there", reply.kind()))
    }

    fn rubbish(&mut self, asked: &'static str, fault: String) -> Forfeit {
        self.give_up(Forfeit::Rubbish { asked, fault })
    }

    /// Ends the bot for a reason.
    fn give_up(&mut self, reason: Forfeit) -> Forfeit {
        self.end();
        reason
    }

    /// Ends it at once.
    pub fn end(&mut self) {
        // How it ends does not matter any more.
        let _ = self.process.end();
    }
}

/// The reply in a line, which must be to request `id`; or what is wrong with the line.
fn parse(line: &str, id: u64) -> Result<Reply, String> {
    let value: Value =
        serde_json::from_str(line).map_err(|_| format!("`{}` is no JSON", shown(line)))?;
    let reply: Reply = serde_json::from_value(value)
        .map_err(|error| format!("`{}`: {}", shown(line), shown(&error.to_string())))?;
    match (&reply, reply.id()) {
        (Reply::Info { .. } | Reply::Error { id: None, .. }, _) => Ok(reply),
        (_, Some(given)) if given == id => Ok(reply),
        _ => Err(format!("`{}` is not to request {id}", shown(line))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_reply_to_the_request_counts() {
        let fault = |line: &str| parse(line, 4).unwrap_err();
        assert_eq!(
            parse(r#"{"type":"pong","id":4}"#, 4),
            Ok(Reply::Pong { id: 4 })
        );
        assert!(parse(r#"{"type":"info"}"#, 4).is_ok());
        assert!(fault(r#"{"type":"pong","id":3}"#).ends_with("is not to request 4"));
        assert_eq!(fault("bestmove e2e4"), "`bestmove e2e4` is no JSON");
        assert!(fault(r#"{"type":"resign","id":4}"#).contains("unknown variant"));
        assert!(fault(r#"{"type":"action","id":4}"#).contains("missing field `action`"));
    }
}
