//! Gumbel search (Danihelka, Guez, Schrittwieser and Silver, "Policy improvement by planning with Gumbel", 2022).
//!
//! **At the root** the `m` actions of the greatest `g + ln p` are drawn without replacement (`g` standard Gumbel noise,
//! `p` the prior) and sequential halving shares the budget among them: in each of `ceil(log2 m)` phases every action
//! that is left gets the same number of visits, then the worse half by `g + ln p + σ(q)` is dropped. The phases are
//! equal parts of the budget, of simulations or of time.
//!
//! **Below** the action of the greatest `π'(e) - n / (1 + N)` is taken, with `π' = softmax(ln p + σ(q̂))`.
//!
//! `σ(q) = (50 + max n) · c · (q + 1) / 2`; an action without visits has `q̂ = (v + Σn · Σ(p q) / Σp) / (1 + Σn)`, sums over
//! the visited ones, `v` the node's own evaluation. A policy chosen so improves on `p` in expectation, when the
//! values are right.

use moonbase_engine::chance::MoonRng;
use rand::RngExt;

use super::selection::View;

/// Actions considered at the root.
const CONSIDERED: usize = 16;

/// The visits that `σ` starts from.
const START_VISITS: f32 = 50.0;

fn sigma(value: f32, most_visits: u32, c: f32) -> f32 {
    (START_VISITS + most_visits as f32) * c * (value + 1.0) / 2.0
}

fn log_prior(view: &View<'_>, i: usize) -> f32 {
    view.edges[i].weight.max(1e-8).ln()
}

fn most_visits(view: &View<'_>) -> u32 {
    let visits = (0..view.edges.len()).map(|i| view.visits(i));
    visits.max().unwrap_or(0)
}

/// `q̂` of an edge without visits.
fn completed(view: &View<'_>) -> f32 {
    let node = view.node;
    let own = node.kind.sign() * node.own_total / node.own.max(1) as f32;
    let (mut visits, mut mass, mut sum) = (0, 0.0, 0.0);
    for (i, edge) in view.edges.iter().enumerate() {
        if view.visits(i) > 0 {
            visits += view.visits(i);
            mass += edge.weight;
            sum += edge.weight * view.mean(i);
        }
    }
    let visits = visits as f32;
    (own + visits * sum / mass.max(1e-8)) / (1.0 + visits)
}

/// `π'` and `q̂`, an edge each.
pub(super) fn improved_policy(view: &View<'_>, c: f32) -> (Vec<f32>, Vec<f32>) {
    let (most, without) = (most_visits(view), completed(view));
    let value = |i: usize| match view.visits(i) {
        0 => without,
        _ => view.mean(i),
    };
    let values: Vec<f32> = (0..view.edges.len()).map(value).collect();
    let logits = values.iter().enumerate();
    let logits = logits.map(|(i, value)| log_prior(view, i) + sigma(*value, most, c));
    let mut policy: Vec<f32> = logits.collect();
    let top = policy.iter().copied().fold(f32::MIN, f32::max);
    policy.iter_mut().for_each(|p| *p = (*p - top).exp());
    let total: f32 = policy.iter().sum();
    policy.iter_mut().for_each(|p| *p /= total);
    (policy, values)
}

/// Sequential halving at the root.
#[derive(Clone, Debug, Default)]
pub(super) struct Halving {
    /// `g + ln p` of every edge.
    scores: Vec<f32>,
    /// The edges that are left.
    left: Vec<usize>,
    phases: u32,
    phase: u32,
}

impl Halving {
    /// Begins with the root's edges.
    pub fn begin(&mut self, view: &View<'_>, rng: &mut MoonRng) {
        let noisy = |i: usize| log_prior(view, i) + gumbel(rng);
        self.scores = (0..view.edges.len()).map(noisy).collect();
        self.left = (0..view.edges.len()).collect();
        let scores = &self.scores;
        self.left.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
        self.left.truncate(CONSIDERED);
        self.phases = self.left.len().next_power_of_two().trailing_zeros().max(1);
        self.phase = 0;
    }

    pub fn has_begun(&self) -> bool {
        !self.left.is_empty()
    }

    /// The edge to visit next, so much of the budget (0 to 1) being used up.
    pub fn choose(&mut self, view: &View<'_>, c: f32, progress: f32) -> usize {
        let phase = ((progress * self.phases as f32) as u32).min(self.phases - 1);
        while self.phase < phase {
            self.phase += 1;
            self.halve(view, c);
        }
        let open = self.left.iter().filter(|i| !view.bounds[**i].is_point());
        let next = open.min_by_key(|i| view.visits(**i));
        next.copied().unwrap_or(self.left[0])
    }

    fn halve(&mut self, view: &View<'_>, c: f32) {
        self.sort(view, c);
        self.left.truncate(self.left.len().div_ceil(2).max(2));
    }

    fn sort(&mut self, view: &View<'_>, c: f32) {
        let most = most_visits(view);
        let score = |i: usize| match view.visits(i) {
            0 => f32::MIN,
            _ => self.scores[i] + sigma(view.mean(i), most, c),
        };
        self.left.sort_by(|a, b| score(*b).total_cmp(&score(*a)));
    }

    /// The best of the edges that are left.
    pub fn best(&mut self, view: &View<'_>, c: f32) -> Option<usize> {
        self.sort(view, c);
        self.left.first().copied()
    }
}

/// A standard Gumbel draw.
fn gumbel(rng: &mut MoonRng) -> f32 {
    let uniform: f64 = 1.0 - rng.random::<f64>();
    -(-uniform.ln()).max(f64::MIN_POSITIVE).ln() as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::chance::rng_for;

    #[test]
    fn gumbel_draws_have_their_mean_and_variance() {
        let mut rng = rng_for(1, 0);
        let draws: Vec<f64> = (0..40_000).map(|_| gumbel(&mut rng).into()).collect();
        let mean = draws.iter().sum::<f64>() / 40_000.0;
        let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 40_000.0;
        assert!((mean - 0.5772).abs() < 0.02, "{mean}");
        let exact = std::f64::consts::PI.powi(2) / 6.0;
        assert!((variance - exact).abs() < 0.05, "{variance}");
    }
}
