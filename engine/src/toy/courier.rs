//! Courier: one seat moves several times in a row, the other answers with a single obstacle.

use std::fmt;
use std::str::FromStr;

use serde_json::{Value, json};

use super::{outcome, small};
use crate::game::{BySeat, EventKey, Game, NotationError, Seat, Turn};
use crate::options::{OptionInfo, OptionsError, RuleOptions, unknown_option};

/// A position of Courier.
///
/// The courier has a road of `length` steps and `turns` turns. In a turn it takes `steps` actions in a
/// row: `walk` (one step) or `run` (chance: `fast`, two steps, with 2/3; `fall`, none, with 1/3).
/// After the courier's turn, but the last, the guard may spend one of its `obstacles`: `push` the
/// courier back a step, or `delay` it: one action fewer in the next turn; or `wait`. The courier
/// wins (1) on arrival; one step short at the end is a draw (0); any farther it loses (-1).
///
/// Length 3, one turn of two actions: run first. Fast (2/3): walk home, 1. Fallen: run again, and one
/// short with 2/3. In all 2/3 + 1/3 · (-1/3) = 5/9; walking first gives only 2/3 - 1/3 = 1/3.
///
/// ```
/// use moonbase_engine::{Game, toy};
/// let options = toy::CourierOptions { length: 3, turns: 1, steps: 2, obstacles: 0 };
/// let start = toy::Courier::new(&options).unwrap();
/// assert!((toy::exact_value(&start).0 - 5.0 / 9.0).abs() < 1e-12);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Courier {
    options: CourierOptions,
    at: u8,
    turn: u8,
    actions_left: u8,
    obstacles: u8,
    delayed: bool,
    running: bool,
}

/// What the courier (`walk`, `run`) and the guard (`push`, `delay`, `wait`) do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum CourierAction {
    Walk,
    Run,
    Push,
    Delay,
    Wait,
}

/// How a run went.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum CourierChance {
    Fast,
    Fall,
}

/// Rules of [`Courier`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CourierOptions {
    /// Steps to go, 1..30.
    pub length: u8,
    /// Turns of the courier, 1..10.
    pub turns: u8,
    /// Actions of the courier in a turn, 2..5.
    pub steps: u8,
    /// Obstacles of the guard, 0..10.
    pub obstacles: u8,
}

impl Default for CourierOptions {
    fn default() -> Self {
        CourierOptions {
            length: 11,
            turns: 3,
            steps: 3,
            obstacles: 2,
        }
    }
}

const INFOS: [OptionInfo; 4] = [
    OptionInfo {
        name: "length",
        values: "1..30",
        help: "steps to go",
    },
    OptionInfo {
        name: "turns",
        values: "1..10",
        help: "turns of the courier",
    },
    OptionInfo {
        name: "steps",
        values: "2..5",
        help: "actions of the courier in a turn",
    },
    OptionInfo {
        name: "obstacles",
        values: "0..10",
        help: "obstacles of the guard",
    },
];

impl RuleOptions for CourierOptions {
    fn infos() -> &'static [OptionInfo] {
        &INFOS
    }

    fn presets() -> Vec<(&'static str, Self)> {
        let short = CourierOptions {
            length: 3,
            turns: 1,
            steps: 2,
            obstacles: 0,
        };
        vec![
            ("courier", CourierOptions::default()),
            ("courier-short", short),
        ]
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<(), OptionsError> {
        match name {
            "length" => self.length = small(name, value, 1..=30, &INFOS)?,
            "turns" => self.turns = small(name, value, 1..=10, &INFOS)?,
            "steps" => self.steps = small(name, value, 2..=5, &INFOS)?,
            "obstacles" => self.obstacles = small(name, value, 0..=10, &INFOS)?,
            _ => return Err(unknown_option(name, &INFOS)),
        }
        Ok(())
    }

    fn get(&self, name: &str) -> Value {
        match name {
            "length" => json!(self.length),
            "turns" => json!(self.turns),
            "steps" => json!(self.steps),
            "obstacles" => json!(self.obstacles),
            _ => panic!("no option {name}"),
        }
    }
}

impl Game for Courier {
    type Action = CourierAction;
    type Chance = CourierChance;
    type Options = CourierOptions;

    const NAME: &'static str = "courier";
    const SEATS: BySeat<&'static str> = BySeat::new("courier", "guard");

    fn new(options: &CourierOptions) -> Result<Self, OptionsError> {
        Ok(Courier {
            options: *options,
            at: 0,
            turn: 1,
            actions_left: options.steps,
            obstacles: options.obstacles,
            delayed: false,
            running: false,
        })
    }

    fn options(&self) -> &CourierOptions {
        &self.options
    }

