//! The single checks of a bot.

use std::time::{Duration, Instant};

use moonbase_agents::ext::protocol::{Clock, Reply};
use moonbase_agents::ext::{Connection, game_message, go_message};
use moonbase_agents::{Indexed, Ply};
use moonbase_engine::chance::{MoonRng, rng_for};
use moonbase_engine::{KeyedDice, Seat, Turn};
use serde_json::{Map, Value, json};

use super::BotCheckPlan;

/// How long a bot may take to end.
const FAREWELL: Duration = Duration::from_secs(2);

/// How long it is listened to for what nobody asked.
const SILENCE: Duration = Duration::from_millis(300);

/// Decisions that are asked for out of the order of a game.
const JUMPS: usize = 12;

/// What was seen, or what is wrong.
type Found = Result<String, String>;

/// A check and its name.
type Named<'a, G> = (&'static str, fn(&Probe<'a, G>) -> Found);

/// All checks after the first, [`Probe::hello`].
pub(super) fn all<'a, G: Indexed>() -> [Named<'a, G>; 13] {
    [
        ("ping", Probe::ping),
        ("options", Probe::options),
        ("unknown message", Probe::unknown_message),
        ("unknown keys", Probe::unknown_keys),
        ("both seats", Probe::both_seats),
        ("games in a row", Probe::games_in_a_row),
        ("broken-off game", Probe::broken_off_game),
        ("any position", Probe::any_position),
        ("clock", Probe::clock),
        ("nothing unasked", Probe::nothing_unasked),
        ("two at once", Probe::two_at_once),
        ("quit", Probe::quit),
        ("end of input", Probe::end_of_input),
    ]
}

pub(super) struct Probe<'a, G: Indexed> {
    pub plan: &'a BotCheckPlan<'a, G>,
    /// The program, then its arguments.
    pub command: Vec<String>,
}

/// A game in progress.
#[derive(Clone)]
struct Line<G: Indexed> {
    position: G,
    history: Vec<Ply<G>>,
}

impl<G: Indexed> Line<G> {
    fn play(&mut self, action: G::Action) {
        self.position.play_unchecked(action);
        self.history.push(Ply::Action(action));
    }

    /// Lets dice fall until a seat decides, if one does again.
    fn roll(&mut self, dice: &mut KeyedDice) -> Option<Seat> {
        loop {
            match self.position.turn() {
                Turn::Decide(seat) => return Some(seat),
                Turn::Over(_) => return None,
                Turn::Chance => {
                    let outcome = dice.roll(&self.position);
                    self.position.resolve_unchecked(outcome);
                    self.history.push(Ply::Chance(outcome));
                }
            }
        }
    }
}

