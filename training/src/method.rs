//! The ways in which a policy learns, and how their strengths change during a run.

use serde::{Deserialize, Serialize};

use crate::recipe::{RecipeError, check};

/// The way a policy learns.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Method {
    /// Proximal policy optimisation, see [`crate::ppo`].
    Ppo {
        /// The ratio of new to old probability counts within 1 ± clip.
        clip: f32,
        /// Weight of the policy's entropy at the start and at the end.
        entropy: f32,
        final_entropy: f32,
    },
    /// Policy improvement by looking one ply ahead, see [`crate::lookahead`].
    Lookahead {
        /// τ at the start: the smaller, the larger the steps. It falls by the same factor in each iteration.
        temperature: f32,
        /// τ at the end.
        final_temperature: f32,
        /// κ: how much of the old policy stays; it changes linearly.
        keep: f32,
        final_keep: f32,
        /// Share of decisions at which to look ahead; at the others the policy is played.
        share: f64,
        /// Iterations at the start in which only values are learned: before they mean something, what they
        /// say of actions is noise.
        warm_up: u64,
    },
    /// Policy improvement by short searches, see [`crate::search`].
    Search {
        /// Simulations of a search at the start.
        sims: u64,
        /// Simulations at the end; their number grows by the same factor in each iteration. Left out: as at the start.
        #[serde(default)]
        final_sims: Option<u64>,
        /// The `c` of σ at the start: how far values outweigh the policy. It grows by the same factor in each
        /// iteration.
        scale: f32,
        /// `c` at the end.
        final_scale: f32,
        /// Share of decisions at which to search, at the start; at the others the policy is played.
        share: f64,
        /// The share at the end; it changes by the same factor in each iteration. Left out: as at the start.
        #[serde(default)]
        final_share: Option<f64>,
        /// Iterations at the start in which only values are learned.
        warm_up: u64,
        /// Iterations at the start in which the policy learns to do what the rules of thumb do, and nothing is searched;
        /// they come before the warm-up is over.
        #[serde(default)]
        imitate: u64,
        /// T at the start: actions are drawn with probability proportional to p^(1/T). It changes linearly.
        #[serde(default = "one")]
        temperature: f32,
        #[serde(default = "one")]
        final_temperature: f32,
    },
    /// TD(λ) on afterstates, see [`crate::td`].
    Td {
        /// ε: share of decisions at which any action is drawn, at the start and at the end; it changes linearly.
        epsilon: f32,
        final_epsilon: f32,
    },
}

fn one() -> f32 {
    1.0
}

impl Method {
    pub(crate) fn check(&self) -> Result<(), RecipeError> {
        match *self {
            Method::Ppo {
                clip,
                entropy,
                final_entropy,
            } => {
                let none = "a number of 0 or more";
                check("ppo.clip", clip.into(), 1e-9, 1e9, "a number above 0")?;
                check("ppo.entropy", entropy.into(), 0.0, 1e9, none)?;
                check("ppo.final_entropy", final_entropy.into(), 0.0, 1e9, none)
            }
            Method::Lookahead {
                temperature,
                final_temperature,
                keep,
                final_keep,
                share,
                ..
            } => {
                let (first, last) = (temperature.into(), final_temperature.into());
                let positive = "a number above 0";
                check("lookahead.temperature", first, 1e-6, 1e9, positive)?;
                check("lookahead.final_temperature", last, 1e-6, 1e9, positive)?;
                check("lookahead.keep", keep.into(), 0.0, 1.0, "0 to 1")?;
                check(
                    "lookahead.final_keep",
                    final_keep.into(),
                    0.0,
                    1.0,
                    "0 to 1",
                )?;
                check("lookahead.share", share, 0.0, 1.0, "0 to 1")
            }
            Method::Search {
                sims,
                final_sims,
                scale,
                final_scale,
                share,
                final_share,
                temperature,
                final_temperature,
                ..
            } => {
                let (first, last) = (scale.into(), final_scale.into());
                let positive = "a number above 0";
                let (few, many) = (sims as f64, final_sims.unwrap_or(sims) as f64);
                check("search.sims", few, 2.0, 1e6, "2 to 1000000")?;
                check("search.final_sims", many, 2.0, 1e6, "2 to 1000000")?;
                check("search.scale", first, 1e-6, 1e9, positive)?;
                check("search.final_scale", last, 1e-6, 1e9, positive)?;
                check(
                    "search.temperature",
                    temperature.into(),
                    0.01,
                    100.0,
                    "0.01 to 100",
                )?;
                check(
                    "search.final_temperature",
                    final_temperature.into(),
                    0.01,
                    100.0,
                    "0.01 to 100",
                )?;
                let shares = "above 0, to 1";
                check("search.share", share, 1e-6, 1.0, shares)?;
                check(
                    "search.final_share",
                    final_share.unwrap_or(share),
                    1e-6,
                    1.0,
                    shares,
                )
            }
            Method::Td {
                epsilon,
                final_epsilon,
            } => {
                let (first, last) = (epsilon.into(), final_epsilon.into());
                check("td.epsilon", first, 0.0, 1.0, "0 to 1")?;
                check("td.final_epsilon", last, 0.0, 1.0, "0 to 1")
            }
        }
    }

