//! Hand-made positions, and what tests ask of them.

use moonbase_engine::lost_patrol::{LostPatrol, LostPatrolOptions};
use moonbase_engine::record::play_word;
use moonbase_engine::registry::options_of;
use moonbase_engine::setup::SetupError;
use moonbase_engine::{Game, Turn};
use serde_json::{Map, Value, json};

/// A hex `(q, r)`.
pub type At = (i8, i8);

/// Tiles of two kinds only: bends, and dead ends that close a jungle.
pub const TIGHT: &str = r#"tiles=[{"kind":"sharp","exits":[0,1],"heavy":false,"count":12},
    {"kind":"straight","exits":[0,3],"heavy":true,"count":6},
    {"kind":"dead-end","exits":[0],"heavy":false,"count":6}]"#;

/// A box with enough tiles of every kind for a scene.
const ROOMY: &str = r#"tiles=[{"kind":"straight","exits":[0,3],"heavy":false,"count":10},
    {"kind":"straight-heavy","exits":[0,3],"heavy":true,"count":5},
    {"kind":"gentle","exits":[0,2],"heavy":false,"count":12},
    {"kind":"sharp","exits":[0,1],"heavy":false,"count":5},
    {"kind":"y","exits":[0,2,4],"heavy":false,"count":8},
    {"kind":"dead-end","exits":[0],"heavy":false,"count":10}]"#;

/// A position in the making: turn 1, the patrol to begin, unless said otherwise. The deck is full, and
/// lurkers that are not on the board are in the supply.
#[derive(Clone)]
pub struct Scene {
    pub options: LostPatrolOptions,
    tiles: Vec<(At, String, u8)>,
    soldiers: Map<String, Value>,
    lurkers: Vec<(At, u8, u8)>,
    keys: Map<String, Value>,
}

pub fn options(settings: &[&str]) -> LostPatrolOptions {
    let settings: Vec<String> = settings.iter().map(|s| s.to_string()).collect();
    options_of::<LostPatrol>("lost_patrol", &settings).unwrap()
}

impl Scene {
    /// An empty table, and a box that holds more than the default one.
    pub fn new(settings: &[&str]) -> Scene {
        let scene = Scene {
            options: options(&[&[ROOMY], settings].concat()),
            tiles: Vec::new(),
            soldiers: Map::new(),
            lurkers: Vec::new(),
            keys: Map::new(),
        };
        let scene = scene.set("turn", json!(1)).phase("patrol", "patrol");
        scene
            .set("activated", json!([]))
            .set("active", Value::Null)
            .set("deck", json!({"y": 1, "gentle": 1}))
    }

    /// Straights on `1,0` to `5,0` in a line from south-east to north-west.
    pub fn line(settings: &[&str]) -> Scene {
        (1..6).fold(Scene::new(settings), |scene, q| {
            scene.tile((q, 0), "straight", 36)
        })
    }

    /// The start tile with bends all around: no exit is open that a soldier on it sees, each bend has
    /// one open exit.
    pub fn ring(settings: &[&str]) -> Scene {
        let bends = [
            ((0, -1), 10),
            ((1, -1), 20),
            ((1, 0), 40),
            ((0, 1), 17),
            ((-1, 1), 34),
            ((-1, 0), 5),
        ];
        let start = Scene::new(settings).tile((0, 0), "start", 63);
        bends
            .into_iter()
            .fold(start, |scene, (at, exits)| scene.tile(at, "gentle", exits))
    }

    pub fn tile(mut self, at: At, kind: &str, exits: u8) -> Scene {
        self.tiles.push((at, kind.into(), exits));
        self
    }

    pub fn soldier(mut self, id: &str, at: At) -> Scene {
        self.soldiers.insert(id.into(), json!([at.0, at.1]));
        self
    }

    pub fn soldiers(self, ids: &[&str], at: At) -> Scene {
        ids.iter().fold(self, |scene, id| scene.soldier(id, at))
    }

    pub fn lurkers(self, at: At, count: u8) -> Scene {
        self.stack(at, count, 0)
    }

    pub fn stack(mut self, at: At, count: u8, spent: u8) -> Scene {
        self.lurkers.push((at, count, spent));
        self
    }

    /// Any key of the dump.
    pub fn set(mut self, key: &str, value: Value) -> Scene {
        self.keys.insert(key.into(), value);
        self
    }

