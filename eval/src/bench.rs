//! How fast the engine and the searches are, on one core unless a row says `threads=`.
//!
//! Each figure is the median over short slices of time, because other work on a machine only ever slows a slice
//! down. Trust ratios within one run more than figures of different runs.

mod nets;
mod search;

use std::hint::black_box;
use std::time::{Duration, Instant};

use moonbase_agents::mcts::TreeWork;
use moonbase_agents::{Budget, UctSearch};
use moonbase_engine::chance::rng_for;
use moonbase_engine::{Game, OptionsError, Turn};
use serde::Serialize;

use nets::decisions;
pub use nets::{guided_speed, net_alone_speed, net_speed};
pub use search::search_speed;

/// One line of a benchmark.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct BenchRow {
    /// The game's or preset's name.
    pub game: String,
    /// What was measured: `engine` (random play), a search such as `uct:...`, `net, batch ...` or `net-guided, ...`.
    pub what: String,
    /// Decisions and chance nodes a second, inside the search for searches.
    pub plies_per_s: f64,
    /// Simulations a second, for searches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sims_per_s: Option<f64>,
    /// Mean plies of a game, or of a simulation.
    pub mean_plies: f64,
    /// Mean number of legal actions at a decision of random play.
    pub branching: f64,
    /// The 95th percentile of that number, and the largest, for the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branching_p95: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branching_most: Option<usize>,
    /// Size of a position, for the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position_bytes: Option<usize>,
    /// Nanoseconds to copy a position, for the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clone_ns: Option<f64>,
}

/// Slices into which the time is cut.
const SLICES: u32 = 5;

/// What a slice of time brought.
#[derive(Clone, Copy, Default)]
struct Count {
    plies: u64,
    /// Games or simulations.
    runs: u64,
    seconds: f64,
}

/// Plies a second of uniformly random play, the start position's copy included; and how large a position is, and
/// how long its copy takes.
///
/// # Errors
/// Options that contradict each other.
pub fn engine_speed<G: Game>(
    game: &str,
    options: &G::Options,
    time: Duration,
) -> Result<BenchRow, OptionsError> {
    let start = G::new(options)?;
    let mut rng = rng_for(1, 0);
    let slices = slices(time, || Count {
        plies: random_game(&start, &mut rng),
        runs: 1,
        seconds: 0.0,
    });
    let (plies_per_s, _, mean_plies) = median(&slices);
    let legal = legal_counts(&start);
    Ok(BenchRow {
        game: game.into(),
        what: "engine".into(),
        plies_per_s,
        mean_plies,
        branching: mean(&legal),
        branching_p95: legal.get(legal.len() * 95 / 100).copied(),
        branching_most: legal.last().copied(),
        position_bytes: Some(size_of::<G>()),
        clone_ns: Some(clone_ns(&start, time / SLICES)),
        ..BenchRow::default()
    })
}

/// Nanoseconds to copy a position, on average over the first decisions of random games.
fn clone_ns<G: Game>(start: &G, time: Duration) -> f64 {
    let positions = decisions(start, 64);
    let slices = slices(time, || {
        for (position, ..) in &positions {
            black_box(position.clone());
        }
        Count {
            plies: positions.len() as u64,
            runs: 1,
            seconds: 0.0,
        }
    });
    1e9 / median(&slices).0
}

/// Simulations and plies a second of plain UCT, `sims` at a time from the start position.
///
/// # Errors
/// Options that contradict each other.
pub fn uct_speed<G: Game>(
    game: &str,
    options: &G::Options,
    sims: u64,
    time: Duration,
) -> Result<BenchRow, OptionsError> {
    let start = decision_after(G::new(options)?);
    let mut rng = rng_for(1, 0);
    let mut search = UctSearch::new(moonbase_agents::uct::DEFAULT_C);
    let slices = slices(time, || {
        let meter = search.run(&start, Budget::Sims(sims), &mut rng);
        Count {
            plies: search.plies(),
            runs: meter.sims(),
            seconds: 0.0,
        }
    });
    let (plies_per_s, sims_per_s, mean_plies) = median(&slices);
    Ok(BenchRow {
        game: game.into(),
        what: format!("uct:sims={sims}"),
        plies_per_s,
        sims_per_s: Some(sims_per_s),
        mean_plies,
        branching: branching(&start),
        ..BenchRow::default()
    })
}

