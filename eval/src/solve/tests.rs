//! The solver against plain solving, itself, and whoever hands it bad files.

use std::path::PathBuf;
use std::sync::Arc;

use moonbase_agents::exact::{Oracle, Solution};
use moonbase_agents::{Agent, AgentSpec, Exact};
use moonbase_engine::chance::rng_for;
use moonbase_engine::lost_patrol::{LostPatrol, LostPatrolOptions};
use moonbase_engine::registry::preset_of;
use moonbase_engine::toy::{
    Courier, CourierOptions, Nim, NimOptions, Pig, PigAction, PigOptions, PigRoll, Solver,
    exact_value,
};
use moonbase_engine::ufo::{Ufo, UfoOptions};
use moonbase_engine::{Game, RuleOptions, Seat, Turn};

use super::*;

fn solved<G: Solvable>(plan: SolvePlan<G>) -> Result<Solved<G>, SolveError> {
    solve(plan, &AtomicBool::new(false), &mut |_| {})
}

fn plan<G: Solvable>(options: &G::Options, threads: usize) -> SolvePlan<G> {
    SolvePlan {
        threads,
        memory: 32 << 20,
        ..SolvePlan::new(G::new(options).unwrap())
    }
}

fn value_of<G: Solvable>(options: &G::Options) -> f64 {
    solved(plan::<G>(options, 2)).unwrap().report.value
}

fn agrees_with_plain_solving<G: Solvable>(options: &G::Options) {
    let exact = exact_value(&G::new(options).unwrap()).0;
    let found = value_of::<G>(options);
    assert!((found - exact).abs() < 1e-6, "{found} {exact} {options:?}");
}

#[test]
fn toys_have_their_exact_values() {
    for (_, options) in PigOptions::presets() {
        agrees_with_plain_solving::<Pig>(&options);
    }
    for (_, options) in CourierOptions::presets() {
        agrees_with_plain_solving::<Courier>(&options);
    }
    for heaps in [[1, 2, 3], [2, 2, 5], [3, 4, 5]] {
        agrees_with_plain_solving::<Nim>(&NimOptions::new(&heaps));
    }
}

/// `ufo` at its smallest: two forest tiles, one Alien with one action, two turns.
fn tiny(settings: &[&str]) -> UfoOptions {
    let mut options = preset_of::<Ufo>("ufo-micro").unwrap();
    let fixed = ["aliens=1", "alien_actions=1", "max_turns=2"];
    for setting in fixed.iter().chain(settings) {
        options.set_text(setting).unwrap();
    }
    options
}

#[test]
fn ufo_has_the_value_of_plain_solving() {
    let options = tiny(&["max_turns=1", "units=G1"]);
    agrees_with_plain_solving::<Ufo>(&options);
}

/// `lost_patrol` at its smallest: one soldier, four lurkers with two actions, two turns.
fn tiny_patrol() -> LostPatrolOptions {
    let mut options = preset_of::<LostPatrol>("lost_patrol-micro").unwrap();
    for setting in [
        "soldiers=T1",
        "lurkers=4",
        "lurker_actions=2",
        "max_turns=2",
    ] {
        options.set_text(setting).unwrap();
    }
    options
}

#[test]
fn lost_patrol_has_the_value_of_plain_solving() {
    agrees_with_plain_solving::<LostPatrol>(&tiny_patrol());
}

#[test]
fn the_same_for_any_number_of_threads() {
    let of = |threads| {
        let report = solved(plan::<Ufo>(&tiny(&[]), threads)).unwrap().report;
        (report.value, report.kept)
    };
    let one = of(1);
    assert!(one.1 > 1000);
    assert_eq!(one, of(2));
    assert_eq!(one, of(3));
}

#[test]
fn a_cache_that_forgets_costs_time_only() {
    let small = SolvePlan {
        memory: 2 << 20,
        ..plan::<Ufo>(&tiny(&[]), 1)
    };
    let small = solved(small).unwrap().report;
    let large = solved(plan::<Ufo>(&tiny(&[]), 1)).unwrap().report;
    assert_eq!((small.value, small.kept), (large.value, large.kept));
    assert!(small.between > large.between);
}

