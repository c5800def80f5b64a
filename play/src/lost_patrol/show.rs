//! `lost_patrol` for faces with pictures: tiles and pieces, where actions are seen, and dice.

use moonbase_engine::board::{Bits, TileIndex};
use moonbase_engine::chance::MoonRng;
use moonbase_engine::hex::Hex;
use moonbase_engine::lost_patrol::{Action, Chance, Contest, LostPatrol, Phase, Soldier, Task};

use super::map::laying_hexes;
use super::phrases::{END, at as hex_of, lurkers, place, soldier_name};
use crate::draw::Draw;
use crate::show::{Aim, Offer, Piece, Scene, Show, Throw, at, faces, one_die, shot, state_words};
use crate::tiles::phrases::kind_word;
use crate::tiles::show::{self, Names};

const OFFERS: [Offer; 3] = [
    Offer {
        preset: "lost_patrol",
        title: "Lost Patrol",
        about: "Five soldiers look for their ship in a jungle that closes behind them. About half an hour.",
    },
    Offer {
        preset: "lost_patrol-mini",
        title: "Lost Patrol, small",
        about: "Eight tiles, two soldiers, six lurkers: a few minutes.",
    },
    Offer {
        preset: "lost_patrol-micro",
        title: "Lost Patrol, tiny",
        about: "Two tiles, two soldiers, six lurkers, five turns.",
    },
];

impl Show for LostPatrol {
    fn scene(&self) -> Scene {
        let names = Names {
            kinds: self.kinds(),
            end: END,
            heavy: "lianas",
            start: self.start_tile(),
        };
        let note = match self.task() {
            Task::Place { kind } => kind_word(self.kinds(), kind, END),
            _ => String::new(),
        };
        Scene {
            ground: "jungle",
            tiles: show::tiles(self.board(), &names),
            empty: show::empty(laying_hexes(self), &note),
            pieces: pieces(self),
            focus: at(self.focus()),
        }
    }

    fn aim(&self, action: Action) -> Aim {
        match action {
            Action::Lay {
                at: hex,
                dir,
                exits,
            } => Aim {
                from: Some(at(hex)),
                exits: Some(exits),
                ..Aim::on("lay", hex.step(dir))
            },
            Action::Move { soldier, dir } | Action::Back { soldier, dir } => {
                let from = place(self, soldier);
                Aim::by(soldier.name(), "move", from, from.step(dir))
            }
            Action::Fire { soldier } => {
                let hex = place(self, soldier);
                Aim::by(soldier.name(), "shoot", hex, hex)
            }
            Action::Done { soldier } => Aim::of(soldier.name()),
            Action::Keep { at: hex } => Aim::on("", hex),
            Action::New { at: hex } | Action::Add { at: hex } => Aim::on("place", hex),
            Action::Go { from, to } => Aim::by(stack(from), "move", from, to),
            Action::End | Action::NoAmbush => Aim::none(),
            Action::Ambush { at: hex } => Aim::on("shoot", hex),
            Action::Lost { soldier } => Aim::on("lose", place(self, soldier)),
            Action::Flee { dir } => {
                let from = self.focus();
                Aim::by(stack(from), "move", from, from.step(dir))
            }
        }
    }

    fn dice(&self, outcome: Chance, rng: &mut MoonRng) -> Vec<Throw> {
        match (self.task(), outcome) {
            (Task::Leave { .. }, outcome) => {
                one_die(outcome == Chance::Free, rng, |face| face <= 3)
            }
            (Task::Fire, Chance::Hits { count }) => {
                let soldier = self.active().unwrap_or(Soldier::S);
                let tile = self.soldier_tile(soldier);
                let targets = tile.map_or(0, |tile| self.lurkers_on(tile));
                shot(soldier.dice(), 6, targets, count, rng)
            }
            (Task::Ambush { tile, count }, Chance::Contest(contest)) => {
                ambush(self, (tile, count), contest, rng)
            }
            _ => Vec::new(),
        }
    }

    fn offers() -> &'static [Offer] {
        &OFFERS
    }
}

fn stack(hex: Hex) -> String {
    format!("L{hex}")
}

fn pieces(position: &LostPatrol) -> Vec<Piece> {
    let soldiers = Soldier::all_in(position.soldiers_alive());
    let mut pieces: Vec<Piece> = soldiers.map(|s| soldier_piece(position, s)).collect();
    pieces.extend(Bits(position.tiles_with_lurkers()).map(|tile| stack_piece(position, tile)));
    if let Some(tile) = position.ship_tile() {
        pieces.push(Piece::goal(hex_of(position, tile), END, "ship"));
    }
    pieces
}

fn soldier_piece(position: &LostPatrol, soldier: Soldier) -> Piece {
    let look = match soldier {
        Soldier::S => "sergeant",
        Soldier::L => "launcher",
        _ => "trooper",
    };
    let state = state(position, soldier);
    let said = state_words(state);
    Piece {
        id: soldier.name().into(),
        tag: soldier.name().into(),
        state,
        title: format!("{}{said}", soldier_name(soldier)),
        ..Piece::plain(place(position, soldier), 0, look)
    }
}

/// How far the soldier is in this turn.
fn state(position: &LostPatrol, soldier: Soldier) -> &'static str {
    if position.phase() != Phase::Patrol {
        return "";
    }
    match position.activated() & soldier.bit() {
        _ if position.active() == Some(soldier) => "active",
        0 => "ready",
        _ => "done",
    }
}

fn stack_piece(position: &LostPatrol, tile: TileIndex) -> Piece {
    let (count, spent) = (position.lurkers_on(tile), position.spent_on(tile));
    let hex = hex_of(position, tile);
    Piece::stack(stack(hex), hex, (count, spent), lurkers(count), "lurker")
}

/// The lurkers' die against the better of the patrol's two.
fn ambush(
    position: &LostPatrol,
    (tile, count): (TileIndex, u8),
    contest: Contest,
    rng: &mut MoonRng,
) -> Vec<Throw> {
    let bonus = position.ambush_bonus(tile);
    let soldiers = position.soldiers_on(tile).count_ones() as u8;
    let fits = |faces: &[u8]| {
        let lurkers = count + u8::from(faces[0] == count);
        let patrol = (faces[1].max(faces[2]) + bonus).max(soldiers);
        let came = match lurkers.cmp(&patrol) {
            std::cmp::Ordering::Greater => Contest::Lurker,
            std::cmp::Ordering::Equal => Contest::Draw,
            std::cmp::Ordering::Less => Contest::Patrol,
        };
        came == contest
    };
    let throws = |faces: Vec<u8>| {
        let best = faces[1].max(faces[2]);
        vec![
            Throw::new("patrol", &faces[1..], |face| face == best),
            Throw::new("lurkers", &faces[..1], |face| face == count),
        ]
    };
    faces(3, rng, fits).map(throws).unwrap_or_default()
}