    pub fn unset(mut self, key: &str) -> Scene {
        self.keys.remove(key);
        self
    }

    /// In the middle of a phase.
    pub fn phase(self, phase: &str, player: &str) -> Scene {
        let scene = self
            .unset("activated")
            .unset("active")
            .set("phase", json!(phase));
        scene.set("player", json!(player))
    }

    pub fn phase_lurker(self, actions_left: u8) -> Scene {
        let scene = self.phase("lurker", "lurker");
        scene.set("actions_left", json!(actions_left))
    }

    pub fn deck(self, deck: Value) -> Scene {
        self.set("deck", deck)
    }

    pub fn dump(&self) -> Value {
        let mut dump = self.keys.clone();
        let mut tiles = self.tiles.clone();
        tiles.sort();
        let ship_placed = tiles.iter().any(|(_, kind, _)| kind == "ship");
        let tile = |((q, r), kind, exits): &(At, String, u8)| json!([q, r, kind, exits]);
        dump.insert("tiles".into(), tiles.iter().map(tile).collect());
        dump.insert("ship_placed".into(), json!(ship_placed));
        if ship_placed {
            dump.insert("deck".into(), json!({}));
        }
        dump.insert("soldiers".into(), Value::Object(self.soldiers.clone()));
        let mut lurkers = self.lurkers.clone();
        lurkers.sort();
        let stack = |((q, r), count, spent): &(At, u8, u8)| json!([q, r, count, spent]);
        dump.insert("lurkers".into(), lurkers.iter().map(stack).collect());
        let placed: u8 = lurkers.iter().map(|(_, count, _)| count).sum();
        let supply = self.options.lurkers.saturating_sub(placed);
        dump.insert("supply".into(), json!(supply));
        dump.insert("pending".into(), json!([]));
        Value::Object(dump)
    }

    pub fn try_build(&self) -> Result<LostPatrol, SetupError> {
        LostPatrol::from_dump(&self.options, &self.dump())
    }

    pub fn build(&self) -> LostPatrol {
        self.try_build()
            .unwrap_or_else(|error| panic!("{error}: {}", self.dump()))
    }

    /// The position after these actions and outcomes.
    pub fn after(&self, words: &[&str]) -> LostPatrol {
        after(&self.build(), words)
    }
}

/// The position after these actions and outcomes.
pub fn after(position: &LostPatrol, words: &[&str]) -> LostPatrol {
    let mut position = position.clone();
    for word in words {
        play_word(&mut position, word).unwrap_or_else(|error| panic!("{error}"));
    }
    position
}

/// The legal actions' notation.
pub fn legal(position: &LostPatrol) -> Vec<String> {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    actions.iter().map(|action| action.to_string()).collect()
}

/// The legal actions whose notation begins so.
pub fn legal_with(position: &LostPatrol, prefix: &str) -> Vec<String> {
    let mut legal = legal(position);
    legal.retain(|word| word.starts_with(prefix));
    legal
}

/// The roll's outcomes are these, in this order, with weights in this proportion.
#[track_caller]
pub fn assert_odds(position: &LostPatrol, expected: &[(&str, u64)]) {
    let mut outcomes = Vec::new();
    position.chance_outcomes(&mut outcomes);
    let words: Vec<String> = outcomes.iter().map(|(o, _)| o.to_string()).collect();
    let names: Vec<&str> = expected.iter().map(|(name, _)| *name).collect();
    assert_eq!(words, names, "{position:?}");
    let total: u64 = outcomes.iter().map(|(_, weight)| weight).sum();
    let all: u64 = expected.iter().map(|(_, weight)| weight).sum();
    for ((outcome, weight), (_, wanted)) in outcomes.iter().zip(expected) {
        assert_eq!(weight * all, wanted * total, "{outcome}: {weight}/{total}");
    }
}

/// How the game ended: the outcome and the patrol's return.
#[track_caller]
pub fn end(position: &LostPatrol) -> (&'static str, f64) {
    match position.turn() {
        Turn::Over(outcome) => (outcome.name, outcome.value.0),
        turn => panic!("the game goes on: {turn:?}"),
    }
}

/// A value of the dump.
pub fn key(position: &LostPatrol, key: &str) -> Value {
    position.dump()[key].clone()
}
