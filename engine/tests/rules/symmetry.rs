//! Turning the board turns what is legal, what may happen, and what follows.

use moonbase_engine::chance::rng_for;
use moonbase_engine::hex::Symmetry;
use moonbase_engine::ufo::{Action, Chance, Phase, Task, Ufo};
use moonbase_engine::{Game, KeyedDice, Turn};

use super::common::random::look_at_nodes;
use super::common::turned::{Turned, check_turned};
use super::properties::VARIANTS;
use super::scene::options;

impl Turned for Ufo {
    /// Aliens are driven off direction by direction, and overstacked tiles come in the order of `(q, r)`.
    fn has_an_order(&self) -> bool {
        matches!(self.task(), Task::DriveOff { .. }) || self.phase() == Phase::Overstack
    }

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

    /// A run of SKY1's is named from one end, which may be the other one after a turn: its tiles are then
    /// bombed in the other order.
    fn reverses(action: Action, image: Action, symmetry: Symmetry) -> bool {
        match (action, image) {
            (Action::Strike { at, .. }, Action::Strike { at: to, .. }) => symmetry.hex(at) != to,
            _ => false,
        }
    }
}

#[test]
fn turned_positions_have_turned_actions_and_successors() {
    let symmetries: Vec<_> = Symmetry::all().collect();
    for (seed, settings) in (0..).zip(VARIANTS) {
        look_at_nodes(
            &options(settings),
            (seed, 2),
            600,
            |position: &Ufo, node| {
                check_turned(position, symmetries[node % 12]);
            },
        );
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
