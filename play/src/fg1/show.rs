//! `fg1` for faces with pictures: terrain, pieces, where actions are seen, and dice.

use std::collections::BTreeMap;

use moonbase_engine::chance::MoonRng;
use moonbase_engine::fg1::{
    Action, BaseId, Chance, Effect, Fg1, Firers, Kind, Mode, Phase, SHORT_RANGE, Stage, Status,
    Terrain,
};
use moonbase_engine::hex::Hex;

use super::actions::{actor, end_of_leg, facing, shot_dice};
use super::phrases::{
    aboard, base_name, base_names, facing_after, place, side_name, status_words, terrain_name, way,
};
use super::status::holder;
use super::table::effect_of;
use crate::draw::Draw;
use crate::show::{
    Aim, Ground, Land, Offer, Piece, Scene, Show, Stance, Throw, at, at_least, faces, one_die,
};

const OFFERS: [Offer; 4] = [
    Offer {
        preset: "fg1-mini",
        title: "FG-1, small",
        about: "A skirmish of five bases a side on a small board. About ten minutes.",
    },
    Offer {
        preset: "fg1",
        title: "FG-1",
        about: "Infantry, hovers and walkers, nine bases a side, fight for the middle of the board. About an hour.",
    },
    Offer {
        preset: "fg1-crossing",
        title: "FG-1, the crossing",
        about: "Thirteen bases and a fighter attack over a river that nine defend.",
    },
    Offer {
        preset: "fg1-skirmish",
        title: "FG-1, skirmish",
        about: "The same as FG-1, by the name of its scenario.",
    },
];

impl Show for Fg1 {
    fn scene(&self) -> Scene {
        Scene {
            ground: "land",
            tiles: Vec::new(),
            empty: Vec::new(),
            pieces: pieces(self),
            focus: at(self.focus()),
            land: Some(Land {
                rows: rows(self),
                grounds: grounds(),
                stances: stances(self),
            }),
        }
    }

    fn aim(&self, action: Action) -> Aim {
        let here = |base, verb| {
            Aim::by(
                piece_of(self, base),
                verb,
                place(self, base),
                place(self, base),
            )
        };
        let mover = actor(self);
        match action {
            Action::Move { base, .. } => here(base, "move"),
            Action::Fire { firers, target } => fire_aim(self, firers, target),
            Action::Load { squad, hover } => Aim::by(
                squad.to_string(),
                "move",
                place(self, squad),
                place(self, hover),
            ),
            Action::Unload { squad, dir } => {
                let from = place(self, squad);
                Aim::by(piece_of(self, squad), "move", from, from.step(dir))
            }
            Action::Rally { base } => here(base, "rally"),
            Action::Pass | Action::Hold => Aim::none(),
            Action::Ahead { hexes } => leg_aim(self, end_of_leg(self, facing(self), hexes)),
            Action::Step { dir, hexes } => leg_aim(self, end_of_leg(self, dir, hexes)),
            Action::Turn { by } => turn_aim(self, mover, by),
            Action::Stop => here(mover, "stop"),
        }
    }

    fn dice(&self, outcome: Chance, rng: &mut MoonRng) -> Vec<Throw> {
        match (self.stage(), outcome) {
            (Stage::Shot { firers, target }, Chance::Shot(effect)) => {
                shot(self, (firers, target), effect, rng)
            }
            (Stage::Rally { .. }, Chance::Rally { rallied }) => {
                one_die(rallied, rng, |face| face >= 4)
            }
            _ => Vec::new(),
        }
    }

    fn offers() -> &'static [Offer] {
        &OFFERS
    }
}

/// The piece that a base is, or is aboard of.
fn piece_of(position: &Fg1, base: BaseId) -> String {
    position.carrier(base).unwrap_or(base).to_string()
}

fn leg_aim(position: &Fg1, to: Hex) -> Aim {
    let mover = actor(position);
    Aim::by(mover.to_string(), "move", place(position, mover), to)
}

