//! The agent that asks a program.

use std::time::{Duration, Instant};

use moonbase_engine::{Game, RuleOptions, SeatValue};

use super::connection::Connection;
use super::indexed::Indexed;
use super::protocol::{Answer, BotOption, Clock, Go, NewGame};
use super::settings::Settings;
use crate::agent::{Agent, Decision, Ply, Spent, decider};
use crate::forfeit::{Forfeit, shown};
use crate::spec::{AgentError, AgentSpec};
use crate::time::Remaining;

/// Plays as a program of any language says: see the module's documentation.
///
/// The program is started when the agent is made, and again for the game after one that it forfeited; it is greeted before
/// its first decision. Its memory of earlier games is its own affair: with `fresh=on` it has none.
pub struct Ext<G: Game> {
    spec: AgentSpec,
    settings: Settings,
    bot: Option<Bot>,
    seed: u64,
    /// The options of the game that the bot was told of.
    told: Option<G::Options>,
    /// What its clock shows at the next decision.
    remaining: Option<Remaining>,
}

struct Bot {
    connection: Connection,
    greeted: bool,
    /// The options that it told of.
    has: Vec<BotOption>,
}

impl<G: Indexed> Ext<G> {
    /// Starts the program. If the spec sets options of it, it is greeted and they are set at once: those that it refuses are no game lost, but
    /// a wrong spec.
    ///
    /// # Errors
    /// No command, settings out of range, there is no such program, or it refuses an option.
    pub fn from_spec(spec: &AgentSpec) -> Result<Self, AgentError> {
        let settings = Settings::from_spec(spec)?;
        let bot = Bot::start(&settings).map_err(|error| AgentError::Start {
            agent: spec.name.clone(),
            program: settings.command[0].clone(),
            reason: error.to_string(),
        })?;
        let mut agent = Ext {
            spec: spec.clone(),
            settings,
            bot: Some(bot),
            seed: 0,
            told: None,
            remaining: None,
        };
        agent.try_options()?;
        Ok(agent)
    }

    /// Whatever else is wrong with the bot shows in its games.
    fn try_options(&mut self) -> Result<(), AgentError> {
        let Some(bot) = self
            .bot
            .as_mut()
            .filter(|_| !self.settings.options.is_empty())
        else {
            return Ok(());
        };
        match bot.greet(&self.settings) {
            Ok(()) => Ok(()),
            Err(Forfeit::Refused { asked: "set", said }) => Err(AgentError::Options {
                agent: self.spec.name.clone(),
                said,
                valid: bot.options(),
            }),
            Err(_) => {
                self.drop_at_once();
                Ok(())
            }
        }
    }

    /// A bot that was greeted and told of the game.
    fn ready(&mut self, position: &G) -> Result<&mut Connection, Forfeit> {
        let settings = &self.settings;
        if self.bot.is_none() {
            let started = Bot::start(settings);
            self.bot = Some(started.map_err(|error| Forfeit::Start(error.to_string()))?);
            self.told = None;
        }
        // It was just started if there was none.
        let Some(bot) = &mut self.bot else {
            return Err(Forfeit::Start("no bot".into()));
        };
        bot.greet(settings)?;
        if self.told.as_ref() != Some(position.options()) {
            let game = game_message(position, self.seed);
            bot.connection.new_game(game, settings.hello)?;
            self.told = Some(position.options().clone());
        }
        Ok(&mut bot.connection)
    }

    /// The next game has a fresh bot.
    fn drop_at_once(&mut self) {
        if let Some(mut bot) = self.bot.take() {
            bot.connection.end();
        }
    }

    fn ask(
        &mut self,
        position: &G,
        history: Option<&[Ply<G>]>,
    ) -> Result<Decision<G::Action>, Forfeit> {
        let mut legal = Vec::new();
        position.legal_actions(&mut legal);
        let millis = |time: Duration| time.as_millis() as u64;
        let remaining = self.remaining.take();
        let left = remaining.map(|remaining| remaining.left);
        let limit = self.settings.limit.min(left.unwrap_or(Duration::MAX));
        let clock = Clock {
            move_ms: self.settings.think.map(millis),
            limit_ms: Some(millis(limit)),
            left_ms: left.map(millis),
            increment_ms: remaining.map(|remaining| millis(remaining.increment)),
        };
        let connection = self.ready(position)?;
        let started = Instant::now();
        let go = go_message(position, &legal, history, clock);
        let words = go.legal.clone();
        let answer = connection.go(go, limit)?;
        match words.iter().position(|word| *word == answer.action) {
            Some(chosen) => Ok(decision(legal[chosen], &answer, started.elapsed())),
            None => Err(Forfeit::Illegal(shown(&answer.action))),
        }
    }
}

