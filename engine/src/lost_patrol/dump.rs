//! The position dump of `lost_patrol`.

use serde_json::{Map, Value, json};

use super::soldiers::Soldier;
use super::state::{LostPatrol, NONE, Phase, Task};
use crate::dump;
use crate::game::Turn;

impl LostPatrol {
    pub(super) fn to_dump(&self) -> Value {
        let mut map = Map::new();
        let mut put = |key: &str, value: Value| map.insert(key.into(), value);
        put("turn", json!(self.turn));
        put("phase", json!(self.phase.name()));
        put("player", json!(dump::player_name::<LostPatrol>(self.node)));
        put("tiles", dump::tiles(&self.board, &self.rules.kinds));
        put("deck", dump::deck(&self.deck, &self.rules.kinds));
        put("ship_placed", json!(self.ship_placed()));
        put("soldiers", self.dump_soldiers());
        put("lurkers", dump::stacks(&self.lurkers, &self.board));
        put("supply", json!(self.supply));
        put("pending", json!(self.pending()));
        self.dump_phase(&mut map);
        Value::Object(map)
    }

    fn dump_soldiers(&self) -> Value {
        let soldier = |soldier: Soldier| {
            let hex = self.board.hex(self.at[soldier as usize]);
            (soldier.name().to_string(), json!([hex.q, hex.r]))
        };
        Value::Object(Soldier::all_in(self.alive()).map(soldier).collect())
    }

    /// The keys that only some phases have.
    fn dump_phase(&self, map: &mut Map<String, Value>) {
        let mut put = |key: &str, value: Value| map.insert(key.into(), value);
        match self.phase {
            Phase::Setup => {
                put("redeals", json!(self.redeals));
            }
            Phase::Patrol => {
                let activated = Soldier::all_in(self.activated).map(Soldier::name);
                put("activated", json!(activated.collect::<Vec<_>>()));
                put("active", json!(self.active().map(Soldier::name)));
                if self.active != NONE {
                    put("actions_left", json!(self.actions_left));
                }
            }
            Phase::Lurker => {
                put("actions_left", json!(self.actions_left));
            }
            Phase::Over => {
                if let Turn::Over(outcome) = self.node {
                    put("outcome", json!(outcome.name));
                }
            }
            Phase::Clearing | Phase::Laying | Phase::Ambush | Phase::Excess => {}
        }
    }

    /// What is needed to go on from the middle of something, in words.
    pub fn pending(&self) -> Vec<String> {
        let hex = |tile| self.board.hex(tile);
        let active = || Soldier::from_index(self.active);
        let ahead = self
            .ahead
            .map(|edge| format!("laying on at {}:{}", hex(edge.tile), edge.dir));
        let task = match self.task {
            Task::Idle | Task::Draw => None,
            Task::Place { kind } => Some(format!("tile {}", self.rules.kinds.rule(kind).name)),
            Task::Leave { dir } => Some(format!("{} leaves by {dir}", active())),
            Task::Fire => Some(format!("{} fires", active())),
            Task::Ambush { tile, count } => Some(format!("ambush at {} by {count}", hex(tile))),
            Task::Ambushed { tile } => Some(format!("killed at {}", hex(tile))),
            Task::Retreat { tile, .. } => Some(format!("soldiers retreat from {}", hex(tile))),
            Task::Flee { tile } => Some(format!("lurkers flee from {}", hex(tile))),
        };
        ahead.into_iter().chain(task).collect()
    }
}
