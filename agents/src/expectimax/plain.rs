//! Plain depth-limited expectiminimax: slow, and plainly what the parent module's documentation says.

use moonbase_engine::{Game, Seat, Turn};

use super::heuristic::Heuristic;

/// `V(s, depth)`; `free`: a chance node here costs nothing.
pub(super) fn value<G: Game>(
    position: &G,
    depth: u8,
    free: bool,
    heuristic: &mut impl Heuristic<G>,
) -> f64 {
    match position.turn() {
        Turn::Over(outcome) => outcome.value.0,
        Turn::Decide(seat) if depth > 0 => {
            let values = action_values(position, depth, heuristic).into_iter();
            let values = values.map(|(_, value)| value);
            match seat {
                Seat::First => values.fold(f64::MIN, f64::max),
                Seat::Second => values.fold(f64::MAX, f64::min),
            }
        }
        Turn::Chance if free => mean(position, depth, heuristic),
        Turn::Chance if depth > 0 => mean(position, depth - 1, heuristic),
        _ => heuristic.value(position).0.clamp(-1.0, 1.0),
    }
}

/// The value of each legal action, searched to `depth` decisions, this one included.
pub(super) fn action_values<G: Game>(
    position: &G,
    depth: u8,
    heuristic: &mut impl Heuristic<G>,
) -> Vec<(G::Action, f64)> {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    let mut value_of = |action| {
        let mut next = position.clone();
        next.play_unchecked(action);
        (action, value(&next, depth - 1, true, heuristic))
    };
    actions.into_iter().map(&mut value_of).collect()
}

fn mean<G: Game>(position: &G, depth: u8, heuristic: &mut impl Heuristic<G>) -> f64 {
    let mut outcomes = Vec::new();
    position.chance_outcomes(&mut outcomes);
    let total: u64 = outcomes.iter().map(|(_, weight)| *weight).sum();
    let mut weighted = |(outcome, weight): (G::Chance, u64)| {
        let mut next = position.clone();
        next.resolve_unchecked(outcome);
        weight as f64 * value(&next, depth, false, heuristic)
    };
    outcomes.into_iter().map(&mut weighted).sum::<f64>() / total as f64
}