/// Simulations a second of the tree work alone (`mcts` with an evaluator that costs nothing), `sims` at a time from the
/// middle of a random game.
///
/// # Errors
/// Options that contradict each other.
pub fn tree_speed<G: Game>(
    game: &str,
    options: &G::Options,
    sims: u64,
    time: Duration,
) -> Result<BenchRow, OptionsError> {
    let root = middle_of(G::new(options)?);
    let mut work = TreeWork::default();
    let slices = slices(time, || {
        let (meter, steps) = work.run(&root, sims);
        Count {
            plies: steps,
            runs: meter.sims(),
            seconds: 0.0,
        }
    });
    let (plies_per_s, sims_per_s, mean_plies) = median(&slices);
    Ok(BenchRow {
        game: game.into(),
        what: format!("tree alone, {sims} sims"),
        plies_per_s,
        sims_per_s: Some(sims_per_s),
        mean_plies,
        branching: branching(&root),
        ..BenchRow::default()
    })
}

/// Lets chance go on to the first position in which a seat decides.
fn decision_after<G: Game>(mut position: G) -> G {
    let mut rng = rng_for(1, 1);
    while position.turn() == Turn::Chance {
        position.resolve_unchecked(position.random_chance(&mut rng));
    }
    position
}

/// A decision half-way through a random game.
fn middle_of<G: Game>(start: G) -> G {
    let half = random_game(&start, &mut rng_for(1, 1)) / 2;
    let (mut position, mut rng) = (start, rng_for(1, 1));
    let mut plies = 0;
    while plies < half || !matches!(position.turn(), Turn::Decide(_)) {
        match position.turn() {
            Turn::Over(_) => break,
            Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
            Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
        }
        plies += 1;
    }
    position
}

fn random_game<G: Game>(start: &G, rng: &mut moonbase_engine::chance::MoonRng) -> u64 {
    let mut position = start.clone();
    let mut plies = 0;
    loop {
        match position.turn() {
            Turn::Over(_) => return plies,
            Turn::Decide(_) => {
                let action = position.random_action(rng);
                position.play_unchecked(action);
            }
            Turn::Chance => {
                let outcome = position.random_chance(rng);
                position.resolve_unchecked(outcome);
            }
        }
        plies += 1;
    }
}

/// Mean number of legal actions over the decisions of some random games.
fn branching<G: Game>(start: &G) -> f64 {
    mean(&legal_counts(start))
}

/// How many actions are legal at each decision of some random games, in rising order.
fn legal_counts<G: Game>(start: &G) -> Vec<usize> {
    let mut counts = Vec::new();
    for game in 0..20 {
        let (mut position, mut rng) = (start.clone(), rng_for(2, game));
        loop {
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Decide(_) => {
                    counts.push(position.count_legal());
                    position.play_unchecked(position.random_action(&mut rng));
                }
                Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
            }
        }
    }
    counts.sort_unstable();
    counts
}

fn mean(counts: &[usize]) -> f64 {
    counts.iter().sum::<usize>() as f64 / counts.len().max(1) as f64
}

fn slices(time: Duration, mut run: impl FnMut() -> Count) -> Vec<Count> {
    let slice = |_| {
        let (mut count, started) = (Count::default(), Instant::now());
        while count.runs == 0 || started.elapsed() < time / SLICES {
            let more = run();
            count.plies += more.plies;
            count.runs += more.runs;
        }
        count.seconds = started.elapsed().as_secs_f64();
        count
    };
    (0..SLICES).map(slice).collect()
}

