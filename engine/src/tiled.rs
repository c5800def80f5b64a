//! What the games on laid tiles share: going on by themselves, and being read.
//!
//! Such a position has a `node` that it waits for, a `phase`, a `task` in hand, a `board`, a `deck` and
//! `rules`. The shared parts are macros, not generic functions, so that they are compiled once, in this
//! crate, as if each game had written them.

/// The methods of [`Game`](crate::Game) of a position that is [`Grouped`](crate::groups::Grouped).
macro_rules! game_methods {
    () => {
        fn options(&self) -> &Self::Options {
            &self.rules.options
        }

        #[inline]
        fn turn(&self) -> Turn {
            self.node
        }

        fn legal_actions(&self, actions: &mut Vec<Action>) {
            actions.clear();
            if let Turn::Decide(_) = self.node {
                self.list_actions(actions);
            }
        }

        fn count_legal(&self) -> usize {
            match self.node {
                Turn::Decide(_) => self.count_actions(),
                _ => 0,
            }
        }

        #[inline]
        fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Action {
            self.select_action(rng)
        }

        fn chance_outcomes(&self, outcomes: &mut Vec<(Chance, u64)>) {
            outcomes.clear();
            if matches!(self.node, Turn::Chance) {
                self.each_outcome(&mut |outcome, weight| outcomes.push((outcome, weight)));
            }
        }

        #[inline]
        fn random_chance<R: Rng + ?Sized>(&self, rng: &mut R) -> Chance {
            self.roll(rng)
        }

        #[inline]
        fn play_unchecked(&mut self, action: Action) {
            self.apply(action);
            self.settle();
        }

        #[inline]
        fn resolve_unchecked(&mut self, outcome: Chance) {
            self.befall(outcome);
            self.settle();
        }

        fn event(&self) -> EventKey {
            self.event_key()
        }

        fn dump(&self) -> serde_json::Value {
            self.to_dump()
        }
    };
}
pub(crate) use game_methods;

/// How a position goes on by itself, and what reads the same in each of these games.
macro_rules! tiled_position {
    ($position:ident, $chance:ident, $phase:ident, $task:ident, $group:ident) => {
        impl $position {
            /// Takes the actions and outcomes that have no alternative, up to the next true choice.
            #[inline]
            pub(super) fn settle(&mut self) {
                self.node = self.waits_for();
                let choosing = matches!(self.node, crate::Turn::Decide(_));
                if !(choosing && self.has_choice()) {
                    self.settle_step_by_step();
                }
            }

            /// The same without a glance at what is most frequent.
            fn settle_step_by_step(&mut self) {
                use crate::Turn;
                use crate::groups::Choice;
                loop {
                    match self.node {
                        Turn::Decide(_) => match self.choice() {
                            Choice::One(action) => self.apply(action),
                            Choice::Many => return,
                            Choice::None => self.go_on_without_choice(),
                        },
                        Turn::Chance => match self.sole_outcome() {
                            Some(outcome) => self.befall(outcome),
                            None => return,
                        },
                        Turn::Over(_) => return,
                    }
                    self.node = self.waits_for();
                }
            }

            /// The only outcome, if there is only one, by going through all of them.
            #[inline(always)]
            fn only_outcome(&self) -> Option<$chance> {
                let (mut count, mut only) = (0, None);
                self.each_outcome(&mut |outcome, _| {
                    count += 1;
                    only = Some(outcome);
                });
                if count == 1 { only } else { None }
            }

            /// The legal actions as groups, for features and faces that want them by kind.
            pub fn legal_groups(&self) -> impl Iterator<Item = $group> + use<> {
                let groups = if matches!(self.node, crate::Turn::Decide(_)) {
                    self.groups()
                } else {
                    crate::groups::Groups::new()
                };
                groups.into_iter()
            }

            pub fn board(&self) -> &crate::board::Board {
                &self.board
            }

            /// The kinds of tiles of this game.
            pub fn kinds(&self) -> &'static crate::deck::Kinds {
                &self.rules.kinds
            }

            /// Tiles not drawn yet.
            pub fn deck(&self) -> &crate::deck::Deck {
                &self.deck
            }

            /// Turn number; 0 at set-up.
            pub fn turn_number(&self) -> u16 {
                self.turn
            }

            pub fn phase(&self) -> $phase {
                self.phase
            }

            pub fn task(&self) -> $task {
                self.task
            }

            /// The tile on a hex on which an action of this position takes place.
            ///
            /// # Panics
            /// If no tile lies there.
            pub fn tile_at(&self, hex: crate::hex::Hex) -> crate::board::TileIndex {
                self.board
                    .find(hex)
                    .expect("a legal action names a placed tile")
            }

            /// How often the tiles laid were gathered in and laid afresh at set-up.
            pub fn redeals(&self) -> u8 {
                self.redeals
            }
        }

        impl std::fmt::Debug for $position {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}", self.to_dump())
            }
        }
    };
}
pub(crate) use tiled_position;

/// Calls `look` at every node of random games under some options; `seed` tells the games of different tests
/// apart.
#[cfg(test)]
pub(crate) fn look_at_games<G: crate::Game>(
    options: &G::Options,
    (seed, games): (u64, u64),
    mut look: impl FnMut(&G, &mut crate::chance::MoonRng),
) {
    use crate::Turn;
    for game in 0..games {
        let mut position = G::new(options).unwrap();
        let mut rng = crate::chance::rng_for(seed, game);
        loop {
            look(&position, &mut rng);
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
                Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
            }
        }
    }
}

/// The glance at whether there is a choice agrees with the count of the actions; returns how many there are,
/// up to two.
#[cfg(test)]
pub(crate) fn check_glance<G: crate::groups::Grouped + std::fmt::Debug>(position: &G) -> usize {
    use crate::groups::Choice;
    let count = position.count_actions();
    assert!(
        !position.has_choice() || count > 1,
        "{count} in {position:?}"
    );
    let class = match position.choice() {
        Choice::None => 0,
        Choice::One(_) => 1,
        Choice::Many => 2,
    };
    assert_eq!(class, count.min(2), "{position:?}");
    class
}
