//! Which rules are compared, by whom, how often; and the grid of rules.

use std::path::PathBuf;
use std::str::FromStr;

use moonbase_engine::registry::{RegistryError, options_of};
use moonbase_engine::{Game, RuleOptions};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::EvalError;

/// Cells that a grid may have.
pub const MOST_CELLS: usize = 1000;

/// Games that a cell may have.
pub const MOST_GAMES: u64 = 1_000_000;

/// The label of the base cell, if one option varies at a time.
pub const BASE: &str = "base";

/// Games in all.
pub const MOST_IN_ALL: u64 = 2_000_000;

/// What is to be compared. One plan gives one result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BalancePlan {
    /// A game or preset.
    pub game: String,
    /// Rule options of all cells, each `name=value`.
    pub set: Vec<String>,
    /// The options that vary; none: a single cell.
    pub vary: Vec<Vary>,
    pub design: Design,
    /// Who plays. Each plays the whole grid.
    pub lineups: Vec<Lineup>,
    /// Games in each cell, for each line-up.
    pub games: u64,
    pub seed: u64,
}

/// A rule option and its values, as texts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Vary {
    pub option: String,
    pub values: Vec<String>,
}

/// Which combinations of values are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Design {
    /// Each value with each of the others.
    #[default]
    Grid,
    /// The base, and each other value alone.
    OneAtATime,
}

/// The agents of the first and of the second seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lineup {
    pub first: String,
    pub second: String,
}

impl Lineup {
    /// One agent in both seats.
    pub fn mirror(agent: &str) -> Lineup {
        let agent = agent.to_string();
        Lineup {
            first: agent.clone(),
            second: agent,
        }
    }

    /// `A in both seats`, or `A as shado, B as alien`.
    pub fn describe(&self, seats: [&str; 2]) -> String {
        let Lineup { first, second } = self;
        match first == second {
            true => format!("{first} in both seats"),
            false => format!("{first} as {}, {second} as {}", seats[0], seats[1]),
        }
    }
}

/// Why rules cannot be compared, in one line.
#[derive(Debug, thiserror::Error)]
pub enum BalanceError {
    #[error("`{0}` is not NAME=VALUE,VALUE,... or NAME=A..B")]
    Malformed(String),
    #[error("`{0}`: a range rises, and has at most {MOST_CELLS} values")]
    Range(String),
    #[error("option `{0}` is varied twice")]
    Twice(String),
    #[error("option `{option}` has the value {value} twice")]
    SameValue { option: String, value: String },
    #[error("{0} cells are too many: at most {MOST_CELLS}")]
    TooManyCells(usize),
    #[error("a cell has 1 to {MOST_GAMES} games")]
    Games,
    #[error("{0} games in all are too many: at most {MOST_IN_ALL}")]
    TooManyGames(u64),
    #[error("no agents are named")]
    NoAgents,
    #[error("`{0}` is named twice")]
    SameLineup(String),
    #[error(transparent)]
    Options(#[from] RegistryError),
    /// An agent that does not play these rules.
    #[error("with {cell}: {error}")]
    Unfit { cell: String, error: String },
    #[error(transparent)]
    Game(#[from] EvalError),
    #[error("{path}: {fault}")]
    Database { path: PathBuf, fault: String },
    #[error("{0}: there is no such file")]
    Missing(PathBuf),
    #[error("{0}: not a balance lab's database, or of another version")]
    Foreign(PathBuf),
    #[error("{0}: holds another comparison; name another file")]
    OtherPlan(PathBuf),
    #[error("{path}: this comparison has {games} games a cell already")]
    Shorter { path: PathBuf, games: u64 },
    #[error("{0}: another process is playing this comparison")]
    Busy(PathBuf),
}

impl FromStr for Vary {
    type Err = BalanceError;

    /// `alien_actions=3..6`, `forest=alien,dice`, `units=["C","G1"],["C"]`.
    fn from_str(text: &str) -> Result<Vary, BalanceError> {
        let malformed = || BalanceError::Malformed(text.into());
        let (option, values) = text.split_once('=').ok_or_else(malformed)?;
        let mut all = Vec::new();
        for part in parts(values) {
            match part.split_once("..") {
                _ if part.is_empty() => return Err(malformed()),
                Some((low, high)) if !part.starts_with(['[', '"']) => all
                    .extend(range(low, high).ok_or_else(|| BalanceError::Range(part.to_string()))?),
                _ => all.push(part.to_string()),
            }
        }
        match option.is_empty() {
            true => Err(malformed()),
            false => Ok(Vary {
                option: option.into(),
                values: all,
            }),
        }
    }
}

/// The parts between commas that are not within brackets or quotes.
fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut quoted) = (0, false);
    let comma = |c: char| {
        match c {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0 && !quoted
    };
    text.split(comma).map(str::trim).collect()
}

fn range(low: &str, high: &str) -> Option<impl Iterator<Item = String> + use<>> {
    let (low, high): (u64, u64) = (low.parse().ok()?, high.parse().ok()?);
    let fits = low <= high && high - low < MOST_CELLS as u64;
    fits.then(|| (low..=high).map(|value| value.to_string()))
}

/// The cells, in the order in which they are reported: the first option's values in the order given, for each the second's, and so on.
#[derive(Clone, PartialEq, Debug)]
pub struct Grid<O> {
    /// The base cell's place among the cells.
    pub base: usize,
    pub cells: Vec<Cell<O>>,
}

/// The rules of a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell<O> {
    /// For each option that varies the place of its value.
    pub levels: Vec<usize>,
    /// What varies in words: `alien_actions=5, forest=dice`, or only what is not as in the base if one option varies at a time.
    pub label: String,
    pub options: O,
}