    fn turn(&self) -> Turn {
        let short = self.to_go();
        match (short, self.turn > self.options.turns) {
            (0, _) => Turn::Over(outcome("arrived", 1.0)),
            (1, true) => Turn::Over(outcome("close", 0.0)),
            (_, true) => Turn::Over(outcome("late", -1.0)),
            _ if self.running => Turn::Chance,
            _ if self.actions_left == 0 => Turn::Decide(Seat::Second),
            _ => Turn::Decide(Seat::First),
        }
    }

    fn legal_actions(&self, actions: &mut Vec<CourierAction>) {
        use CourierAction::*;
        actions.clear();
        match self.turn() {
            Turn::Decide(Seat::First) => actions.extend([Walk, Run]),
            // At the start of the road there is nowhere to be pushed to.
            Turn::Decide(Seat::Second) if self.at == 0 => actions.extend([Delay, Wait]),
            Turn::Decide(Seat::Second) => actions.extend([Push, Delay, Wait]),
            Turn::Chance | Turn::Over(_) => {}
        }
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(CourierChance, u64)>) {
        outcomes.clear();
        if self.turn() == Turn::Chance {
            outcomes.extend([(CourierChance::Fast, 2), (CourierChance::Fall, 1)]);
        }
    }

    fn play_unchecked(&mut self, action: CourierAction) {
        match action {
            CourierAction::Walk => self.advance(1),
            CourierAction::Run => self.running = true,
            CourierAction::Push => {
                self.at -= 1;
                self.spend_obstacle();
            }
            CourierAction::Delay => {
                self.delayed = true;
                self.spend_obstacle();
            }
            CourierAction::Wait => self.next_turn(),
        }
    }

    fn resolve_unchecked(&mut self, outcome: CourierChance) {
        self.running = false;
        self.advance(match outcome {
            CourierChance::Fast => 2,
            CourierChance::Fall => 0,
        });
    }

    fn event(&self) -> EventKey {
        EventKey {
            turn: self.turn.into(),
            ..EventKey::default()
        }
    }

    fn dump(&self) -> Value {
        json!({
            "at": self.at,
            "turn": self.turn,
            "actions_left": self.actions_left,
            "obstacles": self.obstacles,
            "delayed": self.delayed,
            "running": self.running,
        })
    }
}

impl Courier {
    /// Steps made so far.
    pub fn at(&self) -> u8 {
        self.at
    }

    /// Steps left to the goal.
    pub fn to_go(&self) -> u8 {
        self.options.length - self.at
    }

    /// Actions that the courier has left, if it is not delayed any more.
    pub fn actions_to_come(&self) -> u8 {
        let turns_to_come = self.options.turns.saturating_sub(self.turn);
        let delay = u8::from(self.delayed && turns_to_come > 0);
        self.actions_left + turns_to_come * self.options.steps - delay
    }

    fn advance(&mut self, steps: u8) {
        self.at = self.options.length.min(self.at + steps);
        self.actions_left -= 1;
        let last = self.turn == self.options.turns;
        if self.actions_left == 0 && (self.obstacles == 0 || last) {
            self.next_turn();
        }
    }

    fn spend_obstacle(&mut self) {
        self.obstacles -= 1;
        self.next_turn();
    }

    fn next_turn(&mut self) {
        self.turn += 1;
        self.actions_left = self.options.steps - u8::from(self.delayed);
        self.delayed = false;
    }
}

const ACTIONS: [(CourierAction, &str); 5] = [
    (CourierAction::Walk, "walk"),
    (CourierAction::Run, "run"),
    (CourierAction::Push, "push"),
    (CourierAction::Delay, "delay"),
    (CourierAction::Wait, "wait"),
];

const OUTCOMES: [(CourierChance, &str); 2] =
    [(CourierChance::Fast, "fast"), (CourierChance::Fall, "fall")];

impl fmt::Display for CourierAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ACTIONS[*self as usize].1)
    }
}

impl FromStr for CourierAction {
    type Err = NotationError;

    fn from_str(word: &str) -> Result<Self, NotationError> {
        find(word, &ACTIONS, "an action of courier")
    }
}

impl fmt::Display for CourierChance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(OUTCOMES[*self as usize].1)
    }
}

impl FromStr for CourierChance {
    type Err = NotationError;

    fn from_str(word: &str) -> Result<Self, NotationError> {
        find(word, &OUTCOMES, "an outcome of courier")
    }
}

fn find<T: Copy>(word: &str, table: &[(T, &str)], what: &'static str) -> Result<T, NotationError> {
    let row = table.iter().find(|(_, name)| *name == word);
    row.map(|row| row.0).ok_or_else(|| NotationError {
        word: word.into(),
        what,
    })
}
