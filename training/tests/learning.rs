//! Whole runs on a toy game whose exact values are known.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use moonbase_agents::{Agent, MakeAgent, MakeNet, NetSettings};
use moonbase_engine::toy::{Courier, CourierAction, CourierOptions, exact_value};
use moonbase_engine::{BySeat, Game, Seat, Turn};
use moonbase_models::{AgentFile, FastNet, Weights};
use moonbase_training::checkpoint::Checkpoint;
use moonbase_training::recipe::{
    CheckpointRecipe, EvaluationRecipe, GatingRecipe, LearnerRecipe, Method, NetRecipe,
    OpponentRecipe,
};
use moonbase_training::run::CHECKPOINT;
use moonbase_training::{
    IterationReport, Progress, Recipe, Run, Silent, TrainOptions, TrainReport,
};

const LOOKAHEAD: Method = Method::Lookahead {
    temperature: 0.1,
    final_temperature: 0.05,
    keep: 0.9,
    final_keep: 0.95,
    share: 0.5,
    warm_up: 1,
};

const PPO: Method = Method::Ppo {
    clip: 0.2,
    entropy: 0.01,
    final_entropy: 0.0,
};

const TD: Method = Method::Td {
    epsilon: 0.1,
    final_epsilon: 0.0,
};

fn recipe(method: Method, iterations: u64) -> Recipe {
    Recipe {
        game: "courier".into(),
        set: Vec::new(),
        seed: 5,
        iterations,
        games: 60,
        decisions: 1000,
        net: NetRecipe {
            tiles: vec![],
            trunk: vec![32],
            value: vec![],
            scorer: vec![16],
            from: None,
        },
        learner: LearnerRecipe {
            method,
            rate: 5e-3,
            final_rate: 0.1,
            epochs: 3,
            minibatch: 128,
            value_weight: 0.5,
            lambda: 0.9,
            max_gradient: 1.0,
            average: 0.5,
            replay: 1,
        },
        opponents: OpponentRecipe {
            random: 0.1,
            final_random: 0.05,
            scripted: 0.0,
            final_scripted: 0.1,
            agent: None,
            agent_share: 1.0,
            learns: None,
            past: 0.1,
            every: 2,
            pool: 3,
        },
        gating: GatingRecipe::default(),
        evaluation: EvaluationRecipe {
            every: 3,
            games: 4,
            against: vec!["random".into(), "scripted".into()],
        },
        checkpoint: CheckpointRecipe { every: 2 },
    }
}

fn options(folder: &Path, threads: usize, resume: bool) -> TrainOptions {
    TrainOptions {
        folder: folder.into(),
        resume,
        overwrite: false,
        threads,
    }
}

fn open(recipe: &Recipe, options: &TrainOptions) -> Run<Courier> {
    Run::with_rules(recipe, options, &CourierOptions::default()).unwrap()
}

fn go(recipe: &Recipe, folder: &Path, threads: usize) -> (TrainReport, BySeat<Weights>) {
    let mut run = open(recipe, &options(folder, threads, false));
    let report = run.go(&mut Silent, &AtomicBool::new(false)).unwrap();
    (report, run.mean_weights())
}

/// The first seat's value from `position` on, if `agent` plays `seat` and the other seat answers perfectly.
struct Judge {
    agent: Box<dyn Agent<Courier>>,
    seat: Seat,
    known: HashMap<Courier, f64>,
}

impl Judge {
    fn value(&mut self, position: &Courier) -> f64 {
        if let Some(known) = self.known.get(position) {
            return *known;
        }
        let value = match position.turn() {
            Turn::Over(outcome) => outcome.value.0,
            Turn::Decide(seat) if seat == self.seat => {
                let action = self.agent.decide(position).action;
                self.after(position, action)
            }
            Turn::Decide(seat) => {
                let mut actions = Vec::new();
                position.legal_actions(&mut actions);
                let values = actions.into_iter().map(|a| self.after(position, a));
                match seat {
                    Seat::First => values.fold(f64::MIN, f64::max),
                    Seat::Second => values.fold(f64::MAX, f64::min),
                }
            }
            Turn::Chance => self.mean(position),
        };
        self.known.insert(position.clone(), value);
        value
    }

    fn after(&mut self, position: &Courier, action: CourierAction) -> f64 {
        let mut next = position.clone();
        next.play_unchecked(action);
        self.value(&next)
    }

