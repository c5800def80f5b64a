//! The command `moonbase serve`: begun, stopped, killed and begun again.
#![cfg(unix)]

#[path = "../play/tests/client/mod.rs"]
mod client;
mod common;

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{scope, sleep};
use std::time::Duration;

use client::{Player, post, try_post};
use common::{complaint_in, moonbase, text};
use serde_json::json;

/// The server is killed when so many actions have been answered.
const ENOUGH: usize = 60;

struct Server {
    child: Child,
    output: BufReader<ChildStdout>,
    address: SocketAddr,
}

impl Server {
    fn start(folder: &Path) -> Server {
        let mut child = moonbase(&["serve", "--port", "0", "--state", "games"])
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line
            .strip_prefix("Open http://")
            .and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address: {line}"));
        Server {
            address: address.parse().unwrap(),
            child,
            output,
        }
    }

    fn interrupt(&self) {
        let process = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-INT", &process])
                .status()
                .unwrap()
                .success()
        );
    }

    /// All that it says until its end, after a clean one.
    fn rest(mut self) -> String {
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        let ended = self.child.wait_with_output().unwrap();
        assert!(ended.status.success(), "{}", text(&ended.stderr));
        assert!(ended.stderr.is_empty(), "{}", text(&ended.stderr));
        rest
    }
}

#[test]
fn ctrl_c_stops_a_server_while_agents_think() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let game = json!({"game": "ufo", "seat": "shado", "against": "uct:ms=2000"});
    let begun = post(server.address, "/api/games", &game);
    assert_eq!(begun.status, 201, "{}", begun.text());
    server.interrupt();
    let rest = server.rest();
    assert!(
        rest.ends_with("Stopped. 1 games are kept in games.\n"),
        "{rest}"
    );
}

/// Acts until there is no answer any more; all words that were answered.
fn play_until_gone(player: &mut Player, done: &AtomicUsize) -> Vec<String> {
    let mut answered = Vec::new();
    player.wait();
    for turn in 0..5000 {
        let log = &player.view["log"];
        let entries = log["entries"].as_array().unwrap().iter();
        answered.truncate(log["from"].as_u64().unwrap() as usize);
        answered.extend(entries.map(|entry| entry["notation"].as_str().unwrap().to_string()));
        let choices = player.choices();
        if choices.is_empty() {
            // The dice have not fallen yet.
            match player.waits_for() == "dice" && player.try_changed() {
                true => continue,
                false => break,
            }
        }
        let action = &choices[turn % choices.len()];
        let (seen, lineage) = (player.words(), &player.view["lineage"]);
        let order = json!({"do": "act", "action": action, "seen": seen, "lineage": lineage});
        let order = order.to_string();
        match try_post(player.server, &player.path(), order.as_bytes()) {
            Some(answer) => player.view = answer.json(),
            None => break,
        }
        done.fetch_add(1, Ordering::Relaxed);
    }
    answered
}

#[test]
fn a_killed_server_has_lost_nothing_that_it_had_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let mut games: Vec<Player> = (0..8)
        .map(|_| {
            Player::begin(
                server.address,
                json!({"game": "ufo-mini", "seat": "both", "seed": "3"}),
            )
        })
        .collect();
    // All play until the server is gone in the middle of it; each knows the words that were answered.
    let done = AtomicUsize::new(0);
    let logs: Vec<Vec<String>> = scope(|scope| {
        let play = |player: &mut Player| play_until_gone(player, &done);
        let threads: Vec<_> = games
            .iter_mut()
            .map(|player| scope.spawn(move || play(player)))
            .collect();
        // At most a minute: then the check below fails.
        for _ in 0..6000 {
            if done.load(Ordering::Relaxed) >= ENOUGH {
                break;
            }
            sleep(Duration::from_millis(10));
        }
        server.child.kill().unwrap();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    server.child.wait().unwrap();
    let again = Server::start(folder.path());
    assert!(done.into_inner() >= ENOUGH, "hardly anything was played");
    for (player, log) in games.iter().zip(logs) {
        let mut player = Player::look_at(again.address, &player.id);
        player.wait();
        assert_eq!(player.log()[..log.len()], log);
        if player.waits_for() == "human" {
            player.act(0);
        }
    }
    again.interrupt();
    assert!(again.rest().contains("Stopped. 8 games"));
}

#[test]
fn what_cannot_be_served_is_said_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let complaint = |args: &[&str]| complaint_in(folder.path(), &[&["serve"], args].concat(), 2);
    let host = complaint(&["--host", "203.0.113.1", "--state", "a"]);
    assert!(
        host.contains("name another with --host or --port"),
        "{host}"
    );
    std::fs::write(folder.path().join("file"), "").unwrap();
    let state = complaint(&["--state", "file"]);
    assert!(
        state.contains("name another folder with --state"),
        "{state}"
    );
    let agent = complaint(&["--agent", "nobody", "--state", "a"]);
    assert!(agent.starts_with("unknown agent `nobody`"), "{agent}");
    let mut server = Server::start(folder.path());
    let used = complaint(&["--port", "0", "--state", "games"]);
    assert!(used.contains("another server keeps its games"), "{used}");
    server.child.kill().unwrap();
    server.child.wait().unwrap();
}
