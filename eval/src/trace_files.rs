//! Games as traces, and trace files, plain or gzip, checked against the engine.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use flate2::read::MultiGzDecoder;
use moonbase_agents::{Agent, AgentError, Forfeit, MakeAgent, Ply};
use moonbase_engine::chance::rng_for;
use moonbase_engine::registry::{RegistryError, preset_of};
use moonbase_engine::trace::{Checker, Report, header_line, trace_game};
use moonbase_engine::{Game, KeyedDice, OptionsError, PlayError, RuleOptions, Seat, Turn};
use rand::Rng;

/// The two bytes that begin a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Why traces could not be written or checked to the end.
#[derive(Debug, thiserror::Error)]
pub enum TraceFileError {
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("cannot write the trace: {0}")]
    Write(#[from] io::Error),
    #[error(transparent)]
    Setup(#[from] RegistryError),
    #[error(transparent)]
    Agent(#[from] AgentError),
    #[error("an agent played against the rules: {0}")]
    Illegal(#[from] PlayError),
    #[error("agent `{agent}` forfeits: {reason}")]
    Forfeit { agent: String, reason: Forfeit },
    #[error("interrupted")]
    Interrupted,
}

impl From<OptionsError> for TraceFileError {
    fn from(error: OptionsError) -> Self {
        TraceFileError::Setup(error.into())
    }
}

/// Which games to play and trace.
pub struct TracePlan<'a, G: Game> {
    /// The game's or preset's name.
    pub game: &'a str,
    pub options: &'a G::Options,
    /// The agents of the first and of the second seat.
    pub agents: [&'a dyn MakeAgent<G>; 2],
    pub games: u64,
    /// Game `i`, counted from 0, has the dice of seed `seed + i`.
    pub seed: u64,
}

/// Plays games and writes every node of them, one JSON object a line.
///
/// # Errors
/// Refused options, agents that cannot be built, break the rules or give up, `out` cannot be written, or
/// `stop` was set.
pub fn write_traces<G: Game>(
    plan: &TracePlan<'_, G>,
    out: &mut dyn Write,
    stop: &AtomicBool,
) -> Result<(), TraceFileError> {
    let start = G::new(plan.options)?;
    let changes = plan.options.difference(&preset_of::<G>(plan.game)?);
    let [first, second] = plan.agents;
    let mut agents = [first.make()?, second.make()?];
    for game in 0..plan.games {
        let seed = plan.seed.wrapping_add(game);
        for seat in Seat::BOTH {
            let mut seeds = rng_for(seed, seat.index() as u64);
            agents[seat.index()].new_game(seeds.next_u64());
        }
        writeln!(out, "{}", header_line(plan.game, &changes))?;
        let mut line = Line::new(&start, seed);
        let choose = |position: &G, seat: Seat| match stop.load(Ordering::Relaxed) {
            true => Err(TraceFileError::Interrupted),
            false => line.choose(position, agents[seat.index()].as_mut()),
        };
        let emit = |line: String| Ok(writeln!(out, "{line}")?);
        trace_game(&start, &mut KeyedDice::new(seed), choose, emit)?;
    }
    Ok(())
}

/// What was played, followed with dice of its own.
struct Line<G: Game> {
    position: G,
    dice: KeyedDice,
    history: Vec<Ply<G>>,
}

impl<G: Game> Line<G> {
    fn new(start: &G, seed: u64) -> Self {
        Line {
            position: start.clone(),
            dice: KeyedDice::new(seed),
            history: Vec::new(),
        }
    }

    fn choose(
        &mut self,
        position: &G,
        agent: &mut dyn Agent<G>,
    ) -> Result<G::Action, TraceFileError> {
        while let Turn::Chance = self.position.turn() {
            let outcome = self.dice.roll(&self.position);
            self.position.resolve_unchecked(outcome);
            self.history.push(Ply::Chance(outcome));
        }
        let decision = agent.answer(position, Some(&self.history));
        let decision = decision.map_err(|reason| TraceFileError::Forfeit {
            agent: agent.name(),
            reason,
        })?;
        self.position.play(decision.action)?;
        self.history.push(Ply::Action(decision.action));
        Ok(decision.action)
    }
}

/// Replays the traces in a file, plain or gzip, and reports per game where they first differ.
///
/// # Errors
/// The file cannot be read, or `stop` was set.
pub fn check_file(path: &Path, stop: &AtomicBool) -> Result<Report, TraceFileError> {
    let read = |source| TraceFileError::Read {
        path: path.into(),
        source,
    };
    let mut checker = Checker::new();
    for line in open(path).map_err(read)?.lines() {
        checker.line(&line.map_err(read)?);
        if stop.load(Ordering::Relaxed) {
            return Err(TraceFileError::Interrupted);
        }
    }
    Ok(checker.finish())
}

fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut file = BufReader::new(File::open(path)?);
    let zipped = file.fill_buf()?.starts_with(&GZIP);
    let reader: Box<dyn Read> = if zipped {
        Box::new(MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    };
    Ok(Box::new(BufReader::new(reader)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_agents::AgentSpec;
    use moonbase_engine::toy::{Pig, PigOptions};

    fn traces(games: u64, seed: u64) -> String {
        let [a, b] = ["random", "scripted"].map(AgentSpec::named);
        let options = PigOptions::default();
        let plan = TracePlan::<Pig> {
            game: "pig",
            options: &options,
            agents: [&a, &b],
            games,
            seed,
        };
        let mut out = Vec::new();
        write_traces(&plan, &mut out, &AtomicBool::new(false)).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_game_depends_on_its_seed_only() {
        assert_eq!(traces(3, 7), traces(1, 7) + &traces(1, 8) + &traces(1, 9));
        assert_ne!(traces(1, 7), traces(1, 8));
        let mut checker = Checker::of::<Pig>();
        traces(20, 1).lines().for_each(|line| checker.line(line));
        let report = checker.finish();
        assert_eq!((report.games, report.faults), (20, vec![]));
    }

    #[test]
    fn files_are_read_plain_and_zipped() {
        let folder = tempfile::tempdir().unwrap();
        let (plain, zipped) = (folder.path().join("plain"), folder.path().join("zipped"));
        // No registered game: what counts here is that each line arrives.
        std::fs::write(&plain, traces(2, 1)).unwrap();
        let file = File::create(&zipped).unwrap();
        let mut encoder = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
        encoder.write_all(traces(2, 1).as_bytes()).unwrap();
        encoder.finish().unwrap();
        let stop = AtomicBool::new(false);
        let report = |path: &Path| check_file(path, &stop).unwrap();
        assert_eq!(report(&plain).faults, report(&zipped).faults);
        assert_eq!(report(&plain).games, 2);
        let cut = std::fs::read(&zipped).unwrap();
        std::fs::write(&zipped, &cut[..cut.len() / 2]).unwrap();
        let error = check_file(&zipped, &stop).unwrap_err().to_string();
        assert!(error.starts_with("cannot read "), "{error}");
    }
}
