//! Properties that hold at every node of every random game.

use std::collections::HashSet;

use moonbase_engine::chance::rng_for;
use moonbase_engine::fg1::{Act, BaseId, Fg1, Phase, Stage, Status};
use moonbase_engine::{Game, KeyedDice, Seat, Turn};
use proptest::prelude::*;

use super::common::random::{last_of, look_at_nodes, play_choices};
use super::scene::variants;

/// One base a hex, but for a mover that passes others, which is not asked about there.
fn a_base_a_hex(position: &Fg1) {
    let mut taken = HashSet::new();
    for base in position
        .bases()
        .filter(|base| position.carrier(*base).is_none())
    {
        assert!(taken.insert(position.hex(base)), "{position:?}");
    }
}

fn bases_stand_where_they_can(position: &Fg1) {
    for base in position
        .bases()
        .filter(|base| position.carrier(*base).is_none())
    {
        let mode = position
            .mode(base)
            .unwrap_or(moonbase_engine::fg1::Mode::Ground);
        let terrain = position.field().terrain(position.cell(base).unwrap());
        assert!(
            position.kind(base).passes(mode, terrain),
            "{base} in {position:?}"
        );
    }
}

fn squads_aboard_are_with_a_hover_in_play(position: &Fg1) {
    for squad in position.bases() {
        let Some(hover) = position.carrier(squad) else {
            continue;
        };
        assert!(position.kind(hover).is_hover() && position.is_alive(hover));
        assert_eq!(position.status(squad), Status::Ok);
        assert_eq!(hover.side(), squad.side());
        assert!(position.passengers(hover).count_ones() <= 3);
    }
}

fn lists_name_bases_in_play(position: &Fg1) {
    let (side, other) = (position.side(), position.side().other());
    assert_eq!(
        (position.moved() | position.loaded()) & !position.alive(side),
        0
    );
    assert_eq!(position.spent() & !position.alive(other), 0);
    assert!(
        position.pending().is_empty() == (position.act() == Act::None && !in_the_air(position))
    );
}

fn in_the_air(position: &Fg1) -> bool {
    matches!(position.stage(), Stage::Shot { .. } | Stage::Rally { .. })
}

/// Points are lost with bases and by nothing else.
fn scores_are_of_what_was_killed(position: &Fg1) {
    for side in Seat::BOTH {
        let lost = position.scenario().bases_of(side);
        let lost = lost.filter(|base| !position.is_alive(base.id));
        let points: u16 = lost.map(|base| base.kind.points()).sum();
        assert_eq!(position.points_killed(side), points);
    }
    let score = position.score();
    let objectives = 3 * position.objectives().len() as u16;
    assert!(score.first <= position.points_killed(Seat::Second) + objectives);
}

fn dump_sets_up_again(position: &Fg1) {
    let again = Fg1::from_dump(position.options(), &position.dump());
    match position.pending().is_empty() {
        true => assert_eq!(again.as_ref(), Ok(position)),
        false => assert!(again.is_err()),
    }
}

fn check(position: &Fg1) {
    a_base_a_hex(position);
    bases_stand_where_they_can(position);
    squads_aboard_are_with_a_hover_in_play(position);
    lists_name_bases_in_play(position);
    scores_are_of_what_was_killed(position);
    dump_sets_up_again(position);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..Default::default() })]

    #[test]
    fn random_games_keep_what_must_be_kept(
        seed: u64,
        choices in prop::collection::vec(any::<u16>(), 1..200),
    ) {
        let options = variants(&mut rng_for(seed, 4));
        let (record, last) = play_choices(&options, seed, &choices, check);
        prop_assert_eq!(last_of::<Fg1>(&record), Some(last));
    }
}