/// A turn is seen on the hex that the base then faces, if that is on the board.
fn turn_aim(position: &Fg1, mover: BaseId, by: u8) -> Aim {
    let (from, dir) = (place(position, mover), facing_after(facing(position), by));
    match position.field().cell(from.step(dir)) {
        Some(_) => Aim::by(mover.to_string(), "turn", from, from.step(dir)),
        None => Aim::of(mover.to_string()),
    }
}

fn fire_aim(position: &Fg1, firers: Firers, target: BaseId) -> Aim {
    let first = firers.first();
    Aim {
        with: firers
            .bases()
            .skip(1)
            .map(|base| base.to_string())
            .collect(),
        ..Aim::by(
            first.to_string(),
            "shoot",
            place(position, first),
            place(position, target),
        )
    }
}

fn rows(position: &Fg1) -> Vec<String> {
    let field = position.field();
    let letter = |column, row| {
        let hex = moonbase_engine::fg1::hex_at(column, row);
        field.terrain_of(hex).map_or('.', Terrain::letter)
    };
    let row = |row| {
        (0..field.width())
            .map(|column| letter(column, row))
            .collect()
    };
    (0..field.height()).map(row).collect()
}

fn grounds() -> BTreeMap<char, Ground> {
    let one = |terrain: Terrain| {
        let look = match terrain {
            Terrain::Clear => "clear",
            Terrain::Broken => "broken",
            Terrain::Wood => "wood",
            Terrain::Swamp => "swamp",
            Terrain::River => "river",
            Terrain::Water => "water",
        };
        let name = terrain_name(terrain);
        (terrain.letter(), Ground { look, name })
    };
    Terrain::ALL.into_iter().map(one).collect()
}

fn stances(position: &Fg1) -> BTreeMap<String, Stance> {
    let outside = position
        .bases()
        .filter(|base| position.carrier(*base).is_none());
    let one = |base: BaseId| (base.to_string(), stance(position, base));
    outside.map(one).collect()
}

fn stance(position: &Fg1, base: BaseId) -> Stance {
    let status = match position.status(base) {
        Status::Ok => None,
        Status::Pinned => Some("pinned"),
        Status::Suppressed => Some("suppressed"),
    };
    let aloft = (position.mode(base) == Some(Mode::Hover)).then_some("hover");
    Stance {
        facing: position.facing(base),
        signs: status.into_iter().chain(aloft).collect(),
        sees: targets(position, base),
    }
}

/// The hexes of the enemy bases that a base could fire at, as far as status, sight and range go.
fn targets(position: &Fg1, base: BaseId) -> Vec<[i8; 2]> {
    let reach = match position.status(base) {
        Status::Ok => position.kind(base).range(),
        Status::Pinned => position.kind(base).range().min(SHORT_RANGE),
        Status::Suppressed => 0,
    };
    let from = place(position, base);
    let enemy = base.side().other();
    let near = |other: &BaseId| {
        place(position, *other).distance(from) <= reach && position.sees(base, *other)
    };
    let seen = BaseId::all_in(enemy, position.on_board(enemy)).filter(near);
    seen.map(|other| at(place(position, other))).collect()
}

fn pieces(position: &Fg1) -> Vec<Piece> {
    let outside = position
        .bases()
        .filter(|base| position.carrier(*base).is_none());
    let mut pieces: Vec<Piece> = outside.map(|base| base_piece(position, base)).collect();
    let objectives = position.objectives().iter();
    pieces.extend(objectives.map(|objective| objective_piece(position, *objective)));
    pieces
}

fn look(kind: Kind) -> &'static str {
    match kind {
        Kind::Squad => "squad",
        Kind::LightHover => "light-hover",
        Kind::MediumHover => "medium-hover",
        Kind::HeavyHover => "heavy-hover",
        Kind::LightWalker => "light-walker",
        Kind::MediumWalker => "medium-walker",
        Kind::HeavyWalker => "heavy-walker",
        Kind::Fighter => "fighter",
    }
}

