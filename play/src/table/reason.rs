//! Why an agent does what it tells the players to do, in a line.

use moonbase_agents::{Decision, Thought};
use moonbase_engine::{Seat, SeatValue};

use crate::words::Words;

/// The reason for a decision of `seat`, beside the next best action; `None` for agents that say nothing of it.
///
/// Of an agent that searches: what the action is worth, as chances `(value + 1) / 2`, a draw or half a win being counted as so
/// much of a win. Of one that does not: how probable its policy holds the action.
pub fn reason<G: Words>(
    position: &G,
    seat: Seat,
    decision: &Decision<G::Action>,
) -> Option<String> {
    let chosen = |thought: &&Thought<G::Action>| thought.action == decision.action;
    let own = decision.thoughts.iter().find(chosen)?;
    let named = |action: G::Action| {
        let (heading, label) = (position.heading(action), position.label(action));
        format!("{heading} {label}")
    };
    let (own, other, other_words) = match own.value {
        Some(value) => {
            let other = best_other(decision, |thought| Some(f64::from(thought.visits)));
            let value_of = |other: Thought<_>| other.value.map(chances);
            let then = format!("then {} for {}", chances(value), G::seat_name(seat));
            (then, other, other.and_then(value_of))
        }
        None => {
            let other = best_other(decision, |thought| thought.prior);
            let prior_of = |other: Thought<_>| other.prior.map(percent);
            let first = format!("{} at first sight", percent(own.prior?));
            (first, other, other.and_then(prior_of))
        }
    };
    let instead = other.zip(other_words);
    let instead =
        instead.map(|(other, words)| format!("; {} instead {words}", named(other.action)));
    Some(format!("Why: {own}{}.", instead.unwrap_or_default()))
}

/// Of the actions that were not chosen the one that ranks highest, of equals the first.
fn best_other<A: PartialEq + Copy>(
    decision: &Decision<A>,
    rank: impl Fn(&Thought<A>) -> Option<f64>,
) -> Option<Thought<A>> {
    let others = decision.thoughts.iter().rev();
    let others = others.filter(|thought| thought.action != decision.action);
    let ranked = others.filter_map(|thought| Some((*thought, rank(thought)?)));
    let best = ranked.max_by(|(_, a), (_, b)| a.total_cmp(b));
    best.map(|(thought, _)| thought)
}

fn chances(value: SeatValue) -> String {
    percent((value.0.clamp(-1.0, 1.0) + 1.0) / 2.0)
}

fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}
