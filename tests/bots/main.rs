//! Bots in other languages: they play as they should, and what they do wrong costs them one game and nobody anything else.
#![cfg(unix)]

mod checker;
#[path = "../common/mod.rs"]
mod common;
mod fair_play;
mod faults;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use common::{complaint, complaint_in, interrupt, moonbase, output_of, run, text};
use moonbase_agents::ext::Errors;
use moonbase_agents::{Agent, AgentError, AgentSpec, Decision, MakeAgent, OnClock};
use moonbase_engine::BySeat;
use moonbase_engine::toy::{Pig, PigAction, PigOptions};
use moonbase_eval::{
    BotCheckPlan, BotReport, Control, EvalError, MatchPlan, MatchReport, Tournament, check_bot,
    play_match, play_tournament,
};
use serde_json::Value;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The faults that only a limit of time ends.
const OVERTIME: [&str; 4] = ["hang", "mute", "slow", "no-pong"];

/// A folder with the log of the bots that were started.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn log(&self) -> PathBuf {
        self.0.path().join("log")
    }

    fn command(&self, fault: &str) -> String {
        format!(
            "sh {ROOT}/tests/bots/faulty.sh {fault} {}",
            self.log().display()
        )
    }

    /// Its time is short only where it will be used up.
    fn spec(&self, fault: &str, more: &str) -> AgentSpec {
        let limit = if OVERTIME.contains(&fault) {
            700
        } else {
            30_000
        };
        let command = self.command(fault);
        let text = format!("ext:cmd=\"{command}\",limit={limit},hello={limit}{more}");
        text.parse().unwrap()
    }

    /// The numbers of the bots, and of what they started.
    fn processes(&self) -> Vec<u32> {
        let log = std::fs::read_to_string(self.log()).unwrap_or_default();
        log.lines().map(|line| line.parse().unwrap()).collect()
    }

    /// Nobody is left; what a bot had started may still wait for the system to forget it.
    fn assert_all_gone(&self) {
        let deadline = Instant::now() + Duration::from_secs(20);
        for process in self.processes() {
            while is_running(process) {
                assert!(Instant::now() < deadline, "process {process} is left");
                std::thread::sleep(Duration::from_millis(20));
            }
            assert!(
                !is_our_zombie(process),
                "process {process} was not waited for"
            );
        }
    }
}

/// State and parent of a process.
fn status_of(process: u32) -> Option<(String, u32)> {
    let id = process.to_string();
    let output = Command::new("ps")
        .args(["-o", "stat=,ppid=", "-p", &id])
        .output();
    let output = text(&output.expect("ps runs").stdout);
    let (state, parent) = output.trim().split_once(char::is_whitespace)?;
    Some((state.into(), parent.trim().parse().unwrap()))
}

fn is_running(process: u32) -> bool {
    status_of(process).is_some_and(|(state, _)| !state.starts_with('Z'))
}

fn is_our_zombie(process: u32) -> bool {
    status_of(process).is_some_and(|(_, parent)| parent == std::process::id())
}

fn play(one: &dyn MakeAgent<Pig>, games: u64, threads: usize) -> Result<MatchReport, EvalError> {
    let other = AgentSpec::named("random");
    let options = PigOptions::default();
    let plan = MatchPlan::<Pig> {
        game: "pig",
        options: &options,
        agents: [one, &other],
        games,
        seed: 5,
    };
    let stop = AtomicBool::new(false);
    let mut control = Control {
        threads,
        stop: &stop,
        progress: &mut |_, _| {},
    };
    play_match(&plan, &mut control)
}

/// Is there a Python to run the example with?
fn python() -> bool {
    let found = Command::new("python3").arg("--version").output();
    let found = found.is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: there is no python3");
    }
    found
}
