//! Legal actions as groups: each a verb, whom or where it concerns, and a mask of the free choice.
//!
//! A list, a count, and a uniformly random choice all come from the same groups, so that they
//! cannot disagree. Groups come in the rules' order, and so do the actions within a group.

use arrayvec::ArrayVec;
use rand::{Rng, RngExt};

use crate::bits::{Mask, nth_bit};

/// Legal actions of one verb that differ in one or two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)] // What is constant for a verb lies together: fewer stores.
pub struct Group<V> {
    pub verb: V,
    /// Choices for each bit of the mask.
    pub per: u8,
    /// The unit or the tile concerned.
    pub subject: u8,
    /// Number of actions; follows from the mask.
    count: u8,
    pub mask: u64,
}

impl<V> Group<V> {
    /// One action for each bit of the mask.
    #[inline(always)]
    pub(crate) fn new(verb: V, subject: u8, mask: impl Mask) -> Group<V> {
        Group::of_several(verb, subject, mask, 1)
    }

    /// `per` actions for each bit of the mask.
    #[inline(always)]
    pub(crate) fn of_several(verb: V, subject: u8, mask: impl Mask, per: u8) -> Group<V> {
        let (mask, count) = (mask.wide(), mask.count() * per);
        Group {
            verb,
            subject,
            per,
            count,
            mask,
        }
    }

    /// Number of actions in the group.
    #[inline]
    pub fn len(&self) -> u32 {
        u32::from(self.count)
    }

    /// Has the group no actions? (Groups handed out have some.)
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The mask's bit, and which of its choices, that action number `nth` of the group stands for.
    #[inline]
    pub(crate) fn choice(&self, nth: u32) -> (u8, u8) {
        let per = u32::from(self.per);
        if per == 1 {
            (nth_bit(self.mask, nth), 0)
        } else {
            (nth_bit(self.mask, nth / per), (nth % per) as u8)
        }
    }
}

/// A position has at most so many groups: one per tile of one verb, and a few of others.
const MAX_GROUPS: usize = 72;

/// All groups of a position.
pub(crate) type Groups<V> = ArrayVec<Group<V>, MAX_GROUPS>;

/// Receives groups; says whether it has had enough.
pub(crate) trait Sink<V>: FnMut(Group<V>) -> bool {}
impl<V, F: FnMut(Group<V>) -> bool> Sink<V> for F {}

/// Hands a group over unless it is empty; returns from the caller if the sink has had enough.
macro_rules! give {
    ($sink:ident, $verb:expr, $subject:expr, $mask:expr) => {
        let mask = $mask;
        if mask != 0 && $sink($crate::groups::Group::new($verb, $subject as u8, mask)) {
            return;
        }
    };
}
pub(crate) use give;

/// How many actions are legal, as far as it matters for going on by oneself.
pub(crate) enum Choice<A> {
    None,
    One(A),
    Many,
}

/// A position that knows its legal actions by groups.
pub(crate) trait Grouped {
    type Verb: Copy;
    type Action;

    /// Hands over the groups of legal actions, none of them empty, until the sink has had enough.
    fn each_group(&self, sink: &mut impl Sink<Self::Verb>);

    /// Action number `nth` of a group of this position.
    fn action_of(&self, group: Group<Self::Verb>, nth: u32) -> Self::Action;

    /// Is it certain that others follow the actions of this verb? Saves looking for them.
    #[inline]
    fn more_follow(&self, _verb: Self::Verb) -> bool {
        false
    }

    /// Is it certain at a glance that there is a true choice? Saves looking for it.
    #[inline]
    fn has_choice(&self) -> bool {
        false
    }

    #[inline(always)]
    fn groups(&self) -> Groups<Self::Verb> {
        let mut groups = Groups::new();
        self.each_group(&mut |group| {
            groups.push(group);
            false
        });
        groups
    }

    /// Is there no choice, one, or a true one?
    #[inline]
    fn choice(&self) -> Choice<Self::Action> {
        if self.has_choice() {
            return Choice::Many;
        }
        let (mut count, mut only) = (0, None);
        self.each_group(&mut |group| {
            count += group.len() + u32::from(self.more_follow(group.verb));
            only = Some(group);
            count > 1
        });
        match only {
            None => Choice::None,
            Some(group) if count == 1 => Choice::One(self.action_of(group, 0)),
            Some(_) => Choice::Many,
        }
    }

    /// Adds all actions to a list.
    fn list_actions(&self, actions: &mut Vec<Self::Action>) {
        self.each_group(&mut |group| {
            actions.extend((0..group.len()).map(|nth| self.action_of(group, nth)));
            false
        });
    }

    /// Number of actions.
    fn count_actions(&self) -> usize {
        let mut count = 0;
        self.each_group(&mut |group| {
            count += group.len() as usize;
            false
        });
        count
    }

    /// One of the actions, each as likely as another; there must be some.
    #[inline]
    fn select_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Self::Action {
        let mut groups = Groups::new();
        let mut count = 0;
        self.each_group(&mut |group| {
            count += group.len();
            groups.push(group);
            false
        });
        let mut nth = rng.random_range(0..count);
        for group in groups.iter().copied() {
            if nth < group.len() {
                return self.action_of(group, nth);
            }
            nth -= group.len();
        }
        unreachable!("a number below the count of legal actions falls into a group")
    }
}
