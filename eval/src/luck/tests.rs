//! On Pig the truth is known: expected scores follow from the policies by going through all positions.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use moonbase_agents::{
    Agent, AgentSpec, Evaluation, Evaluator, MakeAgent, NetEvaluator, RolloutEvaluator,
};
use moonbase_engine::chance::{MoonRng, rng_for};
use moonbase_engine::registry::preset_of;
use moonbase_engine::toy::{Pig, PigAction, PigOptions, Solver};
use moonbase_engine::ufo::Ufo;
use moonbase_engine::{AbsoluteValue, BySeat, Game, KeyedDice, Seat, Turn};
use moonbase_models::{AgentFile, FastNet};
use rand::RngExt;

use super::*;
use crate::stats::Estimate;

/// The probability of rolling on.
type Policy = fn(&Pig) -> f64;

fn careful(position: &Pig) -> f64 {
    f64::from(u8::from(position.at_risk() < 3))
}

fn greedy(position: &Pig) -> f64 {
    f64::from(u8::from(position.at_risk() < 6))
}

fn coin(_: &Pig) -> f64 {
    0.5
}

fn start() -> Pig {
    let options = PigOptions {
        target: 9,
        faces: 4,
    };
    Pig::new(&options).unwrap()
}

fn played(position: &Pig, action: PigAction) -> Pig {
    let mut next = position.clone();
    next.play_unchecked(action);
    next
}

/// The exact expected value under two policies, as the first seat sees it.
fn expected(position: &Pig, policies: BySeat<Policy>, known: &mut HashMap<Pig, f64>) -> f64 {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let value = match position.turn() {
        Turn::Over(outcome) => outcome.value.0,
        Turn::Decide(seat) => {
            let roll = policies[seat](position);
            let mut value = |action| expected(&played(position, action), policies, known);
            roll * value(PigAction::Roll) + (1.0 - roll) * value(PigAction::Hold)
        }
        Turn::Chance => {
            let mut outcomes = Vec::new();
            position.chance_outcomes(&mut outcomes);
            let faces = outcomes.len() as f64;
            let values = outcomes
                .into_iter()
                .map(|(o, _)| expected(&after(position, o), policies, known));
            values.sum::<f64>() / faces
        }
    };
    known.insert(position.clone(), value);
    value
}

/// An evaluator that gives a function of the position, as the first seat sees it.
struct Opinion<F>(F);

impl<F: FnMut(&Pig) -> f64 + Send> Evaluator<Pig> for Opinion<F> {
    fn evaluate(&mut self, position: &Pig, _: &[PigAction]) -> Evaluation {
        let Turn::Decide(seat) = position.turn() else {
            panic!("evaluators are asked about decisions only");
        };
        let value = AbsoluteValue((self.0)(position)).seen_by(seat);
        Evaluation {
            value,
            priors: Vec::new(),
        }
    }

    fn gives_priors(&self) -> bool {
        false
    }
}

fn perfect() -> impl FnMut(&Pig) -> f64 + Send {
    let mut solver = Solver::default();
    move |position: &Pig| solver.value(position).0
}

fn noise(position: &Pig) -> f64 {
    (position.key() % 1000) as f64 / 500.0 - 1.0
}

/// The mean luck from a position on, over all that can happen.
fn mean_luck(position: &Pig, meter: &mut LuckMeter<Pig>, known: &mut HashMap<Pig, f64>) -> f64 {
    if let Some(mean) = known.get(position) {
        return *mean;
    }
    let mean = match position.turn() {
        Turn::Over(_) => 0.0,
        Turn::Decide(_) => {
            let mut of = |action| mean_luck(&played(position, action), meter, known);
            0.3 * of(PigAction::Roll) + 0.7 * of(PigAction::Hold)
        }
        Turn::Chance => {
            let mut outcomes = Vec::new();
            position.chance_outcomes(&mut outcomes);
            let faces = outcomes.len() as f64;
            let of = |(outcome, _)| {
                meter.roll(position, outcome).0 + mean_luck(&after(position, outcome), meter, known)
            };
            outcomes.into_iter().map(of).sum::<f64>() / faces
        }
    };
    known.insert(position.clone(), mean);
    mean
}

