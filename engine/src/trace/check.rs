//! Replays the traces of other programs and says where they differ from the engine.

use serde_json::{Map, Value, json};

use super::{chance_words, legal_words, returns_of};
use crate::game::{Game, GameOutcome, Seat, Turn};
use crate::record::play_word;
use crate::registry::{RegistryError, family_of, options_from};
use crate::with_family;

/// Greatest difference between probabilities that are the same.
const TOLERANCE: f64 = 1e-12;

/// The dump's key that each program fills in its own words.
const PENDING: &str = "pending";

/// Replays traces line by line and collects, per game, the first place where they differ from the engine.
///
/// ```
/// use moonbase_engine::trace::Checker;
/// let mut checker = Checker::new();
/// checker.line(r#"{"game":"no such game","options":{}}"#);
/// let report = checker.finish();
/// assert_eq!((report.games, report.faults.len()), (1, 1));
/// ```
pub struct Checker {
    begin: Begin,
    current: Current,
    line: usize,
    report: Report,
}

type Begin = fn(&str, &Map<String, Value>) -> Result<Box<dyn Follow>, RegistryError>;

/// The game whose lines are being read.
enum Current {
    None,
    Following(Box<dyn Follow>),
    /// A fault was found: its remaining lines are passed over.
    Faulty,
}

/// What a [`Checker`] found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub games: usize,
    /// Nodes that agreed.
    pub nodes: usize,
    pub faults: Vec<Fault>,
}

/// The first thing wrong with the trace of a game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("line {line}, game {game}: {problem}")]
pub struct Fault {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1; 0 before the first.
    pub game: usize,
    pub problem: Problem,
}

/// What can be wrong with a trace.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Problem {
    #[error("not a JSON object: {0}")]
    Json(String),
    #[error("expected a line {{\"game\":…,\"options\":{{…}}}} that begins a game")]
    NoHeader,
    #[error(transparent)]
    Setup(RegistryError),
    #[error("the trace ends before the game does")]
    Unfinished,
    #[error("the trace differs:{}", indented(.0))]
    Differs(Vec<String>),
}

fn indented(details: &[String]) -> String {
    let lines = details.iter().map(|detail| format!("\n    {detail}"));
    lines.collect()
}

impl Default for Checker {
    fn default() -> Self {
        Checker::new()
    }
}

impl Checker {
    /// A checker for all registered games.
    pub fn new() -> Self {
        Checker::with_begin(|game, options| {
            with_family!(family_of(game)?, |G| begin::<G>(game, options))
        })
    }

    /// A checker for the presets of one game.
    pub fn of<G: Game>() -> Self {
        Checker::with_begin(begin::<G>)
    }

    fn with_begin(begin: Begin) -> Self {
        Checker {
            begin,
            current: Current::None,
            line: 0,
            report: Report::default(),
        }
    }

    /// Checks the next line.
    pub fn line(&mut self, text: &str) {
        self.line += 1;
        if text.trim().is_empty() {
            return;
        }
        match serde_json::from_str::<Value>(text) {
            Err(error) => self.fault(Problem::Json(error.to_string())),
            Ok(value) if value.get("game").is_some() => self.header(&value),
            Ok(value) => self.node(&value),
        }
    }

    fn header(&mut self, header: &Value) {
        self.leave();
        self.report.games += 1;
        let (game, options) = (header["game"].as_str(), header["options"].as_object());
        let (Some(game), Some(options)) = (game, options) else {
            return self.fault(Problem::NoHeader);
        };
        match (self.begin)(game, options) {
            Ok(follow) => self.current = Current::Following(follow),
            Err(error) => self.fault(Problem::Setup(error)),
        }
    }

    fn node(&mut self, node: &Value) {
        match &mut self.current {
            Current::None => self.fault(Problem::NoHeader),
            Current::Faulty => {}
            Current::Following(follow) => match follow.check(node) {
                Err(details) => self.fault(Problem::Differs(details)),
                Ok(over) => {
                    self.report.nodes += 1;
                    if over {
                        self.current = Current::None;
                    }
                }
            },
        }
    }

    fn fault(&mut self, problem: Problem) {
        let (line, game) = (self.line, self.report.games);
        if !matches!(self.current, Current::Faulty) {
            self.report.faults.push(Fault {
                line,
                game,
                problem,
            });
        }
        self.current = Current::Faulty;
    }

    fn leave(&mut self) {
        if let Current::Following(_) = self.current {
            self.fault(Problem::Unfinished);
        }
        self.current = Current::None;
    }

    /// What was found, after the last line.
    pub fn finish(mut self) -> Report {
        self.leave();
        if self.report.games == 0 && self.report.faults.is_empty() {
            self.fault(Problem::NoHeader);
        }
        self.report
    }
}

/// A game of some type that follows a trace.
trait Follow {
    /// Compares a node with the position and goes on; `true` after the end of the game. An error
    /// says what differs, and which side says what.
    fn check(&mut self, node: &Value) -> Result<bool, Vec<String>>;
}

struct Follower<G>(G);

fn begin<G: Game>(
    game: &str,
    options: &Map<String, Value>,
) -> Result<Box<dyn Follow>, RegistryError> {
    let options = options_from::<G>(game, options)?;
    Ok(Box::new(Follower(G::new(&options)?)))
}

impl<G: Game> Follow for Follower<G> {
    fn check(&mut self, node: &Value) -> Result<bool, Vec<String>> {
        let details = differences(&self.0, node);
        if !details.is_empty() {
            return Err(details);
        }
        match self.0.turn() {
            Turn::Decide(_) => self.step(&node["action"]),
            Turn::Chance => self.step(&node["outcome"]),
            Turn::Over(_) => return Ok(true),
        }
        .map_err(|error| vec![error])?;
        Ok(false)
    }
}

