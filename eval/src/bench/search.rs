//! How fast whole agents search, with one thread or several.

use std::time::Duration;

use moonbase_agents::{Agent, AgentSpec, Mcts, Playable};
use moonbase_engine::OptionsError;

use super::{BenchRow, Count, branching, median, middle_of, slices};

/// Simulations a second of `mcts` with these settings and a budget of simulations, each decision from scratch, in the
/// middle of a random game. Plies are steps within the tree.
///
/// # Errors
/// Options that contradict each other.
///
/// # Panics
/// If the settings are not right.
pub fn search_speed<G: Playable>(
    game: &str,
    options: &G::Options,
    settings: &str,
    time: Duration,
) -> Result<BenchRow, OptionsError> {
    let root = middle_of(G::new(options)?);
    let what = format!("mcts:{settings}");
    let spec: AgentSpec = what.parse().expect("a well-formed spec");
    let mut agent = Mcts::<G>::from_spec(&spec).expect("settings of `mcts`");
    let slices = slices(time, || {
        agent.new_game(1);
        let decision = agent.decide(&root);
        Count {
            plies: agent.steps(),
            runs: decision.spent.sims,
            seconds: 0.0,
        }
    });
    let (plies_per_s, sims_per_s, mean_plies) = median(&slices);
    Ok(BenchRow {
        game: game.into(),
        what,
        plies_per_s,
        sims_per_s: Some(sims_per_s),
        mean_plies,
        branching: branching(&root),
        ..BenchRow::default()
    })
}
