//! Every variant against exact values, and the laws that searches keep.

use moonbase_engine::toy::{
    Courier, CourierAction, CourierOptions, Nim, NimOptions, Pig, PigAction, PigOptions, PigRoll,
    exact_value, regret,
};
use moonbase_engine::{Game, Seat, Turn};

use moonbase_engine::chance::rng_for;

use super::{Core, Mcts, Rules, Slot};
use crate::agent::{Agent, Decision};
use crate::budget::Budget;
use crate::evaluator::RolloutEvaluator;
use crate::exact::{Play, Replies};
use crate::policy::policy_of;
use crate::registry::{Playable, build};

fn decide<G: Playable>(position: &G, spec: &str) -> Decision<G::Action> {
    let mut agent = Mcts::from_spec(&spec.parse().unwrap()).unwrap();
    agent.new_game(1);
    agent.decide(position)
}

/// A decision without the time that it took.
fn timeless<G: Playable>(position: &G, spec: &str) -> Decision<G::Action> {
    let mut decision = decide(position, spec);
    decision.spent.millis = 0.0;
    decision
}

/// Value and choice against expectiminimax; the exact value lies within the bounds.
fn agrees<G: Playable>(position: &G, spec: &str, tolerance: f64) {
    let Turn::Decide(seat) = position.turn() else {
        panic!("a seat decides")
    };
    let decision = decide(position, spec);
    let exact = exact_value(position).seen_by(seat).0;
    let found = decision.value.unwrap().0;
    assert!(
        (found - exact).abs() < tolerance,
        "{spec}: {found} for {exact}: {position:?}"
    );
    if let Some(bounds) = decision.bounds {
        let holds = bounds.low.0 < exact + 1e-4 && bounds.high.0 > exact - 1e-4;
        assert!(holds, "{spec}: {bounds:?}");
    }
    let lost = regret(position, decision.action);
    assert!(lost < 0.01, "{spec}: {lost} lost: {decision:?}");
}

fn nim(heaps: &[u8]) -> Nim {
    Nim::new(&NimOptions::new(heaps)).unwrap()
}

/// The second seat of a game of pig is to decide.
fn pig() -> Pig {
    let mut position = Pig::new(&PigOptions::default()).unwrap();
    for face in [3, 1, 4] {
        while position.turn() != Turn::Chance {
            position.play(PigAction::Roll).unwrap();
        }
        position.resolve(PigRoll(face)).unwrap();
    }
    assert_eq!(position.turn(), Turn::Decide(Seat::Second));
    position
}

/// The guard of a courier game is to decide.
fn guard() -> Courier {
    let mut position = Courier::new(&CourierOptions::default()).unwrap();
    for _ in 0..3 {
        position.play(CourierAction::Walk).unwrap();
    }
    assert_eq!(position.turn(), Turn::Decide(Seat::Second));
    position
}

fn courier() -> Courier {
    Courier::new(&CourierOptions::default()).unwrap()
}

/// The variants; nothing proven, or bounds would do the work alone.
const VARIANTS: [&str; 10] = [
    "c=0.8,select=puct,eval=rollout,prior=0",
    "c=0.8,select=puct,eval=truncated,depth=2",
    "c=0.8,select=puct,eval=heuristic,prior=0.8,dag=off",
    "c=0.8,select=ucb1,eval=rollout",
    "c=0.8,select=ucb1,eval=rollout,chance=sampled,dag=off,reuse=off",
    "c=0.8,select=ucb1,eval=scripted,epsilon=0.2,widen=2",
    "c=0.8,select=ucb1,eval=rollout,fpu=0.1",
    "c=1.4,select=ucb1-tuned,eval=rollout",
    "c=1.4,select=ucb1-tuned,eval=rollout,chance=sampled,dag=off",
    "c=0.8,select=ucb1,eval=rollout,batch=8",
];

#[test]
fn every_variant_converges_to_exact_values() {
    for variant in VARIANTS {
        let spec = format!("mcts:sims=60000,proven=off,{variant}");
        agrees(&nim(&[1, 2, 3]), &spec, 0.1);
        agrees(&nim(&[2, 2, 3]), &spec, 0.1);
        agrees(&pig(), &spec, 0.06);
        agrees(&courier(), &spec, 0.1);
        agrees(&guard(), &spec, 0.1);
    }
}

