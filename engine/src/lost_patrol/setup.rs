//! Setting up a position from its dump.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::options::LostPatrolOptions;
use super::soldiers::Soldier;
use super::state::{LostPatrol, NONE, Phase, Task, rules_for};
use crate::board::NO_TILE;
use crate::deck::{Deck, MOST_REDEALS};
use crate::dump;
use crate::game::{Game, Turn};
use crate::groups::Grouped;
use crate::hex::Hex;
use crate::setup::{
    SetupError, check_choices, check_rested, check_same, demand, fault, find_tile, known_outcome,
    lay_out, placed, read_phase, read_sheet, read_stacks, rest_of_box, sole_tile,
};
use crate::tiles::KindName;

/// Outcomes of a finished game, with the patrol's return.
const OUTCOMES: [(&str, f64); 4] = [
    ("escaped", 1.0),
    ("all_lost", -1.0),
    ("lost_in_jungle", -1.0),
    ("time_out", -1.0),
];

/// The dump as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    turn: u16,
    phase: String,
    player: String,
    tiles: Vec<(i8, i8, String, u8)>,
    deck: BTreeMap<String, u8>,
    ship_placed: bool,
    soldiers: BTreeMap<String, (i8, i8)>,
    lurkers: Vec<(i8, i8, u8, u8)>,
    supply: u8,
    pending: Vec<String>,
    redeals: Option<u8>,
    activated: Option<Vec<String>>,
    active: Option<String>,
    actions_left: Option<u8>,
    outcome: Option<String>,
}

impl LostPatrol {
    /// The position of a dump (see the rules' "Position dump") under these options.
    ///
    /// It need not be reachable from the start, but its parts must fit together: tiles in the box,
    /// soldiers of this game, all lurkers accounted for, and a true choice, roll or end at hand. Its
    /// own dump is then the one given.
    ///
    /// # Errors
    /// [`SetupError`]: the first fault found, naming the key. Dumps from the middle of something
    /// (`pending` not empty) are refused.
    ///
    /// ```
    /// use moonbase_engine::{Game, lost_patrol::{LostPatrol, LostPatrolOptions}};
    /// let options = LostPatrolOptions::default();
    /// let start = LostPatrol::new(&options).unwrap();
    /// assert_eq!(LostPatrol::from_dump(&options, &start.dump()).unwrap(), start);
    /// ```
    pub fn from_dump(options: &LostPatrolOptions, dump: &Value) -> Result<LostPatrol, SetupError> {
        let sheet: Sheet = read_sheet(LostPatrol::NAME, dump)?;
        if !sheet.pending.is_empty() {
            return Err(SetupError::Pending);
        }
        let mut position = LostPatrol::blank(rules_for(options));
        position.set_tiles(&sheet)?;
        position.set_soldiers(&sheet)?;
        position.set_lurkers(&sheet)?;
        position.set_turn(&sheet)?;
        position.set_phase(&sheet)?;
        position.check_node(&sheet)?;
        check_same(&position.to_dump(), dump)?;
        Ok(position)
    }

    fn set_tiles(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        let kinds = &self.rules.kinds;
        self.board = lay_out(kinds, &sheet.tiles)?;
        self.start_tile = sole_tile(&self.board, kinds.start())?;
        self.ship_tile = sole_tile(&self.board, kinds.end())?;
        let home = self.start_tile().map(|tile| self.board.hex(tile));
        let at_origin = home.is_none_or(|hex| hex == Hex::ORIGIN);
        demand(at_origin, "tiles", "the start tile lies at 0,0")?;
        let placed = self.ship_placed() == sheet.ship_placed;
        demand(placed, "ship_placed", "`tiles` say otherwise")?;
        let rest = rest_of_box(kinds, &self.board, self.ship_placed())?;
        self.set_deck(sheet, &rest)
    }

    /// Tiles that were discarded or removed are neither on the board nor in the deck.
    fn set_deck(&mut self, sheet: &Sheet, most: &Deck) -> Result<(), SetupError> {
        let kinds = &self.rules.kinds;
        for (name, count) in &sheet.deck {
            let kind = KindName::find(name).and_then(|name| kinds.find(name));
            let fits = |kind: &u8| *kind < kinds.forest() && *count <= most.count(*kind);
            let Some(kind) = kind.filter(fits) else {
                let text =
                    "more than the box holds beyond `tiles`; nothing once the ship is placed";
                return fault("deck", format!("`{name}`: {text}"));
            };
            self.deck.put(kind, *count);
        }
        let plain = dump::deck(&self.deck, kinds) == json!(sheet.deck);
        demand(plain, "deck", "kinds without tiles are left out")
    }

