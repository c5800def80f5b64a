//! The rule options of `ufo` and their presets.

use serde_json::{Value, json};

use super::units::Unit;
use crate::options::{
    OptionInfo, OptionsError, RuleOptions, TILES_INFO, info, integer_in, mask_of_ids, one_of,
    set_with_tiles,
};
use crate::tiles::TileSet;

/// Which requests harden the next call for SKY1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SkyCounts {
    Successes,
    Calls,
}

/// Who names the edge and the orientation of a forest tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Forest {
    Alien,
    Dice,
}

/// When the forest is revealed: in phase 2, or also after each move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reveal {
    Phase,
    Move,
}

/// Who places those that lost an abduction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DriveBack {
    Winner,
    Owner,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    Graded,
    WinLoss,
}

/// The rule options of `ufo`; the defaults are the game `ufo`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UfoOptions {
    pub tiles: TileSet,
    /// Units in the game, bit `i` for unit number `i`.
    pub units: u8,
    pub aliens: u8,
    pub alien_actions: u8,
    pub max_turns: u16,
    /// The UFO is equally likely to be any of so many last tiles of the deck.
    pub ufo_in_last: u8,
    pub sky_hits_on: u8,
    pub sky_counts: SkyCounts,
    pub forest: Forest,
    pub reveal: Reveal,
    pub drive_back: DriveBack,
    pub scoring: Scoring,
    pub command_grant: bool,
    pub pod_crowding: bool,
    pub volley_once: bool,
}

impl Default for UfoOptions {
    fn default() -> Self {
        UfoOptions {
            tiles: TileSet::named("default").expect("a set of that name"),
            units: 0x7f,
            aliens: 12,
            alien_actions: 4,
            max_turns: 60,
            ufo_in_last: 1,
            sky_hits_on: 5,
            sky_counts: SkyCounts::Successes,
            forest: Forest::Alien,
            reveal: Reveal::Phase,
            drive_back: DriveBack::Winner,
            scoring: Scoring::Graded,
            command_grant: false,
            pod_crowding: true,
            volley_once: false,
        }
    }
}

/// `ufo-micro`, small enough to be solved exactly in a minute or two: two forest tiles, a heavy `straight` and a
/// `gentle`, so that the UFO lies two or three steps from the start; `G1` with `I1` aboard; three Aliens with two
/// actions a turn; five turns. No SKY1, for it is `C` that calls it.
fn micro() -> UfoOptions {
    UfoOptions {
        tiles: TileSet::micro(),
        units: Unit::G1.bit() | Unit::I1.bit(),
        aliens: 3,
        alien_actions: 2,
        max_turns: 5,
        ..UfoOptions::default()
    }
}

const SKY_COUNTS: [&str; 2] = ["successes", "calls"];
const FOREST: [&str; 2] = ["alien", "dice"];
const REVEAL: [&str; 2] = ["phase", "move"];
const DRIVE_BACK: [&str; 2] = ["winner", "owner"];
const SCORING: [&str; 2] = ["graded", "win_loss"];

static INFOS: [OptionInfo; 15] = [
    TILES_INFO,
    info(
        "units",
        "a list of ids among C G1 G2 G3 I1 I2 I3, none twice",
        "SHADO's units",
    ),
    info("aliens", "1..12", "Aliens in the pool at the start"),
    info("alien_actions", "1..12", "Alien actions a turn"),
    info("max_turns", "1..1000", "turns until the UFO is repaired"),
    info(
        "ufo_in_last",
        "1..forest tiles + 1",
        "the UFO is any of so many last tiles",
    ),
    info("sky_hits_on", "2..6", "what a die of SKY1's strike hits on"),
    info(
        "sky_counts",
        "successes or calls",
        "what uses up one of SKY1's runs",
    ),
    info("forest", "alien or dice", "who lays the forest"),
    info("reveal", "phase or move", "when the forest is laid"),
    info(
        "drive_back",
        "winner or owner",
        "who places those driven back",
    ),
    info(
        "scoring",
        "graded or win_loss",
        "returns of big and small wins",
    ),
    info(
        "command_grant",
        "true or false",
        "C may grant a third action",
    ),
    info(
        "pod_crowding",
        "true or false",
        "units near the Pod hold Aliens in",
    ),
    info(
        "volley_once",
        "true or false",
        "an Alien shoots once a turn",
    ),
];

