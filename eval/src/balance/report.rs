//! Figures of each cell, and what each value of an option does.

use std::collections::BTreeMap;

use moonbase_engine::{BySeat, Game};
use serde::Serialize;
use serde_json::{Map, Value};

use super::plan::{BalanceError, BalancePlan, Design, Grid, Lineup};
use super::store::{GameRow, Store};
use crate::forfeits::by_kind;
use crate::luck::{Adjusted, FEWEST, LuckySample, adjust};
use crate::stats::{Estimate, Spread, mean_interval};

/// What was found. Scores count a win 1, a draw ½; all intervals are of 95%.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BalanceReport {
    /// The program that began the comparison.
    pub program: String,
    pub game: String,
    pub seats: [&'static str; 2],
    pub plan: BalancePlan,
    /// Games played, of those planned.
    pub played: u64,
    pub planned: u64,
    pub lineups: Vec<LineupReport>,
}

/// What was found with one line-up.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LineupReport {
    #[serde(flatten)]
    pub agents: Lineup,
    /// In the order of the grid.
    pub cells: Vec<CellReport>,
    /// What each value of an option does against the option's base value, over all cells that differ in nothing else.
    pub effects: Vec<Effect>,
}

/// A cell's games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CellReport {
    /// `alien_actions=5, forest=dice`
    pub label: String,
    /// The varied options.
    pub options: Map<String, Value>,
    /// Is it the base cell?
    pub base: bool,
    pub games: u64,
    /// By seat.
    pub score: BTreeMap<&'static str, Estimate>,
    /// The first seat's score with the luck of the rolls taken out; of at least ten games.
    pub without_luck: Option<Adjusted>,
    /// The first seat's mean return.
    #[serde(rename = "return")]
    pub returns: Estimate,
    pub draws: Estimate,
    /// How games ended; what is best for the first seat first.
    pub outcomes: Vec<OutcomeShare>,
    pub turns: Spread,
    /// Decisions and rolls.
    pub plies: Spread,
    pub decisions: Spread,
    /// Games that an agent gave up: by seat and reason, how often.
    pub forfeits: BTreeMap<String, u64>,
    /// Against the base cell, on the same dice.
    pub against_base: Option<Difference>,
}

/// How often games ended so.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OutcomeShare {
    pub outcome: String,
    /// The first seat's return.
    pub value: f64,
    pub share: Estimate,
}

/// Differences between games on the same dice.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Difference {
    /// Of the first seat's score.
    pub score: Estimate,
    /// The same with the luck of both games taken out; of at least ten pairs of games.
    pub without_luck: Option<Adjusted>,
    /// Mean, and its interval, which is the mean itself of a single game.
    pub turns: [f64; 3],
    pub plies: [f64; 3],
    /// Between the scores of the two games; the higher, the more the same dice helped.
    pub correlation: Option<f64>,
}

/// What a value of an option does.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Effect {
    pub option: String,
    pub value: Value,
    /// The option's base value.
    pub against: Value,
    /// Pairs of cells that differ in this option only.
    pub cells: usize,
    #[serde(flatten)]
    pub difference: Difference,
}

impl BalanceReport {
    /// Reads the games and works out the figures.
    ///
    /// # Errors
    /// What the database says; a plan that does not fit the game.
    pub fn of<G: Game>(store: &Store) -> Result<BalanceReport, BalanceError> {
        let plan = store.plan().clone();
        let grid = plan.grid::<G>()?;
        let games = store.games()?;
        let lineup = |(number, agents): (usize, &Lineup)| {
            let table = Results::<G>::of(&plan, &grid, &games, number);
            LineupReport {
                agents: agents.clone(),
                cells: table.cells(),
                effects: table.effects(),
            }
        };
        let lineups = plan.lineups.iter().enumerate().map(lineup).collect();
        let BySeat { first, second } = G::SEATS;
        Ok(BalanceReport {
            program: store.program().into(),
            game: plan.game.clone(),
            seats: [first, second],
            played: games.len() as u64,
            planned: plan.games * (plan.lineups.len() * grid.cells.len()) as u64,
            lineups,
            plan,
        })
    }
}

/// A cell's games by their numbers.
type CellGames<'a> = BTreeMap<u64, &'a GameRow>;

