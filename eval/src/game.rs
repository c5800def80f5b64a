//! One game between two agents.

use std::sync::atomic::{AtomicBool, Ordering};

use moonbase_agents::{Agent, Forfeit, Ply};
use moonbase_engine::record::Record;
use moonbase_engine::{Game, GameOutcome, KeyedDice, Seat, SeatValue, Turn};

use crate::error::EvalError;

/// The outcome's name of a game that an agent gave up.
pub const FORFEIT: &str = "forfeit";

/// How a game went.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSummary {
    /// By the rules, or [`FORFEIT`].
    pub outcome: GameOutcome,
    /// Who gave the game up, and why.
    pub forfeit: Option<(Seat, Forfeit)>,
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
/// games on one seed is rolled the same. The agents must have been told of the new game. An agent that
/// forfeits has lost: its return is -1.
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
    let game = play_recorded(options, first, second, seed, stop)?;
    Ok(game.map(|game| game.summary))
}

/// A game from the start to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished<G: Game> {
    pub summary: GameSummary,
    /// What was played and rolled, in order.
    pub plies: Vec<Ply<G>>,
}

impl<G: Game> Finished<G> {
    /// The game as a record: `game` is its name or preset's, `agents` are by seat, `seed` is that of the dice.
    ///
    /// # Errors
    /// What was played does not fit the options.
    pub fn record(
        &self,
        game: &str,
        options: &G::Options,
        agents: [&str; 2],
        seed: u64,
    ) -> Result<String, EvalError> {
        let broken = |error: String| EvalError::Broken(error);
        let record = Record::new::<G>(game, options);
        let mut record = record.map_err(|error| broken(error.to_string()))?;
        record.set_tag(G::SEATS.first, agents[0]);
        record.set_tag(G::SEATS.second, agents[1]);
        record.set_tag("seed", seed);
        self.plies.iter().for_each(|ply| record.push(ply));
        let text = record.to_text::<G>();
        text.map_err(|error| broken(error.to_string()))
    }
}

/// As [`play_game`], and tells what was played.
///
/// # Errors
/// As [`play_game`].
pub fn play_recorded<G: Game>(
    options: &G::Options,
    first: &mut dyn Agent<G>,
    second: &mut dyn Agent<G>,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Option<Finished<G>>, EvalError> {
    let position = G::new(options)?;
    first.check(&position, Seat::First)?;
    second.check(&position, Seat::Second)?;
    let mut board = Board::new(position);
    let mut dice = KeyedDice::new(seed);
    loop {
        match board.position.turn() {
            Turn::Over(outcome) => return Ok(Some(board.finished(outcome, None))),
            Turn::Chance => board.roll(&mut dice),
            Turn::Decide(_) if stop.load(Ordering::Relaxed) => return Ok(None),
            Turn::Decide(seat) => {
                let agent: &mut dyn Agent<G> = match seat {
                    Seat::First => &mut *first,
                    Seat::Second => &mut *second,
                };
                if let Err(forfeit) = board.decide(agent)? {
                    return Ok(Some(board.finished(lost_by(seat), Some((seat, forfeit)))));
                }
            }
        }
    }
}

/// A game in progress.
struct Board<G: Game> {
    position: G,
    history: Vec<Ply<G>>,
    decisions: u32,
    rolls: u32,
    turns: u32,
}

impl<G: Game> Board<G> {
    fn new(position: G) -> Self {
        let history = Vec::new();
        let (decisions, rolls, turns) = (0, 0, 0);
        Board {
            position,
            history,
            decisions,
            rolls,
            turns,
        }
    }

    fn roll(&mut self, dice: &mut KeyedDice) {
        self.turns = self.turns.max(self.position.event().turn.into());
        let outcome = dice.roll(&self.position);
        self.position.resolve_unchecked(outcome);
        self.history.push(Ply::Chance(outcome));
        self.rolls += 1;
    }

    fn decide(&mut self, agent: &mut dyn Agent<G>) -> Result<Result<(), Forfeit>, EvalError> {
        let action = match agent.answer(&self.position, Some(&self.history)) {
            Ok(decision) => decision.action,
            Err(forfeit) => return Ok(Err(forfeit)),
        };
        let played = self.position.play(action);
        played.map_err(|error| EvalError::Illegal {
            agent: agent.name(),
            error,
        })?;
        self.history.push(Ply::Action(action));
        self.decisions += 1;
        Ok(Ok(()))
    }

    fn finished(self, outcome: GameOutcome, forfeit: Option<(Seat, Forfeit)>) -> Finished<G> {
        let summary = GameSummary {
            outcome,
            forfeit,
            decisions: self.decisions,
            rolls: self.rolls,
            turns: self.turns,
        };
        Finished {
            summary,
            plies: self.history,
        }
    }
}

fn lost_by(seat: Seat) -> GameOutcome {
    GameOutcome {
        name: FORFEIT,
        value: SeatValue(-1.0).absolute(seat),
    }
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

    /// Takes a stone at a time, and gives up at its third move.
    struct Quitter(u32);

    impl Agent<Nim> for Quitter {
        fn new_game(&mut self, _: u64) {
            self.0 = 0;
        }
        fn decide(&mut self, position: &Nim) -> Decision<Take> {
            let mut legal = Vec::new();
            position.legal_actions(&mut legal);
            Decision::plain(legal[0])
        }
        fn answer(
            &mut self,
            position: &Nim,
            history: Option<&[Ply<Nim>]>,
        ) -> Result<Decision<Take>, Forfeit> {
            assert_eq!(history.map(<[_]>::len), Some(2 * self.0 as usize));
            self.0 += 1;
            match self.0 {
                3 => Err(Forfeit::Flood("tears".into())),
                _ => Ok(self.decide(position)),
            }
        }
        fn name(&self) -> String {
            "quitter".into()
        }
    }

    #[test]
    fn who_gives_up_loses_with_the_reason() {
        let (mut quitter, mut other) = (Quitter(0), Random::default());
        let options = NimOptions::new(&[9, 9, 9, 9]);
        let stop = AtomicBool::new(false);
        let game = play_game::<Nim>(&options, &mut quitter, &mut other, 1, &stop);
        let game = game.unwrap().unwrap();
        assert_eq!((game.outcome.name, game.outcome.value.0), (FORFEIT, -1.0));
        let reason = Forfeit::Flood("tears".into());
        assert_eq!(game.forfeit, Some((Seat::First, reason)));
        assert_eq!(game.decisions, 4);
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
