//! Pruned search against plain search, exact values, and limits.

use moonbase_engine::chance::{mix, rng_for};
use moonbase_engine::registry::preset_of;
use moonbase_engine::toy::{
    Courier, CourierAction, CourierOptions, Nim, NimOptions, Pig, PigOptions, exact_value, regret,
};
use moonbase_engine::ufo::{Ufo, UfoOptions};
use moonbase_engine::{AbsoluteValue, Game, RuleOptions, Seat, Turn};

use super::*;

/// An opinion as wild as can be, but always the same for a position.
#[derive(Clone, Copy)]
struct Wild(u64);

impl<G: Game> Heuristic<G> for Wild {
    fn value(&mut self, position: &G) -> AbsoluteValue {
        let word = mix(position.key() ^ self.0);
        // A few values only, so that there are ties; some at and beyond the bounds.
        AbsoluteValue((word % 9) as f64 / 3.0 - 4.0 / 3.0)
    }
}

fn limits(depth: u8) -> Limits {
    Limits {
        depth,
        nodes: None,
        time: None,
    }
}

/// A position in which a seat decides, after `plies` random plies (fewer, if the game ends).
fn random_position<G: Game>(options: &G::Options, seed: u64, plies: usize) -> Option<G> {
    let mut rng = rng_for(seed, 0);
    let mut position = G::new(options).unwrap();
    let mut played = 0;
    loop {
        match position.turn() {
            Turn::Over(_) => return None,
            Turn::Decide(_) if played >= plies => return Some(position),
            Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
            Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
        }
        played += 1;
    }
}

/// The best action's value and each exact value must be the plain ones, for every kind of pruning.
/// Returns the nodes of the search with each.
fn agrees<G: Game, H: Heuristic<G> + Clone>(position: &G, depth: u8, heuristic: H) -> [u64; 3] {
    let Turn::Decide(seat) = position.turn() else {
        panic!("a seat decides")
    };
    let plain = plain::action_values(position, depth, &mut heuristic.clone());
    let best = plain.iter().map(|(_, value)| sign(seat) * value);
    let best = best.fold(f64::MIN, f64::max);
    [Pruning::AlphaBeta, Pruning::Star1, Pruning::Star2].map(|pruning| {
        let mut search = Search::new(heuristic.clone(), limits(depth), pruning);
        let moves = search.run(position);
        assert_eq!(moves.len(), plain.len());
        assert!(
            (sign(seat) * moves[0].value - best).abs() < 1e-12,
            "{pruning:?} {position:?}"
        );
        for found in &moves {
            let (_, value) = plain
                .iter()
                .find(|(action, _)| *action == found.action)
                .unwrap();
            let error = sign(seat) * (found.value - value);
            let right = if found.exact {
                error.abs() < 1e-12
            } else {
                error > -1e-12
            };
            assert!(right, "{pruning:?} {} {error}: {position:?}", found.action);
        }
        search.nodes()
    })
}

fn sign(seat: Seat) -> f64 {
    AbsoluteValue(1.0).seen_by(seat).0
}

fn agrees_on<G: Game>(
    options: &G::Options,
    seeds: std::ops::Range<u64>,
    depths: &[u8],
) -> [u64; 3] {
    let mut total = [0; 3];
    for seed in seeds {
        let plies = mix(seed) as usize % 30;
        let Some(position) = random_position::<G>(options, seed, plies) else {
            continue;
        };
        for depth in depths {
            let nodes = agrees(&position, *depth, Wild(seed));
            total = std::array::from_fn(|i| total[i] + nodes[i]);
        }
    }
    total
}

#[test]
fn pruned_search_equals_plain_search_on_toys() {
    agrees_on::<Pig>(&PigOptions::default(), 0..200, &[1, 2, 3]);
    agrees_on::<Nim>(&NimOptions::default(), 0..100, &[1, 2, 3]);
    let courier = CourierOptions {
        turns: 5,
        ..CourierOptions::default()
    };
    agrees_on::<Courier>(&courier, 0..200, &[1, 2, 3, 4, 5, 6, 7]);
}

/// Values that are sums of few thirds often lie on the very edge of a window.
#[test]
fn pruned_search_equals_plain_search_where_values_tie() {
    let options = CourierOptions {
        turns: 5,
        ..CourierOptions::default()
    };
    let mut position = Courier::new(&options).unwrap();
    for action in [CourierAction::Walk, CourierAction::Walk] {
        position.play(action).unwrap();
    }
    for salt in 0..400 {
        agrees(&position, 6, Wild(mix(salt)));
    }
}

#[test]
fn pruned_search_equals_plain_search_on_ufo_and_each_star_saves_nodes() {
    let options = preset_of::<Ufo>("ufo-mini").unwrap();
    let [alpha_beta, star1, star2] = agrees_on::<Ufo>(&options, 0..40, &[1, 2]);
    assert!(
        star1 < alpha_beta && star2 < alpha_beta,
        "{alpha_beta} {star1} {star2}"
    );
}

#[test]
fn dice_after_dice_cost_depth() {
    let mut options = UfoOptions::default();
    options.set_text("forest=dice").unwrap();
    agrees_on::<Ufo>(&options, 0..4, &[1]);
}