type Judge = Box<dyn FnMut(&Pig) -> f64 + Send>;

#[test]
fn luck_has_mean_zero_whatever_the_evaluator() {
    let mut exact = perfect();
    let opinions: [Judge; 4] = [
        Box::new(perfect()),
        Box::new(move |position| -exact(position)),
        Box::new(noise),
        Box::new(|_| 0.7),
    ];
    for opinion in opinions {
        let mut evaluator = Opinion(opinion);
        for depth in [0, 1, 5] {
            let mut meter = LuckMeter::new(&mut evaluator).looking(depth);
            let mean = mean_luck(&start(), &mut meter, &mut HashMap::new());
            assert!(mean.abs() < 1e-12, "{mean}");
        }
    }
}

/// All positions of a game, and its end's value.
fn play(policies: BySeat<Policy>, dice: u64, rng: &mut MoonRng) -> (Vec<Pig>, AbsoluteValue) {
    let mut dice = KeyedDice::new(dice);
    let mut positions = vec![start()];
    loop {
        let position = positions.last().unwrap();
        let next = match position.turn() {
            Turn::Over(outcome) => return (positions, outcome.value),
            Turn::Chance => after(position, dice.roll(position)),
            Turn::Decide(seat) => match rng.random_bool(policies[seat](position)) {
                true => played(position, PigAction::Roll),
                false => played(position, PigAction::Hold),
            },
        };
        positions.push(next);
    }
}

/// With policies that use no dice of their own and their exact value, all is luck: each game less its luck is the start's value.
#[test]
fn exact_values_leave_nothing_to_luck() {
    let policies = BySeat::new(careful as Policy, greedy as Policy);
    let mut known = HashMap::new();
    let truth = expected(&start(), policies, &mut known);
    let mut evaluator = Opinion(move |position: &Pig| expected(position, policies, &mut known));
    let mut meter = LuckMeter::new(&mut evaluator).looking(100);
    for game in 0..200 {
        let (positions, value) = play(policies, game, &mut rng_for(game, 1));
        let luck = meter.game(&positions).unwrap();
        assert!((value.0 - luck.0 - truth).abs() < 1e-9);
    }
}

#[test]
fn positions_must_follow_on_each_other() {
    let policies = BySeat::new(careful as Policy, coin as Policy);
    let (mut positions, _) = play(policies, 1, &mut rng_for(1, 1));
    let mut evaluator = Opinion(noise);
    let mut meter = LuckMeter::new(&mut evaluator);
    let rolls = meter.rolls(&positions).unwrap();
    assert!(
        rolls
            .iter()
            .all(|roll| positions[roll.ply].turn() == Turn::Chance)
    );
    positions.remove(1);
    assert_eq!(meter.game(&positions), Err(LuckError::NotConsecutive(0)));
}

#[test]
fn a_record_has_the_luck_of_its_positions() {
    let mut record = Record::new::<Pig>(
        "pig-coin",
        &PigOptions {
            target: 2,
            faces: 2,
        },
    )
    .unwrap();
    record.push("face:1");
    record.push("face:2");
    let mut evaluator = RolloutEvaluator::new(rng_for(1, 0));
    let mut meter = LuckMeter::<Pig>::new(&mut evaluator).looking(2);
    // -½ for the first seat, then from 0 to -1.
    assert_eq!(meter.record(&record), Ok(AbsoluteValue(-1.5)));
}

/// Pairs of the careful player against the coin, with their luck by an evaluator, and the exact mean score.
fn pairs(evaluator: &mut dyn Evaluator<Pig>, count: u64) -> (Vec<LuckySample<2>>, f64) {
    let seated = BySeat::new(
        BySeat::new(careful as Policy, coin as Policy),
        BySeat::new(coin as Policy, careful as Policy),
    );
    let mut meter = LuckMeter::new(evaluator);
    let mut pair = |index: u64| {
        let mut rng = rng_for(77, index);
        let games = seated.map(|policies| play(policies, index, &mut rng));
        let luck = BySeat::from_fn(|seat| meter.game(&games[seat].0).unwrap());
        let score = BySeat::from_fn(|seat| (games[seat].1.seen_by(seat).0 + 1.0) / 2.0);
        lucky_pair(score, luck)
    };
    let samples = (0..count).map(&mut pair).collect();
    let truth = |seat: Seat| {
        let value = expected(&start(), seated[seat], &mut HashMap::new());
        (AbsoluteValue(value).seen_by(seat).0 + 1.0) / 4.0
    };
    (samples, truth(Seat::First) + truth(Seat::Second))
}

