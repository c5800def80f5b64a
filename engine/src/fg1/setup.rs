//! Setting up a position from its dump.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::base::{BaseId, MOST_TOGETHER, Mode, SideMask, Status};
use super::flow::MOST_ACTIONS;
use super::options::{Fg1Options, Moves};
use super::rules::rules_for;
use super::state::{Condition, Fg1, Phase, Place};
use crate::game::{Game, Seat, Turn};
use crate::groups::Grouped;
use crate::hex::Dir;
use crate::setup::{
    SetupError, check_choices, check_same, checked_hex, demand, fault, known_outcome, read_sheet,
};

/// Outcomes of a finished game; values of those by score follow from it.
const OUTCOMES: [(&str, f64); 5] = [
    ("a_wiped_out", -1.0),
    ("b_wiped_out", 1.0),
    ("a_ahead", 0.0),
    ("b_ahead", 0.0),
    ("level", 0.0),
];

/// The dump as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    initiative: u16,
    side: String,
    phase: String,
    player: String,
    bases: BTreeMap<String, BaseSheet>,
    moved: Vec<String>,
    loaded: Vec<String>,
    spent: Vec<String>,
    #[serde(rename = "score")]
    _score: Value,
    pending: Vec<String>,
    actions: Option<u8>,
    #[serde(rename = "actor")]
    _actor: Option<String>,
    #[serde(rename = "left")]
    _left: Option<u16>,
    #[serde(rename = "straight")]
    _straight: Option<u16>,
    outcome: Option<String>,
}

/// A base as the dump gives it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BaseSheet {
    aboard: Option<String>,
    at: (i8, i8),
    facing: Option<Dir>,
    mode: Option<String>,
    status: String,
}

impl Fg1 {
    /// The position of a dump (see the rules' "Position dump") under these options.
    ///
    /// It need not be reachable from the start, but its parts must fit together: bases of the scenario, each where it
    /// may stand, and a true choice or an end at hand. Its own dump is then the one given.
    ///
    /// # Errors
    /// [`SetupError`]: the first fault found, naming the key. Dumps from the middle of an action (`pending` not
    /// empty) are refused.
    ///
    /// ```
    /// use moonbase_engine::{Game, fg1::{Fg1, Fg1Options}};
    /// let options = Fg1Options::default();
    /// let start = Fg1::new(&options).unwrap();
    /// assert_eq!(Fg1::from_dump(&options, &start.dump()).unwrap(), start);
    /// ```
    pub fn from_dump(options: &Fg1Options, dump: &Value) -> Result<Fg1, SetupError> {
        let sheet: Sheet = read_sheet(Fg1::NAME, dump)?;
        if !sheet.pending.is_empty() {
            return Err(SetupError::Pending);
        }
        let mut position = Fg1::blank(rules_for(options));
        position.set_initiative(&sheet)?;
        position.set_bases(&sheet)?;
        position.set_lists(&sheet)?;
        position.set_phase(&sheet)?;
        if let Turn::Decide(_) = position.node {
            check_choices(&sheet.player, position.count_actions())?;
        }
        check_same(&position.to_dump(), dump)?;
        Ok(position)
    }

    fn set_initiative(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        let last = self.rules.last_initiative;
        let fits = (1..=last).contains(&sheet.initiative);
        demand(fits, "initiative", &format!("1 to {last}"))?;
        self.initiative = sheet.initiative;
        let first = self.rules.options.scenario.first();
        self.side = if self.initiative % 2 == 1 {
            first
        } else {
            first.other()
        };
        let turn = Fg1::SEATS[self.side] == sheet.side;
        demand(turn, "side", "the sides take turns, from the scenario's")
    }

    fn set_bases(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        for (id, base) in &sheet.bases {
            let id = self.base_of("bases", id)?;
            self.conditions[id.index()] = self.condition_of(id, base)?;
            self.places[id.index()] = self.place_of(id, base)?;
        }
        for squad in self.bases().filter(|base| self.carrier(*base).is_some()) {
            let hover = self.carrier(squad).filter(|hover| self.is_alive(*hover));
            let Some(hover) = hover else {
                return fault("bases", format!("the hover of {squad} is not there"));
            };
            let listed = &sheet.bases;
            let same = listed[&squad.to_string()].at == listed[&hover.to_string()].at;
            demand(same, "bases", "a squad aboard is on its hover's hex")?;
            let room = self.passengers(hover).count_ones() <= MOST_TOGETHER as u32;
            demand(room, "bases", "at most three squads are aboard a hover")?;
        }
        Ok(())
    }

