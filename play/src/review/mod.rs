//! A finished game looked at again: what each choice gave away, what each roll was worth.
//!
//! An agent, the *judge*, says what every position of the game is worth. From that follow, in points of a hundred from lost to won:
//!
//! ```text
//! given away = V(after the judge's action) - V(after the action played)    for the seat that decided; never below 0
//! luck       = V(after what was rolled) - Σ p V(after each outcome)        see moonbase_eval::luck
//! ```
//!
//! where `V` of a position in which a seat decides is the value that the judge's search finds from there, of a chance node the mean over its
//! outcomes by their exact probabilities, and of the end its outcome. Both actions are judged by the same yard-stick, a search from
//! the position *after* them; a judge that likes the played action better there than its own has nothing to blame.
//!
//! What is neither given away nor luck is the judge's change of mind ([`Review::drift`]): 0 for perfect play from a solution, a few
//! points for searches. A weak judge blames what it does not understand, so it is named in every review. What is given away is never
//! below 0, so the noise of a search does not cancel out: sums of many decisions are too high, and the more so the fewer simulations
//! the judge has. Single decisions count as mistakes from 3 points on, above that noise.
//!
//! The judge begins afresh at every position, with a seed that depends on the position: the review is the same for any number of threads,
//! unless its budget is a time.

mod judge;
mod svg;
mod text;
mod totals;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use moonbase_agents::{AgentError, MakeAgent, Ply};
use moonbase_engine::record::{Record, RecordError};
use moonbase_engine::{AbsoluteValue, Seat, SeatValue, Turn};
use moonbase_eval::work::run;
use moonbase_eval::{Control, EvalError};
use serde::Serialize;

use crate::session::players_of;
use crate::words::Words;
use judge::{Judge, Known};

pub use svg::svg;
pub use text::signed;

/// Whom a review asks unless told otherwise.
pub const USUAL_JUDGE: &str = "mcts:sims=1000";

/// What is to be reviewed.
pub struct ReviewPlan<'a, G: Words> {
    pub record: &'a Record,
    /// Who judges the positions.
    pub judge: &'a dyn MakeAgent<G>,
    /// The judge's seed.
    pub seed: u64,
}

/// A game looked at again. All values are chances to win of the first seat, or points of them: 0 lost, 50 even (or drawn), 100 won.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Review {
    /// The game or preset.
    pub game: String,
    pub judge: String,
    pub seed: u64,
    /// The first seat's name, whose chances are told.
    pub first_seat: &'static str,
    /// By the seat's name.
    pub sides: BTreeMap<&'static str, Side>,
    /// Everything that was played, in order.
    pub steps: Vec<Step>,
    /// What 100 means, in words.
    pub full: String,
    /// The chance to win before each step, and after the last.
    pub chances: Vec<f64>,
    /// The steps (counted from 0) that changed most, at most three, in the order of play.
    pub turning_points: Vec<usize>,
    /// How the game ended, in a sentence; `None` if it did not.
    pub outcome: Option<String>,
    /// What neither choices nor dice explain: the judge saw more as the game went on.
    pub drift: f64,
}

/// What one side did, in points.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Side {
    /// As players call it.
    pub name: &'static str,
    /// Who played it, if the record says so.
    pub player: Option<String>,
    pub decisions: usize,
    /// Decisions that gave away 3 points or more.
    pub mistakes: usize,
    /// What its decisions gave away in all: its skill, the smaller the better.
    pub given_away: f64,
    /// What the dice were worth to it in all; the other side's with the sign turned.
    pub luck: f64,
}

/// An action or a roll.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Step {
    /// In the game's notation.
    pub word: String,
    /// As a sentence.
    pub words: String,
    /// Where in the game: `Turn 3: the Aliens act`.
    pub stage: String,
    #[serde(flatten)]
    pub kind: StepKind,
}

/// What there is to say about a step.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum StepKind {
    Decision(Choice),
    Roll {
        /// What it was worth to the first seat.
        luck: f64,
    },
}

/// A decision.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    pub seat: &'static str,
    /// Legal actions.
    pub legal: usize,
    /// What the seat's chance to win fell by; 0 if the judge would have done the same.
    pub given_away: f64,
    /// The judge's action, in notation.
    pub best: String,
    /// The same as a sentence.
    pub best_words: String,
    /// Why: the chances to win, the dice that it leads to, and what the judge expects then. Empty if nothing was given away.
    pub why: Vec<String>,
}

/// Why a game cannot be reviewed; one line each.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Agent(#[from] AgentError),
    #[error(transparent)]
    Game(#[from] EvalError),
    #[error(
        "agent `{0}` does not say what a position is worth; let a search judge, such as {USUAL_JUDGE}"
    )]
    NoValue(String),
    #[error("the record has no words: nothing was played yet")]
    Empty,
}