impl RuleOptions for UfoOptions {
    fn infos() -> &'static [OptionInfo] {
        &INFOS
    }

    fn presets() -> Vec<(&'static str, Self)> {
        let ufo = UfoOptions::default();
        let five = UfoOptions {
            alien_actions: 5,
            ..ufo.clone()
        };
        let solo = UfoOptions {
            forest: Forest::Dice,
            ..ufo.clone()
        };
        let mini = UfoOptions {
            tiles: TileSet::named("mini").expect("a set of that name"),
            units: Unit::C.bit() | Unit::G1.bit() | Unit::I1.bit(),
            aliens: 4,
            alien_actions: 2,
            max_turns: 12,
            ..ufo.clone()
        };
        vec![
            ("ufo", ufo),
            ("ufo-five", five),
            ("ufo-solo", solo),
            ("ufo-mini", mini),
            ("ufo-micro", micro()),
        ]
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<(), OptionsError> {
        set_with_tiles(
            self,
            (name, value),
            |options| &mut options.tiles,
            Self::assign,
        )
    }

    fn get(&self, name: &str) -> Value {
        match name {
            "tiles" => self.tiles.to_json(),
            "units" => json!(Unit::all_in(self.units).map(Unit::name).collect::<Vec<_>>()),
            "aliens" => json!(self.aliens),
            "alien_actions" => json!(self.alien_actions),
            "max_turns" => json!(self.max_turns),
            "ufo_in_last" => json!(self.ufo_in_last),
            "sky_hits_on" => json!(self.sky_hits_on),
            "sky_counts" => json!(SKY_COUNTS[self.sky_counts as usize]),
            "forest" => json!(FOREST[self.forest as usize]),
            "reveal" => json!(REVEAL[self.reveal as usize]),
            "drive_back" => json!(DRIVE_BACK[self.drive_back as usize]),
            "scoring" => json!(SCORING[self.scoring as usize]),
            "command_grant" => json!(self.command_grant),
            "pod_crowding" => json!(self.pod_crowding),
            "volley_once" => json!(self.volley_once),
            _ => panic!("`ufo` has no option `{name}`"),
        }
    }
}

impl UfoOptions {
    /// Sets an option other than `tiles`; `None` if the value is out of range.
    fn assign(&mut self, name: &str, value: &Value) -> Option<()> {
        match name {
            "units" => self.units = mask_of_ids(value, &Unit::NAMES)?,
            "aliens" => self.aliens = integer_in(value, 1..=12)? as u8,
            "alien_actions" => self.alien_actions = integer_in(value, 1..=12)? as u8,
            "max_turns" => self.max_turns = integer_in(value, 1..=1000)? as u16,
            "ufo_in_last" => self.ufo_in_last = integer_in(value, 1..=61)? as u8,
            "sky_hits_on" => self.sky_hits_on = integer_in(value, 2..=6)? as u8,
            "sky_counts" => {
                self.sky_counts =
                    one_of(value, &SKY_COUNTS, [SkyCounts::Successes, SkyCounts::Calls])?
            }
            "forest" => self.forest = one_of(value, &FOREST, [Forest::Alien, Forest::Dice])?,
            "reveal" => self.reveal = one_of(value, &REVEAL, [Reveal::Phase, Reveal::Move])?,
            "drive_back" => {
                self.drive_back = one_of(value, &DRIVE_BACK, [DriveBack::Winner, DriveBack::Owner])?
            }
            "scoring" => {
                self.scoring = one_of(value, &SCORING, [Scoring::Graded, Scoring::WinLoss])?
            }
            "command_grant" => self.command_grant = value.as_bool()?,
            "pod_crowding" => self.pod_crowding = value.as_bool()?,
            "volley_once" => self.volley_once = value.as_bool()?,
            _ => return None,
        }
        Some(())
    }

    /// Checks what depends on more than one option.
    pub(super) fn check(&self) -> Result<(), OptionsError> {
        let most = self.tiles.total() + 1;
        if usize::from(self.ufo_in_last) > most {
            return Err(OptionsError::Invalid {
                name: "ufo_in_last".into(),
                value: self.ufo_in_last.to_string(),
                valid: format!("1..{most} with this tile set"),
            });
        }
        Ok(())
    }
}
