//! Rules of thumb for the toy games.

use moonbase_engine::toy::{Courier, CourierAction, Nim, Pig, PigAction, Take};
use moonbase_engine::{AbsoluteValue, Game, Seat, Turn};

use super::Scripted;

impl Scripted for Pig {
    /// Rolls while a roll gains more points than it risks, on the average.
    fn score_actions(&self, actions: &[PigAction], scores: &mut Vec<f64>) {
        let gained: u8 = (2..=self.options().faces).sum();
        let rolls = self.at_risk() < gained + 1;
        scores.extend(
            actions
                .iter()
                .map(|a| score((*a == PigAction::Roll) == rolls)),
        );
    }

    fn evaluate(&self) -> AbsoluteValue {
        let lead = f64::from(self.points(Seat::First)) - f64::from(self.points(Seat::Second));
        ended(self).unwrap_or(AbsoluteValue(
            (lead / f64::from(self.options().target)).clamp(-0.9, 0.9),
        ))
    }
}

impl Scripted for Nim {
    /// Cancels the heaps where that is possible, else takes one stone from any.
    fn score_actions(&self, actions: &[Take], scores: &mut Vec<f64>) {
        let cancels = |take: &Take| {
            let heap = self.heaps()[take.heap as usize];
            self.sum() ^ heap ^ (heap - take.stones) == 0
        };
        let each = |take| 2.0 * score(cancels(take)) + score(take.stones == 1);
        scores.extend(actions.iter().map(each));
    }

    fn evaluate(&self) -> AbsoluteValue {
        let mover = if self.sum() == 0 { -1.0 } else { 1.0 };
        ended(self).unwrap_or_else(|| match self.turn() {
            Turn::Decide(Seat::Second) => AbsoluteValue(-mover),
            _ => AbsoluteValue(mover),
        })
    }
}

impl Scripted for Courier {
    /// The courier runs when walking is too slow; the guard pushes while it can.
    fn score_actions(&self, actions: &[CourierAction], scores: &mut Vec<f64>) {
        let chosen = match self.turn() {
            Turn::Decide(Seat::Second) if self.at() > 0 => CourierAction::Push,
            Turn::Decide(Seat::Second) => CourierAction::Delay,
            _ if self.to_go() > self.actions_to_come() => CourierAction::Run,
            _ => CourierAction::Walk,
        };
        scores.extend(actions.iter().map(|action| score(*action == chosen)));
    }

    fn evaluate(&self) -> AbsoluteValue {
        // A run makes 4/3 of a step on the average.
        let reach = f64::from(self.actions_to_come()) * 4.0 / 3.0;
        let spare = reach - f64::from(self.to_go());
        ended(self).unwrap_or(AbsoluteValue((spare / 4.0).clamp(-0.9, 0.9)))
    }
}

fn score(good: bool) -> f64 {
    f64::from(u8::from(good))
}

fn ended<G: Game>(position: &G) -> Option<AbsoluteValue> {
    match position.turn() {
        Turn::Over(outcome) => Some(outcome.value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::testing::score_against_random;

    #[test]
    fn scripts_beat_random_play() {
        assert!(both::<Pig>() > 0.55);
        assert!(both::<Nim>() > 0.9);
        assert!(both::<Courier>() > 0.65);
    }

    /// Mean score over both seats.
    fn both<G: Scripted>() -> f64 {
        let [one, other] = Seat::BOTH.map(|seat| score_against_random::<G>(seat, 400));
        (one + other) / 2.0
    }
}
