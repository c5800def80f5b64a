//! The position dump of `fg1`.

use serde_json::{Map, Value, json};

use super::base::{BaseId, Mode, SideMask};
use super::options::Moves;
use super::state::{Act, Fg1, Leg, Move, Question, Stage};
use crate::dump;
use crate::game::{Game, Seat, Turn};

impl Fg1 {
    pub(super) fn to_dump(&self) -> Value {
        let (mut map, other) = (Map::new(), self.side.other());
        let mut put = |key: &str, value: Value| map.insert(key.into(), value);
        put("initiative", json!(self.initiative));
        put("side", json!(Fg1::SEATS[self.side]));
        put("phase", json!(self.phase().name()));
        put("player", json!(dump::player_name::<Fg1>(self.node)));
        put(
            "bases",
            self.bases().map(|base| self.dump_base(base)).collect(),
        );
        put("moved", ids(self.side, self.moved));
        put("loaded", ids(self.side, self.loaded));
        put("spent", ids(other, self.spent));
        let score = self.score();
        put("score", json!({"a": score.first, "b": score.second}));
        put("pending", json!(self.pending()));
        if self.rules.options.moves == Moves::Free {
            put("actions", json!(self.actions));
        }
        self.dump_act(&mut map);
        Value::Object(map)
    }

    fn dump_base(&self, base: BaseId) -> (String, Value) {
        let hex = self.hex(base).unwrap_or_default();
        let value = json!({
            "aboard": self.carrier(base).map(|hover| hover.to_string()),
            "at": [hex.q, hex.r],
            "facing": self.facing(base),
            "mode": self.mode(base).map(Mode::name),
            "status": self.status(base).name(),
        });
        (base.to_string(), value)
    }

    /// The keys that only some phases have.
    fn dump_act(&self, map: &mut Map<String, Value>) {
        let mut put = |key: &str, value: Value| map.insert(key.into(), value);
        if let Some(actor) = self.act.actor() {
            put("actor", json!(actor.to_string()));
        }
        if let Act::Move(under_way) = self.act {
            put("left", json!(under_way.left));
            put("straight", json!(under_way.straight));
        }
        if let Turn::Over(outcome) = self.node {
            put("outcome", json!(outcome.name));
        }
    }

    /// What is needed to go on from the middle of something, in words.
    pub fn pending(&self) -> Vec<String> {
        let act = match self.act {
            Act::None => None,
            Act::Move(under_way) => Some(leg_in_words(under_way)),
            Act::Load { squad, hover } => Some(format!("{squad} loads on {hover}")),
            Act::Unload { squad } => Some(format!("{squad} unloads")),
        };
        let asked = self.asked.map(|question| self.question_in_words(question));
        let next = match self.stage {
            Stage::Answer => Some("an answer".into()),
            Stage::Shot { firers, target } => Some(format!("{firers} fires at {target}")),
            Stage::Rally { base } => Some(format!("{base} rallies")),
            Stage::Choose | Stage::Over => None,
        };
        act.into_iter().chain(asked).chain(next).collect()
    }

    fn question_in_words(&self, question: Question) -> String {
        let firers = BaseId::all_in(self.side.other(), question.firers);
        let names: Vec<String> = firers.map(|base| base.to_string()).collect();
        format!("asked {} {:+}", names.join(" "), question.modifier)
    }
}

fn leg_in_words(under_way: Move) -> String {
    let leg = match under_way.leg {
        Leg::First { changed: false } => "first leg".into(),
        Leg::First { changed: true } => "first leg, mode changed".into(),
        Leg::Ahead => "ahead".into(),
        Leg::Turn => "turn".into(),
        Leg::Step(dir) => format!("step {dir}"),
    };
    let halted = if under_way.halted { ", halted" } else { "" };
    format!("{leg}, {} to go{halted}", under_way.to_go)
}

fn ids(side: Seat, mask: SideMask) -> Value {
    BaseId::all_in(side, mask)
        .map(|base| base.to_string())
        .collect()
}
