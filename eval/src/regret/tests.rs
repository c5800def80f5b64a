//! Regret by hand, of perfect and of random play.

use moonbase_agents::{AgentError, Decision, Playable};
use moonbase_engine::Game;
use moonbase_engine::toy::{
    Courier, CourierAction, CourierOptions, Nim, NimOptions, Pig, PigOptions,
};

use super::*;
use crate::game::play_game;
use crate::solve::{SolvePlan, solve};

fn solution<G: Solvable>(start: &G) -> (tempfile::TempDir, Arc<Solution>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("toy.solution");
    let solved = solve(
        SolvePlan::new(start.clone()),
        &AtomicBool::new(false),
        &mut |_| {},
    );
    solved.unwrap().save(&path).unwrap();
    (folder, Arc::new(Solution::read::<G>(&path).unwrap()))
}

fn measure<G: Solvable>(
    options: &G::Options,
    agent: &dyn MakeAgent<G>,
    opponent: Opponent,
    games: u64,
    threads: usize,
) -> RegretReport {
    let start = G::new(options).unwrap();
    let (_folder, solution) = solution(&start);
    let plan = RegretPlan {
        start: &start,
        agent,
        solution,
        opponent,
        games,
        seed: 5,
    };
    let stop = AtomicBool::new(false);
    let mut control = Control {
        threads,
        stop: &stop,
        progress: &mut |_, _| {},
    };
    regret(&plan, &mut control).unwrap()
}

fn random<G: Playable>(options: &G::Options, games: u64, threads: usize) -> RegretReport {
    let agent = AgentSpec::named("random");
    measure::<G>(options, &agent, Opponent::Perfect, games, threads)
}

struct Walker;

impl Agent<Courier> for Walker {
    fn new_game(&mut self, _: u64) {}

    fn decide(&mut self, _: &Courier) -> Decision<CourierAction> {
        Decision::plain(CourierAction::Walk)
    }

    fn name(&self) -> String {
        "walker".into()
    }
}

impl MakeAgent<Courier> for Walker {
    fn make(&self) -> Result<Box<dyn Agent<Courier>>, AgentError> {
        Ok(Box::new(Walker))
    }

    fn name(&self) -> String {
        "walker".into()
    }
}

/// `courier-short`: walking first is worth 1/3 instead of 5/9. Then walking again leaves one step to
/// go, worth 0, instead of 1/3. In all 5/9 a game as the courier; the guard has nothing to decide.
#[test]
fn walking_gives_away_five_ninths() {
    let options = CourierOptions {
        length: 3,
        turns: 1,
        steps: 2,
        obstacles: 0,
    };
    let report = measure::<Courier>(&options, &Walker, Opponent::Perfect, 100, 2);
    let close = |a: f64, b: f64| (a - b).abs() < 1e-6;
    assert!(close(report.seats["courier"].mean, 5.0 / 9.0));
    assert!(close(report.seats["guard"].mean, 0.0));
    assert!(close(report.per_game.mean, 5.0 / 18.0));
    assert!(close(report.per_decision.mean, 5.0 / 18.0));
    assert_eq!((report.decisions, report.mistakes), (100, 1.0));
    assert!(close(report.value, 5.0 / 9.0));
}

/// Return against a perfect opponent and regret make up the start's value, but for the luck of the dice.
#[test]
fn returns_and_regrets_make_up_the_value() {
    let options = CourierOptions::default();
    let report = random::<Courier>(&options, 4000, 2);
    let start = Courier::new(&options).unwrap();
    let (_folder, solution) = solution(&start);
    let mut perfect = Exact::new(solution, AgentSpec::named("exact"));
    let mut random = moonbase_agents::Random::default();
    let games = (0..4000).map(|seed| {
        Agent::<Courier>::new_game(&mut random, seed);
        let stop = AtomicBool::new(false);
        let game = play_game::<Courier>(&options, &mut random, &mut perfect, seed, &stop);
        game.unwrap().unwrap().outcome.value.0
    });
    let returns = Estimate::of_returns(&games.collect::<Vec<_>>());
    let regret = &report.seats["courier"];
    let sum = returns.mean + regret.mean;
    let error = returns.high - returns.low + regret.high - regret.low;
    assert!(regret.mean > 0.3 && error < 0.15);
    assert!((sum - report.value).abs() < error, "{sum} {report:?}");
}

#[test]
fn perfect_play_has_no_regret() {
    let options = PigOptions::default();
    let start = Pig::new(&options).unwrap();
    let (folder, _) = solution(&start);
    let file = folder.path().join("toy.solution");
    let exact = AgentSpec::named("exact").with("file", file.display());
    for opponent in [Opponent::Perfect, Opponent::Itself] {
        let report = measure::<Pig>(&options, &exact, opponent, 200, 2);
        assert_eq!((report.per_game.mean, report.mistakes), (0.0, 0.0));
        assert!(report.decisions > 200 && report.per_game.high < 0.1);
    }
}

#[test]
fn the_same_for_any_number_of_threads() {
    let of = |threads| random::<Pig>(&PigOptions::default(), 50, threads);
    assert_eq!(of(1), of(2));
    assert_eq!(of(1), of(7));
}

#[test]
fn a_lost_game_cannot_be_lost_again() {
    let report = random::<Nim>(&NimOptions::new(&[1, 1, 2]), 40, 1);
    assert_eq!(report.value, 1.0);
    assert_eq!(report.seats["b"].mean, 0.0);
    assert!(report.seats["a"].mean > 0.5 && report.seats["a"].mean <= 2.0);
}

#[test]
fn reports_are_short_and_serialise() {
    let report = random::<Pig>(&PigOptions::default(), 20, 1);
    let text = report.to_string();
    assert!(text.starts_with("regret of random against perfect play\n20 of 20 games"));
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["opponent"], "perfect");
}

#[test]
fn a_solution_of_other_options_is_refused() {
    let (_folder, solution) = solution(&Pig::new(&PigOptions::default()).unwrap());
    let other = PigOptions {
        target: 11,
        ..PigOptions::default()
    };
    let start = Pig::new(&other).unwrap();
    let plan = RegretPlan {
        start: &start,
        agent: &AgentSpec::named("random"),
        solution,
        opponent: Opponent::Perfect,
        games: 2,
        seed: 1,
    };
    let stop = AtomicBool::new(false);
    let mut control = Control {
        threads: 1,
        stop: &stop,
        progress: &mut |_, _| {},
    };
    let error = regret(&plan, &mut control).unwrap_err().to_string();
    assert!(error.ends_with("solves the game with target=12, not target=11"));
}
