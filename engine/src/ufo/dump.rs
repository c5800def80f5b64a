//! The position dump of `ufo`.

use serde_json::{Map, Value, json};

use super::state::{Lay, NONE, Phase, Run, Task, Ufo, Weapon};
use super::units::Unit;
use crate::board::NO_TILE;
use crate::dump;
use crate::game::Turn;
use crate::hex::Dir;

impl Ufo {
    pub(super) fn to_dump(&self) -> Value {
        let mut map = Map::new();
        let mut put = |key: &str, value: Value| map.insert(key.into(), value);
        put("turn", json!(self.turn));
        put("phase", json!(self.phase.name()));
        put("player", json!(dump::player_name::<Ufo>(self.node)));
        put("tiles", dump::tiles(&self.board, &self.rules.kinds));
        put("deck", dump::deck(&self.deck, &self.rules.kinds));
        put("ufo_placed", json!(self.ufo_placed()));
        put("units", self.dump_units());
        put("aliens", dump::stacks(&self.aliens, &self.board));
        put("pool", json!(self.pool));
        put("pod", self.dump_pod());
        put("sky_left", json!(self.sky_left));
        put("sky_die", json!(self.sky_die));
        put("pending", json!(self.pending()));
        self.dump_phase(&mut map);
        Value::Object(map)
    }

    fn dump_units(&self) -> Value {
        let unit = |unit: Unit| {
            let hex = self.board.hex(self.at[unit as usize]);
            let aboard = self.carrier(unit).map(Unit::name);
            (
                unit.name().to_string(),
                json!({"at": [hex.q, hex.r], "aboard": aboard}),
            )
        };
        Value::Object(Unit::all_in(self.alive()).map(unit).collect())
    }

    fn dump_pod(&self) -> Value {
        if self.pod_tile == NO_TILE {
            return Value::Null;
        }
        let hex = self.board.hex(self.pod_tile);
        json!([hex.q, hex.r, self.pod_age])
    }

    /// The keys that only some phases have.
    fn dump_phase(&self, map: &mut Map<String, Value>) {
        let mut put = |key: &str, value: Value| map.insert(key.into(), value);
        match self.phase {
            Phase::Setup => {
                put("redeals", json!(self.redeals));
            }
            Phase::Shado => {
                let activated: Vec<_> = Unit::all_in(self.activated).map(Unit::name).collect();
                put("activated", json!(activated));
                put("active", json!(self.active().map(Unit::name)));
                put("granted", json!(self.granted().map(Unit::name)));
                if self.active != NONE {
                    put("actions_left", json!(self.actions_left));
                    put("weapon", json!(self.weapon.and_then(weapon_name)));
                    if Unit::from_index(self.active).is_team() {
                        put("moved", json!(self.moved));
                    }
                }
            }
            Phase::Alien => {
                put("actions_left", json!(self.actions_left));
            }
            Phase::Over => {
                if let Turn::Over(outcome) = self.node {
                    put("outcome", json!(outcome.name));
                }
            }
            Phase::Forest | Phase::Abduct | Phase::Overstack => {}
        }
    }

    /// What is needed to go on from the middle of something, in words.
    pub fn pending(&self) -> Vec<String> {
        let mut pending = self.pending_task();
        let edge = |tile, dir: Dir| format!("edge {}:{dir}", self.board.hex(tile));
        match self.lay {
            Lay::No | Lay::Edge => {}
            Lay::Draw { tile, dir } => pending.push(edge(tile, dir)),
            Lay::Turn { tile, dir, kind } => {
                pending.push(edge(tile, dir));
                pending.push(format!("tile {}", self.rules.kinds.rule(kind).name));
            }
        }
        pending
    }

    fn pending_task(&self) -> Vec<String> {
        let hex = |tile| self.board.hex(tile);
        let active = || Unit::from_index(self.active);
        let text = match self.task {
            Task::Idle => return Vec::new(),
            Task::Leave { dir } => format!("{} leaves by {dir}", active()),
            Task::Shot { weapon, tile } => {
                format!("{} fires at {} with {weapon:?}", active(), hex(tile))
            }
            Task::Lose { tile, hits } => format!("{hits} hits on {}", hex(tile)),
            Task::SkyAsked { assault: true } => "SKY1 is asked: assault".into(),
            Task::SkyAsked { assault: false } => "SKY1 is asked: strike".into(),
            Task::SkyComes => "SKY1 comes".into(),
            Task::Bombing { run } => self.run_text(run),
            Task::BombingLose { run, hits, own } => {
                let run = self.run_text(run);
                return vec![run, format!("{hits} hits"), format!("{own} own losses")];
            }
            Task::BombingLost { run, own } => {
                return vec![self.run_text(run), format!("{own} own losses")];
            }
            Task::PodOpens => "the Pod opens".into(),
            Task::Volley { tile, dice } => format!("{dice} Aliens shoot at {}", hex(tile)),
            Task::VolleyLost { tile, left } => format!("{left} losses on {}", hex(tile)),
            Task::Abduction { tile, aliens } => format!("abduction at {} by {aliens}", hex(tile)),
            Task::Abducted { tile } => format!("abducted at {}", hex(tile)),
            Task::DrawFirst { tile } => format!("draw at {}", hex(tile)),
            Task::DriveBack {
                tile, then_aliens, ..
            } => {
                let text = format!("SHADO is driven back from {}", hex(tile));
                return with(text, then_aliens, "then the Aliens scatter");
            }
            Task::DriveOff {
                tile,
                dir,
                then_shado,
                ..
            } => {
                let text = format!("Aliens are driven off {}: direction {dir}", hex(tile));
                return with(text, then_shado, "then SHADO scatters");
            }
            Task::ThenAliens { tile } => format!("then the Aliens scatter at {}", hex(tile)),
            Task::Assault { dice } => format!("assault with {dice} dice"),
        };
        vec![text]
    }

    /// The tiles that are left of SKY1's run.
    fn run_text(&self, run: Run) -> String {
        let mut text = "strike".to_string();
        let mut tile = run.tile;
        for left in (1..=run.left).rev() {
            text += &format!(" {}", self.board.hex(tile));
            if left > 1 {
                tile = self.board.neighbour(tile, run.dir);
            }
        }
        text
    }
}

fn with(text: String, more: bool, then: &str) -> Vec<String> {
    if more {
        vec![text, then.into()]
    } else {
        vec![text]
    }
}

/// Small arms are not noted: they bind nobody.
fn weapon_name(weapon: Weapon) -> Option<&'static str> {
    match weapon {
        Weapon::Cannon => Some("cannon"),
        Weapon::Mortar => Some("mortar"),
        Weapon::SmallArms | Weapon::Missile => None,
    }
}
