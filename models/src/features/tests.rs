//! The laws of features, on random games of every preset of the games on tiles.

#[path = "../../tests/common/reflected.rs"]
mod reflected;

use moonbase_engine::chance::rng_for;
use moonbase_engine::fg1::Fg1;
use moonbase_engine::hex::Symmetry;
use moonbase_engine::lost_patrol::LostPatrol;
use moonbase_engine::registry::Family;
use moonbase_engine::toy::Nim;
use moonbase_engine::ufo::{Task, Ufo};
use moonbase_engine::{Game, RuleOptions, Seat, Symmetric, Turn, with_family};

use super::Features;
use crate::hits::hit_odds;
use crate::net::{Architecture, Batch, FastNet, Scratch, Weights};

#[test]
fn odds_by_hand() {
    // One die on 4+: ½. Two dice on 4+ against one target: ¾.
    assert_eq!(hit_odds(1, 4, 1), (0.5, 0.5));
    assert_eq!(hit_odds(2, 4, 1), (0.75, 0.75));
    assert_eq!(hit_odds(2, 4, 3).1, 0.0);
}

/// Walks random games and looks at every decision.
fn walk<G: Game>(games: u64, mut look: impl FnMut(&G, Seat, &[G::Action])) {
    for (name, options) in G::Options::presets() {
        for game in 0..games {
            let mut rng = rng_for(game, name.len() as u64);
            let mut position = G::new(&options).unwrap();
            let mut actions = Vec::new();
            loop {
                match position.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance => {
                        let outcome = position.random_chance(&mut rng);
                        position.resolve_unchecked(outcome);
                    }
                    Turn::Decide(seat) => {
                        position.legal_actions(&mut actions);
                        look(&position, seat, &actions);
                        let action = position.random_action(&mut rng);
                        position.play_unchecked(action);
                    }
                }
            }
        }
    }
}

/// A small net for a game; it looks at tiles if the game has some.
fn architecture<G: Features>() -> Architecture {
    Architecture {
        state_features: G::STATE_FEATURES,
        action_features: G::ACTION_FEATURES,
        tile_features: G::TILE_FEATURES,
        tiles: vec![8; usize::from(G::TILE_FEATURES > 0)],
        trunk: vec![16],
        value: vec![8],
        scorer: vec![16],
    }
}

fn batch_of<G: Features>(position: &G, seat: Seat, actions: &[G::Action]) -> Batch {
    let mut batch = Batch::default();
    batch.push(&architecture::<G>(), position, seat, actions);
    batch
}

fn are_moderate<G: Features>() {
    walk::<G>(3, |position, seat, actions| {
        let batch = batch_of(position, seat, actions);
        let numbers = batch.states.iter().chain(&batch.actions);
        for number in numbers.chain(&batch.tiles) {
            assert!(number.is_finite() && number.abs() <= 8.0, "{number}");
        }
    });
}

#[test]
fn every_number_is_finite_and_of_moderate_size() {
    for family in Family::ALL {
        with_family!(family, |G| are_moderate::<G>());
    }
}

/// Every number says something: it is not the same in all positions, of all actions.
fn are_used<G: Features>(games: u64) {
    let mut seen = [G::STATE_NAMES, G::ACTION_NAMES].map(|names| (names, vec![]));
    walk::<G>(games, |position, seat, actions| {
        let batch = batch_of(position, seat, actions);
        for ((names, ranges), numbers) in seen.iter_mut().zip([&batch.states, &batch.actions]) {
            ranges.resize(names.len(), (f32::MAX, f32::MIN));
            for row in numbers.chunks_exact(names.len()) {
                for (range, number) in ranges.iter_mut().zip(row) {
                    *range = (range.0.min(*number), range.1.max(*number));
                }
            }
        }
    });
    for (names, ranges) in seen {
        let idle = names
            .iter()
            .zip(ranges)
            .filter(|(_, (low, high))| low == high);
        let idle: Vec<_> = idle.map(|(name, _)| name).collect();
        assert!(idle.is_empty(), "{}: {idle:?}", G::NAME);
    }
}

#[test]
fn every_number_says_something() {
    are_used::<LostPatrol>(300);
    are_used::<Fg1>(12);
}

