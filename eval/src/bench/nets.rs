//! How fast nets judge positions, and how fast they guide a search.

use std::sync::Arc;
use std::time::Duration;

use moonbase_agents::{Budget, NetEvaluator, PuctSearch, PuctSettings};
use moonbase_engine::chance::rng_for;
use moonbase_engine::{BySeat, Game, OptionsError, Seat, Turn};
use moonbase_models::{Architecture, Batch, FastNet, Features, Scratch, Weights};

use super::{BenchRow, Count, branching, median, middle_of, slices};

/// Positions a second that a net of quickstart's size judges, `batch` at a time: features and net, for the
/// decisions of random games. The row's `plies_per_s` counts positions.
///
/// # Errors
/// Options that contradict each other.
pub fn net_speed<G: Features>(
    game: &str,
    options: &G::Options,
    batch: usize,
    time: Duration,
) -> Result<BenchRow, OptionsError> {
    let start = G::new(options)?;
    let groups = groups(&start, batch);
    let net = FastNet::new(&Weights::random(&quickstart_net::<G>(), 1));
    let (mut inputs, mut scratch) = (Batch::default(), Scratch::default());
    let slices = slices(time, || {
        for group in &groups {
            fill(&mut inputs, group, &net);
            net.evaluate(&inputs, &mut scratch);
        }
        Count {
            plies: (groups.len() * batch) as u64,
            runs: groups.len() as u64,
            seconds: 0.0,
        }
    });
    Ok(row(game, format!("net, batch {batch}"), &start, &slices))
}

/// The same without what it takes to make the features.
///
/// # Errors
/// Options that contradict each other.
pub fn net_alone_speed<G: Features>(
    game: &str,
    options: &G::Options,
    batch: usize,
    time: Duration,
) -> Result<BenchRow, OptionsError> {
    let start = G::new(options)?;
    let net = FastNet::new(&Weights::random(&quickstart_net::<G>(), 1));
    let filled = |group: &Vec<Decision<G>>| {
        let mut inputs = Batch::default();
        fill(&mut inputs, group, &net);
        inputs
    };
    let batches: Vec<Batch> = groups(&start, batch).iter().map(filled).collect();
    let mut scratch = Scratch::default();
    let slices = slices(time, || {
        for inputs in &batches {
            net.evaluate(inputs, &mut scratch);
        }
        Count {
            plies: (batches.len() * batch) as u64,
            runs: batches.len() as u64,
            seconds: 0.0,
        }
    });
    let what = format!("net alone, batch {batch}");
    Ok(row(game, what, &start, &slices))
}

/// Simulations a second of the search of `net:sims=...`, guided by a net of quickstart's size for each seat, `sims` at a
/// time from the middle of a random game.
///
/// # Errors
/// Options that contradict each other.
pub fn guided_speed<G: Features>(
    game: &str,
    options: &G::Options,
    sims: u64,
    time: Duration,
) -> Result<BenchRow, OptionsError> {
    let root = middle_of(G::new(options)?);
    let net = |seed| FastNet::new(&Weights::random(&quickstart_net::<G>(), seed));
    let nets = BySeat::new(1, 2).map(|seed| Some(Arc::new(net(seed))));
    let mut evaluator = NetEvaluator::new(nets);
    let (mut search, mut rng) = (PuctSearch::new(PuctSettings::default()), rng_for(1, 0));
    let slices = slices(time, || {
        let meter = search.run(&root, Budget::Sims(sims), &mut evaluator, &mut rng);
        Count {
            plies: meter.sims(),
            runs: meter.sims(),
            seconds: 0.0,
        }
    });
    let row = row(game, format!("net-guided, {sims} sims"), &root, &slices);
    Ok(BenchRow {
        sims_per_s: Some(row.plies_per_s),
        ..row
    })
}

fn row<G: Game>(game: &str, what: String, position: &G, slices: &[Count]) -> BenchRow {
    let (plies_per_s, _, mean_plies) = median(slices);
    BenchRow {
        game: game.into(),
        what,
        plies_per_s,
        mean_plies,
        branching: branching(position),
        ..BenchRow::default()
    }
}

/// The shape of the nets that `training/recipes/quickstart.toml` trained when this was written.
fn quickstart_net<G: Features>() -> Architecture {
    Architecture {
        state_features: G::STATE_FEATURES,
        action_features: G::ACTION_FEATURES,
        trunk: vec![96, 64],
        value: vec![32],
        scorer: vec![64],
        ..Architecture::default()
    }
}

/// A position, who decides, and the legal actions.
pub(super) type Decision<G> = (G, Seat, Vec<<G as Game>::Action>);

fn fill<G: Features>(inputs: &mut Batch, group: &[Decision<G>], net: &FastNet) {
    inputs.clear();
    for (position, seat, actions) in group {
        inputs.push(net.architecture(), position, *seat, actions);
    }
}

/// Decisions of random games in groups of `batch`: enough that the processor does not learn them by heart.
fn groups<G: Game>(start: &G, batch: usize) -> Vec<Vec<Decision<G>>> {
    let mut decisions = decisions(start, batch * 256usize.div_ceil(batch)).into_iter();
    let group = |_| decisions.by_ref().take(batch).collect();
    (0..256usize.div_ceil(batch)).map(group).collect()
}

/// The first `count` decisions of random games.
pub(super) fn decisions<G: Game>(start: &G, count: usize) -> Vec<Decision<G>> {
    let (mut rng, mut position, mut found) = (rng_for(3, 0), start.clone(), Vec::new());
    while found.len() < count {
        match position.turn() {
            Turn::Over(_) => position = start.clone(),
            Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
            Turn::Decide(seat) => {
                let mut actions = Vec::new();
                position.legal_actions(&mut actions);
                found.push((position.clone(), seat, actions));
                position.play_unchecked(position.random_action(&mut rng));
            }
        }
    }
    found
}