#[test]
fn images_of_a_position_have_its_value() {
    // With SKY1 in the game only two images of a position have its value, else twelve.
    for (units, fold) in [("units=G1,I1", 6), ("units=C,G1", 1)] {
        let options = tiny(&["max_turns=1", units]);
        let every = SolvePlan {
            symmetric: false,
            ..plan::<Ufo>(&options, 2)
        };
        let every = solved(every).unwrap().report;
        let once = solved(plan::<Ufo>(&options, 2)).unwrap().report;
        assert!((every.value - once.value).abs() < 1e-6);
        assert!(every.kept > fold * once.kept, "{every:?} {once:?}");
    }
}

#[test]
fn a_patrol_has_the_value_of_its_twelve_images() {
    let every = SolvePlan {
        symmetric: false,
        ..plan::<LostPatrol>(&tiny_patrol(), 2)
    };
    let every = solved(every).unwrap().report;
    let once = solved(plan::<LostPatrol>(&tiny_patrol(), 2))
        .unwrap()
        .report;
    assert!((every.value - once.value).abs() < 1e-6);
    assert!(every.kept > 6 * once.kept, "{every:?} {once:?}");
}

/// With another turn SHADO can do all that it could before, and fails no sooner.
#[test]
fn more_turns_are_no_worse_for_shado() {
    let values: Vec<f64> = (1..=3)
        .map(|turns| value_of::<Ufo>(&tiny(&[&format!("max_turns={turns}")])))
        .collect();
    assert!(values.is_sorted() && values[0] < values[2], "{values:?}");
}

#[test]
fn too_little_memory_is_said_in_one_line() {
    let plan = SolvePlan {
        memory: 1 << 16,
        ..plan::<Ufo>(&tiny(&[]), 2)
    };
    let error = solved(plan).err().unwrap();
    assert!(
        matches!(error, SolveError::Memory { kept: 100.., .. }),
        "{error}"
    );
    assert!(
        error
            .to_string()
            .contains("of memory were full; allow more")
    );
    let nothing = SolvePlan {
        memory: 1000,
        ..SolvePlan::new(Pig::new(&PigOptions::default()).unwrap())
    };
    assert!(matches!(
        solved(nothing).err(),
        Some(SolveError::Memory { kept: 0, .. })
    ));
}

#[test]
fn stopping_ends_the_work() {
    let plan = plan::<Ufo>(&preset_of::<Ufo>("ufo-mini").unwrap(), 2);
    let error = solve(plan, &AtomicBool::new(true), &mut |_| {})
        .err()
        .unwrap();
    assert!(matches!(error, SolveError::Stopped { .. }));
}

/// Solves and saves to a file of its own; the folder is removed when dropped.
fn saved<G: Solvable>(options: &G::Options) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.solution");
    let found = solved(plan::<G>(options, 2)).unwrap();
    found.save(&path).unwrap();
    (folder, path)
}

fn oracle<G: Solvable>(path: &std::path::Path) -> Oracle {
    Oracle::new(Arc::new(Solution::read::<G>(path).unwrap()))
}

#[test]
fn an_oracle_knows_every_position_of_the_game() {
    let options = tiny(&["max_turns=1", "units=G1"]);
    let (_folder, path) = saved::<Ufo>(&options);
    let mut oracle = oracle::<Ufo>(&path);
    let mut plain = Solver::default();
    let mut seen = 0;
    for seed in 0..30 {
        let mut rng = rng_for(seed, 0);
        let mut position = Ufo::new(&options).unwrap();
        while !matches!(position.turn(), Turn::Over(_)) {
            let (found, exact) = (oracle.value(&position).unwrap(), plain.value(&position));
            assert!((found.0 - exact.0).abs() < 1e-6, "{position:?}");
            seen += 1;
            match position.turn() {
                Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
                _ => position.play_unchecked(position.random_action(&mut rng)),
            }
        }
    }
    assert!(seen > 200);
}