/// The same numbers for turned and mirrored positions and actions, but for positions with an order of their own.
fn do_not_turn<G: Features + Symmetric>(ordered: impl Fn(&G) -> bool) {
    let net = FastNet::new(&Weights::random(&architecture::<G>(), 1));
    let (mut before, mut after) = (Scratch::default(), Scratch::default());
    let mut looks = 0;
    walk::<G>(2, |position, seat, actions| {
        looks += 1;
        if looks % 7 != 0 || ordered(position) {
            return;
        }
        let plain = without_thumb::<G>(batch_of(position, seat, actions));
        net.evaluate(&plain, &mut before);
        for symmetry in Symmetry::all() {
            let turned = actions.iter().map(|a| position.turned_action(*a, symmetry));
            let turned: Vec<_> = turned.collect();
            let batch = batch_of(&position.turned(symmetry), seat, &turned);
            let batch = without_thumb::<G>(batch);
            close(&plain.states, &batch.states, G::STATE_NAMES);
            close(&plain.actions, &batch.actions, G::ACTION_NAMES);
            close(
                &sorted_tiles::<G>(&plain),
                &sorted_tiles::<G>(&batch),
                G::TILE_NAMES,
            );
            net.evaluate(&batch, &mut after);
            close(&before.logits, &after.logits, &["logit"]);
            close(&before.values, &after.values, &["value"]);
        }
    });
    assert!(looks > 200, "{looks}");
}

/// Zeros for what the rules of thumb say: they break ties by the order of tiles and actions, which does turn.
fn without_thumb<G: Features>(mut batch: Batch) -> Batch {
    let rows = [
        (&mut batch.states, G::STATE_NAMES),
        (&mut batch.actions, G::ACTION_NAMES),
    ];
    for (numbers, names) in rows {
        for row in numbers.chunks_exact_mut(names.len()) {
            let both = row.iter_mut().zip(names);
            let theirs = both.filter(|(_, name)| name.starts_with("Thumb"));
            theirs.for_each(|(number, _)| *number = 0.0);
        }
    }
    batch
}

#[test]
fn turning_and_mirroring_the_board_changes_nothing() {
    // Aliens are driven off direction by direction, in an order that does not turn.
    do_not_turn::<Ufo>(|position| matches!(position.task(), Task::DriveOff { .. }));
    do_not_turn::<LostPatrol>(|_| false);
}

/// A reflected board with the sides swapped gives the other seat the same numbers.
#[test]
fn swapping_sides_on_a_reflected_board_changes_nothing() {
    let mut looks = 0;
    reflected::play(4, |position, image| {
        let Turn::Decide(seat) = position.turn() else {
            return;
        };
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        let images: Vec<_> = actions.iter().map(|a| reflected::action(*a)).collect();
        let ours = without_thumb::<Fg1>(batch_of(position, seat, &actions));
        let theirs = without_thumb::<Fg1>(batch_of(image, seat.other(), &images));
        close(&ours.states, &theirs.states, Fg1::STATE_NAMES);
        close(&ours.actions, &theirs.actions, Fg1::ACTION_NAMES);
        let tiles = [&ours, &theirs].map(sorted_tiles::<Fg1>);
        close(&tiles[0], &tiles[1], Fg1::TILE_NAMES);
        looks += 1;
    });
    assert!(looks > 200, "{looks}");
}

/// The rows of tiles in an order of their own.
fn sorted_tiles<G: Features>(batch: &Batch) -> Vec<f32> {
    let mut rows: Vec<&[f32]> = batch.tiles.chunks_exact(G::TILE_FEATURES).collect();
    rows.sort_by(|a, b| a.partial_cmp(b).unwrap());
    rows.concat()
}

/// The numbers of a tile are the same whether all tiles are wanted or only those of actions.
fn tiles_agree_with_actions<G: Features>() {
    walk::<G>(1, |position, seat, actions| {
        let all = batch_of(position, seat, actions);
        let none = Architecture {
            tile_features: 0,
            tiles: vec![],
            ..architecture::<G>()
        };
        let mut few = Batch::default();
        few.push(&none, position, seat, actions);
        assert_eq!((&few.states, &few.actions), (&all.states, &all.actions));
        assert!(few.tiles.is_empty() && few.tile_starts == [0]);
    });
}

#[test]
fn what_is_said_of_actions_does_not_depend_on_the_tiles_asked_for() {
    tiles_agree_with_actions::<Ufo>();
    tiles_agree_with_actions::<LostPatrol>();
    tiles_agree_with_actions::<Fg1>();
    tiles_agree_with_actions::<Nim>();
}

/// Equal but for the order of sums.
fn close(a: &[f32], b: &[f32], names: &[&str]) {
    assert_eq!(a.len(), b.len());
    for (i, (x, y)) in a.iter().zip(b).enumerate() {
        let name = names[i % names.len()];
        assert!((x - y).abs() < 1e-4, "{name}: {x} {y}");
    }
}
