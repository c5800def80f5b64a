//! Boards, choices and dice for faces that draw pictures: everything that such a face needs to know of a game, so
//! that it knows no rules itself.
//!
//! Hexes are flat-topped and axial as in [`moonbase_engine::hex`]; exits are masks, bit `d` for direction `d`.

use moonbase_engine::chance::MoonRng;
use moonbase_engine::hex::Hex;
use rand::RngExt;
use serde::Serialize;

use crate::words::Words;

/// A hex as faces are told of it: `[q, r]`.
pub type At = [i8; 2];

/// The hex as a pair.
pub fn at(hex: Hex) -> At {
    [hex.q, hex.r]
}

/// A position to be drawn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scene {
    /// What grows between the paths: `forest` or `jungle`.
    pub ground: &'static str,
    pub tiles: Vec<Tile>,
    /// Empty hexes that the decision in hand is about.
    pub empty: Vec<Empty>,
    pub pieces: Vec<Piece>,
    /// Where the action is.
    pub focus: At,
}

/// A tile on the table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tile {
    pub at: At,
    pub exits: u8,
    /// Exits that lead on to a neighbour.
    pub joined: u8,
    /// Exits into the unknown.
    pub open: u8,
    /// Edges at which a path of this tile or of its neighbour ends.
    pub blocked: u8,
    pub heavy: bool,
    /// `start`, `goal` or empty.
    pub role: &'static str,
    /// The tile in words: `a straight with heavy going`.
    pub name: String,
    /// Numbers (in the list of tiles) of the tiles that are seen from it, itself left out.
    pub sees: Vec<u8>,
}

/// An empty hex that the decision in hand is about.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Empty {
    pub at: At,
    /// A word about it: what was drawn for it.
    pub note: String,
}

/// Something that stands on a tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Piece {
    /// Names it among the pieces of the position; the same in the next position, as long as it stays what it is.
    pub id: String,
    pub at: At,
    /// 0 or 1 for the seats, 2 for what belongs to neither.
    pub side: u8,
    /// The name of a drawing.
    pub look: &'static str,
    /// A short text on it.
    pub tag: String,
    /// How many they are.
    pub count: u8,
    /// Of these, how many can do nothing more this turn.
    pub spent: u8,
    /// Who is aboard.
    pub aboard: Option<String>,
    /// `ready`, `active`, `done` or empty.
    pub state: &'static str,
    /// Everything about it in words.
    pub title: String,
}

impl Piece {
    /// A single thing without a name or state.
    pub fn plain(hex: Hex, side: u8, look: &'static str) -> Piece {
        Piece {
            id: String::new(),
            at: at(hex),
            side,
            look,
            tag: String::new(),
            count: 1,
            spent: 0,
            aboard: None,
            state: "",
            title: String::new(),
        }
    }

    /// The end tile's mark.
    pub fn goal(hex: Hex, end: &str, look: &'static str) -> Piece {
        Piece {
            id: end.into(),
            title: format!("the {end}"),
            ..Piece::plain(hex, 2, look)
        }
    }

    /// Some of the second seat's on a hex, of whom so many can do nothing more; `title` is what they are.
    pub fn stack(
        id: String,
        hex: Hex,
        (count, spent): (u8, u8),
        title: String,
        look: &'static str,
    ) -> Piece {
        Piece {
            id,
            count,
            spent,
            title: match spent {
                0 => title,
                spent => format!("{title}, {spent} spent"),
            },
            ..Piece::plain(hex, 1, look)
        }
    }
}

/// How a state is said behind a name.
pub(crate) fn state_words(state: &str) -> &'static str {
    match state {
        "active" => ", acting",
        "done" => ", done",
        _ => "",
    }
}

/// Where an action is seen on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Aim {
    /// Whose action it is, by [`Piece::id`].
    pub piece: Option<String>,
    /// Where it begins.
    pub from: Option<At>,
    /// The hexes that it concerns; a click on one of them means this action.
    pub to: Vec<At>,
    /// How the tile in hand would lie on the first of these.
    pub exits: Option<u8>,
    /// `move`, `shoot`, `lay`, `place`, `lose` or empty.
    pub verb: &'static str,
}

impl Aim {
    /// An action that no hex shows.
    pub fn none() -> Aim {
        Aim::default()
    }

    /// An action that concerns one hex.
    pub fn on(verb: &'static str, hex: Hex) -> Aim {
        Aim {
            to: vec![at(hex)],
            verb,
            ..Aim::default()
        }
    }