#[test]
fn deep_search_is_exact() {
    let start = Courier::new(&CourierOptions::default()).unwrap();
    let mut search = Search::new(ScriptedHeuristic::default(), limits(64), Pruning::Star2);
    let best = search.run(&start).swap_remove(0);
    assert!((best.value - exact_value(&start).0).abs() < 1e-12);
    assert!(regret(&start, best.action) < 1e-12);
}

#[test]
fn deepening_ends_with_the_game() {
    let start = Nim::new(&NimOptions::new(&[1, 2])).unwrap();
    let mut shallow = Search::new(Wild(1), limits(5), Pruning::Star2);
    let mut deep = Search::new(Wild(1), limits(64), Pruning::Star2);
    assert_eq!(shallow.run(&start), deep.run(&start));
    assert_eq!(shallow.nodes(), deep.nodes());
}

#[test]
fn values_stay_within_bounds() {
    for seed in 0..50 {
        let position = random_position::<Courier>(&CourierOptions::default(), seed, 6);
        let Some(position) = position else { continue };
        let mut search = Search::new(Wild(seed), limits(3), Pruning::Star2);
        assert!(search.run(&position).iter().all(|m| m.value.abs() <= 1.0));
    }
}

fn agent(spec: &str) -> Expectimax<Courier> {
    Expectimax::from_spec(&spec.parse().unwrap()).unwrap()
}

#[test]
fn budgets_of_nodes_and_time_are_kept() {
    let options = CourierOptions {
        length: 30,
        turns: 10,
        ..CourierOptions::default()
    };
    let start = Courier::new(&options).unwrap();
    let spent = agent("expectimax:nodes=5000,depth=30").decide(&start).spent;
    assert!((4000..=5010).contains(&spent.nodes), "{spent:?}");
    let spent = agent("expectimax:ms=20,depth=30").decide(&start).spent;
    assert!(spent.millis < 60.0, "{spent:?}");
    for nodes in 1..40 {
        let decision = agent(&format!("expectimax:nodes={nodes}")).decide(&start);
        assert!(start.is_legal(decision.action));
    }
}

#[test]
fn one_position_gives_one_decision_whatever_came_before() {
    let start = Courier::new(&CourierOptions::default()).unwrap();
    let other = random_position::<Courier>(&CourierOptions::default(), 1, 4).unwrap();
    let strip = |mut decision: Decision<_>| {
        decision.spent.millis = 0.0;
        decision
    };
    let mut one = agent("expectimax:depth=5");
    let first = strip(one.decide(&start));
    one.decide(&other);
    assert_eq!(first, strip(one.decide(&start)));
    assert_eq!(first.line[0], first.action.to_string());
}

/// Scripted continuations are the same dice for all positions, and the same every time.
#[test]
fn rollouts_are_reproducible_and_agree_with_plain_search() {
    for seed in 0..30 {
        let position = random_position::<Courier>(&CourierOptions::default(), seed, 3);
        let Some(position) = position else { continue };
        let mut heuristic = ScriptedHeuristic::with_rollouts(4, 20);
        heuristic.begin(&position);
        let one = heuristic.value(&position);
        assert_eq!(one, heuristic.value(&position));
        assert!(one.0.abs() <= 1.0);
        agrees(&position, 2, heuristic);
    }
}

/// From the start of the courier's way, many continuations have the mean of scripted play.
#[test]
fn rollouts_have_the_mean_of_scripted_play() {
    let start = Courier::new(&CourierOptions::default()).unwrap();
    let many = ScriptedHeuristic::with_rollouts(4000, 1000).value(&start).0;
    let mut rng = rng_for(7, 0);
    let play = |_| {
        let mut position = start.clone();
        loop {
            match position.turn() {
                Turn::Over(outcome) => break outcome.value.0,
                Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
                Turn::Decide(_) => position.play_unchecked(position.scripted_action(&mut rng)),
            }
        }
    };
    let plain = (0..4000).map(play).sum::<f64>() / 4000.0;
    assert!((many - plain).abs() < 0.08, "{many} {plain}");
}

#[test]
fn settings_out_of_range_are_refused() {
    for spec in [
        "depth=0",
        "depth=65",
        "nodes=0",
        "ms=x",
        "star=3",
        "rollouts=1001",
        "plies=0",
    ] {
        let spec = format!("expectimax:{spec}").parse().unwrap();
        assert!(Expectimax::<Courier>::from_spec(&spec).is_err());
    }
}

/// Of 20 s no decision takes more than 10, and one whose spec names no budget a ninetieth of the 20 s.
#[test]
fn on_a_clock_it_keeps_its_limits_within_half_of_what_is_left() {
    use crate::time::Remaining;
    use std::time::Duration;
    let remaining = Remaining {
        left: Duration::from_secs(20),
        increment: Duration::ZERO,
        decisions: 0,
    };
    let of = |spec: &str| {
        let limits = on_clock(&spec.parse().unwrap(), &remaining);
        (limits.depth, limits.nodes, limits.time)
    };
    let most = Some(Duration::from_secs(10));
    assert_eq!(of("expectimax:depth=3"), (3, None, most));
    assert_eq!(of("expectimax:nodes=9"), (64, Some(9), most));
    assert_eq!(of("expectimax:ms=60000"), (64, None, most));
    let short = Some(Duration::from_millis(500));
    assert_eq!(of("expectimax:ms=500"), (64, None, short));
    let shared = Some(Duration::from_secs(20) / 90);
    assert_eq!(of("expectimax"), (64, None, shared));
}
