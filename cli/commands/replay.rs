//! `moonbase replay`

use std::io::Write;

use moonbase_engine::record::{Record, listing};
use moonbase_engine::registry::family_of;
use moonbase_engine::trace::trace_record;
use moonbase_engine::with_family;

use super::read_text;
use crate::args::Replay;
use crate::failure::Failure;
use crate::output::with_stdout;

pub fn run(args: Replay) -> Result<(), Failure> {
    let text = read_text(&args.file)?;
    let located =
        |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", args.file.display()));
    let record = Record::parse(&text).map_err(|error| located(&error))?;
    let family = family_of(record.game()).map_err(|error| located(&error))?;
    let lines = with_family!(family, |G| match args.json {
        true => trace_record::<G>(&record),
        false => listing::<G>(&record),
    });
    let lines = lines.map_err(|error| located(&error))?;
    with_stdout(|out| {
        for line in lines {
            writeln!(out, "{line}")?;
        }
        Ok(())
    })
}
