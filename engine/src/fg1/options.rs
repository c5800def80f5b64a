//! The rule options of `fg1` and their presets.

use std::sync::Arc;

use serde_json::{Value, json};

use super::scenario::Scenario;
use crate::options::{
    OptionInfo, OptionsError, RuleOptions, info, integer_in, invalid_option, one_of, unknown_option,
};

/// How often a base moves, loads and unloads in an initiative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Moves {
    Once,
    /// As often as one likes; the initiative passes after its 100th action.
    Free,
}

/// Whether rallying takes a roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rally {
    Sure,
    Roll,
}

/// Who may fire together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Crossfire {
    Squads,
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    Graded,
    WinLoss,
}

/// The rule options of `fg1`; the defaults are the game `fg1`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fg1Options {
    pub scenario: Arc<Scenario>,
    /// 0: as the scenario says.
    pub max_initiatives: u16,
    pub moves: Moves,
    pub rally: Rally,
    pub crossfire: Crossfire,
    pub scoring: Scoring,
}

impl Default for Fg1Options {
    fn default() -> Self {
        Fg1Options::of("skirmish")
    }
}

const MOVES: [&str; 2] = ["once", "free"];
const RALLY: [&str; 2] = ["sure", "roll"];
const CROSSFIRE: [&str; 2] = ["squads", "all"];
const SCORING: [&str; 2] = ["graded", "win_loss"];

static INFOS: [OptionInfo; 6] = [
    info(
        "scenario",
        "mini, skirmish, crossing, or the whole text of a scenario file",
        "board, objectives and bases",
    ),
    info(
        "max_initiatives",
        "0..1000",
        "initiatives until the game ends; 0: as the scenario says",
    ),
    info(
        "moves",
        "once or free",
        "how often a base moves in an initiative",
    ),
    info("rally", "sure or roll", "whether rallying takes a roll"),
    info("crossfire", "squads or all", "who may fire together"),
    info(
        "scoring",
        "graded or win_loss",
        "returns by score, or by its sign",
    ),
];

impl RuleOptions for Fg1Options {
    fn infos() -> &'static [OptionInfo] {
        &INFOS
    }

    fn presets() -> Vec<(&'static str, Self)> {
        vec![
            ("fg1", Fg1Options::default()),
            ("fg1-mini", Fg1Options::of("mini")),
            ("fg1-skirmish", Fg1Options::of("skirmish")),
            ("fg1-crossing", Fg1Options::of("crossing")),
        ]
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<(), OptionsError> {
        if !INFOS.iter().any(|info| info.name == name) {
            return Err(unknown_option(name, &INFOS));
        }
        if let ("scenario", Some(text)) = (name, value.as_str())
            && is_file(text)
        {
            let read = Scenario::parse(text)?;
            let shipped = read.shipped_as().and_then(Scenario::named);
            self.scenario = shipped.unwrap_or_else(|| Arc::new(read));
            return Ok(());
        }
        self.assign(name, value)
            .ok_or_else(|| invalid_option(name, value, &INFOS))
    }

    fn get(&self, name: &str) -> Value {
        match name {
            "scenario" => json!(
                self.scenario
                    .shipped_as()
                    .unwrap_or_else(|| self.scenario.text())
            ),
            "max_initiatives" => json!(self.max_initiatives),
            "moves" => json!(MOVES[self.moves as usize]),
            "rally" => json!(RALLY[self.rally as usize]),
            "crossfire" => json!(CROSSFIRE[self.crossfire as usize]),
            "scoring" => json!(SCORING[self.scoring as usize]),
            _ => panic!("`fg1` has no option `{name}`"),
        }
    }
}

/// Is it the text of a scenario file, not a name?
fn is_file(text: &str) -> bool {
    text.contains('\n') || text.starts_with("fg1-scenario")
}

impl Fg1Options {
    /// All defaults, but for the scenario, which the program brings.
    fn of(scenario: &str) -> Fg1Options {
        Fg1Options {
            scenario: Scenario::named(scenario).expect("a scenario of ours"),
            max_initiatives: 0,
            moves: Moves::Once,
            rally: Rally::Sure,
            crossfire: Crossfire::Squads,
            scoring: Scoring::Graded,
        }
    }

    /// When that initiative ends, the game does.
    pub fn last_initiative(&self) -> u16 {
        match self.max_initiatives {
            0 => self.scenario.max_initiatives(),
            most => most,
        }
    }

    /// Sets an option, the scenario by its name; `None` if the value is out of range.
    fn assign(&mut self, name: &str, value: &Value) -> Option<()> {
        match name {
            "scenario" => self.scenario = Scenario::named(value.as_str()?)?,
            "max_initiatives" => self.max_initiatives = integer_in(value, 0..=1000)? as u16,
            "moves" => self.moves = one_of(value, &MOVES, [Moves::Once, Moves::Free])?,
            "rally" => self.rally = one_of(value, &RALLY, [Rally::Sure, Rally::Roll])?,
            "crossfire" => {
                self.crossfire = one_of(value, &CROSSFIRE, [Crossfire::Squads, Crossfire::All])?
            }
            "scoring" => {
                self.scoring = one_of(value, &SCORING, [Scoring::Graded, Scoring::WinLoss])?
            }
            _ => return None,
        }
        Some(())
    }
}