impl<G: Game> Follower<G> {
    fn step(&mut self, word: &Value) -> Result<(), String> {
        let word = word.as_str().ok_or("the action or outcome is missing")?;
        let played = play_word(&mut self.0, word);
        played.map(|_| ()).map_err(|error| error.to_string())
    }
}

/// Everything in which a trace's node differs from the position.
fn differences<G: Game>(position: &G, node: &Value) -> Vec<String> {
    let kind = kind_of(position.turn());
    if node["node"] != kind {
        return vec![contrast("kind of node", &json!(kind), &node["node"])];
    }
    let mut details = match position.turn() {
        Turn::Decide(seat) => decision_differences(position, seat, node),
        Turn::Chance => chance_differences(&chance_words(position), &node["outcomes"]),
        Turn::Over(outcome) => end_differences::<G>(&outcome, node),
    };
    details.extend(position_differences(&position.dump(), &node["position"]));
    details
}

fn kind_of(turn: Turn) -> &'static str {
    match turn {
        Turn::Decide(_) => "decision",
        Turn::Chance => "chance",
        Turn::Over(_) => "terminal",
    }
}

fn decision_differences<G: Game>(position: &G, seat: Seat, node: &Value) -> Vec<String> {
    let player = compare("player", &json!(G::SEATS[seat]), &node["player"]);
    let legal = compare("legal", &json!(legal_words(position)), &node["legal"]);
    player.into_iter().chain(legal).collect()
}

fn end_differences<G: Game>(outcome: &GameOutcome, node: &Value) -> Vec<String> {
    let name = compare("outcome", &json!(outcome.name), &node["outcome"]);
    let returns = Value::Object(returns_of::<G>(outcome));
    let returns = compare("returns", &returns, &node["returns"]);
    name.into_iter().chain(returns).collect()
}

fn chance_differences(engine: &[(String, f64)], trace: &Value) -> Vec<String> {
    let theirs: Option<Vec<(String, f64)>> = serde_json::from_value(trace.clone()).ok();
    let Some(theirs) = theirs else {
        return vec![contrast("outcomes", &json!(engine), trace)];
    };
    let names = |list: &[(String, f64)]| json!(list.iter().map(|o| &o.0).collect::<Vec<_>>());
    if let Some(detail) = compare("outcomes", &names(engine), &names(&theirs)) {
        return vec![detail];
    }
    let pairs = engine.iter().zip(&theirs);
    let unequal = pairs.filter(|(ours, theirs)| (ours.1 - theirs.1).abs() > TOLERANCE);
    let detail = |((name, ours), (_, theirs)): (&(String, f64), &(String, f64))| {
        format!("probability of {name}: engine {ours}, trace {theirs}")
    };
    unequal.map(detail).collect()
}

/// The keys in which two position dumps differ, `pending` left out, each as a line that says how.
pub fn position_differences(engine: &Value, trace: &Value) -> Vec<String> {
    let (Some(ours), Some(theirs)) = (engine.as_object(), trace.as_object()) else {
        return vec![contrast("position", engine, trace)];
    };
    let mut keys: Vec<&String> = ours.keys().chain(theirs.keys()).collect();
    keys.sort();
    keys.dedup();
    let keys = keys.into_iter().filter(|key| *key != PENDING);
    keys.filter_map(|key| {
        let value = |side: &Map<String, Value>| side.get(key).cloned();
        match (value(ours), value(theirs)) {
            (Some(ours), Some(theirs)) => compare(&format!("position.{key}"), &ours, &theirs),
            (Some(ours), None) => Some(format!(
                "position.{key}: engine {ours}, absent in the trace"
            )),
            (None, theirs) => Some(format!(
                "position.{key}: absent in the engine, trace {}",
                theirs.unwrap_or_default()
            )),
        }
    })
    .collect()
}

/// A line that says how two values differ, if they do.
fn compare(what: &str, engine: &Value, trace: &Value) -> Option<String> {
    if same(engine, trace) {
        return None;
    }
    Some(match (engine, trace) {
        (Value::Array(ours), Value::Array(theirs)) => list_contrast(what, ours, theirs),
        _ => contrast(what, engine, trace),
    })
}

fn contrast(what: &str, engine: &Value, trace: &Value) -> String {
    format!("{what}: engine {engine}, trace {trace}")
}

fn list_contrast(what: &str, ours: &[Value], theirs: &[Value]) -> String {
    let without = |list: &[Value], other: &[Value]| -> Vec<Value> {
        let left = list.iter().filter(|a| !other.iter().any(|b| same(a, b)));
        left.cloned().collect()
    };
    let (only_ours, only_theirs) = (without(ours, theirs), without(theirs, ours));
    if only_ours.is_empty() && only_theirs.is_empty() {
        return format!(
            "{what}: order or number differs: engine {}, trace {}",
            json!(ours),
            json!(theirs)
        );
    }
    format!(
        "{what}: only in the engine {}, only in the trace {}",
        json!(only_ours),
        json!(only_theirs)
    )
}

/// Equality of JSON values in which 1 and 1.0 are the same, and the last digit of a fraction does not matter: it may be
/// read otherwise than it was written.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => match (a.as_f64(), b.as_f64()) {
            (Some(a), Some(b)) => (a - b).abs() <= TOLERANCE,
            (a, b) => a == b,
        },
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, value)| b.get(key).is_some_and(|other| same(value, other)))
        }
        _ => a == b,
    }
}
