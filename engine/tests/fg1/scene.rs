//! Small scenarios, positions that are changed a little, and random scenarios.

use moonbase_engine::chance::MoonRng;
use moonbase_engine::fg1::{Fg1, Fg1Options, Kind, Mode, Scenario, Terrain};
use moonbase_engine::hex::Hex;
use moonbase_engine::setup::SetupError;
use moonbase_engine::{Game, RuleOptions};
use rand::RngExt;
use serde_json::{Value, json};

pub use super::common::{after, assert_odds, end, key, legal, legal_with};

/// A scenario in the making, and what is changed in its start position.
#[derive(Clone)]
pub struct Scene {
    rows: Vec<String>,
    objectives: Vec<Hex>,
    bases: Vec<String>,
    settings: Vec<(String, Value)>,
    changes: Vec<(String, Value)>,
    pub first: &'static str,
    pub last: u16,
}

impl Scene {
    /// A board of these rows.
    pub fn new(rows: &[&str]) -> Scene {
        Scene {
            rows: rows.iter().map(|row| row.to_string()).collect(),
            objectives: Vec::new(),
            bases: Vec::new(),
            settings: Vec::new(),
            changes: Vec::new(),
            first: "a",
            last: 9,
        }
    }

    /// A clear board.
    pub fn plain(width: usize, height: usize) -> Scene {
        let row = ".".repeat(width);
        Scene::new(&vec![row.as_str(); height])
    }

    /// What follows `base` in the line of a base; a before b.
    pub fn base(mut self, line: &str) -> Scene {
        self.bases.push(line.into());
        self
    }

    pub fn objective(mut self, q: i8, r: i8) -> Scene {
        self.objectives.push(Hex::new(q, r));
        self
    }

    pub fn option(mut self, name: &str, value: impl Into<Value>) -> Scene {
        self.settings.push((name.into(), value.into()));
        self
    }

    /// A change of the start's dump, by a JSON pointer: `/bases/a1/status`.
    pub fn with(mut self, pointer: &str, value: impl Into<Value>) -> Scene {
        self.changes.push((pointer.into(), value.into()));
        self
    }

    pub fn status(self, id: &str, status: &str) -> Scene {
        self.with(&format!("/bases/{id}/status"), status)
    }

    pub fn text(&self) -> String {
        let (width, height) = (self.rows[0].len(), self.rows.len());
        let mut lines = vec![
            "fg1-scenario 1".into(),
            "name scene".into(),
            format!("first {}", self.first),
            format!("max_initiatives {}", self.last),
            format!("size {width} {height}"),
            "map".into(),
        ];
        lines.extend(self.rows.iter().cloned());
        lines.extend(self.objectives.iter().map(|hex| format!("objective {hex}")));
        lines.extend(self.bases.iter().map(|base| format!("base {base}")));
        lines.join("\n") + "\n"
    }

    pub fn options(&self) -> Fg1Options {
        let mut options = Fg1Options::default();
        options.set("scenario", &json!(self.text())).unwrap();
        for (name, value) in &self.settings {
            options.set(name, value).unwrap();
        }
        options
    }

    /// The start's dump, changed.
    pub fn dump(&self) -> Value {
        let mut dump = Fg1::new(&self.options()).unwrap().dump();
        for (pointer, value) in &self.changes {
            *dump.pointer_mut(pointer).unwrap() = value.clone();
        }
        dump
    }

    pub fn try_build(&self) -> Result<Fg1, SetupError> {
        Fg1::from_dump(&self.options(), &self.dump())
    }

    pub fn build(&self) -> Fg1 {
        self.try_build()
            .unwrap_or_else(|error| panic!("{error}: {}", self.dump()))
    }

    /// The position after these actions and outcomes.
    pub fn after(&self, words: &[&str]) -> Fg1 {
        after(&self.build(), words)
    }
}

