//! Perft: the number of paths through a game's tree, by length.
//!
//! From a position, a *path of length `d`* is a sequence of `d` legal actions and possible chance
//! outcomes, in the order of play. [`perft`] counts the paths of each length up to a depth by what the
//! last position waits for: a decision, chance, or nothing (the game is over; such a path is counted at
//! its own length only and not continued). A chance outcome counts once, whatever its weight; paths that
//! lead to the same position count separately. Every slip in legal lists, outcomes or the flow of
//! phases changes some count.
//!
//! [`Table`] is the text form kept in `tests/perft/`:
//!
//! ```text
//! game ufo-mini
//! set aliens=6
//! seed 7
//! plies 40
//! # depth decisions chance over
//! 0 1 0 0
//! 1 12 3 0
//! ```
//!
//! `seed`, when given, says that the table starts not at the start but where random play with that
//! seed leaves the phase `setup`, or `plies` nodes later (see [`random_start`]). A file may hold several tables,
//! each begun by `game`.

use std::fmt;

use crate::chance::{KeyedDice, rng_for};
use crate::game::{Game, Turn};
use crate::registry::{RegistryError, family_of, options_of};
use crate::with_family;

/// How many paths of one length end in each kind of position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Count {
    pub decisions: u64,
    pub chance: u64,
    pub over: u64,
}

/// Counts the paths of each length `0..=depth` from a position.
pub fn perft<G: Game>(position: &G, depth: usize) -> Vec<Count> {
    let mut counts = vec![Count::default(); depth + 1];
    walk(position, 0, &mut counts);
    counts
}

fn walk<G: Game>(position: &G, length: usize, counts: &mut [Count]) {
    let count = &mut counts[length];
    match position.turn() {
        Turn::Decide(_) => count.decisions += 1,
        Turn::Chance => count.chance += 1,
        Turn::Over(_) => count.over += 1,
    }
    if length + 1 < counts.len() {
        for child in children(position) {
            walk(&child, length + 1, counts);
        }
    }
}

/// The positions after each legal action or possible outcome, in the rules' order.
fn children<G: Game>(position: &G) -> Vec<G> {
    let after = |play: &dyn Fn(&mut G)| {
        let mut child = position.clone();
        play(&mut child);
        child
    };
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    position.legal_actions(&mut actions);
    position.chance_outcomes(&mut outcomes);
    let acted = actions.iter().map(|a| after(&|p| p.play_unchecked(*a)));
    let rolled = outcomes
        .iter()
        .map(|o| after(&|p| p.resolve_unchecked(o.0)));
    acted.chain(rolled).collect()
}

/// Plays on from `start` until its dump's `phase` is no longer `setup` (in games that lay a forest: until
/// it has been laid), and then `plies` decisions and chance nodes more, or to the end of the game.
/// Actions are drawn uniformly from `rng_for(seed, 0)`, chance from [`KeyedDice`] of the seed.
pub fn random_start<G: Game>(start: &G, seed: u64, plies: usize) -> G {
    let (mut rng, mut dice) = (rng_for(seed, 0), KeyedDice::new(seed));
    let mut position = start.clone();
    let mut step = |position: &mut G| match position.turn() {
        Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
        Turn::Chance => position.resolve_unchecked(dice.roll(position)),
        Turn::Over(_) => {}
    };
    while position.dump()["phase"] == "setup" {
        step(&mut position);
    }
    (0..plies).for_each(|_| step(&mut position));
    position
}

/// A perft table: where it starts, and the counts by depth.
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize)]
pub struct Table {
    /// A game or preset.
    pub game: String,
    /// Options, each `name=value`.
    pub settings: Vec<String>,
    /// Starts after the set-up played with this seed, instead of at the start.
    pub seed: Option<u64>,
    /// Starts so many nodes of random play later; needs a seed.
    pub plies: usize,
    /// By depth, from 0.
    pub counts: Vec<Count>,
}

/// Why a perft table cannot be read or does not hold.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PerftError {
    #[error(
        "line {line}: `{text}` is not part of a perft table; write `game NAME`, `set NAME=VALUE`, `seed N`, `plies N` or `DEPTH DECISIONS CHANCE OVER`"
    )]
    Line { line: usize, text: String },
    #[error("{of}: {source}")]
    Setup { of: String, source: RegistryError },
    #[error("{of}, depth {depth}: the table says {table}, the engine counts {engine}")]
    Differs {
        of: String,
        depth: usize,
        table: Count,
        engine: Count,
    },
}

