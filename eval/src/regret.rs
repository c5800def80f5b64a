//! What an agent gives away against perfect play, measured with an exact solution.
//!
//! The regret of a decision is the value of the best action less that of the chosen one, for the seat that
//! decides; both are exact, so no luck of the dice is in it. A game's regret is the sum over the agent's
//! decisions: against a perfect opponent its mean is exactly what the agent falls short of the start's value.
//!
//! Games come in pairs on the same dice with the seats swapped; the samples of the overall figures are the pairs.
//! Regret per decision is a ratio of two means; its interval is that of the linearised ratio
//! `R + (y - R x) / mean(x)`, with a pair's regret `y` and decisions `x` (Cochran 1977, § 6.4).

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use moonbase_agents::{Agent, AgentSpec, Exact, MakeAgent, Oracle, Ply, Solution, Solvable};
use moonbase_engine::chance::rng_for;
use moonbase_engine::{BySeat, Game, KeyedDice, Seat, Turn};
use rand::Rng;
use serde::Serialize;

use crate::error::EvalError;
use crate::stats::Estimate;
use crate::table::render;
use crate::work::{Control, run};

#[cfg(test)]
mod tests;

/// A regret up to this is taken for rounding (see [`moonbase_agents::exact`]).
const ROUNDING: f64 = 1e-5;

/// The most that a game's return can fall short of another's.
const MOST: f64 = 2.0;

/// Whom the agent plays against.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Opponent {
    /// Perfect play from the solution.
    Perfect,
    /// Another agent made like it. Only the measured agent's own decisions count.
    Itself,
}

/// What is to be measured.
pub struct RegretPlan<'a, G: Solvable> {
    /// The position that every game starts from; the solution must hold it.
    pub start: &'a G,
    pub agent: &'a dyn MakeAgent<G>,
    pub solution: Arc<Solution>,
    pub opponent: Opponent,
    /// Number of games; an odd one is rounded up to full pairs.
    pub games: u64,
    pub seed: u64,
}

/// What an agent gives away; values lie in [-1, 1].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RegretReport {
    pub agent: String,
    pub opponent: Opponent,
    pub seed: u64,
    pub games: u64,
    /// Games asked for; more than `games` if the work was stopped.
    pub planned: u64,
    /// The agent's decisions.
    pub decisions: u64,
    /// The share of its decisions that gave something away.
    pub mistakes: f64,
    pub per_decision: Estimate,
    pub per_game: Estimate,
    /// Regret per game by the name of the seat in which the agent sat.
    pub seats: BTreeMap<&'static str, Estimate>,
    /// The start's value under perfect play, as the first seat sees it.
    pub value: f64,
}

/// One game's regret.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct GameRegret {
    decisions: u64,
    mistakes: u64,
    regret: f64,
}

/// The agent in the first seat, then in the second.
type Pair = BySeat<GameRegret>;

/// Measures an agent's regret.
///
/// # Errors
/// No games, an agent that cannot be built or breaks the rules, a solution that does not fit.
///
/// ```
/// use std::sync::{Arc, atomic::AtomicBool};
/// use moonbase_agents::{AgentSpec, Solution};
/// use moonbase_engine::{Game, toy::{Pig, PigOptions}};
/// use moonbase_eval::{Control, Opponent, RegretPlan, regret, solve::{SolvePlan, solve}};
/// let start = Pig::new(&PigOptions::default()).unwrap();
/// let (stop, folder) = (AtomicBool::new(false), tempfile::tempdir().unwrap());
/// let file = folder.path().join("pig.solution");
/// solve(SolvePlan::new(start.clone()), &stop, &mut |_| {}).unwrap().save(&file).unwrap();
/// let plan = RegretPlan {
///     start: &start,
///     agent: &AgentSpec::named("random"),
///     solution: Arc::new(Solution::read::<Pig>(&file).unwrap()),
///     opponent: Opponent::Perfect,
///     games: 100,
///     seed: 1,
/// };
/// let mut control = Control { threads: 2, stop: &stop, progress: &mut |_, _| {} };
/// assert!(regret(&plan, &mut control).unwrap().per_game.low > 0.1);
/// ```
pub fn regret<G: Solvable>(
    plan: &RegretPlan<'_, G>,
    control: &mut Control<'_>,
) -> Result<RegretReport, EvalError> {
    if plan.games == 0 {
        return Err(EvalError::NoGames);
    }
    let mut oracle = Oracle::new(plan.solution.clone());
    let fits = oracle.check(plan.start);
    fits.map_err(|error| EvalError::Solution(error.to_string()))?;
    let value = oracle.value(plan.start).unwrap_or_default();
    let stop = control.stop;
    let make = || Table::new(plan);
    let job = |table: &mut Table<G>, index| table.play_pair(plan, index, stop);
    let pairs = run(plan.games.div_ceil(2), control, make, job)?;
    let pairs: Vec<Pair> = pairs.into_iter().map(|(_, pair)| pair).collect();
    Ok(report(plan, &pairs, value.0))
}