/// What the tests of all rules are played on: shipped scenarios, random ones, each with some options.
pub fn variants(rng: &mut MoonRng) -> Fg1Options {
    let mut options = Fg1Options::default();
    let mut set = |name: &str, value: Value| options.set(name, &value).unwrap();
    let scenario = match rng.random_range(0..6) {
        0 => "mini".into(),
        1 => "skirmish".into(),
        2 => "crossing".into(),
        _ => random_scenario(rng),
    };
    set("scenario", json!(scenario));
    for (name, values) in [
        ("moves", ["once", "free"]),
        ("rally", ["sure", "roll"]),
        ("crossfire", ["squads", "all"]),
        ("scoring", ["graded", "win_loss"]),
    ] {
        set(name, json!(values[rng.random_range(0..2)]));
    }
    set("max_initiatives", json!(rng.random_range(0..9)));
    options
}

/// A random board, crowded enough for much to happen.
pub fn random_scenario(rng: &mut MoonRng) -> String {
    let (width, height) = (rng.random_range(4..13), rng.random_range(4..11));
    let clear = rng.random_range(3..20);
    let letters = format!("{}bbwwwssrW", ".".repeat(clear));
    let letter = |rng: &mut MoonRng| {
        let nth = rng.random_range(0..letters.len());
        letters.as_bytes()[nth] as char
    };
    let rows: Vec<String> = (0..height)
        .map(|_| (0..width).map(|_| letter(rng)).collect())
        .collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut scene = Scene::new(&rows);
    scene.first = ["a", "b"][rng.random_range(0..2)];
    let hex = moonbase_engine::fg1::hex_at;
    for _ in 0..rng.random_range(0..4) {
        let at = hex(rng.random_range(0..width), rng.random_range(0..height));
        if !scene.objectives.contains(&at) {
            scene.objectives.push(at);
        }
    }
    let mut taken = Vec::new();
    for side in ["a", "b"] {
        let count = rng.random_range(1..9);
        people(&mut scene, side, count, &mut taken, rng);
    }
    scene.text()
}

/// Bases of one side on free hexes where they may stand; platoons of three, and some squads aboard.
fn people(scene: &mut Scene, side: &str, count: usize, taken: &mut Vec<Hex>, rng: &mut MoonRng) {
    let (width, height) = (scene.rows[0].len(), scene.rows.len());
    let mut hovers: Vec<(usize, Hex, usize)> = Vec::new();
    let (mut number, mut tries) = (1, 0);
    while number <= count || number == 1 {
        tries += 1;
        let (column, row) = (rng.random_range(0..width), rng.random_range(0..height));
        let hex = moonbase_engine::fg1::hex_at(column, row);
        let letter = scene.rows[row].as_bytes()[column] as char;
        let terrain = Terrain::of_letter(letter).unwrap();
        let kind = match rng.random_range(0..3) {
            0 => Kind::Squad,
            _ => Kind::ALL[rng.random_range(0..Kind::ALL.len())],
        };
        let platoon = match kind {
            Kind::Squad => format!("s{}", number / 3),
            Kind::Fighter => format!("f{number}"),
            _ => format!("v{}", number / 3),
        };
        let carrier = hovers.iter_mut().find(|hover| hover.2 < 3);
        let line = if let (Kind::Squad, Some(hover)) = (kind, carrier.filter(|_| tries % 2 == 0)) {
            hover.2 += 1;
            format!(
                "{side}{number} inf {} - {platoon} {side}{}",
                hover.1, hover.0
            )
        } else {
            let hover = kind.is_hover() && rng.random();
            let mode = [Mode::Ground, Mode::Hover][usize::from(hover)];
            if taken.contains(&hex) || !kind.passes(mode, terrain) {
                assert!(tries < 10_000, "no room on {:?}", scene.rows);
                continue;
            }
            taken.push(hex);
            if kind.is_hover() {
                hovers.push((number, hex, 0));
            }
            let facing = match kind {
                Kind::Squad => "-".into(),
                _ => rng.random_range(0..6).to_string(),
            };
            let last = if hover { " hover" } else { "" };
            format!(
                "{side}{number} {} {hex} {facing} {platoon}{last}",
                kind.id()
            )
        };
        scene.bases.push(line);
        number += 1;
    }
}

/// Scenarios made up are scenarios.
#[test]
fn random_scenarios_are_read() {
    let mut rng = moonbase_engine::chance::rng_for(5, 0);
    for _ in 0..300 {
        let text = random_scenario(&mut rng);
        if let Err(error) = Scenario::parse(&text) {
            panic!("{error} in\n{text}");
        }
    }
}