/// Adjusts many small matches: the share of intervals that hold the truth, and their mean width over the plain ones'.
fn coverage(samples: &[LuckySample<2>], size: usize, truth: f64) -> (f64, f64) {
    let matches: Vec<Adjusted> = samples
        .chunks_exact(size)
        .map(|m| adjust(m, 0.0, 1.0))
        .collect();
    let holds = |e: &Estimate| e.low <= truth && truth <= e.high;
    let held = matches.iter().filter(|m| holds(&m.adjusted)).count();
    let width = |figure: fn(&Adjusted) -> Estimate| {
        matches
            .iter()
            .map(|m| figure(m).high - figure(m).low)
            .sum::<f64>()
    };
    let ratio = width(|m| m.adjusted) / width(|m| m.plain);
    (held as f64 / matches.len() as f64, ratio)
}

const PAIRS: u64 = 60_000;

/// The adjusted mean is the truth, the luck's mean is 0, and intervals of small matches hold the truth.
fn honest(evaluator: &mut dyn Evaluator<Pig>) -> (Adjusted, f64) {
    let (samples, truth) = pairs(evaluator, PAIRS);
    let all = adjust(&samples, 0.0, 1.0);
    for estimate in [all.plain, all.adjusted] {
        let error = (estimate.high - estimate.low) / 2.0 / 1.96;
        assert!(
            (estimate.mean - truth).abs() < 3.5 * error,
            "{estimate:?} {truth}"
        );
    }
    assert!(
        all.luck
            .iter()
            .all(|luck| luck.mean.abs() <= 3.5 * luck.error)
    );
    let (small, _) = coverage(&samples, 30, truth);
    let (held, ratio) = coverage(&samples, 75, truth);
    // Standard errors of 0.5% and 0.8%; guards count for more in the smaller matches.
    assert!((0.93..0.98).contains(&small), "{small}");
    assert!((0.93..0.97).contains(&held), "{held}");
    (all, ratio)
}

#[test]
fn a_good_evaluator_narrows_and_stays_honest() {
    let (all, ratio) = honest(&mut Opinion(perfect()));
    assert!(ratio < 0.8 && all.games_saved() > 0.4, "{ratio} {all:?}");
    assert!(
        all.coefficients
            .iter()
            .all(|beta| (0.6..1.4).contains(beta)),
        "{all:?}"
    );
}

#[test]
fn an_evaluator_upside_down_is_turned_over() {
    let mut exact = perfect();
    let (all, ratio) = honest(&mut Opinion(move |position: &Pig| -exact(position)));
    // Ends of games keep their sign, so that not all is turned over.
    assert!(ratio < 1.02, "{ratio} {all:?}");
}

#[test]
fn an_evaluator_of_noise_does_no_harm() {
    // That a game has ended is known, whoever judges what goes before: a little help remains.
    let (all, ratio) = honest(&mut Opinion(noise));
    assert!((0.7..1.02).contains(&ratio), "{ratio} {all:?}");
    assert!(all.variance_ratio < 1.001);
}

#[test]
fn rollouts_will_do() {
    let (samples, truth) = pairs(&mut RolloutEvaluator::new(rng_for(3, 0)), 10_000);
    let all = adjust(&samples, 0.0, 1.0);
    assert!(all.adjusted.low < truth && truth < all.adjusted.high);
    assert!(all.variance_ratio < 0.95, "{all:?}");
}

