//! What an agent thought, in words.

use moonbase_agents::{Decision, Ply, Thought};
use moonbase_engine::{Seat, SeatValue, Turn};

use crate::session::Session;
use crate::words::Words;

/// How many actions are shown with their values.
const SHOWN: usize = 5;

/// How many outcomes of a roll are told.
const OUTCOMES: usize = 7;

/// An agent's decision in sentences, each a line: what, what may come of it, what it expects, what else
/// it weighed. `seat` is the seat that decides in the position.
pub fn explain<G: Words>(
    position: &G,
    seat: Seat,
    agent: &str,
    decision: &Decision<G::Action>,
) -> Vec<String> {
    let mut lines = vec![
        format!("{agent}: {}", position.action_words(decision.action)),
        format!(
            "  that is {} {}",
            number_of(position, decision.action),
            decision.action
        ),
    ];
    lines.extend(odds_after(position, decision.action));
    if let Some(value) = decision.value {
        lines.push(format!(
            "  it judges the position {}",
            value_words::<G>(value, seat)
        ));
    }
    lines.extend(weighed(position, decision));
    if decision.line.len() > 1 {
        lines.push(format!("  it expects: {}", decision.line.join(" ")));
    }
    lines.extend(effort(decision));
    lines
}

/// [`explain`] for the agents' decision that is the `nth` last, from 0; `None` if none is known.
pub(crate) fn why<G: Words>(session: &Session<G>, nth: usize) -> Option<Vec<String>> {
    let decisions = session.steps().iter().rev();
    let mut thought =
        decisions.filter_map(|step| Some((step, step.played.seat()?, step.decision.as_ref()?)));
    let (step, seat, decision) = thought.nth(nth)?;
    Some(explain(&step.before, seat, session.player(seat), decision))
}

/// The action's number in the legal list; 0 if it is not there.
fn number_of<G: Words>(position: &G, action: G::Action) -> usize {
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    legal
        .iter()
        .position(|a| *a == action)
        .map_or(0, |index| index + 1)
}

/// The chances of the roll that an action leads to.
pub fn odds_after<G: Words>(position: &G, action: G::Action) -> Option<String> {
    let mut after = position.clone();
    after.play_unchecked(action);
    if after.turn() != Turn::Chance {
        return None;
    }
    let mut outcomes = Vec::new();
    after.chance_outcomes(&mut outcomes);
    let total: u64 = outcomes.iter().map(|(_, weight)| weight).sum();
    if outcomes.len() > OUTCOMES {
        return None;
    }
    let told = outcomes.iter().map(|(outcome, weight)| {
        let percent = 100.0 * *weight as f64 / total as f64;
        format!("{} {percent:.0}%", after.chance_label(*outcome))
    });
    let told: Vec<String> = told.collect();
    let roll = match after.roll_words() {
        roll if roll.is_empty() => String::new(),
        roll => format!(" ({roll})"),
    };
    Some(format!("  the dice{roll}: {}", told.join(", ")))
}

/// The first steps of a line of play from a position, each in words, as far as they can be played.
pub(crate) fn line_words<G: Words>(position: &G, line: &[String], most: usize) -> Vec<String> {
    let mut position = position.clone();
    let mut told = Vec::new();
    for word in line.iter().take(most) {
        let Ok(ply) = Ply::read(&position, word) else {
            break;
        };
        let words = match ply {
            Ply::Action(action) if position.is_legal(action) => position.action_words(action),
            // A bot may claim what cannot be; words are for what can.
            Ply::Action(_) => break,
            Ply::Chance(outcome) => position.chance_label(outcome),
        };
        let played = match ply {
            Ply::Action(action) => position.play(action).is_ok(),
            Ply::Chance(outcome) => position.resolve(outcome).is_ok(),
        };
        if !played {
            break;
        }
        told.push(words);
    }
    told
}

/// `+0.23 for SHADO (-1 lost, +1 won)`.
fn value_words<G: Words>(value: SeatValue, seat: Seat) -> String {
    format!(
        "{:+.2} for {} (-1 lost, +1 won)",
        value.0,
        G::seat_name(seat)
    )
}

/// The actions it looked at most, with their values.
fn weighed<G: Words>(position: &G, decision: &Decision<G::Action>) -> Vec<String> {
    let mut best = decision.thoughts.clone();
    if best.is_empty() {
        return Vec::new();
    }
    let rank = |thought: &Thought<G::Action>| {
        let value = thought
            .value
            .or(thought.prior.map(SeatValue))
            .map_or(-2.0, |v| v.0);
        (u64::from(thought.visits), value)
    };
    best.sort_by(|a, b| {
        rank(b)
            .partial_cmp(&rank(a))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    let visits = best.iter().map(|thought| u64::from(thought.visits)).sum();
    let rows = best
        .iter()
        .take(SHOWN)
        .map(|thought| thought_line(position, thought, visits));
    let mut lines = vec![format!("  of {} actions it looked most at", best.len())];
    lines.extend(rows);
    lines
}

fn thought_line<G: Words>(position: &G, thought: &Thought<G::Action>, visits: u64) -> String {
    let (heading, label) = (
        position.heading(thought.action),
        position.label(thought.action),
    );
    let number = number_of(position, thought.action);
    let mut line = format!("    {number:>3} {:<24}", format!("{heading} {label}"));
    if let Some(value) = thought.value {
        line += &format!("  value {:+.2}", value.0);
    }
    if thought.visits > 0 {
        line += &format!(
            "  visits {} ({:.0}%)",
            thought.visits,
            share(thought.visits, visits)
        );
    }
    if let Some(prior) = thought.prior {
        line += &format!("  at first sight {:.0}%", 100.0 * prior);
    }
    line
}

fn share(part: u32, whole: u64) -> f64 {
    100.0 * f64::from(part) / whole.max(1) as f64
}

fn effort<A>(decision: &Decision<A>) -> Option<String> {
    let spent = decision.spent;
    (spent.sims > 0).then(|| {
        let seconds = spent.millis / 1000.0;
        format!("  {} simulations in {seconds:.2} s", spent.sims)
    })
}
