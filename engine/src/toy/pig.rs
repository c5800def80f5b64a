//! Pig: a dice race. Roll as often as you dare, or hold and keep the points of the turn.

use std::fmt;
use std::str::FromStr;

use serde_json::{Value, json};

use super::{number_after, small, win};
use crate::game::{BySeat, EventKey, Game, NotationError, Seat, Turn};
use crate::options::{OptionInfo, OptionsError, RuleOptions, unknown_option};

/// A position of Pig.
///
/// Each turn starts with a roll. A roll above 1 adds its points to the turn; the player then rolls
/// again or holds. A 1 ends the turn with a single point for all of it (so every turn makes
/// progress and the game is acyclic). Whoever reaches the target, points of the turn included, wins.
///
/// With target 2 and two faces the first player rolls a 2 and wins with ½; else the second player
/// does with ½; else the first player wins for sure: the value is ½ - ¼ + ¼ = ½.
///
/// ```
/// use moonbase_engine::{Game, toy};
/// let options = toy::PigOptions { target: 2, faces: 2 };
/// let start = toy::Pig::new(&options).unwrap();
/// assert_eq!(toy::exact_value(&start).0, 0.5);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pig {
    options: PigOptions,
    points: [u8; 2],
    /// Points of this turn, not yet safe.
    at_risk: u8,
    seat: Seat,
    turn: u16,
    rolling: bool,
}

/// Roll once more, or keep the points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum PigAction {
    Roll,
    Hold,
}

/// The face that came up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct PigRoll(pub u8);

/// Rules of [`Pig`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PigOptions {
    /// Points to reach, 2..50.
    pub target: u8,
    /// Faces of the die, 2..6.
    pub faces: u8,
}

impl Default for PigOptions {
    fn default() -> Self {
        PigOptions {
            target: 12,
            faces: 6,
        }
    }
}

const INFOS: [OptionInfo; 2] = [
    OptionInfo {
        name: "target",
        values: "2..50",
        help: "points to reach",
    },
    OptionInfo {
        name: "faces",
        values: "2..6",
        help: "faces of the die",
    },
];

impl RuleOptions for PigOptions {
    fn infos() -> &'static [OptionInfo] {
        &INFOS
    }

    fn presets() -> Vec<(&'static str, Self)> {
        let coin = PigOptions {
            target: 2,
            faces: 2,
        };
        vec![("pig", PigOptions::default()), ("pig-coin", coin)]
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<(), OptionsError> {
        match name {
            "target" => self.target = small(name, value, 2..=50, &INFOS)?,
            "faces" => self.faces = small(name, value, 2..=6, &INFOS)?,
            _ => return Err(unknown_option(name, &INFOS)),
        }
        Ok(())
    }

    fn get(&self, name: &str) -> Value {
        match name {
            "target" => json!(self.target),
            "faces" => json!(self.faces),
            _ => panic!("no option {name}"),
        }
    }
}

impl Game for Pig {
    type Action = PigAction;
    type Chance = PigRoll;
    type Options = PigOptions;

    const NAME: &'static str = "pig";
    const SEATS: BySeat<&'static str> = BySeat::new("a", "b");

    fn new(options: &PigOptions) -> Result<Self, OptionsError> {
        Ok(Pig {
            options: *options,
            points: [0; 2],
            at_risk: 0,
            seat: Seat::First,
            turn: 1,
            rolling: true,
        })
    }

    fn options(&self) -> &PigOptions {
        &self.options
    }

    fn turn(&self) -> Turn {
        let reached = |seat: &Seat| self.points[seat.index()] >= self.options.target;
        match Seat::BOTH.into_iter().find(reached) {
            Some(winner) => Turn::Over(win(winner)),
            None if self.rolling => Turn::Chance,
            None => Turn::Decide(self.seat),
        }
    }

    fn legal_actions(&self, actions: &mut Vec<PigAction>) {
        actions.clear();
        if let Turn::Decide(_) = self.turn() {
            actions.extend([PigAction::Roll, PigAction::Hold]);
        }
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(PigRoll, u64)>) {
        outcomes.clear();
        if self.turn() == Turn::Chance {
            outcomes.extend((1..=self.options.faces).map(|face| (PigRoll(face), 1)));
        }
    }

    fn play_unchecked(&mut self, action: PigAction) {
        match action {
            PigAction::Roll => self.rolling = true,
            PigAction::Hold => self.end_turn(self.at_risk),
        }
    }

    fn resolve_unchecked(&mut self, PigRoll(face): PigRoll) {
        self.rolling = false;
        if face == 1 {
            return self.end_turn(1);
        }
        self.at_risk += face;
        if self.points[self.seat.index()] + self.at_risk >= self.options.target {
            self.end_turn(self.at_risk);
        }
    }

    fn event(&self) -> EventKey {
        EventKey {
            turn: self.turn,
            ..EventKey::default()
        }
    }

    fn dump(&self) -> Value {
        json!({
            "points": self.points,
            "at_risk": self.at_risk,
            "player": Self::SEATS[self.seat],
            "turn": self.turn,
            "rolling": self.rolling,
        })
    }
}

impl Pig {
    /// Safe points of a seat.
    pub fn points(&self, seat: Seat) -> u8 {
        self.points[seat.index()]
    }

    /// Points of this turn, lost with a 1.
    pub fn at_risk(&self) -> u8 {
        self.at_risk
    }

    fn end_turn(&mut self, points: u8) {
        self.points[self.seat.index()] += points;
        self.at_risk = 0;
        self.seat = self.seat.other();
        self.turn += 1;
        self.rolling = true;
    }
}

impl fmt::Display for PigAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PigAction::Roll => "roll",
            PigAction::Hold => "hold",
        })
    }
}

impl FromStr for PigAction {
    type Err = NotationError;

    fn from_str(word: &str) -> Result<Self, NotationError> {
        match word {
            "roll" => Ok(PigAction::Roll),
            "hold" => Ok(PigAction::Hold),
            _ => Err(NotationError {
                word: word.into(),
                what: "an action of pig",
            }),
        }
    }
}

impl fmt::Display for PigRoll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "face:{}", self.0)
    }
}

impl FromStr for PigRoll {
    type Err = NotationError;

    fn from_str(word: &str) -> Result<Self, NotationError> {
        number_after(word, "face:", "a roll of pig").map(PigRoll)
    }
}