fn base_piece(position: &Fg1, base: BaseId) -> Piece {
    let inside = aboard(position, base);
    let spent = is_spent(position, base);
    Piece {
        id: base.to_string(),
        at: at(place(position, base)),
        side: base.side().index() as u8,
        look: look(position.kind(base)),
        tag: base.to_string(),
        count: 1,
        spent: u8::from(spent && !acts(position, base)),
        aboard: match inside.as_slice() {
            [] => None,
            [one] => Some(one.to_string()),
            more => Some(format!("+{}", more.len())),
        },
        state: state(position, base),
        title: title(position, base, spent),
    }
}

/// Has it moved in this initiative, or does it fire no more in it?
fn is_spent(position: &Fg1, base: BaseId) -> bool {
    let done = match base.side() == position.side() {
        true => position.moved(),
        false => position.spent(),
    };
    position.phase() != Phase::Over && done & base.bit() != 0
}

/// Is it about to move or fire, or in the middle of it?
fn acts(position: &Fg1, base: BaseId) -> bool {
    let acting = position.act().actor();
    acting.is_some_and(|acting| piece_of(position, acting) == base.to_string())
}

fn state(position: &Fg1, base: BaseId) -> &'static str {
    match acts(position, base) {
        true => "active",
        false => "",
    }
}

fn title(position: &Fg1, base: BaseId, spent: bool) -> String {
    let mut parts = vec![base_name(position, base)];
    parts.extend(
        position
            .facing(base)
            .map(|dir| format!("facing {}", way(dir))),
    );
    if position.mode(base) == Some(Mode::Hover) {
        parts.push("hovering".into());
    }
    if position.status(base) != Status::Ok {
        parts.push(status_words(position.status(base)).into());
    }
    let inside = aboard(position, base);
    if !inside.is_empty() {
        parts.push(format!("with {} aboard", base_names(position, &inside)));
    }
    if spent {
        let done = match (base.side() == position.side(), acts(position, base)) {
            (true, true) => "moving",
            (true, false) => "has moved",
            (false, true) => "firing",
            (false, false) => "fires no more in this initiative",
        };
        parts.push(done.into());
    }
    parts.join(", ")
}

fn objective_piece(position: &Fg1, objective: u16) -> Piece {
    let hex = position.field().hex(objective);
    let held = match holder(position, objective) {
        Some(side) => format!("held by {}", side_name(side)),
        None => "held by nobody".into(),
    };
    Piece {
        id: format!("objective {hex}"),
        at: at(hex),
        side: 2,
        look: "flag",
        tag: String::new(),
        count: 1,
        spent: 0,
        aboard: None,
        state: "",
        title: format!("an objective, {held}"),
    }
}

/// The firers' dice, and the dice to save, where there are some.
fn shot(
    position: &Fg1,
    (firers, target): (Firers, BaseId),
    effect: Effect,
    rng: &mut MoonRng,
) -> Vec<Throw> {
    let dice = usize::from(shot_dice(position, firers, target));
    let saves = usize::from(position.kind(target).save_dice());
    let status = position.status(target);
    let fits = |faces: &[u8]| {
        let (hits, saved) = (at_least(&faces[..dice], 6), at_least(&faces[dice..], 6));
        effect_of(hits.saturating_sub(saved), status) == effect
    };
    let six = |face| face == 6;
    let throws = |faces: Vec<u8>| match saves {
        0 => vec![Throw::new("", &faces, six)],
        _ => vec![
            Throw::new("fire", &faces[..dice], six),
            Throw::new("saves", &faces[dice..], six),
        ],
    };
    faces((dice + saves) as u32, rng, fits)
        .map(throws)
        .unwrap_or_default()
}
