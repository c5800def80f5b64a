//! Which action a simulation takes.
//!
//! With `N` visits of the node, `n` of the edge, its value `q` (for the seat that decides, in [-1, 1]) and its prior
//! `p`, the edge of the greatest score is taken:
//! - **UCB1** (Auer, Cesa-Bianchi and Fischer 2002; in trees UCT, Kocsis and Szepesvári 2006):
//!   `q + c · sqrt(ln N / n)`;
//! - **UCB1-tuned** (Auer et al. 2002, § 4): `q + c · sqrt(ln N / n · min(1, s² + sqrt(2 ln N / n)))` with the variance
//!   `s²` of the values seen; 1 is the greatest variance in [-1, 1];
//! - **PUCT** (Rosin 2011, as in AlphaZero): `q + c · p · sqrt(N) / (1 + n)`;
//! - **Gumbel** (Danihelka, Guez, Schrittwieser and Silver 2022): `π'(e) - n / (1 + N)` with the improved policy
//!   `π' = softmax(ln p + σ(q))`; at the root sequential halving, see [`super::gumbel`].
//!
//! `c` is multiplied by the game's [`return_scale`](moonbase_engine::Game::return_scale), but for Gumbel's, which is of another kind, and so is `f` below.
//!
//! An edge not tried yet has no `q`: UCB1 and UCB1-tuned try it first; with `fpu=f`, and always in PUCT, it counts as
//! the node's value less `f` (first-play urgency, Gelly and Wang 2006).
//!
//! What is proven overrules: pruned edges are never taken, a proven edge's score is its exact value with no bonus, and no
//! score leaves the edge's bounds. At the root a proven edge has nothing left to tell and is passed over.
//!
//! While simulations are under way (batches, threads), each counts as a visit that lost: virtual loss (Chaslot,
//! Winands and van den Herik 2008).

use super::proof::{Interval, is_pruned, sure};
use super::tree::{Edge, Node};

/// How actions are selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Select {
    Ucb1,
    Ucb1Tuned,
    Puct,
    Gumbel,
}

/// How a search explores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Exploration {
    pub select: Select,
    pub c: f32,
    /// What an untried action is taken to be worse than its node; `None`: it is tried at once.
    pub fpu: Option<f32>,
}

impl Exploration {
    /// The defaults.
    pub fn of(select: Select) -> Exploration {
        let (c, fpu) = match select {
            Select::Ucb1 => (0.5, None),
            Select::Ucb1Tuned => (1.0, None),
            Select::Puct => (1.5, Some(0.2)),
            Select::Gumbel => (0.1, None),
        };
        Exploration { select, c, fpu }
    }

    /// For a game with this return scale: bonuses as large beside its values as they are beside those of a game that is won or
    /// lost. Gumbel has no bonus; its `c` weighs values against priors.
    pub fn scaled(self, scale: f64) -> Exploration {
        let scale = scale as f32;
        Exploration {
            c: match self.select {
                Select::Gumbel => self.c,
                _ => self.c * scale,
            },
            fpu: self.fpu.map(|fpu| fpu * scale),
            ..self
        }
    }
}

/// A node and its edges.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub node: &'a Node,
    pub edges: &'a [Edge],
    pub bounds: &'a [Interval],
    /// Simulations under way through each edge; empty for none.
    pub flights: &'a [u16],
    /// Variance of each edge's values, for UCB1-tuned only.
    pub variances: &'a [f32],
}

impl View<'_> {
    #[inline]
    fn flight(&self, i: usize) -> u16 {
        self.flights.get(i).copied().unwrap_or(0)
    }

    /// Visits of an edge, with those under way.
    pub fn visits(&self, i: usize) -> u32 {
        self.edges[i].visits + u32::from(self.flight(i))
    }

    /// Visits of all edges, with those under way.
    pub fn total(&self) -> u32 {
        (0..self.edges.len()).map(|i| self.visits(i)).sum()
    }

    /// Value of an edge for the seat that decides, those under way counted as lost; it must have visits.
    #[inline]
    pub fn mean(&self, i: usize) -> f32 {
        let (edge, flights) = (&self.edges[i], f32::from(self.flight(i)));
        let seen = self.node.kind.sign() * edge.value;
        if flights == 0.0 {
            return seen;
        }
        let visits = edge.visits as f32;
        (visits * seen - flights) / (visits + flights)
    }

    /// What the seat is sure of; -1 if nothing is proven.
    pub fn sure(&self) -> f32 {
        if self.node.bounded {
            sure(self.node.kind, self.bounds)
        } else {
            -1.0
        }
    }

    pub fn pruned(&self, i: usize, sure: f32) -> bool {
        self.node.bounded && is_pruned(self.node.kind, self.bounds[i], sure)
    }
}

/// The edge to take at a decision node.
pub(super) fn choose(view: View<'_>, how: &Exploration, root: bool) -> usize {
    let sure = view.sure();
    let scorer = Scorer::new(view, how);
    let (mut best, mut best_score) = (None, f32::NEG_INFINITY);
    for i in 0..view.edges.len() {
        if view.node.bounded && (view.pruned(i, sure) || root && view.bounds[i].is_point()) {
            continue;
        }
        let score = scorer.bounded_score(i);
        if score > best_score || best.is_none() {
            (best, best_score) = (Some(i), score);
        }
        if score == f32::INFINITY {
            break;
        }
    }
    best.unwrap_or(0)
}