/// Median plies a second and runs a second over the slices, and the mean plies of a run.
fn median(slices: &[Count]) -> (f64, f64, f64) {
    let middle = |figure: fn(&Count) -> f64| {
        let mut figures: Vec<f64> = slices.iter().map(figure).collect();
        figures.sort_by(f64::total_cmp);
        figures[figures.len() / 2]
    };
    let (plies, runs) = slices.iter().fold((0, 0), |(plies, runs), slice| {
        (plies + slice.plies, runs + slice.runs)
    });
    (
        middle(|slice| slice.plies as f64 / slice.seconds),
        middle(|slice| slice.runs as f64 / slice.seconds),
        plies as f64 / runs.max(1) as f64,
    )
}

/// The rows as a text table.
pub fn render(rows: &[BenchRow]) -> String {
    let head = [
        "game",
        "what",
        "plies/s",
        "sims/s",
        "plies each",
        "branching",
        "p95",
        "most",
        "bytes",
        "copy, ns",
    ];
    let mut cells = vec![head.map(String::from).to_vec()];
    let number = |count: Option<usize>| count.map_or("-".into(), |count| count.to_string());
    for row in rows {
        let sims = row
            .sims_per_s
            .map_or("-".into(), |sims| format!("{sims:.0}"));
        cells.push(vec![
            row.game.clone(),
            row.what.clone(),
            format!("{:.0}", row.plies_per_s),
            sims,
            format!("{:.1}", row.mean_plies),
            format!("{:.1}", row.branching),
            number(row.branching_p95),
            number(row.branching_most),
            number(row.position_bytes),
            row.clone_ns.map_or("-".into(), |ns| format!("{ns:.0}")),
        ]);
    }
    crate::table::render(&cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::toy::{Courier, CourierOptions, Nim, NimOptions, Pig, PigOptions};

    #[test]
    fn speeds_are_measured_and_written_as_json() {
        let time = Duration::from_millis(20);
        let engine = engine_speed::<Courier>("courier", &CourierOptions::default(), time).unwrap();
        let uct = uct_speed::<Courier>("courier", &CourierOptions::default(), 50, time).unwrap();
        let tree = tree_speed::<Courier>("courier", &CourierOptions::default(), 50, time).unwrap();
        assert!(tree.sims_per_s.unwrap() > 1000.0);
        let two = "sims=50,threads=2";
        let search = search_speed::<Courier>("courier", &CourierOptions::default(), two, time);
        assert!(search.unwrap().sims_per_s.unwrap() > 100.0);
        assert!(engine.plies_per_s > 1000.0 && uct.sims_per_s.unwrap() > 100.0);
        let net = net_speed::<Pig>("pig", &PigOptions::default(), 64, time).unwrap();
        assert!(net.plies_per_s > 1000.0 && net.mean_plies == 64.0);
        let alone = net_alone_speed::<Pig>("pig", &PigOptions::default(), 16, time).unwrap();
        assert!(alone.plies_per_s > 1000.0 && alone.mean_plies == 16.0);
        let guided = guided_speed::<Pig>("pig", &PigOptions::default(), 50, time).unwrap();
        assert!(guided.sims_per_s.unwrap() > 1000.0);
        let json = serde_json::to_value([&engine, &uct]).unwrap();
        assert_eq!(json[0]["game"], "courier");
        assert!(json[1]["plies_per_s"].is_number() && json[0].get("sims_per_s").is_none());
        assert_eq!(json[0]["position_bytes"], size_of::<Courier>());
        let (p95, most) = (
            engine.branching_p95.unwrap(),
            engine.branching_most.unwrap(),
        );
        assert!(engine.branching < most as f64 && (1..=most).contains(&p95));
        assert!(engine.clone_ns.unwrap() > 0.0 && json[1].get("clone_ns").is_none());
        assert_eq!(render(&[engine, uct]).lines().count(), 3);
    }

    /// Two heaps of one: two decisions without an alternative are taken by the engine, one is made.
    #[test]
    fn plies_are_counted() {
        let start = Nim::new(&NimOptions::new(&[1, 1])).unwrap();
        assert_eq!(random_game(&start, &mut rng_for(1, 0)), 1);
        assert_eq!(branching(&start), 2.0);
        let row = uct_speed::<Nim>(
            "nim",
            &NimOptions::new(&[1, 1]),
            100,
            Duration::from_millis(5),
        );
        assert_eq!(row.unwrap().mean_plies, 1.0);
    }
}
