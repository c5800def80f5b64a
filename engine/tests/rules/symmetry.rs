//! Turning the board turns what is legal, what may happen, and what follows.

use moonbase_engine::chance::rng_for;
use moonbase_engine::hex::Symmetry;
use moonbase_engine::ufo::{Action, Chance, Phase, Task, Ufo};
use moonbase_engine::{Game, KeyedDice, Turn};

use super::properties::VARIANTS;
use super::scene::options;

fn turned_chance(outcome: Chance, symmetry: Symmetry) -> Chance {
    match outcome {
        Chance::Lay { at, dir } => Chance::Lay {
            at: symmetry.hex(at),
            dir: symmetry.dir(dir),
        },
        Chance::Turn { exits } => Chance::Turn {
            exits: symmetry.dirs(exits),
        },
        other => other,
    }
}

fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort();
    items
}

fn legal(position: &Ufo) -> Vec<Action> {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    actions
}

/// Aliens are driven off direction by direction, and overstacked tiles come in the order of `(q, r)`:
/// these orders do not turn with the board.
fn has_an_order(position: &Ufo) -> bool {
    matches!(position.task(), Task::DriveOff { .. }) || position.phase() == Phase::Overstack
}

/// A run of SKY1's is named from one end, which may be the other one after a turn: its tiles are then
/// bombed in the other order.
fn reverses(action: Action, image: Action, symmetry: Symmetry) -> bool {
    match (action, image) {
        (Action::Strike { at, .. }, Action::Strike { at: to, .. }) => symmetry.hex(at) != to,
        _ => false,
    }
}

fn check(position: &Ufo, symmetry: Symmetry) {
    let turned = position.turned(symmetry);
    assert_eq!(turned.turn(), position.turn());
    if has_an_order(position) {
        return;
    }
    let images = legal(position)
        .into_iter()
        .map(|a| Ufo::turned_action(a, symmetry));
    let images: Vec<_> = images.collect();
    assert_eq!(
        sorted(images.clone()),
        sorted(legal(&turned)),
        "{symmetry:?} {position:?}"
    );
    let (mut outcomes, mut theirs) = (Vec::new(), Vec::new());
    position.chance_outcomes(&mut outcomes);
    turned.chance_outcomes(&mut theirs);
    let outcomes = outcomes
        .into_iter()
        .map(|(o, w)| (turned_chance(o, symmetry), w));
    assert_eq!(sorted(outcomes.collect()), sorted(theirs));
    for (action, image) in legal(position).into_iter().zip(images) {
        if reverses(action, image, symmetry) {
            continue;
        }
        let (mut after, mut after_turned) = (position.clone(), turned.clone());
        after.play_unchecked(action);
        after_turned.play_unchecked(image);
        if !has_an_order(&after) {
            assert_eq!(
                after.turned(symmetry),
                after_turned,
                "{action} {symmetry:?}"
            );
        }
    }
}

#[test]
fn turned_positions_have_turned_actions_and_successors() {
    for (seed, settings) in (0..).zip(VARIANTS) {
        let mut position = Ufo::new(&options(settings)).unwrap();
        let (mut dice, mut rng) = (KeyedDice::new(seed), rng_for(seed, 2));
        let symmetries: Vec<_> = Symmetry::all().collect();
        for node in 0..600 {
            check(&position, symmetries[node % 12]);
            match position.turn() {
                Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
                Turn::Chance => position.resolve_unchecked(dice.roll(&position)),
                Turn::Over(_) => break,
            }
        }
    }
}

#[test]
fn turning_twelve_ways_and_back_is_the_same() {
    let mut position = Ufo::new(&options(&[])).unwrap();
    let (mut dice, mut rng) = (KeyedDice::new(5), rng_for(5, 2));
    for _ in 0..150 {
        match position.turn() {
            Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
            _ => position.resolve_unchecked(dice.roll(&position)),
        }
    }
    let images: std::collections::HashSet<Ufo> = Symmetry::all()
        .map(|symmetry| position.turned(symmetry))
        .collect();
    assert_eq!(images.len(), 12, "a laid forest has no symmetry of its own");
    for symmetry in Symmetry::all() {
        let turned = position.turned(symmetry);
        let back = Symmetry::all().find(|back| turned.turned(*back) == position);
        assert!(back.is_some(), "{symmetry:?} can be undone");
    }
}
