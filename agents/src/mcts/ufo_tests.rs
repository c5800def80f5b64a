//! The variants on small positions of a real game, `ufo-micro`, against exact values.

use std::collections::HashSet;
use std::time::Instant;

use moonbase_engine::chance::rng_for;
use moonbase_engine::toy::Solver;
use moonbase_engine::ufo::{Ufo, UfoOptions};
use moonbase_engine::{Game, RuleOptions, Seat, Turn};

use super::Mcts;
use super::tree::Step;
use crate::AgentSpec;
use crate::agent::{Agent, Decision};

/// Reachable positions of a test position at most.
const MOST: usize = 10_000;

fn start() -> Ufo {
    let mut presets = UfoOptions::presets().into_iter();
    let options = presets.find(|(name, _)| *name == "ufo-micro").unwrap().1;
    Ufo::new(&options).unwrap()
}

/// The decisions of a random game.
fn decisions(seed: u64) -> Vec<Ufo> {
    let (mut position, mut rng) = (start(), rng_for(seed, 0));
    let mut decisions = Vec::new();
    loop {
        match position.turn() {
            Turn::Over(_) => return decisions,
            Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
            Turn::Decide(_) => {
                decisions.push(position.clone());
                position.play_unchecked(position.random_action(&mut rng));
            }
        }
    }
}

/// For some games and each seat the earliest decision, at which the choice matters, from which at most
/// [`MOST`] positions can be reached; with the values of its actions for the seat.
fn small_positions() -> Vec<(Ufo, Vec<f64>)> {
    let mut found = Vec::new();
    for seed in 0..60 {
        for seat in Seat::BOTH {
            let decisions = decisions(seed).into_iter().rev();
            let small = decisions.take_while(is_small);
            let own = small.filter(|position| position.turn() == Turn::Decide(seat));
            found.extend(own.map(values).filter(matters).last());
        }
    }
    assert!(found.len() > 6, "{} small positions", found.len());
    found.truncate(8);
    found
}

/// Can at most [`MOST`] positions be reached?
fn is_small(position: &Ufo) -> bool {
    let (mut seen, mut open) = (HashSet::from([position.clone()]), vec![position.clone()]);
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    while let Some(position) = open.pop() {
        position.legal_actions(&mut actions);
        position.chance_outcomes(&mut outcomes);
        let steps = actions.iter().map(|action| Step::Action(*action));
        let steps = steps.chain(outcomes.iter().map(|(outcome, _)| Step::Outcome(*outcome)));
        for step in steps {
            let mut next = position.clone();
            step.follow(&mut next);
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
        if seen.len() > MOST {
            return false;
        }
    }
    true
}

fn values(position: Ufo) -> (Ufo, Vec<f64>) {
    let seat = crate::agent::decider(&position);
    let values = Solver::default().action_values(&position);
    let seen = values.iter().map(|(_, value)| value.seen_by(seat).0);
    let seen = seen.collect();
    (position, seen)
}

fn matters((_, values): &(Ufo, Vec<f64>)) -> bool {
    best(values) - values.iter().copied().fold(1.0, f64::min) > 0.05
}

fn best(values: &[f64]) -> f64 {
    values.iter().copied().fold(-1.0, f64::max)
}

fn decide(position: &Ufo, spec: &str) -> Decision<moonbase_engine::ufo::Action> {
    let mut agent = Mcts::from_spec(&spec.parse().unwrap()).unwrap();
    agent.new_game(1);
    agent.decide(position)
}

/// The value found is near the exact one, and the action gives away at most so much.
fn agrees((position, values): &(Ufo, Vec<f64>), spec: &str, most: f64) {
    let decision = decide(position, spec);
    let found = decision.value.unwrap().0;
    let error = (found - best(values)).abs();
    assert!(error < 0.1, "{spec}: {found} for {values:?}");
    let place = decision
        .thoughts
        .iter()
        .position(|t| t.action == decision.action);
    let lost = best(values) - values[place.unwrap()];
    assert!(lost < most, "{spec}: {lost} lost: {position:?}");
}

#[test]
fn variants_converge_on_small_positions_of_ufo() {
    let positions = small_positions();
    // Without priors, and with the noise of rollouts, convergence takes longer.
    let variants = [
        (20_000, ""),
        (60_000, ",dag=off"),
        (100_000, ",chance=sampled"),
        (20_000, ",eval=truncated"),
        (20_000, ",eval=scripted"),
        (20_000, ",batch=8"),
        (100_000, ",eval=rollout,prior=0"),
        (100_000, ",select=ucb1,eval=rollout,c=0.7"),
        (100_000, ",select=ucb1-tuned,eval=rollout,c=1.4"),
    ];
    for position in &positions {
        for (sims, variant) in variants {
            agrees(position, &format!("mcts:sims={sims}{variant}"), 0.01);
            // Without proofs it takes UCB1 very long to come back to an action that rollouts misjudge.
            let spec = format!("mcts:sims={sims},proven=off{variant}");
            agrees(position, &spec, 0.05);
        }
    }
}

#[test]
fn proofs_are_exact_on_small_positions_of_ufo() {
    let mut proven = 0;
    for (position, values) in small_positions() {
        let decision = decide(&position, "mcts:sims=60000");
        let bounds = decision.bounds.unwrap();
        let exact = best(&values);
        assert!(bounds.low.0 < exact + 1e-4 && exact - 1e-4 < bounds.high.0);
        for (thought, value) in decision.thoughts.iter().zip(&values) {
            let bounds = thought.bounds.unwrap();
            assert!(bounds.low.0 < value + 1e-4 && value - 1e-4 < bounds.high.0);
        }
        if bounds.is_proven() {
            proven += 1;
            assert!((decision.value.unwrap().0 - exact).abs() < 1e-4);
        }
    }
    assert!(proven > 1, "{proven} proven");
}

/// By hand, on a quiet machine: `cargo test --release --workspace --lib -- --ignored --nocapture budget_of_time`.
#[test]
#[ignore = "measures time"]
fn a_budget_of_time_is_kept_within_five_per_cent() {
    let mut presets = UfoOptions::presets().into_iter();
    let options = presets.find(|(name, _)| *name == "ufo").unwrap().1;
    let start = Ufo::new(&options).unwrap();
    for agent in [
        "mcts",
        "mcts:eval=scripted",
        "mcts:eval=rollout",
        "mcts:threads=2",
        "mcts:parallel=root",
        "mcts:parallel=root,threads=2",
        "uct",
        "expectimax",
        "expectimax:rollouts=8",
    ] {
        for millis in [20.0, 100.0] {
            let spec: AgentSpec = agent.parse().unwrap();
            let spec = spec.with("ms", millis);
            let mut agent = crate::build::<Ufo>(&spec).unwrap();
            agent.new_game(1);
            let (mut position, mut rng) = (start.clone(), rng_for(1, 0));
            let mut times = Vec::new();
            while times.len() < 15 {
                match position.turn() {
                    Turn::Decide(_) => {
                        let begun = Instant::now();
                        let decision = agent.decide(&position);
                        times.push(1e3 * begun.elapsed().as_secs_f64());
                        position.play_unchecked(decision.action);
                    }
                    _ => position.resolve_unchecked(position.random_chance(&mut rng)),
                }
            }
            times.sort_by(f64::total_cmp);
            let (median, most) = (times[7], times[14]);
            println!("{spec}: median {median:.2} ms, most {most:.2} ms");
            // Less is spent where the choice is clear.
            assert!(median < 1.05 * millis);
        }
    }
}