/// Every game ends: at the latest with its last initiative, each of which has an end.
#[test]
fn every_game_ends() {
    let mut outcomes = HashSet::new();
    for seed in 0..150 {
        let mut rng = rng_for(seed, 5);
        let mut position = Fg1::new(&variants(&mut rng)).unwrap();
        let outcome = (0..200_000).find_map(|_| {
            match position.turn() {
                Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
                Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
                Turn::Over(outcome) => return Some(outcome),
            }
            None
        });
        let outcome = outcome.expect("an end");
        assert_eq!(position.phase(), Phase::Over);
        assert!(position.initiative() <= position.last_initiative());
        outcomes.insert(outcome.name);
    }
    assert_eq!(outcomes.len(), 5, "{outcomes:?}");
}

/// Twenty bases a side, and all that may fire together does: room for all legal actions.
#[test]
fn crowds_fit() {
    let kinds = ["inf", "inf", "inf", "lh", "lh", "lh", "mw", "lw", "hw", "f"];
    let people = |mut scene: super::scene::Scene, side: &str, column: i8| {
        for n in 0..20i8 {
            let (kind, platoon) = (kinds[n as usize % 10], n / 10 * 4 + (n % 10) / 3);
            let (q, row) = (column + n % 2, n / 2);
            let facing = if kind == "inf" { "-" } else { "1" };
            let number = n + 1;
            scene = scene.base(&format!(
                "{side}{number} {kind} {q},{} {facing} p{platoon}",
                row - q / 2
            ));
        }
        scene
    };
    let scene = people(super::scene::Scene::plain(16, 11), "a", 2);
    let scene = people(scene, "b", 6).option("crossfire", "all");
    let (mut most, options) = (0, scene.options());
    for seed in 0..4 {
        look_at_nodes(&options, (seed, 7), 2000, |position: &Fg1, _| {
            most = most.max(super::common::legal(position).len());
        });
    }
    assert!(most > 500, "{most}");
}

/// The same shot in the same initiative has the same dice, whatever was played before.
#[test]
fn dice_are_keyed_by_who_fires_at_whom() {
    let roll = |before: &[&str]| {
        let scene = super::scene::Scene::plain(20, 12)
            .base("a1 hw 2,2 2 p")
            .base("a2 inf 2,4 - q")
            .base("b1 hw 6,1 2 p")
            .base("b2 hw 8,1 2 p");
        let mut dice = KeyedDice::new(5);
        let mut position = scene.build();
        for word in before.iter().chain(&["a1:fire:b1"]) {
            let word = word.parse().unwrap();
            position.play(word).unwrap();
            while let (Turn::Decide(Seat::Second), 1) = (position.turn(), position.initiative()) {
                position.play("hold".parse().unwrap()).unwrap();
            }
        }
        (position.event(), dice.roll(&position))
    };
    let at_once = roll(&[]);
    assert_eq!(roll(&["a2:move", "step:3:1", "stop"]), at_once);
    let about = |position: &Fg1| position.event();
    let scene = super::scene::Scene::plain(20, 12)
        .base("a1 hw 2,2 2 p")
        .base("a2 hw 2,4 2 q")
        .base("b1 hw 6,1 2 p")
        .base("b2 hw 8,1 2 p");
    let keys: HashSet<_> = ["a1:fire:b1", "a1:fire:b2", "a2:fire:b1"]
        .map(|word| about(&scene.after(&[word])))
        .into();
    assert_eq!(keys.len(), 3, "each shot has a key of its own");
}

/// Nobody is asked twice in a row about the same list, nor about an empty one.
#[test]
fn questions_change() {
    let mut asked = 0;
    for seed in 0..200 {
        let options = variants(&mut rng_for(seed, 6));
        let mut last: Option<(u16, BaseId, Vec<String>)> = None;
        look_at_nodes(&options, (seed, 6), 800, |position: &Fg1, _| {
            let Some(actor) = position.act().actor() else {
                last = None;
                return;
            };
            if position.stage() != Stage::Answer {
                return;
            }
            let question = position.asked().unwrap();
            let list = super::common::legal(position).into_iter();
            let mut list: Vec<String> = list.collect();
            list.push(format!("{:+}", question.modifier));
            assert!(list.len() > 2);
            let now = Some((position.initiative(), actor, list));
            assert_ne!(now, last, "{position:?}");
            last = now;
            asked += 1;
        });
    }
    assert!(asked > 500, "{asked}");
}