    /// Something that a piece does from one hex to another.
    pub fn by(piece: impl Into<String>, verb: &'static str, from: Hex, to: Hex) -> Aim {
        Aim {
            piece: Some(piece.into()),
            from: Some(at(from)),
            ..Aim::on(verb, to)
        }
    }

    /// Something that a piece does where it is.
    pub fn of(piece: impl Into<String>) -> Aim {
        Aim {
            piece: Some(piece.into()),
            ..Aim::default()
        }
    }
}

/// Dice on the table that belong together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Throw {
    /// Whose dice, where there are two sides; empty otherwise.
    pub who: String,
    pub dice: Vec<Die>,
}

/// A die.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Die {
    pub face: u8,
    /// Does it count?
    pub good: bool,
}

impl Throw {
    /// Dice of which those count that `good` says.
    pub fn new(who: &str, faces: &[u8], good: impl Fn(u8) -> bool) -> Throw {
        let die = |face: &u8| Die {
            face: *face,
            good: good(*face),
        };
        Throw {
            who: who.into(),
            dice: faces.iter().map(die).collect(),
        }
    }
}

/// How often dice are thrown until they show what came out.
const MOST_THROWS: u32 = 200_000;

/// Faces of `number` dice under which `fits` holds, as likely as the dice would have shown them: thrown until they fit. `None`
/// if that takes too long. The engine draws what came of a roll, not faces; these are for people to look at.
pub fn faces(number: u32, rng: &mut MoonRng, fits: impl Fn(&[u8]) -> bool) -> Option<Vec<u8>> {
    let mut faces = vec![0; number as usize];
    for _ in 0..MOST_THROWS {
        faces.fill_with(|| rng.random_range(1..=6));
        if fits(&faces) {
            return Some(faces);
        }
    }
    None
}

/// How many dice show `least` or more.
pub fn at_least(faces: &[u8], least: u8) -> u8 {
    faces.iter().filter(|face| **face >= least).count() as u8
}

/// Dice that hit on `least` or more, of which at most `cap` hits matter and `hits` came out.
pub fn shot(number: u32, least: u8, cap: u8, hits: u8, rng: &mut MoonRng) -> Vec<Throw> {
    let fits = |faces: &[u8]| at_least(faces, least).min(cap) == hits;
    let faces = faces(number, rng, fits);
    let throw = |faces: Vec<u8>| Throw::new("", &faces, |face| face >= least);
    faces.map(throw).into_iter().collect()
}

/// A die of which `good` says whether it counts, and that came out so.
pub fn one_die(came: bool, rng: &mut MoonRng, good: impl Fn(u8) -> bool) -> Vec<Throw> {
    let faces = faces(1, rng, |faces| good(faces[0]) == came);
    let throw = |faces: Vec<u8>| Throw::new("", &faces, &good);
    faces.map(throw).into_iter().collect()
}

/// A preset of a game for a menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Offer {
    pub preset: &'static str,
    pub title: &'static str,
    /// A sentence about it.
    pub about: &'static str,
}

/// A game that faces with pictures can show.
pub trait Show: Words {
    /// What is on the table.
    fn scene(&self) -> Scene;

    /// Where a legal action is seen.
    fn aim(&self, action: Self::Action) -> Aim;

    /// Dice that would have brought about an outcome that is possible here; empty if none are thrown.
    fn dice(&self, outcome: Self::Chance, rng: &mut MoonRng) -> Vec<Throw>;

    /// The presets for a menu, the best to begin with first.
    fn offers() -> &'static [Offer];
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::chance::rng_for;

    #[test]
    fn faces_fit_what_came_out() {
        let mut rng = rng_for(1, 1);
        for hits in 0..=3 {
            let throws = shot(5, 4, 3, hits, &mut rng);
            let good = throws[0].dice.iter().filter(|die| die.good).count();
            // Three targets: more hits than that do nothing more.
            assert_eq!(good.min(3), usize::from(hits));
            assert!(throws[0].dice.iter().all(|die| die.good == (die.face >= 4)));
        }
    }

    #[test]
    fn what_no_dice_show_is_not_shown() {
        assert!(faces(2, &mut rng_for(1, 1), |_| false).is_none());
        assert!(shot(2, 4, 9, 3, &mut rng_for(1, 1)).is_empty());
    }

    #[test]
    fn a_die_shows_what_came() {
        let mut rng = rng_for(3, 1);
        for came in [true, false] {
            let die = one_die(came, &mut rng, |face| face >= 5)[0].dice[0];
            assert_eq!((die.good, die.face >= 5), (came, came));
        }
    }
}
