//! What a page is told of a game: no rules, only what to show and what may be chosen.

use moonbase_agents::Decision;
use moonbase_engine::chance::rng_for;
use moonbase_engine::{Seat, Turn};
use serde::Serialize;

use super::at_table::{Real, RealView, real_view};
use super::menu::{called, title_of};
use crate::explain::{line_words, odds_after};
use crate::session::{Ending, Session, Step, Waiting};
use crate::show::{Aim, Scene, Show, Throw};
use crate::table::AtTable;
use crate::words::{Played, Words};

/// What a page has already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Have {
    /// The line of play that its log belongs to.
    pub lineage: Option<u64>,
    /// How many words of it.
    pub words: usize,
}

/// A game as it stands.
#[derive(Serialize)]
pub struct View {
    /// Changes with everything that changes.
    pub version: u64,
    /// Changes when words are taken back: what a page knows of the log is then out of date.
    pub lineage: u64,
    pub game: &'static str,
    pub title: String,
    pub seats: [SeatView; 2],
    pub waiting: WaitingView,
    pub stage: String,
    pub status: Vec<String>,
    pub question: String,
    pub scene: Scene,
    pub choices: Vec<Choice>,
    pub log: Log,
    pub can: Can,
    /// With real dice and tiles: what to roll, and what to do on the table.
    pub table: Option<RealView>,
    /// What went wrong lately, for the player to know.
    pub trouble: Option<String>,
}

/// A player.
#[derive(Serialize)]
pub struct SeatView {
    pub key: &'static str,
    pub name: &'static str,
    pub human: bool,
    /// `human`, or the agent's spec.
    pub player: String,
    /// What the page calls it.
    pub called: String,
}

/// What the game waits for.
#[derive(Serialize)]
pub struct WaitingView {
    /// `human`, `agent`, `dice`, `table` (dice or tiles are asked for), `over`, `step` (an agent that goes on when somebody who watches
    /// asks for it), or `full`: the game has as many words as it may have.
    pub kind: &'static str,
    pub seat: Option<u8>,
    /// How the game ended.
    pub result: Option<String>,
    /// The winner's seat, if it was won.
    pub winner: Option<u8>,
}

/// A legal action.
#[derive(Serialize)]
pub struct Choice {
    /// In notation: what to send back.
    pub action: String,
    pub heading: String,
    pub label: String,
    pub words: String,
    /// The chances of the roll that it leads to.
    pub odds: Option<String>,
    pub aim: Aim,
}

/// The end of the log.
#[derive(Serialize)]
pub struct Log {
    /// Number of the first entry given, from 0.
    pub from: usize,
    /// How many words the game has.
    pub total: usize,
    pub entries: Vec<Entry>,
}

/// A word of the game.
#[derive(Serialize)]
pub struct Entry {
    pub stage: String,
    pub who: &'static str,
    /// The seat that chose; none for dice.
    pub seat: Option<u8>,
    pub notation: String,
    pub words: String,
    pub news: Vec<String>,
    pub dice: Vec<Throw>,
    pub aim: Option<Aim>,
    /// Is there something to say about why?
    pub thought: bool,
}

/// What a person may do now besides acting.
#[derive(Serialize)]
pub struct Can {
    pub undo: bool,
    pub redo: bool,
    pub resign: bool,
    pub hint: bool,
    /// How often may still be taken back; none if there is no limit.
    pub takebacks: Option<u32>,
}

/// A position of the game for a replay.
#[derive(Serialize)]
pub struct Frame {
    /// Words played before it.
    pub number: usize,
    pub stage: String,
    pub status: Vec<String>,
    pub scene: Scene,
}

/// What an agent thought.
#[derive(Serialize)]
pub struct ThoughtView {
    /// What the page calls it.
    pub agent: String,
    pub seat: u8,
    pub seat_name: &'static str,
    pub action: String,
    pub words: String,
    pub odds: Option<String>,
    /// From -1, lost, to 1, won, as that seat sees it.
    pub value: Option<f64>,
    pub weighed: Vec<Weighed>,
    /// What it expects, its own action first, in words.
    pub line: Vec<String>,
    pub sims: u64,
    pub millis: f64,
    pub aim: Aim,
}