    /// What the logits of a policy are multiplied by before an action is drawn: 1/T.
    pub fn sharpness(&self) -> f32 {
        match self {
            Method::Search { temperature, .. } => 1.0 / temperature,
            _ => 1.0,
        }
    }

    /// The method in iteration `iteration` (from 0) of `iterations`: with τ, κ, the weight of the entropy and
    /// the share of decisions for now. The values of the end are those that would come after the last iteration.
    pub fn at(&self, iteration: u64, iterations: u64) -> Method {
        let done = iteration as f32 / iterations as f32;
        let between = |from: f32, to: f32| from + (to - from) * done;
        let by_factors = |from: f32, to: f32| from * (to / from).powf(done);
        let growing = |from: f64, to: f64| from * (to / from).powf(f64::from(done));
        match *self {
            Method::Ppo {
                clip,
                entropy,
                final_entropy,
            } => Method::Ppo {
                clip,
                entropy: between(entropy, final_entropy),
                final_entropy,
            },
            Method::Lookahead {
                temperature,
                final_temperature,
                keep,
                final_keep,
                share,
                warm_up,
            } => Method::Lookahead {
                temperature: by_factors(temperature, final_temperature),
                final_temperature,
                keep: between(keep, final_keep),
                final_keep,
                share: if iteration < warm_up { 0.0 } else { share },
                warm_up,
            },
            Method::Search {
                sims,
                final_sims,
                scale,
                final_scale,
                share,
                final_share,
                warm_up,
                imitate,
                temperature,
                final_temperature,
            } => Method::Search {
                sims: growing(sims as f64, final_sims.unwrap_or(sims) as f64).round() as u64,
                final_sims,
                scale: by_factors(scale, final_scale),
                final_scale,
                share: match imitate <= iteration && iteration < warm_up {
                    true => 0.0,
                    false => growing(share, final_share.unwrap_or(share)),
                },
                final_share,
                warm_up,
                imitate: if iteration < imitate { imitate } else { 0 },
                temperature: between(temperature, final_temperature),
                final_temperature,
            },
            Method::Td {
                epsilon,
                final_epsilon,
            } => Method::Td {
                epsilon: between(epsilon, final_epsilon),
                final_epsilon,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(final_sims: Option<u64>, final_share: Option<f64>) -> Method {
        Method::Search {
            sims: 16,
            final_sims,
            scale: 1.0,
            final_scale: 4.0,
            share: 0.5,
            final_share,
            warm_up: 2,
            imitate: 0,
            temperature: 1.0,
            final_temperature: 0.5,
        }
    }

    fn at(method: Method, iteration: u64) -> (u64, f32, f64) {
        match method.at(iteration, 10) {
            Method::Search {
                sims, scale, share, ..
            } => (sims, scale, share),
            other => panic!("the method becomes {other:?}"),
        }
    }

    #[test]
    fn searches_become_larger_and_rarer_by_the_same_factor_each_time() {
        let growing = search(Some(256), Some(0.125));
        assert_eq!(at(growing, 0), (16, 1.0, 0.0), "values warm up first");
        let (sims, scale, share) = at(growing, 5);
        assert_eq!((sims, scale), (64, 2.0));
        assert!((share - 0.25).abs() < 1e-7, "{share}");
        assert_eq!(at(search(None, None), 9), (16, 4f32.powf(0.9), 0.5));
        assert!((growing.at(5, 10).sharpness() - 1.0 / 0.75).abs() < 1e-6);
    }

    #[test]
    fn what_is_out_of_range_is_named() {
        let fault = |method: Method| method.check().unwrap_err().to_string();
        assert!(fault(search(Some(1), None)).contains("search.final_sims cannot be 1"));
        assert!(fault(search(None, Some(0.0))).contains("search.final_share cannot be 0"));
        assert!(search(Some(2), Some(1.0)).check().is_ok());
    }
}