/// The games of a line-up.
struct Results<'a, G: Game> {
    plan: &'a BalancePlan,
    grid: &'a Grid<G::Options>,
    cells: Vec<CellGames<'a>>,
}

impl<'a, G: Game> Results<'a, G> {
    fn of(
        plan: &'a BalancePlan,
        grid: &'a Grid<G::Options>,
        games: &'a [GameRow],
        lineup: usize,
    ) -> Self {
        let mut cells = vec![CellGames::new(); grid.cells.len()];
        for row in games.iter().filter(|row| row.place.lineup == lineup) {
            if let Some(cell) = cells.get_mut(row.place.cell) {
                cell.insert(row.place.game, row);
            }
        }
        Results { plan, grid, cells }
    }

    fn cells(&self) -> Vec<CellReport> {
        (0..self.cells.len()).map(|cell| self.cell(cell)).collect()
    }

    fn cell(&self, number: usize) -> CellReport {
        let games = || self.cells[number].values();
        let base = number == self.grid.base;
        let first: Vec<f64> = games().map(|game| game.score).collect();
        let score = Estimate::of_scores(&first);
        let samples: Vec<_> = games().map(|game| lucky(game)).collect();
        let returns: Vec<f64> = games().map(|game| game.value).collect();
        let spread = |figure: fn(&GameRow) -> u32| {
            Spread::of(&games().map(|game| figure(game)).collect::<Vec<_>>())
        };
        let cell = &self.grid.cells[number];
        CellReport {
            label: cell.label.clone(),
            options: self.plan.values(&cell.levels),
            base,
            games: first.len() as u64,
            score: [(G::SEATS.first, score), (G::SEATS.second, score.flipped())].into(),
            without_luck: (samples.len() >= FEWEST).then(|| adjust(&samples, 0.0, 1.0)),
            returns: Estimate::of_returns(&returns),
            draws: share(games().map(|game| game.score == 0.5)),
            outcomes: outcomes(&self.cells[number]),
            turns: spread(|game| game.turns),
            plies: spread(plies),
            decisions: spread(|game| game.decisions),
            forfeits: forfeits(&self.cells[number]),
            against_base: match base {
                true => None,
                false => self.difference(&[(number, self.grid.base)]),
            },
        }
    }

    fn effects(&self) -> Vec<Effect> {
        let base = &self.grid.cells[self.grid.base].levels;
        let mut effects = Vec::new();
        for (at, vary) in self.plan.vary.iter().enumerate() {
            for level in (0..vary.values.len()).filter(|level| *level != base[at]) {
                let pairs = self.pairs(at, level, base[at]);
                let Some(difference) = self.difference(&pairs) else {
                    continue;
                };
                let value = |level| self.plan.value(at, level);
                effects.push(Effect {
                    option: vary.option.clone(),
                    value: value(level),
                    against: value(base[at]),
                    cells: pairs.len(),
                    difference,
                });
            }
        }
        effects
    }

    /// The cells with a value of an option, each with the one that has the base value instead.
    fn pairs(&self, option: usize, level: usize, base: usize) -> Vec<(usize, usize)> {
        let cells = self.grid.cells.iter().enumerate();
        let with = cells.filter(|(_, cell)| cell.levels[option] == level);
        let pair = |(number, cell): (usize, &super::plan::Cell<G::Options>)| {
            let mut other = cell.levels.clone();
            other[option] = base;
            let mut cells = self.grid.cells.iter();
            let other = cells.position(|cell| cell.levels == other);
            other.map(|other| (number, other))
        };
        with.filter_map(pair).collect()
    }

    /// The mean difference of pairs of cells; `None` if no game has been played in all of them.
    fn difference(&self, pairs: &[(usize, usize)]) -> Option<Difference> {
        let cells = |&(one, other): &(usize, usize)| [&self.cells[one], &self.cells[other]];
        Matched::of(pairs.iter().map(cells).collect()).map(|matched| matched.difference())
    }
}

/// Pairs of cells, and the games that have been played in all of them.
struct Matched<'a> {
    pairs: Vec<[&'a CellGames<'a>; 2]>,
    games: Vec<u64>,
}

