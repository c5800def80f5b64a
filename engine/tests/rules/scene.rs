//! Hand-made positions, and what tests ask of them.

use moonbase_engine::ufo::{SetupError, Ufo, UfoOptions};
use serde_json::{Map, Value, json};

pub use super::common::{At, after, assert_odds, end, key, legal, legal_with};
use super::common::{options_with, stack_rows, tile_rows};

/// A position in the making: turn 1, SHADO to begin, unless said otherwise. What is not on the board
/// is in the deck or the pool.
#[derive(Clone)]
pub struct Scene {
    pub options: UfoOptions,
    tiles: Vec<(At, String, u8)>,
    units: Map<String, Value>,
    aliens: Vec<(At, u8, u8)>,
    keys: Map<String, Value>,
}

pub fn options(settings: &[&str]) -> UfoOptions {
    options_with::<Ufo>(settings)
}

impl Scene {
    /// The start tile and nobody on it.
    pub fn new(settings: &[&str]) -> Scene {
        Scene {
            options: options(settings),
            tiles: vec![((0, 0), "start".into(), 63)],
            units: Map::new(),
            aliens: Vec::new(),
            keys: Map::new(),
        }
        .set("turn", json!(1))
        .set("sky_left", json!(3))
        .set("sky_die", json!(false))
        .set("pod", Value::Null)
        .phase_shado()
    }

    /// A line of plain straights on `1,0` to `4,0` and the UFO on `5,0`, and one straight on `-1,0`:
    /// nothing is laid any more, and the start tile has open exits.
    pub fn line(settings: &[&str]) -> Scene {
        let line = (1..5).fold(Scene::new(settings), |scene, q| {
            scene.tile((q, 0), "straight", 36)
        });
        line.tile((-1, 0), "straight", 36).tile((5, 0), "ufo", 32)
    }

    pub fn tile(mut self, at: At, kind: &str, exits: u8) -> Scene {
        self.tiles.push((at, kind.into(), exits));
        self
    }

    pub fn unit(mut self, id: &str, at: At) -> Scene {
        self.units
            .insert(id.into(), json!({"at": [at.0, at.1], "aboard": null}));
        self
    }

    /// A Gun Mobile with a team aboard.
    pub fn loaded(mut self, mobile: &str, team: &str, at: At) -> Scene {
        let aboard = json!({"at": [at.0, at.1], "aboard": mobile});
        self.units.insert(team.into(), aboard);
        self.unit(mobile, at)
    }

    pub fn aliens(self, at: At, count: u8) -> Scene {
        self.stack(at, count, 0)
    }

    pub fn stack(mut self, at: At, count: u8, spent: u8) -> Scene {
        if count > 0 {
            self.aliens.push((at, count, spent));
        }
        self
    }

    pub fn pod(self, at: At, age: u8) -> Scene {
        self.set("pod", json!([at.0, at.1, age]))
    }

    /// Any key of the dump.
    pub fn set(mut self, key: &str, value: Value) -> Scene {
        self.keys.insert(key.into(), value);
        self
    }

    fn unset(mut self, keys: &[&str]) -> Scene {
        keys.iter().for_each(|key| drop(self.keys.remove(*key)));
        self
    }

    fn phase_shado(self) -> Scene {
        let scene = self
            .set("phase", json!("shado"))
            .set("player", json!("shado"));
        scene
            .set("activated", json!([]))
            .set("active", Value::Null)
            .set("granted", Value::Null)
    }

    /// The Aliens have so many actions left.
    pub fn phase_alien(self, actions_left: u8) -> Scene {
        let scene = self.unset(&["activated", "active", "granted"]);
        let scene = scene
            .set("phase", json!("alien"))
            .set("player", json!("alien"));
        scene.set("actions_left", json!(actions_left))
    }

    /// In the middle of a phase that has no keys of its own.
    pub fn phase(self, phase: &str, player: &str) -> Scene {
        let scene = self.unset(&["activated", "active", "granted"]);
        scene
            .set("phase", json!(phase))
            .set("player", json!(player))
    }

    pub fn dump(&self) -> Value {
        let mut dump = self.keys.clone();
        let ufo_placed = self.tiles.iter().any(|(_, kind, _)| kind == "ufo");
        dump.insert("tiles".into(), tile_rows(&self.tiles));
        dump.insert("ufo_placed".into(), json!(ufo_placed));
        dump.insert(
            "deck".into(),
            if ufo_placed { json!({}) } else { self.deck() },
        );
        dump.insert("units".into(), Value::Object(self.units.clone()));
        dump.insert("aliens".into(), stack_rows(&self.aliens));
        let placed: u8 = self.aliens.iter().map(|(_, count, _)| count).sum();
        dump.insert(
            "pool".into(),
            json!(self.options.aliens.saturating_sub(placed)),
        );
        dump.insert("pending".into(), json!([]));
        Value::Object(dump)
    }

    fn deck(&self) -> Value {
        let laid = |name: &str| {
            self.tiles
                .iter()
                .filter(|(_, kind, _)| kind == name)
                .count()
        };
        let left = |kind: &moonbase_engine::tiles::TileKind| {
            let count = kind.count - laid(&kind.kind) as i64;
            (count > 0).then(|| (kind.kind.clone(), json!(count)))
        };
        Value::Object(self.options.tiles.kinds().iter().filter_map(left).collect())
    }

    pub fn try_build(&self) -> Result<Ufo, SetupError> {
        Ufo::from_dump(&self.options, &self.dump())
    }

    pub fn build(&self) -> Ufo {
        self.try_build()
            .unwrap_or_else(|error| panic!("{error}: {}", self.dump()))
    }

    /// The position after these actions and outcomes.
    pub fn after(&self, words: &[&str]) -> Ufo {
        after(&self.build(), words)
    }
}
