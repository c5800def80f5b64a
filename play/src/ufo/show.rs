//! `ufo` for faces with pictures: tiles and pieces, where actions are seen, and dice.

use moonbase_engine::board::{Bits, TileIndex};
use moonbase_engine::chance::MoonRng;
use moonbase_engine::hex::Hex;
use moonbase_engine::ufo::{Action, Chance, Contest, Lay, Phase, Task, Ufo, Unit};
use moonbase_engine::{Game, hex::Dir};

use super::actions::neighbour_of;
use super::phrases::{END, aliens, at as hex_of, pod_penalty, unit_name};
use super::rolls::sky_needs;
use crate::draw::Draw;
use crate::show::{
    Aim, Empty, Offer, Piece, Scene, Show, Throw, at, at_least, faces, one_die, shot, state_words,
};
use crate::tiles::map::hexes_beyond;
use crate::tiles::phrases::kind_word;
use crate::tiles::show::{self, Names};

const OFFERS: [Offer; 5] = [
    Offer {
        preset: "ufo",
        title: "UFO",
        about: "SHADO drives into the forest to find the crashed UFO. The whole game, an hour or so.",
    },
    Offer {
        preset: "ufo-mini",
        title: "UFO, small",
        about: "Eight tiles, three units, four Aliens: a few minutes, and a good first game.",
    },
    Offer {
        preset: "ufo-five",
        title: "UFO, hard",
        about: "As UFO, with five Alien actions a turn: harder for SHADO.",
    },
    Offer {
        preset: "ufo-solo",
        title: "UFO, dice forest",
        about: "As UFO, but dice lay the forest instead of the Alien player.",
    },
    Offer {
        preset: "ufo-micro",
        title: "UFO, tiny",
        about: "Two tiles, two units, three Aliens, five turns.",
    },
];

impl Show for Ufo {
    fn scene(&self) -> Scene {
        let names = Names {
            kinds: self.kinds(),
            end: END,
            heavy: "heavy going",
            start: Some(self.start_tile()),
        };
        Scene {
            ground: "forest",
            tiles: show::tiles(self.board(), &names),
            empty: empty_hexes(self),
            pieces: pieces(self),
            focus: at(self.focus()),
        }
    }

    fn aim(&self, action: Action) -> Aim {
        match action {
            Action::Lay { at: hex, dir } => Aim {
                from: Some(at(hex)),
                ..Aim::on("lay", hex.step(dir))
            },
            Action::Turn { exits } => Aim {
                exits: Some(exits),
                ..Aim::on("lay", self.focus())
            },
            Action::Off { unit } | Action::Done { unit } => Aim::of(piece_of(self, unit)),
            Action::On { unit, .. } => Aim::of(unit.name()),
            Action::Move { unit, dir } => unit_aim(self, unit, "move", dir),
            Action::Mortar { unit, dir } => unit_aim(self, unit, "shoot", dir),
            Action::Back { unit, dir } => unit_aim(self, unit, "move", dir),
            Action::Cannon { unit, at: hex } | Action::Fire { unit, at: hex } => {
                Aim::by(unit.name(), "shoot", place(self, unit), hex)
            }
            Action::Missile { at: hex } => {
                Aim::by(Unit::I1.name(), "shoot", place(self, Unit::I1), hex)
            }
            Action::Sky | Action::SkyAssault => Aim::of(Unit::C.name()),
            Action::Grant { unit } => Aim {
                piece: Some(Unit::C.name().into()),
                ..Aim::on("", place(self, unit))
            },
            Action::End | Action::NoAbduction => Aim::none(),
            Action::Strike { at: hex, dir } => Aim {
                to: vec![at(hex), at(hex.step(dir)), at(hex.step(dir).step(dir))],
                from: Some(at(hex)),
                ..Aim::on("shoot", hex)
            },
            Action::Lost { unit } => Aim::on("lose", place(self, unit)),
            Action::LoseAlien | Action::LosePod => Aim::on("lose", self.focus()),
            Action::Place { at: hex } | Action::Pod { at: hex } => Aim::on("place", hex),
            Action::Walk { at: hex, dir, .. } => Aim::by(swarm(hex), "move", hex, hex.step(dir)),
            Action::Shoot { at: hex, dir } => Aim::by(swarm(hex), "shoot", hex, hex.step(dir)),
            Action::Abduct { at: hex } => Aim::on("shoot", hex),
            Action::Flee { dir, .. } => {
                let from = self.focus();
                Aim::by(swarm(from), "move", from, from.step(dir))
            }
        }
    }

