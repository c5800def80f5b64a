//! `moonbase bench`

use std::io::Write;
use std::time::Duration;

use moonbase_agents::Playable;
use moonbase_engine::registry::{Family, family_of, options_of};
use moonbase_engine::{Game, with_family};
use moonbase_eval::bench::{
    BenchRow, engine_speed, guided_speed, net_alone_speed, net_speed, render, search_speed,
    tree_speed, uct_speed,
};

use crate::args::Bench;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::with_stdout;

/// Simulations of a search whose speed is measured.
const SIMS: u64 = 1000;

/// Positions that a net judges at once, without their features.
const BATCHES: [usize; 4] = [1, 16, 64, 256];

/// Simulations of the tree work alone.
const TREE_SIMS: u64 = 10_000;

/// The whole search with one thread and with two, in one tree and in two.
const SEARCHES: [&str; 3] = [
    "sims=10000",
    "sims=10000,threads=2",
    "sims=10000,parallel=root,trees=2,threads=2",
];

pub fn run(args: Bench) -> Result<(), Failure> {
    interrupt::end_at_once();
    let time = Duration::from_secs_f64(args.seconds);
    let mut rows = Vec::new();
    for game in games(&args) {
        let family = family_of(&game)?;
        rows.extend(with_family!(family, |G| measure::<G>(&game, time))?);
    }
    with_stdout(|out| {
        match args.json {
            true => writeln!(out, "{}", serde_json::json!(rows))?,
            false => write!(out, "{}", render(&rows))?,
        }
        Ok(())
    })
}

fn games(args: &Bench) -> Vec<String> {
    if !args.games.is_empty() {
        return args.games.clone();
    }
    let name = |family| with_family!(family, |G| G::NAME.to_string());
    Family::ALL.into_iter().map(name).collect()
}

fn measure<G: Playable>(game: &str, time: Duration) -> Result<Vec<BenchRow>, Failure> {
    let options = options_of::<G>(game, &[])?;
    let engine = engine_speed::<G>(game, &options, time).map_err(Failure::input)?;
    let uct = uct_speed::<G>(game, &options, SIMS, time).map_err(Failure::input)?;
    let tree = tree_speed::<G>(game, &options, TREE_SIMS, time).map_err(Failure::input)?;
    let search = |settings| search_speed::<G>(game, &options, settings, time);
    let searches: Result<Vec<_>, _> = SEARCHES.into_iter().map(search).collect();
    let net = |batch| net_speed::<G>(game, &options, batch, time).map_err(Failure::input);
    let guided = guided_speed::<G>(game, &options, SIMS, time).map_err(Failure::input)?;
    let mut rows = vec![engine, uct, tree];
    rows.extend(searches.map_err(Failure::input)?);
    rows.extend([net(1)?, net(64)?, guided]);
    for batch in BATCHES {
        rows.push(net_alone_speed::<G>(game, &options, batch, time).map_err(Failure::input)?);
    }
    Ok(rows)
}
