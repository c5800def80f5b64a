//! Reviews of a game so small that all values are known.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock};

use moonbase_agents::{Agent, AgentSpec, Decision, Oracle, Solution, build};
use moonbase_engine::Game;
use moonbase_engine::registry::options_of;
use moonbase_engine::ufo::Ufo;
use moonbase_eval::game::play_recorded;
use moonbase_eval::solve::{SolvePlan, solve};

use super::*;

type Options = <Ufo as Game>::Options;

fn options() -> Options {
    let set = ["aliens=1", "alien_actions=1", "max_turns=2"].map(String::from);
    options_of::<Ufo>("ufo-micro", &set).unwrap()
}

/// The solution's file; solved once for all tests.
fn solution() -> &'static PathBuf {
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    FILE.get_or_init(|| {
        let file = tempfile::tempdir().unwrap().keep().join("micro.solution");
        let start = Ufo::new(&options()).unwrap();
        let solved = solve(SolvePlan::new(start), &AtomicBool::new(false), &mut |_| {});
        solved.unwrap().save(&file).unwrap();
        file
    })
}

fn exact() -> AgentSpec {
    AgentSpec::named("exact").with("file", solution().display())
}

/// A game between two agents.
fn played(first: &AgentSpec, second: &AgentSpec, seed: u64) -> Record {
    let mut agents = [first, second].map(|spec| build::<Ufo>(spec).unwrap());
    agents.iter_mut().for_each(|agent| agent.new_game(seed));
    let [a, b] = &mut agents;
    let stop = AtomicBool::new(false);
    let game = play_recorded(&options(), a.as_mut(), b.as_mut(), seed, &stop);
    let mut record = Record::new::<Ufo>("ufo-micro", &options()).unwrap();
    record.set_tag("shado", "random");
    let plies = game.unwrap().unwrap().plies;
    plies.into_iter().for_each(|ply| record.push(ply));
    record
}

fn reviewed(record: &Record, judge: &AgentSpec, threads: usize) -> Result<Review, ReviewError> {
    let plan = ReviewPlan::<Ufo> {
        record,
        judge,
        seed: 1,
    };
    let mut control = Control {
        threads,
        stop: &AtomicBool::new(false),
        progress: &mut |_, _| {},
    };
    review(&plan, &mut control).map(Option::unwrap)
}

/// Perfect play gives nothing away, and the dice alone lead from the start's value to the outcome.
#[test]
fn perfect_play_gives_nothing_away() {
    for seed in 0..5 {
        let record = played(&exact(), &exact(), seed);
        let review = reviewed(&record, &exact(), 2).unwrap();
        for side in review.sides.values() {
            assert!(side.given_away == 0.0 && side.mistakes == 0, "{review}");
        }
        let [first, last] = [review.chances[0], *review.chances.last().unwrap()];
        let value = f64::from(
            moonbase_agents::exact::Header::read(solution())
                .unwrap()
                .value,
        );
        assert!((first - 50.0 * (1.0 + value)).abs() < 1e-3);
        assert!(
            (first + review.sides["shado"].luck - last).abs() < 0.01,
            "{review}"
        );
        assert!(review.drift.abs() < 0.01);
        assert_eq!(review.sides["shado"].luck, -review.sides["alien"].luck);
        assert!(review.outcome.is_some());
    }
}

/// Against the values of the solution, action by action.
#[test]
fn what_is_given_away_is_the_regret() {
    let mut oracle = Oracle::new(Solution::read::<Ufo>(solution()).unwrap().into());
    let random = AgentSpec::named("random");
    let mut mistakes = 0;
    for seed in 0..4 {
        let record = played(&random, &random, seed);
        let (review, positions) = (
            reviewed(&record, &exact(), 2).unwrap(),
            record.replay::<Ufo>().unwrap(),
        );
        for (step, pair) in review.steps.iter().zip(positions.windows(2)) {
            let (Some(choice), Turn::Decide(seat)) = (step.choice(), pair[0].turn()) else {
                assert_eq!(pair[0].turn(), Turn::Chance);
                continue;
            };
            let values = oracle.action_values(&pair[0]).unwrap();
            let value = |word: &str| {
                let found = values.iter().find(|(action, _)| action.to_string() == word);
                found.unwrap().1.seen_by(seat).0
            };
            let best = values
                .iter()
                .map(|(_, v)| v.seen_by(seat).0)
                .fold(-1.0, f64::max);
            let regret = 50.0 * (best - value(&step.word));
            assert!(
                (choice.given_away - regret).abs() < 1e-3,
                "{step:?} {regret}"
            );
            assert!((value(&choice.best) - best).abs() < 1e-5, "{step:?}");
            assert_eq!(choice.why.is_empty(), choice.given_away == 0.0, "{step:?}");
            mistakes += usize::from(choice.given_away > 1.0);
        }
        assert!(review.drift.abs() < 0.01, "{review}");
        assert_eq!(review.sides["shado"].player.as_deref(), Some("random"));
    }
    assert!(mistakes > 3, "{mistakes}");
}

/// An agent that notes what it is asked about.
struct Noting {
    agent: Box<dyn Agent<Ufo>>,
    asked: Arc<Mutex<Vec<Ufo>>>,
}

impl Agent<Ufo> for Noting {
    fn new_game(&mut self, seed: u64) {
        self.agent.new_game(seed);
    }

    fn decide(&mut self, position: &Ufo) -> Decision<<Ufo as Game>::Action> {
        self.asked.lock().unwrap().push(position.clone());
        self.agent.decide(position)
    }

    fn name(&self) -> String {
        self.agent.name()
    }
}

