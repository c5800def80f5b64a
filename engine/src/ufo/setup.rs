//! Setting up a position from its dump.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::options::{Reveal, UfoOptions};
use super::state::{Lay, NONE, Phase, Ufo, Weapon, rules_for};
use super::units::Unit;
use crate::dump;
use crate::game::{Game, Turn};
use crate::groups::Grouped;
use crate::hex::Hex;
use crate::setup::{
    SetupError, check_choices, check_rested, check_same, demand, fault, find_tile, known_outcome,
    lay_out, placed, read_phase, read_sheet, read_stacks, rest_of_box, sole_tile,
};

/// Outcomes of a finished game, with SHADO's graded return.
const OUTCOMES: [(&str, f64); 8] = [
    ("shado_big", 1.0),
    ("shado", 0.5),
    ("draw", 0.0),
    ("alien", -0.5),
    ("alien_big", -1.0),
    ("all_lost", -1.0),
    ("lost_in_forest", -1.0),
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
    ufo_placed: bool,
    units: BTreeMap<String, Place>,
    aliens: Vec<(i8, i8, u8, u8)>,
    pool: u8,
    pod: Option<(i8, i8, u8)>,
    sky_left: u8,
    sky_die: bool,
    pending: Vec<String>,
    redeals: Option<u8>,
    activated: Option<Vec<String>>,
    active: Option<String>,
    granted: Option<String>,
    actions_left: Option<u8>,
    weapon: Option<String>,
    moved: Option<bool>,
    outcome: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    at: (i8, i8),
    aboard: Option<String>,
}

impl Ufo {
    /// The position of a dump (see the rules' "Position dump") under these options.
    ///
    /// It need not be reachable from the start, but its parts must fit together: tiles in the box and
    /// joined in one net, units of this game, all Aliens accounted for, and a true choice, roll or end
    /// at hand. Its own dump is then the one given.
    ///
    /// # Errors
    /// [`SetupError`]: the first fault found, naming the key. Dumps from the middle of something
    /// (`pending` not empty) are refused.
    ///
    /// ```
    /// use moonbase_engine::{Game, ufo::{Ufo, UfoOptions}};
    /// let options = UfoOptions::default();
    /// let start = Ufo::new(&options).unwrap();
    /// assert_eq!(Ufo::from_dump(&options, &start.dump()).unwrap(), start);
    /// ```
    pub fn from_dump(options: &UfoOptions, dump: &Value) -> Result<Ufo, SetupError> {
        options.check()?;
        let sheet: Sheet = read_sheet(Ufo::NAME, dump)?;
        if !sheet.pending.is_empty() {
            return Err(SetupError::Pending);
        }
        let mut position = Ufo::blank(rules_for(options));
        position.set_tiles(&sheet)?;
        position.set_units(&sheet)?;
        position.set_aliens(&sheet)?;
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
        self.ufo_tile = sole_tile(&self.board, kinds.end())?;
        let at_origin = self.board.find(Hex::ORIGIN) == Some(self.start_tile);
        demand(at_origin, "tiles", "the start tile lies at 0,0")?;
        let net = self.board.component(1 << self.start_tile) == self.board.all();
        demand(net, "tiles", "every tile must be joined to the start tile")?;
        let placed = self.ufo_placed() == sheet.ufo_placed;
        demand(placed, "ufo_placed", "`tiles` say otherwise")?;
        self.deck = rest_of_box(kinds, &self.board, self.ufo_placed())?;
        let rest = dump::deck(&self.deck, kinds) == json!(sheet.deck);
        let text = "must be what the box holds beyond `tiles`; nothing once the UFO is placed";
        demand(rest, "deck", text)
    }

    fn set_units(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        for (id, place) in &sheet.units {
            let unit = self.unit_of("units", id)?;
            self.at[unit as usize] = find_tile(&self.board, "units", place.at)?;
        }
        for (id, place) in &sheet.units {
            let (unit, aboard) = (self.unit_of("units", id)?, &place.aboard);
            if let Some(mobile) = aboard {
                self.board_mobile(unit, self.unit_of("units", mobile)?)?;
            }
        }
        let nobody = self.alive() == 0 && sheet.outcome.as_deref() != Some("all_lost");
        demand(!nobody, "units", "no unit is left, but the game goes on")
    }

    fn board_mobile(&mut self, unit: Unit, mobile: Unit) -> Result<(), SetupError> {
        let fits = unit.is_team() && mobile.is_gun();
        demand(fits, "units", "only teams ride, and only on Gun Mobiles")?;
        let together = self.at[unit as usize] == self.at[mobile as usize];
        demand(together, "units", "a team aboard is on its Mobile's tile")?;
        let room = self.passenger(mobile).is_none();
        demand(room, "units", "a Gun Mobile carries one team")?;
        self.carrier[unit as usize - 4] = mobile as u8;
        Ok(())
    }

    fn unit_of(&self, key: &'static str, id: &str) -> Result<Unit, SetupError> {
        match id.parse::<Unit>() {
            Ok(unit) if self.rules.options.units & unit.bit() != 0 => Ok(unit),
            _ => fault(key, format!("`{id}` is no unit of this game")),
        }
    }

