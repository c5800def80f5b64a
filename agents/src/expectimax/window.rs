//! Windows of values that matter, bounds on what is known, and the branches of chance nodes.

use moonbase_engine::{Game, Seat, Turn};

/// A window of values that matter; absolute.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: f64,
    pub beta: f64,
}

pub(super) const FULL: Window = Window {
    alpha: f64::NEG_INFINITY,
    beta: f64::INFINITY,
};

/// What is known of a position's value; absolute.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Bounds {
    pub low: f64,
    pub high: f64,
}

/// Nothing is known.
pub(super) const OPEN: Bounds = Bounds {
    low: -1.0,
    high: 1.0,
};

/// An outcome of a chance node: its position, weight, probability, and what is known of its value.
pub(super) struct Branch<G> {
    pub next: G,
    weight: f64,
    p: f64,
    pub bounds: Bounds,
}

impl Window {
    pub fn contains(self, value: f64) -> bool {
        self.alpha < value && value < self.beta
    }

    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// A value is there for the seat's taking.
    pub fn raise(&mut self, seat: Seat, value: f64) {
        match seat {
            Seat::First => self.alpha = self.alpha.max(value),
            Seat::Second => self.beta = self.beta.min(value),
        }
    }

    pub fn within(self, bounds: Bounds) -> Window {
        // Bounds that are attained must not be cut off: only what lies strictly outside is.
        let alpha = if bounds.low > self.alpha {
            bounds.low.next_down()
        } else {
            self.alpha
        };
        let beta = if bounds.high < self.beta {
            bounds.high.next_up()
        } else {
            self.beta
        };
        Window { alpha, beta }
    }

    /// The values of an outcome that matter to its chance node.
    pub fn of_branch<G>(self, sum: Bounds, branch: &Branch<G>) -> Window {
        let Branch { p, bounds, .. } = branch;
        Window {
            alpha: (self.alpha - (sum.high - p * bounds.high)) / p,
            beta: (self.beta - (sum.low - p * bounds.low)) / p,
        }
    }
}

impl Bounds {
    /// The bounds of a chance node.
    pub fn of<G>(branches: &[Branch<G>]) -> Bounds {
        Bounds {
            low: branches.iter().map(|b| b.p * b.bounds.low).sum(),
            high: branches.iter().map(|b| b.p * b.bounds.high).sum(),
        }
    }

    pub fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// A bound that lies outside the window, if these bounds prove one.
    pub fn cut(self, window: Window) -> Option<f64> {
        if self.low >= window.beta {
            Some(self.low)
        } else {
            (self.high <= window.alpha).then_some(self.high)
        }
    }

    /// A value, if these bounds say all that the window asks.
    pub fn decide(self, window: Window) -> Option<f64> {
        let exact = self.is_exact().then_some(self.low);
        exact.or_else(|| self.cut(window))
    }

    /// What a search in `window` that came to `value` adds.
    pub fn learn(self, value: f64, window: Window) -> Bounds {
        if value <= window.alpha {
            self.at_most(value)
        } else if value >= window.beta {
            self.at_least(value)
        } else {
            Bounds {
                low: value,
                high: value,
            }
        }
    }

    pub fn at_least(self, value: f64) -> Bounds {
        let low = self.low.max(value);
        Bounds { low, ..self }
    }

    pub fn at_most(self, value: f64) -> Bounds {
        let high = self.high.min(value);
        Bounds { high, ..self }
    }

    /// Narrows the sum of a chance node by what was learned about a branch.
    pub fn replace<G>(&mut self, branch: &mut Branch<G>, learned: Bounds) {
        self.low += branch.p * (learned.low - branch.bounds.low);
        self.high += branch.p * (learned.high - branch.bounds.high);
        branch.bounds = learned;
    }
}

pub(super) fn branches<G: Game>(position: &G) -> Vec<Branch<G>> {
    let mut outcomes = Vec::new();
    position.chance_outcomes(&mut outcomes);
    let total = outcomes.iter().map(|(_, weight)| *weight).sum::<u64>() as f64;
    let branch = |(outcome, weight): (G::Chance, u64)| {
        let mut next = position.clone();
        next.resolve_unchecked(outcome);
        Branch {
            bounds: known_of(&next),
            next,
            weight: weight as f64,
            p: weight as f64 / total,
        }
    };
    outcomes.into_iter().map(branch).collect()
}

/// What a position shows of its value without a search: all of it when the game is over.
pub(super) fn known_of<G: Game>(position: &G) -> Bounds {
    match position.turn() {
        Turn::Over(outcome) => Bounds {
            low: outcome.value.0,
            high: outcome.value.0,
        },
        _ => OPEN,
    }
}

/// The mean of values that are all known, summed as plain search does.
pub(super) fn mean<G>(branches: &[Branch<G>]) -> f64 {
    let total: f64 = branches.iter().map(|b| b.weight).sum();
    let weighted = |branch: &Branch<G>| branch.weight * branch.bounds.low;
    branches.iter().map(weighted).sum::<f64>() / total
}