    fn dice(&self, outcome: Chance, rng: &mut MoonRng) -> Vec<Throw> {
        match (self.task(), outcome) {
            _ if self.laying() != Lay::No => Vec::new(),
            (Task::Leave { .. }, outcome) => {
                one_die(outcome == Chance::Free, rng, |face| face >= 4)
            }
            (Task::Shot { weapon, tile }, Chance::Hits { count }) => {
                let unit = self.active().unwrap_or(Unit::C);
                let (number, least) = self.dice_of(unit, weapon, tile);
                shot(number, least, self.targets_at(tile), count, rng)
            }
            (Task::SkyAsked { .. }, Chance::Sky { comes }) => {
                let least = sky_needs(self);
                one_die(comes, rng, |face| face >= least)
            }
            (Task::Bombing { run }, Chance::Bombs { hits, own }) => {
                bombs(self, run.tile, (hits, own), rng)
            }
            (Task::PodOpens, Chance::Out { count }) => one_die(true, rng, |face| {
                let out = u32::from(face).saturating_sub(pod_penalty(self));
                out.min(self.pool().into()) == u32::from(count)
            }),
            (Task::Volley { tile, dice }, Chance::Hits { count }) => {
                let on_foot = self.units_on(tile) & !self.teams_aboard();
                let prey = Unit::all_in(on_foot).filter(|unit| unit.is_team());
                shot(dice.into(), 6, prey.count() as u8, count, rng)
            }
            (Task::Abduction { tile, aliens }, Chance::Contest(contest)) => {
                abduction(self, tile, aliens, contest, rng)
            }
            (Task::DrawFirst { .. }, Chance::First { alien }) => {
                one_die(true, rng, |face| (face <= 3) == alien)
            }
            (Task::Assault { dice }, Chance::Contest(contest)) => {
                assault(dice.into(), contest, rng)
            }
            _ => Vec::new(),
        }
    }

    fn offers() -> &'static [Offer] {
        &OFFERS
    }
}

fn place(position: &Ufo, unit: Unit) -> Hex {
    let tile = position.unit_tile(unit);
    tile.map_or(Hex::ORIGIN, |tile| hex_of(position, tile))
}

/// The piece that a unit is, or is aboard of.
fn piece_of(position: &Ufo, unit: Unit) -> &'static str {
    position.carrier(unit).unwrap_or(unit).name()
}

fn unit_aim(position: &Ufo, unit: Unit, verb: &'static str, dir: Dir) -> Aim {
    let to = neighbour_of(position, unit, dir);
    Aim::by(piece_of(position, unit), verb, place(position, unit), to)
}

fn swarm(hex: Hex) -> String {
    format!("A{hex}")
}

fn empty_hexes(position: &Ufo) -> Vec<Empty> {
    let board = position.board();
    match position.laying() {
        Lay::No => Vec::new(),
        Lay::Edge => {
            let edges = board.visible_edges(position.tiles_with_units());
            show::empty(hexes_beyond(board, &edges), "")
        }
        Lay::Draw { tile, dir } => show::empty([board.hex(tile).step(dir)], "next"),
        Lay::Turn { tile, dir, kind } => {
            let drawn = kind_word(position.kinds(), kind, END);
            show::empty([board.hex(tile).step(dir)], &drawn)
        }
    }
}

fn pieces(position: &Ufo) -> Vec<Piece> {
    let shown = position.units_alive() & !position.teams_aboard();
    let mut pieces: Vec<Piece> = Unit::all_in(shown)
        .map(|u| unit_piece(position, u))
        .collect();
    pieces.extend(Bits(position.tiles_with_aliens()).map(|tile| swarm_piece(position, tile)));
    if let Some((tile, age)) = position.pod() {
        pieces.push(Piece {
            id: "Pod".into(),
            title: format!("the Escape Pod, age {age}"),
            ..Piece::plain(hex_of(position, tile), 1, "pod")
        });
    }
    if let Some(tile) = position.ufo_tile() {
        pieces.push(Piece::goal(hex_of(position, tile), END, "saucer"));
    }
    pieces
}