struct Scorer<'a> {
    view: View<'a>,
    how: &'a Exploration,
    /// What an untried edge counts as.
    untried: f32,
    log: f32,
    /// `c` times what all bonuses of the node have in common.
    weight: f32,
    policy: Vec<f32>,
}

impl<'a> Scorer<'a> {
    fn new(view: View<'a>, how: &'a Exploration) -> Self {
        let flying: u32 = view.flights.iter().map(|f| u32::from(*f)).sum();
        let visits = (view.node.visits + flying).max(1) as f32;
        let seen = view.node.kind.sign() * view.node.value;
        let untried = match (how.fpu, how.select) {
            (Some(fpu), _) => seen - fpu,
            (None, Select::Puct) => seen,
            (None, _) => f32::INFINITY,
        };
        let (log, weight) = match how.select {
            Select::Ucb1 => (0.0, how.c * visits.ln().sqrt()),
            Select::Ucb1Tuned => (visits.ln(), how.c),
            Select::Puct => (0.0, how.c * visits.sqrt()),
            Select::Gumbel => (0.0, 1.0 / (1.0 + visits)),
        };
        let policy = match how.select {
            Select::Gumbel => super::gumbel::improved_policy(&view, how.c).0,
            _ => Vec::new(),
        };
        Scorer {
            view,
            how,
            untried,
            log,
            weight,
            policy,
        }
    }

    /// The score, within what is proven.
    #[inline]
    fn bounded_score(&self, i: usize) -> f32 {
        let score = self.score(i);
        if !self.view.node.bounded || self.how.select == Select::Gumbel {
            return score;
        }
        let bounds = self.view.bounds[i].seen(self.view.node.kind);
        if bounds.is_point() {
            return bounds.low;
        }
        // A bound of 1 says nothing, and would make equals of all that is promising.
        let high = if bounds.high < 1.0 {
            bounds.high
        } else {
            f32::INFINITY
        };
        score.min(high).max(bounds.low)
    }

    #[inline]
    fn score(&self, i: usize) -> f32 {
        let visits = self.view.visits(i) as f32;
        if self.how.select == Select::Gumbel {
            return self.policy[i] - visits * self.weight;
        }
        let mean = if visits == 0.0 {
            self.untried
        } else {
            self.view.mean(i)
        };
        mean + self.bonus(i, visits)
    }

    #[inline]
    fn bonus(&self, i: usize, visits: f32) -> f32 {
        match self.how.select {
            Select::Puct => self.weight * self.view.edges[i].weight / (1.0 + visits),
            Select::Ucb1 => self.weight / visits.max(1.0).sqrt(),
            _ => {
                let rate = self.log / visits.max(1.0);
                let spread = self.view.variances.get(i).copied().unwrap_or(1.0);
                self.weight * (rate * (spread + (2.0 * rate).sqrt()).min(1.0)).sqrt()
            }
        }
    }
}

/// The edge to play: of those not pruned the most visited one, but a proven edge if it is worth as much. Of
/// equals the one with the better value, then the greater prior, then the first.
pub(super) fn final_choice(view: View<'_>) -> Option<usize> {
    let sure = view.sure();
    let sign = view.node.kind.sign();
    let open = (0..view.edges.len()).filter(|i| !view.pruned(*i, sure));
    let rank = |i: &usize| {
        let edge = &view.edges[*i];
        (edge.visits, sign * edge.value, edge.weight)
    };
    let better = |a: &usize, b: &usize| {
        let (a, b) = (rank(a), rank(b));
        let visits = a.0.cmp(&b.0);
        visits.then(a.1.total_cmp(&b.1)).then(a.2.total_cmp(&b.2))
    };
    let most = open.clone().rev().max_by(better)?;
    let seen = |i: usize| view.bounds[i].seen(view.node.kind);
    let proven = open.filter(|i| seen(*i).is_point());
    let proven = proven.max_by(|a, b| seen(*a).low.total_cmp(&seen(*b).low));
    let worth = if view.edges[most].visits == 0 {
        -1.0
    } else {
        sign * view.edges[most].value
    };
    Some(proven.filter(|i| seen(*i).low >= worth).unwrap_or(most))
}

/// Are all edges but one pruned?
pub(super) fn is_settled(view: View<'_>) -> bool {
    let sure = view.sure();
    view.node.bounded
        && (0..view.edges.len())
            .filter(|i| !view.pruned(*i, sure))
            .count()
            == 1
}

#[cfg(test)]
mod tests {
    use super::super::proof::OPEN;
    use super::super::tree::Kind;
    use super::*;

    fn node(kind: Kind, visits: u32, bounded: bool) -> Node {
        Node {
            first: 0,
            edges: 3,
            kind,
            bounded,
            visits,
            own: 0,
            own_total: 0.0,
            own_square: 0.0,
            value: 0.1,
            square: 1.0,
            bounds: OPEN,
        }
    }

