use std::sync::atomic::{AtomicBool, Ordering};

use moonbase_agents::{AgentSpec, MakeAgent, Playable};
use moonbase_engine::record::Record;
use moonbase_engine::toy::{Courier, CourierOptions, Pig, PigOptions};
use moonbase_engine::{Game, Seat, Turn};

use super::*;
use crate::work::Control;

fn plan(game: &str, agents: &[&str], pairs: u64) -> ArenaPlan {
    ArenaPlan {
        game: game.into(),
        set: Vec::new(),
        agents: agents.iter().map(|agent| agent.to_string()).collect(),
        format: Format::RoundRobin,
        pairs,
        seed: 4,
    }
}

/// Plays on, and stops after so many new pairs.
fn play<G: Playable>(
    file: &std::path::Path,
    plan: &ArenaPlan,
    options: &G::Options,
    threads: usize,
    stop_after: u64,
) -> (Store, Played) {
    let specs = plan.agents.iter().map(|text| text.parse().unwrap());
    let specs: Vec<AgentSpec> = specs.collect();
    let agents: Vec<&dyn MakeAgent<G>> = specs.iter().map(|spec| spec as _).collect();
    let stop = AtomicBool::new(false);
    let mut progress = |done, _| stop.store(done >= stop_after, Ordering::Relaxed);
    let mut control = Control {
        threads,
        stop: &stop,
        progress: &mut progress,
    };
    let store = Store::open(file, plan).unwrap();
    play_missing(store, options, &agents, &mut control).unwrap()
}

#[test]
fn a_tournament_that_was_stopped_twice_ends_as_an_unbroken_one() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan("courier", &["scripted", "random", "uct:sims=10"], 12);
    let options = CourierOptions::default();
    let file = |name: &str| folder.path().join(name);
    let (whole, played) = play::<Courier>(&file("whole"), &plan, &options, 2, u64::MAX);
    assert_eq!((played.pairs, played.planned), (36, 36));
    let broken = file("broken");
    let (_, first) = play::<Courier>(&broken, &plan, &options, 3, 5);
    let (_, second) = play::<Courier>(&broken, &plan, &options, 1, 7);
    assert!(
        first.pairs < second.pairs && second.pairs < 36,
        "{first:?} {second:?}"
    );
    let (broken, _) = play::<Courier>(&broken, &plan, &options, 2, u64::MAX);
    assert_eq!(whole.games().unwrap(), broken.games().unwrap());
    let [whole, broken] = [&whole, &broken].map(|store| Standing::of(store).unwrap());
    assert_eq!(whole, broken);
    assert_eq!(whole.agents[2].agent, "random");
    let rating = |place: usize| whole.agents[place].rating.unwrap().value;
    assert!(rating(1) > rating(2) + 20.0, "{whole}");
}

#[test]
fn records_replay_and_pairs_share_their_dice_and_swap_seats() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan("pig", &["scripted", "random"], 10);
    let options = PigOptions::default();
    let file = folder.path().join("games");
    let (store, _) = play::<Pig>(&file, &plan, &options, 2, u64::MAX);
    let games = store.games().unwrap();
    assert_eq!(games.len(), 20);
    for game in &games {
        let record = Record::parse(&game.record).unwrap();
        let last = record.replay::<Pig>().unwrap().pop().unwrap();
        let Turn::Over(outcome) = last.turn() else {
            panic!("{}", game.record);
        };
        assert_eq!(
            (outcome.name, outcome.score(Seat::First)),
            (game.outcome.as_str(), game.score)
        );
        let first = if game.first_is_a {
            "scripted"
        } else {
            "random"
        };
        assert_eq!(record.tag(Pig::SEATS.first).unwrap(), first);
    }
    let pairs: Vec<_> = games
        .chunks(2)
        .map(|pair| (pair[0].seed, pair[1].seed))
        .collect();
    assert!(pairs.iter().all(|(one, other)| one == other) && pairs[0] != pairs[1]);
    // More pairs prolong it; anything else is another tournament.
    drop(store);
    plan.pairs = 11;
    let (store, played) = play::<Pig>(&file, &plan, &options, 1, u64::MAX);
    assert_eq!((played.pairs, store.games().unwrap().len()), (11, 22));
    plan.pairs = 5;
    let error = Store::open(&file, &plan).unwrap_err().to_string();
    assert!(error.contains("11 pairs"), "{error}");
    plan.pairs = 11;
    plan.seed += 1;
    let error = Store::open(&file, &plan).unwrap_err().to_string();
    assert!(error.contains("holds another tournament"), "{error}");
    std::fs::write(
        &file,
        "no database, but a text that is long enough to be looked at",
    )
    .unwrap();
    let error = Store::read(&file).unwrap_err().to_string();
    assert!(error.contains("not a tournament's database"), "{error}");
}

#[test]
fn plans_that_cannot_be_played_are_refused() {
    let fault = |plan: ArenaPlan| plan.check().unwrap_err();
    assert_eq!(fault(plan("pig", &["random"], 1)), PlanError::TooFew);
    let twice = PlanError::Twice("random".into());
    assert_eq!(
        fault(plan("pig", &["random", "scripted", "random"], 1)),
        twice
    );
    for pairs in [0, u64::MAX] {
        let odd = plan("pig", &["random", "scripted"], pairs);
        assert_eq!(fault(odd), PlanError::Pairs);
    }
    let gauntlet = ArenaPlan {
        format: Format::Gauntlet,
        ..plan("pig", &["a", "b", "c"], 2)
    };
    assert_eq!(gauntlet.pairings(), [[0, 1], [0, 2]]);
    let order: Vec<_> = gauntlet.schedule().collect();
    assert_eq!(order, [([0, 1], 0), ([0, 2], 0), ([0, 1], 1), ([0, 2], 1)]);
}
