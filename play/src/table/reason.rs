//! Why an agent does what it tells the players to do, in a line.

use moonbase_agents::{Decision, Thought};
use moonbase_engine::{Seat, SeatValue};

use crate::words::Words;

/// The reason for a decision of `seat`; `None` for agents that say nothing of it.
///
/// Chances are `(value + 1) / 2`: with a draw, or a game won by half, counted as so much of a win.
pub fn reason<G: Words>(
    position: &G,
    seat: Seat,
    decision: &Decision<G::Action>,
) -> Option<String> {
    let own = value_of(decision, decision.action).or(decision.value)?;
    let then = format!("Why: then {} for {}", percent(own), G::seat_name(seat));
    let other = second(decision).map(|thought| {
        let words = position.label(thought.action);
        let heading = position.heading(thought.action);
        let value = thought.value.unwrap_or(own);
        format!("; {heading} {words} instead {}", percent(value))
    });
    Some(format!("{then}{}.", other.unwrap_or_default()))
}

fn value_of<A: PartialEq + Copy>(decision: &Decision<A>, action: A) -> Option<SeatValue> {
    let found = decision
        .thoughts
        .iter()
        .find(|thought| thought.action == action);
    found.and_then(|thought| thought.value)
}

/// What was looked at most, but for what was chosen.
fn second<A: PartialEq + Copy>(decision: &Decision<A>) -> Option<Thought<A>> {
    let others = decision.thoughts.iter().filter(|thought| {
        thought.action != decision.action && thought.visits > 0 && thought.value.is_some()
    });
    // Of equals the first.
    others.rev().max_by_key(|thought| thought.visits).copied()
}

fn percent(value: SeatValue) -> String {
    format!("{:.0}%", 50.0 * (value.0.clamp(-1.0, 1.0) + 1.0))
}