/// An action that an agent looked at.
#[derive(Serialize)]
pub struct Weighed {
    pub action: String,
    pub heading: String,
    pub label: String,
    pub words: String,
    pub visits: u32,
    pub value: Option<f64>,
    pub prior: Option<f64>,
    pub aim: Aim,
}

/// How many actions of a thought are told.
const WEIGHED: usize = 12;

/// How many steps of what an agent expects are told.
const EXPECTED: usize = 8;

fn seat_number(seat: Seat) -> u8 {
    seat.index() as u8
}

/// The whole view of a session; version and lineage are the table's.
pub fn view<G: Show>(
    session: &Session<G>,
    (version, lineage): (u64, u64),
    have: Have,
    trouble: Option<String>,
) -> View {
    let position = session.position();
    View {
        version,
        lineage,
        game: G::NAME,
        title: title_of::<G>(session.preset()),
        seats: Seat::BOTH.map(|seat| seat_view(session, seat)),
        waiting: waiting(session),
        stage: position.stage(),
        status: position.status(),
        question: position.question(),
        scene: position.scene(),
        choices: choices(session),
        log: log(session, lineage, have),
        can: can(session),
        table: None,
        trouble,
    }
}

impl View {
    /// Somebody who watches has asked an agent to go on.
    pub fn agent_steps(&mut self) {
        if self.waiting.kind == "step" {
            self.waiting.kind = "agent";
        }
    }

    /// The game may not become longer.
    pub fn halt(&mut self) {
        if self.waiting.kind != "over" {
            self.waiting.kind = "full";
            self.choices.clear();
            self.can.hint = false;
        }
    }

    /// The same game with real dice and tiles.
    pub fn lay_on_table<G: Show + AtTable>(&mut self, session: &Session<G>, real: &Real) {
        let mut table = real_view(session, real);
        match self.waiting.kind {
            "full" => table.asked = None,
            _ if table.asked.is_some() => self.waiting.kind = "table",
            _ => {}
        }
        // Nobody knows what the dice showed, only what came of them.
        for entry in &mut self.log.entries {
            entry.dice.clear();
        }
        let given = !real.answers.is_empty() || !session.answers().is_empty();
        // A resignation can be taken back even where nothing was given before it.
        self.can.undo = given || (self.waiting.kind == "over" && session.can_undo());
        self.can.takebacks = None;
        self.table = Some(table);
    }
}

fn seat_view<G: Show>(session: &Session<G>, seat: Seat) -> SeatView {
    SeatView {
        key: G::SEATS[seat],
        name: G::seat_name(seat),
        human: session.is_human(seat),
        player: session.player(seat).into(),
        called: called(session.player(seat)),
    }
}

/// Does a person play?
pub fn has_person<G: Words>(session: &Session<G>) -> bool {
    Seat::BOTH.into_iter().any(|seat| session.is_human(seat))
}

fn waiting<G: Show>(session: &Session<G>) -> WaitingView {
    let plain = |kind, seat: Option<Seat>| WaitingView {
        kind,
        seat: seat.map(seat_number),
        result: None,
        winner: None,
    };
    match session.waiting() {
        Waiting::Human(seat) => plain("human", Some(seat)),
        Waiting::Agent(seat) if has_person(session) => plain("agent", Some(seat)),
        Waiting::Agent(seat) => plain("step", Some(seat)),
        Waiting::Dice => plain("dice", None),
        Waiting::Over(ending) => WaitingView {
            result: Some(ending.words::<G>()),
            winner: winner(ending).map(seat_number),
            ..plain("over", None)
        },
    }
}

fn winner(ending: Ending) -> Option<Seat> {
    match ending {
        Ending::Resigned(seat) => Some(seat.other()),
        Ending::Outcome(outcome) => Seat::BOTH
            .into_iter()
            .find(|seat| outcome.score(*seat) == 1.0),
    }
}

fn choices<G: Show>(session: &Session<G>) -> Vec<Choice> {
    if !matches!(session.waiting(), Waiting::Human(_)) {
        return Vec::new();
    }
    let position = session.position();
    let choice = |action: G::Action| Choice {
        action: action.to_string(),
        heading: position.heading(action),
        label: position.label(action),
        words: position.action_words(action),
        odds: odds_after(position, action).map(|odds| odds.trim().to_string()),
        aim: position.aim(action),
    };
    session.legal().into_iter().map(choice).collect()
}