    /// A base of this game.
    fn base_of(&self, key: &'static str, id: &str) -> Result<BaseId, SetupError> {
        let scenario = &self.rules.options.scenario;
        let known = |id: &BaseId| scenario.base(*id).is_some();
        match id.parse().ok().filter(known) {
            Some(id) => Ok(id),
            None => fault(key, format!("`{id}` is no base of this scenario")),
        }
    }

    fn condition_of(&self, id: BaseId, base: &BaseSheet) -> Result<Condition, SetupError> {
        let kind = self.kind(id);
        let faces = base.facing.is_some() != kind.is_squad();
        demand(faces, "bases", "a facing for vehicles, and only for them")?;
        let turned = base.facing.is_none_or(|facing| facing < 6);
        demand(turned, "bases", "a facing is 0 to 5")?;
        let moded = base.mode.is_some() == kind.is_hover();
        demand(moded, "bases", "a mode for hovers, and only for them")?;
        let mode = match &base.mode {
            None => Some(Mode::Ground),
            Some(name) => Mode::ALL.into_iter().find(|mode| mode.name() == name),
        };
        let status = Status::ALL.into_iter().find(|s| s.name() == base.status);
        match (mode, status) {
            (Some(mode), Some(status)) => Ok(Condition {
                facing: base.facing.unwrap_or(0),
                mode,
                status,
            }),
            _ => fault("bases", format!("{id} has an unknown mode or status")),
        }
    }

    fn place_of(&self, id: BaseId, base: &BaseSheet) -> Result<Place, SetupError> {
        let (q, r) = base.at;
        let Some(cell) = self.field().cell(checked_hex("bases", q, r)?) else {
            return fault("bases", format!("{id} is off the board"));
        };
        let condition = self.conditions[id.index()];
        if let Some(hover) = &base.aboard {
            let hover = self.base_of("bases", hover)?;
            let fits = self.kind(id).is_squad() && self.kind(hover).is_hover();
            let ours = hover.side() == id.side() && condition.status == Status::Ok;
            let text = "only squads that are `ok` are aboard, and only hovers of their side";
            demand(fits && ours, "bases", text)?;
            return Ok(Fg1::aboard(hover));
        }
        let stands = self
            .kind(id)
            .passes(condition.mode, self.field().terrain(cell));
        demand(stands, "bases", "a base stands where it cannot")?;
        let free = !self.places.contains(&cell);
        demand(free, "bases", "two bases that are not aboard on one hex")?;
        Ok(cell)
    }

    fn set_lists(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        self.moved = self.list("moved", &sheet.moved, self.side)?;
        self.loaded = self.list("loaded", &sheet.loaded, self.side)?;
        self.spent = self.list("spent", &sheet.spent, self.side.other())?;
        let squads = self.loaded & !self.rules.squads[self.side] == 0;
        demand(squads, "loaded", "only squads load")?;
        let free = self.rules.options.moves == Moves::Free;
        demand(!free || self.moved == 0, "moved", "empty with `moves=free`")?;
        self.actions = sheet.actions.unwrap_or(0);
        let most = if free { MOST_ACTIONS } else { 0 };
        demand(self.actions <= most, "actions", "0 to 100")
    }

    /// Bases in play of a side.
    fn list(&self, key: &'static str, ids: &[String], side: Seat) -> Result<SideMask, SetupError> {
        let mut mask = 0;
        for id in ids {
            let base = self.base_of(key, id)?;
            let fits = base.side() == side && self.is_alive(base);
            demand(
                fits,
                key,
                "names a base that is killed, or the other side's",
            )?;
            mask |= base.bit();
        }
        Ok(mask)
    }

    fn set_phase(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        let gone = Seat::BOTH.into_iter().find(|side| self.alive(*side) == 0);
        match sheet.phase.as_str() {
            "action" => {
                demand(gone.is_none(), "bases", "a side without bases has lost")?;
                let begun = self.actions < MOST_ACTIONS;
                demand(begun, "actions", "the initiative passes after the 100th")?;
                self.node = self.waits_for();
                Ok(())
            }
            "over" => self.set_end(sheet, gone),
            name if Phase::ALL.iter().any(|phase| phase.name() == name) => {
                fault("phase", "the middle of an action cannot be set up")
            }
            name => fault("phase", format!("`{name}` is no phase")),
        }
    }

    fn set_end(&mut self, sheet: &Sheet, gone: Option<Seat>) -> Result<(), SetupError> {
        known_outcome(&OUTCOMES, sheet.outcome.as_deref())?;
        match gone {
            Some(side) => {
                let other = self.alive(side.other()) != 0;
                demand(other, "bases", "one side at least has bases")?;
                self.wipe_out(side);
            }
            None => {
                let last = self.initiative == self.rules.last_initiative;
                demand(last, "initiative", "the game ends with the last one")?;
                self.end_by_score();
            }
        }
        Ok(())
    }
}
