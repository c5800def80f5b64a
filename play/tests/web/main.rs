//! The server: whole games over its interface, and what it refuses.

#[path = "../client/mod.rs"]
mod client;
mod games;
mod load;
mod real_table;
mod refusals;
mod reviews;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

use client::{Answer, Player, connect, get, get_with, post, post_bytes, post_with, send};
use moonbase_engine::lost_patrol::LostPatrol;
use moonbase_engine::record::Record;
use moonbase_engine::ufo::Ufo;
use moonbase_engine::{Game, Turn};
use moonbase_play::web::{Limits, Rate, ServeError, ServeOptions, serve};
use serde_json::{Value, json};

/// A server on a thread of its own.
struct Served {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<usize>>,
}

impl Served {
    fn with(options: ServeOptions) -> Served {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, ready) = channel();
        let flag = stop.clone();
        let options = ServeOptions { port: 0, ..options };
        let thread = spawn(move || {
            let served = serve(&options, &flag, |ready| sender.send(ready.address).unwrap());
            served.unwrap()
        });
        Served {
            address: ready.recv().unwrap(),
            stop,
            thread: Some(thread),
        }
    }

    fn start(folder: &Path) -> Served {
        Served::with(ServeOptions::new(folder))
    }

    /// Stops it; how many games it keeps.
    fn end(mut self) -> usize {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.take().unwrap().join().unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn micro(seat: &str) -> Value {
    json!({"game": "ufo-micro", "seat": seat, "against": "scripted", "seed": "5"})
}

/// Plays to the end, always another action; the record of the game.
fn play_out(player: &mut Player) -> String {
    player.wait();
    for turn in 0..2000 {
        if player.waits_for() == "over" {
            return get(player.server, &format!("{}/record", player.path())).text();
        }
        player.act(turn * 7);
    }
    panic!("the game does not end");
}

/// The end of a record that replays.
fn end_of<G: Game>(text: &str) -> Turn {
    let positions = Record::parse(text).unwrap().replay::<G>().unwrap();
    positions.last().unwrap().turn()
}