#[test]
fn gumbel_finds_a_best_action() {
    let spec = "mcts:sims=20000,proven=off,select=gumbel,eval=rollout,prior=0";
    for heaps in [[1, 2, 0], [2, 2, 3], [2, 3, 4]] {
        let position = nim(&heaps);
        assert_eq!(regret(&position, decide(&position, spec).action), 0.0);
    }
    assert!(regret(&pig(), decide(&pig(), spec).action) < 0.01);
    assert!(regret(&courier(), decide(&courier(), spec).action) < 0.01);
}

/// The exact value of a best response, for the seat to move, when the other seat plays like `agent`.
fn best_response<G: Playable>(position: &G, agent: &str) -> f64 {
    let Turn::Decide(seat) = position.turn() else {
        panic!("a seat decides")
    };
    let policy = policy_of::<G>(&agent.parse().unwrap()).unwrap();
    let mut replies = Replies::new(policy.as_ref(), Play::Responds(seat), 1 << 20);
    replies.value(position).unwrap().seen_by(seat).0
}

/// The value found by a search that knows the other seat's agent.
fn responds<G: Playable>(position: &G, agent: &str) -> Decision<G::Action> {
    let spec = format!("mcts:sims=30000,eval=rollout,against={agent}");
    let mut search = build::<G>(&spec.parse().unwrap()).unwrap();
    assert_eq!(search.name(), spec);
    search.new_game(1);
    search.decide(position)
}

/// Proven to be what backward induction says, in either seat; and more than against the best replies.
#[test]
fn a_search_that_knows_its_opponent_finds_the_best_response() {
    for agent in ["random", "scripted"] {
        for heaps in [[1, 2, 3], [2, 2, 3], [1, 1, 0]] {
            check_response(&nim(&heaps), agent);
        }
        check_response(&courier(), agent);
        check_response(&guard(), agent);
    }
    let lost = nim(&[1, 2, 3]);
    assert_eq!(decide(&lost, "mcts:sims=30000").value.unwrap().0, -1.0);
    assert!(responds(&lost, "random").value.unwrap().0 > 0.0);
}

fn check_response<G: Playable>(position: &G, agent: &str) {
    let (exact, found) = (best_response(position, agent), responds(position, agent));
    let value = found.value.unwrap().0;
    assert!((value - exact).abs() < 0.02, "{agent}: {value} for {exact}");
    let bounds = found.bounds.unwrap();
    assert!(bounds.low.0 < exact + 1e-4 && bounds.high.0 > exact - 1e-4);
}

/// The same agent in both seats of a game, as in a match: what it knew in one seat does not disturb the other.
#[test]
fn knowing_an_opponent_in_both_seats_is_as_good_as_in_one() {
    let spec = "mcts:sims=30000,eval=rollout,against=random";
    let mut search = build::<Courier>(&spec.parse().unwrap()).unwrap();
    search.new_game(1);
    for position in [courier(), guard(), courier()] {
        let (value, exact) = (
            search.decide(&position).value.unwrap().0,
            best_response(&position, "random"),
        );
        assert!((value - exact).abs() < 0.02, "{value} for {exact}");
    }
}

/// With bounds the value is not only near, it is proven, and the search stops.
#[test]
fn small_games_are_proven_exactly() {
    for variant in VARIANTS {
        let spec = format!("mcts:sims=200000,{variant}");
        for position in [nim(&[1, 2, 3]), nim(&[2, 2, 3])] {
            agrees(&position, &spec, 1e-4);
            let decision = decide(&position, &spec);
            assert!(decision.bounds.unwrap().is_proven() && decision.spent.sims < 200_000);
        }
        agrees(&courier(), &spec, 0.1);
    }
    let decision = decide(&courier(), "mcts:sims=200000,eval=rollout,prior=0");
    let exact = exact_value(&courier()).0;
    assert!(decision.bounds.unwrap().is_proven(), "{decision:?}");
    assert!((decision.value.unwrap().0 - exact).abs() < 1e-4);
}

