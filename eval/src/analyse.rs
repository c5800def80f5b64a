//! What an agent thinks of a position: its actions with visits, values and priors, the line it expects, and
//! what the thinking cost.
//!
//! A value's interval is that of a mean of independent results in [-1, 1] with the value's own mean, whose
//! variance is at most 1 - value²: value ± 1.96 √((1 - value²) / visits), cut to what is proven. Searches
//! return to good actions and look ahead, so that their results are neither independent nor that
//! spread: read it as a measure of how much was tried.

use moonbase_agents::{Decision, MakeAgent, Ply, Spent, ValueBounds};
use moonbase_engine::record::{WordError, play_word};
use moonbase_engine::{Game, KeyedDice, Seat, SeatValue, Turn};
use serde::Serialize;

use crate::error::EvalError;

mod text;

/// A position to think about.
pub struct AnalysisPlan<'a, G: Game> {
    /// The game's or preset's name.
    pub game: &'a str,
    pub position: &'a G,
    /// Actions and chance outcomes before it, from the start of the game.
    pub history: &'a [Ply<G>],
    pub agent: &'a dyn MakeAgent<G>,
    /// Seed of the agent: the same seed gives the same analysis.
    pub seed: u64,
}

/// What there is to say about a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Analysis {
    pub game: String,
    /// Actions and chance outcomes before the position.
    pub ply: usize,
    #[serde(flatten)]
    pub node: Node,
}

/// What the position waits for.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "node", rename_all = "lowercase")]
pub enum Node {
    Decision(Box<Opinion>),
    /// A chance node; agents have no say in it.
    Chance {
        outcomes: Vec<Outcome>,
    },
    Over {
        outcome: &'static str,
        /// The first seat's return.
        value: f64,
    },
}

/// A chance outcome and its exact probability.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Outcome {
    pub word: String,
    pub weight: u64,
    pub probability: f64,
}

/// An agent's opinion about a decision; all values are those of the seat that decides.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Opinion {
    pub seat: &'static str,
    pub agent: String,
    pub seed: u64,
    /// The action it would play.
    pub choice: String,
    pub legal: usize,
    pub value: Option<f64>,
    pub bounds: Option<Bounds>,
    /// The actions it weighed, the most visited and then the best first.
    pub actions: Vec<ActionRow>,
    /// What it expects to happen.
    pub line: Vec<Step>,
    pub simulations: u64,
    pub nodes: u64,
    /// Steps to the deepest position of the tree.
    pub depth: u64,
    pub milliseconds: f64,
    pub simulations_per_s: f64,
}

/// An action and what the agent thinks of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ActionRow {
    pub action: String,
    pub visits: u32,
    pub value: Option<f64>,
    /// See the module's documentation.
    pub interval: Option<Bounds>,
    pub prior: Option<f64>,
    pub bounds: Option<Bounds>,
    pub proven: bool,
}

/// Between what a value lies.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Bounds {
    pub low: f64,
    pub high: f64,
}

/// A step of the line that an agent expects.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Step {
    pub word: String,
    /// Who acts; `None` at a chance node.
    pub seat: Option<&'static str>,
    /// The outcome's exact probability, at a chance node.
    pub probability: Option<f64>,
}

/// Asks the agent about the position.
///
/// # Errors
/// An agent that cannot be built or cannot play this, or an expected line that is not legal.
pub fn analyse<G: Game>(plan: &AnalysisPlan<'_, G>) -> Result<Analysis, EvalError> {
    let node = match plan.position.turn() {
        Turn::Decide(seat) => Node::Decision(Box::new(opinion(plan, seat)?)),
        Turn::Chance => Node::Chance {
            outcomes: outcomes(plan.position),
        },
        Turn::Over(end) => Node::Over {
            outcome: end.name,
            value: end.value.0,
        },
    };
    Ok(Analysis {
        game: plan.game.into(),
        ply: plan.history.len(),
        node,
    })
}

