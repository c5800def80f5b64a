//! Nets in memory and from files, with and without search.

use std::path::Path;
use std::sync::Arc;

use moonbase_engine::chance::rng_for;
use moonbase_engine::toy::{Courier, CourierAction, CourierOptions};
use moonbase_engine::{BySeat, Game, Seat, Turn};
use moonbase_models::{AgentFile, Architecture, FastNet, Features, Manifest, Weights};

use super::{NetAgent, NetEvaluator, NetSettings, SeatNets};
use crate::agent::Agent;
use crate::evaluator::{Evaluation, Evaluator, Query};
use crate::spec::AgentSpec;

fn weights() -> Weights {
    let architecture = Architecture {
        state_features: Courier::STATE_FEATURES,
        action_features: Courier::ACTION_FEATURES,
        trunk: vec![8],
        scorer: vec![8],
        ..Architecture::default()
    };
    let mut weights = Weights::random(&architecture, 1);
    // A strong opinion, so that temperatures show.
    weights.values.iter_mut().for_each(|w| *w *= 4.0);
    weights
}

fn nets() -> SeatNets {
    BySeat::new(Some(Arc::new(FastNet::new(&weights()))), None)
}

fn start() -> Courier {
    Courier::new(&CourierOptions::default()).unwrap()
}

fn write(folder: &Path) -> String {
    let path = folder.join("courier.safetensors");
    let weights = weights();
    let file = AgentFile {
        manifest: Manifest::new::<Courier>(&CourierOptions::default(), &weights.architecture),
        nets: BySeat::new(Some(weights), None),
    };
    file.write(&path).unwrap();
    path.display().to_string()
}

#[test]
fn without_search_the_most_probable_action_is_taken() {
    let mut agent = NetAgent::new("net", nets(), NetSettings::default());
    let decision = agent.decide(&start());
    let prior = |action| {
        let found = decision.thoughts.iter().find(|t| t.action == action);
        found.and_then(|t| t.prior).unwrap()
    };
    let (walk, run) = (prior(CourierAction::Walk), prior(CourierAction::Run));
    assert!((walk + run - 1.0).abs() < 1e-6);
    assert_eq!(decision.action == CourierAction::Walk, walk >= run);
    assert!(decision.value.unwrap().0.abs() <= 1.0);
}

#[test]
fn a_temperature_draws_as_often_as_the_policy_says() {
    let settings = NetSettings {
        temperature: 1.0,
        ..NetSettings::default()
    };
    let mut agent = NetAgent::new("net", nets(), settings);
    agent.new_game(3);
    let position = start();
    let wanted = agent.decide(&position).thoughts[0].prior.unwrap();
    let hits = (0..4000).filter(|_| agent.decide(&position).action == CourierAction::Walk);
    let share = hits.count() as f64 / 4000.0;
    assert!((share - wanted).abs() < 0.03, "{share} {wanted}");
}

#[test]
fn a_file_plays_as_the_nets_in_it_with_and_without_search() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path());
    let spec: AgentSpec = format!("net:file={path}").parse().unwrap();
    let mut from_file = NetAgent::<Courier>::from_spec(&spec).unwrap();
    let mut in_memory = NetAgent::new("net", nets(), NetSettings::default());
    let decision = from_file.decide(&start());
    assert_eq!(decision, in_memory.decide(&start()));
    let mut searching = NetAgent::<Courier>::from_spec(&spec.with("sims", 50)).unwrap();
    assert_eq!(searching.decide(&start()).spent.sims, 50);
}

#[test]
fn what_does_not_fit_is_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path());
    let build = |text: &str| NetAgent::<Courier>::from_spec(&text.parse().unwrap());
    let error = |text: &str| build(text).err().unwrap().to_string();
    assert_eq!(error("net"), "agent `net` needs file=...");
    assert!(error("net:file=/none").starts_with("agent `net`: /none: "));
    assert!(error(&format!("net:file={path},rules=2")).ends_with("valid: same or any"));
    let other = NetAgent::<moonbase_engine::toy::Pig>::from_spec(
        &format!("net:file={path}").parse().unwrap(),
    );
    assert!(other.err().unwrap().to_string().contains("not `pig`"));
    let agent = build(&format!("net:file={path}")).unwrap();
    assert_eq!(agent.check(&start(), Seat::First), Ok(()));
    let seat = agent.check(&start(), Seat::Second).unwrap_err();
    assert!(seat.to_string().contains("no net for guard"), "{seat}");
    let options = CourierOptions {
        obstacles: 7,
        ..CourierOptions::default()
    };
    let changed = Courier::new(&options).unwrap();
    let rules = agent.check(&changed, Seat::First).unwrap_err();
    assert!(rules.to_string().contains("obstacles"), "{rules}");
    let lenient = build(&format!("net:file={path},rules=any")).unwrap();
    assert_eq!(lenient.check(&changed, Seat::First), Ok(()));
}

#[test]
fn a_batch_is_judged_as_its_positions_are_one_by_one() {
    for nets in [
        nets(),
        BySeat::from_fn(|_| Some(Arc::new(FastNet::new(&weights())))),
    ] {
        let mut evaluator = NetEvaluator::new(nets);
        // Both seats decide among these.
        let (mut positions, mut rng) = (Vec::new(), rng_for(1, 0));
        let mut position = start();
        while positions.len() < 40 {
            match position.turn() {
                Turn::Over(_) => position = start(),
                Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
                Turn::Decide(_) => {
                    let mut actions = Vec::new();
                    position.legal_actions(&mut actions);
                    positions.push((position.clone(), actions));
                    position.play_unchecked(position.random_action(&mut rng));
                }
            }
        }
        let one_by_one = positions
            .iter()
            .map(|(p, actions)| evaluator.evaluate(p, actions));
        let one_by_one: Vec<Evaluation> = one_by_one.collect();
        let queries = positions
            .iter()
            .map(|(position, actions)| Query { position, actions });
        let queries: Vec<Query<'_, Courier>> = queries.collect();
        assert_eq!(evaluator.evaluate_batch(&queries), one_by_one);
        assert_eq!(evaluator.evaluate_batch(&queries[..0]), []);
    }
}
