//! A position of a table, whichever game's.

use std::any::Any;
use std::sync::Arc;

use moonbase_agents::Ply;
use moonbase_engine::env::{Codec, Observation};
use moonbase_engine::record::{Record, play_word};
use moonbase_engine::{KeyedDice, Seat, Turn};
use moonbase_models::features::Inputs;
use moonbase_play::draw::Room;
use serde_json::{Map, Value};

use crate::game::{Door, Rules, Table, spot_of};

/// A position, and how it came about if that is known.
pub struct Spot<G: Door> {
    pub table: Arc<Table<G>>,
    pub position: G,
    /// Actions and chance outcomes since the start.
    pub history: Option<Vec<Ply<G>>>,
}

/// The start position of a table.
pub fn start<G: Door>(table: Arc<Table<G>>) -> Box<dyn Position> {
    let (position, history) = (table.start.clone(), Some(Vec::new()));
    Box::new(Spot {
        table,
        position,
        history,
    })
}

/// The position after these words.
///
/// # Errors
/// The first word that does not fit.
pub fn told_by<G: Door>(table: Arc<Table<G>>, words: &[&str]) -> Result<Box<dyn Position>, String> {
    let mut position = start(table);
    words.iter().try_for_each(|word| position.play_word(word))?;
    Ok(position)
}

/// The numbers that a net sees.
pub struct Numbers {
    pub state: Vec<f32>,
    pub actions: Vec<f32>,
    pub tiles: Vec<f32>,
    /// Rows of `actions`, and of `tiles`.
    pub rows: [usize; 2],
}

/// A [`Spot`], whatever its game.
pub trait Position: Send + Sync {
    fn rules(&self) -> Arc<dyn Rules>;
    fn copied(&self) -> Box<dyn Position>;
    fn as_any(&self) -> &dyn Any;
    fn turn(&self) -> Turn;
    /// The legal actions' words, in the rules' order.
    fn legal(&self) -> Vec<String>;
    /// Their numbers, in the same order.
    fn legal_indices(&self) -> Vec<i64>;
    fn fill_mask(&self, mask: &mut [bool]);
    /// The chance outcomes' words and weights.
    fn chances(&self) -> Vec<(String, u64)>;
    fn word_of(&self, index: usize) -> Result<String, String>;
    fn index_of(&self, word: &str) -> Result<usize, String>;
    fn play_word(&mut self, word: &str) -> Result<(), String>;
    /// Plays an action by its number; at a chance node the outcome by its place in the list.
    fn play_index(&mut self, index: usize) -> Result<(), String>;
    fn roll(&mut self, dice: &mut KeyedDice) -> Result<String, String>;
    fn observe(&self, seat: Seat, out: &mut [f32]);
    fn features(&self, seat: Seat) -> Numbers;
    fn dump(&self) -> Value;
    fn key(&self) -> u64;
    fn same(&self, other: &dyn Position) -> bool;
    fn words(&self) -> Option<Vec<String>>;
    /// Actions and outcomes since the start, if known.
    fn plies(&self) -> Option<usize>;
    fn record(&self, tags: &Map<String, Value>) -> Result<String, String>;
    /// The status, and the map with the roster beside it.
    fn picture(&self, width: usize, height: usize) -> String;
    /// A legal action or possible outcome as a sentence.
    fn told(&self, word: &str) -> Result<String, String>;
}

impl<G: Door> Spot<G> {
    fn actions(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.position.legal_actions(&mut actions);
        actions
    }

    fn outcomes(&self) -> Vec<(G::Chance, u64)> {
        let mut outcomes = Vec::new();
        self.position.chance_outcomes(&mut outcomes);
        outcomes
    }

    fn note(&mut self, ply: Ply<G>) {
        if let Some(history) = &mut self.history {
            history.push(ply);
        }
    }

    /// The legal action of a number.
    ///
    /// # Errors
    /// No legal action has it; nobody decides here.
    pub fn action_of(&self, index: usize) -> Result<G::Action, String> {
        let Turn::Decide(seat) = self.position.turn() else {
            return Err(format!(
                "no action can be played: {}",
                waits(self.position.turn())
            ));
        };
        let encoding = &self.table.encoding;
        let action = (index < encoding.actions()).then(|| encoding.action(&self.position, index));
        let legal = |action: &G::Action| {
            self.position.is_legal(*action) && encoding.index(&self.position, *action) == index
        };
        let action = action.flatten().filter(legal);
        action.ok_or_else(|| {
            let legal: Vec<String> = self
                .legal_indices()
                .iter()
                .take(10)
                .map(i64::to_string)
                .collect();
            format!(
                "action {index} is not legal for {}; legal: {} ...",
                G::SEATS[seat],
                legal.join(" ")
            )
        })
    }

    fn outcome_of(&self, number: usize) -> Result<G::Chance, String> {
        let outcomes = self.outcomes();
        let found = outcomes.get(number).map(|(outcome, _)| *outcome);
        found.ok_or_else(|| {
            format!(
                "no chance outcome {number}; there are {} here",
                outcomes.len()
            )
        })
    }
}

/// What a position waits for, in words.
fn waits(turn: Turn) -> String {
    match turn {
        Turn::Decide(_) => "a seat has a choice".into(),
        Turn::Chance => "the position waits for a chance outcome".into(),
        Turn::Over(outcome) => format!("the game is over ({})", outcome.name),
    }
}