fn log<G: Show>(session: &Session<G>, lineage: u64, have: Have) -> Log {
    let total = session.steps().len();
    let from = match have.lineage == Some(lineage) {
        true => have.words.min(total),
        false => 0,
    };
    let numbered = session.steps().iter().enumerate().skip(from);
    Log {
        from,
        total,
        entries: numbered
            .map(|(number, step)| entry(session.seed(), number, step))
            .collect(),
    }
}

/// A word of the log. Its dice are always the same.
fn entry<G: Show>(seed: u64, number: usize, step: &Step<G>) -> Entry {
    const FACES: u64 = 0x6661_6365_7300_0000;
    let told = step.entry();
    let dice = match step.played {
        Played::Action(..) => Vec::new(),
        Played::Chance(outcome) => step
            .before
            .dice(outcome, &mut rng_for(seed ^ FACES, number as u64)),
    };
    let aim = match step.played {
        Played::Action(_, action) => Some(step.before.aim(action)),
        Played::Chance(_) => None,
    };
    Entry {
        stage: step.before.stage(),
        who: told.who,
        seat: step.played.seat().map(seat_number),
        notation: told.notation,
        words: told.words,
        news: told.news,
        dice,
        aim,
        thought: step
            .decision
            .as_ref()
            .is_some_and(|d| !d.thoughts.is_empty() || d.value.is_some()),
    }
}

fn can<G: Show>(session: &Session<G>) -> Can {
    let over = matches!(session.waiting(), Waiting::Over(_));
    let left = session.takebacks_left();
    Can {
        undo: session.can_undo() && left != Some(0),
        redo: session.can_redo(),
        resign: !over && has_person(session),
        hint: matches!(session.waiting(), Waiting::Human(_)),
        takebacks: left,
    }
}

/// Positions from number `from` on, at most so many; the last of the game is the one after its last word.
pub fn frames<G: Show>(session: &Session<G>, from: usize, most: usize) -> Vec<Frame> {
    let befores = session.steps().iter().map(|step| &step.before);
    let all = befores.chain([session.position()]).enumerate();
    let frame = |(number, position): (usize, &G)| Frame {
        number,
        stage: position.stage(),
        status: position.status(),
        scene: position.scene(),
    };
    all.skip(from).take(most).map(frame).collect()
}

/// What an agent thought in a position.
pub fn thought<G: Show>(position: &G, agent: &str, decision: &Decision<G::Action>) -> ThoughtView {
    let seat = match position.turn() {
        Turn::Decide(seat) => seat,
        Turn::Chance | Turn::Over(_) => Seat::First,
    };
    let odds = odds_after(position, decision.action);
    ThoughtView {
        agent: called(agent),
        seat: seat_number(seat),
        seat_name: G::seat_name(seat),
        action: decision.action.to_string(),
        words: position.action_words(decision.action),
        odds: odds.map(|odds| odds.trim().to_string()),
        value: decision.value.map(|value| value.0),
        weighed: weighed(position, decision),
        line: line_words(position, &decision.line, EXPECTED),
        sims: decision.spent.sims,
        millis: decision.spent.millis,
        aim: position.aim(decision.action),
    }
}

/// The actions that were looked at most, in that order.
fn weighed<G: Show>(position: &G, decision: &Decision<G::Action>) -> Vec<Weighed> {
    let mut best: Vec<_> = decision.thoughts.iter().collect();
    let rank = |value: Option<f64>| value.unwrap_or(-2.0);
    best.sort_by(|a, b| {
        let values = rank(b.value.map(|v| v.0)).total_cmp(&rank(a.value.map(|v| v.0)));
        b.visits.cmp(&a.visits).then(values)
    });
    let told = best.into_iter().take(WEIGHED).map(|thought| Weighed {
        action: thought.action.to_string(),
        heading: position.heading(thought.action),
        label: position.label(thought.action),
        words: position.action_words(thought.action),
        visits: thought.visits,
        value: thought.value.map(|value| value.0),
        prior: thought.prior,
        aim: position.aim(thought.action),
    });
    told.collect()
}