    fn set_aliens(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        let all = u32::from(self.rules.options.aliens);
        let sum = placed(&sheet.aliens) + u32::from(sheet.pool);
        demand(
            sum == all,
            "pool",
            "placed Aliens and the pool must make all of them",
        )?;
        self.pool = sheet.pool;
        self.aliens = read_stacks(&self.board, "aliens", &sheet.aliens)?;
        if let Some((q, r, age)) = sheet.pod {
            self.pod_tile = find_tile(&self.board, "pod", (q, r))?;
            self.pod_age = age;
            let fits = self.pod_tile != self.ufo_tile && age <= 6;
            demand(
                fits,
                "pod",
                "its age is 0 to 6, and it is not on the UFO tile",
            )?;
        }
        Ok(())
    }

    fn set_turn(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        let last = self.rules.options.max_turns;
        let phase = read_phase(&Phase::ALL, Phase::name, &sheet.phase, sheet.turn, last)?;
        demand(sheet.sky_left <= 3, "sky_left", "0 to 3")?;
        (self.turn, self.phase) = (sheet.turn, phase);
        (self.sky_left, self.sky_die) = (sheet.sky_left, sheet.sky_die);
        Ok(())
    }

    fn set_phase(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        let options = &self.rules.options;
        let tired = match self.phase {
            Phase::Alien => options.volley_once,
            Phase::Abduct | Phase::Over => true,
            _ => false,
        };
        check_rested(tired, "aliens", &sheet.aliens)?;
        match self.phase {
            Phase::Setup => {
                self.redeals = sheet.redeals.unwrap_or(0);
                demand(self.redeals <= 3, "redeals", "0 to 3")
            }
            Phase::Shado => self.set_activation(sheet),
            Phase::Alien => {
                self.actions_left = sheet.actions_left.unwrap_or(0);
                let fits = (1..=options.alien_actions).contains(&self.actions_left);
                demand(fits, "actions_left", "1 to `alien_actions`")
            }
            Phase::Over => self.set_outcome(sheet),
            Phase::Forest | Phase::Abduct | Phase::Overstack => Ok(()),
        }
    }

    fn set_activation(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        for id in sheet.activated.iter().flatten() {
            self.activated |= self.unit_of("activated", id)?.bit();
        }
        if let Some(id) = &sheet.granted {
            let unit = self.unit_of("granted", id)?;
            let fits = self.rules.options.command_grant && unit != Unit::C;
            demand(fits, "granted", "needs `command_grant`, and never `C`")?;
            self.granted = unit as u8;
        }
        if let Some(id) = &sheet.active {
            self.active = self.unit_of("active", id)? as u8;
            self.set_active(sheet)?;
        }
        let busy = self.activated
            | if self.active == NONE {
                0
            } else {
                1 << self.active
            };
        let lost = busy & !self.alive() != 0;
        demand(!lost, "activated", "names a unit that is lost")?;
        let once = self.active == NONE || self.activated >> self.active & 1 == 0;
        demand(
            once,
            "activated",
            "the active unit's activation has not ended",
        )
    }

    fn set_active(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        let unit = Unit::from_index(self.active);
        self.actions_left = sheet.actions_left.unwrap_or(0);
        let most = 2 + u8::from(self.granted == self.active);
        demand(
            self.actions_left <= most,
            "actions_left",
            "more than a unit has",
        )?;
        self.weapon = match sheet.weapon.as_deref() {
            None => None,
            Some("cannon") => Some(Weapon::Cannon),
            Some("mortar") => Some(Weapon::Mortar),
            Some(other) => return fault("weapon", format!("`{other}` is not noted")),
        };
        let fits = self.weapon.is_none() || unit.is_gun();
        demand(fits, "weapon", "only a Gun Mobile's is noted")?;
        self.moved = sheet.moved.unwrap_or(false);
        let free = self.aboard() & unit.bit() == 0;
        demand(free, "active", "a team aboard is not active")
    }

    fn set_outcome(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        let (name, value) = known_outcome(&OUTCOMES, sheet.outcome.as_deref())?;
        self.end_game(name, value);
        Ok(())
    }

    /// Finds what the position waits for: laying goes on while an edge is seen.
    fn check_node(&mut self, sheet: &Sheet) -> Result<(), SetupError> {
        let lays = match self.phase {
            Phase::Setup | Phase::Forest | Phase::Abduct => true,
            Phase::Shado => self.rules.options.reveal == Reveal::Move,
            Phase::Alien | Phase::Overstack | Phase::Over => false,
        };
        let edges = self.board.visible_edges(self.unit_tiles());
        if lays && !self.ufo_placed() && !edges.is_empty() {
            self.lay = Lay::Edge;
        }
        self.node = self.waits_for();
        let choices = match self.node {
            Turn::Over(_) => 2,
            Turn::Decide(_) | Turn::Chance => self.count_actions(),
        };
        check_choices(&sheet.player, choices)
    }
}