impl<G: Door> Position for Spot<G> {
    fn rules(&self) -> Arc<dyn Rules> {
        self.table.clone()
    }

    fn copied(&self) -> Box<dyn Position> {
        Box::new(Spot {
            table: self.table.clone(),
            position: self.position.clone(),
            history: self.history.clone(),
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn turn(&self) -> Turn {
        self.position.turn()
    }

    fn legal(&self) -> Vec<String> {
        self.actions().iter().map(G::Action::to_string).collect()
    }

    fn legal_indices(&self) -> Vec<i64> {
        let number = |action: &G::Action| self.table.encoding.index(&self.position, *action) as i64;
        self.actions().iter().map(number).collect()
    }

    fn fill_mask(&self, mask: &mut [bool]) {
        self.table
            .encoding
            .fill_mask(&self.position, &self.actions(), mask);
    }

    fn chances(&self) -> Vec<(String, u64)> {
        let outcomes = self.outcomes().into_iter();
        outcomes
            .map(|(outcome, weight)| (outcome.to_string(), weight))
            .collect()
    }

    fn word_of(&self, index: usize) -> Result<String, String> {
        match self.position.turn() {
            Turn::Chance => self.outcome_of(index).map(|outcome| outcome.to_string()),
            _ => self.action_of(index).map(|action| action.to_string()),
        }
    }

    fn index_of(&self, word: &str) -> Result<usize, String> {
        if let Turn::Chance = self.position.turn() {
            let place = self
                .chances()
                .iter()
                .position(|(outcome, _)| outcome == word);
            return place.ok_or_else(|| format!("`{word}` is not a possible chance outcome here"));
        }
        let action = self
            .actions()
            .into_iter()
            .find(|action| action.to_string() == word);
        let index = action.map(|action| self.table.encoding.index(&self.position, action));
        index.ok_or_else(|| format!("`{word}` is not a legal action here"))
    }

    fn play_word(&mut self, word: &str) -> Result<(), String> {
        let ply = Ply::read(&self.position, word);
        play_word(&mut self.position, word).map_err(|error| error.to_string())?;
        self.note(ply.map_err(|error| error.to_string())?);
        Ok(())
    }

    fn play_index(&mut self, index: usize) -> Result<(), String> {
        let ply = match self.position.turn() {
            Turn::Chance => Ply::Chance(self.outcome_of(index)?),
            _ => Ply::Action(self.action_of(index)?),
        };
        match ply {
            Ply::Action(action) => self.position.play_unchecked(action),
            Ply::Chance(outcome) => self.position.resolve_unchecked(outcome),
        }
        self.note(ply);
        Ok(())
    }

    fn roll(&mut self, dice: &mut KeyedDice) -> Result<String, String> {
        let Turn::Chance = self.position.turn() else {
            return Err(format!("nothing to roll: {}", waits(self.position.turn())));
        };
        let outcome = dice.roll(&self.position);
        self.position.resolve_unchecked(outcome);
        self.note(Ply::Chance(outcome));
        Ok(outcome.to_string())
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        self.table.encoding.observe(&self.position, seat, out);
    }

    fn features(&self, seat: Seat) -> Numbers {
        let actions = self.actions();
        let mut numbers = Numbers {
            state: vec![0.0; G::STATE_FEATURES],
            actions: vec![0.0; G::ACTION_FEATURES * actions.len()],
            tiles: Vec::new(),
            rows: [actions.len(), 0],
        };
        let inputs = Inputs {
            state: &mut numbers.state,
            actions: &mut numbers.actions,
            tiles: &mut numbers.tiles,
            all_tiles: true,
        };
        self.position.features(seat, &actions, inputs);
        numbers.rows[1] = numbers.tiles.len() / G::TILE_FEATURES.max(1);
        numbers
    }

    fn dump(&self) -> Value {
        self.position.dump()
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn same(&self, other: &dyn Position) -> bool {
        spot_of::<G>(other).is_ok_and(|other| self.position == other.position)
    }

    fn words(&self) -> Option<Vec<String>> {
        let history = self.history.as_ref()?;
        Some(history.iter().map(Ply::to_string).collect())
    }

    fn plies(&self) -> Option<usize> {
        self.history.as_ref().map(Vec::len)
    }

    fn record(&self, tags: &Map<String, Value>) -> Result<String, String> {
        let words = self.words().ok_or(NO_HISTORY)?;
        let options = self.table.start.options();
        let mut record =
            Record::new::<G>(&self.table.preset, options).map_err(|error| error.to_string())?;
        for (name, value) in tags {
            record.set_tag(name, value.clone());
        }
        words.iter().for_each(|word| record.push(word));
        record.to_text::<G>().map_err(|error| error.to_string())
    }

    fn picture(&self, width: usize, height: usize) -> String {
        let drawn = self.position.draw_with_roster(Room::new(width, height));
        let head = self.position.status().into_iter();
        let map = drawn.lines.iter().map(|line| line.plain());
        let lines: Vec<String> = head
            .chain(map)
            .map(|line| line.trim_end().to_string())
            .collect();
        lines.join("\n")
    }

    fn told(&self, word: &str) -> Result<String, String> {
        let number = self.index_of(word)?;
        Ok(match self.position.turn() {
            Turn::Chance => self.position.chance_words(self.outcome_of(number)?),
            _ => self.position.action_words(self.action_of(number)?),
        })
    }
}

/// Environments keep positions only.
pub const NO_HISTORY: &str = "how this position came about is not known: it is from an environment";
