//! `moonbase tiles`

use std::io::Write;

use moonbase_engine::tiles::TileSet;
use moonbase_play::terminal::Look;
use moonbase_play::tile_sheet::tile_sheet;
use serde_json::{Value, json};

use crate::args::Tiles;
use crate::failure::Failure;
use crate::output::with_stdout;
use crate::tile_set::tile_set;

pub fn run(args: Tiles) -> Result<(), Failure> {
    let set = tile_set(&args.set).map_err(Failure::Input)?;
    let text = match (args.json, args.toml) {
        (true, _) => format!("{}\n", to_json(&set)),
        (_, true) => set.to_toml(),
        _ => drawing(&set),
    };
    with_stdout(|out| Ok(out.write_all(text.as_bytes())?))
}

fn to_json(set: &TileSet) -> Value {
    let total = set.total();
    let kinds = set.kinds().iter().map(|kind| {
        let mut row = json!(kind);
        row["probability"] = json!(kind.count as f64 / total as f64);
        row
    });
    let heavy = set.kinds().iter().filter(|kind| kind.heavy);
    let heavy: i64 = heavy.map(|kind| kind.count).sum();
    json!({"total": total, "heavy": heavy, "kinds": kinds.collect::<Vec<_>>()})
}

fn drawing(set: &TileSet) -> String {
    let look = Look::detect();
    let lines = tile_sheet(set, look.width).into_iter();
    lines.map(|line| line.render(look.colour) + "\n").collect()
}
