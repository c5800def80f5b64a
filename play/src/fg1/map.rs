//! The map of `fg1`: terrain, bases with their facing and status, objectives, and where a leg may lead.

use moonbase_engine::Game;
use moonbase_engine::fg1::{Act, Action, BaseId, Fg1, Stage, Status, Terrain};
use moonbase_engine::hex::Hex;

use super::actions::{actor, end_of_leg, facing};
use super::phrases::{place, way};
use super::sheet;
use crate::draw::{Draw, Picture, Room, draw_cells};
use crate::hexmap::{Cell, Edge, Zoom, extent};
use crate::ink::{Ink, Line};

impl Draw for Fg1 {
    fn cells(&self) -> Vec<Cell> {
        let legs = legs(self);
        let hexes = self.field().hexes().iter();
        hexes.map(|hex| cell(self, *hex, &legs)).collect()
    }

    fn focus(&self) -> Hex {
        match self.stage() {
            Stage::Shot { target, .. } => place(self, target),
            Stage::Rally { base } => place(self, base),
            _ if self.act() != Act::None => place(self, actor(self)),
            _ => middle(self),
        }
    }

    fn roster(&self) -> Vec<Line> {
        super::roster::roster(self)
    }

    fn legend() -> Vec<Line> {
        vec![
            Line::from(
                "A hex is q,r: q is above, r on the left for the first column shown, and one",
            ),
            Line::from(
                "less for every two columns further east in the same row. While a base moves,",
            ),
            Line::from("numbers show how far it may go. Hexes, and who stands there:"),
            terrain_legend(),
            Line::from("  ")
                .and(Ink::First, "a4/")
                .and(Ink::Plain, " faces NE, ")
                .and(Ink::First, "a4\\")
                .and(Ink::Plain, " SE, ")
                .and(Ink::First, "/a4")
                .and(Ink::Plain, " SW, ")
                .and(Ink::First, "\\a4")
                .and(Ink::Plain, " NW, ")
                .and(Ink::First, "^a4")
                .and(Ink::Plain, " N, ")
                .and(Ink::First, "va4")
                .and(Ink::Plain, " S; squads face nowhere"),
            Line::from("  ")
                .and(Ink::Second, "b4!")
                .and(Ink::Plain, " pinned  ")
                .and(Ink::Second, "b4*")
                .and(Ink::Plain, " suppressed  ")
                .and(Ink::Mark, "(*)")
                .and(Ink::Plain, " an objective  ")
                .and(Ink::Strong, "lh^")
                .and(Ink::Plain, " in the list: it hovers"),
        ]
    }

    /// Large enough to write places into the hexes if there is room for all of them so, else four columns for each.
    fn draw(&self, room: Room) -> Picture {
        let focus = room.focus.unwrap_or_else(|| self.focus());
        let hexes = self.field().hexes().iter().copied();
        let small = extent(hexes, Zoom::Small);
        if small.width <= room.width as i32 && small.height <= room.height as i32 {
            return draw_cells(&self.cells(), focus, room);
        }
        let legs = legs(self);
        sheet::draw(self.field(), focus, room, |hex| sign(self, hex, &legs))
    }
}

fn terrain_legend() -> Line {
    let named = [
        (Terrain::Broken, "broken"),
        (Terrain::Wood, "wood"),
        (Terrain::Swamp, "swamp"),
        (Terrain::River, "river"),
        (Terrain::Water, "water"),
    ];
    let start = Line::from("  ")
        .and(Ink::Faint, ".")
        .and(Ink::Plain, " clear  ");
    named.into_iter().fold(start, |line, (terrain, name)| {
        let sign = terrain.letter().to_string();
        line.and(ink(terrain), sign)
            .and(Ink::Plain, format!(" {name}  "))
    })
}

fn ink(terrain: Terrain) -> Ink {
    match terrain {
        Terrain::Clear | Terrain::Wood => Ink::Faint,
        Terrain::Broken | Terrain::Swamp => Ink::Rough,
        Terrain::River | Terrain::Water => Ink::Key,
    }
}

/// The hexes in which a leg may end now, and how many hexes long it is.
fn legs(position: &Fg1) -> Vec<(Hex, u8)> {
    if !matches!(
        (position.stage(), position.act()),
        (Stage::Choose, Act::Move(_))
    ) {
        return Vec::new();
    }
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    let leg = |action: Action| match action {
        Action::Ahead { hexes } => Some((end_of_leg(position, facing(position), hexes), hexes)),
        Action::Step { dir, hexes } => Some((end_of_leg(position, dir, hexes), hexes)),
        _ => None,
    };
    legal.into_iter().filter_map(leg).collect()
}

fn terrain(position: &Fg1, hex: Hex) -> Terrain {
    position.field().terrain_of(hex).unwrap_or(Terrain::Clear)
}

