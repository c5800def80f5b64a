//! The rule options of `lost_patrol` and their presets.

use serde_json::{Value, json};

use super::soldiers::{SQUAD, Soldier, SoldierMask};
use crate::options::{
    OptionInfo, OptionsError, RuleOptions, TILES_INFO, info, integer_in, mask_of_ids, one_of,
    set_with_tiles,
};
use crate::tiles::TileSet;

/// Who places the soldiers that retreat after the lurkers have won an ambush.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DriveBack {
    Owner,
    Winner,
}

/// What a tile must have in common with its neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fit {
    /// It matches all of them; what matches nowhere is discarded.
    Strict,
    /// It carries the path on, with as few blocked exits as can be.
    Path,
}

/// The rule options of `lost_patrol`; the defaults are the game `lost_patrol`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LostPatrolOptions {
    pub tiles: TileSet,
    pub max_turns: u16,
    /// Soldiers in the game, bit `i` for soldier number `i`.
    pub soldiers: SoldierMask,
    pub lurkers: u8,
    pub lurker_actions: u8,
    pub drive_back: DriveBack,
    pub fit: Fit,
}

impl Default for LostPatrolOptions {
    fn default() -> Self {
        LostPatrolOptions {
            tiles: TileSet::named("default").expect("a set of that name"),
            max_turns: 60,
            soldiers: SQUAD,
            lurkers: 18,
            lurker_actions: 3,
            drive_back: DriveBack::Owner,
            fit: Fit::Strict,
        }
    }
}

/// `lost_patrol-micro`, small enough to be solved exactly in a minute or two: two jungle tiles, a heavy `straight` and
/// a `gentle`; the sergeant and a trooper; six lurkers with three actions a turn; five turns. Both sides win about
/// half of the games that are played perfectly.
fn micro() -> LostPatrolOptions {
    LostPatrolOptions {
        tiles: TileSet::micro(),
        soldiers: Soldier::S.bit() | Soldier::T1.bit(),
        lurkers: 6,
        max_turns: 5,
        ..LostPatrolOptions::default()
    }
}

const DRIVE_BACK: [&str; 2] = ["owner", "winner"];
const FIT: [&str; 2] = ["strict", "path"];

static INFOS: [OptionInfo; 7] = [
    TILES_INFO,
    info("max_turns", "1..1000", "turns until the patrol is given up"),
    info(
        "soldiers",
        "a list of ids among S L T1 T2 T3, none twice",
        "the patrol",
    ),
    info("lurkers", "1..18", "lurker counters in the supply"),
    info("lurker_actions", "1..12", "lurker actions a turn"),
    info(
        "drive_back",
        "owner or winner",
        "who places soldiers that lost an ambush",
    ),
    info(
        "fit",
        "strict or path",
        "whether a tile must match all its neighbours",
    ),
];

impl RuleOptions for LostPatrolOptions {
    fn infos() -> &'static [OptionInfo] {
        &INFOS
    }

    fn presets() -> Vec<(&'static str, Self)> {
        let full = LostPatrolOptions::default();
        let mini = LostPatrolOptions {
            tiles: TileSet::named("mini").expect("a set of that name"),
            soldiers: Soldier::S.bit() | Soldier::L.bit(),
            lurkers: 6,
            lurker_actions: 2,
            max_turns: 12,
            ..full.clone()
        };
        vec![
            ("lost_patrol", full),
            ("lost_patrol-mini", mini),
            ("lost_patrol-micro", micro()),
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
            "max_turns" => json!(self.max_turns),
            "soldiers" => {
                let names = Soldier::all_in(self.soldiers).map(Soldier::name);
                json!(names.collect::<Vec<_>>())
            }
            "lurkers" => json!(self.lurkers),
            "lurker_actions" => json!(self.lurker_actions),
            "drive_back" => json!(DRIVE_BACK[self.drive_back as usize]),
            "fit" => json!(FIT[self.fit as usize]),
            _ => panic!("`lost_patrol` has no option `{name}`"),
        }
    }
}

impl LostPatrolOptions {
    /// Sets an option other than `tiles`; `None` if the value is out of range.
    fn assign(&mut self, name: &str, value: &Value) -> Option<()> {
        match name {
            "max_turns" => self.max_turns = integer_in(value, 1..=1000)? as u16,
            "soldiers" => self.soldiers = mask_of_ids(value, &Soldier::NAMES)?,
            "lurkers" => self.lurkers = integer_in(value, 1..=18)? as u8,
            "lurker_actions" => self.lurker_actions = integer_in(value, 1..=12)? as u8,
            "drive_back" => {
                self.drive_back = one_of(value, &DRIVE_BACK, [DriveBack::Owner, DriveBack::Winner])?
            }
            "fit" => self.fit = one_of(value, &FIT, [Fit::Strict, Fit::Path])?,
            _ => return None,
        }
        Some(())
    }
}