#[test]
fn few_or_equal_samples_are_left_as_they_are() {
    let sample = |score, luck| LuckySample {
        score,
        luck: [luck],
    };
    let few: Vec<_> = (0..5)
        .map(|i| sample(f64::from(i) / 4.0, f64::from(i)))
        .collect();
    let adjusted = adjust(&few, 0.0, 1.0);
    assert_eq!(
        (adjusted.plain, adjusted.coefficients[0]),
        (adjusted.adjusted, 0.0)
    );
    let equal = adjust(&vec![sample(1.0, 0.0); 100], 0.0, 1.0);
    assert_eq!((equal.variance_ratio, equal.adjusted), (1.0, equal.plain));
    assert!(equal.adjusted.low < 1.0);
    let none = adjust::<1>(&[], 0.0, 1.0);
    assert_eq!(
        (none.adjusted.low, none.adjusted.high, none.coefficients[0]),
        (0.0, 1.0, 0.0)
    );
}

/// All positions of a game between agents, and its end's score for the first seat.
fn contest<G: Game>(
    start: G,
    one: &mut dyn Agent<G>,
    other: &mut dyn Agent<G>,
    dice: u64,
) -> (Vec<G>, f64) {
    let mut dice = KeyedDice::new(dice);
    let mut positions = vec![start];
    loop {
        let position = positions.last().unwrap();
        let mut next = position.clone();
        match position.turn() {
            Turn::Over(outcome) => return (positions, outcome.score(Seat::First)),
            Turn::Chance => next.resolve(dice.roll(position)).unwrap(),
            Turn::Decide(Seat::First) => next.play(one.decide(position).action).unwrap(),
            Turn::Decide(Seat::Second) => next.play(other.decide(position).action).unwrap(),
        }
        positions.push(next);
    }
}

/// A match of `ufo` or a variant, with its luck by an evaluator.
fn ufo_match(
    preset: &str,
    agents: [&str; 2],
    pairs: u64,
    evaluator: &mut dyn Evaluator<Ufo>,
) -> Adjusted {
    let start = Ufo::new(&preset_of::<Ufo>(preset).unwrap()).unwrap();
    let make = |name: &str| MakeAgent::<Ufo>::make(&name.parse::<AgentSpec>().unwrap()).unwrap();
    let [mut one, mut other] = agents.map(make);
    let mut meter = LuckMeter::new(evaluator);
    let pair = |index: u64| {
        one.new_game(index);
        other.new_game(index + 1_000_000);
        let (there, first) = contest(start.clone(), &mut *one, &mut *other, index);
        let (back, second) = contest(start.clone(), &mut *other, &mut *one, index);
        let luck = BySeat::new(meter.game(&there).unwrap(), meter.game(&back).unwrap());
        lucky_pair(BySeat::new(first, 1.0 - second), luck)
    };
    let samples: Vec<_> = (0..pairs).map(pair).collect();
    adjust(&samples, 0.0, 1.0)
}

#[test]
fn rules_of_thumb_narrow_a_match_of_ufo() {
    let adjusted = ufo_match("ufo-mini", ["scripted", "random"], 200, &mut RulesOfThumb);
    assert!(adjusted.variance_ratio < 0.95, "{adjusted:?}");
    assert!(
        adjusted
            .luck
            .iter()
            .all(|luck| luck.mean.abs() < 4.0 * luck.error)
    );
}

/// The figures of `docs/ratings.md`. Two minutes.
#[test]
#[ignore = "measures, and takes its time"]
fn measure_luck_in_ufo() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../models/agents/ufo.safetensors"
    );
    let nets = AgentFile::read(Path::new(path)).unwrap().nets;
    let nets = BySeat::new(nets.first, nets.second);
    let nets = nets.map(|weights| weights.map(|weights| Arc::new(FastNet::new(&weights))));
    let matches = [
        (["scripted", "scripted"], 300),
        (["scripted", "random"], 100),
        (["scripted", "uct:sims=30"], 50),
    ];
    for (agents, pairs) in matches {
        let thumb = ufo_match("ufo", agents, pairs, &mut RulesOfThumb);
        println!("{agents:?}, {pairs} pairs, by rules of thumb: {thumb:?}");
        let net = ufo_match("ufo", agents, pairs, &mut NetEvaluator::new(nets.clone()));
        println!("{agents:?}, {pairs} pairs, by the shipped net: {net:?}");
    }
}