    fn mean(&mut self, position: &Courier) -> f64 {
        let mut outcomes = Vec::new();
        position.chance_outcomes(&mut outcomes);
        let total: u64 = outcomes.iter().map(|o| o.1).sum();
        let weighted = outcomes.into_iter().map(|(outcome, weight)| {
            let mut next = position.clone();
            next.resolve_unchecked(outcome);
            weight as f64 * self.value(&next)
        });
        weighted.sum::<f64>() / total as f64
    }
}

/// What each seat's net gives away against perfect play.
fn regrets(nets: &BySeat<Weights>) -> BySeat<f64> {
    let make = MakeNet {
        name: "net".into(),
        nets: nets.clone().map(|w| Some(Arc::new(FastNet::new(&w)))),
        settings: NetSettings::default(),
    };
    let start = Courier::new(&CourierOptions::default()).unwrap();
    let exact = exact_value(&start).0;
    BySeat::from_fn(|seat| {
        let agent = make.make().unwrap();
        let known = HashMap::new();
        let value = Judge { agent, seat, known }.value(&start);
        match seat {
            Seat::First => exact - value,
            Seat::Second => value - exact,
        }
    })
}

#[test]
fn all_methods_learn_from_nothing_those_that_look_ahead_almost_to_perfection() {
    for (method, limit) in [(LOOKAHEAD, 0.1), (PPO, 0.25), (TD, 0.1)] {
        learns_from_nothing(&recipe(method, 60), limit);
    }
}

#[test]
fn a_net_with_a_factored_scorer_learns_from_nothing() {
    for (method, limit) in [(LOOKAHEAD, 0.1), (PPO, 0.25)] {
        let mut recipe = recipe(method, 60);
        recipe.net.scorer.clear();
        learns_from_nothing(&recipe, limit);
    }
}

/// The nets of this run give away less than `limit`, fresh ones much more.
fn learns_from_nothing(recipe: &Recipe, limit: f64) {
    let folder = tempfile::tempdir().unwrap();
    let (report, nets) = go(recipe, folder.path(), 2);
    assert!(report.finished);
    let fresh = recipe.architecture::<Courier>();
    let before = regrets(&BySeat::from_fn(|_| Weights::random(&fresh, 9)));
    let (method, after) = (&recipe.learner.method, regrets(&nets));
    for seat in Seat::BOTH {
        assert!(
            after[seat] < limit,
            "{method:?} {seat:?} {before:?} {after:?}"
        );
    }
    assert!(before.first + before.second > 0.6, "{before:?}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let [one, three] = [1, 3].map(|threads| {
        let folder = tempfile::tempdir().unwrap();
        go(&recipe(LOOKAHEAD, 4), folder.path(), threads)
    });
    assert_eq!(one.1, three.1);
    assert_eq!(one.0.strengths, three.0.strengths);
}

/// Sets the stop flag once an iteration is done.
struct StopAfter<'a> {
    iteration: u64,
    stop: &'a AtomicBool,
}

impl Progress for StopAfter<'_> {
    fn begin(&mut self, _stage: &str, _steps: u64, _done: u64) {}
    fn within(&mut self, _share: f64) {}
    fn iteration(&mut self, report: &IterationReport) {
        let due = report.iteration >= self.iteration;
        self.stop.store(due, Ordering::Relaxed);
    }
    fn step(&mut self, _done: u64) {}
    fn end(&mut self) {}
}

#[test]
fn a_run_stopped_and_resumed_ends_as_an_unbroken_one() {
    let mut recipe = recipe(LOOKAHEAD, 5);
    recipe.learner.replay = 3;
    recipe.gating = gating(2, 0.5);
    let (whole, broken) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (_, unbroken) = go(&recipe, whole.path(), 2);
    let stop = AtomicBool::new(false);
    let mut progress = StopAfter {
        iteration: 2,
        stop: &stop,
    };
    let mut run = open(&recipe, &options(broken.path(), 2, false));
    let report = run.go(&mut progress, &stop).unwrap();
    assert_eq!((report.finished, report.iterations), (false, 2));
    drop(run);
    let mut run = open(&recipe, &options(broken.path(), 1, true));
    let report = run.go(&mut Silent, &AtomicBool::new(false)).unwrap();
    assert_eq!((report.finished, report.iterations), (true, 5));
    assert_eq!(run.mean_weights(), unbroken);
    let read = |folder: &Path| Checkpoint::read(&folder.join(CHECKPOINT)).unwrap();
    let (mut a, mut b) = (read(whole.path()), read(broken.path()));
    (a.seconds, b.seconds) = (0.0, 0.0);
    assert_eq!(a, b);
    let rows = std::fs::read_to_string(broken.path().join("metrics.csv")).unwrap();
    let iterations: Vec<&str> = rows.lines().map(|r| r.split(',').next().unwrap()).collect();
    assert_eq!(iterations, ["iteration", "1", "2", "3", "4", "5"]);
}

