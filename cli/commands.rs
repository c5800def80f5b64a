//! Each command: checks what was typed, calls the library, prints the result.

mod agents;
mod analyse;
mod balance;
mod bench;
mod bots;
mod curves;
mod exploit;
mod levels;
mod matches;
mod perft;
mod play;
mod regret;
mod replay;
mod report;
mod review;
mod scenario;
mod serve;
mod solve;
mod tiles;
mod tournament;
mod trace;
mod train;

use std::path::Path;

use moonbase_agents::Ply;
use moonbase_engine::Game;
use moonbase_engine::record::Record;

use crate::args::{Arguments, Command};
use crate::failure::Failure;

pub fn run(arguments: Arguments) -> Result<(), Failure> {
    match arguments.command {
        Command::Quickstart(args) => train::quickstart(args),
        Command::Play(args) => play::run(args),
        Command::Serve(args) => serve::run(args),
        Command::Train(args) => train::run(args),
        Command::Curves(args) => curves::run(args),
        Command::Match(args) => matches::run(args),
        Command::Tournament(args) => tournament::run(args),
        Command::Report(args) => report::run(args),
        Command::Balance(args) => balance::run(args),
        Command::Analyse(args) => analyse::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Regret(args) => regret::run(args),
        Command::Exploit(args) => exploit::run(&args),
        Command::Agents(args) => agents::run(args),
        Command::Levels(args) => levels::run(args),
        Command::Tiles(args) => tiles::run(args),
        Command::Scenario(args) => scenario::run(args),
        Command::Bot(args) => bots::serve(&args),
        Command::BotCheck(args) => bots::check(&args),
        Command::Trace(args) => trace::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Review(args) => review::run(&args),
    }
}

/// The text of a file that was named on the command line.
fn read_text(path: &Path) -> Result<String, Failure> {
    let text = std::fs::read_to_string(path);
    text.map_err(|error| Failure::Input(format!("cannot read {}: {error}", path.display())))
}

/// All positions of the game record in a file, which must be of the same game: at least the start. And what was played in each
/// but the last.
fn positions<G: Game>(options: &G::Options, path: &Path) -> Result<(Vec<G>, Vec<Ply<G>>), Failure> {
    let located = |error: String| Failure::Input(format!("{}: {error}", path.display()));
    let record = Record::parse(&read_text(path)?).map_err(|e| located(e.to_string()))?;
    let positions = record.replay::<G>().map_err(|e| located(e.to_string()))?;
    if positions
        .iter()
        .any(|position| position.options() != options)
    {
        let game = record.game();
        return Err(located(format!(
            "a game of {game}, under other rule options than those given"
        )));
    }
    let words = record.words().iter().zip(&positions);
    let plies = words.map(|(word, position)| Ply::read(position, &word.text));
    let plies: Result<_, _> = plies.collect();
    Ok((positions, plies.map_err(Failure::input)?))
}

/// `1 game`, `2 games`
fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