impl<'a> Matched<'a> {
    fn of(pairs: Vec<[&'a CellGames<'a>; 2]>) -> Option<Self> {
        let in_all = |game: &u64| {
            let mut cells = pairs.iter().flatten();
            cells.all(|cell| cell.contains_key(game))
        };
        let [one, _] = pairs.first()?;
        let games: Vec<u64> = one.keys().copied().filter(in_all).collect();
        (!games.is_empty()).then_some(Matched { pairs, games })
    }

    /// For each game the mean of a figure over the first cells of the pairs, and over the second.
    fn means(&self, figure: impl Fn(&GameRow) -> f64) -> Vec<[f64; 2]> {
        let mean = |game: u64, side: usize| {
            let all = self.pairs.iter().map(|pair| figure(pair[side][&game]));
            all.sum::<f64>() / self.pairs.len() as f64
        };
        let both = |game: &u64| [mean(*game, 0), mean(*game, 1)];
        self.games.iter().map(both).collect()
    }

    fn difference(&self) -> Difference {
        let scores = self.means(|game| game.score);
        let luck = self.means(|game| lucky(game).luck[0]);
        let samples: Vec<_> = less(&scores)
            .into_iter()
            .zip(luck)
            .map(|(score, luck)| LuckySample { score, luck })
            .collect();
        let single = self.pairs.len() == 1;
        Difference {
            score: Estimate::of(&less(&scores), -1.0, 1.0),
            without_luck: (samples.len() >= FEWEST).then(|| adjust(&samples, -1.0, 1.0)),
            turns: mean_interval(&less(&self.means(|game| f64::from(game.turns)))),
            plies: mean_interval(&less(&self.means(|game| f64::from(plies(game))))),
            correlation: single.then(|| correlation(&scores)).flatten(),
        }
    }
}

/// The first less the second.
fn less(both: &[[f64; 2]]) -> Vec<f64> {
    both.iter().map(|[one, other]| one - other).collect()
}

fn plies(game: &GameRow) -> u32 {
    game.decisions + game.rolls
}

/// The first seat's score with its luck in points: from loss to win are a return's 2, a score's 1.
fn lucky(game: &GameRow) -> LuckySample<1> {
    LuckySample {
        score: game.score,
        luck: [game.luck / 2.0],
    }
}

/// How often something is so.
fn share(so: impl Iterator<Item = bool>) -> Estimate {
    let samples: Vec<f64> = so.map(|so| f64::from(u8::from(so))).collect();
    Estimate::of_scores(&samples)
}

fn outcomes(games: &CellGames<'_>) -> Vec<OutcomeShare> {
    let kinds: BTreeMap<&str, f64> = games
        .values()
        .map(|game| (game.outcome.as_str(), game.value))
        .collect();
    let one = |(outcome, value): (&str, f64)| OutcomeShare {
        outcome: outcome.into(),
        value,
        share: share(games.values().map(|game| game.outcome == outcome)),
    };
    let mut all: Vec<OutcomeShare> = kinds.into_iter().map(one).collect();
    all.sort_by(|a, b| b.value.total_cmp(&a.value));
    all
}

/// By seat and kind of reason.
fn forfeits(games: &CellGames<'_>) -> BTreeMap<String, u64> {
    let reasons = games.values().filter_map(|game| {
        let told = game.forfeit.as_deref()?;
        let (seat, reason) = told.split_once(": ").unwrap_or(("", told));
        Some((seat, reason, ()))
    });
    let row = |(seat, reason, all): (&str, &str, Vec<()>)| {
        (format!("{seat}: {reason}"), all.len() as u64)
    };
    by_kind(reasons).into_iter().map(row).collect()
}

/// Pearson's; `None` if one of the two does not vary.
fn correlation(both: &[[f64; 2]]) -> Option<f64> {
    let mean = |side: usize| both.iter().map(|pair| pair[side]).sum::<f64>() / both.len() as f64;
    let means = [mean(0), mean(1)];
    let sum = |a: usize, b: usize| -> f64 {
        let products = both
            .iter()
            .map(|pair| (pair[a] - means[a]) * (pair[b] - means[b]));
        products.sum()
    };
    let spread = (sum(0, 0) * sum(1, 1)).sqrt();
    (spread > 0.0).then(|| sum(0, 1) / spread)
}

impl BalanceReport {
    /// Are there several options, each with each? Then what a value does is more than a cell's difference.
    pub fn is_grid(&self) -> bool {
        self.plan.design == Design::Grid && self.plan.vary.len() > 1
    }
}