fn gating(every: u64, score: f64) -> GatingRecipe {
    GatingRecipe {
        every,
        games: 8,
        score,
    }
}

#[test]
fn two_processes_do_not_train_in_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (recipe, options) = (recipe(LOOKAHEAD, 1), options(folder.path(), 1, false));
    let mut run = open(&recipe, &options);
    let mut other = recipe.clone();
    other.seed += 1;
    let files = || {
        let names = std::fs::read_dir(folder.path()).unwrap();
        let paths = names.map(|file| file.unwrap().path());
        let mut files: Vec<_> = paths
            .map(|path| (std::fs::read(&path).unwrap(), path))
            .collect();
        files.sort();
        files
    };
    let before = files();
    let refused = Run::<Courier>::with_rules(&other, &options, &CourierOptions::default());
    let fault = refused.err().unwrap().to_string();
    assert!(fault.contains("another process is training"), "{fault}");
    assert_eq!(files(), before);
    assert!(
        run.go(&mut Silent, &AtomicBool::new(false))
            .unwrap()
            .finished
    );
}

#[test]
fn a_run_that_is_replaced_leaves_nothing_to_resume() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = recipe(LOOKAHEAD, 2);
    go(&recipe, folder.path(), 1);
    let overwriting = TrainOptions {
        overwrite: true,
        ..options(folder.path(), 1, false)
    };
    // Killed before anything was saved.
    drop(open(&recipe, &overwriting));
    let names = std::fs::read_dir(folder.path()).unwrap();
    let names = names.map(|file| file.unwrap().file_name().into_string().unwrap());
    let left: Vec<String> = names
        .filter(|name| name.contains("tfevents") || name == CHECKPOINT)
        .collect();
    assert!(left.is_empty(), "{left:?}");
    let again = options(folder.path(), 1, true);
    let run = Run::<Courier>::with_rules(&recipe, &again, &CourierOptions::default());
    assert!(run.err().unwrap().to_string().contains("no checkpoint"));
}

#[test]
fn a_seat_that_does_not_learn_keeps_its_net() {
    let folder = tempfile::tempdir().unwrap();
    let mut recipe = recipe(LOOKAHEAD, 2);
    recipe.opponents.agent = Some("scripted".into());
    recipe.opponents.agent_share = 0.5;
    recipe.opponents.learns = Some(Courier::SEATS.first.into());
    let mut run = open(&recipe, &options(folder.path(), 2, false));
    let before = run.weights();
    run.go(&mut Silent, &AtomicBool::new(false)).unwrap();
    let after = run.weights();
    assert_ne!(after.first, before.first);
    assert_eq!(after.second, before.second);
}

#[test]
fn strengths_of_other_nets_are_not_written_into_agents() {
    let folder = tempfile::tempdir().unwrap();
    // Measured after the third iteration only, and stopped after the fourth.
    let recipe = recipe(LOOKAHEAD, 9);
    let stop = AtomicBool::new(false);
    let mut run = open(&recipe, &options(folder.path(), 2, false));
    let ratings = |report: &TrainReport| {
        let agents = AgentFile::read(&report.agents.both).unwrap();
        agents.manifest.ratings.len()
    };
    let mut after = |iteration| {
        stop.store(false, Ordering::Relaxed);
        let mut progress = StopAfter {
            iteration,
            stop: &stop,
        };
        run.go(&mut progress, &stop).unwrap()
    };
    assert_eq!(ratings(&after(3)), 4);
    assert_eq!(ratings(&after(4)), 0);
}