#[test]
fn graph_and_tree_agree_in_the_limit() {
    for variant in [
        "c=0.8,select=ucb1,eval=rollout",
        "c=0.8,select=puct,eval=truncated",
    ] {
        let value = |dag: &str| {
            let spec = format!("mcts:sims=60000,proven=off,dag={dag},{variant}");
            decide(&guard(), &spec).value.unwrap().0
        };
        let (graph, tree) = (value("on"), value("off"));
        assert!((graph - tree).abs() < 0.05, "{graph} {tree}");
    }
}

#[test]
fn a_graph_has_fewer_nodes_than_a_tree() {
    let nodes = |dag: &str| {
        let spec = format!("mcts:sims=5000,proven=off,eval=rollout,prior=0,dag={dag}");
        decide(&nim(&[3, 4, 5]), &spec).spent.nodes
    };
    assert!(2 * nodes("on") < nodes("off"));
}

#[test]
fn one_seed_gives_one_decision() {
    for variant in VARIANTS {
        let spec = format!("mcts:sims=500,{variant}");
        assert_eq!(timeless(&guard(), &spec), timeless(&guard(), &spec));
    }
}

#[test]
fn merged_trees_decide_the_same_on_any_number_of_threads() {
    let of = |threads: u32| {
        let spec = format!("mcts:sims=999,parallel=root,trees=5,proven=off,threads={threads}");
        timeless(&guard(), &spec)
    };
    assert_eq!(of(1), of(2));
    assert_eq!(of(1), of(7));
    assert_eq!(of(1).spent.sims, 999);
    agrees(
        &guard(),
        "mcts:sims=60000,parallel=root,threads=2,prior=0,eval=rollout,proven=off",
        0.1,
    );
}

#[test]
fn threads_share_one_tree() {
    for batch in [1, 4] {
        let spec = format!("mcts:sims=60000,threads=3,batch={batch},eval=rollout,proven=off");
        agrees(&guard(), &spec, 0.1);
        let spec = format!("mcts:sims=2000,threads=2,batch={batch},proven=off");
        let decision = decide(&courier(), &spec);
        let visits: u32 = decision.thoughts.iter().map(|t| t.visits).sum();
        assert!(decision.spent.sims == 2000 && visits >= 1998);
    }
}

#[test]
fn a_full_tree_keeps_searching_within_its_memory() {
    for variant in VARIANTS {
        let spec = format!("mcts:sims=30000,memory=1,proven=off,{variant}");
        let mut agent = Mcts::from_spec(&spec.parse().unwrap()).unwrap();
        let start = nim(&[7, 7, 7, 7]);
        let decision = agent.decide(&start);
        assert_eq!(decision.spent.sims, 30_000);
        assert!(agent.cores[0].tree.bytes() <= 1 << 20);
        assert!(
            decision.spent.nodes > 1000,
            "{variant}: {}",
            decision.spent.nodes
        );
        assert!(start.is_legal(decision.action));
    }
}

#[test]
fn a_tree_without_any_memory_still_decides() {
    for variant in VARIANTS {
        let spec = format!("mcts:sims=50,{variant}");
        let mut agent = Mcts::from_spec(&spec.parse().unwrap()).unwrap();
        for core in &mut agent.cores {
            core.tree = super::tree::Tree::new(0, true, core.rules.flights);
        }
        let decision = agent.decide(&guard());
        assert!(guard().is_legal(decision.action));
    }
}

#[test]
fn the_tree_is_kept_from_decision_to_decision() {
    let spec = "mcts:sims=2000,proven=off,eval=rollout,prior=0,reuse=";
    let second = |reuse: &str| {
        let mut agent = Mcts::from_spec(&format!("{spec}{reuse}").parse().unwrap()).unwrap();
        let mut position = courier();
        agent.decide(&position);
        position.play(CourierAction::Run).unwrap();
        while position.turn() == Turn::Chance {
            let mut outcomes = Vec::new();
            position.chance_outcomes(&mut outcomes);
            position.resolve(outcomes[0].0).unwrap();
        }
        let visits = |d: &Decision<_>| d.thoughts.iter().map(|t| u64::from(t.visits)).sum::<u64>();
        visits(&agent.decide(&position))
    };
    assert!(second("on") > 2200 && second("off") <= 2000);
}

