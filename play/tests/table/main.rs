//! Beside a real table: what is asked, what can be typed, and whole games with typed dice.

mod chances;
#[path = "../common/mod.rs"]
mod common;
mod games;
mod readings;
mod sheet;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use common::make;
use common::person::{Person, Screen, allowed, first_then, prompt};
use moonbase_agents::{Decision, Thought};
use moonbase_engine::chance::rng_for;
use moonbase_engine::fg1::Fg1;
use moonbase_engine::lost_patrol::LostPatrol;
use moonbase_engine::record::Record;
use moonbase_engine::ufo::Ufo;
use moonbase_engine::{Game, KeyedDice, Seat, SeatValue, Turn};
use moonbase_play::AtTable;
use moonbase_play::table::{Asked, Pick, Question, Reading, reason};
use moonbase_play::terminal::{Finish, Left, PlayOptions, play_with};
use rand::RngExt;

fn options(folder: &Path, preset: &str, seat: &str) -> PlayOptions {
    PlayOptions {
        seat: Some(seat.into()),
        against: Some("random".parse().unwrap()),
        seed: Some(3),
        save: Some(folder.join("table.game")),
        hint: "uct:sims=20".parse().unwrap(),
        table: true,
        ..PlayOptions::new(preset)
    }
}

fn run<G: AtTable>(
    options: &PlayOptions,
    think: impl FnMut(&str) -> Option<String> + Send + 'static,
) -> (Finish, String) {
    let screen = Screen::default();
    let person = Person::new(&screen, think);
    let stop = AtomicBool::new(false);
    let finish = play_with::<G>(options, make, person, &mut screen.clone(), &stop);
    (finish.unwrap(), screen.text())
}

/// A person with dice: the first legal action, and whatever the dice show.
fn player(seed: u64) -> impl FnMut(&str) -> Option<String> + Send + 'static {
    let mut dice = rng_for(seed, 1);
    move |text| {
        Some(match prompt(text) {
            "dice" | "table" => {
                let (low, high) = allowed(text);
                dice.random_range(low..=high).to_string()
            }
            "over" => "q".into(),
            _ => "1".into(),
        })
    }
}

fn record(path: &Path) -> Record {
    Record::parse(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn words(path: &Path) -> Vec<String> {
    let record = record(path);
    let words = record.words().iter();
    words.map(|word| word.text.clone()).collect()
}
