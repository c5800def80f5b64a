//! TD(λ) on afterstates, in the line of TD-Gammon (Tesauro 1992, 1995; Sutton 1988).
//!
//! An afterstate is what an action leads to before chance has its say. The engine is exact, so that its value
//! follows from the net's: Q(s, a) = Σ p(outcome) V(s'), see [`crate::lookahead`]. Play is greedy in Q; with
//! probability ε any action is drawn instead (dice explore too, so that a small ε will do). At a seat's own decisions
//! 1 … T of a game that pays R the value learns the λ-return
//!
//! G_t = (1 - λ) V'_t + λ G_{t+1}, G_{T+1} = R, with V'_t = max_a Q(s_t, a);
//! G_t = V'_t where the action drawn was worse than the best.
//!
//! V'_t is the expectation of what TD-Gammon's next value samples. The second line cuts the return off, as in Watkins's
//! Q(λ) (1989): what follows a blunder made to explore says nothing of greedy play. Each seat has its own
//! net, and at the other seat's decisions the other net is asked.
//!
//! The policy learns by cross-entropy to name the greedy action, equal ones alike, and nothing else: it has no part in
//! play here, and makes the net playable without looking ahead.
//!
//! Limits: those of looking ahead. Every decision costs the evaluation of all afterstates.

use moonbase_engine::chance::MoonRng;

use crate::episode::{Step, draw};

/// Values this close are the same: positions that mirror each other differ in the last digits.
const SAME: f32 = 1e-6;

/// The greedy policy, shared evenly by the best actions, and their value.
pub fn greedy(values: &[f32]) -> (Vec<f32>, f32) {
    let best = values.iter().copied().fold(f32::MIN, f32::max);
    let count = values.iter().filter(|v| **v >= best - SAME).count();
    let share = 1.0 / count as f32;
    let of = |value: &f32| if *value >= best - SAME { share } else { 0.0 };
    (values.iter().map(of).collect(), best)
}

/// Draws from a greedy policy, or with probability ε from all actions alike. `value` is the best action's.
pub fn explore(policy: &[f32], value: f32, epsilon: f32, rng: &mut MoonRng) -> Step {
    let each = epsilon / policy.len() as f32;
    let log = policy.iter().map(|p| ((1.0 - epsilon) * p + each).ln());
    let (chosen, log_probability) = draw(&log.collect::<Vec<f32>>(), 1.0, rng);
    Step {
        chosen: chosen as u32,
        log_probability,
        value,
        explored: policy[chosen] == 0.0,
    }
}

/// G_1 … G_T.
pub fn returns(steps: &[Step], outcome: f32, lambda: f32) -> Vec<f32> {
    let mut returns = vec![0.0; steps.len()];
    let mut next = outcome;
    for (t, step) in steps.iter().enumerate().rev() {
        let lambda = if step.explored { 0.0 } else { lambda };
        next = (1.0 - lambda) * step.value + lambda * next;
        returns[t] = next;
    }
    returns
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::chance::rng_for;

    #[test]
    fn the_best_actions_share_the_greedy_policy() {
        let (policy, value) = greedy(&[0.2, 0.5, -1.0, 0.5 - 1e-8]);
        assert_eq!((policy, value), (vec![0.0, 0.5, 0.0, 0.5], 0.5));
        assert_eq!(greedy(&[-0.3]), (vec![1.0], -0.3));
    }

    #[test]
    fn returns_by_hand_are_cut_off_after_exploring() {
        let step = |value, explored| Step {
            value,
            explored,
            ..Step::default()
        };
        let steps = [step(0.2, false), step(-0.5, true), step(0.4, false)];
        // G_3 = ½ · 0.4 + ½ · 1, G_2 = V'_2, G_1 = ½ · 0.2 + ½ · -0.5.
        let found = returns(&steps, 1.0, 0.5);
        for (found, expected) in found.iter().zip([-0.15, -0.5, 0.7]) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
        assert!(returns(&[], 1.0, 0.5).is_empty());
    }

    #[test]
    fn epsilon_is_the_share_of_all_actions_alike() {
        let (policy, mut rng) = ([0.0, 1.0, 0.0, 0.0], rng_for(1, 1));
        let draws = 4000;
        let steps: Vec<Step> = (0..draws)
            .map(|_| explore(&policy, 0.1, 0.4, &mut rng))
            .collect();
        let explored = steps.iter().filter(|s| s.explored).count() as f64;
        // ε (n - 1) / n = 0.3.
        assert!((explored / f64::from(draws) - 0.3).abs() < 0.03);
        for step in steps {
            let p: f32 = if step.explored { 0.1 } else { 0.7 };
            assert_eq!(step.explored, step.chosen != 1);
            assert!((step.log_probability - p.ln()).abs() < 1e-5);
        }
        assert!(!explore(&policy, 0.1, 0.0, &mut rng).explored);
    }
}
