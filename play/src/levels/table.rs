//! The levels as they were measured.

use serde::Serialize;

use super::agent::spec_of;

/// How many levels a game has.
pub const LEVELS: usize = 10;

/// How the net is held back in a seat.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Hold {
    /// Simulations for a decision; 0: the net's policy alone.
    pub sims: u64,
    /// Without search: an action that the policy gives probability `p` is drawn in proportion to `p^(1/temperature)`; 0: the
    /// most probable.
    pub temperature: f64,
}

/// A level of a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Level {
    pub first: Hold,
    pub second: Hold,
    /// Strength over both seats, level 1 having 0: measured as far as `docs/levels.md` says so, else a guess.
    pub elo: f64,
}

/// The levels of a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Levels {
    /// The game that they were measured in.
    pub game: &'static str,
    /// What the first seat is worth between neighbours, in Elo.
    pub balance: f64,
    /// Level 1 first.
    pub rows: [Level; LEVELS],
}

/// The levels of a game family; `None` if it has none.
///
/// ```
/// use moonbase_play::levels::levels;
/// let rows = levels("ufo").unwrap().rows;
/// assert!(rows.windows(2).all(|pair| pair[0].elo < pair[1].elo));
/// ```
pub fn levels(game: &str) -> Option<&'static Levels> {
    TABLES.iter().find(|levels| levels.game == game)
}

/// The levels of all games that have some.
pub fn tables() -> &'static [Levels] {
    &TABLES
}

/// The levels of all games as text: what each is made of.
pub fn text() -> String {
    let tables: Vec<String> = TABLES.iter().map(table_text).collect();
    tables.join("\n")
}

fn table_text(levels: &Levels) -> String {
    let mut text = format!(
        "{}\nagent        Elo  in the first seat; in the second\n",
        levels.game
    );
    for (number, row) in (1..).zip(&levels.rows) {
        let spec = spec_of(number).to_string();
        let (first, second) = (what(row.first), what(row.second));
        text += &format!("{spec:<11} {:>4.0}  {first}; {second}\n", row.elo);
    }
    text
}

fn what(hold: Hold) -> String {
    match (hold.sims, hold.temperature) {
        (0, 0.0) => "no search, the likeliest action".into(),
        (0, temperature) => format!("no search, temperature {temperature}"),
        (sims, _) => format!("{sims} simulations"),
    }
}

/// Drawn at these temperatures, without search.
const fn drawn([first, second]: [f64; 2], elo: f64) -> Level {
    Level {
        first: Hold {
            temperature: first,
            ..FREE
        },
        second: Hold {
            temperature: second,
            ..FREE
        },
        elo,
    }
}

/// Not held back, without search.
const FREE: Hold = Hold {
    sims: 0,
    temperature: 0.0,
};

/// Searched with so many simulations.
const fn searched([first, second]: [u64; 2], elo: f64) -> Level {
    Level {
        first: Hold {
            sims: first,
            ..FREE
        },
        second: Hold {
            sims: second,
            ..FREE
        },
        elo,
    }
}

static TABLES: [Levels; 3] = [
    Levels {
        game: "ufo",
        balance: -8.0,
        rows: [
            drawn([50.0, 50.0], 0.0),
            drawn([7.4, 6.7], 60.0),
            drawn([4.2, 1.8], 108.0),
            drawn([3.05, 1.0], 163.0),
            drawn([2.3, 0.7], 210.0),
            drawn([1.7, 0.47], 264.0),
            drawn([1.2, 0.29], 295.0),
            drawn([0.45, 0.1], 332.0),
            searched([60, 60], 358.0),
            searched([2000, 2000], 405.0),
        ],
    },
    Levels {
        game: "lost_patrol",
        balance: 130.0,
        rows: [
            drawn([4.0, 3.0], 0.0),
            drawn([3.25, 2.25], 66.0),
            drawn([2.6, 1.8], 156.0),
            drawn([2.0, 1.5], 239.0),
            drawn([1.7, 1.2], 314.0),
            drawn([1.4, 0.9], 397.0),
            drawn([1.0, 0.5], 485.0),
            drawn([0.4, 0.2], 551.0),
            searched([400, 400], 688.0),
            searched([2000, 2000], 780.0),
        ],
    },
    Levels {
        game: "fg1",
        balance: -31.0,
        rows: [
            drawn([50.0, 50.0], 0.0),
            drawn([8.0, 8.0], 70.0),
            drawn([4.0, 4.0], 150.0),
            drawn([3.0, 3.0], 166.0),
            drawn([2.2, 2.2], 244.0),
            drawn([1.6, 1.6], 288.0),
            drawn([1.1, 1.1], 373.0),
            drawn([0.5, 0.5], 426.0),
            searched([40, 40], 475.0),
            searched([400, 400], 498.0),
        ],
    },
];