impl Bot {
    fn start(settings: &Settings) -> std::io::Result<Bot> {
        Ok(Bot {
            connection: Connection::start(&settings.command, settings.errors)?,
            greeted: false,
            has: Vec::new(),
        })
    }

    /// The names of its options, as it told.
    fn options(&self) -> String {
        let names: Vec<String> = self.has.iter().map(|option| shown(&option.name)).collect();
        match names.is_empty() {
            true => "it names none".into(),
            false => names.join(", "),
        }
    }

    /// The handshake, once.
    fn greet(&mut self, settings: &Settings) -> Result<(), Forfeit> {
        if self.greeted {
            return Ok(());
        }
        let connection = &mut self.connection;
        self.has = connection.hello(settings.hello)?.options;
        for (name, value) in &settings.options {
            connection.set(name, value, settings.hello)?;
        }
        self.greeted = true;
        Ok(())
    }
}

fn decision<A>(action: A, answer: &Answer, time: Duration) -> Decision<A> {
    let value = answer.value.filter(|value| value.abs() <= 1.0);
    Decision {
        value: value.map(SeatValue),
        spent: Spent::new(0, 0, time),
        ..Decision::plain(action)
    }
}

/// The message that begins a game of the position's kind.
pub fn game_message<G: Indexed>(position: &G, seed: u64) -> NewGame {
    let options = position.options();
    let mut presets = G::Options::presets().into_iter();
    let preset = presets.find(|(_, preset)| preset == options);
    let (game, base) = preset.unwrap_or((G::NAME, G::Options::default()));
    NewGame {
        id: 0,
        game: game.into(),
        family: G::NAME.into(),
        options: options.difference(&base),
        seats: vec![G::SEATS.first.into(), G::SEATS.second.into()],
        codec: G::codec_version(options).map(String::from),
        seed,
    }
}

/// The message that asks for a decision.
///
/// # Panics
/// If no seat decides in the position.
pub fn go_message<G: Indexed>(
    position: &G,
    legal: &[G::Action],
    history: Option<&[Ply<G>]>,
    clock: Clock,
) -> Go {
    let words = |plies: &[Ply<G>]| plies.iter().map(Ply::to_string).collect();
    Go {
        id: 0,
        seat: G::SEATS[decider(position)].into(),
        words: history.map(words),
        position: Some(position.dump()),
        legal: legal.iter().map(|action| action.to_string()).collect(),
        indices: position.indices(legal),
        clock,
    }
}

impl<G: Indexed> Agent<G> for Ext<G> {
    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.told = None;
        if self.settings.fresh && self.bot.as_ref().is_some_and(|bot| bot.greeted) {
            self.bot = None;
        }
    }

    /// As [`Agent::answer`], without the history; where the bot forfeits, the first legal action stands in.
    fn decide(&mut self, position: &G) -> Decision<G::Action> {
        let first = || {
            let mut legal = Vec::new();
            position.legal_actions(&mut legal);
            Decision::plain(legal[0])
        };
        self.answer(position, None).unwrap_or_else(|_| first())
    }

    fn answer(
        &mut self,
        position: &G,
        history: Option<&[Ply<G>]>,
    ) -> Result<Decision<G::Action>, Forfeit> {
        let answer = self.ask(position, history);
        if answer.is_err() {
            self.drop_at_once();
        }
        answer
    }

    /// The program is started, greeted and told of the game now, off its clock.
    fn on_clock(&mut self, position: &G, remaining: &Remaining) -> Result<(), Forfeit> {
        self.remaining = Some(*remaining);
        let ready = self.ready(position).map(|_| ());
        if ready.is_err() {
            self.drop_at_once();
        }
        ready
    }

    fn name(&self) -> String {
        self.spec.to_string()
    }
}