    fn set_soldiers(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        for (id, hex) in &sheet.soldiers {
            let soldier = self.soldier_of("soldiers", id)?;
            self.at[soldier as usize] = find_tile(&self.board, "soldiers", *hex)?;
        }
        let nobody = self.alive() == 0 && sheet.outcome.as_deref() != Some("all_lost");
        demand(!nobody, "soldiers", "none is left, but the game goes on")
    }

    fn soldier_of(&self, key: &'static str, id: &str) -> Result<Soldier, SetupError> {
        match id.parse::<Soldier>() {
            Ok(soldier) if self.rules.options.soldiers & soldier.bit() != 0 => Ok(soldier),
            _ => fault(key, format!("`{id}` is no soldier of this game")),
        }
    }

    fn set_lurkers(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        let all = u32::from(self.rules.options.lurkers);
        let sum = placed(&sheet.lurkers) + u32::from(sheet.supply) == all;
        let text = "placed lurkers and the supply must make all of them";
        demand(sum, "supply", text)?;
        self.supply = sheet.supply;
        self.lurkers = read_stacks(&self.board, "lurkers", &sheet.lurkers)?;
        Ok(())
    }

    fn set_turn(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        let last = self.rules.options.max_turns;
        let phase = read_phase(&Phase::ALL, Phase::name, &sheet.phase, sheet.turn, last)?;
        (self.turn, self.phase) = (sheet.turn, phase);
        let tired = matches!(phase, Phase::Ambush | Phase::Over);
        check_rested(tired, "lurkers", &sheet.lurkers)
    }

    fn set_phase(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        match self.phase {
            Phase::Setup => {
                self.redeals = sheet.redeals.unwrap_or(0);
                demand(self.redeals <= MOST_REDEALS, "redeals", "0 to 3")
            }
            Phase::Patrol => self.set_activation(sheet),
            Phase::Lurker => {
                self.actions_left = sheet.actions_left.unwrap_or(0);
                let fits = (1..=self.rules.options.lurker_actions).contains(&self.actions_left);
                demand(fits, "actions_left", "1 to `lurker_actions`")
            }
            Phase::Clearing => {
                let alone = self.groups_without_soldiers();
                demand(!alone, "tiles", "a group of tiles without soldiers")
            }
            Phase::Over => self.set_outcome(sheet),
            Phase::Laying | Phase::Ambush | Phase::Excess => Ok(()),
        }
    }

    fn groups_without_soldiers(&self) -> bool {
        self.group_of(self.soldier_tiles()) != self.board.all()
    }

    fn set_activation(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        for id in sheet.activated.iter().flatten() {
            self.activated |= self.soldier_of("activated", id)?.bit();
        }
        let mut busy = self.activated;
        if let Some(id) = &sheet.active {
            self.active = self.soldier_of("active", id)? as u8;
            self.actions_left = sheet.actions_left.unwrap_or(0);
            demand(self.actions_left == 1, "actions_left", "1 between actions")?;
            busy |= 1 << self.active;
        }
        let dead = busy & !self.alive() != 0;
        demand(!dead, "activated", "names a soldier that is dead")?;
        let once = self.active == NONE || self.activated >> self.active & 1 == 0;
        let text = "the active soldier's activation has not ended";
        demand(once, "activated", text)
    }

    fn set_outcome(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        let (name, value) = known_outcome(&OUTCOMES, sheet.outcome.as_deref())?;
        self.end_game(name, value);
        Ok(())
    }

    /// Finds what the position waits for: laying goes on while an edge is seen.
    fn check_node(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        if matches!(self.phase, Phase::Setup | Phase::Laying) {
            let edge = self.board.has_visible_edge(self.soldier_tiles());
            let lays = self.ship_tile == NO_TILE && edge;
            demand(lays, "phase", "no tile is to be laid")?;
            self.task = Task::Draw;
        }
        self.node = self.waits_for();
        let choices = match self.node {
            Turn::Over(_) => 2,
            Turn::Decide(_) => self.count_actions(),
            Turn::Chance => self.deck.kinds().count(),
        };
        check_choices(&sheet.player, choices)
    }
}