    fn edge(visits: u32, value: f32, weight: f32) -> Edge {
        Edge {
            child: 1,
            visits,
            value,
            weight,
        }
    }

    fn pick(node: &Node, edges: &[Edge], bounds: &[Interval], how: Exploration) -> usize {
        let flights = vec![0; edges.len()];
        let view = View {
            node,
            edges,
            bounds,
            flights: &flights,
            variances: &[],
        };
        choose(view, &how, false)
    }

    const fn how(select: Select, c: f32, fpu: Option<f32>) -> Exploration {
        Exploration { select, c, fpu }
    }

    /// UCB1 with c = 1, N = 100 (ln N = 4.605): 0.5 + sqrt(4.605 / 60) = 0.777; 0.3 + sqrt(4.605 / 20) = 0.780.
    #[test]
    fn ucb1_by_hand() {
        let edges = [edge(60, 0.5, 0.0), edge(20, 0.3, 0.0), edge(20, 0.2, 0.0)];
        let ucb1 = how(Select::Ucb1, 1.0, None);
        let of = |edges: &[Edge]| pick(&node(Kind::First, 100, false), edges, &[OPEN; 3], ucb1);
        assert_eq!(of(&edges), 1);
        assert_eq!(of(&[edges[0], edge(20, 0.29, 0.0), edges[2]]), 0);
        assert_eq!(of(&[edges[0], edges[1], edge(0, 0.0, 0.0)]), 2);
    }

    /// PUCT with c = 1, N = 16: 0.5 + 4 · 0.2 / 11 = 0.573; 0.1 + 4 · 0.5 / 5 = 0.5; untried 0.1 - 0.2 + 4 · 0.3 = 1.1.
    #[test]
    fn puct_by_hand() {
        let edges = [edge(10, 0.5, 0.2), edge(4, 0.1, 0.5), edge(0, 0.0, 0.3)];
        let of = |fpu| {
            let puct = how(Select::Puct, 1.0, Some(fpu));
            pick(&node(Kind::First, 16, false), &edges, &[OPEN; 3], puct)
        };
        assert_eq!((of(0.2), of(0.8)), (2, 0));
    }

    /// Values, bonuses and urgency a tenth as large: the same choices.
    #[test]
    fn exploration_is_in_proportion_to_the_returns() {
        let cases = [
            (4, 0.3, Select::Puct),
            (4, 0.1, Select::Puct),
            (0, 0.0, Select::Puct),
            (4, 0.3, Select::Ucb1),
        ];
        for (n, value, select) in cases {
            let of = |scale: f32| {
                let edges = [edge(10, 0.5 * scale, 0.2), edge(n, value * scale, 0.3)];
                let how = how(select, 1.0, (select == Select::Puct).then_some(0.2));
                let mut node = node(Kind::First, 14, false);
                (node.edges, node.value) = (2, 0.1 * scale);
                pick(&node, &edges, &[OPEN; 2], how.scaled(scale.into()))
            };
            assert_eq!(of(1.0), of(0.1), "{n} {value} {select:?}");
        }
        assert_eq!(Exploration::of(Select::Gumbel).scaled(0.1).c, 0.1);
    }

    #[test]
    fn the_second_seat_seeks_small_values() {
        let edges = [edge(5, 0.5, 0.0), edge(5, -0.5, 0.0), edge(5, 0.0, 0.0)];
        let ucb1 = how(Select::Ucb1, 0.1, None);
        assert_eq!(
            pick(&node(Kind::Second, 15, false), &edges, &[OPEN; 3], ucb1),
            1
        );
    }

    #[test]
    fn pruned_edges_are_not_taken_and_proven_ones_get_no_bonus() {
        let edges = [edge(5, 0.5, 0.0), edge(5, 0.4, 0.0), edge(5, 0.0, 0.0)];
        let low = Interval {
            low: -1.0,
            high: 0.3,
        };
        let bounds = [Interval::point(0.5), low, OPEN];
        let bounded = node(Kind::First, 15, true);
        assert_eq!(
            pick(&bounded, &edges, &bounds, how(Select::Ucb1, 0.0, None)),
            0
        );
        assert_eq!(
            pick(&bounded, &edges, &bounds, how(Select::Ucb1, 1.0, None)),
            2
        );
    }

    #[test]
    fn the_final_choice_is_the_most_visited_or_a_proven_one_as_good() {
        let edges = [edge(5, 0.5, 0.0), edge(9, 0.4, 0.0), edge(1, 0.0, 0.0)];
        let chosen = |bounds: &[Interval], bounded| {
            let node = node(Kind::First, 15, bounded);
            let flights = [0; 3];
            final_choice(View {
                node: &node,
                edges: &edges,
                bounds,
                flights: &flights,
                variances: &[],
            })
        };
        assert_eq!(chosen(&[OPEN; 3], false), Some(1));
        assert_eq!(chosen(&[OPEN, OPEN, Interval::point(0.6)], true), Some(2));
        assert_eq!(chosen(&[OPEN, OPEN, Interval::point(0.2)], true), Some(1));
    }
}