#[test]
fn opponents_that_cannot_play_are_named_before_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut recipe = recipe(LOOKAHEAD, 1);
    recipe.evaluation.against = vec!["nobody".into()];
    let options = options(folder.path(), 1, false);
    let run = Run::<Courier>::with_rules(&recipe, &options, &CourierOptions::default());
    assert!(run.err().unwrap().to_string().contains("nobody"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn only_what_passes_the_gate_becomes_an_agent() {
    let ends = |score| {
        let folder = tempfile::tempdir().unwrap();
        let mut recipe = recipe(LOOKAHEAD, 4);
        recipe.gating = gating(2, score);
        let mut run = open(&recipe, &options(folder.path(), 2, false));
        let start = run.weights();
        let report = run.go(&mut Silent, &AtomicBool::new(false)).unwrap();
        let agent = AgentFile::read(&report.agents.both).unwrap().nets;
        let state = Checkpoint::read(&folder.path().join(CHECKPOINT)).unwrap();
        let past = state.first.past.len();
        let nets = [start, run.mean_weights()].map(|nets| nets.map(Some));
        let found = nets.each_ref().map(|nets| *nets == agent);
        (found, state.champion_since, past)
    };
    // Nobody scores more than everything; everybody scores nothing at least.
    let always = ends(0.0);
    assert_eq!(always, ([false, true], 4, 2));
    let better = ends(0.6);
    assert!(better.1 > 0 && !better.0[0], "{better:?}");
    let mut never = recipe(LOOKAHEAD, 4);
    never.gating = gating(2, 1.1);
    assert!(
        never
            .check()
            .unwrap_err()
            .to_string()
            .contains("gating.score")
    );
}

#[test]
fn games_are_replayed_for_as_long_as_the_recipe_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut recipe = recipe(LOOKAHEAD, 6);
    recipe.learner.replay = 3;
    let (report, nets) = go(&recipe, folder.path(), 2);
    assert!(report.finished);
    let kept = std::fs::read_dir(folder.path().join("replay")).unwrap();
    let mut kept: Vec<_> = kept.map(|file| file.unwrap().file_name()).collect();
    kept.sort();
    assert_eq!(kept, ["000004.games", "000005.games"]);
    let plain = tempfile::tempdir().unwrap();
    recipe.learner.replay = 1;
    assert_ne!(go(&recipe, plain.path(), 2).1, nets);
    assert!(!plain.path().join("replay").exists());
    recipe.learner.replay = 2;
    recipe.learner.method = PPO;
    assert!(
        recipe
            .check()
            .unwrap_err()
            .to_string()
            .contains("1 with ppo")
    );
    // A file that is gone or damaged is named.
    recipe.learner.replay = 3;
    recipe.learner.method = LOOKAHEAD;
    std::fs::write(folder.path().join("replay/000005.games"), "no games").unwrap();
    let options = options(folder.path(), 1, true);
    let found = Run::<Courier>::with_rules(&recipe, &options, &CourierOptions::default());
    let fault = found.err().unwrap().to_string();
    assert!(
        fault.contains("000005.games: not a file of games"),
        "{fault}"
    );
}

#[test]
fn what_cannot_be_resumed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = recipe(LOOKAHEAD, 1);
    let open = |recipe: &Recipe, resume| {
        let options = options(folder.path(), 1, resume);
        let run = Run::<Courier>::with_rules(recipe, &options, &CourierOptions::default());
        run.err().map(|e| e.to_string())
    };
    assert!(open(&recipe, true).unwrap().contains("no checkpoint"));
    go(&recipe, folder.path(), 1);
    assert!(open(&recipe, false).unwrap().contains("--resume"));
    assert_eq!(open(&recipe, true), None);
    let mut other = recipe.clone();
    other.seed += 1;
    assert!(open(&other, true).unwrap().contains("another recipe"));
    let path = folder.path().join(CHECKPOINT);
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    assert!(open(&recipe, true).unwrap().contains("checksum"));
    std::fs::write(&path, &bytes[..middle]).unwrap();
    assert!(open(&recipe, true).unwrap().contains("damaged"));
}

#[test]
fn agent_files_hold_the_nets_and_their_ratings() {
    let folder = tempfile::tempdir().unwrap();
    let (report, nets) = go(&recipe(LOOKAHEAD, 3), folder.path(), 2);
    let both = AgentFile::read(&report.agents.both).unwrap();
    assert_eq!(both.nets, nets.clone().map(Some));
    let guard = AgentFile::read(&report.agents.seats.second).unwrap();
    assert_eq!(guard.nets, BySeat::new(None, Some(nets.second)));
    let rated: Vec<_> = guard.manifest.ratings.iter().map(|r| &r.opponent).collect();
    assert_eq!(rated, ["random", "scripted"]);
    assert!(guard.manifest.training.recipe.contains("courier"));
    let events = std::fs::read_dir(folder.path()).unwrap();
    let names: Vec<_> = events.map(|e| e.unwrap().file_name()).collect();
    let of_board = |name: &std::ffi::OsString| name.to_string_lossy().contains("tfevents");
    assert!(names.iter().any(of_board), "{names:?}");
}
