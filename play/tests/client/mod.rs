//! A plain HTTP client for tests of the server, on this machine only.
#![allow(dead_code)]

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};

/// No answer may take longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// What came back.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    /// Header lines, in small letters.
    pub head: Vec<String>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let start = format!("{name}: ");
        self.head.iter().find_map(|line| line.strip_prefix(&start))
    }
}

/// Opens a connection.
pub fn connect(server: SocketAddr) -> io::Result<TcpStream> {
    let stream = TcpStream::connect_timeout(&server, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// Sends bytes as they are and reads the answer, if there is one.
pub fn send(server: SocketAddr, bytes: &[u8]) -> Option<Answer> {
    let mut stream = connect(server).ok()?;
    // The server may have answered, and closed, before all is sent.
    let _ = stream.write_all(bytes);
    read(stream)
}

fn read(stream: TcpStream) -> Option<Answer> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader
        .read_line(&mut line)
        .ok()
        .filter(|length| *length > 0)?;
    let status = line.split(' ').nth(1)?.parse().ok()?;
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        match line.trim_end() {
            "" => break,
            line => head.push(line.to_string()),
        }
    }
    let mut body = Vec::new();
    let length = head
        .iter()
        .find_map(|line| line.strip_prefix("content-length: "));
    match length.and_then(|length| length.parse::<usize>().ok()) {
        Some(length) => {
            body.resize(length, 0);
            reader.read_exact(&mut body).ok()?;
        }
        None => {
            reader.read_to_end(&mut body).ok()?;
        }
    }
    Some(Answer { status, head, body })
}

pub fn get(server: SocketAddr, path: &str) -> Answer {
    get_with(server, path, &format!("host: {server}\r\n")).expect("an answer")
}

/// A request with these header lines.
pub fn get_with(server: SocketAddr, path: &str, head: &str) -> Option<Answer> {
    let request = format!("GET {path} HTTP/1.1\r\n{head}connection: close\r\n\r\n");
    send(server, request.as_bytes())
}

pub fn post(server: SocketAddr, path: &str, body: &Value) -> Answer {
    post_bytes(server, path, body.to_string().as_bytes())
}

pub fn post_bytes(server: SocketAddr, path: &str, body: &[u8]) -> Answer {
    try_post(server, path, body).expect("an answer")
}

/// As a page does it; nothing if the server is gone.
pub fn try_post(server: SocketAddr, path: &str, body: &[u8]) -> Option<Answer> {
    let origin = format!("origin: http://{server}\r\nsec-fetch-site: same-origin\r\n");
    post_with(server, path, &format!("host: {server}\r\n{origin}"), body)
}

/// A request with these header lines.
pub fn post_with(server: SocketAddr, path: &str, head: &str, body: &[u8]) -> Option<Answer> {
    let length = body.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\n{head}content-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    );
    send(server, &[head.as_bytes(), body].concat())
}

/// A game on a server, as a page plays it.
pub struct Player {
    pub server: SocketAddr,
    pub id: String,
    pub view: Value,
}

impl Player {
    /// Begins a game.
    pub fn begin(server: SocketAddr, game: Value) -> Player {
        let answer = post(server, "/api/games", &game);
        assert_eq!(answer.status, 201, "{game}: {}", answer.text());
        let id = answer.json()["id"].as_str().unwrap().to_string();
        Player::look_at(server, &id)
    }

    /// Goes on with a game.
    pub fn look_at(server: SocketAddr, id: &str) -> Player {
        let mut player = Player {
            server,
            id: id.into(),
            view: Value::Null,
        };
        player.look();
        player
    }

    pub fn path(&self) -> String {
        format!("/api/games/{}", self.id)
    }

    pub fn look(&mut self) {
        let answer = get(self.server, &self.path());
        assert_eq!(answer.status, 200, "{}", answer.text());
        self.view = answer.json();
    }

    /// Waits, as pages do, until it is a person's turn, or nobody's.
    pub fn wait(&mut self) -> &Value {
        for _ in 0..10_000 {
            assert_eq!(self.view["trouble"], Value::Null);
            if !matches!(self.waits_for(), "agent" | "dice") {
                return &self.view;
            }
            self.changed();
        }
        panic!("agents and dice go on for ever");
    }

    /// Waits until something has changed, or long enough.
    pub fn changed(&mut self) {
        assert!(self.try_changed(), "the server is gone");
    }

    /// The same; false if the server is gone.
    pub fn try_changed(&mut self) -> bool {
        let version = &self.view["version"];
        let (path, host) = (self.path(), format!("host: {}\r\n", self.server));
        let answer = get_with(self.server, &format!("{path}?version={version}"), &host);
        let Some(answer) = answer else { return false };
        assert_eq!(answer.status, 200, "{}", answer.text());
        self.view = answer.json();
        true
    }

    pub fn waits_for(&self) -> &str {
        self.view["waiting"]["kind"].as_str().unwrap()
    }

    pub fn words(&self) -> u64 {
        self.view["log"]["total"].as_u64().unwrap()
    }

    /// The notation of all words.
    pub fn log(&mut self) -> Vec<String> {
        self.look();
        let entries = self.view["log"]["entries"].as_array().unwrap();
        let word = |entry: &Value| entry["notation"].as_str().unwrap().to_string();
        entries.iter().map(word).collect()
    }

    pub fn choices(&self) -> Vec<String> {
        let choices = self.view["choices"].as_array().unwrap();
        let action = |choice: &Value| choice["action"].as_str().unwrap().to_string();
        choices.iter().map(action).collect()
    }

    /// Orders something, and looks at what became of it.
    pub fn order(&mut self, what: Value) -> Answer {
        let mut what = what;
        what["seen"] = json!(self.words());
        let answer = post(self.server, &self.path(), &what);
        if answer.status == 200 {
            self.view = answer.json();
        }
        answer
    }

    /// Takes the `nth` of the legal actions (counted around), and waits for the others.
    pub fn act(&mut self, nth: usize) {
        let choices = self.choices();
        let action = &choices[nth % choices.len()];
        let answer = self.order(json!({"do": "act", "action": action}));
        assert_eq!(answer.status, 200, "{action}: {}", answer.text());
        self.wait();
    }
}
