//! Glicko (Glickman, "Parameter estimation in large paired comparison experiments", 1999), a game at a time, against
//! opponents whose strength is known.
//!
//! With `q = ln 10 / 400`, `E = 1 / (1 + 10^((opponent - r) / 400))` and `1/d² = q² E (1 - E)`:
//! `RD'² = 1 / (1/RD² + 1/d²)` and `r' = r + q RD'² (s - E)`.

use serde::{Deserialize, Serialize};

/// The deviation of somebody who is not known.
const UNSURE: f64 = 350.0;

/// The deviation never falls below this: people change.
const SUREST: f64 = 60.0;

/// A rating, its standard deviation, and how many games it is from.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strength {
    /// On the scale of the game's levels, of which the lowest has 0.
    pub rating: f64,
    pub deviation: f64,
    pub games: u32,
}

impl Strength {
    /// Nothing but a first guess.
    pub fn unsure(rating: f64) -> Strength {
        Strength {
            rating,
            deviation: UNSURE,
            games: 0,
        }
    }

    /// The score to be expected against an opponent of that rating: 0 to 1.
    pub fn expected(self, opponent: f64) -> f64 {
        1.0 / (1.0 + 10f64.powf((opponent - self.rating) / 400.0))
    }

    /// The strength after a game: win 1, draw ½, loss 0.
    ///
    /// ```
    /// use moonbase_play::player::Strength;
    /// let even = Strength::unsure(0.0).after(0.0, 0.5);
    /// assert_eq!((even.rating, even.games), (0.0, 1));
    /// assert!(even.deviation < 350.0);
    /// ```
    pub fn after(self, opponent: f64, score: f64) -> Strength {
        let q = std::f64::consts::LN_10 / 400.0;
        let expected = self.expected(opponent);
        let information = q * q * expected * (1.0 - expected);
        let variance = 1.0 / (self.deviation.powi(-2) + information);
        Strength {
            rating: self.rating + q * variance * (score - expected),
            deviation: variance.sqrt().max(SUREST),
            games: self.games.saturating_add(1),
        }
    }

    /// Can it be used? What a file says need not be.
    pub(super) fn is_sound(self) -> bool {
        self.rating.abs() <= 10_000.0 && (1.0..=UNSURE).contains(&self.deviation)
    }
}
