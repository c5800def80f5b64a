//! One game between people and agents, for whatever face shows it.
//!
//! A [`Session`] knows whose turn it is, carries out what people choose, lets agents think and dice
//! fall, takes moves back and plays them again, and saves and loads the game as a [`Record`].
//!
//! Laws:
//! - one seed and the same choices give the same game: dice are keyed by event ([`KeyedDice`]), and an
//!   agent starts each decision from a seed of its own made from the game's seed and the number of words
//!   played. So what is taken back and played again comes out the same, and a game that was saved,
//!   loaded and played on is the game that was never interrupted (but for agents with a budget of time);
//! - no method changes anything when it returns an error.

mod at_table;
mod error;
mod history;
mod seats;
mod store;
mod thinking;

use std::sync::{Arc, Mutex};

use moonbase_agents::{Agent, Decision};
use moonbase_engine::chance::mix;
use moonbase_engine::record::Record;
use moonbase_engine::{BySeat, Game, GameOutcome, KeyedDice, Seat, Turn};

pub use error::SessionError;
pub use history::{Entry, Step};
pub(crate) use seats::asked_seats;
pub use seats::{SeatsError, Wishes, seated};
pub use store::{is_person, players_of, read_record};

use store::Autosave;
pub use thinking::{Job, Thinking};

use crate::words::{Played, Words};

/// An agent that a thinking thread can borrow.
pub type SharedAgent<G> = Arc<Mutex<Box<dyn Agent<G>>>>;

/// Who plays a seat.
pub enum Player<G: Game> {
    Human,
    Agent(Box<dyn Agent<G>>),
}

/// What a new game is made of.
pub struct Setup<G: Game> {
    /// The preset's name, for the record.
    pub preset: String,
    pub options: G::Options,
    pub seed: u64,
    pub players: BySeat<Player<G>>,
}

/// How a session's game ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Ending {
    /// By the rules.
    Outcome(GameOutcome),
    /// This seat gave up.
    Resigned(Seat),
}

impl Ending {
    /// How the game ended, as a sentence.
    pub fn words<G: Words>(self) -> String {
        match self {
            Ending::Outcome(outcome) => G::outcome_words(&outcome),
            Ending::Resigned(seat) => {
                let (loser, winner) = (G::seat_name(seat), G::seat_name(seat.other()));
                format!("Given up by {loser}: a win for {winner}.")
            }
        }
    }
}

/// What a session waits for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Waiting {
    /// A person's choice: [`Session::act`].
    Human(Seat),
    /// An agent: [`Session::think`], or [`Session::advance`].
    Agent(Seat),
    /// Dice: [`Session::roll`], or [`Session::advance`].
    Dice,
    Over(Ending),
}

struct Place<G: Game> {
    /// `human`, or the agent's spec.
    name: String,
    agent: Option<SharedAgent<G>>,
}

impl<G: Game> From<Player<G>> for Place<G> {
    fn from(player: Player<G>) -> Self {
        match player {
            Player::Human => Place {
                name: store::HUMAN.into(),
                agent: None,
            },
            Player::Agent(agent) => Place {
                name: agent.name(),
                agent: Some(Arc::new(Mutex::new(agent))),
            },
        }
    }
}

/// A game in progress: see the module's documentation.
pub struct Session<G: Words> {
    record: Record,
    seed: u64,
    position: G,
    dice: KeyedDice,
    places: BySeat<Place<G>>,
    steps: Vec<Step<G>>,
    /// What was taken back, the latest last; each begins with a person's choice.
    undone: Vec<Vec<Step<G>>>,
    resigned: Option<Seat>,
    /// How often people may take back; `None` is as often as they like.
    takebacks: Option<u32>,
    /// How often they have.
    taken_back: u32,
    autosave: Option<Autosave>,
    autosave_error: Option<SessionError>,
    unsaved: bool,
}

impl<G: Words> Session<G> {
    /// A new game at its start.
    ///
    /// # Errors
    /// A name that is no preset of `G`, options that contradict each other, an agent that is not made for
    /// this game or seat.
    pub fn new(setup: Setup<G>) -> Result<Self, SessionError> {
        let Setup {
            preset,
            options,
            seed,
            players,
        } = setup;
        let mut record = Record::new::<G>(&preset, &options)?;
        record.set_tag(store::SEED, seed);
        let position = G::new(&options)?;
        Session::begin(record, seed, position, players)
    }