impl Table {
    /// Counts up to `depth` from where the table starts.
    ///
    /// # Errors
    /// An unknown game or refused options.
    pub fn count(&self, depth: usize) -> Result<Vec<Count>, RegistryError> {
        with_family!(family_of(&self.game)?, |G| self.count_of::<G>(depth))
    }

    /// As [`Table::count`], for a given game type.
    ///
    /// # Errors
    /// As [`Table::count`].
    pub fn count_of<G: Game>(&self, depth: usize) -> Result<Vec<Count>, RegistryError> {
        let start = G::new(&options_of::<G>(&self.game, &self.settings)?)?;
        Ok(match self.seed {
            Some(seed) => perft(&random_start(&start, seed, self.plies), depth),
            None => perft(&start, depth),
        })
    }

    /// Counts again and compares.
    ///
    /// # Errors
    /// The first depth at which the counts differ; an unknown game or refused options.
    pub fn check(&self) -> Result<(), PerftError> {
        let counts = self.count(self.counts.len().saturating_sub(1));
        self.compare(&counts.map_err(|source| self.setup_error(source))?)
    }

    /// Compares the table with counts of the engine.
    ///
    /// # Errors
    /// The first depth at which they differ.
    pub fn compare(&self, counts: &[Count]) -> Result<(), PerftError> {
        let pairs = self.counts.iter().zip(counts).enumerate();
        match pairs
            .into_iter()
            .find(|(_, (table, engine))| table != engine)
        {
            None => Ok(()),
            Some((depth, (&table, &engine))) => Err(PerftError::Differs {
                of: self.heading(),
                depth,
                table,
                engine,
            }),
        }
    }

    fn setup_error(&self, source: RegistryError) -> PerftError {
        let of = self.heading();
        PerftError::Setup { of, source }
    }

    /// `ufo aliens=6, seed 7`
    fn heading(&self) -> String {
        let seed = self
            .seed
            .map(|seed| format!(", seed {seed}, plies {}", self.plies));
        let settings = self.settings.iter().map(|setting| format!(" {setting}"));
        self.game.clone() + &settings.collect::<String>() + &seed.unwrap_or_default()
    }

    /// Reads the tables of a file.
    ///
    /// # Errors
    /// A line that is not part of a table, with its number.
    pub fn parse_all(text: &str) -> Result<Vec<Table>, PerftError> {
        let mut tables = Vec::new();
        for (index, line) in text.lines().enumerate() {
            read_line(line.trim(), &mut tables).ok_or_else(|| PerftError::Line {
                line: index + 1,
                text: line.into(),
            })?;
        }
        Ok(tables)
    }
}

fn read_line(line: &str, tables: &mut Vec<Table>) -> Option<()> {
    if line.is_empty() || line.starts_with('#') {
        return Some(());
    }
    let (word, rest) = line.split_once(' ')?;
    if word == "game" {
        let game = rest.trim().into();
        tables.push(Table {
            game,
            ..Table::default()
        });
        return Some(());
    }
    let table = tables.last_mut()?;
    match word {
        "set" => table.settings.push(rest.trim().into()),
        "seed" => table.seed = Some(rest.trim().parse().ok()?),
        "plies" => table.plies = rest.trim().parse().ok()?,
        depth => table
            .counts
            .push(read_count(depth, rest, table.counts.len())?),
    }
    Some(())
}

fn read_count(depth: &str, rest: &str, expected: usize) -> Option<Count> {
    let numbers: Result<Vec<u64>, _> = rest.split_whitespace().map(str::parse).collect();
    let [decisions, chance, over] = numbers.ok()?[..] else {
        return None;
    };
    let in_order = depth.parse() == Ok(expected);
    in_order.then_some(Count {
        decisions,
        chance,
        over,
    })
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Count {
            decisions,
            chance,
            over,
        } = self;
        write!(f, "{decisions} {chance} {over}")
    }
}

/// The text form, as [`Table::parse_all`] reads it.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game {}", self.game)?;
        for setting in &self.settings {
            writeln!(f, "set {setting}")?;
        }
        if let Some(seed) = self.seed {
            writeln!(f, "seed {seed}")?;
        }
        if self.plies > 0 {
            writeln!(f, "plies {}", self.plies)?;
        }
        writeln!(f, "# depth decisions chance over")?;
        for (depth, count) in self.counts.iter().enumerate() {
            writeln!(f, "{depth} {count}")?;
        }
        Ok(())
    }
}
