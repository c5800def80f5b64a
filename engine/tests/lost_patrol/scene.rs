//! Hand-made positions, and what tests ask of them.

use moonbase_engine::lost_patrol::{LostPatrol, LostPatrolOptions};
use moonbase_engine::setup::SetupError;
use serde_json::{Map, Value, json};

pub use super::common::{At, after, assert_odds, end, key, legal, legal_with};
use super::common::{options_with, stack_rows, tile_rows};

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
    options_with::<LostPatrol>(settings)
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
        let ship_placed = self.tiles.iter().any(|(_, kind, _)| kind == "ship");
        dump.insert("tiles".into(), tile_rows(&self.tiles));
        dump.insert("ship_placed".into(), json!(ship_placed));
        if ship_placed {
            dump.insert("deck".into(), json!({}));
        }
        dump.insert("soldiers".into(), Value::Object(self.soldiers.clone()));
        dump.insert("lurkers".into(), stack_rows(&self.lurkers));
        let placed: u8 = self.lurkers.iter().map(|(_, count, _)| count).sum();
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