#[test]
fn the_exact_agent_gives_nothing_away() {
    let (_folder, path) = saved::<Ufo>(&tiny(&[]));
    let mut oracle = oracle::<Ufo>(&path);
    let spec = AgentSpec::named("exact").with("file", path.display());
    let mut exact = Exact::from_spec::<Ufo>(&spec).unwrap();
    let mut decisions = 0;
    for seed in 0..20 {
        let mut rng = rng_for(seed, 0);
        let mut position = Ufo::new(&tiny(&[])).unwrap();
        assert_eq!(exact.check(&position, Seat::First), Ok(()));
        loop {
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
                Turn::Decide(seat) if (seed % 2 == 0) == (seat == Seat::First) => {
                    let action = exact.decide(&position).action;
                    let before = oracle.value(&position).unwrap();
                    position.play(action).unwrap();
                    assert_eq!(oracle.value(&position).unwrap(), before);
                    decisions += 1;
                }
                Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
            }
        }
    }
    assert!(decisions > 50);
}

fn refusal<G: Solvable>(path: &std::path::Path) -> String {
    Solution::read::<G>(path).unwrap_err().to_string()
}

#[test]
fn what_is_no_solution_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    assert!(refusal::<Pig>(&path).starts_with("cannot read "));
    for text in ["", "{}", "hello\n", "{\"format\":\"moonbase-solution\"}\n"] {
        std::fs::write(&path, text).unwrap();
        assert!(
            refusal::<Pig>(&path).ends_with("is not a solution (`moonbase solve` writes them)")
        );
    }
}

#[test]
fn another_version_game_or_option_is_refused() {
    let (_folder, path) = saved::<Pig>(&PigOptions::default());
    assert!(refusal::<Nim>(&path).ends_with("solves `pig`, not `nim`"));
    let bytes = std::fs::read(&path).unwrap();
    let newer = replaced(&bytes, b"\"version\":1", b"\"version\":2");
    let spec = AgentSpec::named("exact").with("file", path.display());
    let exact = Exact::from_spec::<Pig>(&spec).unwrap();
    let other = PigOptions {
        target: 11,
        ..PigOptions::default()
    };
    let error = exact
        .check(&Pig::new(&other).unwrap(), Seat::First)
        .unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("solves the game with target=12, not target=11"),
        "{error}"
    );
    std::fs::write(&path, newer).unwrap();
    assert!(
        refusal::<Pig>(&path).contains("is a solution of version 2; this program reads version 1")
    );
}

fn replaced(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let at = bytes
        .windows(old.len())
        .position(|window| window == old)
        .unwrap();
    [&bytes[..at], new, &bytes[at + old.len()..]].concat()
}

#[test]
fn a_damaged_file_is_refused() {
    let (_folder, path) = saved::<Pig>(&PigOptions::default());
    let whole = std::fs::read(&path).unwrap();
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 4;
    let longer = [&whole[..], b"x"].concat();
    let many = replaced(&whole, b"\"entries\":", b"\"entries\":9");
    for bytes in [&whole[..whole.len() - 1], &flipped, &longer, &many] {
        std::fs::write(&path, bytes).unwrap();
        assert!(refusal::<Pig>(&path).contains("is damaged"));
    }
}

#[test]
fn a_game_from_elsewhere_is_not_covered() {
    let options = PigOptions::default();
    let mut later = Pig::new(&options).unwrap();
    later.resolve(PigRoll(5)).unwrap();
    later.play(PigAction::Hold).unwrap();
    later.resolve(PigRoll(3)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("later.solution");
    solved(SolvePlan::new(later.clone()))
        .unwrap()
        .save(&path)
        .unwrap();
    let spec = AgentSpec::named("exact").with("file", path.display());
    let mut exact = Exact::from_spec::<Pig>(&spec).unwrap();
    assert_eq!(exact.check(&later, Seat::Second), Ok(()));
    let start = Pig::new(&options).unwrap();
    let error = exact.check(&start, Seat::First).unwrap_err().to_string();
    assert!(
        error.ends_with("does not hold the game from this position on"),
        "{error}"
    );
    // It still plays by the rules there.
    let mut rolled = start;
    rolled.resolve(PigRoll(5)).unwrap();
    let decision = exact.decide(&rolled);
    assert!(rolled.is_legal(decision.action) && decision.value.is_none());
}
