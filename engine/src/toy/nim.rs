//! Nim: heaps of stones; whoever takes the last stone wins.

use std::fmt;
use std::str::FromStr;

use serde_json::{Value, json};

use super::{number_after, win};
use crate::game::{BySeat, EventKey, Game, NotationError, Seat, Turn};
use crate::options::{OptionInfo, OptionsError, RuleOptions, invalid_option, unknown_option};

/// At most so many heaps.
const MAX_HEAPS: usize = 4;

/// A position of Nim without dice; the seats alternate.
///
/// The seat to move wins exactly when the heaps' exclusive or is not zero (Bouton 1901). The last
/// stone of a game is taken by the engine, there being nothing to decide.
///
/// ```
/// use moonbase_engine::{Game, toy};
/// let start = toy::Nim::new(&toy::NimOptions::new(&[1, 2, 3])).unwrap();
/// assert_eq!(toy::exact_value(&start).0, -1.0);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Nim {
    options: NimOptions,
    heaps: [u8; MAX_HEAPS],
    seat: Seat,
}

/// Takes `stones` from heap `heap` (numbered from 0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Take {
    pub heap: u8,
    pub stones: u8,
}

/// Nim has no chance: this type has no value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum NimChance {}

/// Rules of [`Nim`]: the heaps at the start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NimOptions {
    heaps: [u8; MAX_HEAPS],
}

impl NimOptions {
    /// Heaps at the start, at most four of at most nine stones.
    ///
    /// # Panics
    /// If there are more.
    pub fn new(heaps: &[u8]) -> Self {
        assert!(heaps.len() <= MAX_HEAPS && heaps.iter().all(|stones| *stones <= 9));
        let mut options = NimOptions {
            heaps: [0; MAX_HEAPS],
        };
        options.heaps[..heaps.len()].copy_from_slice(heaps);
        options
    }
}

impl Default for NimOptions {
    fn default() -> Self {
        NimOptions::new(&[3, 4, 5])
    }
}

const INFOS: [OptionInfo; 1] = [OptionInfo {
    name: "heaps",
    values: "a list of one to four numbers 0..9",
    help: "stones of each heap at the start",
}];

fn heaps_of(value: &Value) -> Option<NimOptions> {
    let list = value.as_array().filter(|list| list.len() <= MAX_HEAPS)?;
    let stones = |v: &Value| crate::options::integer_in(v, 0..=9).map(|n| n as u8);
    let heaps: Option<Vec<u8>> = list.iter().map(stones).collect();
    heaps.map(|heaps| NimOptions::new(&heaps))
}

impl RuleOptions for NimOptions {
    fn infos() -> &'static [OptionInfo] {
        &INFOS
    }

    fn presets() -> Vec<(&'static str, Self)> {
        let lost = NimOptions::new(&[1, 2, 3]);
        vec![("nim", NimOptions::default()), ("nim-lost", lost)]
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<(), OptionsError> {
        if name != "heaps" {
            return Err(unknown_option(name, &INFOS));
        }
        *self = heaps_of(value).ok_or_else(|| invalid_option(name, value, &INFOS))?;
        Ok(())
    }

    fn get(&self, name: &str) -> Value {
        assert_eq!(name, "heaps", "no such option");
        json!(self.heaps)
    }
}

impl Game for Nim {
    type Action = Take;
    type Chance = NimChance;
    type Options = NimOptions;

    const NAME: &'static str = "nim";
    const SEATS: BySeat<&'static str> = BySeat::new("a", "b");

    fn new(options: &NimOptions) -> Result<Self, OptionsError> {
        let mut start = Nim {
            options: *options,
            heaps: options.heaps,
            seat: Seat::First,
        };
        start.take_last_stone();
        Ok(start)
    }

    fn options(&self) -> &NimOptions {
        &self.options
    }

    fn turn(&self) -> Turn {
        match self.stones() {
            0 => Turn::Over(win(self.seat.other())),
            _ => Turn::Decide(self.seat),
        }
    }

    fn legal_actions(&self, actions: &mut Vec<Take>) {
        actions.clear();
        for (heap, &stones) in self.heaps.iter().enumerate() {
            let heap = heap as u8;
            actions.extend((1..=stones).map(|stones| Take { heap, stones }));
        }
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(NimChance, u64)>) {
        outcomes.clear();
    }

    fn play_unchecked(&mut self, action: Take) {
        self.heaps[action.heap as usize] -= action.stones;
        self.seat = self.seat.other();
        self.take_last_stone();
    }

    fn resolve_unchecked(&mut self, outcome: NimChance) {
        match outcome {}
    }

    fn event(&self) -> EventKey {
        EventKey::default()
    }

    fn dump(&self) -> Value {
        json!({"heaps": self.heaps, "player": Self::SEATS[self.seat]})
    }
}

impl Nim {
    /// Stones of each heap.
    pub fn heaps(&self) -> &[u8] {
        &self.heaps
    }

    /// The heaps' exclusive or: not zero exactly when the seat to move wins.
    pub fn sum(&self) -> u8 {
        self.heaps.iter().fold(0, |sum, stones| sum ^ stones)
    }

    fn stones(&self) -> u32 {
        self.heaps.iter().map(|stones| u32::from(*stones)).sum()
    }

    /// A single stone left is a single legal action: never offered.
    fn take_last_stone(&mut self) {
        if self.stones() == 1 {
            self.heaps = [0; MAX_HEAPS];
            self.seat = self.seat.other();
        }
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take:{}:{}", self.heap, self.stones)
    }
}

impl FromStr for Take {
    type Err = NotationError;

    fn from_str(word: &str) -> Result<Self, NotationError> {
        let what = "an action of nim";
        let error = || NotationError {
            word: word.into(),
            what,
        };
        let (head, stones) = word.rsplit_once(':').ok_or_else(error)?;
        Ok(Take {
            heap: number_after(head, "take:", what).map_err(|_| error())?,
            stones: number_after(stones, "", what).map_err(|_| error())?,
        })
    }
}

impl fmt::Display for NimChance {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl FromStr for NimChance {
    type Err = NotationError;

    fn from_str(word: &str) -> Result<Self, NotationError> {
        Err(NotationError {
            word: word.into(),
            what: "an outcome of nim, which has none",
        })
    }
}