impl BalancePlan {
    /// The cells. The base cell has the game's own value of each option (with `set`) if that is listed, else the first listed. With
    /// [`Design::OneAtATime`] it is the first cell.
    ///
    /// # Errors
    /// An unknown game, an option's value that is refused or listed twice, an option that is varied twice; too many cells, no games, no agents.
    pub fn grid<G: Game>(&self) -> Result<Grid<G::Options>, BalanceError> {
        self.check()?;
        let own = options_of::<G>(&self.game, &self.set)?;
        let mut base = Vec::new();
        for vary in &self.vary {
            base.push(vary.base::<G>(&own)?);
        }
        let levels = self.levels(&base)?;
        let cell = |levels: Vec<usize>| {
            let options = self.options::<G>(&levels)?;
            let label = self.label(&levels, &base);
            Ok(Cell {
                levels,
                label,
                options,
            })
        };
        let place = levels.iter().position(|cell| *cell == base);
        let cells: Result<_, BalanceError> = levels.into_iter().map(cell).collect();
        Ok(Grid {
            base: place.unwrap_or(0),
            cells: cells?,
        })
    }

    fn check(&self) -> Result<(), BalanceError> {
        for (i, vary) in self.vary.iter().enumerate() {
            if self.vary[..i].iter().any(|v| v.option == vary.option) {
                return Err(BalanceError::Twice(vary.option.clone()));
            }
            if vary.values.is_empty() {
                return Err(BalanceError::Malformed(vary.option.clone()));
            }
        }
        for (i, lineup) in self.lineups.iter().enumerate() {
            if self.lineups[..i].contains(lineup) {
                let Lineup { first, second } = lineup;
                let name = match first == second {
                    true => first.clone(),
                    false => format!("{first}, {second}"),
                };
                return Err(BalanceError::SameLineup(name));
            }
        }
        if self.lineups.is_empty() {
            return Err(BalanceError::NoAgents);
        }
        match (1..=MOST_GAMES).contains(&self.games) {
            true => Ok(()),
            false => Err(BalanceError::Games),
        }
    }

    fn levels(&self, base: &[usize]) -> Result<Vec<Vec<usize>>, BalanceError> {
        let counts = || self.vary.iter().map(|vary| vary.values.len());
        let cells = match self.design {
            Design::Grid => counts().fold(1, usize::saturating_mul),
            Design::OneAtATime => 1 + counts().map(|count| count - 1).sum::<usize>(),
        };
        if cells > MOST_CELLS {
            return Err(BalanceError::TooManyCells(cells));
        }
        let games = self.games * (cells * self.lineups.len()) as u64;
        if games > MOST_IN_ALL {
            return Err(BalanceError::TooManyGames(games));
        }
        let counts: Vec<usize> = counts().collect();
        Ok(match self.design {
            Design::Grid => all_of(&counts),
            Design::OneAtATime => one_at_a_time(&counts, base),
        })
    }

    /// The rules of a cell.
    fn options<G: Game>(&self, levels: &[usize]) -> Result<G::Options, BalanceError> {
        let varied = self.vary.iter().zip(levels);
        let varied = varied.map(|(vary, level)| format!("{}={}", vary.option, vary.values[*level]));
        let settings: Vec<String> = self.set.iter().cloned().chain(varied).collect();
        Ok(options_of::<G>(&self.game, &settings)?)
    }

    /// A cell's values of the varied options, as JSON.
    pub(super) fn values(&self, levels: &[usize]) -> Map<String, Value> {
        let varied = self.vary.iter().zip(levels);
        let value =
            |(vary, level): (&Vary, &usize)| (vary.option.clone(), value_of(&vary.values[*level]));
        varied.map(value).collect()
    }

    /// A value of a varied option, as JSON.
    pub(super) fn value(&self, option: usize, level: usize) -> Value {
        value_of(&self.vary[option].values[level])
    }

    /// A cell in words; a cell of a grid that does not vary is the game itself.
    fn label(&self, levels: &[usize], base: &[usize]) -> String {
        if self.vary.is_empty() {
            return self.game.clone();
        }
        let told = |at: &usize| self.design == Design::Grid || levels[*at] != base[*at];
        let one = |at: usize| {
            let Vary { option, values } = &self.vary[at];
            format!("{option}={}", values[levels[at]])
        };
        let words: Vec<String> = (0..levels.len()).filter(told).map(one).collect();
        match words.is_empty() {
            true => BASE.into(),
            false => words.join(", "),
        }
    }
}

/// Every combination; the last varies fastest.
fn all_of(counts: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for &count in counts {
        let longer = |cell: &Vec<usize>| -> Vec<Vec<usize>> {
            (0..count).map(|v| [&cell[..], &[v]].concat()).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The base, then each other value alone.
fn one_at_a_time(counts: &[usize], base: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![base.to_vec()];
    for (option, &count) in counts.iter().enumerate() {
        for value in (0..count).filter(|value| *value != base[option]) {
            let mut cell = base.to_vec();
            cell[option] = value;
            all.push(cell);
        }
    }
    all
}

/// JSON, or else a string, as rule options are read.
fn value_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.into()))
}

impl Vary {
    /// The place of the base value; all values are tried.
    fn base<G: Game>(&self, own: &G::Options) -> Result<usize, BalanceError> {
        let mut seen = Vec::new();
        for text in &self.values {
            let mut options = own.clone();
            let set = options.set_text(&format!("{}={text}", self.option));
            set.map_err(RegistryError::from)?;
            let value = options.get(&self.option);
            if seen.contains(&value) {
                return Err(BalanceError::SameValue {
                    option: self.option.clone(),
                    value: text.clone(),
                });
            }
            seen.push(value);
        }
        let place = seen
            .iter()
            .position(|value| *value == own.get(&self.option));
        Ok(place.unwrap_or(0))
    }
}