/// The first position of a game in which a seat decides, the dice before it keyed by `seed`, and the
/// chance outcomes before it. A game that ends before gives its last position.
///
/// # Errors
/// Options that contradict each other.
pub fn first_decision<G: Game>(
    options: &G::Options,
    seed: u64,
) -> Result<(G, Vec<Ply<G>>), EvalError> {
    let (mut position, mut dice) = (G::new(options)?, KeyedDice::new(seed));
    let mut history = Vec::new();
    while let Turn::Chance = position.turn() {
        let outcome = dice.roll(&position);
        position.resolve_unchecked(outcome);
        history.push(Ply::Chance(outcome));
    }
    Ok((position, history))
}

fn opinion<G: Game>(plan: &AnalysisPlan<'_, G>, seat: Seat) -> Result<Opinion, EvalError> {
    let mut agent = plan.agent.make()?;
    agent.check(plan.position, seat)?;
    agent.new_game(plan.seed);
    let decision = agent.answer(plan.position, Some(plan.history));
    let decision = decision.map_err(|reason| {
        let agent = agent.name();
        EvalError::Forfeit { agent, reason }
    })?;
    let Spent {
        sims,
        nodes,
        depth,
        millis,
    } = decision.spent;
    Ok(Opinion {
        seat: G::SEATS[seat],
        agent: agent.name(),
        seed: plan.seed,
        choice: decision.action.to_string(),
        legal: plan.position.count_legal(),
        value: decision.value.map(|value| value.0),
        bounds: decision.bounds.map(Bounds::from),
        actions: rows(&decision),
        line: steps(plan.position, &decision.line).map_err(|error| {
            let agent = agent.name();
            EvalError::Line { agent, error }
        })?,
        simulations: sims,
        nodes,
        depth,
        milliseconds: millis,
        simulations_per_s: sims as f64 / (millis / 1e3).max(1e-9),
    })
}

fn rows<A: ToString + Copy>(decision: &Decision<A>) -> Vec<ActionRow> {
    let mut thoughts = decision.thoughts.clone();
    let value = |value: Option<SeatValue>| value.map_or(f64::NEG_INFINITY, |value| value.0);
    thoughts.sort_by(|a, b| {
        let visits = b.visits.cmp(&a.visits);
        visits.then(value(b.value).total_cmp(&value(a.value)))
    });
    let row = |thought: &moonbase_agents::Thought<A>| ActionRow {
        action: thought.action.to_string(),
        visits: thought.visits,
        value: thought.value.map(|value| value.0),
        interval: interval(thought.value, thought.visits, thought.bounds),
        prior: thought.prior,
        bounds: thought.bounds.map(Bounds::from),
        proven: thought.bounds.is_some_and(|bounds| bounds.is_proven()),
    };
    thoughts.iter().map(row).collect()
}

impl From<ValueBounds> for Bounds {
    fn from(bounds: ValueBounds) -> Self {
        Bounds {
            low: bounds.low.0,
            high: bounds.high.0,
        }
    }
}

/// See the module's documentation; `None` if nothing was tried.
fn interval(value: Option<SeatValue>, visits: u32, bounds: Option<ValueBounds>) -> Option<Bounds> {
    let value = value.filter(|_| visits > 0)?.0;
    let known = bounds.map_or(
        Bounds {
            low: -1.0,
            high: 1.0,
        },
        Bounds::from,
    );
    let half = 1.96 * ((1.0 - value * value).max(0.0) / f64::from(visits)).sqrt();
    Some(Bounds {
        low: (value - half).max(known.low).min(known.high),
        high: (value + half).min(known.high).max(known.low),
    })
}

fn outcomes<G: Game>(position: &G) -> Vec<Outcome> {
    let mut list = Vec::new();
    position.chance_outcomes(&mut list);
    let total: u64 = list.iter().map(|(_, weight)| weight).sum();
    let outcome = |&(outcome, weight): &(G::Chance, u64)| Outcome {
        word: outcome.to_string(),
        weight,
        probability: weight as f64 / total as f64,
    };
    list.iter().map(outcome).collect()
}