    fn begin(
        mut record: Record,
        seed: u64,
        position: G,
        players: BySeat<Player<G>>,
    ) -> Result<Self, SessionError> {
        for seat in Seat::BOTH {
            if let Player::Agent(agent) = &players[seat] {
                agent.check(&position, seat)?;
            }
        }
        let BySeat { first, second } = players;
        let places = BySeat::new(Place::from(first), Place::from(second));
        for seat in Seat::BOTH {
            record.set_tag(G::SEATS[seat], places[seat].name.clone());
        }
        Ok(Session {
            record,
            seed,
            position,
            dice: KeyedDice::new(seed),
            places,
            steps: Vec::new(),
            undone: Vec::new(),
            resigned: None,
            takebacks: None,
            taken_back: 0,
            autosave: None,
            autosave_error: None,
            unsaved: false,
        })
    }

    pub fn position(&self) -> &G {
        &self.position
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The preset that the game was begun as.
    pub fn preset(&self) -> &str {
        self.record.game()
    }

    /// `human`, or the spec of the seat's agent.
    pub fn player(&self, seat: Seat) -> &str {
        &self.places[seat].name
    }

    pub fn is_human(&self, seat: Seat) -> bool {
        self.places[seat].agent.is_none()
    }

    /// Everything played so far.
    pub fn steps(&self) -> &[Step<G>] {
        &self.steps
    }

    pub fn waiting(&self) -> Waiting {
        if let Some(seat) = self.resigned {
            return Waiting::Over(Ending::Resigned(seat));
        }
        match self.position.turn() {
            Turn::Over(outcome) => Waiting::Over(Ending::Outcome(outcome)),
            Turn::Chance => Waiting::Dice,
            Turn::Decide(seat) if self.is_human(seat) => Waiting::Human(seat),
            Turn::Decide(seat) => Waiting::Agent(seat),
        }
    }

    /// How the game ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        match self.waiting() {
            Waiting::Over(ending) => Some(ending),
            _ => None,
        }
    }

    /// The legal actions, in the order in which they are numbered from 1.
    pub fn legal(&self) -> Vec<G::Action> {
        let mut legal = Vec::new();
        self.position.legal_actions(&mut legal);
        legal
    }

    /// The legal action that a person means: its number in the legal list, or its notation
    /// (in small or capital letters).
    ///
    /// # Errors
    /// No such number, or no such legal action, with what is possible.
    pub fn find(&self, word: &str) -> Result<G::Action, SessionError> {
        let legal = self.legal();
        if let Ok(number) = word.parse::<usize>() {
            let action = number.checked_sub(1).and_then(|index| legal.get(index));
            return action.copied().ok_or(SessionError::Number {
                number,
                count: legal.len(),
            });
        }
        let named = |action: &&G::Action| action.to_string().eq_ignore_ascii_case(word);
        match legal.iter().find(named) {
            Some(action) => Ok(*action),
            None => Err(SessionError::illegal(word, &legal)),
        }
    }

    /// Carries out a person's choice.
    ///
    /// # Errors
    /// It is not a person's turn, or the action is not legal.
    pub fn act(&mut self, action: G::Action) -> Result<&Step<G>, SessionError> {
        let Waiting::Human(seat) = self.waiting() else {
            return Err(self.not_waiting("a player's action"));
        };
        if !self.position.is_legal(action) {
            return Err(SessionError::illegal(&action.to_string(), &self.legal()));
        }
        self.undone.clear();
        self.take(Played::Action(seat, action), None);
        self.save_by_itself();
        Ok(self.last())
    }

    /// Lets the dice fall.
    ///
    /// # Errors
    /// The session does not wait for dice.
    pub fn roll(&mut self) -> Result<&Step<G>, SessionError> {
        if self.waiting() != Waiting::Dice {
            return Err(self.not_waiting("dice"));
        }
        let outcome = self.dice.roll(&self.position);
        self.take(Played::Chance(outcome), None);
        Ok(self.last())
    }

    /// Carries out an agent's decision, as [`Session::think`] brought it.
    ///
    /// # Errors
    /// It is not an agent's turn, or the agent chose what is not legal.
    pub fn accept(&mut self, decision: Decision<G::Action>) -> Result<&Step<G>, SessionError> {
        let Waiting::Agent(seat) = self.waiting() else {
            return Err(self.not_waiting("an agent's decision"));
        };
        let action = decision.action;
        if !self.position.is_legal(action) {
            let (agent, action) = (self.player(seat).into(), action.to_string());
            return Err(SessionError::AgentIllegal { agent, action });
        }
        self.take(Played::Action(seat, action), Some(decision));
        Ok(self.last())
    }

    /// Starts the agent to move thinking, on a thread of its own.
    ///
    /// # Errors
    /// It is not an agent's turn.
    pub fn think(&self) -> Result<Thinking<G>, SessionError> {
        self.job().map(Job::start)
    }

    /// A hint for the person to move, to be thought out by any agent. From now on the record says that a person was helped.
    ///
    /// # Errors
    /// No person is to choose, or the agent does not play here; nobody has been helped then.
    pub fn advice(&mut self, adviser: Box<dyn Agent<G>>) -> Result<Job<G>, SessionError> {
        let Waiting::Human(seat) = self.waiting() else {
            return Err(SessionError::NoHint);
        };
        adviser.check(&self.position, seat)?;
        self.mark_helped();
        Ok(self.job_for(&Arc::new(Mutex::new(adviser))))
    }

    /// The decision of the agent to move, for whoever has threads of its own.
    ///
    /// # Errors
    /// It is not an agent's turn.
    pub fn job(&self) -> Result<Job<G>, SessionError> {
        let agent = match self.waiting() {
            Waiting::Agent(seat) => self.places[seat].agent.as_ref(),
            _ => None,
        };
        let agent = agent.ok_or_else(|| self.not_waiting("an agent"))?;
        Ok(self.job_for(agent))
    }

    fn job_for(&self, agent: &SharedAgent<G>) -> Job<G> {
        let history = self.steps.iter().map(|step| step.played.ply()).collect();
        let position = self.position.clone();
        Job::new(agent.clone(), position, history, self.thinking_seed())
    }

    /// Plays one word that no person has to choose: dice, or an agent's decision, waiting for it.
    /// `None` if it is a person's turn or the game is over.
    ///
    /// # Errors
    /// The agent failed.
    pub fn advance(&mut self) -> Result<Option<&Step<G>>, SessionError> {
        match self.waiting() {
            Waiting::Human(_) | Waiting::Over(_) => Ok(None),
            Waiting::Dice => self.roll().map(Some),
            Waiting::Agent(_) => {
                let decision = self.think()?.decision()?;
                self.accept(decision).map(Some)
            }
        }
    }

    /// The seed of the decision in hand: nothing that was thought before changes it.
    fn thinking_seed(&self) -> u64 {
        const THINKING: u64 = 0x7468_696e_6b69_6e67;
        mix(mix(self.seed ^ THINKING).wrapping_add(self.steps.len() as u64))
    }

    fn take(&mut self, played: Played<G>, decision: Option<Decision<G::Action>>) {
        let before = self.position.clone();
        played.apply(&mut self.position);
        self.record.push(played.notation());
        self.steps.push(Step {
            before,
            played,
            decision,
        });
        self.unsaved = true;
    }

    fn last(&self) -> &Step<G> {
        self.steps.last().expect("a step was just taken")
    }

    fn not_waiting(&self, given: &'static str) -> SessionError {
        let wanted = match self.waiting() {
            Waiting::Human(seat) => format!("{}'s choice", G::seat_name(seat)),
            Waiting::Agent(seat) => format!("the agent of {}", G::seat_name(seat)),
            Waiting::Dice => "dice".into(),
            Waiting::Over(_) => return SessionError::Over,
        };
        SessionError::WrongTurn { given, wanted }
    }

    /// Who would give up now: the seat to move, or a person's if none is.
    ///
    /// # Errors
    /// The game is over, or nobody human plays.
    pub fn who_resigns(&self) -> Result<Seat, SessionError> {
        let seat = match self.waiting() {
            Waiting::Over(_) => return Err(SessionError::Over),
            Waiting::Human(seat) => Some(seat),
            _ => Seat::BOTH.into_iter().find(|seat| self.is_human(*seat)),
        };
        seat.ok_or(SessionError::NobodyResigns)
    }

    /// The seat of [`Session::who_resigns`] gives up.
    ///
    /// # Errors
    /// As there.
    pub fn resign(&mut self) -> Result<Seat, SessionError> {
        let seat = self.who_resigns()?;
        self.resigned = Some(seat);
        self.undone.clear();
        self.unsaved = true;
        self.save_by_itself();
        Ok(seat)
    }

    /// The rule options of the game.
    pub fn options(&self) -> &G::Options {
        self.position.options()
    }

    /// The options that differ from the preset's, each as `name=value`.
    pub fn changed_options(&self) -> Vec<String> {
        let changed = self.record.options().iter();
        changed
            .map(|(name, value)| format!("{name}={value}"))
            .collect()
    }
}
