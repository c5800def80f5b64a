//! Proven bounds: what can be said of a value for certain.
//!
//! `[low, high]` holds the exact value of a position, from the outcomes at its leaves alone:
//! - the end of the game: a point; a position not looked into: `[-1, 1]`;
//! - decision node: `low` and `high` are the maximum (first seat) or minimum (second) of the edges' lows and highs;
//! - chance node: `low = Σ p · low_e`, `high = Σ p · high_e` (Ballard's Star bounds).
//!
//! In games of wins and losses this is the MCTS solver (Winands, Björnsson and Saito 2008), with more outcomes its
//! score bounds (Cazenave and Saffidine 2010); chance nodes are added here. What follows from bounds:
//! - an edge whose `high` lies below another's `low` (for the seat that decides) is **pruned**: never visited
//!   again, never chosen, and left out of its node's mean;
//! - a node whose bounds meet is **proven**: its value is exact, and simulations end there;
//! - the search stops when the root is proven, or when all of its actions but one are pruned.
//!
//! Bounds are `f32`: each chance node rounds them by up to 2^-24, and comparisons allow for [`ROUNDING`].

use super::tree::Kind;

/// Bounds as near as this are taken to meet.
pub(super) const ROUNDING: f32 = 1e-5;

/// Proven bounds of an absolute value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Interval {
    pub low: f32,
    pub high: f32,
}

/// Nothing is known.
pub(super) const OPEN: Interval = Interval {
    low: -1.0,
    high: 1.0,
};

impl Interval {
    pub fn point(value: f32) -> Self {
        Interval {
            low: value,
            high: value,
        }
    }

    pub fn is_point(self) -> bool {
        self.high - self.low <= ROUNDING
    }

    pub fn middle(self) -> f32 {
        (self.low + self.high) / 2.0
    }

    pub fn clamp(self, value: f32) -> f32 {
        value.clamp(self.low, self.high.max(self.low))
    }

    /// The bounds as the seat sees them that chooses at a node of this kind.
    pub fn seen(self, kind: Kind) -> Interval {
        match kind {
            Kind::Second => Interval {
                low: -self.high,
                high: -self.low,
            },
            _ => self,
        }
    }

    /// What both say.
    pub fn and(self, other: Interval) -> Interval {
        Interval {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }
}

/// The least value that the seat is sure of at a decision node, as it sees it.
pub(super) fn sure(kind: Kind, edges: &[Interval]) -> f32 {
    let lows = edges.iter().map(|bounds| bounds.seen(kind).low);
    lows.fold(-1.0, f32::max)
}

/// Is an edge proven to be worse than what the seat is sure of?
#[inline]
pub(super) fn is_pruned(kind: Kind, bounds: Interval, sure: f32) -> bool {
    bounds.seen(kind).high < sure - ROUNDING
}

/// The bounds of a decision node.
pub(super) fn of_decision(kind: Kind, edges: &[Interval]) -> Interval {
    let highs = edges.iter().map(|bounds| bounds.seen(kind).high);
    let high = highs.fold(-1.0, f32::max);
    let seen = Interval {
        low: sure(kind, edges).min(high),
        high,
    };
    seen.seen(kind)
}

/// The bounds of a chance node, `weights` being the outcomes' probabilities.
pub(super) fn of_chance(edges: impl Iterator<Item = (f32, Interval)>) -> Interval {
    let (mut low, mut high) = (0.0, 0.0);
    for (weight, bounds) in edges {
        low += f64::from(weight) * f64::from(bounds.low);
        high += f64::from(weight) * f64::from(bounds.high);
    }
    Interval {
        low: (low as f32).max(-1.0),
        high: (high as f32).min(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(low: f32, high: f32) -> Interval {
        Interval { low, high }
    }

    #[test]
    fn each_seat_takes_its_best() {
        let edges = [interval(-1.0, 0.5), interval(0.0, 0.25)];
        assert_eq!(of_decision(Kind::First, &edges), interval(0.0, 0.5));
        assert_eq!(of_decision(Kind::Second, &edges), interval(-1.0, 0.25));
    }

    #[test]
    fn dice_weigh_by_probability() {
        let edges = [(0.25, interval(-1.0, 1.0)), (0.75, interval(1.0, 1.0))];
        assert_eq!(of_chance(edges.into_iter()), interval(0.5, 1.0));
        assert_eq!(of_chance([(0.5, OPEN), (0.5, OPEN)].into_iter()), OPEN);
    }

    #[test]
    fn what_is_surely_worse_is_pruned_for_the_seat_that_decides() {
        let edges = [Interval::point(0.5), interval(-1.0, 0.25), OPEN];
        let sure_of = |kind| sure(kind, &edges);
        assert_eq!(sure_of(Kind::First), 0.5);
        assert!(is_pruned(Kind::First, edges[1], 0.5) && !is_pruned(Kind::First, edges[2], 0.5));
        assert_eq!(sure_of(Kind::Second), -0.25);
        assert!(is_pruned(Kind::Second, edges[0], sure_of(Kind::Second)));
    }
}
