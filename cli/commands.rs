//! Each command: checks what was typed, calls the library, prints the result.

mod agents;
mod bench;
mod matches;
mod perft;
mod play;
mod regret;
mod replay;
mod solve;
mod tiles;
mod trace;
mod train;

use std::path::Path;

use crate::args::{Arguments, Command};
use crate::failure::Failure;

pub fn run(arguments: Arguments) -> Result<(), Failure> {
    match arguments.command {
        Command::Quickstart(args) => train::quickstart(args),
        Command::Play(args) => play::run(args),
        Command::Train(args) => train::run(args),
        Command::Match(args) => matches::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Regret(args) => regret::run(args),
        Command::Agents(args) => agents::run(args),
        Command::Tiles(args) => tiles::run(args),
        Command::Trace(args) => trace::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Replay(args) => replay::run(args),
    }
}

/// The text of a file that was named on the command line.
fn read_text(path: &Path) -> Result<String, Failure> {
    let text = std::fs::read_to_string(path);
    text.map_err(|error| Failure::Input(format!("cannot read {}: {error}", path.display())))
}

/// `1 game`, `2 games`
fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