fn unit_piece(position: &Ufo, unit: Unit) -> Piece {
    let look = match unit {
        Unit::C => "command",
        Unit::I1 => "missile",
        unit if unit.is_gun() => "gun",
        _ => "team",
    };
    let passenger = position.passenger_of(unit).filter(|_| unit.is_gun());
    let aboard = passenger.map(|team| format!(" with {} aboard", unit_name(team)));
    let state = state(position, unit, passenger);
    let said = state_words(state);
    Piece {
        id: unit.name().into(),
        tag: unit.name().into(),
        aboard: passenger.map(|team| team.name().into()),
        state,
        title: format!("{}{}{said}", unit_name(unit), aboard.unwrap_or_default()),
        ..Piece::plain(place(position, unit), 0, look)
    }
}

/// How far a unit and its passenger are in this turn.
fn state(position: &Ufo, unit: Unit, passenger: Option<Unit>) -> &'static str {
    if position.phase() != Phase::Shado {
        return "";
    }
    let done = |unit: Unit| position.activated() & unit.bit() != 0;
    let active = position.active();
    if active == Some(unit) || (active.is_some() && active == passenger) {
        return "active";
    }
    match done(unit) && passenger.is_none_or(done) {
        true => "done",
        false => "ready",
    }
}

fn swarm_piece(position: &Ufo, tile: TileIndex) -> Piece {
    let (count, spent) = (position.aliens_on(tile), position.spent_on(tile));
    let hex = hex_of(position, tile);
    Piece::stack(swarm(hex), hex, (count, spent), aliens(count), "alien")
}

fn bombs(position: &Ufo, tile: TileIndex, came: (u8, u8), rng: &mut MoonRng) -> Vec<Throw> {
    let least = position.options().sky_hits_on;
    let most = (
        position.targets_at(tile),
        position.units_on(tile).count_ones() as u8,
    );
    let fits = |faces: &[u8]| {
        let (hits, own) = (at_least(faces, least), at_least(faces, 6));
        (hits.min(most.0), own.min(most.1)) == came
    };
    let throw = |faces: Vec<u8>| Throw::new("SKY1", &faces, |face| face >= least);
    faces(2, rng, fits).map(throw).into_iter().collect()
}

/// Two for each Alien against SHADO's two dice and bonus.
fn abduction(
    position: &Ufo,
    tile: TileIndex,
    aliens: u8,
    contest: Contest,
    rng: &mut MoonRng,
) -> Vec<Throw> {
    let bonus = i32::from(position.abduction_bonus(tile));
    let margin = |faces: &[u8]| {
        let sum: i32 = faces.iter().map(|face| i32::from(*face)).sum();
        sum + bonus - 2 * i32::from(aliens)
    };
    let fits = |faces: &[u8]| match contest {
        Contest::Alien | Contest::AlienBig => margin(faces) < 0,
        Contest::Draw => margin(faces) == 0,
        Contest::Shado | Contest::ShadoBig => margin(faces) > 0,
    };
    let won = matches!(contest, Contest::Shado | Contest::ShadoBig);
    let throw = |faces: Vec<u8>| Throw::new("SHADO", &faces, |_| won);
    faces(2, rng, fits).map(throw).into_iter().collect()
}

/// The best of SHADO's dice against one.
fn assault(dice: u32, contest: Contest, rng: &mut MoonRng) -> Vec<Throw> {
    let best = |faces: &[u8]| faces[1..].iter().copied().max().unwrap_or(0);
    let fits = |faces: &[u8]| {
        let came = match i32::from(best(faces)) - i32::from(faces[0]) {
            ..=-2 => Contest::AlienBig,
            -1 => Contest::Alien,
            0 => Contest::Draw,
            1 => Contest::Shado,
            _ => Contest::ShadoBig,
        };
        came == contest
    };
    let throws = |faces: Vec<u8>| {
        let best = best(&faces);
        vec![
            Throw::new("SHADO", &faces[1..], |face| face == best),
            Throw::new("Aliens", &faces[..1], |_| true),
        ]
    };
    faces(dice + 1, rng, fits).map(throws).unwrap_or_default()
}
