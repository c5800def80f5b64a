//! The types of bases (the table "Bases" of the rules), and what terrain costs them.

use super::base::Mode;

/// The type of a base.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Kind {
    Squad,
    LightHover,
    MediumHover,
    HeavyHover,
    LightWalker,
    MediumWalker,
    HeavyWalker,
    Fighter,
}

/// A row of the table of types. Lengths in mm; pairs are of the modes ground and hover, and equal for all but
/// hovers.
struct Row {
    id: &'static str,
    movement: [u16; 2],
    turn: u16,
    straight: [u16; 2],
    range: u8,
    dice: u8,
    save: u8,
}

const fn row(
    id: &'static str,
    movement: [u16; 2],
    (turn, straight): (u16, [u16; 2]),
    [range, dice, save]: [u8; 3],
) -> Row {
    Row {
        id,
        movement,
        turn,
        straight,
        range,
        dice,
        save,
    }
}

static TABLE: [Row; 8] = [
    row("inf", [50, 50], (0, [0, 0]), [7, 1, 0]),
    row("lh", [300, 450], (40, [40, 60]), [9, 2, 1]),
    row("mh", [250, 370], (40, [30, 50]), [12, 3, 2]),
    row("hh", [200, 300], (40, [20, 40]), [15, 4, 3]),
    row("lw", [200, 200], (10, [10, 10]), [11, 3, 2]),
    row("mw", [150, 150], (10, [20, 20]), [17, 5, 3]),
    row("hw", [100, 100], (10, [30, 30]), [21, 7, 4]),
    row("f", [600, 600], (50, [80, 80]), [16, 5, 3]),
];

impl Kind {
    pub const ALL: [Kind; 8] = [
        Kind::Squad,
        Kind::LightHover,
        Kind::MediumHover,
        Kind::HeavyHover,
        Kind::LightWalker,
        Kind::MediumWalker,
        Kind::HeavyWalker,
        Kind::Fighter,
    ];

    /// The id in scenario files.
    pub fn id(self) -> &'static str {
        TABLE[self as usize].id
    }

    /// The type of that id.
    pub fn of_id(id: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.id() == id)
    }

    /// Movement at the start of a move, in mm.
    #[inline]
    pub fn movement(self, mode: Mode) -> u16 {
        TABLE[self as usize].movement[mode as usize]
    }

    /// What a turn costs, in mm; 0 for squads, which have no facing.
    #[inline]
    pub fn turn_cost(self) -> u16 {
        TABLE[self as usize].turn
    }

    /// How far it goes straight before it may turn, in mm.
    #[inline]
    pub fn straight(self, mode: Mode) -> u16 {
        TABLE[self as usize].straight[mode as usize]
    }

    /// Range of fire, in hexes.
    #[inline]
    pub fn range(self) -> u8 {
        TABLE[self as usize].range
    }

    /// Dice of its fire.
    #[inline]
    pub fn dice(self) -> u8 {
        TABLE[self as usize].dice
    }

    /// What its loss counts in the score: as many as its dice.
    #[inline]
    pub fn points(self) -> u16 {
        u16::from(self.dice())
    }

    /// Dice that save it from hits.
    #[inline]
    pub fn save_dice(self) -> u8 {
        TABLE[self as usize].save
    }

    #[inline]
    pub fn is_squad(self) -> bool {
        self == Kind::Squad
    }

    /// Has it two modes, and room for squads?
    #[inline]
    pub fn is_hover(self) -> bool {
        matches!(
            self,
            Kind::LightHover | Kind::MediumHover | Kind::HeavyHover
        )
    }

    #[inline]
    pub fn is_walker(self) -> bool {
        matches!(
            self,
            Kind::LightWalker | Kind::MediumWalker | Kind::HeavyWalker
        )
    }

    #[inline]
    pub fn is_fighter(self) -> bool {
        self == Kind::Fighter
    }

    /// What a terrain costs it (the table "Board" of the rules).
    #[inline]
    pub fn toll(self, mode: Mode, terrain: Terrain) -> Toll {
        TOLLS[toll_row(self, mode)][terrain as usize]
    }

    /// May it stand on that terrain?
    #[inline]
    pub fn passes(self, mode: Mode, terrain: Terrain) -> bool {
        self.toll(mode, terrain) != Toll::Impassable
    }
}

/// The terrain of a hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Terrain {
    Clear,
    Broken,
    Wood,
    Swamp,
    River,
    Water,
}

impl Terrain {
    pub const ALL: [Terrain; 6] = [
        Terrain::Clear,
        Terrain::Broken,
        Terrain::Wood,
        Terrain::Swamp,
        Terrain::River,
        Terrain::Water,
    ];

    /// The letter in scenario files.
    pub fn letter(self) -> char {
        ['.', 'b', 'w', 's', 'r', 'W'][self as usize]
    }

    /// The terrain of that letter.
    pub fn of_letter(letter: char) -> Option<Terrain> {
        Terrain::ALL.into_iter().find(|t| t.letter() == letter)
    }

    /// What it takes from the dice of a shot at a base in it.
    #[inline]
    pub fn cover(self) -> u8 {
        [0, 1, 2, 2, 0, 0][self as usize]
    }
}

/// What it costs to enter a terrain from another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Toll {
    Free,
    /// So many hundredths of the movement left; also due at the start of a move.
    Percent(u16),
    Millimetres(u16),
    /// The move ends there.
    Stop,
    Impassable,
}

/// Rows of [`TOLLS`]: squads, hovers on the ground, what flies, the three walkers.
#[inline]
fn toll_row(kind: Kind, mode: Mode) -> usize {
    match (kind, mode) {
        (Kind::Squad, _) => 0,
        (Kind::LightHover | Kind::MediumHover | Kind::HeavyHover, Mode::Ground) => 1,
        (Kind::LightHover | Kind::MediumHover | Kind::HeavyHover, Mode::Hover) => 2,
        (Kind::Fighter, _) => 2,
        (Kind::LightWalker, _) => 3,
        (Kind::MediumWalker, _) => 4,
        (Kind::HeavyWalker, _) => 5,
    }
}

static TOLLS: [[Toll; 6]; 6] = {
    use Toll::{Free, Impassable, Millimetres, Percent, Stop};
    [
        [Free, Free, Free, Percent(50), Stop, Impassable],
        [Free, Percent(50), Impassable, Impassable, Free, Free],
        [Free, Free, Free, Free, Free, Free],
        [
            Free,
            Percent(10),
            Percent(20),
            Percent(30),
            Millimetres(20),
            Impassable,
        ],
        [
            Free,
            Percent(15),
            Percent(30),
            Percent(45),
            Millimetres(40),
            Impassable,
        ],
        [
            Free,
            Percent(20),
            Percent(40),
            Percent(60),
            Millimetres(60),
            Impassable,
        ],
    ]
};