fn steps<G: Game>(position: &G, line: &[String]) -> Result<Vec<Step>, WordError> {
    let mut position = position.clone();
    let step = |word: &String| {
        let outcomes = outcomes(&position);
        let seat = play_word(&mut position, word)?;
        let found = outcomes.iter().find(|outcome| outcome.word == *word);
        Ok(Step {
            word: word.clone(),
            seat: seat.map(|seat| G::SEATS[seat]),
            probability: found.map(|outcome| outcome.probability),
        })
    };
    line.iter().map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_agents::AgentSpec;
    use moonbase_engine::SeatValue;
    use moonbase_engine::toy::{Nim, NimOptions, Pig, PigOptions};

    fn of<G: moonbase_agents::Playable>(position: &G, agent: &str) -> Analysis {
        let agent: AgentSpec = agent.parse().unwrap();
        let plan = AnalysisPlan {
            game: G::NAME,
            position,
            history: &[],
            agent: &agent,
            seed: 1,
        };
        analyse(&plan).unwrap()
    }

    fn opinion_of<G: moonbase_agents::Playable>(position: &G, agent: &str) -> Opinion {
        match of(position, agent).node {
            Node::Decision(opinion) => *opinion,
            node => panic!("{node:?}"),
        }
    }

    #[test]
    fn the_winning_move_of_nim_stands_first() {
        let start = Nim::new(&NimOptions::new(&[1, 2])).unwrap();
        let opinion = opinion_of(&start, "uct:sims=2000");
        let best = &opinion.actions[0];
        assert_eq!(opinion.choice, "take:1:1");
        assert_eq!((&best.action, opinion.legal), (&opinion.choice, 3));
        assert!(best.value.unwrap() > 0.9 && best.interval.unwrap().low > 0.8);
        assert_eq!(opinion.line[0].word, opinion.choice);
        assert_eq!(opinion.line[0].seat, Some("a"));
        assert_eq!(opinion.simulations, 2000);
    }

    #[test]
    fn chance_in_the_line_has_its_probability() {
        let (position, _) = first_decision::<Pig>(&PigOptions::default(), 3).unwrap();
        let opinion = opinion_of(&position, "uct:sims=3000");
        let chance: Vec<&Step> = opinion.line.iter().filter(|s| s.seat.is_none()).collect();
        assert!(!chance.is_empty());
        assert!(
            chance
                .iter()
                .all(|step| step.probability == Some(1.0 / 6.0))
        );
    }

    #[test]
    fn agents_without_thoughts_and_finished_games_are_told_too() {
        let start = Nim::new(&NimOptions::new(&[1, 2])).unwrap();
        let opinion = opinion_of(&start, "random");
        assert!(opinion.actions.is_empty() && opinion.value.is_none());
        let mut end = Nim::new(&NimOptions::new(&[2])).unwrap();
        play_word(&mut end, "take:0:2").unwrap();
        let analysis = of(&end, "random");
        let (outcome, value) = ("first_wins", 1.0);
        assert_eq!(analysis.node, Node::Over { outcome, value });
        assert!(
            analysis
                .to_string()
                .contains("the game is over: first_wins")
        );
    }

    #[test]
    fn intervals_narrow_and_stay_within_what_is_proven() {
        let of = |visits, bounds| interval(Some(SeatValue(0.6)), visits, bounds).unwrap();
        let plain = of(100, None);
        assert!((plain.low - 0.4432).abs() < 1e-4 && (plain.high - 0.7568).abs() < 1e-4);
        let proven = of(100, Some(ValueBounds::exactly(SeatValue(0.6))));
        assert_eq!((proven.low, proven.high), (0.6, 0.6));
        assert_eq!(interval(None, 5, None), None);
        assert_eq!(interval(Some(SeatValue(0.0)), 0, None), None);
    }
}