impl<G: Indexed> Probe<'_, G> {
    fn start(&self) -> Result<Connection, String> {
        let started = Connection::start(&self.command, self.plan.errors);
        started.map_err(|error| format!("cannot start `{}`: {error}", self.command[0]))
    }

    /// A bot that was greeted.
    fn greeted(&self) -> Result<Connection, String> {
        let mut bot = self.start()?;
        bot.hello(self.plan.start).map_err(text)?;
        Ok(bot)
    }

    fn opening(&self) -> Result<Line<G>, String> {
        let position = G::new(self.plan.options).map_err(text)?;
        let history = Vec::new();
        Ok(Line { position, history })
    }

    fn begin(&self, bot: &mut Connection, game: u64) -> Result<Line<G>, String> {
        let line = self.opening()?;
        let message = game_message(&line.position, self.plan.seed.wrapping_add(game));
        bot.new_game(message, self.plan.limit).map_err(text)?;
        Ok(line)
    }

    /// The bot's choice, which must be legal.
    fn choose(
        &self,
        bot: &mut Connection,
        line: &Line<G>,
        clock: Clock,
    ) -> Result<G::Action, String> {
        let mut legal = Vec::new();
        line.position.legal_actions(&mut legal);
        let go = go_message(&line.position, &legal, Some(&line.history), clock);
        let answer = bot.go(go, self.plan.limit).map_err(text)?;
        if let Some(value) = answer.value.filter(|value| value.abs() > 1.0) {
            return Err(format!("its value {value} is not in [-1, 1]"));
        }
        let named = |action: &&G::Action| action.to_string() == answer.action;
        legal.iter().find(named).copied().ok_or_else(|| {
            let plies = line.history.len();
            format!("`{:.60}` is not legal after {plies} words", answer.action)
        })
    }

    fn usual_clock(&self) -> Clock {
        Clock {
            move_ms: Some(100),
            limit_ms: Some(self.plan.limit.as_millis() as u64),
            ..Clock::default()
        }
    }

    /// Plays a game, the bot in these seats, and random choices in the others; how many decisions the bot took.
    fn play(&self, bot: &mut Connection, seats: &[Seat], game: u64) -> Result<usize, String> {
        let mut line = self.begin(bot, game)?;
        let (mut dice, mut rng) = self.chance(game);
        let mut decisions = 0;
        while let Some(seat) = line.roll(&mut dice) {
            let action = if seats.contains(&seat) {
                decisions += 1;
                self.choose(bot, &line, self.usual_clock())?
            } else {
                line.position.random_action(&mut rng)
            };
            line.play(action);
        }
        Ok(decisions)
    }

    fn chance(&self, game: u64) -> (KeyedDice, MoonRng) {
        let seed = self.plan.seed.wrapping_add(game);
        (KeyedDice::new(seed), rng_for(seed, 1))
    }

    /// The decisions of a random game.
    fn random_game(&self, game: u64) -> Result<Vec<Line<G>>, String> {
        let mut line = self.opening()?;
        let (mut dice, mut rng) = self.chance(game);
        let mut lines = Vec::new();
        while line.roll(&mut dice).is_some() {
            lines.push(line.clone());
            line.play(line.position.random_action(&mut rng));
        }
        Ok(lines)
    }

    pub fn hello(&self) -> Found {
        let mut bot = self.start()?;
        let greeting = bot.hello(self.plan.start).map_err(text)?;
        match greeting.name.trim() {
            "" => Err("it has no name".into()),
            name => Ok(format!("{name:.60}")),
        }
    }

    fn ping(&self) -> Found {
        let mut bot = self.greeted()?;
        for _ in 0..3 {
            bot.ping(self.plan.limit).map_err(text)?;
        }
        Ok("3 of 3 answered".into())
    }

    /// Its options take their defaults; others are refused, and it goes on.
    fn options(&self) -> Found {
        let (mut bot, limit) = (self.start()?, self.plan.limit);
        let options = bot.hello(self.plan.start).map_err(text)?.options;
        for option in &options {
            let set = bot.set(&option.name, &option.default, limit);
            set.map_err(|fault| format!("option `{:.40}`: {fault}", option.name))?;
        }
        let unknown = [("name", json!("no such option")), ("value", json!("1"))];
        want_error(bot.ask("set", &keys(unknown), limit).map_err(text)?)?;
        bot.ping(limit).map_err(text)?;
        Ok(format!("{} taken; an unknown one refused", options.len()))
    }

    /// A later version may have other messages: they are answered by an error, and it goes on.
    fn unknown_message(&self) -> Found {
        let mut bot = self.greeted()?;
        let about = keys([("about", json!([1, "x"]))]);
        let reply = bot.ask("moonbase_later", &about, self.plan.limit);
        want_error(reply.map_err(text)?)?;
        bot.ping(self.plan.limit).map_err(text)?;
        Ok("refused".into())
    }

    /// A later version may have other keys: they are passed over.
    fn unknown_keys(&self) -> Found {
        let mut bot = self.greeted()?;
        let later = json!({ "type": "go", "id": 99 });
        let more = keys([("later", later), ("text", json!("a \"quoted\" {brace}"))]);
        match bot.ask("ping", &more, self.plan.limit).map_err(text)? {
            Reply::Pong { .. } => Ok("passed over".into()),
            other => Err(format!("`{}` instead of `pong`", other.kind())),
        }
    }

    fn both_seats(&self) -> Found {
        let mut bot = self.greeted()?;
        let decisions = self.play(&mut bot, &Seat::BOTH, 0)?;
        Ok(format!("a whole game with itself, {decisions} decisions"))
    }

    fn games_in_a_row(&self) -> Found {
        let mut bot = self.greeted()?;
        let mut decisions = 0;
        for (game, seat) in (1..).zip([Seat::First, Seat::Second, Seat::Second]) {
            let played = self.play(&mut bot, &[seat], game);
            decisions += played.map_err(|fault| format!("game {game}: {fault}"))?;
        }
        bot.ping(self.plan.limit).map_err(text)?;
        Ok(format!("3 games in one process, {decisions} decisions"))
    }

    /// Games begin without the last having ended, or without a decision in it.
    fn broken_off_game(&self) -> Found {
        let mut bot = self.greeted()?;
        let (mut dice, _) = self.chance(4);
        for number in [4, 4, 5] {
            let mut line = self.begin(&mut bot, number)?;
            if number == 4 && line.roll(&mut dice).is_some() {
                self.choose(&mut bot, &line, self.usual_clock())?;
            }
        }
        self.play(&mut bot, &[Seat::First], 5)?;
        Ok("a new game at any time".into())
    }

    /// Decisions of a random game from its end to its beginning: a message says all that is to know.
    fn any_position(&self) -> Found {
        let mut bot = self.greeted()?;
        let lines = self.random_game(6)?;
        self.begin(&mut bot, 6)?;
        let step = (lines.len() / JUMPS).max(1);
        let asked = lines.iter().rev().step_by(step);
        for line in asked.clone() {
            self.choose(&mut bot, line, self.usual_clock())?;
        }
        let count = asked.count();
        Ok(format!("{count} decisions, the last of a game first"))
    }

    /// Little time, none named, a limit that must not be waited for, and a game's clock with a second left.
    fn clock(&self) -> Found {
        let mut bot = self.greeted()?;
        let lines = self.random_game(7)?;
        self.begin(&mut bot, 7)?;
        let hour = 3_600_000;
        let mut slowest = Duration::ZERO;
        let clocks = [
            (Some(1), Some(hour), None),
            (Some(50), None, None),
            (None, Some(24 * hour), None),
            (None, None, None),
            (None, Some(1000), Some(1000)),
        ];
        for ((move_ms, limit_ms, left_ms), line) in clocks.into_iter().zip(lines.iter().cycle()) {
            let started = Instant::now();
            let clock = Clock {
                move_ms,
                limit_ms,
                left_ms,
                increment_ms: left_ms.map(|_| 0),
            };
            let chosen = self.choose(&mut bot, line, clock);
            chosen.map_err(|fault| format!("{}: {fault}", serde_json::json!(clock)))?;
            slowest = slowest.max(started.elapsed());
        }
        Ok(format!("{} ms at most", slowest.as_millis()))
    }

    fn nothing_unasked(&self) -> Found {
        let mut bot = self.greeted()?;
        let silent = |bot: &mut Connection, after: &str| match bot.stray(SILENCE) {
            None => Ok(()),
            Some(line) => Err(format!("it says `{line:.60}` after its answer to {after}")),
        };
        silent(&mut bot, "`hello`")?;
        let mut line = self.begin(&mut bot, 8)?;
        silent(&mut bot, "`new_game`")?;
        let (mut dice, _) = self.chance(8);
        if line.roll(&mut dice).is_some() {
            self.choose(&mut bot, &line, self.usual_clock())?;
            silent(&mut bot, "`go`")?;
        }
        Ok("silent when nothing is asked".into())
    }

    /// Each thread of a match has a process of its own.
    fn two_at_once(&self) -> Found {
        let mut bots = [self.greeted()?, self.greeted()?];
        for bot in &mut bots {
            self.play(bot, &[Seat::First], 9)?;
            bot.ping(self.plan.limit).map_err(text)?;
        }
        Ok("two processes side by side".into())
    }

    fn quit(&self) -> Found {
        let mut bot = self.greeted()?;
        self.begin(&mut bot, 10)?;
        finished(&mut bot, true, "`quit`")
    }

    /// Before anything, and in a game.
    fn end_of_input(&self) -> Found {
        finished(&mut self.start()?, false, "an empty input")?;
        let mut bot = self.greeted()?;
        self.begin(&mut bot, 11)?;
        finished(&mut bot, false, "the end of its input")
    }
}

fn finished(bot: &mut Connection, farewell: bool, after: &str) -> Found {
    let started = Instant::now();
    match bot.finish(farewell, FAREWELL) {
        Ok(Some(status)) if status.success() => {
            Ok(format!("ends after {} ms", started.elapsed().as_millis()))
        }
        Ok(Some(status)) => Err(format!("after {after} it ends with {status}")),
        Ok(None) => {
            let millis = FAREWELL.as_millis();
            Err(format!("it still runs {millis} ms after {after}"))
        }
        Err(error) => Err(error.to_string()),
    }
}

fn want_error(reply: Reply) -> Result<(), String> {
    match reply {
        Reply::Error { .. } => Ok(()),
        other => Err(format!("`{}` instead of `error`", other.kind())),
    }
}

fn keys<const N: usize>(pairs: [(&str, Value); N]) -> Map<String, Value> {
    let pairs = pairs.map(|(key, value)| (key.to_string(), value));
    pairs.into_iter().collect()
}

fn text(error: impl ToString) -> String {
    error.to_string()
}