/// What one thread plays with.
struct Table<G: Solvable> {
    agent: Box<dyn Agent<G>>,
    opponent: Box<dyn Agent<G>>,
    oracle: Oracle,
}

impl<G: Solvable> Table<G> {
    fn new(plan: &RegretPlan<'_, G>) -> Result<Self, EvalError> {
        let perfect = || Exact::new(plan.solution.clone(), AgentSpec::named("exact"));
        let agent = plan.agent.make()?;
        for seat in Seat::BOTH {
            agent.check(plan.start, seat)?;
        }
        Ok(Table {
            agent,
            opponent: match plan.opponent {
                Opponent::Perfect => Box::new(perfect()),
                Opponent::Itself => plan.agent.make()?,
            },
            oracle: Oracle::new(plan.solution.clone()),
        })
    }

    fn play_pair(
        &mut self,
        plan: &RegretPlan<'_, G>,
        index: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Pair>, EvalError> {
        let mut seeds = rng_for(plan.seed, index);
        let dice = seeds.next_u64();
        let mut play = |seat| {
            self.agent.new_game(seeds.next_u64());
            self.opponent.new_game(seeds.next_u64());
            self.play(plan.start.clone(), seat, KeyedDice::new(dice), stop)
        };
        let (first, second) = (play(Seat::First)?, play(Seat::Second)?);
        let pair = first.zip(second);
        Ok(pair.map(|(first, second)| BySeat::new(first, second)))
    }

    fn play(
        &mut self,
        mut position: G,
        own: Seat,
        mut dice: KeyedDice,
        stop: &AtomicBool,
    ) -> Result<Option<GameRegret>, EvalError> {
        let mut game = GameRegret::default();
        let mut line = Line::from(&position);
        loop {
            match position.turn() {
                Turn::Over(_) => return Ok(Some(game)),
                Turn::Chance => {
                    let outcome = dice.roll(&position);
                    position.resolve_unchecked(outcome);
                    line.push(Ply::Chance(outcome));
                }
                Turn::Decide(_) if stop.load(Ordering::Relaxed) => return Ok(None),
                Turn::Decide(seat) if seat == own => {
                    let action = line.ask(&position, self.agent.as_mut())?;
                    game.add(self.regret_of(&position, seat, action)?);
                    line.play(&mut position, action, self.agent.as_ref())?;
                }
                Turn::Decide(_) => {
                    let action = line.ask(&position, self.opponent.as_mut())?;
                    line.play(&mut position, action, self.opponent.as_ref())?;
                }
            }
        }
    }

    /// How much worse than the best action this one is; 0 for one that is not legal.
    fn regret_of(&mut self, position: &G, seat: Seat, action: G::Action) -> Result<f64, EvalError> {
        let values = self.oracle.action_values(position).ok_or_else(|| {
            EvalError::Solution("a position of the game is not in the solution".into())
        })?;
        let values = values.iter().map(|(a, value)| (*a, value.seen_by(seat).0));
        let best = values.clone().map(|(_, value)| value).fold(-1.0, f64::max);
        let chosen = values.clone().find(|(a, _)| *a == action);
        Ok(chosen.map_or(0.0, |(_, value)| best - value))
    }
}

/// What was played since the start of the game; `None` where a game begins in the middle.
struct Line<G: Game>(Option<Vec<Ply<G>>>);

impl<G: Game> Line<G> {
    fn from(position: &G) -> Self {
        let start = G::new(position.options());
        Line(start.is_ok_and(|start| start == *position).then(Vec::new))
    }

    fn push(&mut self, ply: Ply<G>) {
        if let Some(history) = &mut self.0 {
            history.push(ply);
        }
    }

    fn ask(&self, position: &G, agent: &mut dyn Agent<G>) -> Result<G::Action, EvalError> {
        let decision = agent.answer(position, self.0.as_deref());
        let decision = decision.map_err(|reason| EvalError::Forfeit {
            agent: agent.name(),
            reason,
        })?;
        Ok(decision.action)
    }

