//! Bases: their ids and types, and the state that each is in.

use std::fmt;
use std::str::FromStr;

use crate::game::{NotationError, Seat};

/// At most so many bases on each side.
pub const MOST_A_SIDE: usize = 20;

/// Bases of both sides together; [`BaseId::index`] is below it.
pub const MOST_BASES: usize = 2 * MOST_A_SIDE;

/// Long range begins beyond so many hexes; defensive fire and the fire of pinned bases end there.
pub const SHORT_RANGE: u8 = 9;

/// At most so many squads aboard a hover, bases in a platoon, firers in a shot.
pub const MOST_TOGETHER: usize = 3;

/// A set of bases of one side: bit `number - 1` for each.
pub type SideMask = u32;

/// A base: its side, and its number on it from 1. Ordered a before b, then by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BaseId(u8);

impl BaseId {
    /// Base number 1 to [`MOST_A_SIDE`] of a side.
    ///
    /// # Panics
    /// If the number is another.
    pub const fn new(side: Seat, number: usize) -> BaseId {
        assert!(number >= 1 && number <= MOST_A_SIDE);
        BaseId((side as usize * MOST_A_SIDE + number - 1) as u8)
    }

    /// The base of that bit of a side's mask.
    #[inline]
    pub(super) const fn of_bit(side: Seat, bit: u8) -> BaseId {
        BaseId(side as u8 * MOST_A_SIDE as u8 + bit)
    }

    /// The base of that [`BaseId::index`].
    #[inline]
    pub(super) const fn from_index(index: u8) -> BaseId {
        BaseId(index)
    }

    /// 0 to 19 for `a1` to `a20`, 20 to 39 for `b1` to `b20`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub const fn side(self) -> Seat {
        if self.0 < MOST_A_SIDE as u8 {
            Seat::First
        } else {
            Seat::Second
        }
    }

    /// 1 to [`MOST_A_SIDE`].
    #[inline]
    pub const fn number(self) -> usize {
        self.place() as usize + 1
    }

    /// The number of its bit in its side's masks.
    #[inline]
    pub(super) const fn place(self) -> u8 {
        if self.0 < MOST_A_SIDE as u8 {
            self.0
        } else {
            self.0 - MOST_A_SIDE as u8
        }
    }

    /// Its bit in masks of its side.
    #[inline]
    pub const fn bit(self) -> SideMask {
        1 << self.place()
    }

    /// The bases of a mask of one side, in order.
    pub fn all_in(side: Seat, mask: SideMask) -> impl Iterator<Item = BaseId> + Clone {
        crate::board::Bits(u64::from(mask)).map(move |bit| BaseId::of_bit(side, bit))
    }
}

impl fmt::Display for BaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = ["a", "b"][self.side().index()];
        write!(f, "{side}{}", self.number())
    }
}

impl fmt::Debug for BaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for BaseId {
    type Err = NotationError;

    /// `a1` to `a20`, `b1` to `b20`.
    fn from_str(word: &str) -> Result<BaseId, NotationError> {
        let found = match word.split_at_checked(1) {
            Some(("a", number)) => Some((Seat::First, number)),
            Some(("b", number)) => Some((Seat::Second, number)),
            _ => None,
        };
        let known = |number: &usize| (1..=MOST_A_SIDE).contains(number);
        let id = found.and_then(|(side, number)| {
            let number = number.parse().ok().filter(known)?;
            Some(BaseId::new(side, number))
        });
        crate::words::canonical(word, id, "a base")
    }
}

/// The bases that fire one shot: one, or two or three of one platoon in crossfire; of one side, ascending.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Firers([u8; MOST_TOGETHER]);

/// Instead of a further firer.
const NOBODY: u8 = u8::MAX;

impl Firers {
    /// These bases, if they are one to three of one side, ascending.
    pub fn new(bases: &[BaseId]) -> Option<Firers> {
        let ascending = bases.windows(2).all(|pair| pair[0] < pair[1]);
        let one_side = bases
            .windows(2)
            .all(|pair| pair[0].side() == pair[1].side());
        if !ascending || !one_side || bases.is_empty() || bases.len() > MOST_TOGETHER {
            return None;
        }
        let mut firers = [NOBODY; MOST_TOGETHER];
        for (place, base) in firers.iter_mut().zip(bases) {
            *place = base.0;
        }
        Some(Firers(firers))
    }

    /// The firers in order: one to three.
    #[inline]
    pub fn bases(self) -> impl Iterator<Item = BaseId> + Clone {
        let someone = |base: &u8| *base != NOBODY;
        self.0.into_iter().take_while(someone).map(BaseId)
    }

    /// The first of them.
    #[inline]
    pub fn first(self) -> BaseId {
        BaseId(self.0[0])
    }

    /// Their side.
    #[inline]
    pub fn side(self) -> Seat {
        self.first().side()
    }

    /// Their bits in masks of their side.
    #[inline]
    pub fn mask(self) -> SideMask {
        self.bases().fold(0, |mask, base| mask | base.bit())
    }
}

impl fmt::Display for Firers {
    /// `a1+a2+a3`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, base) in self.bases().enumerate() {
            let plus = if number == 0 { "" } else { "+" };
            write!(f, "{plus}{base}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Firers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Firers {
    type Err = NotationError;

    fn from_str(word: &str) -> Result<Firers, NotationError> {
        let bases: Result<Vec<BaseId>, _> = word.split('+').map(str::parse).collect();
        let firers = bases.ok().and_then(|bases| Firers::new(&bases));
        crate::words::canonical(word, firers, "one to three bases of a side")
    }
}

/// How a hover moves, or has last moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Mode {
    Ground,
    Hover,
}

impl Mode {
    pub const ALL: [Mode; 2] = [Mode::Ground, Mode::Hover];

    pub fn name(self) -> &'static str {
        ["ground", "hover"][self as usize]
    }
}

/// What fire has done to a base.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Status {
    Ok,
    /// Does not move, and fires at short range only.
    Pinned,
    /// Neither moves nor fires.
    Suppressed,
}

impl Status {
    pub const ALL: [Status; 3] = [Status::Ok, Status::Pinned, Status::Suppressed];

    pub fn name(self) -> &'static str {
        ["ok", "pinned", "suppressed"][self as usize]
    }
}
