//! What shots are worth: how likely they have an effect, and what they cost the target on average.

use std::sync::LazyLock;

use moonbase_engine::fg1::{Effect, ShotOdds, Status};

/// What a base has lost of its worth, by status. Rallying mends it, but until then it stands still or is an easy prey.
const LOST: [f32; 3] = [0.0, 0.06, 0.3];

/// Most dice of a shot.
const MOST_DICE: usize = 24;

/// A shot's chance to have an effect, and the share of the target's worth that it takes on average.
#[derive(Clone, Copy, Default, Debug)]
pub struct Blow {
    pub works: f32,
    pub harm: f32,
}

/// Blows by dice, save dice and the target's status.
pub type Blows = [[[Blow; 3]; 5]; MOST_DICE + 1];

static BLOWS: LazyLock<Blows> = LazyLock::new(|| {
    std::array::from_fn(|dice| {
        std::array::from_fn(|saves| {
            Status::ALL.map(|status| expected(dice as u8, saves as u8, status))
        })
    })
});

/// All blows.
pub fn blows() -> &'static Blows {
    &BLOWS
}

/// The blow of so many dice; none below one die.
#[inline]
pub fn blow(table: &Blows, dice: i8, saves: u8, status: Status) -> Blow {
    let dice = usize::from(dice.max(0) as u8).min(MOST_DICE);
    table[dice][usize::from(saves)][status as usize]
}

/// What a base has lost of its worth.
pub fn lost(status: Status) -> f32 {
    LOST[status as usize]
}

fn expected(dice: u8, saves: u8, status: Status) -> Blow {
    let odds = ShotOdds::new(dice, saves, status);
    let chance = |effect| odds.probability(effect) as f32;
    let to = |effect, after: f32| chance(effect) * (after - lost(status));
    Blow {
        works: 1.0 - chance(Effect::None),
        harm: to(Effect::Pinned, lost(Status::Pinned))
            + to(Effect::Suppressed, lost(Status::Suppressed))
            + to(Effect::Killed, 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blows_by_hand() {
        // Two dice, no save: of 36 throws ten pin and one suppresses.
        let shot = blow(blows(), 2, 0, Status::Ok);
        assert!((shot.works - 11.0 / 36.0).abs() < 1e-6);
        assert!((shot.harm - (10.0 * 0.06 + 0.3) / 36.0).abs() < 1e-6);
        // A suppressed base is killed by two hits.
        let shot = blow(blows(), 2, 0, Status::Suppressed);
        assert!((shot.works - 1.0 / 36.0).abs() < 1e-6);
        assert!((shot.harm - 0.7 / 36.0).abs() < 1e-6);
        assert_eq!(blow(blows(), -3, 2, Status::Ok).harm, 0.0);
    }
}