    fn play(
        &mut self,
        position: &mut G,
        action: G::Action,
        agent: &dyn Agent<G>,
    ) -> Result<(), EvalError> {
        let played = position.play(action);
        played.map_err(|error| EvalError::Illegal {
            agent: agent.name(),
            error,
        })?;
        self.push(Ply::Action(action));
        Ok(())
    }
}

impl GameRegret {
    fn add(&mut self, regret: f64) {
        self.decisions += 1;
        self.mistakes += u64::from(regret > ROUNDING);
        self.regret += regret;
    }
}

fn report<G: Solvable>(plan: &RegretPlan<'_, G>, pairs: &[Pair], value: f64) -> RegretReport {
    let games = || pairs.iter().flat_map(|pair| [pair.first, pair.second]);
    let decisions: u64 = games().map(|game| game.decisions).sum();
    let mistakes: u64 = games().map(|game| game.mistakes).sum();
    let means = pairs
        .iter()
        .map(|p| (p.first.regret + p.second.regret) / 2.0);
    let in_seat = |seat: Seat| {
        let regrets: Vec<f64> = pairs.iter().map(|pair| pair[seat].regret).collect();
        (G::SEATS[seat], of_regrets(&regrets, MOST))
    };
    RegretReport {
        agent: plan.agent.name(),
        opponent: plan.opponent,
        seed: plan.seed,
        games: 2 * pairs.len() as u64,
        planned: 2 * plan.games.div_ceil(2),
        decisions,
        mistakes: mistakes as f64 / decisions.max(1) as f64,
        per_decision: per_decision(pairs),
        per_game: of_regrets(&means.collect::<Vec<_>>(), MOST),
        seats: Seat::BOTH.map(in_seat).into(),
        value,
    }
}

/// The mean of regrets, none of which is likely to exceed `most`.
fn of_regrets(regrets: &[f64], most: f64) -> Estimate {
    let most = regrets.iter().copied().fold(most, f64::max);
    Estimate::of(regrets, 0.0, most)
}

fn per_decision(pairs: &[Pair]) -> Estimate {
    let regret = |pair: &Pair| pair.first.regret + pair.second.regret;
    let decisions = |pair: &Pair| (pair.first.decisions + pair.second.decisions) as f64;
    let total: f64 = pairs.iter().map(decisions).sum();
    if total == 0.0 {
        return of_regrets(&[], MOST);
    }
    let ratio = pairs.iter().map(regret).sum::<f64>() / total;
    let mean = total / pairs.len() as f64;
    let linear = |pair: &Pair| ratio + (regret(pair) - ratio * decisions(pair)) / mean;
    let samples: Vec<f64> = pairs.iter().map(linear).collect();
    // A pair has two games to give away the most in.
    let most = samples.iter().copied().fold(2.0 * MOST / mean, f64::max);
    let least = samples.iter().copied().fold(0.0, f64::min);
    let estimate = Estimate::of(&samples, least, most);
    Estimate {
        low: estimate.low.max(0.0),
        ..estimate
    }
}

/// `0.0123 [0.0101, 0.0145]`
fn figure(estimate: &Estimate) -> String {
    let Estimate {
        mean, low, high, ..
    } = estimate;
    format!("{mean:.4} [{low:.4}, {high:.4}]")
}

impl fmt::Display for RegretReport {
    /// A few lines within 80 columns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let opponent = match self.opponent {
            Opponent::Perfect => "perfect play",
            Opponent::Itself => "itself",
        };
        writeln!(f, "regret of {} against {opponent}", self.agent)?;
        let (games, planned) = (self.games, self.planned);
        writeln!(
            f,
            "{games} of {planned} games, seed {}, value of the start {:+.4}",
            self.seed, self.value
        )?;
        let row = |name: &str, estimate: &Estimate| vec![name.to_string(), figure(estimate)];
        let mut rows = vec![
            row("per decision", &self.per_decision),
            row("per game", &self.per_game),
        ];
        rows.extend(
            self.seats
                .iter()
                .map(|(seat, e)| row(&format!("  as {seat}"), e)),
        );
        rows.push(vec![
            "mistakes".into(),
            format!(
                "{:.1}% of {} decisions",
                100.0 * self.mistakes,
                self.decisions
            ),
        ]);
        write!(f, "{}", render(&rows))
    }
}