struct MakeNoting {
    spec: AgentSpec,
    asked: Arc<Mutex<Vec<Ufo>>>,
}

impl MakeAgent<Ufo> for MakeNoting {
    fn make(&self) -> Result<Box<dyn Agent<Ufo>>, AgentError> {
        Ok(Box::new(Noting {
            agent: build(&self.spec)?,
            asked: self.asked.clone(),
        }))
    }

    fn name(&self) -> String {
        self.spec.to_string()
    }
}

/// Its value, its best action and its part in the luck of others come from one search.
#[test]
fn no_position_is_searched_twice() {
    let random = AgentSpec::named("random");
    let record = played(&random, &random, 2);
    let asked = Arc::default();
    let judge = MakeNoting {
        spec: exact(),
        asked: Arc::clone(&asked),
    };
    let plan = ReviewPlan::<Ufo> {
        record: &record,
        judge: &judge,
        seed: 1,
    };
    let mut control = Control {
        threads: 1,
        stop: &AtomicBool::new(false),
        progress: &mut |_, _| {},
    };
    review(&plan, &mut control).unwrap().unwrap();
    let asked = asked.lock().unwrap();
    // The first question is whether it knows values at all.
    let mut seen = HashSet::new();
    assert!(asked.len() > record.words().len() / 2);
    assert!(asked[1..].iter().all(|position| seen.insert(position)));
}

#[test]
fn mistakes_are_what_gives_away_three_points() {
    let random = AgentSpec::named("random");
    let review = reviewed(&played(&random, &random, 2), &exact(), 2).unwrap();
    let given = |place: &usize| review.steps[*place].choice().map_or(0.0, |c| c.given_away);
    let all: Vec<usize> = (0..review.steps.len())
        .filter(|p| given(p) >= 3.0)
        .collect();
    let counted: usize = review.sides.values().map(|side| side.mistakes).sum();
    assert_eq!(counted, all.len());
    assert!(counted > 1 && review.mistakes().iter().all(|place| all.contains(place)));
}

/// No step that is left out changed more than one that is told.
#[test]
fn turning_points_are_the_largest_swings() {
    let random = AgentSpec::named("random");
    let review = reviewed(&played(&random, &random, 2), &exact(), 2).unwrap();
    let size = |place: usize| review.steps[place].swing(review.first_seat).abs();
    let told = &review.turning_points;
    assert_eq!(told.len(), 3);
    assert!(told.windows(2).all(|pair| pair[0] < pair[1]));
    let least = told
        .iter()
        .map(|place| size(*place))
        .fold(f64::MAX, f64::min);
    let others = (0..review.steps.len()).filter(|place| !told.contains(place));
    assert!(others.map(size).all(|swing| swing <= least));
}

/// One seed, one review, for any number of threads; and it is told in every form.
#[test]
fn a_search_judges_the_same_for_any_number_of_threads() {
    let record = played(
        &AgentSpec::named("scripted"),
        &AgentSpec::named("random"),
        3,
    );
    let judge = "mcts:sims=60".parse().unwrap();
    let review = reviewed(&record, &judge, 1).unwrap();
    assert_eq!(review, reviewed(&record, &judge, 3).unwrap());
    let (text, drawing) = (review.to_string(), svg(&review));
    assert!(text.contains("judged by mcts:sims=60") && text.contains("SHADO (random)"));
    assert!(text.is_ascii() && text.lines().count() > 15, "{text}");
    let points = drawing
        .split("points=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    assert_eq!(points.split(' ').count(), record.words().len() + 1);
    assert_eq!(drawing.matches("<g>").count(), review.turning_points.len());
    assert!(!drawing.contains("NaN"));
    let json = serde_json::to_value(&review).unwrap();
    assert_eq!(
        json["steps"].as_array().unwrap().len(),
        record.words().len()
    );
    assert!(json["sides"]["alien"]["given_away"].is_f64());
    assert!(json["steps"][0]["kind"].is_string());
}

#[test]
fn nothing_has_no_sign() {
    assert_eq!([0.04, -0.04, 0.06].map(signed), ["0.0", "0.0", "+0.1"]);
}

#[test]
fn the_graph_runs_from_top_to_bottom() {
    let review = Review {
        game: "a<b".into(),
        judge: "nobody".into(),
        seed: 1,
        first_seat: "shado",
        sides: BTreeMap::new(),
        steps: Vec::new(),
        full: "won".into(),
        chances: vec![100.0, 50.0, 0.0],
        turning_points: Vec::new(),
        outcome: None,
        drift: 0.0,
    };
    let graph = review.graph();
    assert_eq!(graph[0], "100% |*");
    assert_eq!(graph[4], " 50% |-*-");
    assert_eq!(graph[8], "  0% |  *");
    assert!(svg(&review).contains("in a&lt;b, judged by nobody"));
}

#[test]
fn what_cannot_be_reviewed_is_told_in_a_line() {
    let random = AgentSpec::named("random");
    let record = played(&random, &random, 1);
    let error = reviewed(&record, &random, 1).unwrap_err().to_string();
    assert!(error.starts_with("agent `random` does not say"), "{error}");
    let empty = Record::new::<Ufo>("ufo-micro", &options()).unwrap();
    assert!(matches!(
        reviewed(&empty, &exact(), 1),
        Err(ReviewError::Empty)
    ));
    let plan = ReviewPlan::<Ufo> {
        record: &record,
        judge: &exact(),
        seed: 1,
    };
    let mut control = Control {
        threads: 1,
        stop: &AtomicBool::new(true),
        progress: &mut |_, _| {},
    };
    assert_eq!(review(&plan, &mut control).unwrap(), None);
}