#[test]
fn decided_games_are_played_without_error() {
    // Few simulations, but the end is near: bounds see it.
    let mut position = nim(&[1, 1, 2, 0]);
    let mut agent =
        Mcts::from_spec(&"mcts:sims=300,eval=rollout,prior=0".parse().unwrap()).unwrap();
    while let Turn::Decide(_) = position.turn() {
        let action = agent.decide(&position).action;
        assert_eq!(regret(&position, action), 0.0);
        position.play(action).unwrap();
    }
}

#[test]
fn a_decision_tells_what_was_thought() {
    let decision = decide(&courier(), "mcts:sims=500,proven=off,reuse=off");
    let visits: u32 = decision.thoughts.iter().map(|t| t.visits).sum();
    assert_eq!(visits, 499, "the first simulation judges the root itself");
    let priors: f64 = decision.thoughts.iter().filter_map(|t| t.prior).sum();
    assert!((priors - 1.0).abs() < 1e-5);
    assert_eq!(decision.line[0], decision.action.to_string());
    assert!(decision.line.len() > 2 && decision.spent.depth > 2);
    assert!(decision.spent.nodes > 10 && decision.spent.nodes <= 501);
}

#[test]
fn a_single_simulation_follows_the_rules_of_thumb() {
    let decision = decide(&nim(&[3, 4, 5]), "mcts:sims=1");
    assert_eq!(decision.action.to_string(), "take:0:2");
}

#[test]
fn settings_out_of_range_are_refused_in_one_line() {
    let error = |spec: &str| {
        let built = Mcts::<Nim>::from_spec(&spec.parse().unwrap());
        built.err().unwrap().to_string()
    };
    assert_eq!(
        error("mcts:select=best"),
        "agent `mcts`: select cannot be `best`; valid: puct, ucb1, ucb1-tuned, gumbel"
    );
    assert_eq!(error("mcts:eval=net"), "agent `mcts` needs file=...");
    assert!(error("mcts:dag=yes").ends_with("valid: on, off"));
    assert!(error("mcts:sims=3,nodes=4").contains("sims or nodes"));
    assert_eq!(
        error("mcts:threads=256,batch=256"),
        "agent `mcts`: batch cannot be `256`; valid: 1..255 with 256 threads in one tree"
    );
    for spec in [
        "mcts:threads=256,batch=255",
        "mcts:threads=256,batch=1024,parallel=root",
    ] {
        let spec = spec.parse().unwrap();
        assert!(super::settings::Settings::from_spec(&spec).is_ok());
    }
}

#[test]
fn time_is_not_spent_where_no_other_action_can_catch_up() {
    let mut core = Core::new(Rules::PLAIN);
    let mut evaluator = RolloutEvaluator::new(rng_for(1, 0));
    let (mut slots, mut rng) = ([Slot::default()], rng_for(1, 1));
    core.begin(&pig());
    let mut meter = Budget::Sims(1000).start();
    core.run(&mut meter, &mut evaluator, &mut slots, &mut rng);
    let actions = [PigAction::Roll, PigAction::Hold];
    let thoughts = core.thoughts(Seat::Second, &actions);
    let lead = u64::from(thoughts[0].visits.abs_diff(thoughts[1].visits));
    assert!(lead > 0 && !core.is_decided(&meter));
    for (left, decided) in [(lead - 1, true), (lead, false)] {
        let meter = meter.clone().with_time_for(left);
        assert_eq!(core.is_decided(&meter), decided);
        assert!(!core.is_decided(&meter.to_the_end()));
    }
    // One more that is under way could still go to the other.
    core.tree.flights = vec![0; core.tree.edges.len()];
    core.tree.flights[0] = 1;
    assert!(!core.is_decided(&meter.clone().with_time_for(lead - 1)));
}

#[test]
fn searches_in_limited_time_end_for_every_selection_and_batch() {
    for select in ["puct", "ucb1", "gumbel"] {
        for batch in [1, 2, 8] {
            let spec = format!("mcts:ms=3,select={select},batch={batch},proven=off");
            // One that forgot that its time was up would never come back.
            assert!(decide(&pig(), &spec).spent.sims > 0);
        }
    }
}

#[test]
fn a_net_that_would_not_be_asked_is_refused() {
    let spec = "mcts:file=x.safetensors".parse().unwrap();
    let error = Mcts::<Pig>::from_spec(&spec).err().unwrap().to_string();
    assert!(error.contains("eval=net"), "{error}");
}