fn is_objective(position: &Fg1, hex: Hex) -> bool {
    let cell = position.field().cell(hex);
    cell.is_some_and(|cell| position.objectives().contains(&cell))
}

/// Who stands on a hex: the mover on top, if it passes another base.
fn on_hex(position: &Fg1, hex: Hex) -> Option<BaseId> {
    let cell = position.field().cell(hex)?;
    let moving = position.act().actor();
    let mut there = position.bases_on(cell);
    let first = there.next()?;
    Some(there.find(|base| Some(*base) == moving).unwrap_or(first))
}

fn who(base: BaseId) -> Ink {
    [Ink::First, Ink::Second][base.side().index()]
}

/// `!` for a pinned base, `*` for a suppressed one.
fn status_sign(status: Status) -> &'static str {
    match status {
        Status::Ok => "",
        Status::Pinned => "!",
        Status::Suppressed => "*",
    }
}

/// A hex in at most four columns.
fn sign(position: &Fg1, hex: Hex, legs: &[(Hex, u8)]) -> Line {
    if let Some(base) = on_hex(position, hex) {
        return Line::new().and(who(base), base_sign(position, base));
    }
    let terrain = terrain(position, hex);
    let letter = terrain.letter().to_string();
    if let Some((_, steps)) = legs.iter().find(|(to, _)| *to == hex) {
        let number = Line::new().and(Ink::Strong, format!("{steps:>2}"));
        return number.and(ink(terrain), letter);
    }
    if is_objective(position, hex) {
        return Line::new().and(Ink::Mark, "(*)");
    }
    let text = match terrain {
        Terrain::Clear => " .".into(),
        _ => format!(" {letter}{letter}"),
    };
    Line::new().and(ink(terrain), text)
}

/// `a4/` facing NE, `/a4` facing SW, and so on; who is shaken has a sign for that instead.
fn base_sign(position: &Fg1, base: BaseId) -> String {
    let status = status_sign(position.status(base));
    let (before, after) = match position.facing(base) {
        _ if !status.is_empty() => ("", status),
        None => ("", ""),
        Some(dir) => [
            ("^", ""),
            ("", "/"),
            ("", "\\"),
            ("v", ""),
            ("/", ""),
            ("\\", ""),
        ][usize::from(dir)],
    };
    let name = base.to_string();
    let gap = if before.is_empty() && name.len() < 3 {
        " "
    } else {
        ""
    };
    format!("{gap}{before}{name}{after}")
}

/// A hex with its place and terrain above, and who is there below.
fn cell(position: &Fg1, hex: Hex, legs: &[(Hex, u8)]) -> Cell {
    let terrain = terrain(position, hex);
    let letter = match terrain {
        Terrain::Clear => String::new(),
        _ => format!(" {}", terrain.letter()),
    };
    let above = Line::new()
        .and(Ink::Plain, hex.to_string())
        .and(ink(terrain), letter);
    let goal = if is_objective(position, hex) {
        "(*)"
    } else {
        ""
    };
    let mut below = match on_hex(position, hex) {
        Some(base) => Line::new().and(who(base), base_text(position, base)),
        None => match legs.iter().find(|(to, _)| *to == hex) {
            Some((_, steps)) => Line::new().and(Ink::Strong, steps.to_string()),
            None => Line::new(),
        },
    };
    below.push(Ink::Mark, goal);
    Cell {
        hex,
        edges: [Edge::Wall; 6],
        text: [above, below.cut_to(Cell::WIDTH)],
    }
}

/// `a4 NE!`
fn base_text(position: &Fg1, base: BaseId) -> String {
    let facing = position
        .facing(base)
        .map_or(String::new(), |dir| format!(" {}", way(dir)));
    format!("{base}{facing}{}", status_sign(position.status(base)))
}

/// The middle of the side's bases that stand on the board, and of the enemy's nearest to it.
fn middle(position: &Fg1) -> Hex {
    let side = position.side();
    let on_board = |side| BaseId::all_in(side, position.on_board(side));
    let mut hexes: Vec<Hex> = on_board(side).map(|base| place(position, base)).collect();
    let own = mean(&hexes);
    let enemies = on_board(side.other()).map(|base| place(position, base));
    hexes = own
        .into_iter()
        .chain(enemies.min_by_key(|hex| own.map(|own| hex.distance(own))))
        .collect();
    mean(&hexes).unwrap_or(Hex::ORIGIN)
}

fn mean(hexes: &[Hex]) -> Option<Hex> {
    let number = i32::try_from(hexes.len())
        .ok()
        .filter(|number| *number > 0)?;
    let of = |coordinate: fn(&Hex) -> i8| {
        let sum: i32 = hexes.iter().map(|hex| i32::from(coordinate(hex))).sum();
        // Coordinates are within an i8, and so is their mean.
        (sum / number) as i8
    };
    Some(Hex::new(of(|hex| hex.q), of(|hex| hex.r)))
}