/// Reviews a game; `None` if it was stopped. `control.progress` is told of steps.
///
/// # Errors
/// A record that cannot be replayed or is empty, a judge that cannot be built, cannot play this game or knows no values.
pub fn review<G: Words>(
    plan: &ReviewPlan<'_, G>,
    control: &mut Control<'_>,
) -> Result<Option<Review>, ReviewError> {
    let positions = plan.record.replay::<G>()?;
    if positions.len() < 2 {
        return Err(ReviewError::Empty);
    }
    check(plan, &positions)?;
    let plies = plies(plan.record, &positions)?;
    let known = Known::default();
    let make = || Judge::new(plan.judge, plan.seed, &known);
    let job = |judge: &mut Judge<'_, G>, index: u64| {
        let place = index as usize;
        let ply = plies.get(place).copied();
        judge
            .look(&positions[place], ply, positions.get(place + 1))
            .map(Some)
    };
    let count = positions.len() as u64;
    let looks = run(count, control, make, job)?;
    if (looks.len() as u64) < count {
        return Ok(None);
    }
    let looks: Vec<Look<G>> = looks.into_iter().map(|(_, look)| look).collect();
    Ok(Some(told(plan, &positions, &plies, &looks)))
}

/// The judge can be built, plays this game, and says what positions are worth.
fn check<G: Words>(plan: &ReviewPlan<'_, G>, positions: &[G]) -> Result<(), ReviewError> {
    let mut judge = plan.judge.make()?;
    for seat in Seat::BOTH {
        judge.check(&positions[0], seat)?;
    }
    let deciding = |position: &&G| matches!(position.turn(), Turn::Decide(_));
    let Some(position) = positions.iter().find(deciding) else {
        return Ok(());
    };
    judge.new_game(plan.seed);
    match judge.decide(position).value {
        Some(_) => Ok(()),
        None => Err(ReviewError::NoValue(judge.name())),
    }
}

/// What was played; [`Record::replay`] has checked that it is legal.
fn plies<G: Words>(record: &Record, positions: &[G]) -> Result<Vec<Ply<G>>, ReviewError> {
    let read = |(word, position): (&moonbase_engine::record::Word, &G)| {
        let ply = Ply::read(position, &word.text);
        ply.map_err(|error| EvalError::Broken(error.to_string()))
    };
    let plies = record.words().iter().zip(positions).map(read);
    Ok(plies.collect::<Result<_, _>>()?)
}

/// What the judge thinks of a position of the game, values as the first seat sees them.
struct Look<G: Words> {
    /// What the position is worth.
    value: AbsoluteValue,
    /// At a decision: what the judge would have done.
    advice: Option<Advice<G>>,
    /// At a chance node: the luck of what was rolled.
    luck: AbsoluteValue,
}

struct Advice<G: Words> {
    action: G::Action,
    line: Vec<String>,
    /// What the seat's value is after the judge's action and after the one that was played; the same if they are the same.
    best: SeatValue,
    own: SeatValue,
}

impl<G: Words> Advice<G> {
    /// In value, 0 to 2.
    fn given_away(&self) -> f64 {
        (self.best.0 - self.own.0).max(0.0)
    }
}

/// A value as a chance to win, in percent.
fn chance(value: AbsoluteValue) -> f64 {
    50.0 * (1.0 + value.0)
}

fn told<G: Words>(
    plan: &ReviewPlan<'_, G>,
    positions: &[G],
    plies: &[Ply<G>],
    looks: &[Look<G>],
) -> Review {
    let each = positions.iter().zip(plies).zip(looks);
    let steps: Vec<Step> = each
        .map(|((position, ply), look)| step(position, *ply, look))
        .collect();
    let chances: Vec<f64> = looks.iter().map(|look| chance(look.value)).collect();
    let outcome = positions.last().and_then(|last| match last.turn() {
        Turn::Over(outcome) => Some(G::outcome_words(&outcome)),
        _ => None,
    });
    Review {
        game: plan.record.game().into(),
        judge: plan.judge.name(),
        seed: plan.seed,
        first_seat: G::SEATS.first,
        sides: totals::sides::<G>(&steps, players_of::<G>(plan.record)),
        turning_points: totals::turning_points(&steps),
        drift: totals::drift::<G>(&steps, &chances),
        full: positions[0].full_words(),
        steps,
        chances,
        outcome,
    }
}

fn step<G: Words>(position: &G, ply: Ply<G>, look: &Look<G>) -> Step {
    let (words, kind) = match (ply, &look.advice, position.turn()) {
        (Ply::Action(action), Some(advice), Turn::Decide(seat)) => (
            position.action_words(action),
            StepKind::Decision(choice(position, seat, action, advice)),
        ),
        (Ply::Chance(outcome), ..) => (
            position.chance_words(outcome),
            StepKind::Roll {
                luck: 50.0 * look.luck.0,
            },
        ),
        // An action that nobody was asked about: it cannot be, and is told without a judgement.
        (Ply::Action(action), ..) => (action.to_string(), StepKind::Roll { luck: 0.0 }),
    };
    Step {
        word: ply.to_string(),
        words,
        stage: position.stage(),
        kind,
    }
}

fn choice<G: Words>(position: &G, seat: Seat, played: G::Action, advice: &Advice<G>) -> Choice {
    let agreed = played == advice.action || advice.given_away() == 0.0;
    Choice {
        seat: G::SEATS[seat],
        legal: position.count_legal(),
        given_away: 50.0 * advice.given_away(),
        best: advice.action.to_string(),
        best_words: position.action_words(advice.action),
        why: match agreed {
            true => Vec::new(),
            false => text::reasons(position, advice),
        },
    }
}
