//! Fire: who can shoot at whom with how many dice, questions to the other side, and what a shot does.

use super::base::{BaseId, Firers, Mode, SHORT_RANGE, SideMask, Status};
use super::notation::Effect;
use super::rules::Volley;
use super::state::{Act, Fg1, Question, Stage};

/// A target as the other side sees it.
#[derive(Clone, Copy)]
pub(super) struct Aim {
    pub target: BaseId,
    /// Those able to fire at it.
    pub able: SideMask,
    /// Of these, those at long range.
    pub far: SideMask,
    /// What the target adds to the dice of the firers.
    pub modifier: i8,
    /// Fewer dice can have no effect.
    pub fewest: i8,
}

impl Aim {
    /// The dice of a shot.
    #[inline]
    fn dice(&self, firers: SideMask, sum: u8) -> i8 {
        let long = if firers & self.far != 0 { 2 } else { 0 };
        sum as i8 + self.modifier - long
    }

    /// Can these fire at it together?
    #[inline]
    pub fn takes(&self, volley: &Volley) -> bool {
        let able = volley.mask & !self.able == 0;
        able && self.dice(volley.mask, volley.dice) >= self.fewest
    }
}

impl Fg1 {
    /// How a target is seen by those of `firers` that are within `farthest` hexes.
    #[inline]
    pub(super) fn aim(&self, target: BaseId, firers: SideMask, farthest: u8) -> Aim {
        let (mut able, mut far) = (0, 0);
        let to = self.cell_of(target);
        for firer in BaseId::all_in(target.side().other(), firers) {
            let reach = match self.status(firer) {
                Status::Ok => self.kind(firer).range(),
                Status::Pinned => self.kind(firer).range().min(SHORT_RANGE),
                Status::Suppressed => continue,
            };
            let distance = self.field().distance(self.cell_of(firer), to);
            if distance <= reach.min(farthest) && self.sees(firer, target) {
                able |= firer.bit();
                if distance > SHORT_RANGE {
                    far |= firer.bit();
                }
            }
        }
        Aim {
            target,
            able,
            far,
            modifier: self.modifier(target),
            fewest: self.fewest_dice(target),
        }
    }

    /// Fewer can have no effect.
    #[inline]
    fn fewest_dice(&self, target: BaseId) -> i8 {
        1 + i8::from(self.status(target) != Status::Ok)
    }

    /// Cover, hovering, loading.
    #[inline]
    fn modifier(&self, target: BaseId) -> i8 {
        let cover = self.field().terrain(self.cell_of(target)).cover() as i8;
        let hovers = self.conditions[target.index()].mode == Mode::Hover;
        let loads = self.act.is_loading() && self.act.actor() == Some(target);
        3 * i8::from(hovers) + i8::from(loads) - cover
    }

    /// The dice of a shot by these firers at a target in view; the rules allow it from 1 on, from 2 on if the target
    /// is not `ok`.
    pub fn shot_dice(&self, firers: Firers, target: BaseId) -> i8 {
        let aim = self.aim(target, firers.mask(), u8::MAX);
        let sum = firers.bases().map(|base| self.kind(base).dice()).sum();
        aim.dice(firers.mask(), sum)
    }

    /// Asks the other side whether it answers the action under way, if it can, and in another way than when it
    /// was asked last. Was it asked?
    pub(super) fn ask(&mut self) -> bool {
        let Some(actor) = self.act.actor() else {
            return false;
        };
        let other = self.side.other();
        let aim = self.aim(actor, self.on_board(other) & !self.spent, SHORT_RANGE);
        if aim.able == 0 {
            return false;
        }
        let volleys = self.rules.volleys[other].iter();
        let firers = volleys
            .filter(|volley| aim.takes(volley))
            .fold(0, |mask, volley| mask | volley.mask);
        let question = Some(Question {
            firers,
            modifier: aim.modifier,
        });
        if firers == 0 || self.asked == question {
            return false;
        }
        (self.asked, self.stage) = (question, Stage::Answer);
        true
    }

    /// Can these answer the question?
    #[inline]
    pub(super) fn answers(question: Question, volley: &Volley) -> bool {
        let able = volley.mask & !question.firers == 0;
        able && volley.dice as i8 + question.modifier > 0
    }

    /// What the shot in the air does.
    pub(super) fn land(&mut self, effect: Effect) {
        let Stage::Shot { firers, target } = self.stage else {
            unreachable!("a shot lands that was fired");
        };
        match effect {
            Effect::None => return self.miss(firers),
            Effect::Pinned => self.conditions[target.index()].status = Status::Pinned,
            Effect::Suppressed => self.conditions[target.index()].status = Status::Suppressed,
            Effect::Killed => self.kill(target),
        }
        if self.alive(target.side()) == 0 {
            self.wipe_out(target.side());
        } else if self.act == Act::None {
            self.finish();
        } else {
            self.begin_next_initiative();
        }
    }

    /// Without effect, offensive fire ends the initiative; defensive fire spends the firers.
    fn miss(&mut self, firers: Firers) {
        if self.act == Act::None {
            return self.begin_next_initiative();
        }
        self.spent |= firers.mask();
        if !self.ask() {
            self.go_on();
        }
    }
}
