//! What faces with pictures are told holds together, over random games of every preset.

mod common;

use std::collections::HashSet;

use common::{options, random_game};
use moonbase_engine::chance::rng_for;
use moonbase_engine::fg1::Fg1;
use moonbase_engine::hex::{Hex, opposite};
use moonbase_engine::lost_patrol::LostPatrol;
use moonbase_engine::registry::names_of;
use moonbase_engine::ufo::Ufo;
use moonbase_engine::{Game, Turn};
use moonbase_play::show::{Scene, Show, at};
use moonbase_play::{Draw, Played};

fn hex(at: [i8; 2]) -> Hex {
    Hex::new(at[0], at[1])
}

/// The hexes on which pieces can stand: those with a tile, and those of a board of terrain.
fn standing(scene: &Scene) -> HashSet<[i8; 2]> {
    let rows = scene
        .land
        .iter()
        .flat_map(|land| land.rows.iter().enumerate());
    let land =
        rows.flat_map(|(y, row)| (0..row.len()).map(move |c| [c as i8, y as i8 - (c / 2) as i8]));
    scene.tiles.iter().map(|tile| tile.at).chain(land).collect()
}

/// Every tile and piece has its own place or name, and what a tile says of its edges agrees with its neighbours.
fn check_scene<G: Show + Draw>(position: &G) -> Scene {
    let scene = position.scene();
    let places: HashSet<_> = scene.tiles.iter().map(|tile| tile.at).collect();
    assert_eq!(places.len(), scene.tiles.len());
    let names: HashSet<_> = scene.pieces.iter().map(|piece| &piece.id).collect();
    assert_eq!(names.len(), scene.pieces.len(), "{:?}", scene.pieces);
    let standing = standing(&scene);
    for piece in &scene.pieces {
        assert!(standing.contains(&piece.at) && piece.count > 0 && !piece.title.is_empty());
    }
    for (piece, stance) in scene.land.iter().flat_map(|land| &land.stances) {
        assert!(scene.pieces.iter().any(|one| one.id == *piece), "{piece}");
        assert!(stance.facing.is_none_or(|dir| dir < 6));
        assert!(stance.sees.iter().all(|at| standing.contains(at)));
    }
    assert!(scene.empty.iter().all(|empty| !places.contains(&empty.at)));
    for tile in &scene.tiles {
        for dir in 0..6u8 {
            let beyond = hex(tile.at).step(dir);
            let next = scene.tiles.iter().find(|other| other.at == at(beyond));
            let (out, back) = (
                tile.exits >> dir & 1 == 1,
                next.map(|next| next.exits >> opposite(dir) & 1 == 1),
            );
            assert_eq!(tile.open >> dir & 1 == 1, out && back.is_none());
            assert_eq!(tile.joined >> dir & 1 == 1, out && back == Some(true));
            assert_eq!(
                tile.blocked >> dir & 1 == 1,
                back.is_some_and(|back| back != out)
            );
        }
        assert!(
            tile.sees
                .iter()
                .all(|seen| usize::from(*seen) < scene.tiles.len())
        );
    }
    scene
}

/// Every action is seen on hexes that are shown, and is of a piece that is there.
fn check_aims<G: Show>(position: &G, scene: &Scene) {
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    let standing = standing(scene);
    let tile = |at: &[i8; 2]| standing.contains(at);
    let empty = |at: &[i8; 2]| scene.empty.iter().any(|empty| empty.at == *at);
    for action in legal {
        let aim = position.aim(action);
        let known = |id: &String| scene.pieces.iter().any(|piece| piece.id == *id);
        assert!(aim.piece.as_ref().is_none_or(known), "{action}: {aim:?}");
        assert!(aim.with.iter().all(known), "{action}: {aim:?}");
        for to in &aim.to {
            match aim.verb {
                "lay" => assert!(empty(to), "{action}: {aim:?}"),
                _ => assert!(tile(to), "{action}: {aim:?}"),
            }
        }
        assert!(aim.from.as_ref().is_none_or(tile), "{action}: {aim:?}");
        assert!(aim.exits.is_none() || aim.to.len() == 1);
    }
}

/// Where dice are rolled, they are shown; where a tile is drawn, none are.
fn check_dice<G: Show>(position: &G, outcome: G::Chance, number: u64) {
    let throws = position.dice(outcome, &mut rng_for(number, 1));
    let again = position.dice(outcome, &mut rng_for(number, 1));
    assert_eq!(throws, again, "the same dice every time");
    let drawn = position.roll_words().is_empty();
    assert_eq!(
        throws.is_empty(),
        drawn,
        "{outcome}: {}",
        position.roll_words()
    );
    let faces = throws.iter().flat_map(|throw| &throw.dice);
    assert!(faces.clone().all(|die| (1..=6).contains(&die.face)));
}

/// Games that `shorter` makes short.
fn check<G: Show + Draw>(shorter: &str) {
    for (number, preset) in names_of::<G>().into_iter().enumerate() {
        let options = options::<G>(preset, &[shorter]);
        let mut seen = 0;
        random_game::<G>(&options, number as u64 + 1, |before, played, _| {
            let scene = check_scene(before);
            check_aims(before, &scene);
            if let Played::Chance(outcome) = played {
                check_dice(before, outcome, seen);
            }
            seen += 1;
        });
        assert!(seen > 5, "{preset}");
        let offered = G::offers().iter().any(|offer| offer.preset == preset);
        assert!(offered, "{preset} is in no menu");
    }
}

#[test]
fn ufo_is_shown_as_it_is() {
    check::<Ufo>("max_turns=6");
}

#[test]
fn lost_patrol_is_shown_as_it_is() {
    check::<LostPatrol>("max_turns=6");
}

#[test]
fn fg1_is_shown_as_it_is() {
    check::<Fg1>("max_initiatives=8");
}

#[test]
fn a_piece_aboard_is_no_piece_of_its_own() {
    let start = Ufo::new(&options::<Ufo>("ufo", &[])).unwrap();
    assert!(matches!(start.turn(), Turn::Decide(_) | Turn::Chance));
    let scene = start.scene();
    let ids: Vec<&str> = scene.pieces.iter().map(|piece| piece.id.as_str()).collect();
    assert_eq!(ids, ["C", "G1", "G2", "G3"]);
    let aboard: Vec<_> = scene
        .pieces
        .iter()
        .map(|piece| piece.aboard.as_deref())
        .collect();
    assert_eq!(aboard, [None, Some("I1"), Some("I2"), Some("I3")]);
}
