//! Which outcome of the dice a simulation follows.
//!
//! - **Exact** (the default): the first visit draws an outcome by its probability; every later one takes the outcome whose
//!   visits lag most behind it, `p · (N + 1) - n`. After `N` visits each outcome has had `p · N` of them, but for a
//!   rounding, so that the luck of sampling, of the order `1 / sqrt(N)`, is gone; and the node's value is the mean of
//!   the outcomes' values by their exact probabilities, `Σ p V / Σ p` over those seen. Outcomes whose value is proven
//!   are passed over: visits could not add anything.
//! - **Sampled**: an outcome is drawn by its probability, and the node's value is the mean of the simulations: what
//!   plain UCT does.
//! - **Progressive widening** (Couëtoux, Hoock, Sokolovska, Teytaud and Bonnard 2011), `widen=w`: after `N` visits at most
//!   `ceil(w · sqrt(N + 1))` outcomes are followed. For nodes with very many outcomes; 0 turns it off.

use moonbase_engine::chance::MoonRng;
use rand::RngExt;

use super::selection::View;

/// How outcomes are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChanceRule {
    Exact,
    Sampled,
}

/// The edge to follow at a chance node.
pub(super) fn choose(view: View<'_>, rule: ChanceRule, widen: f32, rng: &mut MoonRng) -> usize {
    let total = view.total();
    if rule == ChanceRule::Sampled || total == 0 {
        return draw(view, rng);
    }
    let visits = (total + 1) as f32;
    let seen = (0..view.edges.len()).filter(|i| view.visits(*i) > 0);
    let widened = widen > 0.0 && seen.clone().count() as f32 >= (widen * visits.sqrt()).ceil();
    let mass: f32 = match widened {
        true => seen.map(|i| view.edges[i].weight).sum(),
        false => 1.0,
    };
    let (mut best, mut greatest) = (None, f32::NEG_INFINITY);
    for (i, edge) in view.edges.iter().enumerate() {
        let visited = view.visits(i);
        if view.node.bounded && view.bounds[i].is_point() || widened && visited == 0 {
            continue;
        }
        let lag = edge.weight / mass * visits - visited as f32;
        if lag > greatest {
            (best, greatest) = (Some(i), lag);
        }
    }
    // All that were followed are proven: any will do.
    best.unwrap_or_else(|| draw(view, rng))
}

fn draw(view: View<'_>, rng: &mut MoonRng) -> usize {
    let mut left = rng.random::<f32>();
    for (i, edge) in view.edges.iter().enumerate() {
        left -= edge.weight;
        if left < 0.0 {
            return i;
        }
    }
    // Rounding can leave a crumb.
    view.edges.len() - 1
}
