//! One game between two agents.

use std::sync::atomic::{AtomicBool, Ordering};

use moonbase_agents::Agent;
use moonbase_engine::{Game, GameOutcome, KeyedDice, Seat, Turn};

use crate::error::EvalError;

/// How a game went.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameSummary {
    pub outcome: GameOutcome,
    /// Decisions of both seats.
    pub decisions: u32,
    /// Chance nodes.
    pub rolls: u32,
    /// The highest turn number of any roll; 0 in games that roll no dice.
    pub turns: u32,
}

impl GameSummary {
    /// Decisions and rolls.
    pub fn plies(&self) -> u32 {
        self.decisions + self.rolls
    }
}

/// Plays a game from the start to its end, or until `stop` is set: then `None`.
///
/// The dice are keyed by `seed` (see [`KeyedDice`]): whatever the agents do, an event that comes up in two
/// games on one seed is rolled the same. The agents must have been told of the new game.
///
/// # Errors
/// Options that contradict each other, an agent that cannot play this game, or an illegal action.
pub fn play_game<G: Game>(
    options: &G::Options,
    first: &mut dyn Agent<G>,
    second: &mut dyn Agent<G>,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Option<GameSummary>, EvalError> {
    let mut position = G::new(options)?;
    first.check(&position, Seat::First)?;
    second.check(&position, Seat::Second)?;
    let mut dice = KeyedDice::new(seed);
    let (mut decisions, mut rolls, mut turns) = (0, 0, 0);
    loop {
        match position.turn() {
            Turn::Over(outcome) => {
                return Ok(Some(GameSummary {
                    outcome,
                    decisions,
                    rolls,
                    turns,
                }));
            }
            Turn::Chance => {
                turns = turns.max(position.event().turn.into());
                position.resolve_unchecked(dice.roll(&position));
                rolls += 1;
            }
            Turn::Decide(_) if stop.load(Ordering::Relaxed) => return Ok(None),
            Turn::Decide(Seat::First) => {
                decide(&mut position, first)?;
                decisions += 1;
            }
            Turn::Decide(Seat::Second) => {
                decide(&mut position, second)?;
                decisions += 1;
            }
        }
    }
}

fn decide<G: Game>(position: &mut G, agent: &mut dyn Agent<G>) -> Result<(), EvalError> {
    let action = agent.decide(position).action;
    position.play(action).map_err(|error| EvalError::Illegal {
        agent: agent.name(),
        error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_agents::{Decision, Random, ScriptedAgent};
    use moonbase_engine::toy::{Nim, NimOptions, Pig, PigOptions, Take};

    #[test]
    fn good_play_wins_a_won_game() {
        let (mut good, mut bad) = (ScriptedAgent::default(), Random::default());
        let options = NimOptions::new(&[3, 4, 5]);
        let summary = play_game::<Nim>(&options, &mut good, &mut bad, 1, &AtomicBool::new(false));
        let summary = summary.unwrap().unwrap();
        assert_eq!(summary.outcome.name, "first_wins");
        assert_eq!((summary.rolls, summary.turns), (0, 0));
    }

    #[test]
    fn turns_and_rolls_are_counted() {
        let (mut a, mut b) = (ScriptedAgent::default(), ScriptedAgent::default());
        let options = PigOptions::default();
        let summary = play_game::<Pig>(&options, &mut a, &mut b, 3, &AtomicBool::new(false));
        let summary = summary.unwrap().unwrap();
        assert!(summary.turns > 0 && summary.rolls >= summary.turns);
        assert_eq!(summary.plies(), summary.decisions + summary.rolls);
    }

    #[test]
    fn a_stopped_game_has_no_result() {
        let (mut a, mut b) = (Random::default(), Random::default());
        let result = play_game::<Nim>(
            &NimOptions::default(),
            &mut a,
            &mut b,
            1,
            &AtomicBool::new(true),
        );
        assert_eq!(result, Ok(None));
    }

    #[test]
    fn an_illegal_action_is_an_error_with_the_agents_name() {
        struct Cheat;
        impl Agent<Nim> for Cheat {
            fn new_game(&mut self, _: u64) {}
            fn decide(&mut self, _: &Nim) -> Decision<Take> {
                Decision::plain(Take { heap: 3, stones: 9 })
            }
            fn name(&self) -> String {
                "cheat".into()
            }
        }
        let (mut a, mut b) = (Cheat, Random::default());
        let result = play_game::<Nim>(
            &NimOptions::default(),
            &mut a,
            &mut b,
            1,
            &AtomicBool::new(false),
        );
        let error = result.unwrap_err().to_string();
        assert!(
            error.starts_with("agent `cheat` played against the rules: illegal action take:3:9")
        );
    }
}
