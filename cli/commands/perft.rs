//! `moonbase perft`

use std::io::Write;
use std::path::{Path, PathBuf};

use moonbase_engine::perft::{PerftError, Table};

use super::{count, read_text};
use crate::args::Perft;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::with_stdout;

pub fn run(args: Perft) -> Result<(), Failure> {
    interrupt::end_at_once();
    let Some(rules) = args.rules else {
        return check_all(&args.check);
    };
    let mut table = Table {
        settings: rules.settings(),
        game: rules.game,
        seed: args.seed,
        plies: args.plies,
        counts: Vec::new(),
    };
    table.counts = table.count(args.depth)?;
    with_stdout(|out| {
        if args.json {
            writeln!(out, "{}", serde_json::json!(table))?;
        } else {
            write!(out, "{table}")?;
        }
        Ok(())
    })
}

fn check_all(files: &[PathBuf]) -> Result<(), Failure> {
    with_stdout(|out| {
        for file in files {
            let tables = check(file)?;
            writeln!(out, "{}: {} agree", file.display(), count(tables, "table"))?;
            out.flush()?;
        }
        Ok(())
    })
}

fn check(file: &Path) -> Result<usize, Failure> {
    let located = |error: PerftError| match error {
        PerftError::Differs { .. } => Failure::Failed(format!("{}: {error}", file.display())),
        error => Failure::Input(format!("{}: {error}", file.display())),
    };
    let tables = Table::parse_all(&read_text(file)?).map_err(located)?;
    if tables.is_empty() {
        let text = "there is no perft table in it";
        return Err(Failure::Input(format!("{}: {text}", file.display())));
    }
    for table in &tables {
        table.check().map_err(located)?;
    }
    Ok(tables.len())
}
